/** Panels that lie over the rest: one at a time, closed by Esc or by a click outside, which give the focus back. */

import { setAttribute } from "./dom.js";

/** @type {(() => void) | null} closes the panel that is open */
let closeOpen = null;

/** Open a panel, or close it if it is open. @param {HTMLElement} panel @param {HTMLElement} button  opens and closes it */
export function togglePopover(panel, button) {
  const wasOpen = panel.classList.contains("open");
  closeOpen?.();
  if (!wasOpen) openPopover(panel, button);
}

/** @param {HTMLElement} panel @param {HTMLElement} button */
function openPopover(panel, button) {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const root = /** @type {ShadowRoot} */ (panel.getRootNode());
  const focused = /** @type {HTMLElement} */ (root.activeElement || button);
  const close = () => {
    closeOpen = null;
    listening.abort();
    const lostFocus = !root.activeElement || panel.contains(root.activeElement);
    panel.classList.remove("open");
    setAttribute(button, "aria-expanded", "false");
    const elsewhere = document.activeElement !== document.body && document.activeElement !== root.host;
    if (lostFocus && !elsewhere) focused.focus({ preventScroll: true });
  };
  closeOpen = close;
  panel.classList.add("open");
  panel.scrollIntoView({ block: "nearest" });
  setAttribute(button, "aria-expanded", "true");
  addEventListener("click", (event) => {
    const path = event.composedPath();
    if (!path.includes(panel) && !path.includes(button)) close();
  }, options);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    close();
  }, options);
}

/** Close whatever is open. */
export const closePopover = () => closeOpen?.();
