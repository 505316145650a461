//! What there is to choose from at the screen: Stratagems of both players, missions, objectives.

use adjutant_engine::command::Command;
use adjutant_engine::side::{By, Player};
use adjutant_play::text::key::Key;

use crate::screen::{Table, scouring};
use crate::support::World;

/// Fire Overwatch is used in the opponent's turn: the screen offered it to nobody who may use it.
#[test]
fn the_opponent_uses_stratagems_too() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> + > + > + >");
    assert_eq!(table.moment().2.as_str(), "charge", "{}", table.screen(100, 40));
    table.play("g").says("5 Fire Overwatch 1 CP – not now").says("● Anna  13 CP");
    table.play("-").says("◆ Jörg  12 CP");
    assert!(!table.screen(100, 40).contains("Fire Overwatch 1 CP – not now"));
    table.play("5").says("Jörg −1 CP Fire Overwatch (11 left).").play("⏎");
    let last = table.host.recording().records().last().expect("a record");
    assert!(matches!(&*last.command, Command::Stratagem { name, .. } if name.as_str() == "Fire Overwatch"), "{last:?}");
    assert_eq!((last.by, table.state().sides[Player::Two].cp), (By::from(Player::Two), 11));
}

/// A Stratagem of the army's own book stands in the list once it was used, with the price it had.
#[test]
fn a_stratagem_of_the_own_book_is_remembered() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("g").says("of your own book: `:stratagem \"NAME\" CP`");
    assert!(!table.screen(100, 40).contains("Cloud of Flies"));
    table.play("⎋");
    table.words("stratagem \"Cloud of Flies\" 2 a1");
    table.play("> g").says("8 Cloud of Flies 2 CP").play("8 b").says("Cloud of Flies on Poxwalkers (2)").play("⏎");
    assert!(matches!(table.last(), Command::Stratagem { cp, .. } if cp.get() == 2), "{:?}", table.last());
    assert_eq!(table.state().sides[Player::One].cp, 9);
    // It is not the opponent's.
    table.play("-");
    assert!(!table.screen(100, 40).contains("8 Cloud of Flies"));
}

/// Missions are looked at with the arrows, on a narrow screen too.
#[test]
fn missions_are_looked_at_with_arrows() {
    let world = World::new();
    let mut table = Table::open(&world);
    table.watched = false;
    table.play("Anna⏎Ben⏎2⏎xx").says("Which mission?").says("23  The Scouring          Domination · 5 markers");
    let map = |table: &Table, size: (usize, usize)| table.screen(size.0, size.1).contains("└───");
    assert!(!map(&table, (80, 24)));
    table.press(Key::Down);
    for (size, says) in [((60, 20), "Primary: Take and Hold"), ((80, 24), "Primary: Take and Hold · 6 markers")] {
        let screen = table.screen(size.0, size.1);
        assert!(map(&table, size) && screen.contains(says) && !screen.contains('…'), "{size:?}: {screen}");
    }
    (0..20).for_each(|_| table.press(Key::Down));
    table.says("Primary: Take and Hold · 5 markers");
    (0..3).for_each(|_| table.press(Key::Up));
    table.says("Primary: Domination · 5 markers").play("⏎");
    assert_eq!(table.state().mission.as_ref().expect("a mission").id.as_str(), "the-scouring");
}

/// At 60 columns every objective stands whole under its category, and no category goes on in another column.
#[test]
fn objectives_are_whole_at_sixty_columns() {
    let world = World::new();
    world.run("match new m --mission scorched-earth --one Anna --two Ben").ends(0);
    let mut table = Table::open(&world);
    table.play("xx a d");
    let screen = table.screen(60, 20);
    assert!(!screen.contains('…'), "{screen}");
    for name in ["Engage on All Fronts", "While We Stand, We Fight", "Mental Interrogation", "Of the mission", "2 of 3"]
    {
        assert!(screen.contains(name), "{name}: {screen}");
    }
    let row = |name: &str| screen.lines().position(|line| line.contains(name)).expect("a row");
    let column = |name: &str| screen.lines().find_map(|line| line.find(name)).expect("a column");
    for (heading, last) in [("Purge the Enemy", "Titan Hunter"), ("Shadow Operations", "Teleport Homer")] {
        assert!(row(heading) < row(last) && column(last).abs_diff(column(heading)) <= 4, "{last}: {screen}");
    }
}

/// Of units with equal names the numbers stay where names are cut, and every letter is on the screen.
#[test]
fn letters_go_before_what_an_action_needs() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> a 4 a");
    let screen = table.screen(60, 20);
    for letter in "abcdefghijklm".chars() {
        let shown = screen.lines().any(|line| line.contains(&format!(" {letter} ")));
        assert!(shown, "{letter}: {screen}");
    }
    assert!(screen.contains("(1)") && screen.contains("(2)") && !screen.contains("Needs:"), "{screen}");
    assert!(table.screen(80, 24).contains("Needs:"), "{}", table.screen(80, 24));
}

/// What a verb answers says what happened in the players' words, not only in the words that were typed.
#[test]
fn answers_say_what_happened() {
    let world = scouring();
    let said = |words: &str, sentence: &str| {
        let run = world.run(&format!("match record m {words}")).ends(0);
        assert!(run.out.contains(sentence), "`{sentence}` is missing: {run:?}");
    };
    said("kill b3 3", "record 12: kill b3 3\nDeath Guard Cultists −3, 7 left.\nRound 1 · Anna's Command phase");
    said("stratagem Overkill 2 a1", "Anna −2 CP Overkill on Poxwalkers (1) (11 left).");
}

/// The words of `record` are found where one looks for them, and a hint can be typed after any of its beginnings.
#[test]
fn words_have_their_help() {
    let world = scouring();
    for line in ["help words", "help kill"] {
        assert!(world.run(line).ends(0).out.contains("kill UNIT [N]"), "{line}");
    }
    for phase in ["command", "movement", "psychic", "shooting", "charge", "fight", "morale"] {
        world.run(&format!("match record m end {phase}")).ends(0);
    }
    let run = world.run("match record m end turn").ends(1);
    assert!(run.err.contains("skip that turn with `by two end turn`"), "{run:?}");
    world.run("use m").ends(0);
    world.run("by two end turn").ends(0);
}
