//! The day in the hall: reports, disputes, the clock, calls, lists by players; each refusal once, and the judge's own
//! books beside the state.

use crate::support;

use adjutant_tournament::check::check;
use adjutant_tournament::command::{
    Answer, Basis, By, Call, CallKind, ClockStep, Dispute, Extend, MatchLog, Pairing, Repair, Report, ResultEntry,
    RoundClock, Table, Winner,
};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{Policies, System};
use adjutant_tournament::standings::standings;
use adjutant_tournament::state::{ClockState, TableState};
use adjutant_tournament::{
    MatchId, PlayerId, Reason, Refusal, RoundNumber, TableNumber, Timestamp, TournamentCommand, TournamentLog, day,
};
use proptest::prelude::*;
use support::{AT, Dice, new_event, record};

const ONE: RoundNumber = RoundNumber(1);
const T1: TableNumber = TableNumber(1);

fn say(log: &mut TournamentLog, by: By, command: TournamentCommand) -> Result<u64, Refusal> {
    log.record(AT, by, command).map(|record| record.seq)
}

fn say_at(log: &mut TournamentLog, at: &str, by: By, command: TournamentCommand) -> Result<u64, Refusal> {
    log.record(Timestamp::parse(at).unwrap(), by, command).map(|record| record.seq)
}

/// Four players, round 1 published; the two of table 1.
fn published(policies: Policies) -> (TournamentLog, PlayerId, PlayerId) {
    let mut log = new_event(4, 3, policies, &mut Dice(5));
    let draft = draft_round(log.state()).unwrap();
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: ONE, as_drafted: false, anyway: None });
    let pairing = log.state().rounds[0].at(T1).unwrap().clone();
    (log, pairing.one, pairing.two)
}

fn result(one: i64, two: i64) -> ResultEntry {
    ResultEntry::by_hand(ONE, T1, one, two)
}

fn report(player: &PlayerId, result: ResultEntry) -> TournamentCommand {
    TournamentCommand::Report(Box::new(Report::of(player.clone(), result)))
}

fn dispute(player: &PlayerId) -> TournamentCommand {
    TournamentCommand::Dispute(Dispute { round: ONE, table: T1, player: player.clone(), why: None })
}

fn answer(seq: u64, player: Option<&PlayerId>) -> TournamentCommand {
    TournamentCommand::Answer(Answer { seq, player: player.cloned(), why: None })
}

fn amend(one: i64, two: i64) -> TournamentCommand {
    TournamentCommand::AmendResult { result: result(one, two), why: Reason::new("looked again").unwrap(), later: None }
}

fn basis(log: &TournamentLog) -> Option<Basis> {
    log.state().rounds[0].basis(T1)
}

fn state(log: &TournamentLog) -> TableState {
    log.state().rounds[0].table_state(T1)
}

/// What was folded is what a second reading folds, and the judge's own books agree.
fn sound(log: &TournamentLog) {
    assert_eq!(TournamentLog::read(&log.to_bytes()).unwrap().state(), log.state());
    let report = check(log);
    assert!(report.is_clean(), "{:#?}", report.findings);
}

#[test]
fn two_equal_reports_are_the_result() {
    let (mut log, one, two) = published(Policies::default());
    say(&mut log, By::Player, report(&one, result(75, 62))).unwrap();
    assert_eq!((state(&log), basis(&log)), (TableState::Reported, None));
    say(&mut log, By::Player, report(&two, result(74, 62))).unwrap();
    assert_eq!((state(&log), log.state().rounds[0].results.len()), (TableState::Differing, 0));
    // The later report of the same player replaces the earlier one.
    say(&mut log, By::Player, report(&two, result(75, 62))).unwrap();
    assert_eq!((state(&log), basis(&log)), (TableState::Entered, Some(Basis::Agreed)));
    assert_eq!(log.state().rounds[0].results[&T1], result(75, 62));
    assert_eq!(
        say(&mut log, By::Player, report(&one, result(1, 2))),
        Err(Refusal::HasResult { round: ONE, table: T1 })
    );
    assert_eq!(standings(log.state(), ONE).rows[0].bases.agreed, 1);
    sound(&log);
}

