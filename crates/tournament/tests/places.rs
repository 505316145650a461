//! Places, payments, judges' conflicts, cards, halls, deadlines: what they meet.

use crate::support;

use adjutant_core::time::Timestamp;
use adjutant_tournament::check::check;
use adjutant_tournament::command::{
    Answer, Call, CallKind, EditPlayer, Extend, Infraction, InfractionKind, Judge, Judging, Laid, ResultEntry,
    Settings, Table,
};
use adjutant_tournament::day::lists;
use adjutant_tournament::id::PassId;
use adjutant_tournament::pairing::{draft_round, schedule};
use adjutant_tournament::policy::{Policies, System};
use adjutant_tournament::standings::standings;
use adjutant_tournament::state::Outdated;
use adjutant_tournament::{
    By, Name, PlayerId, Reason, Refusal, RoundNumber, TableNumber, Tournament, TournamentCommand, TournamentLog,
};
use support::{AT, Dice, entry, new_event, play, record};

fn why() -> Reason {
    Reason::new("as it is").expect("a reason")
}

fn id(number: u32) -> PlayerId {
    PlayerId::new(&format!("p{number:04}")).expect("an id")
}

fn of(places: u16) -> Policies {
    Policies { places: Some(places), ..Policies::default() }
}

/// Who waits, in the order of entry.
fn waiting(state: &Tournament) -> Vec<PlayerId> {
    let waits = state.players.iter().filter(|player| player.is_waiting());
    waits.map(|player| player.entry.player.clone()).collect()
}

fn drops(log: &mut TournamentLog, player: u32) -> u64 {
    record(log, TournamentCommand::Drop { player: id(player) });
    log.records().len() as u64
}

