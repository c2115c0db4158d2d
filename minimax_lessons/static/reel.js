/**
 * A recorded run, step by step: what each step changes in the picture, on the call stack and in the counts.
 * Nothing here touches the page.
 */

/** @typedef {import("./contract").Pane} Pane */
/** @typedef {import("./contract").Source} Source */
/** @typedef {import("./contract").Pane["events"][number]} EventRow */
/** @typedef {import("./contract").Cut} Cut */
/** @typedef {{row: EventRow, before: Taken | null}} Taken  the children's values that a call has taken in, the last first */
/** @typedef {{node: number, alpha: string, beta: string, best: string, taken: Taken | null, below: Frame | null, depth: number}} Frame */

export class Reel {
  /** @type {(Frame | null)[]} the innermost call at each step */
  frames = [null];
  deepest = 1;

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.length = pane.events.length;
    /** @type {Map<string, number>} */
    this.numberAt = new Map(pane.nodes.map(([, path], number) => [path, number]));
    this.visited = new Uint32Array(this.length + 1);
    this.pruned = new Uint32Array(this.length + 1);
    /** each slot's values, and from which step on it has them */
    this.changes = pane.start.map((value) => [{ from: 0, value }]);
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
    for (const row of this.pane.events) {
      const [kind, node, , alpha = "", beta = "", best = ""] = row;
      let below = this.frames[this.frames.length - 1];
      while (below && below.node !== this.parent(node)) below = below.below;
      let was = kind === "e" ? null : this.frames[this.frames.length - 1];
      while (was && was.node !== node) was = was.below;
      const before = was && was.taken;
      const taken = kind === "u" ? { row, before } : before;
      const depth = below ? below.depth + 1 : 1;
      this.deepest = Math.max(this.deepest, depth);
      this.frames.push({ node, alpha, beta, best, taken, below, depth });
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

  recordPictures() {
    this.pane.patches.forEach((flat, at) => {
      for (let next = 0; next < flat.length; next += 2) this.changes[flat[next]].push({ from: at + 1, value: flat[next + 1] });
    });
  }

  /** @param {number} slot @param {number} step @returns {string} how an element looks, or what stands there */
  valueAt(slot, step) {
    const [{ value }] = this.changes[slot].filter(({ from }) => from <= step).slice(-1);
    return this.pane.values[value];
  }

  /**
   * What must be set to get from one step's picture to another's.
   * @param {number} from @param {number} to
   * @returns {Map<number, string>} slot → value
   */
  between(from, to) {
    const passed = this.pane.patches.slice(Math.min(from, to), Math.max(from, to));
    const slots = new Set(passed.flatMap((flat) => flat.filter((_, at) => at % 2 === 0)));
    return new Map([...slots].map((slot) => [slot, this.valueAt(slot, to)]));
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

  /**
   * What a debugger would show beside the lines: each variable's values in the innermost call, one after the other.
   * @param {number} step @returns {Map<number, string>} line → values
   */
  valuesAt(step) {
    /** @type {Map<number, string>} */
    const beside = new Map();
    const frame = this.frames[step];
    const { values = {} } = this.pane.source || {};
    if (!frame) return beside;
    const [kind, , line, , , returned = ""] = this.pane.events[step - 1];
    if (kind === "r" || kind === "l") beside.set(line, returned.replace(/^[≥≤] /, ""));
    if (!frame.taken) return beside;
    const lines = values[frame.taken.row[2]] || {};
    /** @type {Object<string, string[]>} */
    const seen = { alpha: [], beta: [], best: [], value: [] };
    for (let taken = /** @type {Taken | null} */ (frame.taken); taken; taken = taken.before) {
      const [, , , alpha = "", beta = "", best = "", value = ""] = taken.row;
      for (const [name, text] of Object.entries({ alpha, beta, best, value })) if (text && seen[name][0] !== text) seen[name].unshift(text);
    }
    for (const [name, all] of Object.entries(seen)) if (lines[name] && all.length) beside.set(lines[name], shortened(all));
    if (lines.test && frame.alpha && frame.beta) beside.set(lines.test, `β ${frame.beta}, α ${frame.alpha}`);
    return beside;
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

  /** @param {number} node @param {number} root @returns {boolean} whether it is the root of a subtree, or in it */
  isBelow(node, root) {
    return root === 0 || `${this.path(node)}-`.startsWith(`${this.path(root)}-`);
  }

  /** @param {number} number @returns {number} the root's is 1 */
  level(number) {
    const path = this.path(number);
    return path === "" ? 1 : path.split("-").length + 1;
  }

  /** @returns {number[]} the steps at which an answer comes back to the root */
  get answers() {
    return this.pane.events.flatMap(([kind, node], at) => (kind === "u" && node === 0 ? [at + 1] : []));
  }

  /** @param {number} step @returns {{child: number, parent: number, value: string} | null} the value that comes back there */
  carried(step) {
    const [kind, parent, , , , , value = ""] = this.pane.events[step - 1] || [];
    const child = step > 1 ? this.pane.events[step - 2][1] : 0;
    return kind === "u" && parent !== undefined && this.parent(child) === parent ? { child, parent, value } : null;
  }

  /** @param {number} number @param {number} step @returns {number} where to look at a node: its entry, from there its end */
  visitOf(number, step) {
    const { events } = this.pane;
    const steps = events.flatMap(([kind, node], at) => (node === number && "elr".includes(kind) ? [at + 1] : []));
    const entry = steps.find((at) => events[at - 1][0] === "e") || steps[0];
    if (entry === undefined) return step;
    return step === entry ? steps[steps.length - 1] : entry;
  }

  /** @param {number} number @returns {number[]} */
  children(number) {
    return this.kids[number];
  }
}

const LONGEST = 10; // signs beside a line

/** @param {string[]} values @returns {string} the last of them, as many as have room */
function shortened(values) {
  let text = values[values.length - 1];
  for (let at = values.length - 2; at >= 0; at--) {
    if (text.length + values[at].length + 2 > LONGEST) return `… ${text}`;
    text = `${values[at]}, ${text}`;
  }
  return text;
}
