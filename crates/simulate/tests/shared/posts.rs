//! What the scorers of the two invented packs share: cards in hand, points that wait for a word, zones along an edge.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_engine::command::Cards;
use adjutant_engine::ids::ObjectiveId;
use adjutant_engine::place::{Declared, RegionName};
use adjutant_engine::side::{MapSide, Player};
use adjutant_engine::view::{RoundLabel, View};

/// The cards of a player: those in play, and those that were scored or discarded.
#[derive(Default)]
pub struct Hand {
    pub active: Vec<String>,
    pub gone: Vec<String>,
}

impl Hand {
    pub fn play(&mut self, cards: &Cards, most: usize) {
        for card in &cards.discards {
            self.active.retain(|active| active != card.as_str());
            self.gone.push(card.to_string());
        }
        self.active.extend(cards.draws.iter().map(ToString::to_string));
        assert!(self.active.len() <= most, "{most} active cards: {:?}", self.active);
    }

    /// Takes a card that was scored out of play; `false` where it is not in play.
    pub fn scored(&mut self, card: &str) -> bool {
        let before = self.active.len();
        self.active.retain(|active| active != card);
        let was = self.active.len() < before;
        if was {
            self.gone.push(card.to_owned());
        }
        was
    }
}

/// The names of some of each player's cards as a view shows them.
pub fn cards_of(view: &View, pick: fn(&adjutant_engine::view::CardsView) -> &[ObjectiveId]) -> [Vec<String>; 2] {
    Player::BOTH.map(|player| {
        let cards = view.players[player].cards.as_ref().expect("cards");
        pick(cards).iter().map(ToString::to_string).collect()
    })
}

/// Points that depend on what nobody has said.
#[derive(Clone)]
pub struct Need {
    pub player: Player,
    pub objective: String,
    pub round: RoundLabel,
}

/// Points that wait for a word, and those that nobody claimed in time.
#[derive(Default)]
pub struct Needs {
    pub open: Vec<Need>,
    missed: Vec<Need>,
}

impl Needs {
    /// The time to claim is over.
    pub fn close(&mut self) {
        self.missed.append(&mut self.open);
    }

    /// What a claim answers: something open, else, for a round that it names, something missed. What the primary pays at
    /// the end is claimed under its name.
    pub fn claim(&mut self, player: Player, objective: &str, primary: &str, round: Option<RoundLabel>) -> Option<Need> {
        let meant = |need: &Need| {
            let named = if need.objective == "at-the-end" { primary } else { &need.objective };
            need.player == player && named == objective && round.is_none_or(|round| round == need.round)
        };
        if let Some(index) = self.open.iter().position(meant) {
            return Some(self.open.remove(index));
        }
        round?;
        self.missed.iter().position(meant).map(|index| self.missed.remove(index))
    }

    /// A card that was scored waits for nothing more.
    pub fn forget(&mut self, player: Player, objective: &str) {
        for needs in [&mut self.open, &mut self.missed] {
            needs.retain(|need| need.player != player || need.objective != objective);
        }
    }
}

/// What was said of a unit's place: models near markers, and the regions that it stands wholly within.
pub type Told = (Option<BTreeMap<String, i64>>, Option<Vec<RegionName>>);

pub fn told(declared: &Declared) -> Told {
    let near = declared.in_range.as_ref();
    let near = near.map(|near| near.iter().map(|(marker, n)| (marker.to_string(), i64::from(n.get()))).collect());
    (near, declared.wholly_within.clone())
}

/// Two zones along opposite edges of a battlefield; inches.
#[derive(Clone, Copy)]
pub struct Zones {
    pub deep: i64,
    /// Left and right rather than below and above.
    pub sideways: bool,
    pub board: [i64; 2],
}

impl Zones {
    /// Whether a base of some width in millimetres, with its middle in thousandths of an inch, lies wholly within.
    pub fn hold(&self, side: MapSide, (x, y): (i64, i64), base: i64) -> bool {
        let [width, height] = self.board;
        let (across, along) = if self.sideways { (width, height) } else { (height, width) };
        let (from_edge, beside) = if self.sideways { (x, y) } else { (y, x) };
        let fine = |inches: i64| inches * 1_000 * 254;
        let from_edge = if side == MapSide::A { from_edge * 254 } else { fine(across) - from_edge * 254 };
        let (beside, half) = (beside * 254, base * 5_000);
        from_edge - half >= 0
            && from_edge + half <= fine(self.deep)
            && beside - half >= 0
            && beside + half <= fine(along)
    }
}

/// Where two zones lie, the region of one side's.
pub fn region(side: MapSide) -> RegionName {
    if side == MapSide::A { RegionName::ZoneA } else { RegionName::ZoneB }
}

pub fn other(side: MapSide) -> MapSide {
    if side == MapSide::A { MapSide::B } else { MapSide::A }
}

/// Every value between the fewest and the most that count.
pub fn between((least, most): (i64, i64), worth: impl Fn(i64) -> i64) -> BTreeSet<i64> {
    (least..=most).map(worth).collect()
}

/// Points for having more, of two numbers that are not known for sure.
pub fn more(own: (i64, i64), theirs: (i64, i64), vp: i64) -> BTreeSet<i64> {
    let pairs = (own.0..=own.1).flat_map(|a| (theirs.0..=theirs.1).map(move |b| (a, b)));
    pairs.map(|(a, b)| if a > b { vp } else { 0 }).collect()
}

/// Points where one answer is yes.
pub fn if_any(answers: impl Iterator<Item = Option<bool>>, vp: i64) -> BTreeSet<i64> {
    let answers: Vec<_> = answers.collect();
    match (answers.contains(&Some(true)), answers.contains(&None)) {
        (true, _) => [vp].into(),
        (false, true) => [0, vp].into(),
        (false, false) => [0].into(),
    }
}
