//! A battle record by record, as numbers and sentences.

use std::collections::BTreeMap;

use adjutant_engine::command::{Command, Said};
use adjutant_engine::control;
use adjutant_engine::fold::Match;
use adjutant_engine::happening::Happening;
use adjutant_engine::ids::UnitId;
use adjutant_engine::record::Record;
use adjutant_engine::roster::Base;
use adjutant_engine::score;
use adjutant_engine::side::{BySide, Player};
use adjutant_engine::state::{Position, State};
use adjutant_engine::view::{Basis, Status, View};
use adjutant_replay::after::{self, MatchReport, Throw};
use serde::Serialize;

use crate::map::{Board, board};
use crate::names::{name_of, objective_name, round_in_words, said};
use crate::report::{Page, page};
use crate::say::dice::{self, Step, attacks_with_dice};
use crate::say::happening;
use crate::say::telling::Telling;
use crate::units;

/// A battle, record by record.
#[derive(Clone, Debug)]
pub struct Theatre {
    /// The report: players, mission, result, points by round.
    pub report: MatchReport,
    /// The report as words.
    pub page: Page,
    /// Title of the mission pack.
    pub pack: String,
    /// Names of the players.
    pub players: BySide<String>,
    /// The board; nothing before there is a mission.
    pub board: Option<Board>,
    /// Whether the log tells where models stood.
    pub placed: bool,
    /// The units of both armies, in the order of the lists.
    pub units: Vec<Unit>,
    /// The records, the first one first.
    pub frames: Vec<Frame>,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Whose.
    pub player: Player,
    /// What it is called.
    pub name: String,
    /// Half of what one of its models takes up across, in thousandths of an inch.
    pub radius: i64,
}

/// What a record did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// Its number.
    pub seq: u64,
    /// The time of day when it was made, UTC: `14:03:22`.
    pub at: String,
    /// Whose record it is, where it is one player's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Player>,
    /// What it says.
    #[serde(skip)]
    pub says: String,
    /// What it brought about beside points.
    #[serde(skip)]
    pub then: Vec<String>,
    /// How far the battle was: 0 before it, the round in it, -1 after it.
    pub round: i64,
    /// Whose turn it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Player>,
    /// In which phase.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub phase: String,
    /// Whether it only ends a phase or a turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub quiet: bool,
    /// How it was taken back or corrected, in words; empty where it stands as it was said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub back: String,
    /// Whether it does not count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
    /// Both totals after it.
    pub vp: [u32; 2],
    /// Command points after it.
    pub cp: [i32; 2],
    /// Markers that changed: who holds each (`one`, `two`, `none`, `?` where nobody knows) and where it lies, in
    /// thousandths of an inch; nothing for one that left the battlefield.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, Option<(&'static str, [i32; 2])>>,
    /// Units that changed: models left, and what is left in words.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<UnitId, (u32, String)>,
    /// Units that stand elsewhere now: the middle of each model; nothing where that is not known.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<UnitId, Vec<[i32; 2]>>,
    /// What can still be scored after it, where that changed: for each player, the columns that are not full, with how much
    /// fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub still: Option<[Vec<(String, i32)>; 2]>,
    /// The unit that acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acts: Option<UnitId>,
    /// The units that it attacks or charges.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suffers: Vec<UnitId>,
    /// Points that it brought.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paid: Vec<Paid>,
    /// Attacks with their dice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Attack>,
}

/// Points that a record brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paid {
    /// Whose.
    pub player: Player,
    /// For what.
    pub objective: String,
    /// How many, before limits.
    pub raw: i32,
    /// Why, and what it rests on; a line each.
    pub why: Vec<String>,
}

/// An attack with its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attack {
    /// The weapon and its target.
    pub what: String,
    /// The dice.
    pub steps: Vec<Step>,
    /// Wounds that were to be expected and those that came, in words; empty where the odds are not told.
    pub came: String,
    /// How likely each number of wounds was, from none on, in ten-thousandths.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<u32>,
    /// The number that came.
    pub wounds: u64,
}

