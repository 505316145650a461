//! `adjutant event new ID`.

use adjutant_app::clock::Clock;
use adjutant_app::tournaments::begin;
use adjutant_app::tournaments::matches;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_core::sealed::Names;
use adjutant_engine::chain::Hash;
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::command::Create;
use adjutant_tournament::policy::Policies;
use adjutant_tournament::{Name, PackId, Seed, SizeId, TournamentCommand, TournamentId};

use super::policies::PolicyArguments;
use super::speaking::commit;
use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use adjutant_app::tournaments::import::{ID_MAX, check_id};

use crate::error::{CliError, Outcome};
use crate::output::Output;

/// Arguments of `event new`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event new gt --name \"Autumn GT\" --pack gt2020 --size strike-force \
    --rounds 5 --seed 42 --avoid-club 1\n         \
    adjutant event new cup --name Cup --rounds 5 --tie-breaks opponents-win-rate,vp-difference --win-rate-floor 1/4 \
    --dropped-win-rate-cap 3/4 --vp-difference-cap 50")]
pub struct Arguments {
    /// Id of the event: 1 to 50 of a-z 0-9 . _ -
    #[arg(value_parser = new_id)]
    id: TournamentId,
    /// Name of the event
    #[arg(long)]
    name: Name,
    /// The mission pack of its matches, an id or the pack's folder; without one no match logs are opened
    #[arg(long, value_name = "ID|DIR")]
    pack: Option<String>,
    /// Battle size, as the pack names it: incursion or strike-force in gt2020
    #[arg(long)]
    size: Option<SizeId>,
    /// Rounds before any cut
    #[arg(long, value_name = "N")]
    rounds: u16,
    /// Seed of every random draw [default: from id, name and time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How players' names stand in the log: open, or sealed, so that they can be forgotten
    #[arg(long, value_name = "HOW", value_parser = word::<Names>, default_value = "open")]
    names: Names,
    /// Everything else that is decided beforehand
    #[command(flatten)]
    policies: PolicyArguments,
}

/// Reads the id of a new event, as clap wants it.
pub fn new_id(text: &str) -> Result<TournamentId, String> {
    let id = TournamentId::new(text).ok().filter(|id| id.as_str().len() <= ID_MAX);
    id.ok_or_else(|| format!("use 1 to {ID_MAX} of a-z 0-9 . _ -"))
}

/// Records `create`.
///
/// # Errors
/// An event of that id that is there already, or a policy out of its range.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    check_id(&arguments.id)?;
    let mut store = shared.store()?;
    check_free(&store, &arguments.id)?;
    let pack = pack(arguments.pack.as_deref(), shared)?;
    let mut create = create(arguments, pack, shared.clock)?;
    let usual = matches::usual(&shared.known, &create, arguments.policies.team_size().unwrap_or_default())?;
    begin::settle(&shared.known, &mut create, arguments.policies.applied_to(&usual, shared.clock)?)?;
    let mut event = TournamentRecording::new(&shared.known, shared.clock, arguments.id.clone());
    event.take(TournamentCommand::Create(Box::new(create)), "create")?;
    commit(&mut event, &mut store, &format!("created, {}", count(arguments.rounds.into(), "round", "rounds")), output)
}

/// Checks that no event has an id yet.
///
/// # Errors
/// One that has.
pub fn check_free(store: &Store, id: &TournamentId) -> Result<(), CliError> {
    if store.head(StreamKind::Event, id.as_str())?.is_none() {
        return Ok(());
    }
    Err(CliError::refused(format!("there is an event {id} already"))
        .hint("choose another id; `adjutant event list` shows those in use"))
}

/// The pack of the event's matches; one that does not come with the program is kept in the data folder.
///
/// # Errors
/// No such pack.
pub fn pack(named: Option<&str>, shared: &Shared) -> Result<Option<(PackId, Hash)>, CliError> {
    let Some(named) = named else { return Ok(None) };
    let pack = shared.known.choose(Some(named))?;
    shared.keep(&pack)?;
    Ok(Some((pack.file.id.clone(), pack.hash())))
}

fn create(arguments: &Arguments, pack: Option<(PackId, Hash)>, clock: Clock) -> Result<Create, CliError> {
    let (pack, pack_hash) = pack.unzip();
    Ok(Create {
        format: 1,
        law: None,
        event: arguments.id.clone(),
        name: arguments.name.clone(),
        pack,
        pack_hash,
        size: arguments.size.clone(),
        rounds: arguments.rounds,
        seed: seed_of(&arguments.id, &arguments.name, arguments.seed, clock),
        policies: Policies::default(),
        names: arguments.names,
        copy_of: None,
    })
}

/// The seed that was given, or one of the event's id, name and time.
pub fn seed_of(id: &TournamentId, name: &Name, given: Option<u64>, clock: Clock) -> Seed {
    given.map_or_else(|| begin::seed_of(id, name, clock.now()), Seed::from_number)
}
