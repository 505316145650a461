//! Who fights before whom: what is refused agrees with every whole schedule that the texts allow.
//!
//! The engine judges one unit by what has fought. Here all orders of all units are written down, each is judged as a
//! whole by the sentences of the texts, and a unit may come next where one of the orders that are left goes on with it.

use std::sync::Arc;

use adjutant_engine::fold::Match;
use adjutant_engine::law::{Pack, Packs};
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::rules::{Begins, Fights, FightsBy};
use serde_json::{Value, json};

use crate::support::{all, at, end, say, unit};

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A unit of a board, as the schedules see it.
#[derive(Clone, Debug)]
struct Fighter {
    id: String,
    one: bool,
    charged: Option<usize>,
    first: bool,
    last: bool,
    initiative: i32,
}

/// Three units each; those of player one may have charged, and abilities let some fight first or last.
fn board(numbers: &mut Numbers) -> Vec<Fighter> {
    let fighter = |at: usize, numbers: &mut Numbers| {
        let one = at < 3;
        Fighter {
            id: format!("{}{}", if one { "a" } else { "b" }, at % 3 + 1),
            one,
            charged: (one && numbers.chance(45)).then(|| 3 + numbers.below(3)),
            first: numbers.chance(25),
            last: numbers.chance(25),
            initiative: 1 + numbers.below(5) as i32,
        }
    };
    (0..6).map(|at| fighter(at, numbers)).collect()
}

/// A match in the Fight phase of player one's first turn, everybody in one throng where it is `seen`.
fn played(by: FightsBy, fighters: &[Fighter], seen: bool) -> Match {
    let mut pack = Pack::clone(&adjutant_packs::gt2020());
    pack.law.fights = Some(Fights { by, with: None, source: serde_json::from_value(json!("pack")).expect("a source") });
    let mut game = Match::new(Packs::new([Arc::new(pack)]));
    let open = json!({"format": 1, "match": "test", "pack": "gt2020", "size": "strike-force",
        "players": {"one": {"name": "One"}, "two": {"name": "Two"}}});
    all(&mut game, &[("both", json!({"open": open}))]);
    for (player, units) in [("one", &fighters[..3]), ("two", &fighters[3..])] {
        let units: Vec<Value> =
            units.iter().map(|fighter| unit(&fighter.id, 1, &json!({"initiative": fighter.initiative}))).collect();
        let army = json!({"name": player, "detachments": [{"type": "patrol", "cp": 0, "units": units}]});
        all(&mut game, &[(player, json!({"roster": {"player": player, "roster": army}}))]);
    }
    let choose = json!({"secondaries": {"choose": ["engage-on-all-fronts", "assassinate", "investigate-sites"]}});
    all(
        &mut game,
        &[
            ("both", json!({"mission": {"mission": "overrun"}})),
            ("one", choose.clone()),
            ("two", choose),
            ("both", json!({"roles": {"attacker": "two"}})),
            ("one", json!({"zone": {"zone": "a"}})),
            ("both", json!({"first-turn": {"player": "one"}})),
            ("both", json!({"begin": {}})),
        ],
    );
    end(&mut game, "one", &["command", "movement", "psychic", "shooting"]);
    for fighter in fighters {
        if let Some(target) = fighter.charged {
            let charge = json!({"unit": fighter.id, "targets": [fighters[target].id], "roll": [6, 6], "made": true});
            all(&mut game, &[("one", json!({"charge": charge}))]);
        }
    }
    end(&mut game, "one", &["charge"]);
    for (at_all, fighter) in fighters.iter().enumerate() {
        let by = if fighter.one { "one" } else { "two" };
        if seen {
            let place = at(&[[20.0 + 1.3 * (at_all % 3) as f64, if fighter.one { 20.0 } else { 21.5 }]]);
            all(&mut game, &[(by, json!({"place": {"unit": fighter.id, "at": place}}))]);
        }
        for (place, has) in [("first", fighter.first), ("last", fighter.last)] {
            if has {
                let effect = json!({"units": [fighter.id], "fights": place, "until": "turn-end", "why": place});
                all(&mut game, &[(by, json!({"effect": effect}))]);
            }
        }
    }
    game
}

