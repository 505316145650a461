//! A record as columns without `prev` and `hash`, and back.
//!
//! A member that has no column, or is not spelt as its column would spell it, goes into `rest` as it stands. So any
//! canonical line comes back; whether it did is tried when a log is added.

use adjutant_core::chain::{Form, Hash, LOG_BYTES_MAX, Link, scan};
use adjutant_core::time::Timestamp;

use super::cell::Cell;
use super::tables::{RECORDS, Row};

/// The members of an object: keys without their quotes, values as they stand.
type Members = Vec<(Vec<u8>, Vec<u8>)>;

/// The rows of a log's records, and its head; `None` where the log would not come back byte for byte.
pub(super) fn split(log: &[u8]) -> Option<(Hash, Vec<Row>)> {
    let body = log.strip_suffix(b"\n")?;
    let mut rows = Vec::new();
    let mut previous = Link::START;
    for line in body.split(|byte| *byte == b'\n') {
        let row = columns(line, previous.seq + 1)?;
        let (back, link) = join(&row, previous)?;
        if back != line {
            return None;
        }
        previous = link;
        rows.push(row);
    }
    let head = Cell::hash(previous.hash);
    let with_head = |row: Vec<Cell>| (RECORDS, std::iter::once(head.clone()).chain(row).collect());
    Some((previous.hash, rows.into_iter().map(with_head).collect()))
}

fn members(object: &[u8]) -> Option<Members> {
    let members = scan(object, Form::Canonical).ok()?;
    Some(members.into_iter().map(|member| (object[member.key].to_vec(), object[member.value].to_vec())).collect())
}

/// The columns of a record behind `head`: seq, at, by, command, fields, vp_one, vp_two, rest.
fn columns(line: &[u8], seq: u64) -> Option<Vec<Cell>> {
    let mut rest = Members::new();
    let (mut at, mut by) = (Cell::Null, Cell::Null);
    let (mut command, mut fields) = (Cell::Null, Cell::Null);
    let (mut one, mut two) = (Cell::Null, Cell::Null);
    for (key, value) in members(line)? {
        match &key[..] {
            b"hash" | b"prev" | b"seq" => continue,
            b"at" => at = plain(&value).and_then(Timestamp::parse).map_or(Cell::Null, Cell::time),
            b"by" => by = plain(&value).map_or(Cell::Null, Cell::text),
            b"do" => (command, fields) = called(&value).unwrap_or((Cell::Null, Cell::Null)),
            b"vp" => (one, two) = points(&value).unwrap_or((Cell::Null, Cell::Null)),
            _ => {}
        }
        let written = match &key[..] {
            b"at" => spelt_at(&at),
            b"by" => spelt_by(&by),
            b"do" => spelt_do(&command, &fields),
            b"vp" => spelt_vp(&one, &two),
            _ => None,
        };
        if written.as_ref() == Some(&value) {
            continue;
        }
        match &key[..] {
            b"at" => at = Cell::Null,
            b"by" => by = Cell::Null,
            b"do" => (command, fields) = (Cell::Null, Cell::Null),
            b"vp" => (one, two) = (Cell::Null, Cell::Null),
            _ => {}
        }
        rest.push((key, value));
    }
    let rest = if rest.is_empty() { Cell::Null } else { Cell::Bytes(object(&rest)) };
    Some(vec![Cell::Int(i64::try_from(seq).ok()?), at, by, command, fields, one, two, rest])
}

/// The text between quotes, where nothing in it is escaped.
fn plain(value: &[u8]) -> Option<&str> {
    let text = value.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    std::str::from_utf8(text).ok().filter(|text| !text.contains('\\'))
}

/// The one member of a command: its name and what belongs to it.
fn called(value: &[u8]) -> Option<(Cell, Cell)> {
    let mut members = members(value)?;
    let (name, fields) = members.pop().filter(|_| members.is_empty())?;
    Some((Cell::Bytes(name), Cell::Bytes(fields)))
}

fn points(value: &[u8]) -> Option<(Cell, Cell)> {
    let both = members(value)?;
    let number = |key: &[u8]| -> Option<Cell> {
        let (_, value) = both.iter().find(|(own, _)| own == key)?;
        std::str::from_utf8(value).ok()?.parse().ok().map(Cell::Int)
    };
    Some((number(b"one")?, number(b"two")?))
}

