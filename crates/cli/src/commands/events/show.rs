//! `adjutant event show ID` and `list`.

use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_present::names;
use adjutant_present::say::event_command;
use adjutant_present::tables;
use adjutant_replay::tournaments::export::document;
use adjutant_store::StreamKind;
use adjutant_tournament::bracket::round_name;
use adjutant_tournament::state::{Round, Stage};
use adjutant_tournament::view::PairView;
use adjutant_tournament::{RoundNumber, Tournament, TournamentId, TournamentLog, day};

use super::speaking::last_round;
use super::{entries, history, player_page, seen};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::who::Who;
use crate::{event_tables, table};

/// Arguments of `event show`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event show gt --player anna\n          \
    adjutant event show gt --open\n          \
    adjutant event show gt --history")]
pub struct ShowArguments {
    /// The event
    event: TournamentId,
    /// One player: record, opponents, tables, penalties with reasons
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["round", "open", "history"])]
    player: Option<Who>,
    /// One round with its results
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// The tables that have no result
    #[arg(long)]
    open: bool,
    /// Every record with its number
    #[arg(long, conflicts_with_all = ["round", "open"])]
    history: bool,
    /// All players and all rounds, however many there are
    #[arg(long, conflicts_with_all = ["round", "open", "history", "player"])]
    all: bool,
}

/// So many players are listed on one page.
const PAGE: usize = 24;

/// Arguments of `event list`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event list --json\n          \
    adjutant event list --all")]
pub struct ListArguments {
    /// List archived events too
    #[arg(long)]
    all: bool,
}

/// Shows players, rounds and what is due.
///
/// # Errors
/// No such event.
pub fn show(arguments: &ShowArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (event, exit) = seen::open(&shared.reader()?, &arguments.event, output)?;
    if let Some(who) = &arguments.player {
        let player = who.find(event.id(), event.state())?;
        match output.json {
            true => output.document(&tables::players::document(event.log(), &player))?,
            false => output.text(&player_page::text(event.log(), &player))?,
        }
        return Ok(exit);
    }
    if arguments.round.is_some() || arguments.open {
        return part(arguments, &event, output).and(Ok(exit));
    }
    if arguments.history {
        return history(&event, output).and(Ok(exit));
    }
    if output.json {
        output.document(&document(event.log()))?;
        return Ok(exit);
    }
    let state = event.state();
    let rounds = state.create.as_ref().map_or(0, |create| create.rounds);
    let (one, many) = if state.policies().team_size > 0 { ("team", "teams") } else { ("player", "players") };
    let (players, rounds) = (count(state.players.len(), one, many), count(rounds.into(), "round", "rounds"));
    output.text(&format!("{}: {players}, {rounds}", event.name()))?;
    let whole = arguments.all || state.players.len() <= PAGE;
    output.text(&if whole { players_table(state) } else { players_in_short(state, event.id()) })?;
    entries::told(&event).iter().try_for_each(|line| output.text(line))?;
    let last = state.rounds.last().map(|round| round.pair.round);
    for round in &state.rounds {
        let whole = arguments.all || Some(round.pair.round) == last;
        output.text(&if whole { round_in_words(event.log(), round) } else { round_in_short(state, round) })?;
    }
    output.text(&next(&event, state))?;
    Ok(exit)
}

/// Everybody who has entered.
fn players_table(state: &Tournament) -> String {
    let due = state.due();
    let mut rows = table::new();
    let paid = state.players.iter().any(|player| player.paid);
    rows.set_header(
        ["id", "name", "club", "faction", "list"].into_iter().chain(paid.then_some("paid")).chain(["here"]),
    );
    let present = state.present(due);
    for player in &state.players {
        let entry = &player.entry;
        let text =
            |name: &Option<adjutant_tournament::Name>| name.as_ref().map(ToString::to_string).unwrap_or_default();
        let here = present.iter().any(|other| other.entry.player == entry.player);
        let here = if here { "yes" } else { player.gone(due).unwrap_or("no") };
        let has_paid = if player.paid { "yes" } else { "no" };
        let cells = [
            entry.player.to_string(),
            state.shown(&entry.player),
            text(&entry.club),
            names::army(entry.faction.as_ref(), entry.disposition.as_ref()).unwrap_or_default(),
            player.list.map(|digest| format!("{:.12}", digest.to_string())).unwrap_or_default(),
        ];
        let more = paid.then(|| has_paid.to_owned()).into_iter().chain([here.to_owned()]);
        rows.add_row(cells.into_iter().chain(more));
    }
    rows.to_string()
}

/// A round in a line.
fn round_in_short(state: &Tournament, round: &Round) -> String {
    let number = round.pair.round;
    let name = round_name(state, number).map_or_else(String::new, |name| format!(" ({name})"));
    let games = count(round.pair.tables.len(), "game", "games");
    let open = match round.open_tables().count() {
        0 => String::new(),
        open => format!(", {open} open"),
    };
    format!("round {number}{name}, {}: {games}{open}", round.stage.name())
}

/// How many players are in, have dropped, or are not checked in, in a line.
fn players_in_short(state: &Tournament, id: &TournamentId) -> String {
    let due = state.due();
    let gone = |why| state.players.iter().filter(|player| player.gone(due) == Some(why)).count();
    let waiting = state.not_checked_in(due).len();
    let part = |number: usize, what: &str| if number == 0 { String::new() } else { format!(", {number} {what}") };
    let active = state.present(due).len();
    let gone = ["waiting", "dropped", "disqualified"].map(|why| part(gone(why), why)).concat();
    let waiting = part(waiting, "not checked in");
    format!("{active} active{gone}{waiting}; `adjutant event show {id} --all` lists them")
}

