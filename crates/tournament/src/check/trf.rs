//! The judge on a TRF file.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::{Finding, Report};
use crate::id::RoundNumber;
use crate::trf::{Trf, TrfPlayer};

adjutant_core::closed! {
    /// What kind of thing was found in a TRF file: a closed list, each forged once in the test of the same name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum TrfFindingKind by code, told {
        /// Two player lines have one starting number.
        NumberTwice "number-twice",
        /// A player meets a number that no line has, or that has no such round.
        NoOpponent "no-opponent",
        /// A player meets somebody who meets somebody else, or nobody, in that round.
        OneSided "one-sided",
        /// The results of a game on its two lines are not halves of one result.
        ResultsDiffer "results-differ",
        /// Two players play each other a second time.
        Rematch "rematch",
        /// A player has a second pairing-allocated bye.
        SecondBye "second-bye",
        /// The points of a line are not those of its games.
        PointsDiffer "points-differ",
    }
}

impl TrfFindingKind {
    fn fault(self, round: Option<RoundNumber>, text: String) -> Finding {
        Finding::fault(round, self.code(), text)
    }
}

/// Checks a TRF file: opponents named by both sides, results that fit, no rematch, one bye each, points.
///
/// ```
/// use adjutant_tournament::{check::check_trf, trf::Trf};
/// assert!(check_trf(&Trf::default()).is_clean());
/// ```
pub fn check_trf(trf: &Trf) -> Report {
    let mut report = Report::default();
    let index: BTreeMap<u32, &TrfPlayer> = trf.players.iter().map(|player| (player.number, player)).collect();
    if index.len() != trf.players.len() {
        let text = "two players have the same starting number".to_owned();
        report.findings.push(TrfFindingKind::NumberTwice.fault(None, text));
    }
    let (rounds, knock_out) = (trf.rounds_paired(), trf.knock_out());
    for player in &trf.players {
        report.rounds = report.rounds.max(player.games.len() as u16);
        check_player(player, &index, (rounds, knock_out), &mut report.findings);
    }
    report
}

fn check_player(
    player: &TrfPlayer,
    index: &BTreeMap<u32, &TrfPlayer>,
    (rounds, knock_out): (usize, Option<usize>),
    findings: &mut Vec<Finding>,
) {
    let mut met = BTreeSet::new();
    let mut byes = 0;
    for (at, game) in player.games.iter().enumerate() {
        let round = Some(RoundNumber(at as u16 + 1));
        let mut fault = |kind: TrfFindingKind, text| findings.push(kind.fault(round, text));
        byes += u32::from(matches!(game.result.to_ascii_uppercase(), 'U'));
        let Some(number) = game.opponent else { continue };
        let other = index.get(&number).and_then(|other| other.games.get(at));
        match other {
            None => fault(
                TrfFindingKind::NoOpponent,
                format!("player {} meets {number}, who has no such game", player.number),
            ),
            Some(other) if other.opponent != Some(player.number) => {
                fault(
                    TrfFindingKind::OneSided,
                    format!("player {} meets {number}, who does not meet back", player.number),
                );
            }
            Some(other) => {
                // Both may lose, and of a game that was not played nobody need get anything.
                let sum = game.score().zip(other.score()).map(|(one, two)| one.1 + two.1);
                let fits = sum.is_none_or(|sum| sum == 2 || sum == 0 || !game.is_played() && sum < 2);
                if !fits {
                    fault(
                        TrfFindingKind::ResultsDiffer,
                        format!("players {} and {number} do not share one result", player.number),
                    );
                }
            }
        }
        if game.is_played() && !met.insert(number) && knock_out.is_none_or(|from| at + 1 < from) {
            fault(TrfFindingKind::Rematch, format!("player {} meets {number} again", player.number));
        }
    }
    check_sums(player, byes, rounds, findings);
}

/// One bye of the pairing at most, and the points of the games.
fn check_sums(player: &TrfPlayer, byes: u32, rounds: usize, findings: &mut Vec<Finding>) {
    if byes > 1 {
        let text = format!("player {} has {byes} byes", player.number);
        findings.push(TrfFindingKind::SecondBye.fault(None, text));
    }
    if !player.adds_up(rounds) {
        let sum = player.points_after(player.games.len());
        let text = format!(
            "player {} has {} half points by the games, {} by the line",
            player.number, sum, player.points_doubled
        );
        findings.push(TrfFindingKind::PointsDiffer.fault(None, text));
    }
}
