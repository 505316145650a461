//! Random boards: what each primary brings by the engine, and by a second scorer that is written from the tables of
//! `docs/rules/eleventh.md` alone, over plain facts and without the language of packs.

use adjutant_engine::dice::stream::Stream;
use adjutant_engine::side::Player;
use serde_json::json;

use super::board::{Board, QUARTERS, letter, yes};
use super::count::wanted;

/// The primaries with their maps: two of the middle objectives instead of one, or one.
const PRIMARIES: [(&str, bool); 25] = [
    ("battlefield-dominance", false),
    ("determined-acquisition", false),
    ("immovable-object", false),
    ("inescapable-dominion", true),
    ("purge-and-secure", false),
    ("death-trap", false),
    ("outmanoeuvre", false),
    ("delaying-action", false),
    ("locate-and-deny", false),
    ("smoke-and-mirrors", true),
    ("unstoppable-force", false),
    ("punishment", false),
    ("meatgrinder", true),
    ("destroyers-wrath", true),
    ("consecrate", true),
    ("secure-asset", true),
    ("extract-relic", false),
    ("vital-link", true),
    ("sabotage", false),
    ("vanguard-operation", false),
    ("reconnaissance-sweep", false),
    ("surveil-the-foe", true),
    ("triangulation", true),
    ("search-and-scour", false),
    ("gather-intel", false),
];

/// A place: an objective by its number, or an area that is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Spot {
    Objective(usize),
    Ruin(usize),
}

#[derive(Clone, Debug, Default)]
struct Stand {
    spot: Option<Spot>,
    /// The quarter that holds all of it, and whether it is close to the middle.
    quarter: Option<usize>,
    central: bool,
    /// Whether it is wholly within the territory of player one.
    in_own_territory: bool,
}

#[derive(Clone, Debug)]
struct Kill {
    began: Option<Spot>,
    from: Option<usize>,
}

#[derive(Clone, Debug)]
struct Token {
    own: bool,
    spot: Spot,
    fresh: bool,
}

/// Everything that decides a turn, said plainly. Holders: player one, player two, nobody.
#[derive(Clone, Debug)]
struct Facts {
    six: bool,
    round: u32,
    now: Vec<i8>,
    before: Vec<i8>,
    kills: Vec<Kill>,
    lost_before: usize,
    tokens: Vec<Token>,
    /// Own units by number that completed the action of the card this turn.
    done: Vec<usize>,
    own: Vec<Stand>,
    enemies: Vec<Stand>,
    /// Enemies, by number, that bear the mark of the card.
    marked: Vec<usize>,
}

const OWN: i8 = 1;
const ENEMY: i8 = 2;

impl Facts {
    fn random(stream: &mut Stream, six: bool) -> Facts {
        let objectives = if six { 6 } else { 5 };
        let holder = |stream: &mut Stream| [OWN, OWN, OWN, ENEMY, 0][stream.below(5) as usize];
        let now: Vec<i8> = (0..objectives).map(|_| holder(stream)).collect();
        let before = now.iter().map(|now| if stream.chance(55) { *now } else { holder(stream) }).collect();
        let spot = |stream: &mut Stream| match stream.below(4) {
            0 | 1 => Some(Spot::Objective(stream.below(objectives) as usize)),
            2 => Some(Spot::Ruin(stream.below(3) as usize)),
            _ => None,
        };
        let kills = (0..[0, 0, 1, 2, 3][stream.below(5) as usize])
            .map(|_| Kill { began: spot(stream), from: stream.chance(50).then(|| stream.below(objectives) as usize) })
            .collect();
        let place = |stream: &mut Stream| loop {
            if let Some(spot) = spot(stream) {
                return spot;
            }
        };
        let tokens = (0..stream.below(6))
            .map(|_| Token { own: stream.chance(60), spot: place(stream), fresh: stream.chance(50) })
            .collect();
        let stand = |stream: &mut Stream| Stand {
            spot: spot(stream),
            quarter: stream.chance(70).then(|| stream.below(4) as usize),
            central: stream.chance(20),
            in_own_territory: stream.chance(20),
        };
        Facts {
            six,
            round: 1 + stream.below(5),
            now,
            before,
            kills,
            lost_before: stream.below(3) as usize,
            tokens,
            done: (0..6).filter(|_| stream.chance(20)).collect(),
            own: (0..6).map(|_| stand(stream)).collect(),
            enemies: (0..4).map(|_| stand(stream)).collect(),
            marked: (0..4).filter(|_| stream.chance(30)).collect(),
        }
    }

