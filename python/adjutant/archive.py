"""Archives of logs: the tables as Parquet files, and the logs themselves, rebuilt and proven by their heads.

Needs ``pyarrow``. ``adjutant archive add logs/ -o league`` makes an archive.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from . import _adjutant, _columns

FORMAT = "adjutant-archive-1"
_KINDS = {
    "bool": pa.bool_(),
    "int": pa.int64(),
    "time": pa.timestamp("ms", tz="UTC"),
    "text": pa.string(),
    "bytes": pa.binary(),
    "hash": pa.binary(32),
}

#: The columns of each table, in their order.
SCHEMAS: dict[str, pa.Schema] = {
    table: pa.schema([(name, _KINDS[kind]) for name, kind in columns]) for table, columns in _adjutant.tables()
}


class Log(NamedTuple):
    """A log, or why it could not be read."""

    place: int
    """Where it stands among all logs: an audit compares a log with those before it."""
    name: str
    """What it is called."""
    content: bytes | None
    """Its bytes; None where it could not be read."""
    fault: tuple[str, str] | None = None
    """The code of the finding and what happened, where it could not be read."""
    ref: str = ""
    """The task that reads it; see :mod:`adjutant.batch`."""


class Chunk(NamedTuple):
    """The logs of one row group, or of a part the logs that stand in none."""

    part: int
    season: int | None
    has: tuple[str, ...]
    """Which of `records` and `odd` the part has."""
    group: int | None
    start: int
    end: int | None


def is_archive(folder: str | os.PathLike[str]) -> bool:
    """Whether a folder is an archive."""
    try:
        with open(os.path.join(folder, "archive.json"), "rb") as file:
            return f'"{FORMAT}"'.encode() in file.read(1024)
    except OSError:
        return False


class Archive:
    """An archive that is opened.

    Only the files that ``archive.json`` names belong to it: files that a killed program left behind do not count.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        with open(os.path.join(self.folder, "archive.json"), "rb") as file:
            self.manifest: dict[str, Any] = json.load(file)
        if self.manifest.get("format") != FORMAT:
            raise ValueError(f"{self.folder}: this is an archive of another form; use a newer package")

    def path(self, table: str, part: int, season: int | None) -> str:
        """Where the file of a table is."""
        return os.path.join(self.folder, table, _season(season), f"part-{part:05}.parquet")

    def files(self, table: str) -> list[str]:
        """The files of a table, part by part."""
        if table not in SCHEMAS:
            raise KeyError(f"an archive has no table {table!r}; it has {', '.join(SCHEMAS)}")
        return [
            self.path(table, part["part"], part.get("season"))
            for part in self.manifest["parts"]
            if any(file["table"] == table for file in part["files"])
        ]

    def read(self, table: str, columns: list[str] | None = None) -> pa.Table:
        """A table in memory."""
        schema = SCHEMAS[table]
        parts = [pq.ParquetFile(path).read(columns=columns) for path in self.files(table)]
        if columns is not None:
            schema = pa.schema([schema.field(name) for name in columns])
        return pa.concat_tables([schema.empty_table(), *(part.cast(schema) for part in parts)])

    def chunks(self) -> Iterator[Chunk]:
        """What can be read on its own: every log of the archive is in exactly one chunk."""
        for part in self.manifest["parts"]:
            number, season = part["part"], part.get("season")
            has = tuple(file["table"] for file in part["files"] if file["table"] in ("records", "odd"))
            start = 0
            if "records" in has:
                try:
                    about = pq.read_metadata(self.path("records", number, season))
                except (OSError, pa.ArrowException):
                    about = None
                for group in range(about.num_row_groups if about else 0):
                    end = start + about.row_group(group).num_rows
                    yield Chunk(number, season, has, group, start, end)
                    start = end
            yield Chunk(number, season, has, None, start, None)

    def logs(self, chunk: Chunk | None = None, wanted: Collection[str] | None = None) -> Iterator[Log]:
        """The logs of a chunk, or of all, proven by their heads; only those named in ``wanted``, where it is given."""
        for own in [chunk] if chunk else self.chunks():
            yield from self._logs(own, wanted)

    def _logs(self, chunk: Chunk, wanted: Collection[str] | None) -> Iterator[Log]:
        rows = odd = None
        for entry in self._entries(chunk):
            place, head, name, is_odd, start, records = entry
            if wanted is not None and name not in wanted:
                continue
            try:
                if is_odd:
                    odd = odd or self._table(chunk, "odd")
                    yield Log(place, name, _odd(odd, start, head))
                else:
                    rows = rows or self._table(chunk, "records")
                    yield Log(place, name, _rebuilt(rows, start - chunk.start, records, head))
            except _Changed as changed:
                yield Log(place, name, None, ("chain", f"{name}: {changed}"))
            except (OSError, pa.ArrowException) as error:
                yield Log(place, name, None, ("unreadable", f"{name}: {error}"))

    def _table(self, chunk: Chunk, table: str) -> pa.Table:
        if table not in chunk.has:
            return SCHEMAS[table].empty_table()
        file = pq.ParquetFile(self.path(table, chunk.part, chunk.season))
        if table == "odd" or chunk.group is None:
            return file.read() if table == "odd" else SCHEMAS[table].empty_table()
        return file.read_row_group(chunk.group).combine_chunks()

    def _entries(self, chunk: Chunk) -> Iterator[tuple[int, bytes, str, bool, int, int]]:
        """Place, head, name, whether it is odd, first row and number of rows of each log of a chunk."""
        columns = ["head", "name", "records", "odd"]
        logs = pq.ParquetFile(self.path("logs", chunk.part, chunk.season)).read(columns=columns)
        starts = {False: 0, True: 0}
        for row, (head, name, records, is_odd) in enumerate(zip(*(logs.column(one).to_pylist() for one in columns))):
            start = starts[is_odd]
            starts[is_odd] += 1 if is_odd else records
            inside = not is_odd and chunk.start <= start and (chunk.end is None or start < chunk.end)
            if (chunk.group is None and is_odd) or inside:
                yield (chunk.part << 32) + row, head, name, is_odd, start, records


class _Changed(Exception):
    """What an archive holds is not what it took in."""


def _odd(odd: pa.Table, row: int, head: bytes) -> bytes:
    log = odd.column("log")[row].as_py() if row < odd.num_rows else None
    if log is None or _adjutant.sha256(log) != head:
        raise _Changed("its bytes in `odd` are not those that the archive took in")
    return log


def _rebuilt(rows: pa.Table, start: int, records: int, head: bytes) -> bytes:
    own = rows.slice(start, records)
    rebuilt = _adjutant.rebuild_log(_columns(own)) if own.num_rows == records else None
    if rebuilt is None or rebuilt[1] != head or own.column("head").unique().to_pylist() != [head]:
        raise _Changed("its rows in `records` do not come to its head: a value was changed")
    return rebuilt[0]


def _season(season: int | None) -> str:
    return "season=__HIVE_DEFAULT_PARTITION__" if season is None else f"season={season}"
