//! Reserves and transports, declared before deployment.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_engine::command::Reserves;
use adjutant_engine::ids::UnitId;
use adjutant_engine::roster::{BattlefieldRole, Roster, RosterUnit};
use schemars::JsonSchema;
use serde::Serialize;

use crate::check::{Finding, Severity, Verdict, verdict};
use crate::facts::has_keyword;
use crate::rules::ArmyRules;
use crate::sources::source;

/// What a declaration of reserves comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReservesReport {
    /// What it comes to.
    pub verdict: Verdict,
    /// Power Rating in Strategic Reserves, passengers included.
    pub power: i32,
    /// Command points that they cost.
    pub cp: i32,
    /// Units off the battlefield, passengers included.
    pub units: usize,
    /// How many may be.
    pub units_most: usize,
    /// Their points.
    pub points: i32,
    /// The points that they must stay below.
    pub points_below: i32,
    /// Everything found.
    pub findings: Vec<Finding>,
}

/// Checks a declaration of reserves. `cp` is what the player has to pay with, where known.
///
/// # Source
/// V-1001 … V-1006, AMB-26 (points set aside do not count), AMB-27 (half of an odd number is rounded down).
///
/// # Examples
/// ```
/// use adjutant_engine::command::Reserves;
/// use adjutant_rosters::{reserves::check_reserves, rules::ArmyRules};
/// let rules: ArmyRules = serde_json::from_str(include_str!("../../../missions/gt2020/army.json"))?;
/// let roster = serde_json::from_str(r#"{"name":"Patrol","detachments":[{"type":"patrol","cp":2,"units":[]}]}"#)?;
/// let none: Reserves = serde_json::from_str("{}")?;
/// assert_eq!(check_reserves(&roster, &rules, &none, Some(3)).cp, 0);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn check_reserves(roster: &Roster, rules: &ArmyRules, reserves: &Reserves, cp: Option<i32>) -> ReservesReport {
    let units: BTreeMap<&UnitId, &RosterUnit> = roster.units().map(|unit| (&unit.id, unit)).collect();
    let mut judge = Judge { units, findings: Vec::new() };
    judge.names(reserves);
    let strategic = judge.with_passengers(&reserves.strategic, reserves);
    let away: BTreeSet<&UnitId> =
        judge.with_passengers(&reserves.elsewhere, reserves).union(&strategic).copied().collect();
    let power = judge.sum(&strategic, |unit| unit.power.get());
    let points = judge.sum(&away, |unit| unit.points.get());
    let report = ReservesReport {
        verdict: Verdict::Legal,
        power,
        cp: rules.reserves.cost(power),
        units: away.len(),
        units_most: judge.units.len() / usize::try_from(rules.reserves.units_one_in.max(1)).unwrap_or(1),
        points,
        points_below: ceiling(roster.points(), rules.reserves.points_below_one_in),
        findings: Vec::new(),
    };
    judge.payment(&strategic, report.cp, cp);
    judge.shares(roster, rules, &away, &report);
    judge.fortifications(&strategic);
    judge.transports(reserves);
    if !roster.battle_forged() && !reserves.strategic.is_empty() {
        judge.error("V-1006", None, "only a Battle-forged army may use Strategic Reserves".to_owned());
    }
    ReservesReport { verdict: verdict(&judge.findings), findings: judge.findings, ..report }
}

/// The least whole number that is not below a share.
fn ceiling(points: i32, one_in: i32) -> i32 {
    let one_in = one_in.max(1);
    points / one_in + i32::from(points % one_in != 0)
}

/// The set-ups that a player makes when deploying, in the order of the list: every unit but passengers, who come with
/// their transport. `off_board` says whether a unit set up elsewhere is a set-up of its own.
///
/// # Source
/// 004:353-357; in Grand Tournament 2020 such units were declared before and are none.
pub fn set_ups<'a>(roster: &'a Roster, reserves: &Reserves, off_board: bool) -> Vec<&'a UnitId> {
    let passengers: BTreeSet<&UnitId> = reserves.embarked.values().flatten().collect();
    let away = |id: &UnitId| reserves.strategic.contains(id) || reserves.elsewhere.contains(id);
    let ids = roster.units().map(|unit| &unit.id);
    ids.filter(|id| !passengers.contains(id) && (off_board || !away(id))).collect()
}

struct Judge<'a> {
    units: BTreeMap<&'a UnitId, &'a RosterUnit>,
    findings: Vec<Finding>,
}

