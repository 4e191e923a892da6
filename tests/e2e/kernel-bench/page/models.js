// A model of GPT-2's size in our arithmetic and in ONNX Runtime's, with the same weights, one thread each.
//
// The clock is the program's to read out; here is only what must happen in the page. Ours begins at tokens, theirs at
// the embedding, which is a hundredth of a thousandth of the work.

import { model } from "./lib/onnx.js";
import { instantiate, view } from "./lib/wasm.js";

const WIDTH = 768, HEADS = 12, VOCAB = 50257, HEAD = WIDTH / HEADS;
const MICROSOFT = "com.microsoft";

let ours, plain, whole, small, layers, weights, ort;

/** Makes the model, and gets ONNX Runtime; gives its version. */
async function start(count) {
  layers = count;
  ours = await instantiate("ours/model-bench.wasm");
  plain = ours.model_new(layers);
  if (!plain) throw new Error("no memory for the model");
  weights = named();
  [whole, small] = [false, true].map((int8) => ours.model_held(plain, int8));
  ours.model_drop(plain);
  ort = await import("./peers/ort/ort.wasm.min.mjs");
  ort.env.wasm.wasmPaths = new URL("./peers/ort/", import.meta.url).href;
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "fatal";
  return ort.env.versions.web;
}

/** Our weights by name: `{ data, cols }`, copied out of our memory. */
function named() {
  const all = {};
  const [high, low] = [(pair) => Number(pair >> 32n) >>> 0, (pair) => Number(pair & 0xffffffffn)];
  for (let at = 0; at < ours.model_count(plain); at++) {
    const name = ours.model_name(plain, at), weight = ours.model_weight(plain, at);
    const bytes = new Uint8Array(ours.memory.buffer, high(name), low(name));
    const data = view(ours, high(weight), ours.model_length(plain, at)).slice();
    all[new TextDecoder().decode(bytes).replace(/^\./, "")] = { data, cols: low(weight) };
  }
  return all;
}

/** Three matrices side by side, as GPT-2's files have them. */
function beside(parts) {
  const rows = parts[0].data.length / parts[0].cols, cols = parts.reduce((sum, own) => sum + own.cols, 0);
  const all = new Float32Array(rows * cols);
  for (let row = 0; row < rows; row++) {
    let at = row * cols;
    for (const { data, cols: own } of parts) {
      all.set(data.subarray(row * own, (row + 1) * own), at);
      at += own;
    }
  }
  return { dims: rows === 1 ? [cols] : [rows, cols], data: all };
}

const turned = ({ data, cols }) => {
  const rows = data.length / cols, all = new Float32Array(data.length);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) all[j * rows + i] = data[i * cols + j];
  return { dims: [cols, rows], data: all };
};

/** A matrix as whole numbers, a scale for each column: what ONNX Runtime's quantiser makes of weights. */
function rounded({ data, dims: [rows, cols] }) {
  const scales = new Float32Array(cols), numbers = new Int8Array(data.length);
  for (let at = 0; at < data.length; at++) scales[at % cols] = Math.max(scales[at % cols], Math.abs(data[at]) / 127);
  for (let at = 0; at < data.length; at++) numbers[at] = Math.round(data[at] / scales[at % cols]);
  return { numbers: { dims: [rows, cols], data: numbers }, scales: { dims: [cols], data: scales } };
}

