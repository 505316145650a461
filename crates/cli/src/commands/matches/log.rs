//! `adjutant match log ID`: a battle told record by record.

use adjutant_app::error::{Error, Origin};
use adjutant_app::names;
use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::rules::Moment;
use adjutant_engine::side::Player;
use adjutant_engine::state::{OpenNeed, State};
use adjutant_engine::view::{RoundLabel, Status};
use adjutant_present::names::name_of;
use adjutant_present::say::command::sentence;
use adjutant_present::say::corrected::{corrections, utc};
use adjutant_present::say::happening;
use adjutant_present::tables::text::wrapped_to;
use adjutant_replay::matches::answers::{Entry, Told};
use adjutant_replay::matches::elder;
use adjutant_replay::matches::logs::{self, Chained};
use adjutant_shorthand as shorthand;

use super::export::whole_log;
use super::kept;
use super::which::Which;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::table;

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

/// Tells the log.
///
/// # Errors
/// No such match, or a log that the rules do not take.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let id = arguments.which.to_read(shared, &store)?;
    let name = format!("match {id}");
    let bytes = whole_log(&store, id.as_str())?;
    let names = names::of_log(&store, &bytes)?;
    let folded = logs::read_with(&name, &bytes, &names).and_then(|records| {
        logs::fold_chained(&shared.known.rulebook(), &name, &records, None).map(|whole| (records, whole))
    });
    let (records, whole) = match kept::or_told(folded, (&name, &bytes), true, output)? {
        Ok(folded) => folded,
        Err(exit) => return Ok(exit),
    };
    let mut entries = told(&name, &records, &whole)?;
    entries.retain(|entry| entry.record >= arguments.since && !(arguments.live && is_history(entry, &records)));
    if output.json {
        output.document(&Told { id: id.to_string(), records: entries })?;
        return Ok(Exit::Done);
    }
    let mut text = Vec::new();
    let mut under = None;
    for entry in &entries {
        let own = heading(entry, whole.state());
        if under.as_ref() != Some(&own) {
            text.push(format!("── {own}"));
            under = Some(own);
        }
        text.push(in_lines(entry));
    }
    output.text(&text.join("\n"))?;
    Ok(Exit::Done)
}

/// Every record with what it says and brought about, as it was said.
fn told(name: &str, records: &[Chained], whole: &Match) -> Result<Vec<Entry>, CliError> {
    let mut game = Match::new(whole.packs().clone());
    let mut entries = Vec::with_capacity(records.len());
    for Chained { record, .. } in records {
        let state = game.state();
        let (playing, over) = (state.status == Status::Battle, state.status == Status::Ended);
        let now = (Some(state.round).filter(|_| playing), Some(state.active).filter(|_| playing));
        let (round, turn) = answered(state, &record.command).map_or(now, |(round, turn)| (Some(round), Some(turn)));
        let mut what = sentence(state, record.by, &record.command);
        if let Some(rule) = &record.under {
            what.push_str(&format!(" (under {rule})"));
        }
        let events = elder::tell(&mut game, record, whole).map_err(|refusal| {
            Error::refused(Origin::Log, &format!("{name}, record {}", record.seq), record.command.name(), refusal)
        })?;
        let told = happening::lines(game.state(), &events);
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
            corrected: Vec::new(),
        });
    }
    let corrections = corrections(&game, records.iter().map(|chained| &chained.record));
    for entry in &mut entries {
        entry.taken_back = game.entry(entry.record).is_some_and(|(_, command, counts)| {
            !counts && !matches!(command, Command::Retract { .. } | Command::Amend(_))
        });
        let reads = game.reading(entry.record);
        entry.reads = reads.map(|reads| reads.iter().map(|reading| shorthand::brief(&reading.command)).collect());
        let own = corrections.iter().filter(|known| known.changes(&game, entry.record));
        entry.corrected = own.map(|known| known.in_words(game.state(), &utc(known.time))).collect();
    }
    Ok(entries)
}

/// The round and the turn of the question that a claim answers: it may be said when the next turn has begun.
fn answered(state: &State, command: &Command) -> Option<(u32, Player)> {
    let Command::Score { player, objective, passed: None, .. } = command else { return None };
    let own = |need: &&OpenNeed| need.player == *player && need.objective == *objective;
    let need = state.needs.iter().find(own)?;
    let RoundLabel::Number(round) = need.round else { return None };
    match need.moment {
        Moment::OwnCommandPhaseEnd | Moment::OwnTurnEnd => Some((round, *player)),
        Moment::RoundEnd if round < state.round => Some((round, state.active.opponent())),
        _ => None,
    }
}

/// Whether it only tells how the log came to read as it does.
fn is_history(entry: &Entry, records: &[Chained]) -> bool {
    let said = records.binary_search_by_key(&entry.record, |chained| chained.record.seq);
    entry.taken_back || said.is_ok_and(|at| matches!(*records[at].record.command, Command::Retract { .. }))
}

/// The part of the battle that it belongs to.
fn heading(entry: &Entry, state: &State) -> String {
    match (entry.round, entry.turn) {
        (Some(round), Some(turn)) => format!("Round {round}, {}'s turn", name_of(state, turn)),
        _ if entry.over => "After the battle".to_owned(),
        _ => format!("Before the battle, {}", entry.at.to_string().get(..10).unwrap_or_default()),
    }
}

/// The record as lines of the width of a terminal, what it brought about set in below it.
fn in_lines(entry: &Entry) -> String {
    let time = entry.at.to_string();
    let head = format!("{:>4}  {}  ", entry.record, time.get(11..16).unwrap_or_default());
    let back = if entry.taken_back { "[taken back] " } else { "" };
    let columns = table::columns();
    let wrapped = |head: &str, text: &str| wrapped_to(head, text, columns);
    let mut lines = wrapped(&head, &format!("{back}{}", entry.what));
    let set_in = " ".repeat(head.len());
    for told in entry.told.iter().filter(|_| !entry.taken_back) {
        lines.push('\n');
        lines.push_str(&wrapped(&format!("{set_in}→ "), told));
    }
    let reads = entry.reads.as_ref().map(|reads| match reads.is_empty() {
        true => "it did not happen".to_owned(),
        false => format!("it reads now: {}", reads.join(" · ")),
    });
    for line in entry.corrected.iter().chain(&reads) {
        lines.push('\n');
        lines.push_str(&wrapped(&format!("{set_in}→ "), line));
    }
    lines
}
