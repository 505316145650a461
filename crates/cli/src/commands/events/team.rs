//! `adjutant event team ID TABLE …`: the pairing of two teams, step by step.

use adjutant_app::secrets::Vault;
use adjutant_app::tournaments::captains::{opened as kept, seal};
use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_engine::chain::Hash;
use adjutant_tournament::captains::TeamTable;
use adjutant_tournament::teams::{Choice, Game, Member, Side, TeamPairing, TeamStep, digest};
use adjutant_tournament::{By, Name, RoundNumber, TableNumber, TournamentCommand, TournamentId};
use clap::Subcommand;
use serde_json::{Value, json};

use super::speaking::last_round;
use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::ask;
use crate::error::{CliError, Exit, Outcome};
use crate::output::Output;

/// Arguments of `event team`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples: adjutant event team gt 2\n          \
    adjutant event team gt 2 choose one\n          \
    adjutant event team gt 2 reveal one\n          \
    adjutant event team gt 2 both --one 3 --two 5\n          \
    adjutant event team gt 2 place 1 4\n\n\
    Each side chooses a defender in secret, then two attackers, then the attacker of the other side that it refuses;\n\
    then tables are chosen. Members are named by number or by any part of their names. A secret is recorded as a\n\
    digest first: SHA-256 of the salt, a newline, and the list of numbers as JSON without blanks, such as [3,5].\n\
    `choose` asks for the choice without showing it (or reads a line of standard input) and keeps choice and salt in\n\
    the data folder, where only your account can read them; `reveal` takes them from there.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// The table of the two teams
    table: u16,
    /// The round [default: the one that is played]
    #[arg(long, value_name = "N", global = true)]
    round: Option<u16>,
    /// The step to take [default: show the pairing so far]
    #[command(subcommand)]
    step: Option<Step>,
    /// Record as this speaker: organiser, judge, player
    #[arg(long, value_name = "WHO", value_parser = word::<By>, default_value = "organiser", global = true)]
    by: By,
}

/// One step of a team pairing.
#[derive(Subcommand, Debug)]
pub enum Step {
    /// Say who won the roll for the table token [default: a lot of the event's seed]
    #[command(after_help = "Example: adjutant event team gt 2 token one")]
    Token {
        /// The side: one, two
        #[arg(value_parser = word::<Side>)]
        side: Side,
    },
    /// Choose in secret: type the members; the log gets only their digest
    #[command(after_help = "Example: adjutant event team gt 2 choose one")]
    Choose {
        /// The side: one, two
        #[arg(value_parser = word::<Side>)]
        side: Side,
    },
    /// Record the digest of a choice made elsewhere
    #[command(
        after_help = "Example: adjutant event team gt 2 commit one 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    Commit {
        /// The side: one, two
        #[arg(value_parser = word::<Side>)]
        side: Side,
        /// SHA-256 of salt, newline and list
        #[arg(value_parser = hash)]
        digest: Hash,
    },
    /// Reveal a choice [default: the one that `choose` kept in this data folder]
    #[command(after_help = "Example: adjutant event team gt 2 reveal one")]
    Reveal {
        /// The side: one, two
        #[arg(value_parser = word::<Side>)]
        side: Side,
        /// The members, if the digest was made elsewhere
        #[arg(requires = "salt")]
        members: Vec<String>,
        /// The salt of a digest that was made elsewhere
        #[arg(long, requires = "members")]
        salt: Option<String>,
    },
    /// Record what both captains reveal at once
    #[command(after_help = "Example: adjutant event team gt 2 both --one 3 --two 5")]
    Both {
        /// Members chosen by side one, with commas between them
        #[arg(long, value_delimiter = ',', required = true)]
        one: Vec<String>,
        /// Members chosen by side two
        #[arg(long, value_delimiter = ',', required = true)]
        two: Vec<String>,
    },
    /// Give a game a table of the match
    #[command(after_help = "Example: adjutant event team gt 2 place 1 4")]
    Place {
        /// The game, by the order in which the games were fixed
        game: u8,
        /// The table of the match, from 1
        table: u8,
    },
}

fn hash(text: &str) -> Result<Hash, String> {
    Hash::parse(text).ok_or_else(|| "write 64 digits 0-9 a-f".to_owned())
}