/// A battle, record by record; nothing of a match that was not opened or that an older law judges.
pub fn theatre(game: &Match, records: &[Record]) -> Option<Theatre> {
    if game.heard().is_some() {
        return None;
    }
    let times = records.iter().map(|record| (record.seq, record.at)).collect();
    let report = after::report(game, &times)?;
    let mut walk = Walk::of(game, records);
    game.reread(|seq, said, command, before| walk.record(seq, said, command, before));
    walk.settle(game.state());
    let frames = walk.frames();
    let placed = frames.iter().any(|frame| frame.places.values().any(|models| !models.is_empty()));
    let state = game.state();
    Some(Theatre {
        pack: state.pack.as_ref().map_or_else(|| report.pack.clone(), |pack| pack.file.title.to_string()),
        players: BySide::from_fn(|player| name_of(state, player)),
        page: page(&report, game, None),
        board: board(state, ZONES),
        placed,
        units: Player::BOTH.into_iter().flat_map(|player| army(state, player)).collect(),
        frames,
        report,
    })
}

/// The colours of the players' zones, as the page has the players.
const ZONES: [&str; 2] = ["#0f4a6b", "#6b655a"];

/// Half of a model whose base nobody knows, in thousandths of an inch.
const UNKNOWN: i64 = 500;

fn army(state: &State, player: Player) -> Vec<Unit> {
    let unit = |called: units::Called<'_>| {
        let base = called.unit.groups.iter().find_map(|group| group.base);
        let radius = match base {
            Some(Base::RoundMm(size) | Base::OvalMm([size, _])) => (i64::from(size.thousandths()) * 10 + 254) / 508,
            Some(Base::HullIn([wide, _])) => i64::from(wide.thousandths()) / 2,
            None => UNKNOWN,
        };
        Unit { id: called.unit.id.clone(), player, name: called.name, radius }
    };
    units::army(state, player).into_iter().map(unit).collect()
}

/// What was on the table after the last record.
#[derive(Default)]
struct Seen {
    marks: BTreeMap<String, Option<(&'static str, [i32; 2])>>,
    units: BTreeMap<UnitId, (u32, String)>,
    places: BTreeMap<UnitId, Vec<[i32; 2]>>,
    still: [Vec<(String, i32)>; 2],
}

/// A log on its way.
struct Walk<'a> {
    game: &'a Match,
    /// Every record as it was made.
    frames: BTreeMap<u64, Frame>,
    /// What the last record that counts says, which only the state after it completes.
    telling: Option<(u64, Telling)>,
    seen: Seen,
    /// The last record that says whether an army is Battle Ready.
    ready: BySide<Option<u64>>,
    throws: BTreeMap<u64, Vec<(Throw, Vec<u32>)>>,
}

