// Starts the worker's module. Trunk would write such a file too, but one that calls wasm-bindgen in
// a way it warns of in the console.
importScripts("./inspector.js");
{
  // A release has the module's digest here (`cargo xtask seal`). What a cache has may be wrong, and is passed by then.
  const digest = "digest of inspector_bg.wasm", integrity = digest.startsWith("sha") ? digest : "";
  const ask = cache => fetch("./inspector_bg.wasm", { cache, integrity });
  const module_or_path = ask("default").catch(() => ask("reload"));
  // A promise that is broken is no error of a worker's, and nobody would hear of it.
  wasm_bindgen({ module_or_path }).catch(problem => setTimeout(() => { throw problem; }));
}
