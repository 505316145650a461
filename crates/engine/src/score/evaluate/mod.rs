//! What objectives bring: the scoring language applied to the facts, with its reasons in words.

mod destroyed;
mod marks;
mod memory;
mod shortfall;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use adjutant_core::ids::{ActionId, UnitId};
use adjutant_core::numbers::Inches;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::Player;
use adjutant_geometry::range::MarkerSet;
use shortfall::Supposed;

use super::reason::Reason;
use crate::facts;
use crate::facts::control::Control;
use crate::facts::{control, ground};
use crate::rules::{
    Award, Completes, Computed, Condition, Effect, MarkerFilter, MarkerIndex, Places, Quantity, UnitFilter,
};
use crate::state::{Completion, State, Step};
use crate::terms::{Banner, EndLabel, MapSide, Missing, Moment, Possible, RegionName, RoundLabel, knowledge};

pub use shortfall::shortfall;

/// Most units that an army unknown to the log is taken to have, when claims about it are judged.
const UNKNOWN_UNITS_MAX: i64 = 20;

/// A state, and who controls each marker in it: worked out when first asked for, then for every award of a moment.
pub struct Scene<'a> {
    pub(in crate::score) state: &'a State,
    control: OnceCell<Vec<Option<Control>>>,
}

impl<'a> Scene<'a> {
    /// Of a state.
    pub fn new(state: &'a State) -> Self {
        Scene { state, control: OnceCell::new() }
    }

    fn control(&self, marker: MarkerIndex) -> Option<Control> {
        let markers = self.state.numbered_markers();
        self.control.get_or_init(|| markers.map(|(at, _)| control::effective(self.state, at)).collect())[marker.0]
    }
}

/// Reads the facts from the view of one player.
#[derive(Clone)]
pub struct Evaluator<'a> {
    scene: &'a Scene<'a>,
    pub(in crate::score) state: &'a State,
    pub(in crate::score) player: Player,
    pub(in crate::score) completion: Option<&'a Completion>,
    pub(in crate::score) missing: Vec<Missing>,
    /// The markers among it.
    unheld: MarkerSet,
    /// What the number rests on.
    reasons: Vec<Reason<'a>>,
    /// What is taken to be otherwise than it is.
    supposed: Option<Supposed<'a>>,
}

impl<'a> Evaluator<'a> {
    /// From the view of a player.
    pub fn new(scene: &'a Scene<'a>, player: Player) -> Self {
        Evaluator {
            scene,
            state: scene.state,
            player,
            completion: None,
            missing: Vec::new(),
            unheld: MarkerSet::NONE,
            reasons: Vec::new(),
            supposed: None,
        }
    }

    /// Begins anew, for another award.
    pub(in crate::score) fn forget(&mut self) {
        self.missing.clear();
        self.unheld = MarkerSet::NONE;
        self.reasons.clear();
    }

    fn say(&mut self, reason: Reason<'a>) {
        self.reasons.push(reason);
    }

    /// What the number rests on, none of it twice; few awards need it, because most bring nothing.
    fn reasons(&self) -> Vec<Sentence> {
        let completed = self.completion.map(Reason::Done);
        let mut said: Vec<Sentence> = Vec::with_capacity(self.reasons.len() + 1);
        for reason in completed.iter().chain(&self.reasons) {
            let sentence = reason.sentence(self.state);
            if !said.contains(&sentence) {
                said.push(sentence);
            }
        }
        said
    }

    /// The same in one sentence.
    pub(in crate::score) fn why(&self) -> Sentence {
        let mut reasons = self.reasons().into_iter();
        let first = reasons.next().unwrap_or_default();
        reasons.fold(first, |mut why, reason| {
            why.words("; ");
            why.append(reason);
            why
        })
    }

    fn miss(&mut self, fact: Missing) {
        if !self.missing.contains(&fact) {
            self.missing.push(fact);
        }
    }

