//! The rules of the log, one by one.

use crate::support;

use adjutant_core::ids::Line;
use adjutant_tournament::check::check;
use adjutant_tournament::command::{Cut, Entry, Pair, Pairing, Repair, ResultEntry, Table};
use adjutant_tournament::pairing::{FlagKind, consequences, draft_round, flags, repair_cost};
use adjutant_tournament::policy::{DifferentialTable, Policies, System};
use adjutant_tournament::standings::standings;
use adjutant_tournament::view::PairView;
use adjutant_tournament::{By, PlayerId, RoundNumber, TableNumber, TournamentCommand, TournamentLog, csv_file, trf};
use support::{AT, Dice, new_event, play, record, simulate};

fn name<const MOST: usize>(text: &str) -> Line<MOST> {
    Line::new(text).expect("a name")
}

fn refused(log: &mut TournamentLog, by: By, command: TournamentCommand) -> &'static str {
    let before = log.state().clone();
    let code = log.record(AT, by, command).expect_err("a refusal").code();
    assert_eq!(*log.state(), before, "a refused command changes nothing");
    code
}

fn player(number: u32) -> PlayerId {
    PlayerId::new(&format!("p{number:04}")).expect("an id")
}

fn fresh(players: u32, policies: Policies) -> TournamentLog {
    new_event(players, 4, policies, &mut Dice(9))
}

