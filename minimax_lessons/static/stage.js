/** The tree: Graphviz's picture with the step's looks, zoom, following, and what the pointer or the focus asks about. */

import { element, followPointer, iconButton, isStill, picture, setAttribute, setText, textButton } from "./dom.js";
import { closePopover, togglePopover } from "./popover.js";
import { Reel } from "./reel.js";
import { savePicture } from "./saving.js";

const SMALLEST_TEXT = 12; // CSS pixels: what cannot be shown so large is not shown, as in an overview
const TEXT_GROWS = 1.4; // so much larger than drawn may small text get in a tree that is made smaller
const LARGEST_FIT = 1.15;
const ZOOM_STEP = 1.25;
const TAB_STOPS = 30;
const SCROLL_BAR = 16; // pixels that a tree wider than its pane leaves to the bar
const CARRIED = 200; // milliseconds that a value takes from a child to its parent
const STATES = { now: "the search is here", pruned: "cut, never visited", unseen: "not visited yet" };

/**
 * @typedef {object} StageOptions
 * @property {(node: number | null) => void} [inspect]  the pointer is over a node (null: over none)
 * @property {(node: number) => void} [activate]  a node was clicked, or Enter or Space pressed on it
 * @property {(node: number) => string} [describe]  what a screen reader says of a node, if not how it looks
 * @property {(node: number, to: number) => void} [move]  a node was dragged or keyed to another place among its sisters
 */

export class Stage {
  step = 0;
  zoom = 0; // 0: fitted to the pane
  wanted = 1; // the scale it would have if there were room
  scale = 1;
  overview = 0; // the smallest scale
  enlarged = 1;
  focused = 0; // the node that Tab leads to, where nodes can be activated
  /** @type {Map<string, SVGGElement>} */
  parts = new Map();
  /** @type {string | null} */
  pointed = null;
  dragged = false;
  fitted = 1;
  given = 0; // pixels of height when it was fitted
  /** @type {Stage[]} those beside it, which have the same scale */
  twins = [];
  /** @type {Set<number>} nodes that look otherwise than a screen reader was told */
  stale = new Set();
  seenCuts = -1;

  /** @param {Reel} reel @param {string} svg  its picture, at any step @param {StageOptions} [options] */
  constructor(reel, svg, options = {}) {
    this.reel = reel;
    this.options = options;
    this.svg = picture(svg);
    const { width, height } = this.svg.viewBox.baseVal;
    this.width = width;
    this.height = height;
    this.textSize = parseFloat(this.svg.getAttribute("font-size") || "") || SMALLEST_TEXT;
    this.readable = SMALLEST_TEXT / (this.textSize * TEXT_GROWS);
    this.readPicture();
    this.level = element("span", { class: "zoom-level" });
    this.tip = element("p", { class: "tip", hidden: true }); // stands over the sentence, so that it hides nothing of the tree
    this.scroller = element("div", { class: "scroller" }, this.svg);
    this.saving = this.makeSaving();
    this.zoomBar = this.makeZoomBar();
    this.root = element("div", { class: "stage" }, this.scroller, this.saving);
    this.listen();
    this.listenToPointers();
  }

  /** Several pictures share a page, and an id may be there only once: the picture's own become data-id. */
  readPicture() {
    for (const part of this.svg.querySelectorAll("[id]")) {
      part.setAttribute("data-id", part.id);
      this.parts.set(part.id, /** @type {SVGGElement} */ (part));
      part.removeAttribute("id");
    }
    for (const text of /** @type {NodeListOf<SVGTextElement>} */ (this.svg.querySelectorAll("text[font-size]"))) {
      text.style.fontSize = `max(${text.getAttribute("font-size")}px, var(--floor))`;
    }
    this.reel.changes.forEach((_, slot) => this.set(slot, this.reel.valueAt(slot, 0)));
    this.svg.setAttribute("focusable", "false");
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
  }

  makeZoomBar() {
    const less = iconButton("minus", "Zoom out", () => this.setZoom(this.scale / ZOOM_STEP));
    const more = iconButton("plus", "Zoom in", () => this.setZoom(this.scale * ZOOM_STEP));
    const fit = iconButton("fit", "Fit the tree", () => this.setZoom(0));
    const save = iconButton("save", "Save the picture", () => togglePopover(this.saving, save), { "aria-expanded": "false" });
    return element("div", { class: "zoom-bar", role: "group", "aria-label": "Zoom" }, less, this.level, more, fit, save);
  }

