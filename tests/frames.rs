//! The table screen beside its drawings: what each screen has to show, in colours for dark and light, at every size.

use std::collections::BTreeMap;

use adjutant_engine::command::{Command, SecretKind};
use adjutant_engine::side::Player;
use adjutant_engine::view::UnitStatus;
use adjutant_play::mode::Mode;
use adjutant_play::step::Message;
use adjutant_play::terminal::{Theme, paint};
use adjutant_play::text::key::Key;
use adjutant_play::view;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use crate::screen::{BATTLE, Table, mustered, scouring};
use crate::support::World;

/// A screen as it is painted.
fn painted(table: &Table, theme: Theme, columns: u16, rows: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal");
    let lines = view::frame(&table.host.scene(), usize::from(columns), usize::from(rows));
    terminal.draw(|frame| paint(&lines, theme, frame.buffer_mut())).expect("a frame");
    terminal.backend().buffer().clone()
}

/// How a cell looks: the number of its colour, and what is done to its letters.
fn look(buffer: &Buffer, x: u16, y: u16) -> String {
    let cell = &buffer[(x, y)];
    let mut look = match (cell.fg, cell.bg) {
        (Color::Reset, Color::Reset) => "own".to_owned(),
        (Color::Indexed(fg), Color::Reset) => fg.to_string(),
        (Color::Indexed(fg), Color::Indexed(bg)) => format!("{fg} on {bg}"),
        other => panic!("{other:?}"),
    };
    for (modifier, name) in
        [(Modifier::BOLD, " bold"), (Modifier::UNDERLINED, " underlined"), (Modifier::REVERSED, " reverse")]
    {
        if cell.modifier.contains(modifier) {
            look.push_str(name);
        }
    }
    look
}

