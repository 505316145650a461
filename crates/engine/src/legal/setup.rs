//! Candidates of the set-up, and of what belongs to no moment.

use std::sync::Arc;

use adjutant_core::chain::Hash;
use adjutant_core::ids::{Name, ObjectiveId, UnitId};
use adjutant_core::numbers::{Face, Inches, Whole};
use adjutant_core::side::{By, Player};

use super::offer::{Blank, Candidate, exact, faces, name, text};
use crate::command::kind::Kind;
use crate::command::{ClockState, Command, MarkerChange, Reserves, Secondaries, SecretKind};
use crate::rules::{Disposition, Objective, Setup, UnitKind};
use crate::score::evaluate::{Evaluator, Scene};
use crate::state::State;
use crate::terms::{BattlefieldRole, CardMode, Category, MapSide, MarkerTag, Roster, Status};

/// Candidates of a kind; `None` where it belongs to the battle.
pub(super) fn candidates(state: &State, by: By, kind: Kind) -> Option<Vec<Candidate>> {
    let before = state.status == Status::Setup;
    let either = |make: fn(Player) -> Command| Player::BOTH.map(make).map(exact).to_vec();
    Some(match kind {
        Kind::Roster | Kind::Mission | Kind::Disposition | Kind::Commit | Kind::Secondaries | Kind::Mark if !before => {
            Vec::new()
        }
        Kind::Attach if !before && !state.joins_in_battle() => Vec::new(),
        Kind::Reserves if !before => Vec::new(),
        Kind::Roles | Kind::Zone | Kind::Deploy | Kind::FirstTurn | Kind::Begin if !before => Vec::new(),
        Kind::Roster => armies(),
        Kind::Mission => missions(state),
        Kind::Disposition => dispositions(state),
        Kind::Commit => commitments(),
        Kind::Secondaries => secondaries(state, by).into_iter().collect(),
        Kind::Mark => marks(state, by),
        Kind::Attach => leaders(state, by),
        Kind::Reserves => vec![(Command::Reserves(Reserves::default()), &[Blank::Choice])],
        Kind::RollOff => vec![(roll_off(), &[Blank::Name, Blank::Dice])],
        Kind::Roll => vec![(
            Command::Roll { purpose: name("any"), roll: faces(&[1]), rerolled: None },
            &[Blank::Name, Blank::Dice],
        )],
        Kind::Order => orders(state),
        Kind::Clock => [ClockState::Pause, ClockState::Resume].map(|state| exact(Command::Clock { state })).to_vec(),
        Kind::Roles => either(|attacker| Command::Roles { attacker }),
        Kind::Zone => zones(state),
        Kind::Marker => markers(state),
        Kind::Deploy => {
            units(state, |unit| Command::Deploy { unit, at: None, oversize: None, how: None, up_to_in: None })
        }
        Kind::FirstTurn => either(|player| Command::FirstTurn { player }),
        Kind::Begin => vec![exact(Command::Begin {})],
        Kind::Note => vec![(Command::Note { text: text("remark") }, &[Blank::Text])],
        _ => return None,
    })
}

fn units(state: &State, make: impl Fn(UnitId) -> Command) -> Vec<Candidate> {
    state.units.iter().map(|unit| (make(unit.id.clone()), [Blank::Place].as_slice())).collect()
}

/// Every leader with every unit that it can join, where the rules have leaders.
fn leaders(state: &State, by: By) -> Vec<Candidate> {
    if state.law().attached.is_none() {
        return Vec::new();
    }
    let own = || state.units.iter().filter(move |unit| by.player().is_none_or(|player| player == unit.player));
    let leaders = own().filter(|unit| unit.is(state.law(), UnitKind::Characters));
    let pairs = leaders.flat_map(|leader| own().filter(|to| to.player == leader.player).map(move |to| (leader, to)));
    pairs.map(|(leader, to)| exact(Command::Attach { leader: leader.id.clone(), to: to.id.clone() })).collect()
}

