//! The judge's own books, kept from the commands alone.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::finding::{Finding, FindingKind};
use super::played::{Played, Talk};
use super::talk;
use crate::command::{Basis, By, Cut, Entry, Infraction, Later, Pair, Pairing, Repair, ResultEntry, TournamentCommand};
use crate::id::{Name, PlayerId, RoundNumber, Seed, TableNumber};
use crate::log::Record;
use crate::policy::{Policies, System};

#[derive(Clone, Default)]
pub(super) struct Books {
    pub policies: Policies,
    pub seed: Option<Seed>,
    /// Who has entered, and from which round on.
    pub entries: Vec<(Entry, u16)>,
    pub rounds: Vec<Played>,
    /// Match points taken or given, and from which round on.
    pub penalties: Vec<(PlayerId, u16, i64)>,
    /// Awards: who, from which round on, what for, how many points.
    pub awards: Vec<(PlayerId, u16, Name, i64)>,
    /// Who was disqualified, and in which round.
    pub disqualified: Vec<(PlayerId, u16)>,
    /// Drops and returns, and from which round on.
    pub presence: Vec<(PlayerId, u16, bool)>,
    /// Byes that players asked for: who, in which round, for how many match points.
    pub asked: Vec<(PlayerId, u16, i64)>,
    /// What is wrong with the order of the records.
    pub faults: Vec<Finding>,
    checked_in: BTreeSet<PlayerId>,
    finalists: Option<BTreeSet<PlayerId>>,
    /// The cut.
    pub cut: Option<CutBook>,
    /// Pods with the rounds before them.
    pub pods: Vec<(Vec<Vec<PlayerId>>, usize)>,
    /// Rounds of a bracket that a record withdrew.
    pub withdrawn: Vec<(u64, Vec<Played>)>,
    /// Records that let a bracket stand as it was played.
    pub kept: Vec<u64>,
    /// Results that are taken back later on, each as it was before its record.
    before: BTreeMap<u64, (RoundNumber, TableNumber, Known)>,
    /// Records whose result is taken back where the log stands then.
    in_place: BTreeSet<u64>,
}

/// The round in which those enter who wait for a place.
const WAITS: u16 = u16::MAX;

/// A result and what it rests on.
type Known = Option<(ResultEntry, Basis)>;

/// A cut as the record says it.
#[derive(Clone)]
pub(super) struct CutBook {
    pub players: Vec<PlayerId>,
    /// Rounds before it.
    pub before: usize,
    pub third_place: bool,
    pub double: bool,
    /// Who might have gone on.
    pub here: BTreeSet<PlayerId>,
}

impl Books {
    /// The books as they stood before a record: without it, what follows, and what had been taken back by then.
    pub fn before(records: &[Record], seq: u64) -> Books {
        let said = records.iter().filter(|record| record.seq < seq);
        let mut books = Books { in_place: in_place(records, seq), ..Books::default() };
        let taken_back: BTreeSet<u64> = said
            .clone()
            .filter_map(|record| match record.command {
                TournamentCommand::Retract { seq, .. } => Some(seq).filter(|seq| !books.in_place.contains(seq)),
                _ => None,
            })
            .collect();
        // Who was disqualified by mistake was away all the same, until it was taken back.
        let mut away: BTreeMap<u64, PlayerId> = BTreeMap::new();
        for record in said {
            match &record.command {
                TournamentCommand::Infraction(line) if taken_back.contains(&record.seq) => {
                    if line.ends_the_event() && books.is_present(&line.player) {
                        books.presence.push((line.player.clone(), books.due(), false));
                        away.insert(record.seq, line.player.clone());
                    }
                }
                _ if taken_back.contains(&record.seq) => {}
                TournamentCommand::Retract { seq, .. } => {
                    let back = away.remove(seq).map(|player| (player, books.due(), true));
                    books.presence.extend(back);
                    books.read(record.seq, record.by, &record.command);
                }
                command => books.read(record.seq, record.by, command),
            }
        }
        books
    }

    /// The books as they stood before a record, from those before an earlier one: what lies between is read, and all that
    /// came before only where something between takes back, or is taken back.
    pub fn forward(self, records: &[Record], [from, seq]: [u64; 2]) -> Books {
        let mut said = records.iter().filter(|record| record.seq < seq);
        let back = |record: &Record| match record.command {
            TournamentCommand::Retract { seq: taken, .. } => record.seq >= from || taken >= from,
            _ => false,
        };
        if from > seq || said.clone().any(back) {
            return Books::before(records, seq);
        }
        let between = said.by_ref().filter(|record| record.seq >= from);
        between.fold(self, |mut books, record| {
            books.read(record.seq, record.by, &record.command);
            books
        })
    }

