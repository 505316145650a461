//! What events change. Nothing here judges: `decide` and the timing skeleton did.

mod flow;
mod leading;
mod placing;
mod units;

use std::sync::Arc;

use adjutant_core::ids::ObjectiveId;
use adjutant_core::side::Player;

use crate::command::Open;
use crate::event::{Award, Event};
use crate::law::Pack;
use crate::rules::{MarkerIndex, Mission};
use crate::state::{ActionInProgress, Clash, MarkerState, RuleNamed, Secret, State, StratagemUse, Whereabouts};
use crate::terms::{Banner, ControlBasis, Lock, Status};

/// Changes the state as an event says. The match names every event: a new one does not compile until its line is here.
pub fn apply(state: &mut State, event: Event) {
    let phase_count = state.phase_count;
    match event {
        Event::Opened { open, pack } => open_match(state, open, pack),
        Event::ArmyFrozen { player, roster, cp } => units::freeze(state, player, roster, cp),
        Event::MissionChosen { mission, pack } => choose_mission(state, mission, pack),
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
        Event::RolledOnce { word } => state.rolled.push((word, state.round, state.seq)),
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
            state.set_table();
        }
        Event::MarkersCounted { count } => state.markers_due = Some(count),
        Event::MarkerPlaced { at, across_mm, by, zone } => placing::place(state, at, across_mm, by, zone),
        Event::ZonesTaken { layout } => placing::take_zones(state, layout),
        Event::MarkerRemoved { marker } => remove_marker(state, marker),
        Event::LeaderAttached { leader, to } => leading::attach(state, leader, to),
        Event::PartsSeparated { unit } => leading::separate(state, unit),
        Event::ReservesDeclared { player } => state.sides[player].reserves_declared = true,
        Event::SetUpInTurn { player, passed } => {
            state.last_set_up = Some(player);
            state.sides[player.opponent()].set_up_away += usize::from(passed);
        }
        Event::FirstTurnGiven { player } => state.first = Some(player),
        Event::BannerChanged { marker, player, banner } => state.markers[marker].banners[player] = banner,
        Event::LockChanged { marker, lock } => state.markers[marker].lock = lock,
        Event::ControlStated { marker, holder } => state.markers[marker].stated = Some(holder),
        Event::StatementVoided { marker } => state.markers[marker].stated = None,
        Event::MarkerKept { marker, player } => state.markers[marker].lock = Lock::Held(player),
        Event::ControlSettled { marker, settled, lock } => {
            (state.markers[marker].settled, state.markers[marker].lock) = (settled, lock);
        }
        Event::CardDrawn { player, card } => state.sides[player].cards.active.push(card),
        Event::CardLeft { player, card, scored } => discard(state, player, &card, scored),
        Event::ShockTested { unit } => state.units[unit].acts.shock_in_phase = phase_count,
        Event::ShockChanged { unit, shock } => state.units[unit].shock = shock,
        Event::ShockMissed { unit, missed } => state.units[unit].shock_missed = missed,
        Event::EffectBegan { unit, effect } => {
            let effects = &mut state.units[unit].effects;
            effects.retain(|earlier| earlier.why != effect.why);
            effects.push(effect);
            state.effects_began = true;
        }
        Event::EffectEnded { unit, why } => state.units[unit].effects.retain(|effect| effect.why != why),
        Event::EscapeTested { unit } => state.units[unit].acts.escape_in_phase = phase_count,
        Event::StratagemUsed { player, name } => {
            let turn = (state.round, state.active);
            state.stratagems.push(StratagemUse { player, name, phase_count, turn });
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
        Event::NeedAnswered { index } => drop(state.needs.remove(index)),
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
        Event::BattleBegun => flow::begin(state),
        Event::RoundStarted { round } => flow::start_round(state, round),
        Event::TurnStarted { player } => state.active = player,
        Event::TurnPassed { player } => flow::pass_turn(state, player),
        Event::PhaseStarted { phase } => flow::start_phase(state, phase),
        Event::PhaseEnded { phase } => flow::end_phase(state, phase),
        Event::TurnEnded => flow::after_turn(state),
        Event::WindowClosed => flow::close_window(state),
        Event::RestOfTurnEnding => state.ending_turn = true,
        Event::LengthAsked => state.length_asked = true,
        Event::LengthRolled { goes_on } => flow::note_length(state, goes_on),
        Event::BattleDecided { winner, ending } => state.decided = Some((winner, ending)),
        Event::BattleEnding => flow::end_battle(state),
        Event::BattleEnded => state.status = Status::Ended,
        Event::StrengthCounted => flow::count_strength(state),
        Event::UnitMoved { unit, kind } => units::note_move(&mut state.units[unit], kind, phase_count),
        Event::UnitPlaced { unit, position } => {
            state.units[unit].whereabouts = Whereabouts::Battlefield(position);
        }
        Event::UnitWent { unit, to } => units::went(&mut state.units[unit], to),
        Event::UnitArrived { unit } => {
            let acts = &mut state.units[unit].acts;
            (acts.arrived, acts.arrived_in_phase) = (true, phase_count);
        }
        Event::UnitOversize { unit } => state.units[unit].acts.oversize = true,
        Event::UnitDisembarked { unit } => state.units[unit].acts.disembarked = true,
        Event::UnitExempted { unit } => {
            let unit = &mut state.units[unit];
            (unit.exempt_from_deadline, unit.acts.left) = (true, true);
        }
        Event::UnitForbidden { unit, deeds } => state.units[unit].acts.forbidden = deeds,
        Event::UnitShot { unit } => state.units[unit].acts.shot_in_phase = phase_count,
        Event::UnitReinforced { unit } => state.units[unit].acts.reinforced = true,
        Event::UnitEmbarked { unit } => state.units[unit].acts.embarked = true,
        Event::UnitLeftWreck { unit } => state.units[unit].acts.wrecked = true,
        Event::UnitCounted { unit, counts } => state.units[unit].acts.counts = Some(counts),
        Event::UnitFought { unit } => state.units[unit].acts.fought_in_phase = phase_count,
        Event::UnitCharged { unit, made, targets, roll } => {
            units::charged(&mut state.units[unit], made, targets, roll);
        }
        Event::UnitCast { unit, power } => units::cast(state, unit, power),
        Event::PsychicActionAttempted { unit } => state.units[unit].acts.attempted_psychic_action = true,
        Event::UnitDenied { unit } => state.units[unit].acts.denies += 1,
        Event::UnitFallsBack { unit, falls } => {
            let unit = &mut state.units[unit];
            unit.acts.moved |= !falls;
            unit.falling_back = falls;
        }
        Event::ReserveRolled { unit, arrives } => state.units[unit].acts.reserve_roll = Some(arrives),
        Event::UnitDamaged { unit, damaged } => state.units[unit].damaged = damaged,
        Event::CrewDazed { unit, stunned } => {
            let turn = Some((state.round, state.active));
            let unit = &mut state.units[unit];
            if stunned { unit.stunned_in = turn } else { unit.shaken_in = turn }
        }
        Event::Clashed { unit, target, wounds } => state.clashes.push(Clash { unit, target, wounds }),
        Event::MoraleTested { unit } => state.units[unit].acts.morale_in_phase = phase_count,
        Event::ModelsDestroyed { unit, group, models, by_enemy } => {
            units::destroy(state, unit, group, models, by_enemy);
        }
        Event::ModelHurt { unit, group, hurt } => state.units[unit].groups[group].hurt = hurt,
        Event::UnitAttacked { unit, group } => {
            state.units[unit].attacked = group.map(|group| (phase_count, group));
        }
        Event::ModelsReturned { unit, group, models } => units::returned(&mut state.units[unit], group, models),
        Event::UnitAdded { player, unit, points } => units::added(state, player, &unit, points),
        Event::UnitSplit { unit, parts } => units::split(state, unit, parts),
        Event::UnitsMerged { units, id } => units::merge(state, &units, id),
        Event::ActionAttempted { unit, action } => units::attempted(state, unit, action),
        Event::ActionStarted { unit, action, marker, spot } => {
            state.units[unit].action = Some(ActionInProgress { action, marker, spot, started_in_phase: phase_count });
        }
        Event::ActionFailed { unit } => state.units[unit].action = None,
        Event::ActionCompleted { unit, action, marker, spot } => units::completed(state, unit, action, marker, spot),
    }
}

