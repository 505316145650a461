//! What an organiser decides before the event, as data.

mod scheme;
mod scores;
mod tie_break;

use serde::{Deserialize, Serialize};

use crate::command::{Forfeit, ResultEntry, Winner};
use crate::id::{MissionId, Name, NotThat, RoundNumber, TableNumber};
use crate::rational::Rational;
use crate::teams::TeamScale;

pub use scheme::Scheme;
pub use scores::{Category, Measure, Term, overall};
pub use tie_break::TieBreak;

/// How rounds are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Equal records meet, nobody twice.
    #[default]
    Swiss,
    /// Everybody meets everybody (circle method).
    RoundRobin,
    /// Groups of a fixed size, each a round robin.
    Pods,
    /// A player who loses is out: from round 1 on, everybody seeded by lot; after `cut` every event goes on like this.
    SingleElimination,
    /// A player who loses twice is out; the last two meet again where the one who had not lost loses the final.
    DoubleElimination,
    /// By hand.
    Manual,
}

impl System {
    /// Whether rounds are those of a bracket.
    pub fn is_elimination(self) -> bool {
        matches!(self, System::SingleElimination | System::DoubleElimination)
    }
}

/// Who is seeded first where nobody has played yet: in a bracket from round 1 on, in pods, and in a first round by
/// `nearest` or `slide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// By seeded lot.
    #[default]
    Lot,
    /// By rating, the highest first; equal and unrated players by lot.
    Rating,
}

/// Seeds that do not meet in the first rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ProtectedSeeds {
    /// How many players: those with the highest ratings, equal ones in the order of entry.
    pub seeds: u16,
    /// In how many rounds from the first.
    pub rounds: u16,
}

/// How players of equal record are put together in a Swiss round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// By seeded lot, with identical win paths before it where the policy says so.
    #[default]
    Random,
    /// Neighbours in the standings.
    Nearest,
    /// The upper half of a group against the lower half, in order.
    Slide,
    /// Neighbours in battle points.
    BattlePoints,
    /// As the organiser says.
    Manual,
}

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

/// Who is kept apart, for how many rounds from the first; 65535 means always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Separation {
    /// Players of one club.
    pub club: u16,
    /// Players of one team.
    pub team: u16,
    /// Players of one country.
    pub country: u16,
}

/// What a game that was not played counts for in the opponents' and in one's own Buchholz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unplayed {
    /// Nothing; the opponents' points are what they are.
    #[default]
    Nothing,
    /// For oneself: a virtual opponent with one's own points before the round, the points that one missed in it, and
    /// a draw in every later round. For one's opponents: a draw instead of what it brought. Rounds sat out, before a
    /// late entry or after a drop, are games not played too.
    ///
    /// # Source
    /// FIDE C.02 13.15 as it stood from 2009 to 2022 (chesspub.com num=1671648811; Vega manual, page 69).
    ///
    /// # Examples
    /// ```
    /// use adjutant_tournament::policy::{Policies, TieBreak, Unplayed};
    /// use adjutant_tournament::standings::{TieBreaks, small_event};
    /// let (ledger, policies) = small_event();
    /// let policies = Policies { buchholz_unplayed: Unplayed::VirtualOpponent, ..policies };
    /// let of = |at| TieBreaks::of(&ledger, &policies).value(TieBreak::Buchholz, at);
    /// // A met B 6, C 0, and E, who counts 1 for the bye of 3 points: 0 + 1 + 1.
    /// assert_eq!(of(0), 8.into());
    /// // E met B 6 and A 7; the bye of round 1 is an opponent of 0 + (3 - 3) + 1 + 1.
    /// assert_eq!(of(4), 15.into());
    /// // D met C 0; the bye of round 2 is 3 + (3 - 3) + 1, round 3 after the drop 6 + (3 - 0).
    /// assert_eq!(of(3), 13.into());
    /// ```
    #[cfg_attr(
        feature = "schema",
        schemars(description = "A virtual opponent for oneself, a draw for one's opponents.")
    )]
    VirtualOpponent,
}

/// Everything that is decided when the event is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Policies {
    /// How rounds are made.
    pub system: System,
    /// How equal records are put together.
    pub method: Method,
    /// With `random`: identical win paths first.
    pub win_path: bool,
    /// Match points.
    pub points: PointScale,
    /// Victory points that a bye counts for.
    pub bye_vp: u16,
    /// Where match points come from the difference: the table; its points then are the match points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differential: Option<DifferentialTable>,
    /// The order of the standings after the points.
    pub tie_breaks: Vec<TieBreak>,
    /// What an opponent's win rate counts for at least.
    pub win_rate_floor: Rational,
    /// What the win rate of an opponent who has dropped counts for at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate_cap_of_dropped: Option<Rational>,
    /// How much difference in victory points one game counts for at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vp_difference_cap: Option<u16>,
    /// What games that were not played count for in Buchholz.
    #[serde(skip_serializing_if = "is_default")]
    pub buchholz_unplayed: Unplayed,
    /// Who is kept apart.
    pub avoid: Separation,
    /// Whether only checked-in players are paired.
    pub check_in: bool,
    /// Whether the leaders get the first tables.
    pub top_tables: bool,
    /// The mission of every round; none where tables carry their own.
    pub missions: Vec<MissionId>,
    /// Size of a pod.
    pub pod_size: u16,
    /// Players of a team; 0 where players play for themselves.
    pub team_size: u16,
    /// By how many game points a team has to lead to win its match.
    pub team_scale: TeamScale,
    /// The most victory points that a side can score in one game, as the mission pack says; no bound where it is not
    /// known. Other results, and negative ones, are taken only as `unusual`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vp_max: Option<u32>,
    /// Scores that are awarded beside the games; where there are any, no other award is taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<Category>,
    /// What the overall score adds up; nothing where there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overall: Vec<Term>,
    /// Who is seeded first before anybody has played.
    #[serde(skip_serializing_if = "is_default")]
    pub seeding: Seeding,
    /// Seeds that do not meet in the first rounds.
    #[serde(skip_serializing_if = "is_default")]
    pub protected_seeds: ProtectedSeeds,
    /// Players hand in their own lists until this round is published; 0 where only the organiser records lists.
    #[serde(skip_serializing_if = "is_round_one")]
    pub lists_close: RoundNumber,
    /// Opponents see each other's lists once this round is published; 0 from the start.
    #[serde(skip_serializing_if = "is_round_one")]
    pub lists_shown: RoundNumber,
}