#[test]
fn refusals_by_code() {
    let mut log = TournamentLog::new();
    assert_eq!(refused(&mut log, By::Organiser, TournamentCommand::Finish { early: false, anyway: None }), "creation");
    let mut log = fresh(5, Policies::default());
    let round = RoundNumber(1);
    let table = TableNumber(1);
    let result = |one, two| ResultEntry::by_hand(round, table, one, two);
    let org = By::Organiser;
    let again = Entry::new(player(0), name("Again"));
    assert_eq!(refused(&mut log, org, TournamentCommand::Register(again.clone())), "known-player");
    let late = Entry::new(player(99), name("Late"));
    assert_eq!(refused(&mut log, org, TournamentCommand::LateEntry(late.clone())), "entry-time");
    assert_eq!(refused(&mut log, org, TournamentCommand::Drop { player: player(50) }), "unknown-player");
    assert_eq!(
        refused(&mut log, By::Player, TournamentCommand::Publish { round, as_drafted: false, anyway: None }),
        "not-yours"
    );
    assert_eq!(
        refused(&mut log, org, TournamentCommand::Publish { round, as_drafted: false, anyway: None }),
        "round-state"
    );
    let draft = draft_round(log.state()).expect("a round");
    let with = |change: &dyn Fn(&mut Pair)| {
        let mut pair = draft.pair.clone();
        change(&mut pair);
        TournamentCommand::Pair(Box::new(pair))
    };
    assert_eq!(refused(&mut log, org, with(&|pair| pair.byes.clear())), "left-out");
    assert_eq!(refused(&mut log, org, with(&|pair| pair.tables[0].table = pair.tables[1].table)), "table-twice");
    assert_eq!(refused(&mut log, org, with(&|pair| pair.tables[0].two = pair.tables[0].one.clone())), "paired-twice");
    assert_eq!(refused(&mut log, org, with(&|pair| pair.round = RoundNumber(2))), "wrong-round");
    record(&mut log, draft.command());
    assert_eq!(refused(&mut log, org, TournamentCommand::Result(result(1, 2))), "round-state");
    record(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
    assert_eq!(refused(&mut log, org, TournamentCommand::Register(late.clone())), "entry-time");
    assert_eq!(refused(&mut log, org, TournamentCommand::CloseRound { round, anyway: None }), "results-open");
    assert_eq!(refused(&mut log, org, with(&|_| ())), "results-open");
    let amend = TournamentCommand::AmendResult { result: result(3, 4), why: name("typo"), later: None };
    assert_eq!(refused(&mut log, org, amend), "no-result");
    record(&mut log, TournamentCommand::Result(result(70, 60)));
    assert_eq!(refused(&mut log, org, TournamentCommand::Result(result(1, 2))), "has-result");
    let nowhere = ResultEntry::by_hand(round, TableNumber(40), 1, 2);
    assert_eq!(refused(&mut log, org, TournamentCommand::Result(nowhere)), "unknown-table");
    let cut = Cut::to(vec![player(0), player(1)]);
    assert_eq!(refused(&mut log, org, TournamentCommand::Cut(cut)), "bad-cut");
    assert_eq!(
        refused(&mut log, org, TournamentCommand::Retract { seq: 1, why: name("x"), later: None }),
        "not-retractable"
    );
    assert_eq!(refused(&mut log, org, TournamentCommand::Finish { early: false, anyway: None }), "round-state");
}

#[test]
fn a_retraction_judges_anew_what_follows() {
    let mut log = fresh(6, Policies::default());
    let last = log.records().len() as u64;
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    let why = name("never came");
    assert_eq!(
        refused(&mut log, By::Organiser, TournamentCommand::Retract { seq: last, why: why.clone(), later: None }),
        "retract-breaks"
    );
    record(&mut log, TournamentCommand::Retract { seq: last + 1, why: why.clone(), later: None });
    record(&mut log, TournamentCommand::Retract { seq: last, why, later: None });
    assert_eq!(log.state().players.len(), 5);
    assert_eq!(TournamentLog::read(&log.to_bytes()).expect("its own log").state(), log.state());
}

#[test]
fn a_changed_log_is_refused_with_its_line() {
    let log = simulate(8, 2, Policies::default(), 1, |_, _| {});
    let text = String::from_utf8(log.to_bytes()).expect("text");
    let changed = text.replacen("Player 3", "Player 4", 1);
    let error = TournamentLog::read(changed.as_bytes()).expect_err("a broken chain").to_string();
    assert!(error.contains("line 5"), "{error}");
}

#[test]
fn a_repair_touches_named_tables_and_shows_its_price() {
    let mut dice = Dice(4);
    let mut log = fresh(8, Policies::default());
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut dice);
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    let (mut a, mut b) = (draft.pair.tables[0].clone(), draft.pair.tables[3].clone());
    std::mem::swap(&mut a.two, &mut b.two);
    let repair =
        Repair { round: RoundNumber(2), tables: vec![a, b], byes: None, drop_result: false, why: name("siblings") };
    let (before, after) = repair_cost(log.state(), &repair).expect("a sound repair");
    assert!(after.squared_differences >= before.squared_differences);
    assert!(!after.optimal);
    record(&mut log, TournamentCommand::Repair(repair));
    let round = log.state().round(RoundNumber(2)).expect("the round");
    assert_eq!(round.pair.tables[1], draft.pair.tables[1]);
    let flags = flags(log.state(), &round.pair);
    let avoidable = flags.values().flatten().any(|flag| flag.flag == FlagKind::Float && flag.avoidable);
    assert_eq!(avoidable, after.cross_group > before.cross_group);
    assert!(check(&log).is_clean());
}

#[test]
fn an_amended_result_says_which_pairings_it_would_have_changed() {
    let log = simulate(16, 3, Policies::default(), 5, |_, _| {});
    let first =
        log.state().rounds[0].results.values().find(|result| result.one != result.two).expect("no draw").clone();
    let amended = ResultEntry { one: first.two, two: first.one, ..first };
    let changed = consequences(log.state(), Some(&amended));
    // Winner and loser of round 1 trade their places, so that round 2 cannot have stayed as it was.
    assert!(changed.iter().any(|changed| changed.round == RoundNumber(2)), "{changed:#?}");
    assert!(changed.iter().all(|changed| changed.round > amended.round));
    let mut after = log.clone();
    let seen = standings(log.state(), RoundNumber(1));
    let as_closed = log.state_when_closed(RoundNumber(1)).expect("a closed round");
    record(&mut after, TournamentCommand::AmendResult { result: amended, why: name("swapped"), later: None });
    assert_ne!(standings(after.state(), RoundNumber(1)), seen);
    let closed = after.state_when_closed(RoundNumber(1)).expect("a closed round");
    assert_eq!(standings(&closed, RoundNumber(1)), standings(&as_closed, RoundNumber(1)));
}

