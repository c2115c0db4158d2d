/** The site's pages: whether notebooks can run in this browser, and the reader's own copies of them. */

// JupyterLite keeps a changed notebook in the browser, and shows that from then on instead of the site's. So a changed
// lesson has a new name, and this page says which copies there are.
const STORAGE = "Minimax Lessons"; // its database, as live.py names it
const STORE = "files";
const { up = "", sheet = "", live = "" } = document.body.dataset;

/** @param {string} html @returns {HTMLElement} */
function element(html) {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  return /** @type {HTMLElement} */ (holder.firstElementChild);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Open the store of copies; where there is none yet, make it only if something is to be kept. @param {boolean} make */
async function store(make) {
  const known = indexedDB.databases ? (await indexedDB.databases()).some(({ name }) => name === STORAGE) : true;
  if (!known && !make) return null;
  const request = indexedDB.open(STORAGE);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const database = await done(request);
  if (!database.objectStoreNames.contains(STORE)) return null;
  return database.transaction(STORE, "readwrite").objectStore(STORE);
}

/** Return the reader's copies of notebooks. */
async function copies() {
  const kept = await store(false);
  const all = kept ? await done(kept.getAll()) : [];
  return all.filter(({ type }) => type === "notebook").sort((one, other) => one.path.localeCompare(other.path));
}

/** @param {{path: string}} copy */
const address = (copy) => `${up}lite/lab/index.html?path=${encodeURIComponent(copy.path)}`;

/** @param {{path: string, name: string, content: object}} copy */
function download(copy) {
  const file = new Blob([JSON.stringify(copy.content, null, 1)], { type: "application/x-ipynb+json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: copy.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Keep a copy under another name, so that the site's own notebook is seen again. @param {any} copy */
async function setAside(copy) {
  const kept = /** @type {IDBObjectStore} */ (await store(true));
  const taken = (await done(kept.getAllKeys())).map(String);
  let number = 1;
  const path = () => copy.path.replace(/( \(mine \d+\))?\.ipynb$/, ` (mine ${number}).ipynb`);
  while (taken.includes(path())) number += 1;
  await done(kept.put({ ...copy, path: path(), name: path().split("/").pop() }, path()));
  await done(kept.delete(copy.path));
}

/** Take notebooks from files, beside what is there. @param {FileList} files */
async function bring(files) {
  for (const file of files) {
    const content = JSON.parse(await file.text());
    if (!Array.isArray(content.cells)) throw new SyntaxError();
    const kept = /** @type {IDBObjectStore} */ (await store(true));
    const before = await done(kept.get(file.name));
    if (before) await setAside(before);
    const now = new Date().toISOString();
    const copy = { name: file.name, path: file.name, last_modified: now, created: now, format: "json", content };
    const more = { mimetype: "application/json", size: file.size, writable: true, type: "notebook" };
    const place = /** @type {IDBObjectStore} */ (await store(true));
    await done(place.put({ ...copy, ...more }, file.name));
  }
}

/** Show all copies, with what can be done with them. @param {HTMLElement} place @param {string} said */
async function showWork(place, said = "") {
  const all = await copies();
  place.hidden = false;
  place.replaceChildren(
    element("<h2>Your work</h2>"),
    element("<p>What you change in a live notebook is kept in this browser, and nowhere else. Download it before you clear the browser's data, or to go on elsewhere.</p>"),
    element(`<p role="status">${said}</p>`),
    element("<ul></ul>"),
    element('<p><label>Bring my work: <input type="file" accept=".ipynb" multiple></label></p>'),
  );
  for (const copy of all) {
    const row = element("<li><a></a> <button>Download</button></li>");
    Object.assign(/** @type {HTMLAnchorElement} */ (row.firstChild), { href: address(copy), textContent: copy.path });
    row.querySelector("button")?.addEventListener("click", () => download(copy));
    row.querySelector("button")?.setAttribute("aria-label", `Download ${copy.path}`);
    place.querySelector("ul")?.append(row);
  }
  if (all.length > 1) {
    const every = element("<p><button>Download my work</button></p>");
    every.firstChild?.addEventListener("click", () => all.forEach(download));
    place.append(every);
  }
  const files = /** @type {HTMLInputElement} */ (place.querySelector("input"));
  files.addEventListener("change", () =>
    bring(/** @type {FileList} */ (files.files)).then(
      () => showWork(place, "It is here: open it from the list."),
      () => showWork(place, "That is no notebook: choose files that end in .ipynb."),
    ),
  );
}

/** Say which copies of this page's notebook there are, and lead to them and to a fresh one. */
async function showCopies() {
  const mine = (await copies()).filter(({ path }) => path.startsWith(`${sheet}-`) || path.startsWith(`${sheet}.`));
  if (!mine.length) return;
  const note = element('<p class="note">You have changed this notebook. Your copies: </p>');
  for (const copy of mine) {
    const link = Object.assign(document.createElement("a"), { href: address(copy), textContent: copy.name });
    note.append(link, copy.path === live ? "" : " (of another version)", " · ");
  }
  note.append(element(`<a href="${up}index.html#work">all your work</a>`));
  const own = mine.find(({ path }) => path === live);
  if (own) {
    const fresh = element("<button>Fresh copy</button>");
    fresh.addEventListener("click", () => setAside(own).then(() => location.assign(address(own))));
    note.append(" · ", fresh);
  }
  document.querySelector(".ways")?.after(note);
}

const work = document.getElementById("work");
if (!("WebAssembly" in window && "serviceWorker" in navigator && "indexedDB" in window)) {
  const ways = document.querySelectorAll(".ways .run.wide, .ways .run.narrow");
  ways.forEach((way) => way.remove());
  if (ways.length) {
    const sentence = "This browser cannot run notebooks (a private window, or an old one): the page plays all the same.";
    document.querySelector(".ways")?.after(element(`<p class="note">${sentence}</p>`));
  }
} else if (work) void showWork(work);
else if (live) void showCopies();
