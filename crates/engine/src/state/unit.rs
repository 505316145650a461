//! A unit in the course of a battle.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_attack::{Change, Characteristic, GroupIndex, NumberLaw, Value, changed};
use adjutant_core::IndexVec;
use adjutant_core::ids::{ActionId, MarkerId, Name, UnitId};
use adjutant_core::sentence::Span;
use adjutant_core::side::Player;

use super::directory::UnitIndex;
use super::group::Group;
use super::table::{Standing, Table};
use super::whereabout::{Ground, Whereabout};
use crate::command::Until;
use crate::law::{Control, Law};
use crate::rules::MarkerIndex;
use crate::rules::UnitKind;
use crate::terms::{
    AreaName, BattlefieldRole, DamageRow, Declared, Deed, FightPlace, ModelPlace, Place, Psyker, RosterUnit, Spot,
    Strength, UnitStatus, Weapon,
};

/// A unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Whose.
    pub player: Player,
    /// Title of its datasheet.
    pub datasheet: Name,
    /// Its battlefield role.
    pub role: BattlefieldRole,
    /// Points that it cost.
    pub points: i32,
    /// Its Power Rating.
    pub power: i32,
    /// Keywords of the unit, its faction's among them.
    pub keywords: Arc<Vec<Name>>,
    /// Its models, alike ones together.
    pub groups: IndexVec<GroupIndex, Group>,
    /// Models when it came into the battle; of a unit with leaders, theirs among them.
    pub starting_strength: u32,
    /// The leaders that joined it before the battle, as long as it is one unit with any of them.
    pub led_by: Vec<UnitIndex>,
    /// How many models it can carry.
    pub transport_capacity: Option<u32>,
    /// What its datasheet lets it do in the Psychic phase, where the list says.
    pub psyker: Option<Psyker>,
    /// Names of the psychic powers that it knows; none where the list names none.
    pub powers: Vec<Name>,
    /// Whether it was paid from Reinforcement points during the battle.
    pub added: bool,
    /// Where it is.
    pub whereabouts: Whereabouts,
    /// Whether it may stay away past the deadline: it went into reserve after the battle began.
    pub exempt_from_deadline: bool,
    /// Whether it falls back until it regroups.
    pub falling_back: bool,
    /// Whether it is Battle-shocked.
    pub shock: Shock,
    /// Whether it was away when the units of its player took their Battle-shock tests.
    pub shock_missed: bool,
    /// What abilities change about it now, in the order in which they were recorded.
    pub effects: Vec<Lasting>,
    /// Whether it is a vehicle with lasting damage.
    pub damaged: bool,
    /// The battle round and turn in which its crew was last shaken, until the end of its player's next turn.
    pub shaken_in: Option<(u32, Player)>,
    /// The same, stunned.
    pub stunned_in: Option<(u32, Player)>,
    /// When it went to ground, until the end of its player's next turn.
    pub grounded_in: Option<(u32, Player)>,
    /// The phase in which its last die for going off was rolled, as a count of phases, and whether it did.
    pub explodes: Option<(u64, bool)>,
    /// Weapons that are shot once a battle, each time that one was.
    pub spent: Vec<Name>,
    /// Whether it comes onto the battlefield in the first Movement phase of its player.
    pub enters_first: bool,
    /// The unit that this transport was bought for.
    pub bought_for: Option<UnitId>,
    /// What it did this turn.
    pub acts: TurnActs,
    /// The group whose model had attacks allocated to it and lives, and the phase, as a count of phases.
    pub attacked: Option<(u64, GroupIndex)>,
    /// Where it was as this turn began, where the pack asks for it.
    pub began: Option<Arc<Whereabout>>,
    /// The action that it performs.
    pub action: Option<ActionInProgress>,
    /// The battle round in which it last attempted an action; 0 for never.
    pub action_round: u32,
}

/// What an ability changes about a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasting {
    /// The ability.
    pub why: Name,
    /// The changes of each characteristic.
    pub change: Arc<BTreeMap<Characteristic, Vec<Change>>>,
    /// When it lets the unit fight.
    pub fights: Option<FightPlace>,
    /// When it ends by itself.
    pub until: Option<Until>,
}

