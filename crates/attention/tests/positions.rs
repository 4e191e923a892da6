//! Positions: against those computed by PyTorch in f64 (tests/fixtures/positions.json), and by what
//! they are for.

use crate::common::Seeded;
use attention::dot;
use attention::model::RopeLayout::{self, HalfSplit, Interleaved};
use attention::positions::{Rope, alibi_slopes, sinusoidal};
use serde::Deserialize;

/// The largest error allowed; the numbers are at most 3.
const TOLERANCE: f64 = 1e-6;
/// The base of the wavelengths in the fixture.
const THETA: f32 = 10_000.0;

#[derive(Deserialize)]
struct Fixture {
    d: usize,
    n: usize,
    sinusoidal: Vec<Vec<f64>>,
    x: Vec<Vec<f64>>,
    rope_interleaved: Vec<Vec<f64>>,
    rope_half_split: Vec<Vec<f64>>,
    alibi_heads: usize,
    alibi_slopes: Vec<f64>,
}

fn fixture() -> Fixture {
    serde_json::from_str(include_str!("../../../tests/fixtures/positions.json")).unwrap()
}

#[track_caller]
fn assert_close(found: &[f32], wanted: &[f64], what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (&found, wanted) in found.iter().zip(wanted) {
        let error = (f64::from(found) - wanted).abs();
        assert!(error <= TOLERANCE, "{what}: {found}, PyTorch {wanted}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn waves_are_those_of_pytorch() {
    let wanted = fixture();
    let found = sinusoidal(wanted.n, wanted.d);
    assert_eq!(found.rows(), wanted.sinusoidal.len());
    for (found, wanted) in found.iter_rows().zip(&wanted.sinusoidal) {
        assert_close(found, wanted, "sinusoidal");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn waves_of_every_width_are_those_of_the_formula() {
    for d in 0..=9 {
        let found = sinusoidal(40, d);
        assert_eq!(found.shape(), (40, d));
        let cell = |p: usize, j: usize| {
            let angle = p as f64 / 10_000f64.powf((2 * (j / 2)) as f64 / d as f64);
            if j.is_multiple_of(2) {
                angle.sin()
            } else {
                angle.cos()
            }
        };
        for (p, row) in found.iter_rows().enumerate() {
            let wanted: Vec<f64> = (0..d).map(|j| cell(p, j)).collect();
            assert_close(row, &wanted, &format!("width {d}, position {p}"));
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn turned_rows_are_those_of_pytorch() {
    let all = fixture();
    for (layout, wanted) in [
        (Interleaved, &all.rope_interleaved),
        (HalfSplit, &all.rope_half_split),
    ] {
        let rope = Rope::new(THETA, all.d, layout, all.n);
        assert_eq!(all.x.len(), all.n);
        for (position, (x, wanted)) in all.x.iter().zip(wanted).enumerate() {
            let mut row: Vec<f32> = x.iter().map(|x| *x as f32).collect();
            rope.rotate(&mut row, position);
            assert_close(&row, wanted, &format!("{layout:?}, position {position}"));
        }
    }
}

const LAYOUTS: [RopeLayout; 2] = [Interleaved, HalfSplit];

fn numbers(seeded: &mut Seeded, n: usize) -> Vec<f32> {
    (0..n).map(|_| seeded.number()).collect()
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn turning_back_undoes_turning() {
    let mut seeded = Seeded(1);
    for layout in LAYOUTS {
        for d in (2..=40).step_by(2) {
            let rope = Rope::new(500_000.0, d, layout, 100);
            let x = numbers(&mut seeded, d);
            for position in [0, 1, 50, 99] {
                let mut row = x.clone();
                rope.rotate(&mut row, position);
                assert_eq!(row == x, position == 0, "position 0 alone does not turn");
                rope.rotate_back(&mut row, position);
                let wanted: Vec<f64> = x.iter().map(|x| f64::from(*x)).collect();
                assert_close(&row, &wanted, &format!("{layout:?}, width {d}"));
            }
        }
    }
}

/// ⟨R x, y⟩ = ⟨x, Rᵀ y⟩: what makes turning back the backward of turning.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn turning_back_is_the_transpose() {
    let mut seeded = Seeded(2);
    for layout in LAYOUTS {
        let rope = Rope::new(THETA, 8, layout, 20);
        let (x, y) = (numbers(&mut seeded, 8), numbers(&mut seeded, 8));
        let (mut turned, mut back) = (x.clone(), y.clone());
        rope.rotate(&mut turned, 13);
        rope.rotate_back(&mut back, 13);
        let gap = f64::from((dot(&turned, &y) - dot(&x, &back)).abs());
        assert!(gap <= 8.0 * TOLERANCE, "{layout:?}: {gap}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_score_depends_on_the_distance_alone() {
    let mut seeded = Seeded(3);
    for layout in LAYOUTS {
        let rope = Rope::new(THETA, 16, layout, 64);
        let (q, k) = (numbers(&mut seeded, 16), numbers(&mut seeded, 16));
        let score = |i, j| {
            let (mut q, mut k) = (q.clone(), k.clone());
            rope.rotate(&mut q, i);
            rope.rotate(&mut k, j);
            dot(&q, &k)
        };
        for distance in 0..20 {
            let wanted = score(distance, 0);
            for j in 1..44 {
                let gap = f64::from((score(j + distance, j) - wanted).abs());
                assert!(gap <= 2e-5, "{layout:?}, distance {distance}: {gap}");
            }
        }
        assert!(
            (score(0, 0) - score(7, 0)).abs() > 0.1,
            "but on that it does"
        );
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn heads_side_by_side_turn_as_each_would_alone() {
    let mut seeded = Seeded(4);
    for layout in LAYOUTS {
        let rope = Rope::new(THETA, 6, layout, 9);
        for heads in 0..=4 {
            let row = numbers(&mut seeded, 6 * heads);
            let (mut together, mut alone) = (row.clone(), row);
            rope.rotate(&mut together, 5);
            for head in alone.chunks_exact_mut(6) {
                rope.rotate(head, 5);
            }
            assert_eq!(together, alone, "{layout:?}, {heads} heads");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_part_of_a_head_turns_as_if_it_were_the_head() {
    let mut seeded = Seeded(9);
    for layout in [Interleaved, HalfSplit] {
        let (part, whole) = (
            Rope::of_part(THETA, (10, 6), layout, 9),
            Rope::new(THETA, 6, layout, 9),
        );
        let before = numbers(&mut seeded, 30);
        let mut found = before.clone();
        part.rotate(&mut found, 5);
        let mut wanted = before.clone();
        for head in wanted.chunks_mut(10) {
            whole.rotate(&mut head[..6], 5);
        }
        assert_eq!(found, wanted, "{layout:?}");
        for j in 0..10 {
            assert_eq!(part.pair(j, 5), whole.pair(j, 5), "{layout:?}, {j}");
        }
        part.rotate_back(&mut found, 5);
        let back = found.iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
        assert_close(&before, &back, "turned back");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn slopes_are_those_of_the_paper() {
    let wanted = fixture();
    assert_close(
        &alibi_slopes(wanted.alibi_heads),
        &wanted.alibi_slopes,
        "8 heads",
    );
    // Of the authors' code: 12 heads are the 8 of 8 heads and then 4 of the 16 of 16.
    let root = std::f64::consts::SQRT_2;
    let twelve = [
        0.5,
        0.25,
        0.125,
        0.0625,
        0.03125,
        0.015625,
        0.0078125,
        0.00390625,
        0.5 * root,
        0.25 * root,
        0.125 * root,
        0.0625 * root,
    ];
    assert_close(&alibi_slopes(12), &twelve, "12 heads");
    assert_eq!(alibi_slopes(1), [0.00390625]);
    assert!(alibi_slopes(0).is_empty());
    for n in 1..=40 {
        let slopes = alibi_slopes(n);
        assert_eq!(slopes.len(), n);
        assert!(slopes.iter().all(|s| (1.0 / 256.0..1.0).contains(s)), "{n}");
    }
}

/// Checksums of bits that a native run computed; every machine must compute the same.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn every_machine_agrees_to_the_bit() {
    let sum = |bits: &mut dyn Iterator<Item = u32>| {
        bits.fold(0u32, |sum, bits| sum.wrapping_mul(31).wrapping_add(bits))
    };
    let waves = sinusoidal(512, 24);
    let rope = Rope::new(THETA, 24, HalfSplit, 512);
    let mut row = numbers(&mut Seeded(5), 48);
    (0..512).for_each(|position| rope.rotate(&mut row, position));
    let found = [
        sum(&mut waves.data().iter().map(|x| x.to_bits())),
        sum(&mut row.iter().map(|x| x.to_bits())),
        sum(&mut alibi_slopes(12).iter().map(|x| x.to_bits())),
    ];
    assert_eq!(found, [0x5d6c_152f, 0xed96_d979, 0x2493_24c0]);
}
