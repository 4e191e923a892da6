//! The leader's side of a model that several workers share: helpers are workers of this worker, of the same module.
//!
//! | to a helper | from it |
//! |---|---|
//! | | bytes: it is there |
//! | "open", its place, of how many, int8, then files as in the page's messages | "held", bytes, squares, errors; or "refused", bytes of a `Trouble` |
//! | "products", number, weights, rows, x | number, its columns |
//! | "rows", number, weight, rows | number, those that it has |

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, Weak};

use attention::kernels::Loss;
use attention::load::Files;
use attention::model::{Question, Team};
use inspector::sharing::{Held, Help, Source};
use js_sys::{Array, Float32Array, Function, Object, Promise, Uint8Array, Uint32Array};
use lesson::lessons::models::messages::Trouble;
use lesson::protocol::from_bytes;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, Event, MessageEvent, Worker, WorkerOptions};

use super::handles::Handles;

thread_local! {
    static TEAMS: RefCell<BTreeMap<u32, Vec<Worker>>> = const { RefCell::new(BTreeMap::new()) };
    static LAST: Cell<u32> = const { Cell::new(0) };
}

/// The files that came with a message, and workers to be had here.
pub struct Here(pub Handles);

impl Source for Here {
    fn files(&self) -> &dyn Files {
        &self.0
    }

    fn help(&self, workers: usize, int8: bool) -> Option<Help> {
        let lease = Lease::new(workers - 1)?;
        let id = lease.0;
        let team = Arc::new(Team::new(workers - 1, move |helper, number, question| {
            post(&lease, helper, number, question);
        }));
        let known = Arc::new(OnceLock::new());
        known.set(Arc::downgrade(&team)).ok()?;
        let started = (1..workers).map(|helper| {
            let message = opening(helper, workers, int8);
            self.0.list_in(&message);
            let worker = TEAMS.with_borrow(|teams| teams.get(&id)?.get(helper - 1).cloned());
            listen(worker, message, helper, Arc::clone(&known))
        });
        let started: Vec<_> = started.collect();
        Some(Help {
            team,
            ready: Box::pin(all_held(started)),
        })
    }
}

/// Helpers, which end with it.
struct Lease(u32);

impl Lease {
    fn new(helpers: usize) -> Option<Lease> {
        let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
        let options = WorkerOptions::new();
        options.set_name("attention-lab-helper");
        let start = |_| Worker::new_with_options(&scope.location().href(), &options);
        let workers: Result<Vec<_>, _> = (0..helpers).map(start).collect();
        let id = LAST.get().wrapping_add(1);
        LAST.set(id);
        TEAMS.with_borrow_mut(|teams| teams.insert(id, workers.ok()?));
        Some(Lease(id)).filter(|own| TEAMS.with_borrow(|teams| teams.contains_key(&own.0)))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let workers = TEAMS.with_borrow_mut(|teams| teams.remove(&self.0));
        workers.iter().flatten().for_each(Worker::terminate);
    }
}

fn opening(helper: usize, workers: usize, int8: bool) -> Array {
    let numbers = [helper, workers].map(|own| JsValue::from(own as u32));
    let head = Array::of4(&"open".into(), &numbers[0], &numbers[1], &int8.into());
    Array::of1(&head)
}

/// Carries a question; the numbers are handed over, not copied again.
fn post(lease: &Lease, helper: usize, number: u32, question: &Question<'_>) {
    let (list, x) = match question {
        Question::Products(weights, x) => {
            let head = Array::of4(
                &"products".into(),
                &number.into(),
                &Uint32Array::from(*weights),
                &(x.rows() as u32).into(),
            );
            let x = Float32Array::from(x.data());
            head.push(&x);
            (head, Array::of1(&x.buffer()))
        }
        Question::Rows(weight, rows) => {
            let rows = Uint32Array::from(*rows);
            let head = Array::of4(&"rows".into(), &number.into(), &(*weight).into(), &rows);
            (head, Array::new())
        }
    };
    TEAMS.with_borrow(|teams| {
        let worker = teams.get(&lease.0).and_then(|all| all.get(helper - 1));
        // A worker that has ended takes no mail; its end is heard.
        worker.map(|own| own.post_message_with_transfer(&Array::of1(&list), &x))
    });
}

/// What a helper holds, once it does.
fn listen(
    worker: Option<Worker>,
    message: Array,
    helper: usize,
    team: Arc<OnceLock<Weak<Team>>>,
) -> Promise {
    Promise::new(&mut |resolve: Function, _| {
        let Some(own) = worker.clone() else { return };
        let (message, told) = (message.clone(), resolve.clone());
        let (team, leads) = (Arc::clone(&team), Arc::clone(&team));
        let heard: Closure<dyn FnMut(MessageEvent)> = Closure::new(move |event: MessageEvent| {
            let data = event.data();
            let Some(list) = data.dyn_ref::<Array>() else {
                // It is there.
                return drop(own.post_message(&message));
            };
            match list.get(0).as_f64() {
                Some(number) => {
                    let numbers = Float32Array::new(&list.get(1)).to_vec();
                    if let Some(team) = team.get().and_then(Weak::upgrade) {
                        team.answer(helper, number as u32, numbers);
                    }
                }
                None => drop(told.call1(&JsValue::NULL, list)),
            }
        });
        let Some(own) = &worker else { return };
        own.set_onmessage(Some(heard.into_js_value().unchecked_ref()));
        let failed: Closure<dyn FnMut(Event)> = Closure::new(move |event: Event| {
            event.prevent_default();
            // Whoever waits for it to hold something goes on without; without what it holds the model is none.
            drop(resolve.call1(&JsValue::NULL, &JsValue::NULL));
            if let Some(team) = leads.get().and_then(Weak::upgrade) {
                team.lose();
            }
        });
        own.set_onerror(Some(failed.into_js_value().unchecked_ref()));
    })
}

/// What all of them hold together.
async fn all_held(started: Vec<Promise>) -> Result<Held, Trouble> {
    let mut all = Held::default();
    for promise in started {
        let told = JsFuture::from(promise).await;
        let told = told.map_err(|_| Trouble::NoWorker)?;
        all = all.with(held(&Object::from(told))?);
    }
    Ok(all)
}

fn held(told: &Object) -> Result<Held, Trouble> {
    let list = told.dyn_ref::<Array>().ok_or(Trouble::NoWorker)?;
    let number = |at| list.get(at).as_f64().unwrap_or(0.0);
    if list.get(0) == "held" {
        return Ok(Held {
            bytes: number(1) as u64,
            loss: Loss {
                squares: number(2),
                errors: number(3),
            },
        });
    }
    let bytes = Uint8Array::new(&list.get(1)).to_vec();
    Err(from_bytes(&bytes).unwrap_or(Trouble::NoWorker))
}
