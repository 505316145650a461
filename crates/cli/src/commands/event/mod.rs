//! `adjutant event …`.

pub mod award;
pub mod bracket;
pub mod check;
pub mod corrections;
pub mod day;
pub mod desk;
pub mod export;
pub mod hall;
pub mod history;
pub mod import;
mod listed;
pub mod new;
pub mod note;
pub mod pair;
pub mod passes;
mod player_page;
pub mod players;
pub mod pods;
mod policies;
pub mod result;
pub mod roster;
pub mod rounds;
pub mod season;
pub mod settings;
pub mod sheets;
pub mod show;
pub mod sign;
pub mod standings;
pub mod team;

use adjutant_engine::visible::message;
use adjutant_store::Store;
use adjutant_tournament::{By, RoundNumber, TournamentCommand, TournamentId};
use clap::Subcommand;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Outcome;
use crate::commands::Shared;
use crate::error::{CliError, Exit};
use crate::event_recording::TournamentRecording;
use crate::output::Output;

/// The verbs of an event, in the order of an organiser's day.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Create an event
    New(Box<new::Arguments>),
    /// Change what `event new` set, as long as it has not taken effect
    Settings(Box<settings::Arguments>),
    /// Create an event with the settings of another
    Copy(season::CopyArguments),
    /// List the tie-breaks and what each counts
    #[command(after_help = "Example: adjutant event tie-breaks")]
    TieBreaks,
    /// Enter players before round 1 is paired
    Register(players::RegisterArguments),
    /// Check players in
    CheckIn(players::CheckInArguments),
    /// Record a player's army list by its hash
    Roster(roster::Arguments),
    /// Enter a player after round 1 was paired
    Late(players::LateArguments),
    /// Drop a player from the next round on
    Drop(players::DropArguments),
    /// Bring a dropped player back
    Return(players::ReturnArguments),
    /// Correct a player's name, club, team, faction or seat, with a reason
    Edit(Box<corrections::EditArguments>),
    /// Take a mistaken entry out before round 1 is paired
    Withdraw(corrections::WithdrawArguments),
    /// Record a bye that a player requested
    ByeRequest(corrections::ByeArguments),
    /// Record a warning, loss, disqualification or penalty points
    Infraction(corrections::InfractionArguments),
    /// Set up, change or close tables of the hall
    Table(hall::Arguments),
    /// Draft the next round
    Pair(pair::PairArguments),
    /// Explain why a player met this opponent
    Explain(pair::ExplainArguments),
    /// Change tables of a draft or of an open round, with a reason
    Repair(pair::RepairArguments),
    /// Move a game to another table, or swap two games
    Move(corrections::MoveArguments),
    /// Post the round and open its matches
    #[command(visible_alias = "start")]
    Publish(rounds::PublishArguments),
    /// Pair the games of two teams, step by step
    Team(team::Arguments),
    /// Enter the result of a table, or a list of results
    Result(Box<result::ResultArguments>),
    /// Enter one result after another: type `4 75 62` for table 4
    Desk(desk::Arguments),
    /// Record a result as one of the two players reports it
    Report(day::ReportArguments),
    /// Dispute a result as one of the two players
    Dispute(day::DisputeArguments),
    /// Show, start, pause, resume or stop the clock of the round
    RoundClock(day::ClockArguments),
    /// Give a table more time, with a reason
    Extend(day::ExtendArguments),
    /// Call a judge to a table, or list open calls and disputes
    Call(day::CallArguments),
    /// Answer a call or a dispute
    Answer(day::AnswerArguments),
    /// Correct a result, with a reason
    Amend(Box<result::AmendArguments>),
    /// End the round once its results are in
    Close(rounds::CloseArguments),
    /// Print the standings
    Standings(standings::Arguments),
    /// Take or give match points, with a reason
    Penalty(players::PenaltyArguments),
    /// Award points for painting, sportsmanship …
    Award(award::AwardArguments),
    /// Print who has won what
    Prizes(award::PrizeArguments),
    /// Cut to a bracket of the best
    Cut(rounds::CutArguments),
    /// Let players of equal record meet in pods from the next round on
    Pods(pods::Arguments),
    /// Show the bracket
    Bracket(bracket::Arguments),
    /// End the event
    Finish(rounds::FinishArguments),
    /// Leave a finished event out of the list, or bring it back
    Archive(season::ArchiveArguments),
    /// Show the pass of a printed card, or make a new one
    Pass(passes::Arguments),
    /// Sign the log
    Sign(sign::Arguments),
    /// Write down a remark
    Note(note::Arguments),
    /// Undo the last record, or the one named
    Undo(rounds::UndoArguments),
    /// Check an event, an event log or a TRF file independently
    Check(check::Arguments),
    /// Print every sheet of a round
    Sheets(sheets::Arguments),
    /// Show an event, a player, a round or the history
    Show(show::ShowArguments),
    /// List all events
    List(show::ListArguments),
    /// Write the games or places of one or more events as a list
    Results(season::ResultsArguments),
    /// Export an event as a log, JSON or TRF
    Export(export::Arguments),
    /// Import an event log or a TRF report
    Import(import::Arguments),
}

