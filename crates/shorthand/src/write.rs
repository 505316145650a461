//! Commands put back into words, so that what is read can be typed.

use adjutant_engine::attack::Change;
use adjutant_engine::command::{
    ActionAim, Attacks, Cards, Choice, Command, Effect, Holder, Losses, MarkerChange, Mortal, PassedMoment, Perils,
    Picked, Reserves, Ruling, Said, SecretKind, SetUpHow, VehicleStrike,
};
use adjutant_engine::ids::{ObjectiveId, UnitId};
use adjutant_engine::numbers::{Inches, Whole};
use adjutant_engine::side::{By, Player};
use adjutant_engine::view::RoundLabel;

use crate::apart::apart;
use crate::attack::read_back;
use crate::context::{Context, speaker_first};
use crate::names::Names;
use crate::read::{Spoken, parse};
use crate::terrain;

const BRIEF_MAX: usize = 100;

/// A command in words that [`parse`] reads as the same command: its form where one says everything, otherwise its name
/// and its payload in JSON. What a recorder fills in (`rules_hash` of `mission`) is left to the recorder.
pub fn words(command: &Command) -> String {
    match form(command).filter(|words| reads_back(words, command)) {
        Some(words) => words,
        None => in_json(command),
    }
}

/// A line of a file for `match record --from`: `by two end command`; nothing where no line of words says all of it.
pub fn line(said: &Said, command: &Command) -> Option<String> {
    let mut line = words(command);
    if let Some(rule) = &said.under {
        line.push_str(&format!(" under {rule}"));
    }
    let whole = format!("by {} {line}", said.by);
    // Names of players read as parts of names anywhere; `one` and `two` mean them always.
    let names = Names::default();
    let (by, rest) = speaker_first(&whole, &names);
    let filled_in = |command: &Command| match command.clone() {
        Command::Mission { mission, d33, rolled, .. } => Command::Mission { mission, d33, rolled, rules_hash: None },
        other => other,
    };
    let same = match parse(rest, &Context { names, by, active: None }) {
        Ok(Spoken::Record(read, again)) => read == *said && filled_in(&again) == filled_in(command),
        _ => false,
    };
    let alone = apart(&whole) == [whole.as_str()] && !whole.contains('\n');
    (same && alone).then_some(whole)
}

/// The same for people who glance at it: one line, shortened.
pub fn brief(command: &Command) -> String {
    let words = match command {
        Command::Reserves(reserves) if *reserves == Reserves::default() => "no reserves".to_owned(),
        Command::Open(open) => format!("open {}", open.id),
        Command::Roster { player, roster } => format!("roster of {player}: {}", roster.name),
        Command::Mark { objective, models } => {
            let models: Vec<String> = models.iter().map(|(unit, group)| format!("{group} of {unit}")).collect();
            format!("mark {objective}: {}", models.join(", "))
        }
        Command::Commit { what, .. } => format!("sealed: {}", in_secret(*what)),
        Command::Reveal { what, value, .. } => format!("opened: {}{}", in_secret(*what), opened(value)),
        other => form(other).unwrap_or_else(|| in_json(other)),
    };
    shortened(&words)
}

/// What is chosen in secret.
fn in_secret(what: SecretKind) -> &'static str {
    match what {
        SecretKind::Secondaries => "secondary objectives",
        SecretKind::Reserves => "reserves",
        SecretKind::PriorityMarker => "Priority marker",
    }
}

/// What was chosen, where it is a list of ids or a marker.
fn opened(value: &serde_json::Value) -> String {
    let chosen = value.get("choose").and_then(|chosen| chosen.as_array()).into_iter().flatten();
    let ids: Vec<&str> =
        chosen.filter_map(|id| id.as_str()).chain(value.get("marker").and_then(|id| id.as_str())).collect();
    if ids.is_empty() { String::new() } else { format!(" {}", ids.join(", ")) }
}

