//! Candidates of the battle and of its end.

use adjutant_core::ids::{ActionId, MarkerId, UnitId};
use adjutant_core::numbers::{AwardNumber, CpChange, Vp, Whole};
use adjutant_core::side::{By, Player};

use super::choices;
use super::offer::{Blank, Candidate, exact, faces, name, text};
use crate::command::kind::Kind;
use crate::command::{Attacks, Cards, Command, Damage, RemovedTo};
use crate::facts;
use crate::rules::{Action, TestPasses, UnitKind};
use crate::state::{State, Unit, Whereabouts};
use crate::terms::{Deed, Holder, MoveKind, Spot, Status, TestName};

/// Candidates of a kind that belongs to the battle or to its end.
pub(super) fn candidates(state: &State, by: By, kind: Kind) -> Option<Vec<Candidate>> {
    let any_time = matches!(kind, Kind::Stratagem | Kind::Cp | Kind::Pick | Kind::Concede | Kind::End);
    if kind == Kind::BattleReady {
        return Some(judged_armies());
    }
    if kind == Kind::Score {
        return (state.status != Status::Setup).then(|| scores(state));
    }
    if state.status == Status::Ended || (state.status == Status::Setup && !any_time) {
        return None;
    }
    Some(match kind {
        Kind::EndPhase => {
            state.law().phases.iter().map(|phase| exact(Command::EndPhase { phase: phase.name })).collect()
        }
        Kind::Card => cards(state, by),
        Kind::Pick => choices::picks(state, by),
        Kind::EndTurn => vec![exact(Command::EndTurn {})],
        Kind::Concede => vec![exact(Command::Concede {})],
        Kind::AgreeEnd => vec![exact(Command::AgreeEnd {})],
        Kind::End => vec![exact(Command::End {})],
        Kind::Control => statements(state),
        Kind::Stratagem => stratagems(state),
        Kind::Cp => changes(),
        Kind::StartAction => actions(state, by),
        Kind::PsychicAction => psychic_actions(state, by),
        other => of_units(state, by, other)?,
    })
}

/// Units that a speaker may speak for.
fn own(state: &State, by: By) -> impl Iterator<Item = &Unit> + Clone {
    state.units.iter().filter(move |unit| by.player().is_none_or(|player| player == unit.player) && unit.alive())
}

/// What Smite needs now: 5 where the pack does not say.
fn smite(state: &State, by: By) -> Whole<1, 20> {
    let common =
        state.pack.iter().flat_map(|pack| &pack.file.common_powers).find(|power| power.name.as_str() == "Smite");
    let due = common.zip(by.player()).map(|(power, player)| facts::due_charge(state, player, power).0);
    Whole::new(due.unwrap_or(5).clamp(1, 20)).unwrap_or_else(|| unreachable!("1 to 20 is in range"))
}

