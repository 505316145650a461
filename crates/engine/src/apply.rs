//! What events change. Nothing here judges: `decide` and the timing skeleton did.

mod placing;

use std::sync::Arc;

use crate::command::MoveKind;
use crate::event::{Award, Event};
use crate::ids::{Name, UnitId};
use crate::roster::Roster;
use crate::side::Player;
use crate::state::table::set_table;
use crate::state::{
    ActionInProgress, Banner, Completion, Destruction, Lock, MarkerState, Missed, Position, PowerUse, RuleNamed,
    Secret, SideState, State, StratagemUse, TurnActs, Unit, UnitIndex, Whereabouts,
};
use crate::timing::{Step, TimedMoment, steps_at};
use crate::view::Status;

/// Changes the state as an event says.
pub fn apply(state: &mut State, event: Event) {
    match event {
        Event::Opened { open, pack } => {
            let cp = pack.file.sizes.get(&open.size).map_or(0, |size| size.cp.get());
            state.sides.one.cp = cp;
            state.sides.two.cp = cp;
            state.open = Some(open);
            state.pack = Some(pack);
        }
        Event::ArmyFrozen { player, roster, cp } => freeze(state, player, roster, cp),
        Event::MissionChosen { mission, pack } => {
            state.pack = Some(pack);
            state.markers = mission
                .markers
                .iter()
                .map(|marker| MarkerState {
                    id: marker.id.clone(),
                    at: marker.at,
                    on_battlefield: true,
                    tags: Default::default(),
                    stated: None,
                    lock: Lock::Open,
                    banners: Default::default(),
                    across_mm: 0,
                    placed_by: None,
                })
                .collect();
            state.mission = Some(mission);
            set_table(state);
        }
        Event::SecretCommitted { player, what, digest } => {
            state.sides[player].secrets.insert(what, Secret { digest, revealed: false });
        }
        Event::SecretRevealed { player, what } => {
            if let Some(secret) = state.sides[player].secrets.get_mut(&what) {
                secret.revealed = true;
            }
        }
        Event::SecondariesChosen { player, objectives, own_caps } => {
            state.sides[player].secondaries = Some(objectives);
            state.sides[player].own_caps = own_caps;
        }
        Event::ModelsNoted { player, objective, models } => {
            let noted = models.into_iter().map(|(unit, group)| (objective.clone(), unit, group));
            state.sides[player].noted = noted.collect();
        }
        Event::RollOffWon { purpose, winner } => state.roll_offs.push((purpose, winner)),
        Event::OrderChosen { moment, sequence } => {
            state.orders.retain(|(m, _)| *m != moment);
            state.orders.push((moment, sequence));
        }
        Event::AttackerChosen { attacker } => state.attacker = Some(attacker),
        Event::ZoneChosen { zones } => {
            for (player, side) in zones {
                state.sides[player].zone = Some(side);
            }
        }
        Event::MarkerTagged { marker, tag } => {
            state.markers[marker].tags.insert(tag);
        }
        Event::MarkerMoved { marker, at } => {
            state.markers[marker].at = at;
            state.moved_markers.push(marker);
            set_table(state);
        }
        Event::MarkersCounted { count } => state.markers_due = Some(count),
        Event::MarkerPlaced { at, across_mm, by, zone } => placing::place(state, at, across_mm, by, zone),
        Event::ZonesTaken { layout } => placing::take_zones(state, layout),
        Event::MarkerRemoved { marker } => {
            let marker = &mut state.markers[marker];
            marker.on_battlefield = false;
            marker.lock = Lock::Open;
            marker.banners = Default::default();
            set_table(state);
        }
        Event::ReservesDeclared { player } => state.sides[player].reserves_declared = true,
        Event::FirstTurnGiven { player } => state.first = Some(player),
        Event::BannerChanged { marker, player, banner } => state.markers[marker].banners[player] = banner,
        Event::LockChanged { marker, lock } => state.markers[marker].lock = lock,
        Event::ControlStated { marker, holder } => state.markers[marker].stated = Some(holder),
        Event::StratagemUsed { player, name } => {
            let phase_count = state.phase_count;
            state.stratagems.push(StratagemUse { player, name, phase_count });
        }
        Event::CpChanged { player, change, counts_to_limit } => {
            let side = &mut state.sides[player];
            side.cp += change;
            if counts_to_limit {
                side.cp_gained += change;
            }
        }
        Event::Judged(judged) => state.judged.push(judged),
        Event::Awarded(award) => pay(state, award),
        Event::NeedOpened(need) => state.needs.push(*need),
        Event::NeedAnswered { index } => {
            state.needs.remove(index);
        }
        Event::MissedAnswered { index } => {
            state.missed.remove(index);
        }
        Event::Signed { player } => state.signed[player] |= state.status == Status::Ended,
        Event::ArmyJudged { player, ready } => state.sides[player].battle_ready = Some(ready),
        Event::Conceded { player } => concede(state, player),
        Event::WinnerRuled { winner } => state.ruled_winner = Some(winner),
        Event::HeadSet { head } => state.head = head,
        Event::SeedOpened => state.unsealed = true,
        Event::RuleNamed { by, under, passed } => {
            let seq = state.seq;
            state.rules_named.push(RuleNamed { seq, by, under, passed });
        }
        other => apply_flow(state, other),
    }
}