    fn central(&self) -> Vec<usize> {
        if self.six { vec![2, 3] } else { vec![2] }
    }

    fn expansions(&self) -> Vec<usize> {
        if self.six { vec![4, 5] } else { vec![3, 4] }
    }

    /// The objectives whose middle lies in the enemy's territory: its home, the middle one or the farther of two, the
    /// farther expansion.
    fn beyond(&self) -> Vec<usize> {
        if self.six { vec![1, 3, 5] } else { vec![1, 2, 4] }
    }

    fn held(&self, which: impl Fn(usize) -> bool) -> i64 {
        (0..self.now.len()).filter(|at| self.now[*at] == OWN && which(*at)).count() as i64
    }

    fn far(&self) -> i64 {
        self.held(|at| at != 0)
    }

    fn more(&self) -> bool {
        self.held(|_| true) > self.now.iter().filter(|holder| **holder == ENEMY).count() as i64
    }

    fn newly_far(&self) -> i64 {
        (1..self.now.len()).filter(|at| self.now[*at] == OWN && self.before[*at] != OWN).count() as i64
    }

    fn own_tokens(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(|token| token.own)
    }

    fn places(mut places: Vec<Spot>) -> i64 {
        places.sort();
        places.dedup();
        places.len() as i64
    }

    /// Exactly one token of a side is left, an own unit is with it and no enemy.
    fn last_token(&self, own: bool) -> bool {
        let left: Vec<&Token> = self.tokens.iter().filter(|token| token.own == own).collect();
        let [token] = left.as_slice() else { return false };
        let there = |stands: &[Stand]| stands.iter().any(|stand| stand.spot == Some(token.spot));
        // The first enemies are those that died this turn.
        there(&self.own) && !there(&self.enemies[self.kills.len()..])
    }

    fn quarters(&self) -> i64 {
        (0..4).filter(|quarter| self.own.iter().any(|unit| unit.quarter == Some(*quarter) && !unit.central)).count()
            as i64
    }
}

/// What is paid at the end of the own Command phase, or in the last round at the end of the own turn.
fn hold(primary: &str, f: &Facts) -> i64 {
    let (far, all, home) = (f.far(), f.held(|_| true), f.now[0] == OWN);
    let central = f.held(|at| f.central().contains(&at));
    match primary {
        "battlefield-dominance" => 3 * all + yes(home, 2 * far),
        "determined-acquisition" => 3 * all + 3 * f.held(|at| f.beyond().contains(&at)),
        "immovable-object" => 5 * far,
        "inescapable-dominion" => yes(all >= 2, 5) + yes(f.more(), 4),
        "purge-and-secure" | "unstoppable-force" | "search-and-scour" => 4 * far,
        "outmanoeuvre" => 0,
        "delaying-action" => yes(f.held(|at| at > 1) > 0, 4),
        "punishment" => yes(far > 0, 4) + yes(f.more(), 5),
        "destroyers-wrath" => yes(far > 0, 4) + yes(f.more(), 6),
        "consecrate" | "surveil-the-foe" => yes(far > 0, 4) + yes(f.more(), 4),
        "secure-asset" => yes(far > 0, 4) + yes(all >= 3, 4),
        "vital-link" => yes(far > 0, 4) + yes(central > 0, 4),
        "reconnaissance-sweep" => yes(far > 0, 3),
        _ => yes(far > 0, 4),
    }
}

