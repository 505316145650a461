//! Sheets for matches of two teams: the slip on which the captains report, and the sheet on which a captain plans.

use crate::area::Area;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::{self, Occasion};
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::page::{FRAME, Page};
use crate::paper::Paper;
use crate::result_slips::draw_card_head;

/// A member of a team.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamMember {
    /// Name.
    pub name: String,
    /// Faction, where it is known.
    pub faction: Option<String>,
}

/// A team.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamCard {
    /// Name.
    pub name: String,
    /// Its members, in their order.
    pub members: Vec<TeamMember>,
}

/// The match of two teams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamSlip {
    /// Its table.
    pub table: Option<u32>,
    /// Both teams.
    pub teams: [TeamCard; 2],
    /// Who meets whom, by place in the teams, once the captains have paired; otherwise to be written in.
    pub games: Vec<[usize; 2]>,
}

/// The slips of a round: two to a page, a line for every game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TeamSlips {
    /// Event, round and date.
    pub occasion: Occasion,
    /// One a table.
    pub slips: Vec<TeamSlip>,
    /// What the points of the table of all games add up to, where the event has such a table.
    pub total: Option<u32>,
}

impl Sheet for TeamSlips {
    fn title(&self) -> String {
        self.occasion.title("Team slips")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let page_of = |pair: &[TeamSlip]| {
            let mut page = Page::new(paper);
            let whole = paper.whole();
            for (half, slip) in whole.rows(2).zip(pair) {
                self.draw(&mut page, half.inset(30.0), slip);
            }
            let middle = whole.height / 2.0;
            page.dashed([0.0, middle], [whole.width, middle], Ink::Grey);
            page
        };
        Ok(self.slips.chunks(2).map(page_of).collect())
    }
}

impl TeamSlips {
    fn draw(&self, page: &mut Page, area: Area, slip: &TeamSlip) {
        let mut rest = area;
        draw_card_head(page, rest.cut_top(32.0), &self.occasion, "Team slip");
        let number = |value: Option<u32>| value.map_or_else(|| "___".to_owned(), |value| value.to_string());
        let facts = format!("Round {} · Table {}", number(self.occasion.round), number(slip.table));
        page.text(rest.cut_top(18.0), Style::STRONG.sized(11.0), Align::Left, &facts);
        let [left, right] = rest.cut_bottom(30.0).columns([1.0; 2]);
        page.blank_line(left.inset_each(6.0, 0.0), "Captain");
        page.blank_line(right.inset_each(6.0, 0.0), "Captain");
        let count = slip.teams[0].members.len().max(slip.teams[1].members.len()).max(1);
        let row = (rest.height / (count as f32 + 2.0)).min(26.0);
        let points = self.total.is_some();
        // Number, player, victory points, points of the table, and the same mirrored.
        let shares: Vec<f32> =
            if points { vec![0.35, 2.0, 0.6, 0.6, 0.6, 0.6, 2.0] } else { vec![0.35, 2.0, 0.7, 0.7, 2.0] };
        let mut line = |[number, left, own, right]: [&str; 4], style: Style, fill: Option<Ink>| {
            let area = rest.cut_top(row);
            if let Some(ink) = fill {
                page.fill(area, ink);
            }
            let inner = if own.is_empty() { ["", ""] } else { [own, "Pts"] };
            let mut cells = vec![number, left];
            cells.extend(if points { vec![inner[0], inner[1], inner[1], inner[0]] } else { vec![own, own] });
            cells.push(right);
            for (at, cell) in area.columns_of(&shares).into_iter().enumerate() {
                let align = if at + 1 == shares.len() { Align::Right } else { Align::Left };
                page.cell(cell, style, align, cells[at]);
                if at > 0 {
                    page.rule_left(cell, HAIRLINE, Ink::Silver);
                }
            }
            page.rule_below(area, HAIRLINE, Ink::Silver);
            page.frame(area, HAIRLINE, Ink::Silver);
        };
        let head = Style::HEAD.sized(9.0).inked(Ink::Accent);
        line(["", &slip.teams[0].name, "VP", &slip.teams[1].name], head, Some(Ink::Tint));
        for game in 0..count {
            let name = |side: usize| {
                let seat = slip.games.get(game).map(|seats| seats[side]);
                seat.and_then(|seat| slip.teams[side].members.get(seat)).map(shown).unwrap_or_default()
            };
            let (one, two) = (name(0), name(1));
            line([&(game + 1).to_string(), &one, "", &two], Style::BODY, None);
        }
        let total = self.total.map_or_else(|| "Total".to_owned(), |total| format!("Total (both: {total} Pts)"));
        line(["", &total, "", "Total"], Style::STRONG, Some(Ink::Tint));
        draw_names(page, rest, slip);
    }
}

