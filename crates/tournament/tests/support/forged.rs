//! Logs and standings that a forger has changed, one for each kind of finding.

use adjutant_core::ids::Line;
use adjutant_tournament::check::{Finding, FindingKind, check_bases, check_records, check_standings};
use adjutant_tournament::command::{Basis, By, Cut, Dispute, Later, Pair, Pods, Report, ResultEntry};
use adjutant_tournament::log::Record;
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{Method, Policies, System, TieBreak};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{PlayerId, Rational, RoundNumber, TableNumber, TournamentCommand, TournamentLog};

use super::support::{Dice, new_event, play, record, simulate};

pub fn name<const MOST: usize>(text: &str) -> Line<MOST> {
    Line::new(text).expect("a name")
}

pub fn player(number: u32) -> PlayerId {
    PlayerId::new(&format!("p{number:04}")).expect("an id")
}

/// The kinds found, with whether each is a fault.
pub fn found(records: &[Record]) -> Vec<(&'static str, bool)> {
    check_records(records).findings.iter().map(|finding| (finding.code, finding.fault)).collect()
}

/// Records whose commands a forger has changed; numbers run on.
pub fn forged(log: &TournamentLog, change: impl FnOnce(&mut Vec<TournamentCommand>)) -> Vec<Record> {
    let records = log.records();
    let mut commands: Vec<TournamentCommand> = records.iter().map(|record| record.command.clone()).collect();
    change(&mut commands);
    let record = |(index, command)| Record { seq: index as u64 + 1, command, ..records[0].clone() };
    commands.into_iter().enumerate().map(record).collect()
}

pub fn pair_of(commands: &mut [TournamentCommand], wanted: u16) -> &mut Pair {
    let pair = commands.iter_mut().find_map(|command| match command {
        TournamentCommand::Pair(pair) if pair.round.0 == wanted => Some(pair),
        _ => None,
    });
    pair.expect("a round")
}

pub fn place(commands: &[TournamentCommand], wanted: impl Fn(&TournamentCommand) -> bool) -> usize {
    commands.iter().position(wanted).expect("such a record")
}

/// An event whose rounds are all drawn games, so that only lots tell pairings apart; `closed` rounds are played, and
/// one more is drafted and published.
pub fn drawn(players: u32, closed: u16, system: System) -> TournamentLog {
    let policies = Policies { win_path: false, system, ..Policies::default() };
    let mut log = new_event(players, closed + 1, policies, &mut Dice(3));
    for round in (1..=closed + 1).map(RoundNumber) {
        let draft = draft_round(log.state()).expect("a round");
        record(&mut log, draft.command());
        record(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
        for pairing in draft.pair.tables.iter().filter(|_| round.0 <= closed) {
            record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, pairing.table, 10, 10)));
        }
        if round.0 <= closed {
            record(&mut log, TournamentCommand::CloseRound { round, anyway: None });
        }
    }
    assert_eq!(found(log.records()), [], "the untouched log");
    log
}

/// A drawn game of two, and a second round as a forger writes it.
pub fn second_round(change: impl FnOnce(&mut Pair)) -> Vec<Record> {
    forged(&drawn(2, 0, System::RoundRobin), |commands| {
        pair_of(commands, 1).system = System::Swiss;
        let mut again = pair_of(commands, 1).clone();
        again.round = RoundNumber(2);
        change(&mut again);
        let result =
            ResultEntry::by_hand(RoundNumber(1), again.tables.first().map_or(TableNumber(1), |t| t.table), 7, 7);
        commands.push(TournamentCommand::Result(result));
        commands.push(TournamentCommand::CloseRound { round: RoundNumber(1), anyway: None });
        commands.push(TournamentCommand::Pair(Box::new(again)));
        commands.push(TournamentCommand::Publish { round: RoundNumber(2), as_drafted: false, anyway: None });
    })
}

