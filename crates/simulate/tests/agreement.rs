//! Simulated matches are legal and deterministic, and `legal_commands` agrees with `decide` in the course of them.
//!
//! `ADJUTANT_SIMULATED_MATCHES=10000 cargo test --release -p adjutant-simulate --test agreement` for the long run.

use std::collections::BTreeSet;

use adjutant_engine::command::{ClockState, Command, Holder, MarkerChange, MarkerTag, MoveKind, RemovedTo, Spot};
use adjutant_engine::draw;
use adjutant_engine::fold::Match;
use adjutant_engine::legal::legal_commands;
use adjutant_engine::numbers::{Vp, Whole};
use adjutant_engine::side::{By, MapSide, Player};
use adjutant_engine::view::Status;
use adjutant_simulate::stream::Stream;
use adjutant_simulate::{Depth, Plan, Record, simulate, simulate_match};

const DEPTHS: [Depth; 3] = [Depth::Scores, Depth::Facts, Depth::Positions];

/// How many matches are simulated.
fn matches(default: u64) -> u64 {
    std::env::var("ADJUTANT_SIMULATED_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn plan(number: u64) -> Plan {
    Plan::new(DEPTHS[usize::try_from(number % 3).expect("0 to 2")])
}

/// Folds a match and stops where its seed says.
fn at_some_moment(number: u64, records: &[Record]) -> Match {
    let mut stop = Stream::new(&[9; 32], "stop");
    stop.go_to(number * 16);
    let count = stop.below(u32::try_from(records.len() + 1).expect("a short match")) as usize;
    let mut game = Match::new(adjutant_packs::shipped());
    for (by, command) in &records[..count] {
        game.record(*by, command).expect("a legal record");
    }
    game
}

#[test]
fn every_offer_is_taken() {
    for number in 0..matches(150) {
        let game = at_some_moment(number, &simulate(number, &plan(number)));
        for by in [By::One, By::Two, By::Both, By::Judge] {
            for offer in legal_commands(&game, by) {
                let taken = game.check(by, &offer.command);
                assert!(taken.is_ok(), "match {number}, record {}: {offer:?}: {taken:?}", game.seq());
            }
        }
    }
}

#[test]
fn everything_finite_that_is_taken_is_offered() {
    for number in 0..matches(30) {
        let game = at_some_moment(number, &simulate(number, &plan(number)));
        for by in [By::One, By::Two, By::Both] {
            let offered: BTreeSet<String> =
                legal_commands(&game, by).iter().map(|o| format!("{:?}", o.command)).collect();
            for command in finite(&game) {
                if game.check(by, &command).is_ok() {
                    let text = format!("{command:?}");
                    assert!(offered.contains(&text), "match {number}, record {}: {by} {text}", game.seq());
                }
            }
        }
    }
}

/// Every command of the finite kinds, sensible or not.
fn finite(game: &Match) -> Vec<Command> {
    let state = game.state();
    let mut commands =
        vec![Command::Begin {}, Command::EndTurn {}, Command::Concede {}, Command::AgreeEnd {}, Command::End {}];
    commands.extend(game.state().law().phases.iter().map(|phase| Command::EndPhase { phase: phase.name }));
    commands.extend([ClockState::Pause, ClockState::Resume].map(|state| Command::Clock { state }));
    commands.extend([MapSide::A, MapSide::B].map(|zone| Command::Zone { zone, layout: None }));
    for player in Player::BOTH {
        commands.extend([Command::Roles { attacker: player }, Command::FirstTurn { player }]);
        commands.extend([true, false].map(|ready| Command::BattleReady { player, ready }));
        for (_, objective) in state.objectives(player) {
            let values = (0..=100).filter_map(Vp::new);
            commands.extend(values.map(|vp| Command::Score {
                player,
                objective: objective.id.clone(),
                vp,
                award: None,
                passed: None,
                why: None,
            }));
        }
    }
    if let Some(pack) = &state.pack {
        let missions = pack.missions.keys().cloned();
        commands.extend(missions.map(|mission| Command::Mission {
            mission,
            d33: None,
            rolled: None,
            rules_hash: None,
        }));
    }
    commands.extend(about_markers(game));
    commands.extend(about_units(game));
    commands
}

fn about_markers(game: &Match) -> Vec<Command> {
    let mut commands = Vec::new();
    for marker in game.state().markers.iter().map(|marker| &marker.id) {
        let change = MarkerChange::of(marker.clone());
        let tags = [MarkerTag::Gamma, MarkerTag::Beta, MarkerTag::Priority];
        commands.extend(tags.map(|tag| Command::Marker(MarkerChange { becomes: Some(tag), ..change.clone() })));
        commands.push(Command::Marker(MarkerChange { removed: Some(true), ..change }));
        let holders = [Holder::One, Holder::Two, Holder::None];
        commands.extend(
            holders
                .map(|holder| Command::Control { keeps: Default::default(), holds: [(marker.clone(), holder)].into() }),
        );
    }
    commands
}

fn about_units(game: &Match) -> Vec<Command> {
    let state = game.state();
    let mut commands = Vec::new();
    let actions: Vec<_> = state.pack.iter().flat_map(|pack| pack.actions.keys()).collect();
    let markers: Vec<_> = std::iter::once(None).chain(state.markers.iter().map(|m| Some(m.id.clone()))).collect();
    let spots: Vec<_> = std::iter::once(None).chain(Spot::ALL.map(Some)).collect();
    for unit in &state.units {
        let id = || unit.id.clone();
        commands.extend([RemovedTo::Reserves, RemovedTo::Gone].map(|to| Command::Remove { unit: id(), to }));
        commands.extend(state.units.iter().map(|to| Command::Embark { unit: id(), transport: to.id.clone() }));
        commands.push(Command::Deploy { unit: id(), at: None, oversize: None, how: None, up_to_in: None });
        commands.push(Command::Arrive { unit: id(), at: None, oversize: None });
        commands.push(Command::Disembark { unit: id(), at: None });
        commands.extend(MoveKind::ALL.map(|kind| Command::Move {
            unit: id(),
            kind,
            at: None,
            roll: None,
            rerolled: None,
        }));
        let groups = std::iter::once(None).chain(unit.groups.iter().map(|group| Some(group.name.clone())));
        for group in groups {
            for models in (1..=12).filter_map(Whole::new) {
                commands.push(Command::Casualties {
                    unit: id(),
                    models,
                    wounds: None,
                    mortal: None,
                    group: group.clone(),
                    cause: None,
                });
                if group.is_some() {
                    commands.push(Command::Restore {
                        unit: id(),
                        models: Whole::new(models.get()).expect("a number of models"),
                        wounds: None,
                        group: group.clone(),
                        at: None,
                    });
                }
            }
        }
        for action in &actions {
            for marker in &markers {
                for spot in &spots {
                    let (action, marker, spot) = ((*action).clone(), marker.clone(), *spot);
                    commands.push(Command::StartAction { unit: id(), action, marker, spot, aim: None });
                }
            }
        }
    }
    commands
}

#[test]
fn matches_are_complete_and_of_plausible_length() {
    let (mut missions, mut secondaries) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..matches(240) {
        let game = simulate_match(number, &plan(number));
        let state = game.state();
        assert_eq!(state.status, Status::Ended, "match {number}");
        assert!((40..=400).contains(&game.seq()), "match {number}: {} records", game.seq());
        missions.extend(state.mission_id().cloned());
        for player in Player::BOTH {
            secondaries.extend(state.objectives(player).filter(|(column, _)| column.0 > 0).map(|(_, o)| o.id.clone()));
        }
    }
    let pack = adjutant_packs::gt2020();
    assert_eq!(missions.len(), pack.missions.len());
    let offered: BTreeSet<_> = pack.missions.values().flat_map(|m| pack.secondaries(m)).map(|o| o.id.clone()).collect();
    assert_eq!(secondaries.len(), offered.len(), "never chosen: {:?}", offered.difference(&secondaries));
}

#[test]
fn the_same_seed_gives_the_same_records() {
    for number in 0..12 {
        let write = || serde_json::to_vec(&simulate(number, &plan(number))).expect("JSON");
        assert_eq!(write(), write());
    }
}

#[test]
fn recorded_dice_follow_from_the_seed_of_the_match() {
    for number in 0..30 {
        let game = simulate_match(number, &plan(number));
        let checked = draw::verify(&game).expect("`open` names a seed");
        assert!(checked.odd.is_empty() && !checked.sealed, "match {number}: {:?}", checked.odd);
        assert!(!checked.drawn.is_empty(), "match {number}: its roll-offs are drawn");
    }
}
