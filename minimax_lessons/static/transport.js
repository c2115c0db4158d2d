/** The clock that all panes of a player share, and the bar of controls that drives it. */

import { element, icon, iconButton, oneTabStop, setAttribute, setText } from "./dom.js";

const NORMAL = 800; // milliseconds: the shortest step at normal speed
const WORD = 250; // milliseconds that a word of the step's sentence takes
const INTERVALS = [3200, 1600, NORMAL, 400, 200, 100, 50]; // of the shortest step

/** How long reading takes, in milliseconds. @param {string} sentence */
export const readingTime = (sentence) => Math.max(NORMAL, WORD * sentence.split(" ").length);

/** Where a player stands, and whether it moves by itself. */
export class Clock {
  step = 0;
  playing = false;
  interval = NORMAL;
  timer = 0;
  /** How far it may go: a question holds it. */
  limit = () => this.length;
  /** How long a step stays at normal speed, in milliseconds. @type {(step: number) => number} */
  pause = () => NORMAL;

  /** @param {number} length @param {(what: "step" | "pace") => void} changed */
  constructor(length, changed) {
    this.length = length;
    this.changed = changed;
  }

  /** @param {number} step @returns {boolean} it moved */
  goTo(step) {
    const allowed = Math.max(0, Math.min(Math.floor(step) || 0, this.limit()));
    if (step > allowed && this.playing) this.setPlaying(false);
    if (allowed === this.step) return false;
    this.step = allowed;
    this.schedule();
    this.changed("step");
    return true;
  }

  /** @param {boolean} playing */
  setPlaying(playing) {
    if (playing === this.playing) return;
    this.playing = playing;
    if (playing && this.step >= this.length) this.goTo(0);
    this.schedule();
    this.changed("pace");
  }

  /** @param {number} milliseconds */
  setInterval(milliseconds) {
    const interval = Math.min(60_000, milliseconds || NORMAL);
    if (interval === this.interval) return;
    this.interval = interval;
    this.schedule();
    this.changed("pace");
  }

  /** @param {number} by  1: the next faster speed, −1: the next slower */
  changeSpeed(by) {
    const speeds = by > 0 ? INTERVALS : [...INTERVALS].reverse();
    const next = speeds.find((interval) => (by > 0 ? interval < this.interval : interval > this.interval));
    if (next) this.setInterval(next);
  }

  schedule() {
    clearTimeout(this.timer);
    const pause = (this.pause(this.step) * this.interval) / NORMAL;
    this.timer = this.playing ? window.setTimeout(() => this.tick(), pause) : 0;
  }

  tick() {
    this.goTo(this.step + 1);
    if (this.step >= this.length) this.setPlaying(false);
  }
}

/** @param {number} interval @returns {string} */
function speedName(interval) {
  const times = NORMAL / interval;
  const known = /** @type {Object<string, string>} */ ({ 0.25: "¼", 0.5: "½" })[String(times)];
  return `${known || Math.round(times * 100) / 100}×`;
}

/** @typedef {{step: number, kind: "cut" | "answer" | "question" | "difference", text: string}} Mark  a place on the slider */

export class Transport {
  /** @type {Mark[]} */ marks = [];

  /** @param {Clock} clock */
  constructor(clock) {
    this.clock = clock;
    this.marked = element("div", { class: "marks", "aria-label": "Marks on the slider" });
    this.bubble = element("p", { class: "bubble", hidden: true });
    this.playButton = iconButton("play", "Play", () => clock.setPlaying(!clock.playing), { class: "button icon-button play", "data-space": true });
    const step = (/** @type {any} */ name, /** @type {string} */ label, /** @type {() => number} */ to) =>
      iconButton(name, label, () => clock.goTo(to()), { "data-space": true });
    this.backward = [step("first", "First step", () => 0), step("back", "Step back", () => clock.step - 1)];
    this.forward = [step("next", "Step on", () => clock.step + 1), step("last", "Last step", () => clock.length)];
    this.scrubber = element("input", { type: "range", class: "scrubber", min: 0, max: clock.length, value: 0, step: 1, "aria-label": "Step", "data-space": true });
    this.scrubber.addEventListener("input", () => {
      clock.goTo(Number(this.scrubber.value));
      this.show();
    });
    this.place = element("span", { class: "place", "aria-hidden": "true" });
    this.speed = element("select", { class: "speed", "aria-label": "Speed", title: "Speed" });
    this.speed.addEventListener("change", () => clock.setInterval(Number(this.speed.value)));
    const buttons = element("div", { class: "buttons" }, ...this.backward, this.playButton, ...this.forward);
    const track = element("div", { class: "track" }, element("div", { class: "slider" }, this.scrubber, this.marked, this.bubble), this.place);
    this.root = element("div", { class: "transport", role: "toolbar", "aria-label": "Steps" }, buttons, track, this.speed);
  }

  /** @param {Mark[]} marks  of which each says what it is when it is pointed at or has the focus */
  mark(marks) {
    this.marks = marks;
    const shown = marks.map((mark) => {
      const button = element("button", { type: "button", class: `mark ${mark.kind}`, "aria-label": `Step ${mark.step}: ${mark.text}`, onclick: () => this.clock.goTo(mark.step) });
      button.style.left = `${(100 * mark.step) / Math.max(1, this.clock.length)}%`;
      const tell = (/** @type {boolean} */ on) => {
        this.bubble.hidden = !on;
        setText(this.bubble, mark.text);
      };
      for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => tell(true));
      for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => tell(false));
      return button;
    });
    this.marked.hidden = !marks.length;
    this.marked.replaceChildren(...shown);
    oneTabStop(this.marked, shown[0]);
  }

  show() {
    const { clock } = this;
    for (const button of this.backward) button.ariaDisabled = String(clock.step <= 0);
    for (const button of this.forward) button.ariaDisabled = String(clock.step >= clock.length);
    this.scrubber.value = String(clock.step);
    this.scrubber.style.setProperty("--done", `${clock.length ? (100 * clock.step) / clock.length : 0}%`);
    const mark = this.marks.find(({ step }) => step === clock.step);
    setAttribute(this.scrubber, "aria-valuetext", `Step ${clock.step} of ${clock.length}${mark ? `: ${mark.text}` : ""}`);
    setText(this.place, `${clock.step} / ${clock.length}`);
    this.showPlaying();
    this.showSpeed();
  }

  showPlaying() {
    const wanted = this.clock.playing ? "pause" : "play";
    if (this.playButton.firstChild.classList.contains(`icon-${wanted}`)) return;
    const name = this.clock.playing ? "Pause" : "Play";
    Object.assign(this.playButton, { ariaLabel: name, title: name }).replaceChildren(icon(wanted));
  }

  showSpeed() {
    const { interval } = this.clock;
    if (this.speed.value === String(interval)) return;
    const offered = [...new Set([interval, ...INTERVALS])].sort((a, b) => b - a);
    this.speed.replaceChildren(...offered.map((each) => element("option", { value: each, text: speedName(each) })));
    this.speed.value = String(interval);
  }
}