/// Whether a unit is Battle-shocked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shock {
    /// It is not.
    #[default]
    Steady,
    /// It had to test, and nobody said how the test went.
    Untested,
    /// It is.
    Shocked,
}

/// Where a unit is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// Not set up yet.
    Undeployed,
    /// On the battlefield.
    Battlefield(Position),
    /// In a transport.
    Embarked(UnitIndex),
    /// One with the unit that it leads: its models stand there.
    Attached(UnitIndex),
    /// In Strategic Reserves.
    Reserves,
    /// Set up elsewhere by a rule of its own.
    Elsewhere,
    /// Destroyed.
    Destroyed,
    /// Taken off without being destroyed, or grown into another unit.
    Removed,
}

/// What is known of where a unit stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Nothing.
    Unknown,
    /// The centre of every model, measured where the bases are known.
    Models(Arc<Standing>),
    /// What both players agree on, and how many models count for which marker where that was said.
    Declared(Arc<Declared>, Option<BTreeMap<MarkerId, u32>>),
}

impl Position {
    /// A place as the state keeps it, measured on a table.
    pub fn of(
        unit: &Unit,
        at: Option<&Place>,
        counts: Option<BTreeMap<MarkerId, u32>>,
        table: Option<&Table>,
    ) -> Position {
        match at {
            Some(Place::Models(places)) => Position::Models(Arc::new(Standing::new(unit, places, counts, table))),
            Some(Place::Declared(declared)) => Position::Declared(Arc::clone(declared), counts),
            None => Position::Unknown,
        }
    }
}

/// What a unit did this turn, and in this phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnActs {
    /// It used its move of the Movement phase: normal, Advance or Fall Back.
    pub moved: bool,
    /// It Advanced.
    pub advanced: bool,
    /// It Fell Back.
    pub fell_back: bool,
    /// It was said to stand still.
    pub stationary: bool,
    /// It ran.
    pub ran: bool,
    /// Its reserve roll of this turn, and whether it brings the unit in.
    pub reserve_roll: Option<bool>,
    /// It came from reserve.
    pub arrived: bool,
    /// The phase in which it came, as a count of phases: units may be added before the Movement phase.
    pub arrived_in_phase: u64,
    /// It came in the Reinforcements step, after all moves of its army.
    pub reinforced: bool,
    /// It left the battlefield.
    pub left: bool,
    /// It got into a transport.
    pub embarked: bool,
    /// It got out of a transport.
    pub disembarked: bool,
    /// That transport was destroyed.
    pub wrecked: bool,
    /// It declared a charge.
    pub charged: bool,
    /// Whom it charged.
    pub charge_targets: Vec<UnitIndex>,
    /// How far its charge roll carries it, in inches.
    pub charge_roll: u32,
    /// Its last charge failed.
    pub charge_failed: bool,
    /// It intervened heroically.
    pub intervened: bool,
    /// The phase in which it last fought, as a count of phases; 0 for never.
    pub fought_in_phase: u64,
    /// The record by which it did.
    pub fought_in_record: u64,
    /// For which markers its models were said to count.
    pub counts: Option<BTreeMap<MarkerId, u32>>,
    /// It may do nothing: it was too large for where it was set up.
    pub oversize: bool,
    /// The phase in which it last made ranged attacks, as a count of phases; 0 for never.
    pub shot_in_phase: u64,
    /// The phase in which it last took a Morale test.
    pub morale_in_phase: u64,
    /// The phase in which it last took a Battle-shock test.
    pub shock_in_phase: u64,
    /// The phase in which its models last took Desperate Escape tests.
    pub escape_in_phase: u64,
    /// Models lost this turn.
    pub models_lost: u32,
    /// In which phase dice were thrown for weapons that get hot, and how many of them have yet to be saved from.
    pub hot: (u64, u32),
    /// Psychic powers attempted this turn.
    pub casts: u32,
    /// It started an action this turn.
    pub started_action: bool,
    /// It attempted a psychic action this turn.
    pub attempted_psychic_action: bool,
    /// Attempts to deny this turn.
    pub denies: u32,
    /// Whether what it shot keeps it from charging this turn.
    pub shot_too_much: bool,
    /// What a Stratagem forbids it for the rest of the turn.
    pub forbidden: Vec<Deed>,
}

