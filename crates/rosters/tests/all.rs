//! The tests of this crate as one program: each program of its own is linked anew after every change.

mod checks;
mod exports;
mod golden;
mod import;
mod malformed;
mod support;
