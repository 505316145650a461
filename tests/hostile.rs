//! What stands in foreign files, names and arguments reaches the terminal only as text that does nothing: every reader
//! and every verb is fed escape sequences, C1 controls, marks that turn the direction of text, separators and fillers.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use adjutant::output::Streams;
use adjutant_engine::chain::{Link, seal};
use adjutant_engine::visible::acts;
use adjutant_store::{Line, Store, StreamKind};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::support::project;

/// What is put in everywhere. Each would do something to a terminal, or to a reader.
const PAYLOADS: [&str; 8] = [
    "\u{1b}[2K\rfinal.jsonl: good; 206 records, 71:67\u{1b}[8m",
    "\u{1b}]0;title\u{7}\u{8}\u{7f}",
    "\u{9b}2J\u{9d}0;x\u{9c}\u{85}",
    "\u{202e}gnp.log\u{2066}\u{200f}\u{61c}",
    "a\nfinal.jsonl: good; 1 records, 0:0\n",
    "a\r\n\u{2028}b\u{2029}c\u{b}\u{c}",
    "\u{feff}\u{200b}\u{2060}\u{ad}\u{e0041}\u{fff9}",
    "`\u{1b}[31m` \" \u{1b}[0m \\u{1b} {\u{9b}0m}",
];

/// Both streams of a run.
#[derive(Clone, Default)]
pub struct Heard(pub Rc<RefCell<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A folder with a database in it, and a count of what was asked.
struct Attack {
    folder: TempDir,
    runs: usize,
}

impl Attack {
    fn new() -> Attack {
        Attack { folder: TempDir::new().unwrap(), runs: 0 }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Runs the program in this process.
    fn run(&mut self, words: &[&str]) -> (u8, String) {
        self.runs += 1;
        let heard = Heard::default();
        let data = self.path("data");
        let words = ["adjutant", "--data", data.to_str().unwrap()].into_iter().chain(words.iter().copied());
        let code = adjutant::run_on(words.map(OsString::from), Streams::to(heard.clone(), heard.clone()));
        let said = String::from_utf8(heard.0.borrow().clone()).expect("UTF-8");
        (code, said)
    }

    /// Runs it as text and as JSON and holds what it says against the rule.
    #[track_caller]
    fn ask(&mut self, words: &[&str]) {
        for json in [false, true] {
            let words: Vec<&str> = words.iter().copied().chain(json.then_some("--json")).collect();
            let (code, said) = self.run(&words);
            let raw: Vec<char> = said.chars().filter(|c| *c != '\n' && acts(*c)).collect();
            assert!(raw.is_empty(), "{words:?} ({code}) prints {raw:?}: {said:?}");
            assert!(!said.lines().any(|line| line.starts_with("final.jsonl")), "{words:?} forges a line: {said}");
        }
    }
}

/// A log of two records; what is in them is up to the caller.
fn chained(change: impl Fn(&mut Map<String, Value>)) -> Vec<u8> {
    let open = json!({"open": {"format": 1, "match": "final", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "Anna"}, "two": {"name": "Ben"}}}});
    let note = json!({"note": {"text": "fine"}});
    log_of(&[open, note], &json!({"one": 0, "two": 0}), change)
}

fn log_of(commands: &[Value], vp: &Value, change: impl Fn(&mut Map<String, Value>)) -> Vec<u8> {
    let (mut bytes, mut previous) = (Vec::new(), Link::START);
    for command in commands {
        let record = json!({"at": "2026-11-21T09:00:00Z", "by": "both", "do": command, "vp": vp});
        let Value::Object(mut fields) = record else { unreachable!() };
        change(&mut fields);
        let (line, link) = seal(fields, previous).unwrap();
        previous = link;
        bytes.extend(line);
        bytes.push(b'\n');
    }
    bytes
}

/// Match logs that hold a payload in every kind of place.
fn match_logs(payload: &str) -> Vec<Vec<u8>> {
    let put = |pointer: &'static str, value: Value| {
        move |fields: &mut Map<String, Value>| {
            let mut record = Value::Object(std::mem::take(fields));
            if let Some(place) = record.pointer_mut(pointer) {
                *place = value.clone();
            }
            *fields = match record {
                Value::Object(fields) => fields,
                _ => unreachable!(),
            };
        }
    };
    let key = |pointer: &'static str, payload: String| {
        move |fields: &mut Map<String, Value>| {
            let mut record = Value::Object(std::mem::take(fields));
            if let Some(Value::Object(place)) = record.pointer_mut(pointer) {
                place.insert(payload.clone(), json!(1));
            }
            *fields = match record {
                Value::Object(fields) => fields,
                _ => unreachable!(),
            };
        }
    };
    vec![
        chained(put("/do/open/players/one/name", json!(payload))),
        chained(put("/do/open/match", json!(payload))),
        chained(put("/do/open/pack", json!(payload))),
        chained(put("/do/open/size", json!(payload))),
        chained(put("/do/note/text", json!(payload))),
        chained(put("/at", json!(payload))),
        chained(put("/by", json!(payload))),
        chained(put("/do", json!(payload))),
        chained(key("", payload.to_owned())),
        chained(key("/do", payload.to_owned())),
        chained(key("/do/note", payload.to_owned())),
        chained(key("/vp", payload.to_owned())),
    ]
}

