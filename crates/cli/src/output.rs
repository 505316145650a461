//! What goes to the terminal: results to standard output, messages and errors to standard error.
//!
//! This is the one gate. Whatever a name, a path or a foreign file holds, no control character and no mark that turns
//! the direction of text leaves the program but line feeds and colours of our own: text shows them as `\u{1b}`
//! ([`adjutant_engine::visible`]), JSON as `\u001b`. Only [`Output::exact`] writes bytes as they are, into files and
//! pipes.

use std::borrow::Cow;
use std::error::Error;
use std::io::{IsTerminal, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::path::Path;

use adjutant_app::files;
use adjutant_core::ids::TextError;
use adjutant_engine::visible;
use clap::error::{ContextKind, ContextValue};
use serde::Serialize;

use crate::arguments::shared::{Color, Shared};
use crate::error::{CliError, ErrorKind};
use crate::progress::Progress;

/// Where the program speaks: standard output and standard error, or what a test listens to.
pub struct Streams {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    of_process: bool,
}

impl Streams {
    /// Standard output and standard error.
    pub fn of_process() -> Streams {
        let out = std::io::BufWriter::new(std::io::stdout().lock());
        Streams { out: Box::new(out), err: Box::new(std::io::stderr()), of_process: true }
    }

    /// Somewhere else.
    pub fn to(out: impl Write + 'static, err: impl Write + 'static) -> Streams {
        Streams { out: Box::new(out), err: Box::new(err), of_process: false }
    }

    /// Prints what clap says: help and version to standard output, wrong usage to standard error. The arguments that it
    /// repeats may have come from a file's name.
    ///
    /// # Errors
    /// A stream that cannot be written.
    pub fn usage(&mut self, error: clap::Error) -> std::io::Result<()> {
        let error = worded(quoted(error));
        let plain = error.render().to_string();
        if self.of_process && !plain.contains(|c| c != '\n' && visible::acts(c)) {
            return error.print();
        }
        let stream = if error.use_stderr() { &mut self.err } else { &mut self.out };
        stream.write_all(visible::visible_lines(&plain).as_bytes())?;
        stream.flush()
    }
}

/// The same error of clap, which tells what would be taken where it repeats what the reader of a value says.
fn worded(error: clap::Error) -> clap::Error {
    let Some(reason) = error.source() else { return error };
    let accepted = match (reason.downcast_ref::<ParseIntError>(), reason.downcast_ref::<TextError>()) {
        (Some(number), _) => match number.kind() {
            IntErrorKind::PosOverflow => "the number is too large".to_owned(),
            IntErrorKind::NegOverflow => "the number is too small".to_owned(),
            _ => "write a whole number".to_owned(),
        },
        (None, Some(text)) => format!("use {}", text.wanted()),
        (None, None) => return error,
    };
    let named = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (value, argument) = (named(ContextKind::InvalidValue), named(ContextKind::InvalidArg));
    let said = format!("invalid value '{value}' for '{argument}': {accepted}\n\nFor more information, try '--help'.\n");
    clap::Error::raw(error.kind(), said)
}

/// The same error of clap with every argument that it repeats as an excerpt.
fn quoted(mut error: clap::Error) -> clap::Error {
    let safe = |text: &String| visible::excerpt(text).into_owned();
    let repeated: Vec<(ContextKind, ContextValue)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => Some((kind, ContextValue::String(safe(text)))),
            ContextValue::Strings(texts) => Some((kind, ContextValue::Strings(texts.iter().map(safe).collect()))),
            _ => None,
        })
        .collect();
    for (kind, value) in repeated {
        error.insert(kind, value);
    }
    error
}

/// The program's voice.
pub struct Output {
    streams: Streams,
    /// Whether the caller wants one JSON document.
    pub json: bool,
    quiet: bool,
    /// Whether standard output is one of the files that were asked for: what was done is told on standard error then.
    streamed: bool,
    color: bool,
}

