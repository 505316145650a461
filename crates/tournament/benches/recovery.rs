//! How well each way of pairing finds the strong: 1,000 seeded events each, ranked the same way, against a hidden
//! strength that makes the results.
//!
//! Every player has a strength of 0 to 39, drawn bell-shaped; in a game a side scores 20, its strength, and up to 20 of
//! luck. Standings are by match points, Buchholz, victory points. Rounds of `no pairing` are drawn by lot from
//! everybody, without rematches. The same seed gives every method the same players.
//!
//! `cargo bench -p adjutant-tournament --bench recovery` prints the table; a number names another count of events.

mod support;

use adjutant_tournament::command::{Objective, Pair, Pairing};
use adjutant_tournament::pairing::{ALGORITHM, draft_round};
use adjutant_tournament::policy::{Method, Policies, System, TieBreak};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{PlayerId, RoundNumber, TableNumber, TournamentLog};
use support::{event, number, play};

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % bound
    }
}

/// What is summed over the events of one method.
#[derive(Default)]
struct Score {
    winner: u32,
    best_four: u32,
    best_eight: u32,
    correlation: f64,
}

/// Everybody against anybody not met before, by lot.
fn no_pairing(log: &TournamentLog, round: RoundNumber, dice: &mut Dice) -> Pair {
    let met = |one: &PlayerId, two: &PlayerId| {
        log.state().rounds.iter().any(|round| round.of(one).is_some_and(|p| p.one == *two || p.two == *two))
    };
    loop {
        let mut left: Vec<PlayerId> = log.state().players.iter().map(|player| player.entry.player.clone()).collect();
        let mut tables = Vec::new();
        while let Some(one) = left.pop() {
            let free: Vec<usize> = (0..left.len()).filter(|at| !met(&one, &left[*at])).collect();
            if free.is_empty() {
                break;
            }
            let two = left.swap_remove(free[dice.below(free.len() as u64) as usize]);
            tables.push(Pairing { table: TableNumber(tables.len() as u16 + 1), one, two, mission: None });
        }
        if tables.len() * 2 == log.state().players.len() {
            let (system, method, objective) = (System::Manual, Method::Manual, Objective::default());
            return Pair {
                round,
                system,
                method,
                algorithm: ALGORITHM,
                rematches: false,
                tables,
                byes: Vec::new(),
                keeps: Vec::new(),
                fixed: Vec::new(),
                objective,
            };
        }
    }
}

/// Spearman's rank correlation of two orders without ties.
fn correlation(places: &[(usize, usize)]) -> f64 {
    let count = places.len() as f64;
    let squares: f64 = places.iter().map(|(one, two)| (*one as f64 - *two as f64).powi(2)).sum();
    1.0 - 6.0 * squares / (count * (count * count - 1.0))
}

fn measure(way: Option<(Method, bool)>, players: u32, rounds: u16, events: u64) -> Score {
    let mut score = Score::default();
    for seed in 0..events {
        let mut dice = Dice(seed);
        // Strengths differ by a fraction that only the true order reads.
        let strengths: Vec<u64> =
            (0..players).map(|at| ((0..3).map(|_| dice.below(14)).sum::<u64>()) * 1_000 + u64::from(at)).collect();
        let (method, win_path) = way.unwrap_or((Method::Random, false));
        let tie_breaks = vec![TieBreak::Buchholz, TieBreak::Vp, TieBreak::Lot];
        let mut log = event(players, rounds, seed, Policies { method, win_path, tie_breaks, ..Policies::default() });
        for round in (1..=rounds).map(RoundNumber) {
            let pair = match way {
                Some(_) => draft_round(log.state()).expect("a legal round").pair,
                None => no_pairing(&log, round, &mut dice),
            };
            let mut vp = |player: &PlayerId| (20 + strengths[number(player)] / 1_000 + dice.below(21)) as i64;
            play(&mut log, pair, |one, two| (vp(one), vp(two)));
        }
        let mut truth: Vec<usize> = (0..players as usize).collect();
        truth.sort_by_key(|at| std::cmp::Reverse(strengths[*at]));
        let table = standings(log.state(), RoundNumber(rounds));
        let found: Vec<usize> = table.rows.iter().map(|row| number(&row.player)).collect();
        let both = |best: usize| found[..best].iter().filter(|at| truth[..best].contains(at)).count() as u32;
        score.winner += both(1);
        score.best_four += both(4);
        score.best_eight += both(8);
        let place = |(index, at): (usize, &usize)| (index, truth.iter().position(|other| other == at).unwrap_or(0));
        score.correlation += correlation(&found.iter().enumerate().map(place).collect::<Vec<_>>());
    }
    score
}

fn main() {
    let events: u64 = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(1_000);
    let ways = [
        ("no pairing", None),
        ("random inside records", Some((Method::Random, false))),
        ("win path, then random", Some((Method::Random, true))),
        ("nearest (Monrad)", Some((Method::Nearest, false))),
        ("slide", Some((Method::Slide, false))),
        ("battle points", Some((Method::BattlePoints, false))),
    ];
    for (players, rounds) in [(32, 5), (64, 6)] {
        println!("{events} events of {players} players, {rounds} rounds");
        println!("| pairing | strongest wins | of the best 4 | of the best 8 | rank correlation |");
        println!("|---|---|---|---|---|");
        let mut scores = Vec::new();
        for (name, way) in ways {
            let score = measure(way, players, rounds, events);
            let share = |count: u32, of: u32| f64::from(count) * 100.0 / (events as f64 * f64::from(of));
            let (winner, four, eight) = (share(score.winner, 1), share(score.best_four, 4), share(score.best_eight, 8));
            println!(
                "| {name} | {winner:.1} % | {four:.1} % | {eight:.1} % | {:.3} |",
                score.correlation / events as f64
            );
            scores.push(score);
        }
        let by_lot = scores.remove(0);
        for score in scores.iter().filter(|_| events >= 200) {
            assert!(score.winner > by_lot.winner, "every Swiss finds the strongest more often than no pairing");
        }
    }
}
