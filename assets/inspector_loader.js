// Starts the worker's module. Trunk would write such a file too, but one that calls wasm-bindgen in
// a way it warns of in the console.
importScripts("./inspector.js");
wasm_bindgen({ module_or_path: "./inspector_bg.wasm" });
