/**
 * A recorded run, step by step: what each step changes in the picture, on the call stack and in the counts.
 * Nothing here touches the page.
 */

/**
 * One run, as storyboard.py writes it. Numbers arrive as text, so that −∞ and fractions need no parsing here.
 * @typedef {object} Pane
 * @property {string} name      the function's name
 * @property {string} title     its name here: two runs of one function are told apart
 * @property {string} about     what it runs on, in a few words
 * @property {string} outcome   how it ended, in a few words
 * @property {string[]} slots   what can change: "n-0-1" stands for the element's class, "=n-0-1" for its text
 * @property {number[]} start    each slot's value at step 0
 * @property {string[]} values  every value that a slot takes: start and patches say which
 * @property {number[][]} patches  for each step from 1: slot, value, slot, value …
 * @property {[string, string][]} nodes  name and path ("0-1", "" for the root)
 * @property {EventRow[]} events  the step's event: step 1 shows the first
 * @property {string[]} say     the sentence of each step, from step 0
 * @property {{text: string, first: number} | null} source
 * @property {number | null} leaves  how many the tree has; null in a game that was not wholly looked into
 * @property {number | null} fewest  how few could prove its value
 * @property {Cut[]} cuts
 * @property {string[]} notes
 * @property {Object<string, number>} boards  path → number in pictures; none where there is no room for more
 * @property {string[]} pictures  the drawn positions, as SVG
 */

/**
 * [kind, node, line, α, β, best]: kind is one of "enter" "leaf" "update" "cut" "return" "raised", by its first letter
 * ("x" for raised). What the node holds after it is the top of the call stack: the bounds, "" where the function has no
 * such variable, and the best so far or what was returned.
 * @typedef {[string, number, number, string?, string?, string?]} EventRow
 */

/**
 * @typedef {object} Cut
 * @property {number} step      from this step on it is seen
 * @property {number} node      where the search turned back
 * @property {number[]} skipped
 * @property {number[]} leaves  how many leaves lie below each of them
 * @property {number | null} owner  null: the window that the search began with, or nobody
 * @property {string} tell      one line: whose bound, and how much
 */

/** @typedef {{node: number, alpha: string, beta: string, best: string, below: Frame | null, depth: number}} Frame */

export class Reel {
  /** @type {(Frame | null)[]} the innermost call at each step */
  frames = [null];
  deepest = 1;
  /** @type {[number, string, string][][]} for each step: slot, before, after */
  changes = [[]];

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.length = pane.events.length;
    /** @type {Map<string, number>} */
    this.numberAt = new Map(pane.nodes.map(([, path], number) => [path, number]));
    this.visited = new Uint32Array(this.length + 1);
    this.pruned = new Uint32Array(this.length + 1);
    this.start = pane.start.map((value) => pane.values[value]);
    this.kids = pane.nodes.map(() => /** @type {number[]} */ ([]));
    pane.nodes.forEach((_, child) => {
      const above = this.parent(child);
      if (above !== null) this.kids[above].push(child);
    });
    this.recordFrames();
    this.recordCounts();
    this.recordPictures();
    /** how many leaves the whole bar stands for */
    this.leaves = pane.leaves || this.visited[this.length] + this.pruned[this.length] || 1;
  }

  /** Each step's call stack shares all but its top with its neighbours': a step costs one frame, not one stack. */
  recordFrames() {
    for (const [, node, , alpha = "", beta = "", best = ""] of this.pane.events) {
      let below = this.frames[this.frames.length - 1];
      while (below && below.node !== this.parent(node)) below = below.below;
      const depth = below ? below.depth + 1 : 1;
      this.deepest = Math.max(this.deepest, depth);
      this.frames.push({ node, alpha, beta, best, below, depth });
    }
  }

  /** @returns {boolean} whether the search has a window: plain minimax has none */
  get hasWindow() {
    return this.pane.events.some(([, , , alpha = "", beta = ""]) => alpha || beta);
  }

  recordCounts() {
    const cuts = new Map(this.pane.cuts.map((cut) => [cut.step, cut]));
    this.pane.events.forEach(([kind], index) => {
      const cut = cuts.get(index + 1);
      const gone = cut ? cut.leaves.reduce((sum, leaves) => sum + leaves, 0) : 0;
      this.visited[index + 1] = this.visited[index] + (kind === "l" ? 1 : 0);
      this.pruned[index + 1] = this.pruned[index] + gone;
    });
  }

  /** Every patch is stored with its inverse, so that going back costs what going forward does. */
  recordPictures() {
    const now = [...this.start];
    for (const flat of this.pane.patches) {
      /** @type {[number, string, string][]} */
      const changes = [];
      for (let at = 0; at < flat.length; at += 2) {
        const slot = flat[at];
        const value = this.pane.values[flat[at + 1]];
        changes.push([slot, now[slot], value]);
        now[slot] = value;
      }
      this.changes.push(changes);
    }
  }

  /**
   * What must be set to get from one step's picture to another's.
   * @param {number} from @param {number} to
   * @returns {Map<number, string>} slot → value
   */
  between(from, to) {
    const values = new Map();
    for (let step = from + 1; step <= to; step++) {
      for (const [slot, , after] of this.changes[step]) values.set(slot, after);
    }
    for (let step = from; step > to; step--) {
      for (const [slot, before] of this.changes[step].slice().reverse()) values.set(slot, before);
    }
    return values;
  }

  /** @param {number} step @returns {Frame[]} the call stack, the first call first */
  stack(step) {
    const frames = [];
    for (let frame = this.frames[step]; frame; frame = frame.below) frames.push(frame);
    return frames.reverse();
  }

  /** @param {number} step @returns {number | null} the node that the step is about */
  nodeAt(step) {
    return step > 0 ? this.pane.events[step - 1][1] : null;
  }

  /** @param {number} step @returns {number | null} the line of the file that the step runs */
  lineAt(step) {
    return step > 0 ? this.pane.events[step - 1][2] : null;
  }

  /** @param {number} number @returns {string} the node's name */
  name(number) {
    return this.pane.nodes[number][0];
  }

  /** @param {number} number @returns {string} */
  path(number) {
    return this.pane.nodes[number][1];
  }

  /** @param {number} number @returns {number | null} */
  parent(number) {
    const path = this.path(number);
    if (path === "") return null;
    const above = this.numberAt.get(path.slice(0, Math.max(0, path.lastIndexOf("-"))));
    return above === undefined ? null : above;
  }

  /** @param {number} number @returns {number[]} */
  children(number) {
    return this.kids[number];
  }
}
