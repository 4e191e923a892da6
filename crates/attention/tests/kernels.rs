//! Every kernel of every backend, for every length around the width of a vector:
//! bit for bit against the scalar specification, and within a proven bound against f64.

use crate::common::{LENGTHS, Seeded, UNIT_ROUNDOFF, assert_same_bits};
use attention::{Backend, Matrix, Start, exp};

for_each_backend!(
    products_match_for_every_shape,
    transposed_products_match_for_every_shape,
    windows_are_multiplied_in_place_and_added_to,
    long_sums_keep_their_order,
    scaling_rounds_once,
    the_mask_is_added_and_hiding_wins,
    the_row_maximum_is_found_in_every_place,
    shifting_subtracts_the_maximum,
    exponentials_are_those_of_the_function,
    row_sums_run_from_left_to_right,
    division_rounds_once_and_zero_gives_zero,
    every_backend_has_the_bits_of_the_specification,
);

/// The largest error of a sum of n rounded products in f32, whatever the order:
/// n·u·Σ|a·b| to first order (Higham 2002, §3.1); one more u pays for the higher orders.
fn dot_bound(terms: &[f64]) -> f64 {
    let magnitude: f64 = terms.iter().map(|t| t.abs()).sum();
    (terms.len() + 1) as f64 * UNIT_ROUNDOFF * magnitude
}

#[track_caller]
fn assert_sum(found: f32, terms: &[f64], what: std::fmt::Arguments<'_>) {
    let wanted: f64 = terms.iter().sum();
    let error = (f64::from(found) - wanted).abs();
    assert!(
        error <= dot_bound(terms),
        "{what}: {found}, in f64 {wanted}"
    );
}

fn products_match_for_every_shape(backend: Backend) {
    let mut seeded = Seeded(1);
    for (n, k, m) in shapes() {
        let (a, b) = (seeded.matrix(n, k), seeded.matrix(k, m));
        let out = backend.product(&a, &b).unwrap();
        assert_eq!(out.shape(), (n, m));
        check_cells(&out, &a, |l, j| b.at(l, j));
        assert_same_bits(&out, &Backend::Scalar.product(&a, &b).unwrap(), "A·B");
    }
}

fn transposed_products_match_for_every_shape(backend: Backend) {
    let mut seeded = Seeded(2);
    for (n, k, m) in shapes() {
        let (a, b) = (seeded.matrix(n, k), seeded.matrix(m, k));
        let out = backend.product_transposed(&a, &b).unwrap();
        assert_eq!(out.shape(), (n, m));
        check_cells(&out, &a, |l, j| b.at(j, l));
        assert_same_bits(
            &out,
            &Backend::Scalar.product_transposed(&a, &b).unwrap(),
            "A·Bᵀ",
        );
    }
}

/// Aᵀ·B, A·B, A·Bᵀ and Aᵀ·Bᵀ between windows in the middle of larger matrices, from every start;
/// what lies around the window is not touched.
fn windows_are_multiplied_in_place_and_added_to(backend: Backend) {
    let mut seeded = Seeded(12);
    for (n, k, m) in shapes().step_by(3) {
        let a = seeded.matrix(n.max(k) + 3, n.max(k) + 5);
        let b = seeded.matrix(k.max(m) + 2, k.max(m) + 4);
        let around = seeded.matrix(n + 2, m + 3);
        let bias = seeded.matrix(1, m).data().to_vec();
        let views = [
            (
                a.window(3..3 + k, 2..2 + n).t(),
                b.window(1..1 + k, 4..4 + m),
            ),
            (a.window(3..3 + n, 2..2 + k), b.window(1..1 + k, 4..4 + m)),
            (
                a.window(3..3 + n, 2..2 + k),
                b.window(1..1 + m, 4..4 + k).t(),
            ),
            (
                a.window(3..3 + k, 2..2 + n).t(),
                b.window(1..1 + m, 4..4 + k).t(),
            ),
        ];
        for (a, b) in views {
            for start in [Start::Zero, Start::Add, Start::Row(&bias)] {
                let (mut out, mut wanted) = (around.clone(), around.clone());
                backend.multiply(a, b, out.window_mut(1..1 + n, 2..2 + m), start);
                Backend::Scalar.multiply(a, b, wanted.window_mut(1..1 + n, 2..2 + m), start);
                assert_same_bits(&out, &wanted, "window");
                let corner = (0, m + 2);
                assert_eq!(out.at(corner.0, corner.1), around.at(corner.0, corner.1));
            }
        }
    }
}