/// The log is read again to the same state, and the judge, who keeps books of its own, finds no fault in it.
fn sound(log: &TournamentLog) {
    let again = TournamentLog::read(&log.to_bytes()).expect("a sound log");
    assert_eq!(again.state(), log.state());
    let faults: Vec<String> =
        check(log).findings.iter().filter(|found| found.fault).map(|found| found.line()).collect();
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn who_comes_later_waits_and_moves_up_before_the_start() {
    let mut log = new_event(6, 3, of(4), &mut Dice(7));
    assert_eq!(waiting(log.state()), [id(4), id(5)]);
    let dropped = drops(&mut log, 1);
    assert_eq!(waiting(log.state()), [id(5)], "the first who waits has the place");
    // Who comes back stands behind everybody else.
    record(&mut log, TournamentCommand::Return { player: id(1) });
    assert_eq!(waiting(log.state()), [id(1), id(5)]);
    drops(&mut log, 0);
    assert_eq!(waiting(log.state()), [id(1)]);
    // A drop that is taken back gives everybody the place of before.
    record(&mut log, TournamentCommand::Retract { seq: dropped + 1, why: why(), later: None });
    record(&mut log, TournamentCommand::Retract { seq: dropped, why: why(), later: None });
    assert_eq!(waiting(log.state()), [id(5)], "player 0 has dropped");
    // A mistaken entry leaves its place too, and a larger hall has room for all.
    record(&mut log, TournamentCommand::Withdraw { player: id(2) });
    assert!(waiting(log.state()).is_empty());
    let settings = Settings { policies: Some(of(2)), ..Settings::new(why()) };
    record(&mut log, TournamentCommand::Settings(Box::new(settings)));
    assert_eq!(waiting(log.state()), [id(4), id(5)]);
    let settings = Settings { policies: Some(Policies::default()), ..Settings::new(why()) };
    record(&mut log, TournamentCommand::Settings(Box::new(settings)));
    assert!(waiting(log.state()).is_empty());
    sound(&log);
}

/// Against a calculation of its own: whatever is entered, dropped, returned and withdrawn, the first `places` of those who
/// have not left play, those who came back behind the others.
#[test]
fn places_are_given_out_in_the_order_of_entry() {
    for seed in 0..60 {
        let mut dice = Dice(seed);
        let places = 1 + dice.below(6);
        let mut log = new_event(3, 3, of(places as u16), &mut dice);
        let mut next = 3;
        for _ in 0..25 {
            let somebody = id(dice.below(u64::from(next)) as u32);
            let command = match dice.below(5) {
                0 | 1 => {
                    next += 1;
                    TournamentCommand::Register(entry(next - 1, 3, &mut dice))
                }
                2 => TournamentCommand::Drop { player: somebody },
                3 => TournamentCommand::Return { player: somebody },
                _ => TournamentCommand::Withdraw { player: somebody },
            };
            // What the rules refuse changes nothing.
            let _ = log.record(AT, By::Organiser, command);
            let here = |again: bool| {
                let players = log.state().players.iter();
                let stays = players.filter(move |player| player.presence.is_empty() != again);
                stays.filter(|player| player.presence.last().is_none_or(|(_, here)| *here))
            };
            let order = here(false).chain(here(true)).map(|player| player.entry.player.clone());
            let in_order: Vec<PlayerId> = order.collect();
            let mut last: Vec<PlayerId> = in_order.iter().skip(places as usize).cloned().collect();
            let mut waits: Vec<PlayerId> = log
                .state()
                .players
                .iter()
                .filter(|player| player.gone(RoundNumber(1)) == Some("waiting"))
                .map(|player| player.entry.player.clone())
                .collect();
            last.sort();
            waits.sort();
            assert_eq!(waits, last, "seed {seed}");
            assert_eq!(log.state().present(RoundNumber(1)).len(), in_order.len().min(places as usize));
        }
        sound(&log);
    }
}

#[test]
fn who_waits_is_paired_in_no_round_and_has_no_place_in_the_standings() {
    for system in [System::Swiss, System::RoundRobin, System::Pods, System::SingleElimination] {
        let mut log = new_event(7, 2, Policies { system, ..of(5) }, &mut Dice(3));
        let draft = draft_round(log.state()).expect("a round");
        assert_eq!(2 * draft.pair.tables.len() + draft.pair.byes.len(), 5, "{system:?}");
        if system == System::RoundRobin {
            assert_eq!(schedule(log.state()), Some((5, 5)));
        }
        play(&mut log, &draft, &mut Dice(3));
        let rows = standings(log.state(), RoundNumber(1)).rows;
        assert!(rows.iter().all(|row| row.player != id(5) && row.player != id(6)), "{system:?}");
        // The event has begun: a place that is left stays empty, and the organiser may let somebody in as a late entry.
        drops(&mut log, 0);
        assert_eq!(waiting(log.state()), [id(5), id(6)]);
        let let_in = log.record(AT, By::Organiser, TournamentCommand::Return { player: id(5) }).map(|_| ());
        match system {
            System::Swiss => {
                assert_eq!(let_in, Ok(()));
                let known = log.state().player(&id(5)).expect("a player");
                assert_eq!(
                    (known.from, known.is_in(RoundNumber(1)), known.is_in(RoundNumber(2))),
                    (RoundNumber(2), false, true)
                );
                let draft = draft_round(log.state()).expect("a round");
                let seated = draft.pair.tables.iter().any(|game| game.one == id(5) || game.two == id(5));
                assert!(seated || draft.pair.byes.contains(&id(5)));
                play(&mut log, &draft, &mut Dice(3));
                let rows = standings(log.state(), RoundNumber(2)).rows;
                assert!(rows.iter().any(|row| row.player == id(5)));
            }
            _ => assert_eq!(let_in, Err(Refusal::NoFreePlace), "{system:?}"),
        }
        sound(&log);
    }
}

#[test]
fn a_place_that_is_left_after_the_draft_asks_for_another_draft() {
    let mut log = new_event(5, 2, of(4), &mut Dice(11));
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    drops(&mut log, 0);
    let publish = TournamentCommand::Publish { round: RoundNumber(1), as_drafted: false, anyway: None };
    assert!(matches!(log.record(AT, By::Organiser, publish), Err(Refusal::NotHere { .. } | Refusal::LeftOut { .. })));
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut Dice(11));
    assert!(waiting(log.state()).is_empty());
    sound(&log);
}

#[test]
fn nobody_returns_from_the_queue_and_anybody_may_leave_it() {
    let mut log = new_event(3, 2, of(2), &mut Dice(2));
    let back = |log: &mut TournamentLog| {
        log.record(AT, By::Organiser, TournamentCommand::Return { player: id(2) }).map(|_| ())
    };
    let already = Refusal::Already { player: id(2), state: "waits for a place" };
    assert_eq!(back(&mut log), Err(already));
    assert_eq!(log.record(AT, By::Player, TournamentCommand::Drop { player: id(2) }).map(|_| ()), Ok(()));
    assert_eq!(log.state().player(&id(2)).expect("a player").gone(RoundNumber(1)), Some("dropped"));
    drops(&mut log, 0);
    assert_eq!(log.state().present(RoundNumber(1)).len(), 1, "who left the queue gets no place");
    assert_eq!(back(&mut log), Ok(()));
    assert_eq!(log.state().present(RoundNumber(1)).len(), 2);
    sound(&log);
}