    /// A number about the battle.
    pub fn quantity(&mut self, quantity: &'a Quantity) -> Possible {
        match quantity {
            Quantity::Number(number) => Possible::Exactly(i64::from(*number)),
            Quantity::Of(computed) => match self.supposed(computed) {
                Some(supposed) => supposed,
                None => self.computed(computed),
            },
        }
    }

    fn computed(&mut self, computed: &'a Computed) -> Possible {
        match computed {
            Computed::Controlled(filter) => self.controlled(filter, self.player, "controls"),
            Computed::ControlledByOpponent(filter) => self.controlled(filter, self.player.opponent(), "opponent"),
            Computed::OnBattlefield(filter) => self.on_battlefield(filter),
            Computed::NewlyControlled(filter) => self.newly_controlled(filter),
            Computed::ControlledFor { of, rounds } => self.controlled_for(of, rounds.get().unsigned_abs()),
            Computed::FirstControlled(filter) => self.first_controlled(filter),
            Computed::Marked(marked) => self.marked(marked),
            Computed::MarkedUnits { mark } => self.marked_units(*mark),
            Computed::LeftBattlefield(filter) => self.left_battlefield(filter),
            Computed::EdgePairs { within_in, units, one_not_within } => {
                self.edge_pairs(*within_in, units, *one_not_within)
            }
            Computed::Units(filter) => self.units(filter),
            Computed::QuartersHeld { beyond_centre_in, units } => self.quarters_held(*beyond_centre_in, units),
            Computed::DestroyedModels(destroyed) => self.destroyed_models(destroyed),
            Computed::DestroyedUnits(destroyed) => self.destroyed_units(destroyed),
            Computed::LastDestroyedRound(filter) => self.last_destroyed_round(filter),
            Computed::Completions { action, places, at_this_moment, this_turn } => {
                self.completions(action, *places, (*at_this_moment, *this_turn))
            }
            Computed::Banners {} => self.banners(),
            Computed::NotedModelsStanding {} => self.noted_models_standing(),
            Computed::StrengthLeftPercent {} => self.strength_left_percent(),
            Computed::Round {} => Possible::Exactly(i64::from(self.state.round)),
            Computed::Told { most } => self.told(i64::from(most.get())),
            Computed::ByMarkerLabel(rows) => self.by_marker_label(rows),
            Computed::BySide { a, b } => self.by_side(a, b),
            Computed::ByRole { attacker, defender } => {
                self.one_of_two(self.state.attacker, "who attacks", [attacker, defender])
            }
            Computed::ByTurn { first, second } => {
                self.one_of_two(self.state.first, "who has the first turn", [first, second])
            }
            Computed::Minus(part) => self.quantity(part).map(|number| -number),
            Computed::Sum(parts) => parts.iter().fold(Possible::Exactly(0), |sum, part| sum.plus(&self.quantity(part))),
            Computed::Times(parts) => parts
                .iter()
                .fold(Possible::Exactly(1), |product, part| product.join(&self.quantity(part), |a, b| a * b)),
            Computed::DivideDown { number, by } => {
                let by = i64::from(by.get());
                self.quantity(number).map(|n| n.div_euclid(by))
            }
            Computed::Table { of, rows } => self.table(of, rows),
            Computed::When { condition, then, otherwise } => self.when(condition, then, otherwise),
        }
    }

    fn when(&mut self, condition: &'a Condition, then: &'a Quantity, otherwise: &'a Quantity) -> Possible {
        match self.condition(condition).exact() {
            Some(1) => self.quantity(then),
            Some(_) => self.quantity(otherwise),
            None => self.quantity(then).either(&self.quantity(otherwise)),
        }
    }

    fn told(&mut self, most: i64) -> Possible {
        self.miss(Missing::Fact("what the players count"));
        Possible::range(0, most)
    }

