//! The server without a socket: who may open what, what is refused, and what names may hold.

mod away;

use std::net::IpAddr;
use std::sync::Arc;

use adjutant_app::Clock;
use adjutant_app::passes::{Holder, PassBook, PassKey};
use adjutant_core::time::Timestamp;
use adjutant_serve::ask::Peer;
use adjutant_serve::deeds::DEEDS;
use adjutant_serve::guard::respond;
use adjutant_serve::router::{FILES, PAGES, router};
use adjutant_serve::{NoTools, Role, Setup, Site, Snapshot};
use adjutant_tournament::command::{By, Create, Entry, Pass, PassKind, ResultEntry, TournamentCommand};
use adjutant_tournament::id::PassId;
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::{Name, PlayerId, RoundNumber, Seed, TournamentId, TournamentLog};
use axum::body::{Body, to_bytes};
use axum::extract::Request;

const AT: &str = "2026-11-21T09:00:00Z";
const TOKEN: &str = "printed-on-the-terminal";
/// Names that end elements, carry script, turn text round, or are longer than any screen.
const NASTY: [&str; 6] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "</bdi></main> & 'quoted'",
    "محمد الفارسي",
    "Bartholomäus Maximilian von Hohenstein-Lüneburg und zu Wolfratshausen-Nord",
    "{{7*7}} ${x} %00 ../../etc",
];

fn tell(log: &mut TournamentLog, command: TournamentCommand) {
    log.record(AT, By::Organiser, command).unwrap();
}

/// An event of eight with one round closed and the second published.
fn event() -> TournamentLog {
    let mut log = TournamentLog::new();
    let (event, name) = (TournamentId::new("gt").unwrap(), Name::new("Autumn GT").unwrap());
    let (seed, policies) = (Seed::from_number(1), Default::default());
    let create = Create { format: 1, event, name, pack: None, pack_hash: None, size: None, rounds: 3, seed, policies };
    tell(&mut log, TournamentCommand::Create(Box::new(create)));
    for (at, name) in NASTY.iter().chain(&["Anna", "Ben"]).enumerate() {
        let id = PlayerId::new(&if at < 6 { format!("p{at}") } else { name.to_lowercase() }).unwrap();
        tell(&mut log, TournamentCommand::Register(Entry::new(id, Name::new(name).unwrap())));
    }
    for round in [1, 2].map(RoundNumber) {
        let draft = draft_round(log.state()).unwrap();
        tell(&mut log, draft.command());
        tell(&mut log, TournamentCommand::Publish { round, as_drafted: false });
        if round.0 == 1 {
            for pairing in &draft.pair.tables {
                tell(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, pairing.table, 70, 41)));
            }
            tell(&mut log, TournamentCommand::CloseRound { round });
        }
    }
    for (kind, id) in [(PassKind::Judge, "mia"), (PassKind::Desk, "olaf")] {
        tell(&mut log, TournamentCommand::Pass(Pass { kind, id: PassId::new(id).unwrap(), issue: 1 }));
    }
    log
}

struct Hall {
    site: Arc<Site>,
    book: PassBook,
    router: axum::Router,
}

const HERE: [u8; 4] = [127, 0, 0, 1];
const PHONE: [u8; 4] = [10, 0, 0, 77];

impl Hall {
    fn new(trust_lan: bool) -> Hall {
        Hall::started(trust_lan, Timestamp::parse("2026-11-21T11:30:00Z").unwrap())
    }

    /// The same, of a server that was started earlier than now, half past eleven.
    fn started(trust_lan: bool, started: Timestamp) -> Hall {
        let log = event();
        let key = PassKey::of_bytes([7; 32]);
        let book = PassBook::of(&key, log.state());
        let snap = Snapshot::of(&TournamentId::new("gt").unwrap(), &log, None);
        let at = Timestamp::parse("2026-11-21T11:30:00Z").unwrap();
        let setup = Setup {
            hosts: vec!["10.0.0.2".to_owned(), "127.0.0.1:8080".to_owned()],
            address: "http://10.0.0.2".to_owned(),
            key,
            token: TOKEN.to_owned(),
            clock: Clock::Fixed(at),
            started,
            trust_lan,
            lists: None,
            vault: None,
            tools: Arc::new(NoTools),
        };
        let site = Site::new(snap, setup);
        Hall { router: router(&site), site, book }
    }

