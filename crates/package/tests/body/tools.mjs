// What tests need, wherever they run.

/** So many numbers, about N(0, 1), the same from the same seed. */
export function normal(length, seed = 1) {
  let state = seed * 2654435761 % 4294967296;
  const uniform = () => (state = (state * 1664525 + 1013904223) % 4294967296) / 4294967296;
  return Float32Array.from({ length }, () => {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += uniform();
    return sum;
  });
}

/** @throws {Error} unless the condition holds. */
export function expect(condition, words) {
  if (!condition) throw new Error(words);
}

/** @throws {Error} unless every number is as near as `bound` (of what is beyond 1, that part of it). */
export function near(name, found, wanted, bound) {
  expect(found instanceof Float32Array, `${name} is no Float32Array`);
  expect(found.length === wanted.length, `${name} has ${found.length} numbers, not ${wanted.length}`);
  for (let at = 0; at < wanted.length; at++) {
    const same = found[at] === wanted[at]
      || Math.abs(found[at] - wanted[at]) <= bound * Math.max(1, Math.abs(wanted[at]));
    expect(same, `${name}[${at}] is ${found[at]}, not ${wanted[at]}`);
  }
}

/** @throws {Error} unless `action` throws exactly this. */
export function throws(action, type, message) {
  let thrown;
  try {
    action();
  } catch (error) {
    thrown = error;
  }
  expect(thrown !== undefined, `nothing was thrown, instead of: ${message}`);
  expect(thrown instanceof type && thrown.message === message,
    `${thrown.name}: ${thrown.message}\n  instead of ${type.name}: ${message}`);
}

/** Runs `action` while memories grow by `grow` instead; gives how often they wanted to. */
export function withGrowth(grow, action) {
  const { prototype } = WebAssembly.Memory, real = prototype.grow;
  let times = 0;
  prototype.grow = function (pages) {
    times += 1;
    return grow === undefined ? real.call(this, pages) : grow(pages);
  };
  try {
    action();
  } finally {
    prototype.grow = real;
  }
  return times;
}
