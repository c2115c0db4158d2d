/** A game on a small tree: the learner chooses for one player, the page answers for the other; then the numbers change. */

import { numberIn, numberText } from "./answers.js";
import { KINDS, element, followPointer, followPresence, inShadow, isStill, setAttribute, setText, textButton, toggle } from "./dom.js";
import { Reel } from "./reel.js";
import { Screen } from "./screen.js";
import { Stage } from "./stage.js";

const PAUSE = 700; // milliseconds to read what was chosen before the answer comes
const TRAVEL = 650; // milliseconds that a value takes along one edge
const DRAG_STEP = 9; // pixels of dragging that change a number by one
const SCALE = 0.9; // a tree is drawn no larger, so that the game fits below the title of a lesson
const ON_SLIDE = 1.5; // on a slide a tree is seen from far away
const MARGIN = 7; // of the picture's units, between a box and what is in it
const LIMIT = 99; // a number changed here stays between −99 and 99, so that it fits its box

/** @typedef {"choose" | "answer" | "over" | "change"} Phase */

class TreeGame {
  /** @type {Phase} */ phase = "choose";
  /** @type {number[]} the nodes from the root to where the game stands */ line = [0];
  /** @type {number[]} the value of every node, of leaves as they stand now */ values = [];
  /** @type {HTMLInputElement | null} */ field = null;
  /** @type {Map<number, SVGRectElement>} drawn around a choice and its numbers */ boxes = new Map();
  round = 0; // an answer that belongs to an earlier round is dropped

  /** @param {HTMLElement} place @param {import("./contract").TreeGameData} data */
  constructor(place, data) {
    this.data = data;
    this.reel = new Reel(data.tree);
    this.nodes = data.max.map((_, node) => node);
    const { players: [max, min] } = data.tree;
    this.learner = data.max[0] ? max : min;
    this.opponent = data.max[0] ? min : max;
    /** whether one choice of a box and one of a number are the whole game */
    this.isBoxes = this.reel.children(0).every((child) => this.isBox(child));
    const stage = { activate: (/** @type {number} */ node) => this.act(node), describe: (/** @type {number} */ node) => this.name(node) };
    this.stage = new Stage(this.reel, data.svgs[0], stage);
    this.said = element("p", { class: "sentence-text", role: "status", "aria-live": "polite" });
    this.buttons = element("div", { class: "answers" });
    this.invitation = element("p", { class: "ask", hidden: true, text: "Now change a number: drag it up or down, or click it and type." });
    this.code = element("div", { class: "computed", hidden: true });
    const names = { class: "player treegame", role: "group", "aria-label": data.title, tabindex: "-1" };
    this.root = element("div", names, element("h2", { text: data.title }), element("div", { class: "sentence" }, this.said), this.stage.root, this.invitation, this.buttons, this.code);
    inShadow(place, this.root);
    this.screen = new Screen(place, this.root, () => this.fit());
    this.listen();
    this.restoreNumbers();
    this.start();
    followPresence(place, this.screen);
  }

