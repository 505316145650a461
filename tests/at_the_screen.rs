//! What the screen asks and shows: the markers as a turn ends, dice that the machine throws, lines of two terminals, and
//! what a battle cannot begin without.

use adjutant_engine::command::Command;
use adjutant_engine::record::Record;
use adjutant_engine::side::Player;
use serde_json::{Value, json};

use crate::screen::{Table, scouring};
use crate::session::army_files;
use crate::support::World;
use crate::support::table::{begun, setup_of};

const SUPREME: [&str; 3] = ["domination-secondary", "assassinate", "thin-their-ranks"];

fn names(records: &[Record], from: u64) -> Vec<&'static str> {
    records.iter().filter(|record| record.seq > from).map(|record| record.command.name()).collect()
}

/// F2: what the end of a turn judged by the markers was paid, or was not, by what had been said in the Command phase.
#[test]
fn the_turn_sheet_asks_once_whether_the_markers_are_still_as_they_were_said() {
    let world = begun(&SUPREME, &[]);
    let mut table = Table::open(&world);
    table.play("13 t");
    assert!(
        !table.screen(100, 40).contains("Still so"),
        "nothing of Anna's reads the markers: {}",
        table.screen(100, 40)
    );
    table.play(">");
    let before = table.seq();
    table.play("2 0 4 5 t").says("Markers m1 ● m2 ◆ m3 ● m4 – m5 –").says("for Jörg Domination");
    table.says("Still so as the turn ends? 1-5 Jörg   - then a digit Anna   0 then a digit nobody");
    table.says("Jörg +0 Domination: 1 of 5, 3 needed");
    // Digits say what has changed, and what it brings; a unit's number stays a number.
    table.play("45").says("m4 ◆* m5 ◆*").says("Jörg +3 Domination (controls m2 m4 m5;").says("Said.");
    table.play("⌫").says("Jörg +0 Domination: 1 of 5, 3 needed").play("-1 + 45");
    table.play("- c 2").says("Plague Marines (1) −2");
    // What the Command phase was told stays what it was: what has changed since is recorded behind the Movement phase.
    table.play(">");
    let records = table.host.recording().records();
    let order = ["control", "end-phase", "end-phase", "casualties", "control", "end-turn"];
    assert_eq!(names(records, before), order);
    assert_eq!(table.totals(), (0, 3));
    // It is asked only where it was not said since the Command phase.
    table.play("t > 2 > 2 t").says("Said.");
    world.run("match verify m").ends(0);
}

/// F2: "+0" is told wherever facts give no points, with what it would have taken, in words, as JSON and at the screen.
#[test]
fn nothing_is_told_with_what_it_would_have_taken() {
    let world = begun(&SUPREME, &[]);
    for words in ["by one end turn", "by two end turn"] {
        world.run(&format!("match record m {words}")).ends(0);
    }
    // Held out marker by marker: the number that is told is the first that brings points.
    for held in 0..5 {
        let holds = (1..=5).map(|at| format!("m{at}={}", if at <= held { "one" } else { "two" }));
        let holds = holds.collect::<Vec<_>>().join(" ");
        world.run(&format!("match record m by one hold {holds}")).ends(0);
        let told = world.run("match record m end command --json").ends(0).json();
        let of_primary = |kind: &str| {
            let events = told["events"].as_array().expect("events").iter();
            events.filter_map(|event| event["what"].get(kind)).find(|event| event["objective"] == "domination").cloned()
        };
        match of_primary("unscored") {
            Some(nothing) => {
                assert!(held < 2, "{told}");
                assert_eq!(
                    nothing,
                    json!({"player": "one", "objective": "domination", "have": held, "of": 5, "needs": 2})
                );
                assert_eq!(of_primary("scored"), None);
            }
            None => assert!(held >= 2 && of_primary("scored").is_some(), "{held}: {told}"),
        }
        world.run("match undo m").ends(0);
    }
    let words = "match record m by one hold m1=one m2=two m3=two m4=two m5=two";
    world.run(words).ends(0);
    let told = world.run("match record m end command").ends(0).out;
    assert!(told.contains("Anna +0 Domination: 1 of 5, 2 needed"), "{told}");
}

