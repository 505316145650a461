//! Whether the armies of a match may be played: listed, never a reason to lose a battle's record.

use adjutant_engine::fold::Match;
use adjutant_engine::roster::Roster;
use adjutant_engine::side::Player;
use adjutant_rosters::check::{self, Severity};
use adjutant_rosters::rules::ArmyRules;

use super::finding::{Code, Finding};
use super::report::LogReport;
use crate::rulebook::Rulebook;

/// Adds what the muster rules say about both armies.
pub(super) fn judge(rules: &Rulebook, game: &Match, report: &mut LogReport) {
    let state = game.state();
    let Some(open) = &state.open else { return };
    let Some(pack) = &state.pack else { return };
    let Some(rules) = rules.army(pack) else { return };
    let agreed = open.points.map(|points| rules.clone().with_points(open.size.as_str(), points.get()));
    let rules = agreed.as_ref().unwrap_or(rules);
    for player in Player::BOTH {
        if let Some(roster) = &state.sides[player].roster {
            judge_army(player, roster, rules, open.size.as_str(), report);
        }
    }
}

fn judge_army(player: Player, roster: &Roster, rules: &ArmyRules, size: &str, report: &mut LogReport) {
    if !roster.battle_forged() {
        let message = format!("the army of player {player} is not Battle-forged");
        return report.findings.push(Finding::new(Code::Unbound, None, message));
    }
    let found = match check::check(roster, rules, size, None) {
        Ok(checked) => checked.findings,
        Err(unknown) => {
            let message = format!("the army of player {player} could not be checked: {unknown}");
            return report.findings.push(Finding::new(Code::RosterUnknown, None, message));
        }
    };
    let about = |finding: &check::Finding| {
        let unit = finding.unit.as_ref().map_or_else(String::new, |unit| format!(" {unit}"));
        format!("player {player}{unit}: {} {}", finding.code, finding.sentence)
    };
    let broken = found.iter().filter(|finding| finding.severity == Severity::Error);
    report.findings.extend(broken.map(|finding| Finding::new(Code::Roster, None, about(finding))));
    let unknown: Vec<_> = found.iter().filter(|finding| finding.severity == Severity::Unknown).collect();
    if let Some(first) = unknown.first() {
        let more = match unknown.len() {
            1 => String::new(),
            many => format!(" (and {} more)", many - 1),
        };
        report.findings.push(Finding::new(Code::RosterUnknown, None, about(first) + &more));
    }
}
