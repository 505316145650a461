//! What an event has come to: the fold of its log. `apply` takes every fact as it is; all rules are in `decide`.

mod event;
mod passes;
mod pods;
mod progress;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use adjutant_core::chain::Hash;

use crate::command::{
    Call, Create, Cut, EditPlayer, Entry, Import, Infraction, Pair, Pairing, PassKind, Pods, Repair, ResultEntry,
    Settings, Table,
};
use crate::id::{Alike, MatchId, Name, PassId, PlayerId, RoundNumber, TableNumber};
use crate::policy::{Method, Policies, System};
use crate::teams::TeamPairing;

pub use event::Event;
pub use progress::{ClockState, Progress, Said, TableState};

/// A player of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// As entered.
    pub entry: Entry,
    /// The first round that the player may be paired in.
    pub from: RoundNumber,
    /// The first round for which the player has checked in.
    pub checked_in: Option<RoundNumber>,
    /// Changes of presence by round, the later ones of one round last.
    pub presence: Vec<(RoundNumber, bool)>,
    /// Match points taken or given, with the round from which they count.
    pub penalties: Vec<(RoundNumber, i32)>,
    /// Points for awards, with the round from which they count.
    pub awards: Vec<(Name, i32, RoundNumber)>,
    /// SHA-256 of the army list that was handed in last.
    pub list: Option<Hash>,
    /// Byes asked for, with their match points.
    pub asked_byes: BTreeMap<RoundNumber, u16>,
    /// The judge's book, with the round in which each line was written.
    pub infractions: Vec<(RoundNumber, Infraction)>,
    /// Entries before corrections, each with the first round that the next one is for.
    pub earlier: Vec<(RoundNumber, Entry)>,
}

impl Player {
    /// Whether the player has entered by a round and has not dropped.
    pub fn is_in(&self, round: RoundNumber) -> bool {
        let said = self.presence.iter().rev().find(|(from, _)| *from <= round);
        self.from <= round && said.is_none_or(|(_, here)| *here)
    }

    /// The entry as it stood when a round was paired.
    pub fn entry_in(&self, round: RoundNumber) -> &Entry {
        self.earlier.iter().find(|(until, _)| round < *until).map_or(&self.entry, |(_, entry)| entry)
    }
}

/// What was recorded after a draft that may change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outdated {
    /// A result of an earlier round.
    Result,
    /// Match points given or taken.
    Points,
    /// An award that counts in the standings.
    Award,
    /// A table that the draft uses.
    Table,
    /// Club, team, country or seat of a player.
    Entry,
    /// Policies of the event.
    Settings,
    /// A record before the draft was taken back.
    Undo,
}

impl Outdated {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Outdated::Result => "a result of an earlier round was changed",
            Outdated::Points => "match points were added or removed",
            Outdated::Award => "an award was given",
            Outdated::Table => "a table was changed",
            Outdated::Entry => "a player's entry was changed",
            Outdated::Settings => "the settings were changed",
            Outdated::Undo => "a record before the draft was undone",
        }
    }
}

/// How far a round has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Paired, not shown.
    Draft,
    /// Shown; results come in.
    Published,
    /// All results in.
    Closed,
}

impl Stage {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Draft => "drafted",
            Stage::Published => "published",
            Stage::Closed => "closed",
        }
    }
}

/// One round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// As it was paired, with repairs.
    pub pair: Pair,
    /// Whether an organiser's hand has changed it.
    pub repaired: bool,
    /// How far it has come.
    pub stage: Stage,
    /// Results by table.
    pub results: BTreeMap<TableNumber, ResultEntry>,
    /// Team pairings by table.
    pub team_pairings: BTreeMap<TableNumber, TeamPairing>,
    /// What was recorded after the draft that may change it.
    pub outdated: Option<Outdated>,
    /// Games that were moved after the round was published: the table now, and the one at which their match was opened.
    pub opened_at: BTreeMap<TableNumber, TableNumber>,
    /// Reports, disputes, what results rest on, the clock.
    pub progress: Progress,
}