#[test]
fn a_cut_plays_down_to_one_with_third_place() {
    let mut dice = Dice(8);
    let mut log = simulate(12, 4, Policies::default(), 2, |_, _| {});
    let played = log.state().rounds.len() as u16;
    let due = log.state().due();
    let here: Vec<PlayerId> = log.state().present(due).iter().map(|p| p.entry.player.clone()).collect();
    let table = standings(log.state(), RoundNumber(played));
    let best: Vec<PlayerId> =
        table.rows.iter().map(|row| row.player.clone()).filter(|id| here.contains(id)).take(4).collect();
    record(&mut log, TournamentCommand::Cut(Cut { third_place: true, ..Cut::to(best.clone()) }));
    let semi = draft_round(log.state()).expect("semi-finals");
    assert_eq!(semi.pair.system, System::SingleElimination);
    let first_meets_last =
        |game: &Pairing| game.one == best[0] && game.two == best[3] || game.one == best[3] && game.two == best[0];
    assert!(semi.pair.tables.iter().any(first_meets_last));
    play(&mut log, &semi, &mut dice);
    let last = draft_round(log.state()).expect("the finals");
    assert_eq!(last.pair.tables.len(), 2);
    play(&mut log, &last, &mut dice);
    let over = draft_round(log.state()).expect_err("the final is played").to_string();
    assert!(over.contains("rounds are played"), "{over}");
    let late = TournamentCommand::LateEntry(Entry::new(player(99), name("Late")));
    assert_eq!(refused(&mut log, By::Organiser, late), "no-free-place");
    record(&mut log, TournamentCommand::Finish { early: false, anyway: None });
    assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
}

#[test]
fn everybody_meets_everybody_once_in_a_round_robin() {
    for players in [5u32, 6] {
        let rounds = (players + players % 2 - 1) as u16;
        let mut log =
            new_event(players, rounds, Policies { system: System::RoundRobin, ..Policies::default() }, &mut Dice(1));
        let mut met = std::collections::BTreeSet::new();
        for _ in 0..rounds {
            let draft = draft_round(log.state()).expect("a round");
            for game in &draft.pair.tables {
                assert!(met.insert((game.one.clone().min(game.two.clone()), game.one.clone().max(game.two.clone()))));
            }
            play(&mut log, &draft, &mut Dice(3));
        }
        assert_eq!(met.len() as u32, players * (players - 1) / 2);
        assert!(check(&log).is_clean());
    }
}

fn pairs_met(log: &TournamentLog) -> Vec<(PlayerId, PlayerId)> {
    let key = |game: &Pairing| (game.one.clone().min(game.two.clone()), game.one.clone().max(game.two.clone()));
    log.state().rounds.iter().flat_map(|round| round.pair.tables.iter().map(key)).collect()
}

#[test]
fn a_late_entry_takes_the_place_of_the_bye_in_a_fixed_schedule_or_is_refused() {
    let late = |number| TournamentCommand::LateEntry(Entry::new(player(number), name("Late")));
    // Nine in pods of four: the last pod has one place taken, whom the late entry joins; a third would need the bye.
    for (system, players, rounds, games) in [(System::RoundRobin, 5, 5, 6 * 5 / 2 - 1), (System::Pods, 7, 3, 12 - 1)] {
        let mut log = new_event(players, rounds, Policies { system, ..Policies::default() }, &mut Dice(1));
        let mut dice = Dice(3);
        for round in 1..=rounds {
            let draft = draft_round(log.state()).expect("a round");
            play(&mut log, &draft, &mut dice);
            if round == 1 {
                record(&mut log, late(90));
                assert_eq!(refused(&mut log, By::Organiser, late(91)), "no-free-place", "{system:?}");
            }
        }
        let mut met = pairs_met(&log);
        assert_eq!(met.len(), games, "everybody meets everybody of the pod, but for the one game missed: {system:?}");
        met.sort();
        met.dedup();
        assert_eq!(met.len(), games, "nobody twice: {system:?}");
        assert!(check(&log).findings.is_empty(), "{:#?}", check(&log).findings);
    }
    let mut log = fresh(6, Policies { system: System::RoundRobin, ..Policies::default() });
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut Dice(3));
    assert_eq!(refused(&mut log, By::Organiser, late(90)), "no-free-place");
}

