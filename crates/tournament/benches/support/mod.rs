//! Events for the benches: players, rounds, results from one number.
#![allow(dead_code)] // Each bench takes what it needs.

use adjutant_core::time::Timestamp;
use adjutant_tournament::command::{By, Create, Entry, Pair, ResultEntry, TournamentCommand};
use adjutant_tournament::lots::{Purpose, draw};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{Name, PlayerId, Seed, TournamentId, TournamentLog};

const AT: Timestamp = Timestamp::parse("2026-11-21T09:00:00Z").unwrap();

pub fn record(log: &mut TournamentLog, command: TournamentCommand) {
    log.record(AT, By::Organiser, command).expect("a legal command");
}

/// An event of players p0, p1, … who have entered.
pub fn event(players: u32, rounds: u16, seed: u64, policies: Policies) -> TournamentLog {
    let mut log = TournamentLog::new();
    let create = Create {
        format: 1,
        law: None,
        event: TournamentId::new("bench").expect("an id"),
        name: Name::new("Bench").expect("a name"),
        pack: None,
        pack_hash: None,
        size: None,
        rounds,
        seed: Seed::from_number(seed),
        policies,
        names: adjutant_core::sealed::Names::Open,
        copy_of: None,
    };
    record(&mut log, TournamentCommand::Create(Box::new(create)));
    for number in 0..players {
        let id = PlayerId::new(&format!("p{number}")).expect("an id");
        let name = Name::new(&format!("Player {number}")).expect("a name");
        record(&mut log, TournamentCommand::Register(Entry::new(id, name)));
    }
    log
}

/// The number in a player's id.
pub fn number(player: &PlayerId) -> usize {
    player.as_str()[1..].parse().expect("p and a number")
}

/// Publishes and plays a round; `result` gives the victory points of a game.
pub fn play(log: &mut TournamentLog, pair: Pair, mut result: impl FnMut(&PlayerId, &PlayerId) -> (i64, i64)) {
    let round = pair.round;
    let games = pair.tables.clone();
    record(log, TournamentCommand::Pair(Box::new(pair)));
    record(log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
    for game in games {
        let (one, two) = result(&game.one, &game.two);
        record(log, TournamentCommand::Result(ResultEntry::by_hand(round, game.table, one, two)));
    }
    record(log, TournamentCommand::CloseRound { round, anyway: None });
}

/// Drafts and plays the round that is due, stronger numbers ahead more often than not.
pub fn play_next(log: &mut TournamentLog) {
    let pair = draft_round(log.state()).expect("a legal round").pair;
    let noise = draw(&Seed::from_number(u64::from(pair.round.0)), Purpose::Standings, pair.tables.len() as u32 * 2);
    let mut noise = noise.into_iter();
    let mut vp = |player: &PlayerId| {
        let lot = noise.next().unwrap_or(0);
        i64::from(number(player) as u32 % 97 / 4 + lot % 60)
    };
    play(log, pair, |one, two| (vp(one), vp(two)));
}
