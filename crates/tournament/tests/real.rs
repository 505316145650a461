//! Real events, made by other people.
//!
//! The files do not belong to the project. Set `ADJUTANT_REAL_DATA` to the folder that holds `mtg/`, `trf/` and `events/`,
//! then run `cargo test -p adjutant-tournament --test real -- --ignored`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use adjutant_tournament::check::check_trf;
use adjutant_tournament::policy::{PointScale, Policies, TieBreak};
use adjutant_tournament::standings::{Entrant, Ledger, Line, Outcome, TieBreaks, rank};
use adjutant_tournament::trf::Trf;
use adjutant_tournament::{Rational, RoundNumber};
use serde_json::Value;

fn files(folder: &str, end: &str) -> Vec<(String, String)> {
    let root = std::env::var_os("ADJUTANT_REAL_DATA").expect("ADJUTANT_REAL_DATA names the folder of real data");
    let folder = PathBuf::from(root).join(folder);
    let found = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = found.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(end));
    paths.sort();
    let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).expect("a readable file"))).collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// A card event as a ledger: games are what is scored and conceded.
fn ledger(event: &Value) -> (Ledger, BTreeMap<String, usize>) {
    let rounds = event["Rounds"].as_array().expect("rounds");
    let mut names = BTreeMap::new();
    let mut ledger = Ledger { entrants: Vec::new(), rounds: rounds.len() as u16 };
    for (at, round) in rounds.iter().enumerate() {
        for game in round["Matches"].as_array().expect("matches") {
            let place = |key: &str, ledger: &mut Ledger, names: &mut BTreeMap<String, usize>| match text(game, key) {
                "" | "-" | "BYE" | "bye" => None,
                name => Some(*names.entry(name.to_owned()).or_insert_with(|| {
                    ledger.entrants.push(Entrant { entered: true, ..Entrant::default() });
                    ledger.entrants.len() - 1
                })),
            };
            let one = place("Player1", &mut ledger, &mut names);
            let two = place("Player2", &mut ledger, &mut names);
            let result: Vec<i64> = text(game, "Result").split('-').filter_map(|part| part.parse().ok()).collect();
            let (won, lost) = (result.first().copied().unwrap_or(0), result.get(1).copied().unwrap_or(0));
            for (own, other, scored, conceded) in [(one, two, won, lost), (two, one, lost, won)] {
                let Some(own) = own else { continue };
                let (scored, conceded) = if other.is_none() { (2, 0) } else { (scored, conceded) };
                let (outcome, points) = match scored - conceded {
                    1.. => (Outcome::Win, 3),
                    0 => (Outcome::Draw, 1),
                    _ => (Outcome::Loss, 0),
                };
                ledger.entrants[own].lines.push(Line {
                    round: RoundNumber(at as u16 + 1),
                    opponent: other,
                    played: other.is_some(),
                    outcome,
                    points,
                    scored,
                    conceded,
                    drawn: 0,
                    battle_points: scored,
                    games_won: i64::from(outcome == Outcome::Win),
                });
            }
        }
    }
    (ledger, names)
}

/// A published share in units of the last of some decimals.
fn published(row: &Value, key: &str, decimals: u32) -> i128 {
    let printed = format!("{:.*}", decimals as usize, row[key].as_f64().unwrap_or_default());
    printed.replace('.', "").parse().unwrap_or_default()
}

fn cards(floor: Rational) -> Policies {
    Policies {
        points: PointScale { win: 3, draw: 1, loss: 0, bye: None },
        win_rate_floor: floor,
        tie_breaks: vec![
            TieBreak::LastRound,
            TieBreak::OpponentsWinRate,
            TieBreak::GameWinRate,
            TieBreak::OpponentsGameWinRate,
        ],
        ..Policies::default()
    }
}

#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn manatraders_standings_are_recomputed_player_by_player() {
    let policies = cards(Rational::new(33, 100));
    let (mut rows, mut seen) = (0, [0; 4]);
    for (name, text_of) in files("mtg", "30.json").into_iter().chain(files("mtg", "31.json")) {
        let event: Value = serde_json::from_str(&text_of).expect("JSON");
        let (ledger, names) = ledger(&event);
        let all = TieBreaks::of(&ledger, &policies);
        for row in event["Standings"].as_array().expect("standings") {
            // A few players were renamed after the event and have no games under the published name.
            let Some(at) = names.get(text(row, "Player")).copied() else { continue };
            rows += 1;
            let near = |tie_break, key| (all.value(tie_break, at).rounded(3) - published(row, key, 3)).abs();
            let point = ledger.entrants[at].points() != row["Points"].as_i64().unwrap_or(-1);
            let off = [
                i128::from(point),
                near(TieBreak::OpponentsWinRate, "OMWP"),
                near(TieBreak::GameWinRate, "GWP"),
                near(TieBreak::OpponentsGameWinRate, "OGWP"),
            ];
            for (count, off) in seen.iter_mut().zip(off) {
                *count += i32::from(off != 0);
                assert!(off <= 1, "{name}: {row}: off by {off} in the last digit");
            }
        }
    }
    eprintln!("{rows} rows, differences [points, OMWP, GWP, OGWP]: {seen:?}");
    // The index names two half-way roundings of OMWP in all nine events (0.5075 and 0.5175).
    assert!(seen[0] == 0 && seen[1] <= 2 && seen[2] == 0 && seen[3] == 0, "{seen:?}");
}

