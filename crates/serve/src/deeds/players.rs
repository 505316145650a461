//! What the desk says of a player: entries and their corrections, byes that were asked for, points given and taken.

use adjutant_core::sealed::Called;
use adjutant_tournament::command::{EditPlayer, Entry, TournamentCommand};
use adjutant_tournament::csv_file::id_of;
use adjutant_tournament::{Name, PlayerId, Reason, RoundNumber, TableNumber};

use super::form::{by, line, malformed, optional};
use crate::act::Act;
use crate::ask::Ask;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;

/// Match points, with a minus where they are taken.
pub(super) fn signed(ask: &Ask) -> Result<i32, Problem> {
    let text = ask.text("points").trim().replace('−', "-");
    text.parse().map_err(|_| malformed("Points are a whole number, such as -2."))
}

/// Match points that are taken or given, as the form says; without that, as they are typed.
pub(super) fn taken_or_given(ask: &Ask) -> Result<i32, Problem> {
    let points = signed(ask)?;
    match ask.text("way") {
        "take" => Ok(-points.saturating_abs()),
        "give" if points < 0 => Err(malformed("You give points: write how many, without a minus.")),
        _ => Ok(points),
    }
}

/// The player whom a form names.
pub(super) fn player(ask: &Ask) -> Result<PlayerId, Problem> {
    PlayerId::new(ask.text("player")).map_err(|_| malformed("Choose the player."))
}

/// The line, which cannot be left out.
pub(super) fn why(ask: &Ask) -> Result<Reason, Problem> {
    line(ask, "why")?.ok_or_else(|| malformed("Say why."))
}

/// The desk's page of a player.
fn page_of(player: &PlayerId) -> String {
    format!("/desk/player/{player}")
}

/// A player enters, before round 1 or late.
pub(super) fn enter(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let name = line(ask, "name")?.ok_or_else(|| malformed("Write the name of the player."))?;
    let player = id_of(&name).map_err(|error| Problem::Malformed(error.to_string()))?;
    let seat = optional::<u16>(ask, "seat")?.map(TableNumber);
    let entry = Entry { club: line(ask, "club")?, faction: line(ask, "faction")?, seat, ..Entry::new(player, name) };
    let words = format!("enter {}", entry.name);
    let command = match scene.snap.state.rounds.is_empty() {
        true => TournamentCommand::Register(entry),
        false => TournamentCommand::LateEntry(entry),
    };
    Ok(Act::new(by(scene.viewer), command, words, "/desk/players"))
}

/// A correction of an entry: an empty field changes nothing, nor does one that says what the entry says.
pub(super) fn edit(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let player = player(ask)?;
    let known = scene.snap.state.player(&player).ok_or(Problem::NotFound)?;
    let entry = &known.entry;
    let new = |name: &str, old: Option<&Name>| line(ask, name).map(|new| new.filter(|new| Some(new) != old));
    let seat = optional::<u16>(ask, "seat")?.map(TableNumber);
    let edit = EditPlayer {
        name: new("name", Some(entry.name.name()))?.map(Called::from),
        club: new("club", entry.club.as_ref())?,
        team: new("team", entry.team.as_ref())?,
        country: new("country", entry.country.as_ref())?,
        faction: new("faction", entry.faction.as_ref())?,
        seat: seat.filter(|seat| *seat != entry.seat.unwrap_or(TableNumber(0))),
        ..EditPlayer::new(player.clone(), why(ask)?)
    };
    if edit == EditPlayer::new(player.clone(), edit.why.clone()) {
        return Err(malformed("Nothing was changed in this form. Fill in what is different now."));
    }
    let (words, back) = (format!("edit {player}"), page_of(&player));
    Ok(Act::new(by(scene.viewer), TournamentCommand::EditPlayer(Box::new(edit)), words, back))
}

/// A mistaken entry is taken out.
pub(super) fn withdraw(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let player = player(ask)?;
    let words = format!("withdraw {player}");
    Ok(Act::new(by(scene.viewer), TournamentCommand::Withdraw { player }, words, "/desk/players"))
}

/// A bye that a player asks for.
pub(super) fn bye(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (player, state) = (player(ask)?, &scene.snap.state);
    let round = optional(ask, "round")?.map_or(state.due(), RoundNumber);
    let scale = state.policies().points;
    let points = optional(ask, "points")?.unwrap_or_else(|| scale.bye.unwrap_or(scale.win));
    let (words, back) = (format!("bye-request {player}"), page_of(&player));
    Ok(Act::new(by(scene.viewer), TournamentCommand::ByeRequest { player, round, points }, words, back))
}

/// Points for painting, sportsmanship …
pub(super) fn award(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let player = player(ask)?;
    let award = line(ask, "award")?.ok_or_else(|| malformed("Say what the points are for."))?;
    let (points, again) = (signed(ask)?, !ask.text("again").is_empty());
    let (words, back) = (format!("award {player} {award} {points}"), page_of(&player));
    Ok(Act::new(by(scene.viewer), TournamentCommand::Award { player, award, points, again }, words, back))
}

/// Match points taken or given, outside the judge's book.
pub(super) fn penalty(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (player, points, why) = (player(ask)?, taken_or_given(ask)?, why(ask)?);
    let words = format!("penalty {player} {points}");
    Ok(Act::new(
        by(scene.viewer),
        TournamentCommand::Penalty { player, points, why, later: None },
        words,
        "/judge/book",
    ))
}

/// Whether a player has paid.
pub(super) fn paid(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (player, paid) = (player(ask)?, !ask.text("paid").is_empty());
    let (words, back) = (format!("paid {player}"), if paid { "/desk/players".to_owned() } else { page_of(&player) });
    Ok(Act::new(by(scene.viewer), TournamentCommand::Payment { player, paid }, words, back))
}

pub(super) fn named(
    scene: &Scene<'_>,
    ask: &Ask,
    words: &str,
    command: fn(PlayerId) -> TournamentCommand,
) -> Result<Act, Problem> {
    let player = PlayerId::new(ask.text("player")).map_err(|error| Problem::Malformed(error.to_string()))?;
    Ok(Act::new(by(scene.viewer), command(player), words, "/desk/players"))
}
