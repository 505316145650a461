//! What programs read: the shapes of `event pair --json` and `event standings --json`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::command::Objective;
use crate::id::{MissionId, PlayerId, RoundNumber, TableNumber};
use crate::pairing::{Draft, Flag, Float, bye_flags, flags, floats};
use crate::policy::Method;
use crate::state::{Round, Tournament};

/// The pairings of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PairView {
    /// The round.
    pub round: RoundNumber,
    /// How equal records were put together.
    pub method: Method,
    /// The value of the pairing.
    pub objective: Objective,
    /// Players whose game or bye the organiser had set; the others were paired around it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<PlayerId>,
    /// Who has the bye.
    pub bye: Option<PlayerId>,
    /// Everybody with a bye, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<PlayerId>,
    /// What an organiser should see about byes.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bye_flags: BTreeMap<PlayerId, Vec<Flag>>,
    /// What the round is called, where it belongs to a bracket.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The tables.
    pub tables: Vec<TableView>,
}

/// One table of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableView {
    /// Its number.
    pub table: TableNumber,
    /// The one.
    pub one: PlayerId,
    /// The other.
    pub two: PlayerId,
    /// The mission, where one is set.
    pub mission: Option<MissionId>,
    /// What an organiser should see.
    pub flags: Vec<Flag>,
    /// Who plays down to whom, where two of different match points meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub float: Option<Float>,
}

impl PairView {
    /// A draft.
    pub fn of_draft(draft: &Draft) -> PairView {
        PairView::of(&draft.pair, &draft.flags)
    }

    /// A recorded round of an event.
    pub fn of_round(state: &Tournament, round: &Round) -> PairView {
        let mut view = PairView::of(&round.pair, &flags(state, &round.pair));
        let mut floats = floats(state, &round.pair);
        view.tables.iter_mut().for_each(|table| table.float = floats.remove(&table.table));
        let name = crate::bracket::round_name(state, round.pair.round);
        PairView { bye_flags: bye_flags(state, &round.pair), name, ..view }
    }

    fn of(pair: &crate::command::Pair, flags: &BTreeMap<TableNumber, Vec<Flag>>) -> PairView {
        let table = |pairing: &crate::command::Pairing| TableView {
            table: pairing.table,
            one: pairing.one.clone(),
            two: pairing.two.clone(),
            mission: pairing.mission.clone(),
            flags: flags.get(&pairing.table).cloned().unwrap_or_default(),
            float: None,
        };
        PairView {
            round: pair.round,
            method: pair.method,
            objective: pair.objective,
            fixed: pair.fixed.clone(),
            bye: pair.byes.first().cloned(),
            byes: if pair.byes.len() > 1 { pair.byes.clone() } else { Vec::new() },
            bye_flags: BTreeMap::new(),
            name: None,
            tables: pair.tables.iter().map(table).collect(),
        }
    }
}
