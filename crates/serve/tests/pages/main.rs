//! The server without a socket: who may open what, what is refused, and what names may hold.

mod api;
mod away;
#[path = "../../../../tests/support/described.rs"]
mod described;
mod eyes;
mod matrix;
mod overlays;
mod reading;
mod refused;
mod shown;
mod teams;

use std::sync::Arc;

use adjutant_app::passes::{Holder, PassBook, PassKey};
use adjutant_app::{Clock, Known};
use adjutant_core::time::Timestamp;
use adjutant_serve::api::READS;
use adjutant_serve::ask::Peer;
use adjutant_serve::deeds::DEEDS;
use adjutant_serve::guard::respond;
use adjutant_serve::overlays::{OVERLAYS, SCREENS};
use adjutant_serve::router::{FILES, PAGES, router};
use adjutant_serve::{Role, Setup, Site, Snapshot};
use adjutant_tournament::command::{By, Create, Entry, Pass, PassKind, ResultEntry, TournamentCommand};
use adjutant_tournament::id::PassId;
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{Name, PlayerId, RoundNumber, Seed, TournamentId, TournamentLog};
use axum::body::{Body, to_bytes};
use axum::extract::Request;

const AT: Timestamp = Timestamp::parse("2026-11-21T09:00:00Z").unwrap();
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

/// The first record of the event `gt` of three rounds.
fn created(policies: Policies) -> TournamentLog {
    let mut log = TournamentLog::new();
    let (event, name) = (TournamentId::new("gt").unwrap(), Name::new("Autumn GT").unwrap());
    let seed = Seed::from_number(1);
    let create = Create {
        format: 1,
        law: None,
        event,
        name,
        pack: None,
        pack_hash: None,
        size: None,
        rounds: 3,
        seed,
        policies,
        names: adjutant_core::sealed::Names::Open,
        copy_of: None,
    };
    tell(&mut log, TournamentCommand::Create(Box::new(create)));
    log
}

/// An event of eight with one round closed and the second published.
fn event() -> TournamentLog {
    let mut log = created(Policies::default());
    for (at, name) in NASTY.iter().chain(&["Anna", "Ben"]).enumerate() {
        let id = PlayerId::new(&if at < 6 { format!("p{at}") } else { name.to_lowercase() }).unwrap();
        tell(&mut log, TournamentCommand::Register(Entry::new(id, Name::new(name).unwrap())));
    }
    for round in [1, 2].map(RoundNumber) {
        let draft = draft_round(log.state()).unwrap();
        tell(&mut log, draft.command());
        tell(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
        if round.0 == 1 {
            for pairing in &draft.pair.tables {
                tell(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, pairing.table, 70, 41)));
            }
            tell(&mut log, TournamentCommand::CloseRound { round, anyway: None });
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
        Hall::with(&event(), |setup| (setup.trust_lan, setup.started) = (trust_lan, started))
    }

    /// A hall of an event that is set up in another way.
    fn with(log: &TournamentLog, change: impl FnOnce(&mut Setup)) -> Hall {
        let key = PassKey::of_bytes([7; 32]);
        let book = PassBook::of(&key, log.state());
        let snap = Snapshot::of(&TournamentId::new("gt").unwrap(), log, None);
        let at = Timestamp::parse("2026-11-21T11:30:00Z").unwrap();
        let mut setup = Setup {
            hosts: vec!["10.0.0.2".to_owned(), "127.0.0.1:8080".to_owned()],
            address: "http://10.0.0.2".to_owned(),
            key,
            token: TOKEN.to_owned(),
            desk: "http://127.0.0.1:8080/o/".to_owned(),
            memory: None,
            known: Known::default(),
            clock: Clock::Fixed(at),
            started: at,
            trust_lan: false,
            lists: None,
            vault: None,
            press: None,
            season: None,
        };
        change(&mut setup);
        let site = Site::new(snap, setup);
        Hall { router: router(&site), site, book }
    }

    async fn ask(&self, request: axum::http::request::Builder, peer: [u8; 4]) -> (u16, axum::http::HeaderMap, String) {
        let mut request: Request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(Peer::plain(peer));
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

    /// Sends a form from this machine.
    async fn form(&self, path: &str, cookie: &str, fields: &str) -> u16 {
        away::send(self, path, cookie, &format!("{}&{fields}", away::FORM)).await.0
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
        .replace("{*file}", "index.html")
        .replace("{file}", "race.svg")
}
