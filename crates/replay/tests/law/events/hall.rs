//! Simulated events that go on wherever their state lets them: rounds, cuts, brackets, pods, captains' secrets, an end.

use adjutant_core::signature::{SigningKey, Statement};
use adjutant_core::time::Timestamp;
use adjutant_engine::dice::stream::Stream;
use adjutant_tournament::command::{
    Answer, Create, Cut, Dispute, EditPlayer, Entry, Forfeit, Infraction, InfractionKind, Later, Pods, Report,
    ResultEntry, Winner,
};
use adjutant_tournament::log::Record;
use adjutant_tournament::pairing::{draft_round, draft_with, pods_by_record};
use adjutant_tournament::policy::{Method, Policies, System};
use adjutant_tournament::seats::{exchange, qualifiers, repair};
use adjutant_tournament::state::{Round, Stage};
use adjutant_tournament::teams::{Choice, Member, Side, TeamPairing, TeamStep, digest};
use adjutant_tournament::{
    By, Name, PlayerId, Reason, Refusal, RoundNumber, Seed, TableNumber, Tournament, TournamentCommand, TournamentId,
    TournamentLog,
};

use super::watcher::Watcher;

pub const AT: Timestamp = Timestamp::parse("2026-11-21T09:00:00Z").unwrap();
const SALT: &str = "00112233445566778899aabbccddeeff";

/// How an event is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    Swiss,
    Cut,
    DoubleCut,
    Single,
    Double,
    Pods,
    RecordedPods,
    Teams,
    TeamsCut,
}

/// What an event varies.
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    pub course: Course,
    /// Whether captains seal their choices.
    pub sealed: bool,
    /// Whether both players report a result; the desk or a judge enters it otherwise.
    pub reported: bool,
    /// Whether the event is finished.
    pub ends: bool,
    /// Whether the organiser signs the end with a key.
    pub signed: bool,
    /// What becomes of games that rest on a correction; nothing is said of them otherwise.
    pub later: Option<bool>,
    /// Who corrects.
    pub who: &'static [By],
}

const COURSES: [Course; 9] = [
    Course::Swiss,
    Course::Cut,
    Course::DoubleCut,
    Course::Single,
    Course::Double,
    Course::Pods,
    Course::RecordedPods,
    Course::Teams,
    Course::TeamsCut,
];
const WHO: [&[By]; 4] =
    [&[By::Organiser], &[By::Organiser, By::Judge], &[By::Judge, By::Player], &[By::Organiser, By::Judge, By::Player]];

impl Axes {
    /// The axes of a case: each runs through its values at another pace.
    pub fn of(case: u64) -> Axes {
        let at = |pace: u64, count: usize| (case / pace) as usize % count;
        Axes {
            course: COURSES[at(1, 9)],
            sealed: at(9, 2) == 0,
            reported: at(2, 3) == 0,
            ends: at(5, 4) > 0,
            signed: at(4, 2) == 0,
            later: [Some(true), Some(false), None][at(7, 3)],
            who: WHO[at(3, 4)],
        }
    }

    fn policies(self) -> Policies {
        let system = match self.course {
            Course::Single => System::SingleElimination,
            Course::Double => System::DoubleElimination,
            Course::Pods => System::Pods,
            _ => System::Swiss,
        };
        let team_size = if matches!(self.course, Course::Teams | Course::TeamsCut) { 3 } else { 0 };
        let method = if self.signed { Method::Random } else { Method::Nearest };
        Policies { system, method, team_size, pod_size: 3, ..Policies::default() }
    }
}

pub fn why() -> Reason {
    Reason::new("so").unwrap()
}

fn entry(number: u32, team: bool) -> Entry {
    let id = PlayerId::new(&format!("p{number}")).unwrap();
    let members = if team { ["A", "B", "C"].map(|name| Name::new(name).unwrap()).to_vec() } else { Vec::new() };
    let club = Name::new(if number.is_multiple_of(3) { "Red" } else { "Blue" }).ok();
    Entry { members, club, ..Entry::new(id, Name::new(&format!("Player {number}")).unwrap()) }
}

