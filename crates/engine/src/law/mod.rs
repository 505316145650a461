//! The law of a battle: a ruleset compiled into what the fold reads, plain arrays without a look-up by name.
//!
//! No edition has a name here. What differs between editions are the values.

mod compile;
mod faults;
mod pack;
mod sheet;
mod tables;

use std::collections::BTreeMap;

use adjutant_attack as attack;
use adjutant_core::IndexVec;
use adjutant_core::ids::Name;
use adjutant_geometry::{Length, Reach};

use crate::rules::{
    AfterDeed, CategoryRow, Changes, Fights, Figure, Objective, Options, Prelude, Required, ReservesLimit,
    ReservesPrice, Rolls, ShootingRow, ShotsRow, TestRow, UnitKind, ZoneBy,
};
use crate::terms::{Category, Deed, Phase, Rule, TestName, TimedMoment};

use tables::{After, OutOfPhase};

pub use faults::LawFault;
pub use pack::{Common, Pack, PackFile, Packs};
pub use sheet::{COLUMNS_MAX, Column, ColumnIndex, ColumnSource, Compared, Counted, Sums, Victory};
pub use tables::{AttachLaw, CardLaw, Control, End, Measured, PhaseLaw, Sheltered};

/// A ruleset, ready to be played under.
#[derive(Clone, Debug)]
pub struct Law {
    /// The phases of a turn, in order.
    pub phases: Vec<PhaseLaw>,
    /// Rules of every moment that has any.
    moments: Vec<(TimedMoment, Vec<Rule>)>,
    /// Where the moments that name no phase stand among them, by [`slot`].
    slots: [Option<usize>; SLOTS],
    out_of_phase: Vec<OutOfPhase>,
    after: Vec<After>,
    /// Keywords of each kind of units.
    kinds: [Vec<Name>; UnitKind::ALL.len()],
    /// The dice of missions and moves.
    pub rolls: Rolls,
    /// Battle rounds that are fought in any case.
    pub rounds: u32,
    /// After each further round, the highest face of a die that ends the battle.
    then: Vec<i32>,
    /// Who controls a marker.
    pub control: Control,
    /// Command points that come with every turn of a player.
    pub turn_cp: i32,
    /// Whether only a Battle-forged army gets them.
    pub turn_cp_battle_forged: bool,
    /// Whether both players get them in every turn.
    pub turn_cp_both: bool,
    /// Whether those points count towards the limit of a battle round.
    pub turn_cp_counts: bool,
    /// Whether points that the mission gives count towards it.
    pub mission_cp_counts: bool,
    /// Command points that a player may gain a battle round by other rules.
    pub cp_gain_limit: Option<i32>,
    /// How secondary mission cards are played, where there are any.
    pub cards: Option<CardLaw>,
    /// How many cards a player may choose before the battle instead of drawing them.
    pub fixed_cards: Option<usize>,
    /// The phase at whose end Battle-shock tests have to be taken.
    pub shock_phase: Option<Phase>,
    /// How many leaders join a unit, where leaders do.
    pub attached: Option<AttachLaw>,
    /// First and last battle round in which units arrive.
    pub arrivals: Option<(u32, u32)>,
    /// The lowest face that brings a unit in from reserve, by battle round; empty where units come when they like.
    pub reserve_rolls: Vec<(u32, i32)>,
    /// Whether failed tests make units fall back until they regroup.
    pub falls_back: bool,
    /// Who chooses the zone.
    pub zone_by: ZoneBy,
    /// Whether the players set up one unit each in turn.
    pub deploys_in_turn: bool,
    /// Whether passengers may get out after their transport has moved.
    pub disembark_after_move: bool,
    /// What Strategic Reserves cost, where they cost anything.
    pub reserves_price: Option<ReservesPrice>,
    /// How much of an army may be away as the battle begins.
    pub reserves_limit: Option<ReservesLimit>,
    /// What units may do before the battle by rules of their own.
    pub prelude: Option<Prelude>,
    /// In which order units fight, where it is judged.
    pub fights: Option<Fights>,
    /// What moves, and enemies beside them, do to ranged attacks.
    pub shooting: Vec<ShootingRow>,
    /// How types of ranged weapons tell the number of their attacks, where they do.
    pub shots: Option<ShotsRow>,
    /// Distances.
    pub measures: Measured,
    requires: u8,
    /// The columns of the scoring sheet, each objective with one of its own.
    pub columns: IndexVec<ColumnIndex, Column>,
    /// The categories of which players choose objectives, beside the mission's own.
    pub categories: Vec<CategoryRow>,
    /// The categories whose objectives are secondary mission cards.
    pub card_categories: Vec<Category>,
    /// Victory points of an army that is painted and based, with what is printed for them.
    pub battle_ready: Option<(Name, i32)>,
    /// Victory points that count in all.
    pub total_cap: i32,
    /// What ends a battle early, or decides it.
    pub ends: Vec<End>,
    /// What is counted beside the points.
    pub figures: Vec<Figure>,
    /// What wins.
    pub victory: Vec<Victory>,
    /// How units are tested.
    tests: BTreeMap<TestName, TestRow>,
    /// How attacks are rolled, where the ruleset says so.
    pub dice: Option<attack::Law>,
    /// Readings of ambiguous points.
    pub readings: Options,
}

