//! Which game is played at which table: an assignment of least cost over the whole history, with the same proof as
//! the pairings have.
//!
//! | line | least is best |
//! |---|---|
//! | 1 | players with a seat of their own who do not get it |
//! | 2 | tables that a player has sat at before |
//! | 3 | kinds of terrain that a player has had before |
//! | 4 | missions that a player has had before |
//! | 5 | squared distance of a game's rank from its table's, where leaders get the first tables |
//! | 6 | the same, as the order of last resort |
//!
//! In a bracket line 5 comes right after line 1: top seeds sit at the top tables, and the final before the match for
//! third place. Closed tables are not used; a seat that a player cannot leave is there although nobody set it up.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::{Pairing, Table};
use crate::id::{MissionId, PlayerId, RoundNumber, TableNumber};
use crate::state::{Player, Tournament};
use adjutant_matching::{Cost, LINES, Problem, Vertex, solve};

/// What a player has had; kinds of terrain and missions as [`Hall::of`] numbers them.
#[derive(Clone, Debug, Default)]
struct History {
    tables: Vec<TableNumber>,
    terrains: Vec<Number>,
    missions: Vec<Number>,
    seat: Option<TableNumber>,
}

/// Places in the list of groups of a [`Hall`].
const EMPTY: usize = 1;
const SEATS: usize = 2;

/// Stands for a name: whole halls are compared, table by table, and names are slow to compare.
type Number = u16;

/// What counts of a table.
struct Seat {
    table: TableNumber,
    terrain: Option<Number>,
    mission: Option<Number>,
}

/// Games and tables; the last games are empty where there are more tables than games.
struct Hall {
    games: Vec<[History; 2]>,
    tables: Vec<Table>,
    seats: Vec<Seat>,
    top_tables: bool,
    bracket: bool,
}

/// Gives a table and a mission to every game; `games` come in the order in which they deserve the first tables.
///
/// ```
/// use adjutant_tournament::{Tournament, PlayerId, RoundNumber, tables::assign};
/// let id = |text| PlayerId::new(text).unwrap();
/// let seated = assign(&Tournament::default(), RoundNumber(1), &[(id("a"), id("b"))]);
/// assert_eq!(seated[0].table.0, 1);
/// ```
pub fn assign(state: &Tournament, round: RoundNumber, games: &[(PlayerId, PlayerId)]) -> Vec<Pairing> {
    let hall = Hall::of(state, round, games);
    let seats: Vec<usize> = match hall.in_order_is_best() {
        true => (0..games.len()).collect(),
        false => match solve(&hall) {
            Ok(matching) => (0..games.len()).map(|game| matching.mate[game].index() - hall.tables.len()).collect(),
            // Every game may be played at every table, so there is always an assignment.
            Err(_) => (0..games.len()).collect(),
        },
    };
    let pairing = |((one, two), seat): (&(PlayerId, PlayerId), usize)| {
        let Table { table, mission, .. } = &hall.tables[seat];
        let seated = Pairing { table: *table, one: one.clone(), two: two.clone(), mission: mission.clone() };
        match mission {
            Some(_) => seated,
            None => Pairing { mission: state.met(round, &seated), ..seated },
        }
    };
    let mut seated: Vec<Pairing> = games.iter().zip(seats).map(pairing).collect();
    seated.sort_by_key(|pairing| pairing.table);
    seated
}

/// The players of a game who cannot leave a seat and are at another table, each with the seat.
///
/// ```
/// use adjutant_tournament::{PlayerId, TableNumber, Tournament, command::Pairing, tables::missed_seats};
/// let id = |text| PlayerId::new(text).unwrap();
/// let game = Pairing { table: TableNumber(1), one: id("a"), two: id("b"), mission: None };
/// assert!(missed_seats(&Tournament::default(), &game).is_empty());
/// ```
pub fn missed_seats<'a>(state: &'a Tournament, pairing: &'a Pairing) -> Vec<(&'a PlayerId, TableNumber)> {
    let both = [&pairing.one, &pairing.two].into_iter();
    both.filter_map(|player| Some((player, seat_of(state, player).filter(|seat| *seat != pairing.table)?))).collect()
}

