"""Audit, replay and count logs of tabletop battles and their tournaments.

A log is the bytes of a file that ``adjutant match export`` or ``adjutant event export`` wrote. The code that judges it
is that of the program: a report here is the report of ``adjutant audit --stream``, facts are those of
``adjutant facts --stream``, and a view is that of ``adjutant replay --json``. Every function works without Python's
lock, so that threads work at once.

>>> import adjutant
>>> adjutant.audit(b"")["findings"][0]["code"]
'empty'

For many logs, ``adjutant.archive`` reads archives and ``adjutant.batch`` cuts an audit into tasks. The adapters
``adjutant.duckdb``, ``adjutant.polars``, ``adjutant.spark`` and ``adjutant.dask`` need the packages of these names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _adjutant
from ._adjutant import Trusted, __version__, matches_of, replay_json

if TYPE_CHECKING:
    import pyarrow

__all__ = [
    "Trusted",
    "__version__",
    "audit",
    "audit_event",
    "audit_json",
    "facts",
    "facts_json",
    "good",
    "known_packs",
    "matches_of",
    "packs",
    "rebuild",
    "replay",
    "replay_json",
    "twins",
]


Log = bytes | bytearray | memoryview
_known: list[str] = []


def packs(*folders: str | os.PathLike[str]) -> None:
    """Use the mission packs in these folders too: a pack, or a folder of packs, as ``adjutant --packs``.

    The folders of the variable ``ADJUTANT_PACKS`` are used from the start. Spark and Dask tell their workers, which have
    to see the folders under the same paths. Raises ``ValueError`` for a folder that holds no pack, or a faulty one.
    """
    paths = [os.path.abspath(os.fspath(folder)) for folder in folders]
    _adjutant.know_packs(paths)
    _known.extend(path for path in paths if path not in _known)


def known_packs() -> list[str]:
    """The folders whose packs are used beside the shipped ones."""
    return list(_known)


def _bytes(log: Log) -> bytes:
    return log if isinstance(log, bytes) else bytes(memoryview(log))


def audit_json(log: Log, name: str = "", trusted: Trusted | None = None) -> str:
    """The report of :func:`audit` as JSON: for engines that want text."""
    return _adjutant.audit_json(_bytes(log), name, trusted)


def facts_json(log: Log, name: str = "") -> str:
    """The facts of :func:`facts` as JSON: for engines that want text."""
    return _adjutant.facts_json(_bytes(log), name)


def audit(log: Log, name: str = "", trusted: Trusted | None = None) -> dict[str, Any]:
    """Audit one log: its chain, its form, every record against the rules, every claimed point, every signature.

    ``name`` is what the report calls the log (``path``). Whatever is wrong with the log is a finding of the report and
    raises nothing. ``adjutant schema report`` describes the report. An event is judged without the logs of its
    matches; see :func:`audit_event`.

    ``trusted`` is ``Trusted(keys, events)``: the text of a file as ``adjutant audit --trust`` takes it, and the names and
    logs of the events that are audited in the same run.
    """
    return json.loads(audit_json(log, name, trusted))


def audit_event(
    event: Log, matches: Mapping[str, Log], name: str = "", trusted: Trusted | None = None
) -> dict[str, Any]:
    """Audit the log of an event and compare its results with the logs of its matches.

    ``matches`` holds logs by the ids of the matches; :func:`matches_of` says which ids are asked for. A log that is not
    there is not compared.
    """
    own = {match: _bytes(log) for match, log in matches.items()}
    return json.loads(_adjutant.audit_event_json(_bytes(event), own, name, trusted))


def good(report: Mapping[str, Any]) -> bool:
    """Whether a report has neither errors nor warnings: notes are allowed.

    >>> good(audit(b""))
    False
    """
    return all(finding["severity"] == "note" for finding in report["findings"])


def twins(logs: Sequence[Log], names: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """Compare logs with each other, in this order: find the same log twice, copies, and forks of one match.

    Returns a report for each log that holds what the comparison found and no other finding. ``names`` is what the
    findings call the logs; without it they are called 1, 2, 3 and so on.

    >>> twins([b"", b""])[1]["findings"]
    []
    """
    if names is None:
        names = [str(number) for number in range(1, len(logs) + 1)]
    return json.loads(_adjutant.twins_json(list(zip(names, map(_bytes, logs), strict=True))))


def facts(log: Log, name: str = "") -> dict[str, Any]:
    """Count one log: the match with its sides, secondaries and awards, or the event with its pairings and standings.

    ``adjutant schema facts`` describes each field. Leave out rows whose ``errors`` are above 0, and count each
    ``origin`` once.
    """
    return json.loads(facts_json(log, name))


def replay(log: Log, at: int | None = None) -> dict[str, Any]:
    """Return the view of a match after record ``at``, or after its last record; ``at=0`` is the match before its first.

    Raises ``ValueError`` where the log is not that of a match, does not chain, holds a record that the rules refuse, or
    has no record ``at``.
    """
    return json.loads(replay_json(_bytes(log), at))


def rebuild(columns: pyarrow.RecordBatch | pyarrow.Table) -> bytes:
    """Return the lines of one log from its rows in the table ``records`` of an archive, in their order.

    Raises ``ValueError`` where the rows are not the records of one log from the first to the last: the lines must come
    to the ``head`` that the rows name.
    """
    heads = columns.column("head").unique().to_pylist()
    rebuilt = _adjutant.rebuild_log(_columns(columns))
    if rebuilt is None or heads != [rebuilt[1]]:
        raise ValueError("these rows are not the records of one log: a value was changed, or rows are missing")
    return rebuilt[0]


def _columns(rows: pyarrow.RecordBatch | pyarrow.Table) -> tuple[list[Any], ...]:
    """The columns of ``records`` behind ``head`` as lists."""
    at = rows.column("at").cast("int64").to_pylist()
    names = ("by", "command", "fields", "vp_one", "vp_two", "rest")
    return (rows.column("seq").to_pylist(), at, *(rows.column(name).to_pylist() for name in names))


packs(*filter(None, os.environ.get("ADJUTANT_PACKS", "").split(os.pathsep)))
