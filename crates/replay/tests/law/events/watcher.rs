//! What no event log may come to: told from the records and from the rounds before and after each, never from the reasons
//! of the law.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_replay::audit::LogReport;
use adjutant_tournament::bracket::BracketView;
use adjutant_tournament::check::{Finding, check_records};
use adjutant_tournament::command::{Forfeit, Pairing, ResultEntry, Winner};
use adjutant_tournament::log::Record;
use adjutant_tournament::pairing::{consequence_in, consequences, draft_differs};
use adjutant_tournament::policy::Method;
use adjutant_tournament::standings::standings;
use adjutant_tournament::state::{Round, Stage};
use adjutant_tournament::teams::{Side, TeamStep, digest};
use adjutant_tournament::touched::{since, touched};
use adjutant_tournament::{By, PlayerId, RoundNumber, TableNumber, Tournament, TournamentCommand, TournamentLog};

/// What the organiser alone says.
const ORGANISER: [&str; 18] = [
    "create",
    "settings",
    "register",
    "late-entry",
    "return",
    "table",
    "pair",
    "repair",
    "edit-player",
    "withdraw",
    "bye-request",
    "move",
    "publish",
    "close-round",
    "cut",
    "pods",
    "finish",
    "archive",
];
/// What players say, and what they may say too.
const PLAYERS: [&str; 2] = ["report", "dispute"];
const PLAYERS_TOO: [&str; 8] = ["roster", "check-in", "drop", "sign", "team-step", "note", "call", "answer"];
/// What is corrected after its publication, with a reason; everything else stays.
const MENDED: [&str; 12] = [
    "result",
    "amend-result",
    "penalty",
    "award",
    "infraction",
    "drop",
    "report",
    "dispute",
    "answer",
    "finish",
    "note",
    "repair of nothing",
];

type Game = (RoundNumber, PlayerId, PlayerId);
type Place = (RoundNumber, TableNumber);

/// A step of captains that was recorded once.
#[derive(Clone)]
struct Step {
    seq: u64,
    choice: usize,
    side: Side,
    opens: bool,
}

/// What follows a log, record by record.
#[derive(Default)]
pub struct Watcher {
    /// The latest round that was published, and the last `finish`, after each record.
    shown: Vec<(u16, u64)>,
    steps: BTreeMap<Game, Vec<Step>>,
    /// Games whose teams were seated otherwise in between: what they had chosen went with it.
    parted: BTreeSet<Game>,
    /// Records that the audit has to list, and to warn of.
    listed: Vec<u64>,
    warned: Vec<u64>,
    pub answers: u64,
    pub faults: Vec<String>,
}

/// How an event stands before a record.
pub struct Before {
    pub state: Tournament,
    stood: Vec<u64>,
}

fn name(record: &Record) -> &'static str {
    record.command.kind().name()
}

fn results(state: &Tournament) -> BTreeMap<Place, ResultEntry> {
    let all = state.rounds.iter().flat_map(|round| round.results.values());
    all.map(|result| ((result.round, result.table), result.clone())).collect()
}

fn published(round: &&Round) -> bool {
    round.stage != Stage::Draft
}

/// The round that a record is about.
fn round_of(command: &TournamentCommand) -> Option<RoundNumber> {
    use TournamentCommand::*;
    Some(match command {
        Pair(pair) => pair.round,
        Repair(repair) => repair.round,
        Move { round, .. } | Publish { round, .. } | CloseRound { round, .. } | TeamStep { round, .. } => *round,
        Result(result) | AmendResult { result, .. } => result.round,
        Report(report) => report.round,
        Dispute(dispute) => dispute.round,
        _ => return None,
    })
}

impl Watcher {
    pub fn before(&self, log: &TournamentLog) -> Before {
        Before { state: log.state().clone(), stood: log.standing().map(|record| record.seq).collect() }
    }

    fn now(&self) -> (u16, u64) {
        self.shown.last().copied().unwrap_or_default()
    }

    /// Whether something later was published on what a round came to.
    fn relied(&self, round: RoundNumber) -> bool {
        self.now().0 > round.0 || self.now().1 > 0
    }

    fn is_published(&self, seq: u64, command: &TournamentCommand) -> bool {
        let (shown, finish) = self.now();
        let then = seq.checked_sub(1).and_then(|at| self.shown.get(at as usize)).copied().unwrap_or_default();
        match round_of(command) {
            Some(round) => self.relied(round),
            None => shown > then.0 || finish > seq,
        }
    }

