//! The scoring sheet of one match: blank, prepared or completed.
//!
//! # Source
//! `rules-inventory.md`, section H: the fields, their order, the rules of filling and the checks.

mod check;
mod layout;

use std::collections::BTreeMap;

use adjutant_engine::chain::Hash;
use adjutant_engine::command::Winner;
use adjutant_engine::ids::{MatchId, MissionId, ObjectiveId};
use adjutant_engine::side::{Player, Role};
use adjutant_engine::view::{
    Basis, BasisShares, LedgerEntry, PlayerView, ResultBy, RoundLabel, RoundRow, Status, View,
};

pub use check::Inconsistency;

use crate::Occasion;
use crate::seal::Seal;

/// Objectives of a player: the primary and three secondaries.
pub const OBJECTIVES: usize = 4;
/// Rows of a block: five battle rounds and the end of the battle.
pub const ROWS: usize = 6;
/// What a painted and based army brings.
pub const BATTLE_READY_VP: u32 = 10;

/// Size of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleSize {
    /// Two armies of 1,000 points.
    Incursion,
    /// Two armies of 2,000 points.
    StrikeForce,
}

/// Printed names of missions and objectives.
///
/// An id without a name is printed as words: `take-and-hold` becomes `Take and Hold`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Titles {
    /// Of missions.
    pub missions: BTreeMap<MissionId, String>,
    /// Of primary and secondary objectives.
    pub objectives: BTreeMap<ObjectiveId, String>,
}

impl Titles {
    /// Name of a mission.
    pub fn mission(&self, id: &MissionId) -> String {
        self.missions.get(id).cloned().unwrap_or_else(|| as_words(id.as_str()))
    }

    /// Name of an objective.
    pub fn objective(&self, id: &ObjectiveId) -> String {
        self.objectives.get(id).cloned().unwrap_or_else(|| as_words(id.as_str()))
    }
}

/// An id as a title: `take-and-hold` becomes `Take and Hold`.
pub(crate) fn as_words(id: &str) -> String {
    let capital = |word: &str| match word {
        "a" | "and" | "in" | "of" | "on" | "the" | "to" => word.to_owned(),
        _ => word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect(),
    };
    let words: Vec<String> = id.split(['-', '_']).filter(|word| !word.is_empty()).map(capital).collect();
    words.join(" ")
}

/// A scoring sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoringSheet {
    /// Event, round, table and date, printed above the frame.
    pub occasion: Occasion,
    /// Size of the battle; both names are printed, the other one struck out.
    pub battle_size: Option<BattleSize>,
    /// Name of the mission.
    pub mission: Option<String>,
    /// The two blocks, the attacker's above the defender's once the roles are known.
    pub blocks: [PlayerBlock; 2],
    /// What has become of the match.
    pub outcome: Outcome,
    /// The round after which both players agreed to end the battle.
    pub agreed_end: Option<u32>,
    /// Where the figures come from.
    pub origin: Option<Origin>,
}

/// One player's half of the sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerBlock {
    /// Attacker or Defender; while nobody knows, both words are printed to strike one out.
    pub role: Option<Role>,
    /// Name of the player.
    pub name: Option<String>,
    /// Name of the primary objective.
    pub primary: Option<String>,
    /// Names of the secondary objectives.
    pub secondaries: [Option<String>; 3],
    /// The figures, on a completed sheet.
    pub scores: Option<Scores>,
    /// Whether they gave up.
    pub conceded: bool,
}

/// The figures of one block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// Counted points by row (five rounds, then the end of the battle) and objective (the primary first); `None`
    /// where the row was not played.
    pub rows: [Option<[u32; OBJECTIVES]>; ROWS],
    /// What each objective has brought.
    pub totals: [Counted; OBJECTIVES],
    /// Whether the army was Battle Ready.
    pub battle_ready: Option<bool>,
    /// Points that a judge gave or took for no objective.
    pub ruling: i32,
    /// All together, after caps.
    pub total: u32,
}

/// Points before and after a cap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Before.
    pub raw: u32,
    /// After.
    pub vp: u32,
}

/// What has become of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing yet; the sheet has lines to write the result on.
    #[default]
    ToBeWritten,
    /// The battle goes on.
    Underway {
        /// The battle round, if one has begun.
        round: Option<u32>,
    },
    /// The battle is over.
    Decided {
        /// Which block won, 0 or 1; `None` for a draw.
        winner: Option<usize>,
        /// What decided it.
        by: ResultBy,
        /// Whether an award still waits for somebody's word.
        provisional: bool,
    },
}

/// Where the figures of a completed sheet come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Id of the match.
    pub match_id: Option<MatchId>,
    /// Number of the last record.
    pub seq: u64,
    /// How many points rest on what.
    pub basis: BasisShares,
    /// Hash of the last record; a bare log has none.
    pub head: Option<Hash>,
    /// What the QR code says; only a match that has ended has one.
    pub seal: Option<Seal>,
}

impl ScoringSheet {
    /// An empty form.
    pub fn blank(occasion: Occasion) -> ScoringSheet {
        ScoringSheet { occasion, ..ScoringSheet::default() }
    }

