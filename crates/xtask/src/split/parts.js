// What fetches the late file and the parts of the page, each compared with its digest. `cargo xtask seal` puts it into the
// script that wasm-bindgen wrote, whose `wasm` is what the main module exports, and fills in the tables. The digests of
// what comes first stand here, all others in a list that is fetched with what is late, and so do the files of each part.
const partDigests = DIGESTS;
const partFiles = {};
const partList = "digests.json";
const partComing = new Map();
const partAhead = new Map();

// What a cache has may be wrong; then it is asked for past the cache. A page that says 404 has another digest, too.
async function partAsked(name) {
  const ask = async cache => {
    const response = await fetch(new URL(name, import.meta.url), { cache, integrity: partDigests[name] ?? "" });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response;
  };
  try {
    return await ask("default").catch(() => ask("reload"));
  } catch (problem) {
    await partCompared();
    throw problem;
  }
}

// A file is not to be had: perhaps the host has another version of the page by now, which another script begins.
async function partCompared() {
  const page = await fetch(new URL("./", import.meta.url), { cache: "no-cache" }).then(page => page.text(), () => "");
  const [script] = /attention-lab-[0-9a-f]{16}\.js/.exec(page) ?? [];
  document.documentElement.toggleAttribute("data-outdated", !!script && !import.meta.url.endsWith(script));
}

const partListed = () => partOnce(partList, async () => {
  const list = await (await partAsked(partList)).json();
  Object.assign(partDigests, list.digests);
  Object.assign(partFiles, list.parts);
});

// A file of the page's own as the build left it, or not at all.
async function partFile(name) {
  if (!partDigests[name]) await partListed();
  return partAsked(name);
}
// For the page's code (`src/browser/fetch.rs`), which knows the file as `./name`.
globalThis.attentionLabFile = address => partFile(address.slice(2));

// A part has many files: each is asked for in a task of its own, so that the page answers between them.
const partTurn = () => new Promise(next => setTimeout(next));

async function partInstance(name) {
  const ahead = partAhead.get(name);
  partAhead.delete(name);
  if (!ahead) await partTurn();
  const response = await (ahead?.catch(() => partFile(name)) ?? partFile(name));
  const imports = { __wasm_split: wasm, main: wasm };
  // Some hosts do not know the type of a module.
  return response.headers.get("Content-Type")?.startsWith("application/wasm")
    ? WebAssembly.instantiateStreaming(response, imports)
    : WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

// The style sheet of a part has its place in the page from the start, without an address.
async function partSheet(link) {
  const address = link.dataset.href, name = address.slice(2);
  if (!partDigests[name]) await partListed();
  link.integrity = partDigests[name] ?? "";
  const linked = () => new Promise((there, missing) => {
    link.onload = there;
    link.onerror = () => {
      link.removeAttribute("href");
      missing(new Error(name));
    };
    link.setAttribute("href", address);
  });
  // A link takes what a cache has.
  await linked().catch(() => partAsked(name).then(linked));
}

// Fetched once, whoever wants it, and again when it could not be had.
function partOnce(name, fetched) {
  if (!partComing.has(name)) {
    const coming = fetched();
    coming.catch(() => partComing.delete(name));
    partComing.set(name, coming);
  }
  return partComing.get(name);
}

const partSheets = part => [...document.querySelectorAll(`link[data-part=${part}]`)].map(link => partOnce(link.dataset.href, () => partSheet(link)));

const partFetched = (part, names) => Promise.all([
  ...names.map(name => partOnce(name, () => partInstance(name))),
  ...partSheets(part),
]);

// What the first figure does without (`splitter/src/late.rs`).
const lateName = "late.wasm";
const lateFetched = () => partFetched("late", [lateName]).then(lateHere);

// A part, and what says that it could not be had, call what is in it: so it is asked for three times before they begin.
async function lateArrives() {
  for (const wait of [1000, 3000]) {
    try {
      return await lateFetched();
    } catch {
      await new Promise(done => setTimeout(done, wait));
    }
  }
  return lateFetched();
}

function lateHere() {
  wasm.late.value = 1;
}

// What stands in for the page is painted before anything of it is begun or asked for. A tab that nobody sees paints nothing.
await Promise.race([
  new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted))),
  new Promise(unseen => setTimeout(unseen, 100)),
]);

// A link asks for what is late, and for what it names, beside the main module; both are begun once that is there.
const partNamed = /\blesson=(\w+)/.exec(location.hash)?.[1] ?? (/\blevel=[^e]/.test(location.hash) ? "" : "explore");
if (location.hash.length > 1) {
  const ahead = names => names?.forEach(name => {
    partAhead.set(name, partTurn().then(() => partFile(name)));
    partAhead.get(name).catch(() => {});
  });
  ahead([lateName]);
  partSheets("late");
  partListed().then(() => {
    ahead(partFiles[partNamed]);
    partSheets(partNamed);
  }).catch(() => {});
}

// A plain address needs none of it, and the page begins meanwhile: in a task of its own, after that of the compiler.
function lateBegin(begin) {
  const listed = partListed();
  const late = Promise.all([lateFetched(), listed]).catch(() => {});
  if (location.hash.length < 2) return partTurn().then(begin);
  listed.then(() => partFiles[partNamed] && partFetched(partNamed, partFiles[partNamed])).catch(() => {});
  return late.then(begin);
}

// Something of it is called before it is there: whoever is that quick waits for it. Where it cannot be had that call
// never ends, so the page has stopped, and says so (`assets/trap.js`).
function lateNow() {
  try {
    lateRead();
  } catch (problem) {
    throw new WebAssembly.RuntimeError(`${lateName}: ${problem}`);
  }
}

function lateRead() {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(lateName, import.meta.url), false);
  // Bytes as letters, since nobody is given bytes whom the page waits for.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`${request.status}`);
  const bytes = Uint8Array.from(request.responseText, letter => letter.charCodeAt(0));
  // Nothing of the browser's own gives a digest at once. This sum (FNV-1a) is another whenever one byte is.
  const sum = bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 16777619), 0);
  if (sum !== LATE_SUM) throw new Error("altered");
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { main: wasm });
  lateHere();
}

const partLoad = part => async (callback, data) => {
  // What cannot be fetched the browser tells the console itself, and a page that is being left need tell nobody.
  const missing = problem => {
    if (/^(Compile|Link)Error/.test(problem.name)) console.warn(String(problem));
  };
  const fetched = partListed().then(() => partFetched(part, partFiles[part]));
  const there = await Promise.all([lateArrives(), fetched]).then(() => true, missing);
  wasm.__indirect_function_table.get(callback)(data, there === true);
};

const partLoaders = LOADERS;
