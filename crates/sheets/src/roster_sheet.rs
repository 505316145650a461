//! An army list on paper.
//!
//! # Source
//! `docs/rules/muster.md`, H-roster: the fields of the summary and of the Detachments.

use adjutant_engine::roster::{Roster, RosterUnit};

use crate::area::Area;
use crate::document::Sheet;
use crate::error::SheetError;
use crate::heading::{self, Occasion};
use crate::ink::{Align, HAIRLINE, Ink, Style};
use crate::page::Page;
use crate::paper::Paper;
use crate::scoring::as_words;
use crate::text::wrap;

/// An army list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RosterSheet {
    /// The event, where it is printed for one.
    pub occasion: Occasion,
    /// Name of the player.
    pub player: String,
    /// Name of the army.
    pub army: String,
    /// Army Faction.
    pub faction: Option<String>,
    /// Title of the Warlord's unit.
    pub warlord: Option<String>,
    /// Command points at the start of the battle.
    pub starting_cp: Option<i32>,
    /// Points set aside.
    pub reinforcement_points: i32,
    /// Points of all units.
    pub total_points: i32,
    /// In the order of the list.
    pub detachments: Vec<RosterDetachment>,
    /// Anything else.
    pub notes: Vec<String>,
}

/// A Detachment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RosterDetachment {
    /// Its type, such as `Battalion`.
    pub kind: String,
    /// Name given by the player.
    pub name: Option<String>,
    /// Command points that it costs.
    pub cp: i32,
    /// Points of its units.
    pub points: i32,
    /// Power of its units.
    pub power: i32,
    /// Its units.
    pub units: Vec<RosterUnitLine>,
}

/// A unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RosterUnitLine {
    /// Title of its datasheet, and the player's name for it.
    pub title: String,
    /// Battlefield role.
    pub role: String,
    /// Number of models.
    pub models: i32,
    /// Power Rating.
    pub power: i32,
    /// Points, wargear included.
    pub points: i32,
    /// Wargear, keywords, powers, traits and relics, each as label and list.
    pub details: Vec<(&'static str, String)>,
}

const COLUMNS: [f32; 5] = [3.2, 1.2, 0.6, 0.6, 0.7];
const HEADS: [&str; 5] = ["Unit", "Role", "Models", "Power", "Points"];
const ROW: f32 = 17.0;
const DETAIL: f32 = 10.5;
const DETAIL_LINES: usize = 4;

impl RosterSheet {
    /// The sheet of a roster; Command points come from folding the muster.
    pub fn of(roster: &Roster, player: &str, starting_cp: Option<i32>, occasion: Occasion) -> RosterSheet {
        let warlord = roster.warlord.as_ref().and_then(|lord| roster.units().find(|unit| unit.id == lord.unit));
        RosterSheet {
            occasion,
            player: player.to_owned(),
            army: roster.name.to_string(),
            faction: roster.faction.as_ref().map(ToString::to_string),
            warlord: warlord.map(title),
            starting_cp,
            reinforcement_points: roster.reinforcement_points.get(),
            total_points: roster.points(),
            detachments: roster.detachments.iter().map(detachment).collect(),
            notes: roster.notes.clone(),
        }
    }
}

fn detachment(detachment: &adjutant_engine::roster::Detachment) -> RosterDetachment {
    RosterDetachment {
        kind: as_words(detachment.kind.as_str()),
        name: detachment.name.as_ref().map(ToString::to_string),
        cp: detachment.cp.get(),
        points: detachment.units.iter().map(|unit| unit.points.get()).sum(),
        power: detachment.units.iter().map(|unit| unit.power.get()).sum(),
        units: detachment.units.iter().map(unit_line).collect(),
    }
}

fn title(unit: &RosterUnit) -> String {
    match &unit.name {
        Some(name) => format!("{} “{name}”", unit.datasheet),
        None => unit.datasheet.to_string(),
    }
}

fn unit_line(unit: &RosterUnit) -> RosterUnitLine {
    let join =
        |names: &[adjutant_engine::ids::Name]| names.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let weapons = unit.models.iter().flat_map(|group| &group.weapons).map(|weapon| &weapon.name);
    let mut wargear: Vec<String> = Vec::new();
    for name in weapons.chain(&unit.wargear).map(ToString::to_string) {
        if !wargear.contains(&name) {
            wargear.push(name);
        }
    }
    let keywords: Vec<_> = unit.faction_keywords.iter().chain(&unit.keywords).cloned().collect();
    let details = [
        ("Wargear", wargear.join(", ")),
        ("Keywords", join(&keywords)),
        ("Psychic powers", join(&unit.psychic_powers)),
        ("Warlord Traits", join(&unit.warlord_traits)),
        ("Relics", join(&unit.relics)),
    ];
    RosterUnitLine {
        title: title(unit),
        role: unit.role.printed().to_owned(),
        models: unit.models.iter().map(|group| group.count.get()).sum(),
        power: unit.power.get(),
        points: unit.points.get(),
        details: details.into_iter().filter(|(_, text)| !text.is_empty()).collect(),
    }
}

impl Sheet for RosterSheet {
    fn title(&self) -> String {
        self.occasion.title(&format!("{}: {}", self.player, self.army))
    }

    fn pages(&self, paper: Paper) -> Result<Vec<Page>, SheetError> {
        let mut flow = Flow::new(self, paper);
        flow.summary();
        for detachment in &self.detachments {
            flow.detachment(detachment);
        }
        for note in &self.notes {
            flow.paragraph("Note", note);
        }
        Ok(flow.finish())
    }
}

/// Blocks set one below the other, a new page begun where one does not fit.
struct Flow<'a> {
    sheet: &'a RosterSheet,
    paper: Paper,
    pages: Vec<Page>,
    page: Page,
    rest: Area,
}

