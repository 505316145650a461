//! Killed at any instant, nothing that was acknowledged is lost.
//!
//! A kill proves something when it comes after some records were acknowledged and before the last one was written. So
//! the instants are drawn over the life of a recorder by what it has acknowledged so far, not by the clock of a machine
//! that may be busy; a fraction of the time of one record on top of that spreads them within a write.
//!
//! `ADJUTANT_KILLS` sets how often each test kills a recorder (default 12; the published run has 400).

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use adjutant::commands::matches::export::whole_log;
use adjutant_replay::audit::{Code, audit};
use adjutant_store::Store;

use crate::support::World;

/// Records of a recorder that nobody kills.
const RECORDS: usize = 40;
/// Records of a batch, which is written whole or not at all.
const BATCH: usize = 40;
/// How many of a hundred kills must fall between the first acknowledgement and the last record.
const TELLING_MIN: usize = 50;

/// What a process has written to a file so far: its last letter may be cut in the middle.
fn so_far(said: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(said).unwrap()).into_owned()
}

fn kills() -> u32 {
    std::env::var("ADJUTANT_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

/// A number below a limit, from a kill's number: spread evenly, without short cycles (splitmix64).
fn drawn(kill: u32, purpose: u64, limit: usize) -> usize {
    let mut bits =
        (u64::from(kill) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ purpose.wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ (bits >> 31)) % limit.max(1) as u64) as usize
}

/// What is known of a recorder after its end.
struct Killed {
    name: String,
    /// Whether it still had something to do.
    at_work: bool,
    /// The numbers of the notes that it had acknowledged.
    acknowledged: Vec<usize>,
}

/// A recorder at work: `match play` without a terminal, which acknowledges every line once it is on the disk.
struct Recorder {
    name: String,
    child: Child,
    said: PathBuf,
}

impl Recorder {
    /// Starts one that is to record its notes into a match.
    fn start(world: &World, game: &str, name: &str) -> Recorder {
        let said = world.path(&format!("{game}-{name}.out"));
        let mut command = world.command(&format!("match play {game}"));
        command.stdin(Stdio::piped()).stdout(File::create(&said).unwrap()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let lines: String = (0..RECORDS).map(|index| format!("note {name}-{index}.\n")).collect();
        // A pipe holds this much; the recorder reads it while nobody waits for it.
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        Recorder { name: name.to_owned(), child, said }
    }

    /// The numbers of its notes that it has acknowledged so far.
    fn acknowledged(&self) -> Vec<usize> {
        let said = so_far(&self.said);
        let whole = said.rfind('\n').map_or("", |end| &said[..end]);
        let start = format!(": note {}-", self.name);
        let number = |line: &str| {
            let (seq, note) = line.split_once(&start)?;
            seq.parse::<u64>().ok()?;
            note.strip_suffix('.')?.parse().ok()
        };
        whole.lines().filter_map(number).collect()
    }

    /// Waits until it has acknowledged this many, or has ended.
    fn wait_for(&mut self, count: usize) {
        while self.acknowledged().len() < count && self.child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    /// Kills it.
    fn kill(mut self) -> Killed {
        let at_work = self.child.try_wait().unwrap().is_none();
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let acknowledged = self.acknowledged();
        std::fs::remove_file(&self.said).unwrap();
        Killed { name: self.name, at_work, acknowledged }
    }
}

/// How long it takes until the first acknowledgement, and one record after that.
fn pace(world: &World) -> (Duration, Duration) {
    open(world, "pace");
    let start = Instant::now();
    let mut recorder = Recorder::start(world, "pace", "pace");
    recorder.wait_for(1);
    let first = start.elapsed();
    recorder.wait_for(RECORDS);
    let each = (start.elapsed() - first) / RECORDS as u32;
    recorder.child.wait().unwrap();
    assert_eq!(recorder.acknowledged(), (0..RECORDS).collect::<Vec<_>>(), "a recorder that nobody kills");
    (first, each)
}

/// Waits for the instant of a kill: one in six comes before anything is acknowledged, the others after some record
/// below a limit.
fn wait_for_the_instant(recorder: &mut Recorder, kill: u32, below: usize, (first, each): (Duration, Duration)) {
    let part = |of: Duration| of * drawn(kill, 2, 1000) as u32 / 1000;
    if kill % 6 == 5 {
        return std::thread::sleep(part(first));
    }
    recorder.wait_for(1 + drawn(kill, 1, below - 1));
    std::thread::sleep(part(each));
}

/// What the kills came to.
#[derive(Default)]
struct Tally {
    kills: usize,
    telling: usize,
    acknowledged: usize,
    unheard: usize,
}

impl Tally {
    /// Holds what is stored of a match against what its recorders had acknowledged; then recording goes on.
    fn check(&mut self, world: &World, store: &Store, game: &str, killed: &[Killed]) {
        let log = String::from_utf8(whole_log(store, game).unwrap()).unwrap();
        assert_eq!(codes(game, &log), [""; 0]);
        for Killed { name, at_work, acknowledged } in killed {
            let mark = format!("\"text\":\"{name}-");
            let stored = log.lines().filter_map(|line| line.split_once(&mark)?.1.split('.').next()?.parse().ok());
            let stored: Vec<usize> = stored.collect();
            assert!(stored.is_sorted_by(|one, two| one < two), "{game} {name}: twice or out of order: {stored:?}");
            let (there, unheard) = stored.split_at_checked(acknowledged.len()).unwrap_or((&stored, &[]));
            assert_eq!(there, &acknowledged[..], "{game} {name}: what was acknowledged is there");
            assert!(unheard.len() <= 1, "{game} {name}: one record is under way at a time: {unheard:?}");
            self.kills += 1;
            self.telling += usize::from(*at_work && !acknowledged.is_empty() && stored.len() < RECORDS);
            self.acknowledged += acknowledged.len();
            self.unheard += unheard.len();
        }
        let before = log.lines().count();
        let run = world.run(&format!("match record {game} --by both note and it goes on --json")).ends(0);
        assert_eq!(run.json()["seq"], before as u64 + 1, "{game}");
    }

    /// Most kills came while some records were acknowledged and others were not.
    fn finish(self, world: &World) {
        world.run("audit data/adjutant.db").ends(0);
        world.run("backup whole.db").ends(0);
        let Tally { kills, telling, acknowledged, unheard } = self;
        println!(
            "{kills} recorders killed, {telling} of them between their first acknowledgement and their last record: \
             {acknowledged} records acknowledged and all of them there, {unheard} more written and not yet acknowledged"
        );
        assert!(telling * 100 >= kills * TELLING_MIN, "only {telling} of {kills} kills could have shown a loss");
    }
}

/// A fresh match.
fn open(world: &World, game: &str) {
    world.run(&format!("match new {game} --mission scorched-earth --one A --two B")).ends(0);
}

#[test]
fn nothing_acknowledged_is_lost() {
    let world = World::new();
    let pace = pace(&world);
    let store = Store::open(&world.path("data/adjutant.db")).unwrap();
    let mut tally = Tally::default();
    for kill in 0..kills() {
        let game = format!("one-{kill}");
        open(&world, &game);
        let mut recorder = Recorder::start(&world, &game, "only");
        wait_for_the_instant(&mut recorder, kill, RECORDS, pace);
        tally.check(&world, &store, &game, &[recorder.kill()]);
    }
    tally.finish(&world);
}

#[test]
fn two_recorders_of_one_match_killed_leave_one_chain() {
    let world = World::new();
    let pace = pace(&world);
    let store = Store::open(&world.path("data/adjutant.db")).unwrap();
    let mut tally = Tally::default();
    for kill in 0..kills().div_ceil(2) {
        let game = format!("two-{kill}");
        open(&world, &game);
        let mut left = Recorder::start(&world, &game, "left");
        let mut right = Recorder::start(&world, &game, "right");
        // A recorder that comes second is refused: of its forty notes not many more than a third need get through.
        wait_for_the_instant(&mut left, kill, RECORDS / 3, pace);
        let left = left.kill();
        wait_for_the_instant(&mut right, kill, RECORDS / 3, pace);
        tally.check(&world, &store, &game, &[left, right.kill()]);
    }
    tally.finish(&world);
}

/// Records a batch into a match and kills the recorder after a while; says whether it was acknowledged.
fn record_batch(world: &World, game: &str, after: Duration) -> bool {
    let mut command = world.command(&format!("match record {game} --from batch.bare.jsonl"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait_with_output().unwrap().stdout.ends_with(b"\n")
}

/// The instants close in on the one write of a batch: earlier after an acknowledgement, later without one.
#[test]
fn a_batch_is_there_whole_or_not_at_all() {
    let world = World::new();
    let line = |index| format!("{{\"by\":\"both\",\"do\":{{\"note\":{{\"text\":\"batch-{index}\"}}}}}}\n");
    world.write("batch.bare.jsonl", (0..BATCH).map(line).collect::<String>());
    open(&world, "whole");
    let start = Instant::now();
    world.run("match record whole --from batch.bare.jsonl").ends(0);
    let mut after = start.elapsed();
    let (mut acknowledged, mut unheard) = (0, 0);
    for kill in 0..kills() {
        let game = format!("batch-{kill}");
        open(&world, &game);
        let told = record_batch(&world, &game, after);
        after = if told { after * 5 / 6 } else { after * 7 / 6 };
        let log = world.run(&format!("match export {game}")).ends(0).out;
        let there = log.matches("\"text\":\"batch-").count();
        assert!(there == BATCH || there == 0 && !told, "{game}: {there} of {BATCH} records, acknowledged: {told}");
        assert_eq!(codes(&game, &log), [""; 0]);
        world.run(&format!("match record {game} --by both note and it goes on")).ends(0);
        acknowledged += u32::from(told);
        unheard += u32::from(there == BATCH && !told);
    }
    world.run("audit data/adjutant.db").ends(0);
    println!(
        "{} recorders killed: {acknowledged} batches of {BATCH} acknowledged and all of them there, {unheard} more \
         written and not yet acknowledged, none in part",
        kills()
    );
    let share = kills() / 8;
    assert!(acknowledged >= share && kills() - acknowledged >= share, "the kills all fell on one side of the write");
}

fn codes(name: &str, log: &str) -> Vec<&'static str> {
    let findings = audit(&adjutant_app::Known::default().rulebook(), name.to_owned(), log.as_bytes()).findings;
    findings.iter().filter(|finding| finding.code != Code::Unfinished).map(|finding| finding.code.as_str()).collect()
}

/// How a session ends that nobody ends.
#[cfg(unix)]
const SIGNALS: [&str; 3] = ["KILL", "TERM", "HUP"];
/// How often a session binds player one to a choice and takes that back.
#[cfg(unix)]
const CHOICES: usize = 12;

/// Ends a child of ours with a signal; where the tests were started so that it is ignored (as `nohup` does with a
/// hang-up), by force.
#[cfg(unix)]
fn end(signal: &str, child: &mut Child) {
    let sent = std::process::Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    // A child that has ended already is not a fault of the test.
    sent.expect("there is a program `kill`");
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(5) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// How often a session showed that a choice needs nothing more but Enter.
#[cfg(unix)]
fn ready(said: &Path) -> usize {
    so_far(said).matches("in secret: 3 of 3").count()
}

/// The commitment that stands in a log, and the files of secrets that open it.
#[cfg(unix)]
fn check_secret(world: &World, game: &str) -> bool {
    use adjutant_engine::command::{Command, Salt};
    let log = world.run(&format!("match export {game}")).ends(0).out;
    let records = adjutant_replay::matches::logs::read_chained(game, log.as_bytes()).unwrap();
    let fold =
        adjutant_replay::matches::logs::fold_chained(&adjutant_app::Known::default().rulebook(), game, &records, None)
            .unwrap();
    let one = adjutant_engine::side::Player::One;
    let Some(bound) = fold.state().sides[one].secrets.values().next() else { return false };
    assert!(records.iter().any(|entry| matches!(&*entry.record.command, Command::Commit { .. })));
    let kept = adjutant_app::secrets::Vault::of(&world.path("data")).find(bound.digest).unwrap();
    let kept = kept.unwrap_or_else(|| panic!("{game}: the log holds a commitment and nobody holds its secret"));
    let salt = Salt::new(&kept.salt).unwrap();
    let id = fold.view().id.expect("an open match");
    let what = adjutant_engine::command::SecretKind::Secondaries;
    assert_eq!(adjutant_engine::decide::digest(&id, one, what, &salt, &kept.value), bound.digest, "{game}");
    true
}

/// A secret choice is on the disk before the promise that rests on it: no commitment without its secret.
#[cfg(unix)]
#[test]
fn a_secret_survives_a_session_that_is_killed() {
    let world = World::new();
    let start = |game: &str| {
        let said = world.path(&format!("{game}.out"));
        let mut command = world.command(&format!("match play {game}"));
        command.stdin(Stdio::piped()).stdout(File::create(&said).unwrap()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // No roster twice, then in secret: three letters and Enter choose, `u` and Enter take that back.
        let keys = format!("x\nx\n{}c\nd\nk\n\n", "c\nd\nk\n\nu\n\n".repeat(CHOICES - 1));
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(keys.as_bytes()).unwrap();
        // The pipe stays open: a session whose input ends would end by itself.
        (child, pipe, said)
    };
    let wait_for = |child: &mut Child, said: &Path, count: usize| {
        let began = Instant::now();
        while ready(said) < count && child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < Duration::from_secs(60), "{}", so_far(said));
            std::thread::sleep(Duration::from_micros(100));
        }
    };
    open(&world, "pace");
    let (mut child, pipe, said) = start("pace");
    wait_for(&mut child, &said, 1);
    let began = Instant::now();
    wait_for(&mut child, &said, CHOICES);
    let each = began.elapsed() / (CHOICES - 1) as u32;
    drop(pipe);
    child.wait().unwrap();
    let (mut bound, mut telling) = (0, 0);
    for kill in 0..kills() {
        let game = format!("secret-{kill}");
        open(&world, &game);
        let (mut child, _pipe, said) = start(&game);
        wait_for(&mut child, &said, 1 + drawn(kill, 3, CHOICES - 1));
        // Now the secret is kept, the commitment recorded, and both taken back: any instant of that.
        std::thread::sleep(each * drawn(kill, 4, 1000) as u32 / 1000);
        telling += usize::from(child.try_wait().unwrap().is_none() && ready(&said) < CHOICES);
        end(SIGNALS[kill as usize % SIGNALS.len()], &mut child);
        if check_secret(&world, &game) {
            bound += 1;
            // The match goes on: player two chooses, both are opened.
            let run = world.feed(&format!("match play {game}"), "c\nd\nk\n\n\n").ends(0);
            assert!(!run.out.contains("refused"), "{game}: {}", run.out);
            let log = world.run(&format!("match export {game}")).ends(0).out;
            assert_eq!(log.matches("\"do\":{\"reveal\"").count(), 2, "{game}: {}", run.out);
        }
        assert_eq!(codes(&game, &world.run(&format!("match export {game}")).ends(0).out), [""; 0]);
    }
    println!(
        "{} sessions killed, {telling} of them between two choices; {bound} left a commitment, and its secret",
        kills()
    );
    assert!(telling * 100 >= kills() as usize * TELLING_MIN, "only {telling} kills came between two choices");
    assert!(bound * 12 >= kills() as usize, "only {bound} of {} kills left a commitment", kills());
}
