//! The leader's side of a model that several workers share: helpers are workers of this worker, of the same module.
//!
//! | to a helper | from it |
//! |---|---|
//! | | bytes: it is there |
//! | "open", its place, of how many, int8, then files as in the page's messages | "held", bytes, squares, errors; or "refused", bytes of a `Trouble` |
//! | the kind of a `Question`, its number, of what; perhaps how many rows, and these, in [`Buffers`] | its number, the answer in [`Buffers`]; perhaps again |

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, OnceLock, Weak};

use attention::Matrix;
use attention::kernels::Loss;
use attention::load::Files;
use attention::model::{Question, Team};
use inspector::sharing::{Held, Help, Source};
use js_sys::{Array, Function, Object, Promise, Uint8Array, Uint32Array};
use lesson::lessons::models::messages::Trouble;
use lesson::protocol::from_bytes;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, Event, MessageEvent, Worker, WorkerOptions};

use super::buffers::Buffers;
use super::handles::Handles;

/// A helper, and what numbers are carried to and from it in.
type Own = (Worker, Rc<RefCell<Buffers>>);

thread_local! {
    static TEAMS: RefCell<BTreeMap<u32, Vec<Own>>> = const { RefCell::new(BTreeMap::new()) };
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
            let own = TEAMS.with_borrow(|teams| teams.get(&id)?.get(helper - 1).cloned());
            listen(own, message, helper, Arc::clone(&known))
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
        let href = scope.location().href();
        let start = |_| Ok((Worker::new_with_options(&href, &options)?, Rc::default()));
        let workers: Result<Vec<Own>, JsValue> = (0..helpers).map(start).collect();
        let id = LAST.get().wrapping_add(1);
        LAST.set(id);
        TEAMS.with_borrow_mut(|teams| teams.insert(id, workers.ok()?));
        Some(Lease(id)).filter(|own| TEAMS.with_borrow(|teams| teams.contains_key(&own.0)))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let workers = TEAMS.with_borrow_mut(|teams| teams.remove(&self.0));
        let workers = workers.iter().flatten();
        workers.for_each(|(worker, _)| worker.terminate());
    }
}

fn opening(helper: usize, workers: usize, int8: bool) -> Array {
    let numbers = [helper, workers].map(|own| JsValue::from(own as u32));
    let head = Array::of4(&"open".into(), &numbers[0], &numbers[1], &int8.into());
    Array::of1(&head)
}

/// Carries a question.
fn post(lease: &Lease, helper: usize, number: u32, question: &Question<'_>) {
    let rows = question.x.map(|x| x.rows() as u32);
    let list = Array::of4(
        &question.kind.name().into(),
        &number.into(),
        &Uint32Array::from(question.of),
        &rows.into(),
    );
    TEAMS.with_borrow(|teams| {
        let (worker, buffers) = teams.get(&lease.0)?.get(helper.checked_sub(1)?)?;
        let x = question.x.map(Matrix::data);
        let handed = buffers.borrow_mut().carry(&list, x);
        // A worker that has ended takes no mail; its end is heard.
        worker
            .post_message_with_transfer(&Array::of1(&list), &handed)
            .ok()
    });
}

/// What a helper holds, once it does.
fn listen(
    own: Option<Own>,
    message: Array,
    helper: usize,
    team: Arc<OnceLock<Weak<Team>>>,
) -> Promise {
    Promise::new(&mut |resolve: Function, _| {
        let Some((worker, buffers)) = own.clone() else {
            return;
        };
        let own = worker.clone();
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
                    let numbers = buffers.borrow_mut().read(list, 1);
                    let team = team.get().and_then(Weak::upgrade);
                    if let (Some(team), Some(numbers)) = (team, numbers) {
                        team.answer(helper, number as u32, numbers);
                    }
                }
                None => drop(told.call1(&JsValue::NULL, list)),
            }
        });
        worker.set_onmessage(Some(heard.into_js_value().unchecked_ref()));
        let failed: Closure<dyn FnMut(Event)> = Closure::new(move |event: Event| {
            event.prevent_default();
            // Whoever waits for it to hold something goes on without; without what it holds the model is none.
            drop(resolve.call1(&JsValue::NULL, &JsValue::NULL));
            if let Some(team) = leads.get().and_then(Weak::upgrade) {
                team.lose();
            }
        });
        worker.set_onerror(Some(failed.into_js_value().unchecked_ref()));
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