impl Output {
    /// Speaks as the arguments ask.
    pub fn new(shared: &Shared, streams: Streams) -> Output {
        let color = match shared.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !refused && std::io::stderr().is_terminal()
            }
        };
        Output { streams, json: shared.json, quiet: shared.quiet, streamed: false, color }
    }

    /// Says on a terminal that a server does not answer and is being tried again.
    pub fn tell_of_waiting(&self) {
        if !self.quiet && std::io::stderr().is_terminal() {
            adjutant_store::tell_of_waiting(|said| eprintln!("{}", visible::message(said)));
        }
    }

    /// Bytes as they are, to standard output: the log of a match, a list for a spreadsheet. A terminal gets them as
    /// [`Output::text`] would print them, for nobody copies a log from a screen.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn exact(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        if std::io::stdout().is_terminal() {
            return self.raw(visible::visible_lines(&String::from_utf8_lossy(bytes)).as_bytes());
        }
        self.raw(bytes)
    }

    /// Writes a file that was asked for, beside its place and renamed; standard output where the path is `-`.
    ///
    /// # Errors
    /// A file that cannot be written; `-` with `--json`, for both want standard output.
    pub fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), CliError> {
        if path != Path::new("-") {
            return Ok(files::write(path, bytes)?);
        }
        if self.json {
            return Err(
                CliError::usage("`-` and --json both want standard output").hint("name a file, or leave one out")
            );
        }
        self.streamed = true;
        self.exact(bytes)
    }

    fn raw(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        self.streams.out.write_all(bytes).map_err(|error| broken(&error))
    }

    /// A result, to standard output, with a newline.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn text(&mut self, text: &str) -> Result<(), CliError> {
        self.raw(visible::visible_lines(text).as_bytes())?;
        self.raw(b"\n")
    }

    /// A line about a file of somebody else, to standard output: what is quoted from it is cut.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn finding(&mut self, line: &str) -> Result<(), CliError> {
        self.raw(one_line(line).as_bytes())?;
        self.raw(b"\n")
    }

    /// JSON that was written already, to standard output.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn json_text(&mut self, json: &str) -> Result<(), CliError> {
        self.raw(escaped(json).as_bytes())
    }

    /// One JSON document, to standard output.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn document<T: Serialize>(&mut self, document: &T) -> Result<(), CliError> {
        self.part(document)?;
        self.raw(b"\n")
    }

    /// A part of a JSON document, to standard output.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn part<T: Serialize>(&mut self, part: &T) -> Result<(), CliError> {
        let json = serde_json::to_string(part).map_err(|error| CliError::new(ErrorKind::Files, error.to_string()))?;
        self.json_text(&json)
    }

    /// A progress bar over a number of steps of what is counted, on standard error; hidden unless that is a terminal, with
    /// `--quiet`, and where a JSON document goes to a terminal: the bar would wipe parts of its one line away.
    pub fn progress(&self, steps: usize, counted: &'static str) -> Progress {
        let watched = std::io::stderr().is_terminal() && !(self.json && std::io::stdout().is_terminal());
        if watched && !self.quiet && steps > 1 { Progress::new(steps, counted) } else { Progress::hidden() }
    }

    /// The same for what mostly takes less than a second: it appears only after that. With no steps to count it shows
    /// what is being done.
    pub fn patience(&self, steps: usize, doing: &'static str) -> Progress {
        let watched = std::io::stderr().is_terminal() && !(self.json && std::io::stdout().is_terminal());
        if watched && !self.quiet { Progress::late(steps, doing) } else { Progress::hidden() }
    }

    /// What was done, in a line on standard output; silent with `--quiet` or where a JSON document stands for it.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn done(&mut self, text: &str) -> Result<(), CliError> {
        if self.streamed {
            self.remark(text);
            return Ok(());
        }
        if self.quiet || self.json { Ok(()) } else { self.text(text) }
    }

    /// What was done, as the JSON document the caller wants, or else in a line.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn told<T: Serialize>(&mut self, document: &T, text: &str) -> Result<(), CliError> {
        if self.json { self.document(document) } else { self.done(text) }
    }

    /// Refuses `--json` where the output is not an answer: a dialogue, or a script for a shell.
    ///
    /// # Errors
    /// `--json`.
    pub fn without_json(&self, verb: &str, prints: &str) -> Result<(), CliError> {
        if !self.json {
            return Ok(());
        }
        Err(CliError::usage(format!("{verb} prints {prints}, and no JSON document")).hint("leave --json out"))
    }

    /// What whoever writes a reason or a remark has to know where names are sealed.
    pub fn own_words(&mut self) {
        self.remark("names are sealed, your own words are not: leave names out of reasons and remarks");
    }

    /// A remark, to standard error; silent with `--quiet`.
    pub fn remark(&mut self, text: &str) {
        if !self.quiet {
            // What was said before it comes out before it; whether it could is checked at the end.
            let _ = self.streams.out.flush();
            // Nobody can be told that standard error is closed.
            let _ = writeln!(self.streams.err, "{}", one_line(text));
        }
    }

    /// An error, to standard error: what happened, and below it what to do.
    pub fn error(&mut self, error: &CliError) {
        if error.kind == ErrorKind::OutputClosed {
            return;
        }
        let _ = self.streams.out.flush();
        let text = self.render(error);
        let _ = self.streams.err.write_all(text.as_bytes());
    }

    fn render(&self, error: &CliError) -> String {
        let (red, cyan, plain) = if self.color { ("\x1b[1;31m", "\x1b[36m", "\x1b[0m") } else { ("", "", "") };
        let mut text = format!("{red}error:{plain} {}\n", one_line(&error.message));
        for line in error.details.iter().take(DETAILS_MAX) {
            text.push_str(&format!("  {}\n", one_line(line)));
        }
        if let Some(more) = error.details.len().checked_sub(DETAILS_MAX).filter(|more| *more > 0) {
            text.push_str(&format!("  and {more} more\n"));
        }
        if let Some(hint) = error.hint.as_deref().filter(|hint| !hint.is_empty()) {
            text.push_str(&format!("  {cyan}hint:{plain} {}\n", one_line(hint)));
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
        self.streams.out.flush().map_err(|error| broken(&error))
    }

    /// Brings everything out.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn finish(&mut self) -> Result<(), CliError> {
        self.streams.out.flush().map_err(|error| broken(&error))
    }
}

