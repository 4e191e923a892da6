//! What is said once to who hears the page, wherever it happened: that something was taken back, begun, or done. What
//! has come of it, its own view says.

use std::cell::Cell;
use std::time::Duration;

use leptos::prelude::set_timeout;
use web_sys::Element;

use super::page::document;

/// The element that is live.
const PLACE: &str = "said";
/// A place that has just been made is not heard yet; nor is the same text put in the place of itself.
const SOON: Duration = Duration::from_millis(60);
/// As long as a text is read. Who reads line by line would find it at the foot of the page.
const HEARD: Duration = Duration::from_secs(20);

thread_local! {
    /// How often something was said.
    static COUNT: Cell<u32> = const { Cell::new(0) };
}

/// Says it, in the place of what was said before.
pub fn say(words: String) {
    let Some(place) = place() else { return };
    place.set_text_content(None);
    COUNT.set(COUNT.get().wrapping_add(1));
    let own = COUNT.get();
    let write = move |words: Option<&str>| {
        if COUNT.get() == own {
            place.set_text_content(words);
        }
    };
    set_timeout(
        move || {
            write(Some(&words));
            set_timeout(move || write(None), HEARD);
        },
        SOON,
    );
}

fn place() -> Option<Element> {
    let document = document()?;
    document.get_element_by_id(PLACE).or_else(|| {
        let made = document.create_element("p").ok()?;
        made.set_id(PLACE);
        made.set_class_name("only-read");
        made.set_attribute("role", "status").ok()?;
        document.body()?.append_child(&made).ok()?;
        Some(made)
    })
}
