//! No kernel asks for memory.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that fails to set up has failed")]

mod common;
#[path = "common/memory.rs"]
mod memory;

use fast::{Attention, Product, Rows, StageBuffers};
use memory::requests;

/// All in one test: what another one allocates at the same time would be counted.
#[test]
fn nothing_is_allocated() {
    let shape = Attention {
        causal: true,
        ..Attention::full(77, 21)
    };
    let [q, k, v] = common::operands(&shape, 1);
    let (mut out, mut scratch) = (vec![0.0; 77 * 21], vec![0.0; 77 * 88]);
    let attention = || fast::attention(&shape, &q, &k, &v, &mut out, &mut scratch).unwrap();
    assert_eq!(requests(attention), 0, "attention");
    let linear = || fast::linear_attention(&shape, &q, &k, &v, &mut out, &mut scratch).unwrap();
    assert_eq!(requests(linear), 0, "linear attention");
    let mut many = vec![vec![0.0; 77 * 77]; 5];
    let (mut max, mut sum) = (vec![0.0; 77], vec![0.0; 77]);
    let stages = || {
        let [scores, scaled, masked, exp, weights] = &mut many[..] else {
            unreachable!()
        };
        let (max, sum, output) = (&mut max[..], &mut sum[..], &mut out[..]);
        let mut to = StageBuffers {
            scores,
            scaled,
            masked,
            max,
            exp,
            sum,
            weights,
            output,
        };
        fast::attention_stages(&shape, &q, &k, &v, &mut to, &mut scratch).unwrap();
    };
    assert_eq!(requests(stages), 0, "stages");
    let product = Product {
        n: 77,
        k: 21,
        m: 77,
        transposed: true,
    };
    let matmul = || fast::matmul(&product, &q, &k, &mut many[0], &mut scratch).unwrap();
    assert_eq!(requests(matmul), 0, "matmul");
    let softmax = || fast::softmax(&Rows { rows: 77, cols: 21 }, &q, &mut out).unwrap();
    assert_eq!(requests(softmax), 0, "softmax");
    let wrong = || assert!(fast::attention(&shape, &q, &k, &v, &mut [], &mut scratch).is_err());
    assert_eq!(requests(wrong), 0, "a refusal");
}
