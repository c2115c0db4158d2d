/** Games to look at, move by move: one is chosen, and played, stepped or drawn by the slider. */

import { KINDS, element, followPresence, inShadow, setAttribute, setText } from "./dom.js";
import { Help, onKey } from "./keys.js";
import { closePopover } from "./popover.js";
import { Screen } from "./screen.js";
import { Clock, Transport } from "./transport.js";

class Replay {
  /** @param {HTMLElement} place @param {import("./contract").Games} data */
  constructor(place, data) {
    this.data = data;
    this.clock = new Clock(0, () => this.show());
    this.help = new Help();
    this.transport = new Transport(this.clock);
    const options = data.games.map(({ title }, number) => element("option", { value: number, text: title }));
    this.choice = element("select", { "aria-label": "Game" }, ...options);
    this.choice.addEventListener("change", () => this.open());
    this.board = element("img", { class: "board", alt: "" });
    this.words = element("p", { class: "sentence", role: "status" });
    const header = element("div", { class: "header" }, this.choice, this.help.button);
    const parts = [header, this.board, this.words, this.transport.root, this.help.root];
    const attributes = { class: "player replay", role: "group", "aria-label": data.title, tabindex: "-1" };
    this.root = element("div", attributes, ...parts);
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => onKey(event, this));
    this.screen = new Screen(place, this.root, () => {});
    inShadow(place, this.root);
    this.open();
    followPresence(place, this);
  }

  get game() {
    return this.data.games[Number(this.choice.value)];
  }

  open() {
    this.clock.setPlaying(false);
    this.clock.length = this.game.said.length - 1;
    this.transport.scrubber.max = String(this.clock.length);
    if (!this.clock.goTo(0)) this.show();
  }

  show() {
    const { lines, drawings } = this.data;
    const drawing = drawings[this.game.drawn[this.clock.step]].map((line) => lines[line]).join("\n");
    setAttribute(this.board, "src", `data:image/svg+xml,${encodeURIComponent(drawing)}`);
    setAttribute(this.board, "alt", (drawing.match(/aria-label="([^"]*)"/) || ["", "The board"])[1]);
    setText(this.words, this.game.said[this.clock.step]);
    this.transport.show();
  }

  wake() {
    this.screen.wake();
  }

  sleep() {
    closePopover();
    this.screen.sleep();
    this.clock.setPlaying(false);
  }
}

KINDS.replay = Replay;