/** The graph of one token after `past` others in whole numbers: products round what comes, as its quantiser has them. */
function wholeNumbers(past) {
  const constants = {}, nodes = [], inputs = { x: [1, 1, WIDTH] };
  const shape = ({ data, cols }) => ({ dims: data.length === cols ? [cols] : [data.length / cols, cols], data });
  const own = (name) => { constants[name] = shape(weights[name]); };
  const norm = (x, name, out) => {
    for (const part of ["gain", "bias"]) own(`${name}.${part}`);
    nodes.push({ op: "LayerNormalization", inputs: [x, `${name}.gain`, `${name}.bias`], outputs: [out], axis: -1, epsilon: { f: 1e-5 } });
  };
  const product = (x, name, weight, out, bias) => {
    const { numbers, scales } = rounded(weight);
    Object.assign(constants, { [`${name}Numbers`]: numbers, [`${name}Scales`]: scales });
    if (bias) constants[`${name}Bias`] = shape(bias);
    const last = bias ? ["", `${name}Bias`] : [];
    nodes.push({ op: "DynamicQuantizeMatMul", domain: MICROSOFT, inputs: [x, `${name}Numbers`, `${name}Scales`, ...last], outputs: [out] });
  };
  const linear = (x, name, out) => product(x, name, shape(weights[`${name}.weight`]), out, weights[`${name}.bias`]);
  const add = (a, b, out) => nodes.push({ op: "Add", inputs: [a, b], outputs: [out] });
  let x = "x";
  for (let layer = 0; layer < layers; layer++) {
    const block = `blocks.${layer}`, local = (name) => `${name}${layer}`;
    norm(x, `${block}.attention_norm`, local("normed"));
    for (const part of ["query", "key", "value"]) linear(local("normed"), `${block}.attention.${part}`, local(part));
    for (const part of ["pastKey", "pastValue"]) inputs[local(part)] = [1, HEADS, past, HEAD];
    nodes.push({ op: "MultiHeadAttention", domain: MICROSOFT, inputs: [...["query", "key", "value"].map(local), "", "", "", local("pastKey"), local("pastValue")], outputs: ["mixed", "presentKey", "presentValue"].map(local), num_heads: HEADS });
    linear(local("mixed"), `${block}.attention.output`, local("change"));
    add(x, local("change"), local("after"));
    norm(local("after"), `${block}.mlp.norm`, local("normedAgain"));
    product(local("normedAgain"), `${block}.mlp.up`, shape(weights[`${block}.mlp.up.weight`]), local("hidden"));
    own(`${block}.mlp.up.bias`);
    nodes.push({ op: "FastGelu", domain: MICROSOFT, inputs: [local("hidden"), `${block}.mlp.up.bias`], outputs: [local("active")] });
    linear(local("active"), `${block}.mlp.down`, local("changeAgain"));
    add(local("after"), local("changeAgain"), local("x"));
    x = local("x");
  }
  norm(x, "final_norm", "features");
  product("features", "read", turned(weights.token_embedding), "out");
  return { nodes, inputs, outputs: { out: [1, 1, VOCAB] }, constants };
}

/** All blocks and the logits as one graph; with `past`, of one token after so many. */
function graph(n, past) {
  const constants = {}, nodes = [], inputs = { x: [1, n, WIDTH] };
  const own = (name, { data, cols }) => { constants[name] = { dims: data.length === cols ? [cols] : [data.length / cols, cols], data }; };
  const norm = (x, name, out) => nodes.push({ op: "LayerNormalization", inputs: [x, `${name}.gain`, `${name}.bias`], outputs: [out], axis: -1, epsilon: { f: 1e-5 } });
  const linear = (x, name, out) => nodes.push(
    { op: "MatMul", inputs: [x, `${name}.weight`], outputs: [`${out}Product`] },
    { op: "Add", inputs: [`${out}Product`, `${name}.bias`], outputs: [out] },
  );
  const add = (a, b, out) => nodes.push({ op: "Add", inputs: [a, b], outputs: [out] });
  let x = "x";
  for (let layer = 0; layer < layers; layer++) {
    const block = `blocks.${layer}`, local = (name) => `${name}${layer}`;
    for (const part of ["attention_norm.gain", "attention_norm.bias", "attention.output.weight", "attention.output.bias", "mlp.norm.gain", "mlp.norm.bias", "mlp.up.weight", "mlp.up.bias", "mlp.down.weight", "mlp.down.bias"]) {
      own(`${block}.${part}`, weights[`${block}.${part}`]);
    }
    for (const kind of ["weight", "bias"]) {
      constants[`${block}.qkv.${kind}`] = beside(["query", "key", "value"].map((name) => weights[`${block}.attention.${name}.${kind}`]));
    }
    norm(x, `${block}.attention_norm`, local("normed"));
    const attention = { op: "Attention", domain: MICROSOFT, inputs: [local("normed"), `${block}.qkv.weight`, `${block}.qkv.bias`], outputs: [local("mixed")], num_heads: HEADS, unidirectional: 1 };
    if (past > 0) {
      attention.inputs.push("", local("past"));
      attention.outputs.push(local("present"));
      inputs[local("past")] = [2, 1, HEADS, past, HEAD];
    }
    nodes.push(attention);
    linear(local("mixed"), `${block}.attention.output`, local("change"));
    add(x, local("change"), local("after"));
    norm(local("after"), `${block}.mlp.norm`, local("normedAgain"));
    nodes.push(
      { op: "MatMul", inputs: [local("normedAgain"), `${block}.mlp.up.weight`], outputs: [local("hidden")] },
      { op: "FastGelu", domain: MICROSOFT, inputs: [local("hidden"), `${block}.mlp.up.bias`], outputs: [local("active")] },
    );
    linear(local("active"), `${block}.mlp.down`, local("changeAgain"));
    add(local("after"), local("changeAgain"), local("x"));
    x = local("x");
  }
  for (const part of ["gain", "bias"]) own(`final_norm.${part}`, weights[`final_norm.${part}`]);
  constants.read = turned(weights.token_embedding);
  norm(x, "final_norm", "features");
  nodes.push({ op: "MatMul", inputs: ["features", "read"], outputs: ["out"] });
  return { nodes, inputs, outputs: { out: [1, n, VOCAB] }, constants };
}