fn armies() -> Vec<Candidate> {
    let roster = Roster {
        name: name("army"),
        faction: None,
        disposition: None,
        detachments: Vec::new(),
        reinforcement_points: Whole::new(0).unwrap_or_else(|| unreachable!("0 is in range")),
        warlord: None,
        stratagems: Vec::new(),
        notes: Vec::new(),
    };
    let army = |player| Command::Roster { player, roster: Arc::new(roster.clone()) };
    Player::BOTH.map(|player| (army(player), [Blank::Army].as_slice())).to_vec()
}

fn missions(state: &State) -> Vec<Candidate> {
    let pack = state.pack.iter();
    let missions = pack.flat_map(|pack| pack.missions.keys());
    missions
        .map(|id| exact(Command::Mission { mission: id.clone(), d33: None, rolled: None, rules_hash: None }))
        .collect()
}

/// What a player's army may be bent on; of a mission that is for two dispositions, the one that the opponent leaves.
pub fn dispositions_for(state: &State, player: Player) -> Vec<Disposition> {
    let mission = state.mission.as_ref().filter(|mission| !mission.primaries.is_empty());
    let fits = |is: &Disposition| {
        mission.is_none_or(|mission| {
            let taken = mission.primaries.len() > 1 && state.disposition(player.opponent()) == Some(*is);
            mission.primaries.contains_key(is) && !taken
        })
    };
    state.pack.iter().flat_map(|pack| pack.dispositions()).filter(fits).collect()
}

fn dispositions(state: &State) -> Vec<Candidate> {
    let of = |player| dispositions_for(state, player).into_iter().map(move |is| Command::Disposition { player, is });
    Player::BOTH.into_iter().flat_map(of).map(exact).collect()
}

fn commitments() -> Vec<Candidate> {
    let kinds = [SecretKind::Secondaries, SecretKind::Reserves, SecretKind::PriorityMarker];
    kinds.map(|what| (Command::Commit { what, digest: Hash::ZERO }, [Blank::Digest].as_slice())).to_vec()
}

fn roll_off() -> Command {
    let pair = [6, 1].map(|face| Face::new(face).unwrap_or_else(|| unreachable!("a face")));
    Command::RollOff { purpose: name("any"), dice: vec![pair] }
}

fn orders(state: &State) -> Vec<Candidate> {
    let order = |moment: &str, rules: &[crate::terms::Rule]| Command::Order {
        moment: name(moment),
        sequence: rules.iter().map(|rule| name(rule.as_str())).collect(),
    };
    let moments = state.law().moments().filter(|(_, rules)| !rules.is_empty());
    moments.map(|(moment, rules)| (order(&moment.name(), rules), [Blank::Choice].as_slice())).collect()
}

/// Every objective that a player's army may choose, categories apart; where cards are drawn, those that may be fixed.
///
/// # Source
/// `docs/rules/sequence.md`, A-7.
pub fn choosable(state: &State, player: Player) -> Vec<ObjectiveId> {
    choosable_objectives(state, player).into_iter().map(|objective| objective.id.clone()).collect()
}

fn choosable_objectives(state: &State, player: Player) -> Vec<&Objective> {
    let (Some(pack), Some(mission)) = (&state.pack, &state.mission) else { return Vec::new() };
    let forbidden = |objective: &Objective| {
        let rule = objective.forbidden_if.as_ref();
        rule.is_some_and(|rule| Evaluator::new(&Scene::new(state), player).condition(rule).exact() == Some(1))
    };
    if state.law().fixed_cards.is_some() {
        return pack.cards().map(|card| &**card).filter(|card| card.fixed).collect();
    }
    pack.secondaries(mission).map(|objective| &**objective).filter(|objective| !forbidden(objective)).collect()
}

/// The first objectives that go together, as an example.
fn secondaries(state: &State, by: By) -> Option<Candidate> {
    if state.law().fixed_cards.is_some() {
        let tactical = Secondaries { choose: Vec::new(), mode: Some(CardMode::Tactical) };
        return by.player().map(|_| (Command::Secondaries(tactical), [Blank::Choice].as_slice()));
    }
    let wanted = state.law().choices();
    let mut chosen: Vec<(Category, ObjectiveId)> = Vec::new();
    for objective in choosable_objectives(state, by.player()?) {
        let fits = chosen.iter().all(|(category, _)| *category != objective.category);
        if fits && chosen.len() < wanted {
            chosen.push((objective.category, objective.id.clone()));
        }
    }
    let choose = chosen.into_iter().map(|(_, id)| id.into()).collect();
    Some((Command::Secondaries(Secondaries { choose, mode: None }), &[Blank::Choice]))
}

