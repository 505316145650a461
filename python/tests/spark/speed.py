"""The audit on two Spark workers beside `adjutant audit --jobs 2`: the same logs, the same cores, in turns.

Ends with an error where Spark finds anything else, or is slower than 0.3 of the program. `ADJUTANT_SPEED_LOGS` sets how
many logs there are (default 8,000, about 1.5 million records).
"""

import json
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import adjutant.spark
from conftest import renamed, run, unsealed
from test_spark import Cluster, session

TARGET, TURNS = 0.3, 5


def timed(work):
    begun = time.monotonic()
    done = work()
    return time.monotonic() - begun, done


def main():
    logs = int(os.environ.get("ADJUTANT_SPEED_LOGS", "8000"))
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        run("demo", scratch / "demo", "--quiet", "--data", scratch / "own")
        matches = unsealed(scratch / "demo" / "logs")
        folder = scratch / "logs"
        folder.mkdir()
        records = 0
        for number in range(logs):
            log = renamed(matches[number % len(matches)], f"m{number}")
            records += log.count(b"\n")
            (folder / f"m{number:06}.jsonl").write_bytes(log)
        run("archive", "add", folder, "-o", scratch / "league", "--quiet")

        def program(path):
            said = json.loads(run("audit", path, "--json", "--quiet", "--jobs", 2))
            return sum(len(log["findings"]) for log in said["logs"]), len(said["logs"])

        cluster = Cluster(scratch / "cluster")
        spark = session(cluster.address)
        try:
            for name, path in [("folder", folder), ("archive", scratch / "league")]:

                def on_spark():
                    rows = adjutant.spark.first(spark, path, 16).persist()
                    found = adjutant.spark.findings(rows).count(), rows.count()
                    rows.unpersist()
                    return found

                # The first job starts the workers' processes.
                wanted = program(path)
                assert on_spark() == wanted and wanted[1] == logs
                ratios = []
                for turn in range(TURNS):
                    here, _ = timed(lambda: run("audit", path, "--quiet", "--jobs", 2))
                    there, found = timed(on_spark)
                    assert found == wanted
                    ratios.append(here / there)
                    print(
                        f"{name}, turn {turn + 1}: audit --jobs 2 {records / here:,.0f} records/s, "
                        f"Spark {records / there:,.0f}, {here / there:.2f} ×"
                    )
                middle = sorted(ratios)[TURNS // 2]
                print(f"{name}: the middle of {TURNS} turns is {middle:.2f} × (at least {TARGET})")
                assert middle >= TARGET
        finally:
            spark.stop()
            cluster.stop()


if __name__ == "__main__":
    main()