/// A battle whose dice come from a sealed seed, in Anna's Shooting phase; her lists and Jörg's tell weapons and saves, of
/// squads of two groups, of a character and of a tank.
fn sealed() -> World {
    let world = World::new();
    world.run("match new m --mission the-scouring --one Anna --two Jörg --dice sealed").ends(0);
    let weapon = |name: &str, kind: &str, ap: &str, damage: &str| json!({"name": name, "type": kind, "strength": "5", "armour_penetration": ap, "damage": damage});
    let weapons = json!([weapon("Gun", "Heavy 4", "-1", "2"), weapon("Mortar", "Heavy 2D6", "-2", "D3")]);
    let models = |group: &str, count: u32, wounds: u32, save: u32, invulnerable: Option<u32>| {
        let mut group = json!({"group": group, "count": count, "wounds": wounds, "save": save, "toughness": 4,
            "ballistic_skill": 3, "weapons": weapons});
        if let Some(invulnerable) = invulnerable {
            group["invulnerable"] = json!(invulnerable);
        }
        group
    };
    let unit = |id: String, name: &str, models: Vec<Value>| {
        json!({"id": id, "datasheet": name, "role": "troops", "points": 100, "power": 5, "keywords": ["INFANTRY"],
            "faction_keywords": ["IMPERIUM"], "models": models})
    };
    let mut records = Vec::new();
    for (by, letter) in [("one", "a"), ("two", "b")] {
        let squad = || vec![models("Sergeant", 1, 2, 3, Some(4)), models("Trooper", 9, 2, 4, None)];
        let units = [
            unit(format!("{letter}1"), "First squad", squad()),
            unit(format!("{letter}2"), "Second squad", squad()),
            unit(format!("{letter}3"), "Captain", vec![models("Captain", 1, 6, 2, Some(4))]),
            unit(format!("{letter}4"), "Tank", vec![models("Tank", 1, 12, 3, None)]),
            unit(format!("{letter}5"), "Third squad", squad()),
        ];
        let roster = json!({"name": "P", "detachments": [{"type": "unbound", "cp": 0, "units": units}]});
        records.push(json!({"by": by, "do": {"roster": {"player": by, "roster": roster}}}));
    }
    for by in ["one", "two"] {
        records.push(json!({"by": by, "do": {"secondaries": {"choose": SUPREME}}}));
    }
    records.push(json!({"by": "both", "do": {"roles": {"attacker": "one"}}}));
    records.push(json!({"by": "two", "do": {"zone": {"zone": "a"}}}));
    records.push(json!({"by": "both", "do": {"first-turn": {"player": "one"}}}));
    records.push(json!({"by": "both", "do": {"begin": {}}}));
    for phase in ["command", "movement", "psychic"] {
        records.push(json!({"by": "one", "do": {"end-phase": {"phase": phase}}}));
    }
    world.write("rest.jsonl", records.iter().map(|record| format!("{record}\n")).collect::<String>());
    world.run("match record m --from rest.jsonl").ends(0);
    world
}

/// Throws the dice of a weapon at a unit by keys: they are recorded, whatever they show.
fn throw(table: &mut Table, (attacker, weapon): (char, u8), target: char, number: usize) {
    let before = table.seq();
    table.play(&format!("s {attacker} {target} =")).says("Which weapon?").play(&format!("{weapon} ⏎ r"));
    table.says("Which number does your opponent say?").play(&format!("{number}⏎"));
    assert_eq!(table.seq(), before + 1, "{}", table.screen(100, 40));
}

