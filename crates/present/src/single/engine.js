"use strict";
// What every single file of ours shares: small words, and the module that judges logs.
const $ = (at) => document.querySelector(at);
const number = (n, one, many) => `${n} ${n === 1 ? one : many}`;
function node(tag, given = {}, ...inside) {
  const svg = given.svg;
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(given)) if (name !== "svg") made.setAttribute(name, value);
  made.append(...inside.filter((one) => one !== null && one !== undefined));
  return made;
}
// Bytes that lie in the file as gzip in base64.
async function unpacked(id) {
  const held = document.getElementById(id);
  if (!held) return null;
  const raw = Uint8Array.from(atob(held.textContent), (one) => one.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
// A question to a module: a line, and the bytes that it speaks of.
function question(head, parts) {
  const first = new TextEncoder().encode(JSON.stringify({ ...head, parts: parts.map((part) => part.length) }) + "\n");
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, first.length));
  whole.set(first);
  let behind = first.length;
  for (const part of parts) {
    whole.set(part, behind);
    behind += part.length;
  }
  return whole;
}
// A module that was started: a question gives an answer, bytes both.
async function machine(wasm) {
  const { instance } = await WebAssembly.instantiate(wasm, {});
  const inside = instance.exports;
  return (asked) => {
    const at = inside.room(asked.length);
    new Uint8Array(inside.memory.buffer, at, asked.length).set(asked);
    const answer = inside.ask();
    return new Uint8Array(inside.memory.buffer, answer, inside.length()).slice();
  };
}
// One question takes no longer than this, however hostile its log is.
const SECONDS_MAX = 120;
// A module in a worker, or on the page where none can start.
function judge(wasm) {
  let worker = null, here = null, last = 0;
  const waits = new Map();
  const begin = () => {
    const code = `${machine}; let started; onmessage = async ({ data: [id, wasm, asked] }) => {
      try { if (wasm) { started = machine(wasm); } else { postMessage([id, (await started)(asked)]); } }
      catch (wrong) { postMessage([id, null, String(wrong)]); } };`;
    worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    worker.onmessage = ({ data: [id, answer, wrong] }) => {
      const own = waits.get(id);
      waits.delete(id);
      if (own) answer ? own.yes(answer) : own.no(new Error(wrong));
    };
    // A browser that lets no worker start says so only now: the page takes over what waits.
    worker.onerror = () => {
      here = machine(wasm);
      for (const own of waits.values()) here.then((answers) => own.yes(answers(own.asked))).catch(own.no);
      waits.clear();
    };
    worker.postMessage([0, wasm, null]);
  };
  try { begin(); } catch { here = machine(wasm); }
  return (asked) => {
    if (here) return here.then((answers) => answers(asked));
    return new Promise((yes, no) => {
      const id = (last += 1);
      const late = setTimeout(() => {
        // Whatever it was asked, it does not come to an end: another one takes its place.
        worker.terminate();
        waits.delete(id);
        begin();
        no(new Error(`no answer after ${SECONDS_MAX} seconds`));
      }, SECONDS_MAX * 1000);
      const over = (then) => (value) => { clearTimeout(late); then(value); };
      waits.set(id, { asked, yes: over(yes), no: over(no) });
      worker.postMessage([id, null, asked]);
    });
  };
}
// Asks our module; where a log is of an older law, its engine is asked on the way, if it is at hand.
async function answered(judges, elders, head, parts) {
  const heard = [], text = new TextDecoder();
  for (;;) {
    const asked = question({ ...head, heard: heard.length }, [...parts, ...heard]);
    const said = JSON.parse(text.decode(await judges(asked)));
    if (!said.asks) {
      if (said.fault) throw new Error(said.fault);
      return said.answer;
    }
    const elder = elders.get(said.asks.law);
    const nothing = new TextEncoder().encode(JSON.stringify({ fault: "its engine is not here" }));
    heard.push(elder ? await elder(new TextEncoder().encode(said.asks.question)) : nothing);
  }
}
