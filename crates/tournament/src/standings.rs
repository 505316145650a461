//! Standings in exact fractions, a pure function of what was played up to a round.
//!
//! Definition, source and a worked example of every tie-break stand at [`TieBreak`]; in short:
//!
//! | tie-break | what | byes | games that were not played |
//! |---|---|---|---|
//! | `vp` | victory points scored | count `bye_vp` | as entered |
//! | `battle-points` | points of the differential table, or `vp` | half the table's greatest total | most for the player who came |
//! | `vp-difference` | scored less conceded, capped a game where the policy says so | 0 | as entered |
//! | `opponents-win-rate` | mean of opponents' shares of the points possible, within floor and cap | no opponent; in an opponent's own share a round won | no opponent; in an opponent's own share as entered |
//! | `opponents-win-rate2` | mean of the opponents' `opponents-win-rate` | as above | as above |
//! | `game-win-rate` | own share of victory points (games, where games are counted) | counts `bye_vp` to 0 | as entered |
//! | `opponents-game-win-rate` | mean of the opponents' shares, each at least the floor | no opponent | no opponent |
//! | `sos` | mean of opponents' match points per round, weighted by rounds | left out | left out |
//! | `extended-sos` | mean of the opponents' `sos` | left out | left out |
//! | `path` | rounds won, the earlier the heavier: 2^(rounds − r) | a win | a win for the player who came |
//! | `points-until-loss` | victory points before the first loss, three more a win | a win | a win for the player who came |
//! | `buchholz` | sum of opponents' points | nothing, or a virtual or dummy opponent | the same |
//! | `buchholz-cut1`, `median-buchholz` | without the lowest; without the highest and the lowest | the same | the same |
//! | `sonneborn-berger` | points of the beaten and half of those drawn with | nothing, or a dummy opponent | the same |
//! | `koya` | points from games against players who have half of the points possible | nothing | nothing; with dummy opponents as entered |
//! | `cumulative` | sum of the running totals | count | count |
//! | `head-to-head` | points won among those tied, where all of them have met | — | no meeting |
//! | `wins` | games won | a win | a win for the player who came |
//! | `games-won` | games won by the members of a team | a win for each member | the same for the team that came |
//! | `painting` | sum of the awards | — | — |
//! | `last-round` | last round taken part in | — | — |
//! | `lot` | seeded | — | — |
//!
//! Not implemented: the forfeit rule that some call Karl-Mala (no source states it), cuts of more than one opponent,
//! colours.

mod heard;
mod ledger;
mod scores;
mod tie_break;
mod unplayed;

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::bracket::Bracket;
use crate::id::{Name, PlayerId, RoundNumber};
use crate::lots::{Purpose, draw};
use crate::policy::{PointScale, Policies, TieBreak};
use crate::rational::Rational;
use crate::state::Tournament;

use heard::Heard;
use scores::scores;

pub use crate::state::Bases;
pub use ledger::{Entrant, Ledger, Line, Outcome, Tally};
pub use scores::Scores;
pub use tie_break::TieBreaks;

/// The standings after a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standings {
    /// The round.
    pub round: RoundNumber,
    /// The best first.
    pub rows: Vec<Row>,
}

/// One player of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Place, from 1; shared by those whom no tie-break tells apart. Who is disqualified has none.
    pub rank: Option<u32>,
    /// Who.
    pub player: PlayerId,
    /// Name.
    pub name: Name,
    /// Results.
    pub record: Tally,
    /// Match points, with penalties.
    pub points: i64,
    /// Tie-breaks by name.
    pub tie_breaks: BTreeMap<&'static str, Rational>,
    /// Whether the player has left.
    pub dropped: bool,
    /// Whether the player was disqualified, and did not just leave.
    pub disqualified: bool,
    /// Faction of the army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faction: Option<Name>,
    /// What was awarded beside the games.
    #[serde(flatten)]
    pub scores: Scores,
    /// What the player has come to in the bracket: `champion`, `finalist`, `third place`, `top 8`, `still in` …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<String>,
    /// The number of the player's recorded pod, from 1, in the round that the standings follow or in the next one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pod: Option<usize>,
    /// How many results rest on what.
    pub bases: Bases,
}

impl Row {
    /// Why the player plays no more, in a word.
    pub fn gone(&self) -> Option<&'static str> {
        match (self.disqualified, self.dropped) {
            (true, _) => Some("disqualified"),
            (false, dropped) => dropped.then_some("dropped"),
        }
    }
}

impl Standings {
    /// How many have a place.
    pub fn placed(&self) -> usize {
        self.rows.iter().filter(|row| row.rank.is_some()).count()
    }
}