/// Each row of a screen with one letter a cell for how it looks; blanks stay blanks.
fn looks(buffer: &Buffer, legend: &mut BTreeMap<String, char>) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut row = String::new();
        for x in 0..buffer.area.width {
            if buffer[(x, y)].symbol().trim().is_empty() {
                row.push(' ');
                continue;
            }
            let next = char::from(b'a' + u8::try_from(legend.len()).expect("few looks"));
            row.push(*legend.entry(look(buffer, x, y)).or_insert(next));
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

/// The sizes at which screens are kept.
const SIZES: [(u16, u16); 3] = [(80, 24), (60, 20), (120, 40)];

/// The colours of a dark and a light terminal, cell by cell as they are painted, with the numbers that stand for them.
#[test]
fn colours_are_as_they_are_kept() {
    let world = scouring();
    let mut table = Table::open(&world);
    let mut kept = String::new();
    let scenes = [
        ("Command phase", "1-2"),
        ("actions", "> a 4 a 5 b"),
        ("a line that cannot be", "⎋⎋ k c 9 9 ="),
        ("turn sheet", "x c 2 t"),
        ("a question", "> t"),
        ("overview, round 2", "2 > ⎋ x > x >"),
    ];
    let mut legends = [BTreeMap::new(), BTreeMap::new()];
    for (scene, keys) in scenes {
        table.play(keys);
        // Every scene at the usual size; what is seen most at all three.
        let sizes: &[(u16, u16)] =
            if ["turn sheet", "overview, round 2"].contains(&scene) { &SIZES } else { &SIZES[..1] };
        for (columns, rows) in sizes {
            for (theme, legend) in [Theme::Dark, Theme::Light].into_iter().zip(&mut legends) {
                let buffer = painted(&table, theme, *columns, *rows);
                kept.push_str(&format!("== {scene}, {theme:?}, {columns}×{rows}\n{}", looks(&buffer, legend)));
            }
        }
    }
    for (theme, legend) in ["Dark", "Light"].into_iter().zip(&legends) {
        let mut rows: Vec<(char, &String)> = legend.iter().map(|(look, letter)| (*letter, look)).collect();
        rows.sort_unstable();
        let rows = rows.into_iter().map(|(letter, look)| format!("{letter}  {look}\n"));
        kept.push_str(&format!("== colours, {theme}\n{}", rows.collect::<String>()));
    }
    crate::session::compare("colours.txt", &kept);
    // A dark screen and a light one differ in nothing but the colours.
    assert_eq!(legends[0].len(), legends[1].len());
    let of = |legend: &BTreeMap<String, char>| {
        legend.keys().filter(|look| !look.starts_with("own")).cloned().collect::<Vec<_>>()
    };
    let (dark, light) = (of(&legends[0]), of(&legends[1]));
    assert!(dark.iter().all(|look| !light.contains(look)), "{dark:?} {light:?}");
}

/// Brightness of a colour as eyes see it, by the formula of WCAG.
fn luminance(colour: u8) -> f64 {
    let steps = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0];
    let [r, g, b] = match colour {
        16..=231 => {
            let at = usize::from(colour - 16);
            [steps[at / 36], steps[at / 6 % 6], steps[at % 6]]
        }
        grey => [8.0 + 10.0 * f64::from(grey - 232); 3],
    };
    let linear = |c: f64| {
        let c = c / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// Every colour is read easily on its background: 4.5 to 1, as WCAG asks of text.
#[test]
fn every_colour_stands_out() {
    use adjutant_play::text::line::Role;
    let roles = [Role::One, Role::Two, Role::Points, Role::Soon, Role::Wrong, Role::Quiet];
    for (theme, background) in [(Theme::Dark, 0.0), (Theme::Light, 1.0)] {
        for role in roles {
            let Some(Color::Indexed(colour)) = theme.style(role).fg else { panic!("{role:?} has no colour") };
            let own = luminance(colour);
            let (high, low) = if own > background { (own, background) } else { (background, own) };
            let contrast = (high + 0.05) / (low + 0.05);
            assert!(contrast >= 4.5, "{theme:?} {role:?}: {contrast:.1} to 1");
        }
    }
}

#[test]
fn reserves_are_noted_in_secret_where_objectives_are() {
    let world = mustered("the-scouring");
    let mut table = Table::open(&world);
    table.play("1a e").says("In secret: Ben looks away").says("Blightlord Terminators: Strategic Reserves");
    table.play("= ⏎").says("Ben: which units start off the table?").says("In secret: Anna looks away");
    let status = |table: &Table| {
        let unit = table.state().units.iter().find(|unit| unit.id.as_str() == "a5").expect("a unit");
        unit.status()
    };
    assert!(matches!(table.last(), Command::Commit { what: SecretKind::Reserves, .. }), "{:?}", table.last());
    assert_ne!(status(&table), UnitStatus::Elsewhere, "nobody sees it yet");
    assert!(!table.screen(120, 40).contains("Blightlord Terminators: "), "{}", table.screen(120, 40));
    // A killed terminal loses nothing of it.
    drop(table);
    let mut table = Table::open(&world);
    table.says("Ben: which units start off the table?").play("⏎").says("Both players have chosen in secret.");
    table.play("⏎").says("Anna keeps back Blightlord Terminators.");
    assert_eq!(status(&table), UnitStatus::Elsewhere);
    // Openly, where both agree to.
    let opening = table.seq();
    drop(table);
    world.run(&format!("match record m --by both retract {opening} another choice")).ends(0);
    let mut table = Table::open(&world);
    table.says("Anna: which units start off the table?");
    table.play("+ e = ⏎");
    assert!(matches!(table.last(), Command::Reserves(_)), "{:?}", table.last());
    table.play("⏎");
    assert!(matches!(table.last(), Command::Reserves(_)), "{:?}", table.last());
}

/// A banner, or an action under way, says who holds its marker: nobody has to say it twice.
#[test]
fn banners_say_who_holds_their_markers() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> a4a5b t").says("m4 ●Anna?").play("> t > + > x >");
    let paid = table.totals();
    assert_eq!(table.moment().0, 2);
    let ledger = table.host.recording().game().view().ledger;
    let banners = ledger
        .iter()
        .filter(|entry| entry.objective.as_ref().is_some_and(|id| id.as_str() == "raise-the-banners-high"));
    assert_eq!(banners.map(|entry| i64::from(entry.vp)).sum::<i64>(), 2, "{paid:?}: {}", table.screen(100, 40));
}

/// An action that wants no enemy unit in range says who holds its marker, whatever was said in an earlier turn; what is
/// said now goes before it.
#[test]
fn an_action_says_more_than_an_earlier_word() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("-2 > a2a").says("m2 ●Anna?").play("⏎ ⎋").says("m2 ●Anna?").play("t >");
    let banners = |table: &Table| {
        let marker = table.state().markers.iter().find(|marker| marker.id.as_str() == "m2").expect("m2");
        marker.banners[Player::One]
    };
    assert_ne!(banners(&table), adjutant_engine::state::Banner::Absent, "{}", table.screen(100, 40));
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("-2 > a2a⏎⎋-2").says("m2 ◆Jörg*").play("t >").says("Anna's banner on m2 falls");
    assert_eq!(banners(&table), adjutant_engine::state::Banner::Absent);
}

