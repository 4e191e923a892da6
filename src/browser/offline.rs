//! The service worker (`assets/service-worker.js`), which keeps the page for when there is no network,
//! and newer versions of the page, which wait until the reader takes them.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::{Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    RegistrationOptions, ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration,
    ServiceWorkerState, ServiceWorkerUpdateViaCache,
};

use super::page::{self, window};
use super::shipped;

const WORKER: &str = "./service-worker.js";
/// From the first figure until the rest of the page is fetched for later: a lesson that is opened at
/// once comes first.
const PAUSE: Duration = Duration::from_secs(3);

thread_local! {
    static REGISTRATION: RefCell<Option<ServiceWorkerRegistration>> = const { RefCell::new(None) };
}

/// Calls `rests` when the page has been in use for a moment, where it may be kept.
///
/// Not in development, where files change under their names, and not in a page of somebody's, whose
/// readers did not come to keep ours.
pub fn when_the_page_rests(rests: impl FnOnce() + 'static) {
    if shipped::is_sealed() && stands_alone() {
        page::after_frame(move || set_timeout(rests, PAUSE));
    }
}

fn stands_alone() -> bool {
    let Some(window) = window() else { return false };
    let top = window.top().ok().flatten();
    top.is_some_and(|top| Object::is(top.as_ref(), window.as_ref()))
}

/// Has the page kept for later, and sets `waiting` when a newer version of it is ready. Where the browser has or
/// allows no worker nothing happens.
pub fn follow(waiting: RwSignal<bool>) {
    spawn_local(async move {
        // Refused without a secure place, in private windows, and where storage is switched off.
        if let Some(registration) = registered().await {
            watch(&registration, waiting);
            REGISTRATION.set(Some(registration));
        }
    });
}

async fn registered() -> Option<ServiceWorkerRegistration> {
    let navigator = window()?.navigator();
    // Undefined, or an error, where workers are not allowed.
    let container = Reflect::get(&navigator, &"serviceWorker".into()).ok()?;
    let container: ServiceWorkerContainer = container.dyn_into().ok()?;
    let options = RegistrationOptions::new();
    options.set_update_via_cache(ServiceWorkerUpdateViaCache::None);
    let promise = container.register_with_options(WORKER, &options);
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}

/// Sets `waiting` when a version waits, now or later. It stays set: another tab may take the version,
/// and this one is still of the old.
fn watch(registration: &ServiceWorkerRegistration, waiting: RwSignal<bool>) {
    if registration.waiting().is_some() {
        waiting.set(true);
    }
    let own = registration.clone();
    let found: Closure<dyn Fn()> = Closure::new(move || follow_newest(&own, waiting));
    registration.set_onupdatefound(Some(found.into_js_value().unchecked_ref()));
    follow_newest(registration, waiting);
}

/// The first version of all has none before it, and waits for nobody.
fn follow_newest(registration: &ServiceWorkerRegistration, waiting: RwSignal<bool>) {
    let Some(newest) = registration.installing() else {
        return;
    };
    let registration = registration.clone();
    when_it_changes(&newest, move |state| {
        if state == ServiceWorkerState::Installed && registration.active().is_some() {
            let _ = waiting.try_set(true);
        }
    });
}

/// Begins anew with the newest version that is ready.
pub fn use_now() {
    let waiting = REGISTRATION.with_borrow(|own| own.as_ref()?.waiting());
    let Some(worker) = waiting else {
        return page::reload();
    };
    when_it_changes(&worker, |state| {
        // Redundant: an even newer version came between.
        if matches!(
            state,
            ServiceWorkerState::Activated | ServiceWorkerState::Redundant
        ) {
            page::reload();
        }
    });
    let _ = worker.post_message(&JsValue::from("use-now"));
}

fn when_it_changes(worker: &ServiceWorker, changed: impl Fn(ServiceWorkerState) + 'static) {
    let own = worker.clone();
    let listener: Closure<dyn Fn()> = Closure::new(move || changed(own.state()));
    worker.set_onstatechange(Some(listener.into_js_value().unchecked_ref()));
}
