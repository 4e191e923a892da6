//! What must hold for any input, tried on random ones.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::bits;
use attention::{Backend, Keep, Mask, Matrix, ShapeError, stages_with};
use proptest::prelude::*;

/// How far a row of weights may be from summing to 1: m divisions and m additions, m ≤ 12.
const SUM_TOLERANCE: f32 = 24.0 * f32::EPSILON;
/// How far an average may leave the range of what it averages, relative to the largest value.
const HULL_TOLERANCE: f32 = 24.0 * f32::EPSILON;
/// How much a sum of at most 12 terms may change with their order, relative to the largest.
const ORDER_TOLERANCE: f32 = 48.0 * f32::EPSILON;

fn backend() -> impl Strategy<Value = Backend> {
    prop::sample::select(Backend::ALL_HERE)
}

fn matrix(rows: usize, cols: usize, cell: BoxedStrategy<f32>) -> impl Strategy<Value = Matrix> {
    let cells = prop::collection::vec(cell, rows * cols);
    cells.prop_map(move |data| Matrix::new(rows, cols, data).unwrap())
}

/// q n×d, k m×d, v m×e and a painted mask, all cells drawn from `cell`.
fn inputs(cell: BoxedStrategy<f32>) -> impl Strategy<Value = (Matrix, Matrix, Matrix, Keep)> {
    (1..8usize, 1..12usize, 1..10usize, 1..10usize).prop_flat_map(move |(n, m, d, e)| {
        let keep = prop::collection::vec(prop::collection::vec(any::<bool>(), m), n);
        (
            matrix(n, d, cell.clone()),
            matrix(m, d, cell.clone()),
            matrix(m, e, cell.clone()),
            keep.prop_map(|rows| Keep::from_rows(&rows).unwrap()),
        )
    })
}

fn ordinary() -> BoxedStrategy<f32> {
    (-10.0f32..10.0).boxed()
}

/// Any finite f32, with the extremes drawn far more often than chance would.
fn any_finite() -> BoxedStrategy<f32> {
    use prop::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    let edge = prop::sample::select(vec![
        f32::MAX,
        f32::MIN,
        1e38,
        -1e38,
        1e20,
        -1e20,
        0.0,
        -0.0,
        1.0,
    ]);
    prop_oneof![POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO, edge].boxed()
}

fn column(x: &Matrix, col: usize) -> impl Iterator<Item = f32> {
    x.iter_rows().map(move |row| row[col])
}

