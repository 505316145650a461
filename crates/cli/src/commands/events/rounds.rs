//! The course of an event: `publish`, `close`, `cut`, `finish`, `undo`.

use adjutant_app::tournaments::gate;
use adjutant_app::tournaments::matches;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_core::counts::count;
use adjutant_core::reliance::Class;
use adjutant_present::say::{self, event_command};
use adjutant_present::tables::{results, standings};
use adjutant_tournament::bracket::round_name;
use adjutant_tournament::command::Cut;
use adjutant_tournament::kind::Kind;
use adjutant_tournament::pairing::draft_differs;
use adjutant_tournament::seats::qualifiers;
use adjutant_tournament::state::Stage;
use adjutant_tournament::touched::{Touched, given};
use adjutant_tournament::{Reason, RoundNumber, Tournament, TournamentCommand, TournamentId};

use super::correcting::Correcting;
use super::speaking::{Bench, Speaker, commit, last_round, till_exit};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `event publish`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event publish gt")]
pub struct PublishArguments {
    /// The round
    #[command(flatten)]
    round: RoundArguments,
    /// Publish it although something was recorded after the draft that changes the pairing
    #[arg(long)]
    as_drafted: bool,
    /// What is let pass
    #[command(flatten)]
    letting: Letting,
}

/// Arguments of `event close`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event close gt")]
pub struct CloseArguments {
    /// The round
    #[command(flatten)]
    round: RoundArguments,
    /// What is let pass
    #[command(flatten)]
    letting: Letting,
}

/// What the independent judge has against a step, let pass.
#[derive(clap::Args, Debug)]
pub struct Letting {
    /// Let pass what the independent judge finds; it is recorded, with the reason
    #[arg(long, requires = "why")]
    anyway: bool,
    /// With --anyway: the reason, kept in the log
    #[arg(long, requires = "anyway")]
    why: Option<Reason>,
}

impl Letting {
    /// The command with what the judge finds and is let pass.
    fn of(&self, event: &TournamentRecording, command: TournamentCommand) -> TournamentCommand {
        let found = if self.anyway { gate::held_by(event.log(), event.by(), &command) } else { Vec::new() };
        match self.why.clone().and_then(|why| gate::let_pass(&found, why)) {
            Some(anyway) => command.with_anyway(anyway),
            None => command,
        }
    }
}

/// An event and one of its rounds.
#[derive(clap::Args, Debug)]
pub struct RoundArguments {
    /// The event
    event: TournamentId,
    /// The round [default: the one that was paired last]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event finish`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event finish gt")]
pub struct FinishArguments {
    /// The event
    event: TournamentId,
    /// Finish although rounds are left to play
    #[arg(long)]
    early: bool,
    /// What is let pass
    #[command(flatten)]
    letting: Letting,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event cut`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event cut gt --top 8 --third-place\n          \
    adjutant event cut gt --top 6\n          \
    adjutant event cut gt --top 8 --double\n          \
    adjutant event cut gt --top 8 --again --why \"Anna has to leave\"\n\n\
    With 6, the first two wait for the semi-finals. `--again` cuts anew among those who still play, until the first \
    round of the bracket is published.")]
pub struct CutArguments {
    /// The event
    event: TournamentId,
    /// How many players go on; where that is not 2, 4, 8 … the best pass the first round
    #[arg(long, value_name = "N")]
    top: usize,
    /// Let the losers of the semi-finals play for third place
    #[arg(long, conflicts_with = "double")]
    third_place: bool,
    /// Let players go on until they have lost twice
    #[arg(long)]
    double: bool,
    /// Cut again: a qualifier cannot play, and the next in the standings takes the last place
    #[arg(long, requires = "why")]
    again: bool,
    /// Why the cut is made again
    #[arg(long, requires = "again")]
    why: Option<Reason>,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event undo`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event undo gt --why \"wrong table\"")]
