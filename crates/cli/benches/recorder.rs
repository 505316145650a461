//! What recording costs: a durable append through the store beside a bare rusqlite loop on the same disk, and a whole
//! process of `adjutant match record` on a match of 500 records beside the `sqlite3` shell inserting one row into a
//! copy of the same file (left out where that shell is missing); and the same for an attack of twenty attacks with all its
//! dice beside a note in the same match of 500 records.
//!
//! `ADJUTANT_BENCH_APPENDS` sets how many appends there are (default 300).

mod support;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use adjutant_engine::chain::{Link, seal};
use adjutant_store::{Line, Store, StreamKind};
use rusqlite::Connection;
use support::figure::{Figure, Target};

const PROCESSES: u64 = 41;
const RECORDS: u64 = 500;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    appends(folder.path());
    processes(folder.path());
    attacks(folder.path());
}

/// Appends alternate, so that both meet the same disk.
fn appends(folder: &Path) {
    let appends = support::setting("ADJUTANT_BENCH_APPENDS", 300);
    let mut store = Store::open(&folder.join("store.db")).expect("a database");
    let bare = bare(&folder.join("bare.db"));
    let mut head = Link::START;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for index in 0..appends {
        let fields = serde_json::json!({"by": "both", "do": {"note": {"text": format!("note {index}")}}});
        let (bytes, link) = seal(fields.as_object().expect("an object").clone(), head).expect("JSON");
        let line = Line { link, bytes };
        let start = Instant::now();
        store.append(StreamKind::Match, "m", head, std::slice::from_ref(&line)).expect("an append");
        ours.push(start.elapsed());
        let start = Instant::now();
        bare.execute(
            "INSERT INTO record VALUES (1, ?1, ?2, ?3)",
            rusqlite::params![i64::try_from(index).expect("a small number"), link.hash.to_string(), line.bytes],
        )
        .expect("an insert");
        theirs.push(start.elapsed());
        head = link;
    }
    assert_eq!(store.head(StreamKind::Match, "m").expect("a head"), Some(head));
    let rows: i64 = bare.query_row("SELECT count(*) FROM record", [], |row| row.get(0)).expect("a count");
    assert_eq!(u64::try_from(rows), Ok(appends));
    Figure {
        key: "append",
        what: "durable append through the store",
        value: micros(&mut ours),
        unit: "µs",
        beside: Some(("bare rusqlite insert and commit", micros(&mut theirs))),
        target: Some(Target::Ratio(0.8)),
    }
    .print();
}

/// A database without triggers, as durable as ours.
fn bare(path: &Path) -> Connection {
    let connection = Connection::open(path).expect("a database");
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
             CREATE TABLE record (stream INTEGER, seq INTEGER, hash TEXT, line BLOB, PRIMARY KEY (stream, seq))
             STRICT, WITHOUT ROWID;",
        )
        .expect("a table");
    connection
}

fn processes(folder: &Path) {
    let data = folder.join("data");
    let adjutant = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(words).arg("--data").arg(&data).stdout(Stdio::null());
        command
    };
    let (log, records) = support::log(4);
    let missing = RECORDS.saturating_sub(records);
    let notes = "{\"by\":\"both\",\"do\":{\"note\":{\"text\":\"x\"}}}\n".repeat(missing as usize);
    for (name, content) in [("log.jsonl", &log[..]), ("notes.bare.jsonl", notes.as_bytes())] {
        std::fs::write(folder.join(name), content).expect("a file");
    }
    let file = |name: &str| folder.join(name).display().to_string();
    run(adjutant(&["match", "import", &file("log.jsonl")]));
    run(adjutant(&["match", "record", "m4", "--from", &file("notes.bare.jsonl")]));
    let stands_at = records + missing;

    let other = folder.join("other.db");
    std::fs::copy(data.join("adjutant.db"), &other).expect("a copy");
    let shell = |sql: &str| {
        let mut command = Command::new("sqlite3");
        command.arg(&other).arg(sql).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let there = shell("SELECT 1").status().is_ok_and(|status| status.success());
    let (mut ours, mut theirs, mut help) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..PROCESSES {
        ours.push(run(adjutant(&["match", "record", "m4", "--by", "both", "note", "one more"])));
        help.push(run(adjutant(&["--version"])));
        if there {
            let seq = stands_at + index + 1;
            theirs.push(run(shell(&format!(
                "PRAGMA synchronous=FULL; INSERT INTO record VALUES (1, {seq}, '{}', x'{}')",
                "0".repeat(64),
                "7b".repeat(300)
            ))));
        }
    }
    let store = Store::open(&data.join("adjutant.db")).expect("the database");
    let head = store.head(StreamKind::Match, "m4").expect("a head").expect("a match");
    assert_eq!(head.seq, stands_at + PROCESSES);
    let figure = Figure {
        key: "record",
        what: "`match record` of one command on 500 records, whole process",
        value: micros(&mut ours),
        unit: "µs",
        beside: there.then(|| ("`sqlite3` shell inserting one row", micros(&mut theirs))),
        target: Some(if there { Target::Ratio(0.5) } else { Target::AtMost(50_000.0) }),
    };
    figure.print();
    let what = "a process that only says its version";
    Figure { key: "version", what, value: micros(&mut help), beside: None, target: None, ..figure }.print();
}

