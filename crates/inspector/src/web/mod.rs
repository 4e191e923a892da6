//! Messages, files as a browser has them, and models of the hub.

mod buffers;
mod download;
mod handles;
mod helper;
mod helpers;
mod hub;
mod store;

use std::cell::RefCell;
use std::collections::VecDeque;

use handles::Handles;
use helpers::Here;
use inspector::Engine;
use js_sys::{Array, Uint8Array};
use lesson::lessons::models::messages::{Ask, Reply};
use lesson::protocol::{from_bytes, to_bytes};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, console};

thread_local! {
    /// Not here while it works.
    static ENGINE: RefCell<Option<Engine>> = RefCell::new(Some(Engine::default()));
    /// What it is asked meanwhile.
    static QUEUE: RefCell<VecDeque<(Ask, Here)>> = const { RefCell::new(VecDeque::new()) };
}

/// Answers the page for as long as the worker lives.
pub fn serve() {
    console_error_panic_hook::set_once();
    let Ok(page) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    let own = page.clone();
    let read: Closure<dyn FnMut(MessageEvent)> = Closure::new(move |message: MessageEvent| {
        heard(&own, &message.data());
    });
    page.set_onmessage(Some(read.into_js_value().unchecked_ref()));
    tell(&page, &Reply::Ready);
}

fn heard(page: &DedicatedWorkerGlobalScope, message: &JsValue) {
    let (bytes, files) = match message.dyn_ref::<Array>() {
        Some(list) => match list.get(0).dyn_ref::<Array>() {
            Some(head) => return helper::heard(page, head, list),
            None => (list.get(0), Handles::of(list)),
        },
        None => (message.clone(), Handles::default()),
    };
    match from_bytes::<Ask>(&Uint8Array::new(&bytes).to_vec()) {
        Ok(ask) => {
            if let Some(ask) = hub::handle(page, ask) {
                answer(page, ask, files);
            }
        }
        Err(error) => console::error_1(&format!("a request that cannot be read: {error}").into()),
    }
}

/// Has the engine answer, after what it was asked before.
fn answer(page: &DedicatedWorkerGlobalScope, ask: Ask, files: Handles) {
    QUEUE.with_borrow_mut(|queue| queue.push_back((ask, Here(files))));
    if let Some(engine) = ENGINE.take() {
        spawn_local(work(page.clone(), engine));
    }
}

async fn work(page: DedicatedWorkerGlobalScope, mut engine: Engine) {
    let next = || QUEUE.with_borrow_mut(VecDeque::pop_front);
    while let Some((ask, source)) = next() {
        let mut answer = |reply| tell(&page, &reply);
        engine.answer(ask, &source, &mut answer).await;
    }
    ENGINE.set(Some(engine));
}

/// Hands the bytes over rather than copying them.
fn tell(page: &DedicatedWorkerGlobalScope, reply: &Reply) {
    let Ok(bytes) = to_bytes(reply) else { return };
    let bytes = Uint8Array::from(bytes.as_slice());
    let buffer = Array::of1(&bytes.buffer());
    if let Err(error) = page.post_message_with_transfer(&bytes, &buffer) {
        console::error_1(&error);
    }
}
