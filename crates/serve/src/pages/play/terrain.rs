//! Terrain on the map by taps, before the armies are set up: a kind, a tap where its middle lies, and the piece is drawn
//! before it is recorded. Every tap is a link, so that the page needs no script.

use adjutant_engine::rules::{Mission, Piece, TerrainKind};
use adjutant_engine::state::State;
use adjutant_shorthand::piece_in_words;
use maud::{Markup, html};

use super::super::problem::Problem;
use super::super::scene::{Scene, icon};
use super::map::{of_mission, outlines};
use super::older;
use super::table::{Table, leads_to, unrecorded};
use crate::ask::Ask;

/// Inches between two places that a tap on the map chooses.
const STEP: i32 = 4;

/// The piece that is about to be laid, in whole inches.
#[derive(Clone, Copy)]
struct Laid {
    kind: TerrainKind,
    size: [i32; 2],
    at: Option<[i32; 2]>,
    height: Option<i32>,
}

impl Laid {
    /// What the address says; what it does not say as on most tables.
    fn of(ask: &Ask, mission: &Mission) -> Laid {
        let edges = mission.board.map(|edge| edge.thousandths() / 1_000);
        let number = |name: &str| ask.text(name).trim().parse::<i32>().ok();
        let size = [number("wide"), number("deep")].map(|inches| inches.unwrap_or(6).clamp(1, 24));
        let named = ask.get("lay").unwrap_or_else(|| ask.text("kind"));
        let kind = TerrainKind::ALL.into_iter().find(|kind| kind.as_str() == named);
        let at = number("x").zip(number("y")).map(|(x, y)| [x.clamp(0, edges[0]), y.clamp(0, edges[1])]);
        let height = number("height").filter(|height| (1..=30).contains(height));
        Laid { kind: kind.unwrap_or(TerrainKind::Ruins), size, at, height }
    }

    /// The address that shows it elsewhere, or turned.
    fn address(self) -> String {
        let Laid { kind, size: [wide, deep], at, height } = self;
        let at = at.map_or_else(String::new, |[x, y]| format!("&x={x}&y={y}"));
        let height = height.map_or_else(String::new, |height| format!("&height={height}"));
        format!("/match/terrain?kind={}&wide={wide}&deep={deep}{at}{height}", kind.as_str())
    }

    /// The fields of a form that lays it.
    fn fields(self) -> Markup {
        let Laid { kind, size: [wide, deep], at, height } = self;
        let [x, y] = at.map_or([None, None], |at| at.map(Some));
        let numbers = [("wide", Some(wide)), ("deep", Some(deep)), ("height", height), ("x", x), ("y", y)];
        html! {
            input type="hidden" name="lay" value=(kind.as_str());
            @for (name, value) in numbers { @if let Some(value) = value { input type="hidden" name=(name) value=(value); } }
        }
    }

    fn moved(self, [x, y]: [i32; 2], edges: [i32; 2]) -> Laid {
        Laid { at: self.at.map(|at| [(at[0] + x).clamp(0, edges[0]), (at[1] + y).clamp(0, edges[1])]), ..self }
    }

    /// In the words of the command line.
    fn words(self, name: &str) -> Option<String> {
        Some(piece_in_words(&format!("{name} {}", self.kind.as_str()), self.at?, self.size, self.height))
    }
}

/// The piece that a form lays, in the words of the command line. It is named as it is laid: whoever was overtaken by another piece
/// says the same once more.
pub fn laid(state: &State, ask: &Ask) -> Option<String> {
    Laid::of(ask, state.mission.as_deref()?).words(&state.next_piece())
}

