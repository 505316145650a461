//! The table screen, key by key: what the input model promises, the findings of the table, a whole battle.

use std::path::Path;

use adjutant_engine::command::Command;
use adjutant_engine::side::Player;
use adjutant_engine::view::Status;
use adjutant_play::mode::Mode;
use adjutant_play::step::Message;
use adjutant_play::text::key::Key;
use adjutant_play::view;
use serde_json::Value;

pub use crate::support::table::{Table, key_of, scouring};
use crate::support::{World, golden, project};

/// Most keystrokes for a whole battle at facts depth after its set-up.
const KEYS_MAX: usize = 110;

#[test]
fn a_whole_battle_takes_few_keys() {
    let world = scouring();
    let mut table = Table::open(&world);
    for turn in BATTLE {
        let before = table.moment();
        table.play(turn);
        let ended = table.state().status == Status::Ended;
        assert!(ended || table.moment().1 != before.1, "`{turn}` did not end the turn:\n{}", table.screen(100, 40));
    }
    let keys = table.keys;
    assert_eq!(table.state().status, Status::Ended, "{}", table.screen(100, 40));
    assert!(keys <= KEYS_MAX, "{keys} keys");
    table.says("wins");
    let view = table.host.recording().game().view();
    let result = view.result.expect("a result");
    assert!(!result.provisional && result.basis.derived > 0, "{result:?}");
    let count =
        |is: &dyn Fn(&Command) -> bool| table.host.recording().standing().filter(|record| is(&record.command)).count();
    assert_eq!(count(&|command| matches!(command, Command::Casualties { .. })), 24);
    assert_eq!(count(&|command| matches!(command, Command::StartAction { .. })), 5);
    assert_eq!(count(&|command| matches!(command, Command::Score { .. })), 5, "every question was answered");
    assert!(view.missed.is_empty() && view.needs.is_empty(), "{:?} {:?}", view.missed, view.needs);
    // What was told calls units and players by their names.
    let feed: Vec<String> = table.host.feed().last(400, 0).iter().map(|line| line.text()).collect();
    let is_id =
        |word: &str| word.len() > 1 && word.starts_with(['a', 'b']) && word[1..].bytes().all(|b| b.is_ascii_digit());
    let ids = feed.iter().filter(|line| line.split(|c: char| !c.is_alphanumeric()).any(is_id));
    assert_eq!(ids.collect::<Vec<_>>(), Vec::<&String>::new());
    assert!(feed.iter().all(|line| !line.contains("player one") && !line.contains("player two")));
    world.run("match verify m").ends(0);
    // The bench of the screen plays the same battle, and knows how many records it has.
    let bench = std::fs::read_to_string(project().join("crates/cli/benches/screen.rs")).expect("a bench");
    assert!(bench.contains(&format!("const RECORDS: u64 = {};", table.seq())), "{} records", table.seq());
    let played: String =
        bench.split("const BATTLE: &str = \"").nth(1).and_then(|rest| rest.split('"').next()).expect("keys").into();
    let keys = |text: &str| text.chars().filter(|key| !key.is_whitespace() && *key != '\\').collect::<String>();
    assert_eq!(keys(&played), keys(&BATTLE.concat()));
}

/// A battle of five rounds, turn by turn, with 24 losses, five banners, markers and every question.
pub const BATTLE: [&str; 10] = [
    "> a4a5b t c2m >",
    "t 2 a12g >",
    "13-2 > a1c t d3e*h3 >",
    "3 > t 3 c2i1k >",
    "-5 > a2d t fl*o >",
    "1 > t 3 a*b6h >",
    "103 > a1c t gn1p >",
    "4 > t 3 d3l >",
    "4 > t i*c3 >",
    "t 3 b* >",
];

#[test]
fn enter_and_escape_never_move_time() {
    let world = scouring();
    let mut table = Table::open(&world);
    let (seq, moment) = (table.seq(), table.moment());
    table.play("⏎⏎⎋⎋⏎");
    assert_eq!((table.seq(), table.moment()), (seq, moment));
    table.says("Enter records nothing here");
}

