// Which module this machine can run, and how it is had.

import { Engine } from "./engine.js";

/** Smallest modules with the instruction in question: `(func (result v128) …)`. */
const SPLAT = [65, 0, 253, 15];
const PROBES = {
  relaxed: probe([...SPLAT, ...SPLAT, ...SPLAT, 253, 133, 2]), // f32x4.relaxed_madd
  simd128: probe(SPLAT), // i8x16.splat
};

function probe(instructions) {
  const body = [0, ...instructions, 11];
  return new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0,
    10, body.length + 2, 1, body.length, ...body,
  ]);
}

/** The variants that run here, the best first. */
function variants() {
  return Object.keys(PROBES).filter((variant) => WebAssembly.validate(PROBES[variant]));
}

/**
 * Instantiates one of two modules.
 * @param {{ relaxed: URL, simd128: URL }} modules where they are
 * @param {"relaxed" | "simd128"} [wanted] one of them; the best for this machine unless given
 * @returns {Promise<{ variant: string, engine: Engine }>}
 */
export async function open(modules, wanted) {
  const possible = variants();
  const variant = wanted ?? possible[0];
  if (wanted !== undefined && !Object.hasOwn(modules, wanted)) {
    throw new RangeError(`there is no variant ${String(wanted)}; there are relaxed and simd128`);
  }
  if (!possible.includes(variant)) {
    throw new Error(`this machine's WebAssembly has no ${variant === "relaxed" ? "relaxed " : ""}SIMD`);
  }
  const { instance } = await instantiate(modules[variant]);
  return { variant, engine: new Engine(instance.exports) };
}

/** Compiles while it comes in, where the server says that it is WebAssembly; else afterwards. */
async function instantiate(url) {
  // Node has no fetch for files; a page or worker cannot have a module from a file: URL at all.
  if (url.protocol === "file:") {
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
    return WebAssembly.instantiate(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be had: ${response.status}`);
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.instantiateStreaming(response);
  }
  return WebAssembly.instantiate(await response.arrayBuffer());
}
