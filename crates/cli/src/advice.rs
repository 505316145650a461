//! What to type: the advice of this program on an error of [`adjutant_app`]. Verbs and flags are named here and in no
//! other crate.

use adjutant_app::Error;
use adjutant_app::error::{KeyError, LogError, MatchError, Origin, PackError, TournamentError, TournamentRefused};
use adjutant_app::passes::KEY_FILE;
use adjutant_core::chain::ChainError;
use adjutant_engine::refusal::RefusalCode;
use adjutant_replay::error::LogFault;
use adjutant_replay::laws::Unjudged;
use adjutant_shorthand::naming::{self, Known, Unclear};
use adjutant_store::{Place, Store, StoreError, StreamKind};
use adjutant_tournament::check::Finding;
use adjutant_tournament::kind::May;
use adjutant_tournament::trf::ImportError;
use adjutant_tournament::{Refusal, RoundNumber, TournamentId};

/// What follows the hint of a refusal that a rule of the army's own may pass.
const OWN_RULE: &str = "; or, where a rule of the army's own allows it, end the words with `under \"its name\"`";

/// What a player alone is told who may not correct what the other relied on.
const AGREED: &str = "add `--by both` where you both agree, or `--by judge`; in a line of words, begin with `by both`";

/// What opens a match or names its mission needs a pack that is not here.
fn lacks_pack(refusal: &adjutant_engine::refusal::Refusal, words: &str) -> Option<String> {
    let or = match (refusal.code, words.split(' ').next()) {
        (RefusalCode::OtherRules, Some("mission")) => "; or `replay --other-rules`",
        (RefusalCode::OtherRules, _) | (RefusalCode::Unknown, Some("open")) => "",
        _ => return None,
    };
    Some(format!("{}, named with --packs DIR{or}", refusal.accepted))
}

/// What a correction is told of the games of a bracket that rest on it.
const LATER: &str = "add --later reset to have them played again, or --later keep to let them stand";

/// The command that helps; nothing where [`Error::hint`] says all there is to say.
pub fn on(error: &Error) -> Option<String> {
    match error {
        Error::Refused(refused) => match &refused.origin {
            Origin::Entered | Origin::Log if refused.refusal.is_soft() => {
                Some(format!("{}{OWN_RULE}", refused.refusal.accepted))
            }
            Origin::Entered if refused.refusal.code == RefusalCode::ReliedOn => Some(AGREED.to_owned()),
            Origin::Entered | Origin::Log => lacks_pack(&refused.refusal, &refused.words),
            Origin::Stored { id } => {
                Some(format!("the stored log breaks the rules; `adjutant match verify {id}` tells more"))
            }
        },
        Error::TournamentRefused(told) => of_event(told),
        Error::Overtaken(StoreError::Conflict { id, .. }) => Some(format!(
            "someone else recorded first; nothing was saved. Look with \
             `adjutant match show {id} --log`, then record what still holds"
        )),
        Error::TournamentOvertaken(id) => Some(format!("check `adjutant event show {id}`, then run the command again")),
        Error::InFile { error, .. } => on(error),
        Error::Store(StoreError::NotFound { kind: StreamKind::Event, id, place }) => Some(like_event(id, place)),
        Error::Overtaken(error) | Error::Store(error) => on_store(error).map(str::to_owned),
        Error::Log(error) => on_log(error),
        Error::Match(error) => on_match(error).map(str::to_owned),
        Error::Tournament(error) => on_tournament(error),
        Error::Pack(error) => on_pack(error),
        Error::Key(error) => on_key(error).map(str::to_owned),
        Error::Unjudged { why: Unjudged::BeforeLaws { .. } | Unjudged::NoEngine { .. }, .. } => Some(
            "`adjutant match show ID --log` prints what its chain holds, `adjutant match export ID` the log itself"
                .to_owned(),
        ),
        _ => None,
    }
}

fn of_event(told: &TournamentRefused) -> Option<String> {
    let event = told.event.as_ref()?;
    match &told.refused.refusal {
        Refusal::ReliedOn { rests: Some(_), may: May::Anew(name), .. } => Some(anew(event, name)),
        Refusal::Finished => Some(format!("`adjutant event undo {event} --why …` takes its end back first")),
        refusal @ Refusal::RetractBreaks { because, .. } => match **because {
            Refusal::ResultsOpen { round, first: table, .. } => {
                what_to_type(event, &Refusal::HasResult { round, table })
            }
            _ => what_to_type(event, refusal),
        },
        refusal => what_to_type(event, refusal),
    }
}

