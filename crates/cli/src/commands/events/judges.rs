//! `adjutant event judge ID`: who the judges are.

use std::collections::BTreeSet;

use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_present::say::event_command;
use adjutant_tournament::command::{Judge, PassKind};
use adjutant_tournament::id::PassId;
use adjutant_tournament::{Name, TournamentCommand, TournamentId};

use super::speaking::commit;
use crate::arguments::shared::Shared;
use crate::error::{Exit, Outcome};
use crate::output::Output;

/// Arguments of `event judge`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event judge gt mia --club Rooks\n          \
    adjutant event judge gt\n\n\
    A judge does not rule where a player of the match is of the judge's club or team, unless the record says why: \
    `adjutant event amend gt --table 4 … --judge mia --despite \"the only judge here\"`. What you name replaces what was \
    known of the judge. Without a judge, lists them.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// The judge, by the name on the judge's card
    judge: Option<PassId>,
    /// Club of the judge
    #[arg(long, requires = "judge")]
    club: Option<Name>,
    /// Team of the judge
    #[arg(long, requires = "judge")]
    team: Option<Name>,
}

/// Records what is known of a judge, or lists the judges.
///
/// # Errors
/// Nothing that changes, or a database that cannot be written.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let Some(id) = &own.judge else { return list(own, shared, output) };
    let judge = Judge { id: id.clone(), club: own.club.clone(), team: own.team.clone() };
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &own.event)?;
    let said = event_command::judge(&judge);
    event.take(TournamentCommand::Judge(judge), &format!("judge {id}"))?;
    commit(&mut event, &mut store, &said, output)
}

/// The judges who have a card, and those of whom something is known.
fn list(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let event = TournamentRecording::load(&shared.reader()?, &own.event)?;
    let state = event.state();
    let cards = state.pass_holders().into_iter().filter(|(kind, ..)| *kind == PassKind::Judge).map(|(_, id, _)| id);
    let all: BTreeSet<PassId> = cards.chain(state.judges.keys().cloned()).collect();
    let known = all.into_iter().map(|id| state.judges.get(&id).cloned().unwrap_or_else(|| Judge::named(id)));
    let known: Vec<Judge> = known.collect();
    if output.json {
        output.document(&serde_json::json!({"event": event.id(), "judges": known}))?;
    } else if known.is_empty() {
        output.text(&format!("no judge yet: `adjutant event pass {} judge NAME --new` makes a card", event.id()))?;
    } else {
        known.iter().try_for_each(|judge| output.text(&event_command::judge(judge)))?;
    }
    Ok(Exit::Done)
}