    /// Whether something is true: 1, 0, or either.
    pub fn condition(&mut self, condition: &'a Condition) -> Possible {
        match condition {
            Condition::AtLeast { quantity, number } => {
                let quantity = self.quantity(quantity);
                quantity.at_least(&self.quantity(number))
            }
            Condition::MoreThan { quantity, than } => {
                let quantity = self.quantity(quantity);
                self.quantity(than).at_least(&quantity).map(|p| 1 - p)
            }
            Condition::All(parts) => {
                parts.iter().fold(Possible::truth(true), |all, part| all.join(&self.condition(part), |a, b| a & b))
            }
            Condition::Any(parts) => {
                parts.iter().fold(Possible::truth(false), |any, part| any.join(&self.condition(part), |a, b| a | b))
            }
            Condition::Not(part) => self.condition(part).map(|p| 1 - p),
            Condition::AllDestroyed(filter) => self.all_destroyed(filter),
            Condition::ArmyIncludes(filter) => {
                if !self.state.knows_army(self.player) {
                    self.miss(Missing::Fact("the army list"));
                    return Possible::range(0, 1);
                }
                let mut units = self.state.units.iter().filter(|u| u.player == self.player && !u.added);
                Possible::truth(units.any(|unit| facts::unit_was(self.player, filter, unit)))
            }
        }
    }

    fn controlled(&mut self, filter: &MarkerFilter, holder: Player, verb: &'static str) -> Possible {
        let (mut held, mut count, mut unknown) = (MarkerSet::NONE, 0, 0);
        for (index, marker) in self.state.lying_markers() {
            match facts::marker_fits(self.state, self.player, filter, index) {
                Some(false) => continue,
                Some(true) => {}
                None => self.miss(Missing::Fact("who has which side of the map")),
            }
            match self.scene.control(index) {
                Some(control) if control.holder == Some(holder) => {
                    count += 1;
                    held = held.with(MarkerSet::only(index.0));
                }
                Some(_) => {}
                None => {
                    unknown += 1;
                    if !self.unheld.has(index.0) {
                        self.unheld = self.unheld.with(MarkerSet::only(index.0));
                        self.missing.push(Missing::Holder(marker.id.clone()));
                    }
                }
            }
        }
        if count > 0 {
            self.say(Reason::Controls(verb, held));
        }
        Possible::range(count, count + unknown)
    }

    fn on_battlefield(&mut self, filter: &MarkerFilter) -> Possible {
        let fits = |m: MarkerIndex| facts::marker_fits(self.state, self.player, filter, m) == Some(true);
        let fits = self.state.lying_markers().filter(|(m, _)| fits(*m)).count();
        self.say(Reason::OnBattlefield(fits));
        Possible::Exactly(i64::try_from(fits).unwrap_or(0))
    }

    fn knows_armies_of(&mut self, filter: &UnitFilter) -> bool {
        use crate::rules::RelativeSide;
        let own = self.state.knows_army(self.player);
        let enemy = self.state.knows_army(self.player.opponent());
        let known = match filter.owner {
            Some(RelativeSide::Own) => own,
            Some(RelativeSide::Enemy) => enemy,
            Some(RelativeSide::None) => true,
            None => own && enemy,
        };
        if !known {
            self.miss(Missing::Fact("the army lists"));
        }
        known
    }

    fn units(&mut self, filter: &'a UnitFilter) -> Possible {
        if !self.knows_armies_of(filter) {
            return Possible::range(0, UNKNOWN_UNITS_MAX);
        }
        let (mut fitting, mut unknown) = (Vec::new(), Vec::new());
        for unit in &self.state.units {
            match facts::unit_fits(self.state, self.player, filter, unit) {
                Some(true) => fitting.push(&unit.id),
                Some(false) => {}
                None => unknown.push(unit.id.clone()),
            }
        }
        let doubtful = i64::try_from(unknown.len()).unwrap_or(0);
        if doubtful > 0 {
            self.miss(Missing::Places(unknown));
        }
        let count = i64::try_from(fitting.len()).unwrap_or(0);
        if !fitting.is_empty() {
            self.say(Reason::Units(fitting, filter));
        }
        Possible::range(count, count + doubtful)
    }

