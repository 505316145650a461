//! `adjutant event desk ID`: one slip after another, from the keyboard or from a pipe.

use std::io::{BufRead, IsTerminal, Read};

use adjutant_app::tournaments::recording::TournamentRecording;
use adjutant_app::tournaments::results::{by_games, game, with_bye_points};
use adjutant_app::{App, Error};
use adjutant_core::counts::count;
use adjutant_engine::visible::excerpt;
use adjutant_present::say::event_command;
use adjutant_present::tables::results;
use adjutant_tournament::command::{Forfeit, ResultEntry, Winner};
use adjutant_tournament::state::Stage;
use adjutant_tournament::{Reason, Refusal, RoundNumber, TableNumber, TournamentCommand, TournamentId};

use super::result::still_open;
use super::speaking::{Speaker, last_round};
use crate::arguments::shared::Shared;
use crate::arguments::values::word;
use crate::error::{CliError, ErrorKind, Exit, Outcome};
use crate::output::Output;

/// A longer line is not a slip.
const LINE_MAX: u64 = 256;

/// What a line may be.
const LINES: &str = "type TABLE ONE TWO, such as `4 75 62`; add ! to replace a result, or one, two, draw, none for who won; \
    `4 no-show two`; games of teams as `4 75:62 40:40 20:90`; `open` lists the open tables, `quit` ends";

/// Arguments of `event desk`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: adjutant event desk gt\n\n\
    Lines:\n  \
    4 75 62         table 4: the player named first has 75 victory points, the other 62\n  \
    4 75 62!        the same, in place of the result that stands\n  \
    4 40 40 one     table 4: 40 each, the player named first wins (one, two, draw, none)\n  \
    4 75:62 40:40 20:90   table 4, two teams: the score of every game; `converted` behind points of the event's table\n  \
    4 no-show two   table 4: the player named second did not turn up (one, two, both)\n  \
    open            the tables that have no result\n  \
    quit            end; so does the end of the input\n\n\
    Every line is saved at once. Lines may come from a pipe; then the program ends with 1 if it refused any of them.")]
pub struct Arguments {
    /// The event
    event: TournamentId,
    /// The round [default: the one that is played]
    #[arg(long, value_name = "N")]
    round: Option<u16>,
    /// Why results are replaced
    #[arg(long, default_value = "corrected at the desk")]
    why: Reason,
    /// Who says so
    #[command(flatten)]
    speaker: Speaker,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Slip {
    /// A result, and whether it replaces the one that stands.
    Result { table: u16, points: Option<[i64; 2]>, winner: Option<Winner>, absent: Option<Forfeit>, replace: bool },
    /// The games of two teams, whether they are points of the event's table, and whether they replace what stands.
    Games { table: u16, games: Vec<[i64; 2]>, converted: bool, replace: bool },
    /// Which tables are open?
    Open,
    /// How are slips typed?
    Help,
    /// The end.
    Quit,
}

/// Reads slips until they end.
///
/// # Errors
/// No such event or round, or a database that cannot be written. A slip that is refused does not end the desk.
pub fn run(arguments: &Arguments, shared: &Shared, output: &mut Output) -> Outcome {
    let mut desk = Desk::open(arguments, shared)?;
    let typed = std::io::stdin().is_terminal();
    if typed {
        output.done(&format!("round {} of {}: {}", desk.round, desk.event.name(), desk.open_tables()))?;
        output.done(LINES)?;
    }
    let mut input = std::io::stdin().lock();
    let (mut entered, mut refused) = (0, 0);
    while let Some(line) = next_line(&mut input)? {
        let answer = match read(line.trim()) {
            Ok(None) => continue,
            Ok(Some(Slip::Quit)) => break,
            Ok(Some(Slip::Open)) => output.done(&desk.open_tables()),
            Ok(Some(Slip::Help)) => output.done(LINES),
            Ok(Some(slip)) => match desk.enter(slip) {
                Ok(said) => {
                    entered += 1;
                    output.done(&said)
                }
                Err(error) => Err(error),
            },
            Err(what) => Err(CliError::refused(format!("`{}`: {what}", excerpt(line.trim()))).hint(LINES)),
        };
        match answer {
            Ok(()) => {}
            Err(error) if error.kind == ErrorKind::Refused => {
                refused += 1;
                output.error(&error);
            }
            Err(error) => return Err(error),
        }
        output.flush()?;
    }
    let open = desk.open_count();
    if output.json {
        output.document(&serde_json::json!({
            "event": desk.event.id(), "round": desk.round, "entered": entered, "refused": refused, "open": open,
        }))?;
    }
    if !typed {
        let refused = if refused == 0 { String::new() } else { format!(", {refused} refused") };
        output.done(&format!("{} entered{refused}; {}", count(entered, "result", "results"), desk.open_words()))?;
    }
    Ok(if refused == 0 || typed { Exit::Done } else { Exit::Refused })
}

/// A round that results come in for.
struct Desk<'a> {
    arguments: &'a Arguments,
    store: App,
    event: TournamentRecording,
    round: RoundNumber,
}

