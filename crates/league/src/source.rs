//! What a pinned log tells a league: players, places, games. Everything behind it is forgotten.

use std::collections::BTreeMap;

use adjutant_core::chain::{Hash, Link, lines};
use adjutant_core::ids::PlayerId;
use adjutant_core::signature::{Statement, verify};
use adjutant_core::text::holds;
use adjutant_core::{Name, Winner};
use adjutant_tournament::standings::{Ledger, Outcome, standings};
use adjutant_tournament::{RoundNumber, Tournament, TournamentCommand, TournamentLog};

use crate::command::Basis;
use crate::day::Day;
use crate::scheme::Count;

/// What a log is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SourceKind {
    /// An event.
    Event,
    /// A match.
    Match,
}

/// Whether a log's games count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// They do.
    Over,
    /// The event or match is not over: nothing counts yet.
    Running,
    /// Teams play, and a league rates persons.
    Teams,
    /// A match that was opened for an event of this id: it counts there or nowhere.
    OfEvent(String),
}

/// A log as a league sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What it is of.
    pub kind: SourceKind,
    /// Its id: unique in one database.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// First record of the log of which it is a copy with invented names.
    pub copy_of: Option<Hash>,
    /// Hashes of its records, the first being its origin, the last its head.
    pub hashes: Vec<Hash>,
    /// Whether its games count.
    pub standing: Standing,
    /// The day of its games.
    pub day: Option<Day>,
    /// The day of each round, from round 1.
    pub round_days: Vec<Day>,
    /// The ruleset.
    pub rules: Option<String>,
    /// How well it is founded.
    pub basis: Basis,
    /// Who played.
    pub players: Vec<Entrant>,
    /// The games, by round and table.
    pub games: Vec<Played>,
}

/// A player of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Id there.
    pub id: PlayerId,
    /// Name there; nothing where it is sealed.
    pub name: Option<Name>,
    /// Club.
    pub club: Option<Name>,
    /// Faction of the army.
    pub faction: Option<Name>,
    /// What points are counted from; nothing for a match.
    pub count: Option<Count>,
}

/// A game of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its round, from 1; 0 in a match.
    pub round: u16,
    /// Its table; 0 in a match.
    pub table: u16,
    /// The two players, by their places in [`Source::players`].
    pub sides: [usize; 2],
    /// Who won.
    pub result: Winner,
    /// Victory points.
    pub vp: [i64; 2],
    /// Whether it was played, so that a rating can read it.
    pub rated: bool,
    /// The match log that its result names.
    pub log: Option<Hash>,
    /// What that log says beside the result.
    pub details: Option<Details>,
}

/// What only the log of a match tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The mission.
    pub mission: Option<String>,
    /// Who had the first turn: the first or the second.
    pub first: Option<usize>,
    /// The secondary objectives of both, with what they brought.
    pub secondaries: [Vec<(String, u32)>; 2],
    /// Victory points that facts brought, that are a player's word, that a judge gave.
    pub shares: [i64; 3],
    /// Victory points of both after each battle round, without those that come when the battle ends.
    pub rounds: [Vec<i64>; 2],
}

impl Source {
    /// Hash of its first record.
    pub fn origin(&self) -> Option<Hash> {
        self.hashes.first().copied()
    }

    /// Hash of its last record.
    pub fn head(&self) -> Option<Hash> {
        self.hashes.last().copied()
    }

    /// Where a player of an id stands.
    pub fn place(&self, id: &PlayerId) -> Option<usize> {
        self.players.iter().position(|player| player.id == *id)
    }

    /// Whether two players met.
    pub fn met(&self, one: usize, two: usize) -> bool {
        self.games.iter().any(|game| game.sides == [one, two] || game.sides == [two, one])
    }
}

/// The records of a log up to a head, as bytes; the whole log where no head is asked for, nothing where none of its
/// records has that hash.
///
/// ```
/// use adjutant_core::chain::{Hash, Link, seal};
/// use adjutant_league::source::up_to;
/// let note = serde_json::json!({"do": {"note": {"text": "hello"}}});
/// let (one, link) = seal(note.as_object().unwrap().clone(), Link::START).unwrap();
/// let (two, _) = seal(note.as_object().unwrap().clone(), link).unwrap();
/// let log = [one.as_slice(), b"\n", two.as_slice(), b"\n"].concat();
/// assert_eq!(up_to(&log, Some(link.hash)).unwrap().len(), one.len() + 1);
/// assert_eq!(up_to(&log, Some(Hash::of(b"other"))), None);
/// ```
pub fn up_to(bytes: &[u8], head: Option<Hash>) -> Option<&[u8]> {
    let Some(head) = head else { return Some(bytes) };
    let wanted = format!("\"hash\":\"{head}\"");
    let mut end = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        end += line.len();
        if holds(line, wanted.as_bytes()) {
            return Some(&bytes[..end]);
        }
    }
    None
}

