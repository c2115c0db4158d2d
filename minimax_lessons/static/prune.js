/** Click to prune: the learner marks what the search never enters, and is told what is right, too much and missing. */

import { KINDS, element, textButton, toggle } from "./dom.js";
import { Reel } from "./reel.js";
import { Stage } from "./stage.js";

/** @typedef {import("./contract").Pruning} Pruning */

/** @typedef {"right" | "over" | "under"} Verdict */

/** @type {Record<Verdict, [sign: string, said: string, what: string]>} */
const VERDICTS = {
  right: ["✓", "Right", "is never entered"],
  over: ["✗", "Too much", "is visited"],
  under: ["!", "Missing", "is never entered"],
};

export class PruneTask {
  /** @type {Set<number>} */ marked = new Set();
  /** @type {Map<number, Verdict>} of leaves, once they are checked */ verdicts = new Map();

  /** @param {Reel} reel @param {string} svg @param {Pruning} pruning @param {() => void} watch */
  constructor(reel, svg, pruning, watch) {
    this.reel = reel;
    this.pruning = pruning;
    this.leaves = reel.pane.nodes.map((_, node) => node).filter((node) => !reel.children(node).length);
    this.stage = new Stage(reel, svg, { activate: (node) => this.toggle(node), describe: (node) => this.describe(node) });
    for (const [id, what, value] of pruning.plain) this.stage.draw(this.stage.parts.get(id), what, value);
    this.stage.describeNodes();
    this.result = element("div", { class: "result", role: "status" });
    const check = textButton("Check", () => this.check(), { class: "button main" });
    const buttons = element("div", { class: "answers" }, check, textButton("Clear", () => this.clear()), textButton("Watch the search", watch, { class: "button quiet" }));
    const task = `Mark what ${reel.pane.name} never looks at: click a node, or move with the arrow keys and press Enter. The root of a subtree is enough.`;
    this.root = element("div", { class: "prune" }, this.stage.root, element("div", { class: "quiz", role: "group", "aria-label": "Your marks" }, element("p", { class: "ask", text: task }), buttons, this.result));
  }

  /** @param {number} root @returns {number[]} */
  leavesBelow(root) {
    return this.leaves.filter((leaf) => this.reel.isBelow(leaf, root));
  }

  /** @param {number} node @returns {number | undefined} the marked node at it or above it */
  markOver(node) {
    return [...this.marked].find((root) => this.reel.isBelow(node, root));
  }

  /** @param {number} node @returns {string} */
  describe(node) {
    const over = this.markOver(node);
    const mark = over === node ? ", marked as pruned" : over === undefined ? "" : ", inside a marked part";
    const texts = this.stage.texts(this.stage.nodePart(node));
    return `Node ${this.reel.name(node)}${texts.length ? `, ${texts.join(" ")}` : ""}${mark}`;
  }

  /** A click on a marked part takes its mark away; a mark above others takes their place. @param {number} node */
  toggle(node) {
    const over = this.markOver(node);
    if (over !== undefined) this.marked.delete(over);
    else {
      for (const marked of [...this.marked]) if (this.reel.isBelow(marked, node)) this.marked.delete(marked);
      this.marked.add(node);
    }
    this.unmark();
  }

  clear() {
    this.marked.clear();
    this.unmark();
  }

  unmark() {
    this.result.replaceChildren();
    this.verdicts.clear();
    this.showMarks();
  }

  showMarks() {
    this.reel.pane.nodes.forEach((_, node) => {
      const below = new Set(this.leavesBelow(node).map((leaf) => this.verdicts.get(leaf)));
      const [verdict] = below.size === 1 ? below : [];
      this.stage.badge(node, verdict && !this.reel.children(node).length ? VERDICTS[verdict][0] : "");
      for (const part of [this.stage.nodePart(node), this.stage.nodePart(node, "e")]) {
        if (!part) continue;
        part.toggleAttribute("data-marked", this.markOver(node) !== undefined);
        toggle(part, "data-verdict", verdict);
      }
    });
    this.stage.describeNodes();
  }

  check() {
    const { pruned, visited } = this.pruning;
    const never = new Set(pruned.flatMap(([root]) => this.leavesBelow(root)));
    this.verdicts.clear();
    for (const leaf of this.leaves) {
      const said = this.markOver(leaf) !== undefined;
      if (said || never.has(leaf)) this.verdicts.set(leaf, said ? (never.has(leaf) ? "right" : "over") : "under");
    }
    const wrong = [...this.marked].flatMap((root) => this.judged(root, "over").map((node) => this.line("over", node, visited[node] || "")));
    const gone = pruned.flatMap(([root, why]) => {
      const missing = this.judged(root, "under").map((node) => this.line("under", node, why));
      return missing.length ? missing : [this.line("right", root, why)];
    });
    this.showMarks();
    this.result.replaceChildren(element("p", { class: "summary", text: this.summary() }), element("ul", { class: "reasons" }, ...wrong, ...gone));
  }

  /** @param {number} root @param {Verdict} verdict @returns {number[]} the leaves below that have it, or the root alone if all do */
  judged(root, verdict) {
    const below = this.leavesBelow(root);
    const found = below.filter((leaf) => this.verdicts.get(leaf) === verdict);
    return found.length === below.length ? [root] : found;
  }

  summary() {
    const [right, over, under] = ["right", "over", "under"].map((verdict) => [...this.verdicts.values()].filter((each) => each === verdict).length);
    if (!this.verdicts.size) return "Right: this search looks at every leaf.";
    const leaves = `${right} ${right === 1 ? "leaf" : "leaves"}`;
    if (!over && !under) return `All right: exactly ${leaves} never looked at.`;
    return [right && `${leaves} right`, over && `${over} too many`, under && `${under} missing`].filter(Boolean).join(" · ");
  }

  /** @param {Verdict} verdict @param {number} node @param {string} why */
  line(verdict, node, why) {
    const [, said, what] = VERDICTS[verdict];
    return element("li", { class: verdict }, element("strong", { text: `${said}: ` }), `${this.reel.name(node)} ${what}. ${why}`);
  }
}

KINDS.pruning = PruneTask;