impl<'a> Walk<'a> {
    /// Every record as it was said when it was made.
    fn of(game: &'a Match, records: &[Record]) -> Walk<'a> {
        let mut frames = BTreeMap::new();
        let mut live = Match::new(game.packs().clone());
        for record in records {
            let telling = Telling::of(live.state(), record.by, &record.command);
            let mut frame = moment(live.state());
            let Ok(told) = live.tell(record.said(), std::sync::Arc::clone(&record.command)) else { break };
            frame.seq = record.seq;
            frame.at = record.at.to_string().get(11..19).unwrap_or_default().to_owned();
            frame.by = record.by.player();
            frame.says = telling.told(live.state()).sentence;
            let kept = told.iter().filter(|happening| is_told(happening));
            let lines = happening::lines(live.state(), kept);
            frame.then = lines;
            frame.quiet = matches!(*record.command, Command::EndPhase { .. } | Command::EndTurn {});
            frame.out = true;
            frames.insert(record.seq, frame);
        }
        for record in records {
            match &*record.command {
                Command::Retract { seq, .. } => backed(&mut frames, *seq, "taken back", record.seq),
                Command::Amend(amend) => backed(&mut frames, amend.seq, "corrected", record.seq),
                _ => {}
            }
        }
        let mut throws: BTreeMap<u64, Vec<(Throw, Vec<u32>)>> = BTreeMap::new();
        for (throw, spread) in after::throws(game) {
            throws.entry(throw.seq).or_default().push((throw, spread.shares()));
        }
        Walk { game, frames, telling: None, seen: Seen::default(), ready: BySide::default(), throws }
    }

    /// A record as it reads now, and the state before it.
    fn record(&mut self, seq: u64, said: &Said, command: &Command, before: &State) {
        self.settle(before);
        if let Command::BattleReady { player, .. } = command {
            self.ready[*player] = Some(seq);
        }
        let dice = self.dice(seq, command, before);
        let Some(frame) = self.frames.get_mut(&seq) else { return };
        if frame.out {
            let now = moment(before);
            (frame.round, frame.turn, frame.phase) = (now.round, now.turn, now.phase);
            frame.out = false;
            frame.says.clear();
        }
        frame.dice.extend(dice);
        let (acts, suffers) = touched(command);
        frame.acts = acts.or(frame.acts.take());
        frame.suffers.extend(suffers);
        self.telling = Some((seq, Telling::of(before, said.by, command)));
    }

    fn dice(&self, seq: u64, command: &Command, before: &State) -> Vec<Attack> {
        let Some(attacks) = attacks_with_dice(command) else { return Vec::new() };
        let mut throws = self.throws.get(&seq).into_iter().flatten().filter(|(throw, _)| !throw.again);
        let attack = |attack: &adjutant_engine::command::Attack| {
            let sequence = attack.sequence.as_deref()?;
            let weapon = attack.weapon.as_ref().map_or_else(String::new, |weapon| format!("{weapon} on "));
            let what = format!("{weapon}{}", units::name(before, &attack.target));
            let odds = throws.find(|(throw, _)| throw.target == attack.target);
            let (came, shares, wounds) = odds.map_or_else(Default::default, |(throw, shares)| {
                (odds_in_words(throw, shares), shares.clone(), throw.wounds / 1000)
            });
            Some(Attack { what, steps: dice::steps(sequence), came, shares, wounds })
        };
        attacks.attacks.iter().filter_map(attack).collect()
    }

    /// Completes what the last record did: the state is the one after it.
    fn settle(&mut self, after: &State) {
        let Some((seq, telling)) = self.telling.take() else { return };
        let Some(frame) = self.frames.get_mut(&seq) else { return };
        let says = telling.told(after).sentence;
        let space = if frame.says.is_empty() { "" } else { " " };
        frame.says = format!("{}{space}{says}", frame.says);
        let totals = score::totals(after);
        frame.vp = [totals.one, totals.two];
        frame.cp = [after.sides.one.cp, after.sides.two.cp];
        let seen = Seen::of(after);
        frame.marks.extend(changed(&self.seen.marks, &seen.marks));
        frame.units.extend(changed(&self.seen.units, &seen.units));
        frame.places.extend(changed(&self.seen.places, &seen.places));
        if seen.still != self.seen.still {
            frame.still = Some(seen.still.clone());
        }
        self.seen = seen;
    }

    /// The frames with the points that each brought, and the totals of those that do not count.
    fn frames(mut self) -> Vec<Frame> {
        for (seq, paid) in paid(self.game.state(), self.ready) {
            if let Some(frame) = self.frames.get_mut(&seq) {
                frame.paid.push(paid);
            }
        }
        let (mut vp, mut cp) = ([0, 0], [0, 0]);
        for frame in self.frames.values_mut() {
            if frame.out {
                (frame.vp, frame.cp) = (vp, cp);
            }
            (vp, cp) = (frame.vp, frame.cp);
        }
        self.frames.into_values().collect()
    }
}

/// Every point of a battle with the record that brought it; `ready` are the records that say whether the armies are Battle Ready.
fn paid(state: &State, ready: BySide<Option<u64>>) -> Vec<(u64, Paid)> {
    let mut all = Vec::new();
    let view = View::of(state);
    let mut sums: BTreeMap<(Player, String), i32> = BTreeMap::new();
    for entry in &view.ledger {
        let objective = entry.objective.as_ref();
        let called = objective.map_or_else(|| "by ruling".to_owned(), |id| objective_name(state, entry.player, id));
        let sum = sums.entry((entry.player, called.clone())).or_default();
        *sum += entry.vp;
        let columns = &view.players[entry.player].columns;
        let column = columns.iter().find(|column| objective.is_some() && column.objective.as_ref() == objective);
        let mut why = vec![said(state, &entry.why), rests(entry.basis).to_owned()];
        if entry.raw != entry.vp {
            why.push(format!("{} of {} count: the limit is reached.", entry.vp, entry.raw));
        }
        why.extend(column.map(|column| format!("{sum} of at most {} so far.", column.cap)));
        why.extend(entry.late.then(|| format!("Claimed later, for {}.", round_in_words(entry.round))));
        let paid = Paid { player: entry.player, objective: called, raw: entry.raw, why };
        all.push((entry.seq, paid));
    }
    for player in Player::BOTH {
        let worth = score::total(state, player) - score::total_without_battle_ready(state, player);
        if let (Some(seq), Ok(raw @ 1..)) = (ready[player], i32::try_from(worth)) {
            let why = vec!["counts when the battle has ended".to_owned()];
            all.push((seq, Paid { player, objective: "Battle Ready".to_owned(), raw, why }));
        }
    }
    all
}

/// Every point of a battle, in the order of its records: the record, how far the battle was (as in [`Frame::round`]), and the points.
pub fn awards(game: &Match) -> Vec<(u64, i64, Paid)> {
    let (mut rounds, mut ready) = (BTreeMap::new(), BySide::default());
    game.reread(|seq, _, command, before| {
        rounds.entry(seq).or_insert_with(|| moment(before).round);
        if let Command::BattleReady { player, .. } = command {
            ready[*player] = Some(seq);
        }
    });
    let mut awards: Vec<(u64, i64, Paid)> =
        paid(game.state(), ready).into_iter().filter_map(|(seq, paid)| Some((seq, *rounds.get(&seq)?, paid))).collect();
    awards.sort_by_key(|(seq, ..)| *seq);
    awards
}

/// Notes that a record was changed by a later one.
fn backed(frames: &mut BTreeMap<u64, Frame>, seq: u64, how: &str, by: u64) {
    if let Some(frame) = frames.get_mut(&seq) {
        frame.back = format!("{how} at record {by}");
    }
}

fn rests(basis: Basis) -> &'static str {
    match basis {
        Basis::Derived => "Rests on recorded facts.",
        Basis::Claimed => "Rests on the player's claim.",
        Basis::Ruled => "Rests on a judge's ruling.",
    }
}

