/** One run on the screen: its tree, its sentence, and the panels beside it. */

import { element, setText } from "./dom.js";
import { CodePanel, PositionPanel, StackPanel } from "./panels.js";
import { Reel } from "./reel.js";
import { Stage } from "./stage.js";

export class Run {
  /**
   * @param {import("./reel.js").Pane} pane @param {string} svg
   * @param {{titled: boolean, longest: number, stage?: import("./stage.js").StageOptions}} options
   */
  constructor(pane, svg, options) {
    this.reel = new Reel(pane);
    this.step = 0;
    this.position = Object.keys(pane.boards).length ? new PositionPanel(this.reel) : null;
    this.stage = new Stage(this.reel, svg, { ...options.stage, inspect: (node) => this.inspect(node) });
    this.said = element("p", { class: "sentence-text", role: "status", "aria-live": "polite" });
    // The longest sentence that stands here or beside it keeps the place, so that nothing jumps.
    const space = element("p", { class: "sentence-space", "aria-hidden": "true", text: "nnnn ".repeat(Math.ceil(options.longest / 5)) });
    const sentence = element("div", { class: "sentence" }, space, this.said, this.stage.tip);
    this.stack = new StackPanel(this.reel);
    this.code = pane.source ? new CodePanel(this.reel) : null;
    this.done = element("span", { class: "done" });
    const title = options.titled ? element("div", { class: "run-title" }, element("h3", { text: pane.title || pane.name }), this.done, this.stage.zoomBar) : null;
    const position = this.position && this.position.root;
    const notes = pane.notes.map((note) => element("p", { class: "note", text: note }));
    this.main = element("div", { class: "main" }, title, element("div", { class: "view" }, this.stage.root, options.titled ? position : null), sentence, ...notes);
    this.side = element("div", { class: "side" }, options.titled ? null : position, this.code && this.code.root, this.stack.root);
    this.root = element("div", { class: "run" }, this.main, this.side);
    this.show(0);
  }

  /** @param {number} step */
  show(step) {
    const came = step === this.step + 1 && this.reel.carried(step);
    this.step = Math.min(step, this.reel.length);
    this.stage.show(this.step);
    if (came) this.stage.carry(came.child, came.parent, came.value);
    setText(this.said, this.reel.pane.say[this.step]);
    this.stack.show(this.step);
    if (this.code) this.code.show(this.step);
    if (this.position) this.position.show(this.reel.nodeAt(this.step));
    setText(this.done, this.step === this.reel.length ? this.reel.pane.outcome : "");
  }

  /** What the step is about is in view: after all is shown, for it asks where things are. @param {boolean} [smooth] */
  settle(smooth = false) {
    this.stage.follow(this.reel.nodeAt(this.step) || 0, smooth);
    if (this.code) this.code.reveal();
  }

  /** @param {number | null} node */
  inspect(node) {
    if (this.position) this.position.show(node === null ? this.reel.nodeAt(this.step) : node);
  }
}
