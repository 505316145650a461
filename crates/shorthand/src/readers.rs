//! Reads what stands behind each command word.

use adjutant_engine::attack::{Change, Characteristic};
use adjutant_engine::command::{
    ActionAim, Cards, Choice, ClockState, Command, Effect, FightPlace, MarkerChange, MarkerTag, MoveKind, OwnObjective,
    Picked, Reserves, Ruling, Secondaries, SetUpHow, Spot, Text, Until, Winner,
};
use adjutant_engine::ids::{MarkerId, Name, ObjectiveId};
use adjutant_engine::numbers::{Inches, Whole};
use adjutant_engine::rules::{AreaName, CardMode, Category, Disposition, MarkName};
use adjutant_engine::side::{MapSide, Player};

use crate::cursor::Cursor;
use crate::fault::Fault;
use crate::fighting::group;

const SIDES: [(&str, MapSide); 2] = [("a", MapSide::A), ("b", MapSide::B)];
pub(super) const CLOCK: [(&str, ClockState); 2] = [("pause", ClockState::Pause), ("resume", ClockState::Resume)];
/// What a reason is called where it is missing.
pub(super) const WHY: &str = "why, in your words";

pub(super) fn text(c: &mut Cursor<'_>, what: &str) -> Result<Text, Fault> {
    let (first, words) = c.rest(what)?;
    Text::new(&words).ok_or_else(|| c.fault(first, "this text does not fit", "1 to 2,000 printable characters"))
}

pub(super) fn mission(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let mission = c.mission()?;
    let mut rolled = None;
    if c.skip("rolled") {
        let mut dice = c.dice(1)?;
        dice.extend(c.maybe_dice());
        rolled = Some(dice);
    }
    let d33 = if c.at_end() { None } else { Some([c.whole("a D3")?, c.whole("a D3")?]) };
    Ok(Command::Mission { mission, d33, rolled, rules_hash: None })
}

/// `disposition one raiders`.
pub(super) fn disposition(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let player = c.player_or_speaker()?;
    let is = c.word("what the army is bent on", Disposition::new)?;
    Ok(Command::Disposition { player, is })
}

/// `ID …`, or how cards are played: `tactical`, `fixed ID ID`.
pub(super) fn secondaries(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let mode = c.maybe_one_of(&[CardMode::Fixed, CardMode::Tactical].map(|mode| (mode.as_str(), mode)));
    let mut choose = Vec::new();
    while !c.at_end() || (choose.is_empty() && mode != Some(CardMode::Tactical)) {
        choose.push(choice(c)?);
    }
    Ok(Command::Secondaries(Secondaries { choose, mode }))
}

/// `[one|two] MARK UNIT|MARKER|AREA|UNIT:MARKER …`.
pub(super) fn pick(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let player = c.player_or_speaker()?;
    let mut picked = Picked::nothing(player, c.word("what it is picked as", MarkName::new)?);
    let mut first = true;
    while !c.at_end() || std::mem::take(&mut first) {
        first = false;
        if let Some((unit, marker)) = c.maybe_pair()? {
            picked.pairs.push((unit, marker));
        } else if let Some(marker) = c.maybe_marker() {
            picked.markers.push(marker);
        } else if let Some(unit) = c.maybe_unit() {
            picked.units.push(unit);
        } else {
            picked.areas.push(c.word("a unit, a marker, an area, or UNIT:MARKER", AreaName::new)?);
        }
    }
    Ok(Command::Pick(Box::new(picked)))
}

