// Keeps an overlay fresh. Where the server is silent for half a minute, nothing is shown: old points are worse than none.
"use strict";
(() => {
  const EVERY = 1000, PATIENCE = 8000, SILENT = 30000;
  let heard = Date.now(), tag = "";
  const ask = async () => {
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(location.href, { cache: "no-store", headers, signal: stop.signal });
      const fresh = answer.status === 200 && new DOMParser().parseFromString(await answer.text(), "text/html");
      const own = fresh && fresh.body.dataset.overlay !== undefined; // another page may answer: that of a hotel
      if (own) { tag = answer.headers.get("ETag"); document.body.replaceChildren(...fresh.body.childNodes); }
      if (own || answer.status === 304) heard = Date.now();
    } catch (_) { /* no contact: told below */ }
    clearTimeout(late);
    setTimeout(ask, EVERY);
  };
  setInterval(() => { document.body.hidden = Date.now() - heard > SILENT; }, EVERY);
  ask();
})();
