/** The keyboard: the player's own keys, and none of the notebook's while the player has the focus. */

import { element, iconButton, keepKeys } from "./dom.js";
import { togglePopover } from "./popover.js";

const KEYS = [
  ["←", "→", "a step back, a step on"],
  ["Home", "End", "to the first, to the last step"],
  ["Space", "", "play, pause"],
  ["D", "", "where two searches are compared: to the first step at which they differ"],
  ["+", "−", "faster, slower"],
  ["Tab", "", "to a question, the controls, the tree, and each cut: it tells whose bound made it"],
  ["↑ ↓", "← →", "in the tree: from node to node; Enter goes to where the search enters it, and returns"],
  ["Ctrl", "wheel", "zoom the tree; drag to move it, double click to fit it"],
  ["Esc", "", "back to the notebook"],
  ["Alt Shift", "A", "for the lecturer: show the answers to all questions of the page, or hide them"],
  ["?", "", "show or hide these keys"],
];

/** The table of keys, and the button that shows and hides it. */
export class Help {
  /** @param {string[][]} keys  one, another, and what they do */
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
 * @typedef {{clock?: import("./transport.js").Clock, task?: object | null, toDifference?: () => void, quiz?: any}} Played
 * @typedef {{host: HTMLElement, help: Help} & Played} Keyed
 */

/** What a key does in the player; false when it is none of the player's. @param {string} key @param {Keyed} player */
function act(key, { clock, task, help, toDifference }) {
  if (key === "?") help.toggle();
  else if (!clock || task) return false;
  else if (key.toLowerCase() === "d" && toDifference) toDifference();
  else if (key === "ArrowLeft") clock.goTo(clock.step - 1);
  else if (key === "ArrowRight") clock.goTo(clock.step + 1);
  else if (key === "Home") clock.goTo(0);
  else if (key === "End") clock.goTo(clock.length);
  else if (key === " ") clock.setPlaying(!clock.playing);
  else if (key === "+" || key === "=") clock.changeSpeed(1);
  else if (key === "-" || key === "−") clock.changeSpeed(-1);
  else return false;
  return true;
}

/** Text is typed where text is typed, and a button that is not of the transport is pressed by Space, as everywhere. */
function ownsKey(/** @type {HTMLElement} */ target, /** @type {string} */ key) {
  if (target.matches("textarea, select, input:not([type=range])")) return true;
  return key === " " && target.matches("button, [role=button]") && !target.hasAttribute("data-space");
}

/** @param {HTMLElement} host */
function giveBackFocus(host) {
  const cell = /** @type {HTMLElement | null} */ (host.closest(".jp-Cell"));
  /** @type {HTMLElement | null | undefined} */ (host.shadowRoot?.activeElement)?.blur();
  if (!cell?.hasAttribute("tabindex")) cell?.setAttribute("tabindex", "-1");
  cell?.focus({ preventScroll: true });
}

/**
 * JupyterLab acts on plain keys as they bubble up (an "a" would insert a cell), so none that means something there passes.
 * @param {KeyboardEvent} event @param {Keyed} player
 */
export function onKey(event, player) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const first = event.key === "Tab" && !event.shiftKey && target.matches(".player") && player.quiz && player.quiz.first;
  if (first) {
    event.preventDefault(); // the question that waits is one Tab away
    first.focus({ preventScroll: true });
  }
  if (event.key === "Escape") giveBackFocus(player.host);
  else if (ownsKey(target, event.key) || !act(event.key, player)) return keepKeys(event);
  event.preventDefault();
  event.stopPropagation();
}
