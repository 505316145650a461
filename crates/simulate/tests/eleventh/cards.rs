//! Random boards: what each secondary card brings by the engine, and by a second scorer that is written from the table of
//! cards of `docs/rules/eleventh.md` alone, over plain facts and without the language of packs.

use adjutant_engine::dice::stream::Stream;
use adjutant_engine::rules::CardMode;
use adjutant_engine::side::Player;
use adjutant_engine::state::Shock;
use serde_json::{Value, json};

use super::board::{Board, ENEMY_END, OWN_END, QUARTERS, letter, yes};
use super::count::wanted;

const CARDS: [&str; 18] = [
    "a-grievous-blow",
    "a-tempting-target",
    "assassination",
    "beacon",
    "behind-enemy-lines",
    "bring-it-down",
    "burden-of-trust",
    "centre-ground",
    "cleanse",
    "defend-stronghold",
    "display-of-might",
    "engage-on-all-fronts",
    "forward-position",
    "no-prisoners",
    "outflank",
    "overwhelming-force",
    "plunder",
    "secure-no-mans-land",
];

/// Where a unit stands, from the own zone to the enemy's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    OwnZone,
    /// Partly in the own zone, all of it in the own territory.
    OwnZoneEdge,
    OwnHalf,
    /// In no zone, partly in each territory.
    Middle,
    EnemyHalf,
    EnemyZone,
}

use Ground::{EnemyHalf, EnemyZone, Middle, OwnHalf, OwnZone, OwnZoneEdge};

impl Ground {
    fn touches_own_zone(self) -> bool {
        matches!(self, OwnZone | OwnZoneEdge)
    }

    fn touches_own_territory(self) -> bool {
        !matches!(self, EnemyHalf | EnemyZone)
    }

    fn is_no_mans_land(self) -> bool {
        matches!(self, OwnHalf | Middle | EnemyHalf)
    }

    /// The regions that it is wholly within, and those that a part of it is in.
    fn regions(self) -> [&'static [&'static str]; 2] {
        match self {
            OwnZone => [&["zone-a", "territory-a"], &["zone-a", "territory-a"]],
            OwnZoneEdge => [&["territory-a"], &["zone-a", "territory-a", "no-mans-land"]],
            OwnHalf => [&["territory-a", "no-mans-land"], &["territory-a", "no-mans-land"]],
            Middle => [&["no-mans-land"], &["territory-a", "territory-b", "no-mans-land"]],
            EnemyHalf => [&["territory-b", "no-mans-land"], &["territory-b", "no-mans-land"]],
            EnemyZone => [&["zone-b", "territory-b"], &["zone-b", "territory-b"]],
        }
    }
}

const EDGES: [&str; 4] = ["left", "right", "top", "bottom"];
const OPPOSITE: [(usize, usize); 2] = [(0, 1), (2, 3)];

#[derive(Clone, Debug)]
struct Stand {
    ground: Ground,
    /// Inches to the centre of the battlefield.
    centre: u32,
    quarter: Option<usize>,
    /// The edges within 6".
    edges: [bool; 4],
    shocked: bool,
    /// The objective that it is in range of.
    at: Option<usize>,
}

impl Stand {
    fn random(stream: &mut Stream, objectives: u32) -> Stand {
        let grounds = [OwnZone, OwnZoneEdge, OwnHalf, Middle, EnemyHalf, EnemyZone];
        Stand {
            ground: grounds[stream.below(6) as usize],
            centre: [2, 3, 4, 6, 7, 20, 20, 20][stream.below(8) as usize],
            quarter: stream.chance(60).then(|| stream.below(4) as usize),
            edges: [(); 4].map(|()| stream.chance(12)),
            shocked: stream.chance(15),
            at: stream.chance(50).then(|| stream.below(objectives) as usize),
        }
    }
}