/// Takes a step, or shows how far the pairing is.
///
/// # Errors
/// An event without teams, an unknown table, a step that is not due.
pub fn run(own: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut store = shared.store()?;
    let mut event = TournamentRecording::load(&store, &own.event)?.told_by(own.by);
    if let Some(step) = &own.step {
        let vault = shared.vault()?;
        let table = table_of(own, &event)?;
        let before = table.now().clone();
        let mut hidden = None;
        let commands = table.commands(steps(step, &event, &table, &vault, &mut hidden)?);
        let recorded = commands
            .into_iter()
            .try_for_each(|command| take(&mut event, command, before.next_place()))
            .and_then(|()| Ok(event.commit(&mut store).map(|_| ())?));
        // A commitment that is known not to stand in the log needs its secret no longer.
        if let (Err(_), Some(digest)) = (&recorded, hidden)
            && TournamentRecording::load(&store, &own.event).is_ok_and(|stored| !commits(&stored, digest))
        {
            vault.drop(digest)?;
        }
        recorded?;
        if let Step::Reveal { side, .. } = step
            && let Some(digest) = before.digest(*side)
        {
            // The log holds the choice now. A file that stays all the same is of no harm.
            let _ = vault.drop(digest);
        }
    }
    let table = table_of(own, &event)?;
    if output.json {
        output.document(&document(&event, &table))?;
        return Ok(Exit::Done);
    }
    output.text(&text(&event, &table))?;
    Ok(Exit::Done)
}

fn table_of<'a>(own: &Arguments, event: &'a TournamentRecording) -> Result<TeamTable<'a>, CliError> {
    let state = event.state();
    if state.policies().team_size == 2 {
        return Err(CliError::refused(format!("the two of a pair play together in event {}", event.id()))
            .hint(format!("enter their game with `adjutant event result {} --table N …`", event.id())));
    }
    if state.policies().team_size == 0 {
        return Err(CliError::refused(format!("event {} is not a team event", event.id()))
            .hint("`adjutant event new --team-size N` creates a team event"));
    }
    let round = own.round.map_or_else(|| last_round(event), |round| Ok(RoundNumber(round)))?;
    state.team_pairing(round, TableNumber(own.table)).ok_or_else(|| {
        CliError::refused(format!("round {round} of event {} has no table {}", event.id(), own.table))
            .hint(format!("`adjutant event show {}` prints its tables", event.id()))
    })
}

/// Takes a step; `due` says who places which game next.
fn take(event: &mut TournamentRecording, command: TournamentCommand, due: Option<(Side, u8)>) -> Result<(), CliError> {
    let TournamentCommand::TeamStep { table, step, .. } = &command else { return Ok(()) };
    let words = match step {
        TeamStep::Token { side } => format!("token {}", side.name()),
        TeamStep::Commit { side, .. } => format!("choose {}", side.name()),
        TeamStep::Reveal { side, value, .. } => format!("reveal {} {}", side.name(), numbers(value)),
        TeamStep::Place { game, table, .. } => format!("place {game} {table}"),
    };
    let due = due.filter(|_| matches!(step, TeamStep::Place { .. }));
    let said = format!("table {table}: {words}");
    event.take(command, &said).map(|_| ()).map_err(|error| {
        let told = CliError::from(error);
        match due {
            Some((side, game)) if told.hint.as_deref().is_none_or(str::is_empty) => {
                told.hint(format!("next, side {} places game {game}, at a free table", side.name()))
            }
            _ => told,
        }
    })
}

/// Whether the log of an event holds a commitment of that digest.
fn commits(event: &TournamentRecording, bound: Hash) -> bool {
    let is_it = |command: &TournamentCommand| matches!(command, TournamentCommand::TeamStep { step: TeamStep::Commit { digest, .. }, .. } if *digest == bound);
    event.log().records().iter().any(|record| is_it(&record.command))
}

