//! `adjutant match report ID`, `adjutant report FILE` and `adjutant match branch ID SEQ`.

use adjutant_app::Known;
use std::path::{Path, PathBuf};

use adjutant_app::files::{self, shown};
use adjutant_app::names;
use adjutant_core::reliance::LAW;
use adjutant_core::sealed::Openings;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::MatchId;
use adjutant_engine::side::Player;
use adjutant_present::report::{self, Page};
use adjutant_replay::after::{self, MatchReport, Times, Unbranched};
use adjutant_replay::matches::logs::{self, Chained};
use adjutant_sheets::{Document, Paper, ReportSheet};

use super::export::whole_log;
use super::list;
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::arguments::values::{paper, player};
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// How a report is written.
#[derive(clap::Args, Debug)]
pub struct Form {
    /// Write it for one of the players, who is "you" then: one or two
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    player: Option<Player>,
    /// Write it to F: .html, .pdf, .svg, .md or .txt
    #[arg(short = 'o', long, value_name = "F")]
    output: Option<PathBuf>,
    /// The paper of a PDF: a4 or letter
    #[arg(long, default_value = "a4", value_parser = paper)]
    paper: Paper,
    /// Draw with letters that every terminal has
    #[arg(long)]
    ascii: bool,
}

/// Arguments of `match report`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match report final --player one -o final.html\n\n\
    What was left on the table, what turned the battle, what the dice were worth, how long it took.")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    form: Form,
}

/// Arguments of `report`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant report final.jsonl -o final.pdf")]
pub struct FileArguments {
    /// The log of a match; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    form: Form,
}

/// Arguments of `match branch`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match branch final 181 -o what-if.jsonl\n\n\
    Writes the log up to record SEQ as a match of its own, for those who ask what would have been: of no event, \
    without drawn dice and signatures. `adjutant match import` takes it in.")]
pub struct BranchArguments {
    /// The match
    #[arg(value_name = "ID")]
    id: String,
    /// The last record that it holds
    #[arg(value_name = "SEQ")]
    seq: u64,
    /// Write the log to F
    #[arg(short = 'o', long, value_name = "F")]
    output: PathBuf,
}

/// Reports on a match of the database.
///
/// # Errors
/// No such match, a log that the rules do not take, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let id = arguments.which.to_read(shared, &store)?;
    let bytes = whole_log(&store, id.as_str())?;
    let (game, mut report) = of_log(&shared.known, &format!("match {id}"), (&bytes, &names::of_log(&store, &bytes)?))?;
    report.own = after::own(&list::rows(shared)?, id.as_str());
    written(&report, &game, &arguments.form, output)
}

/// Reports on the log of a file, without a database.
///
/// # Errors
/// A log that cannot be read, or a file that cannot be written.
pub fn of_file(arguments: &FileArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let bytes = files::read_log(&arguments.file)?;
    let (game, report) = of_log(&shared.known, &files::shown(&arguments.file), (&bytes, &Openings::default()))?;
    written(&report, &game, &arguments.form, output)
}

/// The report on a log as a page for a browser.
///
/// # Errors
/// A log that the rules do not take.
pub fn web(known: &Known, name: &str, log: &[u8]) -> Result<String, CliError> {
    let (game, report) = of_log(known, name, (log, &Openings::default()))?;
    Ok(report::html(&report::page(&report, &game, None), &game))
}

fn of_log(known: &Known, name: &str, log: (&[u8], &Openings)) -> Result<(Match, MatchReport), CliError> {
    let (game, times) = folded(known, name, log, None)?;
    let nothing = || CliError::refused(format!("{name} was not opened, so there is nothing to report"));
    let report = after::report(&game, &times).ok_or_else(nothing)?;
    Ok((game, report))
}

/// A log folded, with the times of its records; only one that today's law judges.
fn folded(
    known: &Known,
    name: &str,
    (bytes, names): (&[u8], &Openings),
    at: Option<u64>,
) -> Result<(Match, Times), CliError> {
    let records = logs::read_with(name, bytes, names)?;
    let game = logs::fold_chained(&known.rulebook(), name, &records, at)?;
    if game.heard().is_some() {
        return Err(CliError::refused(format!(
            "{name} is of an older law than {LAW}, and this is told of today's alone"
        ))
        .hint("`adjutant match record ID --by both law` goes on under today's law, where the past stands under it"));
    }
    let time = |entry: &Chained| (entry.record.seq, entry.record.at);
    Ok((game, records.iter().map(time).collect()))
}

fn written(report: &MatchReport, game: &Match, form: &Form, output: &mut Output) -> Outcome {
    if output.json && form.output.is_none() {
        output.document(report)?;
        return Ok(Exit::Done);
    }
    let mut page = report::page(report, game, form.player);
    let id = &report.id;
    page.foot.push(format!("Look at a record: adjutant match show {id} --at RECORD"));
    page.foot.push(format!("What if: adjutant match branch {id} RECORD -o FILE"));
    let Some(path) = &form.output else {
        output.text(report::text(&page, form.ascii).trim_end())?;
        return Ok(Exit::Done);
    };
    output.write(path, &bytes_of(&page, game, path, form)?)?;
    let file = path.display().to_string();
    let document = serde_json::json!({"match": report.id, "file": file});
    output.told(&document, &format!("{}: report in {}", report.id, shown(path)))?;
    Ok(Exit::Done)
}

/// The report in the form that the name of its file asks for; `-` is text.
fn bytes_of(page: &Page, game: &Match, path: &Path, form: &Form) -> Result<Vec<u8>, CliError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    Ok(match ending.as_deref() {
        Some("html") => report::html(page, game).into_bytes(),
        Some("svg") => report::picture(page).into_bytes(),
        Some("md") => report::markdown(page).into_bytes(),
        Some("pdf") => Document::of(form.paper, &ReportSheet::new(page))?.to_pdf()?,
        Some("txt") => report::text(page, form.ascii).into_bytes(),
        None if path == Path::new("-") => report::text(page, form.ascii).into_bytes(),
        _ => {
            return Err(CliError::usage(format!("{}: the ending of a report says what it is", shown(path)))
                .hint("name a file that ends in .html, .pdf, .svg, .md or .txt"));
        }
    })
}

/// Writes a branch.
///
/// # Errors
/// No such match or record, a choice that is still sealed, or a file that cannot be written.
pub fn branch(arguments: &BranchArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let id = super::which::find(&store, &arguments.id)?;
    let bytes = whole_log(&store, id.as_str())?;
    let name = format!("match {id}");
    let (game, times) = folded(&shared.known, &name, (&bytes, &Openings::default()), Some(arguments.seq))?;
    let new =
        MatchId::new(&format!("{id}-from-{}", arguments.seq)).map_err(|error| CliError::usage(error.to_string()))?;
    let log = after::branch(&game, &times, &new).map_err(|why| {
        let error = CliError::refused(format!("{name} has no branch at record {}: {why}", arguments.seq));
        match why {
            Unbranched::Sealed(..) => error.hint("name a record after the one that opens it"),
            _ => error.hint("name a record that is there, or another one"),
        }
    })?;
    output.write(&arguments.output, &log)?;
    let file = arguments.output.display().to_string();
    let records = log.iter().filter(|byte| **byte == b'\n').count();
    let document = serde_json::json!({"match": new, "file": file, "records": records});
    let told =
        format!("{new}: {records} records in {}, up to record {} of {id}", shown(&arguments.output), arguments.seq);
    output.told(&document, &told)?;
    Ok(Exit::Done)
}
