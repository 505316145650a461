//! A player as somebody names him: an id, a name, or any part of one that fits only one player.

use adjutant_tournament::id::Alike;
use adjutant_tournament::{EventId, EventState, Name, PlayerId};

use crate::error::CliError;

/// So many players are named where several fit.
const NAMED: usize = 6;

/// What was typed where a player is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who(String);

impl From<String> for Who {
    fn from(text: String) -> Who {
        Who(text)
    }
}

impl Who {
    /// The player that is meant.
    ///
    /// # Errors
    /// Nobody, or several.
    pub fn find(&self, event: &EventId, state: &EventState) -> Result<PlayerId, CliError> {
        let typed = self.0.trim();
        if let Some(id) = PlayerId::new(typed).ok().filter(|id| state.player(id).is_some()) {
            return Ok(id);
        }
        let key = Name::new(typed).map(|name| name.alike()).unwrap_or_default();
        let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<&PlayerId> {
            let players = state.players.iter().map(|player| &player.entry);
            let reads = |text: &str| Name::new(text).is_ok_and(|name| fits(&name.alike()));
            let fits = players.filter(|entry| reads(entry.name.as_str()) || reads(&state.shown(&entry.player)));
            fits.map(|entry| &entry.player).collect()
        };
        let whole = fitting(&|text| text == key);
        let part = || fitting(&|text| text.contains(&key));
        let found = if key.is_empty() {
            Vec::new()
        } else if whole.is_empty() {
            part()
        } else {
            whole
        };
        match found.as_slice() {
            [one] => Ok((*one).clone()),
            [] => Err(CliError::refused(format!("event {event} has no player `{typed}` (unknown-player)"))
                .hint(format!("`adjutant event show {event}` names the players"))),
            several => {
                let names = several.iter().take(NAMED).map(|id| format!("{} ({id})", state.shown(id)));
                let more = if several.len() > NAMED { ", …" } else { "" };
                Err(CliError::refused(format!("`{typed}` fits {} players", several.len()))
                    .hint(format!("use the id: {}{more}", names.collect::<Vec<_>>().join(", "))))
            }
        }
    }
}
