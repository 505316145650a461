//! Line prompts, without a terminal: the same keys, one or more a line, and the same words.

use std::io::BufRead;

use adjutant_app::ErrorKind;
use adjutant_present::say::happening;

use crate::error::Error;
use crate::host::desk::Host;
use crate::mode::Mode;
use crate::step::Message;
use crate::text::key::Key;
use crate::view;

/// Columns and rows for which prompts are made.
const SIZE: (usize, usize) = (100, 60);

/// Reads lines until they end or the players leave; what is seen after each is printed at once.
///
/// An empty line is Enter. While text is typed a line is that, with its Enter. A line that is one key is that key; a
/// line of one word that begins with `.` is played key by key; `status`, `open`, `losses`, `again` and `help` are what
/// they say. Any other line is a command in words.
///
/// # Errors
/// Standard input that cannot be read, or output that cannot be written.
pub fn run<E: From<Error>>(
    host: &mut Host,
    input: impl BufRead,
    mut print: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut heard = 0;
    print(&shown(host, &mut heard))?;
    for line in input.lines() {
        let line = line.map_err(|error| Error::new(ErrorKind::Files, format!("standard input: {error}")))?;
        take(host, line.trim());
        if host.is_over() {
            return Ok(());
        }
        print(&shown(host, &mut heard))?;
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
        // What is shown behind every line.
        _ if line == "again" => {}
        _ if page(line).is_some() => page(line).into_iter().for_each(|key| host.press(Key::Char(key))),
        // There is nobody to be asked whether everything is saved.
        (Some('q'), None) => host.leave(),
        (Some(first), None) => host.press(Key::Char(first)),
        (Some('.'), Some(_)) => line.chars().skip(1).for_each(|key| host.press(Key::Char(key))),
        _ => host.speak(line),
    }
}

/// The key of a page that goes by its name.
fn page(line: &str) -> Option<char> {
    let pages = [("status", 'S'), ("open", 'o'), ("losses", 'k'), ("help", '?')];
    pages.into_iter().find(|(name, _)| *name == line).map(|(_, key)| key)
}

fn type_in(host: &mut Host, line: &str) {
    line.chars().for_each(|character| host.press(Key::Char(character)));
    host.press(Key::Enter);
}

/// What was said and what happened since the last line, where the battle stands, the pane and its keys. A page that is
/// only read closes behind itself: the next line is none of its keys.
fn shown(host: &mut Host, heard: &mut usize) -> String {
    let mut rows: Vec<String> = Vec::new();
    let (news, all) = host.feed().since(*heard);
    let news: Vec<String> = if *heard == 0 { Vec::new() } else { news.iter().map(|line| line.text()).collect() };
    *heard = all.max(1);
    match host.session().message() {
        Some(Message::Recorded(text) | Message::Done(text)) => rows.push(text.clone()),
        Some(Message::Refused(text, hint)) => {
            rows.push(format!("refused: {text}"));
            rows.extend(hint.iter().map(|hint| format!("  hint: {hint}")));
        }
        None => {}
    }
    rows.extend(news);
    let (columns, height) = SIZE;
    let recording = host.recording();
    let standing = happening::standing(recording.game().state());
    rows.push(format!("{}, record {} · {standing}", recording.id(), recording.seq()));
    let pane = view::pane(&host.scene(), columns, height);
    rows.push(pane.title);
    rows.extend(pane.rows.iter().map(|row| row.text().trim_end().to_owned()));
    if matches!(host.session().mode(), Some(Mode::Read(..))) {
        host.press(Key::Escape);
        return rows.join("\n");
    }
    let keys: Vec<String> = pane.keys.iter().map(|(key, does)| format!("[{key}] {does}")).collect();
    rows.push(format!("  {}", keys.join("  ")));
    rows.join("\n")
}
