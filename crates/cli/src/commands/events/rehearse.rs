//! `adjutant event rehearse ID`.
//!
//! The rest of the day on a copy that is never written: the organiser sees on paper what the settings bring.

use std::mem::ManuallyDrop;
use std::path::PathBuf;

use adjutant_app::App;
use adjutant_app::files::shown;
use adjutant_app::tournaments::results::fitting;
use adjutant_app::tournaments::{TournamentRecording, at_hand};
use adjutant_core::chain::Hash;
use adjutant_core::counts::count;
use adjutant_replay::tournaments::at_hand::EventAtHand;
use adjutant_sheets::event::{EventPapers, Wanted, of_round};
use adjutant_sheets::{Document, EventDocument, Paper};
use adjutant_tournament::command::{Cut, Entry, ResultEntry};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::seats::qualifiers;
use adjutant_tournament::state::Stage;
use adjutant_tournament::{
    By, Name, PlayerId, RoundNumber, TableNumber, TournamentCommand, TournamentId, TournamentLog, decide,
};

use super::pair::undrafted;
use super::seen;
use super::sheets::save;
use crate::arguments::shared::Shared;
use crate::arguments::values::paper;
use crate::error::{CliError, Outcome};
use crate::output::Output;

/// What is handed out while a round is played.
const OF_A_ROUND: [EventDocument; 4] = [
    EventDocument::PairingsByTable,
    EventDocument::PairingsByName,
    EventDocument::MissionCards,
    EventDocument::PlayerCards,
];

/// What hangs on the wall at the end.
const OF_THE_END: [EventDocument; 5] = [
    EventDocument::Standings,
    EventDocument::Bracket,
    EventDocument::Crosstable,
    EventDocument::Prizes,
    EventDocument::Certificates,
];

/// Arguments of `event rehearse`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event rehearse gt -o rehearsal\n          \
    adjutant event rehearse gt --players 83 --top 8 -o rehearsal\n\n\
    Nothing is recorded. Finished rounds stay as they are; the others are paired as `event pair` pairs them, with invented \
    results, the same every time.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// Write the paper of all rounds to this folder
    #[arg(short = 'o', long, value_name = "DIR")]
    output: PathBuf,
    /// Invent N players if nobody is entered yet
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=2000))]
    players: Option<u16>,
    /// Let the best N play a bracket after the rounds
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// The paper: a4 or letter
    #[arg(long, default_value = "a4", value_parser = paper)]
    paper: Paper,
}

/// A day that is played through on a copy.
struct Rehearsal<'a> {
    arguments: &'a Arguments,
    app: App,
    event: TournamentRecording,
    documents: Vec<(String, Document)>,
}

/// Plays the rest of an event, and leaves its paper.
///
/// # Errors
/// Nobody to pair, a round that cannot be paired, or a folder that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let app = shared.reader()?;
    let (event, exit) = seen::open(&app, &arguments.event, output)?;
    let event = ManuallyDrop::into_inner(event);
    let mut day = Rehearsal { arguments, app, event, documents: Vec::new() };
    day.begin()?;
    let mut rounds = 0;
    while !day.is_over()? {
        day.play()?;
        rounds += 1;
    }
    day.print(RoundNumber(day.event.state().rounds.len() as u16), &OF_THE_END)?;
    save(&arguments.output, &arguments.event, None, day.documents, output)?;
    let players = count(day.event.state().players.len(), "player", "players");
    let rounds = count(rounds, "round", "rounds");
    output.done(&format!(
        "{}: {rounds} rehearsed with {players}; nothing of it is recorded, its paper is in {}",
        arguments.event,
        shown(&arguments.output)
    ))?;
    Ok(exit)
}

