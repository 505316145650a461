//! The scoring language in words.

use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{
    AttackKind, Computed, Condition, Counting, Destroyed, Marked, Places, Quantity, RelativeRegion, RelativeSide, Row,
    UnitFilter,
};

use super::filters::{areas, listed, markers, named, one, plain, region, units};

/// What an award pays, as clauses that add up: `5 VP if you control 1 or more markers`.
pub(super) fn payment(vp: &Quantity) -> Vec<String> {
    let Quantity::Of(computed) = vp else { return vec![format!("{} VP", number(vp))] };
    match computed.as_ref() {
        Computed::Sum(parts) => parts.iter().flat_map(payment).collect(),
        Computed::When { condition: when, then, otherwise } => vec![conditional(when, then, otherwise)],
        Computed::Table { of, rows } => vec![table(of, rows)],
        Computed::Told { most } => vec![format!("what the players count by hand, up to {most} VP")],
        Computed::Round {} => vec!["as many VP as the number of the battle round".into()],
        Computed::LastDestroyedRound(_) => vec![format!("as many VP as the number of {}", number(vp))],
        Computed::ByMarkerLabel(rows) => {
            let rows: Vec<String> = rows.iter().map(|(label, vp)| format!("{label} {}", short(vp))).collect();
            vec![format!("by the label of the marker: {}", rows.join("; "))]
        }
        Computed::BySide { .. } | Computed::ByRole { .. } | Computed::ByTurn { .. } => vec![short(vp)],
        Computed::Minus(part) => payment(part).into_iter().map(|clause| format!("less {clause}")).collect(),
        Computed::Times(parts) => vec![times(parts)],
        Computed::DivideDown { number: counted, by } => {
            vec![format!("1 VP for every full {by} of: {}", number(counted))]
        }
        Computed::DestroyedModels(destroyed) => vec![worth(destroyed, "model")],
        Computed::DestroyedUnits(destroyed) => vec![worth(destroyed, "unit")],
        _ => vec![format!("1 VP for each {}", one_of(vp))],
    }
}

/// One of what a number counts: `marker that you control`.
fn one_of(quantity: &Quantity) -> String {
    let Quantity::Of(computed) = quantity else { return number(quantity) };
    match computed.as_ref() {
        Computed::Controlled(filter) => format!("{} that you control", markers(filter, false)),
        Computed::ControlledByOpponent(filter) => format!("{} that the opponent controls", markers(filter, false)),
        Computed::OnBattlefield(filter) => format!("{} on the battlefield", markers(filter, false)),
        Computed::Units(filter) => units(filter, "unit"),
        Computed::NewlyControlled(filter) => {
            format!("{} that you control and did not as the turn began", markers(filter, false))
        }
        Computed::Marked(marked) => marks(marked, false),
        Computed::Banners {} => "marker with a banner of yours".into(),
        Computed::NotedModelsStanding {} => "noted model that still stands".into(),
        Computed::StrengthLeftPercent {} => "percent of your units that is left".into(),
        _ => format!("of: {}", number(quantity)),
    }
}

/// A payment inside another: `5 VP`, or in full where it is computed.
fn short(vp: &Quantity) -> String {
    match vp {
        Quantity::Of(computed) => match computed.as_ref() {
            Computed::BySide { a, b } => format!("{} with side A, {} with side B", short(a), short(b)),
            Computed::ByRole { attacker, defender } => {
                format!("{} as Attacker, {} as Defender", short(attacker), short(defender))
            }
            Computed::ByTurn { first: Quantity::Number(0), second } => {
                format!("where you have the second turn, {}", short(second))
            }
            Computed::ByTurn { first, second: Quantity::Number(0) } => {
                format!("where you have the first turn, {}", short(first))
            }
            Computed::ByTurn { first, second } => {
                format!("{} with the first turn, {} with the second", short(first), short(second))
            }
            _ => payment(vp).join(" and "),
        },
        Quantity::Number(number) => format!("{number} VP"),
    }
}

