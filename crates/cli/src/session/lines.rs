//! Line prompts, without a terminal: the same keys, one or more a line, and the same words.

use std::io::BufRead;

use super::host::Host;
use super::menu::{Menu, key_name};
use super::screen;
use super::{Key, Message};
use crate::error::{CliError, ErrorKind};
use crate::output::Output;

/// Reads lines until they end or the players leave.
///
/// An empty line is Enter. While something is typed a line is that, with its Enter. A line that is one key is that
/// key. Any other line is a command in words.
///
/// # Errors
/// Standard input that cannot be read, or output that cannot be written.
pub fn run(host: &mut Host, input: impl BufRead, output: &mut Output) -> Result<(), CliError> {
    show(host, output)?;
    for line in input.lines() {
        let line = line.map_err(|error| CliError::new(ErrorKind::Files, format!("standard input: {error}")))?;
        take(host, line.trim());
        if host.is_over() {
            return Ok(());
        }
        show(host, output)?;
    }
    host.leave();
    Ok(())
}

fn take(host: &mut Host, line: &str) {
    let menu = host.session().menu(host.recording());
    let mut characters = line.chars();
    match (characters.next(), characters.next()) {
        (None, _) => host.press(Key::Enter),
        (Some(first), None) if menu.act(Key::Char(first)).is_some() => host.press(Key::Char(first)),
        _ if line == "esc" => host.press(Key::Escape),
        _ if typing(&menu, line) => type_in(host, line),
        _ => host.speak(line),
    }
}

/// Whether a line belongs into the field that is open.
fn typing(menu: &Menu, line: &str) -> bool {
    menu.field.as_ref().is_some_and(|field| field.takes_letters() || line.bytes().all(|byte| byte.is_ascii_digit()))
}

fn type_in(host: &mut Host, line: &str) {
    let before = host.recording().seq();
    for character in line.chars() {
        host.press(Key::Char(character));
    }
    if host.recording().seq() == before && host.session().menu(host.recording()).field.is_some() {
        host.press(Key::Enter);
    }
}

fn show(host: &Host, output: &mut Output) -> Result<(), CliError> {
    match &host.session().message {
        Some(Message::Done(text)) => output.text(text)?,
        Some(Message::Refused(text, hint)) => {
            output.text(&format!("refused: {text}"))?;
            if let Some(hint) = hint {
                output.text(&format!("  hint: {hint}"))?;
            }
        }
        None => {}
    }
    let menu = host.session().menu(host.recording());
    let heading = screen::render(host);
    output.text(&heading.get(1).map_or_else(String::new, screen::Line::text))?;
    output.text(&menu.title)?;
    for note in &menu.notes {
        output.text(&format!("  {note}"))?;
    }
    let keys: Vec<String> =
        menu.entries.iter().map(|entry| format!("[{}] {}", key_name(entry.key), entry.label.trim())).collect();
    output.text(&format!("  {}", keys.join("  ")))?;
    output.flush()
}
