//! What a roster tells about a unit, and what it leaves unknown.

pub(crate) use adjutant_engine::muster::{factions, shared_factions as shared, stated_factions};
use adjutant_engine::roster::{Detachment, Roster, RosterUnit};

/// Whether a unit, or any of its models, has a keyword; unknown if the roster gives it none beside its factions.
pub(crate) fn has_keyword(unit: &RosterUnit, keyword: &str) -> Option<bool> {
    let of_models = unit.models.iter().flat_map(|group| &group.keywords);
    let mut own = unit.keywords.iter().chain(of_models).map(|name| name.as_str());
    let of_factions = unit.faction_keywords.iter().map(|name| name.as_str());
    if own.clone().chain(of_factions).any(|name| name == keyword) {
        return Some(true);
    }
    own.any(|name| name != "WARLORD").then_some(false)
}

/// The unit of the Warlord, and its Detachment.
pub(crate) fn warlord(roster: &Roster) -> Option<(&Detachment, &RosterUnit)> {
    let id = &roster.warlord.as_ref()?.unit;
    roster.detachments.iter().find_map(|detachment| {
        let unit = detachment.units.iter().find(|unit| unit.id == *id)?;
        Some((detachment, unit))
    })
}

/// Whether the Warlord is in a Detachment.
pub(crate) fn led_by_warlord(roster: &Roster, detachment: &Detachment) -> bool {
    warlord(roster).is_some_and(|(of_warlord, _)| std::ptr::eq(of_warlord, detachment))
}

/// Whether a Detachment is none.
pub(crate) fn is_unbound(detachment: &Detachment) -> bool {
    detachment.is_unbound()
}
