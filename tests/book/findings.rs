//! What audits find, and what is wrong with army lists.

use adjutant_engine::roster::Roster;
use adjutant_replay::audit::Code;
use adjutant_rosters::check::check;
use serde_json::{Value, json};

use super::Program;
use super::page::{Page, rough};
use super::provoke::Vocabulary;
use crate::findings::audited;

#[path = "../../crates/rosters/tests/support/mod.rs"]
mod support;

#[test]
fn every_finding_of_an_audit_stands_in_the_book() {
    let mut page = Page::default();
    for code in Code::ALL {
        let [machine, people] = audited(code);
        let report = machine.json();
        let logs: Vec<Value> = report["logs"].as_array().cloned().unwrap_or_else(|| vec![report.clone()]);
        let findings = logs.iter().flat_map(|log| log["findings"].as_array().into_iter().flatten());
        let text = &people.out;
        for finding in findings.filter(|finding| finding["code"] == code.as_str()) {
            let message = finding["message"].as_str().expect("a sentence");
            let line = text.lines().find(|line| line.contains(&format!(" {code}: "))).unwrap_or("").trim();
            let example = format!("{message}\n{line}\n{finding}");
            // What was thrown, and by what key, is new each time.
            let thrown = code.as_str().starts_with("dice");
            page.add(code.as_str(), &rough(message), || if thrown { rough(&example) } else { example });
        }
    }
    crate::snapshots::holds("sentences/audits.txt", &page.text("What audits find"));
    page.covers(Code::ALL.iter().map(|code| code.as_str()), &[]);
}

/// Codes of `docs/rules/muster.md` that a check of a list can give.
const MUSTER: [&str; 16] = [
    "V-101", "V-201", "V-202", "V-203", "V-204", "V-205", "V-206", "V-207", "V-208", "V-209", "V-210", "V-211",
    "V-212", "V-213", "V-214", "V-215",
];

/// Armies to spoil: the least Battalion with something of everything, and beside it one Detachment of each kind.
fn armies() -> Vec<Value> {
    let more = vec![
        support::unit("e", "Idol", "elites", json!({"keywords": ["INFANTRY", "PSYKER"], "relics": ["Skull"]})),
        support::unit("v", "Carriage", "dedicated-transport", json!({"keywords": ["VEHICLE"]})),
        support::unit("l", "Engine", "lord-of-war", json!({"keywords": ["TITANIC", "VEHICLE"], "points": 400})),
        support::unit("f", "Wing", "flyer", json!({"keywords": ["AIRCRAFT", "VEHICLE"]})),
    ];
    let whole = serde_json::to_value(support::battalion(more)).expect("JSON");
    let changed = |fields: Value| {
        let mut army = whole.clone();
        army.as_object_mut().expect("an army").extend(fields.as_object().expect("fields").clone());
        army
    };
    let mut armies = vec![
        whole.clone(),
        changed(json!({"notes": ["Specialist Detachment: Pack"]})),
        changed(json!({"stratagems": [{"name": "Gift", "cp": 13}]})),
    ];
    let mut left_to_dice = whole.clone();
    left_to_dice["detachments"][0]["units"][0]["warlord_traits"] = json!(["Random trait"]);
    armies.push(left_to_dice);
    let princes = ["Nurgle", "Tzeentch", "Nurgle", "Tzeentch"].iter().enumerate();
    let prince = |(at, god): (usize, &&str)| {
        support::unit(&format!("p{at}"), &format!("Daemon Prince of {god}"), "elites", json!({}))
    };
    armies.push(serde_json::to_value(support::battalion(princes.map(prince).collect())).expect("JSON"));
    for kind in [
        "patrol",
        "brigade",
        "vanguard",
        "spearhead",
        "outrider",
        "supreme-command",
        "super-heavy",
        "air-wing",
        "super-heavy-auxiliary",
        "fortification-network",
        "auxiliary-support",
        "unbound",
    ] {
        let mut army = whole.clone();
        let units = support::units("x", "troops", 2);
        army["detachments"].as_array_mut().expect("Detachments").push(support::detachment(kind, 1, units));
        armies.push(army);
    }
    armies
}

#[test]
fn every_finding_about_an_army_list_stands_in_the_book() {
    let (rules, mut vocabulary, armies) = (support::rules(), Vocabulary::default(), armies());
    armies.iter().for_each(|army| vocabulary.learn("", army));
    let mut page = Page::default();
    let program = Program::new();
    let variants = armies.iter().flat_map(|army| std::iter::once(army.clone()).chain(vocabulary.variants(army)));
    for army in variants {
        let Ok(roster) = serde_json::from_value::<Roster>(army.clone()) else { continue };
        for size in ["combat-patrol", "incursion", "strike-force", "onslaught"] {
            let Ok(report) = check(&roster, &rules, size, None) else { continue };
            for finding in &report.findings {
                let kinds = rules.detachments.keys().chain(rules.sizes.keys());
                let plain = kinds.fold(finding.sentence.clone(), |sentence, kind| sentence.replace(kind.as_str(), "X"));
                let shape = shape(&plain);
                page.add(finding.code, &shape, || {
                    let path = program.write("army.json", &army.to_string());
                    let said = program.run(&["roster", "check", &path, "--size", size]);
                    let shown = said
                        .out
                        .lines()
                        .find(|line| line.contains(&finding.sentence))
                        .unwrap_or(&said.err)
                        .trim()
                        .to_owned();
                    format!("{}\n{shown}\n{}", finding.sentence, serde_json::to_string(finding).expect("JSON"))
                });
            }
        }
    }
    crate::snapshots::holds("sentences/rosters.txt", &page.text("What is wrong with army lists"));
    page.covers(MUSTER, &[]);
}

/// Names of invented things all begin with a capital.
fn shape(sentence: &str) -> String {
    let words = rough(sentence);
    let words = words.split(' ').map(|word| if word.starts_with(char::is_uppercase) { "@" } else { word });
    let words: Vec<&str> = words.collect();
    words.join(" ").replace("@ @", "@").replace("@, @", "@")
}
