/** What a question is about: a text, or the picture of a tree or a board, in which the answer may be clicked. */

import { KINDS, element, picture } from "./dom.js";

/** @type {Object<string, string>} */
const HOW = { click: "Click it in the picture.", clicks: "Click all of them in the picture." };

export class Exhibit {
  /** @param {import("./guess.js").Guess} guess */
  constructor(guess) {
    const { svg, listing, picks = [], kind } = guess.data;
    const image = svg ? picture(svg) : element("pre", { text: listing });
    this.root = element("div", { class: "exhibit" }, image);
    guess.form.before(this.root);
    guess.form.append(HOW[kind] || "");
    for (const [id, name] of picks) {
      const part = image.querySelector(`[id="${id}"]`);
      if (!part) throw new Error(`nothing in the picture is called ${id}`);
      const pick = () => {
        if (guess.outcome) return;
        if (kind === "click") guess.say([name]);
        else part.setAttribute("aria-pressed", String(part.getAttribute("aria-pressed") !== "true"));
      };
      for (const [attribute, value] of [["role", "button"], ["tabindex", "0"], ["aria-label", name], ["data-pick", name]]) part.setAttribute(attribute, value);
      part.addEventListener("click", pick);
      part.addEventListener("keydown", (/** @type {any} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick();
      });
    }
  }

  /** @returns {(string | null)[]} */
  picked() {
    return [...this.root.querySelectorAll('[aria-pressed="true"]')].map((part) => part.getAttribute("data-pick"));
  }

  /** @param {string[]} answer  shown where it is */
  show(answer) {
    for (const part of this.root.querySelectorAll("[data-pick]")) {
      part.removeAttribute("tabindex");
      part.toggleAttribute("data-answer", answer.includes(part.getAttribute("data-pick")));
    }
  }
}

KINDS.picture = Exhibit;
