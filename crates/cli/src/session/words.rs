//! What a command says, as a sentence in the players' words.

use std::collections::BTreeMap;

use adjutant_engine::attack::Change;
use adjutant_engine::command::{
    Attacks, Cards, ClockState, Command, Damage, Effect, Holder, Losses, MarkerChange, RemovedTo, Reserves, Ruling,
    SecretKind, Until, Winner,
};
use adjutant_engine::ids::{MarkerId, ObjectiveId, UnitId};
use adjutant_engine::numbers::Face;
use adjutant_engine::rules::{Category, TestName};
use adjutant_engine::side::{By, MapSide, Player};
use adjutant_engine::state::{Shock, State};
use adjutant_engine::view::RoundLabel;
use adjutant_shorthand as shorthand;

use super::flow::action_name;
use super::panel::name_of;
use super::units;
use crate::counts::count;

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
        Command::Commit { what, .. } => format!("{speaker} has sealed {}.", sealed(*what)),
        Command::Reveal { value, .. } => opened(state, by, &speaker, value),
        Command::Secondaries(_) => format!("{speaker} has chosen the secondary objectives."),
        Command::Mark { models, .. } => {
            let names: Vec<String> = models.iter().map(|(id, _)| unit(id)).collect();
            format!("{speaker} notes {}.", names.join(", "))
        }
        Command::RollOff { purpose, dice } => roll_off(state, purpose.as_str(), dice),
        Command::Roll { purpose, roll, .. } => format!("{purpose}: {}.", faces(roll, " ")),
        Command::Order { sequence, .. } => {
            let order: Vec<&str> = sequence.iter().map(|name| name.as_str()).collect();
            format!("The order is {}.", order.join(", "))
        }
        Command::Clock { state: ClockState::Pause } => "The clocks stand still.".into(),
        Command::Clock { state: ClockState::Resume } => "The clocks run.".into(),
        Command::Roles { attacker } => format!("{} attacks.", player(*attacker)),
        Command::Zone { zone, .. } => format!("{speaker} takes zone {}.", if *zone == MapSide::A { "A" } else { "B" }),
        Command::Marker(change) => marker(state, change),
        Command::Attach { leader, to } => format!("{} leads {}.", unit(leader), unit(to)),
        Command::Reserves(reserves) => kept_back(state, &speaker, reserves),
        Command::Deploy { unit: id, .. } => format!("{} deploys.", unit(id)),
        Command::FirstTurn { player: first } => format!("{} has the first turn.", player(*first)),
        Command::Begin {} => "The battle begins.".into(),
        Command::EndPhase { phase } => format!("The {} phase ends.", phase.title()),
        Command::EndTurn {} => format!("{}'s turn ends.", player(by.player().unwrap_or(state.active))),
        Command::Move { unit: id, kind, .. } => format!("{}: {}.", unit(id), kind.as_str().replace('-', " ")),
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
        Command::Test { unit: id, of, roll, .. } => {
            let between = if *of == TestName::DesperateEscape { " " } else { "+" };
            format!("{} takes a {} test: {}.", unit(id), of.in_words(), faces(roll, between))
        }
        Command::ReserveRoll { unit: id, roll, .. } => format!("{} rolls to arrive: {}.", unit(id), faces(roll, "+")),
        Command::Damage { unit: id, result, .. } => {
            let result = match result {
                Damage::Shaken => "is shaken",
                Damage::Stunned => "is stunned",
                Damage::Wrecked => "is wrecked",
                Damage::Explodes => "explodes",
                Damage::Weapon => "loses a weapon",
                Damage::Immobilised => "cannot move any more",
                Damage::Repaired => "is repaired",
            };
            format!("{} {result}.", unit(id))
        }
        Command::Sweep { unit: id, target, roll, .. } => {
            format!("{} sweeps after {}: {}.", unit(id), unit(target), faces(roll, "/"))
        }
        Command::Unseal { .. } => "The seed of the dice is opened.".into(),
        Command::Casualties { unit: id, models, wounds, group, .. } => {
            let models = models.get().unsigned_abs();
            match wounds.map_or(0, |wounds| wounds.get().unsigned_abs()) {
                0 => lost(state, id, models, group.as_ref()),
                wounds => hurt(state, id, (models, wounds), group.as_ref()),
            }
        }
        Command::Restore { unit: id, models, .. } => format!("{} +{models}.", unit(id)),
        Command::AddUnit { unit: added, .. } => format!("{} joins.", added.datasheet),
        Command::Split { unit: id, .. } => format!("{} splits.", unit(id)),
        Command::Merge { units: ids, .. } => {
            format!("{} are one unit now.", ids.iter().map(unit).collect::<Vec<_>>().join(" and "))
        }
        Command::Remove { unit: id, to } => match to {
            RemovedTo::Reserves => format!("{} goes into reserve.", unit(id)),
            _ => format!("{} leaves the table.", unit(id)),
        },
        Command::StartAction { unit: id, action, marker, .. } => {
            let place = marker.as_ref().map_or_else(String::new, |marker| format!(" on {marker}"));
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
        Command::Sign { player: whose, .. } => format!("{} has signed.", player(*whose)),
        Command::Note { text } => format!("{speaker}: {text}"),
    }
}

