//! What earlier programs left, and what today's program makes of it: databases, logs, keys, backups, an archive.
//!
//! `tests/fixtures/make` made each folder with the program of the revision that it is called after.

use std::path::Path;

use serde_json::Value;

use crate::support::{World, project};

/// A world with the files of a program in it.
pub fn left_by(revision: &str) -> World {
    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).expect("a folder");
        for entry in std::fs::read_dir(from).expect("a fixture") {
            let entry = entry.expect("a file");
            let target = to.join(entry.file_name());
            if entry.path().is_dir() {
                copy(&entry.path(), &target);
            } else {
                std::fs::copy(entry.path(), target).expect("a copy");
            }
        }
    }
    let world = World::new();
    copy(&project().join("tests/fixtures").join(revision), &world.path(""));
    close(&world);
    world
}

/// What was private when it was left is private again; a checkout does not keep that.
#[cfg(unix)]
fn close(world: &World) {
    use std::os::unix::fs::PermissionsExt;
    let close = |name: &str, mode: u32| {
        std::fs::set_permissions(world.path(name), std::fs::Permissions::from_mode(mode)).expect("a private file");
    };
    if world.path("data/adjutant.key").exists() {
        close("data/adjutant.key", 0o600);
    }
    if world.path("data/secrets").exists() {
        files(world, "data/secrets").iter().for_each(|name| close(&format!("data/secrets/{name}"), 0o600));
        close("data/secrets", 0o700);
    }
}

#[cfg(not(unix))]
fn close(_: &World) {}

/// The names of the files of a folder, in order.
fn files(world: &World, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(world.path(folder)).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The words that `make` asked with.
fn asked(name: &str) -> String {
    match name {
        "matches" => "match list".to_owned(),
        "events" => "event list".to_owned(),
        "log" => "match log zolc".to_owned(),
        "standings" => "event standings gt".to_owned(),
        "check" => "event check gt".to_owned(),
        "gt" | "wtc" => format!("event show {name}"),
        "audit" | "facts" => format!("{name} data/adjutant.db"),
        "audit-logs" => "audit logs".to_owned(),
        "audit-archive" => "audit archive".to_owned(),
        "check-archive" => "archive check archive".to_owned(),
        show => format!("match show {}", show.strip_prefix("show-").expect("a match")),
    }
}

/// Whether this program says all that an earlier one said; it may say more about it.
fn says_all(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            then.iter().all(|(key, then)| now.get(key).is_some_and(|now| says_all(now, then)))
        }
        (Value::Array(now), Value::Array(then)) => {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| says_all(now, then))
        }
        _ => now == then,
    }
}

/// What an audit says, but that the log was made before laws had numbers, and how many notes that makes.
fn said(text: &str) -> Value {
    let Ok(mut report) = serde_json::from_str::<Value>(text) else { return text.into() };
    let mut gone = 0;
    let mut look = |found: &mut Value| {
        let Some(found) = found.get_mut("findings").and_then(Value::as_array_mut) else { return };
        let before = found.len();
        found.retain(|finding| finding["code"] != "old-law");
        gone += before - found.len();
    };
    look(&mut report);
    report.get_mut("logs").and_then(Value::as_array_mut).into_iter().flatten().for_each(look);
    if let Some(notes) = report.get("notes").and_then(Value::as_u64) {
        report["notes"] = (notes - gone as u64).into();
    }
    report
}

/// Asks in the words of `make`, and compares with what is kept.
fn says_again(world: &World, names: &[String]) {
    for name in names {
        let then = String::from_utf8(world.read(&format!("said/{name}"))).expect("UTF-8");
        let words = asked(name.trim_end_matches(".json"));
        let now = world.run(&format!("{words} --json")).out;
        assert!(says_all(&said(&now), &said(&then)), "`adjutant {words} --json` said otherwise: {now}, then {then}");
    }
}

#[test]
fn what_4cd3b9c6_left_says_what_it_said() {
    let world = left_by("4cd3b9c6");
    let mut names = files(&world, "said");
    // Archives are read by programs that were built for them.
    names.retain(|name| cfg!(feature = "archive") || !name.ends_with("-archive.json"));
    assert!(names.len() >= 22, "{names:?}");
    says_again(&world, &names);
}

