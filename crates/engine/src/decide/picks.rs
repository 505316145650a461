//! What players pick for their objectives, and what their armies are bent on.
//!
//! # Source
//! `missions/README.md`, section 3: picks and marks.

use std::sync::Arc;

use adjutant_core::ids::{MarkerId, UnitId};
use adjutant_core::say;
use adjutant_core::sentence::{Sentence, typed};
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use crate::command::Picked;
use crate::event::Event;
use crate::facts;
use crate::facts::ground;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{Lasts, Objective, Pick, PickAt, RelativeSide};
use crate::state::{Ground, Mark, State, UnitIndex};
use crate::terms::{AreaName, Disposition, Status};

/// A pick that a player's objective asks for, with the objective.
pub(crate) type Asked<'a> = (&'a Arc<Objective>, &'a Pick);

/// What is marked: a unit, a place, or a unit for a place.
type Chosen = (Option<UnitIndex>, Option<Ground>);

/// The picks that objectives of a player ask for.
pub(crate) fn asked(state: &State, player: Player) -> impl Iterator<Item = Asked<'_>> {
    state.objectives(player).flat_map(|(_, objective)| objective.picks.iter().map(move |pick| (objective, pick)))
}

/// Who makes a pick for an objective of a player.
pub(crate) fn picker(pick: &Pick, player: Player) -> Player {
    if pick.by == RelativeSide::Enemy { player.opponent() } else { player }
}

/// Whether it is the moment of a pick of a player's objective, and it is not made yet.
pub(crate) fn is_due(state: &State, player: Player, pick: &Pick) -> bool {
    let made = |mark: &&Mark| mark.player == player && mark.name == pick.mark;
    let this_turn = |mark: &Mark| mark.laid == (state.round, state.active);
    let in_battle = state.status == Status::Battle;
    match pick.at {
        PickAt::Setup => state.status == Status::Setup && !state.remembered.marks.iter().any(|mark| made(&mark)),
        PickAt::Drawn => in_battle && !state.remembered.marks.iter().any(|mark| made(&mark)),
        PickAt::OwnTurnStart => {
            let first = state.phase == state.law().first_phase();
            in_battle && first && state.active == player && !state.remembered.marks.iter().filter(made).any(this_turn)
        }
        PickAt::OwnTurnEnd => in_battle && state.active == player && state.law().phase_after(state.phase).is_none(),
    }
}

/// The units that a pick can name now, as far as the log tells.
pub(crate) fn candidates(state: &State, player: Player, pick: &Pick) -> Vec<UnitIndex> {
    let fits = |unit: UnitIndex| {
        let unit = state.unit_at(unit);
        let standing = unit.is_on_battlefield();
        standing && pick.units.iter().any(|filter| facts::unit_fits(state, player, filter, unit) != Some(false))
    };
    let able = |unit: &UnitIndex| pick.uses.is_none_or(|mark| state.bears(player, mark, *unit));
    let fitting: Vec<UnitIndex> = state.units.numbers().filter(|unit| fits(*unit)).filter(able).collect();
    let (true, Some(otherwise)) = (fitting.is_empty(), &pick.otherwise) else { return fitting };
    let other = |unit: &UnitIndex| {
        let unit = state.unit_at(*unit);
        facts::unit_fits(state, player, otherwise, unit) != Some(false)
    };
    state.units.numbers().filter(other).collect()
}

