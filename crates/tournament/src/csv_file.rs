//! Players in and standings out as CSV.

mod awards;
mod form;
mod games;
mod headings;
mod latin;
mod listed;
mod naming;

use std::collections::{BTreeSet, HashMap, HashSet};

use foldhash::fast::RandomState;
use form::{rank, text_of};
use headings::{FIRST_NAME, LAST_NAME, closed_quotes, columns_of, reader};
use naming::{numbered, stem};

pub use awards::{AwardRow, awards};
pub use form::{CsvError, cell};
pub use games::{GAME_COLUMNS, PLACING_COLUMNS, games, games_of, placings};
pub use headings::not_read;
pub use listed::{Compared, Listed, Other, compare};
pub use naming::{id_of, unused_id};

use crate::command::{Entry, Forfeit, POINTS_MAX, ResultEntry, Winner};
use crate::id::{DispositionId, Name, NotThat, PlayerId, RoundNumber, TableNumber};
use crate::policy::TieBreak;
use crate::rational::Rational;
use crate::standings::{Entrant, Ledger, Outcome, Standings, counted};
use crate::state::Tournament;

/// The columns of a list of players; all but `name` may be missing.
pub const COLUMNS: [&str; 12] = [
    "name",
    "id",
    "club",
    "team",
    "country",
    "faction",
    "seat",
    "members",
    "factions",
    "rating",
    "disposition",
    "dispositions",
];

/// Reads players: a heading with `name` and any other of [`COLUMNS`], in any order, between commas, semicolons or
/// tabs. Without an id the name becomes one. `seat` is the table that a player cannot leave; `members` are the players
/// of a team, with `/` between them, `factions` and `dispositions` those of the members; `rating` seeds.
///
/// # Errors
/// The first fault with its line.
///
/// ```
/// use adjutant_tournament::csv_file::players;
/// let entries = players("name,club\nAnna B.,Rooks\n\"Carl, jr\",\nAnna B.,\nЖуков,\n山田,\n").unwrap();
/// let ids: Vec<&str> = entries.iter().map(|entry| entry.player.as_str()).collect();
/// assert_eq!(ids, ["anna-b", "carl-jr", "anna-b-2", "zhukov", "player-5"]);
/// assert_eq!(entries[1].club, None);
/// let teams = players("name;members;seat\nRooks;Anna / Bert / Carl;4\n").unwrap();
/// assert_eq!(teams[0].members.len(), 3);
/// ```
pub fn players(text: &str) -> Result<Vec<Entry>, CsvError> {
    players_after(text, 0)
}

/// The same for a list that follows a number of players of an event: a name in letters that give no id is numbered after
/// them.
///
/// # Errors
/// As [`players`].
///
/// ```
/// use adjutant_tournament::csv_file::players_after;
/// assert_eq!(players_after("name\n山田\n", 3).unwrap()[0].player.as_str(), "player-4");
/// ```
pub fn players_after(text: &str, registered: usize) -> Result<Vec<Entry>, CsvError> {
    players_mapped(text, registered, &[])
}

/// The same, where columns have headings of their own: pairs of one of [`COLUMNS`] (or `first name`, `last name`) and
/// the heading of the list. Headings that people use, such as `Player Name`, `Surname` or `Army`, are known without.
///
/// # Errors
/// As [`players`], and a heading that the list does not have.
///
/// ```
/// use adjutant_tournament::csv_file::players_mapped;
/// let people = "First Name,Last Name,Army\nAnna,Berg,Orks\n";
/// let entries = players_mapped(people, 0, &[]).unwrap();
/// assert_eq!(entries[0].name.as_str(), "Anna Berg");
/// assert_eq!(entries[0].faction.as_ref().unwrap().as_str(), "Orks");
/// let own = players_mapped("Wer,Was\nAnna,Orks\n", 0, &[("name".into(), "wer".into())]).unwrap();
/// assert_eq!(own[0].name.as_str(), "Anna");
/// ```
pub fn players_mapped(text: &str, registered: usize, map: &[(String, String)]) -> Result<Vec<Entry>, CsvError> {
    Ok(listed(text, registered, map)?.into_iter().map(|line| line.entry).collect())
}

/// Whether a list has a column for names, or two.
fn has_names(heading: &csv::StringRecord, names: Option<usize>) -> Result<(), CsvError> {
    let found = || heading.iter().filter(|found| !found.is_empty()).map(str::to_owned).collect();
    names.map(drop).ok_or_else(|| CsvError::NoName { found: found() })
}

