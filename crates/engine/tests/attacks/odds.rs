//! The exact distribution against every die there is on small cases, and against many seeded throws on large ones.

use adjutant_engine::attack::{
    Attacks, Batch, Damage, Facts, GroupIndex, Law, Roll, RolledAttacks, RolledDamage, Saves, Sequence, Target, Throw,
    Volley, odds, resolve, share as share_of,
};
use adjutant_engine::ids::Name;
use adjutant_engine::numbers::{Face, Whole};
use num_bigint::BigUint;

use crate::second::{Dice, Plain, Thrower};
use crate::support::law;

/// One case in a line: what is thrown at whom.
struct Case {
    name: &'static str,
    edition: &'static str,
    attacks: &'static str,
    traits: &'static [&'static str],
    hit: (i32, i32),
    wound: (i32, i32),
    save: (i32, i32),
    damage: &'static str,
    ignore: Option<i32>,
    models: (u32, u32, u32),
}

const CASES: &[Case] = &[
    Case {
        name: "two plain attacks",
        edition: "9",
        attacks: "2",
        traits: &[],
        hit: (3, 0),
        wound: (4, 0),
        save: (4, -1),
        damage: "1",
        ignore: None,
        models: (3, 1, 0),
    },
    Case {
        name: "damage that is rolled",
        edition: "9",
        attacks: "1",
        traits: &[],
        hit: (4, 1),
        wound: (3, 0),
        save: (3, -2),
        damage: "d3",
        ignore: None,
        models: (2, 2, 1),
    },
    Case {
        name: "re-rolls",
        edition: "9",
        attacks: "1",
        traits: &["reroll-hits", "reroll-wound-ones", "reroll-save-ones"],
        hit: (4, -1),
        wound: (4, 0),
        save: (5, 0),
        damage: "2",
        ignore: None,
        models: (2, 3, 0),
    },
    Case {
        name: "a rolled number of attacks",
        edition: "9",
        attacks: "d3",
        traits: &["blast"],
        hit: (5, 0),
        wound: (5, 0),
        save: (6, 0),
        damage: "1",
        ignore: None,
        models: (4, 1, 0),
    },
    Case {
        name: "wounds ignored",
        edition: "10",
        attacks: "1",
        traits: &[],
        hit: (3, 0),
        wound: (4, 0),
        save: (4, 0),
        damage: "3",
        ignore: Some(5),
        models: (1, 3, 0),
    },
    Case {
        name: "sustained and lethal",
        edition: "10",
        attacks: "1",
        traits: &["sustained-hits:1", "lethal-hits"],
        hit: (4, 0),
        wound: (4, 0),
        save: (5, 0),
        damage: "1",
        ignore: None,
        models: (3, 1, 0),
    },
    Case {
        name: "devastating",
        edition: "10",
        attacks: "2",
        traits: &["auto-hit", "devastating-wounds", "anti:4"],
        hit: (4, 0),
        wound: (5, 0),
        save: (3, 0),
        damage: "2",
        ignore: None,
        models: (3, 2, 1),
    },
    Case {
        name: "devastating with rolled damage",
        edition: "10",
        attacks: "1",
        traits: &["auto-hit", "devastating-wounds"],
        hit: (4, 0),
        wound: (5, 0),
        save: (3, 0),
        damage: "d6",
        ignore: None,
        models: (2, 4, 0),
    },
    Case {
        name: "mortal wounds at the end",
        edition: "9",
        attacks: "2",
        traits: &["auto-hit", "mortal-on-six:2"],
        hit: (4, 0),
        wound: (4, 0),
        save: (4, 0),
        damage: "2",
        ignore: None,
        models: (3, 2, 0),
    },
    Case {
        name: "mortal wounds at once",
        edition: "8",
        attacks: "2",
        traits: &["auto-hit", "mortal-on-six:1"],
        hit: (4, 0),
        wound: (3, 1),
        save: (4, 0),
        damage: "2",
        ignore: None,
        models: (3, 3, 0),
    },
    Case {
        name: "mortal wounds after all hits of one attack",
        edition: "8",
        attacks: "1",
        traits: &["extra-hits:1", "mortal-on-six:1"],
        hit: (4, 0),
        wound: (3, 1),
        save: (4, 0),
        damage: "2",
        ignore: None,
        models: (3, 3, 0),
    },
    Case {
        name: "two hits instead of one",
        edition: "8",
        attacks: "1",
        traits: &["hits-instead:2"],
        hit: (4, 1),
        wound: (4, 0),
        save: (5, 0),
        damage: "1",
        ignore: None,
        models: (3, 1, 0),
    },
    Case {
        name: "halved",
        edition: "8",
        attacks: "1",
        traits: &["halve"],
        hit: (3, 0),
        wound: (4, 0),
        save: (6, 0),
        damage: "d6",
        ignore: None,
        models: (1, 5, 0),
    },
    Case {
        name: "one less",
        edition: "9",
        attacks: "1",
        traits: &["damage-less:1"],
        hit: (3, 0),
        wound: (4, 0),
        save: (6, 0),
        damage: "d3+1",
        ignore: Some(6),
        models: (2, 3, 2),
    },
    Case {
        name: "spread evenly",
        edition: "5",
        attacks: "3",
        traits: &["auto-hit"],
        hit: (3, 0),
        wound: (4, 0),
        save: (3, 0),
        damage: "1",
        ignore: None,
        models: (3, 2, 1),
    },
    Case {
        name: "feel no pain",
        edition: "5",
        attacks: "2",
        traits: &["auto-hit", "reroll-wounds"],
        hit: (3, 0),
        wound: (4, 0),
        save: (5, 0),
        damage: "1",
        ignore: Some(4),
        models: (2, 1, 0),
    },
    Case {
        name: "instant death",
        edition: "5",
        attacks: "2",
        traits: &["instant-death"],
        hit: (3, 0),
        wound: (2, 0),
        save: (4, 0),
        damage: "1",
        ignore: Some(4),
        models: (3, 2, 1),
    },
    Case {
        name: "doubled",
        edition: "5",
        attacks: "2",
        traits: &["auto-hit", "doubles"],
        hit: (3, 0),
        wound: (3, 0),
        save: (6, 0),
        damage: "1",
        ignore: None,
        models: (3, 3, 0),
    },
];

