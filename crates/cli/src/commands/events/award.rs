//! `adjutant event award` and `event prizes`: scores beside the games.

use std::path::{Path, PathBuf};

use adjutant_app::tournaments::gate;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_present::tables;
use adjutant_tournament::check::Finding;
use adjutant_tournament::csv_file;
use adjutant_tournament::id::Alike;
use adjutant_tournament::prizes::{Prize, prizes};
use adjutant_tournament::{Name, PlayerId, RoundNumber, Tournament, TournamentCommand, TournamentId};

use super::players::tell_of;
use super::speaking::{Speaker, commit};
use super::{listed, standings};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::table;
use crate::who::Who;

/// Arguments of `event award`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event award gt anna-b painting 10\n          \
    adjutant event award gt --csv painting.csv\n\n\
    The list has a column `player` (an id, a name, or any part that fits only one) and a column for each award; empty \
    cells are passed over. One fault refuses the whole list.")]
pub struct AwardArguments {
    /// The event
    event: TournamentId,
    /// The player: an id, a name, or any part that fits only one
    #[arg(required_unless_present = "csv")]
    player: Option<Who>,
    /// Name of the award, such as painting
    #[arg(required_unless_present = "csv")]
    award: Option<Name>,
    /// Points
    #[arg(allow_negative_numbers = true, required_unless_present = "csv")]
    points: Option<i32>,
    /// Give the awards of a list
    #[arg(long, value_name = "FILE", conflicts_with_all = ["player", "award", "points"])]
    csv: Option<PathBuf>,
    /// Add the points to what the player already has for it; negative ones take away
    #[arg(long)]
    again: bool,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event prizes`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event prizes gt\n          \
    adjutant event prizes gt --one-each --json")]
pub struct PrizeArguments {
    /// The event
    event: TournamentId,
    /// After this round [default: the last one that is closed]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Give nobody a second prize: the next best gets it
    #[arg(long)]
    one_each: bool,
}

/// Gives points for painting, sportsmanship …
///
/// # Errors
/// A player or a category that is unknown, points out of the bounds of the category, a list with a fault.
pub fn award(own: &AwardArguments, shared: &Shared, output: &mut Output) -> Outcome {
    if let Some(path) = &own.csv {
        return list(own, path, shared, output);
    }
    let (Some(who), Some(award), Some(points)) = (&own.player, own.award.clone(), own.points) else {
        return Err(CliError::usage("give player, award and points, or --csv"));
    };
    let again = own.again;
    let told = |_: &Tournament, player: &PlayerId| {
        let words = format!("award {player} {award} {points}");
        (TournamentCommand::Award { player: player.clone(), award: award.clone(), points, again }, words)
    };
    let said = |state: &Tournament| {
        let given = who.find(&own.event, state).ok().and_then(|player| awarded(state, &player, &award));
        let points = given.unwrap_or_else(|| i64::from(points));
        format!("has {points} {} for {award}", if points.abs() == 1 { "point" } else { "points" })
    };
    tell_of((&own.event, who, own.speaker), told, said, shared, output)
}

/// What a player has for an award, from now on.
fn awarded(state: &Tournament, player: &PlayerId, award: &Name) -> Option<i64> {
    let given = state.player(player)?.awards.iter().filter(|(name, ..)| name.alike() == award.alike());
    Some(given.map(|(_, points, _)| i64::from(*points)).sum())
}

fn list(own: &AwardArguments, path: &Path, shared: &Shared, output: &mut Output) -> Outcome {
    let text = listed::read(path)?;
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &own.event)?.told_by(own.speaker.by);
    let rows = csv_file::awards(&text).map_err(|error| listed::explain(path, error))?;
    let file = listed::name(path);
    let (mut faults, mut given) = (Vec::new(), 0);
    for row in &rows {
        let place = format!("{file}:{}", row.line);
        let player = match Who::from(row.player.clone()).find(event.id(), event.state()) {
            Ok(player) => player,
            Err(error) => {
                faults.push(format!("{place}: {}", error.message));
                continue;
            }
        };
        for (award, points) in &row.awards {
            let points = match points {
                Ok(points) => *points,
                Err(error) => {
                    faults.push(format!("{place}: {error}"));
                    continue;
                }
            };
            let (player, award, again) = (player.clone(), award.clone(), own.again);
            match event.try_take(TournamentCommand::Award { player, award: award.clone(), points, again })? {
                Ok(()) => given += 1,
                Err(refusal) => faults.push(format!("{place}: {award}: {}", refusal.message())),
            }
        }
    }
    if !faults.is_empty() {
        let count = count(faults.len(), "line has an error", "lines have errors");
        let told = CliError::refused(format!("{count}; nothing was imported"));
        return Err(CliError { details: faults, ..told }.hint("fix the list and run the command again"));
    }
    let said = format!("{} given to {}", count(given, "award", "awards"), count(rows.len(), "player", "players"));
    commit(&mut event, &mut store, &said, output)
}

/// Prints who has won what.
///
/// # Errors
/// A round that is not paired yet.
pub fn prize_list(own: &PrizeArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let event = TournamentRecording::load(&shared.reader()?, &own.event)?;
    let round = own.round.map_or_else(|| standings::last_closed(event.state()), RoundNumber);
    standings::is_paired(&event, round)?;
    let found = gate::faults(event.log());
    if !found.is_empty() {
        let details = found.iter().map(Finding::line).collect();
        let told = CliError::refused(format!("prizes of {} are held back: the judge has found faults", event.id()));
        let hint = format!("mend them, or let them pass: `adjutant event finish {} --anyway --why …`", event.id());
        return Err(CliError { details, ..told }.hint(hint));
    }
    for passed in tables::standings::let_pass(event.log()) {
        output.remark(&passed);
    }
    if round.0 == 0 {
        return Err(CliError::refused(format!(
            "no round of event {} is closed, so nobody has won anything yet",
            event.id()
        ))
        .hint(format!("`adjutant event close {}` closes one", event.id())));
    }
    let list = prizes(event.state(), round, own.one_each);
    if output.json {
        let shown =
            |prize: &Prize| -> Vec<String> { prize.players.iter().map(|player| event.state().shown(player)).collect() };
        let prizes: Vec<_> = list
            .iter()
            .map(|prize| {
                serde_json::json!({
                    "kind": prize.kind, "title": prize.title, "players": prize.players, "shown": shown(prize),
                    "group": prize.group, "with": tables::standings::grounds(&prize.with),
                })
            })
            .collect();
        output.document(&serde_json::json!({"event": event.id(), "round": round, "prizes": prizes}))?;
        return Ok(Exit::Done);
    }
    let mut rows = table::narrow();
    rows.set_header(["prize", "winner", "with"]);
    for prize in &list {
        let with = tables::standings::grounds(&prize.with);
        rows.add_row([prize.title.clone(), tables::standings::winners(event.state(), prize), with]);
    }
    let when = tables::standings::after(event.state(), round);
    output.text(&format!("{}, prizes {when}\n{rows}", event.name()))?;
    Ok(Exit::Done)
}
