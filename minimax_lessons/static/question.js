/** A question: asked and answered in the same way wherever it stands, alone, on a sheet, in a player or step by step. */

import { listed, numberIn, same, sameAll } from "./answers.js";
import { element, textButton } from "./dom.js";

/** @typedef {import("./contract").QuestionData} QuestionData */
/** @typedef {"right" | "second" | "wrong" | "shown"} Outcome */

/**
 * @typedef {object} Asking
 * @property {(outcome: Outcome) => void} [settled]  called when the answer has been found or shown
 * @property {(field: HTMLInputElement, label: string) => boolean} [place]  puts a field elsewhere: into a picture, or beside its lines
 * @property {() => string[] | null} [picked]  what has been clicked, where that is the answer
 * @property {string} [how]  how to answer, where nothing is typed
 */

const TRIES = 2;
const HEADINGS = { right: "✓ Right.", second: "✓ Right, at the second try.", wrong: "✗ Not", shown: "The answer:" };
const CLASSES = { right: "right", second: "right", wrong: "wrong", shown: "told" };
const PLACEHOLDERS = /** @type {Object<string, string>} */ ({ number: "a number", list: "in order, with commas", set: "all of them, with commas" });

export class Question {
  tries = 0;
  /** @type {Outcome | ""} */ outcome = "";
  /** @type {HTMLInputElement[]} */ inputs = [];

  /** @param {QuestionData} data @param {Asking} [asking] */
  constructor(data, asking = {}) {
    this.data = data;
    this.asking = asking;
    this.verdict = element("div", { class: "verdict", role: "status", tabindex: "-1" });
    this.ask = element("p", { class: "ask" });
    this.controls = element("div", { class: "answers" });
    this.form = element("form", { onsubmit: (/** @type {Event} */ event) => this.submit(event) }, this.ask, this.controls);
    this.root = element("div", { class: "question", role: "group", "aria-label": data.ask.replaceAll("`", "") }, this.form, this.verdict);
    this.makeFields();
  }

  makeFields() {
    const { ask, kind, choices } = this.data;
    const typed = !choices && !kind.startsWith("click");
    const labels = typed ? this.data.labels || [""] : [];
    const onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    const attributes = { autocomplete: "off", placeholder: PLACEHOLDERS[kind], onkeydown };
    this.inputs = labels.map((label) => element("input", { ...attributes, "aria-label": label || "Your answer" }));
    const sentence = ask.split("___");
    const blanks = sentence.length === this.inputs.length + 1 ? this.inputs : [];
    this.blanks = blanks.length > 0;
    sentence.forEach((text, at) => this.ask.append(...(at ? [blanks[at - 1] || "___"] : []), ...marked(text)));
    const free = this.inputs.filter((input, at) => !blanks.length && !this.asking.place?.(input, labels[at]));
    const judged = [textButton("Show me", () => this.settle("shown"), { class: "button quiet" })];
    if (!choices && kind !== "click") judged.unshift(element("button", { class: "button main", text: "Check" }));
    this.controls.append(
      this.asking.how || (free.length < this.inputs.length && !blanks.length ? "Type into the picture." : ""),
      ...free.map((input) => (input.ariaLabel && labels[0] ? element("label", {}, `${input.ariaLabel} = `, input) : input)),
      ...(choices || []).map((choice) => textButton(choice, () => this.say([choice]), { class: "button choice" })),
      ...(this.data.unjudged ? [] : judged),
    );
  }

