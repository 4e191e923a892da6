//! The helper's side of a model that several workers share; the messages stand in [`helpers`](super::helpers).

use std::cell::RefCell;

use attention::model::Shard;
use inspector::sharing::Helper;
use js_sys::{Array, Uint8Array, Uint32Array};
use lesson::lessons::models::messages::Trouble;
use lesson::protocol::to_bytes;
use web_sys::DedicatedWorkerGlobalScope;

use super::buffers::Buffers;
use super::handles::Handles;

thread_local! {
    static OWN: RefCell<Option<Helper>> = const { RefCell::new(None) };
    static BUFFERS: RefCell<Buffers> = RefCell::default();
}

/// Does what the leader asks for, the head of `list`.
pub fn heard(leader: &DedicatedWorkerGlobalScope, head: &Array, list: &Array) {
    let kind = head.get(0).as_string().unwrap_or_default();
    if kind == "open" {
        let held = open(head, &Handles::of(list));
        return drop(leader.post_message(&held));
    }
    let mut say = |numbers: Vec<f32>| {
        let piece = Array::of1(&head.get(1));
        let handed = BUFFERS.with_borrow_mut(|own| own.carry(&piece, Some(&numbers)));
        drop(leader.post_message_with_transfer(&piece, &handed));
    };
    if numbers(&kind, head, &mut say).is_none() {
        // The leader hears of it as of any end.
        wasm_bindgen::throw_str("a question that a helper cannot answer");
    }
}

fn open(head: &Array, files: &Handles) -> Array {
    let number = |at| head.get(at).as_f64().unwrap_or(0.0) as usize;
    let shard = Shard::new(number(1), number(2)).ok_or(Trouble::NoWorker);
    let opened = shard.and_then(|shard| Helper::open(files, head.get(3).is_truthy(), shard));
    match opened {
        Ok(helper) => {
            let held = helper.held();
            OWN.set(Some(helper));
            let (squares, errors) = (held.loss.squares.into(), held.loss.errors.into());
            Array::of4(
                &"held".into(),
                &(held.bytes as f64).into(),
                &squares,
                &errors,
            )
        }
        Err(trouble) => {
            let bytes = to_bytes(&trouble).unwrap_or_default();
            Array::of2(&"refused".into(), &Uint8Array::from(bytes.as_slice()))
        }
    }
}

fn numbers(kind: &str, head: &Array, say: &mut dyn FnMut(Vec<f32>)) -> Option<()> {
    let of = Uint32Array::new(&head.get(2)).to_vec();
    let x = BUFFERS.with_borrow_mut(|own| own.read(head, 4));
    let x = head.get(3).as_f64().map(|rows| rows as usize).zip(x);
    OWN.with_borrow(|own| own.as_ref()?.answer(kind, &of, x, say))
}