#[test]
fn a_winner_that_points_give_anyway_is_no_difference_and_another_one_is() {
    let (log, one, two) = published(Policies::default());
    let told = ResultEntry { winner: Some(Winner::One), ..result(75, 62) };
    let mut same = log.clone();
    say(&mut same, By::Player, report(&one, told)).unwrap();
    say(&mut same, By::Player, report(&two, result(75, 62))).unwrap();
    assert_eq!(basis(&same), Some(Basis::Agreed));
    let mut other = log;
    let conceded = ResultEntry { winner: Some(Winner::Two), ..result(75, 62) };
    say(&mut other, By::Player, report(&one, conceded)).unwrap();
    say(&mut other, By::Player, report(&two, result(75, 62))).unwrap();
    assert_eq!(state(&other), TableState::Differing);
    sound(&same);
    sound(&other);
}

#[test]
fn a_match_log_that_both_signed_makes_the_result_signed() {
    let (mut log, one, two) = published(Policies::default());
    let from = |name: &str, signed| MatchLog { id: MatchId::new(name).unwrap(), head: log.head(), signed };
    let signed = ResultEntry { from: Some(from("m1", true)), ..result(75, 62) };
    let other = ResultEntry { from: Some(from("m2", false)), ..result(75, 62) };
    say(&mut log, By::Player, report(&one, other)).unwrap();
    say(&mut log, By::Player, report(&two, signed.clone())).unwrap();
    assert_eq!(state(&log), TableState::Differing, "of two matches");
    say(&mut log, By::Player, report(&one, result(75, 62))).unwrap();
    assert_eq!(basis(&log), Some(Basis::Signed));
    assert_eq!(log.state().rounds[0].results[&T1].from, signed.from);
    assert_eq!(log.state().match_used(&MatchId::new("m1").unwrap()), Some((ONE, T1)));
    sound(&log);
}

#[test]
fn what_the_desk_and_judges_enter_says_so() {
    let (log, one, two) = published(Policies::default());
    let after = |steps: &[(By, TournamentCommand)]| {
        let mut log = log.clone();
        for (by, command) in steps {
            say(&mut log, *by, command.clone()).unwrap();
        }
        sound(&log);
        basis(&log).unwrap()
    };
    let enter = TournamentCommand::Result(result(75, 62));
    let reports = [(By::Player, report(&one, result(75, 62))), (By::Player, report(&two, result(1, 2)))];
    let [first, second] = reports;
    assert_eq!(after(&[(By::Organiser, enter.clone())]), Basis::Desk);
    assert_eq!(after(&[(By::Judge, enter.clone())]), Basis::Ruled);
    assert_eq!(after(&[first.clone(), (By::Organiser, enter.clone())]), Basis::Desk, "one report accepted");
    assert_eq!(after(&[first.clone(), second, (By::Organiser, enter.clone())]), Basis::Ruled, "two that differ");
    assert_eq!(after(&[(By::Organiser, enter.clone()), (By::Organiser, amend(7, 6))]), Basis::Desk, "typed wrong");
    assert_eq!(after(&[(By::Organiser, enter.clone()), (By::Judge, amend(7, 6))]), Basis::Ruled);
    let agreed = [first, (By::Player, report(&two, result(75, 62)))];
    assert_eq!(after(&[&agreed[..], &[(By::Organiser, amend(7, 6))]].concat()), Basis::Ruled, "against both");
    let disputed = [(By::Organiser, enter), (By::Player, dispute(&two)), (By::Organiser, amend(7, 6))];
    assert_eq!(after(&disputed), Basis::Ruled);
}

