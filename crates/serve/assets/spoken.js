// A page that is read out, when it is exchanged: the one place that speaks stays where it is, or nobody would hear what is new in it.
"use strict";
globalThis.spoken = {
  exchange: (fresh) => {
    const body = document.body, find = (page) => page.querySelector(":scope > [aria-live]");
    const place = find(body), now = find(fresh.body), all = [...fresh.body.childNodes], at = now ? all.indexOf(now) : 0;
    if (!place) { body.replaceChildren(...all); return; }
    [...body.childNodes].forEach((node) => { if (node !== place) node.remove(); });
    place.before(...all.slice(0, at));
    place.after(...all.slice(now ? at + 1 : 0));
    const words = place.lastElementChild, says = now?.lastElementChild;
    // Another page came, such as a refusal: its first words are said.
    if (!says) words.textContent = [...body.querySelectorAll("h1, main p")].slice(0, 3).map((one) => one.textContent).join(". ");
    else if (words.textContent !== says.textContent) words.replaceChildren(...says.childNodes);
  },
};
