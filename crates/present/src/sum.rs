//! How the totals of a match come about: a row an objective with both players side by side, and the same by rounds.

use std::collections::BTreeSet;

use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::score;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::state::State;
use adjutant_engine::view::{EndLabel, LedgerEntry, RoundLabel, Status};

use crate::names::objective_name;

/// Victory points before and after the cap of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// What was scored.
    pub scored: i32,
    /// What of it counts.
    pub counts: i32,
}

/// A row of the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What the points are for.
    pub what: String,
    /// The points of each player; nothing for a player who has no such objective.
    pub points: BySide<Option<Points>>,
}

/// The points of a match, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The parts: objectives in the order of the sheet, rulings, Battle Ready, what a limit takes.
    pub parts: Vec<Part>,
    /// The same points by rounds, Battle Ready and what a limit takes at the end of the battle.
    pub rounds: Vec<(RoundLabel, BySide<i32>)>,
    /// Both totals. The parts add up to them, and so do the rounds.
    pub totals: BySide<i32>,
}

/// Adds up a match as it stands.
///
/// # Examples
/// ```
/// use adjutant_engine::fold::Match;
/// use adjutant_present::sum::sum;
/// let game = Match::new(adjutant_packs::shipped());
/// assert_eq!(sum(game.state()).totals.one, 0);
/// ```
pub fn sum(state: &State) -> Sum {
    let ledger = score::ledger(state);
    let totals = BySide::from_fn(|player| i32::try_from(score::total(state, player)).unwrap_or(i32::MAX));
    let mut parts = objectives(state, &ledger);
    parts.extend(of("Rulings of a judge", |player| of_ledger(&ledger, player, None)));
    let ready = BySide::from_fn(|player| ready(state, player));
    parts.extend(of("Battle Ready", |player| ready[player]));
    let counted =
        |player: Player| -> i32 { parts.iter().filter_map(|part| part.points[player]).map(|of| of.counts).sum() };
    let rest = BySide::from_fn(|player| totals[player] - counted(player));
    let limit = format!("Kept between 0 and {}", state.law().total_cap);
    let why = if state.conceded.is_some() { "Conceded: nothing counts" } else { &limit };
    parts.extend(of(why, |player| (rest[player] != 0).then(|| Points { scored: rest[player], counts: rest[player] })));
    let labels = score::rounds(state, &ledger).into_iter().map(|row| row.round);
    let round = |label: RoundLabel| {
        let scored = |player: Player| -> i32 {
            let own = ledger.iter().filter(|entry| entry.player == player && entry.round == label);
            own.map(|entry| entry.vp).sum()
        };
        let at_the_end = |player: Player| ready[player].map_or(0, |of| of.counts) + rest[player];
        let ends = label == RoundLabel::End(EndLabel::End);
        (label, BySide::from_fn(|player| scored(player) + if ends { at_the_end(player) } else { 0 }))
    };
    Sum { rounds: labels.map(round).collect(), parts, totals }
}

/// A row, unless it says nothing of anybody.
fn of(what: &str, points: impl Fn(Player) -> Option<Points>) -> Option<Part> {
    let points = BySide::from_fn(points);
    (points.one.is_some() || points.two.is_some()).then(|| Part { what: what.to_owned(), points })
}

/// The objectives that a player has, and those that were scored or are not there any more.
fn objectives(state: &State, ledger: &[LedgerEntry]) -> Vec<Part> {
    let own = Player::BOTH.map(|player| -> BTreeSet<ObjectiveId> {
        state.objectives(player).map(|(_, objective)| objective.id.clone()).collect()
    });
    let own = |player: Player| if player == Player::One { &own[0] } else { &own[1] };
    let on_the_sheet = Player::BOTH.into_iter().flat_map(|player| state.objectives(player));
    let on_the_sheet = on_the_sheet.map(|(_, objective)| &objective.id);
    let mut parts: Vec<Part> = Vec::new();
    let mut known = BTreeSet::new();
    for id in on_the_sheet.chain(ledger.iter().filter_map(|entry| entry.objective.as_ref())) {
        if !known.insert(id) {
            continue;
        }
        let whose = if own(Player::One).contains(id) { Player::One } else { Player::Two };
        parts.extend(of(&objective_name(state, whose, id), |player| {
            of_ledger(ledger, player, Some(id)).or_else(|| own(player).contains(id).then(Points::default))
        }));
    }
    parts
}

/// What the ledger holds of an objective, or of rulings that name none.
fn of_ledger(ledger: &[LedgerEntry], player: Player, id: Option<&ObjectiveId>) -> Option<Points> {
    let own = ledger.iter().filter(|entry| entry.player == player && entry.objective.as_ref() == id);
    own.fold(None, |sum: Option<Points>, entry| {
        let Points { scored, counts } = sum.unwrap_or_default();
        Some(Points { scored: scored + entry.raw, counts: counts + entry.vp })
    })
}

/// Battle Ready counts once the battle has ended.
fn ready(state: &State, player: Player) -> Option<Points> {
    let said = state.sides[player].battle_ready.is_some() && state.law().battle_ready_vp() > 0;
    let vp = score::battle_ready(state, player);
    (said && state.status == Status::Ended).then_some(Points { scored: vp, counts: vp })
}
