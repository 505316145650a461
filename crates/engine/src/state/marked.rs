//! What lies on places and units, asked of a state.

use adjutant_core::side::Player;

use super::State;
use super::directory::UnitIndex;
use super::mark::Mark;
use super::whereabout::Ground;
use crate::terms::{AreaName, MarkName};

impl State {
    /// What a name of a place means: a marker of that id, or an area, or the objective that an area is.
    pub fn ground(&self, name: AreaName) -> Ground {
        let marker = self.numbered_markers().find(|(_, marker)| marker.id.as_str() == name.as_str());
        let listed = self.mission.as_ref().and_then(|mission| mission.area(name));
        let is = listed.and_then(|area| self.marker(area.objective.as_ref()?));
        marker.or(is).map_or(Ground::Area(name), |(marker, _)| Ground::Marker(marker))
    }

    /// Marks of a name on places, of either player; any mark with a token where no name is given.
    pub fn marks_on_places(&self, name: Option<MarkName>) -> impl Iterator<Item = (&Mark, Ground)> {
        let named = move |mark: &&Mark| name.map_or(mark.token, |name| mark.name == name);
        self.remembered.marks.iter().filter(named).filter_map(|mark| Some((mark, mark.place?)))
    }

    /// Whether a player's mark of a name lies on a place.
    pub fn is_marked(&self, player: Player, name: MarkName, place: Ground) -> bool {
        self.marks_on_places(Some(name)).any(|(mark, on)| mark.player == player && on == place)
    }

    /// Whether a unit bears a player's mark of a name.
    pub fn bears(&self, player: Player, name: MarkName, unit: UnitIndex) -> bool {
        self.remembered.marks.iter().any(|mark| mark.player == player && mark.name == name && mark.unit == Some(unit))
    }

    /// The turn that was played just before this one, whoever's it was; none before the first.
    pub fn previous_turn(&self) -> Option<(u32, Player)> {
        let second = Some(self.active) != self.first;
        if second {
            Some((self.round, self.active.opponent()))
        } else {
            Some((self.round.checked_sub(1)?, self.active.opponent()))
        }
    }
}
