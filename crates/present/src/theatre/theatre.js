(() => {
  const battle = JSON.parse($("#data").textContent);
  const records = battle.records, last = records.length - 1, sides = ["one", "two"];
  if (last < 0) return;
  const side = (player) => sides.indexOf(player);
  const name = (player) => `${battle.signs[side(player)]} ${battle.players[player]}`;
  const units = new Map(battle.units.map((unit) => [unit.id, unit]));
  // What stands after each record: what did not change is shared with the record before.
  const states = [];
  let state = { marks: {}, units: {}, places: {}, still: [[], []] };
  for (const record of records) {
    const next = {};
    for (const part of ["marks", "units", "places"])
      next[part] = record[part] ? { ...state[part], ...record[part] } : state[part];
    next.still = record.still || state.still;
    states.push((state = next));
  }
  const board = battle.board, map = $("svg.map");
  let at = last, timer = null, open = new URLSearchParams(location.search).has("why");

  const middle = (models) => [0, 1].map((axis) => models.reduce((sum, model) => sum + model[axis], 0) / models.length);
  const drawn = (tag, given) => node(tag, { svg: 1, ...given });
  function things(index) {
    if (!board) return;
    const record = records[index], now = states[index], was = (states[index - 1] || now).places;
    const width = map.getBoundingClientRect().width || 640, few = width < 560;
    const letters = Math.round((15 / width) * (board.size[0] + 4000));
    const down = (y) => board.size[1] - y;
    const out = [], labels = [], away = [];
    const marks = Object.entries(now.marks).filter(([, lies]) => lies);
    for (const [, [holder, [x, y]]] of marks)
      out.push(drawn("circle", { class: `ring ${holder}`, cx: x, cy: down(y), r: board.range }));
    const touched = new Set([record.acts, ...(record.suffers || [])]);
    for (const unit of battle.units) {
      const [left] = now.units[unit.id] || [0], models = now.places[unit.id] || [], acts = touched.has(unit.id);
      const before = was[unit.id] || [];
      if (left === 0) {
        const fell = before.length ? before : models;
        if (!fell.length) continue;
        const [x, y] = middle(fell);
        out.push(drawn("path", { class: "dead", d: `M${x - 500} ${down(y) - 500}l1000 1000m0-1000l-1000 1000` }));
        if (acts) labels.push([unit, [[x, y]], true]);
        continue;
      }
      if (!models.length) {
        const [, how] = now.units[unit.id] || [];
        if (how) away.push(`${battle.signs[side(unit.player)]} ${unit.name}`);
        continue;
      }
      const radius = Math.max(unit.radius, few ? 750 : 620);
      for (const [x, y] of models) {
        out.push(drawn("circle", { class: `mod ${unit.player}`, cx: x, cy: down(y), r: radius }));
        if (acts) out.push(drawn("circle", { class: "sel", cx: x, cy: down(y), r: radius + 220 }));
      }
      if (acts || !few) labels.push([unit, models, acts]);
    }
    if (record.acts && record.places && before_of(record.acts).length && place_of(record.acts).length) {
      const radius = units.get(record.acts)?.radius || 500;
      for (const [x, y] of before_of(record.acts)) out.push(drawn("circle", { class: "was", cx: x, cy: down(y), r: radius }));
      out.push(arrow(middle(before_of(record.acts)), middle(place_of(record.acts))));
    }
    for (const target of record.suffers || []) {
      const from = record.acts && (place_of(record.acts).length ? place_of(record.acts) : before_of(record.acts));
      const to = place_of(target).length ? place_of(target) : before_of(target);
      if (!from || !from.length || !to.length) continue;
      const [a, b] = [middle(from), middle(to)], [x, y] = [b[0], down(b[1])];
      out.push(drawn("path", { class: "fire", d: `M${a[0]} ${down(a[1])}L${x} ${y}` }));
      out.push(drawn("circle", { class: "aim", cx: x, cy: y, r: 1500 }));
    }
    for (const [id, [holder, [x, y]]] of marks) {
      const size = few ? 1700 : 1050;
      out.push(drawn("circle", { class: `mk ${holder}`, cx: x, cy: down(y), r: few ? 1350 : Math.max(board.marker, 950) }));
      const text = drawn("text", { class: `mt ${holder}`, "font-size": size, x, y: down(y) + size * 0.36 });
      text.textContent = holder === "?" ? "?" : id.replace(/^m(?=\d+$)/, "");
      out.push(text);
    }
    $("#things").replaceChildren(...out, ...named(labels, letters, few));
    $("#away").textContent = away.length ? `Somewhere: ${away.join(", ")}` : "";
    const held = marks.map(([id, [holder]]) => `${id}: ${holder_name(holder)}`).join(", ");
    map.setAttribute("aria-label", `The battlefield after record ${record.seq}. ${held}`);
    function place_of(id) { return now.places[id] || []; }
    function before_of(id) { return was[id] || []; }
    function arrow(from, to) {
      const turn = Math.atan2(-(to[1] - from[1]), to[0] - from[0]), [x, y] = [to[0], down(to[1])];
      const wing = (by) => `M${x - 1000 * Math.cos(turn + by)} ${y - 1000 * Math.sin(turn + by)}L${x} ${y}`;
      return drawn("path", { class: "path", d: `M${from[0]} ${down(from[1])}L${x} ${y}${wing(0.5)}${wing(-0.5)}` });
    }
    // Each name where it hides no other one; whoever acts comes first.
    function named(labels, size, few) {
      const taken = [], made = [];
      labels.sort((one, two) => two[2] - one[2]);
      for (const [unit, models, acts] of labels) {
        const words = `${battle.signs[side(unit.player)]} ${unit.name}`, half = (words.length * size * 0.54) / 2;
        const ys = models.map(([, y]) => down(y)), top = Math.min(...ys) - 1050, low = Math.max(...ys) + 750 + size;
        const x = Math.min(board.size[0] - half, Math.max(half, middle(models)[0]));
        const free = [top, low, top - size, low + size].find((y) => {
          const box = [x - half, y - size * 0.8, x + half, y + size * 0.2];
          const inside = y > size - 1500 && y < board.size[1] + 1500;
          const clear = !taken.some((own) => box[0] < own[2] && box[2] > own[0] && box[1] < own[3] && box[3] > own[1]);
          if (inside && clear) taken.push(box);
          return inside && clear;
        });
        if (free === undefined && !acts) continue;
        const given = { class: `lab ${unit.player}`, "font-size": size, "text-anchor": "middle", x, y: free ?? top };
        const text = drawn("text", given);
        text.textContent = words;
        made.push(text);
      }
      return few ? made.slice(0, 4) : made;
    }
  }
  const holder_name = (holder) => ({ one: name("one"), two: name("two"), none: "nobody", "?": "not known" })[holder];

  function attack(own, two) {
    const list = node("ul", { class: "dice" });
    for (const step of own.steps) {
      const faces = node("div", { class: "ds" });
      for (const [face, before] of step.faces) {
        const die = node("span", { class: `d${two ? " two" : ""}${before ? " again" : ""}` });
        if (before) die.append(node("s", {}, String(before)), " ");
        die.append(String(face));
        faces.append(die);
      }
      const needs = step.needs ? node("small", {}, ` ${step.needs}+`) : null;
      const title = step.name[0].toUpperCase() + step.name.slice(1);
      list.append(node("li", {}, node("div", {}, node("b", {}, title), needs), faces));
    }
    const whole = node("div", {}, node("p", {}, node("b", {}, own.what)), list);
    if (own.came) whole.append(node("div", { class: "odds" }, node("p", {}, node("small", {}, own.came)), odds(own)));
    return whole;
  }
  // How likely each number of wounds was; numbers that never come are left out.
  function odds(own) {
    const shown = own.shares.map((share, wounds) => [wounds, share]).filter(([wounds, share]) => share >= 10 || wounds === own.wounds);
    const most = Math.max(...shown.map(([, share]) => share)), each = 240 / Math.max(shown.length, 4);
    const label = shown.map(([wounds, share]) => `${wounds}: ${(share / 100).toFixed(1)} %`).join(", ");
    const chart = drawn("svg", { class: "hist", viewBox: "0 0 240 74", role: "img", "aria-label": `Chance of each number of wounds: ${label}` });
    shown.forEach(([wounds, share], index) => {
      const high = Math.max(1, (share / most) * 56), mine = wounds === own.wounds;
      chart.append(drawn("rect", { class: mine ? "me" : "", x: index * each + 1, width: each - 3, y: 58 - high, height: high }));
      const text = drawn("text", { x: index * each + each / 2, y: 71 });
      text.textContent = wounds;
      chart.append(text);
    });
    return chart;
  }
  const says = (record) => document.getElementById(record.seq)?.querySelector(".says");
  const sentence = (record) => says(record)?.firstElementChild?.textContent || "";

  function now(index) {
    const record = records[index], two = record.by === "two";
    const box = $("#now");
    box.hidden = false;
    box.setAttribute("aria-live", timer ? "off" : "polite");
    const head = node("p", { class: "no" }, node("span", {}, `Record ${record.seq} of ${records[last].seq}`), node("span", {}, record.at));
    box.replaceChildren(head, node("p", { class: "say" }, sentence(record)));
    const then = says(record)?.querySelectorAll(".then") || [];
    for (const line of then) box.append(node("p", {}, line.textContent));
    if (record.back) box.append(node("p", { class: "soft" }, record.back));
    for (const own of record.dice || []) box.append(attack(own, two));
    for (const own of record.paid || []) {
      const words = `${battle.players[own.player]} ${own.raw < 0 ? "" : "+"}${own.raw} VP`;
      const ask = open ? "Hide the reason" : `Why ${own.raw} VP?`;
      const inside = node("span", {}, node("b", {}, words), ` ${own.objective}`, node("br"), node("small", {}, ask));
      const button = node("button", { type: "button", class: "pay", "aria-expanded": open }, battle.signs[side(own.player)], inside);
      button.onclick = () => { open = !open; now(at); $("#now .pay")?.focus(); };
      box.append(button);
      if (open) box.append(node("div", { class: "why", id: "why" }, ...own.why.map((line) => node("p", {}, line))));
    }
    const fits = states[index].still.map((columns, which) => columns.length ? node("p", {}, node("b", {}, name(sides[which])), ` at most ${columns.map(([title, most]) => `${most} for ${title}`).join(", ")}`) : null);
    if (record.round > 0 && fits.some(Boolean)) box.append(node("details", { class: "noprint" }, node("summary", {}, "What can still be scored"), ...fits));
    if (record.quiet && !record.paid) box.append(node("p", { class: "soft" }, "No points were due at this moment."));
  }

  function when(record) {
    if (record.round === 0) return ["Before the battle", "set-up and deployment"];
    if (record.round < 0) return ["After the battle", battle.end];
    return [`Round ${record.round} · ${battle.players[record.turn]}'s turn`, `${record.phase} phase`];
  }
  function tables(index) {
    const now = states[index], row = records[index].round;
    for (const unit of battle.units) {
      const line = document.getElementById(`u-${unit.id}`), [models, left] = now.units[unit.id] || [0, ""];
      if (!line) continue;
      line.classList.toggle("gone", models === 0);
      line.children[1].textContent = now.units[unit.id] ? left : "not set up";
    }
    for (const tile of document.querySelectorAll(".mkc")) {
      const lies = now.marks[tile.id.slice(2)];
      tile.className = `mkc ${lies ? lies[0] : ""}`;
      tile.lastElementChild.textContent = lies ? holder_name(lies[0]) : "not on the battlefield";
    }
    const played = (round) => (row < 0 ? true : round >= 0 && round <= row);
    for (const cell of document.querySelectorAll(".rounds [data-r]")) cell.classList.toggle("soft", !played(+cell.dataset.r));
  }
  function follow(record) {
    for (const old of document.querySelectorAll(".feed .cur")) { old.classList.remove("cur"); old.removeAttribute("aria-current"); }
    const line = document.getElementById(record.seq)?.firstElementChild, feed = $(".feed");
    if (!line) return;
    line.classList.add("cur");
    line.setAttribute("aria-current", "step");
    const own = line.closest("details");
    for (const part of document.querySelectorAll(".feed details")) { part.open = part === own; part.classList.toggle("other", part !== own); }
    const scrolls = feed.scrollHeight > feed.clientHeight + 4 && getComputedStyle(feed).overflowY === "auto";
    if (scrolls) setTimeout(() => { feed.scrollTop = line.offsetTop - feed.clientHeight / 2; });
  }
  function go(index) {
    index = Math.max(0, Math.min(last, index));
    while (index > 0 && records[index].out) index -= 1;
    at = index;
    const record = records[index], [head, below] = when(record);
    sides.forEach((player, which) => {
      $(`#vp${which}`).textContent = record.vp[which];
      $(`#bar${which}`).setAttribute("width", Math.max(0.01, Math.min(100, record.vp[which])));
      $(`#cp${which}`).textContent = `${record.cp[which]} CP`;
      $(`#nm${which}`).classList.toggle("on", record.round > 0 && record.turn === player);
    });
    $("#when").replaceChildren(head, node("small", {}, below));
    things(index);
    now(index);
    tables(index);
    follow(record);
    const x = (1000 * (index + 1)) / records.length;
    $(".track .cursor").setAttribute("d", `M${x} 0V100`);
    $(".track .veil").setAttribute("x", x);
    $(".track .veil").setAttribute("width", 1000 - x);
    $("#at").value = record.seq;
    const score = `${battle.players.one} ${record.vp[0]}, ${battle.players.two} ${record.vp[1]}`;
    $("#at").setAttribute("aria-valuetext", `Record ${record.seq}: ${sentence(record)} ${score}`);
    $("#foot").textContent = `Record ${record.seq} of ${records[last].seq}. `;
    if (location.hash !== `#${record.seq}`) history.replaceState(null, "", `#${record.seq}`);
  }
  const step = (by, stop) => {
    let index = at + by;
    while (index > 0 && index < last && (records[index].out || !stop(index))) index += by;
    go(index);
  };
  const turn = (record) => `${record.round} ${record.turn}`;
  const acts = {
    first: () => go(0), last: () => go(last),
    prev: () => step(-1, () => true), next: () => step(1, () => true),
    pturn: () => step(-1, (index) => turn(records[index]) !== turn(records[at]) && (index === 0 || turn(records[index - 1]) !== turn(records[index]))),
    nturn: () => step(1, (index) => turn(records[index]) !== turn(records[at])),
    ppay: () => step(-1, (index) => records[index].paid), npay: () => step(1, (index) => records[index].paid),
    play: () => {
      const runs = timer;
      stop();
      if (!runs) tick(at === last ? -1 : at);
    },
  };
  function stop() {
    clearTimeout(timer);
    timer = null;
    $(".play span").textContent = "Play";
    $(".play").setAttribute("aria-label", "Play");
  }
  function tick(from) {
    $(".play span").textContent = "Pause";
    $(".play").setAttribute("aria-label", "Pause");
    timer = 1;
    if (from < 0) go(0); else acts.next();
    if (at === last) return stop();
    timer = setTimeout(() => tick(at), records[at].paid ? 2500 : 900);
  }
  const wanted = () => records.findIndex((record) => String(record.seq) === location.hash.slice(1));
  const KEYS = {
    ArrowLeft: "prev", ArrowRight: "next", PageUp: "pturn", PageDown: "nturn", Home: "first", End: "last", ",": "ppay", ".": "npay", " ": "play",
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("textarea")) return;
    if (event.key === " " && event.target.matches("button,a,summary")) return;
    const shifted = { ArrowLeft: "pturn", ArrowRight: "nturn" }[event.shiftKey ? event.key : ""];
    const act = shifted || KEYS[event.key];
    if (act) {
      if (act !== "play") stop();
      acts[act]();
    } else if (event.key === "w") {
      open = !open;
      now(at);
    } else if (event.key === "?") {
      $("#keys").open = true;
      $("#keys").scrollIntoView();
    } else if (/^[1-9]$/.test(event.key)) {
      const index = records.findIndex((record) => record.round === +event.key);
      if (index >= 0) go(index);
    } else return;
    event.preventDefault();
  });
  for (const button of document.querySelectorAll("[data-do]"))
    button.onclick = () => { if (button.dataset.do !== "play") stop(); acts[button.dataset.do](); };
  $("#at").oninput = (event) => { stop(); go(records.findIndex((record) => record.seq >= +event.target.value)); };
  // A link to a moment leads to the top of the page, where it is shown, and not to its line.
  const top = () => scrollTo(0, 0);
  addEventListener("load", () => setTimeout(top));
  addEventListener("hashchange", () => {
    const index = wanted();
    if (index !== at) go(index < 0 ? last : index);
    top();
  });
  addEventListener("resize", () => things(at));
  addEventListener("beforeprint", () => things(at));
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
  for (const own of document.querySelectorAll(".needs-script")) own.hidden = false;
  const index = wanted();
  go(index < 0 ? last : index);

  // What the file says, checked by the module inside it.
  const checked = (words, below) => $("#checked").replaceChildren(words, node("small", {}, below));
  const link = $("#link"), save = $("#save");
  if (navigator.clipboard) {
    link.hidden = false;
    link.onclick = () => navigator.clipboard.writeText(location.href).then(() => { link.textContent = "Copied"; });
  }
  async function check() {
    const log = await unpacked("log");
    if (!log) return;
    save.hidden = false;
    save.onclick = () => node("a", { href: URL.createObjectURL(new Blob([log])), download: "battle.jsonl" }).click();
    const wasm = await unpacked("module");
    if (!wasm) return checked("not checked", "this file was made without the module that judges logs: save the log and run adjutant audit");
    checked("checking …", "every record, every rule, every point");
    const answer = await answered(judge(wasm), new Map(), { ask: "check", name: "this file", packs: battle.packs }, [log]);
    checked(answer.checked, answer.verdict.below);
    if (answer.good && answer.head === battle.head) return;
    const told = answer.good ? "The log inside is another one than this page shows." : answer.lines.join("\n");
    document.body.prepend(node("div", { class: "bad top", role: "alert" }, node("strong", {}, answer.verdict.title), ` ${told}`));
  }
  check().catch((wrong) => checked("not checked", `the check could not be done: ${wrong.message}`));
})();
