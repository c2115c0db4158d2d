/** Beside the board: who sits where and how far they look, what they think, and the moves so far. */

import { element, setAttribute, setText, toggle } from "./dom.js";
import { piece } from "./pieces.js";

/** @param {HTMLSelectElement} menu @param {string[]} names @param {string} chosen */
function fill(menu, names, chosen) {
  if (menu.dataset.names !== names.join()) {
    menu.replaceChildren(...names.map((name) => element("option", { value: name, text: name })));
    menu.dataset.names = names.join();
  }
  menu.value = chosen;
}

/** One side of the board. */
class Seat {
  /** @param {number} side @param {(wish: import("./contract").Wish) => void} send */
  constructor(side, send) {
    this.sign = element("span", { class: "seat-sign" });
    this.name = element("span", { class: "seat-name" });
    this.turn = element("span", { class: "seat-turn" });
    this.player = element("select", { class: "seat-player", onchange: () => send({ do: "seat", side, player: this.player.value }) });
    this.limit = element("select", { class: "seat-limit", onchange: () => send({ do: "limit", side, limit: this.limit.value }) });
    this.root = element("div", { class: "seat" }, this.sign, element("span", { class: "seat-who" }, this.name, this.turn), this.player, this.limit);
  }

  /** @param {import("./contract").Side} side @param {string[]} players @param {boolean} toMove */
  show(side, players, toMove) {
    if (!this.sign.firstChild) this.sign.append(piece(side.piece));
    setText(this.name, side.name);
    setText(this.turn, toMove ? "to move" : "");
    this.root.classList.toggle("to-move", toMove);
    setAttribute(this.player, "aria-label", `Who plays ${side.name}`);
    setAttribute(this.limit, "aria-label", `How far ${side.name} looks ahead`);
    fill(this.player, players, side.player);
    fill(this.limit, side.limits, side.limit);
    this.limit.hidden = !side.limits.length;
  }
}

/** Both sides. */
export class Seats {
  /** @param {(wish: import("./contract").Wish) => void} send */
  constructor(send) {
    this.rows = [new Seat(0, send), new Seat(1, send)];
    this.root = element("div", { class: "seats", role: "group", "aria-label": "Players" }, ...this.rows.map(({ root }) => root));
  }

  /** @param {import("./contract").State} state */
  show(state) {
    this.rows.forEach((row, at) => row.show(state.sides[at], state.players, state.turn === at));
  }
}

/** What an opponent has found. */
export class Thinking {
  /** @param {() => void} why  asks for the tree */
  constructor(why) {
    this.heading = element("h3", {});
    this.facts = element("p", { class: "facts" });
    this.line = element("p", { class: "variation" });
    this.why = element("button", { type: "button", class: "button why", onclick: why });
    this.root = element("section", { class: "thinking" }, element("div", { class: "thinking-head" }, this.heading, this.why), this.facts, this.line);
  }

  /** @param {import("./contract").Thinking} thinking @param {import("./contract").State} state */
  show(thinking, state) {
    const { busy, purpose, player, side } = thinking;
    this.root.classList.toggle("busy", Boolean(busy));
    const who = player && `${player} for ${side}`;
    setText(this.heading, !who ? "Thinking" : purpose === "hint" ? `Hint for ${side}` : busy ? `${who} is thinking` : who);
    const { speed, nodes } = thinking;
    const counted = speed ? `${speed.toLocaleString("en")} nodes/s` : nodes && `${nodes.toLocaleString("en")} nodes`;
    const facts = /** @type {[string, unknown][]} */ ([["play ", purpose === "hint" && !busy && thinking.move], ["", thinking.score], ["depth ", thinking.depth], ["", counted]]);
    const shown = facts.flatMap(([what, text]) => (text ? [element("span", {}, what, element("strong", { text }))] : []));
    this.facts.replaceChildren(...(shown.length ? shown : [player ? "…" : "What an opponent finds is shown here."]));
    setText(this.line, thinking.line && thinking.line.includes(" ") ? `Expects ${thinking.line}` : "\u00a0");
    this.why.hidden = !state.why;
    setText(this.why, `Why ${state.why}?`);
  }
}

/** The moves played, two by two: each leads to the position after it. */
export class MoveList {
  /** @param {(ply: number) => void} view */
  constructor(view) {
    this.view = view;
    this.list = element("ol", { class: "moves", "aria-label": "Moves" });
    this.list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.root = element("section", { class: "history" }, element("h3", { text: "Moves" }), this.list);
  }

  /** @returns {HTMLElement[]} */
  get buttons() {
    return [...this.list.querySelectorAll("button")];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 }[event.key];
    const { buttons } = this;
    const to = buttons[buttons.indexOf(/** @type {HTMLElement} */ (event.target)) + (by || 0)];
    if (!by) return;
    event.preventDefault();
    to?.click();
    to?.focus();
  }

  /** @param {import("./contract").State} state */
  show(state) {
    this.fill(state);
    this.buttons.forEach((button, at) => {
      const isShown = at + 1 === state.viewed;
      toggle(button, "aria-current", isShown && "step");
      button.tabIndex = isShown || (!state.viewed && !at) ? 0 : -1;
    });
  }

  /** @param {import("./contract").State} state */
  fill(state) {
    const moves = state.second ? ["…", ...state.history] : state.history;
    const key = moves.join();
    if (key === this.list.dataset.moves) return;
    this.list.dataset.moves = key;
    this.list.replaceChildren(...(moves.length ? [] : [element("li", { class: "none", text: "No move yet." })]));
    moves.forEach((text, at) => {
      if (at % 2 === 0) this.list.append(element("li", {}, element("span", { class: "count-of", "aria-hidden": "true", text: `${at / 2 + 1}.` })));
      const ply = at + 1 - (state.second ? 1 : 0);
      const go = { type: "button", onclick: () => this.view(ply) };
      this.list.lastChild.append(ply ? element("button", { class: "move", text, ...go }) : element("span", { text }));
    });
    this.list.scrollTop = this.list.scrollHeight;
  }
}