fn of_units(state: &State, by: By, kind: Kind) -> Option<Vec<Candidate>> {
    let each = |blanks: &'static [Blank], make: &dyn Fn(UnitId) -> Command| -> Vec<Candidate> {
        own(state, by).map(|unit| (make(unit.id.clone()), blanks)).collect()
    };
    let place: &'static [Blank] = &[Blank::Place];
    Some(match kind {
        Kind::Move => {
            let moves = own(state, by).filter(|unit| unit.is_on_battlefield()).flat_map(|unit| {
                MoveKind::ALL.map(|kind| Command::Move {
                    unit: unit.id.clone(),
                    kind,
                    at: None,
                    roll: None,
                    rerolled: None,
                })
            });
            moves.map(|command| (command, place)).collect()
        }
        Kind::Arrive => each(place, &|unit| Command::Arrive { unit, at: None, oversize: None }),
        Kind::Disembark => each(place, &|unit| Command::Disembark { unit, at: None }),
        Kind::Embark => embarkations(state, by),
        Kind::Shoot => each(&[Blank::Targets], &|unit| Command::Shoot(Attacks { unit, attacks: Vec::new() })),
        Kind::Fight => each(&[Blank::Targets], &|unit| Command::Fight(Attacks { unit, attacks: Vec::new() })),
        Kind::Charge => charges(state, by),
        Kind::Cast => each(&[Blank::Name, Blank::Number, Blank::Dice], &|unit| Command::Cast {
            unit,
            power: name("Smite"),
            warp_charge: smite(state, by),
            roll: faces(&[1, 2]),
            rerolled: None,
            modifiers: Vec::new(),
            deny: None,
            perils: None,
        }),
        Kind::Morale => each(&[Blank::Dice], &morale),
        Kind::Test => tests(state, by),
        Kind::ReserveRoll => {
            each(&[Blank::Dice], &|unit| Command::ReserveRoll { unit, roll: faces(&[1]), rerolled: None })
        }
        Kind::Damage => {
            let results = [Damage::Weapon, Damage::Immobilised, Damage::Repaired];
            let vehicles = state.units.iter().filter(|unit| unit.alive() && unit.is(state.law(), UnitKind::Vehicles));
            let each = |unit: &Unit| results.map(|result| Command::Damage { unit: unit.id.clone(), result, hit: None });
            vehicles.flat_map(each).map(exact).collect()
        }
        Kind::Casualties => casualties(state),
        Kind::Restore => returns(state, by),
        Kind::Remove => {
            let ways = [RemovedTo::Reserves, RemovedTo::Gone];
            let of = |unit: &Unit| ways.map(|to| Command::Remove { unit: unit.id.clone(), to });
            own(state, by).flat_map(of).map(exact).collect()
        }
        Kind::FailAction => {
            let busy = state.units.iter().filter(|unit| unit.action.is_some()).map(|unit| unit.id.clone());
            busy.map(|unit| (Command::FailAction { unit, why: text("said so") }, [Blank::Text].as_slice())).collect()
        }
        // Offered elsewhere, or never: a new kind has to say here that it is.
        Kind::Roster
        | Kind::Mission
        | Kind::Commit
        | Kind::Secondaries
        | Kind::Mark
        | Kind::RollOff
        | Kind::Roll
        | Kind::Order
        | Kind::Clock
        | Kind::Roles
        | Kind::Zone
        | Kind::Marker
        | Kind::Attach
        | Kind::Reserves
        | Kind::Deploy
        | Kind::FirstTurn
        | Kind::Begin
        | Kind::Note
        | Kind::EndPhase
        | Kind::EndTurn
        | Kind::Concede
        | Kind::AgreeEnd
        | Kind::End
        | Kind::Control
        | Kind::Stratagem
        | Kind::Cp
        | Kind::StartAction
        | Kind::PsychicAction
        | Kind::Score
        | Kind::BattleReady
        | Kind::Retract
        | Kind::Open
        | Kind::Card
        | Kind::Pick
        | Kind::Disposition
        | Kind::Terrain
        | Kind::Sweep
        | Kind::Effect
        | Kind::Reveal
        | Kind::Place
        | Kind::AddUnit
        | Kind::Split
        | Kind::Merge
        | Kind::Ruling
        | Kind::Amend
        | Kind::Sign
        | Kind::Law
        | Kind::Unseal => return None,
    })
}

fn morale(unit: UnitId) -> Command {
    Command::Morale { unit, roll: faces(&[1]), rerolled: None, modifier: None, attrition: None, fled: None }
}

/// Every test of the ruleset that is recorded as one, with dice that fail it; those of single models with dice that pass.
fn tests(state: &State, by: By) -> Vec<Candidate> {
    let names = [TestName::Morale, TestName::Regroup, TestName::BattleShock, TestName::DesperateEscape];
    let rows = names.into_iter().filter_map(|name| Some((name, state.law().test(name)?)));
    let mut offers = Vec::new();
    for (of, row) in rows {
        for unit in own(state, by) {
            let stated = unit.groups.iter().all(|group| group.models == 0 || group.leadership.is_some());
            let each = if row.each_model { unit.models() as usize } else { 1 };
            // Dice that are passed, where passing them changes least.
            let high = row.pass == TestPasses::AtMostLeadership || row.each_model;
            let roll = faces(&vec![if high { 6 } else { 1 }; each * row.dice.get().unsigned_abs() as usize]);
            let passed = (!stated && !row.each_model).then_some(false);
            let test = Command::Test {
                unit: unit.id.clone(),
                of,
                roll,
                rerolled: None,
                modifier: None,
                passed,
                destroyed: None,
                perils: None,
            };
            offers.push((test, [Blank::Dice].as_slice()));
        }
    }
    offers
}

fn embarkations(state: &State, by: By) -> Vec<Candidate> {
    let carriers =
        own(state, by).filter(|unit| unit.is(state.law(), UnitKind::Transports) || unit.transport_capacity.is_some());
    let pairs = carriers.flat_map(|carrier| own(state, by).map(move |unit| (unit, carrier)));
    pairs
        .map(|(unit, carrier)| Command::Embark { unit: unit.id.clone(), transport: carrier.id.clone() })
        .map(exact)
        .collect()
}