/// What an army is bent on, as lists write it: `Take and Hold` too.
fn bent_on(text: &str) -> Result<DispositionId, NotThat> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    DispositionId::new(&words.join("-"))
}

/// The same, each with its line and whether the list gives the id.
///
/// # Errors
/// As [`players_mapped`].
pub fn listed(text: &str, registered: usize, map: &[(String, String)]) -> Result<Vec<Listed>, CsvError> {
    closed_quotes(text)?;
    let mut reader = reader(text);
    let heading = reader.headers()?.clone();
    let found = columns_of(&heading, map)?;
    let [named, id, club, team, country, faction, seat, members, factions, rating, disposition, dispositions] =
        COLUMNS.map(|name| found.at(name));
    let (first, last) = (found.at(FIRST_NAME), found.at(LAST_NAME));
    has_names(&heading, named.or(first.and(last)))?;
    let mut entries: Vec<Listed> = Vec::new();
    let mut ids = Ids::default();
    let mut row = csv::StringRecord::new();
    while reader.read_record(&mut row)? {
        let line = row.position().map_or(0, csv::Position::line);
        let wrong = |error| CsvError::Field { line, error };
        let field = |at: Option<usize>| at.and_then(|at| row.get(at)).filter(|text| !text.is_empty());
        let optional = |at| field(at).map(Name::new).transpose().map_err(wrong);
        let name = match named {
            Some(named) => Name::new(row.get(named).unwrap_or_default()),
            None => Name::new(&[first, last].into_iter().filter_map(field).collect::<Vec<_>>().join(" ")),
        };
        let name = name.map_err(wrong)?;
        let player = match field(id) {
            Some(id) => PlayerId::new(id).map_err(wrong)?,
            None => ids.unused(&name, registered + entries.len() + 1),
        };
        if !ids.taken.insert(player.clone()) {
            return Err(CsvError::Twice { line, id: player });
        }
        let split = |at| field(at).into_iter().flat_map(|all: &str| all.split('/')).map(str::trim);
        let names = |at| split(at).map(Name::new).collect::<Result<_, _>>().map_err(wrong);
        let entry = Entry {
            club: optional(club)?,
            team: optional(team)?,
            country: optional(country)?,
            faction: optional(faction)?,
            disposition: field(disposition).map(bent_on).transpose().map_err(wrong)?,
            dispositions: split(dispositions).map(bent_on).collect::<Result<_, _>>().map_err(wrong)?,
            seat: field(seat).map(table).transpose().map_err(wrong)?,
            members: names(members)?,
            factions: names(factions)?,
            rating: field(rating).map(number).transpose().map_err(wrong)?,
            ..Entry::new(player, name)
        };
        entries.push(Listed { line, own_id: field(id).is_some(), entry });
    }
    Ok(entries)
}

/// The ids of a list so far. A hall of thousands who are all called the same takes no longer than any other.
#[derive(Default)]
struct Ids {
    taken: HashSet<PlayerId, RandomState>,
    /// The number that was tried last behind an id; those below it stay taken.
    tried: HashMap<String, u64, RandomState>,
}

impl Ids {
    fn unused(&mut self, name: &Name, place: usize) -> PlayerId {
        let stem = stem(name, place);
        let tried = self.tried.entry(stem.clone()).or_insert(1);
        loop {
            let id = numbered(&stem, *tried);
            match id.filter(|id| !self.taken.contains(id)) {
                Some(id) => return id,
                None => *tried += 1,
            }
        }
    }
}

/// The columns of a list of results; those from `winner` on may be missing, and `forfeit` is an older word for `no-show`.
pub const RESULT_COLUMNS: [&str; 9] =
    ["table", "one", "two", "winner", "no-show", "drawn", "games", "converted", "forfeit"];

/// One line of a list of results, with its number; or what is wrong with it.
pub type ResultLine = (u64, Result<ResultEntry, NotThat>);

