//! The law of a battle: a ruleset compiled into what the fold reads, plain arrays without a look-up by name.
//!
//! No edition has a name here. What differs between editions are the values.

mod faults;
mod pack;
mod sheet;
mod tables;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use adjutant_attack as attack;
use adjutant_core::IndexVec;
use adjutant_core::ids::Name;
use adjutant_core::numbers::Inches;
use adjutant_geometry::{Length, Reach};

use crate::rules::{
    AfterDeed, CategoryRow, Changes, ColumnFrom, ControlBy, ControlFrom, ControlTable, DeployOrder, Fights, Figure,
    Gainer, Measures, Objective, Options, Prelude, Required, ReservesLimit, ReservesPrice, Rolls, Ruleset, Secured,
    ShootingRow, ShotsRow, TestFails, TestRow, UnitKind, ZoneBy,
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

    /// Compiles a ruleset.
    ///
    /// # Errors
    /// Everything that is missing or does not fit together, by table.
    pub fn compile(ruleset: &Ruleset) -> Result<Law, Vec<LawFault>> {
        let faults = faults::of(ruleset);
        if !faults.is_empty() {
            return Err(faults);
        }
        let missing = |table| vec![faults::missing(table)];
        let control = ruleset.control.as_ref().ok_or_else(|| missing("control"))?;
        let measures = ruleset.measures.as_ref().ok_or_else(|| missing("measures"))?;
        let sheet = ruleset.sheet.as_ref().ok_or_else(|| missing("sheet"))?;
        let duration = ruleset.length.as_ref().ok_or_else(|| missing("length"))?;
        let points = ruleset.command_points.as_ref();
        let turn = points.and_then(|points| points.each_own_turn.as_ref());
        let (columns, moments) = (columns(ruleset), moments(ruleset));
        let categories =
            |from| sheet.columns.iter().filter(move |row| row.from == from).flat_map(|row| &row.categories);
        let victory: Vec<Victory> = ruleset
            .victory
            .iter()
            .flatten()
            .map(|row| Victory {
                of: match sheet.figures.iter().position(|figure| figure.id == row.more) {
                    Some(figure) => Compared::Figure(figure),
                    None if row.more.as_str() == "total" => Compared::Total,
                    None => {
                        Compared::Columns(columns.numbers().filter(|column| columns[*column].id == row.more).collect())
                    }
                },
                margin: row.margin.get(),
                margin_percent: row.margin_percent.map(|percent| percent.get()),
                only_if: row.only_if,
            })
            .collect();
        Ok(Law {
            phases: ruleset.turn.iter().flatten().map(|row| phase(row, &moments)).collect(),
            slots: slots(&moments),
            moments,
            out_of_phase: ruleset
                .out_of_phase
                .iter()
                .flatten()
                .map(|row| OutOfPhase { deed: row.deed, other_turn: row.other_turn, not_in: row.not_in.clone() })
                .collect(),
            after: ruleset
                .after
                .iter()
                .flatten()
                .map(|row| After { deed: row.deed, forbids: bits(&row.forbids), unless: row.unless_keywords.clone() })
                .collect(),
            kinds: UnitKind::ALL.map(|kind| {
                let rows = ruleset.kinds.iter().flatten().filter(|row| row.kind == kind);
                rows.flat_map(|row| row.keywords.iter().cloned()).collect()
            }),
            rolls: ruleset.rolls.clone().unwrap_or_default(),
            rounds: duration.rounds.get().unsigned_abs(),
            then: duration.then.iter().map(|roll| roll.ends_on.get()).collect(),
            control: control_of(ruleset, control),
            turn_cp: turn.map_or(0, |turn| turn.cp.get()),
            turn_cp_battle_forged: turn.is_some_and(|turn| turn.to == Gainer::BattleForged),
            turn_cp_both: turn.is_some_and(|turn| turn.to == Gainer::Both),
            turn_cp_counts: turn.is_some_and(|turn| turn.counts),
            mission_cp_counts: points
                .and_then(|points| points.limit.as_ref())
                .is_some_and(|limit| limit.mission_counts),
            cards: ruleset.cards.as_ref().and_then(CardLaw::of),
            fixed_cards: sheet
                .columns
                .iter()
                .find_map(|row| row.or_choose)
                .map(|row| row.cards.get().unsigned_abs() as usize),
            shock_phase: shock_phase(ruleset),
            attached: ruleset.attached.as_ref().map(AttachLaw::of),
            cp_gain_limit: points.and_then(|points| points.limit.as_ref()).map(|limit| limit.per_round.get()),
            arrivals: ruleset
                .reserves
                .as_ref()
                .map(|reserves| (reserves.from_round.get().unsigned_abs(), reserves.until_round.get().unsigned_abs())),
            reserve_rolls: ruleset
                .reserves
                .iter()
                .flat_map(|reserves| &reserves.rolls)
                .map(|roll| (roll.round.get().unsigned_abs(), roll.at_least.get()))
                .collect(),
            falls_back: ruleset.tests.iter().flatten().any(|(_, test)| test.fail == TestFails::FallsBack),
            zone_by: ruleset.setup.as_ref().map(|setup| setup.zone_by).unwrap_or_default(),
            deploys_in_turn: ruleset.setup.as_ref().and_then(|setup| setup.deploy) == Some(DeployOrder::InTurn),
            disembark_after_move: ruleset.transports.as_ref().is_some_and(|transports| transports.disembark_after_move),
            reserves_price: ruleset.reserves.as_ref().and_then(|reserves| reserves.price),
            reserves_limit: ruleset.reserves.as_ref().and_then(|reserves| reserves.limit),
            prelude: ruleset.prelude.clone(),
            fights: ruleset.fights.clone(),
            shooting: ruleset.shooting.clone().unwrap_or_default(),
            shots: ruleset.shots.clone(),
            measures: measured(measures),
            requires: ruleset.setup.iter().flat_map(|setup| &setup.requires).fold(0, |set, one| set | 1 << *one as u8),
            columns,
            categories: categories(ColumnFrom::Choice).cloned().collect(),
            card_categories: categories(ColumnFrom::Cards).map(|row| row.id).collect(),
            battle_ready: sheet.extras.first().map(|extra| (extra.title.clone(), extra.vp.get())),
            total_cap: sheet.total_cap.get(),
            ends: ruleset
                .ends
                .iter()
                .flatten()
                .map(|row| End {
                    name: row.name.clone(),
                    at: row.at,
                    from_round: row.from_round.get().unsigned_abs(),
                    loses_if: row.loses_if.clone(),
                })
                .collect(),
            figures: sheet.figures.clone(),
            victory,
            tests: ruleset.tests.clone().unwrap_or_default(),
            dice: ruleset.dice.clone(),
            readings: ruleset.readings.unwrap_or_default(),
        })
    }

    /// The law before a match is opened: no phase, no round, no point.
    pub fn none() -> &'static Law {
        static NONE: LazyLock<Law> = LazyLock::new(|| Law {
            phases: Vec::new(),
            moments: Vec::new(),
            slots: [None; SLOTS],
            out_of_phase: Vec::new(),
            after: Vec::new(),
            kinds: [const { Vec::new() }; UnitKind::ALL.len()],
            rolls: Rolls::default(),
            rounds: 0,
            then: Vec::new(),
            control: Control::NONE,
            turn_cp: 0,
            turn_cp_battle_forged: false,
            turn_cp_both: false,
            turn_cp_counts: false,
            mission_cp_counts: false,
            cp_gain_limit: None,
            cards: None,
            fixed_cards: None,
            shock_phase: None,
            attached: None,
            arrivals: None,
            reserve_rolls: Vec::new(),
            falls_back: false,
            zone_by: ZoneBy::Defender,
            deploys_in_turn: false,
            disembark_after_move: false,
            reserves_price: None,
            reserves_limit: None,
            prelude: None,
            fights: None,
            shooting: Vec::new(),
            shots: None,
            measures: Measured::NONE,
            requires: 0,
            columns: IndexVec::default(),
            categories: Vec::new(),
            card_categories: Vec::new(),
            battle_ready: None,
            total_cap: 0,
            ends: Vec::new(),
            figures: Vec::new(),
            victory: Vec::new(),
            tests: BTreeMap::new(),
            dice: None,
            readings: Options::default(),
        });
        &NONE
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

fn bits(deeds: &[Deed]) -> u32 {
    deeds.iter().fold(0, |set, deed| set | bit(*deed))
}

fn phase(row: &crate::rules::PhaseRow, moments: &[(TimedMoment, Vec<Rule>)]) -> PhaseLaw {
    let both = bits(&row.both);
    let place = |moment| moments.iter().position(|(at, _)| *at == moment);
    PhaseLaw {
        name: row.phase,
        own: bits(&row.own) | both,
        other: bits(&row.other) | both,
        starts: place(TimedMoment::PhaseStartOf(row.phase)),
        ends: place(TimedMoment::PhaseEndOf(row.phase)),
    }
}

fn moments(ruleset: &Ruleset) -> Vec<(TimedMoment, Vec<Rule>)> {
    let rows = ruleset.moments.iter().flatten();
    rows.filter_map(|row| Some((TimedMoment::new(row.at.as_str())?, row.rules.clone()))).collect()
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

fn slots(moments: &[(TimedMoment, Vec<Rule>)]) -> [Option<usize>; SLOTS] {
    let mut slots = [None; SLOTS];
    for (place, (moment, _)) in moments.iter().enumerate().rev() {
        if let Some(slot) = slot(*moment) {
            slots[slot] = Some(place);
        }
    }
    slots
}

fn any_rule(ruleset: &Ruleset, rule: Rule) -> bool {
    ruleset.moments.iter().flatten().any(|row| row.rules.contains(&rule))
}

/// The phase at whose end Battle-shock tests have to be taken.
fn shock_phase(ruleset: &Ruleset) -> Option<Phase> {
    let row = ruleset.moments.iter().flatten().find(|row| row.rules.contains(&Rule::ShockDue))?;
    match TimedMoment::new(row.at.as_str())? {
        TimedMoment::PhaseEndOf(phase) => Some(phase),
        _ => None,
    }
}

/// How far apart bases may stand that touch, in thousandths of an inch: places are written in decimals of an inch and bases
/// measured in millimetres, so that two of them touch exactly almost nowhere.
const TOUCHING: i64 = 10;

/// A distance along the ground with one up and down, where the rules have it.
fn reach(along: Inches, up: Option<Inches>) -> Reach {
    Reach::with_height(Length::of(along), up.map(Length::of))
}

/// The distances of a ruleset.
fn measured(measures: &Measures) -> Measured {
    let touching = Length::from_thousandths_of_inch(TOUCHING).unwrap_or(Length::ZERO);
    Measured {
        coherency: reach(measures.coherency_in, measures.up.and_then(|up| up.coherency_in)),
        neighbours: measures
            .neighbours
            .iter()
            .map(|(from, needed)| (from.get().unsigned_abs() as usize, needed.get().unsigned_abs() as usize))
            .collect(),
        spread: measures.spread_in.map(Length::of),
        engaged: reach(measures.engaged_in, measures.up.and_then(|up| up.engaged_in)).at_least(touching),
        arrivals: measures
            .arrivals
            .as_ref()
            .map(|row| [Length::of(row.clear_in), Length::of(row.strip_in), Length::of(row.own_edge_in)]),
        charge_without_dice: measures.charge_without_dice_in.map(|reach| reach.get().unsigned_abs()),
        charge: measures.charge_in.map(Length::of),
        close_moves: measures.close_moves_in.map(Length::of),
        transport: measures.transport_in.map(|along| reach(along, measures.up.and_then(|up| up.transport_in))),
        denial: measures.denial_in.map(Length::of),
        // Exactly so far away is far enough.
        clear: measures.clear_in.map(Length::of).and_then(|far| Some((far, Length::from_units(far.units() - 1).ok()?))),
        flies_up: measures.up.is_some_and(|up| up.flying),
        least_move: measures.least_move.clone(),
        shelter: measures.shelter.map(|shelter| Sheltered {
            within: Length::of(shelter.within_in),
            models: shelter.models.get().unsigned_abs(),
            wounds: shelter.wounds.get().unsigned_abs(),
        }),
    }
}

fn columns(ruleset: &Ruleset) -> IndexVec<ColumnIndex, Column> {
    let mut columns = IndexVec::default();
    let mut chosen = 0;
    for row in ruleset.sheet.iter().flat_map(|sheet| &sheet.columns) {
        let mut push = |title: String, from| {
            _ = columns.push(Column {
                id: row.id.clone(),
                title,
                from,
                cap: row.cap.get(),
                cap_round: row.cap_round,
                cap_card: row.or_choose.map(|choose| choose.cap_card.get()),
            });
        };
        match row.from {
            ColumnFrom::MissionPrimary => push(row.title.to_string(), ColumnSource::Primary),
            ColumnFrom::Fixed => {
                if let Some(objective) = &row.objective {
                    push(row.title.to_string(), ColumnSource::Fixed(objective.clone()));
                }
            }
            ColumnFrom::Cards => push(row.title.to_string(), ColumnSource::Cards),
            ColumnFrom::Choice => {
                for number in 1..=row.choose.map_or(0, |choose| choose.get()) {
                    push(format!("{} {number}", row.title), ColumnSource::Choice(chosen));
                    chosen += 1;
                }
            }
        }
    }
    columns
}

fn control_of(ruleset: &Ruleset, control: &ControlTable) -> Control {
    let radius = Length::from_tenths_of_millimetre(i64::from(control.marker_mm.get()) * 5).unwrap_or(Length::ZERO);
    Control {
        range: reach(control.range_in, control.up_in),
        reach_from: if control.from == ControlFrom::Edge { radius } else { Length::ZERO },
        marker_mm: control.marker_mm.get(),
        solid: control.solid,
        range_thousandths: control.range_in.thousandths(),
        secured: control.secured == Secured::First,
        one_marker_a_model: control.one_marker_a_model,
        scoring: control.scoring.clone().filter(|_| control.by == ControlBy::ScoringUnitAlone),
        by_level: control.by == ControlBy::ObjectiveControl,
        settles: any_rule(ruleset, Rule::SettleControl),
        agreed: control.from == ControlFrom::Agreed,
        areas: control.from == ControlFrom::Area,
        never_keywords: control.never.keywords.clone(),
        never_roles: control.never.roles.clone(),
    }
}
