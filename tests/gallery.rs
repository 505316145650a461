//! The pictures of the README and of the gallery, drawn from what the program shows: screens of the table row by row, what
//! verbs print, and the SVG files that verbs write. `ADJUTANT_BLESS=1` writes them anew.
//!
//! A picture that changed leaves `target/pictures/index.html`: what was kept beside what is drawn now.

#![cfg(unix)]

use adjutant_play::text::line::Line;
use adjutant_play::view;

use crate::guide::{shortened, typed as typed_at};
use crate::serving::Server;
use crate::support::page::{page_drawn, sheet_drawn};
use crate::support::svg::{Panel, Theme, drawn, printed};
use crate::support::table::{Table, scouring};
use crate::support::{World, project};

/// Compares a picture with the one that is kept, or keeps it.
#[track_caller]
fn holds(name: &str, svg: &str) {
    let path = project().join("docs/pictures").join(name);
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, svg).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    if kept == svg {
        return;
    }
    let report = project().join("target/pictures");
    std::fs::create_dir_all(&report).unwrap();
    std::fs::write(report.join(format!("before-{name}")), kept).unwrap();
    std::fs::write(report.join(format!("now-{name}")), svg).unwrap();
    let page = report.join("index.html");
    let rows = std::fs::read_to_string(&page).unwrap_or_default();
    let row =
        format!("<h2>{name}</h2><img width=\"49%\" src=\"before-{name}\"><img width=\"49%\" src=\"now-{name}\">\n");
    std::fs::write(&page, if rows.contains(&row) { rows } else { rows + &row }).unwrap();
    panic!(
        "{name} shows something else than docs/pictures: look at {}, then run with ADJUTANT_BLESS=1",
        page.display()
    );
}

/// Draws panels for readers with a light and with a dark screen.
#[track_caller]
fn shows(name: &str, told: &str, panels: &[Panel]) {
    for theme in [Theme::Light, Theme::Dark] {
        holds(&format!("{name}{}.svg", theme.suffix()), &drawn(panels, theme, told));
    }
}

/// The screen of the table.
fn screen(title: &str, table: &Table, columns: usize, rows: usize) -> Panel {
    Panel { title: title.to_owned(), rows: view::frame(&table.host.scene(), columns, rows), columns }
}

/// What commands print, as they are typed.
fn terminal(title: &str, world: &World, columns: usize, lines: &[&str]) -> Panel {
    let text: String = lines
        .iter()
        .map(|words| {
            let run = world.run(words);
            format!("$ adjutant {words}\n{}{}\n", run.out, run.err)
        })
        .map(|text| text.lines().map(|line| shortened(line) + "\n").collect::<String>() + "\n")
        .collect();
    Panel { title: title.to_owned(), rows: printed(text.trim_end(), columns), columns }
}

/// The battle of the README's first picture.
fn first() -> World {
    let world = World::new();
    for words in [
        "match new final --mission scorched-earth --one Anna --two Ben",
        "use final",
        "by anna secondaries raze linebreaker assassinate",
        "by ben secondaries raze engage assassinate",
        "attacker anna , by ben zone a , first anna , begin",
        "end turn , score linebreaker 0",
        "end turn , score engage 2",
        "hold m1 m2 m5 m3=ben m4=ben m6=none , end command",
    ] {
        world.run(words).ends(0);
    }
    world
}

#[test]
fn the_first_picture_shows_points_and_where_they_come_from() {
    let world = first();
    let table = Table::of(&world, "final");
    let left = screen("At the table: say who holds what", &table, 60, 22);
    let (columns, log) = (74, terminal("", &world, 74, &["log"]).rows);
    let of_round_2 = log.iter().position(|row| row.text().contains("Round 2, Anna")).expect("round 2");
    let mut rows = vec![log[0].clone(), Line::plain("…")];
    rows.extend(log[of_round_2..].iter().filter(|row| !row.text().trim().is_empty()).cloned());
    rows.push(Line::plain(""));
    let typed = [
        "adjutant match export final -o final.jsonl",
        "sed -i.old 's/\"m5\":\"one\"/\"m5\":\"two\"/' final.jsonl",
        "adjutant audit final.jsonl",
    ];
    let text: Vec<String> = typed
        .iter()
        .flat_map(|line| [format!("$ {line}")].into_iter().chain(typed_at(&world, line)).chain([String::new()]))
        .collect();
    rows.extend(printed(text.join("\n").trim_end(), columns));
    assert!(rows.len() <= 22, "{} rows", rows.len());
    let right = Panel { title: "Any day later: why 15 points, and who changed what".to_owned(), rows, columns };
    shows(
        "first",
        "Left, the screen of the table in round 2: Anna was just paid 15 for Take and Hold. Right, the log of the same battle \
         says which records these points rest on.",
        &[left, right],
    );
}

