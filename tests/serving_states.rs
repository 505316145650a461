//! Pairs of forms where the first one changes what the second one stands on: a round is published, a result entered, an
//! opponent concedes, the event ends, while other phones and the desk still show the pages of before.

use std::collections::BTreeSet;
use std::path::Path;

use adjutant_tournament::TableNumber;
use adjutant_tournament::command::PassKind;

use crate::serving::{Server, cookie, log};
use crate::serving_match::simulated_openly;
use crate::serving_pairs::{APART, Tap, records, send, taps};
use crate::support::{World, project};

/// Who looks at a page: in words, and the cookie.
type Viewer = (&'static str, String);

/// Four players in round 1 of 2; at table 1 a battle is half recorded, at table 2 nothing is said.
fn hall() -> World {
    let world = World::new();
    let (bare, mission) = simulated_openly(&world, 60);
    world.write("players.csv", "name\nAnna\nBert\nCarl\nDora\n");
    world.run("event new gt --name GT --pack gt2020 --rounds 2 --seed 42").ends(0);
    world.run("event register gt --csv players.csv").ends(0);
    world.run(&format!("event table gt --count 2 --missions {mission}")).ends(0);
    world.run("event pass gt judge mia --new").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    world.write("bare.jsonl", bare);
    world.run("match record gt-r1-t01 --from bare.jsonl").ends(0);
    world
}

/// What comes between the page and the tap.
const CHANGES: [(&str, &[&str]); 5] = [
    ("a result is entered", &["event result gt --table 1 --one 70 --two 30"]),
    ("the opponent concedes", &["match record gt-r1-t01 --by two concede"]),
    (
        "the next round is published",
        &[
            "event result gt --table 1 --one 70 --two 30",
            "event result gt --table 2 --one 60 --two 20",
            "event close gt",
            "event pair gt",
            "event publish gt",
        ],
    ),
    ("the opponent is disqualified", &["event infraction gt TWO disqualification --why cheating"]),
    (
        "the event is over",
        &[
            "event result gt --table 1 --one 70 --two 30",
            "event result gt --table 2 --one 60 --two 20",
            "event close gt",
            "event finish gt --early",
        ],
    ),
];

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => copied(&entry.path(), &to.join(entry.file_name())),
            false => drop(std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap()),
        }
    }
}

/// Puts the data folder back as it was kept, and starts the server on it.
fn again(world: &World, server: Option<Server>, kept: &str) -> Server {
    let port = server.as_ref().map_or(0, Server::port);
    drop(server);
    let data = world.path("data");
    std::fs::remove_dir_all(&data).unwrap();
    copied(&world.path(kept), &data);
    Server::start(world, port)
}

/// Who looks at which pages.
fn pages(world: &World, desk: &str) -> Vec<(Viewer, Vec<&'static str>)> {
    let pairing = log(world).state().rounds[0].at(TableNumber(1)).unwrap().clone();
    let one = cookie(world, PassKind::Player, pairing.one.as_str());
    let table = cookie(world, PassKind::Table, "1");
    let judge = cookie(world, PassKind::Judge, "mia");
    vec![
        (("player", one), vec!["/me", "/me/result", "/match", "/match/scoring", "/match/more", "/match/log"]),
        (("device", table), vec!["/match"]),
        (("judge", judge), vec!["/table/1", "/table/1/log"]),
        (("desk", desk.to_owned()), vec!["/desk", "/desk/draft", "/desk/tables", "/table/1", "/desk/log"]),
    ]
}

/// Every kind of button of the pages, once for each page and viewer.
fn shown(server: &Server, pages: &[(Viewer, Vec<&'static str>)]) -> Vec<(Viewer, &'static str, Tap)> {
    let mut all = Vec::new();
    for (viewer, page) in pages.iter().flat_map(|(viewer, pages)| pages.iter().map(move |page| (viewer, *page))) {
        let shown = server.get(page, &viewer.1);
        assert_eq!(shown.status, 200, "{page}: {}", shown.text);
        let mut kinds = BTreeSet::new();
        let own = taps(&shown.text).into_iter().filter(|tap| !APART.contains(&tap.action.as_str()));
        let new = own.filter(|tap| kinds.insert(tap.kind.clone()));
        all.extend(new.map(|tap| (viewer.clone(), page, tap)));
    }
    all
}

/// Which forms of pages of before are taken all the same; every other one is refused in words and records nothing.
fn taken(change: &[&str]) -> BTreeSet<String> {
    let world = hall();
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let before = shown(&server, &pages(&world, &desk));
    assert!(before.len() >= 40, "{} buttons", before.len());
    let two = log(&world).state().rounds[0].at(TableNumber(1)).unwrap().two.clone();
    change.iter().for_each(|words| drop(world.run(&words.replace("TWO", two.as_str())).ends(0)));
    drop(server);
    copied(&world.path("data"), &world.path("kept"));
    let mut server = again(&world, None, "kept");
    let mut taken = BTreeSet::new();
    for (rid, ((who, cookie), page, tap)) in before.iter().enumerate() {
        if rid % BEFORE_A_REST == 0 {
            server = again(&world, Some(server), "kept");
        }
        let known = records(&world);
        let answer = send(&server, cookie, tap, rid + 1).unwrap_or_else(|error| panic!("{page}: {tap:?}: {error}"));
        let new = records(&world) - known;
        let what = format!("{who} {page}: “{}”: {}, {new} new", tap.kind, answer.status);
        assert!(matches!(answer.status, 303 | 400 | 404 | 409 | 422), "{what}: {}", answer.text);
        assert!(answer.status == 303 || (new == 0 && answer.text.contains("<h1")), "{what}: {}", answer.text);
        if new > 0 {
            taken.insert(format!("{who} {}", tap.action));
            server = again(&world, Some(server), "kept");
        }
    }
    taken
}

/// So many forms a minute are taken from one pass; a server that is started anew has counted none.
const BEFORE_A_REST: usize = 25;

/// `tests/serving_states.txt` lists what is taken; `ADJUTANT_BLESS=1` writes it anew.
#[test]
fn a_form_of_before_is_refused_in_words_or_means_what_its_page_meant() {
    let mut text = String::new();
    for (name, change) in CHANGES {
        let all = taken(change);
        // Nothing that players say of their game or of its match goes on behind a new round.
        let bad = |form: &&String| name == "the next round is published" && form.starts_with("player /m");
        assert_eq!(all.iter().find(bad), None, "{name}: {all:?}");
        text.push_str(&format!("{name}\n"));
        all.iter().for_each(|form| text.push_str(&format!("  {form}\n")));
    }
    let path = project().join("tests/serving_states.txt");
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text);
}

/// The terminal that a new address is told to may be gone; the hall goes on.
#[test]
fn a_terminal_that_is_closed_stops_no_hall() {
    let world = hall();
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    // Nobody reads what the server prints from here on.
    assert_eq!(server.answer_to("/desk", "/desk/leave", &desk, "").status, 303);
    for _ in 0..5 {
        assert_eq!(server.get("/", "").status, 200);
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(server.get("/desk", &desk).status, 403, "the session is over");
}
