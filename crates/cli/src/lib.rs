//! The command line: arguments in, text or JSON out. Everything that prints is here; what it does lies in [`adjutant_app`].
//!
//! The way of a command: [`commands`] reads the arguments, [`recording`](adjutant_app::matches::recording) folds the
//! log and seals the next records, the store appends them, [`output`] prints. [`error`] is the one type at the edge.

pub mod advice;
pub mod arguments;
pub mod ask;
pub mod asking;
pub mod commands;
pub mod completing;
pub mod error;
pub mod event_tables;
mod fonts;
pub mod grouped;
pub mod http;
pub mod later;
pub mod output;
pub mod pictures;
pub mod progress;
pub mod shortcuts;
pub mod table;
pub mod version;
pub mod who;

use error::Exit;

/// Runs the program with the arguments of the process and returns its exit code.
pub fn run() -> u8 {
    if let Some(exit) = completing::answered() {
        return exit;
    }
    run_on(std::env::args_os(), output::Streams::of_process())
}

/// Runs the program with these arguments, its own name first, and returns its exit code.
pub fn run_on(arguments: impl IntoIterator<Item = std::ffi::OsString>, mut streams: output::Streams) -> u8 {
    let program = commands::program();
    let words = shortcuts::spelt_out_for(&program, arguments);
    let mut arguments = match commands::read(program, words) {
        Ok(arguments) => arguments,
        Err(error) => return usage(shortcuts::with_words(error), &mut streams),
    };
    fonts::offer();
    // For tests, which need the same bytes in every run.
    let stopped = std::env::var("ADJUTANT_CLOCK").ok();
    if let Some(at) = stopped.and_then(|text| adjutant_engine::time::Timestamp::parse(&text)) {
        arguments.shared.clock = adjutant_app::Clock::Fixed(at);
    }
    let mut output = output::Output::new(&arguments.shared, streams);
    let done = commands::run(&arguments, &mut output).and_then(|exit| output.finish().map(|()| exit));
    match done {
        Ok(exit) => exit.code(),
        Err(error) => {
            output.error(&error);
            Exit::from(error.kind).code()
        }
    }
}

/// Help and version go to standard output with exit code 0, wrong usage to standard error with 2.
fn usage(error: clap::Error, streams: &mut output::Streams) -> u8 {
    let exit = if error.use_stderr() { Exit::Usage } else { Exit::Done };
    match streams.usage(error) {
        Err(broken) if exit == Exit::Done && broken.kind() != std::io::ErrorKind::BrokenPipe => Exit::Files.code(),
        _ => exit.code(),
    }
}
