// How what attention costs grows with n, from a figure of Attention Lab: on axes that are both logarithmic,
// the slope of the straight line through the last points of each curve, by least squares.
// The page tells one from three sizes on, and one of times only where the largest n is 512 or more and the points lie on
// a line: smaller sizes tell of overheads, and a busy machine of others' work.
// Runs in any browser and with `node growth.mjs`.

// method, every n, and what was measured there
@measured@

@last@
const sum = numbers => numbers.reduce((a, b) => a + b, 0);
const centred = numbers => numbers.map(own => own - sum(numbers) / numbers.length);

// Σ(x − x̄)(y − ȳ) / Σ(x − x̄)² of x = log₂ n and y = log₂ value: the value grows as n to this power.
const slope = (n, values) => {
  const [x, y] = [n, values].map(own => centred(own.slice(-LAST).map(Math.log2)));
  return sum(x.map((own, i) => own * y[i])) / sum(x.map(own => own * own));
};

for (const [method, n, quantities] of measured) {
  for (const [quantity, values] of quantities) {
    if (n.length > 1 && values.slice(-LAST).every(value => value > 0)) {
      const ends = `from n = ${n.slice(-LAST)[0]} to ${n.at(-1)}`;
      console.log(`${method}: ${quantity} ~ n^${slope(n, values)}, ${ends}`);
    }
  }
}
