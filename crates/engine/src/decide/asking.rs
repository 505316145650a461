//! Attacks whose dice are thrown at the table, step after step: what comes next, and the answer put where it belongs.

use std::borrow::Cow;

use adjutant_attack::{
    Aim, Batch, Characteristic, Facts, Fault, FaultKind, HitCause, Prompt, SaveKind, Saves, Sequence, Step, Target,
    Thrower, as_printed, known_hit, next, shots,
};
use adjutant_core::ids::{Name, UnitId};
use adjutant_core::say;
use adjutant_core::sentence::typed;
use adjutant_core::side::Player;

use super::attacks::{Fallen, Manner, mixed, told, uncounted};
use super::desk::{Desk, refuse};
use crate::command::{Attack, Attacks, Command, Said};
use crate::facts;
use crate::law::Law;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::{State, Unit};
use crate::terms::AreaName;

/// The dice that come next in a `shoot` or `fight`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextDice {
    /// Which attack of the record, counted from 0.
    pub attack: usize,
    /// The unit attacked.
    pub target: UnitId,
    /// The weapon.
    pub weapon: Option<Name>,
    /// Who throws them.
    pub by: Player,
    /// The step, how many dice, and what they must show.
    pub prompt: Prompt,
}

/// What comes next in a `shoot` or `fight` whose sequences are complete only in part; `None` where nothing is missing.
///
/// Fill it with [`answer`] and ask again, until the command can be recorded. A sequence without any dice begins with its
/// number of attacks: `attacks` of 0 stands for a question.
///
/// # Errors
/// Units that are not there, a pack without dice, attacks of which some have dice and others not, or whatever is wrong
/// with the dice so far.
pub fn next_dice(state: &State, said: &Said, command: &Command) -> Result<Option<NextDice>, Refusal> {
    let Some((attacks, manner)) = attacks_of(command) else { return Ok(None) };
    let desk = Desk::of(state, said.by, said.under.as_ref(), Vec::new());
    desk.next_dice(attacks, manner)?.map_or(Ok(None), |asked| asked.map(Some).map_err(|(refusal, _)| refusal))
}

/// The command with an answer to what came next, and how many of its saves at the end count no more: the unit is gone, or
/// the next wound goes to models of another group.
///
/// # Errors
/// As [`next_dice`]; an answer to attacks that are complete; dice that the step does not take.
pub fn answer(state: &State, said: &Said, command: &Command, answer: Saves) -> Result<(Command, usize), Refusal> {
    let Some(asked) = next_dice(state, said, command)? else {
        return refuse(RefusalCode::BadValue, "these attacks are complete", "the record itself");
    };
    let mut command = command.clone();
    let mut answer = answer;
    if let (Step::Save, Some(offered)) = (asked.prompt.step, &asked.prompt.save)
        && open_save(&command, asked.attack).is_none()
        && answer.needs.is_none()
        && answer.with.is_none()
        && answer.add.is_empty()
    {
        answer = Saves { needs: offered.needs, with: offered.with, add: offered.add.clone(), ..answer };
    }
    let thrown = answer.roll.len();
    let desk = Desk::of(state, said.by, said.under.as_ref(), Vec::new());
    let before = command.clone();
    let facts = desk.facts_of(&before, asked.attack);
    for unused in 0..=thrown {
        command.clone_from(&before);
        let mut kept = answer.clone();
        kept.roll.truncate(thrown - unused);
        let left = i32::try_from(thrown - unused).unwrap_or(i32::MAX);
        kept.rerolls.retain(|die, _| die.get() < left);
        let Some(sequence) = sequence_of(&mut command, asked.attack) else { break };
        // Moves and terrain change hit rolls where nobody has said anything about them.
        let untold = sequence.hit.is_none() && kept.needs.is_none() && kept.add.is_empty() && desk.under.is_none();
        if let (Step::Hit, true, Some(hit)) = (asked.prompt.step, untold, facts.as_ref().and_then(known_hit)) {
            kept.add = hit.add;
        }
        if let (Step::Damage, Some(facts)) = (asked.prompt.step, &facts) {
            *sequence = as_printed(desk.dice_law()?, &Target::default(), sequence, facts, true).into_owned();
        }
        sequence.answer(asked.prompt.step, kept);
        let Some((attacks, manner)) = attacks_of(&command) else { break };
        match desk.next_dice(attacks, manner)? {
            Some(Err((_, fault))) if unused < thrown && counts_no_more(&fault, asked.prompt.step) => {}
            Some(Err((refusal, _))) => return Err(refusal),
            _ => return Ok((command, unused)),
        }
    }
    refuse(
        RefusalCode::DiceDoNotAddUp,
        say!("none of these {} dice can be taken here", thrown),
        say!("next: {}", typed(&asked.prompt)),
    )
}

