//! Who is disqualified: out of places, podium and prizes, with games that still count for the opponents.

use crate::support;

use adjutant_tournament::bracket::BracketView;
use adjutant_tournament::check::{check, check_standings};
use adjutant_tournament::command::{Cut, Infraction, InfractionKind, ResultEntry, Winner};
use adjutant_tournament::csv_file::{best_coast_pairings, placings};
use adjutant_tournament::individuals::individuals;
use adjutant_tournament::pairing::draft_round;
use adjutant_tournament::policy::{Policies, System, TieBreak};
use adjutant_tournament::prizes::prizes;
use adjutant_tournament::standings::{Row, standings};
use adjutant_tournament::teams::Member;
use adjutant_tournament::{Name, PlayerId, Reason, RoundNumber, TournamentCommand, TournamentLog};
use support::{Dice, new_event, play, record};

fn why() -> Reason {
    Reason::new("loaded dice").expect("a name")
}

/// Disqualifies a player; gives the number of the record.
fn disqualify(log: &mut TournamentLog, player: &PlayerId) -> u64 {
    let line = Infraction {
        player: player.clone(),
        member: None,
        kind: InfractionKind::Disqualification,
        points: None,
        why: why(),
        later: None,
    };
    record(log, TournamentCommand::Infraction(line));
    log.records().len() as u64
}

fn take_back(log: &mut TournamentLog, seq: u64) {
    record(log, TournamentCommand::Retract { seq, why: why(), later: None });
}

fn rows(log: &TournamentLog) -> Vec<Row> {
    standings(log.state(), RoundNumber(log.state().published())).rows
}

fn rank(log: &TournamentLog, player: &PlayerId) -> Option<u32> {
    rows(log).into_iter().find(|row| row.player == *player).expect("a row").rank
}

fn round(log: &mut TournamentLog, dice: &mut Dice) -> bool {
    let Ok(draft) = draft_round(log.state()) else { return false };
    play(log, &draft, dice);
    true
}

/// Plays a round in which the player named first wins every game; or, where the round is left open, only publishes it.
fn first_wins(log: &mut TournamentLog, closed: bool) {
    let draft = draft_round(log.state()).expect("a round");
    let round = draft.pair.round;
    record(log, draft.command());
    record(log, TournamentCommand::Publish { round, as_drafted: false, anyway: None });
    if closed {
        for game in &draft.pair.tables {
            record(log, TournamentCommand::Result(ResultEntry::by_hand(round, game.table, 60, 40)));
        }
        record(log, TournamentCommand::CloseRound { round, anyway: None });
    }
}

fn event(players: u32, rounds: u16, policies: Policies) -> TournamentLog {
    new_event(players, rounds, policies, &mut Dice(5))
}

fn winners(log: &TournamentLog) -> Vec<PlayerId> {
    let last = RoundNumber(log.state().published());
    prizes(log.state(), last, false).into_iter().flat_map(|prize| prize.players).collect()
}

/// A place follows on the one before, or shares it.
fn places_close_up(rows: &[Row]) {
    let placed = rows.iter().take_while(|row| !row.disqualified).collect::<Vec<_>>();
    for (at, row) in placed.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| placed[before].rank);
        assert!(row.rank == Some(at as u32 + 1) || row.rank == before, "line {at} of {rows:#?}");
    }
    assert!(rows[placed.len()..].iter().all(|row| row.disqualified && row.rank.is_none()), "{rows:#?}");
}

fn agree(log: &TournamentLog) {
    assert_eq!(check(log).findings, []);
    assert_eq!(TournamentLog::read(&log.to_bytes()).expect("its own log").state(), log.state());
}

