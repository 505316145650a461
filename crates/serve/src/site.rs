//! The event as it is served: the snapshot of now, who holds which pass, who may come in.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use adjutant_app::clock::local_offset_minutes;
use adjutant_app::lists::Lists;
use adjutant_app::matches::Recording;
use adjutant_app::passes::{Holder, PassBook, PassKey, spelled};
use adjutant_app::secrets::Vault;
use adjutant_app::tournaments::matches;
use adjutant_app::{Clock, Error, Known, Store, follow, random};
use adjutant_core::time::Timestamp;
use adjutant_tournament::command::PassKind;
use adjutant_tournament::id::PassId;
use adjutant_tournament::state::Stage;
use adjutant_tournament::{PlayerId, TableNumber, TournamentLog};
use axum::extract::Request;
use axum::http::HeaderMap;
use tokio::sync::watch;

use crate::ask::{Peer, cookie_named, way_of};
use crate::game::Game;
use crate::inbox::{Inbox, hexed};
use crate::limits::Limits;
use crate::memory::Memory;
use crate::moment::Moment;
use crate::pages::scene::Scene;
use crate::press::Press;
use crate::proposal::{End, Proposal};
use crate::season::Season;
use crate::seat::{At, Seat};
use crate::shelf::Shelf;
use crate::snapshot::Snapshot;
use crate::viewer::Viewer;

/// The name of the cookie.
pub const COOKIE: &str = "adjutant";
/// What an organiser's session is sealed for.
const ORGANISER: &str = "organiser session";
/// The cookie of a phone that writes for both players of a table, and what it is sealed for.
pub const BOTH: &str = "adjutant-both";
/// What the organiser's word is sealed for.
const WORD: &str = "organiser word";
/// 40 bits, behind a limit of ten wrong ones a minute.
const WORD_DIGITS: usize = 8;
/// So many seconds without a form of the organiser's, and what only the organiser may do asks for the word.
pub const AWAY_SECONDS: i64 = 30 * 60;

/// What is served, and to whom.
pub struct Site {
    snap: RwLock<Arc<Snapshot>>,
    book: RwLock<Arc<PassBook>>,
    key: PassKey,
    /// The token that lets the organiser in, until it is used.
    token: Mutex<Option<String>>,
    /// Where the token is opened on this machine.
    desk: String,
    /// Where a new address for the organiser is told: the terminal.
    terminal: OnceLock<Sender<String>>,
    /// Consents of players, and sessions that were ended.
    pub(crate) memory: Memory,
    /// When the organiser last sent a form, by session.
    active: Mutex<HashMap<String, Timestamp>>,
    /// `Host` headers that are ours, in lower case.
    hosts: Vec<String>,
    address: String,
    pub(crate) known: Known,
    pub(crate) clock: Clock,
    /// Shown where the machine's clock has lost its senses since.
    started: Timestamp,
    offset_minutes: i32,
    trust_lan: bool,
    /// The matches of the round that is shown, as far as the writer has read them; nothing for a table without one.
    games: RwLock<HashMap<At, Option<Arc<Game>>>>,
    /// Tables of earlier rounds whose matches somebody asked for.
    wanted: Mutex<BTreeSet<At>>,
    /// What one player of a table asked the other to agree to, last; gone when the server ends.
    proposals: RwLock<HashMap<At, Arc<Proposal>>>,
    /// Tells who waits for a match that the writer has read another one.
    read: watch::Sender<()>,
    /// Where lists are kept that players hand in.
    lists: Option<Shelf>,
    /// Where choices in secret are kept until they are opened.
    pub(crate) vault: Option<Vault>,
    /// What prints the documents of the event.
    press: Option<Press>,
    /// The pages of a league beside those of the event.
    pub(crate) season: Option<Arc<Season>>,
    /// Tells the pages of matches that one of them has a new record.
    pub(crate) taps: watch::Sender<u64>,
    /// Tells open pages that there is a new snapshot.
    pub(crate) news: watch::Sender<String>,
    /// Set when the server stops, so that open streams end.
    pub(crate) stop: watch::Sender<bool>,
    pub(crate) limits: Arc<Limits>,
    /// The way to the writer, once there is one.
    pub(crate) inbox: OnceLock<Inbox>,
    pub(crate) streams: AtomicUsize,
}

