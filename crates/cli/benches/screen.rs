//! A key at the table screen: from the key to the rows that are painted, in a whole battle of two real armies at
//! 80 columns and 24 rows, records made durable among it.

#[path = "support/figure.rs"]
mod figure;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use adjutant::error::on_screen;
use adjutant_app::clock::Clock;
use adjutant_app::matches::recorder::Recorder;
use adjutant_app::{App, Known};
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::Status;
use adjutant_play::host::Host;
use adjutant_play::terminal::{Theme, paint};
use adjutant_play::text::key::Key;
use adjutant_play::view;
use adjutant_store::Store;
use figure::{Figure, Target};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde_json::{Value, json};

/// The battle of `tests/screen.rs`, turn by turn.
const BATTLE: &str = "> a4a5b t c2m > t 2 a12g > 13-2 > a1c t d3e*h3 > 3 > t 3 c2i1k > -5 > a2d t fl*o > \
                      1 > t 3 a*b6h > 103 > a1c t gn1p > 4 > t 3 d3l > 4 > t i*c3 > t 3 b* >";
/// Records of the battle, set-up and end included: another number means that it went another way.
const RECORDS: u64 = 86;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    begin(folder.path());
    let store = Store::open(&folder.path().join("adjutant.db")).expect("a database");
    let clock = Clock::Fixed(Timestamp::parse("2026-11-21T09:00:00Z").expect("a moment"));
    let recorder = Recorder::open(App::new(Known::default(), clock, store), "m").expect("a session");
    let mut host = Host::open(recorder, folder.path(), on_screen);
    let area = Rect::new(0, 0, 80, 24);
    let mut micros = Vec::new();
    for key in BATTLE.chars().filter(|key| *key != ' ') {
        let start = Instant::now();
        host.press(Key::Char(key));
        let lines = view::frame(&host.scene(), 80, 24);
        let mut buffer = Buffer::empty(area);
        paint(&lines, Theme::Dark, &mut buffer);
        micros.push(start.elapsed().as_secs_f64() * 1e6);
        assert_eq!(lines.len(), 24);
    }
    assert_eq!(host.recording().game().state().status, Status::Ended, "the battle is over");
    let records = host.recording().seq();
    assert_eq!(records, RECORDS, "the battle went another way");
    micros.sort_by(f64::total_cmp);
    let at = |share: f64| micros[((micros.len() - 1) as f64 * share) as usize] / 1000.0;
    let tell = |key, what, value, target| Figure { key, what, value, unit: "ms", beside: None, target };
    tell("key-median", "a key at the table screen until it is painted, median of a battle", at(0.5), None).print();
    tell("key-worst", "the same, 99 of 100 keys", at(0.99), Some(Target::AtMost(5.0))).print();
}

/// Two real armies in The Scouring, up to the beginning of the battle.
fn begin(folder: &Path) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/real-armies.bare.jsonl");
    let log = std::fs::read_to_string(golden).expect("a golden log");
    let mut records: Vec<Value> = log.lines().take(3).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    records[0]["do"]["open"]["match"] = json!("m");
    let one = ["raise-the-banners-high", "grind-them-down", "bring-it-down"];
    let two = ["engage-on-all-fronts", "assassinate", "thin-their-ranks"];
    records.extend([
        json!({"by": "both", "do": {"mission": {"mission": "the-scouring"}}}),
        json!({"by": "one", "do": {"secondaries": {"choose": one}}}),
        json!({"by": "two", "do": {"secondaries": {"choose": two}}}),
        json!({"by": "both", "do": {"roles": {"attacker": "one"}}}),
        json!({"by": "two", "do": {"zone": {"zone": "a"}}}),
        json!({"by": "one", "do": {"reserves": {"strategic": [], "elsewhere": ["a5"], "embarked": {}}}}),
        json!({"by": "both", "do": {"first-turn": {"player": "one"}}}),
        json!({"by": "both", "do": {"begin": {}}}),
    ]);
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    let file = folder.join("m.jsonl");
    std::fs::write(&file, lines).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(["match", "record", "m", "--from"]).arg(&file).env("ADJUTANT_DATA", folder);
    command.env("ADJUTANT_CLOCK", "2026-11-21T09:00:00Z").stdout(Stdio::null());
    assert!(command.status().expect("the program starts").success());
}