/// The event with its players.
pub fn opened(case: u64, axes: &Axes, dice: &mut Stream) -> TournamentLog {
    let mut log = TournamentLog::new();
    let create = Create {
        format: 1,
        law: None,
        event: TournamentId::new("sim").unwrap(),
        name: Name::new("Simulated").unwrap(),
        pack: None,
        pack_hash: None,
        size: None,
        rounds: 2 + (case % 2) as u16,
        seed: Seed::from_number(case),
        policies: axes.policies(),
        names: adjutant_core::sealed::Names::Open,
        copy_of: None,
    };
    let team = create.policies.team_size > 0;
    log.record(AT, By::Organiser, TournamentCommand::Create(Box::new(create))).unwrap();
    for number in 0..4 + dice.below(5) {
        log.record(AT, By::Organiser, TournamentCommand::Register(entry(number, team))).unwrap();
    }
    log
}

/// What somebody says next, as events go.
pub fn next(log: &TournamentLog, axes: &Axes, dice: &mut Stream) -> Option<(By, TournamentCommand)> {
    let state = log.state();
    let by_organiser = |command| Some((By::Organiser, command));
    if state.finished {
        let over = log.standing().rfind(|record| matches!(record.command, TournamentCommand::Finish { .. }))?.seq;
        let signs = |record: &Record| matches!(record.command, TournamentCommand::Sign { .. });
        let signed = log.standing().any(|record| record.seq > over && signs(record));
        return if axes.signed && !signed { by_organiser(sign(log)) } else { None };
    }
    let finish =
        || if axes.ends { by_organiser(TournamentCommand::Finish { early: true, anyway: None }) } else { None };
    match state.rounds.last() {
        Some(round) if round.stage == Stage::Draft && (round.outdated.is_none() || dice.chance(40)) => {
            let (round, as_drafted) = (round.pair.round, round.outdated.is_some());
            by_organiser(TournamentCommand::Publish { round, as_drafted, anyway: None })
        }
        Some(round) if round.stage == Stage::Published => in_round(state, round, axes, dice),
        Some(round) if round.stage == Stage::Closed => {
            let last = round.pair.round;
            let swiss_is_over = state.rounds.len() >= usize::from(state.create.as_ref()?.rounds);
            let cuts = matches!(axes.course, Course::Cut | Course::DoubleCut | Course::TeamsCut);
            match swiss_is_over && !state.is_bracket(last.next()) {
                true if cuts => {
                    let players = qualifiers(state, last, 3 + dice.below(2) as usize);
                    let double = axes.course == Course::DoubleCut;
                    by_organiser(TournamentCommand::Cut(Cut { double, third_place: !double, ..Cut::to(players) }))
                }
                true => finish(),
                false if axes.course == Course::RecordedPods && state.pods.is_empty() => {
                    by_organiser(TournamentCommand::Pods(Pods { pods: pods_by_record(state, 3) }))
                }
                false => draft(state).map(|command| (By::Organiser, command)).or_else(finish),
            }
        }
        _ => draft(state).map(|command| (By::Organiser, command)).or_else(finish),
    }
}

fn draft(state: &Tournament) -> Option<TournamentCommand> {
    let draft = draft_round(state).or_else(|_| draft_with(state, None, true));
    draft.ok().map(|draft| draft.command())
}

fn in_round(state: &Tournament, round: &Round, axes: &Axes, dice: &mut Stream) -> Option<(By, TournamentCommand)> {
    let number = round.pair.round;
    if let Some((_, said)) = round.progress.disputes.iter().next() {
        let answer = Answer { seq: said.seq, player: None, why: None };
        return Some((By::Judge, TournamentCommand::Answer(answer)));
    }
    let open: Vec<TableNumber> = round.open_tables().collect();
    let Some(&table) = dice.pick(&open) else {
        return Some((By::Organiser, TournamentCommand::CloseRound { round: number, anyway: None }));
    };
    let size = state.policies().team_size;
    if size > 0 && axes.sealed && dice.chance(90) {
        let fresh = TeamPairing::new(size as u8, Side::One);
        let pairing = round.team_pairings.get(&table).unwrap_or(&fresh);
        if let Some(step) = step(pairing, dice).filter(|_| pairing.choice() != Choice::Done) {
            return Some((By::Player, TournamentCommand::TeamStep { round: number, table, step }));
        }
    }
    let result = result(state, number, table, dice);
    let first = round.progress.reports.get(&table).and_then(|said| said.first()).map(|said| said.what.clone());
    if axes.reported && round.progress.reports.get(&table).map_or(0, Vec::len) < 2 {
        let game = round.at(table)?;
        let report = match first {
            Some(first) => {
                let player = if first.player == game.one { game.two.clone() } else { game.one.clone() };
                if dice.chance(80) { Report { player, ..first } } else { Report::of(player, result) }
            }
            None => Report::of(if dice.chance(50) { game.one.clone() } else { game.two.clone() }, result),
        };
        return Some((By::Player, TournamentCommand::Report(Box::new(report))));
    }
    Some((if dice.chance(70) { By::Organiser } else { By::Judge }, TournamentCommand::Result(result)))
}

