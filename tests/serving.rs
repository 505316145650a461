//! `adjutant serve` as people run it: the same day by verbs and by forms, and a server that is killed while forms come in.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adjutant_app::passes::{Holder, PassBook, PassKey, grouped};
use adjutant_tournament::TournamentLog;
use adjutant_tournament::command::PassKind;
use adjutant_tournament::id::PassId;
use serde_json::Value;

use crate::support::World;

/// A running server.
pub struct Server {
    pub child: Child,
    /// `127.0.0.1:PORT`.
    pub host: String,
    /// The path that lets the organiser in.
    pub organiser: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came back.
pub struct Answer {
    pub status: u16,
    pub cookie: Option<String>,
    pub text: String,
}

impl Server {
    pub fn start(world: &World, port: u16) -> Server {
        Server::of(world.command(&format!("serve gt --address 127.0.0.1 --port {port}")))
    }

    pub fn of(mut command: std::process::Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut address = |word: &str| -> String {
            let line = lines.by_ref().map(|line| line.expect("a line")).find(|line| line.contains("http://"));
            let line = line.unwrap_or_else(|| panic!("the server says its {word}"));
            line.split("http://").nth(1).unwrap().trim().to_owned()
        };
        let host = address("address");
        let organiser = address("organiser's address");
        let organiser = organiser.split_once('/').map(|(_, path)| format!("/{path}")).unwrap();
        Server { child, host, organiser }
    }

    pub fn port(&self) -> u16 {
        self.host.rsplit(':').next().unwrap().parse().unwrap()
    }