/// Twenty attacks, every die of them: all wounds are saved, so that each of them meets the same unit.
const ATTACK: &str = "shoot a1 b1 with Gun attacks 20 hit 3+ 3 4 5 6 3 4 5 6 3 4 5 6 1 1 2 2 1 1 2 2 / \
                      wound 4+ 4 5 6 4 5 6 1 1 2 2 3 3 / save 3+ -1 6 5 4 6 5 4 / d 1";

/// An attack and a note by turns, on one match.
fn attacks(folder: &Path) {
    let data = folder.join("attacks");
    let adjutant = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(words).arg("--data").arg(&data).stdout(Stdio::null());
        command
    };
    run(adjutant(&["match", "new", "shots", "--mission", "scorched-earth", "--one", "Anna", "--two", "Ben"]));
    let set_up = shooting();
    let set_up_records = u64::try_from(set_up.lines().count()).expect("a few");
    let file = folder.join("shots.bare.jsonl");
    let opened = Store::open(&data.join("adjutant.db")).expect("the database");
    let stands_at = opened.head(StreamKind::Match, "shots").expect("a head").expect("a match").seq + set_up_records;
    drop(opened);
    let missing = RECORDS.saturating_sub(stands_at);
    let notes = "{\"by\":\"both\",\"do\":{\"note\":{\"text\":\"x\"}}}\n".repeat(missing as usize);
    std::fs::write(&file, set_up + &notes).expect("a file");
    run(adjutant(&["match", "record", "shots", "--from", &file.display().to_string()]));
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..PROCESSES {
        ours.push(run(adjutant(&["match", "record", "shots", "--by", "one", "--under", "Shoot again", ATTACK])));
        theirs.push(run(adjutant(&["match", "record", "shots", "--by", "both", "note", "one more"])));
    }
    let shown = adjutant(&["match", "show", "shots", "--json"]).stdout(Stdio::piped()).output().expect("an answer");
    let view: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("a view");
    assert_eq!(view["seq"], stands_at + missing + 2 * PROCESSES);
    let target = view["units"].as_array().expect("units").iter().find(|unit| unit["id"] == "b1").expect("the target");
    assert_eq!((&target["models"], target.get("hurt")), (&10.into(), None), "every wound was saved");
    Figure {
        key: "attack",
        what: "`match record` of 38 dice of an attack on 500 records, whole process",
        value: micros(&mut ours),
        unit: "µs",
        beside: Some(("a note in the same match", micros(&mut theirs))),
        target: Some(Target::Ratio(0.83)),
    }
    .print();
}

/// The records from the lists to the first Shooting phase.
fn shooting() -> String {
    use serde_json::json;
    let roster = |by: &str, id: &str| {
        let group = json!({"group": "Trooper", "count": 10, "wounds": 2});
        let unit = json!({"id": id, "datasheet": "Squad", "role": "troops", "points": 100, "power": 5,
            "keywords": ["INFANTRY"], "faction_keywords": ["IMPERIUM"], "models": [group]});
        let detachment = json!({"type": "unbound", "cp": 0, "units": [unit]});
        json!({"by": by, "do": {"roster": {"player": by, "roster": {"name": "P", "detachments": [detachment]}}}})
    };
    let mut records = vec![roster("one", "a1"), roster("two", "b1")];
    for by in ["one", "two"] {
        let choose = ["assassinate", "linebreaker", "grind-them-down"];
        records.push(json!({"by": by, "do": {"secondaries": {"choose": choose}}}));
    }
    records.push(json!({"by": "both", "do": {"roles": {"attacker": "one"}}}));
    records.push(json!({"by": "two", "do": {"zone": {"zone": "a"}}}));
    records.push(json!({"by": "both", "do": {"first-turn": {"player": "one"}}}));
    records.push(json!({"by": "both", "do": {"begin": {}}}));
    for phase in ["command", "movement", "psychic"] {
        records.push(json!({"by": "one", "do": {"end-phase": {"phase": phase}}}));
    }
    records.iter().map(|record| format!("{record}\n")).collect()
}

fn run(mut command: Command) -> Duration {
    let start = Instant::now();
    let status = command.status().expect("the program starts");
    let time = start.elapsed();
    assert!(status.success(), "{command:?}: {status}");
    time
}

/// The median in microseconds; nothing where nothing was measured.
fn micros(times: &mut [Duration]) -> f64 {
    times.sort();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e6)
}
