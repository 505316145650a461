//! `adjutant match simulate ID`.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::ids::{MatchId, MissionId};
use adjutant_shorthand as shorthand;
use adjutant_simulate::{Depth, Plan, simulate};
use clap::ValueEnum;

use super::answering::answer;
use crate::arguments::shared::{Shared, WhichPack};
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `match simulate`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match simulate practice --seed 7 --depth facts")]
pub struct Arguments {
    /// Id of the new match
    id: MatchId,
    /// Play the match of this seed, the same every time
    #[arg(long, value_name = "N")]
    seed: u64,
    /// How much is recorded
    #[arg(long, value_enum, default_value = "facts")]
    depth: HowMuch,
    /// Throw the dice of attacks, and record every one of them
    #[arg(long)]
    throw_dice: bool,
    #[command(flatten)]
    pack: WhichPack,
    /// The mission [default: drawn]
    #[arg(long, value_name = "M")]
    mission: Option<MissionId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HowMuch {
    /// Claims only
    Scores,
    /// Armies, losses, actions, who holds what
    Facts,
    /// The same with coordinates of every model
    Positions,
}

/// Records a whole random match that the rules take, through the same path as people.
///
/// # Errors
/// A match of that id that is there already, or a mission that the pack does not have.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let pack = arguments.pack.read(shared)?;
    let mut store = shared.store()?;
    shared.keep(&pack)?;
    let mut recording = Recording::create(&store, &arguments.id)?;
    let mut plan = Plan::new(match arguments.depth {
        HowMuch::Scores => Depth::Scores,
        HowMuch::Facts => Depth::Facts,
        HowMuch::Positions => Depth::Positions,
    });
    plan.id = arguments.id.clone();
    plan.throws = arguments.throw_dice;
    if let Some(mission) = arguments.mission.as_ref().filter(|mission| !pack.missions.contains_key(*mission)) {
        let names: Vec<&str> = pack.missions.keys().map(|id| id.as_str()).collect();
        return Err(CliError::refused(format!("pack {} has no mission {mission}", pack.file.id))
            .hint(format!("one of {}", names.join(" "))));
    }
    plan.mission = arguments.mission.clone();
    plan.pack = pack;
    for (by, command) in simulate(arguments.seed, &plan) {
        let place = format!("record {}", recording.seq() + 1);
        let words = shorthand::brief(&command);
        recording.take(by, command, None).map_err(|error| error.explain(&place, &words))?;
    }
    let appended = recording.commit(&mut store)?;
    answer(&recording, appended, output)?;
    Ok(Exit::Done)
}
