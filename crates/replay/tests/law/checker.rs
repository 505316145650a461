//! What no log may come to: told from the records and from what is seen before and after each, never from the reasons
//! of the fold.

use std::collections::BTreeMap;

use adjutant_engine::Said;
use adjutant_engine::command::{Command, MoveKind};
use adjutant_engine::dice::Purpose;
use adjutant_engine::fold::Match;
use adjutant_engine::side::{By, Player};
use adjutant_engine::view::{Status, View};
use adjutant_replay::audit::LogReport;
use serde_json::Value;

const CHOICES: [&str; 10] =
    ["roster", "mission", "secondaries", "mark", "reserves", "attach", "deploy", "roles", "zone", "first-turn"];

/// What follows a log, record by record.
#[derive(Clone, Default)]
pub struct Checker {
    /// The last record of each player that the other may play on.
    heard: [u64; 2],
    /// By choice: whether each player made it since both chose anew, and whether it could be read.
    chosen: BTreeMap<String, [bool; 2]>,
    read: BTreeMap<String, [bool; 2]>,
    /// Drawn dice that their speaker took back and has not said again.
    bound: Vec<Bound>,
    fresh: [bool; 2],
    signed: bool,
    /// Records that the audit has to list, and those that it has to warn of.
    listed: Vec<u64>,
    warned: Vec<u64>,
    pub faults: Vec<String>,
}

#[derive(Clone)]
struct Bound {
    seq: u64,
    purpose: String,
    said: Said,
    command: Command,
}

/// How a log stands before a record.
pub struct Before {
    view: Option<View>,
    status: Status,
    rows: Vec<(u64, By, Command)>,
}

fn index(player: Player) -> usize {
    usize::from(player == Player::Two)
}

/// What a command chooses.
fn topic(command: &Command) -> Option<String> {
    let written = serde_json::to_value(command).unwrap();
    let name = command.name();
    let inner = &written[name];
    match name {
        "commit" | "reveal" if inner["what"] == "priority-marker" => Some("marker".to_owned()),
        "commit" | "reveal" => Some(inner["what"].as_str()?.to_owned()),
        "marker" if inner["becomes"] == "priority" => Some("marker".to_owned()),
        name => CHOICES.contains(&name).then(|| name.to_owned()),
    }
}

fn sealed(command: &Command) -> bool {
    matches!(command, Command::Commit { .. } | Command::Reveal { .. })
}

/// What the dice of a command are for.
fn purpose(command: &Command) -> Option<String> {
    let word = match command {
        Command::Roll { purpose, .. } | Command::RollOff { purpose, .. } => {
            let known = |unit: &str| unit.bytes().any(|byte| byte.is_ascii_digit());
            return Purpose::read(purpose.as_str(), known).ok().map(|read| read.to_string());
        }
        Command::Shoot(attacks) => return Some(format!("shoot {}", attacks.unit)),
        Command::Fight(attacks) => return Some(format!("fight {}", attacks.unit)),
        Command::Move { unit, kind: MoveKind::Advance, roll: Some(_), .. } => format!("advance {unit}"),
        Command::Charge { unit, .. } => format!("charge {unit}"),
        Command::Morale { unit, .. } => format!("morale {unit}"),
        Command::Cast { unit, .. } | Command::PsychicAction { unit, .. } => format!("psychic {unit}"),
        _ => return None,
    };
    Some(word)
}

/// The faces of a command that holds nothing else.
fn faces(command: &Command) -> Option<Value> {
    match command {
        Command::Roll { roll, rerolled, .. } => serde_json::to_value(rerolled.as_ref().unwrap_or(roll)).ok(),
        Command::RollOff { dice, .. } => serde_json::to_value(dice).ok(),
        _ => None,
    }
}