/// An enemy unit that is destroyed: its number in the army, whether in this turn, and whether it began the turn on an
/// objective. Seven and eight are CHARACTER models with 5 and 3 wounds, nine is two models with 10, ten has 13 models.
#[derive(Clone, Debug)]
struct Loss {
    unit: usize,
    now: bool,
    on_objective: bool,
}

#[derive(Clone, Debug)]
struct Facts {
    six: bool,
    round: u32,
    own_turn: bool,
    goes_first: bool,
    mine: Vec<bool>,
    own: Vec<Stand>,
    enemies: Vec<Stand>,
    losses: Vec<Loss>,
    /// The unit that is the beacon, the guards with their objectives, the objective that is the target.
    beacon: usize,
    guards: Vec<(usize, usize)>,
    target: usize,
    cleansed: Vec<usize>,
    plundered: bool,
}

impl Facts {
    fn random(stream: &mut Stream) -> Facts {
        let six = stream.chance(50);
        let objectives = if six { 6 } else { 5 };
        let every = |stream: &mut Stream, percent: u32| -> Vec<usize> {
            (0..objectives as usize).filter(|_| stream.chance(percent)).collect()
        };
        let losses = (1..=10).filter_map(|unit| {
            let (dies, now, on_objective) = (stream.chance(25), stream.chance(60), stream.chance(50));
            dies.then_some(Loss { unit, now, on_objective })
        });
        let losses = losses.collect();
        let own: Vec<Stand> = (0..10).map(|_| Stand::random(stream, objectives)).collect();
        let mut guard = |at: usize| match own.iter().position(|unit| unit.at == Some(at)) {
            Some(there) if stream.chance(60) => (there, at),
            _ => (stream.below(10) as usize, at),
        };
        let guards = (0..objectives as usize).map(&mut guard).collect();
        Facts {
            six,
            round: 1 + stream.below(5),
            own_turn: stream.chance(60),
            goes_first: stream.chance(50),
            mine: (0..objectives).map(|_| stream.chance(50)).collect(),
            own,
            enemies: (0..10).map(|_| Stand::random(stream, objectives)).collect(),
            losses,
            beacon: stream.below(10) as usize,
            guards,
            target: 2 + stream.below(objectives - 2) as usize,
            cleansed: every(stream, 25),
            plundered: stream.chance(40),
        }
    }

    /// Own units that are not shocked.
    fn ready(&self) -> impl Iterator<Item = &Stand> {
        self.own.iter().filter(|unit| !unit.shocked)
    }

    /// Enemies on the battlefield.
    fn facing(&self) -> impl Iterator<Item = &Stand> {
        let stands = |number: usize| self.losses.iter().all(|loss| loss.unit != number + 1);
        self.enemies.iter().enumerate().filter(move |(number, _)| stands(*number)).map(|(_, enemy)| enemy)
    }

    fn lost_now(&self, of: impl Fn(&Loss) -> bool) -> i64 {
        self.losses.iter().filter(|loss| loss.now && of(loss)).count() as i64
    }

    /// The opponent's turn, or the end of the battle for who goes second.
    fn opponents_end(&self) -> bool {
        !self.own_turn || self.round == 5 && !self.goes_first
    }

    fn held(&self, which: impl Fn(usize) -> bool) -> i64 {
        (0..self.mine.len()).filter(|at| self.mine[*at] && which(*at)).count() as i64
    }

    fn is_expansion(&self, at: usize) -> bool {
        at >= self.mine.len() - 2
    }
}

/// What a card of losses brings, at the end of any turn.
fn of_losses(card: &str, fixed: bool, f: &Facts) -> Option<i64> {
    let both = |each: i64, any: bool| if fixed { each } else { yes(any, 5) };
    Some(match card {
        "a-grievous-blow" => {
            let large = f.lost_now(|loss| loss.unit == 10);
            both(4 * large, large > 0)
        }
        "assassination" => {
            let characters = f.lost_now(|loss| [7, 8].contains(&loss.unit));
            let all = [7, 8].iter().all(|unit| f.losses.iter().any(|loss| loss.unit == *unit));
            both(3 * characters + f.lost_now(|loss| loss.unit == 7), characters > 0 || all)
        }
        "bring-it-down" => {
            let models = 2 * f.lost_now(|loss| loss.unit == 9);
            both(4 * models, models > 0)
        }
        "no-prisoners" => (2 * f.lost_now(|_| true)).min(5),
        "overwhelming-force" => (3 * f.lost_now(|loss| loss.on_objective)).min(5),
        _ => return None,
    })
}

