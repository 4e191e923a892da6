//! Elements that stand there as markup and whose numbers change: written by their ids, without a signal an element.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::page::document;

/// Gives the element of that id this markup, of which what anybody wrote is escaped.
pub fn fill(id: &str, markup: &str) {
    if let Some(element) = find(id) {
        element.set_inner_html(markup);
    }
}

/// Writes these attributes and the text of the element of that id, where they are others.
pub fn write(id: &str, attributes: &[(&str, &str)], text: &str) {
    let Some(element) = find(id) else { return };
    for (name, value) in attributes {
        if element.get_attribute(name).as_deref() != Some(*value) {
            let _ = element.set_attribute(name, value);
        }
    }
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}

/// Moves the slider of that id to `value`, and says it there as `said`.
pub fn slide(id: &str, value: f32, said: &str) {
    let slider = find(id).and_then(|own| own.dyn_into::<HtmlInputElement>().ok());
    if let Some(slider) = slider {
        let value = value.to_string();
        let _ = slider.set_attribute("data-value", &value);
        let _ = slider.set_attribute("aria-valuetext", said);
        slider.set_value(&value);
    }
}

fn find(id: &str) -> Option<Element> {
    document()?.get_element_by_id(id)
}
