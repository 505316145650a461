//! The forms of the shorthand: one entry a command word, in the order of a match.

use adjutant_engine::command::{
    Attack, Attacks, ClockState, Command, Losses, MarkerChange, MarkerTag, MoveKind, RemovedTo, Reserves, Ruling,
    Secondaries, Spot, Text, Winner,
};
use adjutant_engine::ids::UnitId;
use adjutant_engine::numbers::{Models, Whole};
use adjutant_engine::side::MapSide;

use super::Fault;
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
    "mission", "mission ID [T U]", "set the mission, rolled with two D3 or agreed", mission;
    "secondaries", "secondaries ID …", "choose secondary objectives openly", secondaries;
    "roll-off", "roll-off PURPOSE 3-5 …", "record a roll-off, ties included", roll_off;
    "roll", "roll PURPOSE D …", "record dice that decide something", roll;
    "attacker", "attacker one|two", "say who is the Attacker", |c| Ok(Command::Roles { attacker: c.player()? });
    "zone", "zone a|b", "choose the Defender's deployment zone", |c| Ok(Command::Zone { zone: c.one_of(&SIDES)? });
    "gamma", "gamma MARKER", "make a marker Gamma", |c| becomes(c, MarkerTag::Gamma);
    "beta", "beta MARKER", "make a marker Beta", |c| becomes(c, MarkerTag::Beta);
    "priority", "priority MARKER", "make a marker a priority", |c| becomes(c, MarkerTag::Priority);
    "reserve", "reserve UNIT …", "put units into Strategic Reserves", reserve;
    "deploy", "deploy UNIT [@PLACE] [oversize]", "set up a unit before the battle", deploy;
    "first", "first one|two", "say who has the first turn", |c| Ok(Command::FirstTurn { player: c.player()? });
    "ready", "ready [one|two] [no]", "say that an army is (not) Battle Ready", ready;
    "begin", "begin", "start the battle", |_| Ok(Command::Begin {});
    "hold", "hold MARKER[=one|two|none] …", "say who controls each marker (default: the speaker)", hold;
    "end", "end [PHASE|turn]", "end a phase or turn; alone, end the battle", end;
    "move", "move UNIT [KIND] [D …] [@PLACE]", "move a unit (default: a Normal Move)", moves;
    "place", "place UNIT @PLACE", "say where a unit stands", |c| Ok(Command::Place { unit: c.own_unit()?, at: c.place()?, counts: None });
    "arrive", "arrive UNIT [@PLACE] [oversize]", "bring a unit in from reserve", arrive;
    "embark", "embark UNIT TRANSPORT", "get into a transport", |c| Ok(Command::Embark { unit: c.own_unit()?, transport: c.own_unit()? });
    "disembark", "disembark UNIT [@PLACE]", "get out of a transport", |c| Ok(Command::Disembark { unit: c.own_unit()?, at: c.maybe_place()? });
    "cast", "cast UNIT POWER CHARGE D D", "manifest a psychic power", cast;
    "psychic", "psychic UNIT ACTION D D", "attempt a psychic action", psychic;
    "shoot", "shoot UNIT TARGET [with WEAPON] [kills N [of GROUP] …] [wounds N] [and TARGET …]", "make ranged attacks", |c| Ok(Command::Shoot(attacks(c)?));
    "charge", "charge UNIT TARGET … D D [failed]", "charge, with the two dice", charge;
    "fight", "fight UNIT TARGET [with WEAPON] [kills N [of GROUP] …] [wounds N] [and TARGET …]", "make close combat attacks", |c| Ok(Command::Fight(attacks(c)?));
    "morale", "morale UNIT D [leadership +N] [fled N [of GROUP] …]", "take a Morale test", morale;
    "kill", "kill UNIT [N] [of GROUP] [by CAUSE]", "destroy models (default: all that are left)", kill;
    "restore", "restore UNIT N [of GROUP] [@PLACE]", "return models to a unit", restore;
    "remove", "remove UNIT reserves|gone", "take a unit off without destroying it", remove;
    "act", "act UNIT ACTION [MARKER|SPOT]", "start an action", act;
    "fail", "fail UNIT WHY", "fail an action", |c| Ok(Command::FailAction { unit: c.own_unit()?, why: text(c)? });
    "stratagem", "stratagem NAME CP [UNIT]", "use a Stratagem", |c| Ok(Command::Stratagem { name: c.name("its name")?, cp: c.whole("its cost")?, unit: c.maybe_unit() });
    "cp", "cp +N|-N WHY", "gain or lose Command points for any other reason", |c| Ok(Command::Cp { change: c.whole("a change")?, why: text(c)?, exempt: None });
    "score", "score [one|two] OBJECTIVE VP [WHY]", "claim victory points", score;
    "clock", "clock pause|resume", "stop or start the players' clock", |c| Ok(Command::Clock { state: c.one_of(&CLOCK)? });
    "concede", "concede", "give up: you score 0 and the opponent wins", |_| Ok(Command::Concede {});
    "agree-end", "agree-end", "stop here by agreement; end-game objectives are scored", |_| Ok(Command::AgreeEnd {});
    "ruling", "ruling [winner one|two|draw] WHY", "record a judge's decision", ruling;
    "retract", "retract SEQ WHY", "undo an earlier record", retract;
    "note", "note TEXT", "write a remark", |c| Ok(Command::Note { text: text(c)? });
}

