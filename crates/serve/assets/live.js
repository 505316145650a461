// Keeps an open page up to date, and keeps taps while there is no contact. The page works without it.
"use strict";
(() => {
  const body = document.body;
  const QUIET = 25000; // no sign of life for so long: no contact
  const FINGERS = matchMedia("(pointer: coarse)").matches; // a field that is exchanged loses the keyboard of the screen
  const MOMENT = 2000; // a tap that takes longer is told as kept
  const KEPT = "adjutant-kept"; // taps that wait on this phone, in their order
  let state = body.dataset.state, heard = Date.now();
  let skew = 0; // what the server's clock is ahead of this one
  let source = null, turning = null, asking = false, sending = false;
  let stood = null; // where the keyboard was when the last tap was made
  let waits = 0; // since when taps are kept
  let shown = {}; // the page as the server knows it: its address and its tag
  let owed = null; // a refusal that is shown when nobody types any more
  const clock = (now) => { if (now) skew = Date.parse(now) - Date.now(); };
  const says = (place, words) => { if (place && place.textContent !== words) place.textContent = words; }; // else it is read out again
  const pad = (n) => String(n).padStart(2, "0");
  const time = (ms) => { const d = new Date(ms); return pad(d.getHours()) + ":" + pad(d.getMinutes()) + ":" + pad(d.getSeconds()); };
  const patience = () => AbortSignal.timeout?.(20000); // a line that died in between says nothing for minutes
  const minutes = (s) => { const h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60; return (h ? h + ":" + pad(m) : m) + ":" + pad(s % 60); };
  const span = (ms) => minutes(Math.max(0, Math.round(ms / 1000)));
  const kept = () => { try { return JSON.parse(localStorage.getItem(KEPT)) || []; } catch (_) { return []; } };
  const keep = (taps) => { try { localStorage.setItem(KEPT, JSON.stringify(taps)); return true; } catch (_) { return false; } };
  const newNumber = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
  const page = newNumber(); // this page among others that are open in this browser

  // A phone that changed hands sends nobody else's taps: they wait until their player is back.
  const own = () => kept().filter((tap) => tap.who === body.dataset.who);
  const count = (taps) => taps.filter((tap) => !tap.beside).length; // a signature goes with its tap

  // Somebody types: nothing is exchanged under the fingers.
  const busy = () => document.querySelector("video") || [...document.querySelectorAll("input,select,textarea")].some((f) => f.type !== "hidden" && (
    (f === document.activeElement && (f.options || FINGERS)) || (f.options ? f.dataset.was && f.value !== f.dataset.was
      : f.type === "checkbox" ? f.checked !== f.defaultChecked : f.value !== f.defaultValue)));
  document.addEventListener("focusin", (event) => { if (event.target.options) event.target.dataset.was ||= event.target.value; });

  // The age of the page: live while there is contact, since when and what is kept where there is none.
  const age = () => {
    const line = document.querySelector("[data-age]");
    if (!line) return;
    const lost = Date.now() - heard > QUIET, all = count(own());
    waits = all ? waits || Date.now() : 0;
    const taps = Date.now() - waits > MOMENT ? all : 0; // a tap on its way is no news
    const words = lost ? " No contact since " : taps ? " Not sent yet · " : " live · ";
    const rest = taps ? ". Kept on this phone: " + taps + (taps === 1 ? " tap" : " taps") : "";
    line.parentElement.classList.toggle("lost", lost || taps > 0);
    const [since, more] = line.querySelectorAll("span"), then = rest + (lost ? ". Do not reload or close this page." : "");
    since.textContent = time((lost ? heard : Date.now()) + skew);
    says(line.childNodes[1], words); says(more, then); says(document.querySelector("[data-contact]"), lost || taps ? words.split(/ since| ·/)[0] + then : "");
  };
  const tick = () => {
    if (owed && !busy()) { const text = owed; owed = null; show(text); } else age();
    // A page on which a proposal waits names it in its address: where it is gone, that page says so.
    const asks = document.querySelector("[data-asks]");
    if (asks && /^\/match(\/spoken)?$/.test(location.pathname)) history.replaceState(null, "", "?asked=" + asks.dataset.asks);
    document.querySelectorAll("[data-deadline]").forEach((el) => { el.textContent = span(Date.parse(el.dataset.deadline) - Date.now() - skew); });
  };

  // What has the keyboard keeps it when the page is exchanged: the same thing, or what stands in its place.
  const SEATS = "a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex]";
  const seats = () => [...document.querySelectorAll(SEATS)];
  const called = (el) => [el.tagName, el.id, el.name, el.getAttribute("href"), el.value && el.type !== "text" ? el.value : "", el.getAttribute("aria-label"),
    el.form?.getAttribute("action"), el.form?.elements.table?.value, el.closest("tr")?.querySelector("th,td")?.textContent, el.tagName === "INPUT" ? "" : el.textContent].join("|");
  const seat = () => {
    const el = document.activeElement, all = seats(), name = el && called(el);
    return !el || el === body ? null : { name, nth: all.filter((one) => called(one) === name).indexOf(el), at: all.indexOf(el) };
  };
  const sit = (was) => {
    const all = seats(), there = was && (all.filter((one) => called(one) === was.name)[was.nth] || all[Math.min(was.at, all.length - 1)]);
    there?.focus({ preventScroll: true });
  };

  // What is folded, each by what stands on it: something above it may have come or gone.
  const folds = (seen = {}) => [...document.querySelectorAll("details")].map((d) => { const w = d.querySelector("summary")?.textContent; return [d, w + (seen[w] = (seen[w] || 0) + 1)]; });
  // Shows a page that the server rendered; nothing is built here. After a result, the next open row has the keyboard.
  const show = (text, was = seat(), next = false) => {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    shown = {}; heard = Date.now();
    if (!fresh.body.dataset.state) return;
    const table = document.querySelector(".huge")?.textContent, up = body.dataset.up || "";
    const open = folds().filter(([d]) => d.open).map(([, name]) => name);
    state = body.dataset.state = fresh.body.dataset.state;
    clock(fresh.body.dataset.now);
    body.dataset.who = fresh.body.dataset.who; body.dataset.up = fresh.body.dataset.up || "";
    if (body.dataset.live !== fresh.body.dataset.live) { body.dataset.live = fresh.body.dataset.live; listen(); }
    document.title = fresh.title; document.documentElement.className = fresh.documentElement.className;
    if (globalThis.spoken) spoken.exchange(fresh); else body.replaceChildren(...fresh.body.childNodes);
    folds().forEach(([d, name]) => { if (open.includes(name)) d.open = true; });
    tick(); flip();
    globalThis.signing?.ready(); globalThis.secured?.ready(up);
    if (next && document.querySelector("td [autofocus]")) document.querySelector("td [autofocus]").focus();
    else sit(was);
    const now = document.querySelector(".huge")?.textContent;
    if (now && now !== table && navigator.vibrate) navigator.vibrate(200);
  };
  const refresh = async (address, wait) => {
    if (asking) return;
    asking = true;
    await new Promise((done) => setTimeout(done, Math.random() * wait));
    try {
      const headers = shown.tag && shown.address === address ? { "If-None-Match": shown.tag } : {};
      const answer = await fetch(address, { cache: "no-store", headers, signal: patience() }), text = await answer.text();
      if (answer.status === 304) heard = Date.now(); // the page is as it was
      else if (!busy()) { show(text); shown = { address, tag: answer.headers.get("ETag") }; }
    } catch (_) { /* told by the age of the page */ }
    asking = false;
  };

  const listen = () => {
    source?.close(); source = new EventSource(body.dataset.live);
    source.onmessage = (message) => {
      const told = JSON.parse(message.data);
      heard = Date.now(); clock(told.now); tick(); flush();
      if (told.state !== state && !busy()) refresh(location.href, Number(body.dataset.jitter) || 0);
    };
  };

  // Taps leave in their order. Each carries its own number, so that none is recorded twice; the first that is refused
  // stops those behind it, which rested on it, and is shown.
  const flush = async () => {
    if (sending || document.visibilityState === "hidden") return; // the page in front sends
    sending = true;
    for (let taps = own(); taps.length; taps = own()) {
      const tap = taps[0];
      const sent = fetch(tap.action, { method: "POST", body: new URLSearchParams(tap.fields), signal: patience() });
      const [answer, text] = await sent.then(async (got) => [got, await got.text()]).catch(() => []);
      if (!answer) break; // no answer, or half of one: sent again under its number
      heard = Date.now();
      if (answer.status === 429 || answer.status >= 500) break;
      const done = answer.ok ? [tap.at] : taps.map((one) => one.at);
      keep(kept().filter((one) => !done.includes(one.at)));
      // A tap of another page that is open here: this one only follows, and exchanges nothing that somebody types in.
      const here = tap.page === page; if (answer.ok && tap.beside) continue; // a signature: the tap that it goes with shows the page
      if (answer.ok && !here) { if (!busy()) refresh(location.href, 0); continue; }
      if (!here && busy()) { owed = text; continue; }
      show(text, seat() || stood, answer.ok);
      stood = null;
      if (answer.ok) history.replaceState(null, "", answer.url);
      else if (count(taps.slice(1))) {
        const line = document.createElement("p"), rest = count(taps.slice(1));
        line.textContent = "Not sent, because of this: " + rest + (rest === 1 ? " later tap." : " later taps.");
        document.querySelector("main")?.append(line);
      }
    }
    sending = false; age();
  };
  // A choice of so many is counted as it is made; another number is not sent.
  const chosen = (form, line = form.querySelector("[data-chosen]")) => {
    const count = [...form.querySelectorAll(":checked")].filter((one) => one.value).length;
    line.textContent = "You have chosen " + count + ". " + (line.dataset.says ||= line.textContent);
    if (form.dataset.choose !== String(count)) return line;
    line.className = "soft";
  };
  document.addEventListener("change", (event) => { if (event.target.form?.dataset.choose) chosen(event.target.form); });
  document.addEventListener("submit", async (event) => {
    const form = event.target, wrong = form.dataset.choose && chosen(form), signs = form.querySelector("[data-sign]") && globalThis.signing;
    if (wrong) { event.preventDefault(); wrong.className = "card act"; wrong.focus(); return; }
    if (form.method !== "post" || form.enctype !== "application/x-www-form-urlencoded") return;
    const data = new URLSearchParams(new FormData(form, event.submitter));
    data.set("rid", newNumber()); // one number a tap: the same form may be sent again
    data.set("tapped", new Date(Date.now() + skew).toISOString().slice(0, 19) + "Z");
    const action = event.submitter?.getAttribute("formaction") || form.getAttribute("action");
    const said = signs ? await signs.said(event, action, data, own().length, newNumber) : [[action, data]];
    const taps = said?.map(([action, fields], at) => ({ action, fields: fields.toString(), beside: at < said.length - 1,
      who: body.dataset.who, page, at: crypto.getRandomValues(new Uint32Array(2)).join("-") }));
    if (!taps) return; // the form says why not
    if (!keep([...kept(), ...taps])) { if (signs) HTMLFormElement.prototype.submit.call(form); return; } // sent as a plain form
    event.preventDefault();
    if (!form.querySelector(".seg,.losses")) [...form.elements].forEach((b) => { if (b.type === "submit") b.disabled = true; });
    form.reset(); stood = seat(); document.activeElement?.blur(); age(); flush();
  });

  // Keys of the row that has the focus: nothing happens by a key anywhere else.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input,select,textarea")) return;
    const row = event.target.closest("tr"), key = '="' + CSS.escape(event.key) + '"] :is(a,button,summary)';
    const own = row?.querySelector("[data-key" + key), far = row && !own && document.querySelector("[data-far" + key);
    if (far) event.preventDefault(); // the key is not typed into the field that gets the focus
    (own || far)?.click();
  });

  // Screens turn their pages.
  const flip = () => {
    clearTimeout(turning);
    const main = document.querySelector("main[data-flip]"), next = main?.dataset.next;
    if (!main) return;
    turning = setTimeout(async () => { await refresh(next, 0); history.replaceState(null, "", next); flip(); }, Number(main.dataset.flip) * 1000);
  };

  const lit = () => /^\/(match|screen)/.test(location.pathname) && navigator.wakeLock?.request("screen").catch(() => {}); // stays lit, over TLS
  // A phone that was in a pocket asks first and listens then.
  const wake = () => document.visibilityState === "visible" && (lit(), flush()).then(() => refresh(location.href, 0)).then(listen);
  document.addEventListener("visibilitychange", wake); addEventListener("online", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  setInterval(tick, 1000);
  setInterval(() => { if (Date.now() - heard > QUIET) { refresh(location.href, 3000); listen(); flush(); } }, 15000);
  if (FINGERS && document.activeElement?.autofocus) document.activeElement.blur(); // no keyboard of the screen unasked
  clock(body.dataset.now); tick(); listen(); flip(); flush(); lit();
})();
