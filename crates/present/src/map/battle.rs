//! A battle as it stands: the mission's ground with holders and models on it.

use adjutant_engine::command::Holder;
use adjutant_engine::side::{MapSide, Player};
use adjutant_engine::state::State;
use adjutant_engine::view::{MarkerView, Status, UnitStatus, View};

use crate::names::name_of;

use super::frame::{FOOT, HEAD, MARGIN, SCALE, close_page, draw_key, open_page};
use super::ground::{self, MarkerLook, MarkerSize};
use super::paper::{GROUND, INK, PLAYERS, Paper, SIDES, spot};
use super::text;
use super::units::{self, Area, Drawn};

/// Height of a line of words below the map.
const LINE: i64 = 1_150;
/// Characters of a line below the map, for each inch of the board's width.
const CHARACTERS_PER_INCH: i64 = 2;

/// A battle drawn on a page of its own.
pub(super) struct Page {
    /// The elements inside the document.
    pub(super) body: String,
    pub(super) width: i64,
    pub(super) height: i64,
}

/// Draws a battle; `title` stands above it, ids begin with `prefix`.
pub(super) fn page(state: &State, title: &str, prefix: &str) -> Option<Page> {
    let mission = state.mission.as_deref()?;
    let view = View::of(state);
    let mut paper = Paper::new(mission, prefix);
    let drawn = units::on_map(state);
    let absent = absent_lines(state, &drawn, usize::try_from(paper.width / 1_000 * CHARACTERS_PER_INCH).unwrap_or(80));
    let foot = FOOT + 300 + LINE * i64::try_from(absent.len()).unwrap_or(0);
    let colours = side_colours(state, PLAYERS);
    let (width, height) = (paper.width + 2 * MARGIN, paper.height + HEAD + foot);
    open_page(&mut paper, title, &moment(&view), foot);
    let mut taken = ground::draw(&mut paper, mission, colours);
    ground::draw_terrain(&mut paper, state.terrain().iter());
    let looks = markers(&view);
    let control = &state.law().control;
    let size = MarkerSize::of(control);
    ground::draw_markers(&mut paper, &looks, size);
    taken.extend(looks.iter().map(|look| Area::around(look.at, 900, 1_800)));
    units::draw(&mut paper, &drawn, taken, PLAYERS);
    ground::draw_marker_names(&mut paper, &looks, size);
    let names = [Player::One, Player::Two].map(|player| player_name(state, player));
    draw_key(&mut paper, [&names[0], &names[1]], PLAYERS, Some(control));
    for (index, line) in absent.iter().enumerate() {
        let y = paper.height + FOOT + 500 + LINE * i64::try_from(index).unwrap_or(0);
        let line = super::paper::escaped(line);
        paper.draw(format_args!(r#"<text x="0" y="{y}" font-size="760" fill="{INK}">{line}</text>"#));
    }
    close_page(&mut paper);
    Some(Page { body: paper.finish(), width, height })
}

/// A whole document around one page.
pub(super) fn document(page: &Page) -> String {
    let Page { body, width, height } = page;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" \
         height=\"{}\">\n{body}</svg>\n",
        width / SCALE,
        height / SCALE
    )
}

/// A battle in characters.
pub(super) fn characters(state: &State, width: usize) -> Option<String> {
    let mission = state.mission.as_deref()?;
    let view = View::of(state);
    let drawn = units::on_map(state);
    let mut grid = text::Grid::of(mission, width);
    grid.terrain(state.terrain().iter());
    for unit in &drawn {
        for model in &unit.models {
            grid.word(model.at, 0, sign(unit.unit.player));
        }
    }
    for marker in view.markers.iter().filter(|marker| marker.on_battlefield) {
        grid.word(spot(marker.at), 0, &marker_word(marker));
    }
    for unit in &drawn {
        grid.word(unit.middle(), 1, unit.unit.id.as_str());
    }
    let key = text::key(!state.terrain().is_empty());
    let mut out = format!("{}\n{}\n{}{key}\n", mission.name, moment(&view), grid.framed());
    for player in Player::BOTH {
        out += &format!("  {} {}\n", sign(player), player_name(state, player));
    }
    for (printed, marker) in mission.markers.iter().zip(&view.markers).filter(|(_, marker)| marker.on_battlefield) {
        let holder = match marker.holder {
            Some(Holder::One) => "held by one",
            Some(Holder::Two) => "held by two",
            Some(Holder::None) => "held by nobody",
            None => "holder unknown",
        };
        out += &format!("{}, {holder}\n", text::marker_line(printed, marker.at));
    }
    out += &text::terrain_lines(state.terrain().iter());
    for line in absent_lines(state, &drawn, width.max(20) - 2) {
        out += &format!("  {line}\n");
    }
    Some(out)
}

fn sign(player: Player) -> &'static str {
    match player {
        Player::One => "●",
        Player::Two => "○",
    }
}

