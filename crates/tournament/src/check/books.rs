//! The judge's own books, kept from the commands alone.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use crate::command::{Entry, EventCommand, Forfeit, Pair, ResultEntry, Winner};
use crate::id::{PlayerId, RoundNumber, TableNumber};
use crate::log::EventLog;
use crate::policy::{Method, Policies, System};
use crate::standings::standings;

/// A round as the records leave it.
pub(super) struct Played {
    pub pair: Pair,
    pub repaired: bool,
    pub published: bool,
    pub closed: bool,
    pub results: BTreeMap<TableNumber, ResultEntry>,
    pub present: BTreeSet<PlayerId>,
    /// Penalties known when the round was paired.
    pub penalties: BTreeMap<PlayerId, i64>,
}

#[derive(Default)]
pub(super) struct Books {
    pub policies: Policies,
    pub seed: Option<crate::id::Seed>,
    pub entries: Vec<Entry>,
    pub rounds: Vec<Played>,
    pub penalties: BTreeMap<PlayerId, i64>,
    gone: BTreeSet<PlayerId>,
    checked_in: BTreeSet<PlayerId>,
    finalists: Option<BTreeSet<PlayerId>>,
    /// Rounds whose results were changed after they were closed, with the number of rounds paired by then.
    amended: Vec<(RoundNumber, usize)>,
}

impl Books {
    pub fn of(log: &EventLog) -> Books {
        let taken_back: BTreeSet<u64> = log
            .records()
            .iter()
            .filter_map(|record| match record.command {
                EventCommand::Retract { seq, .. } => Some(seq),
                _ => None,
            })
            .collect();
        let mut books = Books::default();
        for record in log.records().iter().filter(|record| !taken_back.contains(&record.seq)) {
            books.enter(&record.command);
        }
        books
    }

    fn enter(&mut self, command: &EventCommand) {
        match command {
            EventCommand::Create(create) => {
                self.policies = create.policies.clone();
                self.seed = Some(create.seed.clone());
            }
            EventCommand::Register(entry) | EventCommand::LateEntry(entry) => self.entries.push(entry.clone()),
            EventCommand::CheckIn { player } => {
                self.checked_in.insert(player.clone());
            }
            EventCommand::Drop { player } => {
                self.gone.insert(player.clone());
            }
            EventCommand::Return { player } => {
                self.gone.remove(player);
            }
            EventCommand::Cut(cut) => self.finalists = Some(cut.players.iter().cloned().collect()),
            EventCommand::Penalty { player, points, .. } => {
                *self.penalties.entry(player.clone()).or_default() += i64::from(*points);
            }
            EventCommand::Pair(pair) => self.paired(pair),
            EventCommand::Repair(repair) => {
                if let Some(round) = self.rounds.last_mut() {
                    round.repaired = true;
                    for changed in &repair.tables {
                        round.pair.tables.retain(|pairing| pairing.table != changed.table);
                        round.pair.tables.push(changed.clone());
                        round.results.remove(&changed.table);
                    }
                    round.pair.byes = repair.byes.clone().unwrap_or(std::mem::take(&mut round.pair.byes));
                }
            }
            EventCommand::Publish { round } => {
                let present = self.here();
                if let Some(round) = self.number(*round) {
                    round.published = true;
                    round.present = present;
                }
            }
            EventCommand::CloseRound { round } => {
                if let Some(round) = self.number(*round) {
                    round.closed = true;
                }
            }
            EventCommand::Result(result) => self.result(result),
            EventCommand::AmendResult { result, .. } => {
                self.amended.push((result.round, self.rounds.len()));
                self.result(result);
            }
            _ => {}
        }
    }

    fn number(&mut self, round: RoundNumber) -> Option<&mut Played> {
        self.rounds.get_mut(usize::from(round.0).checked_sub(1)?)
    }

    fn result(&mut self, result: &ResultEntry) {
        if let Some(round) = self.number(result.round) {
            round.results.insert(result.table, result.clone());
        }
    }

    fn here(&self) -> BTreeSet<PlayerId> {
        let playing = |player: &PlayerId| {
            !self.gone.contains(player)
                && (!self.policies.check_in || self.checked_in.contains(player))
                && self.finalists.as_ref().is_none_or(|set| set.contains(player))
        };
        self.entries.iter().map(|entry| entry.player.clone()).filter(playing).collect()
    }

    fn paired(&mut self, pair: &Pair) {
        self.rounds.truncate(usize::from(pair.round.0.max(1)) - 1);
        self.rounds.push(Played {
            pair: pair.clone(),
            repaired: false,
            published: false,
            closed: false,
            results: BTreeMap::new(),
            present: self.here(),
            penalties: self.penalties.clone(),
        });
    }

    /// Whether a result of an earlier round was changed after this round had been paired.
    pub fn amended_before(&self, round: usize) -> bool {
        self.amended.iter().any(|(changed, paired)| usize::from(changed.0) <= round && *paired > round)
    }

