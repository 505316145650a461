//! `adjutant event bracket ID`.

use std::path::PathBuf;

use adjutant_app::files::shown;
use adjutant_present::tables::results::fallen;
use adjutant_sheets::event::{bracket, occasion};
use adjutant_sheets::{Document, Occasion, Paper};
use adjutant_tournament::bracket::{BracketGame, BracketView, Side};
use adjutant_tournament::{RoundNumber, TournamentId};

use super::seen;
use crate::arguments::shared::Shared;
use crate::arguments::values::paper;
use crate::error::{CliError, Outcome};
use crate::output::Output;

/// Arguments of `event bracket`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event bracket gt\n          \
    adjutant event bracket gt --svg bracket.svg --pdf bracket.pdf")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// Write the bracket to F as a picture
    #[arg(long, value_name = "F", conflicts_with = "json")]
    svg: Option<PathBuf>,
    /// Write the bracket to F as a page to print
    #[arg(long, value_name = "F", conflicts_with = "json")]
    pdf: Option<PathBuf>,
    /// The paper: a4 or letter
    #[arg(long, default_value = "a4", value_parser = paper)]
    paper: Paper,
}

/// Shows the bracket: every round with its games, who meets whom next, who went on.
///
/// # Errors
/// An event without a bracket, or a file that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (event, exit) = seen::open(&shared.reader()?, &arguments.event, output)?;
    let Some(view) = BracketView::of(event.state()) else {
        return Err(CliError::refused(format!("event {} has no bracket", event.id()))
            .hint(format!("`adjutant event cut {} --top 8` cuts to one", event.id())));
    };
    let date = event.log().records().last().map(|record| record.at.date());
    let occasion = occasion(event.state(), RoundNumber(0), date);
    let sheet = bracket(event.state(), Occasion { round: None, ..occasion });
    for path in arguments.svg.iter().chain(&arguments.pdf) {
        let Some(sheet) = &sheet else { continue };
        let bytes = match arguments.svg.as_ref() == Some(path) {
            true => sheet.to_svg().into_bytes(),
            false => {
                let document = Document::of(arguments.paper, sheet)?;
                document.to_pdf()?
            }
        };
        output.write(path, &bytes)?;
        output.done(&format!("{}: bracket in {}", event.id(), shown(path)))?;
    }
    if arguments.svg.is_some() || arguments.pdf.is_some() {
        return Ok(exit);
    }
    match output.json {
        true => output.document(&serde_json::json!({"event": event.id(), "bracket": view}))?,
        false => output.text(&text(event.name(), &view, fallen(event.state(), 1..=u16::MAX)))?,
    }
    Ok(exit)
}

/// The bracket round by round, and the games that fell.
fn text(event: &str, view: &BracketView, fallen: Vec<String>) -> String {
    let mut lines = vec![format!("{event}, {}", if view.double { "double elimination" } else { "single elimination" })];
    for round in &view.rounds {
        lines.push(format!("round {}, {}", round.round, round.name));
        let width = round.games.iter().map(|game| game.game.len()).max().unwrap_or(0);
        lines.extend(round.games.iter().map(|game| line(game, width)));
    }
    let mut sides = view.rounds.iter().flat_map(|round| &round.games).flat_map(|game| &game.sides);
    let champion = sides.rfind(|side| side.player.is_some() && side.player == view.champion);
    lines.extend(champion.map(|side| format!("champion: {}", side.shown)));
    lines.extend(fallen);
    lines.join("\n")
}

fn line(game: &BracketGame, width: usize) -> String {
    let side = |side: &Side| {
        let seed = side.seed.map_or_else(String::new, |seed| format!(" ({seed})"));
        format!("{}{seed}", side.shown)
    };
    let [one, two] = &game.sides;
    let score = match (one.points, two.points) {
        (Some(one), Some(two)) => format!("  {one}:{two}"),
        _ => String::new(),
    };
    let won = game.sides.iter().find(|side| side.won && side.player.is_some());
    let won = won.map_or_else(String::new, |side| format!("  → {}", side.shown));
    let table = game.table.filter(|_| won.is_empty()).map_or_else(String::new, |table| format!("  table {table}"));
    format!("  {:width$}  {} – {}{score}{table}{won}", game.game, side(one), side(two))
}
