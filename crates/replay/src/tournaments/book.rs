//! The judge's book: what a line in it records besides itself.

use adjutant_tournament::command::{Infraction, InfractionKind, ResultEntry, Winner};
use adjutant_tournament::state::Stage;
use adjutant_tournament::{PlayerId, Tournament, TournamentCommand};

/// The records of a line of the judge's book: the line, the red card that a second yellow one brings with it and, where that
/// costs the player the game of the round that is played, its result. A match loss and a red card take the place of a result
/// that stands; a disqualification leaves that one. What a member of a team did costs the team nothing by itself.
pub fn infraction(state: &Tournament, infraction: Infraction) -> Vec<TournamentCommand> {
    let why = infraction.why.clone();
    let known = state.player(&infraction.player).is_some_and(|known| known.is_on_yellow(infraction.member));
    let second = known && infraction.kind == InfractionKind::YellowCard;
    let red = second.then(|| Infraction { kind: InfractionKind::RedCard, ..infraction.clone() });
    let kind = red.as_ref().map_or(infraction.kind, |red| red.kind);
    let loses = matches!(kind, InfractionKind::MatchLoss | InfractionKind::Disqualification | InfractionKind::RedCard);
    let lost = (loses && infraction.member.is_none()).then(|| lost_game(state, &infraction.player, kind)).flatten();
    let lost = lost.map(|(result, stands)| match stands {
        true => TournamentCommand::AmendResult { result, why, later: None },
        false => TournamentCommand::Result(result),
    });
    let lines = std::iter::once(infraction).chain(red).map(TournamentCommand::Infraction);
    lines.chain(lost).collect()
}

/// The result of a player's game of the round that is played, as lost by this player, and whether it has one already.
fn lost_game(state: &Tournament, player: &PlayerId, kind: InfractionKind) -> Option<(ResultEntry, bool)> {
    let round = state.rounds.last().filter(|round| round.stage == Stage::Published)?;
    let pairing = round.of(player)?;
    let winner = if pairing.one == *player { Winner::Two } else { Winner::One };
    match round.results.get(&pairing.table) {
        Some(_) if kind == InfractionKind::Disqualification => None,
        Some(known) => Some((ResultEntry { winner: Some(winner), ..known.clone() }, true)),
        None => {
            let bye = i64::from(state.policies().bye_vp);
            let (one, two) = if winner == Winner::One { (bye, 0) } else { (0, bye) };
            let result = ResultEntry::by_hand(round.pair.round, pairing.table, one, two);
            Some((ResultEntry { winner: Some(winner), ..result }, false))
        }
    }
}
