/** What a question is about: a text, or the picture of a tree or a board, in which the answer may be clicked or typed. */

import { element, picture } from "./dom.js";
import { standIn } from "./question.js";

/** @typedef {import("./question.js").Question} Question */

/** @type {Object<string, string>} */
const HOW = { click: "Click it above.", clicks: "Click all of them above.", list: "A click on a node writes its letter, or removes it.", set: "A click on a node writes its letter, or removes it." };

export class Exhibit {
  /** @type {Map<string, Element>} what can be clicked, by its name */ parts = new Map();

  /** @param {import("./contract").QuestionData} data */
  constructor({ svg, listing = "", picks = [], kind, labels = [] }) {
    const image = svg ? picture(svg) : element("pre", {}, ...listing.split("\n").map((line, at) => element("span", { id: String(at), text: `${line}\n` })));
    this.root = element("div", { class: "exhibit" }, image);
    for (const [id, name] of picks) {
      const part = image.querySelector(`[id="${id}"]`);
      if (!part) throw new Error(`nothing in the picture is called ${id}`);
      this.parts.set(name, part);
    }
    /** a field for each node stands in it; else a click says or writes its name */
    this.holds = labels.length > 0 && labels.every((label) => this.parts.has(label));
    this.how = picks.length && !this.holds ? HOW[kind] || "" : "";
    this.kind = kind;
  }

  /** @param {HTMLInputElement} field @param {string} label @returns {boolean} whether it stands in the picture now */
  place(field, label) {
    return this.holds && standIn(field, this.root, this.parts.get(label));
  }

  /** @param {Question} question */
  listen(question) {
    if (this.holds) return;
    // where a letter can be typed as well, Tab does not stop at each node
    for (const [name, part] of this.parts) {
      const pick = () => {
        if (this.kind !== "clicks") question.pick(name);
        else if (!question.outcome) part.setAttribute("aria-pressed", String(part.getAttribute("aria-pressed") !== "true"));
      };
      part.setAttribute("role", "button");
      part.setAttribute("tabindex", this.kind.startsWith("click") ? "0" : "-1");
      part.setAttribute("aria-label", name);
      part.setAttribute("data-pick", name);
      part.addEventListener("click", pick);
      part.addEventListener("keydown", (/** @type {any} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        if (event.key === " " || !question.inputs[0]) pick();
        else question.form.requestSubmit();
      });
    }
  }

  /** @returns {string[] | null} what has been clicked, where that is the answer */
  picked() {
    if (this.kind !== "clicks") return null;
    return [...this.parts].flatMap(([name, part]) => (part.getAttribute("aria-pressed") === "true" ? [name] : []));
  }

  /** @param {string[]} answer  shown where it is */
  show(answer) {
    for (const [name, part] of this.parts) {
      part.removeAttribute("tabindex");
      part.toggleAttribute("data-answer", this.kind.startsWith("click") && answer.includes(name));
    }
  }
}
