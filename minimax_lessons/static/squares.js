/** The squares: an ARIA grid to play on with the pointer or the keyboard. What is legal Python has said before. */

import { arrows } from "./arrows.js";
import { element, followPointer, isStill, setAttribute, toggle } from "./dom.js";
import { piece } from "./pieces.js";

/**
 * @typedef {import("./contract").Square} Square
 * @typedef {import("./contract").Move} Move
 * @typedef {{cell: HTMLElement, holder: HTMLElement, square: Square, shown: string, row: number, column: number}} Cell
 */

const SLIDE = 170; // milliseconds a square
const SEEN = 500; // milliseconds that one's own move is seen before the answer to it
/** What is said of a square. */
const MARKS = { must: "must capture", can: "can move", chosen: "selected", goal: "can go here", doomed: "will be taken", won: "in the winning row" };

export class Squares {
  /** @type {import("./contract").State} */ state;
  /** @type {Move[]} those that can be chosen */ moves = [];
  /** @type {string[] | null} the move that Python has not answered yet */ sent = null;
  /** @type {string[][]} the squares' names as they are seen */ rows = [];
  /** @type {string[]} the squares of the move that is being made */ path = [];
  current = "";
  width = 0;
  height = 0;
  size = "";
  pointed = "";
  dropped = false; // a piece that has been dragged there need not slide
  seenFrom = 0; // the time from which an answer may be shown

