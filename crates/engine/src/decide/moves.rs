//! How far models go, and where a move may end, as coordinates alone show it.
//!
//! | refused | source |
//! |---|---|
//! | a Normal Move or Advance that begins in Engagement Range, a move of the Movement phase that ends there | D-5 |
//! | such a move where no way to share the old places lets every model come that far | D-5 |
//! | a Fall Back that begins free, a base on another, a move that ends at enemy AIRCRAFT | D-5 |
//! | a charge beyond its roll, away from its targets or at others; a pile-in, consolidation or intervention beyond 3" or away from the enemy | D-10 |
//! | a move of less than the least Move | 001:1884; 000:289 |
//! | a move that is too long past terrain | D-15; 001:1809-1825 |

use adjutant_attack::GroupIndex;
use adjutant_core::numbers::Face;
use adjutant_core::say;
use adjutant_core::sentence::Sentence;
use adjutant_core::side::Player;
use adjutant_geometry::{Footprint, unit};

use super::desk::{self, Desk};
use crate::facts;
use crate::facts::fights;
use crate::facts::ways::{self, Ways};
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::{MissionRule, UnitKind};
use crate::state::table::{Standing, measured};
use crate::state::{Position, Unit};
use crate::terms::{AreaName, ModelPlace, MoveKind};