/// Who shot at whom with what.
fn declared(command: &Command) -> Vec<(Value, Value)> {
    let written = serde_json::to_value(command).unwrap();
    let attacks = written[command.name()]["attacks"].as_array().cloned().unwrap_or_default();
    attacks.into_iter().map(|attack| (attack["target"].clone(), attack["weapon"].clone())).collect()
}

fn drawn(game: &Match, said: &Said, command: &Command) -> bool {
    let Some(dice) = game.state().open.as_ref().and_then(|open| open.dice.as_ref()) else { return false };
    match command {
        Command::Shoot(_) | Command::Fight(_) => said.drawn.is_some(),
        Command::Roll { .. } | Command::RollOff { .. } => {
            said.drawn.is_some() || dice.seed.is_some() && purpose(command).is_some()
        }
        _ => false,
    }
}

/// The records that count, as they read.
fn rows(game: &Match) -> Vec<(u64, By, Command)> {
    let mut rows = Vec::new();
    for seq in 1..=game.seq() {
        let Some((by, command, true)) = game.entry(seq) else { continue };
        match game.reading(seq) {
            _ if matches!(command, Command::Retract { .. } | Command::Amend(_)) => {}
            None => rows.push((seq, by, command.clone())),
            Some(to) => rows.extend(to.iter().map(|to| (seq, to.by, to.command.clone()))),
        }
    }
    rows
}

/// The record that a correction changes, and as what it would read.
fn corrected<'a>(game: &Match, command: &'a Command) -> Option<(u64, Vec<&'a Command>)> {
    match command {
        Command::Amend(amend) => Some((amend.seq, amend.to.iter().map(|to| &to.command).collect())),
        Command::Retract { seq, .. } => match game.entry(*seq) {
            Some((_, Command::Amend(amend), _)) => Some((amend.seq, Vec::new())),
            _ => Some((*seq, Vec::new())),
        },
        _ => None,
    }
}

impl Checker {
    /// Looks before a record is said.
    pub fn before(&self, game: &Match, command: &Command) -> Before {
        let corrects = matches!(command, Command::Retract { .. } | Command::Amend(_));
        let status = game.state().status;
        let looks = corrects || self.signed || status == Status::Setup;
        Before { view: looks.then(|| game.view()), status, rows: if corrects { rows(game) } else { Vec::new() } }
    }

    /// Looks at a record that was taken.
    pub fn after(&mut self, before: &Before, game: &Match, said: &Said, command: &Command) {
        let seq = game.seq();
        let aside = matches!(command.name(), "note" | "sign" | "unseal");
        if self.signed && !aside {
            self.needs_more(seq, said.by, "it is signed");
            self.listed.push(seq);
        }
        match corrected(game, command) {
            Some((of, to)) => self.correction(before, game, (seq, said.by), of, &to, command),
            None => self.recorded(before, game, (seq, said), command),
        }
        self.remember(game, seq, said, command);
        for listed in self.listed.iter().filter(|listed| **listed == seq) {
            if !game.corrections().iter().any(|correction| correction.at == *listed) {
                self.faults.push(format!("record {seq} passed a reliance and is not listed"));
                break;
            }
        }
    }

    fn needs_more(&mut self, seq: u64, by: By, why: &str) {
        if by.player().is_some() {
            self.faults.push(format!("record {seq} by {by}: {why}"));
        }
    }

    /// A new record: it changes no choice that was made, and draws no other dice than those that were drawn.
    fn recorded(&mut self, before: &Before, game: &Match, (seq, said): (u64, &Said), command: &Command) {
        self.says_dice(seq, said, command);
        let Some(view) = before.view.as_ref().filter(|_| before.status == Status::Setup) else { return };
        let now = game.view();
        for player in Player::BOTH {
            let ids = |view: &View| -> Vec<_> {
                view.players[player].secondaries.iter().map(|row| row.objective.clone()).collect()
            };
            if !ids(view).is_empty() && ids(view) != ids(&now) {
                self.faults.push(format!("record {seq}, a new one, changes what player {player} chose"));
            }
        }
    }