/// The same for logs of events.
fn event_logs(payload: &str) -> Vec<Vec<u8>> {
    let create = |name: &str, event: &str| {
        json!({"create": {"format": 1, "event": event, "name": name, "pack": "gt2020", "rounds": 3,
            "seed": "0".repeat(64), "size": "strike-force"}})
    };
    let register = |player: &str, name: &str| json!({"register": {"player": player, "name": name}});
    let whole = |commands: &[Value], by: &str| {
        log_of(commands, &json!(null), |fields| {
            fields.remove("vp");
            fields.insert("by".into(), json!(by));
        })
    };
    vec![
        whole(&[create(payload, "gt")], "organiser"),
        whole(&[create("GT", payload)], "organiser"),
        whole(&[create("GT", "gt"), register("a", payload)], "organiser"),
        whole(&[create("GT", "gt"), register(payload, "Anna")], "organiser"),
        whole(&[create("GT", "gt"), json!({"note": {"text": payload}})], "organiser"),
        whole(&[create("GT", "gt"), json!({payload: {"text": "x"}})], "organiser"),
        whole(&[create("GT", "gt")], payload),
    ]
}

#[test]
fn logs_of_matches_and_events() {
    let mut attack = Attack::new();
    for (at, payload) in PAYLOADS.into_iter().enumerate() {
        for (number, log) in match_logs(payload).into_iter().enumerate() {
            let file = attack.write(&format!("{at}-{number}.jsonl"), log);
            attack.ask(&["audit", &file]);
            attack.ask(&["replay", &file]);
            attack.ask(&["match", "import", &file]);
            let code = format!("adjutant:1:final:1-0:one:{}", "0".repeat(64));
            attack.ask(&["sheet", "verify", &code, "--log", &file]);
        }
        let escaped = json!(payload).to_string();
        for bare in [
            format!("{{\"by\":\"both\",\"do\":{{\"note\":{{\"text\":{escaped}}}}}}}"),
            format!("{{\"by\":\"both\",\"do\":{{{escaped}:{{}}}}}}"),
            format!("{{\"by\":{escaped},\"do\":{{\"begin\":{{}}}}}}"),
            format!("{{\"by\":\"both\",\"do\":{{\"note\":{{\"text\":\"{payload}\"}}}}}}"),
            payload.to_owned(),
        ] {
            let file = attack.write("x.bare.jsonl", bare);
            attack.ask(&["replay", "--bare", &file]);
            attack.ask(&["match", "record", "final", "--from", &file]);
        }
        for (number, log) in event_logs(payload).into_iter().enumerate() {
            let file = attack.write(&format!("{at}-{number}.event.jsonl"), log);
            attack.ask(&["audit", &file]);
            attack.ask(&["replay", &file]);
            attack.ask(&["event", "check", &file]);
            attack.ask(&["event", "import", &file]);
        }
    }
    for verb in [["match", "list"], ["event", "list"]] {
        attack.ask(&verb);
    }
    assert!(attack.runs > 900, "{}", attack.runs);
}

