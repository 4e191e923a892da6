//! The window: address, frames of time, the loading notice.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use leptos::prelude::*;
use lesson::core::fragment::{FROM, Fragment};
use lesson::registry;
use lesson::share::embed::{EmbedOptions, without_frame};
use lesson::share::quiz::Setup;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HashChangeEvent, HtmlElement, Window};

use crate::wire::{Said, Wire};

/// Names the page, as tabs and bookmarks show it.
pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// What `assets/trap.js` says when the page's code has stopped, and its button.
pub fn set_last_words(stopped: &str, again: &str) {
    for (selector, words) in [("#trap p", stopped), ("#trap button", again)] {
        let place = document().and_then(|document| document.query_selector(selector).ok()?);
        if let Some(place) = place {
            place.set_text_content(Some(words));
        }
    }
}

/// The window; `None` outside a page.
pub fn window() -> Option<Window> {
    web_sys::window()
}

/// The document.
pub fn document() -> Option<Document> {
    window()?.document()
}

/// The root element, on which style sheets read what the page is.
#[inline(never)]
pub fn root() -> Option<Element> {
    document()?.document_element()
}

/// The fragment of the address, without `#`.
pub fn fragment() -> String {
    let hash = window()
        .and_then(|window| window.location().hash().ok())
        .unwrap_or_default();
    hash.trim_start_matches('#').to_owned()
}

/// The fragment of the address where it is a link of the lesson `slug`: what the link of another lesson
/// holds is nothing to this one.
pub fn link_of(slug: &str) -> String {
    let fragment = fragment();
    match registry::lesson_of(&fragment) == slug {
        true => fragment,
        false => String::new(),
    }
}

/// The fragment that a link led to. The address may hold another by the time the page hears of it.
pub fn led_to(event: &HashChangeEvent) -> String {
    let address = event.new_url();
    let fragment = address.split_once('#').map(|(_, fragment)| fragment);
    fragment.unwrap_or_default().to_owned()
}

/// Says on the root element at which level a lesson is, for style sheets and tests.
pub fn set_level(level: &str) {
    if let Some(root) = root() {
        let _ = root.set_attribute("data-level", level);
    }
}

/// Says on the root element that a walk stands in the page, for as long as the view that is being made does.
pub fn mark_guided() {
    count_guided(1);
    on_cleanup(|| count_guided(-1));
}

/// One that comes may be there before the one it replaces is gone.
fn count_guided(by: i32) {
    GUIDED.set(GUIDED.get() + by);
    if let Some(root) = root() {
        let _ = root.toggle_attribute_with_force("data-guided", GUIDED.get() > 0);
    }
}

/// Sets the frame that the link gave its lesson.
pub fn set_embed_options(slug: &str, options: &EmbedOptions) {
    FRAME.set(format!("lesson={slug}{}", options.suffix()));
    if let Some(root) = root() {
        let _ = root.toggle_attribute_with_force("data-embed", options.embed);
    }
}

/// The frame that the lesson of that slug stands in.
pub fn embed_options(slug: &str) -> EmbedOptions {
    FRAME.with_borrow(|frame| EmbedOptions::of(frame).carried_to(slug))
}

thread_local! {
    /// How many walks stand in the page.
    static GUIDED: Cell<i32> = const { Cell::new(0) };
    /// What the link says of the frame, as a link of the lesson it is about.
    static FRAME: RefCell<String> = const { RefCell::new(String::new()) };
    /// A lesson was opened, and stands at that link.
    static FIRST: Wire<str> = const { Wire::new() };
    /// A lesson has put its link into the address.
    static WRITTEN: Wire<str> = const { Wire::new() };
}

/// Whether the host was found to have another version of the page by now (`xtask/src/split/parts.js`).
pub fn is_outdated() -> bool {
    let root = root();
    root.is_some_and(|root| root.has_attribute("data-outdated"))
}

/// Begins anew with what the address holds.
pub fn reload() {
    if let Some(window) = window() {
        let _ = window.location().reload();
    }
}

/// Begins anew with a link that was followed: a lesson may have written its own over it since.
pub fn begin_anew(fragment: &str) {
    replace(fragment);
    reload();
}

/// Puts `fragment` into the address without a new entry in the history. What the link said about the
/// frame of the lesson and about questions stays.
pub fn set_fragment(fragment: &str) {
    replace(&whole(fragment));
    WRITTEN.say(fragment);
}

/// Says what link a lesson stands at when it is opened: nothing has been changed yet.
pub fn first_fragment(fragment: &str) {
    FIRST.say(fragment);
}

/// Calls `opened` with the link of every lesson that is opened.
pub fn follow_first_fragment(opened: impl Fn(String) + 'static) {
    FIRST.hear(move |link| opened(link.to_owned()));
}

/// A lesson's own link with what the address says of its frame and of questions behind it.
pub fn whole(link: &str) -> String {
    let options = embed_options(registry::lesson_of(link)).suffix();
    let now = fragment();
    if registry::lesson_of(&now) != registry::lesson_of(link) {
        return format!("{link}{options}");
    }
    let from = Fragment(&now).only(|key| key == FROM);
    let from = if from.is_empty() {
        from
    } else {
        format!("&{from}")
    };
    format!("{link}{options}{}{from}", Setup::kept(&now))
}

