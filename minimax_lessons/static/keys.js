/** The keyboard: the player's own keys, and none of the notebook's while the player has the focus. */

import { element, keepKeys } from "./dom.js";

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
  ["?", "", "show or hide these keys"],
];

/** @param {string[][]} keys  one, another, and what they do @returns {HTMLElement} */
export function keyTable(keys = KEYS) {
  const rows = keys.flatMap(([one, two, what]) => [
    element("dt", {}, element("kbd", { text: one }), ...(two ? [" ", element("kbd", { text: two })] : [])),
    element("dd", { text: what }),
  ]);
  return element("dl", { class: "keys", hidden: true }, ...rows);
}

/**
 * What a key does in the player; false when it is none of the player's.
 * @param {string} key @param {import("./transport.js").Clock | undefined} clock
 * @param {{help: () => void, toDifference?: () => void}} player
 */
function act(key, clock, player) {
  if (key === "?") player.help();
  else if (!clock) return false;
  else if (key.toLowerCase() === "d" && player.toDifference) player.toDifference();
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
  const focused = host.shadowRoot && /** @type {HTMLElement | null} */ (host.shadowRoot.activeElement);
  if (focused) focused.blur();
  if (cell) {
    if (!cell.hasAttribute("tabindex")) cell.setAttribute("tabindex", "-1");
    cell.focus({ preventScroll: true });
  }
}

/**
 * JupyterLab acts on plain keys as they bubble up (an "a" would insert a cell), so none that means something there passes.
 * @param {KeyboardEvent} event
 * @param {{host: HTMLElement, clock?: import("./transport.js").Clock, task?: object | null, help: () => void, toDifference?: () => void, quiz?: any}} player
 */
export function onKey(event, player) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    giveBackFocus(player.host);
    return;
  }
  const target = /** @type {HTMLElement} */ (event.target);
  const first = event.key === "Tab" && !event.shiftKey && target.matches(".player") && player.quiz && player.quiz.first;
  if (first) {
    event.preventDefault(); // the question that waits is one Tab away
    first.focus({ preventScroll: true });
  }
  if (ownsKey(target, event.key) || !act(event.key, player.task ? undefined : player.clock, player)) return keepKeys(event);
  event.preventDefault();
  event.stopPropagation();
}