#[test]
fn lists_rosters_packs_and_reports() {
    let mut attack = Attack::new();
    attack.run(&["event", "new", "gt", "--name", "GT", "--rounds", "3", "--seed", "1"]);
    attack.run(&["match", "new", "m", "--mission", "scorched-earth", "--one", "Anna", "--two", "Ben"]);
    let invented = std::fs::read_to_string(project().join("crates/rosters/tests/fixtures/invented.ros")).unwrap();
    let mission = std::fs::read_to_string(first_mission()).unwrap();
    for payload in PAYLOADS {
        let quoted = format!("\"{}\"", payload.replace('"', "\"\""));
        for csv in [
            format!("name\n{quoted}\n"),
            format!("name,id\nAnna,{quoted}\n"),
            format!("name,club,seat\nAnna,{quoted},{quoted}\n"),
            format!("name,{quoted}\nAnna,1\n"),
            format!("{quoted}\nAnna\n"),
            format!("name\n{payload}\n"),
        ] {
            let file = attack.write("players.csv", csv);
            attack.ask(&["event", "register", "gt", "--csv", &file]);
        }
        let file = attack.write("results.csv", format!("table,one,two,winner\n1,{quoted},2,{quoted}\n"));
        attack.ask(&["event", "result", "gt", "--csv", &file]);

        let escaped = json!(payload).to_string();
        let xml: String = payload.chars().map(|c| format!("&#x{:x};", u32::from(c))).collect();
        for (name, list) in [
            ("a.json", format!("{{\"name\":{escaped},\"detachments\":[]}}")),
            ("b.json", format!("{{\"name\":\"x\",{escaped}:[]}}")),
            ("c.json", format!("{{\"name\":\"x\",\"detachments\":[{{\"type\":{escaped},\"cp\":0,\"units\":[]}}]}}")),
            ("d.ros", invented.replace("name=\"", &format!("name=\"{xml}"))),
            ("e.ros", invented.replace("name=\"", &format!("name=\"{}", payload.replace(['"', '<', '&'], "")))),
            ("f.ros", invented.replace("<forces>", &format!("<{payload}><forces>"))),
            ("g.ros", invented.replace("<roster ", &format!("<!DOCTYPE {payload}><roster "))),
            (
                "h.txt",
                format!(
                    "++ Patrol Detachment 0CP ({payload}) [10 PL, 200pts] ++\n\n+ HQ {payload} +\n\n{payload} [5 PL]: {payload}\n"
                ),
            ),
        ] {
            let file = attack.write(name, list);
            attack.ask(&["roster", "import", &file]);
            attack.ask(&["roster", "check", &file]);
            attack.ask(&["roster", "show", &file]);
            attack.ask(&["match", "roster", "m", "one", &file]);
        }
        for trf in [
            format!("012 {payload}\n001    1      {payload}\n"),
            format!("001    1      Anna\n{payload} 13\n"),
            format!("012 x\n001 {payload}\n"),
        ] {
            let file = attack.write("x.trf", trf);
            attack.ask(&["event", "check", &file]);
            attack.ask(&["event", "import", &file]);
        }
        for (name, bytes) in [
            ("pack.json", format!("{{\"id\":{escaped},\"title\":{escaped}}}")),
            ("pack.json", format!("{{{escaped}:1}}")),
            (
                "strike-force/x.json",
                mission.replacen("\"name\": \"", &format!("\"name\": \"{}", &escaped[1..escaped.len() - 1]), 1),
            ),
            ("strike-force/x.json", mission.replacen('{', &format!("{{{escaped}:1,"), 1)),
            ("strike-force/x.json", payload.to_owned()),
        ] {
            let _ = std::fs::remove_dir_all(attack.path("pack"));
            attack.write(&format!("pack/{name}"), bytes);
            let folder = attack.path("pack");
            attack.ask(&["mission", "check", folder.to_str().unwrap()]);
        }
        let pdf = attack.write("x.pdf", format!("%PDF-1.5\n/Keywords (adjutant:1:{payload})\n%%EOF"));
        attack.ask(&["sheet", "verify", &pdf]);
    }
    assert!(attack.runs > 600, "{}", attack.runs);
}

#[test]
fn arguments_and_names_of_files() {
    let mut attack = Attack::new();
    attack.run(&["match", "new", "m", "--mission", "scorched-earth", "--one", "Anna", "--two", "Ben"]);
    attack.run(&["event", "new", "gt", "--name", "GT", "--rounds", "3", "--seed", "1"]);
    let log = chained(|_| {});
    for payload in PAYLOADS {
        let coded = format!("adjutant:1:{payload}");
        for words in [
            vec![payload],
            vec!["match", payload],
            vec!["match", "show", payload],
            vec!["match", "show", "m", "--at", payload],
            vec!["match", "new", "x", "--mission", payload, "--one", "A", "--two", "B"],
            vec!["match", "new", "x", "--one", payload, "--two", "B"],
            vec!["match", "record", "m", payload],
            vec!["match", "record", "m", "kill", payload],
            vec!["match", "record", "m", "note", payload],
            vec!["match", "record", "m", "note", "{", payload],
            vec!["match", "record", "m", "--by", payload, "begin"],
            vec!["match", "record", "m", "roll-off", payload, "1-2"],
            vec!["match", "show", "m", "--log"],
            vec!["match", "undo", "m", "--why", payload],
            vec!["event", "show", payload],
            vec!["event", "register", "gt", "--name", payload],
            vec!["event", "register", "gt", "--name", "X", "--club", payload],
            vec!["event", "note", "gt", payload],
            vec!["event", "drop", "gt", payload],
            vec!["event", "penalty", "gt", "a", "-5", "--why", payload],
            vec!["event", "show", "gt"],
            vec!["event", "new", "x", "--name", payload, "--rounds", "3"],
            vec!["event", "new", "x", "--name", "x", "--tie-breaks", payload, "--rounds", "3"],
            vec!["mission", "show", payload],
            vec!["mission", "list", "--pack", payload],
            vec!["mission", "check", payload],
            vec!["roster", "check", payload],
            vec!["dice", payload],
            vec!["man", payload],
            vec!["schema", payload],
            vec!["sheet", "verify", payload],
            vec!["sheet", "verify", &coded],
            vec!["replay", payload],
            vec!["audit", payload],
        ] {
            attack.ask(&words);
        }
        let name = payload.replace('/', "");
        let file = attack.write(&format!("logs/{name}.jsonl"), &log);
        attack.ask(&["audit", &file]);
        attack.ask(&["audit", attack.path("logs").to_str().unwrap()]);
        attack.ask(&["replay", &file]);
        attack.ask(&["match", "import", &file]);
        let out = attack.path(&format!("{name}.out")).to_str().unwrap().to_owned();
        attack.ask(&["match", "export", "m", "-o", &out]);
        attack.ask(&["match", "sheet", "m", "-o", &out]);
        attack.ask(&["match", "map", "m", "-o", &out]);
        attack.ask(&["event", "export", "gt", "--log", &out]);
        attack.ask(&["event", "standings", "gt", "--csv", &out]);
        attack.ask(&["backup", &out]);
    }
    assert!(attack.runs > 650, "{}", attack.runs);
}