    fn fault(&mut self, record: &Record, what: impl std::fmt::Display) {
        self.faults.push(format!("record {} ({} by {:?}): {what}", record.seq, name(record), record.by));
    }

    /// Looks at the record that was taken last.
    pub fn after(&mut self, before: &Before, log: &TournamentLog) {
        let Some(record) = log.records().last() else { return };
        let takes: Vec<u64> = before.stood.iter().copied().filter(|seq| !log.stands(*seq)).collect();
        self.speaker(record, &before.state);
        self.taken_back(record, &takes, log);
        self.what_was_relied_on(record, &before.state, log.state());
        self.rounds(record, &before.state, log.state(), &takes, log);
        self.captains(record, &takes, &before.state, log);
        let (shown, finish) = self.now();
        self.shown.push(match &record.command {
            TournamentCommand::Publish { round, .. } => (shown.max(round.0), finish),
            TournamentCommand::Finish { .. } => (shown, record.seq),
            _ => (shown, finish),
        });
    }

    fn speaker(&mut self, record: &Record, before: &Tournament) {
        let name = name(record);
        let may = match record.by {
            By::Organiser => !PLAYERS.contains(&name),
            By::Judge => {
                ![&ORGANISER[..], &PLAYERS, &["roster", "check-in", "pass", "import"]].concat().contains(&name)
            }
            By::Player => PLAYERS.contains(&name) || PLAYERS_TOO.contains(&name),
        };
        let sits = |round: RoundNumber, table, player: &PlayerId| {
            let game = before.round(round).and_then(|round| round.at(table));
            game.is_some_and(|game| game.one == *player || game.two == *player)
        };
        let own = match &record.command {
            TournamentCommand::Report(said) => sits(said.round, said.table, &said.player),
            TournamentCommand::Dispute(said) => sits(said.round, said.table, &said.player),
            _ => true,
        };
        if !may || !own {
            self.fault(record, "is not theirs to say");
        }
        if before.finished && !matches!(name, "sign" | "note" | "archive" | "retract") {
            self.fault(record, "behind the end");
        }
    }

    fn taken_back(&mut self, record: &Record, takes: &[u64], log: &TournamentLog) {
        if takes.is_empty() {
            return;
        }
        if !matches!(record.command, TournamentCommand::Retract { .. }) {
            self.fault(record, "takes records back");
        }
        for &seq in takes {
            let Some(taken) = log.records().get(seq as usize - 1) else { continue };
            let (what, published) = (name(taken), self.is_published(seq, &taken.command));
            let never = matches!(what, "create" | "sign" | "retract") || published && !MENDED.contains(&what);
            let organisers = ORGANISER.contains(&what) && record.by != By::Organiser;
            let own = !published && taken.by == By::Player && ["report", "dispute", "answer"].contains(&what);
            if never || organisers || own || record.by == By::Player {
                self.fault(record, format!("takes back record {seq}, {what}, published: {published}"));
            }
            if published || matches!(what, "publish" | "close-round" | "finish") {
                self.listed.push(record.seq);
            }
        }
    }

    fn what_was_relied_on(&mut self, record: &Record, before: &Tournament, after: &Tournament) {
        let (then, now) = (results(before), results(after));
        let places: BTreeSet<&Place> = then.keys().chain(now.keys()).collect();
        let others = places.into_iter().filter(|place| self.relied(place.0) && then.get(*place) != now.get(*place));
        // A round of a bracket that was reset is played again, and its results are new.
        let closed = |round: RoundNumber| before.round(round).is_some_and(|round| round.stage == Stage::Closed);
        let played_again = |place: &&Place| !closed(place.0) && !then.contains_key(*place);
        let others: Vec<Place> = others.filter(|place| !played_again(place)).copied().collect();
        if others.is_empty() || matches!(record.command, TournamentCommand::Move { .. }) {
            return;
        }
        let open = others.iter().all(|place| !closed(place.0));
        match record.by {
            By::Player if !open => self.fault(record, format!("changes {others:?}")),
            _ if !open => self.listed.push(record.seq),
            _ => {}
        }
    }

