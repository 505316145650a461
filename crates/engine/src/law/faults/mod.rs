//! What keeps a ruleset from being played: a table that nobody states, or cells that do not fit together.

mod editions;

use std::collections::BTreeSet;

use adjutant_attack::HitCause;

use super::sheet::COLUMNS_MAX;
use crate::rules::{ColumnFrom, ControlBy, Ruleset, ShootingDoes, TestFails, TestPasses};
use crate::terms::{Category, Deed, Phase, Rule, TestName, TimedMoment};

/// A fault of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LawFault {
    /// The table, as the file names it.
    pub table: &'static str,
    /// The cell, or the row and the cell; empty for the table itself.
    pub place: String,
    /// What is wrong and what is accepted.
    pub fault: String,
}

/// A table without which nothing can be played.
pub fn missing(table: &'static str) -> LawFault {
    LawFault {
        table,
        place: String::new(),
        fault: "neither the ruleset nor the pack says it; say it under `plays` of `pack.json`".into(),
    }
}

struct Faults(Vec<LawFault>);

impl Faults {
    fn when(&mut self, wrong: bool, table: &'static str, place: impl Into<String>, fault: impl Into<String>) {
        if wrong {
            self.0.push(LawFault { table, place: place.into(), fault: fault.into() });
        }
    }
}

/// Every fault of a ruleset.
pub fn of(ruleset: &Ruleset) -> Vec<LawFault> {
    let mut faults = Faults(Vec::new());
    let needed: [(&str, bool); 9] = [
        ("turn", ruleset.turn.is_some()),
        ("moments", ruleset.moments.is_some()),
        ("length", ruleset.length.is_some()),
        ("control", ruleset.control.is_some()),
        ("measures", ruleset.measures.is_some()),
        ("setup", ruleset.setup.is_some()),
        ("sheet", ruleset.sheet.is_some()),
        ("victory", ruleset.victory.is_some()),
        ("sizes", ruleset.sizes.is_some()),
    ];
    faults.0.extend(needed.into_iter().filter(|(_, stated)| !stated).map(|(table, _)| missing(table)));
    turn(ruleset, &mut faults);
    kinds(ruleset, &mut faults);
    rolls(ruleset, &mut faults);
    moments(ruleset, &mut faults);
    duration(ruleset, &mut faults);
    control(ruleset, &mut faults);
    measures(ruleset, &mut faults);
    setup(ruleset, &mut faults);
    editions::command_points(ruleset, &mut faults);
    editions::cards(ruleset, &mut faults);
    editions::limits(ruleset, &mut faults);
    editions::levels(ruleset, &mut faults);
    editions::shock(ruleset, &mut faults);
    editions::attached(ruleset, &mut faults);
    shooting(ruleset, &mut faults);
    sheet(ruleset, &mut faults);
    victory(ruleset, &mut faults);
    ends(ruleset, &mut faults);
    tests(ruleset, &mut faults);
    faults.0
}

/// Rows about ranged attacks speak of what a unit did; terrain and damage have their own rules.
fn shooting(ruleset: &Ruleset, faults: &mut Faults) {
    for (index, row) in ruleset.shooting.iter().flatten().enumerate() {
        let own = matches!(row.when, HitCause::Dense | HitCause::Damaged);
        let fault = "`when` is `moved`, `advanced`, `stationary`, `engaged`, `target-engaged` or `embarked`";
        faults.when(own, "shooting", number(index), fault);
        let nothing = matches!(row.does, ShootingDoes::Hit(by) if by.get() == 0);
        faults.when(nothing, "shooting", number(index), "it adds nothing; leave the row out");
    }
}

fn number(index: usize) -> String {
    format!("number {}", index + 1)
}

/// The first of several that stands there twice.
fn twice<T: Ord + Copy>(list: &[T]) -> Option<T> {
    let mut seen = BTreeSet::new();
    list.iter().copied().find(|one| !seen.insert(*one))
}

fn phases(ruleset: &Ruleset) -> Vec<Phase> {
    ruleset.turn.iter().flatten().map(|row| row.phase).collect()
}

