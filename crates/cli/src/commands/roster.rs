//! `adjutant roster …`.

use std::path::{Path, PathBuf};

use adjutant_app::files;
use adjutant_app::files::shown;
use adjutant_engine::side::Player;
use adjutant_rosters::check::{self, Finding, Report, Severity, Verdict};
use adjutant_rosters::import::{self, Import};
use adjutant_rosters::rules::ArmyRules;
use adjutant_rosters::{ledger, sheet};
use clap::Subcommand;

use crate::arguments::shared::{Shared, WhichPack};
use crate::arguments::values::player;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// The verbs of an army list.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Turn a list into Adjutant's JSON
    Import(ImportArguments),
    /// Say whether a list may be played, and why not
    Check(CheckArguments),
    /// Print a list as a sheet
    Show(ShowArguments),
}

/// Where a list is, and how to read it.
#[derive(clap::Args, Debug)]
struct Source {
    /// BattleScribe .ros or .rosz, an exported text or JSON, or Adjutant's JSON; `-` reads standard input
    file: PathBuf,
    /// Number its units for this player: a1 a2 … or b1 b2 …
    #[arg(long, value_name = "WHO", default_value = "one", value_parser = player)]
    player: Player,
    /// Read it as the text that players paste into event sites
    #[arg(long)]
    text: bool,
}

/// Under which rules a list is judged.
#[derive(clap::Args, Debug)]
struct Under {
    #[command(flatten)]
    pack: WhichPack,
    /// The battle size [default: what the list says, else strike-force]
    #[arg(long)]
    size: Option<String>,
    /// Points that both armies are chosen to, where you agreed on a limit of your own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=100_000))]
    points: Option<i32>,
    /// Check the limits of an event too
    #[arg(long, value_name = "NAME")]
    policy: Option<String>,
}

/// Arguments of `roster import`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant roster import anna.rosz --player one -o anna.json")]
pub struct ImportArguments {
    #[command(flatten)]
    source: Source,
    /// Write the JSON to F instead of standard output
    #[arg(short = 'o', long, value_name = "F")]
    output: Option<PathBuf>,
}

/// Arguments of `roster check`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant roster check anna.rosz --size strike-force")]
pub struct CheckArguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    under: Under,
}

/// Arguments of `roster show`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant roster show anna.rosz")]
pub struct ShowArguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    under: Under,
}

/// Does what the arguments ask.
///
/// # Errors
/// A list that cannot be read, or a pack or size that does not exist.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        Verb::Import(own) => import(own, output),
        Verb::Check(own) => check(own, shared, output),
        Verb::Show(own) => show(own, shared, output),
    }
}

/// Reads a list, whatever its form.
///
/// # Errors
/// A file that cannot be read, or that is not a list.
pub fn read(path: &Path, player: Player, as_text: bool) -> Result<Import, CliError> {
    let bytes = files::read_log(path)?;
    let read = if as_text { import::read_text(&bytes, player) } else { import::read(&bytes, player) };
    read.map_err(|error| {
        CliError::refused(format!("{}: {error}", path.display()))
            .hint("use a BattleScribe .ros or .rosz of the 9th edition, an exported text, or Adjutant's JSON")
    })
}

fn import(arguments: &ImportArguments, output: &mut Output) -> Outcome {
    let source = &arguments.source;
    let import = read(&source.file, source.player, source.text)?;
    remark(&import, output);
    let json = serde_json::to_vec_pretty(&import.roster).map_err(|error| CliError::usage(error.to_string()))?;
    match &arguments.output {
        Some(path) => {
            output.write(path, &[json.as_slice(), b"\n"].concat())?;
            if output.json {
                output.document(&import)?;
            }
            let (units, points) = (import.roster.units().count(), import.roster.points());
            output.done(&format!("{}: {units} units, {points} points in {}", import.roster.name, shown(path)))?;
        }
        None if output.json => output.document(&import)?,
        None => {
            output.json_text(&String::from_utf8_lossy(&json))?;
            output.json_text("\n")?;
        }
    }
    Ok(Exit::Done)
}

fn remark(import: &Import, output: &mut Output) {
    for difference in &import.differences {
        output.remark(&format!("differs: {difference}"));
    }
    for unplaced in &import.unplaced {
        output.remark(&format!("not placed: {unplaced}"));
    }
}

fn judged(import: &Import, under: &Under, shared: &Shared) -> Result<(ArmyRules, String, Report), CliError> {
    let rules = shared.known.army(&*under.pack.read(shared)?)?;
    let said = under.size.clone().or_else(|| rules.only_size().map(str::to_owned)).or_else(|| import.file.size.clone());
    let size = said.unwrap_or_else(|| "strike-force".to_owned());
    let rules = match under.points {
        Some(points) => rules.with_points(&size, points),
        None => rules,
    };
    let report = check::check(&import.roster, &rules, &size, under.policy.as_deref())
        .map_err(|error| CliError::usage(error.to_string()))?;
    Ok((rules, size, report))
}

fn check(arguments: &CheckArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let source = &arguments.source;
    let import = read(&source.file, source.player, source.text)?;
    let (_, size, report) = judged(&import, &arguments.under, shared)?;
    let exit = if report.is_illegal() { Exit::Refused } else { Exit::Done };
    if output.json {
        output.document(&report)?;
        return Ok(exit);
    }
    output.text(&verdict(&import, &size, &report))?;
    for finding in &report.findings {
        output.finding(&line(finding))?;
    }
    Ok(exit)
}

fn verdict(import: &Import, size: &str, report: &Report) -> String {
    let verdict = match report.verdict {
        Verdict::Legal => "legal",
        Verdict::LegalAsFarAsStated => "legal as far as the list states it",
        Verdict::Illegal => "not legal",
    };
    let points = &report.points;
    format!(
        "{}: {verdict} for {size} · {} of {} points · {} units · {} CP to start with",
        import.roster.name,
        points.total,
        points.limit,
        import.roster.units().count(),
        report.command_points.left
    )
}

fn line(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Error => "error  ",
        Severity::Unknown => "unknown",
        Severity::Advice => "advice ",
    };
    let unit = finding.unit.as_ref().map(|unit| format!("{unit}: ")).unwrap_or_default();
    format!("  {severity} {} {unit}{} [{}]", finding.code, finding.sentence, finding.source)
}

fn show(arguments: &ShowArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let source = &arguments.source;
    let import = read(&source.file, source.player, source.text)?;
    if output.json {
        output.document(&import.roster)?;
        return Ok(Exit::Done);
    }
    let (rules, size, _) = judged(&import, &arguments.under, shared)?;
    let cp = ledger::command_points(&import.roster, &rules, &size).ok();
    output.text(&sheet::sheet(&import.roster, None, cp.as_ref()))?;
    Ok(Exit::Done)
}
