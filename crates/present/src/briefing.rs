//! The briefing of a mission, made from its data.

use std::fmt::{self, Write};

use adjutant_engine::command::BattleSize;
use adjutant_engine::ids::{ActionId, MissionId, Name};
use adjutant_engine::law::{Column, ColumnSource, Pack};
use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{Category, Edge, Marker, Mission, Objective, Piece, Zone};
use adjutant_engine::side::MapSide;
use serde::Serialize;

use crate::map::piece_line;
use crate::words::{action_in_words, kind_in_words, objective_in_words, played_in_words, rule_in_words};

/// Columns of the printed briefing.
const WIDTH: usize = 80;

/// What two players have to know of a mission; prints as a text of 80 columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Briefing {
    /// The pack's title.
    pub pack: Name,
    /// The mission's id.
    pub id: MissionId,
    /// Its name.
    pub name: Name,
    /// How far the pack can be relied on, and the version of the mission's source, where they are said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
    /// Whose work the pack is made from, and under which licence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<String>,
    /// Its battle size, as the folders name it.
    pub size: BattleSize,
    /// The dice that roll it, in words: `D33 12`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// The board.
    pub board: String,
    /// Zones of sides A and B, then territories where the map draws them.
    pub areas: Vec<String>,
    /// The players' edges.
    pub edges: String,
    /// The markers.
    pub markers: Vec<MarkerLine>,
    /// The terrain of the mission's layout, where it has one, with the traits that it says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terrain: Vec<String>,
    /// The primary objective.
    pub primary: Option<Part>,
    /// The primary objective of each player instead, by what the army is bent on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub primaries: Vec<Part>,
    /// The secondary objectives that only this mission offers.
    pub secondaries: Vec<Part>,
    /// Objectives that both players have in every mission, where the pack has any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<Part>,
    /// The secondary mission cards, where the pack has any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Part>,
    /// What its ruleset does by dice, by agreement or by units of one kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<String>,
    /// The mission rules, those included that are kept at the table only.
    pub rules: Vec<Part>,
    /// The actions that the mission or its objectives open.
    pub actions: Vec<Part>,
}

/// A marker of the briefing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkerLine {
    /// `m1`, `m2` …
    pub id: String,
    /// Its label on the map.
    pub label: Option<String>,
    /// Where it lies, in inches from the bottom-left corner.
    pub at: String,
    /// Zone, territory, centre.
    pub lies: String,
}

/// Something with a name and sentences about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// What there is to say.
    pub sentences: Vec<String>,
}

/// The briefing of a mission.
///
/// ```
/// let pack = adjutant_packs::gt2020();
/// let briefing = adjutant_present::briefing(&pack, &pack.missions["raid"]);
/// assert_eq!(briefing.areas[0], "zone of side A: 10\" along the left edge");
/// assert!(briefing.to_string().lines().all(|line| line.chars().count() <= 80));
/// ```
pub fn briefing(pack: &Pack, mission: &Mission) -> Briefing {
    let objective = |id| pack.objectives.get(id).map(|objective| objective_part(pack, objective));
    let (_, actions) = pack.offered(mission);
    let own = |action: &ActionId| {
        let by = |id| pack.objectives.get(id).is_some_and(|objective| objective.actions.contains(action));
        mission.actions.contains(action) || mission.secondaries.iter().any(by) || mission.primary_objectives().any(by)
    };
    let mut areas: Vec<String> = areas(mission, "zone", &mission.zones.a, &mission.zones.b);
    if let Some(territories) = &mission.territories {
        areas.extend(self::areas(mission, "territory", &territories.a, &territories.b));
    }
    for other in &mission.other_zones {
        let words = self::areas(mission, "zone", &other.zones.a, &other.zones.b);
        areas.extend(words.into_iter().map(|words| format!("or, {}: {words}", other.name)));
    }
    Briefing {
        pack: pack.file.title.clone(),
        id: mission.id.clone(),
        name: mission.name.clone(),
        standing: standing(pack, mission),
        attribution: pack.file.attribution.clone(),
        size: mission.size,
        dice: pack.dice_of(mission),
        board: format!("{}\" x {}\"", mission.board[0], mission.board[1]),
        areas,
        edges: format!("A {}, B {}", edge(mission.edges.a), edge(mission.edges.b)),
        markers: mission.markers.iter().map(marker_line).collect(),
        terrain: mission.terrain.iter().map(terrain_line).collect(),
        primary: mission.primary.as_ref().and_then(objective),
        primaries: primaries(pack, mission),
        secondaries: mission.secondaries.iter().filter_map(objective).collect(),
        fixed: fixed(pack),
        cards: pack.cards().map(|card| card_part(card)).collect(),
        played: played_in_words(pack, mission),
        rules: rules(mission),
        actions: actions
            .into_iter()
            .filter(|action| own(&action.id))
            .map(|action| {
                let everybody = if mission.actions.contains(&action.id) { ", open to both players" } else { "" };
                Part { name: format!("{}{everybody}", action.name), sentences: action_in_words(action) }
            })
            .collect(),
    }
}

