//! What is not settled yet: questions that are open when the battle ends, and what is typed when the terminal dies.

use adjutant_play::text::key::Key;

use crate::screen::{BATTLE, Table, scouring};
use crate::support::World;

/// A battle in which Jörg's last question was left open.
fn one_question_left() -> (World, Table) {
    let world = scouring();
    let mut table = Table::open(&world);
    table.watched = false;
    for turn in &BATTLE[..9] {
        table.play(turn);
    }
    table.play("t b* >");
    (world, table)
}

/// Who has won is said when nothing is due any more, and not a claim before.
#[test]
fn nobody_has_won_before_the_last_answer() {
    let (world, mut table) = one_question_left();
    table.says("1 question is still open").says("Not final: 1 question is open (o).");
    let told: Vec<String> = table.host.feed().last(400, 0).iter().map(|line| line.text()).collect();
    assert!(told.iter().all(|line| !line.contains("wins")), "{told:#?}");
    let screen = table.screen(80, 24);
    assert!(screen.contains(" leads, ") && !screen.contains(" wins"), "{screen}");
    table.play("o a 3 ⏎ ⎋").says("The battle is over: ").says(" wins ");
    assert!(table.screen(80, 24).contains(" wins, "), "{}", table.screen(80, 24));
    // The same in the answers of the verbs.
    world.run("match undo m --why mistyped").ends(0);
    let asked = world.run("match record m --by two score engage 3 in r5 end-turn");
    let told =
        if asked.code == Some(0) { asked } else { world.run("match record m --by both score two engage 3 in r5") };
    assert!(told.out.contains("The battle is over: ") && told.out.contains(" wins "), "{told:?}");
}

/// What has no say in who wins does not keep the winner back.
#[test]
fn a_concession_names_the_winner_whatever_is_open() {
    let world = scouring();
    for words in ["end turn", "end turn", "--by one concede", "--by both end battle"] {
        world.run(&format!("match record m {words}")).ends(0);
    }
    let mut table = Table::open(&world);
    table.says("The battle is over: Jörg wins").says("(the other player conceded)");
    assert!(table.screen(80, 24).contains("◆ Jörg wins, "), "{}", table.screen(80, 24));
    let run = world.run("match verify m").ends(0);
    assert!(run.out.contains("note unsigned: player one and player two have not signed"), "{run:?}");
    world.run("key new").ends(0);
    world.run("match sign m --player one").ends(0);
    let run = world.run("match verify m").ends(0);
    assert!(run.out.contains("note unsigned: player two has not signed"), "{run:?}");
}

/// Markers, answers and words that were typed and not recorded come back, as long as they mean the same.
#[test]
fn a_killed_terminal_loses_nothing_that_was_typed() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("1-2");
    drop(table);
    let mut table = Table::open(&world);
    table.says("Typed before the break, waiting: who holds m1 m2.").says("m1 ●Anna*  m2 ◆Jörg*");
    table.play("> : ");
    "kill b3 2".chars().for_each(|key| table.press(Key::Char(key)));
    drop(table);
    let mut table = Table::open(&world);
    table.says("Typed before the break, waiting: words (: then ↑).").play(": ↑");
    assert_eq!(table.host.session().typed(), "kill b3 2");
    table.play("⏎");
    assert_eq!(table.models("b3"), 8);
    table.play("t > t 3");
    drop(table);
    let mut table = Table::open(&world);
    table.says("Typed before the break, waiting: 1 answer.").play("t >");
    assert_eq!(table.totals(), (0, 3), "the answer was recorded with the turn");
    drop(table);
    assert!(!world.path("data/typed/m.json").exists());
}

/// Half a number is kept with its line; what was said about a phase that is over is not said about the next.
#[test]
fn what_means_something_else_now_does_not_come_back() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("1 k c 1");
    drop(table);
    world.run("match record m end command").ends(0);
    let mut table = Table::open(&world);
    table.says("Typed before the break, waiting: 1 line.").says("Death Guard Cultists −1");
    assert!(!table.screen(100, 40).contains("m1 ●Anna*"), "{}", table.screen(100, 40));
    table.play("k 2").says("Death Guard Cultists");
    table.play("⎋⎋ t").says("Death Guard Cultists −1");
}

/// A secret that is not sealed yet is nowhere on the disk.
#[test]
fn letters_of_a_secret_choice_are_not_kept() {
    let world = World::new();
    world.run("match new m --mission the-scouring --one Anna --two Ben").ends(0);
    let mut table = Table::open(&world);
    table.play("xx").says("in secret").play("a d");
    drop(table);
    let typed = world.path("data/typed");
    assert!(!typed.exists() || std::fs::read_dir(typed).expect("a folder").next().is_none());
}
