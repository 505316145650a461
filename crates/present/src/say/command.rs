//! What a command says, as a sentence in the players' words.

use std::collections::BTreeMap;

use adjutant_core::counts::count;
use adjutant_engine::attack::{Change, Edge, Mishap, mishap, outflank_edge};
use adjutant_engine::command::{
    ActionAim, Attacks, Cards, ClockState, Command, Damage, Effect, Holder, Losses, MarkerChange, Picked, RemovedTo,
    Reserves, Ruling, Secondaries, SecretKind, Until, Winner,
};
use adjutant_engine::command::{FightPlace, Mortal, MoveKind, SetUpHow};
use adjutant_engine::dice::Scatter;
use adjutant_engine::ids::{MarkerId, ObjectiveId, UnitId};
use adjutant_engine::legal::DuePick;
use adjutant_engine::numbers::{Face, Whole};
use adjutant_engine::rules::{Piece, TestName, ZoneBy};
use adjutant_engine::side::{By, Player};
use adjutant_engine::state::State;

use super::dice::{faces, steps};
use crate::names::{action_name, name_of, objective_name, round_in_words};
use crate::units;

fn clocks(clock: ClockState) -> &'static str {
    match clock {
        ClockState::Pause => "The clocks stand still.",
        ClockState::Resume => "The clocks run.",
    }
}

fn merged(names: &[String]) -> String {
    format!("{} are one unit now.", names.join(" and "))
}

/// What stands where: `Terrain t1 (ruins) stands around 10″, 12″, 5″ high.`
fn terrain(piece: &Piece) -> String {
    let [x, y] = piece.bounds().map(|[low, high]| f64::from(low + high) / 2_000.0);
    let height = piece.height.map_or_else(String::new, |height| format!(", {height}″ high"));
    format!("Terrain {} ({}) stands around {x}″, {y}″{height}.", piece.id, piece.kind.as_str())
}