#[test]
fn a_dispute_keeps_the_round_open_until_it_is_answered() {
    let (mut log, one, two) = published(Policies::default());
    assert_eq!(say(&mut log, By::Player, dispute(&one)), Err(Refusal::NoResult { round: ONE, table: T1 }));
    record(&mut log, TournamentCommand::Result(result(75, 62)));
    record(&mut log, TournamentCommand::Result(ResultEntry { table: TableNumber(2), ..result(1, 0) }));
    let seq = say(&mut log, By::Player, dispute(&two)).unwrap();
    assert_eq!(state(&log), TableState::Disputed);
    let close = TournamentCommand::CloseRound { round: ONE, anyway: None };
    assert_eq!(say(&mut log, By::Organiser, close.clone()), Err(Refusal::DisputeOpen { round: ONE, table: T1, seq }));
    assert_eq!(say(&mut log, By::Player, dispute(&one)), Err(Refusal::OpenAlready { table: T1, seq }));
    assert_eq!(say(&mut log, By::Player, answer(seq, Some(&one))), Err(Refusal::NotYourCall { seq }));
    assert_eq!(say(&mut log, By::Player, answer(seq, None)), Err(Refusal::NotYourCall { seq }));
    assert_eq!(say(&mut log, By::Judge, answer(seq + 1, None)), Err(Refusal::NothingOpen { seq: seq + 1 }));
    sound(&log);
    let (mut taken_back, mut ruled) = (log.clone(), log.clone());
    let undo = TournamentCommand::Retract { seq, why: Reason::new("wrong table").unwrap(), later: None };
    assert_eq!(say(&mut log, By::Organiser, undo).unwrap_err().code(), "relied-on", "the player's own word");
    say(&mut taken_back, By::Player, answer(seq, Some(&two))).unwrap();
    assert_eq!((state(&taken_back), basis(&taken_back)), (TableState::Entered, Some(Basis::Desk)));
    say(&mut ruled, By::Judge, answer(seq, None)).unwrap();
    assert_eq!((state(&ruled), basis(&ruled)), (TableState::Entered, Some(Basis::Ruled)));
    for mut log in [taken_back, ruled] {
        say(&mut log, By::Organiser, close.clone()).unwrap();
        sound(&log);
        let closed = Refusal::RoundState { round: ONE, state: "closed", accepted: "published" };
        assert_eq!(say(&mut log, By::Player, dispute(&two)), Err(closed));
    }
}

#[test]
fn a_player_speaks_for_his_own_open_table_only() {
    let (mut log, one, _) = published(Policies::default());
    let stranger = log.state().rounds[0].at(TableNumber(2)).unwrap().one.clone();
    let not_there = Refusal::NotAtTable { player: stranger.clone(), round: ONE, table: T1 };
    assert_eq!(say(&mut log, By::Player, report(&stranger, result(1, 2))), Err(not_there.clone()));
    assert_eq!(say(&mut log, By::Player, dispute(&stranger)), Err(not_there));
    assert_eq!(say(&mut log, By::Organiser, report(&one, result(1, 2))), Err(Refusal::ForPlayers));
    assert_eq!(say(&mut log, By::Judge, dispute(&one)), Err(Refusal::ForPlayers));
    let later = ResultEntry { round: RoundNumber(2), ..result(1, 2) };
    let not_paired = Refusal::RoundState { round: RoundNumber(2), state: "not paired", accepted: "published" };
    assert_eq!(say(&mut log, By::Player, report(&one, later)), Err(not_paired));
    let nobody = PlayerId::new("nobody").unwrap();
    let unknown = Refusal::UnknownPlayer { player: nobody.clone() };
    assert_eq!(say(&mut log, By::Player, report(&nobody, result(1, 2))), Err(unknown));
    for command in [
        TournamentCommand::RoundClock(RoundClock { round: ONE, state: ClockStep::Pause, minutes: None }),
        TournamentCommand::Extend(Extend { round: ONE, table: T1, minutes: 5, why: Reason::new("x").unwrap() }),
        TournamentCommand::Result(result(1, 2)),
    ] {
        assert_eq!(say(&mut log, By::Player, command), Err(Refusal::NotYours));
    }
    let most = published(Policies { vp_max: Some(100), ..Policies::default() });
    let (mut log, one, _) = most;
    let wide = Refusal::VictoryPoints { found: 101, least: 0, most: 100, forced: false };
    assert_eq!(say(&mut log, By::Player, report(&one, result(101, 2))), Err(wide));
    let (mut log, one, _) = published(Policies { system: System::SingleElimination, ..Policies::default() });
    let draw = Refusal::NoDraw { round: ONE, table: T1 };
    assert_eq!(say(&mut log, By::Player, report(&one, result(5, 5))), Err(draw));
}

