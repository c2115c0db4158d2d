// What is pure in the page's program, tried without a browser: run by test_page_contract.py.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { numberIn, numberText } from "./static/answers.js";
import { onKey } from "./static/keys.js";
import { Quiz } from "./static/quiz.js";
import { Reel } from "./static/reel.js";
import { Clock } from "./static/transport.js";

/** A tree [[3, 5], 2] searched as far as its second leaf, which breaks off; and a cut of the last. */
const pane = (more = {}) => ({
  nodes: [["A", ""], ["B", "0"], ["D", "0-0"], ["E", "0-1"], ["C", "1"]],
  events: [
    ["e", 0, 1, "−∞", "∞"],
    ["e", 1, 1, "−∞", "∞"],
    ["e", 2, 1, "−∞", "∞"],
    ["l", 2, 2, "−∞", "∞", "3"],
    ["u", 1, 3, "−∞", "3", "3"],
    ["x", 3, 4],
    ["c", 0, 5, "3", "3", "3"],
  ],
  slots: ["n-0", "=n-0"],
  values: ["plain", "open", "", "≤ 3"],
  start: [0, 2],
  patches: [[], [0, 1], [], [], [1, 3], [], [0, 0, 1, 2]],
  cuts: [{ step: 7, node: 0, skipped: [4], leaves: [1], owner: null, tell: "" }],
  leaves: 3,
  source: null,
  ...more,
});

test("a number is written as Python writes it", () => {
  const texts = JSON.parse(readFileSync(new URL("number_texts.json", import.meta.url), "utf8"));
  for (const [value, text] of Object.entries(texts)) assert.equal(numberText(numberIn(value)), text);
});

test("the call stack holds each call with what it holds, and loses what was left", () => {
  const reel = new Reel(pane());
  const stack = (step) => reel.stack(step).map(({ node, best }) => reel.name(node) + best);
  assert.deepEqual([0, 1, 3, 4, 5, 7].map(stack), [[], ["A"], ["A", "B", "D"], ["A", "B", "D3"], ["A", "B3"], ["A3"]]);
  assert.equal(reel.deepest, 3);
  assert.ok(reel.hasWindow);
  assert.ok(!new Reel(pane({ events: [["e", 0, 1]], patches: [[]], cuts: [] })).hasWindow);
});

test("from any step to any other a picture changes to what it is there", () => {
  const reel = new Reel(pane());
  const at = [[0, 1].map((slot) => reel.valueAt(slot, 0))];
  for (let step = 1; step <= reel.length; step++) {
    const next = [...at[step - 1]];
    for (const [slot, value] of reel.between(step - 1, step)) next[slot] = value;
    at.push(next);
  }
  assert.deepEqual(at[5], ["open", "≤ 3"]);
  for (let from = 0; from <= reel.length; from++) {
    for (let to = 0; to <= reel.length; to++) {
      const now = [...at[from]];
      for (const [slot, value] of reel.between(from, to)) now[slot] = value;
      assert.deepEqual(now, at[to], `from ${from} to ${to}`);
    }
  }
});

test("leaves visited and pruned are counted, and the tree leads up and down", () => {
  const reel = new Reel(pane());
  assert.deepEqual([...reel.visited], [0, 0, 0, 0, 1, 1, 1, 1]);
  assert.deepEqual([...reel.pruned], [0, 0, 0, 0, 0, 0, 0, 1]);
  assert.deepEqual([0, 1, 2].map((node) => reel.children(node)), [[1, 4], [2, 3], []]);
  assert.deepEqual([0, 1, 3, 4].map((node) => reel.parent(node)), [null, 0, 1, 0]);
});

test("a number is read as people write it", () => {
  const read = { "5": 5, " −4 ": -4, "–4": -4, "1/2": 0.5, "-3/4": -0.75, "∞": Infinity, "-inf": -Infinity, "2,5": 2.5, "1e3": 1000 };
  for (const [text, value] of Object.entries(read)) assert.equal(numberIn(text), value, text);
  for (const text of ["", "  ", "five", "1/2/3", "3 5"]) assert.ok(Number.isNaN(numberIn(text)), text);
});

/** A key pressed on something that matches a selector; what became of it. */
function press(key, clock, { on = "div", ...more } = {}) {
  const done = [];
  const target = { matches: (/** @type {string} */ selector) => selector.split(", ").includes(on), hasAttribute: () => false };
  onKey({ key, target, preventDefault: () => done.push("prevented"), ...more }, { host: null, clock, help: { toggle: () => done.push("help") } });
  return done.join(" ");
}

test("the player's keys move its clock, and every other key goes on", () => {
  const clock = new Clock(5, () => {});
  const steps = [];
  for (const key of ["ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home", "ArrowLeft"]) {
    assert.equal(press(key, clock), "prevented");
    steps.push(clock.step);
  }
  assert.deepEqual(steps, [1, 5, 5, 4, 0, 0]);
  assert.equal(press("?", clock), "help prevented");
  assert.equal(press("a", clock), "");
  assert.equal(press("Tab", clock), "");
  assert.equal(press("Enter", clock, { shiftKey: true }), "");
  assert.equal(press("ArrowRight", clock, { ctrlKey: true }), "");
  assert.equal(press("End", clock, { on: "textarea" }), "", "text is typed where text is typed");
  assert.equal(clock.step, 0);
});

test("a clock waits at the next question", () => {
  const clock = new Clock(9, () => {});
  const questions = [{ step: 4, ask: "?", answer: "3", why: "" }];
  const quiz = { questions, clock, next: 0 };
  clock.limit = () => Quiz.prototype.limit.call(quiz);
  assert.ok(clock.goTo(9));
  assert.equal(clock.step, 4);
  assert.ok(!clock.goTo(5));
  quiz.next = 1;
  assert.ok(clock.goTo(9));
  assert.equal(clock.step, 9);
});
