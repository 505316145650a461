//! Disks that are full, files that are damaged, read-only or newer, backups taken while somebody records.
//!
//! `ADJUTANT_SMALL_DISK` may name an empty folder on a file system of a megabyte or so; it is then filled up for real.

use std::process::Command;

use adjutant_engine::chain::{Link, verify_line};
use adjutant_store::{Line, Store, StreamKind};

use crate::support::{World, forged, project, run_of};

fn notes(count: usize) -> String {
    let line = format!("{{\"by\":\"both\",\"do\":{{\"note\":{{\"text\":\"{}\"}}}}}}\n", "x".repeat(1000));
    line.repeat(count)
}

/// Files may not grow beyond some blocks of 512 or 1,024 bytes: the system refuses the write, as a full disk does.
#[cfg(unix)]
#[test]
fn a_write_that_the_system_refuses_loses_nothing() {
    let world = World::with_match();
    let before = world.exported();
    world.write("many.bare.jsonl", notes(2000));
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 200; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_adjutant")]);
    command.args(["match", "record", "m", "--from", "many.bare.jsonl"]).current_dir(world.path(""));
    command.env_clear().env("PATH", "/usr/bin:/bin").env("ADJUTANT_DATA", world.path("data"));
    let run = run_of(command.output().unwrap()).ends(3);
    assert!(run.err.contains("hint:"), "{run:?}");
    assert_eq!(world.exported(), before);
    world.run("match verify m").ends(0);
    world.run("match record m --from many.bare.jsonl").ends(0);
}

#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let Some(disk) = std::env::var_os("ADJUTANT_SMALL_DISK") else {
        return println!("not checked: ADJUTANT_SMALL_DISK names no folder");
    };
    let world = World::with_match();
    let disk = std::path::PathBuf::from(disk).join("data");
    world.write("m.jsonl", world.exported());
    world.write("some.bare.jsonl", notes(20));
    let disk = disk.display();
    world.run(&format!("match import m.jsonl --data {disk}")).ends(0);
    let mut acknowledged = 2;
    let full = loop {
        let run = world.run(&format!("match record m --from some.bare.jsonl --data {disk}"));
        if run.code != Some(0) {
            break run;
        }
        acknowledged += 20;
        assert!(acknowledged < 100_000, "this disk is not small");
    };
    full.ends(3).says("the disk is full");
    let log = world.run(&format!("match export m --data {disk}")).ends(0).out;
    assert_eq!(log.lines().count(), acknowledged);
    println!("a full disk after {acknowledged} records; all of them are there");
}

#[test]
fn damaged_and_newer_files_are_told_and_left_alone() {
    let world = World::with_match();
    world.write("many.bare.jsonl", notes(200));
    world.run("match record m --from many.bare.jsonl").ends(0);
    let whole = world.read("data/adjutant.db");
    world.write("data/adjutant.db", &whole[..whole.len() / 2]);
    world.run("match verify m").ends(3).says("damaged");
    world.run("match record m --by both note x").ends(3);
    // `user_version`, four bytes at 60 in the header of every SQLite file.
    let mut newer = whole.clone();
    newer[60..64].copy_from_slice(&99u32.to_be_bytes());
    world.write("data/adjutant.db", &newer);
    world.run("match record m --by both note x").ends(3).says("schema version 99");
    assert_eq!(world.read("data/adjutant.db"), newer, "what is newer is left as it is");
    world.write("data/adjutant.db", &whole);
    world.run("match verify m").ends(0);
}

#[test]
fn a_damaged_page_is_told_and_nothing_is_written_over_it() {
    let world = World::with_match();
    world.write("many.bare.jsonl", notes(200));
    world.run("match record m --from many.bare.jsonl").ends(0);
    let whole = world.read("data/adjutant.db");
    let size = usize::from(u16::from_be_bytes([whole[16], whole[17]]));
    assert_eq!(whole.len() % size, 0);
    // Pages that SQLite itself finds wrong, and one that only the chain finds wrong.
    for (page, verdict) in [(0, 3), (1, 3), (2, 3), (10, 1)] {
        let mut damaged = whole.clone();
        // The first page begins with the header of the file.
        let from = page * size + if page == 0 { 100 } else { 0 };
        damaged[from..(page + 1) * size].fill(0);
        world.write("data/adjutant.db", &damaged);
        let verified = world.run("match verify m");
        assert_eq!(verified.code, Some(verdict), "page {page}: {verified:?}");
        let recorded = world.run("match record m --by both note x").ends(3);
        assert!(recorded.err.contains("hint:"), "page {page}: {recorded:?}");
        assert_eq!(world.read("data/adjutant.db"), damaged, "page {page}: what is damaged is left as it is");
    }
    world.write("data/adjutant.db", &whole);
    world.run("match verify m").ends(0);
    world.run("match record m --by both note x").ends(0);
}

