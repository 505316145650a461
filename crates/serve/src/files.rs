//! Files that a browser saves or prints: the sheets of the event, made when somebody asks.

use std::collections::HashMap;

use adjutant_engine::chain::Hash;
use adjutant_rosters::check::{Severity, check};
use adjutant_rosters::import;
use adjutant_sheets::EventDocument;
use adjutant_tournament::PlayerId;
use adjutant_tournament::state::Player;

use crate::pages::ReadList;
use crate::pages::problem::Problem;
use crate::pages::scene::Scene;
use crate::press::Unprinted;
use crate::shelf::Checked;
use crate::viewer::Viewer;

/// A printed document.
pub struct Sheet {
    /// The name that it is saved under.
    pub file: String,
    /// The PDF.
    pub bytes: Vec<u8>,
}

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
    Ok(Sheet { file: format!("{event}-{}.pdf", kind.id()), bytes })
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
    let rules =
        adjutant_app::tournaments::matches::pack(Some(create)).and_then(|pack| adjutant_app::packs::army(&pack).ok());
    let size = adjutant_app::tournaments::matches::battle_size(create).ok();
    let report = match (&import, rules, size) {
        (Ok(import), Some(rules), Some(size)) if create.pack.is_some() => {
            check(&import.roster, &rules, size.as_str(), None).ok()
        }
        _ => None,
    };
    Some(ReadList { digest, import, report })
}
