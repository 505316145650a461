//! The match for players without sight: one place that says what the log says, then the same taps as on the other page, under
//! headings and in the order in which they are read.

use adjutant_engine::view::Status;
use adjutant_present::names::name_of;
use maud::{Markup, html};

use super::super::scene::{Look, document, silent_age};
use super::table::{Parts, Table};
use crate::assets;
use crate::game::speaker;

/// The page.
pub(super) fn page(table: &Table<'_>, parts: Parts) -> Markup {
    let Parts { title, due, rest, dock } = parts;
    let waits = !due.0.is_empty();
    let body = html! {
        script src=(assets::SPEAKER.path) defer {}
        header.top { (silent_age(table.scene)) (table.place()) }
        (news(table))
        main {
            h1.ask { (title) ", spoken" }
            h2 { "Where it stands" }
            (standing(table))
            h2 { "What is due" }
            (table.proposal())
            (table.other_writes())
            (due)
            @if !waits { p { "Nothing waits for a word." } }
            h2 { "What else you can do" }
            (rest)
            (before(table))
            p { a.tapline href=(again(table)) { "Read again what is new" } }
            p { a.tapline href="/match" { "The page with the map" } }
        }
        (dock)
    };
    document(table.scene, Look::Phone, &table.titled(&format!("{title}, spoken")), body)
}

/// The one place that speaks by itself: the newest record, and what the other player asks. The script keeps it where it is when
/// the page is exchanged, and says in it whether there is contact.
fn news(table: &Table<'_>) -> Markup {
    let asks = table.scene.seat.and_then(|seat| seat.proposal.as_deref()).filter(|known| known.end.is_none());
    html! {
        section.card.news aria-live="polite" aria-label="Newest record" {
            p data-contact {}
            div {
                @for (seq, lines) in table.game.newest().iter().take(1) {
                    @for line in lines { p { (line) } }
                    p.soft { "Record " (seq) }
                }
                @if let Some(open) = asks { p { (speaker(table.state(), open.by)) " asks: do you both agree?" } }
            }
        }
    }
}

/// Both scores, whose turn it is, and where the battle is.
fn standing(table: &Table<'_>) -> Markup {
    let (state, points) = (table.state(), table.game.recording.game().vp());
    html! {
        ul role="list" {
            @for player in table.sides() {
                li { bdi { (table.called(player)) } ": " (points[player]) " VP, " (state.sides[player].cp) " CP" }
            }
            @match state.status {
                Status::Setup => { li { "The battle has not begun" } }
                Status::Battle => {
                    li { "Round " (state.round) " of " (state.law().rounds) }
                    li { @if table.me == Some(state.active) { "Your turn" } @else { "The turn of " bdi { (name_of(state, state.active)) } } ", " (state.phase.title()) " phase" }
                }
                Status::Ended => { li { "The battle is over" } }
            }
        }
    }
}

/// The records before the newest one.
fn before(table: &Table<'_>) -> Markup {
    let earlier = table.game.newest().iter().skip(1);
    html! {
        @if earlier.len() > 0 {
            h2 { "Before that" }
            ol role="list" { @for (seq, lines) in earlier { li { "Record " (seq) ": " (lines.join("; ")) } } }
        }
    }
}

/// The address of the page as it is, for who has no script.
fn again(table: &Table<'_>) -> String {
    match table.asked {
        "" => "/match/spoken".to_owned(),
        asked => format!("/match/spoken?asked={}", super::super::scene::in_address(asked)),
    }
}