impl Case {
    fn volley(&self) -> Volley {
        let add =
            |by: i32| if by == 0 { Vec::new() } else { vec![(Whole::new(by).unwrap(), Name::new("rule").unwrap())] };
        let each = self.attacks.parse::<adjutant_engine::attack::Amount>().unwrap();
        let damage = self.damage.parse::<adjutant_engine::attack::Amount>().unwrap();
        let attacks = if each.dice == 0 {
            Attacks::Number(Whole::new(i32::from(each.plus)).unwrap())
        } else {
            Attacks::Rolled(RolledAttacks {
                each,
                weapons: None,
                roll: Vec::new(),
                rerolls: Default::default(),
                why: None,
            })
        };
        let damage = if damage.dice == 0 {
            Damage::Number(Whole::new(i32::from(damage.plus)).unwrap())
        } else {
            Damage::Rolled(RolledDamage { each: damage, roll: Vec::new(), rerolls: Default::default(), why: None })
        };
        let sequence = Sequence {
            traits: self.traits.iter().map(|text| text.parse().unwrap()).collect(),
            hit: Some(Roll { needs: Whole::new(self.hit.0), add: add(self.hit.1), ..Roll::default() }),
            wound: Some(Roll { needs: Whole::new(self.wound.0), add: add(self.wound.1), ..Roll::default() }),
            damage: Some(damage),
            ignore: self.ignore.map(|needs| serde_json::from_value(serde_json::json!({"needs": needs})).unwrap()),
            ..Sequence::of(attacks)
        };
        let saves = Saves { needs: Whole::new(self.save.0), add: add(self.save.1), ..Saves::default() };
        Volley { batches: vec![sequence], facts: vec![Facts::default()], saves: vec![vec![saves]], trust: false }
    }

    fn target(&self) -> Target {
        let (models, wounds, hurt) = self.models;
        let mut target = Target::alike(models, wounds);
        target.groups[GroupIndex(0)].hurt = hurt;
        target
    }

