//! What programs are answered, from what pages are rendered from.

use std::collections::BTreeMap;

use adjutant_engine::score;
use adjutant_engine::side::Player as Side;
use adjutant_engine::view::Status;
use adjutant_tournament::command::{Basis, Pairing, ResultEntry, Winner};
use adjutant_tournament::standings::Row;
use adjutant_tournament::state::{Player, Round, Stage};
use adjutant_tournament::{PlayerId, RoundNumber};
use serde_json::{Value, json};

use crate::ask::Ask;
use crate::files::{ranked, read_list};
use crate::pages::can_score;
use crate::pages::overlay::Aired;
use crate::pages::scene::Scene;

/// Why there is no such thing.
pub(super) type Missing = String;

/// Decimals of a tie-break.
const DECIMALS: u32 = 4;

/// Rounds that were published, in their order.
fn rounds<'a>(scene: &Scene<'a>) -> impl Iterator<Item = &'a Round> {
    scene.snap.state.rounds.iter().filter(|round| round.stage != Stage::Draft)
}

pub(super) fn event(scene: &Scene<'_>) -> Value {
    let snap = scene.snap;
    let state = match snap.shown() {
        _ if snap.state.finished => "finished",
        None => "before",
        Some(round) if round.stage == Stage::Closed => "between",
        Some(_) => "playing",
    };
    json!({
        "event": snap.event,
        "name": snap.name(),
        "state": state,
        "round": snap.shown().map(|round| round.pair.round),
        "rounds": snap.rounds(),
        "closed": snap.closed_round(),
        "players": snap.state.players.iter().filter(|player| !player.is_waiting()).count(),
        "waiting": snap.state.players.iter().filter(|player| player.is_waiting()).count(),
        "ends": snap.deadline(),
    })
}

pub(super) fn players(scene: &Scene<'_>) -> Value {
    let next = scene.snap.shown().map_or(RoundNumber(1), |round| round.pair.round.next());
    let player = |player: &Player| {
        let entry = &player.entry;
        json!({
            "player": entry.player,
            "name": entry.name,
            "faction": entry.faction,
            "club": entry.club,
            "team": entry.team,
            "dropped": player.gone(next).is_some(),
            "waiting": player.is_waiting(),
        })
    };
    json!({ "players": scene.snap.state.players.iter().map(player).collect::<Vec<_>>() })
}

pub(super) fn pairings(scene: &Scene<'_>, ask: &Ask) -> Result<Value, Missing> {
    let wanted = match ask.get("round") {
        None => None,
        Some(number) => Some(number.trim().parse().map(RoundNumber).map_err(|_| "Write the round as a number.")?),
    };
    let round = rounds(scene).filter(|round| wanted.is_none_or(|wanted| round.pair.round == wanted)).last();
    let round = round.ok_or("That round is not published.")?;
    let table = |pairing: &Pairing| {
        json!({
            "table": pairing.table,
            "one": pairing.one,
            "two": pairing.two,
            "mission": pairing.mission,
            "hall": scene.hall(pairing.table),
        })
    };
    Ok(json!({
        "round": round.pair.round,
        "name": scene.round(round),
        "closed": round.stage == Stage::Closed,
        "tables": round.pair.tables.iter().map(table).collect::<Vec<_>>(),
        "byes": round.pair.byes,
    }))
}

pub(super) fn standings(scene: &Scene<'_>) -> Result<Value, Missing> {
    let table = ranked(scene)?;
    let row = |row: &Row| {
        let ties: BTreeMap<&str, String> =
            row.tie_breaks.iter().map(|(name, value)| (*name, value.decimal(DECIMALS))).collect();
        json!({
            "rank": row.rank,
            "player": row.player,
            "name": row.name,
            "faction": row.faction,
            "wins": row.record.wins,
            "draws": row.record.draws,
            "losses": row.record.losses,
            "points": row.points,
            "tie_breaks": ties,
            "dropped": row.dropped,
            "disqualified": row.disqualified,
        })
    };
    let order: Vec<&str> = scene.snap.state.policies().tie_breaks.iter().map(|tie_break| tie_break.name()).collect();
    Ok(json!({ "round": table.round, "tie_breaks": order, "rows": table.rows.iter().map(row).collect::<Vec<_>>() }))
}

