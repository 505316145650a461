//! Open questions, also of earlier turns, and answers that were given: a letter chooses, digits answer, Enter records.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Command, PassedMoment};
use adjutant_engine::numbers::Vp;
use adjutant_engine::refusal::RefusalCode;
use adjutant_engine::score;
use adjutant_engine::side::By;
use adjutant_engine::state::{OpenNeed, State};
use adjutant_present::names::{self, name_of, shape};
use adjutant_present::say;
use adjutant_shorthand as shorthand;

use crate::asked::{self, key_of};
use crate::menu::LETTERS;
use crate::mode::{Field, Mode};
use crate::past;
use crate::shared::Session;
use crate::step::Deed;
use crate::text::key::Key;
use crate::text::line::{Line, Role};
use crate::text::pane::Pane;
use crate::trial::Plan;

/// Answers that were given and are shown.
const ANSWERED_MAX: usize = 6;

/// A row of the list.
enum Item<'a> {
    /// A question of this moment.
    Open(&'a OpenNeed),
    /// A question whose moment has passed.
    Missed(&'a OpenNeed),
    /// An answer: the record, whose, for what, how many, and in which row.
    Answered(u64, String),
}

fn items<'a>(state: &'a State, recording: &'a Recording) -> Vec<Item<'a>> {
    let mut items: Vec<Item<'a>> = state.needs.iter().map(Item::Open).collect();
    items.extend(state.missed.iter().map(|missed| Item::Missed(&missed.need)));
    let claims = recording.standing().rev().filter(|record| matches!(*record.command, Command::Score { .. }));
    let ledger = score::ledger(state);
    items.extend(claims.take(ANSWERED_MAX).map(|record| {
        let said = past::as_read(recording, record.seq).unwrap_or((record.by, (*record.command).clone()));
        let round = ledger.iter().find(|entry| entry.seq == record.seq).map(|entry| entry.round);
        let round = round.map_or_else(String::new, |round| format!("{}: ", names::round_in_words(round)));
        Item::Answered(record.seq, format!("{round}{}", say::command::sentence(state, said.0, &said.1)))
    }));
    items
}

/// A key in the list of questions.
pub fn press(session: &mut Session, key: Key, recording: &Recording) -> Vec<Deed> {
    let state = recording.game().state();
    let items = items(state, recording);
    let marked = session.mark.checked_sub(1).and_then(|at| items.get(at));
    match key {
        Key::Escape => {
            session.answers.clear();
            return session.back();
        }
        Key::Enter => return record(session, recording),
        Key::Char('=') => session.both = true,
        Key::Down | Key::Tab => session.mark = (session.mark + 1).min(items.len()),
        Key::Up => session.mark = session.mark.saturating_sub(1),
        Key::Char('0'..='9') | Key::Backspace => match marked {
            Some(Item::Open(need) | Item::Missed(need)) => session.answer(need, key),
            Some(Item::Answered(seq, _)) => {
                // Another number is another reading of the record: it shows what follows before Enter.
                let seq = *seq;
                let claimed = past::as_read(recording, seq).map(|(_, command)| command);
                if let (Key::Char(digit), Some(Command::Score { player, objective, award, passed, why, .. })) =
                    (key, claimed)
                    && let Some(vp) = digit.to_digit(10).and_then(|digit| Vp::new(i32::try_from(digit).ok()?))
                {
                    session.open(Mode::Typing(Field::Correct(seq, false)));
                    let claim = Command::Score { player, objective, vp, award, passed, why };
                    session.editor.set(&shorthand::words(&claim));
                }
            }
            None => session.refuse("Which question? Choose it by its letter.", None),
        },
        Key::Char(letter) => match LETTERS.find(letter).filter(|at| *at < items.len()) {
            Some(at) => session.mark = at + 1,
            None => session.dead(key, "a letter chooses · digits answer · = both agree · Enter records · Esc back"),
        },
        other => session.dead(other, "a letter chooses · digits answer · Enter records · Esc back"),
    }
    Vec::new()
}

/// What Enter would record, or why it would not.
fn planned(session: &Session, recording: &Recording) -> Result<Plan, String> {
    let state = recording.game().state();
    let items = items(state, recording);
    let marked = session.mark.checked_sub(1).and_then(|at| items.get(at)).ok_or("Choose a question by its letter.")?;
    let (need, passed) = match marked {
        Item::Open(need) => (*need, None),
        Item::Missed(need) => (*need, Some(PassedMoment { round: need.round, moment: Some(need.moment.into()) })),
        Item::Answered(..) => return Err("Enter opens nothing here: L looks back, c corrects.".into()),
    };
    if let Some(why) = asked::unfinished(&session.answers, need) {
        return Err(why);
    }
    let typed = session.answers.get(&key_of(need)).ok_or("How many VP? Type the number.")?;
    let vp = typed.trim_end_matches('=').parse().ok().and_then(Vp::new).ok_or("That is not a number of VP.")?;
    let (award, objective) = (state.named_award(need), need.objective.clone());
    let command = Command::Score { player: need.player, objective, vp, award, passed, why: None };
    let alone = By::from(need.player);
    let by = if session.both { By::Both } else { alone };
    match recording.game().check(by, &command) {
        Ok(()) => Ok(vec![(by, command)]),
        // The question whether both agree comes with Enter.
        Err(refusal) if refusal.code == RefusalCode::ReliedOn => Ok(vec![(by, command)]),
        Err(refusal) => Err(names::refused(state, &refusal)),
    }
}

fn record(session: &mut Session, recording: &Recording) -> Vec<Deed> {
    match planned(session, recording) {
        Ok(plan) => {
            let tray = std::mem::take(&mut session.tray);
            let pending = std::mem::take(&mut session.pending);
            session.send(Vec::new());
            (session.tray, session.pending) = (tray, pending);
            (session.mark, session.both) = (0, false);
            vec![Deed::Record(plan)]
        }
        Err(why) => session.refused(why, None),
    }
}

/// The pane of the questions.
pub fn pane(session: &Session, recording: &Recording, columns: usize) -> Pane {
    let state = recording.game().state();
    let items = items(state, recording);
    let open = state.needs.len() + state.missed.len();
    let mut pane = Pane::new(format!("Open questions ({open})"));
    if open == 0 {
        pane = pane.row("Nothing is open.");
    }
    let mut answered = false;
    for (at, (item, letter)) in items.iter().zip(LETTERS.chars()).enumerate() {
        let marked = session.mark == at + 1;
        let mark = if marked { " ▸ " } else { "   " };
        let mut line = Line::of(mark, Role::Title).then(letter.to_string(), Role::Key);
        match item {
            Item::Open(need) | Item::Missed(need) => {
                let name = names::objective_name(state, need.player, &need.objective);
                line.push(format!(" {} {} ", shape(need.player), name_of(state, need.player)), Role::of(need.player));
                line.push(
                    format!("{name} · {}", names::round_in_words(need.round)),
                    if marked { Role::Title } else { Role::Plain },
                );
                pane.rows.push(line);
                let values = asked::values(state, need);
                pane.rows.push(Line::plain(format!("     {values} VP, as the table stood then:")));
                pane.rows.extend(asked::asks(state, need, columns));
                if let Some(typed) = session.answers.get(&key_of(need)) {
                    pane.rows.push(Line::of(format!("       → {} VP", typed.trim_end_matches('=')), Role::Points));
                }
            }
            Item::Answered(seq, says) => {
                if !std::mem::replace(&mut answered, true) {
                    pane = pane.told("Answered (the letter, then another number, changes it)", Role::Title);
                }
                line.push(format!(" {says}  (record {seq})"), Role::Quiet);
                pane.rows.push(line);
            }
        }
    }
    if session.mark > 0 {
        match planned(session, recording) {
            Ok(plan) => {
                let who = if plan.iter().any(|(by, _)| *by == By::Both) { "both agree" } else { "said alone" };
                pane = pane.told(format!("Enter records it, {who}."), Role::Points);
            }
            Err(why) => pane = pane.told(why, Role::Soon),
        }
    }
    if !state.missed.is_empty() {
        pane = pane.told("A late answer counts in its own round; a judge decides with j.", Role::Quiet);
    }
    pane.key("a-z", "which").key("0-9", "answer").key("=", "both agree").key("Enter", "record").key("Esc", "back")
}
