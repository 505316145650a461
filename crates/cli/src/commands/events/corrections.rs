//! What is put right while an event runs: `edit`, `withdraw`, `bye-request`, `infraction`, `move`.

use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::sealed::Called;
use adjutant_engine::visible::excerpt;
use adjutant_present::say::event_command;
use adjutant_present::tables;
use adjutant_replay::tournaments::book;
use adjutant_shorthand::naming::{self, Known};
use adjutant_tournament::command::{EditPlayer, Infraction, InfractionKind};
use adjutant_tournament::tables::missed_seats;
use adjutant_tournament::teams::Member;
use adjutant_tournament::{
    DispositionId, Name, PlayerId, Reason, RoundNumber, TableNumber, Tournament, TournamentCommand, TournamentId,
};

use super::correcting::Correcting;
use super::players::remark_seats;
use super::speaking::{Bench, Speaker, commit, last_round};
use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::error::{CliError, Outcome};
use crate::output::Output;
use crate::who::Who;

/// Arguments of `event edit`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event edit gt anna --club \"Red Legion\" --why \"typed wrong\"\n\n\
    Only what you name changes. Rounds that are published keep what they showed.")]
#[group(id = "correction", required = true, multiple = true,
    args = ["name", "club", "team", "country", "faction", "disposition", "seat", "member"])]
