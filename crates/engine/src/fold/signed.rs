//! What both players signed after the end of the battle, and what became of it since.

use adjutant_core::side::{By, BySide, Player, Winner};
use serde::{Deserialize, Serialize};

use crate::command::Command;
use crate::command::kind::Kind;
use crate::score;
use crate::state::State;
use crate::terms::Status;

/// What a record made of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResultAt {
    /// The record.
    pub record: u64,
    /// Who said it.
    pub by: By,
    /// Both totals behind it.
    pub vp: BySide<u32>,
    /// Who has won by then; null where the battle goes on again.
    pub winner: Option<Winner>,
}

/// A result that both players signed after the end of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Signed {
    /// The record of the later signature.
    pub record: u64,
    /// The result that they signed.
    pub then: ResultAt,
    /// The last record that changed it since; left out while it is as signed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<ResultAt>,
}

/// The results of a battle that has ended, and the signatures under them. A log only grows, so this does too: no
/// retraction makes anything here untold.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    /// Each that differs from the one before.
    changes: Vec<ResultAt>,
    /// The signature of each player behind which nothing counts yet.
    fresh: BySide<Option<u64>>,
    /// The last two that held together.
    both: Option<BySide<u64>>,
}

impl Results {
    /// Sees a record that the rules took, and the state behind it.
    pub fn see(&mut self, seq: u64, by: By, command: &Command, state: &State) {
        match command {
            Command::Sign { player: Some(player), .. } if state.status == Status::Ended => {
                self.fresh[*player] = Some(seq);
                let both = self.fresh.one.zip(self.fresh.two);
                self.both = both.map(|(one, two)| BySide { one, two }).or(self.both);
            }
            _ if ends_no_signature(command.kind()) => {}
            _ => {
                self.fresh = BySide::default();
                self.compare(seq, by, state);
            }
        }
    }

    fn compare(&mut self, record: u64, by: By, state: &State) {
        if state.status != Status::Ended && self.changes.is_empty() {
            return;
        }
        let winner = score::result(state, &[]).map(|result| result.winner);
        let now = ResultAt { record, by, vp: score::totals(state), winner };
        if self.changes.last().is_none_or(|last| (last.vp, last.winner) != (now.vp, now.winner)) {
            self.changes.push(now);
        }
    }

    /// The records with which both players signed, the last time that they did.
    pub fn both(&self) -> Option<BySide<u64>> {
        self.both
    }

    /// The result as it stood behind a record.
    pub fn at(&self, seq: u64) -> Option<ResultAt> {
        self.changes.iter().rfind(|result| result.record <= seq).copied()
    }

    /// The last record that changed the result behind this one, where it is another one now.
    pub fn since(&self, seq: u64) -> Option<ResultAt> {
        let (then, now) = (self.at(seq)?, *self.changes.last()?);
        ((then.vp, then.winner) != (now.vp, now.winner)).then_some(now)
    }

    /// The result that both players signed in these records.
    pub fn signed(&self, both: BySide<u64>) -> Option<Signed> {
        let record = Player::BOTH.into_iter().map(|player| both[player]).max()?;
        Some(Signed { record, then: self.at(record)?, since: self.since(record) })
    }
}

/// Whether a record of this kind may stand behind a signature without ending what that is good for.
pub fn ends_no_signature(kind: Kind) -> bool {
    matches!(kind, Kind::Note | Kind::Sign | Kind::Unseal)
}