/// F4: dice of the machine were refused as soon as one wound reached the saves, and nobody saw a face.
#[test]
fn dice_of_the_machine_are_thrown_for_every_attack_and_are_seen() {
    let world = sealed();
    let mut table = Table::open(&world);
    table.watched = false;
    let mut reached = 0;
    for (at, (attacker, target)) in [('a', 'a'), ('b', 'b'), ('c', 'c'), ('d', 'd')].into_iter().enumerate() {
        throw(&mut table, (attacker, 1 + (at % 2) as u8), target, 4711 + at);
        let Command::Shoot(attacks) = table.last().clone() else { panic!("{:?}", table.last()) };
        let sequence = attacks.attacks[0].sequence.as_deref().expect("dice");
        let hits = sequence.hit.as_ref().expect("dice to hit");
        let faces: String = hits.roll.iter().map(|face| format!(" {face}")).collect();
        table.says(&format!("hit{faces}")).says("attacks ");
        if !sequence.save.is_empty() {
            reached += 1;
            table.says("save");
        }
        // The next key goes on, and means what it means there.
        table.play("⎋ ⎋");
        assert!(table.host.session().mode().is_none(), "{}", table.screen(100, 40));
    }
    assert!(reached >= 2, "{reached} with saves");
    // Without a weapon what the dice need is asked for first.
    table.play("s e e = ⏎ 6⏎ r").says("what do the wound rolls need?").play("4+⏎");
    table.says("what do the saving throws need?").play("-1⏎").says("Which number does your opponent say?").play("7⏎");
    assert!(matches!(table.last(), Command::Shoot(_)));
    table.play("⎋ ⎋");
    // Who has shot is refused before anybody says a number.
    let seq = table.seq();
    table.play("s a b = 1 ⏎ r").says("has shot already this phase");
    assert!(!table.screen(100, 40).contains("Which number"), "{}", table.screen(100, 40));
    assert_eq!(table.seq(), seq);
    for words in ["by one concede", "by two end battle"] {
        world.run(&format!("match record m {words}")).ends(0);
    }
    world.run("match unseal m").ends(0);
    world.run("match export m -o whole.jsonl").ends(0);
    let report = world.run("audit whole.jsonl --json").ends(0).out;
    let wrong: Vec<&str> = report.lines().filter(|line| line.contains("\"dice-")).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let log = world.run("match log m").ends(0).out;
    assert!(log.contains("hit ") && !log.contains("dice recorded"), "{log}");
}

/// F7: two terminals took up one line, and each recorded it.
#[test]
fn two_terminals_never_record_one_typed_line_twice() {
    let world = scouring();
    let losses = |world: &World| world.exported().matches("\"casualties\"").count();
    let (mut first, mut second) = (Table::open(&world), Table::open(&world));
    first.play("> k c 1 ⎋ ⎋");
    second.host.poll();
    second.play("k d 2 ⎋ ⎋");
    // A third one takes up nothing: both are there.
    let third = Table::open(&world);
    assert!(!third.screen(100, 40).contains("Typed before the break"), "{}", third.screen(100, 40));
    // The first is killed: its line goes to whoever comes next, and to nobody else.
    drop((first, third));
    let mut fourth = Table::open(&world);
    fourth.says("Typed before the break, waiting: 1 line");
    let fifth = Table::open(&world);
    assert!(!fifth.screen(100, 40).contains("Typed before the break"));
    fourth.play("k ⏎");
    second.host.poll();
    second.play("k ⏎");
    assert_eq!(losses(&world), 2, "{}", world.exported());
    drop((second, fourth, fifth));
    assert!(std::fs::read_dir(world.path("data/typed")).expect("a folder").next().is_none(), "nothing is left");
}

/// F7: a line that was recorded as the program was killed, before it could forget it.
#[test]
fn a_line_that_the_log_holds_is_not_taken_up_again() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k c 1 d 2");
    let kept = world.read("data/typed/m.json");
    table.play("⏎");
    drop(table);
    std::fs::create_dir_all(world.path("data/typed")).expect("a folder");
    world.write("data/typed/m.json", kept);
    let mut table = Table::open(&world);
    table.says("2 lines that were typed before the break are in the log already.");
    table.play("k").play("⏎").says("Nothing is typed yet.");
    assert_eq!(world.exported().matches("\"casualties\"").count(), 2);
}

/// F5: nothing but undocumented JSON recorded what the beginning missed.
#[test]
fn what_the_beginning_misses_is_said_in_words_to_type() {
    let world = World::new();
    army_files(&world);
    world.run("match new m --mission the-scouring --one Anna --two Ben").ends(0);
    for player in ["one", "two"] {
        world.run(&format!("match roster m {player}.json --player {player}")).ends(0);
        let chosen = "engage-on-all-fronts while-we-stand-we-fight assassinate";
        world.run(&format!("match record m by {player} secondaries {chosen}")).ends(0);
    }
    let mut typed = Vec::new();
    for _ in 0..6 {
        let begun = world.run("match record m begin");
        if begun.code == Some(0) {
            break;
        }
        let hint = begun.err.lines().find_map(|line| line.trim().strip_prefix("hint: first `")).expect("a hint");
        let words = hint.split('`').next().expect("words").to_owned();
        world.run(&format!("match record m {words}")).ends(0);
        typed.push(words);
    }
    assert_eq!(world.run("match show m --json").ends(0).json()["status"], "battle", "{typed:?}");
    assert!(typed.iter().filter(|words| words.contains(" mark while-we-stand-we-fight ")).count() == 2, "{typed:?}");
    let log: Vec<Value> = world.exported().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(log.iter().filter(|record| record["do"].get("mark").is_some()).count(), 2);
}

