//! `adjutant match show ID`.

use adjutant_app::names;
use adjutant_core::reliance::LAW;
use adjutant_engine::command::Command;
use adjutant_engine::fold::Match;
use adjutant_engine::record::Record;
use adjutant_engine::roster::Roster;
use adjutant_engine::side::Player;
use adjutant_engine::view::View;
use adjutant_present::map;
use adjutant_present::say::corrected;
use adjutant_replay::matches::logs::{self, Chained};
use adjutant_shorthand as shorthand;

use super::map::MAP_WIDTH;
use crate::arguments::shared::Shared;

use super::play::boxes;
use crate::commands::matches::export::whole_log;
use crate::error::{Exit, Outcome};
use crate::output::Output;
use crate::table;

use super::which::Which;
use super::{kept, next};

/// Arguments of `match show`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant match show final --at 57 --why")]
pub struct Arguments {
    #[command(flatten)]
    which: Which,
    /// Show the state after record SEQ
    #[arg(long, value_name = "SEQ")]
    at: Option<u64>,
    /// Add every award with its reason
    #[arg(long)]
    why: bool,
    /// Add the records
    #[arg(long)]
    log: bool,
    /// Add the battlefield as a map
    #[arg(long)]
    map: bool,
}

/// Prints the state.
///
/// # Errors
/// No such match, or a record that it does not have.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let id = arguments.which.to_read(shared, &store)?;
    let bytes = whole_log(&store, id.as_str())?;
    let name = format!("match {id}");
    let rules = shared.known.rulebook();
    let names = names::of_log(&store, &bytes)?;
    let folded = logs::read_with(&name, &bytes, &names)
        .and_then(|records| logs::fold_chained(&rules, &name, &records, arguments.at).map(|game| (records, game)));
    let (records, game) = match kept::or_told(folded, (&name, &bytes), arguments.log, output)? {
        Ok(folded) => folded,
        Err(exit) => return Ok(exit),
    };
    let view = game.view();
    if output.json {
        output.document(&view)?;
        return Ok(Exit::Done);
    }
    output.text(&table::board(game.state(), &view, boxes()))?;
    if game.heard().is_some() {
        output.text(&format!(
            "This match is of an older law than {LAW}: its own engine judges it. `adjutant match record {id} --by both law {LAW}` \
             goes on under today's, where the past stands under it."
        ))?;
    }
    if !view.corrections.is_empty() {
        let records: Vec<Record> = records.iter().map(|chained| chained.record.clone()).collect();
        output.text(&corrected::relied_on(&game, &records, corrected::utc).join("\n"))?;
    }
    output.text(&next::table(game.state()))?;
    if arguments.map
        && let Some(map) = map::battlefield_text(game.state(), MAP_WIDTH)
    {
        output.text(&map)?;
    }
    if arguments.why {
        output.text(&table::ledger(game.state(), &view))?;
    }
    if arguments.log {
        let end = logs::until(&name, records.len(), arguments.at)?;
        output.text(&log(&records[..end], &game, &view))?;
    }
    Ok(Exit::Done)
}

/// The records, each in words that can be typed back, but for army lists, of which it tells the size.
fn log(records: &[Chained], game: &Match, view: &View) -> String {
    let lines = records.iter().map(|Chained { record, .. }| {
        let (one, two) = (record.vp.one, record.vp.two);
        let words = match &*record.command {
            Command::Roster { player, roster } => army(view, *player, roster),
            other => shorthand::words(other),
        };
        let back = if game.entry(record.seq).is_some_and(|(_, _, counts)| counts) || is_history(&record.command) {
            ""
        } else {
            "[taken back] "
        };
        format!("{:>5}  {}  {:<5}  {one:>3}:{two:<3}  {back}{words}\n", record.seq, record.at, record.by)
    });
    format!("record  at                    by       VP    command\n{}", lines.collect::<String>())
}

/// Whether a record only says how others read.
fn is_history(command: &Command) -> bool {
    matches!(command, Command::Retract { .. } | Command::Amend(_))
}

/// An army list in a few words: `export` writes it in full.
fn army(view: &View, player: Player, roster: &Roster) -> String {
    let name = view.players[player].name.as_ref().map_or_else(|| player.to_string(), ToString::to_string);
    let units = || roster.detachments.iter().flat_map(|detachment| &detachment.units);
    let points: i64 = units().map(|unit| i64::from(unit.points.get())).sum();
    format!("roster: {name}'s army, {}: {} units, {points} points", roster.name, units().count())
}
