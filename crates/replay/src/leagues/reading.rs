//! What a log tells a league, whichever kind of log it is; and the audit of a league's own log.

use adjutant_core::chain::{Hash, lines};
use adjutant_core::ids::PlayerId;
use adjutant_core::sealed::Openings;
use adjutant_core::time::Timestamp;
use adjutant_core::{Name, Winner};
use adjutant_engine::side::Player;
use adjutant_engine::view::{RoundLabel, Status};
use adjutant_league::command::Basis;
use adjutant_league::log::LogError;
use adjutant_league::source::{Details, Entrant, Played, Source, SourceKind, Standing, of_event};
use adjutant_league::{Day, LeagueLog};
use adjutant_tournament::check::check;
use serde_json::Value;

use crate::error::{Error, LogFault};
use crate::facts::{LogFacts, MatchFacts, facts};
use crate::rulebook::Rulebook;
use crate::tournaments;

/// Reads the log of a league. `name` is the file, or the league in the database.
///
/// # Errors
/// The first line that does not chain, is not a record, or that the rules refuse.
pub fn read(name: &str, bytes: &[u8]) -> Result<LeagueLog, Error> {
    LeagueLog::read(bytes).map_err(|error| {
        let name = name.to_owned();
        let fault = match error {
            LogError::Shape(error) => LogFault::Shape { name, error },
            LogError::Chain { line, error } => LogFault::TournamentChain { name, line, error: error.to_string() },
            LogError::Record { line, error } => LogFault::LeagueLine { name, line, error: error.to_string() },
            LogError::Refused { seq, refusal } => LogFault::LeagueRefused { name, seq, refusal: refusal.into() },
        };
        fault.into()
    })
}

/// Reads the log of a match or an event as a league sees it, counted by its own law. `name` is the file, or what the database calls it.
///
/// # Errors
/// An event log that does not chain or that its rules refuse; a log of neither a match nor an event. A match with errors
/// is read as far as it goes, and is as good as a claim.
pub fn source(rules: &Rulebook, name: &str, bytes: &[u8]) -> Result<Source, Error> {
    source_with(rules, name, bytes, &Openings::default())
}

/// The same, with what opens sealed names: who has one that is not opened has no name there.
///
/// # Errors
/// As [`source`].
pub fn source_with(rules: &Rulebook, name: &str, bytes: &[u8], names: &Openings) -> Result<Source, Error> {
    if crate::audit::is_event(bytes) {
        let mut log = tournaments::read_with(name, bytes, names)?;
        let clean = match tournaments::elder::hear(rules, &mut log) {
            Ok(None) => check(&log).is_clean(),
            Ok(Some(_)) => crate::audit::audit_event(rules, name.to_owned(), bytes, &mut |_| None).good(),
            Err(_) => false,
        };
        return Ok(of_event(&log, clean));
    }
    let facts = facts(rules, name.to_owned(), bytes);
    let shape = |error| LogFault::Shape { name: name.to_owned(), error };
    let records: Vec<Value> =
        lines(bytes).map_err(shape)?.iter().filter_map(|(_, line)| serde_json::from_slice(line).ok()).collect();
    match &facts.game {
        Some(game) => Ok(of_match(&facts, game, &records, names)),
        None => Err(LogFault::NoGame { name: name.to_owned() }.into()),
    }
}

fn of_match(facts: &LogFacts, game: &MatchFacts, records: &[Value], names: &Openings) -> Source {
    let hash = |record: &Value| record.get("hash").and_then(Value::as_str).and_then(Hash::parse);
    let begun = records.iter().find(|record| record.pointer("/do/begin").is_some());
    let day = begun.and_then(|record| Timestamp::parse(record.get("at")?.as_str()?)).map(Day::of);
    let standing = match (&game.event, game.status) {
        (Some(event), _) => Standing::OfEvent(event.clone()),
        (None, Status::Ended) => Standing::Over,
        (None, _) => Standing::Running,
    };
    let basis = match (facts.errors, game.signed) {
        (0, 2) => Basis::Signed,
        (0, _) => Basis::Audited,
        _ => Basis::Any,
    };
    let result = match game.winner {
        Some(Winner::One) => Winner::One,
        Some(Winner::Two) => Winner::Two,
        _ => Winner::Draw,
    };
    Source {
        kind: SourceKind::Match,
        id: game.id.clone(),
        name: game.id.clone(),
        copy_of: None,
        hashes: records.iter().filter_map(hash).collect(),
        standing,
        day,
        round_days: Vec::new(),
        rules: Some(game.pack.clone()),
        basis,
        players: [Player::One, Player::Two].map(|side| entrant(facts, side, records, names)).into_iter().collect(),
        games: vec![Played {
            round: 0,
            table: 0,
            sides: [0, 1],
            result,
            vp: [i64::from(game.one), i64::from(game.two)],
            rated: game.winner.is_some(),
            log: None,
            details: Some(details(facts, game)),
        }],
    }
}

fn details(facts: &LogFacts, game: &MatchFacts) -> Details {
    let picked = |side: Player| {
        let own = facts.secondaries.iter().filter(|own| own.side == side);
        own.map(|own| (own.objective.clone(), own.vp)).collect()
    };
    Details {
        mission: game.mission.clone(),
        first: game.first.map(|first| usize::from(first == Player::Two)),
        secondaries: [picked(Player::One), picked(Player::Two)],
        shares: [game.derived, game.claimed, game.ruled].map(|share| i64::from(share.unwrap_or(0))),
        rounds: Player::BOTH.map(|side| by_rounds(facts, game.rounds, side)),
    }
}

/// What a side has after each battle round; nothing where no entry says its round.
fn by_rounds(facts: &LogFacts, rounds: u32, side: Player) -> Vec<i64> {
    let after = |last: u32| {
        let until = |label: RoundLabel| matches!(label, RoundLabel::Number(round) if round <= last);
        let own = facts.awards.iter().filter(|award| award.side == side && until(award.round));
        own.map(|award| i64::from(award.vp)).sum()
    };
    if facts.awards.is_empty() { Vec::new() } else { (1..=rounds).map(after).collect() }
}

fn entrant(facts: &LogFacts, side: Player, records: &[Value], names: &Openings) -> Entrant {
    let own = facts.sides.iter().find(|own| own.side == side);
    let name = |text: Option<&String>| text.and_then(|text| Name::new(text).ok());
    let digest = records.first().and_then(|record| record.pointer(&format!("/do/open/players/{side}/name/digest")));
    let called = match digest.map(|digest| digest.as_str().and_then(Hash::parse)) {
        None => name(own.and_then(|own| own.player.as_ref())),
        Some(digest) => digest.and_then(|digest| names.get(digest)).map(|opening| opening.name().clone()),
    };
    Entrant {
        id: PlayerId::new(side.as_str()).unwrap_or_else(|_| unreachable!("`one` and `two` are ids")),
        name: called,
        club: None,
        faction: name(own.and_then(|own| own.faction.as_ref())),
        count: None,
    }
}
