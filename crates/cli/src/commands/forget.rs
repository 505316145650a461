//! `adjutant forget NAME`.

use adjutant_app::forget::{Forgotten, forget};
use adjutant_app::{StreamKind, files};
use adjutant_core::Name;
use adjutant_core::counts::count;
use adjutant_league::command::Ground;
use serde_json::json;

use super::leagues::publish::again;
use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `forget`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant forget \"Anna Berg\" --why wish\n\n\
    Destroys what opens this name in the logs of this database, and the army lists of that player; leagues record that \
    the name is forgotten. Logs, results, ratings and signatures stay as they are, and every check still holds: pages say \
    `member 42`. It cannot be taken back. Names that stand open in a log cannot be erased; they are listed.")]
pub struct Arguments {
    /// The name, as people know it
    name: Name,
    /// Why: wish, order, expired or mistake
    #[arg(long, value_name = "GROUND", value_parser = word::<Ground>)]
    why: Ground,
}

/// Erases a name.
///
/// # Errors
/// Nobody of that name, or a database or data folder that cannot be written.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let forgotten = forget(&mut store, &shared.folder()?, &own.name, own.why)?;
    let Forgotten { logs, members, shown, open } = &forgotten;
    if logs.is_empty() && members.is_empty() && open.is_empty() {
        return Err(CliError::refused(format!("nobody in {} is called {}", store.place(), own.name))
            .hint("write the name as the pages show it; backups and other laptops are to be told too"));
    }
    let streams = |streams: &[(StreamKind, String)]| -> Vec<String> {
        streams.iter().map(|(kind, id)| format!("{kind} {id}")).collect()
    };
    if output.json {
        let members: Vec<_> =
            members.iter().map(|(league, member)| json!({"league": league, "member": member})).collect();
        output.document(&json!({
            "logs": streams(logs), "members": members, "open": streams(open), "publish": shown,
        }))?;
    }
    if !logs.is_empty() || !members.is_empty() {
        let (logs, members) = (count(logs.len(), "log", "logs"), count(members.len(), "member", "members"));
        output.done(&format!("{} is forgotten in {logs}, as {members} of leagues", own.name))?;
    }
    for league in shown {
        output.remark(&match again(&store, league, &shared.folder()?)? {
            Some(folder) => format!("the pages of {league} in {} are made again", files::shown(&folder)),
            None => format!("make the pages of {league} again: `adjutant league publish {league} -o DIR`"),
        });
    }
    if !open.is_empty() {
        let most: Vec<String> = streams(open).into_iter().take(MOST).collect();
        let more = open.len().checked_sub(MOST).filter(|more| *more > 0);
        let more = more.map_or_else(String::new, |more| format!(" and {more} more"));
        output.remark(&format!("the name stands open in {}{more}: a log keeps what it holds", most.join(", ")));
    }
    output.remark(
        "not reached: backups, copies and laptops elsewhere, what a running `adjutant serve` shows until it is started \
         again, pages, files and paper that left the house",
    );
    if store.place().file().is_none() {
        output.remark(
            "nor what the server keeps of deleted rows: in its pages until its owner runs `VACUUM FULL` on the table \
             `opening`, in its write-ahead log, standbys and backups",
        );
    }
    Ok(if open.is_empty() { Exit::Done } else { Exit::Refused })
}

/// Logs that are named.
const MOST: usize = 10;
