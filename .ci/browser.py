"""Opens every page of a served event in Chromium, by WebDriver, and checks what a picture cannot tell.

Checked, at 320, 360, 683, 1366 and 1920 px, dark and light: axe-core without violations, where it is at hand; no sideways scroll,
nothing to tap under 56 px on phones, one h1, no text under 15 px, no fault of the console; at 320 and 360 px no word that is broken in
the middle; on paper light colours, no bar at the foot and no sideways scroll. The states: a first round with a match
that is half recorded; the set-up with choices in secret; a draft; a bracket with calls, disputes and a running clock; the end.
An empty folder: an event is made on the first page and paired at the desk.
A story: two players and a screen through a round, with the server killed and started in between, and a phone that changes hands.
The pages of a league are opened from a folder.
A page that is read out keeps the place that speaks. The keyboard stays where it was when a page changes by itself, and goes to the next open row after a result. Pairs of taps, on a
slow line and without one: each is recorded once, or the page says that it was not.
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
AXE = pathlib.Path(os.environ["ADJUTANT_AXE"]).read_text() if os.environ.get("ADJUTANT_AXE") else None
pictures = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
faults = []
checked = 0
driver_port = 0

PHONE, TURNED, SMALL = (360, 740), (683, 384), (320, 600)
LAPTOP, HALL = (1366, 768), (1920, 1080)
SIZES = [SMALL, PHONE, TURNED, LAPTOP, HALL]


def call(method, path, data=None):
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{driver_port}{path}", method=method, data=body,
                                     headers={"Content-Type": "application/json"})
    return json.loads(urllib.request.urlopen(request, timeout=300).read())["value"]


class Browser:
    def __init__(self, hall, size, scheme="dark"):
        self.hall = hall
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                     "--disable-component-update", "--hide-scrollbars"]
        options = {"goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}
        self.id = call("POST", "/session", {"capabilities": {"alwaysMatch": options}})["sessionId"]
        # A machine that builds something else at the same time is slow, not wrong.
        call("POST", f"/session/{self.id}/timeouts", {"script": 280_000, "pageLoad": 280_000})
        self.set(size, scheme)

    def cdp(self, command, parameters):
        return call("POST", f"/session/{self.id}/goog/cdp/execute", {"cmd": command, "params": parameters})

    def set(self, size, scheme):
        width, height = size
        self.cdp("Emulation.setDeviceMetricsOverride",
                 {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.cdp("Emulation.setEmulatedMedia", {"media": "", "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def paper(self):
        """The page as it is printed, on A4 less its margins, asked for in dark colours."""
        self.set((688, 980), "dark")
        self.cdp("Emulation.setEmulatedMedia", {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]})

    def line(self, offline=False, latency=0):
        self.cdp("Network.enable", {})
        self.cdp("Network.emulateNetworkConditions",
                 {"offline": offline, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1})

    def keys(self, *keys):
        """Types as a keyboard does."""
        for key in keys:
            code = {"Tab": 9, "Enter": 13, "l": 76, "d": 68}.get(key)
            if code is None:
                self.cdp("Input.insertText", {"text": key})
                continue
            about = {"key": key, "code": key, "windowsVirtualKeyCode": code, "nativeVirtualKeyCode": code}
            text = {"Enter": "\r", "l": "l", "d": "d"}.get(key)
            pressed = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
            self.cdp("Input.dispatchKeyEvent", {**pressed, **about})
            self.cdp("Input.dispatchKeyEvent", {"type": "keyUp", **about})

    def open(self, path):
        call("POST", f"/session/{self.id}/url", {"url": self.hall.base + path})

    def windows(self):
        return call("GET", f"/session/{self.id}/window/handles")

    def window(self, name):
        """Another page of the same browser comes to the front; a new one where none is named."""
        if name == "new":
            name = call("POST", f"/session/{self.id}/window/new", {"type": "tab"})["handle"]
        call("POST", f"/session/{self.id}/window", {"handle": name})

    def run(self, script):
        return call("POST", f"/session/{self.id}/execute/sync", {"script": script, "args": []})

    def later(self, script):
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
                and "ERR_EMPTY" not in entry["message"] and "ERR_INTERNET_DISCONNECTED" not in entry["message"] and "ERR_INCOMPLETE" not in entry["message"]
                and "status of 40" not in entry["message"]]


CHECK = """
const seen = [...document.querySelectorAll("a,button,input,select,textarea,summary")].filter(e => {
  const r = e.getBoundingClientRect();
  return r.width > 1 && r.height > 1 && e.type !== "hidden" && getComputedStyle(e).visibility !== "hidden";
});
// A box to tick is tapped by its label, and a link inside a sentence is no target of its own.
// The squares of a map lie side by side, and fields below it take the same.
const small = seen.filter(e => !e.closest("svg.map") && (e.closest("label") || e).getBoundingClientRect().height < 55.5);
const text = [...document.querySelectorAll("body *")].filter(e =>
  [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && parseFloat(getComputedStyle(e).fontSize) < 14.9
  && e.tagName !== "NOSCRIPT" && !e.ownerSVGElement);
return {
  side: document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth : 0,
  cut: document.documentElement.className === "hall" && innerWidth > 1000 && document.body.scrollHeight > innerHeight + 1
    ? document.body.scrollHeight : 0,
  small: small.map(e => e.outerHTML.slice(0, 80) + " " + e.getBoundingClientRect().height).slice(0, 3),
  text: text.map(e => e.outerHTML.slice(0, 80)).slice(0, 3),
  heads: document.querySelectorAll("h1").length,
  styled: document.querySelectorAll("[style]").length,
  over: [...document.querySelectorAll("main, .split, .tools, .four, .dock, td")].flatMap(box => {
    const all = [...box.children].map(e => [e, e.getBoundingClientRect()]).filter(([e, r]) => r.width > 1 && r.height > 1
      && !["absolute", "sticky"].includes(getComputedStyle(e).position) && getComputedStyle(e).display !== "inline");
    return all.flatMap(([e, r], at) => all.slice(at + 1).filter(([_, o]) =>
      r.right > o.left + 1 && o.right > r.left + 1 && r.bottom > o.top + 1 && o.bottom > r.top + 1).map(() => e.outerHTML.slice(0, 60)));
  }).concat([...document.querySelectorAll("table")].filter(e => e.checkVisibility() && e.scrollWidth > e.parentElement.clientWidth + 1).map(e => "a table wider than its place"))
    .slice(0, 3),
};
"""

# A word stands on one line, unless it is wider than half the page: then nothing else helps. What may be broken anywhere in
# Chinese and Japanese is left out, and so is what only screen readers see.
BROKEN = """
const found = new Set(), range = document.createRange();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node; (node = walker.nextNode());) {
  const box = node.parentElement;
  if (!box.checkVisibility({ visibilityProperty: true }) || box.closest("script,noscript,svg,code,textarea,option,.vh")) continue;
  const high = parseFloat(getComputedStyle(box).fontSize);
  for (const word of node.textContent.matchAll(/[\\p{L}\\p{M}\\p{N}]{2,}/gu)) {
    if (/[\\u3000-\\u9fff]/.test(word[0])) continue;
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const parts = [...range.getClientRects()].filter(r => r.width > 0);
    const tops = parts.map(r => r.top), wide = parts.reduce((sum, r) => sum + r.width, 0);
    if (Math.max(...tops) - Math.min(...tops) > high * 0.6 && wide < innerWidth / 2) found.add(word[0] + " in " + box.tagName);
  }
}
return [...found].slice(0, 4);
"""

PAPER = """
const light = text => { const [r, g, b] = text.match(/[0-9.]+/g).map(Number); return r + g + b; };
const shown = [...document.querySelectorAll("body *")].filter(e => e.checkVisibility()
  && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && !e.closest(".band,.chip,svg,.b,.go,.wl,.seg,.vh"));
