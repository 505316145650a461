//! What one player's word is not enough for, at the table screen: it asks "Do you both agree?", and leaves nobody stuck.

use adjutant_engine::command::Command;
use adjutant_engine::side::By;
use adjutant_engine::view::Status;
use adjutant_play::mode::Mode;
use serde_json::json;

use crate::screen::{BATTLE, mustered};
use crate::support::World;
use crate::support::table::{Table, scouring};

/// Who said the last record.
fn by(table: &Table) -> By {
    table.host.recording().records().last().expect("a record").by
}

/// Looks back to the last record of a kind.
fn look_at(table: &mut Table, is: impl Fn(&Command) -> bool) -> u64 {
    let found = table.host.recording().records().iter().rfind(|record| is(&record.command)).expect("a record").seq;
    table.play("L");
    while table.host.session().mode() != Some(&Mode::Look(found)) {
        table.play("↑");
    }
    found
}

#[test]
fn a_correction_that_the_other_played_on_asks_both() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k c 3 ⏎ ⎋ t > >").words("by two note ready").words("by one cp +1 a card");
    table.words("by two cp +1 a card");
    let seq = table.seq();
    look_at(&mut table, |command| matches!(command, Command::Casualties { .. }));
    let before = table.models("b3");
    table.play("⏎ ⌫ 5").says("What follows:").says("Enter asks you both for it.").play("⏎").says("Do you both agree?");
    assert_eq!(table.seq(), seq, "nothing is recorded before both agree");
    table.says("→").play("⏎").says("Enter does nothing here").play("⎋");
    assert_eq!((table.seq(), table.models("b3")), (seq, before));
    table.play("⏎ ⌫ 5 ⏎ b");
    assert_eq!((table.seq(), by(&table)), (seq + 1, By::Both));
    assert_ne!(table.models("b3"), before);
}

#[test]
fn what_both_said_is_taken_back_by_both() {
    let world = mustered("the-scouring");
    let mut table = Table::open(&world);
    let seq = table.seq();
    table.says("Who attacks?").play("1u").says("Do you both agree?").play("⎋u⏎").says("Not by one player alone");
    assert_eq!(table.seq(), seq + 1);
    table.play("b").says("Who attacks?");
    assert_eq!((table.seq(), by(&table)), (seq + 2, By::Both));
    table.play("1ub").says("Who attacks?");
    assert_eq!((table.seq(), by(&table)), (seq + 4, By::Both));
}

#[test]
fn what_a_judge_said_only_a_judge_takes_back() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.words("ruling one +2 for raise-the-banners-high in r1 seen by the judge");
    let seq = table.seq();
    assert_eq!(by(&table), By::Judge, "{}", table.screen(100, 40));
    table.play("u").says("only a judge may change it").play("b").says("b does nothing here");
    assert_eq!(table.seq(), seq);
    table.play("j");
    assert_eq!((table.seq(), by(&table)), (seq + 1, By::Judge));
}

/// Both have chosen in secret, without army lists.
fn both_sealed(world: &World) -> Table {
    let mut table = Table::open(world);
    table.watched = false;
    table.play("xx");
    sealed(&mut table);
    table
}

fn sealed(table: &mut Table) {
    for parts in [["grind", "linebreaker", "investigate"], ["raze", "domination", "thin"]] {
        for part in parts {
            let menu = table.host.session().menu(table.host.recording()).expect("a choice");
            let entry = menu.entries.iter().find(|entry| entry.label.to_lowercase().contains(part));
            table.press(entry.unwrap_or_else(|| panic!("no {part} in {menu:?}")).key);
        }
        table.play("⏎");
    }
}

/// From the openings to the beginning of the battle.
fn begin(table: &mut Table) {
    table.says("Who attacks?").play("1a⏎⏎1yy").says("Everything is set up.").play(">");
    assert_eq!(table.state().status, Status::Battle, "{}", table.screen(100, 40));
}

#[test]
fn undo_passes_over_an_opening_and_the_set_up_goes_on() {
    // F6: `u` took one of two openings back, and the battle could never begin.
    let world = World::with_match();
    let mut table = both_sealed(&world);
    table.play("⏎").says("Who attacks?").play("1u").says("Do you both agree?").play("b").says("Who attacks?");
    table.play("u").says("stays: a choice was opened").play("⎋").says("Who attacks?");
    begin(&mut table);
}

#[test]
fn a_lost_salt_before_the_battle_is_chosen_anew() {
    let world = World::with_match();
    let mut table = both_sealed(&world);
    std::fs::remove_dir_all(world.path("data/secrets")).expect("a folder of secrets");
    table.play("⏎").says("does not hold the choice of Anna").play("n").says("Do you both agree?").play("b");
    table.says("Anna chooses three secondaries in secret");
    sealed(&mut table);
    table.play("⏎");
    begin(&mut table);
    world.run("match verify m").ends(0);
}