fn choose_mission(state: &mut State, mission: Arc<Mission>, pack: Arc<Pack>) {
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
            settled: Some((None, ControlBasis::Derived)),
            lock: Lock::Open,
            banners: Default::default(),
            across_mm: 0,
            placed_by: None,
        })
        .collect();
    state.mission = Some(mission);
    state.set_table();
}

fn open_match(state: &mut State, open: Arc<Open>, pack: Arc<Pack>) {
    let cp = pack.file.sizes.get(&open.size).map_or(0, |size| size.cp.get());
    state.sides.one.cp = cp;
    state.sides.two.cp = cp;
    state.open = Some(open);
    state.pack = Some(pack);
}

fn remove_marker(state: &mut State, marker: MarkerIndex) {
    let marker = &mut state.markers[marker];
    marker.on_battlefield = false;
    marker.lock = Lock::Open;
    marker.banners = Default::default();
    state.set_table();
}

fn discard(state: &mut State, player: Player, card: &ObjectiveId, scored: bool) {
    let hand = &mut state.sides[player].cards;
    hand.discarded.extend(hand.active.extract_if(.., |active| active.id == *card));
    if scored {
        state.needs.retain(|need| need.player != player || need.objective != *card);
        state.missed.retain(|missed| missed.need.player != player || missed.need.objective != *card);
    }
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
