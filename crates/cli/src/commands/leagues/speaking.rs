//! What verbs of a league share: opening it, who is meant, what is recorded and told.

use adjutant_app::App;
use adjutant_app::leagues::LeagueRecording;
use adjutant_core::chain::Hash;
use adjutant_core::ids::{LeagueId, MemberId, PlayerId};
use adjutant_core::text::Text;
use adjutant_league::{By, LeagueCommand};
use adjutant_store::{Store, StreamKind};
use serde::Serialize;

use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// A reason, as it is typed.
///
/// # Errors
/// A text that is empty, too long, or holds control characters.
pub fn reason(text: &str) -> Result<Text, String> {
    Text::new(text).ok_or_else(|| "write 1 to 2,000 characters".to_owned())
}

/// Opens the database and a league in it to record.
///
/// # Errors
/// No such league, or a database that cannot be opened.
pub fn open(shared: &Shared, id: &LeagueId) -> Result<(App, LeagueRecording), CliError> {
    let store = shared.store()?;
    let league = LeagueRecording::load(&store, id, &shared.folder()?)?;
    Ok((store, league))
}

/// Opens a league to look at it.
///
/// # Errors
/// As [`open`].
pub fn look(shared: &Shared, id: &LeagueId) -> Result<LeagueRecording, CliError> {
    Ok(LeagueRecording::load(&shared.reader()?, id, &shared.folder()?)?)
}

/// What verbs that record answer with `--json`.
#[derive(Serialize)]
struct Recorded<'a> {
    league: &'a LeagueId,
    recorded: usize,
    seq: u64,
    head: String,
}

/// Writes what was taken and says so.
///
/// # Errors
/// Another recorder who was faster, a database that cannot be written, or standard output.
pub fn commit(league: &mut LeagueRecording, store: &mut Store, said: &str, output: &mut Output) -> Outcome {
    let appended = league.commit(store)?;
    let sealed = league.state().create.as_ref().is_some_and(|create| !create.names.is_open());
    let fresh = league.log().records().iter().rev().take(appended.written);
    if sealed && fresh.clone().any(|record| record.command.is_in_words()) {
        output.own_words();
    }
    if output.json {
        let (seq, head) = (appended.head.seq, appended.head.hash.to_string());
        output.document(&Recorded { league: league.id(), recorded: appended.written, seq, head })?;
    }
    output.done(&format!("{}: {said}", league.id()))?;
    Ok(Exit::Done)
}

/// Records one command of a league and says so.
///
/// # Errors
/// No such league, the refusal of the rules, or a database that cannot be written.
pub fn tell(
    id: &LeagueId,
    by: By,
    command: LeagueCommand,
    said: &str,
    shared: &Shared,
    output: &mut Output,
) -> Outcome {
    let (mut store, league) = open(shared, id)?;
    let mut league = league.told_by(by);
    league.take(command)?;
    commit(&mut league, &mut store, said, output)
}

/// Checks that no league has an id yet.
///
/// # Errors
/// One that has.
pub fn check_free(store: &Store, id: &LeagueId) -> Result<(), CliError> {
    if store.head(StreamKind::League, id.as_str())?.is_none() {
        return Ok(());
    }
    Err(CliError::refused(format!("there is a league {id} already"))
        .hint("choose another id; `adjutant league show` lists those in use"))
}

/// A player of a pinned log, as people type one: `a-berg@rtt-3`.
#[derive(Clone, Debug)]
pub struct Played {
    player: PlayerId,
    log: String,
}

impl std::str::FromStr for Played {
    type Err = String;
    fn from_str(text: &str) -> Result<Played, String> {
        let form = || "write PLAYER@LOG, such as a-berg@rtt-3".to_owned();
        let (player, log) = text.split_once('@').ok_or_else(form)?;
        let player = PlayerId::new(player).map_err(|_| form())?;
        if log.is_empty() { Err(form()) } else { Ok(Played { player, log: log.to_owned() }) }
    }
}

impl Played {
    /// The log, by its first record, and the player in it.
    ///
    /// # Errors
    /// A log that is not pinned, or several of that id.
    pub fn find(&self, league: &LeagueRecording) -> Result<(Hash, PlayerId), CliError> {
        log_of(league, &self.log).map(|origin| (origin, self.player.clone()))
    }
}

/// A pinned log by its id, or by the first digits of its origin.
///
/// # Errors
/// A log that is not pinned, or several of that id.
pub fn log_of(league: &LeagueRecording, named: &str) -> Result<Hash, CliError> {
    let by_id = |origin: &&Hash| {
        let pinned = league.state().pins.get(*origin).and_then(|pinned| league.library().pinned(pinned));
        pinned.is_some_and(|source| source.id == named) || (named.len() >= 8 && origin.to_string().starts_with(named))
    };
    let found: Vec<&Hash> = league.state().pins.keys().filter(by_id).collect();
    match found.as_slice() {
        [one] => Ok(**one),
        [] => Err(CliError::refused(format!("no pinned log is called {named}"))
            .hint(format!("`adjutant league show {}` lists them", league.id()))),
        several => {
            let digits: Vec<String> = several.iter().map(|hash| hash.to_string().chars().take(12).collect()).collect();
            Err(CliError::refused(format!("{} pinned logs are called {named}", several.len()))
                .hint(format!("name one by the first digits of its origin: {}", digits.join(", "))))
        }
    }
}

/// A member by id, or by the whole name where nobody else has it.
///
/// # Errors
/// Nobody, or several.
pub fn member_of(league: &LeagueRecording, named: &str) -> Result<MemberId, CliError> {
    if let Ok(id) = MemberId::new(named)
        && league.state().members.contains_key(&id)
    {
        return Ok(id);
    }
    let called = |member: &adjutant_league::Member| {
        let name = member.name(league.names());
        name.is_some_and(|name| adjutant_core::ids::are_alike(name.as_str(), named))
    };
    let found: Vec<&MemberId> =
        league.state().members.iter().filter(|(_, member)| called(member)).map(|(id, _)| id).collect();
    match found.as_slice() {
        [one] => Ok((*one).clone()),
        [] => Err(CliError::refused(format!("nobody in league {} is called {named}", league.id()))
            .hint(format!("`adjutant league list {}` names everybody with their ids", league.id()))),
        several => {
            let ids: Vec<&str> = several.iter().map(|id| id.as_str()).collect();
            Err(CliError::refused(format!("{} members are called {named}", several.len()))
                .hint(format!("name one by id: {}", ids.join(", "))))
        }
    }
}
