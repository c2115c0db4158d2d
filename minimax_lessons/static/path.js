/** The lessons as a path: what has been answered in each, what is due for review, and where to go on. */

import { KINDS, element, followPresence, inShadow } from "./dom.js";
import { CHANGED, readRecord } from "./record.js";
import { STYLE } from "./from_python.js";

const PAUSES = [1, 3, 7, 21, 60]; // days until a question is asked again, by how often it was right in a row
const DAY = 86_400_000; // milliseconds

/** @typedef {import("./record.js").Tries} Tries */
/** @typedef {import("./contract").PathData["lessons"][number]} Lesson */

/** @param {Tries} [tries] @returns {boolean} whether one of them was right: of a question, at the first try */
function isSolved(tries = []) {
  return tries.some(([, right]) => right);
}

/** @param {Tries} tries @param {number} now  in milliseconds @returns {boolean} whether it is time to answer again */
function isDue(tries, now) {
  const wrong = [...tries].reverse().findIndex(([, right]) => !right);
  const row = wrong < 0 ? tries.length : wrong;
  const [day] = tries[tries.length - 1];
  return now >= new Date(`${day}T00:00`).getTime() + PAUSES[Math.min(row, PAUSES.length - 1)] * DAY;
}

class LearningPath {
  /** @param {HTMLElement} place  which holds the lessons as a list @param {import("./contract").PathData} data */
  constructor(place, { lessons }) {
    this.place = place;
    this.lessons = lessons;
    inShadow(place, element("slot"));
    place.prepend(element("style", { text: STYLE })); // the list stays outside, so that JupyterLab follows its links
    followPresence(place, this);
  }

  /** Fill in what the record says. */
  show = async () => {
    const { questions, exercises } = await readRecord();
    const now = Date.now();
    const sums = this.lessons.map((lesson) => {
      const asked = lesson.questions.filter((name) => questions[name]);
      const due = asked.filter((name) => isDue(questions[name], now)).length;
      const right = asked.filter((name) => isSolved(questions[name])).length;
      const solved = lesson.exercises.filter((name) => isSolved(exercises[name])).length;
      const tried = asked.length > 0 || lesson.exercises.some((name) => exercises[name]);
      return { answered: asked.length, right, solved, due, tried };
    });
    const isWhole = (/** @type {number} */ at) => sums[at].answered === this.lessons[at].questions.length && sums[at].solved === this.lessons[at].exercises.length;
    const next = sums.findIndex((_, at) => !isWhole(at));
    sums.forEach((sum, at) => this.fill(at, sum, isWhole(at) ? "done" : at === next ? "next" : sum.tried ? "begun" : ""));
  };

  /** @param {number} at @param {{answered: number, right: number, solved: number, due: number}} sum @param {string} state */
  fill(at, { answered, right, solved, due }, state) {
    const { questions, exercises } = this.lessons[at];
    const row = /** @type {HTMLElement} */ (this.place.querySelectorAll(".lm-lesson")[at]);
    const parts = [`${answered} of ${questions.length} questions answered${answered ? `, ${right} right at the first try` : ""}`];
    if (exercises.length) parts.push(`${solved} of ${exercises.length} exercises`);
    if (due) parts.push(`${due} to review`);
    row.dataset.state = state;
    row.dataset.due = String(due);
    const words = { done: "✓ done", next: "next lesson", begun: "begun", "": "" };
    /** @type {HTMLElement} */ (row.querySelector(".lm-count")).textContent = parts.join(" · ");
    /** @type {HTMLElement} */ (row.querySelector(".lm-state")).textContent = words[/** @type {keyof typeof words} */ (state)];
    const share = (answered + solved) / (questions.length + exercises.length);
    /** @type {HTMLElement} */ (row.querySelector(".lm-bar")).style.setProperty("--share", `${Math.round(100 * share)}%`);
  }

  wake() {
    document.addEventListener(CHANGED, this.show);
    document.addEventListener("visibilitychange", this.show);
    void this.show(); // a check has perhaps been made while it was out of view
  }

  sleep() {
    document.removeEventListener(CHANGED, this.show);
    document.removeEventListener("visibilitychange", this.show);
  }
}

KINDS.path = LearningPath;