/// What a card brings at the end of the opponent's turn, or of the battle.
fn of_holding_out(card: &str, f: &Facts) -> Option<i64> {
    let brings = match card {
        "beacon" => {
            let beacon = &f.own[f.beacon].ground;
            yes(!beacon.touches_own_zone(), 3) + yes(!beacon.touches_own_territory(), 2)
        }
        "burden-of-trust" => {
            let guarded = |(unit, at): &&(usize, usize)| f.own[*unit].at == Some(*at) && f.mine[*at];
            (2 * f.guards.iter().filter(guarded).count() as i64).min(5)
        }
        "defend-stronghold" => {
            let free = !f.facing().any(|enemy| enemy.ground.touches_own_zone());
            yes(f.round >= 2 && f.mine[0], 3 + yes(free, 2))
        }
        _ => return None,
    };
    Some(yes(f.opponents_end(), brings))
}

/// What a card brings at the end of the own turn.
fn of_own_turn(card: &str, fixed: bool, f: &Facts) -> i64 {
    match card {
        "a-tempting-target" => yes(f.mine[f.target], 5),
        "behind-enemy-lines" => (3 * f.ready().filter(|unit| unit.ground == EnemyZone).count() as i64).min(5),
        "centre-ground" => {
            let nearest = f.facing().map(|enemy| enemy.centre).min().unwrap_or(99);
            let there = f.ready().any(|unit| unit.centre <= 3);
            yes(there, if nearest > 6 { 5 } else { yes(nearest > 3, 3) })
        }
        "cleanse" => [0, 2, 5][f.cleansed.len().min(2)],
        "engage-on-all-fronts" => {
            let present = |quarter: &usize| f.ready().any(|unit| unit.quarter == Some(*quarter) && unit.centre > 6);
            let quarters = (0..4).filter(present).count();
            let [three, four] = if fixed { [2, 4] } else { [3, 5] };
            [0, 0, 0, three, four][quarters]
        }
        "forward-position" => {
            let expansions = (0..f.mine.len()).filter(|at| f.is_expansion(*at)).all(|at| f.mine[at]);
            yes(f.mine[1] || expansions, 5)
        }
        "outflank" => {
            let near: Vec<&Stand> = f.ready().collect();
            let away = |unit: &Stand| !unit.ground.touches_own_territory();
            let pair = |(one, two): &(usize, usize)| {
                near.iter().enumerate().any(|(a, first)| {
                    near.iter().enumerate().any(|(b, second)| {
                        a != b && first.edges[*one] && second.edges[*two] && (away(first) || away(second))
                    })
                })
            };
            let one = near.iter().any(|unit| away(unit) && unit.edges.contains(&true));
            if OPPOSITE.iter().any(pair) { 5 } else { yes(one, 3) }
        }
        "plunder" => yes(f.plundered, 5),
        "secure-no-mans-land" => yes(f.held(|at| at > 1) >= 2, 5),
        _ => panic!("{card}"),
    }
}

fn second_scorer(card: &str, fixed: bool, f: &Facts) -> i64 {
    if card == "display-of-might" {
        let there = |unit: &&Stand| !unit.shocked && unit.ground.is_no_mans_land();
        let more = f.own.iter().filter(there).count() > f.facing().filter(there).count();
        return yes(more, if f.own_turn { 2 } else { 5 });
    }
    let any_turn = of_losses(card, fixed, f).or_else(|| of_holding_out(card, f));
    any_turn.unwrap_or_else(|| if f.own_turn { of_own_turn(card, fixed, f) } else { 0 })
}