fn marker_word(marker: &MarkerView) -> String {
    let label = marker.label.as_ref().map_or(String::new(), |label| format!(" {label}"));
    let holder = match marker.holder {
        Some(Holder::One) => "●",
        Some(Holder::Two) => "○",
        Some(Holder::None) => "",
        None => "?",
    };
    format!("[{}{label}{holder}]", marker.id)
}

fn markers(view: &View) -> Vec<MarkerLook> {
    let lying = view.markers.iter().filter(|marker| marker.on_battlefield);
    let look = |marker: &MarkerView| {
        let (fill, ink) = match marker.holder {
            Some(Holder::One) => (PLAYERS[0], GROUND),
            Some(Holder::Two) => (PLAYERS[1], GROUND),
            Some(Holder::None) | None => (GROUND, INK),
        };
        let unknown = if marker.holder.is_none() { "?" } else { "" };
        let label = marker.label.clone().unwrap_or_else(|| unknown.into());
        MarkerLook { at: spot(marker.at), fill, ink, label, name: marker.id.to_string() }
    };
    lying.map(look).collect()
}

/// The colours of the map sides: those of the players who have them.
pub(super) fn side_colours(state: &State, players: [&'static str; 2]) -> [&'static str; 2] {
    let owner = |side: MapSide| Player::BOTH.into_iter().position(|player| state.sides[player].zone == Some(side));
    [owner(MapSide::A).map_or(SIDES[0], |index| players[index]), owner(MapSide::B).map_or(SIDES[1], |i| players[i])]
}

fn player_name(state: &State, player: Player) -> String {
    let name = state.open.as_ref().map_or(player.as_str(), |open| open.players[player].name.as_str());
    let zone = match state.sides[player].zone {
        Some(MapSide::A) => ", zone A",
        Some(MapSide::B) => ", zone B",
        None => "",
    };
    format!("{name}{zone}")
}

/// How far the battle is, and the score.
fn moment(view: &View) -> String {
    let score = format!("{} : {}", view.players.one.total, view.players.two.total);
    match (view.status, view.round, view.turn, view.phase) {
        (Status::Battle, Some(round), Some(turn), Some(phase)) => {
            let whose = view.players[turn].name.as_ref().map_or_else(|| turn.to_string(), ToString::to_string);
            format!("round {round} · {whose}'s {} phase · {score}", phase.title())
        }
        (Status::Ended, ..) => format!("after the battle · {score}"),
        _ => "set-up".into(),
    }
}

/// The units that are alive but not drawn, in lines of a width.
fn absent_lines(state: &State, drawn: &[Drawn<'_>], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for player in Player::BOTH {
        let own = state.living(player).filter(|unit| unit.status() != UnitStatus::Attached);
        let absent = own.filter(|unit| !drawn.iter().any(|d| d.unit.id == unit.id));
        let words: Vec<String> = absent
            .map(|unit| {
                let place = match unit.status() {
                    UnitStatus::Embarked => "embarked",
                    UnitStatus::Undeployed | UnitStatus::Reserves | UnitStatus::Elsewhere => "not set up",
                    _ => "no coordinates",
                };
                format!("{} {} ({place})", unit.id, unit.datasheet)
            })
            .collect();
        let mut line = String::new();
        for word in words {
            if line.is_empty() {
                line = format!("{}, not on the map: {word}", name_of(state, player));
            } else if line.chars().count() + word.chars().count() + 2 > width {
                lines.push(std::mem::replace(&mut line, format!("    {word}")));
            } else {
                line += &format!(", {word}");
            }
        }
        lines.extend((!line.is_empty()).then_some(line));
    }
    lines
}
