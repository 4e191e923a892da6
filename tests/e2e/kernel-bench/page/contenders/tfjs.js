// TensorFlow.js with its WebAssembly backend: SIMD, one thread.
//
// Its product with a transposed right factor is several times slower than its product, so K is
// transposed first. What it multiplies by often, weights and masks, it gets once.

import { HEADS, SHAPES, WIDTH } from "../lib/gpt2.js";

export const name = "TensorFlow.js";

export async function load() {
  await script("peers/tfjs/tf-core.min.js");
  await script("peers/tfjs/tf-backend-wasm.min.js");
  const { tf } = window;
  tf.wasm.setWasmPaths("peers/tfjs/");
  // It would take threads where it may have them.
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  await tf.setBackend("wasm");
  return {
    version: tf.version_core,
    attention: (task) => attention(tf, task),
    matmul: ({ n, a, b, out }) => ({
      matMul: way(tf, out, () => tf.matMul(tf.tensor2d(a, [n, n]), tf.tensor2d(b, [n, n]))),
    }),
    softmax: ({ n, x, out }) => ({ softmax: way(tf, out, () => tf.softmax(tf.tensor2d(x, [n, n]))) }),
    block: (task) => block(tf, task),
  };
}

function script(src) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement("script"), { src, onload: resolve, onerror: reject });
    document.head.append(element);
  });
}

/** Computes, copies the result from the backend's memory into `out`, and gives all tensors back. */
function way(tf, out, compute) {
  return () => {
    // Not given back by `tidy`, which looks through all it gives back for tensors.
    tf.tidy(() => out.set(tf.backend().typedArrayFromHeap(compute())));
    return out;
  };
}

/** What stays for a task and is given back after it. */
function kept(tf, task, tensor) {
  task.atEnd.push(() => tensor.dispose());
  return tf.keep(tensor);
}

function mask(tf, task, n) {
  const numbers = Float32Array.from({ length: n * n }, (_, at) => (at % n > Math.floor(at / n) ? -1e9 : 0));
  return kept(tf, task, tf.tensor2d(numbers, [n, n]));
}

/** softmax(q·kᵀ·scale + mask)·v of two-dimensional tensors. */
function attend(tf, q, k, v, hidden) {
  const scaled = tf.mul(q, 1 / Math.sqrt(q.shape[1]));
  const scores = tf.matMul(scaled, tf.transpose(k));
  return tf.matMul(tf.softmax(hidden ? tf.add(scores, hidden) : scores), v);
}

function attention(tf, task) {
  const { n, d, q, k, v, causal, out } = task;
  const hidden = causal ? mask(tf, task, n) : undefined;
  const [tq, tk, tv] = [q, k, v].map((x) => () => tf.tensor2d(x, [n, d]));
  return { "transpose, matMul, softmax, matMul": way(tf, out, () => attend(tf, tq(), tk(), tv(), hidden)) };
}

function block(tf, task) {
  const { n, x, weights, out } = task;
  const w = {};
  for (const [name, [rows, cols]] of Object.entries(SHAPES)) {
    w[name] = kept(tf, task, tf.tensor(weights[name], rows === 1 ? [cols] : [rows, cols]));
  }
  const hidden = mask(tf, task, n);
  const linear = (x, matrix) => tf.fused.matMul({ a: x, b: w[matrix], bias: w[`${matrix}Bias`] });
  const run = () => {
    const input = tf.tensor2d(x, [n, WIDTH]);
    const normed = layerNorm(tf, input, w.gain1, w.bias1);
    const after = tf.add(input, linear(heads(tf, linear(normed, "qkv"), hidden), "out"));
    const wide = linear(layerNorm(tf, after, w.gain2, w.bias2), "up");
    return tf.add(after, linear(gelu(tf, wide), "down"));
  };
  return { "fused.matMul": way(tf, out, run) };
}

/** One head after the other: for a stack of matrices TF.js has no quick product. */
function heads(tf, qkv, hidden) {
  const parts = tf.split(qkv, 3 * HEADS, 1);
  const head = (_, at) => attend(tf, parts[at], parts[HEADS + at], parts[2 * HEADS + at], hidden);
  return tf.concat(Array.from({ length: HEADS }, head), 1);
}

function layerNorm(tf, x, gain, bias) {
  const centred = tf.sub(x, tf.mean(x, 1, true));
  const variance = tf.mean(tf.mul(centred, centred), 1, true);
  return tf.add(tf.mul(tf.mul(centred, tf.rsqrt(tf.add(variance, 1e-5))), gain), bias);
}

/** x·σ(2u), which is GELU's tanh form in fewer operations. */
function gelu(tf, x) {
  const u = tf.mul(x, tf.add(tf.mul(tf.mul(x, x), 2 * 0.044715 * Math.sqrt(2 / Math.PI)), 2 * Math.sqrt(2 / Math.PI)));
  return tf.mul(x, tf.sigmoid(u));
}
