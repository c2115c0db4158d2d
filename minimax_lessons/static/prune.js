/** Click to prune: the learner marks what the search never enters, and is told what is right, too much and missing. */

import { element, textButton } from "./dom.js";
import { TASKS } from "./player.js";
import { Reel } from "./reel.js";
import { Stage } from "./stage.js";

/** @typedef {import("./contract").Pruning} Pruning */

const VERDICTS = /** @type {Object<string, string>} */ ({ right: "✓", over: "✗", under: "!" });

export class PruneTask {
  /** @param {Reel} reel @param {string} svg @param {Pruning} pruning @param {() => void} watch */
  constructor(reel, svg, pruning, watch) {
    this.reel = reel;
    this.pruning = pruning;
    /** @type {Set<number>} */
    this.marked = new Set();
    this.leaves = reel.pane.nodes.map((_, node) => node).filter((node) => !reel.children(node).length);
    this.stage = new Stage(reel, svg, { activate: (node) => this.toggle(node), describe: (node) => this.describe(node) });
    for (const [id, what, value] of pruning.plain) this.stage.draw(this.stage.parts.get(id), what, value);
    this.stage.describeNodes();
    this.result = element("div", { class: "result", role: "status" });
    const buttons = element(
      "div",
      { class: "answers" },
      textButton("Check", () => this.check(), { class: "button main" }),
      textButton("Clear", () => this.clear()),
      textButton("Watch the search", watch, { class: "button quiet" }),
    );
    const task = `Mark what ${reel.pane.name} never looks at: click a node, or move with the arrow keys and press Enter. The root of a subtree is enough.`;
    this.root = element("div", { class: "prune" }, this.stage.root, element("div", { class: "quiz", role: "group", "aria-label": "Your marks" }, element("p", { class: "ask", text: task }), buttons, this.result));
  }

  /** @param {number} node @param {number} root @returns {boolean} */
  below(node, root) {
    return root === 0 || `${this.reel.path(node)}-`.startsWith(`${this.reel.path(root)}-`);
  }

  /** @param {number} root @returns {number[]} */
  leavesBelow(root) {
    return this.leaves.filter((leaf) => this.below(leaf, root));
  }

  /** @param {number} node @returns {number | undefined} the marked node at it or above it */
  markOver(node) {
    return [...this.marked].find((root) => this.below(node, root));
  }

  /** @param {number} node @returns {string} */
  describe(node) {
    const over = this.markOver(node);
    const mark = over === node ? ", marked as pruned" : over === undefined ? "" : ", inside a marked part";
    const part = this.stage.nodePart(node);
    const texts = this.stage.texts(part);
    return `Node ${this.reel.name(node)}${texts.length ? `, ${texts.join(" ")}` : ""}${mark}`;
  }

  /** A click on a marked part takes its mark away; a mark above others takes their place. @param {number} node */
  toggle(node) {
    const over = this.markOver(node);
    if (over !== undefined) this.marked.delete(over);
    else {
      for (const marked of [...this.marked]) if (this.below(marked, node)) this.marked.delete(marked);
      this.marked.add(node);
    }
    this.result.replaceChildren();
    this.showMarks(new Map());
  }

  clear() {
    this.marked.clear();
    this.result.replaceChildren();
    this.showMarks(new Map());
  }

  /** @param {Map<number, string>} verdicts leaf → verdict */
  showMarks(verdicts) {
    this.reel.pane.nodes.forEach((_, node) => {
      const inside = this.markOver(node) !== undefined;
      const below = this.leavesBelow(node).map((leaf) => verdicts.get(leaf));
      const verdict = below.every((each) => each && each === below[0]) ? below[0] : undefined;
      this.stage.badge(node, this.reel.children(node).length ? "" : VERDICTS[verdict || ""] || "");
      for (const part of [this.stage.nodePart(node), this.stage.nodePart(node, "e")]) {
        if (!part) continue;
        part.toggleAttribute("data-marked", inside);
        if (verdict) part.setAttribute("data-verdict", verdict);
        else part.removeAttribute("data-verdict");
      }
    });
    this.stage.describeNodes();
  }

  check() {
    /** @type {Map<number, string>} */
    const verdicts = new Map();
    const gone = this.pruning.pruned.map(([root, why]) => ({ root, why, leaves: this.leavesBelow(root) }));
    const never = new Set(gone.flatMap(({ leaves }) => leaves));
    for (const leaf of this.leaves) {
      const said = this.markOver(leaf) !== undefined;
      if (said || never.has(leaf)) verdicts.set(leaf, said ? (never.has(leaf) ? "right" : "over") : "under");
    }
    const lines = [...this.tooMuch(verdicts), ...gone.flatMap((part) => this.aboutPruned(part, verdicts))];
    this.showMarks(verdicts);
    this.result.replaceChildren(element("p", { class: "summary", text: this.summary(verdicts) }), element("ul", { class: "reasons" }, ...lines));
  }

  /** @param {Map<number, string>} verdicts */
  summary(verdicts) {
    const count = (/** @type {string} */ verdict) => [...verdicts.values()].filter((each) => each === verdict).length;
    const [right, over, under] = [count("right"), count("over"), count("under")];
    if (!verdicts.size) return "Right: this search looks at every leaf.";
    const leaves = (/** @type {number} */ number) => `${number} ${number === 1 ? "leaf" : "leaves"}`;
    if (!over && !under) return `All right: exactly ${leaves(right)} never looked at.`;
    return [right && `${leaves(right)} right`, over && `${over} too many`, under && `${under} missing`].filter(Boolean).join(" · ");
  }

  /** @param {Map<number, string>} verdicts @returns {HTMLElement[]} */
  tooMuch(verdicts) {
    return [...this.marked].flatMap((root) => {
      const below = this.leavesBelow(root);
      const over = below.filter((leaf) => verdicts.get(leaf) === "over");
      const whole = over.length === below.length;
      return (whole ? [root] : over).map((node) => this.line("over", node, "is visited", this.pruning.visited[node] || ""));
    });
  }

  /** @param {{root: number, why: string, leaves: number[]}} part @param {Map<number, string>} verdicts */
  aboutPruned({ root, why, leaves }, verdicts) {
    const missing = leaves.filter((leaf) => verdicts.get(leaf) === "under");
    if (!missing.length) return [this.line("right", root, "is never entered", why)];
    return (missing.length === leaves.length ? [root] : missing).map((node) => this.line("under", node, "is never entered", why));
  }

  /** @param {"right" | "over" | "under"} verdict @param {number} node @param {string} what @param {string} why */
  line(verdict, node, what, why) {
    const said = { right: "Right", over: "Too much", under: "Missing" }[verdict];
    return element("li", { class: verdict }, element("strong", { text: `${said}: ` }), `${this.reel.name(node)} ${what}. ${why}`);
  }
}

TASKS.prune = PruneTask;