impl Round {
    /// The pairing at a table.
    pub fn at(&self, table: TableNumber) -> Option<&Pairing> {
        let tables = &self.pair.tables;
        match tables.binary_search_by_key(&table, |pairing| pairing.table) {
            Ok(at) => tables.get(at),
            // An organiser's own pairings may stand in any order.
            Err(_) => tables.iter().find(|pairing| pairing.table == table),
        }
    }

    /// The table of a player.
    pub fn of(&self, player: &PlayerId) -> Option<&Pairing> {
        self.pair.tables.iter().find(|pairing| pairing.one == *player || pairing.two == *player)
    }

    /// The table at which the match of a game was opened.
    pub fn opened_at(&self, table: TableNumber) -> TableNumber {
        self.opened_at.get(&table).copied().unwrap_or(table)
    }

    /// The table at which a game is played whose match was opened at another one.
    pub fn played_at(&self, opened: TableNumber) -> TableNumber {
        let moved = self.opened_at.iter().find(|(_, from)| **from == opened).map(|(now, _)| *now);
        moved.unwrap_or(opened)
    }

    /// The tables whose results are missing.
    pub fn open_tables(&self) -> impl Iterator<Item = TableNumber> + '_ {
        self.pair.tables.iter().map(|pairing| pairing.table).filter(|table| !self.results.contains_key(table))
    }
}

/// The whole event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tournament {
    /// As created.
    pub create: Option<Box<Create>>,
    /// In the order of entry.
    pub players: Vec<Player>,
    /// Tables of the hall.
    pub tables: BTreeMap<TableNumber, Table>,
    /// In order.
    pub rounds: Vec<Round>,
    /// The cut, and the round that it followed.
    pub cut: Option<(Cut, RoundNumber)>,
    /// Recorded pods, each with the round that they followed, in that order.
    pub pods: Vec<(Pods, RoundNumber)>,
    /// Whether the event is over.
    pub finished: bool,
    /// Whether lists leave it out.
    pub archived: bool,
    /// The file that the event was made of.
    pub source: Option<Arc<Import>>,
    /// Open calls for a judge, by table.
    pub calls: BTreeMap<TableNumber, Said<Call>>,
    /// Numbers of the passes that the log names; [`Tournament::pass_issue`] knows the others too.
    passes: BTreeMap<(PassKind, PassId), u32>,
    /// Places by id. Never walked: its order means nothing.
    index: HashMap<PlayerId, usize>,
    /// Everybody by name, as people read it; never walked either.
    namesakes: HashMap<String, Vec<PlayerId>>,
    matches: BTreeMap<MatchId, (RoundNumber, TableNumber)>,
}

impl Tournament {
    /// The player of an id.
    pub fn player(&self, id: &PlayerId) -> Option<&Player> {
        self.index.get(id).map(|at| &self.players[*at])
    }

    /// What people call a player, so that they can tell namesakes apart: the name, with the club behind it where
    /// another player of that name has another one, otherwise with the id.
    ///
    /// ```
    /// use adjutant_tournament::{Tournament, PlayerId};
    /// assert_eq!(Tournament::default().shown(&PlayerId::new("anna-b").unwrap()), "anna-b");
    /// ```
    pub fn shown(&self, id: &PlayerId) -> String {
        let Some(player) = self.player(id) else { return id.to_string() };
        let entry = &player.entry;
        let twins = self.namesakes.get(&entry.name.alike()).map(Vec::as_slice).unwrap_or_default();
        let others = || twins.iter().filter(|other| *other != id).filter_map(|other| self.player(other));
        if twins.len() < 2 {
            return entry.name.to_string();
        }
        let club = |entry: &Entry| entry.club.as_ref().map(Name::alike);
        match &entry.club {
            Some(own) if others().all(|other| club(&other.entry) != Some(own.alike())) => {
                format!("{} ({own})", entry.name)
            }
            _ => format!("{} ({id})", entry.name),
        }
    }

