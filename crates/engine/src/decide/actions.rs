//! Actions and psychic actions.
//!
//! # Source
//! `docs/rules/battle.md`, D-9 and B.4.

use std::sync::Arc;

use adjutant_core::ids::{ActionId, MarkerId, UnitId};
use adjutant_core::say;
use adjutant_core::sentence::{Sentence, typed};
use adjutant_core::side::Player;
use adjutant_geometry::Length;

use super::desk::{Decision, Desk, refuse};
use super::psychic::PsychicTest;
use crate::command::ActionAim;
use crate::event::Event;
use crate::facts::control;
use crate::facts::ground;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{Action, Completes, Effect, MarkerIndex, MarkerTarget, Requirement, StartsAt, UnitKind};
use crate::state::table::measured;
use crate::state::{Aim, Ground, Shock, Unit, UnitIndex};
use crate::terms::{Banner, BattlefieldRole, Deed, Spot};
use crate::{facts, timing};

impl Desk<'_> {
    pub(super) fn start_action(
        &self,
        id: &UnitId,
        action: &ActionId,
        (marker, spot, aim): (Option<&MarkerId>, Option<Spot>, Option<&ActionAim>),
    ) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        let action = self.offered(unit.player, action)?;
        let marker = marker.map(|id| self.known_marker(id)).transpose()?;
        let aim = self.aim_of(&action, aim)?;
        // An area that is an objective is meant by its marker.
        let marker = marker.or_else(|| match self.state.ground(aim.area?) {
            Ground::Marker(marker) if action.marker.is_some() => Some(marker),
            _ => None,
        });
        let aim = Aim { area: aim.area.filter(|_| marker.is_none()), ..aim };
        self.fits_form(&action, marker, aim)?;
        let spot = self.spot_of(unit, &action, spot)?;
        self.action_moment(unit, &action)?;
        self.action_once(index, unit, &action)?;
        if unit.action.is_some() {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("{} performs an action already", unit.title()),
                "another unit",
            );
        }
        self.on_battlefield(unit)?;
        let acts = &unit.acts;
        self.is_free_to(Deed::Action, unit)?;
        let busy = self.after_forbids(unit, Deed::Action) || acts.oversize;
        self.acts(busy, || say!("{} Advanced or Fell Back this turn, or was too large", unit.title()), "another unit")?;
        self.eligible(unit, &action)?;
        self.facts_allow(unit, &action, (marker, spot, aim))?;
        let attempted = Event::ActionAttempted { unit: index, action: action.id.clone() };
        if action.completes == Completes::AtOnce {
            let done = timing::completed(self.state, index, &action, (marker, spot, aim));
            return Ok(std::iter::once(attempted).chain(done).collect());
        }
        let (action, aim) = (action.id.clone(), Box::new(aim));
        let started = Event::ActionStarted { unit: index, action, marker, spot, aim };
        Ok(vec![attempted, started])
    }

    /// What an action is about beside a marker or a spot, by its names.
    fn aim_of(&self, action: &Action, aim: Option<&ActionAim>) -> Result<Aim, Refusal> {
        let Some(aim) = aim else { return Ok(Aim::default()) };
        let wrong = [
            (aim.area.is_some() && action.area.is_none(), "an area"),
            (aim.target.is_some() && action.target.is_none(), "a unit"),
            (aim.takes.is_some() && action.effect != Some(Effect::RemoveToken), "a token"),
        ];
        if let Some((_, what)) = wrong.iter().find(|(wrong, _)| *wrong) {
            return refuse(RefusalCode::BadValue, say!("{} is not about {}", action.id, what), say!("no {}", what));
        }
        if let Some(area) = aim.area {
            self.known_area(area)?;
        }
        let target = aim.target.as_ref().map(|id| self.unit(id).map(|(index, _)| index)).transpose()?;
        let takes = aim.takes.map(|place| self.known_area(place)).transpose()?;
        Ok(Aim { area: aim.area, target, takes })
    }

    pub(super) fn psychic_action(&self, id: &UnitId, action: &ActionId, test: &PsychicTest<'_>) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        let action = self.offered(unit.player, action)?;
        let Some(psychic) = action.psychic else {
            return refuse(
                RefusalCode::BadValue,
                say!("{} is not a psychic action", action.id),
                "`start-action` for an action, `psychic-action` for a psychic one",
            );
        };
        self.psychic_moment(unit, test)?;
        self.action_once(index, unit, &action)?;
        if unit.action.is_some() {
            return refuse(
                RefusalCode::UnitState,
                say!("{} performs another action", unit.title()),
                "choose a unit that performs no action",
            );
        }
        self.on_battlefield(unit)?;
        self.eligible(unit, &action)?;
        let tested = self.psychic_test(index, unit, test)?;
        self.acts(unit.acts.fell_back, || say!("{} Fell Back this turn", unit.title()), "a unit that did not")?;
        self.acts(
            unit.acts.casts > 0,
            || say!("{} has attempted to manifest psychic powers this turn", unit.title()),
            "a psychic action instead of all of a unit's psychic powers",
        )?;
        self.facts_allow(unit, &action, (None, None, Aim::default()))?;
        let mut events = vec![
            Event::ActionAttempted { unit: index, action: action.id.clone() },
            Event::PsychicActionAttempted { unit: index },
        ];
        let lives = self.keeps_psyker(unit, &tested);
        events.extend(tested);
        if lives && self.manifests(test, psychic.warp_charge.get()) {
            events.extend(timing::completed(self.state, index, &action, (None, None, Aim::default())));
        }
        Ok(events)
    }

    pub(super) fn fail_action(&self, id: &UnitId) -> Decision {
        let (index, unit) = self.unit(id)?;
        if unit.action.is_none() {
            return refuse(RefusalCode::UnitState, say!("{} performs no action", unit.title()), "a unit that does");
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
                    say!("{} has no action `{}`", player, typed(&id)),
                    if names.is_empty() { "no action at all".into() } else { say!("one of {}", names.join(" ")) },
                )
            }
        }
    }

    fn fits_form(&self, action: &Action, marker: Option<MarkerIndex>, aim: Aim) -> Result<(), Refusal> {
        if action.psychic.is_some() {
            return refuse(
                RefusalCode::BadValue,
                say!("{} is a psychic action", action.id),
                "`psychic-action` with its Psychic test",
            );
        }
        if action.target.is_some() && aim.target.is_none() {
            return refuse(
                RefusalCode::BadValue,
                say!("{} names no unit that it is about", action.id),
                "`aim`, `target`: the unit",
            );
        }
        if action.area.is_some() && marker.is_none() && aim.area.is_none() {
            let accepted = if action.marker.is_some() { "`marker`, or `area` in `aim`" } else { "`area` in `aim`" };
            return refuse(RefusalCode::BadValue, say!("{} names no area", action.id), accepted);
        }
        if action.effect == Some(Effect::RemoveToken) && aim.takes.is_none() {
            return refuse(
                RefusalCode::BadValue,
                say!("{} names no token that it takes off", action.id),
                "`takes` in `aim`: the place where it lies",
            );
        }
        match (&action.marker, marker) {
            (Some(_), None) if action.area.is_some() => Ok(()),
            (Some(_), None) => refuse(
                RefusalCode::BadValue,
                say!("{} names no marker", action.id),
                "`marker`: the marker that it is about",
            ),
            (None, Some(_)) => refuse(RefusalCode::BadValue, say!("{} is about no marker", action.id), "no `marker`"),
            _ => Ok(()),
        }
    }

    /// The spot that is named, or the only one that the place tells.
    fn spot_of(&self, unit: &Unit, action: &Action, named: Option<Spot>) -> Result<Option<Spot>, Refusal> {
        if action.spots.is_empty() {
            return match named {
                None => Ok(None),
                Some(_) => refuse(RefusalCode::BadValue, say!("{} is about no spot", action.id), "no `spot`"),
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
                say!("{} of {} does not tell its spot", action.id, unit.title()),
                say!("`spot`: one of {}", action.spots.iter().map(|spot| spot.as_str()).collect::<Vec<_>>().join(" ")),
            ),
        }
    }

    fn action_moment(&self, unit: &Unit, action: &Action) -> Result<(), Refusal> {
        let law = self.state.law();
        let phase = action.starts.phase().or_else(|| law.phase_of(Deed::Action).map(|(phase, ..)| phase));
        let elsewhere = action.starts.phase().is_some_and(|phase| phase != self.state.phase);
        if elsewhere || !law.allows(self.state.phase, Deed::Action, self.state.active == unit.player) {
            let phase = phase.unwrap_or_default();
            return refuse(
                RefusalCode::NotYourMoment,
                say!("actions start in their player's own {} phase; this is {}", phase.title(), self.moment()),
                say!("{}'s {} phase", unit.player, phase),
            );
        }
        if let Some(from) = action.from_round.filter(|from| from.get().unsigned_abs() > self.state.round) {
            return refuse(
                RefusalCode::NotYourMoment,
                say!("{} is done from battle round {} on", action.id, from),
                say!("battle round {} or later", from),
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
                say!("{} starts before any unit moves; {} has moved", action.id, moved.title()),
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
                say!("{} has attempted an action this battle round", unit.title()),
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
                say!("{} does {} this battle round already", state.unit_at(*other).title(), action.id),
                "one unit does it in each battle round",
            ),
            _ => Ok(()),
        }
    }

    fn eligible(&self, unit: &Unit, action: &Action) -> Result<(), Refusal> {
        if unit.shock == Shock::Shocked {
            self.soft(
                RefusalCode::NotAble,
                say!("{} is Battle-shocked", unit.title()),
                "a unit that is not Battle-shocked",
            )?;
        }
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
            keywords if keywords.is_empty() => Sentence::from("a unit"),
            keywords => say!("a unit with {}", keywords),
        };
        if !performer.without.is_empty() {
            accepted.words(format!(" without {}", words(&performer.without)));
        }
        refuse(
            RefusalCode::NotEligible,
            say!("{} may not do {}", unit.title(), action.id),
            say!("{}; never AIRCRAFT or Fortifications", accepted),
        )
    }

    fn facts_allow(
        &self,
        unit: &Unit,
        action: &Action,
        (marker, spot, aim): (Option<MarkerIndex>, Option<Spot>, Aim),
    ) -> Result<(), Refusal> {
        let engaged = facts::engaged(self.state, unit);
        if action.psychic.is_none() && engaged == Some(true) {
            return refuse(
                RefusalCode::ContradictsFacts,
                say!("{} is within Engagement Range of the enemy", unit.title()),
                "choose a unit that is not",
            );
        }
        if let (Some(target), Some(marker)) = (&action.marker, marker) {
            self.marker_allows(unit, action, target, marker)?;
        }
        self.aim_allows(unit, action, (marker, aim))?;
        let broken =
            |r: &&Requirement| facts::actions::requirement(self.state, unit, r, marker, spot, aim.area) == Some(false);
        if let Some(broken) = action.requires.iter().find(broken) {
            return refuse(
                RefusalCode::ContradictsFacts,
                say!("{} may not start {} where it stands", unit.title(), action.id),
                facts::actions::requirement_in_words(broken),
            );
        }
        self.fresh(unit.player, action, (marker, spot, aim))
    }

    /// Refuses an area, a unit or a token that the action cannot be about.
    fn aim_allows(
        &self,
        unit: &Unit,
        action: &Action,
        (marker, aim): (Option<MarkerIndex>, Aim),
    ) -> Result<(), Refusal> {
        let state = self.state;
        fn no(why: Sentence, accepted: impl Into<Sentence>) -> Result<(), Refusal> {
            refuse(RefusalCode::ContradictsFacts, why, accepted)
        }
        if let (Some(filter), Some(area), None) = (&action.area, aim.area, marker) {
            if ground::area_fits(state, unit.player, filter, area) == Some(false) {
                return no(say!("{} is not done in {}", action.id, area), "an area that the rule names");
            }
            if ground::is_at(state, unit, state.ground(area)) == Some(false) {
                return no(say!("{} is not in {}", unit.title(), area), "an area that the unit is in");
            }
        }
        if let (Some(rule), Some(index)) = (&action.target, aim.target) {
            let target = state.unit_at(index);
            if facts::unit_fits(state, unit.player, &rule.of, target) == Some(false) {
                return no(say!("{} is not done about {}", action.id, target.title()), "a unit that the rule names");
            }
            let near = measured(unit).zip(measured(target)).zip(rule.within_in);
            if near.is_some_and(|((own, other), reach)| !own.is_within(Length::of(reach), other)) {
                return no(say!("{} is too far from {}", unit.title(), target.title()), "a unit that is close enough");
            }
        }
        let lies = |place| state.marks_on_places(None).any(|(_, on)| on == place);
        match aim.takes {
            Some(place) if !lies(place) => no("no token lies there".into(), "a place where one lies"),
            _ => Ok(()),
        }
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
        fn no(why: Sentence, accepted: impl Into<Sentence>) -> Result<(), Refusal> {
            refuse(RefusalCode::ContradictsFacts, why, accepted)
        }
        if !standing.on_battlefield {
            return no(say!("{} has left the battlefield", standing.id), "a marker that is");
        }
        if facts::marker_fits(state, unit.player, &target.of, marker) == Some(false) {
            return no(
                say!("{} may not do {} at {}", unit.player, action.id, standing.id),
                self.markers_of(unit.player, target),
            );
        }
        if target.controlled && control::effective(state, marker).is_some_and(|c| c.holder != Some(unit.player)) {
            return no(say!("{} does not control {}", unit.player, standing.id), "a marker that the player controls");
        }
        if target.no_enemies_in_range && facts::enemies_in_range(state, unit.player, marker) == Some(true) {
            return no(say!("an enemy unit is in range of {}", standing.id), "a marker without enemies in range");
        }
        if target.without_own_banner && standing.banners[unit.player] == Banner::Raised {
            return no(say!("a banner of {} stands on {}", unit.player, standing.id), "a marker without one");
        }
        let shared = state.units.iter().find(|other| {
            other.player == unit.player
                && other.id != unit.id
                && other.action.as_ref().is_some_and(|a| a.action == action.id && a.marker == Some(marker))
        });
        match shared {
            Some(other) => no(say!("{} does this at {} already", other.title(), standing.id), "a marker for each unit"),
            None => Ok(()),
        }
    }

    /// The markers at which a player may do an action, as far as the set-up tells.
    fn markers_of(&self, player: Player, target: &MarkerTarget) -> Sentence {
        let fit = self
            .state
            .lying_markers()
            .filter(|(index, _)| facts::marker_fits(self.state, player, &target.of, *index) == Some(true));
        let ids: Vec<&str> = fit.map(|(_, marker)| marker.id.as_str()).collect();
        if ids.is_empty() { "a marker that the rule names".into() } else { say!("one of {}", ids.join(" ")) }
    }

    /// A place where the army has completed the action already.
    fn fresh(
        &self,
        player: Player,
        action: &Action,
        (marker, spot, aim): (Option<MarkerIndex>, Option<Spot>, Aim),
    ) -> Result<(), Refusal> {
        let place = (marker, spot, aim.area);
        let done = action.fresh_place
            && self
                .state
                .completions
                .iter()
                .any(|c| c.player == player && c.action == action.id && (c.marker, c.spot, c.aim.area) == place);
        if !done {
            return Ok(());
        }
        refuse(
            RefusalCode::ContradictsFacts,
            say!("{} has completed {} there already", player, action.id),
            "another marker or spot",
        )
    }
}
