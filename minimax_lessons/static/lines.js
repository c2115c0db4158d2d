/** Lines in order: what is written in a goal's field stands below it as lines of code, and follows when they are moved. */

import { KINDS, element, followPointer } from "./dom.js";
import { Guess } from "./guess.js";

export class Lines {
  how = "Drag each line below its goal, or put the focus on it and press Shift with ↑ or ↓.";
  /** @type {HTMLInputElement[]} the letters of the lines below each goal */ fields = [];
  /** @type {HTMLElement[]} where the lines of each goal stand, and last the lines left over */ zones = [];

  /** @param {import("./contract").QuestionData} data */
  constructor({ listing = "", labels = [] }) {
    const lines = listing.split("\n").map((line) => [line[0], line.slice(line.indexOf("|") + 1)]);
    const margin = Math.min(...lines.map(([, code]) => code.search(/\S|$/)));
    this.labels = labels;
    /** @type {Map<string, HTMLElement>} */
    this.lines = new Map(lines.map(([letter, code]) => [letter, this.makeLine(letter, code.slice(margin))]));
    this.zones = [...labels, "Lines left over"].map((label) => element("ol", { class: "zone", "aria-label": label }));
    this.left = element("div", { class: "left-over" }, element("p", { text: "Lines left over" }), this.zones[labels.length]);
    this.goals = element("div", {});
    this.root = element("div", { class: "exhibit lines" }, this.left, this.goals);
  }

  /** @param {string} letter @param {string} code */
  makeLine(letter, code) {
    const line = element("li", { tabindex: "0", "data-line": letter }, element("b", { text: letter }), element("code", { text: code }));
    line.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.drag(event, letter));
    line.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event, letter));
    return line;
  }

  /** @param {HTMLInputElement} field @param {string} label @returns {boolean} */
  place(field, label) {
    this.fields.push(field);
    field.addEventListener("input", () => this.changed());
    this.goals.append(element("div", { class: "goal" }, element("label", {}, label, field), this.zones[this.labels.indexOf(label)]));
    return true;
  }

  show() {
    this.changed();
  }

  /** @returns {string[][]} the letters in each zone */
  get order() {
    const letters = this.fields.map(({ value }) => [...new Set(value.toUpperCase())].filter((letter) => this.lines.has(letter)));
    return [...letters, [...this.lines.keys()].filter((letter) => !letters.flat().includes(letter))];
  }

  draw() {
    this.order.forEach((letters, at) => {
      const lines = letters.map((letter) => /** @type {HTMLElement} */ (this.lines.get(letter)));
      this.zones[at].replaceChildren(...lines);
    });
  }

  /** @param {string} letter @param {number} zone @param {number} place  among the lines that are there */
  move(letter, zone, place) {
    const order = this.order;
    const from = order.findIndex((letters) => letters.includes(letter));
    if ([from, zone].some((each) => this.fields[each]?.readOnly)) return;
    order[from].splice(order[from].indexOf(letter), 1);
    order[zone].splice(place, 0, letter);
    this.fields.forEach((field, at) => (field.value = order[at].join(" ")));
    this.changed();
  }

  /** Show the letters as lines, and write them into the notebook's cell that has these goals. */
  changed() {
    this.draw();
    this.inCells((view, from, to, field) => view.dispatch({ changes: { from, to, insert: field.value } }));
  }

  /** What has been written in the cell before, by hand or before the notebook was closed. */
  wake() {
    this.inCells((view, from, to, field) => (field.value = view.state.sliceDoc(from, to)));
    this.draw();
  }

  /** For each goal, the place of its letters in an editor of the notebook. @param {(view: any, from: number, to: number, field: HTMLInputElement) => void} act */
  inCells(act) {
    for (const editor of document.querySelectorAll(".jp-Notebook .cm-content")) {
      const { cmTile, cmView } = /** @type {any} */ (editor); // CodeMirror's own way from the page to its text
      const view = (cmTile || cmView)?.view;
      this.labels.forEach((label, at) => {
        const text = view ? view.state.doc.toString() : "";
        const named = text.indexOf(`"${label}": "`);
        const from = named + label.length + 5;
        if (named >= 0) act(view, from, text.indexOf('"', from), this.fields[at]);
      });
    }
  }

  /** @param {PointerEvent} start @param {string} letter */
  drag(start, letter) {
    if (start.button !== 0) return;
    const line = /** @type {HTMLElement} */ (start.currentTarget);
    const root = /** @type {ShadowRoot} */ (line.getRootNode());
    const move = (/** @type {number} */ right, /** @type {number} */ down) => {
      line.classList.add("moving");
      line.style.transform = `translate(${right}px, ${down}px)`;
    };
    followPointer(start, move, (event, dropped) => {
      const target = root.elementFromPoint(event.clientX, event.clientY)?.closest(".goal, .left-over");
      line.classList.remove("moving");
      line.style.transform = "";
      const zone = this.zones.findIndex((each) => target?.contains(each));
      if (!dropped || zone < 0) return;
      const middles = [...this.zones[zone].children].filter((each) => each !== line).map((each) => each.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
      this.move(letter, zone, middles.filter((middle) => middle < event.clientY).length);
    });
  }

  /** The arrows go from line to line, and with Shift they take the line along. @param {KeyboardEvent} event @param {string} letter */
  key(event, letter) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const { order } = this;
    const all = order.flat();
    const zone = order.findIndex((letters) => letters.includes(letter));
    const place = order[zone].indexOf(letter) + by;
    let next = zone + by;
    while (this.fields[next]?.readOnly) next += by;
    if (!event.shiftKey) return this.lines.get(all[all.indexOf(letter) + by])?.focus();
    if (place >= 0 && place < order[zone].length && zone < this.fields.length) this.move(letter, zone, place);
    else if (order[next]) this.move(letter, next, by > 0 ? 0 : order[next].length);
    this.lines.get(letter)?.focus();
  }
}

class LinesInOrder extends Guess {
  /** @param {import("./contract").QuestionData} data */
  exhibitOf(data) {
    return new Lines(data);
  }

  wake() {
    super.wake();
    this.exhibit.wake();
  }
}

KINDS.lines = LinesInOrder;