/// A round with its results and byes.
fn round_in_words(log: &TournamentLog, round: &Round) -> String {
    let state = log.state();
    let number = round.pair.round;
    let name = round_name(state, number).map_or_else(String::new, |name| format!(" ({name})"));
    let outdated = match round.outdated {
        Some(why) if round.stage == Stage::Draft => format!("; {} since", why.name()),
        _ => String::new(),
    };
    let asked = state.players.iter().filter(|player| player.asked_byes.contains_key(&number));
    let byes: Vec<String> =
        round.pair.byes.iter().chain(asked.map(|player| &player.entry.player)).map(|id| state.shown(id)).collect();
    let byes = if byes.is_empty() { String::new() } else { format!("\nbye: {}", byes.join(", ")) };
    let stage = round.stage.name();
    let corrected = tables::results::all_corrected(log, number.0..=number.0, 0).into_iter();
    let corrected = corrected.chain(tables::results::fallen(state, number.0..=number.0));
    let corrected: String = corrected.map(|line| format!("\n{line}")).collect();
    format!("round {number}{name}, {stage}{outdated}\n{}{byes}{corrected}", event_tables::results(state, round))
}

/// One round, or its open tables.
fn part(arguments: &ShowArguments, event: &TournamentRecording, output: &mut Output) -> Outcome {
    let state = event.state();
    let number = arguments.round.map_or_else(|| last_round(event), |round| Ok(RoundNumber(round)))?;
    let Some(round) = state.round(number) else {
        return Err(CliError::refused(format!("round {number} of event {} is not paired yet", event.id()))
            .hint(format!("`adjutant event pair {}` drafts the next round", event.id())));
    };
    if output.json {
        let open: Vec<_> = round.open_tables().collect();
        output.document(&serde_json::json!({
            "event": event.id(), "round": number, "state": round.stage.name(),
            "pairings": PairView::of_round(state, round), "results": day::results(round),
            "open": open, "games": day::games(event.log(), &day::corrections(event.log()), number), "clock": day::clock(event.log(), number),
        }))?;
    } else if arguments.open {
        let open = tables::results::open_tables(state, round);
        let none = format!("round {number}: no table is open");
        output.text(&if open.is_empty() { none } else { format!("round {number} open: {open}") })?;
    } else {
        output.text(&round_in_words(event.log(), round))?;
    }
    Ok(Exit::Done)
}

fn history(event: &TournamentRecording, output: &mut Output) -> Outcome {
    if output.json {
        let record = |record: &adjutant_tournament::log::Record| {
            let what = event_command::in_words(event.state(), &record.command);
            let mut told = serde_json::json!({"seq": record.seq, "at": record.at, "by": record.by, "do": record.command, "what": what});
            if let Some(judge) = &record.judge {
                told["judge"] = serde_json::json!(judge);
            }
            told
        };
        let records: Vec<_> = event.log().records().iter().map(record).collect();
        output.document(&serde_json::json!({"event": event.id(), "records": records}))?;
    } else {
        output.text(&history::of(event.log()))?;
    }
    Ok(Exit::Done)
}

fn next(event: &TournamentRecording, state: &Tournament) -> String {
    let id = event.id();
    let rounds = state.create.as_ref().map_or(0, |create| create.rounds);
    match state.rounds.last() {
        _ if state.finished => format!("finished. {}", tables::standings::podium(state).join("; ")),
        Some(round) if round.stage == Stage::Draft => format!("next: `adjutant event publish {id}`"),
        Some(round) if round.open_tables().next().is_some() && round.stage == Stage::Published => {
            format!("open: {}", tables::results::open_tables(state, round))
        }
        Some(round) if round.stage == Stage::Published => format!("next: `adjutant event close {id}`"),
        _ if state.due().0 > rounds && state.cut.is_none() => format!("next: `adjutant event cut {id}`, or `finish`"),
        _ => format!("next: `adjutant event pair {id}`"),
    }
}

/// Lists the events of the database.
///
/// # Errors
/// A database that cannot be read.
pub fn list(arguments: &ListArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let store = shared.reader()?;
    let mut rows = table::new();
    rows.set_header(["event", "name", "players", "rounds", "records"]);
    let mut entries = Vec::new();
    for head in store.list(StreamKind::Event)? {
        let id = TournamentId::new(&head.id).map_err(|error| CliError::refused(error.to_string()))?;
        let event = TournamentRecording::load(&store, &id)?;
        if event.state().archived && !arguments.all {
            continue;
        }
        let (players, rounds) = (event.state().players.len(), event.state().rounds.len());
        let archived = if event.state().archived { " (archived)" } else { "" };
        rows.add_row([
            id.to_string(),
            format!("{}{archived}", event.name()),
            players.to_string(),
            rounds.to_string(),
            head.link.seq.to_string(),
        ]);
        entries.push(serde_json::json!({
            "event": id, "name": event.name(), "players": players, "rounds": rounds,
            "records": head.link.seq, "head": head.link.hash, "archived": event.state().archived,
        }));
    }
    if output.json {
        output.document(&serde_json::json!({"events": entries}))?;
    } else if entries.is_empty() {
        output.remark("no events yet; `adjutant event new` creates one");
    } else {
        output.text(&rows.to_string())?;
    }
    Ok(Exit::Done)
}
