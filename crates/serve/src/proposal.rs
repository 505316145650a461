//! What a correction of a match would change, and the proposal that waits for the other player's word. A proposal is no
//! record: it is kept in memory alone, one a table, and judged anew when the other player agrees.

use adjutant_app::matches::word::{said_by, tried};
use adjutant_engine::command::{Command, Said};
use adjutant_engine::fold::Match;
use adjutant_engine::side::By;
use adjutant_present::names::said;
use adjutant_present::say::follows;
use adjutant_shorthand::brief;

use crate::game::{Game, speaker};

/// Something that one player asks the other to agree to.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Its own number: a page that waits for it names it.
    pub id: String,
    /// Who asks.
    pub by: By,
    /// The match.
    pub game: String,
    /// What shall be recorded.
    pub said: Vec<(Said, Command)>,
    /// What became of it; nothing while it waits.
    pub end: Option<End>,
}

/// What became of a proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Both agreed: the record.
    Agreed(u64),
    /// The other player said no.
    Declined,
    /// Who asked took it back.
    Withdrawn,
    /// The match went on, and the rules do not take it any more: why.
    MovedOn(String),
}

impl Proposal {
    /// What it would change as the match stands, a line each.
    ///
    /// # Errors
    /// Why the rules do not take it.
    pub fn changes(&self, game: &Game) -> Result<Vec<String>, String> {
        if self.game != *game.recording.id() {
            return Err("This table plays another match.".to_owned());
        }
        let before = game.recording.game();
        let after = tried(before, &said_by(&self.said, Some(By::Both)))
            .map_err(|refusal| said(before.state(), &refusal.message))?;
        Ok([told(before, &self.said), changes(before, &after, &self.said)].concat())
    }
}

impl End {
    /// In words.
    pub fn words(&self) -> String {
        match self {
            End::Agreed(seq) => format!("You both agreed: record {seq}."),
            End::Declined => "The other player does not agree. Nothing was recorded.".to_owned(),
            End::Withdrawn => "The proposal was taken back. Nothing was recorded.".to_owned(),
            End::MovedOn(why) => format!("The proposal is gone, because the match has moved on: {why}."),
        }
    }
}

/// What people read of a proposal that this server does not know.
pub const GONE: &str = "The proposal is gone: a newer one took its place, or this server was started anew. Nothing was \
                        recorded; ask again if it still holds.";

/// What commands say, a line each; corrections name the record as it reads now.
pub fn told(game: &Match, said: &[(Said, Command)]) -> Vec<String> {
    let reads = |seq: u64| {
        let (by, command, _) = game.entry(seq)?;
        let (by, command) = match game.reading(seq) {
            Some(readings) => readings.first().map(|reading| (reading.by, &reading.command))?,
            None => (by, command),
        };
        Some(format!("{}: {}", speaker(game.state(), by), brief(command)))
    };
    let reads = |seq: u64| reads(seq).unwrap_or_else(|| "taken out".to_owned());
    let line = |(said, command): &(Said, Command)| match command {
        Command::Retract { seq, .. } => format!("Record {seq} goes ({})", reads(*seq)),
        Command::Amend(amend) => {
            let to: Vec<String> = amend.to.iter().map(|to| brief(&to.command)).collect();
            let to = if to.is_empty() { "taken out".to_owned() } else { to.join(", ") };
            format!("Record {} ({}) → {to}", amend.seq, reads(amend.seq))
        }
        command => format!("{}: {}", speaker(game.state(), said.by), brief(command)),
    };
    said.iter().map(line).collect()
}

/// What follows from commands, a line each, and what an undo passes over.
pub fn changes(before: &Match, after: &Match, said: &[(Said, Command)]) -> Vec<String> {
    let mut lines = follows(before, after);
    let undone = match said {
        [(_, Command::Retract { seq, .. })] if before.undoable() == Some(*seq) => *seq,
        _ => before.seq(),
    };
    let passed = |seq: &u64| match before.entry(*seq) {
        Some((_, Command::Retract { .. } | Command::Clock { .. }, _)) | None => false,
        Some((_, _, stands)) => stands && before.reading(*seq).is_none_or(|to| !to.is_empty()),
    };
    let stays = |seq: u64| {
        let (_, command, _) = before.entry(seq)?;
        Some(format!("Record {seq} stays ({}): undo passes over what was opened or signed", brief(command)))
    };
    lines.extend((undone + 1..=before.seq()).filter(passed).filter_map(stays));
    lines
}
