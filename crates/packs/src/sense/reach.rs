//! Whether every award can bring something: the least and the most that each quantity can be in a mission.
//!
//! The bounds look at one part at a time, so that what they call reachable may still be hard; what they call
//! unreachable never happens.

use adjutant_engine::law::Pack;
use adjutant_engine::rules::{
    Action, Award, Computed, Condition, MarkerFilter, Mission, Objective, Places, Quantity, Row, Setup,
};

use super::markers::{has_label, most_markers};
use super::report::{Report, offering};

/// Units or models that nobody exceeds.
const MANY: i64 = 1_000;

pub(super) fn check(pack: &Pack, objective: &Objective, report: &mut Report<'_>) {
    for mission in offering(pack, objective) {
        let reach = Reach { pack, mission, objective: Some(objective) };
        for (index, award) in objective.awards.iter().enumerate() {
            check_award(&reach, award, &format!("`awards`, number {}", index + 1), report);
        }
    }
}

fn check_award(reach: &Reach<'_>, award: &Award, place: &str, report: &mut Report<'_>) {
    let mission = &reach.mission.id;
    let mut dead = Vec::new();
    reach.dead_ends(&award.vp, &mut dead);
    for fault in &dead {
        report.fault(place, format!("{fault} in `{mission}`"));
    }
    let Span { least, most } = reach.span(&award.vp);
    report.fault_if(most == 0 && least == 0 && dead.is_empty(), place, format!("it brings nothing in `{mission}`"));
    if let Some(cap) = award.cap_each.filter(|cap| most > 0 && most < i64::from(cap.get())) {
        report.fault(place, format!("`cap_each` is {cap}, and {most} is the most that can be reached in `{mission}`"));
    }
}

/// The least and the most that a number can be.
#[derive(Clone, Copy)]
pub(super) struct Span {
    least: i64,
    most: i64,
}

impl Span {
    fn up_to(most: i64) -> Span {
        Span { least: 0, most }
    }

    fn exactly(number: i64) -> Span {
        Span { least: number, most: number }
    }

    fn plus(self, other: Span) -> Span {
        Span { least: self.least + other.least, most: self.most + other.most }
    }

    fn times(self, other: Span) -> Span {
        Span { least: self.least * other.least, most: self.most.saturating_mul(other.most) }
    }

    fn negated(self) -> Span {
        Span { least: -self.most, most: -self.least }
    }

    fn or(self, other: Span) -> Span {
        Span { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}

/// Whether a condition can be true, and whether it can be false.
#[derive(Clone, Copy)]
pub(super) struct Truth {
    pub(super) possible: bool,
    avoidable: bool,
}

/// Where a quantity is judged: in a mission, for an objective.
pub(super) struct Reach<'a> {
    pub(super) pack: &'a Pack,
    pub(super) mission: &'a Mission,
    pub(super) objective: Option<&'a Objective>,
}

impl Reach<'_> {
    fn rounds(&self) -> i64 {
        i64::from(self.pack.law.rounds_max())
    }

    fn markers(&self, filter: &MarkerFilter) -> i64 {
        most_markers(self.mission, filter)
    }

    fn span(&self, quantity: &Quantity) -> Span {
        match quantity {
            Quantity::Number(number) => Span::exactly(i64::from(*number)),
            Quantity::Of(computed) => self.computed(computed),
        }
    }

    fn computed(&self, computed: &Computed) -> Span {
        match computed {
            Computed::Controlled(filter)
            | Computed::ControlledByOpponent(filter)
            | Computed::OnBattlefield(filter)
            | Computed::NewlyControlled(filter)
            | Computed::ControlledFor { of: filter, .. }
            | Computed::FirstControlled(filter) => Span::up_to(self.markers(filter)),
            Computed::Marked(marked) => Span::up_to(match &marked.of {
                Some(filter) if !marked.every => self.markers(filter),
                _ => MANY,
            }),
            Computed::MarkedUnits { .. } | Computed::LeftBattlefield(_) => Span::up_to(MANY),
            Computed::EdgePairs { .. } => Span::up_to(2),
            Computed::Units(_) => Span::up_to(MANY),
            Computed::QuartersHeld { .. } => Span::up_to(4),
            Computed::DestroyedModels(destroyed) | Computed::DestroyedUnits(destroyed) => {
                let worth = destroyed.worth.iter().map(|worth| i64::from(worth.each.get())).max().unwrap_or(1);
                Span::up_to(MANY * worth)
            }
            Computed::LastDestroyedRound(_) => Span::up_to(self.rounds()),
            Computed::Completions { action, places, at_this_moment, this_turn } => {
                let action = self.pack.actions.get(action);
                let one_turn = *at_this_moment || *this_turn;
                Span::up_to(action.map_or(0, |action| self.completions(action, *places, one_turn)))
            }
            Computed::Banners {} => Span::up_to(self.markers(&MarkerFilter::default())),
            Computed::NotedModelsStanding {} => Span::up_to(self.noted()),
            Computed::StrengthLeftPercent {} => Span::up_to(100),
            Computed::Told { most } => Span::up_to(i64::from(most.get())),
            Computed::Round {} => Span { least: 1, most: self.rounds() },
            Computed::ByMarkerLabel(rows) => {
                let there = rows.iter().filter(|(label, _)| has_label(self.mission, label));
                there.map(|(_, row)| self.span(row)).fold(Span::up_to(0), Span::or)
            }
            Computed::BySide { a, b }
            | Computed::ByRole { attacker: a, defender: b }
            | Computed::ByTurn { first: a, second: b } => self.span(a).or(self.span(b)),
            Computed::Minus(part) => self.span(part).negated(),
            Computed::Sum(parts) => parts.iter().map(|part| self.span(part)).fold(Span::exactly(0), Span::plus),
            Computed::Times(parts) => parts.iter().map(|part| self.span(part)).fold(Span::exactly(1), Span::times),
            Computed::DivideDown { number, by } => {
                let (number, by) = (self.span(number), i64::from(by.get()));
                Span { least: number.least / by, most: number.most / by }
            }
            Computed::Table { of, rows } => self.table(self.span(of), rows),
            Computed::When { condition, then, otherwise } => self.when(condition, then, otherwise),
        }
    }

