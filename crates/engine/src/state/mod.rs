//! The state of a match: what its records say happened, and nothing that could be computed from that.

mod counting;
mod directory;
mod group;
mod mark;
mod marked;
mod marker;
mod past;
mod player;
mod step;
pub mod table;
mod unit;
mod whereabout;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use adjutant_core::IndexVec;
use adjutant_core::chain::Hash;
use adjutant_core::ids::{ActionId, MarkerId, MissionId, Name, ObjectiveId, UnitId};
use adjutant_core::numbers::AwardNumber;
use adjutant_core::side::{BySide, Player, Winner};

use crate::command::Open;
use crate::law::{ColumnIndex, ColumnSource, Law, Pack};
use crate::rules::{MarkerIndex, Mission, MissionRule, Objective};
use crate::terms::{Disposition, Phase, Piece, Status};
use directory::Directory;

pub use crate::terms::Banner;
pub use directory::UnitIndex;
pub use group::{Group, Guns, Part};
pub use mark::{Mark, Remembered, Striker};
pub use marker::MarkerState;
pub use past::{
    AwardEntry, Clash, Completion, Destruction, Judged, Missed, OpenNeed, PowerUse, RuleNamed, StratagemUse,
};
pub use player::{Hand, Secret, SideState};
pub use step::Step;
pub use unit::{ActionInProgress, Aim, Lasting, Position, Shock, TurnActs, Unit, Whereabouts};
pub use whereabout::{Ground, Held, Whereabout};