#[test]
fn a_single_model_dies_and_the_turn_goes_on() {
    // Finding 1: `k`, a letter, Enter killed the model and ended the whole turn.
    let world = scouring();
    let mut table = Table::open(&world);
    table.play(">>").says("> counts once");
    let moment = table.moment();
    table.play("k l ⏎ ⏎ ⎋ ⏎ ⎋");
    assert_eq!(table.moment(), moment);
    assert!(matches!(table.last(), Command::Casualties { unit, .. } if unit.as_str() == "b12"), "{:?}", table.last());
    table.says("Foetid Bloat-drone (1) destroyed.");
}

#[test]
fn a_turn_ends_in_its_sheet_only() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("t t ⏎ ⎋");
    table.says("End of Anna's turn");
    assert_eq!(table.moment().1, Player::One);
    table.play("⎋");
    assert_eq!(table.host.session().mode(), None);
    table.play("t >");
    assert_eq!(table.moment().1, Player::Two);
    table.play("> x").says("Command phase");
}

#[test]
fn the_phase_waits_for_what_is_open() {
    let world = scouring();
    let mut table = Table::open(&world);
    // Round 2: nobody said who holds what.
    table.play("t > t > ⎋");
    let moment = table.moment();
    assert_eq!(moment.0, 2);
    table.play(">").says("Not said: who holds m1 m2 m3 m4 m5. Domination then stays open for Anna.");
    table.play("> ⏎");
    assert_eq!(table.moment(), moment, "neither > twice nor Enter passes it");
    table.play("x >");
    assert_eq!(table.moment().2.as_str(), "movement");
    assert!(table.state().needs.iter().any(|need| need.objective.as_str() == "domination"));
    // It stays open: the end of the turn does not lose it.
    table.play("t >");
    let (missed, needs) = (&table.state().missed, &table.state().needs);
    let open = missed.iter().map(|missed| &missed.need).chain(needs);
    assert_eq!(open.filter(|need| need.player == Player::One).count(), 1);
}

#[test]
fn a_forgotten_score_of_the_turn_before_takes_few_keys() {
    // Findings 2 and 3: what nobody answered was lost for good.
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("t > t >").says("Still open: Jörg – Engage on All Fronts");
    assert_eq!(table.state().missed.len(), 0);
    table.play("⎋ > x >");
    let missed: Vec<&str> = table.state().missed.iter().map(|missed| missed.need.objective.as_str()).collect();
    assert!(missed.contains(&"engage-on-all-fronts"), "{missed:?}");
    let row = "open: Jörg, Engage on All Fronts, round 1 (o)";
    table.says(row);
    table.keys = 0;
    let letter = if table.state().needs.is_empty() { 'a' } else { 'b' };
    table.play("o");
    table.press(Key::Char(letter));
    table.play("3 = ⏎");
    assert!(table.keys <= 6, "{} keys", table.keys);
    assert_eq!(table.totals(), (0, 3));
    assert!(matches!(table.last(), Command::Score { passed: Some(_), .. }), "{:?}", table.last());
    assert!(!table.screen(100, 40).contains(row));
}

#[test]
fn numbers_never_send_themselves() {
    let world = scouring();
    let mut table = Table::open(&world);
    let seq = table.seq();
    table.play("> k c 3");
    assert_eq!(table.seq(), seq + 1, "only the phase");
    table.says("Death Guard Cultists −3, 7 left.");
    table.play("3 ⏎").says("only 10 are left");
    table.play("= ⏎").says("−33: only 10 are left");
    table.play("> t > ⏎").says("−33: only 10 are left");
    assert_eq!(table.moment().1, Player::One, "a wrong line holds everything up");
    table.play("⌫ ⏎");
    assert_eq!(table.models("b3"), 7);
}

#[test]
fn two_equal_digits_want_a_word() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k d 11 ⏎").says("11? = yes");
    assert_eq!(table.models("b4"), 16);
    table.play("= ⏎");
    assert_eq!(table.models("b4"), 5);
}

#[test]
fn an_enter_too_early_costs_nothing() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k d 1 ⏎ 2").says("−12 instead (record");
    table.play("⏎");
    assert_eq!(table.models("b4"), 4);
    assert!(matches!(table.last(), Command::Amend(_)), "{:?}", table.last());
}

