//! What every fact changes. It is taken as it is; all rules are in `decide`.

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant_core::chain::Hash;

use super::event::Event;
use super::player::{NEVER, Player};
use super::progress::{Progress, Said, swapped};
use super::round::{Outdated, Round, Stage};
use super::tournament::Tournament;
use crate::command::{Create, Cut, EditPlayer, Entry, Pair, Pods, Repair, ResultEntry, Settings, Table};
use crate::id::{Alike, DispositionId, Name, PlayerId, RoundNumber, TableNumber};
use crate::policy::Policies;

impl Tournament {
    /// Takes a fact as it is.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Created(create) => self.create = Some(create),
            Event::SettingsChanged(settings) => self.change_settings(&settings),
            Event::Entered { entry, from } => self.enter(entry, from),
            Event::CheckedIn { player, from } => self.change(&player, |player| player.checked_in = Some(from)),
            Event::PresenceChanged { player, from, here } => self.come_or_go(&player, from, here),
            Event::TableSet(table) => self.set_table(table),
            Event::PlayerEdited { edit, from } => self.edit(&edit, from),
            Event::Withdrawn { player } => self.withdraw(&player),
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
                self.count_again(round);
            }
            Event::ResultSet { result, basis } => {
                self.note_basis(&result, basis);
                self.set_result(*result);
            }
            event @ (Event::ResultTakenBack { .. } | Event::BracketReset { .. } | Event::BracketKept { .. }) => {
                self.change_bracket(event);
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
            Event::Awarded { player, from, award, points } => self.give(&player, from, award, points),
            Event::CutMade { cut, after } => self.make_cut(cut, after),
            Event::PodsMade { pods, after } => self.make_pods(pods, after),
            Event::TeamStepTaken { round, table, pairing, taken } => self.change_round(round, |round| {
                round.take_step(table, pairing, taken);
            }),
            Event::Finished => self.finished = true,
            Event::Archived { archived } => self.archived = archived,
            Event::ListHandedIn { player, digest, disposition, from } => {
                self.hand_in(&player, digest, disposition, from);
            }
            Event::Imported(source) => self.source = Some(source),
            Event::PassIssued(pass) => drop(self.passes.insert((pass.kind, pass.id), pass.issue)),
            Event::KeyBound { kind, id, bound } => self.keys.bind(kind, id, bound),
            Event::JudgeKnown(judge) => drop(self.judges.insert(judge.id.clone(), judge)),
            Event::Paid { player, paid } => self.change(&player, |player| player.paid = paid),
            Event::Remarked => {}
        }
    }

    fn enter(&mut self, entry: Entry, from: RoundNumber) {
        Arc::make_mut(&mut self.namesakes).entry(entry.name.alike()).or_default().push(entry.player.clone());
        Arc::make_mut(&mut self.index).insert(entry.player.clone(), self.players.len());
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
            paid: false,
            earlier: Vec::new(),
        });
        // Where there is a place for everybody, who enters moves nobody: a look at all for each would take long.
        if self.policies().places.is_some() {
            self.fill_places();
        }
    }

    fn come_or_go(&mut self, player: &PlayerId, from: RoundNumber, here: bool) {
        let began = self.published() > 0;
        self.change(player, |player| {
            player.presence.push((from, here));
            if here && began && player.is_waiting() {
                player.from = from;
            }
        });
        self.fill_places();
    }

    fn give(&mut self, player: &PlayerId, from: RoundNumber, award: Name, points: i32) {
        let counts = award.alike() == "painting";
        self.change(player, |player| player.awards.push((award, points, from)));
        if counts {
            self.outdate(Outdated::Award);
        }
    }

    fn withdraw(&mut self, player: &PlayerId) {
        let name = self.player(player).map(|known| known.entry.name.alike());
        self.rename(player, name, None);
        self.players.retain(|known| known.entry.player != *player);
        let places = self.players.iter().enumerate();
        self.index = Arc::new(places.map(|(at, known)| (known.entry.player.clone(), at)).collect());
        self.fill_places();
    }

    /// Until round 1 is published, those who entered first have the places, and the others wait; who dropped and came back
    /// stands behind everybody else.
    fn fill_places(&mut self) {
        let places = self.policies().places.map_or(usize::MAX, usize::from);
        if self.published() > 0 || (places == usize::MAX && !self.players.iter().any(Player::is_waiting)) {
            return;
        }
        let due = RoundNumber(1);
        let mut taken = 0;
        for again in [false, true] {
            let queued = |player: &Player| player.presence.is_empty() != again && !player.has_left(due);
            self.players.change_each(queued, |player| {
                player.from = if taken < places { due } else { NEVER };
                taken += 1;
            });
        }
    }

    fn hand_in(&mut self, player: &PlayerId, list: Hash, disposition: Option<DispositionId>, from: RoundNumber) {
        self.change(player, |player| player.list = Some(list));
        if disposition.is_some() {
            self.change_entry(player, from, |entry| Entry { disposition, ..entry.clone() });
        }
    }

    fn rename(&mut self, id: &PlayerId, before: Option<String>, now: Option<String>) {
        if before == now {
            return;
        }
        let namesakes = Arc::make_mut(&mut self.namesakes);
        if let Some(known) = before.and_then(|before| namesakes.get_mut(&before)) {
            known.retain(|other| other != id);
        }
        if let Some(now) = now {
            namesakes.entry(now).or_default().push(id.clone());
        }
        namesakes.retain(|_, ids| !ids.is_empty());
    }

    fn change_settings(&mut self, settings: &Settings) {
        let (due, played) = (self.due(), self.published() > 0);
        let Some(create) = self.create.as_deref_mut() else { return };
        let after = settings.applied_to(create);
        // No round is made by what is only told.
        let made_by = |of: &Create| Policies { lists_due: None, begins: Vec::new(), ..of.policies.clone() };
        let matters = made_by(&after) != made_by(create);
        let before = std::mem::replace(create, after);
        self.fill_places();
        if matters && played {
            self.earlier_policies.push((due, before.policies));
        }
        if matters {
            self.change_draft(Outdated::Settings);
        }
    }

    fn make_pods(&mut self, pods: Pods, after: RoundNumber) {
        // A draft of the schedule before goes with it.
        self.rounds.truncate(after.0.into());
        self.pods.retain(|(_, before)| *before < after);
        self.pods.push((pods, after));
    }

    fn draft(&mut self, pair: Pair) {
        self.rounds.truncate(usize::from(pair.round.0) - 1);
        self.rounds.push(Round {
            pair,
            repaired: false,
            stage: Stage::Draft,
            results: BTreeMap::new(),
            team_pairings: BTreeMap::new(),
            team_steps: BTreeMap::new(),
            outdated: None,
            opened_at: BTreeMap::new(),
            progress: Progress::default(),
            kept: BTreeMap::new(),
        });
    }

    /// What becomes of a bracket when something is corrected on which it rests.
    fn change_bracket(&mut self, event: Event) {
        match event {
            Event::ResultTakenBack { round, table } => {
                self.change_round(round, |round| {
                    round.results.remove(&table);
                    round.progress.bases.remove(&table);
                });
                self.matches.retain(|_, place| *place != (round, table));
            }
            Event::BracketReset { from, fallen, waiting } => {
                self.rounds.truncate(usize::from(from.0.max(1)) - 1);
                self.change_round(RoundNumber(from.0.saturating_sub(1)), |round| round.kept.clear());
                self.matches.retain(|_, (round, _)| *round < from);
                self.fallen.extend(fallen);
                self.waiting = waiting;
            }
            Event::BracketKept { games } => games.into_iter().for_each(|(round, place, kept)| {
                self.change_round(round, |round| drop(round.kept.insert(place, kept)));
            }),
            _ => {}
        }
    }

    fn make_cut(&mut self, cut: Cut, after: RoundNumber) {
        // A draft of the cut before goes with it.
        self.rounds.truncate(after.0.into());
        self.cut = Some((cut, after));
    }

    /// Games of a bracket that was reset, and did not fall, count again as they were played.
    fn count_again(&mut self, number: RoundNumber) {
        let (ours, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.waiting).into_iter().partition(|game| game.round == number);
        self.waiting = others;
        for played in ours {
            let kept = |round: &Round| {
                let game = round.pair.tables.iter().find(|game| game.same_game(&played.game));
                game.map(|game| game.table).filter(|table| round.pair.keeps.contains(table))
            };
            let Some(table) = self.round(number).and_then(kept) else {
                self.fallen.push(played);
                continue;
            };
            if played.opened_at != table {
                self.change_round(number, |round| round.opened_at.extend([(table, played.opened_at)]));
            }
            if let (Some(result), Some(basis)) = (played.result, played.basis) {
                let result = ResultEntry { table, ..result };
                self.note_basis(&result, basis);
                self.set_result(result);
            }
        }
    }

    fn set_table(&mut self, table: Table) {
        let drafted = self.rounds.last().filter(|round| round.stage == Stage::Draft);
        let used = drafted.is_some_and(|round| round.at(table.table).is_some());
        let known = self.tables.entry(table.table).or_insert_with(|| Table::numbered(table.table));
        let before = known.clone();
        *known = before.clone().changed_by(table);
        let laid_out = |table: &Table| (table.closed, table.mission.clone(), table.terrain.clone());
        if used && laid_out(&before) != laid_out(known) {
            self.outdate(Outdated::Table);
        }
    }

    fn edit(&mut self, edit: &EditPlayer, from: RoundNumber) {
        if let (Some(name), Some(known)) = (&edit.name, self.player(&edit.player)) {
            let before = known.entry.name.alike();
            self.rename(&edit.player, Some(before), Some(name.alike()));
        }
        self.change_entry(&edit.player, from, |entry| edit.applied_to(entry));
    }

    /// Changes an entry from a round on; a draft that rests on what changed is outdated.
    fn change_entry(&mut self, player: &PlayerId, from: RoundNumber, change: impl FnOnce(&Entry) -> Entry) {
        let mut matters = false;
        self.change(player, |player| {
            let now = change(&player.entry);
            let apart = |entry: &Entry| (entry.club.clone(), entry.team.clone(), entry.country.clone(), entry.seat);
            matters = apart(&now) != apart(&player.entry) || now.disposition != player.entry.disposition;
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
            round.pair.keeps.iter_mut().filter(|at| **at == table || **at == to).for_each(|at| *at = other(*at));
            round.progress.swap(table, to);
            swapped(&mut round.team_pairings, table, to);
            swapped(&mut round.team_steps, table, to);
            let results = [table, to].map(|at| (other(at), round.results.remove(&at)));
            for (at, result) in results {
                round.results.extend(result.map(|result| (at, ResultEntry { table: at, ..result })));
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
        let judged = self.is_judged();
        self.change_round(repair.round, |round| {
            round.repaired = true;
            round.pair.objective.optimal = false;
            for changed in repair.tables {
                round.results.remove(&changed.table);
                round.progress.forget(changed.table);
                let parted = round.at(changed.table).is_none_or(|game| !game.same_game(&changed));
                if parted {
                    round.pair.keeps.retain(|table| *table != changed.table);
                }
                // What captains chose was chosen against the other team.
                if judged && parted {
                    round.team_pairings.remove(&changed.table);
                    round.team_steps.remove(&changed.table);
                }
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
