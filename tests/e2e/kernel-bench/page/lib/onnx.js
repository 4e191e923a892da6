// ONNX models, written out: as much of onnx.proto as the bench's graphs need.
//
// Protocol buffers are a sequence of fields, each a key (number · 8 + wire type) and a value; the wire
// types here are 0 (a varint), 2 (a length, then so many bytes) and 5 (four bytes).

const VERSIONS = { "": 23, "com.microsoft": 1 };
const IR_VERSION = 11;
const FLOAT = 1;
/** The types of constants, by their arrays. */
const TYPES = new Map([[Float32Array, FLOAT], [Uint8Array, 2], [Int8Array, 3]]);
/** What an attribute is, by the field its value lies in. */
const ATTRIBUTE_TYPE = { f: 1, i: 2, s: 3, ints: 7 };

const text = (string) => [new TextEncoder().encode(string)];

function varint(number) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(number));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return new Uint8Array([...bytes, Number(rest)]);
}

/** A field that is a whole number. */
const whole = (field, number) => [varint(field * 8), varint(number)];

/** A field that is a message, text or bytes: a list of pieces. */
function piece(field, pieces) {
  const length = pieces.reduce((sum, { length }) => sum + length, 0);
  return [varint(field * 8 + 2), varint(length), ...pieces];
}

const float = (field, number) => [varint(field * 8 + 5), new Uint8Array(new Float32Array([number]).buffer)];

/** An attribute: a whole number, text, a list of whole numbers, or `{ f }`, which is no whole number. */
function attribute(name, value) {
  const kind = typeof value === "string" ? "s" : Array.isArray(value) ? "ints" : value.f === undefined ? "i" : "f";
  const said = {
    f: () => float(2, value.f),
    i: () => whole(3, value),
    s: () => piece(4, text(value)),
    ints: () => value.flatMap((number) => whole(8, number)),
  };
  return [...piece(1, text(name)), ...said[kind](), ...whole(20, ATTRIBUTE_TYPE[kind])];
}

function node({ op, inputs, outputs, domain = "", ...attributes }) {
  return [
    ...inputs.flatMap((name) => piece(1, text(name))),
    ...outputs.flatMap((name) => piece(2, text(name))),
    ...piece(4, text(op)),
    ...Object.entries(attributes).flatMap(([name, value]) => piece(5, attribute(name, value))),
    ...piece(7, text(domain)),
  ];
}

function initializer(name, { dims, data }) {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [...dims.flatMap((dim) => whole(1, dim)), ...whole(2, TYPES.get(data.constructor)), ...piece(8, text(name)), ...piece(9, [bytes])];
}

/** An input or output of the graph: its name and its shape. */
function value(name, dims) {
  const shape = dims.flatMap((dim) => piece(1, whole(1, dim)));
  return [...piece(1, text(name)), ...piece(2, piece(1, [...whole(1, FLOAT), ...piece(2, shape)]))];
}

/**
 * The bytes of a model. `nodes` are `{ op, inputs, outputs, domain, …attributes }`; `inputs` and `outputs`
 * are shapes by name, `constants` are `{ dims, data }` by name. Inputs and
 * outputs are f32.
 */
export function model({ nodes, inputs, outputs, constants = {} }) {
  const each = (object, field, write) => Object.entries(object).flatMap(([name, x]) => piece(field, write(name, x)));
  const graph = [
    ...nodes.flatMap((one) => piece(1, node(one))),
    ...piece(2, text("bench")),
    ...each(constants, 5, initializer),
    ...each(inputs, 11, value),
    ...each(outputs, 12, value),
  ];
  const versions = ([domain, version]) => piece(8, [...piece(1, text(domain)), ...whole(2, version)]);
  const all = [...whole(1, IR_VERSION), ...piece(7, graph), ...Object.entries(VERSIONS).flatMap(versions)];
  return joined(all);
}

function joined(pieces) {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of pieces) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
