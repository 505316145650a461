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
mod desk;
mod drawn;
mod effects;
mod ending;
mod leaders;
mod markers;
mod mission;
mod morale;
mod mortal;
mod movement;
mod moves;
pub(crate) mod picks;
mod placing;
mod positions;
mod prelude;
mod psychic;
mod rerolls;
mod reserves;
mod resources;
mod scoring;
pub(crate) mod secondaries;
mod secrets;
pub(crate) mod setup;
mod shock;
mod splitting;
mod terrain;
mod throwing;
mod unit_tests;
mod vehicles;
mod weighing;

use adjutant_core::say;
use adjutant_core::sentence::typed;
use adjutant_core::side::By;
use casualties::Loss;
use desk::{Desk, refuse};
use morale::MoraleTest;
use psychic::PsychicTest;

use crate::command::kind::{Kind, When};
use crate::command::{Command, Said};
use crate::event::Event;
use crate::law::Packs;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::State;
use crate::terms::Status;

pub(crate) use claims::claimed_late;

pub use asking::{NextDice, answer, next_dice};
pub(crate) use cards::off_the_top;
pub use cards::{cards_to_draw, deal};
pub use desk::Decision;
pub use drawn::purpose_in;
pub use placing::{due_objectives, placer};
pub use secrets::digest;
pub use throwing::{Unthrown, throw, trials};
pub use weighing::{AttackOdds, Elsewhere, Tested, Trial, Unweighed, attack_odds, trials_in};

/// Judges a command against the state. Retractions and amendments are judged by the fold, which knows the records.
///
/// # Errors
/// The first refusal in the order of [`RefusalCode`].
pub fn decide(state: &State, packs: &Packs, said: &Said, command: &Command) -> Decision {
    decide_in(Vec::new(), state, packs, said, command)
}

/// The same, in the room that the events of an earlier record have left.
pub(crate) fn decide_in(room: Vec<Event>, state: &State, packs: &Packs, said: &Said, command: &Command) -> Decision {
    let kind = command.kind();
    in_time(state, kind)?;
    may_say(said.by, kind)?;
    if let Some(drawn) = said.drawn {
        drawn::fits(state, drawn, command)?;
    }
    let desk = Desk::of(state, said.by, said.under.as_ref(), room);
    rerolls::fit(command)?;
    let events = desk.judge(packs, command)?;
    Ok(desk.noting_the_rule(events))
}

/// Whether it is the time of this kind of command, as the table of commands says.
fn in_time(state: &State, kind: Kind) -> Result<(), Refusal> {
    let (name, when) = (kind.name(), kind.when());
    let is_open = when == When::Opening;
    if state.open.is_none() && !is_open {
        return refuse(
            RefusalCode::NotOpen,
            say!("`{}` before `open`", typed(&name)),
            "the first record of a log is `open`",
        );
    }
    if state.open.is_some() && is_open {
        return refuse(RefusalCode::AlreadyOpen, "this match is open already", "open a new match under another id");
    }
    if state.status == Status::Ended && !when.after_end() {
        return refuse(
            RefusalCode::Ended,
            "the battle has ended",
            "claims, `battle-ready`, `ruling`, `unseal`, `sign`, `note`, `retract`, `amend`",
        );
    }
    let joins = kind == Kind::Attach && state.joins_in_battle();
    if when == When::Setup && state.status != Status::Setup && !joins {
        return refuse(
            RefusalCode::SetupOnly,
            say!("this belongs before the battle, which is in round {}", state.round),
            "what belongs to the battle; or take back the records from `begin` on",
        );
    }
    if state.length_asked && when.waits_for_length() {
        return refuse(
            RefusalCode::TooEarly,
            "a die has to tell first whether another round is fought",
            "`roll length` and the face of the die, such as `roll length 4`",
        );
    }
    if when.in_battle() && state.status == Status::Setup {
        return refuse(RefusalCode::BattleOnly, "the battle hasn't started", "finish set-up, then record `begin`");
    }
    Ok(())
}

/// Who may say what, where it does not depend on whose unit it is about.
fn may_say(by: By, kind: Kind) -> Result<(), Refusal> {
    let who = kind.who();
    if who.takes(by) {
        return Ok(());
    }
    let name = kind.name();
    let message = match by.player() {
        Some(player) => say!("{} can't record `{}` alone", player, typed(&name)),
        None => say!("`{}` can't record `{}`", typed(&by), typed(&name)),
    };
    refuse(RefusalCode::NotAllowedBy, message, say!("record it as {}", who.in_words()))
}

