//! What attacks destroy: as the players state it, or as their dice give it.
//!
//! # Source
//! `docs/rules/dice.md` E.2; `docs/log.md` 3 and 8.

use std::borrow::Cow;

use adjutant_attack::{
    Allocation, Amount, Attacks as Number, Batch, Characteristic, Facts, Fault, GroupIndex, HitBy, HitCause,
    HitChanges, JudgedSaves, Law, NumberLaw, Sequence, Target, TargetGroup, Told, TraitName, as_printed,
    ballistic_needs, next, resolve, shots, weapon_skill_needs,
};
use adjutant_core::ids::{Name, UnitId};
use adjutant_core::say;
use adjutant_core::sentence::{Sentence, typed};

use super::desk::{self, Desk, refuse};
use crate::command::{Attack, Losses};
use crate::event::Event;
use crate::facts;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{AttackKind, ShotsRow};
use crate::state::{Group, Unit, UnitIndex};
use crate::terms::Weapon;

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// With ranged weapons.
    Shooting,
    /// In close combat.
    Fighting,
}

impl From<Manner> for AttackKind {
    fn from(manner: Manner) -> AttackKind {
        match manner {
            Manner::Shooting => AttackKind::Ranged,
            Manner::Fighting => AttackKind::Melee,
        }
    }
}

