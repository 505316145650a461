//! `adjutant event …`.

pub mod award;
pub mod bracket;
pub mod bundle;
pub mod check;
mod correcting;
pub mod corrections;
pub mod day;
pub mod desk;
pub mod entries;
pub mod export;
pub mod hall;
pub mod history;
pub mod import;
pub mod judges;
mod listed;
pub mod new;
pub mod note;
pub mod pair;
pub mod passes;
mod player_page;
pub mod players;
pub mod pods;
mod policies;
pub mod push;
mod rehearse;
pub mod result;
pub mod roster;
pub mod rounds;
pub mod season;
mod seen;
pub mod settings;
pub mod sheets;
pub mod show;
pub mod sign;
pub mod speaking;
pub mod standings;
pub mod team;

use clap::Subcommand;

use crate::arguments::shared::Shared;
use crate::error::Outcome;
use crate::grouped;
use crate::later::{self, Later};
use crate::output::Output;

/// The groups of the verbs in the order of a day, each with the first of them.
const GROUPS: [(&str, &str); 8] = [
    ("Before the day", "new"),
    ("Doors open", "check-in"),
    ("Each round", "pair"),
    ("Results", "result"),
    ("Judges", "call"),
    ("The end", "pods"),
    ("Set right", "undo"),
    ("Look, print, hand on", "show"),
];

/// `event` with its verbs, in groups where help is printed.
pub fn in_groups(event: clap::Command) -> clap::Command {
    grouped::in_groups(later::now::<Verb>(event), &GROUPS)
}

/// The verbs of an event, in the order of `GROUPS`.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Create an event
    New(Later<new::Arguments>),
    /// Create an event with the settings of another
    Copy(Later<season::CopyArguments>),
    /// Change what `event new` set, as long as it has not taken effect
    Settings(Later<settings::Arguments>),
    /// List the tie-breaks and what each counts
    #[command(after_help = "Example: adjutant event tie-breaks")]
    TieBreaks,
    /// Play the day through on a copy, with invented results, and leave its paper
    Rehearse(Later<rehearse::Arguments>),
    /// Set up, change or close tables of the hall
    Table(Later<hall::Arguments>),
    /// Enter players before round 1 is paired
    Register(Later<players::RegisterArguments>),
    /// Correct a player's name, club, team, faction or seat, with a reason
    Edit(Later<corrections::EditArguments>),
    /// Take a mistaken entry out before round 1 is paired
    Withdraw(Later<corrections::WithdrawArguments>),
    /// Check players in
    CheckIn(Later<players::CheckInArguments>),
    /// Note who has paid
    Paid(Later<entries::PaidArguments>),
    /// Record a player's army list by its hash
    Roster(Later<roster::Arguments>),
    /// Enter a player after round 1 was paired
    Late(Later<players::LateArguments>),
    /// Drop a player from the next round on
    Drop(Later<players::DropArguments>),
    /// Bring a dropped player back
    Return(Later<players::ReturnArguments>),
    /// Record a bye that a player requested
    ByeRequest(Later<corrections::ByeArguments>),
    /// Show the pass of a printed card, or make a new one
    Pass(Later<passes::Arguments>),
    /// Draft the next round
    Pair(Later<pair::PairArguments>),
    /// Explain why a player met this opponent
    Explain(Later<pair::ExplainArguments>),
    /// Change tables of a draft or of an open round, with a reason
    Repair(Later<pair::RepairArguments>),
    /// Move a game to another table, or swap two games
    Move(Later<corrections::MoveArguments>),
    /// Post the round and open its matches
    #[command(visible_alias = "start")]
    Publish(Later<rounds::PublishArguments>),
    /// Pair the games of two teams, step by step
    Team(Later<team::Arguments>),
    /// Show, start, pause, resume or stop the clock of the round
    RoundClock(Later<day::ClockArguments>),
    /// Give a table more time, with a reason
    Extend(Later<day::ExtendArguments>),
    /// End the round once its results are in
    Close(Later<rounds::CloseArguments>),
    /// Enter the result of a table, or a list of results
    Result(Later<result::ResultArguments>),
    /// Enter one result after another: type `4 75 62` for table 4
    Desk(Later<desk::Arguments>),
    /// Record a result as one of the two players reports it
    Report(Later<day::ReportArguments>),
    /// Dispute a result as one of the two players
    Dispute(Later<day::DisputeArguments>),
    /// Correct a result, with a reason
    Amend(Later<result::AmendArguments>),
    /// Award points for painting, sportsmanship …
    Award(Later<award::AwardArguments>),
    /// Print the standings
    Standings(Later<standings::Arguments>),
    /// What judges say
    #[command(flatten)]
    Judges(JudgeVerb),
    /// Let players of equal record meet in pods from the next round on
    Pods(Later<pods::Arguments>),
    /// Cut to a bracket of the best
    Cut(Later<rounds::CutArguments>),
    /// Show the bracket
    Bracket(Later<bracket::Arguments>),
    /// End the event
    Finish(Later<rounds::FinishArguments>),
    /// Print who has won what
    Prizes(Later<award::PrizeArguments>),
    /// Sign the log
    Sign(Later<sign::Arguments>),
    /// Leave a finished event out of the list, or bring it back
    Archive(Later<season::ArchiveArguments>),
    /// Undo the last record, or the one named
    Undo(Later<rounds::UndoArguments>),
    /// Write down a remark
    Note(Later<note::Arguments>),
    /// Show an event, a player, a round or the history
    Show(Later<show::ShowArguments>),
    /// List all events
    List(Later<show::ListArguments>),
    /// Check an event, an event log or a TRF file independently
    Check(Later<check::Arguments>),
    /// Print every sheet of a round
    Sheets(Later<sheets::Arguments>),
    /// Write the games or places of one or more events as a list
    Results(Later<season::ResultsArguments>),
    /// Bring it out, or in
    #[command(flatten)]
    Files(FileVerb),
}

