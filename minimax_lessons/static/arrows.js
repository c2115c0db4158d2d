/** Arrows over the board: the line an opponent expects, each move with its number, or a hint. */

import { picture } from "./dom.js";

/** @typedef {[number, number]} Point  in squares, from the top left corner as it is seen */

const HEAD = 0.3;

/**
 * @param {Point[][]} paths  the centres of the squares of each move @param {number} columns @param {number} rows
 * @param {string} kind  "line" or "hint" @returns {SVGSVGElement}
 */
export function arrows(paths, columns, rows, kind) {
  // The first move lies on top of those that follow.
  const drawn = paths.map((path, at) => one(path, at, paths.length > 1)).reverse();
  return picture(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns} ${rows}" class="arrows ${kind}" aria-hidden="true">${drawn.join("")}</svg>`,
  );
}

/** @param {Point[]} path @param {number} at @param {boolean} numbered */
function one(path, at, numbered) {
  const reply = at % 2 ? " reply" : "";
  const [x, y] = path[path.length - 1];
  if (path.length === 1) {
    const circle = `cx="${x}" cy="${y}" r=".4"`;
    return `<g class="arrow${reply}"><circle class="case" ${circle}/><circle class="body" ${circle}/>${badge(x, y, at, numbered)}</g>`;
  }
  const [bx, by] = path[path.length - 2];
  const length = Math.hypot(x - bx, y - by);
  const [ux, uy] = [(x - bx) / length, (y - by) / length];
  const end = /** @type {Point} */ ([x - ux * HEAD * 0.8, y - uy * HEAD * 0.8]);
  const line = [...path.slice(0, -1), end].map((point) => point.map(short).join(",")).join(" ");
  const [backX, backY] = [x - ux * HEAD, y - uy * HEAD];
  const [sideX, sideY] = [uy * HEAD * 0.55, ux * HEAD * 0.55];
  const corners = [[x, y], [backX - sideX, backY + sideY], [backX + sideX, backY - sideY]];
  const head = corners.map((point) => point.map(short).join(",")).join(" ");
  const [sx, sy] = path[0];
  return (
    `<g class="arrow${reply}"><polyline class="case" points="${line}"/><polygon class="case" points="${head}"/>` +
    `<polyline class="body" points="${line}"/><polygon class="head" points="${head}"/>` +
    `${badge(sx + (path[1][0] - sx) * 0.36, sy + (path[1][1] - sy) * 0.36, at, numbered)}</g>`
  );
}

/** @param {number} x @param {number} y @param {number} at @param {boolean} numbered */
function badge(x, y, at, numbered) {
  if (!numbered) return "";
  return `<circle class="badge-disc" cx="${short(x)}" cy="${short(y)}" r=".17"/><text class="badge-text" x="${short(x)}" y="${short(y + 0.085)}">${at + 1}</text>`;
}

/** @param {number} number */
function short(number) {
  return Number(number.toFixed(3));
}
