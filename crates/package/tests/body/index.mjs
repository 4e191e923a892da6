// One test body for both modules, wherever they run. A case is (lab, entry) => nothing: `lab` is what
// `load` gave, `entry` the imported module.

import { onlyAttention, stages } from "./attention.mjs";
import { errorsOfAttention, errorsOfOthers } from "./errors.mjs";
import { memoryOfAttention, memoryOfOthers } from "./memory.mjs";
import { others } from "./others.mjs";

/** For attention-only.js. */
export const small = { ...onlyAttention, ...errorsOfAttention, ...memoryOfAttention };
/** For attention-lab.js. */
export const whole = { ...small, ...stages, ...others, ...errorsOfOthers, ...memoryOfOthers };
/** Both, by the entry's file. */
export const BODIES = { "attention-lab.js": whole, "attention-only.js": small };