/// A page waits so long for a match that the writer has still to read.
const READING_TIME: Duration = Duration::from_secs(5);

/// How a site is set up.
pub struct Setup {
    /// Names and addresses, with their port, under which pages may be asked for.
    pub hosts: Vec<String>,
    /// The address that phones open, such as `http://10.0.0.2`.
    pub address: String,
    /// The secret that passes come from.
    pub key: PassKey,
    /// A token that lets the organiser in once.
    pub token: String,
    /// Where it is opened on this machine, such as `http://127.0.0.1/o/`.
    pub desk: String,
    /// Where consents of players and ended sessions are kept; nowhere for a server that records nothing.
    pub memory: Option<PathBuf>,
    /// The packs that its matches are judged by.
    pub known: Known,
    /// What dates pages.
    pub clock: Clock,
    /// When the server was started.
    pub started: Timestamp,
    /// Whether judges and desks may come from other machines over plain http.
    pub trust_lan: bool,
    /// Where lists are kept that players hand in; nowhere for a server that records nothing.
    pub lists: Option<Lists>,
    /// Where choices in secret are kept until they are opened; nowhere for a server that records nothing.
    pub vault: Option<Vault>,
    /// What prints the documents of the event, and where laptops that follow this one read from.
    pub press: Option<Press>,
    /// The pages of a league, where one is served beside the event.
    pub season: Option<Season>,
}

fn unpoisoned<T>(result: Result<T, PoisonError<T>>) -> T {
    // Nobody changes anything in two steps under these locks.
    result.unwrap_or_else(PoisonError::into_inner)
}

impl Site {
    /// A site that shows an event.
    pub fn new(snap: Snapshot, setup: Setup) -> Arc<Site> {
        let book = PassBook::of(&setup.key, &snap.state);
        let hosts = setup.hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        Arc::new(Site {
            news: watch::Sender::new(snap.id()),
            stop: watch::Sender::new(false),
            snap: RwLock::new(Arc::new(snap)),
            book: RwLock::new(Arc::new(book)),
            key: setup.key,
            token: Mutex::new(Some(setup.token)),
            desk: setup.desk,
            terminal: OnceLock::new(),
            memory: Memory::of(setup.memory),
            active: Mutex::default(),
            hosts,
            address: setup.address,
            offset_minutes: local_offset_minutes(setup.clock),
            known: setup.known,
            clock: setup.clock,
            started: setup.started,
            trust_lan: setup.trust_lan,
            games: RwLock::default(),
            wanted: Mutex::default(),
            proposals: RwLock::default(),
            read: watch::Sender::new(()),
            lists: setup.lists.map(Shelf::of),
            vault: setup.vault,
            press: setup.press,
            season: setup.season.map(Arc::new),
            taps: watch::Sender::new(0),
            limits: Arc::default(),
            inbox: OnceLock::new(),
            streams: AtomicUsize::new(0),
        })
    }

    /// The snapshot of now.
    pub fn snap(&self) -> Arc<Snapshot> {
        unpoisoned(self.snap.read()).clone()
    }

    /// Shows an event as it is after more records.
    pub fn show(&self, log: &TournamentLog) {
        let before = self.snap();
        let snap = Snapshot::of(&before.event, log, Some(&before));
        if before.state.pass_holders() != snap.state.pass_holders() {
            *unpoisoned(self.book.write()) = Arc::new(PassBook::of(&self.key, &snap.state));
        }
        // A table that was set anew has another match, and pages show the last round only.
        let shown = snap.shown().map(|round| round.pair.round);
        unpoisoned(self.games.write()).retain(|(round, table), game| {
            let pairing = snap.shown().and_then(|known| known.at(*table));
            let open = game.as_ref().map(|game| game.state().open.as_deref());
            shown == Some(*round)
                && pairing.is_some_and(|pairing| match open {
                    Some(open) => open.is_some_and(|open| matches::same_players(&snap.state, pairing, &open.players)),
                    None => true,
                })
        });
        unpoisoned(self.proposals.write()).retain(|(round, _), _| shown == Some(*round));
        let id = snap.id();
        *unpoisoned(self.snap.write()) = Arc::new(snap);
        self.news.send_replace(id);
    }

