//! What mission rules do to markers before the battle: who moves which, and what a marker becomes.
//!
//! # Source
//! `docs/rules/missions.md`, C.2 (Drop Zone Repleted, Priority Objectives), AMB-40.

use adjutant_core::numbers::Inches;
use adjutant_core::say;
use adjutant_core::sentence::typed;
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use crate::command::{MarkerChange, SecretKind};
use crate::event::Event;
use crate::facts;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{MarkerFilter, MarkerIndex, Mission, MissionRule, TagRule};
use crate::terms::{MarkerTag, Role, Status};

impl Desk<'_> {
    /// Open, by the player's own choice: not where a commitment binds the player to a secret one.
    pub(super) fn marker_openly(&self, change: &MarkerChange) -> Decision {
        let events = self.marker(change)?;
        if change.becomes == Some(MarkerTag::Priority) {
            self.not_bound(SecretKind::PriorityMarker)?;
        }
        Ok(events)
    }

    pub(super) fn marker(&self, change: &MarkerChange) -> Decision {
        let cleared = change.cleared == Some(true);
        let given = [change.becomes.is_some(), change.moves_to.is_some(), change.removed == Some(true), cleared];
        if let Some(at) = change.placed {
            return self.place_marker(change, at, given);
        }
        let index = self.known_marker(&change.marker)?;
        if given.iter().filter(|g| **g).count() != 1 || change.across_mm.is_some() {
            return refuse(
                RefusalCode::BadValue,
                "a marker that changes in no way, or in several",
                "one of `becomes`, `moves_to`, `placed`, `removed`: true, `cleared`: true",
            );
        }
        if change.roll.as_ref().is_some_and(|roll| roll.is_empty() || roll.len() > 1000 || change.becomes.is_none()) {
            return refuse(
                RefusalCode::BadValue,
                "a marker with dice that draw nothing",
                "`roll` with `becomes`, 1 to 1000 faces",
            );
        }
        if let Some(tag) = change.becomes {
            return self.tag_marker(index, tag);
        }
        if let Some(at) = change.moves_to {
            return self.move_marker(index, at);
        }
        if cleared { self.clear_marker(index) } else { self.remove_marker(index) }
    }

    /// What rules remove (Drop Zone Repleted, Raze Objective) goes by itself: one player alone takes nothing away.
    fn remove_marker(&self, index: MarkerIndex) -> Decision {
        let id = &self.state.markers[index].id;
        if self.by.player().is_some() {
            return refuse(
                RefusalCode::NotAllowedBy,
                say!("{} taken off the battlefield by `{}` alone", id, typed(&self.by)),
                "`both` or `judge`; what a mission rule or an action removes goes by itself",
            );
        }
        if !self.state.markers[index].on_battlefield {
            return refuse(RefusalCode::AlreadyDone, say!("{} is gone already", id), "a marker that is there");
        }
        Ok(vec![Event::MarkerRemoved { marker: index }])
    }

    fn tag_marker(&self, index: MarkerIndex, tag: MarkerTag) -> Decision {
        let rules = self.state.mission.iter().flat_map(|mission| &mission.rules);
        let rule = rules.into_iter().find_map(|rule| match rule {
            MissionRule::TaggedMarkers { among, tags, .. } => tags.iter().find(|t| t.tag == tag).map(|t| (among, t)),
            _ => None,
        });
        let Some((among, rule)) = rule else {
            return refuse(RefusalCode::BadValue, "this mission makes no such marker", "what the mission's rule names");
        };
        let owner = self.tagging_player(among, rule, index)?;
        self.drawn_in_order(tag, rule)?;
        let fits = |marker: MarkerIndex| facts::marker_fits(self.state, owner, among, marker) != Some(false);
        let untagged = |marker: MarkerIndex| self.state.markers[marker].tags.is_empty();
        if !fits(index) || !untagged(index) {
            let free = self.state.numbered_markers().filter(|(marker, _)| fits(*marker) && untagged(*marker));
            let ids: Vec<&str> = free.map(|(_, marker)| marker.id.as_str()).collect();
            return refuse(
                RefusalCode::BadValue,
                say!("{} cannot become that", self.state.markers[index].id),
                say!("one of {}", ids.join(" ")),
            );
        }
        let tagged = self.state.numbered_markers().filter(|(_, marker)| marker.tags.contains(&tag));
        let counted = tagged.filter(|(marker, _)| !rule.each_player || fits(*marker)).count();
        self.before_battle("a marker is drawn")?;
        if counted >= rule.markers.get().unsigned_abs() as usize {
            return refuse(
                RefusalCode::AlreadyDone,
                "that marker was drawn already",
                "take back the earlier `marker` first",
            );
        }
        Ok(vec![Event::MarkerTagged { marker: index, tag }])
    }

    /// What the mission draws, in its order: those before it first; and no priorities before every marker is moved.
    fn drawn_in_order(&self, tag: MarkerTag, rule: &TagRule) -> Result<(), Refusal> {
        if let Some(name) = crate::decide::setup::unmoved_markers(self.state).filter(|_| rule.each_player) {
            return refuse(
                RefusalCode::TooEarly,
                say!("{}: a marker is noted before every marker is moved", name),
                "all moves first (`moves_to`; a marker may stay where it is)",
            );
        }
        let rules = self.state.mission.iter().flat_map(|mission| &mission.rules);
        let drawn = |tag: MarkerTag| self.state.markers.iter().filter(|marker| marker.tags.contains(&tag)).count();
        for rule in rules {
            let MissionRule::TaggedMarkers { tags, .. } = rule else { continue };
            let before = tags.iter().take_while(|other| other.tag != tag);
            let mut waiting = before
                .filter(|other| other.by.is_some() && drawn(other.tag) < other.markers.get().unsigned_abs() as usize);
            if let Some(first) = waiting.next().filter(|_| tags.iter().any(|other| other.tag == tag)) {
                return refuse(
                    RefusalCode::TooEarly,
                    say!("{} is drawn before {}", tag.as_str(), first.tag.as_str()),
                    say!("{} first", first.tag.as_str()),
                );
            }
        }
        Ok(())
    }

    /// From whose view a marker is chosen: the speaker's; where nobody speaks alone, that of the player it fits.
    fn tagging_player(&self, among: &MarkerFilter, rule: &TagRule, index: MarkerIndex) -> Result<Player, Refusal> {
        if !rule.each_player {
            let Some(role) = rule.by else { return Ok(self.by.player().unwrap_or(Player::One)) };
            self.zones_chosen("a marker is drawn")?;
            let drawer = match (role, self.state.attacker) {
                (Role::Attacker, Some(attacker)) => attacker,
                (Role::Defender, Some(attacker)) => attacker.opponent(),
                (_, None) => return Ok(Player::One),
            };
            self.speaks_for(drawer)?;
            return Ok(drawer);
        }
        self.zones_chosen("each player chooses a marker")?;
        let fits = |player: &Player| facts::marker_fits(self.state, *player, among, index) == Some(true);
        Ok(self.by.player().or_else(|| Player::BOTH.into_iter().find(fits)).unwrap_or(Player::One))
    }

    fn move_marker(&self, index: MarkerIndex, at: [Inches; 2]) -> Decision {
        let Some(mission) = &self.state.mission else { return Ok(Vec::new()) };
        let rule = mission.rules.iter().find_map(|rule| match rule {
            MissionRule::MovedMarkers { among, within_in, movers, .. } => Some((among, *within_in, movers.as_slice())),
            _ => None,
        });
        let speaker = self.by.player().unwrap_or(Player::One);
        let fits = |among| facts::marker_fits(self.state, speaker, among, index) != Some(false);
        let Some((_, within, movers)) = rule.filter(|(among, _, _)| fits(among)) else {
            return refuse(
                RefusalCode::BadValue,
                "this mission does not move that marker",
                "what the mission's rule names",
            );
        };
        self.is_movers_turn(mission, index, movers)?;
        self.lies_near(mission, index, at, within)?;
        self.zones_chosen("markers are moved")?;
        self.moves_are_due(index, movers.len())?;
        Ok(vec![Event::MarkerMoved { marker: index, at }])
    }

    /// Refuses a place off the board, or one where the marker would stick out of its circle.
    fn lies_near(&self, mission: &Mission, index: MarkerIndex, at: [Inches; 2], within: Inches) -> Result<(), Refusal> {
        let inside =
            at.iter().zip(mission.board).all(|(at, edge)| (0..=edge.thousandths()).contains(&at.thousandths()));
        let from = mission.markers[index].at;
        let leg = |i: usize| i64::from(at[i].thousandths() - from[i].thousandths());
        // All of the marker stays within the distance, so its centre half its width less. An inch has 254,000
        // units of 0.1 µm.
        let radius = i64::from(self.state.law().control.marker_mm) * 5_000;
        let reach = i128::from(i64::from(within.thousandths()) * 254 - radius);
        let square = |leg: i64| i128::from(leg * 254).pow(2);
        if inside && reach >= 0 && square(leg(0)) + square(leg(1)) <= reach * reach {
            return Ok(());
        }
        refuse(
            RefusalCode::BadValue,
            say!("{} at [{}, {}]", self.state.markers[index].id, at[0], at[1]),
            say!("a place on the board, the marker wholly within {}\" of [{}, {}]", within, from[0], from[1]),
        )
    }

    /// Refuses the move of another player than the one whose turn it is, and a label that this player has just moved.
    fn is_movers_turn(&self, mission: &Mission, index: MarkerIndex, movers: &[Role]) -> Result<(), Refusal> {
        let done = &self.state.moved_markers;
        let (Some(mover), Some(attacker)) = (movers.get(done.len()), self.state.attacker) else { return Ok(()) };
        self.speaks_for(if *mover == Role::Attacker { attacker } else { attacker.opponent() })?;
        let label = |marker: MarkerIndex| mission.markers[marker].label.as_deref();
        let before = done.last().filter(|_| movers[done.len() - 1] == *mover);
        if before.is_some_and(|before| *before != index && label(*before) == label(index)) {
            return refuse(
                RefusalCode::BadValue,
                say!("{} has the label that the same player moved just before", self.state.markers[index].id),
                "a marker of the other label",
            );
        }
        Ok(())
    }

    /// Refuses a move that comes too late, a second one of the same marker, and more moves than the rule has.
    fn moves_are_due(&self, index: MarkerIndex, moves: usize) -> Result<(), Refusal> {
        let state = self.state;
        self.before_battle("a marker is moved")?;
        let tagged = state.markers.iter().any(|marker| !marker.tags.is_empty());
        if tagged || Player::BOTH.iter().any(|player| state.sides[*player].reserves_declared) {
            return refuse(
                RefusalCode::NotYourMoment,
                "a marker is moved after priorities were noted or reserves declared",
                "all moves first; take back the later records",
            );
        }
        if state.moved_markers.contains(&index) || state.moved_markers.len() >= moves {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("{} was moved already, or every move was made", state.markers[index].id),
                "each marker is moved once",
            );
        }
        Ok(())
    }

    fn zones_chosen(&self, what: &str) -> Result<(), Refusal> {
        if Player::BOTH.iter().all(|player| self.state.sides[*player].zone.is_some()) {
            return Ok(());
        }
        refuse(RefusalCode::TooEarly, say!("{} before the zones are chosen", what), "`roles` and `zone` first")
    }

    fn before_battle(&self, what: &str) -> Result<(), Refusal> {
        if self.state.status == Status::Setup {
            return Ok(());
        }
        refuse(RefusalCode::NotYourMoment, say!("{} before the battle; this is {}", what, self.moment()), "set-up")
    }
}
