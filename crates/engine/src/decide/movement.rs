//! Moves, places and transports.
//!
//! # Source
//! `docs/rules/battle.md`, D-5 and D-12.

use std::collections::BTreeMap;

use adjutant_core::ids::{MarkerId, UnitId};
use adjutant_core::numbers::{Face, Whole};
use adjutant_core::say;
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{StartsAt, UnitKind};
use crate::state::{Position, Unit, UnitIndex, Whereabouts};
use crate::terms::{Declared, Deed, MoveKind, Place};

impl Desk<'_> {
    pub(super) fn move_unit(
        &self,
        id: &UnitId,
        kind: MoveKind,
        place: Option<&Place>,
        roll: Option<&[Face]>,
    ) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        if let Some(roll) = roll {
            match kind {
                MoveKind::Advance => self.as_many("an Advance", roll, self.state.law().rolls.advance)?,
                MoveKind::Run => self.as_many("a run", roll, self.state.law().rolls.run)?,
                MoveKind::FallBack if self.state.law().falls_back => self.flees_by(unit, roll)?,
                MoveKind::Consolidate if self.state.law().rolls.consolidate.is_some() => {
                    self.as_many("a consolidation", roll, self.state.law().rolls.consolidate)?;
                }
                MoveKind::Normal if self.state.law().rolls.difficult.is_some() => self.tests_ground(roll)?,
                _ => return refuse(RefusalCode::BadValue, "only an Advance has a roll", "a roll with `advance` only"),
            }
        }
        if let Some(left) = self.leaves(index, kind, place, roll) {
            return left;
        }
        self.moves_so(index, unit, kind, place, roll)
    }

    /// The move of a unit as it stands.
    pub(super) fn moves_so(
        &self,
        index: UnitIndex,
        unit: &Unit,
        kind: MoveKind,
        place: Option<&Place>,
        roll: Option<&[Face]>,
    ) -> Decision {
        self.check_place(unit, place)?;
        self.move_in_time(unit, kind)?;
        self.on_battlefield(unit)?;
        self.may_move(unit, kind)?;
        if (kind, place) == (MoveKind::Stationary, None) {
            return Ok(self.these([Event::UnitMoved { unit: index, kind }]));
        }
        let position = self.position(unit, place, None);
        if kind == MoveKind::Reposition {
            self.clear_of_markers(unit, &position)?;
        }
        self.moves_fairly(unit, kind, &position, roll)?;
        let fails_action = matches!(
            kind,
            MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack | MoveKind::Heroic | MoveKind::Reposition
        );
        let mut events = self.these([]);
        if fails_action && unit.action.is_some() {
            events.push(Event::ActionFailed { unit: index });
        }
        events.push(Event::UnitMoved { unit: index, kind });
        events.push(Event::UnitPlaced { unit: index, position });
        Ok(events)
    }

    /// The dice of a unit that falls back after a failed test.
    ///
    /// # Source
    /// 002:1822, 2017, 2073, 2128.
    fn flees_by(&self, unit: &Unit, roll: &[Face]) -> Result<(), Refusal> {
        // Without keywords nobody knows how many.
        let known = self.state.is_under_law(2) && !unit.keywords.is_empty();
        let rows = self.state.law().rolls.fall_back.iter().filter(|_| known);
        let mut rows = rows.filter(|row| row.keywords.is_empty() || unit.has_any_keyword(&row.keywords));
        match rows.next().filter(|row| row.dice.count() as usize != roll.len()) {
            Some(row) => self.soft(
                RefusalCode::OtherNeed,
                say!("{} falls back by {} dice", unit.title(), roll.len()),
                say!("{}", row.dice),
            ),
            None => Ok(()),
        }
    }

    /// The dice of a difficult terrain test: as many as the ruleset says, or one more by a rule of the unit's.
    ///
    /// # Source
    /// 002:560-562, 2974.
    fn tests_ground(&self, roll: &[Face]) -> Result<(), Refusal> {
        let count = self.state.law().rolls.difficult.map_or(0, |dice| dice.count() as usize);
        if (count..=count + 1).contains(&roll.len()) {
            return Ok(());
        }
        let message = say!("a test of difficult terrain with {} dice", roll.len());
        refuse(RefusalCode::BadValue, message, say!("{} dice, or one more by a rule of the unit's", count))
    }

    fn move_in_time(&self, unit: &Unit, kind: MoveKind) -> Result<(), Refusal> {
        match kind {
            MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack | MoveKind::Stationary => {
                self.may_do(kind.deed(), unit.player, "units move in their own Movement phase")?;
                self.before_phase_closes(unit.player)
            }
            MoveKind::Run => self.may_do(Deed::Run, unit.player, "units run instead of shooting"),
            MoveKind::Charge if self.answers_a_charge(unit) => Ok(()),
            MoveKind::Charge => self.may_do(Deed::Charge, unit.player, "units charge in their own Charge phase"),
            MoveKind::Heroic => {
                self.may_do(Deed::Heroic, unit.player, "Heroic Interventions are made in the opponent's Charge phase")
            }
            MoveKind::PileIn => self.may_do(Deed::PileIn, unit.player, "units pile in when they fight"),
            MoveKind::Consolidate => {
                self.may_do(Deed::Consolidate, unit.player, "units consolidate when they have fought")
            }
            MoveKind::Reposition => {
                self.may_do(Deed::Reposition, unit.player, "units are not taken up and set up again")
            }
        }
    }

    /// What falls on the end of the Movement phase comes after everything else in it.
    ///
    /// # Source
    /// `docs/rules/battle.md`, D-1 (end-of-phase rules only after all else in the phase).
    pub(super) fn before_phase_closes(&self, player: Player) -> Result<(), Refusal> {
        let Some(pack) = &self.state.pack else { return Ok(()) };
        let closing = self.state.units.iter().find(|unit| {
            unit.player == player
                && unit.action.as_ref().is_some_and(|doing| {
                    doing.started_in_phase == self.state.phase_count
                        && pack.actions.get(&doing.action).is_some_and(|a| a.starts == StartsAt::MovementPhaseEnd)
                })
        });
        match closing {
            Some(unit) => self.soft(
                RefusalCode::OtherPhase,
                say!("actions come last, and {} has started one", unit.title()),
                "undo the action, record this, then start the action again",
            ),
            _ => Ok(()),
        }
    }

    fn may_move(&self, unit: &Unit, kind: MoveKind) -> Result<(), Refusal> {
        let acts = &unit.acts;
        self.moves_as_it_falls_back(unit, kind)?;
        if kind == MoveKind::Stationary {
            return self.may_stand_still(unit);
        }
        self.is_free_to(kind.deed(), unit)?;
        self.acts(
            unit.stunned_in.is_some() && kind != MoveKind::Reposition,
            || say!("the crew of {} is stunned", unit.title()),
            "no move until its player's next turn is over",
        )?;
        match kind {
            MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack => {
                self.moves_once(unit)?;
                if kind == MoveKind::FallBack {
                    self.has_escaped(unit)?;
                }
                Ok(())
            }
            MoveKind::Charge => {
                let declared = acts.charged;
                self.acts(!declared, || say!("{} has declared no charge", unit.title()), "`charge` first")?;
                let failed = acts.charge_failed;
                self.acts(failed, || say!("the charge of {} failed", unit.title()), "a unit whose charge was made")
            }
            MoveKind::Heroic => {
                self.has_to_be(UnitKind::Characters, unit)?;
                let barred = acts.wrecked || acts.oversize;
                self.acts(
                    barred,
                    || say!("{} got out of a destroyed transport, or was too large to be set up", unit.title()),
                    "another CHARACTER",
                )?;
                self.may_intervene(unit)?;
                if acts.intervened {
                    self.soft(
                        RefusalCode::OnceOnly,
                        say!("{} has intervened this phase already", unit.title()),
                        "one Heroic Intervention a phase",
                    )?;
                }
                Ok(())
            }
            MoveKind::Run => {
                self.acts(acts.ran, || say!("{} has run this turn", unit.title()), "a unit that has not")?;
                let shot = acts.shot_in_phase == self.state.phase_count;
                self.acts(shot, || say!("{} has shot this phase", unit.title()), "a unit that runs instead")
            }
            MoveKind::PileIn | MoveKind::Consolidate | MoveKind::Reposition | MoveKind::Stationary => Ok(()),
        }
    }

    /// A unit moves once in a Movement phase, before Reinforcements arrive, and not where it has just been set up.
    fn moves_once(&self, unit: &Unit) -> Result<(), Refusal> {
        let done = [(unit.acts.moved, "moved"), (unit.acts.stationary, "stood still")];
        if let Some((_, done)) = done.into_iter().find(|(so, _)| *so) {
            self.soft(
                RefusalCode::OnceOnly,
                say!("{} has {} this turn already", unit.title(), done),
                "one Normal Move, Advance or Fall Back a turn",
            )?;
        }
        self.before_reinforcements(unit)?;
        self.acts(
            unit.acts.arrived || unit.acts.oversize,
            || say!("{} came onto the battlefield this turn", unit.title()),
            "a unit that may move",
        )
    }

    /// A unit that stands still has not moved, and was not set up this turn.
    ///
    /// # Source
    /// 001:1774-1781, 1857; 000:792, 970-971.
    fn may_stand_still(&self, unit: &Unit) -> Result<(), Refusal> {
        self.moves_once(unit)?;
        self.acts(
            unit.acts.disembarked,
            || say!("{} got out of a transport, which counts as a move", unit.title()),
            "a unit that was on the battlefield as the turn began",
        )
    }

    /// Where failed tests make units fall back, only such units do, and they do nothing else in a Movement phase.
    pub(super) fn moves_as_it_falls_back(&self, unit: &Unit, kind: MoveKind) -> Result<(), Refusal> {
        if !self.state.law().falls_back {
            return Ok(());
        }
        let falls = unit.falling_back;
        let wrong = match kind {
            MoveKind::FallBack => !falls,
            MoveKind::Normal | MoveKind::Advance | MoveKind::Charge | MoveKind::Stationary => falls,
            _ => false,
        };
        let (state, accepted) = if falls {
            ("falls back", "a `fall-back` move, or a test to `regroup` first")
        } else {
            ("does not fall back", "a normal move; a failed test makes a unit fall back")
        };
        self.acts(wrong, || say!("{} {}", unit.title(), state), accepted)
    }

    /// Units move first; then Reinforcements arrive, and nobody moves any more.
    fn before_reinforcements(&self, unit: &Unit) -> Result<(), Refusal> {
        let arrived = |other: &&Unit| {
            other.player == unit.player
                && other.acts.reinforced
                && other.acts.arrived_in_phase == self.state.phase_count
        };
        match self.state.units.iter().find(arrived) {
            Some(arrived) => self.soft(
                RefusalCode::OtherPhase,
                say!("{} has arrived: the Reinforcements step comes after all moves", arrived.title()),
                "moves first, then arrivals",
            ),
            None => Ok(()),
        }
    }

    pub(super) fn place(
        &self,
        id: &UnitId,
        place: &Place,
        counts: Option<&BTreeMap<MarkerId, Whole<0, 1000>>>,
    ) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        let mut assigned = BTreeMap::new();
        for (marker, models) in counts.into_iter().flatten() {
            self.known_marker(marker)?;
            assigned.insert(marker.clone(), models.get().unsigned_abs());
        }
        let sum: u32 = assigned.values().sum();
        if sum > unit.models() {
            return refuse(
                RefusalCode::BadValue,
                say!("{} models of {} are assigned, which has {}", sum, unit.title(), unit.models()),
                "each model for one marker",
            );
        }
        match counts {
            Some(_) => self.place_fits(unit, place)?,
            None => self.check_place(unit, Some(place))?,
        }
        let undeployed = unit.whereabouts == Whereabouts::Undeployed;
        if !undeployed {
            self.on_battlefield(unit)?;
        }
        let position = self.position(unit, Some(place), counts.is_some().then(|| assigned.clone()));
        self.divided(unit, &position)?;
        let mut events = Vec::new();
        if let (Some(said), false) = (counts.map(|_| &assigned), undeployed) {
            self.counted_once(unit, place, said)?;
            events.push(Event::UnitCounted { unit: index, counts: said.clone() });
        }
        events.push(Event::UnitPlaced { unit: index, position });
        Ok(events)
    }

    /// A model counts for one marker a turn: who has not moved since does not count for another one.
    ///
    /// # Source
    /// `docs/rules/ambiguities.md`, AMB-47.
    fn counted_once(&self, unit: &Unit, place: &Place, said: &BTreeMap<MarkerId, u32>) -> Result<(), Refusal> {
        let same_places = match (unit.position(), place) {
            (Some(Position::Models(standing)), Place::Models(places)) => standing.places == *places,
            _ => false,
        };
        match &unit.acts.counts {
            Some(before) if same_places && before != said => refuse(
                RefusalCode::ContradictsFacts,
                say!("the models of {} count for other markers this turn already", unit.title()),
                "each model for one marker a turn: the same `counts`, or another turn",
            ),
            _ => Ok(()),
        }
    }

    /// The place names this mission's markers, and as many models as the unit has.
    pub(super) fn check_place(&self, unit: &Unit, place: Option<&Place>) -> Result<(), Refusal> {
        let Some(place) = place else { return Ok(()) };
        self.place_fits(unit, place)?;
        match place {
            Place::Declared(declared) => self.near_one_marker_each(unit, declared),
            Place::Models(_) => Ok(()),
        }
    }

    /// A place for each model, distances and markers that there are.
    fn place_fits(&self, unit: &Unit, place: &Place) -> Result<(), Refusal> {
        match place {
            Place::Models(models) if models.len() as u64 == u64::from(unit.models()) => Ok(()),
            Place::Models(models) => refuse(
                RefusalCode::BadValue,
                say!("{} places for {}, which has {} models", models.len(), unit.title(), unit.models()),
                say!("{} places", unit.models()),
            ),
            Place::Declared(declared) => {
                if let Some(distance) = declared.distances().find(|distance| distance.thousandths() < 0) {
                    return refuse(
                        RefusalCode::BadValue,
                        say!("{} is declared {}\" away", unit.title(), distance),
                        "distances of 0 inches and more",
                    );
                }
                for (marker, models) in declared.in_range.iter().flatten() {
                    self.known_marker(marker)?;
                    if models.get().unsigned_abs() > unit.models() {
                        return refuse(
                            RefusalCode::BadValue,
                            say!("{} models of {} in range of {}", models, unit.title(), marker),
                            say!("at most its {} models", unit.models()),
                        );
                    }
                }
                Ok(())
            }
        }
    }

    /// Where a model counts for one marker, no unit has more models at markers than it has, unless it says for which they
    /// count.
    ///
    /// # Source
    /// `docs/rules/ambiguities.md`, AMB-47.
    fn near_one_marker_each(&self, unit: &Unit, declared: &Declared) -> Result<(), Refusal> {
        let said: u32 = declared.in_range.iter().flatten().map(|(_, models)| models.get().unsigned_abs()).sum();
        let judged = self.state.law().control.one_marker_a_model && self.state.is_under_law(2);
        if !judged || said <= unit.models() {
            return Ok(());
        }
        refuse(
            RefusalCode::BadValue,
            say!("{} models of {} in range of markers, which has {}", said, unit.title(), unit.models()),
            "each model at one marker, or `counts` beside it",
        )
    }

    pub(super) fn embark(&self, id: &UnitId, transport: &UnitId) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        let (carrier_index, carrier) = self.own_unit(transport)?;
        self.may_do(Deed::Embark, unit.player, "units embark in their own Movement phase")?;
        self.on_battlefield(unit)?;
        self.on_battlefield(carrier)?;
        if index == carrier_index {
            return refuse(RefusalCode::BadValue, "a unit that embarks in itself", "a TRANSPORT");
        }
        self.acts(unit.acts.disembarked, || say!("{} disembarked this turn", unit.title()), "a unit that did not")?;
        let aboard = self.state.units.numbered().filter(|(_, u)| u.whereabouts == Whereabouts::Embarked(carrier_index));
        let mut passengers: Vec<_> = aboard.collect();
        passengers.push((index, unit));
        self.fits_in(carrier, &passengers)?;
        self.embarks_fairly(unit, carrier)?;
        Ok(vec![
            Event::UnitEmbarked { unit: index },
            Event::UnitWent { unit: index, to: Whereabouts::Embarked(carrier_index) },
        ])
    }

    pub(super) fn disembark(&self, id: &UnitId, place: Option<&Place>) -> Decision {
        let (index, unit) = self.own_unit(id)?;
        self.check_place(unit, place)?;
        let Whereabouts::Embarked(carrier) = unit.whereabouts else {
            return refuse(RefusalCode::UnitState, say!("{} is not embarked", unit.title()), "a unit in a transport");
        };
        let carrier = self.state.unit_at(carrier);
        let wrecked = carrier.whereabouts == Whereabouts::Destroyed;
        if !wrecked {
            self.may_do(Deed::Disembark, unit.player, "units disembark in their own Movement phase")?;
            if !carrier.is_on_battlefield() {
                return refuse(
                    RefusalCode::UnitState,
                    say!("{} is not on the battlefield", carrier.title()),
                    "a transport on the battlefield",
                );
            }
            self.acts(
                carrier.acts.moved && !self.state.law().disembark_after_move,
                || say!("{} has moved already", carrier.title()),
                "before the transport moves",
            )?;
            self.acts(
                unit.acts.embarked,
                || say!("{} embarked this turn", unit.title()),
                "a unit that was aboard as the phase began",
            )?;
        }
        let position = self.position(unit, place, None);
        self.ends_fairly(unit, &position)?;
        self.disembarks_fairly(unit, carrier, &position)?;
        let mut events = vec![Event::UnitPlaced { unit: index, position }, Event::UnitDisembarked { unit: index }];
        if wrecked {
            events.push(Event::UnitLeftWreck { unit: index });
        }
        Ok(events)
    }
}
