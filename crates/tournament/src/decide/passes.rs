//! New passes, and the keys that sign for their holders.

use adjutant_core::chain::Hash;

use crate::command::{By, Key, Pass, PassKind, Report, Signature};
use crate::id::{PassId, PlayerId, TableNumber};
use crate::refusal::{KeyFault, Refusal};
use crate::state::{BoundKey, Event, Tournament};

pub(super) fn issue_pass(state: &Tournament, by: By, pass: &Pass) -> Result<Vec<Event>, Refusal> {
    if by != By::Organiser {
        return Err(Refusal::ForOrganiser);
    }
    let last = state.pass_issue(pass.kind, &pass.id);
    match (pass.kind, last) {
        (PassKind::Player, None) => {
            let player = PlayerId::new(pass.id.as_str());
            let unknown = Refusal::OutOfRange { field: "id", accepted: "the id of a player" };
            return Err(player.map_or(unknown, |player| Refusal::UnknownPlayer { player }));
        }
        (PassKind::Table, None) => {
            let numbers = pass.id.as_str().parse().map(TableNumber).ok();
            let known = numbers.filter(|table| table.to_string() == pass.id.as_str() && table.0 > 0);
            let accepted = match known {
                Some(_) => "a table of the hall: add it with `table` first",
                None => "the number of a table",
            };
            return Err(Refusal::OutOfRange { field: "id", accepted });
        }
        _ => {}
    }
    let due = last.unwrap_or(0).saturating_add(1);
    match pass.issue == due {
        true => Ok(vec![Event::PassIssued(pass.clone())]),
        false => Err(Refusal::PassIssue { found: pass.issue, due }),
    }
}

/// A key is bound to one card. The first of a card signs at once; a later one as soon as an official, or the other player of
/// the table, has said so.
pub(super) fn bind_key(state: &Tournament, seq: u64, by: By, said: &Key) -> Result<Vec<Event>, Refusal> {
    let Key { kind, id, key, word } = said;
    let accepted = "the id of a player, or the number of a table";
    let issue = state.pass_issue(*kind, id).filter(|_| matches!(kind, PassKind::Player | PassKind::Table));
    let issue = issue.ok_or(Refusal::OutOfRange { field: "id", accepted })?;
    if state.keys().any(|(of, whose, bound)| bound.key == *key && (of, whose) != (*kind, id)) {
        return Err(Refusal::BadKey { why: KeyFault::Taken });
    }
    let confirms = match word {
        None => by != By::Player,
        Some(word) if by == By::Player && *kind == PassKind::Player && meets(state, word, id) => true,
        Some(_) => {
            let accepted = "the other player at the table, who says it";
            return Err(Refusal::OutOfRange { field: "word", accepted });
        }
    };
    let known = state.keys_of(*kind, id).find(|bound| bound.key == *key);
    if let Some(bound) = known.filter(|bound| bound.signs || !confirms) {
        let why = if bound.signs { KeyFault::Known } else { KeyFault::Waits };
        return Err(Refusal::BadKey { why });
    }
    let signs = confirms || state.keys_of(*kind, id).next().is_none();
    let bound = BoundKey { key: *key, issue, seq: known.map_or(seq, |bound| bound.seq), signs };
    Ok(vec![Event::KeyBound { kind: *kind, id: id.clone(), bound }])
}

/// Whether somebody plays against a player in the round that is shown.
fn meets(state: &Tournament, word: &PlayerId, player: &PassId) -> bool {
    let game = state.rounds.iter().rfind(|round| state.has_seen(round.pair.round)).and_then(|round| round.of(word));
    game.is_some_and(|game| game.other(word).as_str() == player.as_str())
}

/// Who signs names the key, and who names a key signs.
pub(super) fn whole(key: &Option<Hash>, signature: &Option<Signature>) -> Result<(), Refusal> {
    match key.is_some() == signature.is_some() {
        true => Ok(()),
        false => Err(Refusal::OutOfRange { field: "signature", accepted: "a key and a signature, or neither" }),
    }
}

/// What a phone signs for a player is signed with a key of the card.
pub(super) fn signed_by_phone(state: &Tournament, report: &Report) -> Result<(), Refusal> {
    whole(&report.key, &report.signature)?;
    let card = PassId::new(report.player.as_str());
    match report.key {
        Some(key) if !card.is_ok_and(|card| state.signs_for(PassKind::Player, &card, key)) => {
            Err(Refusal::BadKey { why: KeyFault::Unbound })
        }
        _ => Ok(()),
    }
}
