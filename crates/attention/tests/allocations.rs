//! Buffers are made once: no step, forward pass or token asks for memory.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that fails to set up has failed")]

mod common;
#[path = "../../fast/tests/common/memory.rs"]
mod memory;

use attention::model::{Cache, Model, Run};
use attention::train::{AdamW, Optimiser, Sgd, Trainer, next_tokens};
use common::models::settings;
use memory::requests;

const IDS: [u32; 10] = [3, 1, 4, 1, 5, 2, 6, 5, 3, 0];

/// All in one test: what another one allocates at the same time would be counted.
#[test]
fn nothing_is_allocated_after_the_start() {
    for (name, config) in settings() {
        let mut model = Model::random(config, 1).unwrap();
        let targets = next_tokens(&IDS, 5);
        let optimisers: [Optimiser; 2] = [Sgd::default().into(), AdamW::default().into()];
        for optimiser in optimisers {
            let mut trainer = Trainer::new(&model, optimiser, 2, 5).unwrap();
            let step = || assert!(trainer.step(&mut model, &IDS, &targets).unwrap() > 0.0);
            assert_eq!(requests(step), 0, "{name}: a step of {optimiser:?}");
        }

        let mut run = Run::with_stages(&model, 2, 5).unwrap();
        let forward = || model.forward(&IDS, &mut run).unwrap();
        assert_eq!(requests(forward), 0, "{name}: a forward pass");
        if model.config().causal {
            let (mut cache, mut run) = (Cache::new(&model).unwrap(), Run::next(&model, 1).unwrap());
            let token = || model.extend(&mut cache, &[3], &mut run).unwrap();
            assert_eq!(requests(token), 0, "{name}: a token");
        }
    }
}
