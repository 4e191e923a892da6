//! Files that were shipped beside the page.

use js_sys::{Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableWritablePair, Response};

use super::shipped;

/// The bytes of a file of our own, by its plain path from the page.
///
/// # Errors
/// Whatever the browser says when there is no network or no such file, or another one came.
pub async fn bytes(path: &str) -> Result<Vec<u8>, JsValue> {
    let response: Response = JsFuture::from(asked(path)?).await?.dyn_into()?;
    if !response.ok() {
        return Err(JsValue::from(response.status()));
    }
    whole(&response).await
}

/// The same, decompressed where it is gzip. A host may have had the browser do so already.
///
/// # Errors
/// As [`bytes`], and where it is broken.
pub async fn unpacked(path: &str) -> Result<Vec<u8>, JsValue> {
    let bytes = bytes(path).await?;
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    let mut bytes = bytes;
    let packed = Response::new_with_opt_u8_array(Some(&mut bytes))?.body();
    let through = DecompressionStream::new("gzip")?;
    let pair: ReadableWritablePair = through.unchecked_into();
    let plain = packed.ok_or(JsValue::NULL)?.pipe_through(&pair);
    whole(&Response::new_with_opt_readable_stream(Some(&plain))?).await
}

/// The answer to come, which the script of a release compares with the file's digest (`xtask/src/split/parts.js`);
/// `trunk serve` has none.
///
/// # Errors
/// Where there is no window.
pub fn asked(path: &str) -> Result<Promise, JsValue> {
    let window = super::page::window().ok_or(JsValue::NULL)?;
    let address = shipped::address(path);
    match Reflect::get(&window, &"attentionLabFile".into())?.dyn_into::<Function>() {
        Ok(compared) => Ok(compared.call1(&window, &address.into())?.into()),
        Err(_) => Ok(window.fetch_with_str(&address)),
    }
}

#[wasm_bindgen]
extern "C" {
    /// <https://compression.spec.whatwg.org>; `web-sys` still keeps it behind a flag.
    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
}

/// How a file of gzip begins (RFC 1952, §2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

async fn whole(response: &Response) -> Result<Vec<u8>, JsValue> {
    let buffer = JsFuture::from(response.array_buffer()?).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