    /// The match of a table, as far as the writer has read it. Nothing where the event records no matches. No page
    /// reads from the database.
    pub fn game(&self, at: At) -> Option<Arc<Game>> {
        unpoisoned(self.games.read()).get(&at).cloned().flatten()
    }

    /// The tables whose matches the writer has still to read: those of the round that is shown, and those of earlier ones that
    /// somebody asked for.
    pub(crate) fn unread(&self) -> Vec<At> {
        let snap = self.snap();
        // Without a writer nothing is read.
        let Some(round) = snap.shown().filter(|_| self.inbox.get().is_some() && matches::recorded(&snap.state)) else {
            return Vec::new();
        };
        let games = unpoisoned(self.games.read());
        let tables = round.pair.tables.iter().map(|pairing| (round.pair.round, pairing.table));
        let wanted = unpoisoned(self.wanted.lock());
        tables.chain(wanted.iter().copied()).filter(|at| !games.contains_key(at)).collect()
    }

    /// Asks for the match of a table of an earlier round, where there is such a table.
    fn want(&self, at: At) {
        let snap = self.snap();
        let round = snap.state.rounds.iter().find(|round| round.pair.round == at.0 && round.stage != Stage::Draft);
        if round.is_some_and(|round| round.at(at.1).is_some()) {
            unpoisoned(self.wanted.lock()).insert(at);
        }
    }

    /// Whether the writer has still to read the match of a table.
    fn is_reading(&self, at: At) -> bool {
        !unpoisoned(self.games.read()).contains_key(&at) && self.unread().contains(&at)
    }

    /// Waits until the writer has read the match of a table: for a moment after the start, after a round that another program
    /// published, and where somebody asks for a table of an earlier round.
    pub(crate) async fn until_read(&self, at: Option<At>) {
        let Some(at) = at else { return };
        if self.game(at).is_none() && self.snap().shown().is_some_and(|round| round.pair.round != at.0) {
            self.want(at);
        }
        let unread = || self.is_reading(at);
        let mut read = self.read.subscribe();
        // A reader who has waited long enough is told that it is being read.
        let _ = tokio::time::timeout(READING_TIME, read.wait_for(|()| !unread())).await;
    }

    /// Every table of the round that is shown that the writer has read, with its match.
    pub(crate) fn games(&self) -> Vec<(At, Option<Arc<Game>>)> {
        unpoisoned(self.games.read()).iter().map(|(at, game)| (*at, game.clone())).collect()
    }

    /// Knows the match of a table as the database holds it, or that there is none.
    pub(crate) fn know_game(&self, at: At, recording: Option<Recording>) {
        let snap = self.snap();
        let game = recording.map(|recording| Game::of(recording, &snap.event, &snap.state, self.vault.as_ref()));
        let judged = self.proposal(at).filter(|known| known.end.is_none()).map(|known| {
            let other = || Err("this table has no match".to_owned());
            (known.id.clone(), game.as_ref().map_or_else(other, |game| known.changes(game)))
        });
        unpoisoned(self.games.write()).insert(at, game.map(Arc::new));
        if let Some((id, Err(why))) = judged {
            self.end_proposal(at, &id, End::MovedOn(why));
        }
        self.read.send_replace(());
    }

    /// Forgets matches of a round that was not published after all.
    pub(crate) fn forget_games(&self, all: &[At]) {
        let mut games = unpoisoned(self.games.write());
        all.iter().for_each(|at| drop(games.remove(at)));
    }

    /// Shows a match after more records.
    pub fn show_game(&self, at: At, recording: Recording) {
        self.know_game(at, Some(recording));
        self.tell_of_games();
    }

