//! What is typed and not recorded yet: lines of a verb, filled answer by answer, judged before they are recorded.

use adjutant_engine::command::{Amend, Attack, Attacks, Command, DiceRoll, Losses, Reading, Text};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{Name, UnitId};
use adjutant_engine::numbers::{Face, Whole};
use adjutant_engine::refusal::{Refusal, RefusalCode};
use adjutant_engine::rules::TestName;
use adjutant_engine::side::By;
use adjutant_engine::state::{State, Unit, Whereabouts};
use adjutant_present::{names, say, units};
use serde::{Deserialize, Serialize};

use crate::tray::verb::{Hit, Row, Slot, Target, Verb};
use crate::tray::wounds::{too_many_wounds, wounded, wounds_left};

/// A line that is typed and not recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// What it records.
    pub verb: Verb,
    /// The row chosen.
    pub row: Option<Row>,
    /// Which unit does it.
    pub unit: Option<UnitId>,
    /// Whom it is done to.
    pub hits: Vec<Hit>,
    /// Dice typed.
    pub dice: String,
    /// Whether it was made.
    pub made: Option<bool>,
    /// The record that it corrects.
    pub amends: Option<u64>,
}

/// What would become of a line now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Something is missing: what.
    Part(String),
    /// The group that loses the models is missing: which ones there are.
    Which(String),
    /// It cannot be recorded: why.
    Wrong(String),
    /// It is recorded as this.
    Complete(String),
}

impl Draft {
    /// An empty line.
    pub fn new(verb: Verb) -> Draft {
        Draft { verb, row: None, unit: None, hits: Vec::new(), dice: String::new(), made: None, amends: None }
    }

    /// What comes next.
    pub fn wants(&self, state: &State) -> Slot {
        let unit = || if self.unit.is_none() { Slot::Unit } else { Slot::Nothing };
        let whom = || if self.hits.is_empty() { Slot::Whom } else { Slot::Count };
        match self.verb {
            Verb::Losses | Verb::Wounds | Verb::Heal => whom(),
            Verb::Shoot | Verb::Fight if self.unit.is_some() => whom(),
            Verb::Shoot | Verb::Fight | Verb::Arrive => unit(),
            Verb::Act | Verb::Stratagem if self.row.is_some() => unit(),
            Verb::Act | Verb::Stratagem => Slot::Row,
            Verb::Move | Verb::Psychic if self.unit.is_none() => Slot::Unit,
            Verb::Move | Verb::Psychic if self.row.is_none() => Slot::Row,
            Verb::Move => Slot::Nothing,
            Verb::Psychic if matches!(self.row, Some(Row::Power(_, 0))) => Slot::Charge,
            Verb::Psychic if self.dice.len() < 2 => Slot::Dice(2),
            Verb::Psychic => Slot::Nothing,
            Verb::Charge if self.unit.is_none() => Slot::Unit,
            Verb::Charge if self.hits.is_empty() => Slot::Whom,
            Verb::Charge if self.dice.len() < 2 => Slot::Dice(2),
            Verb::Charge => Slot::Made,
            Verb::Morale if self.unit.is_none() => Slot::Unit,
            Verb::Morale if self.dice.is_empty() => Slot::Dice(1),
            Verb::Morale if !self.knows_leadership(state) && self.dice.len() < 3 => Slot::Fled,
            Verb::Morale => match self.attrition(state) {
                0 => Slot::Nothing,
                more => Slot::Dice(1 + more),
            },
            Verb::Shock if self.unit.is_none() => Slot::Unit,
            Verb::Shock if self.dice.len() < 2 => Slot::Dice(2),
            Verb::Shock if !self.knows_leadership(state) => Slot::Made,
            Verb::Shock => Slot::Nothing,
            Verb::Transport if self.unit.is_none() => Slot::Unit,
            Verb::Transport if self.hits.is_empty() && !self.leaves(state) => Slot::Whom,
            Verb::Transport => Slot::Nothing,
        }
    }

    /// Whether its unit sits in a transport, so that it leaves it.
    fn leaves(&self, state: &State) -> bool {
        let unit = self.unit.as_ref().and_then(|id| state.unit(id));
        unit.is_some_and(|(_, unit)| matches!(unit.whereabouts, Whereabouts::Embarked(_)))
    }