/// The next step of a captain; what is opened is what was sealed.
fn step(pairing: &TeamPairing, dice: &mut Stream) -> Option<TeamStep> {
    let awaited = pairing.awaited();
    let side = *dice.pick(&awaited)?;
    let all: Vec<Vec<Member>> = (1..=3)
        .flat_map(|one| {
            let both = (1..=3).filter(move |two| *two != one).map(move |two| vec![Member(one), Member(two)]);
            std::iter::once(vec![Member(one)]).chain(both)
        })
        .filter(|value| pairing.could_choose(side, value).is_ok())
        .collect();
    Some(match pairing.digest(side).filter(|_| pairing.is_committed()) {
        None => TeamStep::Commit { side, digest: digest(SALT, dice.pick(&all)?) },
        Some(sealed) => {
            let value = all.into_iter().find(|value| digest(SALT, value) == sealed)?;
            TeamStep::Reveal { side, salt: SALT.to_owned(), value }
        }
    })
}

/// A result that may be a draw, a concession or a game that was not played.
pub fn result(state: &Tournament, round: RoundNumber, table: TableNumber, dice: &mut Stream) -> ResultEntry {
    let mut points = || i64::from(dice.below(21));
    if state.policies().team_size > 0 {
        let games: Vec<[i64; 2]> = (0..3).map(|_| [points(), points()]).collect();
        let sums = [0, 1].map(|side| games.iter().map(|game| game[side]).sum());
        return ResultEntry { games, ..ResultEntry::by_hand(round, table, sums[0], sums[1]) };
    }
    let (one, two) = (points(), points());
    let forfeit = [Forfeit::One, Forfeit::Two][dice.below(2) as usize];
    let winner = [Winner::One, Winner::Two][dice.below(2) as usize];
    let (forfeit, winner) = (Some(forfeit).filter(|_| dice.chance(8)), Some(winner).filter(|_| dice.chance(8)));
    ResultEntry { forfeit, winner, ..ResultEntry::by_hand(round, table, one, two) }
}

/// The organiser's signature over what stands.
pub fn sign(log: &TournamentLog) -> TournamentCommand {
    let key = SigningKey::of_seed([7; 32]).unwrap();
    let said = Statement::of_event(log.records()[0].hash, "organiser".to_owned(), log.head());
    let (key, signature) = (Some(key.public()), Some(key.sign(&said)));
    TournamentCommand::Sign { player: None, head: log.head(), key, signature }
}

/// A record worth correcting: of late, of a kind on which much rests, or any.
fn target(log: &TournamentLog, dice: &mut Stream) -> u64 {
    use TournamentCommand::{AmendResult, Cut, Finish, Infraction, Penalty, Pods, Publish, Repair, Result, TeamStep};
    let last = log.records().len() as u64;
    let fits = |want: fn(&TournamentCommand) -> bool| -> Vec<u64> {
        log.standing().filter(|record| want(&record.command)).map(|record| record.seq).collect()
    };
    let some = match dice.below(8) {
        0 | 1 => fits(|command| matches!(command, Result(_) | AmendResult { .. })),
        2 => fits(|command| matches!(command, TeamStep { .. })),
        3 => fits(|command| matches!(command, Publish { .. } | Finish { .. } | Cut(_) | Pods(_))),
        4 => fits(|command| matches!(command, Penalty { .. } | Infraction(_) | Repair(_))),
        5 => (1..=last).collect(),
        _ => Vec::new(),
    };
    dice.pick(&some).copied().unwrap_or(last - u64::from(dice.below(last.min(9) as u32)))
}

/// One of those who have entered.
fn somebody(state: &Tournament, dice: &mut Stream) -> Option<PlayerId> {
    dice.pick(&state.players.iter().collect::<Vec<_>>()).map(|player| player.entry.player.clone())
}