    /// What one player of a table asked the other to agree to, last.
    pub(crate) fn proposal(&self, at: At) -> Option<Arc<Proposal>> {
        unpoisoned(self.proposals.read()).get(&at).cloned()
    }

    /// Asks the other player of a table; what was asked before is gone.
    pub(crate) fn propose(&self, at: At, proposal: Proposal) {
        unpoisoned(self.proposals.write()).insert(at, Arc::new(proposal));
        self.tell_of_games();
    }

    /// A proposal waits no more.
    pub(crate) fn end_proposal(&self, at: At, id: &str, end: End) {
        if let Some(known) = unpoisoned(self.proposals.write()).get_mut(&at).filter(|known| known.id == id) {
            *known = Arc::new(Proposal { end: Some(end), ..Proposal::clone(known) });
        }
        self.tell_of_games();
    }

    /// Tells open pages that a match has changed.
    pub(crate) fn tell_of_games(&self) {
        self.taps.send_modify(|taps| *taps += 1);
    }

    /// Lets forms be recorded by a writer.
    pub fn write_to(&self, inbox: Inbox) {
        // There is one writer: a second one is not taken.
        let _ = self.inbox.set(inbox);
    }

    /// What a laptop that follows this one asks for; nothing for every kind of wrong request.
    pub fn logs(&self, query: &str) -> Option<Vec<u8>> {
        let store = Store::open_existing(&self.press.as_ref()?.database).ok()?;
        follow::answer(&store, &self.key, &self.snap().event, query, self.moment().now).ok()?
    }

    /// Ends open streams, so that the server can stop.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Now.
    pub fn moment(&self) -> Moment {
        Moment { now: self.clock.now().unwrap_or(self.started), offset_minutes: self.offset_minutes }
    }