/// Whether words mean a command, whatever is known of the match.
fn reads_back(words: &str, command: &Command) -> bool {
    let context = Context { names: Names::default(), by: Some(By::Both), active: None };
    let filled_in = |command: Command| match command {
        Command::Mission { mission, d33, rolled, .. } => Command::Mission { mission, d33, rolled, rules_hash: None },
        other => other,
    };
    match parse(words, &context) {
        Ok(Spoken::Record(_, read)) => filled_in(*read) == filled_in(command.clone()),
        _ => false,
    }
}

/// The form of the common commands.
fn form(command: &Command) -> Option<String> {
    Some(match command {
        Command::EndPhase { phase } => format!("end {phase}"),
        Command::EndTurn {} => "end turn".to_owned(),
        Command::Score { player, objective, vp, award, passed, why } => {
            let why = why.as_ref().map_or_else(String::new, |why| format!(" {why}"));
            format!("score {player} {objective} {vp}{}{}{why}", numbered(*award), in_moment(*passed))
        }
        Command::Ruling(Ruling { why, player, objective, vp, passed, winner }) => {
            let winner = winner.and_then(|winner| serde_json::to_value(winner).ok());
            let winner = winner.as_ref().and_then(|winner| winner.as_str());
            let winner = winner.map_or_else(String::new, |winner| format!("winner {winner} "));
            let points = match (player, vp) {
                (Some(player), Some(vp)) => {
                    let objective = objective.as_ref().map_or_else(String::new, |id| format!(" for {id}"));
                    format!("{player} {:+}{objective}{} ", vp.get(), in_moment(*passed))
                }
                _ => String::new(),
            };
            format!("ruling {winner}{points}{why}")
        }
        Command::Amend(amend) => {
            let to: Vec<String> = amend.to.iter().map(|reading| words(&reading.command)).collect();
            format!(
                "amend of record {}: {} ({})",
                amend.seq,
                if to.is_empty() { "nothing".into() } else { to.join(" · ") },
                amend.why
            )
        }
        Command::Mission { mission, rolled: Some(rolled), d33: None, .. } => {
            format!("mission {mission} rolled{}", faces(rolled))
        }
        Command::Mission { mission, d33, .. } => {
            let d33 = d33.map_or_else(String::new, |[tens, units]| format!(" {tens} {units}"));
            format!("mission {mission}{d33}")
        }
        Command::Secondaries(choice) => {
            let mode = choice.mode.map_or_else(String::new, |mode| format!(" {}", mode.as_str()));
            format!("secondaries{mode}{}", choice.choose.iter().map(chosen).collect::<String>())
        }
        Command::RollOff { purpose, dice } => {
            let pairs = dice.iter().map(|[one, two]| format!(" {one}-{two}"));
            format!("roll-off {}{}", quoted(purpose.as_str()), pairs.collect::<String>())
        }
        Command::Roll { purpose, roll, .. } => format!("roll {}{}", quoted(purpose.as_str()), faces(roll)),
        Command::Casualties { unit, models, wounds, mortal, group, cause } => {
            let models = if models.get() == 0 { String::new() } else { format!(" {models}") };
            let wounds = lost_wounds(*wounds, mortal.as_deref());
            let group = group.as_ref().map_or_else(String::new, |group| format!(" of {}", quoted(group.as_str())));
            let cause = cause.as_ref().map_or_else(String::new, |cause| format!(" by {}", quoted(cause.as_str())));
            format!("kill {unit}{models}{wounds}{group}{cause}")
        }
        Command::Control { holds, keeps } if holds.is_empty() && keeps.len() == 1 => {
            keeps.iter().map(|(marker, player)| format!("keep {marker} {player}")).collect()
        }
        Command::Control { keeps, .. } if !keeps.is_empty() => return None,
        Command::Card(cards) => card(cards)?,
        Command::Effect(effect) => lasting(effect),
        Command::Control { holds, .. } => {
            let holds = holds.iter().map(|(marker, holder)| format!(" {marker}={}", holder_word(*holder)));
            format!("hold{}", holds.collect::<String>())
        }
        Command::Charge { unit, targets, roll, made, .. } => {
            let targets: String = targets.iter().map(|target| format!(" {target}")).collect();
            let outcome = match (made, roll.is_empty()) {
                (true, false) => "",
                (true, true) => " made",
                (false, _) => " failed",
            };
            format!("charge {unit}{targets}{}{outcome}", faces(roll))
        }
        Command::Cast { .. } | Command::PsychicAction { .. } | Command::Morale { .. } => tested(command)?,
        Command::Test { unit, of, roll, .. } => {
            format!("test {unit} {}{}{}", of.as_str(), faces(roll), behind_the_dice(command))
        }
        Command::Stratagem { name, cp, unit } => {
            let unit = unit.as_ref().map_or_else(String::new, |unit| format!(" {unit}"));
            format!("stratagem {} {cp}{unit}", quoted(name.as_str()))
        }
        Command::StartAction { unit, action, marker, spot, aim } => {
            let marker = marker.as_ref().map_or_else(String::new, |marker| format!(" {marker}"));
            let spot = spot.and_then(|spot| serde_json::to_value(spot).ok());
            let spot = spot.as_ref().and_then(|spot| spot.as_str()).map_or_else(String::new, |spot| format!(" {spot}"));
            format!("act {unit} {action}{spot}{marker}{}", aim.as_deref().map_or_else(String::new, aimed))
        }
        Command::Pick(picked) => pick(picked),
        Command::Disposition { player, is } => format!("disposition {player} {is}"),
        Command::Shoot(attacks) => format!("shoot {}", attacks_in_words(attacks)?),
        Command::Fight(attacks) => format!("fight {}", attacks_in_words(attacks)?),
        Command::Retract { seq, why } => format!("retract {seq} {why}"),
        Command::Cp { change, why, .. } => format!("cp {change} {why}"),
        Command::Law { law } => format!("law {law}"),
        Command::Note { text } => format!("note {text}"),
        Command::FailAction { unit, why } => format!("fail {unit} {why}"),
        Command::FirstTurn { player } => format!("first {player}"),
        Command::Roles { attacker } => format!("attacker {attacker}"),
        Command::BattleReady { player, ready } => format!("ready {player}{}", if *ready { "" } else { " no" }),
        other => return simple(other),
    })
}

