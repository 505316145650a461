//! How units are called at the table: a letter that stays for the battle, a name that tells equal ones apart.

use std::borrow::Cow;

use adjutant_core::spelling::plain;
use adjutant_engine::ids::UnitId;
use adjutant_engine::side::Player;
use adjutant_engine::state::{Shock, State, Unit, Whereabouts};

/// Letters of units, in the order of the list; `t u x q` keep their meaning inside lists.
pub const LETTERS: &str = "abcdefghijklmnoprsvwyz";

/// A unit as the screen calls it.
#[derive(Clone, Debug)]
pub struct Called<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// Its letter, as long as there are some.
    pub letter: Option<char>,
    /// Its name, with a number where its army has several of that name.
    pub name: String,
    /// That number.
    pub number: Option<usize>,
}

/// The units of a player in the order of the list, those that came later behind them; destroyed ones keep their place.
pub fn army(state: &State, player: Player) -> Vec<Called<'_>> {
    let units: Vec<&Unit> = state.current_units().map(|(_, unit)| unit).filter(|unit| unit.player == player).collect();
    let mut letters = LETTERS.chars();
    let named = units.iter().enumerate().map(|(at, unit)| {
        let alike = |other: &&&Unit| other.datasheet == unit.datasheet;
        let several = units.iter().filter(alike).count() > 1;
        let number = several.then(|| units[..=at].iter().filter(alike).count());
        let name = number.map_or_else(|| unit.datasheet.to_string(), |number| format!("{} ({number})", unit.datasheet));
        Called { unit, letter: letters.next(), name, number }
    });
    named.collect()
}

/// What a unit is called; its id where the match does not know it.
pub fn name(state: &State, id: &UnitId) -> String {
    let found = Player::BOTH.into_iter().flat_map(|player| army(state, player)).find(|called| called.unit.id == *id);
    found.map_or_else(|| id.to_string(), |called| called.name)
}

/// A unit as losses are counted: a leader by itself, as its models stand in the unit that it joined; that unit whole.
pub fn counted<'a>(state: &'a State, id: &UnitId) -> Option<Cow<'a, Unit>> {
    let (index, unit) = state.unit(id)?;
    let leads = matches!(unit.whereabouts, Whereabouts::Attached(_));
    Some(if leads { state.by_itself(index) } else { Cow::Borrowed(unit) })
}

/// How many models of it are left, counted so; none of a unit that the match does not know.
pub fn models_left(state: &State, id: &UnitId) -> u32 {
    counted(state, id).map_or(0, |unit| unit.models())
}

/// The unit of a player's letter.
pub fn lettered(state: &State, player: Player, letter: char) -> Option<&Unit> {
    army(state, player).into_iter().find(|called| called.letter == Some(letter)).map(|called| called.unit)
}

/// The units whose name or id holds every part of what is typed, in any case, with or without accents.
pub fn fitting<'a>(state: &'a State, order: [Player; 2], typed: &str) -> Vec<Called<'a>> {
    let wanted = plain(typed);
    let all = order.into_iter().flat_map(|player| army(state, player));
    let fits = |called: &Called<'_>| {
        let (name, id) = (plain(&called.name), plain(called.unit.id.as_str()));
        id == wanted || wanted.split('-').all(|part| name.contains(part))
    };
    all.filter(|called| called.unit.alive() && fits(called)).collect()
}

/// What is left of a unit: `3/5`, `7/11 W` for a single model, and where it is if it is not on the table.
pub fn strength(unit: &Unit) -> String {
    let models = unit.models();
    let left = match unit.groups.as_slice() {
        _ if !unit.alive() => {
            return if unit.whereabouts == Whereabouts::Removed { "gone" } else { "destroyed" }.into();
        }
        // Its models stand in the unit that it leads.
        _ if matches!(unit.whereabouts, Whereabouts::Attached(_)) => return "leading".into(),
        [group] if unit.starting_strength == 1 && group.wounds > 1 => match group.hurt {
            0 => format!("{} W", group.wounds),
            hurt => format!("{}/{} W", group.wounds.saturating_sub(hurt), group.wounds),
        },
        _ => format!("{models}/{}", unit.starting_strength),
    };
    let hurt: u32 = if unit.starting_strength == 1 { 0 } else { unit.groups.iter().map(|group| group.hurt).sum() };
    let hurt = if hurt > 0 { format!(" −{hurt}W") } else { String::new() };
    let place = match unit.whereabouts {
        Whereabouts::Reserves => " reserve",
        Whereabouts::Elsewhere => " away",
        Whereabouts::Embarked(_) => " aboard",
        _ => "",
    };
    let shock = if unit.shock == Shock::Shocked { " shocked" } else { "" };
    format!("{left}{hurt}{place}{shock}")
}

/// Whether a unit waits to arrive.
pub fn waits(unit: &Unit) -> bool {
    unit.alive() && matches!(unit.whereabouts, Whereabouts::Reserves | Whereabouts::Elsewhere)
}
