//! The golden rows of the rules inventory that are about rosters, each by its name.

use crate::support;

use adjutant_engine::roster::Roster;
use adjutant_rosters::check::Severity;
use adjutant_rosters::ledger::command_points;
use serde_json::{Value, json};
use support::*;

const OF_8TH: Option<&str> = Some("organised-events-8th");

/// The muster section and the ruleset of a pack print the same price and shares of reserves.
#[test]
fn reserves_are_the_same_in_both_files() {
    let pack = adjutant_packs::gt2020();
    let (price, limit) = (pack.law.reserves_price.expect("a price"), pack.law.reserves_limit.expect("a share"));
    let printed = rules().reserves.expect("reserves");
    assert_eq!((price.cp.get(), price.more_each_power.get()), (1, printed.power_per_cp));
    assert_eq!(limit.units_percent.get() * printed.units_one_in, 100);
    assert_eq!(limit.points_below_percent.expect("a share").get() * printed.points_below_one_in, 100);
}

/// A list states a price that the pack does not have: the check finds it, and books what the recorded match books.
#[test]
fn a_check_books_what_a_match_books() {
    let army = roster(vec![detachment("battalion", 3, least_battalion(vec![])), detachment("vanguard", 11, vec![])]);
    let law = |pay: bool| {
        let mut law = adjutant_packs::gt2020().law.clone();
        law.readings.command_benefits_pay_detachments = pay;
        law
    };
    for (pay, left) in [(false, 3), (true, 1)] {
        let rules = rules().under(&law(pay));
        let ledger = command_points(&army, &rules, "strike-force").expect("a size of the pack");
        assert_eq!(ledger.left, left, "12 less 14, 3 back; benefits pay: {pay}");
    }
}

#[test]
fn t_40_a_detachment_with_the_warlord_costs_nothing() {
    for (kind, cp) in [("patrol", 2), ("battalion", 3), ("brigade", 4)] {
        let army = roster(vec![detachment(kind, cp, vec![leader()])]);
        let ledger = command_points(&army, &rules(), "strike-force").expect("a size of the pack");
        assert_eq!((ledger.after_detachments, ledger.left), (12 - cp, 12), "T-40 {kind}");
    }
}

#[test]
fn g_90_troops_of_a_battalion() {
    for (troops, legal) in [(2, false), (3, true), (6, true), (7, false)] {
        let mut units = vec![leader()];
        units.extend(support::units("h", "hq", 1));
        units.extend(support::units("t", "troops", troops));
        let army = roster(vec![detachment("battalion", 3, units)]);
        let expected: &[&str] = if legal { &[] } else { &["V-205"] };
        assert_eq!(errors(&army, "strike-force"), expected, "G-90 {troops} Troops");
    }
}

#[test]
fn g_91_a_detachment_is_of_one_faction() {
    let table: [(&[&str], &[&str]); 4] = [
        (&["IMPERIUM", "ADEPTUS ASTARTES"], &[]),
        (&["XENOS", "ADEPTUS ASTARTES"], &["V-209"]),
        (&["IMPERIUM", "ADEPTA SORORITAS"], &["V-208"]),
        (&["CHAOS"], &["V-205", "V-208", "V-209"]),
    ];
    for (keywords, expected) in table {
        let mut units = least_battalion(vec![]);
        for unit in &mut units {
            unit["faction_keywords"] = json!(["IMPERIUM", "ADEPTUS ASTARTES"]);
        }
        units.push(unit("x", "Other", "elites", json!({"faction_keywords": keywords})));
        let army = roster(vec![detachment("battalion", 3, units)]);
        assert_eq!(errors(&army, "strike-force"), expected, "G-91 {keywords:?}");
    }
}

#[test]
fn g_92_two_patrols_of_chaos() {
    let of = |letter: &str, keywords: &[&str]| {
        let mut units = support::units(letter, "troops", 1);
        units.push(unit(&format!("{letter}h"), &format!("{letter} lord"), "hq", json!({})));
        units.iter_mut().for_each(|unit| unit["faction_keywords"] = json!(keywords));
        units
    };
    let mut first = of("x", &["CHAOS", "HERETIC ASTARTES"]);
    first[1]["id"] = json!("w");
    first[1]["keywords"] = json!(["CHARACTER"]);
    let second = of("y", &["CHAOS", "DAEMON"]);
    let mut army = roster(vec![detachment("patrol", 2, first), detachment("patrol", 2, second)]);
    army.faction = adjutant_engine::ids::Name::new("CHAOS").ok();
    assert_eq!(errors(&army, "strike-force"), [""; 0], "G-92");
    army.faction = adjutant_engine::ids::Name::new("DAEMON").ok();
    assert_eq!(errors(&army, "strike-force"), ["V-209"], "G-92 with a faction that half the army lacks");
}

