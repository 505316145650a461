//! The judge: on every event that plays out by the rules it agrees, number by number; every kind of finding is forged
//! once and found, and nothing else is.

mod support;

use std::collections::BTreeSet;

use adjutant_tournament::check::{FindingKind, check, check_bases, check_records, check_standings};
use adjutant_tournament::command::{Basis, By, Cut, Dispute, Entry, Objective, Pair, Pods, Report, ResultEntry};
use adjutant_tournament::log::Record;
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{DifferentialTable, Method, Policies, System, TieBreak, Unplayed};
use adjutant_tournament::standings::{Standings, standings};
use adjutant_tournament::{Name, PlayerId, Rational, RoundNumber, TableNumber, TournamentCommand, TournamentLog};
use proptest::prelude::*;
use support::{Dice, Mischief, new_event, play, record, simulate, simulate_with};

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

fn player(number: u32) -> PlayerId {
    PlayerId::new(&format!("p{number:04}")).expect("an id")
}

/// Every policy that standings or pairings read, from a few numbers.
fn any_policies() -> impl Strategy<Value = Policies> {
    let methods = prop::sample::select(vec![Method::Random, Method::Nearest, Method::Slide, Method::BattlePoints]);
    let tie_breaks = Just(TieBreak::ALL.to_vec()).prop_shuffle();
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let numbers = (0u16..60, prop::option::of(1u16..60), prop::option::of(0u16..3));
    (methods, tie_breaks, flags, numbers).prop_map(|(method, tie_breaks, flags, (bye_vp, cap, bye))| {
        let (three, differential, virtual_opponent, capped, paths) = flags;
        let mut policies = Policies { method, tie_breaks, bye_vp, vp_difference_cap: cap, ..Policies::default() };
        policies.points.win = if three { 3 } else { 2 };
        policies.points.bye = bye;
        policies.win_path = paths;
        policies.differential = differential.then(DifferentialTable::wtc);
        policies.buchholz_unplayed = if virtual_opponent { Unplayed::VirtualOpponent } else { Unplayed::Nothing };
        policies.win_rate_cap_of_dropped = capped.then(|| Rational::new(3, 4));
        policies.win_rate_floor = if capped { Rational::new(1, 4) } else { Rational::new(33, 100) };
        policies
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn both_agree_on_every_number_of_any_event(
        policies in any_policies(), players in 2u32..14, rounds in 1u16..7, seed in any::<u64>()
    ) {
        let log = simulate_with(players, rounds, policies, seed, Mischief::All, |_, _| {});
        let report = check(&log);
        prop_assert!(report.is_clean(), "{:#?}", report.findings);
        prop_assert_eq!(usize::from(report.rounds), log.state().rounds.len());
        // Every tie-break was there to be compared.
        let shown = standings(log.state(), RoundNumber(1));
        prop_assert!(shown.rows.iter().all(|row| row.tie_breaks.len() == TieBreak::ALL.len()));
    }
}

/// The kinds found, with whether each is a fault.
fn found(records: &[Record]) -> Vec<(&'static str, bool)> {
    check_records(records).findings.iter().map(|finding| (finding.code, finding.fault)).collect()
}

/// Records whose commands a forger has changed; numbers run on.
fn forged(log: &TournamentLog, change: impl FnOnce(&mut Vec<TournamentCommand>)) -> Vec<Record> {
    let records = log.records();
    let mut commands: Vec<TournamentCommand> = records.iter().map(|record| record.command.clone()).collect();
    change(&mut commands);
    let record = |(index, command)| Record { seq: index as u64 + 1, command, ..records[0].clone() };
    commands.into_iter().enumerate().map(record).collect()
}

fn pair_of(commands: &mut [TournamentCommand], wanted: u16) -> &mut Pair {
    let pair = commands.iter_mut().find_map(|command| match command {
        TournamentCommand::Pair(pair) if pair.round.0 == wanted => Some(pair),
        _ => None,
    });
    pair.expect("a round")
}

fn place(commands: &[TournamentCommand], wanted: impl Fn(&TournamentCommand) -> bool) -> usize {
    commands.iter().position(wanted).expect("such a record")
}

/// An event whose rounds are all drawn games, so that only lots tell pairings apart; `closed` rounds are played, and
/// one more is drafted and published.
fn drawn(players: u32, closed: u16, system: System) -> TournamentLog {
    let policies = Policies { win_path: false, system, ..Policies::default() };
    let mut log = new_event(players, closed + 1, policies, &mut Dice(3));
    for round in (1..=closed + 1).map(RoundNumber) {
        let draft = draft_round(log.state()).expect("a round");
        record(&mut log, draft.command());
        record(&mut log, TournamentCommand::Publish { round, as_drafted: false });
        for pairing in draft.pair.tables.iter().filter(|_| round.0 <= closed) {
            record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, pairing.table, 10, 10)));
        }
        if round.0 <= closed {
            record(&mut log, TournamentCommand::CloseRound { round });
        }
    }
    assert_eq!(found(log.records()), [], "the untouched log");
    log
}

