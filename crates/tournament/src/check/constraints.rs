//! What a round may not break, whatever its objective.

use std::collections::{BTreeSet, HashMap};

use super::books::Books;
use super::finding::{Finding, FindingKind};
use super::played::{Letter, Played, letters};
use crate::command::Pairing;
use crate::id::{PlayerId, RoundNumber};
use crate::policy::{Method, System};

pub(super) fn check(books: &Books, number: usize, findings: &mut Vec<Finding>) {
    let round = &books.rounds[number];
    let at = RoundNumber(number as u16 + 1);
    places(round, at, findings);
    if round.closed && round.pair.tables.iter().any(|p| !round.results.contains_key(&p.table)) {
        let text = "the round is closed and a result is missing".to_owned();
        findings.push(FindingKind::ResultMissing.fault(at, text));
    }
    scores(books, round, at, findings);
    match round.pair.system {
        System::SingleElimination | System::DoubleElimination => eliminated(books, number, findings),
        _ => again(books, number, at, findings),
    }
}

/// Victory points within the bounds of the pack, and a winner wherever somebody has to go on.
fn scores(books: &Books, round: &Played, at: RoundNumber, findings: &mut Vec<Finding>) {
    let teams = books.policies.team_size > 2;
    for (table, result) in &round.results {
        let scored: Vec<i64> = match (teams, &books.policies.differential) {
            (false, _) => vec![result.one, result.two],
            (true, Some(_)) if !result.games_converted => result.games.concat(),
            (true, _) => Vec::new(),
        };
        let wild = |most: u32| scored.iter().find(|points| **points < 0 || **points > i64::from(most));
        if let Some((most, points)) = books.policies.vp_max.and_then(|most| Some((most, wild(most)?))) {
            let text = format!("table {table} has {points} victory points; a game gives 0 to {most}");
            findings.push(FindingKind::UnusualResult.unless(result.unusual, at, text));
        }
        let drawn = letters(&books.policies, result) == (Letter::D, Letter::D);
        if drawn && round.pair.system.is_elimination() {
            let text = format!("table {table} is a draw in an elimination");
            findings.push(FindingKind::DrawnElimination.fault(at, text));
        }
    }
    for game in &round.pair.tables {
        for player in [&game.one, &game.two] {
            if let Some(seat) = round.seats.get(player).filter(|seat| **seat != game.table) {
                let text = format!("`{player}` cannot leave table {seat} but is at table {}", game.table);
                findings.push(FindingKind::SeatMissed.unless(true, at, text));
            }
        }
    }
}

/// Everybody who is here has one place, and every table one game.
fn places(round: &Played, at: RoundNumber, findings: &mut Vec<Finding>) {
    let mut fault = |kind: FindingKind, text| findings.push(kind.fault(at, text));
    let mut tables = BTreeSet::new();
    for pairing in round.pair.tables.iter().filter(|pairing| !tables.insert(pairing.table)) {
        fault(FindingKind::TableTwice, format!("table {} is given to two games", pairing.table));
    }
    let mut seen = BTreeSet::new();
    for player in round.pair.tables.iter().flat_map(|p| [&p.one, &p.two]).chain(&round.pair.byes) {
        if !seen.insert(player) {
            fault(FindingKind::PairedTwice, format!("`{player}` is paired twice"));
        }
        if !round.present.contains(player) {
            fault(FindingKind::NotHere, format!("`{player}` is paired but not active"));
        }
    }
    // In a bracket a player who is out is present but no longer paired.
    let all_play = !round.pair.system.is_elimination();
    for player in round.present.iter().filter(|player| all_play && !seen.contains(player)) {
        fault(FindingKind::LeftOut, format!("`{player}` is active but not paired"));
    }
}