#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn melee_standings_are_recomputed_player_by_player() {
    for (name, text_of) in files("mtg", "25.json") {
        let mut event: Value = serde_json::from_str(&text_of).expect("JSON");
        // The published standings are those after round 3.
        event["Rounds"].as_array_mut().expect("rounds").truncate(3);
        let policies = cards(Rational::new(1, 3));
        let (ledger, names) = ledger(&event);
        let all = TieBreaks::of(&ledger, &policies);
        for row in event["Standings"].as_array().expect("standings") {
            let at = names[text(row, "Player")];
            assert_eq!(Some(ledger.entrants[at].points()), row["Points"].as_i64(), "{name}: {row}");
            let rate = all.value(TieBreak::OpponentsWinRate, at).rounded(8);
            assert!((rate - published(row, "OMWP", 8)).abs() <= 1, "{name}: {row}: {rate}");
            let games = all.value(TieBreak::GameWinRate, at).max(Rational::new(1, 3)).rounded(8);
            assert!((games - published(row, "GWP", 8)).abs() <= 1, "{name}: {row}: {games}");
        }
    }
}

#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn every_trf_comes_back_byte_for_byte_and_its_points_add_up() {
    for (name, text_of) in files("trf", ".trf").into_iter().chain(files("trf", ".input")) {
        let trf = Trf::read(&text_of).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(trf.write(), text_of, "{name}");
        assert!(!trf.players.is_empty(), "{name}");
        let report = check_trf(&trf);
        let count = |code| report.findings.iter().filter(|finding| finding.code == code).count();
        eprintln!("{name}: {} players, findings {:?}", trf.players.len(), report.findings.len());
        // Made with points that do not fit, as a test of readers.
        if !name.contains("trf26_team") {
            assert_eq!(count("points-differ"), 0, "{name}: {:#?}", report.findings);
            assert_eq!(count("one-sided") + count("no-opponent"), 0, "{name}: {:#?}", report.findings);
        }
        if name.starts_with("bbp_issue") {
            let policies = Policies { tie_breaks: Vec::new(), ..Policies::default() };
            let order = rank(&trf.ledger(), &policies, &[]).order;
            let ranks: Vec<Option<u32>> = order.iter().map(|(_, at)| trf.players[*at].rank).collect();
            assert!(ranks.is_sorted(), "{name}: points, then starting number");
        }
    }
}

#[test]
#[ignore = "needs files of other people: set ADJUTANT_REAL_DATA and run with --ignored"]
fn warmachine_teams_have_one_unbeaten_winner_and_no_rematch() {
    for (name, text_of) in files("events", "results.json") {
        let table: Value = serde_json::from_str(&text_of).expect("JSON");
        let column = |key: &str| table[key].as_object().expect("a column").clone();
        let (rounds, own, player, wins) = (column("round"), column("player_team"), column("player"), column("win"));
        let opponent = column("opponent");
        let fold = |value: &Value| value.as_str().unwrap_or_default().to_lowercase();
        let team: BTreeMap<String, String> =
            player.iter().map(|(row, player)| (fold(player), own[row].to_string())).collect();
        let mut met: BTreeMap<(String, String), Vec<i64>> = BTreeMap::new();
        let mut games: BTreeMap<(String, i64), i64> = BTreeMap::new();
        for (row, round) in &rounds {
            let round = round.as_i64().expect("a round");
            let other = team.get(&fold(&opponent[row])).cloned().unwrap_or_default();
            met.entry((own[row].to_string(), other)).or_default().push(round);
            *games.entry((own[row].to_string(), round)).or_default() += wins[row].as_i64().unwrap_or(0);
        }
        let again = met.iter().filter(|((_, other), at)| !other.is_empty() && at.iter().any(|round| *round != at[0]));
        assert_eq!(again.count(), 0, "{name}: two teams meet twice");
        let last = games.keys().map(|(_, round)| *round).max().unwrap_or(0);
        let teams: std::collections::BTreeSet<&String> = games.keys().map(|(team, _)| team).collect();
        let beaten = |team: &&&String| (1..=last).all(|round| games.get(&((**team).clone(), round)) >= Some(&3));
        let unbeaten: Vec<_> = teams.iter().filter(beaten).collect();
        assert_eq!(unbeaten.len(), 1, "{name}: {unbeaten:?}");
    }
}
