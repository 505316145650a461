//! Whatever is played elsewhere: scripts of every edition, golden logs, simulated matches of every pack and depth.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use adjutant_engine::chain::Hash;
use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::record::{BareRecord, read_bare};
use adjutant_engine::refusal::Refusal;
use adjutant_engine::{Pack, Said};
use adjutant_simulate::{Depth, Plan, simulate_match};
use serde_json::{Value, json};

use crate::support::project;

/// What the scripts of the 9th edition are played with.
#[path = "../../crates/engine/tests/scoring"]
mod ninth {
    #[expect(dead_code, reason = "the second scorer reads the rest")]
    mod facts;
    #[expect(dead_code, reason = "the second scorer reads the rest")]
    mod maps;
    pub mod stage;
    #[expect(dead_code, reason = "other tests say more")]
    mod table;
}

/// An edition whose scripts share their lines with others.
macro_rules! edition {
    ($name:ident, $path:literal) => {
        #[allow(clippy::duplicate_mod, reason = "each edition has lines of its own for the same stage")]
        #[allow(dead_code, reason = "the tests of the edition use the rest")]
        #[path = "../../crates/simulate/tests"]
        mod $name {
            #[path = "shared/mod.rs"]
            mod shared;
            #[path = $path]
            mod stage;
            pub use shared::stage::Stage;
        }
    };
}

edition!(fifth, "fifth/stage.rs");
edition!(eighth, "eighth/stage.rs");
edition!(tenth, "tenth/stage.rs");

/// A match that was played, and what was refused on the way.
pub struct Played {
    pub name: String,
    pub game: Match,
    pub refused: Vec<(BareRecord, Refusal)>,
    /// Whether it is one of many of its kind, of which not all are gone through at every moment.
    pub script: bool,
}

impl Played {
    /// The records, those that were taken back among them.
    pub fn records(&self) -> impl Iterator<Item = (Said, Arc<Command>)> + '_ {
        (1..=self.game.seq()).filter_map(|seq| {
            let (_, command, _) = self.game.entry(seq)?;
            Some((self.game.said(seq)?.clone(), Arc::new(command.clone())))
        })
    }

    /// A match before its first record, under the same packs.
    pub fn fresh(&self) -> Match {
        Match::new(self.game.packs().clone())
    }
}

/// Takes a record that was taken before; a signature names the head that it signed.
pub fn again(game: &mut Match, said: Said, command: &Arc<Command>) {
    if let Command::Sign { head, .. } = **command {
        game.set_head(head);
    }
    game.record(said, Arc::clone(command)).expect("a record that was taken");
}

/// The cases of a script: their names and lines, the common ones first.
fn cases(text: &str) -> Vec<(&str, Vec<(usize, &str)>)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
    let mut parts = lines.split(|(_, line)| line.starts_with("case "));
    let common = parts.next().unwrap_or(&[]);
    let names = lines.iter().filter_map(|(_, line)| line.strip_prefix("case "));
    names.zip(parts).map(|(name, own)| (name, common.iter().chain(own).copied().collect())).collect()
}

/// The scripts of a folder in order: name and text.
fn scripts(folder: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(project().join("tests/scripts").join(folder)).expect("the scripts");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "script"));
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("a script"))
    };
    paths.into_iter().map(read).collect()
}

fn of_scripts(played: &mut Vec<Played>) {
    for (file, text) in scripts("") {
        for (case, lines) in cases(&text) {
            let table = ninth::stage::play(&file, case, &lines).table;
            let name = format!("{file}, {case}");
            played.push(Played { game: table.game, refused: table.refused, ..Played::new(&name, true) });
        }
    }
    macro_rules! of_edition {
        ($edition:ident, $open:expr) => {
            for (file, text) in scripts(stringify!($edition)) {
                for (case, lines) in cases(&text) {
                    let mut stage: Option<$edition::Stage> = None;
                    for (_, line) in lines {
                        match (line.strip_prefix("mission "), &mut stage) {
                            (Some(mission), stage) => {
                                let words: Vec<&str> = mission.split_whitespace().collect();
                                *stage = Some($open(&words));
                            }
                            (None, Some(stage)) => stage.line(line).expect("a line that is taken"),
                            (None, None) => panic!("{file}: `mission` first"),
                        }
                    }
                    let stage = stage.expect("a match");
                    let name = format!("{} {file}, {case}", stringify!($edition));
                    played.push(Played { game: stage.game, refused: stage.refused, ..Played::new(&name, true) });
                }
            }
        };
    }
    of_edition!(fifth, |words: &[&str]| fifth::Stage::open(words[0], &words[1..]));
    of_edition!(eighth, |words: &[&str]| eighth::Stage::open(words[0]));
    of_edition!(tenth, |words: &[&str]| tenth::Stage::open(words[0]));
}

