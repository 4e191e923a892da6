//! Many kinds of events of one element, heard in one place.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, HtmlElement};

use crate::reactive::effect;

/// Calls `hear` with every event of these kinds in the element, for as long as its view stands. A handler of a view
/// for each would be a kilobyte of page.
pub fn hear<E>(
    element: NodeRef<E>,
    kinds: &'static [&'static str],
    hear: impl Fn(&str, &Event) + 'static,
) where
    E: leptos::html::ElementType,
    E::Output: JsCast + Clone + 'static,
{
    let listener = listener(Box::new(hear));
    effect(move || {
        let element = element.get();
        if let Some(element) = element
            .as_ref()
            .and_then(|own| own.dyn_ref::<HtmlElement>())
        {
            for kind in kinds {
                let _ = element.add_event_listener_with_callback(kind, &listener);
            }
        }
    });
}

/// Behind a pointer: one copy for all that listen.
fn listener(hear: Box<dyn Fn(&str, &Event)>) -> js_sys::Function {
    let hears = Closure::<dyn Fn(Event)>::new(move |event: Event| hear(&event.type_(), &event));
    let listener = hears.as_ref().unchecked_ref::<js_sys::Function>().clone();
    // Gone with the view.
    StoredValue::new_local(hears);
    listener
}