    fn quarters_held(&mut self, beyond: Inches, filter: &'a UnitFilter) -> Possible {
        if !self.state.knows_army(self.player) {
            self.miss(Missing::Fact("the army list"));
            return Possible::range(0, 4);
        }
        let (mut held, mut open) = (Vec::new(), 0);
        for quarter in RegionName::QUARTERS {
            let own = self.state.on_battlefield(self.player).filter(|u| facts::unit_is(self.player, filter, u));
            let answers = own.map(|unit| {
                let far = facts::within_of_centre(self.state, unit, beyond).map(|near| !near);
                let inside = facts::wholly_within(self.state, unit, quarter);
                (&unit.id, knowledge::all([inside, far, ground::fits(self.state, self.player, filter, unit)]))
            });
            let answers: Vec<_> = answers.collect();
            if let Some((witness, _)) = answers.iter().find(|(_, answer)| *answer == Some(true)) {
                held.push((*witness, quarter));
                continue;
            }
            let unknown: Vec<UnitId> =
                answers.iter().filter(|(_, a)| a.is_none()).map(|(unit, _)| (*unit).clone()).collect();
            if !unknown.is_empty() {
                open += 1;
                self.miss(Missing::Places(unknown));
            }
        }
        let count = i64::try_from(held.len()).unwrap_or(0);
        if !held.is_empty() {
            self.say(Reason::Quarters(held));
        }
        Possible::range(count, count + open)
    }

    fn completions(&mut self, action: &'a ActionId, places: Places, (now, this_turn): (bool, bool)) -> Possible {
        if !self.state.knows_army(self.player) {
            let pack = self.state.pack.as_ref();
            let known = pack.and_then(|pack| pack.actions.get(action));
            if known.is_some_and(|known| !self.can_have_completed(known.completes)) {
                return Possible::Exactly(0);
            }
            self.miss(Missing::Completions(action.clone()));
            return Possible::range(0, 8);
        }
        let own: Vec<&Completion> = self
            .state
            .completions
            .iter()
            .filter(|c| c.player == self.player && c.action == *action)
            .filter(|c| !now || c.phase_count == self.state.phase_count)
            .filter(|c| !this_turn || c.turn == (self.state.round, self.state.active))
            .collect();
        let count = match places {
            Places::Every => own.len(),
            Places::Distinct => own.iter().map(|c| (c.marker, c.spot, c.aim.area)).collect::<BTreeSet<_>>().len(),
            Places::BySameUnit => {
                let units: BTreeSet<_> = own.iter().map(|c| c.unit).collect();
                units.into_iter().map(|unit| own.iter().filter(|c| c.unit == unit).count()).max().unwrap_or(0)
            }
        };
        if count > 0 {
            self.say(Reason::Completed(action, count));
        }
        Possible::Exactly(i64::try_from(count).unwrap_or(0))
    }

    /// Whether the player can have completed an action by now, no matter which unit did it: not before the first turn that ends it.
    fn can_have_completed(&self, completes: Completes) -> bool {
        let state = self.state;
        let battle_ends = state.agenda.contains(&Step::Finish);
        match completes {
            Completes::AtOnce => true,
            Completes::OwnTurnEnd if state.active == self.player => {
                state.round > 1 || state.law().phase_after(state.phase).is_none()
            }
            Completes::OwnTurnEnd => state.round > 1 || state.first == Some(self.player),
            Completes::NextOwnCommandPhaseEnd | Completes::NextOwnCommandPhaseStart => state.round > 1 || battle_ends,
        }
    }

