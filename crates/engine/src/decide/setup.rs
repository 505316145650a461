//! Commands of the set-up.

use std::sync::Arc;

use adjutant_core::ids::{Name, UnitId};
use adjutant_core::numbers::{Face, Whole};
use adjutant_core::reliance::LAW;
use adjutant_core::say;
use adjutant_core::sentence::{Sentence, typed};
use adjutant_core::side::Player;

use super::desk::{Decision, Desk, refuse};
use super::secondaries::wants_mark;
use crate::command::{Open, PlayerCard};
use crate::dice::{Scatter, spelt};
use crate::event::Event;
use crate::law::Packs;
use crate::refusal::{Refusal, RefusalCode};
use crate::rules::muster::CpLedger;
use crate::rules::{MissionRule, PlacedMarkers, Required, ZoneBy};
use crate::state::{State, Unit};
use crate::terms::{MapSide, Roster, Status, TimedMoment};

pub(super) fn open(packs: &Packs, open: &Open) -> Decision {
    let Some(pack) = packs.find(&open.pack, open.rules) else {
        return no_such_pack(packs, open);
    };
    if let Some(law) = open.law.filter(|law| law.get() > LAW) {
        return refuse(
            RefusalCode::Newer,
            say!("this log is judged by law {}; this program knows law {}", law, LAW),
            "a newer program",
        );
    }
    if open.dice.as_ref().is_some_and(|dice| dice.seed.is_some() == dice.sealed.is_some()) {
        return refuse(
            RefusalCode::BadValue,
            "digital dice come from one seed, open or sealed",
            "`seed` or `sealed`, one of them",
        );
    }
    let sealed = !open.names.is_open();
    let tells = |card: &PlayerCard| card.name.digest().is_some() != sealed || (sealed && card.team.is_some());
    if tells(&open.players.one) || tells(&open.players.two) {
        return match sealed {
            true => refuse(RefusalCode::BadValue, "a name in a log whose names are sealed", "a `digest`, and no team"),
            false => refuse(RefusalCode::BadValue, "a sealed name in a log whose names are open", "a name"),
        };
    }
    if !pack.file.sizes.contains_key(&open.size) {
        let sizes: Vec<&str> = pack.file.sizes.keys().map(|size| size.as_str()).collect();
        return refuse(
            RefusalCode::BadValue,
            say!("pack {} has no battle size {}", pack.file.id, open.size.as_str()),
            say!("one of {}", sizes.join(" ")),
        );
    }
    Ok(vec![Event::Opened { open: Arc::new(open.clone()), pack: Arc::clone(pack) }])
}

/// Both go on under another law: that of this program, from an older one.
pub(super) fn law(state: &State, law: i32) -> Decision {
    let named = state.open.as_ref().and_then(|open| open.law);
    if let Some(named) = named.filter(|named| named.get() >= law) {
        return refuse(RefusalCode::AlreadyDone, say!("law {} judges this match already", named), "nothing more");
    }
    if law != LAW {
        return refuse(
            RefusalCode::BadValue,
            say!("this program knows law {}, not {}", LAW, law),
            say!("`law {}`", LAW),
        );
    }
    Ok(vec![Event::LawNamed { law }])
}

fn no_such_pack(packs: &Packs, open: &Open) -> Decision {
    let ours: Vec<String> = packs.versions(&open.pack).map(|pack| pack.rules.to_string()).collect();
    if let (Some(needed), false) = (open.rules, ours.is_empty()) {
        return refuse(
            RefusalCode::OtherRules,
            say!("this log needs pack {} with rules {}; we have {}", open.pack, needed, ours.join(", ")),
            "the folder of that version",
        );
    }
    let mut known: Vec<&str> = packs.iter().map(|pack| pack.file.id.as_str()).collect();
    known.dedup();
    let needed = open.rules.map(|rules| say!(" with rules {}", rules));
    refuse(
        RefusalCode::Unknown,
        say!("pack `{}`{} was not found", typed(&open.pack), needed),
        say!("one of {}; or the pack's folder", known.join(" ")),
    )
}