impl Played {
    fn new(name: &str, script: bool) -> Played {
        let game = Match::new(adjutant_packs::shipped());
        Played { name: name.to_owned(), game, refused: Vec::new(), script }
    }

    /// Says a record; what is refused is kept.
    fn say(&mut self, line: &str) {
        let record = read_bare(line.as_bytes()).unwrap_or_else(|error| panic!("{error}: {line}")).expect("a record");
        let command = self.game.complete(record.command.clone());
        match self.game.record(record.said(), command) {
            Ok(()) => self.game.set_head(Hash::of(line.as_bytes())),
            Err(refusal) => self.refused.push((record, refusal)),
        }
    }
}

/// Plays the lines of a bare log; `HEAD` is the hash of the record before.
pub fn bare(name: &str, text: &str) -> Played {
    let mut played = Played::new(name, false);
    for line in text.lines().filter(|line| !line.is_empty()) {
        let head = played.game.state().head.map_or_else(String::new, |head| head.to_string());
        let last = played.game.seq().to_string();
        played.say(
            &line
                .replace("LAST", &last)
                .replace("HEAD", &head)
                .replace("SEALED", &sealed().to_string())
                .replace("SEED", &seed().to_string()),
        );
    }
    played
}

fn seed() -> Hash {
    Hash::of(b"thrown in private")
}

fn sealed() -> Hash {
    adjutant_engine::dice::seal(&"table".parse().expect("an id"), seed())
}

/// A table whose terrain is recorded.
const TERRAIN: &str = r#"
{"by":"both","do":{"open":{"format":1,"law":2,"match":"wall-by-wall","pack":"gt2020","size":"strike-force","players":{"one":{"name":"Anna"},"two":{"name":"Jörg"}}}}}
{"by":"both","do":{"mission":{"mission":"scorched-earth"}}}
{"by":"both","do":{"terrain":{"id":"t1","kind":"ruins","footprint":[[27,38],[33,38],[33,42],[27,42]],"height":5}}}
{"by":"both","do":{"terrain":{"id":"t2","kind":"obstacle","footprint":[[10,10],[16,10],[16,11]],"traits":["light-cover"]}}}
"#;

