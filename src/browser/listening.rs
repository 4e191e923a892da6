//! Many kinds of events of one element, heard in one place.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, HtmlElement};

use crate::reactive::effect;

/// Calls `hear` with every event of these kinds in the element, for as long as its view stands: the element may stand
/// longer, where another view has the same. A handler of a view for each would be a kilobyte of page.
pub fn hear<E>(
    element: NodeRef<E>,
    kinds: &'static [&'static str],
    hear: impl Fn(&str, &Event) + 'static,
) where
    E: leptos::html::ElementType,
    E::Output: JsCast + Clone + 'static,
{
    let listener = listener(Box::new(hear));
    let heard = StoredValue::new_local(None::<(HtmlElement, js_sys::Function)>);
    on_cleanup(move || stop(heard, kinds));
    effect(move || {
        let element = element.get();
        let element = element.and_then(|own| own.dyn_into::<HtmlElement>().ok());
        if let Some(element) = element {
            stop(heard, kinds);
            for kind in kinds {
                let _ = element.add_event_listener_with_callback(kind, &listener);
            }
            heard.set_value(Some((element, listener.clone())));
        }
    });
}

/// Who listens, and where.
type Heard = StoredValue<Option<(HtmlElement, js_sys::Function)>, LocalStorage>;

fn stop(heard: Heard, kinds: &[&str]) {
    let before = heard.try_update_value(Option::take).flatten();
    if let Some((element, listener)) = before {
        for kind in kinds {
            let _ = element.remove_event_listener_with_callback(kind, &listener);
        }
    }
}

/// What hears an event, and its kind.
type Hears = Box<dyn Fn(&str, &Event)>;

/// Behind a pointer: one copy for all that listen.
fn listener(hear: Hears) -> js_sys::Function {
    let hears = Closure::<dyn Fn(Event)>::new(move |event: Event| hear(&event.type_(), &event));
    let listener = hears.as_ref().unchecked_ref::<js_sys::Function>().clone();
    // Gone with the view.
    StoredValue::new_local(hears);
    listener
}