/// Does what the arguments ask.
///
/// # Errors
/// Whatever keeps the verb from being done.
pub fn run(verb: &Verb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        Verb::New(own) => new::run(own, shared, output),
        Verb::Copy(own) => season::copy(own, shared, output),
        Verb::Archive(own) => season::archive(own, shared, output),
        Verb::Results(own) => season::results(own, shared, output),
        Verb::Settings(own) => settings::run(own, shared, output),
        Verb::TieBreaks => settings::tie_breaks(output),
        Verb::Register(own) => players::register(own, shared, output),
        Verb::CheckIn(own) => players::check_in(own, shared, output),
        Verb::Late(own) => players::late(own, shared, output),
        Verb::Drop(own) => players::leave(own, shared, output),
        Verb::Return(own) => players::come_back(own, shared, output),
        Verb::Edit(own) => corrections::edit(own, shared, output),
        Verb::Withdraw(own) => corrections::withdraw(own, shared, output),
        Verb::ByeRequest(own) => corrections::ask_bye(own, shared, output),
        Verb::Infraction(own) => corrections::infraction(own, shared, output),
        Verb::Move(own) => corrections::move_game(own, shared, output),
        Verb::Table(own) => hall::run(own, shared, output),
        Verb::Pair(own) => pair::pair(own, shared, output),
        Verb::Explain(own) => pair::explain(own, shared, output),
        Verb::Repair(own) => pair::repair(own, shared, output),
        Verb::Publish(own) => rounds::publish(own, shared, output),
        Verb::Result(own) => result::enter(own, shared, output),
        Verb::Desk(own) => desk::run(own, shared, output),
        Verb::Report(own) => day::report(own, shared, output),
        Verb::Dispute(own) => day::dispute(own, shared, output),
        Verb::RoundClock(own) => day::clock(own, shared, output),
        Verb::Extend(own) => day::extend(own, shared, output),
        Verb::Call(own) => day::call(own, shared, output),
        Verb::Answer(own) => day::answer(own, shared, output),
        Verb::Pass(own) => passes::run(own, shared, output),
        Verb::Amend(own) => result::amend(own, shared, output),
        Verb::Close(own) => rounds::close(own, shared, output),
        Verb::Standings(own) => standings::run(own, shared, output),
        Verb::Penalty(own) => players::penalty(own, shared, output),
        Verb::Award(own) => award::award(own, shared, output),
        Verb::Prizes(own) => award::prize_list(own, shared, output),
        Verb::Bracket(own) => bracket::run(own, shared, output),
        Verb::Cut(own) => rounds::cut(own, shared, output),
        Verb::Pods(own) => pods::run(own, shared, output),
        Verb::Finish(own) => rounds::finish(own, shared, output),
        Verb::Sign(own) => sign::run(own, shared, output),
        Verb::Note(own) => note::run(own, shared, output),
        Verb::Roster(own) => roster::run(own, shared, output),
        Verb::Team(own) => team::run(own, shared, output),
        Verb::Undo(own) => rounds::undo(own, shared, output),
        Verb::Check(own) => check::run(own, shared, output),
        Verb::Sheets(own) => sheets::run(own, shared, output),
        Verb::Show(own) => show::show(own, shared, output),
        Verb::List(own) => show::list(own, shared, output),
        Verb::Export(own) => export::run(own, shared, output),
        Verb::Import(own) => import::run(own, shared, output),
    }
}

/// Who says what a verb records.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Speaker {
    /// Record as organiser, judge or player
    #[arg(long, value_name = "WHO", value_parser = word::<By>, default_value = "organiser")]
    by: By,
}

/// What verbs that record answer with `--json`.
#[derive(Serialize)]
struct Recorded<'a> {
    event: &'a TournamentId,
    recorded: usize,
    seq: u64,
    head: String,
}

/// Writes what was taken and says so.
///
/// # Errors
/// Another recorder who was faster, a database that cannot be written, or standard output.
pub fn commit(event: &mut TournamentRecording, store: &mut Store, said: &str, output: &mut Output) -> Outcome {
    let appended = event.commit(store)?;
    if output.json {
        let (seq, head) = (appended.head.seq, appended.head.hash.to_string());
        output.document(&Recorded { event: event.id(), recorded: appended.written, seq, head })?;
    }
    output.done(&format!("{}: {said}", event.id()))?;
    Ok(Exit::Done)
}

/// Records one command of an event and says so.
///
/// # Errors
/// No such event, the refusal of the rules, or a database that cannot be written.
fn tell(
    id: &TournamentId,
    command: TournamentCommand,
    words: &str,
    speaker: Speaker,
    shared: &Shared,
    output: &mut Output,
) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, id)?.told_by(speaker.by);
    event.take(command, words)?;
    commit(&mut event, &mut store, words, output)
}

/// The round that was paired last.
///
/// # Errors
/// No round was paired yet.
fn last_round(event: &TournamentRecording) -> Result<RoundNumber, CliError> {
    let last = event.state().rounds.last().map(|round| round.pair.round);
    last.ok_or_else(|| {
        CliError::refused(format!("no round of event {} is paired yet", event.id()))
            .hint(format!("`adjutant event pair {}` drafts the first", event.id()))
    })
}

/// Reads a word of a closed list, as clap wants it.
fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(serde_json::Value::from(text)).map_err(|error| {
        let said = error.to_string();
        // "unknown variant `x`, expected one of `a`, `b`, `c`": clap has named what was found.
        let said = said.rsplit_once("expected ").map_or(said.clone(), |(_, known)| format!("use {known}"));
        message(&said).into_owned()
    })
}
