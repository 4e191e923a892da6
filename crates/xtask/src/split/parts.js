// What fetches the parts of the page. `cargo xtask seal` puts it into the script that wasm-bindgen wrote, whose
// `wasm` is what the main module exports, and fills in the two tables.
const partHashes = HASHES;
const partFiles = new Map();

async function partInstance(name) {
  const response = await fetch(new URL(name, import.meta.url), { integrity: partHashes[name] });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const imports = { __wasm_split: wasm };
  // Some hosts do not know the type of a module.
  return response.headers.get("Content-Type")?.startsWith("application/wasm")
    ? WebAssembly.instantiateStreaming(response, imports)
    : WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

// A file is fetched once, whichever parts want it, and again when it could not be had.
function partFile(name) {
  if (!partFiles.has(name)) {
    const coming = partInstance(name);
    coming.catch(() => partFiles.delete(name));
    partFiles.set(name, coming);
  }
  return partFiles.get(name);
}

const partLoad = (...names) => async (callback, data) => {
  const missing = problem => console.warn(String(problem));
  const there = await Promise.all(names.map(partFile)).then(() => true, missing);
  wasm.__indirect_function_table.get(callback)(data, there === true);
};

const partLoaders = LOADERS;