fn chosen(choice: &Choice) -> String {
    match choice {
        Choice::Offered(id) => format!(" {id}"),
        Choice::Own(own) => {
            let cap = own.cap.map_or_else(String::new, |cap| format!(" {cap}"));
            format!(" own \"{}\" {}{cap}", own.name, own.category)
        }
    }
}

/// Attacks, with their dice where the record holds them.
fn attacks_in_words(attacks: &Attacks) -> Option<String> {
    let mut targets = Vec::new();
    for attack in &attacks.attacks {
        let mut words = attack.target.to_string();
        if let Some(weapon) = &attack.weapon {
            words += &format!(" with {}", quoted(weapon.as_str()));
        }
        if let Some(sequence) = &attack.sequence {
            words += &format!(" {}", read_back(sequence));
        }
        match &attack.destroyed {
            None => {}
            Some(Losses::Models(models)) => words += &format!(" kills {models}"),
            Some(Losses::Groups(_)) => return None,
        }
        if let Some(wounds) = attack.wounds {
            words += &format!(" wounds {wounds}");
        }
        targets.push(words);
    }
    Some(format!("{} {}", attacks.unit, targets.join(" and ")))
}

/// Forms of a word and ids.
fn simple(command: &Command) -> Option<String> {
    Some(match command {
        Command::Terrain(piece) => terrain::words(piece),
        Command::End {} => "end battle".to_owned(),
        Command::Reserves(reserves) => reserved(reserves),
        Command::Begin {} | Command::Concede {} | Command::AgreeEnd {} => command.name().to_owned(),
        Command::Zone { zone, layout } => {
            let layout = layout.map_or_else(String::new, |layout| format!(" {layout}"));
            format!("zone {}{layout}", zone.title().to_lowercase())
        }
        Command::Marker(MarkerChange { marker, placed: Some([x, y]), across_mm, .. }) => {
            let across = across_mm.map_or_else(String::new, |across| format!(" across {across}"));
            format!("objective {marker} {x} {y}{across}")
        }
        Command::ReserveRoll { unit, roll, .. } => format!("reserve-roll {unit}{}", faces(roll)),
        Command::Damage { unit, result, hit } => {
            format!("damage {unit} {}{}", result.as_str(), hit.as_deref().map_or_else(String::new, struck))
        }
        Command::Sweep { unit, target, roll, caught } => {
            let caught = caught.map_or("", |caught| if caught { " caught" } else { " free" });
            format!("sweep {unit} {target}{}{caught}", faces(roll))
        }
        Command::Clock { state } => format!("clock {}", state.as_str()),
        Command::Marker(change) if change.cleared == Some(true) => format!("clear {}", change.marker),
        Command::Marker(change) => format!("{} {}", change.becomes?.as_str(), change.marker),
        Command::Mark { objective, models } => {
            let models = models.iter().map(|(unit, group)| format!(" {unit} of {}", quoted(group.as_str())));
            format!("mark {objective}{}", models.collect::<String>())
        }
        Command::Deploy { unit, at: None, how, up_to_in, .. } => deploy(unit, *how, *up_to_in),
        Command::Arrive { unit, at: None, .. } => format!("arrive {unit}"),
        Command::Disembark { unit, at: None } => format!("disembark {unit}"),
        Command::Attach { leader, to } => format!("attach {leader} to {to}"),
        Command::Embark { unit, transport } => format!("embark {unit} {transport}"),
        Command::Remove { unit, to } => format!("remove {unit} {}", to.as_str()),
        Command::Move { unit, kind, at: None, roll, .. } => {
            format!("move {unit} {}{}", kind.as_str(), roll.as_deref().map_or_else(String::new, faces))
        }
        Command::Restore { unit, models, wounds, group: None, at: None } => {
            let models = if models.get() == 0 { String::new() } else { format!(" {models}") };
            let wounds = wounds.map_or_else(String::new, |wounds| format!(" wounds {wounds}"));
            format!("restore {unit}{models}{wounds}")
        }
        _ => return None,
    })
}

