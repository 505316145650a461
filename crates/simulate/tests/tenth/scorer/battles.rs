//! Random matches, judged by the engine and by the second scorer.

use std::collections::BTreeMap;

use adjutant_engine::command::Command;
use adjutant_engine::side::Player;
use adjutant_engine::view::View;
use adjutant_simulate::{Plan, Record, simulate_match};

use super::super::shared::count::{depth, records, shipped_pack, wanted};
use super::posts::cards_of;
use super::unit::Nerve;
use super::{Game, Verdict};

fn plan(number: u64) -> Plan {
    Plan { pack: shipped_pack("outposts-10th"), ..Plan::new(depth(number)) }
}

/// The first record after which the two count other needs, or other totals.
fn first_difference(number: u64, records: &[Record]) -> String {
    let mut game = adjutant_engine::fold::Match::new(adjutant_packs::shipped());
    let mut scorer = Game::default();
    let mut before: Vec<String> = Vec::new();
    let told = records.iter().filter(|(_, command)| !matches!(command, Command::Retract { .. }));
    for (at, (by, command)) in told.enumerate() {
        game.record(*by, command.clone()).unwrap_or_else(|refusal| panic!("match {number}: {refusal}"));
        scorer.read(*by, command);
        before.push(serde_json::to_string(command).expect("JSON"));
        let theirs: Vec<String> = game.state().needs.iter().map(|need| need.objective.to_string()).collect();
        let ours: Vec<String> =
            scorer.needs.open.iter().map(|need| need.objective.replace("at-the-end", "man-the-outposts")).collect();
        let sides = [&scorer.sides[0], &scorer.sides[1]].map(|side| side.primary.min(40) + side.cards.min(30));
        let totals = game.vp();
        let vp = scorer.conceded.is_some() || sides == [i64::from(totals.one), i64::from(totals.two)];
        if ours != theirs || !vp {
            let last = before[before.len().saturating_sub(12)..].join("\n");
            let units: Vec<String> =
                scorer.units.iter().map(|(id, unit)| format!("{id} {:?} {}", unit.spot, unit.models())).collect();
            return format!(
                "record {}: needs {ours:?} / {theirs:?}, {sides:?} / {totals:?}\n{units:#?}\n{last}",
                at + 1
            );
        }
    }
    "no record".into()
}

/// `ADJUTANT_TENTH_MATCHES=10000 cargo test --release -p adjutant-simulate --test tenth` for a longer run.
#[test]
fn random_matches_end_alike_for_both_scorers() {
    let wanted = wanted("ADJUTANT_TENTH_MATCHES", 1_000);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for number in 0..wanted {
        let game = simulate_match(number, &plan(number));
        let view = View::of(game.state());
        let records = records(&game);
        let mut scorer = Game::default();
        for (by, command) in &records {
            scorer.read(*by, command);
            if let Command::Card(cards) = command {
                *seen.entry(format!("card {}", cards.stratagem.is_some())).or_insert(0) += 1;
            }
            if let Command::Effect(effect) = command {
                *seen.entry(format!("effect until {:?}", effect.until)).or_insert(0) += 1;
            }
            if let Command::Attach { .. } = command {
                *seen.entry("attached".into()).or_insert(0) += 1;
            }
            if let Command::Test { of, .. } = command {
                *seen.entry(format!("{of:?}")).or_insert(0) += 1;
            }
        }
        assert!(scorer.over, "match {number} ends where its records do");
        let ours = scorer.verdict();
        let result = view.result.as_ref().unwrap_or_else(|| panic!("match {number} has no result"));
        let theirs = Verdict {
            totals: [result.one, result.two],
            winner: result.winner,
            by: result.by,
            cp: Player::BOTH.map(|player| i64::from(view.players[player].cp)),
            active: cards_of(&view, |cards| &cards.active),
            gone: cards_of(&view, |cards| &cards.discarded),
        };
        assert_eq!(ours, theirs, "match {number}, {:?}, {}", view.mission, first_difference(number, &records));
        for key in [format!("{:?}", view.mission), format!("{:?}", result.by)] {
            *seen.entry(key).or_insert(0) += 1;
        }
        let shocked = scorer.units.values().any(|unit| unit.nerve == Nerve::Untested);
        *seen.entry(format!("untested at the end {shocked}")).or_insert(0) += 1;
        let led = records.iter().filter_map(|(_, command)| match command {
            Command::Attach { leader, to } => Some([leader, to].map(|id| scorer.units[id.as_str()].models() > 0)),
            _ => None,
        });
        for [leader, unit] in led {
            *seen.entry(format!("leader stands {leader}, unit stands {unit}")).or_insert(0) += 1;
        }
    }
    println!("{seen:?}");
    assert!(seen.len() >= 20, "every kind of event occurs: {seen:?}");
}
