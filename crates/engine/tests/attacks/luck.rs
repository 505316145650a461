//! What dice were worth, against every die there is: random volleys of four editions, and re-rolls that somebody chooses.

use adjutant_engine::attack::{
    Amount, Attacks, Batch, Damage, Facts, GroupIndex, Ignore, Law, Roll, RolledAttacks, RolledDamage, Saves, Sequence,
    Step, Target, Volley, next, odds, resolve, weigh,
};
use adjutant_engine::ids::Name;
use adjutant_engine::numbers::{Face, Whole};
use num_bigint::BigUint;
use rand::{Rng, SeedableRng};

use crate::support::law;

/// Volleys that are looked at; a thousand and more by `ADJUTANT_LUCK_VOLLEYS`.
fn volleys() -> usize {
    std::env::var("ADJUTANT_LUCK_VOLLEYS").ok().and_then(|many| many.parse().ok()).unwrap_or(20)
}

/// Paths through the dice of a volley beyond which it is passed over.
const PATHS_MAX: usize = 6_000;

fn needs(random: &mut impl Rng, least: i32, most: i32) -> Option<Whole<1, 12>> {
    Whole::new(random.random_range(least..=most))
}

fn batch(random: &mut impl Rng, edition: &str, small: bool) -> (Sequence, Vec<Saves>) {
    let most = if small { 1 } else { 2 };
    let rolled = !small && random.random_bool(0.2);
    let attacks = if rolled {
        let each = Amount { dice: 1, thirds: true, times: 1, plus: 0 };
        Attacks::Rolled(RolledAttacks { each, weapons: None, roll: Vec::new(), rerolls: Default::default(), why: None })
    } else {
        Attacks::Number(Whole::new(random.random_range(1..=most)).unwrap())
    };
    let each = Amount { dice: 1, thirds: true, times: 1, plus: 0 };
    let damage = match random.random_range(0..3) {
        _ if edition == "5" => None,
        0 if !small => Some(Damage::Rolled(RolledDamage { each, ..RolledDamage::default() })),
        number => Whole::new(number.max(1)).map(Damage::Number),
    };
    let all: &[&str] = match edition {
        "10" => &["lethal-hits", "sustained-hits:1", "devastating-wounds", "reroll-hit-ones", "reroll-wounds"],
        "5" => &["reroll-wounds"],
        _ => &["reroll-hits", "reroll-wound-ones", "reroll-hit-ones"],
    };
    let traits = if random.random_bool(0.5) {
        vec![all[random.random_range(0..all.len())].parse().unwrap()]
    } else {
        Vec::new()
    };
    let ignore = (!small && random.random_bool(0.15)).then(|| Ignore {
        needs: Whole::new(random.random_range(4..=6)).unwrap(),
        roll: Vec::new(),
        rerolls: Default::default(),
        why: None,
    });
    let sequence = Sequence {
        traits,
        hit: Some(Roll { needs: needs(random, 3, 5), ..Roll::default() }),
        wound: Some(Roll { needs: needs(random, 3, 5), ..Roll::default() }),
        damage,
        ignore,
        ..Sequence::of(attacks)
    };
    (sequence, vec![Saves { needs: needs(random, 3, 6), ..Saves::default() }])
}

/// A volley of one batch or two on a unit of alike models, one of them hurt perhaps.
fn volley(random: &mut impl Rng) -> (&'static str, Volley, Target) {
    let edition = ["5", "8", "9", "10"][random.random_range(0..4)];
    let two = random.random_bool(0.4) && edition != "5";
    let mut volley = Volley { batches: Vec::new(), facts: Vec::new(), saves: Vec::new(), trust: false };
    for _ in 0..=usize::from(two) {
        let (sequence, saves) = batch(random, edition, two);
        volley.batches.push(sequence);
        volley.facts.push(Facts::default());
        volley.saves.push(saves);
    }
    let wounds = random.random_range(1..=3);
    let mut target = Target::alike(random.random_range(1..=3), wounds);
    target.groups[GroupIndex(0)].hurt = random.random_range(0..wounds);
    (edition, volley, target)
}