const SIDES: [(&str, MapSide); 2] = [("a", MapSide::A), ("b", MapSide::B)];
const CLOCK: [(&str, ClockState); 2] = [("pause", ClockState::Pause), ("resume", ClockState::Resume)];
const SPOTS: [(&str, Spot); 7] = [
    ("own-zone", Spot::OwnZone),
    ("enemy-zone", Spot::EnemyZone),
    ("far", Spot::Far),
    ("quarter-ne", Spot::QuarterNe),
    ("quarter-nw", Spot::QuarterNw),
    ("quarter-se", Spot::QuarterSe),
    ("quarter-sw", Spot::QuarterSw),
];
const MOVES: [MoveKind; 8] = [
    MoveKind::Normal,
    MoveKind::Advance,
    MoveKind::FallBack,
    MoveKind::Charge,
    MoveKind::PileIn,
    MoveKind::Consolidate,
    MoveKind::Heroic,
    MoveKind::Reposition,
];

/// Words behind which `under RULE` may stand: what the core rules may forbid and a rule of an army's own allow.
pub const UNDER: &[&str] = &[
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
    "act",
    "start-action",
    "stratagem",
    "add-unit",
];

/// The form that draws dice.
pub const DICE: &str = "dice 2d6 for PURPOSE";

/// The table of all forms, as the help text shows it. `undo` and the form in JSON stand beside them.
pub fn help() -> String {
    let lines = FORMS.iter().map(|form| (form.usage, form.records)).chain([
        (DICE, "draw dice from the seed of the match and record them"),
        ("… under RULE", "name the army's own rule that allows what a unit does"),
        ("undo", "undo the last record"),
        ("COMMAND {…}", "record any command of the log as JSON"),
    ]);
    lines.map(|(usage, records)| crate::output::listed(usage, 36, records)).collect()
}

fn text(c: &mut Cursor<'_>) -> Result<Text, Fault> {
    let (first, words) = c.rest("some words")?;
    Text::new(&words).ok_or_else(|| c.fault(first, "this text does not fit", "1 to 2,000 printable characters"))
}

fn mission(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let mission = c.mission()?;
    let d33 = if c.at_end() { None } else { Some([c.whole("a D3")?, c.whole("a D3")?]) };
    Ok(Command::Mission { mission, d33, rules_hash: None })
}

fn secondaries(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let mut choose = vec![c.choice()?];
    while !c.at_end() {
        choose.push(c.choice()?);
    }
    Ok(Command::Secondaries(Secondaries { choose }))
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
    Ok(Command::Marker(MarkerChange { marker, becomes: Some(tag), moves_to: None, removed: None, roll: None }))
}

fn reserve(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let mut strategic = vec![c.own_unit()?];
    while !c.at_end() {
        strategic.push(c.own_unit()?);
    }
    Ok(Command::Reserves(Reserves { strategic, ..Reserves::default() }))
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
    Ok(Command::Control { holds })
}

