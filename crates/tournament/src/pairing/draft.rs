//! Drafting a round, its flags, and what a change of it costs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::field::{ALGORITHM, Field, objective};
use super::fixed::{self, Meetings};
use super::ready::ready_to_pair;
use crate::command::{Objective, Pair, Pairing, Repair, TournamentCommand};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::policy::{Method, System};
use crate::refusal::Refusal;
use crate::state::{Event, Tournament};
use crate::tables;
use adjutant_matching::{Effort, Matching, Solved, Vertex};

/// What is noted about a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlagKind {
    /// They have met before.
    Rematch,
    /// The policy wants them apart.
    SameClub,
    /// One of them has sat here before.
    RepeatedTable,
    /// Their match points differ.
    Float,
    /// A player who cannot leave a seat is at another table.
    SeatMissed,
    /// A bye for a player who has had one.
    SecondBye,
}

/// Something an organiser should see before publishing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Flag {
    /// What.
    pub flag: FlagKind,
    /// Whether the best pairing of this round has fewer of the kind.
    pub avoidable: bool,
}

/// A round that is drafted and not yet recorded.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The record that it becomes.
    pub pair: Pair,
    /// Flags by table.
    pub flags: BTreeMap<TableNumber, Vec<Flag>>,
    /// How much work it was; nothing for rounds that need no search.
    pub effort: Effort,
}

impl Draft {
    /// The command to record.
    pub fn command(&self) -> TournamentCommand {
        TournamentCommand::Pair(Box::new(self.pair.clone()))
    }
}

/// Why no round was drafted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    /// Something has to happen first.
    #[error(transparent)]
    NotReady(#[from] Refusal),
    /// No pairing without a rematch or second bye exists.
    #[error("{}", impossible(.islands, .separators, *.odd))]
    Impossible {
        /// Sets of players (each of odd size) who could only meet within their set or one of the `separators`.
        islands: Vec<Vec<PlayerId>>,
        /// The players that they compete for.
        separators: Vec<PlayerId>,
        /// Whether somebody needs a bye.
        odd: bool,
    },
    /// The schedule begins again: everybody of the smallest group has met.
    #[error(
        "the schedule has {rounds} rounds, after which players meet again ({players} players are in the smallest \
         group). Allow rematches for this round, pair by hand, or end here"
    )]
    ScheduleOver {
        /// How many rounds it has.
        rounds: u16,
        /// Players of the smallest group.
        players: usize,
    },
    /// More games than there are numbers for tables.
    #[error("{players} players need more tables than there are numbers: {tables} are left")]
    TooManyPlayers {
        /// How many are active.
        players: usize,
        /// How many tables may have a number.
        tables: usize,
    },
    /// The organiser pairs this event.
    #[error("this event is paired by hand; record `pair` with the tables as they are to be")]
    ByHand,
}

fn impossible(islands: &[Vec<PlayerId>], separators: &[PlayerId], odd: bool) -> String {
    let list = |players: &[PlayerId]| players.iter().map(PlayerId::as_str).collect::<Vec<_>>().join(", ");
    let names = |set: &Vec<PlayerId>| if set.is_empty() { "the bye".to_owned() } else { list(set) };
    let sets: Vec<String> = islands.iter().map(names).collect();
    let bye = if odd { " (or have a second bye)" } else { "" };
    let others = if separators.is_empty() { "nobody else".to_owned() } else { format!("only {}", list(separators)) };
    let [set] = sets.as_slice() else {
        return format!(
            "the round cannot be paired without a rematch: outside their own groups [{}] these players can only meet \
             {others}, so one of them would have to meet a former opponent{bye}. Allow rematches for this round, pair \
             by hand, let players drop, or end here",
            sets.join("] [")
        );
    };
    format!(
        "the round cannot be paired without a rematch: {set} can meet {others}, so one of them would have to meet a \
         former opponent{bye}. Allow rematches for this round, pair by hand, let players drop, or end here"
    )
}

/// Drafts the round that is due, as the policies say.
///
/// # Errors
/// [`PairError`], with the reason and what may be relaxed.
pub fn draft_round(state: &Tournament) -> Result<Draft, PairError> {
    draft_with(state, None, false)
}

/// Drafts the round that is due with another method, or with rematches allowed (fewest first).
///
/// # Errors
/// As [`draft_round`].
pub fn draft_with(state: &Tournament, method: Option<Method>, rematches: bool) -> Result<Draft, PairError> {
    draft_around(state, method, rematches, &[])
}

