"""A standalone cluster with two workers on loopback. `.ci/spark` runs these tests."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import uuid

import adjutant
import adjutant.duckdb
import adjutant.spark
import pyarrow as pa
import pyspark
import pytest
from adjutant import batch, queries
from adjutant.archive import SCHEMAS, Archive
from conftest import keyed, told
from pyspark.sql import SparkSession

HOME = pathlib.Path(pyspark.__file__).parent
# The driver says which Python the workers run: the one that has the package.
os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}


class Cluster:
    """A master and its workers, each with its own log and process group."""

    def __init__(self, folder, workers=2):
        self.folder, self.processes = folder, []
        folder.mkdir()
        common = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        self.begin("master", "org.apache.spark.deploy.master.Master", *common)
        self.address = self.wait("Starting Spark master at ")
        for number in range(workers):
            work = ["--cores", "1", "--memory", "1g", "--work-dir", str(folder / f"work-{number}"), self.address]
            self.begin(f"worker-{number}", "org.apache.spark.deploy.worker.Worker", *common, *work)
        self.wait("Registering worker ", workers)

    def begin(self, name, main, *words):
        environment = os.environ | {"SPARK_HOME": str(HOME)}
        with open(self.folder / f"{name}.log", "wb") as log:
            command = [str(HOME / "bin" / "spark-class"), main, *words]
            process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)
        self.processes.append(process)

    def wait(self, text, times=1):
        """Waits until the master has said something so often, and returns what follows it on the line."""
        while True:
            said = (self.folder / "master.log").read_text()
            lines = [line.split(text)[1] for line in said.splitlines(keepends=True) if text in line]
            if len(lines) >= times and lines[-1].endswith("\n"):
                return lines[-1].strip()
            assert all(process.poll() is None for process in self.processes), said
            time.sleep(0.1)

    def kill(self, process):
        """Ends a process with all that it started, at once."""
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self):
        for process in self.processes:
            self.kill(process)


def session(address):
    return (
        SparkSession.builder.master(address)
        .appName("test")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.executor.memory", "600m")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate()
    )


@pytest.fixture(scope="module")
def cluster(scratch):
    cluster = Cluster(scratch / "cluster")
    yield cluster
    cluster.stop()


@pytest.fixture(scope="module")
def spark(cluster):
    spark = session(cluster.address)
    yield spark
    spark.stop()


def rows(frame):
    return [row.asDict(recursive=True) for row in frame.collect()]


@pytest.mark.parametrize("partitions", [1, 5, None])
def test_an_audit_on_the_cluster_is_the_audit(spark, trouble, kept, partitions):
    wanted = told(trouble)
    assert len(wanted) > 200
    assert keyed(rows(adjutant.spark.audit(spark, trouble, partitions, size=16))) == wanted
    assert keyed(rows(adjutant.spark.audit(spark, kept, partitions))) == told(kept)


def test_every_table_is_read(spark, league, kept):
    for folder in (league, kept):
        opened = adjutant.spark.tables(spark, folder)
        for table, schema in SCHEMAS.items():
            own = Archive(folder).read(table)
            assert opened[table].columns == schema.names
            # One job a table: a job a column takes minutes on a busy machine.
            numbers = [field.name for field in schema if field.type == pa.int64()]
            sums = opened[table].selectExpr("count(*)", *(f"sum(`{name}`)" for name in numbers)).first()
            wanted = [sum(value or 0 for value in own.column(name).to_pylist()) for name in numbers]
            assert [total or 0 for total in sums] == [own.num_rows, *wanted], table


def test_the_queries_say_what_they_say_in_duckdb(spark, kept):
    adjutant.spark.tables(spark, kept)
    connection = adjutant.duckdb.open(kept)
    for name in queries.NAMES:
        here = [tuple(row) for row in spark.sql(queries.sql(name)).collect()]
        there = connection.execute(queries.sql(name)).fetchall()
        assert len(here) == len(there) > 0, name
        for own, other in zip(here, there):
            assert own == pytest.approx(other), name


def test_logs_in_a_table_are_audited_and_counted(spark, matches):
    table = spark.createDataFrame([(str(number), bytearray(log)) for number, log in enumerate(matches)], "log string, content binary")
    said = {row["log"]: row["report"] for row in rows(adjutant.spark.reports(table))}
    assert said == {str(number): adjutant.audit_json(log, str(number)) for number, log in enumerate(matches)}
    said = {row["log"]: row["facts"] for row in rows(adjutant.spark.facts(table))}
    assert said == {str(number): adjutant.facts_json(log, str(number)) for number, log in enumerate(matches)}


def test_the_job_prints_what_it_finds(cluster, spark, league, trouble):
    # Two applications do not share the two cores: this one waits until it has them.
    spark.stop()
    for folder, code in [(league, 0), (trouble, 1)]:
        command = [sys.executable, "-m", "adjutant.spark", str(folder), "--master", cluster.address, "--partitions", "4"]
        done = subprocess.run(command, capture_output=True)
        assert done.returncode == code, done.stderr.decode()
        assert keyed(json.loads(line) for line in done.stdout.splitlines()) == told(folder)


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(scratch, trouble, monkeypatch):
    """Both workers are inside a task when one of them is killed: the others go on once it is dead."""
    marks, inside, dead = scratch / "marks", scratch / "inside", scratch / "dead"
    marks.mkdir()
    inside.mkdir()
    cluster = Cluster(scratch / "doomed")
    spark = session(cluster.address)
    counted = len(batch.tasks(trouble, 8))

    def watched(batches):
        for tasks in batches:
            for row in tasks.to_pylist():
                (marks / f"{os.getppid()}-{uuid.uuid4()}").touch()
                while len(list(marks.iterdir())) >= 8 and not dead.exists():
                    # Whoever comes this far waits: sooner or later both do, however late one of them began.
                    (inside / str(os.getppid())).touch()
                    time.sleep(0.02)
                table = pa.RecordBatch.from_pylist([row])
                yield from first([table])

    def kill():
        while len(list(inside.iterdir())) < 2:
            time.sleep(0.02)
        cluster.kill(cluster.processes[-1])
        dead.touch()

    first = adjutant.spark._first
    monkeypatch.setattr(adjutant.spark, "_first", watched)
    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    try:
        found = rows(adjutant.spark.audit(spark, trouble, None, size=8))
    finally:
        spark.stop()
        cluster.stop()
    killer.join()
    assert counted > 20 and keyed(found) == told(trouble)
    assert len(list(marks.iterdir())) > counted, "the task of the worker that died was done again"
