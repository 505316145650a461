//! A ruleset is compiled.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use adjutant_core::IndexVec;
use adjutant_core::numbers::Inches;
use adjutant_geometry::{Length, Reach};

use super::sheet::{Column, ColumnIndex, ColumnSource, Compared, Victory};
use super::tables::{After, AttachLaw, CardLaw, Control, End, Measured, OutOfPhase, PhaseLaw, Sheltered};
use super::{Law, LawFault, SLOTS, bit, faults, slot};
use crate::rules::{
    ColumnFrom, ControlBy, ControlFrom, ControlTable, DeployOrder, Gainer, Measures, Options, Rolls, Ruleset, Secured,
    TestFails, UnitKind, ZoneBy,
};
use crate::terms::{Deed, Phase, Rule, TimedMoment};

impl Law {
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

/// How far apart bases may stand that touch, in thousandths of an inch: places are written in decimals of an inch and bases
/// measured in millimetres, so that two of them touch exactly almost nowhere.
const TOUCHING: i64 = 10;
