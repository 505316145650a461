//! Tables of rulesets and missions that only some editions have: objectives that players place, dice for missions and
//! deployments, units that score, reserves that roll, figures beside the points.

use adjutant_core::ids::Name;
use adjutant_core::numbers::{Inches, Whole};
use adjutant_core::shaped::{self, Shaped};
use serde::{Deserialize, Deserializer, Serialize};

use super::zone::{Sides, Zone};
use crate::dice::Dice;
use crate::terms::{BattlefieldRole, Category};

/// Who chooses the zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ZoneBy {
    /// The Defender, once the Attacker is known.
    #[default]
    Defender,
    /// The player who has the first turn: the first turn is decided before the zones.
    FirstPlayer,
}

/// Faces of one die: a single one, or the lowest and the highest of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Faces {
    /// This one.
    One(Whole<1, 6>),
    /// From the first to the second.
    FromTo([Whole<1, 6>; 2]),
}

impl<'de> Shaped<'de> for Faces {
    const SHAPES: &'static str = "a face from 1 to 6, or the lowest and the highest of several";
    fn number<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Whole::deserialize(from).map(Faces::One)
    }
    fn list<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Deserialize::deserialize(from).map(Faces::FromTo)
    }
}

impl<'de> Deserialize<'de> for Faces {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        shaped::read(from)
    }
}

impl Faces {
    /// The lowest and the highest.
    ///
    /// ```
    /// use adjutant_engine::rules::Faces;
    /// let read = |text| serde_json::from_str::<Faces>(text).unwrap();
    /// assert_eq!((read("3").bounds(), read("[5, 6]").bounds()), ([3, 3], [5, 6]));
    /// ```
    pub fn bounds(self) -> [i32; 2] {
        match self {
            Faces::One(face) => [face.get(); 2],
            Faces::FromTo(faces) => faces.map(|face| face.get()),
        }
    }

    /// Whether a face is one of them.
    pub fn contain(self, face: i32) -> bool {
        let [low, high] = self.bounds();
        (low..=high).contains(&face)
    }
}

/// The dice of an edition that are rolled for things other than attacks and tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Rolls {
    /// Which mission is played; a roll that gives none is made again. Left out, missions are only chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mission: Option<Dice>,
    /// How many inches an Advance adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advance: Option<Dice>,
    /// How many inches a unit runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<Dice>,
    /// Of which dice the highest says how far a unit moves through difficult terrain, where a test says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficult: Option<Dice>,
    /// How many inches a charge goes; left out, `charge_without_dice_in` of the measures says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charge: Option<Dice>,
    /// How many inches a unit falls back that failed its test: the first row whose keywords it has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fall_back: Vec<FallBackRoll>,
    /// How many inches a unit consolidates, where a die says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consolidate: Option<Dice>,
    /// Where it is printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: crate::rules::Source,
}

/// How many inches units with one of some keywords fall back, or all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FallBackRoll {
    /// The dice.
    pub dice: Dice,
    /// The keywords; every unit where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Name>,
}

/// How leaders join other units: each is one unit with those whom it leads until either is destroyed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Attached {
    /// How many leaders join a unit.
    pub leaders: Whole<1, 9>,
    /// How many with a rule of a leader that allows it.
    pub leaders_by_rule: Whole<1, 9>,
    /// Whether they join and leave in their Movement phases, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_battle: bool,
    /// Where it is printed.
    pub source: crate::rules::Source,
}

/// What the rules single units out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    /// They intervene in charges, and others shelter them.
    Characters,
    /// They manifest and deny psychic powers.
    Psykers,
    /// They leave the battlefield and come back; enemies move past them, and they perform no actions.
    Aircraft,
    /// Only they charge aircraft, and aircraft do not charge in the turn in which they arrive; where the ruleset has no
    /// such units, every unit charges aircraft.
    Flyers,
    /// They shoot while enemies are in Engagement Range.
    BigGuns,
    /// They shelter characters, however few models they have.
    Shelters,
    /// They carry other units.
    Transports,
    /// Their damage is recorded by its result, not by Wounds.
    Vehicles,
    /// Terrain covers them where they stand in it or behind it.
    Foot,
    /// Terrain is in the way of none of their moves but charges.
    Flying,
    /// They see over ruins, and are seen over them.
    Towering,
}

impl UnitKind {
    /// All of them.
    pub const ALL: [UnitKind; 11] = [
        UnitKind::Characters,
        UnitKind::Psykers,
        UnitKind::Aircraft,
        UnitKind::Flyers,
        UnitKind::BigGuns,
        UnitKind::Shelters,
        UnitKind::Transports,
        UnitKind::Vehicles,
        UnitKind::Foot,
        UnitKind::Flying,
        UnitKind::Towering,
    ];
}

/// Which units are of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KindRow {
    /// The kind.
    pub kind: UnitKind,
    /// Units with one of these keywords are of it.
    pub keywords: Vec<Name>,
    /// Where it is printed.
    pub source: crate::rules::Source,
}

