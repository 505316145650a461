//! Brackets of every size against a tree that knows no rounds: who meets whom, who wins, and the places.
//!
//! The library seats a bracket step by step from the rounds of the log. The tree below is its definition read the other way,
//! from the final down: the winner of the places led by seed s is the winner of those led by s and by the seed that s
//! would meet if no favourite lost. Each course is played by the library; the tree is then asked with the same results.

use crate::support;

use std::collections::BTreeMap;

use adjutant_tournament::check::check;
use adjutant_tournament::command::{Cut, ResultEntry};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{Policies, Seeding, System};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{PlayerId, RoundNumber, TournamentCommand, TournamentLog};
use support::{Dice, entry, new_event, play, record};

/// Two seeds, the better one first, and which of their meetings it is.
type Meeting = (usize, usize, usize);

/// Winners of all games by seed.
type Results = BTreeMap<Meeting, usize>;

/// Plays a bracket through; seeds are places in `seeds`.
fn played(log: &mut TournamentLog, seeds: &[PlayerId], mut first_wins: impl FnMut() -> bool) -> Results {
    let seed = |player: &PlayerId| seeds.iter().position(|known| known == player).expect("a seed");
    let mut results = Results::new();
    while let Ok(draft) = draft_round(log.state()) {
        let round = draft.pair.round;
        record(log, draft.command());
        record(log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
        for game in &draft.pair.tables {
            let first = first_wins();
            let (one, two) = if first { (60, 40) } else { (40, 60) };
            record(log, TournamentCommand::Result(ResultEntry::by_hand(round, game.table, one, two)));
            let (one, two) = (seed(&game.one), seed(&game.two));
            let nth = (0..).find(|nth| !results.contains_key(&(one.min(two), one.max(two), *nth)));
            let meeting = (one.min(two), one.max(two), nth.expect("a number"));
            results.insert(meeting, if first { one } else { two });
        }
        record(log, TournamentCommand::CloseRound { round, anyway: None });
    }
    results
}

/// A bracket read from its definition.
struct Tree<'a> {
    results: &'a Results,
    asked: BTreeMap<(usize, usize), usize>,
    games: usize,
    /// The losers of each group of games from which somebody goes out, the first ones first.
    out: Vec<Vec<usize>>,
}

type Ends = (Option<usize>, Option<usize>);

impl Tree<'_> {
    /// Winner and loser of two; who has no opponent goes on.
    fn game(&mut self, one: Option<usize>, two: Option<usize>) -> Ends {
        let (Some(one), Some(two)) = (one, two) else { return (one.or(two), None) };
        let nth = self.asked.entry((one.min(two), one.max(two))).or_default();
        let meeting = (one.min(two), one.max(two), *nth);
        *nth += 1;
        self.games += 1;
        let winner = *self.results.get(&meeting).unwrap_or_else(|| panic!("{meeting:?} was never played"));
        (Some(winner), Some(if winner == one { two } else { one }))
    }

    /// Places by who went out when; `left` is the champion.
    fn places(&self, left: usize) -> BTreeMap<usize, usize> {
        let mut places = BTreeMap::from([(left, 1)]);
        for group in self.out.iter().rev() {
            let place = places.len() + 1;
            places.extend(group.iter().map(|seed| (*seed, place)));
        }
        places
    }
}

/// Seeds that lead the parts of a bracket of this size, from the top down, counted from 1.
fn leaders(places: usize) -> Vec<usize> {
    match places {
        1 => vec![1],
        _ => leaders(places / 2).into_iter().flat_map(|seed| [seed, places + 1 - seed]).collect(),
    }
}

/// All rounds without a loss: the winners and losers of each, from the top down.
fn upper(tree: &mut Tree, count: usize) -> Vec<Vec<Ends>> {
    let all = count.next_power_of_two();
    let mut alive: BTreeMap<usize, Option<usize>> =
        (1..=all).map(|seed| (seed, Some(seed - 1).filter(|at| *at < count))).collect();
    let mut rounds = Vec::new();
    let mut places = all;
    while places > 1 {
        let round: Vec<Ends> =
            leaders(places / 2).into_iter().map(|lead| tree.game(alive[&lead], alive[&(places + 1 - lead)])).collect();
        alive = leaders(places / 2).into_iter().zip(&round).map(|(lead, (winner, _))| (lead, *winner)).collect();
        rounds.push(round);
        places /= 2;
    }
    rounds
}

fn single(results: &Results, count: usize, third: bool) -> (usize, BTreeMap<usize, usize>) {
    let mut tree = Tree { results, asked: BTreeMap::new(), games: 0, out: Vec::new() };
    let rounds = upper(&mut tree, count);
    let losers = |round: &Vec<Ends>| round.iter().filter_map(|(_, loser)| *loser).collect::<Vec<usize>>();
    tree.out = rounds.iter().map(losers).collect();
    let champion = rounds.last().and_then(|last| last[0].0).expect("a champion");
    if let (true, [.., semi, _]) = (third, rounds.as_slice())
        && let ([one, two], at) = (losers(semi).as_slice(), rounds.len() - 2)
    {
        let (third, fourth) = tree.game(Some(*one), Some(*two));
        tree.out[at] = fourth.into_iter().collect();
        tree.out.insert(at + 1, third.into_iter().collect());
    }
    (tree.games, tree.places(champion))
}