#[test]
fn a_choice_that_cannot_be_opened_beside_an_open_one_is_chosen_anew() {
    let world = World::with_match();
    let mut table = both_sealed(&world);
    table.play("⏎");
    let reveal =
        table.host.recording().records().iter().rfind(|record| matches!(*record.command, Command::Reveal { .. }));
    let seq = reveal.expect("an opening").seq;
    drop(table);
    world.run(&format!("match record m --by both retract {seq} chosen anew")).ends(0);
    let digest = "cd".repeat(32);
    let mut table = both_sealed_by_hand(&world, &digest);
    table.says("Both players have chosen in secret").play("⏎").says("does not hold the choice of Ben");
    table.play("nb xx").says("Anna chooses three secondaries in secret");
    sealed(&mut table);
    table.play("⏎");
    begin(&mut table);
}

/// Player two is bound to something that nobody can open, and player one has opened.
fn both_sealed_by_hand(world: &World, digest: &str) -> Table {
    use adjutant_engine::command::{Salt, SecretKind};
    use adjutant_engine::side::Player;
    let (id, salt) = ("m".parse().unwrap(), "11".repeat(16));
    let value = json!({"choose": ["assassinate", "linebreaker", "grind-them-down"]});
    let secret = Salt::new(&salt).unwrap();
    let own = adjutant_engine::decide::digest(&id, Player::One, SecretKind::Secondaries, &secret, &value).to_string();
    let lines = [
        json!({"by": "one", "do": {"commit": {"what": "secondaries", "digest": own}}}),
        json!({"by": "two", "do": {"commit": {"what": "secondaries", "digest": digest}}}),
        json!({"by": "one", "do": {"reveal": {"what": "secondaries", "salt": salt, "value": value}}}),
    ];
    world.write("more.jsonl", lines.map(|line| line.to_string()).join("\n") + "\n");
    world.run("match record m --from more.jsonl").ends(0);
    let mut table = Table::open(world);
    table.watched = false;
    table
}

#[test]
fn an_opened_choice_is_read_as_what_was_meant_after_the_beginning() {
    let world = World::with_match();
    let mut table = both_sealed(&world);
    table.play("⏎");
    begin(&mut table);
    let seq = table.seq();
    look_at(&mut table, |command| matches!(command, Command::Reveal { .. }));
    table.play("⏎");
    assert_eq!(table.host.session().typed(), "secondaries ");
    table.host.paste("raze domination grind-them-down");
    table.play("⏎").says("Do you both agree?").play("b");
    assert_eq!((table.seq(), by(&table)), (seq + 1, By::Both), "{}", table.screen(100, 40));
}

/// One side was opened elsewhere, and the screen opened nothing: the battle could not begin.
#[test]
fn the_other_choice_is_opened_where_one_is_open_already() {
    let world = World::with_match();
    drop(both_sealed(&world));
    let secret = std::fs::read_dir(world.path("data/secrets")).expect("a folder").map(|file| {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a secret");
        serde_json::from_str::<serde_json::Value>(&text).expect("a secret")
    });
    let own = secret.into_iter().find(|secret| secret["of"].as_str().is_some_and(|of| of.contains("player one")));
    let own = own.expect("the secret of player one");
    let reveal = json!({"what": "secondaries", "salt": own["salt"], "value": own["value"]});
    world.write("one.jsonl", format!("{}\n", json!({"by": "one", "do": {"reveal": reveal}})));
    world.run("match record m --from one.jsonl").ends(0);
    let mut table = Table::open(&world);
    table.watched = false;
    table.play("⏎");
    begin(&mut table);
}

#[test]
fn look_back_shows_at_once_what_it_corrected() {
    // F14: the list stayed as it was, and records behind it kept their old numbers.
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k c 3 ⏎ c 2 ⏎ ⎋").says("−3, 7 left").says("−2, 5 left");
    let first =
        table.host.recording().records().iter().find(|record| matches!(*record.command, Command::Casualties { .. }));
    let first = first.expect("a loss").seq;
    table.play("L");
    while table.host.session().mode() != Some(&Mode::Look(first)) {
        table.play("↑");
    }
    table.play("⏎ ⌫ 4").says("−3, 7 left. → ").says("−4, 6 left").says("−2, 5 left. → ").says("−2, 4 left");
    table.play("⏎");
    let at = table.seq();
    table.says("−3, 7 left").says("→ ").says("−4, 6 left").says("−2, 4 left");
    table.says(&format!("corrected: record {at}, by "));
    table.play("i").host.paste("kill b4 1");
    table.says("Record").play("⏎");
    let inserted = table.seq();
    table.says(&format!("corrected: record {inserted}, by "));
    table.play("⎋⎋").says(&format!("Record {first} reads now:")).says("corrected: record");
    drop(table);
    // Who comes back reads the same.
    Table::open(&world).says(&format!("Record {first} reads now:")).play("L").says(&format!("record {at}, by "));
}

#[test]
fn who_won_the_roll_off_is_said_and_it_is_rolled_once() {
    // F22: `r` could be pressed until it pleased, and the question did not say who had won.
    let world = mustered("the-scouring");
    let mut table = Table::open(&world);
    table.says("roll off here").play("r").says("won the roll-off, ").says("and chooses");
    let seq = table.seq();
    table.play("r").says("r does nothing here").words("roll-off roles 5-2").says("already");
    assert_eq!(table.seq(), seq, "{}", table.screen(100, 40));
    table.play("⎋ u b").says("roll off here").play("r").says("won the roll-off, ");
    drop(table);
    world.run("match verify m").ends(0);
}

