//! `adjutant event paid ID`, and what `show` tells of places, payments and army lists.

use adjutant_app::clock;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_tournament::state::Player;
use adjutant_tournament::{PlayerId, Tournament, TournamentCommand, TournamentId, day};

use super::day::time_of;
use super::speaking::commit;
use crate::arguments::shared::Shared;
use crate::error::Outcome;
use crate::output::Output;
use crate::who::Who;

/// Arguments of `event paid`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event paid gt anna ben\n          \
    adjutant event paid gt ben --not\n\n\
    `adjutant event settings gt --places 24 --why …` limits the event: who enters later waits, in the order of entry, and gets \
    the place of somebody who drops before round 1 is published. `adjutant event show gt` names who waits and who has not paid.")]
pub struct PaidArguments {
    /// The event
    event: TournamentId,
    /// The players: ids, names, or any part that fits only one
    #[arg(required = true)]
    players: Vec<Who>,
    /// They have not paid after all
    #[arg(long)]
    not: bool,
}

/// Notes who has paid.
///
/// # Errors
/// A player who is unknown, or of whom this is known already.
pub fn paid(own: &PaidArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &own.event)?;
    let mut names = Vec::new();
    for who in &own.players {
        let player = who.find(event.id(), event.state())?;
        names.push(event.state().shown(&player));
        event.take(TournamentCommand::Payment { player: player.clone(), paid: !own.not }, &format!("paid {player}"))?;
    }
    let said = format!("{} {}", names.join(", "), if own.not { "not paid" } else { "paid" });
    commit(&mut event, &mut store, &said, output)
}

/// Seconds of a day.
const DAY: i64 = 86_400;

/// So many players are named in one line.
const NAMED: usize = 12;

fn named<'a>(state: &Tournament, players: impl ExactSizeIterator<Item = &'a PlayerId>) -> String {
    let more = players.len().saturating_sub(NAMED);
    let mut names: Vec<String> = players.take(NAMED).map(|player| state.shown(player)).collect();
    names.extend((more > 0).then(|| format!("{more} more")));
    names.join(", ")
}

/// Places, payments and army lists, a line each, where the event goes by them.
pub fn told(event: &TournamentRecording) -> Vec<String> {
    let state = event.state();
    let due = state.due();
    let ids = |fits: &dyn Fn(&Player) -> bool| -> Vec<&PlayerId> {
        let fitting = state.players.iter().filter(|player| fits(player));
        fitting.map(|player| &player.entry.player).collect()
    };
    let mut lines = Vec::new();
    let waiting = ids(&|player| player.gone(due) == Some("waiting"));
    if let Some(places) = state.policies().places {
        let taken = ids(&|player| player.is_in(due)).len();
        let waiting = match waiting.len() {
            0 => String::new(),
            _ => format!("; waiting: {}", named(state, waiting.iter().copied())),
        };
        lines.push(format!("{taken} of {} taken{waiting}", count(places.into(), "place", "places")));
    }
    let unpaid = ids(&|player| !player.paid && player.is_in(due));
    if !unpaid.is_empty() && state.players.iter().any(|player| player.paid) {
        lines.push(format!("not paid: {}", named(state, unpaid.iter().copied())));
    }
    lines.extend(day::lists(event.log()).map(|lists| lists_in_words(event, &lists)));
    lines
}

/// Who has handed in a list, and how long is left.
fn lists_in_words(event: &TournamentRecording, lists: &day::ListsView) -> String {
    let state = event.state();
    let mut parts = vec![format!("lists: {} of {}", lists.handed_in, lists.handed_in + lists.missing.len())];
    if let Some(due) = lists.due {
        let left = event.clock().now().map(|now| due.seconds() - now.seconds());
        let left = match left {
            Some(left) if left > 2 * DAY => format!(" ({} days left)", left / DAY),
            Some(left) if left > 0 => format!(" ({} left)", time_of(left)),
            _ => " (over)".to_owned(),
        };
        parts.push(format!("due {}{left}", clock::in_the_hall(due, event.clock())));
    }
    if !lists.missing.is_empty() {
        parts.push(format!("missing: {}", named(state, lists.missing.iter())));
    }
    if !lists.late.is_empty() {
        let late: Vec<&PlayerId> = lists.late.iter().map(|(player, _)| player).collect();
        parts.push(format!("late: {}", named(state, late.into_iter())));
    }
    parts.join("; ")
}
