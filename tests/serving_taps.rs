//! Every tap once: two forms of one page, the same number with another command, equal forms, Undo, a kill between the disk and
//! the answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adjutant_tournament::command::PassKind;
use serde_json::{Value, json};

use crate::serving::{Answer, Server, cookie, crowd, event, log};
use crate::serving_match::{encoded, records_of, say, seated};
use crate::support::World;

fn doing(command: &Value) -> String {
    format!("do={}", encoded(&command.to_string()))
}

fn note(text: &str) -> String {
    doing(&json!({"note": {"text": text}}))
}

fn kill(mut server: Server) -> u16 {
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    server.port()
}

#[test]
fn the_same_number_with_another_command_is_refused_and_never_done() {
    let (world, server, phones) = seated();
    let seen = records_of(&world).len();
    let page = server.get("/match", &phones.one).text;
    let numbers: Vec<&str> = page.split("name=\"rid\" value=\"").skip(1).map(|part| &part[..32]).collect();
    let distinct: std::collections::BTreeSet<&&str> = numbers.iter().collect();
    assert!(numbers.len() > 1 && numbers.len() == distinct.len(), "{numbers:?}");
    let tap = |rid, fields: &str| say(&server, "/match/say", &phones.one, rid, seen, fields);
    assert_eq!(tap(1, &note("first")).status, 303);
    assert_eq!(tap(1, &note("first")).status, 303, "the same again is known");
    let other = tap(1, &note("second"));
    assert_eq!(other.status, 422, "{}", other.text);
    assert!(other.text.contains("recorded something else already"), "{}", other.text);
    assert!(!other.text.contains("<p class=\"soft\">422"), "{}", other.text);
    assert_eq!(records_of(&world).len(), seen + 1);
    // With a number of its own, the second form of the same page is a second record.
    assert_eq!(tap(2, &note("second")).status, 303);
    assert_eq!(tap(3, &note("second")).status, 303, "and an equal form a third");
    assert_eq!(records_of(&world).len(), seen + 3);
    // Over the event: the two are not mixed up either.
    let shown = log(&world).records().len();
    let post = |fields: &str| {
        let fields = format!("seen={shown}&rid={:032x}&{fields}", 4);
        server.post("/me/call", &phones.one, &fields).unwrap().status
    };
    assert_eq!([post("kind=rules"), post("kind=rules"), post("kind=rules&more=1")], [303, 303, 422]);
}

#[test]
fn two_equal_forms_of_one_page_are_two_deeds() {
    let world = World::new();
    event(&world, &["Anna", "Ben"]);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    server.fill("/desk", "/desk/clock", &desk, "step=start&minutes=150");
    let seen = log(&world).records().len();
    let add = |rid: usize| {
        let fields = format!("seen={seen}&rid={rid:032x}&step=add&minutes=5");
        server.post("/desk/clock", &desk, &fields).unwrap().status
    };
    assert_eq!([add(1), add(2), add(2)], [303, 303, 303]);
    assert_eq!(log(&world).records().len(), seen + 2, "+5 twice, and one of them sent twice");
    let port = kill(server);
    let server = Server::start(&world, port);
    // After a kill both come again, and the two records are theirs.
    for rid in [1_usize, 2, 2] {
        let fields = format!("seen={seen}&rid={rid:032x}&step=add&minutes=5");
        assert_eq!(server.post("/desk/clock", &desk, &fields).unwrap().status, 303);
    }
    assert_eq!(log(&world).records().len(), seen + 2);
    let fields = format!("seen={seen}&rid={:032x}&step=add&minutes=5", 3);
    assert_eq!(server.post("/desk/clock", &desk, &fields).unwrap().status, 303);
    assert_eq!(log(&world).records().len(), seen + 3, "a third one is a third");
}