/// What nothing else says: clocks, orders, rulings, corrections, signatures, a sealed seed and its opening.
pub const TABLE: &str = r#"
{"by":"both","do":{"open":{"format":1,"match":"table","pack":"gt2020","size":"strike-force","players":{"one":{"name":"Anna"},"two":{"name":"Jörg"}},"dice":{"algorithm":"chacha20","sealed":"SEALED"}}}}
{"by":"both","do":{"mission":{"mission":"scorched-earth"}}}
{"by":"one","do":{"secondaries":{"choose":["assassinate","linebreaker","grind-them-down"]}}}
{"by":"two","do":{"secondaries":{"choose":["assassinate","linebreaker","grind-them-down"]}}}
{"by":"both","do":{"order":{"moment":"turn-end","sequence":["actions"]}}}
{"by":"both","do":{"clock":{"state":"pause"}}}
{"by":"both","do":{"clock":{"state":"pause"}}}
{"by":"both","do":{"clock":{"state":"resume"}}}
{"by":"both","do":{"clock":{"state":"resume"}}}
{"by":"both","do":{"roles":{"attacker":"one"}}}
{"by":"two","do":{"zone":{"zone":"a"}}}
{"by":"both","do":{"unseal":{"seed":"SEED"}}}
{"by":"both","do":{"first-turn":{"player":"one"}}}
{"by":"both","do":{"begin":{}}}
{"by":"one","do":{"cp":{"change":1,"why":"a relic"}}}
{"by":"one","do":{"cp":{"change":2,"why":"a relic"}}}
{"by":"one","do":{"cp":{"change":-1,"why":"a curse"}}}
{"by":"one","do":{"cp":{"change":1,"why":"a Stratagem given back","exempt":"returned"}}}
{"by":"both","do":{"control":{"holds":{"m1":"one","m2":"one","m3":"two"}}}}
{"by":"one","do":{"end-phase":{"phase":"command"}}}
{"by":"one","do":{"end-turn":{}}}
{"by":"two","do":{"end-turn":{}}}
{"by":"one","do":{"end-phase":{"phase":"command"}}}
{"by":"judge","do":{"ruling":{"why":"a place misread","player":"one","vp":5}}}
{"by":"judge","do":{"retract":{"seq":LAST,"why":"the other player"}}}
{"by":"judge","do":{"ruling":{"why":"a place misread","player":"two","vp":5}}}
{"by":"judge","do":{"ruling":{"why":"a place misread","player":"one","objective":"take-and-hold","vp":-5}}}
{"by":"two","do":{"amend":{"seq":15,"to":[],"why":"there is no such relic"}}}
{"by":"both","do":{"amend":{"seq":17,"to":[{"by":"both","do":{"control":{"holds":{"m1":"one","m2":"two","m3":"two"}}}}],"why":"looked again"}}}
{"by":"both","do":{"amend":{"seq":13,"to":[],"why":"there is no such relic"}}}
{"by":"both","do":{"amend":{"seq":1,"to":[],"why":"another match"}}}
{"by":"both","do":{"retract":{"seq":1,"why":"another match"}}}
{"by":"both","do":{"retract":{"seq":99,"why":"a slip"}}}
{"by":"two","do":{"score":{"player":"one","objective":"take-and-hold","vp":5,"in":{"round":1}}}}
{"by":"both","do":{"score":{"player":"one","objective":"take-and-hold","vp":5,"in":{"round":1}}}}
{"by":"both","do":{"score":{"player":"one","objective":"assassinate","vp":3,"in":{"round":1}}}}
{"by":"both","do":{"score":{"player":"one","objective":"assassinate","vp":3,"in":{"round":4}}}}
{"by":"one","do":{"score":{"player":"one","objective":"linebreaker","vp":2,"in":{"round":1}}}}
{"by":"judge","do":{"ruling":{"why":"slow play","winner":"two"}}}
{"by":"both","do":{"agree-end":{}}}
{"by":"both","do":{"clock":{"state":"pause"}}}
{"by":"one","do":{"sign":{"player":"two","head":"HEAD"}}}
{"by":"one","do":{"sign":{"player":"one","head":"abababababababababababababababababababababababababababababababab"}}}
{"by":"both","do":{"unseal":{"seed":"abababababababababababababababababababababababababababababababab"}}}
{"by":"both","do":{"unseal":{"seed":"SEED"}}}
{"by":"both","do":{"unseal":{"seed":"SEED"}}}
{"by":"one","do":{"sign":{"player":"one","head":"HEAD"}}}
{"by":"two","do":{"sign":{"player":"two","head":"HEAD"}}}
{"by":"one","do":{"score":{"player":"one","objective":"take-and-hold","vp":5}}}
{"by":"one","do":{"score":{"player":"one","objective":"take-and-hold","vp":5,"in":{"round":1}}}}
{"by":"both","drawn":{"with":5},"do":{"roll":{"for":"charge b2","roll":[1,2]}}}
{"by":"both","do":{"note":{"text":"well played"}}}
"#;

/// The same with dice that are drawn, in many ways that are not taken.
pub const DRAWN: &str = r#"
{"by":"both","do":{"open":{"format":1,"match":"table","pack":"gt2020","size":"strike-force","players":{"one":{"name":"Anna"},"two":{"name":"Jörg"}},"dice":{"algorithm":"chacha20","sealed":"SEALED"}}}}
{"by":"both","do":{"mission":{"mission":"scorched-earth"}}}
{"by":"one","drawn":{},"do":{"roll":{"for":"charge b2","roll":[1,2]}}}
{"by":"one","drawn":{"with":5},"do":{"roll":{"for":"luck","roll":[1,2]}}}
{"by":"one","drawn":{"with":5},"do":{"roll":{"for":"charge: b2","roll":[1,2]}}}
{"by":"one","drawn":{"with":5},"do":{"note":{"text":"no dice"}}}
{"by":"one","drawn":{"with":5},"do":{"roll":{"for":"charge b2","roll":[1,2]}}}
{"by":"one","do":{"concede":{}}}
{"by":"one","do":{"concede":{}}}
{"by":"one","do":{"end":{}}}
{"by":"two","do":{"end":{}}}
{"by":"both","do":{"unseal":{"seed":"SEED"}}}
{"by":"both","do":{"retract":{"seq":LAST,"why":"too soon"}}}
"#;

