//! Closures with one type each: handlers, memos and parts of a view behind a pointer.
//!
//! Leptos compiles its machinery anew for the type of every closure it is given, and every closure
//! has its own. Behind a `Box` all of a kind share one copy, which makes the page a third smaller.

use std::sync::{Arc, Mutex};

use leptos::prelude::*;
use leptos::tachys::reactive_graph::SharedReactiveFunction;

/// An event handler.
pub fn on<E: 'static>(handler: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(handler)
}

/// A derived signal.
pub fn derived<T: Send + Sync + 'static>(
    value: impl Fn() -> T + Send + Sync + 'static,
) -> Signal<T> {
    let value: Box<dyn Fn() -> T + Send + Sync> = Box::new(value);
    Signal::derive(value)
}

/// A memo of something that does not look back at its last value.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    value: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    let value: Box<dyn Fn() -> T + Send + Sync> = Box::new(value);
    Memo::new(move |_| value())
}

/// An effect that does not look back.
pub fn effect(run: impl Fn() + 'static) {
    let run: Box<dyn Fn()> = Box::new(run);
    Effect::new(run);
}

/// Makes an effect run anew when `memo` changes. `track` alone computes nothing, and a memo that nobody has read does not
/// hear of any change.
pub fn follow<T: Send + Sync + 'static>(memo: Memo<T>) {
    memo.with(|_| ());
}

/// A part of a view that is made anew when what it reads changes.
pub fn part(view: impl FnMut() -> AnyView + Send + 'static) -> SharedReactiveFunction<AnyView> {
    Arc::new(Mutex::new(view))
}

/// A part of a view that is there while `when` is true.
pub fn shown_while(
    when: impl Fn() -> bool + Send + Sync + 'static,
    view: impl Fn() -> AnyView + Send + Sync + 'static,
) -> SharedReactiveFunction<AnyView> {
    let there = memo(when);
    part(move || if there.get() { view() } else { ().into_any() })
}
