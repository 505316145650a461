//! The scan box of the desk: what somebody scanned or typed, and the page that it opens. Nothing is said by it.

use adjutant_app::passes::Holder;
use adjutant_tournament::command::PassKind;
use adjutant_tournament::{PlayerId, TableNumber};

use super::form::malformed;
use crate::pages::problem::Problem;
use crate::pages::scene::{Scene, plain};

/// The page of what was scanned: a card (`holder` knows whose), the number of a table, the code of a scoring sheet, the
/// id of a match, an address of these pages, or a player's id or name.
///
/// # Errors
/// An unknown code, or a card that belongs to no player.
pub(crate) fn place_of(
    scene: &Scene<'_>,
    code: &str,
    holder: impl FnOnce(&str) -> Result<Holder, Problem>,
) -> Result<String, Problem> {
    let code = code.trim();
    if code.is_empty() {
        return Err(malformed("Scan a code, or type a table, a name or the characters of a card."));
    }
    // Addresses are known by their path: the same code works when the laptop has another address.
    let path = code.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map(|(_, path)| path);
    if let Some(pass) = path.and_then(|path| path.strip_prefix("j/")) {
        return holder(pass).and_then(|holder| of_holder(&holder));
    }
    if let Some(player) = path.and_then(|path| path.strip_prefix("player/")) {
        return of_player(scene, player).ok_or_else(|| unknown(scene));
    }
    if let Some(place) = of_table(scene, code) {
        return Ok(place);
    }
    if let Some(place) = of_player(scene, code) {
        return Ok(place);
    }
    if is_pass(code) {
        return holder(code).and_then(|holder| of_holder(&holder));
    }
    Err(unknown(scene))
}

fn unknown(scene: &Scene<'_>) -> Problem {
    let round = scene.snap.shown().map_or_else(String::new, |round| format!(" of round {}", round.pair.round));
    Problem::Unknown(format!(
        "Nobody here knows this code. Scan a card or a scoring sheet{round}, or type a table or a name."
    ))
}

/// Sixteen characters, in groups or not.
fn is_pass(code: &str) -> bool {
    let bare: Vec<char> = code.chars().filter(|letter| !matches!(letter, '-' | ' ')).collect();
    bare.len() == 16 && bare.iter().all(char::is_ascii_alphanumeric)
}

fn of_holder(holder: &Holder) -> Result<String, Problem> {
    match holder.kind {
        PassKind::Player => Ok(format!("/desk/player/{}", holder.id)),
        PassKind::Table => Ok(format!("/table/{}", holder.id)),
        PassKind::Judge | PassKind::Desk => {
            Err(malformed("This is the card of a judge or a desk. It opens nothing here."))
        }
    }
}

/// A table of the round that is shown: by its number, the id of its match, or the code on a scoring sheet.
fn of_table(scene: &Scene<'_>, code: &str) -> Option<String> {
    let round = scene.snap.shown()?;
    // The code of a scoring sheet: its version, the match, totals, winner and head.
    let code = code.strip_prefix("adjutant:1:").and_then(|rest| rest.split(':').next()).unwrap_or(code);
    let table = match code.strip_prefix(&format!("{}-r{}-t", scene.snap.event, round.pair.round)) {
        // Behind the number stands a further one where the table was set anew.
        Some(rest) => round.played_at(TableNumber(rest.split('-').next()?.parse().ok()?)),
        None => TableNumber(code.parse().ok()?),
    };
    round.at(table).map(|_| format!("/table/{table}"))
}

/// A player by id, or by a name that only one has.
fn of_player(scene: &Scene<'_>, code: &str) -> Option<String> {
    let players = &scene.snap.state.players;
    if let Some(player) = PlayerId::new(code).ok().filter(|id| scene.snap.state.player(id).is_some()) {
        return Some(format!("/desk/player/{player}"));
    }
    let wanted = plain(code);
    let mut found = players.iter().filter(|player| plain(player.entry.name.as_str()).contains(&wanted));
    let first = found.next().filter(|_| wanted.chars().count() > 1)?;
    match found.next() {
        None => Some(format!("/desk/player/{}", first.entry.player)),
        // More than one: the list shows them.
        Some(_) => {
            let query = form_urlencoded::Serializer::new(String::new()).append_pair("q", code).finish();
            Some(format!("/desk/players?{query}"))
        }
    }
}
