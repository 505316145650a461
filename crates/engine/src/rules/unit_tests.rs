//! Tests of units: Morale, Battle-shock and others, as rows of a ruleset.

use adjutant_core::numbers::{Face, Whole};
use serde::{Deserialize, Serialize};

use super::source::Source;
use super::tables::{Attrition, PerilsRow, TestBars};
use crate::terms::Strength;

/// The face with which no characteristic is tested successfully.
const HIGHEST_FACE: i32 = 6;

/// How a test is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TestRow {
    /// How many dice are rolled.
    pub dice: Whole<1, 3>,
    /// Whether each model that tests rolls them for itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each_model: bool,
    /// Which units have to take it, where the moment `shock-due` asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Strength>,
    /// Whether units that are Battle-shocked take it again, and are so until they pass it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until_passed: bool,
    /// The face that has to be exceeded, for `above`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<Whole<1, 5>>,
    /// What is added to them.
    pub add: Option<TestAdds>,
    /// What passes.
    pub pass: TestPasses,
    /// Faces with which it is passed whatever the sum, where each die shows one of them.
    #[serde(default)]
    pub always: Vec<Whole<1, 6>>,
    /// What a failed test brings.
    pub fail: TestFails,
    /// How many models flee, for `attrition`.
    pub attrition: Option<Attrition>,
    /// What keeps a unit from taking it.
    pub barred: Option<TestBars>,
    /// Perils of the Warp, for a Psychic test.
    pub perils: Option<PerilsRow>,
    /// Where it is printed.
    pub source: Source,
}

impl TestRow {
    /// Whether the dice pass against a Leadership or a warp charge, with what is added to or taken off the dice;
    /// `lost` are the models that the unit lost this turn.
    pub fn passes(&self, roll: &[Face], modifier: i32, lost: u32, value: i32) -> bool {
        if !roll.is_empty() && roll.iter().all(|face| self.always.iter().any(|pass| pass.get() == face.get())) {
            return true;
        }
        let total = roll.iter().map(|face| face.get()).sum::<i32>().saturating_add(modifier);
        let total = match self.add {
            Some(TestAdds::LostThisTurn) => total.saturating_add(i32::try_from(lost).unwrap_or(i32::MAX)),
            None => total,
        };
        match self.pass {
            TestPasses::AtMostLeadership => total <= value,
            TestPasses::AtLeastLeadership | TestPasses::AtLeastWarpCharge | TestPasses::AtLeastSave => {
                total.max(1) >= value
            }
            TestPasses::AtMostOwn => value > 0 && total < HIGHEST_FACE && total <= value,
            TestPasses::Above => total > self.above.map_or(0, |above| above.get()),
        }
    }

    /// Whether the dice bring Perils of the Warp.
    pub fn brings_perils(&self, roll: &[Face]) -> bool {
        let doubles = self.perils.iter().flat_map(|perils| &perils.doubles);
        doubles.into_iter().any(|peril| !roll.is_empty() && roll.iter().all(|face| face.get() == peril.get()))
    }
}

/// What is added to the dice of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TestAdds {
    /// One for each model that the unit lost this turn.
    LostThisTurn,
}

/// What passes a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TestPasses {
    /// No more than Leadership.
    AtMostLeadership,
    /// No less than Leadership.
    AtLeastLeadership,
    /// No less than the warp charge of the power.
    AtLeastWarpCharge,
    /// More than the face that `above` names.
    Above,
    /// No less than the better save of the model.
    AtLeastSave,
    /// No more than the characteristic that is tested; never on a 6, and never where it is 0.
    AtMostOwn,
}

/// What a failed test brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TestFails {
    /// Models flee, as `attrition` says.
    Attrition,
    /// The unit falls back, until it regroups.
    FallsBack,
    /// The unit is Battle-shocked until its player's next Command phase begins.
    Shocked,
    /// One model of the unit is destroyed for each test that fails.
    OneModelEach,
    /// So many mortal wounds for each die that fails.
    MortalWoundsEach(Whole<1, 9>),
    /// One wound for each die that fails, of models that took no other save.
    OneWoundEach,
    /// The unit goes to ground, until its player's next turn is over.
    GoesToGround,
    /// Nothing more.
    Nothing,
}
