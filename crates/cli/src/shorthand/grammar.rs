//! The forms of the shorthand: one entry a command word, in the order of a match.

use adjutant_engine::attack::{Change, Characteristic};
use adjutant_engine::command::{
    Attack, Attacks, Cards, Choice, ClockState, Command, Damage, Effect, Losses, MarkerChange, MarkerTag, MoveKind,
    OwnObjective, RemovedTo, Reserves, Ruling, Secondaries, Spot, Text, Until, VehicleStrike, Winner,
};
use adjutant_engine::ids::{MarkerId, Name, ObjectiveId, UnitId};
use adjutant_engine::numbers::Whole;
use adjutant_engine::rules::{Category, TestName};
use adjutant_engine::side::{MapSide, Player};

use super::Fault;
use super::attack::{USAGE as DICE_OF_ATTACK, modifiers, sequence as dice_of_attack};
use super::cursor::Cursor;
use super::names::find_group;

/// One command word.
pub struct Form {
    /// The word.
    pub word: &'static str,
    /// How the line goes on.
    pub usage: &'static str,
    /// What it records.
    pub records: &'static str,
    /// Reads the words behind it.
    pub read: fn(&mut Cursor<'_>) -> Result<Command, Fault>,
}

macro_rules! forms {
    ($($word:literal, $usage:literal, $records:literal, $read:expr;)*) => {
        /// Every command word. `[…]` may be left out, `…` may be repeated, `A|B` is one of the two.
        pub const FORMS: &[Form] = &[$(Form { word: $word, usage: $usage, records: $records, read: $read },)*];
    };
}

forms! {
    "mission", "mission ID [T U | rolled D …]", "set the mission, agreed or rolled with two D3 (or other dice)", mission;
    "secondaries", "secondaries ID …", "the open choice; `own NAME CATEGORY [CAP]` for one of your own book", secondaries;
    "roll-off", "roll-off PURPOSE 3-5 …", "record a roll-off, ties included", roll_off;
    "roll", "roll PURPOSE D …", "record dice that decide something", roll;
    "attacker", "attacker one|two", "say who is the Attacker", |c| Ok(Command::Roles { attacker: c.player()? });
    "zone", "zone a|b [NUMBER]", "choose the deployment zone; where the mission has several, by number", zone;
    "objective", "objective MARKER X Y [across MM]", "place an objective, in inches from the bottom-left corner", objective;
    "gamma", "gamma MARKER", "make a marker Gamma", |c| becomes(c, MarkerTag::Gamma);
    "beta", "beta MARKER", "make a marker Beta", |c| becomes(c, MarkerTag::Beta);
    "priority", "priority MARKER", "make a marker a priority", |c| becomes(c, MarkerTag::Priority);
    "attach", "attach LEADER [to] UNIT", "let a leader join a unit before the battle", attach;
    "reserve", "reserve [UNIT …] [elsewhere UNIT …] [in TRANSPORT UNIT …]", "Strategic Reserves; units that their own rules set up later; passengers", reserve;
    "deploy", "deploy UNIT [@PLACE] [oversize]", "set up a unit before the battle", deploy;
    "first", "first one|two", "say who has the first turn", |c| Ok(Command::FirstTurn { player: c.player()? });
    "ready", "ready [one|two] [no]", "say that an army is (not) Battle Ready", ready;
    "begin", "begin", "start the battle", |_| Ok(Command::Begin {});
    "card", "card [one|two] draw ID … | discard ID … [cp N] | swap ID ID STRATAGEM", "draw, discard or exchange secondary cards", card;
    "hold", "hold MARKER[=one|two|none] …", "say who controls each marker (default: the speaker)", hold;
    "keep", "keep MARKER [one|two]", "say that an ability keeps a marker for a player who controls it", keep;
    "end", "end PHASE|turn|battle", "the end of a phase, of a turn, or of a battle that nobody plays on", end;
    "move", "move UNIT [normal|advance|fall-back|charge|heroic|pile-in|consolidate|reposition|run] [D …] [@PLACE]", "a move; without a word a normal one", moves;
    "place", "place UNIT @PLACE", "say where a unit stands", |c| Ok(Command::Place { unit: c.own_unit()?, at: c.place()?, counts: None });
    "arrive", "arrive UNIT [@PLACE] [oversize]", "bring a unit in from reserve", arrive;
    "embark", "embark UNIT TRANSPORT", "get into a transport", |c| Ok(Command::Embark { unit: c.own_unit()?, transport: c.own_unit()? });
    "disembark", "disembark UNIT [@PLACE]", "get out of a transport", |c| Ok(Command::Disembark { unit: c.own_unit()?, at: c.maybe_place()? });
    "cast", "cast UNIT POWER CHARGE D D", "manifest a psychic power", cast;
    "psychic", "psychic UNIT ACTION D D", "attempt a psychic action", psychic;
    "shoot", "shoot UNIT TARGET [with WEAPON] [kills N [of GROUP] …] [wounds N | DICE] [and TARGET …]", "make ranged attacks", |c| Ok(Command::Shoot(attacks(c)?));
    "charge", "charge UNIT TARGET … D D [failed]", "charge, with the two dice; `made` or `failed` where the rules roll none", charge;
    "fight", "fight UNIT TARGET [with WEAPON] [kills N [of GROUP] …] [wounds N | DICE] [and TARGET …]", "make close combat attacks", |c| Ok(Command::Fight(attacks(c)?));
    "morale", "morale UNIT D [leadership +N] [fled N [of GROUP] …]", "take a Morale test", morale;
    "test", "test UNIT TEST D … [leadership +N] [passed|failed] [kills N of GROUP …]", "take a test of the ruleset: morale, regroup, battle-shock, desperate-escape", test;
    "reserve-roll", "reserve-roll UNIT D", "roll for the arrival of a unit in reserve", |c| Ok(Command::ReserveRoll { unit: c.own_unit()?, roll: c.dice(1)?, rerolled: None });
    "damage", "damage UNIT shaken|stunned|weapon|immobilised|wrecked|explodes|repaired [armour N strength N D … [ap N] [open] [weapons N] [stuck] [+N] roll D]", "damage of a vehicle, with the dice of the hit where you type them", vehicle_damage;
    "sweep", "sweep UNIT TARGET D D [caught|free]", "run after a unit that falls back from close combat: your die, then theirs", sweep;
    "kill", "kill UNIT [N] [wounds N] [of GROUP] [by CAUSE]", "destroy models (default: all that are left), or wounds of one that lives", kill;
    "restore", "restore UNIT [N] [wounds N] [of GROUP] [@PLACE]", "return models to a unit, or wounds to its hurt model", restore;
    "remove", "remove UNIT reserves|gone", "take a unit off without destroying it", remove;
    "act", "act UNIT ACTION [MARKER|SPOT]", "start an action", act;
    "fail", "fail UNIT WHY", "fail an action", |c| Ok(Command::FailAction { unit: c.own_unit()?, why: text(c)? });
    "stratagem", "stratagem NAME CP [UNIT]", "use a Stratagem", |c| Ok(Command::Stratagem { name: c.name("its name")?, cp: c.whole("its cost")?, unit: c.maybe_unit() });
    "effect", "effect UNIT … CHARACTERISTIC /N|xN|+N|-N|=N … … [until MOMENT] NAME | effect UNIT … over NAME", "what an ability changes about units, until phase-end, turn-end, round-end, one-turn-start, two-turn-start or a record; or that it is over", effect;
    "cp", "cp +N|-N WHY", "gain or lose Command points for any other reason", |c| Ok(Command::Cp { change: c.whole("a change")?, why: text(c)?, exempt: None });
    "score", "score [one|two] OBJECTIVE VP [in ROUND [MOMENT]] [WHY]", "a claim, now or for a round that has passed (in r2)", score;
    "clock", "clock pause|resume", "stop or start the players' clock", |c| Ok(Command::Clock { state: c.one_of(&CLOCK)? });
    "concede", "concede", "give up: you score 0 and the opponent wins", |_| Ok(Command::Concede {});
    "agree-end", "agree-end", "stop here by agreement; end-game objectives are scored", |_| Ok(Command::AgreeEnd {});
    "ruling", "ruling [winner one|two|draw] [one|two +N|-N [for OBJECTIVE] [in ROUND]] WHY", "a judge's decision, with points or a winner", ruling;
    "retract", "retract SEQ WHY", "undo an earlier record", retract;
    "note", "note TEXT", "write a remark", |c| Ok(Command::Note { text: text(c)? });
}

const SIDES: [(&str, MapSide); 2] = [("a", MapSide::A), ("b", MapSide::B)];
const CLOCK: [(&str, ClockState); 2] = [("pause", ClockState::Pause), ("resume", ClockState::Resume)];
const DAMAGE: [(&str, Damage); 7] = [
    ("shaken", Damage::Shaken),
    ("stunned", Damage::Stunned),
    ("weapon", Damage::Weapon),
    ("immobilised", Damage::Immobilised),
    ("wrecked", Damage::Wrecked),
    ("explodes", Damage::Explodes),
    ("repaired", Damage::Repaired),
];
const TESTS: [(&str, TestName); 4] = [
    ("morale", TestName::Morale),
    ("regroup", TestName::Regroup),
    ("battle-shock", TestName::BattleShock),
    ("desperate-escape", TestName::DesperateEscape),
];

/// Words behind which `under RULE` may stand: what the core rules may forbid and a rule of an army's own allow.
pub const UNDER: &[&str] = &[
    "attach",
    "reserve",
    "reserves",
    "deploy",
    "move",
    "arrive",
    "embark",
    "disembark",
    "cast",
    "psychic",
    "psychic-action",
    "shoot",
    "charge",
    "fight",
    "morale",
    "test",
    "sweep",
    "reserve-roll",
    "card",
    "act",
    "start-action",
    "stratagem",
    "add-unit",
];

/// The form that draws dice.
pub const DICE: &str = "dice 2d6|roll-off for PURPOSE [with N]";

/// The table of all forms, as the help text shows it. `undo` and the form in JSON stand beside them.
pub fn help() -> String {
    let lines = FORMS.iter().map(|form| (form.usage, form.records)).chain([
        (DICE, "draw dice from the seed of the match and record them; N is the other player's number, where the seed is sealed"),
        ("shoot|fight … --roll [with N]", "draw every die of the attacks, step by step: `attacks 10 hit 3+ / wound 4+ / save 3+ -1`"),
        ("DICE of an attack", DICE_OF_ATTACK),
        ("… under RULE", "name the army's own rule that allows what a unit does"),
        ("undo", "undo the last record"),
        ("COMMAND {…}", "record any command of the log as JSON"),
    ]);
    lines.map(|(usage, records)| crate::output::listed(usage, 36, records)).collect()
}

/// Whether a command in words can begin with this word.
pub fn is_word(word: &str) -> bool {
    let others = ["undo", "dice", "by"];
    FORMS.iter().map(|form| form.word).chain(others).any(|known| known.eq_ignore_ascii_case(word))
}

fn text(c: &mut Cursor<'_>) -> Result<Text, Fault> {
    let (first, words) = c.rest("some words")?;
    Text::new(&words).ok_or_else(|| c.fault(first, "this text does not fit", "1 to 2,000 printable characters"))
}

fn mission(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let mission = c.mission()?;
    let mut rolled = Vec::new();
    if c.skip("rolled") {
        rolled = c.dice(1)?;
        rolled.extend(c.maybe_dice());
    }
    let d33 = if c.at_end() { None } else { Some([c.whole("a D3")?, c.whole("a D3")?]) };
    Ok(Command::Mission { mission, d33, rolled, rules_hash: None })
}

fn secondaries(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let mut choose = vec![choice(c)?];
    while !c.at_end() {
        choose.push(choice(c)?);
    }
    Ok(Command::Secondaries(Secondaries { choose }))
}

fn choice(c: &mut Cursor<'_>) -> Result<Choice, Fault> {
    if !c.skip("own") {
        return c.choice().map(Choice::Offered);
    }
    let token = c.next("its name")?;
    let name = Name::new(&token.text).map_err(|error| c.fault(token, error.to_string(), "its name"))?;
    let words = name.as_str().split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let id = ObjectiveId::new(&id);
    let id = id.map_err(|error| c.fault(token, error.to_string(), "a name with letters or digits"))?;
    let token = c.next("its category")?;
    let category = Category::new(&token.text.to_ascii_lowercase());
    let category =
        category.ok_or_else(|| c.fault(token, "no category has this name", "one such as purge-the-enemy"))?;
    Ok(Choice::Own(OwnObjective { id, name, category, cap: c.maybe_whole() }))
}

fn roll_off(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    Ok(Command::RollOff { purpose: c.name("what it decides")?, dice: c.pairs()? })
}

fn roll(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let purpose = c.name("what it decides")?;
    let mut roll = c.dice(1)?;
    roll.extend(c.maybe_dice());
    Ok(Command::Roll { purpose, roll, rerolled: None })
}

fn becomes(c: &mut Cursor<'_>, tag: MarkerTag) -> Result<Command, Fault> {
    let marker = c.marker()?;
    Ok(Command::Marker(MarkerChange { becomes: Some(tag), ..MarkerChange::of(marker) }))
}

fn attach(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let leader = c.own_unit()?;
    c.skip("to");
    Ok(Command::Attach { leader, to: c.own_unit()? })
}

fn reserve(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let mut reserves = Reserves::default();
    let mut transport = None;
    let mut elsewhere = false;
    loop {
        if c.skip("elsewhere") {
            (elsewhere, transport) = (true, None);
        } else if c.skip("in") {
            let carrier = c.own_unit()?;
            reserves.embarked.entry(carrier.clone()).or_default();
            transport = Some(carrier);
        }
        let unit = c.own_unit()?;
        match &transport {
            Some(carrier) => reserves.embarked.entry(carrier.clone()).or_default().push(unit),
            None if elsewhere => reserves.elsewhere.push(unit),
            None => reserves.strategic.push(unit),
        }
        if c.at_end() {
            return Ok(Command::Reserves(reserves));
        }
    }
}

fn oversize(c: &mut Cursor<'_>) -> Option<bool> {
    c.skip("oversize").then_some(true)
}

fn deploy(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    Ok(Command::Deploy { unit: c.own_unit()?, at: c.maybe_place()?, oversize: oversize(c) })
}

fn arrive(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    Ok(Command::Arrive { unit: c.own_unit()?, at: c.maybe_place()?, oversize: oversize(c) })
}

fn ready(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let player = c.player_or_speaker()?;
    Ok(Command::BattleReady { player, ready: !c.skip("no") })
}

fn hold(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let mut holds = std::collections::BTreeMap::new();
    while !c.at_end() || holds.is_empty() {
        let token = c.peek();
        let (marker, holder) = c.holding()?;
        if let (Some(_), Some(token)) = (holds.insert(marker, holder), token) {
            return Err(c.fault(token, "this marker is named twice", "each marker once"));
        }
    }
    Ok(Command::Control { holds, keeps: Default::default() })
}

fn keep(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let marker = c.marker()?;
    let player = c.player_or_speaker()?;
    Ok(Command::Control { holds: Default::default(), keeps: [(marker, player)].into() })
}

/// `a2 b3 objective-control /2 +1 until turn-end NAME`, or `a2 over NAME`.
fn effect(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let characteristics = Characteristic::ALL.map(|one| (one.as_str(), one));
    let mut units = Vec::new();
    let mut change = std::collections::BTreeMap::new();
    loop {
        if !units.is_empty() && c.skip("over") {
            let why = c.name("the name of the ability")?;
            return Ok(Command::Effect(Effect { units, change, until: None, why }));
        }
        if !units.is_empty()
            && let Some(characteristic) = c.maybe_one_of(&characteristics)
        {
            change.insert(characteristic, changes(c)?);
            break;
        }
        units.push(c.own_unit()?);
    }
    while let Some(characteristic) = c.maybe_one_of(&characteristics) {
        change.insert(characteristic, changes(c)?);
    }
    let until = if c.skip("until") { Some(c.one_of(&Until::ALL.map(|until| (until.as_str(), until)))?) } else { None };
    Ok(Command::Effect(Effect { units, change, until, why: c.name("the name of the ability")? }))
}

/// `/2`, `x2`, `+1`, `-1`, `=0`, one or several.
fn changes(c: &mut Cursor<'_>) -> Result<Vec<Change>, Fault> {
    let read = |text: &str| {
        let number = text.get(1..)?.parse().ok()?;
        Some(match text.as_bytes().first()? {
            b'/' => Change::Divide(number),
            b'x' => Change::Multiply(number),
            b'+' => Change::Add(number),
            b'-' => Change::Subtract(number),
            b'=' => Change::Set(number),
            _ => return None,
        })
    };
    let mut changes = Vec::new();
    while let Some(change) = c.peek().filter(|token| !token.quoted).and_then(|token| read(&token.text)) {
        c.next("a change")?;
        changes.push(change);
    }
    if changes.is_empty() {
        let token = c.next("a change such as /2, x2, +1, -1 or =0")?;
        return Err(c.fault(token, "this is not a change", "/2, x2, +1, -1 or =0"));
    }
    Ok(changes)
}

/// `draw ID …`, `discard ID … cp 1`, `swap ID ID NAME`.
fn card(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    #[derive(Clone, Copy)]
    enum Does {
        Draw,
        Discard,
        Swap,
    }
    let player = c.player_or_speaker()?;
    let does = c.one_of(&[("draw", Does::Draw), ("discard", Does::Discard), ("swap", Does::Swap)])?;
    let mut cards = Cards { player, draws: Vec::new(), discards: Vec::new(), cp: None, stratagem: None };
    match does {
        Does::Draw => cards.draws.push(c.choice()?),
        Does::Discard => cards.discards.push(c.choice()?),
        Does::Swap => {
            cards.discards.push(c.choice()?);
            cards.draws.push(c.choice()?);
            cards.stratagem = Some(c.name("the Stratagem that exchanges cards, such as \"New Orders\"")?);
            return Ok(Command::Card(cards));
        }
    }
    while !c.at_end() {
        if matches!(does, Does::Discard) && c.skip("cp") {
            cards.cp = Some(c.whole("Command points")?);
            break;
        }
        let more = c.choice()?;
        if matches!(does, Does::Draw) { cards.draws.push(more) } else { cards.discards.push(more) }
    }
    Ok(Command::Card(cards))
}

fn end(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    const ENDS: &str = "command, movement, psychic, shooting, charge, fight, morale, turn or battle";
    if c.skip("turn") {
        return Ok(Command::EndTurn {});
    }
    if c.skip("battle") {
        return Ok(Command::End {});
    }
    match c.maybe_phase() {
        Some(phase) => Ok(Command::EndPhase { phase }),
        None => c.next(ENDS).and_then(|token| Err(c.fault(token, format!("`{}` does not end", token.text), ENDS))),
    }
}

fn moves(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    let kind = c.peek().and_then(|token| {
        let plain = |word: &str| word.replace('-', "").to_ascii_lowercase();
        MoveKind::ALL.into_iter().find(|kind| plain(kind.as_str()) == plain(&token.text))
    });
    match kind {
        Some(_) => drop(c.next("a kind of move")),
        None => {
            let other = |text: &str| text.starts_with(|first: char| first.is_ascii_alphabetic());
            if let Some(token) = c.peek().filter(|token| other(&token.text)) {
                let kinds = MoveKind::ALL.map(MoveKind::as_str).join(", ");
                return Err(c.fault(token, format!("`{}` is not a kind of move", token.text), kinds));
            }
        }
    }
    let kind = kind.unwrap_or(MoveKind::Normal);
    let roll = Some(c.maybe_dice()).filter(|dice| !dice.is_empty());
    Ok(Command::Move { unit, kind, at: c.maybe_place()?, roll, rerolled: None })
}

fn cast(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    Ok(Command::Cast {
        unit: c.own_unit()?,
        power: c.name("the power")?,
        warp_charge: c.whole("its warp charge value")?,
        roll: c.dice(2)?,
        rerolled: None,
        modifiers: Vec::new(),
        deny: None,
        perils: None,
    })
}

fn psychic(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    Ok(Command::PsychicAction {
        unit: c.own_unit()?,
        action: c.action()?,
        roll: c.dice(2)?,
        rerolled: None,
        modifiers: Vec::new(),
        deny: None,
        perils: None,
    })
}

fn attacks(c: &mut Cursor<'_>) -> Result<Attacks, Fault> {
    let unit = c.own_unit()?;
    let mut attacks = vec![attack(c)?];
    while c.skip("and") {
        attacks.push(attack(c)?);
    }
    Ok(Attacks { unit, attacks })
}

fn attack(c: &mut Cursor<'_>) -> Result<Attack, Fault> {
    let target = c.enemy_unit()?;
    let named = c.skip("with") || c.peek().is_some_and(|token| token.quoted);
    let weapon = if named { Some(c.name("a weapon")?) } else { None };
    let sequence = dice_of_attack(c)?.map(Box::new);
    let none = if sequence.is_none() { Whole::new(0).map(Losses::Models) } else { None };
    let destroyed = if c.skip("kills") { Some(losses(c, &target, "models destroyed")?) } else { none };
    let wounds = if c.skip("wounds") { Some(c.whole("wounds lost")?) } else { None };
    Ok(Attack { target, weapon, sequence, destroyed, wounds })
}

fn charge(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    let mut targets = vec![c.enemy_unit()?];
    loop {
        let roll = c.maybe_dice();
        if roll.is_empty() && c.skip("made") {
            return Ok(Command::Charge { unit, targets, roll, made: true, rerolled: None });
        }
        if roll.is_empty() && c.skip("failed") {
            return Ok(Command::Charge { unit, targets, roll, made: false, rerolled: None });
        }
        if !roll.is_empty() {
            let made = !c.skip("failed");
            return Ok(Command::Charge { unit, targets, roll, made, rerolled: None });
        }
        if let Some(token) = c.peek().filter(|token| token.text.parse::<i64>().is_ok()) {
            return Err(c.fault(token, format!("`{}` is not a die", token.text), "the two dice, such as 5 4"));
        }
        targets.push(c.enemy_unit()?);
    }
}

fn zone(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let zone = c.one_of(&SIDES)?;
    let layout = if c.at_end() { None } else { Some(c.whole("the number of the zones")?) };
    Ok(Command::Zone { zone, layout })
}

/// The next objective has no marker yet, so its id is read as it stands.
fn objective(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let token = c.next("the next marker, such as m1")?;
    let marker = MarkerId::new(&token.text).map_err(|_| c.fault(token, "this is not a marker", "m1, m2 …"))?;
    let placed = Some([c.inches("inches from the left edge")?, c.inches("inches from the bottom edge")?]);
    let across_mm = if c.skip("across") { Some(c.whole("its width in millimetres")?) } else { None };
    Ok(Command::Marker(MarkerChange { placed, across_mm, ..MarkerChange::of(marker) }))
}

fn test(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, of) = (c.own_unit()?, c.one_of(&TESTS)?);
    let roll = c.maybe_dice();
    if roll.is_empty() {
        let token = c.next("the dice, such as 5 4")?;
        return Err(c.fault(token, "this is not a die", "the dice, such as 5 4"));
    }
    let modifier = if c.skip("leadership") { Some(c.whole("what is added to the Leadership")?) } else { None };
    let passed = c.maybe_one_of(&[("passed", true), ("failed", false)]);
    let destroyed = if c.skip("kills") { Some(losses(c, &unit, "models that the tests destroy")?) } else { None };
    Ok(Command::Test { unit, of, roll, rerolled: None, modifier, passed, destroyed })
}