return {
  side: document.documentElement.scrollWidth > innerWidth + 1 ? document.documentElement.scrollWidth : 0,
  ground: light(getComputedStyle(document.documentElement).backgroundColor),
  pale: shown.filter(e => light(getComputedStyle(e).color) > 400).map(e => e.outerHTML.slice(0, 80)).slice(0, 3),
  dock: [...document.querySelectorAll(".dock,.side>nav")].filter(e => e.checkVisibility()).length,
};
"""

VIOLATIONS = """
const done = arguments[arguments.length - 1];
axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] })
  .then(found => done(found.violations.map(v => v.id + " " + v.nodes.slice(0, 2).map(n => n.html.slice(0, 100)).join(" | "))))
  .catch(error => done(["did not run: " + error]));
"""


def check(browser, name, size):
    global checked
    checked += 1
    told(browser, name, size)
    # What is folded away is opened and looked at as well.
    if browser.run("return document.querySelector('details') !== null"):
        browser.run("document.querySelectorAll('details').forEach(e => { e.dataset.was = e.open; e.open = true; });")
        told(browser, name + " unfolded", size)
    if AXE and size in (PHONE, LAPTOP, HALL):
        # What the bar at the foot covers is scrolled up before it is tapped.
        browser.run("document.querySelectorAll('.dock').forEach(e => { e.style.position = 'static'; });"
                    "if (!window.axe) {" + AXE + "}")
        for violation in browser.later(VIOLATIONS):
            faults.append(f"{name}: axe {violation}")
        browser.run("document.querySelectorAll('.dock').forEach(e => e.removeAttribute('style'));")
    browser.run("document.querySelectorAll('details').forEach(e => { e.open = e.dataset.was === 'true'; });")


def told(browser, name, size):
    """What a look at the page alone can find."""
    found = browser.run(CHECK)
    if found["side"]:
        faults.append(f"{name}: {found['side']} px wide")
    if found["over"]:
        faults.append(f"{name}: lies over what stands beside it: {found['over']}")
    if found["cut"]:
        faults.append(f"{name}: {found['cut']} px high, more than the screen")
    if size[0] < 1000 and found["small"]:
        faults.append(f"{name}: too small to tap: {found['small']}")
    if found["text"]:
        faults.append(f"{name}: text under 15 px: {found['text']}")
    if found["heads"] != 1:
        faults.append(f"{name}: {found['heads']} h1")
    if size in (SMALL, PHONE) and ("/screen/" not in name or "/screen/live" in name):
        broken = browser.run(BROKEN)
        if broken:
            faults.append(f"{name}: words are broken: {broken}")
    if found["styled"]:
        faults.append(f"{name}: {found['styled']} elements with a style of their own")


def look(browser, state, paths, shown=(PHONE,)):
    """Opens pages once and checks them at every size, in both colours."""
    for path in paths:
        browser.open(path)
        title = path.strip("/").replace("/", "-").replace("?", "-").replace("&", "-") or "join"
        for scheme in ["dark", "light"]:
            for size in SIZES:
                browser.set(size, scheme)
                check(browser, f"{state} {path} {size[0]} {scheme}", size)
                if size in shown:
                    browser.picture(f"{state}-{title}-{size[0]}-{scheme}")
    browser.set(PHONE, "dark")


def on_paper(browser, state, paths):
    """Pages as the browser prints them."""
    global checked
    for path in paths:
        browser.open(path)
        browser.paper()
        checked += 1
        found = browser.run(PAPER)
        if found["side"]:
            faults.append(f"{state} {path} on paper: {found['side']} px wide")
        if found["ground"] < 700 or found["pale"]:
            faults.append(f"{state} {path} on paper: not dark on white: {found['pale']}")
        if found["dock"]:
            faults.append(f"{state} {path} on paper: the bar at the foot or the steps at the side")
        browser.picture(f"{state}-{path.strip('/').replace('/', '-') or 'join'}-paper")
    browser.set(PHONE, "dark")


class Hall:
    """An event in a folder of its own, and the server that shows it."""

    def __init__(self, event):
        self.event = event
        self.folder = tempfile.TemporaryDirectory()
        self.server, self.port, self.organiser = None, 0, ""

    def adjutant(self, *words):
        run = subprocess.run([PROGRAM, "--data", self.folder.name, *words], capture_output=True, text=True)
        if run.returncode:
            raise SystemExit(f"{words}: {run.stderr}")
        return run.stdout

    def run(self, words):
        return self.adjutant(*words.replace("EVENT", self.event).split())

    def serve(self):
        """Starts the server, after the first time at the same port."""
        self.server = subprocess.Popen(
            [PROGRAM, "--data", self.folder.name, "serve", self.event, "--address", "127.0.0.1", "--port", str(self.port),
             "--wifi", "Hall 2", "--wifi-password", "four words and a 7"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        lines = "".join(line for line in (self.server.stdout.readline() for _ in range(4)) if "http" in line)
        self.port = int(re.search(r"127\.0\.0\.1:(\d+)", lines).group(1))
        self.base = f"http://127.0.0.1:{self.port}"
        self.organiser = re.search(r"(/o/\S+)", lines).group(1)

    def kill(self):
        if self.server:
            self.server.send_signal(signal.SIGKILL)
            self.server.wait()

    def pass_of(self, kind, who):
        told = json.loads(self.adjutant("event", "pass", self.event, kind, who, "--json"))
        return "/j/" + told["pass"].replace("-", "")

    def tables(self, number):
        told = json.loads(self.adjutant("event", "show", self.event, "--round", str(number), "--json"))
        return told["pairings"]["tables"]


NAMES = ["Anna Berg", "Ben Ode", "Zoë van den Bergh-Ó Súilleabháin", "Bartholomäus von Hohenstein-Lüneburg",
         "محمد الفارسي", "佐藤 健", "<script>alert(1)</script>", "Donaudampfschifffahrtsgesellschaftskapitän"]
MORE = ["Carla Jiménez", "Dora Quist", "Eli Park", "Finn Dahl", "Gwen Ash", "Ірина Коваленко", "Kim Roth", "Lou Marsh",
        "Max Ivers", "Nia Holt", "Δημήτρης Παππάς", "Ewa Dąbrowska", "Ulf Stein", "Vera Lund", "Emeka Nwosu-Adébáyò"]


def told_again(other, *depth):
    """A match that is simulated elsewhere, its mission, and its records as they are said anew."""
    at = [PROGRAM, "--data", other.name, "match"]
    subprocess.run([*at, "simulate", "gt-r1-t01", "--seed", "4", *depth], check=True, capture_output=True)
    told = subprocess.run([*at, "export", "gt-r1-t01"], check=True, capture_output=True, text=True)
    records = [json.loads(line) for line in told.stdout.splitlines()]
    mission = next(record["do"]["mission"]["mission"] for record in records if "mission" in record["do"])
    openly = []
    for record in records[1:]:
        command = record["do"]
        if "reveal" in command:
            command = {command["reveal"]["what"]: command["reveal"]["value"]}
        if "commit" not in command and "mission" not in command:
            openly.append(json.dumps({"by": record["by"], "do": command}))
    return mission, openly


def first_round():
    """Round 1 is published; at table 1 a match that was simulated elsewhere is told again, up to the middle of the battle."""
    hall = Hall("gt")
    other = tempfile.TemporaryDirectory()
    mission, openly = told_again(other)
    hall.adjutant("event", "new", "gt", "--name", "Autumn GT", "--pack", "gt2020", "--rounds", "3", "--seed", "7")
    for name in NAMES:
        hall.adjutant("event", "register", "gt", "--name", name, "--club", "Red Dice Club Northampton")
    hall.run(f"event table EVENT --count 4 --missions {mission}")
    hall.run("event pass EVENT judge mia --new")
    hall.run("event pair EVENT")
    hall.run("event publish EVENT")
    half = pathlib.Path(other.name, "half.jsonl")
    # A retraction names a record by its number, and the numbers are others here.
    plain = next((at for at, line in enumerate(openly) if '"retract"' in line), len(openly))
    half.write_text("\n".join(openly[:min(plain, len(openly) // 2)]))
    hall.adjutant("match", "record", "gt-r1-t01", "--from", str(half))
    # At table 2 both players have brought their armies, and the zones are known.
    golden = pathlib.Path(__file__).parent.parent / "tests/golden/real-armies.bare.jsonl"
    armies = pathlib.Path(other.name, "armies.jsonl")
    lines = [line for line in golden.read_text().splitlines() if '"roster"' in line]
    lines += ['{"by":"one","do":{"roles":{"attacker":"one"}}}', '{"by":"two","do":{"zone":{"zone":"a"}}}']
    armies.write_text("\n".join(lines))
    hall.adjutant("match", "record", "gt-r1-t02", "--from", str(armies))
    return hall


def first_round_pages(hall):
    pairing, later = hall.tables(1)[:2]
    one, two, three, desk, judge = (Browser(hall, PHONE) for _ in range(5))
    screen = Browser(hall, HALL)
    browsers = [one, two, three, desk, judge, screen]
    judge.open(hall.pass_of("judge", "mia"))
    one.open(hall.pass_of("player", pairing["one"]))
    two.open(hall.pass_of("player", pairing["two"]))
    three.open(hall.pass_of("table", str(pairing["table"])))
    desk.open(hall.organiser)
    look(one, "first", ["/", "/?q=b", "/pairings", "/standings", f"/player/{pairing['one']}", "/bracket", "/screen",
                        "/nowhere", "/me", "/me/result", "/me/why", "/me/leave", "/me/list", "/judge", "/mission/scorched-earth"])
    look(one, "match", ["/match", "/match/spoken", "/match/scoring", "/match/more", "/match/more?kind=roll-off", "/match/log",
                        "/match/log?at=9"])
    look(three, "device", ["/match", "/match/spoken", "/match/result"])
    look(judge, "judge", ["/judge", f"/judge/book?player={pairing['one']}", f"/table/{pairing['table']}", f"/table/{pairing['table']}/log"])
    look(desk, "first", ["/desk", "/desk/players", "/desk/draft", "/desk/print", "/desk/passes", "/desk/log",
                         "/desk/stream", "/desk/keys", "/desk/files", "/desk/tables?table=1", "/judge/book", f"/desk/player/{pairing['one']}",
                         f"/desk/pass/player/{pairing['one']}", "/judge", f"/table/{pairing['table']}",
                         f"/table/{pairing['table']}/log"], (PHONE, LAPTOP))
    look(screen, "first", ["/screen/pairings", "/screen/standings", "/screen/missing", "/screen/clock",
                          "/screen/rotate?of=pairings,clock", "/screen/live"], (PHONE, HALL))

    # The set-up of a match that nobody has begun: a choice is sealed, and the other phone sees that it is, not which.
    seat, other = Browser(hall, PHONE), Browser(hall, PHONE, "light")
    browsers += [seat, other]
    seat.open(hall.pass_of("player", later["one"]))
    other.open(hall.pass_of("player", later["two"]))
    look(seat, "setup", ["/match", "/match/spoken", "/match/terrain", "/match/terrain?kind=woods&wide=8&deep=5&x=10&y=6&height=3"])
    other.open("/match")
    for browser in [seat, other]:
        browser.open("/match")
        # Another number of objectives is counted on the page and not sent.
        browser.run("""[...document.querySelectorAll("fieldset.group")].slice(0, 2).forEach(group => group.querySelector("input").click());
