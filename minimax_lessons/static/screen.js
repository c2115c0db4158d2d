/** What is around: how much of the screen a player may have, light or dark, and how much contrast. */

import { setAttribute } from "./dom.js";

const SYSTEM = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"];
const SCROLLERS = ".jp-WindowedPanel-outer, .jp-Notebook, main > section"; // of JupyterLab, Notebook 7, a slide
const AROUND = 12; // pixels that a cell has above and below what it shows
const LEAST = 260; // less than this can't be used: it is then scrolled
const LOW = 300; // on a screen that shows less than this, as where a page is much enlarged, all is scrolled
const ENDLESS = 9999;

/** @returns {"light" | "dark"} as the notebook's theme says, else the reader's system */
function theme() {
  const { body, documentElement: html } = document;
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "true" ? "light" : "dark";
  if (body.classList.contains("vscode-dark") || html.getAttribute("theme") === "dark") return "dark";
  if (body.classList.contains("vscode-light") || html.getAttribute("theme") === "light") return "light";
  return matchMedia(SYSTEM[0]).matches ? "dark" : "light";
}

/** @param {Element} place @returns {Element | null} what scrolls it, though it be in somebody's shadow */
function scrollerOf(place) {
  const root = place.getRootNode();
  return place.closest(SCROLLERS) || (root instanceof ShadowRoot ? scrollerOf(root.host) : null);
}

export class Screen {
  size = "";
  /** @type {Element | null} */ scroller = null;
  /** @type {AbortController | null} while its place is in the page */ awake = null;

  /** @param {HTMLElement} host @param {HTMLElement} root  what takes the theme @param {() => void} changed @param {HTMLElement | null} above  what is to be seen with it */
  constructor(host, root, changed, above = null) {
    this.host = host;
    this.root = root;
    this.changed = changed;
    this.above = above;
  }

  /** In the page, for the first time or again. */
  wake() {
    if (this.awake) return;
    const { signal } = (this.awake = new AbortController());
    const sizes = new ResizeObserver(() => {
      const scroller = scrollerOf(this.host); // a widget is drawn before it has its place
      if (scroller && scroller !== this.scroller) sizes.observe(scroller);
      this.scroller = scroller;
      this.look();
    });
    const themes = new MutationObserver(() => this.dress());
    for (const each of [sizes, themes]) signal.addEventListener("abort", () => each.disconnect());
    this.scroller = scrollerOf(this.host);
    for (const place of [this.host, this.above, this.scroller]) if (place) sizes.observe(place);
    for (const place of [document.body, document.documentElement]) themes.observe(place, { attributeFilter: ["data-jp-theme-light", "data-jp-theme-name", "class", "theme"] });
    for (const query of SYSTEM) matchMedia(query).addEventListener("change", () => this.dress(), { signal });
    addEventListener("resize", () => this.look(), { signal });
    this.dress();
    this.look();
  }

  /** Out of the page: nothing outside may hold it any longer, or it would never go. */
  sleep() {
    this.awake?.abort();
    this.awake = null;
  }

  dress() {
    const strong = /contrast/i.test(document.body.dataset.jpThemeName || "") || matchMedia(SYSTEM[1]).matches;
    setAttribute(this.root, "data-theme", theme());
    setAttribute(this.root, "data-contrast", strong ? "more" : "normal");
  }

  look() {
    const { width, height } = this;
    if (!width || this.size === `${width} ${height}`) return;
    this.size = `${width} ${height}`;
    this.root.style.setProperty("--room", `${height}px`);
    this.changed();
  }

  get width() {
    return this.host.clientWidth;
  }

  /** @returns {number} the pixels of height that are seen at once */
  get whole() {
    return this.scroller ? this.scroller.clientHeight : innerHeight;
  }

  /** @returns {number} the height that one thing alone may have */
  get most() {
    return Math.max(LEAST, this.whole - AROUND) / (this.host.currentCSSZoom || 1);
  }

  get height() {
    const { scroller, whole } = this;
    const onSlide = scroller && scroller.matches("section") ? this.host.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop : 0;
    const taken = AROUND + (this.above ? this.above.offsetHeight + AROUND : onSlide);
    if (whole < LOW) return ENDLESS;
    return Math.max(LEAST, Math.floor((whole - taken) / (this.host.currentCSSZoom || 1))); // a slide is magnified
  }
}