/// A game that is set, or a bye where nobody is named second.
pub type SetGame = (PlayerId, Option<PlayerId>);

/// Drafts the round that is due around games that are set: those stand, whoever has met, and everybody else is paired as
/// well as that leaves possible. Only Swiss rounds are; at most one bye is set, and only in an odd field.
///
/// # Errors
/// As [`draft_round`], and the refusal of games that cannot be set.
pub fn draft_around(
    state: &Tournament,
    method: Option<Method>,
    rematches: bool,
    set: &[SetGame],
) -> Result<Draft, PairError> {
    let round = ready_to_pair(state)?;
    enough_tables(state, round)?;
    let base = state.before(round);
    let method = method.unwrap_or(base.policies().method);
    let field = Field::of(&base, round, method, rematches);
    can_be_set(&base, &field, set)?;
    let field = field.with_set(set.iter().map(|(one, two)| (one, two.as_ref())));
    let (meetings, solved) = meet(&base, &field)?;
    let effort = solved.map_or_else(Effort::default, |solved| solved.matching.effort);
    let (tables, keeps) = as_played(&base, round, tables::assign(&base, round, &meetings.games));
    let (cost, _) = field.value(&tables, &meetings.byes);
    let system = base.system();
    let pair = Pair {
        round,
        system,
        method,
        algorithm: ALGORITHM,
        rematches,
        tables,
        byes: meetings.byes,
        keeps,
        fixed: set.iter().map(|(player, _)| player.clone()).collect(),
        objective: objective(cost, system == System::Swiss),
    };
    let flags = flags_in(&base, &field, &pair);
    Ok(Draft { pair, flags, effort })
}

/// Whether each is here and set once, and a bye is there to be set.
fn can_be_set(base: &Tournament, field: &Field, set: &[SetGame]) -> Result<(), PairError> {
    let mut seen = BTreeSet::new();
    for player in set.iter().flat_map(|(one, two)| [Some(one), two.as_ref()]).flatten() {
        if field.vertex(player).is_none() {
            return Err(Refusal::NotHere { player: player.clone() }.into());
        }
        if !seen.insert(player) {
            return Err(Refusal::PairedTwice { player: player.clone() }.into());
        }
    }
    let byes = set.iter().filter(|(_, two)| two.is_none()).count();
    let swiss = set.is_empty() || base.system() == System::Swiss;
    match swiss && byes <= field.players().len() % 2 {
        true => Ok(()),
        false => Err(Refusal::OutOfRange {
            field: "what is set by hand",
            accepted: "games of a Swiss round, and one bye where the number of players is odd; or name every game",
        }
        .into()),
    }
}

/// Every game has a table with a number of its own.
fn enough_tables(state: &Tournament, round: RoundNumber) -> Result<(), PairError> {
    let closed = state.tables.values().filter(|table| table.closed == Some(true)).count();
    let (players, tables) = (state.present(round).len(), usize::from(u16::MAX) - closed);
    if players / 2 > tables { Err(PairError::TooManyPlayers { players, tables }) } else { Ok(()) }
}

/// The games of a bracket that were played before it was reset stay at their tables; whoever was given one of these takes
/// the table left free.
fn as_played(state: &Tournament, round: RoundNumber, mut tables: Vec<Pairing>) -> (Vec<Pairing>, Vec<TableNumber>) {
    let mut keeps = Vec::new();
    for played in state.waiting.iter().filter(|played| played.round == round) {
        let known = &played.game;
        let Some(at) = tables.iter().position(|game| game.in_order() == known.in_order()) else { continue };
        let free = std::mem::replace(&mut tables[at], known.clone()).table;
        if let Some(other) = (0..tables.len()).find(|other| *other != at && tables[*other].table == known.table) {
            tables[other].table = free;
        }
        keeps.push(known.table);
    }
    tables.sort_by_key(|game| game.table);
    keeps.sort_unstable();
    (tables, keeps)
}

/// Who would meet whom at which table in a round, from the state before it: the tables of [`draft_with`] without their
/// flags and what they cost, and the search that found them.
pub(super) fn tables_with<'a>(base: &Tournament, field: &'a Field) -> Result<Found<'a>, PairError> {
    ready_to_pair(base)?;
    let (meetings, solved) = meet(base, field)?;
    Ok((tables::assign(base, field.round(), &meetings.games), solved))
}

/// Tables, and the search that found them where one did.
pub(super) type Found<'a> = (Vec<Pairing>, Option<Solved<'a>>);

