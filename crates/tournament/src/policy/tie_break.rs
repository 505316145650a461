//! The criteria of the standings: definition, source, byes and drops, and an example each.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! tie_breaks {
    ($($(#[$doc:meta])* $tie_break:ident $name:literal $heading:literal $title:literal $summary:literal
        [$($of:literal)*];)*) => {
        /// One criterion of the standings.
        ///
        /// The examples share [`small_event`](crate::standings::small_event), whose numbers fit on a hand: win 3, draw 1,
        /// loss 0, a bye counts 10 victory points. D leaves after round 2.
        ///
        /// | | round 1 | round 2 | round 3 | points |
        /// |---|---|---|---|---|
        /// | A | beat B 20-10 | beat C 12-9 | drew with E 8-8 | 7 |
        /// | B | lost to A 10-20 | beat E 14-11 | beat C 11-10 | 6 |
        /// | C | lost to D 5-15 | lost to A 9-12 | lost to B 10-11 | 0 |
        /// | D | beat C 15-5 | bye | — | 6 |
        /// | E | bye | lost to B 11-14 | drew with A 8-8 | 4 |
        ///
        /// In every example `of(tie_break, 'A')` is the value of A:
        ///
        /// ```
        /// use adjutant_tournament::policy::TieBreak;
        /// use adjutant_tournament::standings::{TieBreaks, small_event};
        /// let (ledger, policies) = small_event();
        /// let of = |tie_break, player| TieBreaks::of(&ledger, &policies).value(tie_break, player as usize - 'A' as usize);
        /// assert_eq!(of(TieBreak::Wins, 'A'), 2.into());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
        pub enum TieBreak {
            $($(#[$doc])* #[serde(rename = $name)] $tie_break,)*
        }

        impl TieBreak {
            const NAMES: &'static [&'static str] = &[$($name),*];

            /// All of them.
            pub const ALL: [TieBreak; TieBreak::NAMES.len()] = [$(TieBreak::$tie_break),*];

            /// Its name in logs, options and views.
            pub const fn name(self) -> &'static str {
                match self { $(TieBreak::$tie_break => $name,)* }
            }

            /// What stands over its column on paper, in few letters.
            pub const fn heading(self) -> &'static str {
                match self { $(TieBreak::$tie_break => $heading,)* }
            }

            /// What it is called where there is room.
            pub const fn title(self) -> &'static str {
                match self { $(TieBreak::$tie_break => $title,)* }
            }

            /// What it counts, in one line.
            ///
            /// ```
            /// use adjutant_tournament::policy::TieBreak;
            /// assert_eq!(TieBreak::Vp.summary(), "victory points scored");
            /// assert!(TieBreak::ALL.iter().all(|tie_break| (8..=90).contains(&tie_break.summary().len())));
            /// ```
            pub const fn summary(self) -> &'static str {
                match self { $(TieBreak::$tie_break => $summary,)* }
            }

            /// Its values in [`small_event`](crate::standings::small_event), A to E; none of a criterion that depends on who is
            /// tied.
            pub const fn of_small_event(self) -> &'static [&'static str] {
                match self { $(TieBreak::$tie_break => &[$($of),*],)* }
            }
        }
    };
}