#[test]
fn the_gallery_shows_the_table_and_the_terminal() {
    let world = scouring();
    let mut table = Table::open(&world);
    for turn in crate::screen::BATTLE.iter().take(5) {
        table.play(turn);
    }
    shows(
        "battle",
        "The screen of the table in a battle with two armies",
        &[screen("A battle, key by key", &table, 100, 34)],
    );
    let world = World::new();
    world.run("demo hall --quiet").ends(0);
    let day = terminal(
        "The demo's event",
        &world,
        110,
        &["event standings demo --data hall", "event explain demo 3 anna --data hall"],
    );
    shows("standings", "The standings of the demo's event, and why Anna met her opponent in round 3", &[day]);
    let world = first();
    world.run("match export final -o true.jsonl").ends(0);
    let log = String::from_utf8(world.read("true.jsonl")).unwrap();
    let changed = log.replacen("\"m5\":\"one\"", "\"m5\":\"two\"", 1);
    assert_ne!(log, changed, "the log says who holds m5");
    world.write("forged.jsonl", changed);
    let audit = terminal("One word changed", &world, 110, &["audit true.jsonl", "audit forged.jsonl"]);
    shows(
        "forgery",
        "An audit takes the log as it was written and names the record in which one word was changed",
        &[audit],
    );
}

/// Events and leagues of the gallery draw themselves.
#[test]
fn the_gallery_shows_what_verbs_draw() {
    let world = World::new();
    world.run("demo hall --quiet").ends(0);
    let svg = |name: &str| String::from_utf8(world.read(name)).expect("UTF-8");
    world.run("mission map scorched-earth -o map.svg").ends(0);
    holds("map.svg", &svg("map.svg"));
    world.run("match report demo-r3-t01 --data hall -o report.svg").ends(0);
    holds("report.svg", &svg("report.svg"));
    world.run("league new season --name Season --from 2026-01-01 --to 2026-12-31").ends(0);
    world.run("league add season hall/adjutant.db").ends(0);
    world.run("league stats season -o figures").ends(0);
    holds("race.svg", &svg("figures/race.svg"));
}

/// A page of the hall in a window of some size, as its server writes it.
#[track_caller]
fn hall(name: &str, [page, style]: [&str; 2], size: [f32; 2], told: &str) {
    holds(&format!("{name}.svg"), &page_drawn(page, style, size, told));
}

#[test]
fn the_gallery_shows_the_hall() {
    let world = World::new();
    let [page, style] = crate::serving_walk::halfway(&world);
    hall("phone", [&page, &style], [390.0, 1180.0], "The page of a battle on a phone: scores, markers, what is due");
    let world = World::new();
    world.run("demo hall --quiet").ends(0);
    let server = Server::of(world.command("serve demo --data hall --address 127.0.0.1 --port 0"));
    let screen = server.get("/screen/standings", "").text;
    hall("screen", [&screen, &style], [1280.0, 720.0], "The standings on a screen of the hall");
}

#[test]
fn the_gallery_shows_paper() {
    let world = World::new();
    world.run("demo hall --quiet").ends(0);
    world.run("match sheet demo-r3-t01 --data hall -o sheet.pdf").ends(0);
    holds("sheet.svg", &sheet_drawn(&world.read("sheet.pdf"), "The scoring sheet of a battle, filled in and sealed"));
    world.run("event sheets demo --data hall --only standings -o sheets").ends(0);
    let standings = std::fs::read(world.path("sheets/demo-r3-standings.pdf")).unwrap();
    holds("paper.svg", &sheet_drawn(&standings, "The standings of the demo's event, as they hang on the wall"));
}

#[test]
fn the_gallery_shows_a_bracket() {
    let names = ["Anna", "Bert", "Carla", "Dimitri", "Edda", "Finn", "Gül", "Hugo"];
    let world = World::published(&names, "");
    for table in 1..=4 {
        world.run(&format!("event result gt --table {table} --one {} --two 40", 60 + 5 * table)).ends(0);
    }
    world.run("event close gt").ends(0);
    world.run("event cut gt --top 4 --third-place").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    for table in [1, 2] {
        world.run(&format!("event result gt --table {table} --one {} --two 41", 50 + table)).ends(0);
    }
    world.run("event close gt").ends(0);
    world.run("event bracket gt --svg bracket.svg").ends(0);
    holds("bracket.svg", &String::from_utf8(world.read("bracket.svg")).expect("UTF-8"));
}
