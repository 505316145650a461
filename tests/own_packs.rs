//! Every shipped pack, and one in a folder outside the tree, through every verb.

use adjutant_app::{App, Clock, Known};
use std::path::Path;

use adjutant_engine::ids::MatchId;
use serde_json::{Value, json};

use crate::support::{World, project};

/// Copies border-war and changes it into a pack of its own: other caps, another value of paint, a ruleset with a
/// control range of 9 inches and markers of 60 mm. Gives its folder, which lies outside the data folder.
pub fn own_pack(world: &World) -> String {
    let folder = world.path("mine");
    copy(&project().join("missions/border-war"), &folder);
    std::fs::remove_file(folder.join("hashes.json")).unwrap();
    change(&folder.join("pack.json"), |pack| {
        pack["id"] = "mine".into();
        pack["title"] = "Mine".into();
        pack.as_object_mut().unwrap().remove("ruleset");
        let sheet = &mut pack["plays"]["sheet"];
        sheet["columns"][0]["cap"] = 30.into();
        sheet["columns"][1]["cap"] = 11.into();
        sheet["extras"][0]["vp"] = 7.into();
        sheet["total_cap"] = 59.into();
    });
    std::fs::copy(project().join("missions/rulesets/9th/ruleset.json"), folder.join("ruleset.json")).unwrap();
    change(&folder.join("ruleset.json"), |ruleset| {
        ruleset["id"] = "mine".into();
        ruleset["control"]["range_in"] = 9.into();
        ruleset["control"]["marker_mm"] = 60.into();
    });
    folder.display().to_string()
}

pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)
        } else {
            std::fs::copy(entry.path(), target).map(drop).unwrap()
        }
    }
}

fn change(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut value: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    change(&mut value);
    std::fs::write(path, serde_json::to_vec_pretty(&value).unwrap()).unwrap();
}

/// What one match was written to say of itself: the caps that its sheet prints.
struct Caps {
    mission: &'static str,
    /// Its battle size, where it is not the usual one of the pack.
    size: &'static str,
    columns: Vec<u32>,
    extra: u32,
    total: u32,
    rounds: usize,
    /// What each player has in the match of [`recorded`]: paint, and what was held at its end.
    scored: u32,
    /// Whether players draw cards instead of choosing objectives.
    cards: bool,
    /// Whether each player has a disposition, and chooses between fixed and tactical cards.
    modes: bool,
}

impl Caps {
    /// Whether the pack lets players choose objectives; then a Defender picks the zone as well.
    fn chosen(&self) -> usize {
        if self.cards { 0 } else { self.columns.len() - 1 }
    }
}

/// Plays a pack through every verb. `pack` is what `--pack` takes, `known` what makes the pack known to verbs that
/// read a file outside the data folder.
fn every_verb(pack: &str, id: &str, known: &str, caps: &Caps) {
    let world = World::new();
    let pack = if pack.is_empty() { own_pack(&world) } else { pack.to_owned() };
    let known = known.replace("DIR", &pack);

    let listed = world.run(&format!("mission list --pack {pack} --json")).ends(0).json();
    let missions: Vec<String> =
        listed.as_array().unwrap().iter().map(|line| line["id"].as_str().unwrap().to_owned()).collect();
    assert!(!missions.is_empty());
    for verb in ["show", "map"] {
        assert!(world.run(&format!("mission {verb} {} --pack {pack}", missions[0])).ends(0).out.len() > 400);
    }
    if caps.modes {
        world.run(&format!("mission roll --pack {pack} --seed 3")).ends(1).says("rolls no missions");
    } else {
        let rolled = world.run(&format!("mission roll --pack {pack} --seed 3 --json")).ends(0).json();
        assert!(missions.iter().any(|mission| rolled["mission"] == mission.as_str()));
    }
    world.run(&format!("sheet blank --pack {pack} -o blank.pdf")).ends(0);

    for (seed, depth) in ["scores", "facts", "positions"].into_iter().enumerate() {
        let name = format!("s-{depth}");
        world.run(&format!("match simulate {name} --pack {pack} --seed {seed} --depth {depth}")).ends(0);
        printed(&world, &name, caps);
        read_elsewhere(&world, &name, id, &known);
    }
    recorded(&world, &pack, caps);
    guided(&world, &pack);
    event(&world, &pack, caps);
}

