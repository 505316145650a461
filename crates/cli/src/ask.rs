//! A question whose answer nobody else may see.

use std::io::IsTerminal;

use crate::error::{CliError, ErrorKind};

/// Longer answers are none.
const BYTES_MAX: u64 = 4096;

/// Asks for one line. On a terminal nothing that is typed is shown; otherwise a line of standard input answers. So the
/// answer stands neither on the screen, nor in the history of the shell, nor in the list of processes.
///
/// # Errors
/// An answer that cannot be read, or none.
pub fn hidden(question: &str) -> Result<String, CliError> {
    let read = if std::io::stdin().is_terminal() {
        rpassword::prompt_password(format!("{question} (not shown): "))
    } else {
        let mut line = String::new();
        let input = std::io::Read::take(std::io::stdin().lock(), BYTES_MAX);
        std::io::BufRead::read_line(&mut std::io::BufReader::new(input), &mut line).map(|_| line)
    };
    let line = read.map_err(|error| CliError::new(ErrorKind::Files, format!("standard input: {error}")))?;
    match line.trim() {
        "" => Err(CliError::usage(format!("{question}: no answer was given"))
            .hint("type it at the prompt, or send one line to standard input")),
        answer => Ok(answer.to_owned()),
    }
}