/// An action under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionInProgress {
    /// The action.
    pub action: ActionId,
    /// The marker that it is about.
    pub marker: Option<MarkerIndex>,
    /// The spot that it is about.
    pub spot: Option<Spot>,
    /// What else it is about.
    pub aim: Aim,
    /// The phase in which it started, as a count of phases.
    pub started_in_phase: u64,
}

/// What an action is about beside a marker or a spot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aim {
    /// The area.
    pub area: Option<AreaName>,
    /// The unit.
    pub target: Option<UnitIndex>,
    /// The place whose token it takes off.
    pub takes: Option<Ground>,
}

impl Unit {
    /// The unit of a roster, before the battle.
    pub fn from_roster(unit: &RosterUnit, player: Player, warlord: Option<&Name>) -> Unit {
        let groups: IndexVec<_, Group> = unit.models.iter().map(|group| Group::from_roster(group, warlord)).collect();
        let starting_strength = groups.iter().map(|g| g.models).sum();
        let mut unit = Unit {
            id: unit.id.clone(),
            player,
            datasheet: unit.datasheet.clone(),
            role: unit.role,
            points: unit.points.get(),
            power: unit.power.get(),
            keywords: Arc::new(unit.keywords.iter().chain(&unit.faction_keywords).cloned().collect()),
            groups,
            starting_strength,
            led_by: Vec::new(),
            transport_capacity: unit.transport_capacity.map(|c| c.get().unsigned_abs()),
            psyker: unit.psyker,
            powers: unit.psychic_powers.clone(),
            added: false,
            whereabouts: Whereabouts::Undeployed,
            exempt_from_deadline: false,
            falling_back: false,
            shock: Shock::Steady,
            shock_missed: false,
            effects: Vec::new(),
            damaged: false,
            shaken_in: None,
            stunned_in: None,
            grounded_in: None,
            explodes: None,
            spent: Vec::new(),
            enters_first: false,
            bought_for: unit.bought_for.clone(),
            acts: TurnActs::default(),
            attacked: None,
            began: None,
            action: None,
            action_round: 0,
        };
        unit.note_warlord_keyword();
        unit
    }

    /// A list may say who leads by the keyword alone.
    fn note_warlord_keyword(&mut self) {
        let has = |keywords: &[Name]| keywords.iter().any(|k| k.as_str() == "WARLORD");
        if self.groups.iter().any(|g| g.warlord) {
            return;
        }
        if let Some(group) = self.groups.iter_mut().find(|g| has(&g.printed.keywords)) {
            group.warlord = true;
        } else if has(&self.keywords)
            && let Some(group) = self.groups.iter_mut().min_by_key(|g| g.models)
        {
            group.warlord = true;
        }
    }

    /// Models left.
    pub fn models(&self) -> u32 {
        self.groups.iter().map(|g| g.models).sum()
    }

    /// Whether its list says a Leadership, so that dice say what comes of a test.
    pub fn knows_leadership(&self) -> bool {
        self.groups.iter().any(|group| group.models > 0 && group.leadership.is_some())
    }

    /// Its one model that is left, with the row of its datasheet that tells of it as it is hurt.
    pub fn hurt_model(&self) -> Option<(&Group, &DamageRow)> {
        let mut alive = self.groups.iter().filter(|group| group.models > 0);
        let (Some(only), None) = (alive.next(), alive.next()) else { return None };
        Some((only, only.damage_row()?))
    }

    /// The highest Leadership of its models as it is now; `None` where no list says any.
    pub fn highest_leadership(&self, law: Option<&NumberLaw>) -> Option<i32> {
        let printed = self.groups.iter().filter(|group| group.models > 0).filter_map(|group| group.leadership).max();
        printed.map(|printed| self.now(law, Characteristic::Leadership, printed))
    }

    /// Whether so little of it is left; wounds tell of a unit that began as one model.
    ///
    /// # Source
    /// `docs/rules/editions.md`, 000-5.
    pub fn is_at(&self, strength: Strength) -> bool {
        let (left, of) = if self.starting_strength == 1 {
            let standing = self.groups.iter().filter(|group| group.models > 0);
            let left = standing.map(|group| group.wounds.saturating_sub(group.hurt)).sum();
            (left, self.groups.iter().map(|group| group.wounds).max().unwrap_or(0))
        } else {
            (self.models(), self.starting_strength)
        };
        match strength {
            Strength::BelowStarting => left < of,
            Strength::BelowHalf => left * 2 < of,
            Strength::AtHalf => left * 2 <= of,
        }
    }

