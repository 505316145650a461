//! The course of a whole match, recorded as people record it: one command after the other through [`Match::record`].

use std::sync::Arc;

use adjutant_engine::chain::Hash;
use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{MatchId, MissionId, Name};
use adjutant_engine::law::{Pack, Packs};
use adjutant_engine::legal::{Kind, Offer, legal_of};
use adjutant_engine::roster::Roster;
use adjutant_engine::rules::Agreement;
use adjutant_engine::side::{By, BySide};

use crate::ground::Ground;
use crate::stream::Stream;

/// How much a simulated match records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// No armies: claims that answer the open questions.
    Scores,
    /// Armies, losses, actions, who holds what; a few declared places.
    Facts,
    /// The same with coordinates of every model.
    Positions,
}

/// What is played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How much is recorded.
    pub depth: Depth,
    /// The pack.
    pub pack: Arc<Pack>,
    /// The mission; left out, it is drawn.
    pub mission: Option<MissionId>,
    /// Id of the match.
    pub id: MatchId,
    /// Who plays.
    pub players: BySide<Name>,
    /// The armies; left out, they are invented.
    pub rosters: Option<Box<BySide<Roster>>>,
    /// What the players agreed on as the match was opened.
    pub agreed: Vec<Agreement>,
    /// Whether attacks are recorded with every die, where the rules take them so.
    pub throws: bool,
}

impl Plan {
    /// Any mission of the Grand Tournament pack between two players without names of their own.
    pub fn new(depth: Depth) -> Plan {
        let name = |text| Name::new(text).unwrap_or_else(|_| unreachable!("a short name"));
        let id = MatchId::new("simulated").unwrap_or_else(|_| unreachable!("a short id"));
        let players = BySide { one: name("Ada"), two: name("Bo") };
        let (pack, agreed) = (adjutant_packs::gt2020(), Vec::new());
        Plan { depth, pack, mission: None, id, players, rosters: None, agreed, throws: false }
    }
}

/// A record: who says what.
pub type Record = (By, Command);

/// Where all randomness of a match comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl From<u64> for Seed {
    /// The number in its first 8 bytes, lowest first.
    fn from(number: u64) -> Seed {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        Seed(seed)
    }
}

/// The records of a complete legal match under the plan's pack.
///
/// ```
/// use adjutant_engine::fold::Match;
/// use adjutant_simulate::{Depth, Plan, simulate};
/// let mut game = Match::new(adjutant_packs::shipped());
/// for (by, command) in simulate(42, &Plan::new(Depth::Facts)) {
///     game.record(by, &command).unwrap();
/// }
/// assert!(game.view().result.is_some());
/// ```
pub fn simulate(seed: impl Into<Seed>, plan: &Plan) -> Vec<Record> {
    let game = simulate_match(seed, plan);
    let entries = (1..=game.seq()).filter_map(|seq| game.entry(seq));
    entries.map(|(by, command, _)| (by, command.clone())).collect()
}

/// The same match, folded.
pub fn simulate_match(seed: impl Into<Seed>, plan: &Plan) -> Match {
    let mut simulation = Simulation::new(seed.into(), plan);
    simulation.set_up();
    simulation.fight();
    simulation.close();
    simulation.game
}

/// A match under way, with a stream for each purpose.
pub(crate) struct Simulation<'a> {
    pub(crate) game: Match,
    pub(crate) plan: &'a Plan,
    pub(crate) ground: Ground,
    pub(crate) streams: Streams,
}

/// One stream for each purpose.
pub(crate) struct Streams {
    pub(crate) dice_seed: Hash,
    pub(crate) mission: Stream,
    pub(crate) armies: Stream,
    pub(crate) choices: Stream,
    pub(crate) places: Stream,
    pub(crate) actions: Stream,
    pub(crate) attacks: Stream,
    pub(crate) throws: Stream,
    pub(crate) psychic: Stream,
    pub(crate) morale: Stream,
    pub(crate) control: Stream,
    pub(crate) claims: Stream,
    pub(crate) course: Stream,
    pub(crate) terrain: Stream,
}

impl Streams {
    fn new(seed: &[u8; 32]) -> Streams {
        let stream = |purpose: &str| Stream::new(seed, purpose);
        let dice_seed = Hash::of(&stream("dice").seed());
        Streams {
            dice_seed,
            mission: stream("mission"),
            armies: stream("armies"),
            choices: stream("choices"),
            places: stream("places"),
            actions: stream("actions"),
            attacks: stream("attacks"),
            throws: stream("throws"),
            psychic: stream("psychic"),
            morale: stream("morale"),
            control: stream("control"),
            claims: stream("claims"),
            course: stream("course"),
            terrain: stream("terrain"),
        }
    }
}

impl Simulation<'_> {
    fn new(seed: Seed, plan: &Plan) -> Simulation<'_> {
        let game = Match::new(Packs::new([Arc::clone(&plan.pack)]));
        Simulation { game, plan, ground: Ground::default(), streams: Streams::new(&seed.0) }
    }

    /// Records what has to be taken.
    pub(crate) fn record(&mut self, by: By, command: Command) {
        let command = self.game.complete(command);
        if let Err(refusal) = self.game.record(by, &command) {
            unreachable!("a simulated match records only what is offered: {refusal} ({command:?})");
        }
    }

    /// Records what may be refused, such as a place that the log has come to measure.
    pub(crate) fn attempt(&mut self, by: By, command: Command) -> bool {
        let command = self.game.complete(command);
        self.game.record(by, &command).is_ok()
    }

    /// What could be said of a kind.
    pub(crate) fn offers(&self, by: impl Into<By>, kind: Kind) -> Vec<Offer> {
        legal_of(&self.game, by.into(), kind)
    }
}