fn seat_of(state: &Tournament, player: &PlayerId) -> Option<TableNumber> {
    state.player(player).and_then(|player| player.entry.seat)
}

/// Whether one of two players has sat at this table before the round; who cannot leave it is not counted.
pub fn is_repeated(state: &Tournament, round: RoundNumber, pairing: &Pairing) -> bool {
    let free = |player: &&PlayerId| seat_of(state, player) != Some(pairing.table);
    let both: Vec<&PlayerId> = [&pairing.one, &pairing.two].into_iter().filter(free).collect();
    let earlier = state.rounds.iter().filter(|known| known.pair.round < round);
    let mut before = earlier.filter_map(|known| known.at(pairing.table));
    before.any(|game| [&game.one, &game.two].into_iter().any(|player| both.contains(&player)))
}

/// The number of a name among those that are known so far.
fn numbered<K: Ord + Clone>(known: &mut BTreeMap<K, Number>, name: Option<&K>) -> Option<Number> {
    let next = known.len() as Number;
    name.map(|name| *known.entry(name.clone()).or_insert(next))
}

/// The mission that a round or a table names, whichever goes first; where neither does, armies may meet in one of their own
/// ([`Tournament::met`]). Logs without a law were paired with the mission of the table wherever it has one.
pub(crate) fn mission_named<'a>(state: &'a Tournament, round: RoundNumber, table: &'a Table) -> Option<&'a MissionId> {
    let policies = state.policies();
    let (own, of_round) = (table.mission.as_ref(), policies.missions.get(usize::from(round.0.max(1)) - 1));
    if policies.table_missions || !state.is_judged() { own.or(of_round) } else { of_round.or(own) }
}

/// The missions that the planned rounds and a table name for its games, whichever go first; none where neither does.
///
/// ```
/// use adjutant_tournament::{TableNumber, Tournament, command::Table, tables::named_missions};
/// assert!(named_missions(&Tournament::default(), &Table::numbered(TableNumber(1))).is_empty());
/// ```
pub fn named_missions<'a>(state: &'a Tournament, table: &'a Table) -> BTreeSet<&'a MissionId> {
    let rounds = state.create.as_ref().map_or(0, |create| create.rounds);
    (1..=rounds).filter_map(|round| mission_named(state, RoundNumber(round), table)).collect()
}

/// Gives tables the mission that is played there in a round.
fn lay_out(state: &Tournament, round: RoundNumber, tables: &mut [Table]) {
    for table in tables {
        table.mission = mission_named(state, round, table).cloned();
    }
}

impl Hall {
    fn of(state: &Tournament, round: RoundNumber, games: &[(PlayerId, PlayerId)]) -> Hall {
        let (mut kinds, mut missions) = (BTreeMap::new(), BTreeMap::new());
        let history = |player: &Player| History { seat: player.entry.seat, ..History::default() };
        let mut histories: Vec<History> = state.players.iter().map(history).collect();
        for pairing in state.rounds.iter().filter(|known| known.pair.round < round).flat_map(|known| &known.pair.tables)
        {
            let terrain = state.tables.get(&pairing.table).and_then(|table| table.terrain.as_ref());
            let terrain = numbered(&mut kinds, terrain);
            let mission = numbered(&mut missions, pairing.mission.as_ref());
            for player in [&pairing.one, &pairing.two] {
                if let Some(history) = state.place(player).map(|at| &mut histories[at]) {
                    history.tables.push(pairing.table);
                    history.terrains.extend(terrain);
                    history.missions.extend(mission);
                }
            }
        }
        let known = |player: &PlayerId| state.place(player).map(|at| &histories[at]);
        let of = |player: &PlayerId| known(player).cloned().unwrap_or_default();
        let open = |table: &&Table| table.closed != Some(true);
        let mut tables: Vec<Table> = state.tables.values().filter(open).cloned().collect();
        let mut free = 1;
        while tables.len() < games.len() {
            if !state.tables.contains_key(&TableNumber(free)) {
                tables.push(Table::numbered(TableNumber(free)));
            }
            free += 1;
        }
        let seats: BTreeSet<TableNumber> =
            games.iter().flat_map(|(one, two)| [one, two]).filter_map(|player| known(player)?.seat).collect();
        for seat in seats.into_iter().filter(|seat| seat.0 > 0 && !state.tables.contains_key(seat)) {
            if tables.iter().all(|table| table.table != seat) {
                tables.push(Table::numbered(seat));
            }
        }
        lay_out(state, round, &mut tables);
        let seat = |table: &Table| Seat {
            table: table.table,
            terrain: numbered(&mut kinds, table.terrain.as_ref()),
            mission: numbered(&mut missions, table.mission.as_ref()),
        };
        let seats = tables.iter().map(seat).collect();
        Hall {
            games: games.iter().map(|(one, two)| [of(one), of(two)]).collect(),
            tables,
            seats,
            top_tables: state.policies().top_tables,
            bracket: state.is_bracket(round),
        }
    }