/// A sum longer than one stretch of the blocked kernel is put down and taken up again.
fn long_sums_keep_their_order(backend: Backend) {
    for k in [127, 128, 129, 300] {
        let (a, b) = (Seeded(13).matrix(7, k), Seeded(14).matrix(k, 9));
        let out = backend.product(&a, &b).unwrap();
        check_cells(&out, &a, |l, j| b.at(l, j));
        assert_same_bits(&out, &Backend::Scalar.product(&a, &b).unwrap(), "long");
        let turned = b.transposed();
        assert_same_bits(
            &out,
            &backend.product_transposed(&a, &turned).unwrap(),
            "long, Bᵀ",
        );
        // Xᵀ·d, the gradient of a weight: its sums run over all tokens of a batch.
        let turned = a.transposed();
        let mut sums = Matrix::zeros(7, 9);
        let (x, d) = (turned.view().t(), b.view());
        backend.multiply(x, d, sums.view_mut(), Start::Zero);
        assert_same_bits(&out, &sums, "long, Aᵀ");
    }
}

/// (n, k, m): every inner length and every width, and all heights around a block of four rows.
fn shapes() -> impl Iterator<Item = (usize, usize, usize)> {
    let inner_by_width = LENGTHS.flat_map(|k| LENGTHS.map(move |m| (1 + (k + m) % 9, k, m)));
    inner_by_width.chain((0..=13).map(|n| (n, 5, 11)))
}

fn check_cells(out: &Matrix, a: &Matrix, b: impl Fn(usize, usize) -> f32) {
    for i in 0..out.rows() {
        for j in 0..out.cols() {
            let term = |l: usize| f64::from(a.at(i, l)) * f64::from(b(l, j));
            let terms: Vec<f64> = (0..a.cols()).map(term).collect();
            assert_sum(
                out.at(i, j),
                &terms,
                format_args!("{:?} cell ({i}, {j})", out.shape()),
            );
        }
    }
}

fn scaling_rounds_once(backend: Backend) {
    for n in LENGTHS {
        let x = Seeded(3).matrix(1, n);
        let wanted = Matrix::from_fn(1, n, |_, j| {
            (f64::from(x.at(0, j)) * f64::from(0.3f32)) as f32
        });
        assert_same_bits(&backend.scale(&x, 0.3), &wanted, "scale");
    }
}

fn the_mask_is_added_and_hiding_wins(backend: Backend) {
    for n in LENGTHS {
        for hidden in 0..n {
            let mut x = Seeded(4).matrix(1, n);
            x.set(0, hidden, f32::INFINITY);
            let mut mask = Matrix::from_fn(1, n, |_, j| j as f32);
            mask.set(0, hidden, f32::NEG_INFINITY);
            let mut wanted =
                Matrix::from_fn(1, n, |_, j| (f64::from(x.at(0, j)) + j as f64) as f32);
            wanted.set(0, hidden, f32::NEG_INFINITY);
            assert_same_bits(&backend.add_mask(&x, &mask).unwrap(), &wanted, "mask");
        }
    }
}

fn the_row_maximum_is_found_in_every_place(backend: Backend) {
    assert_eq!(
        backend.row_max(&Matrix::zeros(2, 0)).data(),
        [f32::NEG_INFINITY; 2]
    );
    for n in LENGTHS {
        for place in 0..n {
            let mut x = Seeded(5).matrix(2, n);
            x.set(1, place, 4.5);
            assert_eq!(
                backend.row_max(&x).at(1, 0),
                4.5,
                "length {n}, place {place}"
            );
            let below = Matrix::from_fn(1, n, |_, j| if j == place { -7.0 } else { -8.0 });
            assert_eq!(
                backend.row_max(&below).data(),
                [-7.0],
                "length {n}, place {place}"
            );
            let zeros = Matrix::from_fn(1, n, |_, j| if j == place { 0.0 } else { -0.0 });
            assert_eq!(
                backend.row_max(&zeros).at(0, 0).to_bits(),
                0,
                "−0 is given as 0"
            );
        }
    }
}

