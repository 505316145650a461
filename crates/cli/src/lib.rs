//! The command line: arguments in, text or JSON out. Everything that prints, reads a clock or an environment is here.
//!
//! The way of a command: [`commands`] reads the arguments, [`recording`] folds the log and seals the next records,
//! the store appends them, [`output`] prints. [`error`] is the one type at the edge.

pub mod ask;
pub mod audit;
pub mod clock;
pub mod commands;
pub mod counts;
pub mod draw;
pub mod error;
pub mod event_audit;
pub mod event_matches;
pub mod event_printing;
pub mod event_recording;
pub mod event_tables;
pub mod files;
pub mod keys;
pub mod logs;
pub mod output;
pub mod printing;
pub mod progress;
pub mod recording;
pub mod rules;
pub mod samples;
pub mod schema;
pub mod session;
pub mod shorthand;
pub mod signature;
pub mod table;
pub mod vault;

use clap::Parser;

use error::{CliError, Exit};

/// Runs the program with the arguments of the process and returns its exit code.
pub fn run() -> u8 {
    let arguments = match commands::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    let mut output = output::Output::new(&arguments.shared);
    let done = commands::run(&arguments, &mut output).and_then(|exit| output.finish().map(|()| exit));
    match done {
        Ok(exit) => exit.code(),
        Err(error) => {
            output.error(&error);
            error.kind.exit().code()
        }
    }
}

/// Help and version go to standard output with exit code 0, wrong usage to standard error with 2.
fn usage(error: &clap::Error) -> u8 {
    let exit = if error.use_stderr() { Exit::Usage } else { Exit::Done };
    match error.print() {
        Err(broken) if exit == Exit::Done && broken.kind() != std::io::ErrorKind::BrokenPipe => Exit::Files.code(),
        _ => exit.code(),
    }
}

/// What commands return: how the program ends, or why it could not go on.
pub type Outcome = Result<Exit, CliError>;
