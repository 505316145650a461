//! Times a day of nine rounds as whole processes: entering the players, every round's pairing, the standings, results of
//! round 1 that are corrected when all is played, the independent check, and the audit of the log.
//!
//! `ADJUTANT_BENCH_PLAYERS="1000 4000 10000"` runs those sizes; 1,000 and 4,000 without. Each answer is checked: there
//! are as many tables as pairs of players, the check and the audit find nothing, and no correction is lost.
//! `ADJUTANT_BENCH_PROGRAM` names another program that is measured in its place.

#[path = "support/figure.rs"]
mod figure;
#[path = "support/program.rs"]
mod program;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use adjutant_tournament::lots::{Purpose, draw};
use adjutant_tournament::{Seed, TournamentLog};
use figure::{Figure, Target};
use program::program;

const ROUNDS: u32 = 9;
/// So many rows are registered at once in the largest list.
const MANY: u32 = 133_000;

/// An event in a data folder of its own.
struct Day {
    folder: PathBuf,
    players: u32,
}

impl Day {
    /// Runs the program, and says how long it took.
    fn run(&self, words: &[&str]) -> (Output, Duration) {
        let mut command = Command::new(program());
        command.args(words).arg("--data").arg(self.folder.join("data"));
        let start = Instant::now();
        let output = command.output().expect("the program runs");
        let time = start.elapsed();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        (output, time)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    }

    /// The event as the program hands it out, and the file of its log.
    fn log(&self) -> (TournamentLog, String) {
        let path = self.folder.join("gt.jsonl").display().to_string();
        self.run(&["event", "export", "gt", "--log", &path]);
        let log = TournamentLog::read(&std::fs::read(&path).expect("the file")).expect("a log");
        std::fs::rename(&path, format!("{path}.read")).expect("room for the next");
        (log, format!("{path}.read"))
    }

    /// Enters the players and plays every round; the slowest pairing.
    fn play(&self) -> Duration {
        let seed = self.players.to_string();
        self.run(&["event", "new", "gt", "--name", "GT", "--rounds", &ROUNDS.to_string(), "--seed", &seed]);
        let (_, entered) =
            self.run(&["event", "register", "gt", "--csv", &self.file("players.csv", &list(self.players))]);
        self.print("register", "registering a list", entered, None);
        (1..=ROUNDS).map(|round| self.round(round)).max().unwrap_or_default()
    }

    /// Pairs, publishes, plays and closes a round; how long the pairing took.
    fn round(&self, round: u32) -> Duration {
        let (_, time) = self.run(&["event", "pair", "gt"]);
        println!("{:>6} players, round {round}: {time:>9.1?}", self.players);
        self.run(&["event", "publish", "gt"]);
        let (log, _) = self.log();
        let pair = &log.state().rounds[round as usize - 1].pair;
        assert!(pair.objective.optimal && pair.tables.len() == self.players as usize / 2);
        let noise = draw(&Seed::from_number(u64::from(round)), Purpose::Standings, pair.tables.len() as u32 * 2);
        // Lower numbers are the stronger ones more often than not.
        let strength = |id: &str| id.trim_start_matches("player-").parse::<u32>().expect("a number") % 97 / 4;
        let rows = pair.tables.iter().zip(noise.chunks_exact(2)).map(|(game, lots)| {
            let one = strength(game.one.as_str()) + lots[0] % 60;
            format!("{},{},{}\n", game.table, one, strength(game.two.as_str()) + lots[1] % 60)
        });
        let results = self.file("results.csv", &format!("table,one,two\n{}", rows.collect::<String>()));
        self.run(&["event", "result", "gt", "--csv", &results]);
        self.run(&["event", "close", "gt"]);
        time
    }

    /// Corrects a result of round 1; how long it took.
    fn amend(&self, table: &str, one: i64, two: i64) -> Duration {
        let (one, two) = (one.to_string(), two.to_string());
        let words = ["event", "amend", "gt", "--round", "1", "--table", table, "--one", &one, "--two", &two];
        self.run(&[&words[..], &["--why", "typed wrong"]].concat()).1
    }

    fn print(&self, key: &str, what: &str, time: Duration, most: Option<f64>) {
        Figure {
            key: &format!("{key}-{}", self.players),
            what: &format!("{what}, {} players × {ROUNDS} rounds, whole process", self.players),
            value: time.as_secs_f64() * 1_000.0,
            unit: "ms",
            beside: None,
            target: most.map(Target::AtMost),
        }
        .print();
    }
}

/// A list of players, one a row.
fn list(players: u32) -> String {
    let rows: String = (0..players).map(|number| format!("Player {number}\n")).collect();
    format!("name\n{rows}")
}

fn measure(folder: &Path, players: u32) {
    let day = Day { folder: folder.join(players.to_string()), players };
    std::fs::create_dir(&day.folder).expect("a folder");
    // What is asked at 1,000, 4,000 and 10,000 players.
    let asked = |at: [Option<f64>; 3]| at[usize::from(players > 1_024) + usize::from(players > 4_096)];
    let slowest = day.play();
    day.print("pair", "slowest pairing", slowest, asked([Some(100.0), Some(800.0), Some(4_000.0)]));
    let (_, time) = day.run(&["event", "standings", "gt"]);
    day.print("standings-of", "standings", time, asked([None, Some(200.0), Some(600.0)]));

    let (log, _) = day.log();
    let decided: Vec<_> = log.state().rounds[0].results.values().filter(|result| result.one != result.two).collect();
    let [first, .., last] = &decided[..] else { panic!("nobody won") };
    let (table, other) = (first.table.to_string(), last.table.to_string());
    let most = asked([None, Some(500.0), Some(3_000.0)]);
    let what = ["a corrected result of round 1 that changes its winner", "the same once more", "one that keeps it"];
    day.print("amend", what[0], day.amend(&table, first.two, first.one), most);
    day.print("amend-second", what[1], day.amend(&other, last.two, last.one), most);
    let higher = i64::from(first.two > first.one);
    let time = day.amend(&table, first.two + higher, first.one + 1 - higher);
    day.print("amend-same", what[2], time, most);
    let (corrected, path) = day.log();
    assert_eq!(corrected.records().len(), log.records().len() + 3);

    let most = asked([None, Some(2_000.0), Some(8_000.0)]);
    day.print("check", "independent check", day.run(&["event", "check", "gt"]).1, most);
    day.print("audit-event", "audit of its log", day.run(&["audit", &path]).1, most);
}

/// A list of more players than anybody has.
fn many(folder: &Path) {
    let day = Day { folder: folder.join("many"), players: MANY };
    std::fs::create_dir(&day.folder).expect("a folder");
    day.run(&["event", "new", "gt", "--name", "GT", "--rounds", "9", "--seed", "1"]);
    let (_, time) = day.run(&["event", "register", "gt", "--csv", &day.file("players.csv", &list(MANY))]);
    assert_eq!(day.log().0.state().players.len(), MANY as usize);
    day.print("register", "registering a list", time, Some(1_500.0));
}

fn main() {
    let named = std::env::var("ADJUTANT_BENCH_PLAYERS").unwrap_or_else(|_| "1000 4000".to_owned());
    let folder = tempfile::tempdir().expect("a folder");
    for players in named.split_whitespace() {
        measure(folder.path(), players.parse().expect("how many players"));
    }
    many(folder.path());
}
