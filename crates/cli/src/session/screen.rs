//! A session as 24 lines of at most 80 columns, with styles.

use adjutant_engine::visible::visible;

use super::host::Host;
use super::menu::{Entry, Menu, key_name};
use super::{Key, Message, Mode, look, panel};

/// Columns of the screen.
pub const WIDTH: usize = 80;
/// Lines of the screen.
pub const HEIGHT: usize = 24;
/// Columns of text that leave the last one free, where some terminals wrap.
const TEXT: usize = WIDTH - 1;

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As text.
    Plain,
    /// Strong.
    Bold,
    /// Faint.
    Dim,
    /// The line that says where the battle is.
    Title,
    /// What brings points now.
    Good,
    /// What waits or was refused.
    Bad,
    /// What was changed and is not recorded yet.
    Marked,
    /// A key.
    Key,
}

/// A line of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its pieces, left to right.
    pub spans: Vec<(String, Style)>,
}

impl Line {
    /// A line of one piece.
    pub fn of(text: impl Into<String>, style: Style) -> Line {
        Line { spans: vec![(text.into(), style)] }
    }

    /// A line with text at both ends.
    pub fn between(left: &str, right: &str, style: Style) -> Line {
        let left = cut(left, TEXT.saturating_sub(right.chars().count() + 1));
        let gap = TEXT.saturating_sub(left.chars().count() + right.chars().count());
        Line::of(format!("{left}{}{right}", " ".repeat(gap)), style)
    }

    /// Adds a piece.
    pub fn push(&mut self, text: impl Into<String>, style: Style) {
        self.spans.push((text.into(), style));
    }

    /// Its columns.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|(text, _)| text.chars().count()).sum()
    }

    /// With blanks up to the full width.
    #[must_use]
    pub fn filled(mut self) -> Line {
        let style = self.spans.last().map_or(Style::Plain, |(_, style)| *style);
        let gap = TEXT.saturating_sub(self.width());
        self.push(" ".repeat(gap), style);
        self
    }

    /// Its text.
    pub fn text(&self) -> String {
        let text: String = self.spans.iter().map(|(text, _)| text.as_str()).collect();
        text.trim_end().to_owned()
    }
}

