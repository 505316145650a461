//! The guided session under rules of other editions: cards, Battle-shock, reserves without a deadline, Sudden Death.

use adjutant_play::text::key::Key;
use adjutant_play::text::line::Line;
use adjutant_play::view;
use serde_json::json;

use crate::session::Script;
use crate::support::World;

/// Rules with cards: the screen says how many are to be drawn and which are in play; a unit below half strength is named
/// until it has tested, and the test is told with what came of it. Reserves without a deadline have none.
#[test]
fn cards_are_drawn_and_battle_shock_is_told() {
    let world = World::new();
    world.run("match new m --pack outposts-10th --mission the-pass --one Anna --two Ben").ends(0);
    for (player, prefix) in [("one", "a"), ("two", "b")] {
        let unit = |number: u32, name: &str| {
            json!({"id": format!("{prefix}{number}"), "datasheet": name, "role": "troops", "points": 100,
                "power": 1, "keywords": ["INFANTRY"], "faction_keywords": ["ARMY"], "models": [{"group": "trooper",
                "count": 10, "wounds": 1, "leadership": 7, "objective_control": 2}]})
        };
        let roster = json!({"name": player, "detachments": [{"type": "army", "cp": 0,
            "units": [unit(1, "Line"), unit(2, "Scouts")]}]});
        world.write(&format!("{player}.json"), serde_json::to_vec(&roster).expect("JSON"));
    }
    let mut script = Script::open(&world);
    for player in ["one", "two"] {
        script.types("f");
        script.line(&world.path(&format!("{player}.json")).display().to_string());
    }
    // Anna attacks, Ben takes zone B; Anna keeps her Scouts back, Ben nothing; Anna begins.
    script.types("1b");
    script.types("b");
    script.key(Key::Enter);
    script.key(Key::Enter);
    script.types("1>");
    assert!(script.notes().contains("Anna draws 2 cards (C)"), "{}", script.screen());
    script.types("C");
    assert!(script.notes().contains("2 to draw"), "{}", script.screen());
    script.types("a");
    assert!(script.notes().contains("1 to draw"), "{}", script.screen());
    script.types("a");
    assert!(!script.notes().contains("draws"), "{}", script.screen());
    assert!(script.notes().contains("Anna: Behind Their Lines, Break Their Nerve · Ben: none"), "{}", script.screen());
    script.types("C");
    assert!(!script.notes().contains("to draw"), "the hand is full: {}", script.screen());
    script.key(Key::Escape);
    script.types(">t");
    assert!(script.notes().contains("Scouts: still in reserve"), "{}", script.screen());
    script.types("00>ka6");
    script.key(Key::Enter);
    script.key(Key::Escape);
    script.types(">t0>");
    assert!(script.notes().contains("Battle-shock due: Line (b)"), "{}", script.screen());
    script.types("ba12");
    script.key(Key::Enter);
    script.key(Key::Escape);
    assert!(script.screen().contains("Line is Battle-shocked (1+2)."), "{}", script.screen());
    assert!(!script.notes().contains("Battle-shock due"), "{}", script.screen());
    let tall: Vec<String> = view::frame(&script.host.scene(), 100, 40).iter().map(Line::text).collect();
    assert!(tall.iter().any(|row| row.contains("Line 4/10 shocked")), "{tall:#?}");
    let shown = world.run("match show m").ends(0).out;
    assert!(shown.contains("4/10  Battle-shocked") && shown.contains("10/10  in reserve"), "{shown}");
}

/// A battle that a rule of the pack ends is told with the name of that rule.
#[test]
fn sudden_death_is_called_by_its_name() {
    let world = World::new();
    world.run("match new m --pack outposts-8th --mission the-causeway --one Anna --two Ben").ends(0);
    for (player, prefix) in [("one", "a"), ("two", "b")] {
        let unit = |number: u32, name: &str, role: &str, carries: Option<u32>| {
            json!({"id": format!("{prefix}{number}"), "datasheet": name, "role": role, "points": 100,
                "power": 1, "keywords": ["INFANTRY"], "faction_keywords": ["ARMY"], "transport_capacity": carries,
                "models": [{"group": "model", "count": 5, "wounds": 1, "leadership": 7}]})
        };
        let units =
            [unit(1, "Line", "troops", None), unit(2, "Skyboat", "flyer", Some(12)), unit(3, "Scouts", "troops", None)];
        let roster = json!({"name": player, "detachments": [{"type": "patrol", "cp": 0, "units": units}],
            "warlord": {"unit": format!("{prefix}1"), "group": "model"}});
        world.write(&format!("{player}.json"), serde_json::to_vec(&roster).expect("JSON"));
    }
    let mut script = Script::open(&world);
    for player in ["one", "two"] {
        script.types("f");
        script.line(&world.path(&format!("{player}.json")).display().to_string());
        // Too few units for a Patrol Detachment; both agree.
        assert!(script.screen().contains("NOT LEGAL"), "{}", script.screen());
        script.types("y");
    }
    // Ben's Scouts fly in the Skyboat; his Line falls in round 2.
    script.types("1b");
    script.key(Key::Enter);
    script.types("c==");
    script.key(Key::Enter);
    assert!(script.screen().contains("1 unit is aboard a transport."), "{}", script.screen());
    script.types("1>");
    script.types("t0>t0>");
    script.types(":");
    script.line("kill b1");
    script.types("t");
    assert!(script.notes().contains("Hold the Posts · end of the battle"), "{}", script.notes());
    assert!(script.notes().contains("Anna wins 1 – 0 (by Sudden Death)"), "{}", script.notes());
    script.types(">");
    assert!(script.notes().contains("By Sudden Death."), "{}", script.screen());
    let shown = world.run("match show m").ends(0).out;
    assert!(shown.contains("Anna wins by Sudden Death"), "{shown}");
    let told = world.run("match summary m").ends(0).out;
    assert!(told.contains("by Sudden Death"), "{told}");
}
