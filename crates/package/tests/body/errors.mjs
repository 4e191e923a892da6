// Every way to ask for something impossible: the words, and that the next call is right all the same.

import { expect, near, normal, throws } from "./tools.mjs";

const f32 = (length) => new Float32Array(length);

/** q, k, v of 3×4, 5×4 and 5×2. */
const fitting = () => [normal(12), normal(20), normal(10)];
const SIZES = { n: 3, m: 5, dk: 4, dv: 2 };

/** [arguments, words] for attention and all that goes by its sizes. */
const ATTENTION = [
  [[f32(11), f32(20), f32(10), SIZES], "q is 3×4 and needs 12 numbers, not 11"],
  [[f32(12), f32(24), f32(10), SIZES], "k is 5×4 and needs 20 numbers, not 24"],
  [[f32(12), f32(20), f32(0), SIZES], "v is 5×2 and needs 10 numbers, not 0"],
  [[f32(11), f32(20), f32(10), { n: 3 }], "the length of q, 11, is no multiple of n = 3"],
  [[f32(12), f32(21), f32(10), { n: 3 }], "the length of k, 21, is no multiple of dk = 4"],
  [[f32(12), f32(20), f32(11), { n: 3 }], "the length of v, 11, is no multiple of m = 5"],
  [[f32(12), f32(20), f32(11), { dv: 2 }], "the length of v, 11, is no multiple of dv = 2"],
  [[f32(0), f32(20), f32(10), { n: 3 }], "q is empty"],
  [[f32(12), f32(20), f32(10), {}], "one of n, m, dk and dv must be given"],
  [[f32(12), f32(20), f32(10)], "one of n, m, dk and dv must be given"],
  ...[["n", 0], ["m", -5], ["dk", 1.5], ["dv", NaN], ["n", Infinity], ["m", 2 ** 60]].map(
    ([name, size]) => [
      [...fitting(), { ...SIZES, [name]: size }],
      `${name} must be a whole number of at least 1, not ${size}`,
    ],
  ),
  [[...fitting(), { ...SIZES, n: "3" }], 'n must be a whole number of at least 1, not "3"'],
  [[...fitting(), { ...SIZES, n: 1e9 }], "q is 1000000000×4 and needs 4000000000 numbers, not 12"],
  [[...fitting(), { ...SIZES, out: f32(7) }], "out is 3×2 and needs 6 numbers, not 7"],
  [[...fitting(), { ...SIZES, scale: NaN }], "scale must be a finite number within f32, not NaN"],
  [[...fitting(), { ...SIZES, scale: 1e39 }], "scale must be a finite number within f32, not 1e+39"],
  [[...fitting(), { ...SIZES, window: 0 }], "window must be a whole number of at least 1, not 0"],
  ...[-1, 0.5, NaN, 2 ** 31, null].map((first) => [
    [...fitting(), { ...SIZES, first }],
    `first must be a whole number from 0 to 2147483647, not ${first}`,
  ]),
  [[...fitting(), { ...SIZES, mask: f32(12) }], "mask is 3×5 and needs 15 numbers, not 12"],
  [[...fitting(), { ...SIZES, mask: f32(15).fill(NaN, 7) }], "mask[1][2] is not a finite number"],
  [[f32(12).fill(NaN, 5), f32(20), f32(10), SIZES], "q[1][1] is not a finite number"],
  [[f32(12), f32(20).fill(Infinity, 9), f32(10), SIZES], "k[2][1] is not a finite number"],
  [[f32(12), f32(20), Array(10).fill(1e39), SIZES], "v[0][0] is not a finite number"],
];

/** The same for what is no array, or no option. */
const TYPES = [
  [[null, f32(20), f32(10), SIZES], "q must be a Float32Array or an array of numbers"],
  [[f32(12), "20 numbers", f32(10), SIZES], "k must be a Float32Array or an array of numbers"],
  [[f32(12), f32(20), new DataView(new ArrayBuffer(40)), SIZES], "v must be a Float32Array or an array of numbers"],
  [[...fitting(), { ...SIZES, out: [] }], "out must be a Float32Array"],
  [[...fitting(), { ...SIZES, mask: Array(15).fill(true) }], "mask must be a Float32Array (added) or a Uint8Array (1 = may look)"],
  [[...fitting(), { ...SIZES, casual: true }], "attention has no option “casual”; there are n, m, dk, dv, scale, causal, window, first, mask, out"],
];

