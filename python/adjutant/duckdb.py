"""Open the tables of an archive in DuckDB, and audit logs from SQL. Needs ``duckdb``.

>>> import adjutant.duckdb
>>> connection = adjutant.duckdb.register(adjutant.duckdb.duckdb.connect())
>>> connection.execute("SELECT adjutant_audit(''::BLOB) LIKE '%empty%'").fetchone()
(True,)
"""

from __future__ import annotations

import os

import duckdb

from . import audit_json, facts_json
from .archive import SCHEMAS, Archive

_KINDS = {"bool": "BOOLEAN", "int64": "BIGINT", "string": "VARCHAR", "timestamp[ms, tz=UTC]": "TIMESTAMPTZ"}


def open(folder: str | os.PathLike[str]) -> duckdb.DuckDBPyConnection:
    """Open an archive: a connection in which every table of it is a view."""
    return register(duckdb.connect(), folder)


def register(
    connection: duckdb.DuckDBPyConnection, folder: str | os.PathLike[str] | None = None
) -> duckdb.DuckDBPyConnection:
    """Teach a connection ``adjutant_audit(log)`` and ``adjutant_facts(log)``, which take a blob and give JSON, and make
    a view of every table of the archive in ``folder``. Views of the same names are replaced."""
    for name, call in [("adjutant_audit", audit_json), ("adjutant_facts", facts_json)]:
        connection.create_function(name, _of(call), [duckdb.sqltype("BLOB")], duckdb.sqltype("VARCHAR"))
    if folder is not None:
        archive = Archive(folder)
        for table in SCHEMAS:
            connection.execute(f"CREATE OR REPLACE VIEW {table} AS {_select(archive, table)}")
    return connection


def _of(call):
    return lambda log: call(log)


def _select(archive: Archive, table: str) -> str:
    files = archive.files(table)
    if files:
        named = ", ".join("'" + path.replace("'", "''") + "'" for path in files)
        return f"SELECT * FROM read_parquet([{named}], hive_partitioning = false)"
    columns = ", ".join(f'NULL::{_KINDS.get(str(field.type), "BLOB")} AS "{field.name}"' for field in SCHEMAS[table])
    return f"SELECT {columns} WHERE false"
