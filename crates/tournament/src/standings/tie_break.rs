//! Every tie-break: definition, source, worked example.

use std::collections::BTreeMap;

use super::ledger::{Ledger, Outcome};
use crate::policy::{Policies, TieBreak};
use crate::rational::Rational;

/// Computes tie-breaks over a ledger.
///
/// The examples share one event: three rounds, win 3, draw 1, loss 0, with the entrants A, B, C, D.
/// Round 1: A beats B 20-10, C beats D 15-5. Round 2: A beats C 12-9, B beats D 30-0.
/// Round 3: A and D draw 8-8, B beats C 11-10. So A has 7 points, B 6, C 3, D 1.
///
/// ```
/// use adjutant_tournament::standings::{Entrant, Ledger, Line, Outcome, TieBreaks};
/// use adjutant_tournament::policy::{Policies, PointScale, TieBreak};
/// use adjutant_tournament::{Rational, RoundNumber};
///
/// let mut ledger = Ledger { entrants: vec![Entrant { entered: true, ..Entrant::default() }; 4], rounds: 3 };
/// let games = [(1, 0, 1, 20, 10), (1, 2, 3, 15, 5), (2, 0, 2, 12, 9), (2, 1, 3, 30, 0), (3, 0, 3, 8, 8), (3, 1, 2, 11, 10)];
/// for (round, one, two, scored, conceded) in games {
///     for (own, other, scored, conceded) in [(one, two, scored, conceded), (two, one, conceded, scored)] {
///         let (outcome, points) = match scored - conceded {
///             0 => (Outcome::Draw, 1),
///             1.. => (Outcome::Win, 3),
///             _ => (Outcome::Loss, 0),
///         };
///         let round = RoundNumber(round);
///         let opponent = Some(other);
///         ledger.entrants[own].lines.push(
///             Line { round, opponent, played: true, outcome, points, scored, conceded, battle_points: scored });
///     }
/// }
/// let policies = Policies { points: PointScale { win: 3, draw: 1, loss: 0, bye: None }, ..Policies::default() };
/// let all = TieBreaks::of(&ledger, &policies);
/// let of_a = |tie_break| all.value(tie_break, 0);
///
/// assert_eq!(of_a(TieBreak::Vp), 40.into());                       // 20 + 12 + 8
/// assert_eq!(of_a(TieBreak::VpDifference), 13.into());             // 10 + 3 + 0
/// assert_eq!(of_a(TieBreak::Wins), 2.into());
/// assert_eq!(of_a(TieBreak::Path), 6.into());                      // 4 for round 1, 2 for round 2
/// assert_eq!(of_a(TieBreak::Cumulative), 16.into());               // 3 + 6 + 7
/// assert_eq!(of_a(TieBreak::Buchholz), 10.into());                 // B 6, C 3, D 1
/// assert_eq!(of_a(TieBreak::MedianBuchholz), 3.into());            // without B and D
/// assert_eq!(of_a(TieBreak::SonnebornBerger), Rational::new(19, 2)); // B 6 + C 3 + half of D 1
/// assert_eq!(of_a(TieBreak::Sos), Rational::new(10, 9));           // (6 + 3 + 1) points in 9 rounds
/// // B won 6 of 9 points possible, C 3 of 9, D 1 of 9, which counts as 33/100
/// assert_eq!(of_a(TieBreak::OpponentsWinRate), Rational::mean(&[
///     Rational::new(2, 3), Rational::new(1, 3), Rational::new(33, 100)]));
/// assert_eq!(of_a(TieBreak::GameWinRate), Rational::new(40, 67));  // 40 of 67 victory points
/// ```
pub struct TieBreaks<'a> {
    ledger: &'a Ledger,
    policies: &'a Policies,
    points: Vec<i64>,
    win_rate: Vec<Rational>,
    game_win_rate: Vec<Rational>,
    opponents_win_rate: Vec<Rational>,
    sos: Vec<Rational>,
}

