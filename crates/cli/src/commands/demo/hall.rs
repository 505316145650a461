//! A hall of eight players: their event, its rounds, and matches that are simulated and recorded command by command.

use adjutant_app::{App, Known};
use std::path::Path;
use std::sync::Arc;

use adjutant_app::clock::Clock;
use adjutant_app::matches::recording::Recording;
use adjutant_app::secrets::Vault;
use adjutant_app::tournaments::matches;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_engine::command::{BattleSize, Command};
use adjutant_engine::ids::{MatchId, MissionId, Name};
use adjutant_engine::law::Pack;
use adjutant_engine::sealed::Names;
use adjutant_engine::side::{By, BySide};
use adjutant_simulate::{Depth, Plan, simulate};
use adjutant_store::Store;
use adjutant_tournament::command::{Create, Entry, Pairing, Table};
use adjutant_tournament::policy::{Policies, Separation};
use adjutant_tournament::view::PairView;
use adjutant_tournament::{PlayerId, RoundNumber, Seed, SizeId, TableNumber, TournamentCommand, TournamentId};

use crate::arguments::shared::DATABASE;
use crate::error::CliError;

/// The event that is over.
pub const ID: &str = "demo";
/// Rounds of the event.
pub const ROUNDS: u16 = 3;
const SEED: u64 = 2020;

/// Name, club and faction of everybody.
const PLAYERS: [(&str, &str, &str); 8] = [
    ("Anna Bergström", "North Club", "Adepta Sororitas"),
    ("Bert Okafor", "North Club", "Necrons"),
    ("Carla Jiménez", "Old Mill", "Orks"),
    ("Dimitri Παππάς", "Old Mill", "Aeldari"),
    ("Edda Łuk", "Harbour", "Tyranids"),
    ("Finn O’Neill", "Harbour", "Space Marines"),
    ("Gül Aydın", "Castle Row", "T’au Empire"),
    ("Hugo Ðorđe", "Castle Row", "Death Guard"),
];

const MISSIONS: [&str; 3] = ["retrieval-mission", "scorched-earth", "vital-intelligence"];

/// An event with its database.
pub struct Hall {
    pub event: TournamentRecording,
    pub store: App,
    vault: Vault,
    pack: Arc<Pack>,
}

/// A round that is posted: how it was paired, and its games with their matches.
pub struct Posted {
    pub pairs: PairView,
    pub games: Vec<(Pairing, MatchId)>,
}

pub fn internal(error: impl std::fmt::Display) -> CliError {
    CliError::refused(format!("the demo: {error}"))
}

impl Hall {
    /// A folder with the event in it, everybody registered; nothing of it is written yet.
    pub fn open(
        known: Known,
        folder: &Path,
        (id, name): (&str, &str),
        pack: &Arc<Pack>,
        clock: Clock,
    ) -> Result<Hall, CliError> {
        let event = TournamentRecording::new(&known, clock, TournamentId::new(id).map_err(internal)?);
        let store = App::new(known, clock, Store::open(&folder.join(DATABASE))?);
        let mut hall = Hall { event, store, vault: Vault::of(folder), pack: Arc::clone(pack) };
        hall.register(name)?;
        Ok(hall)
    }

    fn register(&mut self, called: &str) -> Result<(), CliError> {
        let name = |text: &str| Name::new(text).map_err(internal);
        let (size, missions) = missions(&self.pack);
        let create = Create {
            format: 1,
            law: None,
            event: self.event.id().clone(),
            name: name(called)?,
            pack: Some(self.pack.file.id.clone()),
            pack_hash: None,
            size: Some(SizeId::new(size.as_str()).map_err(internal)?),
            rounds: ROUNDS,
            seed: Seed::from_number(SEED),
            policies: Policies {
                missions,
                avoid: Separation { club: 1, ..Separation::default() },
                ..Policies::default()
            },
            names: Names::Open,
            copy_of: None,
        };
        matches::check_missions(self.event.known(), &create, &create.policies.missions)?;
        self.event.take(TournamentCommand::Create(Box::new(create)), "create")?;
        for (player, club, faction) in PLAYERS {
            let short: String = player.to_lowercase().chars().take_while(char::is_ascii_alphabetic).collect();
            let short = if short.len() < 2 { "gul".to_owned() } else { short };
            let entry = Entry {
                club: Some(name(club)?),
                faction: Some(name(faction)?),
                ..Entry::new(PlayerId::new(&short).map_err(internal)?, name(player)?)
            };
            self.event.take(TournamentCommand::Register(entry), "register")?;
        }
        for table in (1..=PLAYERS.len() as u16 / 2).map(TableNumber) {
            self.event.take(TournamentCommand::Table(Table::numbered(table)), "table")?;
        }
        Ok(())
    }