impl<'a> Flow<'a> {
    fn new(sheet: &'a RosterSheet, paper: Paper) -> Flow<'a> {
        let (page, rest) = begin(sheet, paper);
        Flow { sheet, paper, pages: Vec::new(), page, rest }
    }

    fn finish(mut self) -> Vec<Page> {
        self.pages.push(self.page);
        self.pages
    }

    /// The next strip of the page, or the first of a new one.
    fn strip(&mut self, height: f32) -> Area {
        if self.rest.height < height {
            self.turn_over();
        }
        self.rest.cut_top(height)
    }

    fn turn_over(&mut self) {
        let (page, rest) = begin(self.sheet, self.paper);
        self.pages.push(std::mem::replace(&mut self.page, page));
        self.rest = rest;
    }

    fn summary(&mut self) {
        let sheet = self.sheet;
        let number = |value: Option<i32>| value.map_or("–".to_owned(), |value| value.to_string());
        let names = [
            ("Army", sheet.army.clone()),
            ("Army Faction", sheet.faction.clone().unwrap_or_default()),
            ("Warlord", sheet.warlord.clone().unwrap_or_default()),
        ];
        let figures = [
            ("Starting Command points", number(sheet.starting_cp)),
            ("Reinforcement Points", sheet.reinforcement_points.to_string()),
            ("Total points", sheet.total_points.to_string()),
        ];
        for fields in [names, figures] {
            let row = self.strip(30.0);
            for (area, (label, value)) in row.columns([1.0; 3]).into_iter().zip(fields) {
                self.page.field(area, label, &value, Style::STRONG);
            }
            self.page.rule_below(row, HAIRLINE, Ink::Silver);
        }
    }

    fn detachment(&mut self, detachment: &RosterDetachment) {
        // The heading of a Detachment stays with its first unit.
        let first = detachment.units.first().map_or(0.0, |unit| height(unit, self.rest.width));
        if self.rest.height < 10.0 + 2.0 * ROW + first {
            self.turn_over();
        }
        self.strip(10.0);
        let bar = self.strip(ROW + 3.0);
        self.page.fill(bar, Ink::Accent);
        let name = detachment.name.as_ref().map(|name| format!(" “{name}”")).unwrap_or_default();
        let sums = format!("{} CP · {} Power · {} points", detachment.cp, detachment.power, detachment.points);
        let [left, right] = bar.columns([0.62, 0.38]);
        self.page.cell(left, Style::HEAD.sized(10.0), Align::Left, &format!("{}{name}", detachment.kind));
        self.page.cell(right, Style::HEAD, Align::Right, &sums);
        let heads = self.strip(13.0);
        self.cells(heads, Style::LABEL, Style::LABEL, HEADS.map(str::to_owned));
        for unit in &detachment.units {
            self.unit(unit);
        }
    }

    fn unit(&mut self, unit: &RosterUnitLine) {
        let mut area = self.strip(height(unit, self.rest.width));
        self.page.rule_above(area, HAIRLINE, Ink::Silver);
        let row = area.cut_top(ROW);
        let figures = [unit.models, unit.power, unit.points].map(|figure| figure.to_string());
        let [models, power, points] = figures;
        self.cells(row, Style::STRONG, Style::BODY, [unit.title.clone(), unit.role.clone(), models, power, points]);
        for (label, text) in &unit.details {
            for (index, line) in detail_lines(text, area.width).into_iter().enumerate() {
                let mut strip = area.cut_top(DETAIL).inset_each(5.0, 0.0);
                let left = strip.cut_left(LABEL_WIDTH);
                self.page.text(left, Style::LABEL, Align::Left, if index == 0 { label } else { "" });
                self.page.text(strip, DETAIL_STYLE, Align::Left, &line);
            }
        }
    }

    fn paragraph(&mut self, label: &'static str, text: &str) {
        let unit = RosterUnitLine { details: vec![(label, text.to_owned())], ..RosterUnitLine::default() };
        let mut area = self.strip(height(&unit, self.rest.width));
        area.cut_top(ROW / 2.0);
        for line in detail_lines(text, area.width) {
            let mut strip = area.cut_top(DETAIL).inset_each(5.0, 0.0);
            let left = strip.cut_left(LABEL_WIDTH);
            self.page.text(left, Style::LABEL, Align::Left, label);
            self.page.text(strip, DETAIL_STYLE, Align::Left, &line);
        }
    }

    fn cells(&mut self, row: Area, first: Style, others: Style, texts: [String; 5]) {
        for (index, (cell, text)) in row.columns(COLUMNS).into_iter().zip(texts).enumerate() {
            let align = if index < 2 { Align::Left } else { Align::Right };
            self.page.cell(cell, if index == 0 { first } else { others }, align, &text);
        }
    }
}

const LABEL_WIDTH: f32 = 62.0;
const DETAIL_STYLE: Style = Style::BODY.sized(8.0);

fn detail_lines(text: &str, width: f32) -> Vec<String> {
    wrap(text, DETAIL_STYLE, width - LABEL_WIDTH - 10.0, DETAIL_LINES)
}

fn height(unit: &RosterUnitLine, width: f32) -> f32 {
    let lines: usize = unit.details.iter().map(|(_, text)| detail_lines(text, width).len()).sum();
    ROW + lines as f32 * DETAIL + 3.0
}

fn begin(sheet: &RosterSheet, paper: Paper) -> (Page, Area) {
    let mut page = Page::new(paper);
    let mut rest = paper.printable();
    let kind = format!("Army roster · {}", sheet.player);
    heading::draw_list(&mut page, rest.cut_top(heading::HEIGHT), &sheet.occasion, &kind);
    (page, rest)
}
