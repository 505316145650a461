//! The policies of an event on the command line: those that `event new` sets and `event settings` changes.

use std::path::Path;

use adjutant_app::clock::{Clock, of_text, off_the_wall};
use adjutant_engine::time::Timestamp;
use adjutant_engine::visible::excerpt;
use adjutant_tournament::policy::TeamScale;
use adjutant_tournament::policy::{
    Category, Dice, DifferentialTable, Method, PointScale, Policies, ProtectedSeeds, Scheme, Seeding, Separation,
    System, Term, TieBreak, Unplayed, overall,
};
use adjutant_tournament::{MissionId, Name, Rational, RoundNumber};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::arguments::values::word;
use crate::error::CliError;

/// How players of the same points are ranked, as far as it is named.
#[derive(clap::Args, Debug)]
pub struct RankingArguments {
    /// Points, tie-breaks, byes and floors as their organisers publish them; what you name beside it goes first
    #[arg(long, value_parser = scheme())]
    scheme: Option<Scheme>,
    /// Order of the standings after the points [usual: path,vp,sos]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = tie_break(), hide_possible_values = false)]
    tie_breaks: Option<Vec<TieBreak>>,
    /// With a buchholz: what games that were not played count for: nothing (usual), dummy-opponent (FIDE's rule in force),
    /// virtual-opponent (FIDE 2009 to 2022)
    #[arg(long, value_name = "HOW", value_parser = word::<Unplayed>)]
    buchholz_unplayed: Option<Unplayed>,
}

impl RankingArguments {
    /// Whether anything is named.
    pub fn is_named(&self) -> bool {
        self.scheme.is_some() || self.tie_breaks.is_some() || self.buchholz_unplayed.is_some()
    }

    /// Policies with what is named changed.
    pub fn applied_to(&self, base: &Policies) -> Policies {
        let base = self.scheme.map_or_else(|| base.clone(), |scheme| scheme.applied_to(base));
        Policies {
            tie_breaks: self.tie_breaks.clone().unwrap_or(base.tie_breaks),
            buchholz_unplayed: self.buchholz_unplayed.unwrap_or(base.buchholz_unplayed),
            ..base
        }
    }
}

/// Policies that are named; the others stay as they are.
#[derive(clap::Args, Debug)]
pub struct PolicyArguments {
    /// The ranking
    #[command(flatten)]
    ranking: RankingArguments,
    /// Match points for win, draw, loss and, if need be, bye [usual: 2,1,0]
    #[arg(long, value_name = "W,D,L[,BYE]", value_delimiter = ',', num_args = 1)]
    points: Vec<u16>,
    /// Take match points from the difference in victory points: wtc, or a file with lines of difference, winner's points,
    /// loser's points
    #[arg(long, value_name = "wtc|FILE", conflicts_with = "points")]
    differential: Option<String>,
    /// With vp-difference: the most that one game counts for
    #[arg(long, value_name = "VP")]
    vp_difference_cap: Option<u16>,
    /// With opponents-win-rate: the least that an opponent counts for, a fraction [usual: 33/100]
    #[arg(long, value_name = "A/B", value_parser = share)]
    win_rate_floor: Option<Rational>,
    /// With opponents-win-rate: the most that an opponent who has dropped counts for, such as 3/4
    #[arg(long, value_name = "A/B", value_parser = share)]
    dropped_win_rate_cap: Option<Rational>,
    /// How rounds are made: swiss (usual), round-robin, pods, single-elimination, double-elimination, manual
    #[arg(long, value_parser = word::<System>)]
    system: Option<System>,
    /// How equal records meet: random (usual), nearest, slide, battle-points, manual
    #[arg(long, value_parser = word::<Method>)]
    method: Option<Method>,
    /// With random: players whose wins and losses came in the same order meet first [usual: true]
    #[arg(long, value_name = "true|false")]
    win_path: Option<bool>,
    /// The leaders get the first tables [usual: true]
    #[arg(long, value_name = "true|false")]
    top_tables: Option<bool>,
    /// With round-robin: a player who rests in a round gets nothing for it; false: a win, as for a bye [usual: true]
    #[arg(long, value_name = "true|false")]
    rests: Option<bool>,
    /// With pods: how many players a pod has; where that leaves a pod of two, pods grow [usual: 4]
    #[arg(long, value_name = "N")]
    pod_size: Option<u16>,
    /// Keep clubs apart in the first N rounds
    #[arg(long, value_name = "N")]
    avoid_club: Option<u16>,
    /// Keep teams apart in the first N rounds
    #[arg(long, value_name = "N")]
    avoid_team: Option<u16>,
    /// Keep countries apart in the first N rounds
    #[arg(long, value_name = "N")]
    avoid_country: Option<u16>,
    /// Players of a team: 2 (a pair plays its game together) or 3 to 8 (a game each); 0: players play for themselves [usual: 0]
    #[arg(long, value_name = "N")]
    team_size: Option<u16>,
    /// Game points by which a team has to lead to win its match [usual: 1]
    #[arg(long, value_name = "N")]
    team_margin: Option<u16>,
    /// Pair only who is checked in
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    check_in: Option<bool>,
    /// Victory points that a bye counts for [usual: 0]
    #[arg(long, value_name = "N")]
    bye_vp: Option<u16>,
    /// Scores beside the games, each with the most points it can bring, such as painting:40,sport:20
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    categories: Option<Vec<Category>>,
    /// What the overall score adds up: points, tie-breaks and categories, such as "points*10 + vp*1/10 + painting"
    #[arg(long, value_name = "SUM", value_parser = sum)]
    overall: Option<Sum>,
    /// Who is seeded first in brackets, pods and a first round by nearest or slide: lot (usual), rating
    #[arg(long, value_name = "HOW", value_parser = word::<Seeding>)]
    seeding: Option<Seeding>,
    /// Keep the N players with the highest ratings apart in the first round, or in the first R rounds
    #[arg(long, value_name = "N[:R]", value_parser = protected)]
    protect_seeds: Option<ProtectedSeeds>,
    /// Players hand in their own lists until this round is published; 0: only the organiser records lists [usual: 1]
    #[arg(long, value_name = "ROUND")]
    lists_close: Option<u16>,
    /// Opponents see each other's lists once this round is published; 0: from the start [usual: 1]
    #[arg(long, value_name = "ROUND")]
    lists_shown: Option<u16>,
    /// Ask players for their lists until this time, such as "2026-11-28 09:00" on the clock of the hall; `none` asks by no time
    #[arg(long, value_name = "TIME|none", value_parser = due)]
    lists_due: Option<Due>,
    /// Places of the event: who enters later waits until somebody drops before round 1; 0: no limit
    #[arg(long, value_name = "N")]
    places: Option<u16>,
    /// When each round begins, such as "2026-11-28 09:30,2026-11-28 12:45" on the clock of the hall; screens show the next one
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = local)]
    begins: Option<Vec<Timestamp>>,
    /// Mission for each round, in order; played at every table, whatever mission the table has
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    missions: Option<Vec<MissionId>>,
    /// A table that has a mission of its own keeps it [usual: false]
    #[arg(long, value_name = "true|false", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    table_missions: Option<bool>,
    /// Dice and cards that a machine draws at the tables: by-hand (usual; the log has the player's word for them), sealed (a
    /// seed for each match that this machine keeps until the battle is over), open (a seed in each log)
    #[arg(long, value_name = "HOW", value_parser = word::<Dice>)]
    dice: Option<Dice>,
}

