//! What follows from a correction in a bracket: games that rest on it are named, and reset or kept; nothing else moves.

use crate::support;

use adjutant_tournament::bracket::{BracketView, loose};
use adjutant_tournament::check::{check, check_next};
use adjutant_tournament::command::{Cut, Later, Pairing, ResultEntry};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{Policies, System};
use adjutant_tournament::seats::{qualifiers, would_qualify};
use adjutant_tournament::standings::standings;
use adjutant_tournament::state::Stage;
use adjutant_tournament::touched::{TouchedGame, touched};
use adjutant_tournament::{
    By, PlayerId, Reason, Refusal, RoundNumber, TableNumber, Tournament, TournamentCommand, TournamentLog,
};
use support::{AT, Dice, new_event, record};

fn why() -> Reason {
    Reason::new("typed wrong").expect("a reason")
}

fn of(system: System, players: u32) -> TournamentLog {
    new_event(players, 2, Policies { system, check_in: false, ..Policies::default() }, &mut Dice(5))
}

/// Drafts, publishes and plays the round that is due; the player named first wins.
fn round(log: &mut TournamentLog, played: bool) -> RoundNumber {
    let draft = draft_round(log.state()).expect("a round");
    let number = draft.pair.round;
    record(log, draft.command());
    record(log, TournamentCommand::Publish { round: number, as_drafted: false, anyway: None });
    if played {
        finish_round(log, number);
    }
    number
}

/// Enters what is open of a round, and closes it.
fn finish_round(log: &mut TournamentLog, number: RoundNumber) {
    let open: Vec<TableNumber> = log.state().round(number).expect("a round").open_tables().collect();
    for table in open {
        record(log, TournamentCommand::Result(ResultEntry::by_hand(number, table, 70, 30)));
    }
    record(log, TournamentCommand::CloseRound { round: number, anyway: None });
}

/// The correction that lets the other side of a table win.
fn swapped(log: &TournamentLog, number: u16, table: u16, later: Option<Later>) -> TournamentCommand {
    let known = log.state().round(RoundNumber(number)).and_then(|round| round.results.get(&TableNumber(table)));
    let known = known.expect("a result").clone();
    TournamentCommand::AmendResult {
        result: ResultEntry { one: known.two, two: known.one, ..known },
        why: why(),
        later,
    }
}

fn reset(number: u16) -> Option<Later> {
    Some(Later::Reset(RoundNumber(number)))
}

fn refused(log: &mut TournamentLog, command: TournamentCommand) -> Refusal {
    log.record(AT, By::Organiser, command).expect_err("a refusal")
}

fn pairs(log: &TournamentLog, number: u16) -> Vec<(PlayerId, PlayerId)> {
    let round = log.state().round(RoundNumber(number)).expect("a round");
    round.pair.tables.iter().map(|game| (game.one.clone(), game.two.clone())).collect()
}

/// The codes of faults, and of remarks, in order.
fn codes(log: &TournamentLog, fault: bool) -> Vec<&'static str> {
    check(log).findings.into_iter().filter(|found| found.fault == fault).map(|found| found.code).collect()
}

/// Everything that must hold of any log: it reads to the same state, and what is taken back can be folded around.
fn sound(log: &TournamentLog) {
    let again = TournamentLog::read(&log.to_bytes()).expect("a log");
    assert_eq!(again.state(), log.state());
    let last = log.records().len() as u64;
    assert_eq!(&log.state_at(last), log.state());
    let (mut each, mut some) = (log.walk(), log.walk());
    for seq in 0..=last {
        assert_eq!(*each.after(seq), log.state_at(seq), "after record {seq}");
    }
    for seq in (0..=last).step_by(3).chain([last, last / 2]) {
        assert_eq!(*some.after(seq), log.state_at(seq), "after record {seq}, others passed over");
    }
}

/// Rounds whose standings surely are those of when they were closed, and the others. Of the former they are.
fn as_closed(log: &TournamentLog) -> [usize; 2] {
    let rounds = log.state().rounds.iter().map(|round| round.pair.round);
    let (stand, others): (Vec<_>, Vec<_>) = rounds.partition(|round| log.stands_as_closed(*round));
    for round in &stand {
        let then = log.state_when_closed(*round).expect("it is closed");
        assert_eq!(standings(&then, *round), standings(log.state(), *round), "round {round}");
    }
    [stand.len(), others.len()]
}