/// The sentence of a command, told of the state before it.
pub fn sentence(state: &State, by: By, command: &Command) -> String {
    let unit = |id: &UnitId| units::name(state, id);
    let player = |player: Player| name_of(state, player);
    let speaker = by.player().map_or_else(|| by.to_string(), player);
    match command {
        Command::Open(open) => format!("{} against {}.", open.players.one.name, open.players.two.name),
        Command::Roster { player: whose, roster } => {
            let points: i32 = roster.units().map(|unit| unit.points.get()).sum();
            format!("{} brings {}: {} units, {points} points.", player(*whose), roster.name, roster.units().count())
        }
        Command::Mission { mission, .. } => {
            let name =
                state.pack.as_ref().and_then(|pack| pack.missions.get(mission)).map(|mission| mission.name.to_string());
            format!("The mission is {}.", name.unwrap_or_else(|| mission.to_string()))
        }
        Command::Terrain(piece) => terrain(piece),
        Command::Commit { what, .. } => format!("{speaker} has sealed {}.", sealed(*what)),
        Command::Reveal { value, .. } => opened(state, by, &speaker, value),
        Command::Disposition { player: whose, is } => format!("{}'s army is bent on {}.", player(*whose), plain(is)),
        Command::Secondaries(choice) => secondaries(&speaker, choice),
        Command::Mark { models, .. } => {
            let names: Vec<String> = models.iter().map(|(id, _)| unit(id)).collect();
            format!("{speaker} notes {}.", names.join(", "))
        }
        Command::RollOff { purpose, dice } => roll_off(state, purpose.as_str(), dice),
        Command::Roll { purpose, roll, .. } => rolled(state, purpose.as_str(), roll),
        Command::Order { sequence, .. } => {
            let order: Vec<&str> = sequence.iter().map(|name| name.as_str()).collect();
            format!("The order is {}.", order.join(", "))
        }
        Command::Clock { state: clock } => clocks(*clock).into(),
        Command::Roles { attacker } => format!("{} attacks.", player(*attacker)),
        Command::Zone { zone, .. } => format!("{} takes zone {}.", chooser(state, by), zone.title()),
        Command::Marker(change) => marker(state, change),
        Command::Attach { leader, to } => format!("{} leads {}.", unit(leader), unit(to)),
        Command::Reserves(reserves) => kept_back(state, &speaker, reserves),
        Command::Deploy { unit: id, how, .. } => format!("{} {}.", unit(id), sets_up(*how)),
        Command::FirstTurn { player: first } => format!("{} has the first turn.", player(*first)),
        Command::Begin {} => "The battle begins.".into(),
        Command::EndPhase { phase } => format!("The {} phase ends.", phase.title()),
        Command::EndTurn {} => format!("{}'s turn ends.", player(by.player().unwrap_or(state.active))),
        Command::Move { unit: id, kind, .. } => format!("{} {}.", unit(id), moves(*kind)),
        Command::Place { unit: id, .. } => format!("{} stands elsewhere now.", unit(id)),
        Command::Arrive { unit: id, .. } => format!("{} arrives from reserve.", unit(id)),
        Command::Embark { unit: id, transport } => format!("{} boards {}.", unit(id), unit(transport)),
        Command::Disembark { unit: id, .. } => format!("{} leaves its transport.", unit(id)),
        Command::Shoot(attacks) => attacked(state, attacks, "shoots at"),
        Command::Fight(attacks) => attacked(state, attacks, "fights"),
        Command::Charge { unit: id, targets, roll, made, .. } => {
            let whom: Vec<String> = targets.iter().map(unit).collect();
            let made = if *made { "made" } else { "failed" };
            format!("{} charges {}: {}, {made}.", unit(id), whom.join(", "), faces(roll, "+"))
        }
        Command::Cast { unit: id, power, roll, .. } => format!("{} casts {power} ({}).", unit(id), faces(roll, "+")),
        Command::PsychicAction { unit: id, action, roll, .. } => {
            format!("{}: {} ({}).", unit(id), action_name(state, action), faces(roll, "+"))
        }
        Command::Morale { unit: id, roll, .. } => format!("{} takes a Morale test: {}.", unit(id), faces(roll, "+")),
        Command::Test { unit: id, of, roll, .. } => tested(&unit(id), *of, roll),
        Command::ReserveRoll { unit: id, roll, .. } => format!("{} rolls to arrive: {}.", unit(id), faces(roll, "+")),
        Command::Damage { unit: id, result, .. } => format!("{} {}.", unit(id), damaged(*result)),
        Command::Sweep { unit: id, target, roll, .. } => {
            format!("{} sweeps after {}: {}.", unit(id), unit(target), faces(roll, "/"))
        }
        Command::Unseal { .. } => "The seed of the dice is opened.".into(),
        Command::Law { law } => format!("Both go on under law {law}."),
        Command::Casualties { unit: id, mortal: Some(mortal), .. } => suffers(&unit(id), mortal),
        Command::Casualties { unit: id, models, wounds, group, .. } => {
            let models = models.get().unsigned_abs();
            match wounds.map_or(0, |wounds| wounds.get().unsigned_abs()) {
                0 => lost(state, id, models, group.as_ref()),
                wounds => hurt(state, id, (models, wounds), group.as_ref()),
            }
        }
        Command::Restore { unit: id, models, wounds, .. } => restored(&unit(id), models.get(), wounds.map(Whole::get)),
        Command::AddUnit { unit: added, .. } => format!("{} joins.", added.datasheet),
        Command::Split { unit: id, .. } => format!("{} splits.", unit(id)),
        Command::Merge { units: ids, .. } => merged(&ids.iter().map(unit).collect::<Vec<_>>()),
        Command::Remove { unit: id, to } => match to {
            RemovedTo::Reserves => format!("{} goes into reserve.", unit(id)),
            _ => format!("{} leaves the table.", unit(id)),
        },
        Command::StartAction { unit: id, action, marker, aim, .. } => {
            let place = marker.as_ref().map_or_else(String::new, |marker| format!(" on {marker}"));
            let place = place + &aim.as_deref().map_or_else(String::new, |aim| aimed(state, aim));
            format!("{} starts {}{place}.", unit(id), action_name(state, action))
        }
        Command::FailAction { unit: id, .. } => format!("{}'s action fails.", unit(id)),
        Command::Stratagem { name, cp, unit: on } => {
            let on = on.as_ref().map_or_else(String::new, |id| format!(" on {}", unit(id)));
            let after = by.player().map(|player| state.sides[player].cp - cp.get());
            let after = after.map_or_else(String::new, |cp| format!(" ({cp} left)"));
            format!("{speaker} −{cp} CP {name}{on}{after}.")
        }
        Command::Cp { change, why, .. } => format!("{speaker} {change} CP: {why}."),
        Command::Card(cards) => carded(state, cards),
        Command::Pick(picked) => pick(state, picked),
        Command::Effect(effect) => lasting(state, effect),
        Command::Control { holds, keeps } => {
            let kept =
                keeps.iter().map(|(marker, whose)| format!("{marker} stays {}'s by an ability.", player(*whose)));
            let said = (!holds.is_empty()).then(|| held(state, holds));
            said.into_iter().chain(kept).collect::<Vec<_>>().join(" ")
        }
        Command::Score { player: whose, objective, vp, passed, .. } => {
            let late = passed.map_or_else(String::new, |at| format!(", {}", round_in_words(at.round)));
            format!("{} claims {vp} for {}{late}.", player(*whose), objective_name(state, *whose, objective))
        }
        Command::BattleReady { player: whose, ready } => {
            format!("{} is {}Battle Ready.", player(*whose), if *ready { "" } else { "not " })
        }
        Command::Concede {} => format!("{speaker} gives up."),
        Command::AgreeEnd {} => "Both stop here.".into(),
        Command::End {} => "The battle is closed.".into(),
        Command::Ruling(ruling) => ruled(state, ruling),
        Command::Retract { seq, .. } => format!("Record {seq} is taken back."),
        Command::Amend(amend) => {
            let to: Vec<String> =
                amend.to.iter().map(|reading| sentence(state, reading.by, &reading.command)).collect();
            let to = if to.is_empty() { "it did not happen.".to_owned() } else { to.join(" ") };
            format!("Corrected, record {}: {to}", amend.seq)
        }
        Command::Sign { player: who, .. } => format!("{} has signed.", signer(state, by, *who)),
        Command::Note { text } => format!("{speaker}: {text}"),
    }
}

