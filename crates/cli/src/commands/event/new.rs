//! `adjutant event new ID`.

use adjutant_engine::chain::Hash;
use adjutant_engine::visible::excerpt;
use adjutant_store::StreamKind;
use adjutant_tournament::command::Create;
use adjutant_tournament::policy::{
    DifferentialTable, Method, PointScale, Policies, Separation, System, TieBreak, Unplayed,
};
use adjutant_tournament::teams::TeamScale;
use adjutant_tournament::{EventCommand, EventId, MissionId, Name, Rational, Seed};

use crate::Outcome;
use crate::commands::Shared;
use crate::counts::count;
use crate::error::CliError;
use crate::event_matches::{self, battle_size, check_missions};
use crate::event_recording::EventRecording;
use crate::output::Output;
use crate::rules;

/// An id that leaves room for `-r12-t345-67` in the ids of its matches.
pub const ID_MAX: usize = 50;

/// Arguments of `event new`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event new gt --name \"Autumn GT\" --pack gt2020 --size strike-force \
    --rounds 5 --seed 42 --avoid-club 1\n         \
    adjutant event new cup --name Cup --rounds 5 --tie-breaks opponents-win-rate,vp-difference --win-rate-floor 1/4 \
    --dropped-win-rate-cap 3/4 --vp-difference-cap 50")]
pub struct Arguments {
    /// Id of the event: 1 to 50 of a-z 0-9 . _ -
    #[arg(value_parser = new_id)]
    id: EventId,
    /// Name of the event
    #[arg(long)]
    name: Name,
    /// The mission pack of its matches, an id or the pack's folder; without one no match logs are opened
    #[arg(long, value_name = "ID|DIR")]
    pack: Option<String>,
    /// Battle size: incursion or strike-force
    #[arg(long)]
    size: Option<MissionId>,
    /// Rounds before any cut
    #[arg(long, value_name = "N")]
    rounds: u16,
    /// Seed of every random draw [default: from id, name and time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Match points for win, draw, loss and, if it differs, bye
    #[arg(long, value_name = "W,D,L[,BYE]", value_delimiter = ',', num_args = 1)]
    points: Vec<u16>,
    /// Take match points from the difference in victory points: wtc
    #[arg(long, value_name = "TABLE", conflicts_with = "points")]
    differential: Option<String>,
    /// Order of the standings after the points [default: path,vp,sos]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = super::word::<TieBreak>)]
    tie_breaks: Option<Vec<TieBreak>>,
    /// With vp-difference: the most that one game counts for
    #[arg(long, value_name = "VP")]
    vp_difference_cap: Option<u16>,
    /// With opponents-win-rate: the least that an opponent counts for, a fraction [default: 33/100]
    #[arg(long, value_name = "A/B", value_parser = share)]
    win_rate_floor: Option<Rational>,
    /// With opponents-win-rate: the most that an opponent who has dropped counts for, such as 3/4
    #[arg(long, value_name = "A/B", value_parser = share)]
    dropped_win_rate_cap: Option<Rational>,
    /// With a buchholz: what games that were not played count for: nothing, virtual-opponent (FIDE 2009 to 2022)
    #[arg(long, value_name = "HOW", value_parser = super::word::<Unplayed>, default_value = "nothing")]
    buchholz_unplayed: Unplayed,
    /// How to make rounds: swiss, round-robin, pods, single-elimination, manual
    #[arg(long, value_parser = super::word::<System>, default_value = "swiss")]
    system: System,
    /// How to pair players with equal records: random, nearest, slide, battle-points, manual
    #[arg(long, value_parser = super::word::<Method>, default_value = "random")]
    method: Method,
    /// Keep clubs apart in the first N rounds
    #[arg(long, value_name = "N", default_value_t = 0)]
    avoid_club: u16,
    /// Keep teams apart in the first N rounds
    #[arg(long, value_name = "N", default_value_t = 0)]
    avoid_team: u16,
    /// Keep countries apart in the first N rounds
    #[arg(long, value_name = "N", default_value_t = 0)]
    avoid_country: u16,
    /// Players in each team; leave it out for an event of single players
    #[arg(long, value_name = "N", default_value_t = 0)]
    team_size: u16,
    /// Game points that a team must lead by to win its match
    #[arg(long, value_name = "N", default_value_t = 1, requires = "team_size")]
    team_margin: u16,
    /// Pair only players who are checked in
    #[arg(long)]
    check_in: bool,
    /// Victory points that a bye counts for
    #[arg(long, value_name = "N", default_value_t = 0)]
    bye_vp: u16,
    /// Mission for each round, in order
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    missions: Vec<MissionId>,
}

/// Reads the id of a new event, as clap wants it.
fn new_id(text: &str) -> Result<EventId, String> {
    let id = EventId::new(text).ok().filter(|id| id.as_str().len() <= ID_MAX);
    id.ok_or_else(|| format!("`{}` is not an event id; use 1 to {ID_MAX} of a-z 0-9 . _ -", excerpt(text)))
}