/// Something that somebody might try: a correction, or a record that would do the same.
pub fn attempt(log: &TournamentLog, axes: &Axes, dice: &mut Stream) -> Option<(By, TournamentCommand)> {
    use TournamentCommand as Do;
    let (state, by) = (log.state(), *dice.pick(axes.who)?);
    let player = somebody(state, dice)?;
    let rounds: Vec<_> = state.rounds.iter().collect();
    let round = dice.pick(&rounds);
    let game = round.and_then(|round| Some((round.pair.round, dice.pick(&round.pair.tables)?.table)));
    let points = [-3, -1, 1, 2][dice.below(4) as usize];
    let command = match dice.below(19) {
        0..=4 => Do::Retract { seq: target(log, dice), why: why(), later: None },
        5..=7 => Do::AmendResult { result: result(state, game?.0, game?.1, dice), why: why(), later: None },
        8 => Do::Result(result(state, game?.0, game?.1, dice)),
        9 => Do::Penalty { player, points, why: why(), later: None },
        10 => {
            use InfractionKind::{Disqualification, MatchLoss, Points, Warning};
            let kind = [Disqualification, MatchLoss, Points, Warning][dice.below(4) as usize];
            let member = Some(Member(1)).filter(|_| state.policies().team_size > 0 && dice.chance(50));
            let points = (kind == Points).then_some(points);
            Do::Infraction(Infraction { player, member, kind, points, why: why(), later: None })
        }
        11 => match dice.below(3) {
            0 => Do::Drop { player },
            1 => Do::Return { player },
            _ => Do::Award { player, award: Name::new("painting").ok()?, points: 5, again: true },
        },
        12 => {
            let (round, table) = game?;
            match dice.below(2) {
                0 => Do::Report(Box::new(Report::of(player, result(state, round, table, dice)))),
                _ => Do::Dispute(Dispute { round, table, player, why: None }),
            }
        }
        13 => seats(state, &player, dice)?,
        14 => match dice.below(3) {
            0 => {
                Do::EditPlayer(Box::new(EditPlayer { club: Name::new("Green").ok(), ..EditPlayer::new(player, why()) }))
            }
            1 => Do::Cut(Cut {
                why: Some(why()),
                ..Cut::to(qualifiers(state, RoundNumber(state.rounds.len() as u16), 3))
            }),
            _ => Do::Pods(Pods { pods: pods_by_record(state, 3) }),
        },
        15 => Do::Finish { early: true, anyway: None },
        16 => {
            let (round, table) = game?;
            let pairing = state.round(round)?.team_pairings.get(&table).cloned();
            let step = step(&pairing.unwrap_or(TeamPairing::new(3, Side::One)), dice)?;
            Do::TeamStep { round, table, step }
        }
        17 => draft(state)?,
        // What was said once is said again.
        _ => log.records()[dice.below(log.records().len() as u32) as usize].command.clone(),
    };
    Some((by, command))
}

/// Two change seats in the last round, or a game changes its table.
fn seats(state: &Tournament, player: &PlayerId, dice: &mut Stream) -> Option<TournamentCommand> {
    let round = state.rounds.last()?;
    if dice.chance(40) {
        let (table, to) = (dice.pick(&round.pair.tables)?.table, TableNumber(1 + dice.below(4) as u16));
        return Some(TournamentCommand::Move { round: round.pair.round, table, to, why: why() });
    }
    let other = somebody(state, dice)?;
    let mut after = round.pair.clone();
    exchange(&mut after, player, &other);
    Some(TournamentCommand::Repair(repair(&round.pair, after, dice.chance(70), why())))
}

/// What is said of games that rest on a correction, once the rules ask.
pub fn answered(command: TournamentCommand, refusal: &Refusal, axes: &Axes) -> Option<TournamentCommand> {
    match (refusal, axes.later?) {
        (Refusal::GamesRest { from, .. }, true) => Some(command.with_later(Later::Reset(*from))),
        (Refusal::GamesRest { .. }, false) => Some(command.with_later(Later::Keep)),
        _ => None,
    }
}

/// A record followed by the watcher; whether it was taken.
pub fn follow(log: &mut TournamentLog, watcher: &mut Watcher, axes: &Axes, by: By, command: TournamentCommand) -> bool {
    let before = watcher.before(log);
    let taken = match log.record(AT, by, command.clone()).map(|_| ()) {
        Ok(()) => true,
        Err(refusal) => answered(command, &refusal, axes).is_some_and(|command| log.record(AT, by, command).is_ok()),
    };
    if taken {
        watcher.after(&before, log);
    }
    taken
}
