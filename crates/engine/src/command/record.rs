//! Records as they stand in a log, chained or bare.

use std::sync::{Arc, LazyLock};

use adjutant_core::chain;
use adjutant_core::chain::{ChainError, Form, Hash, LINE_BYTES_MAX, Link, Member, SyntaxError};
use adjutant_core::ids::Name;
use adjutant_core::sealed::Openings;
use adjutant_core::side::{By, BySide};
use adjutant_core::text::without_place;
use adjutant_core::time::Timestamp;
use memchr::memmem::Finder;
use serde::{Deserialize, Serialize};

use super::Command;
use super::said::Said;
use crate::dice::Drawn;

/// One line of a chained log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// When it was recorded; the rules never read it.
    pub at: Timestamp,
    /// The speaker.
    pub by: By,
    /// What happened.
    #[serde(rename = "do")]
    pub command: Arc<Command>,
    /// Says that the dice were drawn from the seed of `open`, and with which number of the other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
    /// SHA-256 over the canonical form of the record without this field.
    pub hash: Hash,
    /// Hash of the record before; zeros for the first.
    pub prev: Hash,
    /// 1, 2, 3 … without gaps.
    pub seq: u64,
    /// The rule of the army's own that allows what the core rules forbid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<Name>,
    /// Both totals of folding the records up to this one.
    pub vp: BySide<u32>,
}

impl Record {
    /// Lets the sealed names of `open` read as the real ones where their openings are here, and by the player's id in the
    /// event otherwise.
    pub fn open_names(&mut self, names: &Openings) {
        let sealed = matches!(&*self.command, Command::Open(open) if !open.names.is_open());
        if let (true, Command::Open(open)) = (sealed, Arc::make_mut(&mut self.command)) {
            open.players.one.open_name(names);
            open.players.two.open_name(names);
        }
    }
}

/// One line of a bare log: what people and programs write to be recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BareRecord {
    /// When it happened; the recorder's clock where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// The speaker.
    pub by: By,
    /// What happened.
    #[serde(rename = "do")]
    pub command: Command,
    /// Says that the dice were drawn from the seed of `open`, and with which number of the other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Drawn>,
    /// The rule of the army's own that allows what the core rules forbid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<Name>,
}

impl Record {
    /// Who says it, under which rule, and how its dice were drawn.
    pub fn said(&self) -> Said {
        Said { by: self.by, under: self.under.clone(), drawn: self.drawn }
    }
}

impl BareRecord {
    /// Who says it, under which rule, and how its dice were drawn.
    pub fn said(&self) -> Said {
        Said { by: self.by, under: self.under.clone(), drawn: self.drawn }
    }
}

/// Why a line is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The chain or the form of the line.
    #[error(transparent)]
    Chain(#[from] ChainError),
    /// The line is JSON, but no record.
    #[error("{0}")]
    Shape(String),
}

impl From<SyntaxError> for ReadError {
    fn from(error: SyntaxError) -> Self {
        ReadError::Chain(error.into())
    }
}

/// Reads a value that begins this many bytes into its line.
fn typed<'a, T: Deserialize<'a>>(value: &'a str, start: usize) -> Result<T, ReadError> {
    serde_json::from_str(value)
        .map_err(|error| ReadError::Shape(format!("column {}: {}", start + error.column(), without_place(&error))))
}

/// Reads one line of a chained log and checks it against the line before.
///
/// # Errors
/// The first fault of the chain, of the form, or of the record's fields.
pub fn read_chained(line: &[u8], previous: Link) -> Result<(Record, Link), ReadError> {
    let (link, text, members) = chain::verify_members(line, previous)?;
    let (mut at, mut by, mut command, mut drawn, mut under, mut vp) = (None, None, None, None, None, None);
    for member in &members {
        // What the chain has read already is not read again.
        match &line[member.key.clone()] {
            b"at" => at = Some(or_strictly(text, member, moment)?),
            b"by" => by = Some(or_strictly(text, member, speaker)?),
            b"do" => command = Some(member_of::<Command>(text, member)?),
            b"drawn" => drawn = Some(member_of::<Drawn>(text, member)?),
            b"under" => under = Some(member_of::<Name>(text, member)?),
            b"vp" => vp = Some(or_strictly(text, member, totals)?),
            b"hash" | b"prev" | b"seq" => {}
            _ => {
                let other = &text[member.key.clone()];
                let accepted = "a record has `at`, `by`, `do`, `drawn`, `hash`, `prev`, `seq`, `under`, `vp`";
                return Err(ReadError::Shape(format!(
                    "column {}: unknown field `{other}`; {accepted}",
                    member.key.start
                )));
            }
        }
    }
    if let Some(command) = &command {
        no_null(line, "do", command, || find_do(text, &members))?;
    }
    let missing = |field| ReadError::Shape(format!("missing field `{field}`"));
    let mut record = Record {
        at: at.ok_or_else(|| missing("at"))?,
        by: by.ok_or_else(|| missing("by"))?,
        command: Arc::new(command.ok_or_else(|| missing("do"))?),
        drawn,
        hash: link.hash,
        prev: previous.hash,
        seq: link.seq,
        under,
        vp: vp.ok_or_else(|| missing("vp"))?,
    };
    if let Command::Open(_) = &*record.command {
        record.open_names(&Openings::default());
    }
    Ok((record, link))
}

