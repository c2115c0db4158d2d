/** Practice: one question after another, and most of all those on what went wrong before. */

import { KINDS, element, inShadow, setText, textButton } from "./dom.js";
import { Guess } from "./guess.js";
import { Tally } from "./question.js";

/** @typedef {import("./contract").TopicQuestion} Asked */

/**
 * The next question: a topic not met yet, else the one answered worst, never the same twice running while there is another.
 * @param {Asked[]} left @param {Tally} tally @param {string} last
 * @returns {Asked | undefined}
 */
function nextQuestion(left, tally, last) {
  const standing = (/** @type {Asked} */ { topic }) => tally.standing(topic) + (topic === last ? 1.5 : 0);
  return left.reduce((/** @type {Asked | undefined} */ best, one) => (best && standing(best) <= standing(one) ? best : one), undefined);
}

class Practice {
  tally = new Tally();
  last = "";
  asked = 0;

  /** @param {HTMLElement} place @param {import("./contract").PracticeData} data */
  constructor(place, { questions, wanted }) {
    this.all = questions;
    this.left = [...questions];
    this.wanted = wanted ?? questions.length;
    this.more = this.wanted;
    this.outOf = wanted === null ? "" : ` of ${wanted}`;
    this.status = element("p", { class: "score" });
    this.room = element("div", { class: "sheet" });
    inShadow(place, this.room, this.status);
    this.next();
  }

  next() {
    const question = nextQuestion(this.left, this.tally, this.last) || this.all[0];
    this.left = this.left.filter((each) => each !== question);
    this.asked += 1;
    this.last = question.topic;
    const host = element("div");
    this.room.replaceChildren(host);
    const guess = new Guess(host, { question }, (outcome) => this.answered(question, outcome));
    setText(this.status, `Question ${this.asked}${this.outOf}${this.asked > 1 ? ` · ${this.tally.line}` : ""}`);
    if (this.asked > 1) guess.question.first?.focus({ preventScroll: true });
  }

  /** @param {Asked} question @param {import("./question.js").Outcome} outcome */
  answered(question, outcome) {
    this.tally.add(question, outcome);
    const done = this.asked >= this.wanted;
    setText(this.status, done ? "" : `Question ${this.asked}${this.outOf} · ${this.tally.line}`);
    this.room.append(done ? this.tally.summary("Practise more", () => this.goOn()) : textButton("Next question", () => this.next(), { class: "button main" }));
  }

  /** Go on with questions not asked yet, else with those that went wrong, else with all of them once more. */
  goOn() {
    const { missed } = this.tally;
    if (!this.left.length) this.left = missed.length ? missed : [...this.all];
    this.tally.missed = [];
    this.wanted += Math.min(this.more, this.left.length);
    if (this.outOf) this.outOf = ` of ${this.wanted}`;
    this.next();
  }
}

KINDS.practice = Practice;
