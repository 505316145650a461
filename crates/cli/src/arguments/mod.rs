//! What verbs share of the command line: options and the readers of their values.

pub mod shared;
pub mod values;