#[test]
fn who_has_paid_is_noted_once() {
    let mut log = new_event(2, 1, Policies::default(), &mut Dice(1));
    let pay = |paid| TournamentCommand::Payment { player: id(0), paid };
    record(&mut log, pay(true));
    assert!(log.state().player(&id(0)).expect("a player").paid);
    let again = log.record(AT, By::Organiser, pay(true)).map(|_| ());
    assert_eq!(again, Err(Refusal::Already { player: id(0), state: "has paid" }));
    assert_eq!(log.record(AT, By::Judge, pay(false)).map(|_| ()), Err(Refusal::ForOrganiser));
    record(&mut log, pay(false));
    assert!(!log.state().player(&id(0)).expect("a player").paid);
    sound(&log);
}

// Judges.

fn mia(despite: Option<&str>) -> Judging {
    Judging { id: PassId::new("mia").expect("an id"), despite: despite.map(|why| Reason::new(why).expect("a reason")) }
}

fn club(name: &str) -> Option<Name> {
    Name::new(name).ok()
}

/// Four players, the first two of whom play at table 1, all of clubs of their own; the judge mia is of a club.
fn judged(of_mia: &str) -> (TournamentLog, [PlayerId; 2]) {
    let mut log = new_event(4, 2, Policies::default(), &mut Dice(9));
    for (number, name) in [(0, "Rooks"), (1, "Knights"), (2, "Bishops"), (3, "Pawns")] {
        let edit = EditPlayer { club: club(name), ..EditPlayer::new(id(number), why()) };
        record(&mut log, TournamentCommand::EditPlayer(Box::new(edit)));
    }
    let known = Judge { club: club(of_mia), ..Judge::named(mia(None).id) };
    record(&mut log, TournamentCommand::Judge(known));
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: RoundNumber(1), as_drafted: false, anyway: None });
    let game = log.state().rounds[0].of(&id(0)).expect("a game").clone();
    (log, [game.one, game.two])
}

fn says(log: &mut TournamentLog, judge: Judging, command: TournamentCommand) -> Result<(), Refusal> {
    log.record_of(AT, By::Judge, Some(judge), command).map(|_| ())
}

/// Everything that rules on the game of a player.
fn rulings(log: &TournamentLog, player: &PlayerId) -> Vec<TournamentCommand> {
    let table = log.state().rounds[0].of(player).expect("a game").table;
    let round = RoundNumber(1);
    let line =
        |kind, points| Infraction { player: player.clone(), member: None, kind, points, why: why(), later: None };
    vec![
        TournamentCommand::Result(ResultEntry::by_hand(round, table, 60, 40)),
        TournamentCommand::Extend(Extend { round, table, minutes: 5, why: why() }),
        TournamentCommand::Infraction(line(InfractionKind::YellowCard, None)),
        TournamentCommand::Infraction(line(InfractionKind::Points, Some(-1))),
        TournamentCommand::Penalty { player: player.clone(), points: -1, why: why(), later: None },
    ]
}

#[test]
fn a_judge_of_the_same_club_says_why_or_does_not_rule() {
    let (log, [one, two]) = judged("the rooks");
    for player in [&one, &two] {
        for command in rulings(&log, player) {
            let mut log = log.clone();
            assert_eq!(says(&mut log, mia(None), command.clone()), Ok(()), "the club is another one: {command:?}");
        }
    }
    let (log, [one, two]) = judged("ROOKS");
    for player in [&one, &two] {
        for command in rulings(&log, player) {
            let mut log = log.clone();
            let refused = says(&mut log, mia(None), command.clone());
            let conflict = Refusal::Conflict { judge: mia(None).id, player: id(0), of: club("ROOKS").expect("a name") };
            assert_eq!(refused, Err(conflict), "{command:?}");
            assert_eq!(says(&mut log, mia(Some("the only judge here")), command.clone()), Ok(()));
            let last = log.records().last().expect("a record");
            assert_eq!(last.judge, Some(mia(Some("the only judge here"))));
            // It is taken back under the same rule.
            let undo = TournamentCommand::Retract { seq: last.seq, why: why(), later: None };
            assert!(matches!(says(&mut log, mia(None), undo.clone()), Err(Refusal::Conflict { .. })), "{command:?}");
            assert_eq!(says(&mut log, mia(Some("my own mistake")), undo), Ok(()));
            sound(&log);
        }
    }
    // At the other table nobody is of the club; and a judge of another name may rule everywhere.
    let other =
        [2, 3].map(id).into_iter().chain([id(1)]).find(|player| ![&one, &two].contains(&player)).expect("a player");
    for command in rulings(&log, &other) {
        assert_eq!(says(&mut log.clone(), mia(None), command), Ok(()));
    }
}