    /// Whether it made a charge this turn.
    pub fn has_charged(&self) -> bool {
        self.acts.charged && !self.acts.charge_failed
    }

    /// Whether its list gives a model that is left an Assault weapon.
    pub fn has_assault_weapons(&self) -> bool {
        self.groups.iter().any(|group| group.models > 0 && group.guns.is_some_and(|guns| guns.assault))
    }

    /// Whether it is neither destroyed nor taken off.
    pub fn alive(&self) -> bool {
        !matches!(self.whereabouts, Whereabouts::Destroyed | Whereabouts::Removed)
    }

    /// Whether it stands on the battlefield.
    pub fn is_on_battlefield(&self) -> bool {
        matches!(self.whereabouts, Whereabouts::Battlefield(_))
    }

    /// What is known of where it stands, if it is on the battlefield.
    pub fn position(&self) -> Option<&Position> {
        match &self.whereabouts {
            Whereabouts::Battlefield(position) => Some(position),
            _ => None,
        }
    }

    /// The groups that decide what the unit is: those with models left; once none is left, all that it had.
    pub fn counting_groups(&self) -> impl Iterator<Item = &Group> + Clone {
        let destroyed = self.models() == 0;
        self.groups.iter().filter(move |group| destroyed || group.models > 0)
    }

    /// Whether the unit has a keyword now, by itself or by any model that it has left; a destroyed unit has those that
    /// it came with.
    ///
    /// # Source
    /// `docs/rules/battle.md`, D-4: a unit has a keyword while it has a model with it.
    pub fn has_keyword(&self, keyword: &str) -> bool {
        self.keywords.iter().any(|k| k.as_str() == keyword)
            || self.counting_groups().any(|group| group.has_keyword(keyword))
    }

    /// Whether it is of a kind now, by the models that it has left.
    pub fn is(&self, law: &Law, kind: UnitKind) -> bool {
        self.has_any_keyword(law.keywords_of(kind))
    }

    /// Whether it has one of some keywords.
    pub fn has_any_keyword(&self, keywords: &[Name]) -> bool {
        keywords.iter().any(|keyword| self.has_keyword(keyword.as_str()))
    }

    /// Whether the models of a group are of a kind.
    pub fn group_is(&self, law: &Law, kind: UnitKind, group: GroupIndex) -> bool {
        law.keywords_of(kind).iter().any(|word| self.group_has_keyword(group, word.as_str()))
    }

    /// Whether it never counts for a marker.
    pub fn never_counts(&self, law: &Control) -> bool {
        law.never_roles.contains(&self.role) || self.has_any_keyword(&law.never_keywords)
    }

    /// Whether the unit had a keyword when it was mustered, by itself or by any of its models.
    pub fn was_mustered_with(&self, keyword: &str) -> bool {
        let mut own = self.groups.iter().filter(|group| group.part.is_none());
        self.keywords.iter().any(|k| k.as_str() == keyword) || own.any(|g| g.has_keyword(keyword))
    }

    /// Whether the models of a group have a keyword; those of a leader have the leader's, not the unit's that it joined.
    pub fn group_has_keyword(&self, group: GroupIndex, keyword: &str) -> bool {
        let group = &self.groups[group];
        if keyword == "WARLORD" {
            return group.warlord;
        }
        let unit = if group.part.is_some() { &[][..] } else { self.keywords.as_slice() };
        unit.iter().chain(&group.printed.keywords).any(|k| k.as_str() == keyword)
    }

    /// The group of a name.
    pub fn group(&self, name: &Name) -> Option<GroupIndex> {
        self.groups.find(|g| g.name == *name)
    }

    /// The groups with their places, in the order of the roster.
    pub fn numbered_groups(&self) -> impl Iterator<Item = (GroupIndex, &Group)> {
        self.groups.numbered()
    }

    /// What the list says of a weapon, once for each group of models that bears it.
    pub fn weapons<'a>(&'a self, name: &'a Name) -> impl Iterator<Item = &'a Weapon> {
        let borne = self.groups.iter().flat_map(|group| &group.printed.weapons);
        borne.filter(move |borne| borne.is_called(name))
    }