fn is_round_one(round: &RoundNumber) -> bool {
    *round == RoundNumber(1)
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Policies {
    /// What one game can bring at most, and what a draw brings.
    pub(crate) fn best_and_even(&self) -> (i64, i64) {
        match self.differential.as_ref().and_then(|table| table.rows.last()).filter(|_| self.team_size == 0) {
            Some(row) => (row.higher.into(), (i64::from(row.higher) + i64::from(row.lower) + 1) / 2),
            None => (self.points.win.into(), self.points.draw.into()),
        }
    }

    /// Points of the differential table of both sides of a result, or its victory points without a table. The
    /// games of two teams go through the table one by one and are added up.
    pub fn battle_points(&self, result: &ResultEntry) -> (i64, i64) {
        let games = i64::from(self.team_size.max(1));
        match (&self.differential, result.forfeit) {
            (None, _) => (result.one, result.two),
            (Some(_), Some(Forfeit::Both)) => (0, 0),
            (Some(table), Some(forfeit)) => {
                let most = games * table.rows.last().map_or(0, |row| i64::from(row.higher));
                if forfeit == Forfeit::One { (0, most) } else { (most, 0) }
            }
            (Some(_), None) if self.team_size > 0 => (result.one, result.two),
            (Some(table), None) => table.score(result.one, result.two),
        }
    }

    /// Who won: what was said, otherwise the side with more points of the differential table, or with more victory
    /// points without one.
    ///
    /// ```
    /// use adjutant_tournament::command::{ResultEntry, Winner};
    /// use adjutant_tournament::{RoundNumber, TableNumber, policy::{DifferentialTable, Policies}};
    /// let close = ResultEntry::by_hand(RoundNumber(1), TableNumber(1), 75, 70);
    /// assert_eq!(Policies::default().winner_of(&close), Winner::One);
    /// let wtc = Policies { differential: Some(DifferentialTable::wtc()), ..Policies::default() };
    /// assert_eq!(wtc.winner_of(&close), Winner::Draw, "10:10");
    /// ```
    pub fn winner_of(&self, result: &ResultEntry) -> Winner {
        let (one, two) = match result.forfeit {
            None => self.battle_points(result),
            Some(_) => (result.one, result.two),
        };
        result.winner.unwrap_or(match one.cmp(&two) {
            std::cmp::Ordering::Greater => Winner::One,
            std::cmp::Ordering::Less => Winner::Two,
            std::cmp::Ordering::Equal => Winner::Draw,
        })
    }

    /// The result of a match of two teams: its games, through the differential table where the event has one, added up;
    /// the winner by the margin of the event.
    ///
    /// ```
    /// use adjutant_tournament::{RoundNumber, TableNumber, policy::{DifferentialTable, Policies}};
    /// let wtc = Policies { differential: Some(DifferentialTable::wtc()), team_size: 3, ..Policies::default() };
    /// // 75:62 is 12:8, 40:40 is 10:10, 20:90 is 0:20.
    /// let result = wtc.team_result(RoundNumber(1), TableNumber(1), &[[75, 62], [40, 40], [20, 90]], false);
    /// assert_eq!((result.one, result.two), (22, 38));
    /// ```
    pub fn team_result(
        &self,
        round: RoundNumber,
        table: TableNumber,
        games: &[[i64; 2]],
        converted: bool,
    ) -> ResultEntry {
        let score = |game: &[i64; 2]| match &self.differential {
            Some(table) if !converted => {
                let (one, two) = table.score(game[0], game[1]);
                [one, two]
            }
            _ => *game,
        };
        let scored: Vec<[i64; 2]> = games.iter().map(score).collect();
        let result = ResultEntry::of_team(round, table, self.team_scale, &scored);
        ResultEntry { games: games.to_vec(), games_converted: converted && self.differential.is_some(), ..result }
    }
}

impl Default for Policies {
    fn default() -> Self {
        Policies {
            system: System::Swiss,
            method: Method::Random,
            win_path: true,
            points: PointScale::default(),
            bye_vp: 0,
            differential: None,
            tie_breaks: vec![TieBreak::Path, TieBreak::Vp, TieBreak::Sos],
            win_rate_floor: Rational::new(33, 100),
            win_rate_cap_of_dropped: None,
            vp_difference_cap: None,
            buchholz_unplayed: Unplayed::Nothing,
            avoid: Separation::default(),
            check_in: false,
            top_tables: true,
            missions: Vec::new(),
            pod_size: 4,
            team_size: 0,
            team_scale: TeamScale { win_margin: 1 },
            vp_max: None,
            categories: Vec::new(),
            overall: Vec::new(),
            seeding: Seeding::Lot,
            protected_seeds: ProtectedSeeds::default(),
            lists_close: RoundNumber(1),
            lists_shown: RoundNumber(1),
        }
    }
}
