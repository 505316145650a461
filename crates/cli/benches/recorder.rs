//! What recording costs: a durable append through the store beside a bare rusqlite loop on the same disk, and a whole
//! process of `adjutant match record` on a match of 500 records beside the `sqlite3` shell inserting one row into a
//! copy of the same file (left out where there is no such shell).
//!
//! `ADJUTANT_BENCH_APPENDS` sets how many appends there are (default 300).

mod support;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use adjutant_engine::chain::{Link, seal};
use adjutant_store::{Line, Store, StreamKind};
use rusqlite::Connection;

const PROCESSES: u64 = 41;
const RECORDS: u64 = 500;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    appends(folder.path());
    processes(folder.path());
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
    compare("durable append", "bare rusqlite insert and commit", &mut ours, &mut theirs);
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
    println!("a process that only says its version: {} µs", median(&mut help).as_micros());
    if there {
        compare("`match record` on 500 records", "sqlite3 shell, one row", &mut ours, &mut theirs);
    } else {
        println!("`match record` on 500 records: {} µs; there is no sqlite3 shell here", median(&mut ours).as_micros());
    }
}

fn run(mut command: Command) -> Duration {
    let start = Instant::now();
    let status = command.status().expect("the program starts");
    let time = start.elapsed();
    assert!(status.success(), "{command:?}: {status}");
    time
}

fn compare(name: &str, rival: &str, ours: &mut [Duration], theirs: &mut [Duration]) {
    let (ours, theirs) = (median(ours).as_micros().max(1), median(theirs).as_micros());
    let percent = theirs * 100 / ours;
    println!("{name}: {ours} µs, {rival}: {theirs} µs (medians); speed ratio {}.{:02}", percent / 100, percent % 100);
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}