fn shifting_subtracts_the_maximum(backend: Backend) {
    for n in LENGTHS {
        let mut x = Seeded(6).matrix(3, n);
        x.set(0, n / 2, f32::NEG_INFINITY);
        x.set(1, n / 3, f32::INFINITY);
        let max = Backend::Scalar.row_max(&x);
        let wanted = Matrix::from_fn(3, n, |i, j| match (x.at(i, j), max.at(i, 0)) {
            (f32::NEG_INFINITY, _) => f32::NEG_INFINITY,
            (x, max) if x == max => 0.0,
            (x, max) => (f64::from(x) - f64::from(max)) as f32,
        });
        assert_same_bits(&backend.shift(&x, &max).unwrap(), &wanted, "shift");
    }
}

fn exponentials_are_those_of_the_function(backend: Backend) {
    for n in LENGTHS {
        let mut seeded = Seeded(7);
        let mut x = Matrix::from_fn(1, n, |_, _| seeded.number() * 30.0);
        x.set(0, n / 2, f32::NEG_INFINITY);
        let wanted = Matrix::from_fn(1, n, |_, j| exp(x.at(0, j)));
        assert_same_bits(&backend.exp(&x), &wanted, "exp");
    }
    let special = crate::common::row(&[f32::NAN, f32::INFINITY, 1e30, -1e30, 0.0, -0.0]);
    let found = backend.exp(&special);
    assert!(found.at(0, 0).is_nan());
    assert_eq!(
        found.data()[1..],
        [f32::INFINITY, f32::INFINITY, 0.0, 1.0, 1.0]
    );
}

fn row_sums_run_from_left_to_right(backend: Backend) {
    for n in LENGTHS {
        for rows in 0..=9 {
            let x = Seeded(8).matrix(rows, n);
            let found = backend.row_sums(&x);
            assert_eq!(found.shape(), (rows, 1));
            for (sum, row) in found.data().iter().zip(x.iter_rows()) {
                let terms: Vec<f64> = row.iter().map(|&x| f64::from(x)).collect();
                assert_sum(*sum, &terms, format_args!("{rows} rows of {n}"));
                let mut in_order = 0.0f32;
                row.iter().for_each(|x| in_order += x);
                assert_eq!(
                    sum.to_bits(),
                    in_order.to_bits(),
                    "{rows} rows of {n}: order"
                );
            }
        }
    }
}

fn division_rounds_once_and_zero_gives_zero(backend: Backend) {
    for n in LENGTHS {
        let x = Seeded(9).matrix(2, n);
        let found = backend
            .divide(&x, &Matrix::new(2, 1, vec![3.0, 0.0]).unwrap())
            .unwrap();
        let wanted = Matrix::from_fn(2, n, |i, j| {
            if i == 0 {
                (f64::from(x.at(0, j)) / 3.0) as f32
            } else {
                0.0
            }
        });
        assert_same_bits(&found, &wanted, "divide");
    }
}

/// What the above leaves out: whole random matrices through every kernel.
fn every_backend_has_the_bits_of_the_specification(backend: Backend) {
    let (x, y) = (Seeded(10).matrix(17, 23), Seeded(11).matrix(17, 23));
    let scalar = Backend::Scalar;
    let (max, sums) = (scalar.row_max(&x), scalar.row_sums(&x));
    let same =
        |f: &dyn Fn(Backend) -> Matrix, what| assert_same_bits(&f(backend), &f(scalar), what);
    same(&|b| b.scale(&x, -1.7), "scale");
    same(&|b| b.add_mask(&x, &y).unwrap(), "mask");
    same(&|b| b.row_max(&x), "max");
    same(&|b| b.shift(&x, &max).unwrap(), "shift");
    same(&|b| b.exp(&x), "exp");
    same(&|b| b.row_sums(&x), "sum");
    same(&|b| b.divide(&x, &sums).unwrap(), "divide");
}