impl Desk<'_> {
    /// A move as far as models can go, that begins and ends where it may.
    pub(super) fn moves_fairly(
        &self,
        unit: &Unit,
        kind: MoveKind,
        position: &Position,
        roll: Option<&[Face]>,
    ) -> Result<(), Refusal> {
        self.ends_move_fairly(unit, position)?;
        let walks = matches!(kind, MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack);
        let declared = matches!(unit.position(), Some(Position::Declared(..)));
        self.placed(
            walks
                && declared
                && kind != MoveKind::FallBack
                && !self.is(UnitKind::Aircraft, unit)
                && facts::engaged(self.state, unit) == Some(true),
            || say!("{} is declared within Engagement Range of the enemy", unit.title()),
            "`fall-back`, or no move",
        )?;
        let Position::Models(new) = position else { return Ok(()) };
        if let (Some(Position::Models(old)), false) = (unit.position(), kind == MoveKind::Reposition) {
            self.not_too_far(unit, kind, (old, new), roll)?;
        }
        self.ends_beside_others(unit, kind, position)?;
        if !walks {
            return self.ends_closer(unit, kind, position);
        }
        let begins_free = self.enemies_at(unit) == Some(false);
        self.placed(
            kind == MoveKind::FallBack && begins_free && !self.state.law().falls_back,
            || say!("{} Falls Back, but no enemy is within Engagement Range", unit.title()),
            "a Normal Move or an Advance",
        )?;
        if self.is(UnitKind::Aircraft, unit) {
            return Ok(());
        }
        let Some((_, own)) = self.measures(position) else { return Ok(()) };
        let measured_before = matches!(unit.position(), Some(Position::Models(_)));
        if kind != MoveKind::FallBack && measured_before && facts::engaged(self.state, unit) == Some(true) {
            self.soft(
                RefusalCode::OutOfReach,
                say!("{} is within Engagement Range of the enemy", unit.title()),
                "`fall-back`, or no move",
            )?;
        }
        if facts::engaged_at(self.state, unit.player, own) == Some(true) {
            self.soft(
                RefusalCode::OutOfReach,
                say!("{} ends this move within Engagement Range of the enemy", unit.title()),
                say!("a place more than {} from enemies", self.state.law().measures.engaged),
            )?;
        }
        Ok(())
    }

    /// Whether a measured unit is within Engagement Range of any enemy, AIRCRAFT among them.
    fn enemies_at(&self, unit: &Unit) -> Option<bool> {
        let own = measured(unit)?;
        let reach = self.state.law().measures.engaged;
        facts::enemies_within_of(self.state, unit.player, own, reach, |_| true)
    }

    /// No base ends on another, nothing ends at enemy AIRCRAFT, and a charge ends at its targets only.
    fn ends_beside_others(&self, unit: &Unit, kind: MoveKind, position: &Position) -> Result<(), Refusal> {
        let Some((_, own)) = self.measures(position) else { return Ok(()) };
        let (models, engaged) = (&own.models, self.state.law().measures.engaged);
        let standing = || Player::BOTH.into_iter().flat_map(|player| self.state.on_battlefield(player));
        for other in standing().filter(|other| other.id != unit.id) {
            let Some(theirs) = measured(other) else { continue };
            let clear = self.state.law().measures.clear.filter(|_| other.player != unit.player && keeps_clear(kind));
            if let Some((clear, near)) = clear.filter(|_| self.state.is_under_law(2)) {
                self.placed(
                    own.is_within(near, theirs),
                    || say!("{} ends too near to {}", unit.title(), other.title()),
                    say!("a place {} or more from every enemy", clear),
                )?;
            }
            let far = own.bounds.is_beyond(engaged.along(), &theirs.bounds);
            let covered = !far && models.iter().any(|model| theirs.models.iter().any(|their| model.overlaps(their)));
            self.placed(covered, || say!("{} ends on {}", unit.title(), other.title()), "a place that is free")?;
            if other.player == unit.player {
                continue;
            }
            let charged = kind == MoveKind::Charge && self.charged(unit, other);
            if far && !charged {
                continue;
            }
            let forbidden = match kind {
                MoveKind::Charge => !charged,
                MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack | MoveKind::Run => {
                    self.is(UnitKind::Aircraft, other)
                }
                MoveKind::PileIn
                | MoveKind::Consolidate
                | MoveKind::Heroic
                | MoveKind::Reposition
                | MoveKind::Stationary => false,
            };
            let engaged = !far && unit::are_within(models, engaged, &theirs.models);
            self.placed(
                engaged && forbidden,
                || say!("{} ends within Engagement Range of {}", unit.title(), other.title()),
                say!("a place more than {} from it", self.state.law().measures.engaged),
            )?;
            let over = || unit::are_within(models, fights::reach(self.state, models, &theirs.models), &theirs.models);
            self.placed(
                charged && !engaged && !over(),
                || say!("{} does not end within Engagement Range of {}, which it charged", unit.title(), other.title()),
                say!("a place within {} of every target", self.state.law().measures.engaged),
            )?;
        }
        Ok(())
    }

    fn charged(&self, unit: &Unit, other: &Unit) -> bool {
        unit.acts.charge_targets.iter().any(|target| self.state.unit_at(*target).id == other.id)
    }

    /// Pile-ins, Consolidations and Heroic Interventions bring each model closer to the closest enemy model, as far as
    /// every enemy is measured.
    fn ends_closer(&self, moving: &Unit, kind: MoveKind, position: &Position) -> Result<(), Refusal> {
        if !matches!(kind, MoveKind::PileIn | MoveKind::Consolidate | MoveKind::Heroic) {
            return Ok(());
        }
        let (Some(Position::Models(old)), Position::Models(new)) = (moving.position(), position) else { return Ok(()) };
        let (Some(from), Some(to)) = (&old.measured, &new.measured) else { return Ok(()) };
        let enemies = || self.state.on_battlefield(moving.player.opponent());
        if old.groups != new.groups || !self.state.knows_army(moving.player.opponent()) {
            return Ok(());
        }
        let Some(enemies) = enemies().map(|enemy| Some(&measured(enemy)?.models)).collect::<Option<Vec<_>>>() else {
            return Ok(());
        };
        let nearest =
            |model: &Footprint| enemies.iter().flat_map(|models| models.iter()).map(|e| model.distance_to(e)).min();
        // On several floors the closest along the ground may not be the closest.
        let level = |model: &Footprint| {
            enemies.iter().flat_map(|models| models.iter()).all(|enemy| enemy.height() == model.height())
        };
        for (index, (before, after)) in from.models.iter().zip(&to.models).enumerate() {
            if before == after {
                continue;
            }
            self.placed(
                level(before) && level(after) && nearest(after) >= nearest(before),
                || say!("model {} of {} does not end closer to the closest enemy", index + 1, moving.title()),
                "a place closer to the closest enemy model",
            )?;
        }
        Ok(())
    }

    /// Refuses a model that is farther from every old place of its group than it can move.
    fn not_too_far(
        &self,
        unit: &Unit,
        kind: MoveKind,
        (old, new): (&Standing, &Standing),
        roll: Option<&[Face]>,
    ) -> Result<(), Refusal> {
        let advance = if kind == MoveKind::Advance { self.advance_thousandths(roll) } else { 0 };
        let fixed = match kind {
            MoveKind::Charge => Some(i64::from(unit.acts.charge_roll) * 1_000).filter(|reach| *reach > 0),
            MoveKind::PileIn | MoveKind::Consolidate | MoveKind::Heroic => {
                match self.state.law().measures.close_moves {
                    Some(reach) => Some(reach.thousandths_of_inch_rounded_down()),
                    None if kind == MoveKind::Consolidate && self.state.is_under_law(2) => {
                        let most = self.state.law().rolls.consolidate.map(|dice| i64::from(dice.most()));
                        let Some(inches) = roll.map(inches_of).or(most) else { return Ok(()) };
                        Some(inches * 1_000)
                    }
                    None => return Ok(()),
                }
            }
            MoveKind::Run => Some(roll.map_or(6_000, |roll| inches_of(roll) * 1_000)),
            MoveKind::FallBack if self.state.law().falls_back => match roll.filter(|_| self.state.is_under_law(2)) {
                Some(roll) => Some(inches_of(roll) * 1_000),
                None => return Ok(()),
            },
            // Through difficult terrain the highest die is all the way there is.
            MoveKind::Normal if roll.is_some_and(|roll| !roll.is_empty()) => {
                roll.and_then(|roll| roll.iter().map(|face| i64::from(face.get()) * 1_000).max())
            }
            MoveKind::Stationary => Some(0),
            MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack | MoveKind::Reposition => None,
        };
        if kind == MoveKind::Charge && fixed.is_none() {
            return Ok(());
        }
        self.moves_far_enough(unit, kind, (old, new))?;
        let charges = matches!(kind, MoveKind::Charge | MoveKind::PileIn | MoveKind::Consolidate | MoveKind::Heroic);
        let up = charges || !(self.state.law().measures.flies_up && self.is(UnitKind::Flying, unit));
        let soars = self.least_of_kind(unit).is_some();
        let moves = |group: GroupIndex| unit.groups[group].moves().filter(|_| !soars);
        let walked = |group: GroupIndex| moves(group).map(|moves| moves + advance);
        let ways = Ways::of(self.state, unit, kind, (old.measured.as_ref(), new.measured.as_ref()));
        let way = Way { ways, up };
        self.stays_within(unit, (old, new), &way, |group| fixed.or_else(|| walked(group)))
    }

    /// How far units like this one move at least, whatever their lists say; from law 2 on.
    fn least_of_kind(&self, unit: &Unit) -> Option<i64> {
        let row = self.state.law().measures.least_move.as_ref().filter(|_| self.state.is_under_law(2))?;
        unit.has_keyword(row.keyword.as_str()).then(|| i64::from(row.least_in.thousandths()))
    }

    /// Refuses places that are nearer than the least move of models, by any way to share the old ones.
    ///
    /// # Source
    /// 001:1884; 000:289.
    fn moves_far_enough(&self, unit: &Unit, kind: MoveKind, (old, new): (&Standing, &Standing)) -> Result<(), Refusal> {
        if !self.state.is_under_law(2) || !matches!(kind, MoveKind::Normal | MoveKind::Advance | MoveKind::Stationary) {
            return Ok(());
        }
        let of_kind = self.least_of_kind(unit);
        for (group, models) in unit.numbered_groups() {
            let Some(least) = of_kind.or(models.least_move()) else { continue };
            let (before, after) = (old.places_in(group), new.places_in(group));
            let gone = |to: usize, from: usize| {
                square(&old.places[before[from]], &new.places[after[to]], false) >= least * least
            };
            self.placed(
                facts::pairs::unreached(after.len(), before.len(), gone).is_some(),
                || say!("{} ends nearer than {}\" from where it was", unit.title(), inches(least)),
                say!("{}\" or more; off the board, `remove {} reserves`", inches(least), unit.id),
            )?;
        }
        Ok(())
    }

    /// Refuses places that the models of a group cannot all have come to, each from an old place of its own, as far as it
    /// may go in thousandths of an inch. Which model went where is not recorded: one way to share the places is enough.
    pub(super) fn stays_within(
        &self,
        unit: &Unit,
        (old, new): (&Standing, &Standing),
        way: &Way<'_>,
        reach: impl Fn(GroupIndex) -> Option<i64>,
    ) -> Result<(), Refusal> {
        // Difficult ground takes something off the move of all, unless everybody goes around it.
        let slowed = way.ways.as_ref().and_then(Ways::slowed_by);
        let tries: &[(i64, bool)] = match (slowed, way.ways.as_ref().is_some_and(Ways::may_be_slowed)) {
            (Some(_), _) => &[(ways::DIFFICULT, false)],
            (None, true) => &[(0, true), (ways::DIFFICULT, false)],
            (None, false) => &[(0, false)],
        };
        let mut found = None;
        for (less, around) in tries {
            let least = |group: GroupIndex| reach(group).map(|reach| (reach - less).max(0));
            let mut groups = unit.numbered_groups().filter_map(|(group, _)| Some((group, least(group)?)));
            let unfit = groups.find_map(|(group, reach)| self.unfit((old, new), group, reach, (way, *around)));
            let Some(unfit) = unfit else { return Ok(()) };
            found = found.or(Some(unfit));
        }
        found.map_or(Ok(()), |unfit| self.too_far(unit, &unfit, slowed))
    }

    /// Models of a group that cannot all have come where they stand, by any way to share the old places.
    fn unfit(
        &self,
        (old, new): (&Standing, &Standing),
        group: GroupIndex,
        reach: i64,
        (way, around): (&Way<'_>, bool),
    ) -> Option<Unfit> {
        let (before, after) = (old.places_in(group), new.places_in(group));
        let straight =
            |to: usize, from: usize| square(&old.places[before[from]], &new.places[after[to]], way.up) <= reach * reach;
        let past = |to: usize, from: usize| {
            let ways = way.ways.as_ref();
            ways.map_or(Ok(()), |ways| ways.is_within((before[from], after[to]), reach, around))
        };
        let near = |to: usize, from: usize| straight(to, from) && past(to, from).is_ok();
        let lost = |to: &usize| !before.is_empty() && !(0..before.len()).any(|from| near(*to, from));
        if let Some(to) = (0..after.len()).find(lost) {
            let piece = (0..before.len()).filter(|from| straight(to, *from)).find_map(|from| past(to, from).err());
            return Some(Unfit { model: Some(after[to] + 1), reach, piece });
        }
        let shared = self.state.is_under_law(2) && facts::pairs::unreached(after.len(), before.len(), near).is_some();
        shared.then_some(Unfit { model: None, reach, piece: None })
    }

    fn too_far(&self, unit: &Unit, unfit: &Unfit, slowed: Option<AreaName>) -> Result<(), Refusal> {
        let (title, far) = (unit.title(), inches(unfit.reach));
        let over = match (unfit.piece, slowed) {
            (Some(piece), _) => say!(", past {}", piece),
            (None, Some(piece)) => say!(", which is 2\" less over {}", piece),
            (None, None) => Sentence::default(),
        };
        let what = match unfit.model {
            Some(model) => {
                say!("model {} of {} ends farther than {}\" from where any such model was{}", model, title, far, over)
            }
            None => say!(
                "the models of {} cannot all have come there: however they went, one ends farther than {}\" from its place{}",
                title,
                far,
                over
            ),
        };
        self.soft(RefusalCode::OutOfReach, what, say!("at most {}\" of move", far))
    }

    /// What an Advance adds: its roll, as the mission counts it, or the most that it can where none was recorded.
    fn advance_thousandths(&self, roll: Option<&[Face]>) -> i64 {
        let rules = self.state.mission.iter().flat_map(|mission| &mission.rules);
        let least = rules.filter_map(|rule| match rule {
            MissionRule::AdvanceRolls { round, least, .. } if round.get().unsigned_abs() == self.state.round => {
                Some(least.get())
            }
            _ => None,
        });
        match roll {
            Some(roll) if !roll.is_empty() => i64::from(least.fold(desk::sum(roll), i32::max)) * 1_000,
            _ => self.state.law().rolls.advance.map_or(0, |dice| i64::from(dice.most()) * 1_000),
        }
    }
}