impl Rehearsal<'_> {
    /// Somebody is there to play.
    fn begin(&mut self) -> Result<(), CliError> {
        let (id, team_size) = (self.event.id(), self.event.state().policies().team_size);
        if self.event.state().finished {
            return Err(CliError::refused(format!("event {id} is over: nothing of it is left to rehearse"))
                .hint(format!("`adjutant event copy {id} NEW` makes an event with its settings")));
        }
        match (self.arguments.players, self.event.state().players.len()) {
            (Some(_), 1..) => {
                Err(CliError::usage("--players invents players where nobody is entered, and somebody is")
                    .hint("leave it out to rehearse with who is entered"))
            }
            (None, 0) => Err(CliError::refused("nobody is entered yet").hint("--players 24 invents some")),
            (Some(players), 0) => (1..=players).try_for_each(|number| {
                let name = |text: String| Name::new(&text).ok();
                let members = (1..=team_size).filter_map(|member| name(format!("Player {number}.{member}"))).collect();
                let entered = PlayerId::new(&format!("player-{number}")).ok().zip(name(format!("Player {number}")));
                let entry = entered.map(|(id, name)| Entry { members, ..Entry::new(id, name) });
                Ok(entry.map_or(Ok(()), |entry| self.event.take(TournamentCommand::Register(entry), "register"))?)
            }),
            (None, _) => Ok(()),
        }
    }

    /// Whether the event ends here; after the last planned round the best go on first, where that is asked for.
    fn is_over(&mut self) -> Result<bool, CliError> {
        let state = self.event.state();
        let (played, closed) = (state.rounds.len(), state.rounds.iter().all(|round| round.stage == Stage::Closed));
        let planned = state.create.as_deref().map_or(0, |create| create.rounds);
        if let Some(top) = self.arguments.top
            && closed
            && played >= usize::from(planned)
            && state.cut.is_none()
        {
            let best = qualifiers(state, RoundNumber(played as u16), top);
            self.event.take(TournamentCommand::Cut(Cut::to(best)), "cut")?;
        }
        let finish = TournamentCommand::Finish { early: false, anyway: None };
        Ok(decide(self.event.state(), By::Organiser, &finish).is_ok())
    }

    /// Plays the round that is due, or what is left of the one that is played.
    fn play(&mut self) -> Result<(), CliError> {
        let stage = |event: &TournamentRecording| event.state().rounds.last().map(|round| round.stage);
        if stage(&self.event).is_none_or(|stage| stage == Stage::Closed) {
            self.pair()?;
        }
        let round = RoundNumber(self.event.state().rounds.len() as u16);
        if stage(&self.event) == Some(Stage::Draft) {
            self.event.take(TournamentCommand::Publish { round, as_drafted: true, anyway: None }, "publish")?;
        }
        let slips = match self.event.state().policies().by_games() {
            true => EventDocument::TeamSlips,
            false => EventDocument::ResultSlips,
        };
        self.print(round, &[&OF_A_ROUND[..], &[slips]].concat())?;
        let open: Vec<TableNumber> =
            self.event.state().round(round).into_iter().flat_map(|round| round.open_tables()).collect();
        for table in open {
            let result = self.invented(round, table)?;
            self.event.take(TournamentCommand::Result(result), "result")?;
        }
        Ok(self.event.take(TournamentCommand::CloseRound { round, anyway: None }, "close")?)
    }

    fn pair(&mut self) -> Result<(), CliError> {
        let due = self.event.state().due();
        let late: Vec<PlayerId> =
            self.event.state().not_checked_in(due).iter().map(|player| player.entry.player.clone()).collect();
        for player in late {
            self.event.take(TournamentCommand::CheckIn { player }, "check-in")?;
        }
        let draft = draft_round(self.event.state()).map_err(|error| undrafted(&self.event, error))?;
        Ok(self.event.take(draft.command(), "pair")?)
    }

    /// A result that follows from event, round and table, and is no draw.
    fn invented(&self, round: RoundNumber, table: TableNumber) -> Result<ResultEntry, CliError> {
        let policies = self.event.state().policies();
        let game = |number: u16| {
            let hash = Hash::of(format!("{} {round} {table} {number}", self.arguments.event).as_bytes());
            let [one, two, ..] = *hash.as_bytes();
            let [one, two] = [one, two].map(|byte| 20 + i64::from(byte) % 60);
            [one + i64::from(one == two), two]
        };
        let [one, two] = game(0);
        let result = ResultEntry::by_hand(round, table, one, two);
        match policies.by_games() {
            true => {
                let games = (1..=policies.team_size).map(game).collect();
                fitting(self.event.state(), ResultEntry { games, ..result }).map_err(CliError::refused)
            }
            false => Ok(result),
        }
    }

    /// Keeps papers of a round, each of which says that it is a rehearsal.
    fn print(&mut self, round: RoundNumber, only: &[EventDocument]) -> Result<(), CliError> {
        let mut state = self.event.state().clone();
        if let Some(create) = state.create.as_deref_mut()
            && let Ok(name) = Name::new(&format!("Rehearsal: {}", create.name))
        {
            create.name = name;
        }
        // No record of it is ever kept, so that no paper has a seal.
        let log = TournamentLog::new();
        let event = EventAtHand { state: &state, log: &log, ..at_hand(&self.app, &self.event) };
        let papers = EventPapers { event, hall: None, paper: self.arguments.paper };
        let documents = of_round::<CliError>(&papers, round, &Wanted { only: only.to_vec(), ..Wanted::default() })?;
        let named = documents.into_iter().map(|(kind, document)| (format!("r{round}-{}", kind.id()), document));
        self.documents.extend(named);
        Ok(())
    }
}
