//! Moments of a battle, what the rules do at them, and what kinds of objectives there are.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::phase::Phase;

/// A moment at which the rules do something by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimedMoment {
    /// The battle begins.
    BattleStart,
    /// A battle round begins.
    RoundStart,
    /// Any phase begins.
    PhaseStart,
    /// A phase with rules of its own begins; it comes after [`TimedMoment::PhaseStart`].
    PhaseStartOf(Phase),
    /// A phase without rules of its own ends.
    PhaseEnd,
    /// A phase with rules of its own ends.
    PhaseEndOf(Phase),
    /// A turn ends.
    TurnEnd,
    /// A battle round ends.
    RoundEnd,
    /// The battle ends.
    BattleEnd,
}

impl TimedMoment {
    /// The moment of a name.
    ///
    /// ```
    /// use adjutant_engine::{command::Phase, timing::TimedMoment};
    /// let end = TimedMoment::PhaseEndOf(Phase::new("fight").unwrap());
    /// assert_eq!(TimedMoment::new("fight-phase-end"), Some(end));
    /// assert_eq!(end.name(), "fight-phase-end");
    /// assert_eq!(TimedMoment::new("tea-time"), None);
    /// ```
    pub fn new(name: &str) -> Option<TimedMoment> {
        Some(match name {
            "battle-start" => TimedMoment::BattleStart,
            "round-start" => TimedMoment::RoundStart,
            "phase-start" => TimedMoment::PhaseStart,
            "phase-end" => TimedMoment::PhaseEnd,
            "turn-end" => TimedMoment::TurnEnd,
            "round-end" => TimedMoment::RoundEnd,
            "battle-end" => TimedMoment::BattleEnd,
            other => match (other.strip_suffix("-phase-start"), other.strip_suffix("-phase-end")) {
                (Some(phase), _) => TimedMoment::PhaseStartOf(Phase::new(phase)?),
                (_, Some(phase)) => TimedMoment::PhaseEndOf(Phase::new(phase)?),
                _ => return None,
            },
        })
    }

    /// As `order` and rulesets name it.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            TimedMoment::BattleStart => "battle-start".into(),
            TimedMoment::RoundStart => "round-start".into(),
            TimedMoment::PhaseStart => "phase-start".into(),
            TimedMoment::PhaseStartOf(phase) => format!("{phase}-phase-start").into(),
            TimedMoment::PhaseEnd => "phase-end".into(),
            TimedMoment::PhaseEndOf(phase) => format!("{phase}-phase-end").into(),
            TimedMoment::TurnEnd => "turn-end".into(),
            TimedMoment::RoundEnd => "round-end".into(),
            TimedMoment::BattleEnd => "battle-end".into(),
        }
    }
}

adjutant_core::closed! {
    /// A rule that falls on a moment.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Rule by as_str, written {
        /// The units of both armies are counted.
        CountStrength "count-strength",
        /// Markers leave the battlefield by a mission rule.
        MarkersLeave "markers-leave",
        /// Banners fall where the opponent controls the marker.
        BannersFall "banners-fall",
        /// A Battle-forged army gains its Command point.
        CommandPoint "command-point",
        /// The mission gives Command points.
        MissionCommandPoints "mission-command-points",
        /// Locks break where the other side has more models.
        ReleaseLocks "release-locks",
        /// The active player locks what they control.
        SetLocks "set-locks",
        /// Actions that are due complete.
        Actions "actions",
        /// The primary objective is scored.
        Primary "primary",
        /// Secondary objectives are scored.
        Secondaries "secondaries",
        /// Every objective is scored, in the order of the columns.
        Columns "columns",
        /// Units that are still away past the deadline count as destroyed.
        ReservesDeadline "reserves-deadline",
        /// Units that are not on the battlefield count as destroyed.
        UnitsAway "units-away",
        /// Units that fall back are destroyed.
        FallingBackDestroyed "falling-back-destroyed",
        /// Units that have to come onto the battlefield by now are there, wherever that is.
        ArrivalsDue "arrivals-due",
        /// Who controls each marker is settled, until that is settled again.
        SettleControl "settle-control",
        /// Battle-shock leaves the units of the active player.
        ShockEnds "shock-ends",
        /// Units of the active player that had to take a Battle-shock test and did not may be shocked or not.
        ShockDue "shock-due",
    }
}

adjutant_core::word! {
    /// A category of objectives: `primary`, `mission` for a mission's own, or one that the pack's sheet names.
    ///
    /// ```
    /// use adjutant_engine::rules::Category;
    /// assert_eq!(Category::new("warpcraft").unwrap().as_str(), "warpcraft");
    /// assert_eq!(Category::new("Warpcraft"), None);
    /// ```
    Category, "a category is 1 to 24 of `a` to `z` and `-`, such as `purge-the-enemy`", "^[a-z-]{1,24}$", |_| false
}

impl Category {
    /// Of the primary objective of a mission.
    pub const PRIMARY: Category = Category::literal("primary");
    /// Of the secondary objectives that only one mission offers.
    pub const MISSION: Category = Category::literal("mission");
}

adjutant_core::closed! {
    /// When an award is judged.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum Moment by as_str {
        /// End of the player's own Command phase.
        OwnCommandPhaseEnd "command-phase-end",
        /// End of the player's own turn.
        OwnTurnEnd "turn-end",
        /// Start of the player's own Command phase.
        OwnCommandPhaseStart "command-phase-start",
        /// End of every turn, the own and the opponent's.
        EachTurnEnd "each-turn-end",
        /// End of the opponent's turn.
        OpponentTurnEnd "opponent-turn-end",
        /// End of a battle round.
        RoundEnd "round-end",
        /// End of the battle.
        BattleEnd "battle-end",
        /// Whenever the player completes the action.
        ActionCompleted "action-completed",
    }
}

impl Moment {
    /// In words, for sentences.
    pub fn in_words(self) -> &'static str {
        match self {
            Moment::OwnCommandPhaseEnd => "at the end of your own Command phase",
            Moment::OwnTurnEnd => "at the end of your own turn",
            Moment::OwnCommandPhaseStart => "at the start of your own Command phase",
            Moment::EachTurnEnd => "at the end of every turn, yours and the opponent's",
            Moment::OpponentTurnEnd => "at the end of the opponent's turn",
            Moment::RoundEnd => "at the end of a battle round",
            Moment::BattleEnd => "at the end of the battle",
            Moment::ActionCompleted => "when you complete its action",
        }
    }
}