/// Whoever throws: which die of a step is rolled again by choice, if any.
type Policy<'a> = &'a dyn Fn(Step, &[i32]) -> Option<usize>;

/// Throws a volley step after step; the faces come from `draw`, and a die is rolled again where the policy says so, once in
/// a volley.
fn thrown(
    law: &Law,
    target: &Target,
    volley: &Volley,
    policy: Policy<'_>,
    draw: &mut dyn FnMut() -> i32,
) -> Vec<Sequence> {
    let mut sequences = volley.batches.clone();
    let mut chosen = false;
    loop {
        let batches: Vec<Batch<'_>> = sequences.iter().map(Batch::new).collect();
        let Some(prompt) = next(law, target, &batches).unwrap() else { return sequences };
        let many = prompt.dice.max(1);
        let (at, step) = (prompt.batch, prompt.step);
        let first: Vec<i32> = (0..many).map(|_| draw()).collect();
        let sequence = &mut sequences[at];
        let before = match step {
            Step::Hit => sequence.hit.as_ref().map_or(0, |roll| roll.roll.len()),
            Step::Wound => sequence.wound.as_ref().map_or(0, |roll| roll.roll.len()),
            _ => 0,
        };
        assert_eq!(before, 0, "hits and wounds are thrown together");
        let mut said = Saves { roll: Vec::new(), ..Saves::default() };
        if step == Step::Save {
            said = Saves { roll: Vec::new(), ..volley.saves[at][0].clone() };
        }
        let ability = |face: i32| match step {
            Step::Hit if sequence.traits.iter().any(|t| t.to_string() == "reroll-hits") => fails(&sequence.hit, face),
            Step::Hit if sequence.traits.iter().any(|t| t.to_string() == "reroll-hit-ones") => face == 1,
            Step::Wound if sequence.traits.iter().any(|t| t.to_string() == "reroll-wounds") => {
                fails(&sequence.wound, face)
            }
            Step::Wound if sequence.traits.iter().any(|t| t.to_string() == "reroll-wound-ones") => face == 1,
            _ => false,
        };
        let mut faces = first.clone();
        let mut rerolls = std::collections::BTreeMap::new();
        for (die, face) in first.iter().enumerate().filter(|(_, face)| ability(**face)) {
            rerolls.insert(Whole::new(die as i32).unwrap(), Face::new(*face).unwrap());
            faces[die] = draw();
        }
        let own = |die: usize| rerolls.contains_key(&Whole::new(die as i32).unwrap());
        if let Some(die) = policy(step, &faces).filter(|die| !chosen && !own(*die)) {
            chosen = true;
            rerolls.insert(Whole::new(die as i32).unwrap(), Face::new(faces[die]).unwrap());
            faces[die] = draw();
            said.why = Name::new("Command Re-roll").ok();
        }
        said.roll = faces.into_iter().map(|face| Face::new(face).unwrap()).collect();
        said.rerolls = rerolls;
        sequences[at].answer(step, said);
    }
}

fn fails(roll: &Option<Roll>, face: i32) -> bool {
    let needs = roll.as_ref().and_then(|roll| roll.needs).map_or(7, |needs| needs.get());
    face == 1 || (face < needs && face != 6)
}

/// Every face of every die that is needed: what each path came to, with its length. Nothing where there are too many.
fn paths(mut path: impl FnMut(&mut dyn FnMut() -> i32)) -> Option<Vec<u32>> {
    let (mut lengths, mut faces) = (Vec::new(), Vec::<i32>::new());
    loop {
        let mut asked = 0;
        path(&mut || {
            if asked == faces.len() {
                faces.push(1);
            }
            asked += 1;
            faces[asked - 1]
        });
        faces.truncate(asked);
        lengths.push(u32::try_from(asked).unwrap());
        if lengths.len() > PATHS_MAX {
            return None;
        }
        while faces.last() == Some(&6) {
            faces.pop();
        }
        match faces.last_mut() {
            None => return Some(lengths),
            Some(last) => *last += 1,
        }
    }
}