/// A drawn game of two, and a second round as a forger writes it.
fn second_round(change: impl FnOnce(&mut Pair)) -> Vec<Record> {
    forged(&drawn(2, 0, System::RoundRobin), |commands| {
        pair_of(commands, 1).system = System::Swiss;
        let mut again = pair_of(commands, 1).clone();
        again.round = RoundNumber(2);
        change(&mut again);
        let result =
            ResultEntry::by_hand(RoundNumber(1), again.tables.first().map_or(TableNumber(1), |t| t.table), 7, 7);
        commands.push(TournamentCommand::Result(result));
        commands.push(TournamentCommand::CloseRound { round: RoundNumber(1) });
        commands.push(TournamentCommand::Pair(Box::new(again)));
        commands.push(TournamentCommand::Publish { round: RoundNumber(2), as_drafted: false });
    })
}

fn forged_log(kind: FindingKind) -> Option<Vec<Record>> {
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
                commands.push(TournamentCommand::CloseRound { round });
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
            commands.push(TournamentCommand::CloseRound { round: RoundNumber(1) });
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
        ObjectiveDiffers => forged(&drawn(8, 1, System::Swiss), |commands| pair_of(commands, 2).objective.club = 1),
        NotOptimal => forged(&drawn(8, 0, System::Swiss), |commands| trade(pair_of(commands, 1))),
        StalePairing => {
            let policies = Policies { method: Method::Nearest, ..Policies::default() };
            let log = simulate(8, 2, policies, 4, |_, _| {});
            assert_eq!(found(log.records()), []);
            let first = log.state().rounds[0].results.values().find(|result| result.one != result.two);
            let first = first.expect("a winner").clone();
            let result = ResultEntry { one: first.two, two: first.one, ..first };
            forged(&log, |commands| commands.push(TournamentCommand::AmendResult { result, why: name("swapped") }))
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
fn trade(pair: &mut Pair) {
    let (last, one) = (pair.tables.len() - 1, pair.tables[0].two.clone());
    pair.tables[0].two = pair.tables[last].two.clone();
    pair.tables[last].two = one;
}

/// One Swiss round, a cut of four, semi-finals won by the player named first, and the final on the tables.
fn with_final() -> TournamentLog {
    let mut log = new_event(8, 1, Policies::default(), &mut Dice(8));
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut Dice(2));
    let players = standings(log.state(), RoundNumber(1)).rows.iter().take(4).map(|row| row.player.clone()).collect();
    record(&mut log, TournamentCommand::Cut(Cut::to(players)));
    for round in [2, 3].map(RoundNumber) {
        let draft = draft_round(log.state()).expect("a round");
        record(&mut log, draft.command());
        record(&mut log, TournamentCommand::Publish { round, as_drafted: false });
        for pairing in draft.pair.tables.iter().filter(|_| round.0 == 2) {
            record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, pairing.table, 20, 10)));
        }
        if round.0 == 2 {
            record(&mut log, TournamentCommand::CloseRound { round });
        }
    }
    assert_eq!(found(log.records()), [], "the untouched log");
    log
}

/// One Swiss round of four, then pods of those who have not met, drafted and published.
fn in_pods() -> TournamentLog {
    let mut log = new_event(4, 4, Policies::default(), &mut Dice(8));
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut Dice(2));
    let [a, b] = [&draft.pair.tables[0], &draft.pair.tables[1]];
    let pods = vec![vec![a.one.clone(), b.one.clone()], vec![a.two.clone(), b.two.clone()]];
    record(&mut log, TournamentCommand::Pods(Pods { pods }));
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: RoundNumber(2), as_drafted: false });
    assert_eq!(found(log.records()), [], "the untouched log");
    log
}