/// What an ability changes: `Line: Objective Control /2 (Chitinous Horrors), until the turn ends.`
fn lasting(state: &State, effect: &Effect) -> String {
    let units: Vec<String> = effect.units.iter().map(|id| units::name(state, id)).collect();
    let units = units.join(", ");
    if effect.change.is_empty() {
        return format!("{units}: {} is over.", effect.why);
    }
    let signs = |changes: &[Change]| changes.iter().map(|change| format!(" {change}")).collect::<String>();
    let changes = effect.change.iter().map(|(of, changes)| format!("{}{}", of.in_words(), signs(changes)));
    let changes: Vec<String> = changes.collect();
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

/// A text in which the ids of units are replaced by what the screen calls them: `b12 (Retributors)` → `Retributors`.
pub fn named(state: &State, text: &str) -> String {
    let text = state.units.iter().fold(text.to_owned(), |text, unit| {
        let title = unit.title();
        if text.contains(&title) { text.replace(&title, &units::name(state, &unit.id)) } else { text }
    });
    // What stands between backticks is typed as it stands.
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| if at % 2 == 0 { without_ids(state, part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

/// A text in which every id of a unit is the name of that unit: `enemy b5 b8 destroyed`. Ids that are words, or markers
/// too, stay.
fn without_ids(state: &State, text: &str) -> String {
    let is_of_id = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let called = |token: &str| {
        let id = UnitId::new(token).ok().filter(|_| token.bytes().any(|byte| byte.is_ascii_digit()))?;
        let marker = MarkerId::new(token).is_ok_and(|id| state.marker(&id).is_some());
        (!marker && state.unit(&id).is_some()).then(|| units::name(state, &id))
    };
    let mut said = String::with_capacity(text.len());
    let (mut rest, mut after_name) = (text, false);
    while !rest.is_empty() {
        let end = rest.find(|c| is_of_id(c) != rest.starts_with(is_of_id)).unwrap_or(rest.len());
        let (token, further) = rest.split_at(end);
        let name = if token.starts_with(is_of_id) { called(token) } else { None };
        match name {
            Some(name) => {
                if after_name && said.ends_with(' ') {
                    said.insert(said.len() - 1, ',');
                }
                said.push_str(&name);
                after_name = true;
            }
            None => {
                after_name &= token == " ";
                said.push_str(token);
            }
        }
        rest = further;
    }
    said
}

/// What an objective is called.
pub fn objective_name(state: &State, player: Player, id: &ObjectiveId) -> String {
    let secondary = |name: &adjutant_engine::ids::Name| {
        state
            .objectives(player)
            .any(|(_, other)| other.name == *name && other.id != *id && other.category == Category::PRIMARY)
    };
    let own = state.objective(player, id).map(|(_, objective)| match secondary(&objective.name) {
        true => format!("{} (secondary)", objective.name),
        false => objective.name.to_string(),
    });
    let printed =
        || state.pack.as_ref().and_then(|pack| pack.objectives.get(id)).map(|objective| objective.name.to_string());
    own.or_else(printed).unwrap_or_else(|| id.to_string())
}

/// A row of the scoring sheet.
pub fn round_in_words(round: RoundLabel) -> String {
    match round {
        RoundLabel::Number(round) => format!("round {round}"),
        RoundLabel::End(_) => "end of the battle".into(),
    }
}

/// What a player had chosen in secret.
fn opened(state: &State, by: By, speaker: &str, value: &serde_json::Value) -> String {
    let chosen = value.get("choose").and_then(|chosen| chosen.as_array()).into_iter().flatten();
    let names = chosen.filter_map(|id| ObjectiveId::new(id.as_str()?).ok());
    let names: Vec<String> = names.map(|id| objective_name(state, by.player().unwrap_or(Player::One), &id)).collect();
    let marker = value.get("marker").and_then(|marker| marker.as_str());
    if value.get("strategic").is_some()
        && let Ok(reserves) = serde_json::from_value::<Reserves>(value.clone())
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

fn roll_off(state: &State, purpose: &str, dice: &[[Face; 2]]) -> String {
    let Some([one, two]) = dice.last() else { return format!("Roll-off for {purpose}.") };
    let winner = if one > two { Player::One } else { Player::Two };
    let (high, low) = if one > two { (one, two) } else { (two, one) };
    format!("{} wins the roll-off for {}, {high} to {low}.", name_of(state, winner), purpose.replace('-', " "))
}

fn faces(faces: &[Face], between: &str) -> String {
    faces.iter().map(Face::to_string).collect::<Vec<_>>().join(between)
}

fn marker(state: &State, change: &MarkerChange) -> String {
    let lies = state.marker(&change.marker).map(|(_, marker)| marker.at);
    if change.moves_to.is_some() && change.moves_to == lies {
        return format!("{} stays where it lies.", change.marker);
    }
    match (change.becomes, change.moves_to, change.removed) {
        (Some(tag), ..) => format!("{} becomes {tag:?}.", change.marker),
        (None, Some([x, y]), _) => format!("{} moves to {x}, {y}.", change.marker),
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
    let left = state.unit(id).map(|(_, unit)| unit.models());
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
    let unit = state.unit(id).map(|(_, unit)| unit);
    let groups = || unit.into_iter().flat_map(|unit| &unit.groups).filter(|group| group.models > 0);
    let meant = groups().find(|own| group.is_some_and(|group| own.name == *group));
    let meant = meant.or_else(|| groups().find(|own| own.hurt > 0)).or_else(|| groups().max_by_key(|own| own.wounds));
    let (each, before) = meant.map_or((wounds + 1, 0), |own| (own.wounds, if models > 0 { 0 } else { own.hurt }));
    let left = each.saturating_sub(before + wounds);
    let fell = if models > 0 { format!("−{models}, then ") } else { String::new() };
    let many = if wounds == 1 { "1 wound".to_owned() } else { format!("{wounds} wounds") };
    format!("{name} {fell}−{many}, {left} of {each} left.")
}

fn attacked(state: &State, attacks: &Attacks, how: &str) -> String {
    let outcomes = attacks.attacks.iter().map(|attack| {
        let target = units::name(state, &attack.target);
        let dead = match &attack.destroyed {
            Some(Losses::Models(models)) => models.get(),
            Some(Losses::Groups(groups)) => groups.values().map(|models| models.get()).sum(),
            None if attack.sequence.is_some() => return format!("{target}, dice recorded"),
            None => 0,
        };
        let left = state.unit(&attack.target).map_or(0, |(_, unit)| unit.models());
        match dead.unsigned_abs() {
            0 => format!("{target}: nobody dies"),
            dead if dead >= left => format!("{target}: destroyed"),
            1 => format!("{target}: 1 dies, {} left", left - 1),
            dead => format!("{target}: {dead} die, {} left", left - dead),
        }
    });
    format!("{} {how} {}.", units::name(state, &attacks.unit), outcomes.collect::<Vec<_>>().join(" and "))
}

/// Models and wounds left of the units that dice are thrown at, before they fall.
pub fn standing(state: &State, command: &Command) -> Vec<(UnitId, u32, u32)> {
    let attacks = super::feed::attacks_with_dice(command);
    let mut found: Vec<(UnitId, u32, u32)> = Vec::new();
    for attack in attacks.into_iter().flat_map(|attacks| &attacks.attacks) {
        if let Some((_, unit)) = state.unit(&attack.target)
            && !found.iter().any(|(id, ..)| *id == attack.target)
        {
            found.push((attack.target.clone(), unit.models(), unit.groups.iter().map(|group| group.hurt).sum()));
        }
    }
    found
}

/// What dice did to the units that stood before them, as a sentence.
pub fn fell(before: &[(UnitId, u32, u32)], after: &State, attacks: Option<&Attacks>) -> String {
    let outcomes = before.iter().map(|(id, models, hurt)| {
        let name = units::name(after, id);
        let (left, lost) = after
            .unit(id)
            .map_or((0, 0), |(_, unit)| (unit.models(), unit.groups.iter().map(|group| group.hurt).sum::<u32>()));
        let wounded = lost > *hurt || (lost > 0 && left < *models);
        let wounds = if wounded { format!(", one has lost {lost} wounds") } else { String::new() };
        match models.saturating_sub(left) {
            _ if left == 0 => format!("{name}: destroyed"),
            0 => format!("{name}: nobody dies{wounds}"),
            1 => format!("{name}: 1 dies, {left} left{wounds}"),
            dead => format!("{name}: {dead} die, {left} left{wounds}"),
        }
    });
    let who = attacks.map_or_else(String::new, |attacks| units::name(after, &attacks.unit));
    format!("{who} attacks {}.", outcomes.collect::<Vec<_>>().join(" and "))
}

/// Whether a command is a test that [`tested`] tells the outcome of.
pub fn is_nerve_test(command: &Command) -> bool {
    matches!(command, Command::Morale { .. } | Command::Test { of: TestName::BattleShock, .. })
}

/// A Morale or Battle-shock test with what came of it: `Poxwalkers (1) passes (2+3, Ld 7).`, `… fails (6+2, Ld 7): 1 flees.` Told of
/// the moment before it and the one after; as it was said where the list gives no Leadership.
pub fn tested(before: &State, after: &State, command: &Command) -> Option<String> {
    if let Command::Test { unit: id, of: TestName::BattleShock, roll, .. } = command {
        let (name, sum) = (units::name(before, id), faces(roll, "+"));
        return Some(match after.unit(id)?.1.shock {
            Shock::Shocked => format!("{name} is Battle-shocked ({sum})."),
            _ => format!("{name} passes its Battle-shock test ({sum})."),
        });
    }
    let Command::Morale { unit: id, roll, modifier, .. } = command else { return None };
    let (_, unit) = before.unit(id)?;
    let left = after.unit(id).map_or(0, |(_, unit)| unit.models());
    let fled = unit.models().saturating_sub(left);
    let law = before.law().test(TestName::Morale)?;
    let leadership = unit.groups.iter().filter(|group| group.models > 0).filter_map(|group| group.leadership).max();
    let Some(leadership) = leadership else {
        let name = units::name(before, id);
        return Some(match fled {
            0 => format!("{name} passes Morale ({}).", faces(roll, "+")),
            1 => format!("{name} fails Morale ({}): 1 flees, {left} left.", faces(roll, "+")),
            fled => format!("{name} fails Morale ({}): {fled} flee, {left} left.", faces(roll, "+")),
        });
    };
    let leadership = leadership + modifier.map_or(0, |modifier| modifier.get());
    let lost = unit.acts.models_lost;
    let passed = law.passes(roll, 0, lost, leadership);
    let sum = if lost > 0 { format!("{}+{lost}", faces(roll, "+")) } else { faces(roll, "+") };
    let name = units::name(before, id);
    let how = match (passed, fled) {
        (true, _) => return Some(format!("{name} passes Morale ({sum}, Ld {leadership}).")),
        (false, 1) => "1 flees".to_owned(),
        (false, fled) => format!("{fled} flee"),
    };
    let left = if left == 0 { "destroyed".to_owned() } else { format!("{left} left") };
    Some(format!("{name} fails Morale ({sum}, Ld {leadership}): {how}, {left}."))
}

/// Who holds what, only where it differs from what was known.
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
    let by = cards.stratagem.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    format!("{whose} {}{by}.", words.join(" and "))
}

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

/// A command as it is typed, for corrections.
pub fn typed(command: &Command) -> String {
    shorthand::words(command)
}
