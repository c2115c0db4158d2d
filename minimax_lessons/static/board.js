/** A board to play on in a notebook: it shows what Python says of a game, and tells Python what was chosen. */

import { FIELDS, ableButton, element, followPresence, inShadow, setAttribute, setText, textButton, toggle } from "./dom.js";
import { Kernel } from "./kernel.js";
import { Help, onKey } from "./keys.js";
import { Player } from "./player.js";
import { Screen } from "./screen.js";
import { MoveList, Seats, Thinking } from "./seats.js";
import { Squares } from "./squares.js";

const ABLE = /** @type {const} */ (["undo", "hint", "resign", "new"]);

/** @type {import("./keys.js").KeyRow[]} */
const BOARD_KEYS = [
  ["← →", "↑ ↓", "from square to square"],
  ["Home", "End", "to the ends of the row"],
  ["N", "Shift N", "to the next, to the last square that can be chosen"],
  ["Enter", "Space", "choose the piece, then where it goes; a jump square by square"],
  ["Backspace", "", "a square of the jump back"],
  ["U", "", "undo"],
  ["H", "", "hint"],
  ["F", "", "turn the board round"],
  ["Esc", "", "let the piece go; back to the notebook"],
  ["?", "", "show or hide these keys"],
];

class Game {
  /** @type {Record<typeof ABLE[number], HTMLButtonElement>} */ buttons;
  tick = -1;
  ply = 0; // how many moves had been played when the last was made here
  later = 0; // the timer of an answer that came too early to be seen
  /** @type {import("./contract").SetUp | undefined} */ setUpSeen;

