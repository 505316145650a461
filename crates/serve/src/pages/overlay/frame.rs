//! What overlays have in common: the table that is shown, and a page with something to show or nothing.

use std::sync::Arc;

use adjutant_core::time::Timestamp;
use adjutant_engine::side::Player;
use adjutant_engine::state::State;
use adjutant_engine::view::Status;
use adjutant_tournament::PlayerId;
use adjutant_tournament::command::Pairing;
use maud::{DOCTYPE, Markup, html};

use super::super::icons::sprite;
use super::super::scene::Scene;
use crate::assets;
use crate::game::Past;

/// A table that may be shown: both of its players agreed.
pub struct Aired {
    /// Who plays.
    pub pairing: Pairing,
    /// Their match at the time that is shown.
    pub past: Arc<Past>,
}

impl Aired {
    /// Their match.
    pub(crate) fn state(&self) -> &State {
        self.past.recording.game().state()
    }

    /// One of them.
    pub(crate) fn player(&self, player: Player) -> &PlayerId {
        match player {
            Player::One => &self.pairing.one,
            Player::Two => &self.pairing.two,
        }
    }

    /// When the time of the table is up, while it is played.
    pub(super) fn deadline(&self, scene: &Scene<'_>) -> Option<Timestamp> {
        let deadline = scene.snap.deadline().filter(|_| self.state().status != Status::Ended)?;
        let more = scene.snap.clock.iter().flat_map(|clock| &clock.extensions);
        let own = more.filter(|(table, _)| *table == self.pairing.table).map(|(_, minutes)| i64::from(*minutes));
        Timestamp::of_seconds(deadline.seconds() + own.sum::<i64>() * 60)
    }

    /// How far the battle is: `round 3 of 5`.
    pub(crate) fn stage(&self) -> String {
        let state = self.state();
        match state.status {
            Status::Setup => "set-up".to_owned(),
            Status::Battle => format!("round {} of {}", state.round, state.law().rounds_max().max(state.round)),
            Status::Ended => "final".to_owned(),
        }
    }
}

/// A page with something to show, or with nothing at all.
pub fn document(title: &str, body: Option<&Markup>) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
                noscript { meta http-equiv="refresh" content="2"; }
                link rel="stylesheet" href=(assets::OVERLAY_STYLE.path);
                script src=(assets::OVERLAY_SCRIPT.path) defer {}
            }
            body data-overlay="" {
                @if let Some(body) = body { (body) (sprite(body)) }
            }
        }
    }
}
