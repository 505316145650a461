//! Players: `register`, `check-in`, `late`, `drop`, `return`, `penalty`, `award`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_core::spelling;
use adjutant_engine::visible::excerpt;
use adjutant_tournament::command::Entry;
use adjutant_tournament::csv_file::{self, Compared};
use adjutant_tournament::{
    DispositionId, Name, PlayerId, Reason, TableNumber, Tournament, TournamentCommand, TournamentId,
};

use super::correcting::Correcting;
use super::listed;
use super::speaking::{Bench, Speaker, commit, till_exit};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Outcome};
use crate::output::Output;
use crate::who::Who;

/// Shared names, and ids of each, that are remarked on.
const TWINS_MAX: usize = 10;

/// Arguments of `event register`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event register gt --csv players.csv\n          \
    adjutant event register gt --name \"Anna Berg\" --club Rooks\n\n\
    A list, such as\n\n  \
    name,club,faction,seat\n  \
    Anna Berg,Rooks,Orks,\n  \
    Bert Cole,,Necrons,2\n\n\
    can be registered again when it has grown: lines that say what the event has are passed over, new players are entered, and \
    who is described otherwise is named, for `event edit`. Columns of the list, in any order: name, and if known id, club, team, country, faction, seat (the table that a \
    player cannot leave), rating, disposition (such as take-and-hold, where missions go by it), members, factions and \
    dispositions (of a team, with / between them).")]