fn command(primary: &str, f: &Facts) -> i64 {
    match (primary, f.round) {
        ("outmanoeuvre", 2 | 3) => 5 * f.far(),
        (_, 2..=4) => hold(primary, f),
        _ => 0,
    }
}

fn turn(primary: &str, f: &Facts) -> i64 {
    let kills = f.kills.len() as i64;
    let on = |kill: &&Kill| matches!(kill.began, Some(Spot::Objective(_)));
    let killed_on = f.kills.iter().filter(on).count();
    let central = f.held(|at| f.central().contains(&at));
    let late = f.round >= 2;
    let laid = |fresh: bool| -> Vec<Spot> {
        f.own_tokens().filter(|token| !fresh || token.fresh).map(|token| token.spot).collect()
    };
    let objectives = |spots: Vec<Spot>| -> Vec<Spot> {
        spots.into_iter().filter(|spot| matches!(spot, Spot::Objective(_))).collect()
    };
    let own = match primary {
        "battlefield-dominance" => yes(f.round <= 2 && f.more(), 2),
        "determined-acquisition" => 2 * f.newly_far(),
        "immovable-object" => yes(central > 0, 3),
        "inescapable-dominion" => yes(f.held(|_| true) >= 3, 4),
        "purge-and-secure" => {
            let from = f.kills.iter().any(|kill| kill.from.is_some());
            yes(from || killed_on > 0, 3) + yes(late && f.newly_far() > 0, 3)
        }
        "death-trap" => {
            let trapped = laid(false);
            let caught = f.kills.iter().any(|kill| kill.began.is_some_and(|spot| trapped.contains(&spot)));
            2 * Facts::places(laid(true)) + 3 * Facts::places(objectives(laid(true))) + yes(caught, 3)
        }
        "outmanoeuvre" => {
            let each = match f.round {
                1 => 4,
                4 | 5 => 6,
                _ => 0,
            };
            yes(f.now[1] == OWN, 10) + each * f.far()
        }
        "delaying-action" => 2 * kills + yes(late && central > 0 && f.held(|at| f.expansions().contains(&at)) > 0, 3),
        "locate-and-deny" => yes(killed_on > 0, 4) + yes(f.last_token(true), 4),
        "smoke-and-mirrors" => {
            let there = |spot: &Spot| matches!(spot, Spot::Objective(at) if f.beyond().contains(at));
            let beyond = laid(false).into_iter().filter(there).collect();
            2 * Facts::places(laid(false)) + 2 * Facts::places(beyond)
        }
        "unstoppable-force" => yes(kills > 0, 3) + yes(late && f.newly_far() > 0, 3),
        // The first enemies die: those that bear the mark among them have left.
        "punishment" => yes(f.marked.iter().any(|enemy| *enemy < f.kills.len()), 5),
        "meatgrinder" => {
            yes(kills > 0, 3) + yes(late && kills > f.lost_before as i64, 5) + yes(late && f.now[1] == OWN, 5)
        }
        "destroyers-wrath" => yes(kills > 0, 3) + yes(late && kills > f.lost_before as i64, 4),
        "consecrate" => [0, 3, 3, 6][Facts::places(laid(false)).min(3) as usize],
        "secure-asset" => {
            let on_central = |kill: &Kill| matches!(kill.began, Some(Spot::Objective(at)) if f.central().contains(&at));
            yes(!f.done.is_empty(), 4) + yes(f.kills.iter().any(on_central), 2)
        }
        "extract-relic" => yes(!f.done.is_empty(), 4) + yes(killed_on > 0, 3) + yes(f.last_token(false), 4),
        "vital-link" => {
            let at_held = |token: &&Token| matches!(token.spot, Spot::Objective(at) if f.central().contains(&at) && f.now[at] == OWN);
            yes(central > 0, 2) + f.own_tokens().filter(at_held).count() as i64
        }
        "sabotage" => {
            let beyond =
                |unit: &&usize| matches!(f.own[**unit].spot, Some(Spot::Objective(at)) if f.beyond().contains(&at));
            3 * f.done.len() as i64 + 2 * f.done.iter().filter(beyond).count() as i64
        }
        "vanguard-operation" => yes(!f.done.is_empty(), 4) + yes(kills > 0, 2),
        "reconnaissance-sweep" => [0, 0, 0, 3, 6][f.quarters() as usize] + kills,
        "surveil-the-foe" => {
            let dead = |enemy: usize| enemy < f.kills.len();
            let beside = |enemy: usize| {
                let spot = f.enemies[enemy].spot;
                matches!(spot, Some(Spot::Objective(_))) && f.tokens.iter().any(|token| Some(token.spot) == spot)
            };
            let open = f.marked.iter().any(|enemy| dead(*enemy) || !beside(*enemy));
            yes(open, 4) + yes(late && f.tokens.iter().all(|token| token.own), 5)
        }
        "triangulation" => yes(late, [0, 3, 6, 10][Facts::places(laid(false)).min(3) as usize]),
        "search-and-scour" => yes(central > 0, 3) + yes(f.kills.iter().any(|kill| kill.began.is_some()), 2),
        "gather-intel" => yes(f.round == 1 && central > 0, 6) + yes(late, 7 * f.done.len() as i64),
        _ => panic!("{primary}"),
    };
    own + yes(f.round == 5, hold(primary, f))
}

