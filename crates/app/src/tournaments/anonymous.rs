//! A copy of an event with invented names, for whoever studies results and need not know whose they are.
//!
//! Every record keeps its number, its time and what it does to the standings. Players, clubs, teams and countries get
//! invented names, the players' sealed anew; reasons, remarks, lists, cards, keys and signatures are left out.

use std::collections::BTreeMap;

use adjutant_core::chain::Hash;
use adjutant_core::sealed::{Called, Names, Openings};
use adjutant_tournament::command::{Create, EditPlayer, Entry, MatchLog};
use adjutant_tournament::{MatchId, Name, PlayerId, Reason, TournamentCommand, TournamentId, TournamentLog};
use serde_json::Value;

use crate::error::{Error, TournamentError};
use crate::names::{drawn_id, seal};
use crate::secrets::Vault;
use crate::tournaments::import::ID_MAX;

/// What stands in the place of a reason or a remark.
const LEFT_OUT: &str = "left out of this copy";
/// Fields of commands that hold ids of players.
const PLAYERS: [&str; 8] = ["player", "players", "one", "two", "byes", "fixed", "pods", "word"];
/// Fields of commands that hold what people wrote.
const WRITTEN: [&str; 2] = ["why", "text"];

/// A copy with invented names.
pub struct Anonymous {
    /// Its log, which is sound by itself.
    pub log: TournamentLog,
    /// What opens the invented names.
    pub names: Openings,
}

/// Copies an event.
///
/// # Errors
/// An event of teams, of an older law, or made of the report of another program: none of them can do without the names.
pub fn anonymous(log: &TournamentLog) -> Result<Anonymous, Error> {
    let refused = |why| Err(TournamentError::NotAnonymous { why }.into());
    let Some(create) = log.state().create.as_deref() else { return refused("it has no settings") };
    let imported = |record: &adjutant_tournament::log::Record| matches!(record.command, TournamentCommand::Import(_));
    match create {
        Create { law: None, .. } => return refused("it is of an older law"),
        _ if create.policies.team_size > 0 => return refused("it is an event of teams, who play under their names"),
        _ if log.records().iter().any(imported) => return refused("it was made of another program's report"),
        _ => {}
    }
    let mut desk = Desk { salt: Vault::salt()?, ..Desk::default() };
    let mut copy = TournamentLog::new();
    for record in log.records() {
        let command = desk.command(&copy, log, &record.command)?;
        if let Err(refusal) = copy.record(record.at, record.by, command) {
            let why = "the rules do not take the copy of one of its records";
            debug_assert!(false, "record {}: {refusal}", record.seq);
            return refused(why);
        }
    }
    Ok(Anonymous { log: copy, names: desk.names })
}

#[derive(Default)]
struct Desk {
    names: Openings,
    salt: String,
    players: BTreeMap<PlayerId, (PlayerId, Name)>,
    groups: BTreeMap<(&'static str, String), Name>,
    matches: BTreeMap<MatchId, MatchId>,
}

impl Desk {
    fn command(
        &mut self,
        copy: &TournamentLog,
        log: &TournamentLog,
        command: &TournamentCommand,
    ) -> Result<TournamentCommand, Error> {
        use TournamentCommand::{
            AmendResult, Create, EditPlayer, Judge, Key, LateEntry, Pass, Register, Report, Result, Roster, Sign,
        };
        Ok(match command {
            Create(create) => Create(Box::new(created(create, log))),
            Register(entry) => Register(self.entry(copy, entry)?),
            LateEntry(entry) => LateEntry(self.entry(copy, entry)?),
            EditPlayer(edit) => EditPlayer(Box::new(self.edit(edit)?)),
            Sign { .. } | Pass(_) | Key(_) | Judge(_) => TournamentCommand::Note { text: left_out() },
            other => {
                let mut other = self.plain(other)?;
                match &mut other {
                    Result(result) | AmendResult { result, .. } => self.from(result.from.as_mut()),
                    Report(report) => {
                        (report.key, report.signature) = (None, None);
                        self.from(report.from.as_mut());
                    }
                    Roster { digest, .. } => *digest = Hash::of(LEFT_OUT.as_bytes()),
                    _ => {}
                }
                other
            }
        })
    }

