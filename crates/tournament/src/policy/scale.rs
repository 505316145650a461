//! What games are worth: match points, differential tables, the margin of a team.

use serde::{Deserialize, Serialize};

use crate::command::{ResultEntry, Winner};
use crate::id::{Name, NotThat, RoundNumber, TableNumber};

/// Match points for each result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointScale {
    /// For a win (and for a bye, unless `bye` says otherwise).
    pub win: u16,
    /// For a draw.
    pub draw: u16,
    /// For a loss.
    pub loss: u16,
    /// For a bye.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<u16>,
}

impl Default for PointScale {
    fn default() -> Self {
        PointScale { win: 2, draw: 1, loss: 0, bye: None }
    }
}

/// A differential table: what the winner and the loser get for a difference in victory points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DifferentialTable {
    /// Where the table is printed.
    pub source: Name,
    /// Rows by rising difference; the last one whose `from` is reached counts.
    pub rows: Vec<DifferentialRow>,
}

/// One row of a [`DifferentialTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DifferentialRow {
    /// Least difference in victory points.
    pub from: u16,
    /// What the higher side gets.
    pub higher: u16,
    /// What the lower side gets.
    pub lower: u16,
}

impl DifferentialTable {
    /// The 20-0 table of the World Team Championship.
    ///
    /// # Source
    /// `rollback.sk/en/a/propozicie-rtt-2` (2023), rows 0-5 to 31-35; two public score tables agree on all rows.
    ///
    /// # Examples
    /// ```
    /// use adjutant_tournament::policy::DifferentialTable;
    /// let table = DifferentialTable::wtc();
    /// assert_eq!(table.score(75, 70), (10, 10));
    /// assert_eq!(table.score(62, 75), (8, 12));
    /// assert_eq!(table.score(100, 40), (20, 0));
    /// ```
    pub fn wtc() -> DifferentialTable {
        let row = |step: u16| DifferentialRow {
            from: if step == 0 { 0 } else { step * 5 + 1 },
            higher: 10 + step,
            lower: 10 - step,
        };
        DifferentialTable {
            source: Name::new("WTC 20-0, rollback.sk/en/a/propozicie-rtt-2 (2023)").unwrap_or_else(|_| unreachable!()),
            rows: (0..=10).map(row).collect(),
        }
    }

    /// A table from the lines of a file: `from,higher,lower`, one row a line, a heading first where there is one.
    ///
    /// # Errors
    /// The first line that is not three numbers, or a table that is not [sound](Self::is_sound).
    ///
    /// ```
    /// use adjutant_tournament::{Name, policy::DifferentialTable};
    /// let table = DifferentialTable::of_lines(Name::new("club").unwrap(), "from,higher,lower\n0,5,5\n1;7;3\n20 10 0\n");
    /// assert_eq!(table.unwrap().score(60, 41), (7, 3));
    /// assert!(DifferentialTable::of_lines(Name::new("club").unwrap(), "0,5,5\n10,3,7\n").is_err());
    /// ```
    pub fn of_lines(source: Name, text: &str) -> Result<DifferentialTable, NotThat> {
        let wrong = |found: &str, accepted| NotThat { found: found.to_owned(), what: "differential table", accepted };
        let mut rows = Vec::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let words = line.split([',', ';', ' ', '\t']).map(str::trim).filter(|word| !word.is_empty());
            let numbers: Vec<Option<u16>> = words.map(|word| word.parse().ok()).collect();
            match numbers.as_slice() {
                [Some(from), Some(higher), Some(lower)] => {
                    rows.push(DifferentialRow { from: *from, higher: *higher, lower: *lower });
                }
                _ if index == 0 && numbers.iter().all(Option::is_none) => {}
                _ => {
                    return Err(wrong(
                        line,
                        "lines of three numbers: least difference, winner's points, loser's points",
                    ));
                }
            }
        }
        let table = DifferentialTable { source, rows };
        if table.is_sound() { Ok(table) } else { Err(wrong("these rows", SOUND_TABLE)) }
    }

    /// Whether the rows begin at no difference, rise, and give the higher side at least what the lower gets.
    pub fn is_sound(&self) -> bool {
        let rising = self.rows.windows(2).all(|pair| pair[0].from < pair[1].from && pair[0].higher <= pair[1].higher);
        let fair = self.rows.iter().all(|row| row.higher >= row.lower);
        rising && fair && self.rows.first().is_some_and(|row| row.from == 0)
    }

    /// What both sides of a game get.
    pub fn score(&self, one: i64, two: i64) -> (i64, i64) {
        let difference = one.abs_diff(two);
        let row = self.rows.iter().rev().find(|row| u64::from(row.from) <= difference);
        let (higher, lower) = row.map_or((0, 0), |row| (row.higher.into(), row.lower.into()));
        if one >= two { (higher, lower) } else { (lower, higher) }
    }
}

/// What a differential table is like.
pub(crate) const SOUND_TABLE: &str =
    "rows from difference 0 up, the winner's points rising and never below the loser's";

/// How the players' results become the result of the team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TeamScale {
    /// The team with more game points wins only with at least this many more.
    pub win_margin: u16,
}

impl TeamScale {
    /// By how much teams of a size have to lead in the 11th edition's team events; by 1 where it says nothing of the size.
    ///
    /// # Source
    /// `docs/rules/eleventh.md`, team events.
    ///
    /// ```
    /// use adjutant_tournament::policy::TeamScale;
    /// assert_eq!([3, 4, 5, 6, 7, 8].map(|size| TeamScale::of_size(size).win_margin), [4, 6, 6, 8, 10, 12]);
    /// assert_eq!(TeamScale::of_size(0).win_margin, 1);
    /// ```
    pub fn of_size(team_size: u16) -> TeamScale {
        let win_margin = match team_size {
            3 => 4,
            4 | 5 => 6,
            6 => 8,
            7 => 10,
            8 => 12,
            _ => 1,
        };
        TeamScale { win_margin }
    }
}

impl ResultEntry {
    /// The result of a match of two teams: the players' points added up, a draw within the margin.
    ///
    /// ```
    /// use adjutant_tournament::command::{ResultEntry, Winner};
    /// use adjutant_tournament::{RoundNumber, TableNumber, policy::TeamScale};
    /// let of = |win_margin, games: &[[i64; 2]]| {
    ///     let result = ResultEntry::of_team(RoundNumber(1), TableNumber(1), TeamScale { win_margin }, games);
    ///     (result.one, result.two, result.winner())
    /// };
    /// assert_eq!(of(5, &[[12, 8], [10, 10], [9, 11]]), (31, 29, Winner::Draw));
    /// assert_eq!(of(10, &[[12, 8], [10, 10], [5, 15]]), (27, 33, Winner::Draw));
    /// assert_eq!(of(10, &[[20, 0], [12, 8], [5, 15]]), (37, 23, Winner::One));
    /// ```
    pub fn of_team(round: RoundNumber, table: TableNumber, scale: TeamScale, games: &[[i64; 2]]) -> ResultEntry {
        let [one, two] = [0, 1].map(|side: usize| games.iter().map(|game| game[side]).sum::<i64>());
        let margin = i64::from(scale.win_margin).max(1);
        let winner = if one - two >= margin {
            Winner::One
        } else if two - one >= margin {
            Winner::Two
        } else {
            Winner::Draw
        };
        let by_hand = ResultEntry::by_hand(round, table, one, two);
        ResultEntry { winner: Some(winner), games: games.to_vec(), ..by_hand }
    }
}