fn conditional(when: &Condition, then: &Quantity, otherwise: &Quantity) -> String {
    let otherwise = match otherwise {
        Quantity::Number(0) => String::new(),
        other => format!(", otherwise {}", short(other)),
    };
    if let Quantity::Of(inner) = then
        && let Computed::When { .. } = inner.as_ref()
    {
        return format!("where {}: {}{otherwise}", condition(when), short(then));
    }
    format!("{} if {}{otherwise}", short(then), condition(when))
}

fn table(of: &Quantity, rows: &[Row]) -> String {
    let each = |lead: &str, tail: &str| -> String {
        let rows = rows.iter().map(|row| format!("{} {lead} {}{tail}", short(&row.gives), row.at_least));
        rows.collect::<Vec<_>>().join(", ")
    };
    let steps = format!("{} or more of", each("for", ""));
    let Quantity::Of(computed) = of else { return format!("{}: {}", number(of), arrows(rows)) };
    match computed.as_ref() {
        Computed::Told { .. } => each("counted by hand", ""),
        Computed::Round {} => each("from round", " on"),
        Computed::LastDestroyedRound(filter) => {
            format!("by the round in which the {} last fell: {}", units(filter, "model"), each("in round", ""))
        }
        Computed::StrengthLeftPercent {} => {
            format!("by the share of your units that is left: {}", each("at", " % or more"))
        }
        Computed::Sum(parts) => match parts.iter().map(truth).collect::<Option<Vec<String>>>() {
            Some(truths) => format!("{steps} these that are so: {}", truths.join("; ")),
            None => format!("{}: {}", number(of), arrows(rows)),
        },
        _ => format!("{}: {}", number(of), arrows(rows)),
    }
}

/// What each number pays: `1 or 2 → 3 VP, 3 or more → 5 VP`.
fn arrows(rows: &[Row]) -> String {
    let counts = |at: usize| {
        let from = rows[at].at_least.get();
        match rows.get(at + 1).map(|next| next.at_least.get()) {
            None => format!("{from} or more"),
            Some(next) if next <= from + 1 => from.to_string(),
            Some(next) if next == from + 2 => format!("{from} or {}", from + 1),
            Some(next) => format!("{from} to {}", next - 1),
        }
    };
    let each = rows.iter().enumerate().map(|(at, row)| format!("{} → {}", counts(at), short(&row.gives)));
    each.collect::<Vec<_>>().join(", ")
}

/// A number that is 1 where something is true and 0 where not, as that condition.
fn truth(part: &Quantity) -> Option<String> {
    let Quantity::Of(computed) = part else { return None };
    match computed.as_ref() {
        Computed::When { condition: when, then: Quantity::Number(1), otherwise: Quantity::Number(0) } => {
            Some(condition(when))
        }
        _ => None,
    }
}

fn times(parts: &[Quantity]) -> String {
    let fixed = parts.iter().filter_map(|part| match part {
        Quantity::Number(number) => Some(*number),
        Quantity::Of(_) => None,
    });
    let fixed: u32 = fixed.product();
    let counted: Vec<&Quantity> = parts.iter().filter(|part| matches!(part, Quantity::Of(_))).collect();
    match counted.as_slice() {
        [] => format!("{fixed} VP"),
        [one] => format!("{fixed} VP for each {}", one_of(one)),
        [one, rate] => format!("for each {} – {}", one_of(one), short(rate)),
        many => {
            let many: Vec<String> = many.iter().map(|part| number(part)).collect();
            format!("{fixed} VP times: {}", many.join(" times "))
        }
    }
}

fn worth(destroyed: &Destroyed, noun: &str) -> String {
    let what = destroyed_in_words(destroyed, noun);
    match destroyed.worth.as_slice() {
        [] => format!("1 VP for each {what}"),
        [one] => format!("{} VP for each {what}", one.each),
        lines => {
            let lines: Vec<String> = lines.iter().map(|line| worth_line(line, noun, "VP")).collect();
            format!("for each {what} – {}", lines.join(", "))
        }
    }
}

