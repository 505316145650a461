//! `adjutant sheet read FILE…`: a battle from the codes on its sheet; and the page of codes that `match sheet --carry` adds.

use adjutant_replay::Rulebook;
use std::path::{Path, PathBuf};

use adjutant_app::files::{self, shown};
use adjutant_engine::chain::Hash;
use adjutant_present::say::audited;
use adjutant_replay::audit;
use adjutant_replay::carried::{self, Grey, Uncarried, Ungathered};
use adjutant_sheets::{CarriedSheet, PDF_BYTES_MAX, words_in_pdf};

use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::pictures;

/// Arguments of `sheet read`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant sheet read scan.png -o final.jsonl\n          \
    adjutant sheet read front.jpg back.jpg\n          \
    adjutant sheet read -                    # a hand scanner types the codes, a line each\n\n\
    The codes hold the whole battle. It is put together again and audited; its head has to be the one that the codes name.")]
pub struct ReadArguments {
    /// Pictures (PNG, JPEG), PDFs, or files with the texts of the codes; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the log to F
    #[arg(short = 'o', long, value_name = "F")]
    output: Option<PathBuf>,
}

/// Reads a battle from its codes.
///
/// # Errors
/// Files that cannot be read, codes that are missing or damaged, or a log that is not the one they name.
pub fn read(arguments: &ReadArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut texts = Vec::new();
    for path in &arguments.files {
        texts.extend(texts_in(path)?);
    }
    let gathered = carried::gathered(&texts).map_err(|error| {
        CliError::refused(error.to_string()).hint(
            "name every picture of the sheet; a larger or sharper one shows more, and a hand scanner types them too",
        )
    })?;
    for keyboard in &gathered.undone {
        output.remark(&format!("the scanner typed for another keyboard than this {}: undone", keyboard.as_str()));
    }
    let rules = shared.known.rulebook();
    let log = carried::unpacked(&rules, &gathered.data, gathered.head).map_err(not_carried)?;
    let report = audit::audit_bytes(&rules, "the sheet".to_owned(), &log);
    if let Some(path) = &arguments.output {
        output.write(path, &log)?;
    }
    let document = serde_json::json!({
        "match": report.id, "records": report.records, "head": report.head, "vp": report.vp, "good": report.good(),
        "codes": texts.len(), "file": arguments.output.as_ref().map(|path| path.display().to_string()),
    });
    let lines = audited::lines(&report).join("\n");
    let kept = arguments.output.as_ref().map_or_else(String::new, |path| format!("\nthe log is in {}", shown(path)));
    output.told(&document, &format!("{lines}{kept}"))?;
    Ok(if report.good() { Exit::Done } else { Exit::Refused })
}

fn not_carried(error: Uncarried) -> CliError {
    let told = CliError::refused(error.to_string());
    match error {
        Uncarried::Law { .. } => told.hint("a program of that law reads them"),
        Uncarried::Head { .. } => told.hint("ask for the log itself, and compare its head with the sheet"),
        _ => told,
    }
}

/// The texts of all codes in a file.
fn texts_in(path: &Path) -> Result<Vec<String>, CliError> {
    let bytes = if path == Path::new("-") { files::read_log(path)? } else { files::read_within(path, PDF_BYTES_MAX)? };
    let wrong = |what: String| CliError::refused(format!("{}: {what}", shown(path)));
    if bytes.starts_with(b"%PDF-") {
        let words = words_in_pdf(&bytes).map_err(|error| wrong(error.to_string()))?;
        // What was scanned has no words, but pictures.
        return Ok(if words.is_empty() {
            pictures::within(&bytes).flat_map(|picture| codes_in(&picture)).collect()
        } else {
            words
        });
    }
    if let Some(picture) = pictures::picture(&bytes) {
        return Ok(codes_in(&picture));
    }
    let text = String::from_utf8(bytes).map_err(|_| wrong("this is no picture, no PDF and no text".to_owned()))?;
    Ok(text.split_ascii_whitespace().map(str::to_owned).collect())
}

/// Sizes at which a picture is looked at: what is sharp at one is noise at another.
const SHARES: [(usize, usize); 4] = [(1, 1), (3, 4), (1, 2), (3, 2)];
/// A picture is not made larger than this, in dots along an edge.
const EDGE_MAX: usize = 6_000;

/// The texts of the codes that a picture shows, each once.
fn codes_in(picture: &Grey) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (share, of) in SHARES {
        let (width, height) = (picture.width() * share / of, picture.height() * share / of);
        if width.max(height) > EDGE_MAX || width.min(height) == 0 {
            continue;
        }
        let texts = if share == of { picture.texts() } else { picture.sized(width, height).texts() };
        for text in texts {
            if !found.contains(&text) {
                found.push(text);
            }
        }
        if matches!(carried::gathered(&found), Ok(_) | Err(Ungathered::Several(..))) {
            break;
        }
    }
    found
}

/// The codes of a battle, as a sheet has them.
///
/// # Errors
/// A log that cannot be carried.
pub fn sheet(rules: &Rulebook, title: &str, log: &[u8], head: Hash) -> Result<CarriedSheet, CliError> {
    let data = carried::packed(rules, log).map_err(not_carried)?;
    Ok(CarriedSheet {
        title: title.to_owned(),
        below: vec![
            "These codes hold the whole battle: every record, every die. `adjutant sheet read` gives it back from a picture".to_owned(),
            "or a scan of this page, and checks every record and every point of it.".to_owned(),
            format!("Head {head}"),
        ],
        texts: carried::parts(carried::digits(head), &data),
    })
}
