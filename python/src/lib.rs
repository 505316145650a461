//! What Python calls: logs as bytes in, JSON out. `adjutant/__init__.py` makes objects of it.
//!
//! Every function lets other threads run while it works, and raises `ValueError` where a log cannot be read; what an
//! audit finds is part of its report, never an exception.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};

use adjutant_app::Known;
use adjutant_app::archive::{self, Kind, RecordRow};
use adjutant_core::chain::Hash;
use adjutant_replay::audit::{self as auditing, Beside, Called, Code, LogReport, Trust};
use adjutant_replay::matches::logs;
use adjutant_replay::{Error, facts as counting};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;

/// The packs that this process knows.
static KNOWN: LazyLock<Known> = LazyLock::new(Known::default);

fn text(json: serde_json::Result<String>) -> PyResult<String> {
    json.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Makes known the packs of folders: a pack, or a folder of packs. What is known already stays as it is.
#[pyfunction]
fn know_packs(py: Python<'_>, folders: Vec<PathBuf>) -> PyResult<()> {
    static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    py.detach(|| {
        let mut known = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
        for folder in folders {
            if !known.contains(&folder) {
                KNOWN.know(std::slice::from_ref(&folder), None).map_err(|error| error.sentence())?;
                known.insert(folder);
            }
        }
        Ok(())
    })
    .map_err(PyValueError::new_err::<String>)
}

/// The keys of a trust file, and what the logs of events that they vouch for make of their matches.
#[pyclass(frozen)]
struct Trusted {
    trust: Trust,
    beside: Beside,
}

#[pymethods]
impl Trusted {
    /// The keys that a text names, and the logs of events, which are read as `adjutant audit --trust` reads them.
    #[new]
    fn new(py: Python<'_>, keys: &str, events: Vec<(String, PyBackedBytes)>) -> PyResult<Trusted> {
        let wrong =
            |line: usize| PyValueError::new_err(format!("line {line} names no key: a name, a blank, 64 digits"));
        let trust = Trust::read(keys).map_err(wrong)?;
        let events = events.into_iter().map(|(name, log)| (name, log.to_vec())).collect();
        let beside = py.detach(|| auditing::told_by(&trust, events));
        Ok(Trusted { trust, beside })
    }
}

/// The report of an audit of one log, as JSON; with the keys that are trusted, what they leave open.
#[pyfunction]
#[pyo3(signature = (log, name = "", trusted = None))]
fn audit_json(py: Python<'_>, log: &[u8], name: &str, trusted: Option<&Bound<'_, Trusted>>) -> PyResult<String> {
    let trusted = trusted.map(Bound::get);
    text(py.detach(|| {
        let mut report = auditing::audit_bytes(&KNOWN.rulebook(), name.to_owned(), log);
        trusted.inspect(|own| own.trust.judge(&mut report, &own.beside));
        serde_json::to_string(&report)
    }))
}

/// The report of an audit of an event's log beside the logs of its matches, as JSON.
#[pyfunction]
#[pyo3(signature = (event, matches, name = "", trusted = None))]
fn audit_event_json(
    py: Python<'_>,
    event: &[u8],
    matches: BTreeMap<String, PyBackedBytes>,
    name: &str,
    trusted: Option<&Bound<'_, Trusted>>,
) -> PyResult<String> {
    let mut of = |id: &str| matches.get(id).map(|log| log.to_vec());
    let trusted = trusted.map(Bound::get);
    text(py.detach(|| {
        let mut report = auditing::audit_event(&KNOWN.rulebook(), name.to_owned(), event, &mut of);
        trusted.inspect(|own| own.trust.judge(&mut report, &own.beside));
        serde_json::to_string(&report)
    }))
}

/// The ids of the matches whose logs `audit_event_json` asks for; none where the log is not that of an event.
#[pyfunction]
fn matches_of(py: Python<'_>, event: &[u8]) -> Vec<String> {
    py.detach(|| auditing::matches_of(&KNOWN.rulebook(), event))
}

/// What comparing logs with each other finds: a report a log that holds nothing else, as JSON.
#[pyfunction]
fn twins_json(py: Python<'_>, logs: Vec<(String, PyBackedBytes)>) -> PyResult<String> {
    let logs = logs.into_iter().map(|(name, log)| (name, log.to_vec())).collect();
    text(py.detach(|| serde_json::to_string(&auditing::twins(&KNOWN.rulebook(), logs))))
}

/// For each match (name of the log, id, origin, head), the finding that another match has its id, or null; as JSON.
#[pyfunction]
fn same_ids_json(py: Python<'_>, logs: Vec<(String, String, String, String)>) -> PyResult<String> {
    let hash = |hex: &str| Hash::parse(hex).ok_or_else(|| PyValueError::new_err("a hash has 64 hexadecimal digits"));
    let logs = logs
        .into_iter()
        .map(|(name, id, origin, head)| Ok(Called { name, id, origin: hash(&origin)?, head: hash(&head)? }))
        .collect::<PyResult<Vec<Called>>>()?;
    text(py.detach(|| serde_json::to_string(&auditing::same_ids(logs))))
}

/// The report of a log that could not be taken out of an archive, as JSON. `code` is `chain` or `unreadable`.
#[pyfunction]
fn broken_json(name: &str, code: &str, message: &str) -> PyResult<String> {
    let code = Code::ALL.iter().find(|known| known.as_str() == code);
    let code = *code.ok_or_else(|| PyValueError::new_err("no audit has a finding of this code"))?;
    text(serde_json::to_string(&LogReport::bad(name.to_owned(), code, message)))
}

/// The facts of one log, as JSON.
#[pyfunction]
#[pyo3(signature = (log, name = ""))]
fn facts_json(py: Python<'_>, log: &[u8], name: &str) -> PyResult<String> {
    text(py.detach(|| serde_json::to_string(&counting::facts(&KNOWN.rulebook(), name.to_owned(), log))))
}

/// The view of a match after record `at`, or after its last record, as JSON.
#[pyfunction]
#[pyo3(signature = (log, at = None))]
fn replay_json(py: Python<'_>, log: &[u8], at: Option<i64>) -> PyResult<String> {
    let refused = |error: Error| PyValueError::new_err(error.message());
    if auditing::is_event(log) {
        return Err(PyValueError::new_err("this is the log of an event; only matches can be replayed"));
    }
    let at =
        at.map(|at| u64::try_from(at).map_err(|_| PyValueError::new_err("records are counted from 1"))).transpose()?;
    let view = py.detach(|| {
        let records = logs::read_chained("log", log)?;
        logs::fold_chained(&KNOWN.rulebook(), "log", &records, at).map(|game| serde_json::to_string(&game.view()))
    });
    text(view.map_err(refused)?)
}

/// The SHA-256 of bytes.
#[pyfunction]
fn sha256<'py>(py: Python<'py>, bytes: &[u8]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, Hash::of(bytes).as_bytes())
}

