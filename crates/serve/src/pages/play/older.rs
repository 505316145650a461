//! A match that an older law judges: phones show it, and both players may go on with it under today's law.

use adjutant_core::reliance::LAW;
use adjutant_engine::command::Command;
use adjutant_engine::numbers::Whole;
use adjutant_engine::view::Status;
use adjutant_present::say::older::{go_on, going_on, only_read};
use maud::{Markup, html};

use super::super::problem::home;
use super::super::scene::icon;
use super::map;
use super::table::{Parts, Table};

/// The page, wherever something would be recorded of such a match; nothing where today's law judges it.
pub(super) fn page(table: &Table<'_>) -> Option<Markup> {
    parts(table).map(|parts| table.whole(parts))
}

/// The same in its parts.
pub(super) fn parts(table: &Table<'_>) -> Option<Parts> {
    let law = table.game.recording.older_law()?;
    let (home, label) = home(table.scene.viewer);
    let report = if table.scene.viewer.player().is_some() { "/me/result" } else { "/match/result" };
    let ended = table.state().status == Status::Ended;
    let due = html! {
        (table.ask(html! { "Read only: law " (law) }))
        p { (only_read(law)) }
        section.card {
            (table.topic(html! { "Go on here?" }))
            @for line in going_on() { p { (line) } }
            @if let Some(law) = Whole::new(LAW) {
                (table.tap(table.voice(), &[Command::Law { law }], html! {
                    @if table.me.is_some() { "Ask to " (go_on()) } @else { "We both " (go_on()) }
                }))
            }
        }
    };
    let rest = html! {
        (map::details(table))
        p { a.tapline href="/match/log" { span { "Everything that was recorded " small { (table.game.seq()) " records" } } (icon("next")) } }
    };
    let dock = html! {
        nav.dock aria-label="Next" {
            a.b href=(home) { (icon("back")) " " (label) }
            @if ended { a.b.go href=(report) { "Report this result" } }
        }
    };
    Some(Parts { title: "Match".to_owned(), due, rest, dock })
}