    fn banners(&mut self) -> Possible {
        let standing = self.state.lying_markers();
        if !self.state.knows_army(self.player) {
            let pack = self.state.pack.iter().flat_map(|pack| pack.actions.values());
            let mut raising = pack.filter(|action| action.effect == Some(Effect::RaiseBanner));
            if !raising.any(|action| self.can_have_completed(action.completes)) {
                return Possible::Exactly(0);
            }
            self.miss(Missing::Fact("where banners stand"));
            return Possible::range(0, i64::try_from(standing.count()).unwrap_or(0));
        }
        let (mut sure, mut doubtful) = (MarkerSet::NONE, 0);
        for (index, marker) in standing {
            match marker.banners[self.player] {
                Banner::Raised => sure = sure.with(MarkerSet::only(index.0)),
                Banner::Doubtful => {
                    doubtful += 1;
                    self.miss(Missing::Banner(marker.id.clone()));
                }
                Banner::Absent => {}
            }
        }
        let count = i64::from(sure.count());
        if count > 0 {
            self.say(Reason::Banners(sure));
        }
        Possible::range(count, count + doubtful)
    }

    fn by_marker_label(&mut self, rows: &'a std::collections::BTreeMap<String, Quantity>) -> Possible {
        let marker = self.completion.and_then(|c| c.marker);
        let mission = self.state.mission.as_ref();
        let label = marker.and_then(|m| mission?.markers[m].label.as_deref());
        match label {
            Some(label) => {
                self.say(Reason::Label(label));
                rows.get(label).map_or(Possible::Exactly(0), |row| self.quantity(row))
            }
            None => {
                self.miss(Missing::Fact("which marker the action was about"));
                let all: Vec<Possible> = rows.values().map(|row| self.quantity(row)).collect();
                all.iter().fold(Possible::Exactly(0), |any, row| any.either(row))
            }
        }
    }

    fn by_side(&mut self, a: &'a Quantity, b: &'a Quantity) -> Possible {
        match self.state.sides[self.player].zone {
            Some(MapSide::A) => self.quantity(a),
            Some(MapSide::B) => self.quantity(b),
            None => {
                self.miss(Missing::Fact("who has which side of the map"));
                self.quantity(a).either(&self.quantity(b))
            }
        }
    }

    fn table(&mut self, of: &'a Quantity, rows: &'a [crate::rules::Row]) -> Possible {
        let of = self.quantity(of);
        let row = |value: i64| rows.iter().rev().find(|row| i64::from(row.at_least.get()) <= value);
        if let Some(value) = of.exact() {
            return row(value).map_or(Possible::Exactly(0), |row| self.quantity(&row.gives));
        }
        let mut given = of.values().into_iter();
        let mut gives = |value| row(value).map_or(Possible::Exactly(0), |row| self.quantity(&row.gives));
        let first = given.next().map_or(Possible::Exactly(0), &mut gives);
        given.fold(first, |any, value| any.either(&gives(value)))
    }
}

/// The row of the scoring sheet that a moment belongs to now.
pub fn row_of(state: &State, moment: Moment) -> RoundLabel {
    row_in(state.round, moment)
}

/// The row of the scoring sheet that a moment of a battle round belongs to.
pub fn row_in(round: u32, moment: Moment) -> RoundLabel {
    match moment {
        Moment::BattleEnd => RoundLabel::End(EndLabel::End),
        _ => RoundLabel::Number(round),
    }
}

/// What an award is worth, within the cap of each time.
pub(in crate::score) fn worth<'a>(evaluator: &mut Evaluator<'a>, award: &'a Award) -> Possible {
    let vp = evaluator.quantity(&award.vp);
    match award.cap_each {
        Some(cap) => vp.map(|v| v.min(i64::from(cap.get()))),
        None => vp,
    }
}

/// What an award would be worth by the facts as they stand, whatever the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Its value, or every value that it may have.
    pub possible: Possible,
    /// Facts that nobody has said.
    pub missing: Vec<Missing>,
    /// What it rests on.
    pub why: Vec<Sentence>,
}

/// Looks an award up without paying it.
pub fn estimate(state: &State, player: Player, award: &Award) -> Estimate {
    let scene = Scene::new(state);
    let mut evaluator = Evaluator::new(&scene, player);
    let possible = worth(&mut evaluator, award);
    let why = evaluator.reasons();
    Estimate { possible, missing: evaluator.missing, why }
}