    async fn ask(&self, request: axum::http::request::Builder, peer: [u8; 4]) -> (u16, axum::http::HeaderMap, String) {
        let mut request: Request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(Peer(IpAddr::from(peer)));
        let response = respond(&self.site, &self.router, request).await;
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 1 << 22).await.unwrap();
        (parts.status.as_u16(), parts.headers, String::from_utf8(bytes.to_vec()).unwrap())
    }

    async fn get(&self, path: &str, cookie: Option<&str>, peer: [u8; 4]) -> (u16, String) {
        let mut request = Request::get(path).header("host", "10.0.0.2");
        if let Some(cookie) = cookie {
            request = request.header("cookie", format!("other=1; adjutant={cookie}"));
        }
        let (status, _, text) = self.ask(request, peer).await;
        (status, text)
    }

    fn cookie(&self, kind: PassKind, id: &str) -> String {
        self.book.session_of(&Holder { kind, id: PassId::new(id).unwrap() }).unwrap()
    }

    async fn cookie_of(&self, role: Role) -> Option<String> {
        match role {
            Role::Visitor => None,
            Role::Player => Some(self.cookie(PassKind::Player, "anna")),
            Role::Table => Some(self.cookie(PassKind::Table, "2")),
            Role::Judge => Some(self.cookie(PassKind::Judge, "mia")),
            Role::Desk => Some(self.cookie(PassKind::Desk, "olaf")),
            Role::Organiser => {
                let request = Request::get(format!("/o/{TOKEN}")).header("host", "127.0.0.1:8080");
                let (status, headers, _) = self.ask(request, HERE).await;
                assert_eq!(status, 303);
                let set = headers["set-cookie"].to_str().unwrap();
                Some(set.split(['=', ';']).nth(1).unwrap().to_owned())
            }
        }
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// A path with its names filled in.
fn filled(path: &str) -> String {
    path.replace("{player}", "anna")
        .replace("{table}", "1")
        .replace("{kind}", "player")
        .replace("{id}", "anna")
        .replace("{mission}", "scorched-earth")
}

#[test]
fn every_page_opens_for_those_whom_the_matrix_names_and_for_nobody_else() {
    block_on(async {
        for role in Role::ALL {
            let hall = Hall::new(false);
            let cookie = hall.cookie_of(role).await;
            for page in PAGES {
                let (status, text) = hall.get(&filled(page.path), cookie.as_deref(), HERE).await;
                let expected = if page.roles.contains(&role) { 200 } else { 403 };
                assert_eq!(status, expected, "{} for {role:?}: {text:.300}", page.path);
            }
            for file in FILES {
                let (status, _) = hall.get(&file.path.replace("{document}", "no-such"), cookie.as_deref(), HERE).await;
                let expected = if file.roles.contains(&role) { 404 } else { 403 };
                assert_eq!(status, expected, "{} for {role:?}", file.path);
            }
        }
    });
}

#[test]
fn every_form_is_taken_from_those_whom_the_matrix_names_and_from_nobody_else() {
    block_on(async {
        for role in Role::ALL {
            let hall = Hall::new(false);
            let cookie = hall.cookie_of(role).await;
            for deed in DEEDS {
                let mut request =
                    Request::post(deed.path).header("host", "10.0.0.2").header("origin", "http://10.0.0.2");
                if let Some(cookie) = &cookie {
                    request = request.header("cookie", format!("adjutant={cookie}"));
                }
                let (status, _, text) = hall.ask(request, HERE).await;
                // Nothing is filled in: who may send it hears that, everybody else hears that it is not for them.
                let expected = if deed.roles.contains(&role) { 400 } else { 403 };
                assert_eq!(status, expected, "{} for {role:?}: {text:.300}", deed.path);
            }
        }
    });
}

/// The matrix of roles, written down a second time: visitor, player, table device, judge, desk, organiser.
const MATRIX: &[(&str, &str)] = &[
    ("GET /", "vptjdo"),
    ("GET /me", "p"),
    ("GET /me/result", "p"),
    ("GET /me/why", "p"),
    ("GET /me/list", "p"),
    ("GET /me/leave", "p"),
    ("GET /match", "pt"),
    ("GET /match/scoring", "pt"),
    ("GET /match/more", "pt"),
    ("GET /match/log", "pt"),
    ("GET /match/result", "t"),
    ("GET /judge", "jdo"),
    ("GET /judge/book", "jdo"),
    ("GET /table/{table}", "jdo"),
    ("GET /table/{table}/log", "jdo"),
    ("GET /desk", "do"),
    ("GET /desk/players", "do"),
    ("GET /desk/tables", "do"),
    ("GET /desk/print", "do"),
    ("GET /desk/print/{document}", "do"),
    ("GET /desk/log", "do"),
    ("GET /desk/passes", "o"),
    ("GET /desk/pass/{kind}/{id}", "o"),
    ("GET /desk/draft", "jdo"),
    ("GET /standings", "vptjdo"),
    ("GET /player/{player}", "vptjdo"),
    ("GET /player/{player}/list", "ptjdo"),
    ("GET /mission/{mission}", "vptjdo"),
    ("GET /pairings", "vptjdo"),
    ("GET /bracket", "vptjdo"),
    ("GET /screen", "vptjdo"),
    ("GET /screen/rotate", "vptjdo"),
    ("GET /screen/pairings", "vptjdo"),
    ("GET /screen/standings", "vptjdo"),
    ("GET /screen/clock", "vptjdo"),
    ("GET /screen/missing", "vptjdo"),
    ("POST /me/report", "p"),
    ("POST /me/dispute", "p"),
    ("POST /me/settle", "p"),
    ("POST /me/call", "p"),
    ("POST /me/call/back", "p"),
    ("POST /me/check-in", "p"),
    ("POST /me/drop", "p"),
    ("POST /me/list", "p"),
    ("POST /me/list/hand-in", "p"),
    ("POST /match/army", "pt"),
    ("POST /match/say", "pt"),
    ("POST /match/seal", "p"),
    ("POST /match/open", "pt"),
    ("POST /match/both", "p"),
    ("POST /match/alone", "p"),
    ("POST /match/report", "pt"),
    ("POST /match/dispute", "t"),
    ("POST /match/settle", "t"),
    ("POST /table/say", "j"),
    ("POST /table/rule", "jdo"),
    ("POST /judge/answer", "jdo"),
    ("POST /judge/book", "jdo"),
    ("POST /table/result", "do"),
    ("POST /table/ruling", "jdo"),
    ("POST /table/extend", "jdo"),
    ("POST /desk/result", "do"),
    ("POST /desk/clock", "do"),
    ("POST /desk/check-in", "do"),
    ("POST /desk/drop", "do"),
    ("POST /desk/return", "do"),
    ("POST /desk/enter", "do"),
    ("POST /desk/list", "do"),
    ("POST /desk/table", "o"),
    ("POST /desk/tables", "o"),
    ("POST /desk/move", "o"),
    ("POST /desk/word", "o"),
    ("POST /desk/pair", "o"),
    ("POST /desk/publish", "o"),
    ("POST /desk/swap", "o"),
    ("POST /desk/cut", "o"),
    ("POST /desk/finish", "o"),
    ("POST /desk/pass", "o"),
    ("POST /desk/undo", "o"),
    ("POST /desk/close", "o"),
];

#[test]
fn the_tables_of_the_server_are_the_matrix() {
    let letters = |roles: &[Role]| -> String {
        let named = Role::ALL.iter().zip("vptjdo".chars()).filter(|(role, _)| roles.contains(role));
        named.map(|(_, letter)| letter).collect()
    };
    let pages = PAGES.iter().map(|page| (format!("GET {}", page.path), letters(page.roles)));
    let files = FILES.iter().map(|file| (format!("GET {}", file.path), letters(file.roles)));
    let deeds = DEEDS.iter().map(|deed| (format!("POST {}", deed.path), letters(deed.roles)));
    let served: std::collections::BTreeMap<String, String> = pages.chain(files).chain(deeds).collect();
    let matrix = MATRIX.iter().map(|(path, roles)| ((*path).to_owned(), (*roles).to_owned())).collect();
    assert_eq!(served, matrix);
}

#[test]
fn floods_of_forms_are_stopped_for_the_sender_alone() {
    block_on(async {
        let hall = Hall::new(false);
        let anna = hall.cookie(PassKind::Player, "anna");
        let send = |cookie: String| {
            let request = Request::post("/me/report").header("host", "10.0.0.2").header("origin", "http://10.0.0.2");
            hall.ask(request.header("cookie", format!("adjutant={cookie}")), PHONE)
        };
        for _ in 0..120 {
            assert_eq!(send(anna.clone()).await.0, 400);
        }
        assert_eq!(send(anna).await.0, 429);
        assert_eq!(send(hall.cookie(PassKind::Player, "ben")).await.0, 400);
    });
}

#[test]
fn a_form_that_is_too_big_is_not_read() {
    block_on(async {
        let hall = Hall::new(false);
        let body = "x".repeat(70_000);
        let mut request = Request::post("/me/report")
            .header("host", "10.0.0.2")
            .header("origin", "http://10.0.0.2")
            .body(Body::from(body))
            .unwrap();
        request.extensions_mut().insert(Peer(IpAddr::from(PHONE)));
        assert_eq!(respond(&hall.site, &hall.router, request).await.status().as_u16(), 413);
    });
}

#[test]
fn what_players_type_stays_text_on_every_page() {
    block_on(async {
        let hall = Hall::new(false);
        for page in PAGES {
            for path in [
                filled(page.path),
                page.path.replace("{player}", "p0"),
                format!("{}?q=%3Cscript%3E", filled(page.path)),
            ] {
                let cookie = hall.cookie(PassKind::Player, if path.contains("anna") { "anna" } else { "p1" });
                let (_, text) = hall.get(&path, Some(&cookie), HERE).await;
                assert!(!text.contains("<script>") && !text.contains("<img"), "{path}: {text}");
                assert!(!text.contains(" style=") && !text.contains("onclick"), "{path}");
                assert!(!text.contains("<else"), "{path}: an else without its sign");
            }
        }
        let (_, text) = hall.get("/pairings", None, PHONE).await;
        assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{text}");
    });
}

#[test]
fn a_foreign_name_in_front_of_this_address_is_misdirected() {
    block_on(async {
        let hall = Hall::new(false);
        for (host, status) in [
            ("10.0.0.2", 200),
            ("127.0.0.1:8080", 200),
            ("evil.example", 421),
            ("10.0.0.2.evil.example", 421),
            ("10.0.0.2:81", 421),
            ("127.0.0.1", 421),
            ("", 421),
        ] {
            let (found, headers, _) = hall.ask(Request::get("/").header("host", host), PHONE).await;
            assert_eq!(found, status, "{host}");
            assert!(headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
        }
        let two = Request::get("/").header("host", "10.0.0.2").header("host", "evil.example");
        assert_eq!(hall.ask(two, PHONE).await.0, 421, "two hosts");
        assert_eq!(hall.ask(Request::get("/"), PHONE).await.0, 421, "no host");
    });
}

#[test]
fn a_form_of_a_foreign_page_is_refused_before_anything_reads_it() {
    block_on(async {
        let hall = Hall::new(false);
        for origin in
            [None, Some("null"), Some("http://evil.example"), Some("https://10.0.0.2"), Some("http://10.0.0.2:8080")]
        {
            let mut request = Request::post("/me").header("host", "10.0.0.2");
            if let Some(origin) = origin {
                request = request.header("origin", origin);
            }
            assert_eq!(hall.ask(request, PHONE).await.0, 403, "{origin:?}");
        }
        let own = Request::post("/nowhere").header("host", "10.0.0.2").header("origin", "http://10.0.0.2");
        assert_eq!(hall.ask(own, PHONE).await.0, 404);
        for method in ["PUT", "DELETE", "TRACE", "OPTIONS", "PATCH"] {
            let request = Request::builder().method(method).uri("/").header("host", "10.0.0.2");
            assert_eq!(hall.ask(request, PHONE).await.0, 405, "{method}");
        }
    });
}

#[test]
fn a_card_opens_its_own_day_as_often_as_it_is_scanned() {
    block_on(async {
        let hall = Hall::new(false);
        let anna = Holder { kind: PassKind::Player, id: PassId::new("anna").unwrap() };
        let pass = hall.book.pass_of(&anna).unwrap();
        for _ in 0..3 {
            let request = Request::get(format!("/j/{pass}")).header("host", "10.0.0.2");
            let (status, headers, _) = hall.ask(request, PHONE).await;
            assert_eq!((status, headers["location"].to_str().unwrap()), (303, "/me"));
            let set = headers["set-cookie"].to_str().unwrap();
            assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax") && !set.contains(&pass), "{set}");
        }
        let (_, day) = hall.get("/me", Some(&hall.cookie(PassKind::Player, "anna")), PHONE).await;
        assert!(day.contains("Anna") && day.contains("You play"), "{day}");
        assert!(!day.contains(&pass), "no pass stands on a page");
    });
}

#[test]
fn every_wrong_pass_is_answered_alike_and_guessing_stops() {
    block_on(async {
        let hall = Hall::new(false);
        let mut answers = std::collections::BTreeSet::new();
        for (at, wrong) in
            ["0000000000000000", "x", "%3Cscript%3E", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "%00"].iter().enumerate()
        {
            let request = Request::get(format!("/j/{wrong}")).header("host", "10.0.0.2");
            let (status, headers, text) = hall.ask(request, [10, 0, 0, at as u8]).await;
            assert!(!headers.contains_key("set-cookie"));
            answers.insert((status, text));
        }
        assert_eq!(answers.len(), 1, "{answers:?}");
        assert_eq!(answers.first().unwrap().0, 404);
        let pass = hall.book.pass_of(&Holder { kind: PassKind::Player, id: PassId::new("anna").unwrap() }).unwrap();
        for _ in 0..10 {
            assert_eq!(hall.get("/j/0000000000000000", None, PHONE).await.0, 404);
        }
        assert_eq!(hall.get(&format!("/j/{pass}"), None, PHONE).await.0, 429, "even the right one, from there");
        assert_eq!(hall.get(&format!("/j/{pass}"), None, [10, 0, 0, 200]).await.0, 303);
    });
}

#[test]
fn forged_sessions_are_visitors() {
    block_on(async {
        let hall = Hall::new(true);
        let anna = hall.cookie(PassKind::Player, "anna");
        let seal = anna.rsplit('~').next().unwrap();
        for forged in [
            format!("player~ben~1~{seal}"),
            format!("organiser~x~{seal}"),
            format!("judge~mia~1~{seal}"),
            "organiser~~".to_owned(),
            "organiser".to_owned(),
            "~".repeat(300),
        ] {
            assert_eq!(hall.get("/me", Some(&forged), HERE).await.0, 403, "{forged}");
        }
        let twice =
            Request::get("/me").header("host", "10.0.0.2").header("cookie", format!("adjutant={anna}; adjutant=x"));
        assert_eq!(hall.ask(twice, HERE).await.0, 403, "two cookies of our name");
    });
}

#[test]
fn the_organiser_comes_in_once_and_from_this_machine() {
    block_on(async {
        let hall = Hall::new(true);
        let open = |peer| {
            let request = Request::get(format!("/o/{TOKEN}")).header("host", "127.0.0.1:8080");
            hall.ask(request, peer)
        };
        assert_eq!(open(PHONE).await.0, 404, "from another machine");
        assert_eq!(hall.get("/o/wrong", None, HERE).await.0, 404);
        let (status, headers, _) = open(HERE).await;
        assert_eq!(status, 303);
        let set = headers["set-cookie"].to_str().unwrap().to_owned();
        assert_eq!(open(HERE).await.0, 404, "the token is used up");
        let cookie = set.split(['=', ';']).nth(1).unwrap();
        assert_eq!(hall.site.viewer(Some(cookie), IpAddr::from(HERE)).role(), Role::Organiser);
        assert_eq!(hall.site.viewer(Some(cookie), IpAddr::from(PHONE)).role(), Role::Visitor, "a stolen cookie");
    });
}

#[test]
fn judges_and_desks_come_from_this_machine_unless_the_network_is_trusted() {
    for (trust_lan, expected) in [(false, Role::Visitor), (true, Role::Judge)] {
        let hall = Hall::new(trust_lan);
        let cookie = hall.cookie(PassKind::Judge, "mia");
        assert_eq!(hall.site.viewer(Some(&cookie), IpAddr::from(PHONE)).role(), expected);
        assert_eq!(hall.site.viewer(Some(&cookie), IpAddr::from(HERE)).role(), Role::Judge);
    }
}

#[test]
fn a_restart_keeps_everybody_in() {
    let cookie = Hall::new(false).cookie(PassKind::Player, "anna");
    let again = Hall::new(false);
    assert_eq!(again.site.viewer(Some(&cookie), IpAddr::from(PHONE)).role(), Role::Player);
}

#[test]
fn assets_have_their_hash_in_their_names() {
    block_on(async {
        let hall = Hall::new(false);
        let (_, page) = hall.get("/", None, PHONE).await;
        let style = page.split("href=\"").nth(1).unwrap().split('"').next().unwrap();
        let (status, headers, text) = hall.ask(Request::get(style).header("host", "10.0.0.2"), PHONE).await;
        assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, "text/css; charset=utf-8"));
        assert!(text.contains("--ground"));
        assert_eq!(hall.get("/a/style.0000000000000000.css", None, PHONE).await.0, 404);
        assert_eq!(hall.get("/a/..%2f..%2fetc%2fpasswd", None, PHONE).await.0, 404);
    });
}