fn worth_line(line: &adjutant_engine::rules::Worth, noun: &str, unit: &str) -> String {
    let each = format!("{} {unit}", line.each);
    if line.of == Default::default() {
        return format!("{} otherwise", each.trim());
    }
    format!("{} for a {}", each.trim(), units(&line.of, noun))
}

fn destroyed_in_words(destroyed: &Destroyed, noun: &str) -> String {
    let when = match (destroyed.this_turn, destroyed.previous_turn, destroyed.this_round) {
        (true, ..) => " this turn",
        (_, true, _) => " in the turn before",
        (false, false, true) => " this battle round",
        (false, false, false) => "",
    };
    let past = past_in_words(destroyed);
    let first = if destroyed.first { " first in the battle" } else { "" };
    let by = match (destroyed.by_enemy, destroyed.of.owner) {
        (false, _) => "",
        (true, Some(RelativeSide::Own)) => " by the enemy",
        (true, _) => " by your army",
    };
    let counting = match destroyed.counting {
        Counting::EveryTime => " (each time anew)",
        Counting::EndState => " (unless back by then)",
    };
    format!("{} destroyed{first}{when}{by}{past}{counting}", units(&destroyed.of, noun))
}

/// Where what was destroyed began the turn, and who did it how.
fn past_in_words(destroyed: &Destroyed) -> String {
    let mut words = String::new();
    if let Some(began) = &destroyed.began_turn {
        let range = began.in_range_of.as_ref().map(|filter| format!("in range of a {}", markers(filter, false)));
        let area = began.in_area.as_ref().map(|filter| format!("in an {}", areas(filter, "area")));
        let places: Vec<String> = range.into_iter().chain(area).collect();
        words += &format!(" that began the turn {}", listed(&places, "and"));
    }
    if let Some(by) = &destroyed.by {
        let attacks = match by.attacks {
            Some(AttackKind::Ranged) => " shooting",
            Some(AttackKind::Melee) => " fighting",
            None => "",
        };
        let who = by.units.as_ref().map_or_else(|| "unit".to_owned(), |filter| units(filter, "unit"));
        let range = by.in_range_of.as_ref().map(|filter| format!(" in range of a {}", markers(filter, false)));
        words += &format!(" by {}{attacks}{}", one(&who), range.unwrap_or_default());
    }
    words
}

/// Places where marks lie: `markers that you marked as mined and control`.
fn marks(marked: &Marked, many: bool) -> String {
    let whose = match marked.whose {
        Some(RelativeSide::Enemy) => "of the opponent",
        Some(RelativeSide::Own | RelativeSide::None) | None => "of yours",
    };
    let plural = if many { "s" } else { "" };
    let what = match (marked.mark, marked.every) {
        (Some(mark), true) => format!("mark{plural} {whose} ({})", plain(mark.as_str())),
        (None, true) => format!("token{plural} {whose}"),
        (Some(mark), false) => format!("place{plural} with a mark {whose} ({})", plain(mark.as_str())),
        (None, false) => format!("place{plural} with a token {whose}"),
    };
    let mut words = vec![what];
    words.extend(marked.of.as_ref().map(|filter| format!("on a {}", markers(filter, false))));
    words.extend(marked.controlled.then(|| "that you control".to_owned()));
    words.extend(marked.guarded.then(|| "with its unit in range".to_owned()));
    words.extend(marked.this_turn.then(|| "laid this turn".to_owned()));
    words.join(" ")
}

