//! What the demo leaves to look at: sheets, screens, a report, a replay, the page that checks logs.

use std::path::Path;

use adjutant_app::tournaments::at_hand;
use adjutant_app::{files, page};
use adjutant_core::sealed::Openings;
use adjutant_present::verifier;
use adjutant_sheets::Paper;
use adjutant_sheets::event::{EventPapers, Wanted, of_round, screens};
use adjutant_tournament::RoundNumber;

use super::hall::{Hall, ROUNDS};
use crate::commands::matches::export::whole_log;
use crate::commands::matches::{report, theatre};
use crate::error::CliError;
use crate::output::Output;

pub const SHEETS: &str = "sheets";
pub const SCREENS: &str = "screens";
const REPORT: &str = "report.html";
const REPLAY: &str = "replay.html";
const VERIFIER: &str = "verify.html";

/// The match that is shown: the last round's first table.
const SHOWN: &str = "demo-r3-t01";

/// Prints the sheets of a round, and its pages for a beamer.
pub fn sheets(hall: &Hall, round: RoundNumber, folder: &Path) -> Result<(), CliError> {
    let papers = EventPapers::<CliError> { event: at_hand(&hall.store, &hall.event), hall: None, paper: Paper::A4 };
    for (kind, document) in of_round(&papers, round, &Wanted::default())? {
        let path = folder.join(SHEETS).join(format!("r{round}-{}.pdf", kind.id()));
        files::write(&path, &document.to_pdf()?)?;
    }
    for (kind, screen) in screens(&papers, round, &Wanted::default())? {
        let path = folder.join(SCREENS).join(format!("r{round}-{}.html", kind.id()));
        files::write(&path, screen.to_html().as_bytes())?;
    }
    Ok(())
}

/// Writes the pages of one match, and tells where to look.
pub fn tell(hall: &Hall, folder: &Path, output: &mut Output) -> Result<(), CliError> {
    let log = whole_log(&hall.store, SHOWN)?;
    let module = page::module(None)?;
    files::write(&folder.join(REPORT), report::web(hall.event.known(), SHOWN, &log)?.as_bytes())?;
    let (replay, _) = theatre::replay(hall.event.known(), SHOWN, (&log, &Openings::default()), module.as_deref())?;
    files::write(&folder.join(REPLAY), replay.as_bytes())?;
    if let Some(module) = &module {
        files::write(&folder.join(VERIFIER), verifier::html(module, &page::engines()).as_bytes())?;
    }
    let place = files::shown(folder);
    output.remark(&format!("where to look, all of it in {place}:"));
    let mut row = |what: &str, is: &str| output.remark(&format!("  {what:26}  {is}"));
    row(&format!("{SHEETS}/r{ROUNDS}-standings.pdf"), "what hangs on the wall, beside slips and scoring sheets");
    row(&format!("{SCREENS}/r{ROUNDS}-standings.html"), "what a beamer shows");
    row(REPORT, "what a battle left on the table, and what its dice were worth");
    row(REPLAY, "the same battle record by record, in a browser");
    row("logs/", "every log, a file each; standings.csv for a spreadsheet");
    if module.is_some() {
        row(VERIFIER, "checks a log in any browser: choose a file of logs/, change a letter, choose it again");
    }
    output.remark("what to type:");
    output.remark(&format!("  adjutant event standings demo --data {place}"));
    output.remark(&format!("  adjutant event explain demo 3 anna --data {place}"));
    output.remark(&format!("  adjutant match show {SHOWN} --why --data {place}"));
    output.remark(&format!("  adjutant audit {place}/logs"));
    if cfg!(feature = "serve") {
        output.remark(&format!("  adjutant demo {place} --serve    this event and a running one, in the browser"));
    }
    Ok(())
}
