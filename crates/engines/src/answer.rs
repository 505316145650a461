//! What a module says to a question.

use serde_json::Value;

/// What a module says to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// What was asked for.
    Given(Value),
    /// What was asked about is not as that law wants it; why, as data.
    Refused(Value),
}
