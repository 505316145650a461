//! `adjutant match amend ID SEQ …`.

use adjutant_app::matches::recording::Recording;
use adjutant_engine::command::{Amend, Command, Reading, Text};
use adjutant_engine::fold::Match;

use super::answering::load;
use super::correcting::Correcting;
use super::which;
use crate::arguments::shared::Shared;
use adjutant_app::error::{Error, Origin};
use adjutant_shorthand::{self as shorthand, Context, Names, Spoken};

use crate::error::{CliError, Outcome};
use crate::output::Output;

/// Arguments of `match amend`.
#[derive(clap::Args, Debug)]
#[command(
    override_usage = "adjutant match amend [OPTIONS] [ID] SEQ WORDS…\n       adjutant match amend [OPTIONS] [ID] SEQ --remove"
)]
#[command(after_help = "Examples: adjutant match amend final 49 score one domination 10\n          \
    adjutant match amend final 31 --remove\n          \
    adjutant match amend final 52 --after kill b2 3")]
pub struct Arguments {
    /// The match [default: the current one, see `adjutant use`]
    #[arg(value_name = "ID", required = true)]
    id: Option<String>,
    /// Number of the record (`match log` numbers them)
    #[arg(value_name = "SEQ")]
    seq: Option<String>,
    /// What the record reads as from now on, in the words of `match record`
    #[arg(value_name = "WORDS", allow_negative_numbers = true)]
    words: Vec<String>,
    /// Read the record as nothing: it did not happen
    #[arg(long)]
    remove: bool,
    /// Keep the record and insert the words right after it
    #[arg(long, conflicts_with = "remove")]
    after: bool,
    #[command(flatten)]
    correcting: Correcting,
    /// Why
    #[arg(long, value_name = "WHY", default_value = "corrected")]
    why: String,
}

/// Amends one record and folds everything after it anew.
///
/// # Errors
/// No such record, words that make no sense at its moment, or a later record that would become illegal.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let why = Text::new(&arguments.why)
        .ok_or_else(|| CliError::usage("--why takes 1 to 2,000 characters without control characters"))?;
    let mut store = shared.store()?;
    let Meant { id, seq, words } = meant(arguments)?;
    let id = match id {
        Some(word) => which::exact(&store, word)?,
        None => which::current_or_refuse(shared)?,
    };
    let mut recording = load(&store, &id)?;
    let standing = readings(&recording, seq)?;
    let mut to = if arguments.after { standing.clone() } else { Vec::new() };
    if !arguments.remove {
        to.push(spoken(&recording, arguments.after, seq, &words, &standing)?);
    }
    let by = arguments.correcting.speaker(&recording, seq)?;
    let command = Command::Amend(Amend { seq, to, why });
    let words = format!("amendment of record {seq}");
    arguments.correcting.record((&mut recording, &mut store), (by, command), &words, output)
}

/// What the positional words say.
struct Meant<'a> {
    id: Option<&'a str>,
    seq: u64,
    words: Vec<&'a String>,
}

/// Parts the words. No command in words begins with a number: where the second word is one, the first is the match.
fn meant(arguments: &Arguments) -> Result<Meant<'_>, CliError> {
    let all: Vec<&String> = arguments.id.iter().chain(&arguments.seq).chain(&arguments.words).collect();
    let number = |at: usize| all.get(at).and_then(|word| word.parse::<u64>().ok());
    let (id, seq, words) = match (number(0), number(1)) {
        (_, Some(seq)) => (Some(all[0].as_str()), seq, &all[2..]),
        (Some(seq), None) => (None, seq, &all[1..]),
        (None, None) => {
            return Err(CliError::usage("no record is named")
                .hint("its number comes before the words: `adjutant match amend final 49 score one domination 10`"));
        }
    };
    match (words.is_empty(), arguments.remove) {
        (true, false) => Err(CliError::usage(format!("what does record {seq} read as from now on?"))
            .hint("add the words of a command, or --remove if it did not happen")),
        (false, true) => Err(CliError::usage("--remove takes the record out, so it takes no words")
            .hint("leave out one of the two; without --remove the record reads as the words")),
        _ => Ok(Meant { id, seq, words: words.to_vec() }),
    }
}

/// As what a record reads now.
fn readings(recording: &Recording, seq: u64) -> Result<Vec<Reading>, CliError> {
    if let Some(readings) = recording.game().reading(seq) {
        return Ok(readings.to_vec());
    }
    let record = recording.records().iter().find(|record| record.seq == seq);
    let record = record.ok_or_else(|| {
        CliError::usage(format!("{} has no record {seq}; its last one is {}", recording.id(), recording.seq()))
            .hint(format!("`adjutant match log {}` lists them", recording.id()))
    })?;
    Ok(vec![Reading { by: record.by, command: (*record.command).clone(), under: record.under.clone() }])
}

/// The words, read against the battle as it stood when the record was said.
fn spoken(
    recording: &Recording,
    after: bool,
    seq: u64,
    words: &[&String],
    standing: &[Reading],
) -> Result<Reading, CliError> {
    let (game, until) = before(recording, seq + u64::from(after))?;
    let view = game.view();
    let records = recording.standing().take_while(|record| record.seq < until);
    let names = Names::of_game(&game, &view, records);
    let line = super::record::line(words);
    let (by, line) = shorthand::speaker_first(&line, &names);
    let same = standing.first().filter(|_| !after).map(|reading| reading.by);
    let context = Context { names, by, active: view.turn };
    match shorthand::parse(line, &context)? {
        Spoken::Record(said, command) => {
            let own = matches!(*command, Command::Score { .. } | Command::Ruling(_) | Command::BattleReady { .. });
            let by = if by.is_some() || own { said.by } else { same.unwrap_or(said.by) };
            Ok(Reading { by, command: *command, under: said.under })
        }
        Spoken::Undo | Spoken::Draw(_) | Spoken::Throw(..) => {
            Err(CliError::usage("a record reads as a command of the log, not as this")
                .hint("`--remove` takes the record back; type the faces of dice that were rolled"))
        }
    }
}

/// The match before a record, and the number of that record.
fn before(recording: &Recording, seq: u64) -> Result<(Match, u64), CliError> {
    let mut game = recording.known().new_match();
    for record in recording.records().iter().take_while(|record| record.seq < seq) {
        game.record(record.said(), std::sync::Arc::clone(&record.command)).map_err(|refusal| {
            Error::refused(Origin::Log, &format!("record {}", record.seq), record.command.name(), refusal)
        })?;
        game.set_head(record.hash);
    }
    Ok((game, seq))
}
