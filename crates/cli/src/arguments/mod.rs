//! What verbs share of the command line: options and the readers of their values.

pub mod hall;
pub mod shared;
pub mod values;