/// The verb that says anew what a command of the log said.
fn anew(event: &TournamentId, command: &str) -> String {
    let (verb, rest) = match command {
        "edit-player" => ("edit", "… --why …"),
        "late-entry" => ("late", "--name …"),
        "cut" => ("cut", "… --again --why …"),
        same => (same, "…"),
    };
    format!("say what is true now with `adjutant event {verb} {event} {rest}`")
}

/// Events that are called much like one that is not there.
fn like_event(id: &str, place: &Place) -> String {
    let all = "`adjutant event list` lists the events";
    let ids = Store::open_to_read(place).and_then(|store| store.ids(StreamKind::Event)).unwrap_or_default();
    let known: Vec<Known<'_>> = ids.iter().map(|id| Known { id, name: id }).collect();
    let like = match naming::find(&known, id) {
        Ok(at) => vec![at],
        Err(Unclear::Several(like) | Unclear::Unknown(like)) => like,
    };
    let meant = naming::did_you_mean(like.iter().take(3).map(|at| ids[*at].clone()));
    meant.map_or_else(|| all.to_owned(), |meant| format!("{meant} {all}"))
}

fn on_store(error: &StoreError) -> Option<&'static str> {
    Some(match error {
        StoreError::ReadOnly(Place::Server(_)) | StoreError::NotOurs(Place::Server(_)) => return None,
        StoreError::Corrupt { place: Place::Server(_), .. } => {
            "`adjutant audit` with the same address names the matches that are sound; `pg_restore` puts a backup back"
        }
        StoreError::NotBuilt(_) => "build it with `cargo build --release -p adjutant --features postgres`",
        StoreError::Unanswered { .. } => {
            "look with `adjutant match log` or `adjutant event show ID --history` before you record it again"
        }
        StoreError::NotFound { kind: StreamKind::Match, .. } => "`adjutant match list` lists the matches",
        StoreError::NotFound { kind: StreamKind::Event, .. } => "`adjutant event list` lists the events",
        StoreError::NotFound { kind: StreamKind::League, .. } => "`adjutant league show` lists the leagues",
        StoreError::Chain { source: ChainError::TooLong { .. } | ChainError::Syntax(_), .. } => return None,
        StoreError::Chain { .. } => {
            "the log was changed after it was written: ask for an unchanged copy, or put a backup back with `adjutant restore FILE`"
        }
        StoreError::ReadOnly(_) => {
            "nothing was lost: make room if the disk is full, make the file and its folder writable, or name another --data"
        }
        StoreError::Corrupt { .. } => {
            "`adjutant audit` names the matches that are sound; `adjutant restore FILE` puts a backup back and keeps this file"
        }
        StoreError::NotOurs(_) => "name another folder with --data; this file is left as it is",
        StoreError::Unreachable { source, .. } if source.kind() == std::io::ErrorKind::NotFound => return None,
        StoreError::Unreachable { source, .. } if source.kind() == std::io::ErrorKind::PermissionDenied => {
            "you have no permission: check the owner and mode of the file, or name another --data"
        }
        StoreError::Unreachable { .. } => "name a folder that can be written with --data",
        _ => return None,
    })
}

fn on_log(error: &LogError) -> Option<String> {
    let hint = match error {
        LogError::Unsound { name, .. } => {
            return Some(format!(
                "`adjutant audit {name}` lists everything; ask for a right copy, or take it as it is with --anyway: it \
                 stays, and every audit will find this again"
            ));
        }
        LogError::Diverges { id, .. } => {
            return Some(format!(
                "nothing was imported. Record what is missing here yourself (`adjutant match record {id} …`), then both players \
                 sign one of the two"
            ));
        }
        LogError::Text(LogFault::Line { .. }) => {
            "`adjutant audit` names what was changed; a bare log is read by `adjutant replay --bare`, and \
             recorded by `adjutant match record ID --from`"
        }
        LogError::Stored { .. } => {
            "`adjutant restore FILE` puts a backup back; an exported log is read by `adjutant match import`"
        }
        LogError::Text(LogFault::TournamentChain { .. }) => {
            "`adjutant restore FILE` puts a backup back; an exported log is read by `adjutant event import`"
        }
        LogError::Text(LogFault::TournamentLine { .. }) => "`adjutant schema event` says what a record holds",
        LogError::Text(LogFault::LeagueLine { .. }) => "`adjutant schema league` says what a record holds",
        _ => return None,
    };
    Some(hint.to_owned())
}

