//! What the dice are thrown against: the models of a unit, and what the datasheets say.

use adjutant_core::IndexVec;
use adjutant_core::ids::Name;
use serde::{Deserialize, Serialize};

use super::amount::Amount;
use super::law::{Allocation, Law};

adjutant_core::index! {
    /// Which group of a unit's models, in the order of the roster.
    pub struct GroupIndex;
}

/// The unit that is attacked, as it stands before the first die.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Its models, alike ones together.
    pub groups: IndexVec<GroupIndex, TargetGroup>,
    /// Models in it when it was selected as the target, for Blast.
    pub models_when_selected: u32,
    /// The group whose model has had attacks allocated to it this phase and lives.
    pub attacked: Option<GroupIndex>,
}

impl Target {
    /// A unit of models that are all alike and unhurt.
    pub fn alike(models: u32, wounds: u32) -> Target {
        let name = Name::new("models").unwrap_or_else(|_| unreachable!("a plain word is a name"));
        Target {
            groups: vec![TargetGroup::new(name, models, wounds)].into(),
            models_when_selected: models,
            attacked: None,
        }
    }

    /// Models left.
    #[inline]
    pub fn models(&self) -> u32 {
        self.groups.iter().map(|group| group.models).sum()
    }

    /// The groups that have models left.
    #[inline]
    pub fn living_groups(&self) -> impl Iterator<Item = GroupIndex> {
        self.groups.numbered().filter(|(_, group)| group.models > 0).map(|(index, _)| index)
    }

    /// The groups that have models left, in the order in which their models fall where nobody says another: those who
    /// guard the others, then the hurt one, the one that was attacked, the most numerous.
    pub fn falling(&self, law: &Law) -> Vec<GroupIndex> {
        let guards = law.allocate == Allocation::BodyguardFirst;
        let mut alive: Vec<GroupIndex> = self.living_groups().collect();
        alive.sort_by_key(|index| {
            let group = &self.groups[*index];
            let guarded = guards && group.attached;
            (guarded, group.hurt == 0, self.attacked != Some(*index), std::cmp::Reverse(group.models))
        });
        alive
    }
}

/// Models of the target that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetGroup {
    /// Its name.
    pub name: Name,
    /// Models left.
    pub models: u32,
    /// Wounds characteristic.
    pub wounds: u32,
    /// Wounds that the one hurt model has lost.
    pub hurt: u32,
    /// Toughness, where it is known.
    pub toughness: Option<i32>,
    /// Save, where it is known.
    pub save: Option<i32>,
    /// Invulnerable save, where it is known.
    pub invulnerable: Option<i32>,
    /// Whether these are characters attached to the others.
    pub attached: bool,
}

impl TargetGroup {
    /// Unhurt models about which nothing else is known.
    pub fn new(name: Name, models: u32, wounds: u32) -> TargetGroup {
        TargetGroup {
            name,
            models,
            wounds: wounds.max(1),
            hurt: 0,
            toughness: None,
            save: None,
            invulnerable: None,
            attached: false,
        }
    }

    /// Deals damage to its current model, the hurt one first; the model dies or keeps its hurt. Returns the wounds lost.
    pub(super) fn wound(&mut self, damage: u32) -> u32 {
        if self.models == 0 {
            return 0;
        }
        let lost = damage.min(self.wounds - self.hurt);
        self.hurt += lost;
        if self.hurt == self.wounds {
            self.hurt = 0;
            self.models -= 1;
        }
        lost
    }
}

/// What the datasheet of the attacker says, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The result that its skill needs to hit.
    pub hit_needs: Option<i32>,
    /// Strength of the attack.
    pub strength: Option<i32>,
    /// Armour Penetration of the attack, as printed.
    pub ap: Option<i32>,
    /// Damage of the attack.
    pub damage: Option<Amount>,
    /// Whether what changes a saving throw is judged, and for which attacks.
    pub saves: JudgedSaves,
    /// What terrain does to the saving throws of the target.
    pub cover: Told,
    /// What changes the hit rolls.
    pub hits: HitChanges,
}