/// Who signs: a player, a judge, or the device that lies at the table.
fn signer(state: &State, by: By, who: Option<Player>) -> String {
    let nobody = if by == By::Both { "The table's device" } else { "The judge" };
    who.map_or_else(|| nobody.to_owned(), |player| name_of(state, player))
}

/// Who chooses the zone: the speaker, or whom the rules let choose.
fn chooser(state: &State, by: By) -> String {
    let whose = by.player().or(match state.law().zone_by {
        ZoneBy::FirstPlayer => state.first,
        _ => state.attacker.map(Player::opponent),
    });
    whose.map_or_else(|| by.to_string(), |player| name_of(state, player))
}

/// That a list is legal, as far as a file shows it.
pub fn legal_list(name: &str, points: i32) -> String {
    format!("{name}'s list is legal (what a file can show): {points} points.")
}

/// Words of a name that a record holds: `take-and-hold` is said `take and hold`.
fn plain(name: &impl ToString) -> String {
    name.to_string().replace('-', " ")
}

fn secondaries(speaker: &str, choice: &Secondaries) -> String {
    match choice.mode {
        Some(mode) => format!("{speaker} plays {} cards.", mode.as_str()),
        None => format!("{speaker} has chosen the secondary objectives."),
    }
}

/// What an action is about beside a marker.
fn aimed(state: &State, aim: &ActionAim) -> String {
    let area = aim.area.map(|area| format!(" in {area}"));
    let target = aim.target.as_ref().map(|target| format!(" about {}", units::name(state, target)));
    let takes = aim.takes.map(|place| format!(", the token at {place}"));
    area.into_iter().chain(target).chain(takes).collect()
}

fn damaged(result: Damage) -> &'static str {
    match result {
        Damage::Shaken => "is shaken",
        Damage::Stunned => "is stunned",
        Damage::Wrecked => "is wrecked",
        Damage::Explodes => "explodes",
        Damage::Weapon => "loses a weapon",
        Damage::Immobilised => "cannot move any more",
        Damage::Repaired => "is repaired",
    }
}

