//! What players, judges and the desk say while a round is played: `report`, `dispute`, `round-clock`, `extend`, `call`,
//! `answer`.

use adjutant_app::App;
use adjutant_app::tournaments::matches;
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_app::tournaments::results::with_bye_points;
use adjutant_core::counts::count;
use adjutant_engine::ids::MatchId;
use adjutant_engine::time::Timestamp;
use adjutant_present::say::event_command;
use adjutant_tournament::command::{
    Answer, Call, CallKind, ClockStep, Dispute, Extend, Forfeit, Report, ResultEntry, RoundClock, Winner,
};
use adjutant_tournament::day;
use adjutant_tournament::state::TableState;
use adjutant_tournament::{
    By, PlayerId, Reason, RoundNumber, TableNumber, Tournament, TournamentCommand, TournamentId,
};

use super::speaking::{Bench, Speaker, commit, last_round};
use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::commands::matches::answering;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;
use crate::who::Who;

/// Arguments of `event report`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event report gt anna --one 75 --two 62\n          \
    adjutant event report gt ben --from-match gt-r1-t04\n\n\
    --one is the player named first in the pairing. When both players have reported the same, that is the result \
    (`agreed`, or `signed` where both have signed the match). A later report replaces your earlier one.")]
pub struct ReportArguments {
    /// The event
    event: TournamentId,
    /// The player who reports: an id, a name, or any part that fits only one
    player: Who,
    /// The round [default: the one that is played]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Victory points of the player named first
    #[arg(long, value_name = "VP", required_unless_present_any = ["from_match", "forfeit"], allow_negative_numbers = true)]
    one: Option<i64>,
    /// Victory points of the player named second
    #[arg(long, value_name = "VP", required_unless_present_any = ["from_match", "forfeit"], allow_negative_numbers = true)]
    two: Option<i64>,
    /// Name the winner if it is not the higher score: one, two, draw, none (both lose)
    #[arg(long, value_name = "WHO", value_parser = word::<Winner>)]
    winner: Option<Winner>,
    /// Name the side that did not turn up: one, two, both
    #[arg(long = "no-show", value_name = "WHO", value_parser = word::<Forfeit>)]
    forfeit: Option<Forfeit>,
    /// Take the totals from a match log, with its hash
    #[arg(long, value_name = "MATCH", conflicts_with_all = ["one", "two", "winner", "forfeit"])]
    from_match: Option<MatchId>,
}

/// Arguments of `event dispute`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event dispute gt ben --why \"I scored 65\"\n\n\
    The result stays, marked as disputed, and the round stays open until a judge or the organiser answers.")]
pub struct DisputeArguments {
    /// The event
    event: TournamentId,
    /// The player who disputes: an id, a name, or any part that fits only one
    player: Who,
    /// The round [default: the one that is played]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// What is wrong
    #[arg(long)]
    why: Option<Reason>,
}

/// Arguments of `event round-clock`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event round-clock gt start --minutes 150\n          \
    adjutant event round-clock gt add --minutes 10\n          \
    adjutant event round-clock gt\n\n\
    Without a step, shows the clock. No rule of points reads it.")]
pub struct ClockArguments {
    /// The event
    event: TournamentId,
    /// start, pause, resume, stop, add
    #[arg(value_parser = word::<ClockStep>)]
    step: Option<ClockStep>,
    /// With start: minutes of the round; with add: how many more
    #[arg(long, value_name = "N", requires = "step")]
    minutes: Option<u16>,
    /// The round [default: the one that is played]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
}

/// Arguments of `event extend`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event extend gt --table 4 --minutes 10 --why \"a long ruling\" --by judge")]
pub struct ExtendArguments {
    /// The event
    event: TournamentId,
    /// The table
    #[arg(long, value_name = "N")]
    table: u16,
    /// Minutes on top of those the table has
    #[arg(long, value_name = "N")]
    minutes: u16,
    /// The round [default: the one that is played]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// The reason, kept in the log
    #[arg(long)]
    why: Reason,
    /// Record as this speaker
    #[command(flatten)]
    speaker: Speaker,
    /// Record as this judge
    #[command(flatten)]
    bench: Bench,
}

/// Arguments of `event call`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event call gt rules --player anna --why \"line of sight\"\n          \
    adjutant event call gt slow-play --table 4\n          \
    adjutant event call gt\n\n\
    Without a kind, lists the open calls and disputes.")]
