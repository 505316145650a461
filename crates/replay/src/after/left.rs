//! What was left on the table: points that one record more would have brought, points that depend on what nobody recorded,
//! and what brought none but is worth knowing.
//!
//! A line is *certain* because it was tried: the log up to a scoring moment with one record added is legal, and scores so
//! many points more at that moment.

use std::collections::BTreeMap;

use adjutant_core::sentence::Sentence;
use adjutant_engine::command::{Command, Said};
use adjutant_engine::fold::Match;
use adjutant_engine::ids::{ObjectiveId, UnitId};
use adjutant_engine::law::{ColumnIndex, ColumnSource};
use adjutant_engine::legal;
use adjutant_engine::numbers::Inches;
use adjutant_engine::place::{ModelPlace, Place, RegionName};
use adjutant_engine::rules::MarkerIndex;
use adjutant_engine::score;
use adjutant_engine::side::{By, BySide, Player};
use adjutant_engine::state::{Position, State, Unit, UnitIndex};
use adjutant_engine::terms::missing_in_words;
use adjutant_engine::view::{RoundLabel, Status};
use adjutant_engine::{Kind, control};
use serde::{Deserialize, Serialize};

use super::common::objective_name;

/// A unit that stood further away, in thousandths of an inch, was not about to be there.
const NEAR: i64 = 12_000;

/// How many units are tried at a place, the nearest first.
const TRIED: usize = 2;

/// What a player left on the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Left {
    /// Points of all certain lines.
    pub certain: i32,
    /// Lines that the log proves, the largest first.
    pub lines: Vec<Lines>,
    /// The most that all questions could still bring.
    pub possible: i32,
    /// Questions that nobody has answered.
    pub still: Vec<Still>,
    /// What brought no points.
    pub remarks: Vec<Remark>,
}

/// Something that could have been done otherwise, at one moment or at several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lines {
    /// What was so.
    pub instead: Instead,
    /// Printed names of the objectives that pay for it.
    pub objectives: Vec<String>,
    /// Points of all moments.
    pub vp: i32,
    /// How many of them a limit of the whole battle would have cut.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub beyond: i32,
    /// When it was so, and the record that makes it otherwise.
    pub at: Vec<Added>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(number: &i32) -> bool {
    *number == 0
}

/// What was so, and could have been otherwise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// Nobody held a marker.
    Unheld {
        /// The marker.
        marker: String,
    },
    /// The opponent held a marker that the player had held in this turn.
    Lost {
        /// The marker.
        marker: String,
    },
    /// No unit was in a part of the battlefield.
    Empty {
        /// The part.
        region: RegionName,
    },
}

/// One moment, and the record that would have brought points there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Added {
    /// The battle round.
    pub round: u32,
    /// The record with which the moment came: the added one stands just before it.
    pub seq: u64,
    /// The record with which the player lost the marker, where that was in this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<u64>,
    /// Points that it brings at this moment.
    pub vp: i32,
    /// Who says it.
    pub by: By,
    /// What is added, as `do` of a record.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub command: Command,
    /// What the unit that would have been there is called, and how far away it stood, in thousandths of an inch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood: Option<(String, i64)>,
}

/// A question that nobody has answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Still {
    /// Printed name of the objective; null for Battle Ready.
    pub objective: Option<String>,
    /// The row of the scoring sheet.
    pub round: RoundLabel,
    /// The record with which its moment passed; the last one where it can still be answered at its moment.
    pub seq: u64,
    /// The least that it can bring.
    pub least: i64,
    /// The most that it can bring.
    pub most: i64,
    /// What nobody has said.
    pub missing: Sentence,
}

/// Something that brought no points and is worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Remark {
    /// Points that went over a limit.
    Over {
        /// Printed name of the objective.
        objective: String,
        /// How many points were lost.
        vp: i32,
        /// The record from which on.
        seq: u64,
    },
    /// An objective without points, and the record from which on it could bring none.
    NoMore {
        /// Printed name of the objective.
        objective: String,
        /// The most that it can bring.
        most: i32,
        /// The record.
        seq: u64,
    },
    /// An action that came to nothing.
    Failed {
        /// What the unit is called.
        unit: String,
        /// The action.
        action: String,
        /// The record.
        seq: u64,
    },
    /// Command points that nobody used.
    Unspent {
        /// How many.
        cp: i32,
    },
}

/// Looks for what was left, record by record.
#[derive(Default)]
pub(super) struct Search {
    turn: (u32, Option<Player>),
    turn_since: u64,
    held: BTreeMap<(MarkerIndex, Player), Until>,
    found: BySide<Found>,
    doing: BTreeMap<UnitIndex, (Player, String, String)>,
    completed: usize,
    failed: Vec<(Player, Remark)>,
    paying: BTreeMap<(Player, ObjectiveId), Until>,
}

