/** Click to prune: the learner marks what the search never enters, and is told what is right, too much and missing. */

import { KINDS, element, textButton, toggle } from "./dom.js";
import { Question } from "./question.js";
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

class PruneTask {
  /** @type {Set<number>} */ marked = new Set();
  /** @type {Map<number, Verdict>} of leaves, once they are checked */ verdicts = new Map();

  /** @param {Reel} reel @param {string} svg @param {Pruning} pruning @param {() => void} watch */
  constructor(reel, svg, pruning, watch) {
    this.reel = reel;
    this.pruning = pruning;
    this.leaves = reel.pane.nodes.map((_, node) => node).filter((node) => !reel.children(node).length);
    this.never = new Set(pruning.pruned.flatMap(([root]) => this.leavesBelow(root)));
    this.stage = new Stage(reel, svg, { activate: (node) => this.toggle(node), describe: (node) => this.describe(node) });
    for (const [id, what, value] of pruning.plain) this.stage.draw(this.stage.parts.get(id), what, value);
    this.stage.describeNodes();
    const ask = `Mark what ${reel.pane.name} never looks at: click a node, or move with the arrow keys and press Enter. The root of a subtree is enough.`;
    const names = (/** @type {Iterable<number>} */ nodes) => [...nodes].map((node) => reel.name(node));
    this.question = new Question(
      { ask, kind: "clicks", answer: names(this.never), replies: [], why: this.never.size ? "" : "This search looks at every leaf." },
      { picked: () => (this.check(), names(this.leaves.filter((leaf) => this.markOver(leaf) !== undefined))), settled: () => this.settled() },
    );
    this.watch = textButton("Watch the search", watch, { class: "button quiet" });
    this.question.controls.append(this.watch);
    this.reasons = element("ul", { class: "reasons" });
    this.root = element("div", { class: "prune" }, this.stage.root, element("div", { class: "quiz" }, this.question.root, this.reasons));
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
    if (this.question.outcome) return;
    const over = this.markOver(node);
    if (over !== undefined) this.marked.delete(over);
    else {
      for (const marked of [...this.marked]) if (this.reel.isBelow(marked, node)) this.marked.delete(marked);
      this.marked.add(node);
    }
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

  /** Say of each mark whether it is right, and how many are missing; where, is said once the answer is shown. */
  check() {
    const marked = this.leaves.filter((leaf) => this.markOver(leaf) !== undefined);
    this.verdicts = new Map(marked.map((leaf) => [leaf, this.never.has(leaf) ? "right" : "over"]));
    const [right, over] = ["right", "over"].map((verdict) => [...this.verdicts.values()].filter((each) => each === verdict).length);
    const under = this.never.size - right;
    const count = [right && `${right} ${right === 1 ? "leaf" : "leaves"} right`, over && `${over} too many`, under && `${under} missing`].filter(Boolean).join(" · ");
    this.question.data.hint = `${count}.`;
    this.showMarks();
    this.reasons.replaceChildren(...this.wrong);
  }

  /** @returns {HTMLElement[]} */
  get wrong() {
    return [...this.marked].flatMap((root) => this.judged(root, "over").map((node) => this.line("over", node, this.pruning.visited[node] || "")));
  }

  settled() {
    for (const leaf of this.never) if (!this.verdicts.has(leaf)) this.verdicts.set(leaf, "under");
    const gone = this.pruning.pruned.flatMap(([root, why]) => {
      const missing = this.judged(root, "under").map((node) => this.line("under", node, why));
      return missing.length ? missing : [this.line("right", root, why)];
    });
    this.showMarks();
    this.reasons.replaceChildren(...this.wrong, ...gone);
    this.question.root.append(this.watch);
    this.watch.focus({ preventScroll: true });
  }

  /** @param {number} root @param {Verdict} verdict @returns {number[]} the leaves below that have it, or the root alone if all do */
  judged(root, verdict) {
    const below = this.leavesBelow(root);
    const found = below.filter((leaf) => this.verdicts.get(leaf) === verdict);
    return found.length === below.length ? [root] : found;
  }

  /** @param {Verdict} verdict @param {number} node @param {string} why */
  line(verdict, node, why) {
    const [sign, said, what] = VERDICTS[verdict];
    return element("li", { class: verdict }, element("strong", { text: `${sign} ${said}: ` }), `${this.reel.name(node)} ${what}. ${why}`);
  }
}

KINDS.pruning = PruneTask;
