"""Audit logs on a Dask cluster. Needs ``distributed``, and this package on every worker."""

from __future__ import annotations

import os
from typing import Any

from distributed import Client

from . import batch


def audit(
    client: Client, path: str | os.PathLike[str], size: int = 64, trust: str | None = None
) -> list[dict[str, Any]]:
    """Audit an archive or a folder of logs: the rows of :func:`adjutant.batch.audit`, worked out by a cluster.

    The path must be the same on every worker. The rows of the first pass come to this process: for 10⁷ matches and more
    take :mod:`adjutant.spark`.
    """

    def run(work, tasks):
        return client.gather(client.map(work, tasks, pure=False))

    return batch.audit(path, size, run, trust)
