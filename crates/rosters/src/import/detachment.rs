//! Names that BattleScribe's data gives to Detachments, roles and battle sizes.
//!
//! # Source
//! `docs/rules/muster.md`, F-003: what a Detachment costs before its benefit. A list is frozen with these costs; the pack
//! has its own table, and a check says where they differ.

use adjutant_engine::roster::BattlefieldRole;

/// A Detachment as the data names it.
pub(super) struct DetachmentName {
    /// Its kind in kebab case.
    pub kind: &'static str,
    /// Command points before its benefit.
    pub cp: i32,
}

/// Words of the data, the longer before those that they contain.
const DETACHMENTS: [(&str, &str, i32); 12] = [
    ("super-heavy auxiliary", "super-heavy-auxiliary", 3),
    ("super-heavy", "super-heavy", 3),
    ("auxiliary support", "auxiliary-support", 2),
    ("supreme command", "supreme-command", 0),
    ("fortification network", "fortification-network", 1),
    ("patrol", "patrol", 2),
    ("battalion", "battalion", 3),
    ("brigade", "brigade", 4),
    ("vanguard", "vanguard", 3),
    ("spearhead", "spearhead", 3),
    ("outrider", "outrider", 3),
    ("unbound", "unbound", 0),
];

/// What a `super-heavy` Detachment costs once it holds a TITANIC unit.
pub(super) const SUPER_HEAVY_TITANIC_CP: i32 = 6;

/// Recognises a Detachment by its name, such as `Battalion Detachment -3CP`.
pub(super) fn detachment(name: &str) -> Option<DetachmentName> {
    let name = name.to_lowercase();
    let known = DETACHMENTS.iter().find(|(words, _, _)| name.contains(words));
    known.map(|&(_, kind, cp)| DetachmentName { kind, cp })
}

/// The kind of a Detachment that is not in the table: its name in kebab case.
pub(super) fn kebab(name: &str) -> String {
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// The battlefield role that a category or heading names.
pub(super) fn role(name: &str) -> Option<BattlefieldRole> {
    Some(match name.trim().to_lowercase().as_str() {
        "hq" => BattlefieldRole::Hq,
        "troops" => BattlefieldRole::Troops,
        "elites" => BattlefieldRole::Elites,
        "fast attack" => BattlefieldRole::FastAttack,
        "heavy support" => BattlefieldRole::HeavySupport,
        "flyer" | "flyers" => BattlefieldRole::Flyer,
        "dedicated transport" | "dedicated transports" => BattlefieldRole::DedicatedTransport,
        "lord of war" | "lords of war" => BattlefieldRole::LordOfWar,
        "fortification" | "fortifications" => BattlefieldRole::Fortification,
        _ => return None,
    })
}

/// The battle size of a selection such as `3. Strike Force (101-200 Total PL / 1001-2000 Points)`.
pub(super) fn battle_size(text: &str) -> Option<&'static str> {
    let label = text.split('(').next().unwrap_or_default().to_lowercase();
    let label = label.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' ')).trim();
    ["combat-patrol", "incursion", "strike-force", "onslaught"].into_iter().find(|size| label == size.replace('-', " "))
}

/// The net cost in a name such as `Battalion Detachment -3CP`: minus three.
pub(super) fn net_cost(name: &str) -> Option<i32> {
    let before = name.trim_end().strip_suffix("CP")?;
    let number = before.rsplit(' ').next()?;
    number.parse().ok().filter(|cost| (-100..=100).contains(cost))
}
