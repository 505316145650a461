//! What a record says, in a sentence. Part of it only the state before the record knows (who was how strong), part of it
//! only the state after it (who fell): a [`Telling`] is taken before, and told after.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::names::name_of;
use crate::say;
use adjutant_engine::command::{Attacks, Command};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::UnitId;
use adjutant_engine::record::Record;
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::State;
use adjutant_engine::view::Status;

/// A record that is about to be made.
#[derive(Clone, Debug)]
pub struct Telling {
    about: Option<Player>,
    round: Option<u32>,
    sentence: String,
    own: Option<String>,
    outcome: Outcome,
}

/// What is read from the state after the record.
#[derive(Clone, Debug)]
enum Outcome {
    /// Nothing: the record says everything.
    Said,
    /// What dice did to these units, with their models and the wounds of the hurt one.
    Fell(Vec<(UnitId, u32, u32)>, Attacks),
    /// What came of a test.
    Tested(Box<State>, Box<Command>),
}

/// A record that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Whom it is about: who loses models, whoever recorded it; for the rest, who said it.
    pub about: Option<Player>,
    /// The round of the battle; none before it.
    pub round: Option<u32>,
    /// What it says.
    pub sentence: String,
    /// The same for a feed; none where what the record brought about says it better.
    pub own: Option<String>,
}

impl Telling {
    /// Looks at a command before it is recorded.
    pub fn of(before: &State, by: By, command: &Command) -> Telling {
        let outcome = match say::dice::attacks_with_dice(command) {
            Some(attacks) => Outcome::Fell(say::dice::standing(before, command), attacks.clone()),
            None if say::dice::is_nerve_test(command) => {
                Outcome::Tested(Box::new(before.clone()), Box::new(command.clone()))
            }
            None => Outcome::Said,
        };
        Telling {
            about: about(before, by, command),
            round: round_of(before),
            sentence: say::command::sentence(before, by, command),
            own: own(before, by, command),
            outcome,
        }
    }

    /// What it says, now that it is recorded.
    pub fn told(self, after: &State) -> Told {
        let outcome = match &self.outcome {
            Outcome::Said => None,
            Outcome::Fell(standing, attacks) => Some(say::dice::fell_by(standing, after, attacks)),
            Outcome::Tested(before, command) => say::dice::tested(before, after, command),
        };
        Told {
            about: self.about,
            round: self.round,
            own: outcome.clone().or(self.own),
            sentence: outcome.unwrap_or(self.sentence),
        }
    }
}

fn about(before: &State, by: By, command: &Command) -> Option<Player> {
    let loses = match command {
        Command::Casualties { unit, .. } => before.unit(unit).map(|(_, unit)| unit.player),
        _ => None,
    };
    loses.or(by.player())
}

/// What every record that counts says now, after all corrections.
pub fn reread(game: &Match) -> BTreeMap<u64, String> {
    let mut now: BTreeMap<u64, String> = BTreeMap::new();
    let mut told = |made: Option<(u64, Telling)>, after: &State| {
        let Some((seq, telling)) = made else { return };
        let says = now.entry(seq).or_default();
        let space = if says.is_empty() { "" } else { " " };
        *says = format!("{says}{space}{}", telling.told(after).sentence);
    };
    let mut last = None;
    game.reread(|seq, said, command, state| {
        told(last.replace((seq, Telling::of(state, said.by, command))), state);
    });
    told(last, game.state());
    now
}

/// What the last records said when they were made and what each brought about, with its number; the newest first.
pub fn newest(game: &Match, records: &[Record], count: usize) -> Vec<(u64, Vec<String>)> {
    let (before, last) = records.split_at(records.len().saturating_sub(count));
    let mut live = Match::new(game.packs().clone());
    for record in before {
        if live.record(record.said(), Arc::clone(&record.command)).is_err() {
            return Vec::new();
        }
    }
    let mut newest = Vec::new();
    for record in last {
        let telling = Telling::of(live.state(), record.by, &record.command);
        let Ok(brought) = live.tell(record.said(), Arc::clone(&record.command)) else { break };
        let told = telling.told(live.state());
        let mut lines: Vec<String> = told.own.into_iter().collect();
        lines.extend(say::happening::lines(live.state(), &brought));
        if lines.is_empty() {
            lines.push(told.sentence);
        }
        newest.push((record.seq, lines));
    }
    newest.reverse();
    newest
}

/// What records say otherwise after something than before it, and what is new, a line each.
pub fn differences(before: &Match, after: &Match) -> Vec<String> {
    let (was, mut now) = (reread(before), reread(after));
    let mut lines = Vec::new();
    for (seq, was) in was {
        match now.remove(&seq) {
            None => lines.push(format!("Record {seq} goes: {was}")),
            Some(says) if says != was => lines.push(format!("Record {seq}: {was} → {says}")),
            Some(_) => {}
        }
    }
    lines.extend(now.into_values());
    lines
}

/// The round of the battle; none before it.
pub fn round_of(state: &State) -> Option<u32> {
    (state.status != Status::Setup).then_some(state.round)
}

/// The sentence of a record; none where what it brings about says it better.
pub fn own(state: &State, by: By, command: &Command) -> Option<String> {
    match command {
        Command::EndTurn {} | Command::Score { .. } | Command::Concede {} => None,
        Command::EndPhase { phase } => {
            let next = state.law().phase_after(*phase)?;
            Some(format!("{}'s {} phase.", name_of(state, state.active), next.title()))
        }
        other => {
            let says = say::command::sentence(state, by, other);
            (says != "Nothing has changed at the markers.").then_some(says)
        }
    }
}