fn apply_flow(state: &mut State, event: Event) {
    match event {
        Event::BattleBegun => {
            state.status = Status::Battle;
            let walks_on = state.few_deploy().is_some();
            let undeployed = state.units.iter_mut().filter(|u| u.whereabouts == Whereabouts::Undeployed);
            for unit in undeployed {
                unit.enters_first = walks_on;
                unit.whereabouts =
                    if walks_on { Whereabouts::Elsewhere } else { Whereabouts::Battlefield(Position::Unknown) };
            }
            push_moment(state, TimedMoment::BattleStart);
            state.agenda.push_back(Step::StartRound(1));
        }
        Event::RoundStarted { round } => {
            state.round = round;
            state.actions_this_round.clear();
            state.powers_this_round.clear();
            if round > 1 {
                state.units.iter_mut().for_each(|unit| unit.acts.oversize = false);
            }
            state.sides.one.cp_gained = 0;
            state.sides.two.cp_gained = 0;
            push_moment(state, TimedMoment::RoundStart);
            let first = state.first.unwrap_or(Player::One);
            state.agenda.push_back(Step::StartTurn(first));
        }
        Event::TurnStarted { player } => state.active = player,
        Event::TurnPassed { player } => {
            state.active = player;
            after_turn(state);
        }
        Event::PhaseStarted { phase } => {
            state.phase = phase;
            state.phase_count += 1;
            push_moment(state, TimedMoment::PhaseStart);
            push_moment(state, TimedMoment::PhaseStartOf(phase));
        }
        Event::PhaseEnded { phase } => {
            let moment = state.law().end_of(phase);
            push_moment(state, moment);
            match state.law().phase_after(phase) {
                Some(next) => state.agenda.push_back(Step::StartPhase(next)),
                None => {
                    push_moment(state, TimedMoment::TurnEnd);
                    state.agenda.push_back(Step::EndTurn);
                }
            }
        }
        Event::TurnEnded => after_turn(state),
        Event::WindowClosed => {
            let since = state.seq;
            state.window_since = since;
            state.missed.extend(state.needs.drain(..).map(|need| Missed { need, since }));
            state.judged.clear();
        }
        Event::RestOfTurnEnding => state.ending_turn = true,
        Event::LengthAsked => state.length_asked = true,
        Event::LengthRolled { goes_on } => {
            state.length_asked = false;
            if goes_on {
                let next = state.round + 1;
                state.agenda.push_back(Step::StartRound(next));
            }
        }
        Event::BattleDecided { winner, ending } => state.decided = Some((winner, ending)),
        Event::BattleEnding => {
            state.length_asked = false;
            state.agenda.clear();
            push_moment(state, TimedMoment::BattleEnd);
            state.agenda.push_back(Step::Finish);
        }
        Event::BattleEnded => state.status = Status::Ended,
        Event::StrengthCounted => {
            for player in Player::BOTH {
                let units = state.living(player).count();
                state.sides[player].strength = i64::try_from(units).unwrap_or(i64::MAX);
            }
        }
        other => apply_to_units(state, other),
    }
}

fn push_moment(state: &mut State, moment: TimedMoment) {
    if state.orders.is_empty() {
        let Some(pack) = state.pack.clone() else { return };
        let steps = pack.law.rules_at(moment).iter().map(|rule| Step::Rule(moment, *rule));
        return state.agenda.extend(steps);
    }
    let steps = steps_at(state, moment);
    state.orders.retain(|(name, _)| *name.as_str() != *moment.name());
    state.agenda.extend(steps);
}