document.querySelector('form[action="/match/seal"] button').click();""")
        browser.wait("the number that was chosen", "return document.activeElement.textContent.startsWith('You have chosen 2. Choose 3')")
        check(browser, "a wrong number of objectives", PHONE)
        browser.run("""[...document.querySelectorAll("fieldset.group")].slice(0, 2).forEach(group => group.querySelector("input[value='']").click());""")
        browser.run("""[...document.querySelectorAll("fieldset.group")].slice(0, 3).forEach(group => group.querySelector("input").click());
document.querySelector('form[action="/match/seal"] button').click();""")
        if browser is seat:
            seat.wait("the sealed choice", "return document.body.textContent.includes('You chose:')")
            seat.picture("setup-sealed")
            other.wait("that it is sealed", "return document.body.textContent.includes('has sealed a choice')", 30)
            if other.run("return document.body.textContent.includes('You chose')"):
                faults.append("the other phone shows a sealed choice")
    seat.wait("both choices sealed", "return document.body.textContent.includes('Open both choices')", 30)
    look(seat, "sealed", ["/match"])
    seat.open("/match")
    seat.run("document.querySelector('form[action=\"/match/open\"] button').click()")
    other.wait("both choices opened", "return !document.body.textContent.includes('Open both choices')", 30)
    on_paper(one, "first", ["/pairings", "/me", "/match/log"])
    on_paper(desk, "first", ["/desk", "/desk/players", "/desk/log"])
    stream(one, two, Browser(hall, (1920, 200)), pairing)
    spoken(hall, one)
    secure(one)
    story(hall, one, two, screen, pairing)
    hands(hall, two, later)
    tabs(hall, one)
    losses(hall, three)
    pairs(hall, one)
    keyboard(hall, desk, screen)
    return browsers


# Buttons of different kinds on a page, a marker like every other one.
KINDS = """
const all = [...document.querySelectorAll('form[method=post]:not([enctype="multipart/form-data"]) button[type=submit]:not([disabled])')]
  .filter(b => b.checkVisibility() && b.form.checkValidity());
const kind = b => b.form.getAttribute("action") + b.textContent.replace(/[0-9]/g, "") + [...b.classList];
return all.map((b, at) => [kind(b), at]).filter(([one], nth, list) => list.findIndex(([other]) => other === one) === nth).map(([_, at]) => at).slice(0, 6);
"""
PRESS = """
const all = [...document.querySelectorAll('form[method=post]:not([enctype="multipart/form-data"]) button[type=submit]:not([disabled])')]
  .filter(b => b.checkVisibility() && b.form.checkValidity());
