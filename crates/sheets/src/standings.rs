//! The table of a tournament after a round.

use adjutant_engine::chain::Hash;

use crate::code::Code;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::Occasion;
use crate::page::Page;
use crate::paper::Paper;
use crate::table::{Column, ListHead, Mark, fitted, list};

/// One player's place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The place; equal ones share it. Who is disqualified has none.
    pub rank: Option<u32>,
    /// Name of the player.
    pub name: String,
    /// Club or team.
    pub club: Option<String>,
    /// Faction.
    pub faction: Option<String>,
    /// Won, drawn, lost.
    pub record: [u32; 3],
    /// Match points, as printed; `6`, `4½`.
    pub points: String,
    /// As many as the table has names for; fractions as `7/2`.
    pub tie_breaks: Vec<String>,
    /// How far the player came in the bracket, as printed; `champion`.
    pub reached: Option<String>,
    /// Whether the player has left the event.
    pub dropped: bool,
}

/// The standings after a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StandingsTable {
    /// Event, round and date.
    pub occasion: Occasion,
    /// Short names of the tie-breaks, in their order; at most [`TIE_BREAKS_MAX`] are printed.
    pub tie_breaks: Vec<String>,
    /// In the order of the ranks.
    pub rows: Vec<Standing>,
    /// What places and numbers rest on, where readers could take them for something else.
    pub basis: Option<String>,
    /// What was corrected since the round was closed, and what was let pass; a line each.
    pub notes: Vec<String>,
    /// Where the log of the event stood when they were printed.
    pub seal: Option<EventSeal>,
}

/// Where the log of an event stood. On a wall it vouches for everything that was recorded before: a log that is
/// rewritten later does not hold this hash.
///
/// ```
/// use adjutant_engine::chain::Hash;
/// use adjutant_sheets::EventSeal;
/// let seal = EventSeal { event: "gt".into(), round: 2, seq: 41, head: Hash::of(b"") };
/// assert!(seal.to_string().starts_with("adjutant-event:1:gt:2:41:e3b0c442"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventSeal {
    /// Id of the event.
    pub event: String,
    /// The round after which the standings are.
    pub round: u32,
    /// Number of the last record.
    pub seq: u64,
    /// Its hash.
    pub head: Hash,
}

impl std::fmt::Display for EventSeal {
    /// `adjutant-event:1:<event>:<round>:<record>:<hash>`, the text of the code.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let EventSeal { event, round, seq, head } = self;
        write!(f, "adjutant-event:1:{event}:{round}:{seq}:{head}")
    }
}

impl EventSeal {
    fn mark(&self) -> Result<Mark, SheetError> {
        let hash = self.head.to_string();
        let (first, second) = hash.split_at(hash.len() / 2);
        let lines = vec![
            format!("Event {}, record {} of its log, whose hash is", self.event, self.seq),
            first.to_owned(),
            second.to_owned(),
            "The log of the event holds this line as long as nobody rewrites it.".to_owned(),
        ];
        Ok(Mark { code: Code::new(&self.to_string())?, lines })
    }
}

/// More tie-breaks than this do not fit the width of the paper.
pub const TIE_BREAKS_MAX: usize = 5;

impl Sheet for StandingsTable {
    fn title(&self) -> String {
        self.occasion.title("Standings")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let mut columns = vec![Column::number("Rank", 0.55).strong(), Column::text("Player", 2.4)];
        // A column that nobody fills is left out.
        let clubs = self.rows.iter().any(|row| row.club.is_some());
        let factions = self.rows.iter().any(|row| row.faction.is_some());
        let bracket = self.rows.iter().any(|row| row.reached.is_some());
        columns.extend(clubs.then(|| Column::text("Club", 1.2)));
        columns.extend(factions.then(|| Column::text("Faction", 1.1)));
        columns.extend(bracket.then(|| Column::text("Reached", 1.0)));
        columns.extend([Column::text("W–D–L", 0.8), Column::number("Points", 0.7).strong()]);
        columns.extend(self.tie_breaks.iter().take(TIE_BREAKS_MAX).map(|name| Column::number(name, 0.75)));
        let rows: Vec<Vec<String>> =
            self.rows.iter().map(|standing| cells_of(standing, clubs, factions, bracket)).collect();
        let columns = fitted(paper, columns, &rows);
        let left = self.rows.iter().any(|standing| standing.dropped).then_some("† has left the event");
        let out = self.rows.iter().any(|standing| standing.rank.is_none()).then_some("DQ: disqualified");
        let notes: Vec<&str> = self.basis.as_deref().into_iter().chain(left).chain(out).collect();
        let note = noted(Some(notes.join(" ")), &self.notes);
        let mark = self.seal.as_ref().map(EventSeal::mark).transpose()?;
        let head = ListHead { occasion: &self.occasion, kind: "Standings", note: note.as_deref(), mark: mark.as_ref() };
        Ok(list(paper, &head, &columns, &rows))
    }
}