pub fn forged_log(kind: FindingKind) -> Option<Vec<Record>> {
    use FindingKind::*;
    let by_hand = |players, change: &dyn Fn(&mut Pair)| {
        forged(&drawn(players, 0, System::RoundRobin), |commands| change(pair_of(commands, 1)))
    };
    Some(match kind {
        WrongRound => forged(&drawn(8, 1, System::Swiss), |commands| {
            // The round is published, then paired and published once more.
            let last = commands.len();
            let again = commands[last - 2..].to_vec();
            commands.extend(again);
        }),
        PairedEarly => forged(&drawn(6, 1, System::RoundRobin), |commands| {
            // The last result of round 1, and its end, come after round 2 is paired.
            let at = place(commands, |command| matches!(command, TournamentCommand::CloseRound { .. })) - 1;
            let late: Vec<TournamentCommand> = commands.drain(at..at + 2).collect();
            let after = place(commands, |c| matches!(c, TournamentCommand::Pair(pair) if pair.round.0 == 2));
            commands.splice(after + 1..after + 1, late);
        }),
        StrayResult => forged(&drawn(6, 1, System::Swiss), |commands| {
            commands.push(TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(1), TableNumber(77), 1, 2)));
        }),
        StrayReport => forged(&drawn(6, 0, System::Swiss), |commands| {
            // By the organiser, who plays at no table.
            let result = ResultEntry::by_hand(RoundNumber(1), TableNumber(1), 1, 2);
            commands.push(TournamentCommand::Report(Box::new(Report::of(player(0), result))));
        }),
        ClosedDisputed => {
            let log = drawn(2, 0, System::Swiss);
            let game = log.state().rounds[0].pair.tables[0].clone();
            let (round, table) = (RoundNumber(1), game.table);
            let dispute = Dispute { round, table, player: game.one, why: None };
            let mut records = forged(&log, |commands| {
                commands.push(TournamentCommand::Result(ResultEntry::by_hand(round, table, 1, 2)));
                commands.push(TournamentCommand::Dispute(dispute));
                commands.push(TournamentCommand::CloseRound { round, anyway: None });
            });
            let at = records.len() - 2;
            records[at].by = By::Player;
            records
        }
        TableTwice => by_hand(6, &|pair| pair.tables[1].table = pair.tables[0].table),
        PairedTwice => by_hand(6, &|pair| pair.byes.push(player(2))),
        NotHere => forged(&drawn(6, 0, System::RoundRobin), |commands| {
            let at = place(commands, |command| matches!(command, TournamentCommand::Pair(_)));
            commands.insert(at, TournamentCommand::Drop { player: player(4) });
        }),
        LeftOut => by_hand(7, &|pair| pair.byes.clear()),
        ResultMissing => forged(&drawn(6, 0, System::Swiss), |commands| {
            commands.push(TournamentCommand::CloseRound { round: RoundNumber(1), anyway: None });
        }),
        Rematch => second_round(|_| {}),
        SecondBye => forged(&drawn(5, 1, System::RoundRobin), |commands| {
            // The bye of round 1 once more; the four others change partners.
            let first = pair_of(commands, 1).clone();
            let second = pair_of(commands, 2);
            second.byes.clone_from(&first.byes);
            let [a, b] = [&first.tables[0], &first.tables[1]];
            for (table, (one, two)) in second.tables.iter_mut().zip([(&a.one, &b.one), (&a.two, &b.two)]) {
                (table.one, table.two) = (one.clone(), two.clone());
            }
        }),
        UnusualResult => forged(&drawn(6, 1, System::RoundRobin), |commands| {
            let TournamentCommand::Create(create) = &mut commands[0] else { panic!("the first record creates") };
            create.policies.vp_max = Some(100);
            let at = place(commands, |command| matches!(command, TournamentCommand::Result(_)));
            let TournamentCommand::Result(result) = &mut commands[at] else { return };
            result.one = 101;
        }),
        DrawnElimination => forged(&with_final(), |commands| {
            let at =
                place(commands, |command| matches!(command, TournamentCommand::Result(result) if result.round.0 == 2));
            let TournamentCommand::Result(result) = &mut commands[at] else { return };
            result.two = result.one;
        }),
        SeatMissed => forged(&drawn(6, 0, System::RoundRobin), |commands| {
            let TournamentCommand::Register(entry) = &mut commands[1] else { panic!("the second record registers") };
            entry.seat = Some(TableNumber(40));
        }),
        NeedlessBye => second_round(|pair| {
            pair.byes = pair.tables.drain(..).flat_map(|game| [game.one, game.two]).collect();
        }),
        OutAlready => {
            let log = with_final();
            forged(&log, |commands| {
                let losers: Vec<PlayerId> = log.state().rounds[1].pair.tables.iter().map(|p| p.two.clone()).collect();
                pair_of(commands, 3).tables[0].two.clone_from(&losers[0]);
            })
        }
        BracketDiffers => forged(&with_final(), |commands| trade(pair_of(commands, 2))),
        CutDiffers => forged(&with_final(), |commands| {
            let at = place(commands, |command| matches!(command, TournamentCommand::Cut(_)));
            let TournamentCommand::Cut(cut) = &mut commands[at] else { return };
            // The same two meet, as each other's seed.
            cut.players.swap(0, 3);
        }),
        Fell => {
            let log = with_final();
            let result = log.state().rounds[1].results.values().next().expect("a result").clone();
            let amend = TournamentCommand::AmendResult {
                result: ResultEntry { one: result.two, two: result.one, ..result },
                why: name("swapped"),
                later: Some(Later::Reset(RoundNumber(3))),
            };
            let table = log.state().rounds[2].pair.tables[0].table;
            let last = TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(3), table, 20, 10));
            forged(&log, |commands| commands.extend([last, amend]))
        }
        ObjectiveDiffers => forged(&drawn(8, 1, System::Swiss), |commands| pair_of(commands, 2).objective.club = 1),
        NotOptimal => forged(&drawn(8, 0, System::Swiss), |commands| trade(pair_of(commands, 1))),
        StalePairing => {
            let policies = Policies { method: Method::Nearest, ..Policies::default() };
            let log = simulate(8, 2, policies, 4, |_, _| {});
            assert_eq!(found(log.records()), []);
            let first = log.state().rounds[0].results.values().find(|result| result.one != result.two);
            let first = first.expect("a winner").clone();
            let result = ResultEntry { one: first.two, two: first.one, ..first };
            forged(&log, |commands| {
                commands.push(TournamentCommand::AmendResult { result, why: name("swapped"), later: None })
            })
        }
        PodMixed => forged(&in_pods(), |commands| {
            // The first two games of round 2, one of each pod, trade players.
            let pair = pair_of(commands, 2);
            let (one, two) = (pair.tables[0].two.clone(), pair.tables[1].two.clone());
            (pair.tables[0].two, pair.tables[1].two) = (two, one);
        }),
        BasisDiffers | RowMissing | PointsDiffer | RecordDiffers | TieBreakDiffers | ScoreDiffers | RankDiffers => {
            return None;
        }
    })
}

