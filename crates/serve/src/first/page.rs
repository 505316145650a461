//! The first page: an event in five steps.

use adjutant_engine::law::Packs;
use maud::{DOCTYPE, Markup, html};

use super::fields::{Fault, Fields};
use super::plan::{What, clock, plan, words};
use crate::assets;

/// What the page shows.
pub struct Shown<'a> {
    /// The packs that an event can be played by.
    pub packs: &'a Packs,
    /// Where its form goes.
    pub path: &'a str,
    pub fields: &'a Fields,
    /// Fields that cannot be meant so.
    pub faults: &'a [Fault],
    /// Why the event was not made.
    pub refused: Option<&'a str>,
    /// Events that are there already: id and name.
    pub events: &'a [(String, String)],
}

/// The steps after the tables, each with what happens there.
const STEPS: [(&str, &str); 4] = [
    ("Players", "Type their names, or bring a list as CSV."),
    ("Cards and poster", "One card for each player, one poster for each wall: Wi-Fi, address and code."),
    ("Lists", "By phone, checked at once. You see points and faults before anybody plays."),
    ("Pair round 1", "You see the draft and its reasons, then publish. Phones and screens follow."),
];

/// The page.
pub fn page(shown: &Shown<'_>) -> Markup {
    let Shown { path, fields, .. } = shown;
    let body = html! {
        header {
            div.band {
                p { b { "Adjutant" } small { "no event is open" } }
                h1.big { "Make your event" small { "five steps to the first pairing" } }
                p.big { (fields.begins) small { "round 1 begins" } }
            }
        }
        div.side {
            nav aria-label="Steps" {
                ol.steps {
                    li { a href="#step1" aria-current="step" { "1 Tables" } }
                    @for (number, (step, _)) in (2..).zip(STEPS) { li { a href={ "#step" (number) } { (number) " " (step) } } }
                }
            }
            main {
                @if let Some(why) = shown.refused { p.card.act role="alert" { (why) } }
                @if !shown.events.is_empty() { (going_on(shown)) }
                form.split #new action=(path) method="post" {
                    div { (asked(shown)) (steps(shown)) }
                    aside aria-labelledby="dayplan" { (day(fields)) }
                }
            }
        }
        section.dock aria-label="Actions" {
            p.soft { "Nothing is shown to players yet. All of it can be changed until round 1 is published." }
            button.go type="submit" form="new" name="do" value="make" { "Make the event" }
        }
    };
    document("Make your event: tables, players, cards, lists, pair", &body)
}

/// The page of everybody else meanwhile.
pub fn wait() -> Markup {
    let body = html! {
        main { header.band { h1.all { "The event is being made" } } p.card { "Open this page again in a minute." } }
    };
    document("The event is being made", &body)
}

fn document(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html.desk lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="dark light";
                link rel="stylesheet" href=(assets::STYLE.path);
                link rel="icon" type="image/svg+xml" href=(assets::ICON.path);
            }
            body { (body) }
        }
    }
}

/// The events that can be served as they are.
fn going_on(shown: &Shown<'_>) -> Markup {
    html! {
        form.card action=(shown.path) method="post" {
            p { "Or go on with an event that is here:" }
            p.tools {
                @for (id, name) in shown.events { button type="submit" name="event" value=(id) { bdi { (name) } } " " }
            }
        }
    }
}

/// A field with its label and what is wrong with it.
fn field(shown: &Shown<'_>, class: &str, name: &'static str, label: &str, input: &Markup) -> Markup {
    let fault = shown.faults.iter().find(|(field, _)| *field == name);
    html! {
        p class=(class) {
            label for=(name) { (label) }
            (input)
            @if let Some((_, says)) = fault { small.call role="alert" { (says) } }
        }
    }
}

fn typed(name: &str, value: &str) -> Markup {
    html! { input id=(name) name=(name) type="text" autocomplete="off" value=(value); }
}

fn number(name: &str, value: &str) -> Markup {
    html! { input id=(name) name=(name) type="text" inputmode="numeric" autocomplete="off" value=(value); }
}

