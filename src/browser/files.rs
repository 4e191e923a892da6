//! Files to and from the reader's disk.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, Event, HtmlAnchorElement, HtmlInputElement, Url};

/// Offers `bytes` of a media type to be saved under `name`.
///
/// # Errors
/// Whatever the browser says when it does not let the page save.
pub fn save(name: &str, mime: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let document = super::page::document().ok_or(JsValue::NULL)?;
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
    link.set_href(&address);
    link.set_type(mime);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}

/// The most bytes that are read of a file, in millions.
pub const MOST_MILLIONS: u32 = 64;

/// Gives the bytes of the file that was chosen in the input of `event`, or how many million bytes
/// it has where those are more than [`MOST_MILLIONS`]; nothing when none was chosen.
pub fn chosen(event: &Event, take: impl FnOnce(Result<Vec<u8>, u32>) + 'static) {
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else { return };
    let file = input.files().and_then(|files| files.get(0));
    // The same file can be chosen again.
    input.set_value("");
    let Some(file) = file else { return };
    let millions = (file.size() / 1e6).ceil() as u32;
    if millions > MOST_MILLIONS {
        return take(Err(millions));
    }
    spawn_local(async move {
        if let Ok(buffer) = JsFuture::from(file.array_buffer()).await {
            take(Ok(Uint8Array::new(&buffer).to_vec()));
        }
    });
}
