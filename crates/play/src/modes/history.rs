//! What has been recorded: undo, redo, looking back, corrections, going back; and grave commands that wait for `>`.

use std::sync::Arc;

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
use crate::text::line::{Click, Line, Role, padded, wrapped};
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

/// The record that ended the turn before this one, or the one that ends this turn; far away where there is none.
fn turn_of(recording: &Recording, at: u64, on: bool) -> u64 {
    let ends = |record: &&Record| matches!(*record.command, Command::EndTurn {} | Command::Begin {});
    let mut ends = recording.records().iter().filter(ends).map(|record| record.seq);
    if on { ends.find(|seq| *seq > at).unwrap_or(u64::MAX) } else { ends.rfind(|seq| *seq < at).unwrap_or(1) }
}

/// A key while an earlier moment is looked at.
pub fn look(session: &mut Session, key: Key, seq: u64, recording: &Recording) -> Vec<Deed> {
    let at = past::within(recording, seq);
    let to = |seq: u64| Mode::Look(past::within(recording, seq));
    match key {
        Key::Up | Key::Left => set(session, to(at.saturating_sub(1))),
        Key::Down | Key::Right => set(session, to(at + 1)),
        Key::PageUp => set(session, to(turn_of(recording, at, false))),
        Key::PageDown => set(session, to(turn_of(recording, at, true))),
        Key::Home => set(session, to(1)),
        Key::End => set(session, to(u64::MAX)),
        Key::Char(digit @ '0'..='9') => {
            session.open(Mode::Typing(Field::Seq));
            session.editor.insert(digit);
        }
        Key::Enter | Key::Char('c' | 'i' | 'r' | '<') if recording.older_law().is_some() => {
            session.dead(key, "↑↓ go · / find · Esc");
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
    // Nobody types a list: another file is read.
    if let (Command::Roster { player, .. }, false) = (&command, after) {
        return session.open(Mode::Typing(Field::Roster(*player)));
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

/// A record as rows of a list: what it said at its moment, what it says now, and each correction of it.
fn rows(recording: &Recording, feed: &Feed, record: &Record, marked: bool, columns: usize) -> Vec<Line> {
    let (game, seq) = (recording.game(), record.seq);
    let stands = game.entry(seq).is_some_and(|(_, _, stands)| stands);
    let says = feed.sentence(seq).unwrap_or_default();
    let by = record.by.player().map_or_else(|| record.by.to_string(), |player| name_of(game.state(), player));
    let mark = if marked { " ▸" } else { "  " };
    let note = match (stands, past::as_read(recording, seq)) {
        (false, _) => "(taken back) ",
        (_, None) => "(taken out) ",
        _ => "",
    };
    let role = match (marked, note) {
        (true, _) => Role::Marked,
        (_, "") => Role::Plain,
        _ => Role::Quiet,
    };
    let round = feed.round(seq).map_or_else(|| "  ".to_owned(), |round| format!("R{round}"));
    let own = Line::of(format!("{mark}{seq:>4}  {round} {}  {note}{says}", padded(&by, 8)), role);
    let since = feed.corrected(game, seq);
    let since = since.iter().flat_map(|line| wrapped(line, columns.saturating_sub(INDENT + 1)));
    let since = since.map(|line| Line::of(format!("{:INDENT$}{line}", ""), Role::Soon));
    [own].into_iter().chain(since).map(|line| line.clicked(Click::Record(seq))).collect()
}

/// Columns before what is said of a correction.
const INDENT: usize = 21;

/// The pane of an undo.
pub fn undo_pane(session: &Session, recording: &Recording, feed: &Feed, depth: usize, columns: usize) -> Pane {
    let state = recording.game().state();
    let seqs = past::groups(&session.groups, recording, depth).concat();
    let what = if let [one] = seqs.as_slice() { format!("record {one}") } else { format!("{} records", seqs.len()) };
    let mut pane = Pane::new(format!("Undo {what}?"));
    for record in recording.records().iter().filter(|record| seqs.contains(&record.seq)) {
        pane.rows.extend(rows(recording, feed, record, false, columns));
    }
    let past_over = |record: &&Record| seqs.last().is_some_and(|last| record.seq > *last);
    let stays = |record: &Record| match *record.command {
        Command::Reveal { .. } => Some("a choice was opened, which nothing makes unseen (L, r: both choose anew)"),
        Command::Sign { .. } => Some("a signature proves what stood then; both sign anew"),
        _ => None,
    };
    let stays = recording.standing().filter(past_over).find_map(|record| Some((record.seq, stays(record)?)));
    if let Some((seq, why)) = stays {
        pane = pane.told(format!("Record {seq} stays: {why}."), Role::Quiet);
    }
    pane = match past::word_for(recording, &past::retracts(recording, &seqs)) {
        Ok((word, game)) => {
            let follows = past::follows(recording, &game).into_iter();
            let pane = follows.fold(pane, |pane, line| pane.told(line, Role::Plain));
            let pane = pane.row(happening::standing(game.state()));
            match word {
                None => pane.key("Enter", "take it back"),
                Some(word) => agreed::asked(pane, word),
            }
        }
        Err(refusal) => pane.told(names::said(state, &refusal.message), Role::Wrong),
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
pub fn look_pane(recording: &Recording, feed: &Feed, seq: u64, (columns, room): (usize, usize)) -> Pane {
    let at = past::within(recording, seq);
    let mut pane = Pane::new(format!("LOOKING BACK · record {at} of {}", recording.seq()));
    let room = room.max(3);
    let index = usize::try_from(at).unwrap_or(1).saturating_sub(1);
    let (mut marked, mut lines) = (0, Vec::new());
    for record in recording.records().iter().skip(index.saturating_sub(room)).take(2 * room) {
        if record.seq == at {
            marked = lines.len();
        }
        lines.extend(rows(recording, feed, record, record.seq == at, columns));
    }
    let from = marked.saturating_sub(room / 2).min(lines.len().saturating_sub(room));
    pane.rows.extend(lines.into_iter().skip(from).take(room));
    if recording.older_law().is_none() {
        pane = pane.key("Enter", "correct").key("r", "remove").key("i", "insert after");
        if at < recording.seq() {
            pane = pane.key("<", "back to here");
        }
    }
    pane.key("/", "find").key("↑↓", "go").key("Esc", "now")
}

/// The pane of going back.
pub fn back_pane(recording: &Recording, seq: u64) -> Pane {
    let later = |record: &&Record| record.seq > seq && recording.game().is_undoable(record.seq);
    let count = recording.standing().filter(later).count();
    let then = past::folded(recording, seq);
    let pane = Pane::new(format!("Back to record {seq}?"))
        .told(format!("Do you both agree? This takes back {count} records:"), Role::Soon);
    let follows = past::follows(recording, &then).into_iter();
    follows
        .fold(pane, |pane, line| pane.told(line, Role::Plain))
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
        (Command::End {}, _) => {
            let mut after = recording.game().clone();
            let ends = after.tell(by, Arc::new(command.clone())).ok();
            let ends = ends.iter().flat_map(|told| happening::lines(after.state(), told));
            ends.fold(Pane::new("End the battle now?"), |pane, line| pane.told(line, Role::Soon))
        }
        _ => Pane::new("Sure?").told(say::command::sentence(state, by, command), Role::Soon),
    };
    pane.key(">", "yes").key("Esc", "no")
}
