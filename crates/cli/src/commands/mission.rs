//! `adjutant mission …`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use adjutant_app::files::shown;
use adjutant_app::{files, packs};
use adjutant_engine::command::BattleSize;
use adjutant_engine::ids::MissionId;
use adjutant_engine::law::Pack;
use adjutant_engine::rules::{Faces, Mission};
use adjutant_packs::Fault;
use adjutant_present::map;
use adjutant_shorthand::naming::{self, Known, Unclear};
use clap::Subcommand;
use serde::Serialize;

use crate::arguments::shared::{Shared, WhichPack};
use crate::error::{CliError, ErrorKind, Exit, Outcome};
use crate::output::Output;
use crate::table;

/// Columns of a map in the terminal.
const MAP_WIDTH: usize = 80;
/// What the dice of a rolled mission are drawn for.
const PURPOSE: &str = "mission";

/// The verbs of missions and packs.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// List the missions of a pack
    List(ListArguments),
    /// Print the briefing of a mission, with its map
    Show(ShowArguments),
    /// Draw the map of a mission
    Map(MapArguments),
    /// Check a pack: name file, place and fault of everything wrong
    Check(CheckArguments),
    /// Roll a mission with the dice of the pack
    Roll(RollArguments),
}

/// Arguments of `mission list`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant mission list")]
pub struct ListArguments {
    #[command(flatten)]
    from: WhichPack,
}

/// Arguments of `mission show`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant mission show scorched-earth")]
pub struct ShowArguments {
    /// The mission: its id, its name, its roll (12), or any part that fits only one
    mission: String,
    #[command(flatten)]
    from: WhichPack,
}

/// Arguments of `mission map`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant mission map scorched-earth -o scorched-earth.svg")]
pub struct MapArguments {
    /// The mission: its id, its name, its roll (12), or any part that fits only one
    mission: String,
    #[command(flatten)]
    from: WhichPack,
    /// Write an SVG to F instead of a map in the terminal
    #[arg(short = 'o', long, value_name = "F")]
    output: Option<PathBuf>,
}

/// Arguments of `mission check`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant mission check missions/border-war")]
pub struct CheckArguments {
    /// The folder of the pack
    folder: PathBuf,
    /// Write the hash of the rules of every mission into the folder's hashes.json, if the pack is good
    #[arg(long)]
    hashes: bool,
}

/// Arguments of `mission roll`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant mission roll --size strike-force --seed 42")]
pub struct RollArguments {
    /// The battle size, such as incursion or strike-force [default: the pack's largest]
    #[arg(long, value_parser = size)]
    size: Option<BattleSize>,
    /// Roll the dice of this seed instead of new ones
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    from: WhichPack,
}

/// Does what the arguments ask.
///
/// # Errors
/// No such pack or mission, or a file that cannot be read or written.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        Verb::List(own) => list(own, shared, output),
        Verb::Show(own) => show(own, shared, output),
        Verb::Map(own) => draw(own, shared, output),
        Verb::Check(own) => check(own, output),
        Verb::Roll(own) => roll(own, shared, output),
    }
}

/// A battle size as people type it: `Strike Force` is `strike-force`.
pub fn size(text: &str) -> Result<BattleSize, String> {
    let id = text.trim().to_lowercase().replace(' ', "-");
    BattleSize::new(&id).ok_or_else(|| "a battle size is a word such as incursion or strike-force".to_owned())
}

/// The battle size that was asked for, or else the pack's largest.
///
/// # Errors
/// A size that the pack does not have.
pub fn size_of(pack: &Pack, asked: Option<BattleSize>) -> Result<BattleSize, CliError> {
    let sizes = pack.file.by_points();
    match asked {
        None => sizes.last().copied(),
        Some(asked) => sizes.iter().copied().find(|size| *size == asked),
    }
    .ok_or_else(|| {
        let named = asked.map_or_else(String::new, |asked| asked.to_string());
        let names: Vec<&str> = sizes.iter().map(BattleSize::as_str).collect();
        CliError::usage(format!("pack {} has no battle size `{named}`", pack.file.id))
            .hint(format!("choose {}", names.join(" or ")))
    })
}

