/**
 * Fitting: trees get the room that everything else leaves them. Whatever grows later makes them smaller, and where even
 * the smallest readable tree has no room, the player grows higher than the screen instead of cutting it.
 */

import { Screen } from "./screen.js";

// What gives way where the screen is short: gaps and headings, the legend; then the tree grows smaller; then panels.
const LEVELS = ["", "tight", "tight bare", "tight bare tabs"];
// Widths in pixels at which pages, players and control bars change; the queries in style sheets have no others.
const WIDTHS = { bar: 450, narrow: 616, medium: 860, wide: 1300 };
const TALL = 760; // pixels
const ROUNDS = 12; // what it grows by is shared: trees beneath each other get half of it each

export class Fitting {
  /** @type {WeakSet<Element>} */ watched = new WeakSet();

  /** @param {import("./player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.root = player.root;
    this.screen = new Screen(player.host, this.root, () => this.fit(), player.options.above);
    this.parts = new ResizeObserver(() => this.refit());
  }

  /** @returns {number} how large letters are: 1 is usual */
  get size() {
    return this.player.view.large ? 1.4 : 1;
  }

  /** Be no higher than what can be seen at once, and use it. */
  fit() {
    const { width, height } = this.screen;
    if (!width) return;
    const { style, classList } = this.root;
    style.height = "auto";
    style.setProperty("--room", `${height}px`);
    classList.toggle("wide", width >= WIDTHS.wide * this.size && height >= TALL * this.size);
    classList.toggle("narrow", width < WIDTHS.narrow * this.size);
    LEVELS.find((level) => this.isEnough(level));
    for (let room = height, tries = 0; this.lack > 1 && tries < ROUNDS; tries++) {
      room += this.lack;
      style.setProperty("--room", `${room}px`);
    }
    this.resize();
    style.height = `${this.root.getBoundingClientRect().height / (this.player.host.currentCSSZoom || 1)}px`; // nothing jumps when a line needs another row
    for (const stage of this.player.stages) stage.given = stage.scroller.clientHeight;
    for (const run of this.player.runs) run.settle();
    this.watch();
  }

  /** @param {string} level @returns {boolean} nothing more need give way */
  isEnough(level) {
    const { classList, style } = this.root;
    const { stages } = this.player;
    const narrow = this.screen.width < WIDTHS.medium * this.size;
    for (const name of ["tight", "bare", "tabs"]) classList.toggle(name, level.includes(name) || (name === "tabs" && narrow));
    this.player.arrange();
    for (const stage of stages) stage.enlarged = this.size * (classList.contains("wide") ? 1.3 : 1);
    style.setProperty("--least", `${Math.max(...stages.map((stage) => stage.ask(this.screen.most)))}px`);
    const whole = stages.map((stage) => stage.fit()).every(Boolean);
    return this.lack <= 1 && (level.includes("bare") || (whole && !this.player.runs.some(({ code }) => code?.isCut)));
  }

  resize() {
    const { stages } = this.player;
    for (const stage of stages) stage.fit();
    const scale = Math.min(...stages.map((stage) => stage.fitted));
    for (const stage of stages) {
      stage.fitted = scale;
      stage.resize();
    }
  }

  /** Something has grown or shrunk: a verdict, a hint, a panel, a picture that was not there before. */
  refit() {
    if (this.lack > 1 || this.player.stages.some((stage) => stage.isPressed)) this.fit();
  }

  /** @returns {number} the pixels of height that something lacks */
  get lack() {
    const parts = [this.root, ...this.root.querySelectorAll(".runs, .run, .main, .view, .prune")];
    return Math.max(...parts.map((part) => part.scrollHeight - part.clientHeight));
  }

  watch() {
    for (const part of this.root.querySelectorAll(".player > *, .scroller, :is(.main, .side, .prune) > *")) {
      if (!this.watched.has(part)) this.parts.observe(part);
      this.watched.add(part);
    }
  }

  wake() {
    this.screen.wake();
    this.watch();
  }

  /** Out of the page: nothing outside may hold it any longer, or it would never go. */
  sleep() {
    this.screen.sleep();
    this.parts.disconnect();
    this.watched = new WeakSet();
  }
}
