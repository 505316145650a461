//! `adjutant event sheets ID`.

use std::path::PathBuf;

use adjutant_app::passes::{PassBook, PassKey};
use adjutant_app::printed;
use adjutant_engine::ids::MatchId;
use adjutant_engine::view::Status;
use adjutant_sheets::{
    CaptainSheets, Certificates, Document, EventSeal, Occasion, PairingsOrder, Paper, PrizeSheet, ScoringSheet, Screen,
    Sheet, TeamSlips, Wifi,
};
use adjutant_store::{Store, StreamKind};
use adjutant_tournament::command::{Pairing, PassKind};
use adjutant_tournament::state::{Round, Stage};
use adjutant_tournament::{RoundNumber, TournamentId};
use clap::ValueEnum;

use super::last_round;
use crate::commands::{Shared, paper};
use crate::counts::count;
use crate::error::{CliError, Exit};
use crate::event_cards::Hall;
use crate::event_recording::TournamentRecording;
use crate::files::shown;
use crate::output::Output;
use crate::recording::Recording;
use crate::{Outcome, event_matches, event_printing, files, printing};

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
    Paper has Latin, Greek and Cyrillic letters. A name with others (Arabic, Hebrew, Chinese …) is printed with the id \
    behind what is left of it, and you are told before; screens and `adjutant serve` show every alphabet.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// The round [default: the one that was paired last]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Write the files to this folder
    #[arg(short = 'o', long, value_name = "DIR")]
    output: PathBuf,
    /// Print these documents only [default: all but crosstable, prizes and certificates]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    only: Vec<Kind>,
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

/// A document of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Who meets whom, by table
    PairingsByTable,
    /// Who meets whom, by name
    PairingsByName,
    /// A slip for each table
    ResultSlips,
    /// A slip for each match of two teams
    TeamSlips,
    /// A sheet for each captain, to plan the pairing of two teams
    CaptainSheets,
    /// A card for each player
    PlayerCards,
    /// The standings before the round, or after it once it is closed
    Standings,
    /// The tables that still play
    OpenTables,
    /// The missions of the round
    MissionCards,
    /// A scoring sheet for each match
    ScoringSheets,
    /// The bracket, where there is one
    Bracket,
    /// Who met whom with what result
    Crosstable,
    /// Who has won what
    Prizes,
    /// A certificate for each prize
    Certificates,
}

impl Kind {
    /// The name of its file.
    fn name(self) -> &'static str {
        match self {
            Kind::PairingsByTable => "pairings-by-table",
            Kind::PairingsByName => "pairings-by-name",
            Kind::ResultSlips => "result-slips",
            Kind::TeamSlips => "team-slips",
            Kind::CaptainSheets => "captain-sheets",
            Kind::PlayerCards => "player-cards",
            Kind::Standings => "standings",
            Kind::OpenTables => "open-tables",
            Kind::MissionCards => "mission-cards",
            Kind::ScoringSheets => "scoring-sheets",
            Kind::Bracket => "bracket",
            Kind::Crosstable => "crosstable",
            Kind::Prizes => "prizes",
            Kind::Certificates => "certificates",
        }
    }
}

/// Which documents of a round, and how they are printed.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// These only; all that belong to every round where it is empty.
    pub only: Vec<Kind>,
    /// Of these tables only; all where it is empty.
    pub tables: Vec<u16>,
    /// Whether last names stand first.
    pub last_first: bool,
    /// Whether the pairings by name have two columns.
    pub in_two: bool,
}

impl Wanted {
    fn has(&self, kind: Kind, teams: bool) -> bool {
        match kind {
            _ if !self.only.is_empty() => self.only.contains(&kind),
            Kind::Crosstable | Kind::Prizes | Kind::Certificates => false,
            Kind::ResultSlips => !teams,
            Kind::TeamSlips | Kind::CaptainSheets => teams,
            _ => true,
        }
    }

    fn has_table(&self, pairing: &Pairing) -> bool {
        self.tables.is_empty() || self.tables.contains(&pairing.table.0)
    }
}