/// How a unit is set up before the battle.
fn sets_up(how: Option<SetUpHow>) -> &'static str {
    match how {
        None => "deploys",
        Some(SetUpHow::Infiltrate) => "is set up away from the enemy",
        Some(SetUpHow::Redeploy) => "is set up again",
        Some(SetUpHow::Scout) => "moves before the first turn",
    }
}

/// A test, or a unit that goes to ground by choice.
fn tested(unit: &str, of: TestName, roll: &[Face]) -> String {
    if roll.is_empty() {
        return format!("{unit} goes to ground.");
    }
    let singly =
        [TestName::DesperateEscape, TestName::Hazardous, TestName::GetsHot, TestName::Dangerous, TestName::NoRetreat];
    let between = if singly.contains(&of) { " " } else { "+" };
    format!("{unit} takes a {} test: {}.", of.in_words(), faces(roll, between))
}

/// Mortal wounds: `Line suffers mortal wounds (d3: 4).`
fn suffers(unit: &str, mortal: &Mortal) -> String {
    let wounds =
        mortal.wounds.map(|wounds| count(wounds.get().unsigned_abs() as usize, "mortal wound", "mortal wounds"));
    let dice = mortal.each.map(|each| format!("mortal wounds ({each}: {})", faces(&mortal.roll, " ")));
    format!("{unit} suffers {}.", dice.or(wounds).unwrap_or_default())
}

/// What an ability changes: `Line: Objective Control /2 (Chitinous Horrors), until the turn ends.`
fn lasting(state: &State, effect: &Effect) -> String {
    let units: Vec<String> = effect.units.iter().map(|id| units::name(state, id)).collect();
    let units = units.join(", ");
    if effect.is_over() {
        return format!("{units}: {} is over.", effect.why);
    }
    let signs = |changes: &[Change]| changes.iter().map(|change| format!(" {change}")).collect::<String>();
    let changes = effect.change.iter().map(|(of, changes)| format!("{}{}", of.in_words(), signs(changes)));
    let fights = effect.fights.map(|place| match place {
        FightPlace::First => "fights first".to_owned(),
        FightPlace::Last => "fights last".to_owned(),
    });
    let changes: Vec<String> = fights.into_iter().chain(changes).collect();
    let until = match effect.until {
        None => String::new(),
        Some(Until::PhaseEnd) => ", until the phase ends".into(),
        Some(Until::TurnEnd) => ", until the turn ends".into(),
        Some(Until::RoundEnd) => ", until the round ends".into(),
        Some(Until::OneTurnStart) => format!(", until {}'s next turn begins", name_of(state, Player::One)),
        Some(Until::TwoTurnStart) => format!(", until {}'s next turn begins", name_of(state, Player::Two)),
    };
    format!("{units}: {} ({}){until}.", changes.join(", "), effect.why)
}

/// What a player had chosen in secret.
fn opened(state: &State, by: By, speaker: &str, value: &serde_json::Value) -> String {
    let chosen = value.get("choose").and_then(|chosen| chosen.as_array()).into_iter().flatten();
    let names = chosen.filter_map(|id| ObjectiveId::new(id.as_str()?).ok());
    let names: Vec<String> = names.map(|id| objective_name(state, by.player().unwrap_or(Player::One), &id)).collect();
    let marker = value.get("marker").and_then(|marker| marker.as_str());
    if value.get("strategic").is_some()
        && let Ok(reserves) = Reserves::read(&value.to_string())
    {
        return kept_back(state, speaker, &reserves);
    }
    match (names.as_slice(), marker) {
        ([], Some(marker)) => format!("{speaker} had noted {}.", adjutant_engine::visible::message(marker)),
        ([], None) => format!("{speaker}'s choice is opened."),
        (names, _) => format!("{speaker} has chosen {}.", names.join(", ")),
    }
}

fn sealed(what: SecretKind) -> &'static str {
    match what {
        SecretKind::Secondaries => "the secondary objectives",
        SecretKind::Reserves => "who starts off the table",
        _ => "a secret choice",
    }
}