/// A page of which a part is still sense: SQLite may read it as fewer records. A recorder is refused, but for a
/// damage in the very last page, which only a check of the whole file tells from a shorter log; `match verify` does.
#[test]
fn half_a_damaged_page_is_refused_or_found() {
    let world = World::with_match();
    world.write("many.bare.jsonl", notes(200));
    world.run("match record m --from many.bare.jsonl").ends(0);
    let whole = world.read("data/adjutant.db");
    let size = usize::from(u16::from_be_bytes([whole[16], whole[17]]));
    let records = world.exported().lines().count();
    let (mut refused, mut unseen) = (0, 0);
    let pages = whole.len() / size;
    for page in (1..pages).filter(|page| page % 16 == 1 || *page < 12 || page + 3 > pages) {
        for kept in [8, 100, size / 2] {
            let mut damaged = whole.clone();
            damaged[page * size + kept..(page + 1) * size].fill(b'x');
            world.write("data/adjutant.db", &damaged);
            let run = world.run("match record m --by both note x");
            match run.code {
                Some(0) if world.exported().lines().count() == records + 1 => {}
                Some(0) => {
                    let run = world.run("match verify m").ends(3);
                    assert!(run.out.contains("damaged"), "{run:?}");
                    unseen += 1;
                }
                code => {
                    assert_eq!(code, Some(3), "page {page} from byte {kept} on: {run:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > unseen, "{refused} refused, {unseen} found only by verifying");
}

#[test]
fn what_is_no_database_of_ours_is_told_and_left_alone() {
    let world = World::with_match();
    let log = world.exported();
    std::fs::create_dir(world.path("other")).unwrap();
    let foreign = world.path("other/adjutant.db");
    rusqlite::Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE cookies (x);").unwrap();
    let before = world.read("other/adjutant.db");
    world.write("m.jsonl", log);
    for words in ["match import m.jsonl", "match list", "match verify m", "backup copy.db"] {
        world.run(&format!("{words} --data other")).ends(3).says("not an Adjutant database");
    }
    assert_eq!(world.read("other/adjutant.db"), before);
}

/// How a folder or file is made one that nobody may write, mode bits or not.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Debug)]
enum Barred {
    /// The folder is mounted once more, read-only, for the program alone.
    Mount,
    /// The file is marked immutable.
    Immutable,
    /// Mode bits; they bind everybody but root.
    Modes,
}

#[cfg(target_os = "linux")]
impl Barred {
    /// Runs the program in a world whose data may only be read; `None` where this machine or user cannot bar itself.
    fn run(self, world: &World, words: &str) -> Option<crate::support::Run> {
        let data = world.path("data").display().to_string();
        let (before, after) = match self {
            Barred::Mount => ("mount --bind \"$D\" \"$D\" && mount -o remount,ro,bind \"$D\"", "true"),
            Barred::Immutable => ("chattr +i \"$D/adjutant.db\"", "chattr -i \"$D/adjutant.db\""),
            Barred::Modes => ("chmod a-w \"$D/adjutant.db\" \"$D\"", "chmod u+w \"$D\" \"$D/adjutant.db\""),
        };
        // A probe tells whether the bar holds: 99 where it does not.
        let script = format!(
            "{before} || exit 99; if (: >>\"$D/adjutant.db\") 2>/dev/null; then {after}; exit 99; fi; \"$@\"; e=$?; {after}; exit $e"
        );
        let mut command = match self {
            Barred::Mount => Command::new("unshare"),
            Barred::Immutable | Barred::Modes => Command::new("env"),
        };
        if matches!(self, Barred::Mount) {
            command.args(["--map-root-user", "--mount"]);
        }
        command.args(["sh", "-c", &script, "sh", env!("CARGO_BIN_EXE_adjutant")]).args(words.split_whitespace());
        command.current_dir(world.path("")).env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command.env("ADJUTANT_DATA", &data).env("D", &data).stdin(std::process::Stdio::null());
        let run = run_of(command.output().ok()?);
        (run.code != Some(99) && !run.err.starts_with("unshare:")).then_some(run)
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_database_is_told_and_loses_nothing() {
    let mut checked = 0;
    for barred in [Barred::Mount, Barred::Immutable, Barred::Modes] {
        let world = World::with_match();
        world.write("some.bare.jsonl", notes(3));
        let before = world.exported();
        let file = world.read("data/adjutant.db");
        for words in
            ["match record m --by both note x", "match record m --from some.bare.jsonl", "match undo m --by both"]
        {
            let Some(run) = barred.run(&world, words) else {
                println!("not checked: {barred:?} stops no user here");
                break;
            };
            let run = run.ends(3).says("adjutant.db").says("hint: nothing was");
            assert_eq!(run.out, "", "{barred:?}: nothing is acknowledged");
            checked += 1;
        }
        // Who only looks needs no leave to write.
        for words in ["match show m", "match list", "match verify m", "match export m", "audit data/adjutant.db"] {
            if let Some(run) = barred.run(&world, words) {
                run.ends(0);
                checked += 1;
            }
        }
        assert_eq!(world.read("data/adjutant.db"), file, "{barred:?}");
        assert_eq!(world.exported(), before, "{barred:?}");
        world.run("match record m --by both note y").ends(0);
        assert_eq!(world.exported().lines().count(), before.lines().count() + 1, "{barred:?}");
    }
    println!("{checked} answers of a read-only database seen");
}

#[test]
fn a_backup_that_cannot_be_written_leaves_the_older_one() {
    let world = World::with_match();
    world.run("backup copy.db").ends(0);
    let older = world.read("copy.db");
    let log = world.exported();
    let whole = world.read("data/adjutant.db");
    world.write("data/adjutant.db", &whole[..whole.len() / 2]);
    world.run("backup copy.db").ends(3).says("damaged");
    assert_eq!(world.read("copy.db"), older);
    world.run("backup copy.db --data nowhere").ends(3).says("nowhere");
    assert_eq!(world.read("copy.db"), older);
    // The way back.
    world.run("restore copy.db").ends(0).says("kept as");
    assert_eq!(world.exported(), log);
    world.run("backup no/such/folder/copy.db").ends(3).says("no/such/folder");
    world.run("match record m --by both note and it goes on").ends(0);
    world.run("audit data/adjutant.db").ends(0);
}

#[test]
fn a_backup_taken_while_somebody_records_is_a_beginning_of_the_log() {
    let world = World::with_match();
    let recording = std::sync::atomic::AtomicBool::new(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for index in 0..12 {
                world.run(&format!("match record m --by both note n-{index}")).ends(0);
            }
            recording.store(false, std::sync::atomic::Ordering::Relaxed);
        });
        let mut copies = 0;
        while recording.load(std::sync::atomic::Ordering::Relaxed) || copies == 0 {
            let folder = format!("copy-{copies}");
            std::fs::create_dir(world.path(&folder)).unwrap();
            world.run(&format!("backup {folder}/adjutant.db")).ends(0);
            copies += 1;
        }
    });
    let log = world.exported();
    let copies = (0..).map(|index| format!("copy-{index}")).take_while(|folder| world.path(folder).exists());
    for folder in copies {
        let copy = world.run(&format!("match export m --data {folder}")).ends(0).out;
        assert!(log.starts_with(&copy), "{folder} is not a beginning of the log");
        world.run(&format!("match record m --by both note restored --data {folder}")).ends(0);
        world.run(&format!("audit {folder}/adjutant.db")).ends(0);
    }
}

/// Changes one byte of every copy of a text in the database.
fn scribble(world: &World, text: &str) {
    let mut bytes = world.read("data/adjutant.db");
    let places: Vec<usize> =
        (0..bytes.len() - text.len()).filter(|at| bytes[*at..].starts_with(text.as_bytes())).collect();
    assert!(!places.is_empty(), "{text}");
    places.into_iter().for_each(|at| bytes[at] ^= 1);
    world.write("data/adjutant.db", bytes);
}

#[test]
fn a_damaged_database_replaces_no_backup_and_is_not_handed_on() {
    let world = World::with_match();
    world.run("match record m --by both note agreed").ends(0);
    world.run("match new sound --mission scorched-earth --one C --two D").ends(0);
    world.run("backup good.db").ends(0);
    world.run("match record m --by both note later").ends(0);
    let first = world.read("good.db");
    world.run("backup good.db").ends(0).says("good.db.before");
    assert_eq!(world.read("good.db.before"), first, "the backup before is kept");
    let good = world.read("good.db");
    scribble(&world, "\"text\":\"agreed\"");
    world.run("backup good.db").ends(3).says("is damaged and was not copied").says("record 3 of match m");
    assert_eq!((world.read("good.db"), world.read("good.db.before")), (good, first));
    world.run("match export m -o m.jsonl").ends(3).says("adjutant restore FILE").says("--anyway");
    assert!(!world.path("m.jsonl").exists());
    world.run("match export m --anyway -o m.jsonl").ends(0).says("exported as it is");
    world.run("audit m.jsonl").ends(1);
    world.run("match export sound").ends(0);
    world.run("restore good.db").ends(0).says("data/adjutant.db.before");
    world.run("audit data/adjutant.db").ends(0);
    assert!(world.exported().contains("later"));
    world.run("audit data/adjutant.db.before").ends(1);
}

#[test]
fn a_hash_that_is_filed_wrongly_is_found_and_told_for_what_it_is() {
    let world = World::with_match();
    let hash = world.run("match show m --json").ends(0).json()["head"].as_str().unwrap().to_owned();
    let mut bytes = world.read("data/adjutant.db");
    // The column stands before the line, which names the same hash.
    let column = (0..bytes.len()).find(|at| bytes[*at..].starts_with(hash.as_bytes())).unwrap();
    assert_ne!(&bytes[column - 8..column], b"\"hash\":\"");
    bytes[column] = if bytes[column] == b'a' { b'b' } else { b'a' };
    world.write("data/adjutant.db", bytes);
    for words in ["audit data/adjutant.db", "match verify m"] {
        let run = world.run(words).ends(1);
        assert!(run.out.contains("record 2: error misfiled"), "{run:?}");
    }
    let run = world.run("match record m --by both note x").ends(3).says("not its own").says("adjutant restore FILE");
    assert!(!run.err.contains("someone else recorded"), "{run:?}");
    world.run("backup copy.db").ends(3);
    world.run("match export m").ends(3);
}

#[test]
fn a_backup_is_restored_beside_the_remains_of_a_crash() {
    let world = World::with_match();
    world.run("backup good.db").ends(0);
    let log = world.exported();
    // A crash leaves its write-ahead log: copied over the database by hand, the backup would be read together with it.
    let wal = {
        let holding = rusqlite::Connection::open(world.path("data/adjutant.db")).unwrap();
        holding.query_row("SELECT count(*) FROM record", [], |_| Ok(())).unwrap();
        world.run("match record m --by both note late").ends(0);
        world.run("restore good.db").ends(3).says("locked by another program").says("close every other");
        assert!(world.exported().contains("late"), "who is at work is not cut off");
        world.read("data/adjutant.db-wal")
    };
    assert!(!wal.is_empty());
    world.write("data/adjutant.db-wal", &wal);
    world.run("restore good.db").ends(0);
    assert!(!world.path("data/adjutant.db-wal").exists());
    assert_eq!(world.read("data/adjutant.db.before-wal"), wal);
    assert_eq!(world.exported(), log);
    world.run("restore good.db").ends(0).says("adjutant.db.before2");
    world.run("restore data/adjutant.db").ends(3).says("this is the database itself");
    world.run("restore nowhere.db").ends(3).says("nowhere.db");
    world.write(
        "text.db",
        "no backup at all, but long enough to be taken for one at a first look at its bytes ….......",
    );
    world.run("restore text.db").ends(3).says("not an Adjutant database").says("is unchanged");
    let good = world.read("good.db");
    world.write("half.db", &good[..good.len() / 2]);
    world.run("restore half.db").ends(3).says("is unchanged");
    assert_eq!(world.exported(), log);
    world.run("restore good.db --data fresh").ends(0);
    world.run("audit fresh/adjutant.db").ends(0);
}

#[test]
fn an_audit_of_a_damaged_file_goes_on_match_by_match() {
    let world = World::with_match();
    world.write("many.bare.jsonl", notes(60));
    world.run("match record m --from many.bare.jsonl").ends(0);
    world.run("match new sound --mission scorched-earth --one C --two D").ends(0);
    let mut bytes = world.read("data/adjutant.db");
    let size = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    let text = format!("\"text\":\"{}", "x".repeat(99));
    // A page in the middle of the long match.
    let places: Vec<usize> =
        (0..bytes.len() - text.len()).filter(|at| bytes[*at..].starts_with(text.as_bytes())).collect();
    let page = places[places.len() / 2] / size;
    bytes[page * size..(page + 1) * size].fill(0);
    world.write("data/adjutant.db", bytes);
    let report = world.run("audit data/adjutant.db --json").json();
    let logs = report["logs"].as_array().unwrap();
    let of = |name: &str| logs.iter().find(|log| log["path"].as_str().unwrap().ends_with(name)).unwrap();
    assert_eq!(of("adjutant.db")["findings"][0]["code"], "unreadable", "{report}");
    assert_ne!(of("match m")["findings"].as_array().unwrap().len(), 0, "{report}");
    assert_eq!(of("match sound")["records"], 2, "{report}");
    let out = world.run("match verify sound").ends(3).out;
    assert!(out.contains("match sound: good; 2 records"), "{out}");
}

#[test]
fn triggers_that_were_changed_are_found_and_swallow_nothing() {
    let world = World::with_match();
    let change =
        |sql: &str| rusqlite::Connection::open(world.path("data/adjutant.db")).unwrap().execute_batch(sql).unwrap();
    change("CREATE TRIGGER mine BEFORE INSERT ON record BEGIN SELECT RAISE(IGNORE); END;");
    let run = world.run("match record m --by both note x").ends(3).says("did not store it");
    assert_eq!(run.out, "", "nothing is acknowledged");
    // One of a hundred that are written together is missed too, wherever it stands.
    world.run("event new e --name E --rounds 3").ends(3).says("did not store it");
    change("DROP TRIGGER mine;");
    world.run("event new e --name E --rounds 3").ends(0);
    let names = (0..100).map(|number| format!("Player {number}\n"));
    world.write("players.csv", names.fold("name\n".to_owned(), |all, line| all + &line));
    for (swallowed, said) in
        [(40, "takes the next number"), (65, "took 64 records from record"), (101, "did not store it")]
    {
        let when = format!("CREATE TRIGGER mine BEFORE INSERT ON record WHEN NEW.seq = {swallowed}");
        change(&format!("{when} BEGIN SELECT RAISE(IGNORE); END;"));
        world.run("event register e --csv players.csv").ends(3).says(said);
        assert_eq!(world.run("event export e --log -").ends(0).out.lines().count(), 1, "{swallowed}");
        change("DROP TRIGGER mine;");
    }
    change("CREATE TRIGGER mine BEFORE INSERT ON record BEGIN SELECT RAISE(IGNORE); END;");
    let out = world.run("audit data/adjutant.db").ends(1).out;
    assert!(out.contains("warning schema: its trigger \"mine\" is not ours"), "{out}");
    change("DROP TRIGGER mine; DROP TRIGGER record_never_goes;");
    let out = world.run("match verify m").ends(1).out;
    assert!(out.contains("its trigger record_never_goes is missing"), "{out}");
    world.run("backup copy.db").ends(3).says("record_never_goes");
}

/// No file may grow by a byte: what there is can still be read, also what a crash left in the write-ahead log.
#[cfg(unix)]
#[test]
fn what_is_there_is_read_without_a_byte_of_room() {
    let world = World::with_match();
    let log = world.exported();
    let without_room = |words: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\" | cat", "sh", env!("CARGO_BIN_EXE_adjutant")]);
        command.args(words.split_whitespace()).current_dir(world.path(""));
        command.env_clear().env("PATH", "/usr/bin:/bin").env("ADJUTANT_DATA", world.path("data"));
        run_of(command.output().unwrap())
    };
    assert_eq!(without_room("match export m").out, log);
    assert!(without_room("match list --json").out.contains("\"m\""));
    let recorded = without_room("match record m --by both note x");
    assert!(recorded.out.is_empty() && recorded.err.contains("hint:"), "{recorded:?}");
    let holding = rusqlite::Connection::open(world.path("data/adjutant.db")).unwrap();
    holding.query_row("SELECT count(*) FROM record", [], |_| Ok(())).unwrap();
    world.run("match record m --by both note late").ends(0);
    let wal = world.read("data/adjutant.db-wal");
    let database = world.read("data/adjutant.db");
    drop(holding);
    world.write("data/adjutant.db", database);
    world.write("data/adjutant.db-wal", wal);
    assert!(without_room("match export m").out.contains("late"), "{:?}", without_room("match export m"));
}

/// Writes a log into the database past everything that judges it.
fn smuggle(world: &World, id: &str, log: &[u8]) {
    let (mut lines, mut previous) = (Vec::new(), Link::START);
    for line in log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        previous = verify_line(line, previous).unwrap();
        lines.push(Line { link: previous, bytes: line.to_vec() });
    }
    Store::open(&world.path("data/adjutant.db")).unwrap().append(StreamKind::Match, id, Link::START, &lines).unwrap();
}