/// The frame names this language, and so does the address; where it named none, only if it is `new` there. What it locks in
/// a lesson that is not open stays locked there.
pub fn set_frame_language(code: &str, new: bool) {
    let frame = FRAME.with_borrow(String::clone);
    let options = EmbedOptions::of(&frame);
    if options.lang.is_none() && !new {
        return;
    }
    let lang = Some(code.to_owned());
    let options = EmbedOptions { lang, ..options };
    set_embed_options(registry::lesson_of(&frame), &options);
    let here = fragment();
    let options = embed_options(registry::lesson_of(&here));
    replace(&format!("{}{}", without_frame(&here), options.suffix()));
}

/// Puts `setup` into the address in the place of what it said about questions.
pub fn set_question(setup: &Setup) {
    replace(&setup.replacing_in(&fragment()));
}

fn replace(fragment: &str) {
    let history = window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        let url = format!("#{fragment}");
        // Refused in some sandboxed frames; the page works without it.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&url));
    }
}

/// Calls `written` with every link that [`set_fragment`] puts into the address, for as long as the
/// page lives.
pub fn follow_fragment(written: impl Fn(String) + 'static) {
    WRITTEN.hear(move |link| written(link.to_owned()));
}

/// Milliseconds after the last change until the address holds it.
const LINK_DELAY: u64 = 250;

/// Keeps the address at `link` while that is something, a moment after each change of what `track` reads: only then is
/// the link put together.
pub fn keep_fragment(track: impl Fn() + 'static, link: Signal<Option<String>>) {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |first: Option<()>| {
        track();
        if let Some(timer) = timer.get_value() {
            timer.clear();
        }
        // What was opened stands in the address already.
        let Some(()) = first else {
            return;
        };
        let write = move || {
            if let Some(Some(link)) = link.try_get_untracked()
                // Another lesson's may have been followed a moment ago.
                && registry::lesson_of(&fragment()) == registry::lesson_of(&link)
            {
                set_fragment(&link);
            }
        };
        let delay = Duration::from_millis(LINK_DELAY);
        timer.set_value(set_timeout_with_handle(write, delay).ok());
    });
}

/// Puts `fragment` into the address with a new entry in the history, and tells nobody: Back leads to
/// what the address held.
pub fn push_fragment(fragment: &str) {
    let history = window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        let url = format!("#{fragment}");
        // Refused in some sandboxed frames; the page works without it.
        let _ = history.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&url));
    }
}

/// Goes to `fragment` as if a link to it had been followed.
pub fn go_to(fragment: &str) {
    if let Some(window) = window() {
        let _ = window.location().set_hash(fragment);
    }
}

/// The whole address with `fragment`.
pub fn address(fragment: &str) -> String {
    format!("{}#{fragment}", site())
}

/// The address of the page, up to but without `#`.
pub fn site() -> String {
    let href = window().and_then(|window| window.location().href().ok());
    let href = href.unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// Whether somebody may see the page: it is not in a tab behind another.
pub fn is_seen() -> bool {
    document().is_some_and(|document| !document.hidden())
}

/// Takes away what stood in for the page while it loaded, and shows the page.
pub fn loaded() {
    let Some(document) = document() else { return };
    if let Some(notice) = document.get_element_by_id("loading") {
        notice.remove();
    }
    if let Some(body) = document.body() {
        let _ = body.remove_attribute("class");
    }
}

/// Calls `tick` with the seconds since the last frame, on every frame while it returns true.
pub fn every_frame(tick: impl Fn(f32) -> bool + Copy + 'static) {
    next_frame(tick, now());
}

fn next_frame(tick: impl Fn(f32) -> bool + Copy + 'static, before: f64) {
    request_animation_frame(move || {
        let now = now();
        if tick(((now - before) / 1000.0) as f32) {
            next_frame(tick, now);
        }
    });
}

/// The time in ms, of no use but to tell how much has passed. Not of the clock on the wall, which may be set back while
/// something plays.
pub fn now() -> f64 {
    let performance = window().and_then(|window| window.performance());
    performance.map_or(0.0, |own| own.now())
}

/// Calls `run` with the id once an element of that id is there; what has to be fetched may take a while. Not for ever.
pub fn once_there(id: &'static str, run: fn(&str)) {
    wait_for(id, run, 40);
}

fn wait_for(id: &'static str, run: fn(&str), times: u32) {
    let there = document().is_some_and(|document| document.get_element_by_id(id).is_some());
    match (there, times) {
        (true, _) => run(id),
        (false, 0) => {}
        _ => set_timeout(
            move || wait_for(id, run, times - 1),
            Duration::from_millis(50),
        ),
    }
}

/// Scrolls to the first element that the selector finds and that is to be seen.
pub fn show(selector: &str) {
    let found = document().and_then(|document| document.query_selector_all(selector).ok());
    let Some(found) = found else { return };
    let mut all =
        (0..found.length()).filter_map(|index| found.item(index)?.dyn_into::<HtmlElement>().ok());
    if let Some(own) = all.find(|own| own.offset_height() > 0) {
        own.scroll_into_view();
    }
}

/// Scrolls up to the first such element, where its top is out of sight.
pub fn up_to(selector: &str) {
    let found = document().and_then(|document| document.query_selector(selector).ok()?);
    if let Some(own) = found.filter(|own| own.get_bounding_client_rect().top() < 0.0) {
        own.scroll_into_view();
    }
}

/// Moves the focus to the element of that id.
pub fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Calls `run` once the next frame has been painted.
pub fn after_frame(run: impl FnOnce() + 'static) {
    request_animation_frame(move || set_timeout(run, Duration::ZERO));
}