/// Everything that the records of a match say.
#[derive(Clone, Debug)]
pub struct State {
    /// Number of the record that is being folded.
    pub seq: u64,
    /// Hash of the record before, in a chained log.
    pub head: Option<Hash>,
    /// How far the match is.
    pub status: Status,
    /// Whether a sealed seed of the dice has been opened.
    pub unsealed: bool,
    /// Whether an effect was ever recorded.
    pub effects_began: bool,
    /// What `open` fixed.
    pub open: Option<Arc<Open>>,
    /// The pack that it is played under.
    pub pack: Option<Arc<Pack>>,
    /// The mission.
    pub mission: Option<Arc<Mission>>,
    /// The set-up of each player.
    pub sides: BySide<SideState>,
    /// Who attacks.
    pub attacker: Option<Player>,
    /// Who has the first turn of every round.
    pub first: Option<Player>,
    /// The battle round, from 1; 0 before the battle.
    pub round: u32,
    /// Whose turn it is.
    pub active: Player,
    /// The phase.
    pub phase: Phase,
    /// All units, in the order in which they came into the match.
    pub units: IndexVec<UnitIndex, Unit>,
    /// Where each id stands in `units`.
    pub(crate) unit_index: Directory,
    /// The markers, in the order of the mission.
    pub markers: IndexVec<MarkerIndex, MarkerState>,
    /// How many objectives the players place, once it is known.
    pub markers_due: Option<u32>,
    /// Who set up the last unit, where units are set up in turn.
    pub last_set_up: Option<Player>,
    /// The markers that were moved before the battle, in order.
    pub moved_markers: Vec<MarkerIndex>,
    /// The measured table, once there is a mission that can be measured.
    pub table: Option<Arc<table::Table>>,
    /// What is remembered beside how things stand.
    pub remembered: Remembered,
    /// Every destruction, in order.
    pub destructions: Vec<Destruction>,
    /// Who fought whom in this phase, and the wounds that it caused, where the rules compare them.
    pub clashes: Vec<Clash>,
    /// Every completed action, in order.
    pub completions: Vec<Completion>,
    /// Actions started this battle round.
    pub actions_this_round: Vec<(Player, ActionId, UnitIndex)>,
    /// Psychic powers attempted this battle round.
    pub powers_this_round: Vec<PowerUse>,
    /// Roll-offs before the battle and in it: what each decided, in lower case, and who won.
    pub roll_offs: Vec<(String, Player)>,
    /// What is rolled once: the word, the round and the record of each roll that stands.
    pub rolled: Vec<(&'static str, u32, u64)>,
    /// Stratagems used: by whom, which, and the phase count at that time.
    pub stratagems: Vec<StratagemUse>,
    /// Every award, in order.
    pub awards: Vec<AwardEntry>,
    /// Awards that wait for somebody's word.
    pub needs: Vec<OpenNeed>,
    /// Awards whose moment has passed unanswered.
    pub missed: Vec<Missed>,
    /// The record with which the claims of the phase before were closed.
    pub window_since: u64,
    /// Who has accepted the log after the battle's end.
    pub signed: BySide<bool>,
    /// Awards judged since the last `end-phase`, with what the facts gave.
    pub judged: Vec<Judged>,
    /// Orders chosen for moments to come.
    pub orders: Vec<(Name, Vec<Name>)>,
    /// What falls due now, in order.
    pub agenda: VecDeque<Step>,
    /// How many phases have been begun.
    pub phase_count: u64,
    /// The banners that stood when the first phase of a turn began, while it lasts and no model has gone, come or moved
    /// in it (law 2).
    pub banners_before: Option<IndexVec<MarkerIndex, BySide<Banner>>>,
    /// Whether the rest of the turn ends by itself.
    pub ending_turn: bool,
    /// Who gave up.
    pub conceded: Option<Player>,
    /// The winner by a rule of the ruleset that ends or decides the battle, and the name of that rule.
    pub decided: Option<(Player, Name)>,
    /// Whether a die has to tell if the battle goes on.
    pub length_asked: bool,
    /// What a judge decided about the winner.
    pub ruled_winner: Option<Winner>,
    /// Rules of the armies' own that records named in `under`, in order.
    pub rules_named: Vec<RuleNamed>,
}

impl State {
    /// A match before its first record.
    pub fn new() -> State {
        State {
            seq: 0,
            head: None,
            status: Status::Setup,
            unsealed: false,
            effects_began: false,
            open: None,
            pack: None,
            mission: None,
            sides: BySide::default(),
            attacker: None,
            first: None,
            round: 0,
            active: Player::One,
            phase: Phase::default(),
            units: IndexVec::default(),
            unit_index: Directory::default(),
            markers: IndexVec::default(),
            markers_due: None,
            last_set_up: None,
            moved_markers: Vec::new(),
            table: None,
            remembered: Remembered::default(),
            destructions: Vec::new(),
            clashes: Vec::new(),
            completions: Vec::new(),
            actions_this_round: Vec::new(),
            powers_this_round: Vec::new(),
            roll_offs: Vec::new(),
            rolled: Vec::new(),
            stratagems: Vec::new(),
            awards: Vec::new(),
            needs: Vec::new(),
            missed: Vec::new(),
            window_since: 0,
            signed: BySide::default(),
            judged: Vec::new(),
            orders: Vec::new(),
            agenda: VecDeque::new(),
            phase_count: 0,
            banners_before: None,
            ending_turn: false,
            conceded: None,
            decided: None,
            length_asked: false,
            ruled_winner: None,
            rules_named: Vec::new(),
        }
    }

    /// Builds the table anew and measures every unit on it.
    pub(crate) fn set_table(&mut self) {
        let table = self
            .mission
            .as_ref()
            .and_then(|mission| table::Table::of(self.law(), mission, &self.markers).ok())
            .map(Arc::new);
        for index in self.units.numbers() {
            if let Some(Position::Models(standing)) = self.units[index].position() {
                let mut standing = Arc::clone(standing);
                Arc::make_mut(&mut standing).measure(&self.units[index], table.as_deref());
                self.units[index].whereabouts = Whereabouts::Battlefield(Position::Models(standing));
            }
        }
        self.table = table;
    }

    /// The pieces of terrain: those of the mission's layout, then those that the players added.
    pub fn terrain(&self) -> &[Piece] {
        self.mission.as_ref().map_or(&[], |mission| &mission.terrain)
    }

    /// Whether terrain can still be laid: behind the mission, before any unit is set up.
    pub fn takes_terrain(&self) -> bool {
        self.mission.is_some() && !self.units.iter().any(|unit| unit.position().is_some())
    }

    /// The first name such as `t1` that no piece of terrain has.
    pub fn next_piece(&self) -> String {
        let taken = |name: &str| self.terrain().iter().any(|piece| piece.id.as_str() == name);
        (1..).map(|number| format!("t{number}")).find(|name| !taken(name)).unwrap_or_default()
    }

