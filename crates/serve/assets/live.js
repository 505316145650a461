// Keeps an open page up to date. Everything here is a courtesy: the page works without it.
"use strict";
(() => {
  const body = document.body;
  const QUIET = 25000; // no sign of life for so long: no contact
  let state = body.dataset.state;
  let heard = Date.now();
  let skew = 0; // what the server's clock is ahead of this one
  let source = null;
  let asking = false;
  let lost = false;

  const clock = (now) => { if (now) skew = Date.parse(now) - Date.now(); };
  const pad = (n) => String(n).padStart(2, "0");
  const time = (ms) => { const d = new Date(ms); return pad(d.getHours()) + ":" + pad(d.getMinutes()) + ":" + pad(d.getSeconds()); };
  const span = (ms) => {
    const s = Math.max(0, Math.round(ms / 1000)), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
    return (h ? h + ":" + pad(m) : m) + ":" + pad(s % 60);
  };
  const busy = () => {
    const field = document.activeElement;
    return field && field.matches("input,textarea,select") && (field.type !== "search" || field.value !== field.defaultValue);
  };

  // The age of the page: live while there is contact, and since when there is none.
  const age = () => {
    const line = document.querySelector("[data-age]");
    if (!line) return;
    const gone = Date.now() - heard > QUIET;
    const text = line.querySelector("span");
    if (!gone && text) text.textContent = time(Date.now() + skew);
    if (gone !== lost) {
      lost = gone;
      line.parentElement.classList.toggle("lost", lost);
      line.firstElementChild.nextSibling.textContent = lost ? " No contact since " : " live · ";
      if (lost && text) text.textContent = time(heard + skew) + ". Do not reload this page.";
    }
  };
  const live = () => {
    const line = document.querySelector("[data-age]");
    if (line) line.firstElementChild.nextSibling.textContent = " live · ";
  };
  const deadlines = () => {
    for (const el of document.querySelectorAll("[data-deadline]")) {
      el.textContent = span(Date.parse(el.dataset.deadline) - Date.now() - skew);
    }
  };

  // The same page once more; only what the server rendered is shown, nothing is built here.
  const refresh = async (address, wait) => {
    if (asking) return;
    asking = true;
    await new Promise((done) => setTimeout(done, Math.random() * wait));
    try {
      const answer = await fetch(address, { credentials: "same-origin", cache: "no-store" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      heard = Date.now();
      if (page.body.dataset.state && !busy()) {
        const table = document.querySelector(".huge")?.textContent;
        const open = [...document.querySelectorAll("details")].map((d) => d.open);
        state = page.body.dataset.state;
        clock(page.body.dataset.now);
        document.title = page.title;
        body.replaceChildren(...page.body.childNodes);
        document.querySelectorAll("details").forEach((d, at) => { if (open[at]) d.open = true; });
        lost = false;
        live();
        flip();
        const now = document.querySelector(".huge")?.textContent;
        if (now && now !== table && navigator.vibrate) navigator.vibrate(200);
      }
    } catch (_) { /* told by the age of the page */ }
    asking = false;
  };

  const listen = () => {
    if (source) source.close();
    source = new EventSource("/live?since=" + encodeURIComponent(state));
    source.onmessage = (message) => {
      const told = JSON.parse(message.data);
      heard = Date.now();
      clock(told.now);
      age();
      if (told.state !== state && !busy()) refresh(location.href, Number(body.dataset.jitter) || 0);
    };
  };

  // Screens turn their pages.
  let turning = null;
  const flip = () => {
    clearTimeout(turning);
    const main = document.querySelector("main[data-flip]");
    if (!main) return;
    const next = main.dataset.next;
    turning = setTimeout(async () => {
      await refresh(next, 0);
      history.replaceState(null, "", next);
    }, Number(main.dataset.flip) * 1000);
  };

  // A phone that was in a pocket asks first and listens then.
  const wake = () => {
    if (document.visibilityState !== "visible") return;
    refresh(location.href, 0).then(listen);
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("online", wake);
  setInterval(() => { age(); deadlines(); }, 1000);
  setInterval(() => { if (Date.now() - heard > QUIET) { refresh(location.href, 3000); listen(); } }, 15000);
  clock(body.dataset.now);
  live();
  listen();
  flip();
})();
