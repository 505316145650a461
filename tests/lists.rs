//! Army lists in the program: imported, checked, and a match fought between two of them.

use crate::support::World;

const PRIORESS: &str = "\
++ Patrol Detachment 0CP (Imperium - Invented Order) [14 PL, 4CP, 300pts] ++

+ HQ +

Prioress [5 PL, -2CP, 100pts]: Candle of Dawn, Warlord

+ Troops +

Pilgrims [4 PL, 80pts]
. 9x Pilgrim: 9x Staff
. Pilgrim Leader: Staff

Bell Ringers [5 PL, 120pts]
. 5x Ringer: 5x Bell
";

const MARGRAVE: &str = "\
++ Patrol Detachment 0CP (Imperium - Other Invented Order) [12 PL, 4CP, 260pts] ++

+ HQ +

Margrave [6 PL, -2CP, 110pts]: Old Sword, Warlord

+ Troops +

Levies [6 PL, 150pts]
. 10x Levy: 10x Spear
";

fn world() -> World {
    let world = World::new();
    world.write("prioress.txt", PRIORESS);
    world.write("margrave.txt", MARGRAVE);
    world
}

#[test]
fn a_list_is_imported_checked_and_shown() {
    let world = world();
    world.run("roster import prioress.txt --text -o prioress.json").ends(0);
    let roster: serde_json::Value = serde_json::from_slice(&world.read("prioress.json")).expect("JSON");
    assert_eq!(roster["detachments"][0]["type"], "patrol");
    assert_eq!(roster["detachments"][0]["units"].as_array().map(Vec::len), Some(3));
    let again = world.run("roster show prioress.json --json").ends(0).json();
    assert_eq!(again, roster, "our own JSON comes back as it was");
    let report = world.run("roster check prioress.txt --size incursion --json").ends(0).json();
    assert_eq!(report["points"]["total"], 300);
    world.run("roster check prioress.txt --size no-such-size").ends(2).says("no-such-size");
    world.run("roster check prioress.txt --pack no-such-pack").ends(2).says("no-such-pack");
    world.run("roster import absent.rosz").ends(3).says("absent.rosz");
    world.write("bad.rosz", b"PK\x03\x04 not a zip");
    world.run("roster import bad.rosz").ends(1).says("bad.rosz");
}

