//! The report after a battle, as its reader gets it: in every form, of every kind of match, with nothing that is sealed.

use crate::support::World;

const FORMS: [&str; 5] = ["html", "svg", "md", "txt", "pdf"];

/// Matches that differ: depths, packs, with dice and without.
pub const MATCHES: [(&str, &str); 8] = [
    ("scores", "--depth scores"),
    ("facts", "--depth facts"),
    ("positions", "--depth positions"),
    ("dice", "--throw-dice"),
    ("eighth", "--pack outposts-8th --throw-dice"),
    ("fifth", "--pack standard-5th --throw-dice"),
    ("tenth", "--pack outposts-10th --throw-dice"),
    ("eleventh", "--pack matrix-11th --throw-dice"),
];

fn played() -> World {
    let world = World::new();
    for (id, how) in MATCHES {
        world.run(&format!("match simulate {id} --seed 11 {how}")).ends(0);
    }
    world
}

fn text(world: &World, words: &str) -> String {
    world.run(words).ends(0).out
}

#[test]
fn a_report_comes_in_every_form_and_each_says_who_won() {
    let world = played();
    for (id, _) in MATCHES {
        let json = world.run(&format!("match report {id} --json")).ends(0).json();
        let vp = [json["vp"]["one"].as_u64().unwrap(), json["vp"]["two"].as_u64().unwrap()];
        let score = format!("Ada {} – {} Bo", vp[0], vp[1]);
        for form in FORMS {
            let told = world.run(&format!("match report {id} -o r.{form}")).ends(0).out;
            assert_eq!(told, format!("{id}: report in r.{form}\n"));
            let bytes = world.read(&format!("r.{form}"));
            if form == "pdf" {
                assert!(bytes.starts_with(b"%PDF-"));
                continue;
            }
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.contains(&score), "{id}.{form} lacks {score}");
            let asks = ["<script", "http://", "https://", "url(", "@import", " src="];
            let foreign = text.replace("http://www.w3.org/2000/svg", "");
            assert!(asks.iter().all(|word| !foreign.contains(word)), "{id}.{form} asks for something else");
            assert!(!text.contains("NaN") && !text.contains("  —"), "{id}.{form}");
            match form {
                "txt" => text.lines().for_each(|line| assert!(line.chars().count() <= 80, "{id}: {line}")),
                "html" => assert!(text.len() <= 60_000, "{id}: {} bytes", text.len()),
                _ => {}
            }
        }
        let plain = text(&world, &format!("match report {id} --ascii"));
        assert!(plain.is_ascii(), "{id}: {:?}", plain.chars().filter(|letter| !letter.is_ascii()).collect::<String>());
    }
    world.run("match report dice -o r.doc").ends(2).says(".html, .pdf, .svg, .md or .txt");
}

/// Every record that the file names stands in it, under the address that the link leads to.
#[test]
fn every_link_of_a_report_leads_to_what_the_record_says() {
    let world = played();
    for (id, _) in MATCHES {
        world.run(&format!("match report {id} --player two -o r.html")).ends(0);
        let html = String::from_utf8(world.read("r.html")).unwrap();
        let links: Vec<&str> = html.split("href=\"#r").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        for seq in &links {
            assert!(html.contains(&format!("id=\"r{seq}\"")), "{id}: record {seq} is not told");
        }
        assert!(!links.is_empty(), "{id} names no record");
        assert!(html.contains("You "), "{id} is written for player two");
    }
}

/// A log without a database is enough, and says the same; of a battle that goes on it says how far it is.
#[test]
fn a_log_of_a_file_is_reported_on_without_a_database() {
    let world = played();
    world.run("match export dice -o dice.jsonl").ends(0);
    let of_file = text(&world, "report dice.jsonl");
    let of_match = text(&world, "match report dice");
    let until = |text: &str, end: &str| text.split(end).next().unwrap().trim_end().to_owned();
    assert_eq!(until(&of_match, "\nAGAINST"), until(&of_file, "\ndice, "));
    let log = String::from_utf8(world.read("dice.jsonl")).unwrap();
    let half: String = log.lines().take(100).map(|line| format!("{line}\n")).collect();
    world.write("half.jsonl", half);
    let told = text(&world, "report half.jsonl");
    assert!(
        told.starts_with("The battle so far: ") && told.contains("The battle goes on: record 100 is the last."),
        "{told}"
    );
    assert!(!told.contains("LEFT ON THE TABLE"), "{told}");
    world.run("report nothing.jsonl").ends(3);
}

/// A branch is a match of its own: it goes into the database beside the other, an audit finds it good, and it is of no event.
#[test]
fn a_branch_goes_on_as_a_match_of_its_own() {
    let world = played();
    let was = world.run("match show dice --at 60 --json").ends(0).json();
    let told = text(&world, "match branch dice 60 -o what-if.jsonl");
    assert!(told.starts_with("dice-from-60: ") && told.ends_with("up to record 60 of dice\n"), "{told}");
    assert!(text(&world, "audit what-if.jsonl").starts_with("what-if.jsonl: good"));
    world.run("match import what-if.jsonl").ends(0);
    let now = world.run("match show dice-from-60 --json").ends(0).json();
    for what in ["round", "phase", "players", "markers", "units"] {
        assert_eq!(now[what], was[what], "{what}");
    }
    world.run("match record dice-from-60 end turn").ends(0);
    world.run("match branch dice 9999 -o x.jsonl").ends(2);
    assert!(!world.path("x.jsonl").exists());
}