/// F12: a list that proved wrong once the battle had begun stood for ever.
#[test]
fn another_list_takes_the_place_of_a_wrong_one_where_both_say_so() {
    let world = begun(&SUPREME, &[]);
    let lists = setup_of(&SUPREME, &[]);
    let list: Value =
        serde_json::from_str(lists.iter().find(|line| line.contains("\"roster\"")).expect("a list")).expect("JSON");
    let mut roster = list["do"]["roster"]["roster"].clone();
    let player = list["by"].as_str().expect("a player").to_owned();
    roster["name"] = json!("The right one");
    world.write("right.json", roster.to_string());
    world.run(&format!("match roster m right.json --player {player}")).ends(1).says("relied-on");
    world.run(&format!("match roster m right.json --player {player} --by both --preview")).ends(0);
    assert!(!world.exported().contains("The right one"));
    world.run(&format!("match roster m --player {player} right.json --by both")).ends(0);
    assert!(world.exported().contains("The right one"));
    world.run("match verify m").ends(0);
    // At the screen the record of a list asks for a file, and both are asked.
    roster["name"] = json!("The last one");
    world.write("last.json", roster.to_string());
    let mut table = Table::open(&world);
    table.watched = false;
    table.play("L 2⏎ ⏎").says("Path of the file");
    world
        .path("last.json")
        .display()
        .to_string()
        .chars()
        .for_each(|c| table.press(adjutant_play::text::key::Key::Char(c)));
    table.play("⏎").says("Do you both agree?").play("b");
    assert!(world.exported().contains("The last one"), "{}", table.screen(100, 40));
}

/// F8, F9: cards that could not be drawn any more, and a battle that nobody could close by the words that were proposed.
#[test]
fn cards_are_asked_for_in_time_and_whoever_plays_on_ends_the_battle() {
    let world = World::new();
    world.run("match new m --pack outposts-10th --mission the-pass --one Anna --two Ben").ends(0);
    for words in ["by both first one", "by both begin"] {
        world.run(&format!("match record m {words}")).ends(0);
    }
    let mut table = Table::open(&world);
    let hand = |table: &Table| table.state().sides[Player::One].cards.active.len();
    table.play(">").says("cards to draw (C), in this phase only.").play("C c");
    assert_eq!(hand(&table), 1);
    table.says("1 to draw").play("c");
    assert_eq!(hand(&table), 2, "the second letter drew a card too: {}", table.screen(100, 40));
    assert!(table.host.session().mode().is_none());
    table.play("x > C").says("Cards are drawn in the Command phase.").play("⎋");
    // Anna gives up in her own turn: Ben closes the battle, by the words that the screen proposes.
    table.words("concede").play(">").says("Ben wins");
    table.words("end battle").says("End the battle now?").play(">");
    assert_eq!(table.host.recording().game().view().status, adjutant_engine::view::Status::Ended);
    let last = table.host.recording().records().last().expect("a record");
    assert_eq!(last.by.player(), Some(Player::Two), "{:?}", last.command);
}

/// F10: a shot at a single model of which nobody said anything destroyed it.
#[test]
fn a_shot_of_which_nothing_is_said_kills_nobody() {
    let world = sealed();
    let mut table = Table::open(&world);
    table.play("s a d").says("Tank: nobody dies").play("4").says("Tank: loses 4 wounds").play("⏎");
    assert_eq!(table.models("b4"), 1);
    table.play("b d *").says("Tank: destroyed").play("⌫ 8").says("Tank: destroyed").play("⏎");
    assert_eq!(table.models("b4"), 0, "4 and 8 of 12 wounds");
}