/// Whether the last die of an answer is one too many.
fn counts_no_more(fault: &Fault, step: Step) -> bool {
    let spare = matches!(
        fault.kind,
        FaultKind::ExtraDice
            | FaultKind::IgnoredTwice
            | FaultKind::UnknownGroup
            | FaultKind::WrongModel
            | FaultKind::NoSaveAllowed
    );
    spare && fault.step == step && matches!(step, Step::Save | Step::Ignore)
}

fn attacks_of(command: &Command) -> Option<(&Attacks, Manner)> {
    match command {
        Command::Shoot(attacks) => Some((attacks, Manner::Shooting)),
        Command::Fight(attacks) => Some((attacks, Manner::Fighting)),
        _ => None,
    }
}

fn sequence_of(command: &mut Command, attack: usize) -> Option<&mut Sequence> {
    let (Command::Shoot(attacks) | Command::Fight(attacks)) = command else { return None };
    attacks.attacks.get_mut(attack)?.sequence.as_deref_mut()
}

fn open_save(command: &Command, attack: usize) -> Option<&Saves> {
    let (Command::Shoot(attacks) | Command::Fight(attacks)) = command else { return None };
    attacks.attacks.get(attack)?.sequence.as_deref()?.save.last()
}

impl Desk<'_> {
    /// What is asked of the attacks on one target, which stand at these places of the record.
    pub(super) fn asked(
        &self,
        (attacker, manner): (&Unit, Manner),
        target: &Unit,
        places: &[usize],
        attacks: &Attacks,
        mut prompt: Prompt,
    ) -> NextDice {
        let place = places[prompt.batch];
        let said = attacks.attacks[place].sequence.as_deref();
        let by = match prompt.by {
            Thrower::Attacker => attacker.player,
            Thrower::Target => target.player,
        };
        prompt.because = self.because((attacker, manner), target, &attacks.attacks[place], said, &prompt);
        let weapon = attacks.attacks[place].weapon.clone();
        NextDice { attack: place, target: target.id.clone(), weapon, by, prompt }
    }

    /// Why moves or terrain change what is asked for, where they do.
    fn because(
        &self,
        (attacker, manner): (&Unit, Manner),
        target: &Unit,
        attack: &Attack,
        said: Option<&Sequence>,
        prompt: &Prompt,
    ) -> Option<String> {
        let shelter = || facts::cover::shelter(self.state, attacker, target, manner.into());
        let from = |piece: Option<AreaName>| piece.map_or(String::new(), |piece| format!(" from {piece}"));
        match (prompt.step, &prompt.save) {
            (Step::Save, Some(saves)) => {
                let cover = saves.add.iter().find(|(_, why)| !why.as_str().eq_ignore_ascii_case("AP"));
                let what = cover.map(|(by, why)| format!("{by:+} {why}"));
                let what = what.or((saves.with == Some(SaveKind::Cover)).then(|| "cover".to_owned()))?;
                Some(what + &from(shelter().piece))
            }
            (Step::Hit, _) if prompt.aim != Aim::Ask && said.is_some_and(|sequence| sequence.hit.is_none()) => {
                let facts = self.judged_facts(self.dice_law().ok()?, attacker, manner, target, attack);
                let told = |(cause, by): (HitCause, i32)| {
                    let piece = if cause == HitCause::Dense { shelter().dense } else { None };
                    format!("{by:+} {}{}", cause.why(), from(piece))
                };
                let told = facts.hits.given().map(told);
                let told: Vec<String> = skill_when_hurt(attacker, manner).into_iter().chain(told).collect();
                (!told.is_empty() && self.under.is_none()).then(|| told.join(", "))
            }
            _ => None,
        }
    }

    /// What the datasheets say about one of the attacks.
    fn facts_of(&self, command: &Command, attack: usize) -> Option<Facts> {
        let (attacks, manner) = attacks_of(command)?;
        let (attack, (_, attacker)) = (attacks.attacks.get(attack)?, self.own_unit(&attacks.unit).ok()?);
        let (_, target) = self.unit(&attack.target).ok()?;
        Some(self.judged_facts(self.dice_law().ok()?, attacker, manner, target, attack))
    }

    /// What comes next, target after target; the fault beside the refusal where the dice so far are wrong.
    #[expect(clippy::type_complexity, reason = "what comes next, or why not")]
    fn next_dice(
        &self,
        attacks: &Attacks,
        manner: Manner,
    ) -> Result<Option<Result<NextDice, (Refusal, Fault)>>, Refusal> {
        let (_, attacker) = self.own_unit(&attacks.unit)?;
        for target in self.by_target(&attacks.attacks) {
            let (unit, places) = target?;
            let all: Vec<&Attack> = places.iter().map(|place| &attacks.attacks[*place]).collect();
            let sequences: Vec<&Sequence> = all.iter().filter_map(|attack| attack.sequence.as_deref()).collect();
            if sequences.is_empty() {
                continue;
            }
            if sequences.len() < all.len() {
                return Err(mixed());
            }
            let law = self.dice_law()?;
            let facts: Vec<Facts> =
                all.iter().map(|attack| self.judged_facts(law, attacker, manner, unit, attack)).collect();
            let trust = self.under.is_some();
            let target = Fallen::of(unit, self.state.phase_count).target(unit, self.numbers());
            let printed = |(sequence, facts)| as_printed(law, &target, sequence, facts, trust);
            let complete: Vec<Cow<'_, Sequence>> = sequences.iter().copied().zip(&facts).map(printed).collect();
            let batches: Vec<Batch<'_>> =
                complete.iter().zip(&facts).map(|(sequence, facts)| Batch { sequence, facts: *facts, trust }).collect();
            let asked = |prompt: Prompt| self.asked((attacker, manner), unit, &places, attacks, prompt);
            if let Some(batch) = sequences.iter().position(|sequence| uncounted(sequence)) {
                let number = number_of_attacks(self.state.law(), attacker, manner, all[batch].weapon.as_ref());
                return Ok(Some(Ok(asked(Prompt::how_many(batch, number)))));
            }
            match next(law, &target, &batches) {
                Ok(None) => {}
                Ok(Some(prompt)) => return Ok(Some(Ok(asked(prompt)))),
                Err(fault) => {
                    let refusal = Refusal::new(RefusalCode::DiceDoNotAddUp, told(unit, &all, &fault), fault.hint());
                    return Ok(Some(Err((refusal, fault))));
                }
            }
        }
        Ok(None)
    }
}