const [one, other] = [%d, %d].map(at => all[at]);
if (one === undefined || other === undefined) return 0;
one.click();
if (other.disabled) return 1;
other.click();
return 2;
"""


def pairs(hall, phone):
    """Two taps before the first one is answered: on a slow line, and without one."""
    count = lambda: len(hall.adjutant("match", "export", "gt-r1-t01").splitlines())
    phone.line()
    phone.open("/match")
    kinds = phone.run(KINDS)
    tried = 0
    for condition in [{"latency": 400}, {"offline": True}]:
        for first in kinds:
            for second in kinds:
                phone.line()
                phone.open("/match")
                before = count()
                phone.line(**condition)
                tapped = phone.run(PRESS % (first, second))
                time.sleep(0.1)
                phone.line()
                phone.run("dispatchEvent(new Event('online'))")
                phone.wait("the taps sent", "return !JSON.parse(localStorage.getItem('adjutant-kept') || '[]').length", 30)
                text = phone.run("return document.body.textContent")
                new, refused = count() - before, any(words in text for words in (
                    "This was not recorded", "Somebody was faster", "This form is not complete", "This changes more", "change this alone"))
                if new < tapped and not refused or new > tapped:
                    faults.append(f"pair {first}, {second} {condition}: {tapped} taps, {new} records, refused: {refused}: {text[:300]}")
                tried += 1
    if tried < 30:
        faults.append(f"only {tried} pairs of taps were tried")
    phone.line()


def keyboard(hall, desk, screen):
    """The focus outlives every change, and a pile of slips is typed without a mouse."""
    held = "return document.activeElement.textContent.trim()"
    tables = hall.tables(1)
    for browser, path, link in [(desk, "/desk", "Standings"), (screen, "/standings", "Gwen"), (desk, "/desk/players", "Tables")]:
        browser.set(LAPTOP, "dark")
        browser.open(path)
        browser.run(f"([...document.querySelectorAll('a')].find(a => a.textContent.trim() === {link!r}) || document.querySelector('a')).focus()")
        before, state = browser.run(held), browser.run("return document.body.dataset.state")
        hall.adjutant("event", "call", "gt", "rules", "--table", str(tables[2]["table"]))
        browser.wait("the change", f"return document.body.dataset.state !== {state!r}", 30)
        if browser.run(held) != before:
            faults.append(f"{path}: the focus was on {before!r}, and is on {browser.run(held)!r} after a change")
        hall.adjutant("event", "answer", "gt", "--table", str(tables[2]["table"]), "--by", "judge")
    # In the list of players a key of the row does what it says, and one key leads from any row to a late entry.
    desk.open("/desk/players")
    desk.run("document.querySelector('tbody tr th a').focus()")
    desk.keys("d")
    if not desk.run("return document.querySelector('tbody tr [data-key=d] details').open"):
        faults.append("/desk/players: the key d of a row opens nothing")
    desk.keys("l")
    if desk.run("return document.activeElement.id + document.activeElement.value") != "name":
        faults.append("/desk/players: the key l does not lead to a late entry, or is typed into it")
    desk.open("/desk")
    if desk.run("return document.activeElement.id") != "scan":
        faults.append("the scan box of a fresh desk has not the keyboard")
    desk.run("document.querySelector('td input[name=one]').focus()")
    for nth in range(2):
        table = desk.run("return document.activeElement.form.elements.table.value")
        desk.keys("55", "Tab", "44", "Enter")
        desk.wait(f"the result of table {table}", f"return ![...document.querySelectorAll('td input[name=table]')].some(i => i.value === '{table}')", 30)
        if desk.run("return document.activeElement.name") != "one" and nth == 0:
            faults.append("after a result the next open row has not the keyboard")
    if "running" in desk.run("return document.querySelector('.band').textContent"):
        faults.append("the clock was started by the keys of a result")


def stream(one, two, overlay, pairing):
    """A battle on a stream: while both of its players agree, and while the server answers."""
    empty = "document.body.hidden || !document.body.textContent.trim()"
    agree = """document.querySelector('form[action="/me/public"] button').click()"""
    overlay.open(f"/overlay/score?table={pairing['table']}")
    for player in [one, two]:
        if not overlay.run(f"return {empty}"):
            faults.append("an overlay shows a battle without consent")
        player.open("/me")
        player.run(agree)
        player.wait("the consent", "return document.body.textContent.includes('you agree')")
    overlay.wait("the battle on the stream", f"return !({empty})")
    look(one, "shown", ["/screen/live"], (PHONE, HALL))
    if overlay.run("return [document.documentElement, document.body].some(e => getComputedStyle(e).backgroundColor !== 'rgba(0, 0, 0, 0)')"):
        faults.append("the ground of an overlay is not transparent")
    if overlay.run("return document.documentElement.scrollWidth > 1920 || document.documentElement.scrollHeight > 200"):
        faults.append("an overlay is larger than it says")
    overlay.picture("overlay-score")
    overlay.line(offline=True)
    time.sleep(15)
    if overlay.run(f"return {empty}"):
        faults.append("an overlay is empty before half a minute of silence")
    overlay.wait("an empty overlay after half a minute", f"return {empty}", 30)
    overlay.line()
    overlay.wait("the battle again", f"return !({empty})")
    one.open("/me")
    one.run(agree)
    overlay.wait("nothing more of who took it back", f"return {empty}")
    call("DELETE", f"/session/{overlay.id}")


def spoken(hall, phone):
    """The place that speaks stays where it is while the page is exchanged, and says what was recorded and what was refused."""
    said = "return window.place.isConnected && window.place.textContent.includes(%s)"
    phone.open("/match/spoken")
    phone.run("window.place = document.querySelector('body > [aria-live]')")
    hall.adjutant("match", "record", "gt-r1-t01", "--by", "two", "note", "the table wobbles")
    phone.wait("the record that is read out", said % "'the table wobbles'", 30)
    phone.run("const form = document.querySelector('form[action=\"/match/say\"]'), line = document.createElement('input');"
              "Object.assign(line, { name: 'line', value: 'kill zz 3' }); form.append(line); form.requestSubmit();")
    phone.wait("the refusal that is read out", said % "'no unit is called'", 30)


def secure(phone):
    """What a secure context adds is offered on this machine, where the browser lets it."""
    phone.cdp("Browser.grantPermissions", {"permissions": ["notifications"]})
    phone.open("/me")
    phone.wait("that the phone tells of pairings", "return !document.querySelector('[data-tell=granted]').hidden")
    phone.wait("the worker", "return navigator.serviceWorker.getRegistrations().then(all => all.some(one => one.active))")


def story(hall, one, two, screen, pairing):
    """One reports, the screen hears it; the server dies; the other agrees without contact."""
    for browser in [one, two]:
        browser.set(PHONE, "dark")
    screen.open("/screen/missing")
    one.open("/me/result")
    one.run("document.querySelector('#mine').value = '78'; document.querySelector('#theirs').value = '55';"
            "document.querySelector('button.go').click()")
    one.wait("the report on the phone", "return document.body.textContent.includes('has not agreed yet')")
    screen.wait("the report on the screen", "return document.body.textContent.includes('please agree')")
    two.open("/me/result")
    two.wait("the question", "return document.querySelector('button.go').textContent.includes('I agree: 55')")
    two.picture("story-asked")
    hall.kill()
    two.run("document.querySelector('button.go').click()")
    two.wait("the kept tap, its signature not counted", "return document.querySelector('[data-age]').textContent.includes('1 tap')")
    check(two, "a tap that is kept", PHONE)
    two.picture("story-kept")
    two.wait("that there is no contact", "return document.querySelector('[data-age]').textContent.includes('No contact')", 40)
    check(two, "no contact", PHONE)
    two.picture("story-no-contact")
    hall.serve()
    two.wait("the result on the phone", "return document.body.textContent.includes('It rests on: agreed')", 60)
    two.wait("both signatures", "return document.body.textContent.includes('Both phones signed it.')")
    two.picture("story-agreed")
    screen.wait("three results missing on the screen", "return document.body.textContent.includes('3 results are missing')", 60)
    history = pathlib.Path(hall.folder.name, "gt.jsonl")
    hall.adjutant("event", "export", "gt", "--log", str(history))
    count = history.read_text().count('{"report"')
    if count != 2:
        faults.append(f"{count} reports are in the log, not 2")
    # A tap on the match: one phone records who holds a marker, the other one hears of it.
    one.open("/match")
    two.open("/match")
    one.run("document.querySelector('.seg button').click()")
    two.wait("the marker on the other phone", "return document.querySelector('.seg button[aria-pressed=true]') !== null", 30)
    one.picture("story-match")


def hands(hall, phone, later):
    """A tap is kept without contact; then somebody else's card is scanned on this phone: it is not sent for them."""
    before = hall.adjutant("match", "export", "gt-r1-t01")
    phone.open("/match")
    hall.kill()
    phone.run("[...document.querySelectorAll('.seg button')].pop().click()")
    phone.wait("the kept tap", "return document.querySelector('[data-age]').textContent.includes('1 tap')")
    kept = phone.run("return localStorage.getItem('adjutant-kept')")
    # Without contact no page can be opened, so the tap is put back as if the card had been scanned in between.
    hall.serve()
    phone.open("/nowhere")
    phone.wait("nothing kept", "return !JSON.parse(localStorage.getItem('adjutant-kept') || '[]').length", 60)
    sent = hall.adjutant("match", "export", "gt-r1-t01")
    if len(sent.splitlines()) != len(before.splitlines()) + 1:
        faults.append("the kept tap was not recorded once")
    phone.open(hall.pass_of("player", later["one"]))
    phone.run("localStorage.setItem('adjutant-kept', " + json.dumps(kept) + ")")
    phone.open("/match")
    phone.open("/me")
    time.sleep(3)
    if phone.run("return JSON.parse(localStorage.getItem('adjutant-kept') || '[]').length") != 1:
        faults.append("a tap of somebody else did not stay on the phone")
    if phone.run("return document.querySelector('[data-age]').textContent.includes('tap')"):
        faults.append("a tap of somebody else is told as one's own")
    if hall.adjutant("match", "export", "gt-r1-t01") != sent or "/match/say" not in kept:
        faults.append("a tap of somebody else was sent")