/// Who meets whom in the round of a field, from the state before it; nobody has a table yet.
fn meet<'a>(base: &Tournament, field: &'a Field) -> Result<(Meetings, Option<Solved<'a>>), PairError> {
    let (round, system) = (field.round(), base.system());
    if system == System::Manual || field.method() == Method::Manual {
        return Err(PairError::ByHand);
    }
    let since = base.recorded_pods(round).map_or(0, |(_, after)| after.0);
    let over = |rounds: u16| round.0 - since > rounds && !field.rematches();
    if let Some((rounds, players)) = fixed::schedule(base).filter(|(rounds, _)| over(*rounds)) {
        return Err(PairError::ScheduleOver { rounds, players });
    }
    let here = base.present(round).len() as u32;
    if here < 2 && !system.is_elimination() {
        let waiting = base.not_checked_in(round).len() as u32;
        return Err(Refusal::NobodyPlays { round, here, waiting }.into());
    }
    Ok(match system {
        System::RoundRobin => (fixed::round_robin(base, round), None),
        System::Pods => (fixed::pods(base, round), None),
        System::SingleElimination | System::DoubleElimination => (fixed::elimination(base, round), None),
        System::Swiss | System::Manual => {
            let solved = best(field)?;
            (meetings(field, &solved.matching), Some(solved))
        }
    })
}

/// The round that is due as an organiser pairs it: these games at the tables that suit them best, these byes. Whether
/// everybody of it can play is judged when it is recorded.
pub fn by_hand(state: &Tournament, games: &[(PlayerId, PlayerId)], byes: Vec<PlayerId>) -> Pair {
    let round = state.due();
    Pair {
        round,
        system: state.system(),
        method: Method::Manual,
        algorithm: ALGORITHM,
        rematches: false,
        tables: tables::assign(&state.before(round), round, games),
        byes,
        keeps: Vec::new(),
        fixed: Vec::new(),
        objective: Objective::default(),
    }
}

/// The best pairing of a field, with its proof.
fn best(field: &Field) -> Result<Solved<'_>, PairError> {
    Solved::of(field).map_err(|witness| {
        let player = |vertex: &Vertex| field.players().get(vertex.index()).cloned();
        PairError::Impossible {
            islands: witness.islands.iter().map(|set| set.iter().filter_map(player).collect()).collect(),
            separators: witness.separators.iter().filter_map(player).collect(),
            odd: field.players().len() % 2 == 1,
        }
    })
}

/// The pairs of a matching in the order in which they deserve the first tables, the better player named first.
fn meetings(field: &Field, matching: &Matching) -> Meetings {
    let mut games: Vec<(Vertex, Vertex)> = Vec::new();
    let mut byes = Vec::new();
    for (one, two) in matching.mate.iter().enumerate().map(|(one, two)| (Vertex(one as u32), *two)) {
        if field.is_bye(two) {
            byes.push(field.players()[one.index()].clone());
        } else if !field.is_bye(one) && one < two {
            games.push(if field.standing(one) <= field.standing(two) { (one, two) } else { (two, one) });
        }
    }
    games.sort_by_key(|(one, two)| {
        let points = |vertex| -field.points(vertex);
        (points(*one), points(*two), field.standing(*one))
    });
    let id = |vertex: Vertex| field.players()[vertex.index()].clone();
    Meetings { games: games.into_iter().map(|(one, two)| (id(one), id(two))).collect(), byes }
}

/// The flags of a round, each saying whether the best pairing of the round has fewer of its kind.
///
/// `state` may be the state before the round, or any later one.
pub fn flags(state: &Tournament, pair: &Pair) -> BTreeMap<TableNumber, Vec<Flag>> {
    let base = state.before(pair.round);
    flags_in(&base, &Field::of_pair(&base, pair), pair)
}

fn flags_in(base: &Tournament, field: &Field, pair: &Pair) -> BTreeMap<TableNumber, Vec<Flag>> {
    let seen = kinds(base, field, pair);
    let by_program = pair.objective.optimal || pair.system != System::Swiss;
    let least = if by_program { None } else { best(field).ok() };
    let least = least.map(|solved| {
        let meetings = meetings(field, &solved.matching);
        let tables = tables::assign(base, pair.round, &meetings.games);
        kinds(base, field, &Pair { tables, byes: meetings.byes, ..pair.clone() })
    });
    let count = |kinds: &BTreeMap<TableNumber, BTreeSet<FlagKind>>, kind| {
        kinds.values().filter(|set| set.contains(&kind)).count()
    };
    let avoidable = |kind| least.as_ref().is_some_and(|least| count(least, kind) < count(&seen, kind));
    let flag = |kind: &FlagKind| Flag { flag: *kind, avoidable: avoidable(*kind) };
    seen.iter().map(|(table, kinds)| (*table, kinds.iter().map(flag).collect())).collect()
}

