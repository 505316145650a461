//! Who holds, who wins, what a judge settles.

use adjutant_core::ids::ObjectiveId;
use adjutant_core::numbers::Whole;
use adjutant_core::side::{Player, Winner};
use adjutant_core::text::Text;
use serde::{Deserialize, Serialize};

use crate::terms::{Moment, RoundLabel};

adjutant_core::closed! {
    /// State of the players' clock.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum ClockState by as_str, written {
        /// It stops.
        Pause "pause",
        /// It goes on.
        Resume "resume",
    }
}

/// What a judge settles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Why.
    pub why: Text,
    /// Whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The objective that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<ObjectiveId>,
    /// Victory points given, or taken with a minus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vp: Option<Whole<-100, 100>>,
    /// The moment to which the victory points belong, where it has passed.
    #[serde(default, rename = "in", skip_serializing_if = "Option::is_none")]
    pub passed: Option<PassedMoment>,
    /// Who wins, whatever the points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
}

/// A moment of the battle that has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PassedMoment {
    /// The battle round, or `end`.
    pub round: RoundLabel,
    /// The moment of that round; it may be left out where one award only is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<ScoringMoment>,
}

adjutant_core::closed! {
    /// A moment at which awards are judged, as the ledger names it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum ScoringMoment by as_str, written {
        /// End of the player's own Command phase.
        CommandPhaseEnd "command-phase-end",
        /// End of the player's own turn.
        TurnEnd "turn-end",
        /// Start of the player's own Command phase.
        CommandPhaseStart "command-phase-start",
        /// End of either player's turn.
        EachTurnEnd "each-turn-end",
        /// End of the opponent's turn.
        OpponentTurnEnd "opponent-turn-end",
        /// End of the battle round.
        RoundEnd "round-end",
        /// End of the battle.
        BattleEnd "battle-end",
        /// Completion of an action.
        ActionCompleted "action-completed",
    }
}

impl From<ScoringMoment> for Moment {
    fn from(moment: ScoringMoment) -> Moment {
        match moment {
            ScoringMoment::CommandPhaseEnd => Moment::OwnCommandPhaseEnd,
            ScoringMoment::TurnEnd => Moment::OwnTurnEnd,
            ScoringMoment::CommandPhaseStart => Moment::OwnCommandPhaseStart,
            ScoringMoment::EachTurnEnd => Moment::EachTurnEnd,
            ScoringMoment::OpponentTurnEnd => Moment::OpponentTurnEnd,
            ScoringMoment::RoundEnd => Moment::RoundEnd,
            ScoringMoment::BattleEnd => Moment::BattleEnd,
            ScoringMoment::ActionCompleted => Moment::ActionCompleted,
        }
    }
}

impl From<Moment> for ScoringMoment {
    fn from(moment: Moment) -> ScoringMoment {
        match moment {
            Moment::OwnCommandPhaseEnd => ScoringMoment::CommandPhaseEnd,
            Moment::OwnTurnEnd => ScoringMoment::TurnEnd,
            Moment::OwnCommandPhaseStart => ScoringMoment::CommandPhaseStart,
            Moment::EachTurnEnd => ScoringMoment::EachTurnEnd,
            Moment::OpponentTurnEnd => ScoringMoment::OpponentTurnEnd,
            Moment::RoundEnd => ScoringMoment::RoundEnd,
            Moment::BattleEnd => ScoringMoment::BattleEnd,
            Moment::ActionCompleted => ScoringMoment::ActionCompleted,
        }
    }
}
