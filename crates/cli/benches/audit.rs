//! Audits simulated logs from their bytes, on one core, beside the speed of light: only parsing their JSON and hashing
//! their bytes.
//!
//! `ADJUTANT_BENCH_MATCHES` sets how many logs there are (default 120).

mod support;

use std::time::{Duration, Instant};

use adjutant_replay::audit::audit;
use sha2::{Digest, Sha256};
use support::figure::{Figure, Target};
use support::{log, setting};

const RUNS: u32 = 7;

fn main() {
    let logs: Vec<(Vec<u8>, u64)> = (0..setting("ADJUTANT_BENCH_MATCHES", 120)).map(log).collect();
    let bytes: usize = logs.iter().map(|(log, _)| log.len()).sum();
    let records: u64 = logs.iter().map(|(_, records)| records).sum();
    println!("{} logs, {records} records, {bytes} bytes", logs.len());

    let known = adjutant_app::Known::default();
    let rules = known.rulebook();
    let audited = shortest(RUNS, || {
        for (log, records) in &logs {
            let report = audit(&rules, "log".to_owned(), log);
            assert!(report.good(), "{:?}", report.findings);
            assert_eq!(report.records, *records);
        }
    });
    let light = shortest(RUNS, || {
        let mut objects = 0;
        for (log, _) in &logs {
            for line in log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                let value: serde_json::Value = serde_json::from_slice(line).expect("JSON");
                objects += u64::from(value.is_object() && Sha256::digest(line)[..] != [0; 32]);
            }
        }
        assert_eq!(objects, records);
    });
    let speed = |time: Duration| records as f64 / time.as_secs_f64();
    println!("{:.0} MB/s audited, {:.0} MB/s only read", megabytes(bytes, audited), megabytes(bytes, light));
    Figure {
        key: "audit",
        what: "audit of logs from their bytes, one core",
        value: speed(audited),
        unit: "records/s",
        beside: Some(("only JSON and SHA-256", speed(light))),
        target: Some(Target::Ratio(1.5)),
    }
    .print();
}

fn megabytes(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / 1e6 / time.as_secs_f64()
}

/// The shortest of some runs: what the work costs when nobody else works.
fn shortest(runs: u32, mut work: impl FnMut()) -> Duration {
    let once = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..runs.max(1)).map(|_| once(&mut work)).min().unwrap_or_default()
}
