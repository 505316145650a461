//! `adjutant sheet …`.

use std::cell::LazyCell;
use std::path::{Path, PathBuf};

use adjutant_app::files::shown;
use adjutant_app::matches::recording::Recording;
use adjutant_app::names;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_app::{files, packs};
use adjutant_core::sealed::Openings;
use adjutant_engine::chain::Hash;
use adjutant_engine::ids::MatchId;
use adjutant_engine::side::BySide;
use adjutant_engine::view::ResultAt;
use adjutant_present::say::signed::changed;
use adjutant_replay::matches::logs;
use adjutant_sheets::{
    Difference, Document, Form, Occasion, PDF_BYTES_MAX, Paper, ScoringSheet, Seal, Sheet, seals_in_pdf,
};
use adjutant_store::StreamKind;
use adjutant_tournament::TournamentId;
use clap::Subcommand;
use serde::Serialize;

use crate::arguments::shared::{Shared, WhichPack};
use crate::arguments::values::paper;
use crate::commands::carried;
use crate::commands::matches::export::whole_log;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// The verbs of a printed sheet.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Print an empty scoring sheet
    Blank(BlankArguments),
    /// Say whether a printed sheet and its log belong together
    Verify(VerifyArguments),
    /// Read a whole battle from the codes on its sheet
    Read(carried::ReadArguments),
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
    /// Compare it with this log instead of the database
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// What `sheet verify` says of one sheet.
#[derive(Serialize)]
struct Verdict {
    #[serde(rename = "match")]
    id: MatchId,
    head: Hash,
    /// The record that the sheet was printed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u64>,
    /// The last record that changed the result since.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<ResultAt>,
    page: Page,
    differences: Vec<String>,
}

/// Whether the page was read, and not only its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Page {
    /// It is, byte for byte, the sheet that this program prints from the log.
    Read,
    /// It is not: another version or a computer with other fonts printed it, another program saved it anew, or somebody changed what it shows.
    NotRead,
    /// Only the text of a code was given.
    NotGiven,
}

/// Does what the arguments ask.
///
/// # Errors
/// A sheet or a log that cannot be read.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        Verb::Blank(own) => blank(own, shared, output),
        Verb::Verify(own) => verify(own, shared, output),
        Verb::Read(own) => carried::read(own, shared, output),
    }
}

fn blank(arguments: &BlankArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let sheet = ScoringSheet::blank(Form::of(&*arguments.pack.read(shared)?), Occasion::default());
    let document = Document::of(arguments.paper, &sheet)?;
    output.write(&arguments.output, &document.to_pdf()?)?;
    let file = arguments.output.display().to_string();
    let said = format!("an empty scoring sheet in {}", shown(&arguments.output));
    output.told(&serde_json::json!({"file": file}), &said)?;
    Ok(Exit::Done)
}

fn verify(arguments: &VerifyArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (seals, pdf) = read(&arguments.sheet)?;
    let mut verdicts = Vec::new();
    let (mut recordings, mut logs) = (Vec::new(), Vec::new());
    for seal in &seals {
        let (mut verdict, recording) = judge(seal, arguments.log.as_deref(), shared)?;
        verdict.page = if pdf.is_some() { Page::NotRead } else { Page::NotGiven };
        verdicts.push(verdict);
        if let Some((recording, log)) = recording {
            recordings.push(recording);
            logs.push(log);
        }
    }
    let agrees = verdicts.iter().all(|verdict| verdict.differences.is_empty());
    if let Some(pdf) = pdf.filter(|_| agrees && recordings.len() == seals.len())
        && is_print_of(&pdf, (&recordings, &logs), shared)?
    {
        verdicts.iter_mut().for_each(|verdict| verdict.page = Page::Read);
    }
    if output.json {
        output.document(&verdicts)?;
    } else {
        for (verdict, seal) in verdicts.iter().zip(&seals) {
            tell(verdict, seal, output)?;
        }
    }
    let believed = agrees && verdicts.iter().all(|verdict| verdict.page != Page::NotRead);
    Ok(if believed { Exit::Done } else { Exit::Refused })
}

fn tell(verdict: &Verdict, seal: &Seal, output: &mut Output) -> Result<(), CliError> {
    let Verdict { id, head, page, differences, .. } = verdict;
    for difference in differences {
        output.finding(&format!("{id}: {difference}"))?;
    }
    if !differences.is_empty() {
        return Ok(());
    }
    let vp = BySide { one: seal.one, two: seal.two };
    let since = verdict.since.as_ref().zip(verdict.record).map(|(now, record)| {
        let by = changed(vp, now, &BySide { one: "player one", two: "player two" });
        (format!(" at record {record}"), format!("; since then, record {} {by}", now.record))
    });
    let (at, since) = since.unwrap_or_default();
    let said = format!("log{at}, {}:{}{since}", vp.one, vp.two);
    match page {
        Page::Read => output.text(&format!("{id}: the page was read: it is the sheet of this {said}; head {head}")),
        Page::NotGiven => output.text(&format!(
            "{id}: the code agrees with the {said}; compare what the page shows with that; head {head}"
        )),
        Page::NotRead => {
            output.text(&format!("{id}: the code agrees with the {said}, but the page was not read; head {head}"))?;
            output.text(&format!(
                "  This PDF is not the one that this program prints from the log: another version or a computer with \
                 other fonts printed it, it was saved anew, or somebody changed it.\n  Print the sheet with `adjutant match sheet {id} -o F.pdf` and \
                 compare the two."
            ))
        }
    }
}