/// The database of a world, with the packs that its data folder keeps.
fn opened(world: &World) -> App {
    let known = Known::default();
    known.know(&[], Some(&world.path("data"))).unwrap();
    App::new(known, Clock::System, adjutant_store::Store::open(&world.path("data/adjutant.db")).unwrap())
}

/// The sheet of a match: its sums are right, its form is the pack's, and it verifies.
fn printed(world: &World, name: &str, caps: &Caps) {
    world.run(&format!("match show {name}")).ends(0);
    world.run(&format!("match sheet {name} -o {name}.pdf")).ends(0);
    world.run(&format!("match verify {name}")).ends(0);
    let shown = world.run(&format!("match show {name} --json")).ends(0).json();
    if shown["result"].is_object() {
        world.run(&format!("sheet verify {name}.pdf")).ends(0);
    }
    let app = opened(world);
    let recording = adjutant_app::matches::recording::Recording::load(&app, name).unwrap();
    let sheet = adjutant_sheets::ScoringSheet::of_match(
        recording.game(),
        recording.records(),
        false,
        &adjutant_packs::gt2020(),
    );
    assert_eq!(sheet.inconsistencies(), [], "{name}");
    assert_eq!(sheet.form.rounds, caps.rounds);
    assert_eq!(sheet.form.columns.iter().map(|column| column.cap).collect::<Vec<_>>(), caps.columns);
    assert_eq!(sheet.form.extra.as_ref().map_or(0, |extra| extra.vp), caps.extra);
    assert_eq!(sheet.form.total_cap, caps.total);
    let slip = adjutant_sheets::ResultSlips::labels_of(&sheet.form);
    let more = if caps.cards { caps.columns.len() - 1 } else { usize::from(caps.chosen() > 0) };
    let cells = 2 + more + usize::from(caps.extra > 0);
    assert_eq!(slip.len(), cells, "the primary, the chosen ones, paint and the total: {slip:?}");
}

/// The exported log, read by verbs that have no database: with the pack it is good, without it the error names it.
fn read_elsewhere(world: &World, name: &str, id: &str, known: &str) {
    let log = world.run(&format!("match export {name}")).ends(0).out;
    world.write("log.jsonl", &log);
    let shown = world.run(&format!("match show {name} --json")).ends(0).json();
    let elsewhere = "--data elsewhere";
    let replayed = world.run(&format!("replay log.jsonl --json {elsewhere} {known}")).ends(0).json();
    assert_eq!(replayed["players"], shown["players"]);
    world.run(&format!("audit log.jsonl {elsewhere} {known}")).ends(0);
    if !known.is_empty() {
        let open: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        let rules = open["do"]["open"]["rules"].as_str().unwrap().to_owned();
        let refused = world.run(&format!("replay log.jsonl {elsewhere}")).ends(1);
        assert!(refused.err.contains(&format!("`{id}` with rules {rules}")), "{}", refused.err);
        assert!(world.run(&format!("audit log.jsonl {elsewhere}")).ends(1).out.contains(&rules));
        let mut command = world.command(&format!("audit log.jsonl {elsewhere}"));
        command.env("ADJUTANT_PACKS", known.trim_start_matches("--packs "));
        assert!(command.output().unwrap().status.success());
    }
}

