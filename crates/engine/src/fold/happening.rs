//! What a recorded command brought about beyond what it says: for the people who recorded it.
//!
//! The fold of a whole log asks for none of it and pays nothing for it; [`crate::fold::Match::tell`] collects it.

use adjutant_core::ids::{ActionId, MarkerId, Name, ObjectiveId, UnitId};
use adjutant_core::sentence::Sentence;
use adjutant_core::side::{BySide, Player, Winner};
use serde::Serialize;

use crate::event::Event;
use crate::rules::MarkerIndex;
use crate::score;
use crate::score::ResultBy;
use crate::state::{Judged, State, UnitIndex};
use crate::terms::{Banner, Basis, Phase, RoundLabel};

/// Something that a command brought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "snake_case")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Happening {
    /// Victory points were scored.
    Scored {
        /// Whose.
        player: Player,
        /// For what; null for a ruling about no objective.
        objective: Option<ObjectiveId>,
        /// The row of the scoring sheet.
        round: RoundLabel,
        /// Before the objective's cap.
        raw: i32,
        /// What of it counts.
        vp: i32,
        /// What it rests on.
        basis: Basis,
        /// Why, in words.
        why: Sentence,
    },
    /// An award was due, and the facts gave no points for it.
    Unscored {
        /// Whose award.
        player: Player,
        /// The objective.
        objective: ObjectiveId,
        /// How much there is of what the award counts; null where no single number decides it.
        have: Option<i64>,
        /// Of how much, such as the markers that it may count; null where nothing bounds it.
        of: Option<i64>,
        /// The least that would have brought points while everything else stood.
        needs: Option<i64>,
    },
    /// An award waits for somebody's word.
    Asked {
        /// Whose award.
        player: Player,
        /// The objective.
        objective: ObjectiveId,
        /// What it can be worth.
        possible: Vec<i64>,
    },
    /// An award was not answered at its moment.
    Missed {
        /// Whose award.
        player: Player,
        /// The objective.
        objective: ObjectiveId,
        /// The row of the scoring sheet that it belongs to.
        round: RoundLabel,
        /// Its moment.
        moment: Name,
    },
    /// An action was completed.
    ActionCompleted {
        /// The unit.
        unit: UnitId,
        /// The action.
        action: ActionId,
        /// The marker that it was about.
        marker: Option<MarkerId>,
    },
    /// An action failed.
    ActionFailed {
        /// The unit.
        unit: UnitId,
        /// The action.
        action: ActionId,
    },
    /// A banner was removed.
    BannerLost {
        /// Whose.
        player: Player,
        /// The marker that it stood on.
        marker: MarkerId,
    },
    /// A marker left the battlefield.
    MarkerRemoved {
        /// The marker.
        marker: MarkerId,
    },
    /// A unit that was still away counts as destroyed.
    TooLate {
        /// Whose.
        player: Player,
        /// The unit.
        unit: UnitId,
    },
    /// Of a unit and its leaders one part is destroyed; the others are units of their own.
    Parted {
        /// Those who are destroyed.
        destroyed: Vec<UnitId>,
        /// Those who stand alone now.
        alone: Vec<UnitId>,
    },
    /// Command points were gained by a rule.
    CpGained {
        /// Whose.
        player: Player,
        /// How many.
        cp: i32,
    },
    /// A player has no models left.
    Tabled {
        /// The player.
        player: Player,
    },
    /// The turn of a player without models passed by itself.
    TurnSkipped {
        /// The player.
        player: Player,
        /// The battle round.
        round: u32,
    },
    /// A turn began.
    TurnBegan {
        /// The player.
        player: Player,
        /// The battle round.
        round: u32,
    },
    /// A phase began.
    PhaseBegan {
        /// The phase.
        phase: Phase,
    },
    /// A total is another one since an earlier record was taken back or corrected.
    Recounted {
        /// Whose.
        player: Player,
        /// The total before.
        before: u32,
        /// The total now.
        after: u32,
    },
    /// A player gave up.
    Conceded {
        /// The player.
        player: Player,
    },
    /// The battle ended; or it had ended before, and now somebody else wins, in another way, or the last open question
    /// is answered.
    Ended {
        /// Who won, as far as it is known.
        winner: Winner,
        /// How.
        by: ResultBy,
        /// Total of player one.
        one: u32,
        /// Total of player two.
        two: u32,
        /// Questions that are still open: points that nobody has said yet, and that may decide who won.
        open: u32,
    },
}

impl Happening {
    /// The end of a battle as it stands; nothing where it goes on.
    pub fn of_end(state: &State) -> Option<Happening> {
        let Verdict { winner, by, totals, open } = Verdict::of(state)?;
        Some(Happening::Ended { winner, by, one: totals.one, two: totals.two, open })
    }
}