/// A number, as a noun: `markers that you control`.
pub(super) fn number(quantity: &Quantity) -> String {
    let Quantity::Of(computed) = quantity else {
        return match quantity {
            Quantity::Number(number) => number.to_string(),
            Quantity::Of(_) => String::new(),
        };
    };
    match computed.as_ref() {
        Computed::Controlled(filter) => format!("{} that you control", markers(filter, true)),
        Computed::ControlledByOpponent(filter) => format!("{} that the opponent controls", markers(filter, true)),
        Computed::OnBattlefield(filter) => format!("{} on the battlefield", markers(filter, true)),
        Computed::NewlyControlled(_) | Computed::ControlledFor { .. } | Computed::FirstControlled(_) => {
            held_before(computed)
        }
        Computed::Marked(marked) => marks(marked, true),
        Computed::MarkedUnits { mark } => format!("units that you marked as {}", plain(mark.as_str())),
        Computed::LeftBattlefield(filter) => format!("{} that left the battlefield this turn", units(filter, "units")),
        Computed::EdgePairs { within_in, units, one_not_within } => edge_pairs(*within_in, units, *one_not_within),
        Computed::Units(filter) => units(filter, "units"),
        Computed::QuartersHeld { beyond_centre_in, units: filter } => format!(
            "table quarters with one of your {} wholly inside, more than {beyond_centre_in}\" from the centre",
            units(filter, "units")
        ),
        Computed::DestroyedModels(destroyed) => weighed(destroyed, "models", "model"),
        Computed::DestroyedUnits(destroyed) => weighed(destroyed, "units", "unit"),
        Computed::LastDestroyedRound(filter) => format!("the round in which the {} last fell", units(filter, "model")),
        Computed::Completions { action, places, at_this_moment, this_turn } => {
            completions(&named(action.as_str()), *places, (*at_this_moment, *this_turn))
        }
        Computed::Banners {} => "markers with a banner of yours".into(),
        Computed::NotedModelsStanding {} => "noted models that still stand".into(),
        Computed::StrengthLeftPercent {} => "percent of your units that are left".into(),
        Computed::Told { .. } => "what the players count by hand".into(),
        Computed::Round {} => "the number of the battle round".into(),
        Computed::Sum(parts) => joined(parts, " plus "),
        Computed::Times(parts) => joined(parts, " times "),
        Computed::DivideDown { number: counted, by } => format!("every full {by} of {}", number(counted)),
        Computed::When { condition: when, then: Quantity::Number(1), otherwise: Quantity::Number(0) } => {
            condition(when)
        }
        Computed::When { condition: when, then, otherwise } => conditional(when, then, otherwise),
        Computed::Minus(part) => format!("less {}", number(part)),
        Computed::Table { .. }
        | Computed::ByMarkerLabel(_)
        | Computed::BySide { .. }
        | Computed::ByRole { .. }
        | Computed::ByTurn { .. } => short(quantity),
    }
}

fn edge_pairs(within_in: Inches, filter: &UnitFilter, one_not_within: Option<RelativeRegion>) -> String {
    let without = one_not_within.map(|wanted| format!(", no part of one of the two in {}", region(wanted)));
    let (units, without) = (units(filter, "units"), without.unwrap_or_default());
    format!("pairs of opposite edges with two different {units}, each at most {within_in}\" from one of them{without}")
}

/// Markers by how they were held before now.
fn held_before(computed: &Computed) -> String {
    match computed {
        Computed::NewlyControlled(filter) => {
            format!("{} that you control and did not as the turn began", markers(filter, true))
        }
        Computed::ControlledFor { of, rounds } => {
            format!("{} that you have controlled for {rounds} battle rounds on end", markers(of, true))
        }
        Computed::FirstControlled(filter) => {
            format!("{} that you were the first to control as a turn ended", markers(filter, true))
        }
        _ => String::new(),
    }
}

fn completions(action: &str, places: Places, (at_this_moment, this_turn): (bool, bool)) -> String {
    let now = match (at_this_moment, this_turn) {
        (true, _) => " at this moment",
        (false, true) => " this turn",
        (false, false) => "",
    };
    match places {
        Places::Every => format!("completions of {action}{now}"),
        Places::Distinct => format!("different places where you completed {action}{now}"),
        Places::BySameUnit => format!("completions of {action} by one and the same unit{now}"),
    }
}

