//! All rules about what may be recorded: a command becomes events, or is refused with one reason.
//!
//! Checks run in the order of [`RefusalCode`]: is a match open, is this its time, may this person say it, does
//! everything named exist, are the numbers possible, is it the moment, was it done already, is the unit able, do the
//! facts agree, can it be paid.
//!
//! A check of how units move, shoot, charge, fight, cast, deny, arrive and ride, and of what Stratagems cost and when,
//! is made with `Desk::soft`: where the record names a rule of the army's own, the judgement goes on behind it.
//! Everything else is refused with `refuse`.

mod actions;
mod asking;
mod attacks;
mod battle;
mod cards;
mod casualties;
mod claims;
mod conduct;
mod drawn;
mod effects;
mod ending;
mod leaders;
mod markers;
mod mission;
mod morale;
mod movement;
mod placing;
pub use placing::{due_objectives, placer};
mod positions;
mod psychic;
mod rerolls;
mod reserves;
mod resources;
mod scoring;
pub(crate) mod secondaries;
mod secrets;
pub use secrets::digest;
pub(crate) mod setup;
mod shock;
mod splitting;
mod tests;
mod vehicles;

pub use asking::{NextDice, answer, next_dice};
pub use attacks::throw;
pub use drawn::purpose_in;

use std::cell::RefCell;

use morale::MoraleTest;
use psychic::PsychicTest;

use crate::command::Command;
use crate::dice::Dice;
use crate::event::Event;
use crate::ids::{MarkerId, Name, UnitId};
use crate::index::{GroupIndex, MarkerIndex, UnitIndex};
use crate::kind::{Kind, When};
use crate::numbers::Face;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{AfterDeed, Deed, Packs, TestName, TestRow, UnitKind};
use crate::side::{By, Player, Said};
use crate::state::{State, Unit, Whereabouts};
use crate::view::Status;

/// The events of a command, or why it is refused.
pub type Decision = Result<Vec<Event>, Refusal>;

/// Judges a command against the state. Retractions and amendments are judged by the fold, which knows the records.
///
/// # Errors
/// The first refusal in the order of [`RefusalCode`].
pub fn decide(state: &State, packs: &Packs, said: &Said, command: &Command) -> Decision {
    let kind = command.kind();
    in_time(state, kind)?;
    may_say(said.by, kind)?;
    if let Some(drawn) = said.drawn {
        drawn::fits(state, drawn, command)?;
    }
    let desk = Desk { state, by: said.by, under: said.under.as_ref(), passed: RefCell::default() };
    let events = desk.judge(packs, command)?;
    Ok(desk.noting_the_rule(events))
}

