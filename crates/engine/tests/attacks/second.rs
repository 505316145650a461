//! A second resolver, of another shape: one attack at a time, from the tables of the rule texts, drawing each die when
//! it needs one. It knows nothing of the first, which reads whole batches.

use adjutant_engine::attack::{
    Amount, Attacks, Batch, Damage, Facts, GroupIndex, Law, Roll, RolledAttacks, RolledDamage, Saves, Sequence, Target,
    Throw, Trait, Volley, resolve,
};
use adjutant_engine::numbers::{Face, Whole};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::law;

/// What is thrown, in plain numbers.
#[derive(Clone, Debug)]
pub struct Plain {
    pub edition: &'static str,
    pub attacks: Amount,
    pub traits: Vec<Trait>,
    pub hit: (i32, i32),
    pub wound: (i32, i32),
    pub save: (i32, i32),
    pub damage: Amount,
    pub ignore: Option<i32>,
    pub models: u32,
    pub wounds: u32,
    pub hurt: u32,
}

/// Dice of a step, first throws and re-rolls apart, in the order in which they fall.
#[derive(Clone, Default)]
pub struct Bowl {
    thrown: Vec<(usize, bool, i32)>,
    drawn: Vec<usize>,
    seed: u64,
}

impl Bowl {
    pub fn new(seed: u64) -> Bowl {
        Bowl { seed, ..Bowl::default() }
    }

    /// A face that depends on the seed, the step, whether it is a re-roll, and how many such dice came before.
    fn face(seed: u64, step: usize, again: bool, nth: u64) -> i32 {
        let mut word =
            seed ^ (step as u64 * 0x9E37_79B9) ^ (u64::from(again) << 40) ^ nth.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        for _ in 0..3 {
            word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
        i32::try_from((word >> 33) % 6).unwrap() + 1
    }

    pub fn draw(&mut self, step: usize, again: bool) -> i32 {
        let key = step * 2 + usize::from(again);
        if self.drawn.len() <= key {
            self.drawn.resize(key + 1, 0);
        }
        let face = Bowl::face(self.seed, step, again, self.drawn[key] as u64);
        self.drawn[key] += 1;
        self.thrown.push((step, again, face));
        face
    }
}

/// Where the second resolver gets its faces.
pub trait Dice {
    fn draw(&mut self, step: usize, again: bool) -> i32;
}

impl Dice for Bowl {
    fn draw(&mut self, step: usize, again: bool) -> i32 {
        Bowl::draw(self, step, again)
    }
}

/// What the abilities of a batch come to, looked up once.
#[derive(Clone, Copy)]
struct Powers {
    reroll_hits: bool,
    reroll_hit_ones: bool,
    more_hits: i32,
    lethal: bool,
    reroll_wounds: bool,
    reroll_wound_ones: bool,
    anti: i32,
    devastating: bool,
    mortal: i32,
    halve: bool,
    less: i32,
    blast: bool,
}

impl Powers {
    fn of(plain: &Plain) -> Powers {
        let has = |name: &str| plain.traits.iter().any(|ability| ability.name.as_str() == name);
        let number = |name: &str| {
            plain.traits.iter().filter(|t| t.name.as_str() == name).map(|t| i32::from(t.number)).max().unwrap_or(0)
        };
        Powers {
            reroll_hits: has("reroll-hits"),
            reroll_hit_ones: has("reroll-hit-ones"),
            more_hits: number("sustained-hits") + number("extra-hits"),
            lethal: has("lethal-hits"),
            reroll_wounds: has("reroll-wounds"),
            reroll_wound_ones: has("reroll-wound-ones"),
            anti: number("anti"),
            devastating: has("devastating-wounds"),
            mortal: number("mortal-on-six"),
            halve: has("halve"),
            less: number("damage-less"),
            blast: has("blast"),
        }
    }
}

const HIT: usize = 1;
const WOUND: usize = 2;

/// The tables of the texts: 6 always and 1 never in 9th and 10th, 1 never in 5th, nothing in 8th; net 1 in 9th and 10th.
fn succeeds(edition: &str, face: i32, needs: i32, modifier: i32) -> bool {
    let capped = match edition {
        "9" | "10" => modifier.signum(),
        _ => modifier,
    };
    let total = (face + capped).max(1);
    match (edition, face) {
        ("9" | "10", 6) => true,
        ("9" | "10" | "5", 1) => false,
        _ => {
            if edition == "5" {
                face + modifier >= needs
            } else {
                total >= needs
            }
        }
    }
}

/// Rolls hit dice one by one; the faces of a step stand in the order of the dice, re-rolls in theirs.
fn thrown(dice: &mut impl Dice, step: usize, count: usize, again: impl Fn(i32) -> bool) -> Vec<i32> {
    let first: Vec<i32> = (0..count).map(|_| dice.draw(step, false)).collect();
    first.into_iter().map(|face| if again(face) { dice.draw(step, true) } else { face }).collect()
}

/// Throws attacks again and again: models destroyed, and wounds lost in all.
pub struct Thrower {
    plain: Plain,
    powers: Powers,
}

impl Thrower {
    pub fn new(plain: Plain) -> Thrower {
        Thrower { powers: Powers::of(&plain), plain }
    }

