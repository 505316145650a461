//! The table screen by mouse, wounds without an attack, and the feed that scrolls.

use adjutant_engine::command::Command;
use adjutant_play::mode::Mode;
use adjutant_play::text::key::Key;
use adjutant_play::view;

use crate::screen::{Table, scouring};

/// Where a text stands on a screen of 80 columns and 24 rows: column and row of its first letter.
fn found(table: &Table, text: &str) -> (usize, usize) {
    let lines = view::frame(&table.host.scene(), 80, 24);
    let at = lines.iter().enumerate().find_map(|(row, line)| {
        let line = line.text();
        let byte = line.find(text)?;
        Some((line[..byte].chars().count(), row))
    });
    at.unwrap_or_else(|| panic!("`{text}` is not on the screen:\n{}", table.screen(80, 24)))
}

fn click(table: &mut Table, text: &str) {
    let at = found(table, text);
    table.host.click(at, (80, 24));
}

#[test]
fn a_click_is_the_key_of_what_is_clicked() {
    let world = scouring();
    let mut table = Table::open(&world);
    let seq = table.seq();
    click(&mut table, "Movement phase");
    assert_eq!(table.seq(), seq + 1, "a click on what > does is >");
    click(&mut table, "losses");
    assert_eq!(table.host.session().mode(), Some(&Mode::Form(adjutant_play::tray::verb::Verb::Losses)));
    click(&mut table, "Death Guard Cultists");
    table.play("3");
    click(&mut table, "Enter record");
    assert!(matches!(table.last(), Command::Casualties { unit, .. } if unit.as_str() == "b3"), "{:?}", table.last());
    // A click on a title, a score or an empty row is nothing.
    let seq = table.seq();
    for at in [(3, 0), (40, 3), (79, 20), (200, 200)] {
        table.host.click(at, (80, 24));
    }
    assert_eq!(table.seq(), seq);
}

#[test]
fn a_click_marks_and_a_second_one_opens() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("L");
    click(&mut table, "Jörg takes zone A.");
    assert_eq!(table.host.session().mode(), Some(&Mode::Look(8)));
    click(&mut table, "Jörg takes zone A.");
    table.says("Record 8 should say");
    table.play("⎋ ⎋ / c r a w");
    click(&mut table, "Plagueburst Crawler (2)");
    click(&mut table, "Plagueburst Crawler (2)");
    table.says("▸ Plagueburst Crawler (2) destroyed.");
}

#[test]
fn a_click_on_a_marker_says_who_holds_it() {
    let world = scouring();
    let mut table = Table::open(&world);
    click(&mut table, "m2 ?");
    table.says("m2 ●Anna*");
    // In a form digits are numbers, so a click there says nothing about markers.
    table.play("k");
    click(&mut table, "m3 ?");
    assert!(!table.screen(80, 24).contains("m3 ●Anna*"));
}

#[test]
fn a_click_types_nothing_into_a_line() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play(": k");
    for row in 0..24 {
        table.host.click((2, row), (80, 24));
    }
    assert_eq!(table.host.session().typed(), if table.host.session().mode().is_some() { "k" } else { "" });
}

#[test]
fn the_wheel_goes_through_the_feed_and_comes_back() {
    let world = scouring();
    let mut table = Table::open(&world);
    let now = table.screen(80, 24);
    for _ in 0..5 {
        table.host.wheel(true);
    }
    table.says("earlier").says("takes zone A");
    (0..1000).for_each(|_| table.host.wheel(true));
    (0..400).for_each(|_| table.host.wheel(false));
    assert_eq!(table.screen(80, 24), now);
    table.press(Key::PageUp);
    table.says("earlier");
    let seq = table.seq();
    table.play("⎋");
    assert_eq!((table.screen(80, 24), table.seq()), (now, seq));
}

