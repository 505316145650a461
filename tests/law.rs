//! The cases of the law (`crates/replay/tests/law/cases.rs`) in words, at the screen and as forms: each face answers as
//! the fold does, so that all that offer a way agree in every row of `tests/snapshots/law-matches.txt`.
//!
//! Words run the program in this process on a database that holds the log of the case. At the screen every case goes
//! through `past::word_for`, which the screen asks for each correction before it says or refuses it, and undos are
//! pressed key by key. Forms are posted to a server. `ADJUTANT_WORDS`, `ADJUTANT_KEYS` and `ADJUTANT_FORMS` say of how
//! many cases one is tried in that way: 1 is all of them.

#[allow(dead_code, reason = "the tests of the audit use the rest")]
#[path = "../crates/replay/tests/law/cases.rs"]
mod cases;
#[allow(dead_code, reason = "the tests of the audit use the rest")]
#[path = "../crates/replay/tests/law/played.rs"]
mod played;

use std::collections::BTreeSet;
use std::ffi::OsString;

use adjutant::output::Streams;
use adjutant_app::matches::recording::Recording;
use adjutant_core::chain::{Link, lines};
use adjutant_engine::Said;
use adjutant_engine::command::{Command, Reading};
use adjutant_engine::record::{Record, read_chained};
use adjutant_engine::side::By;
use adjutant_play::past;
use adjutant_store::{Append, Line, Store, StreamKind};
use adjutant_tournament::command::PassKind;
use serde_json::json;

use crate::hostile::Heard;
use crate::serving::{Server, cookie, cookies, crowd, log as event_log};
use crate::serving_match::{encoded, say};
use crate::support::World;
use crate::support::table::{Table, key_of};
use cases::{Case, SPEAKERS, WAYS, answer, each};
use played::Log;

fn wanted(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The records of a log, and its lines as a database keeps them.
fn read(log: &Log) -> (Vec<Record>, Vec<Line>) {
    let mut link = Link::START;
    let each = lines(&log.bytes).unwrap().into_iter().map(|(_, line)| {
        let (record, next) = read_chained(line, link).unwrap();
        link = next;
        (record, Line { link, bytes: line.to_vec() })
    });
    each.unzip()
}

/// Puts a log into the database of a world.
fn keep(world: &World, id: &str, log: &Log) {
    std::fs::create_dir_all(world.path("data")).unwrap();
    let mut store = Store::open(&world.path("data/adjutant.db")).unwrap();
    let (_, lines) = read(log);
    let append = Append { kind: StreamKind::Match, id, expected: Link::START, lines: &lines };
    store.append_all(&[append]).unwrap();
}

/// Whether a face offers a way.
fn offers(way: &str, face: &str) -> bool {
    WAYS.iter().any(|(known, faces)| *known == way && faces.contains(&face))
}

/// What a case is called where a face answers otherwise.
fn called(case: &Case, way: &str) -> String {
    format!("{} of {} {} {way}", case.kind.name(), case.whose, case.rests)
}

/// A correction as somebody types it.
fn typed(case: &Case, way: &str, by: By, correction: &Command) -> Vec<String> {
    let seq = case.seq.to_string();
    let by_whom = ["--by".to_owned(), by.to_string()];
    let line = |said: &Said, command: &Command| adjutant_shorthand::line(said, command);
    let said = || Said { drawn: None, ..case.log.game.said(case.seq).unwrap().clone() };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).chain(by_whom.clone()).collect();
    let amend = |more: &[&str], line: Option<String>| -> Option<Vec<String>> {
        let start: Vec<String> = words(&[&["match", "amend", "m", &seq], more].concat());
        Some(start.into_iter().chain([line?]).collect())
    };
    let spoken = match (way, correction) {
        ("retract", _) => Some([words(&["match", "record", "m"]), vec![format!("retract {seq} x")]].concat()),
        ("undo", _) => Some(words(&["match", "undo", "m"])),
        ("amend away", _) => Some(words(&["match", "amend", "m", &seq, "--remove"])),
        ("insert", _) => amend(&["--after"], Some(format!("by {} note x", case.whose))),
        (_, Command::Amend(to)) => amend(&[], line(&said(), &to.to[0].command)),
        (_, command) => line(&by.into(), command).map(|line| vec!["match".into(), "record".into(), "m".into(), line]),
    };
    // What no line of words says is said as a bare record.
    spoken.unwrap_or_else(|| ["match", "record", "m", "--from", "said.jsonl"].map(str::to_owned).to_vec())
}