    /// Published rounds stay as they are, but for what says so.
    fn rounds(&mut self, record: &Record, before: &Tournament, after: &Tournament, takes: &[u64], log: &TournamentLog) {
        let seats = |round: &Round| -> (BTreeSet<Game>, BTreeSet<PlayerId>) {
            let games = round.pair.tables.iter().map(|game| (round.pair.round, game.one.clone(), game.two.clone()));
            (games.collect(), round.pair.byes.iter().cloned().collect())
        };
        for round in before.rounds.iter().filter(published) {
            let number = round.pair.round;
            let now = after.round(number).filter(published);
            if now.is_some_and(|now| seats(now) == seats(round)) {
                continue;
            }
            self.parted.extend(seats(round).0);
            let undone = |seq: &&u64| {
                let taken = &log.records()[**seq as usize - 1].command;
                round_of(taken) == Some(number)
                    && matches!(taken, TournamentCommand::Publish { .. } | TournamentCommand::Repair(_))
            };
            let open = round.stage == Stage::Published;
            let said = match &record.command {
                TournamentCommand::Repair(_) => open,
                TournamentCommand::Retract { later: None, .. } => open && takes.iter().any(|seq| undone(&seq)),
                command => command.later().is_some(),
            };
            // Results that count again came with the publication, and go with it.
            let unheard =
                round.results.keys().all(|table| round.pair.keeps.contains(table)) && round.progress.reports.is_empty();
            if !said || (record.command.later().is_none() && now.is_none() && !unheard) {
                self.fault(record, format!("changes published round {number}"));
            }
        }
        for round in after.rounds.iter().filter(published) {
            let known = before.round(round.pair.round).is_some_and(|round| round.stage != Stage::Draft);
            let reset = |seq: &u64| log.records()[*seq as usize - 1].command.later().is_some();
            let again = takes.iter().any(reset);
            if !known && !again && !matches!(record.command, TournamentCommand::Publish { .. }) {
                self.fault(record, format!("publishes round {}", round.pair.round));
            }
        }
    }

    /// What captains sealed and opened.
    fn captains(&mut self, record: &Record, takes: &[u64], before: &Tournament, log: &TournamentLog) {
        let mut fresh = Vec::new();
        for (game, steps) in self.steps.iter().filter(|(game, _)| !self.parted.contains(*game)) {
            let stood = |step: &&Step| log.stands(step.seq) || takes.contains(&step.seq);
            let relied: BTreeSet<usize> = steps
                .iter()
                .filter(stood)
                .filter(|step| {
                    let other = |other: &&Step| other.choice == step.choice && other.side != step.side && !other.opens;
                    steps.iter().filter(stood).any(|step| other(&step))
                })
                .map(|step| step.choice)
                .collect();
            let Some(first) = steps.iter().filter(|step| takes.contains(&step.seq)).map(|step| step.choice).min()
            else {
                continue;
            };
            let left = steps.iter().any(|step| log.stands(step.seq) && step.choice >= first);
            if relied.contains(&first) {
                fresh.push(record.seq);
                if left {
                    self.faults.push(format!("record {}: one side's choice alone, {game:?}", record.seq));
                }
            }
        }
        self.listed.extend(fresh);
        let TournamentCommand::TeamStep { round, table, step } = &record.command else { return };
        let Some(game) = before.round(*round).and_then(|round| round.at(*table)) else { return };
        let game = (*round, game.one.clone(), game.two.clone());
        if self.parted.contains(&game) {
            return;
        }
        let steps = self.steps.entry(game).or_default();
        let standing = |step: &&Step| log.stands(step.seq);
        let choice = steps.iter().filter(standing).filter(|step| step.opens).count() / 2;
        let of = |wanted: Side, opens: bool| {
            let steps =
                steps.iter().filter(move |step| step.side == wanted && step.choice == choice && step.opens == opens);
            steps.cloned().collect::<Vec<_>>()
        };
        match step {
            TeamStep::Commit { side, .. } => {
                let again = !of(side.other(), true).is_empty();
                let twice = of(*side, false).iter().any(|step| log.stands(step.seq));
                steps.push(Step { seq: record.seq, choice, side: *side, opens: false });
                if again {
                    self.warned.push(record.seq);
                }
                if twice {
                    self.fault(record, "seals a choice twice");
                }
            }
            TeamStep::Reveal { side, salt, value } => {
                let sealed = of(*side, false).into_iter().rfind(|step| log.stands(step.seq));
                let digest = digest(salt, value);
                let fits = |seq: u64| {
                    matches!(&log.records()[seq as usize - 1].command,
                    TournamentCommand::TeamStep { step: TeamStep::Commit { digest: said, .. }, .. } if *said == digest)
                };
                let other = of(side.other(), false).iter().any(|step| log.stands(step.seq));
                steps.push(Step { seq: record.seq, choice, side: *side, opens: true });
                if !other || !sealed.is_some_and(|sealed| fits(sealed.seq)) {
                    self.fault(record, "opens what was not sealed");
                }
            }
            TeamStep::Token { .. } | TeamStep::Place { .. } => {}
        }
    }

