//! `adjutant match stats`.

use adjutant_core::counts::count;
use adjutant_replay::matches::stats::{self, Chosen, Group, Stats, Tally};

use super::list::{self, Filters};
use crate::arguments::shared::Shared;
use crate::error::{Exit, Outcome};
use crate::output::Output;
use crate::table::{average, range, record, section};

/// Arguments of `match stats`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant match stats --player anna\n          \
    adjutant match stats --mission scouring --since 2026-01-01 --json\n\n\
    Counts matches that are over and in which no question is open. With --player the games are those of that player, \
    otherwise those of both. VP, primary and secondary are averages of a game.")]
pub struct Arguments {
    #[command(flatten)]
    filters: Filters,
}

/// Prints statistics over the matches that the arguments ask for.
///
/// # Errors
/// A database that cannot be read.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let filters = &arguments.filters;
    let mut rows = list::newest_first(list::rows(shared)?);
    rows.retain(|row| filters.ask_for(&row.listed));
    rows.truncate(filters.limit.unwrap_or(usize::MAX));
    let of_one = filters.is_of_one_player();
    let stats =
        stats::of(&rows, |side| !of_one || side.player.as_ref().is_some_and(|player| filters.asks_for_player(player)));
    if output.json {
        output.document(&stats)?;
        return Ok(Exit::Done);
    }
    if rows.is_empty() {
        output.remark("no match fits; `adjutant match list` shows what there is");
        return Ok(Exit::Done);
    }
    output.text(&in_words(&stats, of_one))?;
    Ok(Exit::Done)
}

fn in_words(stats: &Stats, of_one: bool) -> String {
    let left_out = [
        (stats.not_over, "is not over", "are not over"),
        (stats.with_open_questions, "waits for an answer", "wait for an answer"),
        (stats.faulty, "cannot be read", "cannot be read"),
    ];
    let left_out = left_out.iter().filter(|(many, ..)| *many > 0);
    let left_out: Vec<String> =
        left_out.map(|(many, is, are)| format!("{many} {}", if *many == 1 { is } else { are })).collect();
    let left_out = if left_out.is_empty() { String::new() } else { format!(" (not counted: {})", left_out.join(", ")) };
    let mut text = format!("{} counted{left_out}\n", count(stats.matches, "match", "matches"));
    if stats.matches == 0 {
        return text.trim_end().to_owned();
    }
    if of_one {
        text += &format!("All games:  {}\n", shares(stats.games));
    }
    text += &format!("First turn: {}\n", shares(stats.first_turn));
    let games = ["games", "W–D–L", "%", "95 %", "VP", "opp.", "prim.", "sec."];
    text += &section("player", &games, stats.players.iter().map(|group| (&group.name, of_games(group))));
    text += &section("faction", &games, stats.factions.iter().map(|group| (&group.name, of_games(group))));
    let pairs = stats.dispositions.iter().map(|group| (&group.name, of_games(group)));
    text += &section("disposition v opponent's", &games, pairs);
    let missions = ["matches", "first turn won", "VP", "prim.", "sec."];
    let own = ["matches", "W", "D", "L", "first turn won", "VP", "prim.", "sec."];
    let heads: &[&str] = if of_one { &own } else { &missions };
    text += &section("mission", heads, stats.missions.iter().map(|group| (&group.name, of_mission(group, of_one))));
    let heads = ["chosen", "VP", "W–D–L", "%", "95 %"];
    text += &section("secondary", &heads, stats.secondaries.iter().map(|own| (&own.name, of_chosen(own))));
    text += LEGEND;
    text
}

const LEGEND: &str = "\
W D L: games won, drawn, lost. %: wins and half the draws; the true share lies
95 times of 100 in the range beside it (over games, or over players where that
is wider). Averages of a game: VP, opp. (VP of the opponent), prim. and sec.
(VP of primary and secondary objectives).";

fn of_games(group: &Group) -> Vec<String> {
    let games = group.games;
    let counts = [games.games.to_string(), record(games.won, games.drawn, games.lost)];
    let averages = [games.vp, games.vp_against, games.primary, games.secondary].map(|sum| average(sum, games.games));
    counts.into_iter().chain(range(group.share)).chain(averages).collect()
}

fn of_mission(group: &Group, of_one: bool) -> Vec<String> {
    let (games, first) = (group.games, group.first_turn);
    let counts = [games.won, games.drawn, games.lost].map(|number| number.to_string());
    let counts = counts.into_iter().filter(|_| of_one);
    let averages = [games.vp, games.primary, games.secondary].map(|sum| average(sum, games.games));
    let first = format!("{} of {}", first.won, first.games);
    [group.matches.to_string()].into_iter().chain(counts).chain([first]).chain(averages).collect()
}

fn of_chosen(own: &Chosen) -> Vec<String> {
    let counts = [own.chosen.to_string(), average(own.vp, own.chosen), record(own.won, own.drawn, own.lost)];
    counts.into_iter().chain(range(own.share)).collect()
}

/// `won 7, drawn 1, lost 4 of 12 (58 %)`.
fn shares(games: Tally) -> String {
    let percent = percent(games.won, games.games);
    format!("won {}, drawn {}, lost {} of {} ({percent} % won)", games.won, games.drawn, games.lost, games.games)
}

/// Whole percent, rounded; `–` of nothing.
fn percent(part: usize, all: usize) -> String {
    if all == 0 { "–".to_owned() } else { ((part * 200 + all) / (all * 2)).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_averages_are_rounded_to_the_nearest() {
        let shown: Vec<String> = [(0, 3), (1, 3), (2, 3), (1, 8), (3, 3), (0, 0)].map(|(a, b)| percent(a, b)).into();
        assert_eq!(shown, ["0", "33", "67", "13", "100", "–"]);
        let shown: Vec<String> =
            [(0, 4), (10, 4), (10, 3), (20, 3), (1, 20), (7, 0)].map(|(a, b)| average(a, b)).into();
        assert_eq!(shown, ["0.0", "2.5", "3.3", "6.7", "0.1", "–"]);
    }
}
