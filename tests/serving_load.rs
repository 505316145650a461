//! Load on loopback: many phones at once, with figures. Bounded, and left out of the usual run.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::serving::{Server, cookies, crowd, log};
use crate::support::World;

/// Phones, as many as `ADJUTANT_PHONES` says.
pub fn phones(default: usize) -> usize {
    let named = std::env::var("ADJUTANT_PHONES").ok().and_then(|text| text.parse().ok());
    named.unwrap_or(default).clamp(2, 1000) / 2 * 2
}

/// An event of this many players, its first round published, and their cookies.
fn hall(count: usize) -> (World, Vec<String>) {
    let world = World::new();
    let names = crowd(&world, count, "--rounds 2");
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let players: Vec<&str> = names.iter().map(String::as_str).collect();
    let cookies = cookies(&world, &players);
    (world, cookies)
}

/// Streams that are open and read by nobody meanwhile: those of phones, and as many of screens and overlays, which have no
/// cookie. What is told waits at their end.
fn listening(server: &Server, cookies: &[String]) -> Vec<TcpStream> {
    let open = |cookie: &str| {
        let mut stream = TcpStream::connect(&server.host).expect("a connection");
        let host = &server.host;
        write!(stream, "GET /live HTTP/1.1\r\nHost: {host}\r\nCookie: adjutant={cookie}\r\n\r\n").expect("a request");
        stream
    };
    cookies.iter().flat_map(|cookie| [open(cookie), open("")]).collect()
}

/// One figure in milliseconds, of many measured spans.
fn figure(name: &str, mut spans: Vec<Duration>) {
    spans.sort();
    let at = |share: usize| spans.get((spans.len().saturating_sub(1)) * share / 100).copied().unwrap_or_default();
    let ms = |span: Duration| span.as_secs_f64() * 1000.0;
    println!(
        "{name}: {} measured, p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
        spans.len(),
        ms(at(50)),
        ms(at(99)),
        ms(at(100))
    );
}

/// The memory of a process, in MB.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).unwrap_or_default() / 1024
}

/// The processor time that a process has used, where the system tells it.
fn used(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or_default();
    // User and system time, in hundredths of a second.
    Duration::from_millis((ticks(11) + ticks(12)) * 10)
}

/// What a span of work cost the server.
fn cost(name: &str, before: Duration, server: &Server, count: usize, since: Instant) {
    let used = used(server.child.id()).saturating_sub(before);
    let share = used.as_secs_f64() / since.elapsed().as_secs_f64() * 100.0;
    let each = used.as_secs_f64() * 1000.0 / count.max(1) as f64;
    println!("{name}: {:.2} s of processor time, {each:.2} ms each, {share:.1} % of one core", used.as_secs_f64());
}

#[test]
#[ignore = "a load of half a minute: `cargo test -p adjutant --test all load -- --ignored --nocapture` prints figures"]
fn load_every_phone_hears_of_a_record_and_shows_it() {
    let count = phones(500);
    let (world, cookies) = hall(count);
    let server = Server::start(&world, 0);
    let (open, told) = (AtomicUsize::new(0), AtomicBool::new(false));
    let started = Instant::now();
    let spans: Vec<(Duration, Duration)> = std::thread::scope(|scope| {
        let phones: Vec<_> = cookies
            .iter()
            .enumerate()
            .map(|(at, cookie)| {
                let (server, open, told) = (&server, &open, &told);
                let phone = move || {
                    let mut stream = TcpStream::connect(&server.host).expect("a connection");
                    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
                    let host = &server.host;
                    write!(stream, "GET /live HTTP/1.1\r\nHost: {host}\r\nCookie: adjutant={cookie}\r\n\r\n").unwrap();
                    let mut lines = BufReader::new(stream).lines();
                    let mut next =
                        || lines.by_ref().map(|line| line.expect("a line")).find(|line| line.contains("data: "));
                    let first = next().expect("the first message");
                    open.fetch_add(1, Ordering::SeqCst);
                    let state =
                        |line: &str| line.split("\"state\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
                    let before = state(&first);
                    while state(&next().expect("a message")) == before {}
                    assert!(told.load(Ordering::SeqCst), "nothing was recorded yet");
                    let heard = started.elapsed();
                    // As the script does: phones spread out over a second and a half.
                    std::thread::sleep(Duration::from_millis((at * 7919 % 1500) as u64));
                    let asked = Instant::now();
                    assert_eq!(server.get("/me", cookie).status, 200);
                    (heard, asked.elapsed())
                };
                std::thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, phone).expect("a thread")
            })
            .collect();
        let patience = Instant::now();
        while open.load(Ordering::SeqCst) < count && patience.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(20));
        }
        println!(
            "{count} streams are open after {:.1} s, {} MB",
            started.elapsed().as_secs_f64(),
            memory(server.child.id())
        );
        let desk = server.get(&server.organiser, "").cookie.expect("the organiser");
        told.store(true, Ordering::SeqCst);
        let said = started.elapsed();
        server.fill("/desk", "/desk/clock", &desk, "step=start&minutes=150");
        let spans: Vec<_> = phones.into_iter().map(|phone| phone.join().expect("a phone")).collect();
        spans.into_iter().map(|(heard, page)| (heard.saturating_sub(said), page)).collect()
    });
    figure("told of the record", spans.iter().map(|(heard, _)| *heard).collect());
    figure("own page after it", spans.iter().map(|(_, page)| *page).collect());
    println!("{} MB at the end", memory(server.child.id()));
    assert_eq!(spans.len(), count);
}

