//! Simulated matches, said in other ways: with dice that are open, sealed or nobody's, and choices in the open or sealed.

use adjutant_core::chain::{Hash, Link};
use adjutant_engine::command::{Attacks, Command, DiceSource, Open, Salt, SecretKind};
use adjutant_engine::decide::digest;
use adjutant_engine::dice::{Drawn, seal as seal_dice};
use adjutant_engine::fold::Match;
use adjutant_engine::side::{By, Player};
use adjutant_engine::{Refusal, Said, record};
use adjutant_simulate::{Depth, Plan, simulate};
use serde_json::json;

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

pub const PACKS: [&str; 6] = ["gt2020", "border-war", "outposts-10th", "outposts-8th", "standard-5th", "matrix-11th"];
const WHO: [&[By]; 4] =
    [&[By::One], &[By::One, By::Two], &[By::One, By::Two, By::Both], &[By::One, By::Two, By::Both, By::Judge]];

impl Axes {
    /// The axes of a case: each runs through its values at another pace.
    pub fn of(case: u64) -> Axes {
        let at = |pace: u64, count: usize| (case / pace) as usize % count;
        Axes {
            pack: PACKS[at(1, PACKS.len())],
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
    /// Whether it is opened without a number, so that the fold holds no correction against the law.
    lawless: bool,
}

impl Log {
    pub fn new() -> Log {
        Log { game: Match::new(adjutant_packs::shipped()), link: Link::START, bytes: Vec::new(), lawless: false }
    }

    pub fn lawless() -> Log {
        Log { lawless: true, ..Log::new() }
    }

    /// The record as it would be said next: a signature names the head.
    pub fn ready(&self, command: Command) -> Command {
        match self.game.complete(command) {
            Command::Sign { player, .. } => Command::Sign { player, head: self.link.hash, key: None, signature: None },
            Command::Open(open) if self.lawless => Command::Open(Box::new(Open { law: None, ..*open })),
            other => other,
        }
    }

    /// The log with a record behind it that nobody asked the fold about.
    pub fn with(&self, by: By, command: &Command) -> Vec<u8> {
        let at = serde_json::from_value(json!("2026-11-21T10:00:00Z")).unwrap();
        let command = self.ready(command.clone());
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
        Command::Shoot(attacks) => told(by, Command::Shoot(missed(attacks, dice)), dice),
        Command::Fight(attacks) => told(by, Command::Fight(missed(attacks, dice)), dice),
        command => told(by, command, dice),
    }
}

fn told(by: By, command: Command, dice: Dice) -> (Said, Command) {
    (Said { drawn: drawn(&command, dice), ..by.into() }, command)
}

/// Attacks that destroy nobody, with the die that missed where the machine draws.
fn missed(mut attacks: Attacks, dice: Dice) -> Attacks {
    for attack in &mut attacks.attacks {
        let destroyed = serde_json::to_value(&attack.destroyed).unwrap().to_string();
        if dice != Dice::Hand && attack.wounds.is_none() && !destroyed.contains(['1', '2', '3', '4', '5', '6', '7']) {
            let one = json!({"attacks": 1, "hit": {"needs": 4, "roll": [1]}});
            (attack.sequence, attack.destroyed) = (serde_json::from_value(one).unwrap(), None);
        }
    }
    attacks
}

/// How a record says that its dice were drawn.
pub fn drawn(command: &Command, dice: Dice) -> Option<Drawn> {
    let rolls = matches!(command, Command::Roll { .. } | Command::RollOff { .. });
    let attacks = match command {
        Command::Shoot(attacks) | Command::Fight(attacks) => &*attacks.attacks,
        _ => &[],
    };
    let attacks = attacks.iter().any(|attack| attack.sequence.is_some());
    let said = match dice {
        Dice::Sealed if rolls || attacks => json!({"with": 7}),
        Dice::Open if attacks => json!({}),
        _ => return None,
    };
    serde_json::from_value(said).ok()
}
