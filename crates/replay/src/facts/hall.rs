//! Rows about tournaments.

use adjutant_engine::chain::Hash;
use adjutant_tournament::command::Winner;
use adjutant_tournament::standings::standings;
use adjutant_tournament::{PlayerId, RoundNumber, Tournament, TournamentLog};
use serde::{Deserialize, Serialize};

/// A tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentFacts {
    /// Its id: unique in one database, not in the world; see `origin`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The mission pack.
    pub pack: Option<String>,
    /// Players who entered.
    pub players: usize,
    /// Rounds that were published.
    pub rounds: u16,
    /// Whether it is over.
    pub finished: bool,
}

/// A table of a round.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairingFacts {
    /// The round.
    pub round: u16,
    /// The table.
    pub table: u32,
    /// Id of the player named first.
    pub one: String,
    /// Id of the player named second.
    pub two: String,
    /// Name of the player named first.
    pub one_name: String,
    /// Name of the player named second.
    pub two_name: String,
    /// The mission.
    pub mission: Option<String>,
    /// Points of the player named first, once there is a result.
    pub one_vp: Option<i64>,
    /// Points of the player named second.
    pub two_vp: Option<i64>,
    /// Who won: `one`, `two`, `draw` or `none`.
    pub winner: Option<std::borrow::Cow<'static, str>>,
    /// Whether somebody did not turn up.
    pub no_show: bool,
    /// The match that the result was taken from.
    #[serde(rename = "match")]
    pub game: Option<String>,
    /// Hash of the last record of that match which the result rests on.
    pub match_head: Option<Hash>,
}

/// A player's place.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingFacts {
    /// Place, from 1; shared by those whom no tie-break tells apart. Who is disqualified has none.
    pub place: Option<u32>,
    /// Id of the player.
    pub player: String,
    /// Name.
    pub name: String,
    /// Faction of the army.
    pub faction: Option<String>,
    /// Games won, byes among them.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Match points, with penalties.
    pub points: i64,
    /// Whether the player has left.
    pub dropped: bool,
}

/// The rows of a tournament that was created, its tables and its standings.
pub(super) fn rows(log: &TournamentLog) -> Option<(TournamentFacts, Vec<PairingFacts>, Vec<StandingFacts>)> {
    let state = log.state();
    let create = state.create.as_ref()?;
    let rounds = state.published();
    let facts = TournamentFacts {
        id: create.event.to_string(),
        name: create.name.to_string(),
        pack: create.pack.as_ref().map(ToString::to_string),
        players: state.players.len(),
        rounds,
        finished: state.finished,
    };
    let tables = (1..=rounds).map(RoundNumber).flat_map(|round| pairings(state, round)).collect();
    let row = |row: adjutant_tournament::standings::Row| StandingFacts {
        place: row.rank,
        player: row.player.to_string(),
        name: row.name.to_string(),
        faction: row.faction.as_ref().map(ToString::to_string),
        wins: row.record.wins,
        draws: row.record.draws,
        losses: row.record.losses,
        points: row.points,
        dropped: row.dropped,
    };
    let last = if rounds > 0 { standings(state, RoundNumber(rounds)).rows } else { Vec::new() };
    Some((facts, tables, last.into_iter().map(row).collect()))
}

fn pairings(state: &Tournament, number: RoundNumber) -> Vec<PairingFacts> {
    let Some(round) = state.round(number) else { return Vec::new() };
    let name = |player: &PlayerId| {
        state.player(player).map_or_else(|| player.to_string(), |found| found.entry_in(number).name.to_string())
    };
    let row = |pairing: &adjutant_tournament::command::Pairing| {
        let result = round.results.get(&pairing.table);
        let from = result.and_then(|result| result.from.as_ref());
        PairingFacts {
            round: number.0,
            table: u32::from(pairing.table.0),
            one: pairing.one.to_string(),
            two: pairing.two.to_string(),
            one_name: name(&pairing.one),
            two_name: name(&pairing.two),
            mission: pairing.mission.as_ref().map(ToString::to_string),
            one_vp: result.map(|result| result.one),
            two_vp: result.map(|result| result.two),
            winner: result.map(|result| word(state.policies().winner_of(result)).into()),
            no_show: result.is_some_and(|result| result.forfeit.is_some()),
            game: from.map(|from| from.id.to_string()),
            match_head: from.map(|from| from.head),
        }
    };
    round.pair.tables.iter().map(row).collect()
}

fn word(winner: Winner) -> &'static str {
    match winner {
        Winner::One => "one",
        Winner::Two => "two",
        Winner::Draw => "draw",
        Winner::Neither => "none",
    }
}
