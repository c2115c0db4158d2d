/** Slides: one section at a time, by keyboard, clicker or mouse. The players on them keep their own keys. */

const sections = [...document.getElementsByTagName("section")];
const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const root = document.documentElement;

const SMALLEST = 0.75; // of a player's own size
const LARGEST = 3.5;
const READABLE = 0.65; // of the size of a slide's words
const GROWN = 2; // times its own size may a question or a picture have
const SPOKEN = 1.6; // times its own size may text have that stands alone
const QUESTION = '[data-lm-kind="guess"], [data-lm-kind="exhibit"], [data-lm-kind="practice"], img';

let at = 0;
/** @type {Window | null} */
let notesWindow = null;
const opened = Date.now();

/** @param {HTMLElement} section @returns {HTMLElement[]} the parts that wait for a key press */
function waiting(section) {
  return /** @type {HTMLElement[]} */ ([...section.querySelectorAll(":scope > [data-waits]")]);
}

/** @param {number} number @param {boolean} whole  with everything that waits shown, as when one comes back to it */
function go(number, whole = false) {
  at = Math.max(0, Math.min(number, sections.length - 1));
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  sections.forEach((section, place) => (section.hidden = place !== at));
  for (const part of waiting(sections[at])) part.hidden = !whole;
  sections[at].scrollTop = 0;
  history.replaceState(null, "", `#${at + 1}`);
  tell();
  fit();
}

function on() {
  const part = waiting(sections[at]).find((each) => each.hidden);
  if (!part) {
    if (at < sections.length - 1) go(at + 1);
    return;
  }
  part.hidden = false;
  fit();
  part.scrollIntoView({ block: "nearest" });
}

function back() {
  const part = waiting(sections[at]).filter((each) => !each.hidden).pop();
  if (!part) return at > 0 ? go(at - 1, true) : undefined;
  part.hidden = true;
  fit();
}

function tell() {
  const title = sections[at].getAttribute("aria-label") || "";
  byId("place").textContent = `${at + 1} / ${sections.length}`;
  byId("status").textContent = `Slide ${at + 1} of ${sections.length}: ${title}`;
  byId("progress").value = sections.length > 1 ? at / (sections.length - 1) : 1;
  byId("contents").querySelectorAll("button").forEach((/** @type {Element} */ item, /** @type {number} */ place) => (item.ariaCurrent = place === at ? "true" : null));
  showNotes();
}

/**
 * Magnify the player as the window allows; within that it fits itself into what is left of the slide. What else is too
 * high grows smaller, and where that is not enough, the oldest parts step aside, one by one.
 */
function fit() {
  const section = sections[at];
  const scale = Math.min(LARGEST, Math.max(SMALLEST, Math.min(innerWidth / 1150, innerHeight / 700)));
  root.style.setProperty("--player", String(scale));
  const parts = /** @type {HTMLElement[]} */ ([...section.querySelectorAll(":scope > .part:not([hidden])")]);
  for (const part of parts) delete part.dataset.aside;
  const older = parts.slice(0, -1).filter((part) => !part.querySelector("h1, h2, [data-lm-player]"));
  while (!fills(section) && older.length) /** @type {HTMLElement} */ (older.shift()).dataset.aside = "";
}

/** Let questions, pictures and text that stands alone grow until they fill the slide, or words shrink. @param {HTMLElement} section @returns {boolean} all is to be seen */
function fills(section) {
  const tooHigh = () => section.scrollHeight > section.clientHeight + 1;
  section.style.setProperty("--shrink", "1");
  const isText = !section.querySelector("[data-lm-player], img");
  for (let grow = section.querySelector(QUESTION) ? GROWN : isText ? SPOKEN : 1; grow >= 1; grow -= 0.02) {
    section.style.setProperty("--grow", String(grow));
    if (!tooHigh()) return true;
  }
  section.style.setProperty("--grow", "1");
  for (let shrink = 1; shrink >= READABLE; shrink -= 0.05) {
    section.style.setProperty("--shrink", String(shrink));
    if (!tooHigh()) return true;
  }
  return false;
}

let settling = 0;
function fitSoon() {
  cancelAnimationFrame(settling);
  settling = requestAnimationFrame(fit);
}

/** @param {number} by */
function type(by) {
  const now = Number(root.style.getPropertyValue("--type")) || 1;
  root.style.setProperty("--type", String(Math.min(1.8, Math.max(0.6, Math.round((now + by) * 10) / 10))));
  fitSoon();
}

function notes() {
  const panel = byId("notes");
  const open = notesWindow && !notesWindow.closed;
  const shown = open || !panel.hidden;
  if (open) notesWindow?.close();
  notesWindow = shown ? null : window.open("", "notes", "popup,width=720,height=560");
  panel.hidden = shown || notesWindow !== null; // a browser that opens no windows shows them here
  if (notesWindow) dress(notesWindow);
  showNotes();
  fitSoon();
}

/** @param {Window} paper */
function dress(paper) {
  paper.document.title = "Notes";
  paper.document.body.style.cssText = "font: 20px/1.5 system-ui, sans-serif; margin: 20px";
  paper.document.onkeydown = onKey;
}

