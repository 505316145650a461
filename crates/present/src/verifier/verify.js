(() => {
  const elders = new Map();
  let judges = null, stopped = false, held = { logs: [], codes: [], lists: [], proofs: [], trust: null, passed: [] }, shown = null;
  const text = (bytes) => new TextDecoder().decode(bytes);
  const begins = (bytes, sign) => text(bytes.subarray(0, 200)).trimStart().startsWith(sign);

  // ---- what was given
  async function sorted(files) {
    for (const { name, bytes } of files) {
      try {
        if (bytes[0] === 0x50 && bytes[1] === 0x4b) await sorted(await unzipped(bytes));
        else if (bytes[0] === 0 && begins(bytes.subarray(1), "asm")) await elder(name, bytes);
        else if (isPicture(bytes)) held.codes.push(...(await shownIn(name, bytes)));
        else if (begins(bytes, "%PDF-") || begins(bytes, "ADJ1:")) held.codes.push(...writtenIn(bytes));
        else if (isLog(bytes)) held.logs.push({ name, bytes });
        else if (isList(bytes)) held.lists.push({ name, bytes });
        else if (begins(bytes, "c2sp.org/tlog-proof@v1")) held.proofs.push({ name, bytes });
        else if (begins(bytes, "adjutant.invalid/league/") || /^([0-9a-f]{64}\n)+$/.test(text(bytes))) continue; // each proof holds its checkpoint
        else if (begins(bytes, "<!DOCTYPE html>")) await replay(name, bytes);
        else if (/^\S.*[ \t][0-9a-f]{64}\s*$/m.test(text(bytes.subarray(0, 4096)))) held.trust = bytes;
        else held.passed.push(`${name} is no log`);
      } catch (wrong) {
        held.passed.push(`${name}: ${wrong.message}`);
      }
    }
  }
  const isPicture = (bytes) => (bytes[0] === 0x89 && bytes[1] === 0x50) || (bytes[0] === 0xff && bytes[1] === 0xd8) || begins(bytes.subarray(8), "WEBP");
  // The texts of codes in one of our PDFs, or as a hand scanner types them.
  const writtenIn = (bytes) => new TextDecoder("latin1").decode(bytes).match(/ADJ1:[0-9A-Z:/]+/g) || [];
  // The texts of the codes that a picture shows: what is sharp at one size is noise at another.
  async function shownIn(name, bytes) {
    const picture = await createImageBitmap(new Blob([bytes])), found = new Set();
    for (const share of [1, 0.75, 0.5, 1.5]) {
      const width = Math.round(picture.width * share), height = Math.round(picture.height * share);
      if (Math.max(width, height) > 6000) continue;
      const canvas = node("canvas", { width, height }), pen = canvas.getContext("2d");
      pen.drawImage(picture, 0, 0, width, height);
      const dots = pen.getImageData(0, 0, width, height).data, grey = new Uint8Array(width * height);
      for (let at = 0; at < grey.length; at += 1) grey[at] = (dots[4 * at] * 77 + dots[4 * at + 1] * 150 + dots[4 * at + 2] * 29) >> 8;
      for (const text of await answered(judges, elders, { ask: "picture", width }, [grey])) found.add(text);
      if ((await together([...held.codes, ...found])).log) break;
    }
    if (!found.size) held.passed.push(`${name} shows no code of a battle`);
    return found;
  }
  const together = (codes) => answered(judges, elders, { ask: "carried" }, [new TextEncoder().encode(codes.join("\n"))]);
  // A log is lines of JSON, each with what somebody did; one that is damaged there begins like one at least.
  function isLog(bytes) {
    const end = bytes.indexOf(10), first = text(bytes.subarray(0, end < 0 ? 4096 : Math.min(end, 1 << 20)));
    return first.startsWith('{"') && /"(do|hash|prev)":/.test(first);
  }
  // A list that a league has shown: ids and numbers.
  function isList(bytes) {
    try { return begins(bytes, "{") && ["league", "list", "members"].every((field) => field in JSON.parse(text(bytes))); } catch (_) { return false; }
  }
  // A replay holds its log.
  async function replay(name, bytes) {
    const [, log] = text(bytes).match(/<script type="text\/plain" id="log">([^<]*)</) || [];
    if (!log) return held.passed.push(`${name} is no log`);
    const raw = Uint8Array.from(atob(log), (one) => one.charCodeAt(0));
    const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"));
    held.logs.push({ name, bytes: new Uint8Array(await new Response(stream).arrayBuffer()) });
  }
  // An engine counts only where it is the one that was released.
  async function elder(name, bytes) {
    const known = JSON.parse($("#data").textContent).engines, hash = await answered(judges, elders, { ask: "hash" }, [bytes]);
    const law = Object.keys(known).find((law) => known[law] === hash);
    if (law) elders.set(+law, judge(bytes));
    else held.passed.push(`${name} is no engine of a released law`);
  }
  async function read(list) {
    const files = [...list].sort((one, two) => one.name.localeCompare(two.name));
    return Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
  }
  // The files of what was dropped, those in folders too.
  async function dropped(items) {
    const files = [];
    const walk = async (entry) => {
      if (entry.isFile) return files.push(await new Promise((yes, no) => entry.file(yes, no)));
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((yes, no) => reader.readEntries(yes, no));
        if (!some.length) return;
        for (const one of some) await walk(one);
      }
    };
    for (const entry of [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean)) await walk(entry);
    return files;
  }

  // ---- the check
  async function check(files) {
    stopped = false;
    $("#empty").hidden = true;
    $("#acts").hidden = false;
    band("plain", "Reading …", "");
    try {
      judges ||= judge(await unpacked("module"));
      await sorted(await read(files));
      if (held.codes.length) {
        const { log, why } = await together(held.codes);
        if (log) held.logs.push({ name: "the sheet", bytes: new TextEncoder().encode(log) });
        else held.passed.push(why);
      }
      await judged();
    } catch (wrong) {
      band("plain", "This could not be checked", wrong.message);
    }
    $("#stop").hidden = true;
    $("#prog").setAttribute("hidden", "");
  }
  async function judged() {
    const { logs } = held, reports = [];
    if (!logs.length) return band("plain", "This is not a log", held.passed.join(" · ") || "Nothing was chosen.");
    $("#stop").hidden = logs.length < 2;
    if (logs.length > 1) $("#prog").removeAttribute("hidden");
    // Events come last: they are compared with the logs of their matches.
    const ordered = [...logs].sort((one, two) => isEvent(one) - isEvent(two));
    for (const log of ordered) {
      if (stopped) break;
      reports.push(await one(log, reports).catch((wrong) => failed(log, wrong)));
      progress(reports, logs.length);
    }
    shown = reports;
    if (reports.length === 1) single(reports[0]);
    else many(reports);
    const rows = await ofLeagues(reports), wrong = rows.filter((row) => row.className === "no").length;
    if (rows.length) $("#answer").prepend(node("div", {}, node("h2", {}, "Lists and proofs"), node("ul", { class: "ticks" }, ...rows)));
    if (wrong) band("bad", wrong === 1 ? "A list or a proof does not hold" : `${wrong} lists or proofs do not hold`, "The logs are one thing, what is said of them another: see below.");
    $("#title").focus();
  }
  // Lists are computed anew from the logs that are here; a proof is held against each of them.
  async function ofLeagues(reports) {
    const rows = [], league = reports.find((report) => report.kind === "league");
    if (held.lists.length && !league) rows.push(ticked(false, "A list was not checked", "Choose league.jsonl too, the log of its league, and the logs that it pins."));
    else if (held.lists.length) {
      const logs = reports.filter((report) => report !== league).map((report) => report.log.bytes);
      const told = await answered(judges, elders, { ask: "lists", lists: held.lists.length }, [league.log.bytes, ...held.lists.map((list) => list.bytes), ...logs]);
      for (const { list, good, logs: many, first } of told) {
        rows.push(ticked(good, good ? `List ${list} follows from its logs` : `List ${list} does not follow from its logs`, good ? `${number(many, "log", "logs")}, every point and rating computed again` : first));
      }
    }
    const whole = reports.filter((report) => report.origin && report.head), ends = whole.map(({ origin, head }) => [origin, head]);
    for (const { name, bytes } of held.proofs) {
      const says = await answered(judges, elders, { ask: "proof", trust: !!held.trust, ends }, held.trust ? [bytes, held.trust] : [bytes]);
      const report = whole[says?.holds ?? -1];
      const whose = says?.signed.length ? `signed by ${says.signed.join(", ")}` : held.trust ? "signed by nobody whom you trust" : "whose signature, says no trust file";
      rows.push(ticked(!!report, report ? `${report.log.name} is in the league’s tree` : `${name} proves none of these logs`, says ? `${number(says.size, "log", "logs")} in ${says.tree}; ${whose}` : "it is no proof"));
    }
    return rows;
  }
  const isEvent = (log) => /"do":\{"create":/.test(text(log.bytes.subarray(0, 400))) ? 1 : 0;
  const failed = (log, wrong) => ({
    log, good: false, kind: "match", verdict: { tone: "plain", title: "Could not be checked", below: wrong.message }, lines: [wrong.message], errors: [],
    faults: [wrong.message], notes: [], signed: [], vp: { one: 0, two: 0 }, records: 0,
  });
  async function one(log, before) {
    const head = { ask: "check", name: log.name, trust: !!held.trust }, parts = [log.bytes];
    if (isEvent(log)) {
      const ids = await answered(judges, elders, { ask: "wants" }, [log.bytes]);
      const own = before.filter((report) => ids.includes(report.match));
      head.matches = own.map((report) => report.match);
      parts.push(...own.map((report) => report.log.bytes));
    }
    if (held.trust) parts.push(held.trust);
    return { log, ...(await answered(judges, elders, head, parts)) };
  }
  function progress(reports, all) {
    const bad = reports.filter((report) => !report.good).length, share = Math.round((100 * reports.length) / all);
    if (all > 1) band("plain", `${reports.length} of ${all} checked`, `${reports.length - bad} good, ${bad} not good`);
    $("#done").setAttribute("width", share * 10);
    const bar = $("#prog");
    if (share % 25 === 0) bar.setAttribute("aria-valuenow", share);
  }

  // ---- the answer
  function band(tone, title, below) {
    $("#band").className = `ans ${tone === "bad" ? "bad" : "band"}`;
    $("#title").textContent = title;
    $("#below").textContent = below;
    $("#duel").hidden = true;
    requests();
  }
  function requests() {
    const outside = performance.getEntriesByType("resource").filter((one) => !/^(blob|data):/.test(one.name)).length;
    $("#requests").textContent = `offline · ${number(outside, "request", "requests")}`;
  }
  const ticked = (good, title, below) => node("li", { class: good ? "" : "no" }, node("span", { "aria-hidden": "true" }, good ? "✓" : "▲"), node("span", {}, node("b", {}, title), node("small", {}, below)));
  const grouped = (head) => head?.match(/.{1,4}/g).join(" ") || "none";
  function single(report, back) {
    const { verdict, score } = report, answer = $("#answer");
    band(verdict.tone, verdict.title, verdict.below);
    answer.hidden = false;
    const left = node("div", {}), right = node("div", {});
    answer.replaceChildren(node("div", { class: "wide" }, node("div", { class: "cols" }, left, right)));
    if (score) duel(score);
    if (!report.good && report.first) left.append(chain(report));
    if (report.repair) left.append(repaired(report.repair));
    if (report.faults.length) left.append(node("h2", {}, "What was found"), list(report.faults));
    if (verdict.tone === "bad") left.append(node("h2", {}, "What you can do"), advice());
    left.append(node("h2", {}, "What was checked"), checks(report));
    if (report.signed.length) left.append(node("h2", {}, "Who signed"), signers(report));
    left.append(node("h2", {}, "Compare this head"), node("p", { class: "card mono" }, grouped(report.head)), node("p", { class: "soft" }, "It stands for every record. If the signed sheet shows another one, that sheet belongs to another log."));
    left.append(node("h2", {}, "What this does not prove"), proves());
    if (report.document) event(right, report);
    if (score) for (const player of ["one", "two"]) right.append(points(score, player));
    if (report.notes.length) right.append(folded(number(report.notes.length, "note", "notes"), report.notes));
    right.append(folded("In the words of the program", report.lines));
    if (report.unjudged) right.append(node("p", { class: "card" }, `Choose the file of its engine, engine-${report.law}.wasm, together with the log.`));
    if (back) answer.prepend(back);
    const watch = $("#watch");
    watch.hidden = !score;
    watch.onclick = () => theatre(report);
  }
  function duel(score) {
    const box = $("#duel");
    box.hidden = false;
    box.replaceChildren(...["one", "two"].map((player) => node("div", {}, node("small", {}, score.players[player]), node("span", { class: "pt" }, score.vp[player]))));
  }
  // Which records are good, which one is broken, and which hang on it.
  function chain(report) {
    const lines = report.log.bytes.reduce((sum, byte) => sum + (byte === 10), 0), all = Math.max(lines, report.first), part = (n) => (1000 * n) / all;
    const bar = node("svg", { svg: 1, class: "chainbar", viewBox: "0 0 1000 20", preserveAspectRatio: "none", role: "img", "aria-label": `Records 1 to ${report.first - 1} are good, record ${report.first} is not` },
      node("rect", { svg: 1, class: "g", width: part(report.first - 1), y: 4, height: 12 }),
      node("rect", { svg: 1, class: "k", x: part(report.first), width: part(all - report.first), y: 4, height: 12 }),
      node("rect", { svg: 1, class: "b", x: part(report.first - 1), width: Math.max(6, part(1)), y: 0, height: 20 }));
    const behind = report.first < all ? `${report.first + 1} to ${all}: not judged` : "";
    return node("div", {}, bar, node("p", { class: "cb" }, node("span", {}, `1 to ${report.first - 1}: good`), node("b", {}, report.first), node("span", {}, behind)));
  }
  // What the record says, and what the facts before it give, where the seal fits that.
  function repaired({ says, facts }) {
    const score = ([one, two]) => `${one} – ${two}`, changed = says.map((vp, at) => [vp, facts[at]]).filter(([vp, fact]) => vp !== fact);
    const words = changed.map(([vp, fact]) => `${fact} in place of ${vp}`).join(" and ");
    return node("div", { class: "card act" }, node("h2", {}, "What was changed"),
      node("div", { class: "two" }, node("div", {}, node("small", {}, "the record says now"), node("div", { class: "v" }, score(says))), node("div", {}, node("small", {}, "the facts before it give"), node("div", { class: "v" }, score(facts)))),
      node("p", { class: "gap" }, node("b", {}, `With ${words} the seal fits again.`), " So this, and nothing else in the record, was changed."));
  }
  function advice() {
    const lines = ["Ask the other player or the organiser for their copy of this log, and check that one.", "A judge should see this page: print it, or send the file as it is. Do not mend the file.", "In an event the result stands as the desk recorded it until a judge rules."];
    return node("ol", { class: "open" }, ...lines.map((line) => node("li", {}, line)));
  }
  function checks(report) {
    const bad = (code) => report.errors.includes(code);
    const whole = !bad("chain") && !bad("form") && !bad("cut-short"), ruled = whole && !bad("refused"), right = ruled && !bad("vp");
    const records = number(report.records, "record", "records");
    const rows = [
      ticked(whole, whole ? "The chain is whole" : "The chain is broken", whole ? `${records}, each sealed to the one before` : "what stands behind the break is not judged"),
      ticked(ruled, ruled ? "Every record follows the rules" : "Not every record was found to follow the rules", ruled ? `${report.records} judged again under law ${report.law}` : "the first that does not is named above"),
    ];
    if (report.kind === "match") rows.push(ticked(right, right ? "The points are right" : "The points could not be confirmed", `${report.vp.one} and ${report.vp.two}, worked out again from the facts`));
    return node("ul", { class: "ticks" }, ...rows);
  }
  const signers = (report) => node("dl", { class: "facts" }, ...report.signed.map((one) => node("div", {}, node("dt", {}, one.name), node("dd", {}, node("span", { class: "mono" }, grouped(one.key)), node("small", {}, `record ${one.record}${held.trust ? "" : "; no trust file: the name is what the log says"}`)))));
  function proves() {
    const lines = [
      ["That the battle happened this way.", "Anyone can write a whole new log that is good in itself. Compare the head with the one on the signed sheet or in the event's record."],
      ["That nothing is missing at the end.", "A log that was cut off is a good shorter log."],
      !held.trust && ["Whose keys these are.", "A key proves one signer, not a name. Give the organiser's trust file too, to know the names."],
      ["That the dice fell as they were typed.", "Only dice of a sealed seed were foreseen by nobody."],
    ];
    return node("ul", { class: "open" }, ...lines.filter(Boolean).map(([head, says]) => node("li", {}, node("b", {}, head), ` ${says}`)));
  }
  const list = (lines) => node("ul", { class: "open" }, ...lines.map((line) => node("li", {}, line)));
  const folded = (title, lines) => node("details", {}, node("summary", {}, title), ...lines.map((line) => node("p", { class: "soft" }, line)));
  const NUMBERS = new Set(["#", "Points", "Records", "VP"]);
  const table = (label, heads, rows) => node("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": label },
    node("table", { class: "m" }, node("thead", {}, node("tr", {}, ...heads.map((head) => (head ? node("th", { scope: "col", class: NUMBERS.has(head) ? "num" : "" }, head) : node("td", {}))))), node("tbody", {}, ...rows)));
  function points(score, player) {
    const rows = score.paid[player].map((paid) => node("tr", {}, node("td", {}, paid.round > 0 ? `R${paid.round}` : "end"), node("td", {}, node("b", {}, paid.objective), node("br"), node("small", {}, `${paid.why.join(" · ")} · record ${paid.record}`)), node("td", { class: "num" }, node("b", {}, paid.vp))));
    const whose = `${score.players[player]}, ${score.vp[player]} VP`;
    return node("div", {}, node("h2", {}, whose), table(`The points of ${whose}`, ["Round", "For what, and why", "VP"], rows));
  }
  const tick = (good, label) => node("td", {}, node("span", { class: good === null ? "tick none" : good ? "tick" : "tick bad", role: "img", "aria-label": label }, good === null ? "–" : good ? "✓" : "▲!"));
  // Standings and tables of an event, worked out again from its log.
  function event(where, report) {
    const { standings, rounds, players } = report.document, names = Object.fromEntries(players.map((one) => [one.entry.player, one.entry.name]));
    const rows = standings.rows.map((row) => node("tr", {}, node("td", { class: "num" }, row.rank), node("th", { scope: "row" }, node("bdi", {}, row.name)), node("td", {}, `${row.record.wins}–${row.record.draws}–${row.record.losses}`), node("td", { class: "num" }, row.points)));
    where.append(node("h2", {}, `Standings after round ${standings.round}`), table("Standings", ["#", "Player", "W–D–L", "Points"], rows));
    const games = rounds.flatMap((round) => round.games.map((game) => [round, game])), found = shown || [];
    const lines = games.map(([round, game]) => {
      const from = game.result?.from, log = found.find((own) => from && own.match === from.match);
      const fits = log && from ? log.head === from.head && log.vp.one === game.result.one && log.vp.two === game.result.two : null;
      const vp = game.result ? `${game.result.one} : ${game.result.two}` : "";
      return node("tr", {}, node("td", {}, `R${round.pairings.round} · ${game.table}`), node("th", { scope: "row" }, `${names[game.one]} – ${names[game.two]}`), node("td", { class: "num" }, vp),
        tick(log ? log.good : null, log ? (log.good ? "log good" : "log not good") : "no log here"), tick(fits, fits === null ? "no log here" : fits ? "the result is that of the log" : "the result is another one"),
        tick(log && log.signed.length > 1 ? true : null, "signed by both"));
    });
    where.append(node("h2", {}, number(games.length, "game", "games")), table("Games", ["Table", "Game", "VP", "Log", "Result", "Signed"], lines));
    where.append(node("p", { class: "soft" }, "Log: good in itself. Result: the event has the score of the log and names its head. Signed: both players, with keys. A dash: it is not here."));
  }
  function many(reports) {
    const bad = reports.filter((report) => !report.good), own = reports.filter((report) => report.document);
    const answer = $("#answer");
    const title = bad.length ? `${reports.length - bad.length} good, ${bad.length} not good` : `Good: ${number(reports.length, "log", "logs")}`;
    const records = reports.reduce((sum, report) => sum + report.records, 0);
    band(bad.length ? "bad" : "good", title, `${number(records, "record", "records")} in ${number(reports.length, "log", "logs")}${stopped ? " · stopped before the end" : ""}`);
    answer.hidden = false;
    $("#watch").hidden = true;
    const open = (report) => {
      const link = node("a", { href: "#" }, report.log.name);
      link.onclick = (event) => { event.preventDefault(); single(report, back()); $("#title").focus(); };
      return link;
    };
    const back = () => {
      const button = node("button", { type: "button" }, "← All logs");
      button.onclick = () => { many(reports); $("#title").focus(); };
      return node("p", { class: "gap noprint" }, button);
    };
    const row = (report) => node("tr", {}, tick(report.good, report.good ? "good" : "not good"), node("th", { scope: "row" }, open(report)), node("td", {}, report.score ? `${report.score.players.one} – ${report.score.players.two}` : report.event || ""), node("td", { class: "num" }, report.records), node("td", { class: "num" }, report.kind === "match" ? `${report.vp.one} : ${report.vp.two}` : ""));
    const rows = [...bad, ...reports.filter((report) => report.good)].map(row);
    answer.replaceChildren(...bad.map((report) => node("div", { class: "card act" }, node("h2", {}, report.verdict.title), node("p", {}, open(report), ` ${report.verdict.below}`))));
    if (own.length) event(answer, own[0]);
    answer.append(node("h2", {}, "All logs"), table("All logs", ["", "Log", "Battle", "Records", "VP"], rows));
    if (held.passed.length) answer.append(node("p", { class: "soft gap" }, `Passed over: ${held.passed.join(" · ")}`));
  }
  async function theatre(report) {
    const page = await answered(judges, elders, { ask: "theatre" }, [report.log.bytes]);
    if (!page) return;
    const link = node("a", { href: URL.createObjectURL(new Blob([page], { type: "text/html" })), target: "_blank", rel: "noopener" });
    link.click();
  }
  function empty() {
    held = { logs: [], codes: [], lists: [], proofs: [], trust: held.trust, passed: [] };
    band("plain", "Check a battle", "Every record, every rule, every point. On this device: nothing is sent anywhere.");
    $("#answer").hidden = true;
    $("#acts").hidden = true;
    $("#watch").hidden = true;
    $("#empty").hidden = false;
  }

  // ---- ways in
  const drop = $("#drop");
  for (const input of [$("#files"), $("#folder")]) input.onchange = () => { check(input.files).then(() => { input.value = ""; }); };
  $("#folderlabel").hidden = !("webkitdirectory" in $("#folder"));
  addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); $("#letgo").textContent = "Let go to check"; });
  const still = () => { drop.classList.remove("over"); $("#letgo").textContent = "Drop logs here"; };
  addEventListener("dragleave", still);
  addEventListener("drop", async (event) => {
    event.preventDefault();
    still();
    const entries = [...event.dataTransfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
    check(entries ? await dropped(event.dataTransfer.items) : event.dataTransfer.files);
  });
  $("#another").onclick = empty;
  $("#print").onclick = () => print();
  $("#stop").onclick = () => { stopped = true; };
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") stopped = true;
    if (event.key === "o" && !event.ctrlKey && !event.metaKey && !event.altKey) $("#files").click();
  });
  requests();
})();