/// Prints pairings, standings, slips, cards, scoring sheets and open tables of a round, a PDF of each, or pages for a
/// screen.
///
/// # Errors
/// A round that is not paired, or a folder that cannot be written.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let event = TournamentRecording::load(&store, &arguments.event)?;
    if let Some(address) = &arguments.address {
        let wifi = arguments.wifi.clone().map(|name| Wifi { name, password: arguments.wifi_password.clone() });
        return print_hall(arguments, &Hall::new(address, wifi)?, &event, shared, output);
    }
    let round = arguments.round.map_or_else(|| last_round(&event), |round| Ok(RoundNumber(round)))?;
    if arguments.html {
        return screens(arguments, &event, round, output);
    }
    let unprintable = event_printing::unprintable(event.state());
    if let Some(first) = unprintable.first() {
        let names = count(unprintable.len(), "name has letters", "names have letters");
        output.remark(&format!(
            "{names} that the sheets cannot print, such as {first}; an id stands for the letters that are missing"
        ));
    }
    let wanted = Wanted {
        only: arguments.only.clone(),
        tables: arguments.table.clone(),
        last_first: arguments.last_name_first,
        in_two: arguments.columns == 2,
    };
    let documents = documents_of(&store, &event, round, arguments.paper, &wanted)?;
    if documents.is_empty() {
        return Err(CliError::refused(format!("round {round} has none of these documents"))
            .hint("leave --only out to print all that there are"));
    }
    let named = documents.into_iter().map(|(name, document)| (format!("r{round}-{name}"), document));
    write(arguments, &event, Some(round), named.collect(), output)
}

/// Prints cards with passes, the poster, or both.
fn print_hall(
    arguments: &Arguments,
    hall: &Hall,
    event: &TournamentRecording,
    shared: &Shared,
    output: &mut Output,
) -> Outcome {
    if !arguments.cards && !arguments.poster {
        return Err(CliError::usage("--address is for cards and the poster").hint("add --cards, --poster or both"));
    }
    let occasion = Occasion { event: Some(event.name().to_owned()), ..Occasion::default() };
    let mut documents = Vec::new();
    if arguments.cards {
        let book = PassBook::of(&PassKey::load_or_create(&shared.folder()?)?, event.state());
        let kinds: [(&str, &[PassKind]); 3] = [
            ("player-passes", &[PassKind::Player]),
            ("table-passes", &[PassKind::Table]),
            ("staff-passes", &[PassKind::Judge, PassKind::Desk]),
        ];
        for (name, kinds) in kinds {
            let cards = hall.cards(event.state(), &book, kinds, &occasion);
            if !cards.cards.is_empty() {
                documents.push((name.to_owned(), of(arguments.paper, &[&cards])?));
            }
        }
        output.remark("anyone who has a card can speak for its holder: hand each to its player only");
    }
    if arguments.poster {
        documents.push(("poster".to_owned(), of(arguments.paper, &[&hall.poster(occasion)])?));
    }
    write(arguments, event, None, documents, output)?;
    printed::remember(&shared.folder()?, event.id(), &hall.address)?;
    Ok(Exit::Done)
}

/// What the documents of the hall are printed from.
#[cfg(feature = "serve")]
pub struct Lent<'a> {
    /// The data folder.
    pub folder: &'a std::path::Path,
    /// The address that phones open.
    pub address: &'a str,
    /// The Wi-Fi of the hall.
    pub wifi: Option<Wifi>,
}

/// One document of the round that was paired last, or of the hall, as a PDF.
///
/// # Errors
/// A document that there is nothing for yet, or a key of the passes that cannot be read.
#[cfg(feature = "serve")]
pub fn one(store: &Store, event: &TournamentRecording, name: &str, lent: &Lent<'_>) -> Result<Vec<u8>, CliError> {
    let nothing = || CliError::refused("there is nothing to print in this document yet");
    let occasion = Occasion { event: Some(event.name().to_owned()), ..Occasion::default() };
    let kinds: &[PassKind] = match name {
        "player-passes" => &[PassKind::Player],
        "table-passes" => &[PassKind::Table],
        "staff-passes" => &[PassKind::Judge, PassKind::Desk],
        _ => &[],
    };
    let hall = Hall::new(lent.address, lent.wifi.clone())?;
    let document = if name == "poster" {
        of(Paper::A4, &[&hall.poster(occasion)])?
    } else if !kinds.is_empty() {
        let book = PassBook::of(&PassKey::load_or_create(lent.folder)?, event.state());
        let cards = hall.cards(event.state(), &book, kinds, &occasion);
        if cards.cards.is_empty() {
            return Err(nothing());
        }
        of(Paper::A4, &[&cards])?
    } else {
        let kind = Kind::value_variants().iter().copied().find(|kind| kind.name() == name).ok_or_else(nothing)?;
        let wanted = Wanted { only: vec![kind], ..Wanted::default() };
        let documents = documents_of(store, event, last_round(event)?, Paper::A4, &wanted)?;
        documents.into_iter().next().map(|(_, document)| document).ok_or_else(nothing)?
    };
    let bytes = document.to_pdf().map_err(printing::error)?;
    if name == "poster" || !kinds.is_empty() {
        printed::remember(lent.folder, event.id(), &hall.address)?;
    }
    Ok(bytes)
}