#[test]
fn places_close_up_and_the_games_count_for_the_opponents() {
    let mut dice = Dice(8);
    let mut log = event(8, 4, Policies { tie_breaks: TieBreak::ALL.to_vec(), ..Policies::default() });
    (0..3).for_each(|_| assert!(round(&mut log, &mut dice)));
    let second = rows(&log)[1].player.clone();
    let mut dropped = log.clone();
    record(&mut dropped, TournamentCommand::Drop { player: second.clone() });
    disqualify(&mut log, &second);
    let (before, after) = (rows(&dropped), rows(&log));
    places_close_up(&after);
    assert_eq!((after[7].player.clone(), after[7].gone()), (second.clone(), Some("disqualified")));
    assert_eq!(after.iter().map(|row| row.rank).collect::<Vec<_>>()[..7], [1, 2, 3, 4, 5, 6, 7].map(Some));
    for row in &before {
        let same = after.iter().find(|other| other.player == row.player).expect("the same players");
        let numbers = |row: &Row| {
            let mut values = row.tie_breaks.clone();
            values.remove("head-to-head");
            (row.points, row.record, values)
        };
        assert_eq!(numbers(same), numbers(row));
    }
    assert!(!winners(&log).contains(&second));
    agree(&log);
}

#[test]
fn who_is_out_stands_between_no_two_who_are_level() {
    // A and B are level and have met; C is level with them and has met neither of them twice.
    let policies = Policies { tie_breaks: vec![TieBreak::HeadToHead], ..Policies::default() };
    let mut log = event(6, 5, policies);
    let mut dice = Dice(3);
    while round(&mut log, &mut dice) {
        for at in 0..6 {
            let mut out = log.clone();
            let player = out.state().players[at].entry.player.clone();
            disqualify(&mut out, &player);
            agree(&out);
        }
    }
}

#[test]
fn a_disqualification_is_dated_and_touches_no_earlier_standings() {
    let mut dice = Dice(4);
    let mut log = event(8, 4, Policies::default());
    (0..2).for_each(|_| assert!(round(&mut log, &mut dice)));
    let before = [1, 2].map(|round| standings(log.state(), RoundNumber(round)));
    assert!(round(&mut log, &mut dice));
    let first = rows(&log)[0].player.clone();
    disqualify(&mut log, &first);
    assert_eq!([1, 2].map(|round| standings(log.state(), RoundNumber(round))), before);
}

#[test]
fn an_appeal_restores_the_place_and_leaves_the_rounds_played_without_the_player() {
    let mut dice = Dice(6);
    let mut log = event(8, 5, Policies::default());
    (0..2).for_each(|_| assert!(round(&mut log, &mut dice)));
    let first = rows(&log)[0].player.clone();
    let (points, untouched) = (rows(&log)[0].points, log.state().clone());
    let seq = disqualify(&mut log, &first);
    let mut at_once = log.clone();
    take_back(&mut at_once, seq);
    assert_eq!(standings(at_once.state(), RoundNumber(2)), standings(&untouched, RoundNumber(2)));
    assert_eq!(at_once.state().present(RoundNumber(3)).len(), 8);
    assert!(round(&mut log, &mut dice));
    assert_eq!(log.state().rounds[2].of(&first), None);
    take_back(&mut log, seq);
    let row = rows(&log).into_iter().find(|row| row.player == first).expect("a row");
    assert_eq!((row.points, row.gone(), row.rank.is_some()), (points, None, true));
    assert!(round(&mut log, &mut dice));
    assert!(log.state().rounds[3].of(&first).is_some(), "plays again");
    agree(&log);
    // Who had left before does not come back by it.
    let other = rows(&log)[3].player.clone();
    record(&mut log, TournamentCommand::Drop { player: other.clone() });
    let seq = disqualify(&mut log, &other);
    take_back(&mut log, seq);
    assert_eq!(rows(&log).iter().find(|row| row.player == other).and_then(Row::gone), Some("dropped"));
    agree(&log);
}

