//! Brackets: every course that one of three to eight players can take, held against a bracket that is played through
//! here in another way (as a tree of lists, from the definition), and the rules of its games.

use crate::support;

use std::collections::BTreeMap;

use adjutant_tournament::bracket::round_name;
use adjutant_tournament::check::check;
use adjutant_tournament::command::{Cut, Forfeit, ResultEntry, Winner};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{Policies, System};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{By, PlayerId, RoundNumber, TournamentCommand, TournamentLog};
use support::{AT, Dice, after_two_rounds, new_event, record, simulate};

/// Plays rounds until nobody is left to pair; `first_wins` decides each game of the bracket.
fn play_out(log: &mut TournamentLog, mut first_wins: impl FnMut() -> bool) {
    while let Ok(draft) = draft_round(log.state()) {
        let round = draft.pair.round;
        record(log, draft.command());
        record(log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
        for game in &draft.pair.tables {
            let (one, two) = if first_wins() { (60, 40) } else { (40, 60) };
            record(log, TournamentCommand::Result(ResultEntry::by_hand(round, game.table, one, two)));
        }
        record(log, TournamentCommand::CloseRound { round, anyway: None });
    }
}

/// Who beat whom in every round, byes left out.
fn games(log: &TournamentLog, from: u16) -> Vec<Vec<(PlayerId, PlayerId)>> {
    let rounds = log.state().rounds.iter().filter(|round| round.pair.round.0 >= from);
    rounds
        .map(|round| {
            let game = |game: &adjutant_tournament::command::Pairing| match round.results[&game.table].winner() {
                Winner::One => (game.one.clone(), game.two.clone()),
                _ => (game.two.clone(), game.one.clone()),
            };
            round.pair.tables.iter().map(game).collect()
        })
        .collect()
}

/// Places by the definition: the champion lost nothing; a player who lost in an earlier round stands behind all who lost
/// later; losers of one round share their place; those who met after both had lost play for the place they shared.
fn places(seeds: &[PlayerId], games: &[Vec<(PlayerId, PlayerId)>]) -> BTreeMap<PlayerId, u32> {
    let mut lost: BTreeMap<PlayerId, usize> = BTreeMap::new();
    let mut behind: Vec<PlayerId> = Vec::new();
    for (number, round) in games.iter().enumerate() {
        let before = lost.clone();
        for (_, loser) in round {
            if before.contains_key(loser) {
                behind.push(loser.clone());
            } else {
                lost.insert(loser.clone(), number);
            }
        }
    }
    let when = |player: &PlayerId| lost.get(player).copied().unwrap_or(usize::MAX);
    let place = |player: &PlayerId| {
        let better = seeds.iter().filter(|other| when(other) > when(player)).count() as u32;
        better + 1 + u32::from(behind.contains(player))
    };
    seeds.iter().map(|player| (player.clone(), place(player))).collect()
}

fn ranks(log: &TournamentLog) -> BTreeMap<PlayerId, u32> {
    let last = RoundNumber(log.state().rounds.len() as u16);
    standings(log.state(), last).rows.into_iter().map(|row| (row.player, row.rank.expect("a place"))).collect()
}

#[test]
fn every_course_of_a_bracket_of_three_to_eight_gives_the_places_of_its_games() {
    for players in 3..=8u32 {
        for course in 0..1u32 << (players - 1) {
            let policies = Policies { system: System::SingleElimination, ..Policies::default() };
            let mut log = new_event(players, 6, policies, &mut Dice(5));
            let mut left = course;
            play_out(&mut log, || {
                left >>= 1;
                left % 2 == 0
            });
            let seeds: Vec<PlayerId> = log.state().players.iter().map(|p| p.entry.player.clone()).collect();
            let games = games(&log, 1);
            assert_eq!(games.iter().map(Vec::len).sum::<usize>() as u32, players - 1, "each game throws one out");
            assert_eq!(ranks(&log), places(&seeds, &games), "{players} players, course {course:b}");
            assert!(check(&log).findings.is_empty(), "{:#?}", check(&log).findings);
        }
    }
}

/// An event of twelve after two Swiss rounds, cut to eight.
fn cut_to_eight(third_place: bool) -> (TournamentLog, Vec<PlayerId>) {
    let (mut log, order) = after_two_rounds();
    let players: Vec<PlayerId> = order.into_iter().take(8).collect();
    record(&mut log, TournamentCommand::Cut(Cut { third_place, ..Cut::to(players.clone()) }));
    (log, players)
}

#[test]
fn every_course_of_a_cut_gives_its_places_and_touches_nobody_else() {
    for third_place in [false, true] {
        let (log, seeds) = cut_to_eight(third_place);
        let swiss = standings(log.state(), RoundNumber(2)).rows;
        for course in 0..1u32 << (7 + u32::from(third_place)) {
            let mut log = log.clone();
            let mut left = course;
            play_out(&mut log, || {
                left >>= 1;
                left % 2 == 0
            });
            let rows = standings(log.state(), RoundNumber(5)).rows;
            let expected = places(&seeds, &games(&log, 3));
            for row in &rows {
                let before = swiss.iter().find(|before| before.player == row.player).expect("the same players");
                let place = expected.get(&row.player).copied().or(before.rank);
                assert_eq!(row.rank, place, "{} of {rows:#?}", row.player);
                let numbers =
                    |row: &adjutant_tournament::standings::Row| (row.points, row.record, row.tie_breaks.clone());
                assert_eq!(numbers(row), numbers(before), "games of the bracket bring nothing");
            }
            let champion = rows.iter().filter(|row| row.reached.as_deref() == Some("champion")).count();
            assert_eq!((champion, rows[0].rank, rows[1].rank), (1, Some(1), Some(2)));
            let third = rows.iter().filter(|row| row.rank == Some(3)).count();
            assert_eq!(third, if third_place { 1 } else { 2 });
            assert!(check(&log).findings.is_empty(), "{:#?}", check(&log).findings);
        }
    }
}

#[test]
fn while_a_bracket_is_played_those_still_in_share_the_first_place_and_rounds_have_their_names() {
    let (mut log, seeds) = cut_to_eight(false);
    let names: Vec<_> = (2..=5).map(|round| round_name(log.state(), RoundNumber(round))).collect();
    assert_eq!(names[0], None);
    assert_eq!(names[1].as_deref(), Some("top 8"));
    let draft = draft_round(log.state()).expect("the first round of the bracket");
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: RoundNumber(3), as_drafted: false, anyway: None });
    let shared = |log: &TournamentLog| {
        let rows = standings(log.state(), RoundNumber(3)).rows;
        rows.iter().take(8).filter_map(|row| row.rank).collect::<Vec<_>>()
    };
    assert_eq!(shared(&log), [1; 8], "nobody is out before a result");
    for game in &draft.pair.tables {
        record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(3), game.table, 70, 10)));
    }
    assert_eq!(shared(&log), [1, 1, 1, 1, 5, 5, 5, 5]);
    record(&mut log, TournamentCommand::CloseRound { round: RoundNumber(3), anyway: None });
    assert_eq!(round_name(log.state(), RoundNumber(4)).as_deref(), Some("semi-finals"));
    // The best seeds sit at the first tables.
    let semi = draft_round(log.state()).expect("semi-finals").pair;
    let of = |player: &PlayerId| seeds.iter().position(|seed| seed == player);
    let best = |table: usize| of(&semi.tables[table].one).min(of(&semi.tables[table].two));
    assert!(best(0) < best(1), "{semi:?}");
    assert!(check(&log).findings.is_empty(), "{:#?}", check(&log).findings);
}