#[test]
fn a_draft_says_nothing_to_players() {
    let mut log = new_event(4, 3, Policies::default(), &mut Dice(5));
    let draft = draft_round(log.state()).unwrap();
    record(&mut log, draft.command());
    let one = log.state().rounds[0].at(T1).unwrap().one.clone();
    assert!(matches!(say(&mut log, By::Player, report(&one, result(1, 2))), Err(Refusal::RoundState { .. })));
    let call = Call { table: T1, player: Some(one), kind: CallKind::Rules, why: None };
    assert!(matches!(say(&mut log, By::Player, TournamentCommand::Call(call)), Err(Refusal::RoundState { .. })));
}

#[test]
fn lists_are_handed_in_until_the_round_is_published_that_the_policies_name() {
    let list = |log: &TournamentLog, player: &PlayerId| TournamentCommand::Roster {
        player: player.clone(),
        digest: log.head(),
        disposition: None,
    };
    for (close, before, after) in [(1, true, false), (0, false, false), (2, true, true)] {
        let policies = Policies { lists_close: RoundNumber(close), ..Policies::default() };
        let mut log = new_event(4, 3, policies.clone(), &mut Dice(5));
        let who = log.state().players[0].entry.player.clone();
        let closed = Err(Refusal::ListsClosed { round: RoundNumber(close) });
        let command = list(&log, &who);
        let said = say(&mut log, By::Player, command.clone());
        assert_eq!(said, if before { Ok(log.records().len() as u64) } else { closed.clone() });
        let (mut log, who, _) = published(policies);
        let command = list(&log, &who);
        let said = say(&mut log, By::Player, command.clone());
        assert_eq!(said, if after { Ok(log.records().len() as u64) } else { closed });
        say(&mut log, By::Organiser, command).unwrap();
    }
}

#[test]
fn policies_that_do_not_name_lists_are_written_as_before() {
    let text = serde_json::to_string(&Policies::default()).unwrap();
    assert!(!text.contains("lists"), "{text}");
    let from = MatchLog { id: MatchId::new("m").unwrap(), head: TournamentLog::new().head(), signed: false };
    assert!(!serde_json::to_string(&from).unwrap().contains("signed"));
}

