//! A TRF file as the commands of an event log.
//!
//! | in the file | in the log |
//! |---|---|
//! | tournament name, number of rounds (012, 142, XXR) | `create` |
//! | player (001): name, federation; team (013) | `register`, in the order of the file |
//! | a game | a table of `pair`; who has the white pieces is named first |
//! | `1 = 0` and `W D L` | `result` in half points: 2:0, 1:1, 0:2 |
//! | `+ -` against somebody | `result` with a forfeit |
//! | `U`, `F`, and `+` against nobody | a bye |
//! | `H`, and `=` against nobody | `bye-request` of one point |
//! | `Z`, `-` and blank against nobody | `drop` and `return` |
//! | tie-breaks (212, or 202) | the tie-breaks of `create`, those that are known here |
//! | everything else | kept in the record `import`, from which [`super::export()`] writes it back |

use adjutant_core::time::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::sealed::Names;

use super::file::{Trf, TrfGame, TrfPlayer, columns};
use crate::command::{Create, Entry, Forfeit, Import, Pair, Pairing, ResultEntry, TournamentCommand};
use crate::csv_file::unused_id;
use crate::id::{Name, PlayerId, Reason, RoundNumber, Seed, TableNumber, TournamentId};
use crate::pairing::ALGORITHM;
use crate::policy::{Method, PointScale, Policies, System, TieBreak, Unplayed};

/// What the record of a file may hold, so that its line stays below the limit of a log.
const TEXT_BYTES_MAX: usize = 512 << 10;

/// Everything that follows from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// What to record, each with the beginning of the day that the file gives for it.
    pub commands: Vec<(Option<Timestamp>, TournamentCommand)>,
    /// What the file holds and the log does not say with commands, in sentences.
    pub remarks: Vec<String>,
}

/// Why a file does not become an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// There is nobody in it.
    #[error("the file has no player line (001)")]
    Nobody,
    /// It is too long.
    #[error("the file has {0} bytes; the limit is {TEXT_BYTES_MAX}")]
    TooLong(usize),
    /// Two players have one starting number.
    #[error("two players have the starting number {0}")]
    NumberTwice(u32),
    /// A game that only one side knows of.
    #[error("round {round}: player {player} meets {opponent}, who does not meet back")]
    OneSided {
        /// The round.
        round: RoundNumber,
        /// Starting number of who names the game.
        player: u32,
        /// Starting number of who does not.
        opponent: u32,
    },
}

/// Makes an event of a file. `latin1` says that the file was in Latin-1, for writing it back.
///
/// Results count in half points, as the format does: 2 for a win, 1 for a draw.
///
/// # Errors
/// A file that contradicts itself about who met whom; see [`crate::check::check_trf`] for every fault of a file.
///
/// # Examples
/// ```
/// use adjutant_tournament::{TournamentId, TournamentLog, command::By, trf::{Trf, import, export}};
/// let text = "012 Club evening\nXXR 2\n\
/// 001    1      Anna                              2400 GER                         1.0    1     2 w 1\n\
/// 001    2      Bert                              2100 FRA                         0.0    2     1 b 0\n";
/// let imported = import(&Trf::read(text)?, TournamentId::new("evening")?, false)?;
/// let mut log = TournamentLog::new();
/// for (_, command) in imported.commands {
///     log.record(adjutant_tournament::Timestamp::parse("2026-11-21T09:00:00Z").unwrap(), By::Organiser, command)?;
/// }
/// assert_eq!(log.state().players[1].entry.country.as_ref().unwrap().as_str(), "FRA");
/// assert_eq!(export(log.state()).write(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import(trf: &Trf, event: TournamentId, latin1: bool) -> Result<Imported, ImportError> {
    import_with(trf, event, latin1, policies(trf))
}

/// How an event ranks that is made of a file: by the tie-breaks that the file names (212, or 202), as far as they are known
/// here, otherwise by Buchholz, Sonneborn–Berger and wins; games not played by FIDE's rule in force.
///
/// ```
/// use adjutant_tournament::{policy::TieBreak, trf::{Trf, policies}};
/// let named = policies(&Trf::read("212 PTS,BH/C1,BH,SB\n").unwrap()).tie_breaks;
/// assert_eq!(named, [TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::SonnebornBerger]);
/// ```
pub fn policies(trf: &Trf) -> Policies {
    let usual = vec![TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::Wins];
    let mut known: Vec<TieBreak> = Vec::new();
    for tie_break in named(trf).iter().filter_map(|name| tie_break(name)) {
        if !known.contains(&tie_break) {
            known.push(tie_break);
        }
    }
    Policies {
        tie_breaks: if known.is_empty() { usual } else { known },
        win_path: false,
        buchholz_unplayed: Unplayed::DummyOpponent,
        ..Policies::default()
    }
}

