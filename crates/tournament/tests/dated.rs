//! Everything has its date: what happens later never changes what was seen earlier, and the same log gives the same
//! bytes.

use crate::support;

use adjutant_tournament::command::ResultEntry;
use adjutant_tournament::pairing::{Field, consequence_in, consequences, consequences_of, draft_round};
use adjutant_tournament::policy::{Method, Policies, TieBreak};
use adjutant_tournament::standings::{Standings, standings};
use adjutant_tournament::state::Round;
use adjutant_tournament::{Name, Reason, RoundNumber, TournamentCommand, TournamentLog};
use proptest::prelude::*;
use support::{Dice, Mischief, odd_result, record, simulate, simulate_with, stir};

fn policies(at: usize) -> Policies {
    let method = [Method::Random, Method::Nearest, Method::Slide, Method::BattlePoints][at % 4];
    Policies { method, tie_breaks: TieBreak::ALL.to_vec(), ..Policies::default() }
}

/// After every round, as known now.
fn now(log: &TournamentLog) -> Vec<Standings> {
    (1..=log.state().rounds.len() as u16).map(|round| standings(log.state(), RoundNumber(round))).collect()
}

/// After every round, as they were when it was closed.
fn then(log: &TournamentLog) -> Vec<Standings> {
    let closed = |round| standings(&log.state_when_closed(round).expect("a closed round"), round);
    (1..=log.state().rounds.len() as u16).map(|round| closed(RoundNumber(round))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_same_log_and_seed_give_the_same_bytes(players in 2u32..30, at in 0usize..4, seed in any::<u64>()) {
        let play = || simulate_with(players, 4, policies(at), seed, Mischief::All, |_, _| {});
        let (one, two) = (play(), play());
        prop_assert_eq!(one.to_bytes(), two.to_bytes());
        let read = TournamentLog::read(&one.to_bytes()).expect("its own log");
        prop_assert_eq!(read.state(), one.state());
        prop_assert_eq!(now(&read), now(&one));
        let drafts = [&one, &read].map(|log| draft_round(log.state()).map(|draft| (draft.pair, draft.flags)));
        prop_assert_eq!(&drafts[0], &drafts[1]);
    }

    #[test]
    fn drops_returns_and_late_entries_change_no_past_standings(
        players in 4u32..24, rounds in 1u16..6, at in 0usize..4, seed in any::<u64>()
    ) {
        let mut log = simulate(players, rounds, policies(at), seed, |_, _| {});
        let (known, seen) = (now(&log), then(&log));
        let (mut next, mut dice) = (900, Dice(seed ^ 1));
        (0..4).for_each(|_| stir(&mut log, &mut next, &mut dice));
        prop_assert_eq!(then(&log), seen);
        let last = known.len() - 1;
        for (round, (mut before, mut after)) in known.into_iter().zip(now(&log)).enumerate() {
            // The standings after the last round say who does not go on to the next; nothing else may differ.
            if round == last {
                before.rows.iter_mut().chain(&mut after.rows).for_each(|row| row.dropped = false);
            }
            prop_assert_eq!(before, after);
        }
        prop_assert_eq!(consequences(log.state(), None), []);
    }

    #[test]
    fn an_amended_result_a_penalty_or_an_award_changes_rounds_from_its_own_on_and_no_record(
        players in 4u32..24, rounds in 2u16..6, at in 0usize..4, seed in any::<u64>(), kind in 0u64..3
    ) {
        let mut log = simulate(players, rounds, policies(at), seed, |_, _| {});
        let (known, seen) = (now(&log), then(&log));
        let paired: Vec<_> = log.state().rounds.iter().map(|round| round.pair.clone()).collect();
        let mut dice = Dice(seed ^ 2);
        let why = Reason::new("seen on the sheet").expect("a name");
        let rounds = log.state().rounds.len() as u64;
        let player = log.state().players[dice.below(u64::from(players)) as usize].entry.player.clone();
        let from = match kind {
            0 => {
                let round = &log.state().rounds[dice.below(rounds) as usize];
                let table = round.pair.tables[dice.below(round.pair.tables.len() as u64) as usize].table;
                let result = odd_result(round.pair.round, table, &mut dice);
                let changed = consequences(log.state(), Some(&result));
                prop_assert!(changed.iter().all(|changed| changed.round > result.round));
                let round = result.round;
                let earlier = seed % 3 == 0;
                if earlier {
                    // A correction before this one: rounds after it stand no more as they were drafted.
                    let table = log.state().rounds[0].pair.tables[0].table;
                    let result = odd_result(RoundNumber(1), table, &mut dice);
                    record(&mut log, TournamentCommand::AmendResult { result, why: why.clone(), later: None });
                    prop_assert!(!log.stands_as_drafted(RoundNumber(2), log.records().len() as u64));
                }
                let (before, seq) = (log.state().clone(), log.records().len() as u64);
                record(&mut log, TournamentCommand::AmendResult { result, why, later: None });
                // Every round is searched in both states; what the earlier one gives too has another cause.
                let already = consequences(&before, None);
                let mut searched = consequences(log.state(), None);
                searched.retain(|changed| changed.round > round && !already.contains(changed));
                prop_assert_eq!(&consequences_of(&before, log.state(), round), &searched);
                let one = |known: &Round| {
                    let as_drafted = log.stands_as_drafted(known.pair.round, seq);
                    consequence_in(&before, log.state(), known.pair.round, as_drafted)
                };
                let later = log.state().rounds.iter().filter(|known| known.pair.round > round);
                prop_assert_eq!(searched, later.filter_map(one).collect::<Vec<_>>(), "as a search of both finds");
                if earlier { RoundNumber(1) } else { round }
            }
            1 => {
                record(&mut log, TournamentCommand::Penalty { player, points: -1, why, later: None });
                RoundNumber(rounds as u16)
            }
            _ => {
                let award = Name::new("painting").expect("a name");
                record(&mut log, TournamentCommand::Award { player, award, points: 7, again: true });
                RoundNumber(rounds as u16)
            }
        };
        prop_assert_eq!(then(&log), seen, "what people saw");
        let past = usize::from(from.0) - 1;
        prop_assert_eq!(&now(&log)[..past], &known[..past]);
        let kept: Vec<_> = log.state().rounds.iter().map(|round| round.pair.clone()).collect();
        prop_assert_eq!(kept, paired, "published pairings stay");
    }
}

/// What a search reads is all that decides whether a round is searched again after a correction.
#[test]
fn a_search_reads_of_a_correction_what_its_method_compares() {
    for (method, same_winner_counts) in [(Method::Random, false), (Method::BattlePoints, true)] {
        let policies = Policies { method, ..Policies::default() };
        let mut log = simulate(16, 4, policies, 5, |_, _| {});
        let table = log.state().rounds[0].pair.tables[0].table;
        let round = RoundNumber(1);
        let mut amend = |one, two| {
            let result = ResultEntry::by_hand(round, table, one, two);
            let why = Reason::new("typed wrong").expect("a name");
            record(&mut log, TournamentCommand::AmendResult { result, why, later: None });
            log.state().clone()
        };
        let (first, same, other) = (amend(70, 20), amend(71, 20), amend(20, 71));
        for later in [2, 3, 4].map(RoundNumber) {
            let read = [&first, &same, &other].map(|state| Field::of(&state.before(later), later, method, false));
            assert_eq!(read[0] != read[1], same_winner_counts, "{method:?}, round {later}");
            assert_ne!(read[1], read[2], "{method:?}, round {later}");
            assert!(same_winner_counts || consequence_in(&first, &same, later, false).is_none());
        }
    }
}
