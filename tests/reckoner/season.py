"""A season reckoned by somebody else: points, places, records, ratings and figures of a league, from its log and the logs
that it pins, in another language and sharing no code with the program.

    python3 season.py FOLDER

FOLDER holds league.jsonl, logs/, what `adjutant facts logs` prints as facts.jsonl (places of events, what a match log
says beside its result), and list.json and stats.json as `adjutant league list --json` and `league stats --json` print
them. Results, byes, days and corrections are read from the records themselves. Prints what differs; ends with 1 then.
Needs Python 3.9, and nothing beside it.
"""

import datetime
import json
import math
import pathlib
import sys
from collections import defaultdict
from fractions import Fraction

Z = 1.959963984540054


def away(value):
    """To the nearest whole number, halves away from zero."""
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


def parts(share):
    return away(share * 10_000)


# --- Intervals -----------------------------------------------------------------------------------------------------


def wilson(halves, games):
    """The two roots of (p - x)² = z² x (1 - x) / n."""
    n, p = games, halves / 2 / games
    a, b, c = 1 + Z * Z / n, -(2 * p + Z * Z / n), p * p
    root = math.sqrt(max(b * b - 4 * a * c, 0.0))
    return p, (-b - root) / (2 * a), (-b + root) / (2 * a)


def beta(x, a, b):
    """The regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x > (a + 1) / (a + b + 2):
        return 1 - beta(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    f, c, d = 1.0, 1.0, 0.0
    for step in range(2000):
        m = step // 2
        if step == 0:
            number = 1.0
        elif step % 2 == 0:
            number = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            number = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / (1 + number * d or 1e-300)
        c = 1 + number / c or 1e-300
        f *= c * d
        if abs(1 - c * d) < 1e-15:
            break
    return front * (f - 1)


def student(freedom, known={}):
    """The quantile of Student's t that leaves 2.5 % above, by halving."""
    if freedom not in known:
        low, high = 0.0, 100.0
        for _ in range(200):
            t = (low + high) / 2
            above = beta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2
            low, high = (t, high) if above > 0.025 else (low, t)
        known[freedom] = (low + high) / 2
    return known[freedom]


def clustered(scores):
    """The ratio estimator over clusters (Cochran, chapter 9A)."""
    k, games = len(scores), sum(n for _, n in scores)
    if k < 3:
        return None
    p = Fraction(sum(h for h, _ in scores), 2 * games)
    off = sum((Fraction(h, 2) - n * p) ** 2 for h, n in scores)
    half = student(k - 1) * math.sqrt(off * Fraction(k, k - 1)) / games
    return float(p), float(p) - half, float(p) + half


def chi_above(x, freedom):
    """How often χ² comes out above, by the integral of its density (Simpson's rule on the square root of x)."""
    if x <= 0:
        return 1.0
    steps, end = 20_000, math.sqrt(x)
    constant = 2 / (2 ** (freedom / 2) * math.gamma(freedom / 2)) if freedom < 300 else None
    if constant is None:
        raise ValueError("more groups than this script reckons with")
    density = lambda u: constant * u ** (freedom - 1) * math.exp(-u * u / 2) if u else (constant if freedom == 1 else 0.0)
    total = sum((1 if at in (0, steps) else 4 if at % 2 else 2) * density(end * at / steps) for at in range(steps + 1))
    return min(max(1 - total * end / steps / 3, 0.0), 1.0)


def quantile(values, hundredths):
    values = sorted(values)
    at = Fraction(hundredths, 100) * (len(values) - 1)
    low = values[int(at)]
    high = values[min(int(at) + 1, len(values) - 1)]
    return away(float((low + (high - low) * (at - int(at))) * 100))


def share(rate):
    return None if rate is None else dict(zip(("value", "low", "high"), map(parts, rate)))


# --- Glicko-2, as its author describes it --------------------------------------------------------------------------

SCALE, TAU = 173.7178, 0.5


