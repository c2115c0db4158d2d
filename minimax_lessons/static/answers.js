/** Answers as they are typed: numbers in any hand, words, and several at once. */

/** @param {string} text @returns {number} NaN when it is none */
export function numberIn(text) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(/∞|infinity|inf/i, "Infinity").replace(",", ".");
  const fraction = plain.match(/^([+-]?\d+)\s*\/\s*(\d+)$/);
  if (fraction) return Number(fraction[1]) / Number(fraction[2]);
  return plain === "" ? NaN : Number(plain);
}

/** @param {number} value @returns {string} as number_text in labels.py writes it for readers */
export function numberText(value) {
  const text = !Number.isInteger(value) ? value.toPrecision(4) : Math.abs(value) < 1e6 ? String(value) : value.toPrecision(3);
  const short = text.replace(/\.(\d*?)0+(?=e|$)/, (_, digits) => digits && `.${digits}`);
  return short.replace("e+", "e").replaceAll("-", "−").replace("Infinity", "∞");
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
