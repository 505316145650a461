//! What only some editions have: cards, levels of control, Battle-shock, Command points that a pack has to state.

use super::{Faults, missing};
use crate::rules::{ColumnFrom, ControlBy, ControlFrom, Required, Ruleset, TestFails, TestPasses, UnitKind};
use crate::terms::{Rule, TestName};

/// A key without which a table cannot be played.
fn missing_key(table: &'static str, key: &str, faults: &mut Faults) {
    let fault = missing(table).fault;
    faults.when(true, table, format!("`{key}`"), fault);
}

fn has(ruleset: &Ruleset, rule: Rule) -> bool {
    ruleset.moments.iter().flatten().any(|row| row.rules.contains(&rule))
}

pub(super) fn command_points(ruleset: &Ruleset, faults: &mut Faults) {
    if ruleset.command_points.as_ref().is_some_and(|points| points.each_own_turn.is_none()) {
        missing_key("command_points", "each_own_turn", faults);
    }
}

/// Cards are played where a column of the sheet holds them, and then everything about them is said.
pub(super) fn cards(ruleset: &Ruleset, faults: &mut Faults) {
    let Some(sheet) = &ruleset.sheet else { return };
    let columns = sheet.columns.iter().filter(|column| column.from == ColumnFrom::Cards).count();
    faults.when(columns > 1, "sheet", "`columns`", "all active cards share one column");
    let of =
        |from| sheet.columns.iter().filter(move |column| column.from == from).flat_map(|column| &column.categories);
    if let Some(row) = of(ColumnFrom::Cards).find(|row| of(ColumnFrom::Choice).any(|chosen| chosen.id == row.id)) {
        let fault =
            format!("`{}` is a category of cards and of what players choose; name one of them otherwise", row.id);
        faults.when(true, "sheet", "`columns`", fault);
    }
    let Some(cards) = &ruleset.cards else {
        if columns > 0 {
            faults.0.push(missing("cards"));
        }
        return;
    };
    let keys = [
        ("hand", cards.hand.is_some()),
        ("draw_in", cards.draw_in.is_some()),
        ("scored", cards.scored.is_some()),
        ("discard_cp", cards.discard_cp.is_some()),
    ];
    for (key, stated) in keys {
        if columns > 0 && !stated {
            missing_key("cards", key, faults);
        }
        let fault = "no column of `sheet` is from `cards`, so no card is played";
        faults.when(columns == 0 && stated, "cards", format!("`{key}`"), fault);
    }
    let phases = || ruleset.turn.iter().flatten().map(|row| row.phase);
    let named = [("`draw_in`", cards.draw_in), ("`exchange`", cards.exchange.as_ref().map(|row| row.phase))];
    for (place, phase) in named {
        if let Some(phase) = phase.filter(|phase| ruleset.turn.is_some() && !phases().any(|known| known == *phase)) {
            faults.when(true, "cards", place, format!("`turn` has no phase `{phase}`"));
        }
    }
}

/// Caps of rounds and cards that are chosen: each where it can hold.
pub(super) fn limits(ruleset: &Ruleset, faults: &mut Faults) {
    let cards = ruleset.cards.as_ref();
    for column in ruleset.sheet.iter().flat_map(|sheet| &sheet.columns) {
        let place = format!("`columns`, `{}`", column.id);
        let wide = column.cap_round.is_some_and(|cap| cap.vp.get() > column.cap.get());
        faults.when(wide, "sheet", &place, "`cap_round` is above `cap`, and never reached");
        let strange = column.or_choose.is_some() && column.from != ColumnFrom::Cards;
        faults.when(strange, "sheet", &place, "`or_choose` belongs to a column from `cards`");
        let asked = ruleset.setup.as_ref().is_some_and(|setup| setup.requires.contains(&Required::Secondaries));
        let unasked = column.or_choose.is_some() && ruleset.setup.is_some() && !asked;
        faults.when(unasked, "sheet", &place, "`or_choose`: `setup` has to require `secondaries`");
    }
    let more = cards.and_then(|cards| Some(cards.draws?.get() > cards.hand?.get())) == Some(true);
    faults.when(more, "cards", "`draws`", "more cards are drawn than may be active");
    let areas = ruleset.control.as_ref().is_some_and(|control| control.from == ControlFrom::Area);
    let models = areas && ruleset.control.as_ref().is_some_and(|control| control.one_marker_a_model);
    faults.when(models, "control", "`one_marker_a_model`", "a model in an area is not measured, and counts for it");
}