impl Desk<'_> {
    fn judge(&self, packs: &Packs, command: &Command) -> Decision {
        let at = self;
        rerolls::fit(command)?;
        match command {
            Command::Open(open) => setup::open(packs, open),
            Command::Roster { player, roster } => at.roster(*player, roster),
            Command::Mission { mission, d33, rolled, rules_hash } => {
                at.mission(packs, mission, (*d33, rolled), *rules_hash)
            }
            Command::Commit { what, digest } => at.commit(*what, *digest),
            Command::Reveal { what, salt, value } => at.reveal(*what, salt, value),
            Command::Secondaries(choice) => at.secondaries_openly(&choice.choose),
            Command::Mark { objective, models } => at.mark(objective, models),
            Command::RollOff { purpose, dice } => setup::roll_off(purpose, dice),
            Command::Roll { purpose, roll, rerolled } => at.roll(purpose, roll, rerolled.as_deref()),
            Command::Order { moment, sequence } => at.order(moment, sequence),
            Command::Clock { .. } | Command::Note { .. } => Ok(Vec::new()),
            Command::Roles { attacker } => at.roles(*attacker),
            Command::Zone { zone, layout } => at.zone(*zone, *layout),
            Command::Marker(change) => at.marker_openly(change),
            Command::Attach { leader, to } => at.attach(leader, to),
            Command::Reserves(reserves) => at.reserves_openly(reserves),
            Command::Deploy { unit, at: place, oversize } => at.deploy(unit, place.as_ref(), *oversize == Some(true)),
            Command::FirstTurn { player } => at.first_turn(*player),
            Command::Begin {} => at.begin(),
            Command::EndPhase { phase } => at.end_phase(*phase),
            Command::EndTurn {} => at.end_turn(),
            Command::Move { unit, kind, at: place, roll, .. } => {
                at.move_unit(unit, *kind, place.as_ref(), roll.as_deref())
            }
            Command::Place { unit, at: place, counts } => at.place(unit, place, counts.as_ref()),
            Command::Arrive { unit, at: place, oversize } => at.arrive(unit, place.as_ref(), *oversize == Some(true)),
            Command::Embark { unit, transport } => at.embark(unit, transport),
            Command::Disembark { unit, at: place } => at.disembark(unit, place.as_ref()),
            Command::Shoot(attacks) => at.shoot(attacks),
            Command::Fight(attacks) => at.fight(attacks),
            Command::Charge { unit, targets, roll, made, .. } => at.charge(unit, targets, roll, *made),
            Command::Cast { unit, power, warp_charge, roll, modifiers, deny, perils, .. } => {
                let (deny, perils) = (deny.as_ref(), perils.as_ref());
                at.cast(unit, power, *warp_charge, &PsychicTest { roll, modifiers, deny, perils })
            }
            Command::PsychicAction { unit, action, roll, modifiers, deny, perils, .. } => {
                let (deny, perils) = (deny.as_ref(), perils.as_ref());
                at.psychic_action(unit, action, &PsychicTest { roll, modifiers, deny, perils })
            }
            Command::Morale { unit, roll, modifier, attrition, fled, .. } => {
                let (attrition, fled) = (attrition.as_ref(), fled.as_ref());
                at.morale(unit, &MoraleTest { roll, modifier: *modifier, attrition, fled })
            }
            Command::Test { unit, of, roll, modifier, passed, destroyed, .. } => {
                let destroyed = destroyed.as_ref();
                at.test(unit, *of, &tests::UnitTest { roll, modifier: *modifier, passed: *passed, destroyed })
            }
            Command::ReserveRoll { unit, roll, .. } => at.reserve_roll(unit, roll),
            Command::Damage { unit, result, hit } => at.damage(unit, *result, hit.as_deref()),
            Command::Sweep { unit, target, roll, caught } => at.sweep(unit, target, roll, *caught),
            Command::Casualties { unit, models, wounds, group, cause } => {
                at.casualties(unit, *models, *wounds, group.as_ref(), cause.as_ref())
            }
            Command::Restore { unit, models, wounds, group, at: place } => {
                at.restore(unit, (*models, *wounds), group.as_ref(), place.as_ref())
            }
            Command::AddUnit { player, unit, at: place } => at.add_unit(*player, unit, place.as_ref()),
            Command::Split { unit, into } => at.split(unit, into),
            Command::Merge { units, id } => at.merge(units, id),
            Command::Remove { unit, to } => at.remove(unit, *to),
            Command::StartAction { unit, action, marker, spot } => {
                at.start_action(unit, action, marker.as_ref(), *spot)
            }
            Command::FailAction { unit, .. } => at.fail_action(unit),
            Command::Stratagem { name, cp, unit } => at.stratagem(name, cp.get(), unit.as_ref()),
            Command::Effect(effect) => at.effect(effect),
            Command::Card(cards) => at.card(cards),
            Command::Cp { change, exempt, .. } => at.cp(change.get(), exempt.is_some()),
            Command::Control { holds, keeps } => at.control(holds, keeps),
            Command::Score { player, objective, vp, passed, why } => {
                at.score(*player, objective, vp.get(), *passed, why.as_ref())
            }
            Command::BattleReady { player, ready } => at.battle_ready(*player, *ready),
            Command::Concede {} => at.concede(),
            Command::AgreeEnd {} => at.agree_end(),
            Command::End {} => at.end(),
            Command::Ruling(ruling) => at.ruling(ruling),
            Command::Sign { player, head, .. } => at.sign(*player, *head),
            Command::Unseal { seed } => drawn::unseal(at.state, *seed),
            // The fold judges them: it knows the records.
            Command::Retract { .. } | Command::Amend(_) => Ok(Vec::new()),
        }
    }

    /// The events, after the rule that the record names and what it passed.
    fn noting_the_rule(self, mut events: Vec<Event>) -> Vec<Event> {
        if let Some(under) = self.under {
            let (under, passed) = (under.clone(), self.passed.into_inner());
            events.insert(0, Event::RuleNamed { by: self.by, under, passed });
        }
        events
    }
}

/// One command before one state, who says it, and under which rule.
struct Desk<'a> {
    state: &'a State,
    by: By,
    under: Option<&'a Name>,
    /// The soft refusals that the rule has passed so far.
    passed: RefCell<Vec<RefusalCode>>,
}

fn refuse<T>(code: RefusalCode, message: impl Into<String>, accepted: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, message, accepted))
}

