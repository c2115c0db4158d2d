/**
 * The player, in a page as in a notebook. No dependency, no build step: page.py joins these modules to one, in which the
 * style sheet stands as STYLE.
 */

import { KINDS, element, iconButton, inShadow, setAttribute, textButton } from "./dom.js";
import { Help, onKey } from "./keys.js";
import { legend } from "./legend.js";
import { CountsPanel } from "./panels.js";
import { Reel } from "./reel.js";
import { Run } from "./run.js";
import { Screen } from "./screen.js";
import { Clock, Transport } from "./transport.js";

/** @typedef {import("./contract").SceneData} Data */

/**
 * @typedef {object} Options
 * @property {number} [step]
 * @property {import("./stage.js").StageOptions} [stage]
 * @property {HTMLElement} [above]  what is to be seen with it
 */

const VIEWS = /** @type {[string, string][]} */ ([
  ["code", "Code"],
  ["stack", "Stack"],
  ["counts", "Leaves"],
]);
const SIDES = ["code", "stack"]; // where there is no room for both, each is behind the other
// What gives way where the screen is short: gaps and headings, the legend; then the tree grows smaller; then panels.
const LEVELS = ["", "tight", "tight bare", "tight bare tabs"];
const MOST_MARKS = 60; // on the slider
const [NARROW, MEDIUM, WIDE, TALL] = [616, 860, 1300, 760]; // pixels

export class Player {
  /** @type {Run[]} */ runs = [];
  /** @type {any} from quiz.js */ quiz = null;
  /** @type {any} from prune.js: while it is there, nothing is played */ task = null;
  /** @type {CountsPanel | null} */ counts = null;
  /** @type {Map<string, HTMLElement>} */ toggles = new Map();
  tab = "code";
  popped = false; // the legend, where it has no place of its own

