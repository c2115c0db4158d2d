/** The learner's record in the page: kept by the server that the command lab starts, else in this browser. */

import { KEPT_TRIES } from "./from_python.js";

const KEY = "minimax-lessons-record";
export const CHANGED = "lm-record";

/** @typedef {[string, boolean][]} Tries  each with its day, and whether the answer was right */
/** @typedef {{questions: Object<string, Tries>, exercises: Object<string, Tries>}} LearnersRecord */

/** @returns {string | undefined} the address at which JupyterLab's server keeps the record */
function recordAddress() {
  try {
    return JSON.parse(/** @type {HTMLElement} */ (document.getElementById("jupyter-config-data")).textContent || "").minimaxLessonsRecord;
  } catch {
    return undefined; // no JupyterLab
  }
}

/** @returns {LearnersRecord} */
function storedRecord() {
  const empty = { questions: {}, exercises: {} };
  try {
    return { ...empty, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return empty; // a browser that keeps nothing, or something else under this name
  }
}

/** @param {RequestInit} [options] @returns {Promise<LearnersRecord | null>} null where no server keeps it */
async function askServer(options = {}) {
  const address = recordAddress();
  if (!address) return null;
  const cookie = document.cookie.match(/\b_xsrf=([^;]*)/);
  const headers = { "Content-Type": "application/json", "X-XSRFToken": cookie ? cookie[1] : "" };
  try {
    const answer = await fetch(address, { ...options, headers });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // the server has been stopped
  }
}

/** @returns {Promise<LearnersRecord>} */
export async function readRecord() {
  return (await askServer()) || storedRecord();
}

/** @param {"questions" | "exercises"} subject @param {string} name  the number of one @param {boolean} right */
export async function noteTry(subject, name, right) {
  const body = JSON.stringify({ subject, name, right });
  if (!(await askServer({ method: "POST", body }))) {
    const record = storedRecord();
    const today = new Date().toLocaleDateString("sv"); // the year first
    record[subject][name] = [...(record[subject][name] || []), /** @type {[string, boolean]} */ ([today, right])].slice(-KEPT_TRIES);
    try {
      localStorage.setItem(KEY, JSON.stringify(record));
    } catch {
      return; // a browser that keeps nothing
    }
  }
  document.dispatchEvent(new Event(CHANGED));
}

/** Several programs of a page hold this module, and one of them listens. */
function listenForAnswers() {
  const page = /** @type {{lmRecords?: boolean} & Document} */ (document);
  if (page.lmRecords) return;
  page.lmRecords = true;
  document.addEventListener("lm-answered", (event) => {
    const { number, right } = /** @type {CustomEvent} */ (event).detail;
    if (number) void noteTry("questions", number, right);
  });
}

listenForAnswers();
