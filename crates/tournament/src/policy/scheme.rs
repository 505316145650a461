//! Ready-made policies after well-known kinds of events, as far as we know what their organisers publish.

use serde::{Deserialize, Serialize};

use super::{DifferentialTable, Method, PointScale, Policies, TeamScale, TieBreak, Unplayed};
use crate::rational::Rational;

adjutant_core::closed! {
    /// A set of points, tie-breaks, byes and floors under one name; everything else stays as it is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Scheme by name, written {
        /// Win path, then strength of schedule, then victory points, as the publisher's events are reported to rank.
        Gw "gw",
        /// Wins, then victory points until the first loss and 3 more a win, as a league event of 2016 did.
        Itc "itc",
        /// Match points by a 20-0 table; teams win by the sum of their games.
        Wtc "wtc",
        /// Records, opponents' records, victory points, as the 11th edition's events rank; teams by individual wins and the 20-0
        /// table.
        Record "record",
        /// 3, 1, 0, and a bye as a win by two games: opponents' match wins, own game wins, opponents' game wins.
        Mtr "mtr",
        /// 1, ½, 0 in half points: Buchholz without the lowest, Buchholz, Sonneborn–Berger, wins.
        Fide "fide",
    }
}

impl Scheme {
    /// What it sets, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Scheme::Gw => "2,1,0 points; win path, strength of schedule, victory points",
            Scheme::Itc => "2,1,0 points; victory points until the first loss, then all of them",
            Scheme::Wtc => "points by the 20-0 table; wins, difference in victory points, victory points",
            Scheme::Record => {
                "2,1,0 points; strength of schedule, victory points; teams 3,2,1 by the 20-0 table, games won, its points"
            }
            Scheme::Mtr => {
                "3,1,0 points, bye 2:0; opponents' match wins, game wins, opponents' game wins, floor 33/100"
            }
            Scheme::Fide => {
                "half points 2,1,0; Buchholz cut 1, Buchholz, Sonneborn-Berger, wins, games not played by today's rule; upper \
                 against lower half"
            }
        }
    }

    /// The policies with what the scheme sets.
    ///
    /// # Source
    /// None of these is a copy of a rule book; the tie-breaks themselves have their sources at [`TieBreak`].
    /// - `gw`: accounts of the publisher's tournament companion, which we have not seen itself: equal records are grouped
    ///   by the sequence of their results, then by the opponents' records. One account leaves the path out, and says that
    ///   the companion advises against victory points; here they come last.
    /// - `itc`: one event's pack of 2016 (`scorchedearthopen`, April 2016). It does not say what follows the points until
    ///   the first loss; all victory points are our choice. Later seasons of the league may count otherwise.
    /// - `wtc`: an event's page prints the table, see [`DifferentialTable::wtc`]. We found no official text, none on
    ///   tie-breaks and none on when a team wins its match: the order is our choice, and the margin stays as it is.
    /// - `record`: the ranking of the 11th edition's tournament rules (`docs/rules/eleventh.md`, events); rounds are paired
    ///   by record, win path and lot. A team wins by the lead that [`TeamScale::of_size`] says.
    /// - `mtr`: Magic Tournament Rules 3.1 and appendix C, in their order.
    /// - `fide`: tie-breaks of the FIDE Handbook, in an order of our own; games not played count by C.07, article 16. Events
    ///   made before this program knew that rule name the one of 2009 to 2022 (`virtual-opponent`), and keep it.
    ///
    /// ```
    /// use adjutant_tournament::policy::{Policies, PointScale, Scheme};
    /// let mtr = Scheme::Mtr.applied_to(&Policies::default());
    /// assert_eq!(mtr.points, PointScale { win: 3, draw: 1, loss: 0, bye: None });
    /// assert_eq!(mtr.tie_breaks[0].name(), "opponents-win-rate");
    /// ```
    #[must_use]
    pub fn applied_to(self, base: &Policies) -> Policies {
        let halves = PointScale { win: 2, draw: 1, loss: 0, bye: None };
        let plain = Policies {
            points: halves,
            differential: None,
            win_path: true,
            method: Method::Random,
            buchholz_unplayed: Unplayed::Nothing,
            ..base.clone()
        };
        match self {
            Scheme::Gw => Policies { tie_breaks: vec![TieBreak::Path, TieBreak::Sos, TieBreak::Vp], ..plain },
            Scheme::Itc => Policies { tie_breaks: vec![TieBreak::PointsUntilLoss, TieBreak::Vp], ..plain },
            Scheme::Wtc => Policies {
                differential: Some(DifferentialTable::wtc()),
                win_path: false,
                tie_breaks: match base.by_games() {
                    false => vec![TieBreak::Wins, TieBreak::VpDifference, TieBreak::Vp],
                    true => vec![TieBreak::BattlePoints, TieBreak::Wins],
                },
                ..plain
            },
            Scheme::Record if base.by_games() => Policies {
                points: PointScale { win: 3, draw: 2, loss: 1, bye: None },
                differential: Some(DifferentialTable::wtc()),
                team_scale: TeamScale::of_size(base.team_size),
                tie_breaks: vec![TieBreak::GamesWon, TieBreak::BattlePoints],
                ..plain
            },
            Scheme::Record => Policies { tie_breaks: vec![TieBreak::Sos, TieBreak::Vp], ..plain },
            Scheme::Mtr => Policies {
                points: PointScale { win: 3, draw: 1, loss: 0, bye: None },
                bye_vp: 2,
                win_path: false,
                win_rate_floor: Rational::new(33, 100),
                tie_breaks: vec![TieBreak::OpponentsWinRate, TieBreak::GameWinRate, TieBreak::OpponentsGameWinRate],
                ..plain
            },
            Scheme::Fide => Policies {
                method: Method::Slide,
                win_path: false,
                buchholz_unplayed: Unplayed::DummyOpponent,
                tie_breaks: vec![TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::Wins],
                ..plain
            },
        }
    }
}