pub struct CallArguments {
    /// The event
    event: TournamentId,
    /// rules, result, slow-play, other
    #[arg(value_parser = word::<CallKind>)]
    kind: Option<CallKind>,
    /// The player who calls: an id, a name, or any part that fits only one
    #[arg(long, value_name = "PLAYER")]
    player: Option<Who>,
    /// The table [default: the one of the player]
    #[arg(long, value_name = "N")]
    table: Option<u16>,
    /// What it is about
    #[arg(long)]
    why: Option<Reason>,
    /// Record as this speaker [default: player]
    #[arg(long, value_name = "WHO", value_parser = word::<By>, default_value = "player", hide_default_value = true)]
    by: By,
}

/// Arguments of `event answer`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event answer gt --table 4 --why \"visible through the ruin\"\n          \
    adjutant event answer gt --record 57\n          \
    adjutant event answer gt --table 4 --player anna\n\n\
    Answers the open call of the table or, where there is none, its dispute: the result then stands as ruled. With \
    --player, that player withdraws their call or dispute.")]
pub struct AnswerArguments {
    /// The event
    event: TournamentId,
    /// The table
    #[arg(long, value_name = "N", required_unless_present = "record", conflicts_with = "record")]
    table: Option<u16>,
    /// Number of the record that called or disputed
    #[arg(long, value_name = "SEQ")]
    record: Option<u64>,
    /// The player who takes the call or dispute back
    #[arg(long, value_name = "PLAYER", conflicts_with = "by")]
    player: Option<Who>,
    /// What was decided
    #[arg(long)]
    why: Option<Reason>,
    /// Record as this speaker: organiser or judge
    #[arg(long, value_name = "WHO", value_parser = word::<By>, default_value = "judge")]
    by: By,
    /// Record as this judge
    #[command(flatten)]
    bench: Bench,
}

/// The event, and the round that is meant.
fn load(
    store: &App,
    id: &TournamentId,
    round: Option<u16>,
    by: By,
) -> Result<(TournamentRecording, RoundNumber), CliError> {
    let event = TournamentRecording::load(store, id)?.told_by(by);
    let round = match (round, day::seen_round(event.state())) {
        (Some(round), _) => RoundNumber(round),
        (None, Some(round)) => round.pair.round,
        (None, None) => last_round(&event)?,
    };
    Ok((event, round))
}

/// The table of a player in a round.
fn table_of(event: &TournamentRecording, round: RoundNumber, player: &PlayerId) -> Result<TableNumber, CliError> {
    let known = event.state().round(round).filter(|_| event.state().has_seen(round));
    let pairing = known.and_then(|known| known.of(player));
    pairing.map(|pairing| pairing.table).ok_or_else(|| {
        let name = event.state().shown(player);
        CliError::refused(format!("{name} has no game in round {round}"))
            .hint(format!("`adjutant event show {} --round {round}` shows the tables", event.id()))
    })
}

/// Records what a player reports, and says what came of it.
///
/// # Errors
/// A player without a game, a result that stands, a match that has not ended or is of others.
pub fn report(own: &ReportArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let (mut event, round) = load(&store, &own.event, own.round, By::Player)?;
    let player = own.player.find(&own.event, event.state())?;
    let table = table_of(&event, round, &player)?;
    let result = match &own.from_match {
        Some(id) => {
            let result = matches::result(event.state(), event.id(), &answering::load(&store, id)?, false)?;
            if (result.round, result.table) != (round, table) {
                let message = format!("match {id} is table {} of round {}", result.table, result.round);
                return Err(CliError::refused(message).hint("report from the match of your own table"));
            }
            result
        }
        None => {
            let told = own.one.or(own.two).is_some();
            let by_hand = ResultEntry::by_hand(round, table, own.one.unwrap_or_default(), own.two.unwrap_or_default());
            let said = ResultEntry { winner: own.winner, forfeit: own.forfeit, ..by_hand };
            with_bye_points(event.state(), said, told)
        }
    };
    let words = event_command::result(event.state(), &result);
    event.take(TournamentCommand::Report(Box::new(Report::of(player.clone(), result))), &format!("report {words}"))?;
    let said = format!("{} reports {words}; {}", event.state().shown(&player), came_to(event.state(), round, table));
    commit(&mut event, &mut store, &said, output)
}

