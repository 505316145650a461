//! Everything that was recorded of a match, and the table as it stood after any record.

use adjutant_app::matches::Recording;
use adjutant_core::reliance::Class;
use adjutant_engine::record::Record;
use adjutant_engine::side::{By, Player};
use adjutant_engine::view::Status;
use adjutant_present::names::name_of;
use adjutant_present::say::corrected::corrections;
use adjutant_present::say::older::only_read;
use adjutant_shorthand::{brief, words};
use maud::{Markup, html};

use super::super::forms::{button, carried_game};
use super::super::problem::Problem;
use super::super::scene::{Look, Scene, document, icon, top};
use super::map;
use super::table::{unit_words, unrecorded};
use crate::game::Game;
use crate::viewer::Role;

/// So many records stand around the one that is looked at.
const AROUND: u64 = 4;

/// The page, for the players of a table and for its judges.
///
/// # Errors
/// A table whose match is not recorded, or a record that is not there.
pub fn story(scene: &Scene<'_>, at: &str) -> Result<Markup, Problem> {
    let Some((seat, game)) = scene.seat.and_then(|seat| Some((seat, seat.game.as_deref()?))) else {
        return Ok(unrecorded(scene));
    };
    let judges = !matches!(scene.viewer.role(), Role::Player | Role::Table);
    let path = if judges { format!("/table/{}/log", seat.table) } else { "/match/log".to_owned() };
    let last = game.seq();
    let at = match at.trim() {
        "" => last,
        text => text.parse::<u64>().ok().filter(|at| (1..=last).contains(at)).ok_or(Problem::NotFound)?,
    };
    let replayed = if at == last { None } else { Some(game.at(at).ok_or(Problem::NotFound)?) };
    let then = replayed.as_ref().unwrap_or(&game.recording);
    let state = then.game().state();
    let title = format!("Table {}, record {at} of {last}", seat.table);
    let back = if judges { format!("/table/{}", seat.table) } else { "/match".to_owned() };
    let body = html! {
        (top(scene, html! { a href=(back) { "Table " (seat.table) } }))
        main {
            header.band.duel {
                @for player in Player::BOTH {
                    p { bdi { (name_of(state, player)) } " " span.big { (then.game().vp()[player]) } }
                }
                h1.all {
                    "Record " (at) " of " (last)
                    small {
                        @match state.status {
                            Status::Setup => { "before the battle" }
                            Status::Battle => { "battle round " (state.round) ", " (state.phase.title()) " phase of " bdi { (name_of(state, state.active)) } }
                            Status::Ended => { "the battle is over" }
                        }
                    }
                }
            }
            (steps(&path, at, last))
            (around(scene, game, &path, at))
            h2 { "The table after record " (at) }
            (map::map(state, &then.game().view(), scene_side(scene)))
            (strengths(then))
            (changes(scene, game, at, judges.then(|| seat.table.to_string()).as_deref()))
        }
        nav.dock aria-label="Next" { a.b.go href=(back) { (icon("back")) " Back to the table" } }
    };
    Ok(document(scene, Look::Phone, &title, body))
}

fn scene_side(scene: &Scene<'_>) -> Option<Player> {
    scene.snap.seat(scene.viewer.player()?)
}

/// One back, the number, one on.
fn steps(path: &str, at: u64, last: u64) -> Markup {
    html! {
        div.step {
            @if at > 1 { a.b href={ (path) "?at=" (at - 1) } aria-label={ "Record " (at - 1) } { (icon("back")) } }
            @else { button type="button" disabled aria-label="The first record" { (icon("back")) } }
            form action=(path) method="get" { input name="at" value=(at) inputmode="numeric" aria-label="Record" autocomplete="off"; }
            @if at < last { a.b href={ (path) "?at=" (at + 1) } aria-label={ "Record " (at + 1) } { (icon("next")) } }
            @else { button type="button" disabled aria-label="The last record" { (icon("next")) } }
        }
    }
}

fn around(scene: &Scene<'_>, game: &Game, path: &str, at: u64) -> Markup {
    let near = |record: &&Record| record.seq + AROUND >= at && record.seq <= at + AROUND;
    let told = corrections(game.recording.game(), game.recording.records());
    let stands = |seq: u64| game.recording.game().entry(seq).is_some_and(|(_, _, counts)| counts);
    html! {
        ol.rows {
            @for record in game.recording.records().iter().filter(near) {
                li {
                    a.tapline.grow href={ (path) "?at=" (record.seq) } aria-current=[(record.seq == at).then_some("true")] {
                        span {
                            @if record.seq == at { (icon("here")) " " }
                            (record.seq) " " (who(game, record.by)) ": "
                            @if stands(record.seq) { (brief(&record.command)) } @else { s { (brief(&record.command)) } " taken back" }
                            @for known in told.iter().filter(|known| known.changes(game.recording.game(), record.seq)) {
                                br; small.soft { (known.in_words(game.state(), &scene.moment.clock(known.time))) }
                            }
                        }
                        small { (scene.moment.clock(record.at)) }
                    }
                }
            }
        }
    }
}