/// A game of two with different match points: who plays down to whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Float {
    /// The one with more points.
    pub down: PlayerId,
    /// Match points before the round.
    pub down_points: i64,
    /// The one with fewer points.
    pub up: PlayerId,
    /// Match points before the round.
    pub up_points: i64,
}

/// Who floats at which table of a Swiss round, and which way.
pub fn floats(state: &Tournament, pair: &Pair) -> BTreeMap<TableNumber, Float> {
    if pair.system != System::Swiss {
        return BTreeMap::new();
    }
    let base = state.before(pair.round);
    let field = Field::of_pair(&base, pair);
    let index: BTreeMap<&PlayerId, i64> =
        field.players().iter().enumerate().map(|(at, player)| (player, field.points(Vertex(at as u32)))).collect();
    let float = |pairing: &Pairing| {
        let (one, two) = (*index.get(&pairing.one)?, *index.get(&pairing.two)?);
        let (one, two) = ((one, &pairing.one), (two, &pairing.two));
        let (down, up) = if one.0 > two.0 { (one, two) } else { (two, one) };
        let float = Float { down: down.1.clone(), down_points: down.0, up: up.1.clone(), up_points: up.0 };
        (down.0 > up.0).then_some((pairing.table, float))
    };
    pair.tables.iter().filter_map(float).collect()
}

/// The flags of the byes of a round, in their order.
pub fn bye_flags(state: &Tournament, pair: &Pair) -> BTreeMap<PlayerId, Vec<Flag>> {
    let base = state.before(pair.round);
    let field = Field::of_pair(&base, pair);
    let again = |player: &&PlayerId| field.vertex(player).is_some_and(|vertex| field.had_bye(vertex));
    let by_program = pair.objective.optimal || pair.system != System::Swiss;
    let flag = Flag { flag: FlagKind::SecondBye, avoidable: !by_program && best(&field).is_ok() };
    pair.byes.iter().filter(again).map(|player| (player.clone(), vec![flag])).collect()
}

fn kinds(state: &Tournament, field: &Field, pair: &Pair) -> BTreeMap<TableNumber, BTreeSet<FlagKind>> {
    let index: BTreeMap<&PlayerId, Vertex> =
        field.players().iter().enumerate().map(|(at, player)| (player, Vertex(at as u32))).collect();
    let mut found = BTreeMap::new();
    for pairing in &pair.tables {
        let mut kinds = BTreeSet::new();
        if let (Some(one), Some(two)) = (index.get(&pairing.one), index.get(&pairing.two)) {
            let all = [
                (field.have_met(*one, *two), FlagKind::Rematch),
                (field.kept_apart(*one, *two), FlagKind::SameClub),
                (field.points(*one) != field.points(*two) && pair.system == System::Swiss, FlagKind::Float),
            ];
            kinds.extend(all.into_iter().filter_map(|(holds, kind)| holds.then_some(kind)));
        }
        if tables::is_repeated(state, pair.round, pairing) {
            kinds.insert(FlagKind::RepeatedTable);
        }
        if !tables::missed_seats(state, pairing).is_empty() {
            kinds.insert(FlagKind::SeatMissed);
        }
        found.insert(pairing.table, kinds);
    }
    found
}

/// The objective before and after an organiser's change of some tables.
///
/// # Errors
/// The refusal that recording the change would meet.
pub fn repair_cost(state: &Tournament, repair: &Repair) -> Result<(Objective, Objective), Refusal> {
    let command = TournamentCommand::Repair(repair.clone());
    let events = crate::decide::decide(state, crate::command::By::Organiser, &command)?;
    let mut after = state.clone();
    events.into_iter().for_each(|event: Event| after.apply(event));
    let value = |state: &Tournament| objective_of(state, repair.round).unwrap_or_default();
    Ok((value(state), value(&after)))
}

/// The objective of a round as it is paired now, whatever changed it since it was drawn; nothing where it is not paired.
pub fn objective_of(state: &Tournament, round: RoundNumber) -> Option<Objective> {
    let known = state.round(round)?;
    let field = Field::of(&state.before(round), round, known.pair.method, true);
    Some(objective(field.value(&known.pair.tables, &known.pair.byes).0, known.pair.objective.optimal))
}