fn reserved(reserves: &Reserves) -> String {
    let list = |units: &[UnitId]| units.iter().map(|unit| format!(" {unit}")).collect::<String>();
    let elsewhere = if reserves.elsewhere.is_empty() { "" } else { " elsewhere" };
    let embarked = reserves.embarked.iter().map(|(transport, units)| format!(" in {transport}{}", list(units)));
    let embarked: String = embarked.collect();
    format!("reserve{}{elsewhere}{}{embarked}", list(&reserves.strategic), list(&reserves.elsewhere))
}

fn numbered(award: Option<adjutant_engine::numbers::AwardNumber>) -> String {
    award.map_or_else(String::new, |award| format!(" award {award}"))
}

fn in_moment(passed: Option<PassedMoment>) -> String {
    let Some(PassedMoment { round, moment }) = passed else { return String::new() };
    let round = match round {
        RoundLabel::Number(round) => format!("r{round}"),
        RoundLabel::End(_) => "end".into(),
    };
    moment.map_or_else(|| format!(" in {round}"), |moment| format!(" in {round} {}", moment.as_str()))
}

/// What an action is about beside a marker or a spot.
fn aimed(aim: &ActionAim) -> String {
    let area = aim.area.map_or_else(String::new, |area| format!(" in {area}"));
    let target = aim.target.as_ref().map_or_else(String::new, |target| format!(" at {target}"));
    let takes = aim.takes.map_or_else(String::new, |place| format!(" takes {place}"));
    format!("{area}{target}{takes}")
}