/// The seals of a sheet: one in a code's text, any number in a PDF, which is given back.
fn read(sheet: &str) -> Result<(Vec<Seal>, Option<Vec<u8>>), CliError> {
    if sheet.starts_with("adjutant:") {
        let seal = sheet.parse::<Seal>().map_err(|error| CliError::refused(error.to_string()))?;
        return Ok((vec![seal], None));
    }
    let path = Path::new(sheet);
    let bytes = files::read_within(path, PDF_BYTES_MAX)?;
    let seals = seals_in_pdf(&bytes).map_err(|error| {
        CliError::refused(format!("{}: {error}", shown(path)))
            .hint("name a PDF made by Adjutant, or the text of its code")
    })?;
    Ok((seals, Some(bytes)))
}

/// A match, and the lines of its log.
type WithLines = (Recording, Vec<u8>);

/// In what a seal and its log differ, and the match with its lines up to the record that the seal names: the log may have
/// grown since.
fn judge(seal: &Seal, log: Option<&Path>, shared: &Shared) -> Result<(Verdict, Option<WithLines>), CliError> {
    let verdict = |record, since, differences| {
        let (id, head) = (seal.match_id.clone(), seal.head);
        Verdict { id, head, record, since, page: Page::NotGiven, differences }
    };
    let (name, bytes, names) = match log {
        Some(path) => (shown(path), files::read_log(path)?, Openings::default()),
        None => {
            let store = shared.reader()?;
            let bytes = whole_log(&store, seal.match_id.as_str())?;
            let names = names::of_log(&store, &bytes)?;
            (format!("match {}", seal.match_id), bytes, names)
        }
    };
    let mut records = logs::read_with(&name, &bytes, &names)?;
    let Some(at) = records.iter().position(|chained| chained.record.hash == seal.head) else {
        let sentence = format!("no record of {name} has the hash {}: another log, or one rewritten", seal.head);
        return Ok((verdict(None, None, vec![sentence]), None));
    };
    let since = logs::fold_chained(&shared.known.rulebook(), &name, &records, None)?.changed_since(at as u64 + 1);
    records.truncate(at + 1);
    let log: Vec<u8> = records.iter().flat_map(|chained| chained.bytes.iter().chain(b"\n")).copied().collect();
    let recording =
        Recording::of_log(&shared.known, seal.match_id.as_str(), records.into_iter().map(|chained| chained.record))?;
    let Some(ours) = Seal::of(&recording.game().view()) else {
        let sentence = format!("record {} of {name} is not yet a result", at + 1);
        return Ok((verdict(Some(at as u64 + 1), None, vec![sentence]), None));
    };
    let sentence = |d: Difference| format!("{}: the sheet says {}, the log gives {}", d.what, d.sheet, d.log);
    let differences = seal.compare(&ours).into_iter().map(sentence).collect();
    Ok((verdict(Some(at as u64 + 1), since, differences), Some((recording, log))))
}

/// Whether a PDF is what this program prints of these matches, byte for byte: alone, with its whole battle, or as an event
/// prints them, on either paper. `logs` are their lines.
fn is_print_of(pdf: &[u8], (recordings, logs): (&[Recording], &[Vec<u8>]), shared: &Shared) -> Result<bool, CliError> {
    let battle = LazyCell::new(|| match (recordings, logs) {
        ([one], [log]) => {
            carried::sheet(&shared.known.rulebook(), &ScoringSheet::title_alone(one.id()), log, one.head()).ok()
        }
        _ => None,
    });
    for event in events_of(recordings, shared)? {
        let usual = packs::default_pack();
        let printed = |one: &Recording| ScoringSheet::of_match(one.game(), one.records(), false, &usual);
        let mut sheets: Vec<ScoringSheet> = recordings.iter().map(printed).collect();
        if let Some(name) = event {
            sheets.iter_mut().for_each(|sheet| sheet.occasion.event = Some(name.clone()));
        }
        let alone = recordings.first().map(|match_| ScoringSheet::title_alone(match_.id()));
        let titles = alone.into_iter().chain(sheets.first().map(|sheet| sheet.title()));
        for (title, paper) in titles.flat_map(|title| Paper::ALL.map(|paper| (title.clone(), paper))) {
            let mut document = Document::new(paper, &title);
            for sheet in &sheets {
                document.add(sheet)?;
            }
            if document.to_pdf()? == pdf {
                return Ok(true);
            }
            if let Some(battle) = &*battle {
                document.add(battle)?;
                if document.to_pdf()? == pdf {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// What the head of the sheets may call the event: as the log does, or by the name that the database has for it.
fn events_of(recordings: &[Recording], shared: &Shared) -> Result<Vec<Option<String>>, CliError> {
    let mut names = vec![None];
    let open = recordings.first().and_then(|recording| recording.game().state().open.as_deref());
    if let Some(event) = open.and_then(|open| open.event.as_ref())
        && let Ok(id) = TournamentId::new(event.id.as_str())
    {
        let store = shared.reader()?;
        if store.head(StreamKind::Event, id.as_str())?.is_some() {
            names.push(Some(TournamentRecording::load(&store, &id)?.name().to_owned()));
        }
    }
    Ok(names)
}
