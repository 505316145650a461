//! Phones that sign: what a page gives its script to sign, which phones sign for a card, and which wait for a word.

use adjutant_core::signature::Statement;
use adjutant_engine::side::Player as Seat;
use adjutant_engine::state::State;
use adjutant_engine::terms::Status;
use adjutant_tournament::PlayerId;
use adjutant_tournament::command::PassKind;
use adjutant_tournament::day::Phone;
use adjutant_tournament::id::PassId;
use maud::{Markup, html};

use super::forms::{button, carried};
use super::scene::{Scene, called, icon, ordinal};
use crate::assets;
use crate::game::Game;
use crate::viewer::Viewer;

/// The card of who looks, where it is one that a phone may sign for.
pub fn card_of(viewer: &Viewer) -> Option<(PassKind, PassId)> {
    let (kind, id) = match viewer {
        Viewer::Player(player) => (PassKind::Player, player.to_string()),
        Viewer::Table(table) => (PassKind::Table, table.to_string()),
        _ => return None,
    };
    Some((kind, PassId::new(&id).ok()?))
}

/// The seat in whose name the viewer's phone signs a match; the inner nothing is the device of a table.
pub fn seat_of(scene: &Scene<'_>) -> Option<Option<Seat>> {
    match scene.viewer {
        Viewer::Table(_) => Some(None),
        Viewer::Player(player) => scene.snap.seat(player).map(Some),
        _ => None,
    }
}

/// What is signed of a match as it stands.
pub fn of_match(game: &Game, seat: Option<Seat>) -> Statement {
    let origin = game.recording.records().first().map_or_else(|| game.head(), |record| record.hash);
    match seat {
        Some(player) => Statement::of_match(origin, player, game.head()),
        None => Statement::of_table(origin, game.head()),
    }
}

fn is_over(state: &State) -> bool {
    state.status == Status::Ended
}

/// What the script signs when the form around it is sent: the report, as it says it, and the match where the report is taken
/// from one. It carries no value of its own.
pub(super) fn signing(scene: &Scene<'_>, says: Option<&str>, game: Option<&Game>) -> Markup {
    let Some(((kind, id), seat)) = card_of(scene.viewer).zip(seat_of(scene)) else { return html! {} };
    let text = |statement: Statement| String::from_utf8(statement.bytes()).unwrap_or_default();
    let report = says.zip(scene.viewer.player());
    let report = report.map(|(says, player)| text(Statement::of_report(scene.snap.origin, player.as_str(), says)));
    let game = game.filter(|game| is_over(game.state()) && !game.is_signed_by(seat));
    let keys = |signs: bool| {
        let of = scene.snap.state.keys_of(kind, &id).filter(|bound| bound.signs == signs);
        of.map(|bound| bound.key.to_string()).collect::<Vec<_>>().join(" ")
    };
    html! {
        input type="hidden" data-sign=(assets::SIGN.path) data-as={ (scene.snap.event) " " (scene.viewer.key()) }
            data-keys=(keys(true)) data-waits=(keys(false)) data-says=[report]
            data-match=[game.map(|game| text(of_match(game, seat)))] data-head=[game.map(Game::head)] data-seen=[game.map(Game::seq)];
    }
}

/// Signs a match whose result is in; the script shows it.
pub(super) fn sign_later(scene: &Scene<'_>, game: &Game) -> Markup {
    let open = seat_of(scene).is_some_and(|seat| is_over(game.state()) && !game.is_signed_by(seat));
    html! {
        @if open {
            form action="/match/sign" method="post" hidden {
                (carried(scene))
                (signing(scene, None, Some(game)))
                p { button type="submit" { (icon("check")) @match scene.viewer { Viewer::Table(_) => { " Sign with this device" } _ => { " Sign with this phone" } } } }
            }
        }
    }
}

/// Since when a phone signs or waits: `second phone since 14:02`.
fn since(scene: &Scene<'_>, phone: &Phone) -> Markup {
    let nth = match phone.nth {
        Some(1) => "first phone".to_owned(),
        Some(2) => "second phone".to_owned(),
        Some(3) => "third phone".to_owned(),
        Some(more) => format!("{} phone", ordinal(u32::try_from(more).unwrap_or(u32::MAX))),
        None => "phone with an older card".to_owned(),
    };
    html! { (nth) " since " (scene.time(phone.since)) }
}

fn holder(scene: &Scene<'_>, phone: &Phone) -> Markup {
    match PlayerId::new(phone.id.as_str()) {
        Ok(player) if phone.kind == PassKind::Player => scene.name(&player),
        _ => html! { "Table " (called(phone.id.as_str())) },
    }
}

/// The phones of a card that is valid now, where it has any: a line each.
pub(super) fn list(scene: &Scene<'_>, kind: PassKind, id: &str) -> Markup {
    let own = |phone: &&Phone| phone.kind == kind && phone.id.as_str() == id && phone.nth.is_some();
    let phones: Vec<&Phone> = scene.snap.phones.iter().filter(own).collect();
    html! {
        @for phone in &phones {
            @if phone.bound.signs { p.soft { (icon("check")) " Signs: " (since(scene, phone)) ". Key " code { (format!("{:.8}", phone.bound.key.to_string())) } } }
            @else { p.soft { (icon("ring")) " Waits for the desk’s or the opponent’s word: " (since(scene, phone)) "." } }
        }
    }
}

/// Phones that wait for a word, for the desk and for judges.
pub(super) fn waiting(scene: &Scene<'_>) -> Vec<Markup> {
    let waits = scene.snap.phones.iter().filter(|phone| phone.waits());
    let card = |phone: &Phone| {
        let (key, kind) = (phone.bound.key.to_string(), phone.kind.name());
        html! {
            section.card.act {
                p { (icon("call")) " " b { (holder(scene, phone)) } ": " (since(scene, phone)) ", which may not sign yet" }
                p.soft { "Look who holds it, and at the card." }
                (button(scene, "/judge/key", &[("kind", kind), ("id", phone.id.as_str()), ("key", &key)], html! { "It is theirs: let it sign" }))
            }
        }
    };
    waits.map(card).collect()
}

/// The opponent's phone that waits, for the player who sits across.
pub(super) fn of_opponent(scene: &Scene<'_>, opponent: &PlayerId) -> Markup {
    let theirs =
        |phone: &&Phone| phone.waits() && phone.kind == PassKind::Player && phone.id.as_str() == opponent.as_str();
    html! {
        @if let Some(phone) = scene.snap.phones.iter().find(theirs) {
            form.card.act action="/me/word" method="post" {
                (carried(scene))
                p { (scene.name(opponent)) " has a " (since(scene, phone)) ". It signs once you say that it is theirs." }
                input type="hidden" name="key" value=(phone.bound.key);
                p { button type="submit" { "It is " (scene.name(opponent)) "’s" } }
            }
        }
    }
}
