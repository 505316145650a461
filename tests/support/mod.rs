//! A world of its own for every test: an empty data folder, no environment, a clock that stands.

pub mod described;
pub mod page;
pub mod svg;
pub mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use adjutant_engine::chain::{Link, seal};
use serde_json::{Map, Value};
use tempfile::TempDir;

/// When everything in a test happens.
pub const NOW: &str = "2026-11-21T09:00:00Z";

/// One such world.
pub struct World {
    folder: TempDir,
}

/// What a run of the program left.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// Asserts an exit code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// Asserts that the errors hold some words.
    #[track_caller]
    pub fn says(self, words: &str) -> Run {
        assert!(self.err.contains(words), "{words:?} is missing from {self:?}");
        self
    }

    /// Asserts that the output holds some words.
    #[track_caller]
    pub fn tells(self, words: &str) -> Run {
        assert!(self.out.contains(words), "{words:?} is missing from {self:?}");
        self
    }

    /// The output as one JSON document.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }
}

impl World {
    pub fn new() -> World {
        World { folder: TempDir::new().expect("a temporary folder") }
    }

    /// A world with an open match `m`.
    pub fn with_match() -> World {
        let world = World::new();
        world.run("match new m --mission scorched-earth --one Anna --two Ben").ends(0);
        world
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a test file");
        path
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("a test file")
    }

    /// The program, not yet started; the words are split at blanks.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(words.split_whitespace()).env_clear().current_dir(self.folder.path());
        command.env("ADJUTANT_DATA", self.path("data")).env("ADJUTANT_CLOCK", NOW).env("HOME", self.folder.path());
        // Fonts of this machine would print what those of another lack.
        command.env("ADJUTANT_FONTS", "");
        command.stdin(Stdio::null());
        command
    }

    pub fn run(&self, words: &str) -> Run {
        finished(self.command(words))
    }

    /// Runs the program with a text on its standard input.
    pub fn feed(&self, words: &str, input: &str) -> Run {
        let mut command = self.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the program reads");
        run_of(child.wait_with_output().expect("the program ends"))
    }

    /// Event `gt` of three rounds with these players; the first round is published.
    pub fn published(players: &[&str], more: &str) -> World {
        let world = World::new();
        world.write("players.csv", format!("name\n{}\n", players.join("\n")));
        world.run(&format!("event new gt --name GT --rounds 3 --seed 42 {more}")).ends(0);
        world.run("event register gt --csv players.csv").ends(0);
        world.run("event pair gt").ends(0);
        world.run("event publish gt").ends(0);
        world
    }

    /// The results of the first round of `gt` as `table one:two`.
    pub fn results(&self) -> Vec<String> {
        let document = self.run("event export gt --json").ends(0).json();
        let results = document["rounds"][0]["results"].as_array().expect("results").iter();
        results.map(|result| format!("{} {}:{}", result["table"], result["one"], result["two"])).collect()
    }

    /// The log of `gt` with changed records, sealed anew from the first to the last, as `rewritten.jsonl`.
    pub fn rewrite(&self, change: impl Fn(&mut Map<String, Value>, Link)) {
        self.run("event export gt --log gt.jsonl").ends(0);
        let log = String::from_utf8(self.read("gt.jsonl")).expect("UTF-8");
        self.write("rewritten.jsonl", forged(&log, |_, fields, previous| change(fields, previous)));
    }

    /// The log of `m`, as `match export` writes it.
    pub fn exported(&self) -> String {
        self.run("match export m").ends(0).out
    }
}

fn finished(mut command: Command) -> Run {
    run_of(command.output().expect("the program starts"))
}

/// What a finished process left.
pub fn run_of(output: std::process::Output) -> Run {
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Seals a log anew after changing its records: a whole chain, as a forger would leave it.
pub fn forged(log: &str, change: impl Fn(usize, &mut Map<String, Value>, Link)) -> Vec<u8> {
    let mut previous = Link::START;
    let mut bytes = Vec::new();
    for (index, line) in log.lines().enumerate() {
        let mut fields: Map<String, Value> = serde_json::from_str(line).unwrap();
        change(index, &mut fields, previous);
        let (line, link) = seal(fields, previous).unwrap();
        previous = link;
        bytes.extend(line);
        bytes.push(b'\n');
    }
    bytes
}

/// The root of the project.
pub fn project() -> &'static Path {
    let program = Path::new(env!("CARGO_MANIFEST_DIR"));
    program.ancestors().nth(2).expect("the program lies two folders below the root")
}

/// A file of the golden matches (`tests/golden`).
pub fn golden(name: &str) -> PathBuf {
    project().join("tests/golden").join(name)
}

/// A folder of files of other people, for tests that are ignored unless `--ignored` asks for them.
pub fn real_data(folder: &str) -> PathBuf {
    let root = std::env::var_os("ADJUTANT_REAL_DATA").expect("ADJUTANT_REAL_DATA names the folder of real data");
    PathBuf::from(root).join(folder)
}
