// The graphs that ONNX Runtime runs: for attention each operator that might be its best.

import { HEADS, SHAPES, WIDTH } from "./gpt2.js";

const MICROSOFT = "com.microsoft";

/** One operator from q, k and v to out. */
function mix(op, heads, causal, [q, k, v], out) {
  const common = { inputs: [q, k, v], outputs: [out] };
  return {
    Attention: { op, ...common, q_num_heads: heads, kv_num_heads: heads, is_causal: causal },
    MultiHeadAttention: { op, ...common, domain: MICROSOFT, num_heads: heads, unidirectional: causal },
  }[op];
}

/** Attention of one head, by operator. */
export function attention({ n, d, causal }) {
  const io = { inputs: { q: [1, n, d], k: [1, n, d], v: [1, n, d] }, outputs: { out: [1, n, d] } };
  const one = (op) => ({ ...io, nodes: [mix(op, 1, Number(causal), ["q", "k", "v"], "out")] });
  return {
    "opset-23 Attention": one("Attention"),
    MultiHeadAttention: one("MultiHeadAttention"),
    "MatMul, Softmax, MatMul": { ...io, ...products(n, d, causal) },
  };
}

/** Attention in single steps, which ORT's optimiser may put together as it likes. */
function products(n, d, causal) {
  const nodes = [
    { op: "Transpose", inputs: ["k"], outputs: ["kT"], perm: [0, 2, 1] },
    { op: "MatMul", inputs: ["q", "kT"], outputs: ["scores"] },
    { op: "Mul", inputs: ["scores", "scale"], outputs: ["scaled"] },
    { op: "Add", inputs: ["scaled", "mask"], outputs: ["masked"] },
    { op: "Softmax", inputs: [causal ? "masked" : "scaled"], outputs: ["weights"], axis: -1 },
    { op: "MatMul", inputs: ["weights", "v"], outputs: ["out"] },
  ].filter(({ op }) => causal || op !== "Add");
  const constants = { scale: { dims: [], data: new Float32Array([1 / Math.sqrt(d)]) } };
  if (causal) constants.mask = { dims: [n, n], data: mask(n) };
  return { nodes, constants };
}

function mask(n) {
  return Float32Array.from({ length: n * n }, (_, at) => (at % n > Math.floor(at / n) ? -Infinity : 0));
}

/** A·B. */
export function matmul({ n }) {
  const shape = [n, n];
  const nodes = [{ op: "MatMul", inputs: ["a", "b"], outputs: ["out"] }];
  return { MatMul: { nodes, inputs: { a: shape, b: shape }, outputs: { out: shape } } };
}

/** The softmax of each row. */
export function softmax({ n }) {
  const nodes = [{ op: "Softmax", inputs: ["x"], outputs: ["out"], axis: -1 }];
  return { Softmax: { nodes, inputs: { x: [n, n] }, outputs: { out: [n, n] } } };
}

/** A block of GPT-2 as one graph, whose weights ORT packs beforehand because they are constants. */
export function block({ n, weights }) {
  const constants = {};
  for (const [name, [rows, cols]] of Object.entries(SHAPES)) {
    constants[`w_${name}`] = { dims: rows === 1 ? [cols] : [rows, cols], data: weights[name] };
  }
  const io = { inputs: { x: [1, n, WIDTH] }, outputs: { out: [1, n, WIDTH] }, constants };
  const graph = (heads, activation) => ({ ...io, nodes: blockOf(heads, activation) });
  return {
    "opset-23 Attention, Gelu": graph(split("Attention"), gelu),
    "opset-23 Attention, FastGelu": graph(split("Attention"), fastGelu),
    "MultiHeadAttention, FastGelu": graph(split("MultiHeadAttention"), fastGelu),
    "com.microsoft Attention, FastGelu": graph(together, fastGelu),
  };
}

function blockOf(heads, activation) {
  return [
    norm("x", "1", "normed1"),
    ...heads,
    ...linear("mixed", "out", "change1"),
    { op: "Add", inputs: ["x", "change1"], outputs: ["after"] },
    norm("after", "2", "normed2"),
    ...activation,
    ...linear("active", "down", "change2"),
    { op: "Add", inputs: ["after", "change2"], outputs: ["out"] },
  ];
}

function norm(x, number, out) {
  const inputs = [x, `w_gain${number}`, `w_bias${number}`];
  return { op: "LayerNormalization", inputs, outputs: [out], axis: -1, epsilon: { f: 1e-5 } };
}

function linear(x, matrix, out) {
  return [
    { op: "MatMul", inputs: [x, `w_${matrix}`], outputs: [`${out}Product`] },
    { op: "Add", inputs: [`${out}Product`, `w_${matrix}Bias`], outputs: [out] },
  ];
}

const parts = ["q", "k", "v"];

/** The product for all of q, k and v, cut into three for one operator. */
function split(op) {
  return [
    ...linear("normed1", "qkv", "all"),
    { op: "Split", inputs: ["all"], outputs: parts, axis: 2, num_outputs: 3 },
    mix(op, HEADS, 1, parts, "mixed"),
  ];
}

/** Microsoft's operator multiplies by the weights itself. */
const together = [{
  op: "Attention", domain: MICROSOFT, inputs: ["normed1", "w_qkv", "w_qkvBias"], outputs: ["mixed"],
  num_heads: HEADS, unidirectional: 1,
}];

const gelu = [
  ...linear("normed2", "up", "hidden"),
  { op: "Gelu", inputs: ["hidden"], outputs: ["active"], approximate: "tanh" },
];

const fastGelu = [
  { op: "MatMul", inputs: ["normed2", "w_up"], outputs: ["hidden"] },
  { op: "FastGelu", domain: MICROSOFT, inputs: ["hidden", "w_upBias"], outputs: ["active"] },
];