/// Reads the results of a round as they are typed from slips: a heading with `table`, `one` and `two` (victory points of
/// the players named first and second), in any order, between commas, semicolons or tabs; if need be `winner` (one, two,
/// draw, none), `no-show` (one, two, both), beside which the points may be left out, and `drawn` games. In a team event
/// `games` tells the score of every game, with blanks between them, in place of both totals, and `converted` (yes) that
/// they are points of the event's table. Every line is read, whatever is wrong with the others.
///
/// # Errors
/// A list that is not a CSV file, or a column that is missing.
///
/// ```
/// use adjutant_tournament::{RoundNumber, csv_file::results};
/// let lines = results("table,one,two,no-show\n4,75,62,\n5,seventy,60,\n6,,,two\n", RoundNumber(1)).unwrap();
/// let (line, result) = &lines[0];
/// assert_eq!((*line, result.as_ref().unwrap().one), (2, 75));
/// assert!(lines[1].1.as_ref().unwrap_err().to_string().contains("`seventy`"));
/// assert!(lines[2].1.is_ok());
/// ```
pub fn results(text: &str, round: RoundNumber) -> Result<Vec<ResultLine>, CsvError> {
    closed_quotes(text)?;
    let mut reader = reader(text);
    let heading = reader.headers()?.clone();
    let columns = RESULT_COLUMNS.map(|name| heading.iter().position(|found| found.eq_ignore_ascii_case(name)));
    let needed = if columns[6].is_some() { 0..1 } else { 0..3 };
    if let Some(missing) = needed.into_iter().find(|at| columns[*at].is_none()) {
        return Err(CsvError::NoColumn { column: RESULT_COLUMNS[missing] });
    }
    let mut lines = Vec::new();
    for row in reader.records() {
        let row = row?;
        let line = row.position().map_or(0, csv::Position::line);
        let [table, one, two, winner, no_show, drawn, games, converted, forfeit] =
            columns.map(|at| at.and_then(|at| row.get(at)).unwrap_or_default());
        let absent = if no_show.is_empty() { forfeit } else { no_show };
        let said = result(round, [table, one, two, winner, absent, drawn, games]);
        let converted = !matches!(converted.to_ascii_lowercase().as_str(), "" | "no");
        lines.push((
            line,
            said.map(|said| ResultEntry { games_converted: converted && !said.games.is_empty(), ..said }),
        ));
    }
    Ok(lines)
}

fn result(
    round: RoundNumber,
    [number, one, two, winner, forfeit, drawn, games]: [&str; 7],
) -> Result<ResultEntry, NotThat> {
    let wrong = |found: &str, what, accepted| NotThat { found: found.to_owned(), what, accepted };
    let forfeit = match forfeit.to_ascii_lowercase().as_str() {
        "" => None,
        "one" => Some(Forfeit::One),
        "two" => Some(Forfeit::Two),
        "both" => Some(Forfeit::Both),
        _ => return Err(wrong(forfeit, "side that did not turn up", "one, two, both, or nothing")),
    };
    let winner = match winner.to_ascii_lowercase().as_str() {
        "" => None,
        "one" => Some(Winner::One),
        "two" => Some(Winner::Two),
        "draw" => Some(Winner::Draw),
        "none" => Some(Winner::Neither),
        _ => return Err(wrong(winner, "winner", "one, two, draw, none, or nothing where the higher score won")),
    };
    let points = |text: &str| match text {
        "" if forfeit.is_some() || !games.is_empty() => Ok(0),
        _ => text.parse().map_err(|_| wrong(text, "number of victory points", "a whole number")),
    };
    let scores: Option<Vec<[i64; 2]>> = games.split_whitespace().map(game_score).collect();
    let scores = scores.ok_or_else(|| wrong(games, "list of games", "a score for each, such as 75:62 40:40 20:90"))?;
    let count = |_| wrong(drawn, "number of drawn games", "a whole number, or nothing");
    let drawn = if drawn.is_empty() { 0 } else { drawn.parse().map_err(count)? };
    let by_hand = ResultEntry::by_hand(round, table(number)?, points(one)?, points(two)?);
    Ok(ResultEntry { winner, forfeit, drawn, games: scores, ..by_hand })
}

/// The score of a game, such as `75:62`; nothing for what is none.
///
/// ```
/// use adjutant_tournament::csv_file::game_score;
/// assert_eq!(game_score("75:62"), Some([75, 62]));
/// assert_eq!(game_score("9223372036854775807:1"), None);
/// ```
pub fn game_score(text: &str) -> Option<[i64; 2]> {
    let bounded = |points: &i64| (-POINTS_MAX..=POINTS_MAX).contains(points);
    let points = |text: &str| text.trim().parse::<i64>().ok().filter(bounded);
    let (one, two) = text.split_once(':')?;
    Some([points(one)?, points(two)?])
}

