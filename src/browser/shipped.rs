//! The names of the files that were shipped with the page. A release build names them by their
//! content (`cargo xtask seal`) and leaves a table in the page; `trunk serve` leaves them as they are.

use js_sys::{JSON, Reflect};
use wasm_bindgen::JsValue;

use super::page::document;

/// Where the table stands, by plain names.
const TABLE: &str = "meta[name='attention-lab-files']";

thread_local! {
    static NAMES: Option<JsValue> = table();
}

fn table() -> Option<JsValue> {
    let element = document()?.query_selector(TABLE).ok()??;
    JSON::parse(&element.get_attribute("content")?).ok()
}

/// Whether this is a release build, whose files never change under their names.
pub fn is_sealed() -> bool {
    NAMES.with(Option::is_some)
}

/// The address of a file, from the page, by its plain name: `worker.js`, `models/a.safetensors`.
pub fn address(name: &str) -> String {
    let name = name.trim_start_matches("./");
    let sealed = NAMES.with(|names| {
        let found = Reflect::get(names.as_ref()?, &name.into()).ok()?;
        found.as_string()
    });
    format!("./{}", sealed.as_deref().unwrap_or(name))
}
