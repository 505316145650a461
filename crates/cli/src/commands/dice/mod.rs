//! `adjutant dice 2d6`, `adjutant dice attack …`.

mod armour;
mod attack;
mod shown;

use adjutant_engine::chain::Hash;
use adjutant_engine::dice::Dice;
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::error::{CliError, Exit, Outcome};
use crate::later::Later;
use crate::output::Output;

/// Arguments of `dice`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples: adjutant dice 2d6\n          adjutant dice d33 --seed 7\n          \
    adjutant dice attack 20 --hit 3+ --wound 4+ --save 3+ --models 5\n\n\
    In a match: adjutant match record final dice 2d6 for \"charge b2\"")]
pub struct Arguments {
    /// The dice, such as d6, 2d6, d3, d33, d66
    #[arg(value_name = "DICE", value_parser = |text: &str| text.parse::<Dice>().map_err(|error| error.to_string()))]
    #[arg(required = true)]
    dice: Option<Dice>,
    /// Roll the dice of this seed, the same every time [default: the system's random source]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(subcommand)]
    of: Option<Of>,
}

#[derive(Subcommand, Debug)]
enum Of {
    /// What an attack destroys: the exact distribution, as a table and bars
    Attack(Later<attack::Arguments>),
}

#[derive(Serialize)]
struct Rolled {
    dice: String,
    faces: Vec<i32>,
    result: i32,
}

/// Rolls dice that belong to no match.
///
/// # Errors
/// A system without random numbers; an attack that cannot be counted.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    if let Some(Of::Attack(own)) = &arguments.of {
        return attack::run(own, output);
    }
    let Some(dice) = arguments.dice else { return Err(CliError::usage("no dice are named").hint("adjutant dice 2d6")) };
    let seed = match arguments.seed {
        Some(number) => *Hash::of(number.to_string().as_bytes()).as_bytes(),
        None => adjutant_app::random::seed()?,
    };
    let faces = dice.roll(&seed, "dice", 0);
    let rolled =
        Rolled { dice: dice.to_string(), faces: faces.iter().map(|f| f.get()).collect(), result: dice.read(&faces) };
    if output.json {
        output.document(&rolled)?;
    } else {
        let faces: Vec<String> = rolled.faces.iter().map(i32::to_string).collect();
        output.text(&format!("{}: {} = {}", rolled.dice, faces.join(" "), rolled.result))?;
    }
    Ok(Exit::Done)
}