// What a row says: name in logs, over its column, in full, one line of help, the values of the small event. A tie-break without
// one of them does not compile, and the tests below and the judge's (`tests/judge.rs`) run every row.
tie_breaks! {
    /// Victory points scored.
    ///
    /// Source: common to wargame events, called VP or BP in event packs. A bye counts what the policy `bye_vp` says, a
    /// forfeited game what was entered for it, a round sat out nothing.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::Vp, 'A'), 40.into()); // 20 + 12 + 8
    /// assert_eq!(of(TieBreak::Vp, 'D'), 25.into()); // 15 + 10 for the bye
    /// ```
    Vp "vp" "VP" "Victory points"
        "victory points scored" ["40" "35" "24" "25" "29"];

    /// Points of the differential table; victory points where the event has none.
    ///
    /// Source: the table's own, see [`DifferentialTable`](super::DifferentialTable). A bye counts half the greatest
    /// total of the table, a forfeited game the table's most for the player who came, a round sat out nothing.
    ///
    /// ```
    /// use adjutant_tournament::policy::{DifferentialTable, Policies, TieBreak};
    /// use adjutant_tournament::standings::{Ledger, TieBreaks};
    /// // A and B meet 75-62: 13 more are 12-8. Then A has the bye, 10 of 20, and B beats C by 60: 20-0.
    /// let policies = Policies { differential: Some(DifferentialTable::wtc()), ..Policies::default() };
    /// let ledger = Ledger::of_text(&policies, "A 75-62 B, C bye; B 90-30 C, A bye").unwrap();
    /// let of = |at| TieBreaks::of(&ledger, &policies).value(TieBreak::BattlePoints, at);
    /// assert_eq!([of(0), of(1), of(2)], [22.into(), 28.into(), 10.into()]); // 12 + 10, 8 + 20, 10 + 0
    /// ```
    BattlePoints "battle-points" "BP" "Battle points"
        "points of the event's differential table, such as 12 of 20" ["40" "35" "24" "25" "29"];

    /// Victory points scored less those conceded; where the policy `vp_difference_cap` is set, no game counts more.
    ///
    /// Source: Old World tournament packs (tow.whfb.app): points, then difference; the cap of 50 a game from event
    /// packs of the same kind. A bye and a round sat out count 0, a forfeited game as entered.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::{Policies, TieBreak}, standings::{TieBreaks, small_event}};
    /// let (ledger, policies) = small_event();
    /// let all = TieBreaks::of(&ledger, &policies);
    /// assert_eq!(all.value(TieBreak::VpDifference, 0), 13.into()); // A: 10 + 3 + 0
    /// assert_eq!(all.value(TieBreak::VpDifference, 3), 10.into()); // D: 10, the bye counts nothing
    /// let capped = Policies { vp_difference_cap: Some(5), ..policies };
    /// let all = TieBreaks::of(&ledger, &capped);
    /// assert_eq!(all.value(TieBreak::VpDifference, 0), 8.into()); // 5 + 3 + 0
    /// ```
    VpDifference "vp-difference" "VP diff." "Victory point difference"
        "victory points scored less those conceded" ["13" "-6" "-14" "10" "-3"];

    /// Opponents' win rate: the mean, over the games played, of the share of possible match points that the opponent
    /// won in the rounds he took part in, each counted as at least `win_rate_floor`.
    ///
    /// Source: Magic tournament rules, appendix C (33 %); with a floor of 1/4 and `win_rate_cap_of_dropped` 3/4 the
    /// form of the Pokémon game (pastebin.com/Y8zhWz3V, secondary). Own byes and forfeits bring no opponent; in the
    /// opponent's share a bye is a round won; rounds after a drop are not rounds.
    ///
    /// ```
    /// # use adjutant_tournament::{Rational, policy::{Policies, TieBreak}, standings::{TieBreaks, small_event}};
    /// let (ledger, policies) = small_event();
    /// let all = TieBreaks::of(&ledger, &policies);
    /// // A met B (6 of 9), C (0 of 9, counted 33/100) and E (4 of 9): (600 + 297 + 400) / 900, over 3.
    /// assert_eq!(all.value(TieBreak::OpponentsWinRate, 0), Rational::new(1297, 2700));
    /// // C met D (6 of 6), A (7 of 9) and B (6 of 9).
    /// assert_eq!(all.value(TieBreak::OpponentsWinRate, 2), Rational::new(22, 27));
    /// // D has dropped: counted 3/4, so (27 + 28 + 24) / 36, over 3.
    /// let capped = Policies { win_rate_cap_of_dropped: Some(Rational::new(3, 4)), ..policies };
    /// let all = TieBreaks::of(&ledger, &capped);
    /// assert_eq!(all.value(TieBreak::OpponentsWinRate, 2), Rational::new(79, 108));
    /// ```
    OpponentsWinRate "opponents-win-rate" "OWR" "Opponents' win rate"
        "mean of the opponents' shares of match points, each at least the floor" ["1297/2700" "1397/2700" "22/27" "33/100" "13/18"];

    /// The second level of [`Self::OpponentsWinRate`]: its mean over the opponents.
    ///
    /// Source: the same rates one step on, as trackers print them (opponents' opponents' win rate). Byes and drops as
    /// there.
    ///
    /// ```
    /// # use adjutant_tournament::{Rational, policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// // D played C only, whose opponents' win rate is 22/27.
    /// assert_eq!(of(TieBreak::OpponentsWinRate2, 'D'), Rational::new(22, 27));
    /// // A: B has 1397/2700, C 2200/2700, E (2/3 and 7/9, so 13/18) 1950/2700: 5547/2700, over 3.
    /// assert_eq!(of(TieBreak::OpponentsWinRate2, 'A'), Rational::new(5547, 8100));
    /// ```
    OpponentsWinRate2 "opponents-win-rate2" "OOWR" "Opponents' opponents' win rate"
        "mean of the opponents' opponents-win-rate" ["1849/2700" "5447/8100" "239/540" "22/27" "449/900"];

    /// Share of the victory points (or of the games, where games are counted) of one's rounds that were one's own.
    ///
    /// Source: Magic tournament rules, appendix C (game-win percentage), where a bye is 2-0; here it is `bye_vp` to 0.
    /// Forfeited games count as entered, rounds sat out do not.
    ///
    /// ```
    /// # use adjutant_tournament::{Rational, policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::GameWinRate, 'A'), Rational::new(40, 67)); // 20 + 12 + 8 of 30 + 21 + 16
    /// assert_eq!(of(TieBreak::GameWinRate, 'D'), Rational::new(25, 30)); // 15 + 10 of 20 + 10
    /// ```
    GameWinRate "game-win-rate" "GWR" "Game win rate"
        "share of the victory points of your games that were yours" ["40/67" "35/76" "12/31" "5/6" "29/51"];

    /// The mean of the opponents' [`Self::GameWinRate`], each counted as at least `win_rate_floor`.
    ///
    /// Source: Magic tournament rules, appendix C (opponents' game-win percentage). Own byes and forfeits bring no
    /// opponent.
    ///
    /// ```
    /// # use adjutant_tournament::{Rational, policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// // D played C only: 24 of 62.
    /// assert_eq!(of(TieBreak::OpponentsGameWinRate, 'D'), Rational::new(24, 62));
    /// // E played B, 35 of 76, and A, 40 of 67: (35·67 + 40·76) / (76·67), over 2.
    /// assert_eq!(of(TieBreak::OpponentsGameWinRate, 'E'), Rational::new(5385, 10184));
    /// ```
    OpponentsGameWinRate "opponents-game-win-rate" "OGWR" "Opponents' game win rate"
        "mean of the opponents' game-win-rate, each at least the floor" ["170171/360468" "164477/317781" "28885/45828" "12/31" "5385/10184"];

    /// Strength of schedule: the opponents' match points per round, every round of every opponent weighing the same.
    ///
    /// Source: Cobra (`sos_calculator.rb`): points per round, weighted. Byes and forfeits are left out on both sides;
    /// an opponent who left counts with the rounds that he played.
    ///
    /// ```
    /// # use adjutant_tournament::{Rational, policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// // A met B (6 points in 3 rounds), C (0 in 3) and E (1 in 2, without the bye).
    /// assert_eq!(of(TieBreak::Sos, 'A'), Rational::new(7, 8));
    /// // C met D (3 in 1), A (7 in 3) and B (6 in 3).
    /// assert_eq!(of(TieBreak::Sos, 'C'), Rational::new(16, 7));
    /// ```
    Sos "sos" "SoS" "Strength of schedule"
        "strength of schedule: the opponents' match points a round" ["7/8" "1" "16/7" "0" "13/6"];

    /// Extended strength of schedule: the mean of the opponents' [`Self::Sos`].
    ///
    /// Source: Cobra (`sos_calculator.rb`), the same step over the opponents. Byes and drops as there.
    ///
    /// ```
    /// # use adjutant_tournament::{Rational, policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// // A met B (A 7, E 1, C 0 in 8 rounds: 1), C (16/7) and E (B 6, A 7 in 6: 13/6): 229/42, over 3.
    /// assert_eq!(of(TieBreak::ExtendedSos, 'A'), Rational::new(229, 126));
    /// ```
    ExtendedSos "extended-sos" "Ext. SoS" "Extended strength of schedule"
        "mean of the opponents' sos" ["229/126" "895/504" "5/8" "16/7" "15/16"];

    /// Path to victory: 2^(n − r) for every round r of n that was won, so that an early win weighs more than all later
    /// ones.
    ///
    /// Source: the publisher's companion groups equal records by the sequence of results; the weights are those of
    /// community trackers for Best Coast Pairings, not confirmed by the vendor. A bye is a win, a forfeit one for
    /// the player who came.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::Path, 'A'), 6.into()); // win, win, draw: 4 + 2
    /// assert_eq!(of(TieBreak::Path, 'B'), 3.into()); // loss, win, win: 2 + 1
    /// assert_eq!(of(TieBreak::Path, 'E'), 4.into()); // bye, loss, draw
    /// ```
    Path "path" "Path" "Path"
        "rounds won, an early win before all later ones" ["6" "3" "0" "6" "4"];

    /// Victory points gathered before the first loss, and three more for each win among them.
    ///
    /// Source: an ITC pack of 2016 (scorchedearthopen 2016/04). It does not say whether the lost game itself counts;
    /// here it does not. A bye is a win with `bye_vp`, a draw breaks nothing.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::PointsUntilLoss, 'A'), 46.into()); // 20 + 3 + 12 + 3 + 8
    /// assert_eq!(of(TieBreak::PointsUntilLoss, 'B'), 0.into()); // lost the first
    /// assert_eq!(of(TieBreak::PointsUntilLoss, 'E'), 13.into()); // the bye, 10 + 3
    /// ```
    PointsUntilLoss "points-until-loss" "Until loss" "Points until loss"
        "victory points before the first loss, and 3 for each win among them" ["46" "0" "0" "31" "13"];

    /// Buchholz: the sum of the opponents' points.
    ///
    /// Source: FIDE tie-break regulations (082024, 032026). Games not played count nothing, or, where the policy
    /// `buchholz_unplayed` says so, as against a virtual or a dummy opponent ([`Unplayed`](super::Unplayed)).
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::Buchholz, 'A'), 10.into()); // B 6, C 0, E 4
    /// assert_eq!(of(TieBreak::Buchholz, 'E'), 13.into()); // the bye 0, B 6, A 7
    /// ```
    Buchholz "buchholz" "Buchholz" "Buchholz"
        "sum of the opponents' match points" ["10" "11" "19" "0" "13"];

    /// [`Self::Buchholz`] without the lowest opponent (BH/C1); nothing with fewer than two.
    ///
    /// Source, byes and drops as there.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::BuchholzCut1, 'B'), 11.into()); // A 7, E 4, without C 0
    /// assert_eq!(of(TieBreak::BuchholzCut1, 'E'), 7.into()); // A 7, without B 6
    /// ```
    BuchholzCut1 "buchholz-cut1" "B. cut 1" "Buchholz, cut 1"
        "buchholz without the lowest opponent" ["10" "11" "13" "0" "7"];

    /// [`Self::Buchholz`] without the highest and the lowest opponent (BH/M1); nothing with fewer than three.
    ///
    /// Source, byes and drops as there.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::MedianBuchholz, 'A'), 4.into()); // E 4, without B 6 and C 0
    /// assert_eq!(of(TieBreak::MedianBuchholz, 'E'), 0.into()); // two opponents only
    /// ```
    MedianBuchholz "median-buchholz" "Median B." "Median buchholz"
        "buchholz without the highest and the lowest opponent" ["4" "4" "6" "0" "0"];

    /// Sonneborn–Berger: points of the opponents beaten, half those of the opponents drawn with.
    ///
    /// Source: FIDE tie-break regulations. Byes and forfeits count nothing; an opponent who left counts with the
    /// points that he has. With a dummy opponent ([`Unplayed`](super::Unplayed)) every round counts what it brings to
    /// Buchholz, times its result.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::SonnebornBerger, 'A'), 8.into()); // B 6, C 0, half of E 4
    /// ```
    SonnebornBerger "sonneborn-berger" "S.–B." "Sonneborn–Berger"
        "match points of opponents beaten, half of those drawn with" ["8" "4" "0" "0" "7/2"];

    /// Koya: match points from the games against opponents with at least half of the points possible so far.
    ///
    /// Source: FIDE tie-break regulations (KS). Byes and forfeits bring no opponent (forfeits do with a dummy opponent,
    /// see [`Unplayed`](super::Unplayed)); the opponent's points count as they are, with his byes.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// // Possible are 9: A 7, B 6 and D 6 have half of them, E 4 and C 0 have not.
    /// assert_eq!(of(TieBreak::Koya, 'A'), 3.into()); // from B; nothing for C and E
    /// assert_eq!(of(TieBreak::Koya, 'E'), 1.into()); // the draw with A
    /// ```
    Koya "koya" "Koya" "Koya"
        "match points against opponents with at least half the points" ["3" "0" "0" "0" "1"];

    /// Cumulative or progressive score: the sum of the totals after each round, without penalties.
    ///
    /// Source: FIDE tie-break regulations (PS). Byes and forfeits count as the points that they brought; after a drop
    /// the total stays.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::Cumulative, 'A'), 16.into()); // 3 + 6 + 7
    /// assert_eq!(of(TieBreak::Cumulative, 'D'), 15.into()); // 3 + 6 + 6
    /// ```
    Cumulative "cumulative" "Cumulative" "Cumulative"
        "sum of your match points after every round" ["16" "9" "0" "15" "10"];

    /// Head to head: match points from the games among those who are tied so far, where every two of them have met;
    /// otherwise 0 for all of them.
    ///
    /// Source: FIDE tie-break regulations (direct encounter). Byes and forfeits do not count as meetings; players left are tied
    /// like anybody else.
    ///
    /// ```
    /// use adjutant_tournament::policy::{Policies, TieBreak};
    /// use adjutant_tournament::standings::{Ledger, rank};
    /// // | A | beat B | lost to D | beat C |    | C | beat D | lost to B | lost to A |
    /// // | B | lost to A | beat C | beat D |    | D | lost to C | beat A | lost to B |
    /// let text = "A 10-5 B, C 9-1 D; D 8-2 A, B 7-3 C; A 6-1 C, B 5-4 D";
    /// let policies = Policies { tie_breaks: vec![TieBreak::HeadToHead], ..Policies::default() };
    /// let of = |text| {
    ///     let ranking = rank(&Ledger::of_text(&policies, text).unwrap(), &policies, &[]);
    ///     [0, 1, 2, 3].map(|at: usize| ranking.values[at]["head-to-head"].to_string())
    /// };
    /// // A and B have 4 points and A won their game; C and D have 2 and C won theirs. A win is 2.
    /// assert_eq!(of(text), ["2", "0", "2", "0"]);
    /// // After two rounds all four are tied, and A has not met C: nothing is decided.
    /// assert_eq!(of("A 10-5 B, C 9-1 D; D 8-2 A, B 7-3 C"), ["0", "0", "0", "0"]);
    /// ```
    HeadToHead "head-to-head" "H2H" "Head to head"
        "match points from the games of those who are equal against each other" [];

    /// Games won.
    ///
    /// Source: FIDE tie-break regulations (WIN, which counts rounds won without playing). A bye is a win, a forfeit
    /// one for the player who came.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::Wins, 'B'), 2.into());
    /// assert_eq!(of(TieBreak::Wins, 'D'), 2.into()); // one of them the bye
    /// ```
    Wins "wins" "Wins" "Wins"
        "rounds won" ["2" "2" "0" "2" "1"];

    /// Games won by the members of a team; rounds won where players play for themselves.
    ///
    /// Source: team events of the 11th edition (`docs/rules/eleventh.md`), individual wins. The higher points of a game win
    /// it, be it by one; a bye and a forfeited match are a win for each member of the team that came.
    ///
    /// ```
    /// use adjutant_tournament::policy::{Policies, Scheme, TieBreak};
    /// use adjutant_tournament::standings::{Ledger, TieBreaks};
    /// let teams = Scheme::Record.applied_to(&Policies { team_size: 3, ..Policies::default() });
    /// let ledger = Ledger::of_text(&teams, "A bye, B 60-0 C forfeit").unwrap();
    /// let of = |at| TieBreaks::of(&ledger, &teams).value(TieBreak::GamesWon, at);
    /// assert_eq!([of(0), of(1), of(2)], [3.into(), 3.into(), 0.into()]);
    /// ```
    GamesWon "games-won" "Games won" "Games won"
        "games won by the members of a team" ["2" "2" "0" "2" "1"];

    /// Sum of the awards called `painting`, from the round on in which they are given.
    ///
    /// Source: wargame event packs. Rounds, byes and drops play no part.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// let (mut ledger, policies) = small_event();
    /// ledger.entrants[2].painting = 10 + 7; // two awards to C
    /// assert_eq!(TieBreaks::of(&ledger, &policies).value(TieBreak::Painting, 2), 17.into());
    /// ```
    Painting "painting" "Painting" "Painting"
        "points given as the award `painting`" ["0" "0" "0" "0" "0"];

    /// The last round taken part in: who left earlier stands below who stayed.
    ///
    /// Source: observed in nine published Magic events, where it explains 141 of 166 inversions of order. A bye and a
    /// forfeit are parts taken.
    ///
    /// ```
    /// # use adjutant_tournament::{policy::TieBreak, standings::{TieBreaks, small_event}};
    /// # let (ledger, policies) = small_event();
    /// # let of = |tie_break, p| TieBreaks::of(&ledger, &policies).value(tie_break, p as usize - 'A' as usize);
    /// assert_eq!(of(TieBreak::LastRound, 'B'), 3.into());
    /// assert_eq!(of(TieBreak::LastRound, 'D'), 2.into()); // the bye of round 2
    /// ```
    LastRound "last-round" "Last rd" "Last round"
        "the last round that the player took part in: who left stands below" ["3" "3" "3" "2" "3"];

    /// A lot drawn from the seed of the event; the lowest goes first.
    ///
    /// Source: [`lots::draw`](crate::lots::draw). Late entries draw after the others and change no lot.
    ///
    /// ```
    /// use adjutant_tournament::policy::{Policies, TieBreak};
    /// use adjutant_tournament::standings::{rank, small_event};
    /// let (ledger, policies) = small_event();
    /// let policies = Policies { tie_breaks: vec![TieBreak::Lot], ..policies };
    /// // B and D have 6 points; D holds the lower of their lots (1 and 3, printed from 1) and stands above.
    /// let ranking = rank(&ledger, &policies, &[4, 2, 3, 0, 1]);
    /// assert_eq!(ranking.order, [(1, 0), (2, 3), (3, 1), (4, 4), (5, 2)]);
    /// assert_eq!(ranking.values[3]["lot"], 1.into());
    /// ```
    Lot "lot" "Lot" "Lot"
        "by the seeded draw" [];
}

