//! The rules of the log, one by one.

mod support;

use adjutant_tournament::check::check;
use adjutant_tournament::command::{Cut, Entry, Pair, Pairing, Repair, ResultEntry};
use adjutant_tournament::pairing::{FlagKind, consequences, draft_round, flags, repair_cost};
use adjutant_tournament::policy::{DifferentialTable, Policies, System};
use adjutant_tournament::standings::standings;
use adjutant_tournament::view::PairView;
use adjutant_tournament::{By, EventCommand, EventLog, Name, PlayerId, RoundNumber, TableNumber, csv_file, trf};
use support::{AT, Dice, new_event, play, record, simulate};

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

fn refused(log: &mut EventLog, by: By, command: EventCommand) -> &'static str {
    let before = log.state().clone();
    let code = log.record(AT, by, command).expect_err("a refusal").code();
    assert_eq!(*log.state(), before, "a refused command changes nothing");
    code
}

fn player(number: u32) -> PlayerId {
    PlayerId::new(&format!("p{number:04}")).expect("an id")
}

fn fresh(players: u32, policies: Policies) -> EventLog {
    new_event(players, 4, policies, &mut Dice(9))
}

#[test]
fn refusals_by_code() {
    let mut log = EventLog::new();
    assert_eq!(refused(&mut log, By::Organiser, EventCommand::Finish {}), "creation");
    let mut log = fresh(5, Policies::default());
    let round = RoundNumber(1);
    let table = TableNumber(1);
    let result = |one, two| ResultEntry::by_hand(round, table, one, two);
    let org = By::Organiser;
    let again = Entry::new(player(0), name("Again"));
    assert_eq!(refused(&mut log, org, EventCommand::Register(again.clone())), "known-player");
    let late = Entry::new(player(99), name("Late"));
    assert_eq!(refused(&mut log, org, EventCommand::LateEntry(late.clone())), "entry-time");
    assert_eq!(refused(&mut log, org, EventCommand::Drop { player: player(50) }), "unknown-player");
    assert_eq!(refused(&mut log, By::Player, EventCommand::Publish { round }), "not-yours");
    assert_eq!(refused(&mut log, org, EventCommand::Publish { round }), "round-state");
    let draft = draft_round(log.state()).expect("a round");
    let with = |change: &dyn Fn(&mut Pair)| {
        let mut pair = draft.pair.clone();
        change(&mut pair);
        EventCommand::Pair(Box::new(pair))
    };
    assert_eq!(refused(&mut log, org, with(&|pair| pair.byes.clear())), "left-out");
    assert_eq!(refused(&mut log, org, with(&|pair| pair.tables[0].table = pair.tables[1].table)), "table-twice");
    assert_eq!(refused(&mut log, org, with(&|pair| pair.tables[0].two = pair.tables[0].one.clone())), "paired-twice");
    assert_eq!(refused(&mut log, org, with(&|pair| pair.round = RoundNumber(2))), "wrong-round");
    record(&mut log, draft.command());
    assert_eq!(refused(&mut log, org, EventCommand::Result(result(1, 2))), "round-state");
    record(&mut log, EventCommand::Publish { round });
    assert_eq!(refused(&mut log, org, EventCommand::Register(late.clone())), "entry-time");
    assert_eq!(refused(&mut log, org, EventCommand::CloseRound { round }), "results-open");
    assert_eq!(refused(&mut log, org, with(&|_| ())), "results-open");
    let amend = EventCommand::AmendResult { result: result(3, 4), why: name("typo") };
    assert_eq!(refused(&mut log, org, amend), "no-result");
    record(&mut log, EventCommand::Result(result(70, 60)));
    assert_eq!(refused(&mut log, org, EventCommand::Result(result(1, 2))), "has-result");
    let nowhere = ResultEntry::by_hand(round, TableNumber(40), 1, 2);
    assert_eq!(refused(&mut log, org, EventCommand::Result(nowhere)), "unknown-table");
    let cut = Cut { players: vec![player(0), player(1)], third_place: false };
    assert_eq!(refused(&mut log, org, EventCommand::Cut(cut)), "bad-cut");
    assert_eq!(refused(&mut log, org, EventCommand::Retract { seq: 1, why: name("x") }), "not-retractable");
    assert_eq!(refused(&mut log, org, EventCommand::Finish {}), "round-state");
}

#[test]
fn a_retraction_judges_anew_what_follows() {
    let mut log = fresh(6, Policies::default());
    let last = log.records().len() as u64;
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    let why = name("never came");
    assert_eq!(
        refused(&mut log, By::Organiser, EventCommand::Retract { seq: last, why: why.clone() }),
        "retract-breaks"
    );
    record(&mut log, EventCommand::Retract { seq: last + 1, why: why.clone() });
    record(&mut log, EventCommand::Retract { seq: last, why });
    assert_eq!(log.state().players.len(), 5);
    assert_eq!(EventLog::read(&log.to_bytes()).expect("its own log").state(), log.state());
}