#[test]
fn units_are_found_by_any_part_of_their_names() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> / t a l l y ⏎ ⏎");
    assert_eq!(table.models("b11"), 0);
    table.play("⎋ / c r a w ⏎").says("Several fit");
    table.play("↓ ⏎ ⏎");
    assert_eq!(table.models("b14"), 0);
}

#[test]
fn undo_and_redo_take_a_whole_key_back() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k c 3 d * ⏎ ⎋");
    assert_eq!((table.models("b3"), table.models("b4")), (7, 0));
    table.play("u").says("Undo 2 records?");
    table.play("⎋ u ⏎");
    assert_eq!((table.models("b3"), table.models("b4")), (10, 16));
    table.play("U ⏎");
    assert_eq!((table.models("b3"), table.models("b4")), (7, 0));
    table.play("u ↑ ⏎");
    assert_eq!((table.moment().2.as_str(), table.models("b3")), ("command", 10), "two groups back");
}

#[test]
fn the_past_is_corrected_where_it_happened() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k c 3 ⏎ ⎋ t > L");
    let at =
        table.host.recording().records().iter().find(|record| matches!(*record.command, Command::Casualties { .. }));
    let seq = at.expect("a loss").seq;
    while table.host.session().mode() != Some(&Mode::Look(seq)) {
        table.play("↑");
    }
    table.says("LOOKING BACK").says("Nothing here changes by looking.");
    table.play("⏎ ⌫ 2").says("What follows: Nothing else changes.");
    table.play("⏎");
    assert_eq!(table.models("b3"), 8);
    table.play("r ⏎");
    assert_eq!(table.models("b3"), 10);
}

#[test]
fn a_paste_is_no_key() {
    // Finding 14: pasted text ended phases and scored points.
    let world = scouring();
    let mut table = Table::open(&world);
    let (seq, moment) = (table.seq(), table.moment());
    table.host.paste("kill b13\nend turn\n>>t>");
    assert_eq!((table.seq(), table.moment()), (seq, moment));
    table.says("Pasted text is not played as keys.");
    table.play(":");
    table.host.paste("kill b13\nkill b12");
    table.play("⏎");
    assert_eq!((table.models("b12"), table.models("b13")), (0, 0));
}

#[test]
fn words_that_would_pass_time_open_its_screen() {
    let world = scouring();
    let mut table = Table::open(&world);
    let moment = table.moment();
    table.words("end turn").says("End of Anna's turn");
    table.play("⎋⎋").words("end command").says("> ends the Command phase");
    table.play("⎋").words("concede").says("Anna scores 0, Jörg wins");
    assert_eq!(table.moment(), moment);
    // Finding 20: a concession says what it means and asks first.
    table.play("⎋");
    assert_eq!(table.state().conceded, None);
    table.words("concede").play(">");
    assert_eq!(table.state().conceded, Some(Player::One));
    table.says("Anna gave up");
}

#[test]
fn control_keys_type_nothing() {
    // Finding 19.
    let world = scouring();
    let mut table = Table::open(&world);
    table.play(": k i l l");
    for letter in ['w', 'a', 'k', 'l', 'u'] {
        table.press(Key::Control(letter));
    }
    assert_eq!(table.host.session().typed(), "");
    table.play("h o l");
    table.press(Key::Tab);
    assert_eq!(table.host.session().typed(), "hold ");
}

#[test]
fn the_second_screen_follows_the_first() {
    // Finding 22: an answer typed to an old question was applied to the new one.
    let world = scouring();
    let (mut first, mut second) = (Table::open(&world), Table::open(&world));
    second.play("t t");
    first.play("> k c 3 ⏎");
    assert!(second.host.poll());
    assert_eq!((second.models("b3"), second.moment().2.as_str()), (7, "movement"));
    assert!(!second.host.poll());
    second.says("Death Guard Cultists −3, 7 left.");
}

#[test]
fn what_was_typed_survives_a_killed_terminal() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k c 3 d 2");
    drop(table);
    let mut table = Table::open(&world);
    table.says("Typed before the break, waiting: 2 lines.").says("Death Guard Cultists −3");
    table.play("t >");
    assert_eq!((table.models("b3"), table.models("b4")), (7, 14));
    assert!(!Path::new(&world.path("data/typed/m.json")).exists());
}

