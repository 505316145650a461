//! Times round 5 of Swiss events of 256 to 16,384 players and asserts that the answer is proven and legal.
//!
//! `cargo bench -p adjutant-tournament` prints one line a size; name sizes to run only those.

use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Instant;

use adjutant_tournament::command::{By, Create, Entry, EventCommand, ResultEntry};
use adjutant_tournament::lots::{Purpose, draw};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::standings::standings;
use adjutant_tournament::{EventId, EventLog, Name, PlayerId, RoundNumber, Seed};

const AT: &str = "2026-11-21T09:00:00Z";

fn event(players: u32) -> EventLog {
    let mut log = EventLog::new();
    let create = Create {
        format: 1,
        event: EventId::new("bench").expect("an id"),
        name: Name::new("Bench").expect("a name"),
        pack: None,
        size: None,
        rounds: 8,
        seed: Seed::from_number(u64::from(players)),
        policies: Policies::default(),
    };
    log.record(AT, By::Organiser, EventCommand::Create(Box::new(create))).expect("a new log");
    for number in 0..players {
        let id = PlayerId::new(&format!("p{number}")).expect("an id");
        let entry = Entry::new(id, Name::new(&format!("Player {number}")).expect("a name"));
        log.record(AT, By::Organiser, EventCommand::Register(entry)).expect("a new player");
    }
    log
}

fn play(log: &mut EventLog) {
    let draft = draft_round(log.state()).expect("a legal round");
    let round = draft.pair.round;
    let noise = draw(&Seed::from_number(u64::from(round.0)), Purpose::Standings, draft.pair.tables.len() as u32 * 2);
    let strength = |player: &PlayerId| player.as_str()[1..].parse::<u32>().unwrap_or(0) % 97;
    let record = |log: &mut EventLog, command| {
        log.record(AT, By::Organiser, command).expect("a legal command");
    };
    record(log, draft.command());
    record(log, EventCommand::Publish { round });
    for (index, pairing) in draft.pair.tables.iter().enumerate() {
        let vp = |player, lot: u32| i64::from(strength(player) / 4 + lot % 60);
        let result = ResultEntry::by_hand(
            round,
            pairing.table,
            vp(&pairing.one, noise[index * 2]),
            vp(&pairing.two, noise[index * 2 + 1]),
        );
        record(log, EventCommand::Result(result));
    }
    record(log, EventCommand::CloseRound { round });
}

fn measure(players: u32) {
    let mut log = event(players);
    let start = Instant::now();
    draft_round(log.state()).expect("a legal round");
    let first = start.elapsed();
    for _ in 0..4 {
        play(&mut log);
    }
    let start = Instant::now();
    let draft = black_box(draft_round(log.state()).expect("a legal round"));
    let pairing = start.elapsed();
    assert!(draft.pair.objective.optimal);
    let seen: BTreeSet<_> = draft.pair.tables.iter().flat_map(|p| [&p.one, &p.two]).collect();
    assert_eq!(seen.len() + draft.pair.byes.len(), players as usize);
    for _ in 0..4 {
        if players <= 1_024 {
            play(&mut log);
        }
    }
    let start = Instant::now();
    let table = black_box(standings(log.state(), RoundNumber(8)));
    let ranking = start.elapsed();
    assert_eq!(table.rows.len(), players as usize);
    println!(
        "{players:>6} players: round 1 {first:>9.1?}, round 5 {pairing:>9.1?} ({} candidates, {} trees, {} pricings), \
         standings {ranking:>8.1?}",
        draft.effort.candidates, draft.effort.trees, draft.effort.pricings
    );
}

fn main() {
    let named: Vec<u32> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let sizes = if named.is_empty() { vec![256, 512, 1_024, 2_048, 4_096, 8_192, 10_000, 16_384] } else { named };
    sizes.into_iter().for_each(measure);
}