    /// Whether a player has not left.
    fn is_present(&self, player: &PlayerId) -> bool {
        self.presence.iter().rfind(|(who, ..)| who == player).is_none_or(|(.., here)| *here)
    }

    /// Takes one more record, and what it says of a bracket.
    pub fn read(&mut self, seq: u64, by: By, command: &TournamentCommand) {
        self.keep_what_stood(seq, command);
        self.enter(seq, by, command);
        self.queue();
        match command.later() {
            None => {}
            Some(Later::Keep) => self.kept.push(seq),
            Some(Later::Reset(from)) => {
                let from = usize::from(from.0.max(1)) - 1;
                let withdrawn = self.rounds.split_off(from.min(self.rounds.len()));
                self.withdrawn.push((seq, withdrawn));
            }
        }
    }

    /// Until players have seen round 1, places are given out in the order of entry, to those who came back last; the others
    /// wait, and enter no round.
    fn queue(&mut self) {
        let waits = self.entries.iter().any(|(_, from)| *from == WAITS);
        if self.rounds.iter().any(|round| round.published) || (self.policies.places.is_none() && !waits) {
            return;
        }
        let said = |at: usize| -> Vec<bool> {
            let own = self.presence.iter().filter(|(who, ..)| *who == self.entries[at].0.player);
            own.map(|(.., here)| *here).collect()
        };
        let mut order: Vec<usize> = (0..self.entries.len()).filter(|at| said(*at).last() != Some(&false)).collect();
        order.sort_by_key(|at| (!said(*at).is_empty(), *at));
        let most = self.policies.places.map_or(order.len(), usize::from);
        for (before, at) in order.into_iter().enumerate() {
            self.entries[at].1 = if before < most { 1 } else { WAITS };
        }
    }

    /// Who waited and is let in once the event has begun enters then.
    fn came_back(&mut self, player: &PlayerId) {
        let due = self.due();
        self.presence.push((player.clone(), due, true));
        if self.rounds.iter().any(|round| round.published) {
            let waiting = self.entries.iter_mut().filter(|(entry, from)| entry.player == *player && *from == WAITS);
            waiting.for_each(|(_, from)| *from = due);
        }
    }

    /// Remembers, and gives back, results of a bracket that are taken back after it was played on.
    fn keep_what_stood(&mut self, seq: u64, command: &TournamentCommand) {
        match command {
            TournamentCommand::Result(result) | TournamentCommand::AmendResult { result, .. }
                if self.in_place.contains(&seq) =>
            {
                let (number, table) = (result.round, result.table);
                let known = self
                    .number(number)
                    .and_then(|round| Some((round.results.get(&table)?.clone(), *round.talk.bases.get(&table)?)));
                self.before.insert(seq, (number, table, known));
            }
            TournamentCommand::Retract { seq, .. } => {
                let Some((number, table, known)) = self.before.remove(seq) else { return };
                let Some(round) = self.number(number) else { return };
                round.results.remove(&table);
                round.talk.bases.remove(&table);
                if let Some((result, basis)) = known {
                    round.results.insert(table, result);
                    round.talk.bases.insert(table, basis);
                }
            }
            _ => {}
        }
    }

    /// Games that were played before the bracket was reset count again.
    fn count_again(&mut self, number: RoundNumber) {
        let at = usize::from(number.0.max(1)) - 1;
        let Some(round) = self.rounds.get_mut(at) else { return };
        for table in &round.pair.keeps {
            let game = round.pair.tables.iter().find(|game| game.table == *table);
            // The same two in the same seats, at whichever table they sat.
            let known = |played: &Played| {
                let before =
                    played.pair.tables.iter().find(|before| game.is_some_and(|game| before.same_game(game)))?;
                Some((played.results.get(&before.table)?.clone(), *played.talk.bases.get(&before.table)?))
            };
            let earlier = self.withdrawn.iter().rev().flat_map(|(_, rounds)| rounds);
            match earlier.filter(|played| played.pair.round == number).find_map(known) {
                Some((result, basis)) => {
                    round.results.insert(*table, ResultEntry { table: *table, ..result });
                    round.talk.bases.insert(*table, basis);
                }
                None => {
                    let text = format!("table {table} counts as played, and was not played before");
                    self.faults.push(FindingKind::StrayResult.fault(number, text));
                }
            }
        }
    }

