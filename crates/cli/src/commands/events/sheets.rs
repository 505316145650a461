//! `adjutant event sheets ID`.

use std::path::{Path, PathBuf};

use adjutant_app::files::shown;
use adjutant_app::tournaments::at_hand;
use adjutant_app::{files, passes, printed};
use adjutant_core::counts::count;
use adjutant_replay::tournaments::at_hand::EventAtHand;
use adjutant_sheets::event::{self, EventPapers, Hall, Wanted, of_hall, of_round, unprintable};
use adjutant_sheets::{Document, EventDocument, Paper, Screen, Wifi};
use adjutant_tournament::state::Stage;
use adjutant_tournament::{RoundNumber, TournamentId};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::seen;
use super::speaking::last_round;
use crate::arguments::hall;
use crate::arguments::shared::Shared;
use crate::arguments::values::paper;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `event sheets`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event sheets gt --round 3 -o sheets\n          \
    adjutant event sheets gt --only result-slips,scoring-sheets --table 7 -o sheets\n          \
    adjutant event sheets gt --only pairings-by-name --last-name-first --columns 2 -o sheets\n          \
    adjutant event sheets gt --html -o screens\n          \
    adjutant event sheets gt --cards --address 10.0.0.2 --wifi \"Autumn GT\" --wifi-password \"four dry words\" -o cards\n          \
    adjutant event sheets gt --poster --address 10.0.0.2 -o cards\n\n\
    Cards open the pages of `adjutant serve`: the code on a card holds its pass. Print them as often as you like. \
    --html writes pages for a beamer: they turn by themselves, arrow keys turn them by hand, the space bar stops them.\n\n\
    Names in other alphabets than Latin, Greek and Cyrillic are printed with a font of your computer, or of the folder that \
    ADJUTANT_FONTS names. Where none has the letters, the id stands behind what is left of a name, and you are told which names.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// The round [default: the one that was paired last]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Write the files to this folder
    #[arg(short = 'o', long, value_name = "DIR")]
    output: PathBuf,
    /// Print a round that is not published yet; every page says DRAFT
    #[arg(long, conflicts_with_all = ["cards", "poster"])]
    draft: bool,
    /// Print these documents only [default: all but crosstable, prizes and certificates]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = document())]
    only: Vec<EventDocument>,
    /// Print slips, cards and scoring sheets of these tables only
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    table: Vec<u16>,
    /// Put last names first, and sort by them
    #[arg(long)]
    last_name_first: bool,
    /// Columns of the pairings by name: 1 or 2
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    columns: u8,
    /// Write web pages for a screen instead: pairings, standings and the bracket
    #[arg(long, conflicts_with_all = ["table", "columns"])]
    html: bool,
    /// With --html: how many seconds a page stays
    #[arg(long, value_name = "N", default_value_t = adjutant_sheets::PAGE_SECONDS, requires = "html",
        value_parser = clap::value_parser!(u32).range(2..=600))]
    seconds: u32,
    /// Print cards with passes for players, tables, judges and desks instead of the sheets of a round
    #[arg(long, requires = "address", conflicts_with = "round")]
    cards: bool,
    /// Print the poster that says how to join instead of the sheets of a round
    #[arg(long, requires = "address", conflicts_with = "round")]
    poster: bool,
    /// The address that phones open, as `adjutant serve` prints it
    #[arg(long, value_name = "HOST[:PORT]")]
    address: Option<String>,
    /// Name of the hall's Wi-Fi, for cards and poster
    #[arg(long, value_name = "NAME", requires = "address")]
    wifi: Option<String>,
    /// Its password; without it the network is open
    #[arg(long, value_name = "PASSWORD", requires = "wifi")]
    wifi_password: Option<String>,
    /// The paper: a4 or letter
    #[arg(long, default_value = "a4", value_parser = paper)]
    paper: Paper,
}

/// The documents of a round by name, each with its line of help.
fn document() -> impl TypedValueParser<Value = EventDocument> {
    let values = EventDocument::OF_A_ROUND.map(|known| PossibleValue::new(known.id()).help(known.summary()));
    PossibleValuesParser::new(values).try_map(|name| EventDocument::of(&name).ok_or("no document"))
}