    /// Models destroyed and wounds lost by dice from a source.
    fn thrown(&self, law: &Law, source: &mut dyn FnMut() -> i32) -> (usize, usize) {
        let mut throw = |_: Throw| -> Face { Whole::new(source()).unwrap() };
        let filled = self
            .volley()
            .fill(law, &self.target(), &mut throw)
            .unwrap_or_else(|fault| panic!("{}: {fault}", self.name));
        let batches: Vec<Batch<'_>> = filled.iter().map(Batch::new).collect();
        let outcome = resolve(law, &self.target(), &batches).unwrap_or_else(|fault| panic!("{}: {fault}", self.name));
        (outcome.models_destroyed() as usize, outcome.wounds_lost as usize)
    }
}

/// Every face of every die that is needed, each path with its weight.
fn every_die(case: &Case, law: &Law) -> (Vec<(usize, usize, u32)>, u32) {
    let (mut leaves, mut faces, mut deepest) = (Vec::new(), Vec::<i32>::new(), 0);
    loop {
        let mut asked = 0;
        let (models, wounds) = case.thrown(law, &mut || {
            if asked == faces.len() {
                faces.push(1);
            }
            asked += 1;
            faces[asked - 1]
        });
        faces.truncate(asked);
        let depth = u32::try_from(asked).unwrap();
        deepest = deepest.max(depth);
        leaves.push((models, wounds, depth));
        while faces.last() == Some(&6) {
            faces.pop();
        }
        match faces.last_mut() {
            None => return (leaves, deepest),
            Some(last) => *last += 1,
        }
    }
}

#[test]
fn exact_on_small_cases_by_every_die() {
    for case in CASES {
        let law = law(case.edition);
        let exact = odds(&law, &case.target(), &case.volley()).unwrap_or_else(|fault| panic!("{}: {fault}", case.name));
        let (leaves, deepest) = every_die(case, &law);
        let mut destroyed = vec![BigUint::default(); exact.destroyed.len()];
        let mut wounds = vec![BigUint::default(); exact.wounds.len()];
        for (models, lost, depth) in leaves {
            let weight = BigUint::from(6u32).pow(deepest - depth);
            destroyed[models] += &weight;
            wounds[lost] += weight;
        }
        let all = BigUint::from(6u32).pow(deepest);
        for (by_hand, computed) in [(&destroyed, &exact.destroyed), (&wounds, &exact.wounds)] {
            assert_eq!(by_hand.len(), computed.len());
            for (value, (one, other)) in by_hand.iter().zip(computed).enumerate() {
                assert_eq!(one * &exact.total, other * &all, "{}: {value}", case.name);
            }
            assert_eq!(computed.iter().sum::<BigUint>(), exact.total, "{}", case.name);
        }
    }
}

const LARGE: &[Case] = &[
    Case {
        name: "ten bolters",
        edition: "9",
        attacks: "20",
        traits: &["reroll-hit-ones"],
        hit: (3, 0),
        wound: (4, 0),
        save: (3, -1),
        damage: "1",
        ignore: None,
        models: (10, 2, 0),
    },
    Case {
        name: "a battle cannon",
        edition: "9",
        attacks: "d6",
        traits: &["blast"],
        hit: (4, 0),
        wound: (2, 0),
        save: (3, -2),
        damage: "d3",
        ignore: Some(6),
        models: (10, 2, 1),
    },
    Case {
        name: "sustained, devastating",
        edition: "10",
        attacks: "12",
        traits: &["sustained-hits:1", "lethal-hits", "devastating-wounds"],
        hit: (3, 0),
        wound: (4, 0),
        save: (3, -1),
        damage: "2",
        ignore: None,
        models: (10, 2, 0),
    },
    Case {
        name: "claws",
        edition: "5",
        attacks: "15",
        traits: &["reroll-wounds"],
        hit: (4, 0),
        wound: (4, 0),
        save: (4, 0),
        damage: "1",
        ignore: Some(4),
        models: (10, 1, 0),
    },
    Case {
        name: "rail rifles",
        edition: "8",
        attacks: "6",
        traits: &["mortal-on-six:1"],
        hit: (4, 1),
        wound: (3, 0),
        save: (3, -3),
        damage: "3",
        ignore: None,
        models: (5, 3, 0),
    },
];