fn pick(picked: &Picked) -> String {
    let mut words = vec![format!("pick {} {}", picked.player, picked.mark)];
    words.extend(picked.units.iter().map(ToString::to_string));
    words.extend(picked.markers.iter().map(ToString::to_string));
    words.extend(picked.areas.iter().map(ToString::to_string));
    words.extend(picked.pairs.iter().map(|(unit, marker)| format!("{unit}:{marker}")));
    words.join(" ")
}

/// Cards that are drawn, discarded or exchanged; nothing where no form says it.
fn card(cards: &Cards) -> Option<String> {
    let Cards { player, draws, discards, returns, keeps, cp, stratagem } = cards;
    let listed = |ids: &[ObjectiveId]| ids.iter().map(|id| format!(" {id}")).collect::<String>();
    if !keeps.is_empty() {
        let alone = draws.is_empty() && discards.is_empty() && returns.is_empty() && stratagem.is_none();
        return alone.then(|| format!("card {player} keep{}", listed(keeps)));
    }
    let each = |word: &str, ids: &[ObjectiveId]| ids.iter().map(|id| format!(" {word} {id}")).collect::<String>();
    Some(match (draws.as_slice(), discards.as_slice(), stratagem) {
        ([_, ..], _, None) if cp.is_none() && (!returns.is_empty() || discards.iter().all(|id| draws.contains(id))) => {
            let (back, gone) = (each("returns", returns), each("discards", discards));
            format!("card {player} draw{}{back}{gone}", listed(draws))
        }
        ([_, ..], [], None) => format!("card {player} draw{}", listed(draws)),
        ([], [_, ..], None) => {
            let cp = cp.map_or_else(String::new, |cp| format!(" cp {cp}"));
            format!("card {player} discard{}{cp}", listed(discards))
        }
        ([new], [old], Some(name)) => format!("card {player} swap {old} {new} {}", quoted(name.as_str())),
        _ => return None,
    })
}

/// How a unit is set up before the battle.
fn deploy(unit: &UnitId, how: Option<SetUpHow>, up_to_in: Option<Inches>) -> String {
    let how = how.map_or_else(String::new, |how| format!(" {}", how.as_str()));
    let up_to = up_to_in.map_or_else(String::new, |inches| format!(" {inches}"));
    format!("deploy {unit}{how}{up_to}")
}

/// What stands behind the dice of a test.
fn behind_the_dice(command: &Command) -> String {
    let Command::Test { modifier, passed, destroyed, perils, .. } = command else { return String::new() };
    let leadership = modifier.map_or_else(String::new, |by| format!(" leadership {by}"));
    let passed = passed.map_or("", |passed| if passed { " passed" } else { " failed" });
    let kills = destroyed.as_ref().map_or_else(String::new, |fallen| format!(" kills{}", lost(fallen)));
    let perils = perils.as_ref().map_or_else(String::new, |perils| format!(" perils{}", faces(&perils.roll)));
    format!("{leadership}{passed}{kills}{perils}")
}

/// Wounds that a model lost, or mortal wounds, as they are typed.
fn lost_wounds(wounds: Option<Whole<1, 1000>>, mortal: Option<&Mortal>) -> String {
    let wounds = wounds.map_or_else(String::new, |wounds| format!(" wounds {wounds}"));
    let Some(mortal) = mortal else { return wounds };
    let each = mortal.each.map(|each| format!(" {each}{}", faces(&mortal.roll)));
    let number = each.or_else(|| mortal.wounds.map(|wounds| format!(" {wounds}"))).unwrap_or_default();
    let from = mortal.from.as_ref().map_or_else(String::new, |from| format!(" from {from}"));
    format!("{wounds} mortal{number}{from}")
}