    fn enter(&mut self, seq: u64, by: By, command: &TournamentCommand) {
        let due = self.due();
        match command {
            TournamentCommand::Create(create) => {
                self.policies = create.policies.clone();
                self.seed = Some(create.seed.clone());
            }
            TournamentCommand::Settings(settings) => {
                if let Some(policies) = &settings.policies {
                    self.policies = policies.clone();
                }
            }
            TournamentCommand::Register(entry) => self.entries.push((entry.clone(), 1)),
            TournamentCommand::LateEntry(entry) => self.entries.push((entry.clone(), due)),
            TournamentCommand::CheckIn { player } => drop(self.checked_in.insert(player.clone())),
            TournamentCommand::Drop { player } => self.presence.push((player.clone(), due, false)),
            TournamentCommand::Return { player } => self.came_back(player),
            TournamentCommand::Cut(cut) => self.cut_to(cut),
            TournamentCommand::Pods(made) => {
                self.rounds.retain(|round| round.published);
                let before = self.rounds.len();
                self.pods.retain(|(_, known)| *known < before);
                self.pods.push((made.pods.clone(), before));
            }
            TournamentCommand::Penalty { player, points, .. } => {
                self.penalties.push((player.clone(), self.seen(), i64::from(*points)));
            }
            TournamentCommand::Award { player, award, points, .. } => {
                self.awards.push((player.clone(), self.seen(), award.clone(), i64::from(*points)));
            }
            TournamentCommand::Infraction(line) => self.ruled(line),
            TournamentCommand::EditPlayer(edit) => {
                for (entry, _) in self.entries.iter_mut().filter(|(entry, _)| entry.player == edit.player) {
                    *entry = edit.applied_to(entry);
                }
            }
            TournamentCommand::Withdraw { player } => self.entries.retain(|(entry, _)| entry.player != *player),
            TournamentCommand::ByeRequest { player, round, points } => {
                self.asked.push((player.clone(), round.0, i64::from(*points)));
            }
            TournamentCommand::Move { round, table, to, .. } => self.moved(*round, [*table, *to]),
            TournamentCommand::Pair(pair) => self.paired(seq, pair),
            TournamentCommand::Repair(repair) => self.repaired(repair),
            TournamentCommand::Publish { round: number, .. } => {
                let present = self.here();
                if let Some(round) = self.number(*number) {
                    round.published = true;
                    round.present = present;
                }
                self.count_again(*number);
            }
            TournamentCommand::Report(_) | TournamentCommand::Dispute(_) | TournamentCommand::Answer(_) => {
                self.talk(seq, by, command)
            }
            TournamentCommand::CloseRound { round, .. } => {
                let number = *round;
                if let Some(round) = self.number(number) {
                    round.closed = true;
                    let disputed = round.talk.disputes.values().next().map(|(table, _)| *table);
                    let text = |table| format!("the round is closed and the result of table {table} is disputed");
                    self.faults.extend(disputed.map(|table| FindingKind::ClosedDisputed.fault(number, text(table))));
                }
            }
            TournamentCommand::Result(result) | TournamentCommand::AmendResult { result, .. } => {
                self.result(by, result)
            }
            _ => {}
        }
    }

    fn cut_to(&mut self, cut: &Cut) {
        self.finalists = None;
        // A draft of an earlier cut goes with it.
        self.rounds.retain(|round| round.published);
        self.cut = Some(CutBook {
            players: cut.players.clone(),
            before: self.rounds.len(),
            third_place: cut.third_place,
            double: cut.double,
            here: self.here(),
        });
        self.finalists = Some(cut.players.iter().cloned().collect());
    }

    /// A line of the judge's book.
    fn ruled(&mut self, line: &Infraction) {
        if let Some(points) = line.points {
            self.penalties.push((line.player.clone(), self.seen(), i64::from(points)));
        }
        if line.ends_the_event() {
            self.disqualified.push((line.player.clone(), self.seen()));
            self.presence.push((line.player.clone(), self.due(), false));
        }
    }

    /// The last round that players have seen; 1 before the first.
    fn seen(&self) -> u16 {
        self.rounds.iter().filter(|round| round.published).count().max(1) as u16
    }