export const errorsOfAttention = {
  "what does not fit attention is said": ({ attention }) => {
    for (const [given, words] of ATTENTION) throws(() => attention(...given), RangeError, words);
    for (const [given, words] of TYPES) throws(() => attention(...given), TypeError, words);
    near("the next call", attention([1], [1], [5], { n: 1 }), [5], 0);
  },

  "an error leaves the output as it was": ({ attention }) => {
    const out = f32(6).fill(7);
    throws(() => attention(f32(12).fill(NaN), f32(20), f32(10), { ...SIZES, out }),
      RangeError, "q[0][0] is not a finite number");
    throws(() => attention(f32(12).fill(1e20), f32(20).fill(1e20), f32(10), { ...SIZES, out }),
      RangeError, "the result's cell [0][0] is beyond f32");
    near("out", out, Array(6).fill(7), 0);
  },
};

export const errorsOfOthers = {
  "what does not fit stages is said": ({ attentionStages }) => {
    for (const [given, words] of ATTENTION.filter(([[, , , options]]) => !options?.out)) {
      throws(() => attentionStages(...given), RangeError, words);
    }
    const stages = (out) => () => attentionStages(...fitting(), { ...SIZES, out });
    throws(stages({ max: f32(4) }), RangeError, "out.max is 3×1 and needs 3 numbers, not 4");
    throws(stages({ weights: [] }), TypeError, "out.weights must be a Float32Array");
    throws(stages({ weight: f32(15) }), TypeError,
      "out has no option “weight”; there are scores, scaled, masked, max, exp, sum, weights, output");
  },

  "what does not fit a product is said": ({ matmul, pack }) => {
    const product = (...given) => () => matmul(...given);
    throws(product(f32(6), f32(11), { n: 2, k: 3, m: 4 }), RangeError, "b is 3×4 and needs 12 numbers, not 11");
    throws(product(f32(6), f32(11), { n: 2, m: 4, transposed: true }), RangeError, "b is 4×3 and needs 12 numbers, not 11");
    throws(product(f32(7), f32(12), { n: 2, k: 3 }), RangeError, "a is 2×3 and needs 6 numbers, not 7");
    throws(product(f32(6), f32(12), { n: 2, out: f32(1) }), RangeError, "out is 2×4 and needs 8 numbers, not 1");
    throws(product(f32(6), f32(12)), RangeError, "one of k and m must be given");
    throws(product(f32(6), f32(12).fill(NaN, 7), { n: 2 }), RangeError, "b[1][3] is not a finite number");
    throws(product([3e38, 3e38], [1, 1, 1, 1, 1, 1], { n: 1 }), RangeError, "the result's cell [0][0] is beyond f32");
    throws(() => pack(f32(12).fill(NaN, 7), { m: 4 }), RangeError, "b[1][3] is not a finite number");
    throws(() => pack(f32(12)), RangeError, "one of k and m must be given");
    const packed = pack(f32(12), { k: 3 });
    throws(product(f32(7), packed), RangeError, "the length of a, 7, is no multiple of k = 3");
    throws(product(f32(6), packed, { m: 3 }), RangeError, "b was packed with m = 4, not 3");
    packed.free();
    packed.free();
    throws(product(f32(6), packed), Error, "b has been freed");
  },

  "what does not fit rows is said": ({ softmax, layerNorm, gelu, linearAttention }) => {
    throws(() => softmax(f32(7), { rows: 2 }), RangeError, "the length of x, 7, is no multiple of rows = 2");
    throws(() => softmax(f32(7), { rows: 2, cols: 3 }), RangeError, "x is 2×3 and needs 6 numbers, not 7");
    throws(() => softmax([]), RangeError, "x is empty");
    throws(() => softmax([0, Infinity]), RangeError, "x[0][1] is not a finite number");
    throws(() => layerNorm(f32(6), f32(4), f32(3), { rows: 2, cols: 3 }), RangeError, "gain is 1×3 and needs 3 numbers, not 4");
    throws(() => layerNorm(f32(6), f32(3), f32(3), { eps: Infinity }), RangeError, "eps must be a finite number within f32, not Infinity");
    throws(() => gelu([]), RangeError, "x is empty");
    const long = f32(40000).fill(Infinity, 39000, 39001);
    throws(() => softmax(long, { cols: 100 }), RangeError, "x[390][0] is not a finite number");
    throws(() => gelu(long), RangeError, "x[39000][0] is not a finite number");
    throws(() => gelu([1, NaN]), RangeError, "x[1][0] is not a finite number");
    throws(() => linearAttention(...fitting(), { n: 3, first: -1 }), RangeError,
      "first must be a whole number from 0 to 2147483647, not -1");
    throws(() => linearAttention(...fitting(), { n: 3, window: 2 }), TypeError,
      "linearAttention has no option “window”; there are n, m, dk, dv, causal, first, out");
  },

  "a module of its own knows its own packed matrices": async (lab, { load }) => {
    const other = await load(lab.variant);
    expect(other.variant === lab.variant, `${other.variant} was loaded`);
    throws(() => other.matmul([1], lab.pack([1], { k: 1 })), Error, "b was packed by another module than this one");
  },
};