    /// The unit of an id.
    pub fn unit(&self, id: &UnitId) -> Option<(UnitIndex, &Unit)> {
        let index = self.unit_index.get(id.as_str())?;
        Some((index, &self.units[index]))
    }

    /// The units that bear their ids now, in the order in which they came: none that was split, or became part of another.
    pub fn current_units(&self) -> impl Iterator<Item = (UnitIndex, &Unit)> {
        self.units.numbered().filter(|(at, unit)| self.unit_index.get(unit.id.as_str()) == Some(*at))
    }

    /// The unit at an index.
    pub fn unit_at(&self, index: UnitIndex) -> &Unit {
        &self.units[index]
    }

    /// Whether leaders join units, and leave them, in the Movement phases of a battle; from law 2 on.
    pub fn joins_in_battle(&self) -> bool {
        self.is_under_law(2) && self.law().attached.is_some_and(|law| law.in_battle)
    }

    /// What a unit of a list is by itself: a leader without the unit that it joined, that unit without its leaders.
    pub fn by_itself(&self, index: UnitIndex) -> Cow<'_, Unit> {
        Unit::by_itself(&self.units, index)
    }

    /// The marker of an id, with its place in the mission.
    pub fn marker(&self, id: &MarkerId) -> Option<(MarkerIndex, &MarkerState)> {
        self.numbered_markers().find(|(_, marker)| marker.id == *id)
    }

    /// The markers with their places, in the order of the mission.
    pub fn numbered_markers(&self) -> impl Iterator<Item = (MarkerIndex, &MarkerState)> {
        self.markers.numbered()
    }

    /// The markers that lie on the battlefield, with their places.
    pub fn lying_markers(&self) -> impl Iterator<Item = (MarkerIndex, &MarkerState)> {
        self.numbered_markers().filter(|(_, marker)| marker.on_battlefield)
    }

