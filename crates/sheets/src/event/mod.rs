//! From an event to its documents: those of a round, those of the hall, and pages for a screen.

mod bracket;
mod cards;
mod hall;
mod names;
mod papers;
mod places;
mod tables;

use adjutant_present::tables::standings::let_pass;
use adjutant_tournament::RoundNumber;
use adjutant_tournament::state::{Round, Stage};

use crate::document::{Document, Sheet};
use crate::documents::EventDocument as Kind;
use crate::error::SheetError;
use crate::heading::Occasion;
use crate::pairings::{PairingsList, PairingsOrder};
use crate::paper::Paper;
use crate::prizes::{Certificates, PrizeSheet};
use crate::screen::Screen;
use crate::standings::EventSeal;
use crate::team_sheets::{CaptainSheets, TeamSlips};

pub use bracket::bracket;
pub use names::{occasion, shown, unprintable};
pub use papers::{EventPapers, Hall, PrintError, Wanted};

/// The documents of a round that are wanted, in the order in which they are printed; none that would be empty.
///
/// # Errors
/// A round that is not paired, or a match that cannot be read.
pub fn of_round<E: From<PrintError>>(
    papers: &EventPapers<'_, E>,
    round: RoundNumber,
    wanted: &Wanted,
) -> Result<Vec<(Kind, Document)>, E> {
    let part = Part::of(papers, papers.round(round)?, wanted);
    let teams = papers.state.policies().by_games();
    let mut documents = Vec::new();
    for kind in Kind::OF_A_ROUND.into_iter().filter(|kind| wanted.has(*kind, teams)) {
        let document = bound(papers.paper, &part.sheets(kind)?).map_err(PrintError::from)?;
        documents.extend(document.map(|document| (kind, document)));
    }
    Ok(documents)
}

/// A document of the hall: the poster, or cards with passes. Nothing where nobody has such a pass, or where no hall is named.
///
/// # Errors
/// Passes that cannot be read.
pub fn of_hall<E: From<PrintError>>(papers: &EventPapers<'_, E>, kind: Kind) -> Result<Option<Document>, E> {
    let sheet: Vec<Box<dyn Sheet>> = match &papers.hall {
        Some(hall) if kind == Kind::Poster => boxed([hall::poster(papers, hall)]),
        Some(hall) => boxed(hall::cards(papers, hall, kind.passes())?),
        None => Vec::new(),
    };
    Ok(bound(papers.paper, &sheet).map_err(PrintError::from)?)
}

/// One document: of the round that was paired last, or of the hall.
///
/// # Errors
/// A document that there is nothing for yet; a match or passes that cannot be read.
pub fn one<E: From<PrintError>>(papers: &EventPapers<'_, E>, kind: Kind) -> Result<Document, E> {
    let document = if kind.is_of_a_round() {
        let sheets = Part::of(papers, papers.last_round()?, &Wanted::default()).sheets(kind)?;
        bound(papers.paper, &sheets).map_err(PrintError::from)?
    } else {
        of_hall(papers, kind)?
    };
    Ok(document.ok_or(PrintError::Nothing)?)
}

/// The pages of a round that are wanted for a screen: pairings, standings and the bracket.
///
/// # Errors
/// A round that is not paired.
pub fn screens<E>(
    papers: &EventPapers<'_, E>,
    round: RoundNumber,
    wanted: &Wanted,
) -> Result<Vec<(Kind, Screen)>, PrintError> {
    let state = papers.state;
    let round = papers.round(round)?;
    let (number, after) = (round.pair.round, standings_after(round));
    let occasion = names::occasion(state, number, None);
    let name = |player: &_| names::shown(state, player, wanted.last_first);
    let mut pages: Vec<(Kind, Screen)> = Vec::new();
    for (kind, order) in
        [(Kind::PairingsByTable, PairingsOrder::ByTable), (Kind::PairingsByName, PairingsOrder::ByName)]
    {
        if wanted.has(kind, false) {
            let list = tables::pairings(papers, round, order, occasion.clone(), name);
            pages.push((kind, Screen::of_pairings(&list)));
        }
    }
    if wanted.has(Kind::Standings, false) && after.0 > 0 {
        let occasion = names::occasion(state, after, None);
        let mut table = places::standings_table(state, after, occasion, name);
        table.notes = places::notes(papers.log, after);
        pages.push((Kind::Standings, Screen::of_standings(&table)));
    }
    let belongs = state.is_bracket(number) && wanted.has(Kind::Bracket, false);
    if let Some(sheet) = bracket(state, occasion).filter(|_| belongs) {
        pages.push((Kind::Bracket, Screen::of_bracket(&sheet)));
    }
    Ok(pages)
}

/// While a round is played, the standings that people want are those before it.
fn standings_after(round: &Round) -> RoundNumber {
    let number = round.pair.round;
    if round.stage == Stage::Closed { number } else { RoundNumber(number.0 - 1) }
}