#[test]
#[ignore = "a load of ten seconds: `cargo test -p adjutant --test all load -- --ignored --nocapture` prints figures"]
fn load_pages_and_reports_at_once() {
    let (world, cookies) = hall(phones(500));
    let server = Server::start(&world, 0);
    let seen = log(&world).records().len();
    let streams = listening(&server, &cookies);
    let (before, since) = (used(server.child.id()), Instant::now());
    let (gets, posts): (Vec<Duration>, Vec<Duration>) = std::thread::scope(|scope| {
        let (server, cookies) = (&server, &cookies);
        // Ten readers ask twenty times a second each, five writers twice a second, for ten seconds.
        let readers: Vec<_> = (0..10)
            .map(|reader| {
                scope.spawn(move || {
                    let pages =
                        ["/", "/me", "/pairings", "/standings", "/me/result", "/screen/rotate", "/screen/missing"];
                    let ask = |turn: usize| {
                        let due = Duration::from_millis(50);
                        let asked = Instant::now();
                        let answer =
                            server.get(pages[turn % pages.len()], &cookies[(reader * 37 + turn) % cookies.len()]);
                        assert_eq!(answer.status, 200, "{}", answer.text);
                        let span = asked.elapsed();
                        std::thread::sleep(due.saturating_sub(span));
                        span
                    };
                    (0..200).map(ask).collect::<Vec<_>>()
                })
            })
            .collect();
        let writers: Vec<_> = (0..5)
            .map(|writer| {
                scope.spawn(move || {
                    let say = |turn: usize| {
                        let asked = Instant::now();
                        let (rid, points) = (format!("{:032x}", writer * 100 + turn), turn + 1);
                        let fields = format!("seen={seen}&rid={rid}&mine={points}&theirs=1000");
                        let answer = server.post("/me/report", &cookies[writer], &fields).expect("an answer");
                        assert_eq!(answer.status, 303, "{}", answer.text);
                        let span = asked.elapsed();
                        std::thread::sleep(Duration::from_millis(500).saturating_sub(span));
                        span
                    };
                    (0..20).map(say).collect::<Vec<_>>()
                })
            })
            .collect();
        let all = |of: Vec<std::thread::ScopedJoinHandle<'_, Vec<Duration>>>| {
            of.into_iter().flat_map(|one| one.join().expect("a client")).collect()
        };
        (all(readers), all(writers))
    });
    cost("pages and reports", before, &server, gets.len() + posts.len(), since);
    println!("{} streams, {} MB", streams.len(), memory(server.child.id()));
    figure("pages", gets);
    figure("reports, on the disk", posts);
    // Each of them is in the log, once.
    let reports = world.run("event export gt --log gt.jsonl");
    drop(reports.ends(0));
    let text = String::from_utf8(world.read("gt.jsonl")).unwrap();
    assert_eq!(text.lines().filter(|line| line.contains("\"report\"")).count(), 100);
}

