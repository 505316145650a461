//! What every judgement shares: the record before the state, who is spoken for, how a refusal is made.

use std::cell::{Cell, RefCell};

use adjutant_attack::GroupIndex;
use adjutant_core::ids::{MarkerId, Name, UnitId};
use adjutant_core::numbers::Face;
use adjutant_core::say;
use adjutant_core::sentence::{Sentence, typed};
use adjutant_core::side::{By, Player};

use crate::dice::Dice;
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{AfterDeed, MarkerIndex, TestRow, UnitKind};
use crate::state::{State, Unit, UnitIndex, Whereabouts};
use crate::terms::{Deed, TestName};

/// The events of a command, or why it is refused.
pub type Decision = Result<Vec<Event>, Refusal>;

/// One command before one state, who says it, and under which rule.
pub(super) struct Desk<'a> {
    pub(super) state: &'a State,
    pub(super) by: By,
    pub(super) under: Option<&'a Name>,
    /// The soft refusals that the rule has passed so far.
    pub(super) passed: RefCell<Vec<RefusalCode>>,
    /// Room for events, which another record has left.
    pub(super) room: Cell<Vec<Event>>,
}

pub(super) fn refuse<T>(
    code: RefusalCode,
    message: impl Into<Sentence>,
    accepted: impl Into<Sentence>,
) -> Result<T, Refusal> {
    Err(Refusal::new(code, message, accepted))
}