impl Desk<'_> {
    /// What the attacks of one unit destroy, target after target; how many of its weapons got hot.
    pub(super) fn losses_of(
        &self,
        attacker: &Unit,
        manner: Manner,
        targets: &[(UnitIndex, &Attack)],
        events: &mut Vec<Event>,
    ) -> Result<u32, Refusal> {
        let mut hot = 0;
        for (place, (index, _)) in targets.iter().enumerate() {
            if targets[..place].iter().any(|(earlier, _)| earlier == index) {
                continue;
            }
            self.on_battlefield(self.state.unit_at(*index))?;
            let attacks: Vec<&Attack> = targets.iter().filter(|(i, _)| i == index).map(|(_, attack)| *attack).collect();
            hot += self.losses_of_one(attacker, manner, *index, &attacks, events)?;
        }
        Ok(hot)
    }

    /// Refuses more attacks with a ranged weapon than the list gives the models; what a rule adds passes under its name.
    ///
    /// # Source
    /// 001:2026-2028.
    pub(super) fn has_so_many_shots(&self, attacker: &Unit, targets: &[(UnitIndex, &Attack)]) -> Result<(), Refusal> {
        if !self.state.is_under_law(2) {
            return Ok(());
        }
        for (place, (weapon, _)) in
            targets.iter().enumerate().filter_map(|(at, (_, attack))| Some((at, with_dice(attack)?)))
        {
            let alike = |of: &[(UnitIndex, &Attack)]| -> Vec<i32> {
                let said =
                    of.iter().filter_map(|(_, attack)| with_dice(attack)).filter(|(name, _)| same_name(name, weapon));
                said.map(|(_, sequence)| most_said(sequence)).collect()
            };
            let (said, most) =
                (alike(targets).iter().sum::<i32>(), most_shots(self.state.law().shots.as_ref(), attacker, weapon));
            if let Some(most) = most.filter(|most| said > *most && alike(&targets[..place]).is_empty()) {
                self.soft(
                    RefusalCode::OtherNeed,
                    say!(
                        "by its list {} makes {} attacks at most with {}, not {}",
                        attacker.title(),
                        most,
                        weapon,
                        said
                    ),
                    say!("`attacks` up to {}", most),
                )?;
            }
        }
        Ok(())
    }

    fn losses_of_one(
        &self,
        attacker: &Unit,
        manner: Manner,
        index: UnitIndex,
        attacks: &[&Attack],
        events: &mut Vec<Event>,
    ) -> Result<u32, Refusal> {
        let unit = self.state.unit_at(index);
        let mut hot = 0;
        let mut fallen = Fallen::of(unit, self.state.phase_count);
        let mut rest = attacks;
        while let Some((first, others)) = rest.split_first() {
            if first.sequence.is_none() {
                self.stated(unit, first, &mut fallen)?;
                rest = others;
                continue;
            }
            let volley = rest.iter().take_while(|attack| attack.sequence.is_some()).count();
            hot += self.rolled(attacker, manner, unit, &rest[..volley], &mut fallen)?;
            rest = &rest[volley..];
        }
        let wounds = fallen.wounds_lost(unit);
        fallen.events(index, unit, self.state.phase_count, events);
        if manner == Manner::Fighting && self.state.law().falls_back {
            let by = self.unit(&attacker.id)?.0;
            events.push(Event::Clashed { unit: by, target: index, wounds });
        }
        Ok(hot)
    }

    /// Losses as the players state them.
    fn stated(&self, unit: &Unit, attack: &Attack, fallen: &mut Fallen) -> Result<(), Refusal> {
        if let Some(losses) = &attack.destroyed {
            let mut left = Cow::Borrowed(unit);
            for ((group, before), models) in unit.numbered_groups().zip(&fallen.models) {
                if before.models != *models {
                    left.to_mut().groups[group].models = *models;
                }
            }
            for (group, models) in self.falling(&left, losses)? {
                fallen.models[group.0] -= models;
                if models > 0 {
                    fallen.hurt[group.0] = 0;
                }
            }
        }
        let Some(wounds) = attack.wounds.map(|wounds| wounds.get().unsigned_abs()).filter(|wounds| *wounds > 0) else {
            return Ok(());
        };
        let Some(group) = fallen.wounded_group(unit) else { return Ok(()) };
        let most = unit.groups[group].wounds - 1;
        let hurt = fallen.hurt[group.0] + wounds;
        if hurt > most {
            return refuse(
                RefusalCode::ContradictsFacts,
                say!("a model of {} with {} wounds is said to live after {} of them", unit.title(), most + 1, hurt),
                say!("`wounds` up to {}, or a model more in `destroyed`", most - fallen.hurt[group.0].min(most)),
            );
        }
        fallen.hurt[group.0] = hurt;
        Ok(())
    }

    /// What the datasheets say about an attack, and from law 2 on what moves and terrain do to its rolls.
    pub(super) fn judged_facts(
        &self,
        law: &Law,
        attacker: &Unit,
        manner: Manner,
        target: &Unit,
        attack: &Attack,
    ) -> Facts {
        let facts = facts_of(law, attacker, manner, target, attack.weapon.as_ref());
        if !self.state.is_under_law(2) {
            return facts;
        }
        let shelter = facts::cover::shelter(self.state, attacker, target, manner.into());
        let (saves, hits) = match manner {
            Manner::Shooting => {
                let weapon = attack.weapon.as_ref();
                (JudgedSaves::Ranged, facts::shooting::changes(self.state, attacker, target, weapon))
            }
            Manner::Fighting => (JudgedSaves::Close, HitChanges::default()),
        };
        let hits = hits.with(HitCause::Dense, shelter.hits).with(HitCause::Damaged, damaged(attacker));
        // Nobody knows from where such a shot comes.
        let over = shelter.piece.is_none() && self.is_indirect(attacker, attack.weapon.as_ref());
        let cover = if over { Told::Unknown } else { shelter.saves };
        Facts { saves, cover, hits, ..facts }
    }

    /// Whether a weapon shoots over what stands between.
    ///
    /// # Source
    /// 002:1255.
    fn is_indirect(&self, attacker: &Unit, weapon: Option<&Name>) -> bool {
        let types = self.state.law().shots.as_ref().map_or(&[][..], |row| &row.indirect);
        weapon.is_some_and(|name| attacker.weapons(name).any(|borne| borne.is_one_of(types)))
    }

    /// How this pack rolls attacks.
    pub(super) fn dice_law(&self) -> Result<&Law, Refusal> {
        let law = self.state.pack.as_ref().and_then(|pack| pack.dice.as_deref());
        law.ok_or_else(|| {
            Refusal::new(
                RefusalCode::BadValue,
                "this pack does not say how attacks are rolled",
                "the outcome: `destroyed` and `wounds`",
            )
        })
    }

    /// Losses as the dice give them; what is stated beside must agree. Returns how many weapons got hot.
    fn rolled(
        &self,
        attacker: &Unit,
        manner: Manner,
        unit: &Unit,
        attacks: &[&Attack],
        fallen: &mut Fallen,
    ) -> Result<u32, Refusal> {
        let law = self.dice_law()?;
        let target = fallen.target(unit, self.numbers());
        let sequences: Vec<&Sequence> = attacks.iter().filter_map(|attack| attack.sequence.as_deref()).collect();
        if let Some(attack) = attacks.iter().find(|attack| attack.sequence.as_deref().is_some_and(uncounted)) {
            let weapon = attack.weapon.as_ref().map(|weapon| say!(" with {}", weapon));
            return refuse(
                RefusalCode::BadValue,
                say!("nothing says how many attacks are made on {}{}", unit.title(), weapon),
                "`attacks` with a number or dice, or mortal wounds alone",
            );
        }
        let facts = |attack: &&Attack| self.judged_facts(law, attacker, manner, unit, attack);
        let facts: Vec<Facts> = attacks.iter().map(facts).collect();
        let printed = |(sequence, facts)| as_printed(law, &target, sequence, facts, self.under.is_some());
        let sequences: Vec<Cow<'_, Sequence>> = sequences.into_iter().zip(&facts).map(printed).collect();
        let batches = |trust: bool| -> Vec<Batch<'_>> {
            sequences.iter().zip(&facts).map(|(sequence, facts)| Batch { sequence, facts: *facts, trust }).collect()
        };
        let outcome = match resolve(law, &target, &batches(false)) {
            Err(fault) if fault.kind.is_against_datasheets() => {
                self.soft(RefusalCode::OtherNeed, told(unit, attacks, &fault), fault.hint())?;
                resolve(law, &target, &batches(true))
            }
            judged => judged,
        };
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(fault) => {
                let hint = match next(law, &target, &batches(self.under.is_some())) {
                    Ok(Some(prompt)) => say!("next: {}", typed(prompt)),
                    _ => fault.hint().into(),
                };
                return refuse(RefusalCode::DiceDoNotAddUp, told(unit, attacks, &fault), hint);
            }
        };
        let before = fallen.clone();
        for (group, destroyed) in outcome.destroyed.iter().enumerate() {
            fallen.models[group] -= destroyed;
        }
        fallen.hurt = outcome.hurt.clone();
        fallen.attacked = outcome.attacked;
        agrees(unit, attacks, &before, fallen).map(|()| outcome.tallies.iter().map(|tally| tally.backfires).sum())
    }
}

