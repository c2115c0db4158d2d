/** A guess with something behind it, which opens by itself where no script runs. */

import { Guess } from "./guess.js";

/** @param {HTMLElement} place  holds question and answer as <details>, for where no script runs @param {{question: import("./guess.js").GuessData}} data */
export function mount(place, { question }) {
  const plain = /** @type {HTMLDetailsElement} */ (place.querySelector(":scope > details"));
  for (const part of plain.querySelectorAll(":scope > summary, :scope > p")) part.setAttribute("style", "display: none");
  plain.open = true;
  return new Guess(place, question);
}