/// A category of objectives that players choose from, one of each at the most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CategoryRow {
    /// As objectives name it.
    pub id: Category,
    /// What is printed.
    pub title: Name,
    /// The same, for narrow places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<Name>,
}

/// How many models flee after a failed test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Attrition {
    /// So many at once.
    pub first: Whole<0, 100>,
    /// Then a die for each that is left: on this face and lower ones it flees.
    pub flees_on: Whole<0, 5>,
    /// What is taken off each die where fewer than half of the models are left.
    pub below_half_minus: Whole<0, 5>,
}

impl Attrition {
    /// How many dice are rolled, and on which face and lower ones a model flees, for a unit of this many models.
    ///
    /// ```
    /// let ninth: adjutant_engine::rules::Attrition =
    ///     serde_json::from_str(r#"{"first": 1, "flees_on": 1, "below_half_minus": 1}"#).unwrap();
    /// // Of ten models five are left, four once the first has fled: below half, 1 and 2 flee.
    /// assert_eq!((ninth.of(5, 10), ninth.of(6, 10)), ((4, 2), (5, 1)));
    /// ```
    ///
    /// # Source
    /// `docs/rules/battle.md`, D-11.
    pub fn of(&self, models: u32, starting_strength: u32) -> (u32, i32) {
        let left = models.saturating_sub(self.first.get().unsigned_abs());
        let minus = if 2 * left < starting_strength { self.below_half_minus.get() } else { 0 };
        (left, self.flees_on.get() + minus)
    }
}

/// What a test of a psyker can bring upon it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PerilsRow {
    /// Where every die of the test shows the same one of these faces.
    pub doubles: Vec<Whole<1, 6>>,
    /// How many mortal wounds its unit suffers; where it is left out, the psyker suffers one wound, and an invulnerable save
    /// that succeeds is rolled again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mortal_wounds: Option<Dice>,
}

/// Objectives that the players place before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// How many.
    pub markers: PlacedMarkers,
    /// Farther than this from every edge of the battlefield, in inches; exactly as far is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clear_of_edges_in: Option<Inches>,
    /// Farther than this from every other objective, in inches; exactly as far is accepted.
    pub apart_in: Inches,
}

/// How many objectives the players place, when, and who.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlacedMarkers {
    /// A D3 plus this number, before the zones; in turn, the winner of the roll-off for `objectives` first.
    D3Plus(Whole<0, 10>),
    /// So many each in the player's own zone, once it is chosen and before any unit is set up; in turn, the player with
    /// the first turn first.
    EachPlayer(Whole<1, 5>),
}

impl Placed {
    /// The most objectives that can lie there.
    pub fn most(&self) -> u32 {
        match self.markers {
            PlacedMarkers::D3Plus(more) => 3 + more.get().unsigned_abs(),
            PlacedMarkers::EachPlayer(each) => 2 * each.get().unsigned_abs(),
        }
    }
}

/// Zones that may be taken instead of those of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OtherZones {
    /// What tells them from the first ones, in words.
    pub name: Name,
    /// The zones.
    pub zones: Sides<Zone>,
}

/// Units that can control an objective, where not every unit can.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    /// They have one of these roles.
    pub roles: Vec<BattlefieldRole>,
    /// And none of these keywords.
    #[serde(default)]
    pub without: Vec<Name>,
    /// Whether they count from inside a transport, measured to its hull.
    pub embarked: bool,
}

/// What a reserve roll needs in a battle round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReserveRoll {
    /// The battle round.
    pub round: Whole<1, 20>,
    /// The lowest face with which a unit arrives.
    pub at_least: Whole<2, 6>,
}

/// What keeps a unit from taking a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TestBars {
    /// It has fewer than half of its models left.
    #[serde(default)]
    pub below_half: bool,
    /// An enemy stands within this, in inches.
    pub enemies_within_in: Option<Inches>,
    /// It is out of coherency.
    #[serde(default)]
    pub out_of_coherency: bool,
}

/// A number that is counted beside the victory points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Its id, by which `victory` names it.
    pub id: Name,
    /// What is printed.
    pub title: Name,
    /// What is counted.
    pub of: FigureOf,
    /// Where it is printed.
    pub source: crate::rules::Source,
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FigureOf {
    /// Points of enemy units that are destroyed or off the battlefield, and half the points, rounded down, of those that
    /// lost half their models or more: half the Wounds where a unit began as one model, any lasting damage where that
    /// was a VEHICLE.
    PointsDestroyed,
}

/// Something that the players may agree on before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// A figure decides a drawn battle.
    TieBreak,
}

/// What passengers may do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Transports {
    /// Whether passengers may get out after the transport has moved.
    pub disembark_after_move: bool,
    /// Where it is printed.
    pub source: crate::rules::Source,
}