/** Keys and values of what we read last, as ONNX Runtime's operator keeps them: 2×1×heads×n×head. */
function kept(layer, n) {
  const all = new Float32Array(2 * n * WIDTH);
  for (const which of [0, 1]) {
    const from = view(ours, ours.model_kept(whole, layer, which), n * WIDTH);
    for (let token = 0; token < n; token++) for (let head = 0; head < HEADS; head++) {
      const part = from.subarray(token * WIDTH + head * HEAD, token * WIDTH + (head + 1) * HEAD);
      all.set(part, ((which * HEADS + head) * n + token) * HEAD);
    }
  }
  return new ort.Tensor("float32", all, [2, 1, HEADS, n, HEAD]);
}

/** Both of them for one kind of work: reading `n` tokens, or the token after `n`. */
async function contenders(kind, n) {
  const next = kind === "next";
  const first = view(ours, ours.model_read(whole, n), 1)[0];
  if (!Number.isFinite(first)) throw new Error("we gave no number");
  const session = await ort.InferenceSession.create(model(graph(next ? 1 : n, next ? n : 0)), { executionProviders: ["wasm"] });
  const feeds = {};
  if (next) {
    if (!ours.model_begin(whole, n)) throw new Error("no memory for the cache");
    for (let layer = 0; layer < layers; layer++) feeds[`past${layer}`] = kept(layer, n);
    ours.model_next(whole);
  }
  const embedded = next ? ours.model_next_embedded(whole) : ours.model_embedded(whole);
  const rows = next ? 1 : n;
  feeds.x = new ort.Tensor("float32", view(ours, embedded, rows * WIDTH).slice(), [1, rows, WIDTH]);
  const us = () => view(ours, next ? ours.model_next(whole) : ours.model_read(whole, n), rows * VOCAB);
  const them = async () => (await session.run(feeds)).out.data;
  return { us, them, session };
}

/** Checks that both say the same, then times them in turns: milliseconds of every round, and how far apart they are. */
async function measure(kind, n, rounds) {
  const { us, them, session } = await contenders(kind, n);
  const theirs = await them(), own = us();
  let farthest = 0;
  for (let at = 0; at < own.length; at++) farthest = Math.max(farthest, Math.abs(own[at] - theirs[at]));
  if (!(farthest < 1e-3)) throw new Error(`they differ by ${farthest}`);
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const turn = {};
    const ourTurn = () => { const begun = performance.now(); us(); turn.us = performance.now() - begun; };
    const theirTurn = async () => { const begun = performance.now(); await them(); turn.them = performance.now() - begun; };
    if (round % 2 === 0) { ourTurn(); await theirTurn(); } else { await theirTurn(); ourTurn(); }
    times.push(turn);
  }
  await session.release();
  return { farthest, times };
}

/** A token after `n` others: our f32, our whole numbers, and theirs, in turns; how far the last two are from the first. */
async function measureInt8(n, rounds) {
  if (![whole, small].every((own) => ours.model_begin(own, n))) throw new Error("no memory for the cache");
  ours.model_read(whole, n);
  const session = await ort.InferenceSession.create(model(wholeNumbers(n)), { executionProviders: ["wasm"] });
  const feeds = {};
  for (let layer = 0; layer < layers; layer++) {
    const { data } = kept(layer, n), half = data.length / 2;
    for (const [which, part] of ["pastKey", "pastValue"].entries()) {
      feeds[`${part}${layer}`] = new ort.Tensor("float32", data.slice(which * half, (which + 1) * half), [1, HEADS, n, HEAD]);
    }
  }
  ours.model_next(whole);
  feeds.x = new ort.Tensor("float32", view(ours, ours.model_next_embedded(whole), WIDTH).slice(), [1, 1, WIDTH]);
  const next = (own) => view(ours, ours.model_next(own), VOCAB);
  const ways = [() => next(whole), () => next(small), async () => (await session.run(feeds)).out.data];
  const exact = ways[0]().slice();
  const off = (found) => exact.reduce((most, x, at) => Math.max(most, Math.abs(x - found[at])), 0);
  const farthest = [off(ways[1]()), off(await ways[2]())];
  if (!farthest.every((own) => own > 0 && own < 1)) throw new Error(`they are off by ${farthest}`);
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const turn = [];
    for (let step = 0; step < ways.length; step++) {
      const way = (step + round) % ways.length, begun = performance.now();
      await ways[way]();
      turn[way] = performance.now() - begun;
    }
    times.push(turn);
  }
  await session.release();
  return { farthest, times };
}

window.bench = { start, measure, measureInt8 };
