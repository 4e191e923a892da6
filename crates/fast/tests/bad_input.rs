//! What does not fit, is not finite or overflows is refused, and said where it is.

use crate::common::operands;
use fast::{Attention, Backend, Misfit, Product, Rows};

for_each_backend!(
    sizes_of_zero,
    wrong_lengths,
    sizes_that_memory_cannot_count,
    a_number_that_is_not_finite_anywhere,
    masks_with_nan_or_infinity,
    scores_beyond_f32,
    outputs_beyond_f32,
    enormous_operands_whose_result_is_not,
    products,
    rows,
);

const NOT_FINITE: [f32; 4] = [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY];

fn attend<B: Backend>(
    shape: &Attention<'_>,
    [q, k, v]: &[Vec<f32>; 3],
) -> Result<Vec<f32>, Misfit> {
    let (mut out, mut scratch) = (vec![0.0; shape.n * shape.d_v], vec![0.0; shape.scratch()]);
    B::attention(shape, q, k, v, &mut out, &mut scratch).map(|()| out)
}

fn sizes_of_zero<B: Backend>() {
    let good = Attention::full(2, 2);
    let empty = [vec![], vec![], vec![]];
    for (shape, name) in [
        (Attention { n: 0, ..good }, "n"),
        (Attention { m: 0, ..good }, "m"),
        (Attention { d_k: 0, ..good }, "d_k"),
        (Attention { d_v: 0, ..good }, "d_v"),
    ] {
        assert_eq!(attend::<B>(&shape, &empty), Err(Misfit::Zero(name)));
    }
}

fn wrong_lengths<B: Backend>() {
    let shape = Attention {
        m: 3,
        d_v: 5,
        ..Attention::full(2, 4)
    };
    let good = operands(&shape, 1);
    assert!(attend::<B>(&shape, &good).is_ok());
    for (at, name, size) in [(0, "q", (2, 4)), (1, "k", (3, 4)), (2, "v", (3, 5))] {
        let mut bad = good.clone();
        bad[at].pop();
        let found = bad[at].len();
        assert_eq!(
            attend::<B>(&shape, &bad),
            Err(Misfit::Length(name, size, found))
        );
    }
    let mask = vec![0.0; 7];
    let masked = Attention {
        mask: Some(&mask),
        ..shape
    };
    assert_eq!(
        attend::<B>(&masked, &good),
        Err(Misfit::Length("mask", (2, 3), 7))
    );
    let [q, k, v] = &good;
    let mut scratch = vec![0.0; shape.scratch()];
    let short = B::attention(&shape, q, k, v, &mut [0.0; 9], &mut scratch);
    assert_eq!(short, Err(Misfit::Length("out", (2, 5), 9)));
    scratch.pop();
    let short = B::attention(&shape, q, k, v, &mut [0.0; 10], &mut scratch);
    assert_eq!(short, Err(Misfit::Scratch(shape.scratch(), scratch.len())));
}

fn sizes_that_memory_cannot_count<B: Backend>() {
    let huge = usize::MAX / 2;
    let shape = Attention {
        m: huge,
        ..Attention::full(huge, huge)
    };
    let found = B::attention(&shape, &[], &[], &[], &mut [], &mut []);
    assert_eq!(found, Err(Misfit::TooLarge("q", (huge, huge))));
    let shape = Product {
        n: 1,
        k: huge,
        m: huge,
        transposed: false,
    };
    let found = B::pack(&shape, &[], &mut []);
    assert_eq!(found, Err(Misfit::TooLarge("b", (huge, huge))));
    assert_eq!(shape.packed(), usize::MAX);
    let found = B::softmax(
        &Rows {
            rows: huge,
            cols: huge,
        },
        &[],
        &mut [],
    );
    assert_eq!(found, Err(Misfit::TooLarge("x", (huge, huge))));
}

/// Also in a key that no query may see, and where a maximum would swallow it.
fn a_number_that_is_not_finite_anywhere<B: Backend>() {
    let shape = Attention {
        m: 11,
        d_v: 7,
        causal: true,
        ..Attention::full(5, 6)
    };
    let good = operands(&shape, 2);
    for (at, name, cols) in [(0, "q", 6), (1, "k", 6), (2, "v", 7)] {
        for cell in 0..good[at].len() {
            for wrong in NOT_FINITE {
                let mut bad = good.clone();
                bad[at][cell] = wrong;
                let wanted = Misfit::NotFinite(name, cell / cols, cell % cols);
                assert_eq!(attend::<B>(&shape, &bad), Err(wanted));
            }
        }
    }
    let scale = f32::NAN;
    let found = attend::<B>(&Attention { scale, ..shape }, &good);
    assert_eq!(found, Err(Misfit::NotFinite("scale", 0, 0)));
}

fn masks_with_nan_or_infinity<B: Backend>() {
    let shape = Attention {
        m: 9,
        ..Attention::full(3, 4)
    };
    let good = operands(&shape, 3);
    for cell in 0..27 {
        for wrong in [f32::NAN, -f32::NAN, f32::INFINITY] {
            let mut mask = vec![f32::NEG_INFINITY; 27];
            mask[cell] = wrong;
            let found = attend::<B>(
                &Attention {
                    mask: Some(&mask),
                    ..shape
                },
                &good,
            );
            assert_eq!(found, Err(Misfit::NotFinite("mask", cell / 9, cell % 9)));
        }
    }
}

