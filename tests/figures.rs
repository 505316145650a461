//! The figures of the README and of `crates/cli/benches/RESULTS.md` are those that the benches printed.
//!
//! `crates/cli/benches/run` measures; `ADJUTANT_BLESS=1` writes the tables anew.

use serde_json::Value;

use crate::support::project;

const RESULTS: &str = "crates/cli/benches/results.jsonl";
const START: &str = "<!-- figures: from crates/cli/benches/results.jsonl -->\n";
const END: &str = "<!-- end of figures -->\n";

fn read(path: &str) -> String {
    std::fs::read_to_string(project().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A number with thousands set apart.
fn number(value: &Value) -> String {
    let text = value.to_string();
    let (whole, part) = text.split_once('.').map_or((text.as_str(), String::new()), |(w, p)| (w, format!(".{p}")));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + &part
}

/// The target, and whether it is met.
fn target(figure: &Value) -> String {
    let asked = &figure["target"];
    let unit = figure["unit"].as_str().unwrap();
    let text = if let Some(least) = asked.get("at_least") {
        format!("≥ {} {unit}", number(least))
    } else if let Some(most) = asked.get("at_most") {
        format!("≤ {} {unit}", number(most))
    } else if let Some(ratio) = asked.get("ratio") {
        format!("≥ {ratio} ×")
    } else {
        return String::new();
    };
    format!("{text}: {}", if figure["met"] == true { "met" } else { "missed" })
}

/// What an older program needed in the same run, and how many times its speed ours is.
fn older(figure: &Value) -> String {
    let (Some(now), Some(then)) = (figure["value"].as_f64(), figure["older"].as_f64()) else { return String::new() };
    let unit = figure["unit"].as_str().unwrap();
    let times = if unit.ends_with("/s") { now / then } else { then / now };
    format!("{} {unit}: {times:.2} ×", number(&figure["older"]))
}

fn row(figure: &Value, beside_older: bool) -> String {
    let unit = figure["unit"].as_str().unwrap();
    let value = |of: &Value| format!("{} {unit}", number(&of["value"]));
    let beside = figure["beside"].as_object().map_or_else(String::new, |beside| {
        format!("{}: {}", beside["what"].as_str().unwrap(), value(&figure["beside"]))
    });
    let ratio = figure["ratio"].as_f64().map_or_else(String::new, |ratio| format!("{ratio:.2} ×"));
    let older = if beside_older { format!(" {} |", older(figure)) } else { String::new() };
    let what = figure["what"].as_str().unwrap();
    format!("| {what} | {} | {beside} | {ratio} | {} |{older}\n", value(figure), target(figure))
}

/// The table of the figures that pass a test, with the machine below it.
fn table(shown: impl Fn(&Value) -> bool) -> String {
    let results = read(RESULTS);
    let mut lines = results.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let machine = lines.next().expect("a line about the machine");
    let older = machine["older"].as_str();
    let rows: String = lines.filter(shown).map(|figure| row(&figure, older.is_some())).collect();
    let [heading, rule] =
        older.map_or_else(Default::default, |older| [format!(" {older}, in the same run |"), "---|".into()]);
    let text = |key: &str| machine[key].as_str().unwrap().to_owned();
    let (processor, system, rustc) = (text("processor"), text("system"), text("rustc"));
    let (commit, sources, date, cores) = (text("commit"), text("sources"), text("date"), &machine["cores"]);
    format!(
        "| what | measured | beside it, in the same run | its speed | asked |{heading}\n|---|---|---|---|---|{rule}\n{rows}\n\
         {processor}, {cores} cores, {system}; rustc {rustc}, release profile; commit {commit}, sources {}, {date}.\n",
        &sources[..12]
    )
}

#[track_caller]
fn holds(path: &str, table: &str) {
    let text = read(path);
    let (before, rest) = text.split_once(START).unwrap_or_else(|| panic!("{path} has no line {START}"));
    let (found, after) = rest.split_once(END).unwrap_or_else(|| panic!("{path} has no line {END}"));
    let wanted = format!("\n{table}\n");
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(project().join(path), format!("{before}{START}{wanted}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(found, wanted, "{path} says other figures than {RESULTS}: run with ADJUTANT_BLESS=1 and look at them");
}

#[test]
fn results_and_readme_say_what_was_measured() {
    holds("crates/cli/benches/RESULTS.md", &table(|_| true));
    let first = ["audit", "record", "sheets", "pairing-1024"];
    holds("README.md", &table(|figure| first.iter().any(|first| figure["figure"] == *first)));
}

#[test]
fn every_figure_is_told_once_and_judged_by_its_own_numbers() {
    let results = read(RESULTS);
    let figures: Vec<Value> = results.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    let keys: std::collections::BTreeSet<&str> = figures.iter().map(|f| f["figure"].as_str().unwrap()).collect();
    assert_eq!(keys.len(), figures.len(), "{keys:?}");
    for needed in ["fold", "audit", "append", "record", "sheets", "sheet-bytes"] {
        assert!(keys.contains(needed), "{needed} is missing");
    }
    for figure in &figures {
        let (value, target) = (figure["value"].as_f64().unwrap(), &figure["target"]);
        let met = if let Some(least) = target.get("at_least") {
            value >= least.as_f64().unwrap()
        } else if let Some(most) = target.get("at_most") {
            value <= most.as_f64().unwrap()
        } else if let Some(ratio) = target.get("ratio") {
            figure["ratio"].as_f64().unwrap() >= ratio.as_f64().unwrap()
        } else {
            continue;
        };
        assert_eq!(figure["met"], met, "{figure}");
    }
}

#[test]
fn numbers_are_grouped() {
    for (value, text) in [("7", "7"), ("461084", "461,084"), ("1000000", "1,000,000"), ("12.5", "12.5")] {
        assert_eq!(number(&serde_json::from_str(value).unwrap()), text);
    }
}
