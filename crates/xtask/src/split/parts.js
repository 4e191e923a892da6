// What fetches the late file and the parts of the page. `cargo xtask seal` puts it into the script that wasm-bindgen
// wrote, whose `wasm` is what the main module exports, and fills in the two tables.
const partHashes = HASHES;
const partComing = new Map();

async function partInstance(name) {
  const response = await fetch(new URL(name, import.meta.url), { integrity: partHashes[name] });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const imports = { __wasm_split: wasm, main: wasm };
  // Some hosts do not know the type of a module.
  return response.headers.get("Content-Type")?.startsWith("application/wasm")
    ? WebAssembly.instantiateStreaming(response, imports)
    : WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

// The style sheet of a part has its place in the page from the start, without an address.
function partSheet(link) {
  return new Promise((there, missing) => {
    link.onload = there;
    link.onerror = () => {
      link.removeAttribute("href");
      missing(new Error(link.dataset.href));
    };
    link.setAttribute("href", link.dataset.href);
  });
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

const partFetched = (part, names) => Promise.all([
  ...names.map(name => partOnce(name, () => partInstance(name))),
  ...[...document.querySelectorAll(`link[data-part=${part}]`)].map(link => partOnce(link.dataset.href, () => partSheet(link))),
]);

// What the first figure does without (`splitter/src/late.rs`).
const lateName = "late.wasm";
const lateFetched = () => partFetched("late", [lateName]).then(lateHere);

function lateHere() {
  wasm.late.value = 1;
}

// It is fetched once the main module is there. A plain address needs none of it, and the page begins meanwhile.
function lateBegin(begin) {
  const late = lateFetched().catch(() => {});
  return location.hash.length > 1 ? late.then(begin) : begin();
}

// Something of it is called before it is there: whoever is that quick waits for it.
function lateNow() {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(lateName, import.meta.url), false);
  // Bytes as letters, since nobody is given bytes whom the page waits for.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`${lateName}: ${request.status}`);
  const bytes = Uint8Array.from(request.responseText, letter => letter.charCodeAt(0));
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { main: wasm });
  lateHere();
}

const partLoad = (part, ...names) => async (callback, data) => {
  // What cannot be fetched the browser tells the console itself, and a page that is being left need tell nobody.
  const missing = problem => {
    if (/^(Compile|Link)Error/.test(problem.name)) console.warn(String(problem));
  };
  const there = await Promise.all([lateFetched(), partFetched(part, names)]).then(() => true, missing);
  wasm.__indirect_function_table.get(callback)(data, there === true);
};

const partLoaders = LOADERS;
