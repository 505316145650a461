//! What forms say of a match: who speaks, and which commands.

use adjutant_core::time::Timestamp;
use adjutant_engine::command::{Command, Ruling, Text};
use adjutant_engine::ids::Name;
use adjutant_engine::side::{By, Player, Said, Winner};

use super::{malformed, number};
use crate::act::GameAct;
use crate::game::Game;
use crate::pages::{Problem, Scene};
use crate::router::Ask;
use crate::say;
use crate::site::Seat;
use crate::viewer::Viewer;

/// How the log of a match calls the viewer. A device of a table speaks for whom its form names.
pub(super) fn speaker(scene: &Scene<'_>, ask: &Ask) -> By {
    match scene.viewer {
        Viewer::Player(player) => match scene.snap.pairing(player) {
            Some(pairing) if pairing.one == *player => By::One,
            _ => By::Two,
        },
        Viewer::Table(_) => match ask.text("by") {
            "one" => By::One,
            "two" => By::Two,
            _ => By::Both,
        },
        _ => By::Judge,
    }
}

fn match_of<'a>(scene: &Scene<'a>) -> Result<(&'a Seat, &'a Game), Problem> {
    let seat = scene.seat.ok_or_else(|| malformed("You have no table in this round."))?;
    let game = seat.game.as_deref().ok_or_else(|| malformed("No match is recorded at this table."))?;
    Ok((seat, game))
}

/// What somebody says of a match: offers, filled in, or a typed line.
pub(super) fn say(scene: &Scene<'_>, ask: &Ask, back: &str) -> Result<GameAct, Problem> {
    let (seat, game) = match_of(scene)?;
    let by = speaker(scene, ask);
    let under = match ask.text("under").trim() {
        "" => None,
        text => Some(Name::new(text).map_err(|error| Problem::Malformed(error.to_string()))?),
    };
    let said: Vec<(Said, Command)> = match ask.text("line").trim() {
        "" => say::commands(ask)?.into_iter().map(|command| (by.into(), command)).collect(),
        line => vec![scene.tools.read(line, &game.recording, by).map_err(Problem::Malformed)?],
    };
    let said = said.into_iter().map(|(said, command)| {
        let under = under.clone().or(said.under);
        (Said { under, ..Said::from(by) }, command)
    });
    let said: Vec<(Said, Command)> = said.collect();
    let words: Vec<String> = said.iter().map(|(_, command)| scene.tools.words(command)).collect();
    let back = match ask.text("back") {
        "scoring" if back == "/match" => "/match/scoring",
        _ => back,
    };
    Ok(GameAct {
        at: (seat.round, seat.table),
        said,
        tapped: Timestamp::parse(ask.text("tapped")),
        words: words.join(", "),
        back: back.to_owned(),
    })
}

/// A judge's ruling: words, points, or who wins.
pub(super) fn rule(scene: &Scene<'_>, ask: &Ask) -> Result<GameAct, Problem> {
    let (seat, _) = match_of(scene)?;
    let why = Text::new(ask.text("why").trim()).ok_or_else(|| malformed("Write what you rule, in a few words."))?;
    let player = match ask.text("player") {
        "one" => Some(Player::One),
        "two" => Some(Player::Two),
        _ => None,
    };
    let winner = match ask.text("winner") {
        "one" => Some(Winner::One),
        "two" => Some(Winner::Two),
        "draw" => Some(Winner::Draw),
        _ => None,
    };
    let vp = match ask.text("vp").trim() {
        "" => None,
        _ => {
            let points = number::<i32>(ask, "vp")?;
            let whole = adjutant_engine::numbers::Whole::new(points);
            Some(whole.ok_or_else(|| malformed("A ruling gives or takes 100 victory points at the most."))?)
        }
    };
    if vp.is_some() != player.is_some() {
        return Err(malformed("Points need a player, and a player needs points; a ruling may also do without both."));
    }
    let ruling = Ruling { why, player, objective: None, vp, passed: None, winner };
    Ok(GameAct {
        at: (seat.round, seat.table),
        said: vec![(By::Judge.into(), Command::Ruling(ruling))],
        tapped: None,
        words: "ruling".to_owned(),
        back: format!("/table/{}/log", seat.table),
    })
}
