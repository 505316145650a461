"""Open the tables of an archive in Polars, and audit logs in a column. Needs ``polars``."""

from __future__ import annotations

import os

import polars as pl

from . import audit_json
from .archive import SCHEMAS, Archive


def scan(folder: str | os.PathLike[str]) -> dict[str, pl.LazyFrame]:
    """Open every table of an archive. ``polars.SQLContext(scan(folder))`` asks them in SQL."""
    archive = Archive(folder)
    return {table: _scan(archive, table) for table in SCHEMAS}


def _scan(archive: Archive, table: str) -> pl.LazyFrame:
    files = archive.files(table)
    if files:
        return pl.scan_parquet(files, hive_partitioning=False)
    return pl.from_arrow(SCHEMAS[table].empty_table()).lazy()


def audit(logs: pl.Expr) -> pl.Expr:
    """Audit a column of logs (binary), each alone: a column of reports as JSON.

    >>> pl.DataFrame({"log": [b""]}).select(audit(pl.col("log"))).item()[:7]
    '{"path"'
    """
    return logs.map_elements(audit_json, return_dtype=pl.String)
