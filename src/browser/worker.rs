//! The worker that computes beside the page, and its stand-in where workers are not to be had: the
//! same module, loaded into the page and worked in slices.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use lesson::protocol::{self, Request, Response};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Event, HtmlScriptElement, MessageEvent, Worker, WorkerOptions};

use super::shipped;

/// What Trunk makes of `crates/worker`.
const LOADER: &str = "worker_loader.js";
const SCRIPT: &str = "worker.js";
const MODULE: &str = "worker_bg.wasm";

/// Milliseconds of a slice in the page, and of the pause after it in which the page answers.
const SLICE: f64 = 8.0;
const PAUSE: std::time::Duration = std::time::Duration::from_millis(4);

/// What comes from the other side.
pub enum News {
    /// It answered.
    Said(Response),
    /// It is gone, in the middle of whatever it did.
    Lost,
    /// There is nothing that could compute.
    Absent,
}

#[wasm_bindgen]
extern "C" {
    /// The worker's module as its script declares it: with `let`, so it is no property of the window.
    #[wasm_bindgen(thread_local_v2, js_name = wasm_bindgen)]
    static DECLARED: JsValue;
}

type Hear = Rc<dyn Fn(News)>;

/// The way to whoever computes. Requests before it is ready wait.
#[derive(Clone)]
pub struct Desk(Rc<Inner>);

struct Inner {
    who: RefCell<Who>,
    waiting: RefCell<Vec<Request>>,
    hear: Hear,
    /// Is a slice of the stand-in to come?
    slice: Cell<bool>,
}

enum Who {
    Starting,
    Worker(Worker),
    Here(JsValue),
    Nobody,
}

impl Desk {
    /// Starts the worker; `hear` is called with what it says.
    pub fn open(hear: impl Fn(News) + 'static) -> Self {
        let desk = Self(Rc::new(Inner {
            who: RefCell::new(Who::Starting),
            waiting: RefCell::default(),
            hear: Rc::new(hear),
            slice: Cell::new(false),
        }));
        desk.start();
        desk
    }

    /// Asks for something.
    pub fn post(&self, request: Request) {
        match &*self.0.who.borrow() {
            Who::Starting => self.0.waiting.borrow_mut().push(request),
            Who::Worker(worker) => send(worker, &request),
            Who::Here(module) => self.ask_here(module, &request),
            Who::Nobody => {}
        }
    }

    fn start(&self) {
        let options = WorkerOptions::new();
        options.set_name("attention-lab");
        match Worker::new_with_options(&shipped::address(LOADER), &options) {
            Ok(worker) => self.listen(worker),
            Err(_) => self.stand_in(),
        }
    }

    fn listen(&self, worker: Worker) {
        let (desk, own) = (self.clone(), worker.clone());
        let said: Closure<dyn FnMut(MessageEvent)> = Closure::new(move |message: MessageEvent| {
            let bytes = Uint8Array::new(&message.data()).to_vec();
            match protocol::from_bytes(&bytes) {
                Ok(Response::Ready) => desk.ready(Who::Worker(own.clone())),
                Ok(response) => (desk.0.hear)(News::Said(response)),
                Err(error) => leptos::logging::error!("the worker's words: {error}"),
            }
        });
        worker.set_onmessage(Some(said.into_js_value().unchecked_ref()));
        let (desk, own) = (self.clone(), worker.clone());
        let failed: Closure<dyn FnMut(Event)> = Closure::new(move |event: Event| {
            event.prevent_default();
            own.terminate();
            let started = matches!(*desk.0.who.borrow(), Who::Worker(_));
            if started {
                desk.0.who.replace(Who::Nobody);
                (desk.0.hear)(News::Lost);
            } else {
                desk.stand_in();
            }
        });
        worker.set_onerror(Some(failed.into_js_value().unchecked_ref()));
    }

    fn ready(&self, who: Who) {
        self.0.who.replace(who);
        for request in self.0.waiting.take() {
            self.post(request);
        }
    }

    fn stand_in(&self) {
        let desk = self.clone();
        spawn_local(async move {
            match load().await {
                Ok(module) => desk.ready(Who::Here(module)),
                Err(error) => {
                    leptos::logging::error!("{error:?}");
                    desk.0.who.replace(Who::Nobody);
                    (desk.0.hear)(News::Absent);
                }
            }
        });
    }

    /// Answers come after the call, as a worker's would.
    fn ask_here(&self, module: &JsValue, request: &Request) {
        let Ok(bytes) = protocol::to_bytes(request) else {
            return;
        };
        let answers = call(module, "handle", &Uint8Array::from(bytes.as_slice()));
        let desk = self.clone();
        leptos::prelude::queue_microtask(move || {
            desk.told(answers);
            desk.slices();
        });
    }

    fn told(&self, answers: Result<JsValue, JsValue>) {
        match answers {
            Ok(answers) => {
                for bytes in Array::from(&answers).iter() {
                    if let Ok(response) = protocol::from_bytes(&Uint8Array::new(&bytes).to_vec()) {
                        (self.0.hear)(News::Said(response));
                    }
                }
            }
            // The module has stopped for good: its memory can no longer be trusted.
            Err(_) => {
                self.0.who.replace(Who::Nobody);
                (self.0.hear)(News::Lost);
            }
        }
    }

    fn slices(&self) {
        let busy = match &*self.0.who.borrow() {
            Who::Here(module) => {
                call(module, "busy", &JsValue::UNDEFINED).is_ok_and(|busy| busy.is_truthy())
            }
            _ => false,
        };
        if !busy || self.0.slice.replace(true) {
            return;
        }
        let desk = self.clone();
        leptos::prelude::set_timeout(
            move || {
                desk.0.slice.set(false);
                let answers = match &*desk.0.who.borrow() {
                    Who::Here(module) => Some(call(module, "work", &SLICE.into())),
                    _ => None,
                };
                if let Some(answers) = answers {
                    desk.told(answers);
                    desk.slices();
                }
            },
            PAUSE,
        );
    }
}

fn send(worker: &Worker, request: &Request) {
    match protocol::to_bytes(request) {
        Ok(bytes) => {
            // A worker that has ended takes no mail; its end was heard already.
            let _ = worker.post_message(&Uint8Array::from(bytes.as_slice()));
        }
        Err(error) => leptos::logging::error!("{error}"),
    }
}

fn call(module: &JsValue, name: &str, argument: &JsValue) -> Result<JsValue, JsValue> {
    let function: Function = Reflect::get(module, &name.into())?.dyn_into()?;
    function.call1(module, argument)
}

/// The worker's module, in the page.
async fn load() -> Result<JsValue, JsValue> {
    let document = super::page::document().ok_or(JsValue::NULL)?;
    let script: HtmlScriptElement = document.create_element("script")?.dyn_into()?;
    script.set_src(&shipped::address(SCRIPT));
    let loaded = Promise::new(&mut |resolve, reject| {
        script.set_onload(Some(&resolve));
        script.set_onerror(Some(&reject));
    });
    if let Some(head) = document.head() {
        head.append_child(&script)?;
    }
    JsFuture::from(loaded).await?;
    let module = DECLARED.with(JsValue::clone);
    let start: Function = module.clone().dyn_into()?;
    let options = Object::new();
    let module_file = shipped::address(MODULE);
    Reflect::set(&options, &"module_or_path".into(), &module_file.into())?;
    JsFuture::from(Promise::from(start.call1(&JsValue::UNDEFINED, &options)?)).await?;
    Ok(module)
}
