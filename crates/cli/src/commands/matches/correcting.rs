//! Corrections in words: who makes them, and what they change.

use adjutant_app::error::{Error, MatchError};
use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Command, Text};
use adjutant_engine::law::Packs;
use adjutant_engine::side::By;
use adjutant_present::say::follows;
use adjutant_shorthand::Names;
use adjutant_store::Store;

use super::answering::answer_correcting;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// How a record is corrected.
#[derive(clap::Args, Debug)]
pub struct Correcting {
    /// Who corrects: a player's name, one, two, both or judge [default: the player who said the record]
    #[arg(long, value_name = "WHO")]
    by: Option<String>,
    /// Print what would change, and record nothing
    #[arg(long)]
    preview: bool,
}

impl Correcting {
    /// Who corrects a record: whoever is named, else the player who said it.
    ///
    /// # Errors
    /// A record of both players or the judge without a word who corrects it.
    pub fn speaker(&self, recording: &Recording, seq: u64) -> Result<By, CliError> {
        if let Some(who) = &self.by {
            let names = Names::of_match(&recording.game().view(), recording.standing(), &Packs::default());
            return Ok(names.find_speaker(who)?);
        }
        // The rules say it where there is no such record.
        recording.game().entry(seq).map_or(Ok(By::One), |(said, ..)| own(seq, said))
    }

    /// Refuses what only a correction knows, where nothing is corrected.
    ///
    /// # Errors
    /// `--preview`.
    pub fn is_none(&self) -> Result<(), CliError> {
        match self.preview {
            true => Err(CliError::usage("--preview shows what a correction changes, and this corrects nothing")),
            false => Ok(()),
        }
    }

    /// Records a correction, unless it is only looked at; either way says what it changes.
    ///
    /// # Errors
    /// The refusal of the rules, or a database that cannot be written.
    pub fn record(
        &self,
        (recording, store): (&mut Recording, &mut Store),
        (by, command): (By, Command),
        words: &str,
        output: &mut Output,
    ) -> Outcome {
        let before = recording.game().clone();
        let place = format!("record {}", recording.seq() + 1);
        let taken = recording.take(by, command, None);
        taken.map_err(|error| error.explain(&place, words))?;
        let changed = follows(&before, recording.game());
        let appended = if self.preview { None } else { Some(recording.commit(store)?) };
        answer_correcting(recording, appended, changed, output)?;
        Ok(Exit::Done)
    }
}

/// The player who corrects their own record; what both or the judge said waits for a word who corrects it.
pub fn own(seq: u64, said: By) -> Result<By, CliError> {
    let (whose, who) = match said {
        By::Both => ("both players'", "`--by both` where you both agree, or `--by judge`"),
        By::Judge => ("the judge's", "`--by judge`"),
        player => return Ok(player),
    };
    Err(CliError::refused(format!("record {seq} is {whose}, and nobody said who takes it back or changes it"))
        .hint(who))
}

/// Takes the last record back that an undo may mean.
///
/// # Errors
/// Nothing to take back, no word who takes it back, or the refusal of the rules.
pub fn undo(recording: &mut Recording, by: Option<By>) -> Result<(), CliError> {
    let why = Text::new("undone").ok_or_else(|| CliError::usage("no reason"))?;
    let last = recording.last_undoable().map(|record| (record.seq, record.by));
    let (seq, said) = last.ok_or(MatchError::NothingToUndo).map_err(Error::from)?;
    let by = by.map_or_else(|| own(seq, said), Ok)?;
    let place = format!("record {}", recording.seq() + 1);
    let taken = recording.take(by, Command::Retract { seq, why }, None);
    Ok(taken.map_err(|error| error.explain(&place, &format!("undo of record {seq}")))?)
}
