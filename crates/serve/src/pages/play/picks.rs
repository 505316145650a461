//! What players pick for their objectives: one card for each pick that is due.

use adjutant_engine::command::{Command, Picked};
use adjutant_engine::legal::{DuePick, picks_due};
use adjutant_present::say::command::{pick_due, picked};
use maud::{Markup, html};

use super::super::scene::icon;
use super::table::{Table, chip, choice, json};

/// The picks that are due; who does not make one sees that it is made.
pub(super) fn sections(table: &Table<'_>) -> Markup {
    let due = picks_due(table.game.recording.game());
    html! {
        @for due in &due {
            @let mine = table.me.is_none_or(|me| me == due.by);
            section.card.act[mine] {
                (table.topic(html! { @if mine { (icon("call")) " " } (pick_due(table.state(), due)) }))
                @if mine { (form(table, due)) }
            }
        }
    }
}

fn form(table: &Table<'_>, due: &DuePick) -> Markup {
    let words = |each: &Picked| picked(table.state(), each);
    let said = |each: &Picked| json(&Command::Pick(Box::new(each.clone())));
    let all: Vec<(String, String)> =
        due.each(table.game.recording.game()).map(|each| (said(each), words(each))).collect();
    let name = format!("pick-{}-{}", due.player, due.mark);
    table.form(
        due.by.into(),
        html! {
            @if due.most == 1 {
                (choice("Which one", &name, &all))
            } @else {
                fieldset.group {
                    legend { "up to " (due.most) }
                    div {
                        @for (nth, (value, words)) in all.iter().enumerate() {
                            (chip("checkbox", "do", (&format!("{name}-{nth}"), value), words, false))
                        }
                    }
                }
            }
            p { button type="submit" { @if due.most == 1 { "Pick this one" } @else { "Pick these" } } }
        },
    )
}
