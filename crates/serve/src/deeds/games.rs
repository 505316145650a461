//! What forms say of a match: who speaks, and which commands.

use adjutant_app::draw;
use adjutant_app::matches::hidden::Choice;
use adjutant_app::secrets::Vault;
use adjutant_core::time::Timestamp;
use adjutant_engine::command::{Amend, Command, Reading, Ruling, Said, Salt, Text};
use adjutant_engine::ids::Name;
use adjutant_engine::side::{By, Player, Winner};
use adjutant_shorthand::brief;

use super::form::{malformed, number, seat};
use crate::act::{GameAct, Hidden, Tap};
use crate::ask::Ask;
use crate::game::Game;
use crate::pages;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;
use crate::say;
use crate::seat::Seat;
use crate::viewer::{Role, Viewer};

/// How the log of a match calls the viewer. A device of a table, or a phone that writes for both, speaks for whom its form
/// names.
///
/// # Errors
/// A form of a phone that wrote for both and does not any more.
pub(super) fn speaker(scene: &Scene<'_>, ask: &Ask) -> Result<By, Problem> {
    let both = scene.seat.is_some_and(|seat| seat.both);
    let named = match ask.text("by") {
        "one" => By::One,
        "two" => By::Two,
        _ => By::Both,
    };
    Ok(match scene.viewer {
        Viewer::Player(player) if !both => {
            let own = scene.snap.seat(player).map_or(By::Two, By::from);
            if ask.get("by").is_some() && named != own {
                let words = "This phone does not write for both of you any more: a card was made anew, or somebody took it \
                             back. Open the page again.";
                return Err(malformed(words));
            }
            own
        }
        Viewer::Table(_) | Viewer::Player(_) => named,
        _ => By::Judge,
    })
}

pub(super) fn match_of<'a>(scene: &Scene<'a>) -> Result<(&'a Seat, &'a Game), Problem> {
    let seat = seat(scene)?;
    match seat.game.as_deref() {
        Some(game) => Ok((seat, game)),
        None if seat.reading => Err(Problem::Reading),
        None => Err(malformed("No match is recorded at this table.")),
    }
}

/// What somebody says of a match: offers, filled in, a typed line, or cards that this machine draws.
pub(super) fn say(scene: &Scene<'_>, ask: &Ask, back: &str) -> Result<GameAct, Problem> {
    let (seat, game) = match_of(scene)?;
    let by = speaker(scene, ask)?;
    let under = match ask.text("under").trim() {
        "" => None,
        text => Some(Name::new(text).map_err(|error| Problem::Malformed(error.to_string()))?),
    };
    let laid = ask.get("lay").map(|_| pages::laid(game.state(), ask).unwrap_or_default());
    let line = laid.as_deref().unwrap_or_else(|| ask.text("line").trim());
    let said: Vec<(Said, Command)> = match (line, ask.text("deal")) {
        ("", "") => say::commands(ask)?.into_iter().map(|command| (by.into(), command)).collect(),
        ("", asked) => vec![say::dealt(asked, ask.text("with"), &game.recording, by, scene.vault)?],
        (line, _) => vec![say::line(line, &game.recording, by, scene.vault)?],
    };
    let said = said.into_iter().map(|(said, command)| {
        let under = under.clone().or_else(|| said.under.clone());
        (Said { by, under, ..said }, command)
    });
    let said: Vec<(Said, Command)> = said.collect();
    let words: Vec<String> = said.iter().map(|(_, command)| brief(command)).collect();
    let back = way_back(ask, back);
    let tapped = Timestamp::parse(ask.text("tapped"));
    let act = GameAct::new((seat.round, seat.table), said, words.join(", "), back);
    let undoes =
        ask.text("line").is_empty() && act.said.iter().any(|(_, told)| matches!(told, Command::Retract { .. }));
    let counted = ask.text("counted").parse().ok();
    Ok(GameAct { tap: tap(scene, ask, by), counted, undoes, tapped, ..act })
}

/// The page of the match that a form was on.
pub(super) fn way_back<'a>(ask: &Ask, back: &'a str) -> &'a str {
    match ask.text("back") {
        "scoring" if back == "/match" => "/match/scoring",
        "spoken" if back == "/match" => "/match/spoken",
        "terrain" if back == "/match" => "/match/terrain",
        _ => back,
    }
}

/// Whether the sender has seen what a correction changes, and what the other player is asked.
fn tap(scene: &Scene<'_>, ask: &Ask, by: By) -> Tap {
    let alone = matches!(scene.viewer, Viewer::Player(_)) && !scene.seat.is_some_and(|seat| seat.both);
    match ask.text("sure") {
        "yes" => Tap::Sure,
        "ask" if alone => Tap::Ask,
        _ if alone || by == By::Judge => Tap::Look,
        _ => Tap::LookBoth,
    }
}