#[test]
fn the_champion_loses_the_place_and_nobody_gets_it() {
    let mut log = event(4, 2, Policies { system: System::SingleElimination, ..Policies::default() });
    (0..2).for_each(|_| first_wins(&mut log, true));
    let order: Vec<PlayerId> = rows(&log).into_iter().map(|row| row.player).collect();
    record(&mut log, TournamentCommand::Finish { early: false, anyway: None });
    let finish = log.records().len() as u64;
    take_back(&mut log, finish);
    let seq = disqualify(&mut log, &order[0]);
    record(&mut log, TournamentCommand::Finish { early: false, anyway: None });
    assert_eq!(order.iter().map(|player| rank(&log, player)).collect::<Vec<_>>(), [None, Some(2), Some(3), Some(3)]);
    assert_eq!(BracketView::of(log.state()).expect("a bracket").champion, None);
    assert_eq!(winners(&log)[..3], order[1..]);
    assert!(rows(&log).iter().all(|row| row.reached.as_deref() != Some("champion")));
    agree(&log);
    let finish = log.records().len() as u64;
    take_back(&mut log, finish);
    take_back(&mut log, seq);
    record(&mut log, TournamentCommand::Finish { early: false, anyway: None });
    assert_eq!(rank(&log, &order[0]), Some(1), "the appeal succeeds");
    agree(&log);
}

#[test]
fn the_next_game_of_a_bracket_is_lost_and_no_second_is_invented() {
    for double in [false, true] {
        let system = if double { System::DoubleElimination } else { System::SingleElimination };
        let mut log = event(4, 2, Policies { system, ..Policies::default() });
        first_wins(&mut log, true);
        let draft = draft_round(log.state()).expect("a final");
        let out = draft.pair.tables[0].one.clone();
        let other = draft.pair.tables[0].two.clone();
        disqualify(&mut log, &out);
        while let Ok(draft) = draft_round(log.state()) {
            assert!(draft.pair.tables.iter().all(|game| game.one != out && game.two != out));
            first_wins(&mut log, true);
        }
        assert_eq!((rank(&log, &other), rank(&log, &out)), (Some(1), None), "{system:?}");
        if !double {
            assert!(rows(&log).iter().all(|row| row.rank != Some(2)), "the other finalist is nobody");
            assert_eq!(rows(&log).iter().filter(|row| row.rank == Some(3)).count(), 2);
        }
        agree(&log);
    }
}

#[test]
fn the_game_in_play_of_a_bracket_is_lost() {
    let mut log = event(4, 2, Policies { system: System::SingleElimination, ..Policies::default() });
    first_wins(&mut log, false);
    let games = log.state().rounds[0].pair.tables.clone();
    let lost = ResultEntry { winner: Some(Winner::Two), ..ResultEntry::by_hand(RoundNumber(1), games[0].table, 0, 0) };
    disqualify(&mut log, &games[0].one);
    record(&mut log, TournamentCommand::Result(lost));
    record(&mut log, TournamentCommand::Result(ResultEntry::by_hand(RoundNumber(1), games[1].table, 60, 40)));
    record(&mut log, TournamentCommand::CloseRound { round: RoundNumber(1), anyway: None });
    first_wins(&mut log, true);
    let ranks = [&games[0].one, &games[1].two].map(|player| rank(&log, player));
    assert_eq!(ranks, [None, Some(3)], "{:#?}", rows(&log));
    agree(&log);
}

#[test]
fn behind_the_podium_of_a_cut_places_close_up() {
    let mut dice = Dice(2);
    let mut log = event(12, 2, Policies::default());
    (0..2).for_each(|_| assert!(round(&mut log, &mut dice)));
    let order: Vec<PlayerId> = rows(&log).into_iter().map(|row| row.player).collect();
    record(&mut log, TournamentCommand::Cut(Cut::to(order[..8].to_vec())));
    (0..3).for_each(|_| first_wins(&mut log, true));
    let (quarter, outside) = (rows(&log)[6].player.clone(), rows(&log)[9].player.clone());
    assert_eq!((rank(&log, &quarter), rank(&log, &outside)), (Some(5), Some(10)));
    for player in [&quarter, &outside] {
        disqualify(&mut log, player);
    }
    let ranks: Vec<Option<u32>> = rows(&log).iter().map(|row| row.rank).collect();
    assert_eq!(ranks[..10], [1, 2, 3, 3, 5, 5, 5, 8, 9, 10].map(Some));
    assert_eq!(ranks[10..], [None, None]);
    agree(&log);
}

