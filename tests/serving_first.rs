//! `adjutant serve` without an event: an organiser with an empty folder makes one in the browser, up to the first pairing.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

use crate::serving::{Answer, Server};
use crate::support::World;

/// A first page: the server, whose `organiser` is the path of the page.
fn first(world: &World) -> Server {
    let mut command = world.command("serve --address 127.0.0.1 --port 0");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    assert!(line.starts_with("no event is named; make one here, on this machine: http://127.0.0.1:"), "{line}");
    // What the program says later has somewhere to go.
    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    let (host, path) = line.trim().split_once("http://").unwrap().1.split_once('/').unwrap();
    Server { child, host: host.to_owned(), organiser: format!("/{path}") }
}

/// A form of the first page, as a browser sends it.
fn send(server: &Server, fields: &str) -> Answer {
    server.post(&server.organiser, "", fields).expect("an answer")
}

const FIELDS: &str =
    "name=Autumn+GT&pack=gt2020&day=2026-11-28&begins=09%3A30&rounds=3&minutes=150&lunch=45&tables=2&lists=09%3A00";

#[test]
fn a_program_without_tls_says_so_before_it_serves_anything() {
    let run = World::new().run("serve gt --tls fullchain.pem privkey.pem");
    if cfg!(feature = "tls") {
        run.ends(3).says("fullchain.pem: ").says("--tls fullchain.pem privkey.pem");
    } else {
        run.ends(2).says("this program was built without TLS").says("--features tls");
    }
}

#[test]
fn an_event_is_made_in_the_browser_up_to_its_first_pairing() {
    let world = World::new();
    let server = first(&world);
    let page = server.get(&server.organiser, "");
    assert_eq!(page.status, 200);
    for says in ["Make your event", "round 1, until 12:00", "lunch, 45 min", "18:15", "They seat 24 players."] {
        assert!(page.text.contains(says), "{says}");
    }
    let counted = send(&server, &format!("{}&do=count", FIELDS.replace("minutes=150", "minutes=120")));
    assert!(counted.status == 200 && counted.text.contains("round 1, until 11:30"), "{}", counted.text);
    let wrong = send(&server, &format!("{}&do=make", FIELDS.replace("rounds=3", "rounds=0").replace("Autumn+GT", "")));
    assert_eq!(wrong.status, 422);
    assert!(wrong.text.contains("Write a whole number from 1 to 12."), "{}", wrong.text);
    assert!(wrong.text.contains("Write 1 to 120 characters"), "{}", wrong.text);
    let none = world.run("event list").ends(0);
    assert!(!none.out.contains("Autumn"), "{none:?}");

    let made = send(&server, &format!("{FIELDS}&do=make"));
    assert_eq!(made.status, 303, "{}", made.text);
    let to = made.text.lines().find_map(|line| line.strip_prefix("location: ")).expect("a way on").trim().to_owned();
    let desk = (0..50).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        let answer = server.ask(&format!("GET {to} HTTP/1.1"), "").ok()?;
        answer.cookie
    });
    let desk = desk.expect("the desk opens for the browser that made the event");
    let history = world.run("event show autumn-gt --history");
    history
        .ends(0)
        .tells("Plan of 2026-11-28: 08:30 doors, check-in; 09:00 lists are due")
        .tells("09:30 round 1, until 12:00");

    world
        .run("event export autumn-gt --log -")
        .ends(0)
        .tells("\"lists_due\":\"2026-11-28T")
        .tells("\"begins\":[\"2026-11-28T");
    let list = server.attach("/desk/players", "/desk/list", &desk, "name\nAnna\nBen\nCarl\nDora\n");
    assert_eq!(list.status, 303, "{}", list.text);
    server.fill("/desk/draft", "/desk/pair", &desk, "");
    server.fill("/desk/draft", "/desk/publish", &desk, "round=1");
    let pairings = server.get("/pairings", "");
    assert!(["Anna", "Ben", "Carl", "Dora"].iter().all(|name| pairings.text.contains(name)), "{}", pairings.text);
    world.run("match list").ends(0).tells("autumn-gt-r1-t01").tells("autumn-gt-r1-t02");
}

#[test]
fn the_first_page_is_of_this_machine_and_of_its_own_forms() {
    let world = World::new();
    let server = first(&world);
    let refused = |head: &str, host: &str| -> String {
        let mut stream = TcpStream::connect(&server.host).expect("a connection");
        write!(stream, "{head}\r\nHost: {host}\r\nContent-Length: {}\r\n\r\n{FIELDS}&do=make", FIELDS.len() + 8)
            .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        text
    };
    let (path, host) = (server.organiser.as_str(), server.host.as_str());
    for (head, host) in [
        (format!("POST {path} HTTP/1.1"), host),
        (format!("POST {path} HTTP/1.1\r\nOrigin: http://evil.example"), host),
        (format!("POST {path} HTTP/1.1\r\nOrigin: http://evil.example"), "evil.example"),
        (format!("POST {path}0 HTTP/1.1\r\nOrigin: http://{host}"), host),
        ("GET / HTTP/1.1".to_owned(), host),
        ("GET /desk HTTP/1.1".to_owned(), host),
    ] {
        let text = refused(&head, host);
        assert!(
            text.starts_with("HTTP/1.1 503") && text.contains("Open this page again in a minute."),
            "{head}: {text}"
        );
        assert!(text.contains("content-security-policy: default-src 'none'"), "{text}");
        assert!(!text.contains(path.rsplit('/').next().unwrap()), "{text}");
    }
    let none = world.run("event list").ends(0);
    assert!(!none.out.contains("Autumn"), "{none:?}");
}

#[test]
fn events_that_are_here_can_be_gone_on_with() {
    let world = World::new();
    world.run("event new gt --name Winter --rounds 2 --seed 5").ends(0);
    let server = first(&world);
    let page = server.get(&server.organiser, "");
    assert!(page.text.contains("name=\"event\" value=\"gt\"") && page.text.contains("Winter"), "{}", page.text);
    let unknown = send(&server, "event=other");
    assert_eq!(unknown.status, 422, "{}", unknown.text);
    // A second event of the same name gets an id of its own.
    let same = send(&server, &format!("{}&do=make", FIELDS.replace("Autumn+GT", "GT")));
    assert_eq!(same.status, 303, "{}", same.text);
    world.run("event list").ends(0).tells("gt-2");
}
