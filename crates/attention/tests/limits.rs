//! Where f32 ends: rows with nothing to look at, scores beyond its range, no keys at all;
//! and the numbers that every machine must agree on.

use crate::common::{Seeded, row};
use attention::{Backend, Keep, Mask, Matrix, Scale, entropy, exp, softmax_with, stages_with};

for_each_backend!(
    a_row_with_nothing_to_look_at_gives_zeros_and_says_so,
    no_keys_at_all_give_zeros,
    overflowed_scores_share_their_row,
    a_hidden_key_stays_hidden_when_its_score_overflows,
    overflow_on_the_way_is_mended,
    overflow_to_both_sides_is_not_nan,
    a_factor_of_zero_makes_all_weights_equal,
    nan_is_not_hidden,
    the_worked_example_of_the_lesson,
    every_machine_agrees_to_the_bit,
);

const NONE: f32 = f32::NEG_INFINITY;
const MANY: f32 = f32::INFINITY;

fn a_row_with_nothing_to_look_at_gives_zeros_and_says_so(backend: Backend) {
    for m in 1..=9 {
        let keep = Keep::from_fn(3, m, |i, _| i != 1);
        let (q, k, v) = (
            Seeded(1).matrix(3, 2),
            Seeded(2).matrix(m, 2),
            Seeded(3).matrix(m, 5),
        );
        let all = stages_with(backend, &q, &k, &v, Some(&keep), 1.0).unwrap();
        assert_eq!(all.softmax.empty_rows, [false, true, false]);
        assert_eq!(all.softmax.max.at(1, 0), NONE);
        assert_eq!(all.softmax.shifted.row(1), vec![NONE; m]);
        assert_eq!(all.softmax.exp.row(1), vec![0.0; m]);
        assert_eq!(all.softmax.sum.at(1, 0), 0.0);
        assert_eq!(all.softmax.weights.row(1), vec![0.0; m]);
        assert_eq!(all.output.row(1), [0.0; 5]);
        assert!(all.softmax.sum.at(0, 0) >= 1.0);
    }
}

fn no_keys_at_all_give_zeros(backend: Backend) {
    let empty = Matrix::zeros(0, 3);
    let all = stages_with(backend, &Seeded(1).matrix(2, 3), &empty, &empty, None, 1.0).unwrap();
    assert_eq!(all.scores.shape(), (2, 0));
    assert_eq!(all.softmax.empty_rows, [true, true]);
    assert_eq!(all.output, Matrix::zeros(2, 3));
}

fn overflowed_scores_share_their_row(backend: Backend) {
    for n in 2..=9 {
        let mut scores = Seeded(4).matrix(1, n);
        scores.set(0, 0, MANY);
        assert_eq!(softmax_with(backend, &scores).weights.at(0, 0), 1.0);
        scores.set(0, n - 1, MANY);
        let found = softmax_with(backend, &scores);
        let wanted = Matrix::from_fn(1, n, |_, j| if j == 0 || j == n - 1 { 0.5 } else { 0.0 });
        assert_eq!(found.weights, wanted);
        assert_eq!(found.max.at(0, 0), MANY);
    }
}

fn a_hidden_key_stays_hidden_when_its_score_overflows(backend: Backend) {
    let (q, k) = (
        row(&[1e38, 0.0]),
        Matrix::from_rows(&[vec![1e38, 0.0], vec![0.0, 1.0]]).unwrap(),
    );
    let keep = Keep::from_rows(&[vec![false, true]]).unwrap();
    let all = stages_with(backend, &q, &k, &Matrix::identity(2), Some(&keep), 1.0).unwrap();
    assert_eq!(all.scores.row(0), [MANY, 0.0]);
    assert_eq!(all.masked.row(0), [NONE, 0.0]);
    assert_eq!(all.output.row(0), [0.0, 1.0]);
}

fn overflow_on_the_way_is_mended(backend: Backend) {
    let a = row(&[1e38, 1e38, 2.0, 1.0]);
    let b = row(&[10.0, -10.0, 3.0, 0.25]);
    assert_eq!(backend.product_transposed(&a, &b).unwrap().data(), [6.25]);
    assert_eq!(backend.product(&a, &b.transposed()).unwrap().data(), [6.25]);
    // 3·10³⁸ + 3·10³⁸ is ∞ in f32, and ∞ it would stay.
    let (c, d) = (row(&[3e38, 3e38, 3e38]), row(&[1.0, 1.0, -1.0]));
    assert_eq!(backend.product_transposed(&c, &d).unwrap().data(), [3e38]);
    assert_eq!(backend.product(&c, &d.transposed()).unwrap().data(), [3e38]);
    let truly_large = row(&[10.0, 10.0, 0.0, 0.0]);
    assert_eq!(
        backend.product_transposed(&a, &truly_large).unwrap().data(),
        [MANY]
    );
}

