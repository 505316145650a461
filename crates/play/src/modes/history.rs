//! What has been recorded: undo, redo, looking back, corrections, going back; and grave commands that wait for `>`.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::Command;
use adjutant_engine::record::Record;
use adjutant_engine::side::By;
use adjutant_engine::view::Status;
use adjutant_present::names::{self, name_of};
use adjutant_present::say::{self, happening};
use adjutant_shorthand as shorthand;

use crate::feed::Feed;
use crate::mode::{Field, Mode};
use crate::modes::agreed;
use crate::past;
use crate::shared::Session;
use crate::step::Deed;
use crate::text::key::Key;
use crate::text::line::{Click, Line, Role, padded};
use crate::text::pane::Pane;

/// A key while an undo is offered.
pub fn undo(session: &mut Session, key: Key, depth: usize, recording: &Recording) -> Vec<Deed> {
    let most = past::groups(&session.groups, recording, depth + 1).len();
    match key {
        Key::Enter => {
            let seqs = past::groups(&session.groups, recording, depth).concat();
            session.back();
            return vec![Deed::TakeBack(seqs, None)];
        }
        Key::Char(letter @ ('b' | 'j')) => {
            let seqs = past::groups(&session.groups, recording, depth).concat();
            match past::word_for(recording, &past::retracts(recording, &seqs)) {
                Ok((Some(word), _)) if agreed::key_of(word) == letter => {
                    session.back();
                    return vec![Deed::TakeBack(seqs, Some(word))];
                }
                _ => session.dead(key, "Enter takes it back · ↑ further back · Esc"),
            }
        }
        Key::Up => set(session, Mode::Undo((depth + 1).min(most))),
        Key::Down => set(session, Mode::Undo(depth.saturating_sub(1).max(1))),
        Key::Char('L') => return session.open(Mode::Look(recording.seq())),
        Key::Char('u') => {}
        Key::Escape => return session.back(),
        other => session.dead(other, "Enter takes it back · ↑ further back · Esc"),
    }
    Vec::new()
}

/// A key while a redo is offered.
pub fn redo(session: &mut Session, key: Key) -> Vec<Deed> {
    match key {
        Key::Enter => {
            session.back();
            vec![Deed::Again]
        }
        Key::Escape => session.back(),
        Key::Char('U') => Vec::new(),
        other => session.nothing(other, "Enter records it again · Esc"),
    }
}

fn set(session: &mut Session, mode: Mode) {
    if let Some(last) = session.modes.last_mut() {
        *last = mode;
    }
}

/// The first and last records of a turn's worth of looking back.
const PAGE: u64 = 10;

/// A key while an earlier moment is looked at.
pub fn look(session: &mut Session, key: Key, seq: u64, recording: &Recording) -> Vec<Deed> {
    let at = past::within(recording, seq);
    let to = |seq: u64| Mode::Look(past::within(recording, seq));
    match key {
        Key::Up | Key::Left => set(session, to(at.saturating_sub(1))),
        Key::Down | Key::Right => set(session, to(at + 1)),
        Key::PageUp => set(session, to(at.saturating_sub(PAGE))),
        Key::PageDown => set(session, to(at + PAGE)),
        Key::Home => set(session, to(1)),
        Key::End => set(session, to(u64::MAX)),
        Key::Char(digit @ '0'..='9') => {
            session.open(Mode::Typing(Field::Seq));
            session.editor.insert(digit);
        }
        Key::Char('c') | Key::Enter => return correct(session, at, false, recording),
        Key::Char('i') => return correct(session, at, true, recording),
        Key::Char('r') => return remove(session, at, recording),
        Key::Char('/') => return session.open(Mode::Typing(Field::Find(at))),
        Key::Char('<') if at < recording.seq() => return session.open(Mode::BackTo(at)),
        Key::Char('L') | Key::Escape => return session.back(),
        other => session.dead(other, "↑↓ go · Enter corrects · r removes · i inserts after · < back to here · Esc"),
    }
    Vec::new()
}