fn boxed<S: Sheet + 'static>(sheets: impl IntoIterator<Item = S>) -> Vec<Box<dyn Sheet>> {
    sheets.into_iter().map(|sheet| Box::new(sheet) as Box<dyn Sheet>).collect()
}

/// Sheets as one document, named after the first; nothing of none.
fn bound(paper: Paper, sheets: &[Box<dyn Sheet>]) -> Result<Option<Document>, SheetError> {
    let Some(first) = sheets.first() else { return Ok(None) };
    let mut document = Document::new(paper, &first.title());
    sheets.iter().try_for_each(|sheet| document.add(sheet.as_ref()))?;
    Ok(Some(document))
}

/// A round, as far as it is printed.
struct Part<'a, E> {
    papers: &'a EventPapers<'a, E>,
    wanted: &'a Wanted,
    whole: &'a Round,
    /// The round with the tables that are wanted.
    part: Round,
    /// The round whose standings are printed.
    after: RoundNumber,
    occasion: Occasion,
}

impl<'a, E> Part<'a, E> {
    fn of(papers: &'a EventPapers<'a, E>, whole: &'a Round, wanted: &'a Wanted) -> Part<'a, E> {
        let mut part = whole.clone();
        part.pair.tables.retain(|pairing| wanted.has_table(pairing));
        let occasion = names::occasion(papers.state, whole.pair.round, papers.date());
        Part { papers, wanted, whole, part, after: standings_after(whole), occasion }
    }

    /// The sheets of a document; none where it would be empty.
    fn sheets(&self, kind: Kind) -> Result<Vec<Box<dyn Sheet>>, E> {
        let (papers, state, part) = (self.papers, self.papers.state, &self.part);
        let occasion = || self.occasion.clone();
        let of_standings = || names::occasion(state, self.after, self.occasion.date.clone());
        let by_name = if self.wanted.in_two { PairingsOrder::ByNameInTwo } else { PairingsOrder::ByName };
        let slips = || tables::team_slips(state, part);
        let prizes = || places::prize_lines(state, self.after);
        Ok(match kind {
            Kind::PairingsByTable => boxed(self.pairings(PairingsOrder::ByTable).by_hall()),
            Kind::PairingsByName => boxed([self.pairings(by_name)]),
            Kind::ResultSlips => boxed([tables::slips(papers, part, occasion())]),
            Kind::TeamSlips => {
                boxed([TeamSlips { occasion: occasion(), slips: slips(), total: tables::points_of_teams(state) }])
            }
            Kind::CaptainSheets => boxed([CaptainSheets { occasion: occasion(), slips: slips() }]),
            Kind::PlayerCards => boxed([cards::cards(state, self.whole.pair.round, occasion())]),
            // Before round 1 is closed everybody stands at nothing.
            Kind::Standings | Kind::Crosstable | Kind::Prizes | Kind::Certificates if self.after.0 == 0 => Vec::new(),
            Kind::Standings => {
                let name = |player: &_| names::listed(state, player, self.wanted.last_first);
                let mut table = places::standings_table(state, self.after, of_standings(), name);
                (table.seal, table.notes) = (self.seal(), places::notes(papers.log, self.after));
                boxed([table])
            }
            Kind::OpenTables => {
                let open = tables::open_tables(papers, self.whole, part, occasion());
                boxed(Some(open).filter(|open| !open.tables.is_empty()))
            }
            Kind::MissionCards => boxed(cards::mission_cards(papers, part, &self.occasion)),
            Kind::ScoringSheets => boxed(tables::scoring_sheets(papers, part)?),
            // A round before the cut has no bracket, whatever came after it.
            Kind::Bracket => boxed(bracket(state, occasion()).filter(|_| state.is_bracket(self.whole.pair.round))),
            Kind::Crosstable => boxed([places::crosstable(state, self.after, of_standings())]),
            Kind::Prizes => {
                let let_pass = let_pass(papers.log);
                boxed([PrizeSheet { occasion: of_standings(), prizes: prizes(), let_pass }])
            }
            Kind::Certificates => boxed([Certificates { occasion: of_standings(), prizes: prizes() }]),
            Kind::Poster | Kind::PlayerPasses | Kind::TablePasses | Kind::StaffPasses => Vec::new(),
        })
    }

    fn pairings(&self, order: PairingsOrder) -> PairingsList {
        let name = |player: &_| names::listed(self.papers.state, player, self.wanted.last_first);
        tables::pairings(self.papers, self.whole, order, self.occasion.clone(), name)
    }

    fn seal(&self) -> Option<EventSeal> {
        self.papers.log.records().last().map(|last| EventSeal {
            event: self.papers.id.to_string(),
            round: self.after.0.into(),
            seq: last.seq,
            head: last.hash,
        })
    }
}
