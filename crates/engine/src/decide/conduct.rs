//! How units charge, fight and shoot, as far as the log shows it.
//!
//! Only what is measured, or said plainly, is judged; where a place or a weapon is unknown, the players' word
//! stands. Everything here is soft: a rule of the unit's own may allow it.
//!
//! | refused | source |
//! |---|---|
//! | a charge out of Engagement Range, at more than 12", on a roll that does not reach, after an intervention | D-10 |
//! | a charge of AIRCRAFT that arrived this turn, or at AIRCRAFT by a unit that does not FLY | D-5, D-6 |
//! | a fight far from enemies, against units that were not charged, before units that fight earlier, or a second one | D-10 |
//! | ranged attacks while locked in combat, at units that fight friends, at sheltered CHARACTERs, without such weapons | D-8 |
//! | ranged attacks beyond the range of the weapon, and past enemies that are beside the unit | 001:2005, 2078, 2087; 000:911-934 |
//! | ranged attacks at units that terrain hides from every model | D-15; 001:3029; 000:431-449 |
//! | weapons that are not shot after a move or an Advance, or not so far | D-8; 001:2044; 002:1065-1100 |
//! | a Morale phase that leaves a unit in two groups | D-11 |

use adjutant_attack::HitCause;
use adjutant_core::ids::Name;
use adjutant_core::say;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::Player;
use adjutant_geometry::{Footprint, Length, Reach, closest};

use super::desk::Desk;
use crate::command::Attack;
use crate::facts;
use crate::facts::fights::{self, Before, Place};
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{ShootingDoes, ShootingRow, UnitKind};
use crate::state::table::measured;
use crate::state::{Guns, Position, Unit, UnitIndex};
use crate::terms::Weapon;

impl<'a> Desk<'a> {
    /// The measured models of a unit.
    fn models_of(&self, unit: &'a Unit) -> Option<&'a [Footprint]> {
        Some(measured(unit)?.models.as_slice())
    }

    /// Whether two units are within a distance of each other, where both are measured.
    fn within(&self, one: &'a Unit, reach: impl Into<Reach>, other: &'a Unit) -> Option<bool> {
        Some(measured(one)?.is_within(reach, measured(other)?))
    }

    /// How near a unit comes to one that it fights.
    fn fighting_reach(&self, unit: &'a Unit, target: &'a Unit) -> Reach {
        let models = |unit| self.models_of(unit).unwrap_or_default();
        fights::reach(self.state, models(unit), models(target))
    }

    /// Refuses what distances forbid.
    fn reach(
        &self,
        forbidden: bool,
        message: impl FnOnce() -> Sentence,
        accepted: impl Into<Sentence>,
    ) -> Result<(), Refusal> {
        if forbidden { self.soft(RefusalCode::OutOfReach, message(), accepted) } else { Ok(()) }
    }

    pub(super) fn charges_fairly(
        &self,
        unit: &Unit,
        targets: &[UnitIndex],
        reach: u32,
        made: bool,
    ) -> Result<(), Refusal> {
        let state = self.state;
        let mut opponents = state.units.iter().filter(|other| other.player != unit.player);
        if let Some(hero) = opponents.find(|other| other.acts.intervened) {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{} has intervened: Heroic Interventions come after all charges", hero.title()),
                "charges first, then Heroic Interventions",
            )?;
        }
        // Rulesets that say who charges aircraft also keep aircraft from charging as they arrive.
        let charged_by_flyers = state.law().has(UnitKind::Flyers);
        self.acts(
            charged_by_flyers && unit.acts.arrived && self.is(UnitKind::Aircraft, unit),
            || say!("{} arrived this turn and is AIRCRAFT", unit.title()),
            "another unit",
        )?;
        for target in targets.iter().map(|target| state.unit_at(*target)) {
            if charged_by_flyers && self.is(UnitKind::Aircraft, target) && !self.is(UnitKind::Flyers, unit) {
                self.soft(
                    RefusalCode::NotAble,
                    say!("{} is AIRCRAFT, and {} does not FLY", target.title(), unit.title()),
                    "a target that is not AIRCRAFT, or a unit that can FLY",
                )?;
            }
        }
        self.reach(
            facts::engaged(state, unit) == Some(true),
            || say!("{} is within Engagement Range of the enemy", unit.title()),
            "choose a unit that is not",
        )?;
        let thrown = u8::try_from(reach).unwrap_or(u8::MAX);
        let measures = &state.law().measures;
        for target in targets.iter().map(|target| state.unit_at(*target)) {
            if let Some(most) = measures.charge.filter(|most| self.within(unit, *most, target) == Some(false)) {
                self.soft(
                    RefusalCode::OutOfReach,
                    say!("{} is more than {} from {}", target.title(), most, unit.title()),
                    say!("targets within {}", most),
                )?;
            }
            let reached = self.fighting_reach(unit, target).plus(Length::inches(thrown)).ok();
            let reached = reached.and_then(|reach| self.within(unit, reach, target));
            self.reach(
                made && reached == Some(false),
                || say!("a roll of {} does not bring {} to {}", thrown, unit.title(), target.title()),
                "a charge that is not made, or another roll",
            )?;
        }
        Ok(())
    }

