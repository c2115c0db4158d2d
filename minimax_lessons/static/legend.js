/** What the signs mean, in the signs themselves; some have a term in the glossary, which is their title. */

import { element, picture } from "./dom.js";

const SIGNS = /** @type {[text: string, sign: string, term?: string][]} */ ([
  ["MAX", '<g class="node max plain"><polygon points="16,3 29,19 3,19"/></g>'],
  ["MIN", '<g class="node min plain"><polygon points="16,19 29,3 3,3"/></g>'],
  ["current node", '<g class="node leaf open now"><path d="M8 3h16q3 0 3 3v10q0 3-3 3H8q-3 0-3-3V6q0-3 3-3z"/></g>'],
  ["best child so far", '<g class="edge open good"><path d="M2 11h28"/></g>'],
  ["best path so far", '<g class="edge done good best"><path d="M2 11h28"/></g>', "in the end, the principal variation"],
  ["cut: never visited", '<g class="edge pruned"><path d="M2 11h28"/></g><g class="edge cut on"><path d="M12 16l5-10M17 16l5-10"/></g>'],
  ["≥ ≤ a bound only", ""],
]);

const OF_CUTS = 2; // signs, the last ones, that plain minimax never shows

/** @param {import("./reel.js").Reel[]} reels  which all have the same players @returns {HTMLElement} */
export function legend(reels) {
  const { players } = reels[0].pane;
  const shown = reels.some((reel) => reel.hasWindow || reel.pane.cuts.length) ? SIGNS : SIGNS.slice(0, -OF_CUTS);
  const items = shown.map(([text, sign, title], at) =>
    element("li", { title }, sign ? picture(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 22" class="sign lm-tree" aria-hidden="true">${sign}</svg>`) : null, players[at] && players[at] !== text ? `${players[at]} (${text})` : text),
  );
  return element("ul", { class: "legend", "aria-label": "Legend" }, ...items);
}
