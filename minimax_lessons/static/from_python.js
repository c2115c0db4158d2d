/** What Python decides and the page needs, too: bundles.py puts these values here, and they are empty where a module runs by itself. */

/** The style sheet as text. */
export const STYLE = /** @type {{ STYLE?: string }} */ (globalThis).STYLE || "";
/** How many of the last tries at a question are kept. */
export const KEPT_TRIES = /** @type {{ KEPT_TRIES?: number }} */ (globalThis).KEPT_TRIES || Infinity;
/** The paths of each piece, in a square of 1 by 1. */
export const PIECES = /** @type {{ PIECES?: Object<string, string> }} */ (globalThis).PIECES || {};