/// A chain may be whole around a record that the rules do not take: a backup says which logs do not read.
#[test]
fn a_log_that_the_rules_do_not_take_is_copied_and_named_and_put_back_when_asked() {
    let world = World::with_match();
    let log = world.exported();
    assert!(world.run("backup good.db").ends(0).out.ends_with("1 log, all read and checked\n"));
    let broken = forged(&log, |index, fields, _| {
        if index == 0 {
            fields["do"]["open"]["match"] = "n".into();
        }
        if index == 1 {
            fields["do"] = serde_json::json!({"end-phase": {"phase": "fight"}});
        }
    });
    smuggle(&world, "n", &broken);
    let run = world.run("backup both.db").ends(1);
    assert!(run.out.contains("2 logs, 1 of them does not read"), "{run:?}");
    run.says("match n does not read: record 2").says("adjutant match verify n");
    let json = world.run("backup both.db --json").ends(1).json();
    assert_eq!((&json["logs"], &json["unread"][0]["id"]), (&2.into(), &"n".into()), "{json}");
    world
        .run("copy data other")
        .ends(1)
        .says("match n is copied as it is and does not read: `end-phase` is refused (record 2");
    world.run("copy data other").ends(0);
    world.run("match record m --by both note new").ends(0);
    let now = world.exported();
    world.run("restore both.db").ends(1).says("1 log of the backup does not read").says("--anyway");
    assert_eq!(world.exported(), now, "the database is as it was");
    world.run("restore both.db --anyway").ends(0).says("match n does not read");
    assert_eq!(world.exported(), log);
    // Filed under another id than its own.
    world.run("restore good.db").ends(0);
    smuggle(&world, "x", log.as_bytes());
    world.run("backup misfiled.db").ends(1).says("filed as match x, but it opens match m");
    world.run("restore misfiled.db").ends(1).says("the database is unchanged");
}