#[test]
fn wounds_are_recorded_shown_and_carried() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> w n 4").says("Plagueburst Crawler (1) −4 wounds, 8 of 12 left.");
    table.play("⏎ ⎋ k").says("8/12 W");
    table.play("⎋ w n 9").says("only 8 wounds are left");
    table.play("⌫ 3 ⏎").says("5/12 W");
    // Two models with 8 wounds each: ten wounds are one of them and two of the other.
    table.play("⎋ t > w i 1 0 ⏎");
    let unit = |table: &Table, id: &str| {
        let unit = table.state().units.iter().find(|unit| unit.id.as_str() == id).expect("a unit").clone();
        (unit.models(), unit.groups.iter().map(|group| group.hurt).sum::<u32>())
    };
    assert_eq!(unit(&table, "b14"), (1, 7));
    let (models, hurt) = unit(&table, "a9");
    let each =
        table.state().units.iter().find(|unit| unit.id.as_str() == "a9").expect("a unit").groups.as_slice()[0].wounds;
    assert_eq!((2 - models) * each + hurt, 10, "{models} models, {hurt} wounds");
    // As words, back and forth, and in the log.
    table.play("⎋").words("kill b15 wounds 2");
    assert_eq!(unit(&table, "b15"), (1, 2));
    assert!(world.exported().contains(r#""casualties":{"models":0,"unit":"b15","wounds":2}"#));
    world.run("match verify m").ends(0);
    world.run("match record m kill b15 wounds 12").ends(1).says("destroys it");
    // A unit that dies takes its lost wounds along.
    table.host.poll();
    table.words("kill b15");
    assert_eq!(unit(&table, "b15").0, 0);
}

#[test]
fn dice_are_asked_for_step_by_step() {
    let world = scouring();
    let mut table = Table::open(&world);
    // Plague Marines (1) at Death Guard Cultists; the number of attacks first.
    table.play("> s > c c =");
    table.says("Plague Marines (1) at Death Guard Cultists (10/10)").says("how many attacks");
    let seq = table.seq();
    table.play("⏎").says("How many attacks?");
    table.play("4⏎");
    let needs = |table: &mut Table, step: &str| {
        let screen = table.screen(100, 40);
        assert!(screen.contains(step), "{screen}");
    };
    needs(&mut table, "4 dice to hit");
    let said = if table.screen(100, 40).contains("say what they need") { "3+ " } else { "" };
    type_in(&mut table, &format!("{said}52 4"));
    table.says("1 die to come");
    table.play("6⏎");
    needs(&mut table, "to wound");
    // Whatever the lists do not say is said first.
    let hits = asked(&table);
    let said = if table.screen(100, 40).contains("say what they need") { "4+ " } else { "" };
    type_in(&mut table, &format!("{said}{}", "6".repeat(hits)));
    needs(&mut table, "to save");
    assert_eq!(table.seq(), seq, "nothing is recorded before the last step");
    // One step back and on again.
    table.play("⎋");
    needs(&mut table, "to wound");
    type_in(&mut table, &format!("{said}{}", "6".repeat(hits)));
    let saves = asked(&table);
    let said = if table.screen(100, 40).contains("say what they need") { "6+ " } else { "" };
    type_in(&mut table, &format!("{said}{}", "1".repeat(saves)));
    table.says(&format!("{saves} die, {} left", 10 - saves)).says("Nothing is recorded yet.");
    table.play("⏎");
    assert_eq!(table.seq(), seq + 1);
    let cultists = table.state().units.iter().find(|unit| unit.id.as_str() == "b3").expect("a unit");
    assert_eq!(cultists.models() as usize, 10 - saves);
    table.says(&format!(
        "Plague Marines (1) attacks Death Guard Cultists: {saves} die, {} left (hit 5 2 4 6, wound 6 6 6",
        10 - saves
    ));
    world.run("match verify m").ends(0);
}

/// How many dice the screen asks for.
fn asked(table: &Table) -> usize {
    let screen = table.screen(100, 40);
    let line = screen.lines().find(|line| line.contains('▸')).unwrap_or_else(|| panic!("{screen}"));
    let number = line.split_whitespace().find_map(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("{line}"))
}

fn type_in(table: &mut Table, text: &str) {
    text.chars().for_each(|key| table.press(Key::Char(key)));
    table.press(Key::Enter);
}

#[test]
fn leaving_the_dice_keeps_the_line() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> s > c c = 3⏎ 1");
    let seq = table.seq();
    table.play("⎋ ⎋ ⎋").says("Esc again leaves the dice");
    table.play("⎋").says("Plague Marines (1) shoots at Death Guard Cultists");
    assert_eq!(table.seq(), seq);
    table.play("2 ⏎");
    assert_eq!(table.seq(), seq + 1);
}

#[test]
fn dice_of_a_match_with_a_seed_are_thrown_at_a_key() {
    let world = scouring();
    let log = world.exported().replace("\"match\":\"m\"", "\"match\":\"d\"");
    let mut records: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    records[0]["do"]["open"]["dice"] = serde_json::json!({"algorithm": "chacha20", "seed": "ab".repeat(32)});
    let bare: String = records
        .iter()
        .map(|record| serde_json::json!({"by": record["by"], "do": record["do"]}).to_string() + "\n")
        .collect();
    let seeded = crate::support::World::new();
    let bare = bare.replace("\"match\":\"d\"", "\"match\":\"m\"");
    seeded.feed("match record m --from -", &bare).ends(0);
    let mut table = Table::open(&seeded);
    table.play("> s > c c = 4⏎");
    let seq = table.seq();
    table.play("r");
    if table.seq() == seq {
        // The lists do not say what every step needs: it is said, and the dice are thrown from there.
        table.play("⎋");
        type_in(&mut table, "attacks 4 hit 3+ wound 4+ save 5+");
        table.play("r");
    }
    assert_eq!(table.seq(), seq + 1, "{}", table.screen(100, 40));
    seeded.run("audit data/adjutant.db").ends(0);
}
