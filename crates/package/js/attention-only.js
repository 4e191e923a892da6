// Attention alone, in the smallest module: see README.md and attention-only.d.ts.

import { attentionOn } from "./lib/attention.js";
import { open } from "./lib/load.js";

// Written out, so that bundlers find the files.
const MODULES = {
  relaxed: new URL("./attention-only.relaxed.wasm", import.meta.url),
  simd128: new URL("./attention-only.simd128.wasm", import.meta.url),
};

/** A module of its own, with its own memory; documented in attention-only.d.ts. */
export async function load(wanted) {
  const { variant, engine } = await open(MODULES, wanted);
  return { variant, attention: attentionOn(engine) };
}

export const { variant, attention } = await load();
