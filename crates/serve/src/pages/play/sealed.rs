//! What players choose in secret before the battle: sealed on a player's own phone, opened when both have chosen.

use adjutant_app::matches::hidden;
use adjutant_engine::command::{Command, Reserves, SecretKind};
use adjutant_engine::ids::{MarkerId, ObjectiveId, UnitId};
use adjutant_engine::legal::{Kind, Offer, SetupStep};
use adjutant_engine::numbers::Inches;
use adjutant_engine::side::{By, Player};
use maud::{Markup, html};
use serde_json::Value;

use super::table::{Table, card, choice, field, json, objective, unit_words};

/// Whether a player is bound to such a choice and has not opened it.
pub(super) fn is_sealed(table: &Table<'_>, player: Player, what: SecretKind) -> bool {
    hidden::bound(table.game.recording.game(), player).any(|(bound, _)| bound == what)
}

/// Whether a player has said openly what can also be chosen in secret.
fn said_openly(table: &Table<'_>, player: Player, what: SecretKind) -> bool {
    let side = &table.state().sides[player];
    let opened = side.secrets.contains_key(&what);
    match what {
        SecretKind::Secondaries => side.secondaries.is_some() && !opened,
        SecretKind::Reserves => side.reserves_declared && !opened,
        SecretKind::PriorityMarker => false,
    }
}

/// What a seal does and does not do.
pub(super) fn promise(table: &Table<'_>, player: Player) -> Markup {
    html! {
        p.soft {
            "Only you see it until " bdi { (table.called(player.opponent())) } " has chosen too; until then the "
            "organiser's laptop keeps it. Somebody who listens in on this Wi-Fi could read it on its way: choose on "
            "paper if that matters."
        }
    }
}

/// A choice that waits to be opened; one card for both players.
pub(super) fn waiting(table: &Table<'_>, player: Player) -> Markup {
    let game = table.game.recording.game();
    let ready = !hidden::both_bound(game).is_empty();
    let (me, step) = (table.me.unwrap_or(Player::One), SetupStep::Reveal(player));
    let other = player.opponent();
    let bound = |player: Player| hidden::bound(game, player).next().is_some();
    if ready && player != me && bound(me) {
        // The card of the player who looks opens both.
        return html! {};
    }
    if ready {
        let body = html! {
            (own(table))
            (table.open("/match/open", html! { button.go type="submit" { "Open both choices" } }))
        };
        return card(table, &step, "Both players have chosen in secret", body);
    }
    let openly = hidden::bound(game, player).any(|(what, _)| said_openly(table, other, what)) && !bound(other);
    let body = html! {
        @if table.me == Some(player) { (own(table)) }
        @if openly {
            p { bdi { (table.called(other)) } " chose openly. Take the sealed choice back with Undo, then choose openly too." }
        } @else {
            p.soft { "It is opened when " bdi { (table.called(other)) } " has chosen too." }
        }
    };
    let sealed = if table.me == Some(player) {
        "You have sealed a choice".to_owned()
    } else {
        format!("{} has sealed a choice", table.called(player))
    };
    card(table, &step, &sealed, body)
}

/// What the player who looks has sealed: nobody else's page holds it.
fn own(table: &Table<'_>) -> Markup {
    let Some(me) = table.me else { return html! {} };
    html! {
        @for (what, value) in table.game.sealed(me) {
            @match value {
                Some(value) => { p { b { "You chose: " } (words(table, me, value)) } }
                None => {
                    p { "This server does not hold your " (name(*what)) ". Open it where you made it, or take it back with Undo and choose again." }
                }
            }
        }
    }
}

fn name(what: SecretKind) -> &'static str {
    match what {
        SecretKind::Secondaries => "secondary objectives",
        SecretKind::Reserves => "reserves",
        SecretKind::PriorityMarker => "Priority marker",
    }
}

/// A choice, as its player reads it.
fn words(table: &Table<'_>, player: Player, value: &Value) -> String {
    let chosen = value.get("choose").and_then(Value::as_array).into_iter().flatten();
    let of = |id: &Value| {
        let id = id.as_str().and_then(|id| ObjectiveId::new(id).ok());
        id.map_or_else(|| "an objective of your own book".to_owned(), |id| objective(table.state(), player, &id))
    };
    let names: Vec<String> = chosen.map(of).collect();
    if let Some(marker) = value.get("marker").and_then(Value::as_str) {
        return format!("marker {marker}");
    }
    match Reserves::read(&value.to_string()) {
        Ok(reserves) if value.get("choose").is_none() => away(table, &reserves),
        _ => names.join(", "),
    }
}