/// Records a set-up in words and begins the battle.
fn set_up(world: &World, name: &str, caps: &Caps) {
    let lines: Vec<(&str, String)> = if caps.modes {
        let lines = [
            ("one", "disposition one take-and-hold"),
            ("two", "disposition take-and-hold"),
            ("one", "secondaries tactical"),
            ("two", "secondaries fixed assassination engage-on-all-fronts"),
            ("one", "attacker one"),
            ("two", "zone b"),
            ("one", "first one"),
            ("one", "ready"),
            ("one", "begin"),
        ];
        lines.map(|(by, words)| (by, words.to_owned())).to_vec()
    } else if caps.cards {
        let lines = [("one", "attacker one"), ("two", "zone b"), ("one", "first one"), ("one", "begin")];
        lines.map(|(by, words)| (by, words.to_owned())).to_vec()
    } else if caps.chosen() > 0 {
        let choose = choices(world, name, caps.chosen()).join(" ");
        vec![
            ("one", format!("secondaries {choose}")),
            ("two", format!("secondaries {choose}")),
            ("one", "attacker one".into()),
            ("two", "zone b".into()),
            ("one", "first one".into()),
            ("one", "ready".into()),
            ("one", "begin".into()),
        ]
    } else {
        // A D3 of 1, and 2: three objectives, placed in turn by the winner of the roll-off.
        let lines = [
            ("both", "roll objectives 2"),
            ("both", "roll-off objectives 2-5"),
            ("two", "objective m1 20 24"),
            ("one", "objective m2 36 24"),
            ("two", "objective m3 52 24"),
            ("one", "first one"),
            ("one", "zone a"),
            ("one", "begin"),
        ];
        lines.map(|(by, words)| (by, words.to_owned())).to_vec()
    };
    for (by, words) in lines {
        world.run(&format!("match record {name} --by {by} {words}")).ends(0);
    }
}

/// A match from word to word, ended early by agreement.
fn recorded(world: &World, pack: &str, caps: &Caps) {
    let mission = caps.mission;
    world.run(&format!("match new m --pack {pack} --mission {mission} --one Anna --two Ben")).ends(0);
    set_up(world, "m", caps);
    let rest = match (caps.cards, caps.chosen()) {
        (true, _) => " m3=none m4=none m5=none",
        (false, 0) => " m3=none",
        (false, _) => "",
    };
    world.run(&format!("match record m --by both hold m1=one m2=two{rest}")).ends(0);
    world.run("match record m --by one end turn").ends(0);
    world.run("match record m --by two end turn").ends(0);
    world.run("match record m --by both agree-end").ends(0);
    printed(world, "m", caps);
    let shown = world.run("match show m --json").ends(0).json();
    assert_eq!(shown["result"]["one"], json!(caps.scored), "paint, and what is held at the end");
}

/// Secondary objectives of different categories that go together.
fn choices(world: &World, name: &str, wanted: usize) -> Vec<String> {
    let app = opened(world);
    let id = MatchId::new(name).unwrap();
    let recording = adjutant::commands::matches::answering::load(&app, &id).unwrap();
    let state = recording.game().state();
    let pack = state.pack.as_ref().unwrap();
    let mut categories = Vec::new();
    let mut chosen = Vec::new();
    for id in adjutant_engine::legal::choosable(state, adjutant_engine::side::Player::One) {
        let category = pack.objectives[&id].category;
        // Objectives whose models have to be noted need a roster.
        if !categories.contains(&category) && pack.objectives[&id].setup.is_none() && chosen.len() < wanted {
            categories.push(category);
            chosen.push(id.to_string());
        }
    }
    assert_eq!(chosen.len(), wanted);
    chosen
}

/// The dialogue, as lines: it opens the match under the pack.
fn guided(world: &World, pack: &str) {
    let run = world.feed(&format!("match play p --pack {pack}"), "Anna\nBen\n1\n\n\n\n\n");
    assert_eq!(run.code, Some(0), "{run:?}");
    let open = world.run("match show p --log").ends(0).out;
    assert!(open.contains("open"), "{open}");
    world.run(&format!("match play p --pack {pack}")).ends(0);
}