    pub fn throw(&self, dice: &mut impl Dice) -> (u32, u32) {
        let (destroyed, hurt) = one_at_a_time(&self.plain, self.powers, dice);
        (
            destroyed,
            if destroyed == self.plain.models {
                self.plain.models * self.plain.wounds - self.plain.hurt
            } else {
                destroyed * self.plain.wounds + hurt - self.plain.hurt
            },
        )
    }
}

/// One attack after the other: models destroyed, and wounds that the hurt one has lost.
fn one_at_a_time(plain: &Plain, powers: Powers, bowl: &mut impl Dice) -> (u32, u32) {
    let e = plain.edition;
    let mut attacks = plain.attacks.of(&(0..plain.attacks.dice).map(|_| bowl.draw(0, false)).collect::<Vec<_>>());
    if powers.blast && e == "9" && (6..=10).contains(&plain.models) {
        attacks = attacks.max(3);
    }
    let attacks = usize::try_from(attacks.max(0)).unwrap();
    let hits_on = |face: i32| succeeds(e, face, plain.hit.0, plain.hit.1);
    let faces = thrown(bowl, HIT, attacks, |face| {
        (powers.reroll_hits && !hits_on(face)) || (powers.reroll_hit_ones && face == 1)
    });
    // The attack that each hit comes from.
    let mut to_wound: Vec<usize> = Vec::new();
    let mut wounds: Vec<(bool, bool, usize)> = Vec::new();
    for (attack, face) in faces.into_iter().enumerate() {
        if !hits_on(face) {
            continue;
        }
        let shown = if e == "8" { face + plain.hit.1 } else { face };
        let six = if e == "8" { shown >= 6 } else { face == 6 };
        let hits = if six { 1 + powers.more_hits } else { 1 };
        if six && powers.lethal {
            wounds.push((false, false, usize::MAX));
            to_wound.extend((1..hits).map(|_| attack));
        } else {
            to_wound.extend((0..hits).map(|_| attack));
        }
    }
    let anti = powers.anti;
    let wounds_on = |face: i32| succeeds(e, face, plain.wound.0, plain.wound.1) || (anti > 0 && face >= anti);
    let possible = (1..=6).any(wounds_on);
    let dice = if possible { to_wound.len() } else { 0 };
    let faces = thrown(bowl, WOUND, dice, |face| {
        (powers.reroll_wounds && !wounds_on(face)) || (powers.reroll_wound_ones && face == 1)
    });
    for (face, attack) in faces.into_iter().zip(to_wound).filter(|(face, _)| wounds_on(*face)) {
        let six = if e == "8" { face + plain.wound.1 >= 6 } else { face == 6 };
        wounds.push((face == 6 || (anti > 0 && face >= anti), six, attack));
    }
    let saved: Vec<_> = wounds.iter().filter(|(critical, ..)| !(powers.devastating && *critical)).collect();
    let unsavable = wounds.len() - saved.len();
    let mut unit = vec![plain.wounds; usize::try_from(plain.models).unwrap()];
    if let Some(first) = unit.last_mut() {
        *first -= plain.hurt;
    }
    let mut beside = 0;
    for (nth, (_, six, attack)) in saved.iter().enumerate() {
        if unit.is_empty() && e != "5" {
            break;
        }
        let face = bowl.draw(3, false);
        let total =
            (face + if e == "10" { plain.save.1.min(1) } else { plain.save.1 }).max(if e == "5" { -9 } else { 1 });
        let needs = if e == "5" { plain.save.0.max(2) } else { plain.save.0 };
        let holds = total >= needs && (e == "8" || face != 1);
        if !holds {
            strike(plain, powers, bowl, &mut unit);
        }
        beside += if *six { powers.mortal } else { 0 };
        if saved.get(nth + 1).is_none_or(|next| next.2 != *attack) {
            while beside > 0 && !unit.is_empty() {
                lose(plain, bowl, &mut unit, 1);
                beside -= 1;
            }
            beside = 0;
        }
    }
    for _ in 0..unsavable {
        if !unit.is_empty() {
            strike(plain, powers, bowl, &mut unit);
        }
    }
    let left = u32::try_from(unit.len()).unwrap();
    let hurt = unit.last().map_or(0, |wounds| plain.wounds - wounds);
    (plain.models - left, hurt)
}

/// The damage of one attack on the last model of a list, die by die.
fn strike(plain: &Plain, powers: Powers, bowl: &mut impl Dice, unit: &mut Vec<u32>) {
    let faces: Vec<i32> = (0..plain.damage.dice).map(|_| bowl.draw(4, false)).collect();
    let mut damage = plain.damage.of(&faces).max(0);
    if powers.halve {
        damage = damage / 2 + damage % 2;
    }
    if powers.less > 0 && damage > 0 {
        damage = (damage - powers.less).max(1);
    }
    lose(plain, bowl, unit, damage);
}

/// Wounds on the last model of a list, each ignored or lost.
fn lose(plain: &Plain, bowl: &mut impl Dice, unit: &mut Vec<u32>, damage: i32) {
    let lost = (0..damage).filter(|_| plain.ignore.is_none_or(|needs| bowl.draw(5, false) < needs)).count();
    let Some(model) = unit.last_mut() else { return };
    *model = model.saturating_sub(u32::try_from(lost).unwrap());
    if *model == 0 {
        unit.pop();
    }
}

/// What is thrown, as the engine takes it: the target, what each step needs, and the saves.
fn as_asked(plain: &Plain) -> (Target, Sequence, Saves) {
    let need = |needs: i32| Whole::new(needs);
    let add = |by: i32| {
        let reason = adjutant_engine::ids::Name::new("a rule").unwrap();
        if by == 0 { Vec::new() } else { vec![(Whole::new(by).unwrap(), reason)] }
    };
    let attacks = if plain.attacks.dice == 0 {
        Attacks::Number(Whole::new(i32::from(plain.attacks.plus)).unwrap())
    } else {
        let none = Default::default();
        Attacks::Rolled(RolledAttacks {
            each: plain.attacks,
            weapons: None,
            roll: Vec::new(),
            rerolls: none,
            why: None,
        })
    };
    let damage = if plain.damage.dice == 0 {
        Damage::Number(Whole::new(i32::from(plain.damage.plus)).unwrap())
    } else {
        Damage::Rolled(RolledDamage { each: plain.damage, roll: Vec::new(), rerolls: Default::default(), why: None })
    };
    let sequence = Sequence {
        traits: plain.traits.clone(),
        hit: Some(Roll { needs: need(plain.hit.0), add: add(plain.hit.1), ..Roll::default() }),
        wound: Some(Roll { needs: need(plain.wound.0), add: add(plain.wound.1), ..Roll::default() }),
        damage: Some(damage),
        ignore: plain.ignore.map(|needs| {
            serde_json::from_value(serde_json::json!({"needs": needs})).expect("a rule that ignores wounds")
        }),
        ..Sequence::of(attacks)
    };
    let saves = Saves { needs: need(plain.save.0), add: add(plain.save.1), ..Saves::default() };
    let mut target = Target::alike(plain.models, plain.wounds);
    target.groups[GroupIndex(0)].hurt = plain.hurt;
    (target, sequence, saves)
}

fn throw_all(law: &Law, plain: &Plain, bowl: &mut Bowl) -> (Target, Vec<Sequence>) {
    let (target, sequence, saves) = as_asked(plain);
    let volley =
        Volley { batches: vec![sequence], facts: vec![Facts::default()], saves: vec![vec![saves]], trust: false };
    let mut throw = |throw: Throw| -> Face { Whole::new(bowl.draw(throw.step as usize, throw.again)).unwrap() };
    let filled = volley.fill(law, &target, &mut throw).unwrap_or_else(|fault| panic!("{plain:?}: {fault}"));
    (target, filled)
}

/// A batch that a seed picks, without abilities that allow re-rolls: the target, what each step needs, and all dice.
pub fn plain_batches(law: &Law, edition: &'static str, seed: u64) -> (Target, Sequence, Saves, Sequence) {
    let mut pick = Bowl::new(seed ^ 0xABCD);
    let mut one_of = |texts: [&str; 6]| texts[usize::try_from(pick.draw(7, false)).unwrap() - 1].to_owned();
    let attacks = one_of(["1", "3", "10", "25", "d6", "2d6"]).parse().unwrap();
    let damage = if edition == "5" { "1".to_owned() } else { one_of(["1", "2", "d3", "d6", "d3+1", "2d6"]) };
    let names = match edition {
        "10" => one_of(["", "sustained-hits:2", "lethal-hits", "anti:4", "devastating-wounds", "halve"]),
        "5" => String::new(),
        _ => one_of(["", "", "extra-hits:1", "halve", "", "extra-hits:1"]),
    };
    let ignore = [None, Some(5)][usize::try_from(pick.draw(8, false)).unwrap() % 2];
    let need = |pick: &mut Bowl| 1 + pick.draw(9, false).max(1);
    let (hit, wound, save) = (need(&mut pick).min(6), need(&mut pick).min(6), need(&mut pick));
    let (models, wounds) = (pick.draw(10, false).unsigned_abs(), pick.draw(11, false).unsigned_abs());
    let traits = names.split_whitespace().map(|name| name.parse().unwrap()).collect();
    let add = if edition == "5" { 0 } else { pick.draw(12, false) % 3 - 1 };
    let plain = Plain {
        edition,
        attacks,
        traits,
        hit: (hit, add),
        wound: (wound, 0),
        save: (save, -add),
        damage: damage.parse().unwrap(),
        ignore,
        models,
        wounds,
        hurt: 0,
    };
    let (target, sequence, saves) = as_asked(&plain);
    let (_, thrown) = throw_all(law, &plain, &mut Bowl::new(seed));
    (target, sequence, saves, thrown.into_iter().next().expect("one batch"))
}

/// The same dice through the engine: thrown where it asks for them, then resolved as a record would be.
fn in_batches(law: &Law, plain: &Plain, bowl: &mut Bowl) -> (u32, u32) {
    let (target, filled) = throw_all(law, plain, bowl);
    let batches: Vec<Batch<'_>> = filled.iter().map(Batch::new).collect();
    let outcome = resolve(law, &target, &batches).unwrap_or_else(|fault| panic!("{plain:?}: {fault}"));
    let text = serde_json::to_string(&filled).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Sequence>>(&text).unwrap(), filled, "what was thrown is read back as it was");
    (outcome.models_destroyed(), outcome.hurt[0])
}