fn end(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    if c.at_end() {
        return Ok(Command::End {});
    }
    if c.skip("turn") {
        return Ok(Command::EndTurn {});
    }
    match (c.maybe_phase(), c.peek()) {
        (Some(phase), _) => Ok(Command::EndPhase { phase }),
        (None, Some(token)) => {
            let expected = "command, movement, psychic, shooting, charge, fight, morale or turn";
            Err(c.fault(token, format!("`{}` is not a phase", token.text), expected))
        }
        (None, None) => Ok(Command::End {}),
    }
}

fn moves(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    let kind = c.maybe_one_of(&MOVES.map(|kind| (kind.as_str(), kind))).unwrap_or(MoveKind::Normal);
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
    let weapon = if c.skip("with") { Some(c.name("a weapon")?) } else { None };
    let destroyed =
        if c.skip("kills") { Some(losses(c, &target, "models destroyed")?) } else { Whole::new(0).map(Losses::Models) };
    let wounds = if c.skip("wounds") { Some(c.whole("wounds lost")?) } else { None };
    Ok(Attack { target, weapon, dice: None, destroyed, wounds })
}

fn charge(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    let mut targets = vec![c.enemy_unit()?];
    loop {
        let roll = c.maybe_dice();
        if !roll.is_empty() {
            let made = !c.skip("failed");
            return Ok(Command::Charge { unit, targets, roll, made, rerolled: None });
        }
        targets.push(c.enemy_unit()?);
    }
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

fn kill(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let token = c.peek();
    let unit = c.enemy_unit()?;
    let known = c.context.names.unit(&unit);
    let all = known.and_then(|unit| Models::new(i32::try_from(unit.models).ok()?));
    if let (Some(token), Some(known)) = (token, known.filter(|known| known.models == 0)) {
        let message = format!("{} ({}) has no models left", known.datasheet, known.id);
        return Err(c.fault(token, message, "a unit with models left"));
    }
    let models = match (c.maybe_whole(), all, token) {
        (Some(models), ..) | (None, Some(models), _) => models,
        (None, None, Some(token)) => {
            return Err(c.fault(
                token,
                "it is not known how many models this unit has left",
                "a number behind the unit",
            ));
        }
        (None, None, None) => c.whole("models destroyed")?,
    };
    let group = group(c, &unit)?;
    let cause = if c.skip("by") { Some(c.name("what destroyed them")?) } else { None };
    Ok(Command::Casualties { unit, models, group, cause })
}

fn restore(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    let (models, group) = (c.whole("the number of models")?, group(c, &unit)?);
    Ok(Command::Restore { unit, models, group, at: c.maybe_place()? })
}

fn remove(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let unit = c.own_unit()?;
    Ok(Command::Remove { unit, to: c.one_of(&[("reserves", RemovedTo::Reserves), ("gone", RemovedTo::Gone)])? })
}

fn act(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, action) = (c.own_unit()?, c.action()?);
    let spot = c.maybe_one_of(&SPOTS);
    let marker = if c.at_end() { None } else { Some(c.marker()?) };
    let spot = spot.or_else(|| c.maybe_one_of(&SPOTS));
    Ok(Command::StartAction { unit, action, marker, spot })
}

fn score(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let player = c.player_or_claimant()?;
    let (objective, vp) = (c.objective(player)?, c.whole("victory points")?);
    let why = if c.at_end() { None } else { Some(text(c)?) };
    Ok(Command::Score { player, objective, vp, why })
}

fn ruling(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    const WINNERS: [(&str, Winner); 3] = [("one", Winner::One), ("two", Winner::Two), ("draw", Winner::Draw)];
    let winner = if c.skip("winner") { Some(c.one_of(&WINNERS)?) } else { None };
    Ok(Command::Ruling(Ruling { why: text(c)?, player: None, objective: None, vp: None, winner }))
}

fn retract(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let seq = c.whole::<1, { i32::MAX }>("the number of a record")?;
    Ok(Command::Retract { seq: u64::from(seq.get().unsigned_abs()), why: text(c)? })
}