/// The skill of the one model of a unit, in words, where its wounds make it another one.
fn skill_when_hurt(attacker: &Unit, manner: Manner) -> Option<String> {
    let (only, row) = attacker.hurt_model()?;
    let skill = match manner {
        Manner::Shooting => row.ballistic_skill?,
        Manner::Fighting => row.weapon_skill?,
    };
    Some(format!("{skill}+ with {} wounds left", only.wounds.saturating_sub(only.hurt)))
}

/// How many attacks all models that are left make with a weapon, where the list says so in plain numbers.
///
/// # Source
/// 001:2026-2028, 2322.
fn number_of_attacks(law: &Law, attacker: &Unit, manner: Manner, weapon: Option<&Name>) -> Option<usize> {
    let mut attacks = 0;
    for group in attacker.groups.iter().filter(|group| group.models > 0) {
        let each = match (manner, weapon) {
            (Manner::Fighting, _) => {
                attacker.now(law.numbers(), Characteristic::Attacks, group.printed_now(Characteristic::Attacks)?)
            }
            (Manner::Shooting, Some(name)) => {
                let borne = group.printed.weapons.iter().find(|weapon| weapon.is_called(name));
                let Some(weapon) = borne else { continue };
                law.shots.as_ref().filter(|row| row.counts)?;
                let number = shots(weapon.kind.as_ref()?.as_str())?;
                if number.dice > 0 || weapon.count.is_some_and(|count| count.get() != group.printed.count.get()) {
                    return None;
                }
                number.most()
            }
            (Manner::Shooting, None) => return None,
        };
        attacks += usize::try_from(group.models).ok()? * usize::try_from(each).ok()?;
    }
    Some(attacks).filter(|attacks| *attacks > 0)
}