/// A battle that both have signed.
fn both_signed(world: &World) -> Table {
    let mut table = Table::open(world);
    table.watched = false;
    BATTLE.iter().for_each(|turn| _ = table.play(turn));
    sign(&mut table);
    table
}

fn sign(table: &mut Table) {
    for (key, name) in [("1", "Anna"), ("2", "Jörg")] {
        table.play(key).host.paste(name);
        table.play("⏎");
    }
}

#[test]
fn a_wrong_score_that_both_signed_is_mended_by_both() {
    // F3: one player alone changed what both had signed, and the screen went on with `(done)`.
    let world = scouring();
    let mut table = both_signed(&world);
    let (anna, jorg) = table.totals();
    table.says(&format!("The result is signed {anna}:{jorg}.")).says("Anna signs the result (done)");
    let seq = table.seq();
    table.play("u").says("stays: a signature").says("Do you both agree?").play("⏎").says("Not by one player alone");
    assert_eq!(table.seq(), seq);
    table.play("⎋ o a 2 ⏎").says("Do you both agree?").says("both sign anew");
    assert_eq!(table.seq(), seq);
    table.play("b ⎋");
    assert_eq!((table.seq(), by(&table)), (seq + 1, By::Both));
    let (one, two) = table.totals();
    assert_ne!((anna, jorg), (one, two));
    table.says(&format!("signed {anna}:{jorg}, changed since by both players: {one}:{two} – sign it anew"));
    table.says("Anna signs the result anew").says("Jörg signs the result anew");
    sign(&mut table);
    table.says(&format!("The result is signed {one}:{two}.")).says("Jörg signs the result (done)");
    drop(table);
    world.run("match verify m").ends(0);
}

#[test]
fn a_sealed_choice_that_is_not_allowed_is_chosen_anew() {
    // F6: what the rules refuse to open had no way out.
    use adjutant_app::secrets::{Secret, Vault};
    use adjutant_engine::command::{Salt, SecretKind};
    use adjutant_engine::side::Player;
    let world = World::with_match();
    let vault = Vault::of(&world.path("data"));
    let salt = Salt::new(&"11".repeat(16)).unwrap();
    let commits: String = Player::BOTH
        .map(|player| {
            // Three of one category.
            let value = json!({"choose": ["engage-on-all-fronts", "linebreaker", "domination"]});
            let what = SecretKind::Secondaries;
            let digest = adjutant_engine::decide::digest(&"m".parse().unwrap(), player, what, &salt, &value);
            vault.keep(digest, &Secret { of: "m".into(), salt: salt.as_str().into(), value }).unwrap();
            json!({"by": player, "do": {"commit": {"what": "secondaries", "digest": digest}}}).to_string() + "\n"
        })
        .concat();
    world.write("more.jsonl", commits);
    world.run("match record m --from more.jsonl").ends(0);
    let mut table = Table::open(&world);
    table.watched = false;
    let seq = table.seq();
    table.says("Both players have chosen in secret").play("⏎");
    assert_eq!(table.seq(), seq, "{}", table.screen(100, 40));
    table.says("choose anew").play("n").says("Do you both agree?").play("b xx");
    table.says("Anna chooses three secondaries in secret");
    sealed(&mut table);
    table.play("⏎");
    begin(&mut table);
    world.run("match verify m").ends(0);
}

#[test]
fn a_drawn_die_that_is_rolled_again_shows_the_same_faces() {
    let world = World::new();
    world.run("match new m --mission the-scouring --one Anna --two Ben --seed 7").ends(0);
    let mut table = Table::open(&world);
    table.watched = false;
    table.words("by anna dice 2d6 for psychic");
    let seq = table.seq();
    let faces = |table: &Table, seq: u64| match &*table.host.recording().records()[seq as usize - 1].command {
        Command::Roll { roll, .. } => roll.clone(),
        other => panic!("{other:?}"),
    };
    let before = faces(&table, seq);
    table.play("u⏎").words("by anna dice 2d6 for psychic");
    assert_eq!(faces(&table, seq + 2), before);
    table.says(&format!("Rolled again: the same faces as record {seq}, which was taken back."));
}

#[test]
fn an_own_old_claim_is_raised_by_both() {
    // F15: a player raised the own points of four rounds back alone.
    let world = scouring();
    let mut table = Table::open(&world);
    table.watched = false;
    BATTLE.iter().for_each(|turn| _ = table.play(turn));
    let (seq, (anna, jorg)) = (table.seq(), table.totals());
    table.play("o e 3").says("Enter asks you both for it.").play("⏎").says("Do you both agree?");
    assert_eq!((table.seq(), table.totals()), (seq, (anna, jorg)));
    table.play("b");
    assert_eq!((by(&table), table.totals()), (By::Both, (anna, jorg + 1)));
}
