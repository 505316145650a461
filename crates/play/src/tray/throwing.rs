//! Attacks whose dice are typed, step after step: what comes next, and what was typed as words say it.

use adjutant_engine::attack::{Aim, Prompt, Step};
use adjutant_engine::command::{Attack, Attacks, Command, Said};
use adjutant_engine::decide::{self, NextDice};
use adjutant_engine::dice;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::Name;
use adjutant_engine::roster::Weapon;
use adjutant_engine::side::By;
use adjutant_engine::state::{State, Unit};
use adjutant_present::names;
use adjutant_shorthand::asking;

use crate::tray::draft::Draft;
use crate::tray::verb::{Hit, Verb};

/// Attacks whose dice are typed, step after step. Nothing of it is recorded before the last step.
#[derive(Clone, Debug)]
pub struct Throwing {
    pub(crate) by: By,
    pub(crate) command: Command,
    /// Whether the weapon of the last batch is settled.
    pub(crate) armed: bool,
    /// What was asked and typed, each with the attacks before it and whether their weapon was settled.
    pub(crate) answers: Vec<(String, Command, bool)>,
    /// The place of its line among those that are typed.
    pub(crate) line: usize,
    /// How often another group than the first was asked for to take the wounds.
    pub(crate) other: usize,
    /// What the machine has to be told before it throws all dice.
    pub(crate) drawing: Option<NextDice>,
    /// The dice that it threw, and what came of them.
    pub(crate) lies: Vec<String>,
}

impl Throwing {
    /// The dice of a line that says who attacks whom; none where it names no unit.
    ///
    /// # Errors
    /// Why no dice can be thrown.
    pub(crate) fn of(draft: &Draft, line: usize, game: &Match) -> Result<Option<Throwing>, String> {
        let state = game.state();
        let Some(unit) = draft.unit.clone() else { return Ok(None) };
        let by = state.unit(&unit).map_or(state.active, |(_, unit)| unit.player);
        let attack = |hit: &Hit| Attack {
            target: hit.unit.clone(),
            weapon: None,
            sequence: None,
            destroyed: None,
            wounds: None,
        };
        let attacks = Attacks { unit, attacks: draft.hits.iter().map(attack).collect() };
        let command = if draft.verb == Verb::Fight { Command::Fight(attacks) } else { Command::Shoot(attacks) };
        let throwing = Throwing {
            by: By::from(by),
            command: asking::begun(command),
            armed: false,
            answers: Vec::new(),
            line,
            other: 0,
            drawing: None,
            lies: Vec::new(),
        };
        throwing.next(game)?;
        let armed = throwing.weapons(state).is_empty();
        Ok(Some(Throwing { armed, ..throwing }))
    }

    pub(crate) fn attacks(&self) -> Option<&Attacks> {
        match &self.command {
            Command::Shoot(attacks) | Command::Fight(attacks) => Some(attacks),
            _ => None,
        }
    }

    pub(crate) fn attacks_mut(&mut self) -> Option<&mut Attacks> {
        match &mut self.command {
            Command::Shoot(attacks) | Command::Fight(attacks) => Some(attacks),
            _ => None,
        }
    }

    /// Whether dice of it were typed.
    pub(crate) fn has_faces(&self) -> bool {
        let sequences = self.attacks().into_iter().flat_map(|attacks| &attacks.attacks);
        let mut sequences = sequences.filter_map(|attack| attack.sequence.as_deref());
        sequences.any(|sequence| Step::ALL.iter().any(|step| !dice::faces_of(sequence, *step).0.is_empty()))
    }

    pub(crate) fn said(&self) -> Said {
        self.by.into()
    }

    /// What comes next, or why nothing can.
    pub(crate) fn next(&self, game: &Match) -> Result<Option<NextDice>, String> {
        let next = decide::next_dice(game.state(), &self.said(), &self.command);
        next.map_err(|refusal| names::refused(game.state(), &refusal))
    }

    /// The group that takes the next wounds where the target mixes some: the hurt one first, then the most numerous; the
    /// players may say another.
    pub(crate) fn taker(&self, state: &State, next: &NextDice) -> Option<Name> {
        if next.prompt.groups.len() < 2 {
            return None;
        }
        let (_, unit) = state.unit(&next.target)?;
        let mut groups = next.prompt.groups.clone();
        groups.sort_by_key(|name| {
            let group = unit.groups.iter().find(|group| group.name == *name);
            group.map(|group| (group.hurt == 0, !group.printed.keywords.is_empty(), std::cmp::Reverse(group.models)))
        });
        groups.get(self.other % groups.len()).cloned()
    }