impl<'a> TieBreaks<'a> {
    /// Prepares what several tie-breaks share.
    pub fn of(ledger: &'a Ledger, policies: &'a Policies) -> TieBreaks<'a> {
        let mut all = TieBreaks {
            ledger,
            policies,
            points: ledger.entrants.iter().map(|entrant| entrant.points()).collect(),
            win_rate: Vec::new(),
            game_win_rate: Vec::new(),
            opponents_win_rate: Vec::new(),
            sos: Vec::new(),
        };
        let everybody = 0..ledger.entrants.len();
        all.win_rate = everybody.clone().map(|at| all.own_win_rate(at)).collect();
        all.game_win_rate = everybody.clone().map(|at| all.own_game_win_rate(at)).collect();
        all.opponents_win_rate = everybody.clone().map(|at| all.mean_of_opponents(at, |o| all.floored(o))).collect();
        all.sos = everybody.map(|at| all.own_sos(at)).collect();
        all
    }

    /// A tie-break of one entrant; `lot` and `head-to-head` depend on others and are 0 here.
    pub fn value(&self, tie_break: TieBreak, at: usize) -> Rational {
        match tie_break {
            TieBreak::Vp => self.vp(at),
            TieBreak::BattlePoints => self.battle_points(at),
            TieBreak::VpDifference => self.vp_difference(at),
            TieBreak::OpponentsWinRate => self.opponents_win_rate[at],
            TieBreak::OpponentsWinRate2 => self.mean_of_opponents(at, |other| self.opponents_win_rate[other]),
            TieBreak::GameWinRate => self.game_win_rate[at],
            TieBreak::OpponentsGameWinRate => self.opponents_game_win_rate(at),
            TieBreak::Sos => self.sos[at],
            TieBreak::ExtendedSos => self.mean_of_opponents(at, |other| self.sos[other]),
            TieBreak::Path => self.path(at),
            TieBreak::Buchholz => self.buchholz(at),
            TieBreak::MedianBuchholz => self.median_buchholz(at),
            TieBreak::SonnebornBerger => self.sonneborn_berger(at),
            TieBreak::Cumulative => self.cumulative(at),
            TieBreak::Wins => i64::from(self.ledger.entrants[at].tally().wins).into(),
            TieBreak::Painting => self.ledger.entrants[at].painting.into(),
            TieBreak::LastRound => self.last_round(at),
            TieBreak::Lot | TieBreak::HeadToHead => Rational::ZERO,
        }
    }

    /// Victory points scored in all games, byes with what the policy gives for them.
    ///
    /// # Source
    /// Common to wargame events; called BP or VP in event packs.
    fn vp(&self, at: usize) -> Rational {
        self.ledger.entrants[at].lines.iter().map(|line| line.scored).sum::<i64>().into()
    }

    /// Points of the differential table over all games.
    ///
    /// # Source
    /// The table's own; see [`crate::policy::DifferentialTable`].
    fn battle_points(&self, at: usize) -> Rational {
        self.ledger.entrants[at].lines.iter().map(|line| line.battle_points).sum::<i64>().into()
    }

    /// Victory points scored less those conceded, in the games that took place.
    ///
    /// # Source
    /// Old World tournament practice (tow.whfb.app): points, then difference.
    fn vp_difference(&self, at: usize) -> Rational {
        let games = self.ledger.entrants[at].games();
        games.map(|(line, _)| line.scored - line.conceded).sum::<i64>().into()
    }

    /// Match points won of those possible in the rounds taken part in, byes among them.
    ///
    /// # Source
    /// Magic tournament rules, appendix C (match-win percentage).
    fn own_win_rate(&self, at: usize) -> Rational {
        let entrant = &self.ledger.entrants[at];
        let best = match &self.policies.differential {
            Some(table) => table.rows.last().map_or(0, |row| i64::from(row.higher)),
            None => self.policies.points.win.into(),
        };
        let won: i64 = entrant.lines.iter().map(|line| line.points).sum();
        Rational::new(won.into(), i128::from(best) * entrant.lines.len() as i128)
    }

    fn floored(&self, at: usize) -> Rational {
        self.win_rate[at].max(self.policies.win_rate_floor)
    }

    /// Victory points scored of all that both sides scored: with games as points, the share of games won.
    ///
    /// # Source
    /// Magic tournament rules, appendix C (game-win percentage); a bye is entered as 2-0.
    fn own_game_win_rate(&self, at: usize) -> Rational {
        let lines = &self.ledger.entrants[at].lines;
        let scored: i64 = lines.iter().map(|line| line.scored).sum();
        let all: i64 = lines.iter().map(|line| line.scored + line.conceded).sum();
        Rational::new(scored.into(), all.into())
    }

    fn opponents_game_win_rate(&self, at: usize) -> Rational {
        self.mean_of_opponents(at, |other| self.game_win_rate[other].max(self.policies.win_rate_floor))
    }

    fn mean_of_opponents(&self, at: usize, value: impl Fn(usize) -> Rational) -> Rational {
        let values: Vec<Rational> = self.ledger.entrants[at].games().map(|(_, other)| value(other)).collect();
        Rational::mean(&values)
    }

    /// Opponents' match points over opponents' rounds, byes left out on both sides.
    ///
    /// # Source
    /// Cobra (`sos_calculator.rb`): average per round, weighted by the rounds of each opponent.
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

    /// 2^(rounds − r) for every round r that was won, so that an early win weighs more than all later ones.
    ///
    /// # Source
    /// Path to victory, as community trackers compute it for Best Coast Pairings; not confirmed by the vendor.
    fn path(&self, at: usize) -> Rational {
        let won = self.ledger.entrants[at].lines.iter().filter(|line| line.outcome == Outcome::Win);
        let weight = |round: u16| 1i64 << self.ledger.rounds.saturating_sub(round).min(62);
        won.map(|line| weight(line.round.0)).sum::<i64>().into()
    }

    fn opponents_points(&self, at: usize) -> Vec<i64> {
        let mut points: Vec<i64> = self.ledger.entrants[at].games().map(|(_, other)| self.points[other]).collect();
        points.sort_unstable();
        points
    }

    /// Sum of the opponents' points.
    ///
    /// # Source
    /// FIDE tie-break regulations, Buchholz; games not played count nothing.
    fn buchholz(&self, at: usize) -> Rational {
        self.opponents_points(at).iter().sum::<i64>().into()
    }

    /// Buchholz without the highest and the lowest opponent; nothing with fewer than three.
    ///
    /// # Source
    /// FIDE tie-break regulations, median Buchholz.
    fn median_buchholz(&self, at: usize) -> Rational {
        let points = self.opponents_points(at);
        let inner = points.len().checked_sub(1).and_then(|last| points.get(1..last)).unwrap_or_default();
        inner.iter().sum::<i64>().into()
    }

    /// Points of the opponents beaten, half those of the opponents drawn with.
    ///
    /// # Source
    /// FIDE tie-break regulations, Sonneborn-Berger.
    fn sonneborn_berger(&self, at: usize) -> Rational {
        let worth = |outcome| match outcome {
            Outcome::Win => 2,
            Outcome::Draw => 1,
            Outcome::Loss => 0,
        };
        let games = self.ledger.entrants[at].games();
        let twice: i64 = games.map(|(line, other)| worth(line.outcome) * self.points[other]).sum();
        Rational::new(twice.into(), 2)
    }

    /// Sum of the totals after each round.
    ///
    /// # Source
    /// FIDE tie-break regulations, progressive score.
    fn cumulative(&self, at: usize) -> Rational {
        let lines = &self.ledger.entrants[at].lines;
        let left = |round: u16| i64::from(self.ledger.rounds.saturating_sub(round)) + 1;
        lines.iter().map(|line| line.points * left(line.round.0)).sum::<i64>().into()
    }

    /// The last round taken part in: who left earlier stands below who stayed.
    ///
    /// # Source
    /// Observed in nine published MTG events, where it explains 141 of 166 inversions of order.
    fn last_round(&self, at: usize) -> Rational {
        self.ledger.entrants[at].lines.iter().map(|line| i64::from(line.round.0)).max().unwrap_or(0).into()
    }

    /// Match points from the games among those who are tied so far, where every two of them have met.
    ///
    /// # Source
    /// FIDE tie-break regulations, direct encounter.
    pub fn head_to_head(&self, keys: &[Vec<Rational>]) -> Vec<Rational> {
        let mut tied: BTreeMap<&[Rational], Vec<usize>> = BTreeMap::new();
        for (at, key) in keys.iter().enumerate() {
            tied.entry(key).or_default().push(at);
        }
        let mut values = vec![Rational::ZERO; keys.len()];
        for group in tied.values().filter(|group| group.len() > 1 && group.len() <= 64) {
            let among = |at: usize| self.ledger.entrants[at].games().filter(|(_, other)| group.contains(other));
            if group.iter().all(|at| among(*at).count() >= group.len() - 1) {
                for at in group {
                    values[*at] = among(*at).map(|(line, _)| line.points).sum::<i64>().into();
                }
            }
        }
        values
    }
}