#[test]
fn calls_disputes_and_amendments_are_rulings_too() {
    let (mut log, [one, _]) = judged("Rooks");
    let table = log.state().rounds[0].of(&one).expect("a game").table;
    let call = Call { table, player: Some(one.clone()), kind: CallKind::Rules, why: None };
    log.record(AT, By::Player, TournamentCommand::Call(call)).expect("a call");
    let seq = log.records().len() as u64;
    let answer = |seq| TournamentCommand::Answer(Answer { seq, player: None, why: None });
    assert!(matches!(says(&mut log, mia(None), answer(seq)), Err(Refusal::Conflict { .. })));
    assert_eq!(says(&mut log, mia(Some("nobody else")), answer(seq)), Ok(()));
    record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(1), table, 60, 40)));
    let amend = TournamentCommand::AmendResult {
        result: ResultEntry::by_hand(RoundNumber(1), table, 61, 40),
        why: why(),
        later: None,
    };
    assert!(matches!(says(&mut log, mia(None), amend.clone()), Err(Refusal::Conflict { .. })));
    assert_eq!(says(&mut log, mia(Some("nobody else")), amend), Ok(()));
    sound(&log);
}

#[test]
fn a_name_is_that_of_a_judge_who_is_known_and_speaks() {
    let (mut log, [one, _]) = judged("Rooks");
    let command = rulings(&log, &one).remove(1);
    let stranger = Judging { id: PassId::new("joe").expect("an id"), despite: None };
    let unknown = |refused| matches!(refused, Err(Refusal::OutOfRange { field: "judge", .. }));
    assert!(unknown(says(&mut log, stranger, command.clone())));
    let as_organiser = log.record_of(AT, By::Organiser, Some(mia(Some("x"))), command.clone()).map(|_| ());
    assert!(unknown(as_organiser), "a judge's name stands beside a judge's word");
    // A judge who moved to another club rules again.
    record(&mut log, TournamentCommand::Judge(Judge { club: club("Kings"), ..Judge::named(mia(None).id) }));
    assert_eq!(says(&mut log, mia(None), command), Ok(()));
    // What freed the judge is not taken back under the ruling.
    let moved = log.records().len() as u64 - 1;
    let undo = TournamentCommand::Retract { seq: moved, why: why(), later: None };
    assert!(matches!(log.record(AT, By::Organiser, undo), Err(Refusal::RetractBreaks { .. })));
    sound(&log);
}

#[test]
fn a_judge_of_a_team_rules_at_no_table_of_that_team() {
    let policies = Policies { team_size: 2, ..Policies::default() };
    let mut dice = Dice(4);
    let mut log = new_event(0, 2, policies, &mut dice);
    for number in 0..4 {
        let names = ["a", "b"].map(|letter| Name::new(&format!("{letter} {number}")).expect("a name"));
        let entry = adjutant_tournament::command::Entry { members: names.to_vec(), ..entry(number, 4, &mut dice) };
        record(&mut log, TournamentCommand::Register(entry));
    }
    let known = Judge { team: Name::new("Player 2").ok(), ..Judge::named(mia(None).id) };
    record(&mut log, TournamentCommand::Judge(known));
    let teams: Vec<PlayerId> = (0..4).map(id).collect();
    assert_eq!(log.state().kin_of(&mia(None).id, &teams).map(|(team, _)| team.clone()), Some(id(2)));
    assert_eq!(log.state().kin_of(&mia(None).id, &teams[..2]), None);
}

// Cards.

fn card(log: &mut TournamentLog, kind: InfractionKind) {
    let line = Infraction { player: id(0), member: None, kind, points: None, why: why(), later: None };
    record(log, TournamentCommand::Infraction(line));
}

