//! A battle of the edition that is played today at the table's screen, in keys.

use adjutant_engine::side::Player;
use adjutant_play::text::key::Key;
use serde_json::{Value, json};

use crate::session::{Script, army_files};
use crate::support::World;
use crate::support::table::key_of;

/// Most keys of a whole battle with scores only, after its set-up.
const KEYS_MAX: usize = 60;

/// Most keys of a whole battle with facts, after its set-up.
const KEYS_WITH_FACTS_MAX: usize = 100;

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

/// Plays to the end: what is pressed before the first sheet opens, and what ends each turn but the last. Two awards pay in
/// each turn from round 2 on. Gives the number of keys.
fn played(script: &mut Script, first: &str, ends: &str) -> usize {
    let before = script.keys();
    script.types(first);
    for round in 1..=5 {
        for (turn, primary) in ["5", "4"].into_iter().enumerate() {
            let steps = usize::from(round > 1);
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
            script.types(".");
            script.types(if (round, turn) == (5, 1) { ">" } else { ends });
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
    let keys = played(&mut script, "", ">");
    assert!(keys <= KEYS_MAX, "{keys} keys");
    let players = over(&world);
    assert_eq!([&players["one"]["total"], &players["two"]["total"]], [42, 38]);
    assert_eq!(players["one"]["cards"]["active"], json!(["assassination", "engage-on-all-fronts"]));
}

/// `!` in the sheet ends the turn and draws what is due as the next one begins; `y` draws for the first.
#[test]
fn a_battle_with_drawn_cards_is_scored_in_sixty_keys() {
    let world = World::new();
    let mut script = begun(&world, "");
    let keys = played(&mut script, "y", "!");
    assert!(keys <= KEYS_MAX, "{keys} keys");
    let players = over(&world);
    let drawn = ["one", "two"].map(|player| players[player]["cards"]["active"].as_array().expect("cards").len());
    assert_eq!(drawn, [10, 10]);
}

/// A whole battle with facts, turn by turn: losses, markers, Battle-shock tests, every question.
const WITH_FACTS: [&str; 10] = [
    "t4c2>",
    "2t3⇥2ad3>",
    "bd44⏎⎋134-5>t3⇥4b*>",
    ">t2c2>",
    "bd53⏎⎋>t4e2>",
    ">t4e1>",
    "bd62⏎⎋5>t2d2>",
    "5>t2c1>",
    "bd61c55⏎⎋>t4f*>",
    ">t4b*>",
];

/// The armies of a simulated match with leaders in units, set up by keys, and cards that stay.
fn begun_with_lists(world: &World) -> Script {
    army_files(world);
    let mission = "take-and-hold-purge-the-foe-a";
    world.run(&format!("match new m --pack matrix-11th --mission {mission} --one Anna --two Ben --dice open")).ends(0);
    let mut script = Script::open(world);
    for player in ["one", "two"] {
        script.types("f");
        script.line(&world.path(&format!("{player}.json")).display().to_string());
    }
    plays(&mut script, "aabd⏎bd⏎⏎1adx⏎dx⏎⏎1yy>");
    script
}

fn plays(script: &mut Script, keys: &str) {
    keys.chars().for_each(|key| script.key(key_of(key)));
}

/// The turn sheet asks what facts do not decide, and kills pay by themselves. Each card shows what it brought itself: every
/// card of the column once stood there with the sum of all.
#[test]
fn a_battle_with_facts_pays_by_itself_and_shows_what_each_card_brought() {
    let world = World::new();
    let mut script = begun_with_lists(&world);
    let before = script.keys();
    WITH_FACTS[..2].iter().for_each(|turn| plays(&mut script, turn));
    let rows: Vec<String> = script.screen().lines().skip(3).take(4).map(str::to_owned).collect();
    assert_eq!(
        rows,
        [
            " Unstoppable    0                  0/45  Immovable      3                  3/45",
            " Assassination  0                  0/20  Assassination  4                  4/20",
            " Engage Fronts  4                  4/20  Engage Fronts  2                  2/20",
            " All cards      4                  4/45  All cards      6                  6/45",
        ]
    );
    WITH_FACTS[2..].iter().for_each(|turn| plays(&mut script, turn));
    let keys = script.keys() - before;
    assert!(keys <= KEYS_WITH_FACTS_MAX, "{keys} keys");
    let players = over(&world);
    assert_eq!([&players["one"]["total"], &players["two"]["total"]], [77, 75]);
    // Each award counts once: cards and primary objectives come to the totals, with Battle Ready.
    let facts = world.run("facts data/adjutant.db").ends(0).json();
    for (side, player) in ["one", "two"].iter().enumerate() {
        let paid = facts["awards"].as_array().expect("awards").iter().filter(|award| award["side"] == *player);
        let paid: i64 = paid.map(|award| award["vp"].as_i64().expect("points")).sum();
        assert_eq!(paid + 10, facts["sides"][side]["vp"].as_i64().expect("points"));
    }
}

/// The screen said "Not said: who holds m1" to players who had just said it: a Battle-shock test that nobody took takes
/// back what was said of the markers near its unit.
#[test]
fn a_phase_that_lacks_a_battle_shock_test_says_which() {
    let world = World::new();
    let mut script = begun_with_lists(&world);
    WITH_FACTS[..2].iter().for_each(|turn| plays(&mut script, turn));
    assert!(script.screen().contains("Battle-shock due: Pioneers (b)"), "{}", script.screen());
    plays(&mut script, "134-5>");
    let screen = script.screen();
    let lacks = "Not tested for Battle-shock: Pioneers (b). Until then nobody knows who holds\n     m1 m2 m3 m4 m5.";
    assert!(screen.contains(lacks), "{screen}");
    assert!(screen.contains("Unstoppable Force then stays open for Anna") && !screen.contains("Not said"), "{screen}");
    // The key leads there, and what was typed of the markers is still there.
    plays(&mut script, "bd44");
    assert!(script.screen().contains("Pioneers passes its Battle-shock test (4+4)."), "{}", script.screen());
    plays(&mut script, "⏎⎋>");
    let told = world.run("match log m").ends(0).out;
    assert!(told.contains("Anna +12 Unstoppable Force (controls m1 m3 m4)"), "{told}");
}

/// A leader in a unit could not be lost at the screen: its models stand in that unit, and "only 0 are left".
#[test]
fn a_leader_in_a_unit_is_counted_by_itself() {
    let world = World::new();
    let mut script = begun_with_lists(&world);
    plays(&mut script, "ka1");
    assert!(script.screen().contains("▸ Marshal destroyed."), "{}", script.screen());
    plays(&mut script, "⌫⌫⌫⎋⎋wa2");
    assert!(script.screen().contains("Marshal −2 wounds, "), "{}", script.screen());
    plays(&mut script, "⏎⎋");
    let told = world.run("match log m").ends(0).out;
    assert!(told.contains("Marshal −2 wounds, 3 of 5 left."), "{told}");
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
