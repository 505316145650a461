//! From the passes of an event to its printed cards and its poster.

use adjutant_replay::tournaments::at_hand::Pass;
use adjutant_tournament::PlayerId;
use adjutant_tournament::command::PassKind;
use adjutant_tournament::state::Tournament;

use super::names::printed;
use super::papers::{EventPapers, Hall};
use crate::heading::Occasion;
use crate::passes::{JoinPoster, PassCard, PassCards};

fn occasion<E>(papers: &EventPapers<'_, E>) -> Occasion {
    Occasion { event: Some(papers.name().to_owned()), ..Occasion::default() }
}

/// The poster for the wall.
pub fn poster<E>(papers: &EventPapers<'_, E>, hall: &Hall) -> JoinPoster {
    JoinPoster { occasion: occasion(papers), wifi: hall.wifi.clone(), address: hall.address.clone() }
}

/// The cards of all holders of some kinds, players in the order of their names; nothing where there are none.
pub fn cards<E>(papers: &EventPapers<'_, E>, hall: &Hall, kinds: &[PassKind]) -> Result<Option<PassCards>, E> {
    let passes = (papers.passes)()?;
    let wanted = passes.iter().filter(|pass| kinds.contains(&pass.kind));
    let mut cards: Vec<PassCard> = wanted.map(|pass| card(papers.state, hall, pass)).collect();
    if kinds.contains(&PassKind::Player) {
        cards.sort_by_key(|card| card.name.to_lowercase());
    }
    let (occasion, wifi, address) = (occasion(papers), hall.wifi.clone(), hall.address.clone());
    Ok((!cards.is_empty()).then_some(PassCards { occasion, wifi, address, cards }))
}

fn card(state: &Tournament, hall: &Hall, pass: &Pass) -> PassCard {
    let (kind, name, below) = match pass.kind {
        PassKind::Player => {
            let id = PlayerId::new(pass.id.as_str()).ok();
            let entry = id.as_ref().and_then(|id| state.player(id)).map(|player| &player.entry);
            let name = id.as_ref().map_or_else(|| pass.id.to_string(), |id| printed(state, id));
            let parts = [entry.and_then(|entry| entry.faction.as_ref()), entry.and_then(|entry| entry.club.as_ref())];
            let parts = parts.into_iter().flatten().map(ToString::to_string).chain([pass.id.to_string()]);
            ("Player card", name, parts.collect::<Vec<_>>().join(" · "))
        }
        PassKind::Table => ("Table card", format!("Table {}", pass.id), "For a device that stays here".to_owned()),
        PassKind::Judge => ("Judge card", pass.id.to_string(), "Calls, rulings, more time".to_owned()),
        PassKind::Desk => ("Desk card", pass.id.to_string(), "Check-in and results".to_owned()),
    };
    let link = format!("{}/j/{}", hall.address, pass.code);
    let speaks_for = if pass.kind == PassKind::Table { "this table" } else { "you" };
    PassCard { kind: kind.to_owned(), name, speaks_for: speaks_for.to_owned(), below, link, pass: pass.typed.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What lies on a table is nobody's to keep: its card speaks for the table.
    #[test]
    fn a_card_says_for_whom_it_speaks() {
        let hall = Hall { address: "http://10.0.0.2".into(), wifi: None };
        for (kind, id, speaks_for) in [
            (PassKind::Table, "7", "this table"),
            (PassKind::Player, "anna", "you"),
            (PassKind::Judge, "mia", "you"),
            (PassKind::Desk, "desk", "you"),
        ] {
            let pass = Pass { kind, id: id.parse().unwrap(), code: "X".into(), typed: "X".into() };
            let card = card(&Tournament::default(), &hall, &pass);
            assert_eq!(card.speaks_for, speaks_for, "{}", card.kind);
        }
    }
}
