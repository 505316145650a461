//! The tables of an archive and their columns.
//!
//! The tables of facts have the columns that `adjutant schema facts` describes, under the same names, and before them
//! the `head` of the log and, where rows are counted, its `origin`.

use adjutant_core::chain::Hash;
use adjutant_core::time::Timestamp;
use adjutant_replay::audit::{Finding, LogReport};
use adjutant_replay::facts::LogFacts;
use serde_json::Value;

use super::cell::Cell;

/// What a column holds. Every column may hold null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Bool,
    /// A whole number of 64 bits.
    Int,
    /// A whole number of 64 bits that hardly differs from the one above it.
    Steps,
    /// A moment, in milliseconds since 1970 (UTC).
    Time,
    /// A text with few different values.
    Word,
    /// A text.
    Text,
    /// Bytes.
    Bytes,
    /// 32 bytes.
    Hash,
}

/// A table.
#[derive(Debug)]
pub struct Table {
    /// Its name, and that of its folder.
    pub name: &'static str,
    /// Names and kinds of its columns.
    pub columns: &'static [(&'static str, Kind)],
}

use Kind::{Bool, Bytes, Hash as Sha, Int, Steps, Text, Time, Word};

/// Every table. The first three are the logs; the others follow from them.
pub const TABLES: &[Table] = &[
    Table {
        name: "logs",
        columns: &[
            ("head", Sha),
            ("origin", Sha),
            ("name", Text),
            ("kind", Word),
            ("id", Text),
            ("records", Int),
            ("bytes", Int),
            ("odd", Bool),
            ("errors", Int),
            ("warnings", Int),
        ],
    },
    Table {
        name: "records",
        columns: &[
            ("head", Sha),
            ("seq", Steps),
            ("at", Time),
            ("by", Word),
            ("command", Word),
            ("fields", Text),
            ("vp_one", Int),
            ("vp_two", Int),
            ("rest", Text),
        ],
    },
    Table { name: "odd", columns: &[("head", Sha), ("log", Bytes)] },
    Table {
        name: "matches",
        columns: &[
            ("head", Sha),
            ("origin", Sha),
            ("errors", Int),
            ("id", Text),
            ("event", Word),
            ("round", Int),
            ("table", Int),
            ("opened", Time),
            ("minutes", Int),
            ("pack", Word),
            ("rules", Sha),
            ("mission", Word),
            ("size", Word),
            ("status", Word),
            ("first", Word),
            ("rounds", Int),
            ("one", Int),
            ("two", Int),
            ("winner", Word),
            ("by", Word),
            ("derived", Int),
            ("claimed", Int),
            ("ruled", Int),
            ("signed", Int),
        ],
    },
    Table {
        name: "sides",
        columns: &[
            ("head", Sha),
            ("origin", Sha),
            ("errors", Int),
            ("side", Word),
            ("player", Word),
            ("faction", Word),
            ("opponent_faction", Word),
            ("detachments", Word),
            ("points", Int),
            ("role", Word),
            ("first", Bool),
            ("primary", Int),
            ("secondary", Int),
            ("battle_ready", Bool),
            ("vp", Int),
            ("vp_against", Int),
            ("result", Word),
        ],
    },
    // Younger than the others: only where a disposition was said, so that archives of before stay whole.
    Table {
        name: "dispositions",
        columns: &[
            ("head", Sha),
            ("origin", Sha),
            ("errors", Int),
            ("side", Word),
            ("disposition", Word),
            ("opponent_disposition", Word),
            ("primary", Word),
        ],
    },
    Table {
        name: "secondaries",
        columns: &[
            ("head", Sha),
            ("origin", Sha),
            ("errors", Int),
            ("side", Word),
            ("objective", Word),
            ("raw", Int),
            ("vp", Int),
        ],
    },
    Table {
        name: "awards",
        columns: &[
            ("head", Sha),
            ("origin", Sha),
            ("errors", Int),
            ("seq", Int),
            ("side", Word),
            ("round", Word),
            ("moment", Word),
            ("objective", Word),
            ("raw", Int),
            ("vp", Int),
            ("basis", Word),
            ("late", Bool),
        ],
    },
    Table {
        name: "events",
        columns: &[
            ("head", Sha),
            ("origin", Sha),
            ("errors", Int),
            ("id", Text),
            ("name", Text),
            ("pack", Word),
            ("players", Int),
            ("rounds", Int),
            ("finished", Bool),
        ],
    },
    Table {
        name: "pairings",
        columns: &[
            ("head", Sha),
            ("origin", Sha),
            ("errors", Int),
            ("round", Int),
            ("table", Int),
            ("one", Word),
            ("two", Word),
            ("one_name", Word),
            ("two_name", Word),
            ("mission", Word),
            ("one_vp", Int),
            ("two_vp", Int),
            ("winner", Word),
            ("no_show", Bool),
            ("match", Text),
            ("match_head", Sha),
        ],
    },
    Table {
        name: "standings",
        columns: &[
            ("head", Sha),
            ("origin", Sha),
            ("errors", Int),
            ("place", Int),
            ("player", Word),
            ("name", Word),
            ("faction", Word),
            ("wins", Int),
            ("draws", Int),
            ("losses", Int),
            ("points", Int),
            ("dropped", Bool),
        ],
    },
    Table {
        name: "findings",
        columns: &[
            ("head", Sha),
            ("origin", Sha),
            ("record", Int),
            ("severity", Word),
            ("code", Word),
            ("message", Text),
        ],
    },
];

