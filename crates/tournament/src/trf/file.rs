//! A TRF file: its lines as they stand, its players as fields.

use crate::id::{Name, RoundNumber};
use crate::standings::{Entrant, Ledger, Line, Outcome};

/// A TRF file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Trf {
    /// Every line with its own line end.
    pub(super) lines: Vec<String>,
    /// The player lines, in the order of the file.
    pub players: Vec<TrfPlayer>,
}

/// One player line (code 001).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrfPlayer {
    /// Starting number.
    pub number: u32,
    /// Name.
    pub name: String,
    /// Twice the points that the file gives, so that halves are whole.
    pub points_doubled: i64,
    /// The rank that the file gives.
    pub rank: Option<u32>,
    /// One game for every round, as far as the line goes.
    pub games: Vec<TrfGame>,
}

/// One round of a player line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrfGame {
    /// Starting number of the opponent; nothing for a round without one.
    pub opponent: Option<u32>,
    /// `w`, `b` or `-`.
    pub colour: char,
    /// `1 0 = + - H F U Z W D L`, or a blank.
    pub result: char,
}

/// Why a file is not TRF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: `{field}` is `{found}`; write {accepted}")]
pub struct TrfError {
    /// Number of the line, from 1.
    pub line: usize,
    /// Which field.
    pub field: &'static str,
    /// What stands there.
    pub found: String,
    /// What would be taken.
    pub accepted: &'static str,
}

/// What we write of an event that a bracket follows on.
const KNOCK_OUT: &str = "Knock-out from round ";

impl Trf {
    /// Reads a file.
    ///
    /// # Errors
    /// The first player line that cannot be read.
    ///
    /// ```
    /// use adjutant_tournament::trf::Trf;
    /// let text = "012 Club evening\nXXX kept as it is\n";
    /// assert_eq!(Trf::read(text).unwrap().write(), text);
    /// ```
    pub fn read(text: &str) -> Result<Trf, TrfError> {
        let lines = split(text);
        let mut players = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            let line = line.trim_end_matches(['\r', '\n']);
            if line.starts_with("001") {
                players.push(player(index + 1, line)?);
            }
        }
        Ok(Trf { lines, players })
    }

    /// Writes the file as it was read.
    pub fn write(&self) -> String {
        self.lines.concat()
    }

    /// A new file of these players.
    pub fn of(name: &Name, rounds: RoundNumber, players: Vec<TrfPlayer>) -> Trf {
        let mut lines = vec![format!("012 {name}\n"), format!("062 {}\n", players.len()), format!("XXR {rounds}\n")];
        lines.extend(players.iter().map(player_line));
        Trf { lines, players }
    }

    /// The same, where a bracket follows on some rounds: the type of the tournament (092) says from which on.
    pub(super) fn with_knock_out(mut self, from: RoundNumber) -> Trf {
        let place = self.lines.iter().position(|line| line.starts_with("001")).unwrap_or(self.lines.len());
        self.lines.insert(place, format!("092 {KNOCK_OUT}{from}\n"));
        self
    }

    /// The round from which on players may meet again, where the type of the tournament says so as we write it.
    ///
    /// ```
    /// use adjutant_tournament::trf::Trf;
    /// assert_eq!(Trf::read("092 Knock-out from round 4\n").unwrap().knock_out(), Some(4));
    /// assert_eq!(Trf::read("092 Swiss\n").unwrap().knock_out(), None);
    /// ```
    pub fn knock_out(&self) -> Option<usize> {
        self.field("092")?.strip_prefix(KNOCK_OUT)?.parse().ok()
    }

    /// Rounds up to the last one in which somebody meets somebody; byes may be announced for later ones.
    pub fn rounds_paired(&self) -> usize {
        let last = |player: &TrfPlayer| player.games.iter().rposition(|game| game.opponent.is_some());
        self.players.iter().filter_map(last).max().map_or(0, |at| at + 1)
    }

    /// What the tournament is called, where the file says so.
    pub fn name(&self) -> Option<String> {
        self.field("012")
    }

    /// The lines of a code, without their ends.
    pub(super) fn coded<'a>(&'a self, code: &'a str) -> impl Iterator<Item = &'a str> {
        let lines = self.lines.iter().map(|line| line.trim_end_matches(['\r', '\n']));
        lines.filter(move |line| line.starts_with(code))
    }

    /// What the first line of a code says; nothing where it is empty.
    pub(super) fn field(&self, code: &str) -> Option<String> {
        let line: Vec<char> = self.coded(code).next()?.chars().collect();
        Some(columns(&line, 4, line.len().max(4))).filter(|text| !text.is_empty())
    }

    /// The codes of all lines, in the order of the file.
    pub(super) fn codes(&self) -> impl Iterator<Item = String> + '_ {
        self.lines
            .iter()
            .map(|line| line.chars().take(3).collect::<String>().trim().to_owned())
            .filter(|c| !c.is_empty())
    }

    /// What every player did, in half points: win 2, draw 1, loss 0. Rounds without a result are left out.
    pub fn ledger(&self) -> Ledger {
        let index = |number: u32| self.players.iter().position(|player| player.number == number);
        let mut rounds = 0;
        let mut entrants = Vec::new();
        for player in &self.players {
            let mut entrant = Entrant { entered: true, ..Entrant::default() };
            for (at, game) in player.games.iter().enumerate() {
                let Some((outcome, points)) = game.score() else { continue };
                rounds = rounds.max(at as u16 + 1);
                entrant.lines.push(Line {
                    round: RoundNumber(at as u16 + 1),
                    opponent: game.opponent.and_then(index),
                    played: game.is_played(),
                    outcome,
                    points,
                    scored: points,
                    conceded: 2 - points,
                    drawn: 0,
                    battle_points: points,
                    games_won: i64::from(outcome == Outcome::Win),
                });
            }
            entrants.push(entrant);
        }
        Ledger { entrants, rounds }
    }
}