/** @param {string} name @param {string} text */
function line(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function showNotes() {
  const template = sections[at].querySelector("template");
  const text = () => (template ? template.content.cloneNode(true) : line("p", "No notes for this slide."));
  byId("notes").replaceChildren(text());
  if (!notesWindow || notesWindow.closed) return;
  const next = sections[at + 1] ? sections[at + 1].getAttribute("aria-label") : "the end";
  const minutes = Math.round((Date.now() - opened) / 60_000);
  const where = line("p", `${at + 1} / ${sections.length} · ${minutes} min since the start · next: ${next}`);
  where.style.cssText = "opacity: 0.7; font-size: 16px";
  notesWindow.document.body.replaceChildren(line("h2", sections[at].getAttribute("aria-label") || ""), text(), where);
}

function intoPlayer() {
  const inside = [...sections[at].querySelectorAll("[data-lm-player]")].find((each) => each.getClientRects().length)?.shadowRoot;
  /** @type {HTMLElement | null | undefined} */ (inside?.querySelector(".play") || inside?.querySelector("[tabindex='0'], button"))?.focus();
}

/** Show what waits behind every question, or put it back: guess.js listens. */
function answers() {
  const page = /** @type {Document & {lmShowAll?: boolean}} */ (document);
  page.lmShowAll = !page.lmShowAll;
  page.dispatchEvent(new Event("lm-show-all"));
  byId("answers").ariaPressed = String(page.lmShowAll);
  fitSoon();
}

const dark = () => root.setAttribute("theme", root.getAttribute("theme") === "dark" ? "light" : "dark");
const black = () => (byId("black").hidden = !byId("black").hidden);
const fullScreen = () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen());
const last = () => go(sections.length - 1);
const larger = () => type(0.1);

/** What the keys are called, what they do, and by which names a browser knows them. @type {[string, string, Object<string, () => void>][]} */
const KEYS = [
  ["→ Space Page↓", "on: what waits on this slide, then the next slide", { ArrowRight: on, " ": on, PageDown: on }],
  ["← Page↑", "back", { ArrowLeft: back, PageUp: back }],
  ["Home End", "first, last slide", { Home: () => go(0), End: last }],
  ["P", "into the player on this slide: then its own keys work, and Esc leads back", { p: intoPlayer }],
  ["A", "the answers to all questions, or hide them again", { a: answers }],
  ["+ −", "larger, smaller", { "+": larger, "=": larger, "-": () => type(-0.1) }],
  ["N", "speaker's notes, in a window of their own", { n: notes }],
  ["O", "all slides", { o: () => byId("contents").showModal() }],
  ["D", "dark or light", { d: dark }],
  ["B", "black screen", { b: black }],
  ["F", "full screen", { f: fullScreen }],
  ["?", "show or hide these keys", { "?": () => byId("keys").showModal() }],
];
const ACTS = Object.assign({}, ...KEYS.map(([, , acts]) => acts));

/** A list closes with the key that opens it. @type {Object<string, string>} */
const CLOSES = { o: "contents", "?": "keys" };

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.composedPath()[0];
  const pressed = target instanceof HTMLElement && target.matches("button, summary, a") && event.key === " ";
  const typing = target instanceof HTMLElement && target.matches("input, textarea, select");
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = ACTS[key];
  const open = /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"));
  if (!act || pressed || typing || (open && CLOSES[key] !== open.id)) return;
  event.preventDefault();
  if (open) open.close();
  else act();
}

/** A clicker sends Page keys, and means the slides wherever the focus is. @param {KeyboardEvent} event */
function onClicker(event) {
  if (event.key !== "PageDown" && event.key !== "PageUp") return;
  event.stopPropagation();
  onKey(event);
}

function begin() {
  const list = byId("contents").querySelector("ol");
  for (const [place, section] of sections.entries()) {
    const button = line("button", section.getAttribute("aria-label") || "");
    button.addEventListener("click", () => {
      byId("contents").close();
      go(place);
    });
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  }
  for (const [names, words] of KEYS) {
    const keys = names.split(" ").flatMap((name) => [line("kbd", name), " "]);
    const term = document.createElement("dt");
    term.append(...keys);
    byId("keys").querySelector("dl").append(term, line("dd", words));
  }
  root.setAttribute("theme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.addEventListener("keydown", onKey);
  window.addEventListener("keydown", onClicker, true);
  window.addEventListener("resize", fitSoon);
  window.addEventListener("hashchange", () => go(Number(location.hash.slice(1)) - 1 || 0));
  byId("back").addEventListener("click", back);
  byId("on").addEventListener("click", on);
  byId("place").addEventListener("click", ACTS.o);
  byId("help").addEventListener("click", ACTS["?"]);
  byId("answers").addEventListener("click", answers);
  byId("black").addEventListener("click", black);
  const hint = () => {
    const inside = document.activeElement && document.activeElement.matches("[data-lm-player]");
    byId("hint").textContent = inside ? "The player has the keys · Esc gives them back" : "";
  };
  document.addEventListener("focusin", hint);
  document.addEventListener("focusout", () => setTimeout(hint));
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  // A player comes to life after the page, and settles into its room after that.
  const watching = new ResizeObserver(fitSoon);
  for (const place of document.querySelectorAll("[data-lm-player]")) watching.observe(place);
  go(Number(location.hash.slice(1)) - 1 || 0);
}

begin();
