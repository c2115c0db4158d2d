/** The player, in a page as in a notebook: runs side by side under one clock, with what stands around them. */

import { KINDS, element, followPresence, iconButton, inShadow, oneTabStop, setAttribute, textButton } from "./dom.js";
import { Fitting } from "./fitting.js";
import { Help, onKey } from "./keys.js";
import { legend } from "./legend.js";
import { CountsPanel } from "./panels.js";
import { closePopover, togglePopover } from "./popover.js";
import { Reel } from "./reel.js";
import { Run } from "./run.js";
import { Clock, Transport, readingTime } from "./transport.js";

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
const MOST_MARKS = 60; // on the slider

export class Player {
  /** @type {Run[]} */ runs = [];
  /** @type {any} from quiz.js */ quiz = null;
  /** @type {any} from prune.js: while it is there, nothing is played */ task = null;
  /** @type {CountsPanel | null} */ counts = null;
  /** @type {Map<string, HTMLElement>} */ toggles = new Map();
  /** @type {HTMLElement} */ legend;
  tab = "code";

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
    inShadow(el, this.root);
    /** @type {Object<string, boolean>} */
    this.view = { ...data.view };
    this.fitting = new Fitting(this);
    if (this.data.kind === "prune") this.showTask();
    else this.showRuns();
    followPresence(el, this);
  }

  showTask() {
    const { runs, svgs, pruning } = this.data;
    this.task = new KINDS.pruning(new Reel(runs[0]), svgs[0], pruning, () => this.leaveTask());
    this.root.replaceChildren(this.header([]), this.task.root, (this.legend = legend([this.task.reel])));
    this.root.classList.add("asks");
    this.fitting.fit();
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
    this.quiz = data.questions ? new KINDS.quiz(data.questions, this.clock, this) : null;
    this.root.classList.toggle("two", runs.length > 1);
    this.root.classList.toggle("asks", this.quiz !== null);
    const runsRoot = element("div", { class: "runs" }, ...this.runs.map((run) => run.root));
    if (this.quiz) this.runs[0].side.prepend(this.quiz.root);
    const isBeneathAll = runs.length > 1 || this.quiz; // else beside whole code
    this.root.replaceChildren(runsRoot);
    const around = isBeneathAll ? this.root : this.runs[0].main;
    around.prepend(this.transport.root); // so that Tab comes to it before the question and the tree
    this.root.prepend(this.header(VIEWS));
    if (isBeneathAll) runsRoot.after(this.counts.root);
    else around.append(this.counts.root);
    this.root.append((this.legend = legend(this.counts.reels)), this.help.root);
    this.transport.mark(this.marks());
    this.clock.setInterval(data.interval_ms || 0);
    this.clock.pause = (step) => Math.max(...this.runs.map(({ reel }) => readingTime(reel.pane.say[step] || "")));
    for (const { stage } of this.runs) stage.twins = this.stages;
    this.clock.goTo(options.step === undefined ? data.start || 0 : options.step);
    this.show();
    this.fitting.fit();
  }

  /** @returns {import("./transport.js").Mark[]} what is worth going to: of what is asked, nothing tells before */
  marks() {
    const { questions, difference } = this.data;
    if (questions) return this.data.kind === "perform" ? [] : questions.map(({ step }) => ({ step, kind: "question", text: "A question" }));
    const named = (/** @type {Run} */ { reel }, /** @type {string} */ text) => (this.runs.length > 1 ? `${reel.pane.title}: ${text}` : text);
    /** @type {import("./transport.js").Mark[]} */
    const marks = this.runs.flatMap((run) => [
      ...run.reel.pane.cuts.map(({ step, tell }) => ({ step, kind: /** @type {const} */ ("cut"), text: named(run, tell) })),
      ...run.reel.answers.map((step) => ({ step, kind: /** @type {const} */ ("answer"), text: named(run, run.reel.pane.say[step]) })),
    ]);
    if (difference) marks.push({ step: difference, kind: "difference", text: "The first step at which the two differ (D)" });
    return marks.length > MOST_MARKS ? marks.filter(({ kind }) => kind === "difference") : marks.sort((one, two) => one.step - two.step);
  }

  /** Go to where a run enters a node, and from there to where it comes back. @param {number} run @param {number} node */
  visit(run, node) {
    if (this.quiz?.pick(node)) return;
    this.root.focus({ preventScroll: true });
    this.clock.goTo(this.runs[run].reel.visitOf(node, this.clock.step));
  }

  /** @param {[string, string][]} views */
  header(views) {
    const shown = views.filter(([name]) => name !== "code" || this.runs.some((run) => run.code));
    const choose = (/** @type {string} */ name) => () => this.choose(name);
    const buttons = shown.map(([name, label]) => /** @type {const} */ ([name, textButton(label, choose(name), { class: "button toggle" })]));
    const large = iconButton("type", "Large type", choose("large"));
    const legend = iconButton("info", "Legend", choose("legend"));
    this.toggles = new Map([...buttons, ["large", large], ["legend", legend]]);
    const middle = this.runs.length > 1 && this.counts ? this.counts.ratio : this.stages[0].zoomBar;
    const shownButtons = [...this.toggles.values(), this.task ? null : this.help.button];
    const toggles = element("div", { class: "views", role: "group", "aria-label": "Show" }, ...shownButtons);
    return oneTabStop(element("div", { class: "header" }, element("h2", { text: this.data.title }), middle, toggles));
  }

  /** @param {string} name  of what shall be shown, or no longer */
  choose(name) {
    const { classList } = this.root;
    if (classList.contains("tabs") && SIDES.includes(name)) this.tab = this.tab === name ? "" : name;
    else if (name === "legend" && !this.isShown(name)) return togglePopover(this.legend, /** @type {HTMLElement} */ (this.toggles.get(name)));
    else this.view[name] = !this.view[name];
    this.fitting.fit();
  }

  /** @param {string} name @returns {boolean} */
  isShown(name) {
    const { classList } = this.root;
    if (classList.contains("tabs") && SIDES.includes(name)) return this.tab === name;
    return this.view[name] && !(classList.contains("bare") && name === "legend");
  }

  showViews() {
    for (const name of Object.keys(this.view)) this.root.classList.toggle(name === "large" ? "large" : `no-${name}`, this.isShown(name) === (name === "large"));
    for (const [name, button] of this.toggles) setAttribute(button, "aria-pressed", String(this.isShown(name)));
  }

  /** Show what is chosen, as far as there is room for it. */
  arrange() {
    const narrow = this.root.classList.contains("narrow");
    if (narrow !== this.wasNarrow) this.tab = narrow ? "" : SIDES.find((name) => this.view[name]) || "";
    this.wasNarrow = narrow;
    this.showViews();
  }

  get stages() {
    return this.task ? [this.task.stage] : this.runs.map((run) => run.stage);
  }

  show() {
    const { step, playing, interval } = this.clock;
    if (this.quiz) this.quiz.show();
    for (const run of this.runs) run.show(step);
    if (this.counts) this.counts.show(step);
    this.transport.show();
    if (this.quiz) this.fitting.refit(); // a question needs room at once, not when it is next observed
    for (const run of this.runs) run.settle(!playing || interval > 300);
  }

  /** In the page, for the first time or again: it stands where it stood. */
  wake() {
    this.fitting.wake();
  }

  sleep() {
    closePopover();
    this.fitting.sleep();
    this.clock.setPlaying(false);
  }
}

for (const kind of ["play", "compare", "ask", "prune"]) KINDS[kind] = Player;