impl<'a> Desk<'a> {
    /// Before a state, for somebody who may name a rule.
    pub(super) fn of(state: &'a State, by: By, under: Option<&'a Name>, room: Vec<Event>) -> Desk<'a> {
        Desk { state, by, under, passed: RefCell::default(), room: Cell::new(room) }
    }

    /// These events, in the room that is kept for them: for the records of which a battle has most.
    pub(super) fn these<const COUNT: usize>(&self, events: [Event; COUNT]) -> Vec<Event> {
        let mut room = self.room.take();
        room.extend(events);
        room
    }

    /// The player who speaks, where only one can.
    pub(super) fn speaker(&self) -> Player {
        self.by.player().unwrap_or(self.state.active)
    }

    /// Refuses a player who speaks for the other.
    pub(super) fn speaks_for(&self, player: Player) -> Result<(), Refusal> {
        match self.by.player() {
            Some(speaker) if speaker != player => refuse(
                RefusalCode::NotAllowedBy,
                say!("only {} can record this, not {}", player, speaker),
                say!("{}, `both` or `judge`", player),
            ),
            _ => Ok(()),
        }
    }

    /// A unit that the speaker may speak for.
    pub(super) fn own_unit(&self, id: &UnitId) -> Result<(UnitIndex, &'a Unit), Refusal> {
        let (index, unit) = self.unit(id)?;
        self.speaks_for(unit.player)?;
        Ok((index, unit))
    }

    /// Any unit of the match.
    pub(super) fn unit(&self, id: &UnitId) -> Result<(UnitIndex, &'a Unit), Refusal> {
        match self.state.unit(id) {
            Some(found) => Ok(found),
            None => refuse(RefusalCode::Unknown, say!("no unit `{}` in this match", typed(&id)), self.unit_list()),
        }
    }

    pub(super) fn unit_list(&self) -> Sentence {
        let ids: Vec<&str> = self.state.unit_index.ids().collect();
        if ids.is_empty() {
            return "units of a `roster`; none is recorded".into();
        }
        say!("one of {}", ids.join(" "))
    }

    /// A marker of the mission, on the battlefield or not.
    pub(super) fn known_marker(&self, id: &MarkerId) -> Result<MarkerIndex, Refusal> {
        match self.state.marker(id) {
            Some((index, _)) => Ok(index),
            None => {
                let ids: Vec<&str> = self.state.markers.iter().map(|m| m.id.as_str()).collect();
                let accepted = if ids.is_empty() { "a mission first".into() } else { say!("one of {}", ids.join(" ")) };
                refuse(RefusalCode::Unknown, say!("no marker `{}` in this mission", typed(&id)), accepted)
            }
        }
    }

    /// A group of a unit by name.
    pub(super) fn group(&self, unit: &Unit, name: &Name) -> Result<GroupIndex, Refusal> {
        unit.group(name).map_or_else(
            || {
                let names: Vec<&str> = unit.groups.iter().map(|g| g.name.as_str()).collect();
                refuse(
                    RefusalCode::Unknown,
                    say!("no group `{}` in {}", typed(&name), unit.title()),
                    say!("one of: {}", names.join(", ")),
                )
            },
            Ok,
        )
    }

    /// Refuses what the core rules forbid, unless the record names a rule that allows it.
    pub(super) fn soft(
        &self,
        code: RefusalCode,
        message: impl Into<Sentence>,
        accepted: impl Into<Sentence>,
    ) -> Result<(), Refusal> {
        debug_assert!(code.is_soft(), "{code} is never passed");
        if self.under.is_none() {
            return refuse(code, message, accepted);
        }
        let mut passed = self.passed.borrow_mut();
        if !passed.contains(&code) {
            passed.push(code);
        }
        Ok(())
    }

    /// As many dice as the ruleset rolls; any number where it does not say.
    pub(super) fn as_many(&self, what: &str, roll: &[Face], law: Option<Dice>) -> Result<(), Refusal> {
        law.map_or(Ok(()), |law| dice(what, roll, law.count() as usize))
    }

    /// Whether a unit is of a kind that the rules single out.
    pub(super) fn is(&self, kind: UnitKind, unit: &Unit) -> bool {
        unit.is(self.state.law(), kind)
    }

    /// Refuses a unit that is not of a kind, unless the record names a rule that allows it.
    pub(super) fn has_to_be(&self, kind: UnitKind, unit: &Unit) -> Result<(), Refusal> {
        if self.is(kind, unit) {
            return Ok(());
        }
        let wanted = with_article(&self.state.law().kind_in_words(kind));
        self.soft(RefusalCode::NotAble, say!("{} is not {}", unit.title(), wanted), wanted)
    }

    /// Whether a deed belongs to this phase, for a unit of this player.
    pub(super) fn may_do(&self, deed: Deed, player: Player, what: impl Into<Sentence>) -> Result<(), Refusal> {
        let law = self.state.law();
        if law.allows(self.state.phase, deed, self.state.active == player) {
            return Ok(());
        }
        let accepted = match law.phase_of(deed) {
            Some((phase, true, true)) => say!("the {} phase", phase.title()),
            Some((phase, true, false)) => say!("{}'s {} phase", player, phase),
            Some((phase, false, _)) => say!("{}'s {} phase", player.opponent(), phase),
            None => say!("nothing: no phase of this pack has `{}`", deed.as_str()),
        };
        self.soft(RefusalCode::OtherPhase, say!("{}; this is {}", what.into(), self.moment()), accepted)
    }

    /// Whether what a unit did this turn forbids it something else.
    pub(super) fn after_forbids(&self, unit: &Unit, deed: Deed) -> bool {
        let forbids = |done| self.state.law().forbids(done, deed, |word| unit.has_keyword(word));
        // Assault weapons are shot all the same; that no others are says the table of ranged attacks.
        let assaults = deed == Deed::Shoot && self.state.is_under_law(2) && unit.has_assault_weapons();
        (unit.acts.advanced && !assaults && forbids(AfterDeed::Advance))
            || (unit.acts.fell_back && forbids(AfterDeed::FallBack))
            || (unit.acts.ran && forbids(AfterDeed::Run))
            || (unit.acts.started_action && forbids(AfterDeed::Action))
            || (unit.acts.shot_in_phase == self.state.phase_count && forbids(AfterDeed::Shoot))
    }

    /// Refuses what a unit on the ground does not do, and what a Stratagem forbids its unit for the rest of the turn.
    pub(super) fn is_free_to(&self, deed: Deed, unit: &Unit) -> Result<(), Refusal> {
        let reacts = [Deed::Fight, Deed::PileIn, Deed::Consolidate, Deed::FallBack];
        self.acts(
            unit.grounded_in.is_some() && !reacts.contains(&deed),
            || say!("{} has gone to ground", unit.title()),
            "wait until its player's next turn is over",
        )?;
        self.acts(
            unit.acts.forbidden.contains(&deed),
            || say!("{} does nothing else this turn after the Stratagem that was used on it", unit.title()),
            "another unit",
        )
    }

    /// Where the battle is, in words.
    pub(super) fn moment(&self) -> Sentence {
        let State { phase, round, active, .. } = self.state;
        say!("the {} phase of {} in round {}", phase, active, round)
    }

    /// The same of who shoots or fights: destroyed models do so once more where a rule that is named lets them.
    ///
    /// # Source
    /// 000:213, 426.
    pub(super) fn on_battlefield_or_falling(&self, unit: &Unit) -> Result<(), Refusal> {
        let now = (self.state.round, self.state.active);
        let this_turn = || self.state.destructions.iter().rev().take_while(|one| (one.round, one.turn) == now);
        let fell = self.state.is_under_law(2)
            && unit.whereabouts == Whereabouts::Destroyed
            && this_turn().any(|one| one.unit_destroyed && self.state.unit_at(one.unit).id == unit.id);
        if !fell {
            return self.on_battlefield(unit);
        }
        self.soft(
            RefusalCode::NotAble,
            say!("{} has been destroyed", unit.title()),
            "a unit on the battlefield, or the rule by which destroyed models act once more",
        )
    }

    /// Refuses a unit that is not on the battlefield.
    pub(super) fn on_battlefield(&self, unit: &Unit) -> Result<(), Refusal> {
        if unit.is_on_battlefield() {
            return Ok(());
        }
        if let Whereabouts::Attached(whole) = unit.whereabouts {
            let whole = self.state.unit_at(whole);
            return refuse(
                RefusalCode::UnitState,
                say!("{} leads {}: the two are one unit", unit.title(), whole.title()),
                say!("`{}` in place of `{}`", typed(&whole.id), typed(&unit.id)),
            );
        }
        refuse(
            RefusalCode::UnitState,
            say!("{} is not on the battlefield, but {}", unit.title(), status_in_words(unit)),
            "a unit on the battlefield",
        )
    }

    /// Refuses what the unit did this turn forbids, unless the record names a rule that allows it.
    pub(super) fn acts(
        &self,
        forbidden: bool,
        message: impl FnOnce() -> Sentence,
        accepted: impl Into<Sentence>,
    ) -> Result<(), Refusal> {
        if !forbidden {
            return Ok(());
        }
        self.soft(RefusalCode::UnitActed, message(), accepted)
    }
}

