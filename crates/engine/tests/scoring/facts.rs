//! A match as a plain list of facts: what lay where when, who fell, who did what.
//!
//! Nothing here is a state to fold; the scorer looks things up in these lists.

use std::collections::BTreeMap;

/// A player: 0 is player one, 1 is player two.
pub type Side = usize;

/// Names of the sides as the log writes them.
pub const SIDES: [&str; 2] = ["one", "two"];

/// Phases of a turn.
pub const PHASES: [&str; 7] = ["command", "movement", "psychic", "shooting", "charge", "fight", "morale"];

/// Everything that happened in a match, as far as it bears on victory points.
#[derive(Clone, Debug)]
pub struct Facts {
    pub mission: &'static str,
    /// Who has the first turn in every round.
    pub first: Side,
    /// Who deployed in zone A.
    pub side_a: Side,
    pub battle_ready: [bool; 2],
    pub battle_forged: [bool; 2],
    pub chosen: [[&'static str; 3]; 2],
    /// Indices of markers that the mission gives a meaning after set-up.
    pub gamma: Option<usize>,
    pub beta: Option<usize>,
    pub priority: Vec<usize>,
    pub models: Vec<Model>,
    pub units: Vec<UnitCard>,
    /// Control of every marker as the battle begins, where it is known.
    pub control_at_begin: Vec<Control>,
    /// The phases that were played to their end, in order.
    pub slots: Vec<Slot>,
    /// The phase in which the battle was stopped early.
    pub open: Option<usize>,
    /// What happened, in order.
    pub events: Vec<Event>,
    pub actions: Vec<Action>,
    pub psychic: Vec<PsychicSuccess>,
    /// How many battle rounds came to their end.
    pub rounds_ended: u32,
    pub finish: Finish,
}

/// One model that was in an army at some time.
#[derive(Clone, Debug)]
pub struct Model {
    pub side: Side,
    pub wounds: u32,
    /// Its own keywords: those of the unit and of its group.
    pub keywords: Vec<&'static str>,
    pub warlord: bool,
    /// Noted for While We Stand, We Fight.
    pub noted: bool,
}

/// One unit that was in an army at some time.
#[derive(Clone, Debug)]
pub struct UnitCard {
    pub side: Side,
    pub keywords: Vec<&'static str>,
    pub aircraft: bool,
    pub warlord: bool,
    pub models: Vec<usize>,
    /// In the army as the battle began.
    pub from_start: bool,
    /// Bought during the battle, or a part of what was.
    pub added: bool,
}

/// Control of a marker before any lock.
#[derive(Clone, Copy, Debug)]
pub enum Control {
    /// Both players agree.
    Said(Option<Side>),
    /// Models in range, AIRCRAFT and fortifications left out; and those among them with Objective Secured.
    Counted { models: [u32; 2], secured: [u32; 2] },
}

/// Where a unit stands.
#[derive(Clone, Debug, Default)]
pub struct Spot {
    /// Regions that it is wholly within.
    pub regions: Vec<&'static str>,
    /// Distance of its closest model from the centre, in tenths of an inch.
    pub centre: u32,
    /// Models in range of each marker, where anybody said.
    pub in_range: Option<BTreeMap<usize, u32>>,
}

/// A phase that came to its end.
#[derive(Clone, Debug)]
pub struct Slot {
    /// `((round - 1) * 2 + turn) * 7 + phase`.
    pub index: usize,
    pub control: Vec<Control>,
    /// Units on the battlefield at its end.
    pub places: Vec<(usize, Spot)>,
    /// How many events had happened by then.
    pub events: usize,
}

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub round: u32,
    /// After the last round's end: what the end of the battle itself destroys.
    pub at_battle_end: bool,
    pub what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Died { model: usize },
    Returned { model: usize },
    UnitDestroyed { unit: usize },
    Did { unit: usize, deed: Deed },
    Split { side: Side, parts: u32 },
    Merged { side: Side, units: u32 },
}

/// What a unit may do while it performs an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    NormalMove,
    Advance,
    Manifest,
    DeclareCharge,
    Intervene,
    Shoot,
    Reposition,
    Fight,
    PileIn,
    Consolidate,
    SaidToFail,
}

/// An action as it was started.
#[derive(Clone, Debug)]
pub struct Action {
    pub side: Side,
    pub unit: usize,
    pub kind: &'static str,
    pub marker: Option<usize>,
    pub spot: Option<&'static str>,
    /// Phase in which it was started.
    pub slot: usize,
    /// How many events had happened by then.
    pub events: usize,
}

/// A psychic action whose test passed and was not denied.
#[derive(Clone, Debug)]
pub struct PsychicSuccess {
    pub side: Side,
    pub unit: usize,
    pub kind: &'static str,
    pub slot: usize,
}

/// How things stood when the battle was over.
#[derive(Clone, Debug, Default)]
pub struct Finish {
    pub control: Vec<Control>,
    /// Models on the battlefield, those in transports left out.
    pub standing: Vec<usize>,
    /// Units on the battlefield or in a transport on it.
    pub units: Vec<usize>,
    pub conceded: Option<Side>,
}

/// Battle round of a phase.
pub fn round_of(slot: usize) -> u32 {
    u32::try_from(slot / 14 + 1).expect("a small number")
}

/// Its number within the turn: 0 is the Command phase, 6 the Morale phase.
pub fn phase_of(slot: usize) -> usize {
    slot % 7
}

impl Facts {
    /// Whose turn a phase belongs to.
    pub fn player_of(&self, slot: usize) -> Side {
        if (slot / 7).is_multiple_of(2) { self.first } else { 1 - self.first }
    }

    /// The last phase that began.
    pub fn last_begun(&self) -> usize {
        self.open.or(self.slots.last().map(|s| s.index)).unwrap_or(0)
    }
}
