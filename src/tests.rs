//! The page's components in a real browser: what a user types, and what follows.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on should stop"
)]

use crate::App;
use leptos::mount::{UnmountHandle, mount_to};
use leptos::prelude::*;
use leptos::tachys::view::Mountable;
use leptos::task::tick;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, Event, HtmlElement, HtmlInputElement};

wasm_bindgen_test_configure!(run_in_browser);

/// How long a test waits for what must come, in milliseconds.
const PATIENCE: f64 = 15_000.0;

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
    let mounted = mount_to(root.clone(), || view! { <App language=None/> });
    Page {
        root,
        _mounted: mounted,
    }
}

impl<M: Mountable> Page<M> {
    fn find(&self, selector: &str) -> Element {
        self.root.query_selector(selector).unwrap().expect(selector)
    }

    /// What an element says, once it says something: what is a part of the page comes a moment later.
    async fn text(&self, selector: &str) -> String {
        let found = || {
            let element = self.root.query_selector(selector).unwrap()?;
            element.text_content().filter(|text| !text.is_empty())
        };
        self.until(|| found().is_some(), || format!("no {selector}"))
            .await;
        found().unwrap()
    }

    fn input(&self, name: &str, row: usize, col: usize) -> HtmlInputElement {
        self.find(&format!(
            "input[data-matrix={name}][data-row='{row}'][data-col='{col}']"
        ))
        .unchecked_into()
    }

    /// The number of a cell; `None` before it is written, or its table is there.
    fn value(&self, name: &str, row: usize, col: usize) -> Option<f32> {
        let cell = format!("table[data-matrix={name}] td[data-row='{row}'][data-col='{col}']");
        let cell = self.root.query_selector(&cell).unwrap()?;
        cell.get_attribute("data-value")?.parse().ok()
    }

    /// The number of a cell, once it is `right`.
    async fn reaches(
        &self,
        (name, row, col): (&str, usize, usize),
        right: impl Fn(f32) -> bool,
    ) -> f32 {
        let found = || self.value(name, row, col).filter(|&value| right(value));
        self.until(
            || found().is_some(),
            || format!("{name}[{row}][{col}] is {:?}", self.value(name, row, col)),
        )
        .await;
        found().unwrap()
    }

    async fn type_into(&self, input: &HtmlInputElement, text: &str) {
        input.set_value(text);
        for kind in ["input", "change"] {
            input.dispatch_event(&bubbling(kind)).unwrap();
        }
        tick().await;
    }

    /// Waits until `there`: tables beside the figure follow after its frame, however busy the machine.
    async fn until(&self, there: impl Fn() -> bool, otherwise: impl Fn() -> String) {
        let began = js_sys::Date::now();
        while !there() {
            assert!(js_sys::Date::now() - began < PATIENCE, "{}", otherwise());
            let pause = js_sys::Promise::new(&mut |done, _| {
                let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(&done, 20);
            });
            wasm_bindgen_futures::JsFuture::from(pause).await.unwrap();
        }
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
    page.reaches(("weights", 2, 2), |w| (w - 0.503_49).abs() < 1e-5)
        .await;
    page.type_into(&page.input("q", 2, 0), "−3").await;
    page.reaches(("scores", 2, 0), |s| s == -3.0).await;
    page.reaches(("weights", 2, 1), |w| w > 0.7).await;
    let row: f32 = (0..3).map(|j| page.value("weights", 2, j).unwrap()).sum();
    assert!((row - 1.0).abs() < 1e-6);
}

#[wasm_bindgen_test]
async fn what_is_no_number_is_refused_and_left_standing() {
    let page = page("preset=worked");
    let before = page.reaches(("weights", 0, 0), |_| true).await;
    let cell = page.input("k", 0, 0);
    page.type_into(&cell, "abc").await;
    let refused = || cell.get_attribute("aria-invalid").as_deref() == Some("true");
    page.until(refused, || "abc was not refused".into()).await;
    assert_eq!(
        (cell.value(), page.value("weights", 0, 0)),
        ("abc".into(), Some(before))
    );
    let problem = page.text(".notice [data-problem]").await;
    assert!(problem.contains("abc"), "{problem}");
    page.type_into(&cell, "2").await;
    page.reaches(("scores", 0, 0), |s| s == 2.0).await;
    assert!(cell.get_attribute("aria-invalid").is_none());
}

#[wasm_bindgen_test]
async fn a_link_shows_its_state_and_the_cell_explains_itself() {
    let page = page("preset=cat&mask=causal&stage=masked&pin=masked.1.2");
    page.reaches(("masked", 1, 2), |z| z == f32::NEG_INFINITY)
        .await;
    assert_eq!(
        page.find("[aria-current=step]")
            .get_attribute("data-stage")
            .as_deref(),
        Some("masked")
    );
    assert_eq!(
        page.text("[data-arithmetic]").await,
        "z₂₃ = 0.98 + (−∞) = −∞"
    );
}