fn morale(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, roll) = (c.own_unit()?, c.dice(1)?);
    let modifier = if c.skip("leadership") { Some(c.whole("what is added to the Leadership")?) } else { None };
    let fled = if c.skip("fled") { Some(losses(c, &unit, "models that fled")?) } else { None };
    Ok(Command::Morale { unit, roll, rerolled: None, modifier, attrition: None, fled })
}

/// `3`, or `3 of Trooper`, or `2 of Trooper 1 of Sergeant`.
fn losses(c: &mut Cursor<'_>, unit: &UnitId, what: &str) -> Result<Losses, Fault> {
    let mut models = c.whole(what)?;
    let mut groups = std::collections::BTreeMap::new();
    while let Some(group) = group(c, unit)? {
        groups.insert(group, models);
        match c.maybe_whole() {
            Some(more) => models = more,
            None => break,
        }
    }
    Ok(if groups.is_empty() { Losses::Models(models) } else { Losses::Groups(groups) })
}

/// The group after `of`, by any part of its name that fits no other of the unit.
fn group(c: &mut Cursor<'_>, unit: &UnitId) -> Result<Option<adjutant_engine::ids::Name>, Fault> {
    let found = c.skip("of").then(|| c.peek()).flatten();
    let Some(token) = found else { return Ok(None) };
    let name = c.name("a group of models")?;
    let groups = c.context.names.unit(unit).map_or(&[][..], |unit| unit.groups.as_slice());
    match find_group(groups, name.as_str()) {
        Ok(group) => Ok(Some(group.unwrap_or(name))),
        Err(fault) => Err(c.fault(token, fault.message, fault.expected)),
    }
}

