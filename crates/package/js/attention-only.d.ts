/** Attention alone, in the smallest module. Everything is as in attention-lab.d.ts. */

import type { attention as Attention, Variant } from "./attention-lab.js";

export type { AttentionOptions, AttentionSizes, Numbers, Sight, Variant } from "./attention-lab.js";

/** softmax(scale·Q·Kᵀ + mask)·V, n×dv, without ever holding the n×m weights. */
export declare const attention: typeof Attention;

/** Which module `attention` uses: the best that `WebAssembly.validate` admits. */
export declare const variant: Variant;

/** Another module with a memory of its own; of a certain variant, if one is named. */
export declare function load(variant?: Variant): Promise<{
  readonly variant: Variant;
  attention: typeof Attention;
}>;