/// Two tables trade players.
pub fn trade(pair: &mut Pair) {
    let (last, one) = (pair.tables.len() - 1, pair.tables[0].two.clone());
    pair.tables[0].two = pair.tables[last].two.clone();
    pair.tables[last].two = one;
}

/// One Swiss round, a cut of four, semi-finals won by the player named first, and the final on the tables.
pub fn with_final() -> TournamentLog {
    let mut log = new_event(8, 1, Policies::default(), &mut Dice(8));
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut Dice(2));
    let players = standings(log.state(), RoundNumber(1)).rows.iter().take(4).map(|row| row.player.clone()).collect();
    record(&mut log, TournamentCommand::Cut(Cut::to(players)));
    for round in [2, 3].map(RoundNumber) {
        let draft = draft_round(log.state()).expect("a round");
        record(&mut log, draft.command());
        record(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
        for pairing in draft.pair.tables.iter().filter(|_| round.0 == 2) {
            record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, pairing.table, 20, 10)));
        }
        if round.0 == 2 {
            record(&mut log, TournamentCommand::CloseRound { round, anyway: None });
        }
    }
    assert_eq!(found(log.records()), [], "the untouched log");
    log
}

/// One Swiss round of four, then pods of those who have not met, drafted and published.
pub fn in_pods() -> TournamentLog {
    let mut log = new_event(4, 4, Policies::default(), &mut Dice(8));
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut Dice(2));
    let [a, b] = [&draft.pair.tables[0], &draft.pair.tables[1]];
    let pods = vec![vec![a.one.clone(), b.one.clone()], vec![a.two.clone(), b.two.clone()]];
    record(&mut log, TournamentCommand::Pods(Pods { pods }));
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: RoundNumber(2), as_drafted: false, anyway: None });
    assert_eq!(found(log.records()), [], "the untouched log");
    log
}

/// Standings that a forger has changed, held against the log that they are of.
pub fn forged_standings(kind: FindingKind) -> Option<Vec<Finding>> {
    let log = simulate(11, 3, Policies { tie_breaks: TieBreak::ALL.to_vec(), ..Policies::default() }, 6, |_, _| {});
    let sound = standings(log.state(), RoundNumber(2));
    assert_eq!(check_standings(log.records(), &sound), [], "the untouched standings");
    if kind == FindingKind::BasisDiffers {
        let mut bases =
            log.state().rounds.iter().map(|round| (round.pair.round, round.progress.bases.clone())).collect();
        assert_eq!(check_bases(log.records(), &bases), [], "the untouched bases");
        bases.entry(RoundNumber(1)).or_default().insert(TableNumber(1), Basis::Signed);
        return Some(check_bases(log.records(), &bases));
    }
    let mut forged = sound.clone();
    let last = forged.rows.last_mut().expect("a row");
    match kind {
        FindingKind::RowMissing => drop(forged.rows.pop()),
        FindingKind::PointsDiffer => last.points += 1,
        FindingKind::RecordDiffers => last.dropped = !last.dropped,
        FindingKind::TieBreakDiffers => drop(last.tie_breaks.insert("koya", Rational::new(1, 7))),
        FindingKind::ScoreDiffers => last.scores.overall = Some(Rational::new(1, 7)),
        FindingKind::RankDiffers => last.rank = last.rank.map(|rank| rank - 1),
        _ => return None,
    }
    Some(check_standings(log.records(), &forged))
}