/// How many further lines of an error are shown.
const DETAILS_MAX: usize = 100;
/// How long a line about something foreign may be.
const LINE_MAX: usize = 4_000;

/// One line, nothing in it that acts, what is quoted cut to an excerpt.
fn one_line(text: &str) -> Cow<'_, str> {
    let line = visible::message(text);
    match line.char_indices().nth(LINE_MAX) {
        Some((upto, _)) => Cow::Owned(format!("{}…", &line[..upto])),
        None => line,
    }
}

/// JSON with every character that acts as an escape: it stands in strings only, but for line feeds between values.
fn escaped(json: &str) -> Cow<'_, str> {
    let acts = |c: char| c != '\n' && visible::acts(c);
    if json.is_ascii() && !json.contains('\x7f') || !json.contains(acts) {
        return Cow::Borrowed(json);
    }
    let mut safe = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if acts(c) {
            let mut units = [0; 2];
            safe.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

fn broken(error: &std::io::Error) -> CliError {
    match error.kind() {
        std::io::ErrorKind::BrokenPipe => CliError::new(ErrorKind::OutputClosed, "standard output is closed"),
        _ => CliError::new(ErrorKind::Files, format!("standard output: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keeps_its_meaning_and_loses_its_bite() {
        let text = "Żółć \u{1b}[2K \u{9b}31m \u{202e}abc \u{e0041} \u{7f} \n\t 漢 👩\u{200d}🚀";
        let json = serde_json::to_string(&[text]).unwrap();
        let safe = escaped(&json);
        assert!(!safe.contains(visible::acts), "{safe}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&safe).unwrap(), [text]);
        assert!(matches!(escaped("{\"a\":1}\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_line_is_one_line_and_not_endless() {
        assert_eq!(one_line("a\nb\x1b"), r"a\u{a}b\u{1b}");
        assert!(one_line(&"word ".repeat(10_000)).chars().count() <= LINE_MAX + 1);
    }
}
