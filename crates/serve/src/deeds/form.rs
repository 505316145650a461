//! What the fields of a form say, and what the page that it was sent from is about.

use adjutant_app::tournaments::correct::Rest;
use adjutant_core::ids::Line;
use adjutant_tournament::command::{By, ResultEntry};
use adjutant_tournament::state::Round;
use adjutant_tournament::{PlayerId, RoundNumber, TableNumber};

use crate::act::Act;
use crate::ask::Ask;
use crate::pages::problem::{Problem, home};
use crate::pages::scene::Scene;
use crate::seat::Seat;
use crate::viewer::{Role, Viewer};

/// How the log calls a viewer.
pub(super) fn by(viewer: &Viewer) -> By {
    match viewer {
        Viewer::Judge(_) => By::Judge,
        Viewer::Desk(_) | Viewer::Organiser => By::Organiser,
        Viewer::Player(_) | Viewer::Table(_) | Viewer::Visitor => By::Player,
    }
}

pub(super) fn own<'a>(scene: &Scene<'a>) -> Result<&'a PlayerId, Problem> {
    scene.viewer.player().ok_or(Problem::Forbidden(Role::Player))
}

pub(super) fn shown<'a>(scene: &Scene<'a>) -> Result<&'a Round, Problem> {
    let round = scene.snap.shown().ok_or_else(|| malformed("No round is published yet."))?;
    of_round(scene, round.pair.round).map(|()| round)
}

/// What was said on a page of an earlier round is not said of the one that is played now: the opponent and the table are
/// others.
///
/// # Errors
/// A form of a page of another round.
pub(super) fn of_round(scene: &Scene<'_>, now: RoundNumber) -> Result<(), Problem> {
    match scene.of.filter(|of| *of != now) {
        None => Ok(()),
        Some(of) => {
            let message = format!("Your page was of round {of}. Round {now} is played now, so nothing was recorded.");
            Err(Problem::Overtaken { message, back: home(scene.viewer).0.to_owned(), again: None })
        }
    }
}

/// The table that a page speaks for, in the round that it is of.
///
/// # Errors
/// A viewer without a table, and a form of a page of another round.
pub(super) fn seat<'a>(scene: &Scene<'a>) -> Result<&'a Seat, Problem> {
    let seat = scene.seat.ok_or_else(|| malformed("You have no table in this round."))?;
    of_round(scene, seat.round).map(|()| seat)
}

pub(super) fn malformed(what: &str) -> Problem {
    Problem::Malformed(what.to_owned())
}

pub(super) fn number<T: std::str::FromStr>(ask: &Ask, name: &str) -> Result<T, Problem> {
    ask.text(name).trim().parse().map_err(|_| malformed("Write a number into every field, without anything else."))
}

/// A number, or nothing where the field is empty.
pub(super) fn optional<T: std::str::FromStr>(ask: &Ask, name: &str) -> Result<Option<T>, Problem> {
    if ask.text(name).trim().is_empty() { Ok(None) } else { number(ask, name).map(Some) }
}

/// Victory points as people type them: the rules say which are possible.
pub(super) fn points(ask: &Ask, name: &str) -> Result<i64, Problem> {
    number::<u32>(ask, name).map(i64::from)
}

/// A name or a reason, or nothing where the field is empty.
pub(super) fn line<const MOST: usize>(ask: &Ask, name: &str) -> Result<Option<Line<MOST>>, Problem> {
    match ask.text(name).trim() {
        "" => Ok(None),
        text => Line::new(text).map(Some).map_err(|error| Problem::Malformed(error.to_string())),
    }
}

/// A correction: whether its sender has seen what it touches, and what becomes of games of a bracket that rest on it.
pub(super) fn corrects(act: Act, ask: &Ask) -> Act {
    let rest = Rest::of(ask.text("later"));
    Act { sure: ask.text("sure") == "yes", rest, whole: rest.is_some(), ..act }
}

/// The round that is shown and the player's table in it.
pub(super) fn own_table(scene: &Scene<'_>) -> Result<(RoundNumber, TableNumber, bool), Problem> {
    let player = own(scene)?;
    let round = shown(scene)?;
    let pairing = round.of(player).ok_or_else(|| malformed("You have no table in this round."))?;
    Ok((round.pair.round, pairing.table, pairing.one == *player))
}

/// What the match at the table came to.
pub(super) fn result_of_match(scene: &Scene<'_>) -> Result<ResultEntry, Problem> {
    scene.told().cloned().ok_or_else(|| malformed("The match at your table has no result yet."))
}