/// Standings that a forger has changed, held against the log that they are of.
fn forged_standings(kind: FindingKind) -> Option<Vec<&'static str>> {
    let log = simulate(11, 3, Policies { tie_breaks: TieBreak::ALL.to_vec(), ..Policies::default() }, 6, |_, _| {});
    let sound = standings(log.state(), RoundNumber(2));
    assert_eq!(check_standings(log.records(), &sound), [], "the untouched standings");
    if kind == FindingKind::BasisDiffers {
        let mut bases =
            log.state().rounds.iter().map(|round| (round.pair.round, round.progress.bases.clone())).collect();
        assert_eq!(check_bases(log.records(), &bases), [], "the untouched bases");
        bases.entry(RoundNumber(1)).or_default().insert(TableNumber(1), Basis::Signed);
        return Some(check_bases(log.records(), &bases).iter().map(|finding| finding.code).collect());
    }
    let mut forged = sound.clone();
    let last = forged.rows.last_mut().expect("a row");
    match kind {
        FindingKind::RowMissing => drop(forged.rows.pop()),
        FindingKind::PointsDiffer => last.points += 1,
        FindingKind::RecordDiffers => last.dropped = !last.dropped,
        FindingKind::TieBreakDiffers => drop(last.tie_breaks.insert("koya", Rational::new(1, 7))),
        FindingKind::ScoreDiffers => last.scores.overall = Some(Rational::new(1, 7)),
        FindingKind::RankDiffers => last.rank -= 1,
        _ => return None,
    }
    Some(check_standings(log.records(), &forged).iter().map(|finding| finding.code).collect())
}

#[test]
fn every_kind_of_finding_is_found_and_nothing_else() {
    let mut codes = BTreeSet::new();
    for kind in FindingKind::ALL {
        let fault = !matches!(kind, FindingKind::StalePairing | FindingKind::SeatMissed);
        match forged_log(kind) {
            Some(records) => {
                assert_eq!(found(&records), [(kind.code(), fault)], "{kind:?}: {:#?}", check_records(&records))
            }
            None => assert_eq!(forged_standings(kind), Some(vec![kind.code()])),
        }
        codes.insert(kind.code());
    }
    assert_eq!(codes.len(), FindingKind::ALL.len(), "codes tell kinds apart");
}

#[test]
fn what_an_organiser_ordered_is_remarked_and_is_no_fault() {
    for kind in [FindingKind::Rematch, FindingKind::SecondBye, FindingKind::NeedlessBye] {
        let mut records = forged_log(kind).expect("a log");
        for record in &mut records {
            if let TournamentCommand::Pair(pair) = &mut record.command {
                pair.method = Method::Manual;
            }
        }
        assert_eq!(found(&records), [(kind.code(), false)]);
    }
}

#[test]
fn a_finding_names_round_player_tie_break_and_both_numbers() {
    let log = simulate(9, 3, Policies { tie_breaks: vec![TieBreak::Koya], ..Policies::default() }, 2, |_, _| {});
    let mut forged: Standings = standings(log.state(), RoundNumber(3));
    let row = forged.rows.first_mut().expect("a row");
    let (id, sound) = (row.player.clone(), row.tie_breaks["koya"].clone());
    row.tie_breaks.insert("koya", Rational::new(1, 7));
    let findings = check_standings(log.records(), &forged);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].round, Some(RoundNumber(3)));
    assert_eq!(findings[0].text, format!("`{id}` has koya {sound} by the results, 1/7 here"));
}

#[test]
fn in_a_large_field_two_tables_that_should_trade_players_are_found() {
    for method in [Method::Random, Method::Nearest, Method::Slide, Method::BattlePoints] {
        let log = simulate(40, 3, Policies { method, ..Policies::default() }, 9, |_, _| {});
        assert_eq!(found(log.records()), []);
        // Tables 1 and 2 of round 3 trade: mostly of one score group, so that only the method's own order is broken.
        let records = forged(&log, |commands| {
            let pair = pair_of(commands, 3);
            let (one, two) = (pair.tables[0].two.clone(), pair.tables[1].two.clone());
            (pair.tables[0].two, pair.tables[1].two) = (two, one);
        });
        assert_eq!(found(&records), [("not-optimal", true)], "{method:?}");
    }
}

