/** Elements, icons and pictures, made without ever reading text as markup. */

import { STYLE } from "./from_python.js";

/** What can be shown, by its kind, and what only some kinds need: each module puts its own here. @type {Object<string, any>} */
export const KINDS = {};

/** Outlines in a box of 20 by 20. */
const ICONS = {
  first: "M5 4v12M16 4.5v11L7.5 10z",
  back: "M14 4.5v11L5.5 10z",
  play: "M6 4v12l10-6z",
  pause: "M6.5 4.5v11M13.5 4.5v11",
  next: "M6 4.5v11l8.5-5.5z",
  last: "M15 4v12M4 4.5v11l8.5-5.5z",
  minus: "M4.5 10h11",
  plus: "M4.5 10h11M10 4.5v11",
  fit: "M3.5 7.5v-4h4M16.5 7.5v-4h-4M3.5 12.5v4h4M16.5 12.5v4h-4",
  save: "M10 3v9M6.5 8.8 10 12.3l3.5-3.5M4 16.5h12",
  info: "M10 9v6M10 5.2v.4",
  help: "M7.2 7.4a2.8 2.8 0 1 1 4.2 2.5c-.9.5-1.4 1-1.4 2.1M10 15v.4",
  type: "M2.5 15.5 6.4 5h.7L11 15.5M4 12h5.5M12.2 15.5l2.3-6.4h.4l2.6 6.4M13 13.4h3.4",
};

/**
 * Make an element. A property that starts with "on" listens, "text" is its text, all others are attributes.
 * @param {string} tag @param {Object<string, any>} [properties] @param {(Node | string | null)[]} children
 * @returns {any}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value == null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "text") made.textContent = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * Fill a place's shadow root, which neither the page's styles reach nor the program's leave.
 * @param {HTMLElement} place @param {Node[]} content @returns {ShadowRoot}
 */
export function inShadow(place, ...content) {
  const shadow = place.shadowRoot || openShadow(place);
  shadow.replaceChildren(element("style", { text: STYLE }), ...content);
  // Notebook 7 would take our keys before us
  place.toggleAttribute("data-lm-suppress-shortcuts", "notebook" in document.body.dataset);
  return shadow;
}

/** @param {HTMLElement} place @returns {ShadowRoot} */
function openShadow(place) {
  const shadow = place.attachShadow({ mode: "open" });
  shadow.addEventListener("keydown", (event) => keepKeys(/** @type {KeyboardEvent} */ (event), place));
  // JupyterLab asks at each focusin whether text is typed, and hears none when the focus moves inside of a shadow
  shadow.addEventListener("focusin", (event) => {
    const from = /** @type {FocusEvent} */ (event).relatedTarget;
    if (from && shadow.contains(/** @type {Node} */ (from))) place.dispatchEvent(new FocusEvent("focusin", { bubbles: true, composed: true }));
  });
  return shadow;
}

/**
 * Graphviz's SVG as an element that runs nothing, and whose styles and links stay out of the page.
 * @param {string} text @returns {SVGSVGElement}
 */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("the picture is no SVG");
  for (const unwanted of parsed.querySelectorAll("script, style, foreignObject, title")) unwanted.remove();
  for (const part of parsed.querySelectorAll("*")) {
    for (const { name, value } of [...part.attributes]) {
      // "#name" points into the picture itself, as the pieces of a chess board do, and runs nothing
      if (/^on|href|^xlink/.test(name) && value[0] !== "#") part.removeAttribute(name);
    }
  }
  return /** @type {any} */ (document.importNode(parsed, true));
}

