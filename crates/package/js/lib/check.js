// What must be true of arguments, and the words for when it is not.

/** Places of tokens end here, so that a few more can be counted on from them in 32 bits. */
const LAST = 0x7fffffff;

/** A value as it is written into a message. */
const shown = (value) => (typeof value === "string" ? JSON.stringify(value) : String(value));

/** @throws {RangeError} unless the size is a whole number of at least 1. */
export function whole(name, size) {
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new RangeError(`${name} must be a whole number of at least 1, not ${shown(size)}`);
  }
  return size;
}

/** @throws {RangeError} unless it can be the place of a token. */
export function place(name, place) {
  if (!Number.isInteger(place) || place < 0 || place > LAST) {
    throw new RangeError(`${name} must be a whole number from 0 to ${LAST}, not ${shown(place)}`);
  }
  return place;
}

/** The number as an f32. @throws {RangeError} unless it is finite. */
export function finite(name, number) {
  const rounded = typeof number === "number" ? Math.fround(number) : NaN;
  if (!Number.isFinite(rounded)) {
    throw new RangeError(`${name} must be a finite number within f32, not ${shown(number)}`);
  }
  return rounded;
}

/** @throws {TypeError} unless it is a typed array or an array. */
export function numbers(name, array) {
  if (!Array.isArray(array) && (!ArrayBuffer.isView(array) || array instanceof DataView)) {
    throw new TypeError(`${name} must be a Float32Array or an array of numbers`);
  }
}

/** @throws {RangeError} unless there are as many numbers as rows×columns have. */
export function length(name, rows, columns, array) {
  if (array.length !== rows * columns) {
    throw new RangeError(`${name} is ${rows}×${columns} and needs ${rows * columns} numbers, `
      + `not ${array.length}`);
  }
}

/** What the other size of a matrix must be, by its length. @throws {RangeError} unless it is whole. */
export function other(name, array, sizeName, size) {
  if (array.length === 0) throw new RangeError(`${name} is empty`);
  const other = array.length / whole(sizeName, size);
  if (!Number.isInteger(other)) {
    throw new RangeError(`the length of ${name}, ${array.length}, is no multiple of ${sizeName} = ${size}`);
  }
  return other;
}

/** Checks an array that is to be written, if one is given. */
export function output(name, rows, columns, out) {
  if (out === undefined) return;
  if (!(out instanceof Float32Array)) throw new TypeError(`${name} must be a Float32Array`);
  length(name, rows, columns, out);
}

/** @throws {TypeError} for an option that does not exist: a misspelt one would change nothing, in silence. */
export function known(operation, options, names) {
  for (const name in options) {
    if (!names.includes(name)) {
      throw new TypeError(`${operation} has no option “${name}”; there are ${names.join(", ")}`);
    }
  }
}