#[test]
fn a_semi_final_that_another_wins_resets_the_final_or_keeps_it() {
    let mut log = of(System::SingleElimination, 4);
    round(&mut log, true);
    round(&mut log, true);
    let before = pairs(&log, 2);
    let command = swapped(&log, 1, 1, None);
    let Refusal::GamesRest { cut: false, games, from } = refused(&mut log, command) else {
        panic!("the final rests on it")
    };
    assert_eq!((games.len(), from), (1, RoundNumber(2)));
    assert!(games[0].starts_with("round 2 table 1 (final): "), "{games:?}");
    let command = swapped(&log, 1, 1, reset(1));
    assert_eq!(refused(&mut log, command).code(), "wrong-round");

    let mut kept = log.clone();
    let command = swapped(&kept, 1, 1, Some(Later::Keep));
    record(&mut kept, command);
    assert_eq!(loose(kept.state()), []);
    assert_eq!(BracketView::of(kept.state()).and_then(|view| view.champion), Some(before[0].0.clone()), "as played");
    assert_eq!(codes(&kept, true), [""; 0]);
    assert!(codes(&kept, false).contains(&"out-already"), "{:?}", check(&kept).findings);
    record(&mut kept, TournamentCommand::Finish { early: false, anyway: None });
    sound(&kept);

    let command = swapped(&log, 1, 1, reset(2));
    record(&mut log, command);
    assert_eq!(log.state().rounds.len(), 1);
    round(&mut log, false);
    let after = pairs(&log, 2);
    assert_ne!(after, before);
    let winner = log.state().round(RoundNumber(1)).expect("a round").pair.tables[0].two.clone();
    assert!(after[0].0 == winner || after[0].1 == winner, "who won is in the final");
    assert_eq!(log.state().fallen.len(), 1);
    finish_round(&mut log, RoundNumber(2));
    assert_eq!((codes(&log, true), codes(&log, false)), (vec![], vec!["fell"]));
    sound(&log);
}

#[test]
fn only_what_rests_on_it_falls_and_the_rest_counts_again_as_it_was_played() {
    for system in [System::SingleElimination, System::DoubleElimination] {
        let mut log = of(system, 8);
        for _ in 0..3 {
            round(&mut log, true);
        }
        let (second, third) = (pairs(&log, 2), pairs(&log, 3));
        let command = swapped(&log, 1, 1, None);
        let Refusal::GamesRest { games, from, .. } = refused(&mut log, command) else { panic!("games rest on it") };
        let command = swapped(&log, 1, 1, reset(from.0));
        record(&mut log, command);
        assert_eq!((from, log.state().rounds.len()), (RoundNumber(2), 1));
        round(&mut log, false);
        let open: Vec<TableNumber> = log.state().rounds[1].open_tables().collect();
        let fell = |number: u16| games.iter().filter(|game| game.starts_with(&format!("round {number} "))).count();
        assert_eq!(open.len(), fell(2), "{system:?}: {games:?}");
        let again = pairs(&log, 2);
        assert_eq!(again.iter().filter(|game| second.contains(game)).count(), second.len() - fell(2));
        finish_round(&mut log, RoundNumber(2));
        round(&mut log, true);
        let again = pairs(&log, 3).iter().filter(|game| third.contains(game)).count();
        assert!(again >= third.len() - fell(3), "{system:?}: {games:?}");
        while draft_round(log.state()).is_ok() {
            round(&mut log, true);
        }
        assert_eq!(codes(&log, true), [""; 0], "{system:?}");
        assert_eq!(loose(log.state()), []);
        sound(&log);
    }
}

/// Two Swiss rounds of eight, a cut to four, semi-finals played and the final published.
fn cut() -> TournamentLog {
    let mut log = of(System::Swiss, 8);
    for _ in 0..2 {
        round(&mut log, true);
    }
    let players = qualifiers(log.state(), RoundNumber(2), 4);
    record(&mut log, TournamentCommand::Cut(Cut::to(players)));
    round(&mut log, true);
    round(&mut log, false);
    log
}

#[test]
fn a_swiss_result_that_moves_the_cut_resets_the_bracket_from_its_first_round() {
    let mut log = cut();
    let mut asked = None;
    for table in 1..=4 {
        let command = swapped(&log, 2, table, None);
        if let Err(Refusal::GamesRest { cut: true, .. }) = log.clone().record(AT, By::Organiser, command) {
            asked = Some(table);
            break;
        }
    }
    let table = asked.expect("a game that decides who goes on");
    let mut kept = log.clone();
    let command = swapped(&kept, 2, table, Some(Later::Keep));
    record(&mut kept, command);
    assert_eq!(codes(&kept, true), [""; 0]);
    assert!(codes(&kept, false).contains(&"cut-differs"));
    sound(&kept);

    let command = swapped(&log, 2, table, reset(3));
    record(&mut log, command);
    let players = would_qualify(log.state()).expect("a cut");
    let known = log.state().cut.as_ref().expect("a cut").0.clone();
    assert_ne!(players, known.players);
    // Nothing is published of a cut that its results would make another one.
    let mut held = log.clone();
    let draft = draft_round(held.state()).expect("a round");
    record(&mut held, draft.command());
    let publish = TournamentCommand::Publish { round: RoundNumber(3), as_drafted: false, anyway: None };
    let found: Vec<&str> = check_next(held.records(), By::Organiser, &publish).iter().map(|found| found.code).collect();
    assert_eq!(found, ["cut-differs"]);

    record(&mut log, TournamentCommand::Cut(Cut { players, why: Some(why()), ..known }));
    for _ in 0..2 {
        round(&mut log, true);
    }
    assert_eq!(codes(&log, true), [""; 0]);
    let champion = &standings(log.state(), RoundNumber(4)).rows[0];
    assert_eq!((champion.rank, champion.reached.as_deref()), (Some(1), Some("champion")));
    sound(&log);
}