/// A database that another program filled: its streams may have any id.
#[test]
fn a_foreign_database() {
    for payload in PAYLOADS {
        let mut attack = Attack::new();
        let database = attack.path("data/adjutant.db");
        let mut store = Store::open(&database).unwrap();
        for kind in [StreamKind::Match, StreamKind::Event] {
            let (mut lines, mut previous) = (Vec::new(), Link::START);
            for text in chained(|_| {}).split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                let link = adjutant_engine::chain::verify_line(text, previous).unwrap();
                lines.push(Line { link, bytes: text.to_vec() });
                previous = link;
            }
            store.append(kind, payload, Link::START, &lines).unwrap();
        }
        drop(store);
        attack.ask(&["match", "list"]);
        attack.ask(&["event", "list"]);
        attack.ask(&["audit", database.to_str().unwrap()]);
    }
}

/// However long a piece of a foreign file is, the program shows at most 200 characters of it.
#[test]
fn what_is_quoted_is_short() {
    let mut attack = Attack::new();
    attack.run(&["event", "new", "gt", "--name", "GT", "--rounds", "3", "--seed", "1"]);
    let long = "x".repeat(300_000);
    let wide = "x y ".repeat(100_000);
    for payload in [long.as_str(), wide.as_str()] {
        let mut asked: Vec<Vec<String>> = Vec::new();
        let mut add = |words: &[&str]| asked.push(words.iter().map(|word| (*word).to_owned()).collect());
        for (number, log) in match_logs(payload).into_iter().enumerate() {
            let file = attack.write(&format!("{number}.jsonl"), log);
            add(&["audit", &file]);
            add(&["replay", &file]);
        }
        for (number, log) in event_logs(payload).into_iter().enumerate() {
            let file = attack.write(&format!("{number}.event.jsonl"), log);
            add(&["audit", &file]);
            add(&["event", "check", &file]);
        }
        for (number, csv) in [
            format!("name\n{payload}\n"),
            format!("name,id\nAnna,{payload}\n"),
            format!("name,seat\nAnna,{payload}\n"),
            format!("name,{payload}\nAnna,1\n"),
            format!("{payload}\nAnna\n"),
            format!("name,{}\nAnna\n", payload.replace(' ', ",")),
        ]
        .into_iter()
        .enumerate()
        {
            let file = attack.write(&format!("{number}.csv"), csv);
            add(&["event", "register", "gt", "--csv", &file]);
        }
        let file = attack.write("x.json", format!("{{\"name\":\"x\",\"{payload}\":[]}}"));
        add(&["roster", "check", &file]);
        let file = attack.write("x.ros", format!("<{payload}/>"));
        add(&["roster", "check", &file]);
        add(&["match", "show", payload]);
        add(&["match", "record", "final", payload]);
        for words in asked {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let (code, said) = attack.run(&words);
            let about = words.join(" ").chars().take(200).collect::<String>();
            assert!(!said.contains(&"x".repeat(201)), "{about} ({code}) quotes all of it");
            assert!(said.len() < 12_000, "{about} ({code}) says {} bytes", said.len());
        }
    }
}

fn first_mission() -> PathBuf {
    let folder: &Path = &project().join("missions/gt2020/strike-force");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.remove(0)
}