fn who(game: &Game, by: By) -> Markup {
    let state = game.state();
    html! {
        @match by.player() {
            Some(player) => { bdi { (name_of(state, player)) } }
            None if by == By::Judge => { "judge" }
            None => { "both" }
        }
    }
}

/// What is left of the units.
fn strengths(then: &Recording) -> Markup {
    let state = then.game().state();
    html! {
        @if !state.units.is_empty() {
            details {
                summary { "The units" }
                @for player in Player::BOTH {
                    h2 { bdi { (name_of(state, player)) } }
                    ul.rows {
                        @for unit in state.units.iter().filter(|unit| unit.player == player) {
                            li { span.grow { (unit_words(unit)) } small { (format!("{:?}", unit.status()).to_lowercase()) } }
                        }
                    }
                }
            }
        }
    }
}

/// What can be changed of a match; nothing of one that is only read. Judges see it under the number of its table.
fn changes(scene: &Scene<'_>, game: &Game, at: u64, judged: Option<&str>) -> Markup {
    html! {
        @match game.recording.older_law() {
            Some(law) => { p.card { (only_read(law)) } }
            None => {
                (correction(scene, game, at, judged.is_some()))
                @if let Some(table) = judged { (ruling(scene, game, table)) }
            }
        }
        @if let Some(table) = judged { (calls(scene, table)) }
    }
}

/// What a record shall read as, or that it goes. What a player may not change alone is proposed to the other.
fn correction(scene: &Scene<'_>, game: &Game, at: u64, judges: bool) -> Markup {
    let known = game.recording.game().entry(at);
    let may = !judges || matches!(scene.viewer.role(), Role::Judge | Role::Organiser);
    let found = known.filter(|(_, command, stands)| may && *stands && command.kind().class() != Class::Fixed);
    let reads = |seq| match game.recording.game().reading(seq) {
        Some(readings) => readings.first().map(|reading| &reading.command),
        None => known.map(|(_, command, _)| command),
    };
    html! {
        @if let Some((by, ..)) = found {
            details {
                summary { "Correct record " (at) " …" }
                form action=(if judges { "/table/correct" } else { "/match/correct" }) method="post" {
                    (carried_game(scene, game))
                    input type="hidden" name="seq" value=(at);
                    @if judges { input type="hidden" name="table" value=[scene.seat.map(|seat| seat.table)]; }
                    @else if scene.seat.is_some_and(|seat| seat.both) || scene.viewer.role() == Role::Table { input type="hidden" name="by" value=(by.as_str()); }
                    p { label for="corrected" { "What it shall say, as on the command line" } input id="corrected" name="line" value=[reads(at).map(words)] maxlength="1000" autocomplete="off" autocapitalize="none" spellcheck="false"; }
                    p { label for="because" { "Why" } input id="because" name="why" maxlength="200" required[judges] autocomplete="off"; }
                    div.four {
                        p { button type="submit" { "Change it" } }
                        p { button type="submit" name="take" value="yes" { "Take it back" } }
                    }
                }
            }
        }
    }
}

/// What a judge says of the match.
fn ruling(scene: &Scene<'_>, game: &Game, table: &str) -> Markup {
    let state = game.state();
    let names = [("one", name_of(state, Player::One)), ("two", name_of(state, Player::Two))];
    html! {
        section.card #rule {
            h2 { (icon("flag")) " Rule" }
            form action="/table/rule" method="post" {
                (carried_game(scene, game))
                input type="hidden" name="table" value=(table);
                p { label for="why" { "What you rule, and why" } input id="why" name="why" maxlength="200" required autocomplete="off"; }
                div.four {
                    p { label for="vp" { "Points, if any" } input id="vp" name="vp" autocomplete="off"; }
                    p { label for="player" { "For whom" } select id="player" name="player" { option value="" { "nobody" } @for (id, name) in &names { option value=(id) { (name) } } } }
                    p { label for="winner" { "Winner" } select id="winner" name="winner" { option value="" { "as played" } @for (id, name) in &names { option value=(id) { (name) } } option value="draw" { "a draw" } } }
                }
                p { button type="submit" { "Record the ruling" } }
            }
        }
        @if scene.viewer.role() == Role::Judge {
            section.card {
                h2 { "Record something for the players" }
                form action="/table/say" method="post" {
                    (carried_game(scene, game))
                    input type="hidden" name="table" value=(table);
                    p { label for="line" { "As on the command line: " code { "kill b2 3" } } input id="line" name="line" maxlength="1000" required autocomplete="off" autocapitalize="none" spellcheck="false"; }
                    p { button type="submit" { "Record it as the judge" } }
                }
            }
        }
    }
}

/// Open calls of the table, to be answered here.
fn calls(scene: &Scene<'_>, table: &str) -> Markup {
    html! {
        @for call in scene.snap.calls.iter().filter(|call| call.said.table.to_string() == table) {
            section.card.act {
                p { (icon("call")) " A judge is called: " (call.said.kind.name()) }
                (button(scene, "/judge/answer", &[("seq", &call.seq.to_string())], html! { (icon("check")) " Done" }))
            }
        }
    }
}