/// The last round whose games count in points and tie-breaks after a round: no round of the bracket after a cut does.
pub fn counted(state: &Tournament, round: RoundNumber) -> RoundNumber {
    state.cut.as_ref().map_or(round, |(_, after)| round.min(*after))
}

/// The standings after a round, from the results as they are known now.
///
/// After a cut, and in a single elimination, places come from the bracket: champion, finalist, third place (shared by
/// the losers of the semi-finals, unless they play for it), and so on. The others keep their places of the round before
/// the cut, and no game of the bracket counts in anybody's points or tie-breaks. Who is disqualified stands last and has no
/// place: the others close up, but a place of the podium that the bracket gave stays empty.
///
/// Where an older law judges the log, the last standings are those of its engine ([`TournamentLog::hear`]).
///
/// [`TournamentLog::hear`]: crate::TournamentLog::hear
///
/// What people saw when the round was closed is `standings(&log.state_when_closed(round)?, round)`.
///
/// ```
/// use adjutant_tournament::{Tournament, RoundNumber, standings::standings};
/// assert!(standings(&Tournament::default(), RoundNumber(0)).rows.is_empty());
/// ```
pub fn standings(state: &Tournament, round: RoundNumber) -> Standings {
    let counted = by_today(state, round);
    let heard = state.heard.as_ref().and_then(|heard| heard::rows(heard, round));
    let rows = heard.and_then(|heard| as_heard(&counted.rows, &heard));
    rows.map_or(counted, |rows| Standings { round, rows })
}

/// Rows with places, order, points and tie-breaks as an older law gives them, where that is about the same players.
fn as_heard(counted: &[Row], heard: &[Heard]) -> Option<Vec<Row>> {
    let mut known: HashMap<&str, &Row> = counted.iter().map(|row| (row.player.as_str(), row)).collect();
    let row = |heard: &Heard| {
        let row = known.remove(heard.player.as_str())?;
        let told = |(name, counted): (&&'static str, &Rational)| {
            (*name, heard.tie_breaks.get(*name).unwrap_or(counted).clone())
        };
        Some(Row {
            rank: heard.rank,
            record: heard.record,
            points: heard.points,
            tie_breaks: row.tie_breaks.iter().map(told).collect(),
            dropped: heard.dropped,
            reached: heard.reached.clone(),
            ..row.clone()
        })
    };
    let rows = heard.iter().map(row).collect();
    if known.is_empty() { rows } else { None }
}

/// The standings as the law of this program counts them.
fn by_today(state: &Tournament, round: RoundNumber) -> Standings {
    let policies = state.policies();
    let ledger = Ledger::of_stage(state, counted(state, round), round);
    // Entries are in the order of their dates: those who come later have lots behind the others, drawn when they count.
    let lots = match &state.create {
        Some(create) => draw(
            &create.seed,
            Purpose::Standings,
            ledger.entrants.iter().filter(|entrant| entrant.entered).count() as u32,
        ),
        None => Vec::new(),
    };
    let Ranking { order, mut values } = rank(&ledger, policies, &lots);
    let mut scores = scores(state, &ledger, round);
    let bracket = Bracket::played(state, round);
    let reached = bracket.as_ref().map(Bracket::reached).unwrap_or_default();
    let id = |at: usize| &state.players[at].entry.player;
    let bases = state.bases(round);
    let pods = state.pods_by_player(round.next());
    let row = |(rank, at): (Option<u32>, usize)| {
        let player = &state.players[at];
        let disqualified = ledger.entrants[at].disqualified;
        let reached = reached.get(&player.entry.player).filter(|_| !disqualified);
        Row {
            rank,
            player: player.entry.player.clone(),
            name: player.entry.name.name().clone(),
            record: ledger.entrants[at].tally(),
            points: ledger.entrants[at].points(),
            tie_breaks: std::mem::take(&mut values[at]),
            dropped: !player.is_in(round.next()) && !disqualified,
            disqualified,
            faction: player.entry.faction.clone(),
            scores: std::mem::take(&mut scores[at]),
            reached: reached.map(|reached| reached.title.clone()),
            pod: pods.get(&player.entry.player).copied(),
            bases: bases[at],
        }
    };
    let place = |at: usize| reached.get(id(at)).map(|reached| reached.place);
    let order = placed(&order, place, |at| ledger.entrants[at].disqualified);
    Standings { round, rows: order.into_iter().map(row).collect() }
}

/// The places of a bracket that stay empty when they are vacated.
const PODIUM: u32 = 3;

