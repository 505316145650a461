//! Looking around: an earlier moment, and the help.

use std::sync::Arc;

use adjutant_engine::fold::Match;

use super::input::Field;
use super::menu::{Act, Menu};
use super::{Key, Mode};
use crate::recording::Recording;
use crate::rules;
use crate::shorthand::{self, grammar};

/// Lines of help on one screen.
const HELP_LINES: usize = 19;

/// A number that the log reaches.
pub fn within(recording: &Recording, seq: u64) -> u64 {
    seq.clamp(1, recording.seq().max(1))
}

/// The state after a record.
pub fn folded(recording: &Recording, seq: u64) -> Match {
    let mut game = rules::new_match();
    for record in recording.records().iter().take_while(|record| record.seq <= seq) {
        if game.record(record.said(), Arc::clone(&record.command)).is_err() {
            break;
        }
        game.set_head(record.hash);
    }
    game
}

/// The keys while an earlier moment is looked at.
pub fn menu(recording: &Recording, seq: u64) -> Menu {
    let at = within(recording, seq);
    let to = |seq: u64| Act::Instead(Mode::Look(within(recording, seq)));
    let mut menu = Menu::new(format!("Looking at record {at} of {}; nothing is changed here.", recording.seq()));
    let from = usize::try_from(at.saturating_sub(5)).unwrap_or(0);
    for record in recording.records().iter().skip(from).take(7) {
        let mark = if record.seq == at { "▶" } else { " " };
        let words = shorthand::brief(&record.command);
        menu.notes.push(format!("{mark} {:>4} {} {:<5} {words}", record.seq, clock(&record.at.to_string()), record.by));
    }
    menu.key(Key::Back, "one back", to(at.saturating_sub(1)))
        .key(Key::Forward, "one on", to(at + 1))
        .key(Key::PageBack, "ten back", to(at.saturating_sub(10)))
        .key(Key::PageForward, "ten on", to(at + 10))
        .key(Key::Char('b'), "one back", to(at.saturating_sub(1)))
        .key(Key::Char('n'), "one on", to(at + 1))
        .key(Key::Char('g'), "go to a number", Act::Open(Mode::Typing(Field::Seq)))
        .key(Key::Char('j'), "back to now", Act::Back)
        .key(Key::Char('q'), "back to now", Act::Back)
        .key(Key::Escape, "back to now", Act::Back)
}

/// The time of day of a record.
fn clock(at: &str) -> &str {
    at.get(11..19).unwrap_or(at)
}

/// The help, from a line on.
pub fn help(from: usize) -> Menu {
    let lines = help_lines();
    let last = lines.len().saturating_sub(HELP_LINES);
    let to = |line: usize| Act::Instead(Mode::Help(line.min(last)));
    let mut menu = Menu::new("Help");
    menu.notes = lines[from.min(last)..].iter().take(HELP_LINES).cloned().collect();
    menu.key(Key::PageForward, "on", to(from + HELP_LINES))
        .key(Key::Char(' '), "on", to(from + HELP_LINES))
        .key(Key::Forward, "on", to(from + 1))
        .key(Key::PageBack, "up", to(from.saturating_sub(HELP_LINES)))
        .key(Key::Back, "up", to(from.saturating_sub(1)))
        .key(Key::Char('q'), "close", Act::Back)
        .key(Key::Char('?'), "close", Act::Back)
        .key(Key::Escape, "close", Act::Back)
}

const KEYS: &str = "\
Enter  what the last line says: accept, end the phase or the turn
1-9    who holds that marker: you, the opponent, nobody, in turn
0      markers with a ? are nobody's
k      models died: a letter for the unit, a number, Enter; no number is all
a-z    what the list offers, such as actions that can start
r      a unit arrives from reserve; in the set-up: roll
c      stop and start the clocks
e      end only this phase, where Enter would end the turn
u      undo the last record
j      jump to an earlier moment, look at it, and come back
: or / a command in words; they are listed below
q      leave: everything is in the log already, and coming back goes on here

A secret choice of secondaries (*) shows nothing that is typed. The log
gets only a digest, made with a salt from the machine's random source.
Choice and salt are on the disk before the digest is recorded: each in a file
under `secrets` in the data folder, which only your account can read. The file
is deleted when the choice is opened or taken back.

Words:
";

fn help_lines() -> Vec<String> {
    let words = grammar::help();
    KEYS.lines().chain(words.lines()).flat_map(|line| wrapped(line, 78)).collect()
}

/// A line broken at blanks, or inside words that are too long, so that no piece is longer than a width.
pub fn wrapped(line: &str, width: usize) -> Vec<String> {
    const HANGING: &str = "    ";
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let mut pieces = vec![String::new()];
    let mut left = width;
    for word in line.split_inclusive(' ') {
        let length = word.trim_end().chars().count();
        if length > left && left < width - HANGING.len() {
            pieces.push(HANGING.to_owned());
            left = width - HANGING.len();
        }
        for character in word.chars() {
            if left == 0 && character != ' ' {
                pieces.push(HANGING.to_owned());
                left = width - HANGING.len();
            }
            if let Some(piece) = pieces.last_mut().filter(|_| left > 0) {
                piece.push(character);
                left -= 1;
            }
        }
    }
    pieces
}
