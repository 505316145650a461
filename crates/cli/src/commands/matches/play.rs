//! `adjutant match play ID`.

use std::io::IsTerminal;

use adjutant_app::current;
use adjutant_app::matches::recorder::Recorder;
use adjutant_app::matches::recording::Recording;
use adjutant_core::spelling::plain;
use adjutant_engine::ids::MatchId;
use adjutant_engine::side::Player;
use adjutant_engine::view::Status;
use adjutant_play::host::Host;
use adjutant_play::lines;
use adjutant_play::modes::ended::outcome;
use adjutant_play::terminal::{self, Signs, Theme};

use super::{list, which};
use crate::arguments::shared::{Shared, WhichPack};
use crate::error::{CliError, ErrorKind, Exit, Outcome, on_screen};
use crate::output::Output;

/// Arguments of `match play`.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "Example: adjutant match play final\n\n\
    A match that is begun here is the current one from then on, where there is none.\n\n\
    Uses the whole terminal, from 40 columns and 10 lines on. Without one, reads a key or a command in words from each line.\n\n\
    What you typed in the battle and did not record is kept beside the database: after a crash or a closed window, \
    `match play` brings it back (not a choice of the set-up, nor a line that is not yet entered). u takes the last record back and L corrects earlier ones: where the other player relied on them, the screen shows what \
    follows and asks \"Do you both agree?\" (b); ? tells more. ADJUTANT_THEME=dark or =light chooses the colours where the terminal does not tell its background.")]
pub struct Arguments {
    /// The match; a new id opens a new match [default: the current one, one of those that are open, or a new one]
    id: Option<MatchId>,
    #[command(flatten)]
    pack: WhichPack,
    /// Read and print lines instead of using the whole screen; ADJUTANT_LINES=1 does the same
    #[arg(long)]
    lines: bool,
    /// Give each player this many minutes; the clocks count down and warn at 15, 5 and 0
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    minutes: Option<u16>,
}

/// Guides through a match until the players leave.
///
/// # Errors
/// A database that cannot be read, or a terminal that breaks away.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    output.without_json("match play", "a dialogue")?;
    let id = match &arguments.id {
        Some(id) => id.clone(),
        None => match current::read(&shared.folder()?)? {
            Some(id) => id,
            None => choose(shared, output)?,
        },
    };
    let recorder = Recorder::open(shared.store()?, id.as_str())?;
    let is_new = recorder.recording().seq() == 0;
    let mut host = Host::open(recorder, &shared.folder()?, on_screen);
    if arguments.pack.is_named() {
        let pack = arguments.pack.read(shared)?;
        if let Some(open) = &host.recording().game().state().open
            && open.pack != pack.file.id
        {
            return Err(CliError::usage(format!("match {id} is played under pack {}", open.pack))
                .hint("leave out --pack to continue the match"));
        }
        shared.keep(&pack)?;
        host = host.under(pack);
    }
    host.allow(arguments.minutes.map(|minutes| i64::from(minutes) * 60));
    let set = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    let plain = arguments.lines || set("ADJUTANT_LINES", "1") || set("TERM", "dumb");
    if !plain && is_at_a_terminal() {
        terminal::run(&mut host, theme(output.color()), signs())?;
    } else {
        lines::run(&mut host, std::io::stdin().lock(), |text| {
            output.text(text)?;
            output.flush()
        })?;
    }
    let recording = host.recording();
    if recording.seq() > 0 {
        let folder = shared.folder()?;
        if is_new && current::read(&folder)?.is_none() {
            current::set(&folder, Some(&id))?;
        }
        output.done(&farewell(recording))?;
    }
    Ok(Exit::Done)
}

/// The colours of the screen: `ADJUTANT_THEME`, or what `COLORFGBG` says about the background.
fn theme(color: bool) -> Theme {
    let named = std::env::var("ADJUTANT_THEME").unwrap_or_default();
    let light = || std::env::var("COLORFGBG").is_ok_and(|colors| matches!(colors.rsplit(';').next(), Some("7" | "15")));
    match named.as_str() {
        _ if !color || is_old() => Theme::Plain,
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ if light() => Theme::Light,
        _ => Theme::Dark,
    }
}