  listen() {
    this.stage.svg.setAttribute("tabindex", "-1"); // else Tab stops here before it comes to the root
    this.stage.svg.addEventListener("pointerdown", (event) => this.drag(event), { capture: true });
    this.stage.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Draw a box around each choice and its numbers, so that it is seen what is chosen. */
  drawBoxes() {
    if (!this.isBoxes || this.boxes.size || !this.screen.width) return;
    for (const node of this.reel.children(0)) {
      const parts = [node, ...this.reel.children(node)].flatMap((each) => [this.stage.nodePart(each), this.stage.nodePart(each, "t")]);
      const sizes = /** @type {SVGGElement[]} */ (parts.filter(Boolean)).map((part) => part.getBBox());
      const [left, top] = [Math.min(...sizes.map(({ x }) => x)), Math.min(...sizes.map(({ y }) => y))];
      const [right, bottom] = [Math.max(...sizes.map(({ x, width }) => x + width)), Math.max(...sizes.map(({ y, height }) => y + height))];
      const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const place = { x: left - MARGIN, y: top - MARGIN, width: right - left + 2 * MARGIN, height: bottom - top + 2 * MARGIN, rx: MARGIN, class: "box" };
      for (const [name, value] of Object.entries(place)) box.setAttribute(name, String(value));
      box.addEventListener("click", () => this.act(node));
      this.stage.nodePart(node)?.parentElement?.prepend(box);
      this.boxes.set(node, box);
    }
    this.show();
  }

  fit() {
    this.closeField();
    const isSlide = this.screen?.scroller?.matches("section");
    this.stage.enlarged = isSlide ? ON_SLIDE : 1;
    this.stage.ask(Infinity);
    this.stage.scroller.style.flexBasis = `${Math.min(isSlide ? ON_SLIDE : SCALE, this.stage.wanted) * this.stage.height + 2}px`;
    this.stage.fit();
    this.stage.resize();
    this.drawBoxes();
  }

  /** Show the game from its title to its last line, as far as the screen allows. */
  reveal() {
    this.fit();
    this.root.scrollIntoView({ block: "nearest", behavior: isStill() ? "instant" : "smooth" });
  }

  // The tree and its values

  /** @param {number} node */
  isLeaf(node) {
    return !this.reel.children(node).length;
  }

  /** @param {number} node @returns {string} who moves there */
  mover(node) {
    return this.reel.pane.players[this.data.max[node] ? 0 : 1];
  }

  get here() {
    return this.line[this.line.length - 1];
  }

  /** @param {number[]} values @param {boolean} large @returns {number} */
  best(values, large) {
    return large ? Math.max(...values) : Math.min(...values);
  }

  restoreNumbers() {
    this.values = this.data.leaves.map((text) => (text === null ? 0 : numberIn(text)));
    this.compute();
    for (const node of this.nodes) if (this.isLeaf(node)) this.write(node, this.values[node]);
  }

  /** Minimax from the last node to the first: in reading order, children come after their parents. */
  compute() {
    for (const node of this.nodes.toReversed()) {
      if (this.isLeaf(node)) continue;
      this.values[node] = this.best(this.reel.children(node).map((child) => this.values[child]), this.data.max[node]);
    }
  }

  /** @param {number} node @returns {number} the child that its player chooses */
  choice(node) {
    return /** @type {number} */ (this.reel.children(node).find((child) => this.values[child] === this.values[node]));
  }

  /** @param {number} node @returns {number[]} the line that both players choose from there */
  bestLine(node) {
    return this.isLeaf(node) ? [node] : [node, ...this.bestLine(this.choice(node))];
  }

  // Words

  /** @param {number} node @returns {boolean} whether a player takes one of its numbers there and the game is over */
  isBox(node) {
    return !this.isLeaf(node) && this.reel.children(node).every((child) => this.isLeaf(child));
  }

  /** @param {number} node @returns {string} what a player chooses with it */
  thing(node) {
    if (this.isLeaf(node)) return `the ${numberText(this.values[node])}`;
    if (!this.isBox(node)) return this.reel.name(node);
    return `the box with the ${numberText(this.best(this.reel.children(node).map((child) => this.values[child]), this.data.max[0]))}`;
  }

  /** @param {boolean} isMax */
  wish(isMax) {
    return isMax ? "large" : "small";
  }

  get rules() {
    const [mine, theirs] = [this.wish(this.data.max[0]), this.wish(!this.data.max[0])];
    if (this.isBoxes) return `You are ${this.learner}. Click a box: ${this.names(this.reel.children(0))}. ${this.opponent} then takes one number out of it. You want that number to be ${mine}, and ${this.opponent} wants it to be ${theirs}.`;
    return `You are ${this.learner} and move first. The number at which the game ends is the result: you want it to be ${mine}, and ${this.opponent} wants it to be ${theirs}. Click ${this.names(this.reel.children(0))}.`;
  }

  /** @param {number[]} nodes */
  names(nodes) {
    const names = nodes.map((node) => (this.isLeaf(node) ? this.thing(node) : this.reel.name(node)));
    return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;
  }

  /** @param {number} node @returns {string} what a screen reader says of it */
  name(node) {
    const leaf = this.isLeaf(node);
    const what = leaf ? `leaf ${numberText(this.values[node])}` : `${this.reel.name(node)}, ${this.mover(node)} chooses`;
    if (this.phase === "change") return leaf ? `${what}, Enter changes it` : `${what}, worth ${numberText(this.values[node])}`;
    return this.isChoice(node) ? `${what}, you can choose it` : what;
  }

  // Playing

  /** Begin a round with the numbers as they are. */
  start() {
    this.round += 1;
    this.line = [0];
    this.phase = "choose";
    this.code.hidden = this.invitation.hidden = true;
    this.buttons.replaceChildren();
    this.tell([this.rules]);
    this.fit();
  }

  /** @param {number} node */
  isChoice(node) {
    const from = this.phase === "over" ? 0 : this.here;
    return (this.phase === "choose" || this.phase === "over") && this.reel.parent(node) === from;
  }

  /** A node was clicked, or Enter was pressed on it; a number in a box chooses the box. @param {number} node */
  act(node) {
    if (this.phase === "change") return this.isLeaf(node) && this.openField(node);
    if (this.phase === "answer") return;
    const choice = this.isBoxes && this.isLeaf(node) ? /** @type {number} */ (this.reel.parent(node)) : node;
    if (!this.isChoice(choice)) return this.refuse(node);
    if (this.phase === "over") this.start();
    this.reveal();
    void this.take(choice);
  }

  /** @param {number} node */
  refuse(node) {
    const above = this.reel.parent(node);
    if (above === null) return;
    const owner = this.mover(above);
    const choices = this.names(this.reel.children(this.phase === "over" ? 0 : this.here));
    const why = owner === this.learner ? `The game has not come to ${this.reel.name(above)}` : `You cannot take ${this.thing(node)}, because ${owner} chooses at ${this.reel.name(above)}`;
    setText(this.said, `${why}. Your choices are ${choices}.`);
  }

  /** The learner's choice, the answer to it, and the result's way back up. @param {number} node */
  async take(node) {
    const { round } = this;
    this.phase = "answer";
    this.line.push(node);
    const told = [`${this.isLeaf(node) ? "You took" : "You chose"} ${this.thing(node)}.`];
    this.tell(told);
    if (!this.isLeaf(node)) {
      await new Promise((done) => setTimeout(done, isStill() ? 0 : PAUSE));
      if (round !== this.round) return;
      const reply = this.choice(node);
      this.line.push(reply);
      told.push(this.isLeaf(reply) ? `${this.opponent} took ${this.thing(reply)}, because ${this.opponent} wants a ${this.wish(!this.data.max[0])} number.` : `${this.opponent} chose ${this.thing(reply)}.`);
      this.tell(told);
    }
    if (this.isLeaf(this.here)) return this.finish(told, round);
    this.phase = "choose";
    this.tell([...told, `Now you choose: ${this.names(this.reel.children(this.here))}.`]);
  }

  /** @param {string[]} sentences */
  tell(sentences) {
    setText(this.said, sentences.join(" "));
    this.show();
  }

  /** @param {string[]} told @param {number} round */
  async finish(told, round) {
    const result = this.values[this.here];
    for (let at = this.line.length - 1; at > 0; at--) {
      await this.stage.carry(this.line[at], this.line[at - 1], numberText(result), TRAVEL);
      if (round !== this.round) return;
      this.write(this.line[at - 1], result);
    }
    this.phase = "over";
    if (result === this.values[0]) return this.win(told);
    this.tell([...told, "Try again?"]);
    this.buttons.replaceChildren(textButton("Try again", () => this.restart(), { class: "button main" }));
    this.reveal();
  }

  restart() {
    this.start();
    this.stage.focusNode(this.reel.children(0)[0]);
  }

  /** @param {string[]} told */
  win(told) {
    const chosen = this.line[1];
    const others = this.reel.children(0).filter((child) => child !== chosen);
    const less = others.length === 1 && this.values[others[0]] !== this.values[0];
    const why = less ? `${this.thing(others[0])} gets you only ${numberText(this.values[others[0]])}` : others.length ? "no other choice gets you more" : "you had no other choice";
    this.change([...told, `You have won: ${numberText(this.values[0])} is the best result that you can be sure of, because ${why}.`]);
  }

  // Changing the numbers

  /** From now on the numbers can be changed. @param {string[]} sentences  how the game went */
  change(sentences) {
    this.phase = "change";
    const first = () => {
      this.restoreNumbers();
      this.changed();
    };
    this.buttons.replaceChildren(textButton("Play with these numbers", () => this.restart()), textButton("The first numbers again", first));
    this.invitation.hidden = false;
    this.showCode();
    this.tell(sentences);
    this.reveal();
  }

  /** @param {number} leaf @param {number} value */
  set(leaf, value) {
    const within = Math.max(-LIMIT, Math.min(LIMIT, value));
    if (Number.isNaN(within) || within === this.values[leaf]) return;
    this.values[leaf] = within;
    this.write(leaf, within);
    this.changed();
  }

  changed() {
    this.compute();
    const [first, second] = this.bestLine(0).slice(1);
    const how = this.isBoxes ? `${this.learner} chooses ${this.thing(first)}, and ${this.opponent} takes ${this.thing(second)}` : "the green line shows what both choose";
    this.showCode();
    this.tell([`The game is worth ${numberText(this.values[0])}: ${how}.`]);
  }

  showCode() {
    const depth = Math.max(...this.nodes.map((node) => this.reel.level(node))) - 1;
    const [side, root] = this.data.max[0] ? ["True", ""] : ["False", ', root="min"'];
    const call = `minimax(tree(${this.python(0)}${root}), ${depth}, ${side})`;
    this.code.replaceChildren(element("p", { text: "This is what minimax computes:" }), element("code", { text: `${call}  # ${String(this.values[0]).replace("Infinity", "inf")}` }));
    this.code.hidden = false;
  }

  /** @param {number} node @returns {string} the tree from there on, as Python's nested lists */
  python(node) {
    if (this.isLeaf(node)) return String(this.values[node]).replace("Infinity", "inf");
    return `[${this.reel.children(node).map((child) => this.python(child)).join(", ")}]`;
  }

  /** @param {Event} event @returns {number | undefined} the leaf that it happened at */
  leafAt(event) {
    const part = event.target instanceof Element ? event.target.closest("[data-id^='n']") : null;
    const node = part ? this.reel.numberAt.get((part.getAttribute("data-id") || "").slice(2)) : undefined;
    return node !== undefined && this.isLeaf(node) ? node : undefined;
  }

  /** Dragging up or to the right makes a number larger, down or to the left smaller. @param {PointerEvent} start */
  drag(start) {
    const leaf = this.leafAt(start);
    if (this.phase !== "change" || leaf === undefined || start.button !== 0) return;
    this.closeField();
    start.preventDefault();
    start.stopPropagation(); // else the tree would be moved in its pane
    this.stage.dragged = false;
    const from = Number.isFinite(this.values[leaf]) ? this.values[leaf] : 0;
    followPointer(start, (right, down) => {
      this.stage.dragged = true; // so that the click at the end opens no field
      this.set(leaf, from + Math.round((right - down) / DRAG_STEP));
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const leaf = this.leafAt(event);
    if (this.phase !== "change" || leaf === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) this.openField(leaf, event.key);
    else if (event.key === "+" || event.key === "=") this.set(leaf, this.values[leaf] + 1);
    else if (event.key === "-" || event.key === "−") this.set(leaf, this.values[leaf] - 1);
    else return;
    event.preventDefault();
  }

  /** Put a field over a leaf, in which its number is typed. @param {number} leaf @param {string} [typed]  its first digit */
  openField(leaf, typed) {
    this.closeField();
    const part = /** @type {Element} */ (this.stage.nodePart(leaf));
    const [box, around] = [part.getBoundingClientRect(), this.stage.root.getBoundingClientRect()];
    const field = element("input", { type: "number", class: "leaf-field", min: -LIMIT, max: LIMIT, step: "any", "aria-label": "The leaf's number" });
    field.value = typed ?? String(this.values[leaf]);
    field.style.left = `${box.left + box.width / 2 - around.left}px`;
    field.style.top = `${box.top + box.height / 2 - around.top}px`;
    field.addEventListener("input", () => this.set(leaf, numberIn(field.value)));
    field.addEventListener("blur", () => this.closeField());
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      this.closeField();
      this.stage.focusNode(leaf);
    });
    this.field = field;
    this.stage.root.append(field);
    field.focus({ preventScroll: true });
    if (typed === undefined) field.select();
    else this.set(leaf, numberIn(typed));
  }

  closeField() {
    const { field } = this;
    this.field = null; // first: to remove it takes its focus, and that closes it
    field?.remove();
  }

  // The picture

  /** @param {number} node @param {number | null} value  null: nothing is known of it */
  write(node, value) {
    this.stage.draw(this.stage.nodePart(node), "text", value === null ? "\u00a0" : numberText(value));
  }

  /** Show where the game stands; while numbers are changed, what every node is worth and what both choose. */
  show() {
    const changing = this.phase === "change";
    const line = new Set(changing ? this.bestLine(0) : this.line);
    for (const node of this.nodes) {
      const kind = this.isLeaf(node) ? "leaf" : this.data.max[node] ? "max" : "min";
      const onLine = line.has(node);
      const now = this.phase === "choose" && node === this.here && !this.isLeaf(node);
      const look = changing ? `done${onLine ? " best" : ""}` : `plain${now ? " now" : ""}`;
      const part = this.stage.nodePart(node);
      this.stage.draw(part, "class", `node ${kind} ${look}`);
      if (node) this.stage.draw(this.stage.nodePart(node, "e"), "class", `edge ${changing ? (onLine ? "done best" : "done") : onLine ? "open" : "plain"}`);
      if (!this.isLeaf(node) && (changing || this.phase !== "over")) this.write(node, changing ? this.values[node] : null);
      if (!part) continue;
      for (const each of [part, this.boxes.get(node)]) if (each) toggle(each, "data-choice", this.isChoice(node));
      toggle(part, "data-changes", changing && this.isLeaf(node));
      setAttribute(part, "aria-label", this.name(node));
    }
  }
}

KINDS.treegame = TreeGame;
