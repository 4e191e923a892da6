//! Matrix products against f64: every remainder of every size, B as it is, turned over, packed.

use crate::common::{Seeded, UNIT_ROUNDOFF};
use fast::{Backend, Product};

for_each_backend!(
    every_number_of_rows_and_columns,
    every_depth,
    sizes_beyond_one_stretch,
    a_packed_factor_serves_many_products,
    ones_and_zeros_are_exact,
);

/// A·B and, for each cell, what its error may be: depth·u·Σ|a·b|, whatever the order of the sum and
/// whether products are rounded (Higham 2002, §3.1); one more u pays for the higher orders.
fn oracle(shape: &Product, a: &[f32], b: &[f32]) -> Vec<(f64, f64)> {
    let Product {
        n,
        k,
        m,
        transposed,
    } = *shape;
    let cell = |i: usize, j: usize| {
        let terms = (0..k).map(|t| {
            let b = if transposed {
                b[j * k + t]
            } else {
                b[t * m + j]
            };
            f64::from(a[i * k + t]) * f64::from(b)
        });
        let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
        (sum, (k + 1) as f64 * UNIT_ROUNDOFF * size)
    };
    (0..n)
        .flat_map(|i| (0..m).map(move |j| (i, j)))
        .map(|(i, j)| cell(i, j))
        .collect()
}

#[track_caller]
fn assert_product(found: &[f32], shape: &Product, a: &[f32], b: &[f32]) {
    let wanted = oracle(shape, a, b);
    assert_eq!(found.len(), wanted.len());
    for (at, (found, (wanted, bound))) in found.iter().zip(wanted).enumerate() {
        let error = (f64::from(*found) - wanted).abs();
        assert!(
            error <= bound,
            "{shape:?}, number {at}: {found}, not {wanted}: {error:e} > {bound:e}"
        );
    }
}

/// Both ways to multiply, B given both ways.
fn check<B: Backend>(n: usize, k: usize, m: usize) {
    let mut numbers = Seeded((n * 1681 + k * 41 + m) as u64);
    let (a, b) = (numbers.normals(n * k), numbers.normals(k * m));
    for transposed in [false, true] {
        let shape = Product {
            n,
            k,
            m,
            transposed,
        };
        let (mut out, mut scratch) = (vec![f32::NAN; n * m], vec![f32::NAN; shape.packed()]);
        B::matmul(&shape, &a, &b, &mut out, &mut scratch).unwrap();
        assert_product(&out, &shape, &a, &b);
        let (mut again, mut packed) = (vec![f32::NAN; n * m], vec![f32::NAN; shape.packed() + 3]);
        B::pack(&shape, &b, &mut packed).unwrap();
        B::matmul_packed(&shape, &a, &packed, &mut again).unwrap();
        assert_eq!(out, again, "{shape:?}: packed");
    }
}

fn every_number_of_rows_and_columns<B: Backend>() {
    for n in 1..=40 {
        for m in 1..=40 {
            check::<B>(n, 1 + (n * 5 + m * 3) % 40, m);
        }
    }
}

fn every_depth<B: Backend>() {
    for k in 1..=40 {
        for (n, m) in [(1, 1), (6, 8), (7, 9), (40, 40)] {
            check::<B>(n, k, m);
        }
    }
}

fn sizes_beyond_one_stretch<B: Backend>() {
    for (n, k, m) in [
        (5, 255, 9),
        (193, 256, 17),
        (200, 257, 8),
        (3, 700, 30),
        (192, 512, 16),
    ] {
        check::<B>(n, k, m);
    }
}

fn a_packed_factor_serves_many_products<B: Backend>() {
    let mut numbers = Seeded(8);
    let b = numbers.normals(20 * 11);
    let shape = |n| Product {
        n,
        k: 20,
        m: 11,
        transposed: false,
    };
    let mut packed = vec![0.0; shape(1).packed()];
    B::pack(&shape(1), &b, &mut packed).unwrap();
    for n in 1..=13 {
        let a = numbers.normals(n * 20);
        let mut out = vec![f32::NAN; n * 11];
        B::matmul_packed(&shape(n), &a, &packed, &mut out).unwrap();
        assert_product(&out, &shape(n), &a, &b);
    }
}

fn ones_and_zeros_are_exact<B: Backend>() {
    let size = 37;
    let shape = Product {
        n: size,
        k: size,
        m: size,
        transposed: false,
    };
    let b = Seeded(9).normals(size * size);
    let mut unit = vec![0.0; size * size];
    unit.iter_mut().step_by(size + 1).for_each(|x| *x = 1.0);
    let (mut out, mut scratch) = (vec![f32::NAN; size * size], vec![0.0; shape.packed()]);
    B::matmul(&shape, &unit, &b, &mut out, &mut scratch).unwrap();
    assert_eq!(out, b);
}
