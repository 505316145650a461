//! Simulated matches, said in other ways: with dice that are open, sealed or nobody's, and choices in the open or sealed.

use adjutant_core::chain::{Hash, Link, seal as seal_line};
use adjutant_engine::command::{Command, DiceSource, Salt, SecretKind};
use adjutant_engine::decide::digest;
use adjutant_engine::dice::{Drawn, seal as seal_dice};
use adjutant_engine::fold::Match;
use adjutant_engine::side::{By, Player};
use adjutant_engine::{Refusal, Said, record};
use adjutant_simulate::{Depth, Plan, simulate};
use serde_json::{Map, Value, json};

/// Where dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    Open,
    Sealed,
    Hand,
}

/// What a match varies.
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    pub pack: &'static str,
    pub depth: Depth,
    pub dice: Dice,
    /// Whether secondaries and reserves are sealed.
    pub secret: bool,
    /// Whether both sign at the end.
    pub signed: bool,
    /// Who corrects.
    pub who: &'static [By],
}

pub const PACKS: [&str; 5] = ["gt2020", "border-war", "outposts-10th", "outposts-8th", "standard-5th"];
const WHO: [&[By]; 4] =
    [&[By::One], &[By::One, By::Two], &[By::One, By::Two, By::Both], &[By::One, By::Two, By::Both, By::Judge]];

impl Axes {
    /// The axes of a case: each runs through its values at another pace.
    pub fn of(case: u64) -> Axes {
        let at = |pace: u64, count: usize| (case / pace) as usize % count;
        Axes {
            pack: PACKS[at(1, 5)],
            depth: [Depth::Facts, Depth::Positions, Depth::Facts, Depth::Scores][at(5, 4)],
            dice: [Dice::Open, Dice::Sealed, Dice::Hand][at(1, 3)],
            secret: at(1, 2) == 0,
            signed: at(2, 2) == 0,
            who: WHO[at(7, 4)],
        }
    }
}

/// A log under way: the fold, and the chain beside it.
#[derive(Clone)]
pub struct Log {
    pub game: Match,
    link: Link,
    pub bytes: Vec<u8>,
}

impl Log {
    pub fn new() -> Log {
        Log { game: Match::new(adjutant_packs::shipped()), link: Link::START, bytes: Vec::new() }
    }

    /// The record as it would be said next: a signature names the head.
    pub fn ready(&self, command: Command) -> Command {
        match self.game.complete(command) {
            Command::Sign { player, .. } => Command::Sign { player, head: self.link.hash, key: None, signature: None },
            other => other,
        }
    }

    /// The log with a record behind it that nobody asked the fold about.
    pub fn with(&self, by: By, command: &Value) -> Vec<u8> {
        let at = serde_json::from_value(json!("2026-11-21T10:00:00Z")).unwrap();
        let command = self.ready(serde_json::from_value(command.clone()).unwrap());
        let (line, _) = record::seal(at, by, &command, self.game.vp(), self.link).unwrap();
        [self.bytes.as_slice(), &line, b"\n"].concat()
    }

    /// Records a command that is ready.
    pub fn take(&mut self, said: &Said, command: &Command) -> Result<(), Refusal> {
        self.game.record(said.clone(), command.clone())?;
        let at = serde_json::from_value(json!("2026-11-21T10:00:00Z")).unwrap();
        let (line, link) = record::seal(at, said.clone(), command, self.game.vp(), self.link).unwrap();
        self.game.set_head(link.hash);
        self.link = link;
        self.bytes.extend(line);
        self.bytes.push(b'\n');
        Ok(())
    }
}

/// Seals records into a chain without asking what they say; signatures name the head before them.
pub fn chained(records: &[Map<String, Value>]) -> Vec<u8> {
    let (mut link, mut bytes) = (Link::START, Vec::new());
    for fields in records {
        let mut fields = fields.clone();
        if let Some(head) = fields.get_mut("do").and_then(|command| command.get_mut("sign")?.get_mut("head")) {
            *head = json!(link.hash.to_string());
        }
        let (line, next) = seal_line(fields, link).unwrap();
        link = next;
        bytes.extend(line);
        bytes.push(b'\n');
    }
    bytes
}

/// The records of a whole match under some axes.
pub fn script(seed: u64, axes: &Axes) -> Vec<(Said, Command)> {
    let packs = adjutant_packs::shipped();
    let mut plan = Plan::new(axes.depth);
    plan.pack = packs.iter().find(|pack| pack.file.id.as_str() == axes.pack).unwrap().clone();
    let mut records = Vec::new();
    let mut openings: Vec<(Said, Command)> = Vec::new();
    for (by, command) in simulate(seed, &plan) {
        let sealed = by.player().filter(|_| axes.secret).and_then(|player| sealed(player, &command));
        let Some((commit, reveal)) = sealed else {
            records.append(&mut openings);
            records.push(said(by, command, axes.dice));
            continue;
        };
        if openings.iter().any(|(said, _)| said.by == by) {
            records.append(&mut openings);
        }
        records.push((by.into(), commit));
        openings.push((by.into(), reveal));
    }
    if axes.signed {
        for player in Player::BOTH {
            let sign = Command::Sign { player: Some(player), head: Hash::of(b""), key: None, signature: None };
            records.push((player.into(), sign));
        }
    }
    records
}

/// A choice as its commitment and its opening.
fn sealed(player: Player, command: &Command) -> Option<(Command, Command)> {
    let what = match command {
        Command::Secondaries { .. } => SecretKind::Secondaries,
        Command::Reserves(_) => SecretKind::Reserves,
        _ => return None,
    };
    let value = serde_json::to_value(command).unwrap()[what.as_str()].clone();
    let salt = Salt::new(&["ab", "cd"][usize::from(player == Player::Two)].repeat(16)).unwrap();
    let digest = digest(&"simulated".parse().unwrap(), player, what, &salt, &value);
    let reveal = json!({"reveal": {"what": what.as_str(), "salt": salt.as_str(), "value": value}});
    Some((Command::Commit { what, digest }, serde_json::from_value(reveal).unwrap()))
}

fn said(by: By, command: Command, dice: Dice) -> (Said, Command) {
    match command {
        Command::Open(mut open) => {
            open.dice = match dice {
                Dice::Open => open.dice,
                Dice::Sealed => Some(DiceSource::sealed(seal_dice(&open.id, Hash::of(b"seed")))),
                Dice::Hand => None,
            };
            (by.into(), Command::Open(open))
        }
        command => (Said { drawn: drawn(&command, dice), ..by.into() }, command),
    }
}

/// How a record says that its dice were drawn, where they are sealed.
pub fn drawn(command: &Command, dice: Dice) -> Option<Drawn> {
    let rolls = matches!(command, Command::Roll { .. } | Command::RollOff { .. });
    (rolls && dice == Dice::Sealed).then(|| serde_json::from_value(json!({"with": 7})).unwrap())
}
