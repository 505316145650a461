//! `adjutant event sheets ID`.

use std::path::PathBuf;

use adjutant_engine::ids::MatchId;
use adjutant_engine::view::Status;
use adjutant_sheets::{Document, EventSeal, Occasion, PairingsOrder, Paper, ScoringSheet, Sheet};
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::command::Pairing;
use adjutant_tournament::state::{Round, Stage};
use adjutant_tournament::{EventId, RoundNumber};

use super::last_round;
use crate::commands::{Shared, paper};
use crate::counts::count;
use crate::error::{CliError, Exit};
use crate::event_recording::EventRecording;
use crate::files::shown;
use crate::output::Output;
use crate::recording::Recording;
use crate::{Outcome, event_matches, event_printing, files, printing};

/// Arguments of `event sheets`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event sheets gt --round 3 -o sheets")]
pub struct Arguments {
    /// The event
    event: EventId,
    /// The round [default: the one that was paired last]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Write the PDFs to this folder
    #[arg(short = 'o', long, value_name = "DIR")]
    output: PathBuf,
    /// The paper: a4 or letter
    #[arg(long, default_value = "a4", value_parser = paper)]
    paper: Paper,
}

/// Prints pairings, standings, slips, cards, scoring sheets and open tables of a round, a PDF of each.
///
/// # Errors
/// A round that is not paired, or a folder that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let event = EventRecording::load(&store, &arguments.event)?;
    let round = arguments.round.map_or_else(|| last_round(&event), |round| Ok(RoundNumber(round)))?;
    let unprintable = event_printing::unprintable(event.state());
    if let Some(first) = unprintable.first() {
        let names = count(unprintable.len(), "name has letters", "names have letters");
        output.remark(&format!("{names} that the sheets cannot print, such as {first}; the id stands behind each"));
    }
    files::make_folder(&arguments.output)?;
    let mut written = Vec::new();
    for (name, document) in documents(&store, &event, round, arguments.paper)? {
        let path = arguments.output.join(format!("{}-r{round}-{name}.pdf", event.id()));
        files::write(&path, &document.to_pdf().map_err(printing::error)?)?;
        written.push((path, document.page_count()));
    }
    if output.json {
        let files = written.iter().map(|(path, pages)| serde_json::json!({"file": path, "pages": pages}));
        let files: Vec<_> = files.collect();
        output.document(&serde_json::json!({"event": event.id(), "round": round, "sheets": files}))?;
    }
    for (path, pages) in &written {
        output.done(&format!("{} ({pages} {})", shown(path), if *pages == 1 { "page" } else { "pages" }))?;
    }
    Ok(Exit::Done)
}