#[test]
fn destroyed_units_say_when_they_fell() {
    // Finding 17 (i).
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k k ").says("k opened this form");
    table.play("k ⏎ k").says("Tallyman was destroyed in round 1.");
}

#[test]
fn a_verb_of_a_later_phase_offers_the_way() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("s").says("> go to Shooting");
    table.play("⏎ ⎋ s >");
    assert_eq!(table.moment().2.as_str(), "shooting");
    table.play("j c 2").says("Plagueburst Crawler (1) shoots at Death Guard Cultists: 2 die, 8 left.");
    table.play("⏎");
    assert_eq!(table.models("b3"), 8);
}

#[test]
fn refusals_do_not_wipe_what_was_typed() {
    let world = scouring();
    let mut table = Table::open(&world);
    match table.play("> a 9").host.session().message() {
        Some(Message::Refused(text, _)) => assert_eq!(text, "There is no 9 in this list."),
        other => panic!("{other:?}"),
    }
    table.play("4 a 4 a ⏎").says("Raise Banners");
}

/// A match with both real armies and a mission, before anything is chosen.
pub fn mustered(mission: &str) -> World {
    let world = World::new();
    world.run(&format!("match new m --mission {mission} --one Anna --two Ben")).ends(0);
    let log = std::fs::read_to_string(golden("real-armies.bare.jsonl")).expect("a golden log");
    for (line, who) in log.lines().skip(1).zip(["one", "two"]) {
        let record: Value = serde_json::from_str(line).expect("JSON");
        world.write(&format!("{who}.json"), record["do"]["roster"]["roster"].to_string());
        world.run(&format!("match roster m {who}.json --player {who}")).ends(0);
    }
    for who in ["one", "two"] {
        world
            .run(&format!("match record m --by {who} secondaries linebreaker grind-them-down investigate-sites"))
            .ends(0);
    }
    world
}

#[test]
fn priority_markers_are_moved_and_then_noted_in_secret() {
    // Finding 5: asked once, without a player, in the open, with a random roll; then a dead end.
    let world = mustered("priority-target");
    let mut table = Table::open(&world);
    table.says("Who attacks?").play("1a").says("Anna moves a marker, or leaves it where it lies");
    table.play("a⏎ a⏎ a⏎ a⏎").says("Anna, in secret: your Priority marker");
    let before = table.seq();
    table.play("a");
    assert_eq!(table.seq(), before, "a letter seals nothing");
    table.play("⏎").says("Ben, in secret: your Priority marker").says("○");
    table.play("b⏎").says("Both players have chosen in secret");
    let tags = |table: &Table| table.state().markers.iter().filter(|marker| !marker.tags.is_empty()).count();
    assert_eq!(tags(&table), 0);
    table.play("⏎");
    assert_eq!(tags(&table), 2);
    table.play("⏎ ⏎ ⏎ 1 x x").says("> begins the battle: Anna has the first turn.");
    table.play("⏎");
    assert_eq!(table.state().status, Status::Setup, "Enter begins nothing");
    table.play(">");
    assert_eq!(table.state().status, Status::Battle);
}

#[test]
fn units_of_their_own_rules_wait_for_nothing() {
    // Finding 12: the screen charged Command points for units that a rule of their own keeps away.
    let world = mustered("the-scouring");
    let mut table = Table::open(&world);
    table.play("1a e").says("Blightlord Terminators: Strategic Reserves").says("That costs");
    table.play("e = ").says("a rule of its own, free");
    assert!(!table.screen(100, 40).contains("That costs"));
    table.play("⏎ ⏎ ⏎");
    let unit = table.state().units.iter().find(|unit| unit.id.as_str() == "a5").expect("a unit");
    assert_eq!(unit.status(), adjutant_engine::view::UnitStatus::Elsewhere);
    assert_eq!(table.state().sides.one.cp, table.state().sides.two.cp + 1 - 1);
}

#[test]
fn a_question_that_was_left_out_comes_back() {
    // Finding 9.
    let world = mustered("the-scouring");
    let mut table = Table::open(&world);
    let seq = table.seq();
    table.says("Who attacks?").play("⏎").says("Who attacks?");
    table.play("x");
    assert!(!table.screen(100, 40).contains("Who attacks?"));
    table.play("u").says("Who attacks?");
    assert_eq!(table.seq(), seq);
}

