//! A correction, with what becomes of the games of a bracket that rest on it.

use adjutant_tournament::command::{Cut, Later};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::seats::would_qualify;
use adjutant_tournament::{PlayerId, Reason, Refusal, RoundNumber, TournamentCommand};

use super::TournamentRecording;
use crate::error::Error;

/// What shall become of games that rest on a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// They fall, and the earliest round among them is open again for them.
    Reset,
    /// They stay as they were played.
    Keep,
}

impl Rest {
    /// The word for it.
    pub fn of(word: &str) -> Option<Rest> {
        match word {
            "reset" => Some(Rest::Reset),
            "keep" => Some(Rest::Keep),
            _ => None,
        }
    }
}

impl TournamentRecording {
    /// Takes a correction. Where games of a bracket rest on it, they are reset or kept as told; where they are reset, the
    /// bracket is cut anew if others go on, and its earliest round is paired and published again. Gives that round.
    ///
    /// # Errors
    /// The refusal of the rules, which names the games where nothing is told of them.
    pub fn correct(
        &mut self,
        command: TournamentCommand,
        words: &str,
        rest: Option<Rest>,
    ) -> Result<Option<RoundNumber>, Error> {
        let seeds = would_qualify(self.state());
        let error = match self.take(command.clone(), words) {
            Ok(()) => return Ok(None),
            Err(error) => error,
        };
        let from = match &error {
            Error::TournamentRefused(told) => match told.refused.refusal {
                Refusal::GamesRest { from, .. } => from,
                _ => return Err(error),
            },
            _ => return Err(error),
        };
        match rest {
            None => Err(error),
            Some(Rest::Keep) => self.take(command.with_later(Later::Keep), words).map(|()| None),
            Some(Rest::Reset) => {
                self.take(command.with_later(Later::Reset(from)), words)?;
                self.open_again(from, seeds)
            }
        }
    }

    /// The event as it would be after corrections, for each thing that may become of the games of a bracket that rest on
    /// them: both where nothing is told of games that do.
    ///
    /// # Errors
    /// The refusal of the rules.
    pub fn tried(
        &self,
        commands: &[TournamentCommand],
        rest: Option<Rest>,
    ) -> Result<Vec<(Option<Rest>, TournamentRecording)>, Error> {
        let with = |rest| {
            let mut after = self.clone();
            let mut all = commands.iter();
            all.try_for_each(|command| after.correct(command.clone(), "", rest).map(|_| ())).map(|()| (rest, after))
        };
        match with(rest) {
            Err(Error::TournamentRefused(told)) if matches!(told.refused.refusal, Refusal::GamesRest { .. }) => {
                Ok([Rest::Reset, Rest::Keep].into_iter().filter_map(|rest| with(Some(rest)).ok()).collect())
            }
            one => Ok(vec![one?]),
        }
    }

    /// Pairs and publishes the earliest round of a bracket that was reset. Where that cannot be done at once, the organiser
    /// does it.
    fn open_again(&mut self, from: RoundNumber, seeds: Option<Vec<PlayerId>>) -> Result<Option<RoundNumber>, Error> {
        let by = self.log().records().len();
        let due = would_qualify(self.state()).filter(|players| Some(players) != seeds.as_ref());
        let cut = self.state().cut.as_ref().filter(|(_, after)| after.next() == from);
        if let (Some((cut, _)), Some(players)) = (cut, due) {
            let why = Reason::new(&format!("record {by} moved the seeds")).ok();
            let cut = Cut { players, why, ..cut.clone() };
            self.take(TournamentCommand::Cut(cut), "cut")?;
        }
        let Ok(draft) = draft_round(self.state()) else { return Ok(None) };
        self.take(draft.command(), "pair")?;
        let publish = TournamentCommand::Publish { round: from, as_drafted: false, anyway: None };
        Ok(self.take(publish, "publish").is_ok().then_some(from))
    }
}
