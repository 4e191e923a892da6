// The test body in Node: both entries, in the variants that are named.

import test from "node:test";
import { BODIES } from "../body/index.mjs";

/** The built package, or the one that ATTENTION_LAB_PKG names. */
export const PKG = process.env.ATTENTION_LAB_PKG === undefined
  ? new URL("../../../../pkg/", import.meta.url)
  : new URL(`file://${process.env.ATTENTION_LAB_PKG}/`);

export async function testAll(variants) {
  for (const [file, cases] of Object.entries(BODIES)) {
    const entry = await import(new URL(file, PKG));
    for (const variant of variants) {
      const lab = await entry.load(variant);
      for (const [name, run] of Object.entries(cases)) {
        test(`${file}, ${variant}: ${name}`, () => run(lab, entry));
      }
    }
  }
}