#[test]
fn a_single_elimination_of_its_own_seeds_by_lot_and_plays_down_to_one() {
    for players in 2..=17u32 {
        let policies = Policies { system: System::SingleElimination, ..Policies::default() };
        let mut log = new_event(players, 6, policies, &mut Dice(u64::from(players)));
        let rounds = (players.next_power_of_two()).ilog2() as usize;
        let byes = players.next_power_of_two() - players;
        for round in 0..rounds {
            let draft = draft_round(log.state()).expect("a round");
            assert_eq!(draft.pair.byes.len() as u32, if round == 0 { byes } else { 0 }, "{players} players");
            play(&mut log, &draft, &mut Dice(u64::from(players) + 40));
            let late = TournamentCommand::LateEntry(Entry::new(player(99), name("Late")));
            assert_eq!(refused(&mut log, By::Organiser, late), "no-free-place");
        }
        assert_eq!(pairs_met(&log).len() as u32, players - 1, "every game throws one out");
        let over = draft_round(log.state()).expect_err("a winner is there").to_string();
        assert!(over.contains("rounds are played"), "{over}");
        assert!(check(&log).findings.is_empty(), "{:#?}", check(&log).findings);
    }
}

#[test]
fn whoever_a_repaired_bracket_let_win_goes_on() {
    let policies = Policies { system: System::SingleElimination, ..Policies::default() };
    let mut log = new_event(8, 3, policies, &mut Dice(5));
    let draft = draft_round(log.state()).expect("a round");
    let round = RoundNumber(1);
    record(&mut log, draft.command());
    let (mut a, mut b) = (draft.pair.tables[0].clone(), draft.pair.tables[1].clone());
    std::mem::swap(&mut a.two, &mut b.two);
    record(
        &mut log,
        TournamentCommand::Repair(Repair {
            round,
            tables: vec![a, b],
            byes: None,
            drop_result: false,
            why: name("siblings"),
        }),
    );
    record(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
    let tables = log.state().rounds[0].pair.tables.clone();
    for pairing in &tables {
        record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(round, pairing.table, 40, 60)));
    }
    record(&mut log, TournamentCommand::CloseRound { round, anyway: None });
    let next = draft_round(log.state()).expect("semi-finals").pair;
    let on: std::collections::BTreeSet<_> = next.tables.iter().flat_map(|game| [&game.one, &game.two]).collect();
    assert_eq!(on, tables.iter().map(|game| &game.two).collect());
}

#[test]
fn the_table_of_the_wtc_row_by_row() {
    let table = DifferentialTable::wtc();
    for difference in 0..=100i64 {
        let expected = if difference <= 5 { 10 } else { (10 + (difference - 5 + 4) / 5).min(20) };
        assert_eq!(table.score(difference, 0), (expected, 20 - expected), "difference {difference}");
    }
}

#[test]
fn the_shapes_that_programs_read() {
    let mut log = fresh(4, Policies { bye_vp: 50, ..Policies::default() });
    let draft = draft_round(log.state()).expect("a round");
    let view = serde_json::to_value(PairView::of_draft(&draft)).expect("JSON");
    let keys: Vec<&String> = view.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["bye", "method", "objective", "round", "tables"]);
    assert_eq!(view["objective"]["optimal"], true);
    assert_eq!(view["tables"][0]["flags"], serde_json::json!([]));
    play(&mut log, &draft, &mut Dice(2));
    let table = standings(log.state(), RoundNumber(1));
    let row = serde_json::to_value(&table).expect("JSON")["rows"][0].clone();
    assert_eq!(row["rank"], 1);
    assert_eq!(row["record"], serde_json::json!({"wins": 1, "draws": 0, "losses": 0}));
    assert!(row["tie_breaks"]["vp"].is_i64());
    assert!(
        csv_file::standings(&table, &log.state().policies().tie_breaks)
            .expect("CSV")
            .starts_with("rank,id,name,wins,draws,losses,points,path,vp,sos,dropped\n")
    );
    let file = trf::export(log.state());
    let back = trf::Trf::read(&file.write()).expect("its own file");
    assert_eq!(back.players, file.players);
}

