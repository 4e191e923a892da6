//! Each kind of vector against the scalar operation, lane by lane and bit by bit.

use simd::Vector;
use simd::vector::{Map, load_part, map, store_part};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Instantiates `fn body<V: Vector>()` once per kind of vector, so that a failure names it.
macro_rules! for_each_vector {
    ($($body:ident),* $(,)?) => {
        for_each_vector!(@ portable, simd::F32x4, $($body)*);
        #[cfg(target_arch = "wasm32")]
        for_each_vector!(@ simd128, core::arch::wasm32::v128, $($body)*);
    };
    (@ $module:ident, $vector:ty, $($body:ident)*) => {
        mod $module {
            $(
                #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
                #[cfg_attr(not(target_arch = "wasm32"), test)]
                fn $body() {
                    super::$body::<$vector>();
                }
            )*
        }
    };
}

for_each_vector!(
    arithmetic_is_that_of_each_lane,
    choices_are_those_of_each_lane,
    a_product_and_a_sum_round_at_most_twice,
    lanes_change_places,
    rows_are_searched_whole,
    parts_of_a_vector,
);

/// Numbers of all sorts, each of which meets each of them.
const NUMBERS: [f32; 12] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    -3.7,
    1e-40,
    1e20,
    -1e38,
    3e38,
    f32::INFINITY,
    f32::NEG_INFINITY,
];

fn lanes<V: Vector>(vector: V) -> [f32; 4] {
    let mut lanes = [0.0; 4];
    vector.store(&mut lanes);
    lanes
}

/// Do both give the same bits for each pair of `NUMBERS`, wherever in the vector it lies? All NaN are one.
#[track_caller]
fn assert_lanes<V: Vector>(vector: impl Fn(V, V) -> V, scalar: impl Fn(f32, f32) -> f32) {
    let bits = |x: f32| if x.is_nan() { f32::NAN } else { x }.to_bits();
    for a in 0..NUMBERS.len() {
        for b in 0..NUMBERS.len() {
            let x = [0, 1, 2, 3].map(|l| NUMBERS[(a + l) % NUMBERS.len()]);
            let y = [0, 1, 2, 3].map(|l| NUMBERS[(b + 5 * l) % NUMBERS.len()]);
            let found = lanes(vector(V::load(&x), V::load(&y)));
            let wanted = [0, 1, 2, 3].map(|l| scalar(x[l], y[l]));
            assert_eq!(
                found.map(bits),
                wanted.map(bits),
                "{x:?} and {y:?}: {found:?}"
            );
        }
    }
}

fn arithmetic_is_that_of_each_lane<V: Vector>() {
    assert_lanes::<V>(|x, y| x.add(y), |x, y| x + y);
    assert_lanes::<V>(|x, y| x.sub(y), |x, y| x - y);
    assert_lanes::<V>(|x, y| x.mul(y), |x, y| x * y);
    assert_lanes::<V>(|x, y| x.div(y), |x, y| x / y);
    assert_lanes::<V>(|x, _| x.abs(), |x, _| x.abs());
    let moved = |x: f32| f32::from_bits(x.to_bits() << 23);
    assert_lanes::<V>(|x, _| x.bits_into_exponent(), |x, _| moved(x));
}

fn choices_are_those_of_each_lane<V: Vector>() {
    let (one, two) = (V::splat(1.0), V::splat(2.0));
    let pick = |holds| if holds { 1.0 } else { 2.0 };
    assert_lanes::<V>(|x, y| x.if_less(y, one, two), |x, y| pick(x < y));
    assert_lanes::<V>(|x, y| x.if_equal(y, one, two), |x, y| pick(x == y));
    let nan = V::splat(f32::NAN);
    assert_eq!(lanes(nan.if_less(two, one, two)), [2.0; 4]);
    assert_eq!(lanes(nan.if_equal(nan, one, two)), [2.0; 4]);
    // With relaxed SIMD either of two zeros will do: adding 0 makes one of both.
    let zero = V::splat(0.0);
    assert_lanes::<V>(|x, y| x.larger(y).add(zero), |x, y| x.max(y) + 0.0);
    assert_lanes::<V>(|x, y| x.smaller(y).add(zero), |x, y| x.min(y) + 0.0);
}

fn a_product_and_a_sum_round_at_most_twice<V: Vector>() {
    // (1 + 2ε)² − 1 = 4ε + 4ε²: the last term is lost where the product is rounded by itself.
    let x = 1.0 + 2.0 * f32::EPSILON;
    let found = lanes(V::splat(x).madd(V::splat(x), V::splat(-1.0)));
    let (twice, once) = (x * x - 1.0, x.mul_add(x, -1.0));
    assert_ne!(twice, once);
    assert!(found == [twice; 4] || found == [once; 4], "{found:?}");
    if !cfg!(target_feature = "relaxed-simd") {
        assert_eq!(found, [twice; 4]);
    }
}

fn lanes_change_places<V: Vector>() {
    let row = |i: u8| [0, 1, 2, 3].map(|j| f32::from(4 * i + j));
    let columns = V::transposed([0, 1, 2, 3].map(|i| V::load(&row(i))));
    for (j, column) in columns.map(lanes).into_iter().enumerate() {
        assert_eq!(column, [0, 1, 2, 3].map(|i| row(i)[j]));
    }
    // Only in the order (a + c) + (b + d) is nothing of these lost.
    assert_eq!(V::load(&[1e20, 1.0, -1e20, 2.0]).sum(), 3.0);
}

fn rows_are_searched_whole<V: Vector>() {
    for at in 0..8 {
        for (rest, most) in [(-2.0, 5.0), (-2.0, -1.0), (f32::NEG_INFINITY, -1e38)] {
            let mut row = [[rest; 4]; 2];
            row.as_flattened_mut()[at] = most;
            assert_eq!(V::largest(&row, f32::NEG_INFINITY), most, "{row:?}");
            assert_eq!(V::largest(&row, 7.0), 7.0);
            assert!(V::are_scores(&row));
            for bad in [f32::INFINITY, f32::NAN] {
                row.as_flattened_mut()[at] = bad;
                assert!(!V::are_scores(&row), "{row:?}");
            }
        }
    }
}

/// x + 1
struct Next;

impl<V: Vector> Map<V> for Next {
    fn of(&self, x: V) -> V {
        x.add(V::splat(1.0))
    }
}

fn parts_of_a_vector<V: Vector>() {
    assert_eq!(
        lanes(load_part::<V>(&[1.0, 2.0], 9.0)),
        [1.0, 2.0, 9.0, 9.0]
    );
    let mut three = [0.0; 3];
    store_part(V::splat(4.0), &mut three);
    assert_eq!(three, [4.0; 3]);
    for length in 0..=9 {
        let x = &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0][..length];
        let mut out = vec![f32::NAN; length];
        map::<V>(&Next, x, &mut out);
        assert!(out.iter().zip(x).all(|(out, x)| *out == x + 1.0), "{out:?}");
    }
}
