// What the bench's program asks this page to do: load the contenders, check them, time one round.
//
// Statistics are the program's; here is only what must happen in the page.

import { ALL } from "./contenders/all.js";
import { fitted } from "./lib/fit.js";
import { MULTIPLY_ADDS, peaks } from "./lib/peaks.js";
import { taskOf } from "./lib/tasks.js";
import { perCall } from "./lib/timing.js";

/** What could be loaded, by id. */
const ready = new Map();
/** The peak loops, timed in every round. */
let limits = [];
/** Those of the row at hand, in a fixed order: `{ id, run, calls, every }`. */
let runners = [];
let task;

/** Loads every contender; says of each its name and version, or why there is none. */
async function start() {
  limits = await peaks();
  const contenders = await Promise.all(ALL.map(async (id) => {
    const { name, load } = await import(`./contenders/${id}.js`);
    try {
      const contender = await load();
      ready.set(id, contender);
      return { id, name, version: contender.version };
    } catch (error) {
      return { id, name, failure: String(error) };
    }
  }));
  return { contenders, multiplyAdds: MULTIPLY_ADDS };
}

/** Makes a row's task; says who does this kind of work. */
async function prepare(row) {
  task?.release();
  task = taskOf(row);
  runners = [...limits];
  return ALL.filter((id) => ready.get(id)?.[task.kind] !== undefined);
}

/** Checks a contender; if it is right, it takes part in the row's rounds. */
async function check(id) {
  const { best, tried } = await fitted(ready.get(id), task);
  if (best !== undefined) runners.push({ id, ...best });
  return { id, tried, how: best?.how };
}

/** Times everybody once; gives milliseconds a call by id. */
async function round(number) {
  const times = {};
  const turns = runners.filter(({ every }) => number % every === 0);
  // Backwards in every other round, so that none always follows the same other.
  if (number % 2 === 1) turns.reverse();
  for (const { id, run, calls } of turns) times[id] = await perCall(run, calls);
  return times;
}

/** A contender's first call in a fresh document: milliseconds from its import to its result. */
function first(id) {
  const frame = document.createElement("iframe");
  return new Promise((resolve) => {
    addEventListener("message", ({ data }) => {
      frame.remove();
      resolve(data);
    }, { once: true });
    frame.src = `first.html?${id}`;
    document.body.append(frame);
  });
}

window.bench = { start, prepare, check, round, first };