/// Whether it is the time of this kind of command, as the table of commands says.
fn in_time(state: &State, kind: Kind) -> Result<(), Refusal> {
    let (name, when) = (kind.name(), kind.when());
    let is_open = when == When::Opening;
    if state.open.is_none() && !is_open {
        return refuse(RefusalCode::NotOpen, format!("`{name}` before `open`"), "the first record of a log is `open`");
    }
    if state.open.is_some() && is_open {
        return refuse(RefusalCode::AlreadyOpen, "this match is open already", "open a new match under another id");
    }
    if state.status == Status::Ended && !when.after_end() {
        return refuse(
            RefusalCode::Ended,
            format!("`{name}` after the battle has ended"),
            "claims, `battle-ready`, `ruling`, `unseal`, `sign`, `note`, `retract`, `amend`",
        );
    }
    if when == When::Setup && state.status != Status::Setup {
        return refuse(
            RefusalCode::SetupOnly,
            format!("`{name}` belongs before the battle, which is in round {}", state.round),
            "what belongs to the battle; or take back the records from `begin` on",
        );
    }
    if state.length_asked && when.waits_for_length() {
        return refuse(
            RefusalCode::TooEarly,
            format!("`{name}` before a die has told whether another round is fought"),
            "`roll` for `length`, one die",
        );
    }
    if when.in_battle() && state.status == Status::Setup {
        return refuse(
            RefusalCode::BattleOnly,
            format!("`{name}`: the battle hasn't started"),
            "finish set-up, then record `begin`",
        );
    }
    Ok(())
}

/// Who may say what, where it does not depend on whose unit it is about.
fn may_say(by: By, kind: Kind) -> Result<(), Refusal> {
    let who = kind.who();
    if who.takes(by) {
        return Ok(());
    }
    let message = format!("`{by}` can't record `{}`", kind.name());
    refuse(RefusalCode::NotAllowedBy, message, format!("record it as {}", who.in_words()))
}

impl<'a> Desk<'a> {
    /// The player who speaks, where only one can.
    fn speaker(&self) -> Player {
        self.by.player().unwrap_or(self.state.active)
    }

    /// Refuses a player who speaks for the other.
    fn speaks_for(&self, player: Player) -> Result<(), Refusal> {
        match self.by.player() {
            Some(speaker) if speaker != player => refuse(
                RefusalCode::NotAllowedBy,
                format!("only player {player} can record this, not player {speaker}"),
                format!("player {player}, `both` or `judge`"),
            ),
            _ => Ok(()),
        }
    }

    /// A unit that the speaker may speak for.
    fn own_unit(&self, id: &UnitId) -> Result<(UnitIndex, &'a Unit), Refusal> {
        let (index, unit) = self.unit(id)?;
        self.speaks_for(unit.player)?;
        Ok((index, unit))
    }

    /// Any unit of the match.
    fn unit(&self, id: &UnitId) -> Result<(UnitIndex, &'a Unit), Refusal> {
        match self.state.unit(id) {
            Some(found) => Ok(found),
            None => refuse(RefusalCode::Unknown, format!("no unit `{id}` in this match"), self.unit_list()),
        }
    }

    fn unit_list(&self) -> String {
        let ids: Vec<&str> = self.state.unit_index.ids().collect();
        if ids.is_empty() {
            return "units of a `roster`; none is recorded".into();
        }
        format!("one of {}", ids.join(" "))
    }

    /// A marker of the mission, on the battlefield or not.
    fn known_marker(&self, id: &MarkerId) -> Result<MarkerIndex, Refusal> {
        match self.state.marker(id) {
            Some((index, _)) => Ok(index),
            None => {
                let ids: Vec<&str> = self.state.markers.iter().map(|m| m.id.as_str()).collect();
                let accepted =
                    if ids.is_empty() { "a mission first".into() } else { format!("one of {}", ids.join(" ")) };
                refuse(RefusalCode::Unknown, format!("no marker `{id}` in this mission"), accepted)
            }
        }
    }

    /// A group of a unit by name.
    fn group(&self, unit: &Unit, name: &Name) -> Result<GroupIndex, Refusal> {
        unit.group(name).map_or_else(
            || {
                let names: Vec<&str> = unit.groups.iter().map(|g| g.name.as_str()).collect();
                refuse(
                    RefusalCode::Unknown,
                    format!("no group `{name}` in {}", unit.title()),
                    format!("one of: {}", names.join(", ")),
                )
            },
            Ok,
        )
    }

