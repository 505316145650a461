//! Corrections of events: the law as a table, asked of real logs, and what no sequence of records can do. Promises of
//! `docs/event-log.md`, sections 4, 5 and 7.

use crate::support;

use std::fmt::Write;

use adjutant_core::chain::{Link, seal_command};
use adjutant_core::reliance::Reliance;
use adjutant_tournament::command::{Report, ResultEntry};
use adjutant_tournament::corrected::corrected;
use adjutant_tournament::kind::{Kind, May};
use adjutant_tournament::law::Correction;
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::teams::{Choice, Member, Side, TeamStep, digest};
use adjutant_tournament::{By, Name, Reason, Refusal, RoundNumber, TableNumber, TournamentCommand, TournamentLog};
use support::{AT, Dice, Mischief, new_event, play, record, simulate_with};

const SPEAKERS: [(By, &str); 3] = [(By::Organiser, "organiser"), (By::Judge, "judge"), (By::Player, "player")];
const ONE: RoundNumber = RoundNumber(1);
const T1: TableNumber = TableNumber(1);

fn why() -> Reason {
    Reason::new("so").unwrap()
}

fn retract(seq: u64) -> TournamentCommand {
    TournamentCommand::Retract { seq, why: why(), later: None }
}

fn code(log: &mut TournamentLog, by: By, command: TournamentCommand) -> String {
    log.record(AT, by, command).map_or_else(|refusal| refusal.code().to_owned(), |_| "taken".to_owned())
}

/// Kind of record, what rests on it, who corrects it, by `retract` and, where that is a way, by `amend-result`.
fn cases() -> String {
    let mut text = String::from("# kind | rests on it | retract | amend-result\n");
    let names = |takes: &dyn Fn(By) -> bool| {
        let may: Vec<&str> = SPEAKERS.iter().filter(|(by, _)| takes(*by)).map(|(_, name)| *name).collect();
        may.join(", ")
    };
    for &kind in Kind::ALL {
        let amends = matches!(kind, Kind::Result | Kind::AmendResult | Kind::Report);
        let amend = names(&|by| amends && Kind::AmendResult.who().takes(by));
        for (rests, word) in
            [(None, "nothing"), (Some(Reliance::Opened), "opened"), (Some(Reliance::Published), "published")]
        {
            if rests == Some(Reliance::Opened) && kind != Kind::TeamStep {
                continue;
            }
            for own in [false, true].into_iter().filter(|own| kind.who().takes(speaker(*own))) {
                let found = Correction::of(kind, own, rests.into_iter().collect());
                let may = match found.may {
                    May::Anew(name) => format!("nobody: a new `{name}`"),
                    May::Nobody => "nobody".to_owned(),
                    may => names(&|by| may.takes(by)),
                };
                let said = if own { ", said by a player" } else { "" };
                let row = format!("{}{said} | {word} | {may} | {amend}", kind.name());
                writeln!(text, "{}", row.trim_end_matches([' ', '|'])).unwrap();
            }
        }
    }
    text
}

fn speaker(player: bool) -> By {
    if player { By::Player } else { By::Organiser }
}

/// `ADJUTANT_BLESS=1` writes the table anew; a changed row is a changed law.
#[test]
fn the_law_is_this_table() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/law.txt");
    let found = cases();
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), found);
}

