//! A page, or a lesson that was fetched, is built in pieces, a task for each, and shown when the last one is there: a
//! slow machine answers between them, and nothing of it is seen half made. Until then what says that it is being loaded
//! stands in for it.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use leptos::reactive::signal::ArcRwSignal;

use crate::browser::{page, spare};
use crate::reactive::shown_while;

/// What waits for the whole.
type Then = Box<dyn FnOnce()>;
/// What makes a piece. Behind a pointer, so that all pieces share their code.
type View = Box<dyn Fn() -> AnyView + Send + Sync>;

thread_local! {
    /// Whether something is being built. Outside of any view: several lessons may be built at once.
    static GOING: ArcRwSignal<bool> = ArcRwSignal::new(false);
    /// Pieces that were asked for and are not there yet.
    static PENDING: Cell<u32> = const { Cell::new(0) };
    /// The same of what comes when something else has: it is built in view.
    static ARRIVING: ArcRwSignal<u32> = ArcRwSignal::new(0);
    /// In the order in which it was asked for.
    static WAITING: RefCell<Vec<Then>> = const { RefCell::new(Vec::new()) };
}

/// Whether something is being built, followed by whoever asks in a view.
pub fn is_going() -> bool {
    GOING.with(|going| going.get())
}

/// What is made now is built in pieces. A tab that nobody sees gets it at once: its tasks are held back.
pub fn begin() {
    if page::is_seen() {
        GOING.with(|going| going.set(true));
        pending();
    }
}

/// Calls `run` once what is being built is there and shown; at once where nothing is.
pub fn then(run: impl FnOnce() + 'static) {
    after(Box::new(run));
}

fn after(run: Then) {
    match untrack(is_going) {
        true => WAITING.with_borrow_mut(|waiting| waiting.push(run)),
        false => run(),
    }
}

/// What `view` makes, in a task of its own while something is being built.
pub fn piece(view: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    match untrack(is_going) {
        true => in_turn(Box::new(view)),
        false => view(),
    }
}

fn in_turn(view: View) -> AnyView {
    let turn = turn(view);
    pending();
    turn
}

/// Made in a task of its own.
fn turn(view: View) -> AnyView {
    let turn = RwSignal::new(false);
    spare::then(move || {
        let _ = turn.try_set(true);
    });
    shown_while(move || turn.get(), view).into_any()
}

/// What `view` makes, in a task of its own whether or not anything is being built: for what comes when something else has,
/// below what is there already. A tab that nobody sees gets it at once.
pub fn in_its_turn(view: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    match (untrack(is_going), page::is_seen()) {
        (true, _) => in_turn(Box::new(view)),
        (false, true) => arriving(Box::new(view)),
        (false, false) => view(),
    }
}

fn arriving(view: View) -> AnyView {
    let count =
        |by: i32| ARRIVING.with(|all| all.update(|all| *all = all.saturating_add_signed(by)));
    let turn = turn(view);
    count(1);
    spare::then(move || count(-1));
    turn
}

/// Whether something is still to come in its turn, followed by whoever asks in a view.
pub fn is_arriving() -> bool {
    ARRIVING.with(|all| all.get() > 0)
}

/// Calls `run` once all that is arriving, and what comes in its turn with it, is there.
pub fn once_arrived(run: impl FnOnce() + 'static) {
    spare::then(move || match untrack(is_arriving) {
        true => once_arrived(run),
        false => run(),
    });
}

/// One more piece, done when what was queued before it is: a view is made at the end of its task, and asks for pieces of
/// its own then.
fn pending() {
    PENDING.set(PENDING.get() + 1);
    spare::then(|| {
        PENDING.set(PENDING.get() - 1);
        if PENDING.get() == 0 {
            finish();
        }
    });
}

fn finish() {
    GOING.with(|going| going.set(false));
    for run in WAITING.take() {
        run();
    }
}