#[test]
#[ignore = "a load of twenty seconds: `cargo test -p adjutant --test all load -- --ignored --nocapture` prints figures"]
fn load_phones_that_ask_every_ten_seconds() {
    let count = phones(500);
    let (world, cookies) = hall(count);
    let server = Server::start(&world, 0);
    // Each phone shows its page, with the tag that says which one it is.
    let tag = |cookie: &String| {
        let shown = server.get("/me", cookie);
        assert_eq!(shown.status, 200);
        let tag = shown.text.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
        (cookie.clone(), tag.to_owned())
    };
    let phones: Vec<(String, String)> = cookies.iter().map(tag).collect();
    let (before, since) = (used(server.child.id()), Instant::now());
    std::thread::scope(|scope| {
        let (server, phones) = (&server, &phones);
        // Ten clients ask for fifty phones each, spread over ten seconds, twice.
        for client in 0..10 {
            scope.spawn(move || {
                let own: Vec<&(String, String)> = phones.iter().skip(client).step_by(10).collect();
                for turn in 0..own.len() * 2 {
                    let asked = Instant::now();
                    let (cookie, tag) = own[turn % own.len()];
                    let head = format!("GET /me HTTP/1.1\r\nCookie: adjutant={cookie}\r\nIf-None-Match: {tag}");
                    assert_eq!(server.ask(&head, "").expect("an answer").status, 304);
                    let due = Duration::from_secs_f64(10.0 / own.len() as f64);
                    std::thread::sleep(due.saturating_sub(asked.elapsed()));
                }
            });
        }
    });
    cost("own pages, each phone every ten seconds", before, &server, count * 2, since);
}

#[test]
#[ignore = "a load of ten seconds: `cargo test -p adjutant --test all load -- --ignored --nocapture` prints figures"]
fn load_taps_on_a_long_match() {
    let (world, server, phones, length) = crate::serving_match::told_again();
    let mut spans = Vec::new();
    let (before, since) = (used(server.child.id()), Instant::now());
    for tap in 0..200 {
        let cookie = if tap % 2 == 0 { &phones[0] } else { &phones[1] };
        let asked = Instant::now();
        let fields = format!("seen={}&rid={:032x}&line=note+tap{tap}", length + tap, 7000 + tap);
        let answer = server.post("/match/say", cookie, &fields).expect("an answer");
        assert_eq!(answer.status, 303, "{}", answer.text);
        spans.push(asked.elapsed());
    }
    println!("taps on a match of {length} records and more");
    cost("taps", before, &server, 200, since);
    figure("tap to acknowledged record", spans);
    let log = world.run("match export gt-r1-t01").ends(0).out;
    assert_eq!(log.lines().count(), length + 200);
}

#[test]
#[ignore = "builds a large event: `cargo test -p adjutant --test all load_start -- --ignored --nocapture` prints figures"]
fn load_start_to_the_first_page() {
    let count = phones(500);
    let world = World::new();
    let names = crowd(&world, count, "--rounds 5 --pack gt2020");
    for round in 1..=5 {
        world.run("event pair gt").ends(0);
        world.run("event publish gt").ends(0);
        if round < 5 {
            let tables = log(&world).state().rounds[round - 1].pair.tables.clone();
            let rows = tables.iter().enumerate().map(|(at, pairing)| {
                format!("{},{},{}\n", pairing.table, 100 - (at * 7 + round) % 60, (at * 13 + round * 5) % 40)
            });
            world.write("results.csv", format!("table,one,two\n{}", rows.collect::<String>()));
            world.run("event result gt --csv results.csv").ends(0);
            world.run("event close gt").ends(0);
        }
    }
    let players: Vec<&str> = names.iter().map(String::as_str).collect();
    let (cookies, last) = (cookies(&world, &players), log(&world).state().rounds[4].pair.tables.last().cloned());
    let last = last.expect("a table").one;
    let at = players.iter().position(|player| *player == last.as_str()).expect("a player");
    let started = Instant::now();
    let server = Server::start(&world, 0);
    assert_eq!(server.get("/", "").status, 200);
    println!(
        "{count} players, 5 rounds, {} matches: first page {:.2} s after the start, {:.2} s of processor time",
        count / 2 * 5,
        started.elapsed().as_secs_f64(),
        used(server.child.id()).as_secs_f64()
    );
    assert_eq!(server.get("/match", &cookies[at]).status, 200);
    println!(
        "the match of the last table after {:.2} s, {:.2} s of processor time, {} MB",
        started.elapsed().as_secs_f64(),
        used(server.child.id()).as_secs_f64(),
        memory(server.child.id())
    );
}
