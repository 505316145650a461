//! The tables of an event and the matches that were opened for them.

use adjutant_engine::command::{EventRef, PlayerCard};
use adjutant_engine::side::BySide;
use adjutant_engine::view::{MatchResult, Status};
use adjutant_tournament::command::{Create, Pairing, ResultEntry, Winner};
use adjutant_tournament::state::Round;
use adjutant_tournament::{PlayerId, RoundNumber, TableNumber, Tournament, TournamentLog};

use crate::matches::logs;
use crate::rulebook::Rulebook;

/// A table may be set anew so often before its round has to be published under another id.
pub const ATTEMPTS: u32 = 99;

/// The ids that the match of a table may have: a table that was set anew has a further number.
pub fn ids(create: &Create, round: RoundNumber, opened: TableNumber) -> impl Iterator<Item = String> + use<> {
    let stem = format!("{}-r{round}-t{:02}", create.event, opened.0);
    (1..=ATTEMPTS).map(move |attempt| if attempt == 1 { stem.clone() } else { format!("{stem}-{attempt}") })
}

/// Whether a match was opened for this table of the event.
pub fn belongs(there: &EventRef, create: &Create, round: RoundNumber, opened: TableNumber) -> bool {
    there.id.as_str() == create.event.as_str()
        && there.round.get() == i32::from(round.0)
        && there.table.get() == i32::from(opened.0)
}

/// Whether these are the players of a table, under the names that they have or had.
pub fn same_players(state: &Tournament, pairing: &Pairing, players: &BySide<PlayerCard>) -> bool {
    let same = |player: &PlayerId, card: &PlayerCard| match &card.player {
        Some(id) => id == player,
        None => called(state, player, card.name.as_str()),
    };
    same(&pairing.one, &players.one) && same(&pairing.two, &players.two)
}

/// Whether a player is, or was before a correction, called so.
pub fn called(state: &Tournament, player: &PlayerId, name: &str) -> bool {
    state.player(player).is_some_and(|player| {
        let mut all = player.earlier.iter().map(|(_, entry)| entry).chain([&player.entry]);
        all.any(|entry| entry.calls().any(|called| called == name))
    })
}

/// Whether an event has what a match came to.
pub fn agrees(result: &ResultEntry, found: &MatchResult) -> bool {
    let winner = match found.winner {
        adjutant_engine::command::Winner::One => Winner::One,
        adjutant_engine::command::Winner::Two => Winner::Two,
        adjutant_engine::command::Winner::Draw => Winner::Draw,
    };
    (i64::from(found.one), i64::from(found.two), winner) == (result.one, result.two, result.winner())
}

/// Matches that were played at tables whose results were entered by hand.
#[derive(Default)]
pub(super) struct ByHand {
    /// Those that have ended otherwise: round, table, id, and both results in a sentence.
    pub differing: Vec<(RoundNumber, TableNumber, String, String)>,
    /// Those that are not over, or say the same.
    pub unused: Vec<String>,
}

/// Looks for the matches of tables whose results were entered by hand.
pub(super) fn by_hand(
    rules: &Rulebook,
    log: &TournamentLog,
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> ByHand {
    let (state, mut found) = (log.state(), ByHand::default());
    let create = state.create.as_deref().filter(|create| create.pack.is_some() && !create.policies.by_games());
    let Some(create) = create else { return found };
    for round in &state.rounds {
        for (table, result) in round.results.iter().filter(|(_, result)| result.from.is_none()) {
            let Some((id, played)) = played(rules, state, create, round, *table, matches) else { continue };
            match played.filter(|played| !agrees(result, played)) {
                None => found.unused.push(id),
                Some(played) => {
                    let same = (i64::from(played.one), i64::from(played.two)) == (result.one, result.two);
                    let sentence = format!(
                        "table {table}: the event says {}:{}, entered by hand; match {id} ended {}:{}{}",
                        result.one,
                        result.two,
                        played.one,
                        played.two,
                        if same { ", with another winner" } else { "" }
                    );
                    found.differing.push((round.pair.round, *table, id, sentence));
                }
            }
        }
    }
    found
}

/// The match of a table, if a battle was begun there, and its result.
fn played(
    rules: &Rulebook,
    state: &Tournament,
    create: &Create,
    round: &Round,
    table: TableNumber,
    matches: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Option<(String, Option<MatchResult>)> {
    let (pairing, number, opened) = (round.at(table)?, round.pair.round, round.opened_at(table));
    for id in ids(create, number, opened) {
        let records = logs::read_chained(&id, &matches(&id)?).ok()?;
        let game = logs::fold_chained(rules, &id, &records, None).ok()?;
        let open = game.state().open.as_deref()?;
        let here = open.event.as_ref().is_some_and(|there| belongs(there, create, number, opened));
        if here && same_players(state, pairing, &open.players) {
            return (game.state().status != Status::Setup).then(|| (id, game.view().result));
        }
    }
    None
}