  /** Enter checks, but after a wrong answer it leads first to each field that is still as wrong as it was. @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    const next = this.inputs.find((input) => input !== event.target && !input.readOnly && input.value === input.defaultValue);
    if (!next || !this.tries) return this.form.requestSubmit();
    next.focus({ preventScroll: true });
    next.select();
  }

  /** A node or a square was clicked, or a line of code. @param {string} name */
  pick(name) {
    const { kind } = this.data;
    if (this.outcome) return;
    if (kind === "click" || kind === "choice") return this.say([name]);
    const open = this.inputs.filter((input) => !input.readOnly);
    const input = open.find(({ value }) => !value) || open[open.length - 1];
    const isMore = ["list", "set"].includes(kind) && input.value !== input.defaultValue; // after a wrong answer it begins anew
    const names = isMore ? listed(input.value) : [];
    input.value = (names.includes(name) ? names.filter((each) => each !== name) : [...names, name]).join(", ");
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const { kind, answer, unjudged } = this.data;
    if (this.outcome || unjudged) return;
    const typed = this.inputs.map((input) => input.value.trim());
    const empty = typed.indexOf("");
    const plain = kind === "number" || kind === "fields";
    const odd = typed.findIndex((text, at) => plain && !Number.isNaN(numberIn(answer[at])) && Number.isNaN(numberIn(text)));
    if (empty >= 0 || odd >= 0) {
      const left = typed.filter((text) => !text).length;
      const fill = typed.length > 1 ? `Fill in all ${typed.length} boxes: ${left} ${left > 1 ? "are" : "is"} still empty.` : "Type an answer first.";
      this.tell("told", left ? fill : "Type a number, such as −4, 1/2 or ∞.");
      this.inputs[empty >= 0 ? empty : odd].focus();
    } else this.say(this.asking.picked?.() || (["list", "set"].includes(kind) ? listed(typed[0]) : typed));
  }

  /** @param {string[]} said */
  say(said) {
    if (this.outcome) return;
    const { answer, kind, choices, replies } = this.data;
    const ordered = kind !== "set" && kind !== "clicks";
    this.tries += 1;
    if (sameAll(said, answer, ordered)) return this.settle(this.tries > 1 ? "second" : "right", said);
    const hit = (/** @type {(string | null)[]} */ wrong) => sameAll(said, wrong.map((each, at) => each ?? said[at]), ordered);
    const reply = (replies.find(([wrong]) => hit(wrong)) || ["", this.data.hint || ""])[1];
    if (this.tries >= (kind === "choice" && choices && choices.length < 3 ? 1 : TRIES)) return this.settle("wrong", said, reply);
    this.tell("wrong", this.not(said), `${reply} One more try.`);
    this.askAgain(said);
  }

  /** What was right stays; only the rest is asked again. @param {string[]} said */
  askAgain(said) {
    const { answer, kind } = this.data;
    this.inputs.forEach((input, at) => {
      const right = kind === "fields" && same(said[at], answer[at]);
      input.readOnly = right;
      input.defaultValue = input.value; // a field that still holds it has not been corrected
      input.ariaInvalid = String(!right);
      input.classList.toggle("right", right);
    });
    for (const button of this.controls.querySelectorAll(".choice")) if (button.textContent === said[0]) button.disabled = true;
    const first = this.first;
    if (first) first.focus({ preventScroll: true });
    if (first instanceof HTMLInputElement) first.select();
  }

  /** @returns {HTMLElement | null} what takes the answer next */
  get first() {
    return this.inputs.find((input) => !input.readOnly) || this.controls.querySelector("button:not([disabled])");
  }

  /** @param {string} kind @param {string} heading @param {string} [text] */
  tell(kind, heading, text = "") {
    this.verdict.replaceChildren(element("p", { class: kind }, element("strong", { text: heading }), " ", ...marked(text)));
    if (kind !== "told") this.verdict.scrollIntoView({ block: "nearest" });
  }

  /** @param {Outcome} outcome @param {string[]} [said] @param {string} [reply] */
  settle(outcome, said = [], reply = "") {
    if (this.outcome) return;
    this.outcome = outcome;
    this.controls.hidden = true;
    const { answer, why } = this.data;
    this.inputs.forEach((input, at) => {
      input.readOnly = true;
      input.ariaInvalid = "false";
      input.classList.add("right");
      input.value = this.data.labels || answer.length === 1 ? answer[at] : answer.join(", ");
    });
    const heading = outcome === "wrong" ? this.not(said) : HEADINGS[outcome];
    this.tell(CLASSES[outcome], heading, [outcome === "shown" ? "" : "The answer:", `${this.named(answer)}.`, reply, why].filter(Boolean).join(" "));
    if (this.asking.settled) this.asking.settled(outcome);
  }