fn end(primary: &str, f: &Facts) -> i64 {
    let enemy_home = f.now[1] == OWN;
    let at_enemy_home = f.own_tokens().any(|token| token.spot == Spot::Objective(1));
    let places = Facts::places(f.own_tokens().map(|token| token.spot).collect());
    match primary {
        "inescapable-dominion" => yes(enemy_home, 5),
        "locate-and-deny" => yes(f.last_token(true), 5),
        "extract-relic" => yes(f.last_token(false), 5),
        "smoke-and-mirrors" => yes(places >= 4, 10),
        "unstoppable-force" => yes(f.held(|at| f.central().contains(&at)) > 0, 5),
        "punishment" => yes(enemy_home, 8),
        "consecrate" => yes(at_enemy_home, 5),
        "vital-link" | "vanguard-operation" => yes(enemy_home, 10),
        "triangulation" => yes(f.held(|_| true) >= 4, 10),
        "search-and-scour" => {
            let alive = f.enemies.iter().skip(f.kills.len());
            yes(!alive.into_iter().any(|enemy| enemy.in_own_territory), 5)
        }
        "gather-intel" => yes(f.own_tokens().count() >= 3, 5) + yes(at_enemy_home, 5),
        _ => 0,
    }
}

/// The mark of a token of a side, and the action of a primary.
fn names(primary: &str) -> (&'static str, &'static str, Option<&'static str>) {
    match primary {
        "death-trap" => ("trapped", "located", None),
        "locate-and-deny" => ("located", "link", None),
        "extract-relic" => ("link", "located", Some("sensor-sweep")),
        "smoke-and-mirrors" => ("decoyed", "link", None),
        "consecrate" => ("consecrated", "link", None),
        "vital-link" => ("link", "decoyed", None),
        "surveil-the-foe" => ("link", "decoyed", None),
        "triangulation" => ("triangulated", "link", None),
        "gather-intel" => ("intel", "link", Some("extract-intelligence")),
        "secure-asset" => ("link", "decoyed", Some("secure-asset")),
        "sabotage" => ("link", "decoyed", Some("sabotage")),
        "vanguard-operation" => ("link", "decoyed", Some("vanguard-operation")),
        _ => ("link", "decoyed", None),
    }
}

const RUINS: [&str; 3] = ["t1", "t2", "t3"];