/// An event of two players: its match is opened under the pack, played, printed, taken as a result and audited.
fn event(world: &World, pack: &str, caps: &Caps) {
    let mission = caps.mission;
    let size = if caps.size.is_empty() { String::new() } else { format!(" --size {}", caps.size) };
    world.write("players.csv", "name\nAnna\nBen\n");
    world
        .run(&format!("event new cup --name Cup --pack {pack} --rounds 1 --seed 4 --missions {mission}{size}"))
        .ends(0);
    for words in ["register cup --csv players.csv", "table cup --count 1", "pair cup", "publish cup"] {
        world.run(&format!("event {words}")).ends(0);
    }
    let log = world.run("match export cup-r1-t01").ends(0).out;
    assert!(log.lines().next().unwrap().contains("\"rules\":"), "{log}");
    set_up(world, "cup-r1-t01", caps);
    world.run("match record cup-r1-t01 --by both agree-end").ends(0);
    printed(world, "cup-r1-t01", caps);
    world.run("event result cup --from-match cup-r1-t01 --provisional").ends(0);
    world.run("event sheets cup --round 1 -o sheets").ends(0);
    world.run("event close cup").ends(0);
    world.run("event check cup").ends(0);
    world.run("audit data/adjutant.db").ends(0);
}

#[test]
fn the_first_shipped_pack_goes_through_every_verb() {
    every_verb(
        "gt2020",
        "gt2020",
        "",
        &Caps {
            mission: "scorched-earth",
            size: "",
            columns: vec![45, 15, 15, 15],
            extra: 10,
            total: 100,
            rounds: 5,
            scored: 10,
            cards: false,
            modes: false,
        },
    );
}

#[test]
fn the_invented_pack_goes_through_every_verb() {
    every_verb(
        "border-war",
        "border-war",
        "",
        &Caps {
            mission: "the-ford",
            size: "",
            columns: vec![36, 12, 12],
            extra: 5,
            total: 65,
            rounds: 4,
            scored: 5,
            cards: false,
            modes: false,
        },
    );
}

#[test]
fn a_pack_in_a_folder_goes_through_every_verb() {
    every_verb(
        "",
        "mine",
        "--packs DIR",
        &Caps {
            mission: "the-ford",
            size: "",
            columns: vec![30, 11, 11],
            extra: 7,
            total: 59,
            rounds: 4,
            scored: 7,
            cards: false,
            modes: false,
        },
    );
}

#[test]
fn the_standard_missions_go_through_every_verb() {
    every_verb(
        "standard-5th",
        "standard-5th",
        "",
        &Caps {
            mission: "seize-ground-pitched-battle",
            size: "",
            columns: vec![100],
            extra: 0,
            total: 100,
            rounds: 7,
            scored: 1,
            cards: false,
            modes: false,
        },
    );
}

#[test]
fn the_outposts_of_the_8th_edition_go_through_every_verb() {
    every_verb(
        "outposts-8th",
        "outposts-8th",
        "",
        &Caps {
            mission: "the-causeway",
            size: "up-to-1000",
            columns: vec![24, 15, 1],
            extra: 0,
            total: 40,
            rounds: 5,
            scored: 2,
            cards: true,
            modes: false,
        },
    );
}

#[test]
fn the_outposts_of_the_10th_edition_go_through_every_verb() {
    every_verb(
        "outposts-10th",
        "outposts-10th",
        "",
        &Caps {
            mission: "the-pass",
            size: "",
            columns: vec![40, 30],
            extra: 0,
            total: 70,
            rounds: 4,
            scored: 3,
            cards: true,
            modes: false,
        },
    );
}

#[test]
fn the_matrix_missions_go_through_every_verb() {
    every_verb(
        "matrix-11th",
        "matrix-11th",
        "",
        &Caps {
            mission: "take-and-hold-mirror-a",
            size: "",
            columns: vec![45, 45],
            extra: 10,
            total: 100,
            rounds: 5,
            scored: 10,
            cards: true,
            modes: true,
        },
    );
}

