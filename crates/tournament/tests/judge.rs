//! The judge: on every event that plays out by the rules it agrees, number by number; every kind of finding is forged
//! once and found, and nothing else is.

#[path = "support/forged.rs"]
mod forged;
use crate::support;

use std::collections::BTreeSet;

use adjutant_tournament::check::{FindingKind, check, check_records, check_standings};
use adjutant_tournament::command::{Entry, Objective, ResultEntry};
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{DifferentialTable, Method, Policies, System, TieBreak, Unplayed};
use adjutant_tournament::standings::{Standings, standings};
use adjutant_tournament::{Rational, RoundNumber, TournamentCommand};
use forged::{drawn, forged, forged_log, forged_standings, found, name, pair_of, player};
use proptest::prelude::*;
use support::{Dice, Mischief, new_event, play, record, simulate, simulate_with};

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

#[test]
fn every_kind_of_finding_is_found_and_nothing_else() {
    let mut codes = BTreeSet::new();
    for kind in FindingKind::ALL {
        let fault = !matches!(kind, FindingKind::StalePairing | FindingKind::SeatMissed | FindingKind::Fell);
        match forged_log(kind) {
            Some(records) => {
                assert_eq!(found(&records), [(kind.code(), fault)], "{kind:?}: {:#?}", check_records(&records))
            }
            None => {
                let findings = forged_standings(kind).expect("standings that differ");
                assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [kind.code()]);
            }
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
    record(&mut amended, TournamentCommand::AmendResult { result, why: name("swapped"), later: None });
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
    record(&mut on, TournamentCommand::Retract { seq, why: name("it was right before"), later: None });
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
    assert_eq!(read, 13, "files of the judge");
}

/// A forged draft may call itself any round: it is found, and nothing that is looked up by the number of a round breaks.
#[test]
fn a_draft_of_a_round_that_there_is_not_is_found_and_judged_all_the_same() {
    for round in [0, 3, 5, 99, u16::MAX] {
        for at in [1, 2] {
            let records = forged(&drawn(8, 2, System::Swiss), |commands| {
                pair_of(commands, at).round = RoundNumber(round);
            });
            let codes: Vec<&str> = found(&records).iter().map(|(code, _)| *code).collect();
            assert!(codes.contains(&FindingKind::WrongRound.code()), "round {at} calls itself {round}: {codes:?}");
        }
    }
}
