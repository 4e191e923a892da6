// What lies in pkg/ beside the modules: its description, its examples, its sizes.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { PKG } from "./body.mjs";

const read = (file) => readFile(new URL(file, PKG), "utf8");

test("every file that package.json names is there", async () => {
  const { exports, types } = JSON.parse(await read("package.json"));
  const files = [types, ...Object.values(exports).flatMap((entry) => Object.values(entry))];
  for (const file of files.filter((file) => !file.includes("*") && file.startsWith("./"))) await read(file);
});

test("what is declared is exported, and nothing else", async () => {
  for (const file of ["attention-lab", "attention-only"]) {
    const declared = (await read(`${file}.d.ts`)).matchAll(/^export declare (?:function|const) (\w+)/gm);
    const entry = await import(new URL(`${file}.js`, PKG));
    assert.deepEqual(Object.keys(entry).sort(), [...declared].map(([, name]) => name).sort());
  }
});

test("attention alone is at most 8 KB, gzip -9", async () => {
  for (const variant of ["relaxed", "simd128"]) {
    const module = await readFile(new URL(`attention-only.${variant}.wasm`, PKG));
    assert.ok(gzipSync(module, { level: 9 }).length <= 8192, variant);
  }
});

/** What the first example of a document prints, and what its comments say that it prints. */
async function example(document) {
  const [, code] = /```js\n([^]*?)```/.exec(await readFile(document, "utf8"));
  const folder = await mkdtemp(join(tmpdir(), "attention-lab-"));
  const printed = [], { log } = console;
  console.log = (value) => printed.push(Array.from(value, (number) => Number(number.toFixed(2))));
  try {
    const file = join(folder, "example.mjs");
    await writeFile(file, code.replaceAll("./pkg/", PKG.href));
    await import(pathToFileURL(file));
  } finally {
    console.log = log;
    await rm(folder, { recursive: true });
  }
  return printed;
}

test("the README's examples compute what they say", async () => {
  const inside = await example(new URL("README.md", PKG));
  assert.deepEqual(inside, [[2, 0, 0.66, 2.01, 1, 1.25], [1, 0, 0, 0.33, 0.67, 0, 0.25, 0.25, 0.5]]);
  assert.deepEqual(await example(new URL("../../../../README.md", import.meta.url)), [inside[0]]);
});
