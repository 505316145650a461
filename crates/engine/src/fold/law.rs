//! Corrections of a match under the law: what rests on a record, and whose word it takes to change it.
//!
//! The law itself is a table, [`adjutant_core::reliance`]. What rests on a record does not depend on what was taken back
//! since: a [`Watch`] sees every record once, as it is recorded.
//!
//! # Source
//! `docs/log.md`, section 9.

use std::collections::BTreeMap;

use adjutant_core::history::History;
use adjutant_core::reliance::{Class, Reliance, Word, needed};
use adjutant_core::say;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::{By, BySide, Player};
use serde::{Deserialize, Serialize};

use super::drawn::{Places, drawn_for, purpose_of, says_again};
use super::history::Entry;
use super::signed::ends_no_signature;
use crate::command::kind::Kind;
use crate::command::{Command, Reading, Said};
use crate::decide::claimed_late;
use crate::refusal::{Refusal, RefusalCode};
use crate::state::State;
use crate::terms::Status;

/// Something recorded that changed what somebody had relied on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Correction {
    /// The record that corrects.
    #[serde(rename = "record")]
    pub at: u64,
    /// Who says it.
    pub by: By,
    /// The record that is corrected; none where a new record changes a signed result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// What rested on it.
    pub rests: Vec<Reliance>,
    /// The victory points before it.
    pub before: BySide<u32>,
    /// And after it.
    pub after: BySide<u32>,
}

/// What was recorded, as far as corrections ask for it; kept whatever is taken back.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// The last record of each player, remarks, clocks and signatures aside.
    heard: BySide<u64>,
    /// By what is chosen: the last record in which each player chose it, since both chose anew.
    chosen: BTreeMap<Kind, BySide<u64>>,
    /// By what is chosen: the last record that lets the choice of each player be read.
    opened: BTreeMap<Kind, BySide<u64>>,
    /// Whether both players have signed after the end of the battle.
    pub signed: bool,
    /// Places of drawn dice.
    pub places: Places,
    /// What was corrected although somebody relied on it.
    pub corrections: Vec<Correction>,
}

/// What a correction needs that the speaker may make.
#[derive(Clone, Debug, Default)]
pub(super) struct Permit {
    /// What rests on the record.
    pub rests: Vec<Reliance>,
    /// Whether it is taken only where the speaker gains nothing by it.
    pub without_gain: bool,
}

fn is_sealed(command: &Command) -> bool {
    matches!(command, Command::Commit { .. } | Command::Reveal { .. })
}

/// Whether a record says nothing that anybody plays on.
fn aside(kind: Kind) -> bool {
    kind == Kind::Clock || ends_no_signature(kind)
}

/// What a command is: a priority marker is chosen, other markers are facts.
fn class_of(command: &Command) -> Class {
    if command.topic().is_some() { Class::Choice } else { command.kind().class() }
}

fn set(sides: &mut BySide<u64>, by: By, seq: u64) {
    for player in Player::BOTH {
        if by == By::Both || by.player() == Some(player) {
            sides[player] = seq;
        }
    }
}

impl Watch {
    /// Sees a record that was taken, and how the battle stands with it.
    pub fn see(&mut self, seq: u64, said: &Said, command: &Command, state: &State) {
        if !aside(command.kind()) {
            set(&mut self.heard, said.by, seq);
        }
        match command {
            Command::Amend(amend) => amend.to.iter().for_each(|to| self.see_choice(seq, to.by, &to.command)),
            _ => self.see_choice(seq, said.by, command),
        }
        let source = state.open.as_ref().and_then(|open| open.dice.as_ref());
        if let Some(purpose) = source.and_then(|source| drawn_for(source, said, command)) {
            self.places.draw(seq, &purpose);
        }
    }

    fn see_choice(&mut self, seq: u64, by: By, command: &Command) {
        let Some(topic) = command.topic() else { return };
        set(self.chosen.entry(topic).or_default(), by, seq);
        if !matches!(command, Command::Commit { .. }) {
            set(self.opened.entry(topic).or_default(), by, seq);
        }
    }

    /// Both players choose this anew.
    pub fn choose_anew(&mut self, topic: Kind) {
        self.chosen.remove(&topic);
        self.opened.remove(&topic);
    }