fn vehicle_damage(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, result) = (c.enemy_unit()?, c.one_of(&DAMAGE)?);
    if !c.skip("armour") {
        return Ok(Command::Damage { unit, result, hit: None });
    }
    let armour = c.whole("the Armour value")?;
    if !c.skip("strength") {
        let token = c.next("`strength` and the Strength of the hit")?;
        return Err(c.fault(token, "the Strength of the hit is missing", "`strength` and a number"));
    }
    let strength = c.whole("the Strength of the hit")?;
    let penetrate = c.maybe_dice();
    let ap = if c.skip("ap") { Some(c.whole("the Armour Piercing value")?) } else { None };
    let open_topped = c.skip("open");
    let weapons = if c.skip("weapons") { Some(c.whole("the weapons that the vehicle has left")?) } else { None };
    let immobilised = c.skip("stuck");
    let add = modifiers(c, "modifier")?;
    if !c.skip("roll") {
        let token = c.next("`roll` and the damage roll")?;
        return Err(c.fault(token, "the damage roll is missing", "`roll` and one die"));
    }
    let roll = c.dice(1)?;
    let hit = VehicleStrike { armour, strength, penetrate, ap, open_topped, weapons, immobilised, add, roll };
    Ok(Command::Damage { unit, result, hit: Some(Box::new(hit)) })
}

