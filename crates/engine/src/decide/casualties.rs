//! Losses and returns.
//!
//! # Source
//! `docs/rules/battle.md`, D-4.

use adjutant_attack::GroupIndex;
use adjutant_core::ids::{Name, UnitId};
use adjutant_core::numbers::Whole;
use adjutant_core::say;
use adjutant_core::sentence::Sentence;

use super::desk::{self, Decision, Desk, refuse};
use crate::command::{Losses, Mortal};
use crate::event::Event;
use crate::facts;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::{Unit, UnitIndex, Whereabouts};
use crate::terms::Place;

/// The `cause` of models that their owner removes because they are out of coherency: no enemy destroyed them.
///
/// # Source
/// `docs/rules/editions.md`, 000-13 and 000-15.
const COHERENCY: &str = "coherency";

/// What a record says that a unit loses to anything but attacks.
#[derive(Clone, Copy)]
pub(super) struct Loss<'a> {
    pub models: Whole<0, 1000>,
    pub wounds: Option<Whole<1, 1000>>,
    pub mortal: Option<&'a Mortal>,
    pub group: Option<&'a Name>,
    pub cause: Option<&'a Name>,
}

impl<'a> Loss<'a> {
    pub(super) fn of(
        models: Whole<0, 1000>,
        wounds: Option<Whole<1, 1000>>,
        mortal: Option<&'a Mortal>,
        group: Option<&'a Name>,
        cause: Option<&'a Name>,
    ) -> Loss<'a> {
        Loss { models, wounds, mortal, group, cause }
    }
}

/// Whether an enemy destroyed what was lost to this.
pub(super) fn by_enemy(cause: Option<&Name>) -> bool {
    !cause.is_some_and(|cause| cause.as_str().eq_ignore_ascii_case(COHERENCY))
}

