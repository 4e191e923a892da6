//! The worker that computes beside the page, and its stand-in where workers are not to be had: the
//! same module, loaded into the page and worked in slices.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use lesson::protocol::{self, Talk};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Event, HtmlScriptElement, MessageEvent, Worker, WorkerOptions};

use super::files::Handle;
use super::{fetch, shipped};

/// Milliseconds of a slice in the page, and of the pause after it in which the page answers.
const SLICE: f64 = 8.0;
const PAUSE: std::time::Duration = std::time::Duration::from_millis(4);

/// What comes from the other side.
pub enum News<R> {
    /// It answered.
    Said(R),
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

/// How many workers can work at once on this device, as far as the browser says.
pub fn at_once() -> usize {
    web_sys::window().map_or(1, |window| {
        window.navigator().hardware_concurrency() as usize
    })
}

/// How often a worker was lost in the same place. What ends one worker after the other would do so for ever.
#[derive(Debug)]
pub struct Losses<P> {
    place: Option<P>,
    times: u32,
}

impl<P> Default for Losses<P> {
    fn default() -> Self {
        Self {
            place: None,
            times: 0,
        }
    }
}

/// So many in one place are no accident.
pub const TOO_OFTEN: u32 = 3;

impl<P: PartialEq> Losses<P> {
    /// One more in that place: how many there were there in a row.
    pub fn count(&mut self, place: P) -> u32 {
        let place = Some(place);
        self.times = if self.place == place {
            self.times + 1
        } else {
            1
        };
        self.place = place;
        self.times
    }

    /// Whether the last was one too many.
    pub fn are_too_many(&self) -> bool {
        self.times >= TOO_OFTEN
    }
}

type Hear<R> = Rc<dyn Fn(News<R>)>;

/// The way to whoever computes. Requests before it is ready wait.
pub struct Desk<T: Talk = protocol::Worker>(Rc<Inner<T>>);

impl<T: Talk> Clone for Desk<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

struct Inner<T: Talk> {
    who: RefCell<Who>,
    /// Messages as they are posted.
    waiting: RefCell<Vec<JsValue>>,
    hear: Hear<T::Reply>,
    /// Is a slice of the stand-in to come?
    slice: Cell<bool>,
}

enum Who {
    /// A worker that has not said yet that it is ready, where there is one.
    Starting(Option<Worker>),
    Worker(Worker),
    Here(JsValue),
    Nobody,
}

impl<T: Talk> Desk<T> {
    /// Starts the worker; `hear` is called with what it says.
    pub fn open(hear: impl Fn(News<T::Reply>) + 'static) -> Self {
        let desk = Self(Rc::new(Inner {
            who: RefCell::new(Who::Starting(None)),
            waiting: RefCell::default(),
            hear: Rc::new(hear),
            slice: Cell::new(false),
        }));
        desk.start();
        desk
    }

    /// Asks for something.
    pub fn post(&self, ask: &T::Ask) {
        if let Some(bytes) = bytes::<T>(ask) {
            self.send(bytes.into());
        }
    }

    /// The same with files, of which nothing is read here.
    pub fn post_with(&self, ask: &T::Ask, files: &[Handle]) {
        if let Some(bytes) = bytes::<T>(ask) {
            let list = Array::of1(&bytes);
            for file in files {
                list.push(&file.pair());
            }
            self.send(list.into());
        }
    }

    /// Ends the worker, in the middle of whatever it does.
    pub fn end(&self) {
        if let Who::Worker(worker) | Who::Starting(Some(worker)) = self.0.who.replace(Who::Nobody) {
            worker.terminate();
        }
    }

    /// Whether it has ended: what was on its way to somebody then comes to nobody.
    fn is_over(&self) -> bool {
        matches!(*self.0.who.borrow(), Who::Nobody)
    }

    fn send(&self, message: JsValue) {
        match &*self.0.who.borrow() {
            Who::Starting(_) => self.0.waiting.borrow_mut().push(message),
            // A worker that has ended takes no mail; its end was heard already.
            Who::Worker(worker) => drop(worker.post_message(&message)),
            Who::Here(module) => self.ask_here(module, &message),
            Who::Nobody => {}
        }
    }

    fn start(&self) {
        let options = WorkerOptions::new();
        options.set_name("attention-lab");
        match Worker::new_with_options(
            &shipped::address(&format!("{}_loader.js", T::NAME)),
            &options,
        ) {
            Ok(worker) => self.listen(worker),
            Err(_) => self.stand_in(),
        }
    }

    fn listen(&self, worker: Worker) {
        self.0.who.replace(Who::Starting(Some(worker.clone())));
        let (desk, own) = (self.clone(), worker.clone());
        let said: Closure<dyn FnMut(MessageEvent)> = Closure::new(move |message: MessageEvent| {
            if desk.is_over() {
                return;
            }
            let bytes = Uint8Array::new(&message.data()).to_vec();
            match protocol::from_bytes::<T::Reply>(&bytes) {
                Ok(reply) if T::is_ready(&reply) => desk.ready(Who::Worker(own.clone())),
                Ok(reply) => (desk.0.hear)(News::Said(reply)),
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
            } else if !desk.is_over() {
                desk.stand_in();
            }
        });
        worker.set_onerror(Some(failed.into_js_value().unchecked_ref()));
    }

    fn ready(&self, who: Who) {
        if self.is_over() {
            return;
        }
        self.0.who.replace(who);
        for message in self.0.waiting.take() {
            self.send(message);
        }
    }

    fn stand_in(&self) {
        let desk = self.clone();
        spawn_local(async move {
            let module = match T::STANDS_IN {
                true => load(T::NAME).await,
                false => Err(JsValue::NULL),
            };
            match module {
                Ok(module) => desk.ready(Who::Here(module)),
                Err(_) if desk.is_over() => {}
                Err(error) => {
                    leptos::logging::error!("{error:?}");
                    desk.0.who.replace(Who::Nobody);
                    (desk.0.hear)(News::Absent);
                }
            }
        });
    }

    /// Answers come after the call, as a worker's would.
    fn ask_here(&self, module: &JsValue, message: &JsValue) {
        let answers = call(module, "handle", message);
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
                    if let Ok(reply) = protocol::from_bytes(&Uint8Array::new(&bytes).to_vec()) {
                        (self.0.hear)(News::Said(reply));
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

fn bytes<T: Talk>(ask: &T::Ask) -> Option<Uint8Array> {
    match protocol::to_bytes(ask) {
        Ok(bytes) => Some(Uint8Array::from(bytes.as_slice())),
        Err(error) => {
            leptos::logging::error!("{error}");
            None
        }
    }
}

fn call(module: &JsValue, name: &str, argument: &JsValue) -> Result<JsValue, JsValue> {
    let function: Function = Reflect::get(module, &name.into())?.dyn_into()?;
    function.call1(module, argument)
}

/// The worker's module, in the page.
async fn load(name: &str) -> Result<JsValue, JsValue> {
    let document = super::page::document().ok_or(JsValue::NULL)?;
    let script: HtmlScriptElement = document.create_element("script")?.dyn_into()?;
    script.set_src(&shipped::address(&format!("{name}.js")));
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
    let compared = fetch::asked(&format!("{name}_bg.wasm"))?;
    Reflect::set(&options, &"module_or_path".into(), &compared)?;
    JsFuture::from(Promise::from(start.call1(&JsValue::UNDEFINED, &options)?)).await?;
    Ok(module)
}