/// A generator of faces that never changes: xorshift with a multiplication.
struct Seeded(u64);

impl Seeded {
    fn face(&mut self) -> i32 {
        loop {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            let word = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 61;
            if word < 6 {
                return i32::try_from(word).unwrap() + 1;
            }
        }
    }
}

impl Dice for Seeded {
    fn draw(&mut self, _: usize, _: bool) -> i32 {
        self.face()
    }
}

/// Throws a case so often, and holds the shares of every number of models and the mean of the wounds against the exact
/// distribution: within four standard errors.
fn agrees_with_throws(case: &Case, throws: u32, mut throw: impl FnMut() -> (usize, usize)) {
    let law = law(case.edition);
    let exact = odds(&law, &case.target(), &case.volley()).unwrap_or_else(|fault| panic!("{}: {fault}", case.name));
    let mut counts = vec![0u32; exact.destroyed.len()];
    let mut total = 0u64;
    for _ in 0..throws {
        let (models, wounds) = throw();
        counts[models] += 1;
        total += wounds as u64;
    }
    let share =
        |weight: &BigUint| f64::from(u32::try_from(share_of(weight, &exact.total, 1_000_000_000)).unwrap()) / 1e9;
    let mut widest: f64 = 0.0;
    for (models, (count, weight)) in counts.iter().zip(&exact.destroyed).enumerate() {
        let expected = share(weight);
        let error = (expected * (1.0 - expected) / f64::from(throws)).sqrt();
        let seen = f64::from(*count) / f64::from(throws);
        assert!((seen - expected).abs() <= 4.0 * error + 1e-9, "{}: {models} models: {seen} for {expected}", case.name);
        if error > 1e-9 {
            widest = widest.max((seen - expected).abs() / error);
        }
    }
    let mean: f64 = (0..).zip(&exact.wounds).map(|(n, w)| f64::from(n) * share(w)).sum();
    let square: f64 = (0..).zip(&exact.wounds).map(|(n, w)| f64::from(n) * f64::from(n) * share(w)).sum();
    let error = ((square - mean * mean) / f64::from(throws)).sqrt();
    #[expect(clippy::cast_precision_loss, reason = "a mean of small counts")]
    let seen = total as f64 / f64::from(throws);
    assert!((seen - mean).abs() <= 4.0 * error + 1e-6, "{}: mean {seen} for {mean}", case.name);
    println!("{}: {throws} throws, mean {seen:.5} for {mean:.5}, widest {widest:.2} standard errors", case.name);
}

/// By the engine itself, which draws what it asks for and resolves it as a record.
#[test]
fn large_cases_agree_with_seeded_throws() {
    for case in LARGE {
        let (law, mut seeded) = (law(case.edition), Seeded(0x5EED_0000_0000_0001));
        agrees_with_throws(case, 1_000, || case.thrown(&law, &mut || seeded.face()));
    }
}

/// By the second resolver, which is quick enough for many: 20,000 each.
#[test]
fn large_cases_agree_with_the_second_resolver() {
    LARGE.iter().for_each(|case| by_the_second_resolver(case, 20_000));
}

/// The same a million times each: `cargo test -p adjutant-engine --test attacks -- --ignored --nocapture a_million`.
#[test]
#[ignore = "five million throws"]
fn a_million_throws_of_each_large_case() {
    LARGE.iter().for_each(|case| by_the_second_resolver(case, 1_000_000));
}

fn by_the_second_resolver(case: &Case, throws: u32) {
    let (models, wounds, hurt) = case.models;
    let thrower = Thrower::new(Plain {
        edition: case.edition,
        attacks: case.attacks.parse().unwrap(),
        traits: case.traits.iter().map(|text| text.parse().unwrap()).collect(),
        hit: case.hit,
        wound: case.wound,
        save: case.save,
        damage: case.damage.parse().unwrap(),
        ignore: case.ignore,
        models,
        wounds,
        hurt,
    });
    let mut seeded = Seeded(0x5EED_0000_0000_0002);
    agrees_with_throws(case, throws, || {
        let (destroyed, lost) = thrower.throw(&mut seeded);
        (destroyed as usize, lost as usize)
    });
}
