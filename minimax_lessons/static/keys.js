/** The player's own keys. */

import { element, iconButton } from "./dom.js";
import { togglePopover } from "./popover.js";

/** @typedef {[one: string, another: string, words: string, acts?: Object<string, (player: any) => void>]} KeyRow */

const stepBy = (/** @type {number} */ by) => (/** @type {any} */ { clock }) => clock.goTo(clock.step + by);
const speedBy = (/** @type {number} */ by) => (/** @type {any} */ { clock }) => clock.changeSpeed(by);

/** What the player's own keys are called, and what they do. @type {KeyRow[]} */
const KEYS = [
  ["←", "→", "a step back, a step on", { ArrowLeft: stepBy(-1), ArrowRight: stepBy(1) }],
  ["Home", "End", "to the first, to the last step", { Home: ({ clock }) => clock.goTo(0), End: ({ clock }) => clock.goTo(clock.length) }],
  ["Space", "", "play, pause", { " ": ({ clock }) => clock.setPlaying(!clock.playing) }],
  ["D", "", "where two searches are compared: to the first step at which they differ"],
  ["N", "", "where questions are asked: to the next question"],
  ["+", "−", "faster, slower", { "+": speedBy(1), "=": speedBy(1), "-": speedBy(-1), "−": speedBy(-1) }],
  ["Tab", "", "to a question, the controls, the tree, and each cut: it tells whose bound made it"],
  ["↑ ↓", "← →", "in the tree: from node to node; Enter goes to where the search enters it, and returns"],
  ["Ctrl", "wheel", "zoom the tree; drag to move it, double click to fit it"],
  ["Esc", "", "back to the notebook"],
  ["Alt Shift", "A", "for the lecturer: show the answers to all questions of the page, or hide them"],
  ["?", "", "show or hide these keys", { "?": ({ help }) => help.toggle() }],
];

/** The table of keys, and the button that shows and hides it. */
export class Help {
  /** @param {KeyRow[]} keys */
  constructor(keys = KEYS) {
    const rows = keys.flatMap(([one, two, what]) => [
      element("dt", {}, element("kbd", { text: one }), ...(two ? [" ", element("kbd", { text: two })] : [])),
      element("dd", { text: what }),
    ]);
    this.root = element("dl", { class: "popover keys" }, ...rows);
    this.button = iconButton("help", "Keys", () => this.toggle(), { "aria-expanded": "false" });
  }

  toggle() {
    togglePopover(this.root, this.button);
  }
}

/**
 * What has the keys. A clock is played by them where no task is in the way; a quiz has its field one Tab away.
 * @typedef {{clock?: import("./transport.js").Clock, task?: object | null, acts?: Object<string, (() => void) | undefined>, quiz?: any}} Played
 * @typedef {{host: HTMLElement, help: Help} & Played} Keyed
 */

/** Do what a key does in the player; false when it is none of the player's. @param {string} key @param {Keyed} player */
function act(key, player) {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const does = player.acts?.[name] || KEYS.map(([, , , acts]) => acts?.[name]).find(Boolean);
  if (!does || (name !== "?" && (!player.clock || player.task))) return false;
  does(player);
  return true;
}

/** Text is typed where text is typed, and a button that is not of the transport is pressed by Space, as everywhere. */
function ownsKey(/** @type {HTMLElement} */ target, /** @type {string} */ key) {
  if (target.matches("textarea, select, input:not([type=range])")) return true;
  return key === " " && target.matches("button, [role=button]") && !target.hasAttribute("data-space");
}

/** @param {KeyboardEvent} event @param {Keyed} player */
export function onKey(event, player) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const first = event.key === "Tab" && !event.shiftKey && target.matches(".player") && player.quiz && player.quiz.first;
  if (first) first.focus({ preventScroll: true }); // the question that waits is one Tab away
  else if (ownsKey(target, event.key) || !act(event.key, player)) return;
  event.preventDefault();
  event.stopPropagation();
}
