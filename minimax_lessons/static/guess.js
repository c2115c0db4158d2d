/** A guess: a question that keeps what comes next to itself until it has been answered, or "Show me" was asked. */

import { KINDS, element, followPresence, inShadow } from "./dom.js";
import { Exhibit } from "./exhibit.js";
import { Question, isRight, marked } from "./question.js";
import { readRecord } from "./record.js";
import { Screen } from "./screen.js";

/** @typedef {import("./contract").QuestionData} QuestionData */
/** @typedef {import("./question.js").Outcome} Outcome */

/** Shared by all guesses of a page: whether a lecturer shows what is behind them. */
const PAGE = /** @type {{lmShowAll?: boolean, lmShowAllKey?: boolean} & Document} */ (document);
const SHOW_ALL = "lm-show-all";
const STILL = ":is(:scope, :scope > details) > details"; // for where no script runs: the question, and in it the result

export class Guess {
  isKnown = false; // answered right the last time: to look at the answer again is no failure

  /** @param {HTMLElement} host  which may hold question and answer as <details> @param {{question: QuestionData}} data @param {(outcome: Outcome) => void} [settled] */
  constructor(host, { question: data }, settled) {
    for (const part of host.querySelectorAll(`:is(${STILL}) > :is(summary, p)`)) part.setAttribute("style", "display: none");
    for (const part of host.querySelectorAll(STILL)) part.setAttribute("open", "");
    const exhibit = this.exhibitOf(data);
    this.exhibit = exhibit;
    this.settled = settled;
    this.question = new Question(data, {
      settled: (outcome) => this.answered(outcome),
      place: (field, label) => exhibit?.place(field, label),
      picked: () => exhibit?.picked?.(),
      how: exhibit?.how,
    });
    if (exhibit) {
      this.question.controls.before(exhibit.root);
      exhibit.listen?.(this.question);
    }
    this.rest = element("div", { hidden: true }, element("slot"));
    this.root = element("div", { class: "guess" }, this.question.root, this.rest);
    this.screen = new Screen(host, this.root, () => {});
    inShadow(host, this.root);
    followPresence(host, this);
    void this.recall();
  }

  /** @param {QuestionData} data @returns {any} what is shown with the question: in lines.js, lines to be dragged */
  exhibitOf(data) {
    return data.svg || data.listing ? new Exhibit(data) : null;
  }

  wake() {
    document.addEventListener(SHOW_ALL, this.followAll);
    if (!PAGE.lmShowAllKey) document.addEventListener("keydown", showAllKey);
    PAGE.lmShowAllKey = true;
    this.followAll();
    this.screen.wake();
  }

  sleep() {
    this.screen.sleep();
    document.removeEventListener(SHOW_ALL, this.followAll);
  }

  /** @param {Outcome} outcome */
  answered(outcome) {
    const { answer, number: asked } = this.question.data;
    const number = outcome === "shown" && this.isKnown ? "" : asked;
    if (this.exhibit) this.exhibit.show(answer);
    this.rest.hidden = false;
    this.question.verdict.focus({ preventScroll: true });
    this.root.dispatchEvent(new CustomEvent("lm-answered", { detail: { number, right: isRight(outcome) }, bubbles: true, composed: true }));
    if (this.settled) this.settled(outcome);
  }

  /** A question that was answered before the page was closed says so, and can be answered again. */
  async recall() {
    const { question } = this;
    const { number } = question.data;
    const tries = number ? (await readRecord()).questions[number] || [] : [];
    if (!tries.length || question.tries || question.outcome) return;
    const [day, isRight] = tries[tries.length - 1];
    const date = new Date(`${day}T00:00`).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
    this.isKnown = isRight;
    question.tell(isRight ? "right" : "told", `${isRight ? "✓ Right" : "↻ Tried"} on ${date}.`, "You can answer it again.");
  }

  /** A lecturer's switch: show what is behind the question without an answer, or put it back. */
  followAll = () => {
    const on = Boolean(PAGE.lmShowAll);
    const { question } = this;
    if (question.outcome || this.rest.hidden !== on) return;
    this.rest.hidden = !on;
    question.verdict.replaceChildren(...(on ? marked(`The answer: ${question.named(question.data.answer)}. ${question.data.why}`) : []));
  };
}

/** The lecturer's key, wherever the focus is. @param {KeyboardEvent} event */
function showAllKey(event) {
  if (!event.altKey || !event.shiftKey || event.code !== "KeyA") return;
  event.preventDefault();
  PAGE.lmShowAll = !PAGE.lmShowAll;
  document.dispatchEvent(new Event(SHOW_ALL));
}

KINDS.guess = Guess;
