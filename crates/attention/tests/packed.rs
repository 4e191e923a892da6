//! Factors that are laid out for reading: panels give the bits of matrices, whole numbers what the specification says and
//! never more of an error than their rounding.

use crate::common::{LENGTHS, Seeded, UNIT_ROUNDOFF, assert_same_bits, row};
use attention::kernels::{BLOCK, Int8Panels, Loss, Panels};
use attention::{Backend, Matrix, Start};

for_each_backend!(
    panels_give_the_bits_of_the_matrix,
    whole_numbers_give_the_bits_of_the_specification,
    whole_numbers_are_off_by_their_rounding_at_most,
    what_is_no_number_stays_none_in_its_row,
);

/// Around a block of rows, a vector, a block of whole numbers, a piece of the inner loop and a stretch of the sum.
fn shapes() -> Vec<(usize, usize, usize)> {
    let depths = [0, 1, 2, 31, 32, 33, 63, 64, 65, 130, 768, 801];
    let deep = depths.into_iter().flat_map(|k| [(1, k, 9), (5, k, 17)]);
    let wide = LENGTHS.map(|m| (3, 40, m));
    let tall = (0..10).map(|n| (n, 37, 16));
    deep.chain(wide).chain(tall).collect()
}

fn panels(b: &Matrix) -> Panels {
    let mut panels = Panels::zeros(b.rows(), b.cols());
    (0..b.rows()).for_each(|i| panels.put_row(i, b.row(i)));
    panels
}

fn int8(b: &Matrix) -> (Int8Panels, Loss) {
    let (mut panels, mut loss) = (Int8Panels::zeros(b.rows(), b.cols()), Loss::default());
    let rows: Vec<&[f32]> = b.iter_rows().collect();
    for (block, rows) in rows.chunks(BLOCK).enumerate() {
        panels.put_rows(block, rows, &mut loss);
    }
    (panels, loss)
}

fn bias(seeded: &mut Seeded, m: usize) -> [Option<Matrix>; 2] {
    [None, Some(seeded.matrix(1, m))]
}

fn panels_give_the_bits_of_the_matrix(backend: Backend) {
    let mut seeded = Seeded(3);
    for (n, k, m) in shapes() {
        let (a, b) = (seeded.matrix(n, k), seeded.matrix(k, m));
        for bias in bias(&mut seeded, m) {
            let bias = bias.as_ref().map(Matrix::data);
            let (mut found, mut wanted) = (Matrix::zeros(n, m), Matrix::zeros(n, m));
            let start = bias.map_or(Start::Zero, Start::Row);
            backend.multiply_panels(&a, &panels(&b), found.view_mut(), bias);
            Backend::Scalar.multiply(a.view(), b.view(), wanted.view_mut(), start);
            assert_same_bits(&found, &wanted, &format!("{n}×{k}×{m}"));
        }
    }
}

fn whole_numbers_give_the_bits_of_the_specification(backend: Backend) {
    let mut seeded = Seeded(4);
    for (n, k, m) in shapes() {
        let (a, b) = (seeded.matrix(n, k), int8(&seeded.matrix(k, m)).0);
        for bias in bias(&mut seeded, m) {
            let bias = bias.as_ref().map(Matrix::data);
            let (mut found, mut wanted) = (Matrix::zeros(n, m), Matrix::zeros(n, m));
            backend.multiply_int8(&a, &b, found.view_mut(), bias);
            Backend::Scalar.multiply_int8(&a, &b, wanted.view_mut(), bias);
            assert_same_bits(&found, &wanted, &format!("{n}×{k}×{m}"));
        }
    }
}

