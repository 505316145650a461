//! A player as somebody names him: an id, a name, or any part of one that fits only one player.

use adjutant_engine::visible::excerpt;
use adjutant_shorthand::naming::{self, Known, Unclear};
use adjutant_tournament::{Name, PlayerId, Tournament, TournamentId};

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
    pub fn find(&self, event: &TournamentId, state: &Tournament) -> Result<PlayerId, CliError> {
        let typed = self.0.trim();
        if let Some(id) = PlayerId::new(typed).ok().filter(|id| state.player(id).is_some()) {
            return Ok(id);
        }
        let ids: Vec<&PlayerId> = state.players.iter().map(|player| &player.entry.player).collect();
        let called = |id: &PlayerId| format!("{} ({id})", state.shown(id));
        let several = |found: &[&PlayerId]| {
            let names: Vec<String> = found.iter().take(NAMED).map(|id| called(id)).collect();
            let more = if found.len() > NAMED { ", …" } else { "" };
            Err(CliError::refused(format!("`{}` fits {} players", excerpt(typed), found.len()))
                .hint(format!("use the id: {}{more}", names.join(", "))))
        };
        // The id of one namesake is the name of both.
        let twins = Name::new(typed).map(|name| state.namesakes(&name).iter().collect::<Vec<_>>()).unwrap_or_default();
        if twins.len() > 1 {
            return several(&twins);
        }
        let names: Vec<String> = ids.iter().map(|id| state.shown(id)).collect();
        let known: Vec<Known<'_>> = ids.iter().zip(&names).map(|(id, name)| Known { id: id.as_str(), name }).collect();
        match naming::find(&known, typed) {
            Ok(at) => Ok(ids[at].clone()),
            Err(Unclear::Several(found)) => several(&found.into_iter().map(|at| ids[at]).collect::<Vec<_>>()),
            Err(Unclear::Unknown(like)) => {
                let meant = naming::did_you_mean(like.into_iter().map(|at| called(ids[at])));
                let all = || format!("`adjutant event show {event}` names the players");
                let message = format!("event {event} has no player `{}` (unknown-player)", excerpt(typed));
                Err(CliError::refused(message).hint(meant.unwrap_or_else(all)))
            }
        }
    }
}
