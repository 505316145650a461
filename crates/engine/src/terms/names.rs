//! Names that rulesets, missions and records share.

use adjutant_attack::Characteristic;
use adjutant_core::spelling::capitalised;
use serde::{Deserialize, Serialize};

use super::place::RegionName;

adjutant_core::closed! {
    /// A test of a unit.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum TestName by as_str, written {
        /// Morale.
        Morale "morale",
        /// A Psychic test.
        Psychic "psychic",
        /// A test to stop falling back.
        Regroup "regroup",
        /// A Battle-shock test.
        BattleShock "battle-shock",
        /// Desperate Escape tests of a unit that is about to Fall Back.
        DesperateEscape "desperate-escape",
        /// Hazardous tests, one die for each such weapon that was used.
        Hazardous "hazardous",
        /// A test of a unit that was wounded by a pinning weapon; without dice, a unit that goes to ground by choice.
        Pinning "pinning",
        /// Saves of models whose weapons got hot.
        GetsHot "gets-hot",
        /// Whether a model with Deadly Demise goes off as it is destroyed.
        Demise "demise",
        /// Whether models that moved through dangerous terrain are hurt, one die each.
        Dangerous "dangerous",
        /// A test of a model's Strength.
        Strength "strength",
        /// A test of a model's Toughness.
        Toughness "toughness",
        /// A test of a model's Initiative.
        Initiative "initiative",
        /// Saves of a unit that has lost its close combat and does not fall back, one for each wound that it lost by.
        NoRetreat "no-retreat",
    }
}

impl TestName {
    /// As sentences write it.
    pub const fn in_words(self) -> &'static str {
        match self {
            TestName::Morale => "Morale",
            TestName::Psychic => "Psychic",
            TestName::Regroup => "regroup",
            TestName::BattleShock => "Battle-shock",
            TestName::DesperateEscape => "Desperate Escape",
            TestName::Hazardous => "Hazardous",
            TestName::Pinning => "Pinning",
            TestName::GetsHot => "Gets Hot",
            TestName::Demise => "Deadly Demise",
            TestName::Dangerous => "dangerous terrain",
            TestName::Strength => "Strength",
            TestName::Toughness => "Toughness",
            TestName::Initiative => "Initiative",
            TestName::NoRetreat => "No Retreat",
        }
    }

    /// The characteristic that a model tests, for tests that are none of Leadership.
    pub const fn characteristic(self) -> Option<Characteristic> {
        match self {
            TestName::Strength => Some(Characteristic::Strength),
            TestName::Toughness => Some(Characteristic::Toughness),
            TestName::Initiative => Some(Characteristic::Initiative),
            _ => None,
        }
    }
}

/// How much of a unit is left.
///
/// # Source
/// `docs/rules/editions.md`, 000-5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Fewer models than it began with; of a unit that began as one model, fewer wounds.
    BelowStarting,
    /// Fewer than half of them.
    BelowHalf,
    /// Half of them or fewer.
    AtHalf,
}

adjutant_core::word! {
    /// A battle size, as the pack's `sizes` name it: 1 to 24 of `a` to `z`, `0` to `9` and `-`.
    ///
    /// ```
    /// use adjutant_engine::command::BattleSize;
    /// assert_eq!(BattleSize::new("strike-force").unwrap().title(), "Strike Force");
    /// assert_eq!(BattleSize::new("Strike Force"), None);
    /// ```
    BattleSize, "a battle size is 1 to 24 of `a` to `z`, `0` to `9` and `-`",
    "^[a-z0-9-]{1,24}$", |byte| byte.is_ascii_digit()
}

impl BattleSize {
    /// As people read it: each word with a capital.
    pub fn title(&self) -> String {
        let words = self.as_str().split('-').filter(|word| !word.is_empty());
        words.map(capitalised).collect::<Vec<String>>().join(" ")
    }
}

adjutant_core::closed! {
    /// What a mission rule can make of a marker.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum MarkerTag by as_str, written {
        /// Gamma.
        Gamma "gamma",
        /// Beta.
        Beta "beta",
        /// A priority.
        Priority "priority",
    }
}

impl MarkerTag {
    /// As missions print it.
    pub fn title(self) -> &'static str {
        match self {
            MarkerTag::Gamma => "Gamma",
            MarkerTag::Beta => "Beta",
            MarkerTag::Priority => "Priority",
        }
    }
}

adjutant_core::closed! {
    /// The part of the battlefield that an action is about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Spot by as_str, written {
        /// The acting player's deployment zone.
        OwnZone "own-zone",
        /// The opponent's deployment zone.
        EnemyZone "enemy-zone",
        /// Far from both.
        Far "far",
        /// A table quarter.
        QuarterNe "quarter-ne",
        /// A table quarter.
        QuarterNw "quarter-nw",
        /// A table quarter.
        QuarterSe "quarter-se",
        /// A table quarter.
        QuarterSw "quarter-sw",
    }
}

impl Spot {
    /// The table quarter that it is, if it is one.
    pub const fn quarter(self) -> Option<RegionName> {
        match self {
            Spot::OwnZone | Spot::EnemyZone | Spot::Far => None,
            Spot::QuarterNe => Some(RegionName::QuarterNe),
            Spot::QuarterNw => Some(RegionName::QuarterNw),
            Spot::QuarterSe => Some(RegionName::QuarterSe),
            Spot::QuarterSw => Some(RegionName::QuarterSw),
        }
    }
}
