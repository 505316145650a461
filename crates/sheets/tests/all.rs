//! The tests of this crate as one program: each program of its own is linked anew after every change.

mod gallery;
#[path = "support/lists.rs"]
mod lists;
mod printed;
mod support;
