//! What a correction would bring its speaker: the log measured before and after it.

use adjutant_core::side::{BySide, Player, Winner};

use crate::facts::control;
use crate::score;
use crate::state::State;
use crate::terms::Status;

/// What counts as a gain, in the order in which a refusal names it.
const COUNTED: [&str; 6] =
    ["victory points", "the result", "Command points", "models", "objective markers", "open questions"];

/// What each player has, as far as a correction may not raise it unseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measure(BySide<[i64; COUNTED.len()]>);

impl Measure {
    /// What the records come to. Battle Ready counts at any time.
    pub fn of(state: &State) -> Measure {
        let winner = score::result(state, &score::ledger(state)).map(|result| result.winner);
        let winner = winner.or(state.conceded.map(|player| player.opponent().into()));
        Measure(BySide::from_fn(|player| {
            let models: u32 = state.living(player).map(|unit| unit.models()).sum();
            let held = |player| {
                let holder = |marker| control::effective(state, marker).and_then(|control| control.holder);
                state.lying_markers().filter(|(marker, _)| holder(*marker) == Some(player)).count()
            };
            [
                i64::from(score::total_with_battle_ready(state, player)),
                won(winner, player),
                i64::from(state.sides[player].cp),
                i64::from(models),
                held(player) as i64,
                open(state, player),
            ]
        }))
    }

    /// What the speaker gains or the other loses; nothing where neither is so.
    pub fn gain(&self, after: &Measure, speaker: Player) -> Option<(Player, &'static str)> {
        let other = speaker.opponent();
        let at = |index: usize| {
            let rises = after.0[speaker][index] > self.0[speaker][index];
            let falls = after.0[other][index] < self.0[other][index];
            if rises { Some((speaker, COUNTED[index])) } else { falls.then_some((other, COUNTED[index])) }
        };
        (0..COUNTED.len()).find_map(at)
    }
}

fn won(winner: Option<Winner>, player: Player) -> i64 {
    match winner {
        Some(winner) if winner == Winner::from(player) => 2,
        Some(winner) if winner == Winner::from(player.opponent()) => 0,
        Some(_) | None => 1,
    }
}

/// The most that the open questions of a player can still be worth.
fn open(state: &State, player: Player) -> i64 {
    let now = state.needs.iter().chain(state.missed.iter().map(|missed| &missed.need));
    let most = |possible: &crate::terms::Possible| possible.values().into_iter().max().unwrap_or(0);
    let open = now.filter(|need| need.player == player && state.status != Status::Setup);
    let ready = if state.sides[player].battle_ready.is_none() { state.law().battle_ready_vp() } else { 0 };
    open.map(|need| most(&need.possible)).sum::<i64>() + i64::from(ready)
}
