//! Secondary cards: what lies open before both players, what the player whose turn it is draws, keeps and discards.

use adjutant_engine::command::{Cards, Command, DiceSource};
use adjutant_engine::decide::cards_to_draw;
use adjutant_engine::draw::returnable;
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::legal::card_deeds;
use adjutant_engine::side::{By, Player};
use adjutant_present::names::cards;
use maud::{Markup, html};

use super::super::scene::icon;
use super::table::{Table, choice, json, objective};

/// The section; nothing where the rules have no cards.
pub(super) fn section(table: &Table<'_>) -> Markup {
    let state = table.state();
    if state.law().cards.is_none() {
        return html! {};
    }
    let (own, due) = (state.active, cards_to_draw(state));
    let mine = table.me.is_none_or(|me| me == own);
    let deeds = card_deeds(table.game.recording.game());
    let (drawn, discards) = deeds.split_at(deeds.partition_point(|cards| !cards.draws.is_empty()));
    html! {
        section.card.act[due > 0 && mine] {
            (table.topic(html! { @if due > 0 && mine { (icon("call")) " " } "Cards" }))
            @for player in table.sides() { (lying(table, player)) }
            @if mine {
                @if due > 0 { (draws(table, due, drawn)) }
                @for asked in returnable(table.game.recording.game()) {
                    @let names = named(table, &asked.returns);
                    (dealt(table, &asked, html! { "Give " (names) " back for another" }))
                }
                (others(table, discards))
            } @else if due > 0 {
                p.soft { bdi { (table.called(own)) } " draws " (cards(due)) "." }
            }
        }
    }
}

/// The cards that lie before a player.
fn lying(table: &Table<'_>, player: Player) -> Markup {
    let cards = &table.state().sides[player].cards;
    let words = |id: &ObjectiveId| {
        let stays = if cards.kept.contains(id) { ", which stays" } else { "" };
        format!("{}{stays}", objective(table.state(), player, id))
    };
    let names: Vec<String> = cards.active.iter().map(|card| words(&card.id)).collect();
    let names = if names.is_empty() { "no cards".to_owned() } else { names.join(", ") };
    html! { p { b { bdi { (table.called(player)) } ": " } (names) } }
}

fn named(table: &Table<'_>, ids: &[ObjectiveId]) -> String {
    let names: Vec<String> = ids.iter().map(|id| objective(table.state(), table.state().active, id)).collect();
    names.join(", ")
}

/// Draws by this machine, or of a deck on the table.
fn draws(table: &Table<'_>, due: usize, deeds: &[Cards]) -> Markup {
    let own = table.state().active;
    let deck: Vec<(String, String)> = deeds.iter().map(|cards| (value(cards), named(table, &cards.draws))).collect();
    let label = html! { "Draw " (cards(due)) @if table.me.is_none() { " for " bdi { (table.called(own)) } } };
    html! {
        (dealt(table, &Cards::of(own), label))
        details {
            summary { "Drawn from cards on the table" }
            (table.form(own.into(), html! {
                (choice("Which card came up", "drawn", &deck))
                p { button type="submit" { "That card" } }
            }))
        }
    }
}

/// A form that lets this machine draw. Under a sealed seed the other player says a number first.
fn dealt(table: &Table<'_>, asked: &Cards, label: Markup) -> Markup {
    let source = table.state().open.as_ref().and_then(|open| open.dice.as_ref());
    let sealed = source.is_some_and(|source: &DiceSource| source.sealed.is_some());
    table.form(
        asked.player.into(),
        html! {
            input type="hidden" name="deal" value=(serde_json::to_string(asked).unwrap_or_default());
            @if sealed {
                p {
                    label for="with" { "A number that " bdi { (table.called(asked.player.opponent())) } " says" }
                    input id="with" name="with" inputmode="numeric" autocomplete="off" maxlength="10" required;
                }
            }
            p { button.go type="submit" { (label) } }
            @if source.is_none() { p.soft { "The organiser's laptop shuffles; the log holds the cards as your word." } }
        },
    )
}

fn value(cards: &Cards) -> String {
    json(&Command::Card(cards.clone()))
}

/// Cards that leave, and cards that stay and bring nothing in this turn.
fn others(table: &Table<'_>, discards: &[Cards]) -> Markup {
    let (game, state) = (table.game.recording.game(), table.state());
    let own = state.active;
    let discards = discards.iter().map(|cards| {
        let gain = if cards.cp.is_some() { " for Command points" } else { "" };
        (value(cards), format!("Discard {}{gain}", named(table, &cards.discards)))
    });
    let keeps = state.sides[own].cards.active.iter().filter_map(|card| {
        let kept = Cards { keeps: vec![card.id.clone()], ..Cards::of(own) };
        game.check(By::from(own), &Command::Card(kept.clone())).ok()?;
        Some((value(&kept), format!("Keep {}, for no points this turn", named(table, &kept.keeps))))
    });
    let all: Vec<(String, String)> = keeps.chain(discards).collect();
    html! {
        @if !all.is_empty() {
            details {
                summary { "Keep or discard a card" }
                (table.form(own.into(), html! {
                    (choice("What happens to which card", "card", &all))
                    p { button type="submit" { "Record it" } }
                }))
            }
        }
    }
}