#[test]
fn a_guard_is_told_whole() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("t > t > + >");
    assert_eq!(table.host.session().mode(), Some(&Mode::Guard));
    for (columns, rows) in [(40, 16), (60, 20), (80, 24), (120, 40)] {
        let screen = table.screen(columns, rows);
        let left: Vec<&str> = screen.lines().map(|line| line.split('│').next().unwrap_or_default().trim()).collect();
        let said = left.join(" ");
        assert!(said.contains("Domination then stays open for Anna."), "{columns} columns: {screen}");
    }
}

#[test]
fn no_footer_lacks_what_ends_something() {
    let world = scouring();
    let mut table = Table::open(&world);
    for (columns, rows) in [(40, 10), (60, 20), (80, 24), (120, 40)] {
        let screen = table.screen(columns, rows);
        let footer: Vec<&str> = screen.lines().rev().take(2).collect();
        let footer = footer.join(" ");
        for key in [" > ", " t ", " ? "] {
            assert!(footer.contains(key), "`{key}` at {columns}×{rows}: {footer}");
        }
    }
    table.play("> a").says("Raise Banners on m2").play("⎋").says("Raise Banners possible: m1 m2 m3 m4 m5 (a)");
    table.play("a4a").says("Needs: ").says("Done at the end of this turn.");
}

/// The same battle where the list says that Cultists have Leadership 6.
fn led() -> World {
    let world = scouring();
    let bare = String::from_utf8(world.read("m.jsonl")).expect("text");
    let given = World::new();
    let lines = bare.lines().map(|line| {
        let mut record: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let detachments = record.pointer_mut("/do/roster/roster/detachments").and_then(|all| all.as_array_mut());
        let units = detachments.into_iter().flatten().filter_map(|own| own["units"].as_array_mut()).flatten();
        for unit in units.filter(|unit| unit["id"] == "b3") {
            unit["models"].as_array_mut().expect("groups").iter_mut().for_each(|group| group["leadership"] = 6.into());
        }
        format!("{record}\n")
    });
    given.feed("match record m --from -", &lines.collect::<String>()).ends(0);
    given
}

#[test]
fn a_morale_test_says_what_came_of_it() {
    let world = led();
    let mut table = Table::open(&world);
    table.play("> + > + > + > + > k c 4 ⏎ ⎋");
    assert_eq!(table.moment().2.as_str(), "fight", "{}", table.screen(100, 40));
    table.play("l >");
    // 4 lost and a 6 are more than 6: one flees at once, and a 1 of each other one makes it flee too.
    table.play("- c 6").says("fails Morale (6+4, Ld 6): 1 flees, 5 left.").says("Attrition: 5 dice, or Enter");
    table.play("1 1").says("2 of 5 Attrition dice").play("2 3 4").says("3 flee, 3 left.");
    table.play("⏎");
    assert_eq!(table.models("b3"), 3);
    table.says("Death Guard Cultists fails Morale (6+4, Ld 6)");
    table.play("⎋ u ⏎ l - c 6 ⏎");
    assert_eq!(table.models("b3"), 5, "one flees at once");
    table.play("⎋ u ⏎ l - c 1").says("passes Morale (1+4, Ld 6)");
}

/// Where the list does not say the Leadership, a failed test removed nobody: the table asks how many flee.
#[test]
fn a_morale_test_without_leadership_asks_who_flees() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> + > + > + > + > k c 4 ⏎ ⎋ l > - c 6").says("6 – how many flee? 0 passed");
    let seq = table.seq();
    table.play("⏎");
    assert_eq!(table.seq(), seq, "nothing is recorded before the answer");
    table.play("2").says("fails Morale (6): 2 flee, 4 left.").play("⏎");
    assert_eq!(table.models("b3"), 4);
    table.play("⎋ u ⏎ l - c 3 0").says("passes Morale (3).").play("⏎");
    assert_eq!(table.models("b3"), 6);
}

