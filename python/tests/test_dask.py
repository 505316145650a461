"""The functions that Spark calls, on a second engine."""

import os
import signal
import threading
import time
import uuid

import adjutant.dask
import pytest
from adjutant import batch
from conftest import keyed, told
from distributed import Client, LocalCluster


@pytest.fixture(scope="module")
def client():
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:
        with Client(cluster) as client:
            yield client


@pytest.mark.parametrize("size", [20])
def test_an_audit_on_the_cluster_is_the_audit(client, trouble, size):
    assert keyed(adjutant.dask.audit(client, trouble, size)) == told(trouble)


def test_an_audit_of_an_archive_is_the_audit(client, kept):
    assert keyed(adjutant.dask.audit(client, kept)) == told(kept)


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(client, scratch, trouble, monkeypatch):
    marks, dead = scratch / "dask-marks", scratch / "dask-dead"
    marks.mkdir()
    work = batch._all_first

    def watched(task):
        (marks / f"{os.getpid()}-{uuid.uuid4()}").touch()
        while len(list(marks.iterdir())) >= 8 and not dead.exists():
            time.sleep(0.02)
        return work(task)

    def kill():
        while len(list(marks.iterdir())) < 8:
            time.sleep(0.02)
        os.kill(int(sorted(marks.iterdir())[0].name.split("-")[0]), signal.SIGKILL)
        dead.touch()

    monkeypatch.setattr(batch, "_all_first", watched)
    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    found = adjutant.dask.audit(client, trouble, 8)
    killer.join()
    assert keyed(found) == told(trouble)
    assert len(list(marks.iterdir())) > len(batch.tasks(trouble, 8)), "the task of the worker that died was done again"
