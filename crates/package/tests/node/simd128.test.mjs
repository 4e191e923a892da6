// Where there is no relaxed SIMD: Node 20 as it is, and any other once it denies having it.

import assert from "node:assert/strict";
import test from "node:test";
import { PKG, testAll } from "./body.mjs";

const validate = WebAssembly.validate;
// The probe of relaxed SIMD is the longer one.
const probes = [];
WebAssembly.validate = (bytes) => {
  probes.push(bytes);
  return bytes.length < 35 && validate(bytes);
};

await testAll(["simd128"]);
const entry = await import(new URL("attention-lab.js", PKG));

test("simd128 is chosen, and relaxed refused in words", async () => {
  assert.equal(entry.variant, "simd128");
  await assert.rejects(entry.load("relaxed"), { message: "this machine's WebAssembly has no relaxed SIMD" });
  await assert.rejects(entry.load("avx"), { message: "there is no variant avx; there are relaxed and simd128" });
});

test("without any SIMD it is said", async () => {
  WebAssembly.validate = () => false;
  await assert.rejects(entry.load(), { message: "this machine's WebAssembly has no SIMD" });
});
