//! What happened, in sentences: the record itself, then what it brought about.

use std::collections::BTreeMap;

use adjutant_app::matches::recording::Recording;
use adjutant_core::spelling::plain;
use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::happening::Happening;
use adjutant_engine::record::Record;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::Status;
use adjutant_present::names::{self, name_of, shape};
use adjutant_present::say::corrected::{Corrected, corrections, utc};
use adjutant_present::say::happening;

use crate::text::line::{Line, Role};
use crate::trial::Rehearsal;
use adjutant_present::say::telling::{self, Telling, Told};

/// Sentences that are kept.
const KEPT_MAX: usize = 400;

/// So many of the last corrections of a log that is opened are told with what their record read then.
const REREAD_MAX: usize = 12;

/// The last sentences, the newest at the end.
#[derive(Clone, Debug, Default)]
pub struct Feed {
    lines: Vec<Line>,
    /// What each record said at its moment, and in which round; none before the battle.
    said: BTreeMap<u64, (String, Option<u32>)>,
    /// What the records that count say after the last correction.
    now: BTreeMap<u64, String>,
    /// The corrections.
    corrected: Vec<Corrected>,
    /// How many of the oldest sentences were dropped.
    dropped: usize,
}

impl Feed {
    /// The feed of a log that has just been opened.
    pub fn of(recording: &Recording) -> Feed {
        let mut feed = Feed::default();
        let mut game = recording.known().new_match();
        let mut waiting = recording.records().iter().filter(|record| corrects(&record.command)).count();
        for record in recording.records() {
            let telling = Telling::of(game.state(), record.by, &record.command);
            let Ok(brought) = recording.retell(&mut game, record) else { break };
            let mut told = telling.told(game.state());
            if corrects(&record.command) {
                waiting -= 1;
                if waiting < REREAD_MAX {
                    told = feed.correct(told, &game, recording.records(), record);
                }
            }
            feed.note(record.seq, &told);
            feed.add(&told, game.state(), brought.iter());
        }
        feed
    }

    /// Follows a correction: it says what its record reads now; where somebody had relied on that, also who and when.
    pub fn correct(&mut self, told: Told, game: &Match, records: &[Record], record: &Record) -> Told {
        self.now = telling::reread(game);
        self.corrected = corrections(game, records.iter().take_while(|earlier| earlier.seq <= record.seq));
        let was = |seq: u64| self.sentence(seq).unwrap_or_default();
        let (slip, says) = match &*record.command {
            Command::Retract { seq, .. } => (true, format!("Taken back: {}", was(*seq))),
            Command::Amend(amend) => match self.now.get(&amend.seq) {
                Some(now) => (false, format!("Record {} reads now: {now}", amend.seq)),
                None => (false, format!("Record {} is taken out: {}", amend.seq, was(amend.seq))),
            },
            _ => return told,
        };
        let known = self.corrected.iter().find(|known| known.at == record.seq);
        let known = known.filter(|known| !slip || !known.rests.is_empty());
        // Before the battle one row is all that a small screen has.
        let gap = if game.state().status == Status::Setup { " · " } else { "\n" };
        let since = known.map(|known| format!("{gap}{}", known.in_words(game.state(), &utc(known.time))));
        Told { own: Some(format!("{says}{}", since.unwrap_or_default())), sentence: says, ..told }
    }

    /// What a record that was corrected says now, and each correction of it.
    pub fn corrected(&self, game: &Match, seq: u64) -> Vec<String> {
        let now = self.now.get(&seq).filter(|now| self.sentence(seq) != Some(now));
        let own = self.corrected.iter().filter(|known| known.changes(game, seq));
        let own = own.map(|known| known.in_words(game.state(), &utc(known.time)));
        now.map(|now| format!("→ {now}")).into_iter().chain(own).collect()
    }

