//! Files to and from the reader's disk.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, Event, HtmlAnchorElement, HtmlInputElement, Url};

/// Offers `bytes` to be saved under `name`.
///
/// # Errors
/// Whatever the browser says when it does not let the page save.
pub fn save(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let document = super::page::document().ok_or(JsValue::NULL)?;
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}

/// The most bytes that are read of a file.
const MOST: f64 = 64.0 * 1024.0 * 1024.0;

/// Gives the bytes of the file that was chosen in the input of `event`; nothing when none was, or
/// one too large to be ours.
pub fn chosen(event: &Event, take: impl FnOnce(Vec<u8>) + 'static) {
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else { return };
    let file = input.files().and_then(|files| files.get(0));
    // The same file can be chosen again.
    input.set_value("");
    let Some(file) = file.filter(|file| file.size() <= MOST) else {
        return;
    };
    spawn_local(async move {
        if let Ok(buffer) = JsFuture::from(file.array_buffer()).await {
            take(Uint8Array::new(&buffer).to_vec());
        }
    });
}
