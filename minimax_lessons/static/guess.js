/** A guess: a question that keeps what comes next to itself until it has been answered, or "Show me" was asked. */

import { listed, numberIn, same, sameAll } from "./answers.js";
import { KINDS, element, inShadow, keepKeys, textButton } from "./dom.js";

/** @typedef {import("./contract").GuessData} GuessData */

/** Shared by all guesses of a page: what came of each, and whether a lecturer shows them all. */
const PAGE = /** @type {{lmGuesses?: Map<string, string>, lmShowAll?: boolean} & Document} */ (document);
const SHOW_ALL = "lm-show-all";

const HEADINGS = { right: "✓ Right", second: "✓ Right, at the second try", wrong: "✗ Not", shown: "Shown" };
const HINTS = /** @type {Object<string, string>} */ ({
  number: "a number",
  list: "in order, with commas",
  set: "all of them, with commas",
});

export class Guess {
  tries = 0;
  outcome = "";

  /** @param {HTMLElement} host  which may hold question and answer as <details>, for where no script runs @param {{question: GuessData}} data */
  constructor(host, { question: data }) {
    this.data = data;
    for (const part of host.querySelectorAll(":scope > details > :is(summary, p)")) part.setAttribute("style", "display: none");
    host.querySelector("details")?.setAttribute("open", "");
    this.form = element("form", { onsubmit: (/** @type {Event} */ event) => this.submit(event) });
    this.reply = element("div", { role: "status", tabindex: "-1" });
    this.rest = element("div", { hidden: true }, element("slot"));
    this.all = textButton("Show all", () => showAll(!PAGE.lmShowAll), { class: "link", title: "For lecturers" });
    this.root = element(
      "div",
      { class: "guess", role: "group", "aria-label": data.ask, onkeydown: keepKeys },
      element("p", {}, element("b", { text: "Predict: " }), data.ask),
      this.form, this.reply, this.rest,
    );
    /** @type {any} from exhibit.js */
    this.exhibit = KINDS.picture && new KINDS.picture(this);
    this.showForm();
    inShadow(host, this.root);
  }

  wake() {
    document.addEventListener(SHOW_ALL, this.followAll);
    this.followAll();
  }

  sleep() {
    document.removeEventListener(SHOW_ALL, this.followAll);
  }

  showForm() {
    const { data } = this;
    const { kind, choices, labels = [""] } = data;
    const fields = choices
      ? choices.map((choice) => textButton(choice, () => this.say([choice])))
      : data.picks ? [] : labels.map((label) => this.field(label));
    if (!choices && kind !== "click") fields.push(element("button", { class: "button main", text: "Answer" }));
    this.form.append(...fields, textButton("I don't know, show me", () => this.settle("shown"), { class: "link" }), this.all);
  }

  /** @param {string} label @returns {HTMLElement} */
  field(label) {
    const input = element("input", { autocomplete: "off", placeholder: HINTS[this.data.kind], "aria-label": label || "Your answer" });
    return label ? element("label", {}, `${label} = `, input) : input;
  }

  get inputs() {
    return /** @type {HTMLInputElement[]} */ ([...this.form.querySelectorAll("input")]);
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const { kind } = this.data;
    const typed = this.inputs.map((input) => input.value.trim());
    const empty = typed.indexOf("");
    if (empty >= 0) {
      this.tell("Type a guess first.");
      this.inputs[empty].focus();
    } else if (kind === "number" && Number.isNaN(numberIn(typed[0]))) this.tell("Type a number, such as −4, 1/2 or ∞.");
    else this.say(kind === "clicks" ? this.exhibit.picked() : ["list", "set"].includes(kind) ? listed(typed[0]) : typed);
  }

  /** @param {string[]} said */
  say(said) {
    if (this.outcome) return;
    const { answer, kind, choices, replies } = this.data;
    const ordered = !["set", "clicks"].includes(kind);
    this.tries += 1;
    if (sameAll(said, answer, ordered)) return this.settle(this.tries > 1 ? "second" : "right", said);
    if (kind === "fields") this.inputs.forEach((input, at) => input.setAttribute("aria-invalid", String(!same(said[at], answer[at]))));
    const hit = (/** @type {(string | null)[]} */ wrong) => sameAll(said, wrong.map((each, at) => each ?? said[at]), ordered);
    const reply = (replies.find(([wrong]) => hit(wrong)) || ["", ""])[1];
    if (this.tries > 1 || (choices && choices.length < 3)) return this.settle("wrong", said, reply);
    this.tell(`${HEADINGS.wrong} ${said.join(", ")}. `, `${reply} One more try.`);
    for (const button of this.form.querySelectorAll("button")) button.disabled = button.textContent === said[0];
  }

  /** @param {string} heading @param {string} [text] */
  tell(heading, text = "") {
    this.reply.replaceChildren(element("b", { text: heading }), text);
  }

  /** @param {keyof typeof HEADINGS} outcome @param {string[]} [said] @param {string} [reply] */
  settle(outcome, said = [], reply = "") {
    if (this.outcome) return;
    this.outcome = outcome;
    this.form.hidden = true;
    if (this.exhibit) this.exhibit.show(this.data.answer);
    const guesses = (PAGE.lmGuesses ||= new Map()).set(this.data.ask, outcome);
    const wrong = outcome === "wrong" ? ` ${said.join(", ")}` : "";
    const right = [...guesses.values()].filter((each) => ["right", "second"].includes(each)).length;
    this.tell(`${HEADINGS[outcome]}${wrong}. ${this.answer} `, `${reply} ${this.data.why} (${right} of ${guesses.size} right so far.)`);
    this.rest.hidden = false;
    this.focus();
    this.root.dispatchEvent(new CustomEvent("lm-answered", { detail: outcome, bubbles: true, composed: true }));
  }

  focus() {
    /** @type {HTMLElement} */ (this.outcome ? this.reply : this.form.querySelector("input, button")).focus({ preventScroll: true });
  }

  get answer() {
    const { labels, answer } = this.data;
    return `The answer: ${answer.map((each, at) => (labels ? `${labels[at]} = ${each}` : each)).join(", ") || "none"}.`;
  }

  /** A lecturer's switch: show what is behind the question without an answer, or put it back. */
  followAll = () => {
    const on = Boolean(PAGE.lmShowAll);
    if (this.outcome || this.rest.hidden !== on) return;
    this.rest.hidden = !on;
    this.all.textContent = on ? "Hide all" : "Show all";
    this.tell(on ? `${this.answer} ` : "", on ? this.data.why : "");
  };
}

/** @param {boolean} on */
function showAll(on) {
  PAGE.lmShowAll = on;
  document.dispatchEvent(new Event(SHOW_ALL));
}

KINDS.guess = KINDS.exhibit = Guess;
