//! Attacks whose dice a machine throws: every die that they ask for, and whether they could be refused once it lies.

use adjutant_attack::{
    Allocation, Attacks as Number, FaultKind, GroupIndex, Law, Saves, Sequence, Step, Stuck, Target, Throw, Volley,
    as_printed,
};
use adjutant_core::numbers::Face;
use adjutant_core::say;
use adjutant_core::sentence::typed;

use super::asking::NextDice;
use super::attacks::{Fallen, Manner, mixed, told};
use super::desk::{Desk, refuse};
use crate::command::{Attack, Attacks, Command, Said};
use crate::dice::faces_of;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::{State, Unit};

/// Throws the dice of `shoot` or `fight`, whose sequences say what each step needs and hold no face yet; `source` gives a
/// face for an attack of the record, counted from 0, and a step, and hears whether the die is rolled again.
///
/// # Errors
/// Units that are not there, a pack without dice, sequences that hold dice already, or a step that lacks what it needs.
pub fn throw(
    state: &State,
    said: &Said,
    command: &Command,
    source: &mut dyn FnMut(usize, Step, bool) -> Face,
) -> Result<Command, Unthrown> {
    let desk = Desk::of(state, said.by, said.under.as_ref(), Vec::new());
    match command {
        Command::Shoot(attacks) => desk.throw(attacks, Manner::Shooting, source).map(Command::Shoot),
        Command::Fight(attacks) => desk.throw(attacks, Manner::Fighting, source).map(Command::Fight),
        other => Err(Unthrown::from(Refusal::new(
            RefusalCode::BadValue,
            say!("`{}` has no dice of attacks", other.name()),
            "`shoot` or `fight` with what each step needs",
        ))),
    }
}

/// Why the dice of attacks cannot be thrown by a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unthrown {
    /// Somebody has to say something first, such as what a step needs; beside it the refusal without it.
    Asks(Box<NextDice>, Refusal),
    /// They are refused.
    Refused(Refusal),
}

impl From<Refusal> for Unthrown {
    fn from(refusal: Refusal) -> Unthrown {
        Unthrown::Refused(refusal)
    }
}

impl Unthrown {
    /// The refusal.
    pub fn refusal(self) -> Refusal {
        let (Unthrown::Asks(_, refusal) | Unthrown::Refused(refusal)) = self;
        refusal
    }
}

/// Faces of the attacker and of the target with which attacks are tried: each way of a die to hit and wound, with saves
/// that fail, and saves that hold.
const TRIED: [(i32, i32); 6] = [(6, 1), (5, 1), (4, 1), (3, 1), (2, 1), (6, 6)];

/// `shoot` or `fight` with dice that are tried and not thrown: with the best of faces, with worse ones, with saves that
/// hold. What is missing, or refused, shows before the first true face does: nobody learns from a refusal what the dice
/// would have been.
///
/// # Errors
/// As [`throw`].
pub fn trials(state: &State, said: &Said, command: &Command) -> Result<Vec<Command>, Unthrown> {
    let tried = TRIED.into_iter().map(|(own, theirs)| {
        throw(state, said, command, &mut |_, step, _| {
            let face = if matches!(step, Step::Save | Step::Ignore) { theirs } else { own };
            Face::new(face).unwrap_or_else(|| unreachable!("a face of a die"))
        })
    });
    tried.collect()
}

