//! Maps to look at: SVG for screens and paper, characters for terminals.
//!
//! Drawn from the same numbers that the engine measures with, to scale; nothing is decided here, so lengths are
//! rounded to thousandths of an inch. The same input gives the same text.
//!
//! | drawing | function |
//! |---|---|
//! | a mission's ground | [`mission_svg`], [`mission_text`] |
//! | a battle as it stands | [`battlefield_svg`], [`battlefield_text`] |
//! | a battle from turn to turn | [`story_svg`] |
//! | the board alone, to draw on | [`board`] |

mod battle;
mod frame;
mod ground;
mod paper;
mod text;
mod units;

use adjutant_engine::law::Control;
use adjutant_engine::rules::Mission;
use adjutant_engine::state::State;

use frame::{FONT, FOOT, HEAD, MARGIN, close_page, draw_key, open_page};
use ground::{MarkerLook, MarkerSize};
pub(crate) use paper::escaped;
pub use paper::name_and_height;
use paper::{INK, PAGE, Paper, SIDES};
pub(crate) use text::piece_line;

/// How many maps of a story stand side by side.
const SCENES_IN_A_ROW: usize = 2;
/// The ground of a mission as an SVG document.
///
/// Board, zones with their battlefield edges, territories, table quarters, the centre, and every marker with its
/// label and the ground around it from which it is controlled under the ruleset of its pack.
///
/// # Source
/// `docs/rules/missions.md`, section C.
///
/// # Examples
/// ```
/// let pack = adjutant_packs::gt2020();
/// let svg = adjutant_present::map::mission_svg(&pack.missions["scorched-earth"], &pack.law.control);
/// assert!(svg.starts_with("<svg") && svg.contains("Scorched Earth"));
/// ```
pub fn mission_svg(mission: &Mission, control: &Control) -> String {
    let size = MarkerSize::of(control);
    let mut paper = Paper::new(mission, "");
    open_page(&mut paper, mission.name.as_str(), &text::heading(mission), FOOT);
    ground::draw(&mut paper, mission, SIDES);
    ground::draw_terrain(&mut paper, mission.terrain.iter());
    let markers: Vec<MarkerLook> = mission.markers.iter().map(MarkerLook::printed).collect();
    ground::draw_markers(&mut paper, &markers, size);
    ground::draw_marker_names(&mut paper, &markers, size);
    // Where players place the objectives, or there are none, the map has none to explain.
    draw_key(&mut paper, ["zone A", "zone B"], SIDES, Some(control).filter(|_| !markers.is_empty()));
    close_page(&mut paper);
    let (width, height) = (paper.width + 2 * MARGIN, paper.height + HEAD + FOOT);
    battle::document(&battle::Page { body: paper.finish(), width, height })
}

/// The ground of a mission as lines of characters, at most `width` wide (from 40 to 240).
///
/// # Examples
/// ```
/// let pack = adjutant_packs::gt2020();
/// let map = adjutant_present::map::mission_text(&pack.missions["overrun"], 80);
/// assert!(map.lines().all(|line| line.chars().count() <= 80));
/// ```
pub fn mission_text(mission: &Mission, width: usize) -> String {
    let mut grid = text::Grid::of(mission, width);
    grid.terrain(mission.terrain.iter());
    for marker in &mission.markers {
        grid.word(paper::spot(marker.at), 0, &text::marker_word(marker));
    }
    let key = text::key(!mission.terrain.is_empty());
    let mut out = format!("{}\n{}\n{}{key}\n", mission.name, text::heading(mission), grid.framed());
    for marker in &mission.markers {
        out += &text::marker_line(marker, marker.at);
        out.push('\n');
    }
    out + &text::terrain_lines(mission.terrain.iter())
}

/// A battle as an SVG document; none before there is a mission.
///
/// The mission's ground with every marker in the colour of its holder, every model with coordinates to scale in its
/// player's colour, the names of units, and below it the units that have no coordinates.
pub fn battlefield_svg(state: &State) -> Option<String> {
    let title = state.mission.as_ref()?.name.as_str();
    Some(battle::document(&battle::page(state, title, "")?))
}

/// The board of a battle without what moves on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its longer and its shorter edge, in thousandths of an inch.
    pub size: [i64; 2],
    /// Half the width of a marker.
    pub marker: i64,
    /// From the middle of a marker to the end of the ground from which it is held.
    pub range: i64,
    /// What lies still, as elements of an SVG: x to the right and y down, the origin top left.
    pub drawn: String,
}

/// The board of a battle, its zones in the colours of the players who have them; none before there is a mission.
pub fn board(state: &State, players: [&'static str; 2]) -> Option<Board> {
    let mission = state.mission.as_deref()?;
    let mut paper = Paper::new(mission, "");
    ground::draw(&mut paper, mission, battle::side_colours(state, players));
    ground::draw_terrain(&mut paper, state.terrain().iter());
    let MarkerSize { radius, range } = MarkerSize::of(&state.law().control);
    Some(Board { size: [paper.width, paper.height], marker: radius, range, drawn: paper.finish() })
}

/// A battle as lines of characters, its map at most `width` wide (from 40 to 240); none before there is a mission.
pub fn battlefield_text(state: &State, width: usize) -> Option<String> {
    battle::characters(state, width)
}

/// Maps of one battle beside and below each other, two in a row, each under its own title, as one SVG document.
///
/// Two in a row put the turns of one battle round side by side. States without a mission are left out.
pub fn story_svg(title: &str, scenes: &[(String, State)]) -> String {
    let pages: Vec<battle::Page> = scenes
        .iter()
        .enumerate()
        .filter_map(|(index, (title, state))| battle::page(state, title, &format!("s{index}-")))
        .collect();
    let width = pages.iter().map(|page| page.width).max().unwrap_or(20_000);
    let mut body = String::new();
    let mut top = HEAD;
    for row in pages.chunks(SCENES_IN_A_ROW) {
        for (left, page) in (0..).step_by(usize::try_from(width).unwrap_or(1)).zip(row) {
            body += &format!("<g transform=\"translate({left} {top})\">\n{}</g>\n", page.body);
        }
        top += row.iter().map(|page| page.height).max().unwrap_or(0);
    }
    let (width, title) = (width * SCENES_IN_A_ROW as i64, escaped(title));
    let heading = format!(
        "<title>{title}</title><rect width=\"{width}\" height=\"{top}\" fill=\"{PAGE}\"/>\n<text x=\"{MARGIN}\" \
         y=\"3000\" font-size=\"2200\" font-weight=\"bold\" {FONT} fill=\"{INK}\">{title}</text>\n"
    );
    battle::document(&battle::Page { body: heading + &body, width, height: top })
}