/// The tie-breaks that a file names, without the points themselves.
fn named(trf: &Trf) -> Vec<String> {
    let line = trf.field("212").or_else(|| trf.field("202")).unwrap_or_default();
    let names = line.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty() && *name != "PTS");
    names.map(str::to_owned).collect()
}

/// The tie-break that a code of FIDE means.
fn tie_break(code: &str) -> Option<TieBreak> {
    Some(match code {
        "BH" => TieBreak::Buchholz,
        "BH/C1" => TieBreak::BuchholzCut1,
        "BH/M1" => TieBreak::MedianBuchholz,
        "SB" => TieBreak::SonnebornBerger,
        "KS" => TieBreak::Koya,
        "PS" => TieBreak::Cumulative,
        "DE" => TieBreak::HeadToHead,
        "WIN" => TieBreak::Wins,
        _ => return None,
    })
}

/// The same as [`import()`] with policies of one's own; points count in halves whatever these say.
///
/// # Errors
/// As [`import()`].
pub fn import_with(trf: &Trf, event: TournamentId, latin1: bool, policies: Policies) -> Result<Imported, ImportError> {
    let text = trf.write();
    if trf.players.is_empty() {
        return Err(ImportError::Nobody);
    }
    if text.len() > TEXT_BYTES_MAX {
        return Err(ImportError::TooLong(text.len()));
    }
    let mut reader = Reader::of(trf)?;
    let start = reader.date("042");
    let create = reader.create(event, policies);
    reader.tell(start, TournamentCommand::Create(Box::new(create)));
    reader.tell(start, TournamentCommand::Import(Import { text, latin1 }));
    for entry in reader.entries.clone() {
        reader.tell(start, TournamentCommand::Register(entry));
    }
    for round in 1..=reader.rounds {
        reader.round(round)?;
    }
    reader.sit_out();
    reader.remark_what_is_kept();
    Ok(Imported { commands: reader.commands, remarks: reader.remarks })
}

/// What a side tells of a game: its place in the file, half points, and whether the game took place.
type Told = (usize, i64, bool);

/// A table, and what its sides tell where the game has a result.
type TableTold = (Pairing, Option<[Told; 2]>);

struct Reader<'a> {
    trf: &'a Trf,
    index: BTreeMap<u32, usize>,
    entries: Vec<Entry>,
    /// Rounds in which somebody met somebody.
    rounds: usize,
    here: Vec<bool>,
    commands: Vec<(Option<Timestamp>, TournamentCommand)>,
    remarks: Vec<String>,
    half_byes: usize,
    unlike: Vec<String>,
}

/// The commands of a round as they are gathered.
struct RoundTold {
    presence: Vec<TournamentCommand>,
    asked: Vec<TournamentCommand>,
    pair: Pair,
    after: Vec<TournamentCommand>,
    /// Whether every game has a result.
    complete: bool,
}

impl RoundTold {
    fn of(round: RoundNumber) -> RoundTold {
        let pair = Pair {
            round,
            system: System::Swiss,
            method: Method::Manual,
            algorithm: ALGORITHM,
            rematches: false,
            tables: Vec::new(),
            byes: Vec::new(),
            keeps: Vec::new(),
            fixed: Vec::new(),
            objective: Default::default(),
        };
        RoundTold { presence: Vec::new(), asked: Vec::new(), pair, after: Vec::new(), complete: true }
    }
}

