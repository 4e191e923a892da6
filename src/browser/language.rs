//! The language of the page as the browser has it: the reader's wishes, the file of texts, and `lang` and
//! `dir` of the root element.

use std::cell::RefCell;

use js_sys::Intl::PluralRules;
use js_sys::{Array, JSON, JsString, Object, Reflect};
use texts::Language;
use wasm_bindgen::{JsCast, JsValue};

use super::fetch;
use super::page::{root, window};

/// What the reader chose is kept under this name.
const NAME: &str = "attention-lab-language";

/// What the reader chose at an earlier visit.
pub fn chosen() -> Option<String> {
    let storage = window()?.local_storage().ok()??;
    storage.get_item(NAME).ok()?
}

/// Keeps the choice for the next visit.
pub fn keep(code: &str) {
    if let Some(storage) = window().and_then(|window| window.local_storage().ok().flatten()) {
        let _ = storage.set_item(NAME, code);
    }
}

/// The languages that the browser was told its reader reads, the best first.
pub fn wishes() -> Vec<String> {
    let wishes = window().map(|window| window.navigator().languages());
    let wishes = wishes.unwrap_or_default();
    wishes.iter().filter_map(|wish| wish.as_string()).collect()
}

/// The texts of a language.
///
/// # Errors
/// Whatever the browser says when there is no network, no such file, or no JSON in it.
pub async fn fetch(code: &str) -> Result<JsValue, JsValue> {
    let bytes = fetch::bytes(&format!("./locales/{code}.json")).await?;
    let text = String::from_utf8(bytes).map_err(|_| JsValue::NULL)?;
    JSON::parse(&text)
}

/// Has the whole page speak that language from now on: its texts, and `lang` and `dir` on the root element.
pub fn speak(language: &Language, texts: Option<JsValue>) {
    WORDS.set(texts.unwrap_or_default());
    if let Some(root) = root() {
        let _ = root.set_attribute("lang", language.code);
        let _ = root.set_attribute("dir", if language.rtl { "rtl" } else { "ltr" });
    }
}

thread_local! {
    /// The texts of a language that is not English.
    static WORDS: RefCell<JsValue> = const { RefCell::new(JsValue::UNDEFINED) };
}

/// The text of that key in the language of the page, in that form where it has forms of number, unless
/// that is English or its file lacks it.
pub fn text(path: &str, form: Option<&str>) -> Option<String> {
    text_of(WORDS.with_borrow(JsValue::clone), path, form)
}

/// The same in the language of that file.
pub fn text_of(file: JsValue, path: &str, form: Option<&str>) -> Option<String> {
    let inner = |value: JsValue, key| Reflect::get(&value, &JsValue::from_str(key)).ok();
    let found = path.split('.').chain(form).try_fold(file, inner)?;
    found.dyn_into::<JsString>().ok().map(String::from)
}

/// The form that a text takes for so many in a language, by the browser's ICU: `one`, `other` …
pub fn form(code: &str, count: f64) -> String {
    let rules = PluralRules::new(&Array::of1(&code.into()), &Object::new());
    rules.select(count).into()
}
