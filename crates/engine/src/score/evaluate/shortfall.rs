//! Why an award brought nothing: what it counts, how much of that there is, and how much it takes.

use adjutant_core::side::Player;

use super::{Evaluator, Scene, UNKNOWN_UNITS_MAX, worth};
use crate::facts;
use crate::rules::{Award, Computed};
use crate::state::State;
use crate::terms::Possible;

/// Most that is looked for beyond what there is, where nothing else bounds it.
const BEYOND_MAX: i64 = UNKNOWN_UNITS_MAX;

/// What an award that brought nothing lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// How much there is of what it counts.
    pub have: i64,
    /// Of how much, where that is bounded: the markers that it may count, the quarters of the table.
    pub of: Option<i64>,
    /// The least that would bring points while everything else stands.
    pub needs: i64,
}

/// A number that is taken to be larger than it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Supposed<'a> {
    counted: &'a Computed,
    number: i64,
    more: i64,
}

impl<'a> Evaluator<'a> {
    /// What a number is taken to be; nothing where it is what it is. Markers that are held besides are first those of
    /// the opponent, so that what is told is the least that is needed.
    pub(super) fn supposed(&mut self, computed: &'a Computed) -> Option<Possible> {
        let Supposed { counted, number, more } = self.supposed?;
        if counted == computed {
            return Some(Possible::Exactly(number));
        }
        match (counted, computed) {
            (Computed::Controlled(_), Computed::ControlledByOpponent(filter)) => {
                let theirs = self.controlled(filter, self.player.opponent(), "opponent");
                Some(theirs.map(|held| (held - more).max(0)))
            }
            _ => None,
        }
    }
}

/// What an award lacks that brings nothing by the facts as they stand; none where no single number decides it.
///
/// ```text
/// Domination, one marker of four held by Anna: have 1, of 4, needs 3
/// ```
pub fn shortfall(state: &State, player: Player, award: &Award) -> Option<Shortfall> {
    let mut counted: Vec<&Computed> = Vec::new();
    award.vp.each(&mut |computed| {
        if counts(computed) && !counted.contains(&computed) {
            counted.push(computed);
        }
    });
    let scene = Scene::new(state);
    let mut evaluator = Evaluator::new(&scene, player);
    counted.into_iter().find_map(|counted| {
        evaluator.supposed = None;
        let have = evaluator.computed(counted).exact()?;
        let of = bound(state, player, counted);
        let most = of.unwrap_or(have + BEYOND_MAX);
        let needs = (have + 1..=most).find(|number| {
            evaluator.supposed = Some(Supposed { counted, number: *number, more: number - have });
            worth(&mut evaluator, award).exact().is_some_and(|vp| vp > 0)
        })?;
        Some(Shortfall { have, of, needs })
    })
}

/// Whether it counts what a player has done or holds.
fn counts(computed: &Computed) -> bool {
    matches!(
        computed,
        Computed::Controlled(_)
            | Computed::Units(_)
            | Computed::QuartersHeld { .. }
            | Computed::DestroyedModels(_)
            | Computed::DestroyedUnits(_)
            | Computed::Completions { .. }
            | Computed::Banners {}
            | Computed::NotedModelsStanding {}
    )
}

/// The most that it can be.
fn bound(state: &State, player: Player, counted: &Computed) -> Option<i64> {
    match counted {
        Computed::Controlled(filter) => {
            let fits = |marker| facts::marker_fits(state, player, filter, marker) == Some(true);
            i64::try_from(state.lying_markers().filter(|(marker, _)| fits(*marker)).count()).ok()
        }
        Computed::QuartersHeld { .. } => Some(4),
        _ => None,
    }
}
