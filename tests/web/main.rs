//! The page's components in a real browser: what a user types, and what follows.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on should stop"
)]

use attention_lab::App;
use leptos::mount::{UnmountHandle, mount_to};
use leptos::prelude::*;
use leptos::tachys::view::Mountable;
use leptos::task::tick;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, Event, HtmlElement, HtmlInputElement};

wasm_bindgen_test_configure!(run_in_browser);

/// A page of its own for each test; it goes when the test ends.
struct Page<M: Mountable> {
    root: HtmlElement,
    _mounted: UnmountHandle<M>,
}

fn page(fragment: &str) -> Page<impl Mountable> {
    window().location().set_hash(fragment).unwrap();
    let root: HtmlElement = document()
        .create_element("div")
        .unwrap()
        .dyn_into()
        .unwrap();
    document().body().unwrap().append_child(&root).unwrap();
    let mounted = mount_to(root.clone(), App);
    Page {
        root,
        _mounted: mounted,
    }
}

impl<M: Mountable> Page<M> {
    fn find(&self, selector: &str) -> Element {
        self.root.query_selector(selector).unwrap().expect(selector)
    }

    fn input(&self, name: &str, row: usize, col: usize) -> HtmlInputElement {
        self.find(&format!(
            "input[data-matrix={name}][data-row='{row}'][data-col='{col}']"
        ))
        .unchecked_into()
    }

    fn value(&self, name: &str, row: usize, col: usize) -> f32 {
        let cell = self.find(&format!(
            "table[data-matrix={name}] td[data-row='{row}'][data-col='{col}']"
        ));
        cell.get_attribute("data-value").unwrap().parse().unwrap()
    }

    async fn type_into(&self, input: &HtmlInputElement, text: &str) {
        input.set_value(text);
        for kind in ["input", "change"] {
            input.dispatch_event(&bubbling(kind)).unwrap();
        }
        self.settle().await;
    }

    /// Tables that do not stand in the figure follow after the frame.
    async fn settle(&self) {
        tick().await;
        let frames = js_sys::Promise::new(&mut |done, _| {
            let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(&done, 120);
        });
        wasm_bindgen_futures::JsFuture::from(frames).await.unwrap();
    }
}

/// An event as the browser sends it.
fn bubbling(kind: &str) -> Event {
    let event = document().create_event("Event").unwrap();
    event.init_event_with_bubbles(kind, true);
    event
}

impl<M: Mountable> Drop for Page<M> {
    fn drop(&mut self) {
        self.root.remove();
    }
}

#[wasm_bindgen_test]
async fn an_edit_flows_through_to_the_output() {
    let page = page("preset=worked");
    page.settle().await;
    assert!((page.value("weights", 2, 2) - 0.503_49).abs() < 1e-5);
    page.type_into(&page.input("q", 2, 0), "−3").await;
    assert_eq!(page.value("scores", 2, 0), -3.0);
    let row: f32 = (0..3).map(|j| page.value("weights", 2, j)).sum();
    assert!((row - 1.0).abs() < 1e-6);
    assert!(page.value("weights", 2, 1) > 0.7);
}

#[wasm_bindgen_test]
async fn what_is_no_number_is_refused_and_left_standing() {
    let page = page("preset=worked");
    page.settle().await;
    let (cell, before) = (page.input("k", 0, 0), page.value("weights", 0, 0));
    page.type_into(&cell, "abc").await;
    assert_eq!(
        (cell.value(), page.value("weights", 0, 0)),
        ("abc".into(), before)
    );
    assert_eq!(cell.get_attribute("aria-invalid").as_deref(), Some("true"));
    assert!(
        page.find("[role=alert] [data-problem]")
            .text_content()
            .unwrap()
            .contains("abc")
    );
    page.type_into(&cell, "2").await;
    assert!(cell.get_attribute("aria-invalid").is_none());
    assert_eq!(page.value("scores", 0, 0), 2.0);
}

#[wasm_bindgen_test]
async fn a_link_shows_its_state_and_the_cell_explains_itself() {
    let page = page("preset=cat&mask=causal&stage=masked&pin=masked.1.2");
    page.settle().await;
    assert_eq!(page.value("masked", 1, 2), f32::NEG_INFINITY);
    assert_eq!(
        page.find("[aria-current=step]")
            .get_attribute("data-stage")
            .as_deref(),
        Some("masked")
    );
    assert_eq!(
        page.find("[data-arithmetic]").text_content().unwrap(),
        "z₂₃ = 0.98 + (−∞) = −∞"
    );
}
