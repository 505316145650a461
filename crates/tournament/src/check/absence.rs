//! FIDE's rule for games that were not played, a second time: as a report writes a player's line, a letter a round.

use super::played::{Fact, Letter, halves};

/// The letters of a report: a game, a win and a loss by forfeit, a bye of the pairing, one asked for, a round sat out.
const GAME: char = '1';
const WON: char = '+';
const LOST: char = '-';
const BYE: char = 'U';
const ASKED: char = 'H';
const OUT: char = 'Z';

/// The lines of all players.
pub(super) struct Absences {
    lines: Vec<String>,
    /// What each round brings: by player, in the order of the letters.
    brought: Vec<Vec<i64>>,
    results: Vec<Vec<i64>>,
}

impl Absences {
    /// From who did what in each round, everybody's points, and what a draw brings.
    pub fn of(grid: &[Vec<Option<Fact>>], points: &[i64], draw: i64) -> Absences {
        let everybody = || 0..points.len();
        let line = |at: usize| grid.iter().map(|round| letter(round[at].as_ref())).collect::<String>();
        let lines: Vec<String> = everybody().map(line).collect();
        // Behind what is left of a line without its last absences, rounds without an opponent are draws.
        let seen = |at: usize| {
            let present = lines[at].trim_end_matches([ASKED, OUT, LOST]).len();
            let late = grid.iter().zip(lines[at].chars()).skip(present).filter(|(_, letter)| *letter != LOST);
            points[at] + late.map(|(round, _)| draw - round[at].map_or(0, |fact| fact.gain)).sum::<i64>()
        };
        let seen: Vec<i64> = everybody().map(seen).collect();
        let brought = |at: usize| {
            let most = draw * grid.len() as i64;
            let round = |round: &Vec<Option<Fact>>| match round[at].as_ref() {
                Some(Fact { against: Some(other), met: true, .. }) => seen[*other],
                Some(Fact { against: Some(other), .. }) => points[at].min(seen[*other]),
                _ => points[at].min(most),
            };
            grid.iter().map(round).collect()
        };
        let result = |round: &Vec<Option<Fact>>, at: usize| round[at].map_or(0, |fact| halves(fact.letter));
        let results = everybody().map(|at| grid.iter().map(|round| result(round, at)).collect()).collect();
        Absences { brought: everybody().map(brought).collect(), lines, results }
    }

    pub fn buchholz(&self, at: usize, cut_low: bool, cut_high: bool) -> i64 {
        let own = &self.brought[at];
        let cut = |letters: &[char]| {
            let rounds = self.lines[at].chars().zip(own).filter(|(letter, _)| letters.contains(letter));
            rounds.map(|(_, points)| *points).min()
        };
        let all = [GAME, WON, LOST, BYE, ASKED, OUT];
        let low = cut(&[LOST, ASKED, OUT]).or_else(|| cut(&all)).filter(|_| cut_low);
        let mut left = own.clone();
        if let Some(place) = low.and_then(|low| left.iter().position(|points| *points == low)) {
            left.swap_remove(place);
        }
        let high = left.iter().max().copied().filter(|_| cut_high);
        left.iter().sum::<i64>() - high.unwrap_or(0)
    }

    /// Twice the Sonneborn–Berger score.
    pub fn doubled_berger(&self, at: usize) -> i64 {
        self.brought[at].iter().zip(&self.results[at]).map(|(points, halves)| points * halves).sum()
    }
}

fn letter(fact: Option<&Fact>) -> char {
    match fact {
        None => OUT,
        Some(Fact { against: Some(_), met: true, .. }) => GAME,
        Some(Fact { against: Some(_), letter: Letter::L, .. }) => LOST,
        Some(Fact { against: Some(_), .. }) => WON,
        Some(Fact { letter: Letter::W, .. }) => BYE,
        Some(_) => ASKED,
    }
}
