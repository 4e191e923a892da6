// One contender's first call: what a page waits for that has loaded nothing yet.

import { taskOf } from "./lib/tasks.js";

const id = location.search.slice(1);
const task = taskOf({ kind: "attention", n: 64, causal: false });
const { load, loadAttention } = await import(`./contenders/${id}.js`);

const start = performance.now();
const contender = await (loadAttention ?? load)();
const [run] = Object.values(await contender.attention(task));
await run();
parent.postMessage(performance.now() - start, location.origin);