pub(super) fn results(scene: &Scene<'_>) -> Value {
    let result = |round: &Round, result: &ResultEntry| {
        let pairing = round.at(result.table)?;
        let winner = match scene.snap.state.policies().winner_of(result) {
            Winner::One => Some(&pairing.one),
            Winner::Two => Some(&pairing.two),
            Winner::Draw | Winner::Neither => None,
        };
        Some(json!({
            "table": result.table,
            "one": pairing.one,
            "two": pairing.two,
            "one_vp": result.one,
            "two_vp": result.two,
            "winner": winner,
            "basis": round.basis(result.table).unwrap_or(Basis::Desk),
        }))
    };
    let round = |round: &Round| {
        let all: Vec<Value> = round.results.values().filter_map(|entry| result(round, entry)).collect();
        json!({ "round": round.pair.round, "closed": round.stage == Stage::Closed, "byes": round.pair.byes, "results": all })
    };
    json!({ "rounds": rounds(scene).map(round).collect::<Vec<_>>() })
}

pub(super) fn live(scene: &Scene<'_>, aired: &[Aired]) -> Value {
    let table = |aired: &Aired| {
        let state = aired.state();
        let (stage, battle) = match state.status {
            Status::Setup => ("set-up", false),
            Status::Battle => ("battle", true),
            Status::Ended => ("final", false),
        };
        let vp = score::totals(state);
        json!({
            "table": aired.pairing.table,
            "one": aired.pairing.one,
            "two": aired.pairing.two,
            "one_vp": vp.one,
            "two_vp": vp.two,
            "state": stage,
            "battle_round": battle.then_some(state.round),
            "turn": battle.then(|| aired.player(state.active)),
            "one_can_score": can_score(state, Side::One),
            "two_can_score": can_score(state, Side::Two),
        })
    };
    json!({
        "round": scene.snap.shown().map(|round| round.pair.round),
        "delay_s": scene.memory.on_air().delay_s,
        "tables": aired.iter().map(table).collect::<Vec<_>>(),
    })
}

/// Whether lists are shown, and with which round they are.
fn shown(scene: &Scene<'_>) -> (bool, RoundNumber) {
    let state = &scene.snap.state;
    (state.has_seen(state.policies().lists_shown), state.policies().lists_shown)
}

pub(super) fn lists(scene: &Scene<'_>) -> Value {
    let (open, with) = shown(scene);
    let all = scene.snap.state.players.iter().filter(|_| open);
    let handed_in = all.filter_map(|known| Some(json!({ "player": known.entry.player, "digest": known.list? })));
    json!({ "shown": open, "with_round": with, "lists": handed_in.collect::<Vec<_>>() })
}

pub(super) fn list(scene: &Scene<'_>, ask: &Ask) -> Result<Value, Missing> {
    let (open, with) = shown(scene);
    if !open {
        return Err(format!("Lists are shown when round {with} is published."));
    }
    let none = || "There is no such list here.".to_owned();
    let player = PlayerId::new(ask.text("player")).map_err(|_| none())?;
    let digest = scene.snap.state.player(&player).and_then(|known| known.list).ok_or_else(none)?;
    let roster = read_list(scene, &player, digest).and_then(|read| read.import.ok()).ok_or_else(none)?.roster;
    let unit = |unit: &adjutant_engine::roster::RosterUnit| {
        let models: i32 = unit.models.iter().map(|group| group.count.get()).sum();
        json!({ "unit": unit.id, "name": unit.datasheet, "points": unit.points, "models": models })
    };
    Ok(json!({
        "player": player,
        "digest": digest,
        "name": roster.name,
        "faction": roster.faction,
        "units": roster.units().map(unit).collect::<Vec<_>>(),
    }))
}