def tabs(hall, phone):
    """Two pages in one browser: the one in front sends what the other one kept, and keeps what is typed in it."""
    # A tap on a marker may end the phase before it: what it says of the marker is counted.
    count = lambda: hall.adjutant("match", "export", "gt-r1-t01").count('"do":{"control"')
    before, first = count(), phone.windows()[0]
    phone.open("/match")
    phone.window("new")
    phone.open("/match/more")
    typed = "[...document.querySelectorAll('input[name=line]')].pop()"
    phone.run(f"document.querySelectorAll('details').forEach(d => d.open = true); {typed}.focus(); {typed}.value = 'note half'")
    second = phone.windows()[-1]
    phone.window(first)
    hall.kill()
    phone.run("[...document.querySelectorAll('.seg button')].pop().click()")
    phone.wait("the kept tap", "return JSON.parse(localStorage.getItem('adjutant-kept') || '[]').length === 1")
    phone.window(second)
    hall.serve()
    phone.run("dispatchEvent(new Event('online'))")
    phone.wait("the tap of the other page sent", "return !JSON.parse(localStorage.getItem('adjutant-kept') || '[]').length", 60)
    if count() != before + 1:
        faults.append(f"two pages in one browser: {count() - before} records of one tap")
    if phone.run(f"return {typed}.value") != "note half":
        faults.append("two pages in one browser: what was typed in the page in front is gone")
    call("DELETE", f"/session/{phone.id}/window")
    phone.window(first)


def losses(hall, device):
    """Two quick taps on a unit are two records, and what was unfolded stays so while the page is exchanged."""
    count = lambda: hall.adjutant("match", "export", "gt-r1-t01").count('"do":{"casualties"')
    before = count()
    fold = "[...document.querySelectorAll('details')].find(one => one.querySelector('summary').textContent === 'Models died')"
    device.open("/match")
    device.run(f"{fold}.open = true; {fold}.scrollIntoView()")
    check(device, "losses", PHONE)
    device.picture("losses")
    device.run("const one = [...document.querySelectorAll('.losses button')].find(one => one.textContent === '1 dies'); one.click(); one.click()")
    device.wait("both losses sent", "return !JSON.parse(localStorage.getItem('adjutant-kept') || '[]').length", 60)
    if count() != before + 2:
        faults.append(f"two taps on a unit are {count() - before} records")
    if not device.run(f"return {fold}.open"):
        faults.append("what was unfolded is folded after a tap")


def later_rounds():
    """Sixteen rounds of life: standings, a draft with flags, a bracket with everything that can happen in it, the end."""
    hall = Hall("cup")
    hall.adjutant("event", "new", "cup", "--name", "Winter Cup", "--rounds", "2", "--seed", "3", "--check-in")
    for at, name in enumerate(NAMES + MORE):
        hall.adjutant("event", "register", "cup", "--name", name, "--club", ["Old Mill", "Dice Tower", "Red Dice Club Northampton"][at % 3])
    return hall


def played(hall, number, leave=0):
    tables = hall.tables(number)
    for at, pairing in enumerate(tables[:len(tables) - leave]):
        hall.run(f"event result EVENT --table {pairing['table']} --one {70 - at} --two {40 + at}")
    return tables