#[test]
fn dice_of_a_sealed_seed_are_thrown_with_a_number() {
    let world = World::new();
    world.run("match new m --mission the-scouring --one Anna --two Ben --dice sealed").ends(0);
    for who in ["one", "two"] {
        world
            .run(&format!("match record m --by {who} secondaries linebreaker grind-them-down investigate-sites"))
            .ends(0);
    }
    let mut table = Table::open(&world);
    while !table.screen(100, 40).contains("Who attacks?") {
        let before = table.screen(100, 40);
        table.play("⏎");
        assert_ne!(before, table.screen(100, 40), "the set-up stands still");
    }
    let seq = table.seq();
    table.play("r").says("Which number does your opponent say?");
    assert_eq!(table.seq(), seq, "nothing is rolled before the number");
    table.play("4711⏎");
    assert_eq!(table.seq(), seq + 1);
    assert!(matches!(table.last(), Command::RollOff { .. }), "{:?}", table.last());
    let drawn = table.host.recording().records().last().expect("a record").drawn;
    assert!(drawn.is_some_and(|drawn| drawn.with.is_some()), "{drawn:?}");
    drop(table);
    world.run("match verify m").ends(0);
}

#[test]
fn dice_and_places_have_their_keys() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("d").says("roll-off PURPOSE 5-2");
    assert_eq!(table.host.session().typed(), "roll ");
    table.play("⎋ v").says("@zone-a+quarter-ne");
    "typhus @zone-b".chars().for_each(|key| table.press(Key::Char(key)));
    table.play("⏎");
    assert!(matches!(table.last(), Command::Place { .. }), "{:?}", table.last());
}

#[test]
fn a_record_is_found_by_its_words() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("> k c 3 ⏎ d 2 ⏎ ⎋ t > t > L /");
    "cultists".chars().for_each(|key| table.press(Key::Char(key)));
    table.play("⏎");
    let Some(Mode::Look(seq)) = table.host.session().mode() else { panic!("{:?}", table.host.session().mode()) };
    let record = &table.host.recording().records()[usize::try_from(*seq - 1).expect("a place")];
    assert!(matches!(&*record.command, Command::Casualties { unit, .. } if unit.as_str() == "b3"), "{record:?}");
    table.says("R1 Anna");
    table.play("/ n o p e ⏎");
    assert!(matches!(table.host.session().message(), Some(Message::Refused(text, _)) if text.contains("nope")));
}

#[test]
fn an_answer_is_changed_where_it_stands() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.play("t > t 2 >");
    assert_eq!(table.totals(), (0, 2));
    table.play("o a").says("Answered").play("3").says("What follows: Jörg 2 → 3 VP");
    table.play("⏎");
    assert_eq!(table.totals(), (0, 3));
}

/// The result tells what to take home, and nobody signs with one key.
#[test]
fn a_result_is_signed_by_name_only() {
    let world = scouring();
    let mut table = Table::open(&world);
    for turn in BATTLE {
        table.play(turn);
    }
    table.says("wins").says("sheet as PDF").says("Jörg signs the result");
    let seq = table.seq();
    table.play("2").says("Jörg types Jörg").play("a n n a ⏎").says("That is not Jörg");
    table.play("⎋ 1 2 ⏎");
    assert_eq!(table.seq(), seq, "a stray digit signs nothing");
    table.play("⎋ ⎋ 2");
    "jorg".chars().for_each(|key| table.press(Key::Char(key)));
    table.play("⏎").says("Jörg signs the result (done)");
    assert!(matches!(table.last(), Command::Sign { player: Some(Player::Two), .. }), "{:?}", table.last());
    table.play("y").says("For a chat").says("strike force, gt2020");
    table.play("y v").says("The result as the sheet bears it").says("adjutant:1:m:");
}

/// The QR code of the screen, read by a reader of its own, is the seal of the printed sheet.
#[test]
fn the_code_on_the_screen_is_the_seal() {
    let world = scouring();
    let mut table = Table::open(&world);
    table.watched = false;
    for turn in BATTLE {
        table.play(turn);
    }
    table.play("v");
    let lines = view::frame(&table.host.scene(), 80, 40);
    let is_code = |line: &&adjutant_play::text::line::Line| {
        line.spans.iter().any(|(_, role)| *role == adjutant_play::text::line::Role::Code)
    };
    let rows: Vec<String> = lines
        .iter()
        .filter(is_code)
        .map(|line| {
            line.spans
                .iter()
                .filter(|(_, role)| *role == adjutant_play::text::line::Role::Code)
                .map(|(text, _)| text.clone())
                .collect()
        })
        .collect();
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let (wide, high) = (cells[0].len(), cells.len() * 2);
    const DOTS: usize = 4;
    let dark = |x: usize, y: usize| match cells[y / 2][x] {
        '█' => true,
        '▀' => y.is_multiple_of(2),
        '▄' => y % 2 == 1,
        _ => false,
    };
    let quiet = 4;
    let grey = |x: usize, y: usize| {
        let at = |at: usize, most: usize| (at / DOTS).checked_sub(quiet).filter(|at| *at < most);
        match (at(x, wide), at(y, high)) {
            (Some(x), Some(y)) if dark(x, y) => 0,
            _ => 255,
        }
    };
    let edge = |modules: usize| (modules + 2 * quiet) * DOTS;
    let mut picture = rqrr::PreparedImage::prepare_from_greyscale(edge(wide), edge(high), grey);
    let found = picture.detect_grids();
    let (_, text) = found.first().expect("a code").decode().expect("a text");
    let seal = adjutant_sheets::Seal::of(&table.host.recording().game().view()).expect("a result");
    assert_eq!(text, seal.to_string());
}