/// How far the battle is before a record.
fn moment(state: &State) -> Frame {
    let playing = state.status == Status::Battle;
    let round = match state.status {
        Status::Setup => 0,
        Status::Battle => i64::from(state.round),
        Status::Ended => -1,
    };
    let phase = if playing { state.phase.title().to_owned() } else { String::new() };
    Frame { round, turn: playing.then_some(state.active), phase, ..Frame::default() }
}

/// What a feed tells beside points, which stand by themselves.
fn is_told(happening: &Happening) -> bool {
    !matches!(
        happening,
        Happening::Scored { .. }
            | Happening::Asked { .. }
            | Happening::Missed { .. }
            | Happening::CpGained { .. }
            | Happening::TurnBegan { .. }
            | Happening::PhaseBegan { .. }
            | Happening::Recounted { .. }
    )
}

/// Who acts, and on whom.
fn touched(command: &Command) -> (Option<UnitId>, Vec<UnitId>) {
    match command {
        Command::Shoot(attacks) | Command::Fight(attacks) => {
            let mut targets: Vec<UnitId> = Vec::new();
            for attack in &attacks.attacks {
                if !targets.contains(&attack.target) {
                    targets.push(attack.target.clone());
                }
            }
            (Some(attacks.unit.clone()), targets)
        }
        Command::Charge { unit, targets, .. } => (Some(unit.clone()), targets.clone()),
        Command::Move { unit, .. }
        | Command::Place { unit, .. }
        | Command::Arrive { unit, .. }
        | Command::Disembark { unit, .. }
        | Command::Cast { unit, .. }
        | Command::Morale { unit, .. } => (Some(unit.clone()), Vec::new()),
        Command::Casualties { unit, .. } => (None, vec![unit.clone()]),
        _ => (None, Vec::new()),
    }
}

