/** Light or dark, and how much contrast: the notebook's theme says, else the reader's system. */

import { setAttribute } from "./dom.js";

const SYSTEM = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"];

/** @returns {"light" | "dark"} */
function theme() {
  const { body, documentElement: html } = document;
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "true" ? "light" : "dark";
  if (body.classList.contains("vscode-dark") || html.getAttribute("theme") === "dark") return "dark";
  if (body.classList.contains("vscode-light") || html.getAttribute("theme") === "light") return "light";
  return matchMedia(SYSTEM[0]).matches ? "dark" : "light";
}

function contrast() {
  const name = document.body.dataset.jpThemeName || "";
  return /contrast/i.test(name) || matchMedia(SYSTEM[1]).matches ? "more" : "normal";
}

/** @param {HTMLElement} root @returns {() => void} to stop watching */
export function watchTheme(root) {
  const show = () => {
    setAttribute(root, "data-theme", theme());
    setAttribute(root, "data-contrast", contrast());
  };
  const observer = new MutationObserver(show);
  for (const place of [document.body, document.documentElement]) {
    observer.observe(place, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-jp-theme-name", "class", "theme"] });
  }
  const queries = SYSTEM.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener("change", show);
  show();
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener("change", show);
  };
}