/// Half a step of each factor, times the other: |a·w − a′·w′| ≤ ½s_a·|w| + ½s_w·|a| + ¼s_a·s_w, added up, and the
/// rounding of a sum of blocks.
fn whole_numbers_are_off_by_their_rounding_at_most(backend: Backend) {
    let mut seeded = Seeded(5);
    for (n, k, m) in [(1, 40, 9), (4, 64, 8), (5, 300, 20)] {
        let (a, b) = (seeded.matrix(n, k), seeded.matrix(k, m));
        let mut found = Matrix::zeros(n, m);
        backend.multiply_int8(&a, &int8(&b).0, found.view_mut(), None);
        for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
            let (mut wanted, mut bound, mut size) = (0.0, 0.0, 0.0);
            for block in (0..k).step_by(BLOCK) {
                let rows = block..k.min(block + BLOCK);
                let step = |x: &dyn Fn(usize) -> f32| {
                    let most = rows.clone().map(|t| x(t).abs()).fold(0.0, f32::max);
                    f64::from(most) / 127.0
                };
                let (of_a, of_b) = (step(&|t| a.at(i, t)), step(&|t| b.at(t, j)));
                for t in rows.clone() {
                    let (x, w) = (f64::from(a.at(i, t)), f64::from(b.at(t, j)));
                    wanted += x * w;
                    bound += of_a / 2.0 * w.abs() + of_b / 2.0 * x.abs() + of_a * of_b / 4.0;
                    size += (x.abs() + of_a) * (w.abs() + of_b);
                }
            }
            let (found, rounding) = (f64::from(found.at(i, j)), 300.0 * UNIT_ROUNDOFF * size);
            let error = (found - wanted).abs();
            assert!(error <= bound + rounding, "({i}, {j}): {found}, {wanted}");
            assert!(error > 0.0, "({i}, {j}) is exact: is anything rounded?");
        }
    }
}

fn what_is_no_number_stays_none_in_its_row(backend: Backend) {
    let mut seeded = Seeded(6);
    let (b, mut a) = (int8(&seeded.matrix(70, 9)).0, seeded.matrix(6, 70));
    a.set(1, 3, f32::NAN);
    a.set(4, 69, f32::INFINITY);
    let mut out = Matrix::zeros(6, 9);
    backend.multiply_int8(&a, &b, out.view_mut(), None);
    for (i, cells) in out.iter_rows().enumerate() {
        let finite = cells.iter().filter(|cell| cell.is_finite()).count();
        assert_eq!(finite, if [1, 4].contains(&i) { 0 } else { 9 }, "row {i}");
    }
}

#[test]
fn numbers_come_back_from_panels() {
    let b = Seeded(7).matrix(70, 19);
    let (mut by_columns, by_rows) = (Panels::zeros(70, 19), panels(&b));
    let turned = b.transposed();
    (0..19).for_each(|j| by_columns.put_column(j, turned.row(j)));
    assert_eq!(by_columns, by_rows);
    let back = Matrix::from_fn(70, 19, |i, j| by_rows.at(i, j));
    assert_same_bits(&back, &b, "panels");
    assert_eq!(Panels::numbers(70, 19), Some(70 * 24));
    assert_eq!(Panels::numbers(usize::MAX, 19), None);
}

#[test]
fn whole_numbers_are_the_nearest_and_say_what_they_lost() {
    let b = Seeded(8).matrix(70, 19);
    let (by_rows, loss) = int8(&b);
    let (mut by_columns, mut same) = (Int8Panels::zeros(70, 19), Loss::default());
    let turned = b.transposed();
    (0..19).for_each(|j| by_columns.put_column(j, turned.row(j), &mut same));
    assert_eq!(by_columns, by_rows);
    let mut errors = 0.0;
    for (i, j) in (0..70).flat_map(|i| (0..19).map(move |j| (i, j))) {
        let (_, scale) = by_rows.block(i / BLOCK, j);
        let error = (b.at(i, j) - by_rows.at(i, j)).abs();
        assert!(error <= scale * 0.500_001, "({i}, {j}): {error}, {scale}");
        errors += f64::from(error).powi(2);
    }
    assert!((loss.errors - errors).abs() <= 1e-9 * errors, "{loss:?}");
    assert!((loss.relative() - same.relative()).abs() < 1e-12);
    // Evenly spread numbers, steps of 1/127 of the largest: about 1/127/√12·√3 of their own size.
    let relative = loss.relative();
    assert!((0.003..0.005).contains(&relative), "{relative}");
    assert_eq!(Loss::default().relative(), 0.0);
    assert_eq!(Int8Panels::bytes(70, 19), Some(3 * 3 * 8 * 36));
}

#[test]
fn zeros_and_the_smallest_numbers_are_zeros() {
    let (panels, loss) = int8(&row(&[0.0, 1e-40, -3e-39]).transposed());
    let back: Vec<f32> = (0..3).map(|i| panels.at(i, 0)).collect();
    assert_eq!(back, [0.0; 3]);
    assert!(loss.relative() <= 1.0);
}
