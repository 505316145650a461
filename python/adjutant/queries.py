"""The queries that come with the package: one file a statistic, for an archive's tables."""

from __future__ import annotations

from importlib import resources

#: What can be asked.
NAMES = ("win_rates", "first_turn", "secondary_picks", "score_by_round", "disposition_pairs")


def sql(name: str) -> str:
    """The text of a query, for DuckDB and for Spark.

    >>> sql("first_turn").startswith("--")
    True
    """
    if name not in NAMES:
        raise KeyError(f"there is no query {name!r}; there are {', '.join(NAMES)}")
    return (resources.files(__package__) / "sql" / f"{name}.sql").read_text("utf-8")