/// The page of the contract names every command with who says it and its row.
#[test]
fn the_page_lists_every_command_as_the_table_has_it() {
    let page =
        std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/event-log.md"));
    let page = page.unwrap();
    for &kind in Kind::ALL {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{}` |", kind.name())));
        let row = row.unwrap_or_else(|| panic!("{} has no row", kind.name()));
        let (who, class) = (format!("{:?}", kind.who()).to_lowercase(), format!("{:?}", kind.class()).to_lowercase());
        assert!(row.contains(&format!(" | {who} | {class} | ")), "{row}: {who}, {class}");
    }
}

/// Section 5: `law` is filled in by the recorder; a higher one is refused, and a log without it is not judged.
#[test]
fn a_log_names_its_law() {
    let log = new_event(4, 2, Policies::default(), &mut Dice(1));
    let TournamentCommand::Create(create) = &log.records()[0].command else { panic!("create") };
    assert_eq!(create.law, Some(2));
    for (law, code) in [(Some(3), Some("newer")), (Some(1), Some("out-of-range")), (None, None)] {
        let refused = TournamentLog::read(&under(&log, law)).err().map(|error| error.to_string());
        assert_eq!(refused.is_some(), code.is_some(), "{refused:?}");
        assert!(code.is_none_or(|code| refused.as_ref().unwrap().contains(code)), "{refused:?}");
    }
    let mut old = TournamentLog::read(&under(&log, None)).unwrap();
    let head = old.head();
    record(&mut old, TournamentCommand::Sign { player: None, head, key: None, signature: None });
    record(&mut old, retract(6));
    assert_eq!(
        code(&mut old, By::Judge, TournamentCommand::Table(adjutant_tournament::command::Table::numbered(T1))),
        "taken"
    );
    assert_eq!(corrected(&old), (vec![], vec![]));
}

/// A log chained anew under another law.
fn under(log: &TournamentLog, law: Option<i32>) -> Vec<u8> {
    let (mut previous, mut bytes) = (Link::START, Vec::new());
    for record in log.records() {
        let mut command = record.command.clone();
        if let TournamentCommand::Create(create) = &mut command {
            create.law = law;
        }
        let (line, link) = seal_command(record.at, &record.by, &command, previous).unwrap();
        previous = link;
        bytes.extend(line);
        bytes.push(b'\n');
    }
    bytes
}

/// A round of four, published; its draft and publication are records 6 and 7.
fn published() -> TournamentLog {
    let mut log = new_event(4, 3, Policies::default(), &mut Dice(5));
    let draft = draft_round(log.state()).unwrap();
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: ONE, as_drafted: false, anyway: None });
    log
}

/// Round 1 played and closed (its results are records 8 and 9), round 2 published (12).
fn two_published() -> TournamentLog {
    let mut log = new_event(4, 3, Policies::default(), &mut Dice(5));
    let draft = draft_round(log.state()).unwrap();
    play(&mut log, &draft, &mut Dice(6));
    let draft = draft_round(log.state()).unwrap();
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: RoundNumber(2), as_drafted: false, anyway: None });
    log
}

/// L11: what only the organiser does is refused from a judge, in the log too.
#[test]
fn a_judge_says_what_the_roles_let_a_judge_say() {
    let mut log = published();
    let next = TournamentCommand::CloseRound { round: ONE, anyway: None };
    assert_eq!(code(&mut log, By::Judge, next), "for-organiser");
    let entry = support::entry(9, 2, &mut Dice(1));
    for command in [
        TournamentCommand::Register(entry.clone()),
        TournamentCommand::LateEntry(entry),
        TournamentCommand::Publish { round: ONE, as_drafted: false, anyway: None },
        TournamentCommand::Finish { early: true, anyway: None },
        log.records()[5].command.clone(),
    ] {
        assert_eq!(code(&mut log, By::Judge, command), "for-organiser");
    }
    let result = TournamentCommand::Result(ResultEntry::by_hand(ONE, T1, 5, 4));
    assert_eq!(code(&mut log, By::Judge, result), "taken");
    let old = TournamentLog::read(&under(&log, None)).unwrap();
    assert_eq!(
        code(&mut old.clone(), By::Judge, TournamentCommand::Finish { early: true, anyway: None }),
        "round-state"
    );
}

/// Section 5: the last `publish` is taken back by the organiser while nothing of the round is reported; it never is
/// once a later one stood, even when that was taken back.
#[test]
fn what_was_published_stays_so() {
    let mut log = published();
    assert_eq!(code(&mut log, By::Judge, retract(7)), "relied-on");
    let player = log.state().rounds[0].at(T1).unwrap().one.clone();
    let mut reported = log.clone();
    let report = Report::of(player, ResultEntry::by_hand(ONE, T1, 5, 4));
    assert_eq!(code(&mut reported, By::Player, TournamentCommand::Report(Box::new(report))), "taken");
    assert_eq!(code(&mut reported, By::Organiser, retract(7)), "retract-breaks");
    assert_eq!(code(&mut log, By::Organiser, retract(7)), "taken");
    let mut log = two_published();
    for again in [false, true] {
        for seq in [7, 10] {
            assert_eq!(code(&mut log, By::Organiser, retract(seq)), "relied-on", "publish and close-round of round 1");
        }
        let refusal = log.clone().record(AT, By::Organiser, retract(2)).map(|_| ()).unwrap_err();
        assert!(refusal.to_string().contains("`edit-player`"), "{refusal}");
        assert!(log.is_relied_on(ONE) && !log.is_relied_on(RoundNumber(2)));
        let rests = log.correction(8, By::Organiser).unwrap().rests;
        assert_eq!(rests, [Reliance::Published], "again: {again}");
        if !again {
            assert_eq!(code(&mut log, By::Organiser, retract(12)), "taken");
        }
    }
}

/// Section 5: a report is true of the seats of then, so that a repair or a move behind which something was said of a game
/// is not taken back: a new one seats them otherwise.
#[test]
fn seats_are_not_taken_back_behind_what_was_said_of_them() {
    let mut log = published();
    let before = log.state().rounds[0].pair.clone();
    let mut pair = before.clone();
    let [one, two] = [pair.tables[0].one.clone(), pair.tables[0].two.clone()];
    adjutant_tournament::seats::exchange(&mut pair, &one, &two);
    record(&mut log, TournamentCommand::Repair(adjutant_tournament::seats::repair(&before, pair, false, why())));
    let to = TableNumber(before.tables.len() as u16 + 1);
    record(&mut log, TournamentCommand::Move { round: ONE, table: TableNumber(2), to, why: why() });
    assert_eq!(code(&mut log.clone(), By::Organiser, retract(9)), "taken", "nobody has said anything yet");
    record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(ONE, T1, 5, 4)));
    for (seq, anew) in [(8, "`repair`"), (9, "`move`")] {
        let refusal = log.clone().record(AT, By::Organiser, retract(seq)).map(|_| ()).unwrap_err();
        assert!(refusal.code() == "relied-on" && refusal.to_string().contains(anew), "{refusal}");
    }
    record(&mut log, retract(10));
    assert_eq!(code(&mut log, By::Organiser, retract(9)), "relied-on", "be the result taken back since or not");
}

/// Section 7: before and after, who, and only what somebody relied on.
#[test]
fn an_amended_result_is_listed_once_it_was_published() {
    let amend =
        |one| TournamentCommand::AmendResult { result: ResultEntry::by_hand(ONE, T1, one, 1), why: why(), later: None };
    let mut log = published();
    record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(ONE, T1, 9, 8)));
    assert_eq!(code(&mut log, By::Organiser, amend(7)), "taken");
    assert_eq!(corrected(&log).0, [], "a typo of a minute ago");
    let mut log = two_published();
    assert_eq!(code(&mut log, By::Judge, amend(7)), "taken");
    let seq = log.records().len() as u64;
    assert_eq!(code(&mut log, By::Organiser, retract(seq)), "taken");
    let found = corrected(&log).0;
    let vp = |result: &Option<ResultEntry>| result.as_ref().map(|result| (result.one, result.two));
    let said: Vec<_> = found.iter().map(|one| (one.seq, one.by, vp(&one.results[0].after))).collect();
    let before = vp(&found[0].results[0].before);
    assert_eq!(said, [(seq, By::Judge, Some((7, 1))), (seq + 1, By::Organiser, before)]);
}

/// Section 5: a player's own word is the player's, while the round is open.
#[test]
fn a_report_is_said_anew_by_the_player() {
    let mut log = published();
    let player = log.state().rounds[0].at(T1).unwrap().one.clone();
    let report = |one| {
        let result = ResultEntry::by_hand(ONE, T1, one, 4);
        TournamentCommand::Report(Box::new(Report::of(player.clone(), result)))
    };
    assert_eq!(code(&mut log, By::Player, report(5)), "taken");
    assert_eq!(code(&mut log, By::Organiser, retract(8)), "relied-on");
    assert_eq!(code(&mut log, By::Player, retract(8)), "not-yours");
    assert_eq!(code(&mut log, By::Player, report(6)), "taken");
}

fn teams() -> TournamentLog {
    let mut log = new_event(0, 2, Policies { team_size: 3, ..Policies::default() }, &mut Dice(3));
    for number in 0..4 {
        let mut entry = support::entry(number, 9, &mut Dice(2));
        entry.members = ["A", "B", "C"].map(|name| Name::new(name).unwrap()).to_vec();
        record(&mut log, TournamentCommand::Register(entry));
    }
    let draft = draft_round(log.state()).unwrap();
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: ONE, as_drafted: false, anyway: None });
    log
}

const SALT: &str = "00112233445566778899aabbccddeeff";

fn step(step: TeamStep) -> TournamentCommand {
    TournamentCommand::TeamStep { round: ONE, table: T1, step }
}

fn seal(side: Side, member: u8) -> TournamentCommand {
    step(TeamStep::Commit { side, digest: digest(SALT, &[Member(member)]) })
}

fn open(side: Side, member: u8) -> TournamentCommand {
    step(TeamStep::Reveal { side, salt: SALT.to_owned(), value: vec![Member(member)] })
}

/// Section 4. Under law 1: the opening is taken back, then the seal, and the other defender is known by then.
#[test]
fn a_defender_is_not_changed_after_the_others_was_seen() {
    let log = teams();
    let first = log.records().len() as u64 + 1;
    let sealed = |log: &TournamentLog| {
        let mut log = log.clone();
        record(&mut log, seal(Side::One, 1));
        record(&mut log, seal(Side::Two, 2));
        record(&mut log, open(Side::One, 1));
        log
    };
    let mut old = sealed(&TournamentLog::read(&under(&log, None)).unwrap());
    for command in [retract(first + 2), retract(first + 1), seal(Side::Two, 3), open(Side::One, 1), open(Side::Two, 3)]
    {
        assert_eq!(code(&mut old, By::Organiser, command), "taken", "as it was");
    }
    let mut log = sealed(&log);
    let mut alone = log.clone();
    assert_eq!(code(&mut log, By::Player, retract(first + 1)), "not-yours");
    assert_eq!(code(&mut log, By::Organiser, retract(first + 2)), "taken");
    assert!([first, first + 1, first + 2].iter().all(|seq| !log.stands(*seq)), "both sides' choice");
    let pairing = log.state().rounds[0].team_pairings.get(&T1);
    assert!(pairing.is_none_or(|pairing| pairing.choice() == Choice::Defender && !pairing.is_committed()));
    record(&mut log, seal(Side::Two, 3));
    record(&mut log, seal(Side::One, 1));
    let (found, again) = corrected(&log);
    assert_eq!(found[0].takes, [first, first + 1, first + 2]);
    assert_eq!(again.iter().map(|one| (one.seq, one.side)).collect::<Vec<_>>(), [(first + 4, Side::Two)]);
    let read = TournamentLog::read(&log.to_bytes()).unwrap();
    assert_eq!((read.state(), read.state_at(first + 2)), (log.state(), alone.state().clone()));
    // One seal alone is the speaker's own; what follows at the table goes with a choice that is taken back.
    record(&mut alone, open(Side::Two, 2));
    let two = |side| step(TeamStep::Commit { side, digest: digest(SALT, &[Member(1), Member(3)]) });
    record(&mut alone, two(Side::Two));
    assert_eq!(alone.correction(first + 4, By::Organiser).unwrap().takes, [first + 4]);
    assert_eq!(alone.correction(first, By::Judge).unwrap().takes, (first..=first + 4).collect::<Vec<_>>());
}

/// Sections 3 and 5: what is corrected after the end is corrected behind an end that was taken back.
#[test]
fn nothing_is_corrected_behind_an_end_that_stands() {
    let mut log = two_published();
    for pairing in log.state().rounds[1].pair.tables.clone() {
        let result = ResultEntry::by_hand(RoundNumber(2), pairing.table, 9, 2);
        record(&mut log, TournamentCommand::Result(result));
    }
    record(&mut log, TournamentCommand::CloseRound { round: RoundNumber(2), anyway: None });
    let (player, points) = (log.state().players[0].entry.player.clone(), -1);
    record(&mut log, TournamentCommand::Penalty { player, points, why: why(), later: None });
    record(&mut log, TournamentCommand::Finish { early: true, anyway: None });
    let end = log.records().len() as u64;
    record(&mut log, TournamentCommand::Note { text: why() });
    record(&mut log, TournamentCommand::Archive { archived: true });
    assert_eq!(code(&mut log, By::Judge, retract(end - 1)), "finished", "the penalty");
    assert_eq!(code(&mut log, By::Organiser, retract(end)), "retract-breaks", "the event is in the archive");
    for seq in [end + 2, end + 1, end, end - 1] {
        assert_eq!(code(&mut log, By::Organiser, retract(seq)), "taken");
    }
}

/// Section 3: a judge or a player opens no log.
#[test]
fn only_the_organiser_creates_an_event() {
    let log = published();
    for (by, refused) in [(By::Judge, "for-organiser"), (By::Player, "for-organiser"), (By::Organiser, "taken")] {
        assert_eq!(code(&mut TournamentLog::new(), by, log.records()[0].command.clone()), refused);
    }
}

/// Section 4: captains choose against the team that they sit with, once the round is published.
#[test]
fn what_captains_chose_goes_with_the_other_team() {
    let mut log = teams();
    record(&mut log, seal(Side::One, 1));
    let mut pair = log.state().rounds[0].pair.clone();
    let [other, two] = [pair.tables[1].two.clone(), pair.tables[0].two.clone()];
    adjutant_tournament::seats::exchange(&mut pair, &other, &two);
    let before = log.state().rounds[0].pair.clone();
    let repair = adjutant_tournament::seats::repair(&before, pair, false, why());
    record(&mut log, TournamentCommand::Repair(repair));
    assert!(log.state().rounds[0].team_pairings.is_empty());
    let mut draft = TournamentLog::read(&log.to_bytes()).unwrap();
    assert_eq!(draft.state(), log.state());
    let publish = log.records().iter().find(|record| record.command.kind() == Kind::Publish).unwrap().seq;
    record(&mut draft, retract(publish + 2));
    record(&mut draft, retract(publish + 1));
    record(&mut draft, retract(publish));
    assert_eq!(code(&mut draft, By::Player, seal(Side::One, 1)), "round-state", "a draft is told to nobody");
}

/// Section 4: every place of a team is chosen, that of a disqualified member too: somebody stands in, or the game is lost.
#[test]
fn a_disqualified_member_keeps_the_place_in_the_captains_choices() {
    use adjutant_tournament::command::{Infraction, InfractionKind};
    let mut log = teams();
    let (player, member) = (log.state().rounds[0].at(T1).unwrap().one.clone(), Some(Member(1)));
    let kind = InfractionKind::Disqualification;
    let line = Infraction { player, member, kind, points: None, why: why(), later: None };
    record(&mut log, TournamentCommand::Infraction(line));
    for command in [seal(Side::One, 1), seal(Side::Two, 2), open(Side::One, 1), open(Side::Two, 2)] {
        assert_eq!(code(&mut log, By::Player, command), "taken");
    }
}

/// Whoever asks gets the answer of the table: every record of a played event, by each speaker.
#[test]
fn a_log_answers_as_the_table_does() {
    let mut log = simulate_with(9, 4, Policies::default(), 11, Mischief::All, |_, _| {});
    record(&mut log, TournamentCommand::Finish { early: true, anyway: None });
    for record in log.records().iter().filter(|record| log.stands(record.seq)) {
        let kind = record.command.kind();
        for (by, _) in SPEAKERS {
            let found = log.correction(record.seq, by);
            let rests = if kind == Kind::Finish { vec![] } else { vec![Reliance::Published] };
            let due = Correction::of(kind, record.by == By::Player, rests);
            // Behind the end nothing is taken back but the end itself, and what was said behind it.
            let taken = due.may.takes(by) && matches!(kind, Kind::Finish | Kind::Note);
            assert_eq!(found.is_ok(), taken, "{} by {by:?}: {found:?}", kind.name());
            if let Err(Refusal::ReliedOn { may, .. }) = found {
                assert_eq!(may, due.may, "{}", kind.name());
            }
        }
    }
}
