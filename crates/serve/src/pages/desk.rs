//! The desk: how many results are in, what keeps the round open, and everything to enter.

use adjutant_present::say::event_command;
use adjutant_tournament::TableNumber;
use adjutant_tournament::day::GameView;
use adjutant_tournament::state::{Round, Stage};
use maud::{Markup, html};

use super::draft::all_played;
use super::entered::decided;
use super::forms::{button, carried, letting_pass};
use super::frame::{frame, organiser};
use super::scene::{Scene, icon, left};
use crate::moment::span;

/// Who waits for a judge, and which phones for a word.
fn waits(scene: &Scene<'_>) -> Markup {
    let phones = scene.snap.phones.iter().filter(|phone| phone.waits()).count();
    let waiting = [(" calls ", scene.snap.calls.len()), (" phones ", phones)];
    html! { @for (what, many) in waiting { @if many > 0 { a.b href="/judge" { (icon("call")) (what) (many) } } } }
}

/// The page of results.
pub fn desk(scene: &Scene<'_>, show: &str, after: Option<u16>) -> Markup {
    let Some(round) = scene.snap.shown() else { return unpublished(scene) };
    let games = &scene.snap.games;
    let count = |wanted: &dyn Fn(&GameView) -> bool| games.iter().filter(|game| wanted(game)).count();
    let missing = |game: &GameView| game.result.is_none();
    let disputed = |game: &GameView| game.dispute.is_some() || game.state == "reports differ";
    let filters: [(&str, &str, usize); 3] = [
        ("all", "all", games.len()),
        ("missing", "missing", count(&missing)),
        ("disputed", "disputed", count(&disputed)),
    ];
    let shown = games.iter().filter(|game| match show {
        "missing" => missing(game),
        "disputed" => disputed(game),
        _ => true,
    });
    // After a result the next open row has the keyboard, from the table just saved on and then from the top.
    let mut open: Vec<TableNumber> = games.iter().filter(|game| missing(game)).map(|game| game.table).collect();
    open.sort_by_key(|table| (after.is_some_and(|after| table.0 <= after), *table));
    let next = after.and(open.first().copied());
    let work = html! {
        (scan(scene, after.is_none()))
        p.tools {
            b { "Show" }
            @for (id, label, count) in filters {
                a.b href={ "/desk?show=" (id) } aria-current=[(id == show || (id == "all" && show.is_empty())).then_some("true")] { (label) " " (count) }
            }
            (waits(scene))
        }
        table {
            thead { tr {
                th.num scope="col" { "T" } th scope="col" { "One" } th scope="col" { "Two" } th.num scope="col" { "VP" }
                th scope="col" { "Rests on" } th scope="col" { span.vh { "Act" } }
            } }
            tbody { @for game in shown { (row(scene, round, game, next == Some(game.table))) } }
        }
        @if let Some(last) = scene.snap.told.last() {
            p {
                a.tapline href="/desk/log" {
                    span.soft { "Last: " (scene.time(last.at)) " " bdi { (event_command::in_words(&scene.snap.state, &last.command)) } }
                    small { "Log and undo " (icon("next")) }
                }
            }
        }
    };
    let entered = games.len() - count(&missing);
    let band = html! {
        h1.big { (entered) " of " (games.len()) small { "results are in" } }
        (clock(scene))
    };
    frame(scene, "results", &format!("Desk: {entered} of {} results", games.len()), band, work, dock(scene, round))
}

fn unpublished(scene: &Scene<'_>) -> Markup {
    let dock = html! { nav.dock aria-label="Next" { p { "No round is published yet." } a.b.go href="/desk/players" { "Go to the players" } } };
    frame(scene, "results", "Desk", html! { h1.big { "No round" small { "is published yet" } } }, html! {}, dock)
}

/// Where codes are scanned and typed: a hand-held scanner types what it reads and ends it with Enter.
///
/// On a page that nobody came to by a result it has the keyboard.
fn scan(scene: &Scene<'_>, first: bool) -> Markup {
    html! {
        form.tools action="/desk/scan" method="post" enctype="multipart/form-data" role="search" {
            (carried(scene))
            input.grow #scan name="code" autofocus[first] maxlength="400" required autocomplete="off" spellcheck="false" aria-label="Scan or type a code" placeholder="scan a card or a scoring sheet, or type a table or a name";
            button type="submit" { (icon("find")) " Open" }
            button type="button" data-camera hidden { "Camera" }
        }
    }
}

