//! `adjutant match new ID`.

use adjutant_engine::chain::Hash;
use adjutant_engine::command::{BattleSize, Command, DiceAlgorithm, DiceSource, Open, PlayerCard};
use adjutant_engine::ids::{IdError, MatchId, Name};
use adjutant_engine::numbers::Whole;
use adjutant_engine::rules::{Mission, Pack};
use adjutant_engine::side::{By, BySide};

use crate::Outcome;
use crate::clock::Clock;
use crate::commands::{Shared, WhichPack, mission};
use crate::error::{CliError, Exit};
use crate::naming::alike;
use crate::output::Output;
use crate::recording::Recording;

/// Arguments of `match new`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match new final --mission scorched-earth --one Anna --two Ben")]
pub struct Arguments {
    /// Id of the match: 1 to 64 of a-z 0-9 . _ -
    id: MatchId,
    /// The mission: its id, its name or part of it, such as scorched; left out, it is chosen or rolled later
    #[arg(long, value_name = "M")]
    mission: Option<String>,
    /// Name of player one
    #[arg(long, value_name = "NAME", value_parser = name)]
    one: Name,
    /// Name of player two
    #[arg(long, value_name = "NAME", value_parser = name)]
    two: Name,
    #[command(flatten)]
    pack: WhichPack,
    /// Battle size [default: the mission's, or the largest of the pack]
    #[arg(long, value_name = "SIZE", value_parser = mission::size)]
    size: Option<BattleSize>,
    /// Draw digital dice from this number: the seed of the log is its SHA-256
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

fn name(text: &str) -> Result<Name, String> {
    Name::new(text).map_err(|error| error.to_string())
}

/// Records `open`, and `mission` where one is named.
///
/// # Errors
/// A match of that id that is there already, or a mission that the pack does not have.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let names = [&arguments.one, &arguments.two];
    if alike(names[0].as_str(), names[1].as_str()) {
        return Err(CliError::refused(format!("both players are called {}", arguments.one))
            .hint("add an initial or a nickname: every screen and sheet shows the names"));
    }
    let pack = arguments.pack.read()?;
    let mission = arguments.mission.as_deref().map(|word| mission::mission(&pack, word)).transpose()?.cloned();
    let mut store = shared.store()?;
    shared.keep(&pack)?;
    let mut recording = Recording::create(&store, &arguments.id)?;
    let clock = Clock::of_environment();
    let size = size(arguments, &pack, mission.as_deref())?;
    let open = open(arguments, &pack, size).map_err(|error| CliError::usage(error.to_string()))?;
    let mission = mission.map(|mission| Command::Mission { mission: mission.id.clone(), d33: None, rules_hash: None });
    for command in std::iter::once(open).chain(mission) {
        let place = format!("record {}", recording.seq() + 1);
        let words = match &command {
            Command::Mission { mission, .. } => format!("mission {mission}"),
            other => other.name().to_owned(),
        };
        recording.take(By::Both, command, None, clock).map_err(|error| error.explain(&place, &words))?;
    }
    let appended = recording.commit(&mut store)?;
    super::answer(&recording, appended, output)?;
    Ok(Exit::Done)
}

fn open(arguments: &Arguments, pack: &Pack, size: BattleSize) -> Result<Command, IdError> {
    let card = |name: &Name| PlayerCard { name: name.clone(), faction: None, team: None };
    Ok(Command::Open(Box::new(Open {
        format: Whole::new(1).ok_or_else(|| IdError::new("1", "format", "1"))?,
        id: arguments.id.clone(),
        pack: pack.file.id.clone(),
        rules: Some(pack.rules),
        engine: None,
        size,
        players: BySide { one: card(&arguments.one), two: card(&arguments.two) },
        event: None,
        dice: arguments
            .seed
            .map(|seed| DiceSource { algorithm: DiceAlgorithm::ChaCha20, seed: Hash::of(seed.to_string().as_bytes()) }),
    })))
}

/// The size that was asked for, or else the only one that the mission is made for, or else the pack's largest.
fn size(arguments: &Arguments, pack: &Pack, mission: Option<&Mission>) -> Result<BattleSize, CliError> {
    let asked = arguments.size.or_else(|| mission.map(|mission| mission.size));
    mission::size_of(pack, asked)
}
