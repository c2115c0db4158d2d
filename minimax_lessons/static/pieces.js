/** Pieces: each side has a shape of its own, so that no colour is needed to tell them. */

import { picture } from "./dom.js";

const CROWN = "M14.5 31.5 L13 18.5 L19 24 L24 15 L29 24 L35 18.5 L33.5 31.5 Z";

/** @param {string} rings @param {string} crown */
const disc = (rings, crown = "") => `<circle class="rim" cx="24" cy="25.2" r="19"/><circle class="disc" cx="24" cy="23.4" r="19"/>${rings}${crown}`;
const ring = (/** @type {number} */ radius) => `<circle class="ring" cx="24" cy="23.4" r="${radius}"/>`;
const crown = `<path class="crown" d="${CROWN}"/>`;

/** @type {Object<string, [string, string]>} classes and shapes in a box of 48 by 48 */
const SHAPES = {
  b: ["black", disc(ring(14.5) + ring(9.5))],
  w: ["white", disc(ring(14.5))],
  B: ["black", disc(ring(16), crown)],
  W: ["white", disc(ring(16), crown)],
  X: ["cross", '<path d="M12 12 36 36M36 12 12 36"/>'],
  O: ["nought", '<circle cx="24" cy="24" r="13.5"/>'],
};

/** @param {string} code  as Python calls the piece @returns {SVGSVGElement} */
export function piece(code) {
  const [kind, shape] = SHAPES[code];
  return picture(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" class="piece ${kind}" aria-hidden="true">${shape}</svg>`);
}