impl TieBreak {
    /// The tie-break of a name.
    ///
    /// ```
    /// use adjutant_tournament::policy::TieBreak;
    /// assert_eq!(TieBreak::of_name("sos"), Some(TieBreak::Sos));
    /// assert_eq!(TieBreak::of_name("luck"), None);
    /// ```
    pub fn of_name(name: &str) -> Option<TieBreak> {
        TieBreak::ALL.into_iter().find(|tie_break| tie_break.name() == name)
    }
}

/// Names only: the definitions, with their examples, belong to the documentation.
#[cfg(feature = "schema")]
impl JsonSchema for TieBreak {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TieBreak".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names = TieBreak::ALL.map(TieBreak::name);
        schemars::json_schema!({"type": "string", "description": "One criterion of the standings.", "enum": names})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of each row is what the standings give.
    #[test]
    fn rows_show_what_the_standings_give() {
        use crate::standings::{TieBreaks, small_event};
        let (ledger, policies) = small_event();
        let all = TieBreaks::of(&ledger, &policies);
        for tie_break in TieBreak::ALL.into_iter().filter(|it| !matches!(it, TieBreak::HeadToHead | TieBreak::Lot)) {
            let of: Vec<String> = (0..5).map(|at| all.value(tie_break, at).to_string()).collect();
            assert_eq!(of, tie_break.of_small_event(), "{}", tie_break.name());
        }
    }

    /// What byes and forfeits count stands in the table of `standings`, by name.
    #[test]
    fn the_table_of_byes_and_forfeits_has_every_name() {
        let first_cells =
            include_str!("../standings.rs").lines().filter_map(|line| line.strip_prefix("//! | ")?.split(" | ").next());
        let named: Vec<&str> = first_cells.flat_map(|cell| cell.split(", ")).collect();
        let missing = TieBreak::ALL.into_iter().filter(|it| !named.contains(&&*format!("`{}`", it.name())));
        assert_eq!(missing.collect::<Vec<_>>(), []);
        // Over a column of a sheet there is room for few letters.
        assert!(TieBreak::ALL.into_iter().all(|it| it.heading().chars().count() <= 10));
    }

    #[test]
    fn names_are_those_of_the_log() {
        for tie_break in TieBreak::ALL {
            let written = serde_json::to_value(tie_break).unwrap();
            assert_eq!(written, tie_break.name());
            assert_eq!(TieBreak::ALL.iter().filter(|other| other.name() == tie_break.name()).count(), 1);
        }
    }
}
