//! Every check of the muster, one line for each way to break it.

use crate::support;

use adjutant_engine::roster::Roster;
use adjutant_rosters::check::{Finding, Severity, Verdict, check};
use serde_json::{Value, json};
use support::*;

/// The least Battalion, changed as JSON.
fn changed(change: impl FnOnce(&mut Value)) -> Roster {
    let mut value = serde_json::to_value(battalion(vec![])).expect("JSON");
    change(&mut value);
    serde_json::from_value(value).expect("a roster")
}

fn in_battalion(more: Vec<Value>) -> Roster {
    battalion(more)
}

fn beside(kind: &str, cp: i32, units: Vec<Value>) -> Roster {
    roster(vec![detachment("battalion", 3, least_battalion(vec![])), detachment(kind, cp, units)])
}

fn lord(id: &str, more: Value) -> Value {
    unit(id, &format!("Engine {id}"), "lord-of-war", more)
}

#[test]
fn a_plain_battalion_is_legal() {
    let report = report(&battalion(vec![]), "strike-force", None);
    assert_eq!((report.verdict, report.findings.len()), (Verdict::Legal, 0), "{:#?}", report.findings);
    assert_eq!(report.command_points.left, 12);
}

#[test]
fn what_is_wrong_is_found() {
    let rich = || unit("x", "Idol", "elites", json!({"points": 1751}));
    let vehicles = |n: usize| {
        (0..n)
            .map(|i| unit(&format!("v{i}"), "Carriage", "dedicated-transport", json!({"keywords": ["VEHICLE"]})))
            .collect()
    };
    let titan = json!({"keywords": ["TITANIC", "VEHICLE"]});
    let table: Vec<(&str, Roster, &[&str])> = vec![
        ("too many points", in_battalion(vec![rich()]), &["V-201"]),
        ("points set aside count", changed(|r| r["reinforcement_points"] = json!(1751)), &["V-201"]),
        ("a wrong price", changed(|r| r["detachments"][0]["cp"] = json!(0)), &["V-202"]),
        (
            "Stratagems that cannot be paid",
            changed(|r| r["stratagems"] = json!([{"name": "Gift", "cp": 13}])),
            &["V-214"],
        ),
        ("an unbound unit", beside("unbound", 0, units("u", "troops", 1)), &["V-203"]),
        ("one unit twice", changed(|r| r["detachments"][0]["units"][2]["id"] = json!("t1")), &["V-203"]),
        ("five transports for five INFANTRY units", in_battalion(vehicles(5)), &[]),
        ("six transports for five INFANTRY units", in_battalion(vehicles(6)), &["V-205"]),
        ("a Lord of War in a Battalion", in_battalion(vec![lord("l", json!({}))]), &["V-205"]),
        ("a Lord of War alone", beside("super-heavy-auxiliary", 3, vec![lord("l", titan.clone())]), &[]),
        ("two Lords of War", beside("super-heavy", 3, vec![lord("l", json!({})), lord("m", json!({}))]), &["V-205"]),
        (
            "TITANIC at the lower price",
            beside("super-heavy", 3, vec![lord("l", json!({})), lord("m", json!({})), lord("n", titan.clone())]),
            &["V-205"],
        ),
        (
            "TITANIC at the higher price",
            beside("super-heavy", 6, vec![lord("l", json!({})), lord("m", json!({})), lord("n", titan)]),
            &[],
        ),
        ("two units of support", beside("auxiliary-support", 2, units("u", "troops", 2)), &["V-205"]),
        (
            "a supreme commander who does not lead",
            beside("supreme-command", 0, vec![unit("s", "Primarch", "hq", json!({"keywords": ["PRIMARCH"]}))]),
            &["V-205"],
        ),
        (
            "a Fortification",
            beside(
                "fortification-network",
                1,
                vec![unit("f", "Wall", "fortification", json!({"faction_keywords": ["UNALIGNED"]}))],
            ),
            &[],
        ),
        (
            "an Understrength unit",
            changed(|r| r["detachments"][0]["units"][2]["understrength"] = json!(true)),
            &["V-206"],
        ),
        ("a Specialist Detachment", changed(|r| r["notes"] = json!(["Specialist Detachment: Pack"])), &["V-207"]),
        ("a faction of only some units", changed(|r| r["faction"] = json!("MINES")), &["V-209"]),
        (
            "four of a sheet",
            in_battalion((0..4).map(|i| unit(&format!("c{i}"), "Twin", "elites", json!({}))).collect()),
            &["V-210"],
        ),
        ("no Warlord", changed(|r| r["warlord"] = json!(null)), &["V-212"]),
        ("a Warlord who is not there", changed(|r| r["warlord"]["unit"] = json!("z9")), &["V-212"]),
        ("a Warlord who is not a model", changed(|r| r["warlord"]["group"] = json!("nobody")), &["V-212"]),
        ("a Warlord who is not a CHARACTER", changed(|r| r["warlord"]["unit"] = json!("t0")), &["V-212"]),
        (
            "a bodyguard as Warlord",
            changed(|r| {
                let unit = r["warlord"]["unit"].clone();
                let units = r["detachments"][0]["units"].as_array_mut().expect("units");
                let unit = units.iter_mut().find(|u| u["id"] == unit).expect("the Warlord's unit");
                let words = unit["keywords"].as_array_mut().expect("keywords");
                words.retain(|word| word != "CHARACTER");
                let lead = unit["models"][0].clone();
                unit["models"][0]["keywords"] = json!(["CHARACTER"]);
                unit["models"][0]["group"] = json!("lord");
                unit["models"].as_array_mut().expect("models").push(lead);
            }),
            &["V-212"],
        ),
        (
            "two Warlords",
            changed(|r| {
                r["detachments"][0]["units"][2]["keywords"] = json!(["WARLORD", "INFANTRY"]);
                r["detachments"][0]["units"][0]["keywords"] = json!(["WARLORD", "CHARACTER", "INFANTRY"]);
            }),
            &["V-212"],
        ),
    ];
    for (what, army, expected) in table {
        assert_eq!(errors(&army, "strike-force"), expected, "{what}");
    }
}