pub(super) fn status_in_words(unit: &Unit) -> &'static str {
    use crate::terms::UnitStatus;
    match unit.status() {
        UnitStatus::Battlefield => "on the battlefield",
        UnitStatus::Embarked => "embarked",
        UnitStatus::Attached => "attached to another unit",
        UnitStatus::Undeployed => "not set up yet",
        UnitStatus::Reserves => "in reserve",
        UnitStatus::Elsewhere => "set up elsewhere",
        UnitStatus::Destroyed => "destroyed",
        UnitStatus::Removed => "taken off",
    }
}

impl Desk<'_> {
    /// How a test is taken under the ruleset of this battle.
    pub(super) fn law_of(&self, test: TestName) -> Option<&TestRow> {
        self.state.law().test(test)
    }

    /// As many dice as the ruleset says; any number where it does not say how the test is taken.
    pub(super) fn test_dice(&self, test: TestName, what: &str, roll: &[Face]) -> Result<(), Refusal> {
        self.law_of(test).map_or(Ok(()), |law| dice(what, roll, law.dice.get().unsigned_abs() as usize))
    }
}

/// Refuses a number of dice other than the one that the rules roll.
pub(super) fn dice(what: &str, roll: &[Face], count: usize) -> Result<(), Refusal> {
    if roll.len() == count {
        return Ok(());
    }
    refuse(RefusalCode::BadValue, say!("{} with {} dice", what, roll.len()), say!("{} dice, each 1 to 6", count))
}

/// So many models, in words: `1 model`, `3 models`.
pub(super) fn models(count: impl Into<i64>) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { "model" } else { "models" })
}

/// A word behind `a` or `an`.
fn with_article(word: &str) -> String {
    let article = if word.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {word}")
}

pub(super) fn sum(roll: &[Face]) -> i32 {
    roll.iter().map(|face| face.get()).sum()
}
