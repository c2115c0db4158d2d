/** An exercise that has been solved where no kernel can write the record: in the browser edition. */

import { KINDS, inShadow } from "./dom.js";
import { noteTry, readRecord } from "./record.js";

class Solved {
  /** @param {HTMLElement} place @param {import("./contract").SolvedData} data */
  constructor(place, { exercise }) {
    inShadow(place);
    void this.note(exercise);
  }

  /** A notebook that is opened again shows the card again, and counts nothing twice. @param {string} exercise */
  async note(exercise) {
    const { exercises } = await readRecord();
    if (!exercises[exercise]) await noteTry("exercises", exercise, true);
  }}

KINDS.solved = Solved;