  /** @param {HTMLElement} el  where it is drawn @param {Data} data @param {Options} [options] */
  constructor(el, data, options = {}) {
    this.data = data;
    this.clock = new Clock(Math.max(...data.runs.map((run) => run.events.length)), (what) => (what === "step" ? this.show() : this.transport.show()));
    this.transport = new Transport(this.clock);
    this.help = new Help();
    this.options = options;
    this.host = el;
    this.root = element("div", { class: "player", role: "group", "aria-label": data.title, tabindex: "-1" });
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => onKey(event, this));
    this.root.addEventListener("load", () => this.refit(), true); // a picture has no height before it is there
    inShadow(el, this.root);
    this.screen = new Screen(el, this.root, () => this.fit(), options.above);
    /** @type {Object<string, boolean>} */
    this.view = { ...data.view };
    if (this.data.kind === "prune") this.showTask();
    else this.showRuns();
    this.wake();
  }

  showTask() {
    const { runs, svgs, pruning } = this.data;
    this.task = new KINDS.pruning(new Reel(runs[0]), svgs[0], pruning, () => this.leaveTask());
    this.root.replaceChildren(this.header([]), this.task.root, legend(runs[0].players));
    this.root.classList.add("asks");
    this.fit();
  }

  leaveTask() {
    this.task = null;
    this.showRuns();
    this.transport.playButton.focus();
  }

  showRuns() {
    const { data, options } = this;
    const { runs } = data;
    const stage = (/** @type {number} */ at) => ({ activate: (/** @type {number} */ node) => this.visit(at, node), ...options.stage });
    const longest = Math.max(...runs.flatMap(({ say }) => say.map((sentence) => sentence.length)));
    this.runs = runs.map((pane, at) => new Run(pane, data.svgs[at], { titled: runs.length > 1, longest, stage: stage(at) }));
    this.counts = new CountsPanel(this.runs.map((run) => run.reel));
    this.quiz = data.kind === "ask" ? new KINDS.quiz(data.questions, this.clock) : null;
    if (this.quiz) this.quiz.after = () => this.transport.playButton.focus({ preventScroll: true });
    this.root.classList.toggle("two", runs.length > 1);
    this.root.classList.toggle("asks", this.quiz !== null);
    const runsRoot = element("div", { class: "runs" }, ...this.runs.map((run) => run.root));
    this.root.replaceChildren(this.header(VIEWS), runsRoot);
    if (this.quiz) this.runs[0].side.prepend(this.quiz.root);
    (runs.length > 1 ? this.root : this.runs[0].main).append(this.counts.root, this.transport.root);
    this.root.append(legend(runs[0].players), this.help.root);
    this.transport.mark(this.marks());
    this.clock.setInterval(data.interval_ms || 0);
    this.clock.goTo(options.step === undefined ? data.start || 0 : options.step);
    this.show();
    this.fit();
  }

  /** @returns {import("./transport.js").Mark[]} what is worth going to: of what is asked, nothing tells before */
  marks() {
    const { questions, difference } = this.data;
    if (questions) return questions.map(({ step }) => ({ step, kind: "question", text: "A question" }));
    const named = (/** @type {Run} */ { reel }, /** @type {string} */ text) => (this.runs.length > 1 ? `${reel.pane.title}: ${text}` : text);
    /** @type {import("./transport.js").Mark[]} */
    const marks = this.runs.flatMap((run) => [
      ...run.reel.pane.cuts.map(({ step, tell }) => ({ step, kind: /** @type {const} */ ("cut"), text: named(run, tell) })),
      ...run.reel.answers.map((step) => ({ step, kind: /** @type {const} */ ("answer"), text: named(run, run.reel.pane.say[step]) })),
    ]);
    if (difference) marks.push({ step: difference, kind: "difference", text: "The first step at which the two differ (D)" });
    return marks.length > MOST_MARKS ? marks.filter(({ kind }) => kind === "difference") : marks.sort((one, two) => one.step - two.step);
  }

  /** To where the two that are compared differ. */
  toDifference = () => this.data.difference && this.clock.goTo(this.data.difference);

  /** Go to where a run enters a node, and from there to where it comes back. @param {number} run @param {number} node */
  visit(run, node) {
    this.root.focus({ preventScroll: true });
    this.clock.goTo(this.runs[run].reel.visitOf(node, this.clock.step));
  }

  /** @param {[string, string][]} views */
  header(views) {
    const shown = views.filter(([name]) => name !== "code" || this.runs.some((run) => run.code));
    const choose = (/** @type {string} */ name) => () => this.choose(name);
    const buttons = shown.map(([name, label]) => /** @type {const} */ ([name, textButton(label, choose(name), { class: "button toggle" })]));
    this.toggles = new Map([...buttons, ["large", iconButton("type", "Large type", choose("large"))], ["legend", iconButton("info", "Legend", choose("legend"))]]);
    const middle = this.runs.length > 1 && this.counts ? this.counts.ratio : this.stages[0].zoomBar;
    const toggles = element("div", { class: "views", role: "group", "aria-label": "Show" }, ...this.toggles.values(), this.task ? null : this.help.button);
    return element("div", { class: "header" }, element("h2", { text: this.data.title }), middle, toggles);
  }

  /** @param {string} name  of what shall be shown, or no longer */
  choose(name) {
    const { classList } = this.root;
    if (classList.contains("tabs") && SIDES.includes(name)) this.tab = this.tab === name ? "" : name;
    else if (classList.contains("bare") && name === "legend") this.popped = !this.popped;
    else this.view[name] = !this.view[name];
    this.fit();
  }

  /** @param {string} name @returns {boolean} */
  isShown(name) {
    const { classList } = this.root;
    if (classList.contains("tabs") && SIDES.includes(name)) return this.tab === name;
    return classList.contains("bare") && name === "legend" ? this.popped : this.view[name];
  }

  showViews() {
    for (const name of Object.keys(this.view)) this.root.classList.toggle(name === "large" ? "large" : `no-${name}`, this.isShown(name) === (name === "large"));
    for (const [name, button] of this.toggles) setAttribute(button, "aria-pressed", String(this.isShown(name)));
  }

  /** Be no higher than what can be seen at once, and use it. */
  fit() {
    const { width, height } = this.screen;
    if (!width) return;
    const { classList, style } = this.root;
    style.setProperty("--room", `${height}px`);
    style.height = "auto";
    const size = this.view.large ? 1.4 : 1;
    classList.toggle("wide", width >= WIDE * size && height >= TALL * size);
    classList.toggle("narrow", width < NARROW * size);
    if (classList.contains("narrow") !== this.wasNarrow) this.tab = width < NARROW * size ? "" : SIDES.find((name) => this.view[name]) || "";
    this.wasNarrow = classList.contains("narrow");
    const { stages } = this;
    for (const level of LEVELS) {
      for (const name of ["tight", "bare", "tabs"]) classList.toggle(name, level.includes(name) || (name === "tabs" && width < MEDIUM * size));
      this.showViews();
      for (const stage of stages) {
        stage.enlarged = size * (classList.contains("wide") ? 1.3 : 1);
        stage.ask();
      }
      const fits = stages.map((stage) => stage.fit());
      const bare = level.includes("bare");
      if (fits.every((fit) => fit === "whole" || (bare && fit === "smaller")) && (bare || !this.runs.some((run) => run.code && run.code.isCut))) break;
    }
    for (const stage of stages) stage.resize();
    if (this.isCut) style.setProperty("--room", "none"); // better scrolled than cut
    else style.height = `${this.root.getBoundingClientRect().height / (this.host.currentCSSZoom || 1)}px`; // nothing jumps when a line needs another row
    for (const stage of stages) stage.given = stage.scroller.clientHeight;
    for (const run of this.runs) run.settle();
  }

  /** A question, or a position's picture, may want more or less than was there. */
  refit() {
    if (this.isCut || this.stages.some((stage) => stage.isPressed)) this.fit();
  }

  get stages() {
    return this.task ? [this.task.stage] : this.runs.map((run) => run.stage);
  }

  get isCut() {
    const parts = [this.root, ...this.root.querySelectorAll(".runs, .main, .view")];
    return parts.some((part) => part.scrollHeight > part.clientHeight + 1);
  }

  show() {
    const { step, playing, interval } = this.clock;
    if (this.quiz) this.quiz.show(); // first, for it may need room
    for (const run of this.runs) run.show(step);
    if (this.counts) this.counts.show(step);
    this.transport.show();
    for (const run of this.runs) run.settle(!playing || interval > 300);
    this.refit();
  }

  /** In the page, for the first time or again: it stands where it stood. */
  wake() {
    this.screen.wake();
  }

  sleep() {
    this.screen.sleep();
    this.clock.setPlaying(false);
  }
}

for (const kind of ["play", "compare", "ask", "prune"]) KINDS[kind] = Player;
