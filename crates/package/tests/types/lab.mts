// What a caller may write by attention-lab.d.ts, and what the compiler must refuse. Only its types are
// checked: `cargo xtask test --only package` compiles it against pkg/, and nothing runs it.

import * as lab from "../../../../pkg/attention-lab.js";
import type {
  AttentionOptions, AttentionSizes, Lab, LinearAttentionOptions, MatmulOptions, Numbers, Packed,
  PackOptions, RowsOptions, Sight, Stages, StagesOptions, Variant,
} from "../../../../pkg/attention-lab.js";

/** Every value that the file declares: one that is missing here, or is not there, does not compile. */
export const VALUES: Record<keyof typeof lab, "used below"> = {
  attention: "used below",
  attentionStages: "used below",
  linearAttention: "used below",
  matmul: "used below",
  pack: "used below",
  softmax: "used below",
  layerNorm: "used below",
  gelu: "used below",
  variant: "used below",
  load: "used below",
};

const x = new Float32Array(4);
const operands: Numbers[] = [x, [1, 2], [1, 2] as const, new Float64Array(2), new Uint8ClampedArray(2)];
// @ts-expect-error: text is no matrix
operands.push("1 2");
// @ts-expect-error: these are no numbers
operands.push(new BigInt64Array(2));

// Attention: all options at once, then each that is misspelt or of another kind.
const sizes: Required<AttentionSizes> = { n: 2, m: 2, dk: 2, dv: 2 };
const sight: Sight = { scale: 1, causal: true, window: null, first: 0, mask: new Uint8Array(4) };
const options: AttentionOptions = { ...sizes, ...sight, out: x };
export const output: Float32Array = lab.attention([1, 2, 3, 4], x, x, options);
lab.attention(x, x, x, { n: 2, window: 3, mask: x });
// @ts-expect-error: causal
lab.attention(x, x, x, { n: 2, casual: true });
// @ts-expect-error: dk
lab.attention(x, x, x, { d_k: 2 });
// @ts-expect-error: a place is a number
lab.attention(x, x, x, { n: 2, first: "1" });
// @ts-expect-error: a mask of what would be neither added nor a yes or no
lab.attention(x, x, x, { n: 2, mask: [1, 0, 1, 1] });
// @ts-expect-error: results are f32
lab.attention(x, x, x, { n: 2, out: new Float64Array(4) });
// @ts-expect-error: no values
lab.attention(x, x, { n: 2 });

// Stages: what is missing from `out` is made.
const some: StagesOptions = { n: 2, first: 1, causal: true, out: { weights: x } };
const stages: Stages = lab.attentionStages(x, x, x, some);
export const every: Record<keyof Stages, Float32Array> = stages;
// @ts-expect-error: weights
lab.attentionStages(x, x, x, { n: 2, out: { weight: x } });
// @ts-expect-error: no single array
lab.attentionStages(x, x, x, { n: 2, out: x });
// @ts-expect-error: there is no such stage
export const probabilities = stages.softmax;

// Linear attention: neither a window nor a mask.
const linear: LinearAttentionOptions = { ...sizes, causal: true, first: 1, out: x };
export const mixed: Float32Array = lab.linearAttention(x, x, x, linear);
// @ts-expect-error: no window
lab.linearAttention(x, x, x, { n: 2, window: 3 });
// @ts-expect-error: no mask
lab.linearAttention(x, x, x, { n: 2, mask: x });

// Products, packed or not.
const packing: PackOptions = { k: 2, m: 2, transposed: true };
const packed: Packed = lab.pack(x, packing);
const product: MatmulOptions = { ...packing, n: 2, out: x };
export const products: Float32Array[] = [lab.matmul(x, x, product), lab.matmul(x, packed)];
export const known: [number, number, boolean] = [packed.k, packed.m, packed.transposed];
packed.free();
// @ts-expect-error: transposed
lab.matmul(x, x, { n: 2, transpose: true });
// @ts-expect-error: only the right factor is packed
lab.matmul(packed, x, { n: 2 });
// @ts-expect-error: k or m
lab.pack(x);
// @ts-expect-error: it stays what it was packed as
packed.k = 3;

// Rows.
const rows: RowsOptions = { rows: 2, cols: 2, out: x };
export const shares: Float32Array = lab.softmax(x, rows);
export const normal: Float32Array = lab.layerNorm(x, [1, 1], [0, 0], { ...rows, eps: 1e-6 });
export const bent: Float32Array = lab.gelu(x, { out: x });
// @ts-expect-error: cols
lab.softmax(x, { columns: 2 });
// @ts-expect-error: eps
lab.layerNorm(x, [1, 1], [0, 0], { epsilon: 1e-6 });
// @ts-expect-error: a gain and a bias
lab.layerNorm(x);
// @ts-expect-error: it goes number by number
lab.gelu(x, { rows: 2 });

// Modules.
const variant: Variant = lab.variant;
const own: Lab = await lab.load(variant);
export const again: Float32Array = own.attention(x, x, x, { n: 2 });
/** A module has what the file has, but `load`. */
export const OWN: Record<keyof Lab, unknown> = own satisfies Omit<typeof lab, "load">;
// @ts-expect-error: one of two
await lab.load("simd");
// @ts-expect-error: it says which it is
own.variant = "relaxed";
