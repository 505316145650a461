//! The judge on a TRF file.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, Report};
use crate::id::RoundNumber;
use crate::trf::{Trf, TrfPlayer};

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
        report.findings.push(Finding::fault(None, "number-twice", text));
    }
    let rounds = trf.rounds_paired();
    for player in &trf.players {
        report.rounds = report.rounds.max(player.games.len() as u16);
        check_player(player, &index, rounds, &mut report.findings);
    }
    report
}

fn check_player(player: &TrfPlayer, index: &BTreeMap<u32, &TrfPlayer>, rounds: usize, findings: &mut Vec<Finding>) {
    let mut met = BTreeSet::new();
    let mut byes = 0;
    for (at, game) in player.games.iter().enumerate() {
        let round = Some(RoundNumber(at as u16 + 1));
        let mut fault = |code, text| findings.push(Finding::fault(round, code, text));
        byes += u32::from(matches!(game.result.to_ascii_uppercase(), 'U'));
        let Some(number) = game.opponent else { continue };
        let other = index.get(&number).and_then(|other| other.games.get(at));
        match other {
            None => fault("no-opponent", format!("player {} meets {number}, who has no such game", player.number)),
            Some(other) if other.opponent != Some(player.number) => {
                fault("one-sided", format!("player {} meets {number}, who does not meet back", player.number));
            }
            Some(other) => {
                let sum = game.score().zip(other.score()).map(|(one, two)| one.1 + two.1);
                let fits =
                    if game.is_played() { sum.is_none_or(|sum| sum == 2) } else { sum.is_none_or(|sum| sum <= 2) };
                if !fits {
                    fault("results-differ", format!("players {} and {number} do not share one result", player.number));
                }
            }
        }
        if game.is_played() && !met.insert(number) {
            fault("rematch", format!("player {} meets {number} again", player.number));
        }
    }
    if byes > 1 {
        let text = format!("player {} has {byes} byes", player.number);
        findings.push(Finding::fault(None, "second-bye", text));
    }
    if !player.adds_up(rounds) {
        let sum = player.points_after(player.games.len());
        let text = format!(
            "player {} has {} half points by the games, {} by the line",
            player.number, sum, player.points_doubled
        );
        findings.push(Finding::fault(None, "points-differ", text));
    }
}