/// Swiss, round robin, pods and brackets, with up to four disqualified at any time, some of them after an appeal back
/// at once or rounds later.
#[test]
fn places_run_from_one_without_gaps_over_those_who_are_left() {
    let events = std::env::var("ADJUTANT_SIMULATED_EVENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let (mut out, mut back) = (0, 0);
    for seed in 0..events {
        let mut dice = Dice(seed);
        let systems = [System::Swiss, System::RoundRobin, System::Pods, System::Swiss, System::SingleElimination];
        let system = systems[seed as usize % systems.len()];
        let mut tie_breaks = TieBreak::ALL.to_vec();
        tie_breaks.rotate_left(seed as usize % TieBreak::ALL.len());
        tie_breaks.truncate(1 + dice.below(4) as usize);
        let players = 6 + dice.below(9) as u32;
        let mut log =
            new_event(players, 5, Policies { system, tie_breaks, pod_size: 6, ..Policies::default() }, &mut dice);
        let mut lines: Vec<u64> = Vec::new();
        while round(&mut log, &mut dice) {
            if dice.below(2) == 0 && log.state().present(log.state().due()).len() > 5 {
                let player = log.state().players[dice.below(players.into()) as usize].entry.player.clone();
                if log.state().player(&player).is_some_and(|player| player.gone(log.state().due()).is_none()) {
                    lines.push(disqualify(&mut log, &player));
                    out += 1;
                }
            }
            if !lines.is_empty() && dice.below(4) == 0 {
                let seq = lines.swap_remove(dice.below(lines.len() as u64) as usize);
                take_back(&mut log, seq);
                back += 1;
            }
            let rows = rows(&log);
            assert_eq!(rows.iter().filter(|row| row.disqualified).count(), lines.len(), "event {seed}");
            if system != System::SingleElimination {
                places_close_up(&rows);
            }
            let prized = winners(&log);
            assert!(rows.iter().all(|row| !row.disqualified || !prized.contains(&row.player)));
        }
        let faults = check(&log).findings.into_iter().filter(|finding| finding.fault).collect::<Vec<_>>();
        assert_eq!(faults, [], "event {seed}");
        assert_eq!(TournamentLog::read(&log.to_bytes()).expect("its own log").state(), log.state(), "event {seed}");
    }
    eprintln!("{events} events, {out} disqualified, {back} appeals");
}

#[test]
fn the_judge_knows_who_is_disqualified() {
    let mut dice = Dice(8);
    let mut log = event(8, 4, Policies::default());
    (0..2).for_each(|_| assert!(round(&mut log, &mut dice)));
    let second = rows(&log)[1].player.clone();
    disqualify(&mut log, &second);
    let table = standings(log.state(), RoundNumber(2));
    let codes = |change: fn(&mut Row)| {
        let mut forged = table.clone();
        forged.rows.last_mut().map(change).expect("a row");
        check_standings(log.records(), &forged).into_iter().map(|found| found.code.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes(|_| ()), [""; 0]);
    assert_eq!(codes(|row| row.rank = Some(8)), ["rank-differs"]);
    assert_eq!(codes(|row| (row.disqualified, row.dropped) = (false, true)), ["record-differs"]);
}

#[test]
fn when_a_member_is_disqualified_the_results_of_the_team_stand() {
    let mut dice = Dice(1);
    let policies = Policies { team_size: 3, ..Policies::default() };
    let mut log = event(0, 2, policies);
    for team in ["rooks", "owls", "jays", "kites"] {
        let mut entry = support::entry(0, 1, &mut dice);
        entry.player = PlayerId::new(team).expect("an id");
        entry.name = Name::new(team).expect("a name").into();
        entry.members = (1..=3).map(|at| Name::new(&format!("{team} {at}")).expect("a name")).collect();
        record(&mut log, TournamentCommand::Register(entry));
    }
    let draft = draft_round(log.state()).expect("a round");
    record(&mut log, draft.command());
    record(&mut log, TournamentCommand::Publish { round: RoundNumber(1), as_drafted: false, anyway: None });
    for game in &draft.pair.tables {
        let mut result = ResultEntry::by_hand(RoundNumber(1), game.table, 150, 90);
        result.games = vec![[50, 30]; 3];
        record(&mut log, TournamentCommand::Result(result));
    }
    record(&mut log, TournamentCommand::CloseRound { round: RoundNumber(1), anyway: None });
    let (before, team) = (rows(&log), draft.pair.tables[0].one.clone());
    let line = |member| Infraction {
        player: team.clone(),
        member: Some(Member(member)),
        kind: InfractionKind::Disqualification,
        points: None,
        why: why(),
        later: None,
    };
    assert!(log.record(support::AT, adjutant_tournament::By::Judge, TournamentCommand::Infraction(line(4))).is_err());
    record(&mut log, TournamentCommand::Infraction(line(2)));
    assert_eq!(rows(&log), before, "the team stands where it stood");
    let members = individuals(log.state(), RoundNumber(1));
    let last = members.last().expect("members");
    assert_eq!((last.team.clone(), last.member, last.rank, last.disqualified), (team.clone(), 2, None, true));
    assert!(members[..11].iter().all(|own| own.rank.is_some()));
    disqualify(&mut log, &team);
    assert_eq!(individuals(log.state(), RoundNumber(1)).iter().filter(|own| own.disqualified).count(), 3);
    agree(&log);
}

/// The lines of a CSV file by the second column.
fn columns(text: &str, key: usize) -> std::collections::BTreeMap<String, Vec<String>> {
    let lines = text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    lines.map(|line| (line[key].clone(), line)).collect()
}

#[test]
fn the_columns_of_best_coast_pairings_tell_one_set_of_games_after_a_cut() {
    let mut dice = Dice(12);
    let mut log = event(8, 3, Policies::default());
    (0..3).for_each(|_| assert!(round(&mut log, &mut dice)));
    let order: Vec<PlayerId> = rows(&log).into_iter().map(|row| row.player).collect();
    let before = columns(&best_coast_pairings(log.state(), RoundNumber(3)).expect("a file"), 1);
    record(&mut log, TournamentCommand::Cut(Cut::to(order[..4].to_vec())));
    (0..2).for_each(|_| first_wins(&mut log, true));
    let after = columns(&best_coast_pairings(log.state(), RoundNumber(5)).expect("a file"), 1);
    for (name, line) in &after {
        // The place alone follows the bracket.
        assert_eq!(line[1..], before[name][1..], "{name}");
        let number = |at: usize| line[at].parse::<i64>().expect("a number");
        assert_eq!(number(8), 3 * number(5) + number(6), "Swiss points are those of the record");
    }
    let outside = log.state().player(&order[6]).expect("a player").entry.name.to_string();
    assert_eq!(after[&outside], before[&outside]);
}

#[test]
fn lists_say_disqualified_and_leave_the_place_empty() {
    let mut dice = Dice(12);
    let mut log = event(4, 2, Policies::default());
    (0..2).for_each(|_| assert!(round(&mut log, &mut dice)));
    let first = rows(&log)[0].player.clone();
    disqualify(&mut log, &first);
    let table = standings(log.state(), RoundNumber(2));
    let own = adjutant_tournament::csv_file::standings(&table, &log.state().policies().tie_breaks).expect("a file");
    assert!(own.lines().next().expect("a heading").ends_with("dropped,disqualified"), "{own}");
    let last = own.lines().last().expect("a line");
    assert!(last.starts_with(&format!(",{first},")) && last.ends_with("false,true"), "{last}");
    let places = columns(&placings(log.state(), true).expect("a file"), 3);
    assert_eq!((places[first.as_str()][2].as_str(), places[first.as_str()][11].as_str()), ("", "true"));
    let bcp = best_coast_pairings(log.state(), RoundNumber(2)).expect("a file");
    let last = bcp.lines().last().expect("a line").split(',').collect::<Vec<_>>();
    assert_eq!((last[0], last[4]), ("", "true"), "{bcp}");
    let trf = adjutant_tournament::trf::export(log.state());
    let number = log.state().place(&first).expect("a player") as u32 + 1;
    let line = trf.players.iter().find(|player| player.number == number).expect("a line");
    assert_eq!(line.rank, None);
    assert!(trf.players.iter().filter(|player| player.number != number).all(|player| player.rank.is_some()));
}