/// Whether the hit rolls of an attack tell how often its weapon gets hot.
pub(super) fn tells_heat(attack: &Attack) -> bool {
    attack.sequence.as_ref().is_some_and(|dice| dice.hit.is_some() && dice.has(TraitName::GetsHot))
}

/// Some attacks on a unit are made with dice, others without.
pub(super) fn mixed() -> Refusal {
    Refusal::new(
        RefusalCode::BadValue,
        "attacks with dice and attacks without are mixed",
        "what each step needs, for every attack",
    )
}

impl Desk<'_> {
    /// Each unit that is attacked, in the order of the attacks, with the places of the attacks on it.
    pub(super) fn by_target(&self, attacks: &[Attack]) -> impl Iterator<Item = Result<(&Unit, Vec<usize>), Refusal>> {
        let on = |target: &UnitId| (0..attacks.len()).filter(|at| attacks[*at].target == *target).collect();
        let first = move |at: usize| attacks[..at].iter().all(|earlier| earlier.target != attacks[at].target);
        attacks.iter().enumerate().filter(move |(at, _)| first(*at)).map(move |(_, attack)| {
            let (_, unit) = self.unit(&attack.target)?;
            Ok((unit, on(&attack.target)))
        })
    }
}

/// The sentence of a fault, with the target and the batch where there are several.
pub(super) fn told(unit: &Unit, attacks: &[&Attack], fault: &Fault) -> Sentence {
    let weapon = attacks.get(fault.batch).and_then(|attack| attack.weapon.as_ref());
    let weapon = weapon.map(|weapon| say!(" with {}", weapon));
    say!("attacks on {}{}: {}", unit.title(), weapon, typed(fault))
}