fn sweep(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, target, roll) = (c.own_unit()?, c.enemy_unit()?, c.dice(2)?);
    let caught = c.maybe_one_of(&[("caught", true), ("free", false)]);
    Ok(Command::Sweep { unit, target, roll, caught })
}

fn kill(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let token = c.peek();
    let unit = c.enemy_unit()?;
    let known = c.context.names.unit(&unit);
    let all = known.and_then(|unit| Whole::new(i32::try_from(unit.models).ok()?)).filter(|all| all.get() > 0);
    let wounds_only = c.peek().is_some_and(|token| !token.quoted && token.text == "wounds");
    if let (Some(token), Some(known)) = (token, known.filter(|known| known.models == 0)) {
        let message = format!("{} ({}) has no models left", known.datasheet, known.id);
        return Err(c.fault(token, message, "a unit with models left"));
    }
    let models = match (c.maybe_whole(), all, token) {
        (None, ..) if wounds_only => Whole::new(0).unwrap_or_else(|| unreachable!("0 is in range")),
        (Some(models), ..) | (None, Some(models), _) => models,
        (None, None, Some(token)) if c.context.names.unit(&unit).is_some() => {
            return Err(c.fault(token, format!("{unit} has no models left"), "a unit with models left"));
        }
        (None, None, Some(token)) => {
            return Err(c.fault(
                token,
                "it is not known how many models this unit has left",
                "a number behind the unit",
            ));
        }
        (None, None, None) => c.whole("models destroyed")?,
    };
    let wounds = if c.skip("wounds") { Some(c.whole("wounds lost")?) } else { None };
    let group = group(c, &unit)?;
    let cause = if c.skip("by") { Some(c.name("what destroyed them")?) } else { None };
    Ok(Command::Casualties { unit, models, wounds, group, cause })
}