fn batch(edition: &'static str) -> impl Strategy<Value = Plain> {
    let names: Vec<&str> = match edition {
        "5" => vec!["reroll-hits", "reroll-wounds"],
        "8" => vec![
            "extra-hits:1",
            "mortal-on-six:2",
            "halve",
            "reroll-hit-ones",
            "reroll-hits",
            "reroll-wound-ones",
            "reroll-wounds",
        ],
        "9" => vec![
            "extra-hits:1",
            "lethal-hits",
            "halve",
            "damage-less:1",
            "reroll-hit-ones",
            "reroll-hits",
            "reroll-wounds",
        ],
        _ => vec![
            "sustained-hits:2",
            "lethal-hits",
            "anti:4",
            "devastating-wounds",
            "halve",
            "damage-less:1",
            "reroll-hits",
            "reroll-wound-ones",
        ],
    };
    let amounts =
        |texts: &'static [&'static str]| prop::sample::select(texts).prop_map(|t| t.parse::<Amount>().unwrap());
    let damage: &'static [&'static str] =
        if edition == "5" { &["1"] } else { &["1", "2", "3", "d3", "d6", "d3+1", "2d6"] };
    let strategy = (
        amounts(&["0", "1", "3", "10", "25", "d6", "2d6", "d3+3"]),
        prop::sample::subsequence(names.clone(), 0..names.len()),
        (2..=6i32, -2..=2i32),
        (2..=6i32, -2..=2i32),
        (2..=7i32, -3..=2i32),
        amounts(damage),
        prop::option::of(2..=6i32),
        (1..=12u32, 1..=6u32),
    );
    strategy.prop_map(move |(attacks, names, hit, wound, save, damage, ignore, (models, wounds))| Plain {
        edition,
        attacks,
        traits: names.into_iter().map(|name| name.parse().unwrap()).collect(),
        hit,
        wound,
        save: if edition == "5" { (save.0, 0) } else { save },
        damage,
        ignore,
        models,
        wounds,
        hurt: if models % 2 == 0 { wounds - 1 } else { 0 },
    })
}

#[test]
fn thousands_of_batches_agree_in_every_law() {
    for edition in ["5", "8", "9", "10"] {
        let law = law(edition);
        let mut runner = TestRunner::new(Config { cases: 1500, failure_persistence: None, ..Config::default() });
        let both = (batch(edition), any::<u64>());
        runner
            .run(&both, |(plain, seed)| {
                let (mut first, mut second) = (Bowl::new(seed), Bowl::new(seed));
                let batches = in_batches(&law, &plain, &mut first);
                let one = one_at_a_time(&plain, Powers::of(&plain), &mut second);
                prop_assert_eq!(batches, one);
                let count = |bowl: &Bowl| {
                    let mut faces = bowl.thrown.clone();
                    faces.sort_unstable();
                    faces
                };
                prop_assert_eq!(count(&first), count(&second), "the same dice were thrown");
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{edition}th: {error}"));
    }
}
