//! The match of a table: recorded by taps, each of them an offer of the rules.

mod battle;
mod cards;
mod count;
mod losses;
pub(super) mod map;
mod more;
mod older;
mod picks;
mod scoring;
mod sealed;
mod setup;
mod spoken;
mod story;
mod table;
mod terrain;
mod together;

use adjutant_engine::view::Status;
use maud::Markup;

use self::table::{Parts, Table, unrecorded};
use super::problem::Problem;
use super::scene::Scene;

pub use more::more;
pub use scoring::{can_score, scoring};
pub use story::story;
pub use terrain::{laid, terrain};

/// The page on which a match is recorded. `asked` is the proposal whose end it tells.
///
/// # Errors
/// A viewer without a table, or a table whose match is not recorded.
pub fn play(scene: &Scene<'_>, asked: &str) -> Result<Markup, Problem> {
    let table = match Table::of(scene) {
        Ok(table) => Table { asked, ..table },
        Err(Some(problem)) => return Err(problem),
        Err(None) => return Ok(unrecorded(scene)),
    };
    Ok(table.whole(parts(&table)))
}

/// The same page, to be read out.
///
/// # Errors
/// A viewer without a table, or a table whose match is not recorded.
pub fn spoken(scene: &Scene<'_>, asked: &str) -> Result<Markup, Problem> {
    match Table::of(scene) {
        Ok(table) => {
            let table = Table { asked, spoken: true, ..table };
            Ok(spoken::page(&table, parts(&table)))
        }
        Err(Some(problem)) => Err(problem),
        Err(None) => Ok(unrecorded(scene)),
    }
}

fn parts(table: &Table<'_>) -> Parts {
    older::parts(table).unwrap_or_else(|| match table.state().status {
        Status::Setup => setup::page(table),
        Status::Battle => battle::page(table),
        Status::Ended => scoring::ended(table),
    })
}