/// How long something was so: the last record behind which it was, its battle round, and the record that ended it.
#[derive(Clone, Copy)]
struct Until {
    seq: u64,
    round: u32,
    ended: Option<u64>,
}

/// Notes what is so behind a record, and that all the rest has ended.
fn note<K: Ord>(all: &mut BTreeMap<K, Until>, (seq, round): (u64, u32), so: impl IntoIterator<Item = K>) {
    all.extend(so.into_iter().map(|what| (what, Until { seq, round, ended: None })));
    for until in all.values_mut().filter(|until| until.seq != seq) {
        until.ended = until.ended.or(Some(seq));
    }
}

/// What was found, by what was so and what pays for it.
type Found = BTreeMap<(Instead, Vec<ObjectiveId>), Vec<Added>>;

/// A record that is tried.
struct Try {
    instead: Instead,
    command: Command,
    lost: Option<u64>,
    stood: Option<(String, i64)>,
}

impl Search {
    /// The state after a record.
    pub fn after(&mut self, seq: u64, state: &State) {
        if self.turn != (state.round, Some(state.active)) {
            (self.turn, self.turn_since) = ((state.round, Some(state.active)), seq);
        }
        if state.status == Status::Setup {
            return;
        }
        let holder = |marker| control::effective(state, marker).and_then(|control| control.holder);
        let held = state.lying_markers().filter_map(|(marker, _)| Some((marker, holder(marker)?)));
        note(&mut self.held, (seq, state.round), held);
        self.actions(seq, state);
        let paying =
            |player: Player| legal::earnable(state, player).into_iter().map(move |pays| (player, pays.objective));
        note(&mut self.paying, (seq, state.round), Player::BOTH.into_iter().flat_map(paying));
    }

    /// Actions that are neither performed any more nor completed.
    fn actions(&mut self, seq: u64, state: &State) {
        let completed = &state.completions[self.completed.min(state.completions.len())..];
        let done = |unit: &UnitIndex| completed.iter().any(|completion| completion.unit == *unit);
        let over = |unit: &UnitIndex| state.unit_at(*unit).action.is_none();
        let (ended, doing) = std::mem::take(&mut self.doing).into_iter().partition(|(unit, _)| over(unit));
        self.doing = doing;
        let ended: BTreeMap<UnitIndex, (Player, String, String)> = ended;
        for (_, (player, unit, action)) in ended.into_iter().filter(|(unit, _)| !done(unit)) {
            self.failed.push((player, Remark::Failed { unit, action, seq }));
        }
        self.completed = state.completions.len();
        for (index, unit) in state.units.numbered() {
            if let Some(doing) = &unit.action {
                let name = state.pack.as_ref().and_then(|pack| pack.actions.get(&doing.action));
                let name = name.map_or_else(|| doing.action.to_string(), |action| action.name.to_string());
                self.doing.insert(index, (unit.player, unit.datasheet.to_string(), name));
            }
        }
    }

    /// Tries what could have been otherwise before a record that ends something.
    pub fn record(&mut self, (game, seq): (&Match, u64), said: &Said, command: &Command, before: &State) {
        let ends = matches!(command.kind(), Kind::EndPhase | Kind::EndTurn | Kind::End | Kind::AgreeEnd);
        if !ends || before.status != Status::Battle {
            return;
        }
        let Ok(after) = game.supposing(before, said, command) else { return };
        let came = |state: &State, player: Player| -> ByObjective {
            let mut points = ByObjective::new();
            for award in state.awards.iter().skip(before.awards.len()).filter(|award| award.player == player) {
                if let Some(objective) = &award.objective {
                    *points.entry(objective.clone()).or_default() += award.vp;
                }
            }
            points
        };
        for player in Player::BOTH {
            if before.objectives(player).next().is_none() {
                continue;
            }
            let was = came(&after, player);
            let mut gains: Vec<(Try, Gain)> = Vec::new();
            for tried in self.tries(before, player) {
                let by = Said::from(By::Both);
                let Ok(with) = game.supposing(before, &by, &tried.command) else { continue };
                let Ok(then) = game.supposing(&with, said, command) else { continue };
                if with.awards.len() == before.awards.len()
                    && let Some(gain) = Gain::of(&was, &came(&then, player))
                {
                    gains.push((tried, gain));
                }
            }
            gains.sort_by_key(|(_, gain)| std::cmp::Reverse(gain.vp));
            let mut taken: Vec<ObjectiveId> = Vec::new();
            for (tried, gain) in gains {
                if gain.objectives.iter().any(|objective| taken.contains(objective)) {
                    continue;
                }
                taken.extend(gain.objectives.iter().cloned());
                self.keep(before, (player, seq), tried, gain);
            }
        }
    }

