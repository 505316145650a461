//! Simulated events: clubs, odd fields, drops, returns, late entries, draws; all from one number.

#![allow(dead_code)] // Each test binary takes what it needs.

use adjutant_core::time::Timestamp;
use adjutant_tournament::command::{By, Create, Entry, Forfeit, ResultEntry, TournamentCommand, Winner};
use adjutant_tournament::pairing::{Draft, draft_round, draft_with};
use adjutant_tournament::policy::{Policies, System};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{Name, PlayerId, Reason, RoundNumber, Seed, TableNumber, TournamentId, TournamentLog};

pub const AT: Timestamp = Timestamp::parse("2026-11-21T09:00:00Z").unwrap();

/// SplitMix64: plenty for simulated dice.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % bound
    }
}

pub fn record(log: &mut TournamentLog, command: TournamentCommand) {
    let shown = format!("{command:?}");
    if let Err(refusal) = log.record(AT, By::Organiser, command) {
        panic!("refused: {refusal}: {shown}");
    }
}

pub fn entry(number: u32, clubs: u64, dice: &mut Dice) -> Entry {
    let id = PlayerId::new(&format!("p{number:04}")).expect("an id");
    let club = Name::new(&format!("Club {}", dice.below(clubs))).expect("a name");
    Entry { club: Some(club), ..Entry::new(id, Name::new(&format!("Player {number}")).expect("a name")) }
}

pub fn new_event(players: u32, rounds: u16, policies: Policies, dice: &mut Dice) -> TournamentLog {
    let mut log = TournamentLog::new();
    let create = Create {
        format: 1,
        law: None,
        event: TournamentId::new("sim").expect("an id"),
        name: Name::new("Simulated").expect("a name"),
        pack: None,
        pack_hash: None,
        size: None,
        rounds,
        seed: Seed::from_number(dice.below(u64::MAX)),
        policies,
        names: adjutant_core::sealed::Names::Open,
        copy_of: None,
    };
    record(&mut log, TournamentCommand::Create(Box::new(create)));
    for number in 0..players {
        let entry = entry(number, 2 + u64::from(players) / 6, dice);
        record(&mut log, TournamentCommand::Register(entry));
    }
    log
}

/// Plays the round that a draft describes.
pub fn play(log: &mut TournamentLog, draft: &Draft, dice: &mut Dice) {
    let round = draft.pair.round;
    record(log, draft.command());
    record(log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
    for pairing in &draft.pair.tables {
        let draw = dice.below(12) == 0;
        let one = dice.below(101) as i64;
        let two = if draw { one } else { dice.below(101) as i64 };
        let result = ResultEntry::by_hand(round, pairing.table, one, two);
        // Somebody has to go on.
        let winner = (draft.pair.system == System::SingleElimination && one == two).then_some(Winner::One);
        record(log, TournamentCommand::Result(ResultEntry { winner, ..result }));
    }
    record(log, TournamentCommand::CloseRound { round, anyway: None });
}

/// Lets somebody drop, return or come late.
pub fn stir(log: &mut TournamentLog, next: &mut u32, dice: &mut Dice) {
    let due = log.state().due();
    let players: Vec<(PlayerId, bool)> =
        log.state().players.iter().map(|player| (player.entry.player.clone(), player.is_in(due))).collect();
    let leave = dice.below(1 + players.len() as u64 / 16) + dice.below(2);
    for _ in 0..leave {
        let (player, here) = players[dice.below(players.len() as u64) as usize].clone();
        let still = log.state().player(&player).is_some_and(|player| player.is_in(due));
        if here && still && log.state().present(due).len() > 6 {
            record(log, TournamentCommand::Drop { player });
        } else if !here && !still {
            record(log, TournamentCommand::Return { player });
        }
    }
    if due > RoundNumber(1) && dice.below(3) == 0 {
        let entry = entry(*next, 5, dice);
        *next += 1;
        record(log, TournamentCommand::LateEntry(entry));
    }
}

/// What happens between rounds beside drops, returns and late entries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mischief {
    None,
    /// Forfeits, concessions, amended results, penalties, awards, rematches where nothing else is left, records taken
    /// back.
    All,
}

