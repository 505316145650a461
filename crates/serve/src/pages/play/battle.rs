//! The battle: who holds what, what waits for a word, and the end of the phase.

use std::collections::BTreeSet;

use adjutant_engine::command::{Command, Holder};
use adjutant_engine::ids::{MarkerId, UnitId};
use adjutant_engine::legal::Kind;
use adjutant_engine::legal::{Now, now, shock_tests_due};
use adjutant_engine::state::State;
use adjutant_engine::view::MarkerView;
use adjutant_present::names::action_name;
use adjutant_present::units;
use maud::{Markup, html};
use serde_json::json;

use super::super::scene::icon;
use super::count::{self, Count};
use super::table::{Parts, Table, choice, field, json, unit_words};
use super::{cards, losses, map, picks, scoring, together};

/// The page.
pub(super) fn page(table: &Table<'_>) -> Parts {
    let game = table.game.recording.game();
    let (now, count) = (now(game), Count::of(table));
    let due = html! {
        @if table.state().length_asked { (length(table)) }
        (scoring::needs(table, ""))
        (cards::section(table))
        (picks::sections(table))
        (shaken(table))
    };
    let rest = html! {
        (markers(table, &now, count.as_ref()))
        (under_way(table, &now))
        (happened(table, &now, count.as_ref()))
        (count::turn(table))
        (map::details(table))
        p { a.tapline href="/match/log" { span { "Everything that was recorded " small { (table.game.seq()) " records" } } (icon("next")) } }
    };
    Parts { title: "Match".to_owned(), due, rest, dock: dock(table) }
}

/// The die that decides whether another round is fought.
fn length(table: &Table<'_>) -> Markup {
    html! {
        section.card.act {
            (table.topic(html! { (icon("call")) " Does the battle go on?" }))
            (table.form(table.voice(), html! {
                input type="hidden" name="do" value=(json!({"roll": {"for": "length", "roll": []}}));
                (field("Roll a D6 and type what it shows", "/roll/roll", "", true, true))
                p { button type="submit" { "That is the roll" } }
            }))
        }
    }
}

/// The Battle-shock tests that are due: what is said of markers near these units does not outlast a phase without them.
fn shaken(table: &Table<'_>) -> Markup {
    let state = table.state();
    let due = shock_tests_due(table.game.recording.game());
    let names: Vec<String> = due.iter().map(|unit| units::name(state, unit)).collect();
    let Some(name) = names.first() else { return html! {} };
    let tests: Vec<(String, String)> = due.iter().flat_map(|unit| shock_tests(state, unit)).collect();
    let mine = table.me.is_none_or(|me| me == state.active);
    html! {
        section.card.act[mine] {
            (table.topic(html! {
                @if mine { (icon("call")) " " }
                @if names.len() == 1 { (name) " takes a Battle-shock test" } @else { (names.len()) " units take Battle-shock tests" }
            }))
            @if mine {
                (table.form(state.active.into(), html! {
                    @match tests.as_slice() {
                        [(only, _)] => { input type="hidden" name="do" value=(only); }
                        several => { (choice("Which unit", "shaken", several)) }
                    }
                    (field("Roll the dice and type what they show", "/test/roll", "", true, true))
                    p { button type="submit" { "That is the roll" } }
                }))
            } @else if names.len() > 1 {
                p.soft { (names.join(", ")) }
            }
        }
    }
}

/// A test of a unit, and how it went where its list does not say the Leadership.
fn shock_tests(state: &State, id: &UnitId) -> Vec<(String, String)> {
    let name = units::name(state, id);
    let test = json!({"unit": id, "of": "battle-shock", "roll": []});
    let went = |passed: bool| {
        let mut test = test.clone();
        test["passed"] = passed.into();
        (json!({"test": test}).to_string(), format!("{name} {}", if passed { "passes" } else { "fails" }))
    };
    let known = state.unit(id).is_some_and(|(_, unit)| unit.knows_leadership());
    if known { vec![(json!({"test": test}).to_string(), name)] } else { vec![went(true), went(false)] }
}

/// Who holds what: a tap is a record, which stands behind the count of the phase where there is one.
fn markers(table: &Table<'_>, now: &Now, count: Option<&Count>) -> Markup {
    let view = table.game.recording.game().view();
    let state = table.state();
    let (lying, gone): (Vec<&MarkerView>, Vec<&MarkerView>) =
        view.markers.iter().partition(|marker| marker.on_battlefield);
    let gone: Vec<&str> = gone.iter().map(|marker| marker.id.as_str()).collect();
    let asked: BTreeSet<&MarkerId> = now.markers.iter().map(|question| &question.marker).collect();
    html! {
        (table.ask(html! { "Who holds what?" }))
        p.soft {
            (state.phase.title()) " phase, round " (state.round) " of " (state.law().rounds)
            @if !gone.is_empty() { " · off the battlefield: " (gone.join(", ")) }
        }
        @if let Some(count) = count { (count.section(table, board(table, (&lying, &asked), "held-", html! {}))) }
        (together::as_they_lie(table))
        (board(table, (&lying, &asked), "", count::before(count)))
    }
}

