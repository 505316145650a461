//! The markers on the battlefield, drawn in shapes as well as colours.

use adjutant_engine::command::Holder;
use adjutant_engine::ids::MarkerId;
use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{Mission, Piece, Zone};
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::{MarkerView, View};
use adjutant_present::names::name_of;
use maud::{Markup, html};

use super::table::Table;

/// The map, unfolded by a tap.
pub(super) fn details(table: &Table<'_>) -> Markup {
    let view = table.game.recording.game().view();
    let state = table.state();
    html! {
        @if let Some(mission) = &state.mission {
            details { summary { "Map: " (mission.name) } (map(state, &view, table.me)) }
        }
    }
}

/// The markers of a battle; the viewer's in the viewer's colour, or player one's.
pub(super) fn map(state: &State, view: &View, me: Option<Player>) -> Markup {
    let Some(mission) = &state.mission else { return html! {} };
    let first = me.unwrap_or(Player::One);
    let called = |holder: Option<Holder>| match holder {
        None => "not said".to_owned(),
        Some(Holder::None) => "nobody".to_owned(),
        Some(holder) => holder.player().map(|player| name_of(state, player)).unwrap_or_default(),
    };
    let words = |marker: &MarkerView| match marker.on_battlefield {
        true => format!("{}: {}", marker.id, called(marker.holder)),
        false => format!("{} is off the battlefield", marker.id),
    };
    let told: Vec<String> = view.markers.iter().map(words).collect();
    let markers = |height: f64| {
        html! {
            @for marker in &view.markers {
                @let [x, y] = marker.at.map(inches);
                (sign(marker, first, x, height - y))
                (letter([x, height - y], if marker.on_battlefield { number(&marker.id) } else { "×" }))
            }
        }
    };
    html! {
        (battlefield(mission, "img", &format!(". {}", told.join(", ")), |height| outlines(state.terrain(), height), markers))
        p.soft { (told.join(" · ")) }
    }
}

/// Zones and markers, with what lies between them and what over them: a picture (`img`), or a `group` of what can be tapped.
pub(in crate::pages) fn of_mission(
    mission: &Mission,
    role: &str,
    between: impl FnOnce(f64) -> Markup,
    above: impl FnOnce(f64) -> Markup,
) -> Markup {
    let zones = [(&mission.zones.a, "A"), (&mission.zones.b, "B")];
    let path = |zone: &Zone, height: f64| {
        let corner = |[x, y]: &[Inches; 2]| format!("{} {}", inches(*x), height - inches(*y));
        format!("M{}z", zone.polygon.iter().map(corner).collect::<Vec<_>>().join("L"))
    };
    let under = |height: f64| {
        html! {
            @for (zone, _) in zones { path.zone d=(path(zone, height)) {} }
            @for circle in zones.iter().filter_map(|(zone, _)| zone.minus_circle.as_ref()) {
                circle.hole cx=(inches(circle.centre[0])) cy=(height - inches(circle.centre[1])) r=(inches(circle.radius)) {}
            }
            (between(height))
        }
    };
    let over = |height: f64| {
        html! {
            @for (zone, name) in zones {
                @let [x, y] = middle(zone);
                (letter([x, height - y], name))
            }
            @for marker in &mission.markers {
                @let [x, y] = marker.at.map(inches);
                circle.m cx=(x) cy=(height - y) r="2.8" {}
                (letter([x, height - y], number(&marker.id)))
            }
            (above(height))
        }
    };
    battlefield(mission, role, &format!(", {} markers", mission.markers.len()), under, over)
}

/// Where the letter of a zone stands: beside the middle of its corners, so that no marker covers it.
fn middle(zone: &Zone) -> [f64; 2] {
    let count = zone.polygon.len().max(1) as f64;
    let sum = |at: usize| zone.polygon.iter().map(|corner| inches(corner[at])).sum::<f64>() / count;
    [sum(0), sum(1)]
}

/// A battlefield with its middle lines: what lies under them, and what over them, each told how high the drawing is. The
/// map measures from the corner below on the left, the drawing from the one above. `says` ends the words for those who do
/// not see it.
fn battlefield(
    mission: &Mission,
    role: &str,
    says: &str,
    under: impl FnOnce(f64) -> Markup,
    over: impl FnOnce(f64) -> Markup,
) -> Markup {
    let [width, height] = mission.board.map(inches);
    let label = format!("Map of {}, {width} by {height} inches{says}", mission.name);
    html! {
        p {
            svg.map viewBox={ "0 0 " (width) " " (height) } role=(role) aria-label=(label) {
                (under(height))
                path.mid d={ "M" (width / 2.0) " 0v" (height) "M0 " (height / 2.0) "h" (width) } {}
                (over(height))
            }
        }
    }
}

/// Pieces of terrain with their names, for a map of a height.
pub(super) fn outlines(pieces: &[Piece], height: f64) -> Markup {
    let corners = |piece: &Piece| {
        let corner = |[x, y]: &[Inches; 2]| format!("{},{}", inches(*x), height - inches(*y));
        piece.footprint.iter().map(corner).collect::<Vec<_>>().join(" ")
    };
    let middle = |piece: &Piece| piece.bounds().map(|[low, high]| f64::from(low + high) / 2_000.0);
    html! {
        @for piece in pieces {
            @let [x, y] = middle(piece);
            polygon.piece points=(corners(piece)) {}
            text.name x=(x) y=(height - y + 0.6) { (piece.id) }
        }
    }
}

/// A length as the drawing measures it.
fn inches(length: Inches) -> f64 {
    f64::from(length.thousandths()) / 1000.0
}

/// A word in the middle of a sign.
fn letter([x, y]: [f64; 2], word: &str) -> Markup {
    html! { text x=(x) y=(y + 1.05) { (word) } }
}

/// A marker as its sign is called.
fn number(marker: &MarkerId) -> &str {
    marker.as_str().trim_start_matches('m')
}

fn sign(marker: &MarkerView, first: Player, x: f64, y: f64) -> Markup {
    let holder = marker.holder.and_then(Holder::player).filter(|_| marker.on_battlefield);
    html! {
        @match holder {
            Some(player) if player == first => { circle class="m you" cx=(x) cy=(y) r="2.8" {} }
            Some(_) => { path class="m them" d={ "M" (x) " " (y - 3.7) "l3.7 3.7-3.7 3.7-3.7-3.7z" } {} }
            None if marker.on_battlefield => { circle class="m" cx=(x) cy=(y) r="2.8" {} }
            None => { circle class="m off" cx=(x) cy=(y) r="2.8" {} }
        }
    }
}