/// What dice are for, `charge a1`, with the units called as the table calls them.
fn of_units(state: &State, purpose: &str) -> String {
    let called = |word: &str| UnitId::new(word).map_or_else(|_| word.to_owned(), |id| units::name(state, &id));
    purpose.split(' ').map(called).collect::<Vec<_>>().join(" ")
}

/// Dice outside attacks: `The die for the length: 5.`, and what they are for with the names of units.
fn rolled(state: &State, purpose: &str, roll: &[Face]) -> String {
    let what = match purpose {
        "length" | "objectives" => format!("the {purpose}"),
        other => of_units(state, other),
    };
    let dice = if roll.len() == 1 { "die" } else { "dice" };
    let read = read(purpose, roll).map_or_else(String::new, |read| format!(", {read}"));
    format!("The {dice} for {what}: {}{read}.", faces(roll, " "))
}

/// What dice say by themselves, where a table of the rules reads them.
fn read(purpose: &str, roll: &[Face]) -> Option<String> {
    let first = roll.first()?.get();
    let read = match purpose.split_whitespace().next()? {
        "scatter" => match Scatter::of(roll)? {
            Scatter::Hit => "a hit",
            Scatter::Arrow(None) => "an arrow",
            Scatter::Arrow(Some((degrees, inches))) => return Some(format!("{inches}\" at {degrees}°")),
        },
        "mishap" => match mishap(first)? {
            Mishap::Destroyed => "lost on arrival",
            Mishap::Misplaced => "set up by the opponent",
            Mishap::Delayed => "back into reserve",
        },
        "outflanking" => match outflank_edge(first)? {
            Edge::Left => "from its player's left",
            Edge::Right => "from its player's right",
            Edge::Either => "from the left or the right, as its player likes",
        },
        _ => return None,
    };
    Some(read.to_owned())
}

fn roll_off(state: &State, purpose: &str, dice: &[[Face; 2]]) -> String {
    let Some([one, two]) = dice.last() else { return format!("Roll-off for {purpose}.") };
    let winner = if one > two { Player::One } else { Player::Two };
    let (high, low) = if one > two { (one, two) } else { (two, one) };
    let purpose = if purpose == "roles" { "attacker".to_owned() } else { purpose.replace('-', " ") };
    format!("{} wins the roll-off ({purpose}), {high} to {low}.", name_of(state, winner))
}

fn marker(state: &State, change: &MarkerChange) -> String {
    let lies = state.marker(&change.marker).map(|(_, marker)| marker.at);
    if change.moves_to.is_some() && change.moves_to == lies {
        return format!("{} stays where it lies.", change.marker);
    }
    if change.cleared == Some(true) {
        return format!("The opponent's tokens on {} are taken off.", change.marker);
    }
    match (change.becomes, change.moves_to, change.placed) {
        (Some(tag), ..) => format!("{} becomes {}.", change.marker, tag.title()),
        (None, Some([x, y]), _) => format!("{} moves to {x}, {y}.", change.marker),
        (None, None, Some([x, y])) => {
            format!("{} lies {x}\" from the left and {y}\" from the bottom.", change.marker)
        }
        _ => format!("{} is removed.", change.marker),
    }
}

fn kept_back(state: &State, speaker: &str, reserves: &Reserves) -> String {
    let away = reserves.strategic.iter().chain(&reserves.elsewhere);
    let names: Vec<String> = away.map(|id| units::name(state, id)).collect();
    let aboard: usize = reserves.embarked.values().map(Vec::len).sum();
    let aboard = match aboard {
        0 => String::new(),
        some => format!(" {}.", count(some, "unit is aboard a transport", "units are aboard transports")),
    };
    match names.as_slice() {
        [] => format!("{speaker} starts with everything on the table.{aboard}"),
        names => format!("{speaker} keeps back {}.{aboard}", names.join(", ")),
    }
}