/// The steps that a word becomes; `hidden` is the digest of a secret that was kept for them.
fn steps(
    step: &Step,
    event: &TournamentRecording,
    table: &TeamTable<'_>,
    vault: &Vault,
    hidden: &mut Option<Hash>,
) -> Result<Vec<TeamStep>, CliError> {
    let now = table.now();
    let names = |side: Side| table.members(now.offered(side).0);
    let chosen = |side: Side, words: &[String]| -> Result<Vec<Member>, CliError> {
        words.iter().map(|word| member(word, names(side))).collect()
    };
    Ok(match step {
        Step::Token { side } => vec![TeamStep::Token { side: *side }],
        Step::Choose { side } => {
            let answer = ask::hidden(&format!("side {} chooses {}", side.name(), wanted(now.choice())))?;
            let value = chosen(*side, &said(&answer, names(*side)))?;
            // A captain who may not choose this learns it now and not when it is revealed.
            now.could_choose(*side, &value).map_err(|why| {
                CliError::refused(format!("table {}: this may not be chosen", table.at().1)).hint(why.to_string())
            })?;
            let salt = Vault::salt()?;
            *hidden = Some(digest(&salt, &value));
            vec![seal(vault, event.id(), table, *side, &salt, &value)?]
        }
        Step::Commit { side, digest } => vec![TeamStep::Commit { side: *side, digest: *digest }],
        Step::Reveal { side, members, salt: Some(salt) } => {
            vec![TeamStep::Reveal { side: *side, salt: salt.clone(), value: chosen(*side, members)? }]
        }
        Step::Reveal { side, salt: None, .. } => vec![opened(*side, event, now, vault)?],
        Step::Both { one, two } => {
            let chosen = [chosen(Side::One, one)?, chosen(Side::Two, two)?];
            table.both(&[Vault::salt()?, Vault::salt()?], &chosen)
        }
        Step::Place { game, table } => {
            let side = now.next_place().map_or(now.token(), |(side, _)| side);
            vec![TeamStep::Place { side, game: *game, table: *table }]
        }
    })
}

/// The members that an answer names: with commas between them, or with blanks, where each name goes as far as it fits.
fn said(answer: &str, names: &[Name]) -> Vec<String> {
    let mut found = Vec::new();
    for piece in answer.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        let words: Vec<&str> = piece.split_whitespace().collect();
        let mut at = 0;
        while at < words.len() {
            let fits = |to: &usize| member(&words[at..*to].join(" "), names).is_ok();
            let to = (at + 1..=words.len()).rev().find(fits).unwrap_or(words.len());
            found.push(words[at..to].join(" "));
            at = to;
        }
    }
    found
}

/// A member by number or by part of a name.
fn member(word: &str, names: &[Name]) -> Result<Member, CliError> {
    let list = || {
        let named = names.iter().enumerate().map(|(at, name)| format!("{} {name}", at + 1));
        format!("choose from {}", named.collect::<Vec<_>>().join(", "))
    };
    let told = |message: String| CliError::usage(message).hint(list());
    if let Ok(number) = word.parse::<u8>() {
        let known = (1..=names.len()).contains(&usize::from(number));
        return known.then_some(Member(number)).ok_or_else(|| told(format!("no member has the number {number}")));
    }
    let part = word.to_lowercase();
    let mut found = names.iter().enumerate().filter(|(_, name)| name.as_str().to_lowercase().contains(&part));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Ok(Member(at as u8 + 1)),
        (None, _) => Err(told(format!("no member is called `{word}`"))),
        _ => Err(told(format!("`{word}` is in several names"))),
    }
}

/// The reveal of what a side is bound to: from its file, or from a reveal that was taken back, which the log still
/// holds.
fn opened(side: Side, event: &TournamentRecording, before: &TeamPairing, vault: &Vault) -> Result<TeamStep, CliError> {
    let bound = before
        .digest(side)
        .ok_or_else(|| CliError::refused(format!("side {} has not chosen yet", side.name())).hint("choose first"))?;
    let told = |command: &TournamentCommand| match command {
        TournamentCommand::TeamStep { step: TeamStep::Reveal { salt, value, .. }, .. }
            if digest(salt, value) == bound =>
        {
            Some(TeamStep::Reveal { side, salt: salt.clone(), value: value.clone() })
        }
        _ => None,
    };
    let found = match event.log().records().iter().find_map(|record| told(&record.command)) {
        Some(found) => Some(found),
        None => kept(vault, side, bound)?,
    };
    found.ok_or_else(|| {
        CliError::refused(format!("this data folder does not hold the choice of side {}", side.name()))
            .hint("reveal it on the computer where it was made, or give the members and --salt")
    })
}

