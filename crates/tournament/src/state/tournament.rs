//! The state of a whole event, and what is read from it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use adjutant_core::shared::Shared;
use foldhash::fast::RandomState;

use super::keys::Keys;
use super::player::Player;
use super::progress::Said;
use super::round::{Outdated, Round, Stage, Withdrawn};
use crate::command::{Call, Create, Cut, Entry, Import, Judge, Pairing, PassKind, Pods, Table};
use crate::id::{Alike, MatchId, MissionId, Name, PassId, PlayerId, RoundNumber, TableNumber};
use crate::policy::{Method, Policies, System};

/// The whole event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tournament {
    /// As created.
    pub create: Option<Box<Create>>,
    /// Policies that rounds were paired by before others took their place, each with the first round of the next ones.
    pub earlier_policies: Vec<(RoundNumber, Policies)>,
    /// In the order of entry.
    pub players: Shared<Player>,
    /// Tables of the hall.
    pub tables: BTreeMap<TableNumber, Table>,
    /// In order.
    pub rounds: Shared<Round>,
    /// The cut, and the round that it followed.
    pub cut: Option<(Cut, RoundNumber)>,
    /// Recorded pods, each with the round that they followed, in that order.
    pub pods: Vec<(Pods, RoundNumber)>,
    /// Games of a bracket that fell when it was reset.
    pub fallen: Vec<Withdrawn>,
    /// Games of a bracket that was reset and that count again, as played, when their round is published anew.
    pub waiting: Vec<Withdrawn>,
    /// Whether the event is over.
    pub finished: bool,
    /// Whether lists leave it out.
    pub archived: bool,
    /// The file that the event was made of.
    pub source: Option<Arc<Import>>,
    /// Open calls for a judge, by table.
    pub calls: BTreeMap<TableNumber, Said<Call>>,
    /// What is known of judges, by the name of the card.
    pub judges: BTreeMap<PassId, Judge>,
    /// Numbers of the passes that the log names; [`Tournament::pass_issue`] knows the others too.
    pub(super) passes: BTreeMap<(PassKind, PassId), u32>,
    /// The keys that phones sign with.
    pub(super) keys: Keys,
    /// Places by id. Never walked: its order means nothing.
    pub(super) index: Arc<HashMap<PlayerId, usize, RandomState>>,
    /// Everybody by name, as people read it; never walked either.
    pub(super) namesakes: Arc<HashMap<String, Vec<PlayerId>, RandomState>>,
    pub(super) matches: BTreeMap<MatchId, (RoundNumber, TableNumber)>,
    /// The standings after the last round as the engine of an older law gives them, where that judges the log.
    pub(crate) heard: Option<Arc<serde_json::Value>>,
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
            Some(own) if others().all(|other| club(&other.entry) != Some(own.alike())) => entry.told_apart(own),
            _ => entry.told_apart(id),
        }
    }

    /// Players of the same name as people read it, the player of this id among them.
    pub fn namesakes(&self, name: &Name) -> &[PlayerId] {
        self.namesakes.get(&name.alike()).map(Vec::as_slice).unwrap_or_default()
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

    /// The policies by which a round is paired.
    ///
    /// ```
    /// use adjutant_tournament::{RoundNumber, Tournament};
    /// let event = Tournament::default();
    /// assert_eq!(event.policies_in(RoundNumber(1)), event.policies());
    /// ```
    pub fn policies_in(&self, round: RoundNumber) -> &Policies {
        let then = self.earlier_policies.iter().find(|(until, _)| round < *until);
        then.map_or_else(|| self.policies(), |(_, policies)| policies)
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

    /// The mission that two armies meet in at their table, where missions go by what armies are bent on and both are known.
    pub fn met(&self, round: RoundNumber, pairing: &Pairing) -> Option<MissionId> {
        let bent_on = |player: &PlayerId| self.player(player)?.entry.disposition.as_ref();
        self.policies().met([bent_on(&pairing.one)?, bent_on(&pairing.two)?], round, pairing.table).cloned()
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

    /// The recorded pods by which a round is played, and the round that they followed.
    pub fn recorded_pods(&self, round: RoundNumber) -> Option<(&Pods, RoundNumber)> {
        let known = self.pods.iter().rfind(|(_, after)| *after < round);
        known.map(|(pods, after)| (pods, *after))
    }

    /// The number of everybody's recorded pod in a round, from 1.
    pub fn pods_by_player(&self, round: RoundNumber) -> BTreeMap<&PlayerId, usize> {
        let pods = self.recorded_pods(round).map(|(pods, _)| pods.pods.as_slice()).unwrap_or_default();
        pods.iter().enumerate().flat_map(|(at, pod)| pod.iter().map(move |player| (player, at + 1))).collect()
    }

    /// Whether a player has entered, has not dropped and has checked in where the event asks for it.
    pub fn is_active(&self, player: &Player, round: RoundNumber) -> bool {
        let check_in = self.create.as_ref().is_some_and(|create| create.policies.check_in);
        player.is_in(round) && (!check_in || player.checked_in.is_some_and(|from| from <= round))
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
        let closed =
            |known: &Round| (known.stage != Stage::Closed).then(|| Round { stage: Stage::Closed, ..known.clone() });
        let then = self.policies_in(round);
        let mut create = self.create.clone();
        if let Some(create) = create.as_mut().filter(|create| create.policies != *then) {
            create.policies = then.clone();
        }
        let known = |player: &Player| {
            let name = || player.entry.name.clone();
            let entry = || Entry { name: name(), ..player.entry_in(round).clone() };
            (!player.earlier.is_empty()).then(|| Player { entry: entry(), ..player.clone() })
        };
        Tournament {
            create,
            earlier_policies: self.earlier_policies.clone(),
            players: self.players.with(usize::MAX, known),
            tables: self.tables.clone(),
            rounds: self.rounds.with(usize::from(round.0.max(1)) - 1, closed),
            cut: self.cut.clone().filter(|(_, after)| *after < round),
            pods: self.pods.iter().filter(|(_, after)| *after < round).cloned().collect(),
            fallen: self.fallen.clone(),
            waiting: self.waiting.clone(),
            finished: false,
            archived: self.archived,
            source: self.source.clone(),
            calls: self.calls.clone(),
            judges: self.judges.clone(),
            passes: self.passes.clone(),
            keys: self.keys.clone(),
            index: Arc::clone(&self.index),
            namesakes: Arc::clone(&self.namesakes),
            matches: self.matches.clone(),
            heard: self.heard.clone(),
        }
    }

    /// Whether the log names the law by which its corrections are judged.
    pub fn is_judged(&self) -> bool {
        self.create.as_ref().is_some_and(|create| create.law.is_some())
    }

    /// The first of some players who is of a judge's own club or team, and that club or team. In an event of teams a player
    /// is a team, and goes by its name too.
    ///
    /// ```
    /// use adjutant_tournament::{PlayerId, Tournament, id::PassId};
    /// let (mia, anna) = (PassId::new("mia").unwrap(), PlayerId::new("anna").unwrap());
    /// assert_eq!(Tournament::default().kin_of(&mia, &[anna]), None);
    /// ```
    pub fn kin_of<'a>(&self, judge: &PassId, players: &'a [PlayerId]) -> Option<(&'a PlayerId, &Name)> {
        let judge = self.judges.get(judge)?;
        let same = |own: &&Name, other: Option<&Name>| other.is_some_and(|other| other.alike() == own.alike());
        players.iter().find_map(|player| {
            let entry = &self.player(player)?.entry;
            let as_team = |own: &&Name| self.policies().team_size > 0 && entry.name.alike() == own.alike();
            let club = judge.club.as_ref().filter(|own| same(own, entry.club.as_ref()));
            let team = || judge.team.as_ref().filter(|own| same(own, entry.team.as_ref()) || as_team(own));
            Some((player, club.or_else(team)?))
        })
    }

    /// The table that a match log was used for.
    pub fn match_used(&self, id: &MatchId) -> Option<(RoundNumber, TableNumber)> {
        self.matches.get(id).copied()
    }

    pub(super) fn change(&mut self, id: &PlayerId, how: impl FnOnce(&mut Player)) {
        if let Some(at) = self.index.get(id) {
            self.players.change(*at, how);
        }
    }

    pub(super) fn change_round(&mut self, round: RoundNumber, how: impl FnOnce(&mut Round)) {
        if let Some(at) = usize::from(round.0).checked_sub(1) {
            self.rounds.change(at, how);
        }
    }

    /// Notes why the draft is another one now, where nothing was noted yet.
    pub(super) fn change_draft(&mut self, why: Outdated) {
        let fits = |round: &Round| round.stage == Stage::Draft && round.outdated.is_none();
        self.rounds.change_each(fits, |round| round.outdated = Some(why));
    }

    /// Notes that the draft, if there is one, may not be what it would be now. Rounds that rest on no result (fixed
    /// schedules, pairings by hand) only go by tables.
    pub(crate) fn outdate(&mut self, why: Outdated) {
        let Some(round) = self.rounds.last().filter(|round| round.stage == Stage::Draft) else { return };
        let searched = match round.pair.system {
            System::Swiss => true,
            System::SingleElimination | System::DoubleElimination => {
                matches!(why, Outdated::Result | Outdated::Table | Outdated::Undo)
            }
            System::Pods => matches!(why, Outdated::Table | Outdated::Undo),
            System::RoundRobin | System::Manual => why == Outdated::Table,
        };
        if searched && (round.pair.method != Method::Manual || why == Outdated::Table) {
            self.change_draft(why);
        }
    }
}
