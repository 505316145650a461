//! The tables of the hall: what is played on them, which are closed, who cannot leave one, and games that move.

use adjutant_app::tournaments::layouts::{self, Unfit};
use adjutant_app::tournaments::matches;
use adjutant_core::counts::count;
use adjutant_present::tables::pairings::not_laid;
use adjutant_tournament::TableNumber;
use adjutant_tournament::command::Table;
use maud::{Markup, html};

use super::draft::swap;
use super::forms::carried;
use super::frame::frame;
use super::scene::{Scene, icon};
use crate::viewer::Viewer;

/// The page, with a table that is chosen already.
pub fn tables(scene: &Scene<'_>, chosen: &str) -> Markup {
    let state = &scene.snap.state;
    let missions = missions(scene);
    let unfit = layouts::unfit(scene.known, state, state.tables.keys().copied()).unwrap_or_default();
    let closed = state.tables.values().filter(|table| table.closed == Some(true)).count();
    let band = html! {
        h1.big { (state.tables.len()) small { @if state.tables.len() == 1 { "table is set up" } @else { "tables are set up" } } }
        @if closed > 0 { p.big { (closed) small { "closed" } } }
    };
    let organiser = *scene.viewer == Viewer::Organiser;
    let work = html! {
        div.split {
            div {
                @if state.tables.is_empty() { p.card { "Tables need no set-up: without it, games sit at tables 1, 2, 3 …" } }
                @else {
                    table {
                        thead { tr { th.num scope="col" { "T" } th scope="col" { "Name" } th scope="col" { "Hall" } th scope="col" { "Mission" } th scope="col" { "Terrain" } th scope="col" { "State" } th scope="col" { span.vh { "Act" } } } }
                        tbody { @for table in state.tables.values() { (row(scene, table, (&missions, &unfit), organiser)) } }
                    }
                }
            }
            @if organiser { aside { (one(scene, chosen, &missions)) (all(scene, &missions)) (moves(scene)) @if let Some(open) = scene.snap.open().filter(|_| scene.snap.draft().is_none()) { (swap(scene, open)) } } }
        }
    };
    let dock = html! { nav.dock aria-label="Next" { p.soft { "A round that is drafted keeps its tables: draft it again after a change." } a.b.go href="/desk/draft" { "Pair and publish" } } };
    frame(scene, "tables", &format!("Tables: {}", state.tables.len()), band, work, dock)
}

/// Missions of the event's pack for its battle size: id and name.
fn missions(scene: &Scene<'_>) -> Vec<(String, String)> {
    let create = scene.snap.state.create.as_deref();
    let size = create.and_then(|create| matches::battle_size(scene.known, create).ok());
    let pack = matches::pack(scene.known, create);
    let known = pack.iter().zip(size).flat_map(|(pack, size)| pack.missions_of(size));
    known.map(|mission| (mission.id.to_string(), mission.name.to_string())).collect()
}

fn row(
    scene: &Scene<'_>,
    table: &Table,
    (missions, unfit): (&[(String, String)], &[Unfit]),
    organiser: bool,
) -> Markup {
    let closed = table.closed == Some(true);
    let called =
        |id: &str| missions.iter().find(|(known, _)| known == id).map_or(id.to_owned(), |(_, name)| name.clone());
    html! {
        tr.gone[closed] {
            td.num { b { (table.table) } }
            th scope="row" { @match &table.name { Some(name) => { bdi { (name) } } None => { "–" } } }
            td { @match &table.hall { Some(hall) => { bdi { (hall) } } None => { "–" } } }
            td { @match &table.mission { Some(mission) => { (called(mission.as_str())) } None => { "–" } } }
            td { (terrain(table, unfit)) }
            td {
                @if closed { span.chip { (icon("lock")) " closed" } } @else { span.chip.ok { (icon("check")) " open" } }
                @for player in scene.snap.state.players.iter().filter(|player| player.entry.seat == Some(table.table)) {
                    " " small { (icon("seat")) " " (scene.name(&player.entry.player)) " stays here" }
                }
            }
            td { @if organiser { a.b href={ "/desk/tables?table=" (table.table) } { "Change" span.vh { " table " (table.table) } } } }
        }
    }
}