/// After a restart all phones send at once: while the disk waits, the repetition comes into one batch with others.
#[test]
fn a_tap_that_comes_again_after_a_kill_is_recorded_once_among_others() {
    let (world, server, phones) = seated();
    let seen = records_of(&world).len();
    let counted = note("counted");
    assert_eq!(say(&server, "/match/say", &phones.one, 1, seen, &counted).status, 303);
    let port = kill(server);
    let server = Server::start(&world, port);
    let holding = rusqlite::Connection::open(world.path("data/adjutant.db")).unwrap();
    // The match is read before the disk is held.
    assert_eq!(server.get("/match", &phones.one).status, 200);
    holding.execute_batch("BEGIN IMMEDIATE").unwrap();
    std::thread::scope(|scope| {
        let (server, phones, counted) = (&server, &phones, &counted);
        let send = |phone, rid, fields: String| {
            scope.spawn(move || say(server, "/match/say", phone, rid, seen, &fields).status)
        };
        let first = send(&phones.two, 2, note("holds the writer"));
        std::thread::sleep(Duration::from_millis(300));
        let second = send(&phones.two, 3, note("beside it"));
        std::thread::sleep(Duration::from_millis(100));
        let again = send(&phones.one, 1, counted.clone());
        std::thread::sleep(Duration::from_millis(300));
        holding.execute_batch("ROLLBACK").unwrap();
        for answer in [first, second, again] {
            assert_eq!(answer.join().unwrap(), 303);
        }
    });
    let counted = records_of(&world).iter().filter(|record| record["do"]["note"]["text"] == "counted").count();
    assert_eq!((counted, records_of(&world).len()), (1, seen + 3));
}

#[test]
fn undo_takes_back_what_its_page_showed_or_nothing() {
    let (world, server, phones) = seated();
    let roles = doing(&json!({"roles": {"attacker": "one"}}));
    let start = records_of(&world).len();
    assert_eq!(say(&server, "/match/say", &phones.two, 1, start, &roles).status, 303);
    let seen = start + 1;
    let undo = doing(&json!({"retract": {"seq": seen, "why": "undo"}}));
    // A wrong tap on its way, and Undo of the page as it was before.
    assert_eq!(say(&server, "/match/say", &phones.two, 2, seen, &doing(&json!({"zone": {"zone": "a"}}))).status, 303);
    let late = say(&server, "/match/say", &phones.two, 3, seen, &undo);
    assert_eq!(late.status, 422, "{}", late.text);
    assert!(late.text.contains("so nothing was taken back"), "{}", late.text);
    assert_eq!(records_of(&world).len(), seen + 1, "the record before the wrong tap stands");
    let undo = doing(&json!({"retract": {"seq": seen + 1, "why": "undo"}}));
    assert_eq!(say(&server, "/match/say", &phones.two, 4, seen + 1, &undo).status, 303);
    assert_eq!(records_of(&world).len(), seen + 2);
}

#[test]
fn a_page_that_shows_more_than_the_log_holds_is_told_so() {
    let (world, server, phones) = seated();
    let seen = records_of(&world).len();
    let ahead = say(&server, "/match/say", &phones.one, 1, seen + 2, &note("from another laptop"));
    assert_eq!(ahead.status, 409, "{}", ahead.text);
    assert!(ahead.text.contains("Record mine all the same"), "{}", ahead.text);
    let fields = format!("seen={}&rid={:032x}&kind=rules", log(&world).records().len() + 1, 2);
    assert_eq!(server.post("/me/call", &phones.one, &fields).unwrap().status, 409);
    assert_eq!(records_of(&world).len(), seen);
}

