"""The package says what the program says."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

import adjutant
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from adjutant.archive import Archive
from conftest import PROGRAM, changed, run, tampered


def streamed(verb, logs):
    """What the program says of the same logs, read from standard input."""
    frames = b"".join(json.dumps({"bytes": len(log), "log": name}).encode() + b"\n" + log for name, log in logs)
    return [json.loads(line) for line in run(verb, "--stream", input=frames, ok=(0, 1)).splitlines()]


@pytest.fixture(scope="module")
def every_log(logs):
    """Sound logs, and each of three broken in eight ways."""
    paths = sorted(logs.glob("*.jsonl"))
    sound = [(path.name, path.read_bytes()) for path in paths]
    broken = [(f"{path.name} {how}", tampered(path.read_bytes(), how)) for path in paths[-3:] for how in range(8)]
    return [*sound, *broken, ("empty", b"")]


def test_audits_and_facts_are_those_of_the_program(every_log):
    assert len(every_log) == 13 + 24 + 1
    assert [adjutant.audit(log, name) for name, log in every_log] == streamed("audit", every_log)
    assert [adjutant.facts(log, name) for name, log in every_log] == streamed("facts", every_log)


def test_views_are_those_of_the_program(logs):
    path = next(logs.glob("*-t*.jsonl"))
    for at in (None, 1, 40):
        words = ["replay", path, "--json"] + (["--at", at] if at else [])
        assert adjutant.replay(path.read_bytes(), at) == json.loads(run(*words))


def test_an_event_is_compared_with_its_matches(logs):
    event = (logs / "demo.event.jsonl").read_bytes()
    wanted = adjutant.matches_of(event)
    assert len(wanted) == 12 and adjutant.matches_of((logs / f"{wanted[0]}.jsonl").read_bytes()) == []
    matches = {match: (logs / f"{match}.jsonl").read_bytes() for match in wanted}
    beside = adjutant.audit_event(event, matches, "gt")
    assert beside["path"] == "gt" and adjutant.good(beside)
    assert adjutant.audit_event(event, {}) == adjutant.audit(event)
    matches[wanted[0]] = matches[wanted[1]]
    assert not adjutant.good(adjutant.audit_event(event, matches))


def test_twins_are_told_apart(matches):
    log, other = matches[0], matches[1]
    prefix = b"".join(log.splitlines(keepends=True)[:9])

    def later(record):
        if record["seq"] > 5:
            record["at"] = record["at"].replace("2026-11-21", "2026-11-22")

    forked = changed(prefix, later)
    said = adjutant.twins([log, other, log, prefix, forked], names=["a", "b", "c", "d", "e"])
    codes = [[found["code"] for found in report["findings"]] for report in said]
    assert codes == [[], [], ["duplicate"], ["copy"], ["two-results"]]
    assert said[4]["findings"][0]["record"] == 6 and [report["path"] for report in said] == list("abcde")
    with pytest.raises(ValueError):
        adjutant.twins([log], names=["a", "b"])


def test_a_changed_byte_is_found(every_log):
    for name, log in every_log:
        assert adjutant.good(adjutant.audit(log)) == name.endswith(".jsonl"), name


def test_logs_are_rebuilt_from_their_columns(logs, league):
    archive = Archive(league)
    (path,) = archive.files("records")
    rows = pq.ParquetFile(path).read()
    heads = rows.column("head").to_pylist()
    for log in logs.glob("*.jsonl"):
        head = bytes.fromhex(adjutant.audit(log.read_bytes())["head"])
        start, length = heads.index(head), heads.count(head)
        own = rows.slice(start, length)
        assert adjutant.rebuild(own) == log.read_bytes()
        assert adjutant.rebuild(own.combine_chunks().to_batches()[0]) == log.read_bytes()
        twice = pa.concat_tables([own, own.slice(length - 1)])
        for wrong in (own.slice(1), own.slice(0, length - 1), twice, own.slice(0, 0)):
            with pytest.raises(ValueError):
                adjutant.rebuild(wrong)


def test_what_cannot_be_replayed_raises(logs):
    event = (logs / "demo.event.jsonl").read_bytes()
    match = next(logs.glob("*-t*.jsonl")).read_bytes()
    for log, at in [(event, None), (b"", 1), (b"{}\n", None), (match, 10**9)]:
        with pytest.raises(ValueError):
            adjutant.replay(log, at)
    with pytest.raises(TypeError):
        adjutant.audit("a text is not bytes")


def test_threads_work_at_once_and_agree(matches):
    alone = [adjutant.audit_json(log) for log in matches * 4]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(adjutant.audit_json, matches * 4)) == alone


def test_the_version_is_that_of_the_program():
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout.split()
    assert said[1] == adjutant.__version__