    /// Whether the list says the Leadership, so that the dice say what comes of a test.
    fn knows_leadership(&self, state: &State) -> bool {
        self.unit.as_ref().and_then(|id| state.unit(id)).is_some_and(|(_, unit)| unit.knows_leadership())
    }

    /// How many dice follow a Morale test that failed, one for each model that is left after the first has fled.
    fn attrition(&self, state: &State) -> usize {
        let unit = self.unit.as_ref().and_then(|id| state.unit(id)).map(|(_, unit)| unit);
        let (Some(unit), Some(law)) = (unit, state.law().test(TestName::Morale)) else { return 0 };
        let leadership = unit.highest_leadership(state.law().numbers());
        let (Some(leadership), Some(attrition)) = (leadership, law.attrition) else { return 0 };
        let first = self.faces().into_iter().take(1).collect::<Vec<_>>();
        if first.is_empty() || law.passes(&first, 0, unit.acts.models_lost, leadership) {
            return 0;
        }
        attrition.of(unit.models(), unit.starting_strength).0 as usize
    }

    fn faces(&self) -> Vec<Face> {
        self.dice.bytes().filter_map(|digit| Face::new(i32::from(digit - b'0'))).collect()
    }

    /// Whether dice can be typed for it: who attacks whom is said, and not how many die.
    pub fn takes_dice(&self) -> bool {
        matches!(self.verb, Verb::Shoot | Verb::Fight)
            && self.unit.is_some()
            && !self.hits.is_empty()
            && self.hits.iter().all(|hit| hit.digits.is_empty() && !hit.all)
    }

    /// Takes the last answer back; whether anything was left to take.
    pub fn shorten(&mut self) -> bool {
        if self.made.take().is_some() || self.dice.pop().is_some() {
            return true;
        }
        if let Some(hit) = self.hits.last_mut() {
            if hit.group.take().is_some() || std::mem::take(&mut hit.all) || hit.digits.pop().is_some() {
                hit.meant = false;
            } else {
                self.hits.pop();
            }
            return true;
        }
        let row_last = matches!(self.verb, Verb::Move | Verb::Psychic);
        if row_last && self.row.take().is_some() {
            return true;
        }
        self.unit.take().is_some() || self.row.take().is_some()
    }

    /// Takes a digit; whether it had a place for it. A face that no die has is none.
    pub fn digit(&mut self, state: &State, digit: char) -> bool {
        match self.wants(state) {
            Slot::Count => {
                let Some(hit) = self.hits.last_mut() else { return false };
                hit.all = false;
                if hit.digits.len() < 3 {
                    hit.digits.push(digit);
                    hit.meant = false;
                }
                true
            }
            Slot::Dice(many) if ('1'..='6').contains(&digit) && self.dice.len() < many => {
                self.dice.push(digit);
                true
            }
            Slot::Fled => {
                self.dice.push(digit);
                true
            }
            Slot::Charge => match (&mut self.row, digit.to_digit(10).and_then(|value| i32::try_from(value).ok())) {
                (Some(Row::Power(_, charge)), Some(said)) if said > 0 => {
                    *charge = said;
                    true
                }
                _ => false,
            },
            Slot::Made if matches!(digit, '0' | '1') => {
                self.made = Some(digit == '1');
                true
            }
            _ => false,
        }
    }

    /// The two equal digits that wait for a word, such as 11.
    pub fn doubled(&self) -> Option<&Hit> {
        let twice = |hit: &&Hit| hit.digits.len() == 2 && hit.digits.as_bytes()[0] == hit.digits.as_bytes()[1];
        self.hits.last().filter(twice).filter(|hit| !hit.meant)
    }

    /// Who says it.
    fn by(&self, state: &State) -> By {
        if let Some(Row::Stratagem(player, ..)) = &self.row {
            return By::from(*player);
        }
        let subject = match self.verb {
            Verb::Losses | Verb::Wounds => return By::from(state.active),
            Verb::Heal => self.hits.first().map(|hit| &hit.unit),
            _ => self.unit.as_ref(),
        };
        let unit = subject.and_then(|id| state.unit(id));
        By::from(unit.map_or(state.active, |(_, unit)| unit.player))
    }