    /// Two tables of a round change their numbers, and all that belongs to them.
    fn moved(&mut self, round: RoundNumber, [from, to]: [TableNumber; 2]) {
        let other = |at: TableNumber| {
            if at == from {
                to
            } else if at == to {
                from
            } else {
                at
            }
        };
        let Some(round) = self.number(round) else { return };
        round.pair.tables.iter_mut().for_each(|game| game.table = other(game.table));
        round.pair.keeps.iter_mut().for_each(|table| *table = other(*table));
        round.talk.moved(other);
        let results = std::mem::take(&mut round.results).into_iter();
        round.results = results.map(|(at, result)| (other(at), ResultEntry { table: other(at), ..result })).collect();
    }

    /// The round that is a draft, or would be paired next.
    fn due(&self) -> u16 {
        let drafted = self.rounds.last().is_some_and(|round| !round.published);
        self.rounds.len() as u16 + u16::from(!drafted)
    }

    fn number(&mut self, round: RoundNumber) -> Option<&mut Played> {
        self.rounds.get_mut(usize::from(round.0).checked_sub(1)?)
    }

    /// Reports, disputes and their answers.
    fn talk(&mut self, seq: u64, by: By, command: &TournamentCommand) {
        let policies = self.policies.clone();
        let fault = match command {
            TournamentCommand::Report(report) => match self.number(report.round) {
                Some(round) => talk::reported(round, &policies, by, report),
                None => {
                    Some(FindingKind::StrayReport.fault(report.round, "a report of a round that is not paired".into()))
                }
            },
            TournamentCommand::Dispute(dispute) => match self.number(dispute.round) {
                Some(round) => talk::disputed(round, seq, by, dispute),
                None => Some(
                    FindingKind::StrayReport.fault(dispute.round, "a dispute of a round that is not paired".into()),
                ),
            },
            TournamentCommand::Answer(answer) => {
                self.rounds.iter_mut().find_map(|round| talk::answered(round, by, answer))
            }
            _ => None,
        };
        self.faults.extend(fault);
    }

    fn result(&mut self, by: By, result: &ResultEntry) {
        match self.number(result.round).filter(|round| round.published && round.has(result.table)) {
            Some(round) => {
                let before = round.results.insert(result.table, result.clone()).is_some();
                round.talk.entered(by, result, before);
            }
            None => {
                let text = format!("a result for table {}, which is not published in this round", result.table);
                self.faults.push(FindingKind::StrayResult.fault(result.round, text));
            }
        }
    }

    fn paired(&mut self, seq: u64, pair: &Pair) {
        let due = self.due();
        if pair.round.0 != due {
            let text = format!("paired where round {due} is due");
            self.faults.push(FindingKind::WrongRound.fault(pair.round, text));
        }
        self.rounds.truncate(usize::from(pair.round.0.max(1)) - 1);
        let open = |round: &Played| round.pair.tables.iter().filter(|p| !round.results.contains_key(&p.table)).count();
        let open = self.rounds.last().map_or(0, open);
        if open > 0 {
            let were = if open == 1 { "result of the round before was" } else { "results of the round before were" };
            let text = format!("paired while {open} {were} missing");
            self.faults.push(FindingKind::PairedEarly.fault(pair.round, text));
        }
        let present = self.here();
        let seated = self.entries.iter().filter_map(|(entry, _)| Some((entry.player.clone(), entry.seat?)));
        let seats = seated.collect();
        // Whatever it calls itself, it is the next: everything behind is found by its place.
        let next = u16::try_from(self.rounds.len() + 1).map_or(pair.round, RoundNumber);
        self.rounds.push(Played {
            seats,
            pair: Pair { round: next, ..pair.clone() },
            seq,
            repaired: false,
            published: false,
            closed: false,
            results: BTreeMap::new(),
            talk: Talk::default(),
            present,
        });
    }

    fn repaired(&mut self, repair: &Repair) {
        let Some(round) = self.rounds.last_mut() else { return };
        round.repaired = true;
        for changed in &repair.tables {
            if !round.pair.tables.iter().any(|game| game.table == changed.table && game.same_game(changed)) {
                round.pair.keeps.retain(|table| *table != changed.table);
            }
            round.pair.tables.retain(|pairing| pairing.table != changed.table);
            round.pair.tables.push(changed.clone());
            round.results.remove(&changed.table);
            round.talk.forget(changed.table);
        }
        if let Some(byes) = &repair.byes {
            round.pair.byes.clone_from(byes);
        }
    }