/// Refuses a `null` that stands for a field which could be left out: one fact has one form. What a reveal opens is the
/// player's own, and may hold any.
fn no_null<'a, T: Serialize>(
    line: &[u8],
    what: &str,
    read: &T,
    text: impl FnOnce() -> &'a str,
) -> Result<(), ReadError> {
    static NULL: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(b"null"));
    if NULL.find(line).is_none() {
        return Ok(());
    }
    let shape = |error: serde_json::Error| ReadError::Shape(error.to_string());
    let written: serde_json::Value = serde_json::from_str(text()).map_err(shape)?;
    if nulls(&written) == nulls(&serde_json::to_value(read).map_err(shape)?) {
        return Ok(());
    }
    Err(ReadError::Shape(format!("{what} holds a null; leave the field out")))
}

fn nulls(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::Null => 1,
        serde_json::Value::Array(values) => values.iter().map(nulls).sum(),
        serde_json::Value::Object(fields) => fields.values().map(nulls).sum(),
        _ => 0,
    }
}

/// The text of a record's command.
fn find_do<'a>(line: &'a str, members: &[Member]) -> &'a str {
    let member = members.iter().find(|member| &line[member.key.clone()] == "do");
    member.map_or("{}", |member| &line[member.value.clone()])
}

/// What a member of a line that was scanned says, by the quick way that reads most; where it does not, strictly.
fn or_strictly<'a, T: Deserialize<'a>>(
    line: &'a str,
    member: &Member,
    quick: impl FnOnce(&str) -> Option<T>,
) -> Result<T, ReadError> {
    quick(&line[member.value.clone()]).map_or_else(|| member_of(line, member), Ok)
}

/// A text between its quotes. One with an escape is none of the words that are looked for.
fn quoted(value: &str) -> Option<&str> {
    value.strip_prefix('"')?.strip_suffix('"')
}

fn moment(value: &str) -> Option<Timestamp> {
    Timestamp::parse(quoted(value)?)
}

fn speaker(value: &str) -> Option<By> {
    let word = quoted(value)?;
    By::ALL.into_iter().find(|by| by.as_str() == word)
}

