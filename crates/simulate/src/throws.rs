//! Attacks of a simulated match with every die, thrown as a machine throws them.

use adjutant_engine::attack::{Amount, Attacks as Number, Damage, Roll, RolledDamage, Saves, Sequence, Step};
use adjutant_engine::command::{Command, Said};
use adjutant_engine::decide::{Unthrown, throw};
use adjutant_engine::numbers::{Face, Whole};
use adjutant_engine::side::By;

use crate::simulation::Simulation;
use crate::stream::Stream;

/// Most answers that an attack asks for before its first die.
const ANSWERS_MAX: usize = 8;

impl Simulation<'_> {
    /// Records attacks: with dice where the plan throws them and the rules take them so, otherwise as they are stated.
    pub(crate) fn attack(&mut self, by: By, command: Command) -> bool {
        let thrown = if self.plan.throws { self.thrown(by, &command) } else { None };
        thrown.is_some_and(|thrown| self.attempt(by, thrown)) || self.attempt(by, command)
    }

    fn thrown(&mut self, by: By, command: &Command) -> Option<Command> {
        let mut asked = command.clone();
        let attacks = attacks_of(&mut asked)?;
        for attack in attacks {
            (attack.destroyed, attack.wounds) = (None, None);
            attack.sequence = Some(Box::new(sequence(&mut self.streams.throws)));
        }
        let said = Said::from(by);
        for _ in 0..ANSWERS_MAX {
            // Tried with dice that reach every step, so that what each needs is said before the first true one.
            let tried = throw(self.game.state(), &said, &asked, &mut |_, step, _| {
                let saves = matches!(step, Step::Save | Step::Ignore);
                face(if saves { 1 } else { 6 })
            });
            match tried {
                Ok(_) => break,
                Err(Unthrown::Asks(next, _)) => {
                    let attack = attacks_of(&mut asked)?.get_mut(next.attack)?;
                    answer(&mut self.streams.throws, attack.sequence.as_deref_mut()?, next.prompt.step)?;
                }
                Err(Unthrown::Refused(_)) => return None,
            }
        }
        let stream = &mut self.streams.throws;
        throw(self.game.state(), &said, &asked, &mut |_, _, _| face(stream.below(6).cast_signed() + 1)).ok()
    }
}

fn attacks_of(command: &mut Command) -> Option<&mut Vec<adjutant_engine::command::Attack>> {
    match command {
        Command::Shoot(attacks) | Command::Fight(attacks) => Some(&mut attacks.attacks),
        _ => None,
    }
}

/// A die.
fn face(shows: i32) -> Face {
    Face::new(shows).unwrap_or_else(|| unreachable!("a die has six faces"))
}

/// Some attacks of which nothing else is said.
fn sequence(stream: &mut Stream) -> Sequence {
    let number = Whole::new(2 + stream.below(11).cast_signed()).map(Number::Number);
    let mut sequence = Sequence::of(number.unwrap_or_else(|| unreachable!("a few attacks")));
    if stream.chance(25) {
        let each = Amount { dice: 1, thirds: true, times: 1, plus: 0 };
        sequence.damage = Some(Damage::Rolled(RolledDamage { each, ..RolledDamage::default() }));
    }
    sequence
}

/// What a step needs, where nothing else tells.
fn answer(stream: &mut Stream, sequence: &mut Sequence, step: Step) -> Option<()> {
    let needs = Whole::new(3 + stream.below(3).cast_signed());
    match step {
        Step::Hit => sequence.hit = Some(Roll { needs, ..Roll::default() }),
        Step::Wound => sequence.wound = Some(Roll { needs, ..Roll::default() }),
        Step::Save => sequence.save = vec![Saves { needs, ..Saves::default() }],
        Step::Damage => sequence.damage = Whole::new(1).map(Damage::Number),
        Step::Attacks | Step::Ignore | Step::Mortal => return None,
    }
    Some(())
}
