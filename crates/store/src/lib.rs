//! The event store.
