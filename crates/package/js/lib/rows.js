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

/** Runs a kernel whose operands are x, some numbers a column, and as many results as x has numbers. */
function run(engine, kernel, x, perColumn, out) {
  engine.room(0, x.length);
  perColumn.forEach((operand, i) => engine.room(1 + i, operand.length));
  const last = 1 + perColumn.length;
  engine.room(last, x.length);
  engine.reserve();
  engine.put(0, x);
  perColumn.forEach((operand, i) => engine.put(1 + i, operand));
  engine.run(kernel);
  const result = out ?? new Float32Array(x.length);
  engine.take(last, result);
  return result;
}

const NOTHING = [];

/** `softmax` on an engine; documented in attention-lab.d.ts. */
export const softmaxOn = (engine) => function softmax(x, options = {}) {
  known("softmax", options, ["rows", "cols", "out"]);
  const [rows, cols] = shapeOf(x, options);
  output("out", rows, cols, options.out);
  engine.begin(rows, cols, 0, 0);
  return run(engine, engine.exports.softmax, x, NOTHING, options.out);
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
  engine.set(false, 0, finite("eps", options.eps ?? 1e-5));
  return run(engine, engine.exports.layer_norm, x, [gain, bias], options.out);
};

/** `gelu` on an engine; documented in attention-lab.d.ts. */
export const geluOn = (engine) => function gelu(x, options = {}) {
  known("gelu", options, ["out"]);
  numbers("x", x);
  if (x.length === 0) throw new RangeError("x is empty");
  output("out", 1, x.length, options.out);
  engine.begin(x.length, 0, 0, 0);
  return run(engine, engine.exports.gelu, x, NOTHING, options.out);
};