impl Law {
    /// Whether what terrain does follows from its traits.
    ///
    /// # Source
    /// 001:2956-3062.
    pub fn reads_traits(&self) -> bool {
        self.dice.as_ref().is_some_and(|dice| dice.cover() == attack::CoverLaw::ByTraits)
    }

    /// How changes of characteristics are put together, where the pack says so.
    pub fn numbers(&self) -> Option<&attack::NumberLaw> {
        self.dice.as_ref().map(|dice| &dice.numbers)
    }

    /// Whether two secondary objectives are of one category, of which a player chooses one; of cards that stay several.
    pub fn are_of_one_category(&self, one: &Objective, other: &Objective) -> bool {
        let counts = one.category != Category::MISSION || self.readings.mission_secondaries_are_a_category;
        let stay = self.fixed_cards.is_some() && self.card_categories.contains(&one.category);
        counts && !stay && one.category == other.category
    }

    /// Whether the ruleset has units of a kind at all.
    pub fn has(&self, kind: UnitKind) -> bool {
        !self.kinds[kind as usize].is_empty()
    }

    /// The keywords of a kind.
    pub(crate) fn keywords_of(&self, kind: UnitKind) -> &[Name] {
        &self.kinds[kind as usize]
    }

    /// The keywords of a kind, in words.
    pub fn kind_in_words(&self, kind: UnitKind) -> String {
        let words: Vec<&str> = self.kinds[kind as usize].iter().map(|word| word.as_str()).collect();
        if words.is_empty() { "unit of that kind; these rules have none".to_owned() } else { words.join(" or ") }
    }

    /// The place of a category in the order of the sheet; a mission's own comes last.
    pub fn category_place(&self, category: Category) -> usize {
        self.categories.iter().position(|row| row.id == category).unwrap_or(self.categories.len())
    }

    /// Whether objectives of a category are secondary mission cards: drawn, never chosen.
    pub fn is_card(&self, category: Category) -> bool {
        self.card_categories.contains(&category)
    }

    /// How a test is taken, where the ruleset says it.
    pub fn test(&self, name: TestName) -> Option<&TestRow> {
        self.tests.get(&name)
    }

    /// The first phase of a turn.
    pub fn first_phase(&self) -> Phase {
        self.phases.first().map_or(Phase::default(), |phase| phase.name)
    }

    /// The phase after another in the same turn.
    pub fn phase_after(&self, phase: Phase) -> Option<Phase> {
        let place = self.phases.iter().position(|row| row.name == phase)?;
        self.phases.get(place + 1).map(|row| row.name)
    }

    /// Whether a deed may be done in a phase, by the player whose turn it is (`own`) or the other.
    pub fn allows(&self, phase: Phase, deed: Deed, own: bool) -> bool {
        let bit = bit(deed);
        self.phase(phase).is_some_and(|row| (if own { row.own } else { row.other }) & bit != 0)
            || self
                .out_of_phase
                .iter()
                .any(|row| row.deed == deed && !(own && row.other_turn) && !row.not_in.contains(&phase))
    }

    /// The first phase that a deed belongs to, and whether it is done by the player whose turn it is, by the other.
    pub fn phase_of(&self, deed: Deed) -> Option<(Phase, bool, bool)> {
        let bit = bit(deed);
        let row = self.phases.iter().find(|row| (row.own | row.other) & bit != 0)?;
        Some((row.name, row.own & bit != 0, row.other & bit != 0))
    }

    /// Whether a deed of this turn forbids another one to a unit that has these keywords.
    pub fn forbids(&self, done: AfterDeed, deed: Deed, has_keyword: impl Fn(&str) -> bool) -> bool {
        let spared = |row: &After| row.unless.iter().any(|word| has_keyword(word.as_str()));
        self.after.iter().any(|row| row.deed == done && row.forbids & bit(deed) != 0 && !spared(row))
    }

    /// Whether the ruleset says what a deed forbids.
    pub fn knows(&self, done: AfterDeed) -> bool {
        self.after.iter().any(|row| row.deed == done)
    }

