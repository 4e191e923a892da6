// The test body in a browser: both entries, both variants.

import { BODIES } from "../body/index.mjs";

/** What failed, in words; what was chosen; and how many cases there were. */
export async function runAll() {
  const outcome = { failures: [], chosen: {}, cases: 0 };
  for (const [file, cases] of Object.entries(BODIES)) {
    const entry = await import(new URL(`../pkg/${file}`, import.meta.url));
    outcome.chosen[file] = entry.variant;
    for (const variant of ["relaxed", "simd128"]) {
      const lab = await entry.load(variant);
      for (const [name, run] of Object.entries(cases)) {
        outcome.cases += 1;
        try {
          await run(lab, entry);
        } catch (error) {
          outcome.failures.push(`${file}, ${variant}: ${name}: ${error.message}`);
        }
      }
    }
  }
  return outcome;
}
