/** What stands beside and beneath the tree: the source, the call stack, the counts, the position. */

import { element, setAttribute, setText, toggle } from "./dom.js";
import { Reel } from "./reel.js";

const PYTHON = new RegExp(
  [
    /(?<comment>#.*)/,
    /(?<string>[rbuf]{0,2}(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))/,
    /(?<=\b(?:def|class)\s+)(?<defined>\w+)/,
    /\b(?<keyword>and|as|assert|async|await|break|class|continue|def|del|elif|else|except|False|finally|for|from|global|if|import|in|is|lambda|None|nonlocal|not|or|pass|raise|return|True|try|while|with|yield)\b/,
    /\b(?<number>\d[\w.]*)/,
    /(?<name>[\p{L}_][\p{L}\d_]*)/u,
  ]
    .map((part) => part.source)
    .join("|"),
  "giu",
);

/** @param {string} title @param {string} kind @param {Node[]} content @returns {HTMLElement} */
function panel(title, kind, ...content) {
  return element("div", { class: `panel ${kind}`, role: "group", "aria-label": title }, element("h3", { text: title }), ...content);
}

export class CodePanel {
  /** @type {HTMLElement | undefined} the line at hand */ now;

  /** @param {Reel} reel */
  constructor(reel) {
    const { text, first, folds = [], names = {} } = reel.pane.source || { text: "", first: 1 };
    this.reel = reel;
    /** @type {Map<number, HTMLElement>} by their numbers */
    this.lines = new Map(coloured(text, names).map((parts, at) => [first + at, this.makeLine(parts, first + at)]));
    this.scroller = element("div", { class: "code", tabindex: "0", role: "group", "aria-label": `Source of ${reel.pane.name}` });
    this.scroller.append(element("div", { class: "lines" }, ...this.lines.values()));
    for (const [from, to, short] of folds) this.fold(coloured(short, names)[0], from, to);
    this.root = panel("Code", "code-panel", this.scroller);
  }

  /** A line too long for the pane goes on four letters further in than it began. @param {Node[]} parts @param {number} number @param {string} [tag] */
  makeLine(parts, number, tag = "code") {
    const code = element(tag, {}, ...parts);
    const indent = code.textContent.search(/\S|$/);
    if (indent && code.firstChild instanceof Text) code.firstChild.replaceWith(element("span", { class: "indent", text: " ".repeat(indent) }), code.firstChild.data.slice(indent));
    const text = element("div", { class: "text" }, code, element("span", { class: "values" }));
    text.style.setProperty("--indent", String(indent));
    return element("div", { class: "line" }, element("span", { class: "line-number", "aria-hidden": "true", text: String(number) }), text);
  }

  /** One line stands for a head with its annotations and docstring, until it is asked for. @param {Node[]} parts @param {number} from @param {number} to */
  fold(parts, from, to) {
    const inside = [...this.lines].flatMap(([number, line]) => (number >= from && number <= to ? [line] : []));
    const summary = element("summary", { title: "Show or hide annotations and docstring", "aria-label": `Lines ${from} to ${to}` }, this.makeLine(parts, from, "span"));
    const fold = element("details", { class: "fold" }, summary);
    inside[0].before(fold);
    fold.append(...inside);
  }

  /** @param {number} step */
  show(step) {
    const beside = this.reel.valuesAt(step);
    for (const [number, line] of this.lines) setText(/** @type {Element} */ (line.querySelector(".values")), beside.has(number) ? `← ${beside.get(number)}` : "");
    const number = this.reel.lineAt(step);
    const running = number === null ? undefined : this.lines.get(number);
    const line = /** @type {HTMLElement | null | undefined} */ (running?.closest("details:not([open])")?.querySelector(".line")) || running;
    if (line === this.now) return;
    for (const each of [this.now, line]) {
      each?.classList.toggle("now", each === line);
      if (each) toggle(each, "aria-current", each === line && "step");
    }
    this.now = line;
  }

  get isCut() {
    return this.scroller.scrollHeight > this.scroller.clientHeight + 1;
  }

  reveal() {
    if (!this.now || !this.isCut) return;
    const { scrollTop, clientHeight } = this.scroller;
    const top = this.now.offsetTop;
    if (top < scrollTop + 20 || top > scrollTop + clientHeight - 40) this.scroller.scrollTop = top - clientHeight / 2;
  }
}

/**
 * @param {string} text Python @param {Object<string, "alpha" | "beta">} names  of the bounds, which have their own colours
 * @returns {Node[][]} each line's coloured pieces
 */
function coloured(text, names) {
  /** @type {Node[][]} */
  const lines = [[]];
  const write = (/** @type {string} */ piece, /** @type {string | null} */ kind) =>
    piece.split("\n").forEach((part, at) => {
      if (at > 0) lines.push([]);
      const line = lines[lines.length - 1];
      const last = line[line.length - 1];
      if (kind && part) line.push(element("span", { class: `py-${kind}`, text: part }));
      else if (last instanceof Text) last.data += part;
      else if (part) line.push(new Text(part));
    });
  let done = 0;
  for (const { 0: piece, index, groups } of text.matchAll(PYTHON)) {
    const kind = Object.entries(groups || {}).filter(([, value]) => value !== undefined)[0][0];
    write(text.slice(done, index), null);
    write(piece, kind === "name" ? (Object.hasOwn(names, piece) ? names[piece] : null) : kind);
    done = index + piece.length;
  }
  write(text.slice(done), null);
  return lines;
}

/** @typedef {"alpha" | "beta" | "best"} Column */

/** @type {Record<Column, [heading: string, spoken: string]>} */
const COLUMNS = { alpha: ["α", "alpha"], beta: ["β", "beta"], best: ["best", "best so far"] };

export class StackPanel {
  /** @param {Reel} reel */
  constructor(reel) {
    this.reel = reel;
    /** @type {Column[]} */
    this.columns = reel.hasWindow ? ["alpha", "beta", "best"] : ["best"];
    const headings = this.columns.map((column) => element("th", { scope: "col", class: column, text: COLUMNS[column][0], "aria-label": COLUMNS[column][1] }));
    this.body = element("tbody");
    const table = element("table", {}, element("thead", {}, element("tr", {}, element("th", { scope: "col", text: "call" }), ...headings)), this.body);
    this.scroller = element("div", { class: "stack", tabindex: "0", role: "group", "aria-label": "Call stack" }, table);
    this.scroller.style.setProperty("--rows", String(Math.min(reel.deepest, 7)));
    this.root = panel("Call stack", "stack-panel", this.scroller);
  }

  /** @param {number} step */
  show(step) {
    const frames = this.reel.stack(step);
    const rows = frames.map((frame, at) => {
      const values = this.columns.map((column) => element("td", { class: column, text: frame[column] }));
      return element("tr", { class: at === frames.length - 1 && "now" }, element("th", { scope: "row", text: this.reel.name(frame.node) }), ...values);
    });
    this.body.replaceChildren(...rows);
    if (frames.length > 7) this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}

const COUNTED = {
  visited: "Leaves that the search has looked at so far",
  pruned: "Leaves that the search skips because of a cut",
  floor: "The fewest leaves that any search needs to find the value of this tree",
};

/** Leaves visited, pruned and needed, of all, for each run that is shown. */
export class CountsPanel {
  /** @param {Reel[]} reels */
  constructor(reels) {
    this.reels = reels;
    this.bars = reels.map((reel) => this.makeBar(reel));
    this.ratio = element("p", { class: "ratio" });
    this.root = panel("Leaves", "counts-panel", ...this.bars.map((bar) => bar.root));
  }

  /** @param {Reel} reel */
  makeBar(reel) {
    const visited = element("span", { class: "bar-visited" });
    const pruned = element("span", { class: "bar-pruned" });
    const { leaves, fewest } = reel.pane;
    const floor = fewest === null ? null : element("span", { class: "bar-floor" });
    if (fewest !== null) floor.style.left = `${(100 * fewest) / reel.leaves}%`;
    const [seen, gone, enough] = ["0", "0", fewest].map((text) => element("strong", { text }));
    const key = (/** @type {keyof typeof COUNTED} */ kind, /** @type {string} */ before, /** @type {Node} */ number, /** @type {string} */ after) =>
      element("span", { class: `key key-${kind}`, title: COUNTED[kind] }, before, number, after);
    const prunes = this.reels.some((each) => each.pruned[each.length] > 0);
    const visitedOf = key("visited", "", seen, leaves === null ? " visited" : ` of ${leaves} visited`);
    const text = element("p", { class: "bar-text" }, visitedOf, prunes ? key("pruned", "", gone, " pruned") : null, floor && key("floor", "at least ", enough, " needed"));
    const title = this.reels.length > 1 ? element("h4", { text: reel.pane.title || reel.pane.name }) : null;
    const root = element("div", { class: "count" }, title, element("div", { class: "bar", "aria-hidden": "true" }, visited, pruned, floor), text);
    return { root, visited, pruned, seen, gone };
  }

  /** @param {number} step */
  show(step) {
    const counts = this.reels.map((reel, at) => {
      const there = Math.min(step, reel.length);
      const { visited, pruned, seen, gone } = this.bars[at];
      visited.style.width = `${(100 * reel.visited[there]) / reel.leaves}%`;
      pruned.style.width = `${(100 * reel.pruned[there]) / reel.leaves}%`;
      setText(seen, String(reel.visited[there]));
      setText(gone, String(reel.pruned[there]));
      return reel.visited[there];
    });
    if (counts.length > 1) setText(this.ratio, ratio(this.reels, counts, step));
  }
}

/** Short, so that it has room beside the buttons. @param {Reel[]} reels @param {number[]} counts @param {number} step @returns {string} */
function ratio(reels, [one, two], step) {
  const when = reels.every((reel) => step >= reel.length) ? "in all" : "so far";
  if (!one || !two) return "\u00a0";
  return one === two ? `${one} ${one === 1 ? "leaf" : "leaves"} each ${when}` : `${one} and ${two} leaves ${when}: ${Math.round((100 * two) / one)} %`;
}

/** The position of the node that the step is about, or that the pointer is over. */
export class PositionPanel {
  /** @type {number | null | undefined} */ node;

  /** @param {Reel} reel */
  constructor(reel) {
    this.reel = reel;
    this.image = element("img", { class: "board", alt: "" });
    this.caption = element("p", { class: "caption" });
    this.root = panel("Position", "position-panel", this.image, this.caption);
  }

  /** @param {number | null} node */
  show(node) {
    if (node === this.node) return;
    this.node = node;
    const { boards, pictures } = this.reel.pane;
    const place = boards[this.reel.path(node || 0)];
    const where = `Node ${this.reel.name(node || 0)}`;
    this.image.hidden = place === undefined;
    // Shown as an image, a drawing by anybody's _repr_svg_ can run nothing.
    if (place !== undefined) setAttribute(this.image, "src", `data:image/svg+xml,${encodeURIComponent(pictures[place])}`);
    setAttribute(this.image, "alt", `The position at n${where.slice(1)}`);
    setText(this.caption, place === undefined ? `${where}: the page has no room for so many drawings. A smaller depth shows all.` : where);
  }
}
