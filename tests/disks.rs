//! Disks that are full, files that are damaged, read-only or newer, backups taken while somebody records.
//!
//! `ADJUTANT_SMALL_DISK` may name an empty folder on a file system of a megabyte or so; it is then filled up for real.

use std::process::Command;

use crate::support::{World, run_of};

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
    full.ends(3).says("no room left");
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

#[cfg(unix)]
#[test]
fn a_read_only_database_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::with_match();
    let set = |name: &str, mode| {
        std::fs::set_permissions(world.path(name), std::fs::Permissions::from_mode(mode)).unwrap();
    };
    set("data/adjutant.db", 0o444);
    set("data", 0o555);
    let all_powerful = std::fs::write(world.path("data/probe"), "").is_ok();
    let run = world.run("match record m --by both note x");
    set("data", 0o755);
    if all_powerful {
        return println!("not checked: this user may write what is read-only");
    }
    run.ends(3);
    set("data/adjutant.db", 0o644);
    world.run("match verify m").ends(0);
    assert_eq!(world.exported().lines().count(), 2);
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
        assert!(log.starts_with(&copy), "{folder} is no beginning of the log");
        world.run(&format!("match record m --by both note restored --data {folder}")).ends(0);
        world.run(&format!("audit {folder}/adjutant.db")).ends(0);
    }
}
