//! `adjutant league add ID PATH…` and `adjutant league who ID PLAYER@LOG MEMBER`.

use std::path::PathBuf;

use adjutant_app::leagues::Added;
use adjutant_core::counts::count;
use adjutant_core::ids::LeagueId;
use adjutant_core::text::Text;
use adjutant_league::command::{Proof, Who};
use adjutant_league::propose::Open;
use adjutant_league::source::SourceKind;
use adjutant_league::{By, Day, LeagueCommand};
use adjutant_present::league::{Names, open as in_words};
use serde::Serialize;

use super::new::day;
use super::speaking::{Played, commit, look, member_of, open, reason};
use crate::arguments::shared::Shared;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `league add`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant league add north26 hall/adjutant.db league-night.jsonl\n          \
    adjutant league add north26 rtt.jsonl --on 2026-05-03 --why \"the clock of that laptop was wrong\"\n\n\
    Pins every event and match behind the paths: databases, logs, folders of them. A log that was pinned before and has \
    grown is pinned anew; one that parted from what was pinned is refused. Copies of the logs are kept in the data \
    folder. Players who look like nobody become members; who may be somebody is proposed, and you say so with `adjutant \
    league who`.")]
pub struct Arguments {
    /// The league
    league: LeagueId,
    /// Databases, logs and folders
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The day of these games, where the logs' own is wrong
    #[arg(long, value_name = "DAY", value_parser = day, requires = "why")]
    on: Option<Day>,
    /// Why the day is corrected
    #[arg(long, value_name = "TEXT", value_parser = reason, requires = "on")]
    why: Option<Text>,
    /// Keep what opens sealed names beside these logs, so that people can be told by name
    #[arg(long)]
    names: bool,
}

/// Arguments of `league who`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant league who north26\n          \
    adjutant league who north26 a-berg@rtt-3 m0042\n          \
    adjutant league who north26 a-berg@rtt-3 new")]
pub struct WhoArguments {
    /// The league
    league: LeagueId,
    /// The player, as PLAYER@LOG; without one, everybody is listed who is nobody yet
    #[arg(value_name = "PLAYER@LOG", requires = "member")]
    player: Option<Played>,
    /// The member's id or name, or `new` for somebody whom the league does not know
    member: Option<String>,
    /// The member says so, and not the officer
    #[arg(long, requires = "player")]
    by_member: bool,
}

#[derive(Serialize)]
struct Done<'a> {
    league: &'a LeagueId,
    pinned: Vec<Log<'a>>,
    known: usize,
    passed: Vec<Passed<'a>>,
    members: usize,
    open: &'a [Open],
}

#[derive(Serialize)]
struct Log<'a> {
    id: &'a str,
    kind: &'static str,
    origin: String,
    records: u64,
    again: bool,
}

#[derive(Serialize)]
struct Passed<'a> {
    path: &'a str,
    why: &'a str,
}

/// Pins logs and enters people.
///
/// # Errors
/// No such league, a database or data folder that cannot be written.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let (mut store, mut league) = open(shared, &own.league)?;
    let added = league.add(&store, &own.paths, own.on.zip(own.why.clone()), own.names)?;
    if added.pinned.is_empty() && added.known == 0 && !added.passed.is_empty() {
        let (path, why) = &added.passed[0];
        return Err(CliError::refused(format!("nothing was added: {path}: {why}"))
            .hint(format!("`adjutant audit {path}` tells more of it")));
    }
    league.commit(&mut store)?;
    for (path, why) in &added.passed {
        output.remark(&format!("{path} was not added: {why}"));
    }
    if output.json {
        output.document(&document(&own.league, &added))?;
    } else {
        let names = Names::of(league.state(), league.names());
        output.done(&format!("{}: {}", own.league, told(&added)))?;
        propose(&own.league, &names, &added.open, output)?;
    }
    Ok(if added.passed.is_empty() { Exit::Done } else { Exit::Refused })
}

fn document<'a>(league: &'a LeagueId, added: &'a Added) -> Done<'a> {
    let kind = |kind| if kind == SourceKind::Event { "event" } else { "match" };
    let pinned = added.pinned.iter().map(|log| Log {
        id: &log.id,
        kind: kind(log.kind),
        origin: log.origin.to_string(),
        records: log.records,
        again: log.again,
    });
    Done {
        league,
        pinned: pinned.collect(),
        known: added.known,
        passed: added.passed.iter().map(|(path, why)| Passed { path, why }).collect(),
        members: added.members,
        open: &added.open,
    }
}

fn told(added: &Added) -> String {
    let of = |kind| added.pinned.iter().filter(|log| log.kind == kind).count();
    let again = added.pinned.iter().filter(|log| log.again).count();
    let mut parts = vec![
        count(of(SourceKind::Event), "event", "events"),
        format!("{} pinned", count(of(SourceKind::Match), "match", "matches")),
        format!("{} entered", count(added.members, "member", "members")),
    ];
    parts.extend((again > 0).then(|| format!("{again} of them had grown")));
    parts.extend((added.known > 0).then(|| format!("{} pinned already", added.known)));
    parts.join(", ")
}

/// Says who may be whom, and what to type.
fn propose(league: &LeagueId, names: &Names, players: &[Open], output: &mut Output) -> Result<(), CliError> {
    for player in players {
        for line in in_words(names, player) {
            output.text(&line)?;
        }
        let likely = player.candidates.first().map_or("new", |candidate| candidate.member.as_str());
        output.text(&format!("  adjutant league who {league} {}@{} {likely}", player.player, player.log))?;
    }
    if players.iter().any(|player| !player.candidates.is_empty()) {
        output.remark("Nobody is joined by name: say who they are, or `new` in place of the id");
    }
    Ok(())
}

/// Says who played as whom.
///
/// # Errors
/// No such league, player or member, or the refusal of the rules.
pub fn who(own: &WhoArguments, shared: &Shared, output: &mut Output) -> Outcome {
    let Some((player, member)) = own.player.as_ref().zip(own.member.as_deref()) else {
        let league = look(shared, &own.league)?;
        let open = league.open_players();
        if output.json {
            output.document(&open)?;
        } else if open.is_empty() {
            output.done(&format!("{}: every player is a member", own.league))?;
        } else {
            propose(&own.league, &Names::of(league.state(), league.names()), &open, output)?;
        }
        return Ok(Exit::Done);
    };
    let (mut store, league) = open(shared, &own.league)?;
    let (by, proof) = if own.by_member { (By::Member, Proof::Own) } else { (By::Officer, Proof::Officer) };
    let mut league = league.told_by(by);
    let (origin, id) = player.find(&league)?;
    let said = if member == "new" {
        let open = league.open_players().into_iter().find(|open| (open.origin, &open.player) == (origin, &id));
        let named = open.and_then(|open| open.name.clone().map(|name| (open, name)));
        let Some((open, name)) = named else {
            return Err(CliError::refused(format!("{id} is a member already, or has no name in that log"))
                .hint(format!("`adjutant league who {}` lists who is nobody yet", own.league)));
        };
        let entered = league.enter(&open, name.clone())?;
        format!("{name} is {entered}")
    } else {
        let member = member_of(&league, member)?;
        let said = format!("{id} is {member}");
        league.take(LeagueCommand::Who(Box::new(Who { origin, player: id, member, proof })))?;
        said
    };
    commit(&mut league, &mut store, &said, output)
}