/// What an event brings about, seen just before it is applied. `own` is an event of the command itself, which says it.
pub(crate) fn seen(state: &State, event: &Event, own: bool, told: &mut Vec<Happening>) {
    let unit_id = |unit: &UnitIndex| state.unit_at(*unit).id.clone();
    let marker_id = |marker: MarkerIndex| state.markers[marker].id.clone();
    told.push(match event {
        Event::Awarded(award) => {
            let objective = award.objective.as_ref();
            let vp = state.counts(award.player, award.column, objective, award.round, (award.raw, 0));
            Happening::Scored {
                player: award.player,
                objective: award.objective.clone(),
                round: award.round,
                raw: award.raw,
                vp,
                basis: award.basis,
                why: award.why.clone(),
            }
        }
        Event::Judged(judged) if judged.vp <= 0 => unscored(state, judged),
        Event::NeedOpened(need) => Happening::Asked {
            player: need.player,
            objective: need.objective.clone(),
            possible: need.possible.values(),
        },
        Event::WindowClosed => return told.extend(missed(state)),
        Event::ActionCompleted { unit, action, marker, .. } => {
            Happening::ActionCompleted { unit: unit_id(unit), action: action.clone(), marker: marker.map(marker_id) }
        }
        Event::ActionFailed { unit } => {
            let Some(doing) = &state.unit_at(*unit).action else { return };
            Happening::ActionFailed { unit: unit_id(unit), action: doing.action.clone() }
        }
        Event::BannerChanged { marker, player, banner: Banner::Absent } => {
            Happening::BannerLost { player: *player, marker: marker_id(*marker) }
        }
        Event::MarkerRemoved { marker } if !own => Happening::MarkerRemoved { marker: marker_id(*marker) },
        Event::ModelsDestroyed { unit, .. } if !own => {
            let unit = state.unit_at(*unit);
            let late = Happening::TooLate { player: unit.player, unit: unit.id.clone() };
            if told.contains(&late) {
                return;
            }
            late
        }
        Event::ModelsDestroyed { unit, group, models, .. } => {
            // A unit that falls takes its action along.
            let unit = state.unit_at(*unit);
            let falls = unit.models() == *models && unit.groups[*group].models == *models;
            let Some(doing) = unit.action.as_ref().filter(|_| falls) else { return };
            Happening::ActionFailed { unit: unit.id.clone(), action: doing.action.clone() }
        }
        Event::PartsSeparated { unit } => return told.extend(parted(state, *unit)),
        Event::CpChanged { player, change, .. } if !own && *change > 0 => {
            Happening::CpGained { player: *player, cp: *change }
        }
        Event::TurnPassed { player } => Happening::TurnSkipped { player: *player, round: state.round },
        Event::TurnStarted { player } => Happening::TurnBegan { player: *player, round: state.round },
        Event::PhaseStarted { phase } => Happening::PhaseBegan { phase: *phase },
        Event::Conceded { player } => Happening::Conceded { player: *player },
        _ => return,
    });
}

/// What nobody answered, as its moment passes.
fn missed(state: &State) -> impl Iterator<Item = Happening> {
    state.needs.iter().filter_map(|need| {
        let moment = Name::new(need.moment.as_str()).ok()?;
        Some(Happening::Missed { player: need.player, objective: need.objective.clone(), round: need.round, moment })
    })
}

/// What an award that brought nothing lacks.
fn unscored(state: &State, judged: &Judged) -> Happening {
    let (player, objective) = (judged.player, judged.objective.clone());
    let award = state.objective(player, &objective).and_then(|(_, found)| found.awards.get(judged.award));
    let lacks = award.and_then(|award| score::evaluate::shortfall(state, player, award));
    Happening::Unscored {
        player,
        objective,
        have: lacks.map(|lacks| lacks.have),
        of: lacks.and_then(|lacks| lacks.of),
        needs: lacks.map(|lacks| lacks.needs),
    }
}

/// Who stands alone once a unit and its leaders are parted; nothing where nobody is left, or they stay together.
fn parted(state: &State, whole: UnitIndex) -> Option<Happening> {
    let unit = state.unit_at(whole);
    let parts = std::iter::once((whole, None)).chain(unit.led_by.iter().map(|leader| (*leader, Some(*leader))));
    let parts = parts.map(|(index, part)| (state.unit_at(index).id.clone(), unit.models_of(part) > 0));
    let (alone, destroyed): (Vec<_>, Vec<_>) = parts.partition(|(_, stands)| *stands);
    let together = unit.models_of(None) > 0 && alone.len() > 1;
    let ids = |parts: Vec<(UnitId, bool)>| parts.into_iter().map(|(id, _)| id).collect();
    (!alone.is_empty() && !together).then(|| Happening::Parted { destroyed: ids(destroyed), alone: ids(alone) })
}

/// Which totals have changed.
pub(crate) fn recounted(before: BySide<u32>, after: BySide<u32>) -> Vec<Happening> {
    let changed = Player::BOTH.into_iter().filter(|player| before[*player] != after[*player]);
    changed.map(|player| Happening::Recounted { player, before: before[player], after: after[player] }).collect()
}

/// Who has won a battle that has ended, how, and how many questions are still open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    winner: Winner,
    by: ResultBy,
    totals: BySide<u32>,
    open: u32,
}

impl Verdict {
    /// The verdict of the moment; none before the end.
    pub(crate) fn of(state: &State) -> Option<Verdict> {
        let result = score::result(state, &[])?;
        let open = u32::try_from(state.needs.len() + state.missed.len()).unwrap_or(u32::MAX);
        let totals = BySide { one: result.one, two: result.two };
        Some(Verdict { winner: result.winner, by: result.by, totals, open })
    }

    /// Whether it says the same to those who want to know who has won.
    fn is_like(&self, other: &Verdict) -> bool {
        let said = |verdict: &Verdict| (verdict.winner, verdict.by, verdict.open == 0);
        said(self) == said(other)
    }
}

/// Tells how the battle ended, where this was not known before.
pub(crate) fn decided(before: Option<Verdict>, state: &State, told: &mut Vec<Happening>) {
    let Some(now) = Verdict::of(state) else { return };
    if before.is_none_or(|before| !before.is_like(&now)) {
        told.extend(Happening::of_end(state));
    }
}

/// Who has no models left since.
pub(crate) fn tabled(before: [bool; 2], state: &State, told: &mut Vec<Happening>) {
    for (player, had) in Player::BOTH.into_iter().zip(before) {
        if had && !state.has_models(player) && state.conceded != Some(player) {
            told.push(Happening::Tabled { player });
        }
    }
}