/// Every sheet of a round under its name.
///
/// # Errors
/// A round that is not paired, or a match that cannot be read.
pub fn documents(
    store: &Store,
    event: &EventRecording,
    number: RoundNumber,
    paper: Paper,
) -> Result<Vec<(&'static str, Document)>, CliError> {
    let state = event.state();
    let Some(round) = state.round(number) else {
        return Err(CliError::refused(format!("round {number} of event {} is not paired yet", event.id()))
            .hint(format!("paired so far: {}", count(state.rounds.len(), "round", "rounds"))));
    };
    let date = event.log().records().last().map(|record| record.at.chars().take(10).collect());
    let occasion = event_printing::occasion(state, number, date);
    // While a round is played, the standings that people want are those before it.
    let after = if round.stage == Stage::Closed { number } else { RoundNumber(number.0 - 1) };
    let mut places =
        event_printing::standings_table(state, after, Occasion { round: Some(after.0.into()), ..occasion.clone() });
    places.seal = event.log().records().last().map(|last| EventSeal {
        event: event.id().to_string(),
        round: after.0.into(),
        seq: last.seq,
        head: last.hash,
    });
    let with = |order| event_printing::pairings(state, round, order, occasion.clone());
    let sheets = scoring_sheets(store, event, round)?;
    let open =
        event_printing::open_tables(state, round, occasion.clone(), |pairing| progress(store, event, round, pairing));
    let cards = event_printing::mission_cards(state, round, &occasion);
    let mut documents = vec![
        ("pairings-by-table", of(paper, &[&with(PairingsOrder::ByTable)])?),
        ("pairings-by-name", of(paper, &[&with(PairingsOrder::ByName)])?),
        ("result-slips", of(paper, &[&event_printing::slips(state, round, occasion.clone())])?),
        ("player-cards", of(paper, &[&event_printing::cards(state, number, occasion.clone())])?),
    ];
    // Before round 1 is closed everybody stands at nothing.
    if after.0 > 0 {
        documents.push(("standings", of(paper, &[&places])?));
    }
    if !open.tables.is_empty() {
        documents.push(("open-tables", of(paper, &[&open])?));
    }
    if !cards.is_empty() {
        documents.push(("mission-cards", of(paper, &cards.iter().map(|card| card as &dyn Sheet).collect::<Vec<_>>())?));
    }
    if !sheets.is_empty() {
        let sheets: Vec<&dyn Sheet> = sheets.iter().map(|sheet| sheet as &dyn Sheet).collect();
        documents.push(("scoring-sheets", of(paper, &sheets)?));
    }
    Ok(documents)
}

fn of(paper: Paper, sheets: &[&dyn Sheet]) -> Result<Document, CliError> {
    let title = sheets.first().map_or_else(String::new, |sheet| sheet.title());
    let mut document = Document::new(paper, &title);
    for sheet in sheets {
        document.add(*sheet).map_err(printing::error)?;
    }
    Ok(document)
}

/// Completed where the match has begun, prepared before.
fn scoring_sheets(store: &Store, event: &EventRecording, round: &Round) -> Result<Vec<ScoringSheet>, CliError> {
    let mut sheets = Vec::new();
    for pairing in &round.pair.tables {
        let Some(recording) = match_of(store, event, round, pairing)? else { continue };
        let prepared = recording.game().view().status == Status::Setup;
        let mut sheet = printing::scoring_sheet(&recording, prepared);
        sheet.occasion.event = Some(event.name().to_owned());
        sheets.push(sheet);
    }
    Ok(sheets)
}

/// How far a table is, from its match log.
fn progress(store: &Store, event: &EventRecording, round: &Round, pairing: &Pairing) -> Option<String> {
    let recording = match_of(store, event, round, pairing).ok()??;
    let view = recording.game().view();
    Some(match view.status {
        Status::Setup => "set-up".to_owned(),
        Status::Battle => view.round.map_or_else(String::new, |round| format!("round {round}")),
        Status::Ended => "ended".to_owned(),
    })
}

/// The match of a table: the one that its result names, otherwise the last one opened for its players.
fn match_of(
    store: &Store,
    event: &EventRecording,
    round: &Round,
    pairing: &Pairing,
) -> Result<Option<Recording>, CliError> {
    if let Some(from) = round.results.get(&pairing.table).and_then(|result| result.from.as_ref()) {
        return there(store, from.id.as_str());
    }
    let stem = format!("{}-r{}-t{:02}", event.id(), round.pair.round, round.opened_at(pairing.table).0);
    for attempt in 1.. {
        let id = if attempt == 1 { stem.clone() } else { format!("{stem}-{attempt}") };
        let Some(recording) = there(store, &id)? else { break };
        let open = recording.game().state().open.clone();
        if open.is_some_and(|open| event_matches::same_players(event.state(), pairing, &open.players)) {
            return Ok(Some(recording));
        }
    }
    Ok(None)
}

fn there(store: &Store, id: &str) -> Result<Option<Recording>, CliError> {
    let known = MatchId::new(id).is_ok() && store.head(StreamKind::Match, id)?.is_some();
    Ok(if known { Some(Recording::load(store, id)?) } else { None })
}
