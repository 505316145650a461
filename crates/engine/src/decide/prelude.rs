//! What rules of their own let units do before the battle: infiltrators, redeployments, scouts.
//!
//! Who has such a rule is the players' word; where it is measured, the distances are judged.
//!
//! # Source
//! 001:200-202; 000:362, 422, 1061-1065, 1082-1092; 002:2970, 2998-3000, 3545.

use adjutant_core::ids::UnitId;
use adjutant_core::numbers::Inches;
use adjutant_core::say;
use adjutant_geometry::Length;

use super::desk::{Decision, Desk, refuse};
use super::moves::Way;
use crate::command::Command;
use crate::event::Event;
use crate::facts;
use crate::facts::ways::Ways;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{Clear, Prelude, Scouts};
use crate::state::{Position, Unit, Whereabouts};
use crate::terms::{MoveKind, Place, SetUpHow};

impl Desk<'_> {
    /// `deploy`, plain or by a rule of the unit's own.
    pub(super) fn set_up(&self, id: &UnitId, command: &Command) -> Decision {
        let Command::Deploy { at: place, oversize, how, up_to_in, .. } = command else { return Ok(Vec::new()) };
        match how {
            None if up_to_in.is_some() => refuse(
                RefusalCode::BadValue,
                "a distance without a rule of the unit's own",
                "`scout` with inches of 0 and more",
            ),
            None => self.deploy(id, place.as_ref(), *oversize == Some(true)),
            Some(how) => self.before_the_battle(id, place.as_ref(), *how, *up_to_in),
        }
    }

    fn before_the_battle(&self, id: &UnitId, place: Option<&Place>, how: SetUpHow, up_to: Option<Inches>) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        if up_to.is_some_and(|reach| how != SetUpHow::Scout || reach.thousandths() < 0) {
            return refuse(
                RefusalCode::BadValue,
                say!("{} with a distance that means nothing", how.as_str()),
                "`scout` with inches of 0 and more",
            );
        }
        self.check_place(unit, place)?;
        let position = self.position(unit, place, None);
        let law = self.state.law().prelude.as_ref();
        let unknown = || {
            refuse(
                RefusalCode::BadValue,
                say!("the rules of this pack know no `{}`", how.as_str()),
                "`deploy` alone, with the place where the unit stands at last",
            )
        };
        let mut events = vec![Event::UnitPlaced { unit: index, position: position.clone() }];
        match (how, law) {
            (SetUpHow::Infiltrate, Some(Prelude { infiltrate: Some(clear), .. })) => {
                self.undeployed(unit)?;
                self.deployed_in_turn(unit)?;
                self.is_clear(unit, &position, *clear)?;
                self.ends_fairly(unit, &position)?;
                events.extend(self.set_up_in_turn(unit)?);
            }
            (SetUpHow::Redeploy, Some(Prelude { redeploy: true, .. })) => self.redeploys(unit, &position)?,
            (SetUpHow::Scout, Some(Prelude { scout: Some(law), .. })) => {
                self.scouts(unit, &position, *law, up_to)?;
                events.push(Event::UnitScouted { unit: index });
            }
            _ => return unknown(),
        }
        Ok(events)
    }

    /// A unit that is set up again, once everybody is deployed.
    fn redeploys(&self, unit: &Unit, position: &Position) -> Result<(), Refusal> {
        self.on_battlefield(unit)?;
        let waits = |other: &&Unit| other.whereabouts == Whereabouts::Undeployed;
        if let Some(waits) = self.state.units.iter().find(waits) {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{} is not set up yet: redeployments come after all others", waits.title()),
                "deployment first",
            )?;
        }
        self.deployed_fairly(unit, position, false)
    }

    /// A move before the first turn.
    fn scouts(&self, unit: &Unit, position: &Position, law: Scouts, up_to: Option<Inches>) -> Result<(), Refusal> {
        self.on_battlefield(unit)?;
        let state = self.state;
        let other = unit.player.opponent();
        if law.first_player_first && state.first == Some(unit.player) && state.sides[other].scouted {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{}'s units have moved: those of the player with the first turn move before them", other),
                say!("{}'s scouts first", unit.player),
            )?;
        }
        self.is_clear(unit, position, law.clear)?;
        self.ends_move_fairly(unit, position)?;
        let (Some(Position::Models(old)), Position::Models(new)) = (unit.position(), position) else { return Ok(()) };
        let said = up_to.map(|reach| i64::from(reach.thousandths()));
        let ways = Ways::of(self.state, unit, MoveKind::Normal, (old.measured.as_ref(), new.measured.as_ref()));
        self.stays_within(unit, (old, new), &Way { ways, up: true }, |group| {
            let moves = unit.groups[group].moves();
            said.or(moves.filter(|_| law.normal_move))
        })
    }

    /// Away from enemies and their zone, where that is measured or said.
    fn is_clear(&self, unit: &Unit, position: &Position, clear: Clear) -> Result<(), Refusal> {
        let zone = self.state.sides[unit.player.opponent()].zone;
        let stood = Unit { whereabouts: Whereabouts::Battlefield(position.clone()), ..unit.clone() };
        let near = clear.of_enemies_in.filter(|reach| facts::enemies_within(self.state, &stood, *reach) == Some(true));
        self.placed(
            near.is_some(),
            || say!("{} is set up within {}\" of the enemy", unit.title(), near.unwrap_or_default()),
            say!("farther than {}\" from every enemy", clear.of_enemies_in.unwrap_or_default()),
        )?;
        let (Some(reach), Some(zone)) = (clear.of_zone_in, zone) else { return Ok(()) };
        let inside = facts::within_of_zone(self.state, &stood, zone, reach) == Some(true);
        self.placed(
            inside,
            || say!("{} is set up within {} of the enemy's zone", unit.title(), Length::of(reach)),
            say!("farther than {} from it", Length::of(reach)),
        )
    }
}
