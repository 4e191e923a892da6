// How long something takes. The timer steps by 5 µs, so what is timed is batches of calls.

/** How long a batch takes at least, in milliseconds. */
const BATCH = 10;
/** How long a contender runs before it is timed, so that the browser has optimised its code. */
const WARM_UP = 80;
/** Of how many batches the best one says how fast a contender is. */
const BATCHES = 4;
/** Who takes longer than this for one call is timed in every eighth round only. */
const SLOW = 150;

/** Milliseconds a call. Only those that answer with a promise are waited for. */
export async function perCall(run, calls) {
  const start = performance.now();
  for (let call = 0; call < calls; call++) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / calls;
}

/**
 * Warms up, then says how many calls are a batch, in which rounds, and how long a call takes at best:
 * of some batches the quickest, which is the one that was disturbed least.
 */
export async function callsFor(run) {
  const start = performance.now();
  let calls = 1, best = Infinity;
  for (let long = false; !long || performance.now() - start < WARM_UP;) {
    best = Math.min(best, await perCall(run, calls));
    // One call may take less than a step of the timer.
    long = best * calls >= BATCH;
    if (!long) calls *= 2;
  }
  calls = Math.ceil(BATCH / best);
  for (let batch = 0; batch < BATCHES && best < SLOW; batch++) {
    best = Math.min(best, await perCall(run, calls));
  }
  return { calls, every: best > SLOW ? 8 : 1, best };
}