    fn seat_cost(&self, game: usize, seat: usize) -> Cost {
        let Some(players) = self.games.get(game) else { return Cost::ZERO };
        let distance = (game as i64 - seat as i64).pow(2);
        let [away, tables, terrains, missions] = self.repeats(players, &self.seats[seat]);
        if self.bracket {
            return Cost::of([away, distance, tables, terrains, missions, 0, 0, 0]);
        }
        let apart = if self.top_tables { distance } else { 0 };
        Cost::of([away, tables, terrains, missions, apart, distance, 0, 0])
    }

    /// The first four lines: seats missed, tables, kinds of terrain and missions had before.
    fn repeats(&self, players: &[History; 2], seat: &Seat) -> [i64; 4] {
        let mut lines = [0; 4];
        for player in players {
            lines[0] += i64::from(player.seat.is_some_and(|own| own != seat.table));
            lines[1] += player.tables.iter().filter(|before| **before == seat.table).count() as i64;
            lines[2] += player.terrains.iter().filter(|before| Some(**before) == seat.terrain).count() as i64;
            lines[3] += player.missions.iter().filter(|before| Some(**before) == seat.mission).count() as i64;
        }
        lines
    }

    fn in_order_is_best(&self) -> bool {
        (0..self.games.len()).all(|game| self.seat_cost(game, game) == Cost::ZERO)
    }
}

impl Problem for Hall {
    fn size(&self) -> u32 {
        self.tables.len() as u32 * 2
    }

    fn allowed(&self, one: Vertex, two: Vertex) -> bool {
        (one.index() < self.tables.len()) != (two.index() < self.tables.len())
    }

    fn cost(&self, one: Vertex, two: Vertex) -> Cost {
        let (game, seat) = (one.index().min(two.index()), one.index().max(two.index()));
        self.seat_cost(game, seat.saturating_sub(self.tables.len()))
    }

    fn candidates(&self, vertex: Vertex) -> Vec<Vertex> {
        let count = self.tables.len();
        let (own, offset) = if vertex.index() < count { (vertex.index(), count) } else { (vertex.index() - count, 0) };
        let near = own.saturating_sub(6)..(own + 7).min(count);
        let seats = self.games.get(own).into_iter().flatten().filter_map(|player| player.seat);
        let fixed = seats.filter_map(|seat| self.tables.iter().position(|table| table.table == seat));
        near.chain(fixed).map(|at| Vertex((at + offset) as u32)).collect()
    }

    /// Games, games that are empty, seats.
    fn groups(&self) -> Vec<Vec<Vertex>> {
        let (games, count) = (self.games.len() as u32, self.tables.len() as u32);
        [0..games, games..count, count..2 * count].map(|range| range.map(Vertex).collect()).to_vec()
    }

    fn floor(&self, one: usize, two: usize) -> Cost {
        if (one == SEATS) == (two == SEATS) { Cost::of([i64::MAX / 8; LINES]) } else { Cost::ZERO }
    }

    fn distance_line(&self) -> usize {
        match (self.bracket, self.top_tables) {
            (true, _) => 1,
            (_, true) => 4,
            _ => 5,
        }
    }

    fn place(&self, vertex: Vertex) -> i64 {
        (vertex.index() % self.tables.len()) as i64
    }

    fn targets(&self, one: Vertex, group: usize) -> Option<[i64; 2]> {
        let empty = (self.games.len()..self.tables.len()).contains(&one.index());
        (group != EMPTY && !empty).then(|| [self.place(one); 2])
    }
}
