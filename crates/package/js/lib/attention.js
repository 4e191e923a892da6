// softmax(scale·Q·Kᵀ + mask)·V.

import { finite, known, length, numbers, output, other, place, whole } from "./check.js";

const OPTIONS = ["n", "m", "dk", "dv", "scale", "causal", "window", "first", "mask", "out"];

/** The four sizes, those that are not given from the lengths; everything agrees. */
export function sizes(q, k, v, options) {
  numbers("q", q);
  numbers("k", k);
  numbers("v", v);
  let { n, m, dk, dv } = options;
  if (n === undefined && m === undefined && dk === undefined) {
    if (dv === undefined) throw new RangeError("one of n, m, dk and dv must be given");
    m = other("v", v, "dv", dv);
  }
  dk ??= n === undefined ? other("k", k, "m", m) : other("q", q, "n", n);
  n ??= other("q", q, "dk", dk);
  length("q", whole("n", n), whole("dk", dk), q);
  m ??= other("k", k, "dk", dk);
  length("k", whole("m", m), dk, k);
  dv ??= other("v", v, "m", m);
  length("v", m, whole("dv", dv), v);
  return { n, m, dk, dv };
}

/** Begins a call of attention; q, k and v are operands 0, 1 and 2. Gives where a mask of bytes lies. */
export function begin(engine, { n, m, dk, dv }, { scale, causal, window, first = 0, mask }) {
  const factor = scale === undefined ? 1 / Math.sqrt(dk) : finite("scale", scale);
  const width = window == null ? 0 : Math.min(whole("window", window), 0xffffffff);
  place("first", first);
  if (mask != null) checkMask(mask, n, m);
  engine.begin(n, m, dk, dv);
  engine.set(causal, width, first, factor);
  engine.room(0, n * dk);
  engine.room(1, m * dk);
  engine.room(2, m * dv);
  return mask == null ? 0 : engine.roomForMask(mask);
}

function checkMask(mask, n, m) {
  if (!(mask instanceof Float32Array) && !(mask instanceof Uint8Array)) {
    throw new TypeError("mask must be a Float32Array (added) or a Uint8Array (1 = may look)");
  }
  length("mask", n, m, mask);
}

/** Copies in what `begin` made room for. */
export function fill(engine, q, k, v, mask, maskBytes) {
  engine.reserve();
  engine.put(0, q);
  engine.put(1, k);
  engine.put(2, v);
  if (mask != null) engine.putMask(mask, maskBytes);
}

/** `attention` on an engine; documented in attention-lab.d.ts. */
export const attentionOn = (engine) => function attention(q, k, v, options = {}) {
  known("attention", options, OPTIONS);
  const shape = sizes(q, k, v, options);
  const { mask, out } = options;
  output("out", shape.n, shape.dv, out);
  const maskBytes = begin(engine, shape, options);
  engine.room(3, shape.n * shape.dv);
  engine.room(4, engine.exports.attention_scratch(engine.frame) >>> 0);
  fill(engine, q, k, v, mask, maskBytes);
  engine.run(engine.exports.attention);
  const result = out ?? new Float32Array(shape.n * shape.dv);
  engine.take(3, result);
  return result;
};
