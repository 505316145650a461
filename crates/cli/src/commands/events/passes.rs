//! `adjutant event pass`: shows passes and closes lost ones.

use adjutant_app::passes::{Holder, PassBook, PassKey, grouped};
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_tournament::command::{Pass, PassKind};
use adjutant_tournament::id::PassId;
use adjutant_tournament::{Tournament, TournamentCommand, TournamentId};

use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::who::Who;

/// Arguments of `event pass`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event pass gt player anna\n          \
    adjutant event pass gt player anna --new\n          \
    adjutant event pass gt judge mia --new\n\n\
    A pass is the secret on a printed card: the holder of the card is the player. --new makes another one; the old card \
    then opens nothing. Judges and desks have no pass before the first --new.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// player, table, judge, desk
    #[arg(value_parser = word::<PassKind>)]
    kind: PassKind,
    /// The player, the number of the table, or a name for the judge or desk
    who: String,
    /// Make a new pass: cards printed before no longer open anything
    #[arg(long)]
    new: bool,
}

/// Shows the pass of a holder, or a new one on request.
///
/// # Errors
/// A player or table that is unknown, a judge or desk without a pass, or a key file that cannot be read or made.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &own.event)?;
    let holder = holder(own, event.state())?;
    let key = PassKey::load_or_create(&shared.folder()?)?;
    if own.new {
        let issue = event.state().pass_issue(holder.kind, &holder.id).unwrap_or(0).saturating_add(1);
        let pass = Pass { kind: holder.kind, id: holder.id.clone(), issue };
        event.take(TournamentCommand::Pass(pass), &format!("pass {} {}", holder.kind.name(), holder.id))?;
        event.commit(&mut store)?;
    }
    let book = PassBook::of(&key, event.state());
    let issue = event.state().pass_issue(holder.kind, &holder.id).unwrap_or_default();
    let Some(pass) = book.pass_of(&holder) else {
        let (kind, id) = (holder.kind.name(), &holder.id);
        return Err(CliError::refused(format!("{kind} {id} has no pass in event {}", own.event))
            .hint(format!("`adjutant event pass {} {kind} {id} --new` makes one", own.event)));
    };
    if output.json {
        output.document(&serde_json::json!({
            "event": event.id(), "kind": holder.kind, "id": holder.id, "issue": issue, "pass": pass,
        }))?;
        return Ok(Exit::Done);
    }
    let who = match holder.kind {
        PassKind::Player => adjutant_tournament::PlayerId::new(holder.id.as_str())
            .map_or_else(|_| holder.id.to_string(), |id| event.state().shown(&id)),
        other => format!("{} {}", other.name(), holder.id),
    };
    output.done(&format!("{}: pass {issue} of {who} is {}", event.id(), grouped(&pass)))?;
    Ok(Exit::Done)
}

fn holder(own: &Arguments, state: &Tournament) -> Result<Holder, CliError> {
    let id = match own.kind {
        PassKind::Player => Who::from(own.who.clone()).find(&own.event, state)?.to_string(),
        _ => own.who.clone(),
    };
    let id = PassId::new(&id).map_err(|error| CliError::usage(error.to_string()))?;
    Ok(Holder { kind: own.kind, id })
}