    /// Players of the same name as people read it, the player of this id among them.
    pub fn namesakes(&self, name: &Name) -> &[PlayerId] {
        self.namesakes.get(&name.alike()).map(Vec::as_slice).unwrap_or_default()
    }

    fn rename(&mut self, id: &PlayerId, before: Option<String>, now: Option<String>) {
        if before == now {
            return;
        }
        if let Some(known) = before.and_then(|before| self.namesakes.get_mut(&before)) {
            known.retain(|other| other != id);
        }
        if let Some(now) = now {
            self.namesakes.entry(now).or_default().push(id.clone());
        }
        self.namesakes.retain(|_, ids| !ids.is_empty());
    }

    /// The place of a player in the order of entry.
    pub fn place(&self, id: &PlayerId) -> Option<usize> {
        self.index.get(id).copied()
    }

    /// The policies, the usual ones before `create`.
    pub fn policies(&self) -> &Policies {
        static USUAL: LazyLock<Policies> = LazyLock::new(Policies::default);
        self.create.as_ref().map_or(&USUAL, |create| &create.policies)
    }

    /// A round by its number.
    pub fn round(&self, round: RoundNumber) -> Option<&Round> {
        self.rounds.get(usize::from(round.0).checked_sub(1)?)
    }

    /// How many rounds players have seen.
    pub fn published(&self) -> u16 {
        self.rounds.iter().filter(|round| round.stage != Stage::Draft).count() as u16
    }

    /// The round that is drafted next, or is the draft.
    pub fn due(&self) -> RoundNumber {
        match self.rounds.last() {
            Some(round) if round.stage == Stage::Draft => round.pair.round,
            Some(round) => round.pair.round.next(),
            None => RoundNumber(1),
        }
    }

    /// Whether players have seen a round: it was published. They have seen round 0 from the start.
    pub fn has_seen(&self, round: RoundNumber) -> bool {
        round.0 == 0 || self.round(round).is_some_and(|known| known.stage != Stage::Draft)
    }

    /// Who is to be paired in a round, in the order of entry.
    pub fn present(&self, round: RoundNumber) -> Vec<&Player> {
        let going_on: Option<BTreeSet<&PlayerId>> =
            self.cut.as_ref().filter(|(_, after)| *after < round).map(|(cut, _)| cut.players.iter().collect());
        self.players
            .iter()
            .filter(|player| self.is_active(player, round))
            .filter(|player| !player.asked_byes.contains_key(&round))
            .filter(|player| going_on.as_ref().is_none_or(|set| set.contains(&player.entry.player)))
            .collect()
    }

    /// How the next round is made: after a cut by its bracket, in recorded pods by their schedule, otherwise as the event
    /// says.
    pub fn system(&self) -> System {
        match &self.cut {
            Some((cut, _)) if cut.double => System::DoubleElimination,
            Some(_) => System::SingleElimination,
            None if self.recorded_pods(self.due()).is_some() => System::Pods,
            None => self.create.as_ref().map_or(System::Swiss, |create| create.policies.system),
        }
    }

    /// The order of everybody before anybody has played, by place in the order of entry; see [`crate::lots::seeds`].
    pub(crate) fn seeds(&self) -> Vec<u32> {
        let Some(create) = self.create.as_deref() else { return Vec::new() };
        let ratings: Vec<Option<u32>> = self.players.iter().map(|player| player.entry.rating).collect();
        crate::lots::seeds(&create.seed, create.policies.seeding, &ratings)
    }

    /// Whether a round is played by the bracket: in an elimination, or after the cut.
    pub fn is_bracket(&self, round: RoundNumber) -> bool {
        let eliminates = self.create.as_ref().is_some_and(|create| create.policies.system.is_elimination());
        eliminates || self.cut.as_ref().is_some_and(|(_, after)| *after < round)
    }