fn after_turn(state: &mut State) {
    state.ending_turn = false;
    for unit in &mut state.units {
        // A unit too large for the deployment zone does nothing all round; an arrival only all turn.
        let oversize = unit.acts.oversize && !unit.acts.arrived;
        unit.acts = TurnActs { oversize, ..TurnActs::default() };
    }
    if Some(state.active) == state.first {
        state.agenda.push_back(Step::StartTurn(state.active.opponent()));
    } else {
        push_moment(state, TimedMoment::RoundEnd);
        state.agenda.push_back(Step::EndRound);
    }
}

fn apply_to_units(state: &mut State, event: Event) {
    let phase_count = state.phase_count;
    match event {
        Event::UnitMoved { unit, kind } => note_move(&mut state.units[unit.0], kind, phase_count),
        Event::UnitPlaced { unit, position } => {
            state.units[unit.0].whereabouts = Whereabouts::Battlefield(position);
        }
        Event::UnitWent { unit, to } => {
            let unit = &mut state.units[unit.0];
            unit.whereabouts = to;
            if !unit.is_on_battlefield() {
                unit.action = None;
            }
        }
        Event::UnitArrived { unit } => {
            let acts = &mut state.units[unit.0].acts;
            (acts.arrived, acts.arrived_in_phase) = (true, phase_count);
        }
        Event::UnitOversize { unit } => state.units[unit.0].acts.oversize = true,
        Event::UnitDisembarked { unit } => state.units[unit.0].acts.disembarked = true,
        Event::UnitExempted { unit } => {
            let unit = &mut state.units[unit.0];
            (unit.exempt_from_deadline, unit.acts.left) = (true, true);
        }
        Event::UnitForbidden { unit, deeds } => state.units[unit.0].acts.forbidden = deeds,
        Event::UnitShot { unit } => state.units[unit.0].acts.shot_in_phase = phase_count,
        Event::UnitReinforced { unit } => state.units[unit.0].acts.reinforced = true,
        Event::UnitEmbarked { unit } => state.units[unit.0].acts.embarked = true,
        Event::UnitLeftWreck { unit } => state.units[unit.0].acts.wrecked = true,
        Event::UnitCounted { unit, counts } => state.units[unit.0].acts.counts = Some(counts),
        Event::UnitFought { unit } => state.units[unit.0].acts.fought_in_phase = phase_count,
        Event::UnitCharged { unit, made, targets, roll } => {
            let acts = &mut state.units[unit.0].acts;
            acts.charged = true;
            acts.charge_failed = !made;
            (acts.charge_targets, acts.charge_roll) = (targets, roll);
        }
        Event::UnitCast { unit, power } => {
            let unit = &mut state.units[unit.0];
            unit.acts.casts += 1;
            state.powers_this_round.push(PowerUse { player: unit.player, power, phase_count });
        }
        Event::PsychicActionAttempted { unit } => state.units[unit.0].acts.attempted_psychic_action = true,
        Event::UnitDenied { unit } => state.units[unit.0].acts.denies += 1,
        Event::UnitFallsBack { unit, falls } => {
            let unit = &mut state.units[unit.0];
            unit.acts.moved |= !falls;
            unit.falling_back = falls;
        }
        Event::ReserveRolled { unit, arrives } => state.units[unit.0].acts.reserve_roll = Some(arrives),
        Event::UnitDamaged { unit, damaged } => state.units[unit.0].damaged = damaged,
        Event::MoraleTested { unit } => state.units[unit.0].acts.morale_in_phase = phase_count,
        Event::ModelsDestroyed { unit, group, models } => destroy(state, unit, group, models),
        Event::ModelHurt { unit, group, hurt } => state.units[unit.0].groups[group].hurt = hurt,
        Event::UnitAttacked { unit, group } => {
            state.units[unit.0].attacked = group.map(|group| (phase_count, group));
        }
        Event::ModelsReturned { unit, group, models } => {
            let unit = &mut state.units[unit.0];
            unit.groups[group].models += models;
            unit.groups[group].lost = unit.groups[group].lost.saturating_sub(models);
            unit.acts.models_lost = unit.acts.models_lost.saturating_sub(models);
        }
        Event::UnitAdded { player, unit, points } => {
            let mut added = Unit::from_roster(&unit, player, None);
            add_keywords(state, &mut added);
            added.added = true;
            added.whereabouts = Whereabouts::Reserves;
            added.exempt_from_deadline = true;
            state.sides[player].reinforcement_points -= points;
            push_unit(state, added);
        }
        Event::UnitSplit { unit, parts } => split(state, unit, parts),
        Event::UnitsMerged { units, id } => merge(state, &units, id),
        Event::ActionAttempted { unit, action } => {
            let round = state.round;
            let attempted = &mut state.units[unit.0];
            attempted.action_round = round;
            let player = attempted.player;
            state.actions_this_round.push((player, action, unit));
        }
        Event::ActionStarted { unit, action, marker, spot } => {
            state.units[unit.0].action = Some(ActionInProgress { action, marker, spot, started_in_phase: phase_count });
        }
        Event::ActionFailed { unit } => state.units[unit.0].action = None,
        Event::ActionCompleted { unit, action, marker, spot } => {
            let player = state.units[unit.0].player;
            state.units[unit.0].action = None;
            let index = state.completions.len();
            state.completions.push(Completion { player, action, unit, marker, spot, phase_count });
            state.agenda.push_front(Step::ScoreCompletion(index));
        }
        _ => {}
    }
}