/// Refuses what is stated beside dice that give something else.
fn agrees(unit: &Unit, attacks: &[&Attack], before: &Fallen, after: &Fallen) -> Result<(), Refusal> {
    let wounds: Vec<u32> = attacks.iter().filter_map(|attack| attack.wounds).map(|w| w.get().unsigned_abs()).collect();
    let given = after.newly_hurt(before);
    if !wounds.is_empty() && wounds.iter().sum::<u32>() != given {
        return refuse(
            RefusalCode::ContradictsFacts,
            say!(
                "wounds lost by a model of {} that lives are {} as recorded; the dice give {}",
                unit.title(),
                wounds.iter().sum::<u32>(),
                given
            ),
            "`wounds` as the dice give it, or left out",
        );
    }
    let mut said: Vec<u32> = Vec::new();
    for attack in attacks {
        match &attack.destroyed {
            None => return Ok(()),
            Some(Losses::Models(models)) => said.push(models.get().unsigned_abs()),
            Some(Losses::Groups(groups)) => said.push(groups.values().map(|models| models.get().unsigned_abs()).sum()),
        }
    }
    let said: u32 = said.iter().sum();
    let given: u32 = before.models.iter().sum::<u32>() - after.models.iter().sum::<u32>();
    if said == given {
        return Ok(());
    }
    refuse(
        RefusalCode::ContradictsFacts,
        say!("destroyed are {} of {} as recorded; the dice give {}", desk::models(said), unit.title(), given),
        "`destroyed` as the dice give it, or left out",
    )
}

/// A unit as its models fall.
#[derive(Clone, Debug)]
pub(super) struct Fallen {
    models: Vec<u32>,
    hurt: Vec<u32>,
    attacked: Option<GroupIndex>,
}

impl Fallen {
    pub(super) fn of(unit: &Unit, phase_count: u64) -> Fallen {
        Fallen {
            models: unit.groups.iter().map(|group| group.models).collect(),
            hurt: unit.groups.iter().map(|group| group.hurt).collect(),
            attacked: unit.attacked.filter(|(phase, _)| *phase == phase_count).map(|(_, group)| group),
        }
    }

    pub(super) fn target(&self, unit: &Unit, numbers: Option<&NumberLaw>) -> Target {
        let now = |characteristic, printed| unit.now(numbers, characteristic, printed);
        let groups = unit.groups.iter().zip(self.models.iter().zip(&self.hurt));
        let groups = groups.map(|(group, (models, hurt))| TargetGroup {
            hurt: *hurt,
            toughness: group.printed.toughness.map(|value| now(Characteristic::Toughness, value.get())),
            save: group.printed.save.map(|value| now(Characteristic::Save, value.get())),
            invulnerable: group.printed.invulnerable.map(|value| now(Characteristic::Invulnerable, value.get())),
            attached: group.part.is_some(),
            ..TargetGroup::new(group.name.clone(), *models, group.wounds)
        });
        Target { groups: groups.collect(), models_when_selected: unit.models(), attacked: self.attacked }
    }

    /// The group whose model lost wounds that no group is named for: the hurt one, or the only one that is left.
    fn wounded_group(&self, unit: &Unit) -> Option<GroupIndex> {
        let alive = || (0..self.models.len()).map(GroupIndex).filter(|group| self.models[group.0] > 0);
        let one = |mut groups: Box<dyn Iterator<Item = GroupIndex> + '_>| match (groups.next(), groups.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        };
        let of_guard = |group: &GroupIndex| unit.groups[*group].part.is_none() && unit.groups[*group].wounds > 1;
        one(Box::new(alive().filter(|group| self.hurt[group.0] > 0)))
            .or_else(|| one(Box::new(alive())))
            .or_else(|| one(Box::new(alive().filter(of_guard))).filter(|_| !unit.led_by.is_empty()))
            .or_else(|| one(Box::new(alive().filter(|group| unit.groups[*group].wounds > 1))))
    }

    /// Wounds that models have lost since and live.
    fn newly_hurt(&self, before: &Fallen) -> u32 {
        let each = self.models.iter().zip(&self.hurt).zip(before.models.iter().zip(&before.hurt));
        each.map(|((models, hurt), (earlier, was))| if models < earlier { *hurt } else { hurt.saturating_sub(*was) })
            .sum()
    }