    fn keep(&mut self, before: &State, (player, seq): (Player, u64), tried: Try, gain: Gain) {
        let Try { instead, command, lost, stood } = tried;
        let added = Added { round: before.round, seq, lost, vp: gain.vp, by: By::Both, command, stood };
        self.found[player].entry((instead, gain.objectives)).or_default().push(added);
    }

    /// Markers that nobody holds, or that were lost in this turn; quarters and zones without a unit.
    fn tries(&self, state: &State, player: Player) -> Vec<Try> {
        let mut tries = Vec::new();
        for (index, marker) in state.lying_markers() {
            let holder = control::effective(state, index).map(|control| control.holder);
            let lost = self.held.get(&(index, player)).filter(|until| until.seq >= self.turn_since);
            let lost = lost.and_then(|until| until.ended);
            let id = marker.id.to_string();
            let instead = match holder {
                Some(None) => Instead::Unheld { marker: id },
                Some(Some(other)) if other != player && lost.is_some() => Instead::Lost { marker: id },
                _ => continue,
            };
            let at = marker.at.map(Inches::thousandths);
            let stood = moved(state, player, [at[0].into(), at[1].into()]);
            let placed = stood.into_iter().map(|(command, stood)| Try {
                instead: instead.clone(),
                command,
                lost,
                stood: Some(stood),
            });
            tries.extend(placed);
            let holds = [(marker.id.clone(), Some(player).into())].into();
            let command = Command::Control { holds, keeps: BTreeMap::new() };
            tries.push(Try { instead, command, lost, stood: None });
        }
        for region in RegionName::QUARTERS {
            let within = |unit: &Unit| adjutant_engine::facts::wholly_within(state, unit, region) != Some(false);
            if state.on_battlefield(player).any(within) {
                continue;
            }
            let Some(centre) = centre(state, region) else { continue };
            let stood = moved(state, player, centre);
            let instead = Instead::Empty { region };
            tries.extend(stood.into_iter().map(|(command, stood)| Try {
                instead: instead.clone(),
                command,
                lost: None,
                stood: Some(stood),
            }));
        }
        tries
    }

    /// What it all came to.
    pub fn told(mut self, state: &State) -> BySide<Left> {
        BySide::from_fn(|player| self.of(state, player))
    }

    fn of(&mut self, state: &State, player: Player) -> Left {
        let line = |((instead, objectives), at): ((Instead, Vec<ObjectiveId>), Vec<Added>)| {
            let room = |id: &ObjectiveId| {
                let column = state.objective(player, id).map(|(column, _)| column);
                column.map_or(0, |column| (score::cap(state, column) - score::counted(state, player, column)).max(0))
            };
            let room: i32 = objectives.iter().map(room).sum();
            let vp = at.iter().map(|added| added.vp).sum();
            let objectives = objectives.iter().map(|id| objective_name(state, player, id)).collect();
            Lines { instead, objectives, vp, beyond: (vp - room).max(0), at }
        };
        let mut lines: Vec<Lines> = std::mem::take(&mut self.found[player]).into_iter().map(line).collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.vp));
        let still = still(state, player);
        let failed = self.failed.iter().filter(|(whose, _)| *whose == player).map(|(_, remark)| remark.clone());
        let remarks = over(state, player).into_iter().chain(self.no_more(state, player)).chain(failed);
        let cp = state.sides[player].cp;
        let unspent = (cp > 0).then_some(Remark::Unspent { cp });
        Left {
            certain: lines.iter().map(|line| line.vp).sum(),
            lines,
            possible: still.iter().map(|still| i32::try_from(still.most).unwrap_or(i32::MAX)).sum(),
            still,
            remarks: remarks.chain(unspent).collect(),
        }
    }

    /// Objectives without points that could bring none from some record on, long before the end.
    fn no_more(&self, state: &State, player: Player) -> Vec<Remark> {
        let of = |(column, objective): (ColumnIndex, &std::sync::Arc<adjutant_engine::rules::Objective>)| {
            let scored = state.awards.iter().any(|a| a.player == player && a.objective.as_ref() == Some(&objective.id));
            let until = self.paying.get(&(player, objective.id.clone())).filter(|until| until.round < state.round)?;
            let stays = state.law().columns[column].from != ColumnSource::Cards;
            (!scored && stays).then_some(Remark::NoMore {
                objective: objective.name.to_string(),
                most: score::cap(state, column),
                seq: until.ended?,
            })
        };
        state.objectives(player).filter_map(of).collect()
    }
}

/// Points by objective.
type ByObjective = BTreeMap<ObjectiveId, i32>;

/// Points that a record more brought, and for what.
struct Gain {
    vp: i32,
    objectives: Vec<ObjectiveId>,
}

