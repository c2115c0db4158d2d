/** You are the search: the learner takes every step of it, and each is held to what the search did. */

import { numberForm, same, written } from "./answers.js";
import { KINDS, element, inShadow, keepKeys, textButton } from "./dom.js";
import { Player } from "./player.js";
import { Reel } from "./reel.js";
import { Screen } from "./screen.js";
import { Stage } from "./stage.js";

/**
 * One step, of the learner or of the search: where to, what stands at a node, whose bound cut, what is returned.
 * @typedef {object} Move
 * @property {"go" | "cut" | "return" | "window" | "update"} kind
 * @property {number} node
 * @property {string[]} values  as typed: α and β; best, α and β; the owner's name; the value
 * @property {number} [at]  the run's step that it belongs to
 */

const START = "the window it began with";
const FIELDS = { window: ["α", "β"], update: ["best", "α", "β"], return: ["value"] };
const HINTS = {
  go: "A search goes from left to right, and leaves out only what it cuts.",
  cut: "A search cuts only where β ≤ α, thanks to a node further up that already has something better.",
  window: "α and β come down from the node above.",
  update: "MAX keeps the larger value and raises α. MIN keeps the smaller and lowers β.",
  return: "A node returns when its children are done, or after a cut: the best it has found.",
};

/** @param {Reel} reel @returns {Move[]} what the search itself did */
export function modelMoves(reel) {
  const { events, cuts } = reel.pane;
  const leaf = leavesOf(reel);
  return events.flatMap(([kind, node, , alpha = "", beta = "", value = ""], index) => {
    const at = index + 1;
    const window = alpha === "" ? [] : [alpha, beta];
    if (kind === "e") {
      const go = /** @type {Move[]} */ (at > 1 ? [{ kind: "go", node, values: [], at }] : []);
      return leaf.has(node) || !window.length ? go : [...go, { kind: "window", node, values: window, at }];
    }
    if (kind === "u") return [{ kind: "update", node, values: [value, ...window], at }];
    if (kind === "r") return [{ kind: "return", node, values: [value.replace(/^[≥≤] /, "")], at }];
    const cut = kind === "c" && cuts.find(({ step }) => step === at);
    return cut ? [{ kind: "cut", node, values: [cut.owner === null ? START : reel.name(cut.owner)], at }] : [];
  });
}

/** @param {Reel} reel @returns {Set<number>} where the search looks no further */
function leavesOf(reel) {
  const ends = reel.pane.events.filter(([kind]) => kind === "l").map(([, node]) => node);
  return new Set([...ends, ...reel.pane.nodes.map((_, node) => node).filter((node) => !reel.children(node).length)]);
}

/** @param {Move} one @param {Move | undefined} other */
export function sameMove(one, other) {
  return other !== undefined && one.kind === other.kind && one.node === other.node && one.values.length === other.values.length && one.values.every((value, at) => same(value, other.values[at]));
}

export class Performance {
  turn = 0; // which of the trees
  atOnce = true;
  /** @type {Reel} */ reel;
  /** @type {Stage} */ stage;
  /** @type {Set<number>} */ leaf;
  /** @type {Move[]} the search's own */ model;
  /** @type {Move[]} the learner's */ moves;
  /** @type {number[]} */ stack;
  misses = 0; // in all
  missesHere = 0; // since the last right step

  /** @param {HTMLElement} place @param {import("./contract").PerformData} data */
  constructor(place, data) {
    this.data = data;
    this.root = element("div", { class: "player perform", role: "group", "aria-label": data.title, tabindex: "-1", onkeydown: keepKeys });
    inShadow(place, this.root);
    this.screen = new Screen(place, this.root, () => this.fit());
    this.begin();
  }