/// The same facts as a state of the engine.
fn board(primary: &str, f: &Facts) -> Board {
    let mut board = Board::of(primary, if f.six { 6 } else { 5 }, f.round);
    let name = |at: usize| letter(f.six, at);
    for at in 0..f.now.len() {
        for (side, before) in [(f.before[at], true), (f.now[at], false)] {
            match side {
                OWN => board.hold(&[name(at)], &[], before),
                ENEMY => board.hold(&[], &[name(at)], before),
                _ => board.nobody(name(at), before),
            }
        }
    }
    for (prefix, stands) in [("a", &f.own), ("b", &f.enemies)] {
        for (number, stand) in stands.iter().enumerate() {
            let mut regions: Vec<&str> = stand.quarter.map(|quarter| QUARTERS[quarter]).into_iter().collect();
            regions.extend(stand.in_own_territory.then_some("territory-a"));
            let areas: Vec<&str> = match stand.spot {
                Some(Spot::Ruin(at)) => vec![RUINS[at]],
                _ => Vec::new(),
            };
            let mut more = json!({"wholly_within": regions, "within": regions, "areas": areas,
                "centre_in": if stand.central { 5 } else { 20 }});
            let at = match stand.spot {
                Some(Spot::Objective(at)) => at,
                _ => {
                    more["in_range"] = json!({});
                    0
                }
            };
            board.at(&format!("{prefix}{}", number + 1), name(at), more);
        }
    }
    let (own, enemy, action) = names(primary);
    for token in &f.tokens {
        let player = if token.own { Player::One } else { Player::Two };
        let place = match token.spot {
            Spot::Objective(at) => name(at),
            Spot::Ruin(at) => RUINS[at],
        };
        board.mark(player, if token.own { own } else { enemy }, place, token.fresh);
    }
    for unit in f.done.iter().filter(|_| action.is_some()) {
        board.complete(&format!("a{}", unit + 1), action.expect("an action"), None);
    }
    let mark = if primary == "punishment" { "condemned" } else { "surveilled" };
    for enemy in &f.marked {
        board.bears(&format!("b{}", enemy + 1), mark, None);
    }
    for lost in 0..f.lost_before {
        let turn = if f.round > 1 { (f.round - 1, Player::Two) } else { (9, Player::Two) };
        board.kill_in(&format!("a{}", 7 + lost), turn, (None, None), None);
    }
    for (number, kill) in f.kills.iter().enumerate() {
        let (place, area) = match kill.began {
            Some(Spot::Objective(at)) => (Some(name(at)), None),
            Some(Spot::Ruin(at)) => (None, Some(RUINS[at])),
            None => (None, None),
        };
        board.kill(&format!("b{}", number + 1), (place, area), kill.from.map(name));
    }
    board
}

/// `ADJUTANT_ELEVENTH_BOARDS=2000 cargo test -p adjutant-simulate --test eleventh` for a longer run.
#[test]
fn random_boards_bring_the_same_by_a_second_scorer() {
    let each = wanted("ADJUTANT_ELEVENTH_BOARDS", 24);
    let mut seed = [0; 32];
    seed[0] = 11;
    let mut paid = 0;
    for (primary, six) in PRIMARIES {
        let mut stream = Stream::new(&seed, primary);
        let mut some = [false; 3];
        for number in 0..each {
            let facts = Facts::random(&mut stream, six);
            let mut board = board(primary, &facts);
            let ours = [command(primary, &facts), turn(primary, &facts), end(primary, &facts)];
            let theirs = [board.c(), board.t(), board.b()];
            assert_eq!(ours, theirs, "{primary}, board {number}: {facts:#?}");
            for (some, vp) in some.iter_mut().zip(ours) {
                *some |= vp > 0;
                paid += i64::from(vp > 0);
            }
        }
        assert!(some[1], "{primary} pays at the end of a turn");
    }
    assert!(paid > 400, "{paid} awards were paid");
}
