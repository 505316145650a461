//! A mission of the event's pack: its map before anybody has set anything up.

use adjutant_app::tournaments::matches;
use adjutant_engine::law::Pack;
use adjutant_engine::rules::Mission;
use adjutant_tournament::TableNumber;
use maud::{Markup, html};

use super::play::map::of_mission;
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
            (of_mission(&mission, "img", |_| html! {}, |_| html! {}))
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