fn turn(ruleset: &Ruleset, faults: &mut Faults) {
    let rows = ruleset.turn.as_deref().unwrap_or_default();
    faults.when(ruleset.turn.is_some() && rows.is_empty(), "turn", "", "a turn has at least one phase");
    if let Some(phase) = twice(&phases(ruleset)) {
        faults.when(true, "turn", format!("`{phase}`"), "a turn has each phase once");
    }
    for row in rows {
        let place = format!("`{}`", row.phase);
        for (whose, more) in [("own", &row.own), ("other", &row.other)] {
            let all: Vec<Deed> = more.iter().chain(&row.both).copied().collect();
            if let Some(deed) = twice(&all) {
                let deed = deed.as_str();
                faults.when(true, "turn", &place, format!("`{deed}` stands there twice; once in `{whose}` or `both`"));
            }
        }
    }
    let stated = !rows.is_empty();
    for (index, row) in ruleset.out_of_phase.iter().flatten().enumerate() {
        let unknown = row.not_in.iter().find(|phase| !phases(ruleset).contains(phase));
        if let Some(phase) = unknown.filter(|_| stated) {
            faults.when(true, "out_of_phase", number(index), format!("`turn` has no phase `{phase}`"));
        }
    }
    let after: Vec<_> = ruleset.after.iter().flatten().map(|row| row.deed).collect();
    for (index, row) in ruleset.after.iter().flatten().enumerate() {
        faults.when(row.forbids.is_empty(), "after", number(index), "it forbids nothing; leave the row out");
        let split = after[..index]
            .iter()
            .zip(ruleset.after.iter().flatten())
            .any(|(deed, earlier)| *deed == row.deed && earlier.unless_keywords == row.unless_keywords);
        faults.when(split, "after", number(index), "an earlier row has the same deed and keywords; put both into one");
    }
}

fn kinds(ruleset: &Ruleset, faults: &mut Faults) {
    let rows: Vec<_> = ruleset.kinds.iter().flatten().map(|row| row.kind).collect();
    let again = twice(&rows).is_some();
    faults.when(again, "kinds", "", "each kind stands there once; put its keywords into one row");
    for (index, row) in ruleset.kinds.iter().flatten().enumerate() {
        faults.when(row.keywords.is_empty(), "kinds", number(index), "it has no keywords; leave the row out");
    }
}

/// How many dice a mission is rolled with at the most.
const MISSION_DICE_MAX: u32 = 4;

fn rolls(ruleset: &Ruleset, faults: &mut Faults) {
    let Some(rolls) = &ruleset.rolls else { return };
    let many = rolls.mission.is_some_and(|dice| dice.count() > MISSION_DICE_MAX);
    faults.when(many, "rolls", "`mission`", format!("a mission is rolled with {MISSION_DICE_MAX} dice at most"));
    for (place, dice) in [("`advance`", rolls.advance), ("`run`", rolls.run), ("`charge`", rolls.charge)] {
        let fault = "inches are rolled with 1 to 3 six-sided dice, added up: d6, 2d6 or 3d6";
        let strange = dice.is_some_and(|dice| dice.sides() != 6 || dice.as_digits() || dice.count() > 3);
        faults.when(strange, "rolls", place, fault);
    }
    let plain = ruleset.measures.as_ref().is_some_and(|measures| measures.charge_without_dice_in.is_some());
    let fault = "`charge_without_dice_in` of the measures says how far a charge goes; leave one of them out";
    faults.when(plain && rolls.charge.is_some(), "rolls", "`charge`", fault);
}

fn moments(ruleset: &Ruleset, faults: &mut Faults) {
    let phases = phases(ruleset);
    let mut seen = BTreeSet::new();
    for row in ruleset.moments.iter().flatten() {
        let place = format!("`{}`", row.at);
        let Some(moment) = TimedMoment::new(row.at.as_str()) else {
            let accepted = "battle-start, round-start, phase-start, phase-end, turn-end, round-end, battle-end, or the \
                            name of a phase with -phase-start or -phase-end";
            faults.when(true, "moments", place, format!("unknown moment; use one of {accepted}"));
            continue;
        };
        if let TimedMoment::PhaseStartOf(phase) | TimedMoment::PhaseEndOf(phase) = moment {
            let unknown = !phases.is_empty() && !phases.contains(&phase);
            faults.when(unknown, "moments", &place, format!("`turn` has no phase `{phase}`"));
        }
        faults.when(
            !seen.insert(moment),
            "moments",
            &place,
            "the moment stands there twice; put its rules into one row",
        );
        if let Some(rule) = twice(&row.rules) {
            faults.when(true, "moments", &place, format!("`{}` stands there twice", rule.as_str()));
        }
        for rule in &row.rules {
            rule_at(*rule, moment, &place, faults);
        }
    }
}