/// What the reports of a table have come to.
pub fn came_to(state: &Tournament, round: RoundNumber, table: TableNumber) -> String {
    let Some(known) = state.round(round) else { return String::new() };
    let basis = known.basis(table).map_or("", |basis| basis.name());
    match known.table_state(table) {
        TableState::Open => "no report".to_owned(),
        TableState::Reported => {
            let pairing = known.at(table);
            let waiting = pairing.and_then(|pairing| {
                [&pairing.one, &pairing.two].into_iter().find(|player| known.report_of(table, player).is_none())
            });
            let waiting = waiting.map_or_else(|| "the opponent".to_owned(), |player| state.shown(player));
            format!("{waiting} has not reported yet")
        }
        TableState::Differing => "the reports differ: agree on one, or call a judge".to_owned(),
        TableState::Entered => format!("the result is entered ({basis})"),
        TableState::Disputed => format!("the result is entered ({basis}) and disputed"),
    }
}

/// Records that a player does not accept the result.
///
/// # Errors
/// A table without a result, or with an open dispute.
pub fn dispute(own: &DisputeArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let (mut event, round) = load(&store, &own.event, own.round, By::Player)?;
    let player = own.player.find(&own.event, event.state())?;
    let table = table_of(&event, round, &player)?;
    let dispute = Dispute { round, table, player: player.clone(), why: own.why.clone() };
    event.take(TournamentCommand::Dispute(dispute), &format!("dispute {player}"))?;
    let name = event.state().shown(&player);
    let said = format!("{name} disputes the result of table {table}; round {round} stays open until it is answered");
    commit(&mut event, &mut store, &said, output)
}

/// Changes or shows the clock of a round.
///
/// # Errors
/// A step that the clock cannot take now, or minutes out of range.
pub fn clock(own: &ClockArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let Some(step) = own.step else {
        let (event, round) = load(&shared.reader()?, &own.event, own.round, By::Organiser)?;
        let view = day::clock(event.log(), round).filter(|_| event.state().has_seen(round));
        let Some(view) = view else {
            return Err(CliError::refused(format!("round {round} is not published"))
                .hint(format!("`adjutant event publish {}` lets players see it", event.id())));
        };
        match output.json {
            true => output.document(&view)?,
            false => output.text(&clock_in_words(&view, event.clock().now()))?,
        }
        return Ok(Exit::Done);
    };
    let mut store = shared.store()?;
    let (mut event, round) = load(&store, &own.event, own.round, own.speaker.by)?;
    let clock = RoundClock { round, state: step, minutes: own.minutes };
    event.take(TournamentCommand::RoundClock(clock), &format!("round-clock {}", step.name()))?;
    let said =
        day::clock(event.log(), round).map_or_else(String::new, |view| clock_in_words(&view, event.clock().now()));
    commit(&mut event, &mut store, &said, output)
}