  /** @param {number} [turn]  which of the trees */
  begin(turn = 0) {
    this.turn = turn;
    this.player?.sleep();
    const { runs, svgs, plain } = this.data;
    const which = this.turn % runs.length;
    this.reel = new Reel(runs[which]);
    this.model = modelMoves(this.reel);
    this.leaf = leavesOf(this.reel);
    this.bounded = this.model.some(({ kind }) => kind === "window");
    this.moves = [];
    this.stack = [0];
    this.misses = 0;
    this.missesHere = 0;
    this.stage = new Stage(this.reel, svgs[which], { activate: (node) => this.go(node), describe: (node) => `Node ${this.reel.name(node)}${node === this.here ? ", you are here" : ""}` });
    for (const [id, what, value] of plain[which]) this.stage.draw(this.stage.parts.get(id), what, value);
    this.stage.describeNodes();
    this.prompt = element("div", { class: "quiz", role: "group", "aria-label": "Your step" });
    this.reply = element("p", { class: "verdict", role: "status" });
    this.rest = element("div", {});
    const when = element("select", { "aria-label": "When to mark", onchange: () => (this.atOnce = when.value === "now") }, element("option", { value: "now", text: "Mark each step" }), element("option", { value: "end", text: "Mark at the end" }));
    when.value = this.atOnce ? "now" : "end";
    const again = runs.length > 1 ? [textButton("↻ Another tree", () => this.begin(this.turn + 1))] : [];
    this.root.replaceChildren(
      element("div", { class: "header" }, element("h2", { text: this.data.title }), element("div", { class: "views" }, when, ...again, textButton("Watch it instead", () => this.finish()))),
      this.stage.root, this.prompt, this.reply, this.rest,
    );
    this.arrive();
    this.fit();
    if (turn) this.root.focus();
  }

  fit() {
    this.stage.ask();
    this.stage.fit();
    this.stage.resize();
  }

  get here() {
    return this.stack[this.stack.length - 1];
  }

  // The learner's steps

  choose() {
    const cut = this.bounded ? [textButton("Cut here", () => this.askOwner())] : [];
    const back = textButton(`Return from ${this.reel.name(this.here)}`, () => this.ask("return"));
    this.put(`You are at ${this.reel.name(this.here)}. Click the node that is visited next, or`, ...cut, back);
    this.choosing = true;
  }

  /** Ask for a step. @param {string} text @param {HTMLElement[]} controls */
  put(text, ...controls) {
    this.choosing = false;
    this.prompt.replaceChildren(element("p", { class: "ask", text }), element("div", { class: "answers" }, ...controls));
  }

  notYet() {
    return textButton("Not yet", () => this.choose(), { class: "button quiet" });
  }

  /** @param {number} node */
  go(node) {
    if (!this.choosing || node === this.here) return;
    if (this.reel.parent(node) !== this.here) return this.tell(`${this.reel.name(node)} is no child of ${this.reel.name(this.here)}: a search goes down one edge at a time.`);
    if (!this.take({ kind: "go", node, values: [] })) return;
    this.draw("e", node, "edge open");
    if (this.leaf.has(node)) {
      const row = this.reel.pane.events.find(([kind, at]) => kind === "l" && at === node);
      if (row) this.draw("n", node, row[5] || "", "text");
      this.mark(node, "leaf", "done");
      this.ask("update");
      return;
    }
    this.stack.push(node);
    this.arrive();
  }

  arrive() {
    this.showWay();
    if (this.bounded) this.ask("window");
    else this.choose();
  }

  /** The way down is open, and only its last node is where the search is now. */
  showWay() {
    for (const node of this.stack) this.mark(node, this.side(node), node === this.here ? "open now" : "open");
  }

  /** @param {"window" | "update" | "return"} kind */
  ask(kind) {
    const labels = FIELDS[kind].filter((label) => this.bounded || label === "best" || label === "value");
    const name = this.reel.name(this.here);
    const text = { window: `α and β on arrival at ${name}?`, update: `Back at ${name}. What stands there now?`, return: `Which value does ${name} return?` }[kind];
    const form = numberForm(labels, "Enter", (values) => this.entered(kind, values), (why) => this.tell(why));
    this.put(text, form, ...(kind === "return" ? [this.notYet()] : []));
    if (this.moves.length) /** @type {HTMLElement} */ (form.querySelector("input")).focus({ preventScroll: true });
  }

  /** @param {"window" | "update" | "return"} kind @param {string[]} typed */
  entered(kind, typed) {
    const node = this.here;
    const values = typed.map(written);
    if (!this.take({ kind, node, values })) return;
    const window = kind === "window" ? values : values.slice(1);
    if (window.length) this.draw("w", node, `α ${window[0]}\nβ ${window[1]}`, "text");
    if (kind !== "window") this.draw("n", node, values[0], "text");
    if (kind !== "return") return this.choose();
    this.mark(node, this.side(node), "done");
    this.stack.pop();
    this.showWay();
    if (this.stack.length) this.ask("update");
    else this.finish();
  }