/// A rule that can do nothing at its moment is a slip of the pen.
fn rule_at(rule: Rule, moment: TimedMoment, place: &str, faults: &mut Faults) {
    use TimedMoment::{BattleEnd, BattleStart, PhaseEnd, PhaseEndOf, PhaseStartOf, RoundEnd, RoundStart, TurnEnd};
    let (fits, accepted) = match rule {
        Rule::Primary | Rule::Secondaries | Rule::Columns => (
            matches!(
                moment,
                PhaseStartOf(Phase::COMMAND) | PhaseEndOf(Phase::COMMAND) | TurnEnd | RoundEnd | BattleEnd
            ),
            "command-phase-start, command-phase-end, turn-end, round-end, battle-end",
        ),
        Rule::Actions => (
            matches!(moment, PhaseStartOf(Phase::COMMAND) | PhaseEnd | PhaseEndOf(_) | TurnEnd | BattleEnd),
            "command-phase-start, the end of phases, turn-end, battle-end",
        ),
        Rule::ReservesDeadline => (moment == RoundEnd, "round-end"),
        Rule::MarkersLeave => (moment == RoundStart, "round-start"),
        Rule::CountStrength => (moment == BattleStart, "battle-start"),
        Rule::UnitsAway | Rule::FallingBackDestroyed => (moment == BattleEnd, "battle-end"),
        Rule::ArrivalsDue => (
            matches!(moment, PhaseEnd | PhaseEndOf(_)),
            "the end of the phase in which units arrive, such as movement-phase-end",
        ),
        Rule::SettleControl => (
            matches!(moment, PhaseEnd | PhaseEndOf(_) | TurnEnd | RoundEnd | BattleEnd),
            "the end of phases, turns, rounds and the battle",
        ),
        Rule::ShockEnds => (matches!(moment, PhaseStartOf(_)), "the start of a phase, such as command-phase-start"),
        Rule::ShockDue => (matches!(moment, PhaseEndOf(_)), "the end of a phase, such as command-phase-end"),
        Rule::BannersFall | Rule::CommandPoint | Rule::MissionCommandPoints | Rule::ReleaseLocks | Rule::SetLocks => {
            return;
        }
    };
    faults.when(!fits, "moments", place, format!("`{}` does nothing then; use {accepted}", rule.as_str()));
}

/// The most battle rounds, where the ruleset says how many.
fn rounds(ruleset: &Ruleset) -> Option<i32> {
    let length = ruleset.length.as_ref()?;
    i32::try_from(length.then.len()).ok().map(|further| length.rounds.get() + further)
}

fn duration(ruleset: &Ruleset, faults: &mut Faults) {
    let most = rounds(ruleset);
    faults.when(most.is_some_and(|most| most > 20), "length", "`then`", "a battle has 20 rounds at most");
    if let Some(reserves) = &ruleset.reserves {
        let (from, until) = (reserves.from_round.get(), reserves.until_round.get());
        faults.when(
            from > until || most.is_some_and(|most| until > most),
            "reserves",
            "`until_round`",
            format!(
                "units arrive in rounds {from} to {until} of {}; the order is from, until, rounds",
                most.map_or_else(|| "?".to_owned(), |most| most.to_string())
            ),
        );
        let rising = reserves.rolls.windows(2).all(|pair| pair[0].round.get() + 1 == pair[1].round.get());
        let begins = reserves.rolls.first().is_none_or(|first| first.round == reserves.from_round);
        faults.when(!rising || !begins, "reserves", "`rolls`", "one row for each round, from `from_round` on");
        let comes = ruleset.moments.iter().flatten().any(|row| row.rules.contains(&Rule::ArrivalsDue));
        faults.when(
            !comes && ruleset.moments.is_some() && !reserves.rolls.is_empty(),
            "reserves",
            "`rolls`",
            "no moment has the rule `arrivals-due`, so a unit that has rolled need not come",
        );
        let due = !reserves.rolls.is_empty()
            || ruleset.moments.iter().flatten().any(|row| row.rules.contains(&Rule::ReservesDeadline));
        let fault = "no moment has the rule `reserves-deadline`, so nothing happens after the last round of arrivals";
        faults.when(!due && ruleset.moments.is_some(), "reserves", "`until_round`", fault);
    }
}

