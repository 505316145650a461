//! A mission of the event's pack: its map before anybody has set anything up.

use adjutant_app::tournaments::matches;
use adjutant_engine::law::Pack;
use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{Mission, Zone};
use adjutant_tournament::TableNumber;
use maud::{Markup, html};

use super::play::map::{battlefield, inches, letter, number};
use super::problem::home;
use super::scene::{Look, Scene, document, icon, top};

/// The page; nothing for a mission that nobody knows.
pub fn mission(scene: &Scene<'_>, id: &str) -> Option<Markup> {
    let create = scene.snap.state.create.as_deref();
    let mission = matches::mission(scene.known, create, id)?;
    let pack = matches::pack(scene.known, create);
    let (path, label) = home(scene.viewer);
    let tables: Vec<TableNumber> = scene.snap.shown().map_or_else(Vec::new, |round| {
        let plays =
            |mission: &Option<adjutant_tournament::MissionId>| mission.as_ref().is_some_and(|it| it.as_str() == id);
        round.pair.tables.iter().filter(|pairing| plays(&pairing.mission)).map(|pairing| pairing.table).collect()
    });
    let body = html! {
        (top(scene, html! { p { (scene.snap.name()) } }))
        main {
            header.band { h1.all { span.soft { "Mission" } " " (mission.name) } }
            (map(&mission, |_| html! {}, |_| html! {}))
            p.soft { "Seen with a long edge below. Markers keep their numbers on every page." }
            dl.facts {
                div { dt { "Primary objective" } dd { (primary(pack.as_deref(), &mission)) } }
                @for rule in &mission.rules { div { dt { "Special rule" } dd { (rule.name()) } } }
                @if !tables.is_empty() {
                    div { dt { "Tables of this round" } dd { (tables.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")) } }
                }
            }
        }
        nav.dock aria-label="Next" { a.b.go href=(path) { (icon("back")) " " (label) } }
    };
    Some(document(scene, Look::Phone, mission.name.as_str(), body))
}

fn primary(pack: Option<&Pack>, mission: &Mission) -> String {
    Pack::primaries_in_words(pack, mission)
}

/// Zones and markers, with what lies between them and what over them.
pub(super) fn map(mission: &Mission, between: impl FnOnce(f64) -> Markup, above: impl FnOnce(f64) -> Markup) -> Markup {
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
    battlefield(mission, &format!(", {} markers", mission.markers.len()), under, over)
}

/// Where the letter of a zone stands: beside the middle of its corners, so that no marker covers it.
fn middle(zone: &Zone) -> [f64; 2] {
    let count = zone.polygon.len().max(1) as f64;
    let sum = |at: usize| zone.polygon.iter().map(|corner| inches(corner[at])).sum::<f64>() / count;
    [sum(0), sum(1)]
}