fn freeze(state: &mut State, player: Player, roster: Arc<Roster>, cp: i32) {
    let warlord = roster.warlord.as_ref();
    for unit in roster.units() {
        let leads = warlord.filter(|w| w.unit == unit.id).map(|w| &w.group);
        let mut unit = Unit::from_roster(unit, player, leads);
        add_keywords(state, &mut unit);
        push_unit(state, unit);
    }
    let side: &mut SideState = &mut state.sides[player];
    side.cp = cp;
    side.reinforcement_points = roster.reinforcement_points.get();
    side.roster = Some(roster);
}

/// Keywords that the rules add to a datasheet, whether the list prints them or not.
fn add_keywords(state: &State, unit: &mut Unit) {
    let Some(pack) = state.pack.as_ref().filter(|pack| !pack.added_keywords.is_empty()) else { return };
    let title = unit.datasheet.as_str().to_lowercase();
    for (keyword, titles) in &pack.added_keywords {
        if titles.contains(&title) && !unit.keywords.contains(keyword) {
            unit.keywords.push(keyword.clone());
        }
    }
}

fn push_unit(state: &mut State, unit: Unit) {
    state.unit_index.insert(unit.id.clone(), UnitIndex(state.units.len()));
    state.units.push(unit);
}

fn note_move(unit: &mut Unit, kind: MoveKind, phase_count: u64) {
    match kind {
        MoveKind::Normal => unit.acts.moved = true,
        MoveKind::Advance => {
            unit.acts.moved = true;
            unit.acts.advanced = true;
        }
        MoveKind::FallBack => {
            unit.acts.moved = true;
            unit.acts.fell_back = true;
        }
        MoveKind::Heroic => unit.acts.intervened = true,
        MoveKind::Reposition => (unit.acts.arrived, unit.acts.arrived_in_phase) = (true, phase_count),
        MoveKind::Run => unit.acts.ran = true,
        MoveKind::Charge | MoveKind::PileIn | MoveKind::Consolidate => {}
    }
}

fn destroy(state: &mut State, index: UnitIndex, group: usize, models: u32) {
    let round = state.round;
    let unit = &mut state.units[index.0];
    unit.groups[group].models = unit.groups[group].models.saturating_sub(models);
    unit.groups[group].lost += models;
    if unit.groups[group].models == 0 {
        unit.groups[group].hurt = 0;
    }
    unit.acts.models_lost += models;
    let unit_destroyed = unit.models() == 0;
    if unit_destroyed {
        unit.whereabouts = Whereabouts::Destroyed;
        unit.action = None;
    } else {
        forget_coordinates(unit);
    }
    state.destructions.push(Destruction { unit: index, group, models, unit_destroyed, round });
}

/// Coordinates say nothing of a unit that has other models than they were given for.
fn forget_coordinates(unit: &mut Unit) {
    if let Whereabouts::Battlefield(position) = &mut unit.whereabouts
        && matches!(position, Position::Models(..))
    {
        *position = Position::Unknown;
    }
}

