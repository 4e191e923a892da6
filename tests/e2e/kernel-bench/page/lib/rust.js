// What the two crates that only multiply have in common.

import { instantiate, view } from "./wasm.js";

/** A module with `matmul(a, b, out, n)` on room of its own, which is used again in every call. */
export async function multiplier(url, version) {
  const exports = await instantiate(url);
  const matmul = ({ n, a, b, out }) => {
    const [atA, atB, atOut] = [a, b, out].map(({ length }) => exports.reserve(length));
    const run = () => {
      view(exports, atA, n * n).set(a);
      view(exports, atB, n * n).set(b);
      exports.matmul(atA, atB, atOut, n);
      out.set(view(exports, atOut, n * n));
      return out;
    };
    return { matmul: run };
  };
  return { version, matmul };
}