#[test]
fn the_first_visit_of_a_phone_is_small() {
    block_on(async {
        let hall = Hall::new(false);
        let (_, page) = hall.get("/me", Some(&hall.cookie(PassKind::Player, "anna")), PHONE).await;
        let named = |sign: &str| page.split(sign).nth(1).unwrap().split('"').next().unwrap().to_owned();
        let mut bytes = page.len();
        for asset in [named("rel=\"stylesheet\" href=\""), named("<script src=\"")] {
            let (status, text) = hall.get(&asset, None, PHONE).await;
            assert_eq!(status, 200, "{asset}");
            bytes += text.len();
        }
        assert!(bytes <= 60_000, "{bytes} bytes");
    });
}

#[test]
fn a_page_that_has_not_changed_is_not_sent_again() {
    block_on(async {
        let hall = Hall::new(false);
        let (anna, ben) = (hall.cookie(PassKind::Player, "anna"), hall.cookie(PassKind::Player, "ben"));
        let ask = |path: &'static str, cookie: &str, held: Option<String>| {
            let mut request =
                Request::get(path).header("host", "10.0.0.2").header("cookie", format!("adjutant={cookie}"));
            if let Some(held) = held {
                request = request.header("if-none-match", held);
            }
            hall.ask(request, PHONE)
        };
        let (status, headers, _) = ask("/me", &anna, None).await;
        let tag = headers["etag"].to_str().unwrap().to_owned();
        assert_eq!(status, 200);
        let (status, headers, text) = ask("/me", &anna, Some(tag.clone())).await;
        assert_eq!((status, text.as_str(), headers["etag"].to_str().unwrap()), (304, "", tag.as_str()));
        assert_eq!(headers["cache-control"], "no-store");
        // Another page, another player, nobody at all: the tag of one page is no other one's.
        for (path, cookie) in [("/me/result", anna.as_str()), ("/me?x", &anna), ("/me", &ben), ("/", &anna)] {
            assert_eq!(ask(path, cookie, Some(tag.clone())).await.0, 200, "{path}");
        }
        assert_eq!(ask("/me", "x", Some(tag.clone())).await.0, 403);
        // A record later the page is another one.
        let mut log = event();
        tell(&mut log, TournamentCommand::Drop { player: PlayerId::new("p0").unwrap() });
        hall.site.show(&log);
        assert_eq!(ask("/me", &anna, Some(tag)).await.0, 200);
    });
}

