//! From a folded match to its scoring sheet.

use adjutant_engine::command::{Command, Open};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::Name;
use adjutant_engine::law::Pack;
use adjutant_engine::record::Record;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::view::{RoundLabel, View};

use adjutant_present::say::corrected;
use adjutant_present::say::signed::signed;

use super::{Form, ScoringSheet, Titles};
use crate::heading::Occasion;

impl Titles {
    /// The printed names of everything that a match's pack holds.
    pub fn of(game: &Match) -> Titles {
        let pack = game.state().pack.as_ref();
        let missions = pack.iter().flat_map(|pack| &pack.missions);
        let objectives = pack.iter().flat_map(|pack| &pack.objectives);
        Titles {
            missions: missions.map(|(id, mission)| (id.clone(), mission.name.to_string())).collect(),
            objectives: objectives.map(|(id, objective)| (id.clone(), objective.name.to_string())).collect(),
        }
    }
}

impl ScoringSheet {
    /// The sheet of a match: completed from its records, or prepared for the pencil. A match without a pack gets the form
    /// of the `usual` one.
    pub fn of_match(game: &Match, records: &[Record], prepared: bool, usual: &Pack) -> ScoringSheet {
        let view = game.view();
        let occasion = occasion(game.state().open.as_deref(), records);
        let titles = Titles::of(game);
        let form = Form::of(game.state().pack.as_deref().unwrap_or(usual));
        let mut sheet = match prepared {
            true => ScoringSheet::prepared(form, &view, occasion, &titles),
            false => ScoringSheet::completed(form, &view, occasion, &titles),
        };
        sheet.battle_size = game.state().open.as_ref().map(|open| open.size);
        if !prepared {
            sheet.agreed_end = agreed_end(game, records, &view);
            sheet.signed = changed(&view);
            sheet.corrected = last_corrected(game, records);
        }
        sheet
    }

    /// The title of the PDF that holds the sheet of one match.
    pub fn title_alone(id: &str) -> String {
        format!("{id} · scoring sheet")
    }
}

/// Event, round and table as `open` names them; the date of the last record.
fn occasion(open: Option<&Open>, records: &[Record]) -> Occasion {
    let event = open.and_then(|open| open.event.as_ref());
    Occasion {
        event: event.map(|event| event.id.to_string()),
        round: event.map(|event| event.round.get().unsigned_abs()),
        table: event.map(|event| event.table.get().unsigned_abs()),
        date: records.last().map(|record| record.at.date()),
    }
}

/// What both players signed, where it was changed since.
fn changed(view: &View) -> Option<String> {
    let it = view.signed.as_ref().filter(|it| it.since.is_some())?;
    let [one, two] = Player::BOTH.map(|player| view.players[player].name.as_ref().map_or("", Name::as_str));
    Some(signed(it, &BySide { one, two }))
}

/// The last correction of what somebody had relied on, and how many there are beside it.
fn last_corrected(game: &Match, records: &[Record]) -> Option<String> {
    let mut lines = corrected::relied_on(game, records, corrected::utc);
    let last = lines.pop()?;
    let more = if lines.is_empty() { String::new() } else { format!(" · {} more", lines.len()) };
    Some(last + &more)
}

/// The round in which both players agreed to stop.
fn agreed_end(game: &Match, records: &[Record], view: &View) -> Option<u32> {
    let stands = |record: &&Record| game.entry(record.seq).is_some_and(|(_, _, counts)| counts);
    let agreed = records.iter().filter(stands).any(|record| matches!(*record.command, Command::AgreeEnd {}));
    let last = view.ledger.iter().rev().find_map(|entry| match entry.round {
        RoundLabel::Number(round) => Some(round),
        RoundLabel::End(_) => None,
    });
    agreed.then(|| view.round.or(last).unwrap_or(1))
}
