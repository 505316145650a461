//! Whole random battles: what is offered is taken, every primary and card comes up, and what counts is counted again from
//! the raw points.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::rules::CardMode;
use adjutant_engine::side::Player;
use adjutant_engine::view::{LedgerEntry, RoundLabel, View};
use adjutant_simulate::{Plan, simulate_match};

use super::count::{depth, shipped_pack, wanted};

#[test]
fn every_offer_is_taken() {
    super::offers::every_offer_is_taken("matrix-11th");
}

/// What counts of the points of one player in one column, one after the other: 15 a battle round, 45 in all, 20 for a card
/// that was chosen before the battle; the end of the battle is outside the 15 for the primary alone.
fn recount(entries: &[&LedgerEntry], primary: bool, fixed: bool) -> Vec<i32> {
    let mut rounds: BTreeMap<u32, i32> = BTreeMap::new();
    let mut cards: BTreeMap<String, i32> = BTreeMap::new();
    let mut all = 0;
    let mut counted = Vec::new();
    for entry in entries {
        let mut vp = entry.raw.min(45 - all);
        let round = match entry.round {
            RoundLabel::Number(round) => Some(round),
            RoundLabel::End(_) if primary => None,
            RoundLabel::End(_) => Some(99),
        };
        if let Some(round) = round {
            let of_round = rounds.entry(round).or_insert(0);
            vp = vp.min(15 - *of_round);
            *of_round += vp.max(0);
        }
        if fixed {
            let card = entry.objective.as_ref().map_or_else(String::new, ToString::to_string);
            let of_card = cards.entry(card).or_insert(0);
            // A card's own cap bites before those of the round and the battle.
            let within = vp.min(20 - *of_card).max(0);
            if let (Some(round), true) = (round, within < vp) {
                *rounds.entry(round).or_insert(0) -= vp.max(0) - within;
            }
            vp = within;
            *of_card += vp;
        }
        let vp = vp.max(0);
        all += vp;
        counted.push(vp);
    }
    counted
}

/// `ADJUTANT_ELEVENTH_MATCHES=2000 cargo test --release -p adjutant-simulate --test eleventh` for a longer run.
#[test]
fn random_battles_are_counted_alike_and_read_again() {
    let pack = shipped_pack("matrix-11th");
    let mut primaries: BTreeMap<String, u32> = BTreeMap::new();
    let mut cards: BTreeMap<String, u32> = BTreeMap::new();
    let mut picks = 0;
    for number in 0..wanted("ADJUTANT_ELEVENTH_MATCHES", 120) {
        let missions: Vec<_> = pack.missions.keys().collect();
        let mission = Some(missions[number as usize % missions.len()].clone());
        let plan = Plan { pack: Arc::clone(&pack), mission, ..Plan::new(depth(number)) };
        let game = simulate_match(number, &plan);
        let view = View::of(game.state());
        let mut again = Match::new(adjutant_packs::shipped());
        for (said, command) in super::count::records(&game) {
            picks += u32::from(matches!(command, Command::Pick(_)));
            again.record(said, command).unwrap_or_else(|refusal| panic!("match {number}: {}", refusal.message));
        }
        assert_eq!(again.vp(), game.vp(), "match {number}");
        for player in Player::BOTH {
            let own = &view.players[player];
            let primary = own.primary.as_ref().expect("a primary").objective.clone();
            let fixed = own.cards.as_ref().and_then(|cards| cards.mode) == Some(CardMode::Fixed);
            let of = |is_primary: bool| -> Vec<&LedgerEntry> {
                let counts = |entry: &&LedgerEntry| (entry.objective.as_ref() == Some(&primary)) == is_primary;
                view.ledger.iter().filter(|entry| entry.player == player).filter(counts).collect()
            };
            let mut total = 0;
            for is_primary in [true, false] {
                let entries = of(is_primary);
                let theirs: Vec<i32> = entries.iter().map(|entry| entry.vp).collect();
                assert_eq!(
                    recount(&entries, is_primary, fixed && !is_primary),
                    theirs,
                    "match {number}, {player}: {entries:#?}"
                );
                total += theirs.iter().sum::<i32>();
            }
            for entry in of(false) {
                *cards.entry(entry.objective.as_ref().map_or_else(String::new, ToString::to_string)).or_insert(0) += 1;
            }
            *primaries.entry(primary.to_string()).or_insert(0) += of(true).len() as u32;
            let ready = if own.battle_ready == Some(true) { 10 } else { 0 };
            let total = if own.conceded { 0 } else { (total + ready).min(100) };
            assert_eq!(total, i32::try_from(own.total).expect("a small number"), "match {number}, {player}");
        }
    }
    println!("{primaries:?}\n{cards:?}\n{picks} picks");
    assert_eq!(primaries.len(), 25, "all primaries are played: {primaries:?}");
    assert!(primaries.values().all(|awards| *awards > 0), "every primary brings points: {primaries:?}");
    assert_eq!(cards.len(), 18, "every card brings points: {cards:?}");
    assert!(picks > 100, "{picks} picks");
}
