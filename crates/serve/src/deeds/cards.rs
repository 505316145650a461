//! What players say with the card in hand, on a device that is not their own: the one that lies at the table, or the
//! opponent's phone. Each of them shows their own card, so that a result still needs both.

use adjutant_tournament::command::{By, Dispute, Report, ResultEntry, TournamentCommand};
use adjutant_tournament::{PlayerId, RoundNumber, TableNumber};

use super::form::{line, malformed, points, result_of_match, seat, shown};
use crate::act::{About, Act};
use crate::ask::Ask;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;
use crate::viewer::Viewer;

/// The player whose card is shown, at the table that the device speaks for.
pub(super) fn player(scene: &Scene<'_>) -> Result<(PlayerId, RoundNumber, TableNumber), Problem> {
    let card = scene.card.ok_or(Problem::WrongPass)?;
    let seat = seat(scene)?;
    let seated = shown(scene)?.at(seat.table).is_some_and(|pairing| pairing.one == *card || pairing.two == *card);
    match seated {
        true => Ok((card.clone(), seat.round, seat.table)),
        false => Err(malformed("This card belongs to a player who has no game at this table in this round.")),
    }
}

/// The player's word about the result, in the order of the table.
pub(super) fn report(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (player, round, table) = player(scene)?;
    let entry = if ask.text("from") == "match" {
        result_of_match(scene)?
    } else {
        ResultEntry::by_hand(round, table, points(ask, "one")?, points(ask, "two")?)
    };
    let back = if matches!(scene.viewer, Viewer::Table(_)) { "/match/result" } else { "/me/result" };
    let words = format!("report {} : {}", entry.one, entry.two);
    Ok(Act::new(By::Player, TournamentCommand::Report(Box::new(Report::of(player, entry))), words, back))
}

/// The player does not accept the result.
pub(super) fn dispute(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (player, round, table) = player(scene)?;
    let dispute = Dispute { round, table, player, why: line(ask, "why")? };
    let act = Act::new(By::Player, TournamentCommand::Dispute(dispute), "dispute", "/match/result");
    Ok(act.about(About::Table(round, table)))
}

/// The opponent lets this phone write for both.
pub(super) fn claim(scene: &Scene<'_>) -> Result<(RoundNumber, TableNumber), Problem> {
    let (card, round, table) = player(scene)?;
    match scene.viewer.player() == Some(&card) {
        true => Err(malformed("This is your own card. Your opponent’s card lets you write for both.")),
        false => Ok((round, table)),
    }
}