/// The mission of a pack that a word means: its id, its name, its roll, or any part of a name that fits only one.
///
/// # Errors
/// A word that fits none or several.
pub fn mission<'a>(pack: &'a Pack, word: &str) -> Result<&'a Arc<Mission>, CliError> {
    let all: Vec<&Arc<Mission>> = pack.missions.values().collect();
    let known: Vec<Known<'_>> =
        all.iter().map(|mission| Known { id: mission.id.as_str(), name: mission.name.as_str() }).collect();
    let faces: Option<Vec<i32>> = word.chars().map(|digit| Some(digit.to_digit(10)? as i32)).collect();
    let rolled = |at: &usize| faces.as_ref().is_some_and(|faces| all[*at].is_rolled_by(faces));
    let rolled: Vec<usize> = (0..all.len()).filter(rolled).collect();
    let found = match rolled.as_slice() {
        [] => naming::find(&known, word),
        [one] => Ok(*one),
        _ => Err(Unclear::Several(rolled)),
    };
    let shown = |at: &usize| format!("{} ({})", known[*at].shown(), all[*at].size);
    match found {
        Ok(at) => Ok(all[at]),
        Err(Unclear::Several(many)) => Err(CliError::refused(format!("`{word}` fits several missions"))
            .hint(naming::did_you_mean(many.iter().map(shown)).unwrap_or_default())),
        Err(Unclear::Unknown(like)) => {
            let meant = naming::did_you_mean(like.iter().map(shown));
            let meant = meant.map_or_else(String::new, |meant| format!("{meant} "));
            Err(CliError::refused(format!("no mission `{word}` in pack {}", pack.file.id))
                .hint(format!("{meant}`adjutant mission list` lists them")))
        }
    }
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a MissionId,
    name: &'a str,
    size: String,
    dice: String,
    #[serde(skip_serializing_if = "<[Faces]>::is_empty")]
    rolled: &'a [Faces],
    primary: String,
    secondaries: Vec<&'a str>,
}

fn line<'a>(pack: &Pack, mission: &'a Mission) -> Line<'a> {
    Line {
        id: &mission.id,
        name: mission.name.as_str(),
        size: mission.size.to_string(),
        dice: pack.dice_of(mission).unwrap_or_default(),
        rolled: &mission.rolled,
        primary: mission.primary_objectives().map(|id| id.as_str()).collect::<Vec<_>>().join(", "),
        secondaries: mission.secondaries.iter().map(|id| id.as_str()).collect(),
    }
}

fn list(arguments: &ListArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let pack = arguments.from.read(shared)?;
    let lines: Vec<Line<'_>> =
        adjutant_packs::in_order(&pack).into_iter().map(|mission| line(&pack, mission)).collect();
    if output.json {
        output.document(&lines)?;
        return Ok(Exit::Done);
    }
    let mut rows = table::new();
    // Dice that are read as digits stand over the column, which then holds the digits alone.
    let digits = pack.law.rolls.mission.filter(|dice| dice.as_digits()).map(|dice| dice.to_string().to_uppercase());
    rows.set_header(["size", digits.as_deref().unwrap_or("dice"), "mission", "primary", "its own secondary"]);
    for line in &lines {
        let dice = digits.as_deref().and_then(|digits| line.dice.strip_prefix(digits)).map_or(&*line.dice, str::trim);
        rows.add_row([line.size.as_str(), dice, line.id.as_str(), &line.primary, &line.secondaries.join(", ")]);
    }
    output.text(&rows.to_string())?;
    Ok(Exit::Done)
}

fn show(arguments: &ShowArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let pack = arguments.from.read(shared)?;
    let mission = mission(&pack, &arguments.mission)?;
    let briefing = adjutant_present::briefing(&pack, mission);
    if output.json {
        output.document(&briefing)?;
        return Ok(Exit::Done);
    }
    output.text(&briefing.to_string())?;
    output.text(&map::mission_text(mission, MAP_WIDTH))?;
    Ok(Exit::Done)
}