#[test]
fn what_is_not_stated_is_said_to_be_unknown() {
    let table: Vec<(&str, Roster, &str)> = vec![
        ("least size", changed(|r| r["detachments"][0]["units"][2]["understrength"] = json!(null)), "V-206"),
        ("a Detachment of another book", beside("arks-of-omen", 0, vec![]), "V-205"),
        ("Faction keywords", changed(|r| r["detachments"][0]["units"][2]["faction_keywords"] = json!([])), "V-208"),
        ("Army Faction", changed(|r| r["faction"] = json!(null)), "V-213"),
        ("a Warlord Trait", changed(|r| r["detachments"][0]["units"][0]["warlord_traits"] = json!([])), "V-213"),
        ("keywords of the Warlord", changed(|r| r["detachments"][0]["units"][0]["keywords"] = json!([])), "V-212"),
        (
            "powers of a PSYKER",
            changed(|r| r["detachments"][0]["units"][0]["psyker"] = json!({"casts": 1, "denies": 1})),
            "V-213",
        ),
        ("a chosen keyword", changed(|r| r["detachments"][0]["units"][2]["keywords"] = json!(["<ORDER>"])), "V-213"),
    ];
    for (what, army, code) in table {
        let report = report(&army, "strike-force", None);
        let unknown = codes(&report, Severity::Unknown);
        assert!(unknown.contains(&code), "{what}: {unknown:?}");
        assert_ne!(report.verdict, Verdict::Legal, "{what}: unknown must not pass");
    }
}

#[test]
fn sizes_and_policies_are_of_the_pack() {
    let army = battalion(vec![]);
    assert_eq!(errors(&army, "onslaught"), ["V-101"]);
    let error = adjutant_rosters::check::check(&army, &rules(), "skirmish", None).expect_err("no such size");
    assert!(error.to_string().contains("combat-patrol, incursion, onslaught, strike-force"), "{error}");
    assert!(adjutant_rosters::check::check(&army, &rules(), "incursion", Some("none")).is_err());
}

#[test]
fn muster_rules_are_data() {
    let mut json = serde_json::to_value(rules()).expect("JSON");
    assert_eq!(serde_json::from_value::<adjutant_rosters::rules::ArmyRules>(json.clone()).expect("the same"), rules());
    json["sizes"]["incursion"]["copies"] = json!(1);
    let strict: adjutant_rosters::rules::ArmyRules = serde_json::from_value(json.clone()).expect("changed rules");
    let twins = in_battalion((0..2).map(|i| unit(&format!("c{i}"), "Twin", "elites", json!({}))).collect());
    let report = adjutant_rosters::check::check(&twins, &strict, "incursion", None).expect("a size");
    assert_eq!(codes(&report, Severity::Error), ["V-210"], "an author's limit is the limit");
    json["sizes"]["incursion"]["copys"] = json!(1);
    assert!(serde_json::from_value::<adjutant_rosters::rules::ArmyRules>(json).is_err(), "a misspelt field is refused");
}