/// Records `create`.
///
/// # Errors
/// An event of that id that is there already, or a policy out of its range.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    check_id(&arguments.id)?;
    let mut store = shared.store()?;
    if store.head(StreamKind::Event, arguments.id.as_str())?.is_some() {
        return Err(CliError::refused(format!("there is an event {} already", arguments.id))
            .hint("choose another id; `adjutant event list` shows those in use"));
    }
    let mut create = create(arguments, pack(arguments, shared)?)?;
    // What a side can score in one game of the pack stands in the event, so that it is judged alike without the pack.
    let known = event_matches::pack(Some(&create));
    create.policies.vp_max = known.and_then(|pack| u32::try_from(pack.file.ruleset.total_cap.get()).ok());
    battle_size(&create)?;
    check_missions(&create, &create.policies.missions)?;
    let mut event = EventRecording::new(arguments.id.clone());
    event.take(EventCommand::Create(Box::new(create)), "create")?;
    super::commit(
        &mut event,
        &mut store,
        &format!("created, {}", count(arguments.rounds.into(), "round", "rounds")),
        output,
    )
}

/// The pack of the event's matches; one that does not come with the program is kept in the data folder.
fn pack(arguments: &Arguments, shared: &Shared) -> Result<Option<MissionId>, CliError> {
    let Some(named) = &arguments.pack else { return Ok(None) };
    let pack = rules::choose(Some(named))?;
    let id = &pack.file.id;
    if rules::packs().get(id).is_some_and(|first| first.rules_hashes != pack.rules_hashes) {
        return Err(CliError::refused(format!("there is another pack `{id}`, and an event names its pack by id"))
            .hint("give yours another id in its pack.json"));
    }
    shared.keep(&pack)?;
    MissionId::new(id.as_str()).map(Some).map_err(|error| CliError::refused(error.to_string()))
}

/// Checks that an id leaves room for those of its matches.
///
/// # Errors
/// One that is too long.
pub fn check_id(id: &EventId) -> Result<(), CliError> {
    if id.as_str().len() <= ID_MAX {
        return Ok(());
    }
    Err(CliError::usage(format!("the event id has more than {ID_MAX} characters"))
        .hint("the ids of its matches are longer by round and table"))
}

fn create(arguments: &Arguments, pack: Option<MissionId>) -> Result<Create, CliError> {
    Ok(Create {
        format: 1,
        event: arguments.id.clone(),
        name: arguments.name.clone(),
        pack,
        size: arguments.size.clone(),
        rounds: arguments.rounds,
        seed: seed(arguments)?,
        policies: policies(arguments)?,
    })
}

fn seed(arguments: &Arguments) -> Result<Seed, CliError> {
    if let Some(number) = arguments.seed {
        return Ok(Seed::from_number(number));
    }
    let now = crate::clock::Clock::of_environment().now().map_or_else(String::new, |now| now.to_string());
    let text = format!("{} {} {now}", arguments.id, arguments.name);
    Seed::new(&Hash::of(text.as_bytes()).to_string()).map_err(|error| CliError::usage(error.to_string()))
}

fn policies(arguments: &Arguments) -> Result<Policies, CliError> {
    let defaults = Policies::default();
    let differential = match arguments.differential.as_deref() {
        None => None,
        Some("wtc") => Some(DifferentialTable::wtc()),
        Some(other) => {
            return Err(CliError::usage(format!("unknown differential table `{other}`")).hint("use --differential wtc"));
        }
    };
    let floor = arguments.win_rate_floor.as_ref().unwrap_or(&defaults.win_rate_floor);
    if let Some(cap) = arguments.dropped_win_rate_cap.as_ref().filter(|cap| *cap < floor) {
        return Err(CliError::usage(format!("--dropped-win-rate-cap {cap} is below the floor of win rates, {floor}"))
            .hint("raise the cap, or lower the floor with --win-rate-floor"));
    }
    Ok(Policies {
        system: arguments.system,
        method: arguments.method,
        points: points(&arguments.points)?,
        bye_vp: arguments.bye_vp,
        differential,
        tie_breaks: arguments.tie_breaks.clone().unwrap_or(defaults.tie_breaks.clone()),
        vp_difference_cap: arguments.vp_difference_cap,
        win_rate_floor: arguments.win_rate_floor.clone().unwrap_or(defaults.win_rate_floor.clone()),
        win_rate_cap_of_dropped: arguments.dropped_win_rate_cap.clone(),
        buchholz_unplayed: arguments.buchholz_unplayed,
        avoid: Separation { club: arguments.avoid_club, team: arguments.avoid_team, country: arguments.avoid_country },
        check_in: arguments.check_in,
        team_size: arguments.team_size,
        team_scale: TeamScale { win_margin: arguments.team_margin },
        missions: arguments.missions.clone(),
        ..defaults
    })
}

/// A share of what was possible.
fn share(text: &str) -> Result<Rational, String> {
    let fraction: Option<Rational> = super::word(text).ok();
    fraction
        .filter(|share| *share >= Rational::ZERO && *share <= Rational::from(1))
        .ok_or_else(|| "write a fraction a/b from 0 to 1, such as 3/4 or 33/100".to_owned())
}

fn points(given: &[u16]) -> Result<PointScale, CliError> {
    match *given {
        [] => Ok(PointScale::default()),
        [win, draw, loss] => Ok(PointScale { win, draw, loss, bye: None }),
        [win, draw, loss, bye] => Ok(PointScale { win, draw, loss, bye: Some(bye) }),
        _ => Err(CliError::usage(format!("--points has {} numbers", given.len()))
            .hint("write win,draw,loss or win,draw,loss,bye, such as 2,1,0")),
    }
}
