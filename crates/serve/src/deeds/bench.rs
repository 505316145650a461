//! Which judge a form speaks for, and what lets one rule where a player is of the same club or team.

use adjutant_engine::command::{Command, Text};
use adjutant_tournament::command::Judging;
use adjutant_tournament::id::PassId;
use adjutant_tournament::{Name, PlayerId};

use super::form::{line, malformed};
use crate::act::{Act, GameAct, Wish};
use crate::ask::Ask;
use crate::pages::problem::{Again, Problem};
use crate::pages::scene::Scene;
use crate::viewer::Viewer;

/// The judge of a card, with the reason that the form gives.
fn judging(scene: &Scene<'_>, ask: &Ask) -> Result<Option<Judging>, Problem> {
    let Viewer::Judge(name) = scene.viewer else { return Ok(None) };
    let id = PassId::new(name).map_err(|_| Problem::WrongPass)?;
    Ok(Some(Judging { id, despite: line(ask, "despite")? }))
}

/// What a judge asks for of the event names the judge; the rules of the event do the rest.
///
/// # Errors
/// What the form asks for cannot be said, or a reason that is none.
pub(crate) fn of_event(
    scene: &Scene<'_>,
    ask: &Ask,
    make: fn(&Scene<'_>, &Ask) -> Result<Act, Problem>,
) -> Result<Wish, Problem> {
    Ok(Wish::Event(Act { judge: judging(scene, ask)?, ..make(scene, ask)? }))
}

/// What a judge says of a match: where a player is of the judge's club or team, the log of the match keeps why this judge
/// rules all the same.
///
/// # Errors
/// What the form asks for cannot be said, or no reason is given.
pub(crate) fn of_game(
    scene: &Scene<'_>,
    ask: &Ask,
    path: &str,
    say: fn(&Scene<'_>, &Ask) -> Result<GameAct, Problem>,
) -> Result<Wish, Problem> {
    ruled(scene, ask, path, say(scene, ask)?).map(Wish::Game)
}

fn ruled(scene: &Scene<'_>, ask: &Ask, path: &str, act: GameAct) -> Result<GameAct, Problem> {
    let (state, game) = (&scene.snap.state, scene.snap.game(act.at.1));
    let players: Vec<PlayerId> = game.map(|game| vec![game.one.clone(), game.two.clone()]).unwrap_or_default();
    let Some(judging) = judging(scene, ask)? else { return Ok(act) };
    let Some((player, of)) = state.kin_of(&judging.id, &players) else { return Ok(act) };
    let Some(why) = judging.despite else {
        let (message, back) = (same(&state.shown(player), of), act.back.clone());
        return Err(Problem::Conflict { message, back, again: Again::of(path, ask) });
    };
    let told = format!("judge {}, of {of} as {}: {why}", judging.id, state.shown(player));
    let mut act = act;
    let reason = act.said.iter_mut().find_map(|(_, command)| match command {
        Command::Ruling(ruling) => Some(&mut ruling.why),
        Command::Amend(amend) => Some(&mut amend.why),
        Command::Retract { why, .. } => Some(why),
        _ => None,
    });
    let long = || malformed("Say why in fewer words.");
    match reason {
        Some(reason) => *reason = Text::new(&format!("{} ({told})", reason.as_str())).ok_or_else(long)?,
        None => {
            let Some((said, _)) = act.said.first().cloned() else { return Ok(act) };
            act.said.push((said.by.into(), Command::Note { text: Text::new(&told).ok_or_else(long)? }));
        }
    }
    Ok(act)
}

/// Why a judge does not rule.
fn same(player: &str, of: &Name) -> String {
    format!("{player} is of {of}, and so are you.")
}
