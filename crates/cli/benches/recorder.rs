//! What recording costs: a durable append through the store beside a bare rusqlite loop on the same disk, and a whole
//! process of `adjutant match record` on matches of 500 and 3,000 records beside the `sqlite3` shell inserting one row into
//! a copy of the same file (left out where that shell is missing); and the same for an attack of twenty attacks with
//! all its dice beside a note in the same match of 500 records.
//!
//! `ADJUTANT_BENCH_APPENDS` sets how many appends there are (default 300). `ADJUTANT_BENCH_PROGRAM` names another program,
//! whose processes are measured in the place of ours; the store and the attack are left out then.

#[path = "support/figure.rs"]
mod figure;
#[path = "support/program.rs"]
mod program;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use adjutant_engine::chain::{Link, seal};
use adjutant_store::{Line, Store, StreamKind};
use figure::{Figure, Target};
use program::{another, program};
use rusqlite::Connection;

const PROCESSES: u64 = 41;
const RECORDS: u64 = 500;
const MANY_RECORDS: u64 = 3_000;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    if another().is_none() {
        appends(folder.path());
    }
    let [record, version] = processes(folder.path(), RECORDS, 1.0 / 1.3);
    record.print("record", "`match record` of one command on 500 records, whole process");
    version.print("version", "a process that only says its version");
    let [record, _] = processes(folder.path(), MANY_RECORDS, 1.0 / 1.5);
    record.print("record-3000", "the same on 3,000 records");
    if another().is_none() {
        attacks(folder.path());
    }
}

/// Appends alternate, so that both meet the same disk.
fn appends(folder: &Path) {
    let named = std::env::var("ADJUTANT_BENCH_APPENDS").ok();
    let appends = named.and_then(|appends| appends.parse().ok()).unwrap_or(300);
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
        target: Some(Target::Ratio(0.9)),
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

/// What whole processes took: ours, and the shell's where it is there.
struct Taken {
    ours: f64,
    shell: Option<f64>,
    /// Of the speed of the shell.
    asked: Option<f64>,
}

impl Taken {
    fn print(&self, key: &str, what: &str) {
        let beside = self.shell.map(|micros| ("`sqlite3` shell inserting one row", micros));
        let target = self.asked.map(|asked| beside.map_or(Target::AtMost(50_000.0), |_| Target::Ratio(asked)));
        Figure { key, what, value: self.ours, unit: "µs", beside, target }.print();
    }
}

/// Recording one command on so many records, and a process that only says its version.
fn processes(folder: &Path, on: u64, asked: f64) -> [Taken; 2] {
    let folder = folder.join(on.to_string());
    let data = folder.join("data");
    std::fs::create_dir_all(&data).expect("a folder");
    let adjutant = |words: &[&str]| adjutant(&data, words);
    run(adjutant(&["match", "simulate", "m4", "--seed", "4"]));
    let missing = on.saturating_sub(records(&data));
    let notes = folder.join("notes.bare.jsonl");
    let note = "{\"by\":\"both\",\"do\":{\"note\":{\"text\":\"x\"}}}\n";
    std::fs::write(&notes, note.repeat(missing as usize)).expect("a file");
    run(adjutant(&["match", "record", "m4", "--from", &notes.display().to_string()]));
    let stands_at = records(&data);
    assert!(stands_at >= on);

    let other = folder.join("other.db");
    std::fs::copy(data.join("adjutant.db"), &other).expect("a copy");
    let shell = |sql: &str| {
        let mut command = Command::new("sqlite3");
        command.arg(&other).arg(sql).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let there = shell("SELECT 1").status().is_ok_and(|status| status.success());
    let (mut ours, mut theirs, mut version) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..PROCESSES {
        ours.push(run(adjutant(&["match", "record", "m4", "--by", "both", "note", "one more"])));
        version.push(run(adjutant(&["--version"])));
        if there {
            let seq = stands_at + index + 1;
            theirs.push(run(shell(&format!(
                "PRAGMA synchronous=FULL; INSERT INTO record VALUES (1, {seq}, '{}', x'{}')",
                "0".repeat(64),
                "7b".repeat(300)
            ))));
        }
    }
    assert_eq!(records(&data), stands_at + PROCESSES);
    let shell = there.then(|| micros(&mut theirs));
    let record = Taken { ours: micros(&mut ours), shell, asked: Some(asked) };
    [record, Taken { ours: micros(&mut version), shell: None, asked: None }]
}

/// How many records the only match of a folder has, whichever program wrote them.
fn records(data: &Path) -> u64 {
    let database = Connection::open(data.join("adjutant.db")).expect("a database");
    let records: i64 = database.query_row("SELECT max(seq) FROM record", [], |row| row.get(0)).expect("a number");
    records.unsigned_abs()
}

/// The program on a data folder.
fn adjutant(data: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(words).arg("--data").arg(data).stdout(Stdio::null());
    command
}

/// Twenty attacks, every die of them: all wounds are saved, so that each of them meets the same unit.
const ATTACK: &str = "shoot a1 b1 with Gun attacks 20 hit 3+ 3 4 5 6 3 4 5 6 3 4 5 6 1 1 2 2 1 1 2 2 / \
                      wound 4+ 4 5 6 4 5 6 1 1 2 2 3 3 / save 3+ -1 6 5 4 6 5 4 / d 1";

/// An attack and a note by turns, on one match.
fn attacks(folder: &Path) {
    let data = folder.join("attacks");
    let adjutant = |words: &[&str]| adjutant(&data, words);
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
