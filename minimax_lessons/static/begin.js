/** How a program in a page begins: its data are unpacked, and it is brought into view. */

import { KINDS, bytes } from "./dom.js";

/**
 * Bring a place to life: what it shows so far are stills, which are the program's own pictures, and its packed data.
 * @param {HTMLElement} place
 */
export async function begin(place) {
  const answer = answerToRun(place);
  const svgs = /** @type {HTMLImageElement[]} */ ([...place.querySelectorAll(":scope > img")]).map((image) => new TextDecoder().decode(bytes(image.src.split(",")[1])));
  const packed = new Blob([bytes(/** @type {HTMLElement} */ (place.querySelector(":scope > script")).textContent || "")]).stream();
  const data = await new Response(packed.pipeThrough(new DecompressionStream("deflate"))).json();
  new KINDS[data.kind](place, { ...data, svgs });
  if (answer) requestAnimationFrame(() => PAGE.lmReaderMoves || answer.scrollIntoView({ block: "nearest" })); // by then it has its size
}

/** Shared by all programs of a page: whether the reader has moved since a run began, with wheel, touch, key or scroll bar. */
const PAGE = /** @type {{lmReaderMoves?: boolean} & Document} */ (document);

/** A key with Enter runs a cell, and so may a click. @param {any} event */
function watchReader({ type, key, target, offsetX }) {
  PAGE.lmReaderMoves = type === "pointerdown" ? offsetX > (target.clientWidth || Infinity) : key !== "Enter";
}

if (PAGE.lmReaderMoves === undefined) for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(name, watchReader, true);
PAGE.lmReaderMoves ??= false;

/**
 * JupyterLab goes on to the next cell at Shift+Enter, and scrolls to it before the result has its height.
 * @param {HTMLElement} place @returns {Element | null} the output that it belongs to, if the cell runs now and the reader is still there
 */
function answerToRun(place) {
  const cell = place.closest(".jp-Cell");
  const isRunning = cell?.querySelector(".jp-InputPrompt")?.textContent?.includes("*");
  const isCurrent = [cell, cell?.nextElementSibling].some((each) => each?.classList.contains("jp-mod-active"));
  return isRunning && isCurrent ? place.closest(".jp-Cell-outputArea") : null;
}
