//! What a match tells: its records in words, what they brought about, why points were paid, what nobody has said.

use std::collections::BTreeSet;
use std::sync::Arc;

use adjutant_engine::fold::Match;
use adjutant_engine::happening::Happening;
use adjutant_engine::state::OpenNeed;
use adjutant_engine::terms::missing_in_words;
use adjutant_engine::{Command, Kind, Said};
use serde_json::{Value, json};

use super::corpus::{PLAYED, Played, again, in_order};
use super::page::{Mask, Page};
use super::refusals::names;
use super::{Program, asked_at_the_table};

/// The pages that playing fills.
#[derive(Default)]
struct Pages {
    records: Page,
    words: Page,
    answers: Page,
    happenings: Page,
    reasons: Page,
    questions: Page,
}

/// The records of a match as lines that people could have written.
fn lines(played: &Played) -> String {
    // A signature names the head of the very log.
    let unsigned = played.records().filter(|(_, command)| command.kind() != Kind::Sign);
    let line = |(said, command): (Said, Arc<Command>)| {
        let mut record = json!({"by": said.by, "do": &*command});
        if let Some(under) = &said.under {
            record["under"] = json!(under);
        }
        if let Some(drawn) = &said.drawn {
            record["drawn"] = json!(drawn);
        }
        format!("{record}\n")
    };
    unsigned.map(line).collect()
}

/// What one match fills the pages with: which page, about what, of which shape, and the example.
type Told = Vec<(fn(&mut Pages) -> &mut Page, String, String, String)>;

/// Whether a question is told later, as one that nobody answered.
fn passed(asked: &Value, later: &[Value]) -> bool {
    let Some(asked) = asked.get("asked") else { return false };
    later
        .iter()
        .filter_map(|event| event.get("missed"))
        .any(|missed| missed["player"] == asked["player"] && missed["objective"] == asked["objective"])
}

fn kind_of(value: &Value) -> String {
    value.as_object().and_then(|fields| fields.keys().next()).expect("a kind").clone()
}

/// The commands of a log, by name.
fn kinds(program: &Program, id: &str) -> Vec<String> {
    let log = program.run(&["match", "export", id]).out;
    log.lines().map(|line| kind_of(&serde_json::from_str::<Value>(line).expect("JSON")["do"])).collect()
}

fn told(played: &Played) -> Told {
    let mut mask = Mask::of(names(&played.game));
    let mut told: Told = Vec::new();
    let program = Program::new();
    let log = program.write("m.jsonl", &lines(played));
    let id = played.game.state().open.as_ref().map_or("m", |open| open.id.as_str());
    let answers = program.run(&["match", "record", id, "--from", &log]);
    if played.records().any(|(_, command)| command.kind() == Kind::Sign) {
        program.run(&["key", "new"]);
        program.run(&["match", "sign", id, "--player", "one"]);
    }
    for line in answers.out.lines() {
        // The words of the last record have a page of their own.
        let shape = mask.shape(line.split("the last is").next().unwrap_or(line));
        told.push((|pages| &mut pages.answers, "recorded".into(), shape, line.to_owned()));
    }
    let kinds = kinds(&program, id);
    for (kind, line) in kinds.iter().zip(program.run(&["match", "export", id, "--words"]).out.lines()) {
        told.push((|pages| &mut pages.words, kind.clone(), mask.shape(line), line.to_owned()));
    }
    let shown = program.run(&["match", "log", id, "--json"]);
    let document: Value =
        serde_json::from_str(&shown.out).unwrap_or_else(|_| panic!("{}: {answers:?} {shown:?}", played.name));
    for (record, kind) in document["records"].as_array().expect("records").iter().zip(kinds) {
        let place = format!("in {}, record {}", played.name, record["record"]);
        let what = record["what"].as_str().expect("a sentence");
        let example = format!("{what}\n{place}");
        told.push((|pages| &mut pages.records, kind, mask.shape(what), example));
        let events = record["events"].as_array().expect("events");
        let said = events
            .iter()
            .enumerate()
            .filter(|(at, event)| event.get("phase-began").is_none() && !passed(event, &events[at + 1..]));
        let lines = record["told"].as_array().expect("lines");
        let said: Vec<&Value> = said.map(|(_, event)| event).collect();
        assert_eq!(said.len(), lines.len(), "{place}: {record}");
        for (event, line) in said.into_iter().zip(lines) {
            let (kind, line) = (kind_of(event), line.as_str().expect("a line"));
            let example = format!("{line}\n{event}\n{place}");
            // Why points are paid has a page of its own.
            let line = if kind == "scored" { line.split(" (").next().unwrap_or(line) } else { line };
            told.push((|pages| &mut pages.happenings, kind, mask.shape(line), example));
            if let Some(scored) = event.get("scored") {
                let objective = scored["objective"].as_str().unwrap_or("by ruling").to_owned();
                let why = scored["why"].as_str().expect("a reason");
                told.push((|pages| &mut pages.reasons, objective, mask.shape(why), format!("{why}\n{place}")));
            }
        }
    }
    questions(played, &mut mask, &mut told);
    told
}

