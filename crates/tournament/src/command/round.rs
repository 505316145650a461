//! Rounds as they are paired, repaired, cut and split into pods.

use serde::{Deserialize, Serialize};

use crate::id::{MissionId, Name, PlayerId, Reason, RoundNumber, TableNumber};
use crate::policy::{Method, System};

/// Two who meet, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// Table.
    pub table: TableNumber,
    /// The one.
    pub one: PlayerId,
    /// The other.
    pub two: PlayerId,
    /// Mission that they play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<MissionId>,
}

impl Pairing {
    /// Whether the same two meet in the same seats, be it at another table or over another mission.
    pub(crate) fn same_game(&self, other: &Self) -> bool {
        (&self.one, &self.two) == (&other.one, &other.two)
    }

    /// The other player of a game of this one.
    ///
    /// ```
    /// use adjutant_tournament::{PlayerId, TableNumber, command::Pairing};
    /// let [anna, ben] = ["anna", "ben"].map(|id| PlayerId::new(id).unwrap());
    /// let game = Pairing { table: TableNumber(1), one: anna.clone(), two: ben.clone(), mission: None };
    /// assert_eq!((game.other(&anna), game.other(&ben)), (&ben, &anna));
    /// ```
    pub fn other(&self, player: &PlayerId) -> &PlayerId {
        if self.one == *player { &self.two } else { &self.one }
    }

    /// Both, whoever is named first.
    pub(crate) fn in_order(&self) -> (PlayerId, PlayerId) {
        let (one, two) = (self.one.clone(), self.two.clone());
        if one < two { (one, two) } else { (two, one) }
    }
}

/// The value of a pairing on the lines of the declared objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Sum of squared differences in match points.
    pub squared_differences: i64,
    /// Pairs across score groups.
    pub cross_group: i64,
    /// Players who float the same way as in one of the two rounds before.
    pub repeat_floats: i64,
    /// Pairs that the policy wants apart.
    pub club: i64,
    /// Whether no better pairing exists, by a proof over all pairs.
    pub optimal: bool,
}

/// What becomes of the games of a bracket that rest on what a record corrects.
///
/// ```
/// use adjutant_tournament::{RoundNumber, command::Later};
/// assert_eq!(serde_json::to_value(Later::Reset(RoundNumber(3))).unwrap(), serde_json::json!({"reset": 3}));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Later {
    /// They are withdrawn; the bracket is paired again from this round on, the earliest that has one of them.
    Reset(RoundNumber),
    /// They stay as they were played.
    Keep,
}

/// A fault that the judge found and that was let pass.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LetPass {
    /// Its code.
    pub code: Name,
    /// The round, where it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundNumber>,
}

/// What was let pass when a round was published or closed, or the event finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Anyway {
    /// Every fault that the judge had found by then and nobody had let pass before.
    pub faults: Vec<LetPass>,
    /// Why.
    pub why: Reason,
}

/// A round as it was paired; a replay takes it as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The round.
    pub round: RoundNumber,
    /// How it was made.
    pub system: System,
    /// How equal records were put together.
    pub method: Method,
    /// Version of the algorithm.
    pub algorithm: u16,
    /// Whether rematches were allowed because there was no other way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rematches: bool,
    /// The tables.
    pub tables: Vec<Pairing>,
    /// Who has a bye.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<PlayerId>,
    /// In a bracket that was reset: tables whose game did not fall, and counts as it was played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keeps: Vec<TableNumber>,
    /// Players whose game, or bye, the organiser had set; the others were paired around it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<PlayerId>,
    /// Its value.
    #[serde(default)]
    pub objective: Objective,
}

impl Pair {
    /// What the organiser had set, each with the opponent, or with none for a bye.
    pub(crate) fn set_by_hand(&self) -> impl Iterator<Item = (&PlayerId, Option<&PlayerId>)> {
        self.fixed.iter().filter_map(|player| {
            let game = self.tables.iter().find(|game| game.one == *player || game.two == *player);
            let other = game.map(|game| game.other(player));
            (other.is_some() || self.byes.contains(player)).then_some((player, other))
        })
    }

    /// Whether somebody's game or bye was set.
    pub(crate) fn is_set(&self, player: &PlayerId) -> bool {
        self.set_by_hand().any(|(one, two)| one == player || two == Some(player))
    }
}

/// A change of some tables of the last round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Repair {
    /// The round.
    pub round: RoundNumber,
    /// The tables named, as they are to be.
    pub tables: Vec<Pairing>,
    /// Who has a bye afterwards, where that changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byes: Option<Vec<PlayerId>>,
    /// Whether results of these tables no longer count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drop_result: bool,
    /// Why.
    pub why: Reason,
}

/// The best go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// Who goes on, the best first; the best seeds pass the first round where places are empty.
    pub players: Vec<PlayerId>,
    /// Whether the losers of the semi-finals play for third place.
    #[serde(default)]
    pub third_place: bool,
    /// Whether a player is out only after two losses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double: bool,
    /// Why, where it takes the place of an earlier cut of which no round is published: a qualifier cannot play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Reason>,
}

impl Cut {
    /// A cut to these players, the best first, without a game for third place.
    pub fn to(players: Vec<PlayerId>) -> Cut {
        Cut { players, third_place: false, double: false, why: None }
    }
}

/// Who is in which pod from the next round on; within a pod everybody meets everybody (circle method, in the order given).
/// The match points of earlier rounds go on counting. Pods of which no round is published are replaced by later ones.
///
/// ```
/// use adjutant_tournament::{PlayerId, command::Pods};
/// let id = |text: &str| PlayerId::new(text).unwrap();
/// let pods = Pods { pods: vec![vec![id("anna"), id("bert")], vec![id("carl"), id("dora")]] };
/// let json = serde_json::to_value(&pods).unwrap();
/// assert_eq!(json, serde_json::json!({"pods": [["anna", "bert"], ["carl", "dora"]]}));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pods {
    /// The pods, each in the order of its schedule; everybody who plays is in exactly one.
    pub pods: Vec<Vec<PlayerId>>,
}
