/** How a program in a page begins: its data are unpacked, and it sleeps while its place is out of the page. */

import { KINDS, bytes, presence } from "./dom.js";

/**
 * Bring a place to life: what it shows so far are stills, which are the program's own pictures, and its packed data.
 * @param {HTMLElement} place
 */
export async function begin(place) {
  const svgs = /** @type {HTMLImageElement[]} */ ([...place.querySelectorAll(":scope > img")]).map((image) => new TextDecoder().decode(bytes(image.src.split(",")[1])));
  const packed = new Blob([bytes(/** @type {HTMLElement} */ (place.querySelector(":scope > script")).textContent || "")]).stream();
  const data = await new Response(packed.pipeThrough(new DecompressionStream("deflate"))).json();
  const program = new KINDS[data.kind](place, { ...data, svgs });
  /** @type {ShadowRoot} */ (place.shadowRoot).append(presence(() => program.wake(), () => program.sleep()));
}