proptest! {
    #[test]
    fn rows_of_weights_sum_to_one_or_are_empty(b in backend(), (q, k, v, keep) in inputs(ordinary())) {
        let all = stages_with(b, &q, &k, &v, Some(&keep), 0.5).unwrap();
        for (i, row) in all.softmax.weights.iter_rows().enumerate() {
            let sum: f32 = row.iter().sum();
            let nothing = (0..k.rows()).all(|j| keep.get(i, j) == Some(false));
            prop_assert_eq!(all.softmax.empty_rows[i], nothing);
            let wanted = if nothing { 0.0 } else { 1.0 };
            prop_assert!((sum - wanted).abs() <= SUM_TOLERANCE, "{} is not {}", sum, wanted);
            for (j, &w) in row.iter().enumerate() {
                prop_assert!((0.0..=1.0).contains(&w));
                prop_assert!(keep.get(i, j) == Some(true) || w == 0.0, "a hidden key has weight");
            }
        }
    }

    #[test]
    fn outputs_lie_among_the_values_looked_at(b in backend(), (q, k, v, keep) in inputs(ordinary())) {
        let all = stages_with(b, &q, &k, &v, Some(&keep), 0.5).unwrap();
        for i in (0..q.rows()).filter(|&i| !all.softmax.empty_rows[i]) {
            for (c, &x) in all.output.row(i).iter().enumerate() {
                let seen = || column(&v, c).enumerate().filter(|&(j, _)| keep.get(i, j) == Some(true));
                let low = seen().map(|(_, x)| x).fold(f32::INFINITY, f32::min);
                let high = seen().map(|(_, x)| x).fold(f32::NEG_INFINITY, f32::max);
                let slack = HULL_TOLERANCE * low.abs().max(high.abs());
                prop_assert!(low - slack <= x && x <= high + slack, "{} outside {}..{}", x, low, high);
            }
        }
    }

    #[test]
    fn under_a_causal_mask_the_past_does_not_change(
        b in backend(), (x, _, _, _) in inputs(ordinary()), t in 0..8usize, new in -10.0f32..10.0,
    ) {
        let t = t % x.rows();
        let keep = Mask::Causal.keep(x.rows(), x.rows()).unwrap();
        let run = |x: &Matrix| stages_with(b, x, x, x, Some(&keep), 0.5).unwrap().output;
        let mut changed = x.clone();
        changed.row_mut(t).fill(new);
        let (before, after) = (run(&x), run(&changed));
        let past = t * x.cols();
        prop_assert_eq!(&bits(&before)[..past], &bits(&after)[..past]);
        // The first token's output is its own value, so a change there must show.
        prop_assert!(t != 0 || x.row(0) == changed.row(0) || before.row(0) != after.row(0));
    }

    #[test]
    fn the_order_of_keys_does_not_matter(
        b in backend(), (q, k, v, keep) in inputs(ordinary()), seed in any::<usize>(),
    ) {
        let m = k.rows();
        let mut order: Vec<usize> = (0..m).collect();
        (1..m).for_each(|i| order.swap(i, seed.rotate_left(i as u32) % (i + 1)));
        let pick = |x: &Matrix| Matrix::from_fn(m, x.cols(), |i, j| x.at(order[i], j));
        let keep_too = Keep::from_fn(q.rows(), m, |i, j| keep.get(i, order[j]).unwrap());
        let one = stages_with(b, &q, &k, &v, Some(&keep), 0.5).unwrap();
        let two = stages_with(b, &q, &pick(&k), &pick(&v), Some(&keep_too), 0.5).unwrap();
        for i in 0..q.rows() {
            for (j, &from) in order.iter().enumerate() {
                prop_assert_eq!(two.masked.at(i, j).to_bits(), one.masked.at(i, from).to_bits());
            }
        }
        for (x, y) in one.output.data().iter().zip(two.output.data()) {
            prop_assert!((x - y).abs() <= 10.0 * ORDER_TOLERANCE, "{} is not {}", x, y);
        }
    }

    #[test]
    fn finite_inputs_never_give_nan(
        b in backend(), (q, k, v, keep) in inputs(any_finite()), factor in any_finite(),
    ) {
        let all = stages_with(b, &q, &k, &v, Some(&keep), factor).unwrap();
        let soft = &all.softmax;
        for x in [&all.scores, &all.scaled, &all.masked, &soft.max, &soft.shifted, &all.output] {
            prop_assert!(x.data().iter().all(|x| !x.is_nan()), "{:?}", x);
        }
        for x in [&soft.exp, &soft.sum, &soft.weights] {
            prop_assert!(x.data().iter().all(|x| x.is_finite()), "{:?}", x);
        }
    }

    #[test]
    fn shapes_fit_or_are_refused(
        b in backend(), q in (0..4usize, 0..4usize), k in (0..4usize, 0..4usize),
        v in (0..4usize, 0..4usize), keep in prop::option::of((0..4usize, 0..4usize)),
    ) {
        let zeros = |(rows, cols)| Matrix::zeros(rows, cols);
        let table = keep.map(|(n, m)| Keep::all(n, m));
        let found = stages_with(b, &zeros(q), &zeros(k), &zeros(v), table.as_ref(), 1.0);
        let fits = q.1 == k.1 && k.0 == v.0 && keep.is_none_or(|keep| keep == (q.0, k.0));
        match found {
            Ok(all) => {
                prop_assert!(fits);
                prop_assert_eq!(all.output.shape(), (q.0, v.1));
            }
            Err(error) => {
                prop_assert!(!fits);
                let names_shapes = matches!(error, ShapeError::Mismatch { .. });
                prop_assert!(names_shapes && !error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn all_backends_agree_to_the_bit((q, k, v, keep) in inputs(any_finite())) {
        let run = |b| stages_with(b, &q, &k, &v, Some(&keep), 0.5).unwrap();
        let wanted = run(Backend::Scalar);
        for &b in Backend::ALL_HERE {
            let found = run(b);
            prop_assert_eq!(bits(&found.scores), bits(&wanted.scores));
            prop_assert_eq!(bits(&found.softmax.weights), bits(&wanted.softmax.weights));
            prop_assert_eq!(bits(&found.output), bits(&wanted.output));
        }
    }
}