/// The square of the straight way from one place to another, with what is up and down or without it, in thousandths of
/// an inch.
fn square(from: &ModelPlace, to: &ModelPlace, up: bool) -> i64 {
    let x = i64::from(to.x.thousandths() - from.x.thousandths());
    let y = i64::from(to.y.thousandths() - from.y.thousandths());
    let height = |place: &ModelPlace| place.up.map_or(0, |up| i64::from(up.thousandths()));
    let z = if up { height(to) - height(from) } else { 0 };
    x * x + y * y + z * z
}

/// Whether a move keeps away from enemies, where the rules say how far.
fn keeps_clear(kind: MoveKind) -> bool {
    matches!(kind, MoveKind::Normal | MoveKind::Run | MoveKind::FallBack | MoveKind::Consolidate)
}

/// How many inches dice say.
fn inches_of(roll: &[Face]) -> i64 {
    roll.iter().map(|face| i64::from(face.get())).sum()
}

fn inches(thousandths: i64) -> String {
    let (whole, rest) = (thousandths / 1_000, thousandths % 1_000);
    if rest == 0 { whole.to_string() } else { format!("{whole}.{rest:03}").trim_end_matches('0').to_string() }
}

/// What the way of a move is measured by.
pub(super) struct Way<'a> {
    /// The terrain that may be in it.
    pub ways: Option<Ways<'a>>,
    /// Whether what is up and down counts.
    pub up: bool,
}

/// Models that cannot all have come where they stand.
struct Unfit {
    /// The one that is too far from every old place, counted from 1; none where they only cannot share them.
    model: Option<usize>,
    /// How far they may go, in thousandths of an inch.
    reach: i64,
    /// The terrain in its way.
    piece: Option<AreaName>,
}