#[test]
fn the_odds_of_random_volleys_are_those_of_every_die() {
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(41);
    let (mut looked_at, mut with_two) = (0, 0);
    while looked_at < volleys() {
        let (edition, volley, target) = volley(&mut random);
        let law = law(edition);
        let Ok(exact) = odds(&law, &target, &volley) else { continue };
        let mut wounds = Vec::new();
        let lengths = paths(|draw| {
            let sequences = thrown(&law, &target, &volley, &|_, _| None, draw);
            let batches: Vec<Batch<'_>> = sequences.iter().map(Batch::new).collect();
            wounds.push(resolve(&law, &target, &batches).unwrap().wounds_lost as usize);
        });
        let Some(lengths) = lengths else { continue };
        let deepest = lengths.iter().max().copied().unwrap();
        let mut by_hand = vec![BigUint::default(); exact.wounds.len()];
        for (lost, length) in wounds.iter().zip(&lengths) {
            by_hand[*lost] += BigUint::from(6u32).pow(deepest - length);
        }
        let all = BigUint::from(6u32).pow(deepest);
        for (lost, (one, other)) in by_hand.iter().zip(&exact.wounds).enumerate() {
            assert_eq!(one * &exact.total, other * &all, "{edition}: {lost} of {volley:?} on {target:?}");
        }
        looked_at += 1;
        with_two += usize::from(volley.batches.len() == 2);
    }
    assert!(with_two > looked_at / 10, "{with_two} of {looked_at} have two batches");
}

/// Whatever somebody rolls again, and whenever: over all dice there are, what came above what was to be expected is nothing.
#[test]
fn chosen_re_rolls_show_no_luck_in_fair_dice() {
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(42);
    let low = |faces: &[i32], below: i32| faces.iter().position(|face| *face < below);
    let policies: [(&str, Policy<'_>); 6] = [
        ("damage", &|step, faces| low(faces, 4).filter(|_| step == Step::Damage)),
        ("a hit", &|step, faces| low(faces, 4).filter(|_| step == Step::Hit)),
        ("a wound", &|step, faces| low(faces, 4).filter(|_| step == Step::Wound)),
        ("a save that failed", &|step, faces| low(faces, 3).filter(|_| step == Step::Save)),
        ("a save that held", &|step, faces| faces.iter().position(|face| *face > 4).filter(|_| step == Step::Save)),
        ("the first low die of all", &|_, faces| low(faces, 3)),
    ];
    let (mut looked_at, mut with) = (0, 0);
    while looked_at < volleys() / 2 {
        let (edition, volley, target) = volley(&mut random);
        let law = law(edition);
        let (name, policy) = policies[looked_at % policies.len()];
        let mut above: Vec<Option<(f64, usize)>> = Vec::new();
        let lengths = paths(|draw| {
            let sequences = thrown(&law, &target, &volley, policy, draw);
            let judged = weigh(&law, &target, &Volley { batches: sequences, ..volley.clone() });
            let float = |number: &BigUint| number.to_string().parse::<f64>().unwrap();
            above.push(judged.ok().map(|judged| {
                let one = |weighed: &adjutant_engine::attack::Weighed| {
                    let mean: BigUint = (0u32..).zip(&weighed.odds.wounds).map(|(lost, weight)| weight * lost).sum();
                    let mean = f64::from(weighed.before) + float(&mean) / float(&weighed.odds.total);
                    float(&weighed.came.0) / float(&weighed.came.1) - mean
                };
                (judged.iter().map(one).sum(), judged.len())
            }));
        });
        let (Some(lengths), true) = (lengths, above.iter().all(Option::is_some)) else { continue };
        let sum: f64 =
            above.iter().flatten().zip(&lengths).map(|((above, _), length)| above * 6f64.powi(-(*length as i32))).sum();
        assert!(sum.abs() < 1e-9, "{edition}: {name} shows {sum} in {volley:?} on {target:?}");
        looked_at += 1;
        with += usize::from(above.iter().flatten().any(|(_, events)| *events > 1));
    }
    assert!(with > looked_at / 2, "{with} of {looked_at} saw a re-roll by choice");
}