#[test]
fn an_empty_file_and_a_pipe_are_no_backups() {
    let world = World::with_match();
    let log = world.exported();
    world.write("empty.db", b"");
    world.run("restore empty.db").ends(3).says("empty.db").says("the database is unchanged");
    assert_eq!(world.read("empty.db"), b"", "looking into it writes nothing");
    #[cfg(unix)]
    {
        let made = std::process::Command::new("mkfifo").arg(world.path("pipe.db")).status().unwrap();
        assert!(made.success());
        world.run("restore pipe.db").ends(3).says("a pipe or a device");
    }
    assert_eq!(world.exported(), log);
}

/// Copies that were stopped leave a part beside the backup; the next one takes it away, but none that is being written.
#[test]
fn what_stopped_backups_left_is_taken_away() {
    let world = World::with_match();
    for name in ["copy.db.123.part", "copy.db.123.part-journal", "copy.db.77.part", "copy.db.my.part"] {
        world.write(name, b"left");
    }
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    for name in ["copy.db.123.part", "copy.db.123.part-journal", "copy.db.my.part"] {
        std::fs::File::options().write(true).open(world.path(name)).unwrap().set_modified(old).unwrap();
    }
    world.run("backup copy.db").ends(0);
    let left = |name: &str| world.path(name).exists();
    assert_eq!([left("copy.db.123.part"), left("copy.db.123.part-journal")], [false, false]);
    assert!(left("copy.db.77.part") && left("copy.db.my.part"), "one may be written now, one is somebody's own");
}

/// A pipe that nobody writes into would be read for ever.
#[cfg(unix)]
#[test]
fn a_named_pipe_is_refused_where_a_file_is_read() {
    let world = World::published(&["Anna", "Ben"], "");
    assert!(Command::new("mkfifo").arg(world.path("pipe")).status().unwrap().success());
    std::fs::copy(project().join("tests/golden/resupply.bare.jsonl"), world.path("log.jsonl")).unwrap();
    for words in [
        "sheet verify pipe",
        "replay pipe",
        "match import pipe",
        "event register gt --csv pipe",
        "roster check pipe",
        "audit log.jsonl --trust pipe",
    ] {
        let run = world.run(words);
        assert!(run.code != Some(0) && run.err.contains("pipe"), "{words}: {run:?}");
    }
}
