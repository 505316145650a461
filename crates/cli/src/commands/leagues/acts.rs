//! What an officer says beside pinning logs: members, merges, paper games, what is left out, corrections, the end.

use adjutant_app::keys;
use adjutant_core::ids::{LeagueId, MemberId};
use adjutant_core::signature::Statement;
use adjutant_core::text::Text;
use adjutant_core::{Name, Winner};
use adjutant_league::command::{Entry, Exclude, Paper};
use adjutant_league::{By, Day, LeagueCommand};

use super::new::day;
use super::speaking::{commit, log_of, member_of, open, reason, tell};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Outcome};
use crate::output::Output;

/// Arguments of `league enter`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league enter north26 \"Anna Berg\" --club \"Dice Tower\"")]
pub struct EnterArguments {
    /// The league
    league: LeagueId,
    /// The person's name
    name: Name,
    /// Id in this league [default: the next number]
    #[arg(long)]
    id: Option<MemberId>,
    /// Club
    #[arg(long)]
    club: Option<Name>,
}

/// Arguments of `league merge`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league merge north26 m0031 m0004 --why \"moved house, entered twice\"\n\n\
    `adjutant league undo` separates them again.")]
pub struct MergeArguments {
    /// The league
    league: LeagueId,
    /// The entry that was one too many
    member: String,
    /// The entry that stands for both
    into: String,
    /// Why
    #[arg(long, value_parser = reason)]
    why: Text,
}

/// Arguments of `league exclude`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples: adjutant league exclude north26 --log rtt-3 --why \"results were made up\"\n          \
    adjutant league exclude north26 --member m0007 --why \"banned until spring\"\n\n\
    A log is out of everything. A member is out of table, ranks and figures; the games stay in the opponents' points and, \
    up to this day, ratings. `adjutant league undo` brings back."
)]
pub struct ExcludeArguments {
    /// The league
    league: LeagueId,
    /// The log, by its id or the first digits of its origin
    #[arg(long, value_name = "LOG", required_unless_present = "member", conflicts_with = "member")]
    log: Option<String>,
    /// The member, by id or name
    #[arg(long)]
    member: Option<String>,
    /// Why
    #[arg(long, value_parser = reason)]
    why: Text,
}

/// Arguments of `league paper`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league paper north26 \"Anna Berg\" 75:62 \"Ben Ode\" --on 2026-11-20\n\n\
    A game without a log: it counts where the league takes games on any basis, and is shown as claimed. The result is \
    VP:VP, or one of won, lost, drawn as the first member sees it.")]
pub struct PaperArguments {
    /// The league
    league: LeagueId,
    /// A member, by id or name
    one: String,
    /// What it came to
    #[arg(value_name = "VP:VP|won|lost|drawn", value_parser = outcome)]
    result: (Winner, Option<[u32; 2]>),
    /// The other member
    two: String,
    /// Its day
    #[arg(long, value_name = "DAY", value_parser = day)]
    on: Day,
    /// Why it is entered although it says what another record says
    #[arg(long, value_name = "TEXT", value_parser = reason)]
    why: Option<Text>,
}

/// Arguments of `league undo`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league undo north26 31 --why \"they are two people after all\"\n\n\
    Lists that were shown stay as they are; the next one follows from what stands.")]
pub struct UndoArguments {
    /// The league
    league: LeagueId,
    /// The number of the record
    record: u64,
    /// Why
    #[arg(long, value_parser = reason)]
    why: Text,
}

/// Arguments of `league close` and `league reopen`.
#[derive(clap::Args, Debug)]
pub struct EndArguments {
    /// The league
    league: LeagueId,
    /// Why
    #[arg(long, value_parser = reason)]
    why: Option<Text>,
}

/// Arguments of `league note`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league note north26 \"the Harbour RTT is still to come\"")]
pub struct NoteArguments {
    /// The league
    league: LeagueId,
    /// The remark
    #[arg(value_parser = reason)]
    text: Text,
}

/// Arguments of `league sign`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant league sign north26\n\n\
    Signs four lines of text with the ed25519 key of the data folder (`adjutant key new`): `adjutant league signature v2`, \
    `log` and the hash of record 1, `as` and `officer` or `member ID`, `head` and the head.")]
pub struct SignArguments {
    /// The league
    league: LeagueId,
    /// The member who signs with this folder's key [default: the officer signs]
    member: Option<String>,
}

fn outcome(text: &str) -> Result<(Winner, Option<[u32; 2]>), String> {
    let by = |one: u32, two: u32| match one.cmp(&two) {
        std::cmp::Ordering::Greater => Winner::One,
        std::cmp::Ordering::Less => Winner::Two,
        std::cmp::Ordering::Equal => Winner::Draw,
    };
    let scored = |text: &str| {
        let (one, two) = text.split_once(':')?;
        let (one, two) = (one.parse().ok()?, two.parse().ok()?);
        (one <= 1_000 && two <= 1_000).then_some((by(one, two), Some([one, two])))
    };
    match text {
        "won" => Ok((Winner::One, None)),
        "lost" => Ok((Winner::Two, None)),
        "drawn" => Ok((Winner::Draw, None)),
        other => scored(other).ok_or_else(|| "write VP:VP, such as 75:62, or one of won, lost, drawn".to_owned()),
    }
}

