// What goes row by row.

import { finite, known, length, numbers, output, other, whole } from "./check.js";

/** Rows and columns of x; what is not given from the length. One row, if neither is. */
function shapeOf(x, { rows, cols }) {
  numbers("x", x);
  cols ??= other("x", x, "rows", rows ?? 1);
  rows ??= other("x", x, "cols", cols);
  length("x", whole("rows", rows), whole("cols", cols), x);
  return [rows, cols];
}

/** So many numbers are worked on at once: few enough to stay in a processor's cache on their way. */
const PART = 16384;

/**
 * Runs a kernel whose operands are x, some numbers a column, and as many results as x has numbers: on
 * some rows after the others. Where the result is to lie in the memory of x, on all at once: what has
 * not been read must not be written.
 */
function run(engine, kernel, x, cols, perColumn, out) {
  const result = out ?? new Float32Array(x.length);
  const part = result.buffer === x.buffer ? x.length : Math.max(cols, PART - PART % cols);
  const size = Math.min(part, x.length);
  const last = 1 + perColumn.length;
  engine.room(0, size);
  perColumn.forEach((operand, i) => engine.room(1 + i, operand.length));
  engine.room(last, size);
  engine.reserve();
  perColumn.forEach((operand, i) => engine.put(1 + i, operand));
  for (let at = 0; at < x.length; at += size) {
    const end = Math.min(at + size, x.length);
    engine.rows((end - at) / cols);
    engine.put(0, cut(x, at, end));
    engine.run(kernel, at / cols);
    engine.take(last, cut(result, at, end));
  }
  return result;
}

/** Some of the numbers, of a typed array without a copy. */
function cut(x, from, until) {
  if (from === 0 && until === x.length) return x;
  return ArrayBuffer.isView(x) ? x.subarray(from, until) : x.slice(from, until);
}

const NOTHING = [];

/** `softmax` on an engine; documented in attention-lab.d.ts. */
export const softmaxOn = (engine) => function softmax(x, options = {}) {
  known("softmax", options, ["rows", "cols", "out"]);
  const [rows, cols] = shapeOf(x, options);
  output("out", rows, cols, options.out);
  engine.begin(rows, cols, 0, 0);
  return run(engine, engine.exports.softmax, x, cols, NOTHING, options.out);
};

/** `layerNorm` on an engine; documented in attention-lab.d.ts. */
export const layerNormOn = (engine) => function layerNorm(x, gain, bias, options = {}) {
  known("layerNorm", options, ["rows", "cols", "eps", "out"]);
  numbers("gain", gain);
  numbers("bias", bias);
  const [rows, cols] = shapeOf(x, { rows: options.rows, cols: options.cols ?? gain.length });
  length("gain", 1, cols, gain);
  length("bias", 1, cols, bias);
  output("out", rows, cols, options.out);
  engine.begin(rows, cols, 0, 0);
  engine.set(false, 0, 0, finite("eps", options.eps ?? 1e-5));
  return run(engine, engine.exports.layer_norm, x, cols, [gain, bias], options.out);
};

/** `gelu` on an engine; documented in attention-lab.d.ts. */
export const geluOn = (engine) => function gelu(x, options = {}) {
  known("gelu", options, ["out"]);
  numbers("x", x);
  if (x.length === 0) throw new RangeError("x is empty");
  output("out", 1, x.length, options.out);
  engine.begin(x.length, 0, 0, 0);
  return run(engine, engine.exports.gelu, x, 1, NOTHING, options.out);
};
