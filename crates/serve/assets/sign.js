// A phone signs what its player agrees to, over plain http too: with a key for this card, which stays in this browser.
"use strict";
globalThis.signing = (() => {
  const WAIT = 2000; // what signs is here by then, or the tap goes without it
  const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
  let module = null; // what signs, once a page asks for it

  // A page is shown: what signs is fetched where it may be asked for, and forms that do nothing else show themselves.
  const ready = () => {
    document.querySelectorAll("form[hidden]").forEach((form) => { form.hidden = !form.querySelector("[data-sign]"); });
    const asks = document.querySelector("[data-sign]");
    if (asks) module ||= fetch(asks.dataset.sign).then((answer) => answer.arrayBuffer())
      .then((bytes) => WebAssembly.instantiate(bytes)).then((made) => made.instance.exports).catch(() => { module = null; });
  };

  const seed = (name) => {
    try {
      if (!/^[0-9a-f]{64}$/.test(localStorage.getItem(name))) localStorage.setItem(name, hex(crypto.getRandomValues(new Uint8Array(32))));
      return localStorage.getItem(name).match(/../g).map((pair) => parseInt(pair, 16));
    } catch (_) { return null; }
  };

  const sign = (signer, seed, text) => {
    const question = [...seed, ...new TextEncoder().encode(text)], at = signer.room(question.length);
    new Uint8Array(signer.memory.buffer, at, question.length).set(question);
    const answer = new Uint8Array(signer.memory.buffer, signer.ask(), signer.length());
    return { key: hex(answer.slice(0, 32)), signature: hex(answer.slice(32)) };
  };

  // What goes with a tap: a key that the log does not know, and the match signed; the tap itself gets the signature of its
  // report. The first key of a card signs at once, a later one when somebody has said whose it is.
  const beside = async (asks, data) => {
    const signer = await Promise.race([module, new Promise((done) => setTimeout(done, WAIT))]);
    const own = signer && seed("adjutant-seed " + asks.dataset.as);
    if (!own) return [];
    const { keys, waits, match, says, head, seen } = asks.dataset, { key } = sign(signer, own, "");
    const before = (keys + waits).includes(key) ? [] : [["/match/key", { key }]];
    if (waits.includes(key) || (before.length && keys + waits)) return before;
    if (says) {
      const text = says.replace(/\{(\w+)\}/g, (_, field) => String(Number(data.get(field))));
      Object.entries(sign(signer, own, text)).forEach(([name, value]) => data.set(name, value));
    }
    return match ? [...before, ["/match/sign", { ...sign(signer, own, match), head, seen }]] : before;
  };

  // Everything that a form says when it is sent, its own tap last; nothing where the form says why not. What is signed is the
  // whole of what was said: while earlier taps wait, nothing is.
  const said = async (event, action, data, waiting, newNumber) => {
    const form = event.target;
    event.preventDefault();
    const not = (words) => {
      const line = form.querySelector("p.unsent") || form.insertBefore(document.createElement("p"), form.firstChild);
      line.className = "unsent card act"; line.textContent = words;
      return null;
    };
    if (waiting) return not("What you tapped before is not sent yet. Agree once it is.");
    [...form.elements].forEach((b) => { if (b.type === "submit") b.disabled = true; });
    const taps = (await beside(form.querySelector("[data-sign]"), data)).map(([path, more]) => {
      const fields = new URLSearchParams([...data].filter(([name]) => ["seen", "who", "of", "tapped"].includes(name)));
      Object.entries({ rid: newNumber(), ...more }).forEach(([name, value]) => fields.set(name, value));
      return [path, fields];
    });
    if (action !== "/match/sign") return [...taps, [action, data]];
    return taps.length ? taps : not("This browser cannot sign here.");
  };
  ready();
  return { ready, said };
})();