    /// A form with what is known before the battle: names, mission, roles and objectives as far as the log has them.
    pub fn prepared(view: &View, occasion: Occasion, titles: &Titles) -> ScoringSheet {
        ScoringSheet {
            occasion,
            battle_size: None,
            mission: view.mission.as_ref().map(|id| titles.mission(id)),
            blocks: order(view).map(|player| block(&view.players[player], titles)),
            outcome: Outcome::ToBeWritten,
            agreed_end: None,
            origin: None,
        }
    }

    /// The sheet of a match as its log tells it, whether it has ended or not.
    ///
    /// A view knows neither the size of the battle nor whether its end was agreed: set [`battle_size`] and
    /// [`agreed_end`] afterwards.
    ///
    /// [`battle_size`]: ScoringSheet::battle_size
    /// [`agreed_end`]: ScoringSheet::agreed_end
    pub fn completed(view: &View, occasion: Occasion, titles: &Titles) -> ScoringSheet {
        let mut sheet = ScoringSheet::prepared(view, occasion, titles);
        for (block, player) in sheet.blocks.iter_mut().zip(order(view)) {
            block.scores = Some(scores(view, player));
        }
        sheet.outcome = outcome(view);
        sheet.origin = Some(Origin {
            match_id: view.id.clone(),
            seq: view.seq,
            basis: view.result.as_ref().map_or_else(|| shares(&view.ledger), |result| result.basis),
            head: view.head,
            seal: Seal::of(view),
        });
        sheet
    }
}

/// The players in the order of the sheet: the attacker first.
fn order(view: &View) -> [Player; 2] {
    let attacks = |player: Player| view.players[player].role == Some(Role::Attacker);
    let defends = |player: Player| view.players[player].role == Some(Role::Defender);
    if attacks(Player::Two) || (defends(Player::One) && !defends(Player::Two)) {
        [Player::Two, Player::One]
    } else {
        Player::BOTH
    }
}

fn block(player: &PlayerView, titles: &Titles) -> PlayerBlock {
    let mut secondaries = player.secondaries.iter().map(|score| titles.objective(&score.objective));
    PlayerBlock {
        role: player.role,
        name: player.name.as_ref().map(|name| name.as_str().to_owned()),
        primary: player.primary.as_ref().map(|score| titles.objective(&score.objective)),
        secondaries: std::array::from_fn(|_| secondaries.next()),
        scores: None,
        conceded: player.conceded,
    }
}

fn scores(view: &View, player: Player) -> Scores {
    let seen = &view.players[player];
    let objectives = seen.primary.iter().chain(&seen.secondaries);
    let mut totals = [Counted::default(); OBJECTIVES];
    let first = if seen.primary.is_some() { 0 } else { 1 };
    for (total, score) in totals[first..].iter_mut().zip(objectives) {
        *total = Counted { raw: score.raw, vp: score.vp };
    }
    let mut rows = [None; ROWS];
    for row in &view.rounds {
        if let Some(cells) = place(row.round).and_then(|place| rows.get_mut(place)) {
            *cells = Some(cells_of(row, player));
        }
    }
    Scores { rows, totals, battle_ready: seen.battle_ready, ruling: ruling(&view.ledger, player), total: seen.total }
}

fn place(label: RoundLabel) -> Option<usize> {
    match label {
        RoundLabel::Number(round) => (round as usize).checked_sub(1).filter(|row| *row < ROWS - 1),
        RoundLabel::End(_) => Some(ROWS - 1),
    }
}

fn cells_of(row: &RoundRow, player: Player) -> [u32; OBJECTIVES] {
    let score = match player {
        Player::One => &row.one,
        Player::Two => &row.two,
    };
    let mut cells = [score.primary, 0, 0, 0];
    for (cell, vp) in cells[1..].iter_mut().zip(&score.secondaries) {
        *cell = *vp;
    }
    cells
}

/// Points that a judge gave or took for no objective; Battle Ready has a field of its own.
fn ruling(ledger: &[LedgerEntry], player: Player) -> i32 {
    let free =
        |entry: &&LedgerEntry| entry.player == player && entry.objective.is_none() && entry.basis == Basis::Ruled;
    ledger.iter().filter(free).map(|entry| entry.vp).sum()
}

fn shares(ledger: &[LedgerEntry]) -> BasisShares {
    let of = |basis: Basis| ledger.iter().filter(|entry| entry.basis == basis).map(|entry| entry.vp).sum::<i32>();
    BasisShares { derived: of(Basis::Derived), claimed: of(Basis::Claimed), ruled: of(Basis::Ruled) }
}

fn outcome(view: &View) -> Outcome {
    let Some(result) = &view.result else {
        return if view.status == Status::Setup {
            Outcome::ToBeWritten
        } else {
            Outcome::Underway { round: view.round }
        };
    };
    let block_of = |winner: Player| order(view).iter().position(|player| *player == winner);
    let winner = match result.winner {
        Winner::One => block_of(Player::One),
        Winner::Two => block_of(Player::Two),
        Winner::Draw => None,
    };
    Outcome::Decided { winner, by: result.by, provisional: result.provisional }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_without_a_name_are_printed_as_words() {
        let titles = Titles::default();
        assert_eq!(titles.objective(&ObjectiveId::new("take-and-hold").unwrap()), "Take and Hold");
        assert_eq!(titles.mission(&MissionId::new("-x_y.z").unwrap()), "X Y.z");
    }
}
