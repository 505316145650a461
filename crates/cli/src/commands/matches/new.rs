//! `adjutant match new ID`.

use adjutant_app::draw;
use adjutant_app::matches::recording::Recording;
use adjutant_core::sealed::Names;
use adjutant_core::spelling::alike;
use adjutant_engine::chain::Hash;
use adjutant_engine::command::{BattleSize, Command, DiceSource, Open, PlayerCard};
use adjutant_engine::ids::{IdError, MatchId, Name};
use adjutant_engine::law::Pack;
use adjutant_engine::numbers::Whole;
use adjutant_engine::rules::{Agreement, Mission};
use adjutant_engine::side::{By, BySide};
use clap::ValueEnum;

use super::answering::answer;
use crate::arguments::shared::{Shared, WhichPack};
use crate::arguments::values::word;
use crate::commands::mission;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

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
    /// Draw digital dice: from a sealed seed that nobody can foresee, or from an open one that stands in the log
    #[arg(long, value_enum, value_name = "WHICH")]
    dice: Option<DiceKind>,
    /// Points that both armies are chosen to, where you agreed on a limit of your own
    #[arg(long, value_name = "N", value_parser = points)]
    points: Option<Whole<1, 100_000>>,
    /// You agreed that a draw goes to the player who destroyed more points, where the pack has that rule
    #[arg(long)]
    tie_break: bool,
    /// Make the open seed from this number, the same every time: anyone who guesses it knows every roll
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How the players' names stand in the log: open, or sealed, so that they can be forgotten
    #[arg(long, value_name = "HOW", value_parser = word::<Names>, default_value = "open")]
    names: Names,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DiceKind {
    /// The log names the hash of the seed; each roll is mixed with a number that the other player says, and `match
    /// unseal` opens the seed after the battle
    Sealed,
    /// The seed stands in the log: everybody can check each roll, and everybody can work out the next one
    Open,
}

fn points(text: &str) -> Result<Whole<1, 100_000>, String> {
    let number = text.replace(',', "").parse().ok().and_then(Whole::new);
    number.ok_or_else(|| "points from 1 to 100,000".to_owned())
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
        return Err(CliError::refused(format!("both players are called {}", arguments.one)).hint(format!(
            "add an initial or a nickname (--two \"{} B\"): every screen and sheet shows the names",
            arguments.two
        )));
    }
    let pack = arguments.pack.read(shared)?;
    let mission = arguments.mission.as_deref().map(|word| mission::mission(&pack, word)).transpose()?.cloned();
    let mut store = shared.store()?;
    shared.keep(&pack)?;
    let mut recording = Recording::create(&store, &arguments.id)?;
    let size = size(arguments, &pack, mission.as_deref())?;
    let dice = dice(arguments, shared)?;
    let sealed = dice.as_ref().and_then(|dice| dice.sealed);
    let open = open(arguments, &pack, size, dice).map_err(|error| CliError::usage(error.to_string()))?;
    let mission = mission.map(|mission| Command::Mission {
        mission: mission.id.clone(),
        d33: None,
        rolled: None,
        rules_hash: None,
    });
    for command in std::iter::once(open).chain(mission) {
        let place = format!("record {}", recording.seq() + 1);
        let words = match &command {
            Command::Mission { mission, .. } => format!("mission {mission}"),
            other => other.name().to_owned(),
        };
        recording.take(By::Both, command, None).map_err(|error| error.explain(&place, &words))?;
    }
    let appended = recording.commit(&mut store).inspect_err(|_| {
        // No log names this seed now; what stays behind where it cannot be deleted harms nobody.
        sealed.map(|sealed| shared.vault().map(|vault| vault.drop(sealed)));
    })?;
    answer(&recording, appended, output)?;
    Ok(Exit::Done)
}

/// Where digital dice come from, if the match has any. A sealed seed is on the disk before the log names its hash.
fn dice(arguments: &Arguments, shared: &Shared) -> Result<Option<DiceSource>, CliError> {
    match (arguments.dice, arguments.seed) {
        (Some(DiceKind::Sealed), Some(_)) => {
            Err(CliError::usage("a seed that you name is known, so it can't be sealed")
                .hint("leave --seed out; a sealed seed comes from the system's random source"))
        }
        (Some(DiceKind::Sealed), None) => Ok(Some(draw::seal(&shared.vault()?, &arguments.id)?)),
        (_, Some(seed)) => Ok(Some(DiceSource::open(Hash::of(seed.to_string().as_bytes())))),
        (Some(DiceKind::Open), None) => Ok(Some(draw::unsealed()?)),
        (None, None) => Ok(None),
    }
}

fn open(arguments: &Arguments, pack: &Pack, size: BattleSize, dice: Option<DiceSource>) -> Result<Command, IdError> {
    let card = |name: &Name| PlayerCard::of(name.clone());
    Ok(Command::Open(Box::new(Open {
        format: Whole::new(1).ok_or_else(|| IdError::new("1", "format", "1"))?,
        id: arguments.id.clone(),
        pack: pack.file.id.clone(),
        rules: Some(pack.rules),
        engine: None,
        law: None,
        size,
        points: arguments.points,
        agreed: if arguments.tie_break { vec![Agreement::TieBreak] } else { Vec::new() },
        players: BySide { one: card(&arguments.one), two: card(&arguments.two) },
        event: None,
        dice,
        names: arguments.names,
    })))
}

/// The size that was asked for, or else the only one that the mission is made for, or else the pack's largest.
fn size(arguments: &Arguments, pack: &Pack, mission: Option<&Mission>) -> Result<BattleSize, CliError> {
    let asked = arguments.size.or_else(|| mission.map(|mission| mission.size));
    mission::size_of(pack, asked)
}
