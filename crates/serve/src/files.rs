//! Files that a browser saves, prints or opens by themselves: the sheets of the event, replays, the page that checks
//! logs. They are made when somebody asks.

use std::collections::HashMap;
use std::sync::OnceLock;

use adjutant_app::tournaments::matches;
use adjutant_app::{Error, page};
use adjutant_engine::chain::Hash;
use adjutant_present::{Carried, theatre, verifier};
use adjutant_replay::tournaments::export::{Source, document};
use adjutant_rosters::check::{Severity, check};
use adjutant_rosters::import;
use adjutant_sheets::EventDocument;
use adjutant_tournament::standings::Standings;
use adjutant_tournament::state::Player;
use adjutant_tournament::{PlayerId, csv_file};

use crate::kept::Kept;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;
use crate::pages::{Looks, ReadList};
use crate::press::Unprinted;
use crate::shelf::Checked;
use crate::viewer::Viewer;

/// A file.
pub struct Sheet {
    /// The name that it is saved under.
    pub file: String,
    /// What it is.
    pub kind: &'static str,
    /// Whether a browser saves it, and does not show it.
    pub is_saved: bool,
    /// What it holds.
    pub bytes: Vec<u8>,
}

const PDF: &str = "application/pdf";
const PAGE: &str = "text/html; charset=utf-8";

/// Prints a document for the desk.
///
/// # Errors
/// No such document, one that is not for this viewer, or one that cannot be printed yet.
pub fn sheet(scene: &Scene<'_>, document: &str) -> Result<Sheet, Problem> {
    let (kind, press) = EventDocument::of(document).zip(scene.press).ok_or(Problem::NotFound)?;
    if kind.is_secret() && *scene.viewer != Viewer::Organiser {
        return Err(Problem::Forbidden(crate::Role::Organiser));
    }
    let event = &scene.snap.event;
    let refused = |why: Unprinted| Problem::Unprinted(why.to_string());
    let bytes = press.print(event, kind, scene.address).map_err(refused)?;
    Ok(Sheet { file: format!("{event}-{}.pdf", kind.id()), kind: PDF, is_saved: false, bytes })
}

/// A file that the organiser takes along.
///
/// # Errors
/// No such file, one that is not there yet, or a database that cannot be read.
pub fn kept(scene: &Scene<'_>, name: &str) -> Result<Sheet, Problem> {
    let (kept, press) = Kept::of(name).zip(scene.press).ok_or(Problem::NotFound)?;
    let event = &scene.snap.event;
    let broken = |error: Error| Problem::Broken(error.message());
    let bytes = match kept {
        Kept::Standings => standings_csv(scene).map_err(Problem::NotYet)?.into_bytes(),
        Kept::Placings => placings_csv(scene).map_err(Problem::NotYet)?.into_bytes(),
        Kept::Games => games_csv(scene).map_err(Problem::NotYet)?.into_bytes(),
        Kept::Report => Source::Log(Box::new(press.event(event).map_err(broken)?)).trf(),
        Kept::Document => format!("{:#}\n", document(&press.event(event).map_err(broken)?)).into_bytes(),
        Kept::Log => press.event_log(event).map_err(broken)?,
        Kept::Backup => press.backup().map_err(broken)?,
    };
    Ok(Sheet { file: format!("{event}-{name}"), kind: kept.kind(), is_saved: true, bytes })
}

/// The standings after the latest round that is closed.
///
/// # Errors
/// Says that there are none yet.
pub fn ranked<'a>(scene: &Scene<'a>) -> Result<&'a Standings, String> {
    scene.snap.standings().ok_or_else(|| "There are standings once round 1 is closed.".to_owned())
}

/// The standings by columns.
///
/// # Errors
/// Says why there are none.
pub fn standings_csv(scene: &Scene<'_>) -> Result<String, String> {
    let order = &scene.snap.state.policies().tie_breaks;
    csv_file::standings(ranked(scene)?, order).map_err(|error| error.to_string())
}

/// The placings in the columns of Best Coast Pairings.
///
/// # Errors
/// Says why there are none.
pub fn placings_csv(scene: &Scene<'_>) -> Result<String, String> {
    csv_file::best_coast_pairings(&scene.snap.state, ranked(scene)?.round).map_err(|error| error.to_string())
}

/// Every game by columns.
///
/// # Errors
/// Says why there are none.
pub fn games_csv(scene: &Scene<'_>) -> Result<String, String> {
    csv_file::games_of(&scene.snap.state, &scene.snap.corrected, true).map_err(|error| error.to_string())
}