fn copies(titles: &[&str], factions: &[&str], role: &str) -> Roster {
    let sheet = |(i, title): (usize, &&str)| unit(&format!("c{i}"), title, role, json!({"faction_keywords": factions}));
    roster(vec![detachment("spearhead", 3, titles.iter().enumerate().map(sheet).collect())])
}

fn too_many(army: &Roster, size: &str, policy: Option<&str>) -> bool {
    report(army, size, policy).findings.iter().any(|f| f.code == "V-210" || f.code == "V-211")
}

#[test]
fn g_93_units_are_counted_not_models() {
    for (number, refused) in [(3, false), (4, true)] {
        let mut army = copies(&vec!["Great Beast"; number], &["HIVE"], "heavy-support");
        for unit in &mut army.detachments[0].units {
            std::sync::Arc::make_mut(&mut unit.models[0]).count =
                adjutant_engine::numbers::Models::new(3).expect("three models");
        }
        assert_eq!(too_many(&army, "strike-force", OF_8TH), refused, "G-93 {number} units of 3 models");
        assert_eq!(too_many(&army, "strike-force", None), refused, "G-93 {number} units of 3 models, GT2020");
    }
}

#[test]
fn g_94_sheets_that_count_as_one() {
    let princes = ["Daemon Prince of Tzeentch", "Daemon Prince of Nurgle", "Daemon Prince of Chaos", "Daemon Prince"];
    let weapons = [
        "Heavy Weapons Squad",
        "Death Korps Heavy Weapons Squad",
        "Elysian Heavy Weapons Squad",
        "Renegade Heavy Weapons Squad",
    ];
    let cult = ["Cult Leman Russ", "Leman Russ", "Cult Leman Russ", "Leman Russ"];
    let brothers =
        ["Brood Brothers Heavy Weapons Squad", "Heavy Weapons Squad", "Heavy Weapons Squad", "Heavy Weapons Squad"];
    let table: [(&[&str], &str, bool, bool); 4] = [
        (&princes, "CHAOS", true, true),
        (&cult, "GENESTEALER CULTS", true, true),
        (&brothers, "GENESTEALER CULTS", true, true),
        (&weapons, "ASTRA MILITARUM", false, true),
    ];
    for (titles, faction, in_9th, in_8th) in table {
        let army = copies(titles, &[faction], "heavy-support");
        assert_eq!(too_many(&army, "strike-force", None), in_9th, "G-94 {titles:?} in GT2020");
        assert_eq!(too_many(&army, "strike-force", OF_8TH), in_8th, "G-94 {titles:?} at an event of the 8th edition");
    }
    let other = copies(&cult, &["ADEPTUS MECHANICUS"], "heavy-support");
    assert!(!too_many(&other, "strike-force", None), "G-94: the words are left out of one faction's titles only");
}

#[test]
fn g_95_upgrades_are_no_units() {
    let drones = json!([{"group": "Battlesuit", "count": 3, "wounds": 3}, {"group": "Tactical Drones", "count": 2, "wounds": 1}]);
    let mut units: Vec<Value> =
        (0..3).map(|i| unit(&format!("d{i}"), "Tactical Drones", "fast-attack", json!({}))).collect();
    units.push(unit("s", "Battlesuits", "elites", json!({"models": drones})));
    let army = roster(vec![detachment("outrider", 3, units)]);
    assert!(!too_many(&army, "strike-force", OF_8TH), "G-95");
}

#[test]
fn g_96_never_fewer_than_no_command_points() {
    let auxiliary = |i: usize| detachment("auxiliary-support", 2, units(&format!("x{i}-"), "troops", 1));
    let army = roster((0..7).map(auxiliary).collect());
    let ledger = command_points(&army, &rules(), "strike-force").expect("a size of the pack");
    assert_eq!((ledger.after_detachments, ledger.left, ledger.missing), (-2, 0, 2), "G-96");
    assert!(errors(&army, "strike-force").contains(&"V-202"), "G-96");
}