fn control(ruleset: &Ruleset, faults: &mut Faults) {
    let Some(control) = &ruleset.control else { return };
    let alone = control.by == ControlBy::ScoringUnitAlone;
    let fault = "`scoring` says which units can control a marker, for `scoring-unit-alone` and no other";
    faults.when(alone != control.scoring.is_some(), "control", "`scoring`", fault);
    let range = control.range_in.thousandths();
    faults.when(
        !(1..=60_000).contains(&range),
        "control",
        "`range_in`",
        format!("{}\" is not a range; use more than 0 and up to 60", control.range_in),
    );
}

fn measures(ruleset: &Ruleset, faults: &mut Faults) {
    let Some(measures) = &ruleset.measures else { return };
    let coherency = measures.coherency_in.thousandths();
    faults.when(coherency <= 0, "measures", "`coherency_in`", "the models of a unit stay within more than 0\"");
    faults.when(measures.engaged_in.thousandths() < 0, "measures", "`engaged_in`", "a distance is not negative");
    let rising = measures.neighbours.windows(2).all(|pair| pair[0].0.get() < pair[1].0.get());
    faults.when(!rising, "measures", "`neighbours`", "rows rise by the number of models, smaller units first");
    for (index, (from, needed)) in measures.neighbours.iter().enumerate() {
        let impossible = needed.get() >= from.get();
        let fault = format!("a unit of {from} models has no {needed} neighbours for each");
        faults.when(impossible, "measures", format!("`neighbours`, {}", number(index)), fault);
    }
    if let Some(arrivals) = &measures.arrivals {
        let negative = [arrivals.clear_in, arrivals.strip_in, arrivals.own_edge_in].iter().any(|d| d.thousandths() < 0);
        faults.when(negative, "measures", "`arrivals`", "a distance is not negative");
    }
    let more = [
        ("`charge_in`", measures.charge_in),
        ("`close_moves_in`", measures.close_moves_in),
        ("`transport_in`", measures.transport_in),
        ("`denial_in`", measures.denial_in),
        ("`shelter`, `within_in`", measures.shelter.map(|shelter| shelter.within_in)),
    ];
    for (place, distance) in more {
        let negative = distance.is_some_and(|distance| distance.thousandths() < 0);
        faults.when(negative, "measures", place, "a distance is not negative");
    }
}

fn setup(ruleset: &Ruleset, faults: &mut Faults) {
    let Some(setup) = &ruleset.setup else { return };
    faults.when(twice(&setup.requires).is_some(), "setup", "`requires`", "each stands there once");
    let chosen = ruleset.sheet.as_ref().map(|sheet| {
        sheet.columns.iter().any(|column| column.from == ColumnFrom::Choice || column.or_choose.is_some())
    });
    let asked = setup.requires.contains(&crate::rules::Required::Secondaries);
    faults.when(asked && chosen == Some(false), "setup", "`requires`", "`secondaries`: no column of `sheet` is chosen");
}

fn sheet(ruleset: &Ruleset, faults: &mut Faults) {
    let Some(sheet) = &ruleset.sheet else { return };
    faults.when(sheet.columns.is_empty(), "sheet", "`columns`", "a sheet has at least one column");
    let mut most = 0;
    let mut count = 0;
    for (index, column) in sheet.columns.iter().enumerate() {
        let place = format!("`columns`, `{}`", column.id);
        let same = sheet.columns[..index].iter().any(|earlier| earlier.id == column.id);
        faults.when(
            same || column.id.as_str() == "total",
            "sheet",
            &place,
            "each column has an id of its own, not `total`",
        );
        let choice = column.from == ColumnFrom::Choice;
        faults.when(
            choice != column.choose.is_some(),
            "sheet",
            &place,
            "`choose` says how many, for `choice` and no other",
        );
        faults.when(
            (choice || column.from == ColumnFrom::Cards) == column.categories.is_empty(),
            "sheet",
            &place,
            "`categories` lists what is chosen or drawn from, for `choice` and `cards` and no other",
        );
        let ids: Vec<Category> = column.categories.iter().map(|row| row.id).collect();
        let reserved = ids.iter().find(|id| [Category::PRIMARY, Category::MISSION].contains(id));
        if let Some(id) = twice(&ids).or(reserved.copied()) {
            let fault = format!("`categories`: `{id}` stands there twice, or is a word of its own");
            faults.when(true, "sheet", &place, fault);
        }
        let fixed = column.from == ColumnFrom::Fixed;
        faults.when(
            fixed != column.objective.is_some(),
            "sheet",
            &place,
            "`objective` is named for `fixed` and no other",
        );
        let columns = column.choose.map_or(1, |choose| choose.get());
        count += usize::try_from(columns).unwrap_or(0);
        most += columns * column.cap.get();
    }
    for figure in &sheet.figures {
        let same = sheet.columns.iter().any(|column| column.id == figure.id)
            || sheet.figures.iter().filter(|other| other.id == figure.id).count() > 1;
        faults.when(
            same || figure.id.as_str() == "total",
            "sheet",
            format!("`figures`, `{}`", figure.id),
            "each figure has an id of its own: not that of a column, and not `total`",
        );
    }
    let primaries = sheet.columns.iter().filter(|column| column.from == ColumnFrom::MissionPrimary).count();
    faults.when(primaries > 1, "sheet", "`columns`", "a mission has one primary objective, and one column for it");
    let fault = format!("a sheet has {COLUMNS_MAX} columns at most, each chosen objective its own");
    faults.when(count > COLUMNS_MAX, "sheet", "`columns`", fault);
    faults.when(sheet.extras.len() > 1, "sheet", "`extras`", "`battle-ready` stands there twice");
    most += sheet.extras.iter().map(|extra| extra.vp.get()).sum::<i32>();
    faults.when(
        sheet.total_cap.get() > most,
        "sheet",
        "`total_cap`",
        format!("{} cannot be reached: the caps of its parts add up to {most}", sheet.total_cap),
    );
}

