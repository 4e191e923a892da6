//! `examples/ratios.rs` in a browser. Ignored unless asked for: it measures and asserts nothing.
#![cfg(target_arch = "wasm32")]

#[path = "../examples/ratios.rs"]
mod ratios;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test::wasm_bindgen_test]
#[ignore = "prints timings, asserts nothing; run with --include-ignored"]
fn print_ratios() {
    wasm_bindgen_test::console_log!("{}", ratios::report(&js_sys::Date::now));
}
