//! The view of a state.

use std::borrow::Cow;
use std::collections::BTreeMap;

use adjutant_attack::CombatResult;
use adjutant_core::ids::{Name, UnitId};
use adjutant_core::side::Winner;
use adjutant_core::side::{BySide, Player};
use serde::Deserialize;

use super::{
    CardsView, ColumnScore, CombatView, EffectView, MarkView, MarkerView, MissedView, Need, ObjectiveScore, PlayerView,
    UnderView, UnitView, View, Waiting,
};
use crate::facts::{combats, control};
use crate::fold::Match;
use crate::law::{ColumnIndex, ColumnSource};
use crate::rules::{MarkerIndex, Objective};
use crate::score;
use crate::state::{
    Ground, Lasting, Mark, MarkerState, Missed, OpenNeed, RuleNamed, Shock, State, Unit, UnitIndex, Whereabouts,
};
use crate::terms::missing_in_words;
use crate::terms::{AreaName, Lock, Role, Status, Strength, TestName};

impl Match {
    /// The state as others see it; of a log of an older law, as the engine of that law does.
    pub fn view(&self) -> View {
        if let Some(view) = self.heard().and_then(|heard| View::deserialize(heard).ok()) {
            return View { signed: self.signed(), ..view };
        }
        let corrections = self.corrections().to_vec();
        View { amended: self.amended(), corrections, signed: self.signed(), ..View::of(self.state()) }
    }
}

impl View {
    /// What a state looks like from outside.
    pub fn of(state: &State) -> View {
        let (ledger, in_battle) = (score::ledger(state), state.status == Status::Battle);
        View {
            id: state.open.as_ref().map(|open| open.id.clone()),
            mission: state.mission_id().cloned(),
            status: state.status,
            round: (state.round > 0).then_some(state.round),
            turn: in_battle.then_some(state.active),
            phase: in_battle.then_some(state.phase),
            players: BySide::from_fn(|player| player_view(state, player)),
            rounds: score::rounds(state, &ledger),
            result: score::result(state, &ledger),
            ledger,
            markers: state.numbered_markers().map(|(index, marker)| marker_view(state, index, marker)).collect(),
            marks: state.remembered.marks.iter().map(|mark| mark_view(state, mark)).collect(),
            units: state.current_units().map(|(index, unit)| unit_view(state, index, unit)).collect(),
            needs: state.needs.iter().map(need).collect(),
            missed: state.missed.iter().map(missed_view).collect(),
            combats: combats::all(state).iter().map(|combat| combat_view(state, combat)).collect(),
            amended: Vec::new(),
            corrections: Vec::new(),
            signed: None,
            under: state.rules_named.iter().map(under_view).collect(),
            waiting: state.length_asked.then_some(Waiting::Length),
            seq: state.seq,
            head: state.head,
        }
    }
}

fn unit_view(state: &State, index: UnitIndex, unit: &Unit) -> UnitView {
    UnitView {
        id: unit.id.clone(),
        player: unit.player,
        models: own(state, index).models(),
        of: unit.starting_strength,
        attached_to: match unit.whereabouts {
            Whereabouts::Attached(whole) => Some(state.unit_at(whole).id.clone()),
            _ => None,
        },
        groups: match unit.led_by[..] {
            [] => Vec::new(),
            _ => unit.groups.iter().map(|group| group.name.clone()).collect(),
        },
        parts: unit.led_by.iter().map(|leader| part(state, unit, *leader)).collect(),
        hurt: hurt(&own(state, index)),
        state: unit.status(),
        falling_back: unit.falling_back,
        shocked: unit.shock == Shock::Shocked,
        untested: unit.shock == Shock::Untested,
        strength: strength(state, unit),
        shaken: unit.shaken_in.is_some(),
        stunned: unit.stunned_in.is_some(),
        grounded: unit.grounded_in.is_some(),
        effects: unit.effects.iter().map(effect_view).collect(),
        damaged: unit.damaged,
    }
}

fn need(open: &OpenNeed) -> Need {
    Need { player: open.player, objective: open.objective.clone(), missing: missing_in_words(&open.missing) }
}

/// How little of a unit is left, where the rules ask.
fn strength(state: &State, unit: &Unit) -> Option<Strength> {
    state.law().test(TestName::BattleShock)?;
    let asked = unit.alive() && unit.models() > 0;
    [Strength::BelowHalf, Strength::BelowStarting].into_iter().find(|strength| asked && unit.is_at(*strength))
}

fn effect_view(effect: &Lasting) -> EffectView {
    EffectView { why: effect.why.clone(), change: (*effect.change).clone(), fights: effect.fights, until: effect.until }
}

/// A unit as it stands; a leader as its models stand in the unit that it joined.
fn own(state: &State, index: UnitIndex) -> Cow<'_, Unit> {
    let unit = state.unit_at(index);
    let attached = matches!(unit.whereabouts, Whereabouts::Attached(_));
    if attached { state.by_itself(index) } else { Cow::Borrowed(unit) }
}

fn part(state: &State, whole: &Unit, leader: UnitIndex) -> (UnitId, u32) {
    (state.unit_at(leader).id.clone(), whole.models_of(Some(leader)))
}