/// A whole event; `judge` sees the log before each round and the draft of it.
pub fn simulate(
    players: u32,
    rounds: u16,
    policies: Policies,
    seed: u64,
    judge: impl FnMut(&TournamentLog, &Draft),
) -> TournamentLog {
    simulate_with(players, rounds, policies, seed, Mischief::None, judge)
}

/// A whole event with mischief.
pub fn simulate_with(
    players: u32,
    rounds: u16,
    policies: Policies,
    seed: u64,
    mischief: Mischief,
    mut judge: impl FnMut(&TournamentLog, &Draft),
) -> TournamentLog {
    let mut dice = Dice(seed);
    let mut log = new_event(players, rounds, policies, &mut dice);
    let mut next = players;
    for _ in 0..rounds {
        let rematches = mischief == Mischief::All;
        let draft = draft_round(log.state()).or_else(|error| match rematches {
            true => draft_with(log.state(), None, true),
            false => Err(error),
        });
        let Ok(draft) = draft else { break };
        judge(&log, &draft);
        play(&mut log, &draft, &mut dice);
        stir(&mut log, &mut next, &mut dice);
        if mischief == Mischief::All {
            disturb(&mut log, &mut dice);
        }
    }
    log
}

fn why() -> Reason {
    Reason::new("as it happens").expect("a name")
}

/// Penalties, awards, amended results, and some of these taken back.
fn disturb(log: &mut TournamentLog, dice: &mut Dice) {
    let before = log.records().len() as u64;
    for _ in 0..dice.below(4) {
        let players = &log.state().players;
        let player = players[dice.below(players.len() as u64) as usize].entry.player.clone();
        let rounds = log.state().rounds.clone();
        match dice.below(4) {
            0 => {
                let points = [-2, -1, 1, 2][dice.below(4) as usize];
                record(log, TournamentCommand::Penalty { player, points, why: why(), later: None });
            }
            1 => {
                let award = Name::new(if dice.below(3) == 0 { "sportsmanship" } else { "painting" }).expect("a name");
                record(log, TournamentCommand::Award { player, award, points: dice.below(20) as i32, again: true });
            }
            _ => {
                let round = &rounds[dice.below(rounds.len() as u64) as usize];
                if round.results.is_empty() {
                    continue;
                }
                let known = round.results.values().nth(dice.below(round.results.len() as u64) as usize).expect("one");
                let result = odd_result(known.round, known.table, dice);
                record(log, TournamentCommand::AmendResult { result, why: why(), later: None });
            }
        }
    }
    let after = log.records().len() as u64;
    if after > before && dice.below(3) == 0 {
        record(
            log,
            TournamentCommand::Retract { seq: before + 1 + dice.below(after - before), why: why(), later: None },
        );
    }
}

/// A result that may be a forfeit or a concession.
pub fn odd_result(round: RoundNumber, table: TableNumber, dice: &mut Dice) -> ResultEntry {
    let result = ResultEntry::by_hand(round, table, dice.below(101) as i64, dice.below(101) as i64);
    let forfeit = [None, None, Some(Forfeit::One), Some(Forfeit::Two), Some(Forfeit::Both)][dice.below(5) as usize];
    let winner = [None, None, Some(Winner::One), Some(Winner::Draw)][dice.below(4) as usize];
    ResultEntry { forfeit, winner, ..result }
}

/// Twelve players after two Swiss rounds, the best first.
pub fn after_two_rounds() -> (TournamentLog, Vec<PlayerId>) {
    let mut log = new_event(12, 2, Policies::default(), &mut Dice(9));
    let mut dice = Dice(31);
    for _ in 0..2 {
        let draft = draft_round(log.state()).expect("a Swiss round");
        play(&mut log, &draft, &mut dice);
    }
    let rows = standings(log.state(), RoundNumber(2)).rows;
    (log, rows.into_iter().map(|row| row.player).collect())
}
