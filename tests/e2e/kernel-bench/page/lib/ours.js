// Our package through its own JavaScript, and the bench's block of its kernels.

import { WIDTH } from "./gpt2.js";
import { instantiate, view } from "./wasm.js";

/** One of our two modules, `relaxed` or `simd128`. */
export async function ours(variant) {
  const { load } = await import("../pkg/attention-lab.js");
  const lab = await load(variant);
  const block = await instantiate(`ours/kernel-bench.${variant}.wasm`);
  return {
    version: variant,
    attention: ({ n, d, q, k, v, causal, out }) => ({
      attention: () => lab.attention(q, k, v, { n, dk: d, causal, out }),
    }),
    matmul: ({ n, a, b, out }) => ({ matmul: () => lab.matmul(a, b, { n, out }) }),
    softmax: ({ n, x, out }) => ({ softmax: () => lab.softmax(x, { rows: n, out }) }),
    block: (task) => blockOf(block, task),
  };
}

/** The whole block in one call, with weights packed beforehand. */
function blockOf(exports, { n, x, list, out }) {
  const weights = exports.block_weights();
  view(exports, weights, list.length).set(list);
  const block = exports.block_new(n, weights);
  const at = exports.block_x(block);
  const run = () => {
    view(exports, at, n * WIDTH).set(x);
    if (!exports.block_run(block)) throw new Error("the block refused its operands");
    out.set(view(exports, at, n * WIDTH));
    return out;
  };
  return { "one call": run };
}
