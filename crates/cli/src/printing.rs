//! From folded matches to printed sheets.

use adjutant_engine::command::{Command, Open};
use adjutant_engine::fold::Match;
use adjutant_engine::view::{RoundLabel, View};
use adjutant_sheets::{Form, Occasion, ScoringSheet, SheetError, Titles};

use crate::error::CliError;
use crate::recording::Recording;
use crate::rules;

/// The printed names of everything that the match's pack holds.
pub fn titles(game: &Match) -> Titles {
    let pack = game.state().pack.as_ref();
    let missions = pack.iter().flat_map(|pack| &pack.missions);
    let objectives = pack.iter().flat_map(|pack| &pack.objectives);
    Titles {
        missions: missions.map(|(id, mission)| (id.clone(), mission.name.to_string())).collect(),
        objectives: objectives.map(|(id, objective)| (id.clone(), objective.name.to_string())).collect(),
    }
}

/// The title of the PDF that holds the scoring sheet of one match.
pub fn sheet_title(id: &str) -> String {
    format!("{id} · scoring sheet")
}

/// The scoring sheet of a match: completed from its log, or prepared for the pencil.
pub fn scoring_sheet(recording: &Recording, prepared: bool) -> ScoringSheet {
    let game = recording.game();
    let view = game.view();
    let occasion = occasion(game.state().open.as_deref(), recording);
    let titles = titles(game);
    let form = Form::of(game.state().pack.as_ref().unwrap_or(&rules::default_pack()));
    let mut sheet = match prepared {
        true => ScoringSheet::prepared(form, &view, occasion, &titles),
        false => ScoringSheet::completed(form, &view, occasion, &titles),
    };
    sheet.battle_size = game.state().open.as_ref().map(|open| open.size);
    if !prepared {
        sheet.agreed_end = agreed_end(recording, &view);
    }
    sheet
}

/// Event, round and table as `open` names them; the date of the last record.
fn occasion(open: Option<&Open>, recording: &Recording) -> Occasion {
    let event = open.and_then(|open| open.event.as_ref());
    Occasion {
        event: event.map(|event| event.id.to_string()),
        round: event.map(|event| event.round.get().unsigned_abs()),
        table: event.map(|event| event.table.get().unsigned_abs()),
        date: recording.records().last().map(|record| record.at.to_string().chars().take(10).collect()),
    }
}

/// The round in which both players agreed to stop.
fn agreed_end(recording: &Recording, view: &View) -> Option<u32> {
    let agreed = recording.standing().any(|record| matches!(*record.command, Command::AgreeEnd {}));
    let last = view.ledger.iter().rev().find_map(|entry| match entry.round {
        RoundLabel::Number(round) => Some(round),
        RoundLabel::End(_) => None,
    });
    agreed.then(|| view.round.or(last).unwrap_or(1))
}

/// A sheet that cannot be printed.
pub fn error(error: SheetError) -> CliError {
    CliError::refused(error.to_string())
}
