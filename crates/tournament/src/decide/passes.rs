//! New passes.

use crate::command::{By, Pass, PassKind};
use crate::id::{PlayerId, TableNumber};
use crate::refusal::Refusal;
use crate::state::{Event, Tournament};

pub(super) fn issue_pass(state: &Tournament, by: By, pass: &Pass) -> Result<Vec<Event>, Refusal> {
    if by != By::Organiser {
        return Err(Refusal::ForOrganiser);
    }
    let last = state.pass_issue(pass.kind, &pass.id);
    match (pass.kind, last) {
        (PassKind::Player, None) => {
            let player = PlayerId::new(pass.id.as_str());
            let unknown = Refusal::OutOfRange { field: "id", accepted: "the id of a player" };
            return Err(player.map_or(unknown, |player| Refusal::UnknownPlayer { player }));
        }
        (PassKind::Table, None) => {
            let numbers = pass.id.as_str().parse().map(TableNumber).ok();
            let known = numbers.filter(|table| table.to_string() == pass.id.as_str() && table.0 > 0);
            let accepted = match known {
                Some(_) => "a table of the hall: add it with `table` first",
                None => "the number of a table",
            };
            return Err(Refusal::OutOfRange { field: "id", accepted });
        }
        _ => {}
    }
    let due = last.unwrap_or(0).saturating_add(1);
    match pass.issue == due {
        true => Ok(vec![Event::PassIssued(pass.clone())]),
        false => Err(Refusal::PassIssue { found: pass.issue, due }),
    }
}