fn on_match(error: &MatchError) -> Option<&'static str> {
    Some(match error {
        MatchError::Exists { .. } => "choose another id; `adjutant match list` shows those in use",
        MatchError::NoSeed => {
            "record what was rolled at the table: `roll PURPOSE 3 5`; `match new --dice sealed` gives a match a seed"
        }
        MatchError::SeedOpen => {
            "leave `with` and the number out; `match new --dice sealed` makes dice that nobody can foresee"
        }
        MatchError::NoNumber => {
            "say what the roll is for first, then ask for the number: `dice 2d6 for charge b2 with 4711`; attacks end \
             with `--roll with 4711`"
        }
        _ => return None,
    })
}

fn on_tournament(error: &TournamentError) -> Option<String> {
    Some(match error {
        TournamentError::Held { event, words, found } => held(event, words, found),
        TournamentError::Pack { .. } => "name its folder with --packs DIR".to_owned(),
        TournamentError::Exists { .. } => "choose another id with --id".to_owned(),
        TournamentError::NoId => "give one with --id".to_owned(),
        TournamentError::Report { name, error: ImportError::NumberTwice(_) | ImportError::OneSided { .. } } => {
            format!("`adjutant event check {name}` lists everything that contradicts itself")
        }
        TournamentError::NotOfEvent { .. } => {
            "take a match that `event publish` opened, or enter the result by hand".to_owned()
        }
        TournamentError::OlderMatch { id, named, .. } => {
            format!("`adjutant match record {id} --by both law {named}` goes on under that law; then take its result")
        }
        TournamentError::Conceded { id, .. } => {
            format!("`adjutant match record {id} --by both end battle` ends it; then take its result")
        }
        TournamentError::NotEnded { id, .. } => {
            format!("end it first; `adjutant match show {id}` tells what is open")
        }
        TournamentError::Provisional { .. } => "answer them with `match record`, or say --provisional".to_owned(),
        _ => return None,
    })
}

/// What mends the first fault that the judge has found, and what lets all of them pass.
fn held(event: &TournamentId, words: &str, found: &[Finding]) -> String {
    let round =
        found.first().and_then(|found| found.round).map_or_else(String::new, |round| format!(" --round {round}"));
    let mends = match found.first().map(|found| found.code) {
        Some("cut-differs") => format!("`adjutant event cut {event} --top N --again --why …` cuts anew"),
        Some("unusual-result" | "drawn-elimination" | "result-missing" | "stray-result") => {
            format!("`adjutant event amend {event}{round} --table N … --why …` corrects a result")
        }
        _ if words == "publish" => format!("`adjutant event pair {event}` pairs the round again"),
        _ => format!("`adjutant event repair {event} --table N … --why …` changes a table of the open round"),
    };
    format!("{mends}; `{words} {event} --anyway --why …` lets it pass")
}

fn on_pack(error: &PackError) -> Option<String> {
    Some(match error {
        PackError::Faulty { folder, .. } => {
            format!("`adjutant mission check {}` names everything that is wrong", folder.display())
        }
        PackError::NoMuster(_) => {
            "its `army.json` holds them; `adjutant roster check` needs a pack that has one".to_owned()
        }
        _ => return None,
    })
}

fn on_key(error: &KeyError) -> Option<&'static str> {
    Some(match error {
        KeyError::Exists { .. } => "`adjutant key show` names it; to use another one, move this file away and keep it",
        KeyError::Missing { path, .. } if path.ends_with(KEY_FILE) => "`adjutant event pass` makes one",
        KeyError::Missing { .. } => "`adjutant key new` makes a key",
        KeyError::Unreadable { .. } => "this account must be able to read its key; another folder is named with --data",
        _ => return None,
    })
}

const DESPITE: &str = "let another judge rule; where nobody else can, `--despite WHY` says why this one does";

fn corrects(verb: impl Fn(&str) -> String, round: RoundNumber) -> String {
    format!("{} corrects a result of it", verb(&format!("amend ID --round {round} --table N … --why …")))
}