    /// Adds a record and what it brought about.
    pub fn add<'a>(&mut self, record: &Told, after: &State, told: impl Iterator<Item = &'a Happening>) {
        if let Some(says) = &record.own {
            let role = record.about.map_or(Role::Plain, Role::of);
            let sign = record.about.map_or(" ", shape);
            let signs = [sign].into_iter().chain(std::iter::repeat(" "));
            let lines = signs.zip(says.lines());
            self.lines.extend(lines.map(|(sign, says)| Line::of(format!(" {sign} "), role).then(says, Role::Plain)));
        }
        // A correction names the points itself.
        let corrected = record.own.as_ref().is_some_and(|says| says.contains('\n'));
        let told: Vec<&Happening> = told.collect();
        let paid = |happening: &&&Happening| matches!(happening, Happening::Scored { .. } | Happening::TooLate { .. });
        let quiet = told.iter().any(|happening| paid(&happening));
        for happening in &told {
            // The head of the screen tells whose turn it is.
            let known = matches!(happening, Happening::TurnBegan { .. } | Happening::CpGained { .. });
            if known && quiet || corrected && matches!(happening, Happening::Recounted { .. }) {
                continue;
            }
            for line in happening::lines(after, [*happening]) {
                let role = match happening {
                    Happening::Scored { .. } => Role::Points,
                    Happening::Unscored { .. } => Role::Quiet,
                    _ => Role::Title,
                };
                let player = whose(happening);
                let sign = player.map_or(" ".to_owned(), |player| shape(player).to_owned());
                let sign = Line::of(format!(" {sign} "), player.map_or(Role::Plain, Role::of));
                self.lines.push(sign.then(self::told(after, happening, &line), role));
            }
        }
        let over = self.lines.len().saturating_sub(KEPT_MAX);
        self.lines.drain(..over);
        self.dropped += over;
    }

    /// Keeps what a record said at its moment, for those who look back.
    pub fn note(&mut self, seq: u64, told: &Told) {
        self.said.insert(seq, (told.sentence.clone(), told.round));
    }

    /// The round of a record; none before the battle.
    pub fn round(&self, seq: u64) -> Option<u32> {
        self.said.get(&seq).and_then(|(_, round)| *round)
    }

    /// The last record before this one whose sentence holds every part of what is typed, in any case, with or without
    /// accents; from the end once more where none before does.
    pub fn found(&self, before: u64, typed: &str) -> Option<u64> {
        let wanted = plain(typed);
        let fits = |(_, (says, _)): &(&u64, &(String, Option<u32>))| {
            let says = plain(says);
            wanted.split('-').all(|part| says.contains(part))
        };
        let mut earlier = self.said.range(..before).rev();
        earlier.find(fits).or_else(|| self.said.iter().rev().find(fits)).map(|(seq, _)| *seq)
    }

    /// What a record said at its moment.
    pub fn sentence(&self, seq: u64) -> Option<&str> {
        self.said.get(&seq).map(|(says, _)| says.as_str())
    }

    /// Adds a remark that no record makes.
    pub fn remark(&mut self, text: impl Into<String>) {
        self.lines.push(Line::plain("   ").then(text, Role::Title));
    }

    /// How many sentences there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// What was said since there were so many sentences in all, and how many there are in all now.
    pub fn since(&self, all: usize) -> (&[Line], usize) {
        let now = self.dropped + self.lines.len();
        let fresh = now.saturating_sub(all).min(self.lines.len());
        (&self.lines[self.lines.len() - fresh..], now)
    }

    /// Whether nothing has happened.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// A number of sentences: the newest, or those that come before the newest ones.
    pub fn last(&self, count: usize, before: usize) -> &[Line] {
        let end = self.lines.len().saturating_sub(before).max(count.min(self.lines.len()));
        &self.lines[end.saturating_sub(count)..end]
    }
}

/// Whether a command takes a record back, or reads it otherwise.
pub fn corrects(command: &Command) -> bool {
    matches!(command, Command::Retract { .. } | Command::Amend(_))
}

/// A sentence of what was brought about, in the words of the screen.
pub fn told(state: &State, happening: &Happening, line: &str) -> String {
    match happening {
        Happening::Asked { player, objective, possible } => {
            let (name, called) = (name_of(state, *player), names::objective_name(state, *player, objective));
            let values = names::that_count(state, *player, objective, possible);
            format!("Still open: {name} – {called} ({values} VP) (o)")
        }
        Happening::Missed { player, objective, round, .. } => {
            format!("Still open: {} (o)", happening::missed(state, *player, objective, *round))
        }
        Happening::ActionCompleted { .. } | Happening::ActionFailed { .. } => format!("{line}."),
        _ => line.to_owned(),
    }
}

/// Whom a happening is about.
fn whose(happening: &Happening) -> Option<Player> {
    match happening {
        Happening::Scored { player, .. }
        | Happening::Unscored { player, .. }
        | Happening::Asked { player, .. }
        | Happening::Missed { player, .. }
        | Happening::BannerLost { player, .. }
        | Happening::TooLate { player, .. }
        | Happening::CpGained { player, .. }
        | Happening::Tabled { player }
        | Happening::TurnSkipped { player, .. }
        | Happening::TurnBegan { player, .. }
        | Happening::Recounted { player, .. }
        | Happening::Conceded { player } => Some(*player),
        _ => None,
    }
}

/// What a plan brings about, row by row.
pub fn brings(tried: &Rehearsal) -> Vec<Line> {
    let state = tried.game.state();
    let telling = |happening: &&Happening| match happening {
        Happening::PhaseBegan { .. } | Happening::TurnBegan { .. } | Happening::Ended { .. } => false,
        // What is answered, be it by 0, or stays open past its moment, is told once.
        Happening::Asked { player, objective, .. } => {
            state.needs.iter().any(|need| need.player == *player && need.objective == *objective)
        }
        _ => true,
    };
    // The end as it stands behind all answers.
    let ends = tried.told.iter().any(|happening| matches!(happening, Happening::Ended { .. }));
    let end = ends.then(|| Happening::of_end(state)).flatten();
    let mut rows: Vec<Line> = Vec::new();
    for happening in tried.told.iter().filter(telling).chain(&end) {
        for line in happening::lines(state, [happening]) {
            let role = if matches!(happening, Happening::Scored { .. }) { Role::Points } else { Role::Plain };
            rows.push(Line::of(format!("   {}", told(state, happening, &line)), role));
        }
    }
    rows
}
