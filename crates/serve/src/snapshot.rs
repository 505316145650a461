//! What the pages are rendered from: the event as it was folded after its last record.

use std::sync::{Arc, OnceLock};

use adjutant_core::chain::Hash;
use adjutant_core::time::Timestamp;
use adjutant_tournament::command::Pairing;
use adjutant_tournament::standings::{Standings, standings};
use adjutant_tournament::state::{Round, Stage};
use adjutant_tournament::{EventCommand, EventId, EventLog, EventState, PlayerId, RoundNumber};

/// An event after a record. Nobody changes it; a later record makes another one.
pub struct Snapshot {
    /// The event.
    pub event: EventId,
    /// Number of the last record.
    pub seq: u64,
    /// Hash of the last record.
    pub head: Hash,
    /// The fold.
    pub state: EventState,
    /// When the last published round was published, and the head of the log by then.
    pub published: Option<(Timestamp, Hash)>,
    /// When the last closed round was closed, and the head of the log by then.
    pub closed: Option<(Timestamp, Hash)>,
    ranked: Arc<OnceLock<Standings>>,
}

impl Snapshot {
    /// The snapshot after the last record of a log. The standings of the one before are kept where they rest on the
    /// same results.
    pub fn of(event: &EventId, log: &EventLog, before: Option<&Snapshot>) -> Snapshot {
        let state = log.state().clone();
        let moment = |wanted: &dyn Fn(&EventCommand) -> bool| {
            let record = log.records().iter().rev().find(|record| wanted(&record.command))?;
            Some((Timestamp::parse(&record.at)?, record.hash))
        };
        let same = |before: &&Snapshot| rests_on(&before.state) == rests_on(&state);
        Snapshot {
            event: event.clone(),
            seq: log.records().last().map_or(0, |record| record.seq),
            head: log.head(),
            published: moment(&|command| matches!(command, EventCommand::Publish { .. })),
            closed: moment(&|command| matches!(command, EventCommand::CloseRound { .. })),
            ranked: before.filter(same).map(|before| before.ranked.clone()).unwrap_or_default(),
            state,
        }
    }

    /// What changes with every record: pages tell by it whether they are of today.
    pub fn id(&self) -> String {
        format!("{}-{:.8}", self.seq, self.head.to_string())
    }

    /// What people call the event.
    pub fn name(&self) -> &str {
        self.state.create.as_ref().map_or(self.event.as_str(), |create| create.name.as_str())
    }

    /// How many rounds are played before any cut.
    pub fn rounds(&self) -> u16 {
        self.state.create.as_ref().map_or(0, |create| create.rounds)
    }

    /// The last round that players may see: a draft is not for them.
    pub fn shown(&self) -> Option<&Round> {
        self.state.rounds.iter().rev().find(|round| round.stage != Stage::Draft)
    }

    /// The round that is being played.
    pub fn open(&self) -> Option<&Round> {
        self.shown().filter(|round| round.stage == Stage::Published)
    }

    /// The draft that only the desk sees.
    pub fn draft(&self) -> Option<&Round> {
        self.state.rounds.last().filter(|round| round.stage == Stage::Draft)
    }

    /// The last round whose results are all in and closed.
    pub fn closed_round(&self) -> Option<RoundNumber> {
        let closed = self.state.rounds.iter().rev().find(|round| round.stage == Stage::Closed)?;
        Some(closed.pair.round)
    }

    /// The standings after the last closed round; nothing before there is one. Computed when somebody first asks.
    pub fn standings(&self) -> Option<&Standings> {
        let round = self.closed_round()?;
        Some(self.ranked.get_or_init(|| standings(&self.state, round)))
    }

    /// The pairing of a player in the round that is shown.
    pub fn pairing(&self, player: &PlayerId) -> Option<&Pairing> {
        self.shown()?.of(player)
    }
}

/// Everything that standings are computed from.
fn rests_on(state: &EventState) -> impl PartialEq + '_ {
    let closed = state.rounds.iter().filter(|round| round.stage == Stage::Closed).count();
    (&state.create, &state.rounds[..closed], &state.players, &state.cut)
}

/// The other of a pairing.
pub fn opponent<'a>(pairing: &'a Pairing, player: &PlayerId) -> &'a PlayerId {
    if pairing.one == *player { &pairing.two } else { &pairing.one }
}