/// The origin of a log: the hash of its first record, verified.
pub fn origin(bytes: &[u8]) -> Option<Hash> {
    let lines = lines(bytes).ok()?;
    let (_, first) = lines.first()?;
    adjutant_core::chain::verify_line(first, Link::START).ok().map(|link| link.hash)
}

/// What the log of an event tells. `clean`: an audit under the law of that event finds nothing wrong.
pub fn of_event(log: &TournamentLog, clean: bool) -> Source {
    let state = log.state();
    let last = RoundNumber(state.published());
    let create = state.create.as_ref();
    let days = round_days(log);
    let standing = match (state.policies().team_size > 0, state.finished) {
        (true, _) => Standing::Teams,
        (_, true) => Standing::Over,
        _ => Standing::Running,
    };
    Source {
        kind: SourceKind::Event,
        id: create.map_or_else(String::new, |create| create.event.to_string()),
        name: create.map_or_else(String::new, |create| create.name.to_string()),
        copy_of: create.and_then(|create| create.copy_of),
        hashes: log.records().iter().map(|record| record.hash).collect(),
        standing,
        day: days.first().copied(),
        round_days: days,
        rules: create.and_then(|create| create.pack.as_ref()).map(ToString::to_string),
        basis: basis(log, clean),
        players: entrants(state, last),
        games: games(state, last),
    }
}

/// The day on which each round was first published, be the record taken back since.
fn round_days(log: &TournamentLog) -> Vec<Day> {
    let mut first: BTreeMap<u16, Day> = BTreeMap::new();
    for record in log.records() {
        if let TournamentCommand::Publish { round, .. } = &record.command {
            first.entry(round.0).or_insert(Day::of(record.at));
        }
    }
    (1..).map_while(|round| first.get(&round).copied()).collect()
}

/// Whether nothing was found, and whether the organiser signed what was finished with a key.
fn basis(log: &TournamentLog, clean: bool) -> Basis {
    if !clean {
        return Basis::Any;
    }
    let finished = log.standing().filter(|record| matches!(record.command, TournamentCommand::Finish { .. }));
    let Some(finished) = finished.map(|record| record.seq).max() else { return Basis::Audited };
    let Some(origin) = log.records().first().map(|record| record.hash) else { return Basis::Audited };
    let signed = log.standing().filter(|record| record.seq > finished).any(|record| match &record.command {
        TournamentCommand::Sign { player: None, head, key: Some(key), signature: Some(signature) } => {
            verify(key, signature, &Statement::of_event(origin, "organiser".to_owned(), *head))
        }
        _ => false,
    });
    if signed { Basis::Signed } else { Basis::Audited }
}

fn entrants(state: &Tournament, last: RoundNumber) -> Vec<Entrant> {
    let table = standings(state, last);
    let players = table.rows.len() as u32;
    let rounds = |at: usize, ledger: &Ledger| ledger.entrants[at].lines.len() as u32;
    let ledger = Ledger::of(state, last);
    let scored = |at: usize| ledger.entrants[at].lines.iter().map(|line| line.scored).sum();
    let entrant = |(at, player): (usize, &adjutant_tournament::state::Player)| {
        let row = table.rows.iter().find(|row| row.player == player.entry.player);
        let count = row.map(|row| Count {
            wins: row.record.wins,
            draws: row.record.draws,
            rounds: rounds(at, &ledger),
            vp: scored(at),
            place: row.rank.map(|rank| (rank, players)),
        });
        Entrant {
            id: player.entry.player.clone(),
            name: player.entry.name.real().cloned(),
            club: player.entry.club.clone(),
            faction: player.entry.faction.clone(),
            count,
        }
    };
    state.players.iter().enumerate().map(entrant).collect()
}

/// The games as the event's own ledger counts them.
fn games(state: &Tournament, last: RoundNumber) -> Vec<Played> {
    let ledger = Ledger::of(state, last);
    let mut games = Vec::new();
    for round in state.rounds.iter().filter(|round| round.pair.round <= last) {
        for pairing in &round.pair.tables {
            let sides = state.place(&pairing.one).zip(state.place(&pairing.two));
            let (Some((one, two)), Some(entered)) = (sides, round.results.get(&pairing.table)) else { continue };
            let line = |own: usize, other: usize| {
                let lines = &ledger.entrants[own].lines;
                lines.iter().find(|line| line.round == round.pair.round && line.opponent == Some(other))
            };
            let (Some(first), Some(second)) = (line(one, two), line(two, one)) else { continue };
            let result = match (first.outcome, second.outcome) {
                (Outcome::Win, _) => Some(Winner::One),
                (_, Outcome::Win) => Some(Winner::Two),
                (Outcome::Draw, _) => Some(Winner::Draw),
                (Outcome::Loss, _) => None,
            };
            games.push(Played {
                round: round.pair.round.0,
                table: pairing.table.0,
                sides: [one, two],
                result: result.unwrap_or(Winner::Draw),
                vp: [first.scored, second.scored],
                rated: first.played && result.is_some(),
                log: entered.from.as_ref().map(|from| from.head),
                details: None,
            });
        }
    }
    games.sort_by_key(|game| (game.round, game.table));
    games
}