fn row(scene: &Scene<'_>, round: &Round, game: &GameView, next: bool) -> Markup {
    let act = game.dispute.is_some() || game.state == "reports differ";
    let number = game.table.to_string();
    html! {
        tr.act[act] {
            td.num { b { (game.table) } }
            th scope="row" { (scene.name(&game.one)) }
            td { (scene.name(&game.two)) }
            td.num {
                @match &game.result {
                    Some(view) => { (view.result.one) " : " (view.result.two) }
                    None if round.stage == Stage::Published => {
                        form.tools action="/desk/result" method="post" {
                            (carried(scene))
                            input type="hidden" name="table" value=(number);
                            input.vp name="one" autofocus[next] inputmode="numeric" autocomplete="off" required aria-label={ "Table " (number) ", first player" };
                            ":"
                            input.vp name="two" inputmode="numeric" autocomplete="off" required aria-label={ "Table " (number) ", second player" };
                            button type="submit" { "Save" }
                        }
                    }
                    None => { "–" }
                }
            }
            td { (rests_on(scene, game)) }
            td {
                div.tools {
                    @if game.state == "reported" && round.stage == Stage::Published {
                        @for report in &game.reports {
                            (button(scene, "/desk/result", &[("table", &number), ("one", &report.one.to_string()), ("two", &report.two.to_string())], html! { "Accept " span.vh { "table " (number) ", " } (report.one) " : " (report.two) }))
                        }
                    }
                    a.b href={ "/table/" (number) } { "Open" }
                }
            }
        }
    }
}

/// What a result rests on, or what is missing.
fn rests_on(scene: &Scene<'_>, game: &GameView) -> Markup {
    let more = game.extension.map(|minutes| format!(", +{minutes} min")).unwrap_or_default();
    html! {
        @match (&game.result, game.state) {
            (Some(view), "disputed") => { span.chip.call { (icon("call")) " disputed" } " " small { (view.basis.name()) } }
            (Some(view), _) => {
                span.chip.ok { (icon("check")) " " (view.basis.name()) }
                @if let Some(words) = decided(scene, &view.result) { br; small { (words) } }
                @if let Some(words) = scene.corrected(game) { br; small { (words) } }
            }
            (None, "reports differ") => {
                span.chip.call { (icon("call")) " reports differ" }
                @for report in &game.reports { br; small { (scene.name(&report.player)) ": " (report.one) " : " (report.two) } }
            }
            (None, "reported") => {
                span.chip { (icon("half")) " 1 of 2 agreed" }
                @for report in &game.reports { br; small { (scene.name(&report.player)) ": " (report.one) " : " (report.two) } }
            }
            _ => { span.chip { (icon("ring")) " playing" (more) } }
        }
    }
}

/// The clock, with what can be done to it now.
fn clock(scene: &Scene<'_>) -> Markup {
    let Some(clock) = scene.snap.clock.as_ref().filter(|_| scene.snap.open().is_some()) else { return html! {} };
    let step =
        |step: &'static str, label: &'static str| button(scene, "/desk/clock", &[("step", step)], html! { (label) });
    html! {
        p.big {
            @match (clock.deadline, clock.left_s) {
                (Some(deadline), _) => { (left(scene, deadline)) small { "ends " (scene.time(deadline)) } }
                (None, Some(seconds)) => { (span(seconds)) small { (clock.state) } }
                _ => { "–" small { "clock not started" } }
            }
        }
        div.tools {
            @match clock.state {
                "running" => { (step("pause", "Pause")) (add(scene)) (step("stop", "Stop")) }
                "paused" => { (step("resume", "Go on")) (add(scene)) (step("stop", "Stop")) }
                _ => {
                    form.tools action="/desk/clock" method="post" {
                        (carried(scene))
                        input type="hidden" name="step" value="start";
                        // What Enter would press: a clock is started by its own button.
                        button type="submit" hidden disabled {}
                        input.vp name="minutes" inputmode="numeric" value="150" aria-label="Minutes of the round" required;
                        button type="submit" { "Start the clock" }
                    }
                }
            }
        }
    }
}

fn add(scene: &Scene<'_>) -> Markup {
    button(scene, "/desk/clock", &[("step", "add"), ("minutes", "5")], html! { "+5 min" })
}

fn dock(scene: &Scene<'_>, round: &Round) -> Markup {
    let number = round.pair.round;
    let open: Vec<String> = round.open_tables().map(|table| table.to_string()).collect();
    let disputed = round.progress.disputes.len();
    match round.stage {
        Stage::Published if !open.is_empty() || disputed > 0 => html! {
            div.dock {
                p.warn {
                    (icon("call")) " " b { "Round " (number) " cannot close yet." } " "
                    @if open.len() > 12 { (open.len()) " results are open." }
                    @else if !open.is_empty() { "Open: table " (open.join(", ")) ". " }
                    @if disputed > 0 { "Disputed: " (disputed) "." }
                }
                button.go type="button" disabled { "Close round " (number) }
            }
        },
        Stage::Published if organiser(scene) => html! {
            form.dock action="/desk/close" method="post" aria-label="Close the round" {
                (carried(scene))
                p { "All results are in." }
                (letting_pass())
                button.go type="submit" { "Close round " (number) }
            }
        },
        Stage::Published => html! { div.dock { p { "All results are in. The organiser closes the round." } } },
        _ => {
            let next = match all_played(scene) {
                _ if scene.snap.state.finished => html! { a.b.go href="/standings" { "Final standings" } },
                true => html! { a.b.go href="/desk/draft" { "Cut, or end the event" } },
                false => html! { a.b.go href="/desk/draft" { "Pair round " (number.next()) } },
            };
            html! { nav.dock aria-label="Next" { p { "Round " (number) " is closed." } (next) } }
        }
    }
}