impl Gain {
    /// What came more, where something came more and nothing less.
    fn of(was: &ByObjective, now: &ByObjective) -> Option<Gain> {
        let points = |all: &ByObjective, id: &ObjectiveId| all.get(id).copied().unwrap_or(0);
        if was.keys().any(|id| points(now, id) < points(was, id)) {
            return None;
        }
        let more = now.keys().filter(|id| points(now, id) > points(was, id));
        let objectives: Vec<ObjectiveId> = more.cloned().collect();
        let vp = objectives.iter().map(|id| points(now, id) - points(was, id)).sum();
        (vp > 0).then_some(Gain { vp, objectives })
    }
}

/// The nearest units of a player set up at a point, each with how far away it stood; none that is engaged or too far away.
fn moved(state: &State, player: Player, to: [i64; 2]) -> Vec<(Command, (String, i64))> {
    let place = |unit: &Unit| -> Option<(i64, UnitId, String, Vec<ModelPlace>)> {
        let Some(Position::Models(standing)) = unit.position() else { return None };
        if unit.action.is_some() || adjutant_engine::facts::engaged(state, unit) != Some(false) {
            return None;
        }
        let away = |model: &ModelPlace| {
            let [x, y] = [model.x, model.y].map(|inches| i64::from(inches.thousandths()));
            ((to[0] - x, to[1] - y), (to[0] - x).pow(2) + (to[1] - y).pow(2))
        };
        let ((x, y), square) = standing.places.iter().map(away).min_by_key(|(_, square)| *square)?;
        let shifted = |inches: Inches, by: i64| {
            Inches::from_thousandths(i32::try_from(i64::from(inches.thousandths()) + by).ok()?)
        };
        let models: Option<Vec<ModelPlace>> = standing
            .places
            .iter()
            .map(|model| Some(ModelPlace { x: shifted(model.x, x)?, y: shifted(model.y, y)?, ..*model }))
            .collect();
        let far = square.isqrt();
        (far <= NEAR).then_some((far, unit.id.clone(), unit.datasheet.to_string(), models?))
    };
    let mut near: Vec<_> = state.on_battlefield(player).filter_map(place).collect();
    near.sort_by_key(|(far, ..)| *far);
    let command =
        |(far, unit, title, models)| (Command::Place { unit, at: Place::Models(models), counts: None }, (title, far));
    near.into_iter().take(TRIED).map(command).collect()
}

/// The middle of a table quarter, in thousandths of an inch.
fn centre(state: &State, region: RegionName) -> Option<[i64; 2]> {
    let [width, height] = state.mission.as_ref()?.board.map(|inches| i64::from(inches.thousandths()));
    let (east, north) = match region {
        RegionName::QuarterNe => (3, 3),
        RegionName::QuarterNw => (1, 3),
        RegionName::QuarterSe => (3, 1),
        RegionName::QuarterSw => (1, 1),
        _ => return None,
    };
    Some([width * east / 4, height * north / 4])
}

/// What nobody has answered.
fn still(state: &State, player: Player) -> Vec<Still> {
    let missed = state.missed.iter().map(|missed| (&missed.need, missed.since));
    let open = state.needs.iter().map(|need| (need, state.seq));
    let asked = missed.chain(open).filter(|(need, _)| need.player == player);
    let of = |(need, seq): (&adjutant_engine::state::OpenNeed, u64)| {
        let values = need.possible.values();
        let (least, most) = (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
        let objective = Some(objective_name(state, player, &need.objective));
        Still { objective, round: need.round, seq, least, most, missing: missing_in_words(&need.missing) }
    };
    let ready = state.law().battle_ready_vp();
    let unsaid = state.sides[player].battle_ready.is_none() && ready > 0 && state.conceded != Some(player);
    let end = RoundLabel::End(adjutant_engine::view::EndLabel::End);
    let unsaid = unsaid.then(|| Still {
        objective: None,
        round: end,
        seq: state.seq,
        least: 0,
        most: ready.into(),
        missing: Sentence::new(),
    });
    asked.map(of).filter(|still| still.most > 0).chain(unsaid).collect()
}

/// Points that went over the limit of a column or a round.
fn over(state: &State, player: Player) -> Vec<Remark> {
    let mut lost: BTreeMap<&ObjectiveId, (i32, u64)> = BTreeMap::new();
    for award in state.awards.iter().filter(|award| award.player == player && award.raw > award.vp) {
        let Some(objective) = &award.objective else { continue };
        lost.entry(objective).or_insert((0, award.seq)).0 += award.raw - award.vp;
    }
    let of = |(id, (vp, seq)): (&ObjectiveId, (i32, u64))| Remark::Over {
        objective: objective_name(state, player, id),
        vp,
        seq,
    };
    lost.into_iter().map(of).collect()
}
