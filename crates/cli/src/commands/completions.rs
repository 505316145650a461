//! `adjutant completions SHELL`.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Outcome;
use crate::error::Exit;
use crate::output::Output;

/// Arguments of `completions`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant completions bash > ~/.local/share/bash-completion/completions/adjutant")]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script.
///
/// # Errors
/// Standard output that cannot be written.
pub fn run(arguments: &Arguments, output: &mut Output) -> Outcome {
    output.without_json("completions", "a script for a shell")?;
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "adjutant", &mut script);
    output.exact(&script)?;
    Ok(Exit::Done)
}
