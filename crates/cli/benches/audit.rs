//! Audits simulated logs from their bytes, on one core, beside the speed of light: only parsing their JSON and hashing
//! their bytes.
//!
//! `ADJUTANT_BENCH_MATCHES` sets how many logs there are (default 120).

mod support;

use std::time::{Duration, Instant};

use adjutant::audit::audit;
use sha2::{Digest, Sha256};
use support::{log, setting};

const RUNS: u32 = 7;

fn main() {
    let logs: Vec<(Vec<u8>, u64)> = (0..setting("ADJUTANT_BENCH_MATCHES", 120)).map(log).collect();
    let bytes: usize = logs.iter().map(|(log, _)| log.len()).sum();
    let records: u64 = logs.iter().map(|(_, records)| records).sum();
    println!("{} logs, {records} records, {bytes} bytes", logs.len());

    let audited = shortest(RUNS, || {
        for (log, records) in &logs {
            let report = audit("log".to_owned(), log);
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
    let figures = |name: &str, time: Duration| {
        let micros = time.as_micros().max(1);
        println!(
            "{name:<28} {:>9} records/s {:>6} MB/s",
            u128::from(records) * 1_000_000 / micros,
            bytes as u128 / micros
        );
    };
    figures("audit", audited);
    figures("only JSON and SHA-256", light);
    let percent = light.as_micros() * 100 / audited.as_micros().max(1);
    println!("audit / only JSON and SHA-256: {}.{:02} (target 0.50)", percent / 100, percent % 100);
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