/// The kind of terrain on a table and its layout, and which missions are opened without it.
fn terrain(table: &Table, unfit: &[Unfit]) -> Markup {
    html! {
        @if table.terrain.is_none() && table.layout.is_none() { "–" }
        @if let Some(kind) = &table.terrain { (kind) " " }
        @if let Some(layout) = &table.layout { bdi { (layout.name) } " " small { (count(layout.pieces.len(), "piece", "pieces")) } }
        @for unfit in unfit.iter().filter(|unfit| unfit.table == table.table) { p.soft { (not_laid(unfit.table, &unfit.layout, &unfit.mission, &unfit.why)) } }
    }
}

/// A field for a mission: a choice where the pack names them, otherwise an id.
fn mission(id: &str, missions: &[(String, String)]) -> Markup {
    html! {
        p {
            label for=(id) { "Mission" }
            @if missions.is_empty() { input id=(id) name="mission" maxlength="60" autocomplete="off"; }
            @else {
                select id=(id) name="mission" { option value="" { "as it is" } @for (value, name) in missions { option value=(value) { (name) } } }
            }
        }
    }
}

/// One table.
fn one(scene: &Scene<'_>, chosen: &str, missions: &[(String, String)]) -> Markup {
    let known = chosen.trim().parse().ok().and_then(|number| scene.snap.state.tables.get(&TableNumber(number)));
    let number = known.map(|table| table.table.to_string());
    html! {
        form.card action="/desk/table" method="post" {
            (carried(scene))
            h2 { "Set up or change a table" }
            p { label for="table" { "Number" } input id="table" name="table" inputmode="numeric" required autocomplete="off" value=[number]; }
            p { label for="name" { "Name" } input id="name" name="name" maxlength="100" autocomplete="off" placeholder="as it is"; }
            p { label for="hall" { "Hall" } input id="hall" name="hall" maxlength="100" autocomplete="off" placeholder="as it is"; }
            (mission("mission", missions))
            p { label for="terrain" { "Terrain" } input id="terrain" name="terrain" maxlength="60" autocomplete="off" placeholder="as it is"; }
            details {
                summary { "Layout: every piece …" }
                p { label for="layout" { "Name of the layout" } input id="layout" name="layout" maxlength="100" autocomplete="off"; }
                p { label for="pieces" { "One piece a line" } textarea id="pieces" name="pieces" rows="6" maxlength="20000" placeholder="terrain t1 ruins at 10,12 size 6x4 height 5" {} }
                p { label.tick { input type="checkbox" name="clear" value="layout"; "Take the layout away" } }
            }
            p {
                label for="state" { "Games here" }
                select id="state" name="state" { option value="" { "as it is" } option value="closed" { "closed: nobody is seated" } option value="open" { "open" } }
            }
            p { button type="submit" { "Save the table" } }
        }
    }
}

/// The tables from 1 on.
fn all(scene: &Scene<'_>, missions: &[(String, String)]) -> Markup {
    html! {
        form.card action="/desk/tables" method="post" {
            (carried(scene))
            h2 { "Set up many tables" }
            p { label for="count" { "How many" } input id="count" name="count" inputmode="numeric" required autocomplete="off"; }
            p { label for="first" { "From table" } input id="first" name="first" inputmode="numeric" required autocomplete="off" value="1"; }
            p { label for="halls" { "Hall" } input id="halls" name="hall" maxlength="100" autocomplete="off"; }
            @if missions.is_empty() {
                p { label for="missions" { "Missions, in turn" } input id="missions" name="mission" maxlength="400" autocomplete="off"; }
            } @else {
                details {
                    summary { "Missions, in turn …" }
                    @for (value, name) in missions { p { label.tick { input type="checkbox" name="mission" value=(value); (name) } } }
                }
            }
            p { label for="terrains" { "Terrain" } input id="terrains" name="terrain" maxlength="60" autocomplete="off"; }
            p { button type="submit" { "Set them up" } }
        }
    }
}

/// A game goes to another table.
fn moves(scene: &Scene<'_>) -> Markup {
    html! {
        @if scene.snap.draft().is_some() || scene.snap.open().is_some() {
            form.card action="/desk/move" method="post" {
                (carried(scene))
                h2 { "Move a game" }
                p { label for="from" { "From table" } input id="from" name="table" inputmode="numeric" required autocomplete="off"; }
                p { label for="to" { "To table" } input id="to" name="to" inputmode="numeric" required autocomplete="off"; }
                p { label for="why" { "Why" } input id="why" name="why" required maxlength="400" autocomplete="off"; }
                p { button type="submit" { "Move it" } }
            }
        }
    }
}