#[test]
fn who_cannot_arrive_says_why() {
    // Finding 13: an empty list without a reason.
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> r").says("Nobody may arrive in round 1.");
    table.play("⎋ t > t > 13-2450 > x > a1c⏎⎋ r e").says("▸");
    let asks = table.screen(100, 40);
    assert!(asks.contains("arrives from reserve") || asks.contains('✗'), "{asks}");
}

#[test]
fn looking_back_shows_the_board_as_it_was() {
    // Finding 18: answers that were not recorded yet showed in the past.
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("1 2");
    table.says("m1 ●Anna*").play("L ↑ ↑");
    assert!(!table.screen(100, 40).contains("●Anna*"), "{}", table.screen(100, 40));
    table.play("⎋").says("m1 ●Anna*");
}

#[test]
fn every_size_is_drawn_whole() {
    // Findings 36 and 39: cut off at 60 columns, and wide characters counted as one.
    let world = scouring();
    let mut table = Table::open(&world);
    for keys in ["", "> k c3", "⎋⎋ t", "⎋⎋ o", "⎋ L", "⎋ ?", "⎋ M", "⎋ S", "⎋ R", "⎋ u", "⎋ g", "⎋ :"]
    {
        table.play(keys);
        for (columns, rows) in [(39, 9), (40, 10), (60, 20), (80, 24), (100, 30), (120, 40), (200, 60), (300, 100)] {
            let lines = view::frame(&table.host.scene(), columns, rows);
            assert_eq!(lines.len(), rows, "{keys} at {columns}×{rows}");
            for line in lines {
                assert_eq!(line.width(), columns, "{keys} at {columns}×{rows}: {}", line.text());
            }
        }
    }
}

#[test]
fn no_footer_names_a_dead_key() {
    // Finding 24. Each key is pressed in a copy of one moment.
    let first = scouring();
    let copied = || {
        let world = World::new();
        std::fs::create_dir_all(world.path("data")).expect("a folder");
        std::fs::copy(first.path("data/adjutant.db"), world.path("data/adjutant.db")).expect("a copy");
        world
    };
    for keys in ["", "> k c3", "> a", "t", "o", "L", "u", "> s", "> g", "q", "? "] {
        let world = copied();
        let mut table = Table::open(&world);
        table.play(keys);
        for (key, does) in view::pane(&table.host.scene(), 100, 40).keys {
            let mut characters = key.chars();
            let (Some(key), None) = (characters.next(), characters.next()) else { continue };
            let world = copied();
            let mut table = Table::open(&world);
            table.play(keys).host.press(key_of(key));
            let dead = matches!(table.host.session().message(), Some(Message::Refused(text, _)) if text.contains("does nothing here"));
            assert!(!dead, "`{key}` ({does}) after `{keys}`");
        }
    }
}

#[test]
fn lines_end_no_phase_over_an_open_question() {
    let world = scouring();
    let told = world.feed("match play m", "end turn\nend turn\nend command\nend command!\nq\n").ends(0);
    assert!(told.out.contains("refused: Still open: Engage on All Fronts"), "{}", told.out);
    assert!(told.out.contains("hint: `end command!` leaves it open and goes on"), "{}", told.out);
    assert!(world.exported().lines().last().expect("a record").contains("\"end-phase\""));
}

#[test]
fn a_list_that_is_not_legal_is_told() {
    // Finding 21.
    let world = World::new();
    world.run("match new m --mission the-scouring --one Anna --two Ben").ends(0);
    let log = std::fs::read_to_string(golden("real-armies.bare.jsonl")).expect("a golden log");
    let mut record: Value = serde_json::from_str(log.lines().nth(1).expect("a roster")).expect("JSON");
    let units = record["do"]["roster"]["roster"]["detachments"][0]["units"].as_array_mut().expect("units");
    units.truncate(1);
    record["do"]["roster"]["roster"].as_object_mut().expect("an army").remove("warlord");
    world.write("one.json", record["do"]["roster"]["roster"].to_string());
    let path = world.path("one.json").display().to_string();
    let mut table = Table::open(&world);
    table.play("f");
    path.chars().for_each(|character| table.press(Key::Char(character)));
    table.play("⏎").says("Anna's list is NOT LEGAL. Play it anyway?");
}

