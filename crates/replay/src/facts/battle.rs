//! Rows about matches.

use std::collections::BTreeSet;

use adjutant_engine::chain::Hash;
use adjutant_engine::command::Winner;
use adjutant_engine::fold::Match;
use adjutant_engine::side::{Player, Role};
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::{Basis, ResultBy, RoundLabel, Status, View};
use serde::{Deserialize, Serialize};

use crate::audit::Signed;

/// A match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchFacts {
    /// Its id: unique in one database, not in the world; see `origin`.
    pub id: String,
    /// The tournament that it belongs to.
    pub event: Option<String>,
    /// The round of the tournament.
    pub round: Option<u32>,
    /// The table of the tournament.
    pub table: Option<u32>,
    /// When its first record was made.
    pub opened: Option<Timestamp>,
    /// Minutes from the first record to the last, pauses counted.
    pub minutes: Option<i64>,
    /// The mission pack.
    pub pack: String,
    /// Hash of the pack's ruleset.
    pub rules: Option<Hash>,
    /// The mission, once known.
    pub mission: Option<String>,
    /// Battle size.
    pub size: String,
    /// How far it is.
    pub status: Status,
    /// Who had the first turn.
    pub first: Option<Player>,
    /// Battle rounds that were begun.
    pub rounds: u32,
    /// Victory points of player one.
    pub one: u32,
    /// Victory points of player two.
    pub two: u32,
    /// Who has won, once it has ended.
    pub winner: Option<Winner>,
    /// What decided it.
    pub by: Option<ResultBy>,
    /// Points of both totals that were computed.
    pub derived: Option<i32>,
    /// Points of both totals that are a player's word.
    pub claimed: Option<i32>,
    /// Points of both totals that a judge gave.
    pub ruled: Option<i32>,
    /// How many players signed with a key.
    pub signed: usize,
}

/// A player in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideFacts {
    /// Which of the two.
    pub side: Player,
    /// Their name.
    pub player: Option<String>,
    /// Faction of the army.
    pub faction: Option<String>,
    /// Faction of the other army.
    pub opponent_faction: Option<String>,
    /// Kinds of the army's Detachments, in the order of the list.
    pub detachments: Vec<String>,
    /// Points of the army list.
    pub points: Option<i32>,
    /// Attacker or Defender.
    pub role: Option<Role>,
    /// Whether they had the first turn.
    pub first: Option<bool>,
    /// Counted points of the primary objective.
    pub primary: u32,
    /// Counted points of the secondary objectives.
    pub secondary: u32,
    /// Whether the army is painted and based; null where nobody said so.
    pub battle_ready: Option<bool>,
    /// Their total.
    pub vp: u32,
    /// The other's total.
    pub vp_against: u32,
    /// What it came to, once the battle has ended.
    pub result: Option<SideResult>,
}

/// What an army was bent on, where the pack pairs dispositions (`docs/rules/eleventh.md`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DispositionFacts {
    /// Whose army.
    pub side: Player,
    /// Its disposition.
    pub disposition: String,
    /// That of the other army; null where nobody said it.
    pub opponent_disposition: Option<String>,
    /// The primary objective that the player's own disposition brought; null before the mission is known.
    pub primary: Option<String>,
}

/// What a battle came to for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SideResult {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

/// A secondary objective of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SecondaryFacts {
    /// Whose.
    pub side: Player,
    /// The objective.
    pub objective: String,
    /// Points before its cap.
    pub raw: u32,
    /// Points that count.
    pub vp: u32,
}

/// An entry of the ledger.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AwardFacts {
    /// The record that brought it.
    pub seq: u64,
    /// Whose it is.
    pub side: Player,
    /// Its row on the scoring sheet.
    pub round: RoundLabel,
    /// Its moment, such as `command-phase-end`.
    pub moment: String,
    /// For what; null for a ruling about no objective and for Battle Ready.
    pub objective: Option<String>,
    /// Points before the cap.
    pub raw: i32,
    /// Points that count.
    pub vp: i32,
    /// What it rests on.
    pub basis: Basis,
    /// Whether it was claimed after its moment.
    pub late: bool,
}

/// The rows of a match, its sides, their dispositions, its secondary objectives and its awards.
pub(super) type Rows = (MatchFacts, Vec<SideFacts>, Vec<DispositionFacts>, Vec<SecondaryFacts>, Vec<AwardFacts>);