/// Types a correction; why it is refused.
fn in_words(world: &World, words: &[String], by: By, correction: &Command) -> Result<(), String> {
    let path = world.write("said.jsonl", format!("{}\n", json!({"by": by, "do": correction})));
    let heard = Heard::default();
    let data = world.path("data");
    let words = words.iter().map(|word| if word == "said.jsonl" { path.clone().into() } else { OsString::from(word) });
    let words = ["adjutant".into(), "--data".into(), data.into_os_string()].into_iter().chain(words);
    match adjutant::run_on(words, Streams::to(heard.clone(), heard.clone())) {
        0 => Ok(()),
        _ => Err(String::from_utf8(heard.0.borrow().clone()).unwrap()),
    }
}

/// Each answer of the fold, given in words too.
fn words(case: &Case, way: &str, (by, answer): (By, &str), correction: &Command) -> Result<(), String> {
    let world = World::new();
    keep(&world, "m", &case.log);
    let words = typed(case, way, by, correction);
    let told = in_words(&world, &words, by, correction);
    let agrees = match (&told, answer) {
        (Ok(()), "taken" | "listed") => true,
        (Err(told), code) => told.contains(&format!(", {code})")) || told.contains(&format!("({code})")),
        (Ok(()), _) => false,
    };
    if agrees {
        return Ok(());
    }
    Err(format!("{} by {by}: the fold says {answer}, `{}` {told:?}", called(case, way), words.join(" ")))
}

/// Whose word the screen takes or asks for: the speaker's own is nobody's.
fn word(case: &Case, answers: &[String; 4], corrects: bool) -> Result<Option<By>, String> {
    let own = SPEAKERS.iter().position(|by| *by == case.whose).filter(|_| case.whose.player().is_some());
    let words = own.map(|at| (None, at)).into_iter().chain([(Some(By::Both), 2), (Some(By::Judge), 3)]);
    let mut refused = String::new();
    for (word, at) in words {
        match answers[at].as_str() {
            "taken" | "listed" => return Ok(word),
            code => refused = code.to_owned(),
        }
        if refused != "relied-on" && !(corrects && refused == "not-allowed-by") {
            break;
        }
    }
    Err(refused)
}

/// What the screen makes of a correction.
fn at_the_screen(case: &Case, correction: &Command, recording: &Recording) -> Result<Option<By>, String> {
    let commands = match correction {
        Command::Retract { seq, .. } => past::retracts(recording, &[*seq]),
        Command::Amend(amend) => {
            let to: Vec<Reading> = amend.to.clone();
            past::amends(recording, amend.seq, to)
        }
        command => vec![(case.whose.into(), command.clone())],
    };
    past::word_for(recording, &commands).map(|(word, _)| word).map_err(|refusal| refusal.code.as_str().to_owned())
}

/// Presses `u`, and the key of the word that is asked for.
fn pressed(case: &Case, word: &Result<Option<By>, String>) -> Result<(), String> {
    let world = World::new();
    keep(&world, "m", &case.log);
    let mut table = Table::open(&world);
    table.watched = false;
    let seq = table.seq();
    let key = match word {
        Ok(Some(By::Both)) => 'b',
        Ok(Some(_)) => 'j',
        _ => '⏎',
    };
    ['u', key].into_iter().for_each(|key| table.press(key_of(key)));
    let fresh: Vec<&Record> = table.host.recording().records().iter().filter(|record| record.seq > seq).collect();
    let by = word.as_ref().map(|word| word.unwrap_or(case.whose)).ok();
    let taken = |record: &&Record| {
        Some(record.by) == by && matches!(*record.command, Command::Retract { seq, .. } if seq == case.seq)
    };
    if fresh.len() == usize::from(by.is_some()) && fresh.iter().all(taken) {
        return Ok(());
    }
    let said: Vec<_> = fresh.iter().map(|record| (record.by, &record.command)).collect();
    Err(format!("{}: u{key} wants {word:?} and records {said:?}\n{}", called(case, "undo"), table.screen(100, 40)))
}

#[test]
fn every_case_is_answered_in_words_and_at_the_screen_as_by_the_fold() {
    let (every, keys) = (wanted("ADJUTANT_WORDS", 17), wanted("ADJUTANT_KEYS", 5));
    let (mut count, mut undos, mut faults, mut tried) = (0, 0, Vec::new(), BTreeSet::new());
    each(|case| {
        let recording = Recording::of_log(&adjutant_app::Known::default(), "m", read(&case.log).0).unwrap();
        for (way, correction) in &case.ways {
            let Some(correction) = correction else { continue };
            let answers = SPEAKERS.map(|by| answer(&case.log, by, correction));
            let corrects = *way != "late";
            let expected = word(&case, &answers, corrects);
            if offers(way, "screen") {
                let asked = at_the_screen(&case, correction, &recording);
                if asked != expected {
                    faults.push(format!("{}: the screen asks {asked:?}, not {expected:?}", called(&case, way)));
                }
            }
            if *way == "undo" {
                undos += 1;
                faults.extend(if undos % keys == 0 { pressed(&case, &expected).err() } else { None });
            }
            for (by, answer) in SPEAKERS.into_iter().zip(&answers).filter(|_| offers(way, "words")) {
                count += 1;
                if count % every == 0 {
                    tried.extend([way.to_string(), case.kind.name().to_owned(), by.to_string()]);
                    faults.extend(words(&case, way, (by, answer), correction).err());
                }
            }
        }
    });
    println!("{} answers in words, {} undos by key", count / every, undos / keys);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    for (way, _) in WAYS.iter().filter(|(way, _)| *way != "raise" || every == 1) {
        assert!(tried.contains(*way), "{way} was not tried in words");
    }
}