/// A shipped pack that nobody plays here would go unnoticed.
#[test]
fn no_shipped_pack_is_left_out() {
    // Rules of their own are played by `crates/simulate/tests`: `fifth`, `eighth`, `tenth` and `eleventh`.
    let known = ["border-war", "gt2020", "matrix-11th", "outposts-10th", "outposts-8th", "standard-5th"];
    assert_eq!(adjutant_packs::shipped_ids(), known, "each needs a test above");
}

#[test]
fn two_versions_of_a_pack_lie_side_by_side() {
    let world = World::new();
    let first = own_pack(&world);
    world.run(&format!("match simulate a --pack {first} --seed 1 --depth scores")).ends(0);
    let pack = Path::new(&first).join("pack.json");
    change(&pack, |pack| pack["plays"]["sheet"]["columns"][0]["cap"] = 31.into());
    world.run(&format!("match simulate b --pack {first} --seed 1 --depth scores")).ends(0);
    // The same ruleset, another mission: the mission's hash tells which one it was.
    let mission = Path::new(&first).join("objectives/hold-the-march.json");
    change(&mission, |objective| objective["name"] = "Hold the March again".into());
    world.run(&format!("match simulate c --pack {first} --seed 1 --depth scores")).ends(0);
    for name in ["a", "b", "c"] {
        world.run(&format!("match verify {name}")).ends(0);
        world.run(&format!("match show {name}")).ends(0);
    }
    assert_eq!(std::fs::read_dir(world.path("data/packs")).unwrap().count(), 3);
}

#[test]
fn what_is_no_pack_is_refused() {
    let world = World::new();
    world.run("match new m --pack nowhere --one A --two B").ends(2).says("unknown pack `nowhere`").says("gt2020");
    std::fs::create_dir(world.path("empty")).unwrap();
    world.run("match new m --pack empty --one A --two B").ends(1).says("`pack.json` is missing or cannot be read");
    world.run("match list --packs empty").ends(1).says("this folder holds no pack");
    let mine = own_pack(&world);
    change(&Path::new(&mine).join("pack.json"), |pack| pack["id"] = "gt2020".into());
    world.run(&format!("match new m --pack {mine} --one A --two B")).ends(0);
    world.run("match verify m").ends(0);
}

/// Two packs of one id, and two of one ruleset: each event opens its matches under the one that it was made with.
#[test]
fn an_event_names_its_pack_by_hash() {
    let world = World::new();
    let mine = own_pack(&world);
    let folder = Path::new(&mine);
    change(&folder.join("pack.json"), |pack| pack["id"] = "border-war".into());
    world.write("players.csv", "name\nAnna\nBen\n");
    let play = |event: &str, pack: &str| {
        world.run(&format!("event new {event} --name E --pack {pack} --rounds 1 --seed 4 --missions the-ford")).ends(0);
        for words in ["register E --csv players.csv", "table E --count 1", "pair E", "publish E"] {
            world.run(&format!("event {}", words.replace('E', event))).ends(0);
        }
        let name = format!("{event}-r1-t01");
        let log = world.run(&format!("match export {name}")).ends(0).out;
        let records: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let shown = world.run(&format!("match show {name} --json")).ends(0).json();
        let cap = shown["players"]["one"]["columns"][0]["cap"].clone();
        world.run(&format!("match verify {name}")).ends(0);
        (records[0]["do"]["open"]["rules"].clone(), records[1]["do"]["mission"]["rules_hash"].clone(), cap)
    };
    let own = play("own", &mine);
    let shipped = play("shipped", "border-war");
    // The same ruleset and another objective.
    change(&folder.join("objectives/hold-the-march.json"), |objective| objective["name"] = "Hold On".into());
    let changed = play("changed", &mine);
    assert!(own.0 != shipped.0 && own.1 != shipped.1, "{own:?} {shipped:?}");
    assert!(own.0 == changed.0 && own.1 != changed.1, "{own:?} {changed:?}");
    // A second event of the first version: the folder is gone, its copy in the data folder is not.
    world.run("event sheets own --round 1 -o sheets").ends(0);
    world.run("event check own").ends(0);
    // Where no pack of that hash is known, the event says which one it needs.
    std::fs::remove_dir_all(world.path("data/packs")).unwrap();
    let refused = world.run("event table own --number 1 --missions the-ford").ends(1);
    assert!(refused.err.contains("of hash "), "{}", refused.err);
}

