//! How an event begins: its id, its seed, what a side can score, its first records.

use std::sync::Arc;

use adjutant_core::sealed::Names;
use adjutant_core::time::Timestamp;
use adjutant_engine::chain::Hash;
use adjutant_engine::law::Pack;
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::command::{Create, Table};
use adjutant_tournament::csv_file::id_of;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{MissionId, Name, Reason, Seed, TableNumber, TournamentCommand, TournamentId};

use super::import::ID_MAX;
use super::matches::{self, battle_size, check_missions};
use super::recording::TournamentRecording;
use crate::app::App;
use crate::error::{Error, TournamentError};
use crate::packs::Known;

/// What an organiser says of an event before it begins; everything else is as usual.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// What people call it.
    pub name: Name,
    /// What its matches are played under; without one no match logs are opened.
    pub pack: Option<Arc<Pack>>,
    /// Rounds before any cut.
    pub rounds: u16,
    /// The mission of each round, in order.
    pub missions: Vec<MissionId>,
    /// So many tables stand in the hall.
    pub tables: u16,
    /// When each round begins, as planned.
    pub begins: Vec<Timestamp>,
    /// Until when lists are asked for.
    pub lists_due: Option<Timestamp>,
    /// How many players it has places for.
    pub places: Option<u16>,
    /// What is noted at once, such as the plan of the day.
    pub note: Option<Reason>,
}

impl Beginning {
    /// Records the event: all of it, or nothing. Its id is made from its name.
    ///
    /// # Errors
    /// A name without a letter or digit, what the rules of events refuse, or a database that cannot be written.
    pub fn record(self, app: &mut App) -> Result<TournamentRecording, Error> {
        let id = unused_id(app, &self.name)?;
        let (pack, pack_hash) = self.pack.as_deref().map(|pack| (pack.file.id.clone(), pack.hash())).unzip();
        let mut create = Create {
            format: 1,
            law: None,
            seed: seed_of(&id, &self.name, app.clock.now()),
            event: id.clone(),
            name: self.name,
            pack,
            pack_hash,
            size: None,
            rounds: self.rounds,
            policies: Policies::default(),
            names: Names::Open,
            copy_of: None,
        };
        let Beginning { missions, begins, lists_due, places, .. } = self;
        let policies = Policies { missions, begins, lists_due, places, ..matches::usual(&app.known, &create, 0)? };
        settle(&app.known, &mut create, policies)?;
        let mut event = TournamentRecording::new(&app.known, app.clock, id);
        event.take(TournamentCommand::Create(Box::new(create)), "create")?;
        for number in 1..=self.tables {
            event.take(TournamentCommand::Table(Table::numbered(TableNumber(number))), "tables")?;
        }
        if let Some(text) = self.note {
            event.take(TournamentCommand::Note { text }, "note")?;
        }
        event.commit(app)?;
        Ok(event)
    }
}

/// Gives an event its policies, once its pack has nothing against them.
///
/// # Errors
/// A battle size or a mission that the pack does not have.
pub fn settle(known: &Known, create: &mut Create, policies: Policies) -> Result<(), Error> {
    create.policies = Policies { vp_max: vp_max(known, create), ..policies };
    battle_size(known, create)?;
    check_missions(known, create, &create.policies.missions)
}

/// What a side can score in one game of the pack: it stands in the event, so that it is judged alike without the pack.
pub fn vp_max(known: &Known, create: &Create) -> Option<u32> {
    matches::pack(known, Some(create)).map(|pack| pack.law.total_cap.unsigned_abs())
}

/// A seed of an event's id, name and time.
pub fn seed_of(id: &TournamentId, name: &Name, now: Option<Timestamp>) -> Seed {
    let now = now.map_or_else(String::new, |now| now.to_string());
    let text = format!("{id} {name} {now}");
    Seed::new(&Hash::of(text.as_bytes()).to_string()).unwrap_or_else(|_| unreachable!("a hash is a seed"))
}

/// An id made from a name, with a number behind it where an event has it already.
///
/// # Errors
/// A name without a letter or digit of the alphabet, or a database that cannot be read.
pub fn unused_id(store: &Store, name: &Name) -> Result<TournamentId, Error> {
    let stem = id_of(name).map_err(|_| TournamentError::NoId)?;
    // Room for a number.
    let stem: String = stem.as_str().chars().take(ID_MAX - 4).collect();
    let stem = stem.trim_end_matches('-');
    for number in 1..1000 {
        let id = if number == 1 { stem.to_owned() } else { format!("{stem}-{number}") };
        let Ok(id) = TournamentId::new(&id) else { break };
        if store.head(StreamKind::Event, id.as_str())?.is_none() {
            return Ok(id);
        }
    }
    Err(TournamentError::NoId.into())
}