fn double(results: &Results, count: usize) -> (usize, BTreeMap<usize, usize>) {
    let mut tree = Tree { results, asked: BTreeMap::new(), games: 0, out: Vec::new() };
    let rounds = upper(&mut tree, count);
    let mut waiting: Vec<Option<usize>> = rounds[0].iter().map(|(_, loser)| *loser).collect();
    for (number, above) in rounds.iter().enumerate().skip(1) {
        let small: Vec<Ends> = waiting.chunks(2).map(|pair| tree.game(pair[0], pair[1])).collect();
        tree.out.push(small.iter().filter_map(|(_, loser)| *loser).collect());
        // Up to sixteen, the first who come down meet the far end of the bracket, and the later ones nobody else.
        let from = |at: usize| if number == 1 { above.len() - 1 - at } else { at };
        let large: Vec<Ends> =
            small.iter().enumerate().map(|(at, (own, _))| tree.game(*own, above[from(at)].1)).collect();
        tree.out.push(large.iter().filter_map(|(_, loser)| *loser).collect());
        waiting = large.iter().map(|(winner, _)| *winner).collect();
    }
    let top = rounds.last().and_then(|last| last[0].0);
    let (mut winner, mut loser) = tree.game(top, waiting[0]);
    if winner != top {
        (winner, loser) = tree.game(winner, loser);
    }
    tree.out.push(loser.into_iter().collect());
    (tree.games, tree.places(winner.expect("a champion")))
}

/// An elimination of this many players, the best rating first.
fn elimination(players: u32, system: System) -> (TournamentLog, Vec<PlayerId>) {
    let policies = Policies { system, seeding: Seeding::Rating, ..Policies::default() };
    let mut log = new_event(0, 1, policies, &mut Dice(1));
    for number in 0..players {
        let mut entry = entry(number, 3, &mut Dice(7));
        entry.rating = Some(3000 - number);
        record(&mut log, TournamentCommand::Register(entry));
    }
    let seeds = log.state().players.iter().map(|player| player.entry.player.clone()).collect();
    (log, seeds)
}

fn agrees(log: &TournamentLog, seeds: &[PlayerId], results: &Results, tree: (usize, BTreeMap<usize, usize>)) {
    let (games, places) = tree;
    assert_eq!(games, results.len(), "the tree has the same games");
    let rows = standings(log.state(), RoundNumber(log.state().rounds.len() as u16)).rows;
    for (seed, player) in seeds.iter().enumerate() {
        let row = rows.iter().find(|row| row.player == *player).expect("a row");
        assert_eq!(row.rank, Some(places[&seed] as u32), "seed {} of {}", seed + 1, seeds.len());
    }
}

/// The bits of a number, then false.
fn bits(mut number: u64) -> impl FnMut() -> bool {
    move || {
        let bit = number % 2 == 1;
        number /= 2;
        bit
    }
}

#[test]
fn every_course_of_a_single_elimination_of_three_to_six() {
    for players in 3..=6 {
        for course in 0..1u64 << (players - 1) {
            let (mut log, seeds) = elimination(players, System::SingleElimination);
            let results = played(&mut log, &seeds, bits(course));
            agrees(&log, &seeds, &results, single(&results, players as usize, false));
        }
    }
}

#[test]
fn every_course_of_a_double_elimination_of_three_and_four_and_a_third_of_those_of_five() {
    for players in 3..=5 {
        // Without the second final, whose bit comes last: it is played where the first one went to the player below.
        // `elimination.rs` plays all of five.
        for course in (0..1u64 << (2 * players - 1)).step_by(if players == 5 { 3 } else { 1 }) {
            let (mut log, seeds) = elimination(players, System::DoubleElimination);
            let results = played(&mut log, &seeds, bits(course));
            let asked = results.len() as u32;
            if asked < 2 * players - 1 && course >= 1 << (2 * players - 2) {
                continue;
            }
            agrees(&log, &seeds, &results, double(&results, players as usize));
        }
    }
}

#[test]
fn drawn_courses_of_every_size_up_to_sixteen() {
    for players in 3..=16u32 {
        for course in 0..10 {
            let mut dice = Dice(u64::from(players) * 1_000 + course);
            let (mut log, seeds) = elimination(players, System::SingleElimination);
            let results = played(&mut log, &seeds, || dice.below(2) == 0);
            agrees(&log, &seeds, &results, single(&results, players as usize, false));
            let (mut log, seeds) = elimination(players, System::DoubleElimination);
            let results = played(&mut log, &seeds, || dice.below(2) == 0);
            agrees(&log, &seeds, &results, double(&results, players as usize));
        }
    }
}

#[test]
fn cuts_of_every_size_with_and_without_a_game_for_third_place() {
    for size in 3..=16usize {
        for (third_place, doubled) in [(false, false), (true, false), (false, true)] {
            let mut dice = Dice(size as u64 * 7 + u64::from(third_place));
            let mut log = new_event(18, 2, Policies::default(), &mut dice);
            for _ in 0..2 {
                let draft = draft_round(log.state()).expect("a Swiss round");
                play(&mut log, &draft, &mut dice);
            }
            let rows = standings(log.state(), RoundNumber(2)).rows;
            let seeds: Vec<PlayerId> = rows.into_iter().take(size).map(|row| row.player).collect();
            record(&mut log, TournamentCommand::Cut(Cut { third_place, double: doubled, ..Cut::to(seeds.clone()) }));
            let results = played(&mut log, &seeds, || dice.below(2) == 0);
            assert_eq!(check(&log).findings, []);
            let tree = if doubled { double(&results, size) } else { single(&results, size, third_place) };
            agrees(&log, &seeds, &results, tree);
        }
    }
}
