// Modules with plain functions on their memory, as the Rust peers and our own block are.

/** Instantiates a module; what it wants to import is never called. */
export async function instantiate(url) {
  const module = await WebAssembly.compileStreaming(fetch(url));
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => { throw new Error(`${name} was called`); };
  }
  return (await WebAssembly.instantiate(module, imports)).exports;
}

/** `length` numbers of a module's memory. To be made anew whenever the memory may have grown. */
export function view(exports, start, length) {
  return new Float32Array(exports.memory.buffer, start, length);
}