/// What a record shall read as, as a line, or that it goes; a judge says why.
pub(super) fn correct(scene: &Scene<'_>, ask: &Ask, back: &str) -> Result<GameAct, Problem> {
    let (seat, game) = match_of(scene)?;
    let (seq, by) = (number::<u64>(ask, "seq")?, speaker(scene, ask)?);
    let why = match ask.text("why").trim() {
        "" if by == By::Judge => return Err(malformed("Say why the record is corrected.")),
        "" => "corrected",
        why => why,
    };
    let why = Text::new(why).ok_or_else(|| malformed("Say why in a few words."))?;
    let command = if ask.text("take").is_empty() {
        let said = game.recording.game().entry(seq).ok_or_else(|| malformed("There is no such record."))?.0;
        let (said, command) = say::line(ask.text("line"), &game.recording, said, scene.vault)?;
        if said.drawn.is_some() {
            return Err(malformed("A record is not corrected to drawn dice. Take it back, then draw them."));
        }
        Command::Amend(Amend { seq, to: vec![Reading { by: said.by, command, under: said.under }], why })
    } else {
        Command::Retract { seq, why }
    };
    let words = brief(&command);
    let act = GameAct::new((seat.round, seat.table), vec![(by.into(), command)], words, back);
    Ok(GameAct { tap: tap(scene, ask, by), ..act })
}

/// The answer to what the other player asked.
pub(super) fn answer(scene: &Scene<'_>, ask: &Ask) -> Result<GameAct, Problem> {
    let (seat, _) = match_of(scene)?;
    let (id, agrees) = (ask.text("proposal").to_owned(), ask.text("agrees") == "yes");
    if !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(malformed("Open the page again, then answer once more."));
    }
    let act = GameAct::new(
        (seat.round, seat.table),
        Vec::new(),
        "what was proposed",
        format!("{}?asked={id}", way_back(ask, "/match")),
    );
    Ok(GameAct { tap: Tap::Answer { id, by: speaker(scene, ask)?, agrees }, ..act })
}

/// The seat of a player at a table; nobody else's pages choose in secret.
fn own_seat(scene: &Scene<'_>) -> Result<Player, Problem> {
    let player = scene.viewer.player().ok_or(Problem::Forbidden(Role::Player))?;
    scene.snap.seat(player).ok_or_else(|| malformed("You have no table in this round."))
}

/// A choice in secret: the form states it openly, the log gets its digest.
pub(super) fn seal(scene: &Scene<'_>, ask: &Ask) -> Result<GameAct, Problem> {
    let (seat, _) = match_of(scene)?;
    let player = own_seat(scene)?;
    let open = say::commands(ask)?;
    let [open] = open.as_slice() else { return Err(malformed("One choice is sealed at a time.")) };
    let salt = Vault::salt().map_err(|error| Problem::Broken(error.sentence()))?;
    let choice = Salt::new(&salt).and_then(|salt| Choice::of(player, open, salt));
    let choice = choice.ok_or_else(|| malformed("This is not something that players choose in secret."))?;
    let said = vec![(By::from(player).into(), open.clone())];
    let act = GameAct::new((seat.round, seat.table), said, "a choice in secret", way_back(ask, "/match"));
    Ok(GameAct { hidden: Some(Hidden::Seal(choice)), ..act })
}

/// Opens what both players have sealed, or the seed of the dice once the battle is over.
pub(super) fn open(scene: &Scene<'_>, ask: &Ask) -> Result<GameAct, Problem> {
    let (seat, game) = match_of(scene)?;
    let by = speaker(scene, ask)?;
    let seed = scene.vault.and_then(|vault| draw::unsealable(game.recording.game(), by, vault));
    if let Some(command) = seed {
        let said = vec![(by.into(), command)];
        return Ok(GameAct::new(
            (seat.round, seat.table),
            said,
            "opening the seed of the dice",
            way_back(ask, "/match"),
        ));
    }
    let act = GameAct::new((seat.round, seat.table), Vec::new(), "opening both choices", way_back(ask, "/match"));
    Ok(GameAct { hidden: Some(Hidden::Open), ..act })
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
    let said = vec![(By::Judge.into(), Command::Ruling(ruling))];
    let act = GameAct::new((seat.round, seat.table), said, "ruling", format!("/table/{}/log", seat.table));
    Ok(GameAct { tap: tap(scene, ask, By::Judge), ..act })
}