/// The page.
///
/// # Errors
/// A viewer without a table, or a table whose match is not recorded.
pub fn terrain(scene: &Scene<'_>, ask: &Ask) -> Result<Markup, Problem> {
    let Ok(table) = Table::of(scene) else { return Ok(unrecorded(scene)) };
    if let Some(page) = older::page(&table) {
        return Ok(page);
    }
    let body = match &table.state().mission {
        Some(mission) if table.state().takes_terrain() => laying(&table, mission, Laid::of(ask, mission)),
        _ => {
            html! { h1.ask { "Terrain" } p.soft { "Terrain is laid behind the mission and before the armies are set up." } }
        }
    };
    let dock = html! { nav.dock aria-label="Next" { a.b.go href="/match" { (icon("back")) " Back to the match" } } };
    Ok(table.page("Terrain", body, dock))
}

fn laying(table: &Table<'_>, mission: &Mission, laid: Laid) -> Markup {
    let pieces = table.state().terrain();
    let name = table.state().next_piece();
    let edges = mission.board.map(|edge| edge.thousandths() / 1_000);
    html! {
        h1.ask { "Terrain" }
        p.soft { "Choose what it is and how large, then tap where the middle of " (name) " lies. Wide is along the longer edge." }
        (of_mission(mission, "group", |height| drawn(pieces, laid, height), |height| cells(laid, edges, height)))
        @if laid.at.is_some() {
            div.four {
                @for (way, by) in [("←", [-1, 0]), ("→", [1, 0]), ("↑", [0, 1]), ("↓", [0, -1])] {
                    a.b href=(laid.moved(by, edges).address()) aria-label={ "An inch " (way) } { (way) }
                }
                a.b href=(Laid { size: [laid.size[1], laid.size[0]], ..laid }.address()) { "Turn" }
            }
            (table.form(table.voice(), html! {
                (laid.fields())
                (leads_to("terrain"))
                p { button.go type="submit" { "Lay " (name) ", " (laid.kind.as_str()) } }
            }))
        }
        form action="/match/terrain" method="get" {
            p { label for="kind" { "What" } select id="kind" name="kind" {
                @for kind in TerrainKind::ALL { option value=(kind.as_str()) selected[kind == laid.kind] { (kind.as_str()) } }
            } }
            div.four.wide {
                (number("Wide, inches", "wide", Some(laid.size[0])))
                (number("Deep, inches", "deep", Some(laid.size[1])))
                (number("High, if measured", "height", laid.height))
                (number("From the left", "x", laid.at.map(|at| at[0])))
                (number("From below", "y", laid.at.map(|at| at[1])))
            }
            p { button type="submit" { "Show it" } }
        }
        @if !pieces.is_empty() { ul.rows { @for piece in pieces { li { (piece.id) " " (piece.kind.as_str()) } } } }
    }
}

fn number(label: &str, name: &str, value: Option<i32>) -> Markup {
    html! {
        p {
            label for=(name) { (label) }
            input id=(name) name=(name) type="number" inputmode="numeric" min="0" max="96" value=[value];
        }
    }
}

/// What lies there, and the piece that is about to.
fn drawn(pieces: &[Piece], laid: Laid, height: f64) -> Markup {
    let half = laid.size.map(|edge| f64::from(edge) / 2.0);
    html! {
        (outlines(pieces, height))
        @if let Some([x, y]) = laid.at.map(|at| at.map(f64::from)) {
            rect class="piece new" x=(x - half[0]) y=(height - y - half[1]) width=(half[0] * 2.0) height=(half[1] * 2.0) {}
        }
    }
}

/// A link on every place that a tap chooses.
fn cells(laid: Laid, edges: [i32; 2], height: f64) -> Markup {
    let steps = |edge: i32| (0..edge / STEP + 1).map(|step| step * STEP).filter(move |at| *at < edge);
    html! {
        @for y in steps(edges[1]) { @for x in steps(edges[0]) {
            @let [right, top] = [(x + STEP).min(edges[0]), (y + STEP).min(edges[1])];
            @let at = [(x + right) / 2, (y + top) / 2];
            a.cell href=(Laid { at: Some(at), ..laid }.address()) tabindex="-1" aria-label={ (at[0]) " from the left, " (at[1]) " from below" } {
                rect x=(x) y=(height - f64::from(top)) width=(right - x) height=(top - y) {}
            }
        } }
    }
}
