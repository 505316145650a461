//! Moments of a battle, what the rules do at them, and what kinds of objectives there are.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::phase::Phase;
use super::word::word;

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

/// A rule that falls on a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The units of both armies are counted.
    CountStrength,
    /// Markers leave the battlefield by a mission rule.
    MarkersLeave,
    /// Banners fall where the opponent controls the marker.
    BannersFall,
    /// A Battle-forged army gains its Command point.
    CommandPoint,
    /// The mission gives Command points.
    MissionCommandPoints,
    /// Locks break where the other side has more models.
    ReleaseLocks,
    /// The active player locks what they control.
    SetLocks,
    /// Actions that are due complete.
    Actions,
    /// The primary objective is scored.
    Primary,
    /// Secondary objectives are scored.
    Secondaries,
    /// Every objective is scored, in the order of the columns.
    Columns,
    /// Units that are still away past the deadline count as destroyed.
    ReservesDeadline,
    /// Units that are not on the battlefield count as destroyed.
    UnitsAway,
    /// Units that fall back are destroyed.
    FallingBackDestroyed,
    /// Units that have to come onto the battlefield by now are there, wherever that is.
    ArrivalsDue,
    /// Who controls each marker is settled, until that is settled again.
    SettleControl,
    /// Battle-shock leaves the units of the active player.
    ShockEnds,
    /// Units of the active player that had to take a Battle-shock test and did not may be shocked or not.
    ShockDue,
}

impl Rule {
    /// As `order` names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Rule::CountStrength => "count-strength",
            Rule::MarkersLeave => "markers-leave",
            Rule::BannersFall => "banners-fall",
            Rule::CommandPoint => "command-point",
            Rule::MissionCommandPoints => "mission-command-points",
            Rule::ReleaseLocks => "release-locks",
            Rule::SetLocks => "set-locks",
            Rule::Actions => "actions",
            Rule::Primary => "primary",
            Rule::Secondaries => "secondaries",
            Rule::Columns => "columns",
            Rule::ReservesDeadline => "reserves-deadline",
            Rule::UnitsAway => "units-away",
            Rule::FallingBackDestroyed => "falling-back-destroyed",
            Rule::ArrivalsDue => "arrivals-due",
            Rule::SettleControl => "settle-control",
            Rule::ShockEnds => "shock-ends",
            Rule::ShockDue => "shock-due",
        }
    }
}

word! {
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

/// When an award is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// End of the player's own Command phase.
    OwnCommandPhaseEnd,
    /// End of the player's own turn.
    OwnTurnEnd,
    /// Start of the player's own Command phase.
    OwnCommandPhaseStart,
    /// End of every turn, the own and the opponent's.
    EachTurnEnd,
    /// End of the opponent's turn.
    OpponentTurnEnd,
    /// End of a battle round.
    RoundEnd,
    /// End of the battle.
    BattleEnd,
    /// Whenever the player completes the action.
    ActionCompleted,
}

impl Moment {
    /// As the ledger names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Moment::OwnCommandPhaseEnd => "command-phase-end",
            Moment::OwnTurnEnd => "turn-end",
            Moment::OwnCommandPhaseStart => "command-phase-start",
            Moment::EachTurnEnd => "each-turn-end",
            Moment::OpponentTurnEnd => "opponent-turn-end",
            Moment::RoundEnd => "round-end",
            Moment::BattleEnd => "battle-end",
            Moment::ActionCompleted => "action-completed",
        }
    }

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