pub struct RegisterArguments {
    /// The event
    event: TournamentId,
    /// Enter all players of a CSV file; one fault refuses the file
    #[arg(long, value_name = "FILE", required_unless_present = "name", conflicts_with_all = ["name", "id"])]
    csv: Option<PathBuf>,
    /// Which columns of the list hold what, such as name="Player Name",faction=Army
    #[arg(long, value_name = "OURS=THEIRS", value_delimiter = ',', value_parser = mapped, requires = "csv")]
    map: Vec<(String, String)>,
    /// Enter one player
    #[command(flatten)]
    entry: EntryArguments,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// A column of ours and the heading that it has in a list, as clap wants it.
fn mapped(text: &str) -> Result<(String, String), String> {
    let both = text.split_once('=').map(|(ours, theirs)| (ours.trim().to_owned(), theirs.trim().to_owned()));
    both.ok_or_else(|| "type two headings with = between them, such as faction=Army".to_owned())
}

/// One player on the command line.
#[derive(clap::Args, Debug)]
pub struct EntryArguments {
    /// Name of the player
    #[arg(long)]
    name: Option<Name>,
    /// Id of the player [default: made from the name]
    #[arg(long)]
    id: Option<PlayerId>,
    /// Club
    #[arg(long)]
    club: Option<Name>,
    /// Team
    #[arg(long)]
    team: Option<Name>,
    /// Country
    #[arg(long)]
    country: Option<Name>,
    /// Faction of the army
    #[arg(long)]
    faction: Option<Name>,
    /// What the army is bent on, where missions go by it, such as take-and-hold
    #[arg(long, value_name = "DISPOSITION")]
    disposition: Option<DispositionId>,
    /// A member of the team; repeat it for each member
    #[arg(long, value_name = "NAME")]
    member: Vec<Name>,
    /// The faction of a member of the team, in the order of the members
    #[arg(long, value_name = "NAME")]
    member_faction: Vec<Name>,
    /// What the army of a member of the team is bent on, in the order of the members
    #[arg(long, value_name = "DISPOSITION")]
    member_disposition: Vec<DispositionId>,
    /// Rating, for seeds
    #[arg(long, value_name = "N")]
    rating: Option<u32>,
    /// Fixed table of the player
    #[arg(long, value_name = "N")]
    seat: Option<u16>,
}

/// Arguments of `event late`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event late gt --name \"Zoë Quist\"")]
pub struct LateArguments {
    /// The event
    event: TournamentId,
    /// The player
    #[command(flatten)]
    entry: EntryArguments,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event check-in`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event check-in gt --all")]
pub struct CheckInArguments {
    /// The event
    event: TournamentId,
    /// The players: ids, names, or any part that fits only one
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    players: Vec<Who>,
    /// Check in all players
    #[arg(long)]
    all: bool,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event drop`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event drop gt anna")]
pub struct DropArguments {
    /// The player who drops
    #[command(flatten)]
    who: PlayerArguments,
}

/// Arguments of `event return`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event return gt anna")]
pub struct ReturnArguments {
    /// The player who comes back
    #[command(flatten)]
    who: PlayerArguments,
}

/// An event and one of its players.
#[derive(clap::Args, Debug)]
pub struct PlayerArguments {
    /// The event
    event: TournamentId,
    /// The player: an id, a name, or any part that fits only one
    player: Who,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event penalty`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event penalty gt anna-b -5 --why \"late list\"")]
pub struct PenaltyArguments {
    /// The event
    event: TournamentId,
    /// The player: an id, a name, or any part that fits only one
    player: Who,
    /// Match points; write a minus to take points away
    #[arg(allow_negative_numbers = true)]
    points: i32,
    /// The reason, kept in the log
    #[arg(long)]
    why: Reason,
    /// What becomes of what rests on it
    #[command(flatten)]
    correcting: Correcting,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
    /// Record as this judge
    #[command(flatten)]
    bench: Bench,
}

/// Enters one player, or everybody of a list.
///
/// # Errors
/// A list with a fault, named with its line; a taken id; round 1 that is paired already.
pub fn register(arguments: &RegisterArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let listed = arguments.csv.as_deref().map(listed::read).transpose()?;
    let mut store = shared.store()?;
    let mut event = till_exit(TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by));
    let compared = match (listed, arguments.csv.as_deref()) {
        (Some(text), Some(path)) => {
            let registered = event.state().players.len();
            let lines =
                csv_file::listed(&text, registered, &arguments.map).map_err(|error| listed::explain(path, error))?;
            listed::remark_passed_over(path, &csv_file::not_read(&text, &arguments.map), output);
            let compared = csv_file::compare(event.state(), lines);
            remark_others(&event, path, &compared, output);
            compared
        }
        _ => Compared { fresh: vec![entry(&arguments.entry, &event)?], ..Compared::default() },
    };
    let Compared { fresh: entries, known, others } = compared;
    let before_them = event.state().players.len();
    let progress = output.patience(entries.len(), "registering");
    for (done, entry) in entries.into_iter().enumerate() {
        let words = format!("register {}", entry.player);
        event.take(TournamentCommand::Register(entry), &words)?;
        progress.at(done + 1);
    }
    progress.finish();
    let fresh = remark_fresh(event.state(), before_them, output);
    let all = event.state().players.len();
    let before = if known > 0 { format!(", {known} known before") } else { String::new() };
    let differ = if others.is_empty() { String::new() } else { format!(", {} described otherwise", others.len()) };
    commit(&mut event, &mut store, &format!("{fresh} registered{before}{differ}, {all} in all"), output)
}

/// So many players are named of whom a list says something else.
const OTHERS: usize = 20;

/// Names of whom a list says otherwise than the event, and how that is entered.
fn remark_others(event: &TournamentRecording, path: &Path, compared: &Compared, output: &mut Output) {
    let (state, file) = (event.state(), listed::name(path));
    for other in compared.others.iter().take(OTHERS) {
        let empty = |text: &str| if text.is_empty() { "nothing".to_owned() } else { excerpt(text).into_owned() };
        let says = other.says.iter().map(|(what, before, now)| format!("{what} {} → {}", empty(before), empty(now)));
        let says = says.collect::<Vec<_>>().join(", ");
        output.remark(&format!("{file}:{}: {}: {says}", other.line, state.shown(&other.player)));
    }
    if let Some(more) = compared.others.len().checked_sub(OTHERS).filter(|more| *more > 0) {
        output.remark(&format!("{file}: {more} more are described otherwise"));
    }
    if let Some(other) = compared.others.first() {
        output.remark(&format!(
            "these were left as they are: `adjutant event edit {} {} … --why …` corrects an entry; another person of the \
             name needs an id of their own in a column `id`",
            event.id(),
            other.player
        ));
    }
}

/// Remarks what is odd about those who entered last: namesakes, and seats that nobody has set up. Gives how many they are.
fn remark_fresh(state: &Tournament, before: usize, output: &mut Output) -> usize {
    let fresh: Vec<&Entry> = state.players.iter().skip(before).map(|player| &player.entry).collect();
    warn_of_twins(state, fresh.iter().map(|entry| &entry.player), output);
    remark_seats(state, fresh.iter().filter_map(|entry| Some((&entry.player, entry.seat?))), output);
    fresh.len()
}

/// Seats that a player cannot leave and that nobody has set up as tables.
pub fn remark_seats<'a>(
    state: &Tournament,
    seats: impl Iterator<Item = (&'a PlayerId, TableNumber)>,
    output: &mut Output,
) {
    for (player, seat) in seats.filter(|(_, seat)| !state.tables.is_empty() && !state.tables.contains_key(seat)) {
        output.remark(&format!("table {seat}, which {} cannot leave, is not set up", state.shown(player)));
    }
}

/// Remarks who of those just entered is called like somebody else: nobody at a desk could tell them apart by name.
fn warn_of_twins<'a>(state: &Tournament, fresh: impl Iterator<Item = &'a PlayerId>, output: &mut Output) {
    let fresh: HashSet<&PlayerId> = fresh.collect();
    let entries = state.players.iter().map(|player| &player.entry);
    let mut named: Vec<(String, &Entry)> = entries
        .map(|entry| (spelling::plain(entry.name.as_str()), entry))
        .filter(|(plain, _)| !plain.is_empty())
        .collect();
    named.sort_by(|(one, _), (two, _)| one.cmp(two));
    let news =
        |twins: &&[(String, &Entry)]| twins.len() > 1 && twins.iter().any(|(_, own)| fresh.contains(&own.player));
    let called: Vec<_> = named.chunk_by(|(one, _), (two, _)| one == two).filter(news).collect();
    for twins in called.iter().take(TWINS_MAX) {
        let (many, name) = (twins.len(), &twins[0].1.name);
        let ids: Vec<&str> = twins.iter().take(TWINS_MAX).map(|(_, entry)| entry.player.as_str()).collect();
        output.remark(&format!("{many} players are called {name}: {}; the ids tell them apart", ids.join(", ")));
    }
    if let Some(more) = called.len().checked_sub(TWINS_MAX).filter(|more| *more > 0) {
        output.remark(&format!("{more} more names are shared"));
    }
}

/// Enters a player after round 1 was paired.
///
/// # Errors
/// A taken id, or round 1 that is not paired yet.
pub fn late(arguments: &LateArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = till_exit(TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by));
    let entry = entry(&arguments.entry, &event)?;
    let (due, before) = (event.state().due(), event.state().players.len());
    event.take(TournamentCommand::LateEntry(entry), "late")?;
    remark_fresh(event.state(), before, output);
    let entered = event.state().players.last().map(|player| (&player.entry.player, &player.entry.name));
    let Some((player, name)) = entered else { return Err(CliError::refused("nobody entered")) };
    let said = format!("late entry of {name} ({player}), from round {due} on");
    if event.state().policies().check_in {
        let id = event.id();
        output.remark(&format!("{name} is not checked in yet: `adjutant event check-in {id} {player}`"));
    }
    commit(&mut event, &mut store, &said, output)
}

fn entry(arguments: &EntryArguments, event: &TournamentRecording) -> Result<Entry, CliError> {
    let state = event.state();
    let name = arguments.name.clone().ok_or_else(|| CliError::usage("--name is missing"))?;
    if let (None, [there, ..]) = (&arguments.id, state.namesakes(&name)) {
        return Err(CliError::refused(format!("{name} is entered already, as `{there}`"))
            .hint("if this is another person of that name, give an id with --id, and a club to tell them apart"));
    }
    let id = match &arguments.id {
        Some(id) => id.clone(),
        None => csv_file::unused_id(&name, state.players.len() + 1, |id| state.player(id).is_some()),
    };
    Ok(Entry {
        club: arguments.club.clone(),
        team: arguments.team.clone(),
        country: arguments.country.clone(),
        disposition: arguments.disposition.clone(),
        dispositions: arguments.member_disposition.clone(),
        faction: arguments.faction.clone(),
        seat: arguments.seat.map(TableNumber),
        members: arguments.member.clone(),
        factions: arguments.member_faction.clone(),
        rating: arguments.rating,
        ..Entry::new(id, name)
    })
}

/// Notes who is in the hall.
///
/// # Errors
/// A player who is unknown or checked in already.
pub fn check_in(arguments: &CheckInArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = till_exit(TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by));
    let missing = event.state().players.iter().filter(|player| player.checked_in.is_none());
    let players: Vec<PlayerId> = if arguments.all {
        missing.map(|player| player.entry.player.clone()).collect()
    } else {
        arguments.players.iter().map(|who| who.find(event.id(), event.state())).collect::<Result<_, _>>()?
    };
    for player in &players {
        event.take(TournamentCommand::CheckIn { player: player.clone() }, &format!("check-in {player}"))?;
    }
    let said = if players.is_empty() {
        "everybody is checked in already".to_owned()
    } else {
        format!("{} checked in", players.len())
    };
    commit(&mut event, &mut store, &said, output)
}

/// Takes a player out from the next round on.
///
/// # Errors
/// A player who is unknown or has dropped already.
pub fn leave(own: &DropArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let told = |_: &Tournament, player: &PlayerId| {
        (TournamentCommand::Drop { player: player.clone() }, format!("drop {player}"))
    };
    let said = |state: &Tournament| {
        let id = &own.who.event;
        let cut = state.cut.as_ref().filter(|(_, after)| !state.has_seen(after.next()));
        let again = cut.map_or_else(String::new, |(cut, _)| {
            let top = cut.players.len();
            format!("; `adjutant event cut {id} --top {top} --again --why …` lets the next best into the bracket")
        });
        format!("is dropped from round {}{again}", state.due())
    };
    tell_of((&own.who.event, &own.who.player, own.who.speaker), told, said, shared, output)
}

/// Takes a dropped player back in.
///
/// # Errors
/// A player who is unknown or plays already.
pub fn come_back(own: &ReturnArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let told = |_: &Tournament, player: &PlayerId| {
        (TournamentCommand::Return { player: player.clone() }, format!("return {player}"))
    };
    let said = |state: &Tournament| format!("plays again from round {}", state.due());
    tell_of((&own.who.event, &own.who.player, own.who.speaker), told, said, shared, output)
}

/// Takes or gives match points.
///
/// # Errors
/// A player who is unknown.
pub fn penalty(own: &PenaltyArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = own.bench.seated(TournamentRecording::load(&store, &own.event)?, own.speaker.by);
    let player = own.player.find(&own.event, event.state())?;
    let (points, why) = (own.points, own.why.clone());
    let words = format!("penalty {player} {points:+}");
    let command = TournamentCommand::Penalty { player: player.clone(), points, why, later: None };
    let how = if points < 0 { "loses" } else { "gets" };
    let points = count(points.unsigned_abs() as usize, "match point", "match points");
    let said = |state: &Tournament| format!("{} {how} {points}: {}", state.shown(&player), own.why);
    own.correcting.record((&mut event, &mut store, &shared.vault()?), vec![(command, words)], said, output)
}

/// Records one command about a player; `told` makes it, `said` says what came of it, after the player's name.
pub fn tell_of(
    (id, who, speaker): (&TournamentId, &Who, Speaker),
    told: impl FnOnce(&Tournament, &PlayerId) -> (TournamentCommand, String),
    said: impl FnOnce(&Tournament) -> String,
    shared: &Shared,
    output: &mut Output,
) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, id)?.told_by(speaker.by);
    let player = who.find(id, event.state())?;
    let (command, words) = told(event.state(), &player);
    event.take(command, &words)?;
    let said = format!("{} {}", event.state().shown(&player), said(event.state()));
    commit(&mut event, &mut store, &said, output)
}