  /** @param {string[]} values @param {(at: number) => boolean} [wanted] @returns {string} an answer in words, each field with its name */
  named(values, wanted = () => true) {
    const labels = this.blanks || this.inputs.length === 1 ? null : this.data.labels; // a blank has its name in the sentence
    const named = (/** @type {string} */ value, /** @type {number} */ at) => (labels ? `${labels[at]} = ${value}` : value).replace("-", "−");
    return (this.data.labels ? values.flatMap((value, at) => (wanted(at) ? [named(value, at)] : [])) : values).join(", ") || "none";
  }

  /** @param {string[]} said @returns {string} */
  not(said) {
    if (this.data.kind === "clicks") return this.outcome ? "✗ Not right." : "✗ Not yet.";
    if (this.data.choices && /\s/.test(said[0])) return `✗ Not right: ${said[0]}.`;
    return `${HEADINGS.wrong} ${this.named(said, (at) => !same(said[at], this.data.answer[at]))}.`;
  }

  /** Take away what stands in a picture. */
  remove() {
    for (const input of this.inputs) input.remove();
    this.root.remove();
  }
}

/**
 * Put a field where a part of a picture is, and keep it there; what is written in that part would show beside it.
 * @param {HTMLInputElement} field @param {HTMLElement} holder  of the picture @param {Element | null | undefined} part @returns {boolean}
 */
export function standIn(field, holder, part) {
  if (!part) return false;
  const shape = part.querySelector("polygon, path") || part;
  const lift = shape.localName === "polygon" ? (part.classList.contains("max") ? 1 : -1) / 6 : 0; // a triangle's middle
  const place = () => {
    const [outer, inner] = [holder, shape].map((each) => each.getBoundingClientRect());
    const zoom = holder.currentCSSZoom || 1;
    field.style.left = `${(inner.left + inner.width / 2 - outer.left) / zoom + holder.scrollLeft}px`;
    field.style.top = `${(inner.top + inner.height * (1 / 2 + lift) - outer.top) / zoom + holder.scrollTop}px`;
  };
  const sizes = new ResizeObserver(place);
  for (const each of [holder, part.closest("svg")]) if (each) sizes.observe(each);
  field.classList.add("in-picture");
  field.setAttribute("placeholder", "?");
  holder.append(field);
  return true;
}

/** @param {string} text @returns {(Node | string)[]} with what stands between backticks as code */
export function marked(text) {
  return text.split("`").map((part, at) => (at % 2 ? element("code", { text: part }) : part));
}

/** What came of the questions on each topic. */
export class Tally {
  /** @type {Map<string, Outcome[]>} by their topics */ outcomes = new Map();
  /** @type {any[]} the questions that were answered wrongly, or shown */ missed = [];

  /** @param {import("./contract").TopicQuestion} question @param {Outcome} outcome */
  add(question, outcome) {
    this.outcomes.set(question.topic, [...(this.outcomes.get(question.topic) || []), outcome]);
    if (!isRight(outcome)) this.missed.push(question);
  }

  /** @param {string} topic @returns {number} the share of its latest questions that were right at once; −1: none was asked */
  standing(topic) {
    const latest = (this.outcomes.get(topic) || []).slice(-3);
    return latest.length ? latest.filter(isRight).length / latest.length : -1;
  }

  get line() {
    const all = [...this.outcomes.values()].flat();
    return `${all.filter(isRight).length} of ${all.length} right at the first try`;
  }

  /** What went well and what to practise. @param {string} label  of the button @param {(() => void) | null} act  what practises it */
  summary(label, act) {
    const topics = [...this.outcomes];
    const named = (/** @type {string} */ words, /** @type {boolean} */ well) => {
      const chosen = topics.filter(([, outcomes]) => outcomes.every(isRight) === well);
      const names = chosen.map(([topic, outcomes]) => `${topic} (${outcomes.filter(isRight).length} of ${outcomes.length})`);
      return names.length ? [element("p", {}, element("strong", { text: words }), ` ${names.join(", ")}`)] : [];
    };
    const button = act ? [textButton(label, act, { class: "button main" })] : [];
    const total = element("p", { class: "ask", text: `${this.line}.` });
    const parts = [total, ...named("✓ Went well:", true), ...named("↻ To practise:", false), ...button];
    return element("div", { class: "tally", role: "status", tabindex: "-1" }, ...parts);
  }
}

/** A right answer counts at the first try: the second one has been helped. @param {Outcome} outcome */
export function isRight(outcome) {
  return outcome === "right";
}