impl Desk<'_> {
    pub(super) fn disposition(&self, player: Player, is: Disposition) -> Decision {
        self.speaks_for(player)?;
        let known: Vec<Disposition> = self.state.pack.iter().flat_map(|pack| pack.dispositions()).collect();
        if !known.contains(&is) {
            let words: Vec<&str> = known.iter().map(|one| one.as_str()).collect();
            let accepted = if words.is_empty() {
                "nothing: this pack asks for none".into()
            } else {
                say!("one of {}", words.join(" "))
            };
            return refuse(RefusalCode::Unknown, say!("no disposition `{}` in this pack", typed(&is)), accepted);
        }
        if let Some(before) = self.state.disposition(player).filter(|before| *before != is) {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("the army of {} is bent on {}", player, before),
                "what its list says; or take back the earlier record first",
            );
        }
        if let Some(mission) = self.state.mission.as_ref().filter(|mission| !mission.primaries.is_empty())
            && !mission.primaries.contains_key(&is)
        {
            let words: Vec<&str> = mission.primaries.keys().map(|one| one.as_str()).collect();
            return refuse(
                RefusalCode::BadValue,
                say!("{} is not played by an army bent on {}", mission.id, is),
                say!("one of {}; or another mission", words.join(" ")),
            );
        }
        Ok(vec![Event::DispositionSaid { player, is }])
    }

    pub(super) fn pick(&self, picked: &Picked) -> Decision {
        let (state, player) = (self.state, picked.player);
        let Some((objective, pick)) = asked(state, player).find(|(_, pick)| pick.mark == picked.mark) else {
            let marks: Vec<&str> = asked(state, player).map(|(_, pick)| pick.mark.as_str()).collect();
            let accepted = if marks.is_empty() { "nothing to pick".into() } else { say!("one of {}", marks.join(" ")) };
            return refuse(
                RefusalCode::Unknown,
                say!("no objective of {} asks for a pick `{}`", player, typed(&picked.mark)),
                accepted,
            );
        };
        self.speaks_for(picker(pick, player))?;
        let chosen = self.chosen(player, pick, picked)?;
        self.picked_in_time(player, pick)?;
        self.as_many_as(player, pick, chosen.len())?;
        let card = (pick.lasts == Lasts::Active).then(|| objective.id.clone());
        let laid = (state.round, state.active);
        let mut events = Vec::new();
        for (unit, place) in chosen {
            let (bearer, used) = if pick.uses.is_some() { (None, unit) } else { (unit, None) };
            let (name, token, lasts, card) = (pick.mark, pick.token, pick.lasts, card.clone());
            let mark = Mark { name, player, unit: bearer, place, token, lasts, card, laid };
            events.push(Event::MarkLaid { mark: Box::new(mark) });
            if let (Some(unit), Some(mark)) = (used, pick.uses) {
                events.push(Event::MarkUsed { player, mark, unit });
            }
        }
        Ok(events)
    }

    fn picked_in_time(&self, player: Player, pick: &Pick) -> Result<(), Refusal> {
        if is_due(self.state, player, pick) {
            return Ok(());
        }
        let made = self.state.remembered.marks.iter().any(|mark| mark.player == player && mark.name == pick.mark);
        let (code, accepted): (_, Sentence) = match pick.at {
            PickAt::Drawn if made => (RefusalCode::AlreadyDone, "one pick for as long as the card is active".into()),
            PickAt::Setup => (RefusalCode::NotYourMoment, "before the battle, once".into()),
            PickAt::Drawn => (RefusalCode::NotYourMoment, "during the battle".into()),
            PickAt::OwnTurnStart => (RefusalCode::NotYourMoment, say!("the first phase of {}'s turn, once", player)),
            PickAt::OwnTurnEnd => (RefusalCode::NotYourMoment, say!("the last phase of {}'s turn", player)),
        };
        refuse(code, say!("`{}` is not picked now", typed(&pick.mark)), accepted)
    }

    /// What is picked, in the form that the pick has, and nothing that it cannot be.
    fn chosen(&self, player: Player, pick: &Pick, picked: &Picked) -> Result<Vec<Chosen>, Refusal> {
        in_its_form(pick, picked)?;
        let able = candidates(self.state, player, pick);
        let mut chosen: Vec<Chosen> = Vec::new();
        let units = picked.units.iter().map(|unit| (unit, None));
        for (id, marker) in units.chain(picked.pairs.iter().map(|(unit, marker)| (unit, Some(marker)))) {
            chosen.push(self.chosen_unit(player, pick, &able, (id, marker))?);
        }
        for marker in &picked.markers {
            let marker = self.known_marker(marker)?;
            chosen.push((None, Some(self.pickable(player, pick, marker)?)));
        }
        for area in &picked.areas {
            chosen.push((None, Some(self.pickable_area(player, pick, *area)?)));
        }
        let place_twice = |at: usize| {
            let (_, place) = chosen[at];
            place.is_some() && chosen[..at].iter().any(|(_, other)| *other == place)
        };
        let twice = |at: usize| chosen[..at].contains(&chosen[at]) || place_twice(at);
        if (0..chosen.len()).any(twice) {
            return refuse(RefusalCode::BadValue, "the same is picked twice", "each unit and each place once");
        }
        Ok(chosen)
    }

    fn chosen_unit(
        &self,
        player: Player,
        pick: &Pick,
        able: &[UnitIndex],
        (id, marker): (&UnitId, Option<&MarkerId>),
    ) -> Result<Chosen, Refusal> {
        let (index, unit) = self.unit(id)?;
        if !able.contains(&index) {
            let ids: Vec<&str> = able.iter().map(|unit| self.state.unit_at(*unit).id.as_str()).collect();
            let accepted = if ids.is_empty() { "no unit".into() } else { say!("one of {}", ids.join(" ")) };
            let message = say!("{} cannot be picked as {}", unit.title(), pick.mark);
            return refuse(RefusalCode::ContradictsFacts, message, accepted);
        }
        let Some(marker) = marker else { return Ok((Some(index), None)) };
        let marker = self.known_marker(marker)?;
        if facts::in_range(self.state, unit, marker) == Some(false) && pick.uses.is_some() {
            let message = say!("{} is not in range of {}", unit.title(), self.state.markers[marker].id);
            return refuse(RefusalCode::ContradictsFacts, message, "a marker in its range");
        }
        Ok((Some(index), Some(self.pickable(player, pick, marker)?)))
    }

    fn pickable(&self, player: Player, pick: &Pick, marker: crate::rules::MarkerIndex) -> Result<Ground, Refusal> {
        let standing = &self.state.markers[marker];
        let fits = pick.markers.as_ref().and_then(|filter| facts::marker_fits(self.state, player, filter, marker));
        if standing.on_battlefield && fits != Some(false) {
            return Ok(Ground::Marker(marker));
        }
        refuse(
            RefusalCode::ContradictsFacts,
            say!("{} cannot be picked as {}", standing.id, pick.mark),
            "a marker that the rule names",
        )
    }

    fn pickable_area(&self, player: Player, pick: &Pick, area: AreaName) -> Result<Ground, Refusal> {
        let place = self.known_area(area)?;
        let fits = pick.areas.as_ref().and_then(|filter| ground::area_fits(self.state, player, filter, area));
        if fits != Some(false) {
            return Ok(place);
        }
        refuse(
            RefusalCode::ContradictsFacts,
            say!("{} cannot be picked as {}", area, pick.mark),
            "an area that the rule names",
        )
    }

    /// An area of the mission; any where the mission lists none.
    pub(super) fn known_area(&self, area: AreaName) -> Result<Ground, Refusal> {
        let areas = self.state.mission.as_ref().map_or(&[][..], |mission| &mission.areas);
        let place = self.state.ground(area);
        if areas.is_empty() || matches!(place, Ground::Marker(_)) || areas.iter().any(|known| known.id == area) {
            return Ok(place);
        }
        let ids: Vec<&str> = areas.iter().map(|area| area.id.as_str()).collect();
        refuse(
            RefusalCode::Unknown,
            say!("no area `{}` in this mission", typed(&area)),
            say!("one of {}", ids.join(" ")),
        )
    }

    fn as_many_as(&self, player: Player, pick: &Pick, number: usize) -> Result<(), Refusal> {
        let (least, most) = (pick.least.get().unsigned_abs() as usize, pick.most.get().unsigned_abs() as usize);
        let able = candidates(self.state, player, pick).len();
        let least = if pick.units.is_empty() { least } else { least.min(able) };
        let none_fits = pick.otherwise.is_some() && {
            let plain = Pick { otherwise: None, ..pick.clone() };
            candidates(self.state, player, &plain).is_empty()
        };
        let (least, most) = if none_fits { (1.min(able), 1) } else { (least, most) };
        if (least..=most).contains(&number) && number > 0 {
            return Ok(());
        }
        refuse(
            RefusalCode::BadValue,
            say!("{} picked as {}", number, pick.mark),
            if least == most { say!("{}", most) } else { say!("{} to {}", least.max(1), most) },
        )
    }

    /// Tokens of the speaker's opponent leave a marker, where the log could not see that a move took them off.
    pub(super) fn clear_marker(&self, marker: crate::rules::MarkerIndex) -> Decision {
        let of = self.by.player().map(Player::opponent);
        let place = Ground::Marker(marker);
        let lies = |mark: &Mark| mark.token && mark.place == Some(place) && of.is_none_or(|of| mark.player == of);
        if !self.state.remembered.marks.iter().any(lies) {
            return refuse(
                RefusalCode::ContradictsFacts,
                say!("no token of the opponent lies on {}", self.state.markers[marker].id),
                "a marker with one",
            );
        }
        Ok(vec![Event::TokensTaken { place, of, one: false }])
    }
}

/// Whether a pick is said in the form that it has.
fn in_its_form(pick: &Pick, picked: &Picked) -> Result<(), Refusal> {
    let pairs = !pick.units.is_empty() && pick.markers.is_some();
    let given = [
        ("`units`", !picked.units.is_empty(), !pick.units.is_empty() && !pairs),
        ("`markers`", !picked.markers.is_empty(), pick.markers.is_some() && !pairs),
        ("`areas`", !picked.areas.is_empty(), pick.areas.is_some()),
        ("`pairs`", !picked.pairs.is_empty(), pairs),
    ];
    let Some((word, ..)) = given.iter().find(|(_, given, right)| *given && !right) else { return Ok(()) };
    let right: Vec<&str> = given.iter().filter(|(_, _, right)| *right).map(|(word, ..)| *word).collect();
    refuse(RefusalCode::BadValue, say!("{} is picked by {}", pick.mark, word), right.join(" or "))
}
