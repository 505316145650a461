//! Simulated events against independent optima: another matching library for every round, every pairing tried for
//! small fields, tables against an independent assignment, and the judge over the whole log and every number of the
//! standings.
//!
//! `ADJUTANT_SIMULATED_EVENTS` (default 6) is the number of events of each size; 200 is the full run.

#[path = "support/optimum.rs"]
mod optimum;
use crate::support;

use std::collections::BTreeSet;

use adjutant_tournament::check::check;
use adjutant_tournament::command::Pairing;
use adjutant_tournament::pairing::{Draft, Field, consequences, draft_with, explain};
use adjutant_tournament::policy::{Method, Policies, Separation, TieBreak};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{RoundNumber, TableNumber, TournamentLog};
use optimum::optimum;
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;
use support::{Dice, simulate};

fn events() -> u64 {
    std::env::var("ADJUTANT_SIMULATED_EVENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(6)
}

fn is_optimal(log: &TournamentLog, draft: &Draft) {
    let field = Field::of(&log.state().before(draft.pair.round), draft.pair.round, draft.pair.method, false);
    let (value, _) = field.value(&draft.pair.tables, &draft.pair.byes);
    assert_eq!(Some(value), optimum(&field), "round {}", draft.pair.round);
    let again = adjutant_matching::solve(&field).expect("a legal round");
    again.proof.check(&field, value).expect("a proof that holds");
    assert_eq!(repeated_tables(log, draft), fewest_repeated_tables(log, draft), "tables of round {}", draft.pair.round);
}

/// How often the two of a game have sat at a table.
fn sat(log: &TournamentLog, game: &Pairing, table: TableNumber) -> i128 {
    let earlier = log.state().rounds.iter().flat_map(|round| round.at(table));
    let ends = earlier.flat_map(|before| [&before.one, &before.two]);
    ends.filter(|player| **player == game.one || **player == game.two).count() as i128
}

fn repeated_tables(log: &TournamentLog, draft: &Draft) -> i128 {
    draft.pair.tables.iter().map(|game| sat(log, game, game.table)).sum()
}

/// The least number of seats that somebody has sat in before, by the other library.
fn fewest_repeated_tables(log: &TournamentLog, draft: &Draft) -> i128 {
    let games = &draft.pair.tables;
    let numbers = (1..=games.len() as u16).map(TableNumber);
    let seats: Vec<Vec<i128>> =
        games.iter().map(|game| numbers.clone().map(|table| sat(log, game, table)).collect()).collect();
    let count = games.len() as u32;
    let edge = |one: u32, two: u32| (one, count + two, 1_000 - seats[one as usize][two as usize]);
    let edges: Vec<_> = (0..count).flat_map(|one| (0..count).map(move |two| edge(one, two))).collect();
    let graph = UnGraph::<(), i128>::from_edges(edges);
    let mates = max_weight_matching(&graph, true, |edge| Ok::<i128, ()>(*edge.weight()), false).expect("an assignment");
    mates.iter().map(|(one, two)| seats[*one.min(two)][*one.max(two) - games.len()]).sum()
}

/// Every method, clubs apart for 0, 2 or 4 rounds, all tie-breaks, a different one first in every event.
fn policies(event: u64) -> Policies {
    let method = [Method::Random, Method::Nearest, Method::Slide, Method::BattlePoints][event as usize % 4];
    let mut tie_breaks = TieBreak::ALL.to_vec();
    tie_breaks.rotate_left(event as usize % TieBreak::ALL.len());
    let avoid = Separation { club: (event % 3) as u16 * 2, team: 0, country: 0 };
    Policies { method, avoid, tie_breaks, top_tables: event.is_multiple_of(2), ..Policies::default() }
}

fn all_clean(players: u32, rounds: u16) {
    let (mut judged, mut exhausted, mut compared) = (0, 0, 0);
    for event in 0..events() {
        let seed = u64::from(players) << 32 | event;
        let log = simulate(players, rounds, policies(event), seed, is_optimal);
        let report = check(&log);
        // Not one remark either: no rematch, no second bye, nobody left out, no value or number that differs.
        assert_eq!(report.findings, [], "{players} players, event {event}");
        assert!(report.rounds >= 4);
        if players <= 9 {
            assert!(report.exhausted > 0);
        }
        judged += u32::from(report.rounds);
        exhausted += u32::from(report.exhausted);
        compared +=
            (1..=report.rounds).map(|round| standings(log.state(), RoundNumber(round)).rows.len()).sum::<usize>();
        assert_eq!(simulate(players, rounds, policies(event), seed, |_, _| {}).to_bytes(), log.to_bytes());
        let again = TournamentLog::read(&log.to_bytes()).expect("its own log");
        assert_eq!(again.state(), log.state());
        assert_eq!(consequences(log.state(), None), [], "an audit pairs as the record does");
    }
    eprintln!(
        "{} events of {players} players: {judged} rounds, each the independent optimum in pairs and tables, 0 findings; \
         {exhausted} rounds by trying every pairing; {compared} rows of standings with {} tie-breaks recomputed",
        events(),
        TieBreak::ALL.len()
    );
}

#[test]
fn nine_players() {
    all_clean(9, 5);
}

#[test]
fn thirty_two_players() {
    all_clean(32, 6);
}

#[test]
fn a_hundred_and_twenty_players() {
    all_clean(120, 6);
}

#[test]
fn two_hundred_players() {
    all_clean(200, 7);
}

#[test]
fn clubs_meet_in_round_one_only_where_they_must() {
    let policies = Policies { avoid: Separation { club: 1, team: 0, country: 0 }, ..Policies::default() };
    for event in 0..events() {
        simulate(40, 1, policies.clone(), event, |_, draft| assert_eq!(draft.pair.objective.club, 0));
    }
}

#[test]
fn a_field_that_has_played_out_is_refused_with_its_reason_and_goes_on_with_rematches() {
    let log = simulate(4, 3, Policies { tie_breaks: Vec::new(), ..Policies::default() }, 3, |_, _| {});
    let mut state = log.state().clone();
    if let Some(create) = &mut state.create {
        create.rounds = 9;
    }
    let mut rounds = state.rounds.len();
    while let Ok(draft) = draft_with(&state, None, false) {
        rounds += 1;
        let mut log = log.clone();
        if log.record(support::AT, adjutant_tournament::By::Organiser, draft.command()).is_err() {
            break;
        }
    }
    assert!(rounds >= 3);
    let error = draft_with(&state, None, false).expect_err("everybody has met everybody");
    assert!(error.to_string().contains("Allow rematches"), "{error}");
    let again = draft_with(&state, None, true).expect("rematches allowed");
    assert!(again.flags.values().flatten().all(|flag| !flag.avoidable));
}

#[test]
fn every_alternative_is_dearer_than_the_pairing_or_equal() {
    let log = simulate(24, 5, Policies::default(), 11, |_, _| {});
    let player = log.state().players[3].entry.player.clone();
    let explanation = explain(log.state(), RoundNumber(4), &player).expect("a known round");
    let others: BTreeSet<_> = explanation.alternatives.iter().map(|other| other.opponent.clone()).collect();
    assert!(others.len() >= 10, "{explanation:#?}");
    assert!(explanation.alternatives.iter().all(|other| !other.cost.contains(" less ")), "{explanation:#?}");
}

#[test]
fn the_dice_of_these_tests_are_the_same_everywhere() {
    assert_eq!(Dice(1).below(1000), 465);
}
