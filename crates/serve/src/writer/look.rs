//! What a correction of the event touches, shown before it is recorded.

use std::time::Duration;

use adjutant_app::tournaments::TournamentRecording;
use adjutant_app::tournaments::consequences::consequences;
use adjutant_app::tournaments::correct::Rest;
use adjutant_present::say::{self, event_command};
use adjutant_tournament::log::Record;
use adjutant_tournament::touched::{since, touched};
use adjutant_tournament::{RoundNumber, Tournament, TournamentCommand};

use super::open::{Writer, Written, answer, beyond};
use crate::act::{Act, Outcome, Question, Way};
use crate::inbox::Submission;

/// How long later rounds are paired again for an answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// One form about the event, on its way.
pub(super) type One = Submission<Act>;

/// What becomes of games of a bracket, and the event as it would be then.
type Trial = (Option<Rest>, TournamentRecording);

impl Writer {
    /// Answers with what a correction touches, where something hangs on it; gives every other form back. Later rounds are
    /// paired again beside the writer, so that the hall does not wait.
    pub(super) fn shown_first(&mut self, one: One) -> Option<One> {
        let Some((_, recording)) = self.open.as_ref().filter(|_| !one.wish.sure) else { return Some(one) };
        let corrects = |command: &TournamentCommand| {
            matches!(command, TournamentCommand::AmendResult { .. } | TournamentCommand::Retract { .. })
        };
        let Ok(commands) = (one.wish.make)(recording.state()) else { return Some(one) };
        // What is refused is told by the rules themselves.
        if !commands.iter().any(corrects) || still_stands(recording, &one, &commands, &mut self.written).is_err() {
            return Some(one);
        }
        let told_by = recording.clone().told_by(one.wish.by).judged_by(one.wish.judge.clone());
        let Ok(trials) = told_by.tried(&commands, one.wish.rest) else { return Some(one) };
        let then = recording.state().clone();
        let from = commands.iter().filter_map(|command| since(recording.log(), command)).min();
        let later = from.is_some_and(|from| then.rounds.iter().any(|round| round.pair.round > from));
        let known = recording.log().records().len() as u64;
        let hangs = |(_, after): &Trial| !touched(after.log(), &then, known + 1).is_empty();
        if trials.is_empty() || !later && trials.len() == 1 && !trials.iter().any(hangs) {
            return Some(one);
        }
        let says = commands.iter().map(|command| event_command::in_words(&then, command)).collect();
        std::thread::spawn(move || {
            let answers = trials.iter().map(|trial| way(trial, &then, known, from)).collect();
            answer(one.reply, Outcome::Asks(Question { title: "This changes more", says, answers }));
        });
        None
    }
}

/// What follows from a correction, and its button.
fn way((rest, after): &Trial, then: &Tournament, known: u64, from: Option<RoundNumber>) -> Way {
    let (log, state) = (after.log(), after.state());
    let last = log.records().len() as u64;
    let pairings = from.map(|from| consequences(log, then, last, from, PATIENCE, |_, _| {})).unwrap_or_default();
    let touches = touched(log, then, known + 1);
    let mut says: Vec<String> = pairings.changed.iter().map(|change| say::stays(state, change)).collect();
    says.extend(say::touched(state, &touches));
    says.extend(touches.draft.map(|round| format!("round {round} is a draft from before this")));
    says.extend(say::not_looked_at(&pairings.not_looked_at));
    if says.is_empty() {
        says.push("no published pairing would have been different".to_owned());
    }
    let (label, fields): (_, &[_]) = match rest {
        None => ("Record it", &[("sure", "yes")]),
        Some(Rest::Reset) => ("These games are played again", &[("later", "reset"), ("sure", "yes")]),
        Some(Rest::Keep) => ("They stay as played", &[("later", "keep"), ("sure", "yes")]),
    };
    Way { says, label: label.to_owned(), fields }
}

/// Whether what the page showed still stands, and nobody recorded the same form before.
pub(super) fn still_stands(
    recording: &TournamentRecording,
    one: &One,
    commands: &[TournamentCommand],
    written: &mut Written,
) -> Result<(), Outcome> {
    let seen = usize::try_from(one.seen).unwrap_or(usize::MAX);
    let records = recording.log().records();
    beyond(one.seen, records.len() as u64)?;
    let since = records.get(seen..).unwrap_or_default();
    // The server was stopped between the disk and the answer: the same tap comes again.
    let sent = one.sent();
    let there = |command: &TournamentCommand| {
        let judge = |record: &Record| record.judge.as_ref().is_none_or(|judge| Some(judge) == one.wish.judge.as_ref());
        let same = |record: &&Record| record.by == one.wish.by && judge(record) && record.command == *command;
        since.iter().find(|record| same(record) && written.may_be("", record.seq, &sent)).map(|record| record.seq)
    };
    if let Some(found) = commands.iter().map(there).collect::<Option<Vec<u64>>>() {
        written.know("", found, &sent);
        return Err(Outcome::Done(one.wish.back.clone()));
    }
    if let Some(record) = since.iter().find(|record| one.wish.about.is_touched_by(record)) {
        let what = event_command::in_words(recording.state(), &record.command);
        return Err(Outcome::Overtaken(format!("Since your page was shown: {what} (record {}).", record.seq)));
    }
    Ok(())
}