/// The tie-breaks by name, each with its line of help.
fn tie_break() -> impl TypedValueParser<Value = TieBreak> {
    let values = TieBreak::ALL.map(|tie_break| PossibleValue::new(tie_break.name()).help(tie_break.summary()));
    PossibleValuesParser::new(values).try_map(|name| word::<TieBreak>(&name))
}

impl PolicyArguments {
    /// Policies with what is named changed.
    ///
    /// # Errors
    /// A table, a scale or a fraction that is none.
    pub fn applied_to(&self, base: &Policies, clock: Clock) -> Result<Policies, CliError> {
        let team_size = self.team_size.unwrap_or(base.team_size);
        let sized = Policies { team_size, ..base.clone() };
        let base = &self.ranking.applied_to(&sized);
        let differential = match self.differential.as_deref() {
            None if self.points.is_empty() => base.differential.clone(),
            None => None,
            Some("wtc") => Some(DifferentialTable::wtc()),
            Some(file) => Some(table_of(file)?),
        };
        let (floor, cap) = self.win_rates(base)?;
        Ok(Policies {
            system: self.system.unwrap_or(base.system),
            method: self.method.unwrap_or(base.method),
            win_path: self.win_path.unwrap_or(base.win_path),
            points: points(&self.points, base.points)?,
            bye_vp: self.bye_vp.unwrap_or(base.bye_vp),
            differential,
            tie_breaks: base.tie_breaks.clone(),
            vp_difference_cap: self.vp_difference_cap.or(base.vp_difference_cap),
            win_rate_floor: floor,
            win_rate_cap_of_dropped: cap,
            buchholz_unplayed: base.buchholz_unplayed,
            rests: self.rests.unwrap_or(base.rests || self.system == Some(System::RoundRobin)),
            avoid: Separation {
                club: self.avoid_club.unwrap_or(base.avoid.club),
                team: self.avoid_team.unwrap_or(base.avoid.team),
                country: self.avoid_country.unwrap_or(base.avoid.country),
            },
            check_in: self.check_in.unwrap_or(base.check_in),
            top_tables: self.top_tables.unwrap_or(base.top_tables),
            pod_size: self.pod_size.unwrap_or(base.pod_size),
            team_size: self.team_size.unwrap_or(base.team_size),
            team_scale: TeamScale { win_margin: self.team_margin.unwrap_or(base.team_scale.win_margin) },
            missions: self.missions.clone().unwrap_or_else(|| base.missions.clone()),
            table_missions: self.table_missions.unwrap_or(base.table_missions),
            matrix: base.matrix.clone(),
            dice: self.dice.unwrap_or(base.dice),
            vp_max: base.vp_max,
            categories: self.categories.clone().unwrap_or_else(|| base.categories.clone()),
            overall: self.overall.as_ref().map_or_else(|| base.overall.clone(), |sum| sum.0.clone()),
            seeding: self.seeding.unwrap_or(base.seeding),
            protected_seeds: self.protect_seeds.unwrap_or(base.protected_seeds),
            lists_close: self.lists_close.map_or(base.lists_close, RoundNumber),
            lists_shown: self.lists_shown.map_or(base.lists_shown, RoundNumber),
            lists_due: self.lists_due.as_ref().map_or(base.lists_due, |due| off_the_wall(due.0?, clock)),
            places: self.places.map_or(base.places, |places| Some(places).filter(|places| *places > 0)),
            begins: self.begins.as_deref().map_or_else(|| base.begins.clone(), |times| moments(times, clock)),
        })
    }

