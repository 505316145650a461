"""The queries on DuckDB against numbers that are counted in another way: from the lines of `adjutant facts`."""

import json
from collections import Counter, defaultdict
from math import sqrt

import adjutant.duckdb
import pytest
from adjutant import queries
from conftest import renamed, run, tampered


@pytest.fixture(scope="module")
def big(scratch, logs, matches):
    """An archive with more than one battle a faction; with a log that was tampered with and a copy that is shorter."""
    folder = scratch / "big-logs"
    folder.mkdir()
    for number in range(40):
        (folder / f"m{number}.jsonl").write_bytes(renamed(matches[number * number % len(matches)], f"m{number}"))
    sound = (folder / "m3.jsonl").read_bytes()
    (folder / "a-copy.jsonl").write_bytes(b"".join(sound.splitlines(keepends=True)[:60]))
    (folder / "tampered.jsonl").write_bytes(tampered(renamed(matches[2], "bad"), 0))
    (folder / "event.jsonl").write_bytes((logs / "demo.event.jsonl").read_bytes())
    run("archive", "add", folder, "-o", scratch / "big", "--quiet")
    return scratch / "big"


@pytest.fixture(scope="module")
def battles(big):
    """The facts of battles that ended, each once."""
    best = {}
    for line in run("facts", big, ok=(0, 1)).splitlines():
        log = json.loads(line)
        if log["match"] and log["errors"] == 0:
            best[log["origin"]] = max(best.get(log["origin"], log), log, key=lambda one: one["records"])
    assert len(best) == 40
    return [log for log in best.values() if log["match"]["status"] == "ended"]


def interval(wins, games):
    """Wilson's interval as textbooks give it: the roots of (p − rate)² = z² p (1 − p) / n."""
    z2 = 1.96**2
    a, b, c = 1 + z2 / games, -(2 * wins / games + z2 / games), (wins / games) ** 2
    root = sqrt(b * b - 4 * a * c)
    return ((-b - root) / (2 * a), (-b + root) / (2 * a))


def asked(big, name):
    found = adjutant.duckdb.open(big).execute(queries.sql(name))
    columns = [column[0] for column in found.description]
    return [dict(zip(columns, row)) for row in found.fetchall()]


def rated(row, wins, games):
    assert (row["wins"], row["rate"]) == (wins, pytest.approx(wins / games))
    assert (row["low"], row["high"]) == pytest.approx(interval(wins, games), abs=1e-9)


def test_win_rates(big, battles):
    results = defaultdict(list)
    for log in battles:
        for side, other in (log["sides"], log["sides"][::-1]):
            if side["faction"] != other["faction"]:
                results[side["faction"]].append(side["result"])
    rows = asked(big, "win_rates")
    assert {row["faction"] for row in rows} == set(results) and len(rows) > 3
    for row in rows:
        own = Counter(results[row["faction"]])
        assert (row["games"], row["draws"], row["losses"]) == (own.total(), own["draw"], own["loss"])
        rated(row, own["win"], own.total())
    assert [row["rate"] for row in rows] == sorted((row["rate"] for row in rows), reverse=True)


def test_first_turn(big, battles):
    results = defaultdict(Counter)
    for log in battles:
        first = next(side for side in log["sides"] if side["first"])
        for mission in ("all", log["match"]["mission"]):
            results[mission][first["result"]] += 1
    rows = asked(big, "first_turn")
    assert rows[0]["mission"] == "all" and {row["mission"] for row in rows} == set(results)
    for row in rows:
        own = results[row["mission"]]
        assert (row["games"], row["draws"]) == (own.total(), own["draw"])
        rated(row, own["win"], own.total())


def test_secondary_picks(big, battles):
    picks = defaultdict(list)
    for log in battles:
        result = {side["side"]: side["result"] for side in log["sides"]}
        for pick in log["secondaries"]:
            picks[pick["objective"]].append((pick["vp"], result[pick["side"]]))
    rows = asked(big, "secondary_picks")
    assert {row["objective"] for row in rows} == set(picks) and len(rows) > 3
    for row in rows:
        own = picks[row["objective"]]
        assert row["picks"] == len(own) and row["share"] == pytest.approx(len(own) / (2 * len(battles)))
        assert row["points"] == pytest.approx(sum(vp for vp, _ in own) / len(own))
        rated(row, sum(result == "win" for _, result in own), len(own))


def test_score_by_round(big, battles):
    sums = Counter()
    for log in battles:
        for award in log["awards"]:
            sums[str(award["round"])] += award["vp"]
    rows = asked(big, "score_by_round")
    assert [row["round"] for row in rows] == sorted(sums, key=lambda name: (name == "end", name))
    for row in rows:
        assert row["points"] == pytest.approx(sums[row["round"]] / (2 * len(battles)))
    total = sum(side["primary"] + side["secondary"] for log in battles for side in log["sides"]) / (2 * len(battles))
    assert rows[-1]["so_far"] == pytest.approx(total)


def test_disposition_pairs(scratch):
    """Of the edition that pairs dispositions, beside one that does not; in two parts of an archive."""
    data = scratch / "paired"
    for seed in range(1, 31):
        old = seed % 10 == 0
        pack = [] if old else ["--pack", "matrix-11th"]
        run("match", "simulate", f"p{seed}", "--seed", seed, "--depth", "scores", *pack, "--data", data)
        if seed in (10, 30):
            run("archive", "add", data, "-o", scratch / "pairs", "--quiet")
    results, points = defaultdict(list), defaultdict(list)
    for line in run("facts", scratch / "pairs").splitlines():
        log = json.loads(line)
        for row in log.get("dispositions", []):
            side = next(side for side in log["sides"] if side["side"] == row["side"])
            pair = (row["disposition"], row["opponent_disposition"])
            if log["match"]["status"] == "ended" and pair[0] != pair[1]:
                results[pair].append(side["result"])
                points[pair].append(side["vp"])
    rows = asked(scratch / "pairs", "disposition_pairs")
    assert {(row["disposition"], row["opponent"]) for row in rows} == set(results) and len(rows) > 8
    for row in rows:
        own = results[row["disposition"], row["opponent"]]
        assert (row["games"], row["draws"]) == (len(own), own.count("draw"))
        assert row["points"] == pytest.approx(sum(points[row["disposition"], row["opponent"]]) / len(own))
        rated(row, own.count("win"), len(own))
    assert [row["rate"] for row in rows] == sorted((row["rate"] for row in rows), reverse=True)


def test_names_are_a_closed_list():
    with pytest.raises(KeyError):
        queries.sql("../sql/win_rates")