#[test]
fn the_final_is_at_the_first_table_whoever_sat_there_before() {
    let (mut log, _) = cut_to_eight(true);
    play_out(&mut log, || true);
    let last = &log.state().rounds[4].pair.tables;
    let rows = standings(log.state(), RoundNumber(5)).rows;
    let best: Vec<&PlayerId> = rows.iter().take(2).map(|row| &row.player).collect();
    let first = last.iter().find(|game| game.table.0 == 1).expect("table 1");
    assert!(best.contains(&&first.one) && best.contains(&&first.two), "{last:?}");
}

#[test]
fn a_game_of_a_bracket_has_a_winner_or_two_losers() {
    let (mut log, _) = cut_to_eight(false);
    let draft = draft_round(log.state()).expect("a round");
    let round = RoundNumber(3);
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
    let tables = &draft.pair.tables;
    let drawn = ResultEntry::by_hand(round, tables[0].table, 50, 50);
    let refused = log.record(AT, By::Organiser, TournamentCommand::Result(drawn.clone())).expect_err("a draw").code();
    assert_eq!(refused, "no-draw");
    let said = ResultEntry { winner: Some(Winner::Draw), one: 51, ..drawn.clone() };
    assert_eq!(log.record(AT, By::Organiser, TournamentCommand::Result(said)).expect_err("a draw").code(), "no-draw");
    record(&mut log, TournamentCommand::Result(ResultEntry { winner: Some(Winner::Two), ..drawn }));
    // Neither of the second game goes on, so that its neighbour passes the semi-finals.
    let none = ResultEntry::by_hand(round, tables[1].table, 60, 50);
    record(&mut log, TournamentCommand::Result(ResultEntry { winner: Some(Winner::Neither), ..none }));
    let absent = ResultEntry { forfeit: Some(Forfeit::Two), ..ResultEntry::by_hand(round, tables[2].table, 0, 0) };
    record(&mut log, TournamentCommand::Result(absent));
    record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, tables[3].table, 60, 50)));
    record(&mut log, TournamentCommand::CloseRound { round, anyway: None });
    let semi = draft_round(log.state()).expect("semi-finals").pair;
    assert_eq!((semi.tables.len(), semi.byes.len()), (1, 1));
    play_out(&mut log, || true);
    let rows = standings(log.state(), RoundNumber(log.state().rounds.len() as u16)).rows;
    assert_eq!(rows.iter().take(8).filter_map(|row| row.rank).collect::<Vec<_>>(), [1, 2, 3, 4, 4, 4, 4, 4]);
    assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
}

#[test]
fn an_event_ends_when_it_is_played() {
    let finish = |early| TournamentCommand::Finish { early, anyway: None };
    let mut log = simulate(8, 2, Policies::default(), 3, |_, _| {});
    record(&mut log, finish(false));
    let (mut log, _) = cut_to_eight(false);
    assert_eq!(log.record(AT, By::Organiser, finish(false)).expect_err("no winner").code(), "rounds-left");
    play_out(&mut log, || true);
    record(&mut log, finish(false));
    let mut early = new_event(8, 3, Policies::default(), &mut Dice(1));
    assert_eq!(early.record(AT, By::Organiser, finish(false)).expect_err("no round").code(), "rounds-left");
    record(&mut early, finish(true));
}
