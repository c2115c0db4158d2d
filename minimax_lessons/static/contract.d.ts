/** What Python writes for the page; made of player/contract.py and board/contract.py by a test. */

/** What changes in a picture, from step to step. */
export interface Picture {
  /** "n-0-1" stands for the element's class, "=n-0-1" for its text */
  slots: Array<string>;
  /** each slot's value at step 0 */
  start: Array<number>;
  /** every value that a slot takes: start and patches say which */
  values: Array<string>;
  /** for each step from 1: slot, value, slot, value … */
  patches: Array<Array<number>>;
}

/** The search's own source. */
export interface Source {
  text: string;
  /** the number of its first line */
  first: number;
  /** folded at first: from line, to line, what stands for them */
  folds?: Array<[number, number, string]>;
  /** which variables are bounds */
  names?: Record<string, "alpha" | "beta">;
  /** for each line that takes a child's value in: who holds what where */
  values?: Record<string, Record<string, number>>;
}

/** A moment at which the search leaves children alone; nodes go by their number. */
export interface Cut {
  /** from this step on it is seen */
  step: number;
  /** where the search turned back */
  node: number;
  skipped: Array<number>;
  /** how many leaves lie below each of them */
  leaves: Array<number>;
  /** null: the window that the search began with, or nobody */
  owner: number | null;
  /** one line: whose bound, and how much */
  tell: string;
}

/** One run. Numbers are text, so that −∞ and fractions need no parsing in the page. */
export interface Pane extends Picture {
  /** the function's */
  name: string;
  /** its name here: two runs of one function are told apart */
  title: string;
  /** what it runs on, in a few words */
  about: string;
  /** how it ended, in a few words */
  outcome: string;
  /** what MAX and MIN are called */
  players: [string, string];
  /** name and path ("0-1", "" for the root) */
  nodes: Array<[string, string]>;
  /** step 1 shows the first */
  events: Array<[kind: string, node: number, line: number, alpha?: string, beta?: string, best?: string, value?: string]>;
  /** the sentence of each step, from step 0 */
  say: Array<string>;
  source: Source | null;
  /** how many the tree has; null in a game that was not wholly looked into */
  leaves: number | null;
  /** how few could prove its value */
  fewest: number | null;
  cuts: Array<Cut>;
  notes: Array<string>;
  /** path → number in pictures; none where there is no room for more */
  boards: Record<string, number>;
  /** the drawn positions, as SVG */
  pictures: Array<string>;
}

/** A question with its answer: what each of guess, predict, perform and practice asks with. */
export interface QuestionData {
  /** ___ in it is a field */
  ask: string;
  kind: "number" | "text" | "choice" | "list" | "set" | "fields" | "click" | "clicks";
  /** one for each field; all of a list; else one alone */
  answer: Array<string>;
  /** to likely wrong answers; null stands for anything */
  replies: Array<[Array<string | null>, string]>;
  why: string;
  /** of a lesson's question */
  number?: string;
  /** the reply to a wrong answer that has none of its own */
  hint?: string;
  choices?: Array<string>;
  /** what the fields are called */
  labels?: Array<string>;
  /** a text to look at; with labels, lines to put below them */
  listing?: string;
  /** the answer goes into the notebook's cell, where a check judges it */
  unjudged?: boolean;
  svg?: string;
  /** what can be clicked: the id of an element, or the number of a line, and what it is called */
  picks?: Array<[string, string]>;
}

/** A question that is counted with others on the same topic. */
export interface TopicQuestion extends QuestionData {
  topic: string;
}

/** What is asked while a run is shown. */
export interface RunQuestion extends TopicQuestion {
  /** the last that may be seen before the answer */
  step: number;
  /** what it is about: a value is typed there */
  node: number;
}

/** The task to mark what is never entered. */
export interface Pruning {
  /** how the tree looks while nothing has been searched */
  plain: Array<[string, "class" | "text", string]>;
  /** each root of a subtree that is never entered, and why */
  pruned: Array<[number, string]>;
  /** node number → why the search looks there */
  visited: Record<string, string>;
}

/** Which panels are open at first, and whether all is large. */
export interface View {
  code: boolean;
  stack: boolean;
  counts: boolean;
  legend: boolean;
  large: boolean;
}

/** All that a player plays. */
export interface SceneData {
  /** a hash of all the rest */
  id: string;
  kind: "play" | "compare" | "ask" | "prune" | "perform";
  title: string;
  runs: Array<Pane>;
  /** a picture of each run, at any step */
  svgs: Array<string>;
  view: View;
  /** the step to begin at */
  start?: number;
  /** the first step at which two runs differ */
  difference?: number;
  /** how fast to play it */
  interval_ms?: number;
  questions?: Array<RunQuestion>;
  /** of several runs of which one is taken by hand at a time: the questions of each */
  steps?: Array<Array<RunQuestion>>;
  pruning?: Pruning;
}