#[test]
fn a_changed_log_is_refused_with_its_line() {
    let log = simulate(8, 2, Policies::default(), 1, |_, _| {});
    let text = String::from_utf8(log.to_bytes()).expect("text");
    let changed = text.replacen("Player 3", "Player 4", 1);
    let error = EventLog::read(changed.as_bytes()).expect_err("a broken chain").to_string();
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
    let repair = Repair { round: RoundNumber(2), tables: vec![a, b], byes: None, why: name("siblings") };
    let (before, after) = repair_cost(log.state(), &repair).expect("a sound repair");
    assert!(after.squared_differences >= before.squared_differences);
    assert!(!after.optimal);
    record(&mut log, EventCommand::Repair(repair));
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
    let first = log.state().rounds[0].results.values().next().expect("a result").clone();
    let amended = ResultEntry { one: first.two, two: first.one, ..first };
    if amended.one != amended.two {
        let changed = consequences(log.state(), Some(&amended));
        assert!(!changed.is_empty());
        assert!(changed.iter().all(|changed| changed.round > amended.round));
    }
    let mut after = log.clone();
    let seen = standings(log.state(), RoundNumber(1));
    record(&mut after, EventCommand::AmendResult { result: amended, why: name("swapped") });
    let closed = after.state_when_closed(RoundNumber(1)).expect("a closed round");
    assert_eq!(standings(&closed, RoundNumber(1)).rows.len(), seen.rows.len());
    let then = standings(&closed, RoundNumber(1));
    let points = |table: &adjutant_tournament::standings::Standings| {
        table.rows.iter().map(|row| (row.player.clone(), row.points)).collect::<Vec<_>>()
    };
    assert_eq!(points(&then), points(&seen), "what people saw stays what they saw");
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
    record(&mut log, EventCommand::Cut(Cut { players: best.clone(), third_place: true }));
    let semi = draft_round(log.state()).expect("semi-finals");
    assert_eq!(semi.pair.system, System::SingleElimination);
    let first_meets_last =
        |game: &Pairing| game.one == best[0] && game.two == best[3] || game.one == best[3] && game.two == best[0];
    assert!(semi.pair.tables.iter().any(first_meets_last));
    play(&mut log, &semi, &mut dice);
    let last = draft_round(log.state()).expect("the finals");
    assert_eq!(last.pair.tables.len(), 2);
    play(&mut log, &last, &mut dice);
    record(&mut log, EventCommand::Finish {});
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
        csv_file::standings(&table)
            .expect("CSV")
            .starts_with("rank,id,name,wins,draws,losses,points,path,sos,vp,dropped\n")
    );
    let file = trf::export(log.state());
    let back = trf::Trf::read(&file.write()).expect("its own file");
    assert_eq!(back.players, file.players);
}

#[test]
fn the_judge_finds_what_is_wrong() {
    let log = simulate(10, 3, Policies::default(), 6, |_, _| {});
    assert!(check(&log).is_clean());
    let mut dice = Dice(5);
    let mut log = fresh(8, Policies::default());
    let first = draft_round(log.state()).expect("a round");
    play(&mut log, &first, &mut dice);
    let draft = draft_round(log.state()).expect("a round");
    // A legal round that claims the value of the best one and is not: two tables trade players.
    let mut worse = draft.clone();
    let (one, two) = (worse.pair.tables[0].two.clone(), worse.pair.tables[3].two.clone());
    worse.pair.tables[0].two = two;
    worse.pair.tables[3].two = one;
    if log.record(AT, By::Organiser, worse.command()).is_ok() {
        record(&mut log, EventCommand::Publish { round: RoundNumber(2) });
        let report = check(&log);
        let codes: Vec<&str> = report.findings.iter().map(|finding| finding.code).collect();
        assert!(codes.contains(&"not-optimal"), "{:#?}", report.findings);
        assert!(codes.contains(&"objective-differs"), "{:#?}", report.findings);
    }
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
        record(&mut log, EventCommand::CheckIn { player: player(number) });
    }
    let mut dice = Dice(2);
    let draft = draft_round(log.state()).expect("six are here");
    assert!(draft.pair.byes.is_empty());
    play(&mut log, &draft, &mut dice);
    record(&mut log, EventCommand::Penalty { player: player(1), points: -2, why: name("slow play") });
    let draft = draft_round(log.state()).expect("a round");
    play(&mut log, &draft, &mut dice);
    assert!(check(&log).is_clean(), "{:#?}", check(&log).findings);
    assert_eq!(consequences(log.state(), None), []);
}

#[test]
fn fixed_seats_are_kept_and_tables_change() {
    let mut log = fresh(9, Policies { top_tables: false, ..Policies::default() });
    let seat = Some(TableNumber(2));
    record(&mut log, EventCommand::Register(Entry { seat, ..Entry::new(player(77), name("Cannot move")) }));
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
        refused(&mut log, By::Organiser, EventCommand::Register(Entry::new(player(0), name("Alone")))),
        "out-of-range"
    );
    for number in 0..4 {
        let entry = Entry { members: members.clone(), ..Entry::new(player(number), name("Team")) };
        record(&mut log, EventCommand::Register(entry));
    }
    let draft = draft_round(log.state()).expect("a round");
    let round = RoundNumber(1);
    record(&mut log, draft.command());
    record(&mut log, EventCommand::Publish { round });
    let scale = log.state().policies().team_scale;
    let short = ResultEntry::of_team(round, TableNumber(1), scale, &[[20, 0]]);
    assert_eq!(refused(&mut log, By::Organiser, EventCommand::Result(short)), "out-of-range");
    for pairing in &draft.pair.tables {
        let result = ResultEntry::of_team(round, pairing.table, scale, &[[20, 0], [5, 15], [12, 8]]);
        record(&mut log, EventCommand::Result(result));
    }
    record(&mut log, EventCommand::CloseRound { round });
    assert_eq!(standings(log.state(), round).rows[0].tie_breaks["vp"], 37.into());
}
