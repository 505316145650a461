//! What a correction of a match changes.

use std::collections::BTreeMap;

use adjutant_core::reliance::Reliance;
use adjutant_engine::command::Holder;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::side::{BySide, Player, Winner};
use adjutant_engine::view::{RoundLabel, View};

use super::signed;
use crate::names::{name_of, objective_name, round_in_words};

/// What is different after a correction, a line each: the points of both, awards, markers, open questions, the winner,
/// drawn dice, and the signatures that no longer cover what stands. Nothing where nothing is.
pub fn follows(before: &Match, after: &Match) -> Vec<String> {
    let (then, now) = (before.view(), after.view());
    let state = after.state();
    let names = Player::BOTH.map(|player| name_of(state, player));
    let points = Player::BOTH.into_iter().zip(&names).filter(|(player, _)| before.vp()[*player] != after.vp()[*player]);
    let mut lines: Vec<String> =
        points.map(|(player, name)| format!("{name} {} → {} VP", before.vp()[player], after.vp()[player])).collect();
    let (earlier, later) = (awards(&then), awards(&now));
    for key in earlier.keys().chain(later.keys().filter(|key| !earlier.contains_key(*key))) {
        let (from, to) = (earlier.get(key).unwrap_or(&0), later.get(key).unwrap_or(&0));
        if from != to {
            let (player, objective, round) = key;
            let objective = objective.as_ref().map(|id| objective_name(state, *player, id));
            let objective = objective.unwrap_or_else(|| "ruling".to_owned());
            let (name, round) = (name_of(state, *player), round_in_words(*round));
            lines.push(format!("{name}, {round}: {objective} {from} → {to}"));
        }
    }
    let held = |holder: Option<Holder>| match holder.map(Holder::player) {
        None => "nobody knows".to_owned(),
        Some(None) => "nobody".to_owned(),
        Some(Some(player)) => name_of(state, player),
    };
    for (from, to) in then.markers.iter().zip(&now.markers).filter(|(from, to)| from.holder != to.holder) {
        lines.push(format!("{}: {} → {}", to.id, held(from.holder), held(to.holder)));
    }
    let open = |view: &View| view.needs.len() + view.missed.len();
    if open(&then) != open(&now) {
        lines.push(format!("open questions: {} → {}", open(&then), open(&now)));
    }
    let winner = |view: &View| view.result.as_ref().map(|result| result.winner);
    if winner(&then) != winner(&now) {
        lines.push(format!("{} → {}", won(winner(&then), &names), won(winner(&now), &names)));
    }
    let waits = after.open_dice().into_iter().filter(|seq| !before.open_dice().contains(seq));
    lines.extend(waits.map(|seq| format!("the dice of record {seq} wait: the same roll again shows the same faces")));
    let void = after.corrections().iter().skip(before.corrections().len()).filter(|known| known.by.player().is_none());
    let void = void.filter(|known| known.rests.contains(&Reliance::Drawn)).filter_map(|known| known.of);
    lines.extend(void.map(|seq| format!("the dice of record {seq} are lost: the next roll shows new faces")));
    if let Some(signed) = after.signed().filter(|signed| signed.since.is_some()) {
        let names = BySide { one: names[0].as_str(), two: names[1].as_str() };
        lines.push(format!("{}; both sign anew", signed::signed(&signed, &names)));
    }
    lines
}

/// What each objective of each player brings in each row of the sheet.
fn awards(view: &View) -> BTreeMap<(Player, Option<ObjectiveId>, RoundLabel), i32> {
    let mut awards = BTreeMap::new();
    for entry in &view.ledger {
        *awards.entry((entry.player, entry.objective.clone(), entry.round)).or_default() += entry.vp;
    }
    awards
}

fn won(winner: Option<Winner>, names: &[String; 2]) -> String {
    match winner {
        None => "nobody has won yet".to_owned(),
        Some(Winner::One) => format!("{} wins", names[0]),
        Some(Winner::Two) => format!("{} wins", names[1]),
        Some(Winner::Draw) => "a draw".to_owned(),
    }
}
