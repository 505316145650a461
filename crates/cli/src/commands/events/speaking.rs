//! What verbs of an event share: who speaks, what is recorded and told, the round it is about.

use std::mem::ManuallyDrop;

use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_store::Store;
use adjutant_tournament::command::Judging;
use adjutant_tournament::id::PassId;
use adjutant_tournament::{By, Reason, RoundNumber, TournamentCommand, TournamentId};
use serde::Serialize;

use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Who says what a verb records.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Speaker {
    /// Record as organiser, judge or player
    #[arg(long, value_name = "WHO", value_parser = word::<By>, default_value = "organiser")]
    pub by: By,
}

/// Which judge rules.
#[derive(clap::Args, Clone, Debug)]
pub struct Bench {
    /// Rule as this judge, by the name on the judge's card
    #[arg(long, value_name = "NAME", conflicts_with = "by")]
    judge: Option<PassId>,
    /// Why this judge rules although a player is of the same club or team
    #[arg(long, value_name = "WHY", requires = "judge")]
    despite: Option<Reason>,
}

impl Bench {
    /// Who speaks: a judge where one is named.
    pub fn speaker(&self, by: By) -> By {
        if self.judge.is_some() { By::Judge } else { by }
    }

    /// The event with the judge speaking, or with another speaker where no judge is named.
    pub fn seated(&self, event: TournamentRecording, by: By) -> TournamentRecording {
        let judge = self.judge.clone().map(|id| Judging { id, despite: self.despite.clone() });
        event.told_by(self.speaker(by)).judged_by(judge)
    }
}

/// An event that is held until the process ends: to free a large one piece by piece takes a tenth of a verb's time, and the
/// system takes everything back at once.
pub fn till_exit(event: TournamentRecording) -> ManuallyDrop<TournamentRecording> {
    ManuallyDrop::new(event)
}

/// What verbs that record answer with `--json`.
#[derive(Serialize)]
struct Recorded<'a> {
    event: &'a TournamentId,
    recorded: usize,
    seq: u64,
    head: String,
}

/// Writes what was taken and says so.
///
/// # Errors
/// Another recorder who was faster, a database that cannot be written, or standard output.
pub fn commit(event: &mut TournamentRecording, store: &mut Store, said: &str, output: &mut Output) -> Outcome {
    let appended = event.commit(store)?;
    let fresh = event.log().records().iter().rev().take(appended.written);
    let sealed = event.state().create.as_ref().is_some_and(|create| !create.names.is_open());
    if sealed && fresh.clone().any(|record| record.command.reason().is_some()) {
        output.own_words();
    }
    if output.json {
        let (seq, head) = (appended.head.seq, appended.head.hash.to_string());
        output.document(&Recorded { event: event.id(), recorded: appended.written, seq, head })?;
    }
    output.done(&format!("{}: {said}", event.id()))?;
    Ok(Exit::Done)
}

/// Records one command of an event and says so.
///
/// # Errors
/// No such event, the refusal of the rules, or a database that cannot be written.
pub fn tell(
    id: &TournamentId,
    command: TournamentCommand,
    words: &str,
    speaker: Speaker,
    shared: &Shared,
    output: &mut Output,
) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, id)?.told_by(speaker.by);
    event.take(command, words)?;
    commit(&mut event, &mut store, words, output)
}

/// The round that was paired last.
///
/// # Errors
/// No round was paired yet.
pub fn last_round(event: &TournamentRecording) -> Result<RoundNumber, CliError> {
    let last = event.state().rounds.last().map(|round| round.pair.round);
    last.ok_or_else(|| {
        CliError::refused(format!("no round of event {} is paired yet", event.id()))
            .hint(format!("`adjutant event pair {}` drafts the first", event.id()))
    })
}