  askOwner() {
    const owners = [...this.stack.slice(0, -1).map((node) => this.reel.name(node)), START];
    this.put(`You cut at ${this.reel.name(this.here)}. Whose bound allows it?`, ...owners.map((owner) => textButton(owner, () => this.cut(owner))), this.notYet());
  }

  /** @param {string} owner */
  cut(owner) {
    if (!this.take({ kind: "cut", node: this.here, values: [owner] })) return this.choose();
    for (const child of this.reel.children(this.here)) {
      if (!this.moves.some(({ kind, node }) => kind === "go" && node === child)) this.draw("x", child, "edge cut on");
    }
    this.ask("return");
  }

  // Marking

  /** @param {Move} move @returns {boolean} whether it counts */
  take(move) {
    const meant = this.model[this.moves.length];
    if (this.atOnce && !sameMove(move, meant)) {
      this.misses += 1;
      this.missesHere += 1;
      this.tell(this.missesHere > 1 ? `${this.words(meant)} ${this.because(meant)}` : `Not so. ${HINTS[move.kind]} Try again.`);
      return false;
    }
    this.missesHere = 0;
    this.reply.textContent = "";
    this.moves.push(move);
    return true;
  }

  /** @param {Move | undefined} move */
  words(move) {
    if (!move) return "The search is done.";
    const { kind, node, values } = move;
    const name = this.reel.name(node);
    if (kind === "go") return `The next node is ${name}.`;
    if (kind === "cut") return `There is a cut at ${name}, thanks to ${values[0]}.`;
    if (kind === "return") return `${name} returns ${values[0]}.`;
    const labels = kind === "update" ? FIELDS.update : FIELDS.window;
    return `At ${name}: ${values.map((value, at) => `${labels[at]} = ${value}`).join(", ")}.`;
  }

  /** @param {Move | undefined} move */
  because(move) {
    return move && move.at ? this.reel.pane.say[move.at] : "";
  }

  /** @param {string} text */
  tell(text) {
    this.reply.textContent = text;
  }

  /** Marked at the end, or given up: the first step that went wrong, and the search itself from there. */
  finish() {
    const wrong = this.moves.findIndex((move, at) => !sameMove(move, this.model[at]));
    const first = wrong < 0 ? this.moves.length : wrong;
    const meant = this.model[first];
    const done = wrong < 0 && this.moves.length === this.model.length;
    this.choosing = false;
    this.prompt.remove();
    if (done) this.tell(`You are the search: all ${this.model.length} steps${this.misses ? `, with ${this.misses} wrong on the way` : ", none wrong"}.`);
    else if (wrong >= 0) this.tell(`Step ${first + 1} went wrong first. You: ${this.words(this.moves[first])} The search: ${this.words(meant)} ${this.because(meant)}`);
    else this.tell(`You took ${this.moves.length} of ${this.model.length} steps. ${this.words(meant)}`);
    const { runs, svgs } = this.data;
    const which = this.turn % runs.length;
    const place = element("div");
    this.rest.replaceChildren(place);
    const start = done || !meant || !meant.at ? 0 : meant.at;
    this.player = new Player(place, { ...this.data, id: "", kind: "play", title: "The search itself", runs: [runs[which]], svgs: [svgs[which]], start });
    this.root.style.setProperty("--room", "none"); // two things now stand beneath each other
  }

  // The picture

  /** @param {number} node */
  side(node) {
    const part = this.stage.nodePart(node);
    return part && part.classList.contains("min") ? "min" : "max";
  }

  /** @param {number} node @param {string} shape @param {string} state */
  mark(node, shape, state) {
    this.draw("n", node, `node ${shape} ${state}`);
  }

  /** @param {string} kind @param {number} node @param {string} value */
  draw(kind, node, value, what = "class") {
    this.stage.draw(this.stage.nodePart(node, kind), what, value);
  }

  wake() {
    this.screen.wake();
    this.player?.wake();
  }

  sleep() {
    this.screen.sleep();
    this.player?.sleep();
  }
}

KINDS.perform = Performance;