/// The signs of the terminal: only those of ASCII where the locale names another encoding than UTF-8, and on a terminal
/// of the days before it.
pub fn signs() -> Signs {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default().to_lowercase();
    let other = !locale.is_empty() && !locale.replace('-', "").contains("utf8");
    if other || is_old() { Signs::Ascii } else { Signs::All }
}

/// Whether standard output is a terminal with signs for the lines of a table.
pub fn boxes() -> bool {
    std::io::stdout().is_terminal() && signs() == Signs::All
}

/// Whether the terminal has neither colours nor signs beyond ASCII.
fn is_old() -> bool {
    std::env::var("TERM").is_ok_and(|term| term.starts_with("vt"))
}

/// So many open matches are offered.
const OFFERED_MAX: usize = 9;

/// Asks which open match is meant, the newest first; Enter takes that. Where none is open, asks for the name of a new one.
/// Without a terminal it asks nothing.
///
/// # Errors
/// No terminal, or an answer that names none.
fn choose(shared: &Shared, output: &mut Output) -> Result<MatchId, CliError> {
    if !is_at_a_terminal() {
        return Err(CliError::usage("no match is named, and none is the current one")
            .hint("`adjutant match play ID`; a new id opens a new match, `adjutant match list` lists the matches"));
    }
    let open = list::open_matches(shared)?;
    if open.is_empty() {
        return new_name(shared, output);
    }
    for (index, one) in open.iter().take(OFFERED_MAX).enumerate() {
        let mission = one.mission_name.as_deref().unwrap_or("no mission yet");
        output.text(&format!(
            "{:>3}  {}  {}, {mission}, {}",
            index + 1,
            one.id,
            list::players(one),
            list::state(one, false)
        ))?;
    }
    output.text("Which match? A number or its id; Enter takes the first.")?;
    output.flush()?;
    let answer = line()?.unwrap_or_default();
    let answer = answer.trim();
    let numbered = if answer.is_empty() { Some(1) } else { answer.parse::<usize>().ok() };
    let numbered = numbered.and_then(|number| open.get(number.checked_sub(1)?));
    match numbered {
        Some(one) => MatchId::new(&one.id).map_err(|error| CliError::refused(error.to_string())),
        None => which::find(&*shared.reader()?, answer),
    }
}

/// Asks what a new match is to be called, until a name fits that no match has yet.
fn new_name(shared: &Shared, output: &mut Output) -> Result<MatchId, CliError> {
    output.text(
        "No battle is open. What shall the new one be called? Such as friday, or anna-ben; Enter takes battle.",
    )?;
    output.text("(Ctrl-C leaves; `adjutant demo` shows a sample event, `adjutant --help` all that there is.)")?;
    let store = shared.reader()?;
    loop {
        output.flush()?;
        let typed = line()?.ok_or_else(|| CliError::usage("no name was typed").hint("`adjutant match play friday`"))?;
        let typed = if typed.trim().is_empty() { "battle".to_owned() } else { plain(&typed) };
        match MatchId::new(&typed) {
            Err(error) => output.text(&format!("{error}. Another name?"))?,
            Ok(id) if which::is_there(&store, id.as_str())? => {
                output.text(&format!("There is a match {id} already. Another name?"))?
            }
            Ok(id) => return Ok(id),
        }
    }
}

/// A line of standard input; none where it has ended.
fn line() -> Result<Option<String>, CliError> {
    let mut line = String::new();
    let read = std::io::stdin().read_line(&mut line);
    let read = read.map_err(|error| CliError::new(ErrorKind::Files, format!("standard input: {error}")))?;
    Ok((read > 0).then_some(line))
}

/// Whether a person can be asked.
pub fn is_at_a_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// What is said as the session ends: who won, or how to go on.
fn farewell(recording: &Recording) -> String {
    let (id, view, vp) = (recording.id(), recording.game().view(), recording.game().vp());
    let name = |player: Player| view.players[player].name.as_ref().map_or(player.as_str(), |name| name.as_str());
    let (one, two) = (name(Player::One), name(Player::Two));
    let Some(result) = view.result.as_ref().filter(|_| view.status == Status::Ended) else {
        return format!("{id}: saved, {one} {} – {two} {}; go on with `adjutant match play {id}`", vp.one, vp.two);
    };
    let won = outcome(recording.game().state(), result);
    format!("{id}: {won}; print the sheet with `adjutant match sheet {id} -o {id}.pdf`")
}