/// A Level of Control decides only when it is settled.
pub(super) fn levels(ruleset: &Ruleset, faults: &mut Faults) {
    let by_level = ruleset.control.as_ref().is_some_and(|control| control.by == ControlBy::ObjectiveControl);
    let never = by_level && ruleset.moments.is_some() && !has(ruleset, Rule::SettleControl);
    faults.when(never, "control", "`by`", "no moment has the rule `settle-control`, so nobody ever controls a marker");
    let contradicts =
        by_level && ruleset.control.as_ref().is_some_and(|control| control.secured == crate::rules::Secured::First);
    faults.when(contradicts, "control", "`secured`", "by Level of Control no model goes before others; use `nobody`");
}

/// Leaders join units where somebody is a leader, and a rule of theirs never allows fewer than the rules do.
pub(super) fn attached(ruleset: &Ruleset, faults: &mut Faults) {
    let Some(row) = &ruleset.attached else { return };
    let fewer = row.leaders_by_rule.get() < row.leaders.get();
    faults.when(fewer, "attached", "`leaders_by_rule`", "a rule of a leader allows no fewer than `leaders`");
    let characters = ruleset.kinds.iter().flatten().any(|row| row.kind == UnitKind::Characters);
    faults.when(!characters, "attached", "", "`kinds` names no `characters`, so nobody can lead");
}

pub(super) fn shock(ruleset: &Ruleset, faults: &mut Faults) {
    for (name, row) in ruleset.tests.iter().flatten() {
        let place = format!("`{}`", name.as_str());
        let shocks = row.fail == TestFails::Shocked;
        let battle_shock = *name == TestName::BattleShock;
        faults.when(shocks != battle_shock, "tests", &place, "`shocked` follows a `battle-shock` test and no other");
        faults.when(row.due.is_some() != battle_shock, "tests", &place, "`due` belongs to a `battle-shock` test");
        let again = row.until_passed && !battle_shock;
        faults.when(again, "tests", &place, "`until_passed` belongs to a `battle-shock` test");
        let escape = *name == TestName::DesperateEscape;
        let each = row.fail == TestFails::OneModelEach && row.each_model;
        faults.when(
            escape != each,
            "tests",
            &place,
            "each model tests for itself in `desperate-escape` and no other test",
        );
        let above = row.pass == TestPasses::Above;
        faults.when(above != row.above.is_some(), "tests", &place, "`above` names the face that has to be exceeded");
    }
    let tests = ruleset.tests.iter().flatten().any(|(name, _)| *name == TestName::BattleShock);
    let until_passed = ruleset.tests.iter().flatten().any(|(_, row)| row.until_passed);
    for rule in [Rule::ShockEnds, Rule::ShockDue] {
        let word = rule.as_str();
        let ends = rule == Rule::ShockEnds;
        let fault = "`shock-ends` ends what lasts until it is passed; leave it or `until_passed` out";
        faults.when(ends && until_passed && has(ruleset, rule), "tests", "`battle-shock`", fault);
        let fault = format!("no moment has the rule `{word}`, which a `battle-shock` test needs");
        let needed = tests && !(ends && until_passed);
        faults.when(needed && ruleset.moments.is_some() && !has(ruleset, rule), "tests", "`battle-shock`", fault);
        let fault = format!("`{word}` needs a test called `battle-shock`");
        faults.when(!tests && has(ruleset, rule), "moments", "", fault);
    }
}