    fn phase(&self, phase: Phase) -> Option<&PhaseLaw> {
        self.phases.iter().find(|row| row.name == phase)
    }

    /// The rules of a moment in their default order.
    pub fn rules_at(&self, moment: TimedMoment) -> &[Rule] {
        let place = match moment {
            TimedMoment::PhaseStartOf(phase) => self.phase(phase).and_then(|row| row.starts),
            TimedMoment::PhaseEndOf(phase) => self.phase(phase).and_then(|row| row.ends),
            other => slot(other).and_then(|slot| self.slots[slot]),
        };
        place.map_or(&[], |place| &self.moments[place].1)
    }

    /// Every moment that has rules.
    pub fn moments(&self) -> impl Iterator<Item = (TimedMoment, &[Rule])> {
        self.moments.iter().map(|(at, rules)| (*at, rules.as_slice()))
    }

    /// What a phase that ends brings: its own moment where the ruleset has one, or else that of any phase.
    pub fn end_of(&self, phase: Phase) -> TimedMoment {
        let own = self.phase(phase).is_some_and(|row| row.ends.is_some());
        if own { TimedMoment::PhaseEndOf(phase) } else { TimedMoment::PhaseEnd }
    }

    /// After a round that may be the last: the highest face of the die that ends the battle, where one is rolled.
    pub fn length_roll(&self, round: u32) -> Option<i32> {
        let further = usize::try_from(round.checked_sub(self.rounds)?).ok()?;
        self.then.get(further).copied()
    }

    /// The most battle rounds that can be fought.
    pub fn rounds_max(&self) -> u32 {
        self.rounds + u32::try_from(self.then.len()).unwrap_or(0)
    }

    /// What a reserve roll needs in a battle round; `None` where none is made.
    pub fn reserve_roll(&self, round: u32) -> Option<i32> {
        self.reserve_rolls.iter().find(|(of, _)| *of == round).map(|(_, at_least)| *at_least)
    }

    /// Whether every unit in reserve comes by itself in a battle round: after the last round with a roll.
    pub fn arrives_by_itself(&self, round: u32) -> bool {
        self.reserve_rolls.last().is_some_and(|(last, _)| round > *last)
    }

    /// Whether something has to be recorded before the battle begins.
    pub fn requires(&self, what: Required) -> bool {
        self.requires & 1 << what as u8 != 0
    }

    /// How many objectives a player chooses.
    pub fn choices(&self) -> usize {
        self.columns.iter().filter(|column| matches!(column.from, ColumnSource::Choice(_))).count()
    }

    /// What of a column's sum counts, rounds and cards apart.
    pub fn within_cap(&self, column: ColumnIndex, sum: i32) -> i32 {
        let lowest = if column == ColumnIndex::OTHER { i32::MIN } else { 0 };
        sum.clamp(lowest, self.columns.get(column.0).map_or(self.total_cap, |column| column.cap))
    }

    /// The same law with what a mission plays otherwise.
    pub fn changed(&self, changes: &Changes) -> Law {
        let mut law = self.clone();
        if let Some(rounds) = changes.rounds {
            law.rounds = rounds.get().unsigned_abs();
        }
        if let Some(range) = changes.control_range_in {
            law.control.range = Reach::with_height(Length::of(range), law.control.range.up());
            law.control.range_thousandths = range.thousandths();
        }
        for column in law.columns.iter_mut() {
            column.cap = changes.caps.get(&column.id).map_or(column.cap, |cap| cap.get());
        }
        law.total_cap = changes.total_cap.map_or(law.total_cap, |cap| cap.get());
        law
    }

    /// The first column of a source, with its number.
    pub fn column_of(&self, from: &ColumnSource) -> Option<ColumnIndex> {
        self.columns.find(|column| column.from == *from)
    }

    /// Victory points of an army that is painted and based.
    pub fn battle_ready_vp(&self) -> i32 {
        self.battle_ready.as_ref().map_or(0, |(_, vp)| *vp)
    }
}

const fn bit(deed: Deed) -> u32 {
    1 << deed as u32
}

/// How many moments name no phase.
const SLOTS: usize = 7;

/// The place of a moment that names no phase.
fn slot(moment: TimedMoment) -> Option<usize> {
    Some(match moment {
        TimedMoment::BattleStart => 0,
        TimedMoment::RoundStart => 1,
        TimedMoment::PhaseStart => 2,
        TimedMoment::PhaseEnd => 3,
        TimedMoment::TurnEnd => 4,
        TimedMoment::RoundEnd => 5,
        TimedMoment::BattleEnd => 6,
        TimedMoment::PhaseStartOf(_) | TimedMoment::PhaseEndOf(_) => return None,
    })
}
