//! What a key would record and bring about, tried on a copy before anybody presses it.

use adjutant_engine::command::{Command, Holder, Phase};
use adjutant_engine::control;
use adjutant_engine::decide::cards_to_draw;
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{ActionId, MarkerId};
use adjutant_engine::numbers::Vp;
use adjutant_engine::refusal::Refusal;
use adjutant_engine::rules::{Deed as Doing, MarkerIndex};
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::{Banner, OpenNeed, Shock, State, Unit};
use adjutant_engine::terms::missing_in_words;
use adjutant_engine::view::{ControlBasis, Status};
use adjutant_present::names::{self, name_of};
use adjutant_present::units;

use crate::asked::key_of;
use crate::due::{unknown_markers, waiting};
use crate::shared::Session;
use crate::tray::draft::Draft;
use crate::tray::verb::{Row, Verb};
use crate::trial::{Plan, Rehearsal, rehearse};

/// Who holds a marker as far as anybody said: just now, in the log, or by starting an action there.
pub fn held(session: &Session, state: &State, at: MarkerIndex) -> Option<Holder> {
    let id = &state.markers[at].id;
    let said = session.changed.get(id).or_else(|| session.pending.get(id)).copied();
    said.or_else(|| control::effective(state, at).map(|control| Holder::from(control.holder)))
}

/// The player who acted on a marker that nobody spoke of since: by a banner, by an action under way, or by one that
/// starts now and wants no enemy unit in range, whatever was said before.
pub fn suggested(session: &Session, state: &State, at: MarkerIndex) -> Option<Player> {
    let marker = &state.markers[at];
    if session.pending.contains_key(&marker.id) || !marker.on_battlefield {
        return None;
    }
    let known = control::effective(state, at);
    let banner = || Player::BOTH.into_iter().find(|player| marker.banners[*player] != Banner::Absent);
    let acts = acting(session, state, at);
    match known {
        None => acts.map(|(player, ..)| player).or_else(banner),
        Some(known) if known.basis != ControlBasis::Declared => None,
        Some(known) => {
            let (player, action, fresh) = acts?;
            let alone = state.pack.as_ref().and_then(|pack| pack.actions.get(&action)?.marker.as_ref());
            let alone = alone.is_some_and(|marker| marker.no_enemies_in_range);
            (fresh && alone && known.holder != Some(player)).then_some(player)
        }
    }
}

/// Who acts on a marker, in a line that is typed or by an action under way; which action, and whether it starts now.
fn acting(session: &Session, state: &State, at: MarkerIndex) -> Option<(Player, ActionId, bool)> {
    let typed = session.tray.iter().find_map(|draft| match &draft.row {
        Some(Row::Action(target)) if target.marker.as_ref() == Some(&state.markers[at].id) => {
            let (_, unit) = state.unit(draft.unit.as_ref()?)?;
            Some((unit.player, target.action.clone(), true))
        }
        _ => None,
    });
    let under_way = || {
        state.units.iter().find_map(|unit| {
            let action = unit.action.as_ref().filter(|action| action.marker == Some(at))?;
            Some((unit.player, action.action.clone(), action.started_in_phase == state.phase_count))
        })
    };
    typed.or_else(under_way)
}

/// The statement about markers that goes before the end of a phase: what was changed and what actions suggest, in the
/// Command phase also everything that still holds.
pub fn statement(session: &Session, state: &State) -> Option<(By, Command)> {
    let mut holds = session.pending.clone();
    for (at, marker) in state.lying_markers() {
        let declared = control::effective(state, at).filter(|control| control.basis == ControlBasis::Declared);
        let declared = declared.filter(|_| state.phase == Phase::COMMAND);
        let holder = declared.map(|control| Holder::from(control.holder));
        let suggested = || suggested(session, state, at).map(|player| Holder::from(Some(player)));
        if let Some(holder) = suggested().or(holder) {
            holds.entry(marker.id.clone()).or_insert(holder);
        }
    }
    (!holds.is_empty()).then_some((By::Both, Command::Control { holds, keeps: Default::default() }))
}

/// The lines of a list as commands; lines that are not complete are left out.
fn commands<'a>(state: &State, drafts: impl Iterator<Item = &'a Draft>) -> Plan {
    drafts.filter_map(|draft| draft.command(state)).collect()
}

/// What `>` records in the overview: everything set aside, the markers, the end of the phase.
pub fn end_of_phase(session: &Session, state: &State) -> Plan {
    let mut plan = commands(state, session.tray.iter());
    plan.extend(statement(session, state));
    plan.push((By::from(state.active), Command::EndPhase { phase: state.phase }));
    plan
}

/// What `>` records in the turn sheet: answers to what is open, lines, markers, the end of the turn, answers to what
/// the end of the turn asks. Losses, and what has changed at the markers since they were said, are recorded after the
/// Movement phase, also where it has not ended yet: what the Command phase pays stays what it was.
pub fn end_of_turn(session: &Session, game: &Match) -> Plan {
    let state = game.state();
    let law = state.law();
    let by = By::from(state.active);
    let mut plan: Plan = state.needs.iter().filter_map(|need| answer(session, state, need)).collect();
    let (losses, others): (Vec<&Draft>, Vec<&Draft>) =
        session.tray.iter().partition(|draft| draft.verb == Verb::Losses);
    plan.extend(commands(state, others.into_iter()));
    plan.extend(statement(session, state));
    let early = |phase: Phase| phase == Phase::COMMAND || law.allows(phase, Doing::Action, true);
    let mut phase = state.phase;
    while !(losses.is_empty() && session.changed.is_empty()) && early(phase) {
        plan.push((by, Command::EndPhase { phase }));
        let Some(next) = law.phase_after(phase) else { break };
        phase = next;
    }
    plan.extend(commands(state, losses.into_iter()));
    if !session.changed.is_empty() {
        let holds = session.changed.clone();
        plan.push((By::Both, Command::Control { holds, keeps: Default::default() }));
    }
    plan.push((by, Command::EndTurn {}));
    plan
}