def later_pages(hall):
    players = [player["entry"]["player"] for player in json.loads(hall.adjutant("event", "export", "cup", "--json"))["players"]]
    desk, visitor, screen = Browser(hall, LAPTOP), Browser(hall, PHONE), Browser(hall, HALL)
    desk.open(hall.organiser)
    look(visitor, "before", ["/"])
    look(desk, "before", ["/desk", "/desk/players", "/desk/draft"], (PHONE, LAPTOP))
    for player in players:
        hall.run(f"event check-in EVENT {player}")
    for number in [1, 2]:
        hall.run("event pair EVENT")
        if number == 2:
            desk.wait("the draft", "return true")
            first = hall.tables(2)[0]["one"]
            look(desk, "draft", ["/desk/draft", f"/desk/draft?why={first}", "/desk/players"], (PHONE, LAPTOP))
        hall.run("event publish EVENT")
        tables = played(hall, number)
        # Somebody conceded, and somebody did not come: pages say what decided.
        hall.run(f"event amend EVENT --table {tables[0]['table']} --one 70 --two 40 --winner two --why conceded")
        hall.run(f"event amend EVENT --table {tables[1]['table']} --no-show two --why late")
        if number == 2:
            look(desk, "decided", ["/desk", f"/table/{tables[0]['table']}"], (PHONE, LAPTOP))
        hall.run("event close EVENT")
    first = hall.tables(2)[0]
    phone = Browser(hall, PHONE)
    phone.open(hall.pass_of("player", first["one"]))
    look(phone, "closed", ["/me", "/standings", f"/player/{first['one']}", "/me/why", "/me/result"])
    on_paper(phone, "closed", ["/standings", "/pairings", "/bracket", f"/player/{first['one']}"])
    look(screen, "closed", ["/screen/standings", "/screen/pairings"], (PHONE, HALL))
    look(desk, "closed", ["/desk", "/desk/draft"], (PHONE, LAPTOP))
    hall.run("event cut EVENT --top 8 --third-place")
    hall.run("event pair EVENT")
    hall.run("event publish EVENT")
    hall.run("event round-clock EVENT start --minutes 150")
    tables = played(hall, 3, leave=3)
    one, two, three = tables[-3:]
    hall.run(f"event report EVENT {one['one']} --one 62 --two 61")
    hall.run(f"event report EVENT {one['two']} --one 60 --two 64")
    hall.run(f"event report EVENT {two['one']} --one 71 --two 48")
    hall.adjutant("event", "call", "cup", "rules", "--player", three["one"], "--why", "Can a unit in a building be charged?")
    hall.run(f"event extend EVENT --table {three['table']} --minutes 10 --why ruling")
    hall.run(f"event dispute EVENT {tables[0]['two']} --why mistyped")
    look(screen, "bracket", ["/screen/bracket", "/screen/pairings", "/screen/missing", "/screen/clock", "/screen/standings"], (PHONE, HALL))
    look(visitor, "bracket", ["/bracket", "/", "/pairings"], (PHONE, LAPTOP, HALL))
    look(desk, "bracket", ["/desk", "/desk?show=disputed", "/judge", "/desk/log", f"/table/{one['table']}", f"/table/{tables[0]['table']}"],
         (PHONE, LAPTOP))
    for seat, pages in [(one["one"], ["/me", "/me/result"]), (two["one"], ["/me/result"]), (two["two"], ["/me/result"]),
                        (three["one"], ["/me"]), (tables[0]["two"], ["/me/result"])]:
        phone.open(hall.pass_of("player", seat))
        look(phone, f"seat{players.index(seat)}", pages)
    hall.run(f"event report EVENT {two['two']} --one 71 --two 48")
    hall.run(f"event result EVENT --table {one['table']} --one 62 --two 60")
    hall.run(f"event result EVENT --table {three['table']} --one 50 --two 49")
    hall.run(f"event answer EVENT --table {tables[0]['table']} --by judge")
    hall.run("event close EVENT")
    for number in [4, 5]:
        hall.run("event pair EVENT")
        hall.run("event publish EVENT")
        played(hall, number)
        hall.run("event close EVENT")
    hall.run("event finish EVENT")
    look(visitor, "over", ["/", "/bracket", "/standings"], (PHONE, LAPTOP))
    phone.open(hall.pass_of("player", first["one"]))
    look(phone, "over", ["/me", "/me/result"])
    # A record is taken back from the log of the desk, with a reason; the pages follow.
    desk.open("/desk/log")
    desk.run("const row = document.querySelector('[action=\"/desk/undo\"]'); row.closest('details').open = true;"
             "row.querySelector('[name=why]').value = 'too early'; row.querySelector('button').click();")
    visitor.open("/")
    visitor.wait("that the event goes on", "return !document.body.textContent.includes('The event is over')", 30)
    desk.picture("undone-desk-log")
    hall.run("event finish EVENT")
    look(screen, "over", ["/screen/clock", "/screen/missing", "/screen/standings"], (PHONE, HALL))
    look(desk, "over", ["/desk", "/desk/draft"], (PHONE, LAPTOP))
    return [desk, visitor, screen, phone]


MODULE = pathlib.Path(os.environ.get("ADJUTANT_PAGE", "target/modules/page.wasm")).resolve()


class Folder:
    """Files instead of a hall: pages that stand by themselves."""
    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.base = self.folder.as_uri()

    def adjutant(self, *words):
        done = subprocess.run([PROGRAM, "--data", self.folder / "data", *words], cwd=self.folder, capture_output=True, text=True)
        return done.stdout + done.stderr

    def kill(self):
        pass


def stands(browser, name, size):
    """A page that stands by itself: no sideways scroll, one h1, nothing that axe says, no request."""
    global checked
    checked += 1
    side, heads, asked = browser.run(
        "return [document.documentElement.scrollWidth > innerWidth, document.querySelectorAll('h1').length,"
        "performance.getEntriesByType('resource').filter(one => !/^(blob|data):/.test(one.name)).map(one => one.name)]")
    if side or heads != 1 or asked:
        faults.append(f"{name} {size}: scrolls sideways: {side}, {heads} h1, asked for {asked}")
    if AXE and size in (PHONE, LAPTOP):
        browser.run("if (!window.axe) {" + AXE + "}")
        for violation in browser.later(VIOLATIONS):
            faults.append(f"{name} {size}: axe {violation}")
    browser.picture(f"{name}-{size[0]}")


def given(browser, *paths):
    """Hands files to the page that checks logs."""
    found = call("POST", f"/session/{browser.id}/element", {"using": "css selector", "value": "#files"})
    call("POST", f"/session/{browser.id}/element/{next(iter(found.values()))}/value", {"text": "\n".join(map(str, paths))})
    browser.wait(f"an answer about {paths[0].name}", "return !document.getElementById('answer').hidden", 90)


def single_files():
    """Replays, and the page that checks logs, opened from a folder. What the page finds is what the program finds, in the same
    words, and nothing is asked of any network."""
    global checked
    here = Folder()
    module = ["--module", str(MODULE)] if MODULE.is_file() else ["--without-module"]
    logs = []
    for seed in range(1, int(os.environ.get("ADJUTANT_PAGE_LOGS", "12")) + 1):
        depth, pack = ["scores", "facts", "positions"][seed % 3], ["gt2020", "outposts-8th", "outposts-10th", "matrix-11th"][seed % 4]
        here.adjutant("match", "simulate", f"s{seed}", "--seed", str(seed), "--depth", depth, "--pack", pack)
        log = here.adjutant("match", "export", f"s{seed}")
        lines = log.splitlines(keepends=True)
        # Every second one is changed: a digit, or a line that is gone.
        spoiled = {2: log.replace('"one":0', '"one":1', 1), 3: "".join(lines[:40] + lines[41:])}.get(seed % 4, log)
        (here.folder / f"s{seed}.jsonl").write_text(spoiled)
        logs.append(here.folder / f"s{seed}.jsonl")
        here.adjutant("match", "theatre", f"s{seed}", "-o", f"s{seed}.html", *module)
    browser = Browser(here, PHONE)
    for seed in [1, 2, 3]:
        for size in SIZES:
            browser.set(size, "dark" if seed == 2 else "light")
            browser.open(f"/s{seed}.html#20")
            stands(browser, f"theatre-s{seed}", size)
        if MODULE.is_file():
            browser.wait("the check", "return document.getElementById('checked').textContent.includes('records good')", 90)
        for key in ["ArrowRight", "PageDown", ".", "w", "Home", "End", ","]:
            browser.run(f"document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))")
        if browser.run("return location.hash") == "#20":
            faults.append(f"theatre-s{seed}: the keys went nowhere")
    if not MODULE.is_file():
        print("== left out: no page.wasm (.ci/module page builds it); no log was checked in the browser")
        return here, [browser]
    here.adjutant("verifier", "-o", "verify.html", *module)
    for size in SIZES:
        browser.set(size, "light")
        browser.open("/verify.html")
        stands(browser, "verify", size)
    for log in logs:
        browser.open("/verify.html")
        given(browser, log)
        found = browser.run("const all = [...document.querySelectorAll('#answer details')].at(-1);"
                            "return [...all.querySelectorAll('p')].map(line => line.textContent)")
        wanted = here.adjutant("audit", log.name).splitlines()
        if sorted(found) != sorted(wanted):
            faults.append(f"{log.name}: the page says {found}, the program {wanted}")
        stands(browser, f"verified-{log.stem}", PHONE)
    of_a_league(here, browser)
    return here, [browser]