fn split(state: &mut State, index: UnitIndex, parts: Vec<(UnitId, Vec<u32>)>) {
    let whole = state.units[index.0].clone();
    let player = whole.player;
    state.unit_index.remove(&whole.id);
    state.units[index.0].whereabouts = Whereabouts::Removed;
    let count = i64::try_from(parts.len()).unwrap_or(1);
    // The hurt model of a group goes with the first part that has one of them.
    let mut hurt: Vec<u32> = whole.groups.iter().map(|group| group.hurt).collect();
    let new_from = state.units.len();
    for (place, (id, models)) in parts.into_iter().enumerate() {
        let mut part = whole.clone();
        part.id = id;
        part.action = None;
        forget_coordinates(&mut part);
        for ((group, left), hurt) in part.groups.iter_mut().zip(&models).zip(&mut hurt) {
            group.models = *left;
            group.hurt = if *left > 0 { std::mem::take(hurt) } else { 0 };
            group.lost = if place == 0 { group.lost } else { 0 };
        }
        part.groups.retain(|group| group.models > 0 || group.lost > 0);
        part.starting_strength = part.models();
        push_unit(state, part);
    }
    for group in &mut state.units[index.0].groups {
        group.hurt = 0;
        group.models = 0;
        group.lost = 0;
    }
    note_parts(state, &whole, new_from);
    if !whole.added {
        state.sides[player].strength += count - 1;
    }
}

/// Noted models stay noted in the part that they go to; of a group that is divided, in the first part with room.
fn note_parts(state: &mut State, whole: &Unit, new_from: usize) {
    let mut given: Vec<(UnitIndex, Name, u32)> = Vec::new();
    let mut noted = std::mem::take(&mut state.sides[whole.player].noted);
    for (_, unit, group) in noted.iter_mut().filter(|(_, unit, _)| *unit == whole.id) {
        let room = |index: usize| {
            let models = state.units[index].group(group).map_or(0, |g| state.units[index].groups[g].models);
            let taken =
                given.iter().filter(|(i, name, _)| i.0 == index && name == group).map(|(_, _, n)| n).sum::<u32>();
            models > taken
        };
        if let Some(index) = (new_from..state.units.len()).find(|index| room(*index)) {
            given.push((UnitIndex(index), group.clone(), 1));
            *unit = state.units[index].id.clone();
        }
    }
    state.sides[whole.player].noted = noted;
}

fn merge(state: &mut State, units: &[UnitIndex], id: UnitId) {
    let Some(first) = units.first() else { return };
    let mut whole = state.units[first.0].clone();
    let player = whole.player;
    whole.id = id;
    whole.action = None;
    whole.groups.clear();
    whole.starting_strength = 0;
    for index in units {
        let part = &mut state.units[index.0];
        state.unit_index.remove(&part.id);
        whole.starting_strength += part.starting_strength;
        whole.points += if index == first { 0 } else { part.points };
        whole.power += if index == first { 0 } else { part.power };
        // The part keeps its groups, empty: earlier losses name them.
        let moved = part.groups.clone();
        part.groups.iter_mut().for_each(|group| (group.models, group.lost) = (0, 0));
        for group in moved {
            match whole.groups.iter_mut().find(|g| g.name == group.name && g.wounds == group.wounds) {
                Some(same) => {
                    same.models += group.models;
                    same.lost += group.lost;
                    same.hurt = same.hurt.max(group.hurt);
                    same.warlord |= group.warlord;
                }
                None => whole.groups.push(group),
            }
        }
        part.whereabouts = Whereabouts::Removed;
    }
    if let Whereabouts::Battlefield(position) = &mut whole.whereabouts {
        *position = Position::Unknown;
    }
    let merged: Vec<UnitId> = units.iter().map(|index| state.units[index.0].id.clone()).collect();
    for (_, unit, _) in state.sides[player].noted.iter_mut().filter(|(_, unit, _)| merged.contains(unit)) {
        *unit = whole.id.clone();
    }
    // Units added during the battle never counted to the Strength of the army.
    let counted = units.iter().filter(|index| !state.units[index.0].added).count();
    whole.added = counted == 0;
    push_unit(state, whole);
    state.sides[player].strength -= i64::try_from(counted.max(1)).unwrap_or(1) - 1;
}

fn pay(state: &mut State, award: Award) {
    let Award { player, column, objective, round, moment, raw, basis, late, why } = award;
    state.sides[player].sums[column] += raw;
    let seq = state.seq;
    state.awards.push(crate::state::AwardEntry {
        seq,
        round,
        moment,
        player,
        column,
        objective,
        raw,
        basis,
        late,
        why,
    });
}

fn concede(state: &mut State, player: Player) {
    state.conceded = Some(player);
    for unit in state.units.iter_mut().filter(|unit| unit.player == player && unit.alive()) {
        unit.whereabouts = Whereabouts::Removed;
        unit.action = None;
    }
    for marker in &mut state.markers {
        marker.banners[player] = Banner::Absent;
    }
}
