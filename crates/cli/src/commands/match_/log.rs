//! `adjutant match log ID`: a battle told record by record.

use std::sync::Arc;

use adjutant_app::error::{Error, Origin};
use adjutant_engine::command::Command;
use adjutant_engine::happening::Happening;
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::State;
use adjutant_engine::time::Timestamp;
use adjutant_engine::view::Status;
use serde::Serialize;

use super::export::whole_log;
use super::which::Which;
use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::logs::{self, Chained};
use crate::output::Output;
use crate::session::panel::name_of;
use crate::session::words::{named, sentence};
use crate::{Outcome, happenings, rules, shorthand, table};

/// Arguments of `match log`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant match log final\n          \
    adjutant match log final --live --since 40\n\n\
    Times are UTC. `match show --log` prints the records as they are typed, `match export` the log itself.")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Leave out what was taken back, and what took it back
    #[arg(long)]
    live: bool,
    /// Begin with record SEQ
    #[arg(long, value_name = "SEQ", default_value_t = 1, hide_default_value = true)]
    since: u64,
}

/// What `match log --json` prints.
#[derive(Serialize)]
pub struct Told {
    /// The match.
    #[serde(rename = "match")]
    id: String,
    /// Its records, in order.
    records: Vec<Entry>,
}

/// One record in words.
#[derive(Serialize)]
struct Entry {
    /// Its number.
    record: u64,
    /// When it was made.
    at: Timestamp,
    /// Who said it.
    by: By,
    /// The battle round in which it was said; null before the battle and after it.
    round: Option<u32>,
    /// Whose turn it was.
    turn: Option<Player>,
    /// Whether the battle was over when it was said.
    #[serde(skip)]
    over: bool,
    /// What it says.
    what: String,
    /// What it brought about.
    events: Vec<Happening>,
    /// The same in words.
    told: Vec<String>,
    /// Whether it was taken back since.
    taken_back: bool,
    /// As what it reads now, in the words of `match record`, where it was corrected.
    reads: Option<Vec<String>>,
}

/// Tells the log.
///
/// # Errors
/// No such match, or a log that the rules do not take.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let id = arguments.which.to_read(shared, &store)?;
    let name = format!("match {id}");
    let records = logs::read_chained(&name, &whole_log(&store, id.as_str())?)?;
    let mut entries = told(&name, &records)?;
    entries.retain(|entry| entry.record >= arguments.since && !(arguments.live && entry.is_history()));
    if output.json {
        output.document(&Told { id: id.to_string(), records: entries })?;
        return Ok(Exit::Done);
    }
    let game = logs::fold_chained(&name, &records, None)?;
    let mut text = Vec::new();
    let mut under = None;
    for entry in &entries {
        let heading = entry.heading(game.state());
        if under.as_ref() != Some(&heading) {
            text.push(format!("── {heading}"));
            under = Some(heading);
        }
        text.push(entry.text());
    }
    output.text(&text.join("\n"))?;
    Ok(Exit::Done)
}

/// Every record with what it says and brought about, as it was said.
fn told(name: &str, records: &[Chained]) -> Result<Vec<Entry>, CliError> {
    let mut game = rules::new_match();
    let mut entries = Vec::with_capacity(records.len());
    for Chained { record, .. } in records {
        let state = game.state();
        let (playing, over) = (state.status == Status::Battle, state.status == Status::Ended);
        let (round, turn) = (Some(state.round).filter(|_| playing), Some(state.active).filter(|_| playing));
        let mut what = named(state, &sentence(state, record.by, &record.command));
        if let Some(rule) = &record.under {
            what.push_str(&format!(" (under {rule})"));
        }
        let events = game.tell(record.said(), Arc::clone(&record.command)).map_err(|refusal| {
            Error::refused(Origin::Log, &format!("{name}: record {}", record.seq), record.command.name(), refusal)
        })?;
        game.set_head(record.hash);
        let told = happenings::lines(game.state(), &events);
        // What to type is of use in an answer, not in a story.
        let told = told.iter().map(|line| line.split(": score ").next().unwrap_or(line));
        let told = told.map(|line| named(game.state(), line)).collect();
        let (by, at) = (record.by, record.at);
        entries.push(Entry {
            record: record.seq,
            at,
            by,
            round,
            turn,
            over,
            what,
            events,
            told,
            taken_back: false,
            reads: None,
        });
    }
    for entry in &mut entries {
        entry.taken_back = game.entry(entry.record).is_some_and(|(_, command, counts)| {
            !counts && !matches!(command, Command::Retract { .. } | Command::Amend(_))
        });
        let reads = game.reading(entry.record);
        entry.reads = reads.map(|reads| reads.iter().map(|reading| shorthand::brief(&reading.command)).collect());
    }
    Ok(entries)
}

impl Entry {
    /// Whether it only tells how the log came to read as it does.
    fn is_history(&self) -> bool {
        self.taken_back || self.what.ends_with("is taken back.")
    }

    fn heading(&self, state: &State) -> String {
        match (self.round, self.turn) {
            (Some(round), Some(turn)) => format!("Round {round}, {}'s turn", name_of(state, turn)),
            _ if self.over => "After the battle".to_owned(),
            _ => format!("Before the battle, {}", self.at.to_string().get(..10).unwrap_or_default()),
        }
    }

    /// The record as lines of the width of a terminal, what it brought about set in below it.
    fn text(&self) -> String {
        let time = self.at.to_string();
        let head = format!("{:>4}  {}  ", self.record, time.get(11..16).unwrap_or_default());
        let back = if self.taken_back { "[taken back] " } else { "" };
        let mut lines = table::wrapped(&head, &format!("{back}{}", self.what));
        let set_in = " ".repeat(head.len());
        for told in self.told.iter().filter(|_| !self.taken_back) {
            lines.push('\n');
            lines.push_str(&table::wrapped(&format!("{set_in}→ "), told));
        }
        if let Some(reads) = &self.reads {
            let now = if reads.is_empty() { "it did not happen".to_owned() } else { reads.join(" · ") };
            lines.push('\n');
            lines.push_str(&table::wrapped(&format!("{set_in}→ "), &format!("corrected since: {now}")));
        }
        lines
    }
}
