//! The page's worker: [`Engine`] behind messages. Requests and responses are bytes of
//! `lesson::protocol`; between two slices of its work it reads its mail.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use lesson::engine::Engine;
use lesson::protocol::{self, Response};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort, console};

/// How long a slice of work lasts, in milliseconds: how long a question may wait.
const SLICE: f64 = 12.0;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds; there in pages and in workers.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(now));
}

/// Does what the bytes ask for; the answers, each as bytes.
#[wasm_bindgen]
pub fn handle(request: &[u8]) -> Array {
    match protocol::from_bytes(request) {
        Ok(request) => as_bytes(&ENGINE.with_borrow_mut(|engine| engine.handle(request))),
        Err(error) => {
            console::error_1(&format!("a request that cannot be read: {error}").into());
            Array::new()
        }
    }
}

/// Works for about so many milliseconds; what there is to report, each as bytes.
#[wasm_bindgen]
pub fn work(milliseconds: f64) -> Array {
    as_bytes(&ENGINE.with_borrow_mut(|engine| engine.work(milliseconds)))
}

/// Is there work to be done unasked?
#[wasm_bindgen]
pub fn busy() -> bool {
    ENGINE.with_borrow(Engine::is_busy)
}

fn as_bytes(responses: &[Response]) -> Array {
    let bytes = responses
        .iter()
        .filter_map(|response| protocol::to_bytes(response).ok());
    bytes
        .map(|bytes| Uint8Array::from(bytes.as_slice()))
        .collect()
}

fn main() {
    console_error_panic_hook::set_once();
    // In a page there is nobody to write to: it calls the functions above.
    if let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
        complain(serve(scope));
    }
}

/// The way to the page, and to itself. A message to itself is how it comes back after a slice: a
/// timer would wait for four milliseconds each time.
struct Post {
    page: DedicatedWorkerGlobalScope,
    itself: MessagePort,
    /// Is a message to itself on its way?
    coming_back: Cell<bool>,
}

impl Post {
    /// Hands the bytes over rather than copying them.
    fn send(&self, answers: &Array) -> Result<(), JsValue> {
        for bytes in answers.iter() {
            let buffer = bytes.unchecked_ref::<Uint8Array>().buffer();
            self.page
                .post_message_with_transfer(&bytes, &Array::of1(&buffer))?;
        }
        Ok(())
    }

    fn come_back(&self) -> Result<(), JsValue> {
        if busy() && !self.coming_back.replace(true) {
            self.itself.post_message(&JsValue::NULL)?;
        }
        Ok(())
    }

    fn read(&self, message: &MessageEvent) -> Result<(), JsValue> {
        self.send(&handle(&Uint8Array::new(&message.data()).to_vec()))?;
        self.come_back()
    }

    fn work(&self) -> Result<(), JsValue> {
        self.coming_back.set(false);
        self.send(&work(SLICE))?;
        self.come_back()
    }
}

/// Reads the mail, and works between two letters.
fn serve(page: DedicatedWorkerGlobalScope) -> Result<(), JsValue> {
    let channel = MessageChannel::new()?;
    let post = Rc::new(Post {
        page: page.clone(),
        itself: channel.port2(),
        coming_back: Cell::new(false),
    });
    let own = Rc::clone(&post);
    let work: Closure<dyn FnMut()> = Closure::new(move || complain(own.work()));
    channel
        .port1()
        .set_onmessage(Some(work.into_js_value().unchecked_ref()));
    let own = Rc::clone(&post);
    let read: Closure<dyn FnMut(MessageEvent)> =
        Closure::new(move |message: MessageEvent| complain(own.read(&message)));
    page.set_onmessage(Some(read.into_js_value().unchecked_ref()));
    post.send(&as_bytes(&[Response::Ready]))
}

fn complain(done: Result<(), JsValue>) {
    if let Err(error) = done {
        console::error_1(&error);
    }
}
