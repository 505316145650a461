//! What the players count: losses, a tap for a model or for all that are left, and Command points, a tap for each.

use adjutant_core::numbers::CpChange;
use adjutant_engine::command::{Command, Text};
use adjutant_engine::side::Player;
use adjutant_engine::state::{Group, Unit};
use adjutant_present::names::name_of;
use maud::{Markup, html};
use serde_json::json;

use super::count::{self, Count};
use super::table::{Table, field, living, unit_words};

/// The losses of both armies, the opponent's first.
pub(super) fn losses(table: &Table<'_>, count: Option<&Count>) -> Markup {
    let [own, other] = table.sides();
    let state = table.state();
    html! {
        details {
            summary { "Models died" }
            @if living(state, other).next().is_none() {
                p.soft { "No army list is known here, so no unit can be named. Score with the claims instead." }
            } @else {
                @for player in [other, own] {
                    p.soft { b { bdi { (name_of(state, player)) } } }
                    form action="/match/say" method="post" {
                        (table.carried())
                        (table.by(table.voice()))
                        (count::before(count))
                        ul.rows.losses role="list" { @for unit in state.living(player) { (rows(unit)) } }
                    }
                }
            }
        }
    }
}

/// A unit with a button for one model and one for all that are left; where it mixes models, so for each of their groups.
fn rows(unit: &Unit) -> Markup {
    let groups: Vec<&Group> = unit.groups.iter().filter(|group| group.models > 0).collect();
    let mixed = groups.len() > 1;
    html! {
        @for group in &groups {
            @let dies = |models: u32| {
                let mut lost = json!({"unit": unit.id, "models": models});
                if mixed { lost["group"] = json!(group.name); }
                json!({"casualties": lost}).to_string()
            };
            @let whom = if mixed { format!("{} ({}): {}", unit.datasheet, unit.id, group.name) } else { unit_words(unit) };
            li {
                span.grow { (whom) }
                span {
                    @if group.models > 1 { button type="submit" name="do" value=(dies(1)) aria-label={ "1 dies: " (whom) } { "1 dies" } }
                    @let all = if group.models > 1 { format!("All {}", group.models) } else { "Dies".to_owned() };
                    button type="submit" name="do" value=(dies(group.models)) aria-label={ (all) ": " (whom) } { (all) }
                }
            }
        }
    }
}

/// Command points of whoever speaks here: one that is spent or gained is a tap, others are typed.
pub(super) fn command_points(table: &Table<'_>) -> Markup {
    let players: Vec<Player> = table.me.map_or_else(|| table.sides().to_vec(), |me| vec![me]);
    html! {
        details {
            summary { "Command points" }
            ul.rows role="list" {
                @for player in &players {
                    li {
                        span.grow { bdi { (table.called(*player)) } ": " (table.state().sides[*player].cp) " CP" }
                        @for (change, label, why) in [(-1, "Spend 1", "spent"), (1, "Gain 1", "gained")] {
                            (one(table, *player, change, label, why))
                        }
                    }
                }
            }
            (table.open("/match/say", html! {
                input type="hidden" name="do" value=(json!({"cp": {"change": 1, "why": ""}}));
                @if table.me.is_none() {
                    p {
                        label for="whose" { "Whose" }
                        select id="whose" name="by" { @for player in &players { option value=(player.as_str()) { (table.called(*player)) } } }
                    }
                }
                div.four {
                    (field("Gained, or spent with a minus", "/cp/change", "-1", false, true))
                    (field("For what", "/cp/why", "", false, true))
                }
                p { button type="submit" { "Record it" } }
            }))
        }
    }
}

/// A tap for one point, where the rules take it.
fn one(table: &Table<'_>, player: Player, change: i32, label: &str, why: &str) -> Markup {
    let said = CpChange::new(change).zip(Text::new(why)).map(|(change, why)| Command::Cp { change, why, exempt: None });
    let fits = |command: &Command| table.game.recording.game().check(player, command).is_ok();
    html! { @if let Some(command) = said.filter(fits) { (table.tap(player.into(), &[command], html! { (label) })) } }
}