    /// The command that it is, once nothing is missing.
    pub fn command(&self, state: &State) -> Option<(By, Command)> {
        let by = self.by(state);
        let unit = self.unit.clone();
        let faces = || self.faces();
        let command = match self.verb {
            Verb::Losses => {
                let hit = self.hits.first()?;
                let models = Whole::new(i32::try_from(count(state, hit)?).ok().filter(|models| *models > 0)?)?;
                let (unit, group) = (hit.unit.clone(), hit.group.clone());
                Command::Casualties { unit, models, wounds: None, mortal: None, group, cause: None }
            }
            Verb::Wounds => wounded(state, self.hits.first()?)?,
            Verb::Heal => {
                let hit = self.hits.first()?;
                let models = Whole::new(hit.digits.parse().ok().filter(|models| *models > 0)?)?;
                Command::Restore { unit: hit.unit.clone(), models, wounds: None, group: hit.group.clone(), at: None }
            }
            Verb::Shoot | Verb::Fight => {
                let attacks = self.hits.iter().map(|hit| attack(state, hit)).collect::<Option<Vec<Attack>>>()?;
                let attacks = Attacks { unit: unit?, attacks };
                if attacks.attacks.is_empty() {
                    return None;
                }
                if self.verb == Verb::Shoot { Command::Shoot(attacks) } else { Command::Fight(attacks) }
            }
            Verb::Charge => Command::Charge {
                unit: unit?,
                targets: self.hits.iter().map(|hit| hit.unit.clone()).collect(),
                roll: Some(faces()).filter(|faces| faces.len() == 2)?,
                made: self.made?,
                rerolled: None,
            },
            Verb::Morale | Verb::Shock => self.test(state, unit?)?,
            Verb::Arrive => Command::Arrive { unit: unit?, at: None, oversize: None },
            Verb::Act => {
                let Some(Row::Action(Target { action, marker, spot, aim })) = self.row.clone() else { return None };
                Command::StartAction { unit: unit?, action, marker, spot, aim }
            }
            Verb::Stratagem => {
                let Some(Row::Stratagem(_, name, cp)) = self.row.clone() else { return None };
                Command::Stratagem { name, cp: Whole::new(cp)?, unit }
            }
            Verb::Move => {
                let Some(Row::Move(kind)) = self.row else { return None };
                Command::Move { unit: unit?, kind, at: None, roll: None, rerolled: None }
            }
            Verb::Psychic => self.psychic(Some(faces()).filter(|faces| faces.len() == 2)?)?,
            Verb::Transport if self.leaves(state) => Command::Disembark { unit: unit?, at: None },
            Verb::Transport => Command::Embark { unit: unit?, transport: self.hits.first()?.unit.clone() },
        };
        let Some(seq) = self.amends else { return Some((by, command)) };
        let why = Text::new("corrected")?;
        Some((by, Command::Amend(Amend { seq, to: vec![Reading { by, command, under: None }], why })))
    }

    /// A Morale test or a Battle-shock test.
    fn test(&self, state: &State, unit: UnitId) -> Option<Command> {
        let known = self.knows_leadership(state);
        if self.verb == Verb::Shock {
            let roll = Some(self.faces()).filter(|faces| faces.len() == 2)?;
            let passed = if known { None } else { Some(self.made?) };
            let of = TestName::BattleShock;
            return Some(Command::Test {
                unit,
                of,
                roll,
                rerolled: None,
                modifier: None,
                passed,
                destroyed: None,
                perils: None,
            });
        }
        let (roll, attrition, fled) = if known {
            let mut roll = self.faces();
            let rest = roll.split_off(roll.len().min(1));
            let whole = rest.is_empty() || rest.len() == self.attrition(state);
            let attrition = (!rest.is_empty()).then(|| DiceRoll { roll: rest, rerolled: None }.into());
            (Some(roll).filter(|roll| roll.len() == 1 && whole)?, attrition, None)
        } else {
            let (roll, fled) = self.dice.split_at(self.dice.len().min(1));
            let fled = fled.parse().ok().and_then(Whole::new)?;
            (vec![roll.parse().ok().and_then(Face::new)?], None, Some(Losses::Models(fled)))
        };
        Some(Command::Morale { unit, roll, rerolled: None, modifier: None, attrition, fled })
    }

    fn psychic(&self, roll: Vec<Face>) -> Option<Command> {
        let unit = self.unit.clone()?;
        Some(match self.row.clone()? {
            Row::PsychicAction(action) => Command::PsychicAction {
                unit,
                action,
                roll,
                rerolled: None,
                modifiers: Vec::new(),
                deny: None,
                perils: None,
            },
            Row::Power(power, warp_charge) => Command::Cast {
                unit,
                power,
                warp_charge: Whole::new(warp_charge)?,
                roll,
                rerolled: None,
                modifiers: Vec::new(),
                deny: None,
                perils: None,
            },
            _ => return None,
        })
    }