    /// What came back, byte for byte.
    fn exchange(&self, head: &str, body: &str) -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(&self.host)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        let host = &self.host;
        let length = body.len();
        write!(stream, "{head}\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// A file: the head of the answer, and what it holds.
    pub fn save(&self, path: &str, cookie: &str) -> (String, Vec<u8>) {
        let head = format!("GET {path} HTTP/1.1\r\nCookie: adjutant={cookie}");
        let mut head = self.exchange(&head, "").expect("an answer");
        let at = head.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let body = head.split_off(at + 4);
        (String::from_utf8(head).expect("a head in letters"), body)
    }

    pub fn ask(&self, head: &str, body: &str) -> std::io::Result<Answer> {
        let invalid = |error| std::io::Error::new(std::io::ErrorKind::InvalidData, error);
        let text = String::from_utf8(self.exchange(head, body)?).map_err(invalid)?;
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or(std::io::ErrorKind::UnexpectedEof)?;
        let cookie = text.lines().find_map(|line| line.strip_prefix("set-cookie: adjutant"));
        let cookie = cookie.map(|line| line.strip_prefix('=').unwrap_or(line));
        let cookie = cookie.and_then(|line| line.split(';').next()).map(str::to_owned);
        Ok(Answer { status, cookie, text })
    }

    pub fn get(&self, path: &str, cookie: &str) -> Answer {
        self.ask(&format!("GET {path} HTTP/1.1\r\nCookie: adjutant={cookie}"), "").expect("an answer")
    }

    pub fn post(&self, path: &str, cookie: &str, fields: &str) -> std::io::Result<Answer> {
        let head = format!("POST {path} HTTP/1.1\r\nCookie: adjutant={cookie}\r\nOrigin: http://{}", self.host);
        self.ask(&head, fields)
    }

    /// Sends a form as a browser does: what the page carries, and what somebody filled in.
    #[track_caller]
    pub fn fill(&self, page: &str, path: &str, cookie: &str, fields: &str) {
        let answer = self.answer_to(page, path, cookie, fields);
        assert_eq!(answer.status, 303, "{path} {fields}: {}", answer.text);
    }

    /// The answer to the same.
    #[track_caller]
    pub fn answer_to(&self, page: &str, path: &str, cookie: &str, fields: &str) -> Answer {
        let [seen, rid] = self.carried(page, cookie);
        self.post(path, cookie, &format!("seen={seen}&rid={rid}&{fields}")).expect("an answer")
    }

    /// Sends a form with a file as a browser does.
    #[track_caller]
    pub fn attach(&self, page: &str, path: &str, cookie: &str, file: &str) -> Answer {
        let [seen, rid] = self.carried(page, cookie);
        let field = |name: &str, value: &str| {
            format!("--b0und\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let head = "Content-Disposition: form-data; name=\"list\"; filename=\"list.csv\"\r\nContent-Type: text/csv";
        let body =
            format!("{}{}--b0und\r\n{head}\r\n\r\n{file}\r\n--b0und--\r\n", field("seen", &seen), field("rid", &rid));
        let head = format!(
            "POST {path} HTTP/1.1\r\nCookie: adjutant={cookie}\r\nOrigin: http://{}\r\nContent-Type: multipart/form-data; boundary=b0und",
            self.host
        );
        self.ask(&head, &body).expect("an answer")
    }

    /// What the forms of a page carry.
    #[track_caller]
    fn carried(&self, page: &str, cookie: &str) -> [String; 2] {
        let shown = self.get(page, cookie);
        assert_eq!(shown.status, 200, "{page}: {}", shown.text);
        ["seen", "rid"].map(|name| {
            let part = shown.text.split(&format!("name=\"{name}\" value=\"")).nth(1);
            part.and_then(|part| part.split('"').next()).unwrap_or_else(|| panic!("{page} carries {name}")).to_owned()
        })
    }
}

pub const PLAYERS: [&str; 4] = ["anna", "ben", "carl", "dora"];

pub fn event(world: &World, players: &[&str]) {
    world.run("event new gt --name GT --rounds 2 --seed 5").ends(0);
    for player in players {
        world.run(&format!("event register gt --name {player}")).ends(0);
    }
}

/// The event `gt` with this many players, who are registered from a file; their names.
pub fn crowd(world: &World, count: usize, settings: &str) -> Vec<String> {
    let names: Vec<String> = (0..count).map(|number| format!("player{number}")).collect();
    world.run(&format!("event new gt --name GT --seed 5 {settings}")).ends(0);
    world.write("players.csv", format!("name\n{}\n", names.join("\n")));
    world.run("event register gt --csv players.csv").ends(0);
    names
}

fn exported(world: &World) -> String {
    let path = world.path("gt.jsonl");
    // A file of that name is not written over.
    let _ = std::fs::remove_file(&path);
    world.run("event export gt --log gt.jsonl").ends(0);
    std::fs::read_to_string(path).unwrap()
}

pub fn log(world: &World) -> TournamentLog {
    TournamentLog::read(exported(world).as_bytes()).unwrap()
}

/// The cookie of a holder of a pass.
pub fn cookie(world: &World, kind: PassKind, id: &str) -> String {
    let key = PassKey::load_or_create(&world.path("data")).unwrap();
    let book = PassBook::of(&key, log(world).state());
    book.session_of(&Holder { kind, id: PassId::new(id).unwrap() }).unwrap()
}

/// What stands on a player's card.
pub fn card(world: &World, player: &str) -> String {
    let key = PassKey::load_or_create(&world.path("data")).unwrap();
    let book = PassBook::of(&key, log(world).state());
    grouped(&book.pass_of(&Holder { kind: PassKind::Player, id: PassId::new(player).unwrap() }).unwrap())
}

pub fn cookies(world: &World, players: &[&str]) -> Vec<String> {
    let key = PassKey::load_or_create(&world.path("data")).unwrap();
    let book = PassBook::of(&key, log(world).state());
    let holder = |id: &&str| Holder { kind: PassKind::Player, id: PassId::new(id).unwrap() };
    players.iter().map(|id| book.session_of(&holder(id)).unwrap()).collect()
}

/// The records of a log without what the clock and the chain add.
pub fn bare(log: &str) -> Vec<Value> {
    let bare = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        for name in ["at", "prev", "hash"] {
            record.as_object_mut().unwrap().remove(name);
        }
        record
    };
    log.lines().map(bare).collect()
}

pub fn said(world: &World) -> Vec<Value> {
    bare(&exported(world))
}

/// What the verbs recorded is what the forms recorded.
#[track_caller]
pub fn same_records(by_verbs: &[Value], by_forms: &[Value]) {
    for (verb, form) in by_verbs.iter().zip(by_forms) {
        assert_eq!(verb, form);
    }
    assert_eq!(by_verbs.len(), by_forms.len());
}

#[test]
fn the_day_by_forms_leaves_the_records_of_the_day_by_verbs() {
    let (verbs, forms) = (World::new(), World::new());
    for world in [&verbs, &forms] {
        event(world, &PLAYERS);
    }
    let run = |words: &str| drop(verbs.run(&format!("event {words}")).ends(0));
    let server = Server::start(&forms, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let passes = cookies(&forms, &PLAYERS);
    let of = |player: &str| passes[PLAYERS.iter().position(|known| *known == player).unwrap()].as_str();

    run("pair gt");
    server.fill("/desk/draft", "/desk/pair", &desk, "");
    run("publish gt");
    server.fill("/desk/draft", "/desk/publish", &desk, "as_drafted=");
    run("round-clock gt start --minutes 150");
    server.fill("/desk", "/desk/clock", &desk, "step=start&minutes=150");
    let log = log(&verbs);
    let tables = log.state().rounds[0].pair.tables.clone();
    assert_eq!(tables.len(), 2);
    let (one, two) = (tables[0].one.as_str(), tables[0].two.as_str());
    // Two who agree, the second seeing the numbers from the other side.
    run(&format!("report gt {one} --one 78 --two 55"));
    server.fill("/me/result", "/me/report", of(one), "mine=78&theirs=55");
    run(&format!("report gt {two} --one 78 --two 55"));
    server.fill("/me/result", "/me/report", of(two), "mine=55&theirs=78");
    // A dispute, and the judge's answer through the desk.
    run(&format!("dispute gt {two} --why mistyped"));
    server.fill("/me/result", "/me/dispute", of(two), "why=mistyped");
    run(&format!("answer gt --table {} --by organiser", tables[0].table));
    let seq = said(&forms).len();
    server.fill("/judge", "/judge/answer", &desk, &format!("seq={seq}"));
    // A call, taken back.
    let three = tables[1].one.as_str();
    run(&format!("call gt rules --player {three}"));
    server.fill("/me", "/me/call", of(three), "kind=rules&why=");
    run(&format!("answer gt --table {} --player {three}", tables[1].table));
    server.fill("/me", "/me/call/back", of(three), &format!("seq={}", seq + 2));
    run(&format!("extend gt --table {} --minutes 10 --why ruling", tables[1].table));
    server.fill("/desk", "/table/extend", &desk, &format!("table={}&minutes=10&why=ruling", tables[1].table));
    run(&format!("result gt --table {} --one 40 --two 61", tables[1].table));
    server.fill("/desk", "/desk/result", &desk, &format!("table={}&one=40&two=61", tables[1].table));
    run(&format!("amend gt --table {} --one 41 --two 61 --why slip", tables[1].table));
    server.fill("/desk", "/table/result", &desk, &format!("table={}&one=41&two=61&why=slip", tables[1].table));
    // A correction that was none, taken back from the log of the desk.
    let wrong = said(&forms).len();
    for path in ["/desk".to_owned(), format!("/table/{}", tables[1].table)] {
        let shown = server.get(&path, &desk).text;
        assert!(shown.contains(&format!("corrected: record {wrong}, by the organiser, ")), "{path}: {shown}");
        assert!(shown.contains("40:61 → 41:61"), "{path}: {shown}");
    }
    run(&format!("undo gt --record {wrong} --why misread"));
    server.fill("/desk/log", "/desk/undo", &desk, &format!("seq={wrong}&why=misread"));
    let shown = server.get("/desk/log", &desk).text;
    assert!(shown.contains(&format!("record {wrong} undone (misread)")), "{shown}");
    run("close gt");
    server.fill("/desk", "/desk/close", &desk, "");
    run("drop gt dora");
    server.fill("/desk/players", "/desk/drop", &desk, "player=dora");
    run("late gt --name Emil --club Mill");
    server.fill("/desk/players", "/desk/enter", &desk, "name=Emil&club=Mill&faction=");
    run("pair gt");
    server.fill("/desk/draft", "/desk/pair", &desk, "");
    run("publish gt");
    server.fill("/desk/draft", "/desk/publish", &desk, "as_drafted=");

    same_records(&said(&verbs), &said(&forms));
}

#[test]
fn seats_passes_cut_and_end_by_forms_leave_the_records_of_the_verbs() {
    const FIVE: [&str; 5] = ["anna", "ben", "carl", "dora", "emil"];
    let (verbs, forms) = (World::new(), World::new());
    for world in [&verbs, &forms] {
        event(world, &FIVE);
    }
    let run = |words: &str| drop(verbs.run(&format!("event {words}")).ends(0));
    let server = Server::start(&forms, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    // Passes: a judge's first one, and a new one for a lost card.
    run("pass gt judge mia --new");
    server.fill("/desk/passes", "/desk/pass", &desk, "kind=judge&id=mia");
    run("pass gt player anna --new");
    server.fill("/desk/passes", "/desk/pass", &desk, "kind=player&id=anna");
    let play = |round: usize| {
        let tables = log(&verbs).state().rounds[round - 1].pair.tables.clone();
        run("publish gt");
        server.fill("/desk/draft", "/desk/publish", &desk, "as_drafted=");
        for pairing in &tables {
            let table = pairing.table;
            run(&format!("result gt --table {table} --one {} --two 40", 50 + table.0));
            server.fill("/desk", "/desk/result", &desk, &format!("table={table}&one={}&two=40", 50 + table.0));
        }
        run("close gt");
        server.fill("/desk", "/desk/close", &desk, "");
    };
    run("pair gt");
    server.fill("/desk/draft", "/desk/pair", &desk, "");
    // A player and the one without a game change seats, then two players of different tables.
    let pair = log(&verbs).state().rounds[0].pair.clone();
    let (first, bye, next) = (&pair.tables[0], &pair.byes[0], &pair.tables[1].two);
    let alone = format!("one={0}&other={0}&why=together", first.one);
    let alone = server.answer_to("/desk/draft", "/desk/swap", &desk, &alone);
    assert!(alone.status == 400 && alone.text.contains("Choose two different players"), "{}", alone.text);
    for (leaves, seat, comes) in [(&first.one, "one", bye), (&first.two, "two", next)] {
        run(&format!("repair gt --table {} --{seat} {comes} --why together", first.table));
        server.fill("/desk/draft", "/desk/swap", &desk, &format!("one={leaves}&other={comes}&why=together"));
    }
    play(1);
    run("pair gt");
    server.fill("/desk/draft", "/desk/pair", &desk, "");
    play(2);
    run("cut gt --top 4 --third-place");
    server.fill("/desk/draft", "/desk/cut", &desk, "top=4&third=yes");
    run("pair gt");
    server.fill("/desk/draft", "/desk/pair", &desk, "");
    play(3);
    run("pair gt");
    server.fill("/desk/draft", "/desk/pair", &desk, "");
    play(4);
    run("finish gt");
    server.fill("/desk/draft", "/desk/finish", &desk, "");

    same_records(&said(&verbs), &said(&forms));
    forms.run("event check gt").ends(0);
}

#[test]
fn what_somebody_else_said_meanwhile_is_told_in_words() {
    let world = World::new();
    event(&world, &["Anna", "Ben"]);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let server = Server::start(&world, 0);
    let desk = server.get(&server.organiser, "").cookie.expect("the organiser's cookie");
    let anna = cookie(&world, PassKind::Player, "anna");
    let seen = log(&world).records().len();
    let numbers = if log(&world).state().rounds[0].pair.tables[0].one.as_str() == "anna" {
        "Anna 78, Ben 55"
    } else {
        "Ben 55, Anna 78"
    };
    server.fill("/me/result", "/me/report", &anna, "mine=78&theirs=55");
    let late = format!("seen={seen}&rid={:032x}&table=1&one=1&two=2", 9);
    let answer = server.post("/desk/result", &desk, &late).expect("an answer");
    assert_eq!(answer.status, 409, "{}", answer.text);
    for words in ["Since your page was shown: Anna reports", numbers, "Record mine all the same"] {
        assert!(answer.text.contains(words), "{words}: {}", answer.text);
    }
    // With the number of the record that is shown now, the same form is taken.
    let again = format!("seen={}&rid={:032x}&table=1&one=1&two=2", seen + 1, 10);
    assert_eq!(server.post("/desk/result", &desk, &again).expect("an answer").status, 303);
}

#[test]
fn a_judge_rules_where_players_disagree_and_enters_nothing() {
    let world = World::new();
    event(&world, &PLAYERS);
    world.run("event pass gt judge mia --new").ends(0);
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let tables = log(&world).state().rounds[0].pair.tables.clone();
    let of = |id: &str| cookie(&world, PassKind::Player, id);
    let (one, two) = (of(tables[0].one.as_str()), of(tables[0].two.as_str()));
    let judge = cookie(&world, PassKind::Judge, "mia");
    let server = Server::start(&world, 0);
    let ask = |path: &str, rid: usize, fields: &str| {
        let seen = log(&world).records().len();
        server.post(path, &judge, &format!("seen={seen}&rid={rid:032x}&{fields}")).expect("an answer")
    };
    assert_eq!(ask("/table/result", 1, "table=1&one=70&two=50").status, 403);
    let refused = ask("/table/ruling", 2, "table=1&one=70&two=50");
    assert_eq!(refused.status, 400, "{}", refused.text);
    assert!(refused.text.contains("Nobody disagrees at this table"), "{}", refused.text);
    assert!(!server.get("/table/1", &judge).text.contains("/table/ruling"));
    server.fill("/me/result", "/me/report", &one, "mine=70&theirs=50");
    server.fill("/me/result", "/me/report", &two, "mine=60&theirs=70");
    server.fill("/table/1", "/table/ruling", &judge, "table=1&one=70&two=55");
    // What stands is corrected with a reason only.
    assert_eq!(ask("/table/ruling", 3, "table=1&one=71&two=55").status, 409);
    server.fill("/table/1", "/table/ruling", &judge, "table=1&one=71&two=55&why=counted+again");
    let round = world.run("event export gt --json").ends(0).json()["rounds"][0].take();
    assert_eq!(round["results"].as_array().unwrap().len(), 1, "{round}");
    assert_eq!((&round["results"][0]["one"], &round["results"][0]["two"]), (&71.into(), &55.into()));
    let last = said(&world).pop().unwrap();
    assert_eq!((&last["by"], &last["do"]["amend-result"]["why"]), (&"judge".into(), &"counted again".into()), "{last}");
    assert!(server.get("/table/1", &judge).text.contains("ruled"));
    world.run("event check gt").ends(0);
}

#[test]
fn what_a_verb_records_shows_on_the_pages() {
    let world = World::new();
    event(&world, &PLAYERS);
    let server = Server::start(&world, 0);
    assert!(server.get("/", "").text.contains("Round 1 is not paired yet"));
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let shown = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        server.get("/", "").text.contains("Round 1 of 2")
    });
    assert!(shown, "ten seconds were not enough");
}

/// Everybody reports again and again while the server is killed: what was answered is in the log, each once.
#[test]
fn a_server_that_is_killed_loses_nothing_that_it_has_answered() {
    let world = World::new();
    let names = crowd(&world, crate::serving_load::phones(40), "--rounds 2");
    let players: Vec<&str> = names.iter().map(String::as_str).collect();
    world.run("event pair gt").ends(0);
    world.run("event publish gt").ends(0);
    let cookies = cookies(&world, &players);
    let mut acknowledged: Vec<(String, i64)> = Vec::new();
    let mut unanswered: Vec<(usize, String)> = Vec::new();
    let mut port = 0;
    for kill in 0..3_usize {
        let mut server = Server::start(&world, port);
        port = server.port();
        let seen = log(&world).records().len();
        // First what was not answered when the server died, with the same number as before.
        for (at, fields) in std::mem::take(&mut unanswered) {
            let answer = server.post("/me/report", &cookies[at], &fields).expect("an answer");
            if answer.status == 303 {
                acknowledged.push((players[at].to_owned(), mine(&fields)));
            }
        }
        let dead = AtomicBool::new(false);
        let (told, failed) = std::thread::scope(|scope| {
            let clients: Vec<_> = (0..players.len())
                .map(|at| {
                    let (server, cookies, dead) = (&server, &cookies, &dead);
                    scope.spawn(move || {
                        let (mut told, mut failed) = (Vec::new(), Vec::new());
                        for turn in 0..20_usize {
                            // Never the same twice, and never equal to the opponent's: no result ends the reports.
                            let points = (kill * 100 + turn) * 1000 + at;
                            let rid = format!("{:032x}", points);
                            let fields = format!("seen={seen}&rid={rid}&mine={points}&theirs=1000000");
                            match server.post("/me/report", &cookies[at], &fields) {
                                Ok(answer) if answer.status == 303 => told.push(fields),
                                Ok(answer) => panic!("{}: {}", answer.status, answer.text),
                                Err(_) => {
                                    failed.push((at, fields));
                                    break;
                                }
                            }
                            if dead.load(Ordering::Relaxed) {
                                break;
                            }
                        }
                        (at, told, failed)
                    })
                })
                .collect();
            std::thread::sleep(Duration::from_millis(700));
            let mut child = std::process::Command::new("kill");
            child.args(["-9", &server.child.id().to_string()]).status().expect("kill runs");
            dead.store(true, Ordering::Relaxed);
            let mut all = (Vec::new(), Vec::new());
            for client in clients {
                let (at, told, failed) = client.join().expect("a client");
                all.0.extend(told.into_iter().map(|fields| (players[at].to_owned(), mine(&fields))));
                all.1.extend(failed);
            }
            all
        });
        let _ = server.child.wait();
        acknowledged.extend(told);
        unanswered = failed;
    }
    assert!(acknowledged.len() > 40, "only {} were answered", acknowledged.len());
    println!("{} clients, 3 kills: {} answered", players.len(), acknowledged.len());
    let mut reports: std::collections::BTreeMap<(String, i64), usize> = Default::default();
    for record in said(&world) {
        let report = &record["do"]["report"];
        let Some(player) = report["player"].as_str() else { continue };
        let (one, two) = (report["one"].as_i64().unwrap(), report["two"].as_i64().unwrap());
        *reports.entry((player.to_owned(), one.min(two))).or_default() += 1;
    }
    for said in &acknowledged {
        assert_eq!(reports.get(said), Some(&1), "{said:?} was answered");
    }
    assert!(reports.values().all(|count| *count == 1), "something stands in the log twice");
    world.run("event check gt").ends(0);
}

fn mine(fields: &str) -> i64 {
    fields.split("mine=").nth(1).unwrap().split('&').next().unwrap().parse().unwrap()
}

/// Some systems begin with 256 files, fewer than a hall has phones.
#[cfg(unix)]
#[test]
fn a_low_limit_of_files_is_raised() {
    let world = World::new();
    event(&world, &PLAYERS);
    let command = world.command("serve gt --address 127.0.0.1 --port 0");
    let mut low = std::process::Command::new("/bin/sh");
    low.args(["-c", "ulimit -Sn 40; exec \"$@\"", "sh"]).arg(command.get_program()).args(command.get_args());
    low.env_clear().envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let server = Server::of(low);
    // Each pass has a bounded number of streams, so each of them comes with another cookie.
    let stream = |number: usize| {
        let mut stream = TcpStream::connect(&server.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let host = &server.host;
        write!(stream, "GET /live HTTP/1.1\r\nHost: {host}\r\nCookie: adjutant=x{number}\r\n\r\n").unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        stream
    };
    let open: Vec<TcpStream> = (0..225).map(stream).collect();
    assert_eq!((open.len(), server.get("/", "").status), (225, 200));
}

/// A client that sends its request byte by byte, and never ends, is cut off; the others are served meanwhile.
#[test]
fn a_slow_request_holds_nobody_up() {
    let world = World::new();
    event(&world, &PLAYERS);
    let server = Server::start(&world, 0);
    let mut slow: Vec<TcpStream> = (0..50).map(|_| TcpStream::connect(&server.host).unwrap()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    }
    assert_eq!(server.get("/", "").status, 200);
    let mut last = slow.pop().unwrap();
    last.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut rest = Vec::new();
    // The server closes: an end, or a reset.
    let _ = last.read_to_end(&mut rest);
    assert!(!String::from_utf8_lossy(&rest).contains("200 OK"));
    let huge = format!("GET / HTTP/1.1\r\nX: {}", "a".repeat(100_000));
    let answer = server.ask(&huge, "");
    assert!(answer.is_err() || answer.is_ok_and(|answer| answer.status >= 400));
    assert_eq!(server.get("/", "").status, 200);
}

#[test]
fn the_demo_serves_an_event_that_is_over_and_one_that_is_played() {
    let world = World::new();
    world.run("demo d --serve --json").ends(2).says("leave --json out");
    world.run("demo d --port 0").ends(2).says("--serve");
    let start = || {
        let mut command = world.command("demo d --serve --port 0");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map(|line| line.expect("a line"));
        let addresses = lines.filter_map(|line| Some(line.split_once("http://")?.1.trim().to_owned()));
        let mut addresses = addresses.take(3);
        let (over, host, desk) = (addresses.next().unwrap(), addresses.next().unwrap(), addresses.next().unwrap());
        (over, Server { child, host, organiser: desk.split_once('/').map(|(_, path)| format!("/{path}")).unwrap() })
    };
    let (over, running) = start();
    assert_ne!(over, running.host);
    let shown = running.get("/pairings", "").text;
    assert!(shown.contains("Winter Open") && shown.contains("Gül"), "{shown}");
    let entered = running.get(&running.organiser, "");
    let cookie = entered.cookie.expect("a session of the organiser");
    let desk = running.get("/desk", &cookie).text;
    assert!(desk.contains("Winter Open"), "{desk}");
    let finished = Server { child: spare(), host: over, organiser: String::new() };
    let shown = finished.get("/standings", "").text;
    assert!(shown.contains("Autumn Open") && shown.contains("Anna Bergström"), "{shown}");
    drop((finished, running));
    // What was done goes on: the event that is played is not begun anew.
    let before = world.run("event export running --data d/running --log before.jsonl").ends(0);
    assert_eq!(before.err, "");
    let (_, again) = start();
    drop(again);
    world.run("event export running --data d/running --log after.jsonl").ends(0);
    assert_eq!(world.read("before.jsonl"), world.read("after.jsonl"));
    world.run("event check running --data d/running").ends(0);
}

/// A process that ends by itself, for a server that another one holds.
fn spare() -> Child {
    World::new().command("--version").stdout(Stdio::null()).spawn().expect("the program starts")
}