fn placed(board: &mut Board, id: &str, stand: &Stand, name: impl Fn(usize) -> &'static str) {
    let [wholly, within] = stand.ground.regions();
    let wholly: Vec<&str> = wholly.iter().copied().chain(stand.quarter.map(|quarter| QUARTERS[quarter])).collect();
    let edges = EDGES.iter().zip(stand.edges).map(|(edge, near)| ((*edge).to_owned(), json!(if near { 6 } else { 7 })));
    let mut more = json!({"wholly_within": wholly, "within": within, "centre_in": stand.centre,
        "edges_in": edges.collect::<serde_json::Map<String, Value>>()});
    if stand.at.is_none() {
        more["in_range"] = json!({});
    }
    board.at(id, name(stand.at.unwrap_or_default()), more);
    if stand.shocked {
        let unit = board.unit(id);
        board.state.units[unit].shock = Shock::Shocked;
    }
}

/// The same facts as a state of the engine.
fn board(f: &Facts) -> Board {
    let mut board = Board::of("gather-intel", if f.six { 6 } else { 5 }, f.round);
    let name = |at: usize| letter(f.six, at);
    let [me, other] = [Player::One, Player::Two];
    board.state.active = if f.own_turn { me } else { other };
    board.state.first = Some(if f.goes_first { me } else { other });
    for (at, mine) in f.mine.iter().enumerate() {
        if *mine { board.hold(&[name(at)], &[], true) } else { board.nobody(name(at), false) }
    }
    for (prefix, stands) in [("a", &f.own), ("b", &f.enemies)] {
        for (number, stand) in stands.iter().enumerate() {
            placed(&mut board, &format!("{prefix}{}", number + 1), stand, name);
        }
    }
    for loss in &f.losses {
        let began = (loss.on_objective.then(|| name(2)), None);
        let turn = if loss.now { (f.round, board.state.active) } else { (9, Player::Two) };
        board.kill_in(&format!("b{}", loss.unit), turn, began, None);
    }
    board.bears(&format!("a{}", f.beacon + 1), "beacon", None);
    for (unit, at) in &f.guards {
        board.bears(&format!("a{}", unit + 1), "guard", Some(name(*at)));
    }
    board.mark(Player::One, "target", name(f.target), false);
    for (unit, at) in f.cleansed.iter().enumerate() {
        board.complete(&format!("a{}", unit + 1), "cleanse", Some(name(*at)));
    }
    if f.plundered {
        board.complete("a9", "plunder", None);
    }
    board
}

/// `ADJUTANT_ELEVENTH_BOARDS=2000 cargo test -p adjutant-simulate --test eleventh` for a longer run.
#[test]
fn every_card_brings_the_same_by_a_second_scorer() {
    let each = wanted("ADJUTANT_ELEVENTH_BOARDS", 24);
    let mut seed = [0; 32];
    seed[0] = 18;
    let mut brought = std::collections::BTreeSet::new();
    for number in 0..each {
        let mut stream = Stream::new(&seed, &format!("board {number}"));
        let facts = Facts::random(&mut stream);
        let mut board = board(&facts);
        let moments = if facts.own_turn { &OWN_END } else { &ENEMY_END };
        for (card, fixed) in CARDS.into_iter().flat_map(|card| [(card, false), (card, true)]) {
            if fixed && !["a-grievous-blow", "assassination", "bring-it-down", "engage-on-all-fronts"].contains(&card) {
                continue;
            }
            board.card(card, if fixed { CardMode::Fixed } else { CardMode::Tactical });
            let ours = second_scorer(card, fixed, &facts);
            let theirs = board.of_card(moments);
            assert_eq!(ours, theirs, "{card}, fixed {fixed}, board {number}: {facts:#?}");
            if ours > 0 {
                brought.insert((card, fixed));
            }
        }
    }
    assert_eq!(brought.len(), 22, "every card brings something on some board: {brought:?}");
}