/// Rematches and byes of a round outside an elimination. In a fixed schedule a player who leaves gives others a bye.
fn again(books: &Books, number: usize, at: RoundNumber, findings: &mut Vec<Finding>) {
    let round = &books.rounds[number];
    let (met, byes) = (met_before(books, number), books.byes_before(number));
    let ordered = round.repaired || round.pair.rematches || round.pair.method == Method::Manual;
    let pods = books.pods_in(number);
    for pairing in round.pair.tables.iter().zip(met).filter_map(|(pairing, met)| met.then_some(pairing)) {
        // Pods bring together who has met before them, and an odd one gives everybody a bye; within them nobody meets
        // twice or has two.
        let within = |since: usize| books.rounds[since..number].iter().any(|round| met_in(round, pairing));
        let earlier = pods.is_some_and(|(_, before)| !within(*before));
        let text = format!("`{}` and `{}` meet again", pairing.one, pairing.two);
        let set = [&pairing.one, &pairing.two].iter().any(|player| round.pair.fixed.contains(player));
        findings.push(FindingKind::Rematch.unless(ordered || earlier || set, at, text));
    }
    let pod = |player| pods.and_then(|(pods, _)| pods.iter().position(|pod| pod.contains(player)));
    let mixed = round.pair.tables.iter().filter_map(|game| {
        let (one, two) = pod(&game.one).zip(pod(&game.two)).filter(|(one, two)| one != two)?;
        Some(format!("`{}` of pod {} meets `{}` of pod {}", game.one, one + 1, game.two, two + 1))
    });
    let mixed: Vec<String> = mixed.collect();
    if !mixed.is_empty() {
        findings.push(FindingKind::PodMixed.unless(ordered, at, mixed.join(", ")));
    }
    for player in round.pair.byes.iter().filter(|player| byes.contains(*player)) {
        let text = format!("`{player}` has a second bye");
        let left = round.pair.system != System::Swiss && round.present.len() < books.entries.len();
        let within = |since: usize| books.rounds[since..number].iter().any(|round| round.pair.byes.contains(player));
        let earlier = pods.is_some_and(|(_, before)| !within(*before));
        let set = round.pair.fixed.contains(player);
        findings.push(FindingKind::SecondBye.unless(ordered || left || earlier || set, at, text));
    }
    if round.pair.system != System::Swiss {
        return;
    }
    if round.pair.byes.len() > round.present.len() % 2 {
        let byes = round.pair.byes.len();
        let text = format!("{byes} {} among {} players", if byes == 1 { "bye" } else { "byes" }, round.present.len());
        findings.push(FindingKind::NeedlessBye.unless(ordered, at, text));
    }
}

/// For every game of a round whether the two have met before it.
fn met_before(books: &Books, number: usize) -> Vec<bool> {
    let games = &books.rounds[number].pair.tables;
    let mut of: HashMap<&PlayerId, Vec<usize>> = HashMap::new();
    games.iter().enumerate().for_each(|(at, game)| of.entry(&game.one).or_default().push(at));
    let mut met = vec![false; games.len()];
    for earlier in books.games_before(number) {
        for (player, other) in [(&earlier.one, &earlier.two), (&earlier.two, &earlier.one)] {
            let own = of.get(player).into_iter().flatten();
            own.for_each(|at| met[*at] |= games[*at].two == *other);
        }
    }
    met
}

fn met_in(round: &Played, pairing: &Pairing) -> bool {
    let both = [&pairing.one, &pairing.two];
    round.pair.tables.iter().any(|game| both.contains(&&game.one) && both.contains(&&game.two))
}

/// A player who lost in a single elimination plays once more at most, and only right after the semi-finals, for third
/// place; in a double elimination a player who lost twice is out.
fn eliminated(books: &Books, number: usize, findings: &mut Vec<Finding>) {
    let first = books.cut.as_ref().map_or(0, |cut| cut.before);
    let (double, for_third) = (books.is_double(), books.cut.as_ref().is_some_and(|cut| cut.third_place));
    let lost_in = |round: &Played, player: &PlayerId| {
        round.pair.tables.iter().filter(|p| p.one == *player || p.two == *player).any(|p| {
            let result = round.results.get(&p.table).map(|result| letters(&books.policies, result));
            result.is_some_and(|(one, two)| if p.one == *player { one == Letter::L } else { two == Letter::L })
        })
    };
    let round = &books.rounds[number];
    for pairing in &round.pair.tables {
        let before = books.rounds[first.min(number)..number].iter().enumerate();
        let losses = |player| {
            let lost = before.clone().filter(|(_, round)| lost_in(round, player));
            lost.map(|(index, _)| first + index + 1).collect::<Vec<usize>>()
        };
        let both = [losses(&pairing.one), losses(&pairing.two)];
        // Beside it stands the final, or a bye where one of the finalists has left.
        let beside = round.pair.tables.len() + round.pair.byes.len() == 2;
        let third_place = for_third && both.iter().all(|lost| *lost == [number]) && beside;
        for (player, lost) in [&pairing.one, &pairing.two].into_iter().zip(&both) {
            let out = if double { lost.get(1) } else { lost.first().filter(|_| !third_place) };
            if let Some(out) = out {
                let text = format!("`{player}` plays on after losing round {out}");
                findings.push(books.of_bracket(FindingKind::OutAlready, number, text));
            }
        }
    }
}
