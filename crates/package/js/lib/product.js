// Matrix products, also with a right factor that stays packed in the module's memory.

import { known, length, numbers, output, other, whole } from "./check.js";

const PACK = ["k", "m", "transposed"];
const MATMUL = ["n", "k", "m", "transposed", "out"];

/** A right factor that was packed once, for many products. */
class Packed {
  #engine;
  #block;

  constructor(engine, block, k, m, transposed) {
    this.#engine = engine;
    this.#block = block;
    Object.assign(this, { k, m, transposed });
    Object.freeze(this);
    engine.forgotten ??= new FinalizationRegistry((block) => engine.release(block));
    engine.forgotten.register(this, block);
  }

  /** Where it lies. @throws {Error} if it is another engine's, or freed. */
  at(engine) {
    if (this.#engine !== engine) throw new Error("b was packed by another module than this one");
    if (!engine.kept.includes(this.#block)) throw new Error("b has been freed");
    return this.#block.at;
  }

  /** Gives its memory back now, not only when it is forgotten. */
  free() {
    this.#engine.release(this.#block);
  }
}

/** k and m of a right factor, one of them from the length. */
function sizesOfB(b, { k, m, transposed }) {
  numbers("b", b);
  if (k === undefined && m === undefined) throw new RangeError("one of k and m must be given");
  k ??= other("b", b, "m", m);
  m ??= other("b", b, "k", k);
  whole("k", k);
  whole("m", m);
  if (transposed) length("b", m, k, b);
  else length("b", k, m, b);
  return [k, m];
}

/** `pack` on an engine; documented in attention-lab.d.ts. */
export const packOn = (engine) => function pack(b, options = {}) {
  known("pack", options, PACK);
  const [k, m] = sizesOfB(b, options);
  const transposed = Boolean(options.transposed);
  engine.begin(1, k, m, 0);
  engine.set(transposed, 0, 0, 0);
  const block = engine.keep(engine.exports.packed(engine.frame) >>> 0);
  try {
    engine.begin(1, k, m, 0);
    engine.room(0, k * m);
    engine.point(1, block.at);
    engine.reserve();
    engine.put(0, b);
    engine.run(engine.exports.pack);
  } catch (error) {
    engine.release(block);
    throw error;
  }
  return new Packed(engine, block, k, m, transposed);
};

/** The sizes of a product; those that are not given from the lengths. */
function sizes(a, b, options) {
  numbers("a", a);
  let { n, k, m } = options;
  if (b instanceof Packed) {
    for (const name of ["k", "m", "transposed"]) agree(name, options[name], b[name]);
    ({ k, m } = b);
  } else {
    if (k === undefined && n !== undefined) k = other("a", a, "n", n);
    [k, m] = sizesOfB(b, { k, m, transposed: options.transposed });
  }
  n ??= other("a", a, "k", k);
  length("a", whole("n", n), k, a);
  return [n, k, m];
}

/** @throws {RangeError} if an option says something else than b was packed with. */
function agree(name, option, packed) {
  if (option !== undefined && option !== packed) {
    throw new RangeError(`b was packed with ${name} = ${packed}, not ${String(option)}`);
  }
}

/** `matmul` on an engine; documented in attention-lab.d.ts. */
export const matmulOn = (engine) => function matmul(a, b, options = {}) {
  known("matmul", options, MATMUL);
  const [n, k, m] = sizes(a, b, options);
  const { out } = options;
  output("out", n, m, out);
  const packed = b instanceof Packed;
  const { exports } = engine;
  engine.begin(n, k, m, 0);
  engine.set(packed ? b.transposed : options.transposed, 0, 0, 0);
  engine.room(0, n * k);
  engine.room(2, n * m);
  if (packed) {
    engine.point(1, b.at(engine));
  } else {
    engine.room(1, k * m);
    engine.room(3, exports.packed(engine.frame) >>> 0);
  }
  engine.reserve();
  engine.put(0, a);
  if (!packed) engine.put(1, b);
  engine.run(packed ? exports.matmul_packed : exports.matmul);
  const result = out ?? new Float32Array(n * m);
  engine.take(2, result);
  return result;
};
