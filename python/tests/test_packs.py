"""Packs of one's own, and whom an auditor trusts: as `adjutant audit --packs` and `--trust`."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import adjutant
import pytest
from adjutant import batch
from conftest import PROGRAM, keyed, run

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(scope="module")
def own_pack(scratch):
    """Border War under another name, and a match of it."""
    folder = scratch / "my-war"
    shutil.copytree(ROOT / "missions" / "border-war", folder)
    (folder / "hashes.json").unlink(missing_ok=True)
    pack = json.loads((folder / "pack.json").read_text())
    (folder / "pack.json").write_text(json.dumps({**pack, "id": "my-war"}))
    data, logs = scratch / "war", scratch / "war-logs"
    run("match", "simulate", "w", "--pack", folder, "--seed", 7, "--data", data, "--quiet")
    logs.mkdir()
    run("match", "export", "w", "-o", logs / "w.jsonl", "--data", data, "--quiet")
    return folder, logs


def alone(code, **environment):
    """What another Python says, which knows no pack yet."""
    own = {**os.environ, **environment}
    return json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=own).stdout)


def test_packs_of_ones_own_are_known_where_they_are_named(own_pack):
    folder, logs = own_pack
    audit = f"import adjutant, json, pathlib; log = pathlib.Path({str(logs / 'w.jsonl')!r}).read_bytes()\n"
    codes = "print(json.dumps([found['code'] for found in adjutant.audit(log)['findings']]))"
    said = json.loads(run("audit", logs, "--packs", folder, "--json"))["logs"][0]["findings"]
    wanted = [found["code"] for found in said]
    assert "refused" not in wanted and "refused" in alone(audit + codes)
    # After an audit without it too.
    assert alone(audit + f"adjutant.audit(log); adjutant.packs({str(folder)!r})\n" + codes) == wanted
    assert alone(audit + codes, ADJUTANT_PACKS=str(folder)) == wanted
    # Whoever does a task hears of the pack.
    first = f"from adjutant import batch; import json; [task] = batch.tasks({str(logs)!r}); print(json.dumps(task))"
    task = alone(first, ADJUTANT_PACKS=str(folder))
    row = alone(f"from adjutant import batch; import json; print(json.dumps(list(batch.first({task!r}))))")[0]
    assert [found["code"] for found in row["findings"]] == wanted
    with pytest.raises(ValueError, match="no pack"):
        adjutant.packs(logs)


def test_what_is_trusted_is_what_the_program_trusts(scratch, logs, matches):
    for trust in ("", "organiser " + "ab" * 32 + "\n"):
        file = scratch / "trust"
        file.write_text(trust)
        said = json.loads(run("audit", logs, "--trust", file, "--json", "--quiet", ok=(0, 1)))
        told = [(log["origin"], found["record"], found["code"]) for log in said["logs"] for found in log["findings"]]
        assert "untrusted" in {code for _, _, code in told}
        assert keyed(batch.audit(logs, trust=trust)) == sorted(told, key=str)
        event = (logs / "demo.event.jsonl").read_bytes()
        trusted = adjutant.Trusted(trust, [("event", event)])
        codes = [found["code"] for found in adjutant.audit(matches[0], "m", trusted)["findings"]]
        assert "untrusted" in codes
    with pytest.raises(ValueError, match="line 1"):
        adjutant.Trusted("organiser nothing", [])


def test_logs_are_whatever_holds_bytes(matches):
    log = matches[0]
    for held in (bytearray(log), memoryview(log)):
        assert adjutant.audit_json(held) == adjutant.audit_json(log)
        assert adjutant.replay(held, 0)["seq"] == 0
    with pytest.raises(ValueError):
        adjutant.replay(log, -1)