/// Writes documents into the folder and says which.
fn write(
    arguments: &Arguments,
    event: &TournamentRecording,
    round: Option<RoundNumber>,
    documents: Vec<(String, Document)>,
    output: &mut Output,
) -> Outcome {
    files::make_folder(&arguments.output)?;
    let mut written = Vec::new();
    for (name, document) in documents {
        let path = arguments.output.join(format!("{}-{name}.pdf", event.id()));
        files::write(&path, &document.to_pdf().map_err(printing::error)?)?;
        written.push((path, document.page_count()));
    }
    if output.json {
        let files = written.iter().map(|(path, pages)| serde_json::json!({"file": path, "pages": pages}));
        let files: Vec<_> = files.collect();
        let mut said = serde_json::json!({"event": event.id(), "sheets": files});
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
fn screens(arguments: &Arguments, event: &TournamentRecording, number: RoundNumber, output: &mut Output) -> Outcome {
    let state = event.state();
    let round = paired(event, number)?;
    let last_first = arguments.last_name_first;
    let wanted = Wanted { only: arguments.only.clone(), ..Wanted::default() };
    let occasion = event_printing::occasion(state, number, None);
    let after = standings_after(round);
    let mut pages: Vec<(&str, Screen)> = Vec::new();
    for (kind, order) in
        [(Kind::PairingsByTable, PairingsOrder::ByTable), (Kind::PairingsByName, PairingsOrder::ByName)]
    {
        if wanted.has(kind, false) {
            let list = event_printing::on_screen(state, round, order, occasion.clone(), last_first);
            pages.push((kind.name(), Screen::of_pairings(&list)));
        }
    }
    if wanted.has(Kind::Standings, false) && after.0 > 0 {
        let occasion = Occasion { round: Some(after.0.into()), ..occasion.clone() };
        let table = event_printing::standings_on_screen(state, after, occasion, last_first);
        pages.push((Kind::Standings.name(), Screen::of_standings(&table)));
    }
    if let Some(sheet) = event_printing::bracket(state, occasion).filter(|_| wanted.has(Kind::Bracket, false)) {
        pages.push((Kind::Bracket.name(), Screen::of_bracket(&sheet)));
    }
    files::make_folder(&arguments.output)?;
    let mut written = Vec::new();
    for (name, screen) in pages {
        let path = arguments.output.join(format!("{}-r{number}-{name}.html", event.id()));
        files::write(&path, Screen { seconds: arguments.seconds, ..screen }.to_html().as_bytes())?;
        written.push(path);
    }
    if written.is_empty() {
        return Err(CliError::refused(format!("round {number} has none of these pages"))
            .hint("--html writes pairings-by-table, pairings-by-name, standings and bracket"));
    }
    if output.json {
        output.document(&serde_json::json!({"event": event.id(), "round": number, "pages": written}))?;
    }
    written.iter().try_for_each(|path| output.done(&shown(path)))?;
    Ok(Exit::Done)
}

fn paired(event: &TournamentRecording, number: RoundNumber) -> Result<&Round, CliError> {
    event.state().round(number).ok_or_else(|| {
        CliError::refused(format!("round {number} of event {} is not paired yet", event.id()))
            .hint(format!("paired so far: {}", count(event.state().rounds.len(), "round", "rounds")))
    })
}

/// While a round is played, the standings that people want are those before it.
fn standings_after(round: &Round) -> RoundNumber {
    let number = round.pair.round;
    if round.stage == Stage::Closed { number } else { RoundNumber(number.0 - 1) }
}

/// Every sheet that belongs to a round under its name.
///
/// # Errors
/// A round that is not paired, or a match that cannot be read.
pub fn documents(
    store: &Store,
    event: &TournamentRecording,
    number: RoundNumber,
    paper: Paper,
) -> Result<Vec<(&'static str, Document)>, CliError> {
    documents_of(store, event, number, paper, &Wanted::default())
}

/// The sheets that are wanted, under their names.
///
/// # Errors
/// A round that is not paired, or a match that cannot be read.
pub fn documents_of(
    store: &Store,
    event: &TournamentRecording,
    number: RoundNumber,
    paper: Paper,
    wanted: &Wanted,
) -> Result<Vec<(&'static str, Document)>, CliError> {
    let state = event.state();
    let whole = paired(event, number)?;
    let after = standings_after(whole);
    let mut part = whole.clone();
    part.pair.tables.retain(|pairing| wanted.has_table(pairing));
    let date = event.log().records().last().map(|record| record.at.chars().take(10).collect());
    let occasion = event_printing::occasion(state, number, date);
    let of_standings = Occasion { round: Some(after.0.into()), ..occasion.clone() };
    let by_name = if wanted.in_two { PairingsOrder::ByNameInTwo } else { PairingsOrder::ByName };
    let pairings = |order| event_printing::pairings(state, whole, order, occasion.clone(), wanted.last_first);
    let mut documents = Vec::new();
    for kind in Kind::value_variants().iter().copied().filter(|kind| wanted.has(*kind, state.policies().team_size > 0))
    {
        let sheets: Vec<Box<dyn Sheet>> = match kind {
            Kind::PairingsByTable => vec![Box::new(pairings(PairingsOrder::ByTable))],
            Kind::PairingsByName => vec![Box::new(pairings(by_name))],
            Kind::ResultSlips => vec![Box::new(event_printing::slips(state, &part, occasion.clone()))],
            Kind::TeamSlips => {
                vec![Box::new(TeamSlips {
                    occasion: occasion.clone(),
                    slips: event_printing::team_slips(state, &part),
                })]
            }
            Kind::CaptainSheets => {
                let slips = event_printing::team_slips(state, &part);
                vec![Box::new(CaptainSheets { occasion: occasion.clone(), slips })]
            }
            Kind::PlayerCards => vec![Box::new(event_printing::cards(state, number, occasion.clone()))],
            // Before round 1 is closed everybody stands at nothing.
            Kind::Standings | Kind::Crosstable | Kind::Prizes | Kind::Certificates if after.0 == 0 => Vec::new(),
            Kind::Standings => {
                let mut table = event_printing::standings_table(state, after, of_standings.clone(), wanted.last_first);
                table.seal = event.log().records().last().map(|last| EventSeal {
                    event: event.id().to_string(),
                    round: after.0.into(),
                    seq: last.seq,
                    head: last.hash,
                });
                vec![Box::new(table)]
            }
            Kind::OpenTables => {
                let progress = |pairing: &Pairing| progress(store, event, whole, pairing);
                let open = event_printing::open_tables(state, &part, occasion.clone(), progress);
                if open.tables.is_empty() { Vec::new() } else { vec![Box::new(open)] }
            }
            Kind::MissionCards => {
                let cards = event_printing::mission_cards(state, &part, &occasion);
                cards.into_iter().map(|card| Box::new(card) as Box<dyn Sheet>).collect()
            }
            Kind::ScoringSheets => {
                let sheets = scoring_sheets(store, event, &part)?;
                sheets.into_iter().map(|sheet| Box::new(sheet) as Box<dyn Sheet>).collect()
            }
            Kind::Bracket => {
                let bracket = event_printing::bracket(state, occasion.clone());
                bracket.into_iter().map(|bracket| Box::new(bracket) as Box<dyn Sheet>).collect()
            }
            Kind::Crosstable => vec![Box::new(event_printing::crosstable(state, after, of_standings.clone()))],
            Kind::Prizes => {
                let prizes = event_printing::prize_lines(state, after);
                vec![Box::new(PrizeSheet { occasion: of_standings.clone(), prizes })]
            }
            Kind::Certificates => {
                let prizes = event_printing::prize_lines(state, after);
                vec![Box::new(Certificates { occasion: of_standings.clone(), prizes })]
            }
        };
        if !sheets.is_empty() {
            let sheets: Vec<&dyn Sheet> = sheets.iter().map(AsRef::as_ref).collect();
            documents.push((kind.name(), of(paper, &sheets)?));
        }
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
fn scoring_sheets(store: &Store, event: &TournamentRecording, round: &Round) -> Result<Vec<ScoringSheet>, CliError> {
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
fn progress(store: &Store, event: &TournamentRecording, round: &Round, pairing: &Pairing) -> Option<String> {
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
    event: &TournamentRecording,
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