def g(phi):
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def one_week(table, games):
    """Steps 2 to 8 for everybody; `games` are (one, two, score, weight), all by the ratings from before."""
    of = defaultdict(list)
    for one, two, score, weight in games:
        of[one].append((two, score, weight))
        of[two].append((one, 1 - score, weight))
    fresh = {}
    for who, (rating, deviation, sigma) in table.items():
        phi, mu = deviation / SCALE, (rating - 1500) / SCALE
        if who not in of:
            fresh[who] = (rating, min(SCALE * math.sqrt(phi * phi + sigma * sigma), 350), sigma)
            continue
        v, delta = 0.0, 0.0
        for other, score, weight in of[who]:
            their, theirs, _ = table[other]
            pull = g(theirs / SCALE)
            e = 1 / (1 + math.exp(-pull * (mu - (their - 1500) / SCALE)))
            v += weight * pull * pull * e * (1 - e)
            delta += weight * pull * (score - e)
        gain, v = delta, 1 / v
        delta = v * gain
        a = math.log(sigma * sigma)

        def f(x):
            grown = math.exp(x)
            all_ = phi * phi + v + grown
            return grown * (delta * delta - all_) / (2 * all_ * all_) - (x - a) / TAU**2

        low = a
        if delta * delta > phi * phi + v:
            high = math.log(delta * delta - phi * phi - v)
        else:
            k = 1
            while f(a - k * TAU) < 0:
                k += 1
            high = a - k * TAU
        at_low, at_high = f(low), f(high)
        while abs(high - low) > 1e-6:
            middle = low + (low - high) * at_low / (at_high - at_low)
            at_middle = f(middle)
            if at_middle * at_high <= 0:
                low, at_low = high, at_high
            else:
                at_low /= 2
            high, at_high = middle, at_middle
        sigma = math.exp(low / 2)
        phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
        fresh[who] = (rating + SCALE * phi * phi * gain, min(SCALE * phi, 350), sigma)
    return fresh


# --- The logs ------------------------------------------------------------------------------------------------------


