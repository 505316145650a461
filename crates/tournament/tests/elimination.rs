//! Double eliminations, cuts of any size, and qualifiers who are replaced: every course of small brackets and many of
//! larger ones, held against what the definition says of lists of who beat whom.

use crate::support;

use std::collections::{BTreeMap, BTreeSet};

use adjutant_tournament::bracket::{BracketView, round_name};
use adjutant_tournament::check::check;
use adjutant_tournament::command::{Cut, ResultEntry, Winner};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{Policies, Seeding, System};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{By, PlayerId, Reason, RoundNumber, TournamentCommand, TournamentLog};
use support::{AT, Dice, after_two_rounds, new_event, record};

type Games = Vec<Vec<(PlayerId, PlayerId)>>;

/// Plays rounds until nobody is left to pair, `first_wins` deciding each game; gives winners and losers by round.
fn play_out(log: &mut TournamentLog, mut first_wins: impl FnMut() -> bool) -> Games {
    let mut rounds = Vec::new();
    while let Ok(draft) = draft_round(log.state()) {
        let round = draft.pair.round;
        record(log, draft.command());
        record(log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
        let mut games = Vec::new();
        for game in &draft.pair.tables {
            let first = first_wins();
            let (one, two) = if first { (60, 40) } else { (40, 60) };
            record(log, TournamentCommand::Result(ResultEntry::by_hand(round, game.table, one, two)));
            let (one, two) = (game.one.clone(), game.two.clone());
            games.push(if first { (one, two) } else { (two, one) });
        }
        record(log, TournamentCommand::CloseRound { round, anyway: None });
        rounds.push(games);
    }
    rounds
}

/// Places by the definition: out is who has lost as often as there are lives; behind all who went out later, level with
/// those who went out in the same round.
fn places(seeds: &[PlayerId], games: &Games, lives: usize) -> BTreeMap<PlayerId, u32> {
    let out = |player: &PlayerId| {
        let lost = games.iter().enumerate().filter(|(_, round)| round.iter().any(|(_, loser)| loser == player));
        lost.map(|(number, _)| number).nth(lives - 1).unwrap_or(usize::MAX)
    };
    let place = |player: &PlayerId| 1 + seeds.iter().filter(|other| out(other) > out(player)).count() as u32;
    seeds.iter().map(|player| (player.clone(), place(player))).collect()
}

fn ranks(log: &TournamentLog) -> BTreeMap<PlayerId, u32> {
    let last = RoundNumber(log.state().rounds.len() as u16);
    standings(log.state(), last).rows.into_iter().map(|row| (row.player, row.rank.expect("a place"))).collect()
}

fn everybody(log: &TournamentLog) -> Vec<PlayerId> {
    log.state().players.iter().map(|player| player.entry.player.clone()).collect()
}

/// What holds of every double elimination, however it goes.
fn judge_double(log: &TournamentLog, games: &Games) {
    let seeds = everybody(log);
    let count: usize = games.iter().map(Vec::len).sum();
    assert!([2 * seeds.len() - 2, 2 * seeds.len() - 1].contains(&count), "{count} games of {}", seeds.len());
    let mut losses: BTreeMap<&PlayerId, usize> = BTreeMap::new();
    for (number, round) in games.iter().enumerate() {
        let mut seen = BTreeSet::new();
        let before = losses.clone();
        let of = |player: &PlayerId| before.get(player).copied().unwrap_or(0);
        let left = seeds.iter().filter(|player| of(player) < 2).count();
        for (winner, loser) in round {
            assert!(seen.insert(winner) && seen.insert(loser), "one game a round");
            assert!(of(winner) < 2 && of(loser) < 2, "who lost twice is out");
            // Only in a final do a player without a loss and one with a loss meet.
            assert!(of(winner) == of(loser) || left == 2, "round {number}: {games:?}");
            *losses.entry(loser).or_default() += 1;
        }
    }
    let left: Vec<&PlayerId> = seeds.iter().filter(|player| losses.get(player).copied().unwrap_or(0) < 2).collect();
    assert_eq!(left.len(), 1, "one champion");
    assert_eq!(ranks(log), places(&seeds, games, 2));
    assert_eq!(BracketView::of(log.state()).and_then(|view| view.champion).as_ref(), left.first().copied());
    assert!(check(log).findings.is_empty(), "{:#?}", check(log).findings);
}

fn double(players: u32, dice: u64) -> TournamentLog {
    let policies = Policies { system: System::DoubleElimination, ..Policies::default() };
    new_event(players, 1, policies, &mut Dice(dice))
}

#[test]
fn every_course_of_a_double_elimination_of_two_to_five() {
    for players in 2..=5u32 {
        for course in 0..1u32 << (2 * players - 1) {
            let mut log = double(players, 5);
            let (mut left, mut asked) = (course, 0);
            let games = play_out(&mut log, || {
                asked += 1;
                let first = left % 2 == 0;
                left >>= 1;
                first
            });
            // Where no second final was played, its bit says nothing.
            if asked < 2 * players - 1 && course >= 1 << (2 * players - 2) {
                continue;
            }
            judge_double(&log, &games);
        }
    }
}

#[test]
fn many_courses_of_double_and_single_eliminations_up_to_sixteen() {
    for players in 6..=16u32 {
        for course in 0..12 {
            let mut dice = Dice(u64::from(players) * 100 + course);
            let mut log = double(players, course);
            let games = play_out(&mut log, || dice.below(2) == 0);
            judge_double(&log, &games);

            let policies = Policies { system: System::SingleElimination, ..Policies::default() };
            let mut log = new_event(players, 1, policies, &mut Dice(course));
            let games = play_out(&mut log, || dice.below(3) > 0);
            assert_eq!(games.iter().map(Vec::len).sum::<usize>() as u32, players - 1);
            assert_eq!(ranks(&log), places(&everybody(&log), &games, 1));
            assert!(check(&log).findings.is_empty(), "{:#?}", check(&log).findings);
        }
    }
}

/// The losers of winners' rounds 2 and 3 are not crossed over twice: nobody meets in losers' round 4 whom they beat in round 2.
#[test]
fn who_falls_late_does_not_meet_whom_they_beat_in_the_second_round() {
    for course in 0..60 {
        let mut dice = Dice(course);
        let mut log = double(13 + (course % 4) as u32, course);
        let games = play_out(&mut log, || dice.below(2) == 0);
        // Winners' round 2 stands beside losers' round 1, and losers' round 4 is round 5 of the event.
        let met = |round: usize| -> BTreeSet<[&PlayerId; 2]> {
            games[round - 1].iter().map(|(one, two)| [one.min(two), one.max(two)]).collect()
        };
        assert_eq!(met(2).intersection(&met(5)).count(), 0, "course {course}: {games:?}");
    }
}

#[test]
fn nobody_rests_longer_than_a_round() {
    let mut dice = Dice(4);
    let mut log = double(16, 3);
    play_out(&mut log, || dice.below(2) == 0);
    let mut rested: BTreeMap<PlayerId, u16> = BTreeMap::new();
    for round in &log.state().rounds {
        for game in &round.pair.tables {
            rested.remove(&game.one);
            rested.remove(&game.two);
        }
        for player in &round.pair.byes {
            let rounds = rested.entry(player.clone()).or_default();
            *rounds += 1;
            assert_eq!(*rounds, 1, "{player} rests again in round {}", round.pair.round);
        }
    }
}

#[test]
fn a_cut_of_any_size_gives_the_best_seeds_a_bye() {
    for (size, double) in (2..=12).flat_map(|size| [(size, false), (size, true)]) {
        let (mut log, order) = after_two_rounds();
        let seeds: Vec<PlayerId> = order.into_iter().take(size).collect();
        record(&mut log, TournamentCommand::Cut(Cut { double, ..Cut::to(seeds.clone()) }));
        let draft = draft_round(log.state()).expect("the first round of the cut").pair;
        let passing = size.next_power_of_two() - size;
        let byes: BTreeSet<&PlayerId> = draft.byes.iter().collect();
        assert_eq!(byes, seeds.iter().take(passing).collect(), "{size}, double {double}");
        let mut dice = Dice(size as u64);
        let games = play_out(&mut log, || dice.below(2) == 0);
        let expected = places(&seeds, &games, if double { 2 } else { 1 });
        let ranks = ranks(&log);
        assert!(expected.iter().all(|(player, place)| ranks[player] == *place), "{expected:?} {ranks:?}");
        assert!(check(&log).findings.is_empty(), "{:#?}", check(&log).findings);
    }
}

#[test]
fn a_qualifier_who_cannot_play_is_replaced_until_the_round_is_published() {
    let (mut log, order) = after_two_rounds();
    record(&mut log, TournamentCommand::Cut(Cut::to(order[..4].to_vec())));
    let draft = draft_round(log.state()).expect("semi-finals");
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Drop { player: order[1].clone() });
    let mut players = order[..4].to_vec();
    players[1] = order[4].clone();
    let silent = TournamentCommand::Cut(Cut::to(players.clone()));
    assert_eq!(log.record(AT, By::Organiser, silent).expect_err("a reason is needed").code(), "bad-cut");
    let why = Some(Reason::new("has to leave").expect("a reason"));
    record(&mut log, TournamentCommand::Cut(Cut { why: why.clone(), ..Cut::to(players.clone()) }));
    assert_eq!(log.state().rounds.len(), 2, "the draft is gone");
    let draft = draft_round(log.state()).expect("semi-finals");
    assert!(draft.pair.tables.iter().any(|game| game.one == order[4] || game.two == order[4]));
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: RoundNumber(3), as_drafted: false, anyway: None });
    let late = TournamentCommand::Cut(Cut { why, ..Cut::to(order[..4].to_vec()) });
    assert_eq!(log.record(AT, By::Organiser, late).expect_err("published").code(), "bad-cut");
    for game in &draft.pair.tables {
        record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(3), game.table, 9, 4)));
    }
    record(&mut log, TournamentCommand::CloseRound { round: RoundNumber(3), anyway: None });
    play_out(&mut log, || true);
    // The newcomer takes the seed of who left: as the organiser said, with a reason.
    assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
    assert_eq!(TournamentLog::read(&log.to_bytes()).expect("the log").state(), log.state());
}