/// The order with those of a bracket first, by their places in it; the others keep theirs among each other. Who is out
/// stands last without a place.
fn placed(
    order: &[(u32, usize)],
    place: impl Fn(usize) -> Option<u32>,
    out: impl Fn(usize) -> bool,
) -> Vec<(Option<u32>, usize)> {
    let mut within: Vec<(u32, usize)> = order.iter().filter_map(|(_, at)| Some((place(*at)?, *at))).collect();
    within.sort_by_key(|(place, _)| *place);
    let closed = |before: u32| {
        within.iter().filter(|(place, at)| (PODIUM + 1..before).contains(place) && out(*at)).count() as u32
    };
    let staying = within.iter().filter(|(_, at)| !out(*at));
    let mut placed: Vec<(Option<u32>, usize)> =
        staying.map(|(place, at)| (Some(place - closed(*place)), *at)).collect();
    let mut ahead = within.len() as u32 - closed(u32::MAX);
    let mut last: Option<(u32, u32)> = None;
    for (before, at) in order.iter().filter(|(_, at)| place(*at).is_none() && !out(*at)) {
        ahead += 1;
        let rank = last.filter(|(known, _)| known == before).map_or(ahead, |(_, rank)| rank);
        last = Some((*before, rank));
        placed.push((Some(rank), *at));
    }
    placed.extend(order.iter().filter(|(_, at)| out(*at)).map(|(_, at)| (None, *at)));
    placed
}

/// The event that the examples of [`TieBreak`] share, with its policies; players A to E are entrants 0 to 4.
///
/// ```
/// use adjutant_tournament::standings::small_event;
/// let points: Vec<i64> = small_event().0.entrants.iter().map(|entrant| entrant.points()).collect();
/// assert_eq!(points, [7, 6, 0, 6, 4]);
/// ```
pub fn small_event() -> (Ledger, Policies) {
    let points = PointScale { win: 3, draw: 1, loss: 0, bye: None };
    let policies = Policies { points, bye_vp: 10, ..Policies::default() };
    let games = "A 20-10 B, D 15-5 C, E bye; A 12-9 C, B 14-11 E, D bye; A 8-8 E, B 11-10 C";
    let ledger = Ledger::of_text(&policies, games).unwrap_or_default();
    (ledger, policies)
}

/// Places and the tie-breaks they rest on.
pub struct Ranking {
    /// Place and entrant, the best first.
    pub order: Vec<(u32, usize)>,
    /// By entrant.
    pub values: Vec<BTreeMap<&'static str, Rational>>,
}

/// Ranks a ledger: points, then the tie-breaks of the policy in their order; who is still tied stands in order of lot, who
/// is disqualified behind everybody.
pub fn rank(ledger: &Ledger, policies: &Policies, lots: &[u32]) -> Ranking {
    let tie_breaks = TieBreaks::of(ledger, policies);
    let count = ledger.entrants.len();
    let lot = |at: usize| lots.get(at).copied().unwrap_or(at as u32);
    let mut keys: Vec<Vec<Rational>> =
        ledger.entrants.iter().map(|one| vec![i64::from(!one.disqualified).into(), one.points().into()]).collect();
    let mut values = vec![BTreeMap::new(); count];
    for tie_break in &policies.tie_breaks {
        let column: Vec<Rational> = match tie_break {
            TieBreak::Lot => (0..count).map(|at| Rational::from(-i64::from(lot(at)))).collect(),
            TieBreak::HeadToHead => tie_breaks.head_to_head(&keys),
            other => (0..count).map(|at| tie_breaks.value(*other, at)).collect(),
        };
        for (at, value) in column.into_iter().enumerate() {
            let shown =
                if *tie_break == TieBreak::Lot { Rational::from(i64::from(lot(at)) + 1) } else { value.clone() };
            values[at].insert(tie_break.name(), shown);
            keys[at].push(value);
        }
    }
    let mut order: Vec<usize> = (0..count).filter(|at| ledger.entrants[*at].entered).collect();
    order.sort_by(|one, two| keys[*two].cmp(&keys[*one]).then(lot(*one).cmp(&lot(*two))));
    let mut placed: Vec<(u32, usize)> = Vec::new();
    for (index, at) in order.into_iter().enumerate() {
        let place = match placed.last() {
            Some((place, before)) if keys[*before] == keys[at] => *place,
            _ => index as u32 + 1,
        };
        placed.push((place, at));
    }
    Ranking { order: placed, values }
}

/// Match points in words.
pub(crate) fn match_points(points: i64) -> String {
    format!("{points} match point{}", if points == 1 { "" } else { "s" })
}