fn asked(shown: &Shown<'_>) -> Markup {
    let fields = shown.fields;
    let name = html! { input #name name="name" type="text" autocomplete="off" autofocus value=(fields.name); };
    let game = html! {
        select #pack name="pack" {
            @for pack in shown.packs.iter() {
                @let id = pack.file.id.as_str();
                option value=(id) selected[id == fields.pack] { (pack.file.title) }
            }
            option value="" selected[fields.pack.is_empty()] { "Results only, no missions" }
        }
    };
    let day = html! { input #day name="day" type="date" value=(fields.day); };
    html! {
        div.fields {
            // Enter in a field counts again, and never makes the event.
            button.vh type="submit" name="do" value="count" tabindex="-1" { "Count again" }
            (field(shown, "three", "name", "Name", &name))
            (field(shown, "two", "pack", "Game", &game))
            (field(shown, "", "day", "Day", &day))
            (field(shown, "", "begins", "Round 1 begins", &typed("begins", &fields.begins)))
            (field(shown, "", "rounds", "Rounds", &number("rounds", &fields.rounds)))
            (field(shown, "", "minutes", "Minutes a round", &number("minutes", &fields.minutes)))
            (field(shown, "", "lunch", "Lunch, minutes", &number("lunch", &fields.lunch)))
            (field(shown, "", "lists", "Lists due", &typed("lists", &fields.lists)))
            (field(shown, "two", "places", "Places; empty: no limit", &number("places", &fields.places)))
        }
    }
}

fn steps(shown: &Shown<'_>) -> Markup {
    let fields = shown.fields;
    let seats = fields
        .tables
        .parse::<u16>()
        .map_or_else(|_| String::new(), |tables| format!("They seat {} players. ", 2 * u32::from(tables)));
    let count = html! {
        input.n #tables name="tables" type="text" inputmode="numeric" autocomplete="off" value=(fields.tables);
    };
    html! {
        ol.plan {
            li.now #step1 {
                b { "1" }
                span { b { "Tables" } br; small { (seats) "Missions and maps can be changed later." } }
                (field(shown, "tools", "tables", "Tables", &count))
            }
            @for (number, (step, says)) in (2..).zip(STEPS) {
                li id={ "step" (number) } { b { (number) } span { b { (step) } br; small { (says) } } }
            }
        }
        (missions(shown))
    }
}

/// The mission of each round, where the organiser chooses it.
fn missions(shown: &Shown<'_>) -> Markup {
    let Shown { packs, fields, .. } = shown;
    let (known, rounds) = (fields.missions(packs), fields.day().map_or(0, |day| day.rounds));
    let chosen = fields.of_rounds(packs, rounds);
    html! {
        @if !known.is_empty() && rounds > 0 {
            details {
                summary { "Missions of the rounds" }
                div.fields {
                    @for (round, mission) in (1..).zip(&chosen) {
                        p.two {
                            label for={ "mission" (round) } { "Round " (round) }
                            select id={ "mission" (round) } name="mission" {
                                @for (id, name) in &known { option value=(id) selected[id == mission] { (name) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The plan of the day, counted from the fields.
fn day(fields: &Fields) -> Markup {
    html! {
        h2 #dayplan { "Plan of " (fields.day) }
        @match fields.day() {
            Ok(day) => {
                table.day {
                    thead.vh { tr { th scope="col" { "Time" } th scope="col" { "What" } } }
                    tbody {
                        @for (at, what) in plan(&day) {
                            tr class=[matches!(what, What::Round { .. }).then_some("on")] {
                                th scope="row" { (clock(at)) } td { (words(what)) }
                            }
                        }
                    }
                }
            }
            Err(_) => { p.soft { "Mend the fields that are marked: then it can be counted." } }
        }
        p.tools { button type="submit" name="do" value="count" { "Count again" } }
        p.soft { "15 minutes between rounds, pairings 10 before the first. It is noted in the log of the event." }
    }
}
