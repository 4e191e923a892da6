//! What JavaScript can call.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// [`contender::Contender`] with the page's clock.
#[wasm_bindgen]
pub struct Contender(contender::Contender);

#[wasm_bindgen]
impl Contender {
    /// `new Contender()`
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Self, JsError> {
        Ok(Self(contender::Contender::new()?))
    }

    /// `contender.answer("time train 32 200")`
    pub fn answer(&mut self, line: &str) -> Result<String, JsError> {
        Ok(self.0.answer(line, &now)?)
    }
}
