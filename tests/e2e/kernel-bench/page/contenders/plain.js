// Plain JavaScript on Float32Array, written to be fast: rows of the right factor are read in order,
// and nothing is allocated.

import { HEADS, HIDDEN, WIDTH } from "../lib/gpt2.js";

export const name = "plain JS";

export async function load() {
  return {
    version: "on Float32Array",
    attention: ({ n, d, q, k, v, causal, out }) => {
      const row = new Float32Array(n);
      const at = { q: 0, k: 0, v: 0, out: 0, stride: d, outStride: d };
      return { loops: () => (attend(n, d, q, k, v, causal, out, row, at), out) };
    },
    matmul: ({ n, a, b, out }) => ({ loops: () => (product(a, b, n, n, n, out), out) }),
    softmax: ({ n, x, out }) => ({ loops: () => (softmax(n, x, out), out) }),
    block,
  };
}

/** out = A·B: n×k times k×m. */
function product(a, b, n, k, m, out) {
  out.fill(0);
  for (let i = 0; i < n; i++) {
    const row = i * m;
    for (let t = 0; t < k; t++) {
      const x = a[i * k + t], from = t * m;
      for (let j = 0; j < m; j++) out[row + j] += x * b[from + j];
    }
  }
}

function softmax(n, x, out) {
  for (let start = 0; start < n * n; start += n) {
    let max = -Infinity, sum = 0;
    for (let j = start; j < start + n; j++) if (x[j] > max) max = x[j];
    for (let j = start; j < start + n; j++) sum += out[j] = Math.exp(x[j] - max);
    const factor = 1 / sum;
    for (let j = start; j < start + n; j++) out[j] *= factor;
  }
}

/** Attention of matrices that begin at `at` and whose rows are `stride` apart. */
function attend(n, d, q, k, v, causal, out, row, at) {
  const scale = 1 / Math.sqrt(d);
  for (let i = 0; i < n; i++) {
    const seen = causal ? i + 1 : n, from = at.q + i * at.stride, to = at.out + i * at.outStride;
    let max = -Infinity, sum = 0;
    for (let j = 0; j < seen; j++) {
      const key = at.k + j * at.stride;
      let score = 0;
      for (let t = 0; t < d; t++) score += q[from + t] * k[key + t];
      row[j] = score *= scale;
      if (score > max) max = score;
    }
    for (let j = 0; j < seen; j++) sum += row[j] = Math.exp(row[j] - max);
    for (let t = 0; t < d; t++) out[to + t] = 0;
    for (let j = 0; j < seen; j++) {
      const weight = row[j] / sum, value = at.v + j * at.stride;
      for (let t = 0; t < d; t++) out[to + t] += weight * v[value + t];
    }
  }
}

function linear(x, matrix, bias, out) {
  const m = bias.length, n = out.length / m;
  product(x, matrix, n, x.length / n, m, out);
  for (let i = 0; i < out.length; i++) out[i] += bias[i % m];
}

function layerNorm(x, gain, bias, out) {
  for (let start = 0; start < x.length; start += WIDTH) {
    let mean = 0, variance = 0;
    for (let j = start; j < start + WIDTH; j++) mean += x[j];
    mean /= WIDTH;
    for (let j = start; j < start + WIDTH; j++) variance += (x[j] - mean) * (x[j] - mean);
    const factor = 1 / Math.sqrt(variance / WIDTH + 1e-5);
    for (let j = 0; j < WIDTH; j++) out[start + j] = (x[start + j] - mean) * factor * gain[j] + bias[j];
  }
}

function gelu(x) {
  for (let i = 0; i < x.length; i++) {
    const u = Math.sqrt(2 / Math.PI) * (x[i] + 0.044715 * x[i] * x[i] * x[i]);
    x[i] /= 1 + Math.exp(-2 * u);
  }
}

function block({ n, x, weights: w, out }) {
  const [normed, mixed, after, change] = Array.from({ length: 4 }, () => new Float32Array(n * WIDTH));
  const [qkv, hidden] = [3 * WIDTH, HIDDEN].map((width) => new Float32Array(n * width));
  const row = new Float32Array(n), d = WIDTH / HEADS;
  const run = () => {
    layerNorm(x, w.gain1, w.bias1, normed);
    linear(normed, w.qkv, w.qkvBias, qkv);
    for (let at = 0; at < WIDTH; at += d) {
      const places = { q: at, k: WIDTH + at, v: 2 * WIDTH + at, out: at, stride: 3 * WIDTH, outStride: WIDTH };
      attend(n, d, qkv, qkv, qkv, true, mixed, row, places);
    }
    linear(mixed, w.out, w.outBias, change);
    for (let i = 0; i < x.length; i++) after[i] = x[i] + change[i];
    layerNorm(after, w.gain2, w.bias2, normed);
    linear(normed, w.up, w.upBias, hidden);
    gelu(hidden);
    linear(hidden, w.down, w.downBias, change);
    for (let i = 0; i < x.length; i++) out[i] = after[i] + change[i];
    return out;
  };
  return { loops: run };
}
