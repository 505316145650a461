//! Pods that the log names: made from the standings or by hand, played to their end, corrected, and judged.

use crate::support;

use std::collections::{BTreeMap, BTreeSet};

use adjutant_tournament::check::{Finding, check};
use adjutant_tournament::command::{Cut, Pods};
use adjutant_tournament::pairing::{PairError, draft_round, pods_by_record};
use adjutant_tournament::policy::{Policies, Seeding, System};
use adjutant_tournament::standings::standings;
use adjutant_tournament::{By, PlayerId, RoundNumber, TournamentCommand, TournamentLog};
use support::{AT, Dice, entry, new_event, play, record};

/// So many players after two Swiss rounds of an event of five.
fn after_two(players: u32) -> TournamentLog {
    let mut dice = Dice(players.into());
    let mut log = new_event(players, 5, Policies::default(), &mut dice);
    for _ in 0..2 {
        let draft = draft_round(log.state()).expect("a Swiss round");
        play(&mut log, &draft, &mut dice);
    }
    log
}

fn make(log: &mut TournamentLog, pods: Vec<Vec<PlayerId>>) -> Result<(), &'static str> {
    let made = log.record(AT, By::Organiser, TournamentCommand::Pods(Pods { pods }));
    made.map(|_| ()).map_err(|refusal| refusal.code())
}

/// Pods of neighbours in the standings.
fn by_record(log: &mut TournamentLog, size: usize) {
    let pods = pods_by_record(log.state(), size);
    make(log, pods).expect("pods");
}

#[test]
fn neighbours_in_the_standings_meet_everybody_of_their_pod_once() {
    for players in 8..=20 {
        let mut log = after_two(players);
        let order: Vec<PlayerId> =
            standings(log.state(), RoundNumber(2)).rows.into_iter().map(|row| row.player).collect();
        let pods = pods_by_record(log.state(), 4);
        assert_eq!(pods.concat(), order, "the best first");
        assert!(pods.iter().all(|pod| (3..=4).contains(&pod.len())), "{players} players");
        make(&mut log, pods.clone()).expect("pods");
        let before: Vec<i64> = standings(log.state(), RoundNumber(2)).rows.iter().map(|row| row.points).collect();
        let mut dice = Dice(4);
        for _ in 0..3 {
            let draft = draft_round(log.state()).expect("a round of pods");
            assert_eq!(draft.pair.system, System::Pods);
            play(&mut log, &draft, &mut dice);
        }
        let mut met: BTreeMap<&PlayerId, BTreeSet<&PlayerId>> = BTreeMap::new();
        for game in log.state().rounds.iter().skip(2).flat_map(|round| &round.pair.tables) {
            assert!(met.entry(&game.one).or_default().insert(&game.two), "twice in a pod");
            assert!(met.entry(&game.two).or_default().insert(&game.one));
        }
        for pod in &pods {
            for player in pod {
                let others: BTreeSet<&PlayerId> = pod.iter().filter(|other| *other != player).collect();
                assert_eq!(met[player], others);
            }
        }
        let rows = standings(log.state(), RoundNumber(5)).rows;
        assert!(rows.iter().map(|row| row.points).sum::<i64>() > before.iter().sum(), "points go on counting");
        assert_eq!(rows[0].pod.map(|pod| pods[pod - 1].contains(&rows[0].player)), Some(true));
        let report = check(&log);
        assert!(report.is_clean(), "{:#?}", report.findings);
        // What the Swiss rounds brought together may meet again, who had a bye may have one more, and both are said.
        let told = |finding: &Finding| ["rematch", "second-bye"].contains(&finding.code);
        assert!(report.findings.iter().all(told), "{:#?}", report.findings);
        assert_eq!(TournamentLog::read(&log.to_bytes()).expect("its own log").state(), log.state());
        assert!(draft_round(log.state()).is_err(), "five rounds are played");
    }
}

#[test]
fn a_schedule_of_pods_ends_when_all_have_met_and_new_pods_begin_anew() {
    let policies = Policies::default();
    let mut dice = Dice(9);
    let mut log = new_event(6, 9, policies, &mut dice);
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut dice);
    by_record(&mut log, 3);
    for _ in 0..3 {
        let draft = draft_round(log.state()).expect("a round of pods");
        play(&mut log, &draft, &mut dice);
    }
    assert_eq!(draft_round(log.state()).expect_err("over"), PairError::ScheduleOver { rounds: 3, players: 3 });
    by_record(&mut log, 6);
    let draft = draft_round(log.state()).expect("the next schedule");
    play(&mut log, &draft, &mut dice);
    assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
}

#[test]
fn pods_are_made_anew_until_their_first_round_is_published_and_a_draft_goes_with_them() {
    let mut log = after_two(9);
    let pods = pods_by_record(log.state(), 3);
    make(&mut log, pods.clone()).expect("pods");
    let seq = log.records().len() as u64;
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    let mut other = pods.clone();
    (other[0][0], other[2][2]) = (pods[2][2].clone(), pods[0][0].clone());
    make(&mut log, other.clone()).expect("other pods");
    assert_eq!(log.state().rounds.len(), 2, "the draft is gone");
    let draft = draft_round(log.state()).expect("a round");
    let first: BTreeSet<&PlayerId> = other[0].iter().collect();
    assert!(draft.pair.tables.iter().all(|game| first.contains(&game.one) == first.contains(&game.two)));
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: RoundNumber(3), as_drafted: false, anyway: None });
    assert_eq!(make(&mut log, pods), Err("round-state"), "the round is played");
    // A round was published on the pods: later ones replace them.
    let undo = |seq| TournamentCommand::Retract {
        seq,
        why: adjutant_tournament::Reason::new("typo").expect("a reason"),
        later: None,
    };
    assert_eq!(log.clone().record(AT, By::Organiser, undo(seq)).expect_err("a round").code(), "relied-on");
    assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
}

