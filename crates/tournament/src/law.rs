//! What may be corrected in an event, and by whom: the law of [`adjutant_core::reliance`], asked of its records.
//!
//! `retract`, the undo of any face and `amend-result` all ask here. What was published, and what captains could see, is
//! told by the records, whether those still stand or not.

use std::collections::BTreeMap;

use adjutant_core::reliance::{Class, Reliance, Word, needed};

use crate::command::{By, TournamentCommand};
use crate::id::RoundNumber;
use crate::kind::{Kind, May, Who};
use crate::refusal::Refusal;
use crate::state::{StepTaken, Tournament};

/// What a correction of a record comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// What rests on the record.
    pub rests: Vec<Reliance>,
    /// Whose word it needs.
    pub word: Word,
    /// Who that is.
    pub may: May,
    /// The records that are taken back with it, itself among them.
    pub takes: Vec<u64>,
}

impl Correction {
    /// The law's answer for a record of a kind on which this rests. `own` tells that a player said it.
    pub fn of(kind: Kind, own: bool, rests: Vec<Reliance>) -> Correction {
        let word = needed(kind.class(), rests.iter().copied());
        let may = match (word, kind.who()) {
            (Word::Speaker | Word::WithoutGain, _) if own && kind.class() == Class::Player => May::Anew(kind.anew()),
            (Word::Speaker | Word::WithoutGain, Who::Organiser | Who::Seat) => May::Organiser,
            (Word::Agreed, Who::Organiser) => May::Organiser,
            (Word::Speaker | Word::WithoutGain | Word::Agreed, _) => May::Official,
            (Word::NewRecord, _) => May::Anew(kind.anew()),
            (Word::Never, _) => May::Nobody,
        };
        Correction { rests, word, may, takes: Vec::new() }
    }

    /// Whether it passes something that people relied on, or needs more than its speaker's word.
    pub fn is_listed(&self) -> bool {
        !self.rests.is_empty() || self.word >= Word::Agreed
    }

    /// Lets a speaker correct the record `seq`, or names who may.
    pub(crate) fn by(self, seq: u64, by: By) -> Result<Correction, Refusal> {
        match self.may.takes(by) {
            true => Ok(self),
            false => Err(Refusal::ReliedOn { seq, rests: self.rests.last().copied(), may: self.may }),
        }
    }
}

/// How far an event was published after each of its records.
#[derive(Clone, Debug, Default)]
pub(crate) struct Published {
    /// The last round that was ever published, and the number of the last `finish`.
    after: Vec<(RoundNumber, u64)>,
    /// The last record that said something of the games of a round, in the seats that they had then.
    spoken: BTreeMap<RoundNumber, u64>,
}

impl Published {
    /// Takes the next record.
    pub(crate) fn push(&mut self, command: &TournamentCommand) {
        let (round, finish) = self.now();
        self.after.push(match command {
            TournamentCommand::Publish { round: shown, .. } => (round.max(*shown), finish),
            TournamentCommand::Finish { .. } => (round, self.after.len() as u64 + 1),
            _ => (round, finish),
        });
        if let Some(round) = round_of(command).filter(|_| speaks_of_games(command)) {
            self.spoken.insert(round, self.after.len() as u64);
        }
    }

    fn now(&self) -> (RoundNumber, u64) {
        self.after.last().copied().unwrap_or_default()
    }

    /// Whether something later was published on what a round came to.
    pub(crate) fn passed(&self, round: RoundNumber) -> bool {
        let (shown, finish) = self.now();
        shown > round || finish > 0
    }

    /// Whether a later round was published, or the event finished, on a record: what is of a round rests on the round.
    fn rests_on(&self, seq: u64, command: &TournamentCommand) -> bool {
        let (shown, finish) = self.now();
        let then = usize::try_from(seq).ok().and_then(|seq| self.after.get(seq.checked_sub(1)?));
        // Who sits where is what every result of the round was said of.
        let seats = matches!(command, TournamentCommand::Repair(_) | TournamentCommand::Move { .. });
        match (round_of(command), then) {
            (Some(round), _) if seats && self.spoken.get(&round).is_some_and(|spoken| *spoken > seq) => true,
            (Some(round), _) => self.passed(round),
            (None, Some((before, _))) => shown > *before || finish > seq,
            (None, None) => false,
        }
    }
}

/// Whether a record says something of a game by its table.
fn speaks_of_games(command: &TournamentCommand) -> bool {
    use TournamentCommand::*;
    matches!(
        command,
        Result(_)
            | AmendResult { .. }
            | Report(_)
            | Dispute(_)
            | TeamStep { .. }
            | CloseRound { .. }
            | Repair(_)
            | Move { .. }
    )
}

/// The round that a record is about.
fn round_of(command: &TournamentCommand) -> Option<RoundNumber> {
    use TournamentCommand::*;
    match command {
        Pair(pair) => Some(pair.round),
        Repair(repair) => Some(repair.round),
        // What is asked for a round is used when that round is published.
        ByeRequest { round, .. } => Some(RoundNumber(round.0.saturating_sub(1))),
        Move { round, .. } | Publish { round, .. } | CloseRound { round, .. } | TeamStep { round, .. } => Some(*round),
        Result(result) | AmendResult { result, .. } => Some(result.round),
        Report(report) => Some(report.round),
        Dispute(dispute) => Some(dispute.round),
        RoundClock(clock) => Some(clock.round),
        Extend(extend) => Some(extend.round),
        _ => None,
    }
}

/// The law's answer for a record that stands.
pub(crate) fn correction(
    published: &Published,
    state: &Tournament,
    seq: u64,
    (said_by, command): (By, &TournamentCommand),
) -> Correction {
    let (mut rests, mut takes) = (Vec::new(), vec![seq]);
    if let Some(together) = at_one_table(state, seq) {
        rests.push(Reliance::Opened);
        takes = together;
    }
    if published.rests_on(seq, command) {
        rests.push(Reliance::Published);
    }
    Correction { takes, ..Correction::of(command.kind(), said_by == By::Player, rests) }
}

/// What is taken back with a captain's step on which another one rests: both sides' choice, and what followed at that
/// table. Nothing where it still is the speaker's own.
fn at_one_table(state: &Tournament, seq: u64) -> Option<Vec<u64>> {
    let tables = state.rounds.iter().flat_map(|round| round.team_steps.values());
    let (steps, at) =
        tables.filter_map(|steps| Some((steps, steps.iter().position(|step| step.seq == seq)?))).next()?;
    let same = |step: &&StepTaken| step.choice == steps[at].choice;
    let (first, relied) = match steps[at].choice {
        None => (at, at + 1 < steps.len()),
        Some(_) => (steps.iter().position(|step| same(&step))?, steps.iter().filter(same).nth(1).is_some()),
    };
    relied.then(|| steps[first..].iter().map(|step| step.seq).collect())
}