fn hurt(unit: &Unit) -> BTreeMap<Name, u32> {
    unit.groups.iter().filter(|group| group.hurt > 0).map(|group| (group.name.clone(), group.hurt)).collect()
}

fn missed_view(missed: &Missed) -> MissedView {
    let need = &missed.need;
    MissedView {
        player: need.player,
        objective: need.objective.clone(),
        round: need.round,
        moment: Name::new(need.moment.as_str()).unwrap_or_else(|_| unreachable!("moments have names")),
        possible: need.possible.values(),
        missing: missing_in_words(&need.missing),
    }
}

fn under_view(named: &RuleNamed) -> UnderView {
    UnderView {
        seq: named.seq,
        by: named.by,
        under: named.under.clone(),
        passed: named.passed.iter().map(|code| code.as_str().to_owned()).collect(),
    }
}

fn mark_view(state: &State, mark: &Mark) -> MarkView {
    let at = match mark.place {
        Some(Ground::Marker(marker)) => AreaName::new(state.markers[marker].id.as_str()),
        Some(Ground::Area(area)) => Some(area),
        None => None,
    };
    let unit = mark.unit.map(|unit| state.unit_at(unit).id.clone());
    MarkView { mark: mark.name, player: mark.player, unit, at, token: mark.token }
}

fn player_view(state: &State, player: Player) -> PlayerView {
    let side = &state.sides[player];
    let law = state.law();
    let score = |column: ColumnIndex, objective: &Objective| ObjectiveScore {
        objective: objective.id.clone(),
        name: state.own_cap(player, column).map(|_| objective.name.clone()),
        raw: side.sums[column].max(0).unsigned_abs(),
        vp: score::counted(state, player, column).max(0).unsigned_abs(),
    };
    PlayerView {
        name: state.open.as_ref().map(|open| open.players[player].name.name().clone()),
        disposition: state.disposition(player),
        role: state.attacker.map(|attacker| if attacker == player { Role::Attacker } else { Role::Defender }),
        zone: side.zone,
        cp: side.cp,
        battle_ready: side.battle_ready,
        conceded: state.conceded == Some(player),
        primary: law
            .column_of(&ColumnSource::Primary)
            .and_then(|column| state.primary(player).map(|objective| score(column, objective))),
        secondaries: state
            .objectives(player)
            .filter(|(column, _)| matches!(law.columns[*column].from, ColumnSource::Choice(_)))
            .map(|(column, objective)| score(column, objective))
            .collect(),
        cards: law.cards.as_ref().map(|_| CardsView {
            mode: side.mode,
            kept: side.cards.kept.clone(),
            active: side.cards.active.iter().map(|card| card.id.clone()).collect(),
            discarded: side.cards.discarded.iter().map(|card| card.id.clone()).collect(),
        }),
        columns: columns(state, player),
        total: score::total(state, player),
    }
}

fn columns(state: &State, player: Player) -> Vec<ColumnScore> {
    let row = |(column, row): (ColumnIndex, &crate::law::Column)| ColumnScore {
        id: row.id.clone(),
        title: row.title.clone(),
        objective: state
            .objectives(player)
            .find(|(found, _)| *found == column && row.from != ColumnSource::Cards)
            .map(|(_, o)| o.id.clone()),
        raw: state.sides[player].sums[column].max(0).unsigned_abs(),
        vp: score::counted(state, player, column).max(0).unsigned_abs(),
        cap: row.cap.unsigned_abs(),
    };
    state.law().columns.numbered().map(row).collect()
}

/// Both Levels of Control as they stand now, where the rules add them up and both are known.
fn levels(state: &State, marker: MarkerIndex) -> Option<BySide<u32>> {
    if !state.law().control.by_level || !state.markers[marker].on_battlefield {
        return None;
    }
    let [one, two] = Player::BOTH.map(|player| control::level(state, player, marker).exact());
    Some(BySide { one: one?, two: two? })
}

fn marker_view(state: &State, index: MarkerIndex, marker: &MarkerState) -> MarkerView {
    let label = state.mission.as_ref().and_then(|mission| mission.markers[index].label.clone());
    let control = if marker.on_battlefield { control::effective(state, index) } else { None };
    MarkerView {
        id: marker.id.clone(),
        label,
        at: marker.at,
        on_battlefield: marker.on_battlefield,
        holder: control.map(|control| control.holder.into()),
        basis: control.map(|control| control.basis),
        levels: levels(state, index),
        kept: (state.law().control.settles && marker.on_battlefield)
            .then_some(marker.lock)
            .and_then(|lock| if let Lock::Held(player) = lock { Some(player) } else { None }),
    }
}

fn combat_view(state: &State, combat: &combats::Combat) -> CombatView {
    let own = |player: Player| {
        let own = combat.units.iter().map(|unit| state.unit_at(*unit)).filter(|unit| unit.player == player);
        own.map(|unit| unit.id.clone()).collect()
    };
    let (winner, by) = match combat.result() {
        CombatResult::FirstBy(by) => (Winner::One, by),
        CombatResult::SecondBy(by) => (Winner::Two, by),
        CombatResult::Drawn => (Winner::Draw, 0),
    };
    let wounds = BySide::from_fn(|player| combat.sides[player].inflicted);
    CombatView { units: BySide::from_fn(own), wounds, winner, by }
}
