/** Questions before the answer is shown: the run waits at each until it is answered. */

import { numberForm, sameAll } from "./answers.js";
import { KINDS, element, setText, textButton } from "./dom.js";
import { Clock } from "./transport.js";

/** @typedef {import("./contract").Question} Question */

export class Quiz {
  next = 0;
  /** @type {Question | null} */ shown = null;
  /** @type {(() => void) | null} gives the focus away when the question is gone */ after = null;
  follows = false; // the learner answers: a new question takes the focus
  right = 0;
  counted = 0;
  answered = false; // the question at hand has its verdict, and the learner reads it

  /** @param {Question[]} questions @param {Clock} clock */
  constructor(questions, clock) {
    this.questions = questions;
    this.clock = clock;
    clock.limit = () => this.limit();
    this.score = element("p", { class: "score" });
    this.body = element("div", { class: "quiz-body" });
    this.root = element("div", { class: "quiz", role: "group", "aria-label": "Questions" }, this.body, this.score);
    this.showScore();
  }

  limit() {
    return this.questions[this.next]?.step ?? this.clock.length;
  }

  /** Called at every step. */
  show() {
    const question = this.questions[this.next];
    const asking = question && this.clock.step === question.step ? question : null;
    if (!asking) this.body.replaceChildren(element("p", { class: "hint", text: this.hint() }));
    else if (asking !== this.shown) this.ask(asking);
    this.shown = asking;
  }

  hint() {
    const left = this.questions.length - this.next;
    if (!this.questions.length) return "There is nothing to decide in this run.";
    if (!left) return this.clock.step < this.clock.length ? "No more questions: watch the rest." : "That was the whole search.";
    return "Step on, or play: the search stops where there is something to decide.";
  }

  /** @param {Question} question */
  ask(question) {
    this.answered = false;
    this.verdict = element("div", { class: "verdict", role: "status" });
    const skip = textButton("Show me", () => this.settle(question, null), { class: "button quiet" });
    const refuse = (/** @type {string} */ why) => this.verdict.replaceChildren(element("p", { class: "wrong", text: why }));
    const controls = question.choices
      ? question.choices.map((choice) => textButton(choice, () => this.settle(question, choice)))
      : [numberForm(question.labels || [], "Answer", (values) => this.settle(question, values.join(", ")), refuse)];
    this.controls = element("div", { class: "answers", role: "group", "aria-label": "Your answer" }, ...controls, skip);
    this.body.replaceChildren(element("p", { class: "ask", role: "status", text: question.ask }), this.controls, this.verdict);
    if (this.first && this.follows) this.first.focus({ preventScroll: true });
  }

  /** @returns {HTMLElement | null} what takes the answer, or goes on from it */
  get first() {
    return this.body.querySelector("input, button");
  }

  /** @param {Question} question @param {string | null} said  null: asked to be shown */
  settle(question, said) {
    if (this.answered) return;
    this.answered = true;
    const right = said !== null && sameAll(said.split(", "), question.answer.split(", "), true);
    if (said !== null) this.counted += 1;
    if (right) this.right += 1;
    this.controls.replaceChildren();
    const [kind, heading] = said === null ? ["told", "The answer"] : right ? ["right", "Right"] : ["wrong", "Not this time"];
    const not = kind === "wrong" ? `, not ${said}` : "";
    const onwards = textButton("Go on", () => this.goOn(), { class: "button main" });
    this.verdict.replaceChildren(element("p", { class: kind }, element("strong", { text: `${heading}: ${question.answer}${not}. ` }), question.why), onwards);
    this.showScore();
    onwards.focus({ preventScroll: true });
  }

  goOn() {
    this.next += 1;
    this.follows = true;
    this.shown = null;
    const another = this.next < this.questions.length && this.questions[this.next].step === this.clock.step;
    if (another || !this.clock.goTo(this.clock.step + 1)) this.show();
    const inside = this.body.contains(/** @type {ShadowRoot} */ (this.root.getRootNode()).activeElement);
    if (!inside && this.after) this.after();
  }

  showScore() {
    const asked = `${this.questions.length} question${this.questions.length === 1 ? "" : "s"}`;
    setText(this.score, this.counted ? `${this.right} of ${this.counted} right · ${asked} in all` : asked);
  }
}

KINDS.quiz = Quiz;