    /// Holds the answer of the verb that recorded the last record against what others find in the log.
    pub fn answer(&mut self, before: &Before, log: &TournamentLog) {
        use TournamentCommand::{AmendResult, Infraction, Penalty, Retract};
        let Some(record) = log.records().last() else { return };
        if !matches!(record.command, AmendResult { .. } | Infraction(_) | Penalty { .. } | Retract { .. }) {
            return;
        }
        self.answers += 1;
        let (then, now) = (&before.state, log.state());
        let told = touched(log, then, record.seq);
        let from = since(log, &record.command);
        let mut missing = Vec::new();
        // Games of the bracket that are withdrawn.
        for round in then.rounds.iter().filter(published) {
            let number = round.pair.round;
            let gone = now.round(number).filter(published).is_none();
            let withdrawn = round.results.len();
            let named = told.games.iter().filter(|game| game.round == number && !game.kept).count()
                + told.waiting.iter().filter(|(round, _)| *round == number).map(|(_, count)| count).sum::<usize>();
            if gone && record.command.later().is_some() && named < withdrawn {
                missing.push(format!("{withdrawn} games of round {number} are withdrawn, {named} are named"));
            }
        }
        for round in now.rounds.iter().filter(published).filter(|round| !then.has_seen(round.pair.round)) {
            let named = told.games.iter().filter(|game| game.round == round.pair.round && game.kept).count();
            if named < round.results.len() {
                missing.push(format!("round {}, which counts again", round.pair.round));
            }
        }
        let all = &log.records()[..record.seq as usize - 1];
        let of = |records: &[Record]| -> Vec<Finding> {
            let seen = |found: &Finding| found.round.is_none_or(|round| now.has_seen(round));
            check_records(records).findings.into_iter().filter(seen).collect()
        };
        // Who lets a thing pass is told behind it.
        let text = |found: &Finding| found.text.split("; ").next().unwrap_or_default().to_owned();
        let (had, has) = (of(all), of(log.records()));
        let news = |code: &str| -> Vec<&Finding> {
            let known = |found: &Finding| had.iter().any(|had| had.code == code && text(had) == text(found));
            has.iter().filter(|found| found.code == code && !known(found)).collect()
        };
        if !news("cut-differs").is_empty() && told.seeds.is_empty() {
            missing.push("seeds of the cut".to_owned());
        }
        // A bracket that did not follow before, since its draft was published all the same, has no answer that holds.
        let followed = !had.iter().any(|had| had.fault && ["bracket-differs", "out-already"].contains(&had.code));
        for found in ["bracket-differs", "out-already"].into_iter().flat_map(news).filter(|_| followed) {
            let earlier = (1..record.seq).any(|seq| found.text.ends_with(&format!("kept by record {seq}")));
            let named = told
                .games
                .iter()
                .map(|game| game.round)
                .chain(told.stays.iter().copied())
                .any(|round| Some(round) == found.round)
                || !told.seeds.is_empty();
            if !named && !earlier {
                missing.push(format!("{}: {}", found.code, found.text));
            }
        }
        // What was paired otherwise before is passed over: drafts that were published although something had changed.
        let mut otherwise: Vec<RoundNumber> = consequences(then, None).into_iter().map(|found| found.round).collect();
        otherwise.extend(log.records().iter().filter_map(|record| match record.command {
            TournamentCommand::Publish { round, as_drafted: true, .. } => Some(round),
            _ => None,
        }));
        for found in has.iter().filter(|found| found.code == "stale-pairing" && !found.text.ends_with("otherwise")) {
            let Some(round) = found.round.filter(|round| !otherwise.contains(round)) else { continue };
            let named = from.is_some_and(|from| round > from) && consequence_in(then, now, round, false).is_some();
            if !named && had.iter().all(|had| had.code != found.code || had.round != found.round) {
                missing.push(format!("round {round}: {}", found.text));
            }
        }
        if self.now().1 > 0
            && then.rounds.len() == now.rounds.len()
            && winner(then) != winner(now)
            && told.prizes.is_empty()
        {
            missing.push(format!("the champion: {:?}, {:?}", winner(then), winner(now)));
        }
        let draft = |state: &Tournament| {
            state.rounds.last().is_some_and(|round| round.stage == Stage::Draft && round.outdated.is_none())
        };
        if draft(then)
            && draft_differs(then) == Some(false)
            && draft(now)
            && draft_differs(now) == Some(true)
            && told.draft.is_none()
        {
            missing.push("the draft".to_owned());
        }
        missing.into_iter().for_each(|what| self.fault(record, format!("its answer does not name {what}")));
    }

