//! Secondary cards: what lies open before both players, what the player whose turn it is draws, keeps and discards.

use adjutant_engine::command::{Cards, Command, DiceSource};
use adjutant_engine::decide::cards_to_draw;
use adjutant_engine::draw::returnable;
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::legal::{Kind, Offer};
use adjutant_engine::side::{By, Player};
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
    html! {
        section.card.act[due > 0 && mine] {
            h2 { @if due > 0 && mine { (icon("call")) " " } "Cards" }
            @for player in table.sides() { (lying(table, player)) }
            @if mine {
                @if due > 0 { (draws(table, due)) }
                @for asked in returnable(table.game.recording.game()) {
                    @let names = named(table, &asked.returns);
                    (dealt(table, &asked, html! { "Give " (names) " back for another" }))
                }
                (others(table))
            } @else if due > 0 {
                p.soft { bdi { (table.called(own)) } " draws " (many(due)) "." }
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

fn many(cards: usize) -> String {
    if cards == 1 { "a card".to_owned() } else { format!("{cards} cards") }
}

fn named(table: &Table<'_>, ids: &[ObjectiveId]) -> String {
    let names: Vec<String> = ids.iter().map(|id| objective(table.state(), table.state().active, id)).collect();
    names.join(", ")
}

/// Draws by this machine, or of a deck on the table.
fn draws(table: &Table<'_>, due: usize) -> Markup {
    let own = table.state().active;
    let deck: Vec<(String, String)> =
        of_deck(table, |cards| !cards.draws.is_empty() && cards.stratagem.is_none()).collect();
    let label = html! { "Draw " (many(due)) @if table.me.is_none() { " for " bdi { (table.called(own)) } } };
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
    table.open(
        "/match/cards",
        html! {
            (table.by(asked.player.into()))
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

/// What is offered of cards that one kind of deed takes, with the name of its card.
fn of_deck<'t>(
    table: &'t Table<'_>,
    wanted: impl Fn(&Cards) -> bool + 't,
) -> impl Iterator<Item = (String, String)> + 't {
    let own = table.state().active;
    table.offers(Kind::Card).into_iter().filter_map(move |Offer { command, .. }| {
        let Command::Card(cards) = &command else { return None };
        let ids: Vec<ObjectiveId> = cards.draws.iter().chain(&cards.discards).cloned().collect();
        (cards.player == own && wanted(cards)).then(|| (json(&command), named(table, &ids)))
    })
}

/// Cards that leave, and cards that stay and bring nothing in this turn.
fn others(table: &Table<'_>) -> Markup {
    let (game, state) = (table.game.recording.game(), table.state());
    let own = state.active;
    let gain = |text: &str| if text.contains("\"cp\"") { " for Command points" } else { "" };
    let discards = of_deck(table, |cards| cards.draws.is_empty());
    let discards = discards.map(|(value, name)| {
        let words = format!("Discard {name}{}", gain(&value));
        (value, words)
    });
    let keeps = state.sides[own].cards.active.iter().filter_map(|card| {
        let kept = Command::Card(Cards { keeps: vec![card.id.clone()], ..Cards::of(own) });
        let name = objective(state, own, &card.id);
        game.check(By::from(own), &kept).ok().map(|_| (json(&kept), format!("Keep {name}, for no points this turn")))
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