impl Desk<'_> {
    /// Retractions and amendments bring nothing here: the fold judges them, which knows the records.
    fn judge(&self, packs: &Packs, command: &Command) -> Decision {
        let at = self;
        match command {
            Command::Open(open) => setup::open(packs, open),
            Command::Roster { player, roster } => at.roster(*player, roster),
            Command::Mission { mission, d33, rolled, rules_hash } => {
                at.mission(packs, mission, (*d33, rolled.as_deref()), *rules_hash)
            }
            Command::Terrain(piece) => at.terrain(piece),
            Command::Commit { what, digest } => at.commit(*what, *digest),
            Command::Reveal { what, salt, value } => at.reveal(*what, salt, value),
            Command::Disposition { player, is } => at.disposition(*player, *is),
            Command::Secondaries(choice) => at.secondaries_openly(choice),
            Command::Mark { objective, models } => at.mark(objective, models),
            Command::RollOff { purpose, dice } => at.roll_off(purpose, dice),
            Command::Roll { purpose, roll, rerolled } => at.roll(purpose, roll, rerolled.as_deref()),
            Command::Order { moment, sequence } => at.order(moment, sequence),
            Command::Roles { attacker } => at.roles(*attacker),
            Command::Zone { zone, layout } => at.zone(*zone, *layout),
            Command::Marker(change) => at.marker_openly(change),
            Command::Attach { leader, to } => at.attach(leader, to),
            Command::Reserves(reserves) => at.reserves_openly(reserves),
            Command::Deploy { unit, .. } => at.set_up(unit, command),
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
                let (deny, perils) = (deny.as_deref(), perils.as_deref());
                at.cast(unit, power, *warp_charge, &PsychicTest { roll, modifiers, deny, perils })
            }
            Command::PsychicAction { unit, action, roll, modifiers, deny, perils, .. } => {
                let (deny, perils) = (deny.as_deref(), perils.as_deref());
                at.psychic_action(unit, action, &PsychicTest { roll, modifiers, deny, perils })
            }
            Command::Morale { unit, roll, modifier, attrition, fled, .. } => {
                let (attrition, fled) = (attrition.as_deref(), fled.as_ref());
                at.morale(unit, &MoraleTest { roll, modifier: *modifier, attrition, fled })
            }
            Command::Test { unit, of, roll, modifier, passed, destroyed, perils, .. } => {
                let (modifier, passed, destroyed, perils) = (*modifier, *passed, destroyed.as_ref(), perils.as_deref());
                at.test(unit, *of, &unit_tests::UnitTest { roll, modifier, passed, destroyed, perils })
            }
            Command::ReserveRoll { unit, roll, .. } => at.reserve_roll(unit, roll),
            Command::Damage { unit, result, hit } => at.damage(unit, *result, hit.as_deref()),
            Command::Sweep { unit, target, roll, caught } => at.sweep(unit, target, roll, *caught),
            Command::Casualties { unit, models, wounds, mortal, group, cause } => {
                at.casualties(unit, &Loss::of(*models, *wounds, mortal.as_deref(), group.as_ref(), cause.as_ref()))
            }
            Command::Restore { unit, models, wounds, group, at: place } => {
                at.restore(unit, (*models, *wounds), group.as_ref(), place.as_ref())
            }
            Command::AddUnit { player, unit, at: place } => at.add_unit(*player, unit, place.as_ref()),
            Command::Split { unit, into } => at.split(unit, into),
            Command::Merge { units, id } => at.merge(units, id),
            Command::Remove { unit, to } => at.remove(unit, *to),
            Command::StartAction { unit, action, marker, spot, aim } => {
                at.start_action(unit, action, (marker.as_ref(), *spot, aim.as_deref()))
            }
            Command::FailAction { unit, .. } => at.fail_action(unit),
            Command::Stratagem { name, cp, unit } => at.stratagem(name, cp.get(), unit.as_ref()),
            Command::Effect(effect) => at.effect(effect),
            Command::Card(cards) => at.card(cards),
            Command::Pick(picked) => at.pick(picked),
            Command::Cp { change, exempt, .. } => at.cp(change.get(), exempt.is_some()),
            Command::Control { holds, keeps } => at.control(holds, keeps),
            Command::Score { player, objective, vp, award, passed, why } => {
                at.score(*player, objective, (vp.get(), *award), *passed, why.as_ref())
            }
            Command::BattleReady { player, ready } => at.battle_ready(*player, *ready),
            Command::Concede {} => at.concede(),
            Command::AgreeEnd {} => at.agree_end(),
            Command::End {} => at.end(),
            Command::Ruling(ruling) => at.ruling(ruling),
            Command::Sign { player, head, key, .. } => at.sign(*player, *head, key.is_some()),
            Command::Unseal { seed } => drawn::unseal(at.state, *seed),
            Command::Law { law } => setup::law(at.state, law.get()),
            Command::Clock { .. } | Command::Note { .. } | Command::Retract { .. } | Command::Amend(_) => Ok(vec![]),
        }
    }

    /// The events, after the rule that the record names and what it passed.
    fn noting_the_rule(self, mut events: Vec<Event>) -> Vec<Event> {
        let Desk { by, under, passed, room, .. } = self;
        let mut room = room.into_inner();
        // Events that were listed elsewhere go into the room as well: else the next record would not find it again.
        if room.capacity() > 0 {
            room.append(&mut events);
            events = room;
        }
        if let Some(under) = under {
            events.insert(0, Event::RuleNamed { by, under: under.clone(), passed: passed.into_inner() });
        }
        events
    }
}
