/** Questions before the answer is shown: the run waits at each until it is answered. */

import { KINDS, element, setText, textButton } from "./dom.js";
import { Question, Tally, standIn } from "./question.js";

/** @typedef {import("./contract").RunQuestion} RunQuestion */

export class Quiz {
  next = 0;
  /** @type {RunQuestion | null} */ shown = null;
  /** @type {Question | null} */ question = null;
  follows = false; // the learner answers: a new question takes the focus
  tally = new Tally();

  /** @param {RunQuestion[]} questions @param {import("./transport.js").Clock} clock @param {import("./player.js").Player} player */
  constructor(questions, clock, player) {
    this.questions = questions;
    this.clock = clock;
    this.player = player;
    this.swift = player.data.kind === "perform"; // a step taken rightly leads to the next one at once
    clock.limit = () => this.limit();
    this.score = element("p", { class: "score" });
    this.body = element("div", { class: "quiz-body" });
    this.root = element("div", { class: "quiz", role: "group", "aria-label": "Questions" }, this.body, this.score);
    this.waiting = textButton("", this.toNext, { class: "button waiting" });
    player.transport.root.append(this.waiting);
    this.showScore();
  }

  limit() {
    return this.questions[this.next]?.step ?? this.clock.length;
  }

  /** Called at every step. */
  show() {
    const question = this.questions[this.next];
    const asking = question && this.clock.step === question.step ? question : null;
    if (asking && asking !== this.shown) this.ask(asking);
    if (!asking) this.clear();
    this.shown = asking;
    this.showWaiting();
  }

  /** The transport says how to come to the question. */
  showWaiting() {
    const isAsked = this.shown !== null;
    this.waiting.hidden = isAsked ? Boolean(this.question?.outcome) : this.next >= this.questions.length;
    this.waiting.classList.toggle("open", isAsked);
    setText(this.waiting, isAsked ? "Answer to go on" : "Go to the question");
    this.waiting.title = isAsked ? "" : "Go to the question (N)";
  }

  /** Go to the question that comes next, without the steps before it. */
  toNext = () => {
    this.follows = true;
    if (this.next < this.questions.length) this.clock.goTo(this.limit());
    this.first?.focus({ preventScroll: true });
  };

  clear() {
    this.question?.remove();
    this.question = null;
    const done = this.next >= this.questions.length && this.clock.step >= this.clock.length && this.questions.length;
    if (!done) return this.body.replaceChildren(element("p", { class: "hint", text: this.hint() }));
    this.follows = false;
    this.body.replaceChildren(this.tally.summary("Ask again what went wrong", this.tally.missed.length ? () => this.askAgain() : null));
  }

  hint() {
    if (!this.questions.length) return "There is nothing to decide in this run.";
    if (this.next >= this.questions.length) return "No more questions: watch the rest.";
    return "Press Play, or go forward step by step. The search stops at each question.";
  }

  askAgain() {
    this.questions = this.tally.missed;
    this.tally = new Tally();
    this.next = 0;
    this.follows = true;
    this.showScore();
    this.clock.goTo(this.questions[0].step);
    this.show();
  }

  /** @param {RunQuestion} asked */
  ask(asked) {
    const [{ stage }] = this.player.runs;
    this.question?.remove();
    this.question = new Question(asked, {
      settled: (outcome) => this.settled(asked, outcome),
      place: (field, label) => ["", "value"].includes(label) && standIn(field, stage.scroller, stage.nodePart(asked.node)),
    });
    this.body.replaceChildren(this.question.root);
    this.clock.setPlaying(false);
    const within = /** @type {ShadowRoot} */ (this.root.getRootNode()).activeElement;
    if (!this.follows && !within) return;
    this.first?.focus({ preventScroll: true });
    this.player.root.scrollIntoView({ block: "nearest" }); // the question stands above the transport
  }

  /** Where the next node is asked for, a click on a node answers. @param {number} node @returns {boolean} whether it did */
  pick(node) {
    if (this.question?.data.kind !== "click") return false;
    this.question.pick(this.player.runs[0].reel.name(node));
    return true;
  }

  /** @returns {HTMLElement | null} what takes the answer, or goes on from it */
  get first() {
    return this.question && !this.question.outcome ? this.question.first : this.body.querySelector("button:not([hidden])");
  }

  /** @param {RunQuestion} asked @param {import("./question.js").Outcome} outcome */
  settled(asked, outcome) {
    this.tally.add(asked, outcome);
    if (this.swift && outcome === "right") return this.goOn();
    const onwards = textButton("Go on", () => this.goOn(), { class: "button main" });
    /** @type {Question} */ (this.question).root.append(onwards);
    this.showWaiting();
    this.showScore();
    onwards.focus({ preventScroll: true });
  }

  /** Play on to the next question. */
  goOn() {
    this.next += 1;
    this.follows = true;
    this.shown = null;
    this.showScore();
    const another = this.questions[this.next]?.step === this.clock.step;
    if (another || !this.clock.goTo(this.swift ? this.limit() : this.clock.step + 1)) this.show();
    else if (!this.shown && this.clock.step < this.clock.length) this.clock.setPlaying(true);
    if (!this.question) this.player.transport.playButton.focus({ preventScroll: true });
  }

  showScore() {
    const asked = `${this.questions.length} question${this.questions.length === 1 ? "" : "s"}`;
    setText(this.score, this.tally.outcomes.size ? `${this.tally.line} · ${asked} in all` : asked);
  }
}

KINDS.quiz = Quiz;