    /// What would become of it now.
    pub fn judge(&self, game: &Match) -> Verdict {
        let state = game.state();
        if let Some(dead) = self.hits.iter().find_map(|hit| fallen(state, &hit.unit)) {
            return Verdict::Wrong(dead);
        }
        if let Some(hit) = self.doubled().filter(|hit| !self.is_too_many(state, hit)) {
            return Verdict::Part(format!(
                "{} −{}: {}? = yes · Backspace no",
                units::name(state, &hit.unit),
                hit.digits,
                hit.digits
            ));
        }
        if self.verb == Verb::Wounds
            && let Some(why) = self.hits.first().and_then(|hit| too_many_wounds(state, hit))
        {
            return Verdict::Wrong(why);
        }
        let counts_models = !self.counts_wounds(state);
        for hit in self.hits.iter().filter(|hit| !hit.digits.is_empty() && counts_models) {
            let left = units::models_left(state, &hit.unit);
            let wanted: u32 = hit.digits.parse().unwrap_or(u32::MAX);
            let called = units::name(state, &hit.unit);
            if wanted == 0 && self.verb == Verb::Losses {
                return Verdict::Wrong(format!("{called} −0: nobody died · x drops the line"));
            }
            if wanted > left && self.amends.is_none() {
                let only = if left == 1 { "is one model".to_owned() } else { format!("only {left} are left") };
                return Verdict::Wrong(format!("{called} −{}: {only}", hit.digits));
            }
        }
        let Some((by, command)) = self.command(state) else { return Verdict::Part(self.missing(state)) };
        match game.check(by, &command) {
            Ok(()) => Verdict::Complete(self.says(game, by, &command)),
            Err(refusal) => self.refused(state, &refusal),
        }
    }

    /// Whether its number is one of wounds, or of models that return: a single model that is attacked loses wounds.
    fn counts_wounds(&self, state: &State) -> bool {
        let single = |hit: &Hit| state.unit(&hit.unit).is_some_and(|(_, unit)| unit.models() == 1);
        match self.verb {
            Verb::Heal | Verb::Wounds => true,
            Verb::Shoot | Verb::Fight => self.hits.last().is_some_and(single),
            _ => false,
        }
    }

    /// Whether a line names more models than a unit has left, so that nobody need be asked whether it was meant.
    fn is_too_many(&self, state: &State, hit: &Hit) -> bool {
        let left = units::models_left(state, &hit.unit);
        let counts = !self.counts_wounds(state) && self.amends.is_none();
        counts && hit.digits.parse().is_ok_and(|wanted: u32| wanted > left)
    }

    fn says(&self, game: &Match, by: By, command: &Command) -> String {
        let state = game.state();
        if matches!(self.verb, Verb::Morale | Verb::Shock) {
            let mut after = game.clone();
            let told =
                after.record(by, command.clone()).ok().and_then(|()| say::dice::tested(state, after.state(), command));
            let more = self.attrition(state);
            let dice = if more == 1 { "1 die".to_owned() } else { format!("{more} dice") };
            let asks =
                if more > 0 && self.dice.len() == 1 { format!(" Attrition: {dice}, or Enter") } else { String::new() };
            return told.map_or_else(|| say::command::sentence(state, by, command), |told| told + &asks);
        }
        match (self.amends, self.hits.first()) {
            (Some(seq), Some(hit)) => {
                format!("{} −{} instead (record {seq})", units::name(state, &hit.unit), hit.digits)
            }
            _ => say::command::sentence(state, by, command),
        }
    }

    /// A refusal in few words; where only the group is missing, which ones there are.
    fn refused(&self, state: &State, refusal: &Refusal) -> Verdict {
        let unsaid = self.hits.last().filter(|hit| hit.group.is_none());
        let mixed = unsaid.and_then(|hit| state.unit(&hit.unit)).filter(|(_, unit)| groups(unit).count() > 1);
        if refusal.code == RefusalCode::BadValue
            && let Some((_, unit)) = mixed
        {
            let groups: Vec<String> =
                groups(unit).enumerate().map(|(at, (name, models))| format!("{} {name} ({models})", at + 1)).collect();
            return Verdict::Which(format!("Which? = then {}", groups.join("  ")));
        }
        Verdict::Wrong(names::refused(state, refusal))
    }

