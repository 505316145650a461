//! Whether everything that an objective names exists wherever it is offered.

use adjutant_engine::command::Phase;
use adjutant_engine::law::Pack;
use adjutant_engine::rules::{Award, Category, Kind, Moment, Objective, Row};
use adjutant_engine::timing::{Rule, TimedMoment};

use super::markers::{has_label, markers_exist};
use super::report::{Report, offering};
use super::walk::{self, Named};

pub(super) fn check(pack: &Pack, objective: &Objective, report: &mut Report<'_>) {
    report.fault_if(objective.awards.is_empty(), "`awards`", "an objective without awards brings nothing");
    report.fault_if(
        offering(pack, objective).is_empty() && !pack.missions.is_empty(),
        "`category`",
        "no mission of this pack offers the objective",
    );
    let ids = || pack.law.categories.iter().map(|row| row.id).chain(pack.law.card_categories.iter().copied());
    let known = |category| ids().any(|id| id == category);
    if ![Category::PRIMARY, Category::MISSION].contains(&objective.category) && !known(objective.category) {
        let words = format!("no column of the sheet has `{}`; use primary, mission", objective.category);
        let ids = ids().map(|id| id.to_string());
        report.fault("`category`", std::iter::once(words).chain(ids).collect::<Vec<_>>().join(", "));
    }
    moments(pack, objective, report);
    for id in objective.actions.iter().filter(|id| !pack.actions.contains_key(*id)) {
        report.fault("`actions`", format!("no action `{id}` in this pack"));
    }
    kind(objective, report);
    for (index, award) in objective.awards.iter().enumerate() {
        let place = format!("`awards`, number {}", index + 1);
        check_award(pack, objective, award, &place, report);
    }
    if let Some(condition) = &objective.forbidden_if {
        let mut parts = Vec::new();
        walk::condition(condition, &mut |part| parts.push(part));
        for part in parts {
            check_part(pack, objective, part, "`forbidden_if`", report);
        }
    }
}

/// Whether the ruleset judges every award at its moment.
fn moments(pack: &Pack, objective: &Objective, report: &mut Report<'_>) {
    let primary = objective.category == Category::PRIMARY || pack.is_fixed(&objective.id);
    let rule = if primary { Rule::Primary } else { Rule::Secondaries };
    for award in &objective.awards {
        let judged = pack.law.moments().any(|(at, rules)| {
            award_moments(at).contains(&award.at) && (rules.contains(&rule) || rules.contains(&Rule::Columns))
        });
        let kind = match primary {
            true if objective.category != Category::PRIMARY => "an objective of a fixed column",
            true => "a primary objective",
            false => "this objective",
        };
        let moments = pack.law.moments().filter(|(_, rules)| rules.contains(&rule) || rules.contains(&Rule::Columns));
        let accepted: Vec<&str> = moments.flat_map(|(at, _)| award_moments(at)).map(|at| award_word(*at)).collect();
        report.fault_if(
            !judged && award.at != Moment::ActionCompleted,
            "`awards`",
            format!(
                "{kind} is judged at {}, where `moments` name the rule `{}` or `columns`",
                accepted.join(", "),
                rule.as_str()
            ),
        );
    }
}

/// The moments of awards that fall on a moment of the ruleset.
fn award_moments(at: TimedMoment) -> &'static [Moment] {
    match at {
        TimedMoment::PhaseStartOf(Phase::COMMAND) => &[Moment::OwnCommandPhaseStart],
        TimedMoment::PhaseEndOf(Phase::COMMAND) => &[Moment::OwnCommandPhaseEnd],
        TimedMoment::TurnEnd => &[Moment::OwnTurnEnd, Moment::EachTurnEnd, Moment::OpponentTurnEnd],
        TimedMoment::RoundEnd => &[Moment::RoundEnd],
        TimedMoment::BattleEnd => &[Moment::BattleEnd],
        _ => &[],
    }
}

