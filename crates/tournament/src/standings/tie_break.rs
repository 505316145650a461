//! Every tie-break but those that depend on who is tied; definitions and examples stand at [`TieBreak`].

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::ledger::{Ledger, Line, Outcome};
use super::unplayed::{adjusted, kept, shares};
use crate::policy::{Policies, TieBreak, Unplayed};
use crate::rational::Rational;

/// Computes tie-breaks over a ledger.
///
/// ```
/// use adjutant_tournament::policy::TieBreak;
/// use adjutant_tournament::standings::{TieBreaks, small_event};
/// let (ledger, policies) = small_event();
/// let all = TieBreaks::of(&ledger, &policies);
/// assert_eq!(all.value(TieBreak::Buchholz, 0), 10.into()); // B 6, C 0, E 4
/// ```
pub struct TieBreaks<'a> {
    ledger: &'a Ledger,
    policies: &'a Policies,
    points: Vec<i64>,
    /// Points as opponents count them, where games not played have a dummy opponent.
    adjusted: Option<Vec<i64>>,
    win_rate: Column,
    game_win_rate: Column,
    opponents_win_rate: Column,
    sos: Column,
}

/// A value of every entrant, once somebody asks for one.
type Column = OnceCell<Vec<Rational>>;

impl<'a> TieBreaks<'a> {
    /// Prepares what several tie-breaks share.
    pub fn of(ledger: &'a Ledger, policies: &'a Policies) -> TieBreaks<'a> {
        TieBreaks {
            ledger,
            policies,
            points: ledger.entrants.iter().map(|entrant| entrant.points()).collect(),
            adjusted: (policies.buchholz_unplayed == Unplayed::DummyOpponent).then(|| adjusted(ledger, policies)),
            win_rate: Column::new(),
            game_win_rate: Column::new(),
            opponents_win_rate: Column::new(),
            sos: Column::new(),
        }
    }

    fn column<'b>(&self, column: &'b Column, of: impl Fn(usize) -> Rational) -> &'b [Rational] {
        column.get_or_init(|| (0..self.ledger.entrants.len()).map(of).collect())
    }

    fn win_rate(&self, at: usize) -> Rational {
        self.column(&self.win_rate, |at| self.bounded_win_rate(at))[at].clone()
    }

    fn game_win_rate(&self, at: usize) -> Rational {
        self.column(&self.game_win_rate, |at| self.own_game_win_rate(at))[at].clone()
    }

    fn opponents_win_rate(&self, at: usize) -> Rational {
        let of = |at| self.mean_of_opponents(at, |other| self.win_rate(other));
        self.column(&self.opponents_win_rate, of)[at].clone()
    }

    fn sos(&self, at: usize) -> Rational {
        self.column(&self.sos, |at| self.own_sos(at))[at].clone()
    }

    /// A tie-break of one entrant; `lot` and `head-to-head` depend on others and are 0 here.
    pub fn value(&self, tie_break: TieBreak, at: usize) -> Rational {
        match tie_break {
            TieBreak::Vp => self.sum(at, |line| line.scored),
            TieBreak::BattlePoints => self.sum(at, |line| line.battle_points),
            TieBreak::VpDifference => self.vp_difference(at),
            TieBreak::OpponentsWinRate => self.opponents_win_rate(at),
            TieBreak::OpponentsWinRate2 => self.mean_of_opponents(at, |other| self.opponents_win_rate(other)),
            TieBreak::GameWinRate => self.game_win_rate(at),
            TieBreak::OpponentsGameWinRate => self.opponents_game_win_rate(at),
            TieBreak::Sos => self.sos(at),
            TieBreak::ExtendedSos => self.mean_of_opponents(at, |other| self.sos(other)),
            TieBreak::Path => self.path(at),
            TieBreak::PointsUntilLoss => self.points_until_loss(at),
            TieBreak::Buchholz => self.buchholz(at, 0, 0),
            TieBreak::BuchholzCut1 => self.buchholz(at, 1, 0),
            TieBreak::MedianBuchholz => self.buchholz(at, 1, 1),
            TieBreak::SonnebornBerger => self.sonneborn_berger(at),
            TieBreak::Koya => self.koya(at),
            TieBreak::Cumulative => self.cumulative(at),
            TieBreak::Wins => i64::from(self.ledger.entrants[at].tally().wins).into(),
            TieBreak::GamesWon => self.sum(at, |line| line.games_won),
            TieBreak::Painting => self.ledger.entrants[at].painting.into(),
            TieBreak::LastRound => self.last_round(at),
            TieBreak::Lot | TieBreak::HeadToHead => Rational::ZERO,
        }
    }

    fn sum(&self, at: usize, of: impl Fn(&Line) -> i64) -> Rational {
        self.ledger.entrants[at].lines.iter().map(of).sum::<i64>().into()
    }

    fn vp_difference(&self, at: usize) -> Rational {
        let most = self.policies.vp_difference_cap.map_or(i64::MAX, i64::from);
        self.sum(at, |line| match line.opponent {
            Some(_) => (line.scored - line.conceded).clamp(-most, most),
            None => 0,
        })
    }

    /// Match points won of those possible in the rounds taken part in, byes among them, within the bounds of the
    /// policy.
    fn bounded_win_rate(&self, at: usize) -> Rational {
        let entrant = &self.ledger.entrants[at];
        let won: i64 = entrant.lines.iter().map(|line| line.points).sum();
        let (best, _) = self.policies.best_and_even();
        let rate = Rational::new(won.into(), i128::from(best) * entrant.lines.len() as i128);
        let rate = rate.max(self.policies.win_rate_floor.clone());
        match &self.policies.win_rate_cap_of_dropped {
            Some(cap) if entrant.dropped => rate.min(cap.clone()),
            _ => rate,
        }
    }

    fn own_game_win_rate(&self, at: usize) -> Rational {
        let lines = &self.ledger.entrants[at].lines;
        // A drawn game is worth a third of a won one.
        let scored: i64 = lines.iter().map(|line| 3 * line.scored + line.drawn).sum();
        let all: i64 = lines.iter().map(|line| 3 * (line.scored + line.conceded + line.drawn)).sum();
        Rational::new(scored.into(), all.into())
    }

    fn opponents_game_win_rate(&self, at: usize) -> Rational {
        let floor = &self.policies.win_rate_floor;
        self.mean_of_opponents(at, |other| self.game_win_rate(other).max(floor.clone()))
    }

    fn mean_of_opponents(&self, at: usize, value: impl Fn(usize) -> Rational) -> Rational {
        let values: Vec<Rational> = self.ledger.entrants[at].games().map(|(_, other)| value(other)).collect();
        Rational::mean(&values)
    }

    fn own_sos(&self, at: usize) -> Rational {
        let mut points = 0;
        let mut rounds = 0;
        for (_, other) in self.ledger.entrants[at].games() {
            for (line, _) in self.ledger.entrants[other].games() {
                points += line.points;
                rounds += 1;
            }
        }
        Rational::new(points.into(), rounds)
    }

    /// The weight of a round passes 64 bits in a long league: 128 hold every event that `create` admits.
    fn path(&self, at: usize) -> Rational {
        let won = self.ledger.entrants[at].lines.iter().filter(|line| line.outcome == Outcome::Win);
        let weight = |round: u16| 1i128 << self.ledger.rounds.saturating_sub(round).min(120);
        Rational::new(won.map(|line| weight(line.round.0)).sum(), 1)
    }

    fn points_until_loss(&self, at: usize) -> Rational {
        let unbeaten = self.ledger.entrants[at].lines.iter().take_while(|line| line.outcome != Outcome::Loss);
        unbeaten.map(|line| line.scored + if line.outcome == Outcome::Win { 3 } else { 0 }).sum::<i64>().into()
    }

    fn buchholz(&self, at: usize, lowest: usize, highest: usize) -> Rational {
        let mut points = match (&self.adjusted, self.policies.buchholz_unplayed) {
            (Some(adjusted), _) => {
                return kept(shares(self.ledger, self.policies, adjusted, at), lowest, highest).into();
            }
            (None, Unplayed::VirtualOpponent) => self.with_virtual_opponents(at),
            (None, _) => self.ledger.entrants[at].games().map(|(_, other)| self.points[other]).collect(),
        };
        points.sort_unstable();
        let kept = points.get(lowest..points.len().saturating_sub(highest)).unwrap_or_default();
        kept.iter().sum::<i64>().into()
    }

    fn with_virtual_opponents(&self, at: usize) -> Vec<i64> {
        let (best, even) = self.policies.best_and_even();
        let rounds = i64::from(self.ledger.rounds);
        let entrant = &self.ledger.entrants[at];
        let mut before = 0;
        let mut points = Vec::new();
        for round in 1..=self.ledger.rounds {
            let line = entrant.lines.iter().find(|line| line.round.0 == round);
            let own = line.map_or(0, |line| line.points);
            points.push(match line.filter(|line| line.played).and_then(|line| line.opponent) {
                Some(other) => self.points_with_draws(other),
                None => before + (best - own) + even * (rounds - i64::from(round)),
            });
            before += own;
        }
        points
    }

    /// The points of an entrant, every game that was not played counted as a draw.
    fn points_with_draws(&self, at: usize) -> i64 {
        let entrant = &self.ledger.entrants[at];
        let (_, even) = self.policies.best_and_even();
        let played: Vec<i64> = entrant.games().map(|(line, _)| line.points).collect();
        played.iter().sum::<i64>() + even * (i64::from(self.ledger.rounds) - played.len() as i64) + entrant.penalty
    }

    fn sonneborn_berger(&self, at: usize) -> Rational {
        let twice: i64 = match &self.adjusted {
            Some(adjusted) => {
                let shares = shares(self.ledger, self.policies, adjusted, at);
                shares.iter().map(|share| share.halves * share.opponent).sum()
            }
            None => {
                let games = self.ledger.entrants[at].games();
                games.map(|(line, other)| line.outcome.halves() * self.points[other]).sum()
            }
        };
        Rational::new(twice.into(), 2)
    }

    fn koya(&self, at: usize) -> Rational {
        let (best, _) = self.policies.best_and_even();
        let possible = best * i64::from(self.ledger.rounds);
        let lines = self.ledger.entrants[at].lines.iter().filter(|line| line.played || self.adjusted.is_some());
        let strong = lines.filter(|line| line.opponent.is_some_and(|other| self.points[other] * 2 >= possible));
        strong.map(|line| line.points).sum::<i64>().into()
    }

    fn cumulative(&self, at: usize) -> Rational {
        let left = |round: u16| i64::from(self.ledger.rounds.saturating_sub(round)) + 1;
        self.sum(at, |line| line.points * left(line.round.0))
    }

    fn last_round(&self, at: usize) -> Rational {
        self.ledger.entrants[at].lines.iter().map(|line| i64::from(line.round.0)).max().unwrap_or(0).into()
    }

    /// Head to head, see [`TieBreak::HeadToHead`]; `keys` tells apart players who are not tied any more. Only those who are in
    /// the standings are compared.
    pub fn head_to_head(&self, keys: &[Vec<Rational>]) -> Vec<Rational> {
        let mut tied: BTreeMap<&[Rational], BTreeSet<usize>> = BTreeMap::new();
        for (at, key) in keys.iter().enumerate().filter(|(at, _)| self.ledger.entrants[*at].entered) {
            tied.entry(key).or_default().insert(at);
        }
        let mut values = vec![Rational::ZERO; keys.len()];
        for group in tied.values().filter(|group| group.len() > 1) {
            let among = |at: usize| self.ledger.entrants[at].games().filter(|(_, other)| group.contains(other));
            let met = |at: &usize| among(*at).map(|(_, other)| other).collect::<BTreeSet<usize>>().len();
            if group.iter().all(|at| met(at) == group.len() - 1) {
                for at in group {
                    values[*at] = among(*at).map(|(line, _)| line.points).sum::<i64>().into();
                }
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standings::{Entrant, rank};

    fn head_to_head(ledger: &Ledger) -> Vec<Rational> {
        let policies = Policies { tie_breaks: vec![TieBreak::HeadToHead], ..Policies::default() };
        rank(ledger, &policies, &[]).values.iter().map(|values| values["head-to-head"].clone()).collect()
    }

    #[test]
    fn whoever_enters_later_undoes_no_head_to_head() {
        // A beat B and lost both points to a penalty: tied at 0, and A won their game.
        let mut ledger = Ledger::of_text(&Policies::default(), "A 10-5 B").unwrap();
        ledger.entrants[0].penalty = -2;
        assert_eq!(head_to_head(&ledger), [2.into(), Rational::ZERO]);
        ledger.entrants.push(Entrant::default());
        assert_eq!(head_to_head(&ledger), [2.into(), Rational::ZERO, Rational::ZERO]);
    }

    #[test]
    fn meeting_one_opponent_three_times_is_not_meeting_three() {
        let round = "A 5-5 B, C 5-5 D";
        let ledger = Ledger::of_text(&Policies::default(), &[round; 3].join(";")).unwrap();
        assert_eq!(head_to_head(&ledger), vec![Rational::ZERO; 4]);
    }

    #[test]
    fn a_path_of_seventy_rounds_is_exact() {
        let text = |first: &str| [first].into_iter().chain(["A 5-1 B"; 69]).collect::<Vec<_>>().join(";");
        let path = |first| {
            let ledger = Ledger::of_text(&Policies::default(), &text(first)).unwrap();
            TieBreaks::of(&ledger, &Policies::default()).value(TieBreak::Path, 0)
        };
        assert_eq!(path("A 5-1 B") - path("A 1-5 B"), Rational::new(1 << 69, 1));
    }

    /// Both examples of the Vega manual, page 69, in half points: contributions to one's own Buchholz and to others'.
    #[test]
    fn virtual_opponents_of_the_manual() {
        let policies = Policies {
            buchholz_unplayed: Unplayed::VirtualOpponent,
            tie_breaks: vec![TieBreak::Buchholz],
            ..Policies::default()
        };
        let line = |round: u16, points: i64, opponent: Option<usize>| Line {
            round: crate::RoundNumber(round),
            opponent,
            played: opponent.is_some(),
            outcome: [Outcome::Loss, Outcome::Draw, Outcome::Win][points as usize],
            points,
            scored: points,
            conceded: 2 - points,
            drawn: 0,
            games_won: 0,
            battle_points: points,
        };
        // Nine rounds, six points; `idle` is the round without a game, `brings` what it brought; all else against B,
        // who has no points of his own here, so that only the round in question counts.
        let ledger = |points: [i64; 9], idle: usize| {
            let of = |(at, points): (usize, i64)| line(at as u16 + 1, points, (at + 1 != idle).then_some(1));
            let a = Entrant {
                entered: true,
                lines: points.into_iter().enumerate().map(of).collect(),
                ..Entrant::default()
            };
            let b = Entrant { entered: true, ..Entrant::default() };
            Ledger { entrants: vec![a, b], rounds: 9 }
        };
        let values = |ledger: &Ledger| {
            let all = TieBreaks::of(ledger, &policies);
            // B's nine rounds without a game count nine draws for A in each of the eight that A played.
            (all.value(TieBreak::Buchholz, 0) - Rational::from(8 * 9), all.points_with_draws(0))
        };
        // A had two points after round 2 and won round 3 by default: 2 + 0 + 6 · 0.5 = 5; for others 5.5.
        assert_eq!(values(&ledger([2, 2, 2, 2, 2, 2, 0, 0, 0], 3)), (10.into(), 11));
        // B had four points after round 6 and was absent in round 7: 4 + 1 + 2 · 0.5 = 6; for others 6.5.
        assert_eq!(values(&ledger([2, 2, 2, 2, 0, 0, 0, 2, 2], 7)), (12.into(), 13));
    }
}
