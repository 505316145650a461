//! Plausible matches, drawn from a seed: the facts of each, and the records that say them.

mod army;
mod board;
mod deeds;
mod doing;
mod opening;
mod turns;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::facts::{Facts, Side, Spot};

/// A match: what happened, and how it was written down.
pub struct Drawn {
    pub facts: Facts,
    pub records: Vec<String>,
    /// Command points at the start, after Strategic Reserves were paid.
    pub cp_at_start: [u32; 2],
}

/// How one match is inclined, so that every cap is reached by some.
struct Temper {
    /// Chance of losses for each attack.
    blood: f64,
    /// Chance to try an action.
    zeal: f64,
    /// Who tends to control markers, and how much.
    favoured: Side,
    favour: f64,
    /// All units say which markers they are in range of, so that control follows.
    counted: bool,
    /// Nobody falls and nobody leaves an action undone, so that the best of every objective is reached by some.
    steady: bool,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whereabouts {
    Field,
    Reserve,
    Embarked(usize),
    Dead,
    Away,
}

/// A unit on the table.
#[derive(Clone, Debug)]
struct Piece {
    id: String,
    side: Side,
    entry: army::Entry,
    /// Indices of its models, for each group; and whether they live.
    models: Vec<Vec<(usize, bool)>>,
    place: Spot,
    at: Whereabouts,
    /// Put into reserve after the battle began.
    exempt: bool,
    /// An action that runs, and the round of the last one begun.
    acting: Option<usize>,
    acted_in: u32,
    moved: bool,
    advanced: bool,
    arrived: bool,
    shot: bool,
    charged: bool,
    /// Whom it charged this turn.
    prey: Option<usize>,
}

impl Piece {
    fn alive(&self) -> u32 {
        u32::try_from(self.models.iter().flatten().filter(|(_, alive)| *alive).count()).expect("a few models")
    }

    fn has(&self, keyword: &str) -> bool {
        let lives = |group: usize| self.alive() == 0 || self.models[group].iter().any(|(_, alive)| *alive);
        let groups = self.entry.groups.iter().enumerate();
        self.entry.keywords.contains(&keyword)
            || groups.filter(|(group, _)| lives(*group)).any(|(_, g)| g.keywords.contains(&keyword))
    }

    fn on_field(&self) -> bool {
        self.at == Whereabouts::Field
    }
}

/// The match in the making.
struct Maker {
    rng: ChaCha8Rng,
    temper: Temper,
    facts: Facts,
    pieces: Vec<Piece>,
    records: Vec<String>,
    /// What both last said about control.
    held: Vec<Option<Side>>,
    gone: Vec<bool>,
    slot: usize,
    cp_at_start: [u32; 2],
    over: bool,
}

/// Draws the match of a seed.
pub fn draw(seed: u64) -> Drawn {
    let mut maker = Maker::open(ChaCha8Rng::seed_from_u64(seed), seed);
    maker.play();
    Drawn { facts: maker.facts, records: maker.records, cp_at_start: maker.cp_at_start }
}