    fn says_dice(&mut self, seq: u64, said: &Said, command: &Command) {
        let Some(purpose) = purpose(command) else { return };
        let waiting = |bound: &Bound| bound.purpose == purpose;
        if !self.bound.iter().any(waiting) {
            return;
        }
        let again = |bound: &Bound| {
            waiting(bound)
                && bound.said.drawn == said.drawn
                && bound.command.name() == command.name()
                && faces(&bound.command) == faces(command)
                && declared(&bound.command) == declared(command)
        };
        match self.bound.iter().position(again) {
            Some(place) => drop(self.bound.remove(place)),
            None => self.faults.push(format!("record {seq} throws other dice for {purpose} than were drawn")),
        }
    }

    fn correction(
        &mut self,
        before: &Before,
        game: &Match,
        (seq, by): (u64, By),
        of: u64,
        to: &[&Command],
        command: &Command,
    ) {
        let Some((speaker, original, _)) = game.entry(of) else { return };
        let (original, said) = (original.clone(), game.said(of).unwrap().clone());
        let alone = by.player();
        if speaker == By::Judge && by != By::Judge || alone.is_some() && by != speaker {
            self.faults.push(format!("record {seq} by {by} corrects record {of} by {speaker}"));
        }
        let played_on = speaker.player().is_some_and(|player| self.heard[index(player.opponent())] > of);
        let topics = [&original].into_iter().chain(to.iter().copied()).filter_map(topic);
        let sides: Vec<Player> =
            Player::BOTH.into_iter().filter(|p| speaker.player().is_none_or(|s| s == *p)).collect();
        let mut choice = None;
        for topic in topics {
            let other = |map: &BTreeMap<String, [bool; 2]>| {
                map.get(&topic).is_some_and(|made| sides.iter().any(|player| made[index(player.opponent())]))
            };
            if played_on || before.status != Status::Setup || other(&self.chosen) {
                choice = Some(format!("the choice of {topic} is relied on"));
            }
        }
        if let Some(why) = &choice {
            self.needs_more(seq, by, why);
        }
        let was_drawn = drawn(game, &said, &original);
        if choice.is_some() || played_on || was_drawn {
            self.listed.push(seq);
        }
        self.opened_choices(before, game, seq, by);
        if was_drawn {
            self.drawn_dice(seq, by, (of, &said, &original), command);
        } else if played_on && let Some(player) = alone {
            self.gains(before, game, seq, player);
        }
        if let Command::Amend(amend) = command {
            let fresh = |to: &&adjutant_engine::command::Reading| {
                !before.rows.iter().any(|(row, by, command)| *row == of && *by == to.by && *command == to.command)
            };
            amend.to.iter().filter(fresh).for_each(|to| self.says_dice(seq, &to.said(), &to.command));
        }
    }

    /// What was opened changes by both or a judge only.
    fn opened_choices(&mut self, before: &Before, game: &Match, seq: u64, by: By) {
        let now = rows(game);
        let mut changed = false;
        for (row, speaker, command) in before.rows.iter().filter(|(.., command)| sealed(command)) {
            let Some(topic) = topic(command) else { continue };
            let readable = self.read.get(&topic).is_some_and(|read| read.contains(&true));
            let stands = now.iter().any(|now| (now.0, now.1, &now.2) == (*row, *speaker, command));
            if readable && !stands {
                self.needs_more(seq, by, &format!("what was sealed of {topic} changes after one was seen"));
                changed = true;
            }
        }
        if changed {
            self.listed.push(seq);
            self.warned.push(seq);
        }
        for (topic, read) in &mut self.read {
            if changed && !now.iter().any(|(.., command)| self::topic(command).as_ref() == Some(topic)) {
                *read = [false; 2];
                self.chosen.insert(topic.clone(), [false; 2]);
            }
        }
    }