pub struct UndoArguments {
    /// The event
    event: TournamentId,
    /// Take this record back [default: the last one that stands]
    #[arg(long, value_name = "SEQ")]
    record: Option<u64>,
    /// The reason, kept in the log [default: undone, where nobody relied on the record]
    #[arg(long)]
    why: Option<Reason>,
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

/// Lets players see a round and opens its matches.
///
/// # Errors
/// A round that is not drafted, or whose missions a match refuses; nothing of the event is written then.
pub fn publish(own: &PublishArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let arguments = &own.round;
    let mut store = shared.store()?;
    let mut event = till_exit(TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by));
    let round = arguments.round.map_or_else(|| last_round(&event), |round| Ok(RoundNumber(round)))?;
    // Something came after the draft; where the pairing would be the same, nothing is lost by publishing it.
    let outdated = event.state().round(round).is_some_and(|known| known.outdated.is_some());
    let same = outdated && draft_differs(event.state()) == Some(false);
    if same && !own.as_drafted {
        output.remark("something was recorded after the draft; the pairing would be the same");
    }
    let publish = TournamentCommand::Publish { round, as_drafted: own.as_drafted || same, anyway: None };
    let publish = own.letting.of(&event, publish);
    event.take(publish, "publish")?;
    let matches = matches::open(&mut store, &shared.vault()?, &event, round)?;
    let appended = event.commit(&mut store)?;
    if output.json {
        let opened = matches.iter().map(|(table, id)| serde_json::json!({"table": table, "match": id}));
        let (seq, head) = (appended.head.seq, appended.head.hash.to_string());
        output.document(&serde_json::json!({
            "event": event.id(), "round": round, "matches": opened.collect::<Vec<_>>(), "seq": seq, "head": head,
        }))?;
    }
    let opened = match (matches.first(), matches.last()) {
        (Some((_, only)), _) if matches.len() == 1 => format!(", match {only} is open"),
        (Some((_, first)), Some((_, last))) => format!(", matches {first} to {last} are open"),
        _ => String::new(),
    };
    output.done(&format!("{}: round {round} is published{opened}", event.id()))?;
    Ok(Exit::Done)
}

/// Ends a round.
///
/// # Errors
/// Open results, each with its table and players.
pub fn close(own: &CloseArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let arguments = &own.round;
    let mut store = shared.store()?;
    let mut event = till_exit(TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by));
    let round = arguments.round.map_or_else(|| last_round(&event), |round| Ok(RoundNumber(round)))?;
    let open = event.state().round(round).map(|known| results::open_tables(event.state(), known));
    let close = own.letting.of(&event, TournamentCommand::CloseRound { round, anyway: None });
    event.take(close, "close").map_err(|error| match &open {
        Some(open) if !open.is_empty() => CliError::from(error).hint(format!("enter the results of {open}")),
        _ => error.into(),
    })?;
    commit(&mut event, &mut store, &format!("round {round} is closed"), output)
}

/// Lets the best go on.
///
/// # Errors
/// Fewer than two players, more than there are, or a round that is not closed.
pub fn cut(arguments: &CutArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = till_exit(TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by));
    let state = event.state();
    let before = state.cut.as_ref().map(|(_, after)| *after).filter(|_| arguments.again);
    let last = before.unwrap_or(RoundNumber(state.rounds.len() as u16));
    let players = qualifiers(state, last, arguments.top);
    if players.len() < arguments.top || arguments.top < 2 {
        let here = count(players.len(), "player is", "players are");
        let message = match arguments.top {
            0 | 1 => format!("can't cut to {}: a bracket has at least 2 players", arguments.top),
            top => format!("can't cut to {top}: only {here} active"),
        };
        let hint = match players.len() {
            0 | 1 => format!("`adjutant event show {}` shows who is active", arguments.event),
            2 => "cut to 2".to_owned(),
            most => format!("cut to a number from 2 to {most}"),
        };
        return Err(CliError::refused(message).hint(hint));
    }
    let names: Vec<String> = players.iter().map(|player| state.shown(player)).collect();
    let cut = Cut {
        third_place: arguments.third_place,
        double: arguments.double,
        why: arguments.why.clone(),
        ..Cut::to(players)
    };
    let top = cut.players.len();
    event.take(TournamentCommand::Cut(cut), "cut")?;
    let next = event.state().due();
    let name = round_name(event.state(), next).unwrap_or_default();
    commit(&mut event, &mut store, &format!("cut to {top}, next is the {name}: {}", names.join(", ")), output)
}