/// Every pair but the last is a tie, and the last is none.
fn won(purpose: &Name, dice: &[[Face; 2]]) -> Decision {
    let Some(([one, two], ties)) = dice.split_last() else {
        return refuse(RefusalCode::BadValue, "the roll-off has no dice", "every pair rolled, ties included");
    };
    if one == two || ties.iter().any(|[a, b]| a != b) {
        return refuse(
            RefusalCode::BadValue,
            "a roll-off that was won before its last pair, or is not won yet",
            "pairs that tie, then one that does not",
        );
    }
    let winner = if one > two { Player::One } else { Player::Two };
    Ok(vec![Event::RollOffWon { purpose: purpose.as_str().to_lowercase(), winner }])
}

/// What the die that tells whether another round is fought has to be `for`.
const LENGTH: &str = "length";

/// What is rolled once.
const ONCE: [&str; 6] = ["roles", "zone", "first-turn", "mission", "deployment", LENGTH];

/// What a roll-off has to be `for`, where its winner decides who attacks.
const ROLES: &str = "roles";

/// The same, who has the first turn.
const FIRST_TURN: &str = "first-turn";

/// The same, in which order rules are resolved that fall on the beginning or the end of a battle round.
const ORDER: &str = "order";

impl Desk<'_> {
    /// Dice that decide something; those for the length of the battle take effect where the ruleset waits for them.
    pub(super) fn roll_off(&self, purpose: &Name, dice: &[[Face; 2]]) -> Decision {
        let once = self.rolled_once(purpose)?;
        Ok(won(purpose, dice)?.into_iter().chain(once).collect())
    }

    /// Notes a roll for what is rolled once, `length` once a round; from law 2 on, none follows it while it stands.
    fn rolled_once(&self, purpose: &Name) -> Result<Option<Event>, Refusal> {
        let state = self.state;
        let spelt = spelt(purpose.as_str());
        let once = |word: &&str| spelt.as_deref() == Some(*word);
        let Some(word) = ONCE.into_iter().find(once) else { return Ok(None) };
        if state.open.as_ref().is_none_or(|open| open.law.is_none()) {
            return Ok(None);
        }
        let same =
            |(earlier, round, _): &&(&str, u32, u64)| *earlier == word && (word != LENGTH || *round == state.round);
        match state.rolled.iter().find(same) {
            None => Ok(Some(Event::RolledOnce { word })),
            Some((_, _, seq)) => refuse(
                RefusalCode::AlreadyRolled,
                say!("the roll for {} stands (record {}), and it is rolled once", word, seq),
                say!("what it decides; or `retract` of record {}", seq),
            ),
        }
    }

    pub(super) fn roll(&self, purpose: &Name, roll: &[Face], rerolled: Option<&[Face]>) -> Decision {
        let once = self.rolled_once(purpose)?;
        Ok(self.brought_by(purpose, roll, rerolled)?.into_iter().chain(once).collect())
    }

    /// Refuses the die for the length of the battle where nothing asks for it, from law 2 on: it would decide nothing.
    fn asks_for(&self, purpose: &Name) -> Result<(), Refusal> {
        let (state, law) = (self.state, self.state.law());
        let early = purpose.as_str() == LENGTH && law.rounds_max() > law.rounds && !state.length_asked;
        if !early || !state.is_under_law(2) {
            return Ok(());
        }
        let message = "the die for the length of the battle decides nothing now";
        refuse(RefusalCode::NotYourMoment, message, say!("`roll length 4` once round {} is over", law.rounds))
    }

    fn brought_by(&self, purpose: &Name, roll: &[Face], rerolled: Option<&[Face]>) -> Decision {
        if roll.is_empty() || roll.len() > 1000 || rerolled.is_some_and(|before| before.is_empty()) {
            return refuse(RefusalCode::BadValue, "the roll has no dice", "1 to 1000 faces");
        }
        if purpose.as_str() == crate::decide::placing::OBJECTIVES {
            return self.count_objectives(roll);
        }
        if Scatter::is_for(purpose.as_str()) && self.state.is_under_law(2) && Scatter::of(roll).is_none() {
            return refuse(
                RefusalCode::BadValue,
                say!("{} dice for what scatters", roll.len()),
                "the scatter die, 5 and 6 for a hit; behind an arrow two dice for its direction and two for the inches",
            );
        }
        self.asks_for(purpose)?;
        let Some(ends_on) = self.state.law().length_roll(self.state.round) else { return Ok(Vec::new()) };
        if !self.state.length_asked || purpose.as_str() != LENGTH {
            return Ok(Vec::new());
        }
        let [face] = roll else {
            return refuse(RefusalCode::BadValue, say!("{} dice for the length of the battle", roll.len()), "one die");
        };
        let goes_on = face.get() > ends_on;
        let mut events = vec![Event::LengthRolled { goes_on }];
        events.extend((!goes_on).then_some(Event::BattleEnding));
        Ok(events)
    }

    /// A moment that the rules have something for, and an order of it.
    fn known_order(&self, moment: &Name, sequence: &[Name]) -> Result<TimedMoment, Refusal> {
        let law = self.state.law();
        let timed = TimedMoment::new(moment.as_str());
        let rules = timed.map_or(&[][..], |timed| law.rules_at(timed));
        if rules.is_empty() {
            let names: Vec<String> = law.moments().map(|(at, _)| at.name().into_owned()).collect();
            return refuse(
                RefusalCode::Unknown,
                say!("the rules do nothing at a moment called `{}`", typed(&moment)),
                say!("one of {}", names.join(" ")),
            );
        }
        let known = |name: &Name| rules.iter().any(|rule| rule.as_str() == name.as_str());
        let twice = |index: usize| sequence[..index].contains(&sequence[index]);
        if sequence.is_empty() || !sequence.iter().all(known) || (0..sequence.len()).any(twice) {
            let names: Vec<&str> = rules.iter().map(|rule| rule.as_str()).collect();
            return refuse(
                RefusalCode::BadValue,
                say!("an order for {} that names something else, or something twice", moment),
                say!("some of {}, each once", names.join(" ")),
            );
        }
        timed.map_or_else(
            || refuse(RefusalCode::Unknown, say!("no moment `{}`", typed(&moment)), "a moment of the ruleset"),
            Ok,
        )
    }

    /// The player whose turn it is orders; at the start and the end of a battle round, the winner of a roll-off for it.
    pub(super) fn order(&self, moment: &Name, sequence: &[Name]) -> Decision {
        use TimedMoment::{BattleEnd, BattleStart, PhaseEnd, PhaseEndOf, PhaseStart, PhaseStartOf};
        use TimedMoment::{RoundEnd, RoundStart, TurnEnd};
        let timed = self.known_order(moment, sequence)?;
        let active = self.state.active;
        let law = self.state.law();
        let turn_passes = self.state.status != Status::Battle || law.phase_after(self.state.phase).is_none();
        match timed {
            BattleStart | BattleEnd | RoundStart | RoundEnd => self.decided_by_roll_off(ORDER)?,
            PhaseStartOf(_) | PhaseStart if turn_passes => {}
            PhaseStartOf(phase) if phase == law.first_phase() => self.speaks_for(active.opponent())?,
            PhaseStart | PhaseStartOf(_) | PhaseEnd | PhaseEndOf(_) | TurnEnd => {
                if self.state.status == Status::Battle {
                    self.speaks_for(active)?;
                }
            }
        }
        Ok(vec![Event::OrderChosen { moment: moment.clone(), sequence: sequence.to_vec() }])
    }

    /// Where a roll-off for something is recorded, its winner decides.
    fn decided_by_roll_off(&self, purpose: &str) -> Result<(), Refusal> {
        let last = self.state.roll_offs.iter().rev().find(|(rolled, _)| rolled == purpose);
        match last {
            Some((_, winner)) => self.speaks_for(*winner),
            None => Ok(()),
        }
    }

    /// Whether both lists are there, so that the set-up is judged step by step; where only scores are kept, it is free.
    fn both_armies(&self) -> bool {
        Player::BOTH.iter().all(|player| self.state.knows_army(*player))
    }

    /// A step of the set-up comes after another one.
    fn step_after(&self, done: bool, step: &str, before: &str) -> Result<(), Refusal> {
        if done || !self.both_armies() {
            return Ok(());
        }
        self.soft(RefusalCode::OtherPhase, say!("{} before {}", step, before), say!("{} first", before))
    }

    fn zones_known(&self) -> bool {
        Player::BOTH.iter().all(|player| self.state.sides[*player].zone.is_some())
    }

    /// Reserves are declared after the zones, and before anything is deployed.
    pub(super) fn declared_in_turn(&self) -> Result<(), Refusal> {
        self.step_after(self.zones_known(), "reserves", "the zones")?;
        // Where the first player sets up a whole army first, the other declares reserves after that.
        let whole_armies = self.state.law().zone_by == ZoneBy::FirstPlayer;
        let speaker = self.speaker();
        let counts = |unit: &&Unit| !whole_armies || unit.player == speaker;
        let deployed = self.state.units.iter().filter(counts).any(Unit::is_on_battlefield);
        if deployed && self.both_armies() {
            self.soft(RefusalCode::OtherPhase, "reserves after units were deployed", "reserves before all deployment")?;
        }
        Ok(())
    }

    /// Where the rules say that players set up units in turn: the turn is the unit's player's. A unit that stays off the
    /// battlefield took a turn whenever the order needs one; which, nobody has to say.
    ///
    /// # Source
    /// `docs/rules/muster.md`, 004-9.
    pub(super) fn set_up_in_turn(&self, unit: &Unit) -> Result<Option<Event>, Refusal> {
        if !self.state.law().deploys_in_turn || !self.both_armies() {
            return Ok(None);
        }
        let player = unit.player;
        if self.state.sets_up_next() == Some(player.opponent()) {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{} is set up, and it is {}'s turn to set one up", unit.title(), player.opponent()),
                say!("a unit of {}", player.opponent()),
            )?;
        }
        let passed = self.state.last_set_up == Some(player) && self.state.sets_up_next().is_none();
        Ok(Some(Event::SetUpInTurn { player, passed }))
    }

    /// Units are deployed after the zones are chosen, and before the first turn is decided. Only
    /// [`Desk::set_up_in_turn`] judges whose turn it is: elsewhere armies are often recorded one after the other.
    pub(super) fn deployed_in_turn(&self, unit: &Unit) -> Result<(), Refusal> {
        self.step_after(self.zones_known(), "deployment", "the zones")?;
        if !self.both_armies() {
            return Ok(());
        }
        if self.state.first.is_some() && self.state.law().zone_by == ZoneBy::Defender {
            self.soft(
                RefusalCode::OtherPhase,
                say!("{} is deployed after the first turn was decided", unit.title()),
                "deployment, then the first turn",
            )?;
        }
        Ok(())
    }

    pub(super) fn roster(&self, player: Player, roster: &Arc<Roster>) -> Decision {
        self.speaks_for(player)?;
        if self.state.open.as_ref().is_some_and(|open| !open.names.is_open()) && !roster.is_nameless() {
            return refuse(
                RefusalCode::BadValue,
                "an army list with names or remarks of the player's own, and names are sealed",
                "a list called by its faction, without names of units and remarks",
            );
        }
        let mut ids: Vec<&UnitId> = roster.units().map(|unit| &unit.id).collect();
        ids.sort();
        let taken = ids.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        let other = ids.iter().copied().find(|id| self.state.unit_index.get(id.as_str()).is_some());
        check_groups(roster)?;
        if let Some(id) = taken.or(other.filter(|_| !self.state.knows_army(player))) {
            return refuse(
                RefusalCode::NameTaken,
                say!("two units of this match are called `{}`", typed(&id)),
                "unique unit ids",
            );
        }
        if self.state.knows_army(player) {
            return refuse(
                RefusalCode::AlreadyDone,
                say!("{} has an army list already", player),
                "take back the earlier `roster` first",
            );
        }
        if let Some(is) = roster.disposition {
            self.disposition(player, is)?;
        }
        if let Some(warlord) = &roster.warlord {
            let unit = roster.units().find(|unit| unit.id == warlord.unit);
            if !unit.is_some_and(|unit| unit.models.iter().any(|m| m.group == warlord.group)) {
                return refuse(
                    RefusalCode::Unknown,
                    say!(
                        "the Warlord's unit `{}` or group `{}` is not in the list",
                        typed(&warlord.unit),
                        typed(&warlord.group)
                    ),
                    "a unit and a group of the same list",
                );
            }
        }
        let cp = self.starting_cp(roster);
        Ok(vec![Event::ArmyFrozen { player, roster: Arc::clone(roster), cp }])
    }

    /// Command points at the start, with the benefits that the pack gives.
    fn starting_cp(&self, roster: &Roster) -> i32 {
        let (Some(pack), Some(open)) = (&self.state.pack, &self.state.open) else { return 0 };
        let start = pack.file.sizes.get(&open.size).map_or(0, |size| size.cp.get());
        CpLedger::of(roster, start, &pack.benefits, pack.law.readings.command_benefits_pay_detachments).left
    }

    pub(super) fn roles(&self, attacker: Player) -> Decision {
        if self.state.attacker.is_some() {
            return refuse(
                RefusalCode::AlreadyDone,
                "the Attacker is chosen already",
                "take back the earlier `roles` first",
            );
        }
        self.decided_by_roll_off(ROLES)?;
        self.step_after(self.state.first.is_none(), "the first turn", "Attacker and Defender")?;
        Ok(vec![Event::AttackerChosen { attacker }])
    }

    /// Who chooses the zone, once it is known.
    fn zone_chooser(&self) -> Result<Player, Refusal> {
        let (known, accepted) = match self.state.law().zone_by {
            ZoneBy::Defender => {
                (self.state.attacker.map(Player::opponent), "`attacker one` or `attacker two`, then `zone`")
            }
            ZoneBy::FirstPlayer => (self.state.first, "`first one` or `first two`, then `zone`"),
        };
        let before = match self.state.law().zone_by {
            ZoneBy::Defender => "choose Attacker and Defender before the zone",
            ZoneBy::FirstPlayer => "decide the first turn before the zone: that player chooses it",
        };
        known.map_or_else(|| refuse(RefusalCode::TooEarly, before, accepted), Ok)
    }

    pub(super) fn zone(&self, side: MapSide, layout: Option<Whole<1, 9>>) -> Decision {
        let chooser = self.zone_chooser()?;
        self.speaks_for(chooser)?;
        if self.state.sides[chooser].zone.is_some() {
            return refuse(
                RefusalCode::AlreadyDone,
                "the zones are chosen already",
                "take back the earlier `zone` first",
            );
        }
        let layouts = self.state.mission.as_ref().map_or(1, |mission| mission.other_zones.len() + 1);
        let layout = layout.map_or(1, |layout| layout.get().unsigned_abs() as usize);
        if layout > layouts {
            return refuse(
                RefusalCode::BadValue,
                say!("the mission has no zones number {}", layout),
                if layouts == 1 { "no `layout`".into() } else { say!("a `layout` from 1 to {}", layouts) },
            );
        }
        if let (ZoneBy::FirstPlayer, Some(waiting)) = (self.state.law().zone_by, self.objectives_before_zones()) {
            return refuse(RefusalCode::TooEarly, say!("the zones before the objectives: {}", waiting), "these first");
        }
        let mut events = vec![Event::ZoneChosen { zones: [(chooser, side), (chooser.opponent(), side.other())] }];
        if layout > 1 {
            events.insert(0, Event::ZonesTaken { layout });
        }
        Ok(events)
    }

    /// Objectives that have to lie before the zones are chosen.
    fn objectives_before_zones(&self) -> Option<Sentence> {
        let placed = self.state.mission.as_ref()?.placed.as_ref()?;
        matches!(placed.markers, PlacedMarkers::D3Plus(_))
            .then(|| crate::decide::placing::missing(self.state))
            .flatten()
    }

    pub(super) fn first_turn(&self, player: Player) -> Decision {
        if self.state.first.is_some() {
            return refuse(
                RefusalCode::AlreadyDone,
                "the first turn is decided already",
                "take back the earlier `first-turn` first",
            );
        }
        self.decided_by_roll_off(FIRST_TURN)?;
        if self.state.law().zone_by == ZoneBy::Defender {
            self.step_after(self.zones_known(), "the first turn", "the zones")?;
        }
        Ok(vec![Event::FirstTurnGiven { player }])
    }

    pub(super) fn begin(&self) -> Decision {
        let missing = missing_for_battle(self.state);
        if !missing.is_empty() {
            return refuse(
                RefusalCode::TooEarly,
                say!("the battle cannot begin yet: {}", Sentence::list(", ", missing)),
                "record these first",
            );
        }
        self.step_after(self.zones_known(), "the battle", "the zones")?;
        Ok(vec![Event::BattleBegun])
    }
}