/// The same with a seed that everybody can read.
pub const FORESEEN: &str = r#"
{"by":"both","do":{"open":{"format":1,"match":"table","pack":"gt2020","size":"strike-force","players":{"one":{"name":"Anna"},"two":{"name":"Jörg"}},"dice":{"algorithm":"chacha20","seed":"SEED"}}}}
{"by":"both","do":{"mission":{"d33":[1,2],"rolled":[1],"mission":"scorched-earth"}}}
{"by":"both","do":{"mission":{"mission":"scorched-earth"}}}
{"by":"one","drawn":{"with":5},"do":{"roll":{"for":"charge b2","roll":[1,2]}}}
{"by":"one","drawn":{},"do":{"roll":{"for":"charge b2","roll":[1,2]}}}
"#;

/// Rules that were once judged wrongly: records, and what of them is refused for good or softly.
fn of_rules(played: &mut Vec<Played>) {
    let folder = project().join("crates/packs/tests/findings_rules");
    let entries = std::fs::read_dir(&folder).expect("the logs");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".jsonl"));
    names.sort();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a log");
    for name in names {
        let mut rules = Played::new(name.trim_end_matches(".jsonl"), true);
        for line in read(&name).lines().filter(|line| !line.starts_with('#')) {
            let mut value: Value = serde_json::from_str(line).expect("JSON");
            if let Some(army) = value["army"].as_str() {
                value = serde_json::from_str(&read(&format!("army-{army}.json"))).expect("an army");
            }
            if value.get("check").is_some() {
                continue;
            }
            let mut record = json!({"by": value["by"], "do": value["do"]});
            rules.say(&record.to_string());
            if value.pointer("/expect/soft").is_some() {
                record["under"] = json!("Rule of Its Own");
                rules.say(&record.to_string());
            }
        }
        played.push(rules);
    }
}

fn of_logs(played: &mut Vec<Played>) {
    let logs = ["real-armies", "resupply", "scorched-earth", "vital-intelligence"];
    for log in logs {
        let path = project().join(format!("tests/golden/{log}.bare.jsonl"));
        played.push(bare(log, &std::fs::read_to_string(path).expect("a golden log")));
    }
}

/// A simulated match.
pub fn simulated(pack: &Arc<Pack>, depth: Depth, seed: u64) -> Played {
    let game = simulate_match(seed, &Plan { pack: Arc::clone(pack), ..Plan::new(depth) });
    let name = format!("{} {depth:?} {seed}", pack.file.id);
    Played { game, ..Played::new(&name, false) }
}

fn of_dice(played: &mut Vec<Played>) {
    for pack in adjutant_packs::shipped().iter() {
        let depths = [Depth::Facts, Depth::Scores, Depth::Positions, Depth::Facts];
        played.extend(depths.into_iter().enumerate().map(|(seed, depth)| simulated(pack, depth, seed as u64 + 1)));
    }
}

/// All of it, always in the same order.
pub static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let own = [("table", TABLE), ("terrain", TERRAIN), ("drawn", DRAWN), ("foreseen", FORESEEN)];
    let mut played: Vec<Played> = own.map(|(name, text)| bare(name, text)).into();
    of_logs(&mut played);
    of_dice(&mut played);
    of_rules(&mut played);
    of_scripts(&mut played);
    played
});

/// What a judge says of each thing, in the order of the things; two threads share the work.
pub fn in_order<T: Sync, R: Send>(things: &[T], judge: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, judged) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(thing) = things.get(at) else { break };
                    let found = judge(thing);
                    judged.lock().expect("no judge fails").insert(at, found);
                }
            });
        }
    });
    judged.into_inner().expect("no judge fails").into_values().collect()
}
