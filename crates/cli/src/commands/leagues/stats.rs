//! `adjutant league stats ID`.

use std::path::PathBuf;

use adjutant_app::files;
use adjutant_core::ids::LeagueId;
use adjutant_league::course::{Course, course};
use adjutant_league::figures::{Army, Figures, Score, Share, figures};
use adjutant_present::league::{Names, army_line, definition, first_turn_line, interval, percent};
use adjutant_present::season::pictures;

use super::speaking::look;
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::table;

/// Arguments of `league stats`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league stats north26 -o figures\n\n\
    Every rate stands with its count and two intervals: over games (Wilson), and over players, because the games of one \
    player are not independent. Judge by the wider. What lies under the minimum stands at the end and is not compared.\n\n\
    With -o each table is written as CSV and each picture for which enough is known as SVG, with colours for light and dark.")]
pub struct Arguments {
    /// The league
    league: LeagueId,
    /// Write the tables as CSV and the pictures as SVG into this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Prints the figures of a season.
///
/// # Errors
/// No such league, a pinned log that is not here, or a folder that cannot be written.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let league = look(shared, &own.league)?;
    let season = league.season(None)?;
    let figures = figures(league.state(), &season);
    if let Some(folder) = &own.output {
        std::fs::create_dir_all(folder).map_err(|error| CliError::file(folder, error))?;
        let list = league.list(&season, None);
        let course = course(league.state(), &season, &list);
        let tables = [
            ("armies.csv", armies(&figures)),
            ("first.csv", missions(&figures)),
            ("pairs.csv", pairs(&figures)),
            ("rounds.csv", rounds(&course)),
            ("secondaries.csv", secondaries(&figures)),
            ("calibration.csv", predictions(&course)),
            ("race.csv", race(&course)),
        ];
        let tables = tables.map(|(name, text)| (name.to_owned(), text.into_bytes()));
        let pictures = pictures(&figures, &list, &course, &Names::of(league.state(), league.names()));
        for (name, bytes) in tables.into_iter().chain(pictures) {
            files::write(&folder.join(name), &bytes)?;
        }
    }
    if output.json {
        output.document(&figures)?;
        return Ok(Exit::Done);
    }
    let mut table = table::narrow();
    table.set_header(["army", "games", "players", "won", "over games", "over players", "from ratings"]);
    for army in &figures.armies {
        table.add_row(row(army));
    }
    output.text(&table.to_string())?;
    output.text(&army_line(&figures))?;
    if let Some(line) = first_turn_line(&figures) {
        output.text(&line)?;
    }
    output.text(&definition(&figures))?;
    Ok(Exit::Done)
}

fn row(army: &Army) -> [String; 7] {
    let compared = |text: String| if army.compared { text } else { "–".to_owned() };
    let share = |share: Option<Share>| share.map_or_else(|| "–".to_owned(), interval);
    [
        army.faction.clone(),
        army.score.games.to_string(),
        army.players.to_string(),
        compared(percent(army.over_games.value)),
        compared(interval(army.over_games)),
        compared(share(army.over_players)),
        compared(army.expected.map_or_else(|| "–".to_owned(), percent)),
    ]
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn score(score: Score) -> String {
    format!("{},{}", score.halves, score.games)
}

fn share(share: Option<Share>) -> String {
    share.map_or_else(|| ",,".to_owned(), |share| format!("{},{},{}", share.value, share.low, share.high))
}

fn armies(figures: &Figures) -> String {
    let head = "faction,half_wins,games,players,events,most_by_one,compared,won,low,high,by_players,by_players_low,by_players_high,\
        by_events,by_events_low,by_events_high,expected,audited_half_wins,audited_games\n";
    let line = |army: &Army| {
        let expected = army.expected.map_or_else(String::new, |expected| expected.to_string());
        format!(
            "{},{},{},{},{},{},{},{},{},{expected},{}\n",
            quoted(&army.faction),
            score(army.score),
            army.players,
            army.events,
            army.most,
            army.compared,
            share(Some(army.over_games)),
            share(army.over_players),
            share(army.over_events),
            score(army.audited)
        )
    };
    head.to_owned() + &figures.armies.iter().map(line).collect::<String>()
}

fn pairs(figures: &Figures) -> String {
    let line = |pair: &adjutant_league::figures::Pair| {
        format!(
            "{},{},{},{}\n",
            quoted(&pair.faction),
            quoted(&pair.against),
            score(pair.score),
            share(pair.over_games)
        )
    };
    "faction,against,half_wins,games,won,low,high\n".to_owned() + &figures.pairs.iter().map(line).collect::<String>()
}

fn secondaries(figures: &Figures) -> String {
    let line = |own: &adjutant_league::figures::Secondary| {
        let [low, middle, high] = own.vp;
        let shares = format!("{},{}", share(Some(own.over_games)), share(own.over_players));
        format!("{},{},{},{low},{middle},{high},{shares}\n", own.objective, score(own.score), own.of)
    };
    let head = "objective,half_wins,picked,of,vp_quarter,vp_half,vp_three_quarters,won,low,high,by_players,by_players_low,by_players_high\n";
    head.to_owned() + &figures.secondaries.iter().map(line).collect::<String>()
}

fn missions(figures: &Figures) -> String {
    let known = figures.first_turn.iter().flat_map(|first| &first.missions);
    let line = |own: &adjutant_league::figures::Mission| {
        format!("{},{},{}\n", own.mission, score(own.score), share(own.departure))
    };
    "mission,half_wins,games,from_all,low,high\n".to_owned() + &known.map(line).collect::<String>()
}

fn rounds(course: &Course) -> String {
    let line = |own: &adjutant_league::course::RoundScore| {
        let [first, second] = own.vp.map(|[low, middle, high]| format!("{low},{middle},{high}"));
        format!("{},{},{first},{second}\n", own.round, own.games)
    };
    let head =
        "round,games,first_quarter,first_half,first_three_quarters,second_quarter,second_half,second_three_quarters\n";
    head.to_owned() + &course.rounds.iter().map(line).collect::<String>()
}

fn predictions(course: &Course) -> String {
    let line = |own: &adjutant_league::course::Prediction| {
        format!("{},{},{},{}\n", own.from, score(own.score), own.expected, share(Some(own.won)))
    };
    "from,half_wins,games,expected,won,low,high\n".to_owned() + &course.predictions.iter().map(line).collect::<String>()
}

fn race(course: &Course) -> String {
    let line = |(event, origin): (usize, &adjutant_core::Hash)| {
        let of =
            |(member, sums): &(adjutant_core::ids::MemberId, Vec<i64>)| format!("{origin},{member},{}\n", sums[event]);
        course.race.iter().map(of).collect::<String>()
    };
    "event,member,points\n".to_owned() + &course.events.iter().enumerate().map(line).collect::<String>()
}
