/** Answers as they are typed: numbers in any hand, words, and several at once. */

import { element } from "./dom.js";

/**
 * A form for a number, or for one behind each label; it waits until each field holds one.
 * @param {string[]} labels @param {string} button @param {(values: string[]) => void} enter @param {(why: string) => void} refuse
 * @returns {HTMLFormElement}
 */
export function numberForm(labels, button, enter, refuse) {
  const fields = (labels.length ? labels : [""]).map((label) => {
    const input = element("input", { type: "text", class: "number", autocomplete: "off", "aria-label": label || "A number", placeholder: label || "a number" });
    return element("label", {}, label && `${label} = `, input);
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const inputs = fields.map((field) => field.querySelector("input"));
    const wrong = inputs.find(({ value }) => Number.isNaN(numberIn(value)));
    if (!wrong) return enter(inputs.map(({ value }) => value.trim()));
    refuse("Type a number, such as 5, −4, 1/2 or ∞.");
    wrong.focus();
  };
  return element("form", { class: "number-form", onsubmit: submit }, ...fields, element("button", { class: "button main", text: button }));
}

/** @param {string} text @returns {number} NaN when it is none */
export function numberIn(text) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(/∞|infinity|inf/i, "Infinity").replace(",", ".");
  const fraction = plain.match(/^([+-]?\d+)\s*\/\s*(\d+)$/);
  if (fraction) return Number(fraction[1]) / Number(fraction[2]);
  return plain === "" ? NaN : Number(plain);
}

/** @param {string} text @returns {string} a number as the pictures write it */
export function written(text) {
  return text.trim().replace("-", "−").replace(/infinity|inf/i, "∞");
}

/** @param {string} said @param {string} meant */
export function same(said, meant) {
  const number = numberIn(meant);
  if (!Number.isNaN(number)) return numberIn(said) === number;
  const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[−–]/g, "-").replace(/×/g, "x").replace(/[\x22\x27\x60\s.]/g, "");
  return plain(said) === plain(meant);
}

/** @param {string} text @returns {string[]} what stands between commas, spaces or arrows */
export function listed(text) {
  return text.split(/[\s,;[\](){}]+|->|→/).filter(Boolean);
}

/** @param {string[]} said @param {string[]} meant @param {boolean} ordered */
export function sameAll(said, meant, ordered) {
  if (said.length !== meant.length) return false;
  if (ordered) return said.every((each, at) => same(each, meant[at]));
  const left = [...meant];
  return said.every((each) => {
    const at = left.findIndex((other) => same(each, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
