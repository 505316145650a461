//! Lists: looked at, handed in, and brought to the table.

use std::sync::Arc;

use adjutant_app::tournaments::matches::list_is_bent_on;
use adjutant_core::chain::Hash;
use adjutant_engine::command::Command;
use adjutant_engine::side::Player;
use adjutant_rosters::import;
use adjutant_tournament::TournamentCommand;
use adjutant_tournament::command::By;

use super::form::{malformed, own};
use super::games;
use crate::act::{Act, GameAct};
use crate::ask::Ask;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;

/// Keeps a list so that its page can show what the checks find. Nothing is recorded.
pub(super) fn look(scene: &Scene<'_>, ask: &Ask) -> Result<String, Problem> {
    let player = own(scene)?;
    let text = ask.text("text").trim();
    let bytes = match (ask.file(), text) {
        (Some(file), _) => file,
        (None, "") => return Err(malformed("Choose a file, or paste the text of the list.")),
        (None, text) => text.as_bytes(),
    };
    let on_record = scene.snap.state.player(player).and_then(|known| known.list);
    let lists = scene.lists.ok_or_else(|| Problem::Broken("this server keeps no lists".to_owned()))?;
    let digest = lists.keep(player, bytes, on_record).map_err(|error| Problem::Broken(error.sentence()))?;
    Ok(format!("/me/list?digest={digest}"))
}

/// Hands in a list that was looked at.
pub(super) fn hand_in(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let player = own(scene)?.clone();
    let digest = Hash::parse(ask.text("digest")).ok_or_else(|| malformed("Check the list first."))?;
    let kept = scene.lists.and_then(|lists| lists.find(&player, digest));
    let bytes = kept.ok_or_else(|| malformed("This list is not kept any more. Check it again, then hand it in."))?;
    let disposition = list_is_bent_on(&scene.snap.state, &bytes);
    let command = TournamentCommand::Roster { player, digest, disposition };
    Ok(Act::new(By::Player, command, "hand in a list", "/me/list"))
}

/// Brings the list on record to the table, or both of them.
pub(super) fn army(scene: &Scene<'_>, ask: &Ask) -> Result<GameAct, Problem> {
    let (seat, _) = games::match_of(scene)?;
    let by = games::speaker(scene, ask)?;
    let sides: &[Player] = match ask.text("player") {
        "one" => &[Player::One],
        "two" => &[Player::Two],
        "both" => &Player::BOTH,
        _ => return Err(malformed("Say whose list it is.")),
    };
    let game = scene.snap.game(seat.table).ok_or_else(|| malformed("Nobody plays at this table."))?;
    let listed = |side: Player| {
        let player = if side == Player::One { &game.one } else { &game.two };
        let digest = scene.snap.state.player(player).and_then(|known| known.list);
        let bytes = digest.zip(scene.lists).and_then(|(digest, lists)| lists.find(player, digest)).ok_or_else(|| {
            malformed(
                "The event has no copy of this list: it was handed in on paper or by file. Record the match without it.",
            )
        })?;
        let import = import::read(&bytes, side).map_err(|error| Problem::Malformed(error.to_string()))?;
        Ok((by.into(), Command::Roster { player: side, roster: Arc::new(import.roster) }))
    };
    let said = sides.iter().map(|side| listed(*side)).collect::<Result<_, Problem>>()?;
    Ok(GameAct::new((seat.round, seat.table), said, "the list that was handed in", games::way_back(ask, "/match")))
}