/// The rows of a match that was opened.
pub(super) fn rows(game: &Match, span: Option<(Timestamp, Timestamp)>, signed: &[Signed]) -> Option<Rows> {
    let state = game.state();
    let open = state.open.as_ref()?;
    let view = game.view();
    let result = view.result.as_ref();
    let signers: BTreeSet<Player> = signed.iter().filter(|one| one.verified).filter_map(|one| one.player).collect();
    let facts = MatchFacts {
        id: open.id.to_string(),
        event: open.event.as_ref().map(|event| event.id.to_string()),
        round: open.event.as_ref().map(|event| event.round.get().unsigned_abs()),
        table: open.event.as_ref().map(|event| event.table.get().unsigned_abs()),
        opened: span.map(|(first, _)| first),
        minutes: span.map(|(first, last)| (last.seconds() - first.seconds()) / 60),
        pack: open.pack.to_string(),
        rules: open.rules,
        mission: view.mission.as_ref().map(ToString::to_string),
        size: open.size.as_str().to_owned(),
        status: view.status,
        first: state.first,
        rounds: state.round,
        one: view.players.one.total,
        two: view.players.two.total,
        winner: result.map(|result| result.winner),
        by: result.map(|result| result.by),
        derived: result.map(|result| result.basis.derived),
        claimed: result.map(|result| result.basis.claimed),
        ruled: result.map(|result| result.basis.ruled),
        signed: signers.len(),
    };
    let award = |entry: &adjutant_engine::view::LedgerEntry| AwardFacts {
        seq: entry.seq,
        side: entry.player,
        round: entry.round,
        moment: entry.moment.to_string(),
        objective: entry.objective.as_ref().map(ToString::to_string),
        raw: entry.raw,
        vp: entry.vp,
        basis: entry.basis,
        late: entry.late,
    };
    let awards = view.ledger.iter().map(award).collect();
    Some((facts, sides(game, &view), dispositions(game), secondaries(&view), awards))
}

/// The players of a match, one and two.
pub(crate) fn sides(game: &Match, view: &View) -> Vec<SideFacts> {
    Player::BOTH.map(|player| side(game, view, player)).into()
}

/// What the armies of those who said it were bent on.
fn dispositions(game: &Match) -> Vec<DispositionFacts> {
    let state = game.state();
    let said = |player: Player| {
        Some(DispositionFacts {
            side: player,
            disposition: state.disposition(player)?.to_string(),
            opponent_disposition: state.disposition(player.opponent()).map(|is| is.to_string()),
            primary: state.primary(player).map(|objective| objective.id.to_string()),
        })
    };
    Player::BOTH.into_iter().filter_map(said).collect()
}

/// The objectives that the players chose.
pub(crate) fn secondaries(view: &View) -> Vec<SecondaryFacts> {
    let chosen = |player: Player| {
        view.players[player].secondaries.iter().map(move |chosen| SecondaryFacts {
            side: player,
            objective: chosen.objective.to_string(),
            raw: chosen.raw,
            vp: chosen.vp,
        })
    };
    Player::BOTH.into_iter().flat_map(chosen).collect()
}

fn side(game: &Match, view: &View, player: Player) -> SideFacts {
    let state = game.state();
    let roster = state.sides[player].roster.as_ref();
    let (own, other) = (&view.players[player], &view.players[player.opponent()]);
    let won = |winner: Winner| match winner {
        winner if winner == player.into() => SideResult::Win,
        winner if winner == player.opponent().into() => SideResult::Loss,
        _ => SideResult::Draw,
    };
    SideFacts {
        side: player,
        player: own.name.as_ref().map(ToString::to_string),
        faction: faction(game, player),
        opponent_faction: faction(game, player.opponent()),
        detachments: roster
            .map(|roster| roster.detachments.iter().map(|detachment| detachment.kind.to_string()).collect())
            .unwrap_or_default(),
        points: roster.map(|roster| roster.points()),
        role: own.role,
        first: state.first.map(|first| first == player),
        primary: own.primary.as_ref().map_or(0, |primary| primary.vp),
        secondary: own.secondaries.iter().map(|chosen| chosen.vp).sum(),
        battle_ready: own.battle_ready,
        vp: own.total,
        vp_against: other.total,
        result: view.result.as_ref().map(|result| won(result.winner)),
    }
}

/// The faction as the match was opened with it, or else as the army list says.
fn faction(game: &Match, player: Player) -> Option<String> {
    let state = game.state();
    let card = state.open.as_ref().and_then(|open| open.players[player].faction.as_ref());
    let list = || state.sides[player].roster.as_ref().and_then(|roster| roster.faction.as_ref());
    card.or_else(list).map(ToString::to_string)
}