impl<'a> Reader<'a> {
    fn of(trf: &'a Trf) -> Result<Reader<'a>, ImportError> {
        let mut index = BTreeMap::new();
        for (at, player) in trf.players.iter().enumerate() {
            if index.insert(player.number, at).is_some() {
                return Err(ImportError::NumberTwice(player.number));
            }
        }
        let rounds = trf.rounds_paired();
        let mut reader = Reader {
            trf,
            index,
            entries: Vec::new(),
            rounds,
            here: vec![true; trf.players.len()],
            commands: Vec::new(),
            remarks: Vec::new(),
            half_byes: 0,
            unlike: Vec::new(),
        };
        reader.entries = reader.entries();
        Ok(reader)
    }

    fn tell(&mut self, date: Option<Timestamp>, command: TournamentCommand) {
        self.commands.push((date, command));
    }

    fn create(&self, event: TournamentId, policies: Policies) -> Create {
        let planned = ["142", "XXR"].iter().filter_map(|code| self.trf.field(code)?.parse().ok()).max().unwrap_or(0);
        let name = self.trf.name().and_then(|name| Name::new(&name).ok());
        Create {
            format: 1,
            law: None,
            name: name.unwrap_or_else(|| Name::new(event.as_str()).unwrap_or_else(|_| unreachable!("an id is a name"))),
            event,
            pack: None,
            pack_hash: None,
            size: None,
            rounds: planned.max(self.rounds as u16).max(1),
            // The pairings are in the file: this seed draws only what is paired here afterwards.
            seed: Seed::from_number(0),
            policies: Policies { points: PointScale::default(), differential: None, ..policies },
            names: Names::Open,
            copy_of: None,
        }
    }

    fn entries(&self) -> Vec<Entry> {
        let teams = self.teams();
        let mut taken: BTreeSet<PlayerId> = BTreeSet::new();
        let lines = self.trf.coded("001").map(|line| line.chars().collect::<Vec<char>>());
        let entry = |(player, line): (&TrfPlayer, Vec<char>)| {
            let name = Name::new(&player.name).ok();
            let name = name.or_else(|| Name::new(&format!("Player {}", player.number)).ok())?;
            let id = unused_id(&name, player.number as usize, |id| taken.contains(id));
            taken.insert(id.clone());
            let country = Name::new(&columns(&line, 54, 56)).ok();
            Some(Entry { country, team: teams.get(&player.number).cloned(), ..Entry::new(id, name) })
        };
        self.trf.players.iter().zip(lines).filter_map(entry).collect()
    }

    /// Teams of code 013: the name, then the starting numbers of its players.
    fn teams(&self) -> BTreeMap<u32, Name> {
        let mut teams = BTreeMap::new();
        for line in self.trf.coded("013") {
            let letters: Vec<char> = line.chars().collect();
            let Ok(name) = Name::new(&columns(&letters, 5, 36)) else { continue };
            let members = letters.iter().skip(36).collect::<String>();
            teams.extend(members.split_whitespace().filter_map(|word| word.parse().ok()).map(|id| (id, name.clone())));
        }
        teams
    }

    fn id(&self, at: usize) -> &PlayerId {
        &self.entries[at].player
    }

    fn game(&self, at: usize, round: usize) -> TrfGame {
        let absent = TrfGame { opponent: None, colour: '-', result: ' ' };
        self.trf.players[at].games.get(round - 1).copied().unwrap_or(absent)
    }

    fn round(&mut self, number: usize) -> Result<(), ImportError> {
        let round = RoundNumber(number as u16);
        let date = self.round_date(number);
        let mut told = RoundTold::of(round);
        for at in 0..self.entries.len() {
            let playing = self.player(at, &mut told)?;
            if playing != self.here[at] {
                let player = self.id(at).clone();
                told.presence.push(if playing {
                    TournamentCommand::Return { player }
                } else {
                    TournamentCommand::Drop { player }
                });
                self.here[at] = playing;
            }
        }
        let publish = TournamentCommand::Publish { round, as_drafted: false, anyway: None };
        let seen = [TournamentCommand::Pair(Box::new(told.pair)), publish];
        let close = told.complete.then_some(TournamentCommand::CloseRound { round, anyway: None });
        for command in told.presence.into_iter().chain(told.asked).chain(seen).chain(told.after).chain(close) {
            self.tell(date, command);
        }
        Ok(())
    }

    /// What one player did in a round; whether the player was paired or had a bye.
    fn player(&mut self, at: usize, told: &mut RoundTold) -> Result<bool, ImportError> {
        let round = told.pair.round;
        let game = self.game(at, usize::from(round.0));
        let Some(opponent) = game.opponent else {
            match game.score().map_or(0, |(_, points)| points) {
                2 => told.pair.byes.push(self.id(at).clone()),
                1 => {
                    self.half_byes += 1;
                    let player = self.id(at).clone();
                    told.asked.push(TournamentCommand::ByeRequest { player, round, points: 1 });
                    return Ok(true);
                }
                _ => {}
            }
            return Ok(told.pair.byes.last() == Some(self.id(at)));
        };
        if let Some((pairing, result)) = self.table(round, at, opponent, told.pair.tables.len())? {
            told.pair.tables.push(pairing);
            match result {
                Some(result) => told.after.extend(self.result(result, &told.pair)),
                None => told.complete = false,
            }
        }
        Ok(true)
    }

    /// Who is not to be paired in the round that the file leaves to be paired.
    fn sit_out(&mut self) {
        let next = self.rounds + 1;
        let mut asked = Vec::new();
        for at in 0..self.entries.len() {
            let result = self.game(at, next).result;
            if result == ' ' || !self.here[at] {
                continue;
            }
            asked.push(format!("{} ({result})", self.trf.players[at].number));
            self.tell(self.round_date(next), TournamentCommand::Drop { player: self.id(at).clone() });
        }
        if !asked.is_empty() {
            let list = asked.join(", ");
            self.remarks.push(format!(
                "round {next} is not paired and these sit it out: players {list}; they are dropped until `return`, \
                 points for it are not given"
            ));
        }
    }

    /// The table of a player, told by the one of the two who comes first in the file, and its points, where both are known.
    fn table(
        &self,
        round: RoundNumber,
        at: usize,
        opponent: u32,
        before: usize,
    ) -> Result<Option<TableTold>, ImportError> {
        let player = self.trf.players[at].number;
        let number = usize::from(round.0);
        let other = self.index.get(&opponent).copied().filter(|other| *other != at);
        let Some(other) = other.filter(|other| self.game(*other, number).opponent == Some(player)) else {
            return Err(ImportError::OneSided { round, player, opponent });
        };
        if other < at {
            return Ok(None);
        }
        let (white, black) = if self.game(at, number).colour == 'b' { (other, at) } else { (at, other) };
        let pairing = Pairing {
            table: TableNumber(before as u16 + 1),
            one: self.id(white).clone(),
            two: self.id(black).clone(),
            mission: None,
        };
        let told = [white, black].map(|side| {
            let game = self.game(side, number);
            game.score().map(|(_, points)| (side, points, game.is_played()))
        });
        let result = match told {
            [Some(one), Some(two)] => Some([one, two]),
            [None, None] if number == self.rounds => None,
            // One side alone, or neither in a round that others followed: what is not told is nothing.
            _ => Some([told[0].unwrap_or((white, 0, false)), told[1].unwrap_or((black, 0, false))]),
        };
        Ok(Some((pairing, result)))
    }

    /// The result of the last table of a round, and what has to be given beside it.
    fn result(&mut self, sides: [Told; 2], pair: &Pair) -> Vec<TournamentCommand> {
        let [(white, one, played_one), (black, two, played_two)] = sides;
        let table = TableNumber(pair.tables.len() as u16);
        let plain = ResultEntry::by_hand(pair.round, table, one, two);
        let forfeit = match (played_one && played_two, one, two) {
            (true, ..) if one + two == 2 => None,
            (false, 2, 0) => Some(Forfeit::Two),
            (false, 0, 2) => Some(Forfeit::One),
            _ => Some(Forfeit::Both),
        };
        let both = forfeit == Some(Forfeit::Both);
        if !both {
            return vec![TournamentCommand::Result(ResultEntry { forfeit, ..plain })];
        }
        if played_one || played_two || one + two > 0 {
            let numbers = [white, black].map(|at| self.trf.players[at].number);
            self.unlike.push(format!("round {}, {} – {}", pair.round, numbers[0], numbers[1]));
        }
        let none = ResultEntry { one: 0, two: 0, forfeit, ..plain };
        let why = format!("as the report tells round {}", pair.round);
        let more = [(white, one), (black, two)].into_iter().filter(|(_, points)| *points > 0);
        let more: Vec<TournamentCommand> = more.map(|(at, points)| given(self.id(at), points, &why)).collect();
        std::iter::once(TournamentCommand::Result(none)).chain(more).collect()
    }

    fn date(&self, code: &str) -> Option<Timestamp> {
        date(&self.trf.field(code)?)
    }

    /// The day of a round, from code 132; never before that of what came before.
    fn round_date(&self, round: usize) -> Option<Timestamp> {
        let line: Vec<char> = self.trf.coded("132").next().unwrap_or_default().chars().collect();
        let at = 92 + 10 * (round - 1);
        let own = date(&columns(&line, at, at + 9));
        own.max(self.commands.last().and_then(|(date, _)| *date))
    }

    fn remark_what_is_kept(&mut self) {
        let mut remarks = Vec::new();
        let kept: BTreeSet<String> = self.trf.codes().filter(|code| !READ.contains(&code.as_str())).collect();
        if !kept.is_empty() {
            let list = kept.iter().cloned().collect::<Vec<_>>().join(", ");
            remarks.push(format!("kept for the export and not used otherwise: lines of the codes {list}"));
        }
        if ["XXA", "250"].iter().any(|code| kept.contains(*code)) {
            remarks.push("accelerated points do not count: a round that is paired here is paired without them".into());
        }
        let unknown: Vec<String> = named(self.trf).into_iter().filter(|name| tie_break(name).is_none()).collect();
        if !unknown.is_empty() {
            remarks.push(format!("tie-breaks of the file that are not known here: {}", unknown.join(", ")));
        }
        if kept.contains("XXS") {
            remarks.push("a scale of points of its own (XXS) is not used: a win counts 1, a draw ½, a bye 1".into());
        }
        if self.half_byes > 0 {
            let count = self.half_byes;
            remarks.push(format!("{count} half-point byes: recorded as byes asked for, of one point each"));
        }
        if !self.unlike.is_empty() {
            let list = self.unlike.join("; ");
            remarks.push(format!("both sides lose, with points given, where a result is not shared: {list}"));
        }
        let differs = |player: &&TrfPlayer| !player.adds_up(self.rounds);
        let differ: Vec<String> =
            self.trf.players.iter().filter(differs).map(|player| player.number.to_string()).collect();
        if !differ.is_empty() {
            let list = differ.join(", ");
            remarks.push(format!("the games count where the points of the file differ from them: players {list}"));
        }
        remarks.push(
            "points count in halves: 2 for a win, 1 for a draw; table numbers follow the order of the file".into(),
        );
        remarks.push(
            "rounds paired here follow our own objective, not FIDE C.04.3: colours and pairing numbers are not considered"
                .into(),
        );
        self.remarks.append(&mut remarks);
    }
}

/// Codes that commands are made of.
const READ: [&str; 7] = ["001", "012", "013", "142", "202", "212", "XXR"];

fn given(player: &PlayerId, points: i64, why: &str) -> TournamentCommand {
    let why = Reason::new(why).unwrap_or_else(|_| unreachable!("a short sentence is a reason"));
    TournamentCommand::Penalty { player: player.clone(), points: points as i32, why, later: None }
}

/// A day in any of the ways that reports write it: `2026/11/21`, `26/11/21`, `21/11/2026`, with other signs between.
fn date(text: &str) -> Option<Timestamp> {
    let parts: Vec<&str> = text.trim().split(['/', '-', '.']).collect();
    let [one, month, two] = parts.as_slice() else { return None };
    let number = |text: &str| text.parse::<u32>().ok();
    let (year, day) = match (one.len(), two.len()) {
        (4, _) => (number(one)?, number(two)?),
        (_, 4) => (number(two)?, number(one)?),
        (2, 2) => (2000 + number(one)?, number(two)?),
        _ => return None,
    };
    let month = number(month)?;
    Timestamp::parse(&format!("{year:04}-{month:02}-{day:02}T00:00:00Z")).filter(|date| date.year() >= 1900)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_read_as_reports_write_them() {
        for (text, read) in [
            ("2026/11/21", Some("2026-11-21")),
            ("21.11.2026", Some("2026-11-21")),
            ("26/11/21", Some("2026-11-21")),
            ("2026-13-01", None),
            ("2026/02/30", None),
            ("May 29, 2020", None),
            ("", None),
        ] {
            assert_eq!(date(text).map(|date| date.to_string()), read.map(|day| format!("{day}T00:00:00Z")), "{text}");
        }
    }
}
