"""The figures in crates/ratings/tests/all.rs that are said to be those of the package `openskill`, computed again by it.

    python3 openskill_rows.py crates/ratings/tests/all.rs

Ends with an error where one is off by more than a thousand millionth. Needs openskill 6 or newer.
"""

import pathlib
import sys

from openskill.models import BradleyTerryFull

text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
rows = text.split("let rows: [Row; 8] = [")[1].split("    ];")[0]
rows = eval(f"[{rows}]", {"fresh": (25.0, 25.0 / 3.0), "drift": 25.0 / 300.0})
assert len(rows) == 8
for drift, one, two, score, *due in rows:
    model = BradleyTerryFull(tau=drift)
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in (one, two)]
    ranks = {1.0: [1, 2], 0.5: [1, 1], 0.0: [2, 1]}[score]
    for [found], (mu, sigma) in zip(model.rate(teams, ranks=ranks), due):
        assert abs(found.mu - mu) < 1e-9 and abs(found.sigma - sigma) < 1e-9, (one, two, score, found)
print(f"openskill gives the {len(rows)} rows")
