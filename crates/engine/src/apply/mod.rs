//! What events change. Nothing here judges: `decide` and the timing skeleton did.

mod flow;
mod leading;
mod marks;
mod placing;
mod units;

use std::sync::Arc;

use adjutant_core::ids::ObjectiveId;
use adjutant_core::numbers::Whole;
use adjutant_core::side::Player;

use crate::command::Open;
use crate::event::{Award, Event, Leaves};
use crate::law::Pack;
use crate::rules::{AttackKind, MarkerIndex, Mission, Objective};
use crate::state::{ActionInProgress, Clash, MarkerState, RuleNamed, Secret, State, StratagemUse, Whereabouts};
use crate::terms::{Banner, CardMode, Lock, Status};

/// Changes the state as an event says. The match names every event: a new one does not compile until its line is here.
pub fn apply(state: &mut State, event: Event) {
    let phase_count = state.phase_count;
    state.banners_before.take_if(|_| event.moves_models());
    match event {
        Event::Opened { open, pack } => open_match(state, open, pack),
        Event::ArmyFrozen { player, roster, cp } => units::freeze(state, player, roster, cp),
        Event::MissionChosen { mission, pack } => choose_mission(state, mission, pack),
        Event::TerrainSet { piece } => placing::set_up(state, *piece),
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
        Event::CardsChosen { player, mode, cards } => choose_cards(state, player, mode, cards),
        Event::DispositionSaid { player, is } => state.sides[player].disposition = Some(is),
        Event::MarkLaid { mark } => state.remembered.marks.push(*mark),
        Event::MarkUsed { player, mark, unit } => marks::use_up(state, player, mark, unit),
        Event::TokensTaken { place, of, one } => marks::take_tokens(state, place, of, one),
        Event::CardsKept { player, cards } => state.sides[player].cards.kept = cards,
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
        Event::MarkerTagged { marker, tag } => _ = state.markers[marker].tags.insert(tag),
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
        Event::LeaderLeft { leader } => leading::leave(state, leader),
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
        Event::CardDrawn { player, card } => draw(state, player, card),
        Event::CardLeft { player, card, how } => leave(state, player, &card, how),
        Event::ShockTested { unit } => state.units[unit].acts.shock_in_phase = phase_count,
        Event::ShockChanged { unit, shock } => state.units[unit].shock = shock,
        Event::ShockMissed { unit, missed } => state.units[unit].shock_missed = missed,
        Event::EffectBegan { unit, effect } => units::affected(state, unit, effect),
        Event::EffectEnded { unit, why } => state.units[unit].effects.retain(|effect| effect.why != why),
        Event::EscapeTested { unit } => state.units[unit].acts.escape_in_phase = phase_count,
        Event::StratagemUsed { player, name } => note_stratagem(state, player, name),
        Event::CpChanged { player, change, counts_to_limit } => change_cp(state, player, change, counts_to_limit),
        Event::Judged(judged) => state.judged.push(judged),
        Event::Awarded(award) => pay(state, *award),
        Event::NeedOpened(need) => state.needs.push(*need),
        Event::NeedAnswered { index } => drop(state.needs.remove(index)),
        Event::MissedAnswered { index } => drop(state.missed.remove(index)),
        Event::Signed { player } => state.signed[player] |= state.status == Status::Ended,
        Event::ArmyJudged { player, ready } => state.sides[player].battle_ready = Some(ready),
        Event::Conceded { player } => concede(state, player),
        Event::WinnerRuled { winner } => state.ruled_winner = Some(winner),
        Event::HeadSet { head } => state.head = head,
        Event::SeedOpened => state.unsealed = true,
        Event::LawNamed { law } => name_law(state, law),
        Event::RuleNamed { by, under, passed } => {
            state.rules_named.push(RuleNamed { seq: state.seq, by, under, passed })
        }
        Event::BattleBegun => flow::begin(state),
        Event::RoundStarted { round } => flow::start_round(state, round),
        Event::TurnStarted { player } => flow::start_turn(state, player),
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
            marks::cleared_by_move(state, unit);
        }
        Event::UnitWent { unit, to } => units::went(state, unit, to),
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
        Event::UnitShot { unit, stays, spent } => units::shot(state, unit, stays, spent),
        Event::UnitReinforced { unit } => state.units[unit].acts.reinforced = true,
        Event::UnitEmbarked { unit } => state.units[unit].acts.embarked = true,
        Event::UnitLeftWreck { unit } => state.units[unit].acts.wrecked = true,
        Event::UnitCounted { unit, counts } => state.units[unit].acts.counts = Some(counts),
        Event::UnitFought { unit } => units::attacked(state, unit, AttackKind::Melee),
        Event::UnitCharged { unit, made, targets, roll } => {
            units::charged(&mut state.units[unit], made, targets, roll);
        }
        Event::UnitCast { unit, power } => units::cast(state, unit, power),
        Event::PsychicActionAttempted { unit } => state.units[unit].acts.attempted_psychic_action = true,
        Event::UnitDenied { unit } => state.units[unit].acts.denies += 1,
        Event::UnitFallsBack { unit, falls } => units::falls_back(&mut state.units[unit], falls),
        Event::ReserveRolled { unit, arrives } => state.units[unit].acts.reserve_roll = Some(arrives),
        Event::UnitDamaged { unit, damaged } => state.units[unit].damaged = damaged,
        Event::CrewDazed { unit, stunned } => units::dazed(state, unit, stunned),
        Event::WeaponsHot { unit, dice } => state.units[unit].acts.hot = (phase_count, dice),
        Event::UnitGrounded { unit } => state.units[unit].grounded_in = Some((state.round, state.active)),
        Event::UnitExplodes { unit, explodes } => state.units[unit].explodes = Some((phase_count, explodes)),
        Event::UnitScouted { unit } => state.sides[state.units[unit].player].scouted = true,
        Event::Clashed { unit, target, wounds } => state.clashes.push(Clash { unit, target, wounds }),
        Event::MoraleTested { unit } => state.units[unit].acts.morale_in_phase = phase_count,
        Event::ModelsDestroyed { unit, group, models, by_enemy } => {
            units::destroy(state, unit, group, models, by_enemy);
        }
        Event::ModelHurt { unit, group, hurt } => state.units[unit].groups[group].hurt = hurt,
        Event::UnitAttacked { unit, group } => state.units[unit].attacked = group.map(|group| (phase_count, group)),
        Event::ModelsReturned { unit, group, models } => units::returned(&mut state.units[unit], group, models),
        Event::UnitAdded { player, unit, points } => units::added(state, player, &unit, points),
        Event::UnitSplit { unit, parts } => units::split(state, unit, parts),
        Event::UnitsMerged { units, id } => units::merge(state, &units, id),
        Event::ActionAttempted { unit, action } => units::attempted(state, unit, action),
        Event::ActionStarted { unit, action, marker, spot, aim } => {
            let doing = ActionInProgress { action, marker, spot, aim: *aim, started_in_phase: phase_count };
            state.units[unit].action = Some(doing);
        }
        Event::ActionFailed { unit } => state.units[unit].action = None,
        Event::ActionCompleted { unit, action, marker, spot, aim } => {
            units::completed(state, unit, action, (marker, spot, *aim));
        }
    }
}