/// The command that helps, where one does.
fn what_to_type(event: &TournamentId, refusal: &Refusal) -> Option<String> {
    let verb = |words: &str| format!("`adjutant event {}`", words.replace("ID", event.as_str()));
    Some(match refusal {
        Refusal::Conflict { .. } => DESPITE.to_owned(),
        Refusal::UnknownPlayer { .. } => format!("{} names the players", verb("show ID")),
        Refusal::UnknownTable { round, .. } | Refusal::NotAtTable { round, .. } => {
            format!("{} lists its tables", verb(&format!("show ID --round {round}")))
        }
        Refusal::EntryTime { accepted: "late-entry", .. } => format!("use {}", verb("late ID --name …")),
        Refusal::EntryTime { accepted: "register", .. } => format!("use {}", verb("register ID --name …")),
        Refusal::EntryTime { accepted: "drop", .. } => format!("use {}", verb("drop ID …")),
        Refusal::RoundState { state: "not paired", .. } => format!("{} pairs it", verb("pair ID")),
        Refusal::RoundState { state: "drafted", .. } => format!("{} opens it", verb("publish ID")),
        Refusal::RoundState { state: "published", accepted: "closed", .. } => format!("{} ends it", verb("close ID")),
        Refusal::RoundState { state: "published", .. } => {
            format!("{} enters its results", verb("result ID --table N --one VP --two VP"))
        }
        Refusal::RoundState { state: "closed", accepted: "drafted anew", .. } => {
            format!("{} pairs the next one", verb("pair ID"))
        }
        Refusal::RoundState { round, state: "closed", .. } => corrects(verb, *round),
        Refusal::NobodyPlays { waiting: 0, .. } => format!("{} enters players", verb("register ID --name …")),
        Refusal::NobodyPlays { .. } => format!("{} checks everybody in", verb("check-in ID --all")),
        Refusal::GamesRest { .. } => LATER.to_owned(),
        Refusal::Outdated { .. } => {
            format!("{} pairs the round again; `publish --as-drafted` keeps the draft", verb("pair ID"))
        }
        Refusal::ResultStands { round, table } => {
            format!("add --drop-result if the result of table {table} in round {round} shall no longer count")
        }
        Refusal::VictoryPoints { forced: false, .. } => "correct the number, or add --unusual".to_owned(),
        Refusal::NoDraw { .. } => "add --winner one, --winner two, or --winner none if both lose".to_owned(),
        Refusal::ClosedTable { table } => format!("{} opens it", verb(&format!("table ID --number {table} --open"))),
        Refusal::HasAward { .. } => "add --again if these points come on top".to_owned(),
        Refusal::RoundsLeft { .. } => format!("{}, or `finish --early`", verb("pair ID")),
        Refusal::HasResult { round, table } => {
            format!("use {}", verb(&format!("amend ID --round {round} --table {table} … --why …")))
        }
        Refusal::NoResult { table, .. } => format!("use {}", verb(&format!("result ID --table {table} …"))),
        Refusal::ForPlayers => format!("the desk uses {}", verb("result ID …")),
        Refusal::DisputeOpen { table, .. } => {
            format!("use {} or amend the result", verb(&format!("answer ID --table {table} …")))
        }
        Refusal::NothingOpen { .. } => format!("{} lists what is open", verb("call ID")),
        Refusal::OpenAlready { table, .. } => format!("{} answers it", verb(&format!("answer ID --table {table} …"))),
        Refusal::LeftOut { .. } | Refusal::NotHere { .. } => format!("{} pairs the round again", verb("pair ID")),
        Refusal::Already { state: "is checked in", .. } => format!("{} shows who is here", verb("show ID")),
        Refusal::NotRetractable { .. } | Refusal::RetractBreaks { .. } => {
            format!("{} prints every record with its number", verb("show ID --history"))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind as Io;

    #[test]
    fn each_cause_has_its_own_command() {
        let path = || Place::from(std::path::Path::new("adjutant.db"));
        let unreachable = |kind: Io| StoreError::Unreachable { place: path(), source: std::io::Error::from(kind) };
        let cases = [
            (unreachable(Io::TimedOut), "--data"),
            (StoreError::ReadOnly(path()), "make the file and its folder writable"),
            (StoreError::NotOurs(path()), "this file is left as it is"),
            (StoreError::Corrupt { place: path(), what: "a page".to_owned() }, "adjutant restore FILE"),
        ];
        for (error, words) in cases {
            let hint = crate::error::CliError::from(error).hint.unwrap_or_default();
            assert!(hint.contains(words), "{hint}");
        }
    }
}