  /** @param {HTMLElement} el @param {any} model */
  constructor(el, model) {
    this.model = model;
    this.view = Math.random().toString(36).slice(2); // a board may be seen in several places
    const send = (/** @type {import("./contract").Wish} */ wish) => this.send(wish);
    this.squares = new Squares({
      move: (path) => {
        this.ply = this.state.ply;
        this.send({ do: "move", path, ply: this.ply });
      },
      say: (sentence) => setText(this.remark, sentence || this.hint()),
    });
    this.seats = new Seats(send);
    this.thinking = new Thinking(() => this.askWhy());
    this.moves = new MoveList((ply) => this.send({ do: "view", ply }));
    this.status = element("p", { class: "status" });
    this.remark = element("p", { class: "remark" });
    this.kernel = new Kernel(model, this.remark, () => this.squares.takeBack(), { do: "look", view: this.view });
    this.trouble = element("div", { class: "trouble", role: "alert" });
    this.help = new Help(BOARD_KEYS);
    this.setUp = this.makeSetUp();
    this.whyPanel = element("section", { class: "why-panel", hidden: true });
    this.whyPanel.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.whyKey(event), true);
    const said = element("div", { class: "said", role: "status" }, this.status, this.remark);
    const side = element("div", { class: "beside" }, this.seats.root, said, this.trouble, this.thinking.root, this.moves.root);
    this.root = element(
      "div",
      { class: "player game", role: "group", tabindex: "-1" },
      this.makeHeader(),
      this.setUp,
      element("div", { class: "table" }, element("div", { class: "board-side" }, this.squares.root, this.makeActions()), side),
      this.help.root,
      this.whyPanel,
    );
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.shadow = inShadow(el, this.root);
    followPresence(el, new Screen(el, this.root, () => {}));
    this.show();
    this.showWhy();
    this.kernel.greet();
    window.addEventListener("pageshow", this.kernel.greet);
    window.addEventListener("pagehide", this.leave);
  }

  /** Nobody need think about a board that is not to be seen. */
  leave = () => this.kernel.tell({ do: "unlook", view: this.view });

  /** @returns {import("./contract").State} */
  get state() {
    return this.model.get("state");
  }

  /** @param {import("./contract").Wish} wish  what Python is to do */
  send(wish) {
    if (wish.do !== "move") setText(this.remark, "");
    this.kernel.ask(wish);
  }

  // What is there

  makeHeader() {
    this.title = element("h2", {});
    this.setUpButton = textButton("Position and game as text", () => this.toggleSetUp(), { class: "button toggle", "aria-expanded": "false" });
    return element("div", { class: "header" }, this.title, element("div", { class: "views" }, this.setUpButton, this.help.button));
  }

  makeActions() {
    const able = (/** @type {string} */ label, /** @type {import("./contract").Press["do"]} */ wish, more = {}) => ableButton(label, () => this.send({ do: wish }), more);
    const [undo, hint, again] = [able("Undo", "undo"), able("Hint", "hint"), able("New game", "new")];
    const resign = ableButton("Resign", () => this.resign(), { onblur: () => setText(resign, "Resign") });
    this.buttons = { undo, hint, resign, new: again };
    this.flip = textButton("Flip", () => this.turn());
    this.now = able("Move now", "now");
    this.pause = able("Pause", "pause");
    this.resume = able("Go on", "resume", { class: "button main" });
    const gap = element("span", { class: "gap" });
    const buttons = [undo, hint, this.flip, this.now, this.pause, this.resume, gap, resign, again];
    return element("div", { class: "actions", role: "group", "aria-label": "Game" }, ...buttons);
  }

  makeSetUp() {
    this.text = element("input", { type: "text", class: "position-text", id: "position", spellcheck: "false", autocomplete: "off", "aria-describedby": "position-problem" });
    this.text.addEventListener("input", () => (this.typed = true));
    this.text.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && !event.shiftKey && this.sendPosition(event));
    this.textLabel = element("label", { for: "position" });
    this.textProblem = element("p", { class: "text-problem", id: "position-problem", role: "alert" });
    const begins = () => {
      Object.assign(this.text, { value: this.state.begins }).focus();
      this.typed = true;
    };
    this.record = element("textarea", { class: "record", id: "record", rows: 6, readonly: true });
    this.recordLabel = element("label", { for: "record" });
    this.copied = element("span", { class: "copied", role: "status" });
    const copying = element("div", { class: "row-of" }, textButton("Copy", () => this.copy()), this.copied);
    this.recordRow = element("div", { class: "record-row" }, this.recordLabel, this.record, copying);
    const actions = element("div", { class: "row-of" }, textButton("Set up", () => this.sendPosition(), { class: "button main" }), textButton("Starting position", begins));
    this.positionRow = element("div", { class: "position-row" }, this.textLabel, this.text, this.textProblem, actions);
    return element("section", { class: "set-up", hidden: true }, this.positionRow, this.recordRow);
  }

  // What it shows

  show() {
    clearTimeout(this.later);
    const early = this.squares.seenFrom - performance.now();
    if (early > 0 && this.state.ply > this.ply + 1) {
      this.later = window.setTimeout(() => this.show(), early);
      return;
    }
    this.kernel.answered(() => this.hint());
    const { state } = this;
    this.root.className = `player game look-${state.look}`;
    setAttribute(this.root, "aria-label", state.title);
    setText(this.title, state.title);
    this.squares.show(state, this.model.get("flipped"));
    this.root.style.setProperty("--columns", String(this.squares.width));
    this.root.style.setProperty("--rows", String(this.squares.height));
    this.seats.show(state);
    this.moves.show(state);
    setText(this.status, state.status);
    if (state.tick !== this.tick) setText(this.remark, this.hint());
    this.tick = state.tick;
    this.showTrouble();
    for (const name of ABLE) this.buttons[name].ariaDisabled = String(!state.can[name]);
    this.flip.hidden = state.look === "lines"; // such a board looks the same from everywhere
    this.pause.hidden = !state.can.pause;
    this.resume.hidden = !state.can.resume;
    setText(this.resume, state.problem ? "Try again" : "Go on");
    this.showText();
    this.showThinking();
  }

  showTrouble() {
    const { problem } = this.state;
    if (this.trouble.dataset.problem === problem) return;
    this.trouble.dataset.problem = problem;
    const advice = this.state.can.resume ? " Let it try again, undo, or give the side to another player." : "";
    this.trouble.replaceChildren(...(problem ? [element("p", {}, element("strong", { text: problem }), advice)] : []));
  }

  showThinking() {
    this.kernel.answered(() => this.hint());
    const thinking = /** @type {import("./contract").Thinking} */ (this.model.get("thinking"));
    this.thinking.show(thinking, this.state);
    this.now.hidden = !thinking.busy;
    setText(this.now, thinking.purpose === "hint" ? "Hint now" : "Move now");
    const pointing = thinking.busy || thinking.purpose === "hint" ? thinking.arrows || [] : [];
    this.squares.point(thinking.purpose === "hint" ? pointing.slice(0, 1) : pointing, thinking.purpose === "hint" ? "hint" : "line");
    if (this.hint()) setText(this.remark, this.hint());
  }

  /** @returns {string} the hint, as long as it is for the position on the board */
  hint() {
    const { purpose, busy, move, score } = /** @type {import("./contract").Thinking} */ (this.model.get("thinking"));
    return purpose === "hint" && !busy && move ? `Hint: ${move} (${score}).` : "";
  }

  showText() {
    const { state } = this;
    setText(this.textLabel, `${state.notation}: the position on the board, or another to set up`);
    setText(this.recordLabel, `${state.recordName}: the game so far`);
    this.setUpButton.hidden = !state.notation && !state.recordName;
    this.positionRow.hidden = !state.notation;
    this.recordRow.hidden = !state.recordName;
    if (this.record.value !== state.record) this.record.value = state.record;
    if (state.setup && state.setup !== this.setUpSeen) {
      setText(this.textProblem, state.setup.problem);
      toggle(this.text, "aria-invalid", state.setup.problem !== "");
      if (!state.setup.problem && this.text.value === state.setup.text) this.typed = false;
    }
    this.setUpSeen = state.setup;
    if (!this.typed) this.text.value = state.text;
  }

  showWhy() {
    const why = /** @type {import("./contract").Why} */ (this.model.get("why"));
    const had = this.whyPanel.contains(this.shadow.activeElement);
    this.whyPanel.replaceChildren();
    this.whyPanel.hidden = !why.data;
    if (!why.data) return had && this.squares.focus(this.squares.current); // the move is gone, and its tree with it
    this.kernel.answered(() => this.hint());
    const place = element("div", { class: "why-tree" });
    const close = textButton("Close", () => this.closeWhy());
    const depths = [1, 2, 3, 4].map((depth) => element("option", { value: depth, text: depth === 1 ? "1 ply" : `${depth} plies`, selected: depth === why.depth }));
    const deep = element("select", { onchange: () => this.askWhy(Number(deep.value)) }, ...depths);
    const head = element("div", { class: "why-head" }, element("p", { class: "why-note", text: why.note }), element("label", { class: "why-depth" }, "Look ahead", deep), close);
    this.whyPanel.replaceChildren(head, place);
    const player = new Player(place, why.data, { step: 1e9 });
    for (const { stage } of player.runs) stage.setZoom(0); // which brings the root into view
    if (why.view !== this.view && !had) return; // it was asked for in another place, or before this view was there
    (why.chosen ? deep : close).focus({ preventScroll: true });
    this.whyPanel.scrollIntoView({ block: "nearest" });
  }

  // What can be done

  /** @param {number} [depth]  in plies; without it Python chooses one */
  askWhy(depth) {
    this.send({ do: "why", view: this.view, ...(depth ? { depth } : {}) });
  }

  closeWhy() {
    this.kernel.tell({ do: "close" });
    this.whyPanel.hidden = true;
    this.thinking.why.focus();
  }

  /** A game is given up by a second press only. */
  resign() {
    const { resign } = this.buttons;
    if (resign.textContent === "Resign") return setText(resign, "Really resign?");
    setText(resign, "Resign");
    this.send({ do: "resign" });
  }

  turn() {
    this.model.set("flipped", !this.model.get("flipped"));
    this.model.save_changes();
    if (!this.whyPanel.hidden) this.askWhy(this.model.get("why").depth);
  }

  toggleSetUp() {
    this.setUp.hidden = !this.setUp.hidden;
    setAttribute(this.setUpButton, "aria-expanded", String(!this.setUp.hidden));
    if (!this.setUp.hidden) this.text.focus();
  }

  /** @param {Event} [event] */
  sendPosition(event) {
    event?.preventDefault();
    this.send({ do: "setup", text: this.text.value });
  }

  async copy() {
    this.record.select();
    const done = navigator.clipboard ? await navigator.clipboard.writeText(this.record.value).then(() => true, () => false) : document.execCommand("copy");
    setText(this.copied, done ? "Copied." : "It is selected: copy it with Ctrl C.");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !(/** @type {Element} */ (event.target).matches(FIELDS));
    const button = plain && { u: this.buttons.undo, h: this.buttons.hint, f: this.flip }[event.key.toLowerCase()];
    if (!button) return onKey(event, this);
    event.preventDefault();
    button.click();
  }

  /** The player's own Escape would give the focus to the notebook. @param {KeyboardEvent} event */
  whyKey(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.closeWhy();
  }

  remove() {
    clearTimeout(this.later);
    window.removeEventListener("pageshow", this.kernel.greet);
    window.removeEventListener("pagehide", this.leave);
    this.leave();
    this.kernel.remove();
  }
}

/**
 * Draw a board in a notebook.
 * @param {{model: any, el: HTMLElement}} widget @returns {() => void} the clean-up
 */
function render({ model, el }) {
  el.classList.add("lm-live"); // so that the still beside it is not seen
  const game = new Game(el, model);
  const ears = { "change:state change:flipped": () => game.show(), "change:thinking": () => game.showThinking(), "change:why": () => game.showWhy() };
  model.on(ears);
  return () => {
    model.off(ears);
    game.remove();
  };
}

export default { render };