    /// The groups that have models left.
    pub fn living_groups(&self) -> impl Iterator<Item = GroupIndex> {
        self.numbered_groups().filter(|(_, group)| group.models > 0).map(|(index, _)| index)
    }

    /// What abilities change about a characteristic of its models now.
    pub fn changes_of(&self, characteristic: Characteristic) -> Vec<Change> {
        let of = |lasting: &Lasting| lasting.change.get(&characteristic).cloned().unwrap_or_default();
        self.effects.iter().flat_map(of).collect()
    }

    /// A characteristic of its models as it is now, by what its list prints.
    pub fn now(&self, law: Option<&NumberLaw>, characteristic: Characteristic, printed: i32) -> i32 {
        if self.effects.is_empty() {
            return printed;
        }
        let Some(law) = law else { return printed };
        match changed(law, characteristic, Value::Number(printed), &self.changes_of(characteristic), &[]) {
            Ok(Value::Number(number)) => number,
            _ => printed,
        }
    }

    /// Models left of a leader that joined it, or of the unit itself without its leaders.
    pub fn models_of(&self, leader: Option<UnitIndex>) -> u32 {
        let own = |group: &&Group| group.part.map(|part| part.unit) == leader;
        self.groups.iter().filter(own).map(|group| group.models).sum()
    }

    /// What it is without the leaders that joined it.
    fn without_leaders(&self, units: &IndexVec<UnitIndex, Unit>) -> Cow<'_, Unit> {
        if self.led_by.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut alone = self.clone();
        alone.groups.retain(|group| group.part.is_none());
        alone.starting_strength = self.own_strength(units);
        alone.led_by.clear();
        Cow::Owned(alone)
    }

    /// Its Starting Strength without the leaders that joined it.
    pub fn own_strength(&self, units: &IndexVec<UnitIndex, Unit>) -> u32 {
        let leaders: u32 = self.led_by.iter().map(|leader| units[*leader].starting_strength).sum();
        self.starting_strength.saturating_sub(leaders)
    }

    /// What a unit of the list is by itself: a leader without the unit that it joined, that unit without its leaders.
    pub(super) fn by_itself(units: &IndexVec<UnitIndex, Unit>, index: UnitIndex) -> Cow<'_, Unit> {
        let unit = &units[index];
        let Whereabouts::Attached(whole) = unit.whereabouts else { return unit.without_leaders(units) };
        let whole = &units[whole];
        let mut leader = unit.clone();
        for (group, part) in whole.groups.iter().filter_map(|group| Some((group, group.part?))) {
            if part.unit == index {
                let own = &mut leader.groups[part.group];
                (own.models, own.lost, own.hurt) = (group.models, group.lost, group.hurt);
            }
        }
        leader.whereabouts = whole.whereabouts.clone();
        Cow::Owned(leader)
    }

    /// Where the models of a leader that joined it stand, or its own without any leader; none where coordinates do not tell.
    pub(crate) fn places_of(&self, leader: Option<UnitIndex>) -> Option<Vec<ModelPlace>> {
        let Some(Position::Models(standing)) = self.position() else { return None };
        let whose = |at: usize| self.groups[standing.groups[at]].part.map(|part| part.unit);
        Some((0..standing.places.len()).filter(|at| whose(*at) == leader).map(|at| standing.places[at]).collect())
    }

    /// Where it is, as the view names it.
    pub fn status(&self) -> UnitStatus {
        match self.whereabouts {
            Whereabouts::Battlefield(_) => UnitStatus::Battlefield,
            Whereabouts::Embarked(_) => UnitStatus::Embarked,
            Whereabouts::Attached(_) => UnitStatus::Attached,
            Whereabouts::Undeployed => UnitStatus::Undeployed,
            Whereabouts::Reserves => UnitStatus::Reserves,
            Whereabouts::Elsewhere => UnitStatus::Elsewhere,
            Whereabouts::Destroyed => UnitStatus::Destroyed,
            Whereabouts::Removed => UnitStatus::Removed,
        }
    }

    /// Its id and datasheet, for sentences.
    pub fn title(&self) -> Span {
        Span::Unit { id: self.id.clone(), datasheet: Some(self.datasheet.clone()) }
    }
}
