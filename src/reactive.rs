//! Closures with one type each: handlers, memos and parts of a view behind a pointer.
//!
//! Leptos compiles its machinery anew for the type of every closure it is given, and every closure
//! has its own. Behind a `Box` all of a kind share one copy, which makes the page a third smaller.
//!
//! What is computed here leaves no trace when it is gone ([`leave_when_gone`]).

use std::sync::{Arc, Mutex};

use leptos::prelude::*;
use leptos::reactive::graph::{Observer, Subscriber};
use leptos::tachys::reactive_graph::SharedReactiveFunction;

/// What computes a value, behind a pointer.
type Value<T> = Box<dyn Fn() -> T + Send + Sync>;

/// An event handler.
pub fn on<E: 'static>(handler: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(handler)
}

/// A derived signal.
pub fn derived<T: Send + Sync + 'static>(
    value: impl Fn() -> T + Send + Sync + 'static,
) -> Signal<T> {
    derived_of(Box::new(value))
}

// In a function of its own, and so below: what is made inside the one above would be of another type for every closure.
fn derived_of<T: Send + Sync + 'static>(value: Value<T>) -> Signal<T> {
    Signal::derive(move || {
        leave_when_gone();
        value()
    })
}

/// A memo of something that does not look back at its last value.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    value: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    memo_of(Box::new(value))
}

fn memo_of<T: PartialEq + Send + Sync + 'static>(value: Value<T>) -> Memo<T> {
    Memo::new(move |_| {
        leave_when_gone();
        value()
    })
}

/// An effect that does not look back.
pub fn effect(run: impl Fn() + 'static) {
    effect_of(Box::new(run));
}

fn effect_of(run: Box<dyn Fn()>) {
    Effect::new(move || {
        leave_when_gone();
        run();
    });
}

/// Takes whoever computes now out of the lists of what it follows when its view goes. Leptos (`reactive_graph` 0.2)
/// leaves it there: what lives longer than the view, a memo of the lesson above all, would keep some hundred bytes of each
/// text that ever was, and go through all of them at each change.
fn leave_when_gone() {
    if let Some(own) = Observer::get() {
        on_cleanup(move || own.clear_sources(&own));
    }
}

/// Makes an effect run anew when `memo` changes. `track` alone computes nothing, and a memo that nobody has read does not
/// hear of any change.
pub fn follow<T: Send + Sync + 'static>(memo: Memo<T>) {
    memo.with(|_| ());
}

/// A part of a view that is made anew when what it reads changes.
pub fn part(view: impl FnMut() -> AnyView + Send + 'static) -> SharedReactiveFunction<AnyView> {
    part_of(Box::new(view))
}

fn part_of(mut view: Box<dyn FnMut() -> AnyView + Send>) -> SharedReactiveFunction<AnyView> {
    Arc::new(Mutex::new(move || {
        leave_when_gone();
        view()
    }))
}

/// A part of a view that is there while `when` is true.
pub fn shown_while(
    when: impl Fn() -> bool + Send + Sync + 'static,
    view: impl Fn() -> AnyView + Send + Sync + 'static,
) -> SharedReactiveFunction<AnyView> {
    let there = memo(when);
    part(move || if there.get() { view() } else { ().into_any() })
}