fn check_groups(roster: &Roster) -> Result<(), Refusal> {
    for unit in roster.units() {
        let mut names: Vec<&Name> = unit.models.iter().map(|group| &group.group).collect();
        names.sort();
        if names.is_empty() || names.windows(2).any(|pair| pair[0] == pair[1]) {
            return refuse(
                RefusalCode::BadValue,
                say!("unit `{}` has no models, or two groups of one name", typed(&unit.id)),
                "at least one group of models, each with a name of its own",
            );
        }
    }
    Ok(())
}

/// The mission rule whose markers are not all moved yet, where both lists are known; where only scores are kept,
/// nobody has to say where markers lie.
pub(super) fn unmoved_markers(state: &State) -> Option<&Name> {
    let known = Player::BOTH.iter().all(|player| state.knows_army(*player));
    let rules = state.mission.iter().flat_map(|mission| &mission.rules).filter(|_| known);
    let mut waiting = rules.filter_map(|rule| match rule {
        MissionRule::MovedMarkers { name, movers, .. } if state.moved_markers.len() < movers.len() => Some(name),
        _ => None,
    });
    waiting.next()
}

/// A mission that is played by armies bent on something else.
fn mission_for_others(state: &State) -> Option<Sentence> {
    let mission = state.mission.as_ref().filter(|mission| !mission.primaries.is_empty())?;
    let [one, two] = Player::BOTH.map(|player| state.disposition(player));
    let mut bent = vec![one?, two?];
    bent.sort_unstable();
    bent.dedup();
    let fits = bent.len() == mission.primaries.len() && bent.iter().all(|is| mission.primaries.contains_key(is));
    (!fits).then(|| say!("{} is a mission for armies bent on other things", mission.id))
}

