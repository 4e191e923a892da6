//! Work that nobody waits for, a task for each piece: between them the page answers.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::Duration;

use leptos::prelude::set_timeout;

/// A piece of work.
type Work = Box<dyn FnOnce()>;

thread_local! {
    /// What is still to be done, in the order in which it was asked for.
    static WAITING: RefCell<VecDeque<Work>> = const { RefCell::new(VecDeque::new()) };
}

/// Does `work` in a task of its own, when everything before it has been done.
pub fn then(work: impl FnOnce() + 'static) {
    let first = WAITING.with_borrow_mut(|waiting| {
        waiting.push_back(Box::new(work));
        waiting.len() == 1
    });
    if first {
        set_timeout(go_on, Duration::ZERO);
    }
}

/// The first of them stays in the queue until it is done, so that a later one does not begin a queue of its own.
fn go_on() {
    let next = WAITING.with_borrow_mut(|waiting| {
        waiting
            .front_mut()
            .map(|work| std::mem::replace(work, Box::new(|| ())))
    });
    if let Some(work) = next {
        work();
    }
    let more = WAITING.with_borrow_mut(|waiting| {
        waiting.pop_front();
        !waiting.is_empty()
    });
    if more {
        set_timeout(go_on, Duration::ZERO);
    }
}