#[test]
fn the_clock_counts_to_a_deadline() {
    let (mut log, ..) = published(Policies::default());
    let step = |state, minutes| TournamentCommand::RoundClock(RoundClock { round: ONE, state, minutes });
    let refused = |log: &mut TournamentLog, now, state, minutes| {
        let refusal = Refusal::ClockState { round: ONE, state: now, step: state };
        assert_eq!(say(log, By::Judge, step(state, minutes)), Err(refusal));
    };
    let shown = |log: &TournamentLog| {
        let clock = day::clock(log, ONE).unwrap();
        (clock.state, clock.minutes, clock.deadline.map(|at| at.to_string()), clock.left_s)
    };
    let at = |text: &str| Some(format!("2026-11-21T{text}Z"));
    for other in [ClockStep::Pause, ClockStep::Resume, ClockStep::Stop, ClockStep::Add] {
        refused(&mut log, ClockState::Waiting, other, None);
    }
    for minutes in [None, Some(0), Some(1441)] {
        assert!(matches!(
            say(&mut log, By::Organiser, step(ClockStep::Start, minutes)),
            Err(Refusal::OutOfRange { .. })
        ));
    }
    say_at(&mut log, "2026-11-21T09:30:00Z", By::Organiser, step(ClockStep::Start, Some(150))).unwrap();
    assert_eq!(shown(&log), ("running", 150, at("12:00:00"), None));
    refused(&mut log, ClockState::Running, ClockStep::Start, Some(10));
    refused(&mut log, ClockState::Running, ClockStep::Resume, None);
    say_at(&mut log, "2026-11-21T10:00:10Z", By::Judge, step(ClockStep::Pause, None)).unwrap();
    assert_eq!(shown(&log), ("paused", 150, None, Some(119 * 60 + 50)));
    assert!(matches!(say(&mut log, By::Judge, step(ClockStep::Resume, Some(5))), Err(Refusal::OutOfRange { .. })));
    say_at(&mut log, "2026-11-21T10:10:10Z", By::Judge, step(ClockStep::Add, Some(5))).unwrap();
    say_at(&mut log, "2026-11-21T10:20:10Z", By::Judge, step(ClockStep::Resume, None)).unwrap();
    assert_eq!(shown(&log), ("running", 155, at("12:25:00"), None));
    assert!(matches!(say(&mut log, By::Judge, step(ClockStep::Add, Some(1440))), Err(Refusal::OutOfRange { .. })));
    let extend = |minutes| {
        TournamentCommand::Extend(Extend { round: ONE, table: T1, minutes, why: Reason::new("late").unwrap() })
    };
    say(&mut log, By::Judge, extend(5)).unwrap();
    say(&mut log, By::Organiser, extend(10)).unwrap();
    assert!(matches!(say(&mut log, By::Judge, extend(600)), Err(Refusal::OutOfRange { .. })));
    assert_eq!(day::clock(&log, ONE).unwrap().extensions, [(T1, 15)]);
    say_at(&mut log, "2026-11-21T10:30:00Z", By::Judge, step(ClockStep::Stop, None)).unwrap();
    assert_eq!(shown(&log), ("stopped", 155, None, Some(0)));
    sound(&log);
    // No rule of points reads any of it.
    let (plain, ..) = published(Policies::default());
    assert_eq!(standings(log.state(), ONE), standings(plain.state(), ONE));
}

#[test]
fn one_call_a_table_is_open_and_its_caller_may_take_it_back() {
    let (mut log, one, two) = published(Policies::default());
    let call = |player: Option<&PlayerId>| {
        TournamentCommand::Call(Call { table: T1, player: player.cloned(), kind: CallKind::SlowPlay, why: None })
    };
    let seq = say(&mut log, By::Player, call(Some(&one))).unwrap();
    assert_eq!(say(&mut log, By::Judge, call(None)), Err(Refusal::OpenAlready { table: T1, seq }));
    assert_eq!(day::calls(&log).iter().map(|call| call.seq).collect::<Vec<_>>(), [seq]);
    assert_eq!(say(&mut log, By::Player, answer(seq, Some(&two))), Err(Refusal::NotYourCall { seq }));
    assert!(matches!(say(&mut log, By::Judge, answer(seq, Some(&one))), Err(Refusal::OutOfRange { .. })));
    say(&mut log, By::Player, answer(seq, Some(&one))).unwrap();
    let again = say(&mut log, By::Player, call(Some(&two))).unwrap();
    say(&mut log, By::Judge, answer(again, None)).unwrap();
    assert_eq!(say(&mut log, By::Judge, answer(again, None)), Err(Refusal::NothingOpen { seq: again }));
    let nowhere = Call { table: TableNumber(9), player: None, kind: CallKind::Other, why: None };
    let unknown = Refusal::UnknownTable { round: ONE, table: TableNumber(9) };
    assert_eq!(say(&mut log, By::Player, TournamentCommand::Call(nowhere)), Err(unknown));
    // A call goes with its game, and the next round begins without calls.
    say(&mut log, By::Player, call(Some(&two))).unwrap();
    let (to, why) = (TableNumber(7), Reason::new("water").unwrap());
    record(&mut log, TournamentCommand::Move { round: ONE, table: T1, to, why });
    assert_eq!(day::calls(&log).iter().map(|call| call.said.table).collect::<Vec<_>>(), [to]);
    sound(&log);
}