/// Who starts off the battlefield, and how.
fn away(table: &Table<'_>, reserves: &Reserves) -> String {
    let named = |units: &[UnitId]| -> String {
        let name = |id: &UnitId| table.state().unit(id).map_or_else(|| id.to_string(), |(_, unit)| unit_words(unit));
        units.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    let groups = [("Strategic Reserves", &reserves.strategic), ("by a rule of their own", &reserves.elsewhere)];
    let off = groups.into_iter().filter(|(_, units)| !units.is_empty());
    let off = off.map(|(how, units)| format!("{how}: {}", named(units)));
    let aboard = reserves
        .embarked
        .iter()
        .map(|(carrier, units)| format!("aboard {}: {}", named(std::slice::from_ref(carrier)), named(units)));
    let all: Vec<String> = off.chain(aboard).collect();
    if all.is_empty() { "everybody starts on the battlefield".to_owned() } else { all.join("; ") }
}

/// Each player notes a marker.
pub(super) fn markers(table: &Table<'_>) -> Markup {
    let game = table.game.recording.game();
    let step = SetupStep::DrawMarkers;
    let Some(me) = table.me else {
        let body =
            html! { p.soft { "Each player seals it on their own phone: this device shows everything to both." } };
        return card(table, &step, "Each player notes a Priority marker in secret", body);
    };
    let moves: Vec<Offer> = table.offers(Kind::Marker).into_iter().filter(|offer| place(offer).is_some()).collect();
    if let Some(first) = moves.first() {
        return card(table, &step, "You move a marker, or leave it where it lies", moved(table, first.by, &moves));
    }
    let markers = hidden::markers_to_note(game, me);
    if markers.is_empty() {
        if is_sealed(table, me, SecretKind::PriorityMarker) {
            return html! {};
        }
        let body = html! { p.soft { "Another step comes first, or the other player moves a marker." } };
        return card(table, &step, "Each player notes a Priority marker in secret", body);
    }
    let options: Vec<(String, String)> =
        markers.iter().map(|marker| (json(&hidden::priority(marker)), format!("Marker {marker}"))).collect();
    let body = html! {
        (table.open("/match/seal", html! {
            (choice("Which marker", "priority", &options))
            p { button type="submit" { "Seal it" } }
        }))
        (promise(table, me))
    };
    card(table, &step, "Your Priority marker, in secret", body)
}

/// The marker that an offer moves, and where it lies.
fn place(offer: &Offer) -> Option<(&MarkerId, [Inches; 2])> {
    match &offer.command {
        Command::Marker(change) => Some((&change.marker, change.moves_to?)),
        _ => None,
    }
}

/// Markers that move before anybody notes one.
fn moved(table: &Table<'_>, by: By, moves: &[Offer]) -> Markup {
    let options: Vec<(String, String)> = moves
        .iter()
        .filter_map(|offer| {
            place(offer).map(|(marker, [x, y])| (json(&offer.command), format!("{marker}, which lies at {x} {y}")))
        })
        .collect();
    html! {
        (table.form(by, html! {
            (choice("Which marker", "moved", &options))
            (field("Where to, in inches, such as 30 22; empty leaves it there", "/marker/moves_to*", "", false, false))
            p { button type="submit" { "Record it" } }
        }))
    }
}

/// How the form of a choice is sent: sealed where the other player has not chosen openly, openly where the other one has
/// not sealed.
pub(super) fn ways(table: &Table<'_>, player: Player, what: SecretKind) -> (bool, bool) {
    let other = player.opponent();
    let sealed = is_sealed(table, other, what);
    // Who has no army says nothing of reserves, so what the first one seals could never be opened.
    let can = what != SecretKind::Reserves || table.state().knows_army(other);
    (table.me == Some(player) && can && !said_openly(table, other, what), !sealed)
}

/// The foot of a form of such a choice: what it is sent as.
pub(super) fn buttons(table: &Table<'_>, player: Player, what: SecretKind, [seal, openly]: [&str; 2]) -> Markup {
    let (seals, opens) = ways(table, player, what);
    html! {
        @if seals {
            (promise(table, player))
            p { button type="submit" { (seal) } }
            @if opens { p { button type="submit" formaction="/match/say" { "Choose openly instead" } } }
        } @else if opens {
            p { button type="submit" { (openly) } }
            @if table.me.is_none() { p.soft { "To choose in secret, each player uses their own phone: this device shows everything to both." } }
        } @else {
            p.soft { "The other player has sealed a choice: seal yours on your own phone." }
        }
    }
}

/// Where the form of such a choice is sent.
pub(super) fn action(table: &Table<'_>, player: Player, what: SecretKind) -> &'static str {
    if ways(table, player, what).0 { "/match/seal" } else { "/match/say" }
}

/// The example of a command that ticks fill in.
pub(super) fn template() -> String {
    json(&Command::Secondaries(adjutant_engine::command::Secondaries { choose: Vec::new(), mode: None }))
}
