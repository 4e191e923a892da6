//! Files that were shipped beside the page.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use super::shipped;

/// The bytes of a file of our own, by its plain path from the page.
///
/// # Errors
/// Whatever the browser says when there is no network or no such file.
pub async fn bytes(path: &str) -> Result<Vec<u8>, JsValue> {
    let window = super::page::window().ok_or(JsValue::NULL)?;
    let response: Response = JsFuture::from(window.fetch_with_str(&shipped::address(path)))
        .await?
        .dyn_into()?;
    if !response.ok() {
        return Err(JsValue::from(response.status()));
    }
    let buffer = JsFuture::from(response.array_buffer()?).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