    /// Everything that a page is rendered from.
    pub fn scene<'a>(
        &'a self,
        snap: &'a Snapshot,
        viewer: &'a Viewer,
        seat: Option<&'a Seat>,
        passes: Option<&'a PassBook>,
    ) -> Scene<'a> {
        let streams = self.streams.load(Ordering::Relaxed);
        let (address, press) = (self.address.as_str(), self.press.as_ref());
        let lists = self.lists.as_ref();
        Scene {
            snap,
            viewer,
            moment: self.moment(),
            address,
            streams,
            seat,
            known: &self.known,
            press,
            vault: self.vault.as_ref(),
            memory: &self.memory,
            passes,
            lists,
            season: self.season.as_deref(),
            card: None,
            of: None,
        }
    }

    /// The passes, for the organiser alone.
    pub fn book_for(&self, viewer: &Viewer) -> Option<Arc<PassBook>> {
        (*viewer == Viewer::Organiser).then(|| unpoisoned(self.book.read()).clone())
    }

    /// Whether this is the key of a program that may read the event.
    pub(crate) fn is_reader(&self, presented: &str) -> bool {
        let book = unpoisoned(self.book.read()).clone();
        let known = self.memory.readers();
        // Each is looked at, so that nothing is answered sooner.
        known.iter().fold(false, |is, (name, number)| is | book.is_reader(name, number, presented))
    }

    /// The table that a page is about, with its match where one is recorded.
    pub fn seat(&self, snap: &Snapshot, table: Option<TableNumber>) -> Option<Seat> {
        self.seat_at((snap.shown()?.pair.round, table?))
    }

    /// A table of any round, with its match where it was read.
    pub fn seat_at(&self, (round, table): At) -> Option<Seat> {
        let game = self.game((round, table));
        let reading = game.is_none() && self.is_reading((round, table));
        let proposal = self.proposal((round, table));
        Some(Seat { round, table, game, reading, proposal, both: false, other_writes: false })
    }

    /// Whether a `Host` header names this site.
    pub fn is_host(&self, host: &str) -> bool {
        self.hosts.contains(&host.to_ascii_lowercase())
    }

    /// Who asks.
    pub fn viewer_of(&self, request: &Request) -> Viewer {
        self.viewer(cookie_of(request.headers()), way_of(request))
    }

    /// Who speaks, by the cookie and by where the request comes from.
    pub fn viewer(&self, cookie: Option<&str>, peer: Peer) -> Viewer {
        let Some(cookie) = cookie else { return Viewer::Visitor };
        if let Some((nonce, seal)) = cookie.strip_prefix("organiser~").and_then(|rest| rest.split_once('~')) {
            let sealed = peer.address.is_loopback() && self.key.is_seal(ORGANISER, &self.of_event(nonce), seal);
            let known = sealed && !self.memory.has_ended(nonce);
            return if known { Viewer::Organiser } else { Viewer::Visitor };
        }
        let holder = unpoisoned(self.book.read()).session(cookie);
        holder.and_then(|holder| self.as_viewer(&holder, peer)).unwrap_or(Viewer::Visitor)
    }

    /// What a holder is here; judges and desks come from this machine or over TLS, unless the hall's network is trusted.
    fn as_viewer(&self, holder: &Holder, peer: Peer) -> Option<Viewer> {
        let trusted = self.trust_lan || peer.secure || peer.address.is_loopback();
        let id = holder.id.as_str();
        match holder.kind {
            PassKind::Player => PlayerId::new(id).ok().map(Viewer::Player),
            PassKind::Table => id.parse().ok().map(|number| Viewer::Table(TableNumber(number))),
            PassKind::Judge => trusted.then(|| Viewer::Judge(id.to_owned())),
            PassKind::Desk => trusted.then(|| Viewer::Desk(id.to_owned())),
        }
    }

    /// The cookie for a pass, and who comes in with it. Nothing for every kind of wrong one.
    pub fn enter(&self, pass: &str, peer: Peer) -> Option<(String, Viewer)> {
        let book = unpoisoned(self.book.read()).clone();
        let holder = book.holder(pass)?;
        let viewer = self.as_viewer(holder, peer)?;
        Some((book.session_of(holder)?, viewer))
    }

    /// The organiser's cookie for the token that was printed; the token works once, and from this machine.
    pub fn enter_as_organiser(&self, token: &str, peer: IpAddr) -> Option<String> {
        let mut printed = unpoisoned(self.token.lock());
        let right = printed.as_ref().is_some_and(|printed| {
            // Sealed first: how long the comparison takes tells nothing about the token.
            self.key.is_seal("token", token, &self.key.seal("token", printed))
        });
        if !right || !peer.is_loopback() {
            return None;
        }
        let nonce = printed.take()?;
        let nonce = self.key.seal("nonce", &nonce);
        let seal = self.key.seal(ORGANISER, &self.of_event(&nonce));
        let cookie = format!("organiser~{nonce}~{seal}");
        self.stir(&cookie);
        Some(cookie)
    }

    /// Tells new addresses for the organiser to a terminal.
    pub fn tell(&self, terminal: Sender<String>) {
        // There is one terminal.
        let _ = self.terminal.set(terminal);
    }

    /// The organiser leaves the browser: its cookie opens nothing any more, and the terminal shows a new address.
    pub(crate) fn leave(&self, session: &str) -> Result<(), Error> {
        let token = hexed(random::bytes()?);
        let nonce = session.strip_prefix("organiser~").and_then(|rest| rest.split_once('~')).map(|(nonce, _)| nonce);
        self.memory.end(nonce.unwrap_or_default(), &self.moment().now.to_string())?;
        if let Some(terminal) = self.terminal.get() {
            // Where nobody listens any more the program is about to end.
            let _ = terminal.send(format!("{}{token}", self.desk));
        }
        *unpoisoned(self.token.lock()) = Some(token);
        Ok(())
    }

    /// What the organiser types after half an hour away. The terminal shows it; it stays the same for an event and a key.
    pub fn word(&self) -> String {
        self.key.seal(WORD, self.snap().event.as_str()).chars().take(WORD_DIGITS).collect()
    }

    /// Whether this is the word, as somebody typed it.
    pub(crate) fn is_word(&self, typed: &str) -> bool {
        // Sealed first: how long the comparison takes tells nothing about the word.
        self.key.is_seal("typed word", &spelled(typed), &self.key.seal("typed word", &self.word()))
    }

    /// Whether an organiser's session has sent no form for half an hour; a session from before the server was started
    /// counts from then.
    pub(crate) fn is_away(&self, session: &str) -> bool {
        let last = unpoisoned(self.active.lock()).get(session).copied().unwrap_or(self.started);
        -self.moment().until(last) >= AWAY_SECONDS
    }

    /// The organiser is there.
    pub(crate) fn stir(&self, session: &str) {
        unpoisoned(self.active.lock()).insert(session.to_owned(), self.moment().now);
    }

    /// The opponent lets a player's phone write for both: what the phone keeps.
    pub(crate) fn allow(&self, player: &PlayerId, at: At) -> Result<Option<String>, Error> {
        self.memory.agree(&consent(player, at), Some(hexed(random::bytes()?)))?;
        Ok(self.claim(player, at))
    }

    /// Each player of a table writes for themselves again, whichever of them says so.
    pub(crate) fn part(&self, player: &PlayerId, at: At) -> Result<(), Error> {
        let other = self.opponent(player, at);
        let both = std::iter::once(player.clone()).chain(other);
        both.into_iter().try_for_each(|writer| self.memory.agree(&consent(&writer, at), None))
    }

    /// Whether a player of a table has let the other one write for both.
    pub(crate) fn allows(&self, player: &PlayerId, at: At) -> bool {
        self.opponent(player, at).is_some_and(|other| self.memory.consent(&consent(&other, at)).is_some())
    }

    fn opponent(&self, player: &PlayerId, at: At) -> Option<PlayerId> {
        let snap = self.snap();
        let pairing = snap.shown().filter(|round| round.pair.round == at.0)?.at(at.1)?;
        Some(pairing.other(player).clone())
    }

    /// What a phone keeps once a player's opponent has let it write for both: for this round and table, as long as both
    /// cards are valid and nobody took it back.
    pub(crate) fn claim(&self, player: &PlayerId, at: At) -> Option<String> {
        let consent = self.memory.consent(&consent(player, at))?;
        let other = self.opponent(player, at)?;
        let book = unpoisoned(self.book.read()).clone();
        let session = |player: &PlayerId| {
            book.session_of(&Holder { kind: PassKind::Player, id: PassId::new(player.as_str()).ok()? })
        };
        let words = format!("{}/{}/{}/{}/{consent}", at.0, at.1, session(player)?, session(&other)?);
        Some(self.key.seal(BOTH, &words))
    }

    /// Whether this is what such a phone keeps.
    pub(crate) fn is_claim(&self, player: &PlayerId, at: At, kept: &str) -> bool {
        self.claim(player, at)
            .is_some_and(|claim| self.key.is_seal("kept claim", kept, &self.key.seal("kept claim", &claim)))
    }

    /// The player whose pass this is; nothing for every other pass, and every kind of wrong one.
    pub(crate) fn player_of(&self, pass: &str) -> Option<PlayerId> {
        let holder = self.holder_of(pass).filter(|holder| holder.kind == PassKind::Player)?;
        PlayerId::new(holder.id.as_str()).ok()
    }

    /// Whose card this cookie is of, where a newer card was made since.
    pub(crate) fn replaced(&self, cookie: &str) -> Option<Holder> {
        unpoisoned(self.book.read()).replaced(cookie)
    }

    /// Whose pass this is; nothing for every kind of wrong one.
    pub(crate) fn holder_of(&self, pass: &str) -> Option<Holder> {
        unpoisoned(self.book.read()).holder(pass).cloned()
    }

    fn of_event(&self, nonce: &str) -> String {
        format!("{} {nonce}", self.snap().event)
    }
}

/// Under what a consent is remembered: the table, and whose phone writes for both.
fn consent(writer: &PlayerId, at: At) -> String {
    format!("{}/{}/{writer}", at.0, at.1)
}

/// The value of our cookie, where there is exactly one.
pub fn cookie_of(headers: &HeaderMap) -> Option<&str> {
    cookie_named(headers, COOKIE)
}
