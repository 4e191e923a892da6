//! The parts of the page: code that is fetched when it is wanted first. A release is one module cut into such
//! files (`cargo xtask seal`): one Leptos, one state, and a part's views are made where they stand, in the owner
//! and with the contexts of whoever shows them. In debug builds everything is there from the start, and a part
//! is only a function.
//!
//! [`page_part!`](crate::page_part) names one; [`Fetched`] is one that somebody wants.

use std::any::Any;
use std::cell::RefCell;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use leptos::ev::Event;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;
use wasm_bindgen_futures::spawn_local;

use crate::browser::{page, sight};
use crate::reactive::{on, part};
use crate::text::say;

/// What leads into a part, of whatever type: that of a [`Fetch`].
type Entry = Arc<dyn Any + Send + Sync>;
/// A part on its way.
type Coming = Pin<Box<dyn Future<Output = Result<Entry, SplitLoaderError>>>>;

/// What fetches a part and gives the function that leads into it, an `E`.
pub struct Fetch<E> {
    fetch: fn() -> Coming,
    entry: PhantomData<fn() -> E>,
}

impl<E> Clone for Fetch<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Fetch<E> {}

impl<E> Fetch<E> {
    /// For [`page_part!`](crate::page_part): `fetch` gives an `E`.
    pub const fn by(fetch: fn() -> Coming) -> Self {
        let entry = PhantomData;
        Self { fetch, entry }
    }
}

/// Something that leads into a part, with its type put away: views of all parts then share their code.
pub fn entry<E: Send + Sync + 'static>(
    entry: Result<E, SplitLoaderError>,
) -> Result<Entry, SplitLoaderError> {
    entry.map(|entry| Arc::new(entry) as Entry)
}

