"""An audit of many logs cut into tasks, for any engine that calls a Python function.

1. :func:`tasks` names what can be read on its own: texts, which every engine can send anywhere. The workers read the
   logs themselves, so the folder must lie under the same path on all of them.
2. :func:`first` audits the logs of a task, each alone, and gives a row for each.
3. :func:`groups` (or the engine, where there are too many rows) finds the logs that have to be compared with others:
   logs of one match, matches of one id, an event and its matches.
4. :func:`second` compares the logs of a group and gives findings.

The findings of 2 and 4 are those of ``adjutant audit`` on the same logs, whatever the order of the tasks:

>>> import tempfile
>>> audit(tempfile.mkdtemp())
[]
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from . import Trusted, _adjutant, audit_event, audit_json, known_packs, matches_of, packs, twins
from .archive import Archive, Chunk, Log, is_archive

#: How an audit begins that compares nothing.
Row = dict[str, Any]
_LOG_BEGINNING = b'{"at":"'


def tasks(path: str | os.PathLike[str], size: int = 64, trust: str | None = None) -> list[str]:
    """Cut the logs of an archive, or of a folder, into tasks.

    A task is a row group of an archive (about 350 matches), or ``size`` files. In a folder those files are logs that
    ``adjutant audit`` takes. A folder that also holds databases or archives raises ``ValueError``: put them into an
    archive first, so that nothing is left out without a word.

    The packs that are known here are made known to whoever does a task (:func:`adjutant.packs`). ``trust`` is the text of
    a trust file: then only the keys in it are trusted, as with ``adjutant audit --trust``.
    """
    path = os.path.abspath(os.fspath(path))
    shared: Row = {"packs": known_packs()} if known_packs() else {}
    if is_archive(path):
        own: list[Row] = [{"archive": path, "chunk": chunk} for chunk in Archive(path).chunks()]
    else:
        files = list(enumerate(_files(path)))
        own = [{"files": files[start : start + size]} for start in range(0, len(files), size)]
    if trust is not None:
        shared["trust"] = {"keys": trust, "events": list(_events(path, own))}
    return [json.dumps({**task, **shared}) for task in own]


def _events(path: str, own: list[Row]) -> Iterator[tuple[str, str]]:
    """The logs of events among the tasks, each with the task that reads it: what they say of their matches counts."""
    kinds = Archive(path).read("logs", ["name", "kind"]).to_pylist() if is_archive(path) else []
    events = {row["name"] for row in kinds if row["kind"] == "event"}
    for task in own:
        if "files" in task:
            for log in task["files"]:
                with contextlib.suppress(OSError), open(log[1], "rb") as file:
                    if b'"do":{"create":' in file.readline(1 << 20):
                        yield log[1], json.dumps({"files": [log]})
        elif events:
            for _, _, name, *_ in Archive(path)._entries(Chunk(*task["chunk"])):
                if name in events:
                    yield name, json.dumps(task)


@functools.lru_cache(maxsize=4)
def _trusted(told: str) -> Trusted:
    trust = json.loads(told)
    logs = [(name, log.content) for name, ref in trust["events"] for log in read(ref, {name}) if log.content is not None]
    return Trusted(trust["keys"], logs)


def _believed(task: str) -> Trusted | None:
    """Makes known the packs of a task, and says whom it trusts."""
    told = json.loads(task)
    packs(*told.get("packs", ()))
    return _trusted(json.dumps(told["trust"], sort_keys=True)) if "trust" in told else None


def _files(folder: str) -> Iterator[str]:
    if is_archive(folder):
        raise ValueError(f"{folder} is an archive inside the folder; audit it by itself")
    for entry in sorted(os.scandir(folder), key=lambda entry: os.fsencode(entry.name)):
        name = entry.name.lower()
        if entry.is_dir(follow_symlinks=False):
            yield from _files(entry.path)
        elif name.endswith(".jsonl") and not name.endswith(".bare.jsonl"):
            yield entry.path
        elif entry.is_file():
            with open(entry.path, "rb") as file:
                begin = file.read(16)
            if begin == b"SQLite format 3\0":
                raise ValueError(f"{entry.path} is a database: add it to an archive, and audit that")
            if begin.startswith(_LOG_BEGINNING):
                yield entry.path


def read(task: str, wanted: set[str] | None = None) -> Iterator[Log]:
    """Read the logs of a task; only those that are named in ``wanted``, where it is given."""
    told = json.loads(task)
    if "archive" in told:
        chunk = Chunk(*told["chunk"])
        for log in Archive(told["archive"]).logs(chunk, wanted):
            yield log._replace(ref=task)
        return
    for place, path in told["files"]:
        if wanted is None or path in wanted:
            ref = json.dumps({**told, "files": [[place, path]]})
            try:
                with open(path, "rb") as file:
                    yield Log(place, path, file.read(), None, ref)
            except OSError as error:
                yield Log(place, path, None, ("unreadable", f"{path}: {error.strerror}"), ref)


def first(task: str) -> Iterator[Row]:
    """Audit the logs of a task, each alone.

    A row names the log (``place``, ``log``, and ``ref``, the task that reads it again), what it is about (``id`` of a
    match, ``origin``, ``head``, ``records``), for an event the names of the logs that it is compared with
    (``wants``), and what was found (``findings``). What an event's audit finds comes from :func:`second`.
    """
    trusted = _believed(task)
    for log in read(task):
        report = json.loads(
            audit_json(log.content, log.name, trusted) if log.content is not None else _adjutant.broken_json(log.name, *log.fault)
        )
        wants = matches_of(log.content) if report["match"] is None and log.content else []
        beside = os.path.dirname(log.name)
        yield {
            "place": log.place,
            "log": log.name,
            "ref": log.ref,
            "id": report["match"],
            "origin": report["origin"],
            "head": report["head"],
            "records": report["records"],
            "wants": [os.path.join(beside, f"{match}.jsonl") for match in wants],
            "findings": [] if wants else report["findings"],
        }


def groups(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows that :func:`second` has to see together, each with what it is for (``why``) and with whom (``key``)."""
    rows = list(rows)
    by_origin, by_id, by_name = defaultdict(list), defaultdict(list), {}
    for row in rows:
        by_name[row["log"]] = row
        if row["id"] is not None and row["head"] is not None:
            by_origin[row["origin"]].append(row)
            by_id[row["id"]].append(row)
    for origin, own in by_origin.items():
        if len(own) > 1:
            yield [{**row, "why": "twins", "key": origin} for row in own]
    for match, own in by_id.items():
        if len({row["origin"] for row in own}) > 1:
            yield [{**row, "why": "ids", "key": match} for row in own]
    for event in rows:
        if event["wants"]:
            there = [by_name[name] for name in event["wants"] if name in by_name]
            yield [{**row, "why": "event", "key": event["log"]} for row in [event, *there]]


