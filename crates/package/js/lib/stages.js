// The other two ways of attention: with every stage kept, and linear.

import { begin, fill, sizes } from "./attention.js";
import { known, output } from "./check.js";

const STAGES = ["n", "m", "dk", "dv", "scale", "causal", "window", "first", "mask", "out"];
const LINEAR = ["n", "m", "dk", "dv", "causal", "first", "out"];

/** The stages in the order of the kernel's operands, from the fourth on, each with its columns. */
const columns = ({ m, dv }) => ({
  scores: m, scaled: m, masked: m, max: 1, exp: m, sum: 1, weights: m, output: dv,
});

/** `attentionStages` on an engine; documented in attention-lab.d.ts. */
export const attentionStagesOn = (engine) => function attentionStages(q, k, v, options = {}) {
  known("attentionStages", options, STAGES);
  const shape = sizes(q, k, v, options);
  const { mask, out = {} } = options;
  const stages = Object.entries(columns(shape));
  known("out", out, stages.map(([name]) => name));
  for (const [name, width] of stages) output(`out.${name}`, shape.n, width, out[name]);
  const maskBytes = begin(engine, shape, options);
  stages.forEach(([, width], i) => engine.room(4 + i, shape.n * width));
  engine.room(3, engine.exports.attention_stages_scratch(engine.frame) >>> 0);
  fill(engine, q, k, v, mask, maskBytes);
  engine.run(engine.exports.attention_stages);
  stages.forEach(([name, width], i) => {
    engine.take(4 + i, (out[name] ??= new Float32Array(shape.n * width)));
  });
  return out;
};

/** `linearAttention` on an engine; documented in attention-lab.d.ts. */
export const linearAttentionOn = (engine) => function linearAttention(q, k, v, options = {}) {
  known("linearAttention", options, LINEAR);
  const shape = sizes(q, k, v, options);
  const { causal, first, out } = options;
  output("out", shape.n, shape.dv, out);
  begin(engine, shape, { causal, first });
  engine.room(3, shape.n * shape.dv);
  engine.room(4, engine.exports.linear_attention_scratch(engine.frame) >>> 0);
  fill(engine, q, k, v);
  engine.run(engine.exports.linear_attention);
  const result = out ?? new Float32Array(shape.n * shape.dv);
  engine.take(3, result);
  return result;
};