    /// Players who have entered and are not paired in a round only because they have not checked in.
    pub fn not_checked_in(&self, round: RoundNumber) -> Vec<&Player> {
        if !self.create.as_ref().is_some_and(|create| create.policies.check_in) || self.cut.is_some() {
            return Vec::new();
        }
        let missing = |player: &&Player| player.checked_in.is_none_or(|from| from > round);
        self.players.iter().filter(|player| player.is_in(round)).filter(missing).collect()
    }

    /// The state as it was before a round was paired, as far as results, rounds and entries go; presence is dated
    /// anyway.
    #[must_use]
    pub fn before(&self, round: RoundNumber) -> Tournament {
        let mut earlier = self.clone();
        earlier.rounds.truncate(usize::from(round.0.max(1)) - 1);
        earlier.rounds.iter_mut().for_each(|round| round.stage = Stage::Closed);
        earlier.cut = earlier.cut.filter(|(_, after)| *after < round);
        earlier.pods.retain(|(_, after)| *after < round);
        earlier.finished = false;
        for player in earlier.players.iter_mut().filter(|player| !player.earlier.is_empty()) {
            let name = player.entry.name.clone();
            player.entry = Entry { name, ..player.entry_in(round).clone() };
        }
        earlier
    }

    /// The table that a match log was used for.
    pub fn match_used(&self, id: &MatchId) -> Option<(RoundNumber, TableNumber)> {
        self.matches.get(id).copied()
    }

