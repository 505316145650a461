//! The scoring sheet of one match: blank, prepared or completed.
//!
//! # Source
//! `docs/rules/sheet.md`, section H: the fields, their order, the rules of filling and the checks.

mod check;
mod form;
mod layout;
mod played;

use std::collections::BTreeMap;

use adjutant_engine::chain::Hash;
use adjutant_engine::command::{BattleSize, Winner};
use adjutant_engine::ids::{MatchId, MissionId, ObjectiveId};
use adjutant_engine::side::{Player, Role};
use adjutant_engine::view::{Basis, BasisShares, LedgerEntry, PlayerView, ResultBy, RoundRow, Status, View};

pub use check::Inconsistency;
pub use form::{Column, Extra, Form};

use crate::Occasion;
use crate::seal::Seal;

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
#[derive(Clone, Debug, PartialEq)]
pub struct ScoringSheet {
    /// What the pack's sheet looks like: rounds, columns, caps.
    pub form: Form,
    /// Event, round, table and date, printed above the frame.
    pub occasion: Occasion,
    /// Size of the battle; every size of the form is printed, the others struck out.
    pub battle_size: Option<BattleSize>,
    /// Name of the mission.
    pub mission: Option<String>,
    /// The two blocks, the attacker's above the defender's once the roles are known.
    pub blocks: [PlayerBlock; 2],
    /// What has become of the match.
    pub outcome: Outcome,
    /// The round after which both players agreed to end the battle.
    pub agreed_end: Option<u32>,
    /// What both players signed, and who changed it since, where somebody has.
    pub signed: Option<String>,
    /// The last correction of what somebody had relied on, and how many more there are.
    pub corrected: Option<String>,
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
    /// Name of the objective of each column of the form, in order.
    pub objectives: Vec<Option<String>>,
    /// The figures, on a completed sheet.
    pub scores: Option<Scores>,
    /// Whether they gave up.
    pub conceded: bool,
}

/// The figures of one block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// Counted points by row (the battle rounds, then the end of the battle) and column; `None` where the row was not
    /// played.
    pub rows: Vec<Option<Vec<u32>>>,
    /// What each column has brought.
    pub totals: Vec<Counted>,
    /// Whether the army earned what the form's extra pays.
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
        /// The rule of the mission pack that decided it, as the pack calls it, for [`ResultBy::Ending`].
        ending: String,
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
    /// An empty sheet.
    pub fn blank(form: Form, occasion: Occasion) -> ScoringSheet {
        let block = PlayerBlock { objectives: vec![None; form.columns.len()], ..PlayerBlock::default() };
        ScoringSheet {
            form,
            occasion,
            battle_size: None,
            mission: None,
            blocks: [block.clone(), block],
            outcome: Outcome::ToBeWritten,
            agreed_end: None,
            signed: None,
            corrected: None,
            origin: None,
        }
    }

    /// A sheet with what is known before the battle: names, mission, roles and objectives as far as the log has them.
    pub fn prepared(form: Form, view: &View, occasion: Occasion, titles: &Titles) -> ScoringSheet {
        let mut sheet = ScoringSheet::blank(form, occasion);
        sheet.mission = view.mission.as_ref().map(|id| titles.mission(id));
        sheet.blocks = order(view).map(|player| block(&sheet.form, &view.players[player], titles));
        sheet
    }

    /// The sheet of a match as its log tells it, whether it has ended or not.
    ///
    /// A view knows neither the size of the battle nor whether its end was agreed: set [`battle_size`] and
    /// [`agreed_end`] afterwards.
    ///
    /// [`battle_size`]: ScoringSheet::battle_size
    /// [`agreed_end`]: ScoringSheet::agreed_end
    pub fn completed(form: Form, view: &View, occasion: Occasion, titles: &Titles) -> ScoringSheet {
        let mut sheet = ScoringSheet::prepared(form, view, occasion, titles);
        for (block, player) in sheet.blocks.iter_mut().zip(order(view)) {
            block.scores = Some(scores(&sheet.form, view, player));
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

fn block(form: &Form, player: &PlayerView, titles: &Titles) -> PlayerBlock {
    let mut objectives = vec![None; form.columns.len()];
    for (name, column) in objectives.iter_mut().zip(&player.columns) {
        *name = column.objective.as_ref().map(|objective| titles.objective(objective));
    }
    PlayerBlock {
        role: player.role,
        name: player.name.as_ref().map(|name| name.as_str().to_owned()),
        objectives,
        scores: None,
        conceded: player.conceded,
    }
}

fn scores(form: &Form, view: &View, player: Player) -> Scores {
    let seen = &view.players[player];
    let mut totals = vec![Counted::default(); form.columns.len()];
    for (total, column) in totals.iter_mut().zip(&seen.columns) {
        *total = Counted { raw: column.raw, vp: column.vp };
    }
    let mut rows = vec![None; form.rows()];
    for row in &view.rounds {
        if let Some(cells) = form.row_of(row.round).and_then(|place| rows.get_mut(place)) {
            *cells = Some(cells_of(form, row, player));
        }
    }
    Scores { rows, totals, battle_ready: seen.battle_ready, ruling: ruling(&view.ledger, player), total: seen.total }
}

fn cells_of(form: &Form, row: &RoundRow, player: Player) -> Vec<u32> {
    let mut cells = vec![0; form.columns.len()];
    for (cell, vp) in cells.iter_mut().zip(&row[player].columns) {
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
    let ending = result.ending_in_words().to_owned();
    Outcome::Decided { winner, by: result.by, ending, provisional: result.provisional }
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