fn weighed(destroyed: &Destroyed, nouns: &str, noun: &str) -> String {
    let what = destroyed_in_words(destroyed, nouns);
    if destroyed.worth.is_empty() {
        return what;
    }
    let lines: Vec<String> = destroyed.worth.iter().map(|line| worth_line(line, noun, "")).collect();
    format!("{what}, counted {}", lines.join(", "))
}

fn joined(parts: &[Quantity], with: &str) -> String {
    parts.iter().map(number).collect::<Vec<_>>().join(with)
}

/// A condition, as a clause: `you control 2 or more markers`.
pub(super) fn condition(condition_: &Condition) -> String {
    match condition_ {
        Condition::AtLeast { quantity, number: least } => at_least(quantity, least),
        Condition::MoreThan { quantity, than } => more_than(quantity, than),
        Condition::All(parts) => listed(&parts.iter().map(condition).collect::<Vec<_>>(), "and"),
        Condition::Any(parts) => listed(&parts.iter().map(condition).collect::<Vec<_>>(), "or"),
        Condition::Not(part) => negation(part),
        Condition::ArmyIncludes(filter) => format!("your army includes {}", one(&units(filter, "unit"))),
        Condition::AllDestroyed(filter) => format!("every {} of the battle is destroyed", units(filter, "model")),
    }
}

fn at_least(quantity: &Quantity, least: &Quantity) -> String {
    let (single, amount) = match least {
        Quantity::Number(1) => (true, "a".to_string()),
        other => (false, format!("{} or more", number(other))),
    };
    if let Quantity::Of(computed) = quantity {
        match computed.as_ref() {
            Computed::Controlled(own) if matches!(least, Quantity::Of(all) if **all == Computed::OnBattlefield(own.clone())) =>
            {
                return format!("you control every {}", markers(own, false));
            }
            Computed::Controlled(filter) => return format!("you control {amount} {}", markers(filter, !single)),
            Computed::ControlledByOpponent(filter) => {
                return format!("the opponent controls {amount} {}", markers(filter, !single));
            }
            Computed::Units(filter) if single => return format!("there is {}", one(&units(filter, "unit"))),
            Computed::Round {} => return format!("it is round {} or later", number(least)),
            _ => {}
        }
    }
    match least {
        Quantity::Number(1) => format!("there are any {}", number(quantity)),
        _ => format!("there are {} or more {}", number(least), number(quantity)),
    }
}

fn negation(part: &Condition) -> String {
    let Condition::AtLeast { quantity, number: Quantity::Number(least) } = part else {
        return format!("it is not so that {}", condition(part));
    };
    match (least, quantity) {
        (1, Quantity::Of(computed)) if let Computed::Controlled(filter) = computed.as_ref() => {
            format!("you control no {}", markers(filter, false))
        }
        (1, Quantity::Of(computed)) if let Computed::Units(filter) = computed.as_ref() => {
            format!("there is no {}", units(filter, "unit"))
        }
        (1, _) => format!("there are no {}", number(quantity)),
        _ => format!("there are fewer than {least} {}", number(quantity)),
    }
}

fn more_than(quantity: &Quantity, than: &Quantity) -> String {
    if let (Quantity::Of(left), Quantity::Of(right)) = (quantity, than) {
        match (left.as_ref(), right.as_ref()) {
            (Computed::Controlled(own), Computed::ControlledByOpponent(theirs)) if own == theirs => {
                return format!("you control more {} than the opponent", markers(own, true));
            }
            (Computed::Times(parts), Computed::OnBattlefield(all)) => {
                if let [Quantity::Number(2), Quantity::Of(held)] = parts.as_slice()
                    && matches!(held.as_ref(), Computed::Controlled(own) if own == all)
                {
                    return format!("you control more than half of the {} on the battlefield", markers(all, true));
                }
            }
            _ => {}
        }
    }
    format!("there are more {} than {}", number(quantity), number(than))
}