/// What something does to the rolls of an attack, where the log of a battle tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Told {
    /// It does not tell, or not of every model alike.
    #[default]
    Unknown,
    /// Nothing.
    Nothing,
    /// It adds this to the roll; of a save of its own, the result that it needs.
    Gives(i32),
}

impl Told {
    /// Nothing or a number, where it is known whether the rule applies.
    ///
    /// ```
    /// use adjutant_attack::Told;
    /// assert_eq!([Some(true), Some(false), None].map(|so| Told::of(so, -1)), [Told::Gives(-1), Told::Nothing, Told::Unknown]);
    /// ```
    pub fn of(applies: Option<bool>, gives: i32) -> Told {
        match applies {
            Some(true) => Told::Gives(gives),
            Some(false) => Told::Nothing,
            None => Told::Unknown,
        }
    }
}

adjutant_core::closed! {
    /// What changes the hit rolls of an attack, as far as the log of a battle tells.
    ///
    /// # Source
    /// 001:1849, 3009, 2048, 2052, 2087; 004:247; 000:199, 403, 934-936.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum HitCause by as_str, written {
        /// Dense terrain lies between the units.
        Dense "dense-cover",
        /// The unit has moved this turn.
        Moved "moved",
        /// It has Advanced this turn.
        Advanced "advanced",
        /// It has stood still this turn.
        Stationary "stationary",
        /// Enemies are within Engagement Range of it.
        Engaged "engaged",
        /// Friends are within Engagement Range of the target.
        TargetEngaged "target-engaged",
        /// It has lost so many wounds that its datasheet makes it worse.
        Damaged "damaged",
        /// The unit is inside a transport.
        Embarked "embarked",
    }
}

impl HitCause {
    /// The reason under which the change stands among the modifiers of a hit roll.
    pub const fn why(self) -> &'static str {
        match self {
            HitCause::Dense => "Dense Cover",
            HitCause::Moved => "moved",
            HitCause::Advanced => "Advanced",
            HitCause::Stationary => "stood still",
            HitCause::Engaged => "enemies beside it",
            HitCause::TargetEngaged => "friends beside the target",
            HitCause::Damaged => "damaged",
            HitCause::Embarked => "embarked",
        }
    }
}

/// What each cause does to the hit rolls of an attack.
///
/// ```
/// use adjutant_attack::{HitCause, HitChanges, Told};
/// let changes = HitChanges::default().with(HitCause::Moved, Told::Gives(-1)).with(HitCause::Dense, Told::Nothing);
/// assert_eq!(changes.of(HitCause::Engaged), Told::Unknown);
/// assert_eq!(changes.given().collect::<Vec<_>>(), [(HitCause::Moved, -1)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HitChanges([Told; HitCause::ALL.len()]);

impl HitChanges {
    /// What a cause does.
    pub fn of(self, cause: HitCause) -> Told {
        self.0[cause as usize]
    }

    /// The same with another answer for one cause.
    #[must_use]
    pub fn with(mut self, cause: HitCause, told: Told) -> HitChanges {
        self.0[cause as usize] = told;
        self
    }

    /// The causes that certainly add something to the roll, and what.
    pub fn given(self) -> impl Iterator<Item = (HitCause, i32)> {
        HitCause::ALL.into_iter().filter_map(move |cause| match self.of(cause) {
            Told::Gives(by) => Some((cause, by)),
            Told::Unknown | Told::Nothing => None,
        })
    }
}

/// Whether Armour Penetration and cover among the modifiers of a saving throw are judged, and for which attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JudgedSaves {
    /// They are the players' word.
    #[default]
    No,
    /// Of ranged attacks.
    Ranged,
    /// Of attacks in close combat.
    Close,
}