#[test]
fn an_undo_of_pods_makes_their_draft_stale() {
    let mut log = after_two(9);
    by_record(&mut log, 3);
    let seq = log.records().len() as u64;
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    let why = adjutant_tournament::Reason::new("Swiss after all").expect("a reason");
    record(&mut log, TournamentCommand::Retract { seq, why, later: None });
    assert_eq!(log.state().system(), System::Swiss);
    let publish = TournamentCommand::Publish { round: RoundNumber(3), as_drafted: false, anyway: None };
    assert_eq!(log.record(AT, By::Organiser, publish).expect_err("stale").code(), "outdated");
}

#[test]
fn everybody_who_plays_is_in_one_pod_and_nobody_else() {
    let mut log = after_two(8);
    let pods = pods_by_record(log.state(), 4);
    let gone = pods[1][3].clone();
    let refused = |log: &TournamentLog, change: &dyn Fn(&mut Vec<Vec<PlayerId>>)| {
        let mut wrong = pods.clone();
        change(&mut wrong);
        make(&mut log.clone(), wrong)
    };
    assert_eq!(refused(&log, &|pods| drop(pods[1].pop())), Err("left-out"));
    assert_eq!(refused(&log, &|pods| pods[1][0] = pods[0][0].clone()), Err("paired-twice"));
    assert_eq!(refused(&log, &|pods| pods[1][0] = PlayerId::new("stranger").expect("an id")), Err("unknown-player"));
    assert_eq!(refused(&log, &|pods| pods.push(Vec::new())), Err("bad-pods"));
    assert_eq!(refused(&log, &|pods| pods.clear()), Err("bad-pods"));
    record(&mut log, TournamentCommand::Drop { player: gone.clone() });
    assert_eq!(refused(&log, &|_| {}), Err("not-here"));
    assert_eq!(refused(&log, &|pods| drop(pods[1].pop())), Ok(()));
    // Who comes back, or enters late, takes the place of the bye; where there is none, nobody can.
    by_record(&mut log, 4);
    record(&mut log, TournamentCommand::LateEntry(entry(90, 3, &mut Dice(3))));
    let late = log.record(AT, By::Organiser, TournamentCommand::LateEntry(entry(91, 3, &mut Dice(3))));
    assert_eq!(late.expect_err("no place").code(), "no-free-place");
    let back = log.record(AT, By::Organiser, TournamentCommand::Return { player: gone });
    assert_eq!(back.expect_err("no place").code(), "no-free-place");
    let mut dice = Dice(1);
    for _ in 0..3 {
        let draft = draft_round(log.state()).expect("a round");
        assert_eq!((draft.pair.tables.len(), draft.pair.byes.len()), (4, 0));
        play(&mut log, &draft, &mut dice);
    }
    assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
}

#[test]
fn before_round_one_pods_go_by_rating_or_by_hand_and_brackets_have_none() {
    let policies = Policies { seeding: Seeding::Rating, ..Policies::default() };
    let mut log = new_event(0, 3, policies, &mut Dice(1));
    for number in 0..8 {
        let mut entry = entry(number, 2, &mut Dice(3));
        entry.rating = Some(1_000 + 10 * number);
        record(&mut log, TournamentCommand::Register(entry));
    }
    let pods = pods_by_record(log.state(), 4);
    let ids: Vec<&str> = pods[0].iter().map(PlayerId::as_str).collect();
    assert_eq!(ids, ["p0007", "p0006", "p0005", "p0004"]);
    make(&mut log, pods).expect("pods");
    assert_eq!(draft_round(log.state()).expect("round 1").pair.system, System::Pods);
    let mut log = after_two(8);
    let players = standings(log.state(), RoundNumber(2)).rows.into_iter().take(4).map(|row| row.player).collect();
    record(&mut log, TournamentCommand::Cut(Cut::to(players)));
    let all = pods_by_record(log.state(), 4);
    assert_eq!(make(&mut log, all), Err("bad-pods"));
}

#[test]
fn a_cut_after_a_round_robin_or_pods_goes_on_as_a_bracket() {
    for system in [System::RoundRobin, System::Pods] {
        let mut dice = Dice(5);
        let mut log = new_event(4, 3, Policies { system, ..Policies::default() }, &mut dice);
        for _ in 0..3 {
            let draft = draft_round(log.state()).expect("a round");
            play(&mut log, &draft, &mut dice);
        }
        let players = standings(log.state(), RoundNumber(3)).rows.into_iter().take(2).map(|row| row.player).collect();
        record(&mut log, TournamentCommand::Cut(Cut::to(players)));
        let draft = draft_round(log.state()).expect("the final, although the schedule is over");
        assert_eq!((draft.pair.system, draft.pair.tables.len()), (System::SingleElimination, 1));
    }
}