    /// The size of teams, where it is named.
    pub fn team_size(&self) -> Option<u16> {
        self.team_size
    }

    /// The floor of win rates, and the cap of those who have dropped.
    fn win_rates(&self, base: &Policies) -> Result<(Rational, Option<Rational>), CliError> {
        let floor = self.win_rate_floor.as_ref().unwrap_or(&base.win_rate_floor);
        let cap = self.dropped_win_rate_cap.as_ref().or(base.win_rate_cap_of_dropped.as_ref());
        if let Some(cap) = cap.filter(|cap| *cap < floor) {
            let message = format!("--dropped-win-rate-cap {cap} is below the floor of win rates, {floor}");
            return Err(CliError::usage(message).hint("give a cap from the floor up; --win-rate-floor sets the floor"));
        }
        Ok((floor.clone(), cap.cloned()))
    }
}

/// The moments at which the clock of the hall shows these times.
fn moments(times: &[Timestamp], clock: Clock) -> Vec<Timestamp> {
    times.iter().filter_map(|time| off_the_wall(*time, clock)).collect()
}

/// A time on the clock of the hall.
fn local(text: &str) -> Result<Timestamp, String> {
    of_text(text.trim()).ok_or_else(|| "type a time such as \"2026-11-28 09:00\"".to_owned())
}

/// Until when lists are asked for: a time, or none.
#[derive(Clone, Debug)]
struct Due(Option<Timestamp>);

fn due(text: &str) -> Result<Due, String> {
    if text.trim() == "none" { Ok(Due(None)) } else { local(text).map(|time| Due(Some(time))) }
}

/// What the overall score adds up.
#[derive(Clone, Debug)]
struct Sum(Vec<Term>);

fn sum(text: &str) -> Result<Sum, String> {
    overall(text).map(Sum).map_err(|error| error.to_string())
}

/// `8`, or `8:2`.
fn protected(text: &str) -> Result<ProtectedSeeds, String> {
    let (seeds, rounds) = text.split_once(':').unwrap_or((text, "1"));
    match (seeds.trim().parse(), rounds.trim().parse()) {
        (Ok(seeds), Ok(rounds)) => Ok(ProtectedSeeds { seeds, rounds }),
        _ => Err("type a number of players and, if need be, of rounds, such as 8 or 8:2".to_owned()),
    }
}

/// A differential table of a file, named after it.
fn table_of(file: &str) -> Result<DifferentialTable, CliError> {
    let path = Path::new(file);
    if !path.is_file() && path != Path::new("-") {
        return Err(CliError::usage(format!("no differential table or file is called `{}`", excerpt(file)))
            .hint("use wtc, or a file with lines such as 0,10,10 (difference, winner's points, loser's points)"));
    }
    let text = super::listed::read(path)?;
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let source = Name::new(&name).or_else(|_| Name::new("own table"));
    let source = source.map_err(|error| CliError::usage(error.to_string()))?;
    DifferentialTable::of_lines(source, &text)
        .map_err(|error| CliError::refused(format!("{}: {error}", super::listed::name(path))))
}

/// The schemes by name, each with its line of help.
fn scheme() -> impl TypedValueParser<Value = Scheme> {
    let values = Scheme::ALL.map(|scheme| PossibleValue::new(scheme.name()).help(scheme.summary()));
    PossibleValuesParser::new(values).try_map(|name| word::<Scheme>(&name))
}

/// A share of what was possible.
fn share(text: &str) -> Result<Rational, String> {
    let fraction: Option<Rational> = word(text).ok();
    fraction
        .filter(|share| *share >= Rational::ZERO && *share <= Rational::from(1))
        .ok_or_else(|| "type a fraction a/b from 0 to 1, such as 3/4 or 33/100".to_owned())
}

fn points(given: &[u16], usual: PointScale) -> Result<PointScale, CliError> {
    match *given {
        [] => Ok(usual),
        [win, draw, loss] => Ok(PointScale { win, draw, loss, bye: None }),
        [win, draw, loss, bye] => Ok(PointScale { win, draw, loss, bye: Some(bye) }),
        _ => Err(CliError::usage(format!("--points has {} numbers", given.len()))
            .hint("type win,draw,loss or win,draw,loss,bye, such as 2,1,0")),
    }
}