fn charges(state: &State, by: By) -> Vec<Candidate> {
    if !state.law().allows(state.phase, Deed::Charge, true) {
        return Vec::new();
    }
    let mut offers = Vec::new();
    for unit in own(state, by) {
        for target in state.on_battlefield(unit.player.opponent()) {
            let charge = Command::Charge {
                unit: unit.id.clone(),
                targets: vec![target.id.clone()],
                roll: faces(&vec![1; state.law().rolls.charge.map_or(0, |dice| dice.count() as usize)]),
                made: false,
                rerolled: None,
            };
            offers.push((charge, [Blank::Targets, Blank::Dice].as_slice()));
        }
    }
    offers
}

fn casualties(state: &State) -> Vec<Candidate> {
    let mut offers = Vec::new();
    for unit in state.units.iter().filter(|unit| unit.alive()) {
        let groups = unit.groups.iter().map(|group| (Some(&group.name), group.models));
        for (group, models) in std::iter::once((None, unit.models())).chain(groups) {
            for models in (1..=models).filter_map(|n| Whole::new(i32::try_from(n).ok()?)) {
                let (unit, group) = (unit.id.clone(), group.cloned());
                offers.push(exact(Command::Casualties {
                    unit,
                    models,
                    wounds: None,
                    mortal: None,
                    group,
                    cause: None,
                }));
            }
        }
    }
    offers
}

fn returns(state: &State, by: By) -> Vec<Candidate> {
    let units = state.units.iter().filter(|unit| by.player().is_none_or(|player| player == unit.player));
    let mut offers = Vec::new();
    for unit in units.filter(|unit| unit.whereabouts != Whereabouts::Removed) {
        for group in &unit.groups {
            for models in (1..=group.lost).filter_map(|n| Whole::new(i32::try_from(n).ok()?)) {
                let (unit, group) = (unit.id.clone(), Some(group.name.clone()));
                let back = Command::Restore { unit, models, wounds: None, group, at: None };
                offers.push((back, [Blank::Place].as_slice()));
            }
        }
    }
    offers
}

/// The actions that the mission or a chosen objective opens to a player, by id.
pub(super) fn open_actions(state: &State, player: Player) -> Vec<&Action> {
    let Some(pack) = &state.pack else { return Vec::new() };
    let mut ids: Vec<ActionId> = state.mission.iter().flat_map(|mission| mission.actions.iter().cloned()).collect();
    for (_, objective) in state.objectives(player) {
        ids.extend(objective.actions.iter().cloned());
    }
    ids.sort();
    ids.dedup();
    ids.iter().filter_map(|id| pack.actions.get(id)).map(|action| &**action).collect()
}

fn actions(state: &State, by: By) -> Vec<Candidate> {
    if !state.law().allows(state.phase, Deed::Action, true) {
        return Vec::new();
    }
    let mut offers = Vec::new();
    let opened = open_actions(state, state.active);
    for unit in own(state, by).filter(|unit| unit.player == state.active && unit.is_on_battlefield()) {
        for action in opened.iter().filter(|action| action.psychic.is_none()) {
            let markers: Vec<Option<&MarkerId>> = match action.marker {
                Some(_) => state.markers.iter().map(|marker| Some(&marker.id)).collect(),
                None => vec![None],
            };
            let spots = std::iter::once(None).chain(Spot::ALL.iter().filter(|s| action.spots.contains(s)).map(Some));
            for (marker, spot) in markers.iter().flat_map(|marker| spots.clone().map(move |spot| (marker, spot))) {
                offers.extend(choices::aims(state, unit, action, marker.is_some()).into_iter().map(|aim| {
                    let (id, action, marker, spot) =
                        (unit.id.clone(), action.id.clone(), marker.cloned(), spot.copied());
                    exact(Command::StartAction { unit: id, action, marker, spot, aim: aim.map(Box::new) })
                }));
            }
        }
    }
    offers
}

fn psychic_actions(state: &State, by: By) -> Vec<Candidate> {
    if !state.law().allows(state.phase, Deed::PsychicAction, true) {
        return Vec::new();
    }
    let opened = open_actions(state, state.active);
    let mut offers = Vec::new();
    for unit in own(state, by).filter(|unit| unit.player == state.active) {
        for action in opened.iter().filter(|action| action.psychic.is_some()) {
            let attempt = Command::PsychicAction {
                unit: unit.id.clone(),
                action: action.id.clone(),
                roll: faces(&[1, 2]),
                rerolled: None,
                modifiers: Vec::new(),
                deny: None,
                perils: None,
            };
            offers.push((attempt, [Blank::Dice].as_slice()));
        }
    }
    offers
}

