// Every operation once more, as plain loops in double precision: what the modules must agree with.

/** A·B, or A·Bᵀ. */
export function matmul(a, b, n, k, m, transposed = false) {
  const out = new Float64Array(n * m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      for (let t = 0; t < k; t++) out[i * m + j] += a[i * k + t] * (transposed ? b[j * k + t] : b[t * m + j]);
    }
  }
  return out;
}

/** What is added to a scaled score: the mask's number, or −∞ where the query may not look. */
function bias(i, j, m, { causal, window, first = 0, mask }) {
  const place = first + i;
  if ((causal || window) && j > place) return -Infinity;
  if (window && j <= place - window) return -Infinity;
  if (!mask) return 0;
  const entry = mask[i * m + j];
  if (mask instanceof Uint8Array) return entry === 0 ? -Infinity : 0;
  return entry;
}

/** Every stage of attention. */
export function attentionStages(q, k, v, { n, m, dk, dv, ...sight }) {
  const scale = sight.scale ?? 1 / Math.sqrt(dk);
  const scores = matmul(q, k, n, dk, m, true);
  const scaled = scores.map((score) => score * scale);
  const masked = scaled.map((score, at) => score + bias(Math.floor(at / m), at % m, m, sight));
  const max = new Float64Array(n), sum = new Float64Array(n);
  const exp = new Float64Array(n * m), weights = new Float64Array(n * m);
  for (let i = 0; i < n; i++) {
    const row = masked.subarray(i * m, (i + 1) * m);
    max[i] = Math.max(...row);
    if (max[i] === -Infinity) continue;
    row.forEach((score, j) => (exp[i * m + j] = Math.exp(score - max[i])));
    sum[i] = exp.subarray(i * m, (i + 1) * m).reduce((a, b) => a + b);
    row.forEach((_, j) => (weights[i * m + j] = exp[i * m + j] / sum[i]));
  }
  return { scores, scaled, masked, max, exp, sum, weights, output: matmul(weights, v, n, m, dv) };
}

/** Linear attention (Katharopoulos et al. 2020). */
export function linearAttention(q, k, v, { n, m, dk, dv, causal, first = 0 }) {
  const phi = (x) => (x > 0 ? x + 1 : Math.exp(x));
  const weights = matmul(q.map(phi), k.map(phi), n, dk, m, true)
    .map((weight, at) => (causal && at % m > first + Math.floor(at / m) ? 0 : weight));
  for (let i = 0; i < n; i++) {
    const row = weights.subarray(i * m, (i + 1) * m);
    const sum = row.reduce((a, b) => a + b);
    row.forEach((weight, j) => (row[j] = weight / sum));
  }
  return matmul(weights, v, n, m, dv);
}

/** The softmax of each row. */
export function softmax(x, rows, cols) {
  const v = new Float64Array(cols), q = new Float64Array(rows);
  return attentionStages(q, new Float64Array(cols), v, {
    n: rows, m: cols, dk: 1, dv: 1, mask: Float64Array.from(x),
  }).weights;
}

/** Layer norm of each row. */
export function layerNorm(x, gain, bias, rows, cols, eps) {
  return Float64Array.from({ length: rows * cols }, (_, at) => {
    const row = Array.from(x.slice(at - (at % cols), at - (at % cols) + cols));
    const mean = row.reduce((a, b) => a + b) / cols;
    const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / cols;
    return ((x[at] - mean) / Math.sqrt(variance + eps)) * gain[at % cols] + bias[at % cols];
  });
}

/** GELU in its tanh form. */
export const gelu = (x) => Float64Array.from(x, (x) => (
  0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)))));