#[test]
fn a_draft_is_on_no_page_of_players() {
    block_on(async {
        let hall = Hall::new(false);
        let mut log = event();
        let open: Vec<_> = log.state().rounds[1].open_tables().collect();
        for table in open {
            tell(&mut log, TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(2), table, 50, 49)));
        }
        tell(&mut log, TournamentCommand::CloseRound { round: RoundNumber(2) });
        hall.site.show(&log);
        let paths: Vec<&str> = PAGES.iter().map(|page| page.path).filter(|path| !path.starts_with("/desk")).collect();
        let cookie = hall.cookie(PassKind::Player, "anna");
        // The number of the record is on each page; everything behind it must stay as it was.
        let rest = |text: String| {
            let rest = text.split("data-now").nth(1).unwrap_or_default();
            // Every form has a number of its own, and names the last record.
            let parts: Vec<&str> = rest.split("<input type=\"hidden\"").collect();
            parts.iter().map(|part| part.split_once('>').map_or(*part, |(_, rest)| rest)).collect::<String>()
        };
        let mut before = Vec::new();
        for path in &paths {
            before.push(rest(hall.get(&filled(path), Some(&cookie), PHONE).await.1));
        }
        let draft = draft_round(log.state()).unwrap();
        tell(&mut log, draft.command());
        hall.site.show(&log);
        for (path, before) in paths.iter().zip(before) {
            assert_eq!(rest(hall.get(&filled(path), Some(&cookie), PHONE).await.1), before, "{path}");
        }
    });
}

