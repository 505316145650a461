//! Everything that is decided when the event is created.

use adjutant_core::time::Timestamp;
use serde::{Deserialize, Serialize};

use super::scale::{DifferentialTable, PointScale, TeamScale};
use super::scores::{Category, Term};
use super::system::{Method, ProtectedSeeds, Seeding, System};
use super::tie_break::TieBreak;
use crate::command::{Forfeit, ResultEntry, Winner};
use crate::id::{DispositionId, MissionId, RoundNumber, TableNumber};
use crate::rational::Rational;

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
    /// For oneself: a dummy opponent with one's own points at the end, but no more than the opponent whom one should
    /// have met has, or for a round without one, than a draw in every round brings. For one's opponents: one's points,
    /// where byes asked for and rounds sat out count as draws behind the last round that one was there for (a game that
    /// took place, a win by forfeit, a bye of the pairing). What is cut is the least that a round not played by one's own
    /// choice brings, and only without one the least of all. Sonneborn–Berger counts all rounds in the same way, and Koya
    /// the games forfeited.
    ///
    /// # Source
    /// FIDE C.07, article 16, as the reference program of its commission (Gacrux 1.11.65) computes it: the values of 157
    /// players in six events with forfeits and byes of every kind are compared in
    /// `crates/tournament/tests/unplayed.rs`.
    ///
    /// # Examples
    /// ```
    /// use adjutant_tournament::policy::{Policies, TieBreak, Unplayed};
    /// use adjutant_tournament::standings::{TieBreaks, small_event};
    /// let (ledger, policies) = small_event();
    /// let policies = Policies { buchholz_unplayed: Unplayed::DummyOpponent, ..policies };
    /// let of = |tie_break, at| TieBreaks::of(&ledger, &policies).value(tie_break, at);
    /// // A met B 6, C 0 and E 4.
    /// assert_eq!(of(TieBreak::Buchholz, 0), 10.into());
    /// // E met B 6 and A 7; the bye brings the own 4, but no more than three draws, 3.
    /// assert_eq!(of(TieBreak::Buchholz, 4), 16.into());
    /// // D, who left with 6, counts 7 for C: the round after it is a draw.
    /// assert_eq!(of(TieBreak::Buchholz, 2), 20.into()); // D 7, A 7, B 6
    /// // D met C 0; bye and round 3 bring 3 each. What is cut is round 3, which D chose not to play.
    /// assert_eq!(of(TieBreak::Buchholz, 3), 6.into());
    /// assert_eq!(of(TieBreak::BuchholzCut1, 3), 3.into());
    /// ```
    #[cfg_attr(
        feature = "schema",
        schemars(description = "A dummy opponent with one's own points, as FIDE's rule in force has it.")
    )]
    DummyOpponent,
}

/// Where dice and cards come from in the matches of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dice {
    /// From the table; what a machine draws is the word of who says it.
    #[default]
    ByHand,
    /// From a seed that stands in the log of each match: everybody can draw again, and work out the next draw.
    Open,
    /// From a seed that the machine of the desk keeps until the battle is over; each draw is mixed with a number that the other
    /// player says.
    Sealed,
}

/// The missions that two armies play by what they are bent on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    /// What the two are bent on, in either order.
    pub between: [DispositionId; 2],
    /// The layouts of their mission: the first at table 1 of round 1, and the next at the next table and in the next round.
    pub missions: Vec<MissionId>,
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
    /// Whether a round that a player of a round robin rests brings nothing, in place of a bye.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rests: bool,
    /// Whether only checked-in players are paired.
    pub check_in: bool,
    /// Whether the leaders get the first tables.
    pub top_tables: bool,
    /// The mission of every round; none where tables carry their own.
    pub missions: Vec<MissionId>,
    /// Whether the mission of a table goes before that of the round.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub table_missions: bool,
    /// Missions by what the armies are bent on; they are played where neither the round nor the table names one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matrix: Vec<Meeting>,
    /// Where dice and cards come from in matches that are opened from now on.
    #[serde(skip_serializing_if = "is_default")]
    pub dice: Dice,
    /// Size of a pod.
    pub pod_size: u16,
    /// Players of a team: 0 where players play for themselves, 2 where the two of a pair play their game together, otherwise
    /// 3 to 8, each with a game of their own.
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
    /// Until when players are asked for their lists. No rule reads it: what comes later is taken, and shown as late.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lists_due: Option<Timestamp>,
    /// How many players the event has places for; who enters later waits until one of them drops before round 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<u16>,
    /// When each round is planned to begin, for screens and phones. No rule reads it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub begins: Vec<Timestamp>,
}