/// Prints pairings, standings, slips, cards, scoring sheets and open tables of a round, a PDF of each, or pages for a
/// screen.
///
/// # Errors
/// A round that is not paired, or a folder that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    if arguments.output.extension().is_some_and(|end| end == "pdf" || end == "html") && !arguments.output.is_dir() {
        let message = format!("-o names a folder, and {} looks like a file", shown(&arguments.output));
        return Err(CliError::usage(message).hint("each paper gets a file of its own in it: `-o sheets`"));
    }
    let store = shared.reader()?;
    let (event, exit) = seen::open(&store, &arguments.event, output)?;
    let papers = EventPapers { event: at_hand(&store, &event), hall: None, paper: arguments.paper };
    if let Some(address) = &arguments.address {
        let wifi = arguments.wifi.clone().map(|name| Wifi { name, password: arguments.wifi_password.clone() });
        let hall = Hall { address: hall::address(address)?, wifi };
        return print_hall(arguments, hall, papers, shared, output).and(Ok(exit));
    }
    let round = arguments.round.map_or_else(|| last_round(&event), |round| Ok(RoundNumber(round)))?;
    if event.state().round(round).is_some_and(|known| known.stage == Stage::Draft) && !arguments.draft {
        let id = event.id();
        return Err(CliError::refused(format!("round {round} of event {id} is a draft: nobody is to see it yet"))
            .hint(format!(
                "publish it first (`adjutant event publish {id}`), or add --draft: every page then says DRAFT"
            )));
    }
    if arguments.html {
        return screens(arguments, &papers, round, output).and(Ok(exit));
    }
    let unprintable = unprintable(event.state());
    if !unprintable.is_empty() {
        let names = count(unprintable.len(), "name has letters", "names have letters");
        output.remark(&format!(
            "{names} that no font here has: {}; an id stands for them (ADJUTANT_FONTS names a folder with fonts)",
            unprintable.join(", ")
        ));
    }
    let wanted = Wanted {
        only: arguments.only.clone(),
        tables: arguments.table.clone(),
        last_first: arguments.last_name_first,
        in_two: arguments.columns == 2,
    };
    let documents = of_round(&papers, round, &wanted)?;
    if documents.is_empty() {
        return Err(CliError::refused(format!("round {round} has none of these documents"))
            .hint("leave --only out to print all that there are"));
    }
    let named = documents.into_iter().map(|(kind, document)| (format!("r{round}-{}", kind.id()), document));
    save(&arguments.output, event.id(), Some(round), named.collect(), output).and(Ok(exit))
}

/// Prints cards with passes, the poster, or both.
fn print_hall(
    arguments: &Arguments,
    hall: Hall,
    papers: EventPapers<'_, CliError>,
    shared: &Shared,
    output: &mut Output,
) -> Outcome {
    if !arguments.cards && !arguments.poster {
        return Err(CliError::usage("--address is for cards and the poster").hint("add --cards, --poster or both"));
    }
    let (id, state, address, folder) = (papers.id, papers.state, hall.address.clone(), shared.folder()?);
    let passes = Box::new(|| Ok(passes::valid(&folder, state)?));
    let papers = EventPapers { event: EventAtHand { passes, ..papers.event }, hall: Some(hall), ..papers };
    let cards = EventDocument::ALL.into_iter().filter(|kind| arguments.cards && kind.is_secret());
    let mut documents = Vec::new();
    for kind in cards.chain(arguments.poster.then_some(EventDocument::Poster)) {
        documents.extend(of_hall(&papers, kind)?.map(|document| (kind.id().to_owned(), document)));
    }
    if arguments.cards {
        output.remark("anyone who has a card can speak for its holder: hand each to its player only");
    }
    save(&arguments.output, id, None, documents, output)?;
    printed::remember(&folder, id, &address)?;
    Ok(Exit::Done)
}

/// Writes documents into the folder and says which.
pub(super) fn save(
    folder: &Path,
    event: &TournamentId,
    round: Option<RoundNumber>,
    documents: Vec<(String, Document)>,
    output: &mut Output,
) -> Outcome {
    files::make_folder(folder)?;
    let mut written = Vec::new();
    for (name, document) in documents {
        let path = folder.join(format!("{event}-{name}.pdf"));
        files::write(&path, &document.to_pdf()?)?;
        written.push((path, document.page_count()));
    }
    if output.json {
        let files = written.iter().map(|(path, pages)| serde_json::json!({"file": path, "pages": pages}));
        let files: Vec<_> = files.collect();
        let mut said = serde_json::json!({"event": event, "sheets": files});
        if let Some(round) = round {
            said["round"] = round.0.into();
        }
        output.document(&said)?;
    }
    for (path, pages) in &written {
        output.done(&format!("{} ({pages} {})", shown(path), if *pages == 1 { "page" } else { "pages" }))?;
    }
    Ok(Exit::Done)
}

/// Writes pairings, standings and the bracket as web pages.
fn screens(
    arguments: &Arguments,
    papers: &EventPapers<'_, CliError>,
    number: RoundNumber,
    output: &mut Output,
) -> Outcome {
    let event = papers.id;
    let (only, last_first) = (arguments.only.clone(), arguments.last_name_first);
    let pages = event::screens(papers, number, &Wanted { only, last_first, ..Wanted::default() })?;
    files::make_folder(&arguments.output)?;
    let mut written = Vec::new();
    for (kind, screen) in pages {
        let path = arguments.output.join(format!("{event}-r{number}-{}.html", kind.id()));
        files::write(&path, Screen { seconds: arguments.seconds, ..screen }.to_html().as_bytes())?;
        written.push(path);
    }
    if written.is_empty() {
        return Err(CliError::refused(format!("round {number} has none of these pages"))
            .hint("--html writes pairings-by-table, pairings-by-name, standings and bracket"));
    }
    if output.json {
        output.document(&serde_json::json!({"event": event, "round": number, "pages": written}))?;
    }
    written.iter().try_for_each(|path| output.done(&shown(path)))?;
    Ok(Exit::Done)
}