#[test]
fn a_result_of_a_bracket_is_taken_back_where_the_log_stands() {
    let mut log = of(System::SingleElimination, 4);
    round(&mut log, true);
    round(&mut log, true);
    let seq = |log: &TournamentLog| {
        let first = |record: &&adjutant_tournament::log::Record| matches!(&record.command, TournamentCommand::Result(result) if result.round.0 == 1);
        log.records().iter().find(first).expect("a result").seq
    };
    let seq = seq(&log);
    let retract = |later| TournamentCommand::Retract { seq, why: why(), later };
    assert_eq!(refused(&mut log, retract(None)).code(), "games-rest");
    assert_eq!(refused(&mut log, retract(Some(Later::Keep))).code(), "out-of-range");
    record(&mut log, retract(reset(1)));
    assert!(log.state().rounds.is_empty());
    round(&mut log, false);
    assert_eq!(log.state().rounds[0].open_tables().count(), 1, "the other semi-final stands");
    finish_round(&mut log, RoundNumber(1));
    round(&mut log, true);
    assert_eq!(codes(&log, true), [""; 0], "{:?}", check(&log).findings);
    sound(&log);
}

#[test]
fn what_is_corrected_twice_is_asked_twice() {
    let mut log = of(System::SingleElimination, 4);
    round(&mut log, true);
    round(&mut log, true);
    let command = swapped(&log, 1, 1, Some(Later::Keep));
    record(&mut log, command);
    // The other semi-final is another question.
    let command = swapped(&log, 1, 2, None);
    assert_eq!(refused(&mut log, command).code(), "games-rest");
    // As it was played after all.
    let command = swapped(&log, 1, 1, None);
    record(&mut log, command);
    assert_eq!(loose(log.state()), []);
    let command = swapped(&log, 1, 2, reset(2));
    record(&mut log, command);
    round(&mut log, false);
    let command = swapped(&log, 1, 2, reset(2));
    record(&mut log, command);
    round(&mut log, true);
    assert_eq!(codes(&log, true), [""; 0]);
    sound(&log);
}

#[test]
fn nothing_is_said_of_a_bracket_on_which_nothing_rests() {
    let mut log = of(System::SingleElimination, 4);
    round(&mut log, true);
    let command = swapped(&log, 1, 1, Some(Later::Keep));
    assert_eq!(refused(&mut log, command).code(), "out-of-range");
    round(&mut log, false);
    let known = log.state().rounds[0].results[&TableNumber(1)].clone();
    let same = ResultEntry { one: known.one + 1, ..known };
    record(&mut log, TournamentCommand::AmendResult { result: same, why: why(), later: None });
}

/// Games of the bracket that players have seen.
fn seen(state: &Tournament) -> Vec<TouchedGame> {
    let rounds = state.rounds.iter().filter(|round| round.stage != Stage::Draft && state.is_bracket(round.pair.round));
    let game = |round: RoundNumber, game: &Pairing| TouchedGame {
        round,
        table: game.table,
        players: [game.one.clone(), game.two.clone()],
        kept: false,
    };
    rounds.flat_map(|round| round.pair.tables.iter().map(move |known| game(round.pair.round, known))).collect()
}