#[test]
fn lines_of_the_method_are_judged_in_small_fields_too() {
    for method in [Method::Nearest, Method::Slide, Method::BattlePoints] {
        let policies = Policies { method, ..Policies::default() };
        let mut log = new_event(12, 2, policies, &mut Dice(21));
        let draft = draft_round(log.state()).expect("a round");
        play(&mut log, &draft, &mut Dice(7));
        let draft = draft_round(log.state()).expect("a round");
        record(&mut log, draft.command());
        assert_eq!(found(log.records()), []);
        // A trade inside a score group: the recorded lines stay, the order inside equal records does not.
        let records = forged(&log, |commands| {
            let pair = pair_of(commands, 2);
            let (one, two) = (pair.tables[0].two.clone(), pair.tables[1].two.clone());
            (pair.tables[0].two, pair.tables[1].two) = (two, one);
        });
        assert_eq!(found(&records), [("not-optimal", true)], "{method:?}");
    }
}

#[test]
fn a_round_is_judged_by_what_was_known_and_the_amendment_says_whom_it_would_have_moved() {
    let log = simulate(8, 3, Policies::default(), 12, |_, _| {});
    let first =
        log.state().rounds[0].results.values().find(|result| result.one != result.two).expect("a winner").clone();
    let mut amended = log.clone();
    let result = ResultEntry { one: first.two, two: first.one, ..first.clone() };
    record(&mut amended, TournamentCommand::AmendResult { result, why: name("swapped") });
    let report = check(&amended);
    assert!(report.is_clean(), "{:#?}", report.findings);
    assert_eq!(report.exhausted, check(&log).exhausted, "no round is passed over");
    let stale = report.findings.iter().filter(|finding| finding.code == "stale-pairing").collect::<Vec<_>>();
    assert_eq!(
        stale.iter().map(|finding| finding.round).collect::<Vec<_>>(),
        [Some(RoundNumber(2)), Some(RoundNumber(3))]
    );
    let said = format!(
        "table {} of round 1 became {}:{} instead of {}:{}; with it the best pairing would be p",
        first.table, first.two, first.one, first.one, first.two
    );
    assert!(stale[0].text.contains(&said), "{said}\n{}", stale[0].text);
    // A round paired after the amendment is judged by it; the amendment taken back again makes that one stale.
    let seq = amended.records().len() as u64;
    let mut on = amended.clone();
    record(&mut on, TournamentCommand::Note { text: name("nothing") });
    record(&mut on, TournamentCommand::Retract { seq, why: name("it was right before") });
    assert_eq!(check(&on).findings, []);
}

#[test]
fn recorded_values_that_are_the_default_are_compared_as_well() {
    let log = drawn(8, 1, System::Swiss);
    let records =
        forged(&log, |commands| pair_of(commands, 1).objective = Objective { cross_group: 2, ..Objective::default() });
    assert_eq!(found(&records), [("objective-differs", true)]);
    let entry = |commands: &mut Vec<TournamentCommand>| {
        commands.insert(1, TournamentCommand::Register(Entry::new(player(70), name("Never seen"))));
    };
    assert!(found(&forged(&log, entry)).contains(&("left-out", true)));
}

#[test]
fn the_judge_shares_no_code_with_what_it_judges() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check");
    let mut read = 0;
    for file in std::fs::read_dir(&folder).expect("the judge's folder") {
        let path = file.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        // The judge of TRF files reads another kind of record.
        if name == "trf.rs" {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for foreign in
            ["pairing::", "matching", "tables::assign", "decide", "Tournament", ".state()", "Ledger", "TieBreaks"]
        {
            let names = |line: &&str| line.replace("TournamentCommand", "command").contains(foreign);
            assert!(!code.iter().any(names), "{name} names {foreign}");
        }
        let standings: Vec<&&str> = code.iter().filter(|line| line.contains("standings::")).collect();
        let data_only = ["use crate::standings::{Row, Standings};", "use crate::standings::Row;"];
        assert!(standings.iter().all(|line| data_only.contains(&line.trim())), "{name}: {standings:?}");
        read += 1;
    }
    assert_eq!(read, 11, "files of the judge");
}
