//! `adjutant dice attack`: what an attack is worth, exactly.

use std::collections::BTreeMap;

use adjutant_engine::attack::{
    Amount, ArmourPenetration, Attacks, Damage, Facts, GroupIndex, Ignore, Law, Modifier, Need, Odds, Roll,
    RolledAttacks, RolledDamage, STEPS_MAX, SaveKind, Saves, Sequence, Target, TargetGroup, Trait, TraitName, Volley,
    fraction, odds, share,
};
use adjutant_engine::ids::Name;
use adjutant_engine::numbers::Whole;
use adjutant_present::tables::text::listed;
use clap::Args;
use serde::Serialize;

use super::shown::{PARTS, need, number, told};
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

const EXAMPLES: &str = "Examples: adjutant dice attack 20 --hit 3+ --wound 4+ --save 3+ --ap -1 --models 5 --wounds 2\n          \
    adjutant dice attack 2d6 --hit 4+ --has blast --strength 5 --toughness 4 --save 4+ --damage d3 --models 10\n          \
    adjutant dice attack 12 --edition 10th --hit 3+ --has sustained-hits:1,lethal-hits --wound 4+ --save 3+ --models 10\n          \
    adjutant dice attack 2 --edition 5th --hit 3+ --strength 9 --ap 2 --armour 13\n          \
    adjutant dice attack 12 --hit 3+ --wound 4+ --save 4+ --ap -1 --models 5 --then 1,5,2+,4+\n\n\
    The answer is exact: it counts every face of every die and rolls none.";

/// Arguments of `dice attack`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = abilities())]
pub struct Arguments {
    /// Number of attacks, such as 10, d6 or 2d6
    #[arg(value_name = "ATTACKS", value_parser = amount)]
    attacks: Amount,
    /// Number of weapons that make this many attacks each
    #[arg(long, value_name = "N", default_value_t = 1)]
    weapons: u32,
    /// The edition whose rules are used: 5th, 8th, 9th or 10th
    #[arg(long, value_name = "EDITION", default_value = "9th", value_parser = edition)]
    edition: String,
    /// The result needed to hit, such as 3+; `auto` hits without a roll
    #[arg(long, value_name = "N+")]
    hit: String,
    /// Modifier of the hit rolls
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    hit_modifier: i32,
    /// The result needed to wound; or give --strength with --toughness or --armour
    #[arg(long, value_name = "N+", required_unless_present_any = ["toughness", "armour"])]
    wound: Option<String>,
    /// Modifier of the wound rolls
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    wound_modifier: i32,
    /// Strength of the attacks
    #[arg(long, value_name = "N")]
    strength: Option<i32>,
    /// Toughness of the target
    #[arg(long, value_name = "N", requires = "strength")]
    toughness: Option<i32>,
    /// Save of the target, such as 3+ [default: none]
    #[arg(long, value_name = "N+")]
    save: Option<String>,
    /// Armour Penetration, such as -1; in 5th edition the AP value, such as 3
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    ap: i32,
    /// Bonus to armour saves, such as cover; in 5th edition write --cover
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    save_modifier: i32,
    /// Bonus to every saving throw, invulnerable ones too
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    all_saves_modifier: i32,
    /// Invulnerable save of the target
    #[arg(long, value_name = "N+")]
    invulnerable: Option<String>,
    /// Cover save of the target, where the edition has one
    #[arg(long, value_name = "N+")]
    cover: Option<String>,
    /// Damage of each attack, such as 1 or d3
    #[arg(long, value_name = "DAMAGE", default_value = "1", value_parser = amount)]
    damage: Amount,
    /// From which result on the target ignores a wound
    #[arg(long, value_name = "N+")]
    ignore: Option<String>,
    /// Abilities of the attack, such as lethal-hits or sustained-hits:1 (--help lists them)
    #[arg(long, value_name = "ABILITY", value_delimiter = ',', value_parser = |text: &str| text.parse::<Trait>().map_err(|e| e.to_string()))]
    has: Vec<Trait>,
    /// Models of the target
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=200))]
    models: u32,
    /// Wounds of each model
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    wounds: u32,
    /// Wounds that one model has lost already
    #[arg(long, value_name = "N", default_value_t = 0)]
    hurt: u32,
    /// Other models of the target that fall after those: how many, Wounds, save and invulnerable save, such as 1,5,2+,4+
    #[arg(long, value_name = "N,N,N+,N+", value_parser = others)]
    then: Vec<Others>,
    #[command(flatten)]
    vehicle: super::armour::Vehicle,
}