    /// Refuses what the core rules forbid, unless the record names a rule that allows it.
    fn soft(&self, code: RefusalCode, message: impl Into<String>, accepted: impl Into<String>) -> Result<(), Refusal> {
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
    fn as_many(&self, what: &str, roll: &[Face], law: Option<Dice>) -> Result<(), Refusal> {
        law.map_or(Ok(()), |law| dice(what, roll, law.count() as usize))
    }

    /// Whether a unit is of a kind that the rules single out.
    fn is(&self, kind: UnitKind, unit: &Unit) -> bool {
        self.state.law().is(kind, unit)
    }

    /// Whether a deed belongs to this phase, for a unit of this player.
    fn may_do(&self, deed: Deed, player: Player, what: &str) -> Result<(), Refusal> {
        let law = self.state.law();
        if law.allows(self.state.phase, deed, self.state.active == player) {
            return Ok(());
        }
        let accepted = match law.phase_of(deed) {
            Some((phase, true, true)) => format!("the {} phase", phase.title()),
            Some((phase, true, false)) => format!("player {player}'s {phase} phase"),
            Some((phase, false, _)) => format!("player {}'s {phase} phase", player.opponent()),
            None => format!("nothing: no phase of this pack has `{}`", deed.as_str()),
        };
        self.soft(RefusalCode::OtherPhase, format!("{what}; this is {}", self.moment()), accepted)
    }

    /// Whether what a unit did this turn forbids it something else.
    fn after_forbids(&self, unit: &Unit, deed: Deed) -> bool {
        let law = self.state.law();
        (unit.acts.advanced && law.forbids(AfterDeed::Advance, deed, unit))
            || (unit.acts.fell_back && law.forbids(AfterDeed::FallBack, deed, unit))
            || (unit.acts.ran && law.forbids(AfterDeed::Run, deed, unit))
    }

    /// Refuses what a Stratagem forbids its unit for the rest of the turn.
    fn is_free_to(&self, deed: Deed, unit: &Unit) -> Result<(), Refusal> {
        self.acts(
            unit.acts.forbidden.contains(&deed),
            || format!("{} does nothing else this turn after the Stratagem that was used on it", unit.title()),
            "another unit",
        )
    }

    /// Where the battle is, in words.
    fn moment(&self) -> String {
        let State { phase, round, active, .. } = self.state;
        format!("the {phase} phase of player {active} in round {round}")
    }

    /// Refuses a unit that is not on the battlefield.
    fn on_battlefield(&self, unit: &Unit) -> Result<(), Refusal> {
        if unit.is_on_battlefield() {
            return Ok(());
        }
        if let Whereabouts::Attached(whole) = unit.whereabouts {
            let whole = self.state.unit_at(whole);
            return refuse(
                RefusalCode::UnitState,
                format!("{} leads {}: the two are one unit", unit.title(), whole.title()),
                format!("`{}` in place of `{}`", whole.id, unit.id),
            );
        }
        refuse(
            RefusalCode::UnitState,
            format!("{} is not on the battlefield, but {}", unit.title(), status_in_words(unit)),
            "a unit on the battlefield",
        )
    }

    /// Refuses what the unit did this turn forbids, unless the record names a rule that allows it.
    fn acts(&self, forbidden: bool, message: impl FnOnce() -> String, accepted: &str) -> Result<(), Refusal> {
        if !forbidden {
            return Ok(());
        }
        self.soft(RefusalCode::UnitActed, message(), accepted)
    }
}

fn status_in_words(unit: &Unit) -> &'static str {
    use crate::view::UnitStatus;
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

/// Refuses a number of dice other than the one that the rules roll.
impl Desk<'_> {
    /// How a test is taken under the ruleset of this battle.
    fn law_of(&self, test: TestName) -> Option<&TestRow> {
        self.state.law().test(test)
    }

    /// As many dice as the ruleset says; any number where it does not say how the test is taken.
    fn test_dice(&self, test: TestName, what: &str, roll: &[Face]) -> Result<(), Refusal> {
        self.law_of(test).map_or(Ok(()), |law| dice(what, roll, law.dice.get().unsigned_abs() as usize))
    }
}

fn dice(what: &str, roll: &[Face], count: usize) -> Result<(), Refusal> {
    if roll.len() == count {
        return Ok(());
    }
    refuse(RefusalCode::BadValue, format!("{what} with {} dice", roll.len()), format!("{count} dice, each 1 to 6"))
}

/// So many models, in words: `1 model`, `3 models`.
fn models(count: impl Into<i64>) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { "model" } else { "models" })
}

fn sum(roll: &[Face]) -> i32 {
    roll.iter().map(|face| face.get()).sum()
}