#[test]
fn other_policies_are_judged_clean_too() {
    let differential = Policies { differential: Some(DifferentialTable::wtc()), ..Policies::default() };
    let pods = Policies { system: System::Pods, ..Policies::default() };
    for (policies, rounds) in [(differential, 5), (pods, 3)] {
        let log = simulate(13, rounds, policies, 17, |_, _| {});
        assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
    }
    let mut log = fresh(7, Policies { check_in: true, ..Policies::default() });
    for number in 0..6 {
        record(&mut log, TournamentCommand::CheckIn { player: player(number) });
    }
    let mut dice = Dice(2);
    let draft = draft_round(log.state()).expect("six are here");
    assert!(draft.pair.byes.is_empty());
    play(&mut log, &draft, &mut dice);
    record(&mut log, TournamentCommand::Penalty { player: player(1), points: -2, why: name("slow play"), later: None });
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut dice);
    assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
    assert_eq!(consequences(log.state(), None), []);
}

#[test]
fn fixed_seats_are_kept_and_tables_change() {
    let mut log = fresh(9, Policies { top_tables: false, ..Policies::default() });
    let seat = Some(TableNumber(2));
    record(&mut log, TournamentCommand::Register(Entry { seat, ..Entry::new(player(77), name("Cannot move")) }));
    let mut dice = Dice(12);
    for _ in 0..3 {
        let draft = draft_round(log.state()).expect("a round");
        let own = draft.pair.tables.iter().find(|game| game.one == player(77) || game.two == player(77));
        assert_eq!(own.map(|game| game.table), seat);
        play(&mut log, &draft, &mut dice);
    }
}

#[test]
fn a_team_event_is_paired_and_folded_like_any_other() {
    let mut log = new_event(0, 2, Policies { team_size: 3, ..Policies::default() }, &mut Dice(1));
    let members = vec![name("A"), name("B"), name("C")];
    assert_eq!(
        refused(&mut log, By::Organiser, TournamentCommand::Register(Entry::new(player(0), name("Alone")))),
        "out-of-range"
    );
    for number in 0..4 {
        let entry = Entry { members: members.clone(), ..Entry::new(player(number), name("Team")) };
        record(&mut log, TournamentCommand::Register(entry));
    }
    let draft = draft_round(log.state()).expect("a round");
    let round = RoundNumber(1);
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
    let scale = log.state().policies().team_scale;
    let short = ResultEntry::of_team(round, TableNumber(1), scale, &[[20, 0]]);
    assert_eq!(refused(&mut log, By::Organiser, TournamentCommand::Result(short)), "out-of-range");
    for pairing in &draft.pair.tables {
        let result = ResultEntry::of_team(round, pairing.table, scale, &[[20, 0], [5, 15], [12, 8]]);
        record(&mut log, TournamentCommand::Result(result));
    }
    record(&mut log, TournamentCommand::CloseRound { round, anyway: None });
    assert_eq!(standings(log.state(), round).rows[0].tie_breaks["vp"], 37.into());
}

/// Folding anew is counted and bounded: thousands of remarks that are taken back ask for none of it.
#[test]
fn remarks_are_taken_back_at_no_cost_and_the_rest_within_bounds() {
    const MANY: u64 = 2_000;
    let mut log = fresh(4, Policies::default());
    let start = log.records().len() as u64;
    let note = || TournamentCommand::Note { text: name("x") };
    let retract = |seq: u64| TournamentCommand::Retract { seq, why: name("x"), later: None };
    (0..MANY).for_each(|_| record(&mut log, note()));
    (1..=MANY).for_each(|n| record(&mut log, retract(start + n)));
    assert_eq!(refused(&mut log, By::Organiser, retract(start + 1)), "not-retractable");
    let start = log.records().len() as u64;
    let named = || TournamentCommand::Table(Table::numbered(TableNumber(1)));
    (0..MANY).for_each(|_| record(&mut log, named()));
    let refusal = (1..=MANY).find_map(|n| log.record(AT, By::Organiser, retract(start + n)).err());
    assert_eq!(refusal.expect("too costly").code(), "too-costly");
}
