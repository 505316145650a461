//! Mission packs as data.
