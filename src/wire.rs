//! What the page tells itself: one place says something, whoever follows hears it, before `say` returns. For
//! what is no state but happens: state is a signal.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::thread::LocalKey;

/// What a follower does with what is said; it may have an answer.
type Hears<A, R> = Rc<dyn Fn(&A) -> Option<R>>;

/// One thing that may be said, with its followers. A `static` of a `thread_local!`.
pub struct Wire<A: ?Sized + 'static, R: 'static = ()> {
    followers: RefCell<Vec<(usize, Hears<A, R>)>>,
    next: Cell<usize>,
}

impl<A: ?Sized, R> Wire<A, R> {
    /// A wire that nobody follows yet.
    pub const fn new() -> Self {
        Self {
            followers: RefCell::new(Vec::new()),
            next: Cell::new(0),
        }
    }
}

/// What a [`Wire`] can be asked for where it stands.
pub trait Said<A: ?Sized + 'static, R: 'static> {
    /// Says it to all followers; gives the first answer.
    fn say(&'static self, what: &A) -> Option<R>;

    /// Has `hears` called whenever it is said, for as long as the page lives.
    fn hear(&'static self, hears: impl Fn(&A) + 'static) {
        drop(self.follow(move |what| {
            hears(what);
            None
        }));
    }

    /// Has `hears` called whenever it is said, until the answer is called.
    fn follow(
        &'static self,
        hears: impl Fn(&A) -> Option<R> + 'static,
    ) -> Box<dyn FnOnce() + Send + Sync>;
}

impl<A: ?Sized + 'static, R: 'static> Said<A, R> for LocalKey<Wire<A, R>> {
    fn say(&'static self, what: &A) -> Option<R> {
        // A follower may follow, or stop to, while it hears.
        let all = self.with(|wire| wire.followers.borrow().clone());
        let answers = all.iter().map(|(_, hears)| hears(what));
        // All of them, also when the first has answered.
        answers.collect::<Vec<_>>().into_iter().flatten().next()
    }

    fn follow(
        &'static self,
        hears: impl Fn(&A) -> Option<R> + 'static,
    ) -> Box<dyn FnOnce() + Send + Sync> {
        let own = self.with(|wire| {
            let own = wire.next.replace(wire.next.get() + 1);
            wire.followers.borrow_mut().push((own, Rc::new(hears)));
            own
        });
        Box::new(move || {
            // Gone with the page, where there is nothing to be taken away.
            let _ = self.try_with(|wire| {
                wire.followers
                    .borrow_mut()
                    .retain(|(other, _)| *other != own)
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{Said, Wire};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    thread_local! {
        static ASKED: Wire<str, usize> = const { Wire::new() };
        static HEARD: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn whoever_follows_hears_and_the_first_answer_counts() {
        assert_eq!(ASKED.say("nobody"), None);
        let first = ASKED.follow(|what| (what != "other").then_some(what.len()));
        let second = ASKED.follow(|_| {
            HEARD.set(HEARD.get() + 1);
            Some(0)
        });
        assert_eq!(ASKED.say("four"), Some(4));
        assert_eq!(ASKED.say("other"), Some(0));
        first();
        assert_eq!((ASKED.say("four"), HEARD.get()), (Some(0), 3));
        second();
        assert_eq!(ASKED.say("four"), None);
    }
}
