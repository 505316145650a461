//! Why there is no answer.

use adjutant_core::chain::Hash;

/// Why an engine gave no answer, as data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// This program was built without the interpreter.
    #[error("built without `engines`")]
    NotBuilt,
    /// No engine of that law is here.
    #[error("no engine of law {law} is here")]
    Absent {
        /// The law.
        law: u32,
    },
    /// The file is not the module that was released.
    #[error("the module of law {law} has the hash {found}, and {released} was released")]
    OtherHash {
        /// The law.
        law: u32,
        /// What the file has.
        found: Hash,
        /// What the index says.
        released: Hash,
    },
    /// The bytes are no module, or one that asks for more than an engine may have.
    #[error("the module of law {law} cannot be run: {what}")]
    Damaged {
        /// The law.
        law: u32,
        /// What the interpreter says.
        what: String,
    },
    /// It took more steps than any log needs.
    #[error("the engine of law {law} did not come to an end")]
    Endless {
        /// The law.
        law: u32,
    },
    /// It broke off.
    #[error("the engine of law {law} broke off: {what}")]
    BrokeOff {
        /// The law.
        law: u32,
        /// What the interpreter says.
        what: String,
    },
    /// It does not know the question.
    #[error("the engine of law {law} has no answer: {what}")]
    NoAnswer {
        /// The law.
        law: u32,
        /// What it says.
        what: String,
    },
}