#[test]
fn drops_double_losses_and_repairs_of_a_double_elimination_hold() {
    let mut log = double(8, 2);
    assert_eq!(round_name(log.state(), RoundNumber(1)).as_deref(), Some("winners' round 1"));
    let first = draft_round(log.state()).expect("round 1");
    record(&mut log, first.command());
    record(&mut log, TournamentCommand::Publish { round: RoundNumber(1), as_drafted: false, anyway: None });
    let tables = &first.pair.tables;
    for (at, game) in tables.iter().enumerate() {
        let result = ResultEntry::by_hand(RoundNumber(1), game.table, 9, 4);
        // Both of the last game lose: both are out.
        let winner = (at == 3).then_some(Winner::Neither);
        record(&mut log, TournamentCommand::Result(ResultEntry { winner, ..result }));
    }
    record(&mut log, TournamentCommand::CloseRound { round: RoundNumber(1), anyway: None });
    // One of those who lost leaves.
    record(&mut log, TournamentCommand::Drop { player: tables[0].two.clone() });
    let second = draft_round(log.state()).expect("round 2").pair;
    assert_eq!(round_name(log.state(), RoundNumber(2)).as_deref(), Some("winners' round 2, losers' round 1"));
    let seated: BTreeSet<&PlayerId> =
        second.tables.iter().flat_map(|game| [&game.one, &game.two]).chain(&second.byes).collect();
    assert_eq!(seated.len(), 5, "three winners and two losers");
    assert!(!seated.contains(&tables[0].two) && !seated.contains(&tables[3].one));
    // Nobody who is still in may be left out.
    let mut forgetful = second.clone();
    forgetful.byes.pop();
    let refused =
        log.record(AT, By::Organiser, TournamentCommand::Pair(Box::new(forgetful))).expect_err("a player is missing");
    assert_eq!(refused.code(), "left-out");
    let mut dice = Dice(12);
    play_out(&mut log, || dice.below(2) == 0);
    let champions = ranks(&log).values().filter(|rank| **rank == 1).count();
    assert_eq!(champions, 1);
    assert!(check(&log).findings.is_empty(), "{:#?}", check(&log).findings);
}

#[test]
fn a_bracket_is_seeded_by_rating_where_the_event_says_so() {
    let policies = Policies { system: System::SingleElimination, seeding: Seeding::Rating, ..Policies::default() };
    let mut log = new_event(0, 1, policies, &mut Dice(1));
    for (number, rating) in [1200, 1900, 1500, 2400, 800].into_iter().enumerate() {
        let mut entry = support::entry(number as u32, 2, &mut Dice(3));
        entry.rating = Some(rating);
        record(&mut log, TournamentCommand::Register(entry));
    }
    let pair = draft_round(log.state()).expect("round 1").pair;
    let byes: BTreeSet<&str> = pair.byes.iter().map(PlayerId::as_str).collect();
    assert_eq!(byes, BTreeSet::from(["p0001", "p0002", "p0003"]), "the three best pass");
    assert_eq!([pair.tables[0].one.as_str(), pair.tables[0].two.as_str()], ["p0000", "p0004"]);
}