/// So many notes are printed; the others are counted.
const NOTES_MAX: usize = 4;

/// The lines below the heading: what the list says of itself, then notes of the log. Nothing where there is none.
pub(crate) fn noted(own: Option<String>, notes: &[String]) -> Option<String> {
    let more = notes.len().saturating_sub(NOTES_MAX);
    let more = (more > 0).then(|| format!("… and {more} more"));
    let lines = own.into_iter().chain(notes.iter().take(NOTES_MAX).cloned()).chain(more);
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

pub(crate) fn cells_of(standing: &Standing, clubs: bool, factions: bool, bracket: bool) -> Vec<String> {
    let [won, drawn, lost] = standing.record;
    let name = if standing.dropped { format!("† {}", standing.name) } else { standing.name.clone() };
    let mut cells = vec![standing.rank.map_or_else(|| "DQ".to_owned(), |rank| rank.to_string()), name];
    cells.extend(clubs.then(|| standing.club.clone().unwrap_or_default()));
    cells.extend(factions.then(|| standing.faction.clone().unwrap_or_default()));
    cells.extend(bracket.then(|| standing.reached.clone().unwrap_or_default()));
    cells.extend([format!("{won}–{drawn}–{lost}"), standing.points.clone()]);
    cells.extend(standing.tie_breaks.iter().cloned());
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Shape;

    fn table(seal: Option<EventSeal>) -> StandingsTable {
        let row = |rank: u32| Standing {
            rank: Some(rank),
            name: format!("Player {rank}"),
            points: "3".into(),
            ..Standing::default()
        };
        StandingsTable { rows: (1..=50).map(row).collect(), seal, ..StandingsTable::default() }
    }

    #[test]
    fn after_a_bracket_paper_and_screen_say_how_far_players_came_and_what_the_numbers_are() {
        let mut table = table(None);
        table.rows[0].reached = Some("champion".into());
        table.basis = Some("Places of the bracket.".into());
        table.rows[1].dropped = true;
        table.rows[2].rank = None;
        table.notes = (1..=6).map(|at| format!("let pass by record {at}")).collect();
        let pages = table.pages(Paper::A4).unwrap();
        let texts: Vec<&str> = pages[0].lines.iter().map(|line| line.text.as_str()).collect();
        for wanted in [
            "Reached",
            "champion",
            "DQ",
            "Places of the bracket. † has left the event DQ: disqualified",
            "let pass by record 4",
            "… and 2 more",
        ] {
            assert!(texts.contains(&wanted), "{wanted}: {texts:?}");
        }
        let page = crate::Screen::of_standings(&table).to_html();
        for wanted in ["<th>Reached</th>", "<bdi>champion</bdi>", "Places of the bracket."] {
            assert!(page.contains(wanted), "{wanted}");
        }
    }

    #[test]
    fn every_page_of_sealed_standings_carries_the_head_of_the_event() {
        let seal = EventSeal { event: "gt".into(), round: 3, seq: 112, head: Hash::of(b"head") };
        let pages = table(Some(seal.clone())).pages(Paper::A4).unwrap();
        assert!(pages.len() > 1);
        let wanted = Code::new(&seal.to_string()).unwrap();
        for page in &pages {
            let codes: Vec<_> = page
                .shapes
                .iter()
                .filter_map(|shape| match shape {
                    Shape::Code { area, code } => Some((area.height, code)),
                    _ => None,
                })
                .collect();
            assert_eq!(codes.len(), 1);
            assert!(codes[0].1 == &wanted && codes[0].0 >= 50.0, "the code of the seal, large enough for a phone");
        }
        let plain = table(None).pages(Paper::A4).unwrap();
        assert!(plain.iter().all(|page| page.shapes.iter().all(|shape| !matches!(shape, Shape::Code { .. }))));
        assert_ne!(plain.len(), 0);
    }
}