#[test]
fn an_allowance_counts_down() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.host.allow(Some(10 * 60));
    table.host.tick();
    table.says("0:10 ▶").says("Anna has 15 minutes left.");
}

#[test]
fn screens_look_as_they_are_kept() {
    use adjutant_play::text::line::Line;
    let world = scouring();
    let mut table = Table::open(&world);
    let mut kept = String::new();
    let scenes = [
        ("Command phase", ""),
        ("actions", "> a 4 a 5 b"),
        ("turn sheet", "t c 2 m"),
        ("a question", "> t"),
        ("what is open", "2 > ⎋ >"),
        ("overview", "x >"),
        ("open questions", "o"),
        ("looking back", "⎋ L ↑ ↑"),
        ("undo", "⎋ u"),
    ];
    for (scene, keys) in scenes {
        table.play(keys);
        for (columns, rows) in [(60, 20), (80, 24), (120, 40)] {
            let lines = view::frame(&table.host.scene(), columns, rows);
            let text: String = lines.iter().map(|line| format!("{}\n", line.text().trim_end())).collect();
            kept.push_str(&format!("== {scene}, {columns} columns, {rows} rows\n{text}"));
            if columns == 80 {
                kept.push_str(&format!("== {scene}, roles\n{}", lines.iter().map(Line::mask).collect::<String>()));
            }
        }
    }
    crate::session::compare("screens.txt", &kept);
}

#[test]
fn no_theme_paints_a_background() {
    use adjutant_play::terminal::{Theme, paint};
    use ratatui::backend::TestBackend;
    use ratatui::style::Color;
    let world = scouring();
    let table = Table::open(&world);
    for theme in [Theme::Dark, Theme::Light, Theme::Plain] {
        let mut terminal = ratatui::Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
        let lines = view::frame(&table.host.scene(), 80, 24);
        terminal.draw(|frame| paint(&lines, theme, frame.buffer_mut())).expect("a frame");
        let buffer = terminal.backend().buffer();
        assert!(buffer.content().iter().all(|cell| cell.bg == Color::Reset), "{theme:?}");
        let coloured = buffer.content().iter().any(|cell| cell.fg != Color::Reset);
        assert_eq!(coloured, theme != Theme::Plain, "{theme:?}");
        let row = |y: u16| -> String { (0..80).map(|x| buffer[(x, y)].symbol()).collect() };
        assert!(row(0).contains("ANNA'S TURN · round 1 of 5 · Command"), "{}", row(0));
    }
}

/// Kind and size by letters, the middle typed: what is recorded is what the words would have recorded.
#[test]
fn terrain_is_laid_at_the_screen() {
    let world = World::new();
    world.run("match new m --pack gt2020 --size strike-force --mission the-scouring --one Anna --two Ben").ends(0);
    for words in
        ["secondaries domination assassinate deploy-scramblers", "secondaries linebreaker bring-it-down teleport-homer"]
    {
        let player = if words.contains("domination") { "anna" } else { "ben" };
        world.run(&format!("match record m by {player} {words}")).ends(0);
    }
    world.run("match record m attacker anna").ends(0);
    let mut table = Table::open(&world);
    for _ in 0..6 {
        if table.screen(100, 40).contains("Which deployment zone") {
            break;
        }
        table.press(Key::Char('x'));
    }
    table.says("Which deployment zone");
    table.play("tb");
    table.says("How large is t1 craters?");
    table.play("e");
    table.says("Where is the middle of t1 craters");
    table.play("12,15.5,2⏎");
    let piece = table.state().terrain().first().expect("a piece").clone();
    assert_eq!((piece.id.as_str(), piece.kind.as_str()), ("t1", "craters"));
    assert_eq!(piece.footprint[0].map(|inches| inches.to_string()), ["9", "13.5"], "6 by 4 around 12, 15.5");
    assert_eq!(piece.height.map(|inches| inches.to_string()).as_deref(), Some("2"));
    table.says("On the table: t1 craters");
}
