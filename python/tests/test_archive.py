"""Archives: every engine opens every table, the logs come out as they went in, and an audit in tasks is the audit."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor

import adjutant.duckdb
import adjutant.polars
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from adjutant import batch
from adjutant.archive import SCHEMAS, Archive
from conftest import keyed, run, told


def test_every_engine_reads_every_table(league, kept):
    for folder in (league, kept):
        connection, scanned = adjutant.duckdb.open(folder), adjutant.polars.scan(folder)
        named = {part["table"]: 0 for own in Archive(folder).manifest["parts"] for part in own["files"]}
        for own in Archive(folder).manifest["parts"]:
            for part in own["files"]:
                named[part["table"]] += part["rows"]
        for table, schema in SCHEMAS.items():
            own = Archive(folder).read(table)
            columns = [column[0] for column in connection.execute(f"DESCRIBE {table}").fetchall()]
            polars = scanned[table].collect()
            assert own.schema.names == columns == polars.columns == schema.names, table
            count = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            assert own.num_rows == count == polars.height == named.get(table, 0), table
            numbers = [field.name for field in schema if field.type == pa.int64()]
            for column in numbers:
                sums = {
                    connection.execute(f'SELECT coalesce(sum("{column}"), 0) FROM {table}').fetchone()[0],
                    polars[column].sum() or 0,
                    sum(value or 0 for value in own.column(column).to_pylist()),
                }
                assert len(sums) == 1, (table, column, sums)


def test_the_tables_are_the_facts_of_the_program(league):
    facts = [json.loads(line) for line in run("facts", league).splitlines()]
    archive = Archive(league)
    for table, key in [("sides", "sides"), ("secondaries", "secondaries"), ("awards", "awards"), ("pairings", "pairings")]:
        rows = archive.read(table).to_pylist()
        said = [row for log in facts for row in log[key]]
        assert len(rows) == len(said) > 0
        for row, fact in zip(rows, said):
            fact.pop("detachments", None)
            for name, value in fact.items():
                own = row[name].hex() if isinstance(row[name], bytes) else row[name]
                assert own == (str(value) if name == "round" and table == "awards" else value), (table, name)


def test_logs_come_out_as_they_went_in(trouble, kept):
    files = {str(path.absolute()).lstrip("/"): path.read_bytes() for path in trouble.rglob("*.jsonl")}
    out = {log.name: log.content for log in Archive(kept).logs()}
    again = str(trouble / "club-2" / "again.jsonl").lstrip("/")
    assert len(files) == 200 + 4 + 13 and files.pop(again) == out[again.replace("club-2/again", "club-0/m0")]
    assert out == files


@pytest.mark.parametrize("size", [7, 1000])
def test_an_audit_in_tasks_is_the_audit(trouble, size):
    wanted = told(trouble)
    codes = {code for _, _, code in wanted}
    assert {"two-heads", "two-results"} & codes and {"copy", "duplicate", "same-id", "event", "chain"} <= codes
    with ThreadPoolExecutor(3) as pool:
        assert keyed(batch.audit(trouble, size, pool.map)) == wanted


def test_an_audit_of_an_archive_is_the_audit(kept):
    assert keyed(batch.audit(kept)) == told(kept)


def test_a_changed_archive_is_told(scratch, kept):
    broken = scratch / "broken"
    shutil.copytree(kept, broken)
    path = Archive(broken).files("records")[0]
    rows = pq.ParquetFile(path).read()
    places = [row for row, command in enumerate(rows.column("command").to_pylist()) if command == "note"][:1] or [300]
    by = rows.column("by").to_pylist()
    by[places[0]] = "two" if by[places[0]] == "one" else "one"
    pq.write_table(rows.set_column(rows.schema.get_field_index("by"), "by", pa.array(by, pa.string())), path)
    before, after = keyed(batch.audit(kept)), keyed(batch.audit(broken))
    # One log is told of, and nothing else is said of it.
    assert (None, None, "chain") in after and (None, None, "chain") not in before
    assert {origin for origin, _, _ in before} - {origin for origin, _, _ in after} and len(after) < len(before)
    for damage in (b"PAR1", b""):
        with open(path, "wb") as file:
            file.write(damage)
        codes = [row["code"] for row in batch.audit(broken) if row["log"] is not None]
        assert codes.count("unreadable") + codes.count("chain") > 100


def test_what_cannot_be_cut_into_tasks_is_told(scratch, logs):
    with pytest.raises(ValueError, match="is a database"):
        batch.tasks(logs.parent)
    (scratch / "newer").mkdir()
    (scratch / "newer" / "archive.json").write_text('{"format": "adjutant-archive-9", "parts": []}')
    with pytest.raises(ValueError, match="another form"):
        Archive(scratch / "newer")
    with pytest.raises(KeyError):
        Archive(scratch / "league").files("nothing")


def test_logs_are_audited_from_sql_and_in_a_column(league, matches):
    connection = adjutant.duckdb.open(league)
    connection.register("given", pa.table({"log": matches}))
    said = connection.execute("SELECT adjutant_audit(log), adjutant_facts(log) FROM given").fetchall()
    assert [json.loads(report) for report, _ in said] == [adjutant.audit(log) for log in matches]
    assert [json.loads(facts) for _, facts in said] == [adjutant.facts(log) for log in matches]
    column = pl.DataFrame({"log": matches}).select(adjutant.polars.audit(pl.col("log"))).to_series().to_list()
    assert column == [report for report, _ in said]
