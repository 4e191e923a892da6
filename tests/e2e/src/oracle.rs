//! Attention once more, in f64 and straight from the formula, to hold the page's numbers against.

/// A matrix as rows.
pub type Rows = Vec<Vec<f64>>;

/// How far the page, which computes in f32, may be from this, absolutely or relatively.
pub const TOLERANCE: f64 = 1e-5;

/// softmax(Q·Kᵀ/√d_k + M), where M hides what `keep` refuses.
pub fn weights(q: &Rows, k: &Rows, keep: impl Fn(usize, usize) -> bool) -> Rows {
    let rows = q.iter().enumerate();
    rows.map(|(i, query)| {
        let root = (query.len() as f64).sqrt();
        let scores = k.iter().enumerate().map(|(j, key)| {
            if keep(i, j) {
                dot(query, key) / root
            } else {
                f64::NEG_INFINITY
            }
        });
        softmax(&scores.collect::<Vec<_>>())
    })
    .collect()
}

/// A·V.
pub fn mix(weights: &Rows, v: &Rows) -> Rows {
    let columns = v.first().map_or(0, Vec::len);
    let column = |j: usize| v.iter().map(|row| row[j]).collect::<Vec<_>>();
    let columns: Rows = (0..columns).map(column).collect();
    weights
        .iter()
        .map(|row| columns.iter().map(|column| dot(row, column)).collect())
        .collect()
}

/// Fails, naming the cell, unless both are the same within [`TOLERANCE`].
pub fn assert_close(name: &str, page: &Rows, expected: &Rows) {
    assert_eq!(page.len(), expected.len(), "{name}: number of rows");
    for (i, (page, expected)) in page.iter().zip(expected).enumerate() {
        assert_eq!(
            page.len(),
            expected.len(),
            "{name}, row {i}: number of columns"
        );
        for (j, (page, expected)) in page.iter().zip(expected).enumerate() {
            // NaN is a number that is not there, here and there.
            let near = (page - expected).abs() <= TOLERANCE * expected.abs().max(1.0)
                || (page.is_nan() && expected.is_nan());
            assert!(
                near,
                "{name}[{i}][{j}] is {page} on the page, {expected} by the formula"
            );
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn softmax(scores: &[f64]) -> Vec<f64> {
    let max = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let exps: Vec<f64> = scores.iter().map(|score| (score - max).exp()).collect();
    let sum: f64 = exps.iter().sum();
    exps.iter().map(|exp| exp / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::{mix, weights};

    #[test]
    fn the_example_worked_by_hand() {
        let q = vec![vec![1.0, 0.0], vec![0.0, 1.0], vec![1.0, 1.0]];
        let v = vec![vec![2.0, 0.0], vec![0.0, 3.0], vec![1.0, 1.0]];
        let weights = weights(&q, &q, |_, _| true);
        let output = mix(&weights, &v);
        for (got, expected) in weights[2]
            .iter()
            .chain(&output[2])
            .zip([0.2483, 0.2483, 0.5035, 1.0, 1.248])
        {
            assert!((got - expected).abs() < 5e-4, "{got} instead of {expected}");
        }
    }
}