/// Models of the target that are unlike the first ones.
#[derive(Clone, Debug)]
struct Others {
    models: u32,
    wounds: u32,
    save: Option<String>,
    invulnerable: Option<String>,
}

fn others(text: &str) -> Result<Others, String> {
    let mut parts = text.split(',');
    let mut number = |most| parts.next()?.parse::<u32>().ok().filter(|number| (1..=most).contains(number));
    let (models, wounds) = number(200).zip(number(100)).ok_or("write models, Wounds and saves, such as 1,5,2+")?;
    let mut save = || parts.next().filter(|save| *save != "-").map(str::to_owned);
    let (save, invulnerable) = (save(), save());
    match parts.next() {
        None => Ok(Others { models, wounds, save, invulnerable }),
        Some(_) => Err("write models, Wounds, save and invulnerable save, such as 1,5,2+,4+".to_owned()),
    }
}

fn abilities() -> String {
    let names = TraitName::ALL.iter().map(|name| match name.number() {
        None => (name.to_string(), name.does()),
        Some((least, most)) => (format!("{name}:N ({least}-{most})"), name.does()),
    });
    let lines: String = names.map(|(name, does)| listed(&name, 24, does)).collect();
    format!("Abilities (an edition has some of them):\n{lines}\n{EXAMPLES}")
}

fn amount(text: &str) -> Result<Amount, String> {
    let amount = text.parse::<Amount>().map_err(|error| error.to_string())?;
    if amount.most() > 200 || amount.least() < 0 { Err("write 0 to 200 attacks".to_owned()) } else { Ok(amount) }
}

fn edition(text: &str) -> Result<String, String> {
    if adjutant_packs::editions().contains(&text) {
        return Ok(text.to_owned());
    }
    Err(format!("there are {}", adjutant_packs::editions().join(", ")))
}

/// Prints the exact distribution of what an attack destroys.
///
/// # Errors
/// Results that no die has, or an ability that the edition does not have.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let law = adjutant_packs::edition_dice(&arguments.edition)
        .ok_or_else(|| CliError::usage(format!("edition `{}` is not known", arguments.edition)))?;
    if arguments.hurt >= arguments.wounds {
        return Err(CliError::usage("a model that lost all its Wounds is not there")
            .hint(format!("--hurt up to {}", arguments.wounds - 1)));
    }
    if law.save.ap == ArmourPenetration::Cancels && arguments.ignore.is_some() && (1..=2).contains(&arguments.ap) {
        return Err(CliError::usage(format!("no wound of an AP {} weapon is ignored in this edition", arguments.ap))
            .hint("leave out --ignore"));
    }
    let volley = volley(arguments, &law)?;
    if let Some(hull) = arguments.vehicle.hull(arguments.cover.as_deref())? {
        let heading = [arguments.edition.clone(), arguments.attacks.to_string()];
        return super::armour::run(heading, &law, &hull, &volley, output);
    }
    let target = target(arguments);
    if volley.steps(&target) > STEPS_MAX {
        return Err(CliError::usage("these are too many attacks and models to count exactly")
            .hint("count fewer attacks at a time, or fewer models: --models N"));
    }
    let odds = odds(&law, &target, &volley).map_err(|fault| told(&fault))?;
    let table = Table::of(arguments, &odds);
    if output.json {
        output.document(&table)?;
    } else {
        output.text(&table.in_words())?;
    }
    Ok(Exit::Done)
}

impl Arguments {
    /// `5 models of 2 wounds, then 1 of 5`.
    fn on(&self) -> String {
        let then = self.then.iter().map(|others| format!(", then {} of {}", others.models, others.wounds));
        format!("{} models of {} wounds{}", self.models, self.wounds, then.collect::<String>())
    }
}

