//! The weights and outputs that PyTorch computed in f64 (tests/fixtures/single_head.json).

use crate::common::{FEW_KEYS, assert_near};
use fast::{Attention, Backend};
use serde::Deserialize;

for_each_backend!(every_output_is_that_of_pytorch);

/// How many cases the file holds; fewer would mean that some went untested.
const CASES: usize = 31;

#[derive(Deserialize)]
struct Fixture {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    scale: f32,
    q: Vec<Vec<f32>>,
    k: Vec<Vec<f32>>,
    v: Vec<Vec<f32>>,
    keep: Option<Vec<Vec<u8>>>,
    output: Vec<Vec<f64>>,
}

/// Every mask is handed over as numbers: 0 where a query may look, −∞ where not.
fn every_output_is_that_of_pytorch<B: Backend>() {
    let text = include_str!("../../../tests/fixtures/single_head.json");
    let cases = serde_json::from_str::<Fixture>(text).unwrap().cases;
    assert_eq!(cases.len(), CASES);
    for case in cases {
        let bias = |keep: u8| if keep == 0 { f32::NEG_INFINITY } else { 0.0 };
        let rows = case.keep.as_ref().map(|keep| keep.concat());
        let mask: Option<Vec<f32>> = rows.map(|keep| keep.into_iter().map(bias).collect());
        let shape = Attention {
            m: case.k.len(),
            d_v: case.v[0].len(),
            scale: case.scale,
            mask: mask.as_deref(),
            ..Attention::full(case.q.len(), case.q[0].len())
        };
        let mut out = vec![f32::NAN; shape.n * shape.d_v];
        let mut scratch = vec![f32::NAN; shape.scratch()];
        let [q, k, v] = [case.q.concat(), case.k.concat(), case.v.concat()];
        B::attention(&shape, &q, &k, &v, &mut out, &mut scratch).unwrap();
        let largest = v.iter().fold(1.0f32, |most, v| most.max(v.abs()));
        let bound = FEW_KEYS * f64::from(largest);
        assert_near(
            &out,
            &case.output.concat(),
            bound,
            format_args!("{}", case.name),
        );
    }
}
