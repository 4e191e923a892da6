// The sizes and the weights of a block of GPT-2 (Radford et al. 2019).

import { normal } from "./random.js";

export const WIDTH = 768, HEADS = 12, HIDDEN = 3072;

/** Rows and columns of all weights, in the order of the one list that they lie in. */
export const SHAPES = {
  gain1: [1, WIDTH], bias1: [1, WIDTH],
  qkv: [WIDTH, 3 * WIDTH], qkvBias: [1, 3 * WIDTH],
  out: [WIDTH, WIDTH], outBias: [1, WIDTH],
  gain2: [1, WIDTH], bias2: [1, WIDTH],
  up: [WIDTH, HIDDEN], upBias: [1, HIDDEN],
  down: [HIDDEN, WIDTH], downBias: [1, WIDTH],
};

let made;

/** N(0, 0.02²), as GPT-2 begins; the gains around 1. */
function make() {
  const sizes = Object.entries(SHAPES).map(([name, [rows, cols]]) => [name, rows * cols]);
  const all = normal(sizes.reduce((sum, [, size]) => sum + size, 0), 4).map((x) => 0.02 * x);
  const views = {};
  let at = 0;
  for (const [name, size] of sizes) {
    const view = views[name] = all.subarray(at, at += size);
    if (name.startsWith("gain")) view.forEach((x, i) => { view[i] = 1 + x; });
  }
  return { all, views };
}

/** All weights as one list. */
export const list = () => (made ??= make()).all;

/** Views of that list by name. */
export const weights = () => (made ??= make()).views;