fn draw(arguments: &MapArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let pack = arguments.from.read(shared)?;
    let mission = mission(&pack, &arguments.mission)?;
    let Some(path) = &arguments.output else {
        let drawn = map::mission_text(mission, MAP_WIDTH);
        if output.json {
            output.document(&serde_json::json!({"mission": mission.id, "map": drawn}))?;
        } else {
            output.text(&drawn)?;
        }
        return Ok(Exit::Done);
    };
    output.write(path, map::mission_svg(mission, &pack.law.control).as_bytes())?;
    let file = path.display().to_string();
    let document = serde_json::json!({"mission": mission.id, "file": file});
    output.told(&document, &format!("{}: map in {}", mission.id, shown(path)))?;
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct FaultLine<'a> {
    file: &'a str,
    place: &'a str,
    fault: &'a str,
}

fn check(arguments: &CheckArguments, output: &mut Output) -> Outcome {
    let mut sources = packs::gather(&arguments.folder)?;
    if arguments.hashes {
        sources.retain(|file| file.path != adjutant_packs::HASHES);
    }
    let faults = match adjutant_packs::read(&sources) {
        Ok(pack) => {
            if arguments.hashes {
                write_hashes(&arguments.folder, &pack)?;
            }
            let (missions, objectives, actions) = (pack.missions.len(), pack.objectives.len(), pack.actions.len());
            let title = &pack.file.title;
            output.done(&format!("{title}: good; {missions} missions, {objectives} objectives, {actions} actions"))?;
            Vec::new()
        }
        Err(faults) => faults,
    };
    if output.json {
        let lines = faults.iter().map(|Fault { file, place, fault }| FaultLine { file, place, fault });
        output.document(&lines.collect::<Vec<_>>())?;
    } else {
        for fault in &faults {
            output.finding(&fault.to_string())?;
        }
    }
    Ok(if faults.is_empty() { Exit::Done } else { Exit::Refused })
}

fn write_hashes(folder: &Path, pack: &Pack) -> Result<(), CliError> {
    let text = serde_json::to_string_pretty(&pack.rules_hashes)
        .map_err(|error| CliError::new(ErrorKind::Files, error.to_string()))?;
    Ok(files::write(&folder.join(adjutant_packs::HASHES), format!("{text}\n").as_bytes())?)
}

#[derive(Serialize)]
struct Rolled<'a> {
    dice: String,
    faces: &'a [i32],
    mission: &'a str,
    name: &'a str,
}

fn roll(arguments: &RollArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let pack = arguments.from.read(shared)?;
    let size = size_of(&pack, arguments.size)?;
    let seed = seed(arguments.seed)?;
    let Some(dice) = pack.law.rolls.mission else {
        return Err(CliError::refused(format!("pack {} rolls no missions", pack.file.id))
            .hint("choose one: `adjutant mission list` lists them"));
    };
    // A pack may leave some results free; they are rolled again.
    for earlier in 0..1000 {
        let faces: Vec<i32> = dice.roll(&seed, PURPOSE, earlier).iter().map(|face| face.get()).collect();
        let Some(mission) = pack.rolled(size, &faces) else { continue };
        if output.json {
            let (mission, name) = (mission.id.as_str(), mission.name.as_str());
            output.document(&Rolled { dice: dice.to_string(), faces: &faces, mission, name })?;
        }
        let digits: Vec<String> = faces.iter().map(i32::to_string).collect();
        let digits = digits.join(if dice.as_digits() { "" } else { " " });
        output.done(&format!("{digits}: {} ({})", mission.id, mission.name))?;
        return Ok(Exit::Done);
    }
    Err(CliError::refused(format!("pack {} has no mission of that size", pack.file.id)))
}

/// The seed of a number, or one from the system's random source.
fn seed(number: Option<u64>) -> Result<[u8; 32], CliError> {
    if let Some(number) = number {
        return Ok(adjutant_simulate::Seed::from(number).0);
    }
    Ok(adjutant_app::random::seed()?)
}
