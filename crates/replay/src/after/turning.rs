//! How the lead went, what turned it, and how long the turns took.

use adjutant_engine::command::{ClockState, Command};
use adjutant_engine::score;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::state::State;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::{LedgerEntry, Status};
use serde::{Deserialize, Serialize};

use super::common::{Times, objective_name};

/// How the lead went, Battle Ready apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turned {
    /// How often the other player came to lead.
    pub lead_changes: u32,
    /// The last moment at which the player who has fewer points in the end was ahead, if it was in the last battle round.
    pub last_lead: Option<Change>,
    /// Turns in which points came, in order.
    pub turns: Vec<Turn>,
    /// The three records that changed the lead most, the largest first.
    pub records: Vec<Change>,
}

/// A turn in which points came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// The battle round.
    pub round: u32,
    /// Whose turn it was.
    pub player: Player,
    /// Points of player one less those of player two, after it.
    pub lead: i32,
    /// The last record of it that brought points.
    pub seq: u64,
}

/// A record that changed the lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Change {
    /// The record.
    pub seq: u64,
    /// The battle round.
    pub round: u32,
    /// Points of player one less those of player two, before it.
    pub before: i32,
    /// The same after it.
    pub after: i32,
    /// Both totals after it.
    pub vp: BySide<u32>,
    /// What brought the points: whose, what it is called, how many.
    pub awards: Vec<Scored>,
}

/// Points of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scored {
    /// Whose.
    pub player: Player,
    /// Printed name of the objective; null for a ruling and for Battle Ready.
    pub objective: Option<String>,
    /// What counted.
    pub vp: i32,
}

/// The lead, record by record.
#[derive(Default)]
pub(super) struct Margins {
    vp: BySide<u32>,
    at: (u32, Option<Player>),
    changes: Vec<Change>,
    turns: Vec<Turn>,
}

impl Margins {
    /// The state after a record.
    pub fn after(&mut self, seq: u64, state: &State) {
        let turn = std::mem::replace(&mut self.at, (state.round, Some(state.active)));
        // Battle Ready changes no lead in the course of a battle.
        let now = BySide::from_fn(|player| score::total_without_battle_ready(state, player));
        if now == self.vp || state.conceded.is_some() {
            return;
        }
        let lead = |vp: BySide<u32>| i32::try_from(vp.one).unwrap_or(0) - i32::try_from(vp.two).unwrap_or(0);
        let (before, after) = (lead(self.vp), lead(now));
        let (round, player) = (turn.0.max(1), turn.1.unwrap_or(state.active));
        self.changes.push(Change { seq, round, before, after, vp: now, awards: Vec::new() });
        match self.turns.last_mut().filter(|turn| (turn.round, turn.player) == (round, player)) {
            Some(turn) => (turn.lead, turn.seq) = (after, seq),
            None => self.turns.push(Turn { round, player, lead: after, seq }),
        }
        self.vp = now;
    }

    /// What it all came to.
    pub fn told(self, state: &State, ledger: &[LedgerEntry]) -> Turned {
        let with = |change: &Change| Change { awards: awards(state, ledger, change.seq), ..change.clone() };
        let leads: Vec<i32> =
            self.changes.iter().map(|change| change.after.signum()).filter(|sign| *sign != 0).collect();
        let lead_changes = leads.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let end = self.changes.last().map_or(0, |change| change.after.signum());
        let behind = |change: &&Change| end != 0 && change.after.signum() == -end;
        let last_lead = self.changes.iter().rev().find(behind).filter(|change| change.round >= state.round);
        let mut most: Vec<&Change> = self.changes.iter().filter(|change| change.after != change.before).collect();
        most.sort_by_key(|change| {
            let turns = change.before.signum() * change.after.signum() < 0;
            (std::cmp::Reverse((change.after - change.before).abs()), !turns, std::cmp::Reverse(change.seq))
        });
        Turned {
            lead_changes: u32::try_from(lead_changes).unwrap_or(u32::MAX),
            last_lead: last_lead.map(with),
            records: most.into_iter().take(3).map(with).collect(),
            turns: self.turns,
        }
    }
}

fn awards(state: &State, ledger: &[LedgerEntry], seq: u64) -> Vec<Scored> {
    let of = |entry: &LedgerEntry| Scored {
        player: entry.player,
        objective: entry.objective.as_ref().map(|id| objective_name(state, entry.player, id)),
        vp: entry.vp,
    };
    ledger.iter().filter(|entry| entry.seq == seq && entry.vp != 0).map(of).collect()
}

/// How long a battle took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Time {
    /// Turn by turn, in seconds.
    pub turns: Vec<TurnTime>,
    /// All turns of each player, in seconds.
    pub seconds: BySide<i64>,
    /// Whether the players' clock was stopped or started in the log; otherwise these are the times of the records alone.
    pub clock: bool,
}

/// How long a turn took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnTime {
    /// The battle round.
    pub round: u32,
    /// Whose turn it was.
    pub player: Player,
    /// Its seconds.
    pub seconds: i64,
}

/// Seconds of a battle below which its records were entered afterwards.
const PLAYED_SECONDS_MIN: i64 = 600;

/// Time from record to record: who has the turn pays for it, unless the clock is stopped.
#[derive(Default)]
pub(super) struct Clock {
    last: Option<Timestamp>,
    paused: bool,
    clock: bool,
    turns: Vec<TurnTime>,
}

impl Clock {
    /// A record, and the state before it.
    pub fn record(&mut self, seq: u64, command: &Command, before: &State, times: &Times) {
        let Some(at) = times.get(&seq).copied() else { return };
        if let (Some(last), Status::Battle, false) = (self.last, before.status, self.paused) {
            let seconds = (at.seconds() - last.seconds()).max(0);
            let (round, player) = (before.round, before.active);
            match self.turns.last_mut().filter(|turn| (turn.round, turn.player) == (round, player)) {
                Some(turn) => turn.seconds += seconds,
                None => self.turns.push(TurnTime { round, player, seconds }),
            }
        }
        if let Command::Clock { state } = command {
            (self.paused, self.clock) = (*state == ClockState::Pause, true);
        }
        self.last = Some(at);
    }

    /// What it came to; nothing where the records were entered after the battle.
    pub fn told(self) -> Option<Time> {
        let mut seconds = BySide::default();
        self.turns.iter().for_each(|turn| seconds[turn.player] += turn.seconds);
        let played = seconds.one + seconds.two >= PLAYED_SECONDS_MIN;
        played.then_some(Time { turns: self.turns, seconds, clock: self.clock })
    }
}