fn scores_beyond_f32<B: Backend>() {
    let shape = Attention {
        scale: 1.0,
        ..Attention::full(10, 4)
    };
    for sign in [1.0, -1.0] {
        let [mut q, mut k, v] = operands(&shape, 4);
        q[3 * 4 + 1] = 1e20;
        k[7 * 4 + 1] = sign * 1e20;
        let all = [q, k, v];
        assert_eq!(attend::<B>(&shape, &all), Err(Misfit::Overflow(3, 7)));
        // A pair that is never looked at does no harm.
        assert!(
            attend::<B>(
                &Attention {
                    causal: true,
                    ..shape
                },
                &all
            )
            .is_ok()
        );
    }
}

/// Weights sum to 1, but on the way to the output they need not.
fn outputs_beyond_f32<B: Backend>() {
    let shape = Attention {
        scale: 0.0,
        ..Attention::full(4, 2)
    };
    let [q, k, _] = operands(&shape, 5);
    let found = attend::<B>(&shape, &[q, k, vec![f32::MAX; 8]]);
    assert_eq!(found, Err(Misfit::Overflow(0, 0)));
}

fn enormous_operands_whose_result_is_not<B: Backend>() {
    let shape = Attention {
        scale: 1.0,
        ..Attention::full(3, 2)
    };
    let large = vec![1e25, -1e25, 1e24, 1e25, -1e25, 1e25];
    let small = vec![1e-25, 2e-25, 1e-25, 1e-25, 3e-25, -1e-25];
    let all = [large, small, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]];
    let found = attend::<B>(&shape, &all).unwrap();
    for i in 0..3 {
        let wanted = crate::common::output(&shape, i, &all);
        crate::common::assert_near(
            &found[i * 2..][..2],
            &wanted,
            6e-6,
            format_args!("query {i}"),
        );
    }
}

fn products<B: Backend>() {
    let shape = Product {
        n: 3,
        k: 4,
        m: 5,
        transposed: false,
    };
    let (a, b) = (vec![1.0; 12], vec![1.0; 20]);
    let product = |shape: &Product, a: &[f32], b: &[f32]| {
        let (mut out, mut scratch) = (vec![0.0; 15], vec![0.0; shape.packed()]);
        B::matmul(shape, a, b, &mut out, &mut scratch)
    };
    assert_eq!(product(&shape, &a, &b), Ok(()));
    assert_eq!(
        product(&Product { k: 0, ..shape }, &a, &b),
        Err(Misfit::Zero("k"))
    );
    assert_eq!(
        product(&shape, &a[1..], &b),
        Err(Misfit::Length("a", (3, 4), 11))
    );
    let turned = Product {
        transposed: true,
        ..shape
    };
    assert_eq!(
        product(&turned, &a, &b[1..]),
        Err(Misfit::Length("b", (5, 4), 19))
    );
    for wrong in NOT_FINITE {
        let mut bad = a.clone();
        bad[7] = wrong;
        assert_eq!(product(&shape, &bad, &b), Err(Misfit::NotFinite("a", 1, 3)));
        let mut bad = b.clone();
        bad[7] = wrong;
        assert_eq!(product(&shape, &a, &bad), Err(Misfit::NotFinite("b", 1, 2)));
        let mut packed = vec![0.0; shape.packed()];
        assert_eq!(
            B::pack(&shape, &bad, &mut packed),
            Err(Misfit::NotFinite("b", 1, 2))
        );
        // What is in a packed factor is not `b`'s layout: only `a` is judged.
        B::pack(&shape, &b, &mut packed).unwrap();
        let mut bad = a.clone();
        bad[11] = wrong;
        let found = B::matmul_packed(&shape, &bad, &packed, &mut [0.0; 15]);
        assert_eq!(found, Err(Misfit::NotFinite("a", 2, 3)));
    }
    assert_eq!(
        product(&shape, &[1e30; 12], &[1e30; 20]),
        Err(Misfit::Overflow(0, 0))
    );
    let found = B::matmul_packed(&shape, &a, &[0.0; 31], &mut [0.0; 15]);
    assert_eq!(found, Err(Misfit::Scratch(32, 31)));
    assert_eq!(
        B::pack(&shape, &b, &mut [0.0; 31]),
        Err(Misfit::Scratch(32, 31))
    );
}

fn rows<B: Backend>() {
    let shape = Rows { rows: 2, cols: 9 };
    let good = vec![1.0; 18];
    let softmax = |x: &[f32]| B::softmax(&shape, x, &mut [0.0; 18]);
    let norm = |x: &[f32]| B::layer_norm(&shape, x, &[1.0; 9], &[0.0; 9], 1e-5, &mut [0.0; 18]);
    let gelu = |x: &[f32]| B::gelu(x, &mut [0.0; 18]);
    for cell in 0..18 {
        for wrong in NOT_FINITE {
            let mut bad = good.clone();
            bad[cell] = wrong;
            let (row, col) = (cell / 9, cell % 9);
            if wrong != f32::NEG_INFINITY {
                assert_eq!(softmax(&bad), Err(Misfit::NotFinite("x", row, col)));
            }
            assert_eq!(norm(&bad), Err(Misfit::NotFinite("x", row, col)));
            assert_eq!(gelu(&bad), Err(Misfit::NotFinite("x", cell, 0)));
        }
    }
    assert_eq!(softmax(&good[1..]), Err(Misfit::Length("x", (2, 9), 17)));
    assert_eq!(gelu(&good[1..]), Err(Misfit::Length("out", (1, 17), 18)));
    let found = B::layer_norm(&shape, &good, &[1.0; 8], &[0.0; 9], 1e-5, &mut [0.0; 18]);
    assert_eq!(found, Err(Misfit::Length("gain", (1, 9), 8)));
}
