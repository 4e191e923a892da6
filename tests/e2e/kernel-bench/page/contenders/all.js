// Everybody, in the order of the tables. A contender is a module of this folder with
//
// - `name`, as the tables call it;
// - `load()`, which gives its `version` and, for each kind of work it can do, a function from a task
//   (see lib/tasks.js) to its ways of doing it: `{ [how]: run }`;
// - where there is less to load for attention alone, `loadAttention()`.
//
// `run()` reads the task's operands and gives the result, in `task.out` where the contender can write
// there and else as it hands it out, at once or as a promise.

export const ALL = [
  "ours-relaxed", "ours-simd128", "ort", "tfjs", "candle", "gemm", "matrixmultiply", "plain",
];