/// The verbs of judges.
#[derive(Subcommand, Debug)]
pub enum JudgeVerb {
    /// Call a judge to a table, or list open calls and disputes
    Call(Later<day::CallArguments>),
    /// Say of which club and team a judge is, or list the judges
    Judge(Later<judges::Arguments>),
    /// Answer a call or a dispute
    Answer(Later<day::AnswerArguments>),
    /// Record a warning, card, loss, disqualification or penalty points
    Infraction(Later<corrections::InfractionArguments>),
    /// Take or give match points, with a reason
    Penalty(Later<players::PenaltyArguments>),
}

/// The verbs that bring an event out of the database, or into it.
#[derive(Subcommand, Debug)]
pub enum FileVerb {
    /// Export an event as a log, JSON or TRF
    Export(Later<export::Arguments>),
    /// Put everything that checks an event into one archive
    Bundle(Later<bundle::Arguments>),
    /// Send standings, games or everything to an address on the web
    Push(Later<push::Arguments>),
    /// Import an event log or a TRF report
    Import(Later<import::Arguments>),
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
        Verb::Move(own) => corrections::move_game(own, shared, output),
        Verb::Rehearse(own) => rehearse::run(own, shared, output),
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
        Verb::Paid(own) => entries::paid(own, shared, output),
        Verb::Pass(own) => passes::run(own, shared, output),
        Verb::Amend(own) => result::amend(own, shared, output),
        Verb::Close(own) => rounds::close(own, shared, output),
        Verb::Standings(own) => standings::run(own, shared, output),
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
        Verb::Judges(own) => of_judges(own, shared, output),
        Verb::Files(own) => files(own, shared, output),
    }
}

fn of_judges(verb: &JudgeVerb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        JudgeVerb::Call(own) => day::call(own, shared, output),
        JudgeVerb::Judge(own) => judges::run(own, shared, output),
        JudgeVerb::Answer(own) => day::answer(own, shared, output),
        JudgeVerb::Infraction(own) => corrections::infraction(own, shared, output),
        JudgeVerb::Penalty(own) => players::penalty(own, shared, output),
    }
}

fn files(verb: &FileVerb, shared: &Shared, output: &mut Output) -> Outcome {
    match verb {
        FileVerb::Export(own) => export::run(own, shared, output),
        FileVerb::Bundle(own) => bundle::run(own, shared, output),
        FileVerb::Push(own) => push::run(own, shared, output),
        FileVerb::Import(own) => import::run(own, shared, output),
    }
}
