//! *Clumsy fingers*: strays in whole recorded sessions. No turn, phase or claim is lost without a key that named it.

use std::collections::BTreeMap;

use adjutant_engine::command::Command;
use adjutant_engine::view::Status;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::screen::{BATTLE, Table, key_of, scouring};
use crate::support::World;

/// Texts that somebody could have in the clipboard.
const PASTES: [&str; 4] = ["kill b13\nend turn\n>t>", "t>", "3\n", "⏎ > 1 2 x"];
/// How often a key that is held repeats.
const HELD: usize = 30;
/// Cases that are drawn.
const CASES: u32 = 16;
/// Sessions apart from the whole battle: forms, filters, words, looking back, undo, late answers, wounds.
const SESSIONS: [&str; 6] = [
    "> a4a⏎ ⎋ k c2m ⏎ ⎋ > t d3 >",
    "> k d1⏎2⏎ ⎋ w l4 ⏎ ⎋ t >",
    "> s > jc2⏎ ⎋⎋ t 2 > 3 t >",
    "> / t a l l ⏎ ⏎ ⎋ u ⏎ U ⏎ t >",
    "t > t > ⎋⎋ > x > o b 3 = ⏎ ⎋ t >",
    "> k c3 ⏎ ⎋ L ↑ ⎋ t m > t 2 >",
];

/// Something that nobody meant, before a key.
#[derive(Clone, Debug)]
enum Stray {
    Enter,
    Escape,
    Doubled,
    Held,
    Paste(usize),
}

fn strays() -> impl Strategy<Value = Stray> {
    prop_oneof![
        3 => Just(Stray::Enter),
        3 => Just(Stray::Escape),
        3 => Just(Stray::Doubled),
        1 => Just(Stray::Held),
        2 => (0..PASTES.len()).prop_map(Stray::Paste),
    ]
}

/// Where a battle stands: turns that have ended, and phases of this turn.
type Place = (u32, u8, usize);

/// What a session came to.
#[derive(Debug, Default)]
struct Outcome {
    /// Where the battle stood after each key.
    places: Vec<Place>,
    /// Points that were claimed, by whose and what for.
    claims: BTreeMap<String, i32>,
    /// Questions that still wait.
    open: Vec<String>,
    /// What each unit lost.
    lost: BTreeMap<String, u32>,
}

fn place(table: &Table) -> Place {
    let state = table.state();
    let ended = u32::from(state.status == Status::Ended) * 100;
    let second = u8::from(state.first.is_some_and(|first| state.active != first));
    let phases = &state.law().phases;
    let phase = phases.iter().position(|phase| phase.name == state.phase).unwrap_or(0);
    (state.round + ended, second, phase)
}

/// A copy of a database, so that every run begins in the same place.
fn copied(seed: &World) -> World {
    let world = World::new();
    std::fs::create_dir(world.path("data")).expect("a folder");
    for file in std::fs::read_dir(seed.path("data")).expect("a folder").filter_map(Result::ok) {
        if file.path().is_file() {
            std::fs::copy(file.path(), world.path("data").join(file.file_name())).expect("a copy");
        }
    }
    world
}

/// Plays a session with strays before some of its keys.
fn played(seed: &World, keys: &[char], strays: &BTreeMap<usize, Stray>) -> Outcome {
    let world = copied(seed);
    let mut table = Table::open(&world);
    table.watched = false;
    let mut outcome = Outcome::default();
    for (at, key) in keys.iter().enumerate() {
        let key = key_of(*key);
        match strays.get(&at) {
            Some(Stray::Enter) => named(&mut table, key_of('⏎')),
            Some(Stray::Escape) => named(&mut table, key_of('⎋')),
            Some(Stray::Doubled) => named(&mut table, key),
            Some(Stray::Held) => (0..HELD).for_each(|_| named(&mut table, key)),
            Some(Stray::Paste(text)) => {
                let before = (table.seq(), place(&table));
                table.host.paste(PASTES[*text]);
                assert_eq!((table.seq(), place(&table)), before, "a paste records nothing");
            }
            None => {}
        }
        named(&mut table, key);
        outcome.places.push(place(&table));
    }
    let state = table.state();
    for record in table.host.recording().standing() {
        if let Command::Score { player, objective, vp, passed, .. } = &*record.command {
            let round = passed.map_or_else(String::new, |at| format!("{:?}", at.round));
            outcome.claims.insert(format!("{player} {objective} {round} {}", record.seq), vp.get());
        }
    }
    let missed = state.missed.iter().map(|missed| &missed.need);
    outcome.open = state.needs.iter().chain(missed).map(|need| format!("{} {}", need.player, need.objective)).collect();
    let fell = state.units.iter().map(|unit| (unit.id.to_string(), unit.starting_strength - unit.models()));
    outcome.lost = fell.filter(|(_, lost)| *lost > 0).collect();
    outcome
}

