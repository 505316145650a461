//! Everything public about one player: every result, and the tie-breaks of the standings.

use adjutant_core::spelling::capitalised;
use adjutant_present::names;
use adjutant_tournament::PlayerId;
use adjutant_tournament::policy::TieBreak;
use adjutant_tournament::state::{Player, Round, Stage};
use maud::{Markup, html};

use super::columns::{place, step};
use super::scene::{Look, Scene, document, top};

/// The page; nothing for somebody unknown.
pub fn player(scene: &Scene<'_>, id: &str) -> Option<Markup> {
    let id = PlayerId::new(id).ok()?;
    let known = scene.snap.state.player(&id)?;
    let row = scene.snap.standings().and_then(|table| table.rows.iter().find(|row| row.player == id));
    let shown = || scene.snap.state.rounds.iter().filter(|round| round.stage != Stage::Draft);
    let body = html! {
        (top(scene, html! { a href="/standings" { "Standings" } }))
        main {
            header.band {
                h1 { (scene.name(&id)) (about(known)) }
                @if let Some(row) = row { p.big { (place(row)) small { "after round " (scene.snap.closed_round().unwrap_or_default()) } } }
            }
            h2 { "Results" }
            ul.rows { @for round in shown() { li { (played(scene, round, &id)) } } }
            @if shown().next().is_none() { p.soft { "No round is published yet." } }
            @if let Some(row) = row {
                h2 { "Standing" }
                dl.facts {
                    div { dt { "Match points" } dd { (row.points) } }
                    @for (name, value) in &row.tie_breaks { div { dt { (heading(name)) } dd { (value) } } }
                }
            }
        }
        nav.dock aria-label="Next" { a.b.go href="/standings" { "Back to the standings" } }
    };
    Some(document(scene, Look::Phone, known.entry.name.as_str(), body))
}

/// What a tie-break is called; a score that the event made itself, by its name with a capital.
fn heading(tie_break: &str) -> String {
    let own = || capitalised(&tie_break.replace('-', " "));
    TieBreak::of_name(tie_break).map_or_else(own, |known| known.title().to_owned())
}

fn about(known: &Player) -> Markup {
    let entry = &known.entry;
    let army = names::army(entry.faction.as_ref(), entry.disposition.as_ref());
    let others = [&entry.club, &entry.team, &entry.country].into_iter().flatten().map(ToString::to_string);
    let parts: Vec<String> = army.into_iter().chain(others).collect();
    html! { @if !parts.is_empty() { small { bdi { (parts.join(" · ")) } } } }
}

fn played(scene: &Scene<'_>, round: &Round, id: &PlayerId) -> Markup {
    let step = step(&scene.snap.state, round, id);
    let pairing = round.of(id);
    let result = pairing.and_then(|pairing| round.results.get(&pairing.table));
    html! {
        span.grow {
            @if let Some(step) = step { (step.letter()) " " }
            "Round " (round.pair.round) ": "
            @match pairing {
                Some(pairing) => { (scene.name(pairing.other(id))) }
                None if round.pair.byes.contains(id) => { "bye" }
                None => { "not paired" }
            }
        }
        @if let (Some(pairing), Some(result)) = (pairing, result) {
            @let own = if pairing.one == *id { [result.one, result.two] } else { [result.two, result.one] };
            @if adjutant_app::tournaments::matches::recorded(&scene.snap.state) && round.stage == Stage::Closed {
                a href={ "/table/" (round.pair.round) "-" (pairing.table) "/after" } { "after the battle" }
            }
            span { b { (own[0]) " – " (own[1]) } @if let Some(basis) = round.basis(pairing.table) { " " small { (basis.name()) } } }
        } @else if let Some(pairing) = pairing {
            span.soft { "table " (pairing.table) }
        }
    }
}
