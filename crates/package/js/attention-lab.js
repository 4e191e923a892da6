// Attention and what it is made of, as WebAssembly: see README.md and attention-lab.d.ts.

import { attentionOn } from "./lib/attention.js";
import { open } from "./lib/load.js";
import { matmulOn, packOn } from "./lib/product.js";
import { geluOn, layerNormOn, softmaxOn } from "./lib/rows.js";
import { attentionStagesOn, linearAttentionOn } from "./lib/stages.js";

// Written out, so that bundlers find the files.
const MODULES = {
  relaxed: new URL("./attention-lab.relaxed.wasm", import.meta.url),
  simd128: new URL("./attention-lab.simd128.wasm", import.meta.url),
};

/** A module of its own, with its own memory; documented in attention-lab.d.ts. */
export async function load(wanted) {
  const { variant, engine } = await open(MODULES, wanted);
  return {
    variant,
    attention: attentionOn(engine),
    attentionStages: attentionStagesOn(engine),
    linearAttention: linearAttentionOn(engine),
    matmul: matmulOn(engine),
    pack: packOn(engine),
    softmax: softmaxOn(engine),
    layerNorm: layerNormOn(engine),
    gelu: geluOn(engine),
  };
}

export const {
  variant, attention, attentionStages, linearAttention, matmul, pack, softmax, layerNorm, gelu,
} = await load();