fn correct(session: &mut Session, seq: u64, after: bool, recording: &Recording) -> Vec<Deed> {
    let Some((_, command)) = past::as_read(recording, seq) else {
        return session.refused(format!("Record {seq} was taken out."), None);
    };
    if matches!(command, Command::Open(_) | Command::Retract { .. } | Command::Amend(_) | Command::Sign { .. }) {
        return session.refused(format!("Record {seq} cannot be corrected."), Some("↑↓ another record".into()));
    }
    session.open(Mode::Typing(Field::Correct(seq, after)));
    if !after {
        // What was opened reads, from now on, as the choice that was meant.
        let opened = matches!(command, Command::Commit { .. } | Command::Reveal { .. });
        let meant = command.topic().filter(|_| opened).map(|topic| format!("{} ", topic.name()));
        session.editor.set(&meant.unwrap_or_else(|| shorthand::words(&command)));
    }
    Vec::new()
}

/// Takes a record out; a choice in secret goes as a whole, before the battle begins.
fn remove(session: &mut Session, seq: u64, recording: &Recording) -> Vec<Deed> {
    let command = recording.game().entry(seq).map(|(_, command, _)| command);
    let sealed = command.filter(|command| matches!(command, Command::Commit { .. } | Command::Reveal { .. }));
    match sealed.and_then(Command::topic) {
        Some(topic) if recording.game().state().status == Status::Setup => {
            vec![Deed::TakeBack(past::chosen_in_secret(recording, topic), None)]
        }
        _ => session.open(Mode::Typing(Field::Remove(seq))),
    }
}

/// A key while it is offered to go back to a moment.
pub fn back_to(session: &mut Session, key: Key, seq: u64, recording: &Recording) -> Vec<Deed> {
    match key {
        Key::Char('<') => {
            let later = |record: &&Record| record.seq > seq && recording.game().is_undoable(record.seq);
            let mut seqs: Vec<u64> = recording.standing().filter(later).map(|record| record.seq).collect();
            seqs.reverse();
            session.modes.clear();
            vec![Deed::TakeBack(seqs, Some(By::Both))]
        }
        Key::Escape => session.back(),
        other => session.nothing(other, "< takes them back · Esc"),
    }
}

/// A key while something grave waits.
pub fn confirm(session: &mut Session, key: Key, by: By, command: Command) -> Vec<Deed> {
    match key {
        Key::Char('>') => {
            session.passed = true;
            session.modes.clear();
            vec![Deed::Record(vec![(by, command)])]
        }
        Key::Escape => session.back(),
        other => session.nothing(other, "> does it · Esc"),
    }
}

/// A record as a row of a list.
fn row(recording: &Recording, feed: &Feed, record: &Record, marked: bool) -> Line {
    let state = recording.game().state();
    let stands = recording.game().entry(record.seq).is_some_and(|(_, _, stands)| stands);
    let corrected = recording.game().reading(record.seq).is_some();
    let says = match (feed.sentence(record.seq), past::as_read(recording, record.seq)) {
        (_, None) => "taken out".into(),
        (Some(says), _) if !corrected => says.to_owned(),
        // What it says now is told of the moment before it.
        (_, Some((by, command))) => {
            say::command::sentence(past::folded(recording, record.seq.saturating_sub(1)).state(), by, &command)
        }
    };
    let by = record.by.player().map_or_else(|| record.by.to_string(), |player| name_of(state, player));
    let mark = if marked { " ▸" } else { "  " };
    let note = if stands { "" } else { " (taken back)" };
    let role = if marked {
        Role::Marked
    } else if stands {
        Role::Plain
    } else {
        Role::Quiet
    };
    let round = feed.round(record.seq).map_or_else(|| "  ".to_owned(), |round| format!("R{round}"));
    let by = padded(&by, 8);
    Line::of(format!("{mark}{:>4}  {round} {by}  {says}{note}", record.seq), role)
}

