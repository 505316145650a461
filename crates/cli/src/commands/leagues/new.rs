//! `adjutant league new ID`.

use adjutant_app::leagues::LeagueRecording;
use adjutant_core::Name;
use adjutant_core::ids::LeagueId;
use adjutant_core::sealed::Names;
use adjutant_league::command::{After, Basis, Create, DayOf, Late};
use adjutant_league::scheme::{
    Fraction, Margin, Minimum, Per, Period, Places, RatingRules, SCHEMES, SystemName, scheme,
};
use adjutant_league::{Day, LeagueCommand};

use super::speaking::{check_free, commit};
use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::error::{CliError, Outcome};
use crate::output::Output;

/// Arguments of `league new`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: adjutant league new north26 --name \"Northern League 2026\" --from 2026-01-01 --to 2026-12-31 \
    --scheme club\n\n\
    Schemes: club (3 a win, 1 a draw, up to 20 for the place; the best 6 events count), places (100 for the first place, \
    10 for the last; the best 4 count), games (3 a win, 1 a draw; every event counts). Each part can be given one by one: \
    --per-win 3 --per-draw 1 --per-round 1/2 --per-vp 1/100 --place 20:0. A sum is rounded down once.\n\n\
    These are the rules of the season: they are not changed later."
)]
pub struct Arguments {
    /// Id of the league: 1 to 64 of a-z 0-9 . _ -
    league: LeagueId,
    /// What people call it
    #[arg(long)]
    name: Name,
    /// The season [default: the year of its first day]
    #[arg(long)]
    season: Option<Name>,
    /// Its first day
    #[arg(long, value_name = "DAY", value_parser = day)]
    from: Day,
    /// Its last day
    #[arg(long, value_name = "DAY", value_parser = day)]
    to: Day,
    /// How points are given: club, places, games
    #[arg(long, default_value = "club")]
    scheme: String,
    /// Points for a win
    #[arg(long, value_name = "N", value_parser = fraction)]
    per_win: Option<Fraction>,
    /// Points for a draw
    #[arg(long, value_name = "N", value_parser = fraction)]
    per_draw: Option<Fraction>,
    /// Points for each round played
    #[arg(long, value_name = "N", value_parser = fraction)]
    per_round: Option<Fraction>,
    /// Points for each victory point
    #[arg(long, value_name = "N", value_parser = fraction)]
    per_vp: Option<Fraction>,
    /// Points for the first and the last place
    #[arg(long, value_name = "FIRST:LAST", value_parser = places)]
    place: Option<Places>,
    /// How many of a member's best events count; 0 for all
    #[arg(long, value_name = "N")]
    best: Option<u32>,
    /// How games are rated: glicko2, elo or weng-lin
    #[arg(long, value_name = "SYSTEM", value_parser = word::<SystemName>, default_value = "glicko2")]
    rating: SystemName,
    /// What has a rating: player, or player-faction
    #[arg(long, value_name = "WHAT", value_parser = word::<Per>, default_value = "player")]
    rating_by: Per,
    /// Whether the margin of a game counts: none, or scale
    #[arg(long, value_parser = word::<Margin>, default_value = "none")]
    margin: Margin,
    /// Thousandths: how little Glicko-2's volatility may change, or Weng-Lin's dynamics of a week
    #[arg(long, value_name = "N")]
    tau: Option<u32>,
    /// Thousandths: the most that a game moves in Elo's system
    #[arg(long, value_name = "N")]
    k: Option<u32>,
    /// The ruleset whose matches count, such as gt2020 [default: all]
    #[arg(long, value_name = "PACK")]
    rules: Option<Name>,
    /// Games of a member whose rating is firm
    #[arg(long, value_name = "N", default_value = "5")]
    minimum_games: u32,
    /// Players of an event that brings points
    #[arg(long, value_name = "N", default_value = "2")]
    minimum_players: u32,
    /// Rounds of an event that brings points
    #[arg(long, value_name = "N", default_value = "1")]
    minimum_rounds: u32,
    /// Which games count in ratings and figures: any, audited or signed
    #[arg(long, value_parser = word::<Basis>, default_value = "any")]
    basis: Basis,
    /// What becomes of late events: insert, or next-period
    #[arg(long, value_parser = word::<Late>, default_value = "insert")]
    late: Late,
    /// On which day games were played: event, or round (leagues that are played over weeks)
    #[arg(long, value_parser = word::<DayOf>, default_value = "event")]
    day: DayOf,
    /// How members' names stand in the log: open, or sealed, so that they can be forgotten
    #[arg(long, value_name = "HOW", value_parser = word::<Names>, default_value = "open")]
    names: Names,
    /// Start from the ratings of this league's season
    #[arg(long, value_name = "LEAGUE")]
    after: Option<LeagueId>,
}