fn fight(fighters: &[Fighter], at: usize, targets: &[usize]) -> (&'static str, Value) {
    let by = if fighters[at].one { "one" } else { "two" };
    let attacks: Vec<Value> = targets.iter().map(|target| json!({"target": fighters[*target].id})).collect();
    (by, json!({"fight": {"unit": fighters[at].id, "attacks": attacks}}))
}

/// Every order of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(count - 1);
    let place = |order: &Vec<usize>, at: usize| [&order[..at], &[count - 1], &order[at..]].concat();
    shorter.iter().flat_map(|order| (0..count).map(move |at| place(order, at))).collect()
}

/// 0 for those that fight first, 1, 2 for those that fight last: 001:2291, 3518-3527.
fn rank(fighter: &Fighter) -> usize {
    match (fighter.charged.is_some() || fighter.first, fighter.last) {
        (true, false) => 0,
        (false, true) => 2,
        _ => 1,
    }
}

/// Whether a whole order keeps the texts where charges decide; `begins` says of each rank whether player one begins.
fn keeps_ranks(order: &[usize], fighters: &[Fighter], begins: [Option<bool>; 3]) -> bool {
    let ranks: Vec<usize> = order.iter().map(|at| rank(&fighters[*at])).collect();
    ranks.is_sorted()
        && (0..3).all(|of| {
            let Some(one_begins) = begins[of] else { return true };
            let sides: Vec<bool> =
                order.iter().map(|at| &fighters[*at]).filter(|f| rank(f) == of).map(|f| f.one).collect();
            (0..sides.len()).all(|at| {
                let due = if at == 0 { one_begins } else { !sides[at - 1] };
                sides[at] == due || !sides[at..].contains(&due)
            })
        })
}

/// Whether two units are in one combat: one charged the other, or both charged the same.
fn linked(fighters: &[Fighter], one: usize, other: usize) -> bool {
    let (a, b) = (fighters[one].charged, fighters[other].charged);
    a == Some(other) || b == Some(one) || (a.is_some() && a == b)
}

fn keeps_initiative(order: &[usize], fighters: &[Fighter]) -> bool {
    let pairs = (0..order.len()).flat_map(|late| (0..late).map(move |early| (order[early], order[late])));
    pairs
        .into_iter()
        .all(|(early, late)| !linked(fighters, early, late) || fighters[early].initiative >= fighters[late].initiative)
}

/// Fights a board to its end, at each step asking the match about every unit that is left; how many were held back.
fn agrees(
    game: &mut Match,
    fighters: &[Fighter],
    mut left: Vec<Vec<usize>>,
    targets: &dyn Fn(usize) -> Vec<usize>,
    numbers: &mut Numbers,
) -> usize {
    let mut held = 0;
    for step in 0..left[0].len() {
        let waiting: Vec<usize> = left[0][step..].to_vec();
        let mut may = Vec::new();
        for at in waiting {
            let (by, command) = fight(fighters, at, &targets(at));
            let allowed = left.iter().any(|order| order[step] == at);
            let mut trial = game.clone();
            match say(&mut trial, by, command) {
                Ok(()) => assert!(allowed, "{} fights too early: {fighters:?}", fighters[at].id),
                Err(refusal) => {
                    assert_eq!(refusal.code, RefusalCode::OtherPhase, "{refusal}");
                    assert!(!allowed, "{refusal}: {fighters:?}");
                    held += 1;
                }
            }
            may.extend(allowed.then_some(at));
        }
        let next = may[numbers.below(may.len())];
        let (by, command) = fight(fighters, next, &targets(next));
        all(game, &[(by, command)]);
        left.retain(|order| order[step] == next);
    }
    held
}

#[test]
fn fights_go_on_as_one_of_the_schedules_that_the_texts_allow() {
    let mut numbers = Numbers(37);
    let (own, other) = (Some(Begins::Own), Some(Begins::Other));
    // 9th: 001:2278, 2291, 3520-3527. 10th: 000:113, 960-970. 8th, which does not say who begins: 004:315-325.
    let laws = [[own, other, own], [other, other, other], [None, None, None]];
    let mut held = 0;
    for turn in 0..60 {
        let [first, others, last] = laws[turn % 3];
        let fighters = board(&mut numbers);
        let begins = laws[turn % 3].map(|begins| begins.map(|begins| begins == Begins::Own));
        let mut game = played(FightsBy::Charge { first, others, last }, &fighters, true);
        let left: Vec<Vec<usize>> =
            orders(6).into_iter().filter(|order| keeps_ranks(order, &fighters, begins)).collect();
        held += agrees(&mut game, &fighters, left, &|_| Vec::new(), &mut numbers);
    }
    assert!(held > 300, "{held}");
}

