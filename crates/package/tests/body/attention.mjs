// Attention and its stages against the plain loops, on every shape and switch.

import * as oracle from "./oracle.mjs";
import { expect, near, normal } from "./tools.mjs";

const BOUND = 3e-6;

/** [n, m, dk, dv]: one of everything, n ≠ m, dk ≠ dv, odd ends, and more than one tile. */
const SHAPES = [
  [1, 1, 1, 1], [3, 5, 2, 4], [5, 3, 7, 1], [8, 8, 8, 8], [17, 33, 9, 13], [64, 64, 64, 64],
  [70, 131, 64, 40], [130, 70, 20, 65], [1, 300, 64, 64],
];

/** Which keys are seen: made for a shape. */
const SIGHTS = {
  everything: () => ({}),
  causal: () => ({ causal: true }),
  "a window": () => ({ window: 3 }),
  "a causal window, scale 0.5": () => ({ window: 1, causal: true, scale: 0.5 }),
  "causal, from a later query on": () => ({ causal: true, first: 4 }),
  "a window, from a later query on": () => ({ window: 3, first: 20 }),
  "causal, behind all keys": () => ({ causal: true, first: 0x7fffffff }),
  "a window, behind all keys": () => ({ window: 3, first: 0x7fffffff }),
  "a window wider than all": () => ({ window: 1e12 }),
  "a mask of bytes": (n, m) => ({ mask: Uint8Array.from(normal(n * m, 7), (x) => (x > -0.5 ? 1 : 0)) }),
  "a mask of numbers": (n, m) => ({ mask: normal(n * m, 8).map((x) => (x < -1 ? -Infinity : x)) }),
  "causal and a mask that hides all": (n, m) => ({ causal: true, mask: new Uint8Array(n * m) }),
};

const operands = ([n, m, dk, dv]) => [normal(n * dk, 2), normal(m * dk, 3), normal(m * dv, 4)];

function* everything() {
  for (const shape of SHAPES) {
    const [n, m, dk, dv] = shape;
    for (const [sight, make] of Object.entries(SIGHTS)) {
      const options = { n, m, dk, dv, ...make(n, m) };
      yield { name: `${shape.join("×")}, ${sight}`, operands: operands(shape), options };
    }
  }
}

export const onlyAttention = {
  "attention is the plain loops'": ({ attention }) => {
    for (const { name, operands, options } of everything()) {
      const wanted = oracle.attentionStages(...operands, options).output;
      near(name, attention(...operands, options), wanted, BOUND);
    }
  },

  "a call in pieces is the whole call's": ({ attention }) => {
    const [n, d] = [70, 16], [q, k, v] = operands([n, n, d, d]);
    for (const sight of [{ causal: true }, { window: 9 }]) {
      const wanted = attention(q, k, v, { n, ...sight });
      for (const first of [1, 33, 69]) {
        const rest = attention(q.subarray(first * d), k, v, { m: n, dk: d, first, ...sight });
        near(`${JSON.stringify(sight)} from ${first}`, rest, wanted.subarray(first * d), BOUND);
      }
    }
  },

  "sizes follow from the lengths": ({ attention }) => {
    const [n, m, dk, dv] = [6, 4, 3, 5];
    const three = operands([n, m, dk, dv]);
    const wanted = oracle.attentionStages(...three, { n, m, dk, dv }).output;
    for (const options of [{ n }, { m }, { dk }, { dv }, { n, dv }, { m, dk }]) {
      near(JSON.stringify(options), attention(...three, options), wanted, BOUND);
    }
  },

  "arrays of any kind are taken": ({ attention }) => {
    const three = [[1, 0, 0, 1], [1, 0, 0, 1], [2, 0, 0, 3]];
    const wanted = oracle.attentionStages(...three, { n: 2, m: 2, dk: 2, dv: 2 }).output;
    near("arrays", attention(...three, { n: 2 }), wanted, BOUND);
    const [q, k, v] = three;
    const mixed = [Int8Array.from(q), Float64Array.from(k), Uint16Array.from(v)];
    near("typed arrays", attention(...mixed, { n: 2 }), wanted, BOUND);
    const within = new Float32Array(20);
    within.set(q, 3);
    near("a part", attention(within.subarray(3, 7), k, v, { n: 2 }), wanted, BOUND);
  },

  "a given output is filled and returned, be it an operand": ({ attention }) => {
    const three = operands([8, 8, 8, 8]);
    const wanted = oracle.attentionStages(...three, { n: 8, m: 8, dk: 8, dv: 8 }).output;
    const out = new Float32Array(64);
    expect(attention(...three, { n: 8, out }) === out, "another array was returned");
    near("out", out, wanted, BOUND);
    const [q, k, v] = three.map((operand) => operand.slice());
    near("out = q", attention(q, k, v, { n: 8, out: q }), wanted, BOUND);
    near("k", k, three[1], 0);
  },
};

export const stages = {
  "stages are the plain loops', and end in attention's output": ({ attention, attentionStages }) => {
    for (const { name, operands, options } of everything()) {
      const wanted = oracle.attentionStages(...operands, options);
      const found = attentionStages(...operands, options);
      expect(Object.keys(found).join() === Object.keys(wanted).join(), Object.keys(found).join());
      for (const stage in wanted) near(`${stage}, ${name}`, found[stage], wanted[stage], 5e-6);
      near(`output, ${name}`, found.output, attention(...operands, options), BOUND);
    }
  },

  "given stages are filled, missing ones are made": ({ attentionStages }) => {
    const three = operands([3, 5, 2, 4]);
    const weights = new Float32Array(15);
    const out = { weights };
    const found = attentionStages(...three, { n: 3, out });
    expect(found === out && found.weights === weights, "other objects were returned");
    const { sum } = found;
    const again = attentionStages(...three, { n: 3, scale: 0, out });
    expect(again.sum === sum, "a new array for the sum");
    near("sum", sum, [5, 5, 5], 0);
  },
};