fn lost(state: &State, id: &UnitId, models: u32, group: Option<&adjutant_engine::ids::Name>) -> String {
    let left = units::counted(state, id).map(|unit| unit.models());
    let name = units::name(state, id);
    let of = group.map_or_else(String::new, |group| format!(" {group}"));
    match left {
        Some(left) if left <= models => format!("{name} destroyed."),
        Some(left) => format!("{name} −{models}{of}, {} left.", left - models),
        None => format!("{name} −{models}{of}."),
    }
}

/// Wounds that a model lost and lives, after other models fell: `Immolator −4 wounds, 7 of 11 left.`
fn hurt(
    state: &State,
    id: &UnitId,
    (models, wounds): (u32, u32),
    group: Option<&adjutant_engine::ids::Name>,
) -> String {
    let name = units::name(state, id);
    let unit = units::counted(state, id);
    let groups = || unit.iter().flat_map(|unit| &unit.groups).filter(|group| group.models > 0);
    let meant = groups().find(|own| group.is_some_and(|group| own.name == *group));
    let meant = meant.or_else(|| groups().find(|own| own.hurt > 0)).or_else(|| groups().max_by_key(|own| own.wounds));
    let (each, before) = meant.map_or((wounds + 1, 0), |own| (own.wounds, if models > 0 { 0 } else { own.hurt }));
    let left = each.saturating_sub(before + wounds);
    let fell = if models > 0 { format!("−{models}, then ") } else { String::new() };
    let many = if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") };
    format!("{name} {fell}−{many}, {left} of {each} left.")
}

/// What a unit does that moves in a way.
fn moves(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Normal => "moves",
        MoveKind::Advance => "advances",
        MoveKind::FallBack => "falls back",
        MoveKind::Stationary => "stands still",
        MoveKind::Charge => "makes the charge move",
        MoveKind::PileIn => "piles in",
        MoveKind::Consolidate => "consolidates",
        MoveKind::Heroic => "intervenes heroically",
        MoveKind::Reposition => "is moved elsewhere",
        MoveKind::Run => "runs",
    }
}

fn attacked(state: &State, attacks: &Attacks, how: &str) -> String {
    let outcomes = attacks.attacks.iter().map(|attack| {
        let target = units::name(state, &attack.target);
        let dead = match &attack.destroyed {
            Some(Losses::Models(models)) => models.get(),
            Some(Losses::Groups(groups)) => groups.values().map(|models| models.get()).sum(),
            None if attack.sequence.is_some() => {
                let dice = attack.sequence.as_deref().map(steps).unwrap_or_default();
                let dice: Vec<String> = dice.iter().map(ToString::to_string).collect();
                return format!("{target}: {}", if dice.is_empty() { "no dice".into() } else { dice.join(", ") });
            }
            None => 0,
        };
        let left = state.unit(&attack.target).map_or(0, |(_, unit)| unit.models());
        let wounds = attack.wounds.map_or(0, |wounds| wounds.get());
        match dead.unsigned_abs() {
            0 if wounds == 1 => format!("{target}: loses 1 wound"),
            0 if wounds > 1 => format!("{target}: loses {wounds} wounds"),
            0 => format!("{target}: nobody dies"),
            dead if dead >= left => format!("{target}: destroyed"),
            1 => format!("{target}: 1 dies, {} left", left - 1),
            dead => format!("{target}: {dead} die, {} left", left - dead),
        }
    });
    format!("{} {how} {}.", units::name(state, &attacks.unit), outcomes.collect::<Vec<_>>().join(" and "))
}

