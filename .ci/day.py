"""A day of 83 players in Chromium: an event from an empty folder to printed standings, and no command is typed.

The organiser makes the event on the first page, hands in the players as a file, drafts, publishes and closes rounds, and prints the
standings. 83 phones, each with a browser store of its own and 400 ms to the server, open their cards and report by taps on the glass.
The tables take turns in what goes wrong: a number that was mistyped, a report from a dead spot, an agreement from a dead spot, a phone
that sleeps, the back button and the same tap again, two tabs, two quick taps. At the end each table has the one result that its players
meant, from as many records as they meant, and the standings are those that this script adds up by itself.

The command line is asked only afterwards, for the log. Needs chromium; the first argument names a folder for pictures.
"""
import base64
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

PROGRAM = pathlib.Path(os.environ.get("ADJUTANT_PROGRAM", "target/debug/adjutant")).resolve()
PLAYERS = int(os.environ.get("ADJUTANT_DAY_PLAYERS", "83"))
ROUNDS = int(os.environ.get("ADJUTANT_DAY_ROUNDS", "3"))
KINDS = ["plain", "mistyped", "report in a dead spot", "agreement in a dead spot", "asleep", "back button", "two tabs", "two quick taps"]
pictures = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
faults = []
taps = 0


class Chromium:
    """One browser by its pipe: messages end with a zero byte."""

    def __init__(self, store):
        read, self.out = os.pipe()
        self.incoming, write = os.pipe()
        words = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                 "--disable-component-update", f"--user-data-dir={store}", "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(["bash", "-c", f'exec "$0" "$@" 3<&{read} 4>&{write}', *words], pass_fds=(read, write),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.number, self.rest, self.answers = 0, b"", {}

    def send(self, method, parameters=None, session=None):
        """Says something and waits for nothing."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        return self.number

    def answer(self, number):
        while number not in self.answers:
            while b"\0" not in self.rest:
                read = os.read(self.incoming, 1 << 16)
                if not read:
                    raise SystemExit("the browser is gone")
                self.rest += read
            text, self.rest = self.rest.split(b"\0", 1)
            message = json.loads(text)
            if "id" in message:
                self.answers[message["id"]] = message
        message = self.answers.pop(number)
        if "error" in message:
            raise RuntimeError(message["error"])
        return message["result"]

    def call(self, method, parameters=None, session=None):
        return self.answer(self.send(method, parameters, session))


class Lost(Exception):
    """What was to be tapped is not there."""


class Page:
    """A page with a store of its own, or another tab beside one."""

    def __init__(self, browser, base, size, latency, beside=None):
        self.browser, self.base, self.latency, self.size = browser, base, latency, size
        self.context = beside.context if beside else browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", {"url": "about:blank", "browserContextId": self.context, "newWindow": True})
        self.session = browser.call("Target.attachToTarget", {"targetId": target["targetId"], "flatten": True})["sessionId"]
        width, height = size
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=latency > 0)
        if latency:
            self.call("Emulation.setTouchEmulationEnabled", enabled=True)
        self.call("Network.enable")
        self.line()

    def call(self, method, **parameters):
        return self.browser.call(method, parameters, self.session)

    def line(self, offline=False):
        self.call("Network.emulateNetworkConditions", offline=offline, latency=self.latency, downloadThroughput=-1, uploadThroughput=-1)

    def asleep(self, asleep):
        """In a pocket: no script runs and no line stands; then somebody looks at it."""
        if asleep:
            self.call("Debugger.enable")
            self.call("Debugger.pause")
            self.line(offline=True)
        else:
            self.call("Debugger.disable")
            self.line()
            self.run("document.dispatchEvent(new Event('visibilitychange'))")

    def run(self, script):
        told = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in told:
            raise RuntimeError(script + ": " + json.dumps(told["exceptionDetails"])[:600])
        return told["result"].get("value")

    def go(self, path):
        """Opens another page, and waits until it stands there."""
        self.run("window.left = true")
        self.call("Page.navigate", url=self.base + path)
        self.sees(path, "!window.left")

    def sees(self, what, script, seconds=60):
        until = time.time() + seconds
        while time.time() < until:
            try:
                if self.run(f"document.readyState === 'complete' && Boolean({script})"):
                    return True
            except RuntimeError:
                pass  # the page is being exchanged
            time.sleep(0.1)
        faults.append(f"not seen: {what}: " + self.run("location.pathname + \" \" + (document.activeElement?.id || \"\") + \" \" + document.body.innerText.replaceAll(\"\\n\", \" \")")[:1500])
        print(faults[-1], file=sys.stderr, flush=True)
        self.picture("not-seen")
        return False

    def tap(self, selector, times=1):
        """A finger or a mouse at the middle of something; what comes of it is not waited for."""
        global taps
        if not self.sees(f"{selector} to tap", f"document.querySelector({json.dumps(selector)})", 10):
            raise Lost(selector)
        found = f"(() => {{ const it = document.querySelector({json.dumps(selector)}); it.scrollIntoView({{block: 'center'}});" \
                "const at = it.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; })()"
        x, y = self.run(found)
        for _ in range(times):
            taps += 1
            if self.latency:
                self.browser.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}, self.session)
                self.browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}, self.session)
            else:
                mouse = {"x": x, "y": y, "button": "left", "clickCount": 1}
                for kind in ["mousePressed", "mouseReleased"]:
                    self.browser.send("Input.dispatchMouseEvent", {"type": kind, **mouse}, self.session)

    def types(self, selector, text):
        """What stands in a field goes, and the text is typed into it."""
        self.run(f"(field => {{ field.focus(); field.select(); }})(document.querySelector({json.dumps(selector)}))")
        self.call("Input.insertText", text=text)

    def picture(self, name):
        if pictures:
            pictures.mkdir(parents=True, exist_ok=True)
            (pictures / f"{name}.png").write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


def begin(folder):
    """The server of an empty folder, and the path of its first page."""
    server = subprocess.Popen([PROGRAM, "--data", folder, "serve", "--address", "127.0.0.1", "--port", "0"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    base, path = re.search(r"(http://127\.0\.0\.1:\d+)(/first/\S+)", server.stdout.readline()).groups()
    return server, base, path


def made(desk, path, names, folder):
    """The event is made on the first page, and its players are handed in as a file."""
    desk.go(path)
    desk.sees("the first page", "document.getElementById('name')")
    for field, text in [("name", "Autumn GT"), ("rounds", str(ROUNDS)), ("tables", str(len(names) // 2))]:
        desk.types(f"[name={field}]", text)
    desk.tap("button[value=make]")
    desk.sees("the desk", "location.pathname === '/desk' && document.readyState === 'complete'")
    listed = pathlib.Path(folder, "players.csv")
    listed.write_text("name\n" + "\n".join(names) + "\n")
    desk.go("/desk/players")
    desk.sees("a place for the file", "document.querySelector('form[action=\"/desk/list\"] input[type=file]')")
    node = desk.call("DOM.getDocument", depth=-1)["root"]["nodeId"]
    found = desk.call("DOM.querySelector", nodeId=node, selector='form[action="/desk/list"] input[type=file]')
    desk.call("DOM.setFileInputFiles", nodeId=found["nodeId"], files=[str(listed)])
    desk.run("document.querySelector('form[action=\"/desk/list\"]').closest('details')?.setAttribute('open', '')")
    desk.tap('form[action="/desk/list"] button')
    desk.sees("all players", f"document.querySelectorAll('a[href^=\"/desk/pass/player/\"]').length === {len(names)}")
    return desk.run("[...document.querySelectorAll('a[href^=\"/desk/pass/player/\"]')].map(one => one.getAttribute('href').split('/').pop())")


def deed(desk, action, shown):
    """A button of the page of the draft or of the desk, and what shows that it was done."""
    desk.sees(f"the button of {action}", f"document.querySelector('form[action=\"{action}\"] button:not([disabled])')")
    desk.tap(f'form[action="{action}"] button')
    desk.sees(f"what {action} brings", shown)


def paired(desk, number):
    """Drafts and publishes a round; its tables as the desk shows them."""
    desk.go("/desk/draft")
    deed(desk, "/desk/pair", "document.querySelector('form[action=\"/desk/publish\"]')")
    deed(desk, "/desk/publish", "location.pathname === '/desk' || !document.querySelector('form[action=\"/desk/publish\"]')")
    rows = "[...document.querySelectorAll('tr')].filter(row => row.querySelector('form[action=\"/desk/result\"]'))"
    desk.go("/desk")
    told = rows + ".map(row => [Number(row.querySelector('[name=table]').value), ...[...row.querySelectorAll('bdi')].slice(0, 2)" \
                  ".map(one => one.textContent)])"
    until = time.time() + 60
    while len(found := desk.run(told)) != PLAYERS // 2:
        if time.time() > until:
            raise SystemExit(f"round {number} has {len(found)} tables at the desk")
        time.sleep(0.2)
    return found


MISTYPED = "details:has(#mine)"
REPORTS = "document.querySelector('#mine')"
AGREES = "document.querySelector('button.go')?.textContent.includes('I agree')"
KEPT = "JSON.parse(localStorage.getItem('adjutant-kept') || '[]').length"


class Table:
    """A table in a round: who plays, what its players mean, and what goes wrong."""

    def __init__(self, number, one, two, kind, points):
        self.number, self.one, self.two, self.kind, self.points = number, one, two, kind, points
        # A report and an agreement; a tap in another tab is a second report.
        self.records = 2

    def fill(self, page, points):
        page.types("#mine", str(points[0]))
        page.types("#theirs", str(points[1]))

    def report(self):
        """The first player reports."""
        phone = self.one
        phone.go("/me/result")
        if not phone.sees(f"the form of table {self.number}", REPORTS):
            return
        if self.kind == "mistyped":
            self.fill(phone, (self.points[0] + 1, self.points[1]))
            phone.tap("button.go")
            phone.sees("the wrong report", "document.body.textContent.includes('has not agreed yet')")
            phone.tap(MISTYPED + " summary")
            phone.sees("the form unfolded", f"document.querySelector('{MISTYPED}').open")
            self.fill(phone, self.points)
            phone.tap(MISTYPED + " button")
            return
        if self.kind == "two tabs":
            self.tab = Page(phone.browser, phone.base, phone.size, phone.latency, beside=phone)
            self.tab.go("/me/result")
            self.tab.sees("the form in the other tab", REPORTS)
            self.fill(self.tab, self.points)
        self.fill(phone, self.points)
        if self.kind == "report in a dead spot":
            phone.line(offline=True)
        phone.tap("button.go", 2 if self.kind == "two quick taps" else 1)

    def trouble(self):
        """What happens behind the report."""
        phone = self.one
        if self.kind == "report in a dead spot":
            phone.sees("the report that is kept", KEPT)
            phone.line()
        if self.kind == "asleep":
            self.two.asleep(True)
        said = f"document.body.innerText.replace(/\\s+/g, ' ').includes('You {self.points[0]} ')"
        phone.sees(f"the report of table {self.number}", f"document.body.textContent.includes('has not agreed yet') && {said}")
        if self.kind == "back button":
            phone.run("history.back()")
            time.sleep(1)
            if phone.run(f"Boolean({REPORTS})"):
                self.fill(phone, self.points)
                phone.tap("button.go")
        if self.kind == "two tabs" and self.tab.run(f"Boolean({REPORTS})"):
            self.tab.tap("button.go")
            self.records += 1

    def agree(self):
        """The second player agrees."""
        phone = self.two
        if self.kind == "asleep":
            phone.asleep(False)
            phone.sees("what happened while it slept", "document.body.textContent.includes('agree')")
        phone.go("/me/result")
        if not phone.sees(f"the question of table {self.number}", AGREES):
            return
        if self.kind == "agreement in a dead spot":
            phone.line(offline=True)
        phone.tap("button.go", 2 if self.kind == "two quick taps" else 1)
        if self.kind == "agreement in a dead spot":
            phone.sees("the agreement that is kept", KEPT)
            phone.line()

    def settled(self):
        if self.kind == "back button":
            self.one.go("/me/result")
        for phone in [self.one, self.two]:
            phone.sees(f"the result of table {self.number}", "document.body.textContent.includes('It rests on: ')")
        if self.kind == "two tabs":
            self.one.browser.call("Page.close", session=self.tab.session)


def played(desk, phones, number, luck):
    tables = []
    for table, one, two in paired(desk, number):
        kind = KINDS[(table + number) % len(KINDS)]
        tables.append(Table(table, phones[one], phones[two], kind, (luck.randrange(0, 101), luck.randrange(0, 101))))
        tables[-1].names = (one, two)
    for step in [Table.report, Table.trouble, Table.agree, Table.settled]:
        print(f"round {number}: {step.__name__} at {len(tables)} tables, {taps} taps so far", file=sys.stderr, flush=True)
        for table in tables:
            try:
                step(table)
            except Lost as what:
                print(f"table {table.number} ({table.kind}), {step.__name__}: {what}", file=sys.stderr, flush=True)
    desk.go("/desk")
    desk.sees("the desk, every result in", "document.querySelector('form[action=\"/desk/close\"]')")
    desk.picture(f"day-round-{number}")
    deed(desk, "/desk/close", "!document.querySelector('form[action=\"/desk/close\"]')")
    return tables


def added_up(names, rounds):
    """How each round ended for a player, and victory points, by this script alone; no points where a round was sat out."""
    sums = {name: ("", 0) for name in names}
    for tables in rounds:
        own = {name: points for table in tables for name, points in zip(table.names, [table.points, table.points[::-1]])}
        for name, (letters, total) in sums.items():
            mine, theirs = own.get(name, (0, 0))
            letter = "W" if mine > theirs or name not in own else "D" if mine == theirs else "L"
            sums[name] = (letters + letter, None if total is None or name not in own else total + mine)
    return sums


def compared(folder, rounds):
    """The log, as the command line exports it: each table has the one result that was meant, from as many records."""
    told = subprocess.run([PROGRAM, "--data", folder, "event", "export", "autumn-gt", "--log", "-"], check=True, capture_output=True, text=True)
    records = [json.loads(line) for line in told.stdout.splitlines()]
    for number, tables in enumerate(rounds, 1):
        for table in tables:
            own = [record for record in records if (result := record["do"].get("report") or record["do"].get("result"))
                   and (result["round"], result["table"]) == (number, table.number)]
            said = [(report["one"], report["two"]) for record in own if (report := record["do"].get("report"))]
            meant = [table.points] * table.records
            if said[-len(meant):] != meant or len(said) != len(meant) + (table.kind == "mistyped"):
                faults.append(f"round {number}, table {table.number} ({table.kind}): {said}, meant {table.points}")
    return len(records)


def printed(desk):
    """The standings on paper, as the desk prints them."""
    desk.go("/desk/print")
    desk.sees("the standings to print", "document.querySelector('a[href=\"/desk/print/standings\"]')")
    told = desk.run("fetch('/desk/print/standings').then(answer => answer.arrayBuffer()).then(all => String.fromCharCode(...new Uint8Array(all).slice(0, 5)) + all.byteLength)")
    if not told.startswith("%PDF-"):
        faults.append(f"the standings are no PDF: {told[:40]}")
    return told


def main():
    luck = random.Random(83)
    names = [f"Player {luck.choice('ABCDEFGHJKLMNPRSTUVW')}{at:02}" for at in range(1, PLAYERS + 1)]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as store:
        server, base, path = begin(folder)
        browser = Chromium(store)
        try:
            desk = Page(browser, base, (1366, 768), 0)
            ids = made(desk, path, names, folder)
            phones = {}
            for id in ids:
                desk.go(f"/desk/pass/player/{id}")
                desk.sees(f"the pass of {id}", "location.pathname.startsWith('/desk/pass/') && document.querySelector('p.lead')")
                name, code = desk.run("[document.querySelector('h1 bdi').textContent, document.querySelector('p.lead').textContent.replaceAll('-', '')]")
                phones[name] = Page(browser, base, (360, 740), 400)
                phones[name].go(f"/j/{code}")
            rounds = [played(desk, phones, number, luck) for number in range(1, ROUNDS + 1)]
            desk.go("/standings")
            desk.sees("the standings", "document.querySelectorAll('tbody tr').length")
            desk.picture("day-standings")
            shown = desk.run("[...document.querySelectorAll('tbody tr')].map(row => row.innerText.split(/\\s*\\t\\s*|\\n/))")
            paper = printed(desk)
            records = compared(folder, rounds)
            sums = added_up(names, rounds)
            lines = {name: " ".join(row) for row in shown for name in names if any(name == cell.strip() for cell in row)}
            if len(lines) != len(names):
                faults.append(f"{len(lines)} of {len(names)} players stand in the standings: {shown[:2]}")
            for name, (letters, points) in sums.items():
                line = lines.get(name, "")
                if "".join(re.findall(r"\b[WDL]\b", line)) != letters or points is not None and line.split()[-1] != str(points):
                    faults.append(f"{name}: {letters}, {points} points by this script, and the standings say {line}")
        finally:
            server.kill()
            browser.process.kill()
    for fault in faults:
        print("fault:", fault)
    tables = sum(len(tables) for tables in rounds)
    print(f"{PLAYERS} players, {tables} tables in {ROUNDS} rounds, {taps} taps, {records} records, standings on paper {paper[5:]} bytes: {len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