impl Desk<'_> {
    pub(super) fn casualties(&self, id: &UnitId, loss: &Loss<'_>) -> Decision {
        let (index, unit) = self.unit(id)?;
        let of_leader = self.of_leader(index, |leader| self.casualties_of(index, leader, loss))?;
        of_leader.map_or_else(|| self.casualties_of(index, unit, loss), Ok)
    }

    fn casualties_of(&self, index: UnitIndex, unit: &Unit, loss: &Loss<'_>) -> Decision {
        let Loss { models, wounds, mortal, group, cause } = *loss;
        self.standing(unit)?;
        if let Some(mortal) = mortal {
            return self.suffers(index, unit, mortal, loss);
        }
        let losses = match (models.get().unsigned_abs(), wounds) {
            (0, None) => {
                return refuse(
                    RefusalCode::BadValue,
                    say!("no model of {} is destroyed and none loses a wound", unit.title()),
                    "1 model or more, or `wounds`",
                );
            }
            (0, Some(_)) => Vec::new(),
            (models, _) => self.named_losses(unit, models, group)?,
        };
        let by_enemy = by_enemy(cause);
        let destroyed = |(group, models)| Event::ModelsDestroyed { unit: index, group, models, by_enemy };
        // The hurt model falls first.
        let healed = losses.iter().filter(|(group, _)| unit.groups[*group].hurt > 0);
        let healed: Vec<_> =
            healed.map(|(group, _)| Event::ModelHurt { unit: index, group: *group, hurt: 0 }).collect();
        let hurt =
            wounds.map(|wounds| self.hurt_after(unit, &losses, wounds.get().unsigned_abs(), group)).transpose()?;
        let hurt = hurt.map(|(group, hurt)| Event::ModelHurt { unit: index, group, hurt });
        Ok(losses.into_iter().map(destroyed).chain(healed).chain(hurt).collect())
    }

    /// The group whose model loses wounds once these models have fallen, and how many that model has lost then.
    fn hurt_after(
        &self,
        unit: &Unit,
        losses: &[(GroupIndex, u32)],
        wounds: u32,
        named: Option<&Name>,
    ) -> Result<(GroupIndex, u32), Refusal> {
        let fallen = |at: GroupIndex| losses.iter().find(|(group, _)| *group == at).map_or(0, |(_, models)| *models);
        let alive: Vec<GroupIndex> = unit.living_groups().filter(|at| unit.groups[*at].models > fallen(*at)).collect();
        let hurt = |at: GroupIndex| if fallen(at) > 0 { 0 } else { unit.groups[at].hurt };
        let only = |wanted: &dyn Fn(GroupIndex) -> bool| {
            let mut fitting = alive.iter().copied().filter(|at| wanted(*at));
            fitting.next().filter(|_| fitting.next().is_none())
        };
        let group = match named {
            Some(name) => Some(self.group(unit, name)?).filter(|at| alive.contains(at)),
            None => {
                only(&|at| hurt(at) > 0).or_else(|| only(&|_| true)).or_else(|| only(&|at| unit.groups[at].wounds > 1))
            }
        };
        let Some(group) = group else {
            let left =
                |at: &GroupIndex| say!("{} ({} left)", unit.groups[*at].name, unit.groups[*at].models - fallen(*at));
            return refuse(
                RefusalCode::BadValue,
                say!("{} wounds of {}: which model lost them", wounds, unit.title()),
                say!("`of` and a group: {}", Sentence::list(", ", alive.iter().map(left))),
            );
        };
        let (each, lost) = (unit.groups[group].wounds, hurt(group) + wounds);
        if lost >= each {
            return refuse(
                RefusalCode::ContradictsFacts,
                say!("a model of {} has {} W: losing {} destroys it", unit.title(), each, lost),
                say!("at most {} wounds, or a model more", each - 1 - hurt(group).min(each - 1)),
            );
        }
        Ok((group, lost))
    }

    pub(super) fn standing(&self, unit: &Unit) -> Result<(), Refusal> {
        if unit.alive() {
            return Ok(());
        }
        refuse(
            RefusalCode::UnitState,
            say!("{} is {} and has no models left", unit.title(), desk::status_in_words(unit)),
            "a unit with models left; `retract` the record that destroyed it if that was wrong",
        )
    }

    pub(super) fn named_losses(
        &self,
        unit: &Unit,
        models: u32,
        group: Option<&Name>,
    ) -> Result<Vec<(GroupIndex, u32)>, Refusal> {
        let count = Whole::new(i32::try_from(models).unwrap_or(i32::MAX)).unwrap_or_else(crate::decide::battle::zero);
        match group {
            Some(name) => {
                self.group(unit, name)?;
                self.by_group(unit, &Losses::Groups([(name.clone(), count)].into()))
            }
            None => self.falling(unit, &Losses::Models(count)),
        }
    }

    /// The models that fall, where their owner names no group: plain ones first, then those with keywords of their own,
    /// noted ones last. Where the choice can change points the program asks.
    pub(super) fn falling(&self, unit: &Unit, losses: &Losses) -> Result<Vec<(GroupIndex, u32)>, Refusal> {
        let Losses::Models(models) = losses else { return self.by_group(unit, losses) };
        let mut left = models.get().unsigned_abs();
        if let Some(guarded) = self.bodyguard_first(unit, left)? {
            return Ok(guarded);
        }
        if left == 0 || left >= unit.models() || unit.living_groups().count() == 1 {
            return self.by_group(unit, losses);
        }
        let mut living: Vec<GroupIndex> = unit.living_groups().collect();
        if living[1..].iter().any(|group| !self.alike_for_points(unit, living[0], *group)) {
            return self.by_group(unit, losses);
        }
        living.sort_by_key(|group| {
            let group = &unit.groups[*group];
            (!group.printed.keywords.is_empty(), std::cmp::Reverse(group.models))
        });
        let mut fallen = Vec::new();
        for group in living {
            let models = left.min(unit.groups[group].models);
            if models > 0 {
                fallen.push((group, models));
            }
            left -= models;
        }
        fallen.sort_unstable();
        Ok(fallen)
    }

    /// The models that fall of a unit that a leader joined: the leader after all others.
    ///
    /// # Source
    /// `docs/rules/editions.md`, 000-12 (000:830).
    fn bodyguard_first(&self, unit: &Unit, models: u32) -> Result<Option<Vec<(GroupIndex, u32)>>, Refusal> {
        let guards = unit.models_of(None);
        if unit.led_by.is_empty() || guards == 0 || models == 0 || models >= unit.models() {
            return Ok(None);
        }
        let mut guard = unit.clone();
        guard.led_by.clear();
        let mut leaders = guard.clone();
        for group in &mut guard.groups {
            group.models = if group.part.is_some() { 0 } else { group.models };
        }
        for group in &mut leaders.groups {
            group.models = if group.part.is_none() { 0 } else { group.models };
        }
        let number =
            |models: u32| Losses::Models(Whole::new(models.cast_signed()).unwrap_or_else(crate::decide::battle::zero));
        let mut fallen = self.falling(&guard, &number(models.min(guards)))?;
        if models > guards {
            fallen.extend(self.falling(&leaders, &number(models - guards))?);
        }
        Ok(Some(fallen))
    }

    /// Whether it is the same for every award of the pack which of two groups loses a model.
    fn alike_for_points(&self, unit: &Unit, one: GroupIndex, other: GroupIndex) -> bool {
        let [first, second] = [one, other].map(|group| &unit.groups[group]);
        let noted = |name: &Name| {
            self.state.sides[unit.player].noted.iter().any(|(_, noted, group)| *noted == unit.id && group == name)
        };
        let mut alike = first.warlord == second.warlord
            && first.objective_secured == second.objective_secured
            && (!self.state.law().control.by_level
                || first.printed.objective_control == second.printed.objective_control)
            && !noted(&first.name)
            && !noted(&second.name);
        // Filters tell two groups of one unit apart by their keywords and their wounds.
        if !alike || (first.printed.keywords == second.printed.keywords && first.wounds == second.wounds) {
            return alike;
        }
        for objective in self.state.pack.iter().flat_map(|pack| pack.objectives.values()) {
            for award in &objective.awards {
                award.vp.each_filter(&mut |filter| {
                    alike &= adjutant_core::side::Player::BOTH.iter().all(|player| {
                        facts::group_is(*player, filter, unit, one) == facts::group_is(*player, filter, unit, other)
                    });
                });
            }
        }
        alike
    }

    /// Spreads losses over the groups of a unit; a unit that mixes groups has to say which, unless all fall.
    pub(super) fn by_group(&self, unit: &Unit, losses: &Losses) -> Result<Vec<(GroupIndex, u32)>, Refusal> {
        let too_many = |lost: u32, left: u32| {
            refuse(
                RefusalCode::ContradictsFacts,
                say!("{} of {} destroyed, which has {} left", desk::models(lost), unit.title(), left),
                say!("at most {}", left),
            )
        };
        match losses {
            Losses::Models(models) => {
                let models = models.get().unsigned_abs();
                if models > unit.models() {
                    return too_many(models, unit.models());
                }
                if models == 0 {
                    return Ok(Vec::new());
                }
                let living: Vec<GroupIndex> = unit.living_groups().collect();
                if models == unit.models() {
                    return Ok(living.into_iter().map(|g| (g, unit.groups[g].models)).collect());
                }
                match living.as_slice() {
                    [group] => Ok(vec![(*group, models)]),
                    _ => {
                        let group = |g: &GroupIndex| say!("{} ({} left)", unit.groups[*g].name, unit.groups[*g].models);
                        refuse(
                            RefusalCode::BadValue,
                            say!("{} of {}: which ones can change points", desk::models(models), unit.title()),
                            say!(
                                "of which group, after the number: {}",
                                Sentence::list(", ", living.iter().map(group))
                            ),
                        )
                    }
                }
            }
            Losses::Groups(groups) => {
                let mut lost = Vec::new();
                for (name, models) in groups {
                    let group = self.group(unit, name)?;
                    let models = models.get().unsigned_abs();
                    if models > unit.groups[group].models {
                        return too_many(models, unit.groups[group].models);
                    }
                    if models > 0 {
                        lost.push((group, models));
                    }
                }
                Ok(lost)
            }
        }
    }

    pub(super) fn restore(
        &self,
        id: &UnitId,
        (models, wounds): (Whole<0, 1000>, Option<Whole<1, 1000>>),
        group: Option<&Name>,
        place: Option<&Place>,
    ) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        if matches!(unit.whereabouts, Whereabouts::Attached(_)) {
            self.on_battlefield(unit)?;
        }
        let models = models.get().unsigned_abs();
        let mut healed = match wounds {
            Some(wounds) => self.heal(index, unit, wounds.get().unsigned_abs(), group)?,
            None => Vec::new(),
        };
        if models == 0 {
            return match wounds {
                Some(_) => Ok(healed),
                None => refuse(
                    RefusalCode::BadValue,
                    say!("nothing comes back to {}", unit.title()),
                    "`models` from 1 on, or `wounds`",
                ),
            };
        }
        let group = match group {
            Some(name) => self.group(unit, name)?,
            None => {
                let lossy: Vec<GroupIndex> =
                    unit.numbered_groups().filter(|(_, group)| group.lost > 0).map(|(index, _)| index).collect();
                match lossy.as_slice() {
                    [group] => *group,
                    [] if unit.groups.len() == 1 => GroupIndex(0),
                    _ => {
                        let names: Vec<&str> = unit.groups.iter().map(|g| g.name.as_str()).collect();
                        return refuse(
                            RefusalCode::BadValue,
                            say!("models return to {}, which mixes groups", unit.title()),
                            say!("`group`: one of {}", names.join(", ")),
                        );
                    }
                }
            }
        };
        if unit.whereabouts == Whereabouts::Removed {
            self.standing(unit)?;
        }
        if models > unit.groups[group].lost {
            return refuse(
                RefusalCode::ContradictsFacts,
                say!("{} models return to {}, which has lost {}", models, unit.title(), unit.groups[group].lost),
                "at most as many as were destroyed; a new unit is an `add-unit`",
            );
        }
        let mut events = vec![Event::ModelsReturned { unit: index, group, models }];
        let measured = matches!(unit.position(), Some(crate::state::Position::Models(..)));
        if unit.whereabouts == Whereabouts::Destroyed || measured || place.is_some() {
            let mut whole = unit.clone();
            whole.groups[group].models += models;
            self.check_place(&whole, place)?;
            events.push(Event::UnitPlaced { unit: index, position: self.position(&whole, place, None) });
        }
        healed.append(&mut events);
        Ok(healed)
    }

    /// Gives a hurt model wounds back, no more than it has lost.
    fn heal(&self, index: UnitIndex, unit: &Unit, wounds: u32, group: Option<&Name>) -> Decision {
        self.standing(unit)?;
        let group = match group {
            Some(name) => self.group(unit, name)?,
            None => {
                let hurt: Vec<GroupIndex> =
                    unit.numbered_groups().filter(|(_, group)| group.hurt > 0).map(|(index, _)| index).collect();
                match hurt.as_slice() {
                    [group] => *group,
                    [] => GroupIndex(0),
                    _ => {
                        let names: Vec<&str> = hurt.iter().map(|group| unit.groups[*group].name.as_str()).collect();
                        return refuse(
                            RefusalCode::BadValue,
                            say!("several models of {} are hurt", unit.title()),
                            say!("`group`: one of {}", names.join(", ")),
                        );
                    }
                }
            }
        };
        let lost = unit.groups[group].hurt;
        if wounds > lost {
            return refuse(
                RefusalCode::ContradictsFacts,
                say!("{} wounds come back to {}, whose hurt model has lost {}", wounds, unit.title(), lost),
                "at most as many as it has lost",
            );
        }
        Ok(vec![Event::ModelHurt { unit: index, group, hurt: lost - wounds }])
    }
}