def of_a_league(here, browser):
    """A list that a league has shown, its logs and a proof, all given at once; then with a point that somebody moved."""
    run = lambda words: here.adjutant(*words.split())
    run("event new rtt --name RTT --rounds 1 --seed 7")
    for name in ["anna", "ben", "carl", "dora"]:
        run(f"event register rtt --name {name.title()}")
    for words in ["pair rtt", "publish rtt", "result rtt --table 1 --one 75 --two 62", "result rtt --table 2 --one 55 --two 50",
                  "close rtt", "finish rtt"]:
        run(f"event {words}")
    run("event export rtt --log rtt.jsonl")
    run("league new north --name North --from 2000-01-01 --to 2999-12-31")
    run("key new")
    run("league add north rtt.jsonl")
    run("league publish north -o site --with-logs")
    site = here.folder / "site"
    key = json.loads(run("key show --json"))["key"]
    (here.folder / "trust.txt").write_text(f"officer {key}\n")
    files = [site / "league.jsonl", site / "list-0001.json", *(site / "logs").iterdir(), *(site / "proofs").iterdir(),
             site / "leaves", site / "checkpoint", here.folder / "trust.txt"]
    browser.open("/verify.html")
    given(browser, here.folder / "rtt.jsonl")
    for text, words in [((site / "list-0001.json").read_text(), ["List 1 follows from its logs", "is in the league’s tree", "signed by officer"]),
                        ((site / "list-0001.json").read_text().replace('"points":', '"points":1', 1), ["List 1 does not follow from its logs"])]:
        (site / "list-0001.json").write_text(text)
        browser.open("/verify.html")
        given(browser, *files)
        for said in words:
            browser.wait(f"“{said}”", f"return document.body.textContent.includes('{said}')", 60)
        stands(browser, f"verified-list-{len(words)}", PHONE)