/// The columns of a list that are not among those that are read.
///
/// ```
/// use adjutant_tournament::csv_file::{COLUMNS, passed_over};
/// assert_eq!(passed_over("name,shoe size,club\n", &COLUMNS), ["shoe size"]);
/// ```
pub fn passed_over(text: &str, columns: &[&str]) -> Vec<String> {
    let mut reader = reader(text);
    let Ok(heading) = reader.headers() else { return Vec::new() };
    let known = |found: &&str| columns.iter().any(|name| found.eq_ignore_ascii_case(name));
    heading.iter().filter(|found| !found.is_empty() && !known(found)).map(str::to_owned).collect()
}

fn number(text: &str) -> Result<u32, NotThat> {
    text.parse().map_err(|_| NotThat { found: text.to_owned(), what: "rating", accepted: "a whole number" })
}

fn table(text: &str) -> Result<TableNumber, NotThat> {
    let number = text.parse().ok().filter(|number| *number > 0).map(TableNumber);
    number.ok_or_else(|| NotThat { found: text.to_owned(), what: "table", accepted: "a number from 1" })
}

/// Decimals of a fraction in a list.
const DECIMALS: u32 = 4;

/// Writes standings: rank, id, name, wins, draws, losses, points, one column a tie-break in the order in which they
/// count, dropped, where there are any disqualified, what a player has reached where there is a bracket, and where there
/// are any faction, a column for every award, and the overall score. Who is disqualified has no rank. Fractions are decimal
/// numbers, which spreadsheets read as numbers.
///
/// # Errors
/// Only if the CSV cannot be built.
pub fn standings(standings: &Standings, tie_breaks: &[TieBreak]) -> Result<String, CsvError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Wins have a column of their own already.
    let names = tie_breaks.iter().filter(|tie_break| **tie_break != TieBreak::Wins);
    let names: Vec<&str> = names.map(|tie_break| tie_break.name()).collect();
    let bracket = standings.rows.iter().any(|row| row.reached.is_some());
    let fixed = ["rank", "id", "name", "wins", "draws", "losses", "points"];
    let disqualified = standings.rows.iter().any(|row| row.disqualified);
    let scored: BTreeSet<&String> = standings.rows.iter().flat_map(|row| row.scores.categories.keys()).collect();
    let overall = standings.rows.iter().any(|row| row.scores.overall.is_some());
    let faction = standings.rows.iter().any(|row| row.faction.is_some());
    let mut heading: Vec<&str> = fixed.iter().chain(&names).chain(&["dropped"]).copied().collect();
    heading.extend(disqualified.then_some("disqualified"));
    heading.extend(bracket.then_some("reached"));
    heading.extend(faction.then_some("faction"));
    heading.extend(scored.iter().map(|name| name.as_str()));
    heading.extend(overall.then_some("overall"));
    writer.write_record(heading.iter().map(|name| cell(name).into_owned()))?;
    for row in &standings.rows {
        let mut fields = vec![
            rank(row.rank),
            cell(row.player.as_str()).into_owned(),
            cell(row.name.as_str()).into_owned(),
            row.record.wins.to_string(),
            row.record.draws.to_string(),
            row.record.losses.to_string(),
            row.points.to_string(),
        ];
        fields
            .extend(names.iter().map(|name| row.tie_breaks.get(name).map(|v| v.decimal(DECIMALS)).unwrap_or_default()));
        fields.push(row.dropped.to_string());
        fields.extend(disqualified.then(|| row.disqualified.to_string()));
        fields.extend(bracket.then(|| row.reached.clone().unwrap_or_default()));
        let text = |name: &Option<Name>| name.as_ref().map(|name| cell(name.as_str()).into_owned()).unwrap_or_default();
        fields.extend(faction.then(|| text(&row.faction)));
        fields.extend(scored.iter().map(|name| row.scores.categories.get(*name).copied().unwrap_or(0).to_string()));
        fields.extend(overall.then(|| row.scores.overall.as_ref().map(|v| v.decimal(DECIMALS)).unwrap_or_default()));
        writer.write_record(&fields)?;
    }
    text_of(writer)
}

/// The columns of [`best_coast_pairings`].
pub const BEST_COAST_PAIRINGS: [&str; 18] = [
    "place",
    "name",
    "team",
    "army",
    "dropped",
    "numWins",
    "numDraws",
    "numLosses",
    "mfSwissPoints",
    "battlePoints",
    "marginOfVictory",
    "pathToVictory",
    "numWinsSoS",
    "mfStrengthOfSchedule",
    "FFGBattlePointsSoS",
    "extendedNumWinsSoS",
    "extendedFFGBattlePointsSoS",
    "points",
];