#[test]
fn a_moved_game_takes_its_reports_along_and_other_players_begin_anew() {
    let (mut log, one, two) = published(Policies::default());
    say(&mut log, By::Player, report(&one, result(75, 62))).unwrap();
    let (to, why) = (TableNumber(7), Reason::new("water").unwrap());
    record(&mut log, TournamentCommand::Move { round: ONE, table: T1, to, why: why.clone() });
    let there = ResultEntry { table: to, ..result(75, 62) };
    say(&mut log, By::Player, report(&two, there.clone())).unwrap();
    let round = &log.state().rounds[0];
    assert_eq!((round.basis(to), round.results.get(&to)), (Some(Basis::Agreed), Some(&there)));
    say(&mut log, By::Player, TournamentCommand::Dispute(Dispute { round: ONE, table: to, player: one, why: None }))
        .unwrap();
    record(&mut log, TournamentCommand::Move { round: ONE, table: to, to: TableNumber(2), why: why.clone() });
    assert_eq!(log.state().rounds[0].table_state(TableNumber(2)), TableState::Disputed);
    assert_eq!(log.state().rounds[0].table_state(to), TableState::Open);
    sound(&log);
    let tables = log.state().rounds[0].pair.tables.clone();
    let mut changed = [tables[0].clone(), tables[1].clone()];
    let (first, second) = (changed[0].two.clone(), changed[1].two.clone());
    (changed[0].two, changed[1].two) = (second, first);
    let repair = Repair { round: ONE, tables: changed.to_vec(), byes: None, drop_result: true, why };
    record(&mut log, TournamentCommand::Repair(repair.clone()));
    assert_eq!(log.state().rounds[0].progress, Default::default());
    sound(&log);
    // No repair moves a game to a table that is closed; a game that stands at one stays there.
    for closed in [TableNumber(9), changed[0].table] {
        record(&mut log, TournamentCommand::Table(Table { closed: Some(true), ..Table::numbered(closed) }));
    }
    let moved = |table| Repair { tables: vec![Pairing { table, ..changed[0].clone() }], ..repair.clone() };
    let refused = say(&mut log, By::Organiser, TournamentCommand::Repair(moved(TableNumber(9))));
    assert_eq!(refused, Err(Refusal::ClosedTable { table: TableNumber(9) }));
    record(&mut log, TournamentCommand::Repair(moved(changed[0].table)));
    sound(&log);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    /// Whatever is said in whatever order: what is refused changes nothing, what is taken is read back, and the judge's
    /// books come to the same results, bases and standings.
    #[test]
    fn the_judge_agrees_with_any_day(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let mut log = new_event(4 + dice.below(5) as u32, 2, Policies::default(), &mut dice);
        for round in [1, 2].map(RoundNumber) {
            let draft = draft_round(log.state()).unwrap();
            record(&mut log, draft.command());
            record(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
            let published = log.records().len() as u64;
            for _ in 0..60 {
                let command = any_saying(&log, round, published, &mut dice);
                let by = [By::Player, By::Player, By::Judge, By::Organiser][dice.below(4) as usize];
                let before = log.state().clone();
                if say(&mut log, by, command).is_err() {
                    prop_assert_eq!(log.state(), &before);
                }
            }
            let open: Vec<TableNumber> = log.state().rounds[usize::from(round.0) - 1].open_tables().collect();
            for table in open {
                record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, table, 3, 2)));
            }
            let disputes: Vec<u64> =
                log.state().rounds[usize::from(round.0) - 1].progress.disputes.values().map(|said| said.seq).collect();
            for seq in disputes {
                record(&mut log, answer(seq, None));
            }
            record(&mut log, TournamentCommand::CloseRound { round, anyway: None });
        }
        sound(&log);
    }
}

