//! Why √d_k: sums of random products, counted while they are drawn, and what softmax makes of them.

mod bar;
mod bars;
mod charts;
mod done;
mod figure;
mod numbers;
mod setting;
mod state;
mod words;

use leptos::prelude::*;
use lesson::lessons::scale::META;

use crate::app::open_lesson;
use crate::reactive::{effect, shown_while};
use crate::widgets::plain::{self, Parts};
use state::Draws;
pub use words::WORDS;

/// The lesson. Its state stays while another one is open.
#[component]
pub fn Root() -> impl IntoView {
    let open = open_lesson();
    let draws = Draws::open(open);
    provide_context(draws.shell);
    provide_context(draws);
    effect(move || draws.look(open.get() == META.slug));
    let parts = Parts {
        figure: || {
            done::notice(state::draws());
            view! { <figure::Figure/> }.into_any()
        },
        settings: || view! { <setting::Choosers/> }.into_any(),
        more: || view! { <setting::More/> }.into_any(),
    };
    shown_while(
        move || open.get() == META.slug,
        move || plain::page_of(draws.shell, parts),
    )
}