/// A battle of the fourth round in which player one gives up.
fn conceded() -> World {
    let world = World::new();
    world.run("match simulate whole --seed 11").ends(0);
    world.run("match branch whole 120 -o m.jsonl").ends(0);
    world.run("match import m.jsonl").ends(0);
    world.run("match record whole-from-120 --by one concede").ends(0);
    world.run("match record whole-from-120 --by both end battle").ends(0);
    world
}

/// A concession ends what is compared: the points up to then, and who gave up.
#[test]
fn a_conceded_battle_says_who_gave_up() {
    let world = conceded();
    assert!(text(&world, "match report whole-from-120").contains("Bo wins: Ada conceded."));
    let mine = text(&world, "match report whole-from-120 --player one");
    assert!(mine.contains("Bo wins: you conceded.") && mine.contains("TURNING POINTS"), "{mine}");
}

/// The table's screen has the report once the battle is over.
#[test]
fn the_screen_shows_the_report_when_the_battle_is_over() {
    use crate::support::table::{Table, key_of};
    let world = conceded();
    let mut table = Table::of(&world, "whole-from-120");
    table.press(key_of('w'));
    let screen = table.screen(90, 40);
    assert!(screen.contains("After the battle") && screen.contains("POINTS BY ROUND"), "{screen}");
    table.press(key_of('w'));
    assert!(!table.screen(90, 40).contains("POINTS BY ROUND"));
}

/// In the hall: its players and those who run the event see it as soon as the battle is over, everybody when the round is
/// closed, with a round or without one in its address; no record that others may not open is a link.
#[test]
fn the_hall_shows_a_report_to_those_who_may_see_it() {
    use crate::serving::Server;
    use crate::serving_match::{Phones, event, simulated_openly};
    let world = World::new();
    let (records, mission) = simulated_openly(&world, usize::MAX);
    event(&world, &mission);
    world.write("bare.jsonl", &records);
    world.run("match record gt-r1-t01 --from bare.jsonl").ends(0);
    let server = Server::start(&world, 0);
    let phones = Phones::of(&world);
    for (path, cookie) in
        [("/match/after", &phones.one), ("/match/after", &phones.table), ("/table/1-1/after", &phones.judge)]
    {
        let shown = server.get(path, cookie);
        assert_eq!(shown.status, 200, "{path}: {}", shown.text);
        assert!(shown.text.contains("Points by round") && shown.text.contains("/log?at="), "{path}: {}", shown.text);
    }
    let mine = server.get("/match/after", &phones.two).text;
    assert!(mine.contains("You "), "{mine}");
    let waits = server.get("/table/1-1/after", "");
    assert!(waits.status == 200 && waits.text.contains("when round 1 is closed"), "{}", waits.text);
    assert!(!waits.text.contains("Points by round"));
    assert_eq!(server.get("/table/7-1/after", "").status, 404);
    assert_eq!(server.get("/table/1-9/after", "").status, 404);
    let vp = world.run("match show gt-r1-t01 --json").ends(0).json();
    let total = |player: &str| vp["players"][player]["total"].as_u64().unwrap();
    world.run(&format!("event result gt --table 1 --one {} --two {}", total("one"), total("two"))).ends(0);
    world.run("event close gt").ends(0);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let seen = loop {
        let seen = server.get("/table/1-1/after", "");
        if seen.text.contains("Points by round") || std::time::Instant::now() > until {
            break seen.text;
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
    };
    assert!(seen.contains("Points by round") && !seen.contains("/log?at="), "{seen}");
    assert!(server.get("/player/anna", "").text.contains("/table/1-1/after"));
}

/// The players' other matches in the same database, by name: this battle is not among them, and few have no average.
#[test]
fn a_battle_is_compared_with_the_others_of_its_players() {
    let world = World::new();
    for seed in 1..=5 {
        world.run(&format!("match simulate g{seed} --seed {seed} --depth scores")).ends(0);
    }
    let own = world.run("match report g1 --json").ends(0).json()["own"]["one"].clone();
    assert_eq!(own["matches"], 4);
    let all = own["averages"].as_array().unwrap().iter().find(|average| average["of"].is_null()).unwrap().clone();
    let totals: Vec<u64> = (2..=5)
        .map(|seed| {
            world.run(&format!("match show g{seed} --json")).ends(0).json()["players"]["one"]["total"].as_u64().unwrap()
        })
        .collect();
    assert_eq!((all["sum"].as_u64(), all["count"].as_u64()), (Some(totals.iter().sum()), Some(4)));
    let told = text(&world, "match report g1 --player one");
    assert!(
        told.contains("AGAINST YOUR RECORD") && told.contains("Everybody in this database who is called Ada."),
        "{told}"
    );
}

/// A log of an older law is called what it is, not judged by today's.
#[test]
fn a_log_of_an_older_law_has_no_report() {
    let world = World::new();
    for log in ["scores", "opened"] {
        let log = crate::support::project().join(format!("tests/fixtures/4cd3b9c6/logs/{log}.jsonl"));
        let run = world.run(&format!("report {}", log.display()));
        assert!(run.code != Some(0) && run.out.is_empty() && run.err.contains("law"), "{}: {run:?}", log.display());
    }
}