    /// Who may be paired now.
    pub fn here(&self) -> BTreeSet<PlayerId> {
        let said: BTreeMap<&PlayerId, bool> = self.presence.iter().map(|(who, _, here)| (who, *here)).collect();
        let due = self.due();
        let asked: BTreeSet<&PlayerId> =
            self.asked.iter().filter(|(_, round, _)| *round == due).map(|(player, ..)| player).collect();
        let playing = |player: &PlayerId| {
            said.get(player).is_none_or(|here| *here)
                && !asked.contains(player)
                && (!self.policies.check_in || self.checked_in.contains(player))
                && self.finalists.as_ref().is_none_or(|set| set.contains(player))
        };
        let entered = self.entries.iter().filter(|(_, from)| *from != WAITS);
        entered.map(|(entry, _)| entry.player.clone()).filter(playing).collect()
    }

    /// Whether a player is out after a round.
    pub fn is_out_after(&self, player: &PlayerId, round: u16) -> bool {
        let mut said = self.presence.iter().filter(|(who, from, _)| who == player && *from <= round + 1);
        said.next_back().is_some_and(|(.., here)| !here)
    }

    /// Whether a player had left when a round was paired.
    pub fn is_out_in(&self, player: &PlayerId, round: u16) -> bool {
        self.is_out_after(player, round.saturating_sub(1))
    }

    /// The pods of a round, from 0, and the rounds before them.
    pub fn pods_in(&self, round: usize) -> Option<&(Vec<Vec<PlayerId>>, usize)> {
        let cut = self.cut.as_ref().is_some_and(|cut| cut.before <= round);
        self.pods.iter().rfind(|(_, before)| *before <= round).filter(|_| !cut)
    }

    /// The games before a round.
    pub fn games_before(&self, round: usize) -> impl Iterator<Item = &Pairing> {
        self.rounds.iter().take(round).flat_map(|earlier| &earlier.pair.tables)
    }

    /// Who had a bye before a round.
    pub fn byes_before(&self, round: usize) -> HashSet<&PlayerId> {
        let mut byes: HashSet<&PlayerId> =
            self.rounds.iter().take(round).flat_map(|earlier| &earlier.pair.byes).collect();
        // A bye asked for that is worth a win is a bye like any other.
        let win = match self.policies.differential.as_ref().and_then(|table| table.rows.last()) {
            Some(row) if self.policies.team_size < 3 => i64::from(row.higher),
            _ => i64::from(self.policies.points.win),
        };
        let whole = self.asked.iter().filter(|(_, at, points)| usize::from(*at) <= round && *points >= win);
        byes.extend(whole.map(|(player, ..)| player));
        byes
    }
}

impl Books {
    /// Whether a player is out only after two losses.
    pub fn is_double(&self) -> bool {
        self.cut.as_ref().map_or(self.policies.system == System::DoubleElimination, |cut| cut.double)
    }

    /// A fault of a round of the bracket; a remark where a record let it stand.
    pub fn of_bracket(&self, kind: FindingKind, number: usize, text: String) -> Finding {
        let at = RoundNumber(number as u16 + 1);
        match self.kept.last() {
            // Who goes on by what was kept goes on in every later round too.
            Some(seq) => kind.unless(true, at, format!("{text}; kept by record {seq}")),
            None => kind.fault(at, text),
        }
    }
}

/// Results of a bracket that a record takes back and says what becomes of the games that rest on them: they fall where the
/// log stands then, not where they stood.
fn in_place(records: &[Record], seq: u64) -> BTreeSet<u64> {
    let said = records.iter().filter(|record| record.seq < seq);
    let of_bracket = |number: RoundNumber| {
        let pairs = |record: &Record| matches!(&record.command, TournamentCommand::Pair(pair) if pair.round == number && pair.system.is_elimination());
        records.iter().any(pairs)
    };
    let taken = said.filter_map(|record| match record.command {
        TournamentCommand::Retract { seq, later: Some(_), .. } => records.iter().find(|known| known.seq == seq),
        _ => None,
    });
    let results = taken.filter(|record| match &record.command {
        TournamentCommand::Result(result) | TournamentCommand::AmendResult { result, .. } => of_bracket(result.round),
        _ => false,
    });
    results.map(|record| record.seq).collect()
}