/// Reads a day, as clap wants it.
pub fn day(text: &str) -> Result<Day, String> {
    Day::parse(text).ok_or_else(|| "write YYYY-MM-DD".to_owned())
}

fn fraction(text: &str) -> Result<Fraction, String> {
    Fraction::parse(text)
        .ok_or_else(|| "write a whole number or a fraction such as 1/2, of numbers up to 10,000".to_owned())
}

fn places(text: &str) -> Result<Places, String> {
    let read = text
        .split_once(':')
        .and_then(|(best, last)| Some(Places { best: Fraction::parse(best)?, last: Fraction::parse(last)? }));
    read.ok_or_else(|| "write what the first and the last get, such as 20:0".to_owned())
}

/// Records `create`.
///
/// # Errors
/// A league of that id that is there already, a scheme that is not known, or a value out of its range.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    check_free(&store, &own.league)?;
    let data = shared.folder()?;
    let after = match &own.after {
        None => None,
        Some(before) => {
            let before = LeagueRecording::load(&store, before, &data)?;
            before.season(None)?;
            before.state().origin.map(|origin| After { origin, head: before.log().link().hash })
        }
    };
    let create = create(own, after)?;
    let mut league = LeagueRecording::new(&shared.known, shared.clock, own.league.clone(), &data);
    let said = format!("created, season {} from {} to {}", create.season, create.from, create.to);
    league.take(LeagueCommand::Create(Box::new(create)))?;
    commit(&mut league, &mut store, &said, output)
}

fn create(own: &Arguments, after: Option<After>) -> Result<Create, CliError> {
    let known = || SCHEMES.iter().map(|scheme| scheme.name).collect::<Vec<_>>().join(", ");
    let scheme = scheme(&own.scheme).ok_or_else(|| {
        CliError::usage(format!("no scheme is called {}", own.scheme)).hint(format!("name one of {}", known()))
    })?;
    let mut points = scheme.points;
    points.per_win = own.per_win.or(points.per_win);
    points.per_draw = own.per_draw.or(points.per_draw);
    points.per_round = own.per_round.or(points.per_round);
    points.per_vp = own.per_vp.or(points.per_vp);
    points.place = own.place.or(points.place);
    let year: String = own.from.to_string().chars().take(4).collect();
    let season = own.season.clone().map_or_else(|| Name::new(&year), Ok);
    Ok(Create {
        format: 1,
        law: None,
        league: own.league.clone(),
        name: own.name.clone(),
        season: season.map_err(|error| CliError::usage(error.to_string()))?,
        from: own.from,
        to: own.to,
        rules: own.rules.clone(),
        rating: RatingRules {
            system: own.rating,
            by: own.rating_by,
            margin: own.margin,
            period: Period::Week,
            tau: own.tau,
            k: own.k,
        },
        points,
        best: own.best.map_or(scheme.best, |best| (best > 0).then_some(best)),
        minimum: Minimum {
            games: own.minimum_games,
            players: own.minimum_players,
            rounds: own.minimum_rounds,
            ..Minimum::default()
        },
        basis: own.basis,
        late: own.late,
        names: own.names,
        day: own.day,
        after,
    })
}
