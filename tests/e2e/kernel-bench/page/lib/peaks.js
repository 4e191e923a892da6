// The machine's limit: loops of multiply-adds in registers, one for each of our two modules.

import { callsFor } from "./timing.js";
import { instantiate } from "./wasm.js";

/** How many independent sums a loop may have. Too few wait for each other, too many are spilled. */
const SUMS = [6, 8, 10, 12, 14];
/** Multiply-adds of one call: a whole number of steps for each number of sums. */
export const MULTIPLY_ADDS = 4 * 840 * 250;

/** Both loops with the number of sums that is fastest here: `{ id, run, calls, every }`. */
export async function peaks() {
  return [await peak("relaxed"), await peak("simd128")];
}

async function peak(variant) {
  const exports = await instantiate(`ours/kernel-bench.${variant}.wasm`);
  const loops = [];
  for (const sums of SUMS) {
    const steps = MULTIPLY_ADDS / 4 / sums;
    const run = () => exports[`peak${sums}`](steps, 0.999, 0.001);
    loops.push({ id: `peak-${variant}`, sums, run, ...await callsFor(run) });
  }
  return loops.sort((a, b) => a.best - b.best)[0];
}