fn questions(played: &Played, mask: &mut Mask, told: &mut Told) {
    let mut game: Match = played.fresh();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for (said, command) in played.records() {
        again(&mut game, said, &command);
        let state = game.state();
        let needs: Vec<&OpenNeed> = state.needs.iter().chain(state.missed.iter().map(|missed| &missed.need)).collect();
        for need in needs {
            let missing = missing_in_words(&need.missing).to_string();
            let shape = format!("{} {} {}", need.moment.as_str(), need.award, mask.shape(&missing));
            if seen.insert(format!("{} {shape}", need.objective)) {
                let asked = asked_at_the_table(state, need);
                let example = format!("{missing}\nat the table:\n{asked}in {}, record {}", played.name, game.seq());
                told.push((|pages| &mut pages.questions, need.objective.to_string(), shape, example));
            }
        }
    }
}

fn pages() -> Pages {
    let mut pages = Pages::default();
    for told in in_order(&PLAYED, told) {
        for (page, about, shape, example) in told {
            page(&mut pages).add(&about, &shape, || example);
        }
    }
    pages
}

macro_rules! happenings {
    ($($name:ident)*) => {
        /// The name of every kind; a new one does not compile until it stands below.
        const HAPPENINGS: &[&str] = &[$(stringify!($name)),*];

        #[expect(dead_code, reason = "the compiler reads it")]
        fn all(happening: &Happening) {
            match happening {
                $(Happening::$name { .. } => {})*
            }
        }
    };
}

happenings! {
    Scored Unscored Asked Missed ActionCompleted ActionFailed BannerLost MarkerRemoved TooLate Parted CpGained Tabled TurnSkipped
    TurnBegan PhaseBegan Recounted Conceded Ended
}

fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(letter.to_lowercase());
    }
    kebab
}

/// Kinds of happenings that nobody tells.
const SILENT: [&str; 1] = ["phase-began"];
/// Kinds of commands that nothing here records; `law` is said in a battle of an older law alone (`tests/laws.rs`).
const NOT_RECORDED: [&str; 2] = ["add-unit", "law"];

#[test]
fn what_a_match_tells_stands_in_the_book() {
    let pages = pages();
    for (name, page, title) in [
        ("records", &pages.records, "The records of a match in words"),
        ("words", &pages.words, "The records of a match as they are typed"),
        ("answers", &pages.answers, "What the program prints when records are taken"),
        ("happenings", &pages.happenings, "What records bring about"),
        ("reasons", &pages.reasons, "Why points are paid, by objective"),
        ("questions", &pages.questions, "What nobody has said, by objective"),
    ] {
        crate::snapshots::holds(&format!("sentences/{name}.txt"), &page.text(title));
    }
    let happenings: Vec<String> = HAPPENINGS.iter().map(|name| kebab(name)).collect();
    pages.happenings.covers(happenings.iter().map(String::as_str), &SILENT);
    pages.records.covers(Kind::ALL.iter().map(|kind| kind.name()), &NOT_RECORDED);
}