    /// Who met whom, and who had a bye, before a round.
    pub fn history(&self, round: usize) -> (BTreeSet<(PlayerId, PlayerId)>, BTreeSet<PlayerId>) {
        let mut met = BTreeSet::new();
        let mut byes = BTreeSet::new();
        for earlier in &self.rounds[..round] {
            for pairing in &earlier.pair.tables {
                met.insert((pairing.one.clone(), pairing.two.clone()));
                met.insert((pairing.two.clone(), pairing.one.clone()));
            }
            byes.extend(earlier.pair.byes.iter().cloned());
        }
        (met, byes)
    }

    pub fn check_constraints(&self, number: usize, findings: &mut Vec<Finding>) {
        let round = &self.rounds[number];
        let at = Some(RoundNumber(number as u16 + 1));
        let mut seen = BTreeSet::new();
        let mut tables = BTreeSet::new();
        let mut fault = |code, text| findings.push(Finding::fault(at, code, text));
        for pairing in &round.pair.tables {
            if !tables.insert(pairing.table) {
                fault("table-twice", format!("table {} is given to two games", pairing.table));
            }
        }
        let players = round.pair.tables.iter().flat_map(|p| [&p.one, &p.two]).chain(&round.pair.byes);
        for player in players {
            if !seen.insert(player) {
                fault("paired-twice", format!("`{player}` is paired twice"));
            }
            if !round.present.contains(player) {
                fault("not-here", format!("`{player}` is paired and not here"));
            }
        }
        if round.pair.system != System::SingleElimination {
            for player in round.present.iter().filter(|player| !seen.contains(player)) {
                fault("left-out", format!("`{player}` is here and not paired"));
            }
        }
        if round.closed && round.pair.tables.iter().any(|p| !round.results.contains_key(&p.table)) {
            fault("result-missing", "the round is closed and a result is missing".to_owned());
        }
        let swiss = round.pair.system == System::Swiss;
        let (met, byes) = self.history(number);
        let by_order = round.repaired || round.pair.rematches || round.pair.method == Method::Manual;
        for pairing in round.pair.tables.iter().filter(|_| swiss) {
            if met.contains(&(pairing.one.clone(), pairing.two.clone())) {
                let text = format!("`{}` and `{}` meet again", pairing.one, pairing.two);
                findings.push(Finding { round: at, code: "rematch", text, fault: !by_order });
            }
        }
        for player in round.pair.byes.iter().filter(|player| swiss && byes.contains(*player)) {
            let text = format!("`{player}` has a second bye");
            findings.push(Finding { round: at, code: "second-bye", text, fault: !by_order });
        }
    }

    /// Match points after some rounds, from the results alone.
    pub fn points(&self, rounds: usize) -> BTreeMap<PlayerId, i64> {
        let penalties = self.rounds.get(rounds).map_or(&self.penalties, |round| &round.penalties);
        let mut points = penalties.clone();
        let table = self.policies.differential.as_ref();
        let most = table.and_then(|table| table.rows.last()).map(|row| (i64::from(row.higher), i64::from(row.lower)));
        let scale = self.policies.points;
        for round in self.rounds.iter().take(rounds).filter(|round| round.published) {
            for pairing in &round.pair.tables {
                let Some(result) = round.results.get(&pairing.table) else { continue };
                let (win, draw, loss) = (i64::from(scale.win), i64::from(scale.draw), i64::from(scale.loss));
                let (one, two) = match (table, result.forfeit) {
                    (Some(_), Some(Forfeit::Both)) => (0, 0),
                    (Some(_), Some(Forfeit::One)) => (0, most.unwrap_or_default().0),
                    (Some(_), Some(Forfeit::Two)) => (most.unwrap_or_default().0, 0),
                    (Some(table), None) => table.score(result.one, result.two),
                    (None, Some(Forfeit::Both)) => (loss, loss),
                    (None, Some(Forfeit::One)) => (loss, win),
                    (None, Some(Forfeit::Two)) => (win, loss),
                    (None, None) => match result.winner() {
                        Winner::One => (win, loss),
                        Winner::Two => (loss, win),
                        Winner::Draw => (draw, draw),
                    },
                };
                *points.entry(pairing.one.clone()).or_default() += one;
                *points.entry(pairing.two.clone()).or_default() += two;
            }
            let usual = most.map_or(i64::from(scale.win), |(higher, lower)| (higher + lower + 1) / 2);
            for player in &round.pair.byes {
                *points.entry(player.clone()).or_default() += scale.bye.map_or(usual, i64::from);
            }
        }
        points
    }

    pub fn check_standings(&self, log: &EventLog, findings: &mut Vec<Finding>) {
        let count = self.rounds.len();
        let at = RoundNumber(count as u16);
        let points = self.points(count);
        let table = standings(log.state(), at);
        let mut before = i64::MAX;
        for row in &table.rows {
            let own = points.get(&row.player).copied().unwrap_or(0);
            if own != row.points {
                let text = format!("`{}` has {own} points by the results, {} in the standings", row.player, row.points);
                findings.push(Finding::fault(Some(at), "points-differ", text));
            }
            if row.points > before {
                let text = format!("`{}` stands below somebody with fewer points", row.player);
                findings.push(Finding::fault(Some(at), "order", text));
            }
            before = row.points;
        }
        if table.rows.len() != self.entries.len() && count > 0 {
            let text = format!("{} players entered, {} are in the standings", self.entries.len(), table.rows.len());
            findings.push(Finding { round: Some(at), code: "standings-size", text, fault: false });
        }
    }
}
