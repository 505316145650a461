//! Phones that sign: keys are bound, somebody gives a word for a later one, a match is signed.

use adjutant_core::chain::Hash;
use adjutant_core::signature::{Statement, verify};
use adjutant_core::text::Signature;
use adjutant_engine::command::Command;
use adjutant_engine::side::By as Speaker;
use adjutant_tournament::TournamentCommand;
use adjutant_tournament::command::{By, Key, PassKind, Report};
use adjutant_tournament::id::PassId;

use super::form::{by, malformed, own};
use super::games::match_of;
use crate::act::{Act, GameAct};
use crate::ask::Ask;
use crate::pages::phones::{card_of, of_match, seat_of};
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;

/// What a form says that no script filled in.
const NO_SCRIPT: &str = "This browser runs no script of this page: it cannot sign.";

fn key_in(ask: &Ask) -> Result<Hash, Problem> {
    Hash::parse(ask.text("key")).ok_or_else(|| malformed(NO_SCRIPT))
}

/// A key that is said again is no new record.
fn bind(by: By, said: Key, back: &'static str) -> Act {
    Act::made(by, "a phone that signs", back, move |state| {
        let confirms = by != By::Player || said.word.is_some();
        let known = state.keys_of(said.kind, &said.id).any(|bound| bound.key == said.key && (bound.signs || !confirms));
        Ok(if known { Vec::new() } else { vec![TournamentCommand::Key(said.clone())] })
    })
}

/// The key of the phone that asks.
pub(super) fn own_key(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let (kind, id) = card_of(scene.viewer).ok_or(Problem::Forbidden(crate::Role::Player))?;
    let back = if kind == PassKind::Player { "/me/result" } else { "/match/result" };
    Ok(bind(By::Player, Key { kind, id, key: key_in(ask)?, word: None }, back))
}

/// The word of a player that a phone is the opponent's.
pub(super) fn word(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let player = own(scene)?;
    let pairing = scene.snap.pairing(player).ok_or_else(|| malformed("You have no table in this round."))?;
    let id = PassId::new(pairing.other(player).as_str()).map_err(|error| Problem::Malformed(error.to_string()))?;
    let said = Key { kind: PassKind::Player, id, key: key_in(ask)?, word: Some(player.clone()) };
    Ok(bind(By::Player, said, "/me/result"))
}

/// The word of the desk or of a judge.
pub(super) fn confirm(scene: &Scene<'_>, ask: &Ask) -> Result<Act, Problem> {
    let kinds = [PassKind::Player, PassKind::Table];
    let kind = kinds.into_iter().find(|kind| kind.name() == ask.text("kind"));
    let kind = kind.ok_or_else(|| malformed("Open the page again, then choose once more."))?;
    let id = PassId::new(ask.text("id")).map_err(|error| Problem::Malformed(error.to_string()))?;
    Ok(bind(by(scene.viewer), Key { kind, id, key: key_in(ask)?, word: None }, "/judge"))
}

/// A key and its signature over what it signs; nothing where the phone did not sign.
fn signed(ask: &Ask, said: &Statement) -> Result<Option<(Hash, Signature)>, Problem> {
    if ask.text("signature").is_empty() {
        return Ok(None);
    }
    let key = key_in(ask)?;
    let signature = Signature::new(ask.text("signature")).filter(|signature| verify(&key, signature, said));
    let moved = "What you signed is not what stands here now. Look at the page as it is, then agree once more.";
    Ok(Some((key, signature.ok_or_else(|| malformed(moved))?)))
}

/// A report, with the signature of the phone that sends it.
pub(super) fn with_signature(scene: &Scene<'_>, ask: &Ask, report: Report) -> Result<Report, Problem> {
    let said = Statement::of_report(scene.snap.origin, report.player.as_str(), &report.says());
    Ok(match signed(ask, &said)? {
        Some((key, signature)) => Report { key: Some(key), signature: Some(signature), ..report },
        None => report,
    })
}

/// The match as it stands, signed by the player's phone, or by the device of the table for neither of the two.
pub(super) fn sign(scene: &Scene<'_>, ask: &Ask) -> Result<GameAct, Problem> {
    let (seat, game) = match_of(scene)?;
    let (card, whose) = card_of(scene.viewer).zip(seat_of(scene)).ok_or(Problem::Forbidden(crate::Role::Player))?;
    let (key, signature) = signed(ask, &of_match(game, whose))?.ok_or_else(|| malformed(NO_SCRIPT))?;
    if !scene.snap.state.signs_for(card.0, &card.1, key) {
        return Err(malformed("This phone may not sign yet: the desk, or your opponent, says first that it is yours."));
    }
    let command = Command::Sign { player: whose, head: game.head(), key: Some(key), signature: Some(signature) };
    let by = whose.map_or(Speaker::Both, Speaker::from);
    let back = if whose.is_some() { "/me/result" } else { "/match/result" };
    Ok(GameAct::new((seat.round, seat.table), vec![(by.into(), command)], "signing", back))
}