/// The claim that was typed for an open question.
pub fn answer(session: &Session, state: &State, need: &OpenNeed) -> Option<(By, Command)> {
    let typed = session.answers.get(&key_of(need))?;
    let vp: i32 = typed.parse().ok()?;
    let command = need.possible.contains(i64::from(vp)).then(|| Command::Score {
        player: need.player,
        objective: need.objective.clone(),
        vp: Vp::new(vp).unwrap_or_else(|| unreachable!("a possible value")),
        award: state.named_award(need),
        passed: None,
        why: None,
    })?;
    Some((By::from(need.player), command))
}

/// The end of a phase or a turn, tried: the plan with the answers to what it asks, and every question that is open.
pub struct Sheet {
    /// What `>` records.
    pub plan: Plan,
    /// What it brings about, or the first refusal.
    pub tried: Result<Rehearsal, Refusal>,
    /// The questions that the sheet asks, those open already first.
    pub questions: Vec<OpenNeed>,
}

/// Tries the end of the turn.
pub fn sheet(session: &Session, game: &Match) -> Sheet {
    answered(session, game, end_of_turn(session, game))
}

/// Tries the end of the phase.
pub fn phase(session: &Session, game: &Match) -> Sheet {
    answered(session, game, end_of_phase(session, game.state()))
}

fn answered(session: &Session, game: &Match, mut plan: Plan) -> Sheet {
    let mut questions: Vec<OpenNeed> = game.state().needs.clone();
    let tried = match rehearse(game, &plan) {
        Ok(tried) => tried,
        Err((_, refusal)) => return Sheet { plan, tried: Err(refusal), questions },
    };
    let fresh: Vec<OpenNeed> = tried.game.state().needs.clone();
    let answers: Plan = fresh.iter().filter_map(|need| answer(session, tried.game.state(), need)).collect();
    questions
        .extend(fresh.into_iter().filter(|need| !game.state().needs.iter().any(|open| key_of(open) == key_of(need))));
    let mut told = tried.told;
    let tried = match rehearse(&tried.game, &answers) {
        Ok(rest) => {
            told.extend(rest.told);
            Ok(Rehearsal { game: rest.game, told })
        }
        Err((_, refusal)) => Err(refusal),
    };
    plan.extend(answers);
    Sheet { plan, tried, questions }
}

/// What is still open when a phase is about to end, each as a sentence that says what becomes of it.
pub fn left_open(game: &Match, tried: &Rehearsal) -> Vec<String> {
    let (state, after) = (game.state(), tried.game.state());
    let mut open = Vec::new();
    let unknown: Vec<&str> = unknown_markers(after).map(MarkerId::as_str).collect();
    let nobody_knows = (!unknown.is_empty()).then(|| format!("who holds {}", unknown.join(" ")));
    let untested = untested(state, after).zip(nobody_knows.clone());
    open.extend(
        untested
            .iter()
            .map(|(names, what)| format!("Not tested for Battle-shock: {names} (b). Until then nobody knows {what}.")),
    );
    let asked = after.needs.iter().filter(|need| !state.needs.iter().any(|old| key_of(old) == key_of(need)));
    for need in asked {
        let name = names::objective_name(state, need.player, &need.objective);
        let who = name_of(state, need.player);
        let what = match (&untested, &nobody_knows) {
            (Some(_), _) => String::new(),
            (None, Some(what)) => format!("Not said: {what}. "),
            (None, None) => format!("Not said: {}. ", names::said(state, &missing_in_words(&need.missing))),
        };
        open.push(format!("{what}{name} then stays open for {who}."));
    }
    for need in state.needs.iter().filter(|need| !after.needs.iter().any(|left| key_of(left) == key_of(need))) {
        let name = names::objective_name(state, need.player, &need.objective);
        let who = name_of(state, need.player);
        open.push(format!("Open: {who}, {name} (o). It stays open, nothing is lost."));
    }
    open.extend(last_arrivals(state));
    open.extend(undrawn_cards(state));
    open
}

/// The units whose Battle-shock test the end of the phase still lacks: it takes back what was said of markers near them.
fn untested(state: &State, after: &State) -> Option<String> {
    let before = |unit: &Unit| state.unit(&unit.id).is_some_and(|(_, unit)| unit.shock == Shock::Untested);
    let units = after.units.iter().filter(|unit| unit.shock == Shock::Untested && !before(unit));
    let names: Vec<String> = units.map(|unit| units::name(state, &unit.id)).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The warning that cards cannot be drawn once this phase has ended.
fn undrawn_cards(state: &State) -> Option<String> {
    let name = name_of(state, state.active);
    match cards_to_draw(state) {
        0 => None,
        1 => Some(format!("{name} has a card to draw (C), in this phase only.")),
        more => Some(format!("{name} has {more} cards to draw (C), in this phase only.")),
    }
}

/// The warning that this phase is the last chance of units that wait.
fn last_arrivals(state: &State) -> Option<String> {
    let last = state.law().arrivals.is_some_and(|(_, until)| until == state.round);
    let now = state.status == Status::Battle && state.law().allows(state.phase, Doing::Arrive, true);
    let names = waiting(state, state.active);
    (last && now && !names.is_empty()).then(|| format!("Last Movement phase for {} (r).", names.join(", ")))
}