type Number = Option<i64>;
type Text = Option<PyBackedStr>;
type Columns = (Vec<i64>, Vec<Number>, Vec<Text>, Vec<Text>, Vec<Text>, Vec<Number>, Vec<Number>, Vec<Text>);
type Rebuilt<'py> = Option<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)>;

/// The log and its head from the columns of its rows in `records`, behind `head`; None where they are not its records.
#[pyfunction]
fn rebuild_log<'py>(py: Python<'py>, columns: Columns) -> PyResult<Rebuilt<'py>> {
    let (seq, at, by, command, fields, one, two, rest) = columns;
    let others = [at.len(), by.len(), command.len(), fields.len(), one.len(), two.len(), rest.len()];
    if others.iter().any(|other| *other != seq.len()) {
        return Err(PyValueError::new_err("the columns differ in length"));
    }
    let row = |index: usize| RecordRow {
        seq: seq[index],
        at: at[index],
        by: by[index].as_deref(),
        command: command[index].as_deref(),
        fields: fields[index].as_deref(),
        vp_one: one[index],
        vp_two: two[index],
        rest: rest[index].as_deref(),
    };
    let log = py.detach(|| archive::rebuild((0..seq.len()).map(row)));
    Ok(log.map(|(log, head)| (PyBytes::new(py, &log), PyBytes::new(py, head.as_bytes()))))
}

/// Every table of an archive: its name, and the names and kinds of its columns.
#[pyfunction]
fn tables() -> Vec<(&'static str, Vec<(&'static str, &'static str)>)> {
    let kind = |kind: Kind| match kind {
        Kind::Bool => "bool",
        Kind::Int | Kind::Steps => "int",
        Kind::Time => "time",
        Kind::Word | Kind::Text => "text",
        Kind::Bytes => "bytes",
        Kind::Hash => "hash",
    };
    let columns = |table: &archive::Table| table.columns.iter().map(|(name, own)| (*name, kind(*own))).collect();
    archive::TABLES.iter().map(|table| (table.name, columns(table))).collect()
}

/// The compiled part of the package.
#[pymodule]
fn _adjutant(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Trusted>()?;
    module.add_function(wrap_pyfunction!(know_packs, module)?)?;
    module.add_function(wrap_pyfunction!(audit_json, module)?)?;
    module.add_function(wrap_pyfunction!(audit_event_json, module)?)?;
    module.add_function(wrap_pyfunction!(matches_of, module)?)?;
    module.add_function(wrap_pyfunction!(twins_json, module)?)?;
    module.add_function(wrap_pyfunction!(same_ids_json, module)?)?;
    module.add_function(wrap_pyfunction!(broken_json, module)?)?;
    module.add_function(wrap_pyfunction!(facts_json, module)?)?;
    module.add_function(wrap_pyfunction!(replay_json, module)?)?;
    module.add_function(wrap_pyfunction!(rebuild_log, module)?)?;
    module.add_function(wrap_pyfunction!(sha256, module)?)?;
    module.add_function(wrap_pyfunction!(tables, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