fn restore(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    let wounds_only = c.peek().is_some_and(|token| !token.quoted && token.text == "wounds");
    let models = if wounds_only { Whole::new(0) } else { Some(c.whole("the number of models")?) };
    let models = models.unwrap_or_else(|| unreachable!("0 is in range"));
    let wounds = if c.skip("wounds") { Some(c.whole("the wounds that come back")?) } else { None };
    let group = group(c, &unit)?;
    Ok(Command::Restore { unit, models, wounds, group, at: c.maybe_place()? })
}

fn remove(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    Ok(Command::Remove { unit, to: c.one_of(&[("reserves", RemovedTo::Reserves), ("gone", RemovedTo::Gone)])? })
}

fn act(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, action) = (c.own_unit()?, c.action()?);
    let spots = Spot::ALL.map(|spot| (spot.as_str(), spot));
    let spot = c.maybe_one_of(&spots);
    let marker = if c.at_end() { None } else { Some(c.marker()?) };
    let spot = spot.or_else(|| c.maybe_one_of(&spots));
    Ok(Command::StartAction { unit, action, marker, spot })
}

fn score(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let player = c.player_or_claimant()?;
    let (objective, vp) = (c.objective(player)?, c.whole("victory points")?);
    let passed = c.maybe_passed()?;
    let why = if c.at_end() { None } else { Some(text(c)?) };
    Ok(Command::Score { player, objective, vp, passed, why })
}

fn ruling(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let winner = if c.skip("winner") {
        let drawn = c.skip("draw");
        let named = if drawn { None } else { Some(c.player()?) };
        Some(named.map_or(Winner::Draw, |player| if player == Player::One { Winner::One } else { Winner::Two }))
    } else {
        None
    };
    let (mut player, mut objective, mut vp, mut passed) = (None, None, None, None);
    if let Some((whose, points)) = c.maybe_points() {
        (player, vp) = (Some(whose), Some(points));
        objective = if c.skip("for") { Some(c.objective(whose)?) } else { None };
        passed = c.maybe_passed()?;
    } else if let Some(number) = c.points_without_sign() {
        // Taken for words, these points would count nothing.
        return Err(c.fault(number, "the points of a ruling have a sign", format!("+{0} or -{0}", number.text)));
    }
    Ok(Command::Ruling(Ruling { why: text(c)?, player, objective, vp, passed, winner }))
}

fn retract(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let seq = c.whole::<1, { i32::MAX }>("the number of a record")?;
    Ok(Command::Retract { seq: u64::from(seq.get().unsigned_abs()), why: text(c)? })
}