/// Until the captains have paired, the names stand below.
fn draw_names(page: &mut Page, mut rest: Area, slip: &TeamSlip) {
    rest.cut_top(4.0);
    for team in slip.teams.iter().filter(|_| slip.games.is_empty()) {
        let members: Vec<String> = team.members.iter().map(shown).collect();
        let text = format!("{}: {}", team.name, members.join(", "));
        page.lines(rest.cut_top(24.0), Style::BODY.sized(7.5).inked(Ink::Grey), Align::Left, &text, 2);
    }
}

fn shown(member: &TeamMember) -> String {
    match &member.faction {
        Some(faction) => format!("{} ({faction})", member.name),
        None => member.name.clone(),
    }
}

/// The sheets of the captains of a round: one for each team of every match, own players down, the others' across, with
/// room to note what each game should bring.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaptainSheets {
    /// Event, round and date.
    pub occasion: Occasion,
    /// One a table.
    pub slips: Vec<TeamSlip>,
}

impl Sheet for CaptainSheets {
    fn title(&self) -> String {
        self.occasion.title("Captains' sheets")
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let both = |slip: &TeamSlip| {
            let [one, two] = &slip.teams;
            [self.page(paper, slip.table, one, two), self.page(paper, slip.table, two, one)]
        };
        Ok(self.slips.iter().flat_map(both).collect())
    }
}

impl CaptainSheets {
    fn page(&self, paper: Paper, table: Option<u32>, own: &TeamCard, other: &TeamCard) -> Page {
        let mut page = Page::new(paper);
        let mut rest = paper.printable();
        let occasion = Occasion { table, ..self.occasion.clone() };
        heading::draw_list(&mut page, rest.cut_top(heading::HEIGHT), &occasion, "Captain's sheet");
        let table = table.map_or_else(String::new, |table| format!(", table {table}"));
        let text = format!("{} against {}{table}", own.name, other.name);
        page.text(rest.cut_top(26.0), Style::STRONG.sized(12.0), Align::Left, &text);
        let across = other.members.len().max(1);
        let mut shares = vec![1.8];
        shares.extend(vec![1.0; across]);
        let grid = rest.cut_top(54.0 + 44.0 * own.members.len() as f32);
        let mut left = grid;
        let head = left.cut_top(54.0);
        page.fill(head, Ink::Tint);
        for (cell, member) in head.columns_of(&shares).into_iter().skip(1).zip(&other.members) {
            page.lines(cell.inset(3.0), Style::HEAD.sized(7.5).inked(Ink::Accent), Align::Centre, &shown(member), 4);
        }
        for member in &own.members {
            let row = left.cut_top(44.0);
            for (at, cell) in row.columns_of(&shares).into_iter().enumerate() {
                if at == 0 {
                    page.lines(cell.inset(4.0), Style::STRONG, Align::Left, &shown(member), 2);
                } else {
                    page.rule_left(cell, HAIRLINE, Ink::Silver);
                }
            }
            page.rule_below(row, HAIRLINE, Ink::Silver);
        }
        page.frame(grid, FRAME, Ink::Black);
        rest.cut_top(20.0);
        for label in ["Defender", "Attackers sent", "Refused", "Tables", "Notes"] {
            page.blank_line(rest.cut_top(34.0), label);
        }
        page
    }
}