  /** @param {{move: (path: string[]) => void, say: (sentence: string) => void}} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    this.grid = element("div", { class: "grid", role: "grid" });
    this.overlay = element("div", { class: "overlay" });
    this.files = element("div", { class: "files", "aria-hidden": "true" });
    this.ranks = element("div", { class: "ranks", "aria-hidden": "true" });
    this.root = element("div", { class: "field" }, this.files, this.ranks, element("div", { class: "frame" }, this.grid, this.overlay));
    this.grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.grid.addEventListener("click", (/** @type {MouseEvent} */ event) => this.clicked(event));
    this.grid.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.drag(event));
    this.grid.addEventListener("focusin", (/** @type {FocusEvent} */ event) => this.focused(/** @type {HTMLElement} */ (event.target)));
  }

  /** @param {import("./contract").State} state @param {boolean} flipped */
  show(state, flipped) {
    const before = this.state;
    this.state = state;
    this.moves = state.moves;
    const size = `${flipped} ${state.squares.map((/** @type {Square[]} */ row) => row.length)}`;
    if (size !== this.size) this.build(state.squares, flipped, state.title);
    this.size = size;
    for (const square of state.squares.flat()) this.at(square.name).square = square;
    const played = before && state.viewed === before.viewed + 1 ? state.last : null;
    if (this.sent || !before || state.viewed !== before.viewed || state.text !== before.text) this.path = [];
    if (this.path.length && !this.routes().length) this.path = [];
    const slides = played && !(this.sent && this.sent.join() === played.path.join());
    this.sent = null;
    this.draw();
    if (slides) this.slide(played.path);
  }

  /** @param {Square[][]} squares @param {boolean} flipped @param {string} title */
  build(squares, flipped, title) {
    const had = this.grid.contains(/** @type {ShadowRoot} */ (this.grid.getRootNode()).activeElement);
    const all = squares.flat();
    this.height = 1 + Math.max(...all.map(({ row }) => row));
    this.width = 1 + Math.max(...all.map(({ column }) => column));
    const order = (/** @type {any[]} */ list) => (flipped ? [...list].reverse() : list);
    this.cells.clear();
    this.rows = order(squares).map((row) => order(row).map(({ name }) => name));
    const rows = order(squares).map((row) => element("div", { role: "row", class: "row" }, ...order(row).map((square) => this.cell(square, flipped))));
    this.grid.replaceChildren(...rows);
    setAttribute(this.grid, "aria-label", `${title} board`);
    const names = (/** @type {Square[]} */ line, /** @type {RegExp} */ part) => line.map(({ name }) => element("span", { text: (name.match(part) || [""])[0] }));
    this.files.replaceChildren(...names(order(squares[0]), /^[a-z]+/));
    this.ranks.replaceChildren(...names(order(squares.map((row) => row[0])), /\d+$/));
    if (!this.cells.has(this.current)) this.current = this.rows[0][0];
    this.at(this.current).cell.tabIndex = 0;
    if (had) this.focus(this.current);
  }

  /** @param {Square} square @param {boolean} flipped */
  cell(square, flipped) {
    const [row, column] = flipped ? [this.height - 1 - square.row, this.width - 1 - square.column] : [square.row, square.column];
    const holder = element("span", { class: "holder" });
    const number = element("span", { class: "number", text: square.name, "aria-hidden": "true" });
    const attributes = { role: "gridcell", class: "cell", tabindex: "-1", "data-name": square.name };
    const cell = element("div", attributes, number, holder);
    cell.style.gridArea = `${row + 1} / ${column + 1}`;
    this.cells.set(square.name, { cell, holder, square, shown: "", row, column });
    return cell;
  }

  /** @param {string} name @returns {Cell} */
  at(name) {
    return /** @type {Cell} */ (this.cells.get(name));
  }

  /** @returns {Move[]} the moves that begin as the one that is being made */
  routes() {
    return this.moves.filter(({ path }) => this.path.every((name, at) => path[at] === name));
  }

  draw() {
    const { state, path } = this;
    const at = path[path.length - 1];
    const routes = path.length ? this.routes() : [];
    const doomed = routes.length ? routes[0].taken.slice(0, path.length - 1) : [];
    const goals = new Set(routes.map((route) => route.path[path.length]));
    const movable = new Map(this.moves.filter((move) => move.path.length > 1).map((move) => [move.path[0], move.taken.length > 0]));
    const free = new Set(this.moves.filter((move) => move.path.length === 1).map((move) => move.path[0]));
    const last = state.last || { path: [""], taken: [""] };
    for (const [name, entry] of this.cells) {
      const { square } = entry;
      const moved = path.length > 1 ? (name === at ? this.at(path[0]).square : name === path[0] ? null : square) : square;
      const code = moved ? moved.piece : "";
      if (entry.shown !== code) entry.holder.replaceChildren(...(code ? [piece(code)] : []));
      entry.shown = code;
      const marks = {
        can: !path.length && movable.has(name) && !movable.get(name),
        must: !path.length && movable.get(name) === true,
        free: free.has(name),
        chosen: name === at,
        goal: goals.has(name),
        doomed: doomed.includes(name),
        from: last.path.length > 1 && name === last.path[0],
        to: name === last.path[last.path.length - 1],
        taken: last.taken.includes(name) && !square.piece,
        won: state.row.includes(name),
      };
      for (const [mark, on] of Object.entries(marks)) entry.cell.classList.toggle(mark, Boolean(on));
      const said = Object.entries(MARKS).flatMap(([mark, words]) => (marks[/** @type {keyof typeof marks} */ (mark)] ? [words] : []));
      setAttribute(entry.cell, "aria-label", [name, moved ? moved.words : "empty", ...said].join(", "));
      toggle(entry.cell, "aria-selected", marks.chosen);
    }
  }

  /** @param {string} name */
  choose(name) {
    const { turn, sides } = this.state;
    const notYet = turn === null ? "The game is over." : `${sides[turn].name} is to move, played by ${sides[turn].player}.`;
    if (this.state.viewed < this.state.ply) return this.board.say("This is an earlier position: the last move in the list leads back to the game.");
    if (!this.moves.length) return this.sent ? undefined : this.board.say(notYet);
    const step = this.path.length;
    const routes = this.routes();
    if (!step) this.begin(name);
    else if (routes.some(({ path }) => path[step] === name)) this.extend(name);
    else if (step === 1 && name === this.path[0]) this.reset();
    else if (step === 1 && this.moves.some(({ path }) => path[0] === name)) {
      this.path = [];
      this.begin(name);
    } else {
      const ending = routes.filter(({ path }) => path[path.length - 1] === name);
      if (ending.length === 1) this.commit(ending[0].path);
      else this.board.say(ending.length ? `${ending.length} ways lead to ${name}: choose the squares one by one. ${this.ways()}` : `Not to ${name}. ${this.ways()}`);
    }
  }

  /** @param {string} name  where the move begins */
  begin(name) {
    const here = this.moves.filter(({ path }) => path[0] === name);
    if (here.length && here[0].path.length === 1) this.commit(here[0].path);
    else if (here.length) this.go([name]);
    else this.board.say(this.refusal(name));
  }

  /** @param {string} name */
  extend(name) {
    this.path = [...this.path, name];
    const whole = this.routes().find(({ path }) => path.length === this.path.length);
    const step = this.path.slice(-2);
    if (whole) this.commit(whole.path);
    else this.go(this.path);
    this.slide(step);
  }

  /** @param {string[]} path */
  go(path) {
    this.path = path;
    this.draw();
    this.board.say(this.ways());
  }

  /** @param {string[]} path  a whole move */
  commit(path) {
    const rest = path.slice(Math.max(0, this.path.length - 1));
    this.path = path.length > 1 ? path : [];
    this.sent = path;
    this.seenFrom = performance.now() + SLIDE * (rest.length - 1) + SEEN;
    this.moves = [];
    this.draw();
    if (this.path.length > 1 && rest.length > 1) this.slide(rest);
    this.board.move(path);
  }

  /** The move that was sent has not been heard: the board stands as before. */
  takeBack() {
    this.sent = null;
    this.moves = this.state.moves;
    this.path = [];
    this.draw();
  }

  reset() {
    this.path = [];
    this.draw();
    this.board.say("");
  }

  /** @returns {string} where the chosen piece can go */
  ways() {
    const goals = [...new Set(this.routes().map(({ path }) => path[this.path.length]))];
    const verb = this.path.length > 1 ? `On ${this.path[this.path.length - 1]}, the jump goes on to` : `${this.path[0]} can go to`;
    return goals.length ? `${verb} ${goals.join(" or ")}.` : "";
  }

  /** @param {string} name @returns {string} why no move begins there */
  refusal(name) {
    const begins = [...new Set(this.moves.map(({ path }) => path[0]))];
    const { square } = this.at(name);
    const capture = this.moves.some(({ taken }) => taken.length);
    const some = begins.length > 8 ? "" : ` ${capture ? "A capture must be made" : "You can move"}: ${begins.join(" or ")}.`;
    return `${name} ${square.piece ? `(${square.words}) can't move` : "is empty"}.${some}`;
  }

  // The pointer and the keyboard

  /** @param {MouseEvent} event */
  clicked(event) {
    const cell = /** @type {HTMLElement} */ (event.target).closest(".cell");
    if (cell instanceof HTMLElement) this.choose(cell.dataset.name || "");
  }

  /** Take a piece with the pointer: it is chosen, follows, and goes where it is dropped. @param {PointerEvent} start */
  drag(start) {
    const from = /** @type {Element} */ (start.target).closest(".cell:is(.can, .must, .chosen)");
    if (!(from instanceof HTMLElement) || start.button !== 0) return;
    const name = from.dataset.name || "";
    const { holder } = this.at(name);
    const move = (/** @type {number} */ right, /** @type {number} */ down) => {
      if (!from.classList.contains("moving") && !from.classList.contains("chosen")) this.choose(name);
      from.classList.add("moving");
      holder.style.transform = `translate(${right}px, ${down}px)`;
    };
    const end = (/** @type {PointerEvent} */ event, /** @type {boolean} */ dropped) => {
      from.classList.remove("moving");
      holder.style.transform = "";
      const root = /** @type {ShadowRoot} */ (this.grid.getRootNode());
      const to = root.elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
      if (!dropped || !(to instanceof HTMLElement) || to === from) return;
      this.dropped = true;
      this.choose(to.dataset.name || "");
      this.dropped = false;
    };
    followPointer(start, move, end);
  }

  /** @param {HTMLElement} cell */
  focused(cell) {
    if (!cell.dataset.name) return;
    this.cells.get(this.current)?.cell.setAttribute("tabindex", "-1");
    this.current = cell.dataset.name;
    cell.tabIndex = 0;
  }

  /** @param {string} name */
  focus(name) {
    const cell = this.cells.get(name)?.cell;
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const runs = event.shiftKey && event.key === "Enter"; // the notebook's cell
    if (event.ctrlKey || event.metaKey || event.altKey || runs || !this.act(event.key, event.shiftKey)) return;
    event.preventDefault();
  }

  /** @param {string} key @param {boolean} shift @returns {boolean} whether it means something here */
  act(key, shift) {
    const row = this.rows.findIndex((names) => names.includes(this.current));
    const place = this.rows[row].indexOf(this.current);
    const to = (/** @type {number} */ down, /** @type {number} */ right) => {
      const names = this.rows[Math.min(Math.max(down, 0), this.rows.length - 1)];
      this.focus(names[Math.min(Math.max(right, 0), names.length - 1)]);
    };
    const walk = { ArrowLeft: [row, place - 1], ArrowRight: [row, place + 1], ArrowUp: [row - 1, place], ArrowDown: [row + 1, place], Home: [row, 0], End: [row, Infinity] }[key];
    if (walk) to(walk[0], walk[1]);
    else if (key === "Enter" || key === " ") this.choose(this.current);
    else if (key === "n" || key === "N") this.toNext(shift ? -1 : 1); // which Caps Lock does not change
    else if (key === "Backspace" && this.path.length) this.path.length > 1 ? this.go(this.path.slice(0, -1)) : this.reset();
    else if (key === "Escape" && this.path.length) this.reset();
    else return false;
    return true;
  }

  /** Put the focus on the next square that can be chosen. @param {number} step  1 or -1 */
  toNext(step) {
    const wanted = new Set(this.routes().map(({ path }) => path[this.path.length]));
    const order = step > 0 ? this.rows.flat() : this.rows.flat().reverse();
    const name = [...order, ...order].slice(order.indexOf(this.current) + 1).find((each) => wanted.has(each));
    if (name) this.focus(name);
  }

  // Motion and arrows

  /** Let the piece come along its path. @param {string[]} path */
  slide(path) {
    const end = this.cells.get(path[path.length - 1]);
    if (!end || path.length < 2 || this.dropped || isStill()) return;
    const frames = path.map((name) => this.at(name)).map((cell) => ({ transform: `translate(${100 * (cell.column - end.column)}%, ${100 * (cell.row - end.row)}%)` }));
    end.cell.classList.add("moving");
    const motion = end.holder.animate(frames, { duration: SLIDE * (path.length - 1), easing: "ease-in-out" });
    motion.onfinish = motion.oncancel = () => end.cell.classList.remove("moving");
  }

  /** @param {string[][]} paths  the squares of each move @param {string} kind */
  point(paths, kind) {
    const centre = (/** @type {string} */ name) => {
      const { row, column } = this.at(name);
      return /** @type {[number, number]} */ ([column + 0.5, row + 0.5]);
    };
    const key = JSON.stringify([paths, kind, this.size]);
    if (key === this.pointed) return;
    this.pointed = key;
    const known = paths.filter((path) => path.every((name) => this.cells.has(name)));
    this.overlay.replaceChildren(...(known.length ? [arrows(known.map((path) => path.map(centre)), this.width, this.height, kind)] : []));
  }
}