fn victory(ruleset: &Ruleset, faults: &mut Faults) {
    let Some(rows) = &ruleset.victory else { return };
    faults.when(rows.is_empty(), "victory", "", "at least one row says what wins");
    for (index, row) in rows.iter().enumerate() {
        let columns = ruleset.sheet.iter().flat_map(|sheet| &sheet.columns).map(|column| column.id.as_str());
        let figures = ruleset.sheet.iter().flat_map(|sheet| &sheet.figures).map(|figure| figure.id.as_str());
        let known: Vec<&str> = std::iter::once("total").chain(columns).chain(figures).collect();
        let unknown = ruleset.sheet.is_some() && !known.contains(&row.more.as_str());
        let fault = format!("`sheet` has no column or figure `{}`; use one of {}", row.more, known.join(", "));
        faults.when(unknown, "victory", number(index), fault);
        let again = rows[..index].iter().any(|earlier| earlier.more == row.more && earlier.margin <= row.margin);
        faults.when(again, "victory", number(index), format!("an earlier row compares `{}` already", row.more));
    }
}

fn ends(ruleset: &Ruleset, faults: &mut Faults) {
    let rows = ruleset.ends.as_deref().unwrap_or_default();
    for (index, row) in rows.iter().enumerate() {
        let place = format!("`{}`", row.name);
        let late = rounds(ruleset).is_some_and(|most| row.from_round.get() > most);
        faults.when(late, "ends", &place, format!("it begins in round {}, after the last", row.from_round));
        let same = rows[..index].iter().any(|earlier| earlier.name == row.name);
        faults.when(same, "ends", &place, "an earlier row has this name");
    }
}

fn tests(ruleset: &Ruleset, faults: &mut Faults) {
    for (name, row) in ruleset.tests.iter().flatten() {
        let place = format!("`{}`", name.as_str());
        let warp = row.pass == TestPasses::AtLeastWarpCharge;
        let psychic = *name == crate::terms::TestName::Psychic;
        let wrong = warp && !psychic || psychic && !warp && row.pass != TestPasses::AtMostLeadership;
        faults.when(wrong, "tests", &place, "`at-least-warp-charge` passes a `psychic` test and no other");
        let regroups = *name == TestName::Regroup;
        let falls = ruleset
            .tests
            .iter()
            .flatten()
            .any(|(other, row)| *other != TestName::Regroup && row.fail == TestFails::FallsBack);
        faults.when(regroups && !falls, "tests", &place, "no other test makes a unit fall back (`falls-back`)");
        let perils = row.perils.is_some() && !psychic;
        faults.when(perils, "tests", &place, "`perils` come with a `psychic` test and no other");
        let attrition = row.fail == TestFails::Attrition;
        faults.when(attrition && psychic, "tests", &place, "`attrition` follows a `morale` test and no other");
        let fault = "`attrition` says how many models flee, where `fail` is `attrition` and nowhere else";
        faults.when(attrition != row.attrition.is_some(), "tests", &place, fault);
        if let Some(dice) = row.perils.as_ref().and_then(|perils| perils.mortal_wounds) {
            let strange = dice.count() != 1 || dice.as_digits();
            faults.when(strange, "tests", &place, "`mortal_wounds` are one die: d3 or d6");
        }
    }
}
