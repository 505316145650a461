//! Writes an archive of simulated matches to a temporary folder and audits it with the program as people run it:
//! records/s, MB/s and peak memory (where the system has /proc), beside only parsing and hashing the same files.
//!
//! `ADJUTANT_BENCH_ARCHIVE` sets how many logs there are (default 500; the published figure has 10,000).

mod support;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use support::figure::{Figure, Target};
use support::{log, setting};

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut bytes, mut records) = (0, 0);
    let matches = setting("ADJUTANT_BENCH_ARCHIVE", 500);
    for seed in 0..matches {
        let (log, length) = log(seed);
        std::fs::write(folder.path().join(format!("m{seed:05}.jsonl")), &log).expect("room for the archive");
        bytes += log.len();
        records += length;
    }
    println!("{matches} logs, {records} records, {} MB", bytes / 1_000_000);
    let light = only_parse_and_hash(folder.path(), records);
    let speed = |time: Duration| records as f64 / time.as_secs_f64();
    let mut one_job = None;
    for (key, jobs) in [("archive-1", 1), ("archive-2", 2)] {
        let (time, peak) = audit(folder.path(), jobs, records);
        let memory = peak.map_or_else(String::new, |kib| format!(", peak memory {} MiB", kib / 1024));
        let megabytes = bytes as f64 / 1e6 / time.as_secs_f64();
        println!("{megabytes:.0} MB/s with {jobs} jobs{memory}");
        Figure {
            key,
            what: &format!("audit of an archive of {matches} matches, whole process, {}{memory}", in_words(jobs)),
            value: speed(time),
            unit: "records/s",
            beside: Some(one_job.map_or(("only JSON and SHA-256, one core", speed(light)), |one| ("one job", one))),
            target: Some(Target::Ratio(if one_job.is_some() { 1.9 } else { 1.5 })),
        }
        .print();
        one_job = one_job.or(Some(speed(time)));
    }
}

fn in_words(jobs: u32) -> String {
    match jobs {
        1 => "one job".to_owned(),
        2 => "two jobs".to_owned(),
        more => format!("{more} jobs"),
    }
}

fn only_parse_and_hash(folder: &Path, records: u64) -> Duration {
    let start = Instant::now();
    let mut objects = 0;
    for entry in std::fs::read_dir(folder).expect("the archive") {
        let log = std::fs::read(entry.expect("an entry").path()).expect("a log");
        for line in log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let value: serde_json::Value = serde_json::from_slice(line).expect("JSON");
            objects += u64::from(value.is_object() && Sha256::digest(line)[..] != [0; 32]);
        }
    }
    assert_eq!(objects, records);
    start.elapsed()
}

/// Time and peak memory in KiB of a whole run of the program.
fn audit(folder: &Path, jobs: u32, records: u64) -> (Duration, Option<u64>) {
    let out = folder.with_extension("json");
    let file = std::fs::File::create(&out).expect("a file for the report");
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .args(["audit", "--json", "--jobs", &jobs.to_string()])
        .arg(folder)
        .stdout(Stdio::from(file))
        .spawn()
        .expect("the program starts");
    let mut peak = None;
    let status = loop {
        peak = peak_kib(child.id()).or(peak);
        if let Some(status) = child.try_wait().expect("the program ends") {
            break status;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let time = start.elapsed();
    assert!(status.success(), "{status}");
    let report: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&out).expect("the report")).expect("one JSON document");
    std::fs::remove_file(&out).expect("the report was written");
    let audited: u64 = report["logs"].as_array().expect("logs").iter().filter_map(|log| log["records"].as_u64()).sum();
    assert_eq!((audited, report["errors"].as_u64(), report["warnings"].as_u64()), (records, Some(0), Some(0)));
    (time, peak)
}

fn peak_kib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}
