//! `adjutant league publish` and `adjutant league check`.

use adjutant_app::App;
use std::path::{Path, PathBuf};

use adjutant_app::leagues::{CHECKPOINT, LOG, LeagueRecording, Verdict, check as check_lists, remember, remembered};
use adjutant_app::{files, keys};
use adjutant_core::counts::count;
use adjutant_core::ids::LeagueId;
use adjutant_present::league::Names;
use adjutant_present::season;
use serde::Serialize;

use super::speaking::open;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `league publish`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league publish north26 -o site\n\n\
    Records the list's hash and writes it with what anybody needs to check it: the list (ids and numbers), the league's \
    log, the leaves of the tree over all pinned logs; with a key (`adjutant key new`) also the tree's root as a signed note, \
    `checkpoint`, and a proof for each pinned log in proofs/. Run again when nothing has changed, it writes the same list \
    again. --with-logs puts copies of the pinned logs beside them.\n\n\
    Beside them it writes pages: open index.html. They hold the table, each member and event, figures with their pictures, \
    and names by letter; they need no server and no network. `adjutant serve EVENT --league ID` shows the same pages.")]
pub struct Arguments {
    /// The league
    league: LeagueId,
    /// The folder for the files
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Write the pinned logs too, into logs/
    #[arg(long)]
    with_logs: bool,
}

/// Arguments of `league check`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league check site --logs logs/\n\n\
    Computes every list in the folder anew from the logs, without a database: good, or the first line that differs.\n\n\
    Exit code: 0 if every list follows from the logs, 1 if one does not.")]
pub struct CheckArguments {
    /// The folder of published lists
    site: PathBuf,
    /// The logs: folders, files, databases [default: logs/ in that folder]
    #[arg(long, value_name = "PATH", num_args = 1..)]
    logs: Vec<PathBuf>,
}

#[derive(Serialize)]
struct Published {
    league: LeagueId,
    list: u32,
    hash: String,
    members: usize,
    files: Vec<PathBuf>,
    pages: usize,
}

/// Shows the list that is due.
///
/// # Errors
/// No such league, a pinned log that is not here, the refusal of the rules, or a folder that cannot be written.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (mut store, mut league) = open(shared, &own.league)?;
    let list = league.publish()?;
    league.commit(&mut store)?;
    let mut written = league.files(&list);
    let site = pages(&league, list.list)?;
    let pages = site.len();
    let data = shared.folder()?;
    if keys::path(&data).is_file() {
        // Cosignatures that stand under the same tree stay.
        let stands = std::fs::read(own.output.join(CHECKPOINT)).unwrap_or_default();
        let notes = league.notes(&keys::load(&data)?).into_iter();
        let body = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').take(3).map(<[u8]>::to_vec).collect::<Vec<_>>();
        written.extend(notes.filter(|(name, bytes)| name.as_os_str() != CHECKPOINT || body(bytes) != body(&stands)));
    }
    if own.with_logs {
        for origin in league.state().pins.keys() {
            if let Some(bytes) = league.shelf().find(*origin)? {
                written.push((PathBuf::from("logs").join(format!("{origin}.jsonl")), bytes));
            }
        }
    }
    tidy(&own.output)?;
    put(&own.output, written.iter().chain(&site))?;
    remember(&data, &own.league, &own.output)?;
    let document = Published {
        league: own.league.clone(),
        list: list.list,
        hash: list.hash().to_string(),
        members: list.members.len(),
        files: written.into_iter().map(|(name, _)| name).collect(),
        pages,
    };
    let said = format!(
        "{}: list {} of {}, hash {}, in {}",
        own.league,
        list.list,
        count(list.members.len(), "member", "members"),
        document.hash,
        files::shown(&own.output)
    );
    output.told(&document, &said)?;
    Ok(Exit::Done)
}

/// Makes the pages of the last list again where it was published, if they are still there; with the names that are known
/// now. Gives their folder.
///
/// # Errors
/// A league or a pinned log that cannot be read, or a folder that cannot be written.
pub fn again(store: &App, id: &LeagueId, data: &Path) -> Result<Option<PathBuf>, CliError> {
    let Some(folder) = remembered(data, id).filter(|folder| folder.join(LOG).is_file()) else { return Ok(None) };
    let league = LeagueRecording::load(store, id, data)?;
    let Some(last) = league.state().lists.last() else { return Ok(None) };
    let site = pages(&league, last.publish.list)?;
    tidy(&folder)?;
    put(&folder, site.iter())?;
    Ok(Some(folder))
}

fn put<'a>(folder: &Path, all: impl Iterator<Item = &'a (PathBuf, Vec<u8>)>) -> Result<(), CliError> {
    for (name, bytes) in all {
        let path = folder.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| CliError::file(folder, error))?;
        }
        files::write(&path, bytes)?;
    }
    Ok(())
}

/// The pages of a list, with the names that are known now.
fn pages(league: &LeagueRecording, list: u32) -> Result<Vec<(PathBuf, Vec<u8>)>, CliError> {
    let edition = league.edition(Some(list))?;
    let site = season::site(&edition, league.library(), &Names::of(league.state(), league.names()));
    Ok(site.into_iter().map(|(name, bytes)| (name.into(), bytes)).collect())
}

/// Takes away the pages of an earlier list: a member who was left out since has none any more.
fn tidy(folder: &Path) -> Result<(), CliError> {
    // Only where a list was published before: other folders are somebody else's.
    let ours = [LOG, "league.css"].iter().all(|name| folder.join(name).is_file());
    for inside in ["", "members", "events", "figures"].into_iter().filter(|_| ours) {
        let Ok(entries) = std::fs::read_dir(folder.join(inside)) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let inner = if inside.is_empty() { name } else { format!("{inside}/{name}") };
            if season::is_page(&inner) {
                std::fs::remove_file(entry.path()).map_err(|error| CliError::file(&entry.path(), error))?;
            }
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Checked {
    list: u32,
    good: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<String>,
}

/// Checks published lists against the logs.
///
/// # Errors
/// A folder without lists, or logs that cannot be read.
pub fn check(own: &CheckArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let logs = if own.logs.is_empty() { vec![own.site.join("logs")] } else { own.logs.clone() };
    let checked: Vec<Checked> = check_lists(&shared.known.rulebook(), &own.site, &logs)?
        .into_iter()
        .map(|(list, verdict)| match verdict {
            Verdict::Good { .. } => Checked { list, good: true, first: None },
            Verdict::Differs { first } => Checked { list, good: false, first: Some(first) },
        })
        .collect();
    let good = checked.iter().all(|checked| checked.good);
    if output.json {
        output.document(&checked)?;
    } else {
        for Checked { list, first, .. } in &checked {
            match first {
                None => output.done(&format!("list {list}: good, it follows from the logs"))?,
                Some(first) => output.finding(&format!("list {list}: it does not follow from the logs: {first}"))?,
            }
        }
    }
    Ok(if good { Exit::Done } else { Exit::Refused })
}