/// The models that are attacked, in the order in which they fall.
fn target(arguments: &Arguments) -> Target {
    let mut target = Target::alike(arguments.models, arguments.wounds);
    let models = &mut target.groups[GroupIndex(0)];
    (models.hurt, models.toughness) = (arguments.hurt, arguments.toughness);
    for (nth, others) in arguments.then.iter().enumerate() {
        let group = TargetGroup {
            toughness: arguments.toughness,
            ..TargetGroup::new(group(nth + 1), others.models, others.wounds)
        };
        target.models_when_selected += others.models;
        target.groups.push(group);
    }
    target
}

/// The name of a group of models by its place.
fn group(nth: usize) -> Name {
    let name = if nth == 0 { "models".to_owned() } else { format!("models {}", nth + 1) };
    Name::new(&name).unwrap_or_else(|_| unreachable!("plain words are a name"))
}

fn volley(arguments: &Arguments, law: &Law) -> Result<Volley, CliError> {
    let mut traits = arguments.has.clone();
    let hit = if arguments.hit == "auto" {
        traits.push(Trait { name: TraitName::AutoHit, number: 0 });
        None
    } else {
        Some(need("--hit", &arguments.hit)?)
    };
    let wound = arguments.wound.as_deref().map(|text| need("--wound", text)).transpose()?;
    let ignore = arguments.ignore.as_deref().map(|text| need("--ignore", text)).transpose()?;
    let attacks = if arguments.attacks.dice == 0 {
        let number = i32::try_from(arguments.weapons).ok().and_then(|n| arguments.attacks.most().checked_mul(n));
        let number = number.and_then(Whole::new).filter(|number| number.get() <= 1000);
        Attacks::Number(number.ok_or_else(|| CliError::usage("these are more than 1000 attacks"))?)
    } else {
        let weapons = i32::try_from(arguments.weapons).ok().and_then(Whole::new);
        let weapons = weapons.ok_or_else(|| CliError::usage("--weapons goes from 1 to 100"))?;
        let each = arguments.attacks;
        let (roll, rerolls) = (Vec::new(), BTreeMap::new());
        Attacks::Rolled(RolledAttacks { each, weapons: Some(weapons), roll, rerolls, why: None })
    };
    let damage = match arguments.damage {
        fixed if fixed.dice == 0 => Whole::new(fixed.most()).map(Damage::Number),
        each => Some(Damage::Rolled(RolledDamage { each, ..RolledDamage::default() })),
    };
    let strength = arguments
        .strength
        .map(|strength| Whole::new(strength).ok_or_else(|| CliError::usage("--strength goes from 0 to 99")));
    let sequence = Sequence {
        traits,
        strength: strength.transpose()?,
        hit: hit.map(|needs| Roll { needs: Some(needs), add: modifier(arguments.hit_modifier), ..Roll::default() }),
        wound: Some(Roll { needs: wound, add: modifier(arguments.wound_modifier), ..Roll::default() }),
        damage,
        ignore: ignore.map(|needs| Ignore { needs, roll: Vec::new(), rerolls: BTreeMap::new(), why: None }),
        ..Sequence::of(attacks)
    };
    let facts = Facts { ap: Some(arguments.ap.max(0)), ..Facts::default() };
    let mut saves = saves(arguments, law, 0, arguments.save.as_deref(), arguments.invulnerable.as_deref())?;
    for (nth, others) in arguments.then.iter().enumerate() {
        saves.extend(self::saves(arguments, law, nth + 1, others.save.as_deref(), others.invulnerable.as_deref())?);
    }
    Ok(Volley { batches: vec![sequence], facts: vec![facts], saves: vec![saves], trust: false })
}