#[test]
fn after_a_result_the_next_open_row_has_the_keyboard_and_enter_starts_no_clock() {
    let world = World::new();
    event(&world, &["Anna", "Ben", "Carl", "Dora", "Eli", "Fay"]);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let page = server.get("/desk", &desk).text;
    let focused = page.split("autofocus").next().unwrap().rsplit("<input").next().unwrap();
    assert!(page.matches("autofocus").count() == 1 && focused.contains("id=\"scan\""), "the scan box: {page}");
    let clock = page.split("name=\"step\" value=\"start\"").nth(1).unwrap();
    assert!(
        clock.split("name=\"minutes\"").next().unwrap().contains("<button type=\"submit\" hidden disabled>"),
        "{page}"
    );
    let tables: Vec<u16> = log(&world).state().rounds[0].pair.tables.iter().map(|pairing| pairing.table.0).collect();
    for (saved, next) in [(1, Some(2)), (2, Some(0)), (0, None)] {
        let table = tables[saved];
        let answer = server.answer_to("/desk", "/desk/result", &desk, &format!("table={table}&one=60&two=40"));
        let place = answer.text.lines().find_map(|line| line.strip_prefix("location: ")).expect("a place").to_owned();
        assert_eq!(place, format!("/desk?after={table}"));
        let page = server.get(&place, &desk).text;
        let focused = page.split("autofocus").nth(1).map(|rest| rest.split("aria-label=\"Table ").nth(1).unwrap());
        let focused = focused.map(|rest| rest.split(',').next().unwrap().parse().unwrap());
        assert_eq!(focused, next.map(|at: usize| tables[at]), "after table {table}");
    }
}

/// Phones tap at every table, the server is killed again and again, and every tap comes again until it is answered: each is in
/// the logs once. No two taps of a phone are equal: behind a kill those are told apart by their words alone. `ADJUTANT_PHONES`
/// says how many phones.
#[test]
fn every_tap_is_there_once_whatever_is_killed() {
    let world = World::new();
    let names = crowd(&world, crate::serving_load::phones(20), "--rounds 1 --pack gt2020");
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let cookies: Vec<String> = names.iter().map(|name| cookie(&world, PassKind::Player, name)).collect();
    let (kills, turns) = (3_usize, 6_usize);
    let mut waiting: Vec<Vec<String>> = (0..names.len())
        .map(|at| {
            (0..turns)
                .map(|turn| format!("seen=1&rid={:032x}&{}", at * 1000 + turn, note(&format!("tap {turn}"))))
                .collect()
        })
        .collect();
    let mut port = 0;
    for round in 0..=kills {
        let server = Server::start(&world, port);
        port = server.port();
        let stop = AtomicBool::new(false);
        waiting = std::thread::scope(|scope| {
            let (server, cookies, stop) = (&server, &cookies, &stop);
            let phones = waiting.into_iter().enumerate().map(|(at, taps)| {
                scope.spawn(move || {
                    let mut left = taps.into_iter().peekable();
                    while let Some(tap) = left.peek().filter(|_| !stop.load(Ordering::Relaxed)) {
                        match server.post("/match/say", &cookies[at], tap) {
                            Ok(Answer { status: 303, .. }) => drop(left.next()),
                            Ok(Answer { status: 503 | 429, .. }) => std::thread::sleep(Duration::from_millis(50)),
                            Ok(answer) => panic!("{}: {}", answer.status, answer.text),
                            Err(_) => break,
                        }
                    }
                    left.collect::<Vec<String>>()
                })
            });
            let phones: Vec<_> = phones.collect();
            if round < kills {
                std::thread::sleep(Duration::from_millis(150));
                std::process::Command::new("kill").args(["-9", &server.child.id().to_string()]).status().unwrap();
                stop.store(true, Ordering::Relaxed);
            }
            phones.into_iter().map(|phone| phone.join().expect("a phone")).collect()
        });
        drop(server);
    }
    assert!(waiting.iter().all(Vec::is_empty), "everything was answered at last");
    let mut found = 0;
    for table in &log(&world).state().rounds[0].pair.tables {
        let id = format!("gt-r1-t{:02}", table.table.0);
        let records = crate::serving::bare(&world.run(&format!("match export {id}")).ends(0).out);
        for by in ["one", "two"] {
            for text in (0..turns).map(|turn| format!("tap {turn}")) {
                let same = |record: &&Value| record["by"] == by && record["do"]["note"]["text"] == text.as_str();
                let count = records.iter().filter(same).count();
                assert_eq!(count, 1, "{id} {by} {text}");
                found += count;
            }
        }
    }
    println!("{} phones, {kills} kills: {found} taps, each once", names.len());
}