#[test]
fn the_backup_and_the_logs_of_4cd3b9c6_are_taken_whole() {
    let world = left_by("4cd3b9c6");
    world.run("restore backup.db --data restored").ends(0);
    for id in ["zolc", "secret", "open", "sealed", "opened", "signed"] {
        let then = String::from_utf8(world.read(&format!("said/show-{id}.json"))).expect("UTF-8");
        let now = world.run(&format!("match show {id} --json --data restored")).ends(0).out;
        assert!(says_all(&said(&now), &said(&then)), "{id}: {now}, then {then}");
    }
    for name in files(&world, "logs") {
        let id = name.trim_end_matches(".jsonl");
        let then = String::from_utf8(world.read(&format!("logs/{name}"))).expect("UTF-8");
        let kind = if matches!(id, "gt" | "wtc") { "event" } else { "match" };
        world.run(&format!("{kind} import logs/{name} --data imported")).ends(0);
        let export = if kind == "event" { format!("event export {id} --log -") } else { format!("match export {id}") };
        assert_eq!(world.run(&format!("{export} --data imported")).ends(0).out, then, "{name}");
    }
    // What is half done goes on: with the key, with the secret of the sealed seed.
    world.run("key show").ends(0);
    world.run("match record sealed --by one concede").ends(0);
    world.run("match record sealed --by both end battle").ends(0);
    world.run("match unseal sealed").ends(0);
    world.run("match sign sealed --player two").ends(0);
    world.run("match record zolc --by one end movement").ends(0);
    world.run("match undo zolc").ends(0);
}

#[cfg(feature = "archive")]
#[test]
fn the_archive_of_4cd3b9c6_gives_its_logs_back() {
    let world = left_by("4cd3b9c6");
    world.run("archive extract archive --output back").ends(0);
    for name in files(&world, "logs") {
        let path = format!("logs/{name}");
        assert_eq!(world.read(&format!("back/{path}")), world.read(&path), "{name}");
    }
}

/// What today's program makes of the files of 6193c2e: whether it shows a match or event, and the weightiest thing that
/// an audit finds. A row may only get better; then it is written here anew.
const OF_6193C2E: &str = "
match facts      shown      cannot-judge
match positions  shown      cannot-judge
match scores     shown      cannot-judge
match secret     shown      cannot-judge
match signed     shown      cannot-judge
match zolc       shown      cannot-judge
event gt         shown      cannot-judge
event wtc        shown      good
log gt           not taken
log scores       not taken
log signed       not taken
log wtc          taken
log zolc         not taken
backup           restored
key              shown
";

/// The code of the first error or warning that an audit finds.
fn found(report: &Value, id: &str) -> String {
    let logs = report["logs"].as_array().expect("logs");
    let log = logs.iter().find(|log| log["path"].as_str().is_some_and(|path| path.ends_with(&format!(" {id}"))));
    let findings = log.expect("a log")["findings"].as_array().expect("findings");
    let code = |finding: &Value| finding["code"].as_str().expect("a code").to_owned();
    findings.iter().find(|finding| finding["severity"] != "note").map_or("good".to_owned(), code)
}

#[test]
fn what_6193c2e_left_is_no_less_readable_than_it_was() {
    let world = left_by("6193c2e");
    let report: Value = serde_json::from_str(&world.run("audit data/adjutant.db --json").out).expect("a report");
    let mut rows = String::from("\n");
    let mut row = |what: &str, comes_to: &str| rows += &format!("{what:<15}  {comes_to}\n");
    let done = |words: &str, done: &str, not: &str| {
        // 4: it is shown, and cannot be judged.
        if matches!(world.run(words).code, Some(0 | 4)) { done.to_owned() } else { not.to_owned() }
    };
    let shown = |kind: &str, id: &str| {
        let shown = done(&format!("{kind} show {id} --json"), "shown", "not shown");
        format!("{shown:<9}  {}", found(&report, id))
    };
    for id in ["facts", "positions", "scores", "secret", "signed", "zolc"] {
        row(&format!("match {id}"), &shown("match", id));
    }
    for id in ["gt", "wtc"] {
        row(&format!("event {id}"), &shown("event", id));
    }
    for name in files(&world, "logs") {
        let id = name.trim_end_matches(".jsonl");
        let kind = if matches!(id, "gt" | "wtc") { "event" } else { "match" };
        let taken = world.run(&format!("{kind} import logs/{name} --data imported")).code == Some(0);
        row(&format!("log {id}"), if taken { "taken" } else { "not taken" });
    }
    row("backup", &done("restore backup.db --data restored", "restored", "not restored"));
    row("key", &done("key show", "shown", "not shown"));
    assert_eq!(rows, OF_6193C2E, "a row that got better is moved in the table; none may get worse");
}

/// A pack that does not come with the program is kept beside the database, and the engine of the law reads it from there.
#[test]
fn a_pack_of_one_s_own_is_read_by_the_engine_of_its_law() {
    let world = left_by("4cd3b9c6-own");
    let names = files(&world, "said");
    assert_eq!(names.len(), 5, "{names:?}");
    says_again(&world, &names);
    for words in
        ["match verify own", "match log own", "match sheet own -o own.pdf", "match record own --by both note hello"]
    {
        world.run(words).ends(0);
    }
    // Without the pack nobody knows what its records mean.
    std::fs::remove_dir_all(world.path("data/packs")).expect("the packs go");
    let told = world.run("match verify own").ends(4);
    assert!(told.out.contains("cannot-judge"), "{told:?}");
}