    fn when(&self, condition: &Condition, then: &Quantity, otherwise: &Quantity) -> Span {
        let truth = self.truth(condition);
        match (truth.possible, truth.avoidable) {
            (true, false) => self.span(then),
            (false, _) => self.span(otherwise),
            (true, true) => self.span(then).or(self.span(otherwise)),
        }
    }

    /// Models that the objective lets its player note.
    fn noted(&self) -> i64 {
        match self.objective.and_then(|objective| objective.setup.as_ref()) {
            Some(Setup::NoteCostliestModels { models, .. }) => i64::from(models.get()),
            None => 0,
        }
    }

    fn completions(&self, action: &Action, places: Places, at_this_moment: bool) -> i64 {
        let markers = action.marker.as_ref().map(|target| self.markers(&target.of));
        let places_free = action.area.is_some() || action.target.is_some();
        let at_once = match (action.several_units, places_free) {
            (false, _) => 1,
            (true, true) => MANY,
            (true, false) => markers.unwrap_or(1),
        };
        let every = if at_this_moment { at_once } else { at_once * self.rounds() };
        match places {
            Places::Every => every,
            Places::Distinct if action.area.is_some() => every,
            Places::Distinct => every.min(markers.unwrap_or(action.spots.len() as i64)),
            Places::BySameUnit => every.min(self.rounds()),
        }
    }

    fn table(&self, of: Span, rows: &[Row]) -> Span {
        let first = rows.first().map_or(i64::MAX, |row| i64::from(row.at_least.get()));
        let below = (of.least < first).then_some(Span::exactly(0));
        let reached = rows.iter().enumerate().filter(|(index, row)| {
            let next = rows.get(index + 1).map_or(i64::MAX, |next| i64::from(next.at_least.get()));
            i64::from(row.at_least.get()) <= of.most && of.least < next
        });
        let given = reached.map(|(_, row)| self.span(&row.gives));
        below.into_iter().chain(given).reduce(Span::or).unwrap_or(Span::exactly(0))
    }

    pub(super) fn truth(&self, condition: &Condition) -> Truth {
        match condition {
            Condition::AtLeast { quantity, number } => {
                let (left, right) = (self.span(quantity), self.span(number));
                Truth { possible: left.most >= right.least, avoidable: left.least < right.most }
            }
            Condition::MoreThan { quantity, than } => {
                let (left, right) = (self.span(quantity), self.span(than));
                Truth { possible: left.most > right.least, avoidable: left.least <= right.most }
            }
            Condition::All(parts) => {
                let parts: Vec<Truth> = parts.iter().map(|part| self.truth(part)).collect();
                Truth { possible: parts.iter().all(|p| p.possible), avoidable: parts.iter().any(|p| p.avoidable) }
            }
            Condition::Any(parts) => {
                let parts: Vec<Truth> = parts.iter().map(|part| self.truth(part)).collect();
                Truth { possible: parts.iter().any(|p| p.possible), avoidable: parts.iter().all(|p| p.avoidable) }
            }
            Condition::Not(part) => {
                let Truth { possible, avoidable } = self.truth(part);
                Truth { possible: avoidable, avoidable: possible }
            }
            Condition::ArmyIncludes(_) | Condition::AllDestroyed(_) => Truth { possible: true, avoidable: true },
        }
    }

    /// Rows that no number reaches and conditions that are never true, wherever they stand in a quantity.
    fn dead_ends(&self, quantity: &Quantity, dead: &mut Vec<String>) {
        let Quantity::Of(computed) = quantity else { return };
        match computed.as_ref() {
            Computed::Table { of, rows } => {
                let most = self.span(of).most;
                for row in rows.iter().filter(|row| i64::from(row.at_least.get()) > most) {
                    dead.push(format!("the row from {} on is never reached: {most} is the most", row.at_least));
                }
                self.dead_ends(of, dead);
                rows.iter().for_each(|row| self.dead_ends(&row.gives, dead));
            }
            Computed::When { condition, then, otherwise } => {
                if !self.truth(condition).possible {
                    dead.push("a `condition` is never true".into());
                }
                [then, otherwise].into_iter().for_each(|value| self.dead_ends(value, dead));
            }
            Computed::Sum(parts) | Computed::Times(parts) => parts.iter().for_each(|part| self.dead_ends(part, dead)),
            Computed::BySide { a, b }
            | Computed::ByRole { attacker: a, defender: b }
            | Computed::ByTurn { first: a, second: b } => {
                [a, b].into_iter().for_each(|side| self.dead_ends(side, dead));
            }
            Computed::Minus(part) => self.dead_ends(part, dead),
            Computed::ByMarkerLabel(rows) => rows.values().for_each(|row| self.dead_ends(row, dead)),
            Computed::DivideDown { number, .. } => self.dead_ends(number, dead),
            _ => {}
        }
    }
}
