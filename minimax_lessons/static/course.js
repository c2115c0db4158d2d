/** The site's pages: whether notebooks can run in this browser, and the reader's own copies of them. */

// JupyterLite keeps a changed notebook in the browser, and shows that from then on instead of the site's. So a changed
// lesson has a new name, and this page says which copies there are.
const STORAGE = "Minimax Lessons"; // its database, as live.py names it
const STORE = "files";
const { up = "", sheet = "", live = "" } = document.body.dataset;

/** @typedef {{path: string, name: string, content: object}} Copy */

/** @template {HTMLElement} T @param {string} html @param {object} [properties] @returns {T} */
function element(html, properties = {}) {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  return /** @type {T} */ (Object.assign(/** @type {object} */ (holder.firstElementChild), properties));
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {number} [version]  undefined for the one that is there @returns {Promise<IDBDatabase>} with the store */
async function database(version) {
  const request = indexedDB.open(STORAGE, version);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const found = await done(request);
  if (found.objectStoreNames.contains(STORE)) return found;
  found.close(); // JupyterLite has begun it, and has kept nothing yet
  return database(found.version + 1);
}

/** Do something with the store of copies. @template T @param {(store: IDBObjectStore) => IDBRequest<T>} what */
async function kept(what) {
  const connection = await database();
  const found = await done(what(connection.transaction(STORE, "readwrite").objectStore(STORE)));
  connection.close(); // or JupyterLite could not change it
  return found;
}

// What each build calls the same: a browser that keeps such a file without asking again would not find a changed lesson.
const LISTS = ["jupyter-lite.json", "api/contents/all.json", "api/contents/exercises/all.json"];
const PACKAGES = "static/pyodide-lock";

/** Have the browser ask again for what may have changed. @param {string} path */
const asked = (path) => fetch(`${up}lite/${path}`, { cache: "no-cache" }).then((answer) => answer.text());

async function refreshed() {
  const lock = asked(`${PACKAGES}/pyodide-lock.json`);
  await Promise.allSettled(LISTS.map(asked));
  const own = (await lock).match(/minimax_lessons-[^"]*\.whl/);
  if (own) await asked(`${PACKAGES}/${own[0]}`);
}

/** Refresh before a live notebook is opened. @param {MouseEvent} event */
function opens(event) {
  const way = /** @type {HTMLElement} */ (event.target).closest("a");
  if (!way?.pathname.includes("/lite/") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void refreshed().catch(() => {}).then(() => location.assign(way.href));
}

/** Return the reader's copies of notebooks. @returns {Promise<Copy[]>} */
async function copies() {
  const all = await kept((store) => store.getAll());
  return all.filter(({ type }) => type === "notebook").sort((one, other) => one.path.localeCompare(other.path));
}

/** @param {Copy} copy */
const address = (copy) => `${up}lite/lab/index.html?path=${encodeURIComponent(copy.path)}`;

/** @param {Copy} copy @param {string} textContent @returns {HTMLElement} */
const link = (copy, textContent) => element("<a></a>", { href: address(copy), textContent });

/** @param {Copy} copy */
function download({ name, content }) {
  const href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 1)], { type: "application/x-ipynb+json" }));
  element("<a></a>", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Keep a copy under another name, so that the site's own notebook is seen again. @param {Copy} copy */
async function setAside(copy) {
  const taken = await kept((store) => store.getAllKeys());
  let number = 1;
  const path = () => copy.path.replace(/( \(mine \d+\))?\.ipynb$/, ` (mine ${number}).ipynb`);
  while (taken.includes(path())) number += 1;
  await kept((store) => store.put({ ...copy, path: path(), name: path().split("/").pop() }, path()));
  await kept((store) => store.delete(copy.path));
}

/** Return the folder in which a notebook belongs: exercises have one, whatever their file is called elsewhere. */
const folderOf = (/** @type {{cells: {source: string | string[]}[]}} */ { cells }) =>
  /^# Exercises \d/.test([cells[0]?.source].flat().join("")) ? "exercises/" : "";

/** Take notebooks from files, beside what is there. @param {FileList} files */
async function bring(files) {
  for (const file of files) {
    const { name, size } = file;
    const content = JSON.parse(await file.text());
    if (!Array.isArray(content.cells)) throw new SyntaxError();
    const path = folderOf(content) + name;
    const before = await kept((store) => store.get(path));
    if (before) await setAside(before);
    const now = new Date().toISOString();
    const about = { name, path, size, created: now, last_modified: now, mimetype: "application/json", writable: true };
    await kept((store) => store.put({ ...about, type: "notebook", format: "json", content }, path));
  }
}

/** Show all copies, with what can be done with them. @param {HTMLElement} place */
async function showWork(place) {
  const all = await copies();
  const rows = all.map((copy) => {
    const row = element("<li></li>");
    const button = element("<button>Download</button>", { onclick: () => download(copy), ariaLabel: `Download ${copy.path}` });
    row.append(link(copy, copy.path), " ", button);
    return row;
  });
  place.querySelector("ul")?.replaceChildren(...rows);
  const every = /** @type {HTMLElement} */ (place.querySelector("button.all"));
  Object.assign(every, { hidden: !all.length, onclick: () => all.forEach(download) });
  const files = /** @type {HTMLInputElement} */ (place.querySelector("input"));
  const status = /** @type {HTMLElement} */ (place.querySelector("[role=status]"));
  files.onchange = () =>
    bring(/** @type {FileList} */ (files.files))
      .then(() => "It is here: open it from the list.", () => "That is no notebook: choose files that end in .ipynb.")
      .then(async (said) => {
        await showWork(place);
        status.textContent = said;
        files.value = "";
      });
  place.hidden = false;
}

/** Say which copies of this page's notebook there are, and lead to them and to a fresh one. */
async function showCopies() {
  const mine = (await copies()).filter(({ path }) => path.startsWith(`${sheet}-`) || path.startsWith(`${sheet}.`));
  if (!mine.length) return;
  const note = element('<p class="note">You have changed this notebook. Your copies: </p>');
  for (const copy of mine) note.append(link(copy, copy.name), copy.path === live ? "" : " (of another version)", " · ");
  note.append(element(`<a href="${up}index.html#work">all your work</a>`));
  const own = mine.find(({ path }) => path === live);
  const fresh = () => own && setAside(own).then(() => location.assign(address(own)));
  if (own) note.append(" · ", element("<button>Fresh copy</button>", { onclick: fresh }));
  document.querySelector(".ways")?.after(note);
}

const work = document.getElementById("work");
const ways = document.querySelectorAll(".ways .run:is(.wide, .narrow)");
if ("WebAssembly" in window && "serviceWorker" in navigator && "indexedDB" in window) {
  document.addEventListener("click", opens);
  if (work) void showWork(work);
  else if (live) void showCopies();
} else if (ways.length) {
  const sentence = "This browser cannot run notebooks (a private window, or an old one): the page plays all the same.";
  document.querySelector("p.hint")?.replaceWith(element(`<p class="note">${sentence}</p>`));
  ways.forEach((way) => way.remove());
}