    /// Drawn dice stand, or wait to be said again, or are used up by more than their speaker.
    fn drawn_dice(&mut self, seq: u64, by: By, (of, said, original): (u64, &Said, &Command), command: &Command) {
        match command {
            Command::Amend(amend) => {
                if !amend.to.iter().any(|to| to.by == said.by && to.command == *original) {
                    self.faults.push(format!("record {seq} replaces the dice that record {of} drew"));
                }
            }
            // An amendment of them was taken back.
            Command::Retract { seq, .. } if *seq != of => {}
            _ if by.player().is_some() => {
                let purpose = purpose(original).unwrap_or_default();
                self.bound.push(Bound { seq: of, purpose, said: said.clone(), command: original.clone() });
            }
            _ => self.bound.retain(|bound| bound.seq != of),
        }
    }

    /// Who corrects alone behind the other's back has no more by it, and the other no less.
    fn gains(&mut self, before: &Before, game: &Match, seq: u64, player: Player) {
        let (Some(before), now) = (&before.view, game.view()) else { return };
        let other = player.opponent();
        let of = |view: &View, player: Player| {
            let models: u32 = view.units.iter().filter(|unit| unit.player == player).map(|unit| unit.models).sum();
            [i64::from(view.players[player].total), i64::from(view.players[player].cp), i64::from(models)]
        };
        for (at, what) in ["victory points", "Command points", "models"].into_iter().enumerate() {
            if of(&now, player)[at] > of(before, player)[at] || of(&now, other)[at] < of(before, other)[at] {
                self.faults.push(format!("record {seq} by {player} alone brings {what} behind the other's back"));
            }
        }
    }

    fn remember(&mut self, game: &Match, seq: u64, said: &Said, command: &Command) {
        let by = said.by;
        let speaks = |player: Player| by == By::Both || by.player() == Some(player);
        let mut sees = |by: By, command: &Command| {
            let Some(topic) = topic(command) else { return };
            for player in Player::BOTH.into_iter().filter(|player| by == By::Both || by.player() == Some(*player)) {
                self.chosen.entry(topic.clone()).or_default()[index(player)] = true;
                self.read.entry(topic.clone()).or_default()[index(player)] |=
                    !matches!(command, Command::Commit { .. });
            }
        };
        match command {
            Command::Amend(amend) => amend.to.iter().for_each(|to| sees(to.by, &to.command)),
            command => sees(by, command),
        }
        if !matches!(command.name(), "note" | "sign" | "unseal" | "clock") {
            Player::BOTH
                .into_iter()
                .filter(|player| speaks(*player))
                .for_each(|player| self.heard[index(player)] = seq);
        }
        match command {
            Command::Sign { player: Some(player), .. } if game.state().status == Status::Ended => {
                self.fresh[index(*player)] = true;
                self.signed |= self.fresh == [true; 2];
            }
            Command::Note { .. } | Command::Sign { .. } | Command::Unseal { .. } => {}
            _ => self.fresh = [false; 2],
        }
    }

    /// Looks at what the audit of the whole log says.
    pub fn audited(&mut self, report: &LogReport) {
        let has = |seq: u64, fits: &dyn Fn(&str) -> bool| {
            report.findings.iter().any(|finding| finding.record == Some(seq) && fits(finding.code.as_str()))
        };
        let by = |code: &str| code.starts_with("by-");
        for seq in self.listed.iter().filter(|seq| !has(**seq, &by)) {
            self.faults.push(format!("the audit does not list record {seq}"));
        }
        for seq in self.warned.iter().filter(|seq| !has(**seq, &|code| code == "recommitted")) {
            self.faults.push(format!("the audit does not warn of record {seq}, which opens a choice again"));
        }
        for bound in self.bound.iter().filter(|bound| !has(bound.seq, &|code| code == "dice-open")) {
            self.faults.push(format!("the audit does not warn of the dice of record {}", bound.seq));
        }
    }
}
