/**
 * The player: `mount(el, data, options)` draws it, in a page as in a notebook. No dependency, no build step: page.py
 * joins these modules to one, in which the style sheet stands as STYLE.
 */

import { element, setAttribute, textButton } from "./dom.js";
import { keyTable, onKey } from "./keys.js";
import { legend } from "./legend.js";
import { CountsPanel } from "./panels.js";
import { Reel } from "./reel.js";
import { Run } from "./run.js";
import { STYLE } from "./style.js";
import { watchTheme } from "./theme.js";
import { Clock, Transport } from "./transport.js";

/**
 * What scenes.py writes.
 * @typedef {object} Data
 * @property {string} id      a hash of all the rest
 * @property {"play" | "compare" | "ask" | "prune"} kind
 * @property {string} title
 * @property {import("./reel.js").Pane[]} runs
 * @property {import("./quiz.js").Question[]} [questions]
 * @property {import("./prune.js").Pruning} [pruning]
 * @property {string[]} svgs  a picture of each run, at any step
 * @property {Object<string, boolean>} view  which panels are open: code, stack, counts, legend, large
 * @property {number} [start]  the step to begin at
 * @property {number} [interval_ms]  how fast to play it
 */

/**
 * @typedef {object} Options
 * @property {number} [step]
 * @property {import("./stage.js").StageOptions} [stage]
 */

const VIEWS = /** @type {[string, string][]} */ ([
  ["code", "Code"],
  ["stack", "Stack"],
  ["counts", "Leaves"],
  ["legend", "Legend"],
  ["large", "Large type"],
]);

/** @type {Object<string, any>} what only some kinds of player need: quiz.js and prune.js put themselves here */
export const TASKS = {};

export class Player {
  /** @param {HTMLElement} el @param {Data} data @param {Options} options */
  constructor(el, data, options) {
    this.data = data;
    /** @type {Run[]} */
    this.runs = [];
    /** @type {any} from quiz.js */
    this.quiz = null;
    /** @type {any} from prune.js: while it is there, nothing is played */
    this.task = null;
    /** @type {CountsPanel | null} */
    this.counts = null;
    this.clock = new Clock(Math.max(...data.runs.map((run) => run.events.length)), (what) => this.changed(what));
    this.transport = new Transport(this.clock, () => this.help());
    this.keys = keyTable();
    this.options = options;
    this.host = el;
    this.shadow = el.shadowRoot || el.attachShadow({ mode: "open" });
    this.root = element("div", { class: "player", role: "group", "aria-label": data.title, tabindex: "-1" });
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => onKey(event, this));
    this.shadow.replaceChildren(element("style", { text: STYLE }), this.root);
    /** @type {(() => void) | null} */
    this.unwatch = null;
    /** @type {Object<string, boolean>} */
    this.view = { code: true, stack: true, counts: true, legend: true, large: false, ...data.view };
    if (this.data.kind === "prune") this.showTask();
    else this.showRuns();
    this.wake();
  }

  showTask() {
    const { runs, svgs, pruning } = this.data;
    this.task = new TASKS.prune(new Reel(runs[0]), svgs[0], pruning, () => this.leaveTask());
    this.root.replaceChildren(this.header([]), this.task.root, legend());
    this.root.classList.add("asks");
  }

  leaveTask() {
    this.task = null;
    this.showRuns();
    this.transport.playButton.focus();
  }

  showRuns() {
    const { data, options } = this;
    const { runs } = data;
    this.runs = runs.map((pane, at) => new Run(pane, data.svgs[at], { titled: runs.length > 1, stage: options.stage }));
    this.counts = new CountsPanel(this.runs.map((run) => run.reel));
    this.quiz = data.kind === "ask" ? new TASKS.ask(data.questions, this.clock) : null;
    if (this.quiz) this.quiz.after = () => this.transport.playButton.focus({ preventScroll: true });
    this.root.classList.toggle("two", runs.length > 1);
    this.root.classList.toggle("asks", this.quiz !== null);
    const runsRoot = element("div", { class: "runs" }, ...this.runs.map((run) => run.root));
    const controls = [...(this.quiz ? [this.quiz.root] : []), this.counts.root, this.transport.root, this.keys];
    this.root.replaceChildren(this.header(VIEWS), runsRoot);
    (runs.length > 1 ? this.root : this.runs[0].main).append(...controls);
    this.root.append(legend());
    this.clock.setInterval(data.interval_ms || 0);
    this.clock.goTo(options.step === undefined ? data.start || 0 : options.step);
    this.show();
  }

  /** @param {[string, string][]} views */
  header(views) {
    const toggles = views
      .filter(([name]) => name !== "code" || this.runs.some((run) => run.code))
      .map(([name, label]) => this.toggle(name, label));
    for (const name of Object.keys(this.view)) this.showView(name);
    return element(
      "div",
      { class: "header" },
      element("h2", { text: this.data.title }),
      element("div", { class: "views", role: "group", "aria-label": "Show" }, ...toggles),
    );
  }

  /** @param {string} name @param {string} label */
  toggle(name, label) {
    const button = textButton(label, () => {
      this.view[name] = !this.view[name];
      button.setAttribute("aria-pressed", String(this.view[name]));
      this.showView(name);
    }, { class: "button toggle", "aria-pressed": String(this.view[name]) });
    return button;
  }

  /** @param {string} name */
  showView(name) {
    this.root.classList.toggle(name === "large" ? "large" : `no-${name}`, name === "large" ? this.view.large : !this.view[name]);
    for (const run of this.runs) {
      run.stage.enlarged = this.view.large ? 1.4 : 1;
      run.stage.fit();
    }
  }

  help() {
    this.keys.hidden = !this.keys.hidden;
    setAttribute(this.transport.helpButton, "aria-expanded", String(!this.keys.hidden));
  }

  /** @param {"step" | "pace"} what */
  changed(what) {
    if (what === "step") this.show();
    else this.transport.show();
  }

  show() {
    const { step, playing, interval } = this.clock;
    for (const run of this.runs) run.show(step, !playing || interval > 300);
    if (this.counts) this.counts.show(step);
    this.transport.show();
    if (this.quiz) this.quiz.show();
  }

  /** In the page, for the first time or again: it stands where it stood. */
  wake() {
    if (!this.unwatch) this.unwatch = watchTheme(this.root);
  }

  /** Out of the page: nothing outside may hold it any longer, or it would never go. */
  sleep() {
    if (this.unwatch) this.unwatch();
    this.unwatch = null;
    this.clock.setPlaying(false);
  }

  remove() {
    this.sleep();
    this.shadow.replaceChildren();
  }
}

/**
 * Draw a player in an element.
 * @param {HTMLElement} el @param {Data} data @param {Options} [options] @returns {Player}
 */
export function mount(el, data, options = {}) {
  return new Player(el, data, options);
}