    /// What is missing, as a question.
    fn missing(&self, state: &State) -> String {
        let of = |hit: &Hit| units::models_left(state, &hit.unit);
        if let (Verb::Wounds, Some(hit)) = (self.verb, self.hits.last()) {
            let left = units::counted(state, &hit.unit).map_or(0, |unit| wounds_left(&unit));
            return format!("{}: how many wounds of {left}?", units::name(state, &hit.unit));
        }
        let named = |id: &UnitId| units::name(state, id);
        let unit = self.unit.as_ref().map(named).unwrap_or_default();
        match self.wants(state) {
            Slot::Count => match self.hits.last() {
                Some(hit) => format!("{}: how many of {}? (* all)", named(&hit.unit), of(hit)),
                None => "which unit?".into(),
            },
            Slot::Unit if self.verb == Verb::Act => "who starts it?".into(),
            Slot::Unit => "which unit?".into(),
            Slot::Whom if self.verb == Verb::Transport => format!("{unit}: which transport?"),
            Slot::Whom => format!("{unit}: at whom?"),
            Slot::Charge => match &self.row {
                Some(Row::Power(power, _)) => format!("{unit}: which warp charge has {power}?"),
                _ => format!("{unit}: which warp charge?"),
            },
            Slot::Dice(many) if self.dice.is_empty() => {
                format!("{unit}: {}", if many == 1 { "the die" } else { "two dice" })
            }
            Slot::Dice(many) if self.verb == Verb::Morale => {
                format!("{unit}: {} of {} Attrition dice", self.dice.len().saturating_sub(1), many - 1)
            }
            Slot::Dice(_) => format!("{unit}: {} and one more die", self.dice),
            Slot::Made if self.verb == Verb::Shock => format!("{unit}: {} – 1 passed, 0 failed", self.dice),
            Slot::Made => format!("{unit}: {} – 1 made, 0 failed", self.dice),
            Slot::Fled => format!("{unit}: {} – how many flee? 0 passed", self.dice),
            Slot::Row => format!("{unit} which row?").trim_start().to_owned(),
            Slot::Nothing => "something is missing".into(),
        }
    }
}

/// The groups of a unit that have models left, in the order in which digits name them.
pub fn groups(unit: &Unit) -> impl Iterator<Item = (&Name, u32)> {
    unit.groups.iter().filter(|group| group.models > 0).map(|group| (&group.name, group.models))
}

/// What an attack did: nothing where nobody said so, `*` all of the unit, a number so many models, or so many wounds of
/// a single model.
fn attack(state: &State, hit: &Hit) -> Option<Attack> {
    let (_, unit) = state.unit(&hit.unit)?;
    let number = if hit.digits.is_empty() { 0 } else { hit.digits.parse().ok()? };
    let (destroyed, wounds) = match unit.models() {
        left if hit.all => (left, 0),
        1 if number >= wounds_left(unit) => (1, 0),
        1 => (0, number),
        _ => (number, 0),
    };
    let destroyed = Whole::new(i32::try_from(destroyed).ok()?)?;
    let wounds = i32::try_from(wounds).ok().filter(|wounds| *wounds > 0).and_then(Whole::new);
    let losses = match &hit.group {
        Some(group) => Losses::Groups([(group.clone(), destroyed)].into()),
        None => Losses::Models(destroyed),
    };
    Some(Attack { target: hit.unit.clone(), weapon: None, sequence: None, destroyed: Some(losses), wounds })
}

/// How many models a line means; a single model needs no number.
fn count(state: &State, hit: &Hit) -> Option<u32> {
    let left = units::counted(state, &hit.unit).map(|unit| unit.models());
    match hit.digits.parse() {
        Ok(number) => Some(number),
        Err(_) if hit.all || (hit.digits.is_empty() && left == Some(1)) => left,
        Err(_) => None,
    }
}

/// Why a unit cannot be named any more, if it cannot.
pub fn fallen(state: &State, id: &UnitId) -> Option<String> {
    let (index, unit) = state.unit(id)?;
    if unit.alive() {
        return None;
    }
    let round = state.destructions.iter().rev().find(|fallen| fallen.unit == index).map(|fallen| fallen.round);
    let name = units::name(state, id);
    Some(match round.filter(|round| *round > 0) {
        Some(round) => format!("{name} was destroyed in round {round}."),
        None => format!("{name} is gone."),
    })
}