/** @param {keyof typeof ICONS} name @returns {SVGElement} */
export function icon(name) {
  return picture(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" class="icon icon-${name}" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`);
}

/**
 * A button with an icon; its name is spoken, and shown as a tip.
 * @param {keyof typeof ICONS} name @param {string} label @param {() => void} act @param {Object<string, any>} [more]
 */
export function iconButton(name, label, act, more = {}) {
  return ableButton(icon(name), act, { class: "button icon-button", "aria-label": label, title: label, ...more });
}

/** @param {string | Node} text @param {() => void} act @param {Object<string, any>} [more] */
export function textButton(text, act, more = {}) {
  return element("button", { type: "button", class: "button", onclick: act, ...more }, text);
}

/** A button that can be disabled: by ariaDisabled, because disabled would lose the focus, and with it the keyboard. @param {string | Node} text @param {() => void} act @param {Object<string, any>} [more] */
export function ableButton(text, act, more) {
  const button = textButton(text, () => button.ariaDisabled !== "true" && act(), more);
  return button;
}

/** @param {Element} on @param {string} name @param {string} value */
export function setAttribute(on, name, value) {
  if (on.getAttribute(name) !== value) on.setAttribute(name, value);
}

/** Say that something is so; else say nothing. @param {Element} on @param {string} name @param {unknown} value */
export function toggle(on, name, value) {
  if (value) setAttribute(on, name, value === true ? "true" : String(value));
  else on.removeAttribute(name);
}

/** @param {Element} on @param {string} text */
export function setText(on, text) {
  if (on.textContent !== text) on.textContent = text;
}

/** @param {string} base64 @returns {Uint8Array<ArrayBuffer>} */
export function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/**
 * Tell a program when its place comes into the page, now or later, and when it goes or shows something else. A notebook
 * takes cells that are out of view out of the page and puts them back, and throws away what a cell has shown before.
 * An element in the shadow, which nobody sees, notices it.
 * @param {HTMLElement} place @param {{wake: () => void, sleep: () => void}} program
 */
export function followPresence(place, program) {
  const name = "lm-presence";
  if (!customElements.get(name)) {
    customElements.define(name, class extends HTMLElement {
      connectedCallback() {
        /** @type {any} */ (this).come();
      }
      disconnectedCallback() {
        /** @type {any} */ (this).go();
      }
    });
  }
  const [come, go] = [() => program.wake(), () => program.sleep()];
  place.shadowRoot?.append(Object.assign(document.createElement(name), { come, go, hidden: true }));
}

/** @returns {boolean} whether the reader wants nothing to move */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const CLICK = 6; // pixels: a pointer that went no further has clicked

/**
 * Follow the pointer, if it goes far enough to drag something, until it is released or taken away.
 * @param {PointerEvent} start @param {(right: number, down: number, event: PointerEvent) => void} move
 * @param {(event: PointerEvent, dropped: boolean) => void} [end]
 */
export function followPointer(start, move, end = () => {}) {
  const following = new AbortController();
  let dragged = false;
  addEventListener("pointermove", (event) => {
    const [right, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
    dragged ||= Math.hypot(right, down) >= CLICK;
    if (dragged) move(right, down, event);
  }, following);
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    addEventListener(name, (event) => {
      following.abort();
      end(event, dragged && name === "pointerup");
    }, following);
  }
}

/**
 * A toolbar: Tab comes to one of its buttons, and the arrow keys go from there to the others.
 * @param {HTMLElement} toolbar @param {HTMLElement} [stop]  its first stop, else its last button, which is always shown
 * @returns {HTMLElement}
 */
export function oneTabStop(toolbar, stop) {
  const buttons = () => [...toolbar.querySelectorAll("button")];
  const stopAt = (/** @type {EventTarget | undefined | null} */ to) => buttons().forEach((button) => (button.tabIndex = button === to ? 0 : -1));
  toolbar.setAttribute("role", "toolbar");
  toolbar.addEventListener("focusin", ({ target }) => stopAt(target));
  toolbar.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    const shown = buttons().filter((button) => button.offsetParent);
    const at = shown.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    shown[(at + by + shown.length) % shown.length].focus();
    event.preventDefault();
  });
  stopAt(stop || buttons().at(-1)); // where zoom buttons may be hidden
  return toolbar;
}

export const FIELDS = "textarea, select, input:not([type=range])";
const EDITING = /^([acvxyz]|Arrow\w+|Home|End|Backspace|Delete)$/i; // with Ctrl, in a field
const ALWAYS_PASS = /^(F\d+|Shift|Tab)$/;
const ASKING = ".asks, .guess, .treegame, .game"; // every plain key may be meant as an answer there, or as a move

/** Whether a plain key does something at a target. @param {Element} target @param {string} key */
function usesKey(target, key) {
  if (target.matches(FIELDS) || target.closest(ASKING)) return true;
  if (target.matches("button, summary, [role=button], [role=treeitem]")) return key === "Enter" || key === " ";
  return !target.matches(".player") && /^(Enter| |Arrow\w+|Home|End|Page\w+)$/.test(key);
}

/**
 * A notebook acts on keys as they bubble up ("a" inserts a cell, Ctrl with it selects all cells), so a key that does
 * something here stays here, and every other goes on to the notebook. A key whose default is prevented has been handled:
 * whatever is around leaves it alone.
 * @param {KeyboardEvent} event @param {HTMLElement} host
 */
function keepKeys(event, host) {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const target = /** @type {Element} */ (event.target);
  if (event.defaultPrevented) return event.stopPropagation();
  if (key === "Escape") {
    event.preventDefault();
    giveBackFocus(host);
  } else if (altKey || (shiftKey && key === "Enter") || ALWAYS_PASS.test(key)) return;
  else if (ctrlKey || metaKey ? !(target.matches(FIELDS) && EDITING.test(key)) : !usesKey(target, key)) return;
  event.stopPropagation();
}

/** @param {HTMLElement} host */
function giveBackFocus(host) {
  const cell = /** @type {HTMLElement | null} */ (host.closest(".jp-Cell"));
  /** @type {HTMLElement | null | undefined} */ (host.shadowRoot?.activeElement)?.blur();
  if (!cell?.hasAttribute("tabindex")) cell?.setAttribute("tabindex", "-1");
  cell?.focus({ preventScroll: true });
}