def season_pages():
    """The pages of a list, opened from a folder: a season that is told in bulk, so that every picture has something to show."""
    here, armies = Folder(), ["Orks", "Necrons", "Tyranids", "Aeldari"]
    run = lambda words: here.adjutant(*words.split())
    run("league new north --name North --from 2000-01-01 --to 2999-12-31")
    names = ["Zoë van den Bergh-Ó Súilleabháin", "Bartholomäus von Hohenstein-Lüneburg", "محمد الفارسي", "佐藤 健"]
    players = names + [f"Player {number}" for number in range(1, 21)]
    for number in range(1, 4):
        run(f"event new rtt-{number} --name RTT --rounds 3 --seed {number}")
        rows = [f"{name},Red Dice Club Northampton,{armies[at % 4]}" for at, name in enumerate(players)]
        (here.folder / "players.csv").write_text("\n".join(["name,club,faction", *rows]))
        run(f"event register rtt-{number} --csv players.csv")
        for played in range(1, 4):
            run(f"event pair rtt-{number}")
            run(f"event publish rtt-{number}")
            for table in range(1, len(players) // 2 + 1):
                one, two = 40 + 7 * table * played % 41, 40 + 11 * table * number % 37
                run(f"event result rtt-{number} --table {table} --one {one} --two {two}")
            run(f"event close rtt-{number}")
        run(f"event finish rtt-{number}")
        run("league add north data")
        # Nobody is joined by name alone: the officer says of each player who it is.
        for line in run("league who north").splitlines():
            if line.strip().startswith("adjutant league who") and not line.endswith(" new"):
                run(line.strip().removeprefix("adjutant "))
        run("league publish north -o site")
    for seed in range(1, 4):
        run(f"match simulate alone-{seed} --seed {seed}")
    run("league add north data")
    run("league publish north -o site")
    browser, site = Browser(here, PHONE), here.folder / "site"
    members, events = sorted((site / "members").iterdir()), sorted((site / "events").iterdir())
    shown = ["index.html", "events.html", "stats.html", "find.html", f"members/{members[0].name}", f"events/{events[0].name}"]
    for path in shown:
        browser.open(f"/site/{path}")
        name = "league-" + path.split(".")[0].replace("/", "-")
        for scheme in ["dark", "light"]:
            for size in SIZES:
                browser.set(size, scheme)
                on_its_own(browser, f"{name}-{scheme}", size)
        browser.run("document.querySelectorAll('details').forEach(one => one.open = true)")
        browser.set(SMALL, "light")
        on_its_own(browser, f"{name}-open", SMALL)
        browser.run("document.querySelectorAll('details').forEach(one => one.open = false)")
    on_paper(browser, "league", [f"/site/{path}" for path in shown])
    for path in sorted((site / "figures").iterdir()):
        browser.open(f"/site/figures/{path.name}")
        browser.picture(f"league-picture-{path.stem}")
    return here, [browser]


def on_its_own(browser, name, size):
    """A page of a folder: nothing sideways, no word broken, no small text, nothing that axe says; no request but for its sheet of style."""
    global checked
    checked += 1
    found = browser.run(CHECK)
    asked = browser.run("return performance.getEntriesByType('resource').filter(one => !one.name.endsWith('/league.css')).map(one => one.name)")
    if found["side"] or found["heads"] != 1 or found["text"] or found["styled"] or asked:
        faults.append(f"{name} {size}: {found}, asked for {asked}")
    if size in (SMALL, PHONE) and (broken := browser.run(BROKEN)):
        faults.append(f"{name} {size}: words are broken: {broken}")
    if AXE:
        browser.run("if (!window.axe) {" + AXE + "}")
        faults.extend(f"{name} {size}: axe {violation}" for violation in browser.later(VIOLATIONS.replace("{ runOnly", "{ preload: false, runOnly")))
    if size in (SMALL, PHONE, LAPTOP):
        browser.picture(f"{name}-{size[0]}")


def teams():
    """A round of teams whose captains are half-way through their choices."""
    hall = Hall("wtc")
    entries = pathlib.Path(hall.folder.name, "teams.csv")
    entries.write_text("name,members\nRooks of Northampton,Anna / Bartholomäus von Hohenstein-Lüneburg / Carl\nKnights,Dora/Emil/Fritz\n"
                       "Bishops,Gina/Hugo/Ida\nPawns,Jan/Kim/Lea\n")
    for words in ["event new EVENT --name Teams --rounds 2 --seed 7 --team-size 3", f"event register EVENT --csv {entries}",
                  "event pair EVENT", "event publish EVENT", "event team EVENT 1 both --one 1 --two 2"]:
        hall.run(words)
    return hall


def team_pages(hall):
    desk = Browser(hall, LAPTOP)
    desk.open(hall.organiser)
    look(desk, "teams", ["/desk/teams"], (PHONE, LAPTOP))
    return [desk]


def signing():
    """A table whose battle is over: what both players agree to, their phones sign."""
    hall, other = Hall("gt"), tempfile.TemporaryDirectory()
    mission, openly = told_again(other, "--depth", "scores")
    hall.adjutant("event", "new", "gt", "--name", "Autumn GT", "--pack", "gt2020", "--rounds", "1", "--seed", "42")
    for name in NAMES[:2]:
        hall.adjutant("event", "register", "gt", "--name", name)
    for words in [f"event table EVENT --count 1 --missions {mission}", "event pass EVENT judge mia --new", "event pair EVENT", "event publish EVENT"]:
        hall.run(words)
    log = pathlib.Path(other.name, "log.jsonl")
    log.write_text("\n".join(openly))
    hall.adjutant("match", "record", "gt-r1-t01", "--from", str(log))
    return hall


AGREE = "document.querySelector('form.dock button.go').click()"
OTHERWISE = ("const form = [...document.querySelectorAll('details form')].find(f => f.action.endsWith('/me/report'));"
             "const [mine, theirs] = %s; form.mine.value = mine; form.theirs.value = theirs;"
             "form.querySelector('button').click()")


def signing_pages(hall):
    """The first phone of a card signs at once, a second one when a judge has said whose it is; the table's device for nobody."""
    pairing = hall.tables(1)[0]
    first, second, two, table, judge = (Browser(hall, PHONE) for _ in range(5))
    for browser, kind, who in [(first, "player", pairing["one"]), (second, "player", pairing["one"]), (two, "player", pairing["two"]),
                               (table, "table", "1"), (judge, "judge", "mia")]:
        browser.open(hall.pass_of(kind, who))
    first.open("/me/result")
    first.wait("the result of the match", "return document.body.textContent.includes('I agree: ')")
    points = first.run("return document.querySelector('button.go').textContent.match(/\\d+/g).slice(0, 2).map(Number)")
    first.run(AGREE)
    first.wait("the signed report", "return document.body.textContent.includes('Your phone signed it.')")
    second.open("/me/result")
    second.run(OTHERWISE % json.dumps(points))
    second.wait("the report without a signature", "return !document.body.textContent.includes('signed it')")
    second.open("/me")
    second.wait("the phone that waits", "return document.body.textContent.includes('second phone since')")
    two.open("/me/result")
    look(two, "signing", ["/me/result"])
    look(judge, "signing", ["/judge"])
    judge.run("document.querySelector('form[action=\"/judge/key\"] button').click()")
    judge.wait("nobody who waits", "return !document.body.textContent.includes('second phone')")
    second.open("/me/result")
    second.run(OTHERWISE % json.dumps(points))
    second.wait("the second phone's signature", "return document.body.textContent.includes('Your phone signed it.')")
    two.open("/me/result")
    two.run(AGREE)
    two.wait("the signed result", "return document.body.textContent.includes('It rests on: signed')")
    look(two, "signed", ["/me/result"])
    table.open("/match/result")
    table.wait("the button of the device", "return !document.querySelector('form[action=\"/match/sign\"]')?.hidden")
    look(table, "signed", ["/match/result"])
    table.run("document.querySelector('form[action=\"/match/sign\"] button').click()")
    table.wait("the device's signature", "return !document.querySelector('form[action=\"/match/sign\"]')")
    keys = pathlib.Path(hall.folder.name, "keys.txt")
    hall.adjutant("event", "export", "gt", "--trust", str(keys))
    said = [json.loads(line)["do"] for line in hall.adjutant("match", "export", "gt-r1-t01").splitlines()]
    found = len([one for one in said if "sign" in one]), keys.read_text().count("\n")
    if found != (3, 7):
        faults.append(f"{found[0]} signatures and {found[1]} lines of keys:\n{keys.read_text()}")
    return [first, second, two, table, judge]


def first_page():
    """An empty folder: the event is made on the first page, its players are entered at the desk, round 1 is published. No command is typed."""
    hall = Hall("autumn-gt")
    hall.server = subprocess.Popen([PROGRAM, "--data", hall.folder.name, "serve", "--address", "127.0.0.1", "--port", "0"],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    hall.port, path = re.search(r"127\.0\.0\.1:(\d+)(/first/\S+)", hall.server.stdout.readline()).groups()
    hall.base = f"http://127.0.0.1:{hall.port}"
    desk = Browser(hall, LAPTOP)
    look(desk, "empty", [path])
    desk.set(LAPTOP, "light")
    desk.open(path)
    # Enter in a field counts the plan again, and makes nothing.
    desk.keys("Autumn GT", "Enter")
    desk.wait("the plan, counted again", "return document.getElementById('name').value === 'Autumn GT' && document.readyState === 'complete'")
    if "round 3, until 18:00" not in desk.run("return document.body.textContent"):
        faults.append("the first page has no plan of the day")
    desk.picture("empty-first-page")
    desk.run("document.querySelector('button[value=make]').click()")
    desk.wait("the desk", "return location.pathname === '/desk' && document.readyState === 'complete'")
    for name in NAMES[:4]:
        desk.open("/desk/players")
        desk.run("const form = document.querySelector('form[action=\"/desk/enter\"]');"
                 f"form.elements.name.value = {json.dumps(name)}; form.requestSubmit();")
        desk.wait(f"{name} among the players", f"return document.body.textContent.includes({json.dumps(name)})")
    for deed in ["pair", "publish"]:
        desk.open("/desk/draft")
        desk.run(f"document.querySelector('form[action=\"/desk/{deed}\"] button').click()")
        time.sleep(1)
    desk.open("/pairings")
    shown = desk.run("return document.querySelector('main').textContent")
    if missing := [name for name in NAMES[:4] if name not in shown]:
        faults.append(f"not paired from the browser alone: {missing}")
    desk.picture("empty-paired")
    return hall, [desk]


def main():
    global driver_port
    driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    halls = []
    try:
        for line in driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                driver_port = int(found.group(1))
                break
        for make, pages in [(first_round, first_round_pages), (signing, signing_pages), (teams, team_pages), (later_rounds, later_pages)]:
            halls.append(make())
            halls[-1].serve()
            for browser in pages(halls[-1]):
                faults.extend(browser.faults())
                call("DELETE", f"/session/{browser.id}")
        for make in [first_page, season_pages, single_files]:
            here, browsers = make()
            halls.append(here)
            for browser in browsers:
                faults.extend(browser.faults())
                call("DELETE", f"/session/{browser.id}")
    finally:
        driver.terminate()
        for hall in halls:
            hall.kill()
        for fault in faults:
            print("fault:", fault, flush=True)
    print(f"{checked} checks of pages, {len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