impl Judge<'_> {
    fn error(&mut self, code: &'static str, unit: Option<&UnitId>, sentence: String) {
        self.find(code, Severity::Error, unit, sentence);
    }

    fn find(&mut self, code: &'static str, severity: Severity, unit: Option<&UnitId>, sentence: String) {
        self.findings.push(Finding { code, severity, unit: unit.cloned(), sentence, source: source(code) });
    }

    /// Every unit that is named exists and is in one place.
    fn names(&mut self, reserves: &Reserves) {
        let named = reserves.strategic.iter().chain(&reserves.elsewhere).chain(reserves.embarked.values().flatten());
        let mut seen = BTreeSet::new();
        for id in named {
            if !seen.insert(id) {
                self.error("V-1005", Some(id), format!("unit {id} is declared in two places"));
            }
        }
        for id in seen.into_iter().chain(reserves.embarked.keys()) {
            if !self.units.contains_key(id) {
                self.error("V-1005", Some(id), format!("unit {id} is not in the list"));
            }
        }
    }

    fn with_passengers<'r>(&self, ids: &'r [UnitId], reserves: &'r Reserves) -> BTreeSet<&'r UnitId> {
        let passengers = ids.iter().filter_map(|id| reserves.embarked.get(id)).flatten();
        ids.iter().chain(passengers).filter(|id| self.units.contains_key(id)).collect()
    }

    fn sum(&self, ids: &BTreeSet<&UnitId>, of: impl Fn(&RosterUnit) -> i32) -> i32 {
        ids.iter().filter_map(|id| self.units.get(id)).map(|unit| of(unit)).sum()
    }

    fn payment(&mut self, strategic: &BTreeSet<&UnitId>, cost: i32, cp: Option<i32>) {
        if let Some(cp) = cp.filter(|&cp| cost > cp) {
            self.error("V-1001", None, format!("the Strategic Reserves cost {cost} Command points and {cp} are left"));
        }
        let unrated: Vec<&UnitId> = strategic
            .iter()
            .copied()
            .filter(|id| self.units.get(id).is_some_and(|unit| unit.power.get() == 0))
            .collect();
        for id in unrated {
            let sentence =
                format!("the list states no Power Rating for unit {id}: what its reserves cost cannot be checked");
            self.find("V-1001", Severity::Unknown, Some(id), sentence);
        }
    }

    fn shares(&mut self, roster: &Roster, rules: &ArmyRules, away: &BTreeSet<&UnitId>, report: &ReservesReport) {
        if report.units > report.units_most {
            let sentence = format!(
                "{} of {} units are off the battlefield, passengers included; at most {} may be",
                report.units,
                self.units.len(),
                report.units_most
            );
            self.error("V-1002", None, sentence);
        }
        let army = roster.points();
        if !away.is_empty() && report.points >= report.points_below {
            let share = rules.reserves.points_below_one_in;
            let sentence =
                format!("{} of {army} points are off the battlefield; less than one in {share} may be", report.points);
            self.error("V-1003", None, sentence);
        }
    }

    fn fortifications(&mut self, strategic: &BTreeSet<&UnitId>) {
        for id in strategic {
            if self.units.get(id).is_some_and(|unit| unit.role == BattlefieldRole::Fortification) {
                self.error(
                    "V-1004",
                    Some(id),
                    format!("unit {id} is a Fortification and cannot be in Strategic Reserves"),
                );
            }
        }
    }

    fn transports(&mut self, reserves: &Reserves) {
        for (id, passengers) in &reserves.embarked {
            let Some(transport) = self.units.get(id).copied() else { continue };
            if passengers.contains(id) {
                self.error("V-1005", Some(id), format!("unit {id} cannot be its own passenger"));
            }
            if has_keyword(transport, "TRANSPORT") == Some(false) && transport.transport_capacity.is_none() {
                self.error("V-1005", Some(id), format!("{} is not a TRANSPORT", transport.datasheet));
                continue;
            }
            let inside = passengers.iter().filter_map(|passenger| self.units.get(passenger));
            let models: i32 = inside.flat_map(|unit| &unit.models).map(|group| group.count.get()).sum();
            match transport.transport_capacity.map(|capacity| capacity.get()) {
                Some(capacity) if models > capacity => {
                    let sentence = format!("{models} models are in {}, which carries {capacity}", transport.datasheet);
                    self.error("V-1005", Some(id), sentence);
                }
                Some(_) => {}
                None => {
                    let sentence =
                        format!("the list states no transport capacity for {}: cannot be checked", transport.datasheet);
                    self.find("V-1005", Severity::Unknown, Some(id), sentence);
                }
            }
        }
    }
}