    /// Takes a fact as it is.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Created(create) => self.create = Some(create),
            Event::SettingsChanged(settings) => self.change_settings(&settings),
            Event::Entered { entry, from } => {
                self.namesakes.entry(entry.name.alike()).or_default().push(entry.player.clone());
                self.index.insert(entry.player.clone(), self.players.len());
                self.players.push(Player {
                    entry,
                    from,
                    checked_in: None,
                    presence: Vec::new(),
                    penalties: Vec::new(),
                    awards: Vec::new(),
                    list: None,
                    asked_byes: BTreeMap::new(),
                    infractions: Vec::new(),
                    earlier: Vec::new(),
                });
            }
            Event::CheckedIn { player, from } => self.change(&player, |player| player.checked_in = Some(from)),
            Event::PresenceChanged { player, from, here } => {
                self.change(&player, |player| player.presence.push((from, here)));
            }
            Event::TableSet(table) => self.set_table(table),
            Event::PlayerEdited { edit, from } => self.edit(&edit, from),
            Event::Withdrawn { player } => {
                let name = self.player(&player).map(|known| known.entry.name.alike());
                self.rename(&player, name, None);
                self.players.retain(|known| known.entry.player != player);
                let places = self.players.iter().enumerate();
                self.index = places.map(|(at, known)| (known.entry.player.clone(), at)).collect();
            }
            Event::ByeRequested { player, round, points } => {
                self.change(&player, |player| {
                    player.asked_byes.insert(round, points);
                });
            }
            Event::GameMoved { round, table, to } => self.move_game(round, table, to),
            Event::InfractionNoted { infraction, from } => {
                let player = infraction.player.clone();
                self.change(&player, |player| player.infractions.push((from, infraction)));
            }
            Event::RoundDrafted(pair) => self.draft(*pair),
            Event::RoundRepaired(repair) => self.repair(repair),
            Event::RoundPublished { round } => {
                self.calls.clear();
                self.change_round(round, |round| round.stage = Stage::Published);
            }
            Event::ResultSet { result, basis } => {
                self.note_basis(&result, basis);
                self.set_result(*result);
            }
            Event::Reported { seq, report } => self.take_report(seq, *report),
            Event::Disputed { seq, dispute } => self.take_dispute(seq, *dispute),
            Event::ClockSet { seq, clock } => self.take_clock(seq, clock),
            Event::Extended(extend) => self.extend_table(&extend),
            Event::Called { seq, call } => drop(self.calls.insert(call.table, Said { seq, what: *call })),
            Event::Settled { seq, basis } => self.settle(seq, basis),
            Event::RoundClosed { round } => self.change_round(round, |round| round.stage = Stage::Closed),
            Event::Penalised { player, from, points } => {
                self.change(&player, |player| player.penalties.push((from, points)));
                self.outdate(Outdated::Points);
            }
            Event::Awarded { player, from, award, points } => {
                let counts = award.alike() == "painting";
                self.change(&player, |player| player.awards.push((award, points, from)));
                if counts {
                    self.outdate(Outdated::Award);
                }
            }
            Event::CutMade { cut, after } => {
                // A draft of the cut before goes with it.
                self.rounds.truncate(after.0.into());
                self.cut = Some((cut, after));
            }
            Event::PodsMade { pods, after } => self.make_pods(pods, after),
            Event::TeamStepTaken { round, table, pairing } => self.change_round(round, |round| {
                round.team_pairings.insert(table, pairing);
            }),
            Event::Finished => self.finished = true,
            Event::Archived { archived } => self.archived = archived,
            Event::ListHandedIn { player, digest } => self.change(&player, |player| player.list = Some(digest)),
            Event::Imported(source) => self.source = Some(source),
            Event::PassIssued(pass) => drop(self.passes.insert((pass.kind, pass.id), pass.issue)),
            Event::Remarked => {}
        }
    }

    fn change_settings(&mut self, settings: &Settings) {
        let Some(create) = self.create.as_deref_mut() else { return };
        let after = settings.applied_to(create);
        let matters = after.policies != create.policies;
        *create = after;
        if let Some(round) = self.rounds.last_mut().filter(|round| matters && round.stage == Stage::Draft) {
            round.outdated = round.outdated.or(Some(Outdated::Settings));
        }
    }

    fn change(&mut self, id: &PlayerId, how: impl FnOnce(&mut Player)) {
        if let Some(at) = self.index.get(id) {
            how(&mut self.players[*at]);
        }
    }

    fn change_round(&mut self, round: RoundNumber, how: impl FnOnce(&mut Round)) {
        if let Some(round) = usize::from(round.0).checked_sub(1).and_then(|at| self.rounds.get_mut(at)) {
            how(round);
        }
    }

    fn draft(&mut self, pair: Pair) {
        self.rounds.truncate(usize::from(pair.round.0) - 1);
        self.rounds.push(Round {
            pair,
            repaired: false,
            stage: Stage::Draft,
            results: BTreeMap::new(),
            team_pairings: BTreeMap::new(),
            outdated: None,
            opened_at: BTreeMap::new(),
            progress: Progress::default(),
        });
    }

    /// Notes that the draft, if there is one, may not be what it would be now. Rounds that rest on no result (fixed
    /// schedules, pairings by hand) only go by tables.
    pub(crate) fn outdate(&mut self, why: Outdated) {
        let Some(round) = self.rounds.last_mut().filter(|round| round.stage == Stage::Draft) else { return };
        let searched = match round.pair.system {
            System::Swiss => true,
            System::SingleElimination | System::DoubleElimination => {
                matches!(why, Outdated::Result | Outdated::Table | Outdated::Undo)
            }
            System::Pods => matches!(why, Outdated::Table | Outdated::Undo),
            System::RoundRobin | System::Manual => why == Outdated::Table,
        };
        if searched && (round.pair.method != Method::Manual || why == Outdated::Table) {
            round.outdated = round.outdated.or(Some(why));
        }
    }

    fn set_table(&mut self, table: Table) {
        let drafted = self.rounds.last().filter(|round| round.stage == Stage::Draft);
        let used = drafted.is_some_and(|round| round.at(table.table).is_some());
        let known = self.tables.entry(table.table).or_insert_with(|| Table::numbered(table.table));
        let before = known.clone();
        known.name = table.name.or(known.name.take());
        known.closed = table.closed.or(known.closed);
        known.mission = table.mission.or(known.mission.take());
        known.terrain = table.terrain.or(known.terrain.take());
        let laid_out = |table: &Table| (table.closed, table.mission.clone(), table.terrain.clone());
        if used && laid_out(&before) != laid_out(known) {
            self.outdate(Outdated::Table);
        }
    }

    fn edit(&mut self, edit: &EditPlayer, from: RoundNumber) {
        let mut matters = false;
        if let (Some(name), Some(known)) = (&edit.name, self.player(&edit.player)) {
            let before = known.entry.name.alike();
            self.rename(&edit.player, Some(before), Some(name.alike()));
        }
        self.change(&edit.player, |player| {
            let now = edit.applied_to(&player.entry);
            let apart = |entry: &Entry| (entry.club.clone(), entry.team.clone(), entry.country.clone(), entry.seat);
            matters = apart(&now) != apart(&player.entry);
            let before = std::mem::replace(&mut player.entry, now);
            player.earlier.push((from, before));
        });
        if matters {
            self.outdate(Outdated::Entry);
        }
    }

    fn move_game(&mut self, number: RoundNumber, table: TableNumber, to: TableNumber) {
        let other = |at: TableNumber| if at == table { to } else { table };
        self.change_round(number, |round| {
            let opened = [table, to].map(|at| (other(at), round.at(at).map(|_| round.opened_at(at))));
            for pairing in &mut round.pair.tables {
                if pairing.table == table || pairing.table == to {
                    pairing.table = other(pairing.table);
                }
            }
            round.pair.tables.sort_by_key(|pairing| pairing.table);
            round.progress.swap(table, to);
            let results = [table, to].map(|at| (other(at), round.results.remove(&at)));
            let teams = [table, to].map(|at| (other(at), round.team_pairings.remove(&at)));
            for (at, result) in results {
                round.results.extend(result.map(|result| (at, ResultEntry { table: at, ..result })));
            }
            for (at, pairing) in teams {
                round.team_pairings.extend(pairing.map(|pairing| (at, pairing)));
            }
            if round.stage != Stage::Draft {
                for (at, opened) in opened {
                    round.opened_at.remove(&at);
                    round.opened_at.extend(opened.filter(|opened| *opened != at).map(|opened| (at, opened)));
                }
            }
        });
        self.move_calls(number, table, to);
        for place in self.matches.values_mut().filter(|(round, _)| *round == number) {
            if place.1 == table || place.1 == to {
                place.1 = other(place.1);
            }
        }
    }

    fn repair(&mut self, repair: Repair) {
        self.change_round(repair.round, |round| {
            round.repaired = true;
            round.pair.objective.optimal = false;
            for changed in repair.tables {
                round.results.remove(&changed.table);
                round.progress.forget(changed.table);
                match round.pair.tables.iter_mut().find(|pairing| pairing.table == changed.table) {
                    Some(pairing) => *pairing = changed,
                    None => round.pair.tables.push(changed),
                }
            }
            if let Some(byes) = repair.byes {
                round.pair.byes = byes;
            }
        });
    }

    fn set_result(&mut self, result: ResultEntry) {
        let earlier = self.rounds.last().is_some_and(|round| round.pair.round > result.round);
        let known = self.round(result.round).and_then(|round| round.results.get(&result.table));
        if let Some(before) = known.and_then(|known| known.from.clone()) {
            self.matches.remove(&before.id);
        }
        if let Some(from) = &result.from {
            self.matches.insert(from.id.clone(), (result.round, result.table));
        }
        self.change_round(result.round, |round| {
            round.results.insert(result.table, result);
        });
        if earlier {
            self.outdate(Outdated::Result);
        }
    }
}