fn award_word(moment: Moment) -> &'static str {
    match moment {
        Moment::OwnCommandPhaseEnd => "`own-command-phase-end`",
        Moment::OwnTurnEnd => "`own-turn-end`",
        Moment::OwnCommandPhaseStart => "`own-command-phase-start`",
        Moment::EachTurnEnd => "`each-turn-end`",
        Moment::OpponentTurnEnd => "`opponent-turn-end`",
        Moment::RoundEnd => "`round-end`",
        Moment::BattleEnd => "`battle-end`",
        Moment::ActionCompleted => "`action-completed`",
    }
}

fn kind(objective: &Objective, report: &mut Report<'_>) {
    let at_end = objective.awards.iter().any(|award| award.at == Moment::BattleEnd);
    let before = objective.awards.iter().any(|award| award.at != Moment::BattleEnd);
    let fitting = match (before, at_end) {
        (true, false) => (Kind::Progressive, "progressive"),
        (false, true) => (Kind::EndGame, "end-game"),
        (true, true) => (Kind::ProgressiveAndEndGame, "progressive-and-end-game"),
        (false, false) => return,
    };
    report.fault_if(
        objective.kind != fitting.0,
        "`kind`",
        format!("by the moments of its awards the objective is `{}`", fitting.1),
    );
}

fn check_award(pack: &Pack, objective: &Objective, award: &Award, place: &str, report: &mut Report<'_>) {
    let rounds = pack.law.rounds_max();
    report.fault_if(
        award.from_round.get().unsigned_abs() > rounds,
        place,
        format!("it begins in round {}; the last is {rounds}", award.from_round),
    );
    let until = award.until_round.map_or(rounds, |until| until.get().unsigned_abs());
    report.fault_if(
        until < award.from_round.get().unsigned_abs() || until > rounds,
        place,
        format!("its rounds are {} to {until} of {rounds}", award.from_round),
    );
    let modes = award.mode.is_some() && pack.law.fixed_cards.is_none();
    report.fault_if(modes, place, "`mode`: the column of the cards lets nobody choose (`or_choose`)");
    match (&award.action, award.at) {
        (None, Moment::ActionCompleted) => {
            report.fault(place, "an award at `action-completed` names its `action`");
        }
        (Some(_), moment) if moment != Moment::ActionCompleted => {
            report.fault(place, "only an award at `action-completed` names an `action`");
        }
        (Some(action), _) => check_part(pack, objective, Named::Action(action), place, report),
        (None, _) => {}
    }
    let mut parts = Vec::new();
    walk::quantity(&award.vp, &mut |part| parts.push(part));
    for part in parts {
        report.fault_if(
            matches!(part, Named::Labels(_)) && award.at != Moment::ActionCompleted,
            place,
            "`by-marker-label` looks at the marker of an action; use it at `action-completed` only",
        );
        check_part(pack, objective, part, place, report);
    }
}

fn check_part(pack: &Pack, objective: &Objective, part: Named<'_>, place: &str, report: &mut Report<'_>) {
    match part {
        Named::Markers(filter) => {
            for mission in offering(pack, objective) {
                markers_exist(mission, filter, place, report);
            }
        }
        Named::Labels(labels) => {
            for mission in offering(pack, objective) {
                for label in labels.iter().filter(|label| !has_label(mission, label)) {
                    report.fault(place, format!("no marker of `{}` has the label `{label}`", mission.id));
                }
            }
        }
        Named::Action(action) if !pack.actions.contains_key(action) => {
            report.fault(place, format!("no action `{action}` in this pack"));
        }
        Named::Action(action) => report.fault_if(
            !objective.actions.contains(action),
            place,
            format!("the objective does not enable `{action}`; name it under `actions`"),
        ),
        Named::Mark(_) | Named::Past => {}
        Named::NotedModels => report.fault_if(
            objective.setup.is_none(),
            place,
            "`noted-models-standing` needs a `setup` that notes models",
        ),
        Named::Rows(rows) => report.fault_if(
            rows.is_empty() || rows.windows(2).any(|pair| not_rising(&pair[0], &pair[1])),
            place,
            "the rows of a `table` rise by `at_least`, and there is at least one",
        ),
    }
}

fn not_rising(first: &Row, second: &Row) -> bool {
    first.at_least >= second.at_least
}