/// How far a mission can be relied on: what its pack says, and the version of its source.
pub fn standing(pack: &Pack, mission: &Mission) -> Option<String> {
    let parts = [pack.file.standing.as_ref(), mission.version.as_ref()];
    let parts: Vec<&str> = parts.into_iter().flatten().map(Name::as_str).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The primary objective of each player, by what its army is bent on.
fn primaries(pack: &Pack, mission: &Mission) -> Vec<Part> {
    let part = |id| pack.objectives.get(id).map(|objective| objective_part(pack, objective));
    let each = mission.primaries.iter().filter_map(|(is, id)| {
        let part = part(id)?;
        Some(Part { name: format!("{} ({})", part.name, is.as_str().replace('-', " ")), ..part })
    });
    each.collect()
}

/// The mission rules by name; one that does several things has several sentences.
fn rules(mission: &Mission) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for rule in &mission.rules {
        let (name, sentence) = (rule.name().to_string(), rule_in_words(rule));
        match parts.iter_mut().find(|part| part.name == name) {
            Some(part) => part.sentences.push(sentence),
            None => parts.push(Part { name, sentences: vec![sentence] }),
        }
    }
    parts
}

fn objective_part(pack: &Pack, objective: &Objective) -> Part {
    let primary = objective.category == Category::PRIMARY;
    let source = if primary { ColumnSource::Primary } else { ColumnSource::Choice(0) };
    let column = pack.law.column_of(&source).map(|column| &pack.law.columns[column]);
    let cap = column.map_or(pack.law.total_cap, |column| column.cap);
    let name = format!("{} ({}, {cap} VP at most)", objective.name, kind_in_words(objective.kind));
    Part { name, sentences: objective_in_words(objective) }
}

/// The objectives of the columns that are the same for everybody.
fn fixed(pack: &Pack) -> Vec<Part> {
    let of = |column: &Column| {
        let ColumnSource::Fixed(id) = &column.from else { return None };
        let objective = pack.objectives.get(id)?;
        let name = format!("{} ({}, {} VP at most)", objective.name, kind_in_words(objective.kind), column.cap);
        Some(Part { name, sentences: objective_in_words(objective) })
    };
    pack.law.columns.iter().filter_map(of).collect()
}

/// A card: all of them share one column and its cap.
fn card_part(card: &Objective) -> Part {
    Part { name: card.name.to_string(), sentences: objective_in_words(card) }
}

fn areas(mission: &Mission, noun: &str, a: &Zone, b: &Zone) -> Vec<String> {
    [("A", a), ("B", b)].map(|(side, zone)| format!("{noun} of side {side}: {}", area(mission, zone))).to_vec()
}

/// A strip along an edge where the area is one, otherwise its corners.
fn area(mission: &Mission, zone: &Zone) -> String {
    let span = |axis: usize| {
        let values = zone.polygon.iter().map(|corner| corner[axis]);
        Some((values.clone().min()?, values.max()?))
    };
    let (Some((left, right)), Some((bottom, top))) = (span(0), span(1)) else { return "nowhere".into() };
    let cornered =
        |corner: &[Inches; 2]| (corner[0] == left || corner[0] == right) && (corner[1] == bottom || corner[1] == top);
    let rectangle = zone.polygon.len() == 4 && zone.polygon.iter().all(cornered);
    let [width, height] = mission.board;
    let zero = Default::default();
    let full = [left == zero && right == width, bottom == zero && top == height];
    let words = match (rectangle, full, (left == zero, right == width, bottom == zero, top == height)) {
        (true, [false, true], (true, ..)) => format!("{right}\" along the left edge"),
        (true, [false, true], (_, true, ..)) => format!("{}\" along the right edge", less(width, left)),
        (true, [true, false], (_, _, true, _)) => format!("{top}\" along the bottom edge"),
        (true, [true, false], (.., true)) => format!("{}\" along the top edge", less(height, bottom)),
        (true, ..) => format!("x {left} to {right}, y {bottom} to {top}"),
        _ => {
            let corners: Vec<String> = zone.polygon.iter().map(|[x, y]| format!("({x}, {y})")).collect();
            format!("between {}", corners.join(" "))
        }
    };
    match &zone.minus_circle {
        Some(circle) => {
            format!("{words}, less {}\" around ({}, {})", circle.radius, circle.centre[0], circle.centre[1])
        }
        None => words,
    }
}

fn less(from: Inches, take: Inches) -> Inches {
    Inches::from_thousandths(from.thousandths() - take.thousandths()).unwrap_or_default()
}