/// What has to be recorded before the battle can begin.
pub fn missing_for_battle(state: &State) -> Vec<Sentence> {
    let mut missing = Vec::new();
    let law = state.law();
    if state.mission.is_none() {
        missing.push("no `mission`".into());
    }
    for player in Player::BOTH {
        let side = &state.sides[player];
        if law.requires(Required::Dispositions) && state.disposition(player).is_none() {
            missing.push(say!("no `disposition` of {}", player));
        }
        if law.requires(Required::Secondaries) && side.secondaries.is_none() {
            missing.push(say!("no `secondaries` of {}", player));
        }
        if wants_mark(state, player) {
            missing.push(say!("no `mark` of the models that {} notes", player));
        }
        if side.secrets.values().any(|secret| !secret.revealed) {
            missing.push(say!("{} has not opened a secret choice", player));
        }
    }
    if law.requires(Required::FirstTurn) && state.first.is_none() {
        missing.push("no `first-turn`".into());
    }
    if law.requires(Required::Zones) && Player::BOTH.iter().any(|player| state.sides[*player].zone.is_none()) {
        missing.push("no `zone`".into());
    }
    missing.extend(mission_for_others(state));
    missing.extend(crate::decide::placing::missing(state));
    if let Some(name) = unmoved_markers(state) {
        missing.push(say!("{}: not every marker is moved (`marker` with `moves_to`)", name));
    }
    for rule in state.mission.iter().flat_map(|mission| &mission.rules) {
        if let MissionRule::TaggedMarkers { name, tags, .. } = rule {
            for rule in tags {
                let drawn = state.markers.iter().filter(|m| m.tags.contains(&rule.tag)).count();
                let players = if rule.each_player { Player::BOTH.len() } else { 1 };
                if drawn < rule.markers.get().unsigned_abs() as usize * players {
                    missing.push(say!("{}: not every `marker` is drawn ({})", name, rule.tag.as_str()));
                }
            }
        }
    }
    missing
}
