//! Messages, and files as a browser has them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use attention::load::{Files, LoadError};
use inspector::Engine;
use js_sys::{Array, Uint8Array};
use lesson::lessons::models::messages::{Ask, Reply};
use lesson::protocol::{from_bytes, to_bytes};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, DedicatedWorkerGlobalScope, FileReaderSync, MessageEvent, console};

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
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
        Some(list) => (list.get(0), Handles::of(list)),
        None => (message.clone(), Handles::default()),
    };
    match from_bytes::<Ask>(&Uint8Array::new(&bytes).to_vec()) {
        Ok(ask) => {
            let mut answer = |reply| tell(page, &reply);
            ENGINE.with_borrow_mut(|engine| engine.handle(ask, &files, &mut answer));
        }
        Err(error) => console::error_1(&format!("a request that cannot be read: {error}").into()),
    }
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

/// The files that came with a message, by their names.
#[derive(Default)]
struct Handles(BTreeMap<String, Blob>);

impl Handles {
    /// All of the list but the first, each a name and a handle.
    fn of(list: &Array) -> Handles {
        let pairs = list.iter().skip(1).filter_map(|pair| {
            let pair = pair.dyn_into::<Array>().ok()?;
            Some((pair.get(0).as_string()?, pair.get(1).dyn_into().ok()?))
        });
        Handles(pairs.collect())
    }
}

impl Files for Handles {
    fn size(&self, name: &str) -> Option<u64> {
        self.0.get(name).map(|own| own.size() as u64)
    }

    fn read(&self, name: &str, at: u64, into: &mut [u8]) -> Result<(), LoadError> {
        let range = (at as f64, at as f64 + into.len() as f64);
        let bytes = self.0.get(name).ok_or(JsValue::NULL).and_then(|own| {
            let part = own.slice_with_f64_and_f64(range.0, range.1)?;
            FileReaderSync::new()?.read_as_array_buffer(&part)
        });
        let bytes = bytes.map(|buffer| Uint8Array::new(&buffer)).ok();
        match bytes.filter(|bytes| bytes.length() as usize == into.len()) {
            Some(bytes) => {
                bytes.copy_to(into);
                Ok(())
            }
            None => Err(LoadError::File {
                path: name.to_owned(),
                problem: "it could not be read; was it moved or changed?".to_owned(),
            }),
        }
    }
}
