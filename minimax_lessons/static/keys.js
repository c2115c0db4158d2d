/** The player's own keys. */

import { FIELDS, element, iconButton } from "./dom.js";
import { togglePopover } from "./popover.js";

/** @typedef {[one: string, another: string, words: string, acts?: Object<string, (player: any) => unknown>]} KeyRow  an act that returns null has nothing to do in this player */

const stepBy = (/** @type {number} */ by) => (/** @type {any} */ { clock }) => clock.goTo(clock.step + by);
const speedBy = (/** @type {number} */ by) => (/** @type {any} */ { clock }) => clock.changeSpeed(by);

/** What the player's own keys are called, and what they do. @type {KeyRow[]} */
const KEYS = [
  ["←", "→", "go back one step, go forward one step", { ArrowLeft: stepBy(-1), ArrowRight: stepBy(1) }],
  ["Home", "End", "go to the first step, go to the last step", { Home: ({ clock }) => clock.goTo(0), End: ({ clock }) => clock.goTo(clock.length) }],
  ["Space", "", "play or pause", { " ": ({ clock }) => clock.setPlaying(!clock.playing) }],
  ["D", "", "if two searches are compared: go to the first step at which they differ", { d: ({ data, clock }) => (data?.difference ? clock.goTo(data.difference) : null) }],
  ["N", "", "if there are questions: go to the next question", { n: ({ quiz }) => (quiz ? quiz.toNext() : null) }],
  ["+", "−", "raise the speed, lower the speed", { "+": speedBy(1), "=": speedBy(1), "-": speedBy(-1), "−": speedBy(-1) }],
  ["Tab", "", "go to the buttons, to a question, to the tree and to each cut. A cut says whose bound caused it."],
  ["↑ ↓", "← →", "go from node to node in the tree. Enter goes to the step at which the search enters the node, and Enter again to the step at which it leaves the node."],
  ["Ctrl", "wheel", "zoom the tree. Drag the tree to move it, and double-click the tree to fit it."],
  ["Esc", "", "go back to the notebook"],
  ["?", "", "show or hide this list", { "?": ({ help }) => help.toggle() }],
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
 * @typedef {{help: Help, clock?: import("./transport.js").Clock, task?: object | null, quiz?: any}} Keyed
 */

/** Do what a key does in the player; false when it is none of the player's. @param {string} key @param {Keyed} player */
function act(key, player) {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const does = KEYS.map(([, , , acts]) => acts?.[name]).find(Boolean);
  if (!does || (name !== "?" && (!player.clock || player.task))) return false;
  return does(player) !== null;
}

/** Text is typed where text is typed, and a button that is not of the transport is pressed by Space, as everywhere. */
function ownsKey(/** @type {HTMLElement} */ target, /** @type {string} */ key) {
  if (target.matches(FIELDS)) return true;
  return key === " " && target.matches("button, summary, [role=button]") && !target.hasAttribute("data-space");
}

/** @param {KeyboardEvent} event @param {Keyed} player */
export function onKey(event, player) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const first = event.key === "Tab" && !event.shiftKey && target.matches(".player") && player.quiz && player.quiz.first;
  if (first) first.focus({ preventScroll: true }); // the question that waits is one Tab away
  else if (ownsKey(target, event.key) || !act(event.key, player)) return;
  event.preventDefault();
}
