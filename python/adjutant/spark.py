"""Audit and count logs on a Spark cluster, and open the tables of an archive there.

Needs ``pyspark`` 4, ``pyarrow``, and this package on every worker. The whole audit of an archive, or of a folder::

    python -m adjutant.spark /data/league --master spark://head:7077 > findings.jsonl

A worker that is lost costs time: Spark gives its tasks to the others.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import audit_json, batch, facts_json, known_packs, packs
from .archive import SCHEMAS, Archive

FINDINGS = "log string, origin string, record bigint, severity string, code string, message string"
_FOUND = "array<struct<record: bigint, severity: string, code: string, message: string>>"
_FIRST = (
    "place bigint, log string, ref string, id string, origin string, head string, records bigint, "
    f"wants array<string>, findings {_FOUND}"
)
_FINDINGS = pa.schema(
    [("log", pa.string()), ("origin", pa.string()), ("record", pa.int64())]
    + [(name, pa.string()) for name in ("severity", "code", "message")]
)
_ROWS = pa.schema(
    [
        ("place", pa.int64()),
        *((name, pa.string()) for name in ("log", "ref", "id", "origin", "head")),
        ("records", pa.int64()),
        ("wants", pa.list_(pa.string())),
        ("findings", pa.list_(pa.struct([_FINDINGS.field(name) for name in ("record", "severity", "code", "message")]))),
    ]
)


def audit(
    spark: SparkSession,
    path: str | os.PathLike[str],
    partitions: int | None = None,
    size: int = 64,
    trust: str | None = None,
) -> DataFrame:
    """Audit an archive or a folder of logs: a row a finding (``log, origin, record, severity, code, message``).

    The findings are those of ``adjutant audit`` on the same path. ``partitions`` is how many pieces Spark works on,
    one for each task if it is left out; ``size`` is how many files of a folder make a task. The rows of the first pass
    are kept (``persist``) until the session ends, because the second one needs them. ``trust`` is the text of a trust
    file: then only the keys in it are trusted. The packs that are known here (:func:`adjutant.packs`) are made known to
    the workers, which have to see their folders under the same paths.
    """
    return findings(first(spark, path, partitions, size, trust).persist())


def first(
    spark: SparkSession,
    path: str | os.PathLike[str],
    partitions: int | None = None,
    size: int = 64,
    trust: str | None = None,
) -> DataFrame:
    """Audit each log alone: the rows of :func:`adjutant.batch.first`, one a log."""
    tasks = batch.tasks(path, size, trust)
    table = spark.createDataFrame([(task,) for task in tasks], "task string")
    return table.repartition(partitions or max(1, min(len(tasks), 4096))).mapInArrow(_first, _FIRST)


def _first(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for tasks in batches:
        for task in tasks.column("task").to_pylist():
            yield pa.RecordBatch.from_pylist(list(batch.first(task)), _ROWS)


def findings(rows: DataFrame) -> DataFrame:
    """Everything that an audit finds, from the rows of :func:`first`: keep those (``persist``), they are read often."""
    alone = rows.select("log", "origin", F.explode("findings").alias("found")).select("log", "origin", "found.*")
    return alone.unionByName(_compared(rows))


def _compared(rows: DataFrame) -> DataFrame:
    """The findings that need more than one log."""
    row = ["place", "log", "ref", "id", "origin", "head"]
    games = rows.where("id IS NOT NULL AND head IS NOT NULL").select(*row)
    forked = games.groupBy("origin").count().where("count > 1").select("origin")
    of_twins = games.join(forked, "origin").select(F.lit("twins").alias("why"), F.col("origin").alias("key"), *row)
    taken = games.groupBy("id").agg(F.count_distinct("origin").alias("origins")).where("origins > 1").select("id")
    of_ids = games.join(taken, "id").select(F.lit("ids").alias("why"), F.col("id").alias("key"), *row)
    events = rows.where("size(wants) > 0")
    of_event = events.select(F.lit("event").alias("why"), F.col("log").alias("key"), *row)
    wanted = events.select(F.col("log").alias("key"), F.explode("wants").alias("log"))
    beside = wanted.join(rows.select(*row), "log").select(F.lit("event").alias("why"), "key", *row)
    work = of_twins.unionByName(of_ids).unionByName(of_event).unionByName(beside)
    return work.groupBy("why", "key").applyInArrow(_second, FINDINGS)


def _second(group: pa.Table) -> pa.Table:
    return pa.Table.from_pylist(list(batch.second(group.to_pylist())), _FINDINGS)


def reports(logs: DataFrame) -> DataFrame:
    """Audit logs that stand in a table (``log`` string, ``content`` binary), each alone: ``log`` and ``report``, JSON."""
    return logs.select("log", "content").mapInArrow(_mapped(audit_json), "log string, report string")


def facts(logs: DataFrame) -> DataFrame:
    """Count logs that stand in a table (``log`` string, ``content`` binary): ``log`` and ``facts``, JSON."""
    return logs.select("log", "content").mapInArrow(_mapped(facts_json, "facts"), "log string, facts string")


def _mapped(call, column: str = "report"):
    own = known_packs()

    def mapped(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        packs(*own)
        for logs in batches:
            names, contents = logs.column("log").to_pylist(), logs.column("content").to_pylist()
            said = [call(content, name) for name, content in zip(names, contents)]
            yield pa.RecordBatch.from_pydict({"log": names, column: said})

    return mapped


def tables(spark: SparkSession, folder: str | os.PathLike[str]) -> dict[str, DataFrame]:
    """Open every table of an archive, and give each its name as a temporary view."""
    archive = Archive(os.path.abspath(folder))
    opened = {}
    for name in SCHEMAS:
        files = archive.files(name)
        opened[name] = spark.read.parquet(*files) if files else spark.createDataFrame([], _ddl(name))
        opened[name].createOrReplaceTempView(name)
    return opened


def _ddl(table: str) -> str:
    kinds = {"bool": "boolean", "int64": "bigint", "string": "string", "timestamp[ms, tz=UTC]": "timestamp"}
    return ", ".join(f"`{field.name}` {kinds.get(str(field.type), 'binary')}" for field in SCHEMAS[table])


def main() -> int:
    """Audit a path, print a JSON line for each finding, and return 1 where there are errors or warnings."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m adjutant.spark", description="Audit an archive or a folder of logs.")
    parser.add_argument("path", help="an archive, or a folder of logs, under the same path on every worker")
    parser.add_argument("--master", help="the cluster, such as spark://head:7077 [default: what spark-submit says]")
    parser.add_argument("--packs", action="append", default=[], help="use the mission packs in this folder too")
    parser.add_argument("--trust", help="trust only the keys in this file, as adjutant audit --trust")
    parser.add_argument("--partitions", type=int, help="how many pieces Spark works on [default: one a task]")
    arguments = parser.parse_args()
    packs(*arguments.packs)
    trust = None
    if arguments.trust:
        with open(arguments.trust, encoding="utf-8") as file:
            trust = file.read()
    builder = SparkSession.builder.appName("adjutant audit")
    spark = (builder.master(arguments.master) if arguments.master else builder).getOrCreate()
    try:
        bad = False
        for row in audit(spark, arguments.path, arguments.partitions, trust=trust).toLocalIterator():
            bad |= row["severity"] != "note"
            print(json.dumps(row.asDict(), ensure_ascii=False))
        return int(bad)
    finally:
        spark.stop()


if __name__ == "__main__":
    raise SystemExit(main())
