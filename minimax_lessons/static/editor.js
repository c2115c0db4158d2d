/** The editor: nested lists as text, the tree at once, its children dragged or keyed into another order. */

import { element, followPresence, inShadow, setText, textButton, toggle } from "./dom.js";
import { Kernel } from "./kernel.js";
import { Player } from "./player.js";
import { Screen } from "./screen.js";

const PAUSE = 150; // milliseconds without a key before Python reads the text

class Editor {
  /** @type {string[]} what was typed before a tree took its place that nobody typed */ before = [];
  /** @type {Player | null} */ player = null;
  /** @type {string | null} the path of a node that has just been moved */ moved = null;
  shownId = "";

  /** @param {HTMLElement} el @param {any} model */
  constructor(el, model) {
    this.model = model;
    this.text = element("textarea", { class: "source", rows: 2, spellcheck: "false", "aria-label": "The tree as nested lists", "aria-describedby": "problem" });
    this.text.value = model.get("text");
    this.text.addEventListener("input", () => this.typed());
    this.problem = element("div", { class: "problem", id: "problem", role: "alert" });
    this.outcome = element("p", { class: "outcome", role: "status" });
    this.kernel = new Kernel(model, this.outcome, () => {});
    this.place = element("div", {});
    const hint = "Drag a node sideways, or put the focus on it and press Shift with ← or →, to change the order.";
    const row = element("div", { class: "editor-row" }, this.text, this.chooser());
    const names = { class: "player editor", role: "group", "aria-label": "Your own tree" };
    this.root = element("div", names, row, this.problem, this.outcome, element("p", { class: "hint", text: hint }));
    this.shadow = inShadow(el, this.root, this.place);
    followPresence(el, new Screen(el, this.root, () => {}));
    this.show();
  }

  chooser() {
    const number = (/** @type {string} */ label, /** @type {number} */ value, /** @type {number} */ most) =>
      element("input", { type: "number", min: label === "Seed" ? 0 : 1, max: most, value, "aria-label": label });
    this.undoButton = textButton("Undo", () => this.undo(), { "aria-disabled": "true" });
    this.branching = number("Branching", 2, 6);
    this.depth = number("Depth", 3, 8);
    this.seed = number("Seed", 0, 999999);
    this.first = element("select", { "aria-label": "Who moves first" }, element("option", { value: "max", text: "MAX" }), element("option", { value: "min", text: "MIN" }));
    this.first.value = this.model.get("root");
    this.first.addEventListener("change", () => this.send({ root: this.first.value }));
    const fields = Object.entries({ First: this.first, Branching: this.branching, Depth: this.depth, Seed: this.seed });
    const labels = fields.map(([label, field]) => element("label", {}, label, field));
    const random = textButton("Random tree", () => this.random());
    return element("div", { class: "chooser" }, ...labels, random, this.undoButton);
  }

  random() {
    const [branching, depth, seed] = [this.branching, this.depth, this.seed].map((field) => Number(field.value));
    this.remember();
    this.kernel.ask({ branching, depth, seed });
    this.seed.value = String(seed + 1);
  }

  remember() {
    if (this.before[this.before.length - 1] !== this.text.value) this.before.push(this.text.value);
    this.undoButton.ariaDisabled = "false";
  }

  undo() {
    const text = this.before.pop();
    this.undoButton.ariaDisabled = String(!this.before.length);
    if (text === undefined) return;
    this.text.value = text;
    this.send({ text });
  }

  /** @param {Object<string, any>} traits */
  send(traits) {
    if (!this.kernel.ask()) return; // a change of traits that nobody hears fails in silence
    for (const [name, value] of Object.entries(traits)) this.model.set(name, value);
    this.model.save_changes();
  }

  typed() {
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => this.send({ text: this.text.value }), PAUSE);
  }

  /** Show what Python made of the text. */
  show() {
    this.kernel.answered();
    const answer = this.model.get("answer");
    this.showProblem(answer.problem);
    if (answer.outcome) setText(this.outcome, answer.outcome);
    if (!answer.data || answer.data.id === this.shownId) return;
    this.shownId = answer.data.id;
    const stage = { move: (/** @type {number} */ node, /** @type {number} */ to) => this.move(node, to) };
    this.player = new Player(this.place, answer.data, { step: Infinity, stage, above: this.root });
    if (this.moved !== null) this.focusMoved(this.moved);
  }

  /** @param {{message: string, start: number, end: number} | null} problem */
  showProblem(problem) {
    toggle(this.text, "aria-invalid", problem !== null);
    this.problem.replaceChildren();
    if (!problem) return;
    const text = this.text.value;
    const { start, end } = problem;
    const [before, after] = [text.slice(Math.max(0, start - 30), start), text.slice(end, end + 30)];
    const wrong = element("mark", { text: text.slice(start, end) || " " });
    const around = element("code", { class: "excerpt" }, before, wrong, after);
    this.problem.append(element("p", { text: problem.message }), around);
  }

  get run() {
    return /** @type {Player} */ (this.player).runs[0];
  }

  /** @param {number} node @param {number} to  its new place among its sisters */
  move(node, to) {
    const { reel } = this.run;
    const path = reel.path(node);
    const above = reel.parent(node);
    if (above === null || to < 0 || to >= reel.children(above).length) return;
    if (this.text.value !== this.model.get("answer").text) return; // it has just been typed: the places may be others
    this.remember();
    this.moved = `${path.slice(0, path.lastIndexOf("-") + 1)}${to}`;
    this.kernel.ask({ path: path.split("-").map(Number), to });
  }

  /** @param {string} path */
  focusMoved(path) {
    this.moved = null;
    const { stage, reel } = this.run;
    const node = reel.numberAt.get(path);
    if (node !== undefined) stage.focusNode(node);
  }
}

/**
 * Draw the editor of a notebook's widget.
 * @param {{model: any, el: HTMLElement}} widget @returns {() => void} the clean-up
 */
function render({ model, el }) {
  el.classList.add("lm-live"); // so that the still beside it is not seen
  const editor = new Editor(el, model);
  const retyped = () => {
    if (model.get("text") !== editor.text.value && editor.shadow.activeElement !== editor.text) editor.text.value = model.get("text");
  };
  const ears = { "change:answer": () => editor.show(), "change:text": retyped };
  model.on(ears);
  return () => {
    model.off(ears);
    editor.kernel.remove();
  };
}

export default { render };
