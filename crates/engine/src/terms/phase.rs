//! Phases, and moves in them.

use adjutant_core::spelling::capitalised;

adjutant_core::word! {
    /// The name of a phase, as the ruleset's `turn` has it: 1 to 24 of `a` to `z` and `-`.
    ///
    /// ```
    /// use adjutant_engine::command::Phase;
    /// assert_eq!(Phase::new("fight").unwrap().as_str(), "fight");
    /// assert!(Phase::new("Fight").is_none());
    /// ```
    Phase, "a phase is 1 to 24 of `a` to `z` and `-`, such as `movement`", "^[a-z-]{1,24}$", |_| false
}

impl Phase {
    /// The phase that the moments `own-command-phase-…` belong to.
    pub const COMMAND: Phase = Phase::literal("command");

    /// With a capital, for sentences: `Fight`.
    pub fn title(&self) -> String {
        capitalised(self.as_str())
    }
}
