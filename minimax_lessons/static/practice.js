/** Practice: one question after another, and most of all those on what went wrong before. */

import { KINDS, element, inShadow, textButton } from "./dom.js";
import { Guess } from "./guess.js";

/** @typedef {import("./contract").PracticeQuestion} Asked */

/**
 * The next question: a topic not met yet, else the one answered worst, never the same twice running while there is another.
 * @param {Asked[]} left @param {Map<string, number[]>} results  of each topic: 1 right, 0 not @param {string} last
 * @returns {Asked | undefined}
 */
export function nextQuestion(left, results, last) {
  const standing = (/** @type {Asked} */ { topic }) => {
    const latest = (results.get(topic) || []).slice(-3);
    const share = latest.length ? latest.reduce((sum, each) => sum + each, 0) / latest.length : -1;
    return topic === last ? share + 1.5 : share;
  };
  return left.reduce((/** @type {Asked | undefined} */ best, one) => (best && standing(best) <= standing(one) ? best : one), undefined);
}

class Practice {
  /** @type {Map<string, number[]>} */
  results = new Map();
  last = "";
  asked = 0;
  /** @type {Guess | null} */
  guess = null;

  /** @param {HTMLElement} place @param {import("./contract").PracticeData} data */
  constructor(place, { questions, wanted }) {
    this.left = [...questions];
    this.wanted = wanted;
    this.status = element("p", { class: "score" });
    this.room = element("div");
    inShadow(place, this.room, this.status).addEventListener("lm-answered", (event) => this.answered(/** @type {CustomEvent} */ (event).detail));
    this.next();
  }

  next() {
    this.sleep();
    const done = this.wanted !== null && this.asked >= this.wanted;
    const question = done ? undefined : nextQuestion(this.left, this.results, this.last);
    if (!question) return this.room.replaceChildren(element("p", { text: "Run the cell again for other questions." }));
    this.left.splice(this.left.indexOf(question), 1);
    this.asked += 1;
    this.last = question.topic;
    const host = element("div");
    this.onwards = textButton("Next question", () => this.next(), { class: "button main", hidden: true });
    this.room.replaceChildren(host, this.onwards);
    this.guess = new Guess(host, { question });
    this.wake();
    if (this.asked > 1) this.guess.focus();
  }

  /** @param {string} outcome */
  answered(outcome) {
    this.results.set(this.last, [...(this.results.get(this.last) || []), outcome === "right" ? 1 : 0]);
    this.onwards.hidden = false;
    this.status.textContent = [...this.results].map(([topic, all]) => `${topic} ${all.reduce((sum, each) => sum + each)} of ${all.length}`).join(" · ");
  }

  wake() {
    this.guess?.wake();
  }

  sleep() {
    this.guess?.sleep();
  }
}

KINDS.practice = Practice;