    /// The weapons that the unit of these attacks may use in this phase, each once.
    pub(crate) fn weapons<'a>(&self, state: &'a State) -> Vec<&'a Weapon> {
        let unit = self.attacks().and_then(|attacks| state.unit(&attacks.unit)).map(|(_, unit)| unit);
        let melee = matches!(self.command, Command::Fight(_));
        let close =
            |weapon: &Weapon| weapon.range.as_ref().is_some_and(|range| range.as_str().eq_ignore_ascii_case("melee"));
        let mut found: Vec<&Weapon> = Vec::new();
        for weapon in unit.into_iter().flat_map(living).flat_map(|group| &group.printed.weapons) {
            if close(weapon) == melee && !found.iter().any(|known| known.name == weapon.name) {
                found.push(weapon);
            }
        }
        found.truncate(9);
        found
    }

    /// The weapon of the last batch.
    pub(crate) fn weapon<'a>(&self, state: &'a State) -> Option<&'a Weapon> {
        let name = self.attacks()?.attacks.last()?.weapon.clone()?;
        self.weapons(state).into_iter().find(|weapon| weapon.name == name)
    }
}

fn living(unit: &Unit) -> impl Iterator<Item = &adjutant_engine::state::Group> {
    unit.groups.iter().filter(|group| group.models > 0)
}

/// A weapon with what the list says of it.
pub fn says_weapon(weapon: &Weapon) -> String {
    let mut parts = vec![weapon.name.to_string()];
    parts.extend(weapon.kind.as_ref().map(Name::to_string));
    parts.extend(weapon.strength.as_ref().map(|strength| format!("S {strength}")));
    parts.extend(weapon.armour_penetration.as_ref().map(|ap| format!("AP {ap}")));
    parts.extend(weapon.damage.as_ref().map(|damage| format!("D {damage}")));
    parts.join(" · ")
}

/// How many attacks the list gives the weapon: `6`, or `d6` for one whose number is rolled.
pub fn listed_attacks(weapon: &Weapon) -> Option<String> {
    let last = weapon.kind.as_ref()?.as_str().rsplit(' ').next()?.to_lowercase();
    let count = weapon.count.map_or(1, |count| count.get());
    match last.parse::<i32>() {
        Ok(number) => Some((number * count).to_string()),
        Err(_) if count == 1 && last.contains('d') && last.bytes().any(|byte| byte.is_ascii_digit()) => Some(last),
        Err(_) => None,
    }
}

/// The question, without the groups, which stand on a row of their own.
pub fn asks(next: &NextDice) -> String {
    match (next.prompt.step, next.prompt.dice) {
        (Step::Attacks, 0) => "how many attacks, such as 10 or d6".into(),
        _ => Prompt { groups: Vec::new(), ..next.prompt.clone() }.to_string(),
    }
}

/// What was typed as words say it: faces apart, each die on its own; held back while dice are missing or too many.
pub fn spelled(typed: &str, next: &NextDice, listed: Option<&str>, taker: Option<&Name>) -> Result<String, String> {
    let prompt = &next.prompt;
    let typed = typed.trim().to_lowercase();
    if prompt.step == Step::Attacks && prompt.dice == 0 {
        return match (typed.as_str(), listed) {
            ("", Some(listed)) => Ok(format!("attacks {listed}")),
            ("", None) => Err("How many attacks? Type the number, or dice such as d6.".into()),
            (words, _) if words.contains(' ') || words.starts_with(|c: char| c.is_alphabetic() && c != 'd') => {
                Ok(words.to_owned())
            }
            (number, _) => Ok(format!("attacks {number}")),
        };
    }
    if typed.chars().any(|character| character.is_alphabetic()) {
        return Ok(typed);
    }
    let (mut words, mut dice) = (Vec::new(), Vec::new());
    for token in typed.split_whitespace() {
        let rest = match token.split_once('+') {
            Some((needs, rest)) if !needs.is_empty() => {
                words.push(format!("{needs}+"));
                rest
            }
            _ if token.starts_with(['+', '-']) => {
                words.push(token.to_owned());
                continue;
            }
            _ => token,
        };
        let mut characters = rest.chars().peekable();
        while let Some(face) = characters.next() {
            let mut die = face.to_string();
            if characters.next_if_eq(&'>').is_some() {
                die.push('>');
                die.extend(characters.next());
            }
            if !die.chars().all(|c| c == '>' || ('1'..='6').contains(&c)) {
                return Err(format!(
                    "{} is not a face of a die: type 1 to 6.",
                    adjutant_engine::visible::message(&die)
                ));
            }
            dice.push(die);
        }
    }
    let only_said = dice.is_empty() && !words.is_empty();
    match dice.len() {
        _ if only_said => {}
        faces if faces < prompt.dice => {
            let left = prompt.dice - faces;
            return Err(if left == 1 { "1 die to come".into() } else { format!("{left} dice to come") });
        }
        faces if faces > prompt.most => {
            return Err(format!("{} too many: only {} are thrown", faces - prompt.most, prompt.most));
        }
        _ => {}
    }
    if prompt.aim == Aim::Ask && !words.iter().any(|word| word.ends_with('+')) {
        return Err(format!("What do they need? Type it first, such as {}.", prompt.example().unwrap_or("4+")));
    }
    if let Some(taker) = taker.filter(|_| !dice.is_empty()) {
        words.push(format!("of \"{taker}\""));
    }
    words.extend(dice);
    Ok(words.join(" "))
}