/// Cuts a text to a number of columns.
pub fn cut(text: &str, width: usize) -> String {
    let clean = visible(text);
    if clean.chars().count() <= width {
        return clean.into_owned();
    }
    clean.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// A line across the screen.
pub fn rule() -> Line {
    Line::of("─".repeat(TEXT), Style::Dim)
}

/// Everything that is seen now.
pub fn render(host: &Host) -> Vec<Line> {
    let session = host.session();
    let menu = session.menu(host.recording());
    if matches!(session.modes.last(), Some(Mode::Help(_))) {
        return whole(vec![Line::of(" Help", Style::Title).filled()], question(&menu, HEIGHT - 2), footer(&menu));
    }
    let past = session.modes.iter().find_map(|mode| match mode {
        Mode::Look(seq) => Some(look::within(host.recording(), *seq)),
        _ => None,
    });
    let earlier = past.map(|seq| look::folded(host.recording(), seq));
    let state = earlier.as_ref().unwrap_or(host.recording().game()).state();
    let mut lines = panel::heading(host, state, past);
    lines.extend(panel::players(host, state, past.is_some()));
    lines.push(rule());
    if state.mission.is_some() {
        lines.extend(panel::objectives(state));
        lines.extend(panel::markers(session, state));
    }
    let mut lower = footer(&menu);
    let mut said = message(host);
    said.append(&mut lower);
    let room = HEIGHT.saturating_sub(lines.len() + said.len());
    let mut asked = typed(host, &menu);
    let mut body = question(&menu, room.saturating_sub(asked.len()));
    body.append(&mut asked);
    whole(lines, body, said)
}

fn whole(mut upper: Vec<Line>, body: Vec<Line>, lower: Vec<Line>) -> Vec<Line> {
    upper.extend(body);
    upper.truncate(HEIGHT.saturating_sub(lower.len()));
    while upper.len() + lower.len() < HEIGHT {
        upper.push(Line::default());
    }
    upper.extend(lower);
    upper
}

/// The question, what has to be known, and the things to choose from in as many columns as they need.
fn question(menu: &Menu, room: usize) -> Vec<Line> {
    let mut lines = vec![Line::of(cut(&format!(" {}", menu.title), TEXT), Style::Bold)];
    let notes = menu.notes.iter().flat_map(|note| look::wrapped(note, TEXT - 3));
    lines.extend(notes.map(|note| Line::of(format!("  {note}"), Style::Plain)));
    let listed: Vec<&Entry> = menu.entries.iter().filter(|entry| entry.listed).collect();
    let rows = room.saturating_sub(lines.len()).max(1);
    let columns = listed.len().div_ceil(rows).clamp(1, 4);
    let width = (TEXT - 1) / columns;
    let used = listed.len().div_ceil(columns).min(rows);
    for row in 0..used {
        let mut line = Line::of(" ", Style::Plain);
        for column in 0..columns {
            if let Some(entry) = listed.get(column * used + row) {
                line.push(format!(" {} ", key_name(entry.key)), Style::Key);
                line.push(format!("{:<1$}", cut(&entry.label, width - 4), width - 3), Style::Plain);
            }
        }
        lines.push(line);
    }
    lines
}

/// The line that is typed; dots while a choice is hidden.
fn typed(host: &Host, menu: &Menu) -> Vec<Line> {
    let session = host.session();
    let hidden = session.hidden || host.recording().game().state().sides.map(|side| !side.secrets.is_empty()).one;
    if menu.field.is_none() {
        let dots = "●".repeat(session.chosen.len());
        let choosing = hidden && !dots.is_empty() && session.modes.is_empty();
        return if choosing { vec![Line::of(format!("  {dots}"), Style::Bold)] } else { Vec::new() };
    }
    let shown: Vec<char> = session.typed.chars().collect();
    let from = shown.len().saturating_sub(TEXT - 6);
    let text: String = shown[from..].iter().collect();
    vec![Line::of(format!("  > {text}▏"), Style::Bold)]
}

/// What was said last, with its hint.
fn message(host: &Host) -> Vec<Line> {
    let wrap = |text: &str, style: Style, lines: usize| -> Vec<Line> {
        let pieces = text.lines().flat_map(|line| look::wrapped(line, TEXT - 3));
        pieces.take(lines).map(|piece| Line::of(format!("  {piece}"), style)).collect()
    };
    match &host.session().message {
        None => Vec::new(),
        Some(Message::Done(text)) => wrap(&format!("✓ {text}"), Style::Good, 1),
        Some(Message::Refused(text, hint)) => {
            let mut lines = wrap(text, Style::Bad, 3);
            lines.extend(hint.iter().flat_map(|hint| wrap(&format!("hint: {hint}"), Style::Plain, 2)));
            lines
        }
    }
}

/// The keys that choose nothing, on one or two lines; several keys with one meaning are named once.
fn footer(menu: &Menu) -> Vec<Line> {
    let mut line = Line::default();
    let mut lines = Vec::new();
    let mut named: Vec<&str> = Vec::new();
    for entry in menu.entries.iter().filter(|entry| !entry.listed) {
        if named.contains(&entry.label.as_str()) {
            continue;
        }
        named.push(&entry.label);
        let last = menu.entries.iter().rfind(|other| other.label == entry.label && digit(other.key));
        let key = match last.filter(|last| last.key != entry.key && digit(entry.key)) {
            Some(last) => format!("{}-{}", key_name(entry.key), key_name(last.key)),
            None => key_name(entry.key),
        };
        if line.width() + key.chars().count() + entry.label.chars().count() + 3 > TEXT {
            lines.push(std::mem::take(&mut line));
        }
        line.push(format!(" {key}"), Style::Key);
        line.push(format!(" {} ", entry.label), Style::Plain);
    }
    lines.push(line);
    lines
}

fn digit(key: Key) -> bool {
    matches!(key, Key::Char('0'..='9'))
}