/// A form of all markers that lie, each with its holder, and a mark on those that are asked; `before` goes with what is
/// tapped.
fn board(
    table: &Table<'_>,
    (lying, asked): (&[&MarkerView], &BTreeSet<&MarkerId>),
    ids: &str,
    before: Markup,
) -> Markup {
    html! {
        form action="/match/say" method="post" {
            (table.carried())
            (table.by(table.voice()))
            (before)
            @for marker in lying {
                (held(table, marker, ids, asked.contains(&marker.id)))
            }
        }
    }
}

fn held(table: &Table<'_>, marker: &MarkerView, ids: &str, asked: bool) -> Markup {
    let [first, second] = table.sides();
    let holders = [
        (Holder::from(Some(first)), "you", "live", table.called(first)),
        (Holder::from(Some(second)), "them", "diamond", table.called(second)),
        (Holder::None, "", "ring", "None".to_owned()),
    ];
    let label = format!("{ids}{}", marker.id);
    let name = |words: &str| words.split_whitespace().next().unwrap_or_default().to_owned();
    html! {
        div.seg role="group" aria-labelledby=(label) {
            b id=(label) { (marker.id) @if asked { span.vh { ", not said yet" } " " span.warn aria-hidden="true" { "?" } } }
            div {
                @for (holder, class, sign, words) in &holders {
                    button class=(class) type="submit" name="do"
                        value=(json(&Command::Control { holds: [(marker.id.clone(), *holder)].into(), keeps: Default::default() }))
                        aria-pressed=(if marker.holder == Some(*holder) { "true" } else { "false" }) {
                        (icon(sign)) " " bdi { (name(words)) }
                    }
                }
            }
        }
    }
}

/// Actions under way.
fn under_way(table: &Table<'_>, now: &Now) -> Markup {
    let state = table.state();
    html! {
        @if !now.underway.is_empty() {
            (table.topic(html! { "Actions under way" }))
            ul.rows {
                @for doing in &now.underway {
                    @let unit = state.unit(&doing.unit).map_or_else(|| doing.unit.to_string(), |(_, unit)| unit_words(unit));
                    li { span.grow { (unit) ": " (action_name(table.state(), &doing.action)) } }
                }
            }
        }
    }
}

/// What happens most often besides.
fn happened(table: &Table<'_>, now: &Now, count: Option<&Count>) -> Markup {
    html! {
        (table.topic(html! { "Something else happened" }))
        (losses::losses(table, count))
        (starts(table, now, count))
        (losses::command_points(table))
        details {
            summary { "A note" }
            (table.form(table.voice(), html! {
                input type="hidden" name="do" value=(json!({"note": {"text": ""}}));
                (field("What you want to remember", "/note/text", "", false, true))
                p { button type="submit" { "Write it down" } }
            }))
        }
        p { a.tapline href="/match/more" { "Everything else: move, shoot, charge, cast, dice …" (icon("next")) } }
    }
}

/// The actions that could start: with the end of the Command phase before them, where its count is shown.
fn starts(table: &Table<'_>, at_hand: &Now, count: Option<&Count>) -> Markup {
    let behind = count.map(|count| now(count.after()));
    let own = table.me.is_none_or(|me| me == table.state().active);
    let all = if own { &behind.as_ref().unwrap_or(at_hand).startable[..] } else { &[] };
    let options: Vec<(String, String)> =
        all.iter().map(|offer| (json(&offer.command), action(table, &offer.command))).collect();
    html! {
        @if let Some(first) = all.first() {
            details {
                summary { "An action starts" }
                (table.form(first.by, html! {
                    (count::before(count))
                    (choice("Who does what", "action", &options))
                    p { button type="submit" { "It starts" } }
                }))
            }
        }
    }
}

/// An action that could start, in words.
pub(super) fn action(table: &Table<'_>, command: &Command) -> String {
    let Command::StartAction { unit, action, marker, spot, aim } = command else { return String::new() };
    let who = adjutant_present::units::name(table.state(), unit);
    let marker = marker.as_ref().map(|marker| format!(" on {marker}")).unwrap_or_default();
    let spot = spot.and_then(|spot| Some(format!(" in {}", serde_json::to_value(spot).ok()?.as_str()?)));
    let about = aim.as_deref().map_or_else(String::new, |aim| {
        let area = aim.area.map(|area| format!(" in {area}"));
        let target = aim.target.as_ref().map(|target| format!(" about {target}"));
        let takes = aim.takes.map(|place| format!(", the token at {place}"));
        area.into_iter().chain(target).chain(takes).collect()
    });
    format!("{who}: {}{marker}{}{about}", action_name(table.state(), action), spot.unwrap_or_default())
}

fn dock(table: &Table<'_>) -> Markup {
    let state = table.state();
    let end = table.offers(Kind::EndPhase).into_iter().next();
    let whose = table.whose(state.active);
    let phase = html! { bdi { (whose) } " " (state.phase.title()) " phase" };
    let label = match &end {
        Some(_) => html! { span { "End " (phase) } },
        None if state.length_asked => html! { "Roll first: does the battle go on?" },
        None => html! { span { (phase) } },
    };
    table.dock(end.as_ref(), label)
}
