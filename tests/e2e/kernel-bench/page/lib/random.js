// The same numbers in every run.

/** `length` numbers of N(0, 1). */
export function normal(length, seed) {
  const next = uniform(seed);
  // Box and Muller 1958; 1 − u is never 0.
  const one = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return Float32Array.from({ length }, one);
}

/** mulberry32: numbers in [0, 1). */
function uniform(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
