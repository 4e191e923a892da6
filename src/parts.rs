//! The parts of the page: code that is fetched when it is wanted first. A release is one module cut into such
//! files (`cargo xtask seal`): one Leptos, one state, and a part's views are made where they stand, in the owner
//! and with the contexts of whoever shows them. In debug builds everything is there from the start, and a part
//! is only a function.
//!
//! [`page_part!`](crate::page_part) names one; [`Fetched`] is one that somebody wants.

use std::future::Future;
use std::pin::Pin;

use leptos::ev::Event;
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;
use wasm_bindgen_futures::spawn_local;

use crate::browser::sight;
use crate::reactive::{on, part};
use crate::text::say;

/// What fetches a part and gives the function that leads into it.
pub type Fetch<E> = fn() -> Pin<Box<dyn Future<Output = Result<E, SplitLoaderError>>>>;

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
            || Box::pin($name())
        };
    };
}

/// How far a part is.
#[derive(Clone, Copy, PartialEq)]
enum Standing<E> {
    /// Nobody has wanted it yet.
    Away,
    Coming,
    Here(E),
    /// It could not be fetched, or something else came.
    Missing,
}

/// A part that somebody wants.
pub struct Fetched<E: 'static> {
    fetch: Fetch<E>,
    standing: RwSignal<Standing<E>>,
}

impl<E> Clone for Fetched<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Fetched<E> {}

impl<E: Copy + Send + Sync + 'static> Fetched<E> {
    /// A part that is not fetched before [`want`](Fetched::want).
    pub fn of(fetch: Fetch<E>) -> Self {
        let standing = RwSignal::new(Standing::Away);
        Self { fetch, standing }
    }

    /// Fetches it, unless it is here or on its way.
    pub fn want(self) {
        let idle = |standing: &Standing<E>| matches!(standing, Standing::Away | Standing::Missing);
        // Whoever would want it may be gone.
        if self.standing.try_with_untracked(idle) != Some(true) {
            return;
        }
        self.standing.set(Standing::Coming);
        spawn_local(async move {
            let now = match (self.fetch)().await {
                Ok(entry) => Standing::Here(entry),
                Err(_) => Standing::Missing,
            };
            // Whoever wanted it may be gone by now.
            let _ = self.standing.try_set(now);
        });
    }

    /// What leads into it, once it is here.
    pub fn entry(self) -> Option<E> {
        self.standing.with(|standing| match standing {
            Standing::Here(entry) => Some(*entry),
            _ => None,
        })
    }

    /// Whether it could not be had.
    pub fn is_missing(self) -> bool {
        self.standing
            .with(|standing| matches!(standing, Standing::Missing))
    }

    /// What `view` makes of it; until then that it is coming, and where it cannot be had that it cannot, and a
    /// button that tries again.
    pub fn view(self, view: impl Fn(E) -> AnyView + Send + Sync + 'static) -> impl IntoView {
        self.view_or(|| say!(site.part_missing), view)
    }

    /// The same in other words where it cannot be had.
    pub fn view_or(
        self,
        missing: fn() -> Signal<String>,
        view: impl Fn(E) -> AnyView + Send + Sync + 'static,
    ) -> impl IntoView {
        self.view_with(|| say!(site.part_loading), missing, view)
    }

    /// The same in words of one's own.
    pub fn view_with(
        self,
        loading: fn() -> Signal<String>,
        missing: fn() -> Signal<String>,
        view: impl Fn(E) -> AnyView + Send + Sync + 'static,
    ) -> impl IntoView {
        part(move || match self.standing.get() {
            Standing::Here(entry) => view(entry),
            Standing::Missing => self.again(missing()),
            Standing::Away | Standing::Coming => {
                view! { <p class="note loading">{loading()}</p> }.into_any()
            }
        })
    }

    fn again(self, missing: Signal<String>) -> AnyView {
        view! {
            <p class="problem" role="alert">
                {missing} " "
                <button type="button" data-action="try-again" on:click=on(move |_| self.want())>{say!(site.try_again)}</button>
            </p>
        }
        .into_any()
    }
}

impl Fetched<fn() -> AnyView> {
    /// Its view, fetched once the place that is kept for it comes into sight; `class` is that of the place, which
    /// is there until then.
    pub fn once_seen(self, class: &'static str) -> impl IntoView {
        let place = NodeRef::<html::Div>::new();
        sight::once_seen(place, move || self.want());
        part(move || match self.standing.get() {
            Standing::Here(view) => view(),
            Standing::Missing => {
                let again = self.again(say!(site.part_missing));
                view! { <div class=class>{again}</div> }.into_any()
            }
            Standing::Away | Standing::Coming => {
                view! { <div class=class node_ref=place aria-busy="true"></div> }.into_any()
            }
        })
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
            inside: items.view(move |items| items(about)).into_any(),
        }
    }
}