/// A correction that is to be posted: the log, who says it, and whether the fold takes it.
struct Posted {
    case: String,
    log: Log,
    by: By,
    correction: Command,
    taken: bool,
}

/// The same log as the match of a table of the event.
fn of_table(log: &Log, table: usize, names: [&str; 2]) -> Log {
    let mut fresh = Log::new();
    for seq in 1..=log.game.seq() {
        let (_, command, _) = log.game.entry(seq).unwrap();
        let mut command = command.clone();
        if let Command::Open(open) = &mut command {
            open.event = serde_json::from_value(json!({"id": "gt", "round": 1, "table": table})).unwrap();
            [open.players.one.name, open.players.two.name] =
                names.map(|name| name.parse::<adjutant_engine::ids::Name>().unwrap().into());
        }
        let ready = fresh.ready(command);
        fresh.take(log.game.said(seq).unwrap(), &ready).unwrap();
    }
    fresh
}

#[test]
fn every_case_that_a_form_offers_is_answered_as_by_the_fold() {
    let every = wanted("ADJUTANT_FORMS", 12);
    let (mut count, mut posted) = (0, Vec::new());
    each(|case| {
        for (way, correction) in &case.ways {
            let Some(correction) = correction.as_ref().filter(|_| offers(way, "form")) else { continue };
            count += 1;
            for by in SPEAKERS.into_iter().filter(|_| count % every == 0 || *way == "late") {
                let taken = matches!(answer(&case.log, by, correction).as_str(), "taken" | "listed");
                let (case, log) = (called(&case, way), case.log.clone());
                posted.push(Posted { case, log, by, correction: correction.clone(), taken });
            }
        }
    });
    let world = World::new();
    let names = crowd(&world, posted.len() * 2, "--pack gt2020 --rounds 1");
    world.run("event pass gt judge mia --new").ends(0);
    world.run("event pair gt").ends(0);
    let round = event_log(&world).state().rounds[0].pair.clone();
    let sides: Vec<[&str; 2]> =
        round.tables.iter().map(|pairing| [pairing.one.as_str(), pairing.two.as_str()]).collect();
    assert_eq!(names.len(), sides.len() * 2);
    for (at, one) in posted.iter().enumerate() {
        let table = usize::from(round.tables[at].table.0);
        keep(&world, &format!("gt-r1-t{table:02}"), &of_table(&one.log, table, sides[at]));
    }
    // The tables keep the matches that are there.
    world.run("event publish gt").ends(0);
    let phones = [0, 1].map(|side| cookies(&world, &sides.iter().map(|sides| sides[side]).collect::<Vec<_>>()));
    let judge = cookie(&world, PassKind::Judge, "mia");
    let server = Server::start(&world, 0);
    let mut faults = Vec::new();
    for (at, Posted { case, log, by, correction, taken }) in posted.iter().enumerate() {
        let table = round.tables[at].table.0;
        let command = encoded(&serde_json::to_string(correction).unwrap());
        let seen = log.game.seq() as usize;
        let (path, phone, more) = match by {
            By::One => ("/match/say", phones[0][at].clone(), String::new()),
            By::Two => ("/match/say", phones[1][at].clone(), String::new()),
            By::Both => ("/match/say", cookie(&world, PassKind::Table, &table.to_string()), "&by=both".to_owned()),
            By::Judge => ("/table/say", judge.clone(), format!("&table={table}")),
        };
        let mut answer = say(&server, path, &phone, at, seen, &format!("do={command}{more}"));
        // What a correction changes besides is shown first, and recorded by the second tap.
        if answer.text.contains(">This changes more<") {
            answer = say(&server, path, &phone, posted.len() + at, seen, &format!("do={command}{more}&sure=yes"));
        }
        if (answer.status == 303) != *taken {
            let said = answer.text.split("<main").last().unwrap_or_default();
            faults.push(format!("{case} by {by}: the fold takes it: {taken}, the form {}: {said:.600}", answer.status));
        }
    }
    println!("{} forms", posted.len());
    assert!(faults.is_empty(), "{} faults\n{:.6000}", faults.len(), faults.join("\n"));
}
