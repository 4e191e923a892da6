// The right answers: plain loops in f64, against which everybody is checked.

import { HEADS, WIDTH } from "./gpt2.js";

/** softmax(Q·Kᵀ/√d)·V */
export function attention({ n, d, q, k, v, causal }) {
  const out = new Float64Array(n * d);
  for (let i = 0; i < n; i++) {
    const seen = causal ? i + 1 : n;
    const row = new Float64Array(seen);
    for (let j = 0; j < seen; j++) {
      for (let t = 0; t < d; t++) row[j] += q[i * d + t] * k[j * d + t];
      row[j] /= Math.sqrt(d);
    }
    softmaxRow(row);
    for (let j = 0; j < seen; j++) {
      for (let t = 0; t < d; t++) out[i * d + t] += row[j] * v[j * d + t];
    }
  }
  return out;
}

/** A·B, all n×n. */
export function matmul({ n, a, b }) {
  return product(a, b, n, n, n);
}

/** The softmax of each row of n×n. */
export function softmax({ n, x }) {
  const out = Float64Array.from(x);
  for (let i = 0; i < n; i++) softmaxRow(out.subarray(i * n, i * n + n));
  return out;
}

/** One block of GPT-2 (Radford et al. 2019), with causal attention. */
export function block({ n, x, weights: w }) {
  const normed = layerNorm(x, w.gain1, w.bias1);
  const qkv = linear(normed, w.qkv, w.qkvBias, n);
  const after = sum(x, linear(heads(qkv, n), w.out, w.outBias, n));
  const hidden = linear(layerNorm(after, w.gain2, w.bias2), w.up, w.upBias, n);
  return sum(after, linear(hidden.map(gelu), w.down, w.downBias, n));
}

function softmaxRow(row) {
  const max = row.reduce((max, x) => Math.max(max, x), -Infinity);
  let total = 0;
  for (let j = 0; j < row.length; j++) total += row[j] = Math.exp(row[j] - max);
  for (let j = 0; j < row.length; j++) row[j] /= total;
}

/** A·B: n×k times k×m. */
function product(a, b, n, k, m) {
  const out = new Float64Array(n * m);
  for (let i = 0; i < n; i++) {
    for (let t = 0; t < k; t++) {
      const x = a[i * k + t];
      for (let j = 0; j < m; j++) out[i * m + j] += x * b[t * m + j];
    }
  }
  return out;
}

function linear(x, matrix, bias, n) {
  const out = product(x, matrix, n, x.length / n, bias.length);
  return out.map((y, i) => y + bias[i % bias.length]);
}

function sum(x, y) {
  return y.map((y, i) => x[i] + y);
}

function layerNorm(x, gain, bias) {
  const out = Float64Array.from(x);
  for (let start = 0; start < out.length; start += WIDTH) {
    const row = out.subarray(start, start + WIDTH);
    const mean = row.reduce((sum, x) => sum + x) / WIDTH;
    const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / WIDTH;
    row.forEach((x, i) => { row[i] = (x - mean) / Math.sqrt(variance + 1e-5) * gain[i] + bias[i]; });
  }
  return out;
}

/** GELU in its tanh form (Hendrycks and Gimpel 2016). */
function gelu(x) {
  return 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
}

/** Causal attention of all heads, which lie side by side in n×3·768. */
function heads(qkv, n) {
  const d = WIDTH / HEADS;
  const out = new Float64Array(n * WIDTH);
  const cut = (column) => Float64Array.from(
    { length: n * d },
    (_, i) => qkv[Math.floor(i / d) * 3 * WIDTH + column + i % d],
  );
  for (let column = 0; column < WIDTH; column += d) {
    const [q, k, v] = [column, WIDTH + column, 2 * WIDTH + column].map(cut);
    const mixed = attention({ n, d, q, k, v, causal: true });
    mixed.forEach((x, i) => { out[Math.floor(i / d) * WIDTH + column + i % d] = x; });
  }
  return out;
}
