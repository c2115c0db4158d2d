/** What stands beside and beneath the tree: the source, the call stack, the counts, the position, the sentence. */

import { element, setAttribute, setText } from "./dom.js";
import { Reel } from "./reel.js";

const PYTHON = new RegExp(
  [
    /(?<comment>#.*)/,
    /(?<string>[rbuf]{0,2}(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))/,
    /\b(?:def|class)\s+(?<defined>\w+)/,
    /\b(?<keyword>and|as|assert|async|await|break|class|continue|def|del|elif|else|except|False|finally|for|from|global|if|import|in|is|lambda|None|nonlocal|not|or|pass|raise|return|True|try|while|with|yield)\b/,
    /\b(?<number>\d[\w.]*)/,
  ]
    .map((part) => part.source)
    .join("|"),
  "giu",
);

/** @param {string} title @param {string} kind @param {Node[]} content @returns {HTMLElement} */
function panel(title, kind, ...content) {
  return element("section", { class: `panel ${kind}`, "aria-label": title }, element("h3", { text: title }), ...content);
}

export class CodePanel {
  /** @param {Reel} reel */
  constructor(reel) {
    const source = reel.pane.source || { text: "", first: 1 };
    this.reel = reel;
    this.first = source.first;
    this.lines = coloured(source.text).map((parts, at) => this.makeLine(parts, source.first + at));
    this.scroller = element("div", { class: "code", tabindex: "0", role: "group", "aria-label": `Source of ${reel.pane.name}` });
    this.scroller.append(element("div", { class: "lines" }, ...this.lines));
    this.root = panel("Code", "code-panel", this.scroller);
  }

  /** A line too long for the pane goes on four letters further in than it began. @param {Node[]} parts @param {number} number */
  makeLine(parts, number) {
    const code = element("code", {}, ...parts);
    const indent = code.textContent.search(/\S|$/) + 4;
    code.style.paddingLeft = `${indent}ch`;
    code.style.textIndent = `-${indent}ch`;
    return element("div", { class: "line" }, element("span", { class: "line-number", "aria-hidden": "true", text: String(number) }), code);
  }

  /** @param {number} step */
  show(step) {
    const number = this.reel.lineAt(step);
    const line = number === null ? undefined : this.lines[number - this.first];
    if (line === this.now) return;
    if (this.now) {
      this.now.classList.remove("now");
      this.now.removeAttribute("aria-current");
    }
    this.now = line;
    if (!line) return;
    line.classList.add("now");
    line.setAttribute("aria-current", "step");
    this.reveal(line);
  }

  /** @param {HTMLElement} line */
  reveal(line) {
    const { scroller } = this;
    if (scroller.scrollHeight <= scroller.clientHeight) return;
    const top = line.offsetTop;
    const room = scroller.clientHeight;
    if (top < scroller.scrollTop + 20 || top > scroller.scrollTop + room - 40) scroller.scrollTop = top - room / 2;
  }
}

/** @param {string} text Python @returns {Node[][]} each line's coloured pieces */
function coloured(text) {
  /** @type {Node[][]} */
  const lines = [[]];
  const write = (/** @type {string} */ piece, /** @type {string | null} */ kind) =>
    piece.split("\n").forEach((part, at) => {
      if (at > 0) lines.push([]);
      if (part) lines[lines.length - 1].push(kind ? element("span", { class: `py-${kind}`, text: part }) : new Text(part));
    });
  let done = 0;
  for (const match of text.matchAll(PYTHON)) {
    const [kind, piece] = Object.entries(match.groups || {}).find(([, value]) => value !== undefined) || ["", ""];
    const start = match.index + match[0].length - piece.length;
    write(text.slice(done, match.index), null);
    if (kind === "defined") write(match[0].split(/\s/)[0], "keyword");
    const begun = kind === "defined" ? match.index + match[0].split(/\s/)[0].length : match.index;
    write(text.slice(begun, start), null);
    write(piece, kind);
    done = match.index + match[0].length;
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
    const heading = (/** @type {string[]} */ [text, spoken]) => element("th", { scope: "col", text, "aria-label": spoken });
    const headings = [["call", "call"], ...this.columns.map((column) => COLUMNS[column])].map(heading);
    this.body = element("tbody");
    this.scroller = element(
      "div",
      { class: "stack", tabindex: "0", role: "group", "aria-label": "Call stack", style: null },
      element("table", {}, element("thead", {}, element("tr", {}, ...headings)), this.body),
    );
    this.scroller.style.setProperty("--rows", String(Math.min(reel.deepest, 7)));
    this.rows = Array.from({ length: reel.deepest }, () => this.makeRow());
    this.root = panel("Call stack", "stack-panel", this.scroller);
  }

  makeRow() {
    const row = element("tr", {}, element("th", { scope: "row" }), ...this.columns.map(() => element("td")));
    this.body.append(row);
    return row;
  }

  /** @param {number} step */
  show(step) {
    const frames = this.reel.stack(step);
    this.rows.forEach((row, at) => {
      const frame = frames[at];
      const texts = [frame && this.reel.name(frame.node), ...this.columns.map((column) => frame && frame[column])];
      texts.forEach((text, column) => setText(row.children[column], text || ""));
      row.className = at === frames.length - 1 ? "now" : "";
      row.hidden = !frame;
    });
    if (frames.length > 7) this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}

/** Leaves visited, pruned and needed, of all, for each run that is shown. */
export class CountsPanel {
  /** @param {Reel[]} reels */
  constructor(reels) {
    this.reels = reels;
    this.bars = reels.map((reel) => this.makeBar(reel));
    this.ratio = element("p", { class: "ratio" });
    this.root = panel("Leaves", "counts-panel", ...this.bars.map((bar) => bar.root), ...(reels.length > 1 ? [this.ratio] : []));
  }

  /** @param {Reel} reel */
  makeBar(reel) {
    const visited = element("span", { class: "bar-visited" });
    const pruned = element("span", { class: "bar-pruned" });
    const { leaves, fewest } = reel.pane;
    const floor = fewest === null ? null : element("span", { class: "bar-floor" });
    if (fewest !== null) floor.style.left = `${(100 * fewest) / reel.leaves}%`;
    const number = () => element("strong", { text: "0" });
    const seen = number();
    const gone = number();
    const text = element(
      "p",
      { class: "bar-text" },
      element("span", { class: "key key-visited" }, seen, leaves === null ? " visited" : ` of ${leaves} visited`),
      element("span", { class: "key key-pruned" }, gone, " pruned"),
      floor && element("span", { class: "key key-floor" }, element("strong", { text: String(fewest) }), " would be enough"),
    );
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

/** @param {Reel[]} reels @param {number[]} counts @param {number} step @returns {string} */
function ratio(reels, counts, step) {
  const [one, two] = reels.map((reel) => reel.pane.title || reel.pane.name);
  const done = reels.every((reel) => step >= reel.length);
  if (!counts[0] || !counts[1]) return "\u00a0";
  const share = `${two} has looked at ${counts[1]} leaves, ${one} at ${counts[0]}`;
  const percent = `${Math.round((100 * counts[1]) / counts[0])} %`;
  if (done) return counts[0] === counts[1] ? `In all both look at ${counts[0]} leaves.` : `In all ${two} looks at ${counts[1]} leaves, ${one} at ${counts[0]}: ${percent}.`;
  const early = reels.findIndex((reel) => step >= reel.length);
  return early >= 0 ? `${share}. ${[one, two][early]} has finished.` : `${share}: ${percent}.`;
}

/** The position of the node that the step is about, or that the pointer is over. */
export class PositionPanel {
  /** @param {Reel} reel */
  constructor(reel) {
    this.reel = reel;
    this.image = element("img", { class: "board", alt: "" });
    this.caption = element("p", { class: "caption" });
    /** @type {number | null | undefined} */
    this.node = undefined;
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

/** The sentence of the step, which a screen reader speaks. The longest one keeps the place, so that nothing jumps. */
export class Sentence {
  /** @param {Reel} reel @param {boolean} speaks */
  constructor(reel, speaks = true) {
    this.reel = reel;
    const longest = reel.pane.say.reduce((length, text) => Math.max(length, text.length), 0);
    this.text = element("p", { class: "sentence-text", role: speaks ? "status" : null, "aria-live": speaks ? "polite" : null });
    const space = element("p", { class: "sentence-space", "aria-hidden": "true", text: "nnnn ".repeat(Math.ceil(longest / 5)) });
    this.root = element("div", { class: "sentence" }, space, this.text);
  }

  /** @param {number} step */
  show(step) {
    setText(this.text, this.reel.pane.say[Math.min(step, this.reel.length)]);
  }
}