fn statements(state: &State) -> Vec<Candidate> {
    let holders = [Holder::One, Holder::Two, Holder::None];
    let standing = state.markers.iter().filter(|marker| marker.on_battlefield);
    standing
        .flat_map(|marker| {
            holders.map(|holder| Command::Control {
                holds: [(marker.id.clone(), holder)].into(),
                keeps: Default::default(),
            })
        })
        .map(exact)
        .collect()
}

/// Every card that can be drawn, discarded, or exchanged for the first that is left in the deck.
fn cards(state: &State, by: By) -> Vec<Candidate> {
    let Some(law) = &state.law().cards else { return Vec::new() };
    let mut offers = Vec::new();
    for player in Player::BOTH.into_iter().filter(|player| by.player().is_none_or(|by| by == *player)) {
        let hand = &state.sides[player].cards;
        let nothing = Cards::of(player);
        let drawn = |card: &adjutant_core::ids::ObjectiveId| {
            hand.active.iter().chain(&hand.discarded).any(|one| one.id == *card)
        };
        let deck = state.pack.iter().flat_map(|pack| pack.cards()).filter(|card| !drawn(&card.id));
        let deck: Vec<_> = deck.map(|card| card.id.clone()).collect();
        offers.extend(deck.iter().map(|card| Cards { draws: vec![card.clone()], ..nothing.clone() }));
        for card in &hand.active {
            let discard = Cards { discards: vec![card.id.clone()], ..nothing.clone() };
            let cp = Whole::new(law.discard_cp);
            offers.extend(cp.map(|cp| Cards { cp: Some(cp), ..discard.clone() }));
            if let (Some(exchange), Some(next)) = (&law.exchange, deck.first()) {
                let stratagem = Some(exchange.name.clone());
                offers.push(Cards { draws: vec![next.clone()], stratagem, ..discard.clone() });
            }
            offers.push(discard);
        }
    }
    offers.into_iter().map(|cards| (Command::Card(cards), [Blank::Choice].as_slice())).collect()
}

fn stratagems(state: &State) -> Vec<Candidate> {
    let known = state.pack.iter().flat_map(|pack| &pack.file.stratagems);
    let mut offers: Vec<Candidate> = Vec::new();
    for stratagem in known {
        let used = Command::Stratagem { name: stratagem.name.clone(), cp: stratagem.cp, unit: None };
        offers.push((used, &[Blank::Name, Blank::Number, Blank::Targets]));
    }
    offers
}

fn changes() -> Vec<Candidate> {
    let changes = [-1, 1].into_iter().filter_map(CpChange::new);
    let command = |change| Command::Cp { change, why: text("said so"), exempt: None };
    changes.map(|change| (command(change), [Blank::Number, Blank::Text].as_slice())).collect()
}

fn scores(state: &State) -> Vec<Candidate> {
    let mut values: Vec<(Player, &adjutant_core::ids::ObjectiveId, Option<AwardNumber>, i64)> = Vec::new();
    for need in &state.needs {
        let award = state.named_award(need);
        values.extend(need.possible.values().into_iter().map(|vp| (need.player, &need.objective, award, vp)));
    }
    for judged in &state.judged {
        let same = |other: &&crate::state::Judged| other.player == judged.player && other.objective == judged.objective;
        let sum = state.judged.iter().filter(same).map(|other| other.vp).sum();
        values.extend([judged.vp, sum].map(|vp| (judged.player, &judged.objective, None, vp)));
    }
    values.sort();
    values.dedup();
    let claim =
        |(player, objective, award, vp): (Player, &adjutant_core::ids::ObjectiveId, Option<AwardNumber>, i64)| {
            let vp = Vp::new(i32::try_from(vp).ok()?)?;
            Some(exact(Command::Score { player, objective: objective.clone(), vp, award, passed: None, why: None }))
        };
    values.into_iter().filter_map(claim).collect()
}

fn judged_armies() -> Vec<Candidate> {
    let answers = Player::BOTH.into_iter().flat_map(|player| [true, false].map(|ready| (player, ready)));
    answers.map(|(player, ready)| exact(Command::BattleReady { player, ready })).collect()
}