/// Writes standings with the columns that Best Coast Pairings gives its players, in the order of our own standings;
/// `points` at the end are the match points of the event. Means are rounded half up to two decimals. After a cut `place` is
/// that of the bracket and everything else that of the rounds before it. Who is disqualified has no place and `dropped`,
/// the only word for it there.
///
/// | column | what |
/// |---|---|
/// | `mfSwissPoints` | 3 for a win or bye, 1 for a draw |
/// | `battlePoints` | victory points scored |
/// | `marginOfVictory` | victory points scored less those conceded, in games that took place |
/// | `pathToVictory` | rounds won, the earlier the heavier: 2^(rounds − r); not confirmed by the vendor |
/// | `numWinsSoS`, `mfStrengthOfSchedule` | means of the opponents' wins and Swiss points |
/// | `FFGBattlePointsSoS` | mean of the opponents' battle points per game |
/// | `extended…` | mean of the opponents' own such number |
///
/// # Source
/// Field names of the public answers of the vendor's service, May 2022; the definitions are those that its numbers of
/// one player agree with.
///
/// # Errors
/// Only if the CSV cannot be built.
pub fn best_coast_pairings(state: &Tournament, round: RoundNumber) -> Result<String, CsvError> {
    let ledger = Ledger::of_stage(state, counted(state, round), round);
    let schedule = Schedule::of(&ledger);
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(BEST_COAST_PAIRINGS)?;
    for row in crate::standings::standings(state, round).rows {
        let Some(at) = state.place(&row.player) else { continue };
        let (entry, entrant) = (&state.players[at].entry, &ledger.entrants[at]);
        let text = |name: &Option<Name>| name.as_ref().map(|name| cell(name.as_str()).into_owned()).unwrap_or_default();
        let scored: i64 = entrant.lines.iter().map(|line| line.scored).sum();
        let margin: i64 = entrant.games().map(|(line, _)| line.scored - line.conceded).sum();
        let won = entrant.lines.iter().filter(|line| line.outcome == Outcome::Win);
        let path: i64 = won.map(|line| 1i64 << ledger.rounds.saturating_sub(line.round.0).min(62)).sum();
        let mean = |values: &[Rational]| two_decimals(schedule.mean(at, values));
        writer.write_record([
            rank(row.rank),
            cell(row.name.as_str()).into_owned(),
            text(if entry.team.is_some() { &entry.team } else { &entry.club }),
            text(&entry.faction),
            row.gone().is_some().to_string(),
            row.record.wins.to_string(),
            row.record.draws.to_string(),
            row.record.losses.to_string(),
            schedule.swiss[at].to_string(),
            scored.to_string(),
            margin.to_string(),
            path.to_string(),
            mean(&schedule.wins),
            mean(&schedule.swiss),
            mean(&schedule.battle),
            mean(&schedule.wins_sos),
            mean(&schedule.battle_sos),
            row.points.to_string(),
        ])?;
    }
    text_of(writer)
}

/// What every player's opponents have done.
struct Schedule<'a> {
    ledger: &'a Ledger,
    wins: Vec<Rational>,
    swiss: Vec<Rational>,
    battle: Vec<Rational>,
    wins_sos: Vec<Rational>,
    battle_sos: Vec<Rational>,
}

impl<'a> Schedule<'a> {
    fn of(ledger: &'a Ledger) -> Schedule<'a> {
        let everybody = || ledger.entrants.iter();
        let tally = |entrant: &Entrant| entrant.tally();
        let battle = |entrant: &Entrant| {
            let scores: Vec<Rational> = entrant.games().map(|(line, _)| line.scored.into()).collect();
            Rational::mean(&scores)
        };
        let mut all = Schedule {
            ledger,
            wins: everybody().map(|entrant| i64::from(tally(entrant).wins).into()).collect(),
            swiss: everybody().map(tally).map(|tally| i64::from(3 * tally.wins + tally.draws).into()).collect(),
            battle: everybody().map(battle).collect(),
            wins_sos: Vec::new(),
            battle_sos: Vec::new(),
        };
        all.wins_sos = (0..ledger.entrants.len()).map(|at| all.mean(at, &all.wins)).collect();
        all.battle_sos = (0..ledger.entrants.len()).map(|at| all.mean(at, &all.battle)).collect();
        all
    }

    fn mean(&self, at: usize, values: &[Rational]) -> Rational {
        let opponents: Vec<Rational> =
            self.ledger.entrants[at].games().map(|(_, other)| values[other].clone()).collect();
        Rational::mean(&opponents)
    }
}

fn two_decimals(value: Rational) -> String {
    let hundredths = value.rounded(2);
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}