#[test]
fn the_higher_initiative_of_a_combat_strikes_first() {
    let mut numbers = Numbers(5);
    let mut held = 0;
    for _ in 0..40 {
        let fighters = board(&mut numbers);
        let mut game = played(FightsBy::Initiative, &fighters, false);
        let in_combat: Vec<usize> =
            (0..6).filter(|at| (0..6).any(|other| linked(&fighters, *at, other) && other != *at)).collect();
        if in_combat.is_empty() {
            continue;
        }
        let left = orders(in_combat.len()).into_iter().map(|order| order.iter().map(|at| in_combat[*at]).collect());
        let left: Vec<Vec<usize>> = left.filter(|order: &Vec<usize>| keeps_initiative(order, &fighters)).collect();
        let target = |at: usize| match fighters[at].charged {
            Some(target) => vec![target],
            None => (0..6).filter(|other| fighters[*other].charged == Some(at)).collect(),
        };
        held += agrees(&mut game, &fighters, left, &target, &mut numbers);
    }
    assert!(held > 40, "{held}");
}

#[test]
fn nobody_waits_for_a_unit_of_which_nothing_is_known() {
    let mut fighters = board(&mut Numbers(1));
    for fighter in &mut fighters {
        (fighter.charged, fighter.first, fighter.last) = (None, false, false);
    }
    let by = FightsBy::Charge { first: None, others: Some(Begins::Other), last: None };
    let mut game = played(by, &fighters, false);
    for at in 0..6 {
        let (by, command) = fight(&fighters, at, &[(at + 3) % 6]);
        all(&mut game, &[(by, command)]);
    }
}

#[test]
fn who_has_to_fight_first_is_named_and_a_rule_of_its_own_passes() {
    let mut fighters = board(&mut Numbers(1));
    for fighter in &mut fighters {
        (fighter.charged, fighter.first, fighter.last) = (None, false, false);
    }
    fighters[1].charged = Some(4);
    let by = FightsBy::Charge { first: None, others: Some(Begins::Other), last: None };
    let mut game = played(by, &fighters, false);
    let (by, command) = fight(&fighters, 4, &[1]);
    let refusal = say(&mut game, by, command.clone()).expect_err("the charging unit has not fought");
    assert!(
        refusal.is_soft() && refusal.message.to_string().starts_with("a2 (Squad) charged and fights before b2"),
        "{refusal}"
    );
    // What it charged is gone: nobody waits for a fight without an enemy.
    let mut gone = game.clone();
    all(&mut gone, &[("both", json!({"casualties": {"unit": "b2", "models": 1}}))]);
    let (by_other, other) = fight(&fighters, 5, &[0]);
    all(&mut gone, &[(by_other, other)]);
    // A Stratagem may let a unit interrupt.
    let mut interrupted = game.clone();
    let stratagem = json!({"stratagem": {"name": "An Ability of Its Own", "cp": 0}});
    all(&mut interrupted, &[("two", stratagem), (by, command)]);
}

#[test]
fn each_edition_says_how_it_goes_on() {
    let law = |pack: &str| {
        let packs = adjutant_packs::shipped();
        let pack = packs.iter().find(|held| held.file.id.as_str() == pack).expect("a pack").clone();
        pack.law.fights.as_ref().expect("an order").by
    };
    let (own, other) = (Some(Begins::Own), Some(Begins::Other));
    assert_eq!(law("gt2020"), FightsBy::Charge { first: own, others: other, last: own });
    assert_eq!(law("border-war"), law("gt2020"));
    assert_eq!(law("outposts-8th"), FightsBy::Charge { first: None, others: None, last: None });
    assert_eq!(law("outposts-10th"), FightsBy::Charge { first: other, others: other, last: other });
    assert_eq!(law("matrix-11th"), law("outposts-10th"));
    assert_eq!(law("standard-5th"), FightsBy::Initiative);
}