  makeSaving() {
    const save = (/** @type {"svg" | "png"} */ kind) => {
      closePopover();
      savePicture(this.svg, `${this.reel.pane.name}-${this.step}`, kind);
    };
    const buttons = [textButton("Save as SVG", () => save("svg")), textButton("Save as PNG", () => save("png"))];
    return element("div", { class: "popover saving", role: "group", "aria-label": "Save this step's picture" }, ...buttons);
  }

  listen() {
    this.svg.addEventListener("pointerover", (event) => this.point(event.target));
    this.svg.addEventListener("pointerleave", () => this.point(null));
    this.svg.addEventListener("focusin", (event) => this.point(event.target));
    this.svg.addEventListener("focusout", () => this.point(null));
    this.makeNodesActive();
  }

  /** Drag to move the tree in its pane, turn the wheel with Ctrl to zoom, double click to fit. */
  listenToPointers() {
    const { scroller } = this;
    scroller.addEventListener("pointerdown", (/** @type {PointerEvent} */ start) => {
      if (start.button !== 0 || !start.isPrimary || this.options.move) return;
      this.dragged = false;
      const { scrollLeft, scrollTop } = scroller;
      followPointer(start, (right, down) => {
        this.dragged = true;
        scroller.scrollTo({ left: scrollLeft - right, top: scrollTop - down, behavior: "instant" });
      });
    });
    scroller.addEventListener("dblclick", () => this.setZoom(0));
    scroller.addEventListener("scroll", () => this.showMore());
    scroller.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.setZoom(this.scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    }, { passive: false });
  }

  /** @param {number} step */
  show(step) {
    for (const [slot, value] of this.reel.between(this.step, step)) this.set(slot, value);
    for (const node of this.stale) this.describe(node);
    this.stale.clear();
    this.showCuts(step);
    this.step = step;
  }

  /** Let a value move along the edge from a child to its parent. @param {number} child @param {number} parent @param {string} value @param {number} [duration]  in milliseconds */
  async carry(child, parent, value, duration = CARRIED) {
    if (isStill()) return;
    const carried = document.importNode(picture(`<svg xmlns="http://www.w3.org/2000/svg"><g class="carried"><circle r="15"/><text dy="0.35em"/></g></svg>`).children[0], true);
    /** @type {Element} */ (carried.lastElementChild).textContent = value;
    this.svg.append(carried);
    const frames = [child, parent].map((node) => ({ transform: `translate(${this.centre(node).x}px, ${this.centre(node).y}px)` }));
    await carried.animate(frames, { duration, easing: "ease-in-out", fill: "both" }).finished;
    carried.remove();
  }

  /** @param {number} slot @param {string} value */
  set(slot, value) {
    const name = this.reel.pane.slots[slot];
    const [id, what] = name[0] === "=" ? [name.slice(1), "text"] : [name, "class"];
    this.draw(this.parts.get(id), what, value);
    if (id[0] === "n" && !this.options.describe) this.stale.add(this.reel.numberAt.get(id.slice(2)) || 0);
  }

  /** Change a part. @param {Element | undefined} part @param {string} what  "class" or "text" @param {string} value  with a line for each text */
  draw(part, what, value) {
    if (!part) return;
    if (what === "class") return part.setAttribute("class", value);
    const lines = value.split("\n");
    [...part.querySelectorAll("text")].slice(0, lines.length).forEach((text, at) => setText(text, lines[at]));
  }

  // What the pointer or the focus asks about

  /** @param {number} step */
  showCuts(step) {
    const { cuts } = this.reel.pane;
    const seen = cuts.filter((cut) => cut.step <= step);
    if (seen.length === this.seenCuts) return;
    this.seenCuts = seen.length;
    const stops = new Set(seen.length <= TAB_STOPS ? seen : seen.slice(-1));
    for (const cut of cuts) {
      const mark = this.nodePart(cut.skipped[0], "x");
      if (!mark) continue;
      for (const [name, value] of Object.entries({ tabindex: "0", role: "treeitem", "aria-label": cut.tell })) {
        if (stops.has(cut)) setAttribute(mark, name, value);
        else mark.removeAttribute(name);
      }
    }
  }

  /** @param {EventTarget | null} target */
  point(target) {
    const part = target instanceof Element ? target.closest("[data-id]") : null;
    const id = part ? part.getAttribute("data-id") : null;
    if (id === this.pointed) return;
    this.pointed = id;
    const node = id === null ? undefined : this.reel.numberAt.get(id.slice(2));
    this.explain(node === undefined ? undefined : this.cutOf(node));
    if (this.options.inspect && (id === null || id[0] === "n")) this.options.inspect(node ?? null);
  }

  /** @param {number} node @returns {import("./reel.js").Cut | undefined} the cut that keeps the search away from there */
  cutOf(node) {
    return this.reel.pane.cuts.find((cut) => cut.step <= this.step && cut.skipped.some((root) => this.reel.isBelow(node, root)));
  }

  /** Tell whose bound made the cut, and light the way from there up to the owner. */
  explain(/** @type {import("./reel.js").Cut | undefined} */ cut) {
    for (const part of this.svg.querySelectorAll("[data-lit]")) part.removeAttribute("data-lit");
    for (const part of cut ? this.wayToOwner(cut) : []) part.setAttribute("data-lit", "");
    this.tip.hidden = !cut;
    setText(this.tip, cut ? cut.tell : "");
  }

  /** @param {import("./reel.js").Cut} cut @returns {Element[]} */
  wayToOwner(cut) {
    const way = cut.skipped.map((node) => this.nodePart(node, "x"));
    for (let node = /** @type {number | null} */ (cut.node); node !== null; node = this.reel.parent(node)) {
      way.push(this.nodePart(node), this.nodePart(node, "w"));
      if (node === cut.owner || cut.owner === null) break;
      way.push(this.nodePart(node, "e"));
    }
    return /** @type {Element[]} */ (way.filter((part) => part));
  }

  // Nodes that can be clicked

  /** A screen reader finds a tree, whose items the arrow keys walk: one Tab leads to it. */
  makeNodesActive() {
    const { reel, options } = this;
    const keepsFocus = options.describe || options.move; // else a click leaves it where the keys step
    this.svg.setAttribute("role", "tree");
    this.svg.setAttribute("aria-label", `Search tree: ${reel.pane.about}`);
    reel.pane.nodes.forEach((_, node) => {
      const part = this.nodePart(node);
      if (!part) return;
      const above = reel.parent(node);
      const row = above === null ? [node] : reel.children(above);
      const place = { role: "treeitem", tabindex: node === 0 ? "0" : "-1", "data-active": "" };
      const level = { "aria-level": reel.level(node), "aria-setsize": row.length, "aria-posinset": row.indexOf(node) + 1 };
      for (const [name, value] of Object.entries({ ...place, ...level })) part.setAttribute(name, String(value));
      part.addEventListener("keydown", (event) => this.nodeKey(event, node));
      part.addEventListener("focus", () => this.describe(node));
      if (options.move) part.addEventListener("pointerdown", (event) => this.drag(event, node));
      part.addEventListener("click", () => {
        if (this.dragged) return;
        if (keepsFocus) this.focusNode(node, true);
        else if (options.activate) options.activate(node);
      });
      if (!options.describe) this.describe(node);
    });
    if (!keepsFocus) this.svg.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** Name a node for a screen reader as the picture shows it now. @param {number} node */
  describe(node) {
    const part = this.nodePart(node);
    if (!part) return;
    if (this.options.describe) return setAttribute(part, "aria-label", this.options.describe(node));
    const classes = part.classList;
    const [max, min] = this.reel.pane.players;
    const turn = classes.contains("leaf") ? "leaf" : `${classes.contains("max") ? max : min} to move`;
    const said = Object.entries(STATES).flatMap(([state, words]) => (classes.contains(state) ? [words] : []));
    const bounds = this.texts(this.parts.get(`w${(part.dataset.id || "").slice(1)}`));
    setAttribute(part, "aria-label", [this.reel.name(node), turn, ...this.texts(part), ...bounds, ...said].join(", "));
  }

  /** @param {Element | undefined} part @returns {string[]} what is written there */
  texts(part) {
    return part ? [...part.querySelectorAll("text:not(.badge)")].map((text) => (text.textContent || "").trim()).filter(Boolean) : [];
  }

  /** Drag a node sideways: the sister under the pointer shows where it would go. @param {PointerEvent} start @param {number} node */
  drag(start, node) {
    const above = this.reel.parent(node);
    if (above === null || start.button !== 0) return;
    const row = this.reel.children(above);
    let to = row.indexOf(node);
    const move = (/** @type {number} */ _right, /** @type {number} */ _down, /** @type {PointerEvent} */ event) => {
      const distance = (/** @type {number} */ sister) => {
        const { left, width } = /** @type {SVGGElement} */ (this.nodePart(sister)).getBoundingClientRect();
        return Math.abs(left + width / 2 - event.clientX);
      };
      to = row.reduce((best, sister, at) => (distance(sister) < distance(row[best]) ? at : best), to);
      row.forEach((sister, at) => this.nodePart(sister)?.toggleAttribute("data-drop", at === to && sister !== node));
    };
    followPointer(start, move, (_, dropped) => {
      for (const sister of row) this.nodePart(sister)?.removeAttribute("data-drop");
      if (dropped && row[to] !== node && this.options.move) this.options.move(node, to);
    });
  }

  describeNodes() {
    this.reel.pane.nodes.forEach((_, node) => this.describe(node));
  }

  /** A node, or what belongs to it: w its window, e the edge to it, x the mark of a cut there. @param {number} node @param {string} kind */
  nodePart(node, kind = "n") {
    const path = this.reel.path(node);
    return this.parts.get(path === "" ? kind : `${kind}-${path}`);
  }

  /** Put a sign at a node's shoulder. @param {number} node @param {string} sign  empty: take it away */
  badge(node, sign) {
    const part = this.nodePart(node);
    part?.querySelector(".badge")?.remove();
    const text = part?.querySelector("text");
    if (!text || !sign) return;
    const badge = /** @type {SVGTextElement} */ (text.cloneNode());
    badge.textContent = sign;
    for (const [name, value] of Object.entries({ class: "badge", dx: this.textSize * 1.5, dy: -this.textSize })) badge.setAttribute(name, String(value));
    text.after(badge);
  }

  /** @param {number} node @param {boolean} [activate] */
  focusNode(node, activate = false) {
    const part = this.nodePart(node);
    if (!part) return;
    this.nodePart(this.focused)?.setAttribute("tabindex", "-1");
    part.setAttribute("tabindex", "0");
    this.focused = node;
    part.focus({ preventScroll: true });
    this.follow(node, false);
    if (activate && this.options.activate) this.options.activate(node);
  }

  /** @param {KeyboardEvent} event @param {number} node */
  nodeKey(event, node) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const above = this.reel.parent(node);
    const row = above === null ? [node] : this.reel.children(above);
    const at = row.indexOf(node);
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const act = event.key === "Enter" || event.key === " ";
    if (event.shiftKey ? !by || !this.options.move : !act && !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    if (event.shiftKey) return this.options.move?.(node, at + (by || 0));
    if (act) return this.focusNode(node, true);
    const next = by ? row[at + by] : event.key === "ArrowUp" ? above : this.reel.children(node)[0];
    if (next !== undefined && next !== null) this.focusNode(next);
  }

  // Size and place

  /** @param {number} scale  0 fits the pane @param {{x: number, y: number}} [at]  what stays where it is, in the window */
  setZoom(scale, at) {
    for (const twin of this.twins) if (twin !== this) twin.zoomTo(scale);
    this.zoomTo(scale, at);
  }

  /** @param {number} scale @param {{x: number, y: number}} [at] */
  zoomTo(scale, at) {
    const { scroller } = this;
    const before = this.svg.getBoundingClientRect();
    this.zoom = scale === 0 ? 0 : Math.min(4, Math.max(this.overview, scale));
    const grown = this.scale;
    this.resize(this.zoom || this.fitted);
    if (at) {
      const after = this.svg.getBoundingClientRect();
      const by = this.scale / grown;
      scroller.scrollLeft += after.left - at.x + (at.x - before.left) * by;
      scroller.scrollTop += after.top - at.y + (at.y - before.top) * by;
      return;
    }
    this.follow(this.reel.nodeAt(this.step) || 0, false);
  }

  /**
   * Take as much room as the tree would like to have: the pane gives what there is, and no less than a readable tree
   * needs on a screen of this height. @param {number} screen @returns {number} that least height
   */
  ask(screen) {
    const { scroller } = this;
    const across = (scroller.clientWidth - 2) / this.width;
    const smallest = this.readable * this.enlarged;
    this.wanted = Math.min(LARGEST_FIT * this.enlarged, Math.max(smallest, across));
    const bar = across < smallest ? SCROLL_BAR : 0;
    scroller.style.flexBasis = `${this.wanted * this.height + 2 + bar}px`;
    return Math.min(screen, Math.ceil(smallest * this.height) + 4 + bar);
  }

  /** See how the tree fits into what the pane was given; resize() makes it so. @returns {boolean} it has all that it wants */
  fit() {
    const { clientWidth, clientHeight } = this.scroller;
    if (!clientWidth) return true;
    const across = (clientWidth - 2) / this.width;
    const down = (clientHeight - 2) / this.height;
    this.overview = Math.min(this.readable, across);
    this.fitted = Math.min(LARGEST_FIT * this.enlarged, Math.max(this.readable * this.enlarged, Math.min(across, down)));
    return down >= this.wanted * 0.995;
  }

  /** Something beneath it has taken or left room since it was fitted. */
  get isPressed() {
    return this.scroller.clientHeight !== this.given;
  }

  resize(scale = this.zoom || this.fitted) {
    this.scale = scale;
    this.svg.style.width = `${this.width * scale}px`;
    this.svg.style.height = `${this.height * scale}px`;
    this.svg.style.setProperty("--floor", `${SMALLEST_TEXT / scale}px`);
    this.svg.style.fontSize = `max(${this.textSize}px, var(--floor))`;
    this.root.classList.toggle("overview", scale < this.readable * 0.999);
    setText(this.level, `${Math.round(scale * 100)} %`);
    this.showMore();
  }

  /** Say at which sides the tree goes on: there it can be dragged into view. */
  showMore() {
    const { scrollLeft, scrollWidth, clientWidth, scrollTop, scrollHeight, clientHeight } = this.scroller;
    const hidden = { left: scrollLeft, right: scrollWidth - clientWidth - scrollLeft, top: scrollTop, bottom: scrollHeight - clientHeight - scrollTop };
    this.root.dataset.more = Object.entries(hidden).flatMap(([side, pixels]) => (pixels > 1 ? [side] : [])).join(" ");
  }

  /** Bring a node into view where the tree is larger than its pane. @param {number} node @param {boolean} smooth */
  follow(node, smooth) {
    const { clientWidth: width, clientHeight: height } = this.scroller;
    if (!width) return;
    if (this.width * this.scale <= width + 1 && this.height * this.scale <= height + 1) return;
    const { x, y } = this.centre(node);
    const left = within(this.scroller.scrollLeft, x * this.scale, width);
    const top = within(this.scroller.scrollTop, y * this.scale, height);
    if (left === this.scroller.scrollLeft && top === this.scroller.scrollTop) return;
    this.scroller.scrollTo({ left, top, behavior: smooth && !isStill() ? "smooth" : "instant" });
  }

  /** @param {number} node @returns {{x: number, y: number}} in the picture's units */
  centre(node) {
    const [part, whole] = [this.nodePart(node), this.svg].map((each) => each?.getBoundingClientRect());
    if (!part || !whole?.width) return { x: 0, y: 0 };
    const unit = this.width / whole.width;
    return { x: (part.left + part.width / 2 - whole.left) * unit, y: (part.top + part.height / 2 - whole.top) * unit };
  }
}

/**
 * A scroll offset that keeps a point off the pane's edges, and moves only when it must.
 * @param {number} offset @param {number} point @param {number} room @returns {number}
 */
function within(offset, point, room) {
  const margin = Math.min(90, room / 3);
  if (point >= offset + margin && point <= offset + room - margin) return offset;
  return Math.max(0, Math.round(point - room / 2));
}