/// Cards that are drawn, discarded or exchanged, by their printed names.
fn carded(state: &State, cards: &Cards) -> String {
    let whose = name_of(state, cards.player);
    let named = |ids: &[ObjectiveId]| {
        let objectives = state.pack.as_ref().map(|pack| &pack.objectives);
        let name = |id: &ObjectiveId| {
            objectives.and_then(|all| all.get(id)).map_or_else(|| id.to_string(), |o| o.name.to_string())
        };
        ids.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    let mut words = Vec::new();
    if !cards.discards.is_empty() {
        let gain = cards.cp.map_or_else(String::new, |cp| format!(" for {cp} CP"));
        words.push(format!("discards {}{gain}", named(&cards.discards)));
    }
    if !cards.draws.is_empty() {
        words.push(format!("draws {}", named(&cards.draws)));
    }
    if !cards.returns.is_empty() {
        words.push(format!("gives {} back", named(&cards.returns)));
    }
    if !cards.keeps.is_empty() {
        words.push(format!("keeps {} this turn", named(&cards.keeps)));
    }
    let by = cards.stratagem.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    format!("{whose} {}{by}.", words.join(" and "))
}

/// Models and wounds that come back.
fn restored(unit: &str, models: i32, wounds: Option<i32>) -> String {
    let wounds = wounds.map(|wounds| count(wounds.unsigned_abs() as usize, "wound back", "wounds back"));
    match (models, wounds) {
        (0, Some(wounds)) => format!("{unit}: {wounds}."),
        (models, wounds) => {
            format!("{unit} +{models}{}.", wounds.map_or_else(String::new, |wounds| format!(", {wounds}")))
        }
    }
}

/// A pick that is due: `Bert picks one as target for A Tempting Target`.
pub fn pick_due(state: &State, due: &DuePick) -> String {
    let mark = plain(&due.mark);
    let objective = objective_name(state, due.player, &due.objective);
    let many = if due.most > 1 { format!("up to {}", due.most) } else { "one".to_owned() };
    format!("{} picks {many} as {mark} for {objective}", name_of(state, due.by))
}

/// What is picked, by its names.
pub fn picked(state: &State, picked: &Picked) -> String {
    let units = picked.units.iter().map(|id| units::name(state, id));
    let places = picked.markers.iter().map(ToString::to_string);
    let areas = picked.areas.iter().map(|area| format!("area {area}"));
    let pairs = picked.pairs.iter().map(|(id, marker)| format!("{} at {marker}", units::name(state, id)));
    units.chain(places).chain(areas).chain(pairs).collect::<Vec<_>>().join(", ")
}

/// What is picked for an objective: `Line, Bikes are picked as target for Anna.`
fn pick(state: &State, pick: &Picked) -> String {
    let mark = plain(&pick.mark);
    let one = pick.units.len() + pick.markers.len() + pick.areas.len() + pick.pairs.len() == 1;
    let are = if one { "is" } else { "are" };
    format!("{} {are} picked as {mark} for {}.", picked(state, pick), name_of(state, pick.player))
}

/// Who holds what, only where it differs from what was known.
fn held(state: &State, holds: &BTreeMap<MarkerId, Holder>) -> String {
    let known = |id: &MarkerId| {
        let (at, _) = state.marker(id)?;
        adjutant_engine::control::effective(state, at).map(|control| Holder::from(control.holder))
    };
    let news: Vec<(&MarkerId, Holder)> =
        holds.iter().filter(|(id, holder)| known(id) != Some(**holder)).map(|(id, holder)| (id, *holder)).collect();
    if news.is_empty() {
        return "Nothing has changed at the markers.".into();
    }
    let of = |holder: Holder| {
        let markers: Vec<&str> = news.iter().filter(|(_, held)| *held == holder).map(|(id, _)| id.as_str()).collect();
        let who = holder.player().map_or_else(|| "nobody".to_owned(), |player| name_of(state, player));
        if markers.is_empty() { None } else { Some(format!("{who} holds {}", markers.join(" "))) }
    };
    let said: Vec<String> = [Holder::One, Holder::Two, Holder::None].into_iter().filter_map(of).collect();
    format!("{}.", said.join("; "))
}

fn ruled(state: &State, ruling: &Ruling) -> String {
    let points = match (ruling.player, ruling.vp) {
        (Some(player), Some(vp)) => {
            let called = ruling
                .objective
                .as_ref()
                .map_or_else(String::new, |id| format!(" {}", objective_name(state, player, id)));
            format!(" {} {:+}{called}.", name_of(state, player), vp.get())
        }
        _ => String::new(),
    };
    let winner = match ruling.winner {
        Some(Winner::One) => format!(" {} wins.", name_of(state, Player::One)),
        Some(Winner::Two) => format!(" {} wins.", name_of(state, Player::Two)),
        Some(Winner::Draw) => " A draw.".into(),
        None => String::new(),
    };
    format!("Judge: {}.{points}{winner}", ruling.why)
}