#[test]
fn two_imported_lists_fight_a_match_from_start_to_result() {
    let world = world();
    world.run("match new m --mission centre-ground --one Ada --two Ben --size incursion").ends(0);
    world.run("match roster m prioress.txt --player one --text").ends(0);
    world.run("roster import prioress.txt --text -o prioress.json").ends(0);
    world.run("match roster m prioress.json --player two").ends(1).says("roster import LIST --player two");
    world.run("match roster m margrave.txt --player two --text").ends(0);
    world.run("match roster m margrave.txt --player two --text").ends(1).says("already-done");
    let record = |words: &str| world.run(&format!("match record m {words}"));
    let bare = |line: &str| world.feed("match record m --from -", line).ends(0);
    bare(r#"{"by":"one","do":{"secondaries":{"choose":["assassinate","linebreaker","grind-them-down"]}}}"#);
    bare(r#"{"by":"two","do":{"secondaries":{"choose":["assassinate","linebreaker","thin-their-ranks"]}}}"#);
    bare(r#"{"by":"both","do":{"roles":{"attacker":"one"}}}"#);
    bare(r#"{"by":"two","do":{"zone":{"zone":"b"}}}"#);
    bare(r#"{"by":"both","do":{"first-turn":{"player":"one"}}}"#);
    bare(r#"{"by":"both","do":{"begin":{}}}"#);
    let view = world.run("match show m --json").ends(0).json();
    assert_eq!(
        view["players"]["one"]["cp"],
        6 - 2 + 2 - 2 + 1,
        "size, Detachment, its benefit, upgrade, first Command phase"
    );
    assert_eq!(view["units"].as_array().map(Vec::len), Some(5));
    record("hold m1 m2 m3 m4=two").ends(0);
    record("end turn").ends(0);
    record("end turn").ends(0);
    record("--by both kill margrave").ends(0);
    for _ in 0..8 {
        record("end turn").ends(0);
    }
    let view = world.run("match show m --json").ends(0).json();
    assert_eq!(view["status"], "ended");
    // Held all battle: 15 in each of rounds 2 to 5, of which 45 count; the Margrave is one CHARACTER less.
    assert_eq!(view["players"]["one"]["primary"]["raw"], 60);
    assert_eq!(view["players"]["one"]["primary"]["vp"], 45);
    let result = &view["result"];
    assert_eq!(result["winner"], "one");
    world.run("match sheet m -o sheet.pdf").ends(0);
    world.run("sheet verify sheet.pdf").ends(0);
    world.run("match export m -o m.jsonl").ends(0);
    world.run("sheet verify sheet.pdf --log m.jsonl").ends(0);
    world.run("audit m.jsonl").ends(0);
}

#[test]
fn a_match_is_opened_in_the_size_of_its_mission() {
    let world = World::new();
    world.run("match new small --mission raid --one Anna --two Ben").ends(0);
    let log = world.run("match export small").ends(0).out;
    assert!(log.lines().next().unwrap().contains(r#""size":"incursion""#), "{log}");
    let refused = world.run("match new large --mission raid --size strike-force --one Anna --two Ben").ends(1);
    refused.says("raid is a mission for incursion; this match is opened as strike-force");
}

#[test]
fn missions_are_listed_shown_rolled_and_checked() {
    let world = World::new();
    let missions = world.run("mission list --json").ends(0).json();
    assert_eq!(missions.as_array().map(Vec::len), Some(18));
    let briefing = world.run("mission show scorched-earth").ends(0).out;
    assert!(
        briefing.contains("Scorched Earth") && briefing.lines().all(|line| line.chars().count() <= 80),
        "{briefing}"
    );
    let rolled = world.run("mission roll --size strike-force --seed 42").ends(0).out;
    assert_eq!(rolled, world.run("mission roll --size strike-force --seed 42").ends(0).out, "a seed is a seed");
    world.run("mission map overrun -o overrun.svg").ends(0);
    assert!(String::from_utf8(world.read("overrun.svg")).expect("text").starts_with("<svg"));
    world.run("mission show no-such-mission").ends(1).says("no-such-mission");
    let packs = crate::support::project().join("missions");
    for pack in ["gt2020", "border-war"] {
        world.run(&format!("mission check {}", packs.join(pack).display())).ends(0);
    }
    world.write("pack.json", "{\n  \"id\": 3\n}");
    let faults = world.run("mission check .").ends(1).out;
    assert!(faults.contains("pack.json: line 2"), "{faults}");
}

#[test]
fn a_log_under_other_rules_is_replayed_only_when_asked() {
    let world = World::with_match();
    world.run("match export m -o m.jsonl").ends(0);
    let log = String::from_utf8(world.read("m.jsonl")).expect("text");
    let bare: String = log
        .lines()
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
            format!("{}\n", serde_json::json!({"by": record["by"], "do": record["do"]}))
        })
        .collect();
    let at = bare.find("rules_hash\":\"").expect("a hash") + "rules_hash\":\"".len();
    let other = format!("{}{}{}", &bare[..at], "0".repeat(64), &bare[at + 64..]);
    world.write("other.bare.jsonl", other);
    world.run("replay --bare other.bare.jsonl").ends(1).says("other-rules");
    world.run("replay --bare other.bare.jsonl --other-rules").ends(0);
}

/// An army that breaks a muster rule enters the match, and the program says so.
#[test]
fn an_illegal_list_is_told_when_it_enters_and_shown_with_the_keywords_of_its_models() {
    let world = World::with_match();
    let unit = |id: &str, role: &str, models: serde_json::Value| {
        serde_json::json!({"id": id, "datasheet": id, "role": role, "points": 100, "power": 5, "keywords": ["INFANTRY"],
            "faction_keywords": ["IMPERIUM", "ORDER"], "models": models})
    };
    let guards = serde_json::json!([{"group": "captain", "count": 1, "wounds": 5, "leadership": 9, "keywords": ["CHARACTER"]},
        {"group": "guard", "count": 4, "wounds": 2}]);
    let troops = serde_json::json!([{"group": "m", "count": 5, "wounds": 1}]);
    let mut roster = serde_json::json!({"name": "W", "faction": "IMPERIUM", "detachments": [{"type": "patrol", "cp": 2,
        "units": [unit("h1", "hq", guards), unit("t1", "troops", troops)]}],
        "warlord": {"unit": "h1", "group": "captain"}});
    world.write("good.json", roster.to_string());
    roster["warlord"]["group"] = "guard".into();
    world.write("bad.json", roster.to_string());
    let shown = world.run("roster show bad.json").ends(0).out;
    assert!(shown.contains("1 x captain (W 5, Ld 9)"), "{shown}");
    assert!(shown.contains("      Keywords of its own: CHARACTER\n"), "{shown}");
    let told = world.run("match roster m bad.json --player one").ends(0);
    assert!(
        told.err.contains("not legal: V-212") && told.err.contains("adjutant roster check bad.json"),
        "{}",
        told.err
    );
    let world = World::with_match();
    world.write(
        "good.json",
        roster.to_string().replace("\"group\":\"guard\",\"unit\"", "\"group\":\"captain\",\"unit\""),
    );
    assert!(!world.run("match roster m good.json --player one").ends(0).err.contains("not legal"));
}
