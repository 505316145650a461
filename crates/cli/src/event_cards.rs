//! From the passes of an event to its printed cards and its poster.

use adjutant_app::passes::{Holder, PassBook, grouped};
use adjutant_sheets::{JoinPoster, Occasion, PassCard, PassCards, Wifi};
use adjutant_tournament::command::PassKind;
use adjutant_tournament::{PlayerId, Tournament};

use crate::error::CliError;
use crate::event_printing::printed;

/// Where phones find the event.
pub struct Hall {
    /// The address, such as `http://10.0.0.2:8080`.
    pub address: String,
    /// The Wi-Fi, where cards and poster are to name it.
    pub wifi: Option<Wifi>,
}

impl Hall {
    /// Reads an address as people type it: `10.0.0.2`, `10.0.0.2:8080`, `http://hall.example`.
    ///
    /// # Errors
    /// Anything that is not the address of a page.
    pub fn new(typed: &str, wifi: Option<Wifi>) -> Result<Hall, CliError> {
        let (scheme, host) = typed.trim().split_once("://").unwrap_or(("http", typed.trim()));
        let host = host.trim_end_matches('/');
        let known = matches!(scheme, "http" | "https");
        let letters = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        if !known || host.is_empty() || host.len() > 200 || !host.chars().all(letters) {
            let found = adjutant_engine::visible::excerpt(typed);
            return Err(CliError::usage(format!("`{found}` is not the address of a page"))
                .hint("type what `adjutant serve` prints, such as 10.0.0.2:8080"));
        }
        Ok(Hall { address: format!("{scheme}://{host}"), wifi })
    }

    /// The poster for the wall.
    pub fn poster(&self, occasion: Occasion) -> JoinPoster {
        JoinPoster { occasion, wifi: self.wifi.clone(), address: self.address.clone() }
    }

    /// The cards of all holders of some kinds, players in the order of their names.
    pub fn cards(&self, state: &Tournament, book: &PassBook, kinds: &[PassKind], occasion: &Occasion) -> PassCards {
        let holders = state.pass_holders().into_iter().map(|(kind, id, _)| Holder { kind, id });
        let mut cards: Vec<PassCard> = holders
            .filter(|holder| kinds.contains(&holder.kind))
            .filter_map(|holder| Some(self.card(state, &holder, &book.pass_of(&holder)?)))
            .collect();
        if kinds.contains(&PassKind::Player) {
            cards.sort_by_key(|card| card.name.to_lowercase());
        }
        let (occasion, wifi, address) = (occasion.clone(), self.wifi.clone(), self.address.clone());
        PassCards { occasion, wifi, address, cards }
    }

    fn card(&self, state: &Tournament, holder: &Holder, pass: &str) -> PassCard {
        let (kind, name, below) = match holder.kind {
            PassKind::Player => {
                let id = PlayerId::new(holder.id.as_str()).ok();
                let entry = id.as_ref().and_then(|id| state.player(id)).map(|player| &player.entry);
                let name = id.as_ref().map_or_else(|| holder.id.to_string(), |id| printed(state, id));
                let parts =
                    [entry.and_then(|entry| entry.faction.as_ref()), entry.and_then(|entry| entry.club.as_ref())];
                let parts = parts.into_iter().flatten().map(ToString::to_string).chain([holder.id.to_string()]);
                ("Player card", name, parts.collect::<Vec<_>>().join(" · "))
            }
            PassKind::Table => {
                ("Table card", format!("Table {}", holder.id), "For a device that stays here".to_owned())
            }
            PassKind::Judge => ("Judge card", holder.id.to_string(), "Calls, rulings, more time".to_owned()),
            PassKind::Desk => ("Desk card", holder.id.to_string(), "Check-in and results".to_owned()),
        };
        let link = format!("{}/j/{pass}", self.address);
        PassCard { kind: kind.to_owned(), name, below, link, pass: grouped(pass) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_people_type_them() {
        let read = |typed: &str| Hall::new(typed, None).map(|hall| hall.address).ok();
        assert_eq!(read("10.0.0.2").as_deref(), Some("http://10.0.0.2"));
        assert_eq!(read(" http://10.0.0.2:8080/ ").as_deref(), Some("http://10.0.0.2:8080"));
        assert_eq!(read("https://hall.example").as_deref(), Some("https://hall.example"));
        assert_eq!(read("[fe80::1]:80").as_deref(), Some("http://[fe80::1]:80"));
        for wrong in ["", "http://", "ftp://x", "a b", "10.0.0.2/x", "x\u{1b}[2J", "ä"] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }
}