def records(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def standing(lines):
    """The commands that stand, with their records: without those taken back, and amended ones in their places."""
    gone, instead = set(), {}
    for line in reversed(lines):
        do = line["do"]
        if line["seq"] in gone:
            continue
        if "retract" in do:
            gone.add(do["retract"]["seq"])
        elif "amend" in do:
            instead.setdefault(do["amend"]["seq"], do["amend"]["with"])
    for line in lines:
        if line["seq"] in gone:
            continue
        do = instead.get(line["seq"], line["do"])
        name = do if isinstance(do, str) else next(iter(do))
        if name not in ("retract", "amend"):
            yield line, name, {} if isinstance(do, str) else do[name]


def day(text):
    return datetime.date.fromisoformat(text[:10])


def monday(date):
    return date - datetime.timedelta(days=date.weekday())


def read_event(lines, facts):
    """Players, games and what points are counted from, of a finished event."""
    told = list(standing(lines))
    players, tables, byes, results, published = {}, {}, [], {}, set()
    over = False
    for _, name, do in told:
        if name == "register":
            players[do["player"]] = do
        elif name == "pair":
            tables[do["round"]] = do["tables"]
            byes += [(do["round"], who) for who in do.get("byes", [])]
        elif name == "publish":
            published.add(do["round"])
        elif name == "result":
            results[do["round"], do["table"]] = do
        elif name == "amend-result":
            results[do["result"]["round"], do["result"]["table"]] = do["result"]
        elif name == "finish":
            over = True
    first = next((line for line in lines if "publish" in line["do"]), None)
    games, counts = [], {who: [0, 0, 0, 0] for who in players}
    for number in sorted(published):
        for pairing in tables[number]:
            result = results.get((number, pairing["table"]))
            if result is None:
                continue
            one, two = result["one"], result["two"]
            halves = 2 if one > two else 0 if two > one else 1
            halves = {"one": 2, "two": 0, "draw": 1, None: halves}[result.get("winner")]
            games.append(dict(place=(number, pairing["table"]), players=(pairing["one"], pairing["two"]), halves=halves,
                              vp=(one, two), log=result.get("from", {}).get("head")))
            for who, own, scored in ((pairing["one"], halves, one), (pairing["two"], 2 - halves, two)):
                count = counts[who]
                count[0] += own == 2
                count[1] += own == 1
                count[2] += 1
                count[3] += scored
    for number, who in byes:
        if number in published:
            counts[who][0] += 1
            counts[who][2] += 1
    places = {row["player"]: row["place"] for row in facts["standings"]}
    return dict(kind="event", over=over, day=day(first["at"]) if first else None, games=games, counts=counts,
                places=places, factions={who: own.get("faction") for who, own in players.items()}, hashes=[],
                rounds=max((game["place"][0] for game in games), default=0), players=list(players))


def read_match(lines, facts):
    game = facts["match"]
    begun = next((line for line in lines if "begin" in line["do"] or line["do"] == "begin"), None)
    halves = {"one": 2, "two": 0}.get(game["winner"], 1)
    sides = ("one", "two")
    details = dict(
        mission=game["mission"], first=sides.index(game["first"]) if game["first"] else None,
        secondaries=[[(row["objective"], row["vp"]) for row in facts["secondaries"] if row["side"] == side] for side in sides],
        shares=[game["derived"] or 0, game["claimed"] or 0, game["ruled"] or 0])
    factions = {row["side"]: row["faction"] for row in facts["sides"]}
    return dict(kind="match", over=game["status"] == "ended" and not game["event"], of_event=bool(game["event"]),
                day=day(begun["at"]) if begun else None, counts={}, places={}, players=list(sides), factions=factions,
                hashes=[line["hash"] for line in lines], rounds=0, details=details,
                games=[dict(place=(0, 0), players=sides, halves=halves, vp=(game["one"], game["two"]), log=None)])


# --- The season ----------------------------------------------------------------------------------------------------


class Season:
    def __init__(self, folder):
        facts = {row["origin"]: row for row in records(folder / "facts.jsonl")}
        held = {}
        for path in sorted((folder / "logs").glob("*.jsonl")):
            lines = records(path)
            held[lines[0]["hash"]] = lines
        lines = records(folder / "league.jsonl")
        self.members, self.into, self.excluded, self.who, pins, papers, shown, out = [], {}, {}, {}, {}, [], [], set()
        for line, name, do in standing(lines):
            if name == "create":
                self.create = do
            elif name == "member":
                self.members.append(do["id"])
            elif name in ("event", "match"):
                pins[do["origin"]] = (do, pins[do["origin"]][1] if do["origin"] in pins else len(shown))
            elif name == "paper":
                papers.append((line["hash"], do))
            elif name == "who":
                self.who[do["origin"], do["player"]] = do["member"]
            elif name == "merge":
                self.into[do["member"]] = do["into"]
            elif name == "exclude":
                if do.get("origin"):
                    out.add(do["origin"])
                if do.get("member"):
                    self.excluded[do["member"]] = day(line["at"])
            elif name == "publish":
                shown.append({origin for origin in pins if origin not in out})
        self.minimum = dict(games=5, pair=10, players=2, rate=30, rate_players=4, rounds=1) | self.create.get("minimum", {})
        self.pins = {origin: pin for origin, pin in pins.items() if origin not in out}
        self.sources = {}
        for origin in self.pins:
            said = facts[origin]
            if said["match"] is None:
                self.sources[origin] = read_event(held[origin], said)
            else:
                self.sources[origin] = read_match(held[origin], said)
            self.sources[origin]["audited"] = said["errors"] == 0
        self.shown = shown
        self.collect(papers)
        self.points()
        self.rate()

    def person(self, member):
        while member in self.into:
            member = self.into[member]
        return member

    def played(self, origin, player):
        member = self.who.get((origin, player))
        return None if member is None else self.person(member)

    def of_log(self, origin):
        pin = self.pins[origin][0]
        return day(pin["on"]) if pin.get("on") else self.sources[origin]["day"]

    def week(self, date, lists):
        if self.create.get("late", "insert") == "insert" or lists == 0:
            return monday(date)
        known = [self.of_log(origin) for origin in self.pins if origin in self.shown[lists - 1]]
        behind = [monday(other) + datetime.timedelta(days=7) for other in known if other]
        return max([monday(date)] + behind)

    def collect(self, papers):
        inside = lambda date: self.create["from"] <= str(date) <= self.create["to"]
        behind = {}
        named = {game["log"] for source in self.sources.values() for game in source["games"]} - {None}
        for source in self.sources.values():
            for head in source["hashes"]:
                if head in named:
                    behind[head] = source
        self.games = []
        for origin, (pin, lists) in self.pins.items():
            source, date = self.sources[origin], self.of_log(origin)
            if not source["over"] or date is None or not inside(date):
                continue
            for game in source["games"]:
                log = behind.get(game["log"])
                self.games.append(dict(
                    game, origin=origin, kind=source["kind"], day=date, week=self.week(date, lists),
                    members=[self.played(origin, player) for player in game["players"]],
                    factions=[source["factions"].get(player) for player in game["players"]],
                    details=source.get("details") or (log or {}).get("details"),
                    audited=source["audited"] or bool(log and log["audited"]), weight=pin.get("weight", 1000) / 1000))
        for hash_, paper in papers:
            date = day(paper["on"])
            if inside(date):
                members = [self.person(member) for member in paper["players"]]
                halves = {"one": 2, "two": 0, "draw": 1}[paper["result"]]
                self.games.append(dict(
                    origin=hash_, kind=None, day=date, week=monday(date), members=members, factions=[None, None],
                    players=members, halves=halves, vp=paper.get("vp"), details=None, audited=False, weight=1.0,
                    place=(0, 0), log=None))
        for game in self.games:
            one, two = game["members"]
            left = [self.excluded[who] for who in (one, two) if who in self.excluded]
            game["rated"] = None not in (one, two) and one != two and not any(since < game["day"] for since in left)

    def worth(self, wins, draws, rounds, vp, place, of):
        points, total = self.create["points"], Fraction(0)
        for name, times in (("per_win", wins), ("per_draw", draws), ("per_round", rounds), ("per_vp", vp)):
            total += Fraction(points.get(name, 0) or 0) * times
        if points.get("place") and of >= 2 and place is not None:
            total += Fraction(points["place"]["best"]) * Fraction(of - place, of - 1)
            total += Fraction(points["place"]["last"]) * Fraction(place - 1, of - 1)
        return math.floor(total)

    def points(self):
        alone = [member for member in self.members if member not in self.into]
        self.people = {member: dict(results=[], outside=0, record=[0, 0, 0], here=False) for member in alone}
        started = {game["origin"] for game in self.games}
        for origin in self.pins:
            source = self.sources[origin]
            if source["kind"] != "event" or origin not in started:
                continue
            of = len(source["players"])
            brings = of >= self.minimum["players"] and source["rounds"] >= self.minimum["rounds"]
            best = {}
            for player in source["players"]:
                member = self.played(origin, player)
                if member is None:
                    continue
                place = source["places"].get(player)
                points = self.worth(*source["counts"][player], place, of) if brings else 0
                if member not in best or best[member][1] < points:
                    best[member] = ([place, of], points, source["counts"][player])
            for member, (place, points, count) in best.items():
                self.people[member]["here"] = True
                self.people[member]["results"].append(
                    dict(origin=origin, place=place, points=points, rounds=count[2], day=self.of_log(origin)))
        for game in self.games:
            for side, member in enumerate(game["members"]):
                if member is None:
                    continue
                person = self.people[member]
                person["here"] = True
                own = game["halves"] if side == 0 else 2 - game["halves"]
                if game["kind"] != "event":
                    person["outside"] += self.worth(own == 2, own == 1, 0, 0, None, 0)
                if game["rated"]:
                    person["record"][2 - own] += 1
        for person in self.people.values():
            person["results"].sort(key=lambda result: (-result["points"], result["day"], result["origin"]))
            for at, result in enumerate(person["results"]):
                result["counted"] = at < (self.create.get("best") or 10**9)
            counted = sum(result["points"] for result in person["results"] if result["counted"])
            person["points"] = person["outside"] + counted

    def rate(self):
        rated = [game for game in self.games if game["rated"]]
        table = {member: (1500.0, 350.0, 0.06) for game in rated for member in game["members"]}
        played = dict.fromkeys(table, 0)
        weeks = defaultdict(list)
        for game in rated:
            weeks[game["week"]].append(game)
        check = [0, 0.0, 0.0, 0.0, 0.0, 0.0]
        week = monday(day(self.create["from"]))
        last = max((game["week"] for game in self.games), default=week)
        while week <= last and self.games:
            games = []
            for game in sorted(weeks[week], key=lambda game: (game["day"], game["origin"], game["place"])):
                one, two = game["members"]
                (a, da, _), (b, db, _) = table[one], table[two]
                pull = g(math.hypot(da / SCALE, db / SCALE))
                expected = 1 / (1 + math.exp(-pull * (a - b) / SCALE))
                game["expected"] = (expected, 1 - expected)
                score = game["halves"] / 2
                if min(played[one], played[two]) >= self.minimum["games"]:
                    e, s = (expected, score) if expected >= 0.5 else (1 - expected, 1 - score)
                    for at, more in enumerate((1, e, s, s - e, e * (1 - e), -s * math.log(e) - (1 - s) * math.log(1 - e))):
                        check[at] += more
                games.append((one, two, score, game["weight"]))
            table = one_week(table, games)
            for one, two, _, _ in games:
                played[one] += 1
                played[two] += 1
            week += datetime.timedelta(days=7)
        self.ratings, self.check = table, check

    def list(self):
        rows = [(member, person) for member, person in self.people.items() if member not in self.excluded]
        rows.sort(key=lambda row: (not row[1]["here"], -row[1]["points"], row[0]))
        firm = {}
        for member, person in rows:
            if member in self.ratings:
                value, deviation, _ = self.ratings[member]
                if deviation <= 110 and sum(person["record"]) >= self.minimum["games"]:
                    firm[member] = (value - Z * deviation, value + Z * deviation)
        told, rank, before = [], None, None
        for at, (member, person) in enumerate(rows):
            row = dict(id=member, points=person["points"], record=person["record"])
            if person["here"]:
                rank = rank if before == person["points"] else at + 1
                before = row_points = person["points"]
                row["rank"] = rank
            events = [dict(origin=result["origin"], points=result["points"], counted=result["counted"],
                           **({"place": result["place"]} if result["place"][0] else {})) for result in person["results"]]
            if events:
                row["events"] = events
            if member in self.ratings:
                value, deviation, _ = self.ratings[member]
                row["rating"] = dict(value=away(value * 100), margin=away(Z * deviation * 100), deviation=away(deviation * 100))
                if member in firm:
                    low, high = firm[member]
                    above = sum(other > high for other, _ in firm.values())
                    below = sum(other < low for _, other in firm.values())
                    row["rating"]["ranks"] = [above + 1, len(firm) - below, len(firm)]
                else:
                    row["rating"]["provisional"] = True
            told.append(row)
        n, predicted, won, off, spread, loss = self.check
        document = dict(games=[len(self.games), sum(game["rated"] for game in self.games)], members=told)
        if n:
            document["calibration"] = dict(games=n, predicted=parts(predicted / n), won=parts(won / n),
                                           z=away(off / math.sqrt(spread) * 100), loss=parts(loss / n))
        return document

    def stats(self):
        games = [game for game in self.games if game["rated"] and not any(who in self.excluded for who in game["members"])]
        sides = [dict(member=game["members"][at], own=game["halves"] if at == 0 else 2 - game["halves"], at=at, game=game,
                      faction=game["factions"][at], against=game["factions"][1 - at]) for game in games for at in (0, 1)]
        score = lambda rows: dict(halves=sum(row["own"] for row in rows), games=len(rows))
        pair = lambda rows: (sum(row["own"] for row in rows), len(rows))

        def clusters(rows, key):
            found = defaultdict(list)
            for row in rows:
                found[key(row)].append(row)
            return [pair(rows) for rows in found.values()]

        of_logs = lambda kind: len({game["origin"] for game in self.games if game["kind"] == kind})
        order = sorted(self.ratings, key=lambda member: (away(self.ratings[member][0] * 100), member))
        third = {member: at * 3 // len(order) for at, member in enumerate(order)}
        armies, by_army = [], defaultdict(list)
        for row in sides:
            if row["faction"] and row["against"] and row["faction"] != row["against"]:
                by_army[row["faction"]].append(row)
        for faction, rows in by_army.items():
            players = clusters(rows, lambda row: row["member"])
            events = clusters([row for row in rows if row["game"]["kind"] == "event"], lambda row: row["game"]["origin"])
            games_rate, players_rate = wilson(*pair(rows)), clustered(players)
            compared = len(rows) >= self.minimum["rate"] and len(players) >= self.minimum["rate_players"]
            large = [parts(h / 2 / n) for h, n in events if n >= 5]
            apart = lambda rate: rate is not None and not rate[1] <= 0.5 <= rate[2]
            armies.append(dict(
                faction=faction, score=score(rows), players=len(players), events=len(events), most=max(n for _, n in players),
                compared=compared, over_games=share(games_rate), over_players=share(players_rate),
                over_events=share(clustered(events)), spread=[min(large), max(large), len(large)] if large else None,
                away=compared and apart(games_rate) and apart(players_rate),
                expected=parts(sum(row["game"]["expected"][row["at"]] for row in rows) / len(rows)),
                audited=score([row for row in rows if row["game"]["audited"]]),
                bands=[score([row for row in rows if third[row["member"]] == band]) for band in range(3)]))
        armies.sort(key=lambda army: (not army["compared"], -army["over_games"]["value"] if army["compared"] else 0, army["faction"]))
        compared = [army["score"] for army in armies if army["compared"]]
        off = [(one["halves"] / 2 / one["games"] - 0.5) ** 2 * 4 * one["games"] for one in compared]
        matchups = defaultdict(list)
        for rows in by_army.values():
            for row in rows:
                matchups[row["faction"], row["against"]].append(row)
        pairs = [dict(faction=one, against=two, score=score(rows),
                      over_games=share(wilson(*pair(rows))) if len(rows) >= self.minimum["pair"] else None)
                 for (one, two), rows in sorted(matchups.items(), key=lambda row: [name.encode() for name in row[0]])]
        days = sorted(game["day"] for game in games)
        byes = sum(result["rounds"] - sum(game["origin"] == result["origin"] and member in game["members"] for game in self.games)
                   for member, person in self.people.items() for result in person["results"])
        return dict(
            days=[str(days[0]), str(days[-1])] if days else None,
            logs=[of_logs("event"), of_logs("match"), of_logs(None)], games=len(games),
            draws=sum(game["halves"] == 1 for game in games), unrated=sum(not game["rated"] for game in self.games),
            byes=byes, mirrors=sum(game["factions"][0] is not None and len(set(game["factions"])) == 1 for game in games),
            without_faction=sum(None in game["factions"] for game in games),
            shares=[sum(game["details"]["shares"][at] for game in games if game["details"]) for at in range(3)],
            minimum=self.minimum, armies=armies, dispersion=away(sum(off) / len(off) * 100) if off else None,
            first_turn=self.first_turn(sides), pairs=pairs, secondaries=self.secondaries(sides))

    def first_turn(self, sides):
        first = [row for row in sides if row["game"]["details"] and row["game"]["details"]["first"] == row["at"]]
        if not first:
            return None
        halves, games = sum(row["own"] for row in first), len(first)
        by_mission = defaultdict(lambda: [0, 0])
        for row in first:
            if row["game"]["details"]["mission"]:
                one = by_mission[row["game"]["details"]["mission"]]
                one[0] += row["own"]
                one[1] += 1
        missions = []
        for mission, (own, n) in sorted(by_mission.items()):
            rest, departure = (halves - own, games - n), None
            if rest[1]:
                # Newcombe's tenth method of the difference from the others, by their share.
                (p, low, high), (q, other_low, other_high) = wilson(own, n), wilson(*rest)
                ends = (p - q, p - q - math.hypot(p - low, other_high - q), p - q + math.hypot(high - p, q - other_low))
                departure = tuple(end * rest[1] / games for end in ends)
            missions.append(dict(mission=mission, score=dict(halves=own, games=n), departure=share(departure)))
        chance, groups = None, list(by_mission.values())
        p = sum(own for own, _ in groups) / 2 / sum(n for _, n in groups) if groups else 0
        if len(groups) > 1 and 0 < p < 1:
            x = sum((own / 2 - n * p) ** 2 / (n * p * (1 - p)) for own, n in groups)
            chance = parts(chi_above(x, len(groups) - 1))
        return dict(score=dict(halves=halves, games=games), over_games=share(wilson(halves, games)), missions=missions,
                    by_chance=chance)

    def secondaries(self, sides):
        picked, choosers = defaultdict(list), 0
        for row in sides:
            own = row["game"]["details"]["secondaries"][row["at"]] if row["game"]["details"] else []
            choosers += bool(own)
            for objective, vp in own:
                picked[objective].append((row, vp))
        told = []
        for objective, rows in picked.items():
            halves, by_member = sum(row["own"] for row, _ in rows), defaultdict(lambda: [0, 0])
            for row, _ in rows:
                by_member[row["member"]][0] += row["own"]
                by_member[row["member"]][1] += 1
            told.append(dict(
                objective=objective, score=dict(halves=halves, games=len(rows)), of=choosers,
                vp=[quantile([vp for _, vp in rows], part) for part in (25, 50, 75)],
                over_games=share(wilson(halves, len(rows))),
                over_players=share(clustered([tuple(one) for one in by_member.values()]))))
        return sorted(told, key=lambda one: (-one["score"]["games"], one["objective"]))


# --- The comparison ------------------------------------------------------------------------------------------------

# What a list says of itself, which is no number of the season.
OTHER = {"format", "league", "list", "until", "rating", "logs"}
# Ratings are sums of many, and in another order they may end one last digit off; everything else is equal or wrong.
compared = 0


def differences(due, found, path):
    global compared
    if isinstance(due, dict) and isinstance(found, dict):
        for key in due:
            yield from differences(due[key], found.get(key), f"{path}.{key}")
        for key in found.keys() - due.keys() - (OTHER if path == "list" else set()):
            yield f"{path}.{key}: nobody has reckoned it"
    elif isinstance(due, (list, tuple)) and isinstance(found, list) and len(due) == len(found):
        for at, (one, two) in enumerate(zip(due, found)):
            yield from differences(one, two, f"{path}[{at}]")
    else:
        compared += 1
        rated = ".rating." in path or ".calibration." in path or path.endswith(".expected")
        near = rated and type(due) is int and type(found) is int and abs(due - found) <= 1
        if due != found and not near:
            yield f"{path}: {found} stands there, {due} is due"


def main():
    folder = pathlib.Path(sys.argv[1])
    season = Season(folder)
    wrong = []
    for name, due in (("list", season.list()), ("stats", season.stats())):
        found = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        wrong += list(differences(due, found, name))
    for line in wrong[:20]:
        print(line)
    print(f"{compared} numbers of {len(season.games)} games and {len(season.people)} people, {len(wrong)} differ")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