    /// Pairs and posts a round, and opens its matches.
    pub fn post(&mut self, round: RoundNumber) -> Result<Posted, CliError> {
        let draft = adjutant_tournament::pairing::draft_round(self.event.state()).map_err(internal)?;
        let pairs = PairView::of_draft(&draft);
        self.event.take(draft.command(), "pair")?;
        self.event.take(TournamentCommand::Publish { round, as_drafted: false, anyway: None }, "publish")?;
        let opened = matches::open(&mut self.store, &self.vault, &self.event, round)?;
        self.event.commit(&mut self.store)?;
        let games = draft.pair.tables.iter().cloned().zip(opened.into_iter().map(|(_, id)| id)).collect();
        Ok(Posted { pairs, games })
    }

    /// Plays a game to its end and takes its result; gives the number of its records.
    pub fn play(&mut self, round: RoundNumber, (pairing, id): &(Pairing, MatchId)) -> Result<u64, CliError> {
        let recording = self.record(round, (pairing, id), usize::MAX)?;
        let result = matches::result(self.event.state(), self.event.id(), &recording, true)?;
        self.event.take(TournamentCommand::Result(result), "result")?;
        Ok(recording.seq())
    }

    /// Records a simulated match after what posting the round has recorded of it: so many commands, or all.
    pub fn record(
        &mut self,
        round: RoundNumber,
        (pairing, id): (&Pairing, &MatchId),
        most: usize,
    ) -> Result<Recording, CliError> {
        let mut recording = Recording::load(&self.store, id.as_str())?;
        if recording.game().view().result.is_some() {
            return Ok(recording);
        }
        for (by, command) in self.commands(round, pairing, id)?.into_iter().take(most) {
            let (place, words) = (format!("{id}, record {}", recording.seq() + 1), command.name());
            recording.take(by, command, None).map_err(|error| error.explain(&place, words))?;
        }
        recording.commit(&mut self.store)?;
        Ok(recording)
    }

    /// What is said in a simulated match; the event has opened it and laid out its mission.
    fn commands(&self, round: RoundNumber, pairing: &Pairing, id: &MatchId) -> Result<Vec<(By, Command)>, CliError> {
        let player = |id: &PlayerId| Name::new(id.as_str()).map_err(internal);
        let mission = pairing.mission.clone();
        let players = BySide { one: player(&pairing.one)?, two: player(&pairing.two)? };
        let pack = Arc::clone(&self.pack);
        let plan = Plan { pack, mission, id: id.clone(), players, ..Plan::new(Depth::Facts) };
        let seed = SEED + 100 * u64::from(round.0) + u64::from(pairing.table.0);
        let said = simulate(seed, &plan).into_iter();
        Ok(said.filter(|(_, command)| !matches!(command, Command::Open(_) | Command::Mission { .. })).collect())
    }

    /// Closes a round.
    pub fn close(&mut self, round: RoundNumber) -> Result<(), CliError> {
        self.event.take(TournamentCommand::CloseRound { round, anyway: None }, "close")?;
        self.event.commit(&mut self.store)?;
        Ok(())
    }
}

/// Three missions of a pack: those of the Grand Tournament that the demo has always shown, else its first ones, all of
/// one battle size.
fn missions(pack: &Pack) -> (BattleSize, Vec<MissionId>) {
    let size = pack.file.largest().unwrap_or_default();
    let shown = MISSIONS.iter().filter_map(|id| pack.missions.keys().find(|mission| mission.as_str() == *id));
    let shown: Vec<MissionId> = shown.cloned().collect();
    if shown.len() == MISSIONS.len() {
        return (size, shown);
    }
    let ids: Vec<MissionId> = pack.missions_of(size).map(|mission| mission.id.clone()).collect();
    (size, ids.iter().cycle().take(usize::from(ROUNDS).min(3 * ids.len())).cloned().collect())
}