fn any_saying(log: &TournamentLog, round: RoundNumber, published: u64, dice: &mut Dice) -> TournamentCommand {
    let tables = &log.state().rounds[usize::from(round.0) - 1].pair.tables;
    let pairing = &tables[dice.below(tables.len() as u64) as usize];
    let player = if dice.below(2) == 0 { &pairing.one } else { &pairing.two }.clone();
    let stranger = tables[dice.below(tables.len() as u64) as usize].one.clone();
    let player = if dice.below(8) == 0 { stranger } else { player };
    let table = pairing.table;
    let result = ResultEntry::by_hand(round, table, dice.below(2) as i64, 1);
    let why = Reason::new("so").unwrap();
    let seq = 1 + dice.below(log.records().len() as u64);
    match dice.below(9) {
        0..=2 => TournamentCommand::Report(Box::new(Report::of(player, result))),
        3 => TournamentCommand::Dispute(Dispute { round, table, player, why: None }),
        4 => {
            let open =
                log.state().rounds.iter().flat_map(|round| round.progress.disputes.values().map(|said| said.seq));
            let seq = open.last().unwrap_or(seq);
            TournamentCommand::Answer(Answer { seq, player: (dice.below(2) == 0).then_some(player), why: None })
        }
        5 => TournamentCommand::Result(result),
        6 => TournamentCommand::AmendResult { result, why, later: None },
        7 => TournamentCommand::Move { round, table, to: TableNumber(1 + dice.below(6) as u16), why },
        _ => TournamentCommand::Retract {
            seq: published + 1 + dice.below(log.records().len() as u64 - published + 1),
            why,
            later: None,
        },
    }
}

#[test]
fn a_corrected_result_names_its_record_and_both_numbers() {
    let (mut log, one, two) = published(Policies::default());
    let told = |log: &TournamentLog| {
        let known = day::corrections(log).into_iter();
        known.map(|((_, table), known)| (table, known.seq, known.before, known.after)).collect::<Vec<_>>()
    };
    let take_back = |seq| TournamentCommand::Retract { seq, why: Reason::new("slip").unwrap(), later: None };
    for player in [&one, &two] {
        say(&mut log, By::Player, report(player, result(81, 57))).unwrap();
    }
    assert_eq!(told(&log), [], "what is told first corrects nothing");
    let seq = say(&mut log, By::Judge, amend(81, 56)).unwrap();
    assert_eq!(told(&log), [(T1, seq, [81, 57], [81, 56])]);
    let back = say(&mut log, By::Organiser, take_back(seq)).unwrap();
    assert_eq!(told(&log), [(T1, back, [81, 56], [81, 57])], "an undo is a correction too");
    assert_eq!(day::games(&log, &day::corrections(&log), ONE)[0].corrected.as_ref().map(|known| known.seq), Some(back));
    let to = TableNumber(2);
    let why = Reason::new("water").unwrap();
    say(&mut log, By::Organiser, TournamentCommand::Move { round: ONE, table: T1, to, why }).unwrap();
    assert_eq!(told(&log), [(to, back, [81, 56], [81, 57])], "it goes with its game");
    let entered = say(&mut log, By::Organiser, TournamentCommand::Result(result(40, 20))).unwrap();
    say(&mut log, By::Organiser, take_back(entered)).unwrap();
    let again = say(&mut log, By::Organiser, TournamentCommand::Result(result(20, 40))).unwrap();
    assert_eq!(told(&log)[0], (T1, again, [40, 20], [20, 40]), "another one after an undo");
}