    /// Wounds that the unit has lost since, those of destroyed models among them.
    fn wounds_lost(&self, unit: &Unit) -> u32 {
        let left =
            |models: u32, hurt: u32, each: u32| (models * each).saturating_sub(if models > 0 { hurt } else { 0 });
        let groups = unit.groups.iter().zip(self.models.iter().zip(&self.hurt));
        let lost = groups.map(|(group, (models, hurt))| {
            left(group.models, group.hurt, group.wounds).saturating_sub(left(*models, *hurt, group.wounds))
        });
        lost.sum()
    }

    fn events(self, index: UnitIndex, unit: &Unit, phase_count: u64, events: &mut Vec<Event>) {
        for (group, before) in unit.numbered_groups() {
            let destroyed = before.models - self.models[group.0];
            if destroyed > 0 {
                events.push(Event::ModelsDestroyed { unit: index, group, models: destroyed, by_enemy: true });
            }
        }
        for (group, before) in unit.numbered_groups() {
            if before.hurt != self.hurt[group.0] && self.models[group.0] > 0 {
                events.push(Event::ModelHurt { unit: index, group, hurt: self.hurt[group.0] });
            }
        }
        if self.attacked.is_some() && unit.attacked != self.attacked.map(|group| (phase_count, group)) {
            events.push(Event::UnitAttacked { unit: index, group: self.attacked });
        }
    }
}

/// What the wounds of a unit add to its hit rolls, where it has one model that its list tells it of.
fn damaged(attacker: &Unit) -> Told {
    let worse = attacker.hurt_model().and_then(|(_, row)| row.hit);
    worse.map_or(Told::Unknown, |by| Told::Gives(by.get()))
}

/// What the datasheets say about an attack, as far as the roster tells and its models agree.
fn facts_of(law: &Law, attacker: &Unit, manner: Manner, target: &Unit, weapon: Option<&Name>) -> Facts {
    let named = |group: &&Group| weapon.is_none_or(|weapon| group.printed.weapons.iter().any(|w| w.is_called(weapon)));
    let alive: Vec<&Group> = attacker.groups.iter().filter(|group| group.models > 0).collect();
    let bearers: Vec<&Group> = alive.iter().copied().filter(named).collect();
    let counted = if bearers.is_empty() { &alive } else { &bearers };
    let numbers = Some(&law.numbers);
    let now = |characteristic, printed| attacker.now(numbers, characteristic, printed);
    let of = |group: &Group, which| group.printed_now(which).map(|printed| now(which, printed));
    let skill = agreed(counted.iter().map(|group| match manner {
        Manner::Shooting => of(group, Characteristic::BallisticSkill),
        Manner::Fighting => of(group, Characteristic::WeaponSkill),
    }));
    let hit_needs = match (law.hit.by, manner) {
        (HitBy::Skill, _) => skill,
        (HitBy::BallisticAndWeaponSkill, Manner::Shooting) => skill.and_then(ballistic_needs).map(|(needs, _)| needs),
        (HitBy::BallisticAndWeaponSkill, Manner::Fighting) => {
            let which = Characteristic::WeaponSkill;
            let theirs = |group: &Group| Some(target.now(numbers, which, group.printed_now(which)?));
            let other = agreed(target.groups.iter().filter(|group| group.models > 0).map(theirs));
            skill.zip(other).and_then(|(skill, other)| weapon_skill_needs(skill, other))
        }
    };
    let Some(weapon) = weapon.filter(|_| !bearers.is_empty()) else {
        return Facts { hit_needs, ..Facts::default() };
    };
    // Two profiles of one name that differ are the players' word.
    let profile = |group: &&Group| {
        let mut named = group.printed.weapons.iter().filter(|w| w.is_called(weapon));
        let first = named.next()?;
        let alike = |other: &Weapon| {
            (&other.strength, &other.armour_penetration, &other.damage)
                == (&first.strength, &first.armour_penetration, &first.damage)
        };
        named.all(alike).then(|| first.clone())
    };
    let strength = agreed(bearers.iter().map(|group| {
        let own = of(group, Characteristic::Strength);
        let strength = profile(group).and_then(|w| w.strength).and_then(|text| strength_of(text.as_str(), own))?;
        // Where models have no Strength, what changes it changes that of their weapons.
        Some(if own.is_some() { strength } else { now(Characteristic::Strength, strength) })
    }));
    let ap = agreed(bearers.iter().map(|group| {
        let text = profile(group).and_then(|w| w.armour_penetration)?;
        if law.allocate == Allocation::SpreadEvenly && text.as_str() == "-" {
            Some(0)
        } else {
            text.as_str().parse().ok().map(|ap| now(Characteristic::ArmourPenetration, ap))
        }
    }));
    let damage = agreed(
        bearers
            .iter()
            .map(|group| profile(group).and_then(|w| w.damage).and_then(|text| text.as_str().parse::<Amount>().ok()))
            // A rolled Damage that an ability changes is the players' word.
            .map(|damage| match damage? {
                fixed if fixed.dice == 0 => {
                    Some(Amount::fixed(i16::try_from(now(Characteristic::Damage, fixed.most())).unwrap_or(fixed.plus)))
                }
                _ if !attacker.changes_of(Characteristic::Damage).is_empty() => None,
                rolled => Some(rolled),
            }),
    );
    Facts { hit_needs, strength, ap, damage, ..Facts::default() }
}

