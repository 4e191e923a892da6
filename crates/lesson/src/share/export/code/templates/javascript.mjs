// One head of attention, stage by stage, with the numbers of a figure of Attention Lab.
// Runs in any browser and with `node attention.mjs`. One token a row; n queries, m keys; every stage
// is rounded to float32.
const table = (rows, cols, cell) =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_, j) => cell(i, j)));
const matrix = (rows, cols, cell) => table(rows, cols, (i, j) => Math.fround(cell(i, j)));
const sum = (count, term) => Array.from({ length: count }, (_, t) => term(t)).reduce((a, b) => Math.fround(a + Math.fround(b)), 0);
const product = (a, b) => matrix(a.length, b[0].length, (i, j) => sum(b.length, t => a[i][t] * b[t][j]));

@tokens@

@inputs@
const [n, m] = [Q.length, K.length];

// scores = Q · Kᵀ, n×m
const scores = matrix(n, m, (i, j) => sum(K[j].length, t => Q[i][t] * K[j][t]));
@scores@

// scaled = scores times the scale factor, n×m
@scale@
@scaled@

// mask, n×m: 0 where query i may see key j, −∞ where not
@visible@
@mask@
const mask = matrix(n, m, (i, j) => (visible[i][j] ? 0 : -Infinity));

// masked = scaled + mask, n×m; −∞ hides every score, even one that has overflowed
const masked = matrix(n, m, (i, j) => (visible[i][j] ? scaled[i][j] : mask[i][j]));

// softmax of each row: a row that sees no key has the maximum −∞ and gives zeros
const row_max = masked.map(row => Math.max(...row));
const shifted = matrix(n, m, (i, j) => {
  if (masked[i][j] === -Infinity) return -Infinity;
  return masked[i][j] === row_max[i] ? 0 : masked[i][j] - row_max[i];
});
const exp = matrix(n, m, (i, j) => Math.exp(shifted[i][j]));
const row_sum = exp.map(row => sum(m, j => row[j]));
const weights = matrix(n, m, (i, j) => (row_sum[i] === 0 ? 0 : exp[i][j] / row_sum[i]));
@weights@

// output = weights · V, n×d_v
const output = product(weights, V);

console.log("queries =", JSON.stringify(queries));
console.log("keys =", JSON.stringify(keys));
console.log("weights =", JSON.stringify(weights));
console.log("output =", JSON.stringify(output));