/// One key. If it moves time, it is `>`, and the screen before it said what it would end.
fn named(table: &mut Table, key: adjutant_play::text::key::Key) {
    let before = table.moment();
    let status = table.state().status;
    let seen = (key == key_of('>')).then(|| table.screen(100, 40));
    let claims = claimed(table);
    table.host.press(key);
    let undone = matches!(table.last(), Command::Retract { .. });
    if status == Status::Battle && (table.moment() != before || table.state().status != status) && !undone {
        let seen = seen.unwrap_or_else(|| panic!("{key:?} moved time"));
        let turn = table.moment().1 != before.1 || table.moment().0 != before.0 || table.state().status != status;
        let names = if turn { seen.contains("End of ") } else { seen.contains(" phase") };
        assert!(names, "`>` moved from {before:?} to {:?} and the screen said:\n{seen}", table.moment());
    }
    if !undone {
        assert!(claimed(table) >= claims, "{key:?} took a claim back");
    }
}

fn claimed(table: &Table) -> usize {
    let claims = table.host.recording().standing();
    claims.filter(|record| matches!(*record.command, Command::Score { .. })).count()
}

/// Checks what strays did against the run without them.
fn checked(clean: &Outcome, stained: &Outcome, single: bool, what: &str) {
    for (at, (place, most)) in stained.places.iter().zip(&clean.places).enumerate() {
        assert!(place <= most, "{what}: at key {at} the battle stands at {place:?} instead of {most:?}");
    }
    let plain = |claims: &BTreeMap<String, i32>| -> Vec<(String, i32)> {
        let name = |key: &String| key.rsplit_once(' ').map_or(key.clone(), |(name, _)| name.to_owned());
        claims.iter().map(|(key, vp)| (name(key), *vp)).collect()
    };
    let known = plain(&clean.claims);
    for (name, vp) in plain(&stained.claims) {
        assert!(known.contains(&(name.clone(), vp)), "{what}: {name} {vp} was claimed, not one of {known:?}");
    }
    if stained.places.last() == clean.places.last() {
        let mine = plain(&stained.claims);
        for (name, _) in known.iter().filter(|claim| !mine.contains(claim)) {
            let waits = stained.open.iter().any(|open| name.starts_with(open.as_str()));
            assert!(waits, "{what}: {name} is neither claimed nor open: {:?}", stained.open);
        }
    }
    if single {
        for (unit, lost) in &stained.lost {
            let most = clean.lost.get(unit).copied().unwrap_or(0);
            assert!(*lost <= most, "{what}: {unit} lost {lost} instead of {most}");
        }
    }
}

fn keys_of(session: &str) -> Vec<char> {
    session.chars().filter(|key| *key != ' ').collect()
}

/// Strays at every position of short sessions, each alone.
#[test]
fn one_stray_anywhere_ends_nothing() {
    let seed = scouring();
    for session in SESSIONS {
        let keys = keys_of(session);
        let clean = played(&seed, &keys, &BTreeMap::new());
        for at in 0..keys.len() {
            for stray in [Stray::Enter, Stray::Escape, Stray::Doubled, Stray::Paste(at % PASTES.len())] {
                let what = format!("{stray:?} before key {at} of `{session}`");
                let stained = played(&seed, &keys, &BTreeMap::from([(at, stray)]));
                checked(&clean, &stained, true, &what);
            }
        }
    }
}

/// One to five strays anywhere in a whole battle of five rounds, or in a short session. `PROPTEST_CASES` asks for more.
#[test]
fn clumsy_fingers_lose_nothing() {
    let seed = scouring();
    let whole = BATTLE.join(" ");
    let sessions: Vec<&str> = SESSIONS.iter().copied().chain([whole.as_str()]).collect();
    let clean: Vec<Outcome> =
        sessions.iter().map(|session| played(&seed, &keys_of(session), &BTreeMap::new())).collect();
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(CASES);
    let config = ProptestConfig { cases, max_shrink_iters: 40, failure_persistence: None, ..ProptestConfig::default() };
    // The whole battle in every other case.
    let session = prop_oneof![Just(SESSIONS.len()), 0..SESSIONS.len()];
    let strays = prop::collection::vec((any::<prop::sample::Index>(), strays()), 1..=5);
    let run = TestRunner::new(config).run(&(session, strays), |(session, strays)| {
        let keys = keys_of(sessions[session]);
        let strays: BTreeMap<usize, Stray> =
            strays.into_iter().map(|(at, stray)| (at.index(keys.len()), stray)).collect();
        let stained = played(&seed, &keys, &strays);
        checked(&clean[session], &stained, strays.len() == 1, &format!("{strays:?} in `{}`", sessions[session]));
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}
