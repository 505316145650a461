//! What a form asks for, and what came of it. A form never records by itself: its command goes to the one writer, which
//! lets the rules of the event judge it.

use adjutant_app::matches::hidden::Choice;
use adjutant_app::tournaments::correct::Rest;
use adjutant_core::time::Timestamp;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::side::By as Speaker;
use adjutant_tournament::command::{By, Judging};
use adjutant_tournament::log::Record;
use adjutant_tournament::{Reason, RoundNumber, TableNumber, Tournament, TournamentCommand};

/// Makes the commands on the state that they are judged on: a pairing is drawn from what is known then.
pub type Make = Box<dyn Fn(&Tournament) -> Result<Vec<TournamentCommand>, String> + Send>;

/// What somebody asks for.
pub struct Act {
    /// Who speaks, in the log's words.
    pub by: By,
    /// Which judge, where one speaks.
    pub judge: Option<Judging>,
    /// What is said.
    pub make: Make,
    /// The same in words, for refusals.
    pub words: String,
    /// What the page showed that this rests on.
    pub about: About,
    /// Where to go on.
    pub back: String,
    /// Whether it may be more than one record: all of them are written, or none.
    pub whole: bool,
    /// The round that this publishes or changes while it is played: its matches are opened with it.
    pub publishes: Option<RoundNumber>,
    /// What becomes of games of a bracket that rest on it.
    pub rest: Option<Rest>,
    /// Whether its sender has seen what it changes.
    pub sure: bool,
    /// Why what the judge finds is let pass.
    pub anyway: Option<Reason>,
}

/// What somebody asks to have recorded of a match.
#[derive(Clone, Debug)]
pub struct GameAct {
    /// The round and the table of the match.
    pub at: (RoundNumber, TableNumber),
    /// What is said, and by whom: all of it or nothing.
    pub said: Vec<(Said, Command)>,
    /// The phase, by its number, whose count its page showed: where it still lasts, its end is said first.
    pub counted: Option<u64>,
    /// A choice in secret that takes the place of what is said.
    pub hidden: Option<Hidden>,
    /// What the tap says beside its commands.
    pub tap: Tap,
    /// Whether it takes back the last record that its page showed.
    pub undoes: bool,
    /// When it was tapped, where a phone kept it meanwhile.
    pub tapped: Option<Timestamp>,
    /// The same in words, for refusals.
    pub words: String,
    /// Where to go on.
    pub back: String,
}

impl GameAct {
    /// Commands for the match of a table.
    pub fn new(
        at: (RoundNumber, TableNumber),
        said: Vec<(Said, Command)>,
        words: impl Into<String>,
        back: impl Into<String>,
    ) -> GameAct {
        GameAct {
            at,
            said,
            counted: None,
            hidden: None,
            tap: Tap::Look,
            undoes: false,
            tapped: None,
            words: words.into(),
            back: back.into(),
        }
    }
}

/// What a tap says beside its commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tap {
    /// What a correction changes is shown before it is recorded.
    Look,
    /// The same on a device that both players have before them: they say at once whether they agree.
    LookBoth,
    /// Its sender has seen what it changes.
    Sure,
    /// The other player is asked to agree.
    Ask,
    /// The answer to a proposal: which one, who answers, and whether they agree.
    Answer {
        /// The proposal.
        id: String,
        /// Who answers.
        by: Speaker,
        /// Whether they agree.
        agrees: bool,
    },
}

/// Something that is chosen in secret.
#[derive(Clone, Debug)]
pub enum Hidden {
    /// A player is bound to a choice: it is kept on the disk first, then the log gets its digest.
    Seal(Choice),
    /// What both players are bound to is opened.
    Open,
}

/// What a form asks for.
pub enum Wish {
    /// Something of the event.
    Event(Act),
    /// Something of a match.
    Game(GameAct),
}

impl Wish {
    /// Where to go on.
    pub fn back(&self) -> &str {
        match self {
            Wish::Event(act) => &act.back,
            Wish::Game(act) => &act.back,
        }
    }
}

/// What a page showed that an act rests on: where somebody else has changed it since, the act is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Nothing that others change: a player's own report, a check-in.
    Own,
    /// What was said and entered of a table.
    Table(RoundNumber, TableNumber),
    /// The course of the event: drafts, rounds.
    Course,
}

impl Act {
    /// One command, said as it stands.
    pub fn new(by: By, command: TournamentCommand, words: impl Into<String>, back: impl Into<String>) -> Act {
        Act::made(by, words, back, move |_| Ok(vec![command.clone()]))
    }

    /// Several commands, said as they stand: all of them are recorded, or none.
    pub fn all(by: By, commands: Vec<TournamentCommand>, words: impl Into<String>, back: impl Into<String>) -> Act {
        Act { whole: true, ..Act::made(by, words, back, move |_| Ok(commands.clone())) }
    }

    /// Commands that are made on the state that they are judged on.
    pub fn made(
        by: By,
        words: impl Into<String>,
        back: impl Into<String>,
        make: impl Fn(&Tournament) -> Result<Vec<TournamentCommand>, String> + Send + 'static,
    ) -> Act {
        Act {
            by,
            judge: None,
            make: Box::new(make),
            words: words.into(),
            about: About::Own,
            back: back.into(),
            whole: false,
            publishes: None,
            rest: None,
            sure: false,
            anyway: None,
        }
    }

    /// The same, resting on what the page showed.
    #[must_use]
    pub fn about(mut self, about: About) -> Act {
        self.about = about;
        self
    }
}

impl About {
    /// Whether a record changes it.
    pub fn is_touched_by(self, record: &Record) -> bool {
        use TournamentCommand::*;
        let same = |round: RoundNumber, table: TableNumber| self == About::Table(round, table);
        match &record.command {
            Report(report) => same(report.round, report.table),
            Dispute(dispute) => same(dispute.round, dispute.table),
            Result(result) => same(result.round, result.table),
            AmendResult { result, .. } => same(result.round, result.table),
            Move { round, table, to, .. } => same(*round, *table) || same(*round, *to),
            Repair(_) | Retract { .. } => self != About::Own,
            Pair(_) | Publish { .. } | CloseRound { .. } | Cut(_) | Pods(_) | Finish { .. } | Settings(_) => {
                self == About::Course
            }
            _ => false,
        }
    }
}

/// What is said where something has to be kept secret and the server has no place for it.
pub const NO_SECRETS: &str = "this server keeps no secrets";

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is on the disk; the same again changes nothing.
    Done(String),
    /// The rules refuse it: what is wrong, and what would be accepted.
    Refused(String, Option<String>),
    /// The core rules refuse it; a rule of the army's own, by its name, may allow it.
    Forbidden(String, Option<String>),
    /// The judge is of the club or team of a player; a reason lets it pass.
    Conflict(String),
    /// What it would change is shown first; nothing is recorded yet.
    Asks(Question),
    /// Somebody else was first: what they said.
    Overtaken(String),
    /// The database or the disk.
    Broken(String),
}

/// What is shown before something is recorded: what it would change, and the ways to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub title: &'static str,
    /// What it is about, a line each.
    pub says: Vec<String>,
    /// The ways to go on.
    pub answers: Vec<Way>,
}

/// A way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// What follows from it, a line each.
    pub says: Vec<String>,
    /// What stands on its button.
    pub label: String,
    /// What the form says then beside what it said.
    pub fields: &'static [(&'static str, &'static str)],
}