fn quoted(text: &str) -> Vec<u8> {
    format!("\"{text}\"").into_bytes()
}

fn spelt_at(at: &Cell) -> Option<Vec<u8>> {
    at.as_time().map(|at| quoted(&at.to_string()))
}

fn spelt_by(by: &Cell) -> Option<Vec<u8>> {
    by.as_text().map(quoted)
}

fn spelt_do(command: &Cell, fields: &Cell) -> Option<Vec<u8>> {
    let (command, fields) = (command.as_bytes()?, fields.as_bytes()?);
    Some([b"{\"", command, b"\":", fields, b"}"].concat())
}

fn spelt_vp(one: &Cell, two: &Cell) -> Option<Vec<u8>> {
    let (one, two) = (one.as_int()?, two.as_int()?);
    Some(format!("{{\"one\":{one},\"two\":{two}}}").into_bytes())
}

/// Writes an object whose members stand in their order already.
fn object(members: &Members) -> Vec<u8> {
    let mut text = vec![b'{'];
    for (index, (key, value)) in members.iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        text.push(b'"');
        text.extend_from_slice(key);
        text.extend_from_slice(b"\":");
        text.extend_from_slice(value);
    }
    text.push(b'}');
    text
}

/// The line of a record from its columns behind `head`, and its link; `None` where the columns hold no record.
pub(super) fn join(columns: &[Cell], previous: Link) -> Option<(Vec<u8>, Link)> {
    let [seq, at, by, command, fields, one, two, rest] = columns else { return None };
    let seq = u64::try_from(seq.as_int()?).ok()?;
    let mut all = match rest {
        Cell::Null => Members::new(),
        rest => members(rest.as_bytes()?)?,
    };
    let own = [
        (&b"at"[..], spelt_at(at)),
        (b"by", spelt_by(by)),
        (b"do", spelt_do(command, fields)),
        (b"prev", Some(quoted(&previous.hash.to_string()))),
        (b"seq", Some(seq.to_string().into_bytes())),
        (b"vp", spelt_vp(one, two)),
    ];
    all.extend(own.into_iter().filter_map(|(key, value)| Some((key.to_vec(), value?))));
    // By bytes, and not by UTF-16 as the form asks: a log whose keys part the two orders is kept as it is.
    all.sort();
    let hash = Hash::of(&object(&all));
    all.push((b"hash".to_vec(), quoted(&hash.to_string())));
    all.sort();
    Some((object(&all), Link { seq, hash }))
}

/// A record as a row of the table `records`, without its head.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordRow<'a> {
    /// Its number.
    pub seq: i64,
    /// Milliseconds since 1970.
    pub at: Option<i64>,
    /// Who recorded it.
    pub by: Option<&'a str>,
    /// The command.
    pub command: Option<&'a str>,
    /// What belongs to the command, as JSON.
    pub fields: Option<&'a str>,
    /// Points of player one after it.
    pub vp_one: Option<i64>,
    /// Points of player two after it.
    pub vp_two: Option<i64>,
    /// What has no column, as a JSON object.
    pub rest: Option<&'a str>,
}

/// The lines of a log from the rows of its records in their order, and its head: compare that with the one of the rows.
/// `None` where the rows are not the records of a log, from the first on.
pub fn rebuild<'a>(rows: impl Iterator<Item = RecordRow<'a>>) -> Option<(Vec<u8>, Hash)> {
    let mut log = Vec::new();
    let mut previous = Link::START;
    for row in rows {
        let text = |text: Option<&str>| text.map_or(Cell::Null, Cell::text);
        let number = |number: Option<i64>| number.map_or(Cell::Null, Cell::Int);
        let (at, one, two) = (number(row.at), number(row.vp_one), number(row.vp_two));
        let columns =
            [Cell::Int(row.seq), at, text(row.by), text(row.command), text(row.fields), one, two, text(row.rest)];
        let (line, link) = join(&columns, previous).filter(|(_, link)| link.seq == previous.seq + 1)?;
        log.extend_from_slice(&line);
        log.push(b'\n');
        if log.len() > LOG_BYTES_MAX {
            return None;
        }
        previous = link;
    }
    (previous.seq > 0).then_some((log, previous.hash))
}

#[cfg(test)]
#[path = "../../tests/inside/archive_line.rs"]
mod tests;
