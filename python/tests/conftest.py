"""Logs for the tests, made with the program `adjutant` that `.ci/python` builds with the feature `archive`."""

import functools
import hashlib
import json
import os
import pathlib
import subprocess

import pytest

PROGRAM = os.environ["ADJUTANT_PROGRAM"]


def run(*words, input=None, ok=(0,)):
    """What the program prints."""
    done = subprocess.run([PROGRAM, *map(str, words)], input=input, capture_output=True)
    assert done.returncode in ok, done.stderr.decode()
    return done.stdout


def changed(log, change):
    """A log whose records are changed one by one, and sealed anew."""
    lines, before = [], None
    for line in log.splitlines():
        record = json.loads(line)
        change(record)
        record["prev"] = before or record["prev"]
        del record["hash"]

        def written():
            return json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()

        before = record["hash"] = hashlib.sha256(written()).hexdigest()
        lines.append(written() + b"\n")
    return b"".join(lines)


def renamed(log, match, records=None):
    """The same battle as another match, or its first records."""

    def change(record):
        if "open" in record["do"]:
            record["do"]["open"]["match"] = match

    return changed(b"".join(log.splitlines(keepends=True)[:records]), change)


def tampered(log, how):
    """A log that is changed and not sealed anew, in one of several ways."""
    middle = len(log) // 2
    lines = log.splitlines(keepends=True)
    return [
        log[:middle] + bytes([log[middle] ^ 1]) + log[middle + 1 :],
        log[:-1],
        log[:middle],
        b"\xff\n" + log,
        b"".join(lines[1:]),
        b"".join(lines[:20] + lines[21:]),
        log + b'{"not": "canonical"}\n',
        b"".join(lines[:30] + lines[29:]),
    ][how % 8]


def unsealed(logs):
    """The logs of matches without sealed choices."""
    every = [path.read_bytes() for path in sorted(logs.glob("*-t*.jsonl"))]
    return [log for log in every if b'"commit":' not in log]


@pytest.fixture(scope="session")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("adjutant")


@pytest.fixture(scope="session")
def logs(scratch):
    """The logs of `adjutant demo`: an event and its twelve matches."""
    run("demo", scratch / "demo", "--quiet", "--data", scratch / "own")
    return scratch / "demo" / "logs"


@pytest.fixture(scope="session")
def matches(logs):
    """The bytes of the matches that can be renamed: a sealed choice names the match that it was made for."""
    return unsealed(logs)


@pytest.fixture(scope="session")
def league(scratch, logs):
    """An archive of the event."""
    run("archive", "add", logs, "-o", scratch / "league", "--quiet")
    return scratch / "league"


@pytest.fixture(scope="session")
def trouble(scratch, logs, matches):
    """A folder of 200 logs of matches: 20 tampered with, one forked, one copied, two of one id; and an event that
    names a false result."""
    folder = scratch / "trouble"
    (folder / "event").mkdir(parents=True)
    for number in range(200):
        # Battles that go on, but for a few: whole ones would only take longer.
        log = renamed(matches[number % len(matches)], f"m{number}", 35 + number % 20 if number % 25 else None)
        if number % 10 == 9:
            log = tampered(log, number // 10)
        club = folder / f"club-{number % 3}"
        club.mkdir(exist_ok=True)
        (club / f"m{number}.jsonl").write_bytes(log)
    sound = (folder / "club-0" / "m0.jsonl").read_bytes()
    other = renamed(matches[1], "m0")
    lines = sound.splitlines(keepends=True)

    def later(record):
        if record["seq"] > 40:
            record["at"] = record["at"].replace("2026-11-21", "2026-11-22")

    (folder / "club-1" / "forked.jsonl").write_bytes(changed(sound, later))
    (folder / "club-2" / "again.jsonl").write_bytes(sound)
    (folder / "club-2" / "copied.jsonl").write_bytes(b"".join(lines[:50]))
    (folder / "club-2" / "same-id.jsonl").write_bytes(other)
    for path in logs.glob("*.jsonl"):
        log = path.read_bytes()

        def lie(record):
            result = record["do"].get("result")
            if result and (result["round"], result["table"]) == (3, 2):
                result["one"] += 1

        (folder / "event" / path.name).write_bytes(changed(log, lie) if "event" in path.name else log)
    return folder


@pytest.fixture(scope="session")
def kept(scratch, trouble):
    """The same logs in an archive."""
    run("archive", "add", trouble, "-o", scratch / "kept", "--quiet")
    return scratch / "kept"


@functools.cache
def told(path):
    """What `adjutant audit` finds: origin, record and code of every finding, sorted."""
    said = json.loads(run("audit", path, "--json", "--quiet", ok=(0, 1)))
    found = [(log["origin"], found["record"], found["code"]) for log in said["logs"] for found in log["findings"]]
    return sorted(found, key=str)


def keyed(rows):
    """The same of findings that the package gives."""
    return sorted(((row["origin"], row["record"], row["code"]) for row in rows), key=str)