/// The models of a player that cost the most points, by unit and group: what an objective wants to have noted.
///
/// Models whose points the list does not tell come last, in the order of the list.
pub fn costliest_models(
    state: &State,
    player: Player,
    count: usize,
    without_roles: &[BattlefieldRole],
) -> Vec<(UnitId, Name)> {
    let mut models: Vec<(i32, UnitId, Name)> = Vec::new();
    for unit in state.living(player).filter(|unit| !without_roles.contains(&unit.role)) {
        let single = matches!(unit.groups.as_slice(), [only] if only.models == 1);
        for group in &unit.groups {
            let points = group.points.or(single.then_some(unit.points)).unwrap_or(-1);
            let model = (points, unit.id.clone(), group.name.clone());
            models.extend(std::iter::repeat_n(model, group.models as usize));
        }
    }
    models.sort_by_key(|(points, _, _)| std::cmp::Reverse(*points));
    models.into_iter().take(count).map(|(_, unit, group)| (unit, group)).collect()
}

fn marks(state: &State, by: By) -> Vec<Candidate> {
    let players = Player::BOTH.into_iter().filter(|player| by.player().is_none_or(|speaker| speaker == *player));
    let mut offers = Vec::new();
    for player in players {
        for (_, objective) in state.objectives(player) {
            if let Some(Setup::NoteCostliestModels { models, without_roles }) = &objective.setup {
                let count = models.get().unsigned_abs() as usize;
                let models = costliest_models(state, player, count, without_roles);
                let mark = Command::Mark { objective: objective.id.clone(), models };
                offers.push((mark, [Blank::Choice].as_slice()));
            }
        }
    }
    offers
}

fn markers(state: &State) -> Vec<Candidate> {
    let mut offers = Vec::new();
    for marker in &state.markers {
        let blank = MarkerChange::of(marker.id.clone());
        for tag in [MarkerTag::Gamma, MarkerTag::Beta, MarkerTag::Priority] {
            offers.push(exact(Command::Marker(MarkerChange { becomes: Some(tag), ..blank.clone() })));
        }
        let moved = MarkerChange { moves_to: Some(marker.at), ..blank.clone() };
        offers.push((Command::Marker(moved), &[Blank::Place]));
        offers.push(exact(Command::Marker(MarkerChange { removed: Some(true), ..blank })));
    }
    offers.extend(placements(state));
    offers
}

/// Both zones, in every way that the mission draws them.
fn zones(state: &State) -> Vec<Candidate> {
    let others = state.mission.as_ref().map_or(0, |mission| mission.other_zones.len());
    let layouts = std::iter::once(None).chain((1..=others).map(|other| Whole::new(i32::try_from(other + 1).ok()?)));
    let sides = layouts.flat_map(|layout| [MapSide::A, MapSide::B].map(|zone| Command::Zone { zone, layout }));
    sides.map(exact).collect()
}

/// Places for the next objective, every six inches: those that the mission allows are taken.
fn placements(state: &State) -> Vec<Candidate> {
    let Some(mission) = state.mission.as_ref().filter(|mission| mission.placed.is_some()) else { return Vec::new() };
    let Ok(next) = adjutant_core::ids::MarkerId::new(&format!("m{}", state.markers.len() + 1)) else {
        return Vec::new();
    };
    let [width, height] = mission.board.map(|edge| edge.thousandths() / 1000);
    let steps = |edge: i32| (1..).map(|step| step * 6).take_while(move |at| *at < edge);
    let spots = steps(width).flat_map(|x| steps(height).map(move |y| [x, y]));
    let place = |at: [i32; 2]| MarkerChange {
        placed: Some(at.map(|inches| Inches::from_thousandths(inches * 1000).unwrap_or_default())),
        ..MarkerChange::of(next.clone())
    };
    spots.map(|at| (Command::Marker(place(at)), [Blank::Place].as_slice())).collect()
}