/// Enters a person.
///
/// # Errors
/// No such league, an id that is taken.
pub fn enter(own: &EnterArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (mut store, mut league) = open(shared, &own.league)?;
    let id = own.id.clone().unwrap_or_else(|| league.next_member());
    let entry = Entry { id: id.clone(), name: Some(own.name.clone()), digest: None, club: own.club.clone(), key: None };
    league.take(LeagueCommand::Member(Box::new(entry)))?;
    commit(&mut league, &mut store, &format!("{} is {id}", own.name), output)
}

/// Says that two entries are one person.
///
/// # Errors
/// No such league or member, or two who met each other.
pub fn merge(own: &MergeArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (mut store, mut league) = open(shared, &own.league)?;
    let (member, into) = (member_of(&league, &own.member)?, member_of(&league, &own.into)?);
    let said = format!("{member} and {into} are one person, {into}");
    league.take(LeagueCommand::Merge { member, into, why: own.why.clone() })?;
    commit(&mut league, &mut store, &said, output)
}

/// Leaves a log or a member out.
///
/// # Errors
/// No such league, log or member.
pub fn exclude(own: &ExcludeArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (mut store, mut league) = open(shared, &own.league)?;
    let origin = own.log.as_deref().map(|log| log_of(&league, log)).transpose()?;
    let member = own.member.as_deref().map(|member| member_of(&league, member)).transpose()?;
    let said = match (&own.log, &member) {
        (Some(log), _) => format!("{log} is left out of everything"),
        (_, Some(member)) => format!("{member} is left out of table, ranks and figures"),
        _ => {
            return Err(CliError::usage("name a log or a member")
                .hint(format!("`adjutant league exclude {} --log LOG --why …`, or --member", own.league)));
        }
    };
    league.take(LeagueCommand::Exclude(Box::new(Exclude { origin, member, why: own.why.clone() })))?;
    commit(&mut league, &mut store, &said, output)
}

/// Enters a game without a log.
///
/// # Errors
/// No such league or member, a day outside the season, a game that is entered already.
pub fn paper(own: &PaperArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (mut store, mut league) = open(shared, &own.league)?;
    let players = [member_of(&league, &own.one)?, member_of(&league, &own.two)?];
    let (result, vp) = own.result;
    let mut people = players.iter().map(|id| league.state().person(id).clone()).collect::<Vec<_>>();
    people.sort();
    let on = own.on;
    let double = league.season(None).ok().and_then(|season| {
        let both = |game: &adjutant_league::season::SeasonGame| {
            let mut sides: Vec<_> = game.sides.iter().filter_map(|side| side.member.clone()).collect();
            sides.sort();
            game.kind.is_some() && game.day == on && sides == people
        };
        season.games.iter().any(both).then_some(())
    });
    if double.is_some() && own.why.is_none() {
        return Err(CliError::refused(format!("a log has these two against each other on {on}"))
            .hint("if this is another game, say so with --why"));
    }
    let said = format!("a paper game of {} and {} on {on}", players[0], players[1]);
    league.take(LeagueCommand::Paper(Box::new(Paper { on, players, result, vp, why: own.why.clone() })))?;
    commit(&mut league, &mut store, &said, output)
}

/// Takes a record back.
///
/// # Errors
/// No such league, or a record that stays.
pub fn undo(own: &UndoArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let command = LeagueCommand::Retract { seq: own.record, why: own.why.clone() };
    tell(&own.league, By::Officer, command, &format!("record {} is taken back", own.record), shared, output)
}

/// Ends a league.
///
/// # Errors
/// No such league, or one that is closed.
pub fn close(own: &EndArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let command = LeagueCommand::Close { why: own.why.clone() };
    tell(&own.league, By::Officer, command, "closed", shared, output)
}

/// Goes on with a league.
///
/// # Errors
/// No such league, or one that is not closed.
pub fn reopen(own: &EndArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let command = LeagueCommand::Reopen { why: own.why.clone() };
    tell(&own.league, By::Officer, command, "open again", shared, output)
}

/// Records a remark; it changes nothing.
///
/// # Errors
/// No such league.
pub fn note(own: &NoteArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let command = LeagueCommand::Note { text: own.text.clone() };
    tell(&own.league, By::Officer, command, &format!("note: {}", own.text), shared, output)
}

/// Signs the log.
///
/// # Errors
/// No key, no such league or member.
pub fn sign(own: &SignArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let key = keys::load(&shared.folder()?)?;
    let (mut store, league) = open(shared, &own.league)?;
    let member = own.member.as_deref().map(|member| member_of(&league, member)).transpose()?;
    let by = if member.is_some() { By::Member } else { By::Officer };
    let mut league = league.told_by(by);
    let head = league.log().link().hash;
    let origin = league.state().origin.unwrap_or(head);
    let role = member.as_ref().map_or_else(|| "officer".to_owned(), |member| format!("member {member}"));
    let signature = key.sign(&Statement::of_league(origin, role, head));
    let said = format!("signed up to record {}, head {head}, with key {}", league.log().link().seq, key.public());
    league.take(LeagueCommand::Sign { member, head, key: Some(key.public()), signature: Some(signature) })?;
    commit(&mut league, &mut store, &said, output)
}
