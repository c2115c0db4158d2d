/** SCORM 1.2: the learning platform around a lesson's page gets its progress and score, and keeps them. */

const shown = /** @type {HTMLElement} */ (document.getElementById("scorm"));
const questions = (shown.dataset.questions || "").split(" ");
const began = Date.now();
const FARTHEST = 10; // frames between this page and the platform's

/** @typedef {Record<"LMSInitialize" | "LMSFinish" | "LMSCommit" | "LMSGetValue" | "LMSSetValue", (...texts: string[]) => string>} Platform */

/** @returns {Platform | null} the object that the platform offers in a frame around this one, or in its opener */
function platformAround() {
  for (const first of [window, window.opener]) {
    let frame = first;
    for (let step = 0; frame && step < FARTHEST; step++) {
      try {
        if (frame.API) return frame.API;
      } catch {
        break; // a frame from elsewhere
      }
      frame = frame.parent === frame ? null : frame.parent;
    }
  }
  return null;
}

const platform = platformAround();
platform?.LMSInitialize("");

/** @type {Map<string, boolean>} by the number of a question whether the answer was right: "3.1:1,3.2:0" */
const results = new Map();
for (const part of (platform?.LMSGetValue("cmi.suspend_data") || "").split(",")) {
  const [number, right] = part.split(":");
  if (questions.includes(number)) results.set(number, right === "1");
}

function report() {
  const right = [...results.values()].filter(Boolean).length;
  const all = questions.length;
  shown.textContent = `${results.size} of ${all} questions answered, ${right} of them right.`;
  if (!platform) {
    shown.textContent += " No learning platform listens here, so nothing is kept.";
    return;
  }
  const values = {
    "cmi.core.score.min": "0",
    "cmi.core.score.max": "100",
    "cmi.core.score.raw": String(Math.round((100 * right) / all)),
    "cmi.core.lesson_status": results.size === all ? "completed" : "incomplete",
    "cmi.suspend_data": [...results].map(([number, isRight]) => `${number}:${Number(isRight)}`).join(","),
  };
  for (const [name, value] of Object.entries(values)) platform.LMSSetValue(name, value);
  platform.LMSCommit("");
}

document.addEventListener("lm-answered", (event) => {
  const { number, right } = /** @type {CustomEvent} */ (event).detail;
  if (!questions.includes(number)) return;
  results.set(number, results.get(number) || right);
  report();
});
addEventListener("pagehide", () => {
  const seconds = Math.round((Date.now() - began) / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, "0"));
  platform?.LMSSetValue("cmi.core.session_time", `${hours}:${minutes}:${rest}`);
  platform?.LMSFinish("");
});
report();
