//! Elements that stand there as markup and whose numbers change: written by their ids, without a signal an element.

use leptos::html;
use leptos::prelude::{Get, NodeRef};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::page::document;

/// Gives the element of that id this markup, of which what anybody wrote is escaped.
pub fn fill(id: &str, markup: &str) {
    if let Some(element) = find(id) {
        element.set_inner_html(markup);
    }
}

/// Gives the element this markup where it had `before`. What only goes on is put behind what stands there, which stays:
/// true. All anew: false.
pub fn go_on(element: &Element, before: &str, markup: &str) -> bool {
    match markup.strip_prefix(before).filter(|_| !before.is_empty()) {
        Some("") => true,
        Some(rest) => element.insert_adjacent_html("beforeend", rest).is_ok(),
        None => {
            element.set_inner_html(markup);
            false
        }
    }
}

/// Makes its children those of `after`, markup of one element each, where they are those of `before`: which are alike stay.
pub fn line_up(element: &Element, before: &[String], after: &[String]) {
    let children = element.children();
    if before.len() != after.len() || children.length() as usize != after.len() {
        return element.set_inner_html(&after.concat());
    }
    for (place, (before, after)) in (0..).zip(before.iter().zip(after)) {
        if before != after
            && let Some(child) = children.item(place)
        {
            child.set_outer_html(after);
        }
    }
}

/// Gives one of its children these attributes.
pub fn dress(element: &Element, child: usize, attributes: &[(&str, &str)]) {
    let child = u32::try_from(child)
        .ok()
        .and_then(|child| element.children().item(child));
    for (name, value) in attributes {
        if let Some(child) = &child {
            let _ = child.set_attribute(name, value);
        }
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

/// Scrolls the element of that id, and nothing around it, until the first in it that the selector finds is in sight.
pub fn show_in(id: &str, selector: &str) {
    let Some(frame) = find(id) else { return };
    let Ok(Some(own)) = frame.query_selector(selector) else {
        return;
    };
    let (around, own) = (
        frame.get_bounding_client_rect(),
        own.get_bounding_client_rect(),
    );
    let (beyond, above) = (own.bottom() - around.bottom(), own.top() - around.top());
    let by = match (beyond > 0.0, above < 0.0) {
        (true, _) => beyond,
        (_, true) => above,
        _ => return,
    };
    frame.set_scroll_top(frame.scroll_top() + by.round() as i32);
}

/// How wide and how tall it is, in sides of the largest square in its middle; `None` where it has no size.
pub fn sides(place: NodeRef<html::Div>) -> Option<(f32, f32)> {
    let place = place.get()?;
    let (width, height) = (place.client_width() as f32, place.client_height() as f32);
    let side = width.min(height);
    (side > 0.0).then_some((width / side, height / side))
}

fn find(id: &str) -> Option<Element> {
    document()?.get_element_by_id(id)
}
