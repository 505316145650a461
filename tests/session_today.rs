//! A battle of the edition that is played today at the table's screen, in keys.

use adjutant_engine::side::Player;
use adjutant_play::text::key::Key;
use serde_json::{Value, json};

use crate::session::Script;
use crate::support::World;

/// Most keys of a whole battle with scores only, after its set-up.
const KEYS_MAX: usize = 60;

/// A battle between two armies without lists, set up by keys; each player plays cards in this way.
fn begun(world: &World, cards: &str) -> Script {
    let mission = "take-and-hold-purge-the-foe-a";
    let open = format!("match new m --pack matrix-11th --mission {mission} --one Anna --two Ben --dice open");
    world.run(&open).ends(0);
    let mut script = Script::open(world);
    // No lists; Anna is bent on purging, Ben on holding: the mission leaves no other choice.
    script.types("xxba");
    for _ in Player::BOTH {
        script.types(cards);
        script.key(Key::Enter);
    }
    // Both choices are opened; Anna attacks, Ben takes zone A, Anna goes first, both armies are painted.
    script.key(Key::Enter);
    script.types("1a1yy>");
    script
}

/// Plays to the end: what is pressed before the sheet of each turn opens. Two awards pay in each turn from round 2 on. Gives
/// the number of keys.
fn played(script: &mut Script, first: &str) -> usize {
    let before = script.keys();
    for round in 1..=5 {
        for (primary, steps) in ["5", "4"].map(|primary| (primary, usize::from(round > 1))) {
            script.types(first);
            script.types("t");
            // The last round pays at the end of the turn, what markers bring behind the rest.
            let answers = match round {
                1 => ["", ""],
                5 => ["3", primary],
                _ => [primary, "3"],
            };
            script.types(answers[0]);
            (0..steps).for_each(|_| script.key(Key::Tab));
            script.types(answers[1]);
            script.types(".>");
        }
    }
    script.keys() - before
}

fn over(world: &World) -> Value {
    let shown = world.run("match show m --json").ends(0).json();
    assert_eq!((&shown["status"], &shown["needs"]), (&json!("ended"), &json!([])));
    assert!(world.run("match verify m").ends(0).out.contains("good"));
    shown["players"].clone()
}

/// Fixed cards were refused at the screen as two of one category: nobody could play them. Scores only: `t` opens the sheet, a
/// digit answers, `.` says that the rest brings nothing, `>` goes on.
#[test]
fn a_battle_with_cards_that_stay_is_scored_in_sixty_keys() {
    let world = World::new();
    let mut script = begun(&world, "bd");
    let keys = played(&mut script, "");
    assert!(keys <= KEYS_MAX, "{keys} keys");
    let players = over(&world);
    assert_eq!([&players["one"]["total"], &players["two"]["total"]], [42, 38]);
    assert_eq!(players["one"]["cards"]["active"], json!(["assassination", "engage-on-all-fronts"]));
}

/// One key more for each turn: `y` draws what is due.
#[test]
fn a_battle_with_drawn_cards_takes_one_key_more_a_turn() {
    let world = World::new();
    let mut script = begun(&world, "");
    let keys = played(&mut script, "y");
    assert!(keys <= KEYS_MAX + 10, "{keys} keys");
    let players = over(&world);
    let drawn = ["one", "two"].map(|player| players[player]["cards"]["active"].as_array().expect("cards").len());
    assert_eq!(drawn, [10, 10]);
}

/// What a card asks the other player to pick was said in words alone.
#[test]
fn what_is_picked_has_a_key() {
    let world = World::new();
    let mut script = begun(&world, "");
    script.types(":");
    script.line("card draw a-tempting-target no-prisoners");
    assert!(script.screen().contains("Ben picks one as target for A Tempting Target (i)"), "{}", script.screen());
    script.types("ib");
    assert!(!script.screen().contains("(i)"), "{}", script.screen());
    let told = world.run("match log m").ends(0).out;
    assert!(told.contains("m4 is picked as target for Anna."), "{told}");
}

/// Several are ticked by letters before one Enter records them: the tokens of a primary, before the battle begins.
#[test]
fn several_are_picked_before_the_battle() {
    let world = World::new();
    let mission = "disruption-priority-assets-a";
    world.run(&format!("match new m --pack matrix-11th --mission {mission} --one Anna --two Ben")).ends(0);
    let mut script = Script::open(&world);
    script.types("xxaa");
    for key in [Key::Enter, Key::Enter, Key::Enter] {
        script.key(key);
    }
    script.types("1a1yy");
    assert!(script.screen().contains("Anna picks up to 5 as located for Locate and Deny (i)."), "{}", script.screen());
    script.types("icdc");
    assert!(
        script.screen().contains("▸area t3") && script.screen().contains("Enter pick these"),
        "{}",
        script.screen()
    );
    script.key(Key::Enter);
    let told = world.run("match log m").ends(0).out;
    assert!(told.contains("area t3, area t4 are picked as located for Anna."), "{told}");
    assert!(script.screen().contains("> begins the battle") && !script.screen().contains("(i)"), "{}", script.screen());
}