impl TrfPlayer {
    /// Half points of the games of a number of rounds.
    pub fn points_after(&self, rounds: usize) -> i64 {
        self.games.iter().take(rounds).filter_map(|game| game.score()).map(|(_, points)| points).sum()
    }

    /// Whether the points that the line gives are those of its games; a bye that is announced for a round that is not
    /// paired yet may be counted or not: programs differ.
    pub fn adds_up(&self, rounds_paired: usize) -> bool {
        [rounds_paired, self.games.len()].iter().any(|rounds| self.points_after(*rounds) == self.points_doubled)
    }
}

impl TrfGame {
    /// Whether it took place.
    pub fn is_played(self) -> bool {
        self.opponent.is_some() && matches!(self.result.to_ascii_uppercase(), '1' | '0' | '=' | 'W' | 'D' | 'L')
    }

    /// Result and half points; nothing for a round that has no result.
    pub fn score(self) -> Option<(Outcome, i64)> {
        match self.result.to_ascii_uppercase() {
            '1' | '+' | 'F' | 'U' | 'W' => Some((Outcome::Win, 2)),
            '=' | 'H' | 'D' => Some((Outcome::Draw, 1)),
            '0' | '-' | 'Z' | 'L' => Some((Outcome::Loss, 0)),
            _ => None,
        }
    }
}

/// Lines with their ends: `\n`, `\r\n` or, in old files, a lone `\r`.
fn split(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        line.push(letter);
        let ends = letter == '\n' || (letter == '\r' && letters.peek() != Some(&'\n'));
        if ends {
            lines.push(std::mem::take(&mut line));
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Columns of a line, counted in characters from 1 as the format does.
pub(super) fn columns(line: &[char], from: usize, to: usize) -> String {
    let end = to.min(line.len());
    line.get(from - 1..end).unwrap_or_default().iter().collect::<String>().trim().to_owned()
}

/// More rounds than any event has; a longer line is not a player.
const ROUNDS_MAX: usize = 999;

fn player(number: usize, line: &str) -> Result<TrfPlayer, TrfError> {
    let letters: Vec<char> = line.chars().collect();
    let no = |field, found: String, accepted| TrfError { line: number, field, found, accepted };
    let start = columns(&letters, 5, 8);
    let points = columns(&letters, 81, 84);
    let doubled = doubled(&points).ok_or_else(|| no("points", points, "a number of halves in columns 81 to 84"))?;
    let mut games = Vec::new();
    let mut at = 92;
    while at <= letters.len() {
        let opponent = columns(&letters, at, at + 3);
        let letter = |place: usize| letters.get(place - 1).copied().unwrap_or(' ');
        games.push(TrfGame {
            opponent: match opponent.as_str() {
                "" | "0000" | "0" => None,
                text => Some(text.parse().map_err(|_| no("opponent", text.to_owned(), "a starting number"))?),
            },
            colour: letter(at + 5),
            result: letter(at + 7),
        });
        at += 10;
    }
    while games.last().is_some_and(|game| game.opponent.is_none() && game.result == ' ' && game.colour == ' ') {
        games.pop();
    }
    if games.len() > ROUNDS_MAX {
        return Err(no("games", format!("{} rounds", games.len()), "at most 999 rounds a player"));
    }
    Ok(TrfPlayer {
        number: start.parse().map_err(|_| no("starting number", start, "a number in columns 5 to 8"))?,
        name: columns(&letters, 15, 47),
        points_doubled: doubled,
        rank: columns(&letters, 86, 89).parse().ok(),
        games,
    })
}

fn doubled(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let whole: i64 = if whole.is_empty() && !text.is_empty() { 0 } else { whole.parse().ok()? };
    match part {
        "0" | "" => Some(whole * 2),
        "5" => Some(whole * 2 + 1),
        _ => None,
    }
}

pub(super) fn player_line(player: &TrfPlayer) -> String {
    let name: String = player.name.chars().take(33).collect();
    let points = format!("{}.{}", player.points_doubled / 2, player.points_doubled % 2 * 5);
    let rank = player.rank.map(|rank| rank.to_string()).unwrap_or_default();
    let mut line = format!("001 {:>4}      {name:<33}{:>33}{points:>4} {rank:>4}", player.number, "");
    for game in &player.games {
        let opponent = game.opponent.map_or("0000".to_owned(), |number| format!("{number:>4}"));
        line.push_str(&format!("  {opponent} {} {}", game.colour, game.result));
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_more_rounds_than_any_event_has_is_refused() {
        let line = |rounds: usize| {
            let head = "001    1      Anna                              0                              0.0    1";
            format!("{head:<91}{}\n", "0000 - U  ".repeat(rounds))
        };
        assert_eq!(Trf::read(&line(999)).expect("a report").players[0].games.len(), 999);
        let error = Trf::read(&line(70_000)).expect_err("too many").to_string();
        assert!(error.contains("70000 rounds") && error.contains("999"), "{error}");
    }
}
