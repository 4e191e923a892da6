// ONNX Runtime Web: its WebAssembly provider on one thread.
//
// It cannot write into an array of ours: outputs that are handed to `run` for the CPU come back as they
// were (processed as “pre-allocated: no need to copy”), so its results are fresh arrays.

import * as graphs from "../lib/graphs.js";
import { model } from "../lib/onnx.js";

export const name = "ONNX Runtime";

export async function load() {
  const ort = await import("../peers/ort/ort.wasm.min.mjs");
  ort.env.wasm.wasmPaths = new URL("../peers/ort/", import.meta.url).href;
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "fatal";
  const kinds = Object.entries(graphs).map(([kind, graphsOf]) => [kind, (task) => ways(ort, task, graphsOf(task))]);
  return { version: ort.env.versions.web, ...Object.fromEntries(kinds) };
}

/** One way for each graph. A graph that ORT refuses fails when it is run, as others do. */
async function ways(ort, task, graphsOfTask) {
  const all = {};
  for (const [how, graph] of Object.entries(graphsOfTask)) {
    try {
      all[how] = await way(ort, task, graph);
    } catch (error) {
      all[how] = () => { throw error; };
    }
  }
  return all;
}

async function way(ort, task, graph) {
  const session = await ort.InferenceSession.create(model(graph), { executionProviders: ["wasm"] });
  task.atEnd.push(() => session.release());
  const feeds = {};
  // A tensor refers to our array, which every run copies in anew.
  for (const [input, dims] of Object.entries(graph.inputs)) feeds[input] = new ort.Tensor("float32", task[input], dims);
  return async () => (await session.run(feeds)).out.data;
}
