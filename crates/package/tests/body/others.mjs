// The other operations against the plain loops.

import * as oracle from "./oracle.mjs";
import { expect, near, normal } from "./tools.mjs";

/** [n, k, m] of products. */
const PRODUCTS = [[1, 1, 1], [3, 5, 2], [6, 8, 8], [7, 13, 9], [64, 64, 64], [65, 70, 131], [1, 300, 20]];

export const others = {
  "products are the plain loops', packed or not, transposed or not": ({ matmul, pack }) => {
    for (const [n, k, m] of PRODUCTS) {
      const a = normal(n * k, 5), b = normal(k * m, 6);
      for (const transposed of [false, true]) {
        const name = `${n}×${k}×${m}${transposed ? ", transposed" : ""}`;
        const wanted = oracle.matmul(a, b, n, k, m, transposed), bound = 2e-5;
        const out = new Float32Array(n * m);
        expect(matmul(a, b, { n, k, m, transposed, out }) === out, "another array was returned");
        near(name, out, wanted, bound);
        for (const size of [{ n }, { k }, { m }]) {
          near(name, matmul(a, b, { ...size, transposed }), wanted, bound);
        }
        const packed = pack(b, { k, transposed });
        expect(packed.k === k && packed.m === m && packed.transposed === transposed, "other sizes");
        near(`${name}, packed`, matmul(a, packed), wanted, bound);
        near(`${name}, packed`, matmul(a, packed, { n, out: out.fill(0) }), wanted, bound);
        packed.free();
      }
    }
  },

  "packed matrices stay whole while others come and go": ({ matmul, pack }) => {
    const held = [];
    const check = ({ packed, b }) => {
      const a = normal(packed.k, 9);
      near("a product", matmul(a, packed), oracle.matmul(a, b, 1, packed.k, packed.m), 1e-4);
    };
    for (let i = 0; i < 60; i++) {
      const k = 1 + (i * 7) % 23, m = 1 + (i * 13) % 31, b = normal(k * m, i + 1);
      held.push({ packed: pack(b, { k }), b });
      if (i % 3 === 2) held.splice((i * 5) % held.length, 1)[0].packed.free();
      held.forEach(check);
    }
    held.forEach(({ packed }) => packed.free());
  },

  "softmax": ({ softmax }) => {
    for (const [rows, cols] of [[1, 1], [3, 5], [7, 64], [2, 1000], [50, 1001], [2, 40000]]) {
      const x = normal(rows * cols, 10).map((x) => (x > 2 ? -Infinity : 3 * x));
      const wanted = oracle.softmax(x, rows, cols), out = new Float32Array(rows * cols);
      near(`${rows}×${cols}`, softmax(x, { rows }), wanted, 1e-6);
      expect(softmax(x, { cols, out }) === out, "another array was returned");
      near(`${rows}×${cols}`, out, wanted, 1e-6);
      near("in place", softmax(x, { rows, cols, out: x }), wanted, 1e-6);
    }
    const shifted = normal(40100, 14), wanted = oracle.softmax(shifted.slice(0, 40000), 400, 100);
    const out = shifted.subarray(100);
    near("over what is still to be read", softmax(shifted.subarray(0, 40000), { cols: 100, out }), wanted, 1e-6);
    near("one row", softmax([0, 0, -Infinity, -1000]), [0.5, 0.5, 0, 0], 0);
    near("nothing", softmax([-Infinity, -Infinity]), [0, 0], 0);
  },

  "layer norm": ({ layerNorm }) => {
    for (const [rows, cols] of [[1, 2], [3, 5], [7, 64], [70, 768]]) {
      const x = normal(rows * cols, 11), gain = normal(cols, 12), bias = normal(cols, 13);
      const wanted = (eps) => oracle.layerNorm(x, gain, bias, rows, cols, eps);
      near(`${rows}×${cols}`, layerNorm(x, gain, bias), wanted(1e-5), 2e-4);
      near("eps 1", layerNorm(x, gain, bias, { rows, eps: 1 }), wanted(1), 1e-5);
      const before = wanted(1);
      near("in place", layerNorm(x, gain, bias, { cols, eps: 1, out: x }), before, 1e-5);
    }
  },

  "GELU": ({ gelu }) => {
    const x = Float32Array.from({ length: 401 }, (_, i) => (i - 200) / 20);
    near("gelu", gelu(x), oracle.gelu(x), 2e-6);
    const long = normal(40001, 15);
    near("many", gelu(long), oracle.gelu(long), 2e-6);
    near("an array", gelu(Array.from(long)), oracle.gelu(long), 2e-6);
    const out = new Float32Array(401);
    expect(gelu(x, { out }) === out, "another array was returned");
  },

  "linear attention": ({ linearAttention }) => {
    for (const [n, m, dk, dv] of [[1, 1, 1, 1], [5, 9, 3, 4], [40, 40, 16, 24]]) {
      const three = [normal(n * dk, 2), normal(m * dk, 3), normal(m * dv, 4)];
      for (const causal of [false, true]) {
        const wanted = oracle.linearAttention(...three, { n, m, dk, dv, causal });
        near(`${n}, ${m}`, linearAttention(...three, { n, causal }), wanted, 1e-5);
        const later = oracle.linearAttention(...three, { n, m, dk, dv, causal, first: 2 });
        near(`${n}, ${m}, later`, linearAttention(...three, { n, causal, first: 2 }), later, 1e-5);
      }
    }
  },
};
