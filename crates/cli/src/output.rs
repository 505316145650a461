//! What goes to the terminal: results to standard output, messages and errors to standard error.

use std::io::{IsTerminal, StdoutLock, Write};

use clap::ValueEnum;
use serde::Serialize;

use crate::commands::Shared;
use crate::error::{CliError, ErrorKind};
use crate::progress::Progress;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The program's voice.
pub struct Output {
    out: std::io::BufWriter<StdoutLock<'static>>,
    /// Whether one JSON document is asked for.
    pub json: bool,
    quiet: bool,
    color: bool,
}

impl Output {
    /// Speaks as the arguments ask.
    pub fn new(shared: &Shared) -> Output {
        let color = match shared.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !refused && std::io::stderr().is_terminal()
            }
        };
        let out = std::io::BufWriter::new(std::io::stdout().lock());
        Output { out, json: shared.json, quiet: shared.quiet, color }
    }

    /// Bytes as they are, to standard output.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        self.out.write_all(bytes).map_err(|error| broken(&error))
    }

    /// A result, to standard output, with a newline.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn text(&mut self, text: &str) -> Result<(), CliError> {
        self.bytes(text.as_bytes())?;
        self.bytes(b"\n")
    }

    /// One JSON document, to standard output.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn document<T: Serialize>(&mut self, document: &T) -> Result<(), CliError> {
        self.part(document)?;
        self.bytes(b"\n")
    }

    /// A part of a JSON document, to standard output.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn part<T: Serialize>(&mut self, part: &T) -> Result<(), CliError> {
        let bytes = serde_json::to_vec(part).map_err(|error| CliError::new(ErrorKind::Files, error.to_string()))?;
        self.bytes(&bytes)
    }

    /// A progress bar over so many steps of what is counted, on standard error; hidden where that is no terminal, with
    /// `--quiet`, and where a JSON document goes to a terminal: the bar would wipe parts of its one line away.
    pub fn progress(&self, steps: usize, counted: &'static str) -> Progress {
        let watched = std::io::stderr().is_terminal() && !(self.json && std::io::stdout().is_terminal());
        if watched && !self.quiet && steps > 1 { Progress::new(steps, counted) } else { Progress::hidden() }
    }

    /// What was done, in a line on standard output; silent with `--quiet` or where a JSON document stands for it.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn done(&mut self, text: &str) -> Result<(), CliError> {
        if self.quiet || self.json { Ok(()) } else { self.text(text) }
    }

    /// What was done, as the JSON document that is asked for, or else in a line.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn told<T: Serialize>(&mut self, document: &T, text: &str) -> Result<(), CliError> {
        if self.json { self.document(document) } else { self.done(text) }
    }

    /// Refuses `--json` where what is printed is no answer: a dialogue, or a script for a shell.
    ///
    /// # Errors
    /// `--json`.
    pub fn without_json(&self, verb: &str, prints: &str) -> Result<(), CliError> {
        if !self.json {
            return Ok(());
        }
        Err(CliError::usage(format!("{verb} prints {prints}, and no JSON document")).hint("leave --json out"))
    }

    /// A remark, to standard error; silent with `--quiet`.
    pub fn remark(&mut self, text: &str) {
        if !self.quiet {
            // What was said before it comes out before it; whether it could is asked at the end.
            let _ = self.out.flush();
            // Nobody can be told that standard error is closed.
            let _ = writeln!(std::io::stderr().lock(), "{text}");
        }
    }

    /// An error, to standard error: what happened, and below it what to do.
    pub fn error(&mut self, error: &CliError) {
        if error.kind == ErrorKind::OutputClosed {
            return;
        }
        let _ = self.out.flush();
        let text = self.render(error);
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    fn render(&self, error: &CliError) -> String {
        let (red, cyan, plain) = if self.color { ("\x1b[1;31m", "\x1b[36m", "\x1b[0m") } else { ("", "", "") };
        let mut lines = error.message.lines();
        let mut text = format!("{red}error:{plain} {}\n", lines.next().unwrap_or_default());
        for line in lines {
            text.push_str(&format!("  {line}\n"));
        }
        if let Some(hint) = error.hint.as_deref().filter(|hint| !hint.is_empty()) {
            text.push_str(&format!("  {cyan}hint:{plain} {hint}\n"));
        }
        text
    }

    /// Whether colours are wanted.
    pub fn color(&self) -> bool {
        self.color
    }

    /// Brings out what was said so far.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn flush(&mut self) -> Result<(), CliError> {
        self.out.flush().map_err(|error| broken(&error))
    }

    /// Brings everything out.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn finish(&mut self) -> Result<(), CliError> {
        self.out.flush().map_err(|error| broken(&error))
    }
}

fn broken(error: &std::io::Error) -> CliError {
    match error.kind() {
        std::io::ErrorKind::BrokenPipe => CliError::new(ErrorKind::OutputClosed, "standard output is closed"),
        _ => CliError::new(ErrorKind::Files, format!("standard output: {error}")),
    }
}
