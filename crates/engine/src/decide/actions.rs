//! Actions and psychic actions.
//!
//! # Source
//! `docs/rules/battle.md`, D-9 and B.4.

use std::sync::Arc;

use adjutant_core::ids::{ActionId, MarkerId, UnitId};
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use super::psychic::PsychicTest;
use crate::event::Event;
use crate::facts::control;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{Action, MarkerIndex, MarkerTarget, Requirement, StartsAt, UnitKind};
use crate::state::{Unit, UnitIndex};
use crate::terms::{Banner, BattlefieldRole, Deed, Spot};
use crate::{facts, timing};

impl Desk<'_> {
    pub(super) fn start_action(
        &self,
        id: &UnitId,
        action: &ActionId,
        marker: Option<&MarkerId>,
        spot: Option<Spot>,
    ) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        let action = self.offered(unit.player, action)?;
        let marker = marker.map(|id| self.known_marker(id)).transpose()?;
        self.fits_form(&action, marker)?;
        let spot = self.spot_of(unit, &action, spot)?;
        self.action_moment(unit, &action)?;
        self.action_once(index, unit, &action)?;
        if unit.action.is_some() {
            return refuse(
                RefusalCode::AlreadyDone,
                format!("{} performs an action already", unit.title()),
                "another unit",
            );
        }
        self.on_battlefield(unit)?;
        let acts = &unit.acts;
        self.is_free_to(Deed::Action, unit)?;
        let busy = self.after_forbids(unit, Deed::Action) || acts.oversize;
        self.acts(
            busy,
            || format!("{} Advanced or Fell Back this turn, or was too large", unit.title()),
            "another unit",
        )?;
        self.eligible(unit, &action)?;
        self.facts_allow(unit, &action, marker, spot)?;
        Ok(vec![
            Event::ActionAttempted { unit: index, action: action.id.clone() },
            Event::ActionStarted { unit: index, action: action.id.clone(), marker, spot },
        ])
    }

    pub(super) fn psychic_action(&self, id: &UnitId, action: &ActionId, test: &PsychicTest<'_>) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        let action = self.offered(unit.player, action)?;
        let Some(psychic) = action.psychic else {
            return refuse(
                RefusalCode::BadValue,
                format!("{} is not a psychic action", action.id),
                "`start-action` for an action, `psychic-action` for a psychic one",
            );
        };
        self.psychic_moment(unit, test)?;
        self.action_once(index, unit, &action)?;
        if unit.action.is_some() {
            return refuse(
                RefusalCode::UnitState,
                format!("{} performs another action", unit.title()),
                "choose a unit that performs no action",
            );
        }
        self.on_battlefield(unit)?;
        self.eligible(unit, &action)?;
        let tested = self.psychic_test(index, unit, test)?;
        self.acts(unit.acts.fell_back, || format!("{} Fell Back this turn", unit.title()), "a unit that did not")?;
        self.acts(
            unit.acts.casts > 0,
            || format!("{} has attempted to manifest psychic powers this turn", unit.title()),
            "a psychic action instead of all of a unit's psychic powers",
        )?;
        self.facts_allow(unit, &action, None, None)?;
        let mut events = vec![
            Event::ActionAttempted { unit: index, action: action.id.clone() },
            Event::PsychicActionAttempted { unit: index },
        ];
        let lives = self.keeps_psyker(unit, &tested);
        events.extend(tested);
        if lives && self.manifests(test, psychic.warp_charge.get()) {
            events.extend(timing::completed(self.state, index, &action, None, None));
        }
        Ok(events)
    }

    pub(super) fn fail_action(&self, id: &UnitId) -> Decision {
        let (index, unit) = self.unit(id)?;
        if unit.action.is_none() {
            return refuse(RefusalCode::UnitState, format!("{} performs no action", unit.title()), "a unit that does");
        }
        Ok(vec![Event::ActionFailed { unit: index }])
    }

    /// The action, if the mission or a chosen objective opens it to the player.
    fn offered(&self, player: Player, id: &ActionId) -> Result<Arc<Action>, Refusal> {
        let state = self.state;
        let mission = state.mission.iter().flat_map(|mission| mission.actions.iter().cloned());
        let mut open: Vec<ActionId> = mission.collect();
        for (_, objective) in state.objectives(player) {
            open.extend(objective.actions.iter().cloned());
        }
        let action = state.pack.as_ref().and_then(|pack| pack.actions.get(id));
        match action {
            Some(action) if open.contains(id) => Ok(Arc::clone(action)),
            _ => {
                let names: Vec<&str> = open.iter().map(|id| id.as_str()).collect();
                refuse(
                    RefusalCode::Unknown,
                    format!("player {player} has no action `{id}`"),
                    if names.is_empty() { "no action at all".into() } else { format!("one of {}", names.join(" ")) },
                )
            }
        }
    }

    fn fits_form(&self, action: &Action, marker: Option<MarkerIndex>) -> Result<(), Refusal> {
        if action.psychic.is_some() {
            return refuse(
                RefusalCode::BadValue,
                format!("{} is a psychic action", action.id),
                "`psychic-action` with its Psychic test",
            );
        }
        match (&action.marker, marker) {
            (Some(_), None) => refuse(
                RefusalCode::BadValue,
                format!("{} names no marker", action.id),
                "`marker`: the marker that it is about",
            ),
            (None, Some(_)) => {
                refuse(RefusalCode::BadValue, format!("{} is about no marker", action.id), "no `marker`")
            }
            _ => Ok(()),
        }
    }

    /// The spot that is named, or the only one that the place tells.
    fn spot_of(&self, unit: &Unit, action: &Action, named: Option<Spot>) -> Result<Option<Spot>, Refusal> {
        if action.spots.is_empty() {
            return match named {
                None => Ok(None),
                Some(_) => refuse(RefusalCode::BadValue, format!("{} is about no spot", action.id), "no `spot`"),
            };
        }
        let far = action.requires.iter().find_map(|r| match r {
            Requirement::AtSpot { far_in } => Some(*far_in),
            _ => None,
        });
        let far = far.unwrap_or_default();
        let told: Vec<Spot> =
            action.spots.iter().copied().filter(|s| facts::at_spot(self.state, unit, *s, far) == Some(true)).collect();
        match (named, told.as_slice()) {
            (Some(spot), _) if action.spots.contains(&spot) => Ok(Some(spot)),
            (None, [spot]) => Ok(Some(*spot)),
            _ => refuse(
                RefusalCode::BadValue,
                format!("{} of {} does not tell its spot", action.id, unit.title()),
                format!(
                    "`spot`: one of {}",
                    action.spots.iter().map(|spot| spot.as_str()).collect::<Vec<_>>().join(" ")
                ),
            ),
        }
    }

    fn action_moment(&self, unit: &Unit, action: &Action) -> Result<(), Refusal> {
        if !self.state.law().allows(self.state.phase, Deed::Action, self.state.active == unit.player) {
            return refuse(
                RefusalCode::NotYourMoment,
                format!("actions start in their player's own Movement phase; this is {}", self.moment()),
                format!("player {}'s movement phase", unit.player),
            );
        }
        if action.starts != StartsAt::MovementPhaseStart {
            return Ok(());
        }
        let now = self.state.phase_count;
        let arrived = |u: &Unit| u.acts.arrived && u.acts.arrived_in_phase == now;
        let moved = self.state.living(unit.player).find(|u| u.acts.moved || arrived(u) || u.acts.disembarked);
        match moved {
            Some(moved) => refuse(
                RefusalCode::NotYourMoment,
                format!("{} starts before any unit moves; {} has moved", action.id, moved.title()),
                "the start of the Movement phase",
            ),
            None => self.before_phase_closes(unit.player),
        }
    }

    /// One action a unit and round; the same action by two units only where it says so.
    fn action_once(&self, index: UnitIndex, unit: &Unit, action: &Action) -> Result<(), Refusal> {
        let state = self.state;
        if unit.action_round == state.round {
            return refuse(
                RefusalCode::AlreadyDone,
                format!("{} has attempted an action this battle round", unit.title()),
                "a unit attempts one action in each battle round",
            );
        }
        let again = state.law().readings.same_action_twice_a_round;
        let by_another = state
            .actions_this_round
            .iter()
            .find(|(player, id, other)| *player == unit.player && *id == action.id && *other != index);
        match by_another {
            Some((_, _, other)) if !action.several_units && !again => refuse(
                RefusalCode::AlreadyDone,
                format!("{} does {} this battle round already", state.unit_at(*other).title(), action.id),
                "one unit does it in each battle round",
            ),
            _ => Ok(()),
        }
    }

    fn eligible(&self, unit: &Unit, action: &Action) -> Result<(), Refusal> {
        let able = facts::unit_is(unit.player, &action.performer, unit)
            && !self.is(UnitKind::Aircraft, unit)
            && unit.role != BattlefieldRole::Fortification;
        if able {
            return Ok(());
        }
        let performer = &action.performer;
        let words = |names: &[adjutant_core::ids::Name]| {
            names.iter().map(|n| n.as_str().to_owned()).collect::<Vec<_>>().join(" ")
        };
        let mut accepted = match words(&performer.keywords) {
            keywords if keywords.is_empty() => "a unit".to_string(),
            keywords => format!("a unit with {keywords}"),
        };
        if !performer.without.is_empty() {
            accepted += &format!(" without {}", words(&performer.without));
        }
        refuse(
            RefusalCode::NotEligible,
            format!("{} may not do {}", unit.title(), action.id),
            format!("{accepted}; never AIRCRAFT or Fortifications"),
        )
    }

    fn facts_allow(
        &self,
        unit: &Unit,
        action: &Action,
        marker: Option<MarkerIndex>,
        spot: Option<Spot>,
    ) -> Result<(), Refusal> {
        let engaged = facts::engaged(self.state, unit);
        if action.psychic.is_none() && engaged == Some(true) {
            return refuse(
                RefusalCode::ContradictsFacts,
                format!("{} is within Engagement Range of the enemy", unit.title()),
                "choose a unit that is not",
            );
        }
        if let (Some(target), Some(marker)) = (&action.marker, marker) {
            self.marker_allows(unit, action, target, marker)?;
        }
        if let Some(broken) =
            action.requires.iter().find(|r| facts::requirement(self.state, unit, r, marker, spot) == Some(false))
        {
            return refuse(
                RefusalCode::ContradictsFacts,
                format!("{} may not start {} where it stands", unit.title(), action.id),
                facts::requirement_in_words(broken),
            );
        }
        self.fresh(unit.player, action, marker, spot)
    }

    fn marker_allows(
        &self,
        unit: &Unit,
        action: &Action,
        target: &MarkerTarget,
        marker: MarkerIndex,
    ) -> Result<(), Refusal> {
        let state = self.state;
        let standing = &state.markers[marker];
        let no = |why: String, accepted: &str| refuse(RefusalCode::ContradictsFacts, why, accepted);
        if !standing.on_battlefield {
            return no(format!("{} has left the battlefield", standing.id), "a marker that is");
        }
        if facts::marker_fits(state, unit.player, &target.of, marker) == Some(false) {
            return no(
                format!("player {} may not do {} at {}", unit.player, action.id, standing.id),
                &self.markers_of(unit.player, target),
            );
        }
        if target.controlled && control::effective(state, marker).is_some_and(|c| c.holder != Some(unit.player)) {
            return no(
                format!("player {} does not control {}", unit.player, standing.id),
                "a marker that the player controls",
            );
        }
        if target.no_enemies_in_range && facts::enemies_in_range(state, unit.player, marker) == Some(true) {
            return no(format!("an enemy unit is in range of {}", standing.id), "a marker without enemies in range");
        }
        if target.without_own_banner && standing.banners[unit.player] == Banner::Raised {
            return no(format!("a banner of player {} stands on {}", unit.player, standing.id), "a marker without one");
        }
        let shared = state.units.iter().find(|other| {
            other.player == unit.player
                && other.id != unit.id
                && other.action.as_ref().is_some_and(|a| a.action == action.id && a.marker == Some(marker))
        });
        match shared {
            Some(other) => {
                no(format!("{} does this at {} already", other.title(), standing.id), "a marker for each unit")
            }
            None => Ok(()),
        }
    }

    /// The markers at which a player may do an action, as far as the set-up tells.
    fn markers_of(&self, player: Player, target: &MarkerTarget) -> String {
        let fit = self
            .state
            .lying_markers()
            .filter(|(index, _)| facts::marker_fits(self.state, player, &target.of, *index) == Some(true));
        let ids: Vec<&str> = fit.map(|(_, marker)| marker.id.as_str()).collect();
        if ids.is_empty() { "a marker that the rule names".into() } else { format!("one of {}", ids.join(" ")) }
    }

    /// A place where the army has completed the action already.
    fn fresh(
        &self,
        player: Player,
        action: &Action,
        marker: Option<MarkerIndex>,
        spot: Option<Spot>,
    ) -> Result<(), Refusal> {
        let done = action.fresh_place
            && self
                .state
                .completions
                .iter()
                .any(|c| c.player == player && c.action == action.id && c.marker == marker && c.spot == spot);
        if !done {
            return Ok(());
        }
        refuse(
            RefusalCode::ContradictsFacts,
            format!("player {player} has completed {} there already", action.id),
            "another marker or spot",
        )
    }
}