    /// The last record of the opponent of a player, if it is behind another.
    fn played_on(&self, player: Player, seq: u64) -> Option<u64> {
        Some(self.heard[player.opponent()]).filter(|heard| *heard > seq)
    }

    /// Whether what a record chose in secret was opened, or that of the opponent can be read.
    pub fn is_opened(&self, command: &Command) -> bool {
        let opened = command.topic().and_then(|topic| self.opened.get(&topic));
        is_sealed(command) && opened.is_some_and(|opened| opened.one.max(opened.two) > 0)
    }

    /// What rests on a record of a player that reads, or will read, as some commands.
    fn rests_on(&self, by: Player, seq: u64, commands: &[&Command], drawn: bool, begun: bool) -> Vec<Reliance> {
        let chosen = |topic| self.chosen.get(&topic).is_some_and(|sides| sides[by.opponent()] > 0);
        let chosen_after = |command: &&Command| command.topic().is_some_and(|topic| begun || chosen(topic));
        let rests = |reliance: &Reliance| match reliance {
            Reliance::PlayedOn => self.played_on(by, seq).is_some(),
            Reliance::ChosenAfter => commands.iter().any(chosen_after),
            Reliance::Opened => commands.iter().any(|command| self.is_opened(command)),
            Reliance::Drawn => drawn,
            Reliance::Signed => self.signed,
            Reliance::Published => false,
        };
        Reliance::ALL.into_iter().filter(rests).collect()
    }

    /// Whose word it takes to change what a record reads as. `to` is what it would read as beside.
    ///
    /// # Errors
    /// [`RefusalCode::ReliedOn`] for a player alone, where both or a judge are asked; [`RefusalCode::DiceOpen`] for dice
    /// that would come before those that wait to be said again.
    pub fn permit(
        &self,
        (by, seq): (By, u64),
        entry: &Entry,
        (reads, to): (Option<&[Reading]>, &[Reading]),
        state: &State,
    ) -> Result<Permit, Refusal> {
        let kept = |to: &Reading| to.command == *entry.command || reads.is_some_and(|reads| reads.contains(to));
        let others = to.iter().filter(|to| !kept(to));
        if let Some(drawn) = others.into_iter().find_map(|to| self.places.waits_for(&to.command)) {
            return Err(dice_open(drawn));
        }
        let readings = reads.into_iter().flatten().chain(to).map(|reading| &reading.command);
        let commands: Vec<&Command> = [&*entry.command].into_iter().chain(readings).collect();
        let source = state.open.as_ref().and_then(|open| open.dice.as_ref());
        let drawn = source.is_some_and(|source| drawn_for(source, &entry.said, &entry.command).is_some());
        let begun = state.status != Status::Setup;
        let speaker = by.player().or(entry.said.by.player());
        let sides = speaker.map_or(Player::BOTH.to_vec(), |player| vec![player]);
        let mut rests: Vec<Reliance> =
            sides.into_iter().flat_map(|player| self.rests_on(player, seq, &commands, drawn, begun)).collect();
        rests.sort();
        rests.dedup();
        let own = if drawn { Class::Dice } else { class_of(&entry.command) };
        let classes = || [own].into_iter().chain(commands[1..].iter().map(|command| class_of(command)));
        let word = classes().map(|class| needed(class, rests.iter().copied())).max().unwrap_or(Word::Never);
        let Some(player) = by.player() else { return Ok(Permit { rests, without_gain: false }) };
        if word <= Word::WithoutGain {
            return Ok(Permit { rests, without_gain: word == Word::WithoutGain });
        }
        let strict = |reliance: &&Reliance| classes().any(|class| needed(class, [**reliance]) == word);
        let because = rests.iter().rev().find(strict).copied().unwrap_or(Reliance::PlayedOn);
        Err(relied_on(seq, player, self.because(because, player, seq, &commands)))
    }

