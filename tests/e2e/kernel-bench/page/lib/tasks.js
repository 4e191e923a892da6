// What is to be computed: operands from a seed, the right answer in f64, and how far one may be off.

import * as exact from "./exact.js";
import { WIDTH, list, weights } from "./gpt2.js";
import { normal } from "./random.js";

/** Width of a head. */
const D = 64;

const OPERANDS = {
  attention: ({ n }) => ({ d: D, q: normal(n * D, 1), k: normal(n * D, 2), v: normal(n * D, 3) }),
  matmul: ({ n }) => ({ a: normal(n * n, 1), b: normal(n * n, 2) }),
  softmax: ({ n }) => ({ x: normal(n * n, 1) }),
  block: ({ n }) => ({ x: normal(n * WIDTH, 1), list: list(), weights: weights() }),
};

/**
 * Absolute errors that are let pass. A sum of k products of N(0, 1) may be off by some units in the
 * last place of its largest partial sum, so a product is allowed more the more it adds up.
 */
const TOLERANCES = {
  attention: () => 5e-6,
  matmul: ({ n }) => 4e-7 * n,
  softmax: () => 1e-6,
  block: () => 1e-4,
};

/**
 * The task of a row `{ kind, n, causal }`: with its operands, `out` to be written into, `expected`, and
 * `release()`, which does all that contenders have pushed to `atEnd`.
 */
export function taskOf(row) {
  const task = { ...row, ...OPERANDS[row.kind](row), atEnd: [] };
  task.expected = exact[row.kind](task);
  task.tolerance = TOLERANCES[row.kind](row);
  task.out = new Float32Array(task.expected.length);
  task.release = () => task.atEnd.splice(0).forEach((end) => end());
  return task;
}