impl<'a> Desk<'a> {
    fn open(arguments: &'a Arguments, shared: &Shared) -> Result<Desk<'a>, CliError> {
        let store = shared.store()?;
        let event = TournamentRecording::load(&store, &arguments.event)?.told_by(arguments.speaker.by);
        let round = arguments.round.map_or_else(|| last_round(&event), |round| Ok(RoundNumber(round)))?;
        let stage = event.state().round(round).map(|round| round.stage);
        if !matches!(stage, Some(Stage::Published | Stage::Closed)) {
            let (id, stage) = (event.id(), stage.map_or("not paired yet", Stage::name));
            return Err(CliError::refused(format!("round {round} of event {id} is {stage}"))
                .hint(format!("`adjutant event show {id}` tells what comes next")));
        }
        Ok(Desk { arguments, store, event, round })
    }

    /// Records a slip and says whose it was and how many tables are open.
    fn enter(&mut self, slip: Slip) -> Result<String, CliError> {
        let Some((result, replace)) = self.said(slip)? else { return Ok(String::new()) };
        let words = event_command::result(self.event.state(), &result);
        let stands =
            self.event.state().round(self.round).is_some_and(|round| round.results.contains_key(&result.table));
        let command = match replace && stands {
            true => TournamentCommand::AmendResult { result, why: self.arguments.why.clone(), later: None },
            false => TournamentCommand::Result(result),
        };
        let taken = self.event.take(command, &words).and_then(|()| self.event.commit(&mut self.store));
        if let Err(error) = taken {
            // What another desk has entered meanwhile belongs to what the next slip is judged by.
            self.event =
                TournamentRecording::load(&self.store, &self.arguments.event)?.told_by(self.arguments.speaker.by);
            let stands = matches!(&error, Error::TournamentRefused(told) if matches!(told.refused.refusal, Refusal::HasResult { .. }));
            let told = CliError::from(error);
            return Err(if stands {
                told.hint("add ! behind the points to replace the result that stands")
            } else {
                told
            });
        }
        Ok(format!("{words}; {}", self.open_words()))
    }

    /// The result that a slip tells, and whether it replaces the one that stands.
    fn said(&self, slip: Slip) -> Result<Option<(ResultEntry, bool)>, CliError> {
        let (round, state) = (self.round, self.event.state());
        Ok(match slip {
            Slip::Result { table, points, winner, absent, replace } => {
                let [one, two] = points.unwrap_or_default();
                let by_hand = ResultEntry::by_hand(round, TableNumber(table), one, two);
                let said = ResultEntry { winner, forfeit: absent, ..by_hand };
                Some((with_bye_points(state, said, points.is_some()), replace))
            }
            Slip::Games { table, games, converted, replace } => {
                let by_hand = ResultEntry::by_hand(round, TableNumber(table), 0, 0);
                let said = by_games(state, ResultEntry { games, games_converted: converted, ..by_hand });
                Some((said.map_err(|why| CliError::refused(why).hint(LINES))?, replace))
            }
            Slip::Open | Slip::Help | Slip::Quit => None,
        })
    }

    fn open_count(&self) -> usize {
        self.event.state().round(self.round).map_or(0, |round| round.open_tables().count())
    }

    fn open_words(&self) -> String {
        let open = still_open(self.event.state(), self.round);
        let published = self.event.state().round(self.round).is_some_and(|round| round.stage == Stage::Published);
        match self.open_count() == 0 && published {
            true => format!("{open}: `adjutant event close {}` ends the round", self.event.id()),
            false => open,
        }
    }

    fn open_tables(&self) -> String {
        let state = self.event.state();
        match state.round(self.round).map(|round| results::open_tables(state, round)) {
            Some(open) if !open.is_empty() => format!("open: {open}"),
            _ => self.open_words(),
        }
    }
}

/// The next line; nothing at the end. What no slip can be is cut off.
fn next_line(input: &mut impl BufRead) -> Result<Option<String>, CliError> {
    let failed = |error| CliError::new(ErrorKind::Files, format!("standard input: {error}"));
    let mut line = Vec::new();
    if input.by_ref().take(LINE_MAX).read_until(b'\n', &mut line).map_err(failed)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LINE_MAX && !line.ends_with(b"\n") {
        input.skip_until(b'\n').map_err(failed)?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// What a line says; nothing for an empty one.
fn read(line: &str) -> Result<Option<Slip>, String> {
    let replace = line.contains('!');
    let plain = line.replace('!', " ").to_lowercase();
    if let Some(games) = team_slip(&plain, replace)? {
        return Ok(Some(games));
    }
    let words: Vec<&str> = plain.split([' ', '\t', ',', ';', ':']).filter(|word| !word.is_empty()).collect();
    let number = |word: &str, what: &str| word.parse::<i64>().map_err(|_| format!("`{}` is no {what}", excerpt(word)));
    let table = |word: &str| word.parse::<u16>().map_err(|_| format!("`{}` is not a table", excerpt(word)));
    let points =
        |one: &str, two: &str| Ok::<_, String>([number(one, "number of points")?, number(two, "number of points")?]);
    let result = |table, points, winner, absent| Ok(Some(Slip::Result { table, points, winner, absent, replace }));
    match words.as_slice() {
        [] => Ok(None),
        ["q" | "quit" | "exit" | "end"] => Ok(Some(Slip::Quit)),
        ["open" | "o"] => Ok(Some(Slip::Open)),
        ["help" | "h" | "?"] => Ok(Some(Slip::Help)),
        [at, "no-show", who] => result(table(at)?, None, None, Some(word(who)?)),
        [at, one, two] => result(table(at)?, Some(points(one, two)?), None, None),
        [at, one, two, who] => result(table(at)?, Some(points(one, two)?), Some(word(who)?), None),
        _ => Err("a slip has a table and the points of both".to_owned()),
    }
}

/// The games of two teams behind a table, such as `1 75:62 40:40 20:90`, with `converted` behind points of the event's
/// table; nothing for another line.
fn team_slip(plain: &str, replace: bool) -> Result<Option<Slip>, String> {
    let words: Vec<&str> = plain.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty()).collect();
    let (converted, words) = match words.split_last() {
        Some((&"converted", rest)) => (true, rest),
        _ => (false, words.as_slice()),
    };
    let Some((at, games)) = words.split_first().filter(|(_, games)| converted || games.len() > 1) else {
        return Ok(None);
    };
    if !games.iter().all(|word| word.contains(':')) {
        return Ok(None);
    }
    let table = at.parse().map_err(|_| format!("`{}` is not a table", excerpt(at)))?;
    let games = games.iter().map(|word| game(word)).collect::<Result<_, _>>()?;
    Ok(Some(Slip::Games { table, games, converted, replace }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slip(table: u16, points: [i64; 2], winner: Option<Winner>, replace: bool) -> Option<Slip> {
        Some(Slip::Result { table, points: Some(points), winner, absent: None, replace })
    }

    #[test]
    fn slips_are_read_as_people_type_them() {
        assert_eq!(read("4 75 62"), Ok(slip(4, [75, 62], None, false)));
        assert_eq!(read("4, 75:62"), Ok(slip(4, [75, 62], None, false)));
        for typed in ["4 75 62!", "4 75 62 !", "4! 75 62", "!4 75 62"] {
            assert_eq!(read(typed), Ok(slip(4, [75, 62], None, true)), "{typed}");
        }
        assert_eq!(read("4 40 40 One"), Ok(slip(4, [40, 40], Some(Winner::One), false)));
        let absent = Slip::Result { table: 4, points: None, winner: None, absent: Some(Forfeit::Two), replace: false };
        assert_eq!(read("4 no-show two"), Ok(Some(absent)));
        let games = vec![[75, 62], [40, 40], [20, 90]];
        let said = Slip::Games { table: 4, games, converted: false, replace: false };
        assert_eq!(read("4 75:62 40:40, 20:90"), Ok(Some(said)));
        let said = Slip::Games { table: 4, games: vec![[12, 8], [10, 10]], converted: true, replace: true };
        assert_eq!(read("4 12:8 10:10 converted!"), Ok(Some(said)));
        assert_eq!((read(""), read("q"), read("open")), (Ok(None), Ok(Some(Slip::Quit)), Ok(Some(Slip::Open))));
    }

    #[test]
    fn what_is_no_slip_is_told() {
        for typed in ["4", "4 75", "x 1 2", "4 a b", "4 1 2 anna", "70000 1 2", "4 1 2 one more", "4 no-show anna"] {
            assert!(read(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_read() {
        let text = format!("{}\n4 1 2\n", "9".repeat(5000));
        let mut input = text.as_bytes();
        assert_eq!(next_line(&mut input).unwrap().unwrap().len() as u64, LINE_MAX);
        assert_eq!(next_line(&mut input).unwrap().unwrap(), "4 1 2\n");
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