/// Hours, minutes and seconds, such as `2:25:10`.
pub fn time_of(seconds: i64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The clock of a round in a line, as it stands now.
pub fn clock_in_words(view: &day::ClockView, now: Option<Timestamp>) -> String {
    let minutes = count(view.minutes as usize, "minute", "minutes");
    let rest = match (&view.deadline, view.left_s) {
        (Some(deadline), left) => {
            // The hall reads how long it is, not what time it is in Greenwich.
            let left = left.or_else(|| now.map(|now| deadline.seconds() - now.seconds()));
            match left {
                Some(left) if left > 0 => format!(", {minutes}, {} left", time_of(left)),
                Some(_) => format!(", {minutes}, time is up"),
                None => format!(", {minutes}, ends {deadline}"),
            }
        }
        (None, Some(left)) if left > 0 => format!(", {minutes}, {} left", time_of(left)),
        _ => String::new(),
    };
    let more = view.extensions.iter().map(|(table, minutes)| format!("table {table} +{minutes}"));
    let more: Vec<String> = more.collect();
    let more = if more.is_empty() { String::new() } else { format!("; {}", more.join(", ")) };
    format!("clock of round {} {}{rest}{more}", view.round, view.state)
}

/// Gives a table more time.
///
/// # Errors
/// A table without a game, or too many minutes.
pub fn extend(own: &ExtendArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let (event, round) = load(&store, &own.event, own.round, own.speaker.by)?;
    let mut event = own.bench.seated(event, own.speaker.by);
    let (table, minutes) = (TableNumber(own.table), own.minutes);
    event.take(TournamentCommand::Extend(Extend { round, table, minutes, why: own.why.clone() }), "extend")?;
    let all = event.state().round(round).and_then(|round| round.progress.extensions.get(&table)).copied();
    let all = count(all.unwrap_or(minutes).into(), "minute", "minutes");
    commit(&mut event, &mut store, &format!("table {table} has {all} more than the round"), output)
}

/// Calls a judge, or lists what is open.
///
/// # Errors
/// A table without a game, or with an open call.
pub fn call(own: &CallArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let Some(kind) = own.kind else { return list(own, shared, output) };
    let mut store = shared.store()?;
    let (mut event, round) = load(&store, &own.event, None, own.by)?;
    let player = own.player.as_ref().map(|who| who.find(&own.event, event.state())).transpose()?;
    let table = match (own.table, &player) {
        (Some(table), _) => TableNumber(table),
        (None, Some(player)) => table_of(&event, round, player)?,
        (None, None) => return Err(CliError::usage("say who calls").hint("add --player or --table")),
    };
    let call = Call { table, player, kind, why: own.why.clone() };
    event.take(TournamentCommand::Call(call), &format!("call {}", kind.name()))?;
    commit(&mut event, &mut store, &format!("table {table} calls a judge: {}", kind.name()), output)
}

/// The open calls and disputes.
fn list(own: &CallArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let event = TournamentRecording::load(&shared.reader()?, &own.event)?;
    let (state, calls) = (event.state(), day::calls(event.log()));
    let games = day::seen_round(state)
        .map(|round| day::games(event.log(), &day::corrections(event.log()), round.pair.round))
        .unwrap_or_default();
    let disputes: Vec<_> = games.into_iter().filter_map(|game| game.dispute).collect();
    if output.json {
        output.document(&serde_json::json!({"event": event.id(), "calls": calls, "disputes": disputes}))?;
        return Ok(Exit::Done);
    }
    let why = |why: &Option<Reason>| why.as_ref().map_or_else(String::new, |why| format!(", {why}"));
    for call in &calls {
        let who = call.said.player.as_ref().map_or_else(String::new, |player| format!(" by {}", state.shown(player)));
        let (table, kind) = (call.said.table, call.said.kind.name());
        output.text(&format!(
            "table {table} calls{who}: {kind}{} (record {}, {})",
            why(&call.said.why),
            call.seq,
            call.at
        ))?;
    }
    for open in &disputes {
        let who = state.shown(&open.said.player);
        let table = open.said.table;
        output.text(&format!(
            "table {table} disputed by {who}{} (record {}, {})",
            why(&open.said.why),
            open.seq,
            open.at
        ))?;
    }
    if calls.is_empty() && disputes.is_empty() {
        output.text("no open call or dispute")?;
    }
    Ok(Exit::Done)
}

/// Answers a call or a dispute.
///
/// # Errors
/// Nothing open at that table, or somebody else's call.
pub fn answer(own: &AnswerArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let by = if own.player.is_some() { By::Player } else { own.by };
    let mut store = shared.store()?;
    let mut event = own.bench.seated(load(&store, &own.event, None, by)?.0, by);
    let player = own.player.as_ref().map(|who| who.find(&own.event, event.state())).transpose()?;
    let seq = match (own.record, own.table.map(TableNumber)) {
        (Some(seq), _) => seq,
        (None, Some(table)) => open_at(event.state(), table).ok_or_else(|| {
            CliError::refused(format!("table {table} has no open call or dispute"))
                .hint(format!("`adjutant event call {}` lists what is open", own.event))
        })?,
        (None, None) => return Err(CliError::usage("say which call").hint("add --table or --record")),
    };
    let what = match event.state().call(seq) {
        Some(call) => format!("call of table {}", call.table),
        None => {
            event.state().dispute(seq).map_or_else(String::new, |(_, open)| format!("dispute of table {}", open.table))
        }
    };
    let taken_back = player.is_some();
    event.take(TournamentCommand::Answer(Answer { seq, player, why: own.why.clone() }), &format!("answer {seq}"))?;
    let done = if taken_back { "taken back" } else { "answered" };
    commit(&mut event, &mut store, &format!("{what} {done}"), output)
}

/// The open call of a table or, where there is none, its dispute.
fn open_at(state: &Tournament, table: TableNumber) -> Option<u64> {
    let dispute = || day::seen_round(state)?.progress.disputes.get(&table).map(|said| said.seq);
    state.calls.get(&table).map(|said| said.seq).or_else(dispute)
}
