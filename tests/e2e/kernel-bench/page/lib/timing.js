// How long something takes. The timer steps by 5 µs, so what is timed is batches of calls.

/** How long a batch takes at least, in milliseconds. */
const BATCH = 15;
/** How long a contender runs before it is timed, so that the browser has optimised its code. */
const WARM_UP = 150;
/** Who takes longer than this for one call is timed in every fifth round only. */
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

/** Warms up, then says how many calls are a batch, in which rounds, and how long about one takes. */
export async function callsFor(run) {
  const start = performance.now();
  let warm = 0;
  do {
    await perCall(run, 1);
    warm++;
  } while (performance.now() - start < WARM_UP);
  const about = await perCall(run, Math.ceil(warm / 4));
  return { calls: Math.max(1, Math.ceil(BATCH / about)), every: about > SLOW ? 5 : 1, about };
}
