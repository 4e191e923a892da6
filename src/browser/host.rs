//! The page around a lesson that stands in a frame: messages to and from it, and the height it is
//! to give. A message goes as a plain object, so that numbers arrive to the last bit.

use std::cell::RefCell;

use js_sys::{Array, Function, JsString, Object, Reflect};
use lesson::core::fragment::MOST_BYTES;
use lesson::share::host::{Field, VERSION, Value};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HashChangeEvent, HashChangeEventInit, MessageEvent, ResizeObserver, Window};

use super::page::{self, document, window};

/// The longest text that answers are recognised by.
const LONGEST_ID: u32 = 100;

/// The page around this one; `None` where this page stands alone.
fn parent() -> Option<Window> {
    let own = window()?;
    let parent = own.parent().ok().flatten()?;
    let alone = Object::is(parent.as_ref(), own.as_ref());
    (!alone).then_some(parent)
}

/// A message to the page around this one.
pub fn message(kind: &str, entries: Vec<(&'static str, Value)>) -> Object {
    let message = Object::new();
    put(&message, "attention-lab", &VERSION.into());
    put(&message, "type", &kind.into());
    for (key, value) in entries {
        put(&message, key, &js(value));
    }
    message
}

/// Puts the sender's own name of a request into its answer.
pub fn put(message: &Object, key: &str, value: &JsValue) {
    // A plain object of our own takes every key.
    let _ = Reflect::set(message, &key.into(), value);
}

/// A value as JavaScript has it.
pub fn js(value: Value) -> JsValue {
    match value {
        Value::Text(text) => text.into(),
        Value::Count(count) => (count as f64).into(),
        Value::Number(number) => number.into(),
        Value::Bool(yes) => yes.into(),
        Value::Null => JsValue::NULL,
        Value::Rows(rows) => {
            let row = |row: Vec<f32>| row.into_iter().map(JsValue::from).collect::<Array>();
            rows.into_iter().map(row).collect::<Array>().into()
        }
    }
}

/// Whether a message is of that type.
pub fn is(message: &Object, kind: &str) -> bool {
    let own = Reflect::get(message, &"type".into());
    own.ok().and_then(|own| own.as_string()).as_deref() == Some(kind)
}

/// Posts to the page around this one, if it is still of that origin; `"*"` for any.
pub fn post(message: &Object, origin: &str) {
    if let Some(parent) = parent() {
        // An origin that is none (`null`, of a sandboxed page) cannot be named.
        let origin = if origin == "null" { "*" } else { origin };
        let _ = parent.post_message(message, origin);
    }
}

/// A message that came from the page around this one.
pub struct Asked {
    data: JsValue,
    /// Whose page it is.
    pub origin: String,
}

impl Asked {
    /// An entry of the message.
    pub fn field(&self, key: &str) -> Option<Field> {
        let value = Reflect::get(&self.data, &key.into()).ok()?;
        if value.is_undefined() || value.is_null() {
            return None;
        }
        if let Some(number) = value.as_f64() {
            return Some(Field::Text(number.to_string()));
        }
        let Some(text) = value.dyn_ref::<JsString>() else {
            return Some(Field::Other);
        };
        // Measured before it is copied.
        let length = text.length() as usize;
        Some(if length > MOST_BYTES {
            Field::TooLong(length)
        } else {
            Field::Text(String::from(text))
        })
    }

    /// What the sender knows its request by: a number or a short text.
    pub fn id(&self) -> JsValue {
        let id = Reflect::get(&self.data, &"id".into()).unwrap_or(JsValue::NULL);
        let short = |text: &JsString| text.length() <= LONGEST_ID;
        let known = id.as_f64().is_some() || id.dyn_ref::<JsString>().is_some_and(short);
        if known { id } else { JsValue::NULL }
    }
}

/// Calls `heard` with every message of the page around this one, and of no other window.
pub fn listen(heard: impl Fn(Asked) + 'static) {
    let listener = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let source = event.source().map(JsValue::from);
        let is_parent = parent().is_some_and(|parent| source == Some(parent.into()));
        if is_parent && event.data().is_object() {
            heard(Asked {
                data: event.data(),
                origin: event.origin(),
            });
        }
    });
    on_window("message", listener);
}

/// Opens `fragment` at once, as if a link to it had been followed, but without an entry in the
/// history: "back" belongs to the page around this one.
pub fn open(fragment: &str) {
    let address = page::address(fragment);
    if let Some(history) = window().and_then(|window| window.history().ok()) {
        // Refused in some sandboxed frames; the event says the same.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
    let init = HashChangeEventInit::new();
    init.set_new_url(&address);
    let event = HashChangeEvent::new_with_event_init_dict("hashchange", &init);
    if let (Some(window), Ok(event)) = (window(), event) {
        let _ = window.dispatch_event(&event);
    }
}

/// Calls `changed` with the height of the content in CSS pixels, rounded up, now and whenever it is
/// another. It is the height of the body, which does not follow that of the frame: a walk fills a frame of fixed
/// height, but not one that was just given the height of its content (`data-follows`).
pub fn follow_height(changed: impl Fn(u32) + 'static) {
    let last = RefCell::new(0u32);
    let measure = Closure::<dyn Fn()>::new(move || {
        let Some(body) = document().and_then(|document| document.body()) else {
            return;
        };
        // A lesson that is being fetched has no height of its own yet.
        if matches!(
            body.query_selector(".lesson-place:not([hidden]) > .lesson-body > .loading"),
            Ok(Some(_))
        ) {
            return;
        }
        let frame = window().and_then(|window| window.inner_height().ok()?.as_f64());
        let frame = frame.unwrap_or_default() as u32;
        if frame > 0 && frame == *last.borrow() {
            // Not at once: what is measured would change while it is.
            page::after_frame(follows);
        }
        let scrolled = window().and_then(|window| window.scroll_y().ok());
        let bottom = body.get_bounding_client_rect().bottom() + scrolled.unwrap_or_default();
        let height = bottom.max(0.0).ceil() as u32;
        if last.replace(height) != height {
            changed(height);
        }
    });
    let measure_now: &Function = measure.as_ref().unchecked_ref();
    // A frame that is out of sight is told of no sizes, but it has one.
    let _ = measure_now.call0(&JsValue::NULL);
    let body = document().and_then(|document| document.body());
    if let (Some(body), Ok(observer)) = (body, ResizeObserver::new(measure_now)) {
        observer.observe(&body);
        // The observer and its callback live as long as the page.
        std::mem::forget(observer);
    }
    measure.forget();
}

/// Says on the root element that the frame is as high as its content.
fn follows() {
    if let Some(root) = page::root() {
        let _ = root.set_attribute("data-follows", "");
    }
}

fn on_window<E: wasm_bindgen::convert::FromWasmAbi + 'static>(
    name: &str,
    listener: Closure<dyn Fn(E)>,
) {
    if let Some(window) = window() {
        let function = listener.as_ref().unchecked_ref();
        let _ = window.add_event_listener_with_callback(name, function);
    }
    listener.forget();
}