pub(super) fn clear(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let marker = c.marker()?;
    Ok(Command::Marker(MarkerChange { cleared: Some(true), ..MarkerChange::of(marker) }))
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

pub(super) fn roll_off(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    Ok(Command::RollOff { purpose: c.name("what it decides")?, dice: c.pairs()? })
}

pub(super) fn roll(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let purpose = c.name("what it decides")?;
    let mut roll = c.dice(1)?;
    roll.extend(c.maybe_dice());
    Ok(Command::Roll { purpose, roll, rerolled: None })
}

pub(super) fn becomes(c: &mut Cursor<'_>, tag: MarkerTag) -> Result<Command, Fault> {
    let marker = c.marker()?;
    Ok(Command::Marker(MarkerChange { becomes: Some(tag), ..MarkerChange::of(marker) }))
}

pub(super) fn mark(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let objective = c.noting()?;
    let mut models = Vec::new();
    while !c.at_end() || models.is_empty() {
        let token = c.peek();
        let unit = c.own_unit()?;
        let group = match group(c, &unit)? {
            Some(group) => group,
            None => match c.context.names.unit(&unit).map(|unit| unit.groups.as_slice()) {
                Some([only]) => only.clone(),
                Some([first, others @ ..]) => {
                    let other = others.iter().map(|name| format!(" or \"{name}\"")).collect::<String>();
                    let expected = format!("`of` and which of its models: \"{first}\"{other}");
                    let token = token.unwrap_or_else(|| unreachable!("a unit was read"));
                    return Err(c.fault(token, format!("{unit} has several groups of models"), expected));
                }
                _ => return Err(c.too_early("`of` and which of its models")),
            },
        };
        models.push((unit, group));
    }
    Ok(Command::Mark { objective, models })
}

pub(super) fn attach(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let leader = c.own_unit()?;
    c.skip("to");
    Ok(Command::Attach { leader, to: c.own_unit()? })
}

pub(super) fn reserve(c: &mut Cursor<'_>) -> Result<Command, Fault> {
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

pub(super) fn deploy(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, at, oversize) = (c.own_unit()?, c.maybe_place()?, oversize(c));
    let how = c.maybe_one_of(&SetUpHow::ALL.map(|how| (how.as_str(), how)));
    let inches = |inches: Whole<0, 40>| Inches::from_thousandths(inches.get() * 1000);
    let up_to_in = if how == Some(SetUpHow::Scout) { c.maybe_whole().and_then(inches) } else { None };
    Ok(Command::Deploy { unit, at, oversize, how, up_to_in })
}

pub(super) fn arrive(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    Ok(Command::Arrive { unit: c.own_unit()?, at: c.maybe_place()?, oversize: oversize(c) })
}

pub(super) fn ready(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let player = c.player_or_speaker()?;
    Ok(Command::BattleReady { player, ready: !c.skip("no") })
}

pub(super) fn hold(c: &mut Cursor<'_>) -> Result<Command, Fault> {
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

pub(super) fn keep(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let marker = c.marker()?;
    let player = c.player_or_speaker()?;
    Ok(Command::Control { holds: Default::default(), keeps: [(marker, player)].into() })
}

/// `a2 b3 objective-control /2 +1 until turn-end NAME`, `a2 fights first NAME`, or `a2 over NAME`.
pub(super) fn effect(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let characteristics = Characteristic::ALL.map(|one| (one.as_str(), one));
    let (mut units, mut change, mut fights) = (Vec::new(), std::collections::BTreeMap::new(), None);
    loop {
        if !units.is_empty() && c.skip("over") {
            let why = c.name("the name of the ability")?;
            return Ok(Command::Effect(Effect { units, change, fights, until: None, why }));
        }
        if !units.is_empty() && c.skip("fights") {
            fights = Some(c.one_of(&FightPlace::ALL.map(|place| (place.as_str(), place)))?);
            break;
        }
        if !units.is_empty()
            && let Some(characteristic) = c.maybe_one_of(&characteristics)
        {
            change.insert(characteristic, changes(c)?);
            break;
        }
        if !units.is_empty() && c.at_end() {
            let missing = "a characteristic and its change, such as `objective-control /2`, `fights first`, or `over`";
            return Err(c.too_early(missing));
        }
        units.push(c.own_unit()?);
    }
    while let Some(characteristic) = c.maybe_one_of(&characteristics) {
        change.insert(characteristic, changes(c)?);
    }
    let until = if c.skip("until") { Some(c.one_of(&Until::ALL.map(|until| (until.as_str(), until)))?) } else { None };
    Ok(Command::Effect(Effect { units, change, fights, until, why: c.name("the name of the ability")? }))
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

/// `draw [returns ID]`, `swap ID NAME`: the machine says which cards come up.
pub(super) fn deal(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let player = c.player_or_speaker()?;
    let mut cards = Cards::of(player);
    if c.one_of(&[("draw", false), ("swap", true)])? {
        cards.discards.push(c.choice()?);
        cards.stratagem = Some(c.name("the Stratagem that exchanges cards, such as \"New Orders\"")?);
    } else if c.skip("returns") {
        cards.returns.push(c.choice()?);
    }
    c.end()?;
    Ok(Command::Card(cards))
}

/// `draw ID … [returns ID …] [discards ID …]`, `discard ID … cp 1`, `keep ID …`, `swap ID ID NAME`.
pub(super) fn card(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    #[derive(Clone, Copy)]
    enum Does {
        Draw,
        Discard,
        Keep,
        Swap,
    }
    let player = c.player_or_speaker()?;
    let does =
        c.one_of(&[("draw", Does::Draw), ("discard", Does::Discard), ("keep", Does::Keep), ("swap", Does::Swap)])?;
    let mut cards = Cards::of(player);
    match does {
        Does::Draw => cards.draws.push(c.choice()?),
        Does::Discard => cards.discards.push(c.choice()?),
        Does::Keep => cards.keeps.push(c.choice()?),
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
        let draws = matches!(does, Does::Draw);
        if draws && c.skip("returns") {
            cards.returns.push(c.choice()?);
        } else if draws && c.skip("discards") {
            cards.discards.push(c.choice()?);
        } else {
            let more = c.choice()?;
            match does {
                Does::Draw => cards.draws.push(more),
                Does::Keep => cards.keeps.push(more),
                Does::Discard | Does::Swap => cards.discards.push(more),
            }
        }
    }
    Ok(Command::Card(cards))
}

pub(super) fn end(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let names = &c.context.names;
    let phases = if names.phases.is_empty() { &names.all_phases } else { &names.phases };
    let phases: Vec<&str> = phases.iter().map(|phase| phase.as_str()).collect();
    let ends = format!("{}, turn or battle", if phases.is_empty() { "a phase".to_owned() } else { phases.join(", ") });
    if c.skip("turn") {
        return Ok(Command::EndTurn {});
    }
    if c.skip("battle") {
        return Ok(Command::End {});
    }
    match c.maybe_phase() {
        Some(phase) => Ok(Command::EndPhase { phase }),
        None => {
            c.next(&ends).and_then(|token| Err(c.fault(token, format!("`{}` does not end", token.text), ends.as_str())))
        }
    }
}

pub(super) fn moves(c: &mut Cursor<'_>) -> Result<Command, Fault> {
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

pub(super) fn zone(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let zone = c.one_of(&SIDES)?;
    let layout = if c.at_end() { None } else { Some(c.whole("the number of the zones")?) };
    Ok(Command::Zone { zone, layout })
}

/// The next objective has no marker yet, so its id is read as it stands.
pub(super) fn objective(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let token = c.next("the next marker, such as m1")?;
    let marker = MarkerId::new(&token.text).map_err(|_| c.fault(token, "this is not a marker", "m1, m2 …"))?;
    let placed = Some([c.inches("inches from the left edge")?, c.inches("inches from the bottom edge")?]);
    let across_mm = if c.skip("across") { Some(c.whole("its width in millimetres")?) } else { None };
    Ok(Command::Marker(MarkerChange { placed, across_mm, ..MarkerChange::of(marker) }))
}

pub(super) fn act(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let (unit, action) = (c.own_unit()?, c.action()?);
    let spots = Spot::ALL.map(|spot| (spot.as_str(), spot));
    let (mut marker, mut spot, mut aim) = (None, None, ActionAim::default());
    while !c.at_end() {
        if c.skip("in") {
            aim.area = Some(c.word("an area, such as t7", AreaName::new)?);
        } else if c.skip("at") {
            aim.target = Some(c.enemy_unit()?);
        } else if c.skip("takes") {
            aim.takes = Some(c.word("the marker or area whose token goes", AreaName::new)?);
        } else if spot.is_none() && c.peek().is_some_and(|token| spots.iter().any(|(word, _)| *word == token.text)) {
            spot = c.maybe_one_of(&spots);
        } else {
            marker = Some(c.marker()?);
        }
    }
    let aim = (aim != ActionAim::default()).then(|| Box::new(aim));
    Ok(Command::StartAction { unit, action, marker, spot, aim })
}

pub(super) fn score(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let first = c.peek();
    let player = c.player_or_claimant().map_err(|fault| c.nobodys(first, None, fault))?;
    let named = c.peek();
    let objective = c.objective(player).map_err(|fault| c.nobodys(named, Some(player), fault))?;
    let vp = c.whole("victory points")?;
    let award = c.maybe_numbered("award");
    let passed = c.maybe_passed()?;
    let why = if c.at_end() { None } else { Some(text(c, WHY)?) };
    Ok(Command::Score { player, objective, vp, award, passed, why })
}

pub(super) fn ruling(c: &mut Cursor<'_>) -> Result<Command, Fault> {
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
    Ok(Command::Ruling(Ruling { why: text(c, WHY)?, player, objective, vp, passed, winner }))
}

pub(super) fn retract(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let seq = c.whole::<1, { i32::MAX }>("the number of a record")?;
    Ok(Command::Retract { seq: u64::from(seq.get().unsigned_abs()), why: text(c, WHY)? })
}