fn choose_cards(state: &mut State, player: Player, mode: CardMode, cards: Vec<Arc<Objective>>) {
    let side = &mut state.sides[player];
    (side.mode, side.cards.active) = (Some(mode), cards);
    side.secondaries = Some(Vec::new());
}

fn note_stratagem(state: &mut State, player: Player, name: String) {
    let (phase_count, turn) = (state.phase_count, (state.round, state.active));
    state.stratagems.push(StratagemUse { player, name, phase_count, turn });
}

fn change_cp(state: &mut State, player: Player, change: i32, counts_to_limit: bool) {
    let side = &mut state.sides[player];
    side.cp += change;
    side.cp_gained += if counts_to_limit { change } else { 0 };
}

fn choose_mission(state: &mut State, mission: Arc<Mission>, pack: Arc<Pack>) {
    state.pack = Some(pack.played_as(&mission));
    state.markers = mission.markers.iter().map(|marker| MarkerState::lying(marker.id.clone(), marker.at)).collect();
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

fn draw(state: &mut State, player: Player, card: Arc<Objective>) {
    let phase_count = state.phase_count;
    let hand = &mut state.sides[player].cards;
    let before = if hand.drawn.0 == phase_count { hand.drawn.1 } else { 0 };
    hand.drawn = (phase_count, before + 1);
    hand.active.push(card);
}

fn leave(state: &mut State, player: Player, card: &ObjectiveId, how: Leaves) {
    let hand = &mut state.sides[player].cards;
    let left = hand.active.extract_if(.., |active| active.id == *card);
    if how == Leaves::Back {
        hand.drawn.1 = hand.drawn.1.saturating_sub(left.count());
    } else {
        hand.discarded.extend(left);
    }
    marks::leave_with(state, player, card);
    if how == Leaves::Scored {
        state.needs.retain(|need| need.player != player || need.objective != *card);
        state.missed.retain(|missed| missed.need.player != player || missed.need.objective != *card);
    }
}

fn pay(state: &mut State, award: Award) {
    let Award { player, column, objective, round, moment, raw, basis, late, why } = award;
    let vp = state.counts(player, column, objective.as_ref(), round, (raw, 0));
    state.sides[player].sums[column] += raw;
    state.sides[player].counted[column] += vp;
    let seq = state.seq;
    state.awards.push(crate::state::AwardEntry {
        vp,
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

/// From here on the match is judged by another law than it was opened under.
fn name_law(state: &mut State, law: i32) {
    if let Some(open) = &mut state.open {
        Arc::make_mut(open).law = Whole::new(law);
    }
}