/// The weapon of an attack and its dice, where both are said.
fn with_dice(attack: &Attack) -> Option<(&Name, &Sequence)> {
    attack.weapon.as_ref().zip(attack.sequence.as_deref())
}

/// The most attacks that a record can mean.
fn most_said(sequence: &Sequence) -> i32 {
    match &sequence.attacks {
        Number::Number(number) => number.get(),
        Number::Rolled(rolled) => rolled.each.most() * rolled.weapons.map_or(1, |weapons| weapons.get()),
    }
}

/// The most attacks that the models of a unit make with a ranged weapon; `None` where the list does not tell.
///
/// # Source
/// 001:2026-2028; 001:2060 for types that double them.
fn most_shots(row: Option<&ShotsRow>, attacker: &Unit, weapon: &Name) -> Option<i32> {
    let row = row.filter(|row| row.counts)?;
    let mut most = 0;
    for group in attacker.groups.iter().filter(|group| group.models > 0) {
        for borne in group.printed.weapons.iter().filter(|borne| borne.is_called(weapon)) {
            let each = shots(borne.kind.as_ref()?.as_str())?.most() * if borne.is_one_of(&row.twice) { 2 } else { 1 };
            most += each * borne.count.map_or(i32::try_from(group.models).ok()?, |count| count.get());
        }
    }
    (most > 0 && attacker.changes_of(Characteristic::Attacks).is_empty()).then_some(most)
}

/// The one value that all of them have; `None` where one is unknown or they differ.
fn agreed<T: PartialEq + Copy>(mut values: impl Iterator<Item = Option<T>>) -> Option<T> {
    let first = values.next()??;
    values.all(|value| value == Some(first)).then_some(first)
}

/// Strength of a weapon as printed: a number, the bearer's, or the bearer's with a change.
fn strength_of(text: &str, own: Option<i32>) -> Option<i32> {
    let text = text.trim();
    if let Some(more) = text.strip_prefix('+') {
        return Some(own? + more.parse::<i32>().ok()?);
    }
    if let Some(times) = text.strip_prefix(['x', 'X', '×']) {
        return Some(own? * times.parse::<i32>().ok()?);
    }
    if text.eq_ignore_ascii_case("user") { own } else { text.parse().ok() }
}

pub(super) fn same_name(one: &Name, other: &Name) -> bool {
    one.as_str().eq_ignore_ascii_case(other.as_str())
}

/// Whether nothing says how many attacks there are; mortal wounds may come without any.
pub(super) fn uncounted(sequence: &Sequence) -> bool {
    let none = matches!(&sequence.attacks, Number::Number(number) if number.get() == 0);
    let rolls = sequence.hit.is_some() || sequence.wound.is_some() || !sequence.save.is_empty();
    none && (rolls || sequence.mortal.is_none())
}
