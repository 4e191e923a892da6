// Where there is relaxed SIMD; Node before 21 has it behind a flag of V8, which later ones do not know.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { PKG, testAll } from "./body.mjs";

if (Number(process.versions.node.split(".")[0]) < 21) {
  setFlagsFromString("--experimental-wasm-relaxed-simd");
}

await testAll(["relaxed", "simd128"]);

test("relaxed is chosen", async () => {
  for (const file of ["attention-lab.js", "attention-only.js"]) {
    assert.equal((await import(new URL(file, PKG))).variant, "relaxed");
  }
});

test("relaxed SIMD is in the relaxed modules, and in no other", async () => {
  const RELAXED_MADD = "fd8502";
  for (const file of ["attention-lab", "attention-only"]) {
    for (const variant of ["relaxed", "simd128"]) {
      const module = await readFile(new URL(`${file}.${variant}.wasm`, PKG));
      assert.equal(module.toString("hex").includes(RELAXED_MADD), variant === "relaxed", `${file}, ${variant}`);
    }
  }
});