fn edge(edge: Edge) -> &'static str {
    edge.as_str()
}

fn marker_line(marker: &Marker) -> MarkerLine {
    let letter = |side| if side == MapSide::A { "A" } else { "B" };
    let mut lies = Vec::new();
    if marker.central {
        lies.push("centre".to_string());
    }
    lies.extend(marker.zone.map(|side| format!("zone {}", letter(side))));
    lies.extend(marker.territory.each().into_iter().map(|side| format!("territory {}", letter(side))));
    lies.extend(marker.roles.iter().map(ToString::to_string));
    MarkerLine {
        id: marker.id.to_string(),
        label: marker.label.clone(),
        at: format!("({}, {})", marker.at[0], marker.at[1]),
        lies: lies.join(", "),
    }
}

/// Where a piece stands, and what was agreed on of it.
fn terrain_line(piece: &Piece) -> String {
    let traits = piece.traits.as_deref().unwrap_or_default().iter().map(|name| name.as_str().to_owned());
    let save = piece.save.map(|save| format!("save {}+", save.get()));
    let agreed = traits.chain(save).collect::<Vec<_>>().join(", ");
    let colon = if agreed.is_empty() { "" } else { ": " };
    format!("{}{colon}{agreed}", piece_line(piece))
}

impl fmt::Display for Briefing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_columns(WIDTH))
    }
}

impl Briefing {
    /// The text in lines of at most so many columns.
    pub fn in_columns(&self, columns: usize) -> String {
        let mut text = String::new();
        // Nothing that writes into a text fails.
        let _ = self.write(&mut Lines { text: &mut text, columns });
        text
    }

    fn write(&self, f: &mut Lines<'_>) -> fmt::Result {
        let dice = self.dice.as_ref().map_or_else(String::new, |dice| format!(" {dice},"));
        writeln!(f, "{}", self.name)?;
        wrapped(f, "", &format!("{}, {},{dice} id {}", self.pack, self.size, self.id))?;
        if let Some(standing) = &self.standing {
            wrapped(f, "", &format!("Standing: {standing}"))?;
        }
        writeln!(f, "\nMAP  {}, places from the bottom-left corner", self.board)?;
        for area in &self.areas {
            wrapped(f, "  ", area)?;
        }
        writeln!(f, "  edges: {}", self.edges)?;
        let labels = self.markers.iter().filter_map(|marker| marker.label.as_ref());
        let width = labels.map(|label| label.chars().count() + 1).max().unwrap_or(0);
        for marker in &self.markers {
            let label = marker.label.as_deref().unwrap_or("");
            let line = format!("  {:<4}{label:<width$}{:<18}{}", marker.id, marker.at, marker.lies);
            writeln!(f, "{}", line.trim_end())?;
        }
        for piece in &self.terrain {
            wrapped(f, "  ", piece)?;
        }
        heading(f, "PRIMARY", self.primary.as_slice())?;
        heading(f, "PRIMARY OF EACH PLAYER", &self.primaries)?;
        heading(f, "MISSION SECONDARY", &self.secondaries)?;
        heading(f, "FOR BOTH PLAYERS", &self.fixed)?;
        heading(f, "SECONDARY CARDS", &self.cards)?;
        if !self.played.is_empty() {
            writeln!(f, "\nHOW IT IS PLAYED")?;
            for sentence in &self.played {
                wrapped(f, "  ", sentence)?;
            }
        }
        heading(f, "MISSION RULES", &self.rules)?;
        heading(f, "ACTIONS", &self.actions)?;
        match &self.attribution {
            Some(attribution) => {
                writeln!(f, "\nSOURCE")?;
                wrapped(f, "  ", attribution)
            }
            None => Ok(()),
        }
    }
}

fn heading(f: &mut Lines<'_>, title: &str, parts: &[Part]) -> fmt::Result {
    if parts.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}")?;
    for part in parts {
        wrapped(f, "  ", &part.name)?;
        for sentence in &part.sentences {
            wrapped(f, "    ", sentence)?;
        }
    }
    Ok(())
}

/// A text that grows, and the most columns of its lines.
struct Lines<'a> {
    text: &'a mut String,
    columns: usize,
}

impl fmt::Write for Lines<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        Ok(())
    }
}

/// Writes a text in lines of at most so many columns; those after the first stand a little deeper.
fn wrapped(f: &mut Lines<'_>, indent: &str, text: &str) -> fmt::Result {
    let mut line = indent.to_string();
    for word in text.split(' ') {
        let is_new = line.trim().is_empty();
        if !is_new && line.chars().count() + 1 + word.chars().count() > f.columns {
            writeln!(f, "{line}")?;
            line = format!("{indent}  {word}");
        } else {
            if !is_new {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    writeln!(f, "{line}")
}
