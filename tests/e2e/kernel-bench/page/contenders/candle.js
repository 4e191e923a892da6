// candle: tensors without being copied in, results read where it left them.

import { instantiate, view } from "../lib/wasm.js";

export const name = "candle";

export async function load() {
  const exports = await instantiate("peers/candle.wasm");
  return {
    version: "0.11.1",
    attention: (task) => attention(exports, task),
    matmul: ({ n, a, b, out }) => ({
      matmul: () => take(exports, exports.matmul(put(exports, a), put(exports, b), n), out),
    }),
    softmax: ({ n, x, out }) => ({
      softmax_last_dim: () => take(exports, exports.softmax(put(exports, x), n), out),
    }),
    block: (task) => block(exports, task),
  };
}

/** Numbers in fresh room, which becomes a tensor's. */
function put(exports, numbers) {
  const at = exports.reserve(numbers.length);
  view(exports, at, numbers.length).set(numbers);
  return at;
}

function take(exports, at, out) {
  if (at === 0) throw new Error("candle refused its operands");
  out.set(view(exports, at, out.length));
  return out;
}

function attention(exports, { n, d, q, k, v, causal, out }) {
  const by = (compute) => () => {
    const [atQ, atK, atV] = [q, k, v].map((x) => put(exports, x));
    return take(exports, compute(atQ, atK, atV, n, d, causal), out);
  };
  return { products: by(exports.attention_by_products), flash_attn: by(exports.attention_by_flash) };
}

function block(exports, { n, x, list, out }) {
  if (!exports.block_weights(put(exports, list))) throw new Error("candle took no weights");
  const by = (flash) => () => take(exports, exports.block(put(exports, x), n, flash), out);
  return { products: by(false), flash_attn: by(true) };
}