fn totals(value: &str) -> Option<BySide<u32>> {
    let (one, rest) = value.strip_prefix(r#"{"one":"#)?.strip_suffix('}')?.split_once(',')?;
    Some(BySide { one: one.parse().ok()?, two: rest.strip_prefix(r#""two":"#)?.parse().ok()? })
}

/// Reads the value of one member of a line that was scanned.
fn member_of<'a, T: Deserialize<'a>>(line: &'a str, member: &Member) -> Result<T, ReadError> {
    typed(&line[member.value.clone()], member.value.start)
}

/// Reads one line of a bare log; blank lines and comments are `None`.
///
/// # Errors
/// The first fault of the form or of the record's fields.
///
/// ```
/// use adjutant_engine::record::read_bare;
/// assert!(read_bare(b"# a remark").unwrap().is_none());
/// let record = read_bare(br#"{"by": "both", "do": {"begin": {}}}"#).unwrap().unwrap();
/// assert_eq!(record.command.name(), "begin");
/// ```
pub fn read_bare(line: &[u8]) -> Result<Option<BareRecord>, ReadError> {
    let line = line.trim_ascii();
    if line.is_empty() || line.starts_with(b"#") {
        return Ok(None);
    }
    if line.len() > LINE_BYTES_MAX {
        return Err(ChainError::TooLong { bytes: line.len() }.into());
    }
    chain::scan(line, Form::Free)?;
    let text = std::str::from_utf8(line).map_err(|error| ReadError::Shape(error.to_string()))?;
    let record: BareRecord = typed(text, 0)?;
    no_null(line, "a record", &record, || text)?;
    Ok(Some(record))
}

/// Writes a record as the next line of a chain.
///
/// # Errors
/// Only where a value cannot be written as JSON.
pub fn seal(
    at: Timestamp,
    said: impl Into<Said>,
    command: &Command,
    vp: BySide<u32>,
    previous: Link,
) -> Result<(Vec<u8>, Link), serde_json::Error> {
    let mut fields = serde_json::Map::new();
    fields.insert("at".into(), serde_json::to_value(at)?);
    let Said { by, under, drawn } = said.into();
    fields.insert("by".into(), serde_json::to_value(by)?);
    fields.insert("do".into(), serde_json::to_value(command)?);
    if let Some(drawn) = drawn {
        fields.insert("drawn".into(), serde_json::to_value(drawn)?);
    }
    if let Some(under) = under {
        fields.insert("under".into(), serde_json::to_value(under)?);
    }
    fields.insert("vp".into(), serde_json::to_value(vp)?);
    chain::seal(fields, previous)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quick readers of time, speaker and points take what serde takes, and nothing else: every value beside every other.
    #[test]
    fn the_quick_way_and_serde_read_a_record_alike() {
        let moments = [
            r#""2026-11-21T09:00:00Z""#,
            r#""2026-02-30T09:00:00Z""#,
            r#""yesterday""#,
            r#""""#,
            "null",
            "7",
            r#"["a"]"#,
            r#""2026-11-21T09:00:00Z ""#,
            r#""\"""#,
        ];
        let speakers =
            [r#""one""#, r#""two""#, r#""both""#, r#""judge""#, r#""One""#, r#""""#, r#"{"one":{}}"#, "null", "1"];
        let totals = [
            r#"{"one":5,"two":0}"#,
            r#"{"one":4294967295,"two":1}"#,
            r#"{"one":4294967296,"two":1}"#,
            r#"{"one":-1,"two":1}"#,
            r#"{"one":1.5,"two":1}"#,
            r#"{"one":1}"#,
            r#"{"one":1,"three":2,"two":3}"#,
            r#"{"one":1,"two":null}"#,
            "[1,2]",
            "{}",
        ];
        fn as_serde<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
            serde_json::from_str(text).ok()
        }
        let mut taken = 0;
        let all = moments.len() * speakers.len() * totals.len();
        for case in 0..all {
            let (at, rest) = (moments[case % moments.len()], case / moments.len());
            let (by, vp) = (speakers[rest % speakers.len()], totals[rest / speakers.len()]);
            let fields = format!(r#"{{"at":{at},"by":{by},"do":{{"end":{{}}}},"vp":{vp}}}"#);
            let Ok(serde_json::Value::Object(fields)) = serde_json::from_str(&fields) else { panic!("{fields}") };
            let (line, _) = chain::seal(fields, Link::START).expect("sealed");
            let read = read_chained(&line, Link::START).ok().map(|(record, _)| (record.at, record.by, record.vp));
            let told = as_serde::<Timestamp>(at).zip(as_serde::<By>(by)).zip(as_serde::<BySide<u32>>(vp));
            assert_eq!(read, told.map(|((at, by), vp)| (at, by, vp)), "{at} {by} {vp}");
            taken += u32::from(read.is_some());
        }
        // A list in place of the two points is taken as well, as serde takes it.
        assert_eq!(taken, 4 * 3, "four speakers, three ways to say points");
    }

    /// One fact has one canonical line: a `null` is not another way to leave a field out.
    #[test]
    fn a_null_for_a_field_that_could_be_left_out_is_refused() {
        let place =
            |more: &str| format!(r#"{{"place":{{"at":{{"declared":{{{more}"within":["zone-a"]}}}},"unit":"a1"}}}}"#);
        let bare = |more: &str| format!(r#"{{"by":"one","do":{}}}"#, place(more));
        assert!(read_bare(bare("").as_bytes()).is_ok());
        assert!(read_bare(bare(r#""centre_in":3,"#).as_bytes()).is_ok());
        let refused = read_bare(bare(r#""centre_in":null,"#).as_bytes()).map(drop);
        assert!(refused.is_err_and(|error| error.to_string().contains("null")));
        let chained = |more: &str| {
            let line =
                format!(r#"{{"at":"2026-11-21T10:00:00Z","by":"one","do":{},"vp":{{"one":0,"two":0}}}}"#, place(more));
            let fields = serde_json::from_str::<serde_json::Map<_, _>>(&line).expect("an object");
            chain::seal(fields, Link::START).expect("a line").0
        };
        assert!(read_chained(&chained(""), Link::START).is_ok());
        let refused = read_chained(&chained(r#""centre_in":null,"#), Link::START).map(drop);
        assert!(refused.is_err_and(|error| error.to_string().contains("holds a null")));
    }

    /// What a reveal opens is the player's own and may hold any value.
    #[test]
    fn a_null_inside_what_a_player_reveals_stands() {
        let line = r#"{"by":"one","do":{"reveal":{"salt":"0123456789abcdef0123456789abcdef","value":{"x":null},"what":"reserves"}}}"#;
        assert!(read_bare(line.as_bytes()).is_ok());
    }
}