/// Places of tables in [`TABLES`].
pub(super) const LOGS: usize = 0;
pub(super) const RECORDS: usize = 1;
pub(super) const ODD: usize = 2;

/// A row, and the place of its table in [`TABLES`].
pub(super) type Row = (usize, Vec<Cell>);

/// The rows about a log that follow from it. `head` is the name of the log in the archive.
pub(super) fn derived(head: Hash, facts: &LogFacts, findings: &[Finding]) -> Vec<Row> {
    let mut rows = Vec::new();
    let errors = Cell::Int(i64::try_from(facts.errors).unwrap_or(i64::MAX));
    let shared = [Cell::hash(head), facts.origin.map_or(Cell::Null, Cell::hash), errors];
    // What is serialized by derived code, with keys that are texts, becomes JSON whatever it holds.
    let facts = serde_json::to_value(facts).unwrap_or_default();
    let of = |name: &str| -> Vec<Value> {
        match &facts[name] {
            Value::Array(rows) => rows.clone(),
            Value::Object(_) => vec![facts[name].clone()],
            _ => Vec::new(),
        }
    };
    for (index, table) in TABLES.iter().enumerate().skip(ODD + 1) {
        let (found, own) = match table.name {
            "matches" => (of("match"), &shared[..]),
            "events" => (of("event"), &shared[..]),
            "findings" => (findings.iter().map(finding).collect(), &shared[..2]),
            name => (of(name), &shared[..]),
        };
        for row in found {
            let rest = table.columns[own.len()..].iter().map(|(column, kind)| cell(&row[*column], *kind));
            rows.push((index, own.iter().cloned().chain(rest).collect()));
        }
    }
    rows
}

fn finding(finding: &Finding) -> Value {
    serde_json::to_value(finding).unwrap_or_default()
}

/// The row of `logs` about a log.
pub(super) fn log(head: Hash, report: &LogReport, name: &str, kept: Kept) -> Row {
    let facts = &kept.facts;
    let kind = match (&facts.game, &facts.event) {
        (Some(_), _) => Cell::text("match"),
        (_, Some(_)) => Cell::text("event"),
        _ => Cell::Null,
    };
    let id = facts.game.as_ref().map(|game| &game.id).or(facts.event.as_ref().map(|event| &event.id));
    let number = |number: usize| Cell::Int(i64::try_from(number).unwrap_or(i64::MAX));
    let row = vec![
        Cell::hash(head),
        report.origin.map_or(Cell::Null, Cell::hash),
        Cell::text(name),
        kind,
        id.map_or(Cell::Null, |id| Cell::text(id)),
        number(kept.records),
        number(kept.bytes),
        Cell::Bool(kept.odd),
        number(facts.errors),
        number(facts.warnings),
    ];
    (LOGS, row)
}

/// What `logs` says of a log beside what an audit says.
pub(super) struct Kept<'a> {
    /// What it comes to.
    pub facts: &'a LogFacts,
    /// How many rows of `records` it has.
    pub records: usize,
    /// How long it is.
    pub bytes: usize,
    /// Whether it is kept as it is.
    pub odd: bool,
}

fn cell(value: &Value, kind: Kind) -> Cell {
    match (kind, value) {
        (Bool, Value::Bool(value)) => Cell::Bool(*value),
        (Int | Steps, Value::Number(value)) => value.as_i64().map_or(Cell::Null, Cell::Int),
        (Time, Value::String(value)) => Timestamp::parse(value).map_or(Cell::Null, Cell::time),
        (Sha, Value::String(value)) => Hash::parse(value).map_or(Cell::Null, Cell::hash),
        (Word | Text, Value::String(value)) => Cell::text(value),
        (Word | Text, Value::Number(value)) => Cell::text(&value.to_string()),
        (Word | Text, Value::Array(values)) => {
            let words: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
            Cell::text(&words.join(", "))
        }
        _ => Cell::Null,
    }
}

#[cfg(test)]
#[path = "../../tests/inside/archive_tables.rs"]
mod tests;