#[test]
fn g_121_organised_events() {
    let rules = rules();
    let policy = rules.policy("organised-events-8th").expect("the policy of the 8th edition");
    for (points, most) in [(1000, 2), (1001, 3), (2500, 4)] {
        let limits = policy.limits_for(points).expect("limits");
        assert_eq!((limits.detachments, limits.copies), (most, most), "G-121 {points} points");
    }
    let four =
        roster((0..4).map(|i| detachment("auxiliary-support", 2, units(&format!("x{i}-"), "troops", 1))).collect());
    for (size, refused) in [("incursion", true), ("strike-force", true), ("onslaught", false)] {
        let found = report(&four, size, OF_8TH);
        let codes = support::codes(&found, Severity::Error);
        assert_eq!(codes.contains(&"V-204"), refused, "G-121 four Detachments at {size}");
    }
}

/// The muster rules of another pack.
fn rules_of(pack: &str) -> adjutant_rosters::rules::ArmyRules {
    let files = adjutant_packs::shipped_files(pack);
    let file = files.iter().find(|file| file.path == "army.json").expect("the file");
    serde_json::from_slice(&file.bytes).expect("muster rules")
}

/// Codes of the errors of an army under a pack.
fn errors_under(army: &Roster, rules: &adjutant_rosters::rules::ArmyRules, size: &str) -> Vec<&'static str> {
    let report = adjutant_rosters::check::check(army, rules, size, None).expect("a size of the pack");
    support::codes(&report, Severity::Error)
}

#[test]
fn g_157_an_army_of_the_agreed_points_is_legal_and_one_point_more_is_not() {
    let army = |points: i32| {
        let mut units = units("t", "troops", 2);
        units.push(unit("h0", "Chieftain", "hq", json!({"points": points - 2 * 50})));
        roster(vec![detachment("standard", 0, units)])
    };
    for (agreed, points, legal) in
        [(1_000, 999, true), (1_000, 1_000, true), (1_000, 1_001, false), (1_500, 1_500, true), (1_500, 1_501, false)]
    {
        let rules = rules_of("standard-5th").with_points("standard", agreed);
        let expected: &[&str] = if legal { &[] } else { &["V-201"] };
        assert_eq!(errors_under(&army(points), &rules, "standard"), expected, "G-157 {points} of {agreed}");
    }
}

/// `docs/rules/eighth.md`: the sizes of Organised Events, who is not counted, and what an Auxiliary Support Detachment may
/// hold.
#[test]
fn an_army_of_the_8th_edition_under_its_pack() {
    let rules = rules_of("outposts-8th");
    let stray = |i: usize, more: Value| {
        detachment("auxiliary-support", 1, vec![unit(&format!("x{i}"), "Stray", "troops", more)])
    };
    for (size, most) in [("up-to-1000", 2), ("up-to-2000", 3), ("up-to-3000", 4)] {
        for number in [most, most + 1] {
            let army = roster((0..number).map(|i| stray(i, json!({}))).collect());
            let found = errors_under(&army, &rules, size);
            assert_eq!(found.contains(&"V-204"), number > most, "G-121 {number} Detachments at {size}: {found:?}");
            let guns = |number: usize, role: &str| {
                let titles = ["Heavy Weapons Squad", "Elysian Heavy Weapons Squad"];
                let mut army = least_battalion(units("e", "hq", 1));
                army.extend((0..number).map(|i| unit(&format!("g{i}"), titles[i % 2], role, json!({}))));
                roster(vec![detachment("brigade", 0, army)])
            };
            let found = errors_under(&guns(number, "heavy-support"), &rules, size);
            assert_eq!(found.contains(&"V-211"), number > most, "G-121 {number} copies at {size}: {found:?}");
            let found = errors_under(&guns(number, "troops"), &rules, size);
            assert!(!found.contains(&"V-211"), "G-121: Troops are not counted: {found:?}");
        }
    }
    let weak = json!({"understrength": true});
    // A unit below its least size may stand there; that army lacks its Warlord and nothing else.
    assert_eq!(errors_under(&roster(vec![stray(0, weak.clone())]), &rules, "up-to-1000"), ["V-212"]);
    let patrol = |more: Vec<Value>| {
        let mut army = vec![leader()];
        army.extend(more);
        roster(vec![detachment("patrol", 0, army)])
    };
    let troops = |more: Value| vec![unit("t", "Squad", "troops", more)];
    assert_eq!(errors_under(&patrol(troops(weak)), &rules, "up-to-1000"), ["V-206"]);
    for (transports, legal) in [(2, true), (3, false)] {
        let mut army = troops(json!({"keywords": ["VEHICLE"]}));
        army.extend(units("d", "dedicated-transport", transports));
        let expected: &[&str] = if legal { &[] } else { &["V-205"] };
        let army = patrol(army);
        assert_eq!(errors_under(&army, &rules, "up-to-1000"), expected, "one transport for each of two other units");
    }
}
