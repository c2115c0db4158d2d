/** Pieces: the shapes that board_look.py draws in pictures, too. */

import { picture } from "./dom.js";
import { PIECES } from "./from_python.js";

/** @param {string} code  as Python calls the piece @returns {SVGSVGElement} */
export function piece(code) {
  return picture(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" class="piece piece-${code}" aria-hidden="true">${PIECES[code]}</svg>`);
}