#[test]
fn command_points_are_booked_in_order() {
    let mut army = beside("fortification-network", 1, vec![unit("f", "Wall", "fortification", json!({}))]);
    army.stratagems = serde_json::from_value(json!([{"name": "Gift", "cp": 2}])).expect("a Stratagem");
    let ledger = report(&army, "incursion", None).command_points;
    let lines: Vec<i32> = ledger.lines.iter().map(|line| line.cp).collect();
    assert_eq!(lines, [-3, -1, 3, 1, -2], "costs, benefits, Stratagems");
    assert_eq!((ledger.start, ledger.after_detachments, ledger.left), (6, 2, 4));
    let unbound = roster(vec![detachment("unbound", 0, vec![leader()])]);
    assert_eq!(report(&unbound, "strike-force", None).command_points.left, 0);
}

#[test]
fn a_supreme_commander_brings_what_the_largest_detachment_would() {
    let commander = unit(
        "w",
        "Primarch",
        "lord-of-war",
        json!({"keywords": ["CHARACTER", "PRIMARCH"], "warlord_traits": ["Stern"]}),
    );
    let mut units = units("h", "hq", 2);
    units.extend(support::units("t", "troops", 3));
    let army = roster(vec![detachment("battalion", 3, units), detachment("supreme-command", 0, vec![commander])]);
    let report = report(&army, "strike-force", None);
    assert_eq!((report.verdict, report.command_points.left), (Verdict::Legal, 12), "{:#?}", report.findings);
}

#[test]
fn an_appendix_adds_keywords() {
    let army = in_battalion(vec![unit("j", "Doom Scythe", "flyer", json!({"keywords": ["VEHICLE"]}))]);
    let report = report(&army, "strike-force", None);
    assert_eq!(codes(&report, Severity::Advice), ["V-213"]);
    assert_eq!(report.verdict, Verdict::Legal);
    let complete = rules().with_added_keywords(&army);
    assert!(complete.units().any(|unit| unit.keywords.iter().any(|keyword| keyword.as_str() == "AIRCRAFT")));
}

/// V-215: whatever is left to dice, however the list spells it.
#[test]
fn what_is_left_to_dice_is_pointed_out() {
    for (field, name, found) in [
        ("wargear", "Random relic", 1),
        ("relics", "A RANDOM one", 1),
        ("warlord_traits", "Äther, rAnDoM", 1),
        ("psychic_powers", "Randomised", 1),
        ("wargear", "Rando", 0),
        ("wargear", "Ran dom", 0),
        ("wargear", "", 0),
    ] {
        let list = changed(|r| {
            if !name.is_empty() {
                r["detachments"][0]["units"][2][field] = json!([name]);
            }
        });
        let report = report(&list, "strike-force", None);
        let advice = report.findings.iter().filter(|finding| finding.code == "V-215");
        assert_eq!(advice.filter(|finding| finding.severity == Severity::Advice).count(), found, "{field} {name:?}");
    }
}

/// What is sourced of today's armies, and nothing else.
#[test]
fn an_army_of_today_is_checked_for_points_and_copies_alone() {
    let rules = serde_json::from_str(include_str!("../../../missions/matrix-11th/army.json")).expect("muster rules");
    let found = |datasheet: &str, keywords: Value, number: usize, points: i32| {
        let more = json!({"keywords": keywords, "points": points});
        let units = (1..=number).map(|at| unit(&format!("x{at}"), datasheet, "troops", more.clone())).collect();
        let report = check(&roster(vec![detachment("warband", 0, units)]), &rules, "strike-force", None);
        let of = |finding: &Finding| (finding.code, finding.severity == Severity::Error);
        report.expect("a size").findings.iter().map(of).collect::<Vec<_>>()
    };
    let error = |code: &'static str| vec![(code, true)];
    let open = |code: &'static str| vec![(code, false)];
    assert_eq!(found("Wagon", json!(["VEHICLE"]), 3, 100), []);
    assert_eq!(found("Wagon", json!(["VEHICLE"]), 4, 100), error("V-210"));
    assert_eq!(found("Pilgrims", json!(["INFANTRY", "Battleline"]), 6, 100), []);
    assert_eq!(found("Pilgrims", json!(["INFANTRY", "Battleline"]), 7, 100), error("V-210"));
    assert_eq!(found("Saint", json!(["EPIC HERO"]), 2, 100), error("V-210"));
    assert_eq!(found("Saint", json!(["EPIC HERO"]), 1, 2001), error("V-201"));
    // A text without keywords: six could be BATTLELINE, seven are too many of anything.
    assert_eq!(found("Wagon", json!([]), 6, 100), open("V-210"));
    assert_eq!(found("Wagon", json!([]), 7, 100), error("V-210"));
    // A text that marks the leader among them says no more.
    assert_eq!(found("Wagon", json!(["CHARACTER", "WARLORD"]), 4, 100), open("V-210"));
}
