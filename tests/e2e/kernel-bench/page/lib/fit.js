// Which of a contender's ways to do a task are right, and which of those is the fastest.

import { callsFor } from "./timing.js";

/** The largest absolute difference; NaN where a result is not a list of as many numbers. */
function error(result, expected) {
  if (result?.length !== expected.length) return NaN;
  let most = 0;
  for (let i = 0; i < expected.length; i++) {
    const off = Math.abs(result[i] - expected[i]);
    // NaN is larger than nothing, so it is looked for.
    if (!(off <= most)) most = off;
    if (Number.isNaN(most)) return NaN;
  }
  return most;
}

/** Tries one way twice: what it keeps from one call to the next must not spoil the second. */
async function tried(how, run, task) {
  try {
    const off = [];
    for (let time = 0; time < 2; time++) {
      task.out.fill(NaN);
      off.push(error(await run(), task.expected));
    }
    const most = Math.max(...off);
    if (!(most <= task.tolerance)) return { how, failure: `wrong by ${most}` };
    return { how, error: most, run };
  } catch (error) {
    return { how, failure: String(error).slice(0, 300) };
  }
}

/**
 * All ways of a contender, tried; and the best of them, if one works: `{ how, run, … }`.
 * What cannot be told over the wire (`run`) is left out of `tried`.
 */
export async function fitted(contender, task) {
  const ways = [];
  try {
    for (const [how, run] of Object.entries(await contender[task.kind](task))) {
      ways.push(await tried(how, run, task));
    }
  } catch (error) {
    ways.push({ how: task.kind, failure: String(error).slice(0, 300) });
  }
  const right = ways.filter(({ failure }) => failure === undefined);
  for (const way of right) Object.assign(way, await callsFor(way.run));
  const best = right.sort((a, b) => a.best - b.best)[0];
  return { best, tried: ways.map(({ run, ...said }) => said) };
}
