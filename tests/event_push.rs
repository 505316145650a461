//! `event push`: what is sent, to whom, and what is told where nobody takes it.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::JoinHandle;

use crate::support::World;

/// A round of two games is closed.
fn played() -> World {
    let world = World::published(&["Anna", "Bert", "Carl", "Dora"], "");
    world.run("event result gt --table 1 --one 75 --two 62").ends(0);
    world.run("event result gt --table 2 --one 50 --two 50").ends(0);
    world.run("event close gt").ends(0);
    world
}

/// A request: its head, and what it brings.
fn asked(stream: &mut TcpStream) -> (String, String) {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        bytes.extend(byte);
    }
    let head = String::from_utf8(bytes).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).unwrap().parse().unwrap();
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    (head, String::from_utf8(body).unwrap())
}

/// A machine that takes one request and does this with it; its address, and what it was asked.
fn machine(answer: impl FnOnce(&mut TcpStream) + Send + 'static) -> (String, JoinHandle<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/in?site=1", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let asked = asked(&mut stream);
        answer(&mut stream);
        asked
    });
    (address, server)
}

/// One that answers with these words.
fn answers(words: &'static str) -> (String, JoinHandle<(String, String)>) {
    machine(move |stream| stream.write_all(words.as_bytes()).unwrap())
}

const TAKEN: &str = "HTTP/1.1 201 Created\r\nContent-Length: 6\r\n\r\nThanks";

#[test]
fn what_is_sent_is_what_the_other_verbs_write() {
    let world = played();
    world.run("event export gt --games games.csv").ends(0);
    world.run("event standings gt --csv standings.csv").ends(0);
    world.run("event standings gt --csv placings.csv --columns bcp").ends(0);
    let document = world.run("event export gt --json").ends(0).out;
    for what in ["games", "standings", "placings"] {
        let (address, server) = answers(TAKEN);
        let told = world.run(&format!("event push gt {address} --what {what}")).ends(0);
        let (head, body) = server.join().unwrap();
        assert_eq!(body.as_bytes(), world.read(&format!("{what}.csv")), "{what}");
        assert!(head.starts_with("POST /in?site=1 HTTP/1.1\r\nHost: 127.0.0.1:"), "{head}");
        assert!(
            head.contains("\r\nContent-Type: text/csv; charset=utf-8\r\n") && !head.contains("Authorization"),
            "{head}"
        );
        told.tells(&format!("gt: {what}, {} bytes, sent to {address}, which answers 201: Thanks", body.len()));
    }
    let (address, server) = answers(TAKEN);
    let told = world.run(&format!("event push gt {address} --json")).ends(0).json();
    let (head, body) = server.join().unwrap();
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(value(&body), value(&document));
    assert!(head.contains("\r\nContent-Type: application/json\r\n"), "{head}");
    assert_eq!((&told["status"], &told["answer"], &told["what"]), (&201.into(), &"Thanks".into(), &"json".into()));
}

#[test]
fn a_key_goes_along_and_is_told_to_nobody_else() {
    let world = played();
    world.write("key.txt", "S3CR3T-k3y\n");
    let (address, server) = answers("HTTP/1.1 204 No Content\r\n\r\n");
    let told = world.run(&format!("event push gt {address} --key-file key.txt")).ends(0).tells("which answers 204");
    let (head, body) = server.join().unwrap();
    assert!(head.contains("\r\nAuthorization: Bearer S3CR3T-k3y\r\n"), "{head}");
    assert!(told.err.contains("plain http") && !format!("{}{}{body}", told.out, told.err).contains("S3CR3T"));
    // What would end the header, no key, no file.
    for (text, code) in [("a\r\nX: y", 2), ("two words", 2), (" \n", 2), ("schlüssel", 2)] {
        world.write("bad.txt", text);
        world.run(&format!("event push gt {address} --key-file bad.txt")).ends(code).says("holds no key");
    }
    world.run(&format!("event push gt {address} --key-file nowhere.txt")).ends(3);
}

#[test]
fn who_says_no_is_quoted_so_that_nothing_acts() {
    let world = played();
    for (answer, says) in [
        ("HTTP/1.1 500 Oh\r\nContent-Length: 12\r\n\r\n\x1b[2Jbroken\r\n", "answers 500: \\u{1b}[2Jbroken"),
        ("HTTP/1.1 301 Moved\r\nLocation: http://elsewhere/\r\n\r\n", "redirects are not followed"),
        ("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", "--key-file"),
        ("HTTP/1.1 400 No\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "answers 400;"),
        ("SSH-2.0-OpenSSH\r\n", "no answer of a web server"),
        ("", "no answer of a web server"),
    ] {
        let (address, server) = answers(answer);
        let told = world.run(&format!("event push gt {address}")).ends(1);
        server.join().unwrap();
        let all = format!("{}{}", told.out, told.err);
        assert!(all.replace('\n', ";").contains(says) && !all.contains('\x1b'), "{says}: {all}");
    }
}

#[test]
fn an_answer_without_end_and_a_machine_without_a_word_are_left() {
    let world = played();
    let (address, server) = machine(|stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        while stream.write_all(&[b'x'; 4096]).is_ok() {}
    });
    let told = world.run(&format!("event push gt {address}")).ends(0).tells("which answers 200: xxx");
    assert!(told.out.len() + told.err.len() < 1000, "{}", told.err);
    server.join().unwrap();
    // It takes everything and never answers.
    let (address, server) = machine(|stream| {
        let _ = stream.read(&mut [0]);
    });
    let begun = std::time::Instant::now();
    world.run(&format!("event push gt {address}")).ends(1).says("nothing is sent by itself");
    assert!(begun.elapsed().as_secs() < 25, "{:?}", begun.elapsed());
    server.join().unwrap();
}

#[test]
fn what_cannot_be_sent_says_why() {
    let world = played();
    for wrong in ["rank.example", "ftp://rank.example", "http://", "http://u:p@rank.example/", "http://a:b/"] {
        world.run(&format!("event push gt {wrong}")).ends(2).says("is no address to send to");
    }
    // A port that nobody listens on any more.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    world.run(&format!("event push gt http://127.0.0.1:{port}/")).ends(1).says("nothing is sent by itself");
    world.run("event push gt http://no.such.name.invalid/").ends(1);
    world.run(&format!("event push nobody http://127.0.0.1:{port}/")).ends(1);
    if !cfg!(feature = "tls") {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("https://{}/", listener.local_addr().unwrap());
        world.run(&format!("event push gt {address}")).ends(1).says("without TLS").says("--features tls");
    }
    let early = World::new();
    early.run("event new gt --name GT --rounds 2 --seed 42").ends(0);
    early
        .run(&format!("event push gt http://127.0.0.1:{port}/ --what standings"))
        .ends(1)
        .says("no round of this event is closed");
}
