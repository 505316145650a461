//! Close combat by Initiative, and who stands afterwards.
//!
//! # Source
//! 002:1400-1452, 1562-1587, 1742-1802.

/// How many attacks a model makes.
///
/// # Source
/// 002:1442-1452.
///
/// ```
/// use adjutant_attack::blows;
/// assert_eq!((5 * blows(2, true, true), 5 * blows(1, false, false)), (20, 5));
/// ```
pub fn blows(attacks: u32, assaulted: bool, two_weapons: bool) -> u32 {
    attacks + u32::from(assaulted) + u32::from(two_weapons)
}

/// Initiative values in the order in which they strike, each once, highest first.
///
/// # Source
/// 002:1400-1402; equal values strike together.
pub fn striking_order(initiatives: &[u32]) -> Vec<u32> {
    let mut order = initiatives.to_vec();
    order.sort_unstable_by(|a, b| b.cmp(a));
    order.dedup();
    order
}

/// How a round of close combat ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatResult {
    /// The first side won by this many wounds.
    FirstBy(u32),
    /// The second side won by this many wounds.
    SecondBy(u32),
    /// Nobody won.
    Drawn,
}

/// One side of a round of close combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CombatSide {
    /// Wounds that it inflicted, those saved or beyond a model's last not counted.
    pub inflicted: u32,
    /// Wounds that it inflicted on itself, which count for the other side.
    pub on_itself: u32,
    /// Whether nobody of it is left.
    pub destroyed: bool,
}

/// Who won a round of close combat.
///
/// # Source
/// 002:1562-1572: a side that is wiped out has lost, whatever the wounds.
pub fn combat_result(one: CombatSide, two: CombatSide) -> CombatResult {
    let (first, second) = (one.inflicted + two.on_itself, two.inflicted + one.on_itself);
    match (one.destroyed, two.destroyed) {
        (false, true) => CombatResult::FirstBy(first.saturating_sub(second)),
        (true, false) => CombatResult::SecondBy(second.saturating_sub(first)),
        _ if first > second => CombatResult::FirstBy(first - second),
        _ if second > first => CombatResult::SecondBy(second - first),
        _ => CombatResult::Drawn,
    }
}

/// Whether a sweeping advance catches the unit that falls back, which is destroyed then.
///
/// # Source
/// 002:1582-1587: die and unmodified Initiative of each side, equal totals catch.
pub fn is_caught(winner: (i32, i32), loser: (i32, i32)) -> bool {
    winner.0 + winner.1 >= loser.0 + loser.1
}

/// Whether losses of one phase call for a Morale check: a quarter or more of the models that began it.
///
/// # Source
/// 002:1770-1774.
pub fn is_shaken_by_losses(models: u32, lost: u32) -> bool {
    lost > 0 && 4 * u64::from(lost) >= u64::from(models)
}

/// How many attacks a model makes where each of some weapons brings attacks of its own beside its characteristic.
///
/// # Source
/// 004:809-811 and 837-839: the characteristic with any weapon, and those of each weapon with that weapon.
///
/// ```
/// use adjutant_attack::blows_with;
/// assert_eq!(blows_with(2, &[1]), 3);
/// ```
pub fn blows_with(attacks: u32, of_weapons: &[u32]) -> u32 {
    attacks + of_weapons.iter().sum::<u32>()
}

/// How many attacks are made where a rule tells to make several hit rolls for each: every hit roll is an attack of its
/// own, and brings no more of them.
///
/// # Source
/// 003:868-870.
pub fn attacks_by_hit_rolls(attacks: u32, hit_rolls_each: u32) -> u32 {
    attacks * hit_rolls_each
}
