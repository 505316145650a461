//! Line prompts, without a terminal: the same keys, one or more a line, and the same words.

use std::io::BufRead;

use crate::error::{CliError, ErrorKind};
use crate::output::Output;
use crate::session::host::Host;
use crate::session::step::Message;
use crate::session::text::key::Key;
use crate::session::text::line::Line;
use crate::session::view;

/// Columns and rows for which prompts are made.
const SIZE: (usize, usize) = (100, 60);

/// Reads lines until they end or the players leave.
///
/// An empty line is Enter. While text is typed a line is that, with its Enter. A line that is one key is that key; a
/// line of one word that begins with `.` is played key by key. Any other line is a command in words.
///
/// # Errors
/// Standard input that cannot be read, or output that cannot be written.
pub fn run(host: &mut Host, input: impl BufRead, output: &mut Output) -> Result<(), CliError> {
    let mut shown = host.feed().len();
    show(host, &mut shown, output)?;
    for line in input.lines() {
        let line = line.map_err(|error| CliError::new(ErrorKind::Files, format!("standard input: {error}")))?;
        take(host, line.trim());
        if host.is_over() {
            return Ok(());
        }
        show(host, &mut shown, output)?;
    }
    host.leave();
    Ok(())
}

fn take(host: &mut Host, line: &str) {
    let mut characters = line.chars();
    let field = host.session().menu(host.recording()).and_then(|menu| menu.field);
    let typing =
        field.as_ref().is_some_and(|field| field.takes_letters() || line.bytes().all(|byte| byte.is_ascii_digit()));
    match (characters.next(), characters.next()) {
        (None, _) => host.press(Key::Enter),
        _ if line == "esc" => host.press(Key::Escape),
        _ if typing => type_in(host, line),
        // There is nobody to be asked whether everything is saved.
        (Some('q'), None) => host.leave(),
        (Some(first), None) => host.press(Key::Char(first)),
        (Some('.'), Some(_)) => line.chars().skip(1).for_each(|key| host.press(Key::Char(key))),
        _ => host.speak(line),
    }
}

fn type_in(host: &mut Host, line: &str) {
    line.chars().for_each(|character| host.press(Key::Char(character)));
    host.press(Key::Enter);
}

fn show(host: &Host, shown: &mut usize, output: &mut Output) -> Result<(), CliError> {
    match host.session().message() {
        Some(Message::Recorded(text) | Message::Done(text)) => output.text(text)?,
        Some(Message::Refused(text, hint)) => {
            output.text(&format!("refused: {text}"))?;
            if let Some(hint) = hint {
                output.text(&format!("  hint: {hint}"))?;
            }
        }
        None => {}
    }
    let _ = shown;
    let (columns, rows) = SIZE;
    let frame = view::frame(&host.scene(), 80, 24);
    output.text(frame.first().map_or(String::new(), Line::text).trim())?;
    let pane = view::pane(&host.scene(), columns, rows);
    output.text(&pane.title)?;
    for row in &pane.rows {
        output.text(row.text().trim_end())?;
    }
    let keys: Vec<String> = pane.keys.iter().map(|(key, does)| format!("[{key}] {does}")).collect();
    output.text(&format!("  {}", keys.join("  ")))?;
    output.flush()
}
