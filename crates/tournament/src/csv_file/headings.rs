//! The headings that people give their lists, and the marks between the fields.

use std::collections::{BTreeMap, BTreeSet};

use super::form::CsvError;

/// The part of a name that people are called by.
pub(super) const FIRST_NAME: &str = "first name";
/// The other part.
pub(super) const LAST_NAME: &str = "last name";

/// Headings that people use for our columns, as [`folded`] makes them.
const KNOWN_HEADINGS: [(&str, &[&str]); 14] = [
    ("name", &["name", "playername", "player", "fullname", "displayname"]),
    (FIRST_NAME, &["firstname", "forename", "givenname"]),
    (LAST_NAME, &["lastname", "surname", "familyname"]),
    ("id", &["id", "playerid"]),
    ("club", &["club", "clubname"]),
    ("team", &["team", "teamname"]),
    ("country", &["country", "nation"]),
    ("faction", &["faction", "army", "primaryfaction", "armyfaction", "codex"]),
    ("seat", &["seat", "fixedseat", "fixedtable"]),
    ("members", &["members", "teammembers"]),
    ("factions", &["factions", "armies", "memberfactions"]),
    ("rating", &["rating", "elo", "ranking"]),
    ("disposition", &["disposition", "forcedisposition"]),
    ("dispositions", &["dispositions", "memberdispositions"]),
];

/// A heading as people read it: its letters and digits, small.
fn folded(heading: &str) -> String {
    heading.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Which of our columns stands where in a list.
pub(super) struct Found(BTreeMap<&'static str, usize>);

impl Found {
    pub(super) fn at(&self, column: &str) -> Option<usize> {
        self.0.get(column).copied()
    }
}

/// Finds our columns: those that are mapped first, then by the headings that people use, the most usual one first.
pub(super) fn columns_of(heading: &csv::StringRecord, map: &[(String, String)]) -> Result<Found, CsvError> {
    let plain: Vec<String> = heading.iter().map(folded).collect();
    let place = |wanted: &str| plain.iter().position(|found| !found.is_empty() && found == wanted);
    let mut columns = BTreeMap::new();
    for (column, own) in map {
        let known = KNOWN_HEADINGS.iter().find(|(name, _)| folded(name) == folded(column));
        let at = place(&folded(own));
        let (Some((name, _)), Some(at)) = (known, at) else {
            let wrong = if known.is_none() { column } else { own };
            let found = heading.iter().map(str::to_owned).collect();
            return Err(CsvError::NotMapped { heading: wrong.clone(), found });
        };
        columns.insert(*name, at);
    }
    for (name, headings) in KNOWN_HEADINGS {
        let free = |at: &usize| !columns.values().any(|taken| taken == at);
        let at = headings.iter().filter_map(|known| place(known)).find(free);
        if let (Some(at), false) = (at, columns.contains_key(name)) {
            columns.insert(name, at);
        }
    }
    Ok(Found(columns))
}

/// The columns of a list of players that are not read.
///
/// ```
/// use adjutant_tournament::csv_file::not_read;
/// assert_eq!(not_read("Player Name,shoe size,Army\n", &[]), ["shoe size"]);
/// ```
pub fn not_read(text: &str, map: &[(String, String)]) -> Vec<String> {
    let mut reader = reader(text);
    let Ok(heading) = reader.headers() else { return Vec::new() };
    let Ok(mut found) = columns_of(heading, map) else { return Vec::new() };
    if found.at("name").is_some() {
        found.0.retain(|name, _| ![FIRST_NAME, LAST_NAME].contains(name));
    }
    let read: BTreeSet<usize> = found.0.into_values().collect();
    let others = heading.iter().enumerate().filter(|(at, heading)| !heading.is_empty() && !read.contains(at));
    others.map(|(_, heading)| heading.to_owned()).collect()
}

/// Refuses a list that ends inside a quote: what follows the quote would be swallowed.
pub(super) fn closed_quotes(text: &str) -> Result<(), CsvError> {
    let separator = char::from(separator(text));
    let (mut line, mut opened, mut begins) = (1, None, true);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, opened) {
            ('"', Some(_)) if letters.peek() == Some(&'"') => drop(letters.next()),
            ('"', Some(_)) => opened = None,
            ('"', None) if begins => opened = Some(line),
            _ => {}
        }
        begins = opened.is_none() && (letter == separator || letter == '\n' || letter == '\r');
        line += u64::from(letter == '\n');
    }
    opened.map_or(Ok(()), |line| Err(CsvError::OpenQuote { line }))
}

/// A reader that takes the separator that the heading uses most: spreadsheets write what their country does.
pub(super) fn reader(text: &str) -> csv::Reader<&[u8]> {
    let mut builder = csv::ReaderBuilder::new();
    builder.trim(csv::Trim::All).flexible(true).delimiter(separator(text)).from_reader(text.as_bytes())
}

fn separator(text: &str) -> u8 {
    let heading = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| heading.bytes().filter(|byte| byte == separator).count();
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}
