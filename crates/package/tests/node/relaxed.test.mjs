// Where there is relaxed SIMD; Node before 21 has it behind a flag of V8, which later ones do not know.

import assert from "node:assert/strict";
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

test("the modules are two", async () => {
  const { load } = await import(new URL("attention-lab.js", PKG));
  const [relaxed, simd128] = [await load("relaxed"), await load("simd128")];
  const a = Float32Array.from({ length: 900 }, (_, i) => Math.sin(i));
  assert.notDeepEqual(relaxed.matmul(a, a, { n: 30 }), simd128.matmul(a, a, { n: 30 }));
});