#[test]
fn a_wide_screen_tells_how_far_the_set_up_is() {
    let world = mustered("the-scouring");
    let mut table = Table::open(&world);
    for words in ["✓ names", "Anna, Ben", "✓ armies", "✓ mission", "✓ secondaries", "▸ attacker", "  first turn"]
    {
        assert!(table.screen(120, 40).contains(words), "{words}: {}", table.screen(120, 40));
    }
    table.play("1");
    assert!(table.screen(120, 40).contains("▸ zones"), "{}", table.screen(120, 40));
}

#[test]
fn objectives_stand_under_their_categories() {
    let world = World::new();
    world.run("match new m --mission the-scouring --one Anna --two Ben").ends(0);
    let mut table = Table::open(&world);
    table.play("xx");
    for size in [(60, 20), (80, 24), (120, 40)] {
        let screen = table.screen(size.0, size.1);
        for heading in ["Battlefield", "No Mercy", "Purge the", "Shadow Op"] {
            assert!(screen.contains(heading), "{heading} at {size:?}: {screen}");
        }
    }
}

/// Refusals call players by their names wherever the match is known.
#[test]
fn refusals_call_players_by_their_names() {
    let world = scouring();
    let record = |words: &str| world.run(&format!("match record m {words}"));
    record("--by one kill b1").ends(0);
    let refusals = [
        "--by two end command",
        "--by two retract 12 slip",
        "--by one stratagem Overkill 99",
        "--by one score one raze 3",
        "--by one secondaries raze assassinate linebreaker",
        "--by two morale a1 3",
    ];
    for words in refusals {
        let run = record(words);
        assert_ne!(run.code, Some(0), "{words}");
        assert!(!run.err.contains("player one") && !run.err.contains("player two"), "{words}: {}", run.err);
    }
    record("--by two retract 12 slip").ends(1).says("record 12 is Anna's, not Jörg's");
    record("--by one stratagem Overkill 99").ends(1).says("Anna has 13");
}

/// Points of a ruling without a sign were taken for words, and counted nothing.
#[test]
fn points_of_a_ruling_are_never_lost() {
    let world = scouring();
    let record = |words: &str| world.run(&format!("match record m --by judge {words}"));
    record("ruling Anna 10 for domination in r1 missed").ends(2).says("the points of a ruling have a sign");
    record("ruling Anna +10 for domination in r1 missed").ends(0);
    assert_eq!(world.run("match show m --json").ends(0).json()["players"]["one"]["total"], 10);
    record("ruling winner anna time was up").ends(0);
    record("ruling winner draw time was up").ends(0);
    record("ruling both played on").ends(0);
}

/// An event that is not there: those that are called much like it.
#[test]
fn events_are_suggested() {
    let world = World::new();
    world.run("event new autumn-gt --name Autumn --rounds 3 --size strike-force").ends(0);
    world.run("event show autum-gt").ends(1).says("Did you mean autumn-gt?");
    world.run("event pair autumn").says("Did you mean autumn-gt?");
    world.run("event show zzz").ends(1).says("`adjutant event list` lists the events");
}

/// A limit leaves the newest, and says how many more there are.
#[test]
fn a_list_of_matches_has_a_limit() {
    let world = World::new();
    for id in ["x1", "x2", "x3"] {
        world.run(&format!("match new {id} --mission scorched-earth --one Anna --two Ben")).ends(0);
    }
    let run = world.run("match list --limit 2").ends(0);
    assert!(run.out.contains("x1") && run.out.contains("x2") && !run.out.contains("x3"), "{run:?}");
    assert!(run.err.contains("1 more match is not shown"), "{run:?}");
    assert_eq!(
        world.run("match list --limit 1 --json").ends(0).json()["matches"].as_array().expect("matches").len(),
        1
    );
}