/// The save of a group of models that is worth most against these attacks.
fn saves(
    arguments: &Arguments,
    law: &Law,
    nth: usize,
    armour: Option<&str>,
    invulnerable: Option<&str>,
) -> Result<Vec<Saves>, CliError> {
    let read = |flag: &str, text: Option<&str>| text.map(|text| need(flag, text)).transpose();
    let kept = |armour: &Need| match law.save.ap {
        ArmourPenetration::Subtracts => true,
        ArmourPenetration::Cancels => arguments.ap <= 0 || arguments.ap > armour.get(),
    };
    let by_ap = if law.save.ap == ArmourPenetration::Subtracts { -arguments.ap.abs() } else { 0 };
    let all = arguments.all_saves_modifier;
    let (armour, inv) = (read("--save", armour)?.filter(kept), read("--invulnerable", invulnerable)?);
    let cover = read("--cover", arguments.cover.as_deref())?;
    let beside = inv.map(|inv| (SaveKind::Invulnerable, inv, all));
    let beside: Vec<_> = beside.into_iter().chain(cover.map(|cover| (SaveKind::Cover, cover, all))).collect();
    let armour = armour.map(|armour| (SaveKind::Armour, armour, by_ap + arguments.save_modifier + all));
    let entry = |best: Option<(SaveKind, Need, i32)>, critical: bool| {
        let to = (!arguments.then.is_empty()).then(|| group(nth));
        match best {
            Some((kind, needs, by)) => {
                Saves { to, with: Some(kind), needs: Some(needs), add: modifier(by), critical, ..Saves::default() }
            }
            None => Saves { to, none: Whole::new(1), critical, ..Saves::default() },
        }
    };
    let easiest = |saves: &[(SaveKind, Need, i32)]| saves.iter().copied().min_by_key(|(_, needs, by)| needs.get() - by);
    let plain: Vec<_> = armour.into_iter().chain(beside.iter().copied()).collect();
    Ok(vec![entry(easiest(&plain), false), entry(easiest(&beside), true)])
}

fn modifier(by: i32) -> Vec<Modifier> {
    let reason = Name::new("modifier").unwrap_or_else(|_| unreachable!("a plain word is a name"));
    Whole::new(by.clamp(-9, 9)).filter(|by| by.get() != 0).map(|by| (by, reason)).into_iter().collect()
}

/// What is printed.
#[derive(Serialize)]
struct Table {
    edition: String,
    attacks: String,
    #[serde(skip)]
    on: String,
    models: u32,
    wounds: u32,
    expected: Expected,
    destroyed: Vec<Row>,
    wounds_lost: Vec<Row>,
}

#[derive(Serialize)]
struct Expected {
    models: f64,
    wounds: f64,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    exactly: f64,
    at_least: f64,
    /// The probability as a fraction in lowest terms.
    fraction: String,
}

impl Table {
    fn of(arguments: &Arguments, odds: &Odds) -> Table {
        Table {
            edition: arguments.edition.clone(),
            attacks: arguments.attacks.to_string(),
            on: arguments.on(),
            models: target(arguments).models(),
            wounds: arguments.wounds,
            expected: Expected { models: mean(odds, true), wounds: mean(odds, false) },
            destroyed: rows(odds, true),
            wounds_lost: rows(odds, false),
        }
    }

    fn in_words(&self) -> String {
        let mut text = format!(
            "{} attacks, {} edition, on {}\n\
             on average {:.3} models destroyed, {:.3} wounds lost\n\n\
             destroyed  exactly  at least\n",
            self.attacks, self.edition, self.on, self.expected.models, self.expected.wounds
        );
        let tallest = self.destroyed.iter().map(|row| row.exactly).fold(0.0, f64::max);
        let shown = |row: &&Row| row.exactly >= 0.000_05 || row.at_least >= 0.000_05;
        for row in self.destroyed.iter().filter(shown) {
            let bar = if tallest > 0.0 { row.exactly / tallest * 40.0 } else { 0.0 };
            let bar: String = (0..40).take_while(|step| f64::from(*step) + 0.5 <= bar).map(|_| '█').collect();
            let line =
                format!("{:>9}  {:>6.2}%  {:>7.2}%  {bar}", row.number, 100.0 * row.exactly, 100.0 * row.at_least);
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.trim_end().to_owned()
    }
}

fn mean(odds: &Odds, models: bool) -> f64 {
    let weights = if models { &odds.destroyed } else { &odds.wounds };
    number(&odds.mean(weights, 1_000_000_000)) / 1e9
}

fn rows(odds: &Odds, models: bool) -> Vec<Row> {
    let weights = if models { &odds.destroyed } else { &odds.wounds };
    let exactly: Vec<f64> = weights.iter().map(|weight| number(&share(weight, &odds.total, PARTS)) / 1e12).collect();
    let row = |(index, weight)| Row {
        number: index,
        exactly: exactly[index],
        at_least: number(&share(&weights[index..].iter().sum(), &odds.total, PARTS)) / 1e12,
        fraction: fraction(weight, &odds.total),
    };
    weights.iter().enumerate().map(row).collect()
}