#[test]
fn cards_are_counted_and_a_red_one_ends_the_yellow_one_before() {
    let mut log = new_event(4, 2, Policies::default(), &mut Dice(6));
    let known = |log: &TournamentLog| {
        let player = log.state().player(&id(0)).expect("a player").clone();
        (player.cards(), player.is_on_yellow(None))
    };
    assert_eq!(known(&log), ([0, 0], false));
    card(&mut log, InfractionKind::YellowCard);
    let yellow = log.records().len() as u64;
    card(&mut log, InfractionKind::Warning);
    assert_eq!(known(&log), ([1, 0], true));
    card(&mut log, InfractionKind::RedCard);
    assert_eq!(known(&log), ([1, 1], false));
    assert!(log.state().player(&id(0)).expect("a player").is_in(RoundNumber(1)), "a card puts nobody out");
    record(&mut log, TournamentCommand::Retract { seq: yellow, why: why(), later: None });
    assert_eq!(known(&log), ([0, 1], false));
    sound(&log);
}

// Halls, deadlines, times.

#[test]
fn a_hall_is_said_of_a_table_and_changes_no_draft() {
    let mut log = new_event(4, 2, Policies::default(), &mut Dice(8));
    for number in 1..=2 {
        record(&mut log, TournamentCommand::Table(Table::numbered(TableNumber(number))));
    }
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    let annex = Table { hall: Name::new("Annex").ok(), ..Table::numbered(TableNumber(2)) };
    record(&mut log, TournamentCommand::Table(annex.clone()));
    let table = |log: &TournamentLog| log.state().tables[&TableNumber(2)].clone();
    assert_eq!(table(&log), annex);
    assert_eq!(log.state().rounds[0].outdated, None::<Outdated>, "nobody sits elsewhere for it");
    record(&mut log, TournamentCommand::Table(Table { clears: vec![Laid::Hall], ..Table::numbered(TableNumber(2)) }));
    assert_eq!(table(&log), Table::numbered(TableNumber(2)));
}

#[test]
fn a_time_for_lists_names_who_is_missing_and_who_was_late() {
    let time = |text: &str| Timestamp::parse(text).expect("a time");
    let due = time("2026-11-21T09:30:00Z");
    let mut log = new_event(3, 2, Policies { places: Some(2), ..Policies::default() }, &mut Dice(8));
    assert_eq!(lists(&log), None, "no list is asked for");
    let policies = Policies { lists_due: Some(due), begins: vec![time("2026-11-21T10:00:00Z")], ..of(2) };
    let settings = |policies| {
        let settings = Settings { policies: Some(policies), ..Settings::new(why()) };
        TournamentCommand::Settings(Box::new(settings))
    };
    record(&mut log, settings(policies.clone()));
    let known = lists(&log).expect("a view");
    assert_eq!((known.handed_in, known.missing), (0, vec![id(0), id(1)]), "who waits is not asked");
    let hand_in = |log: &mut TournamentLog, at: &str, number| {
        let digest = adjutant_core::chain::Hash::of(at.as_bytes());
        let list = TournamentCommand::Roster { player: id(number), digest, disposition: None };
        log.record(time(at), By::Player, list).map(|_| ()).expect("a list");
    };
    hand_in(&mut log, "2026-11-21T09:30:00Z", 0);
    hand_in(&mut log, "2026-11-21T09:30:01Z", 1);
    let known = lists(&log).expect("a view");
    assert_eq!((known.handed_in, known.missing), (2, vec![]));
    assert_eq!(known.late, [(id(1), time("2026-11-21T09:30:01Z"))]);
    // The time of lists and that of rounds may change while a round is drafted and played, and change no round.
    let draft = draft_round(log.state()).expect("a round");
    let at = time("2026-11-21T09:40:00Z");
    log.record(at, By::Organiser, draft.command()).expect("a draft");
    log.record(at, By::Organiser, settings(Policies { lists_due: None, ..policies.clone() })).expect("a change");
    assert_eq!(log.state().rounds[0].outdated, None);
    let publish = TournamentCommand::Publish { round: RoundNumber(1), as_drafted: false, anyway: None };
    log.record(at, By::Organiser, publish).expect("published");
    log.record(at, By::Organiser, settings(Policies { begins: vec![], ..policies.clone() })).expect("a change");
    assert!(log.state().earlier_policies.is_empty());
    let places =
        log.record(at, By::Organiser, settings(Policies { places: Some(9), begins: vec![], ..policies })).map(|_| ());
    assert!(matches!(places, Err(Refusal::InEffect { .. })), "{places:?}");
}