/// A model of 32 mm stands so far from the middle of `m2`, at [22, 15], in a match by positions; says who holds it.
fn holder_at(world: &World, pack: &str, name: &str, distance: &str) -> Value {
    let unit = |id: &str, x: &str| {
        format!(
            r#"{{"id":"{id}","datasheet":"Levy","role":"troops","points":10,"power":1,"keywords":["INFANTRY"],"faction_keywords":["MARCH"],"models":[{{"group":"spear","count":1,"wounds":1,"base":{{"round_mm":32}}}}]}}@{x}"#
        )
    };
    let (a, b) = (unit("a1", distance), unit("b1", "40"));
    let roster = |side: &str, unit: &str| {
        format!(
            r#"{{"by":"{side}","do":{{"roster":{{"player":"{side}","roster":{{"name":"L","faction":"MARCH","detachments":[{{"type":"patrol","cp":0,"units":[{}]}}],"reinforcement_points":0}}}}}}}}"#,
            unit.split('@').next().unwrap()
        )
    };
    let x = 22.0 + distance.parse::<f64>().unwrap();
    let lines = [
        roster("one", &a),
        roster("two", &b),
        r#"{"by":"one","do":{"secondaries":{"choose":["toll-of-the-crossing","light-the-beacons"]}}}"#.into(),
        r#"{"by":"two","do":{"secondaries":{"choose":["toll-of-the-crossing","cut-the-supplies"]}}}"#.into(),
        r#"{"by":"both","do":{"roles":{"attacker":"one"}}}"#.into(),
        r#"{"by":"two","do":{"zone":{"zone":"b"}}}"#.into(),
        r#"{"by":"both","do":{"first-turn":{"player":"one"}}}"#.into(),
        r#"{"by":"both","do":{"begin":{}}}"#.into(),
        format!(r#"{{"by":"judge","do":{{"place":{{"unit":"a1","at":{{"models":[[{x:.3},15]]}}}}}}}}"#),
        r#"{"by":"judge","do":{"place":{"unit":"b1","at":{"models":[[40,28]]}}}}"#.into(),
    ];
    world.run(&format!("match new {name} --pack {pack} --mission the-ford --one A --two B")).ends(0);
    world.write("lines.jsonl", lines.join("\n"));
    world.run(&format!("match record {name} --from lines.jsonl")).ends(0);
    let shown = world.run(&format!("match show {name} --json")).ends(0).json();
    shown["markers"][1]["holder"].clone()
}

/// 9 inches, half a marker of 60 mm and half a base of 32 mm: 9″ + 46 mm = 10.811″.
#[test]
fn a_pack_that_says_nine_inches_is_played_with_nine() {
    let world = World::new();
    let mine = own_pack(&world);
    // Ranges of 9 inches overlap: a model that counts for one marker only would count for the nearest.
    let ruleset = Path::new(&mine).join("ruleset.json");
    change(&ruleset, |ruleset| ruleset["control"]["one_marker_a_model"] = false.into());
    assert_eq!(holder_at(&world, &mine, "near", "10.811"), "one");
    assert_eq!(holder_at(&world, &mine, "far", "10.812"), "none");
    // 3 inches, 20 mm and 16 mm: 4.417.
    assert_eq!(holder_at(&world, "border-war", "shipped-near", "4.417"), "one");
    assert_eq!(holder_at(&world, "border-war", "shipped-far", "4.418"), "none");
    // Measured to the middle of the marker, its width counts for nothing.
    change(&ruleset, |ruleset| ruleset["control"]["from"] = "centre".into());
    assert_eq!(holder_at(&world, &mine, "centre-near", "9.629"), "one");
    assert_eq!(holder_at(&world, &mine, "centre-far", "9.630"), "none");
}