/// The pane of an undo.
pub fn undo_pane(session: &Session, recording: &Recording, feed: &Feed, depth: usize) -> Pane {
    let state = recording.game().state();
    let seqs = past::groups(&session.groups, recording, depth).concat();
    let what = if let [one] = seqs.as_slice() { format!("record {one}") } else { format!("{} records", seqs.len()) };
    let mut pane = Pane::new(format!("Undo {what}?"));
    for record in recording.records().iter().filter(|record| seqs.contains(&record.seq)) {
        pane.rows.push(row(recording, feed, record, false));
    }
    let past_over = |record: &&Record| seqs.last().is_some_and(|last| record.seq > *last);
    let opened = |record: &&Record| matches!(*record.command, Command::Reveal { .. });
    if let Some(record) = recording.standing().filter(past_over).find(opened) {
        let says = "was opened, which nothing makes unseen (L, r: both choose anew)";
        pane = pane.told(format!("Record {} stays: a choice {says}.", record.seq), Role::Quiet);
    }
    pane = match past::word_for(recording, &past::retracts(recording, &seqs)) {
        Ok((word, game)) => {
            let pane = pane.row(past::totals(recording, &game)).row(happening::standing(game.state()));
            match word {
                None => pane.key("Enter", "take it back"),
                Some(word) => agreed::asked(pane, word),
            }
        }
        Err(refusal) => pane.told(names::named(state, &refusal.message), Role::Wrong),
    };
    pane.key("↑", "further back").key("↓", "less").key("L", "look back").key("Esc", "no")
}

/// The pane of a redo.
pub fn redo_pane(session: &Session, recording: &Recording) -> Pane {
    let state = recording.game().state();
    let mut pane = Pane::new("Record it again?");
    for (said, command) in session.undone.last().into_iter().flatten() {
        pane = pane.row(say::command::sentence(state, said.by, command));
    }
    pane.key("Enter", "record it again").key("Esc", "no")
}

/// The pane of looking back.
pub fn look_pane(recording: &Recording, feed: &Feed, seq: u64, rows: usize) -> Pane {
    let at = past::within(recording, seq);
    let mut pane = Pane::new(format!("LOOKING BACK · record {at} of {}", recording.seq()));
    let rows = rows.max(3);
    let index = usize::try_from(at).unwrap_or(1).saturating_sub(1);
    let from = index.saturating_sub(rows / 2).min(recording.records().len().saturating_sub(rows));
    for record in recording.records().iter().skip(from).take(rows) {
        pane.rows.push(row(recording, feed, record, record.seq == at).clicked(Click::Record(record.seq)));
    }
    pane = pane.key("Enter", "correct").key("r", "remove").key("i", "insert after");
    if at < recording.seq() {
        pane = pane.key("<", "back to here");
    }
    pane.key("/", "find").key("↑↓", "go").key("Esc", "now")
}

/// The pane of going back.
pub fn back_pane(recording: &Recording, seq: u64) -> Pane {
    let later = |record: &&Record| record.seq > seq && recording.game().is_undoable(record.seq);
    let count = recording.standing().filter(later).count();
    let then = past::folded(recording, seq);
    let totals = past::totals(recording, &then);
    Pane::new(format!("Back to record {seq}?"))
        .told(format!("Do you both agree? This takes back {count} records: {totals}."), Role::Soon)
        .row(happening::standing(then.state()))
        .key("<", "do it")
        .key("Esc", "no")
}

/// The pane of something grave.
pub fn confirm_pane(recording: &Recording, by: By, command: &Command) -> Pane {
    let state = recording.game().state();
    let pane = match (command, by.player()) {
        (Command::Concede {}, Some(player)) => {
            let (loser, winner) = (name_of(state, player), name_of(state, player.opponent()));
            Pane::new(format!("{loser} gives up?")).told(
                format!("{loser} scores 0, {winner} wins. {winner} may play on; `:end battle` stops."),
                Role::Soon,
            )
        }
        (Command::AgreeEnd {}, _) => Pane::new("Both stop here?")
            .told("Points of the end of the battle count now; units that have not arrived are destroyed.", Role::Soon),
        _ => Pane::new("Sure?").told(say::command::sentence(state, by, command), Role::Soon),
    };
    pane.key(">", "yes").key("Esc", "no")
}
