//! `adjutant dice 2d6`.

use adjutant_engine::chain::Hash;
use adjutant_simulate::dice::Dice;
use clap::Args;
use serde::Serialize;

use crate::error::Exit;
use crate::output::Output;
use crate::{Outcome, draw};

/// Arguments of `dice`.
#[derive(Args, Debug)]
#[command(after_help = "Examples: adjutant dice 2d6\n          adjutant dice d33 --seed 7\n\n\
    In a match: adjutant match record final dice 2d6 for \"charge b2\"")]
pub struct Arguments {
    /// The dice, such as d6, 2d6, d3, d33, d66
    #[arg(value_name = "DICE", value_parser = |text: &str| text.parse::<Dice>().map_err(|error| error.to_string()))]
    dice: Dice,
    /// Roll the dice of this seed, the same every time [default: the system's random source]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
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
/// A system without random numbers.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    let dice = arguments.dice;
    let seed = match arguments.seed {
        Some(number) => *Hash::of(number.to_string().as_bytes()).as_bytes(),
        None => draw::random_seed()?,
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