fn is_round_one(round: &RoundNumber) -> bool {
    *round == RoundNumber(1)
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Policies {
    /// Whether the match of two teams is a game for each member. A pair plays one game together.
    ///
    /// ```
    /// use adjutant_tournament::policy::Policies;
    /// let of = |team_size| Policies { team_size, ..Policies::default() }.by_games();
    /// assert_eq!([of(0), of(2), of(3)], [false, false, true]);
    /// ```
    pub fn by_games(&self) -> bool {
        self.team_size > 2
    }

    /// What another set of policies says otherwise, in words.
    ///
    /// ```
    /// use adjutant_tournament::policy::Policies;
    /// let now = Policies { bye_vp: 40, top_tables: false, ..Policies::default() };
    /// assert_eq!(Policies::default().unlike(&now), ["points of a bye", "top tables"]);
    /// ```
    pub fn unlike(&self, now: &Policies) -> Vec<&'static str> {
        let all = [
            ("system", self.system == now.system),
            ("method", self.method == now.method),
            ("win paths", self.win_path == now.win_path),
            ("match points", self.points == now.points),
            ("points of a bye", self.bye_vp == now.bye_vp),
            ("differential table", self.differential == now.differential),
            ("tie-breaks", self.tie_breaks == now.tie_breaks),
            ("floor of win rates", self.win_rate_floor == now.win_rate_floor),
            ("cap of win rates", self.win_rate_cap_of_dropped == now.win_rate_cap_of_dropped),
            ("cap of differences", self.vp_difference_cap == now.vp_difference_cap),
            ("games not played", self.buchholz_unplayed == now.buchholz_unplayed),
            ("clubs, teams and countries kept apart", self.avoid == now.avoid),
            ("rests of a round robin", self.rests == now.rests),
            ("check-in", self.check_in == now.check_in),
            ("top tables", self.top_tables == now.top_tables),
            ("missions of rounds", self.missions == now.missions),
            ("whose missions go first", self.table_missions == now.table_missions),
            ("missions by disposition", self.matrix == now.matrix),
            ("where dice and cards come from", self.dice == now.dice),
            ("size of pods", self.pod_size == now.pod_size),
            ("size of teams", self.team_size == now.team_size),
            ("margin of teams", self.team_scale == now.team_scale),
            ("most victory points", self.vp_max == now.vp_max),
            ("categories", self.categories == now.categories),
            ("overall score", self.overall == now.overall),
            ("seeding", self.seeding == now.seeding),
            ("protected seeds", self.protected_seeds == now.protected_seeds),
            ("round in which lists close", self.lists_close == now.lists_close),
            ("round in which lists are shown", self.lists_shown == now.lists_shown),
            ("when lists are due", self.lists_due == now.lists_due),
            ("how many places there are", self.places == now.places),
            ("when rounds begin", self.begins == now.begins),
        ];
        all.into_iter().filter_map(|(what, same)| (!same).then_some(what)).collect()
    }

    /// The mission of two armies at a table, by what they are bent on.
    ///
    /// ```
    /// use adjutant_tournament::{DispositionId, MissionId, RoundNumber, TableNumber, policy::{Meeting, Policies}};
    /// let [hold, purge] = ["hold", "purge"].map(|text| DispositionId::new(text).unwrap());
    /// let missions = ["a", "b", "c"].map(|text| MissionId::new(text).unwrap()).to_vec();
    /// let policies = Policies { matrix: vec![Meeting { between: [hold.clone(), purge.clone()], missions }], ..Policies::default() };
    /// let at = |round, table| policies.met([&purge, &hold], RoundNumber(round), TableNumber(table)).unwrap().as_str();
    /// assert_eq!([at(1, 1), at(1, 2), at(1, 4), at(2, 1), at(2, 2)], ["a", "b", "a", "b", "c"]);
    /// ```
    pub fn met(&self, armies: [&DispositionId; 2], round: RoundNumber, table: TableNumber) -> Option<&MissionId> {
        let [one, two] = armies;
        let fits = |meeting: &&Meeting| {
            let [a, b] = &meeting.between;
            (one, two) == (a, b) || (one, two) == (b, a)
        };
        let missions = &self.matrix.iter().find(fits)?.missions;
        let steps = usize::from(round.0.max(1)) + usize::from(table.0.max(1)) - 2;
        missions.get(steps.checked_rem(missions.len())?)
    }

    /// What armies of the event may be bent on, each once; none where its missions do not go by that.
    pub fn dispositions(&self) -> Vec<DispositionId> {
        let mut all: Vec<DispositionId> = self.matrix.iter().flat_map(|meeting| meeting.between.clone()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What one game can bring at most, and what a draw brings.
    pub(crate) fn best_and_even(&self) -> (i64, i64) {
        match self.differential.as_ref().and_then(|table| table.rows.last()).filter(|_| !self.by_games()) {
            Some(row) => (row.higher.into(), (i64::from(row.higher) + i64::from(row.lower) + 1) / 2),
            None => (self.points.win.into(), self.points.draw.into()),
        }
    }

    /// How many games a match is.
    pub(crate) fn games(&self) -> i64 {
        if self.by_games() { self.team_size.into() } else { 1 }
    }

    /// What all games of a match of two teams bring together by the differential table.
    pub(crate) fn team_points(&self) -> Option<i64> {
        let rows = self.differential.as_ref().filter(|_| self.by_games())?.rows.iter();
        Some(i64::from(self.team_size) * rows.map(|row| i64::from(row.higher) + i64::from(row.lower)).max()?)
    }

    /// Points of the differential table of both sides of a result, or its victory points without a table. The
    /// games of two teams go through the table one by one and are added up.
    pub fn battle_points(&self, result: &ResultEntry) -> (i64, i64) {
        let games = self.games();
        match (&self.differential, result.forfeit) {
            (None, _) => (result.one, result.two),
            (Some(_), Some(Forfeit::Both)) => (0, 0),
            (Some(table), Some(forfeit)) => {
                let most = games * table.rows.last().map_or(0, |row| i64::from(row.higher));
                if forfeit == Forfeit::One { (0, most) } else { (most, 0) }
            }
            (Some(_), None) if self.by_games() => (result.one, result.two),
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
            rests: false,
            check_in: false,
            top_tables: true,
            missions: Vec::new(),
            table_missions: false,
            matrix: Vec::new(),
            dice: Dice::ByHand,
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
            lists_due: None,
            places: None,
            begins: Vec::new(),
        }
    }
}