    /// Why a player cannot change a record alone.
    fn because(&self, reliance: Reliance, player: Player, seq: u64, commands: &[&Command]) -> Sentence {
        let other = player.opponent();
        let sides = |kept: &BTreeMap<Kind, BySide<u64>>| {
            commands.iter().find_map(|command| kept.get(&command.topic()?)).copied().unwrap_or_default()
        };
        let (chosen, opened) = (sides(&self.chosen)[other], sides(&self.opened));
        match reliance {
            Reliance::Opened => {
                let record = if opened[other] > 0 { opened[other] } else { opened[player] };
                say!("record {} lets a choice of this kind be read", record)
            }
            Reliance::ChosenAfter if chosen > 0 => say!("{} has chosen too (record {})", other, chosen),
            Reliance::ChosenAfter => "the battle has begun".into(),
            Reliance::Signed => "both players have signed the result".into(),
            Reliance::PlayedOn | Reliance::Drawn | Reliance::Published => self.recorded_since(player, seq),
        }
    }

    fn recorded_since(&self, player: Player, seq: u64) -> Sentence {
        let other = player.opponent();
        say!("{} has recorded something since (record {})", other, self.played_on(player, seq).unwrap_or(seq))
    }

    /// Refuses a correction by which its speaker gains.
    pub fn gains(&self, player: Player, seq: u64, (whose, what): (Player, &str)) -> Refusal {
        let change = if whose == player { "gains" } else { "loses" };
        let since = self.recorded_since(player, seq);
        relied_on(seq, player, say!("{} {} {} by it, and {}", whose, change, what, since))
    }

    /// What a new record changes that somebody relied on, where it is taken: what both signed is changed by both or a
    /// judge, a question of a moment that has passed is answered as an old claim is raised, and dice that were drawn are
    /// said again before others.
    ///
    /// # Errors
    /// [`RefusalCode::ReliedOn`], [`RefusalCode::DiceOpen`].
    pub fn allows(
        &self,
        said: &Said,
        command: &Command,
        state: &State,
        records: &History<Entry>,
    ) -> Result<Vec<Reliance>, Refusal> {
        let mut rests = Vec::new();
        if self.signed && !ends_no_signature(command.kind()) {
            rests.push(Reliance::Signed);
        }
        let late = claimed_late(state, command).or_else(|| readied(state, command, records));
        let late = late.filter(|(player, before)| self.played_on(*player, *before).is_some());
        rests.extend(late.map(|_| Reliance::PlayedOn));
        if let (Some(player), false) = (said.by.player(), rests.is_empty()) {
            let message = match late {
                Some((_, since)) if !self.signed => {
                    let since = self.recorded_since(player, since);
                    say!("{} can't claim alone so late: {}", player, since)
                }
                _ => say!("`{}` would change what both players have signed", command.name()),
            };
            return Err(Refusal::new(RefusalCode::ReliedOn, message, AGREED));
        }
        let Some(seq) = self.places.waits_for(command) else { return Ok(rests) };
        let entry = records.record(seq);
        let again = entry.is_some_and(|entry| says_again((&entry.said, &entry.command), (said, command)));
        if again { Ok(rests) } else { Err(dice_open(seq)) }
    }
}

/// Who says that an army is Battle Ready after all, and the first record of those in a row that denied it, taken back or
/// not.
fn readied(state: &State, command: &Command, records: &History<Entry>) -> Option<(Player, u64)> {
    let Command::BattleReady { player, ready: true } = command else { return None };
    let mut since = 0;
    for (seq, entry) in (1..).zip(records.iter()) {
        match &*entry.command {
            Command::BattleReady { player: whose, ready } if whose == player => match ready {
                true if records.stands(seq) => since = 0,
                false if since == 0 => since = seq,
                true | false => {}
            },
            _ => {}
        }
    }
    (state.sides[*player].battle_ready == Some(false)).then_some((*player, since))
}

impl Places {
    /// The record that has to be said again before the dice of a command.
    fn waits_for(&self, command: &Command) -> Option<u64> {
        if self.is_empty() {
            return None;
        }
        self.waits(&purpose_of(command)?)
    }
}

/// Who may, where a player alone may not.
const AGREED: &str = "`both` where you both agree, or `judge`";

fn dice_open(seq: u64) -> Refusal {
    let message = say!("the dice of record {} were drawn for this and taken back", seq);
    let accepted =
        say!("the same roll again, which shows the same faces; or `retract` of record {} by `both` or `judge`", seq);
    Refusal::new(RefusalCode::DiceOpen, message, accepted)
}

fn relied_on(seq: u64, player: Player, because: Sentence) -> Refusal {
    let message = say!("{} can't change record {} alone: {}", player, seq, because);
    Refusal::new(RefusalCode::ReliedOn, message, AGREED)
}