/// `page_part!(NAME in PART: TYPE = FUNCTION)`: a constant that fetches `FUNCTION`, and all that only functions of
/// the same part use, with that part.
#[macro_export]
macro_rules! page_part {
    ($(#[$doc:meta])* $visible:vis $name:ident in $part:ident: $entry:ty = $function:expr) => {
        $(#[$doc])*
        #[allow(non_upper_case_globals, non_snake_case, reason = "the constant and the function in it have one name")]
        $visible const $name: $crate::parts::Fetch<$entry> = {
            // A module that was not cut cannot call what is only there once it is.
            #[cfg(all(target_family = "wasm", not(debug_assertions)))]
            #[leptos::wasm_split::wasm_split($part, wasm_split_path = leptos::wasm_split, fallible)]
            fn $name() -> Result<$entry, leptos::wasm_split::SplitLoaderError> {
                Ok($function)
            }
            #[cfg(not(all(target_family = "wasm", not(debug_assertions))))]
            async fn $name() -> Result<$entry, leptos::wasm_split::SplitLoaderError> {
                Ok($function)
            }
            $crate::parts::Fetch::by(|| Box::pin(async { $crate::parts::entry($name().await) }))
        };
    };
}

/// How far a part is.
enum Standing {
    /// Nobody has wanted it yet.
    Away,
    Coming,
    Here(Entry),
    /// It could not be fetched, or something else came.
    Missing,
}

/// A part that somebody wants.
pub struct Fetched<E> {
    wanted: Wanted,
    entry: PhantomData<fn() -> E>,
}

impl<E> Clone for Fetched<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Fetched<E> {}

thread_local! {
    /// What was wanted and could not be fetched.
    static MISSING: RefCell<Vec<Wanted>> = const { RefCell::new(Vec::new()) };
}

/// The same, whatever leads into it.
#[derive(Clone, Copy)]
struct Wanted {
    fetch: fn() -> Coming,
    standing: RwSignal<Standing>,
}

impl Wanted {
    fn want(self) {
        let idle = |standing: &Standing| matches!(standing, Standing::Away | Standing::Missing);
        // Whoever would want it may be gone.
        if self.standing.try_with_untracked(idle) != Some(true) {
            return;
        }
        self.standing.set(Standing::Coming);
        spawn_local(async move {
            let now = match (self.fetch)().await {
                Ok(entry) => Standing::Here(entry),
                Err(_) => {
                    MISSING.with_borrow_mut(|all| all.push(self));
                    Standing::Missing
                }
            };
            // A task for each part: several that arrive together are not one long one.
            set_timeout(move || drop(self.standing.try_set(now)), Duration::ZERO);
        });
    }

    /// What `view` makes of it; until then what `coming` says, and where it cannot be had what `missing` says, with
    /// a button that tries again.
    fn view(
        self,
        coming: Box<dyn Fn() -> AnyView + Send + Sync>,
        missing: fn() -> Signal<String>,
        view: Box<dyn Fn(&Entry) -> AnyView + Send + Sync>,
    ) -> AnyView {
        part(move || {
            self.standing.with(|standing| match standing {
                Standing::Here(entry) => untrack(|| view(entry)),
                Standing::Missing => self.again(missing()),
                Standing::Away | Standing::Coming => coming(),
            })
        })
        .into_any()
    }

    fn again(self, missing: Signal<String>) -> AnyView {
        let words = if page::is_outdated() {
            say!(site.update)
        } else {
            missing
        };
        view! { <p class="problem" role="alert">{words} " " {again(want_all)}</p> }.into_any()
    }
}

/// Tries again whatever could not be fetched: where one part comes again, the others do.
fn want_all() {
    for missing in MISSING.take() {
        missing.want();
    }
}

/// For what could not be fetched: tries again. A host that has a newer version of the page may have none of the files of
/// this one any more; then that version is offered, too.
pub fn again(fetch: impl Fn() + 'static) -> AnyView {
    let newer = page::is_outdated().then(|| {
        view! {
            <button type="button" data-action="update" on:click=on(|_| page::reload())>{say!(site.update_now)}</button>
            " "
        }
    });
    view! {
        {newer}
        <button type="button" data-action="try-again" on:click=on(move |_| fetch())>{say!(site.try_again)}</button>
    }
    .into_any()
}

impl<E: Copy + 'static> Fetched<E> {
    /// A part that is not fetched before [`want`](Fetched::want).
    pub fn of(fetch: Fetch<E>) -> Self {
        let standing = RwSignal::new(Standing::Away);
        let fetch = fetch.fetch;
        Self {
            wanted: Wanted { fetch, standing },
            entry: PhantomData,
        }
    }

    /// Fetches it, unless it is here or on its way.
    pub fn want(self) {
        self.wanted.want();
    }

    /// What leads into it, once it is here.
    pub fn entry(self) -> Option<E> {
        self.wanted.standing.with(|standing| match standing {
            Standing::Here(entry) => entry.downcast_ref().copied(),
            _ => None,
        })
    }

    /// Whether it could not be had.
    pub fn is_missing(self) -> bool {
        let standing = self.wanted.standing;
        standing.with(|standing| matches!(standing, Standing::Missing))
    }

    /// What `view` makes of it; until then that it is coming, and where it cannot be had that it cannot, and a
    /// button that tries again.
    pub fn view(self, view: impl Fn(E) -> AnyView + Send + Sync + 'static) -> AnyView {
        self.view_or(|| say!(site.part_missing), view)
    }

    /// The same in other words where it cannot be had.
    pub fn view_or(
        self,
        missing: fn() -> Signal<String>,
        view: impl Fn(E) -> AnyView + Send + Sync + 'static,
    ) -> AnyView {
        self.view_with(|| say!(site.part_loading), missing, view)
    }

    /// The same in words of one's own.
    pub fn view_with(
        self,
        loading: fn() -> Signal<String>,
        missing: fn() -> Signal<String>,
        view: impl Fn(E) -> AnyView + Send + Sync + 'static,
    ) -> AnyView {
        let coming = move || view! { <p class="note loading">{loading()}</p> }.into_any();
        self.wanted
            .view(Box::new(coming), missing, Box::new(entered(view)))
    }
}

fn entered<E: Copy + 'static>(
    view: impl Fn(E) -> AnyView + Send + Sync + 'static,
) -> impl Fn(&Entry) -> AnyView + Send + Sync {
    move |entry| match entry.downcast_ref() {
        Some(entry) => view(*entry),
        None => ().into_any(),
    }
}

impl Fetched<fn() -> AnyView> {
    /// Its view, once it is here; until then, and where it cannot be had, nothing.
    pub fn quietly(self) -> AnyView {
        part(move || {
            self.entry()
                .map_or_else(|| ().into_any(), |view| untrack(view))
        })
        .into_any()
    }

    /// Its view, fetched once the place that is kept for it comes into sight; `class` is that of the place, which
    /// is there until then.
    pub fn once_seen(self, class: &'static str) -> AnyView {
        let place = NodeRef::<html::Div>::new();
        sight::once_seen(place, move || self.want());
        let kept =
            move || view! { <div class=class node_ref=place aria-busy="true"></div> }.into_any();
        let view = entered(|view: fn() -> AnyView| view());
        self.wanted
            .view(Box::new(kept), || say!(site.part_missing), Box::new(view))
    }
}

/// What stands in a menu, as a part: `opened` has it fetched when the menu is opened, `inside` is its place.
pub struct Menu {
    /// For `on:toggle` of the menu.
    pub opened: Box<dyn FnMut(Event)>,
    /// What the menu holds.
    pub inside: AnyView,
}

impl Menu {
    /// A menu whose inside `fetch` makes of `about`.
    pub fn of<A: Copy + Send + Sync + 'static>(fetch: Fetch<fn(A) -> AnyView>, about: A) -> Menu {
        let items = Fetched::of(fetch);
        Menu {
            opened: on(move |_| items.want()),
            inside: items.view(move |items| items(about)),
        }
    }
}