/// Ends the event and names champion and podium.
///
/// # Errors
/// A round that is not closed, or rounds left to play.
pub fn finish(arguments: &FinishArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = till_exit(TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by));
    let finish = TournamentCommand::Finish { early: arguments.early, anyway: None };
    let announced = event.log().records().iter().rfind(|record| record.command.kind() == Kind::Finish);
    let announced = announced.map(|end| event.log().state_at(end.seq));
    let finish = arguments.letting.of(&event, finish);
    event.take(finish, "finish")?;
    let said = match standings::podium(event.state()).as_slice() {
        [] => "finished".to_owned(),
        places => format!("finished. {}", places.join("; ")),
    };
    commit(&mut event, &mut store, &said, output)?;
    // What an end announced that was taken back since.
    let prizes = announced.map(|then| given(&then, event.state())).unwrap_or_default();
    for line in say::touched(event.state(), &Touched { prizes, ..Touched::default() }) {
        output.remark(&line);
    }
    Ok(Exit::Done)
}

/// Takes the last record that stands back, or the one named.
///
/// # Errors
/// Nothing to take back, or a record on which later ones rest.
pub fn undo(arguments: &UndoArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let event = TournamentRecording::load(&store, &arguments.event)?;
    let mut event = arguments.bench.seated(event, arguments.speaker.by);
    let seq = arguments.record.or_else(|| last_standing(&event)).ok_or_else(|| {
        CliError::refused("there is nothing to undo").hint("the record `create` stays; create another event instead")
    })?;
    let what = event.log().records().iter().find(|record| record.seq == seq);
    let what =
        what.map(|record| event_command::in_words(&event.log().state_at(seq), &record.command)).unwrap_or_default();
    let published = event.state().rounds.last().is_some_and(|round| round.stage == Stage::Published);
    let together = with_reason(&event, seq, arguments)?;
    let why = arguments.why.clone().map_or_else(|| Reason::new("undone"), Ok);
    let why = why.map_err(|error| CliError::refused(error.to_string()))?;
    let retract = TournamentCommand::Retract { seq, why, later: None };
    let said = |_: &Tournament| format!("undone: record {seq}, {what}{together}");
    let commands = vec![(retract, format!("undo of record {seq}"))];
    arguments.correcting.record((&mut event, &mut store, &shared.vault()?), commands, said, output)?;
    let still = event.state().rounds.last().is_some_and(|round| round.stage == Stage::Published);
    if published && !still && event.state().create.as_ref().is_some_and(|create| create.pack.is_some()) {
        output.remark("the matches of the round stay in the database; publishing the round again uses them");
    }
    Ok(Exit::Done)
}

/// Asks for a reason where people relied on a record, and names the records that are taken back with it.
fn with_reason(event: &TournamentRecording, seq: u64, arguments: &UndoArguments) -> Result<String, CliError> {
    let Ok(correction) = event.log().correction(seq, arguments.bench.speaker(arguments.speaker.by)) else {
        return Ok(String::new());
    };
    if correction.is_listed() && event.state().is_judged() && arguments.why.is_none() {
        let message = format!("people have relied on record {seq}");
        return Err(CliError::refused(message).hint("say why you undo it with --why; every audit lists it"));
    }
    let others: Vec<String> = correction.takes.iter().filter(|taken| **taken != seq).map(u64::to_string).collect();
    Ok(if others.is_empty() { String::new() } else { format!("; with it records {}", others.join(", ")) })
}

fn last_standing(event: &TournamentRecording) -> Option<u64> {
    let last = event.log().standing().rfind(|record| record.command.kind().class() != Class::Fixed);
    last.map(|record| record.seq)
}