    /// Holds what an audit found against what it had to.
    pub fn audited(&mut self, report: &LogReport) {
        let found = |codes: &[&str]| -> BTreeSet<u64> {
            let found = report.findings.iter().filter(|found| codes.contains(&found.code.as_str()));
            found.filter_map(|found| found.record).collect()
        };
        let (listed, warned) = (found(&["by-organiser", "by-judge"]), found(&["recommitted"]));
        for seq in self.listed.iter().filter(|seq| !listed.contains(seq)) {
            self.faults.push(format!("the audit does not list record {seq}"));
        }
        for seq in self.warned.iter().filter(|seq| !warned.contains(seq)) {
            self.faults.push(format!("the audit does not warn of record {seq}"));
        }
    }

    /// What holds of every event that an audit finds no error in.
    pub fn sound(&mut self, state: &Tournament, report: &LogReport) {
        let said = |code: &str| report.findings.iter().any(|found| found.message.starts_with(code));
        let mut met = BTreeSet::new();
        for round in &state.rounds {
            let (pair, number) = (&round.pair, round.pair.round);
            let players: Vec<&PlayerId> =
                pair.tables.iter().flat_map(|game| [&game.one, &game.two]).chain(&pair.byes).collect();
            let tables: BTreeSet<TableNumber> = pair.tables.iter().map(|game| game.table).collect();
            let known = players.iter().all(|player| state.player(player).is_some());
            if players.iter().collect::<BTreeSet<_>>().len() < players.len()
                || tables.len() < pair.tables.len()
                || !known
            {
                self.faults.push(format!("round {number} seats somebody twice, or nobody knows whom"));
            }
            if !round.results.keys().all(|table| tables.contains(table))
                || round.stage == Stage::Closed && round.results.len() < pair.tables.len()
            {
                self.faults.push(format!("round {number}: results and tables differ"));
            }
            let by_hand = round.repaired || pair.method == Method::Manual || pair.rematches;
            let both = |game: &Pairing| BTreeSet::from([game.one.clone(), game.two.clone()]);
            for game in &pair.tables {
                if !met.insert(both(game))
                    && !by_hand
                    && !state.is_bracket(number)
                    && !said("rematch")
                    && state.pods.is_empty()
                {
                    self.faults.push(format!("round {number}: {} and {} again", game.one, game.two));
                }
            }
        }
        self.losers_are_out(state, said("out-already") || said("bracket-differs"));
    }

    fn losers_are_out(&mut self, state: &Tournament, remarked: bool) {
        let double = state.policies().system == adjutant_tournament::policy::System::DoubleElimination
            || state.cut.as_ref().is_some_and(|(cut, _)| cut.double || cut.third_place);
        let mut out: Vec<PlayerId> = Vec::new();
        for round in state.rounds.iter().filter(|round| state.is_bracket(round.pair.round) && !double && !remarked) {
            for game in &round.pair.tables {
                if out.contains(&game.one) || out.contains(&game.two) {
                    self.faults.push(format!(
                        "round {}: {} – {}, and one of them is out",
                        round.pair.round, game.one, game.two
                    ));
                }
            }
            let lost = round.pair.tables.iter().filter_map(|game| {
                let result = round.results.get(&game.table)?;
                let first = match (result.forfeit, state.policies().winner_of(result)) {
                    (Some(Forfeit::One), _) => false,
                    (Some(Forfeit::Two), _) | (None, Winner::One) => true,
                    _ => false,
                };
                Some(if first { game.two.clone() } else { game.one.clone() })
            });
            out.extend(lost);
        }
    }
}

/// Who has won, as far as somebody has.
fn winner(state: &Tournament) -> Option<PlayerId> {
    if let Some(bracket) = BracketView::of(state) {
        return bracket.champion;
    }
    let last = RoundNumber(state.rounds.len() as u16);
    standings(state, last).rows.into_iter().find(|row| row.rank == Some(1)).map(|row| row.player)
}
