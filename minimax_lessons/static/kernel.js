/** Python behind a widget: it is told what was done, waited for, and where it has gone, that is said. */

import { setText } from "./dom.js";

const PATIENCE = 1500; // milliseconds without an answer before the page says that it waits
const WAITING = "Waiting for the notebook's kernel …";
const GONE = "The notebook's kernel has stopped or started anew, and knows nothing of this any more. Run the cell again.";

export class Kernel {
  waiting = 0;

  /**
   * @param {any} model @param {HTMLElement} place  where it is said @param {() => void} lost  what to do when nobody hears
   * @param {object} greeting  told at first, and again when the kernel has gone or come back
   */
  constructor(model, place, lost, greeting = {}) {
    this.model = model;
    this.place = place;
    this.lost = lost;
    this.greet = () => this.tell(greeting);
    model.on("comm_live_update", this.greet);
  }

  /** @param {object} message @returns {boolean} whether anybody is there to hear it */
  tell(message) {
    try {
      this.model.send(message);
      return true;
    } catch {
      clearTimeout(this.waiting);
      this.lost();
      setText(this.place, GONE);
      return false;
    }
  }

  /** Tell, and wait for what comes of it. @param {object} [message] @returns {boolean} */
  ask(message = {}) {
    clearTimeout(this.waiting);
    if (!this.tell(message)) return false;
    this.waiting = window.setTimeout(() => setText(this.place, WAITING), PATIENCE);
    return true;
  }

  /** It has been heard of. @param {() => string} [usual]  what stands there when nobody waits */
  answered(usual = () => "") {
    clearTimeout(this.waiting);
    if (this.place.textContent === WAITING) setText(this.place, usual());
  }

  remove() {
    clearTimeout(this.waiting);
    this.model.off("comm_live_update", this.greet);
  }
}
