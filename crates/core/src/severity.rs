//! How much a finding weighs, whatever was looked at.

use serde::Serialize;

crate::closed! {
    /// How much a finding weighs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Severity by as_str, written {
        /// Worth knowing; nothing is wrong.
        Note "note",
        /// Odd, and to be looked at; nobody's score depends on it.
        Warning "warning",
        /// What was looked at cannot be believed as it stands.
        Error "error",
    }
}

impl Severity {
    /// Its word in the findings of an event, which call a note a remark.
    ///
    /// ```
    /// use adjutant_core::Severity;
    /// assert_eq!(Severity::ALL.map(Severity::of_event), ["remark", "warning", "error"]);
    /// ```
    pub const fn of_event(self) -> &'static str {
        match self {
            Severity::Note => "remark",
            other => other.as_str(),
        }
    }
}