fn overflow_to_both_sides_is_not_nan(backend: Backend) {
    let q = row(&[f32::MAX]);
    let k = Matrix::new(5, 1, vec![f32::MAX, -f32::MAX, 1.0, f32::MAX, 0.0]).unwrap();
    let all = stages_with(backend, &q, &k, &k, None, 1.0).unwrap();
    assert_eq!(all.scores.row(0), [MANY, NONE, f32::MAX, MANY, 0.0]);
    assert_eq!(all.softmax.weights.row(0), [0.5, 0.0, 0.0, 0.5, 0.0]);
    assert_eq!(all.output.data(), [f32::MAX]);
}

fn a_factor_of_zero_makes_all_weights_equal(backend: Backend) {
    let (q, k) = (
        row(&[f32::MAX]),
        Matrix::new(2, 1, vec![f32::MAX, -1.0]).unwrap(),
    );
    let all = stages_with(backend, &q, &k, &Matrix::identity(2), None, 0.0).unwrap();
    assert_eq!(all.output.row(0), [0.5, 0.5]);
    assert_eq!(Scale::By(0.0).factor(7), 0.0);
    assert_eq!(Scale::None.factor(7), 1.0);
    assert_eq!(Scale::SqrtDk.factor(0), 1.0, "not 1/0");
}

fn nan_is_not_hidden(backend: Backend) {
    for place in 0..6 {
        let mut scores = Seeded(5).matrix(2, 6);
        scores.set(1, place, f32::NAN);
        let weights = softmax_with(backend, &scores).weights;
        assert!(
            weights.row(1).iter().all(|w| w.is_nan()),
            "place {place}: {weights:?}"
        );
        assert!(
            weights.row(0).iter().all(|w| w.is_finite()),
            "the other row is untouched"
        );
    }
}

/// q = k = (1,0), (0,1), (1,1); v = (2,0), (0,3), (1,1): worked out by hand to three decimals.
fn the_worked_example_of_the_lesson(backend: Backend) {
    const HALF_A_DIGIT: f32 = 0.0006;
    let q = Matrix::from_rows(&[vec![1.0, 0.0], vec![0.0, 1.0], vec![1.0, 1.0]]).unwrap();
    let v = Matrix::from_rows(&[vec![2.0, 0.0], vec![0.0, 3.0], vec![1.0, 1.0]]).unwrap();
    let all = stages_with(backend, &q, &q, &v, None, Scale::SqrtDk.factor(2)).unwrap();
    let close = |found: &[f32], wanted: &[f32]| {
        assert_eq!(found.len(), wanted.len());
        let near = found
            .iter()
            .zip(wanted)
            .all(|(f, w)| (f - w).abs() < HALF_A_DIGIT);
        assert!(near, "{found:?} is not {wanted:?}");
    };
    assert_eq!(all.scores.row(2), [1.0, 1.0, 2.0]);
    close(all.scaled.row(2), &[0.707, 0.707, 1.414]);
    close(all.softmax.weights.row(2), &[0.248, 0.248, 0.503]);
    close(all.output.row(2), &[1.0, 1.248]);
    // Without the shift: the exponentials of the scaled scores and their sum.
    let plain: Vec<f32> = all.scaled.row(2).iter().map(|&x| exp(x)).collect();
    close(&plain, &[2.028, 2.028, 4.113]);
    close(
        &[all.softmax.sum.at(2, 0) * exp(all.softmax.max.at(2, 0))],
        &[8.169],
    );
}

/// A fingerprint of all stages, written down once: native builds, wasm32 with and without
/// vectors must all arrive at it, or a seeded lesson would show other numbers elsewhere.
fn every_machine_agrees_to_the_bit(backend: Backend) {
    let (q, k, v) = (
        Seeded(6).matrix(13, 7),
        Seeded(7).matrix(11, 7),
        Seeded(8).matrix(11, 5),
    );
    let keep = Mask::Prefix(3).keep(13, 11).unwrap();
    let all = stages_with(backend, &q, &k, &v, Some(&keep), Scale::SqrtDk.factor(7)).unwrap();
    let entropies = Matrix::from_fn(13, 1, |i, _| entropy(all.softmax.weights.row(i)));
    let parts = [
        &all.scores,
        &all.masked,
        &all.softmax.exp,
        &all.softmax.weights,
        &all.output,
        &entropies,
    ];
    let bits = parts.into_iter().flat_map(crate::common::bits);
    // FNV-1a over words.
    let fingerprint = bits.fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    });
    assert_eq!(fingerprint, 0x3fd0_2e34_3696_400e, "{fingerprint:#x}");
}
