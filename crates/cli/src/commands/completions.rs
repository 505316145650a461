//! `adjutant completions SHELL`.

use clap_complete::Shell;
use clap_complete::env::Shells;

use crate::arguments::shared::VARIABLE;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `completions`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: echo 'source <(adjutant completions bash)' >> ~/.bashrc\n          \
    echo 'source <(adjutant completions zsh)' >> ~/.zshrc\n          \
    adjutant completions fish > ~/.config/fish/completions/adjutant.fish\n\n\
    The script asks the program while you type, so that it offers what your data folder knows: matches, units, \
    objectives, missions, the words of `match record`. Write it anew with every new version of the program.")]
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
    let shells = Shells::builtins();
    let name = arguments.shell.to_string();
    let shell = shells.completer(&name).ok_or_else(|| CliError::usage(format!("no script is known for {name}")))?;
    let mut script = Vec::new();
    shell
        .write_registration(VARIABLE, "adjutant", "adjutant", "adjutant", &mut script)
        .map_err(|error| CliError::usage(error.to_string()))?;
    output.exact(&script)?;
    Ok(Exit::Done)
}