def second(group: Iterable[Row]) -> Iterator[Row]:
    """Compare the logs of a group with each other. A row is a finding: ``log``, ``origin``, ``record``, ``severity``,
    ``code`` and ``message``."""
    group = sorted(group, key=lambda row: row["place"])
    why = group[0]["why"]
    if why == "ids":
        asked = [(row["log"], row["id"], row["origin"], row["head"]) for row in group]
        for row, finding in zip(group, json.loads(_adjutant.same_ids_json(asked))):
            if finding is not None:
                yield from found(row["log"], row["origin"], [finding])
        return
    logs = [_again(row) for row in group]
    trusted = _believed(group[0]["ref"])
    if why == "twins":
        # What is no longer there was told by the first pass, or has changed since, which the next audit tells.
        there = [(row, log.content) for row, log in zip(group, logs) if log.content is not None]
        reports = twins([content for _, content in there], [row["log"] for row, _ in there])
        for (row, _), report in zip(there, reports):
            # That an id is taken needs no log: see above.
            yield from found(row["log"], row["origin"], report["findings"])
        return
    event = next((row, log) for row, log in zip(group, logs) if row["log"] == row["key"])
    matches = {
        os.path.splitext(os.path.basename(row["log"]))[0]: log.content
        for row, log in zip(group, logs)
        if row["log"] != row["key"] and log.content is not None
    }
    report = audit_event(event[1].content or b"", matches, event[0]["log"], trusted)
    yield from found(event[0]["log"], report["origin"], report["findings"])


def _again(row: Row) -> Log:
    gone = Log(row["place"], row["log"], None, ("unreadable", "the log is no longer there"))
    return next(read(row["ref"], {row["log"]}), gone)


def found(log: str, origin: str | None, findings: Iterable[Row]) -> Iterator[Row]:
    """The rows of findings about a log."""
    for finding in findings:
        yield {
            "log": log,
            "origin": origin,
            "record": finding.get("record"),
            "severity": finding["severity"],
            "code": finding["code"],
            "message": finding["message"],
        }


def audit(
    path: str | os.PathLike[str], size: int = 64, run: Callable[..., Iterable] = map, trust: str | None = None
) -> list[Row]:
    """Audit an archive or a folder and return everything that was found.

    ``run`` is ``map``, or what takes its place: ``ThreadPoolExecutor(8).map`` reads eight tasks at once, because an
    audit does not hold Python's lock. ``trust`` is the text of a trust file; see :func:`tasks`.
    """
    rows = [row for own in run(_all_first, tasks(path, size, trust)) for row in own]
    alone = [finding for row in rows for finding in found(row["log"], row["origin"], row["findings"])]
    return alone + [finding for own in run(_all_second, list(groups(rows))) for finding in own]


def _all_first(task: str) -> list[Row]:
    return list(first(task))


def _all_second(group: list[Row]) -> list[Row]:
    return list(second(group))
