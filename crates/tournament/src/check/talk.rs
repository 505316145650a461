//! What players and judges said of the games of a round, in the judge's own books: reports, disputes, and what every
//! result rests on.

use super::finding::{Finding, FindingKind};
use super::played::{Played, letters};
use crate::command::{Answer, Basis, By, Dispute, Report, ResultEntry};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::policy::Policies;

/// A report; with the result where both have now said the same.
pub(super) fn reported(round: &mut Played, policies: &Policies, by: By, report: &Report) -> Option<Finding> {
    let at = report.table;
    if by != By::Player || !open_to(round, at, &report.player) || round.results.contains_key(&at) {
        return Some(stray(report.round, &format!("a report of `{}` for table {at}", report.player)));
    }
    round.talk.reports.insert((at, report.player.clone()), report.clone());
    let mut both = round.talk.reports.iter().filter(|((table, _), _)| *table == at).map(|(_, report)| report);
    if let (Some(first), Some(second)) = (both.next(), both.next())
        && alike(policies, first, second)
    {
        let other = if first.player == report.player { second } else { first };
        let from = report.from.clone().or_else(|| other.from.clone());
        let signed = from.as_ref().is_some_and(|from| from.signed);
        round.talk.bases.insert(at, if signed { Basis::Signed } else { Basis::Agreed });
        round.results.insert(at, ResultEntry { from, ..report.result() });
    }
    None
}

fn alike(policies: &Policies, first: &Report, second: &Report) -> bool {
    let other_match = first.from.as_ref().zip(second.from.as_ref()).is_some_and(|(a, b)| a.id != b.id);
    !other_match
        && [first.one, first.two] == [second.one, second.two]
        && first.games == second.games
        && first.forfeit == second.forfeit
        && letters(policies, &first.result()) == letters(policies, &second.result())
        && neither(first) == neither(second)
}

/// Whether both lose by what was said, and not for staying away.
fn neither(report: &Report) -> bool {
    report.winner == Some(crate::command::Winner::Neither)
}

pub(super) fn disputed(round: &mut Played, seq: u64, by: By, dispute: &Dispute) -> Option<Finding> {
    let at = dispute.table;
    let open = round.talk.disputes.values().any(|(table, _)| *table == at);
    if by != By::Player || !open_to(round, at, &dispute.player) || !round.results.contains_key(&at) || open {
        return Some(stray(dispute.round, &format!("a dispute of `{}` for table {at}", dispute.player)));
    }
    round.talk.disputes.insert(seq, (at, dispute.player.clone()));
    None
}

/// An answer to a dispute of this round, if it is one.
pub(super) fn answered(round: &mut Played, by: By, answer: &Answer) -> Option<Finding> {
    let (at, player) = round.talk.disputes.get(&answer.seq)?.clone();
    let own = by == By::Player;
    if own && answer.player.as_ref() != Some(&player) {
        let number = round.pair.round;
        return Some(stray(number, &format!("an answer to record {} by somebody else", answer.seq)));
    }
    round.talk.disputes.remove(&answer.seq);
    if !own {
        round.talk.bases.insert(at, Basis::Ruled);
    }
    None
}

/// Whether a player sits at a table of a round that is open.
fn open_to(round: &Played, at: TableNumber, player: &PlayerId) -> bool {
    let sits = round.pair.tables.iter().any(|game| game.table == at && (game.one == *player || game.two == *player));
    round.published && !round.closed && sits
}

fn stray(round: RoundNumber, what: &str) -> Finding {
    FindingKind::StrayReport.fault(round, format!("{what}, which is not theirs or not open"))
}
