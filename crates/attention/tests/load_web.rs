//! A folder's files opened in a browser, where they come as bytes.
#![cfg(all(feature = "load", target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that fails to set up has failed")]

use attention::load::{Archive, Loaded, Tokenizer, config, params};
use attention::sample::greedy;
use wasm_bindgen_test::wasm_bindgen_test;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

macro_rules! fixture {
    ($file:literal) => {
        include_bytes!(concat!("../../../tests/fixtures/llama-tiny/", $file))
    };
}

#[wasm_bindgen_test]
fn a_model_opens_and_writes_on() {
    let (family, config) = config(fixture!("config.json")).unwrap();
    let files = [("model.safetensors", &fixture!("model.safetensors")[..])];
    let params = params(&config, family, &Archive::new(&files).unwrap()).unwrap();
    let tokenizer = Tokenizer::new(fixture!("tokenizer.json")).unwrap();
    let loaded = Loaded {
        family,
        config,
        params,
        tokenizer,
        bytes: 0,
        loss: attention::kernels::Loss::default(),
    };
    let expected: serde_json::Value = serde_json::from_slice(fixture!("expected.json")).unwrap();
    let case = &expected["cases"][0];
    let ids = loaded.encode(case["text"].as_str().unwrap()).unwrap();
    assert_eq!(serde_json::json!(ids), case["ids"]);
    assert_eq!(
        loaded.tokenizer.decode(&ids).unwrap(),
        case["decoded"].as_str().unwrap()
    );
    let model = loaded.model(ids.len() + 12).unwrap();
    let written = greedy(&model, &ids, 12).unwrap();
    assert_eq!(serde_json::json!(written), case["greedy_12"]);
}
