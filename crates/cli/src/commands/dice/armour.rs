//! `adjutant dice attack --armour`: what an attack does to a vehicle with an Armour value.

use adjutant_engine::attack::{
    ArmourDice, DamageResult, Hull, Law, VehicleOdds, VehicleState, Volley, fraction, share, vehicle_odds,
};
use clap::Args;
use serde::Serialize;

use super::shown::{PARTS, need, number, told};
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// What is said of a vehicle.
#[derive(Args, Debug)]
pub struct Vehicle {
    /// Armour value of the vehicle that is hit, in the edition that has them
    #[arg(
        long,
        value_name = "N",
        requires = "strength",
        conflicts_with_all = ["toughness", "wound", "save", "invulnerable", "ignore", "models", "wounds", "hurt", "then"],
        value_parser = clap::value_parser!(i32).range(1..=20)
    )]
    armour: Option<i32>,
    /// Dice against the armour: d6, 2d6, or best for the better of two
    #[arg(long, value_name = "DICE", default_value = "d6", requires = "armour", value_parser = ["d6", "2d6", "best"])]
    armour_dice: String,
    /// The vehicle is open-topped
    #[arg(long, requires = "armour")]
    open_topped: bool,
    /// Weapons that the vehicle has left
    #[arg(long, value_name = "N", default_value_t = 1, requires = "armour", value_parser = clap::value_parser!(u32).range(0..=20))]
    weapons_left: u32,
    /// The vehicle is immobilised already
    #[arg(long, requires = "armour")]
    immobilised: bool,
    /// The vehicle belongs to a squadron
    #[arg(long, requires = "armour")]
    squadron: bool,
}

impl Vehicle {
    /// The vehicle, where one is attacked, with the cover save that it may take.
    ///
    /// # Errors
    /// A cover save that no die can make.
    pub(super) fn hull(&self, cover: Option<&str>) -> Result<Option<Hull>, CliError> {
        let Some(armour) = self.armour else { return Ok(None) };
        let dice = match self.armour_dice.as_str() {
            "2d6" => ArmourDice::Two,
            "best" => ArmourDice::BetterOfTwo,
            _ => ArmourDice::One,
        };
        let state = VehicleState { weapons: self.weapons_left, immobilised: self.immobilised, squadron: self.squadron };
        let cover = cover.map(|cover| need("--cover", cover)).transpose()?.map(|needs| needs.get());
        Ok(Some(Hull { armour, open_topped: self.open_topped, cover, dice, state }))
    }
}

/// What is printed.
#[derive(Serialize)]
struct Table {
    edition: String,
    attacks: String,
    armour: i32,
    results: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    result: &'static str,
    /// Whether the vehicle is gone then.
    destroys: bool,
    exactly: f64,
    or_worse: f64,
    /// The probability as a fraction in lowest terms.
    fraction: String,
}

/// Prints how often each result is the worst that the vehicle suffers.
///
/// # Errors
/// An edition without Armour values, or more attacks than are counted.
pub(super) fn run(
    [edition, attacks]: [String; 2],
    law: &Law,
    hull: &Hull,
    volley: &Volley,
    output: &mut Output,
) -> Outcome {
    if law.vehicles.is_none() {
        return Err(CliError::usage(format!("the {edition} edition has no Armour values"))
            .hint("--edition 5th; a vehicle of this edition has --toughness, --save and --wounds"));
    }
    let odds = vehicle_odds(law, hull, volley).map_err(|fault| told(&fault))?;
    let table = Table { edition, attacks, armour: hull.armour, results: rows(&odds) };
    if output.json {
        output.document(&table)?;
    } else {
        output.text(&table.in_words())?;
    }
    Ok(Exit::Done)
}

fn rows(odds: &VehicleOdds) -> Vec<Row> {
    let row = |(result, weight): (&Option<DamageResult>, _)| Row {
        result: called(*result),
        destroys: *result >= Some(DamageResult::Wrecked),
        exactly: number(&share(weight, &odds.total, PARTS)) / 1e12,
        or_worse: number(&share(&odds.worst.range(result..).map(|(_, weight)| weight).sum(), &odds.total, PARTS))
            / 1e12,
        fraction: fraction(weight, &odds.total),
    };
    odds.worst.iter().map(row).collect()
}

fn called(result: Option<DamageResult>) -> &'static str {
    match result {
        None => "nothing",
        Some(DamageResult::Shaken) => "shaken",
        Some(DamageResult::Stunned) => "stunned",
        Some(DamageResult::WeaponDestroyed) => "weapon destroyed",
        Some(DamageResult::Immobilised) => "immobilised",
        Some(DamageResult::Wrecked) => "wrecked",
        Some(DamageResult::Explodes) => "explodes",
    }
}

impl Table {
    fn in_words(&self) -> String {
        let destroyed = self.results.iter().filter(|row| row.destroys).map(|row| row.exactly).sum::<f64>();
        let mut text = format!(
            "{} attacks, {} edition, on Armour {}\ndestroyed in {:.2}% of all throws\n\n{:>16}  exactly  or worse\n",
            self.attacks,
            self.edition,
            self.armour,
            100.0 * destroyed,
            "worst result"
        );
        for row in &self.results {
            let (exactly, or_worse) = (100.0 * row.exactly, 100.0 * row.or_worse);
            text += &format!("{:>16}  {exactly:>6.2}%  {or_worse:>7.2}%\n", row.result);
        }
        text.trim_end().to_owned()
    }
}