    /// One fight a phase, and none before units that certainly fight earlier.
    pub(super) fn fights_in_order(
        &self,
        index: UnitIndex,
        unit: &Unit,
        targets: &[(UnitIndex, &Attack)],
    ) -> Result<(), Refusal> {
        let state = self.state;
        let now = state.phase_count;
        if unit.acts.fought_in_phase == now {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has fought this phase", unit.title()),
                "one fight a unit and phase",
            )?;
        }
        // A Stratagem may let a unit fight between the others.
        if state.stratagems.iter().any(|used| used.phase_count == now) {
            return Ok(());
        }
        let targets: Vec<UnitIndex> = targets.iter().map(|(target, _)| *target).collect();
        let Some((earlier, why)) = fights::before(state, index, &targets) else { return Ok(()) };
        let (earlier, title) = (state.unit_at(earlier), unit.title());
        let first = earlier.title();
        let message = match why {
            Before::Earlier(_) if earlier.has_charged() => say!("{} charged and fights before {}", first, title),
            Before::Earlier(Place::First) => say!("{} fights first, before {}", first, title),
            Before::Earlier(_) => say!("{} fights last, after {}", title, first),
            Before::Turn(player) => say!("{} selects the next unit to fight, such as {}", player, first),
            Before::Initiative(theirs, own) => {
                say!("{} strikes at Initiative {}, before {} at {}", first, theirs, title, own)
            }
        };
        let id = &earlier.id;
        let accepted = say!("`fight {}` first, without targets where it makes no attacks", id);
        self.soft(RefusalCode::OtherPhase, message, accepted)
    }

    /// A unit fights within Engagement Range, or after a charge and then those that it charged.
    pub(super) fn fights_fairly(&self, unit: &Unit, targets: &[(UnitIndex, &Attack)]) -> Result<(), Refusal> {
        let state = self.state;
        for (target, attack) in targets.iter().map(|(index, attack)| (state.unit_at(*index), attack)) {
            self.reach(
                self.within(unit, self.fighting_reach(unit, target), target) == Some(false),
                || say!("{} is not within Engagement Range of {}", unit.title(), target.title()),
                "a target within Engagement Range",
            )?;
            self.fights_with(unit, attack.weapon.as_ref())?;
        }
        if !unit.has_charged() {
            // Whoever names targets has had each of them measured.
            let own = measured(unit).filter(|_| targets.is_empty());
            let reach = state.law().measures.engaged;
            let near = own.and_then(|own| facts::enemies_within_of(state, unit.player, own, reach, |_| true));
            return self.reach(
                near == Some(false),
                || say!("{} is not within Engagement Range of any enemy", unit.title()),
                "a unit that is, or that charged this turn",
            );
        }
        for (index, _) in targets {
            let target = state.unit_at(*index);
            self.reach(
                !unit.acts.charge_targets.contains(index) && !target.acts.intervened,
                || say!("{} did not charge {}", unit.title(), target.title()),
                "the targets of its charge, and units that intervened",
            )?;
        }
        Ok(())
    }

    /// A weapon of the list that is of another type than those that are fought with.
    ///
    /// # Source
    /// 001:2340.
    fn fights_with(&self, unit: &Unit, weapon: Option<&Name>) -> Result<(), Refusal> {
        let kind = self.state.law().fights.as_ref().and_then(|law| law.with.as_ref());
        let (Some(kind), Some(name)) = (kind, weapon) else { return Ok(()) };
        if unit.weapons(name).next().is_none() || unit.weapons(name).any(|w| w.is_of_type(kind.as_str()) != Some(false))
        {
            return Ok(());
        }
        self.soft(
            RefusalCode::NotAble,
            say!("{} is no {} weapon in the list of {}", name, kind, unit.title()),
            say!("a {} weapon, or no `with`", kind),
        )
    }

    /// What a unit may shoot at in its own Shooting phase.
    pub(super) fn shoots_fairly(&self, unit: &Unit, targets: &[(UnitIndex, &Attack)]) -> Result<(), Refusal> {
        let arms = || unit.groups.iter().filter(|group| group.models > 0).map(|group| group.guns);
        let without = |lacks: fn(Guns) -> bool| arms().all(|guns| guns.is_some_and(lacks));
        if without(|guns| !guns.ranged) {
            self.soft(
                RefusalCode::NotAble,
                say!("{} has no ranged weapon in its list", unit.title()),
                "a unit with ranged weapons",
            )?;
        }
        self.acts(
            unit.acts.advanced && without(|guns| !guns.assault),
            || say!("{} Advanced this turn and has no Assault weapon", unit.title()),
            "a unit that did not",
        )?;
        let locked = facts::engaged(self.state, unit) == Some(true);
        self.reach(
            locked && !self.is(UnitKind::BigGuns, unit) && !arms().flatten().any(|guns| guns.pistol),
            || say!("{} is locked in combat", unit.title()),
            "a unit that is not within Engagement Range of the enemy",
        )?;
        for (target, attack) in targets.iter().map(|(index, attack)| (self.state.unit_at(*index), attack)) {
            // Without its place, nothing that stands beside it is known.
            if measured(target).is_some() {
                self.fights_no_friends(unit, target)?;
                self.is_not_sheltered(unit, target)?;
            }
            self.sees(unit, target, attack.weapon.as_ref())?;
            self.shoots_so(unit, target, attack.weapon.as_ref())?;
            if locked && !self.is(UnitKind::BigGuns, unit) {
                self.shoots_a_pistol(unit, attack.weapon.as_ref())?;
            }
        }
        Ok(())
    }

    /// Who is locked in combat and is no big gun shoots Pistols and no other weapon of its list.
    ///
    /// # Source
    /// 001:2019-2021, 2076; 000:915-919.
    fn shoots_a_pistol(&self, unit: &Unit, weapon: Option<&Name>) -> Result<(), Refusal> {
        let Some(name) = weapon.filter(|_| self.state.is_under_law(2)) else { return Ok(()) };
        let types: Vec<_> = unit.weapons(name).map(|borne| borne.is_of_type("Pistol")).collect();
        self.reach(
            !types.is_empty() && types.iter().all(|pistol| *pistol == Some(false)),
            || say!("{} is locked in combat and does not shoot {}", unit.title(), name),
            "a Pistol, or a unit that is not within Engagement Range of the enemy",
        )
    }

    /// A target that terrain certainly hides from every model is shot at by weapons alone that need no sight of it.
    fn sees(&self, unit: &Unit, target: &Unit, weapon: Option<&Name>) -> Result<(), Refusal> {
        let unseen = |borne: &Weapon| borne.is_of_type("Indirect Fire") == Some(true);
        let blind = weapon.is_some_and(|name| unit.weapons(name).any(unseen));
        let hidden = self.state.is_under_law(2) && !blind;
        match hidden.then(|| facts::sight::hidden_by(self.state, unit, target)).flatten() {
            Some(piece) => self.reach(
                true,
                || say!("{} hides {} from every model of {}", piece, target.title(), unit.title()),
                "a target in sight, or a weapon that needs none",
            ),
            None => Ok(()),
        }
    }

    /// Weapons that a unit does not shoot after what it did this turn, or not so far.
    fn shoots_so(&self, unit: &Unit, target: &Unit, weapon: Option<&Name>) -> Result<(), Refusal> {
        if !self.state.is_under_law(2) {
            return Ok(());
        }
        for row in facts::shooting::limits(self.state, unit, target, weapon) {
            let did = row.when.why();
            let with = weapon.map_or_else(|| Sentence::from("each such weapon"), |weapon| say!("{}", weapon));
            match row.does {
                ShootingDoes::Bars if row.when == HitCause::Embarked => self.soft(
                    RefusalCode::NotAble,
                    say!("{} is embarked and does not shoot {}", unit.title(), with),
                    say!("`disembark {}` first", unit.id),
                )?,
                ShootingDoes::Bars => self.acts(
                    true,
                    || say!("{} {} this turn and does not shoot {}", unit.title(), did, with),
                    "another weapon, or a unit that did not",
                )?,
                ShootingDoes::Reach(far) => self.reach(
                    self.within(unit, Length::of(far), target) == Some(false),
                    || say!("{} {} this turn, so that {} reaches {}\" at most", unit.title(), did, with, far),
                    say!("a target within {}\"", far),
                )?,
                ShootingDoes::Beside => self.reach(
                    self.within(unit, self.state.law().measures.engaged, target) == Some(false),
                    || {
                        say!(
                            "{} has enemies beside it and shoots at those alone, not at {}",
                            unit.title(),
                            target.title()
                        )
                    },
                    "a target within Engagement Range",
                )?,
                ShootingDoes::Hit(_) => {}
            }
        }
        // Without both places no range tells anything.
        let weapon = weapon.filter(|_| measured(unit).is_some() && measured(target).is_some());
        let Some((weapon, far)) = weapon.and_then(|name| Some((name, facts::shooting::range(unit, name)?))) else {
            return Ok(());
        };
        self.reach(
            self.within(unit, Length::of(far), target) == Some(false),
            || say!("{} is farther than {}\", the range of {}", target.title(), far, weapon),
            "a target within range of a model",
        )
    }

    fn fights_no_friends(&self, unit: &Unit, target: &Unit) -> Result<(), Refusal> {
        let reach = self.state.law().measures.engaged;
        let engages = |friend: &Unit| self.within(friend, reach, target) == Some(true);
        let row = |row: &ShootingRow| row.when == HitCause::TargetEngaged && target.has_any_keyword(&row.targets);
        // What makes such shots harder allows them.
        let harder = self.state.is_under_law(2) && self.state.law().shooting.iter().any(row);
        if harder || engages(unit) {
            return Ok(());
        }
        let mut friends = self.state.on_battlefield(unit.player).filter(|friend| friend.id != unit.id);
        match friends.find(|friend| engages(friend)) {
            Some(friend) => self.reach(
                true,
                || say!("{} is within Engagement Range of {}, a friend of {}", target.title(), friend.title(), unit.id),
                "a target that fights no friends",
            ),
            None => Ok(()),
        }
    }

    /// Look Out, Sir: a CHARACTER beside other units cannot be a target unless it is the closest.
    fn is_not_sheltered(&self, unit: &Unit, target: &Unit) -> Result<(), Refusal> {
        let state = self.state;
        let Some(law) = state.law().measures.shelter else { return Ok(()) };
        if !self.is_small_character(target, law.wounds) {
            return Ok(());
        }
        let shelters = |friend: &&Unit| {
            (self.is(UnitKind::Shelters, friend) || friend.models() >= law.models)
                && self.within(friend, law.within, target) == Some(true)
        };
        let mut friends = state.on_battlefield(target.player).filter(|friend| friend.id != target.id);
        let Some(shelter) = friends.find(shelters) else { return Ok(()) };
        let distance = |enemy: &Unit| closest(self.models_of(unit)?, self.models_of(enemy)?);
        let Some(to_target) = distance(target) else { return Ok(()) };
        let mut others = state.on_battlefield(target.player).filter(|enemy| enemy.id != target.id);
        let nearer = others
            .any(|enemy| !self.is_small_character(enemy, law.wounds) && distance(enemy).is_some_and(|d| d < to_target));
        self.reach(
            nearer,
            || say!("{} stands beside {} and is not the closest target", target.title(), shelter.title()),
            "the closest enemy unit, or one that is not a CHARACTER beside others",
        )
    }

    /// Whether a unit has a character that others can shelter.
    fn is_small_character(&self, unit: &Unit, wounds: u32) -> bool {
        let law = self.state.law();
        let groups = unit.numbered_groups().filter(|(_, group)| group.models > 0);
        let mut characters = groups.filter(|(index, _)| unit.group_is(law, UnitKind::Characters, *index));
        characters.any(|(_, group)| group.wounds <= wounds)
    }

    /// As a turn ends, no unit is left in two groups.
    pub(super) fn units_are_whole(&self) -> Result<(), Refusal> {
        for player in Player::BOTH {
            for unit in
                self.state.on_battlefield(player).filter(|unit| matches!(unit.position(), Some(Position::Models(..))))
            {
                let Some(own) = measured(unit) else { continue };
                let split = own.models.len() > 1 && !own.is_coherent(self.state.law());
                self.reach(
                    split,
                    || say!("{} is left in two groups as the turn ends", unit.title()),
                    "`casualties` of the models that are out of coherency first (cause `coherency`), then `place` the rest",
                )?;
            }
        }
        Ok(())
    }
}