/** A sheet of questions. */
export interface PracticeData {
  questions: Array<TopicQuestion>;
  /** so many are asked; null: as many as one likes */
  wanted: number | null;
}

/** A tree to be played on. */
export interface TreeGameData {
  kind: "treegame";
  title: string;
  svgs: Array<string>;
  /** a run of no steps */
  tree: Pane;
  /** whether MAX moves at each node */
  max: Array<boolean>;
  /** the number of each leaf, and null at all other nodes */
  leaves: Array<string | null>;
}

/** What can be answered in a lesson, by number. */
export interface PathLesson {
  questions: Array<string>;
  exercises: Array<string>;
}

/** The lessons, to be shown with the learner's record. */
export interface PathData {
  kind: "path";
  title: string;
  lessons: Array<PathLesson>;
}

/** An exercise that has been solved. */
export interface SolvedData {
  kind: "solved";
  exercise: string;
}

/** One game of several to look at. */
export interface Played {
  title: string;
  /** after each move */
  said: Array<string>;
  /** the number of each position's drawing */
  drawn: Array<number>;
}

/** Games to look at. A drawing is the numbers of its lines: most of them are in all drawings. */
export interface Games {
  id: string;
  kind: "replay";
  title: string;
  games: Array<Played>;
  lines: Array<string>;
  drawings: Array<Array<number>>;
}

/** A square as the page draws and speaks it. */
export interface Square {
  name: string;
  row: number;
  column: number;
  /** what is drawn there; nothing where it is empty */
  piece: string;
  /** what stands there, in words */
  words: string;
}

/** A move, and the squares to choose for it. */
export interface Move {
  text: string;
  path: Array<string>;
  taken: Array<string>;
}

/** One of the two seats: who plays it, how far they look, and how far they may. */
export interface Side {
  name: string;
  piece: string;
  player: string;
  limit: string;
  limits: Array<string>;
}

/** Which buttons do something now. */
export interface Can {
  undo: boolean;
  hint: boolean;
  resign: boolean;
  pause: boolean;
  resume: boolean;
  new: boolean;
}

/** The answer to a position given as text. */
export interface SetUp {
  text: string;
  problem: string;
}

/** A game in progress, with every sentence that is read or spoken. */
export interface State {
  title: string;
  look: string;
  /** how many moves have been played */
  ply: number;
  /** after how many of them the board shows the position */
  viewed: number;
  squares: Array<Array<Square>>;
  /** those that a person can choose now */
  moves: Array<Move>;
  last: Move | null;
  /** the squares of the winning row */
  row: Array<string>;
  status: string;
  /** what is wrong with an opponent */
  problem: string;
  sides: Array<Side>;
  /** whose of the sides; null when the game is over */
  turn: number | null;
  /** who can be chosen */
  players: Array<string>;
  history: Array<string>;
  /** the second side has moved first */
  second: boolean;
  can: Can;
  /** what a position's text is called; nothing where there is none */
  notation: string;
  text: string;
  /** the text of the start */
  begins: string;
  /** what a game's text is called; nothing where there is none */
  recordName: string;
  record: string;
  /** the move that can be explained */
  why: string;
  /** counts the answers, so that an equal one is heard */
  tick: number;
  setup?: SetUp;
}

/** Who thinks about what, and the result so far; nothing at all while nobody thinks. */
export interface Thinking {
  purpose?: "move" | "hint";
  player?: string;
  side?: string;
  busy?: boolean;
  depth?: number | null;
  score?: string | null;
  nodes?: number | null;
  speed?: number | null;
  line?: string;
  arrows?: Array<Array<string>>;
  move?: string;
}

/** The textbook's search before a move: nothing at all while it is not asked for. */
export interface Why {
  note?: string;
  depth?: number;
  /** the depth was */
  chosen?: boolean;
  data?: SceneData;
  /** who asked */
  view?: string | null;
  tick?: number;
}

/** A button was pressed. */
export interface Press {
  do: "undo" | "resign" | "new" | "resume" | "pause" | "hint" | "now" | "close";
}

/** A board comes to be seen in one more place, or in one less. */
export interface Look {
  do: "look" | "unlook";
  view: string;
}

/** A move was chosen, when so many had been played. */
export interface Choice {
  do: "move";
  path: Array<string>;
  ply: number;
}

/** The position after so many moves is to be seen. */
export interface Viewing {
  do: "view";
  ply: number;
}

/** A position was given as text. */
export interface Text {
  do: "setup";
  text: string;
}

/** Who sits where was chosen. */
export interface Seating {
  do: "seat";
  side: number;
  player: string;
}

/** How far a side looks ahead was chosen. */
export interface Limiting {
  do: "limit";
  side: number;
  limit: string;
}

/** The tree behind a move is asked for; without a depth Python chooses one. */
export interface Asking {
  do: "why";
  view: string;
  depth?: number;
}

export type Wish = Press | Look | Choice | Viewing | Text | Seating | Limiting | Asking;
