/** You are the search: a player that asks at every step, on this tree or on another like it. */

import { KINDS, element, textButton } from "./dom.js";
import { Player } from "./player.js";

class Performance {
  /** @type {Player} */ player;

  /** @param {HTMLElement} place @param {import("./contract").SceneData} data */
  constructor(place, data) {
    this.data = data;
    this.place = place;
    this.begin(0);
  }

  /** @param {number} which  of the trees @param {boolean} [watched]  played instead of asked */
  begin(which, watched = false) {
    const { runs, svgs, steps = [], title } = this.data;
    const asked = watched ? undefined : steps[which];
    const start = watched ? this.player.clock.step : steps[which][0].step;
    /** @type {Pick<import("./contract").SceneData, "kind" | "title">} */
    const shown = watched ? { kind: "play", title: "The search itself" } : { kind: "perform", title };
    const tree = { runs: [runs[which]], svgs: [svgs[which]], questions: asked, start };
    this.player = new Player(this.place, { ...this.data, id: "", ...shown, ...tree });
    const another = () => this.begin((which + 1) % runs.length);
    const buttons = [];
    if (runs.length > 1) buttons.push(textButton("↻ Another tree", another));
    if (!watched) buttons.push(textButton("Watch it instead", () => this.begin(which, true)));
    if (watched) this.player.root.querySelector(".views")?.prepend(...buttons);
    else this.player.quiz.root.append(element("div", { class: "answers" }, ...buttons));
  }
}

KINDS.perform = Performance;