/// A page of the league that is served beside the event, as `league publish` writes it.
///
/// # Errors
/// No league, or no such page.
pub fn season(scene: &Scene<'_>, path: &str) -> Result<Sheet, Problem> {
    let bytes = scene.season.and_then(|season| season.file(path)).ok_or(Problem::NotFound)?;
    let name = path.rsplit('/').next().unwrap_or(path);
    let kind = match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => PAGE,
    };
    Ok(Sheet { file: name.to_owned(), kind, is_saved: false, bytes })
}

/// The module that judges logs in a browser, where it lies beside the program; read once.
fn module() -> Option<&'static [u8]> {
    static MODULE: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    MODULE.get_or_init(|| page::module(None).ok().flatten()).as_deref()
}

/// The page that checks logs.
///
/// # Errors
/// No module beside the program.
pub fn verifier() -> Result<Sheet, Problem> {
    static MADE: OnceLock<Option<String>> = OnceLock::new();
    let made = MADE.get_or_init(|| module().map(|module| verifier::html(module, &page::engines())));
    let none = "This server has no page that checks logs: page.wasm does not lie beside its program.";
    let html = made.as_ref().ok_or_else(|| Problem::Unknown(none.to_owned()))?;
    Ok(Sheet { file: "verify.html".to_owned(), kind: PAGE, is_saved: false, bytes: html.clone().into_bytes() })
}

/// The replay of a battle that is over, for those who may see its report.
///
/// # Errors
/// A table that is not there, a battle that is not for this viewer or goes on.
pub fn theatre(scene: &Scene<'_>) -> Result<Sheet, Problem> {
    let seat = scene.seat.ok_or(Problem::NotFound)?;
    if !Looks::of(scene, seat)?.may_see {
        let words = format!(
            "Its players see the replay as soon as the battle is over, everybody when round {} is closed.",
            seat.round
        );
        return Err(Problem::NotYet(words));
    }
    let later = || Problem::NotYet("The battle goes on. Its replay is here when it is over.".to_owned());
    let game = seat.game.as_ref().filter(|game| game.report().is_some()).ok_or_else(later)?;
    let id = game.recording.id();
    let log = scene.press.ok_or(Problem::NotFound)?.log(id).map_err(|error| Problem::Broken(error.message()))?;
    let shows = theatre::theatre(game.recording.game(), game.recording.records()).ok_or_else(later)?;
    let packs = scene.known.named_in(&log);
    let html = theatre::html(&shows, Carried { log: Some(&log), module: module(), packs: Some(&packs) });
    Ok(Sheet { file: format!("{id}.html"), kind: PAGE, is_saved: false, bytes: html.into_bytes() })
}

/// What the lists on record come to, by player.
pub fn checked(scene: &Scene<'_>) -> HashMap<PlayerId, Checked> {
    let of = |player: &Player| {
        let (id, digest) = (&player.entry.player, player.list?);
        let check = || {
            let read = read_list(scene, id, digest)?;
            let (import, report) = (read.import.ok()?, read.report?);
            let of = |severity| report.findings.iter().filter(|finding| finding.severity == severity).count();
            Some(Checked {
                points: (report.points.total, report.points.limit),
                faults: of(Severity::Error),
                look: of(Severity::Unknown) + import.differences.len(),
            })
        };
        Some((id.clone(), scene.lists?.checked(id, digest, check)?))
    };
    scene.snap.state.players.iter().filter_map(of).collect()
}

/// Reads a list that was handed in, and checks it by the pack of the event.
pub fn read_list(scene: &Scene<'_>, player: &PlayerId, digest: Hash) -> Option<ReadList> {
    let bytes = scene.lists?.find(player, digest)?;
    let import = import::read(&bytes, adjutant_engine::side::Player::One).map_err(|error| error.to_string());
    let create = scene.snap.state.create.as_deref()?;
    let rules = matches::pack(scene.known, Some(create)).and_then(|pack| scene.known.army(&pack).ok());
    let size = matches::battle_size(scene.known, create).ok();
    let report = match (&import, rules, size) {
        (Ok(import), Some(rules), Some(size)) if create.pack.is_some() => {
            check(&import.roster, &rules, size.as_str(), None).ok()
        }
        _ => None,
    };
    Some(ReadList { digest, import, report })
}