/// `0.65 wounds expected, 1 came. 1 or more: 65 % of the time.`
fn odds_in_words(throw: &Throw, shares: &[u32]) -> String {
    let came = usize::try_from(throw.wounds / 1000).unwrap_or(usize::MAX).min(shares.len());
    let percent = |share: u32| match share {
        0..=99 => format!("{}.{:02} %", share / 100, share % 100),
        100..=999 => format!("{}.{} %", share / 100, share % 100 / 10),
        _ => format!("{} %", (share + 50) / 100),
    };
    let expected = throw.expected / 10;
    let how = match came {
        0 => format!("None at all: {} of the time.", percent(shares.first().copied().unwrap_or(10_000))),
        _ => format!("{came} or more: {} of the time.", percent(shares[came..].iter().sum())),
    };
    format!("{}.{:02} wounds expected, {came} came. {how}", expected / 100, expected % 100)
}

impl Seen {
    fn of(state: &State) -> Seen {
        let mut seen = Seen { still: Player::BOTH.map(|player| room(state, player)), ..Seen::default() };
        for (at, marker) in state.numbered_markers() {
            let lies = marker.on_battlefield.then(|| {
                let holder = match control::effective(state, at).map(|control| control.holder) {
                    Some(Some(Player::One)) => "one",
                    Some(Some(Player::Two)) => "two",
                    Some(None) => "none",
                    None => "?",
                };
                (holder, marker.at.map(|inches| inches.thousandths()))
            });
            seen.marks.insert(marker.id.to_string(), lies);
        }
        for (_, unit) in state.current_units() {
            seen.units.insert(unit.id.clone(), (units::models_left(state, &unit.id), units::strength(unit)));
            let places = match unit.position() {
                Some(Position::Models(standing)) => {
                    standing.places.iter().map(|place| [place.x.thousandths(), place.y.thousandths()]).collect()
                }
                _ => Vec::new(),
            };
            seen.places.insert(unit.id.clone(), places);
        }
        seen
    }
}

/// The columns of a player that are not full, with how much fits; nothing once the battle has ended and no question is open.
fn room(state: &State, player: Player) -> Vec<(String, i32)> {
    if state.status == Status::Ended && state.needs.is_empty() && state.missed.is_empty() {
        return Vec::new();
    }
    let columns = state.law().columns.numbered().map(|(column, row)| {
        let own = state.objectives(player).filter(|(at, _)| *at == column);
        let names: Vec<String> = own.map(|(_, objective)| objective.name.to_string()).collect();
        let called = if names.is_empty() { row.title.clone() } else { names.join(", ") };
        (called, score::cap(state, column) - score::counted(state, player, column))
    });
    columns.filter(|(_, fits)| *fits > 0).collect()
}

/// What is otherwise now than before.
fn changed<K: Ord + Clone, V: PartialEq + Clone>(before: &BTreeMap<K, V>, now: &BTreeMap<K, V>) -> Vec<(K, V)> {
    let differs = |(key, value): &(&K, &V)| before.get(*key) != Some(*value);
    now.iter().filter(differs).map(|(key, value)| (key.clone(), value.clone())).collect()
}