impl Desk<'_> {
    fn throw(
        &self,
        attacks: &Attacks,
        manner: Manner,
        source: &mut dyn FnMut(usize, Step, bool) -> Face,
    ) -> Result<Attacks, Unthrown> {
        let (_, attacker) = self.own_unit(&attacks.unit)?;
        let mut thrown = attacks.clone();
        for target in self.by_target(&attacks.attacks) {
            let (unit, places) = target?;
            self.throw_at((attacker, manner), unit, &places, &mut thrown, source)?;
        }
        Ok(thrown)
    }

    /// Throws the dice of the attacks on one target, which stand at these places.
    fn throw_at(
        &self,
        by: (&Unit, Manner),
        unit: &Unit,
        places: &[usize],
        thrown: &mut Attacks,
        source: &mut dyn FnMut(usize, Step, bool) -> Face,
    ) -> Result<(), Unthrown> {
        let law = self.dice_law()?;
        let attacks: Vec<Attack> = places.iter().map(|place| thrown.attacks[*place].clone()).collect();
        let attacks: Vec<&Attack> = attacks.iter().collect();
        let target = Fallen::of(unit, self.state.phase_count).target(unit, self.numbers());
        let mut volley = Volley {
            batches: Vec::new(),
            facts: attacks.iter().map(|attack| self.judged_facts(law, by.0, by.1, unit, attack)).collect(),
            saves: Vec::new(),
            trust: self.under.is_some(),
        };
        for (attack, facts) in attacks.iter().zip(&volley.facts) {
            let sequence = undrawn(attack.sequence.as_deref().ok_or_else(mixed)?)?;
            let sequence = as_printed(law, &target, &sequence, facts, volley.trust).into_owned();
            volley.saves.push(by_group(law, &sequence.save, &target));
            volley.batches.push(Sequence { save: Vec::new(), ..sequence });
        }
        let said = said_of_saves(law, &volley);
        let filled =
            volley.fill(law, &target, &mut |throw: Throw| source(places[throw.batch], throw.step, throw.again));
        let filled = filled.map_err(|stuck| {
            let (asked, fault) = match stuck {
                Stuck::Asks(prompt, fault) => (Some(self.asked(by, unit, places, thrown, *prompt)), fault),
                Stuck::Wrong(fault) => (None, fault),
            };
            let hint = match (&asked, fault.kind) {
                (Some(asked), _) => say!("say it with the dice: {}", typed(&asked.prompt)),
                (None, FaultKind::WhichGroup) => "`save 3+`, and `of GROUP` where the target mixes groups".into(),
                _ => fault.hint().into(),
            };
            let refusal = Refusal::new(RefusalCode::DiceDoNotAddUp, told(unit, &attacks, &fault), hint);
            asked.map_or_else(
                || Unthrown::from(refusal.clone()),
                |asked| Unthrown::Asks(Box::new(asked), refusal.clone()),
            )
        })?;
        for ((place, sequence), said) in places.iter().zip(filled).zip(said) {
            thrown.attacks[*place].sequence = Some(Box::new(with_saves(sequence, said)));
        }
        Ok(())
    }
}

/// Whether saves are those of the same models against the same wounds.
fn alike(one: &Saves, other: &Saves) -> bool {
    (&one.to, one.critical) == (&other.to, other.critical)
}

/// What was said of the saves of each batch. It is kept where no wound came to one: who judges the dice later needs it.
fn said_of_saves(law: &Law, volley: &Volley) -> Vec<Vec<Saves>> {
    let alone = volley.batches.len() == 1 || law.allocate != Allocation::SpreadEvenly;
    let thrown = |saves: &&Saves| alone && saves.none.is_none();
    volley.saves.iter().map(|saves| saves.iter().filter(thrown).map(Saves::without_dice).collect()).collect()
}

/// A sequence with what was said of saves that came to no die.
fn with_saves(mut sequence: Sequence, said: Vec<Saves>) -> Sequence {
    for said in said {
        if !sequence.save.iter().any(|saves| alike(saves, &said)) {
            sequence.save.push(said);
        }
    }
    sequence
}

/// A sequence as it is before its first die; refused where it holds dice, or no attacks.
fn undrawn(sequence: &Sequence) -> Result<Sequence, Refusal> {
    if Step::ALL.iter().any(|step| !faces_of(sequence, *step).0.is_empty()) {
        return refuse(
            RefusalCode::BadValue,
            "some dice of these attacks are typed, and all are to be drawn",
            "what each step needs, without faces",
        );
    }
    match &sequence.attacks {
        Number::Number(number) if number.get() == 0 => refuse(
            RefusalCode::BadValue,
            "nothing says how many attacks are made",
            "`attacks 10` or `attacks 2d6`, before `hit`",
        ),
        _ => Ok(sequence.clone()),
    }
}

/// What saves need, for each group in the order in which its models fall.
fn by_group(law: &Law, saves: &[Saves], target: &Target) -> Vec<Saves> {
    let falling = target.falling(law);
    if falling.len() < 2 {
        return saves.to_vec();
    }
    let each = |saves: &Saves| -> Vec<Saves> {
        match &saves.to {
            Some(_) => vec![saves.clone()],
            None => {
                let to = |group: &GroupIndex| Saves { to: Some(target.groups[*group].name.clone()), ..saves.clone() };
                falling.iter().map(to).collect()
            }
        }
    };
    saves.iter().flat_map(each).collect()
}