/// Corrects some result of the event at random, and follows it as the application does; false where nothing was corrected.
fn correct(log: &mut TournamentLog, keeps: bool, dice: &mut Dice) -> bool {
    let results = log.state().rounds.iter().flat_map(|round| round.results.values());
    let results: Vec<ResultEntry> = results.cloned().collect();
    let Some(known) = results.get(dice.below(results.len().max(1) as u64) as usize) else { return false };
    let record_of = |record: &&adjutant_tournament::log::Record| matches!(&record.command, TournamentCommand::Result(result) if result == known);
    let seq = log.standing().find(record_of).map(|record| record.seq).filter(|_| dice.below(4) == 0);
    let with = |later| match seq {
        Some(seq) => TournamentCommand::Retract { seq, why: why(), later },
        None => {
            let result = ResultEntry { one: known.two, two: known.one, ..known.clone() };
            TournamentCommand::AmendResult { result, why: why(), later }
        }
    };
    let seeds = would_qualify(log.state());
    let reset = match log.record(AT, By::Organiser, with(None)) {
        Ok(_) => None,
        Err(Refusal::GamesRest { from, .. }) if !keeps => {
            record(log, with(Some(Later::Reset(from))));
            Some(from)
        }
        Err(Refusal::GamesRest { .. }) => match log.record(AT, By::Organiser, with(Some(Later::Keep))) {
            Ok(_) => None,
            Err(_) => return false,
        },
        Err(_) => return false,
    };
    let moved = would_qualify(log.state()).zip(log.state().cut.clone());
    let moved =
        moved.filter(|(players, (_, after))| Some(players) != seeds.as_ref() && log.state().published() == after.0);
    if let Some((players, (cut, _))) = moved {
        record(log, TournamentCommand::Cut(Cut { players, why: Some(why()), ..cut }));
    }
    if reset.is_none() {
        return true;
    }
    if let Ok(draft) = draft_round(log.state()) {
        record(log, draft.command());
        record(log, TournamentCommand::Publish { round: draft.pair.round, as_drafted: false, anyway: None });
    }
    true
}

/// Random events with random corrections: nothing that was published changes without being named, and what stands follows.
/// Axes: single and double elimination, cuts of both kinds, 4 to 11 players, amended and taken back,
/// reset and kept; one event is played from every number. `ADJUTANT_CASES` says how many.
#[test]
fn every_change_of_something_published_is_named() {
    let cases = std::env::var("ADJUTANT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(150);
    let (mut corrected, mut named, mut stand) = (0, 0, [0; 2]);
    for case in 0..cases {
        let mut dice = Dice(case);
        let system = [System::SingleElimination, System::DoubleElimination, System::Swiss][dice.below(3) as usize];
        let players = 4 + dice.below(8) as u32;
        let mut log = of(system, players);
        for _ in 0..14 {
            let closed = log.state().rounds.last().is_none_or(|round| round.stage == Stage::Closed);
            let swiss = system == System::Swiss && log.state().cut.is_none();
            if let Some(open) = log.state().rounds.last().filter(|round| round.stage == Stage::Published) {
                let number = open.pair.round;
                finish_round(&mut log, number);
            } else if swiss && closed && log.state().rounds.len() == 2 {
                let top = 2 + dice.below(u64::from(players) - 2) as usize;
                let double = dice.below(2) == 0;
                let players = qualifiers(log.state(), RoundNumber(2), top);
                record(&mut log, TournamentCommand::Cut(Cut { double, ..Cut::to(players) }));
            } else if draft_round(log.state()).is_ok() {
                round(&mut log, dice.below(2) == 0);
            }
            let [sure, other] = as_closed(&log);
            stand = [stand[0] + sure, stand[1] + other];
            let (before, seq) = (log.state().clone(), log.records().len() as u64 + 1);
            let keeps = dice.below(3) == 0;
            if dice.below(2) == 0 || !correct(&mut log, keeps, &mut dice) {
                continue;
            }
            corrected += 1;
            let (told, now) = (touched(&log, &before, seq), seen(log.state()));
            let waits = |game: &TouchedGame| told.waiting.iter().any(|(round, _)| *round == game.round);
            // Whoever is named first, it is the same game.
            let there = |game: &TouchedGame| {
                now.iter().any(|known| {
                    known.round == game.round && game.players.iter().all(|one| known.players.contains(one))
                })
            };
            for game in seen(&before).iter().filter(|game| !there(game) && !waits(game)) {
                assert!(told.games.contains(game), "case {case}, record {seq}: {game:?} is gone, told {told:?}");
                named += 1;
            }
            let cut = |state: &Tournament| state.cut.as_ref().map(|(cut, _)| cut.players.clone());
            assert!(cut(&before) == cut(log.state()) || !told.seeds.is_empty(), "case {case}, record {seq}: {told:?}");
            let found = check(&log);
            assert!(found.is_clean(), "case {case}, record {seq}: {:#?}", found.findings);
            assert_eq!(loose(log.state()), [], "case {case}, record {seq}");
        }
        sound(&log);
    }
    assert!(corrected > cases && named > cases / 4, "{corrected} corrections, {named} games named");
    assert!(stand.iter().all(|rounds| *rounds > cases as usize), "{stand:?} rounds stand as closed, or may not");
}