#[test]
fn a_mission_shows_its_map_and_an_unknown_one_nothing() {
    block_on(async {
        let hall = Hall::new(false);
        let (status, text) = hall.get("/mission/scorched-earth", None, PHONE).await;
        assert_eq!(status, 200);
        let known = adjutant_app::tournaments::matches::mission(None, "scorched-earth").unwrap();
        assert_eq!(text.matches("<circle class=\"m\"").count(), known.markers.len());
        assert_eq!(text.matches("<path class=\"zone\"").count(), 2);
        assert!(text.contains(&format!("Map of {}, 60 by 44 inches", known.name)), "{text}");
        for wrong in ["no-such", "%3Cscript%3E", "..%2f..%2fetc"] {
            assert_eq!(hall.get(&format!("/mission/{wrong}"), None, PHONE).await.0, 404, "{wrong}");
        }
    });
}

#[test]
fn screens_take_turns_with_and_without_script() {
    block_on(async {
        let hall = Hall::new(false);
        let (_, text) = hall.get("/screen/rotate?of=clock,missing", None, PHONE).await;
        assert!(text.contains("data-next=\"/screen/missing?page=1&amp;of=clock,missing\" data-flip=\"12\""), "{text}");
        assert!(text.contains("content=\"12; url=/screen/missing?page=1&amp;of=clock,missing\""), "{text}");
        let (_, text) = hall.get("/screen/clock", None, PHONE).await;
        assert!(!text.contains("data-flip"), "a screen alone stays: {text}");
    });
}