pub struct EditArguments {
    /// The event
    event: TournamentId,
    /// The player: an id, a name, or any part that fits only one
    player: Who,
    /// New name
    #[arg(long)]
    name: Option<Name>,
    /// New club
    #[arg(long)]
    club: Option<Name>,
    /// New team
    #[arg(long)]
    team: Option<Name>,
    /// New country
    #[arg(long)]
    country: Option<Name>,
    /// New faction
    #[arg(long)]
    faction: Option<Name>,
    /// What the army is bent on, before the player's first round
    #[arg(long, value_name = "DISPOSITION")]
    disposition: Option<DispositionId>,
    /// New fixed table of the player; 0 for none
    #[arg(long, value_name = "N")]
    seat: Option<u16>,
    /// New member of the team; repeat it for each member
    #[arg(long, value_name = "NAME")]
    member: Vec<Name>,
    /// The reason, kept in the log
    #[arg(long)]
    why: Reason,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event withdraw`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event withdraw gt anna-b-2")]
pub struct WithdrawArguments {
    /// The event
    event: TournamentId,
    /// The player: an id, a name, or any part that fits only one
    player: Who,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event bye-request`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event bye-request gt anna --round 1\n          \
    adjutant event bye-request gt anna --round 4 --points 1\n\n\
    The player is not paired in that round. A bye worth a win is a bye like any other: no second one follows.")]
pub struct ByeArguments {
    /// The event
    event: TournamentId,
    /// The player: an id, a name, or any part that fits only one
    player: Who,
    /// The round [default: the one that is paired next]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Match points for it [default: those of a bye]
    #[arg(long, value_name = "N")]
    points: Option<u16>,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event infraction`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples: adjutant event infraction gt anna warning --why \"slow play\" --by judge\n          \
    adjutant event infraction gt bert points --points -2 --why \"list handed in late\"\n\n\
    A match loss gives the game that is played to the opponent, in place of the result that stands; so does a \
    disqualification while the game has no result. Who is disqualified is not paired any more, has no place and wins no \
    prize; the games count for the opponents. `event undo --record N` takes it back after an appeal. A warning and a game \
    loss are kept in the book; enter the lost game with the result. A yellow card is kept in the book, the second one of a \
    player brings a red card with it; a red card loses the game that is played, as a match loss does."
)]
pub struct InfractionArguments {
    /// The event
    event: TournamentId,
    /// The player: an id, a name, or any part that fits only one
    player: Who,
    /// The ruling: warning, yellow-card, red-card, game-loss, match-loss, disqualification, points
    #[arg(value_parser = word::<InfractionKind>)]
    kind: InfractionKind,
    /// The member of the team whom it is about, by name or number; the results of the team stand
    #[arg(long, value_name = "WHO")]
    member: Option<String>,
    /// With `points`: match points; write a minus to take points away
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    points: Option<i32>,
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

/// Arguments of `event move`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event move gt --table 4 --to 9 --why \"water on the floor\"")]
pub struct MoveArguments {
    /// The event
    event: TournamentId,
    /// The round [default: the one that was paired last]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// The table of the game
    #[arg(long, value_name = "N")]
    table: u16,
    /// The new table
    #[arg(long, value_name = "N")]
    to: u16,
    /// The reason, kept in the log
    #[arg(long)]
    why: Reason,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Corrects an entry.
///
/// # Errors
/// A player who is unknown, or a correction that changes nothing.
pub fn edit(own: &EditArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &own.event)?.told_by(own.speaker.by);
    let player = own.player.find(&own.event, event.state())?;
    let before = event.state().shown(&player);
    let edit = EditPlayer {
        name: own.name.clone().map(Called::from),
        club: own.club.clone(),
        team: own.team.clone(),
        country: own.country.clone(),
        disposition: own.disposition.clone(),
        faction: own.faction.clone(),
        seat: own.seat.map(TableNumber),
        members: own.member.clone(),
        ..EditPlayer::new(player.clone(), own.why.clone())
    };
    let known = event.state().player(&player).map(|known| known.entry.clone());
    if known.is_some_and(|known| edit.applied_to(&known) == known) {
        let said = event_command::entry(event.state(), &player);
        return Err(CliError::refused(format!("nothing to change: {before} has {said}"))
            .hint("name what is to be otherwise: --name, --club, --team, --country, --faction, --disposition, --seat, --member"));
    }
    event.take(TournamentCommand::EditPlayer(Box::new(edit)), &format!("edit {player}"))?;
    let state = event.state();
    let seat = own.seat.filter(|seat| *seat > 0).map(|seat| (&player, TableNumber(seat)));
    remark_seats(state, seat.into_iter(), output);
    let now = state.shown(&player);
    let who = if before == now { now } else { format!("{before} is now {now}") };
    let said = format!("{who}: {}", event_command::entry(state, &player));
    commit(&mut event, &mut store, &said, output)
}

/// Takes a mistaken entry out.
///
/// # Errors
/// A player who is unknown, or round 1 that is paired already.
pub fn withdraw(own: &WithdrawArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &own.event)?.told_by(own.speaker.by);
    let player = own.player.find(&own.event, event.state())?;
    let name = event.state().shown(&player);
    event.take(TournamentCommand::Withdraw { player: player.clone() }, &format!("withdraw {player}"))?;
    commit(&mut event, &mut store, &format!("{name} is withdrawn"), output)
}

/// Records a bye that a player asks for.
///
/// # Errors
/// A round that is published, or more points than a win is worth.
pub fn ask_bye(own: &ByeArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &own.event)?.told_by(own.speaker.by);
    let player = own.player.find(&own.event, event.state())?;
    let round = own.round.map_or(event.state().due(), RoundNumber);
    let scale = event.state().policies().points;
    let points = own.points.unwrap_or_else(|| scale.bye.unwrap_or(scale.win));
    let command = TournamentCommand::ByeRequest { player: player.clone(), round, points };
    event.take(command, &format!("bye-request {player}"))?;
    let name = event.state().shown(&player);
    let points = adjutant_core::counts::count(points.into(), "match point", "match points");
    commit(&mut event, &mut store, &format!("{name} has a bye in round {round}, for {points}"), output)
}

/// Writes a line into the judge's book.
///
/// # Errors
/// A player who is unknown, or points with another kind than `points`.
pub fn infraction(own: &InfractionArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = own.bench.seated(TournamentRecording::load(&store, &own.event)?, own.speaker.by);
    let player = own.player.find(event.id(), event.state())?;
    let (kind, points) = (own.kind, own.points);
    let member = own.member.as_deref().map(|name| member(event.state(), &player, name)).transpose()?;
    let infraction = Infraction { player: player.clone(), member, kind, points, why: own.why.clone(), later: None };
    let mut commands: Vec<(TournamentCommand, String)> = Vec::new();
    for command in book::infraction(event.state(), infraction.clone()) {
        let words = match &command {
            TournamentCommand::Result(result) | TournamentCommand::AmendResult { result, .. } => {
                event_command::result(event.state(), result)
            }
            TournamentCommand::Infraction(line) if line.kind != kind => {
                format!("{} follows, because it is the second one", line.kind.name())
            }
            _ => format!("infraction {player} {}", kind.name()),
        };
        commands.push((command, words));
    }
    let given = points.map_or_else(String::new, |points| format!(" ({points:+})"));
    let mut said =
        format!("recorded: {}, {}{given}, {}", event_command::ruled(event.state(), &infraction), kind.name(), own.why);
    if infraction.ends_the_event() {
        said += &format!("; out of standings and prizes, not paired from round {} on", event.state().due());
    }
    commands.iter().skip(1).for_each(|(_, words)| said += &format!("; {words}"));
    match kind {
        InfractionKind::MatchLoss | InfractionKind::RedCard if commands.len() < 2 => {
            output.remark("no game of this player is open: enter the result of the next one with --winner");
        }
        InfractionKind::GameLoss => output.remark("enter the result of the match with the lost game in it"),
        _ => {}
    }
    own.correcting.record((&mut event, &mut store, &shared.vault()?), commands, |_| said, output)
}

/// The member of a team who has a name or number.
fn member(state: &Tournament, team: &PlayerId, typed: &str) -> Result<Member, CliError> {
    let members = state.player(team).map(|team| team.entry.members.as_slice()).unwrap_or_default();
    let numbers = (1..=members.len()).map(|number| number.to_string()).collect::<Vec<_>>();
    let known = members.iter().zip(&numbers).map(|(name, number)| Known { id: number, name: name.as_str() });
    match naming::find(&known.collect::<Vec<_>>(), typed) {
        Ok(at) => Ok(Member(at as u8 + 1)),
        Err(_) => {
            let message = format!("{} has no member `{}`", state.shown(team), excerpt(typed));
            let names = members.iter().map(Name::as_str).collect::<Vec<_>>().join(", ");
            Err(CliError::refused(message).hint(format!("the members are {names}")))
        }
    }
}

/// Moves a game to another table.
///
/// # Errors
/// A round that is closed, a table without a game, or one that is closed.
pub fn move_game(own: &MoveArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &own.event)?.told_by(own.speaker.by);
    let round = own.round.map_or_else(|| last_round(&event), |round| Ok(RoundNumber(round)))?;
    let (table, to) = (TableNumber(own.table), TableNumber(own.to));
    if to.0 == 0 || to == table {
        let message = if to.0 == 0 { "there is no table 0" } else { "the game is at that table already" };
        return Err(CliError::refused(message).hint("tables are numbered from 1"));
    }
    event.take(TournamentCommand::Move { round, table, to, why: own.why.clone() }, "move")?;
    let state = event.state();
    if !state.tables.is_empty() && !state.tables.contains_key(&to) {
        output.remark(&format!("table {to} is not set up"));
    }
    for pairing in [to, table].into_iter().filter_map(|at| state.round(round)?.at(at)) {
        for (player, seat) in missed_seats(state, pairing) {
            output.remark(&tables::pairings::not_seated(state, player, seat));
        }
    }
    let said = [to, table].into_iter().filter_map(|at| seated(&event, round, at)).collect::<Vec<_>>().join("; ");
    commit(&mut event, &mut store, &format!("round {round}: {said}"), output)
}

/// Who plays at a table now.
fn seated(event: &TournamentRecording, round: RoundNumber, table: TableNumber) -> Option<String> {
    let state = event.state();
    let pairing = state.round(round)?.at(table)?;
    Some(format!("table {table} has {} – {}", state.shown(&pairing.one), state.shown(&pairing.two)))
}
