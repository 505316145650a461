//! `adjutant sheet …`.

use std::path::{Path, PathBuf};

use adjutant_engine::chain::Hash;
use adjutant_engine::ids::MatchId;
use adjutant_sheets::{Difference, Document, Form, Occasion, Paper, ScoringSheet, Seal, seals_in_pdf};
use clap::Subcommand;
use serde::Serialize;

use crate::commands::match_::export::whole_log;
use crate::commands::{Shared, WhichPack, paper};
use crate::error::{CliError, Exit};
use crate::logs::{self, Chained};
use crate::output::Output;
use crate::{Outcome, files, printing};

/// The verbs of a printed sheet.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Print an empty scoring sheet
    Blank(BlankArguments),
    /// Say whether a printed sheet and its log belong together
    Verify(VerifyArguments),
}

/// Arguments of `sheet blank`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant sheet blank -o blank.pdf --paper letter")]
pub struct BlankArguments {
    #[command(flatten)]
    pack: WhichPack,
    /// Write the PDF to F
    #[arg(short = 'o', long, value_name = "F")]
    output: PathBuf,
    /// The paper: a4 or letter
    #[arg(long, default_value = "a4", value_parser = paper)]
    paper: Paper,
}

/// Arguments of `sheet verify`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant sheet verify final.pdf --log final.jsonl")]
pub struct VerifyArguments {
    /// The text of the QR code, or a PDF made by Adjutant
    sheet: String,
    /// Hold it against this log instead of the database
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// What `sheet verify` says of one sheet.
#[derive(Serialize)]
struct Verdict {
    #[serde(rename = "match")]
    id: MatchId,
    head: Hash,
    differences: Vec<String>,
}

/// Does what the arguments ask.
///
/// # Errors
/// A sheet or a log that cannot be read.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        Verb::Blank(own) => blank(own, output),
        Verb::Verify(own) => verify(own, shared, output),
    }
}

fn blank(arguments: &BlankArguments, output: &mut Output) -> Outcome {
    let sheet = ScoringSheet::blank(Form::of(&*arguments.pack.read()?), Occasion::default());
    let document = Document::of(arguments.paper, &sheet).map_err(printing::error)?;
    files::write(&arguments.output, &document.to_pdf().map_err(printing::error)?)?;
    let file = arguments.output.display().to_string();
    output.told(&serde_json::json!({"file": file}), &format!("an empty scoring sheet in {file}"))?;
    Ok(Exit::Done)
}

fn verify(arguments: &VerifyArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut verdicts = Vec::new();
    for seal in seals(&arguments.sheet)? {
        verdicts.push(judge(&seal, arguments.log.as_deref(), shared)?);
    }
    let broken = verdicts.iter().any(|verdict| !verdict.differences.is_empty());
    if output.json {
        output.document(&verdicts)?;
    } else {
        for verdict in &verdicts {
            if verdict.differences.is_empty() {
                output
                    .text(&format!("{}: sheet, log and result belong together; head {}", verdict.id, verdict.head))?;
            }
            for difference in &verdict.differences {
                output.text(&format!("{}: {difference}", verdict.id))?;
            }
        }
    }
    Ok(if broken { Exit::Refused } else { Exit::Done })
}

/// The seals of a sheet: one in a code's text, any number in a PDF.
fn seals(sheet: &str) -> Result<Vec<Seal>, CliError> {
    if sheet.starts_with("adjutant:") {
        let seal = sheet.parse::<Seal>().map_err(|error| CliError::refused(error.to_string()))?;
        return Ok(vec![seal]);
    }
    let path = Path::new(sheet);
    let seals = seals_in_pdf(&files::read_log(path)?).map_err(|error| {
        CliError::refused(format!("{sheet}: {error}")).hint("a PDF made by Adjutant, or the text of its code")
    })?;
    if seals.is_empty() {
        return Err(CliError::refused(format!("{sheet}: there is no completed sheet in it")));
    }
    Ok(seals)
}

/// The log may have grown since, so the sheet is held against the record that it names.
fn judge(seal: &Seal, log: Option<&Path>, shared: &Shared) -> Result<Verdict, CliError> {
    let (name, bytes) = match log {
        Some(path) => (path.display().to_string(), files::read_log(path)?),
        None => (format!("match {}", seal.match_id), whole_log(&shared.store()?, seal.match_id.as_str())?),
    };
    let records = logs::read_chained(&name, &bytes)?;
    let differences = match records.iter().find(|chained| chained.record.hash == seal.head) {
        None => vec![format!("no record of {name} has the hash {}: another log, or one rewritten", seal.head)],
        Some(sealed) => differences(seal, &name, &records, sealed)?,
    };
    Ok(Verdict { id: seal.match_id.clone(), head: seal.head, differences })
}

fn differences(seal: &Seal, name: &str, records: &[Chained], sealed: &Chained) -> Result<Vec<String>, CliError> {
    let view = logs::fold_chained(name, records, Some(sealed.record.seq))?.view();
    let Some(ours) = Seal::of(&view) else {
        return Ok(vec![format!("record {} of {name} is not yet a result", sealed.record.seq)]);
    };
    let sentence = |d: Difference| format!("{}: the sheet says {}, the log gives {}", d.what, d.sheet, d.log);
    Ok(seal.compare(&ours).into_iter().map(sentence).collect())
}