fn numbers(members: &[Member]) -> String {
    members.iter().map(|member| member.0.to_string()).collect::<Vec<_>>().join(" ")
}

fn wanted(choice: Choice) -> &'static str {
    match choice {
        Choice::Defender => "a defender",
        Choice::Attackers => "two attackers",
        Choice::Refusal => "which attacker to refuse",
        Choice::Done => "nobody: every game is fixed",
    }
}

fn document(event: &TournamentRecording, table: &TeamTable<'_>) -> Value {
    let (pairing, (round, number)) = (table.now(), table.at());
    let game = |game: &Game| json!({"one": game.one, "two": game.two, "defender": game.defender, "table": game.table});
    let next = pairing.next_place().map(|(side, game)| json!({"side": side, "game": game}));
    json!({
        "event": event.id(), "round": round, "table": number, "token": pairing.token(),
        "choice": pairing.choice().name(), "awaited": pairing.awaited(),
        "reveal": pairing.is_committed(), "games": pairing.games().iter().map(game).collect::<Vec<_>>(), "place": next,
    })
}

/// How far a pairing is, and what is due.
fn text(event: &TournamentRecording, table: &TeamTable<'_>) -> String {
    let (pairing, (round, number)) = (table.now(), table.at());
    let teams = Side::BOTH.map(|side| event.state().shown(table.team(side)));
    let team = |side: Side| teams[side as usize].as_str();
    let named = |side: Side, member: Member| {
        table.member(side, member).map_or_else(|| member.0.to_string(), |name| format!("{} {name}", member.0))
    };
    let mut text = format!("round {round}, table {number}: {} – {}", teams[0], teams[1]);
    text.push_str(&format!("; token: {}\n", team(pairing.token())));
    if !pairing.games().is_empty() {
        let mut rows = crate::table::new();
        rows.set_header(["game", &teams[0], &teams[1], "table"]);
        for (at, game) in pairing.games().iter().enumerate() {
            let defends = |side: Side| if game.defender == Some(side) { " (defends)" } else { "" };
            rows.add_row([
                (at + 1).to_string(),
                format!("{}{}", named(Side::One, game.one), defends(Side::One)),
                format!("{}{}", named(Side::Two, game.two), defends(Side::Two)),
                game.table.map_or_else(|| "—".to_owned(), |table| table.to_string()),
            ]);
        }
        text.push_str(&format!("{rows}\n"));
    }
    for side in Side::BOTH {
        let (defender, attackers) = pairing.chosen(side);
        let mut facts = Vec::new();
        facts.extend(defender.map(|member| format!("defends with {}", named(side, member))));
        facts.extend(attackers.map(|[one, two]| format!("sends {} and {}", named(side, one), named(side, two))));
        let free: Vec<String> = pairing.free(side).iter().map(|member| named(side, *member)).collect();
        if !free.is_empty() {
            facts.push(format!("has left {}", free.join(", ")));
        }
        if !facts.is_empty() {
            text.push_str(&format!("{}: {}\n", team(side), facts.join("; ")));
        }
    }
    text.push_str(&due(event, table, team));
    text
}

fn due<'a>(event: &TournamentRecording, table: &TeamTable<'_>, team: impl Fn(Side) -> &'a str) -> String {
    let pairing = table.now();
    let awaited: Vec<&str> = pairing.awaited().into_iter().map(&team).collect();
    let what = match pairing.choice() {
        choice @ (Choice::Defender | Choice::Attackers | Choice::Refusal) => wanted(choice),
        Choice::Done => match pairing.next_place() {
            Some((side, game)) => return format!("due: {} places game {game}", team(side)),
            None => {
                let (id, table) = (event.id(), table.at().1);
                return format!(
                    "every game has its table; next: `adjutant event result {id} --table {table} --games …`"
                );
            }
        },
    };
    let how = match (pairing.is_committed(), awaited.len()) {
        (true, 1) => "reveals",
        (true, _) => "reveal",
        (false, 1) => "chooses",
        (false, _) => "choose",
    };
    let places = match pairing.next_place() {
        Some((side, game)) => format!("; {} places game {game}", team(side)),
        None => String::new(),
    };
    format!("due: {} {how} {what}{places}", awaited.join(" and "))
}