/// What an ability changes, as it is typed.
fn lasting(effect: &Effect) -> String {
    let units: String = effect.units.iter().map(|unit| format!(" {unit}")).collect();
    let over = if effect.is_over() { " over" } else { "" };
    let fights = effect.fights.map_or_else(String::new, |fights| format!(" fights {}", fights.as_str()));
    let signs = |changes: &[Change]| changes.iter().map(|change| format!(" {change}")).collect::<String>();
    let change: String =
        effect.change.iter().map(|(of, changes)| format!(" {}{}", of.as_str(), signs(changes))).collect();
    let until = effect.until.map_or_else(String::new, |until| format!(" until {}", until.as_str()));
    format!("effect{units}{over}{fights}{change}{until} {}", quoted(effect.why.as_str()))
}

fn faces(faces: &[adjutant_engine::numbers::Face]) -> String {
    faces.iter().map(|face| format!(" {face}")).collect()
}

/// Powers and Morale: a test, and what it costs.
fn tested(command: &Command) -> Option<String> {
    Some(match command {
        Command::Cast { unit, power, warp_charge, roll, perils, .. } => {
            format!("cast {unit} {} {warp_charge}{}{}", quoted(power.as_str()), faces(roll), perils_of(perils))
        }
        Command::PsychicAction { unit, action, roll, perils, .. } => {
            format!("psychic {unit} {action}{}{}", faces(roll), perils_of(perils))
        }
        Command::Morale { unit, roll, modifier, attrition, fled, .. } => {
            let leadership = modifier.map_or_else(String::new, |by| format!(" leadership {by}"));
            let attrition =
                attrition.as_ref().map(|dice| format!(" attrition{}", faces(&dice.roll))).unwrap_or_default();
            let fled = fled.as_ref().map_or_else(String::new, |fled| format!(" fled{}", lost(fled)));
            format!("morale {unit}{}{leadership}{attrition}{fled}", faces(roll))
        }
        _ => return None,
    })
}

fn perils_of(perils: &Option<Box<Perils>>) -> String {
    let Some(perils) = perils else { return String::new() };
    let kills = perils.destroyed.as_ref().map_or_else(String::new, |fallen| format!(" kills{}", lost(fallen)));
    format!(" perils{}{kills}", faces(&perils.roll))
}

fn lost(losses: &Losses) -> String {
    match losses {
        Losses::Models(models) => format!(" {models}"),
        Losses::Groups(groups) => {
            groups.iter().map(|(group, models)| format!(" {models} of {}", quoted(group.as_str()))).collect()
        }
    }
}

fn quoted(name: &str) -> String {
    let plain = !name.contains(char::is_whitespace) && !name.starts_with(['@', '{', '"']);
    if plain { name.to_owned() } else { format!("\"{name}\"") }
}

fn holder_word(holder: Holder) -> &'static str {
    holder.player().map_or("none", Player::as_str)
}

fn in_json(command: &Command) -> String {
    let value = command.to_json().unwrap_or_default();
    let payload = value.get(command.name()).map(ToString::to_string).unwrap_or_default();
    format!("{} {payload}", command.name())
}

fn shortened(text: &str) -> String {
    let text: String = text.chars().map(|c| if adjutant_engine::visible::acts(c) { ' ' } else { c }).collect();
    if text.chars().count() <= BRIEF_MAX {
        return text;
    }
    text.chars().take(BRIEF_MAX - 1).chain(['…']).collect()
}

/// A hit on a vehicle, as it is typed.
fn struck(hit: &VehicleStrike) -> String {
    let mut words = format!(" armour {} strength {}{}", hit.armour, hit.strength, faces(&hit.penetrate));
    words += &hit.ap.map_or_else(String::new, |ap| format!(" ap {ap}"));
    words += if hit.open_topped { " open" } else { "" };
    words += &hit.weapons.map_or_else(String::new, |weapons| format!(" weapons {weapons}"));
    words += if hit.immobilised { " stuck" } else { "" };
    for (by, why) in &hit.add {
        words += &format!(" {:+} \"{why}\"", by.get());
    }
    words + " roll" + &faces(&hit.roll)
}
