//! The helper's side of a model that several workers share; the messages stand in [`helpers`](super::helpers).

use std::cell::RefCell;

use attention::model::Shard;
use inspector::sharing::Helper;
use js_sys::{Array, Float32Array, Uint8Array, Uint32Array};
use lesson::lessons::models::messages::Trouble;
use lesson::protocol::to_bytes;
use wasm_bindgen::prelude::*;
use web_sys::DedicatedWorkerGlobalScope;

use super::handles::Handles;

thread_local! {
    static OWN: RefCell<Option<Helper>> = const { RefCell::new(None) };
}

/// Does what the leader asks for, the head of `list`.
pub fn heard(leader: &DedicatedWorkerGlobalScope, head: &Array, list: &Array) {
    let kind = head.get(0).as_string().unwrap_or_default();
    let answer = match kind.as_str() {
        "open" => Some(open(head, &Handles::of(list))),
        _ => numbers(&kind, head),
    };
    let Some(answer) = answer else {
        // The leader hears of it as of any end.
        wasm_bindgen::throw_str("a question that a helper cannot answer");
    };
    // What is large is handed over.
    let large = Float32Array::instanceof(&answer.get(1));
    let buffers = match large {
        true => Array::of1(&answer.get(1).unchecked_into::<Float32Array>().buffer()),
        false => Array::new(),
    };
    drop(leader.post_message_with_transfer(&answer, &buffers));
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

fn numbers(kind: &str, head: &Array) -> Option<Array> {
    let list = |at| Uint32Array::new(&head.get(at)).to_vec();
    let found = OWN.with_borrow(|own| {
        let own = own.as_ref()?;
        match kind {
            "products" => {
                let (rows, x) = (head.get(3).as_f64()?, Float32Array::new(&head.get(4)));
                own.products(&list(2), rows as usize, x.to_vec())
            }
            "rows" => own.rows(head.get(2).as_f64()? as u32, &list(3)),
            _ => None,
        }
    })?;
    Some(Array::of2(
        &head.get(1),
        &Float32Array::from(found.as_slice()),
    ))
}
