"""Opens every page of a served event in Chromium, by WebDriver, and checks what a picture cannot tell.

Checked: axe-core without violations, where it is at hand; no sideways scroll at 320 px, nothing to tap under 56 px on phones, one h1, no text under 15 px, no fault of the
console. A story: two players and a screen through a round, with the server stopped in between.
Pictures are kept in the folder that the first argument names.
"""
import base64
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

PROGRAM = pathlib.Path(os.environ.get("ADJUTANT_PROGRAM", "target/debug/adjutant")).resolve()
PORT, DRIVER = 8931, 9519
BASE = f"http://127.0.0.1:{PORT}"
AXE = pathlib.Path(os.environ["ADJUTANT_AXE"]).read_text() if os.environ.get("ADJUTANT_AXE") else None
pictures = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
faults = []


def call(method, path, data=None):
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{DRIVER}{path}", method=method, data=body,
                                     headers={"Content-Type": "application/json"})
    return json.loads(urllib.request.urlopen(request, timeout=150).read())["value"]


class Browser:
    def __init__(self, width, height, scheme="dark"):
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                     "--disable-component-update", "--hide-scrollbars"]
        options = {"goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}
        self.id = call("POST", "/session", {"capabilities": {"alwaysMatch": options}})["sessionId"]
        self.set(width, height, scheme)

    def cdp(self, command, parameters):
        return call("POST", f"/session/{self.id}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def set(self, width, height, scheme):
        self.cdp("Emulation.setDeviceMetricsOverride",
                 {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.cdp("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def open(self, path):
        call("POST", f"/session/{self.id}/url", {"url": BASE + path})

    def run(self, script):
        return call("POST", f"/session/{self.id}/execute/sync", {"script": script, "args": []})

    def later(self, script):
        call("POST", f"/session/{self.id}/timeouts", {"script": 120_000})
        return call("POST", f"/session/{self.id}/execute/async", {"script": script, "args": []})

    def wait(self, what, script, seconds=20):
        for _ in range(seconds * 5):
            if self.run(script):
                return
            time.sleep(0.2)
        faults.append(f"not seen: {what}")

    def picture(self, name):
        if pictures:
            pictures.mkdir(parents=True, exist_ok=True)
            shot = call("GET", f"/session/{self.id}/screenshot")
            (pictures / f"{name}.png").write_bytes(base64.b64decode(shot))

    def faults(self):
        entries = call("POST", f"/session/{self.id}/se/log", {"type": "browser"})
        # A server that is stopped on purpose cannot be reached: that is the story.
        return [entry["message"] for entry in entries
                if entry["level"] == "SEVERE" and "ERR_CONNECTION" not in entry["message"]
                and "ERR_EMPTY" not in entry["message"] and "ERR_INCOMPLETE" not in entry["message"]
                and "status of 40" not in entry["message"]]


CHECK = """
const seen = [...document.querySelectorAll("a,button,input,select,textarea,summary")].filter(e => {
  const r = e.getBoundingClientRect();
  return r.width > 1 && r.height > 1 && e.type !== "hidden" && getComputedStyle(e).visibility !== "hidden";
});
// A box to tick is tapped by its label, and a link inside a sentence is no target of its own.
const small = seen.filter(e => (e.closest("label") || e).getBoundingClientRect().height < 55.5);
const text = [...document.querySelectorAll("body *")].filter(e =>
  [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && parseFloat(getComputedStyle(e).fontSize) < 14.9
  && e.tagName !== "NOSCRIPT" && !e.ownerSVGElement);
return {
  side: document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth : 0,
  small: small.map(e => e.outerHTML.slice(0, 80) + " " + e.getBoundingClientRect().height).slice(0, 3),
  text: text.map(e => e.outerHTML.slice(0, 80)).slice(0, 3),
  heads: document.querySelectorAll("h1").length,
  styled: document.querySelectorAll("[style]").length,
};
"""


def check(browser, name, phone):
    found = browser.run(CHECK)
    if found["side"]:
        faults.append(f"{name}: {found['side']} px wide")
    if phone and found["small"]:
        faults.append(f"{name}: too small to tap: {found['small']}")
    if found["text"]:
        faults.append(f"{name}: text under 15 px: {found['text']}")
    if found["heads"] != 1:
        faults.append(f"{name}: {found['heads']} h1")
    if found["styled"]:
        faults.append(f"{name}: {found['styled']} elements with a style of their own")
    if AXE and (phone or "1366" in name or "screen" in name):
        browser.run("if (!window.axe) {" + AXE + "}")
        for violation in browser.later(VIOLATIONS):
            faults.append(f"{name}: axe {violation}")


VIOLATIONS = """
const done = arguments[arguments.length - 1];
axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] })
  .then(found => done(found.violations.map(v => v.id + " " + v.nodes.slice(0, 2).map(n => n.html.slice(0, 100)).join(" | "))))
  .catch(error => done(["did not run: " + error]));
"""


def main():
    folder = tempfile.TemporaryDirectory()
    data = folder.name

    def adjutant(*words):
        run = subprocess.run([PROGRAM, "--data", data, *words], capture_output=True, text=True)
        if run.returncode:
            raise SystemExit(f"{words}: {run.stderr}")
        return run.stdout

    names = ["Anna Berg", "Ben Ode", "Zoë van den Bergh-Ó Súilleabháin", "Bartholomäus von Hohenstein-Lüneburg",
             "محمد الفارسي", "佐藤 健", "<script>alert(1)</script>", "Donaudampfschifffahrtsgesellschaftskapitän"]
    # A match that was simulated elsewhere is told again at table 1, up to the middle of the battle.
    other = tempfile.TemporaryDirectory()
    subprocess.run([PROGRAM, "--data", other.name, "match", "simulate", "gt-r1-t01", "--seed", "4"], check=True, capture_output=True)
    told = subprocess.run([PROGRAM, "--data", other.name, "match", "export", "gt-r1-t01"], check=True, capture_output=True, text=True)
    records = [json.loads(line) for line in told.stdout.splitlines()]
    mission = next(record["do"]["mission"]["mission"] for record in records if "mission" in record["do"])
    openly = []
    for record in records[1:]:
        command = record["do"]
        if "reveal" in command:
            command = {command["reveal"]["what"]: command["reveal"]["value"]}
        if "commit" not in command and "mission" not in command:
            openly.append(json.dumps({"by": record["by"], "do": command}))
    adjutant("event", "new", "gt", "--name", "Autumn GT", "--pack", "gt2020", "--rounds", "3", "--seed", "7")
    for name in names:
        adjutant("event", "register", "gt", "--name", name, "--club", "Red Dice Club Northampton")
    adjutant("event", "table", "gt", "--count", "4", "--missions", mission)
    adjutant("event", "pair", "gt")
    adjutant("event", "publish", "gt")
    half = pathlib.Path(other.name, "half.jsonl")
    # A retraction names a record by its number, and the numbers are others here.
    plain = next((at for at, line in enumerate(openly) if '"retract"' in line), len(openly))
    half.write_text("\n".join(openly[:min(plain, len(openly) // 2)]))
    adjutant("match", "record", "gt-r1-t01", "--from", str(half))

    def serve():
        process = subprocess.Popen([PROGRAM, "--data", data, "serve", "gt", "--address", "127.0.0.1",
                                    "--port", str(PORT)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        lines = [line for line in (process.stdout.readline() for _ in range(4)) if "http" in line]
        return process, re.search(r"(/o/\S+)", "".join(lines)).group(1)

    def pass_of(player):
        return json.loads(adjutant("event", "pass", "gt", "player", player, "--json"))["pass"].replace("-", "")

    server, organiser = serve()
    driver = subprocess.Popen(["chromedriver", f"--port={DRIVER}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    browsers = []
    try:
        for _ in range(50):
            try:
                call("GET", "/status")
                break
            except OSError:
                time.sleep(0.2)
        one, two, screen, desk = (Browser(360, 740), Browser(360, 740, "light"), Browser(1920, 1080),
                                  Browser(1366, 768))
        browsers = [one, two, screen, desk]
        pairing = json.loads(adjutant("event", "show", "gt", "--round", "1", "--json"))["pairings"]["tables"][0]
        one.open(f"/j/{pass_of(pairing['one'])}")
        two.open(f"/j/{pass_of(pairing['two'])}")
        desk.open(organiser)
        screen.open("/screen/missing")
        public = ["/", "/?q=b", "/pairings", "/standings", f"/player/{pairing['one']}", "/bracket", "/screen", "/nowhere"]
        for scheme in ["dark", "light"]:
            for width, height in [(360, 740), (320, 600), (683, 384), (1366, 768)]:
                one.set(width, height, scheme)
                for path in public + ["/me", "/me/result", "/me/why", "/me/leave", "/me/list", "/match", "/match/scoring",
                                      "/match/more", "/match/more?kind=shoot", "/match/log", "/match/log?at=9", "/judge"]:
                    one.open(path)
                    check(one, f"{path} {width} {scheme}", width < 1000)
                    if width == 360:
                        one.picture(f"{path.strip('/').replace('/', '-').replace('?', '-') or 'join'}-{scheme}")
            for width, height in [(1366, 768), (320, 600)]:
                desk.set(width, height, scheme)
                for path in ["/desk", "/desk/players", "/desk/draft", "/desk/print", "/desk/passes",
                             f"/desk/pass/player/{pairing['one']}", "/judge", f"/table/{pairing['table']}",
                             f"/table/{pairing['table']}/log"]:
                    desk.open(path)
                    check(desk, f"{path} {width} {scheme}", width < 1000)
                    if width == 1366:
                        desk.picture(f"{path.strip('/').replace('/', '-')}-{scheme}")
            for path in ["pairings", "standings", "missing", "clock"]:
                screen.set(1920, 1080, scheme)
                screen.open(f"/screen/{path}")
                check(screen, f"screen {path} {scheme}", False)
                screen.picture(f"screen-{path}-{scheme}")
        # The set-up of a match that nobody has begun.
        later = json.loads(adjutant("event", "show", "gt", "--round", "1", "--json"))["pairings"]["tables"][1]
        two.open(f"/j/{pass_of(later['one'])}")
        for width in [360, 320]:
            two.set(width, 740, "light")
            two.open("/match")
            check(two, f"/match set-up {width}", True)
            two.picture(f"match-setup-{width}")
        two.set(360, 740, "light")
        two.open(f"/j/{pass_of(pairing['two'])}")

        one.set(360, 740, "dark")
        desk.set(1366, 768, "dark")

        # The story: one reports, the screen hears it; the server dies; the other agrees without contact.
        screen.open("/screen/missing")
        one.open("/me/result")
        one.run("document.querySelector('#mine').value = '78'; document.querySelector('#theirs').value = '55';"
                "document.querySelector('button.go').click()")
        one.wait("the report on the phone", "return document.body.textContent.includes('has not agreed yet')")
        screen.wait("the report on the screen", "return document.body.textContent.includes('please agree')")
        two.open("/me/result")
        two.wait("the question", "return document.querySelector('button.go').textContent.includes('I agree: 55')")
        two.picture("story-asked")
        server.send_signal(signal.SIGKILL)
        server.wait()
        two.run("document.querySelector('button.go').click()")
        two.wait("the kept tap", "return document.querySelector('[data-age]').textContent.includes('1 tap')")
        two.picture("story-kept")
        server, _ = serve()
        two.wait("the result on the phone", "return document.body.textContent.includes('It rests on: agreed')", 60)
        two.picture("story-agreed")
        screen.wait("seven results missing on the screen", "return document.body.textContent.includes('3 results are missing')", 60)
        history = pathlib.Path(data, "gt.jsonl")
        adjutant("event", "export", "gt", "--log", str(history))
        count = history.read_text().count('{"report"')
        if count != 2:
            faults.append(f"{count} reports are in the log, not 2")
        # A tap on the match: one phone records who holds a marker, the other one hears of it.
        one.open("/match")
        two.open("/match")
        one.run("document.querySelector('.seg button').click()")
        two.wait("the marker on the other phone", "return document.querySelector('.seg button[aria-pressed=true]') !== null", 30)
        one.picture("story-match")
        for browser in browsers:
            faults.extend(browser.faults())
    finally:
        for browser in browsers:
            try:
                call("DELETE", f"/session/{browser.id}")
            except OSError:
                pass
        driver.terminate()
        server.kill()
    for fault in faults:
        print("fault:", fault)
    print(f"{len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