    /// A command in which players are called by their new ids, and nothing is left of what people wrote.
    fn plain(&self, command: &TournamentCommand) -> Result<TournamentCommand, Error> {
        let form = |error| Error::Form { place: "the copy".to_owned(), error };
        let mut value = command.to_json().map_err(form)?;
        self.walk("", &mut value);
        TournamentCommand::read(value.to_string().as_bytes()).map_err(form)
    }

    fn walk(&self, field: &str, value: &mut Value) {
        match value {
            Value::String(text) if WRITTEN.contains(&field) => *text = LEFT_OUT.to_owned(),
            Value::String(text) if PLAYERS.contains(&field) => {
                if let Some((id, _)) = PlayerId::new(text).ok().and_then(|id| self.players.get(&id)) {
                    *text = id.to_string();
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.walk(field, value)),
            Value::Object(fields) => fields.iter_mut().for_each(|(field, value)| self.walk(field, value)),
            _ => {}
        }
    }

    fn entry(&mut self, copy: &TournamentLog, entry: &Entry) -> std::result::Result<Entry, Error> {
        if !self.players.contains_key(&entry.player) {
            let name = invented("Player", self.players.len());
            self.players.insert(entry.player.clone(), (drawn_id(copy.state())?, name));
        }
        let (player, name) = self.players[&entry.player].clone();
        Ok(Entry {
            player,
            name: self.seal(&name)?,
            club: self.group("Club", entry.club.as_ref()),
            team: self.group("Team", entry.team.as_ref()),
            country: self.group("Country", entry.country.as_ref()),
            ..entry.clone()
        })
    }

    fn edit(&mut self, edit: &EditPlayer) -> Result<EditPlayer, Error> {
        let (player, name) =
            self.players.get(&edit.player).cloned().unwrap_or((edit.player.clone(), invented("Player", 0)));
        Ok(EditPlayer {
            player,
            name: edit.name.as_ref().map(|_| self.seal(&name)).transpose()?,
            club: self.group("Club", edit.club.as_ref()),
            team: self.group("Team", edit.team.as_ref()),
            country: self.group("Country", edit.country.as_ref()),
            why: left_out(),
            ..edit.clone()
        })
    }

    fn seal(&mut self, name: &Name) -> Result<Called, Error> {
        seal(&mut self.names, name, [None, None])
    }

    /// The invented name of a club, team or country; alike ones stay alike.
    fn group(&mut self, what: &'static str, named: Option<&Name>) -> Option<Name> {
        let many = self.groups.keys().filter(|(kind, _)| *kind == what).count();
        let key = (what, named?.as_str().to_lowercase());
        Some(self.groups.entry(key).or_insert_with(|| invented(what, many)).clone())
    }

    /// Which match a result was taken from, so that nobody finds the match by it.
    fn from(&mut self, from: Option<&mut MatchLog>) {
        let Some(from) = from else { return };
        let next = format!("match-{}", self.matches.len() + 1);
        let new = || MatchId::new(&next).unwrap_or_else(|_| unreachable!("letters and digits are an id"));
        from.id = self.matches.entry(from.id.clone()).or_insert_with(new).clone();
        from.head = Hash::of(format!("{} {}", self.salt, from.head).as_bytes());
    }
}

fn created(create: &Create, log: &TournamentLog) -> Create {
    let stem: String = create.event.as_str().chars().take(ID_MAX - "-anonymous".len()).collect();
    let event = TournamentId::new(&format!("{stem}-anonymous")).unwrap_or_else(|_| create.event.clone());
    Create { event, names: Names::Sealed, copy_of: log.records().first().map(|record| record.hash), ..create.clone() }
}

fn invented(what: &str, before: usize) -> Name {
    Name::new(&format!("{what} {}", before + 1)).unwrap_or_else(|_| unreachable!("a word and a number are a name"))
}

fn left_out() -> Reason {
    Reason::new(LEFT_OUT).unwrap_or_else(|_| unreachable!("it is one line"))
}