    /// The units of a player that are neither destroyed nor taken off.
    pub fn living(&self, player: Player) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.player == player && unit.alive())
    }

    /// The units of a player on the battlefield.
    pub fn on_battlefield(&self, player: Player) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.player == player && unit.is_on_battlefield())
    }

    /// Whether the army of a player is known.
    pub fn knows_army(&self, player: Player) -> bool {
        self.sides[player].roster.is_some()
    }

    /// Whether a player has models left in the army, or may have.
    pub fn has_models(&self, player: Player) -> bool {
        self.conceded != Some(player) && (!self.knows_army(player) || self.living(player).next().is_some())
    }

    /// Who sets up the next unit, where units are set up in turn; `None` where either player may, because the first is
    /// still to come or the turn may go to a unit that stays off the battlefield.
    pub fn sets_up_next(&self) -> Option<Player> {
        let next = self.last_set_up.filter(|_| self.law().deploys_in_turn)?.opponent();
        let waits = self.living(next).any(|unit| unit.whereabouts == Whereabouts::Undeployed);
        match (waits, self.units_to_set_up_away(next) > 0) {
            (true, false) => Some(next),
            (true, true) => None,
            (false, _) => Some(next.opponent()),
        }
    }

    /// Units off the battlefield that have not taken a turn to be set up yet; passengers go with their transport.
    fn units_to_set_up_away(&self, player: Player) -> usize {
        let away = |unit: &&Unit| matches!(unit.whereabouts, Whereabouts::Reserves | Whereabouts::Elsewhere);
        self.living(player).filter(away).count().saturating_sub(self.sides[player].set_up_away)
    }

    /// The most that the objective of a column brings, where it is of the player's own book.
    pub fn own_cap(&self, player: Player, column: ColumnIndex) -> Option<i32> {
        match self.law().columns.get(column.0)?.from {
            ColumnSource::Choice(number) => *self.sides[player].own_caps.get(number)?,
            ColumnSource::Primary | ColumnSource::Fixed(_) | ColumnSource::Cards => None,
        }
    }

    /// Whether the log is judged by the law of this number or a later one; one that names none is older than the numbers.
    pub fn is_under_law(&self, number: i32) -> bool {
        self.open.as_ref().and_then(|open| open.law).is_some_and(|law| law.get() >= number)
    }

    /// The number that a claim has to name for this question to be meant: none where its objective asks only once at
    /// this moment, and in logs of older laws, whose claims name none.
    pub fn named_award(&self, need: &OpenNeed) -> Option<AwardNumber> {
        let twin = |other: &&OpenNeed| {
            (other.player, other.moment, other.round) == (need.player, need.moment, need.round)
                && other.objective == need.objective
                && other.award != need.award
        };
        let mut asked = self.needs.iter().chain(self.missed.iter().map(|missed| &missed.need));
        asked.find(twin).filter(|_| self.is_under_law(2)).and_then(|_| need.number())
    }

    /// The law that the match is played under; an empty one before it is opened.
    pub fn law(&self) -> &Law {
        self.pack.as_ref().map_or_else(|| Law::none(), |pack| &pack.law)
    }

    /// The objectives of a player with the numbers of their columns, in the order of the columns: of cards, those that
    /// are active.
    pub fn objectives(&self, player: Player) -> impl Iterator<Item = (ColumnIndex, &Arc<Objective>)> {
        self.objectives_from(player, |_| true)
    }

    /// Those of [`State::objectives`] that stand in some columns.
    pub fn objectives_from(
        &self,
        player: Player,
        keep: impl Fn(&ColumnSource) -> bool,
    ) -> impl Iterator<Item = (ColumnIndex, &Arc<Objective>)> {
        let cards = self.sides[player].cards.active.as_slice();
        let of = move |source: &ColumnSource| match source {
            ColumnSource::Primary => (self.primary(player), &[][..]),
            ColumnSource::Choice(index) => {
                (self.sides[player].secondaries.as_ref().and_then(|chosen| chosen.get(*index)), &[][..])
            }
            ColumnSource::Fixed(id) => (self.pack.as_ref().and_then(|pack| pack.objectives.get(id)), &[][..]),
            ColumnSource::Cards => (None, cards),
        };
        let columns = self.law().columns.numbered().filter(move |(_, row)| keep(&row.from));
        columns.flat_map(move |(column, row)| {
            let (one, many) = of(&row.from);
            one.into_iter().chain(many).map(move |objective| (column, objective))
        })
    }

    /// The primary objective of a player.
    pub fn primary(&self, player: Player) -> Option<&Arc<Objective>> {
        self.pack.as_ref()?.objectives.get(self.mission.as_ref()?.primary_of(self.disposition(player))?)
    }

    /// What an army is bent on: as it was recorded, or as its list says.
    pub fn disposition(&self, player: Player) -> Option<Disposition> {
        let side = &self.sides[player];
        side.disposition.or_else(|| side.roster.as_ref()?.disposition)
    }

    /// The objective of that id, if the player plays for it, with its column; cards that have left count too.
    pub fn objective(&self, player: Player, id: &ObjectiveId) -> Option<(ColumnIndex, &Arc<Objective>)> {
        let gone = self.sides[player].cards.discarded.iter();
        let column = self.law().column_of(&ColumnSource::Cards);
        let gone = gone.filter_map(|card| Some((column?, card)));
        self.objectives(player).chain(gone).find(|(_, objective)| objective.id == *id)
    }

    /// The rule of the mission by which few units start on the battlefield.
    pub fn few_deploy(&self) -> Option<&MissionRule> {
        let rules = self.mission.iter().flat_map(|mission| &mission.rules);
        rules.into_iter().find(|rule| matches!(rule, MissionRule::FewDeploy { .. }))
    }

    /// Points that both armies are chosen to: as agreed, or those of the battle size.
    pub fn points_limit(&self) -> i32 {
        let Some(open) = &self.open else { return 0 };
        let of_size =
            || self.pack.as_ref().and_then(|pack| pack.file.sizes.get(&open.size)).map(|size| size.points.get());
        open.points.map(|points| points.get()).or_else(of_size).unwrap_or(0)
    }

    /// Id of the mission.
    pub fn mission_id(&self) -> Option<&MissionId> {
        self.mission.as_ref().map(|mission| &mission.id)
    }
}

impl Default for State {
    fn default() -> Self {
        State::new()
    }
}
