// As lab.mts, for attention-only.d.ts.

import * as only from "../../../../pkg/attention-only.js";
import type {
  AttentionOptions, AttentionSizes, Numbers, Sight, Variant,
} from "../../../../pkg/attention-only.js";

/** Every value that the file declares. */
export const VALUES: Record<keyof typeof only, "used below"> = {
  attention: "used below",
  variant: "used below",
  load: "used below",
};

const q: Numbers = [1, 0];
const sizes: AttentionSizes = { n: 1 };
const sight: Sight = { causal: true, first: 3 };
const options: AttentionOptions = { ...sizes, ...sight };
export const output: Float32Array = only.attention(q, q, q, options);
const variant: Variant = only.variant;
const own = await only.load(variant);
export const again: Float32Array = own.attention(q, q, q, { n: 1 });
// @ts-expect-error: causal
only.attention(q, q, q, { n: 1, casual: true });
// @ts-expect-error: the small module has attention alone
only.softmax(q);
// @ts-expect-error: so has one of its own
own.attentionStages(q, q, q);
// @ts-expect-error: one of two
await only.load("relaxed-simd");
